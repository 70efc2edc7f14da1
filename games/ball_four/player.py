"""The house players of Ball Four, in both editions: sensible, not clever.

They know only their seat's view. What a hand is good for is measured by how many plays it would
take to lay it all down, so a player keeps together what belongs together, and sheds what does not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any

from games.ball_four import notation, picking
from games.ball_four.fifty_two import View as View52
from games.ball_four.forty import View as View40
from games.ball_four.hands import Ranking, fourth_cards
from games.ball_four.terms import BALL_FOURS, PASS, Action, BallFour, Choose, Foul, Play
from games.cards import Card
from games.core import Dice

View = View52 | View40

FEW = 3
"""With so few cards somebody may go out at any turn."""

MOST_CHOICES = 6
"""So many hands does a plan name at most."""


def plain(game: Any, view: View, legal: Sequence[Action], dice: Dice) -> Action:
    """Leads low cards that leave few plays, takes Ball Fours, and breaks up no hand to beat."""
    match view.decision:
        case "choose":
            return Choose("double-header")  # who is behind can win most by it
        case "lead":
            return min(legal, key=lambda action: _cost(game.ranking, view, action))
    return _answer(game.ranking, view, legal)


def _answer(ranking: Ranking, view: View, legal: Sequence[Action]) -> Action:
    """What sheds cards without taking more plays for the rest, the cheapest such; else a pass.

    Once somebody is about to go out, no hand is worth keeping together any more.
    """
    best: Action = PASS
    least = _cost_of_a_pass(view)
    for action in legal:
        if isinstance(action, BallFour):
            return action
        if action != PASS and (cost := _cost(ranking, view, action)) < least:
            best, least = action, cost
    return best


def _cost_of_a_pass(view: View) -> tuple[int, int, int]:
    """What has to cost less to be worth more than a pass."""
    late = min(view.counts) <= FEW
    return len(view.hand) if late else _plays(view.hand), 0, 0


def _cost(ranking: Ranking, view: View, action: Action) -> tuple[int, int, int]:
    """How many plays the rest would take; then how high the cards are, and how few."""
    assert isinstance(action, Play | Foul | BallFour)  # all that lays down cards
    cards = (action.card,) if isinstance(action, BallFour) else action.cards
    rest = [card for card in view.hand if card not in cards]
    height = max(ranking.worth(card >> 2) for card in cards)
    return _plays(rest), height, -len(cards)


def _plays(cards: Collection[Card]) -> int:
    """How many hands it takes at least to lay cards down: pairs go along with triples."""
    groups = Counter(Counter(card >> 2 for card in cards).values())
    return sum(groups.values()) - min(groups[2], groups[3])


# --- answers left ahead --------------------------------------------------------------------------


def planner(game: Any, view: View, dice: Dice, whole: bool) -> Sequence[str]:
    """The answer to the high hand, and to whatever beats it by then: what it would do at its turn.

    `whole`, it says so even where it has answered the hand that is high, or owns it. It leaves no
    lead, which only the leader can, and no foul ball: the suits for one may be others by then.
    """
    seat, high = view.seat, view.high
    if seat is None or seat == view.turn or high is None or seat in picking.out_of_play(view):
        return ()
    if not (view.hand and (whole or seat in view.waiting)):
        return ()
    fourths = [BALL_FOURS[card] for card in fourth_cards(high) if card in view.hand]
    choices = ["ball-four"] if any(picking.fits(game, view, one) for one in fourths) else []
    plays = [Play(hand.cards) for hand in game.ranking.playable(view.hand, high)]
    costs = {play: _cost(game.ranking, view, play) for play in plays}
    worth_it = [play for play in plays if costs[play] < _cost_of_a_pass(view)]
    best = sorted(worth_it, key=costs.__getitem__)[:MOST_CHOICES]
    choices += map(notation.write, best)
    return (f"{' or '.join(choices)} else pass" if choices else "pass",)
