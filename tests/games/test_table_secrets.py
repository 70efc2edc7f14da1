"""Time-outs, extensions and stand-ins look the same, whatever cards nobody has shown.

Two tables are dealt cards that differ only in those that nobody shows, and the same happens at
both. All that is public must agree: events, journal, windows, deadlines, misses, who sits where.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from games import house, registry, table
from games.cards import Card, CardUnreadable, read_card
from games.core import Event
from games.pace import Pace
from games.table import Change, Table
from games.text import public_lines
from tests.helpers import NAMES, Stacked, persons, public

PACE = Pace(1000, 300, extensions=1, stand_in="substitute")
GAMES = (
    ("pitch-and-catch", 7),
    ("pitch-and-catch (hand_size=4)", 4),
    ("ball-four-52", 4),
    ("ball-four-40", 5),
    ("ball-four-40 (tokens=1)", 3),
    ("baseball", 4),
    ("baseball (hidden_fours=on, walk_price=2)", 5),
)
STEPS = 60
Step = tuple[str, str]
"""Something that happens: `play` and an action, or `clock` and a substitute's name or nothing."""


class Watched:
    """A table at which the first deal is known, and all that everybody can see of it."""

    def __init__(self, game: str, seats: int, deck: Sequence[Card]) -> None:
        self.shoe = Stacked((tuple(deck),))
        self.now = 0
        self.rules = registry.read_game(game, seats)
        self.texts: list[str] = []
        begun = table.begin("t", self.rules, persons(NAMES[:seats]), 0, self.shoe, PACE)
        self.table: Table = begun.table
        self.events: list[Event] = []
        self._took(begun)

    def does(self, step: Step) -> None:
        """One more thing that happens; reminders are none of it."""
        kind, text = step
        at = self.table
        assert at.turn is not None
        self.events = []
        if kind == "play":
            self.now += 10
            self._took(table.play(at, at.turn, text, self.now, self.shoe))
            return
        self.now = at.clock.deadline or 0
        while not self.events:
            change = table.tick(self.table, self.now, self.shoe, text or None)
            assert change is not None
            self._took(change)

    def of_house(self) -> list[Event]:
        """What the house has told everybody of the last step."""
        return [event for event in self.events if type(event).__module__ == house.__name__]

    def seen(self) -> Any:
        """Everything that a spectator can see now."""
        at = self.table
        return (
            self.events,
            self.texts,
            (at.window, at.clock.deadline, at.clock.reached, at.version),
            (at.players, at.misses, at.extended, at.handovers),
            at.view(None),
        )

    def _took(self, change: Change) -> None:
        self.table = change.table
        self.events += public(change.events)
        words = registry.kit(self.rules.id).words
        self.texts += public_lines(words, change.events, change.table.names)
        self.texts += [
            f"{entry.actor} {entry.action} {entry.note}"
            for entry in change.entries
            if entry.actor != "dealer"
        ]


def happens(game: str, seats: int, deck: Sequence[Card], chance: random.Random) -> list[Step]:
    """What happens in the first deal: a seat in which nobody ever acts, and others now and then."""
    at, steps = Watched(game, seats, deck), list[Step]()
    silent = chance.randrange(seats)
    for _ in range(STEPS):
        turn = at.table.turn
        if turn is None:
            break
        step: Step = ("clock", chance.choice(["Sub", ""]))
        if turn != silent and chance.random() > 0.2:
            legal = [at.rules.write(one) for one in at.rules.legal(at.table.state, turn)]
            verb = chance.choice(sorted({text.split()[0] for text in legal}))
            step = "play", chance.choice([text for text in legal if text.split()[0] == verb])
        at.does(step)
        if at.table.deals > 1 or at.table.outcome is not None:
            break  # the end of an inning shows what was hidden
        steps.append(step)
    return steps


def shown_in(texts: Sequence[str]) -> set[Card]:
    """The cards that somebody names."""
    found = set()
    for word in re.findall(r"\b(?:10|[2-9TJQKA])[cdhs♣♦♥♠]", " ".join(texts)):
        try:
            found.add(read_card(word))
        except CardUnreadable:
            continue
    return found


def other_deck(deck: Sequence[Card], shown: set[Card], chance: random.Random) -> list[Card]:
    """The deck with all the cards shuffled among themselves that nobody has shown."""
    places = [place for place, card in enumerate(deck) if card not in shown]
    hidden = [deck[place] for place in places]
    chance.shuffle(hidden)
    other = list(deck)
    for place, card in zip(places, hidden, strict=True):
        other[place] = card
    return other


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_time_outs_tell_nothing_of_hidden_cards(game: str, seats: int) -> None:
    """Whether time is added, what is missed and who loses the seat follows from public things."""
    told: Counter[str] = Counter()
    differed = 0
    for seed in range(30):
        chance = random.Random(f"{game} {seed}")
        rules = registry.read_game(game, seats)
        deck = chance.sample(rules.deck, len(rules.deck))
        steps = happens(game, seats, deck, chance)
        one = Watched(game, seats, deck)
        for step in steps:
            one.does(step)
        other = Watched(game, seats, other_deck(deck, shown_in(one.texts), chance))
        one = Watched(game, seats, deck)
        assert one.seen() == other.seen()
        for step in steps:
            hands = [rules.hands(at.table.state) for at in (one, other)]
            differed += hands[0] != hands[1]
            one.does(step)
            other.does(step)
            assert one.of_house() == other.of_house()
            told.update(type(event).__name__ for event in one.of_house())
            if one.events != other.events:
                # the rules have played a card for somebody, the lowest or highest of each hand
                kinds = [player.kind for player in one.table.players]
                assert step[0] == "clock" or "resigned" in kinds
                break
            assert one.seen() == other.seen()
    assert {"TimedOut", "Extended", "Ordered"} <= set(told), told
    assert differed > 200
