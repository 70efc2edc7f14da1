"""What Discord is told of the commands: names, contexts, options, who is offered what."""

from __future__ import annotations

from typing import Any

import discord

from bot import rulebook
from tests.cogs.conftest import Scene

PLAYERS = {"hand", "in", "out", "pass", "plan", "record", "rules", "table", "waiting"}
PITCH_AND_CATCH = {"pitch", "swing", "field"}
HOSTS = {
    "game open",
    "game close",
    "game cancel",
    "game list",
    *(
        f"mod {order}"
        for order in (
            "pause",
            "resume",
            "extend",
            "resign",
            "computer",
            "replace",
            "rewind",
            "rehome",
            "abandon",
            "log",
        )
    ),
}
SETTINGS = {"settings host-role", "settings channel"}
GUILD, DIRECT = 0, 1


def told(scene: Scene) -> dict[str, dict[str, Any]]:
    """The commands as Discord is told them, by name."""
    return {
        command.name: command.to_dict(scene.bot.tree) for command in scene.bot.tree.get_commands()
    }


async def test_every_command_is_there(scene: Scene) -> None:
    """These, and no others; the server's settings are offered to its managers only."""
    assert set(scene.host.available_commands(scene.channel)) == (
        PLAYERS | PITCH_AND_CATCH | HOSTS | SETTINGS
    )
    assert set(scene.ana.available_commands(scene.channel)) == PLAYERS | PITCH_AND_CATCH | HOSTS


async def test_players_commands_work_in_direct_messages_too(scene: Scene) -> None:
    """Those of hosts and managers are for servers; none can be installed by a user."""
    assert set(scene.ana.user.available_commands()) == PLAYERS | PITCH_AND_CATCH
    for name, command in told(scene).items():
        contexts = [GUILD] if name in ("game", "mod", "settings") else [GUILD, DIRECT]
        assert sorted(command["contexts"]) == contexts, name
        assert command["integration_types"] == [0], name


async def test_default_permissions(scene: Scene) -> None:
    """`/game` and `/mod` are checked when they are used, since Discord does not know the role."""
    permissions = {name: one["default_member_permissions"] for name, one in told(scene).items()}
    assert permissions.pop("settings") == discord.Permissions(manage_guild=True).value
    assert set(permissions.values()) == {None}


async def test_a_game_can_be_named_wherever_one_is_meant(scene: Scene) -> None:
    """The option is the last one, is not required, and offers what there is."""
    named = {"in", "out", "hand", "table", "pass", "plan", "record", *PITCH_AND_CATCH}
    for name, command in told(scene).items():
        leaves = [
            (f"{name} {option['name']}", option)
            for option in command["options"]
            if option["type"] == 1
        ] or [(name, command)]
        for path, leaf in leaves:
            options = leaf["options"]
            if path in named or path.startswith("mod ") or path in ("game close", "game cancel"):
                game = next(option for option in options if option["name"] == "game")
                assert game["autocomplete"], path
                assert game["required"] == (path == "mod rehome"), path
            assert all(option["description"] != "…" for option in options), path
            assert leaf["description"] != "…", path


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
