"""The house: one table, what is done at it, and what follows by itself.

Every verb here is a pure function: it is given the table, the words of an actor, the present moment
and the shoe that decks come from, and gives back a `Change`, which is kept whole or not at all.
After each action the house goes on alone as far as it may: it deals, answers for seats that have
resigned, resolves plans, lets computers play, until a person has to act.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from games import house, registry
from games.clock import Clock, Moment, Pace
from games.core import (
    DEALER,
    Deal,
    Endable,
    Event,
    Finished,
    Game,
    GameError,
    IllegalAction,
    NotSeated,
    NotYourTurn,
    OptionError,
    OrderRefused,
    Outcome,
    Paused,
    Plan,
    Seat,
    Stale,
    Window,
    actor_name,
)
from games.house import Player
from games.shuffle import Shoe

LONGEST_EXTENSION = 366 * 24 * 3600


class LeftPlan(msgspec.Struct, frozen=True):
    """A plan and the seat that left it; nobody else may learn of it (PC-25)."""

    seat: Seat
    plan: Plan


class Table(msgspec.Struct, frozen=True):
    """One game in progress, or finished, at one moment.

    `version` counts the journal rows behind it; plans and reminders never move it. `deals` counts
    the shuffles that stand, `dice` the numbers that computer players have used, `rewinds` how often
    the game was taken back.
    """

    id: str
    game: Game[Any, Any]
    players: tuple[Player, ...]
    state: Any
    clock: Clock = Clock()
    version: int = 0
    plans: tuple[LeftPlan, ...] = ()
    deals: int = 0
    dice: int = 0
    abandoned: bool = False
    rewinds: int = 0

    @property
    def turn(self) -> Seat | None:
        """Whose action must come next: a seat, DEALER, or None when the game is over."""
        return None if self.abandoned else self.game.turn(self.state)

    @property
    def window(self) -> Window | None:
        """The decision that is open, with the seats that somebody sits in.

        A decision that a rewind opens again is a new one, and has a key of its own.
        """
        window = None if self.abandoned else self.game.window(self.state)
        if window is None:
            return None
        seats = tuple(seat for seat in window.seats if self.players[seat].kind != "resigned")
        again = f"{window.key}.r{self.rewinds}" if self.rewinds else window.key
        return replace(window, key=again, seats=seats)

    @property
    def asked(self) -> tuple[Seat, ...]:
        """The seats that may still be asked in the open window, the one at turn first."""
        window = self.window
        return window.seats if window else ()

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, or None while it goes on."""
        if self.abandoned:
            return Outcome("abandoned", self.game.scores(self.state), None)
        return self.game.outcome(self.state)

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits where, by name."""
        return tuple(player.name for player in self.players)

    def view(self, seat: Seat | None) -> Any:
        """What a seat, or with None a spectator, may know of the play."""
        return self.game.view(self.state, seat)

    def plans_of(self, seat: Seat) -> tuple[Plan, ...]:
        """The answers that a seat has left ahead."""
        return tuple(left.plan for left in self.plans if left.seat == seat)


class Entry(msgspec.Struct, frozen=True):
    """A journal row: one line of the record, by an actor; without an actor it is only a note."""

    actor: str
    action: str
    at: Moment
    note: str | None = None


class Earlier(msgspec.Struct, frozen=True):
    """The play as it stood before some line: what a rewind goes back to."""

    state: Any
    deals: int


class Change(msgspec.Struct, frozen=True):
    """What one verb did: the table after it, its journal rows, and what is to be told.

    `before` is the version it was made from; it holds only if the table still has that version.
    `left` and `dropped` are the plans that it adds and takes away.
    """

    before: int
    table: Table
    entries: tuple[Entry, ...]
    events: tuple[Event, ...]
    left: tuple[LeftPlan, ...] = ()
    dropped: tuple[LeftPlan, ...] = ()


class _Stored(msgspec.Struct, frozen=True):
    """A table as it is stored: the game as text, with the number of its rules."""

    id: str
    game: str
    rules: int
    players: tuple[Player, ...]
    state: msgspec.Raw
    clock: Clock
    version: int
    deals: int
    dice: int
    abandoned: bool
    rewinds: int = 0


def dump(table: Table) -> bytes:
    """A table as bytes, for the checkpoint store; its plans are kept apart."""
    return msgspec.json.encode(
        _Stored(
            table.id,
            registry.write_game(table.game),
            table.game.rules,
            table.players,
            msgspec.Raw(msgspec.json.encode(table.state)),
            table.clock,
            table.version,
            table.deals,
            table.dice,
            table.abandoned,
            table.rewinds,
        )
    )


def load(data: bytes, plans: tuple[LeftPlan, ...] = ()) -> Table:
    """The table that `dump` made these bytes from; GameError where they are of other rules."""
    stored = msgspec.json.decode(data, type=_Stored)
    game = registry.read_game(stored.game, len(stored.players))
    if stored.rules != game.rules:
        raise GameError(f"expected rules {game.rules} of {game.id}, found {stored.rules}")
    return Table(
        stored.id,
        game,
        stored.players,
        msgspec.json.decode(stored.state, type=game.state_type),
        stored.clock,
        stored.version,
        plans,
        stored.deals,
        stored.dice,
        stored.abandoned,
        stored.rewinds,
    )


# --- the verbs -----------------------------------------------------------------------------------


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
) -> Change:
    """Seats the players, deals, and goes on until a person has to act."""
    beat = _Beat(seat_players(table_id, game, players, pace), now)
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
    if table.clock.pause is not None:
        raise Paused("the game is paused")
    action = table.game.parse(text)
    beat = _Beat(table, now)
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
    beat = _Beat(table, now)
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
    beat = _Beat(table, now)
    beat.table = replace(table, plans=kept)
    return beat.change()


def tick(table: Table, now: Moment, shoe: Shoe) -> Change | None:
    """What is due by the clock: the end of a pause, a time-out or a reminder; else None.

    One thing at a time: call it again while `table.clock.alarm` is not after `now`.
    """
    clock = table.clock
    if clock.alarm is None or now < clock.alarm:
        return None
    if clock.pause is not None:
        return moderate(table, house.Resume(), now, shoe)
    assert clock.seat is not None  # it has an alarm
    assert clock.deadline is not None
    beat = _Beat(table, now)
    if now >= clock.deadline:
        beat.time_out(clock.seat)
        beat.go_on(shoe)
    else:
        beat.remind(clock.seat)
    return beat.change()


def moderate(
    table: Table,
    order: house.Order,
    now: Moment,
    shoe: Shoe,
    earlier: Earlier | None = None,
) -> Change:
    """Carries out an order of the house; a rewind is given what it goes back to.

    OrderRefused or IllegalAction where it makes no sense at this table now.
    """
    beat = _Beat(table, now)
    beat.obey(order, earlier)
    beat.go_on(shoe)
    return beat.change()


def enter(
    table: Table, actor: str, action: str, earlier: Earlier | None = None, now: Moment = 0
) -> Change:
    """One line of a record: the same as the verb it stands for, but the house adds no lines.

    Only what the rules do by themselves follows: answers for seats that have resigned (X-12).
    """
    beat = _Beat(table, now)
    if table.outcome is not None:
        raise Finished("the game is over, no line may follow")
    match actor:
        case "house":
            beat.obey(house.read_order(action), earlier)
        case "clock":
            seat = _seat_of(table, action)
            if seat != table.turn:
                raise NotYourTurn(table.turn)
            beat.time_out(seat)
        case "dealer":
            beat.act(DEALER, table.game.parse(action))
        case _:
            seat = house.read_actor(actor)
            _check_seat(table, seat)
            beat.act(seat, table.game.parse(action))
    beat.go_on(None)
    return beat.change()


def shift(table: Table, seconds: int) -> Table:
    """The table with its running clock later by so many seconds; a stopped clock stays."""
    if table.clock.pause is not None:
        return table
    return replace(table, clock=table.clock.shifted(seconds))


# --- carrying out --------------------------------------------------------------------------------


class _Beat:
    """One Change in the making."""

    def __init__(self, table: Table, now: Moment) -> None:
        self.before = table
        self.table = table
        self.now = now
        self.entries: list[Entry] = []
        self.events: list[Event] = []

    def change(self) -> Change:
        """What has come of it, with the clock set for the decision that is open now."""
        table = self.table
        window, turn = table.window, table.turn
        clock = table.clock.showing(
            window.key if window else None, turn if turn != DEALER else None, self.now
        )
        if table.outcome is not None:
            clock = Clock(clock.pace)
        version = self.before.version + len(self.entries)
        old, new = self.before.plans, table.plans
        return Change(
            self.before.version,
            replace(table, clock=clock, version=version),
            tuple(self.entries),
            tuple(self.events),
            left=tuple(plan for plan in new if plan not in old),
            dropped=tuple(plan for plan in old if plan not in new),
        )

    def act(self, seat: Seat, action: Any, note: str | None = None) -> None:
        """An action of a seat or of the dealer, checked and applied."""
        table = self.table
        table.game.check(table.state, seat, action)
        self._write(actor_name(seat), table.game.write(action), note)
        self._moved(*table.game.apply(table.state, seat, action), deals=isinstance(action, Deal))

    def time_out(self, seat: Seat) -> None:
        """The clock's action: the rules answer for the seat at turn (X-9)."""
        self._write("clock", actor_name(seat))
        self.events.append(house.TimedOut(seat))
        self._moved(*self.table.game.silence(self.table.state, seat))

    def remind(self, seat: Seat) -> None:
        """Tells the seat at turn once, however many of its reminders are due by now."""
        clock = self.table.clock
        while clock.reminder is not None and clock.reminder <= self.now:
            clock = replace(clock, reminded=clock.reminded + 1)
        assert clock.deadline is not None  # it has reminders
        self.table = replace(self.table, clock=clock)
        self.events.append(house.Reminded(clock.deadline, clock.reminded, to=seat))

    def go_on(self, shoe: Shoe | None) -> None:
        """Everything that follows without a person.

        Without a shoe, and while the table is paused, only what has no line of its own (X-12).
        """
        while True:
            turn = self.table.turn
            if turn is None:
                return
            if turn != DEALER and self.table.players[turn].kind == "resigned":
                self._moved(*self.table.game.silence(self.table.state, turn))
            elif shoe is None or self.table.clock.pause is not None:
                return
            elif turn == DEALER:
                deck = shoe.deck(self.table.deals + 1, self.table.game.deck)
                self.act(DEALER, Deal(deck))
            elif self.table.players[turn].kind == "computer":
                self._computer_plays(turn, shoe)
            elif not self._plan_plays(turn):
                return

    def obey(self, order: house.Order, earlier: Earlier | None) -> None:
        """Carries out an order, or raises because it makes no sense now."""
        if self.table.outcome is not None:
            raise Finished("the game is over, nothing more can be ordered")
        match order:
            case house.Resign(seat):
                self._reseat(order, seat, kind="resigned")
            case house.Computer(seat):
                self._reseat(order, seat, kind="computer")
            case house.Replace(seat, name):
                self._reseat(order, seat, kind="person", name=name)
            case house.Rewind():
                self._rewind(order, earlier)
            case house.End():
                self._end(order)
            case house.Abandon():
                self._ordered(order)
                self.table = replace(self.table, abandoned=True, plans=())
            case house.Pause() | house.Resume() | house.Extend():
                self._move_clock(order)

    def _write(self, actor: str, action: str, note: str | None = None) -> None:
        self.entries.append(Entry(actor, action, self.now, note))

    def _moved(self, state: Any, events: tuple[Event, ...], deals: bool = False) -> None:
        """A new state: plans whose scope is gone die with it."""
        self.events += events
        table = replace(self.table, state=state, deals=self.table.deals + deals)
        if table.plans:
            window = table.window
            scope = window.scope if window else None
            table = replace(
                table, plans=tuple(left for left in table.plans if scope in left.plan.scopes)
            )
        self.table = table

    def _plan_plays(self, seat: Seat) -> bool:
        """Lets the plan of the seat at turn act, once; if it does not fit, its owner is told."""
        table = self.table
        window = table.window
        assert window is not None  # a person is at turn
        for left in table.plans:
            fits = left.plan.decision == window.decision and window.scope in left.plan.scopes
            if left.seat == seat and fits:
                kept = tuple(other for other in table.plans if other != left)
                self.table = replace(table, plans=kept)
                action = table.game.resolve(table.state, seat, left.plan)
                if action is None:
                    self.events.append(house.PlanFailed(left.plan.text, to=seat))
                    return False
                self.act(seat, action, note="plan")
                return True
        return False

    def _computer_plays(self, seat: Seat, shoe: Shoe) -> None:
        table = self.table
        dice = shoe.dice(table.dice)
        choose = registry.kit(table.game.id).players["plain"]
        legal = list(table.game.legal(table.state, seat))
        action = choose(table.game, table.view(seat), legal, dice.below)
        self.table = replace(table, dice=dice.used)
        self.act(seat, action)

    def _ordered(self, order: house.Order, name: str | None = None) -> None:
        self.events.append(house.Ordered(order, name))
        match order:
            case house.Pause(until):
                self._write("", "", "paused" if until is None else f"paused until {until}")
            case house.Resume():
                self._write("", "", "resumed")
            case house.Extend(seconds):
                self._write("", "", f"{seconds} seconds more for {actor_name(self.table.turn)}")
            case _:
                self._write("house", house.write_order(order))

    def _reseat(
        self, order: house.Line, seat: Seat, kind: house.Kind, name: str | None = None
    ) -> None:
        table = self.table
        _check_seat(table, seat)
        before = table.players[seat]
        if kind == before.kind != "person":
            raise OrderRefused(f"{actor_name(seat)} is {_STATUS[kind]} already")
        if isinstance(order, house.Replace):
            name = house.clean_name(order.name)
            if not house.can_be_seen(name):
                raise OrderRefused("every player needs a name that can be seen")
            order = house.Replace(seat, name)
        self._ordered(order, before.name)
        if kind == "person":
            self.events.append(house.Seated(before.name, to=seat))
        player = Player(before.name if name is None else name, kind)
        clock = table.clock
        if kind == "person" and seat == clock.seat:
            clock = clock.afresh(self.now)
        self.table = replace(
            table,
            players=(*table.players[:seat], player, *table.players[seat + 1 :]),
            plans=tuple(left for left in table.plans if left.seat != seat),
            clock=clock,
        )

    def _rewind(self, order: house.Rewind, earlier: Earlier | None) -> None:
        if earlier is None:
            raise OrderRefused("a rewind goes back over at least 1 line that still stands")
        self._ordered(order)
        self.events += [
            house.PlanDropped(left.plan.text, to=left.seat) for left in self.table.plans
        ]
        clock = self.table.clock.restarted(None, None, self.now)
        self.table = replace(
            self.table,
            state=earlier.state,
            deals=earlier.deals,
            plans=(),
            clock=clock,
            rewinds=self.table.rewinds + 1,
        )

    def _end(self, order: house.End) -> None:
        game = self.table.game
        if not isinstance(game, Endable):
            raise OrderRefused(
                f"{game.title} ends by its own rules; abandon ends it without a result"
            )
        state, events = game.end(self.table.state)
        self._ordered(order)
        self._moved(state, events)

    def _move_clock(self, order: house.Pause | house.Resume | house.Extend) -> None:
        clock = self.table.clock
        match order:
            case house.Pause(until):
                if until is not None and until <= self.now:
                    raise OrderRefused("a pause ends later than now")
                clock = clock.paused(self.now, until)
            case house.Resume():
                if clock.pause is None:
                    raise OrderRefused("the clock is running already")
                clock = clock.resumed(self.now)
            case house.Extend(seconds):
                if not 1 <= seconds <= LONGEST_EXTENSION:
                    raise OrderRefused("an extension is at least 1 second, at most a year")
                if clock.pace is None or clock.seat is None:
                    raise OrderRefused("no clock is running that could be extended")
                clock = clock.extended(seconds)
        self._ordered(order)
        self.table = replace(self.table, clock=clock)


_STATUS = {"resigned": "resigned", "computer": "a house player"}


def _seat_of(table: Table, text: str) -> Seat:
    seat = house.read_seat(text)
    _check_seat(table, seat)
    return seat


def _check_seat(table: Table, seat: Seat) -> None:
    if not 0 <= seat < len(table.players):
        last = actor_name(len(table.players) - 1)
        raise NotSeated(f"expected a seat of this table, p1 to {last}, found {actor_name(seat)}")


def _check_open(table: Table, seat: Seat, seen: str | None) -> None:
    """What the house refuses whatever the words are."""
    _check_seat(table, seat)
    if table.outcome is not None:
        raise Finished("the game is over")
    window = table.window
    if seen is not None and (window is None or window.key != seen):
        raise Stale("that decision is no longer open")
