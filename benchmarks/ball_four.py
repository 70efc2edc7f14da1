"""Row 3: decisions a second in bare games of Ball Four, against RLCard's doudizhu.

Doudizhu is the nearest game that somebody else has written in Python: climbing, with sets and full
houses, for three players. Both sides deal, list what is legal, pick at random and apply; Ball Four
checks the action, too. Of RLCard only the game is measured, without environment or observations;
its list of what is legal comes with each state. The last lines give the time that it takes to list
the leads of the hand that has the most.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Iterator
from functools import partial

from benchmarks.common import ROUNDS, compare, version
from games.ball_four.fifty_two import BallFour52
from games.ball_four.forty import BallFour40
from games.ball_four.hands import Ranking
from games.cards import Card
from games.core import DEALER, Deal

GOAL = 4.0
SECONDS = 1.0
SEATS = 3


def ours(game: BallFour52 | BallFour40) -> float:
    """Random games of three players, decisions a second."""
    dice = random.Random(1)
    deck = list(game.deck)
    decisions = 0
    end = time.perf_counter() + SECONDS
    start = time.perf_counter()
    while time.perf_counter() < end:
        state = game.setup(SEATS)
        while (turn := game.turn(state)) is not None:
            if turn == DEALER:
                dice.shuffle(deck)
                state, _ = game.apply(state, DEALER, Deal(tuple(deck)))
            else:
                action = dice.choice(list(game.legal(state, turn)))
                game.check(state, turn, action)
                state, _ = game.apply(state, turn, action)
                decisions += 1
    return decisions / (time.perf_counter() - start)


def doudizhu() -> float:
    """The same for RLCard's doudizhu."""
    from rlcard.games.doudizhu import Game

    game = Game()
    game.np_random.seed(1)
    dice = random.Random(1)
    decisions = 0
    end = time.perf_counter() + SECONDS
    start = time.perf_counter()
    while time.perf_counter() < end:
        state, _ = game.init_game()
        while not game.is_over():
            state, _ = game.step(dice.choice(state["actions"]))
            decisions += 1
    return decisions / (time.perf_counter() - start)


def largest_lead(ranking: Ranking, size: int) -> tuple[int, float]:
    """How many hands a leader with so many cards can have at most, and the seconds to list them."""

    def groups(left: int, most: int, ranks: int) -> Iterator[tuple[int, ...]]:
        """Every way to hold so many cards: how many of each rank, the most first."""
        if left == 0:
            yield ()
        elif ranks:
            for count in range(min(most, left), 0, -1):
                yield from ((count, *rest) for rest in groups(left - count, count, ranks - 1))

    def hand(counts: tuple[int, ...]) -> tuple[Card, ...]:
        """One of these, in the first suits."""
        ranks = zip(ranking.order, counts, strict=False)
        return tuple(4 * rank + suit for rank, count in ranks for suit in range(count))

    hands = map(hand, groups(size, 4, len(ranking.order)))
    most, worst = max((sum(1 for _ in ranking.playable(cards)), cards) for cards in hands)
    times = []
    for _ in range(100 * ROUNDS):
        start = time.perf_counter()
        for _ in ranking.playable(worst):
            pass
        times.append(time.perf_counter() - start)
    return most, statistics.median(times)


def main() -> None:
    """Prints the comparisons."""
    print(f"peer: {version('rlcard')} (doudizhu)")
    for game in (BallFour52(), BallFour40()):
        rate = compare(partial(ours, game), doudizhu)
        print(rate.line(f"decisions a second, {game.id}", GOAL))
    for game in (BallFour52(), BallFour40()):
        size = len(game.deck) // SEATS
        most, seconds = largest_lead(game.ranking, size)
        print(
            f"leads of {size} cards, {game.id}: {most} at most, listed in {seconds * 1e6:,.0f} us"
        )


if __name__ == "__main__":
    main()
