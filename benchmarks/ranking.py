"""Rows 1 and 1b: hands ranked a second, against PokerKit's evaluator and treys'.

Our hands have 3s and 9s wild except against treys, where nothing is. The peers know no wilds; to
them the same cards are plain. A peer is given its own cards, made beforehand: what is timed is the
way from seven or eleven cards to something that can be compared.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from benchmarks.common import compare, version
from games.baseball.ranking import Ranking
from games.cards import write_card

HANDS = 5000
SECONDS = 0.5

PLAIN = Ranking()
BASEBALL = Ranking((1, 7))
"""3s and 9s are wild."""


def dealt(size: int) -> list[list[int]]:
    """Random hands, the same in every run."""
    dice = random.Random(size)
    return [dice.sample(range(52), size) for _ in range(HANDS)]


def rate(evaluate: Callable[[Any], object], hands: Sequence[Any]) -> float:
    """Hands a second, by going through the list until the time is up."""
    done = 0
    start = time.perf_counter()
    end = start + SECONDS
    while (now := time.perf_counter()) < end:
        # In stretches, so that looking at the clock costs nothing.
        for hand in hands[done % HANDS : done % HANDS + 100]:
            evaluate(hand)
        done += 100
    return done / (now - start)


def main() -> None:
    """Prints the comparisons."""
    print(f"peers: {version('pokerkit')} (StandardHighHand.from_game), {version('treys')}")
    import pokerkit
    import treys

    seven, eleven = dealt(7), dealt(11)
    pokerkit_cards = [next(pokerkit.Card.parse(write_card(card))) for card in range(52)]
    treys_cards = [treys.Card.new(write_card(card)) for card in range(52)]
    for_pokerkit = [[pokerkit_cards[card] for card in hand] for hand in seven]
    for_treys = [[treys_cards[card] for card in hand] for hand in seven]

    ranked = partial(rate, BASEBALL.strength, seven)
    plain = partial(rate, PLAIN.strength, seven)
    more = partial(rate, BASEBALL.strength, eleven)
    laid_out = partial(rate, BASEBALL.made_hand, seven)
    by_pokerkit = partial(rate, pokerkit.StandardHighHand.from_game, for_pokerkit)
    by_treys = partial(rate, partial(treys.Evaluator().evaluate, []), for_treys)

    print(compare(ranked, by_pokerkit).line("7 cards with wilds, against PokerKit without", 60))
    print(compare(plain, by_treys).line("7 cards without wilds, against treys", 3))
    print(compare(more, by_pokerkit).line("11 cards with wilds, against PokerKit's 7", 40))
    told = compare(laid_out, by_pokerkit)
    print(told.line("7 cards with what each wild stands for, against PokerKit"))


if __name__ == "__main__":
    main()
