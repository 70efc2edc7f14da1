"""One `Change` in the making: what is done at a table, and what follows by itself.

After each action the house goes on alone as far as it may: it deals, answers for seats that have
resigned, resolves plans, lets house players play, until a person has to act. Whether anything may
be done at all is looked at before, by the verbs and by those who carry out orders.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from games import house, registry
from games.checkpoint import NO_WISHES, Change, Entry, Table, at_seat, with_seat
from games.clock import Clock, Moment
from games.core import (
    DEALER,
    Choices,
    Deal,
    Endable,
    Event,
    Game,
    IllegalAction,
    OrderRefused,
    Seat,
    actor_name,
)
from games.hours import Wishes
from games.shuffle import Shoe


def ends_by_itself(game: Game[Any, Any]) -> str:
    """Why a game that is not `Endable` cannot be ended between two deals."""
    return f"{game.title} ends by its own rules: before, it can only be abandoned, without a result"


class Beat:
    """One Change in the making: `table` as it is by now, and what was written and told on the way.

    `by` is the moderator who has ordered it, and `why` the reason.
    """

    def __init__(
        self,
        table: Table,
        now: Moment,
        by: str | None = None,
        why: house.Reason | None = None,
    ) -> None:
        self.before = table
        self.table = table
        self.now = now
        self.by = None if by is None else house.clean_name(by)
        self.why = why
        self.entries: list[Entry] = []
        self.events: list[Event] = []

    def change(self) -> Change:
        """What has come of it, with the clock set for the decision that is open now."""
        table = self.table
        turn = table.turn
        clock = table.clock.showing(
            table.key,
            turn if turn != DEALER else None,
            self.now,
            [one.hours for one in table.wishes],
        )
        request = table.request
        if table.outcome is not None:
            clock, request = Clock(clock.pace), None
        version = self.before.version + len(self.entries)
        old, new = self.before.plans, table.plans
        return Change(
            self.before.version,
            replace(table, clock=clock, request=request, version=version),
            tuple(self.entries),
            tuple(self.events),
            left=tuple(plan for plan in new if plan not in old),
            dropped=tuple(plan for plan in old if plan not in new),
        )

    def act(self, seat: Seat, action: Any, note: str | None = None) -> None:
        """An action of a seat or of the dealer, checked and applied."""
        table = self.table
        table.game.check(table.state, seat, action)
        self.write(actor_name(seat), table.game.write(action), note)
        if seat != DEALER:
            self._counts_misses(seat, 0)
        self.moved(*table.game.apply(table.state, seat, action), deals=isinstance(action, Deal))

    def time_out(self, seat: Seat) -> None:
        """The clock's action: the rules answer for the seat at turn (X-9)."""
        missed = self.table.has_choice()
        self.write("clock", actor_name(seat))
        self.events.append(house.TimedOut(seat))
        if missed:
            self._counts_misses(seat, 1 + at_seat(self.table.misses, seat, 0))
        self.moved(*self.table.game.silence(self.table.state, seat))

    def _counts_misses(self, seat: Seat, misses: int) -> None:
        """How many turns in a row a seat has missed by now; whoever acts begins anew."""
        table = self.table
        if at_seat(table.misses, seat, 0) != misses:
            counted = with_seat(table.misses, seat, misses, 0, len(table.players))
            self.table = replace(table, misses=counted)

    def take_wishes(self, seat: Seat, wishes: Wishes, newcomer: bool = False) -> None:
        """A seat's player wishes this from now on."""
        table = self.table
        self.table = replace(
            table,
            wishes=with_seat(table.wishes, seat, wishes, NO_WISHES, len(table.players)),
            clock=table.clock.with_hours(seat, wishes.hours, self.now, newcomer),
        )

    def go_on(self, shoe: Shoe | None) -> None:
        """Everything that follows without a person.

        Without a shoe, and while the table is paused, only what has no line of its own (X-12).
        """
        self.by = self.why = None  # nobody has ordered what follows by itself
        while True:
            turn = self.table.turn
            if turn is None:
                return
            if turn != DEALER and self.table.players[turn].kind == "resigned":
                self.moved(*self.table.game.silence(self.table.state, turn))
            elif shoe is None or self.table.clock.pause is not None:
                return
            elif turn == DEALER:
                if not self._ends_as_agreed():
                    deck = shoe.deck(self.table.deals + 1, self.table.game.deck)
                    self.act(DEALER, Deal(deck))
            elif self.table.players[turn].kind == "computer":
                self._computer_plays(turn, shoe)
            elif not self._plan_plays(turn):
                return

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
        legal = Choices(table.game.legal(table.state, seat))
        action = choose(table.game, table.view(seat), legal, dice.below)
        self.table = replace(table, dice=dice.used)
        self.act(seat, action)

    def _ends_as_agreed(self) -> bool:
        """Ends the game in place of the next deal, if the agreed time has come and rules allow."""
        pace = self.table.clock.pace
        if pace is None or pace.until is None or self.now < pace.until:
            return False
        try:
            self.end(house.End())
        except (IllegalAction, OrderRefused):
            return False  # not between two deals: the game has just begun, or this one is redealt
        return True

    def end(self, order: house.End) -> None:
        """Ends the game between two deals, if it is one that may be ended."""
        game = self.table.game
        if not isinstance(game, Endable):
            raise OrderRefused(ends_by_itself(game))
        state, events = game.end(self.table.state)
        self.ordered(order)
        self.moved(state, events)

    def ordered(self, order: house.Order, name: str | None = None) -> None:
        """Tells everybody of an order, and writes its line, or its note if play does not change.

        `name` is whom it is about.
        """
        self.events.append(house.Ordered(order, name, self.by, self.why))
        if isinstance(order, house.Noted):
            self.write("", "", house.noted(house.write_noted(order, self.table.turn), self.by))
        else:
            self.write("house", house.write_order(order), house.write_note(self.why, self.by))

    def write(self, actor: str, action: str, note: str | None = None) -> None:
        """One more row of the journal; without an actor it is only a note."""
        self.entries.append(Entry(actor, action, self.now, note))

    def moved(self, state: Any, events: tuple[Event, ...], deals: bool = False) -> None:
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
