"""Moves that are taken back, and the consent of all players where cards were dealt or shown since.

A rewind that needs consent waits as the `Request` of the table, and the game stands still (X-7).
"""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from games import house
from games.beat import Beat
from games.checkpoint import Earlier, Request, at_seat
from games.clock import HOUR
from games.core import OrderRefused, Seat

TIME_TO_AGREE = 24 * HOUR
"""How long a rewind is asked about at a table without a pace; at others it is one window."""

ASKING = "all who play are asked whether moves are taken back, and the game waits meanwhile"


def rewind(beat: Beat, order: house.Rewind, earlier: Earlier | None) -> None:
    """Takes the moves back; whose plan is dropped by it is told."""
    if earlier is None:
        raise OrderRefused("there is no move that could be taken back")
    beat.ordered(order)
    table = beat.table
    beat.events += [house.PlanDropped(left.plan.text, to=left.seat) for left in table.plans]
    # a time-out that is taken back was none; whoever has acted since was there all the same
    misses = tuple(
        min(missed, at_seat(earlier.misses, seat, 0)) for seat, missed in enumerate(table.misses)
    )
    beat.table = replace(
        table,
        state=earlier.state,
        deals=earlier.deals,
        plans=(),
        clock=table.clock.restarted(None, None, beat.now),
        rewinds=table.rewinds + 1,
        misses=misses,
    )


def ask(beat: Beat, order: house.Rewind, earlier: Earlier) -> None:
    """Puts a rewind to everybody still seated; the clock stands still meanwhile (X-7)."""
    table, clock = beat.table, beat.table.clock
    time = TIME_TO_AGREE if clock.pace is None else clock.pace.window
    paused = clock.paused(beat.now, beat.now + time)
    assert paused.pause is not None  # it was just paused, until some moment
    assert paused.pause.until is not None
    lapses = paused.pause.until
    asked = f"rewind {order.lines} asked until {house.utc(lapses)}"
    beat.write("", "", house.noted(asked, beat.by))
    beat.events.append(house.RewindAsked(order.lines, lapses, beat.by))
    key = f"rewind.{beat.before.version + len(beat.entries)}"
    request = Request(key, order.lines, lapses, earlier, beat.by, (), clock.pause)
    beat.table = replace(table, clock=paused, request=request)


def agree(beat: Beat, seat: Seat, request: Request) -> None:
    """One more who agrees to the rewind that is asked about; nobody is told."""
    agreed = tuple(sorted({*request.agreed, seat}))
    beat.table = replace(beat.table, request=replace(request, agreed=agreed))
    rewind_if_agreed(beat)


def drop(beat: Beat, because: Literal["refused", "lapsed", "withdrawn"]) -> None:
    """The rewind that was asked about does not happen; the clock goes on with what was left."""
    request = beat.table.request
    assert request is not None  # somebody has looked
    # who has refused stays unnamed, in the record too
    by = beat.by if because == "withdrawn" else None
    beat.write("", "", house.noted(f"rewind {request.lines} {because}", by))
    beat.events.append(house.RewindDropped(request.lines, because))
    _end_request(beat, request)


def rewind_if_agreed(beat: Beat, without: Seat | None = None) -> None:
    """Takes the moves back once nobody is left who has not agreed to it.

    `without` is a seat that somebody is just leaving: what the rules will answer for it comes
    after the rewind.
    """
    request = beat.table.request
    if request is None or set(beat.table.persons) - {*request.agreed, without}:
        return
    _end_request(beat, request)
    ordered, beat.by, beat.why = (beat.by, beat.why), request.by, "agreed"
    rewind(beat, house.Rewind(request.lines), request.earlier)
    beat.by, beat.why = ordered


def _end_request(beat: Beat, request: Request) -> None:
    """Play goes on, unless it was paused before: then it still is."""
    clock = beat.table.clock
    if request.pause is None:
        clock = clock.resumed(beat.now)
    else:
        clock = replace(clock, pause=request.pause)
    beat.table = replace(beat.table, clock=clock, request=None)
