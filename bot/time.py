"""What time it is, and waiting for it: the only place in which the shell asks a clock.

Two clocks, never mixed. The wall clock says when a deadline is; somebody may set it, and it leaps
when a machine has slept. The steady clock only paces: it never goes back and means nothing to
people. Everything else is handed a `Time`, so that a test can let a week pass at once.
"""

from __future__ import annotations

import asyncio
import logging
import math
import random
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, Protocol

from games.clock import Moment

LONGEST_NAP = 5.0
"""Seconds after which a waiter looks at the wall clock again, in case somebody has set it."""

log = logging.getLogger(__name__)


class Time(Protocol):
    """The two clocks, waiting for either, and work beside the one that asks."""

    def now(self) -> Moment:
        """The wall clock: whole seconds since 1970 in UTC, rounded down."""

    def steady(self) -> float:
        """The steady clock: seconds since no moment in particular."""

    async def wait(self, until: float | None, woken: asyncio.Event) -> None:
        """Returns once the wall clock has reached `until` or `woken` is set, None: only then.

        Lets others run at least once, whatever the time. It never clears the event: the waiter
        does, before it looks at what there is to do, so that no call is lost in between.
        """

    async def rest(self, until: float | None, woken: asyncio.Event) -> None:
        """The same by the steady clock."""

    def start(self, work: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
        """Begins work in a task of its own; in a test, time stands still until it waits or ends.

        An exception that ends it is logged: nobody else may ever look at the task.
        """


class RealTime:
    """Time as it passes.

    With a `speed` other than 1 the wall clock runs that much faster from now on; the steady clock
    does not, for what it paces is real.
    """

    def __init__(
        self,
        speed: float = 1.0,
        wall: Callable[[], float] = time.time,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self._speed = speed
        self._wall = wall
        self._steady = steady
        self._began = wall()
        self._tasks: set[asyncio.Task[None]] = set()

    def now(self) -> Moment:
        """The wall clock."""
        return math.floor(self._moment())

    def steady(self) -> float:
        """The steady clock."""
        return self._steady()

    async def wait(self, until: float | None, woken: asyncio.Event) -> None:
        """Waits by the wall clock, in naps."""
        await self._sleep(self._moment, self._speed, until, woken)

    async def rest(self, until: float | None, woken: asyncio.Event) -> None:
        """Waits by the steady clock."""
        await self._sleep(self._steady, 1.0, until, woken)

    def start(self, work: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
        """Begins work in a task of its own, and holds on to it."""
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)  # the event loop alone would let it be collected
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(log_end)
        return task

    def _moment(self) -> float:
        return self._began + (self._wall() - self._began) * self._speed

    async def _sleep(
        self, clock: Callable[[], float], speed: float, until: float | None, woken: asyncio.Event
    ) -> None:
        await asyncio.sleep(0)
        while not woken.is_set():
            left = math.inf if until is None else (until - clock()) / speed
            if left <= 0:
                return
            nap = None if math.isinf(left) else min(left, LONGEST_NAP)
            try:
                async with asyncio.timeout(nap):
                    await woken.wait()
            except TimeoutError:
                pass  # time has passed, perhaps enough


def log_end(task: asyncio.Task[None]) -> None:
    """Says how a task ended that nobody waits for, if that was not as it should."""
    if not task.cancelled() and (error := task.exception()) is not None:
        log.error("%s ended with an error", task.get_name(), exc_info=error)


@dataclass(frozen=True, slots=True)
class Backoff:
    """How long to wait after one failure and another: twice as long each time, up to a limit.

    A part of it is chance, so that what failed together does not come again together.
    """

    first: float = 1.0
    longest: float = 300.0
    chance: Callable[[], float] = random.random

    def after(self, failures: int) -> float:
        """Seconds to wait after so many failures before this one."""
        whole = min(self.longest, self.first * 2.0 ** min(failures, 30))
        return whole * (1 + self.chance()) / 2
