"""What Discord is told of the commands: names, contexts, options, who is offered what."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from discord import AppCommandOptionType as Kind

from bot import rulebook
from tests.cogs.conftest import Scene

GUILD, DIRECT = 0, 1

REQUIRED, OFFERED = "required", "autocomplete"

GAME: tuple[str, Kind, set[str]] = ("game", Kind.string, {OFFERED})
CARD: tuple[str, Kind, set[str]] = ("card", Kind.string, {REQUIRED, OFFERED})
SEAT: tuple[str, Kind, set[str]] = ("seat", Kind.string, {REQUIRED, OFFERED})
ANY_GAME = ("game", Kind.string, {REQUIRED})

PLAYERS = {
    "in": [GAME],
    "out": [GAME],
    "hand": [GAME],
    "table": [GAME],
    "pass": [GAME],
    "plan": [("answer", Kind.string, set()), ("withdraw", Kind.boolean, set()), GAME],
    "rules": [ANY_GAME, ("clause", Kind.string, {OFFERED})],
    "record": [GAME],
    "resign": [GAME],
    "waiting": [],
}
MY = {
    "my timezone": [("zone", Kind.string, {REQUIRED, OFFERED})],
    "my quiet": [("from", Kind.string, {REQUIRED, OFFERED}), ("to", Kind.string, {OFFERED})],
    "my weekends": [("free", Kind.boolean, {REQUIRED})],
    "my leave": [
        ("from", Kind.string, set()),
        ("to", Kind.string, set()),
        ("cancel", Kind.boolean, set()),
    ],
    "my remind": [("which", Kind.string, {REQUIRED})],
    "my digest": [("hour", Kind.string, {REQUIRED, OFFERED})],
    "my show": [],
}
PITCH_AND_CATCH = {"pitch": [CARD, GAME], "swing": [CARD, GAME], "field": [CARD, GAME]}
CARDS: tuple[str, Kind, set[str]] = ("cards", Kind.string, {REQUIRED, OFFERED})
BALL_FOUR = {
    "play": [CARDS, GAME],
    "ball-four": [("card", Kind.string, {OFFERED}), GAME],
    "foul": [CARDS, GAME],
    "choose": [("rule", Kind.string, {REQUIRED}), GAME],
}
AMOUNT: tuple[str, Kind, set[str]] = ("amount", Kind.string, {REQUIRED})
BASEBALL = {
    "check": [GAME],
    "bet": [AMOUNT, GAME],
    "call": [GAME],
    "raise": [AMOUNT, GAME],
    "fold": [GAME],
    "match": [GAME],
    "walk": [GAME],
    "stay": [GAME],
    "show": [CARD, GAME],
}
HOSTS = {
    "game open": [
        ANY_GAME,
        ("players", Kind.integer, set()),
        ("pace", Kind.string, {OFFERED}),
        ("hours", Kind.integer, set()),
        ("house", Kind.integer, set()),
        ("where", Kind.channel, set()),
        ("thread", Kind.boolean, set()),
        ("options", Kind.boolean, set()),
    ],
    "game close": [GAME],
    "game cancel": [GAME],
    "game list": [],
    "mod pause": [("hours", Kind.integer, set()), GAME],
    "mod resume": [GAME],
    "mod extend": [("hours", Kind.integer, {REQUIRED}), GAME],
    "mod nudge": [GAME],
    "mod remove": [SEAT, GAME],
    "mod computer": [SEAT, GAME],
    "mod replace": [SEAT, ("by", Kind.user, set()), GAME],
    "mod rewind": [("moves", Kind.integer, {REQUIRED}), GAME],
    "mod rehome": [
        ("game", Kind.string, {REQUIRED, OFFERED}),
        ("where", Kind.channel, set()),
    ],
    "mod rename": [("title", Kind.string, {REQUIRED}), GAME],
    "mod end": [("at", Kind.string, set()), GAME],
    "mod abandon": [GAME],
    "mod log": [GAME],
}
SETTINGS = {
    "settings host-role": [("role", Kind.role, set())],
    "settings channel": [("channel", Kind.channel, set())],
}
EVERY = {**PLAYERS, **MY, **PITCH_AND_CATCH, **BALL_FOUR, **BASEBALL, **HOSTS, **SETTINGS}


def told(scene: Scene) -> dict[str, dict[str, Any]]:
    """The commands as Discord is told them, by name."""
    return {
        command.name: command.to_dict(scene.bot.tree) for command in scene.bot.tree.get_commands()
    }


def leaf(scene: Scene, path: str) -> dict[str, Any]:
    """A command, or one of a group, as Discord is told it."""
    name, _, sub = path.partition(" ")
    command = told(scene)[name]
    if not sub:
        return command
    (found,) = [each for each in command["options"] if each["name"] == sub]
    return found


def option(scene: Scene, path: str, name: str) -> dict[str, Any]:
    """An option of a command."""
    (found,) = [each for each in leaf(scene, path)["options"] if each["name"] == name]
    return found


async def test_every_command_is_there(scene: Scene) -> None:
    """These, and no others; the server's settings are offered to its managers only."""
    assert set(scene.host.available_commands(scene.channel)) == EVERY.keys()
    assert set(scene.ana.available_commands(scene.channel)) == EVERY.keys() - SETTINGS.keys()


@pytest.mark.parametrize("path", EVERY)
async def test_the_options_of_a_command(scene: Scene, path: str) -> None:
    """By name, kind, whether it must be given, whether it offers something; each is described."""
    command = leaf(scene, path)
    shown = [
        (
            each["name"],
            Kind(each["type"]),
            {word for word in (REQUIRED, OFFERED) if each.get(word)},
        )
        for each in command["options"]
    ]
    assert shown == EVERY[path]
    for words in (command["description"], *(each["description"] for each in command["options"])):
        assert 10 <= len(words) <= 100 or words in ("Which game", "Which sign-up"), words
        assert words[0].isupper()


async def test_players_commands_work_in_direct_messages_too(scene: Scene) -> None:
    """Those of hosts and managers are for servers; none can be installed by a user."""
    games = {*PITCH_AND_CATCH, *BALL_FOUR, *BASEBALL}
    assert set(scene.ana.user.available_commands()) == {*PLAYERS, *MY, *games}
    for name, command in told(scene).items():
        contexts = [GUILD] if name in ("game", "mod", "settings") else [GUILD, DIRECT]
        assert sorted(command["contexts"]) == contexts, name
        assert command["integration_types"] == [0], name
        assert not command.get("nsfw"), name


async def test_default_permissions(scene: Scene) -> None:
    """`/game` and `/mod` are checked when they are used, since Discord does not know the role."""
    permissions = {name: one["default_member_permissions"] for name, one in told(scene).items()}
    assert permissions.pop("settings") == discord.Permissions(manage_guild=True).value
    assert set(permissions.values()) == {None}


@pytest.mark.parametrize("path", ["game open", "rules"])
async def test_games_are_chosen_by_their_titles(scene: Scene, path: str) -> None:
    """Each with its id; of those that there are."""
    choices = {each["name"]: each["value"] for each in option(scene, path, "game")["choices"]}
    assert choices["Pitch & Catch"] == "pitch-and-catch"
    assert choices["Ball Four (52 cards)"] == "ball-four-52"
    assert choices["Ball Four (40 cards)"] == "ball-four-40"


async def test_the_rules_of_the_stretch_are_chosen_by_their_names(scene: Scene) -> None:
    """The three that may be chosen, each with its word of the notation (B40-20)."""
    choices = {each["name"]: each["value"] for each in option(scene, "choose", "rule")["choices"]}
    assert choices == {
        "Double Header": "double-header",
        "Pinch Hitter": "pinch-hitter",
        "No special rule": "none",
    }


async def test_paces_are_offered_with_what_they_mean(scene: Scene) -> None:
    """The four presets, and how own numbers are written; what is typed, if it is a pace."""
    offered = await scene.host.autocomplete(scene.channel, "game open", "pace", "")
    assert [each["value"] for each in offered[:4]] == ["live", "fast", "daily", "relaxed"]
    assert offered[2]["name"] == "daily: 1 day a decision, 8 hours at least at the turn"
    assert offered[4]["name"].startswith("own numbers: window=")
    typed = "window=36h grace=3h"
    (own,) = await scene.host.autocomplete(scene.channel, "game open", "pace", typed)
    assert own["value"] == typed
    assert own["name"] == f"{typed}: 1 day 12 hours a decision, 3 hours at least at the turn"
    assert await scene.host.autocomplete(scene.channel, "game open", "pace", "window=36x") == []


@pytest.mark.parametrize(
    ("path", "name", "least", "most"),
    [
        ("game open", "players", 2, 20),
        ("game open", "hours", 0, 60 * 24),
        ("game open", "house", 0, 19),
        ("mod pause", "hours", 1, 366 * 24),
        ("mod extend", "hours", 1, 366 * 24),
        ("mod rewind", "moves", 1, 999),
    ],
)
async def test_numbers_have_limits(
    scene: Scene, path: str, name: str, least: int, most: int
) -> None:
    """Which Discord's client keeps."""
    found = option(scene, path, name)
    assert (found["min_value"], found["max_value"]) == (least, most)


async def test_an_answer_left_ahead_has_a_length(scene: Scene) -> None:
    """At least something, at most what is kept."""
    found = option(scene, "plan", "answer")
    assert (found["min_length"], found["max_length"]) == (1, 1000)


OF_CHANNELS = {"text", "news", "forum", "media"}
OF_THREADS = {"public_thread", "private_thread", "news_thread"}


@pytest.mark.parametrize(
    ("path", "name", "kinds"),
    [
        ("game open", "where", OF_CHANNELS),
        ("mod rehome", "where", OF_CHANNELS | OF_THREADS),
        ("settings channel", "channel", OF_CHANNELS),
    ],
)
async def test_channels_of_the_right_kind(
    scene: Scene, path: str, name: str, kinds: set[str]
) -> None:
    """A thread that is there can be named for a game that moves, not for a new one."""
    found = option(scene, path, name)["channel_types"]
    assert {discord.ChannelType(each).name for each in found} == kinds


async def test_the_rules_offer_their_clauses(scene: Scene) -> None:
    """Those of the game that has been chosen, by number or heading; then the common ones."""
    offered = await scene.ana.autocomplete(
        scene.channel, "rules", "clause", "catch", game="pitch-and-catch"
    )
    assert {"name": "PC-13 Catch", "value": "PC-13"} in offered
    offered = await scene.ana.autocomplete(scene.channel, "rules", "clause", "X-1")
    assert offered[0]["value"] == "X-1"
    labels = rulebook.clause_labels("pitch-and-catch")
    assert {"PC-1", "PC-28", "X-1", "X-15"} <= {value for _, value in labels}


async def test_a_clause_and_a_rulebook(scene: Scene) -> None:
    """A clause is text, the whole rulebook a file; an unknown clause says which there are."""
    said = await scene.ana.slash(scene.channel, "rules", game="pitch-and-catch", clause="pc-9")
    assert said.response is not None
    assert said.response.content.startswith("- **PC-9 Swing.**")
    whole = await scene.ana.slash(scene.channel, "rules", game="pitch-and-catch")
    assert whole.response is not None
    assert [file.filename for file in whole.response.attachments] == ["pitch-and-catch.md"]
    wrong = await scene.ana.slash(scene.channel, "rules", game="pitch-and-catch", clause="PC-99")
    assert wrong.response is not None
    assert "PC-1 to PC-28" in wrong.response.content
    for each in (said, whole, wrong):
        assert each.ephemeral
