"""Who may use which command: everybody, a server's hosts, or whoever manages it."""

from __future__ import annotations

from typing import Any

import discord
import pytest
import simcord

from tests.cogs.conftest import Scene

HOSTS_ONLY: dict[str, dict[str, Any]] = {
    "game open": {"game": "pitch-and-catch"},
    "game close": {},
    "game cancel": {},
    "mod pause": {},
    "mod resume": {},
    "mod extend": {"hours": 1},
    "mod nudge": {},
    "mod remove": {"seat": "p1"},
    "mod computer": {"seat": "p1"},
    "mod replace": {"seat": "p1"},
    "mod rewind": {"moves": 1},
    "mod rehome": {"game": ""},
    "mod rename": {"title": "Night"},
    "mod end": {},
    "mod abandon": {},
    "mod log": {},
}
REFUSED = "Only this server's game hosts may do that"


async def said(
    person: simcord.MemberActor, where: simcord.ChannelHandle, name: str, **options: Any
) -> str:
    """What somebody is told, which nobody else reads."""
    result = await person.slash(where, name, **options)
    assert result.response is not None
    assert result.ephemeral
    return result.response.content


async def options_for(scene: Scene, name: str) -> dict[str, Any]:
    """What a command needs; where a game has to be named, the only one."""
    options = HOSTS_ONLY[name]
    if "game" in options and not options["game"]:
        (row,) = await scene.bot.store.games_in(scene.guild.id)
        return {**options, "game": row.id}
    return options


@pytest.mark.parametrize("name", HOSTS_ONLY)
async def test_a_hosts_command(scene: Scene, name: str) -> None:
    """Refused to everybody else, players and strangers; done for who has the role or manages."""
    thread = await scene.game()
    before = await scene.bot.store.games_in(scene.guild.id)
    journal = await scene.bot.store.journal(before[0].id)
    options = await options_for(scene, name)
    for person in (scene.ana, scene.dee):
        assert (await said(person, thread, name, **options)).startswith(REFUSED)
    assert await scene.bot.store.games_in(scene.guild.id) == before
    assert await scene.bot.store.journal(before[0].id) == journal
    role = scene.guild.create_role("Hosts")
    await said(scene.host, scene.channel, "settings host-role", role=role)
    assert (await said(scene.dee, thread, name, **options)).startswith(REFUSED)
    holder = scene.guild.add_member(scene.env.create_user("Holder"), roles=[role])
    assert not (await said(holder, thread, name, **options)).startswith(REFUSED)
    manages = scene.guild.create_role(
        "Managers", permissions=discord.Permissions(manage_guild=True)
    )
    manager = scene.guild.add_member(scene.env.create_user("Manager"), roles=[manages])
    assert not (await said(manager, thread, name, **options)).startswith(REFUSED)


@pytest.mark.parametrize("name", HOSTS_ONLY)
async def test_hosts_commands_are_not_for_direct_messages(scene: Scene, name: str) -> None:
    """Nobody is offered them there, not even the owner."""
    assert name not in scene.host.user.available_commands()


@pytest.mark.parametrize("name", ["settings host-role", "settings channel"])
async def test_settings_are_the_managers(scene: Scene, name: str) -> None:
    """Not the hosts'; whoever is offered the command by a server's own settings is refused, too."""
    role = scene.guild.create_role("Hosts")
    holder = scene.guild.add_member(scene.env.create_user("Holder"), roles=[role])
    await said(scene.host, scene.channel, "settings host-role", role=role)
    for person in (holder, scene.ana):
        assert name not in person.available_commands(scene.channel)
    commands = {each.name: each for each in await scene.bot.tree.fetch_commands()}
    scene.guild.set_command_permissions(commands["settings"], {role: True})
    before = await scene.bot.store.guild(scene.guild.id)
    told = await said(holder, scene.channel, name)
    assert told == "Only who may manage the server may change its settings."
    assert await scene.bot.store.guild(scene.guild.id) == before


async def test_what_the_settings_do(scene: Scene) -> None:
    """A role and a channel are kept and said; without them, they are taken back."""
    role = scene.guild.create_role("Hosts")
    cards = scene.guild.create_text_channel("cards")
    told = await said(scene.host, scene.channel, "settings host-role", role=role)
    assert role.mention in told
    assert f"<#{cards.id}>" in await said(
        scene.host, scene.channel, "settings channel", channel=cards
    )
    kept = await scene.bot.store.guild(scene.guild.id)
    assert (kept.host_role, kept.channel) == (role.id, cards.id)
    await said(scene.host, scene.channel, "settings host-role")
    await said(scene.host, scene.channel, "settings channel")
    kept = await scene.bot.store.guild(scene.guild.id)
    assert (kept.host_role, kept.channel) == (None, None)


EVERYBODYS: dict[str, dict[str, Any]] = {
    "in": {},
    "out": {},
    "hand": {},
    "table": {},
    "pass": {},
    "plan": {"answer": "pass"},
    "rules": {"game": "pitch-and-catch"},
    "record": {},
    "waiting": {},
    "resign": {},
    "pitch": {"card": "5c"},
    "swing": {"card": "5c"},
    "field": {"card": "5c"},
    "game list": {},
    "my timezone": {"zone": "berlin"},
    "my quiet": {"from": "23", "to": "7"},
    "my weekends": {"free": True},
    "my leave": {},
    "my remind": {"which": "last"},
    "my digest": {"hour": "20"},
    "my show": {},
}


@pytest.mark.parametrize("name", EVERYBODYS)
async def test_everybodys_command_is_answered_in_private(scene: Scene, name: str) -> None:
    """To players, to whoever looks on, to hosts, in the thread and elsewhere; in public nothing."""
    thread = await scene.game()
    places = (thread, scene.channel)
    before = [[one.id for one in each.history(viewer=scene.cho)] for each in places]
    for person in (scene.ana, scene.ben, scene.dee, scene.host):
        for place in places:
            told = await said(person, place, name, **EVERYBODYS[name])
            assert told
            assert not told.startswith(REFUSED)
            assert "went wrong" not in told
    assert [[one.id for one in each.history(viewer=scene.cho)] for each in places] == before


@pytest.mark.parametrize("name", sorted(EVERYBODYS.keys() - {"game list"}))
async def test_players_commands_are_answered_in_direct_messages(scene: Scene, name: str) -> None:
    """Without naming the game, where there is only one."""
    await scene.game()
    result = await scene.ana.user.slash(name, **EVERYBODYS[name])
    assert result.response is not None
    assert result.response.content
    assert "went wrong" not in result.response.content
    assert "You play in no game" not in result.response.content
