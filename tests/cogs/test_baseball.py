"""Baseball's commands among those of other games, and what its rules say of the chips."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cogs.conftest import Scene

LINES: dict[str, dict[str, Any]] = {
    "check": {},
    "bet": {"amount": "2"},
    "call": {},
    "raise": {"amount": "all in"},
    "fold": {},
    "match": {},
    "walk": {},
    "stay": {},
    "show": {"card": "4c"},
}


async def begins(scene: Scene) -> None:
    """A game of Baseball beside one of Pitch & Catch, with the same players."""
    await scene.game()
    before = {thread.id for thread in scene.channel.threads}
    await scene.host.slash(scene.channel, "game open", game="baseball", players=3)
    (thread,) = [each for each in scene.channel.threads if each.id not in before]
    for person in (scene.ana, scene.ben, scene.cho):
        await person.slash(thread, "in")
    await scene.host.slash(thread, "game close")


@pytest.mark.parametrize("name", LINES)
async def test_a_verb_of_baseball_means_the_game_of_baseball(scene: Scene, name: str) -> None:
    """Where several games wait for somebody, and in a direct message."""
    await begins(scene)
    (game,) = [
        row for row in await scene.bot.store.games_in(scene.guild.id) if row.game == "baseball"
    ]
    for who in (scene.ana, scene.ben, scene.cho):
        for place in (scene.channel, None):
            told = await (
                who.user.slash(name, **LINES[name])
                if place is None
                else who.slash(place, name, **LINES[name])
            )
            assert told.response is not None
            assert told.response.content.startswith("Baseball, https://")
            assert str(game.place.channel) in told.response.content.split("\n")[0]


@pytest.mark.parametrize("name", LINES)
async def test_a_verb_of_baseball_is_none_of_another_game(scene: Scene, name: str) -> None:
    """What would be one is said instead."""
    thread = await scene.game()
    said = await scene.ana.slash(thread, name, **LINES[name])
    assert said.ephemeral
    assert said.response is not None
    expected = "Expected pitch, swing or field with a card, or pass, found "
    assert said.response.content.startswith(expected)


async def test_the_rules_say_that_chips_have_no_value(scene: Scene) -> None:
    """In the rulebook of the game, and in the common rules that come with it (X-10)."""
    said = await scene.dee.slash(scene.channel, "rules", game="baseball")
    assert said.response is not None
    (file,) = said.response.attachments
    text = (await file.read()).decode()
    assert "**The chips have no value.**" in text
    assert "X-10" in text
