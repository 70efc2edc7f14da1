"""Row 3: decisions a second in a bare game of Pitch & Catch, against OpenSpiel's hearts.

Both sides deal, list what is legal, pick at random and apply, and nothing else. OpenSpiel's hearts
is C++ driven from Python. Its deals are chance nodes: the goal is compared with the fastest way to
pass them (any legal action, as all are equally likely); the second line passes them as OpenSpiel's
own examples do, by their outcomes and probabilities.
"""

from __future__ import annotations

import random
import time
from functools import partial

from benchmarks.common import compare, version
from games.core import DEALER, Deal
from games.pitch_and_catch.rules import PitchAndCatch

GOAL = 0.5
SECONDS = 1.0


def ours() -> float:
    """Random games of seven players, decisions a second."""
    game = PitchAndCatch()
    dice = random.Random(1)
    deck = list(game.deck)
    decisions = 0
    end = time.perf_counter() + SECONDS
    start = time.perf_counter()
    while time.perf_counter() < end:
        state = game.setup(7)
        while (turn := game.turn(state)) is not None:
            if turn == DEALER:
                dice.shuffle(deck)
                state, _ = game.apply(state, DEALER, Deal(tuple(deck)))
            else:
                action = dice.choice(list(game.legal(state, turn)))
                state, _ = game.apply(state, turn, action)
                decisions += 1
    return decisions / (time.perf_counter() - start)


def hearts(by_outcomes: bool = False) -> float:
    """The same for OpenSpiel's hearts; its deals count as no decisions."""
    import pyspiel

    game = pyspiel.load_game("hearts")
    dice = random.Random(1)
    decisions = 0
    end = time.perf_counter() + SECONDS
    start = time.perf_counter()
    while time.perf_counter() < end:
        state = game.new_initial_state()
        while not state.is_terminal():
            if by_outcomes and state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(dice.choices(actions, chances)[0])
                continue
            decisions += not state.is_chance_node()
            state.apply_action(dice.choice(state.legal_actions()))
    return decisions / (time.perf_counter() - start)


def main() -> None:
    """Prints the comparison."""
    print(f"peer: {version('open_spiel')} (hearts)")
    print(compare(ours, hearts).line("decisions a second", GOAL))
    by_outcomes = compare(ours, partial(hearts, by_outcomes=True))
    print(by_outcomes.line("the same, hearts dealt by chance outcomes"))


if __name__ == "__main__":
    main()
