"""Whole games of Ball Four on Discord, in each of which the bot is killed and started again.

The process is killed while somebody's play is under way, which is then made again unless it has
counted. At the end every post stands there once, in order, and tells what the journal tells.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ClassVar

import pytest

from bot.practice import Message, Outcome, Person
from games.table import Table
from tests.kill.driver import Zygote
from tests.kill.season import Kill, Season


class BallFour(Season):
    """A game of Ball Four, in either edition."""

    options: ClassVar[dict[str, str]] = {
        "play": "cards",
        "foul": "cards",
        "ball-four": "card",
        "choose": "rule",
    }

    def chooses(self, at: Table, legal: Sequence[str]) -> str:
        """Long hands, so that a game does not take for ever, and such as a Ball Four is laid on."""
        verbs = sorted({text.split(" ")[0] for text in legal})
        verb = self.chance.choice([*verbs, *({"ball-four", "play"} & set(verbs))])
        hands = [text for text in legal if text.split(" ")[0] == verb]
        return max(self.chance.sample(hands, min(6, len(hands))), key=_worth)

    async def acts(self, at: Table, who: Person, action: str) -> tuple[str, Outcome]:
        """By typing, by a tap or by picking cards."""
        post = self.newest()
        way = self.chance.choice(("type", "pick"))
        if post is not None and self._offered(post, action):
            return "tap", await who.clicks(post, self.button(at, action))
        if way == "pick" and post is not None and action.split(" ")[0] in ("play", "foul"):
            return "pick", await self._picks(at, who, post, action)
        return "type", await self.types(who, action)

    async def _picks(self, at: Table, who: Person, post: Message, action: str) -> Outcome:
        panel = (await who.clicks(post, "Act")).message
        assert panel is not None
        (menu,) = panel.selects
        shown = (await who.chooses(panel, menu["custom_id"], *action.split(" ")[1:])).message
        assert shown is not None
        return await who.clicks(shown, self.button(at, action))

    def _offered(self, post: Message, action: str) -> bool:
        return any(button["custom_id"].endswith(f":{action}") for button in post.buttons)


def _worth(action: str) -> tuple[bool, int]:
    ranks = Counter(card[0] for card in action.split(" ")[1:])
    return 3 in ranks.values(), len(action)


def under_way(*acts: int) -> Callable[[Table], Kill | None]:
    """A kill while these plays of a game are under way, the first being 1."""
    turns = 0

    def kill(at: Table) -> Kill | None:
        nonlocal turns
        turns += 1
        return "under way" if turns in acts else None

    return kill


@pytest.mark.parametrize(
    ("game", "options", "seats"),
    [
        ("ball-four-52", "innings=2\ntie=shared", 3),
        ("ball-four-40", "innings=2", 4),
        *(
            pytest.param(game, options, seats, marks=pytest.mark.long)
            for game, options, seats in (
                ("ball-four-52", "innings=2\ntie=shared", 4),
                ("ball-four-52", "innings=2\ntie=shared", 5),
                ("ball-four-40", "innings=2", 3),
                ("ball-four-40", "innings=2", 5),
            )
        ),
    ],
)
async def test_a_whole_game_with_a_kill_in_it(
    zygote: Zygote, tmp_path: Path, game: str, options: str, seats: int
) -> None:
    """Typed, tapped and picked by turns, to the end and the record."""
    season = BallFour(tmp_path, zygote, f"{game} {seats}")
    async with season.lives():
        await season.plays(game, seats, options, under_way(5, 18))
        assert season.kills == 2
        assert {"play", "pass", "type", "pick"} <= season.kinds
    await season.check()


@pytest.mark.long
@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize(
    ("game", "options"), [("ball-four-52", ""), ("ball-four-40", "stretch=on")]
)
async def test_a_game_of_all_its_innings(
    zygote: Zygote, tmp_path: Path, game: str, options: str, seats: int
) -> None:
    """As people play it, the seventh inning's choice included."""
    season = BallFour(tmp_path, zygote, f"{game} {seats} long")
    async with season.lives():
        await season.plays(game, seats, options, under_way(7, 40, 90))
        assert season.kills == 3
        assert {"play", "pass", "type", "pick"} <= season.kinds
        if seats < 5:  # hands of eight cards seldom have three of a rank
            assert {"ball-four", "tap"} <= season.kinds
        if game == "ball-four-40":
            assert {"foul", "choose"} <= season.kinds
    await season.check()
