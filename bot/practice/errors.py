"""How Discord says no: a status, a code, a sentence, and for a bad form a tree of what is wrong.

Codes and sentences are from https://discord.com/developers/docs/topics/opcodes-and-status-codes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

REFUSALS: dict[int, tuple[int, str]] = {
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10007: (404, "Unknown Member"),
    10008: (404, "Unknown Message"),
    10009: (404, "Unknown Overwrite"),
    10011: (404, "Unknown Role"),
    10013: (404, "Unknown User"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    10063: (404, "Unknown application command"),
    20026: (
        403,
        "Your bot has been flagged by our anti-spam system for abusive behavior. While your bot is"
        " quarantined, it is unable to join any more guilds, or send any direct messages to users"
        " it has not messaged before.",
    ),
    30032: (400, "Maximum number of application commands reached (100)"),
    30046: (429, "Maximum number of edits to messages older than 1 hour reached. Try again later."),
    40003: (403, "You are opening direct messages too fast."),
    40005: (413, "Request entity too large"),
    40060: (400, "Interaction has already been acknowledged."),
    40067: (400, "A tag is required to create a forum post in this channel"),
    50001: (403, "Missing Access"),
    50003: (403, "Cannot execute action on this channel type"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50008: (400, "Cannot send messages in a non-text channel"),
    50013: (403, "Missing Permissions"),
    50024: (403, "Cannot execute action on this channel type"),
    50027: (401, "Invalid Webhook Token"),
    50033: (400, "Invalid Recipient(s)"),
    50035: (400, "Invalid Form Body"),
    50083: (400, "Thread is archived"),
    50109: (400, "The request body contains invalid JSON."),
    50278: (403, "Cannot send messages to this user due to having no mutual guilds"),
    160004: (400, "A thread has already been created for this message"),
    160005: (400, "Thread is locked"),
}


class ApiError(Exception):
    """An answer of Discord's that is a refusal."""

    def __init__(
        self,
        status: int,
        code: int,
        message: str,
        errors: dict[str, Any] | None = None,
        more: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(f"{status} {code}: {message}")
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors
        self.more = more or {}

    def body(self) -> dict[str, Any]:
        """As it goes over the wire."""
        said: dict[str, Any] = {"message": self.message, "code": self.code, **self.more}
        return said if self.errors is None else {**said, "errors": self.errors}


def refusal(code: int) -> ApiError:
    """One of Discord's standing refusals."""
    status, message = REFUSALS[code]
    return ApiError(status, code, message)


UNAUTHORIZED = (401, {"message": "401: Unauthorized", "code": 0})
NOT_FOUND = (404, {"message": "404: Not Found", "code": 0})


class Form:
    """Collects what is wrong with a body, and refuses it with all of it at once (50035).

    https://discord.com/developers/docs/reference#error-messages
    """

    def __init__(self) -> None:
        self._tree: dict[str, Any] = {}

    def wrong(self, path: Sequence[str | int], code: str, message: str) -> None:
        """Notes that the field at this path is wrong."""
        node = self._tree
        for part in path:
            node = node.setdefault(str(part), {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def text(
        self,
        path: Sequence[str | int],
        value: object,
        most: int,
        least: int = 0,
        required: bool = False,
    ) -> None:
        """Checks a text and its length."""
        if value is None:
            if required:
                self.missing(path)
        elif not isinstance(value, str):
            self.wrong(path, "BASE_TYPE_CHOICES", "Could not interpret the value as string.")
        elif least > 0 and not least <= len(value) <= most:
            text = f"Must be between {least} and {most} in length."
            self.wrong(path, "BASE_TYPE_BAD_LENGTH", text)
        elif len(value) > most:
            text = f"Must be {most} or fewer in length."
            self.wrong(path, "BASE_TYPE_MAX_LENGTH", text)

    def number(self, path: Sequence[str | int], value: object, least: float, most: float) -> None:
        """Checks a number, which may be absent."""
        if value is None:
            return
        if isinstance(value, bool) or not isinstance(value, int | float):
            self.wrong(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
        elif value < least:
            self.wrong(
                path,
                "NUMBER_TYPE_MIN",
                f"int value should be greater than or equal to {least}.",
            )
        elif value > most:
            self.wrong(
                path, "NUMBER_TYPE_MAX", f"int value should be less than or equal to {most}."
            )

    def count(
        self, path: Sequence[str | int], value: object, most: int, least: int = 0
    ) -> list[Any]:
        """Checks how many there are in a list, and gives the list, absent or wrong as empty."""
        if value is None:
            value = []
        if not isinstance(value, list):
            self.wrong(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return []
        if not least <= len(value) <= most:
            if least:
                text = f"Must be between {least} and {most} in length."
                self.wrong(path, "BASE_TYPE_BAD_LENGTH", text)
            else:
                text = f"Must be {most} or fewer in length."
                self.wrong(path, "BASE_TYPE_MAX_LENGTH", text)
        return value

    def missing(self, path: Sequence[str | int]) -> None:
        """Notes that a field has to be there."""
        self.wrong(path, "BASE_TYPE_REQUIRED", "This field is required")

    def close(self) -> None:
        """Refuses the form if anything is wrong."""
        if self._tree:
            status, message = REFUSALS[50035]
            raise ApiError(status, 50035, message, self._tree)


def bad_form(path: Sequence[str | int], code: str, message: str) -> ApiError:
    """The refusal of a form with one thing wrong."""
    form = Form()
    form.wrong(path, code, message)
    return ApiError(400, 50035, REFUSALS[50035][1], form._tree)
