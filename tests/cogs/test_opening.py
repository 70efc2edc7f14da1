"""How fast a new game is to be played: presets, own numbers, and what cannot be."""

from __future__ import annotations

import pytest

from bot.beats import Body
from games.pace import PRESETS, read_pace
from tests.cogs.conftest import Scene
from tests.cogs.test_who_may import said


async def opened(scene: Scene, pace: str) -> str:
    """What the host of a new game of that pace is told."""
    return await said(
        scene.host, scene.channel, "game open", game="pitch-and-catch", players=3, pace=pace
    )


@pytest.mark.parametrize(
    "text",
    [
        *PRESETS,
        "window=36h grace=3h",
        "daily max_wait=5d",
        "window=12h grace=2h extensions=1 max_wait=5d weekends=on stand_in=substitute",
    ],
)
async def test_a_game_is_played_at_the_pace_it_was_opened_with(scene: Scene, text: str) -> None:
    """A preset, own numbers, or a preset with changes."""
    assert "is open in" in await opened(scene, text)
    (row,) = await scene.bot.store.games_in(scene.guild.id)
    stored = await scene.bot.store.sign_up(row.id)
    assert stored is not None
    assert stored.sign_up.pace == read_pace(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "window=90m grace=0m extensions=0 max_misses=1 stand_in=nobody",
            "Pace: 1 hour 30 minutes for a decision; no turn takes longer than 10 days; "
            "after 1 turn missed the rules answer for the seat.",
        ),
        (
            "relaxed weekends=on stand_in=substitute extensions=1 max_wait=30d max_misses=3",
            "Pace: 3 days for a decision, and 1 day at least from when the turn comes; who is late "
            "gets 3 days more, once in a game; no turn takes longer than 30 days; weekends are "
            "free for whoever wants that; after 3 turns missed in a row the next substitute takes "
            "the seat, else the rules answer for it.",
        ),
    ],
)
async def test_the_pace_in_words(scene: Scene, text: str, words: str) -> None:
    """All that a player has to know before joining, and nothing that does not hold here."""
    await opened(scene, text)
    (owed,) = await scene.bot.store.owed(scene.bot.host.now(), 60)
    assert words in Body.read(owed.body).text.split("\n")


@pytest.mark.parametrize(
    "text",
    [
        "slow",
        "window",
        "window=12x",
        "window=0h",
        "window=12h window=13h",
        "grace=2h colour=red",
        "daily max_wait=2h",
        "daily reminders=110%",
        "daily extensions=-1",
        "daily stand_in=dog",
    ],
)
@pytest.mark.parametrize("options", [False, True])
async def test_a_pace_that_cannot_be(scene: Scene, text: str, options: bool) -> None:
    """One sentence, before a form is filled in; nothing is opened, no thread is made."""
    threads = len(scene.channel.threads)
    result = await scene.host.slash(
        scene.channel, "game open", game="pitch-and-catch", pace=text, options=options
    )
    assert result.modal is None
    assert result.response is not None
    words = result.response.content
    assert words.endswith(".")
    assert "\n" not in words
    assert "xpected" in words or "at least" in words or "comes after" in words, words
    assert await scene.bot.store.games_in(scene.guild.id) == ()
    assert len(scene.channel.threads) == threads


async def test_the_table_says_how_fast_it_is_played(scene: Scene) -> None:
    """Until when there is time, how long a turn takes at most, and what silence costs."""
    thread = await scene.game()
    (row,) = await scene.bot.store.games_in(scene.guild.id)
    stored = await scene.bot.store.game(row.id)
    assert stored is not None
    at = stored.table
    assert at.turn is not None
    shown = await said(scene.dee, thread, "table")
    assert f"{at.names[at.turn]} has until <t:{at.clock.deadline}:f>" in shown
    for words in (
        "1 day for a decision, and 8 hours at least from when the turn comes",
        "who is late gets 1 day more, 2 times in a game",
        "no turn takes longer than 10 days",
        "after 2 turns missed in a row the next substitute or a house player takes the seat",
    ):
        assert words in shown
    await said(scene.host, thread, "mod pause", hours=3)
    assert f"The game is paused until <t:{scene.bot.host.now() + 3 * 3600}:f>" in await said(
        scene.dee, thread, "table"
    )
