"""What many tests share: numbers that follow from a label, stacked decks, and a live table.

Nothing here knows any one game's rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from games import house, record, registry, table
from games.cards import Card, read_card
from games.clock import Moment
from games.core import DEALER, Event, Seat
from games.hours import Wishes
from games.house import Player
from games.pace import Pace
from games.shuffle import Shoe, Stream
from games.table import Change, Entry, Table
from games.text import public_lines

NAMES = ("Ana", "Ben", "Cho", "Dee", "Eli", "Fay", "Gus")
SHOE = Shoe(bytes(range(32)), "entropy")


def numbers(label: str) -> Stream:
    """Numbers that follow from a label, the same in every run."""
    return Stream(bytes(32), "tests", label)


def encoded(value: Any) -> bytes:
    """A value as bytes: equal exactly if the values are, also in their types."""
    return msgspec.json.encode(value)


def seat(text: str) -> Seat:
    """`p3` as seat 2."""
    return DEALER if text == "dealer" else house.read_seat(text)


def persons(names: Sequence[str]) -> list[Player]:
    """People with these names."""
    return [Player(name) for name in names]


class Stacked(msgspec.Struct, frozen=True):
    """A shoe with decks laid out beforehand; after the last one the cards come unshuffled."""

    decks: tuple[tuple[Card, ...], ...] = ()

    def deck(self, number: int, cards: Sequence[Card]) -> tuple[Card, ...]:
        """The shuffle with this number, from 1."""
        return self.decks[number - 1] if number <= len(self.decks) else tuple(cards)

    def dice(self, used: int) -> Stream:
        """Numbers for computer players."""
        return SHOE.dice(used)


def stacked(*decks: Sequence[str]) -> Stacked:
    """A shoe with these decks, given as texts of cards."""
    return Stacked(tuple(tuple(read_card(card) for card in deck) for deck in decks))


class Live:
    """A table that keeps its journal and all that was told, as a host does.

    `now` is the present time; a test moves it.
    """

    def __init__(
        self,
        game: str,
        names: Sequence[str],
        shoe: Any = SHOE,
        pace: Pace | None = None,
        now: Moment = 0,
        wishes: Sequence[Wishes] = (),
    ) -> None:
        self.shoe = shoe
        self.now = now
        self.game = registry.read_game(game, len(names))
        self.start = table.seat_players("t", self.game, persons(names), pace)
        self.entries: list[Entry] = []
        self.events: list[Event] = []
        self.table: Table = self.start
        self.took(table.begin("t", self.game, persons(names), now, shoe, pace, wishes))

    def took(self, change: Change) -> Change:
        """Keeps a change, which must be made from the version that the table has."""
        assert change.before == self.table.version
        self.table = change.table
        self.entries += change.entries
        self.events += change.events
        return change

    def play(self, who: str, text: str, seen: str | None = None) -> Change:
        """A player's own action."""
        return self.took(table.play(self.table, seat(who), text, self.now, self.shoe, seen))

    def plays(self, text: str) -> None:
        """Several actions, like `p1 pitch 9c / p2 pass`."""
        for line in text.split("/"):
            who, action = line.split(None, 1)
            self.play(who, action.strip())

    def plan(self, who: str, text: str) -> Change:
        """An answer left ahead."""
        return self.took(table.plan(self.table, seat(who), text, self.now, self.shoe))

    def withdraw(self, who: str, decision: str | None = None) -> Change:
        """An answer taken back."""
        return self.took(table.withdraw(self.table, seat(who), self.now, decision))

    def tick(self, substitute: str | None = None) -> Change | None:
        """What is due by the clock; `substitute` is who would take over a seat."""
        change = table.tick(self.table, self.now, self.shoe, substitute)
        return None if change is None else self.took(change)

    def runs_out(self, substitute: str | None = None) -> Change:
        """The time of the seat at turn comes to its end."""
        deadline = self.table.clock.deadline
        assert deadline is not None
        self.now = deadline
        change = self.tick(substitute)
        assert change is not None
        return change

    def order(self, order: house.Order, by: str | None = None) -> Change:
        """An order of the house; a rewind goes back to what the journal says."""
        earlier = None
        if isinstance(order, house.Rewind):
            earlier = self.folded().earlier(order.lines)
        return self.took(table.moderate(self.table, order, self.now, self.shoe, earlier, by))

    def consent(self, who: str, agrees: bool = True) -> Change:
        """An answer to the rewind that is asked about."""
        return self.took(table.consent(self.table, seat(who), agrees, self.now, self.shoe))

    def rewind(self, lines: int) -> Change:
        """A rewind to which everybody agrees who has to be asked; gives the last change of it."""
        change = self.order(house.Rewind(lines))
        if self.table.request is not None:
            for one in self.table.persons:
                change = self.consent(f"p{one + 1}")
        return change

    def folded(self) -> record.History:
        """The journal, replayed from the start."""
        return record.fold(self.start, self.entries)

    def story(self) -> list[str]:
        """Everything that was said in public."""
        words = registry.kit(self.game.id).words
        return public_lines(words, self.events, self.table.names)

    @property
    def turn(self) -> str | None:
        """Whose turn it is, as text."""
        turn = self.table.turn
        return None if turn is None else f"p{turn + 1}"

    @property
    def key(self) -> str | None:
        """The key of the open window."""
        window = self.table.window
        return window.key if window else None


def lines(change: Change) -> list[str]:
    """The journal rows of a change as record lines, with their notes."""
    return [
        f"{entry.actor} {entry.action}" + (f" # {entry.note}" if entry.note else "")
        for entry in change.entries
    ]


def public(events: Sequence[Event]) -> list[Event]:
    """The events that everybody is told."""
    return [event for event in events if event.to is None]


def told(events: Sequence[Event], to: Seat | None) -> list[Event]:
    """The events that one seat is told: the public ones and its own."""
    return [event for event in events if event.to in (None, to)]
