"""A player's own hours: the nights, weekends and days of leave in which no deadline may fall.

Hours are kept by the player's wall clock: a second is free if the clock on the wall of the zone
shows a quiet hour, a free weekend or a day of leave. Where clocks are put on or back, or a zone
leaves out a whole day, that holds to the second. What a deadline does with free time is the
business of `clock.py`; who wished what, and when, that of the table and the shell.
"""

from __future__ import annotations

import re
import zoneinfo
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from typing import Literal

import msgspec

from games.core import NotationError, OptionError, shown

Moment = int
"""Seconds since 1970-01-01 00:00 UTC."""

Stretch = tuple[Moment, Moment]
"""A stretch of time: its first second, and the first after it."""

MINUTE = 60
HOUR = 60 * MINUTE
DAY = 24 * HOUR
LONGEST_QUIET = 12 * 60
"""The most that may be quiet of a day, in minutes."""

# Names in the database that are no place, and would say nothing of the player's wall clock.
_NO_ZONES = {"Factory", "localtime", "posixrules"}


class Hours(msgspec.Struct, frozen=True, omit_defaults=True):
    """When a player is not to be waited for.

    `quiet` is from which to which minute of the local day, past midnight if it ends before it
    begins; `weekends` frees Saturdays and Sundays; `leave` lists local days, like `2027-03-14`.
    """

    zone: str = "UTC"
    quiet: tuple[int, int] | None = None
    weekends: bool = False
    leave: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.quiet is not None:
            _check_quiet(*self.quiet)
        for day in self.leave:
            _day_number(day)

    @property
    def free(self) -> bool:
        """Whether there is any free time at all."""
        quiet = self.quiet is not None and self.quiet[0] != self.quiet[1]
        return quiet or self.weekends or bool(self.leave)


ALWAYS = Hours()
"""Of whoever has wished nothing: there is no free time."""


Remind = Literal["all", "last", "none"]
"""Which of the reminders of a turn somebody wants."""


class Wishes(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a player has asked every table to keep to."""

    hours: Hours = ALWAYS
    remind: Remind = "all"
    digest: bool = False


# --- free and waking time ------------------------------------------------------------------------


def free_stretch(hours: Hours, moment: Moment) -> Stretch | None:
    """The free stretch that a moment lies in, or None if it is a waking one.

    Quiet hours, weekends and leave that touch are one stretch.
    """
    if not hours.free:
        return None
    day = moment // DAY
    for first, end in _free_in(hours, day):
        if first <= moment < end:
            break
    else:
        return None
    while first == day * DAY:
        before = _free_in(hours, day - 1)
        if not before or before[-1][1] != first:
            break
        day, first = day - 1, before[-1][0]
    day = moment // DAY
    while end == (day + 1) * DAY:
        after = _free_in(hours, day + 1)
        if not after or after[0][0] != end:
            break
        day, end = day + 1, after[0][1]
    return first, end


def waking(hours: Hours, start: Moment, end: Moment) -> int:
    """How many seconds from `start` to before `end` are not free."""
    if end <= start:
        return 0
    free = 0
    if hours.free:
        for day in range(start // DAY, (end - 1) // DAY + 1):
            for first, last in _free_in(hours, day):
                free += max(0, min(last, end) - max(first, start))
    return end - start - free


def after_waking(hours: Hours, start: Moment, seconds: int) -> Moment:
    """The moment at which so many waking seconds have gone by since `start`."""
    if seconds <= 0 or not hours.free:
        return start + max(0, seconds)
    at, left = start, seconds
    while True:
        # Within a day of UTC; what is free in it is cached.
        midnight = (at // DAY + 1) * DAY
        for first, end in _free_in(hours, at // DAY):
            if end <= at:
                continue
            awake = max(0, first - at)
            if left <= awake:
                return at + left
            left -= awake
            at = end
        if left <= midnight - at:
            return at + left
        left -= midnight - at
        at = midnight


@lru_cache(maxsize=8192)
def _free_in(hours: Hours, day: int) -> tuple[Stretch, ...]:
    """What is free within one day of UTC, counted from 1970; in order, and none touch."""
    free: list[Stretch] = []
    for start, end, offset in _offsets(hours.zone, day):
        local = start + offset
        while local < end + offset:
            number = local // DAY
            until = min((number + 1) * DAY, end + offset)
            for first, last in _free_of(hours, number):
                first, last = max(first, local) - offset, min(last, until) - offset
                if last <= first:
                    continue
                if free and free[-1][1] == first:
                    free[-1] = free[-1][0], last
                else:
                    free.append((first, last))
            local = until
    return tuple(free)


def _free_of(hours: Hours, number: int) -> tuple[Stretch, ...]:
    """What is free of a local day, in seconds of the wall clock since its 1970-01-01 00:00."""
    start, end = number * DAY, (number + 1) * DAY
    weekday = (number + 3) % 7  # 1970 began on a Thursday; Monday is 0
    if (hours.weekends and weekday >= 5) or number in _leave_days(hours.leave):
        return ((start, end),)
    if hours.quiet is None:
        return ()
    first, last = (start + minute * MINUTE for minute in hours.quiet)
    if first < last:
        return ((first, last),)
    return ((start, last), (first, end)) if last < first else ()


@lru_cache(maxsize=256)
def _leave_days(leave: tuple[str, ...]) -> frozenset[int]:
    return frozenset(map(_day_number, leave))


@lru_cache(maxsize=8192)
def _offsets(zone: str, day: int) -> tuple[tuple[Moment, Moment, int], ...]:
    """A day of UTC in pieces: from when to when the wall clock is by how many seconds ahead."""
    place = place_of(zone)
    pieces: list[tuple[Moment, Moment, int]] = []
    since = asked = day * DAY
    offset = _offset(place, since)
    while asked < (day + 1) * DAY - 1:
        later = min(asked + HOUR, (day + 1) * DAY - 1)
        if (new := _offset(place, later)) != offset:
            same, other = asked, later
            while other - same > 1:
                middle = (same + other) // 2
                if _offset(place, middle) == offset:
                    same = middle
                else:
                    other = middle
            pieces.append((since, other, offset))
            since, offset = other, new
        asked = later
    return (*pieces, (since, (day + 1) * DAY, offset))


def _offset(place: zoneinfo.ZoneInfo, moment: Moment) -> int:
    """By how many seconds the wall clock of a place is ahead of UTC."""
    ahead = (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=moment)).astimezone(place)
    offset = ahead.utcoffset()
    assert offset is not None  # every zone has one
    return offset // timedelta(seconds=1)


@lru_cache(maxsize=1024)
def place_of(name: str) -> zoneinfo.ZoneInfo:
    """A zone by name; one that this machine does not know goes by UTC, so that play goes on."""
    try:
        return zoneinfo.ZoneInfo(name)
    except (ValueError, OSError, zoneinfo.ZoneInfoNotFoundError):
        return zoneinfo.ZoneInfo("UTC")


# --- reading and writing -------------------------------------------------------------------------


def read_zone(text: str) -> str:
    """Reads a zone of the IANA database in any case, blanks for underscores: `europe/berlin`."""
    zone = zones().get(re.sub(r"\s+", "_", text.strip()).lower())
    if zone is None:
        raise OptionError(
            f"expected a time zone like Europe/Berlin or America/New_York, found {shown(text)}"
        )
    return zone


@lru_cache(maxsize=1)
def zones() -> dict[str, str]:
    """All zones, by their names in lower case."""
    return {name.lower(): name for name in zoneinfo.available_timezones() - _NO_ZONES}


_TIME = r"(\d{1,2})(?:[:.h]?(\d{2}))?\s*(am|pm)?"
_QUIET = re.compile(rf"{_TIME}\s*(?:-|–|—|to)\s*{_TIME}", re.ASCII | re.IGNORECASE)


def read_quiet(text: str) -> tuple[int, int] | None:
    """Reads quiet hours, like `23-7`, `22:30-07:00` or `11pm-7am`; None for `off`, or none at all.

    NotationError where they cannot be read, OptionError where they are too many.
    """
    if text.strip().lower() in ("off", "none"):
        return None
    match = _QUIET.fullmatch(text.strip())
    if match is None:
        raise NotationError("quiet hours like 23-7 or 22:30-07:00, or off", text)
    first, last = _minute(text, *match.group(1, 2, 3)), _minute(text, *match.group(4, 5, 6))
    if first == last:
        return None
    # Midnight at the end is written 0:00, but `0-24` is a whole day and no night of no length.
    quiet = first % (24 * 60), last % (24 * 60)
    _check_quiet(*quiet, length=(last - first) % (24 * 60) or 24 * 60)
    return quiet


def _minute(text: str, hour: str, minute: str | None, half: str | None) -> int:
    """The minute of the day that a time names, 1440 for 24:00."""
    hours, minutes = int(hour), int(minute or 0)
    if half is not None and 1 <= hours <= 12:
        hours = hours % 12 + (12 if half.lower() == "pm" else 0)
    elif half is not None:
        hours = 25
    if minutes > 59 or hours * 60 + minutes > 24 * 60:
        raise NotationError("times from 0:00 to 24:00, like 22:30-07:00", text)
    return hours * 60 + minutes


def _written(minute: int) -> str:
    return f"{minute // 60:02}:{minute % 60:02}"


def _check_quiet(first: int, last: int, length: int | None = None) -> None:
    """Refuses quiet hours that are no part of a day, or too much of it."""
    if not (0 <= first < 24 * 60 and 0 <= last < 24 * 60):
        raise OptionError(f"expected minutes of a day, 0 to 1439, found {first} to {last}")
    length = (last - first) % (24 * 60) if length is None else length
    if length > LONGEST_QUIET:
        found = f"{length // 60} h {length % 60} min" if length % 60 else f"{length // 60} hours"
        raise OptionError(
            f"expected quiet hours of at most 12 hours a day, found {found}, "
            f"from {_written(first)} to {_written(last)}"
        )


def _day_number(text: str) -> int:
    """The number of a local day, counted from 1970, that is written like `2027-03-14`."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise OptionError(f"expected a day like 2027-03-14, found {shown(text)}") from None
    return (day - date(1970, 1, 1)).days
