"""The house: what can be done at a table.

Every verb here is a pure function: it is given the table, the words of an actor, the present moment
and the shoe that decks come from, and gives back a `Change`, which is kept whole or not at all.
What a table is stands in `checkpoint.py`, how a Change is made in `beat.py`. Orders of the house
are carried out in `orders.py` and `rewinds.py`, alarms of the clock in `alarms.py`.

A journal is folded through the same verbs. What players wish, what they have missed, and a rewind
that is asked about are the live table's affair: they change no line of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from games import alarms, house, orders, rewinds
from games.beat import Beat
from games.checkpoint import NO_WISHES, check_seat, with_seat
from games.checkpoint import Change as Change
from games.checkpoint import Earlier as Earlier
from games.checkpoint import Entry as Entry
from games.checkpoint import LeftPlan as LeftPlan
from games.checkpoint import Request as Request
from games.checkpoint import Table as Table
from games.checkpoint import dump as dump
from games.checkpoint import load as load
from games.clock import Clock, Moment
from games.core import (
    DEALER,
    Finished,
    Game,
    IllegalAction,
    NotSeated,
    NotYourTurn,
    OptionError,
    Paused,
    Seat,
    Stale,
    actor_name,
)
from games.hours import ALWAYS, Wishes
from games.house import Player
from games.orders import LONGEST_EXTENSION as LONGEST_EXTENSION
from games.pace import Pace
from games.shuffle import Shoe


def seat_players(
    table_id: str, game: Game[Any, Any], players: Sequence[Player], pace: Pace | None = None
) -> Table:
    """A table with everybody seated and nothing dealt yet."""
    named = tuple(replace(player, name=house.clean_name(player.name)) for player in players)
    if not all(house.can_be_seen(player.name) for player in named):
        raise OptionError("every player needs a name that can be seen")
    return Table(table_id, game, named, game.setup(len(named)), Clock(pace))


def begin(
    table_id: str,
    game: Game[Any, Any],
    players: Sequence[Player],
    now: Moment,
    shoe: Shoe,
    pace: Pace | None = None,
    wishes: Sequence[Wishes] = (),
) -> Change:
    """Seats the players, deals, and goes on until a person has to act; `wishes` are by seat."""
    table = seat_players(table_id, game, players, pace)
    beat = Beat(replace(table, wishes=tuple(wishes)), now)
    beat.go_on(shoe)
    return beat.change()


def play(
    table: Table, seat: Seat, text: str, now: Moment, shoe: Shoe, seen: str | None = None
) -> Change:
    """A player's own action at the own turn; `seen` is the window key that it answers.

    Raises NotationError, IllegalAction, or what the house refuses itself: NotSeated, Finished,
    Paused, Stale, NotYourTurn.
    """
    _check_open(table, seat, seen)
    if table.request is not None:
        raise Paused(rewinds.ASKING)
    if table.clock.pause is not None:
        raise Paused("the game is paused")
    action = table.game.parse(text)
    beat = Beat(table, now)
    try:
        beat.act(seat, action)
    except IllegalAction as error:
        if error.clause == "X-14" and seat != table.turn:
            raise NotYourTurn(table.turn) from error
        raise
    beat.go_on(shoe)
    return beat.change()


def plan(
    table: Table, seat: Seat, text: str, now: Moment, shoe: Shoe, seen: str | None = None
) -> Change:
    """Leaves answers ahead (X-8): one plan, or a sheet of several with `;` between them.

    A plan takes the place of an older one for the same decision. At the own turn it acts at once,
    unless the table is paused: then it waits for the end of the pause, and can be withdrawn.
    """
    _check_open(table, seat, seen)
    plans = table.plans
    for part in text.split(";"):
        new = LeftPlan(seat, table.game.left(table.state, seat, part.strip()))
        if new in plans:
            continue
        decision = new.plan.decision
        plans = (
            *(old for old in plans if (old.seat, old.plan.decision) != (seat, decision)),
            new,
        )
    beat = Beat(table, now)
    beat.table = replace(table, plans=plans)
    if seat == table.turn:
        beat.go_on(shoe)
    return beat.change()


def withdraw(table: Table, seat: Seat, now: Moment, decision: str | None = None) -> Change:
    """Takes back what a seat has left for one decision, or with None everything."""
    _check_open(table, seat, None)
    kept = tuple(
        left
        for left in table.plans
        if left.seat != seat or decision not in (None, left.plan.decision)
    )
    beat = Beat(table, now)
    beat.table = replace(table, plans=kept)
    return beat.change()


def wish(table: Table, seat: Seat, wishes: Wishes, now: Moment, newcomer: bool = False) -> Change:
    """Takes down what the player of a seat wishes from now on; the clock says what holds when.

    All of it holds at once for a `newcomer`, who has just taken the seat over.
    """
    _check_open(table, seat, None)
    beat = Beat(table, now)
    beat.take_wishes(seat, wishes, newcomer)
    return beat.change()


def hush(table: Table, seat: Seat, now: Moment, seen: str | None = None) -> Change:
    """No more reminders of this turn, for the seat that it has come to."""
    _check_open(table, seat, seen)
    if seat != table.turn:
        raise NotYourTurn(table.turn)
    beat = Beat(table, now)
    beat.table = replace(table, clock=table.clock.hushed())
    return beat.change()


def tick(
    table: Table,
    now: Moment,
    shoe: Shoe,
    substitute: str | None = None,
) -> Change | None:
    """What is due by the clock, one thing at a time; None where nothing is.

    That is the end of a pause, the lapse of a rewind that was asked, a reminder, or the end of a
    seat's time: then an automatic extension is spent, or the rules answer, and who has missed too
    many turns in a row loses the seat; `substitute` is the name of who would take it. Call it again
    while `table.clock.alarm` is not after `now`.
    """
    clock = table.clock
    if clock.alarm is None or now < clock.alarm:
        return None
    beat = Beat(table, now)
    if table.request is not None:
        rewinds.drop(beat, "lapsed")
        beat.go_on(shoe)
    elif clock.pause is not None:
        orders.obey(beat, house.Resume())
        beat.go_on(shoe)
    elif clock.deadline is not None and now >= clock.deadline:
        alarms.out_of_time(beat, substitute)
        beat.go_on(shoe)
    else:
        alarms.remind(beat)
    return beat.change()


def moderate(
    table: Table,
    order: house.Order,
    now: Moment,
    shoe: Shoe,
    earlier: Earlier | None = None,
    by: str | None = None,
    why: house.Reason | None = None,
) -> Change:
    """Carries out an order of the house; a rewind is given what it goes back to.

    `by` is the moderator's name and `why` the reason, for the journal. A rewind over cards that
    were dealt or shown is put to everybody still seated (X-7). OrderRefused or IllegalAction where
    it makes no sense at this table now.
    """
    beat = Beat(table, now, by, why)
    orders.obey(beat, order, earlier, asks=True)
    beat.go_on(shoe)
    return beat.change()


def consent(
    table: Table, seat: Seat, agrees: bool, now: Moment, shoe: Shoe, seen: str | None = None
) -> Change:
    """A player's answer to the rewind that is asked about; `seen` is the key of that request.

    The last one who agrees takes the moves back, and one who does not drops the request. Who has
    agreed may still refuse. Stale where no rewind, or another one, is asked about.
    """
    _check_open(table, seat, None)
    request = table.request
    if request is None or seen not in (None, request.key):
        raise Stale("that question is no longer open")
    if seat not in table.persons:
        raise NotSeated(f"nobody sits at {actor_name(seat)} who could agree")
    beat = Beat(table, now)
    if agrees:
        rewinds.agree(beat, seat, request)
    else:
        rewinds.drop(beat, "refused")
    beat.go_on(shoe)
    return beat.change()


def enter(
    table: Table,
    actor: str,
    action: str,
    earlier: Earlier | None = None,
    now: Moment = 0,
    note: str | None = None,
) -> Change:
    """One line of a record: the same as the verb it stands for, but the house adds no lines.

    Only what the rules do by themselves follows: answers for seats that have resigned (X-12). The
    note changes nothing, but it tells why the house was ordered something, and by whom.
    """
    why, by = house.read_note(note) if actor == "house" else (None, None)
    beat = Beat(table, now, by, why)
    if table.outcome is not None:
        raise Finished("the game is over, no line may follow")
    match actor:
        case "house":
            orders.obey(beat, house.read_order(action), earlier)
        case "clock":
            seat = _seat_of(table, action)
            if seat != table.turn:
                raise NotYourTurn(table.turn)
            beat.time_out(seat)
        case "dealer":
            beat.act(DEALER, table.game.parse(action))
        case _:
            seat = house.read_actor(actor)
            check_seat(table, seat)
            beat.act(seat, table.game.parse(action))
    beat.go_on(None)
    return beat.change()


def shift(table: Table, seconds: int, until: Moment | None = None) -> Table:
    """The table with its running clock later by so many seconds, which were lost up to `until`.

    A stopped clock stays, but the time to agree to a rewind runs.
    """
    clock, request = table.clock, table.request
    if clock.pause is None:
        return replace(table, clock=clock.shifted(seconds, until))
    if request is None:
        return table
    lapses = request.lapses + seconds
    clock = replace(clock, pause=replace(clock.pause, until=lapses))
    return replace(table, clock=clock, request=replace(request, lapses=lapses))


def forgotten(table: Table, seat: Seat, name: str, new_name: str) -> Table:
    """The table without the name of somebody who sits or has sat in a seat, and without the wishes.

    Whoever sits there still plays on under the new name.
    """
    if table.players[seat].name == name:
        hours = tuple(ALWAYS if at == seat else one for at, one in enumerate(table.clock.hours))
        table = replace(
            table,
            wishes=with_seat(table.wishes, seat, NO_WISHES, NO_WISHES, len(table.players)),
            clock=replace(table.clock, hours=hours),
        )
    request = table.request
    if request is not None and request.by == name:
        request = replace(request, by=new_name)

    def other(player: Player) -> Player:
        return replace(player, name=new_name) if player.name == name else player

    player = other(table.players[seat])
    return replace(
        table,
        players=(*table.players[:seat], player, *table.players[seat + 1 :]),
        handovers=tuple(
            replace(one, before=other(one.before)) if one.seat == seat else one
            for one in table.handovers
        ),
        request=request,
    )


def _seat_of(table: Table, text: str) -> Seat:
    seat = house.read_seat(text)
    check_seat(table, seat)
    return seat


def _check_open(table: Table, seat: Seat, seen: str | None) -> None:
    """What the house refuses whatever the words are."""
    check_seat(table, seat)
    if table.outcome is not None:
        raise Finished("the game is over")
    window = table.window
    if seen is not None and (window is None or window.key != seen):
        raise Stale("that decision is no longer open")
