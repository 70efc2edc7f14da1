"""Paces: how fast a table plays, and how that is written.

What a pace means for a decision that is open is the business of `clock.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from games.core import OptionError, shown
from games.hours import DAY, HOUR, MINUTE, Moment

LONGEST_WAIT = 90 * DAY
"""The most that any table may wait for one turn, or stand still in it."""

_LAST_YEAR = int(datetime(9999, 1, 1, tzinfo=UTC).timestamp())


class Pace(msgspec.Struct, frozen=True):
    """How fast a table plays; times in seconds.

    A window is open for `window`, a turn has at least `grace`; `reminders` are shares of the time.
    `extensions` are had automatically, by each player in a game; a turn ends after `max_wait`;
    `max_misses` in a row, and the seat goes to `stand_in`. `weekends` is whether players may have
    them free, `leave` how many days of leave each may take in a game. All pauses of one turn
    together last `max_pause` at most. `until` is the agreed end of a game that may end earlier.
    """

    window: int
    grace: int
    reminders: tuple[float, ...] = (0.5, 0.9)
    extensions: int = 2
    max_wait: int = 10 * DAY
    max_misses: int = 2
    weekends: bool = False
    leave: int = 7
    stand_in: Literal["anyone", "substitute", "nobody"] = "anyone"
    max_pause: int = 14 * DAY
    until: Moment | None = None

    def __post_init__(self) -> None:
        if self.window < 1 or self.grace < 0:
            raise OptionError(
                f"expected a window of at least 1s and a grace of at least 0s, "
                f"found {span(self.window)} and {span(self.grace)}"
            )
        in_order = list(self.reminders) == sorted(set(self.reminders))
        if not in_order or not all(0 < share < 1 for share in self.reminders):
            raise OptionError(
                "expected reminders between 0% and 100% of the time, the earlier first, "
                f"like 50%,90%, found {_write_shares(self.reminders)}"
            )
        if self.max_wait > LONGEST_WAIT or not 0 <= self.max_pause <= LONGEST_WAIT:
            raise OptionError(
                f"expected max_wait and max_pause of at most {span(LONGEST_WAIT)}, "
                f"found {span(self.max_wait)} and {span(self.max_pause)}"
            )
        if max(self.window, self.grace) > self.max_wait:
            raise OptionError(
                f"expected a max_wait of at least the window and the grace, "
                f"{span(max(self.window, self.grace))}, found {span(self.max_wait)}"
            )
        for name, least, most in (("extensions", 0, 99), ("max_misses", 1, 99), ("leave", 0, 366)):
            if not least <= getattr(self, name) <= most:
                raise OptionError(
                    f"expected {name} from {least} to {most}, found {getattr(self, name)}"
                )
        if self.until is not None and not 0 <= self.until < _LAST_YEAR:
            raise OptionError(
                f"expected an end after 1970 and before 9999, found {_write_until(self.until)}"
            )


PRESETS: Mapping[str, Pace] = {
    "live": Pace(120, 60),
    "fast": Pace(8 * HOUR, 2 * HOUR),
    "daily": Pace(24 * HOUR, 8 * HOUR),
    "relaxed": Pace(72 * HOUR, 24 * HOUR),
}


# --- reading and writing -------------------------------------------------------------------------

_UNITS = {"d": DAY, "h": HOUR, "m": MINUTE, "s": 1}
_UNTIL = "%Y-%m-%dT%H:%M:%SZ"


def read_pace(text: str) -> Pace:
    """Reads a pace: a preset, or a preset with changes, or own numbers.

    `daily`, `daily max_wait=5d weekends=on`, `window=12h grace=2h reminders=50%,90%`. OptionError
    for what cannot be.
    """
    words = text.split()
    preset = PRESETS.get(words[0].lower()) if words else None
    changes: dict[str, Any] = {}
    for word in words[preset is not None :]:
        name, _, value = word.partition("=")
        if not value:
            raise OptionError(
                f"expected one of {', '.join(PRESETS)}, or numbers like window=12h grace=2h, "
                f"found {shown(word)}"
            )
        if name not in _READERS:
            raise OptionError(
                f"expected one of {', '.join(_READERS)} before the =, found {shown(word)}"
            )
        if name in changes:
            raise OptionError(f"expected {name} once, found it twice")
        changes[name] = _READERS[name](name, value)
    if preset is not None:
        return replace(preset, **changes)
    if not {"window", "grace"} <= changes.keys():
        raise OptionError(
            f"expected one of {', '.join(PRESETS)}, or both a window and a grace, "
            f"like window=12h grace=2h, found {shown(text)}"
        )
    return Pace(**changes)


def write_pace(pace: Pace) -> str:
    """A pace as it is read: the preset that it comes from, or its window and grace, and the rest.

    What is usual is left out.
    """
    usual = PRESETS["daily"]
    words = [
        name
        for name, preset in PRESETS.items()
        if (preset.window, preset.grace) == (pace.window, pace.grace)
    ] or [f"window={span(pace.window)}", f"grace={span(pace.grace)}"]
    for name in _READERS:
        value = getattr(pace, name)
        if name not in ("window", "grace") and value != getattr(usual, name):
            words.append(f"{name}={_WRITERS.get(name, str)(value)}")
    return " ".join(words)


def _read_span(name: str, text: str) -> int:
    """Reads how long, in seconds: `36h`, `1d12h`, `90m`."""
    parts = re.findall(r"([0-9]{1,9})([dhms])", text)
    if not parts or "".join(map("".join, parts)) != text:
        raise OptionError(f"expected {name} like 5d, 12h, 90m or 30s, found {shown(text)}")
    return sum(int(number) * _UNITS[unit] for number, unit in parts)


def span(seconds: int) -> str:
    """How long, in the largest unit that goes into it: `36h`, but `1h` and `10d`."""
    for unit, length in _UNITS.items():
        if seconds and seconds % length == 0 and (seconds != DAY or unit != "d"):
            return f"{seconds // length}{unit}"
    return f"{seconds}s"


def _read_count(name: str, text: str) -> int:
    if re.fullmatch(r"[0-9]{1,9}", text) is None:
        raise OptionError(f"expected {name} as a number like 2, found {shown(text)}")
    return int(text)


def _read_switch(name: str, text: str) -> bool:
    if text not in ("on", "off"):
        raise OptionError(f"expected {name} on or off, found {shown(text)}")
    return text == "on"


def _read_stand_in(name: str, text: str) -> str:
    if text not in ("anyone", "substitute", "nobody"):
        raise OptionError(f"expected {name} anyone, substitute or nobody, found {shown(text)}")
    return text


def _read_shares(name: str, text: str) -> tuple[float, ...]:
    """Reads shares of the time: `50%,90%`, or `none`."""
    if text == "none":
        return ()
    if re.fullmatch(r"[0-9]+(\.[0-9]+)?%(,[0-9]+(\.[0-9]+)?%)*", text) is None:
        raise OptionError(f"expected {name} like 50%,90%, or none, found {shown(text)}")
    return tuple(float(Decimal(share[:-1]).scaleb(-2)) for share in text.split(","))


def read_until(text: str, wanted: str = "a time in UTC like 2027-03-14 20:00") -> Moment:
    """Reads an agreed end, in UTC: `2027-03-14 20:00`, or in one word as a pace has it."""
    for form in (_UNTIL, "%Y-%m-%d %H:%M"):
        try:
            return int(datetime.strptime(text, form).replace(tzinfo=UTC).timestamp())
        except ValueError:
            continue
    raise OptionError(f"expected {wanted}, found {shown(text)}")


def _read_end(name: str, text: str) -> Moment:
    return read_until(text, f"{name} like 2027-03-14T20:00:00Z")


def _write_switch(on: bool) -> str:
    return "on" if on else "off"


def _write_shares(shares: tuple[float, ...]) -> str:
    # By way of its shortest decimal text, so that exactly this share is read again.
    return ",".join(f"{Decimal(repr(share)).scaleb(2):f}%" for share in shares) or "none"


def _write_until(until: Moment) -> str:
    moment = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=until)
    return f"{moment:{_UNTIL}}"


_READERS: Mapping[str, Callable[[str, str], Any]] = {
    "window": _read_span,
    "grace": _read_span,
    "reminders": _read_shares,
    "extensions": _read_count,
    "max_wait": _read_span,
    "max_misses": _read_count,
    "weekends": _read_switch,
    "leave": _read_count,
    "stand_in": _read_stand_in,
    "max_pause": _read_span,
    "until": _read_end,
}
"""What stands behind each name in a pace, in the order in which it is written."""

_WRITERS: Mapping[str, Callable[[Any], str]] = {
    "reminders": _write_shares,
    "max_wait": span,
    "weekends": _write_switch,
    "max_pause": span,
    "until": _write_until,
}
