"""Deadlines as data: how long a decision may take, and what stops or stretches that time.

Times are whole seconds since 1970 in UTC and are always passed in; nothing here reads a clock. A
window runs for everybody in it from the moment it opens; whoever the turn reaches late still has
the grace from then on. No deadline falls into the free time of its player, and whatever has moved
it, a turn comes to an end within the pace's `max_wait`. What is free is the business of `hours.py`.

What is left of a turn is never lost and never given twice. A night stops the time only if that
would run out in it; it then goes on in the morning with what was left in the evening. Such a night
is kept (`Run.nights`) when a pause, an outage or an extension moves the end behind it, for
otherwise more time could mean an earlier deadline.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from games.core import OrderRefused, Seat
from games.hours import ALWAYS, Hours, Stretch, after_waking, free_stretch, waking
from games.hours import HOUR as HOUR
from games.hours import Moment as Moment
from games.pace import Pace, span


class Pause(msgspec.Struct, frozen=True):
    """The clock stands still since a moment, until another or until somebody resumes it."""

    since: Moment
    until: Moment | None = None


class Run(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a turn has behind it that was stopped or moved, so that what is left stays exact."""

    since: Moment
    """From when on its time runs without a stop."""
    late: int = 0
    """By how many seconds its window ends later than everybody's."""
    graced: int = 0
    """Waking seconds of the grace that had gone by before."""
    nights: tuple[Stretch, ...] = ()
    """The free stretches ahead in which its time stands still in any case."""


class Clock(msgspec.Struct, frozen=True):
    """A table's clock: the decision it runs for, and since when.

    `key` is the window's, None while nobody is to act; `opened` is when that window opened,
    `reached` when the turn came to `seat`, both put later by the time that the clock has stood
    still since; `extra` is the seconds that were added for this turn. `reminded` counts the
    reminders that it has had, `stood` the seconds of its pauses. `hours` are the players', by
    seat, as they held when the window opened; a seat that is not among them is always awake.
    `run` is None for a turn that nothing has stopped or moved. `added` is when the time begins that
    was added after the last reminder, until that time has had its own; a `mute` turn has no more.
    """

    pace: Pace | None = None
    key: str | None = None
    seat: Seat | None = None
    opened: Moment = 0
    reached: Moment = 0
    extra: int = 0
    pause: Pause | None = None
    reminded: int = 0
    hours: tuple[Hours, ...] = ()
    stood: int = 0
    run: Run | None = None
    added: Moment | None = None
    mute: bool = False

    @property
    def deadline(self) -> Moment | None:
        """When the seat at turn is taken to be silent; None without a pace, turn, or in a pause."""
        if self.pace is None or self.seat is None or self.pause is not None:
            return None
        if self.run is None and not self.hours:
            # What most clocks are: the same as below, without a detour. Each commit asks for it.
            end = max(self.opened + self.pace.window, self.reached + self.pace.grace) + self.extra
            return min(end, self.reached + self.pace.max_wait)
        return self._capped(self._course(self.pace).end, self.pace.max_wait)

    @property
    def reminder(self) -> Moment | None:
        """When the seat at turn is to be reminded next, or None."""
        if self.pace is None or self.mute:
            return None
        shares, deadline = self.pace.reminders, self.deadline
        if deadline is None:
            return None
        if self.reminded < len(shares):
            since, share = self.reached, shares[self.reminded]
        elif shares and self.added is not None:
            since, share = self.added, shares[-1]
        else:
            return None
        moment = since + int((deadline - since) * share)
        if self.hours and (hours := self._own_hours).free:
            # What was due before a stop that ended in the night waits for the morning, too.
            moment = max(moment, self._running.since)
            if (stretch := free_stretch(hours, moment)) is not None:
                moment = stretch[1]
        return moment if moment < deadline else None

    @property
    def alarm(self) -> Moment | None:
        """The next moment at which this clock wants something done: remind, time out, or resume."""
        if self.pause is not None:
            return self.pause.until
        moments = [moment for moment in (self.reminder, self.deadline) if moment is not None]
        return min(moments, default=None)

    def showing(
        self, key: str | None, seat: Seat | None, now: Moment, hours: Sequence[Hours] = ()
    ) -> Clock:
        """The clock for the decision that is open now; the same clock if nothing changed.

        A new decision takes over what the players' `hours` are now, by seat.
        """
        if (key, seat) == (self.key, self.seat):
            return self
        if key != self.key:
            kept = tuple(map(self._allowed, hours))
            clock = self.restarted(key, seat, now)
            return replace(clock, hours=kept) if any(one.free for one in kept) else clock
        reached = self.pause.since if self.pause else now
        return Clock(self.pace, key, seat, self.opened, reached, pause=self.pause, hours=self.hours)

    def restarted(self, key: str | None, seat: Seat | None, now: Moment) -> Clock:
        """A full new time from now on; while paused, it begins to run at the resume."""
        start = self.pause.since if self.pause else now
        return Clock(self.pace, key, seat, opened=start, reached=start, pause=self.pause)

    def afresh(self, now: Moment) -> Clock:
        """A full new window for the seat at turn alone: whoever follows in it has what is left."""
        start = self.pause.since if self.pause else now
        run = Run(start, late=start - self.opened)
        afresh = Clock(self.pace, self.key, self.seat, self.opened, start, pause=self.pause)
        return replace(afresh, hours=self.hours, stood=self.stood, run=run)

    def with_hours(self, seat: Seat, hours: Hours, now: Moment, newcomer: bool = False) -> Clock:
        """The clock after a player has changed the own hours, in the middle of a window.

        Leave counts at once; zone, quiet hours and weekends from the next window on, but for a
        newcomer to the seat, whose hours hold at once.
        """
        new = self._allowed(hours)
        old = self._hours_of(seat)
        if not newcomer:
            # Whoever has been free at no time has had no zone to speak of: the leave's is the new.
            new = replace(old, zone=old.zone if old.free else new.zone, leave=new.leave)
        if new == old or self.pace is None:
            return self
        all_hours = self.hours + (ALWAYS,) * (seat + 1 - len(self.hours))
        all_hours = (*all_hours[:seat], new, *all_hours[seat + 1 :])
        if seat != self.seat:
            return replace(self, hours=all_hours)
        # What has gone by so far went by under the old hours.
        clock = self if self.pause is not None else self._counted(now)
        run = clock._running
        due = () if newcomer else self._due_nights(run)
        found = (free_stretch(new, max(first, run.since)) for first, _ in due)
        nights = tuple(dict.fromkeys(night for night in found if night is not None))
        return replace(clock, hours=all_hours, run=replace(run, nights=nights))

    def paused(self, now: Moment, until: Moment | None = None) -> Clock:
        """Stopped, for as long as the pace lets a turn stand still; None is for all of that.

        A clock that stands already only takes the new end. OrderRefused if this turn has stood
        for as long as it may.
        """
        since = self.pause.since if self.pause else now
        if self.pace is not None:
            latest = since + self.pace.max_pause - self.stood
            if latest <= now:
                raise OrderRefused(
                    f"all pauses of one turn may last {span(self.pace.max_pause)} together, and "
                    "this turn has had them: only the next one can be paused"
                )
            until = latest if until is None else min(until, latest)
        clock = self if self.pause is not None else self._counted(now)
        return replace(clock, pause=Pause(since, until))

    def ending(self) -> Clock:
        """The same clock; one that was stopped when pauses had no end goes on by itself, too."""
        if self.pause is None or self.pause.until is not None or self.pace is None:
            return self
        return self.paused(self.pause.since)

    def resumed(self, now: Moment) -> Clock:
        """Running again, with exactly the time that was left when it stopped."""
        if self.pause is None:
            return self
        stood = max(0, now - self.pause.since)
        return replace(self._later(stood), pause=None, stood=self.stood + stood)

    def shifted(self, seconds: int, until: Moment | None = None) -> Clock:
        """Everything later by so many seconds: time that nobody could use, up to `until`.

        A night in which the clock stood still anyhow is not given back once more. Where nobody
        knows the end, the time counts as lost when the turn began to run.
        """
        start = self._running.since if until is None else until - seconds
        return self._counted(start)._later(seconds)

    def extended(self, seconds: int) -> Clock:
        """More time for the seat at turn, from its deadline on.

        If it has had all its reminders, it is reminded once more in what is added.
        """
        clock = replace(self, extra=self.extra + seconds)
        if self.pace is None:
            return clock
        if self.reminded >= len(self.pace.reminders):
            clock = replace(clock, added=replace(self, pause=None).deadline)
        if self._sleepless:
            return clock
        nights = self._course(self.pace).nights
        return replace(clock, run=replace(self._running, nights=nights))

    def over(self) -> Clock:
        """Its time is over, and so are the reminders of that time, also those that never came."""
        reminders = len(self.pace.reminders) if self.pace else 0
        return replace(self, reminded=max(self.reminded, reminders), added=None)

    def told(self) -> Clock:
        """The seat at turn has had the next reminder."""
        of_added = self.pace is not None and self.reminded >= len(self.pace.reminders)
        return replace(self, reminded=self.reminded + 1, added=None if of_added else self.added)

    def hushed(self) -> Clock:
        """No more reminders for this turn."""
        return self if self.pace is None else replace(self, mute=True)

    # --- how the present turn runs ---

    @property
    def _running(self) -> Run:
        return Run(self.reached) if self.run is None else self.run

    @property
    def _own_hours(self) -> Hours:
        """The hours of the seat at turn."""
        return ALWAYS if self.seat is None else self._hours_of(self.seat)

    @property
    def _sleepless(self) -> bool:
        """Whether no free time, present or past, has anything to do with this turn."""
        return not self._own_hours.free and (self.run is None or not self.run.nights)

    def _hours_of(self, seat: Seat) -> Hours:
        return self.hours[seat] if seat < len(self.hours) else ALWAYS

    def _allowed(self, hours: Hours) -> Hours:
        """What the table keeps to of somebody's hours."""
        if self.pace is None:
            return ALWAYS
        return hours if self.pace.weekends else replace(hours, weekends=False)

    def _course(self, pace: Pace) -> _Course:
        """The rest of the turn as it goes if nothing happens any more."""
        run = self._running
        window = self.opened + pace.window + run.late
        if self._sleepless:
            base = max(window, run.since + pace.grace - run.graced)
            return _Course(base, base + self.extra)
        hours = self._own_hours
        before: tuple[Stretch, ...] = ()
        if window > run.since:
            window, before = _awake(hours, run.since, window, run.nights)
        grace = after_waking(hours, run.since, pace.grace - run.graced)
        base = max(window, grace)
        end, after = _awake(hours, base, base + self.extra, run.nights)
        return _Course(base, end, before, after)

    def _capped(self, end: Moment, max_wait: int) -> Moment:
        """The end of a turn, or where it must end at the latest (`max_wait`)."""
        latest = self.reached + max_wait
        if end <= latest:
            return end
        stretch = free_stretch(self._own_hours, latest)
        # Where it was all free since the turn runs, nothing but its last moment is left.
        if stretch is None or stretch[0] - 1 <= self._running.since:
            return latest
        return stretch[0] - 1

    def _counted(self, now: Moment) -> Clock:
        """The same clock, with what has gone by of the turn until now written down."""
        if self.pace is None or self.seat is None:
            return self
        run, course = self._running, self._course(self.pace)
        now = max(now, run.since)
        nights = tuple(night for night in course.nights if night[1] > now)
        if now < course.base:
            late = run.late + _stood(course.before, now)
            graced = run.graced + waking(self._own_hours, run.since, now)
            return replace(self, run=Run(now, late, min(graced, self.pace.grace), nights))
        gone = now - course.base - _stood(course.after, now)
        over = Run(now, run.late, self.pace.grace, nights)
        return replace(self, extra=max(0, self.extra - gone), run=over)

    def _due_nights(self, run: Run) -> tuple[Stretch, ...]:
        """The nights of a turn, counted up to `run`, that other hours of its player leave to it.

        They are those that it has had before, and the one that has begun. Where else the time
        stands still depends on the new hours alone: leave that is taken back leaves nothing.
        """
        before = {last for _, last in self._running.nights}
        return tuple(
            (first, last) for first, last in run.nights if last in before or first < run.since
        )

    def _later(self, seconds: int) -> Clock:
        """Begun later by so many seconds."""
        run = self.run and replace(self.run, since=self.run.since + seconds)
        added = None if self.added is None else self.added + seconds
        opened, reached = self.opened + seconds, self.reached + seconds
        return replace(self, opened=opened, reached=reached, run=run, added=added)


class _Course(NamedTuple):
    """How a turn goes: to the end of window and grace, then to the end of what was added.

    `before` and `after` that base are the free stretches in which the time stands still.
    """

    base: Moment
    end: Moment
    before: tuple[Stretch, ...] = ()
    after: tuple[Stretch, ...] = ()

    @property
    def nights(self) -> tuple[Stretch, ...]:
        """All of them, in order."""
        return self.before + self.after


def _awake(
    hours: Hours, start: Moment, end: Moment, nights: tuple[Stretch, ...]
) -> tuple[Moment, tuple[Stretch, ...]]:
    """When a time that runs from `start` and would be out at `end` is out in waking time.

    With the stretches in which it stands still: of `nights` all that it comes to, and whichever
    it would end in.
    """
    stands: list[Stretch] = []
    for first, last in nights:
        if last > start and first <= end:
            stands.append((max(first, start), last))
            end += last - stands[-1][0]
    while (stretch := free_stretch(hours, end)) is not None:
        first, last = max(stretch[0], start), stretch[1]
        stands.append((first, last))
        end = last + end - first
    return end, tuple(stands)


def _stood(nights: tuple[Stretch, ...], now: Moment) -> int:
    """How long a time has stood still until now."""
    return sum(max(0, min(last, now) - first) for first, last in nights)
