"""Which game a command means that names none, and that acting early leaves an answer."""

from __future__ import annotations

from typing import Any

import simcord

from storage.store import StoredGame
from tests.cogs.conftest import Scene


async def said(
    who: simcord.MemberActor, where: simcord.ChannelHandle | None, name: str, **more: Any
) -> str:
    """What somebody is told; without a place, in direct messages."""
    result = await (
        who.user.slash(name, **more) if where is None else who.slash(where, name, **more)
    )
    assert result.response is not None
    words: str = result.response.content
    return words


async def games(scene: Scene) -> list[StoredGame]:
    """The games of the server, the oldest first."""
    rows = await scene.bot.store.games_in(scene.guild.id)
    found = [await scene.bot.store.game(row.id) for row in rows]
    return [one for one in found if one is not None]


def waiting(scene: Scene, stored: StoredGame) -> list[simcord.MemberActor]:
    """Whom a game waits for, in turn order."""
    everybody = {each.id: each for each in (scene.ana, scene.ben, scene.cho)}
    users = [stored.user_at(seat) for seat in stored.table.asked]
    return [everybody[user] for user in users if user is not None]


async def pitches(scene: Scene, stored: StoredGame) -> None:
    """Whoever is to pitch does, so that the game waits for the others."""
    at = stored.table
    assert at.turn is not None
    *_, action = at.game.legal(at.state, at.turn)
    user = stored.user_at(at.turn)
    assert user is not None
    assert (await scene.bot.host.play(at.id, user, at.game.write(action))).done


async def test_in_a_thread_it_is_the_threads_game(scene: Scene) -> None:
    """Whatever else waits for somebody."""
    threads = [await scene.game(), await scene.game()]
    assert {one.place.channel for one in await games(scene)} == {one.id for one in threads}
    for thread in threads:
        for who in (scene.ana, scene.ben, scene.cho):
            told = await said(who, thread, "table")
            assert not told.startswith("Pitch & Catch, https://")
            assert told.startswith("Inning 1")


async def test_elsewhere_it_is_the_only_one_that_waits(scene: Scene) -> None:
    """In direct messages and in a channel without a game; else the caller is asked to name one."""
    await scene.game()
    await scene.game()
    first, _ = await games(scene)
    await pitches(scene, first)
    both = await games(scene)
    for who in (scene.ana, scene.ben, scene.cho):
        wait = [one for one in both if who in waiting(scene, one)]
        for where in (None, scene.channel):
            told = await said(who, where, "hand")
            if len(wait) == 1:
                link = f"https://discord.com/channels/{scene.guild.id}/{wait[0].place.channel}"
                assert told.startswith(f"Pitch & Catch, {link}\n")
            else:
                assert told.startswith("Several games can be meant here: name one")
    assert any(len(waiting(scene, one)) == 2 for one in both)


async def test_in_a_channel_with_several_games(scene: Scene) -> None:
    """The one that waits for the caller; where several do, or none, the caller is offered both."""
    for _ in range(2):
        known = {row.id for row in await scene.bot.store.games_in(scene.guild.id)}
        await scene.host.slash(
            scene.channel, "game open", game="pitch-and-catch", players=3, thread=False
        )
        rows = await scene.bot.store.games_in(scene.guild.id)
        (row,) = [each for each in rows if each.id not in known]
        for person in (scene.ana, scene.ben, scene.cho):
            await person.slash(scene.channel, "in", game=row.id)
        await scene.host.slash(scene.channel, "game close", game=row.id)
    first, second = await games(scene)
    assert first.place == second.place
    await pitches(scene, first)
    both = await games(scene)
    ids = {one.table.id for one in both}
    for who in (scene.ana, scene.ben, scene.cho):
        wait = [one for one in both if who in waiting(scene, one)]
        told = await said(who, scene.channel, "hand")
        offered = await who.autocomplete(scene.channel, "hand", "game", "")
        assert {each["value"] for each in offered} == ids
        if len(wait) == 1:
            at = wait[0].table
            seat = wait[0].seat_of(who.id)
            assert seat is not None
            assert offered[0]["value"] == at.id
            named = await said(who, scene.channel, "hand", game=at.id)
            assert told == named
        else:
            assert told.startswith("Several games can be meant here: name one")
            assert all(f"`{id_}`" in told for id_ in ids)


async def test_acting_before_the_turn_leaves_an_answer_and_says_so(scene: Scene) -> None:
    """In the window that is open; nothing is played by that."""
    thread = await scene.game()
    (stored,) = await games(scene)
    await pitches(scene, stored)
    (stored,) = await games(scene)
    _, later = waiting(scene, stored)
    told = await said(later, thread, "pass")
    assert told.startswith("Left for your turn; until then you can change it.")
    (after,) = await games(scene)
    assert after.table.version == stored.table.version
    assert [left.plan.text for left in after.table.plans] == ["swing pass"]
