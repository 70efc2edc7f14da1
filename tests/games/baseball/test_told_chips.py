"""Stacks recounted from the sentences that everybody reads, and from nothing else.

Who follows a game in its thread must come to the chips that the rules come to, whatever the options
are: no figure in a post is wrong, and none is missing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from games.baseball import terms, text
from games.core import DEALER, Deal
from tests.games.baseball.test_random_deals import drawn
from tests.helpers import NAMES, numbers

SUM = re.compile(r"(\w+) (\d+)")
POT = re.compile(r"of (\d+) chips?")
BET = re.compile(r"(.+?) (check|bet|call|raise|fold)s?(?: by \d+ to)?(?: (\d+))?(, all-in)?")


class Reader:
    """Somebody who keeps an account of all chips by what is told."""

    def __init__(self, stack: int, names: Sequence[str]) -> None:
        self.stacks = dict.fromkeys(names, stack)
        self.front = dict.fromkeys(names, 0)
        self.on_the_table = 0
        self.again: list[str] = []
        """Who is dealt in once more after rain."""
        self.sentences: Sequence[tuple[str, Callable[..., None]]] = (
            (r"Deal \d+(?: again)?: \w+ deals(?:, the ante is (\d+)(.*))?\.", self.deal),
            (r"(?:Dealt: |Everybody still in is dealt |Deal \d+ is over).+", self.nothing),
            (r"Betting round .+", self.betting),
            (r"(\w+) matches the pot for \S+: (\d+) chips?(, all-in)?\.", self.pays),
            (r"(\w+) (?:pays|shows \S+ from the hole and pays) (\d+) chips?.*\.", self.pays),
            (r"\w+(?:, without a turn,)? shows .+", self.nothing),
            (r"\w+ (?:strikes out|has too few chips|stays).+", self.nothing),
            (r"(\d+) chips? that nobody called go(?:es)? back to (\w+)\.", self.returned),
            (r"(\w+) wins (\d+) chips?: nobody else is left to contest them\.", self.gets),
            (r"(\w+) wins ((?:the|side) .+)\.", self.wins),
            (r".+ split (.+): (.+)\.", self.splits),
            (r".+ rained out\. The pots stay, and (.+) are dealt in again\.", self.rains),
            (r"The game is over: .+ Chips: (.+)\.", self.ends),
            (r"(.+ (?:check|bet|call|raise|fold).*)\.", self.bets),
        )

    def reads(self, sentence: str) -> None:
        """Every sentence says something that can be understood."""
        for pattern, understood in self.sentences:
            if found := re.fullmatch(pattern, sentence):
                understood(*found.groups())
                return
        raise AssertionError(sentence)

    def nothing(self) -> None:
        """No chip moves."""

    def pays(self, name: str, chips: str, all_in: str | None = None) -> None:
        """From a stack to the table."""
        self.stacks[name] -= int(chips)
        self.on_the_table += int(chips)
        assert self.stacks[name] >= 0
        assert not all_in or not self.stacks[name]

    def gets(self, name: str, chips: str) -> None:
        """From the table to a stack."""
        self.pays(name, str(-int(chips)))

    def deal(self, ante: str | None, short: str | None) -> None:
        """Whoever has chips antes, after rain whoever was named; some have less."""
        less = dict(SUM.findall(short or ""))
        dealt_in = self.again or [name for name, chips in self.stacks.items() if chips]
        for name in dealt_in:
            self.pays(name, less.get(name, ante or "0"))
        self.again = []

    def betting(self) -> None:
        """Nothing lies in front of anybody."""
        self.front = dict.fromkeys(self.front, 0)

    def bets(self, said: str) -> None:
        """What is done in a row by one or by several."""
        for part in said.split("; "):
            found = BET.fullmatch(part)
            assert found is not None, said
            names, verb, chips, all_in = found.groups()
            for name in re.split(r", | and ", names):
                if chips is None:
                    assert verb in ("check", "fold")
                    continue
                paid = int(chips) - (self.front[name] if verb == "raise" else 0)
                self.front[name] += paid
                self.pays(name, str(paid))
                assert (all_in is None) == (self.stacks[name] > 0), said

    def returned(self, chips: str, name: str) -> None:
        """What nobody has called."""
        self.gets(name, chips)

    def wins(self, name: str, pots: str) -> None:
        """One or several pots at the showdown."""
        for chips in POT.findall(pots):
            self.gets(name, chips)

    def splits(self, pots: str, shares: str) -> None:
        """The shares are the pots."""
        paid = SUM.findall(shares)
        assert sum(int(chips) for _, chips in paid) == sum(map(int, POT.findall(pots)))
        for name, chips in paid:
            self.gets(name, chips)

    def rains(self, names: str) -> None:
        """Who antes again."""
        self.again = re.split(r", | and ", names)

    def ends(self, row: str) -> None:
        """The result is what has been counted."""
        assert {name: int(chips) for name, chips in SUM.findall(row)} == self.stacks
        assert not self.on_the_table


def follow_by_reading(label: str) -> int:
    """A random game, and what is told of it; how many sentences were read."""
    dice = numbers(f"told chips {label}")
    game = drawn(dice)
    names = NAMES[: 3 + dice.below(4)]
    s = game.setup(len(names))
    reader = Reader(game.stack, names)
    read = 0
    while (turn := game.turn(s)) is not None:
        if turn == DEALER:
            action: Any = Deal(tuple(dice.shuffled(game.deck)))
        else:
            legal = list(game.legal(s, turn))
            action = legal[min(dice.below(len(legal)), dice.below(len(legal)))]
            if action == terms.FOLD and dice.below(2):
                action = legal[0]
        s, events = game.apply(s, turn, action)
        for sentence in text.story(events, names):
            reader.reads(sentence)
            read += 1
        assert game.scores(s) == tuple(reader.stacks.values())
    return read


@pytest.mark.parametrize("batch", range(4))
def test_whoever_reads_everything_comes_to_the_chips_of_the_rules(batch: int) -> None:
    """After every post of 25 games with every option drawn at random."""
    assert sum(follow_by_reading(f"{batch}.{number}") for number in range(25)) > 500
