"""Time that stands still until a test moves it, for everything in the shell that waits."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import Any

from bot.time import log_end
from games.clock import Moment

PATIENCE = 30.0
"""Real seconds after which work that neither waits nor ends is taken to hang."""

EAGER = 20
"""So many rounds of the event loop are waited for without a rest."""

REST = 0.0005
"""Real seconds of a rest between two looks at what is at work."""

SPINS = 1000
"""So often may somebody ask for a moment that is past before he is taken to spin."""


@dataclass(eq=False)
class Sleeper:
    """A task that waits for a clock or for an event."""

    steady: bool
    until: float
    woken: asyncio.Event
    alarm: asyncio.Timeout
    rung: bool = False

    @property
    def asleep(self) -> bool:
        """Whether it has nothing to wake up for."""
        return not self.rung and not self.woken.is_set()


class FakeTime:
    """A `bot.time.Time` that is moved by hand.

    It knows every task that it has started or that has ever waited in it. `settle` gives them all
    the real time that they need, in threads and sockets too, until each waits again or has ended;
    only then does `advance` go on, from one awaited moment to the next, in order.
    """

    def __init__(self, now: float = 1_800_000_000) -> None:
        self.wall = float(now)
        self.pace = 0.0
        self._tasks: set[asyncio.Task[Any]] = set()
        self._sleepers: dict[asyncio.Task[Any], Sleeper] = {}
        self._spins = 0

    # -- as the shell sees it --

    def now(self) -> Moment:
        """The wall clock."""
        return math.floor(self.wall)

    def steady(self) -> float:
        """The steady clock."""
        return self.pace

    async def wait(self, until: float | None, woken: asyncio.Event) -> None:
        """Waits by the wall clock."""
        await self._sleep(False, until, woken)

    async def rest(self, until: float | None, woken: asyncio.Event) -> None:
        """Waits by the steady clock."""
        await self._sleep(True, until, woken)

    def start(self, work: Coroutine[Any, Any, None], name: str = "test") -> asyncio.Task[None]:
        """Begins work that `settle` and `advance` wait for."""
        task = asyncio.create_task(work, name=name)
        task.add_done_callback(log_end)
        self._tasks.add(task)
        return task

    # -- as a test sees it --

    async def settle(self) -> None:
        """Returns when everybody who knows this time is waiting in it, or done."""
        loop = asyncio.get_running_loop()
        patience = loop.time() + PATIENCE
        quiet = rounds = 0
        while quiet < 3:  # tasks begun in the last round have yet to show themselves
            # what takes long is at work in a thread or a socket, and has more of it if we rest
            await asyncio.sleep(0 if rounds < EAGER else REST)
            rounds += 1
            self._tasks = {task for task in self._tasks if not task.done()}
            busy = self._tasks - {asyncio.current_task()}
            busy = {task for task in busy if not self._is_asleep(task)}
            quiet = 0 if busy else quiet + 1
            if loop.time() > patience:
                raise AssertionError(f"still at work: {sorted(map(str, busy))}")

    async def advance(self, seconds: float) -> None:
        """Lets both clocks run, waking each sleeper exactly at its moment."""
        await self.settle()
        wall, pace = self.wall + seconds, self.pace + seconds
        while (first := self._first()) is not None and self._left(first) < pace - self.pace:
            step = self._left(first)
            # the clock that is waited for gets exactly there, whatever the additions lose
            self.wall = self.wall + step if first.steady else max(self.wall, first.until)
            self.pace = max(self.pace, first.until) if first.steady else self.pace + step
            await self._moved()
        self.wall, self.pace = wall, pace
        await self._moved()

    async def jump(self, seconds: float) -> None:
        """Sets the wall clock, as an administrator does, or a machine that has slept."""
        await self.settle()
        self.wall += seconds
        await self._moved()

    def leap(self, seconds: float) -> None:
        """Lets both clocks run on at once, without waiting for work that hangs."""
        self.wall += seconds
        self.pace += seconds
        self._ring()

    async def _moved(self) -> None:
        self._ring()
        await self.settle()

    def _ring(self) -> None:
        self._spins = 0
        loop = asyncio.get_running_loop()
        for sleeper in self._sleepers.values():
            if sleeper.asleep and sleeper.until <= self._clock(sleeper.steady):
                sleeper.rung = True
                sleeper.alarm.reschedule(loop.time())

    async def _sleep(self, steady: bool, until: float | None, woken: asyncio.Event) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        await asyncio.sleep(0)
        due = math.inf if until is None else until
        if woken.is_set() or due <= self._clock(steady):
            self._spins += 1
            assert self._spins < SPINS, f"{task.get_name()} spins"
            return
        try:
            async with asyncio.timeout(None) as alarm:
                self._sleepers[task] = Sleeper(steady, due, woken, alarm)
                await woken.wait()
        except TimeoutError:
            pass
        finally:
            del self._sleepers[task]

    def _is_asleep(self, task: asyncio.Task[Any]) -> bool:
        sleeper = self._sleepers.get(task)
        return sleeper is not None and sleeper.asleep and task.cancelling() == 0

    def _first(self) -> Sleeper | None:
        asleep = (sleeper for sleeper in self._sleepers.values() if sleeper.asleep)
        return min(asleep, key=self._left, default=None)

    def _left(self, sleeper: Sleeper) -> float:
        return max(0.0, sleeper.until - self._clock(sleeper.steady))

    def _clock(self, steady: bool) -> float:
        return self.pace if steady else self.wall
