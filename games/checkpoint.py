"""One table at one moment, what a verb of the house makes of it, and both as bytes.

A `Table` is all that is kept of a game: what is dealt and done, and what the house knows besides.
It is a value and changes nothing by itself; what is done at it is the business of `table.py`.
"""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from games import registry
from games.clock import Clock, Moment, Pause
from games.core import (
    Event,
    Game,
    GameError,
    NotSeated,
    Outcome,
    Plan,
    Seat,
    Window,
    actor_name,
)
from games.hours import Wishes
from games.house import Handover, Player

NO_WISHES = Wishes()

_T = TypeVar("_T")


class LeftPlan(msgspec.Struct, frozen=True):
    """A plan and the seat that left it; nobody else may learn of it (PC-25)."""

    seat: Seat
    plan: Plan


class Earlier(msgspec.Struct, frozen=True):
    """The play as it stood before some line: what a rewind goes back to.

    `misses` are those that each seat had by then. `shows` says whether a card was dealt or shown
    since, so that a rewind needs the consent of everybody still seated (X-7).
    """

    state: Any
    deals: int
    misses: tuple[int, ...] = ()
    shows: bool = False


class Request(msgspec.Struct, frozen=True):
    """A rewind that waits until everybody still seated has agreed to it; the game stands still.

    `key` names it, so that an answer to an older one can be told apart; `agreed` are the seats that
    have agreed so far, which nobody may learn before the end but the moderator. `pause` is the one
    that was there before, and comes back afterwards.
    """

    key: str
    lines: int
    lapses: Moment
    earlier: Earlier
    by: str | None = None
    agreed: tuple[Seat, ...] = ()
    pause: Pause | None = None


class Table(msgspec.Struct, frozen=True):
    """One game in progress, or finished, at one moment.

    `version` counts the journal rows behind it; plans and reminders never move it. `deals` counts
    the shuffles that stand, `dice` the numbers that computer players have used, `rewinds` how often
    the game was taken back. By seat, or empty where there is nothing yet: `wishes`, how many turns
    in a row were missed, and how many automatic extensions are `extended`. `handovers` are the
    seats that somebody has left, in order.
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
    wishes: tuple[Wishes, ...] = ()
    misses: tuple[int, ...] = ()
    extended: tuple[int, ...] = ()
    request: Request | None = None
    handovers: tuple[Handover, ...] = ()

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
    def key(self) -> str | None:
        """The name of the decision that is open; None while there is none."""
        window = self.window
        return window.key if window else None

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
    def runs(self) -> bool:
        """Whether somebody has a time that runs: for an answer, or to agree to a rewind."""
        return self.clock.deadline is not None or self.request is not None

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits where, by name."""
        return tuple(player.name for player in self.players)

    @property
    def persons(self) -> tuple[Seat, ...]:
        """The seats in which a person still sits: neither a house player nor nobody."""
        return tuple(seat for seat, one in enumerate(self.players) if one.kind == "person")

    def view(self, seat: Seat | None) -> Any:
        """What a seat, or with None a spectator, may know of the play."""
        return self.game.view(self.state, seat)

    def wishes_of(self, seat: Seat) -> Wishes:
        """What the player of a seat has asked this table to keep to."""
        return at_seat(self.wishes, seat, NO_WISHES)

    def has_choice(self) -> bool:
        """Whether the seat at turn could do something else than nothing, as everybody can see."""
        choiceless = registry.kit(self.game.id).choiceless
        return not choiceless(self.game, self.view(None))

    def extension(self) -> Clock | None:
        """The running clock with an automatic extension of the seat at turn.

        None where none is left to it, where it has no choice, and where the longest wait allows no
        more time.
        """
        clock, seat = self.clock, self.clock.seat
        if clock.pace is None or seat is None or clock.deadline is None:
            return None
        if at_seat(self.extended, seat, 0) >= clock.pace.extensions or not self.has_choice():
            return None
        extended = clock.over().extended(clock.pace.window)
        return extended if extended.deadline != clock.deadline else None

    def stakes_seat(self) -> bool:
        """Whether the seat at turn is forfeited if its time runs out now."""
        pace, seat = self.clock.pace, self.clock.seat
        if pace is None or seat is None or self.clock.deadline is None:
            return False
        missed = at_seat(self.misses, seat, 0) + 1 >= pace.max_misses and self.has_choice()
        return missed and self.extension() is None

    def plans_of(self, seat: Seat) -> tuple[Plan, ...]:
        """The answers that a seat has left ahead."""
        return tuple(left.plan for left in self.plans if left.seat == seat)


class Entry(msgspec.Struct, frozen=True):
    """A journal row: one line of the record, by an actor; without an actor it is only a note."""

    actor: str
    action: str
    at: Moment
    note: str | None = None


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


# --- as bytes ------------------------------------------------------------------------------------


class _Stored(msgspec.Struct, frozen=True, omit_defaults=True):
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
    wishes: tuple[Wishes, ...] = ()
    misses: tuple[int, ...] = ()
    extended: tuple[int, ...] = ()
    request: Request | None = None
    handovers: tuple[Handover, ...] = ()


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
            table.wishes,
            table.misses,
            table.extended,
            table.request,
            table.handovers,
        )
    )


def load(data: bytes, plans: tuple[LeftPlan, ...] = ()) -> Table:
    """The table that `dump` made these bytes from; GameError where they are of other rules."""
    stored = msgspec.json.decode(data, type=_Stored)
    game = registry.read_game(stored.game, len(stored.players))
    if stored.rules != game.rules:
        raise GameError(f"expected rules {game.rules} of {game.id}, found {stored.rules}")
    request = stored.request
    if request is not None:
        state = msgspec.convert(request.earlier.state, game.state_type)
        request = replace(request, earlier=replace(request.earlier, state=state))
    return Table(
        stored.id,
        game,
        stored.players,
        msgspec.json.decode(stored.state, type=game.state_type),
        stored.clock.ending(),
        stored.version,
        plans,
        stored.deals,
        stored.dice,
        stored.abandoned,
        stored.rewinds,
        stored.wishes,
        stored.misses,
        stored.extended,
        request,
        stored.handovers,
    )


# --- by seat -------------------------------------------------------------------------------------


def check_seat(table: Table, seat: Seat) -> None:
    """Refuses a seat that the table does not have."""
    if not 0 <= seat < len(table.players):
        last = actor_name(len(table.players) - 1)
        raise NotSeated(f"expected a seat of this table, p1 to {last}, found {actor_name(seat)}")


def at_seat(by_seat: tuple[_T, ...], seat: Seat, default: _T) -> _T:
    """What stands at a seat, where a row may be empty until there is something in it."""
    return by_seat[seat] if by_seat else default


def with_seat(
    by_seat: tuple[_T, ...], seat: Seat, value: _T, default: _T, seats: int
) -> tuple[_T, ...]:
    """The row with another value at a seat."""
    if not by_seat and value == default:
        return by_seat
    row = by_seat or (default,) * seats
    return (*row[:seat], value, *row[seat + 1 :])
