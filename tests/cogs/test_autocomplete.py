"""What is offered while an option is typed: to whom, of what, and how much at most."""

from __future__ import annotations

import discord
import pytest
import simcord

from games.cards import write_card
from games.pace import PRESETS
from storage.store import Place
from tests.cogs.conftest import Scene

MOST = 25

OF_GAMES = {
    "in": "sign-up",
    "out": "sign-up",
    "hand": "own",
    "table": "seen",
    "pass": "own",
    "plan": "own",
    "record": "seen",
    "resign": "own",
    "pitch": "own",
    "swing": "own",
    "field": "own",
    "play": "own",
    "ball-four": "own",
    "foul": "own",
    "choose": "own",
    "check": "own",
    "bet": "own",
    "call": "own",
    "raise": "own",
    "fold": "own",
    "match": "own",
    "walk": "own",
    "stay": "own",
    "show": "own",
    "game close": "host's sign-up",
    "game cancel": "host's sign-up",
    "mod pause": "host's game",
    "mod resume": "host's game",
    "mod extend": "host's game",
    "mod nudge": "host's game",
    "mod remove": "host's game",
    "mod computer": "host's game",
    "mod replace": "host's game",
    "mod rewind": "host's game",
    "mod rename": "host's game",
    "mod end": "host's game",
    "mod abandon": "host's game",
    "mod log": "host's game",
    "mod rehome": "host's either",
}
"""Every command with the option `game` that is typed, and what it offers."""

FILLED = {
    "mod extend": {"hours": 1},
    "mod rewind": {"moves": 1},
    "mod rename": {"title": "Night"},
}


async def offered(
    person: simcord.MemberActor | simcord.UserHandle,
    where: simcord.ChannelHandle | None,
    name: str,
    option: str = "game",
    typed: str = "",
) -> set[str]:
    """The values that somebody is offered; never more than Discord takes."""
    filled = FILLED.get(name, {})
    if where is None:
        assert isinstance(person, simcord.UserHandle)
        choices = await person.autocomplete(name, option, typed, **filled)
    else:
        assert isinstance(person, simcord.MemberActor)
        choices = await person.autocomplete(where, name, option, typed, **filled)
    assert len(choices) <= MOST
    assert all(1 <= len(each["name"]) <= 100 for each in choices)
    return {each["value"] for each in choices}


async def test_every_option_that_is_typed_is_tested_here(scene: Scene) -> None:
    """So that none is forgotten."""
    found = {
        path.qualified_name
        for path in scene.bot.tree.walk_commands()
        if isinstance(path, discord.app_commands.Command)
        for option in path.parameters
        if option.name == "game" and option.autocomplete
    }
    assert found == OF_GAMES.keys()


@pytest.mark.parametrize("name", OF_GAMES)
async def test_the_games_that_a_command_offers(scene: Scene, name: str) -> None:
    """Own ones to players, visible ones for looking, sign-ups for joining, and hosts' to hosts."""
    running = await scene.game()
    (game,) = await scene.bot.store.games_in(scene.guild.id)
    opened = await scene.opens()
    (sign_up,) = [
        row for row in await scene.bot.store.games_in(scene.guild.id) if row.id != game.id
    ]
    await scene.ben.slash(opened, "in")
    kind = OF_GAMES[name]
    expected: dict[str, set[str]] = {
        "own": {"Ana": {game.id}, "Dee": set(), "Boss": set()} | {"Ben": {game.id}},
        "seen": {who: {game.id} for who in ("Ana", "Ben", "Dee", "Boss")},
        "sign-up": {who: {sign_up.id} for who in ("Ana", "Ben", "Dee", "Boss")},
        "host's sign-up": {"Ana": set(), "Ben": set(), "Dee": set(), "Boss": {sign_up.id}},
        "host's game": {"Ana": set(), "Ben": set(), "Dee": set(), "Boss": {game.id}},
        "host's either": {"Ana": set(), "Ben": set(), "Dee": set(), "Boss": {game.id, sign_up.id}},
    }[kind]
    if name == "out":
        expected = {"Ana": set(), "Ben": {sign_up.id}, "Dee": set(), "Boss": set()}
    for person in (scene.ana, scene.ben, scene.dee, scene.host):
        for where in (scene.channel, running):
            found = await offered(person, where, name)
            assert found == expected[person.name], (person.name, where.name)
        some = next(iter(expected[person.name]), None)
        if some is not None:
            assert some in await offered(person, scene.channel, name, typed=some[:4].upper())
            assert await offered(person, scene.channel, name, typed="no such game") == set()


@pytest.mark.parametrize("name", sorted(name for name in OF_GAMES if " " not in name))
async def test_in_direct_messages_only_ones_own(scene: Scene, name: str) -> None:
    """Nobody looks at a server's games from outside."""
    await scene.game()
    (game,) = await scene.bot.store.games_in(scene.guild.id)
    own = {game.id} if OF_GAMES[name] in ("own", "seen") else set()
    assert await offered(scene.ana.user, None, name) == own
    assert await offered(scene.dee.user, None, name) == set()


@pytest.mark.parametrize("name", ["table", "record", "in"])
async def test_games_in_a_hidden_channel_are_offered_to_nobody_who_cannot_see_it(
    scene: Scene, name: str
) -> None:
    """Neither in the list nor by naming it; who may see the channel may look."""
    hidden = scene.guild.create_text_channel(
        "hidden",
        overwrites={scene.dee: discord.PermissionOverwrite(view_channel=False)},
    )
    await scene.host.slash(
        scene.channel, "game open", game="pitch-and-catch", players=3, where=hidden
    )
    (row,) = await scene.bot.store.games_in(scene.guild.id)
    if name != "in":
        for user in (901, 902, 903):
            await scene.bot.host.join(row.id, user, f"Player {user}")
        await scene.bot.host.close(row.id)
    assert await offered(scene.ana, scene.channel, name) == {row.id}
    assert await offered(scene.dee, scene.channel, name) == set()
    told = await scene.dee.slash(scene.channel, name, game=row.id)
    assert told.response is not None
    assert told.response.content == f'There is no game "{row.id}" here.'
    told = await scene.ana.slash(scene.channel, name, game=row.id)
    assert told.response is not None
    assert "There is no game" not in told.response.content


async def test_no_more_than_discord_takes(scene: Scene) -> None:
    """Twenty-five, of however many; typing narrows them."""
    host = scene.bot.host
    place = Place(scene.guild.id, scene.channel.id)
    ids = [
        (await host.open_sign_up(place, "pitch-and-catch", 3, PRESETS["fast"])).sign_up.id
        for _ in range(MOST + 5)
    ]
    assert len(await offered(scene.dee, scene.channel, "in")) == MOST
    for id_ in ids:
        assert await offered(scene.dee, scene.channel, "in", typed=id_) == {id_}
    assert len(await offered(scene.host, scene.channel, "mod rehome")) == MOST


# --- seats ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["mod remove", "mod computer", "mod replace"])
async def test_seats_are_offered_to_hosts(scene: Scene, name: str) -> None:
    """Of the game that is meant: that of the thread, or the one named; to nobody else."""
    thread = await scene.game()
    (row,) = await scene.bot.store.games_in(scene.guild.id)
    assert await offered(scene.host, thread, name, "seat") == {"p1", "p2", "p3"}
    assert await offered(scene.host, scene.channel, name, "seat") == set()
    named = await scene.host.autocomplete(scene.channel, name, "seat", "", game=row.id)
    assert {each["value"] for each in named} == {"p1", "p2", "p3"}
    assert {each["name"].split(" ")[1] for each in named} == {"Ana", "Ben", "Cho"}
    (ana,) = [each for each in named if "Ana" in each["name"]]
    assert await offered(scene.host, thread, name, "seat", "ana") == {ana["value"]}
    for person in (scene.ana, scene.dee):
        assert await offered(person, thread, name, "seat") == set()


# --- clauses -------------------------------------------------------------------------------------


async def test_clauses_are_narrowed_by_what_is_typed(scene: Scene) -> None:
    """At most so many; by number and by words; for everybody, also in direct messages."""
    everything = await scene.dee.autocomplete(
        scene.channel, "rules", "clause", "", game="pitch-and-catch"
    )
    assert len(everything) == MOST
    found = await scene.dee.user.autocomplete("rules", "clause", "pc-9", game="pitch-and-catch")
    assert [each["value"] for each in found] == ["PC-9"]
    assert await offered(scene.dee, scene.channel, "rules", "clause", "zzz") == set()


# --- cards ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["pitch", "swing", "field"])
async def test_cards_are_only_of_the_callers_own_hand(scene: Scene, name: str) -> None:
    """Whoever asks, wherever, whatever is due: never a card of somebody else's."""
    thread = await scene.game()
    (row,) = await scene.bot.store.games_in(scene.guild.id)
    while True:
        stored = await scene.bot.store.game(row.id)
        assert stored is not None
        at = stored.table
        assert at.turn is not None
        for person in (scene.ana, scene.ben, scene.cho, scene.dee, scene.host):
            seat = stored.seat_of(person.id)
            own = (
                [] if seat is None else [write_card(card) for card in at.game.hands(at.state)[seat]]
            )
            legal = []
            if seat == at.turn:
                actions = map(at.game.write, at.game.legal(at.state, seat))
                legal = [text.split(" ")[1] for text in actions if text.startswith(f"{name} ")]
            found = await offered(person, thread, name, "card")
            assert found <= set(own)
            if seat == at.turn:
                assert found == set(legal)
            if seat is None or seat not in at.asked:
                assert found == set()
        if at.version >= 4:
            return
        await scene.bot.host.play(
            row.id,
            stored.user_at(at.turn) or 0,
            at.game.write(next(iter(at.game.legal(at.state, at.turn)))),
        )


async def test_cards_while_the_game_is_paused(scene: Scene) -> None:
    """Nothing can be played, so nothing is offered."""
    thread = await scene.game()
    await scene.host.slash(thread, "mod pause")
    for person in (scene.ana, scene.ben, scene.cho):
        assert await offered(person, thread, "pitch", "card") == set()


async def test_a_letter_that_only_looks_like_a_kings_is_no_card(scene: Scene) -> None:
    """A Kelvin sign is a `k` to whoever ignores case: nothing is offered, and nothing fails."""
    thread = await scene.game()
    for person in (scene.ana, scene.ben, scene.cho):
        assert await offered(person, thread, "pitch", "card", "\N{KELVIN SIGN}") == set()
