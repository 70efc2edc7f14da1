"""A turn's time, counted by hand: what the clock says is compared with this.

It knows nothing of how `games/clock.py` computes. It goes through the time quarter by quarter,
reads the wall clock of the player at each of them, and takes it off what is left, or does not.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from zoneinfo import ZoneInfo

from games.hours import Hours, Moment
from games.pace import Pace

QUARTER = 900
"""Everything here begins and lasts in quarters of an hour, in seconds."""


@lru_cache(maxsize=200_000)
def asleep(hours: Hours, quarter: int) -> bool:
    """Whether the quarter is free by what the clock on the player's wall shows then."""
    local = datetime.fromtimestamp(quarter * QUARTER, ZoneInfo(hours.zone))
    minute = local.hour * 60 + local.minute
    first, last = hours.quiet or (0, 0)
    quiet = first <= minute < last if first <= last else not last <= minute < first
    weekend = hours.weekends and local.weekday() >= 5
    return quiet or weekend or f"{local:%Y-%m-%d}" in hours.leave


@dataclass
class Budget:
    """What is left of one turn, in quarters, and where its time is known to stand still."""

    pace: Pace
    hours: Hours
    now: int
    window: int
    grace: int
    extra: int = 0
    waited: int = 0
    since: int = 0
    still: set[int] = field(default_factory=set)
    sure: set[int] = field(default_factory=set)
    """Those of `still` that stay whatever the player changes."""
    paused: bool = False

    @staticmethod
    def of(pace: Pace, hours: Hours, opened: int, now: int) -> Budget:
        """Of a turn that comes now, in a window that opened then."""
        window = pace.window // QUARTER - (now - opened)
        budget = Budget(pace, hours, now, window, pace.grace // QUARTER, since=now)
        budget.settle()
        return budget

    # --- what it comes to ---

    def out(self, start: int, left: int, still: set[int]) -> int:
        """When a time that runs from `start` is out; where it stands still joins `still`."""
        while True:
            at, rest = start, left
            while rest > 0 or at in still:
                rest -= at not in still
                at += 1
            if not asleep(self.hours, at):
                return at
            night = {at}
            while (before := min(night) - 1) >= start and asleep(self.hours, before):
                night.add(before)
            after = at
            while asleep(self.hours, after):
                night.add(after)
                after += 1
            still |= night

    def ends(self, still: set[int]) -> int:
        """When the turn is out, if nothing happens any more and nothing caps it."""
        base = self.out(self.now, self.window, still) if self.window > 0 else self.now
        graced, rest = self.now, self.grace
        while rest > 0:
            rest -= not asleep(self.hours, graced)
            graced += 1
        return self.out(max(base, graced), self.extra, still)

    def settle(self) -> None:
        """The nights in which it would end are nights in which it stands still, once it runs."""
        if not self.paused:
            self.ends(self.still)

    @property
    def deadline(self) -> Moment:
        """In seconds, within the longest wait."""
        end = self.ends(set(self.still))
        latest = self.now + self.pace.max_wait // QUARTER - self.waited
        if end <= latest:
            return end * QUARTER
        evening = latest
        while asleep(self.hours, evening) and asleep(self.hours, evening - 1):
            evening -= 1
        if asleep(self.hours, latest) and evening * QUARTER - 1 > self.since * QUARTER:
            return evening * QUARTER - 1
        return latest * QUARTER

    # --- what happens ---

    def run(self, quarters: int) -> None:
        """So much time goes by."""
        for _ in range(quarters):
            over = self.window <= 0 and self.grace <= 0
            stands = self.now in self.still
            if not stands:
                if over:
                    self.extra = max(0, self.extra - 1)
                self.window -= 1
            if not asleep(self.hours, self.now):
                self.grace = max(0, self.grace - 1)
            self.now += 1
            self.waited += 1

    def pause(self) -> None:
        """The time stops running."""
        self.paused = True
        self.sure |= self.still

    def stop(self, quarters: int) -> None:
        """So much time goes by in which nobody could play, and then it runs on."""
        self.pause()
        self.now += quarters
        self.since = self.now
        self.paused = False
        self.settle()

    def add(self, quarters: int) -> None:
        """More time."""
        self.ends(self.still)
        self.sure |= self.still
        self.extra += quarters
        self.settle()

    def change(self, hours: Hours) -> None:
        """Other leave, from now on."""
        if hours == self.hours:
            return
        kept: set[int] = set()
        ahead = sorted(one for one in self.still if one >= self.now)
        for one in ahead:
            if one - 1 in self.still and one != self.now:
                continue  # not where a night begins
            night = {one}
            while max(night) + 1 in self.still:
                night.add(max(night) + 1)
            begun = one == self.now and one - 1 in self.still
            if not (begun or night & self.sure) or not asleep(hours, one):
                continue
            while one - 1 >= self.now and asleep(hours, one - 1):
                one -= 1
            while asleep(hours, one):
                kept.add(one)
                one += 1
        self.hours, self.still, self.sure, self.since = hours, kept, set(kept), self.now
        self.settle()
