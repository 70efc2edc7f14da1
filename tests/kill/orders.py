"""What people and moderators ask for, as JSON, and how a host carries it out.

The process that is killed and its twin that never is are asked in the same words. Chance follows
from a game's id, so that both draw and deal the same.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import msgspec

from bot.host import Host
from bot.replies import Answer
from games import house
from games.clock import Moment
from games.pace import Pace
from storage.store import Place, Store

GUILD = 77
PACE = Pace(window=300, grace=60, max_pause=3600)

Order = dict[str, Any]
"""One request: `do` says which, `game` of which game, the rest is what that verb needs."""

MOVES = ("play", "plan", "moderate", "substitute", "consent", "resign")
"""Requests that bear an interaction id, as Discord gives it."""


class Desk:
    """A host with somebody in front of it who reads the requests."""

    def __init__(
        self, store: Store, now: Callable[[], Moment], committed: Callable[[], None] = lambda: None
    ) -> None:
        self._next = ""
        self.host = Host(
            store,
            now,
            committed,
            secret=lambda size: hashlib.sha256(self._next.encode()).digest()[:size],
            new_id=lambda: self._next,
        )

    async def carry_out(self, order: Order) -> dict[str, Any]:
        """Does what is asked and gives the private answer, as it comes out of a pipe."""
        answer: dict[str, Any] = json.loads(json.dumps(asdict(await self._answer(order))))
        return answer

    async def _answer(self, order: Order) -> Answer:
        host, game = self.host, order["game"]
        match order["do"]:
            case "open":
                self._next = game  # read before the host lets go of the thread
                opened = await host.open_sign_up(
                    Place(GUILD, order["channel"]),
                    order["options"],
                    order["seats"],
                    PACE,
                    order["hours"],
                    order["house"],
                )
                return Answer(opened.sign_up.id)
            case "join":
                return await host.join(game, order["user"], order["name"])
            case "leave":
                return await host.leave(game, order["user"])
            case "close":
                return await host.close(game)
            case "play":
                return await host.play(
                    game, order["user"], order["text"], order["seen"], order["interaction"]
                )
            case "plan":
                return await host.plan(
                    game, order["user"], order["text"], order["seen"], order["interaction"]
                )
            case "withdraw":
                return await host.withdraw(game, order["user"])
            case "look":
                return await host.look(game, order["user"])
            case "moderate":
                return await host.moderate(
                    game, read_order(order["order"]), interaction=order["interaction"]
                )
            case "consent":
                return await host.consent(
                    game, order["user"], order["agrees"], order["asked"], order["interaction"]
                )
            case "resign":
                return await host.resign(game, order["user"], order["seat"], order["interaction"])
            case "substitute":
                return await host.substitute(game, order["seat"], order["interaction"])
        raise ValueError(f"nobody knows how to {order['do']}")


def write_order(order: house.Order) -> Any:
    """A moderator's order, fit for JSON."""
    return msgspec.to_builtins(order)


def read_order(data: Any) -> house.Order:
    """The order that `write_order` wrote."""
    read: house.Order = msgspec.convert(data, type=house.Order)
    return read
