"""Seeds by which the cards of a game's first deal bring what a test is about, found by trying.

Everybody stays in, as `stays_in` says: the people of such a test must do the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games import shuffle
from games.baseball.rules import Baseball
from games.baseball.terms import Matching, State, Walking
from games.core import DEALER, Deal


def stays_in(legal: Sequence[str]) -> str:
    """What somebody does who stays in: a small bet, a call, whatever a card costs."""
    return next(text for text in ("match", "walk", "bet 2", "call", "check") if text in legal)


def seed_that_brings(
    wanted: Callable[[Sequence[State]], bool], game: Baseball, users: Sequence[int]
) -> bytes:
    """The first seed of those tried whose first deal is wanted, by the states that it goes through.

    `users` are the ids of those who sign up; all of them play.
    """
    entropy = shuffle.entropy(users)
    for seed in shuffle.seeds("baseball"):
        deck = shuffle.deck(seed, entropy, 1, game.deck)
        if wanted(_first_deal(game, len(users), Deal(deck))):
            return seed
    raise AssertionError("seeds never end")


def _first_deal(game: Baseball, seats: int, deck: Deal) -> list[State]:
    states = [game.apply(game.setup(seats), DEALER, deck)[0]]
    while (s := states[-1]).standing.deal == 1 and (turn := game.turn(s)) not in (None, DEALER):
        action = game.parse(stays_in([game.write(a) for a in game.legal(s, turn)]))
        states.append(game.apply(s, turn, action)[0])
    return states


def one_three(states: Sequence[State]) -> bool:
    """Exactly one 3 is dealt face up that is to be paid for."""
    return sum(isinstance(s, Matching) for s in states) == 1


def two_threes_in_a_round(states: Sequence[State]) -> bool:
    """Two 3s are dealt face up in the same round of cards, to two who can both pay."""
    asked = [s for s in states if isinstance(s, Matching)]
    return [(s.layout.dealt, s.standing.stacks[s.seat] >= s.price) for s in asked] == [
        (asked[0].layout.dealt, True) if asked else None
    ] * 2


def a_walk(states: Sequence[State]) -> bool:
    """One walk is offered at a price, and nothing else is asked while cards are dealt."""
    asked = [s for s in states if isinstance(s, Matching | Walking)]
    return len(asked) == 1 and isinstance(asked[0], Walking)
