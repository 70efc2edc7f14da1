"""Deals of Baseball in the making, for its tests: decks laid out by hand, and lines of play.

What the rules say about them belongs in the tests; nothing here decides what is legal.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from games.baseball.rules import Baseball
from games.baseball.terms import (
    Betting,
    InDeal,
    RainedOut,
    Shuffling,
    Standing,
)
from games.cards import TEXTS
from games.core import Event, IllegalAction
from tests.games.ball_four.boards import Board

PLAIN = [rank + suit for rank in "78JQKA" for suit in "cdhs" if rank + suit != "Qs"]
"""Cards that are neither wild nor walk, match or rain, whatever the option `ranks`."""

E = TypeVar("E", bound=Event)


def deck(hands: Sequence[str], dealer: int = 0) -> str:
    """A dealer's line that deals these cards to these seats, from the dealer's left (X-3).

    A hand lists cards in the order in which they come: two down, four up, one down; `x` is any
    plain card. A hand that is shorter gets no more cards: its owner has folded by then. Extra cards
    stand behind the card that brings them: `4d+Kc` at once, `Kd/Kc` when the round has been dealt.
    """
    named = [card for hand in hands for card in hand.replace("+", " ").replace("/", " ").split()]
    named = [card for card in named if card != "x"]
    assert len(set(named)) == len(named), "a card is in two places"
    free = iter([card for card in PLAIN if card not in named])
    order = [(dealer + step) % len(hands) for step in range(1, len(hands) + 1)]
    rows = [hand.split() for hand in hands]
    top: list[str] = []
    for turn in range(7):
        later: list[str] = []
        for at in order:
            if turn < len(rows[at]):
                now, *after = rows[at][turn].split("/")
                top += now.split("+")
                later += after
        top += later
    top = [next(free) if card == "x" else card for card in top]
    return "deal " + " ".join([*top, *(card for card in TEXTS if card not in top)])


class Felt(Board):
    """A deal of Baseball that is going on."""

    game: Baseball

    def play(self, text: str) -> Felt:
        """As ever."""
        super().play(text)
        return self

    def dealt(self, *hands: str, dealer: int = 0) -> Felt:
        """The deal that is due, laid out."""
        return self.play(f"dealer {deck(hands, dealer)}")

    def all_check(self, rounds: int = 1) -> Felt:
        """Betting rounds in which everybody checks."""
        for _ in range(rounds):
            assert isinstance(self.state, Betting)
            for who in self.asked:
                self.play(f"{who} check")
        return self

    def why(self, line: str) -> tuple[str, Any]:
        """The clause and the fact with which a line is refused."""
        error: IllegalAction = self.refused(line)
        return error.clause, error.fact

    def events_of(self, kind: type[E]) -> list[E]:
        """All that was told of one kind."""
        return [event for event in self.told if isinstance(event, kind)]

    @property
    def stacks(self) -> list[int]:
        """Chips by seat, without what lies on the table."""
        return list(self.game.scores(self.state))

    @property
    def pots(self) -> list[tuple[int, list[str]]]:
        """The pots, oldest first: chips, and who contests them."""
        layout = self.state if isinstance(self.state, RainedOut) else self.state.layout
        return [(pot.chips, [f"p{at + 1}" for at in pot.contestants]) for pot in layout.pots]

    @property
    def chips(self) -> int:
        """All chips there are."""
        on_table = 0
        if isinstance(self.state, InDeal | RainedOut):
            on_table = sum(chips for chips, _ in self.pots)
        in_front = sum(self.state.paid) if isinstance(self.state, Betting) else 0
        return sum(self.stacks) + on_table + in_front

    @property
    def amounts(self) -> list[int]:
        """What may be bet or raised by now."""
        words = [text.split() for text in self.legal]
        return sorted(int(word[1]) for word in words if word[0] in ("bet", "raise"))


def felt(*stacks: int, dealer: int = 0, number: int = 1, **options: Any) -> Felt:
    """A table with these chips, where a deal is due."""
    game = Baseball(**options)
    return Felt(game, Shuffling(Standing(number, dealer, stacks)))
