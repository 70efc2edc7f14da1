"""What the house is ordered to do (`house.py`), carried out at a table or refused.

Taking moves back has a file of its own, `rewinds.py`.
"""

from __future__ import annotations

from msgspec.structs import replace

from games import house, registry, rewinds
from games.beat import Beat, ends_by_itself
from games.checkpoint import NO_WISHES, Earlier, check_seat, with_seat
from games.core import Endable, Finished, OrderRefused, Seat, actor_name
from games.hours import DAY
from games.house import Handover, Player
from games.text import duration, in_utc

LONGEST_EXTENSION = 366 * DAY

_STATUS = {"resigned": "is given up", "computer": "has a house player"}


def obey(
    beat: Beat, order: house.Order, earlier: Earlier | None = None, asks: bool = False
) -> None:
    """Carries out an order, or raises because it makes no sense now.

    With `asks` a rewind over cards that were dealt or shown is put to the players first.
    """
    _check_order(beat, order)
    match order:
        case house.Resign(seat):
            rewinds.rewind_if_agreed(beat, without=seat)
            _reseat(beat, order, seat, "resigned")
        case house.Computer(seat):
            rewinds.rewind_if_agreed(beat, without=seat)
            _reseat(beat, order, seat, "computer")
        case house.Replace(seat):
            _reseat(beat, order, seat, "person")
        case house.Rewind() if asks and earlier and earlier.shows and beat.table.persons:
            rewinds.ask(beat, order, earlier)
        case house.Rewind():
            rewinds.rewind(beat, order, earlier)
        case house.End():
            beat.end(order)
        case house.Abandon():
            beat.ordered(order)
            beat.table = replace(beat.table, abandoned=True, plans=())
        case house.Resume() if beat.table.request is not None:
            rewinds.drop(beat, "withdrawn")
        case house.Pause() | house.Resume() | house.Extend():
            _move_clock(beat, order)
        case house.Nudge():
            _nudge(beat, order)
        case house.Rename(title):
            title = house.clean_name(title)
            if not house.can_be_seen(title):
                raise OrderRefused("a game needs a title that can be seen")
            beat.ordered(house.Rename(title))
        case house.Move():
            beat.ordered(order)
        case house.Until():
            _agree_end(beat, order)


def _check_order(beat: Beat, order: house.Order) -> None:
    """What may not be ordered now, whatever it says."""
    if beat.table.outcome is not None:
        raise Finished("the game is over, nothing more can be ordered")
    stopped = house.Pause | house.Extend | house.Nudge | house.Rewind | house.End
    if beat.table.request is not None and isinstance(order, stopped):
        raise OrderRefused(f"{rewinds.ASKING}; `/mod resume` withdraws the question")


def _reseat(beat: Beat, order: house.Line, seat: Seat, kind: house.Kind) -> None:
    """Somebody else sits there from now on, or nobody: what the one before left ahead is gone."""
    table = beat.table
    check_seat(table, seat)
    before = table.players[seat]
    if kind == before.kind != "person":
        raise OrderRefused(f"the seat {actor_name(seat)} {_STATUS[kind]} already")
    player = Player(before.name, kind)
    if isinstance(order, house.Replace):
        name = house.clean_name(order.name)
        if not house.can_be_seen(name):
            raise OrderRefused("every player needs a name that can be seen")
        order, player = house.Replace(seat, name), Player(name)
    beat.ordered(order, before.name)
    if kind == "person":
        beat.events.append(house.Seated(before.name, to=seat))
    during = registry.kit(table.game.id).words.chapter(table.view(None))
    why = house.left_because(order, beat.why, beat.by)
    handover = Handover(seat, before, during, why)
    clock = table.clock
    if kind == "person" and seat == clock.seat:
        clock = clock.afresh(beat.now)
    seats = len(table.players)
    beat.table = replace(
        table,
        players=(*table.players[:seat], player, *table.players[seat + 1 :]),
        plans=tuple(left for left in table.plans if left.seat != seat),
        clock=clock,
        misses=with_seat(table.misses, seat, 0, 0, seats),
        extended=with_seat(table.extended, seat, 0, 0, seats),
        handovers=(*table.handovers, handover),
    )
    beat.take_wishes(seat, NO_WISHES, newcomer=True)
    if (request := beat.table.request) is not None:
        agreed = tuple(one for one in request.agreed if one != seat)
        beat.table = replace(beat.table, request=replace(request, agreed=agreed))


def _nudge(beat: Beat, order: house.Nudge) -> None:
    """Asks the seat at turn once more."""
    table, turn = beat.table, beat.table.turn
    if table.clock.pause is not None:
        raise OrderRefused("the game is paused, so nobody is waited for")
    assert turn is not None  # a person has to act, or the house would have gone on
    beat.ordered(order, table.players[turn].name)
    beat.events.append(house.Nudged(to=turn))


def _move_clock(beat: Beat, order: house.Pause | house.Resume | house.Extend) -> None:
    """Stops the clock, lets it run again, or gives the seat at turn more time."""
    clock = beat.table.clock
    name = None
    match order:
        case house.Pause(until):
            if until is not None and until <= beat.now:
                raise OrderRefused("a pause ends later than now")
            clock = clock.paused(beat.now, until)
            order = house.Pause(clock.pause.until if clock.pause else None)
        case house.Resume():
            if clock.pause is None:
                raise OrderRefused("the game is not paused")
            clock = clock.resumed(beat.now)
        case house.Extend(seconds):
            if not 1 <= seconds <= LONGEST_EXTENSION:
                raise OrderRefused("an extension is at least 1 second, at most a year")
            pace = clock.pace
            if pace is None or clock.seat is None:
                raise OrderRefused("no clock is running that could be extended")
            name = beat.table.players[clock.seat].name
            both = clock, clock.extended(seconds)
            before, after = (one.resumed(beat.now).deadline or 0 for one in both)
            clock, added = both[1], after - before
            if not added:
                raise OrderRefused(
                    f"no turn takes longer than {duration(pace.max_wait)}, and this "
                    "one has as much time already"
                )
            # where less was left to be given, everybody is told of that
            order = house.Extend(min(seconds, added))
    beat.ordered(order, name)
    beat.table = replace(beat.table, clock=clock)


def _agree_end(beat: Beat, order: house.Until) -> None:
    """From now on the game ends with the deal that is running at that moment, or as before."""
    table, pace, moment = beat.table, beat.table.clock.pace, order.moment
    if not isinstance(table.game, Endable):
        raise OrderRefused(ends_by_itself(table.game))
    if pace is None:
        raise OrderRefused("a table without a clock can have no agreed end")
    if moment is None and pace.until is None:
        raise OrderRefused("no end is agreed that could be taken back")
    if moment is not None and moment < beat.now:
        raise OrderRefused(f"expected an end now or later, found {in_utc(moment)}")
    ends_now = pace.until is not None and pace.until <= beat.now
    if moment is not None and (moment == pace.until or (ends_now and moment == beat.now)):
        raise OrderRefused("that end is agreed already")
    beat.ordered(order)
    clock = replace(table.clock, pace=replace(pace, until=moment))
    beat.table = replace(table, clock=clock)
