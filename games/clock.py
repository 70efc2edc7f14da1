"""Deadlines as data: how long a decision may take, and what stops or stretches that time.

Times are whole seconds since 1970 in UTC and are always passed in; nothing here reads a clock. A
window runs for everybody in it from the moment it opens; whoever the turn reaches late still has
the grace from then on.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from games.core import OptionError, Seat

Moment = int
"""Seconds since 1970-01-01 00:00 UTC."""

HOUR = 3600


class Pace(msgspec.Struct, frozen=True):
    """How fast a table plays: `window` and `grace` in seconds, reminders as shares of the time."""

    window: int
    grace: int
    reminders: tuple[float, ...] = (0.5, 0.9)

    def __post_init__(self) -> None:
        if self.window < 1 or self.grace < 0:
            raise OptionError("a window lasts at least 1 second, a grace at least 0")
        if not all(0 < share < 1 for share in self.reminders):
            raise OptionError("a reminder comes after the start and before the end of the time")


PRESETS: Mapping[str, Pace] = {
    "live": Pace(120, 60),
    "fast": Pace(8 * HOUR, 2 * HOUR),
    "daily": Pace(24 * HOUR, 8 * HOUR),
    "relaxed": Pace(72 * HOUR, 24 * HOUR),
}


class Pause(msgspec.Struct, frozen=True):
    """The clock stands still since a moment, until another or until somebody resumes it."""

    since: Moment
    until: Moment | None = None


class Clock(msgspec.Struct, frozen=True):
    """A table's clock: the decision it runs for, and since when.

    `key` is the window's, None while nobody is to act; `opened` is when that window opened,
    `reached` when the turn came to `seat`; `extra` is the seconds that a moderator has added.
    `reminded` counts the reminders that the present turn has had.
    """

    pace: Pace | None = None
    key: str | None = None
    seat: Seat | None = None
    opened: Moment = 0
    reached: Moment = 0
    extra: int = 0
    pause: Pause | None = None
    reminded: int = 0

    @property
    def deadline(self) -> Moment | None:
        """When the seat at turn is taken to be silent; None without a pace, turn, or in a pause."""
        if self.pace is None or self.seat is None or self.pause is not None:
            return None
        return max(self.opened + self.pace.window, self.reached + self.pace.grace) + self.extra

    @property
    def reminder(self) -> Moment | None:
        """When the seat at turn is to be reminded next, or None."""
        deadline = self.deadline
        if deadline is None or self.pace is None or self.reminded >= len(self.pace.reminders):
            return None
        share = self.pace.reminders[self.reminded]
        return self.reached + int((deadline - self.reached) * share)

    @property
    def alarm(self) -> Moment | None:
        """The next moment at which this clock wants something done: remind, time out, or resume."""
        if self.pause is not None:
            return self.pause.until
        moments = [moment for moment in (self.reminder, self.deadline) if moment is not None]
        return min(moments, default=None)

    def showing(self, key: str | None, seat: Seat | None, now: Moment) -> Clock:
        """The clock for the decision that is open now; the same clock if nothing changed."""
        if (key, seat) == (self.key, self.seat):
            return self
        if key != self.key:
            return self.restarted(key, seat, now)
        reached = self.pause.since if self.pause else now
        return msgspec.structs.replace(self, seat=seat, reached=reached, extra=0, reminded=0)

    def restarted(self, key: str | None, seat: Seat | None, now: Moment) -> Clock:
        """A full new time from now on; while paused, it begins to run at the resume."""
        start = self.pause.since if self.pause else now
        return Clock(self.pace, key, seat, opened=start, reached=start, pause=self.pause)

    def afresh(self, now: Moment) -> Clock:
        """A full new window for the seat at turn alone: whoever follows in it has what is left."""
        start = self.pause.since if self.pause else now
        clock = msgspec.structs.replace(self, reached=start, extra=0, reminded=0)
        if self.pace is None:
            return clock
        least = max(self.opened + self.pace.window, start + self.pace.grace)
        whole = start + max(self.pace.window, self.pace.grace)
        return clock.extended(whole - least)

    def paused(self, now: Moment, until: Moment | None = None) -> Clock:
        """Stopped; a clock that stands already only takes the new end."""
        since = self.pause.since if self.pause else now
        return msgspec.structs.replace(self, pause=Pause(since, until))

    def resumed(self, now: Moment) -> Clock:
        """Running again, with exactly the time that was left when it stopped."""
        if self.pause is None:
            return self
        stood = max(0, now - self.pause.since)
        return msgspec.structs.replace(self.shifted(stood), pause=None)

    def shifted(self, seconds: int) -> Clock:
        """Everything later by so many seconds: time that nobody could use is given back."""
        return msgspec.structs.replace(
            self, opened=self.opened + seconds, reached=self.reached + seconds
        )

    def extended(self, seconds: int) -> Clock:
        """More time for the seat at turn."""
        return msgspec.structs.replace(self, extra=self.extra + seconds)
