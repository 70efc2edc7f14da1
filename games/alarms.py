"""What the alarm of a table's clock brings: reminders, more time, and answers by the rules.

When an alarm is due is the business of `clock.py`; who is there to take a seat over, the shell's.
"""

from __future__ import annotations

from msgspec.structs import replace

from games import house, orders
from games.beat import Beat
from games.checkpoint import at_seat, with_seat
from games.core import Seat, actor_name
from games.pace import Pace


def out_of_time(beat: Beat, substitute: str | None) -> None:
    """The time of the seat at turn is over: an extension, or an answer by the rules.

    An answer that could have been another one is missed; too many in a row lose the seat.
    """
    pace, seat = beat.table.clock.pace, beat.table.clock.seat
    assert pace is not None  # there is a deadline
    assert seat is not None
    if _extends(beat, seat, pace):
        return
    beat.time_out(seat)
    beat.go_on(None)  # what follows without a line stands before the next line
    if beat.table.outcome is None and at_seat(beat.table.misses, seat, 0) >= pace.max_misses:
        beat.why = "forfeit"
        order: house.Line = house.Resign(seat)
        if substitute is not None and pace.stand_in != "nobody":
            order = house.Replace(seat, substitute)
        elif pace.stand_in == "anyone":
            order = house.Computer(seat)
        orders.obey(beat, order)


def _extends(beat: Beat, seat: Seat, pace: Pace) -> bool:
    """Spends an automatic extension of a seat that has a choice, if that gains any time."""
    table = beat.table
    clock = table.extension()
    if clock is None:
        return False
    deadline = clock.deadline
    assert deadline is not None  # it had one
    if deadline <= beat.now:
        return False  # found so late that it is over all the same
    used = 1 + at_seat(table.extended, seat, 0)
    left = pace.extensions - used
    told = f"extend {actor_name(seat)} {pace.window} seconds until {house.utc(deadline)}"
    beat.write("", "", house.noted(f"{told}, automatic, {left} left", None))
    beat.events.append(house.Extended(seat, deadline, left))
    if table.wishes_of(seat).remind != "none" and not clock.mute:
        beat.events.append(house.TimeAdded(deadline, left, to=seat))
    extended = with_seat(table.extended, seat, used, 0, len(table.players))
    beat.table = replace(table, clock=clock, extended=extended)
    return True


def remind(beat: Beat) -> None:
    """Tells the seat at turn once, however many of its reminders are due by now, if it likes.

    Whoever has a digest is reminded all the same: a deadline does not wait for it.
    """
    clock = beat.table.clock
    while clock.reminder is not None and clock.reminder <= beat.now:
        clock = clock.told()
    beat.table = replace(beat.table, clock=clock)
    assert clock.deadline is not None  # it has reminders
    assert clock.seat is not None
    wishes = beat.table.wishes_of(clock.seat)
    last = clock.reminder is None
    if wishes.remind == "all" or (wishes.remind == "last" and last):
        beat.events.append(house.Reminded(clock.deadline, clock.reminded, to=clock.seat))
