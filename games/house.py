"""What the house can be told to do at a table, and what it tells in turn.

Six orders are lines of a record (`house rewind 2`); all others change nothing of the play and stand
in a record as notes (`# house pause until ...`). `orders.py` carries all of them out.
"""

from __future__ import annotations

import json
import re
import typing
import unicodedata
from datetime import UTC, datetime
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
    """Lets the clock run again with the time that was left; withdraws a rewind that is asked."""


class Extend(msgspec.Struct, frozen=True, tag="extend"):
    """Gives the seat at turn more time, in seconds."""

    seconds: int


class Nudge(msgspec.Struct, frozen=True, tag="nudge"):
    """Asks the seat at turn once more."""


class Rename(msgspec.Struct, frozen=True, tag="rename"):
    """Gives the game's thread or post another title."""

    title: str


class Move(msgspec.Struct, frozen=True, tag="move"):
    """The game goes on in another place."""


class Until(msgspec.Struct, frozen=True, tag="until"):
    """Agrees on when a game ends: with the deal that is running then; None takes that back."""

    moment: Moment | None


Line = Resign | Replace | Computer | Rewind | End | Abandon
Noted = Pause | Resume | Extend | Nudge | Rename | Move | Until
Order = Line | Noted

Reason = Literal["resigned", "removed", "left the server", "forfeit", "agreed"]
"""Why an order was given, in one word: the note of its line.

Who has resigned, was removed, is gone from the server, or has missed too many turns in a row loses
the seat; a rewind may be what all players have agreed to.
"""


class TimedOut(Event, frozen=True, tag="timed-out"):
    """The clock of a seat ran out; the rules answer for it (X-9)."""

    seat: Seat


class Extended(Event, frozen=True, tag="extended"):
    """The clock of a seat ran out, and one of its automatic extensions was spent instead."""

    seat: Seat
    deadline: Moment
    left: int
    """How many of them the seat still has."""


class TimeAdded(Event, frozen=True, tag="time-added"):
    """Tells the seat whose extension was spent until when it has time now."""

    deadline: Moment
    left: int
    """How many automatic extensions it still has."""


class Reminded(Event, frozen=True, tag="reminded"):
    """Tells the seat at turn that its time is running."""

    deadline: Moment
    number: int
    """Which reminder of this turn it is, from 1."""


class Nudged(Event, frozen=True, tag="nudged"):
    """Tells the seat at turn that a moderator asks for its answer."""


class RewindAsked(Event, frozen=True, tag="rewind-asked"):
    """A rewind over cards that were dealt or shown: everybody still seated must agree (X-7)."""

    lines: int
    lapses: Moment
    """The game stands still until then at the latest."""
    by: str | None = None


class RewindDropped(Event, frozen=True, tag="rewind-dropped"):
    """A rewind that was asked does not happen."""

    lines: int
    because: Literal["refused", "lapsed", "withdrawn"]


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
    """Tells everybody what the house has been ordered to do, by which moderator, and why.

    `name` is whom it is about: who sat there before, or whose clock it is.
    """

    order: Order
    name: str | None = None
    by: str | None = None
    why: Reason | None = None


_REASONS = "|".join(typing.get_args(Reason))


def write_order(order: Line) -> str:
    """The text of a house line, without its actor: `replace p3 "Eve"`."""
    match order:
        case Resign(seat):
            return f"resign {actor_name(seat)}"
        case Replace(seat, name):
            return f"replace {actor_name(seat)} {quoted(name)}"
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


def write_note(why: Reason | None, by: str | None) -> str | None:
    """The note of a house line: `forfeit`, `by Ana`, `left the server, by Ana`."""
    return ", ".join([*([why] if why else []), *([f"by {by}"] if by else [])]) or None


def read_note(note: str | None) -> tuple[Reason | None, str | None]:
    """Why, and by whom, as the note of a house line says it; nothing where it says neither."""
    said = re.fullmatch(f"(?:({_REASONS})(?:, (?=by )|$))?(?:by (.+))?", note or "")
    return typing.cast(tuple[Reason | None, str | None], said.groups()) if said else (None, None)


def noted(what: str, by: str | None) -> str:
    """The note of what changes nothing of the play: `house resume by Ana`."""
    return f"house {what} by {by}" if by else f"house {what}"


def write_noted(order: Noted, turn: Seat | None) -> str:
    """An order that is no line, as `noted` takes it: `pause until 2026-11-30 18:02:00Z`.

    `turn` is whose turn it is, for an order that is about that seat.
    """
    match order:
        case Pause(until):
            return "pause" if until is None else f"pause until {utc(until)}"
        case Resume():
            return "resume"
        case Extend(seconds):
            return f"extend {actor_name(turn)} {seconds} seconds"
        case Nudge():
            return f"nudge {actor_name(turn)}"
        case Rename(title):
            return f"rename {quoted(title)}"
        case Move():
            return "move"
        case Until(moment):
            return f"until {'none' if moment is None else utc(moment)}"


def utc(moment: Moment) -> str:
    """A moment as notes hold it: `2026-11-30 18:02:00Z`."""
    return f"{datetime.fromtimestamp(moment, UTC):%Y-%m-%d %H:%M:%SZ}"


def left_because(order: Order, why: Reason | None, by: str | None) -> Reason | None:
    """Why somebody leaves a seat: if nothing is said a resignation, by a moderator a removal."""
    if why is None and isinstance(order, Resign):
        return "removed" if by else "resigned"
    return why


def quoted(text: str) -> str:
    """A name or a title as lines and notes hold it, as a JSON string."""
    return json.dumps(text, ensure_ascii=False)


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


class Handover(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat that somebody else has come to play: who sat there before, when and why that ended.

    What a game says at its end of those who have not played it to the end; never a matter of score.
    """

    seat: Seat
    before: Player
    during: str
    """In which part of the game, like `inning 3`."""
    why: Reason | None = None
