"""People with habits, for a simulation: when they look, what they answer then, when they are away.

A file in TOML says who they are (docs/habits). Nothing here knows a table or a game: what somebody
does at a look is decided in `days.py`, where the game is played.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from itertools import count
from math import log
from typing import Any, Literal
from zoneinfo import ZoneInfo

from games.clock import Moment
from games.core import GameError, NotationError, OptionError, shown
from games.hours import Hours, Wishes, read_quiet, read_zone
from games.shuffle import Stream
from games.text import duration

DAY = 24 * 60
"""Minutes."""

MOST_PEOPLE = 100

MOST_DAYS = 365
"""So long may somebody be away at a time."""

_FINE = 10**6
"""Chances are drawn as whole numbers below this."""

_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400}


@dataclass(frozen=True)
class Span:
    """From one minute of the local day to another; what runs past midnight ends after DAY."""

    start: int
    end: int

    @property
    def minutes(self) -> int:
        """How long it is."""
        return self.end - self.start


@dataclass(frozen=True)
class Delay:
    """How long after a notice somebody looks, in seconds awake.

    Evenly between two times, or with `about` only on the average so long: mostly sooner, now and
    then much later.
    """

    least: int
    most: int
    about: bool = False

    def draw(self, chance: Stream) -> int:
        """The next one."""
        if self.about:
            return round(-self.most * log((chance.below(_FINE) + 1) / _FINE))
        return self.least + chance.below(self.most - self.least + 1)


@dataclass(frozen=True)
class Habits:
    """How one person plays by post."""

    zone: str = "UTC"
    awake: Span = Span(7 * 60, 23 * 60)
    looks: tuple[Span, ...] | Literal["hourly"] | int = (Span(20 * 60, 20 * 60),)
    """At which times of the day, each somewhere in its span, which is found once a game; every
    hour that is spent awake; or so many times a day, whenever that may be."""
    spread: int = 0
    """So many seconds later may a look at a time of the day come, anew each day."""
    delay: Delay | None = None
    """How soon a notice is followed by a look; None: it is not."""
    ahead: float = 1.0
    """The share of looks at which something is answered ahead, too."""
    sheets: bool = True
    """Whether that is all that can be said by then, or only what the open window asks."""
    quiet: tuple[int, int] | None = None
    """The quiet hours that the bot has been told of, in minutes of the local day."""
    away: float = 0.0
    """The chance of each day that some days begin at which nothing is looked at."""
    away_days: tuple[int, int] = (2, 7)
    """From how many to how many they are."""
    tells: bool = False
    """Whether the bot is told of them before, as leave."""


class Person:
    """Somebody with habits in one game, from the moment at which it begins.

    What chance decides follows from the seed alone, so the same person looks at the same moments
    whatever happens at the table.
    """

    def __init__(self, habits: Habits, seed: bytes, number: int, since: Moment) -> None:
        self.habits = habits
        self._zone = ZoneInfo(habits.zone)
        self._seed = seed
        self._number = number
        self._first = self._date(since) - timedelta(days=1)
        self._since = since
        self._delays = self._chance("delays")
        self._moods = self._chance("moods")
        self._absences = self._chance("absences")
        self._gone: list[bool] = []
        """By day, from the one before the game: whether it is spent away."""
        self._leave: list[str] = []
        """The days away of which the bot has been told."""
        self._told = 0
        """Up to which day that has been looked at."""

    def looks(self) -> Iterator[Moment]:
        """The moments at which this person looks by habit, in order; endless, if there are any."""
        habits, chance = self.habits, self._chance("looks")
        if habits.looks in (0, ()):
            return
        usual: list[int] = []
        if isinstance(habits.looks, tuple):
            usual = [60 * span.start + chance.below(60 * span.minutes + 1) for span in habits.looks]
        for number in count():
            seconds = self._seconds(usual, chance)
            if not self._is_gone(number):
                moments = sorted(self._moment(number, second) for second in seconds)
                yield from (moment for moment in moments if moment >= self._since)

    def _seconds(self, usual: list[int], chance: Stream) -> list[int]:
        """The seconds of one day at which this person would look; `usual` are the own times."""
        habits, awake = self.habits, self.habits.awake
        if usual:
            return [time + chance.below(habits.spread + 1) for time in usual]
        first, end = 60 * awake.start, 60 * awake.end
        if habits.looks == "hourly":
            hours = range(first, end, 3600)
            return [hour + chance.below(min(3600, end - hour)) for hour in hours]
        assert isinstance(habits.looks, int)  # the last of the forms
        return [first + chance.below(end - first) for _ in range(habits.looks)]

    def after_notice(self, now: Moment) -> Moment | None:
        """When a notice of now is followed by a look; None where it is not.

        Only time spent awake counts, and no day away.
        """
        if self.habits.delay is None:
            return None
        left = self.habits.delay.draw(self._delays)
        awake = self.habits.awake
        for number in count((self._date(now) - self._first).days - 1):
            if self._is_gone(number):
                continue
            start = max(now, self._moment(number, 60 * awake.start))
            end = self._moment(number, 60 * awake.end)
            if start + left < end:
                return start + left
            left -= max(0, end - start)
        raise AssertionError("days never end")

    def wishes(self, now: Moment, most_leave: int) -> Wishes:
        """What the bot has been told by now, with so many days of leave at most."""
        if self.habits.tells:
            tomorrow = (self._date(now) - self._first).days + 1
            while self._told < tomorrow or self._is_gone(self._told + 1):
                self._told += 1
                if self._is_gone(self._told):
                    day = self._first + timedelta(days=self._told)
                    self._leave.append(day.isoformat())
        leave = tuple(self._leave[:most_leave])
        return Wishes(Hours(self.habits.zone, self.habits.quiet, leave=leave))

    def answers_ahead(self) -> bool:
        """Whether this look is one at which something is answered ahead."""
        return self._moods.below(_FINE) < self.habits.ahead * _FINE

    def _date(self, moment: Moment) -> date:
        """The day that the calendar on the wall shows."""
        return datetime.fromtimestamp(moment, self._zone).date()

    def _chance(self, what: str) -> Stream:
        return Stream(self._seed, "habits", f"{what}/{self._number}")

    def _is_gone(self, number: int) -> bool:
        """Whether the day with this number, from 0, is one spent away."""
        if not self.habits.away:
            return False
        gone, chance = self._gone, self._absences
        least, most = self.habits.away_days
        while len(gone) <= number:
            if chance.below(_FINE) < self.habits.away * _FINE:
                gone += [True] * (least + chance.below(most - least + 1))
            gone.append(False)
        return gone[number]

    def _moment(self, number: int, second: int) -> Moment:
        """When the clock on the wall shows so many seconds of a day."""
        days, second = divmod(second, 60 * DAY)
        day = self._first + timedelta(days=number + days)
        wall = datetime(day.year, day.month, day.day, tzinfo=self._zone)
        return int((wall + timedelta(seconds=second)).timestamp())


# --- reading a file ------------------------------------------------------------------------------


@dataclass(frozen=True)
class People:
    """Who plays: habits that are given to the seats in turn, and how many substitutes wait."""

    habits: tuple[Habits, ...]
    substitutes: int = 0

    def seated(self, seats: int) -> tuple[Habits, ...]:
        """The habits in each seat."""
        return tuple(self.habits[seat % len(self.habits)] for seat in range(seats))


def read_people(text: str) -> People:
    """Reads a file of habits; GameError with what was expected and found.

    What stands above the tables `people` holds for everybody of whom they say nothing else.
    """
    try:
        told = tomllib.loads(text)
    except RecursionError:
        raise OptionError("expected TOML, found lists within lists without end") from None
    except ValueError as error:
        fault = re.sub("^Invalid", "unreadable", str(error))
        raise OptionError(
            f"expected TOML, found this fault: {shown(fault, quote=False, most=200)}"
        ) from None
    listed = told.pop("people", [{}])
    substitutes = _read("substitutes", _number(0, MOST_PEOPLE), told.pop("substitutes", 0))
    everybody = _read_habits(Habits(), told)
    if not isinstance(listed, list) or not all(isinstance(one, dict) for one in listed):
        raise NotationError("people as tables that begin with [[people]]", _found(listed))
    if not listed:
        raise OptionError("expected somebody in people, found nobody")
    habits: list[Habits] = []
    for number, one in enumerate(listed, 1):
        try:
            times = _read("count", _number(1, MOST_PEOPLE), one.pop("count", 1))
            habits += [_usable(_read_habits(everybody, one))] * times
        except GameError as error:
            raise OptionError(f"people {number}: {error}") from None
    return People(tuple(habits), substitutes)


def _read_habits(habits: Habits, told: Mapping[str, Any]) -> Habits:
    """Habits with what is told of them, key by key."""
    for key, value in told.items():
        if key not in _KEYS:
            known = ", ".join(_KEYS)
            raise OptionError(f"expected keys of habits ({known}), found {shown(key)}")
        habits = replace(habits, **{key: _read(key, _KEYS[key], value)})
    return habits


def _read(key: str, read: Callable[[Any], Any], value: Any) -> Any:
    try:
        return read(value)
    except GameError as error:
        raise OptionError(f"{key}: {error}") from None


def _usable(habits: Habits) -> Habits:
    """The same habits, or OptionError where nobody could have them."""
    awake = habits.awake
    if isinstance(habits.looks, tuple):
        spans = [span if span.start >= awake.start else _shifted(span) for span in habits.looks]
        for span in spans:
            latest = span.end + habits.spread / 60
            if not awake.start <= span.start <= latest <= awake.end:
                later = f" and up to {duration(habits.spread)} later" if habits.spread else ""
                raise OptionError(
                    f"expected looks at a time spent awake, {_written(awake)}, "
                    f"found {_written(span)}{later}"
                )
        habits = replace(habits, looks=tuple(spans))
    if habits.looks in (0, ()) and habits.delay is None:
        raise OptionError("expected somebody who ever looks, found no looks and no delay")
    return habits


def _shifted(span: Span) -> Span:
    """A time past midnight, which belongs to the day that is spent awake until then."""
    return Span(span.start + DAY, span.end + DAY)


def _written(span: Span) -> str:
    first, last = (f"{at // 60 % 24:02}:{at % 60:02}" for at in (span.start, span.end))
    return first if span.start == span.end else f"{first}-{last}"


def _found(value: Any) -> str:
    """What stands in a file, as an error repeats it."""
    match value:
        case dict():
            return "a table"
        case list():
            return "a list"
        case str():
            return value
    return str(value).lower()


def _text(expected: str, value: Any) -> str:
    if not isinstance(value, str):
        raise NotationError(expected, _found(value))
    return value


def _number(least: int, most: int) -> Callable[[Any], int]:
    def read(value: Any) -> int:
        if type(value) is not int or not least <= value <= most:
            raise NotationError(f"a whole number from {least} to {most}", _found(value))
        return value

    return read


def _share(value: Any) -> float:
    if type(value) not in (int, float) or not 0 <= value <= 1:
        raise NotationError("a share from 0 to 1, like 0.5", _found(value))
    return float(value)


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise NotationError("true or false", _found(value))
    return value


def _zone(value: Any) -> str:
    return read_zone(_text("a time zone like Europe/Berlin", value))


def _quiet(value: Any) -> tuple[int, int] | None:
    return read_quiet(_text("quiet hours like 23:00-07:00, or off", value))


_TIME = r"([01]?[0-9]|2[0-4]):([0-5][0-9])"


def _span(expected: str, text: str) -> Span:
    found = re.fullmatch(rf"{_TIME}(?:-{_TIME})?", text.strip())
    if found is None:
        raise NotationError(expected, text)
    hours = [int(part) * 60 for part in found.group(1, 3) if part]
    minutes = [int(part) for part in found.group(2, 4) if part]
    start, *rest = (hour + minute for hour, minute in zip(hours, minutes, strict=True))
    end = rest[0] if rest else start
    if max(start, end) > DAY:
        raise NotationError(expected, text)
    return Span(start, end + DAY if end < start else end)


def _awake(value: Any) -> Span:
    expected = "hours awake like 07:00-23:00"
    span = _span(expected, _text(expected, value))
    if not span.minutes:
        raise OptionError(
            f"expected {expected}, found {_written(span)}, at which nobody is ever awake"
        )
    return span


def _looks(value: Any) -> tuple[Span, ...] | Literal["hourly"] | int:
    expected = 'a time like 20:00, a span like 20:00-22:00, a list of those, "hourly", or how often'
    if type(value) is int:
        return _number(0, 48)(value)
    if value == "hourly":
        return "hourly"
    times = value if isinstance(value, list) else [value]
    return tuple(_span(expected, _text(expected, time)) for time in times)


def _seconds(expected: str, text: str) -> int:
    found = re.fullmatch(r"([0-9]{1,5})([smhd])", text.strip())
    if found is None:
        raise NotationError(expected, text)
    seconds = int(found[1]) * _UNITS[found[2]]
    if seconds > MOST_DAYS * _UNITS["d"]:
        raise NotationError(f"at most {MOST_DAYS}d", text)
    return seconds


def _spread(value: Any) -> int:
    expected = "a length of time like 20m or 2h"
    return _seconds(expected, _text(expected, value))


def _delay(value: Any) -> Delay | None:
    expected = 'a delay like "10m", "10m-2h" or "about 1h", or "none"'
    text = _text(expected, value)
    if text == "none":
        return None
    if text.startswith("about "):
        mean = _seconds(expected, text.removeprefix("about "))
        return Delay(mean, mean, about=True)
    first, dash, last = text.partition("-")
    least = _seconds(expected, first)
    most = _seconds(expected, last) if dash else least
    if most < least:
        raise NotationError("the shorter delay first", text)
    return Delay(least, most)


def _away_days(value: Any) -> tuple[int, int]:
    days = _number(1, MOST_DAYS)
    if type(value) is int:
        return days(value), days(value)
    expected = 'a number of days, or a span of them like "2-7"'
    found = re.fullmatch(r"([0-9]{1,3})-([0-9]{1,3})", _text(expected, value))
    if found is None or not 1 <= int(found[1]) <= int(found[2]) <= MOST_DAYS:
        raise NotationError(expected, value)
    return int(found[1]), int(found[2])


_KEYS: Mapping[str, Callable[[Any], Any]] = {
    "zone": _zone,
    "awake": _awake,
    "looks": _looks,
    "spread": _spread,
    "delay": _delay,
    "ahead": _share,
    "sheets": _flag,
    "quiet": _quiet,
    "away": _share,
    "away_days": _away_days,
    "tells": _flag,
}
"""How each key of a person is read."""
