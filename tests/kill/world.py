"""Discord, as far as a poster sees it: messages in channels and with people, and the nonce rule.

The nonce rule: within five minutes a second message with the same nonce is none; the first one's id
is given again. Afterwards it is a message like any other. Looking back, everything is found.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from tests.kill.twin import Lane

NONCE_SECONDS = 300.0


@dataclass(frozen=True)
class Message:
    """What stands in a channel, or was written to a person."""

    id: int
    key: str
    body: str
    at: float


class World:
    """All messages, by lane, in the order in which they came."""

    def __init__(self) -> None:
        self.now = 0.0
        self.messages: dict[Lane, list[Message]] = defaultdict(list)
        self.held = 0
        """How often the nonce rule has kept a second message away."""
        self.found = 0
        """How often a message was looked for and found."""
        self._count = 0

    def post(self, post: dict[str, Any]) -> int:
        """A message comes; or one that is there already is meant."""
        for message in reversed(self.messages[lane_of(post)]):
            if message.key == post["key"] and self.now - message.at < NONCE_SECONDS:
                self.held += 1
                return message.id
        self._count += 1
        message = Message(self._count, post["key"], post["body"], self.now)
        self.messages[lane_of(post)].append(message)
        return message.id

    def find(self, post: dict[str, Any]) -> int | None:
        """The message of this post, however old."""
        for message in self.messages[lane_of(post)]:
            if message.key == post["key"]:
                self.found += 1
                return message.id
        return None


def lane_of(post: dict[str, Any]) -> Lane:
    """Where a post belongs: a person's posts are in order within a game."""
    return post["game"], post["channel"], post["user"]
