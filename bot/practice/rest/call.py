"""A request of the bot's, and the table of what answers it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from bot.practice.errors import refusal
from bot.practice.posting import Body, File
from bot.practice.state import Channel, Message

if TYPE_CHECKING:
    from bot.practice.state import World

Answer = tuple[int, Any]
Handler = Callable[["World", "Call"], Answer]

NOTHING: Answer = (204, None)


@dataclass(eq=False)
class Call:
    """A request: `route` in the words of Discord's docs, `ids` what stood in its braces."""

    method: str
    route: str
    path: str
    ids: dict[str, str]
    query: dict[str, str]
    json: Any = None
    files: dict[int, File] = field(default_factory=dict)
    authorization: str | None = None
    reason: str | None = None
    status: int | None = None
    """What it was answered; None while it is not, or if the connection was lost."""
    answer: Any = None
    """The body of the answer."""

    def id(self, key: str) -> int:
        """A snowflake in the path; no number is nobody's."""
        found = self.ids[key]
        return int(found) if found.isdecimal() else 0

    @property
    def body(self) -> dict[str, Any]:
        """The JSON body, which has to be an object."""
        if self.json is None:
            return {}
        if not isinstance(self.json, dict):
            raise refusal(50109)
        return self.json

    @property
    def form(self) -> Body:
        """The JSON body with its files."""
        return Body(self.body, self.files)

    def channel(self, world: World) -> Channel:
        """The channel in the path."""
        return world.channel(self.id("channel_id"))

    def message(self, world: World) -> Message:
        """The message in the path; one that only one person sees is found by token alone."""
        there = world.messages[self.channel(world).id].get(self.id("message_id"))
        if there is None or there.ephemeral:
            raise refusal(10008)
        return there


ROUTES: dict[tuple[str, str], Handler] = {}
OPEN: set[tuple[str, str]] = set()
"""Routes that need no token of the bot's, because another is in the path."""


def route(method: str, path: str, needs_token: bool = True) -> Callable[[Handler], Handler]:
    """Enters a handler in the table."""

    def enter(handler: Handler) -> Handler:
        ROUTES[method, path] = handler
        if not needs_token:
            OPEN.add((method, path))
        return handler

    return enter
