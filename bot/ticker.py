"""The ticker: wakes games and sign-ups at their alarms.

It knows when something is due, not what: that is `act`'s business. Deadlines are kept in the store,
so that a restart forgets none; time in which the bot was not there is given back to the players.
"""

from __future__ import annotations

import asyncio
import logging
import math
import os
import secrets
import socket
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.time import Backoff, Time
from games.clock import Moment
from storage.store import Due, Store

log = logging.getLogger(__name__)

BEAT = 15
"""Seconds between two signs of life."""

MISSED_BEATS = 4
"""After so many beats without a sign of life, the bot was not there."""

NUDGE = 1
"""Seconds after which to look again at something that is due but not ours to do now."""


@dataclass(slots=True)
class _Trouble:
    """Something due whose work has failed: how often in a row, and until when it is let be."""

    failures: int
    until: float


class Ticker:
    """The worker that calls `act` for everything that is due.

    `act` does all that is due of the one game or sign-up it is given, as often as need be.
    `came_back` gives the players back the time in which the bot was not there, if that was long;
    it is called at the start and after a leap of the wall clock, before anything is done. `beat`
    is the time between signs of life in seconds of the steady clock; None where the wall clock is
    a plaything, as in practice: then only a new start is taken for the end of an outage.
    """

    def __init__(
        self,
        store: Store,
        act: Callable[[Due], Awaitable[None]],
        time: Time,
        came_back: Callable[[], Awaitable[None]],
        *,
        worker: str | None = None,
        beat: int | None = BEAT,
        lease: int = 60,
        most: int = 100,
        backoff: Backoff | None = None,
    ) -> None:
        self._store = store
        self._act = act
        self._time = time
        self._came_back = came_back
        self._worker = worker or f"{socket.gethostname()}/{os.getpid()}/{secrets.token_hex(4)}"
        self._beat = beat
        self._lease = lease
        self._most = most
        self._backoff = backoff or Backoff(first=30.0, longest=3600.0)
        self._at_work: dict[Due, asyncio.Task[None]] = {}
        self._troubles: dict[Due, _Trouble] = {}
        self._last_sign: Moment | None = None
        self._sign = asyncio.Lock()
        self._woken = asyncio.Event()
        self._until = math.inf
        """What is waited for, by the wall clock; infinity while that is being found out."""
        self._stopping = False

    def wake(self) -> None:
        """There may be an earlier alarm. Returns at once."""
        self._woken.set()

    def alarmed(self, at: Moment | None) -> None:
        """An alarm was set in a commit, or none: it wakes us if we wait for a later one."""
        if at is not None and at < self._until:
            self.wake()

    async def run(self) -> None:
        """Works until it is stopped or cancelled; a cancelled one is as one that has crashed."""
        beating = self._time.start(self._beats(), "ticker's heartbeat")
        failures = 0
        try:
            while not self._stopping:
                self._woken.clear()
                self._until = math.inf
                try:
                    until = await self._round()
                except Exception:
                    log.exception("the alarms cannot be read")
                    pause = min(float(BEAT), self._backoff.after(failures))
                    failures += 1
                    await self._time.rest(self._time.steady() + pause, self._woken)
                else:
                    failures = 0
                    self._until = math.inf if until is None else until
                    await self._time.wait(until, self._woken)
            await asyncio.gather(*self._at_work.values(), return_exceptions=True)
        finally:
            beating.cancel()
            for task in self._at_work.values():
                task.cancel()

    def stop(self) -> None:
        """Begins nothing more: `run` returns when what is under way is done."""
        self._stopping = True
        self._woken.set()

    # -- alarms --

    async def _round(self) -> float | None:
        """Begins everything that is due; gives the moment of the next alarm."""
        now = self._time.now()
        await self._give_sign(now, only_after_outage=True)
        alarm = await self._store.next_alarm()
        if alarm is not None and alarm > now:
            return alarm  # mostly: a look is cheap, a claim is a write
        while (room := self._most - len(self._at_work)) > 0:
            claimed = await self._store.due(now, self._worker, self._lease, room)
            for due in claimed:
                self._begin(due)
            if len(claimed) < room:
                break
        else:
            return None  # as much as we can do at a time; whatever is done wakes us
        alarm = await self._store.next_alarm()
        return None if alarm is None else max(alarm, now + NUDGE)

    def _begin(self, due: Due) -> None:
        """Sets about one thing, unless it is under way or has just failed: then it stays claimed.

        The claim keeps what fails from crowding out what is well.
        """
        if due in self._at_work:
            log.warning("still at it when the claim ran out", extra={due.kind: due.id})
            return
        trouble = self._troubles.get(due)
        if trouble is None or trouble.until <= self._time.steady():
            name = f"tick {due.kind} {due.id}"
            self._at_work[due] = self._time.start(self._do(due), name)

    async def _do(self, due: Due) -> None:
        try:
            await self._act(due)
            self._troubles.pop(due, None)
            await self._store.release(due, self._worker)
        except Exception:
            trouble = self._troubles.setdefault(due, _Trouble(0, 0.0))
            trouble.until = self._time.steady() + self._backoff.after(trouble.failures)
            trouble.failures += 1
            said = {due.kind: due.id, "failures": trouble.failures}
            log.exception("what was due could not be done", extra=said)
        finally:
            del self._at_work[due]
            self._woken.set()

    # -- signs of life --

    async def _beats(self) -> None:
        """Gives a sign of life now and then, whatever else is going on."""
        never = asyncio.Event()
        while self._beat is not None:
            await self._time.rest(self._time.steady() + self._beat, never)
            now = self._time.now()
            try:
                await self._give_sign(now)
            except Exception:
                log.exception("no sign of life could be given")

    async def _give_sign(self, now: Moment, only_after_outage: bool = False) -> None:
        """Notes that we are here. If we were not, the players get that time back first.

        A wall clock that leaps forward is no different from a machine that was asleep.
        """
        async with self._sign:
            last = self._last_sign
            if last is None or (self._beat is not None and now - last > MISSED_BEATS * self._beat):
                await self._came_back()
            elif only_after_outage:
                return
            else:
                await self._store.alive(now)
            self._last_sign = now
