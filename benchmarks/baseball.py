"""Row 2: decisions a second in bare games of Baseball, against PokerKit's seven-card stud.

Five players on both sides, with the same antes and chips. Both shuffle and deal, list what is
legal, pick one of these at random, check it and apply it; a deal takes about fifteen decisions on
either side. PokerKit's fixed-limit stud has no wild cards, no matches and no walks, and one size of
bets where ours has five. Its list is made by asking it about each kind of action, and everything
clerical is left to it.
"""

from __future__ import annotations

import random
import time
from typing import Any

from benchmarks.common import compare, version
from games.baseball.rules import Baseball
from games.core import DEALER, Deal

GOAL = 15.0
SECONDS = 1.0
SEATS = 5


def ours() -> float:
    """Random games, decisions a second."""
    game = Baseball()
    dice = random.Random(1)
    deck = list(game.deck)
    decisions = 0
    start = time.perf_counter()
    end = start + SECONDS
    while time.perf_counter() < end:
        state = game.setup(SEATS)
        while (turn := game.turn(state)) is not None:
            if turn == DEALER:
                dice.shuffle(deck)
                state, _ = game.apply(state, DEALER, Deal(tuple(deck)))
            else:
                legal = list(game.legal(state, turn))
                action = legal[int(dice.random() * len(legal))]
                game.check(state, turn, action)
                state, _ = game.apply(state, turn, action)
                decisions += 1
    return decisions / (time.perf_counter() - start)


def seven_card_stud() -> float:
    """The same for PokerKit: one deal after another."""
    import pokerkit

    automations = tuple(pokerkit.Automation)
    options = Baseball()
    create: Any = pokerkit.FixedLimitSevenCardStud.create_state
    random.seed(1)
    dice = random.Random(1)
    decisions = 0
    start = time.perf_counter()
    end = start + SECONDS
    while time.perf_counter() < end:
        state = create(automations, True, options.ante, 1, 2, 4, options.stack, SEATS)
        while state.status:
            legal = []
            if state.can_fold():
                legal.append(state.fold)
            if state.can_check_or_call():
                legal.append(state.check_or_call)
            if state.can_complete_bet_or_raise_to():
                legal.append(state.complete_bet_or_raise_to)
            if state.can_post_bring_in():
                legal.append(state.post_bring_in)
            legal[int(dice.random() * len(legal))]()
            decisions += 1
    return decisions / (time.perf_counter() - start)


def main() -> None:
    """Prints the comparison."""
    print(f"peer: {version('pokerkit')} (FixedLimitSevenCardStud)")
    print(compare(ours, seven_card_stud).line("decisions a second, five players", GOAL))


if __name__ == "__main__":
    main()
