"""What the house can be told to do at a table, and what it tells in turn.

Six orders are lines of a record (`house rewind 2`); pauses and extensions only move the clock and
stand in a record as notes. `table.py` carries all of them out.
"""

from __future__ import annotations

import json
import re
import unicodedata
from typing import Literal

import msgspec

from games.clock import Moment
from games.core import Event, NotationError, Seat, actor_name

_DROPPED = {"Cc", "Cs", "Zl", "Zp"}  # controls, halves of characters, line and paragraph ends


class Resign(msgspec.Struct, frozen=True, tag="resign"):
    """From here on the rules answer for this seat (X-12)."""

    seat: Seat


class Replace(msgspec.Struct, frozen=True, tag="replace"):
    """Somebody else takes the seat, with hand and score."""

    seat: Seat
    name: str


class Computer(msgspec.Struct, frozen=True, tag="computer"):
    """A house player takes the seat."""

    seat: Seat


class Rewind(msgspec.Struct, frozen=True, tag="rewind"):
    """Back to just before the n-th last player or clock line that still stands."""

    lines: int


class End(msgspec.Struct, frozen=True, tag="end"):
    """Ends the game between two deals, where the game allows it."""


class Abandon(msgspec.Struct, frozen=True, tag="abandon"):
    """Ends the game without a result."""


class Pause(msgspec.Struct, frozen=True, tag="pause"):
    """Stops the clock, until a moment or until somebody resumes it."""

    until: Moment | None = None


class Resume(msgspec.Struct, frozen=True, tag="resume"):
    """Lets the clock run again with the time that was left."""


class Extend(msgspec.Struct, frozen=True, tag="extend"):
    """Gives the seat at turn more time, in seconds."""

    seconds: int


Line = Resign | Replace | Computer | Rewind | End | Abandon
Order = Line | Pause | Resume | Extend


class TimedOut(Event, frozen=True, tag="timed-out"):
    """The clock of a seat ran out; the rules answer for it (X-9)."""

    seat: Seat


class Reminded(Event, frozen=True, tag="reminded"):
    """Tells the seat at turn that its time is running."""

    deadline: Moment
    number: int
    """Which reminder of this turn it is, from 1."""


class PlanFailed(Event, frozen=True, tag="plan-failed"):
    """Tells a seat at turn that its plan does not fit, so that it is asked after all."""

    text: str


class PlanDropped(Event, frozen=True, tag="plan-dropped"):
    """Tells a seat that a rewind has put its plan out of force."""

    text: str


class Seated(Event, frozen=True, tag="seated"):
    """Tells somebody who takes over a seat whose it was."""

    before: str


class Ordered(Event, frozen=True, tag="ordered"):
    """Tells everybody what the house has been ordered to do; `name` is who sat there before."""

    order: Order
    name: str | None = None


def write_order(order: Line) -> str:
    """The text of a house line, without its actor: `replace p3 "Eve"`."""
    match order:
        case Resign(seat):
            return f"resign {actor_name(seat)}"
        case Replace(seat, name):
            return f"replace {actor_name(seat)} {json.dumps(name, ensure_ascii=False)}"
        case Computer(seat):
            return f"computer {actor_name(seat)}"
        case Rewind(lines):
            return f"rewind {lines}"
        case End():
            return "end"
        case Abandon():
            return "abandon"


def read_order(text: str) -> Line:
    """Reads a house line; NotationError for anything else."""
    match text.split(None, 2):
        case ["resign", seat]:
            return Resign(read_seat(seat))
        case ["computer", seat]:
            return Computer(read_seat(seat))
        case ["replace", seat, name]:
            return Replace(read_seat(seat), _read_name(name))
        case ["rewind", lines] if lines.isascii() and lines.isdigit() and len(lines) < 10:
            return Rewind(int(lines))
        case ["rewind", *rest]:
            raise NotationError("how many lines to rewind, like rewind 2", " ".join(rest))
        case ["end"]:
            return End()
        case ["abandon"]:
            return Abandon()
    expected = 'resign p3, replace p3 "Name", computer p3, rewind 2, end or abandon'
    raise NotationError(expected, text)


def read_seat(text: str) -> Seat:
    """Reads `p1`, `p2`, ... as seat 0, 1, ..."""
    if re.fullmatch(r"p[1-9][0-9]{0,2}", text):
        return int(text[1:]) - 1
    raise NotationError("a seat, like p1", text)


def read_actor(text: str) -> Seat:
    """Reads the seat whose line it is; who else may act has been tried before."""
    try:
        return read_seat(text)
    except NotationError:
        raise NotationError("dealer, clock, house or a seat like p1", text) from None


def clean_name(name: str) -> str:
    """A player's name without what a record or a post cannot carry: controls and line breaks."""
    kept = (c for c in name if unicodedata.category(c) not in _DROPPED)
    return "".join(kept)


def can_be_seen(name: str) -> bool:
    """Whether a name is more than spaces, joiners and controls."""
    return any(unicodedata.category(c) not in {*_DROPPED, "Cf", "Zs"} for c in name)


def read_json_name(text: str) -> str:
    """Reads a name that is written as a JSON string."""
    try:
        name = json.loads(text)
    except (ValueError, RecursionError):
        name = None
    if not isinstance(name, str):
        raise NotationError('a name in quotes, like "Eve"', text)
    return name


def _read_name(text: str) -> str:
    name = clean_name(read_json_name(text))
    if not can_be_seen(name):
        raise NotationError("a name that can be seen", text)
    return name


Kind = Literal["person", "computer", "resigned"]


class Player(msgspec.Struct, frozen=True):
    """Who sits in a seat: a person, a computer of the house, or nobody after a resignation."""

    name: str
    kind: Kind = "person"
