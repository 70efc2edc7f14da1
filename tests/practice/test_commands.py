"""Global commands: synced, kept, and refused where they are out of order."""

from typing import Any

import discord
import pytest
from discord import app_commands

from bot.practice import PracticeField
from bot.practice.commands import is_name
from tests.practice.a_bot import ABot
from tests.practice.test_interactions import refused

Body = dict[str, Any]


def option(**more: Any) -> Body:
    """An option in order."""
    return {"type": 3, "name": "card", "description": "a card", **more}


def command(*options: Body, **more: Any) -> Body:
    """A command in order."""
    return {"type": 1, "name": "swing", "description": "swing", "options": list(options), **more}


async def sync(bot: ABot, *commands: Body) -> Any:
    """Replaces all of them."""
    path = f"/applications/{bot.application_id}/commands"
    return await bot.ask("PUT", path, list(commands))


async def test_commands_are_synced(bot: ABot, field: PracticeField) -> None:
    """The whole tree; what stays the same keeps its id and version."""
    before = {each.name: each.id for each in await bot.tree.fetch_commands()}
    versions = {each["name"]: each["version"] for each in field.world.commands.values()}
    assert set(before) == {each.name for each in bot.tree.get_commands()}
    bot.tree.remove_command("slow")

    @bot.tree.command()
    async def extra(interaction: discord.Interaction) -> None:
        """One more."""

    await bot.tree.sync()
    after = {each.name: each.id for each in await bot.tree.fetch_commands()}
    assert "slow" not in after
    assert "extra" in after
    assert after["swing"] == before["swing"]
    [swing] = [each for each in field.world.commands.values() if each["name"] == "swing"]
    assert swing["version"] == versions["swing"]


async def test_one_command(bot: ABot, field: PracticeField) -> None:
    """Added, replaced, looked up and removed alone."""
    path = f"/applications/{bot.application_id}/commands"
    first = await bot.ask("POST", path, command(name="extra"))
    again = await bot.ask("POST", path, command(option(), name="extra"))
    assert again["id"] == first["id"]
    assert again["version"] != first["version"]
    assert (await bot.ask("GET", f"{path}/{first['id']}"))["name"] == "extra"
    await bot.ask("DELETE", f"{path}/{first['id']}")
    await refused(10063, bot.ask("GET", f"{path}/{first['id']}"))
    await refused(10063, bot.ask("DELETE", f"{path}/{first['id']}"))
    await refused(50001, bot.ask("GET", "/applications/1/commands"))
    await refused(50109, bot.ask("PUT", path, {}))


async def test_context_menus(bot: ABot, field: PracticeField) -> None:
    """They are stored, too, with spaces and capitals in their names, and no description."""

    @bot.tree.context_menu(name="Show Hand")
    async def show(interaction: discord.Interaction, user: discord.User) -> None:
        """Never."""

    await bot.tree.sync()
    assert "Show Hand" in {each["name"] for each in field.world.commands.values()}
    assert "Show Hand" not in field.commands
    menu = {"type": 2, "name": "Show", "description": "x"}
    assert "0.description" in await refused(50035, sync(bot, menu))


async def test_contexts(bot: ABot, field: PracticeField) -> None:
    """Where a command is offered is kept."""

    @app_commands.command()
    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.allowed_installs(guilds=True)
    async def both(interaction: discord.Interaction) -> None:
        """Both."""

    bot.tree.add_command(both)
    await bot.tree.sync()
    [kept] = [each for each in field.world.commands.values() if each["name"] == "both"]
    assert kept["contexts"] == [0, 1]
    assert kept["integration_types"] == [0]


async def test_too_many(bot: ABot) -> None:
    """30032: at most 100, and 15 in the menus of users."""
    await sync(bot, *(command(name=f"c{each}") for each in range(100)))
    await refused(30032, sync(bot, *(command(name=f"c{each}") for each in range(101))))
    await refused(30032, sync(bot, *({"type": 2, "name": f"c{each}"} for each in range(16))))
    path = f"/applications/{bot.application_id}/commands"
    await refused(30032, bot.ask("POST", path, command(name="one-more")))


def choices(count: int, **more: Any) -> list[Body]:
    """So many choices."""
    return [{"name": str(each), "value": str(each), **more} for each in range(count)]


SUB = {"type": 1, "name": "new", "description": "new"}
GROUP = {"type": 2, "name": "mod", "description": "mod", "options": [SUB]}


@pytest.mark.parametrize(
    ("body", "path"),
    [
        (command(name="Swing"), "0.name"),
        (command(name="swing card"), "0.name"),
        (command(name="s" * 33), "0.name"),
        (command(name=""), "0.name"),
        (command(description=""), "0.description"),
        (command(description="d" * 101), "0.description"),
        (command(type=9), "0.type"),
        (command(contexts=[]), "0.contexts"),
        (command(contexts=[0, 0]), "0.contexts"),
        (command(contexts=[3]), "0.contexts"),
        (command(integration_types=[2]), "0.integration_types"),
        (command(default_member_permissions="many"), "0.default_member_permissions"),
        (command(*[option(name=f"o{each}") for each in range(26)]), "0.options"),
        (command(option(name="Card")), "0.options.0.name"),
        (command(option(), option()), "0.options.1.name"),
        (command(option(description="")), "0.options.0.description"),
        (command(option(type=12)), "0.options.0.type"),
        (command(option(), option(name="b", required=True)), "0.options.1"),
        (command(option(choices=choices(26))), "0.options.0.choices"),
        (command(option(choices=choices(2, name="a"))), "0.options.0.choices.1.name"),
        (command(option(choices=choices(1, value="v" * 101))), "0.options.0.choices.0.value"),
        (command(option(type=4, choices=choices(1))), "0.options.0.choices.0.value"),
        (command(option(type=4, choices=[{"name": "a"}])), "0.options.0.choices.0.value"),
        (command(option(choices=choices(1), autocomplete=True)), "0.options.0"),
        (command(option(type=6, autocomplete=True)), "0.options.0.choices"),
        (command(option(min_length=6001)), "0.options.0.min_length"),
        (command(option(type=4, max_value=2**54)), "0.options.0.max_value"),
        (command(option(), SUB), "0.options"),
        (command({**GROUP, "options": [GROUP]}), "0.options.0.options.0.type"),
        (command({**SUB, "options": [SUB]}), "0.options.0.options.0.type"),
        (
            command(
                *[
                    option(name=f"o{each}", choices=choices(25, description="", name="n" * 90))
                    for each in range(4)
                ]
            ),
            "0",
        ),
    ],
)
async def test_forms_out_of_order(bot: ABot, field: PracticeField, body: Body, path: str) -> None:
    """50035, and nothing is replaced."""
    before = dict(field.world.commands)
    assert f"In {path}:" in await refused(50035, sync(bot, body))
    assert field.world.commands == before


async def test_two_of_a_name(bot: ABot) -> None:
    """50035; a command and a context menu may share one."""
    assert "In 1.name:" in await refused(50035, sync(bot, command(), command()))
    await sync(bot, command(), {"type": 2, "name": "swing"})


def test_names() -> None:
    """Letters of any alphabet, digits, dash, underscore and apostrophe, in lower case."""
    assert all(map(is_name, ["swing", "call-it_off", "grüße", "5c", "打", "नमस्ते", "สวัสดี", "l'as"]))
    assert not any(map(is_name, ["", "Swing", "a b", "a.b", "a" * 33, "Ä", "🂡"]))
