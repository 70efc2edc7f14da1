"""What goes wrong on demand: errors before and after the effect, lost connections, slowness.

A fault is for a route in the words of Discord's docs, as
`POST /channels/{channel_id}/messages`; a star in it stands for anything.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Literal

from bot.practice.rest.call import Call

Kind = Literal["answer", "drop", "delay", "hold"]


@dataclass(eq=False)
class Fault:
    """Something that goes wrong with the next requests that fit."""

    route: str
    kind: Kind
    times: int
    after: bool = False
    """Whether the request has its effect all the same."""
    status: int = 500
    code: int = 0
    message: str = ""
    retry_after: float = 0.0
    everywhere: bool = False
    via: bool = True
    seconds: float = 0.0
    where: Callable[[Call], bool] | None = None
    struck: list[Call] = field(default_factory=list)
    """The requests that met it."""
    arrived: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the first request has met it."""
    released: asyncio.Event = field(default_factory=asyncio.Event)

    def release(self) -> None:
        """Lets go what is held."""
        self.times = 0
        self.released.set()

    def fits(self, call: Call) -> bool:
        """Whether this request meets it."""
        wanted = self.route.replace("[", "[[]")
        fits = call.route == self.route or fnmatchcase(call.route, wanted)
        return self.times > 0 and fits and (self.where is None or self.where(call))


class Faults:
    """All faults that are waiting for a request. Of those that fit a request, the first strikes."""

    def __init__(self) -> None:
        self._waiting: list[Fault] = []
        self.duplicates = 0
        """So many of the next interactions are delivered twice."""

    def answer(
        self,
        route: str,
        status: int,
        *,
        times: int = 1,
        after: bool = False,
        code: int = 0,
        message: str = "",
        where: Callable[[Call], bool] | None = None,
    ) -> Fault:
        """Discord answers with an error, before the effect or after it."""
        return self._add(Fault(route, "answer", times, after, status, code, message, where=where))

    def too_many(
        self,
        route: str,
        retry_after: float = 0.0,
        *,
        times: int = 1,
        everywhere: bool = False,
        via: bool = True,
    ) -> Fault:
        """Discord answers 429; without `via` it is Cloudflare that does."""
        return self._add(
            Fault(
                route,
                "answer",
                times,
                status=429,
                message="You are being rate limited.",
                retry_after=retry_after,
                everywhere=everywhere,
                via=via,
            )
        )

    def drop(
        self,
        route: str,
        *,
        times: int = 1,
        after: bool = False,
        where: Callable[[Call], bool] | None = None,
    ) -> Fault:
        """The connection is lost instead of an answer, before the effect or after it.

        aiohttp sends GET, PUT and DELETE once more by itself when a kept connection is lost.
        """
        return self._add(Fault(route, "drop", times, after, where=where))

    def delay(self, route: str, seconds: float, *, times: int = 1, after: bool = False) -> Fault:
        """Discord is slow, by the field's steady clock: before the effect, or with its answer."""
        return self._add(Fault(route, "delay", times, after, seconds=seconds))

    def hold(self, route: str, *, times: int = 1, after: bool = False) -> Fault:
        """Discord does not go on until the fault is told to `release`."""
        return self._add(Fault(route, "hold", times, after))

    def duplicate_interactions(self, times: int = 1) -> None:
        """The next interactions are delivered twice."""
        self.duplicates += times

    def clear(self) -> None:
        """Nothing goes wrong from now on, and nothing is held."""
        for fault in self._waiting:
            fault.release()
        self._waiting.clear()
        self.duplicates = 0

    def strike(self, call: Call) -> Fault | None:
        """The fault that this request meets."""
        for fault in self._waiting:
            if fault.fits(call):
                fault.times -= 1
                fault.struck.append(call)
                fault.arrived.set()
                return fault
        return None

    def _add(self, fault: Fault) -> Fault:
        self._waiting.append(fault)
        return fault
