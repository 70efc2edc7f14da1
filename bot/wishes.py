"""What somebody asks all games to keep to: in typed words, in told ones, and as one keeps to it.

The hours are `games.hours`' business; how wishes are kept and reach the games is `personal.py`'s.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import date, datetime, timedelta
from difflib import get_close_matches
from itertools import groupby

from games.clock import Moment
from games.core import NotationError, OptionError, shown
from games.hours import Hours, Wishes, place_of, read_zone, zones
from games.pace import Pace
from games.text import either, listed
from storage.store import Person

MOST_DAYS = 60
"""Days of leave that are said at once; more is no leave, but a game to be left to somebody else."""

FARTHEST_DAYS = 366
"""Days that a leave may lie ahead."""

NEAR = 5
"""Time zones that are offered to somebody who has named none."""

MOST_OFFERED = 25
"""Time zones that are offered while somebody types."""


# --- from a person to a game ---------------------------------------------------------------------


def wishes(person: Person, pace: Pace | None, started: Moment) -> Wishes:
    """What one game keeps to of what somebody asks for; only the first days of leave count."""
    hours = Hours(
        person.zone,
        person.quiet,
        person.weekends,
        tuple(day.isoformat() for day in counting(person, pace, started)),
    )
    return Wishes(hours, person.remind, person.digest is not None)


def counting(person: Person, pace: Pace | None, started: Moment) -> list[date]:
    """The days of leave that count in a game that began then: so many as its pace allows."""
    if pace is None:
        return []
    began = local(person, started).date()
    days = [date.fromisoformat(day) for day in person.leave]
    return [day for day in sorted(days) if day >= began][: pace.leave]


def local(person: Person, moment: Moment) -> datetime:
    """What a clock on somebody's wall shows."""
    return datetime.fromtimestamp(moment, place_of(person.zone))


def next_digest(person: Person, now: Moment) -> Moment | None:
    """When somebody's next digest is due; None without one.

    On a day that has had one there is no second, whatever the hour and the zone are now.
    """
    if person.digest is None:
        return None
    day = local(person, now).date()
    while True:
        at = datetime(day.year, day.month, day.day, person.digest, tzinfo=place_of(person.zone))
        due = int(at.timestamp())
        if due > now and day.isoformat() != person.digested:
            return due
        day += timedelta(days=1)


# --- reading what is typed -----------------------------------------------------------------------


def zone(typed: str) -> str:
    """The time zone that somebody names, in full or by its city.

    OptionError where there is none or several, with the names of those that are near.
    """
    with suppress(OptionError):
        return read_zone(typed)
    words = _plain(typed)
    cities: dict[str, list[str]] = {}
    for name in _zones():
        cities.setdefault(_city(name), []).append(name)
    named = cities.get(words, [])
    if len({_seasons(name) for name in named}) == 1:
        return named[0]
    near = named or [name for name in _zones() if len(words) > 2 and words in _plain(name)]
    if not near:
        close = get_close_matches(words[:40], cities, n=NEAR, cutoff=0.7)
        near = [name for city in close for name in cities[city]]
    offered = either(near[:NEAR] or ["Europe/Berlin", "America/New_York", "UTC"])
    if named:
        raise OptionError(f"{shown(typed)} can be several time zones: name {offered}")
    raise OptionError(f"I know no time zone and no city {shown(typed)}: name one, like {offered}")


def _seasons(name: str) -> tuple[timedelta | None, ...]:
    """What sets a zone apart from others: an old name of one has the same, year by year."""
    place = place_of(name)
    return tuple(
        datetime(year, month, 1, tzinfo=place).utcoffset()
        for year in range(2000, 2030)
        for month in (1, 4, 7, 10)
    )


def zone_labels(typed: str, now: Moment) -> list[tuple[str, str]]:
    """The time zones that fit what is typed, each with the time there; cities that begin so first.

    What cannot be shown at once has to be typed further.
    """
    words = _plain(typed)
    fit = [name for name in _zones() if words in _plain(name)]
    fit.sort(key=lambda name: not _city(name).startswith(words))
    return [(f"{name}, {_time_in(name, now)} there", name) for name in fit[:MOST_OFFERED]]


def _time_in(name: str, now: Moment) -> str:
    return f"{datetime.fromtimestamp(now, place_of(name)):%a %H:%M}"


def _zones() -> list[str]:
    return sorted(zones().values())


def _city(name: str) -> str:
    return _plain(name.rpartition("/")[2])


def _plain(name: str) -> str:
    return " ".join(re.split(r"[\s_]+", name.strip().casefold()))


def day(typed: str, today: date) -> date:
    """A date that somebody types, or today or tomorrow; a GameError says what is wrong with it."""
    words = typed.strip().casefold()
    if words in ("today", "tomorrow"):
        return today + timedelta(days=words == "tomorrow")
    found = re.fullmatch(r"([0-9]{1,6})-([0-9]{1,2})-([0-9]{1,2})", words)
    if found is None:
        raise NotationError(f"a date like {today.isoformat()}", typed)
    year, month, number = map(int, found.groups())
    try:
        return date(year, month, number)
    except ValueError:
        raise OptionError(
            f"there is no day {shown(typed.strip(), quote=False)}: "
            f"expected a date like {today.isoformat()}"
        ) from None


def days(first: str, last: str | None, today: date) -> list[date]:
    """The days from one date to another, both included, none of them past."""
    start = day(first, today)
    end = start if last is None else day(last, today)
    if end < start:
        raise OptionError(f"a leave ends on its first day or later: {end} is before {start}")
    if start < today:
        raise OptionError(f"a leave begins today, {today}, or later: {start} is over")
    if (end - start).days >= MOST_DAYS:
        raise OptionError(
            f"expected at most {MOST_DAYS} days at a time, found {(end - start).days + 1}"
        )
    if (end - today).days > FARTHEST_DAYS:
        latest = today + timedelta(days=FARTHEST_DAYS)
        raise OptionError(f"expected days until {latest}, a year from now, found {end}")
    return [start + timedelta(days=number) for number in range((end - start).days + 1)]


def hour(typed: str) -> int:
    """A full hour of the day, like 20 or 8pm."""
    found = re.fullmatch(r"([0-9]{1,2})(?::00)?\s*(am|pm)?", typed.strip().lower())
    number = int(found[1]) if found else 24
    if found and found[2]:
        number = number % 12 + 12 * (found[2] == "pm") if 1 <= number <= 12 else 24
    if number > 23:
        raise OptionError(f"expected a full hour from 0 to 23, or off, found {shown(typed)}")
    return number


# --- in words ------------------------------------------------------------------------------------


def day_in_words(one: date) -> str:
    """`Thu 24 Dec 2026`."""
    return f"{one:%a} {one.day} {one:%b %Y}"


def days_in_words(some: Iterable[date]) -> str:
    """`Thu 24 Dec 2026 to Sun 27 Dec 2026, and Sat 2 Jan 2027`: days in a row together."""
    return listed(
        day_in_words(first) if first == last else f"{day_in_words(first)} to {day_in_words(last)}"
        for first, last in _runs(sorted(some))
    )


def _runs(some: Sequence[date]) -> Iterator[tuple[date, date]]:
    for _, run in groupby(enumerate(some), key=lambda pair: pair[1].toordinal() - pair[0]):
        together = [one for _, one in run]
        yield together[0], together[-1]


def quiet_in_words(quiet: tuple[int, int]) -> str:
    """`23:00 to 07:00`."""
    return " to ".join(f"{minute // 60:02}:{minute % 60:02}" for minute in quiet)


def clock_in_words(moment: datetime) -> str:
    """`Mon 30 Nov, 11:45`."""
    return f"{moment:%a} {moment.day} {moment:%b, %H:%M}"
