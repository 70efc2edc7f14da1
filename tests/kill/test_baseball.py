"""Whole games of Baseball on Discord: the bot is killed between a card that costs and its answer.

A face-up 3 stops the deal until it is paid for, and a walk with a price until it is bought. The
process is killed while everybody waits for that, with the answer itself, and with the post of what
came of it; it is started again, and the game goes on to its record. At the end every post stands
there once, in order, and tells what the journal tells; every public standing has all the chips;
and no card face down was public before its showdown.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import cycle, product
from pathlib import Path
from typing import Any, ClassVar

import pytest

from bot.practice import Outcome, Person
from games import registry
from games.baseball.terms import Matching, State, Walking
from games.table import Table
from tests.evening import ANSWER, SEND
from tests.games.baseball.public import check_public
from tests.games.baseball.seeds import (
    a_walk,
    one_three,
    seed_that_brings,
    stays_in,
    two_threes_in_a_round,
)
from tests.kill.driver import Zygote
from tests.kill.life import Cut
from tests.kill.season import Kill, Season

KILLS: dict[str, Kill] = {
    "before the answer": "at rest",
    "as it is answered": "under way",
    "before it is told": Cut(ANSWER, 1, after=False),
    "after it is told": Cut(ANSWER, 1, after=True),
    "before its post": Cut(SEND, 1, after=False),
    "after its post": Cut(SEND, 1, after=True),
}


class BaseballSeason(Season):
    """A game of Baseball, in whose first deal everybody stays in."""

    options: ClassVar[dict[str, str]] = {"bet": "amount", "raise": "amount", "show": "card"}

    def chooses(self, at: Table, legal: Sequence[str]) -> str:
        """Stays in while the cards are those that were looked for; later deals are short."""
        if at.state.standing.deal == 1:
            return stays_in(legal)
        folds = "fold" in legal and self.chance.random() < 0.5
        return "fold" if folds else self.chance.choice(legal)

    async def acts(self, at: Table, who: Person, action: str) -> tuple[str, Outcome]:
        """By typing, or by a tap on the panel behind Act."""
        if action == "fold" and "check" in [at.game.write(a) for a in _legal(at)]:
            return "sure", await self._folds_for_nothing(who)
        post = self.newest()
        if post is None or self.chance.random() < 0.5:
            return "type", await self.types(who, action)
        panel = (await who.clicks(post, "Act")).message
        assert panel is not None
        return "tap", await who.clicks(panel, self.button(at, action))

    async def _folds_for_nothing(self, who: Person) -> Outcome:
        """It is asked back first (BB-36)."""
        asked = (await self.types(who, "fold")).message
        assert asked is not None
        return await who.clicks(asked, asked.buttons[0]["custom_id"])


def _legal(at: Table) -> list[object]:
    assert at.turn is not None
    return list(at.game.legal(at.state, at.turn))


async def killed(
    zygote: Zygote,
    folder: Path,
    seats: int,
    wanted: Callable[[Sequence[State]], bool],
    ways: Sequence[str],
    options: str,
) -> str:
    """A game whose first deal brings what is wanted; the bot dies at each question that it brings.

    Gives the record, when all that must hold holds.
    """
    season = BaseballSeason(folder, zygote, f"{seats} {options} {ways}")
    game = registry.read_game(f"baseball ({options})", seats)
    season.cards = seed_that_brings(wanted, game, [one.id for one in season.people[:seats]])
    left = [KILLS[way] for way in ways]

    def kill(at: Table) -> Kill | None:
        asked = isinstance(at.state, Matching | Walking) and at.state.standing.deal == 1
        return left.pop(0) if asked else None

    async with season.lives():
        await season.plays("baseball", seats, options.replace(", ", "\n"), kill)
    assert not left
    assert season.kills == len(ways)
    told = [one.content for one in season.posts(season.thread, season.field.owner)]
    text = await season.check()
    check_public(told, text)
    return text


def count(text: str, verb: str) -> int:
    """How often players have done something in the first deal of a record."""
    first = text.split("\ndealer deal ")[1]
    return len(re.findall(rf"^p\d {verb}\b", first, re.MULTILINE))


def parametrized(quick: Sequence[tuple[int, str]], long: Sequence[tuple[int, str]]) -> Any:
    """Tests of so many players and of a point at which the bot dies."""
    return pytest.mark.parametrize(
        ("seats", "way"),
        [*quick, *(pytest.param(*one, marks=pytest.mark.long) for one in long if one not in quick)],
    )


EVERY = list(product((3, 6), KILLS))


@parametrized([(3, "before the answer"), (3, "before its post")], EVERY)
async def test_a_kill_between_a_face_up_three_and_its_answer(
    zygote: Zygote, tmp_path: Path, seats: int, way: str
) -> None:
    """The 3 is paid for once, and the deal goes on."""
    text = await killed(zygote, tmp_path, seats, one_three, [way], "deals=2")
    assert count(text, "match") == 1


@parametrized([(6, "as it is answered")], EVERY)
async def test_a_kill_at_each_of_two_threes_in_one_round(
    zygote: Zygote, tmp_path: Path, seats: int, way: str
) -> None:
    """Each is paid for once, in the order in which they were dealt."""
    ways = [way, "before the answer"]
    text = await killed(zygote, tmp_path, seats, two_threes_in_a_round, ways, "deals=1")
    assert count(text, "match") == 2


@parametrized([(3, "after it is told")], EVERY)
async def test_a_kill_between_a_walk_with_a_price_and_its_answer(
    zygote: Zygote, tmp_path: Path, seats: int, way: str
) -> None:
    """The extra card is bought once, and comes."""
    text = await killed(zygote, tmp_path, seats, a_walk, [way], "deals=1, walk_price=3")
    assert count(text, "walk") == 1


@pytest.mark.long
@pytest.mark.parametrize("seats", [3, 6])
async def test_a_kill_at_every_card_that_costs_in_a_game_of_all_its_deals(
    zygote: Zygote, tmp_path: Path, seats: int
) -> None:
    """With every variant that asks something, from the sign-up to the record."""
    options = "walk_price=1, extra_card=up, hidden_fours=on"
    season = BaseballSeason(tmp_path, zygote, f"every deal {seats}")
    ways = cycle(KILLS.values())

    def kill(at: Table) -> Kill | None:
        return next(ways) if isinstance(at.state, Matching | Walking) else None

    async with season.lives():
        await season.plays("baseball", seats, options.replace(", ", "\n"), kill)
    assert season.kills > 3
    told = [one.content for one in season.posts(season.thread, season.field.owner)]
    check_public(told, await season.check())
