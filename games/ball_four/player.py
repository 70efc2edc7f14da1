"""The house players of Ball Four, in both editions: sensible, not clever.

They know only their seat's view. What a hand is good for is measured by how many plays it would
take to lay it all down, so a player keeps together what belongs together, and sheds what does not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any

from games.ball_four.fifty_two import View as View52
from games.ball_four.forty import View as View40
from games.ball_four.hands import Edition
from games.ball_four.terms import PASS, Action, BallFour, Choose, Foul, Play
from games.cards import Card
from games.core import Dice

View = View52 | View40

FEW = 3
"""With so few cards somebody may go out at any turn."""


def plain(game: Any, view: View, legal: Sequence[Action], dice: Dice) -> Action:
    """Leads low cards that leave few plays, takes Ball Fours, and breaks up no hand to beat."""
    match view.decision:
        case "choose":
            return Choose("double-header")  # who is behind can win most by it
        case "lead":
            return min(legal, key=lambda action: _cost(game.edition, view, action))
    return _answer(game.edition, view, legal)


def _answer(edition: Edition, view: View, legal: Sequence[Action]) -> Action:
    """What sheds cards without taking more plays for the rest, the cheapest such; else a pass.

    Once somebody is about to go out, no hand is worth keeping together any more.
    """
    best: Action = PASS
    late = min(view.counts) <= FEW
    least = (len(view.hand) if late else _plays(view.hand), 0, 0)
    for action in legal:
        if isinstance(action, BallFour):
            return action
        if action != PASS and (cost := _cost(edition, view, action)) < least:
            best, least = action, cost
    return best


def _cost(edition: Edition, view: View, action: Action) -> tuple[int, int, int]:
    """How many plays the rest would take; then how high the cards are, and how few."""
    assert isinstance(action, Play | Foul | BallFour)  # all that lays down cards
    cards = (action.card,) if isinstance(action, BallFour) else action.cards
    rest = [card for card in view.hand if card not in cards]
    height = max(edition.worth(card >> 2) for card in cards)
    return _plays(rest), height, -len(cards)


def _plays(cards: Collection[Card]) -> int:
    """How many hands it takes at least to lay cards down: pairs go along with triples."""
    groups = Counter(Counter(card >> 2 for card in cards).values())
    return sum(groups.values()) - min(groups[2], groups[3])
