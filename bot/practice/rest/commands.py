"""Global commands. https://discord.com/developers/docs/interactions/application-commands"""

from __future__ import annotations

from bot.practice import commands
from bot.practice.errors import refusal
from bot.practice.rest.call import NOTHING, Answer, Call, route
from bot.practice.state import World

ALL = "/applications/{application_id}/commands"
ONE = "/applications/{application_id}/commands/{command_id}"


def _mine(world: World, call: Call) -> None:
    if call.id("application_id") != world.application_id:
        raise refusal(50001)


@route("GET", ALL)
def every(world: World, call: Call) -> Answer:
    """All of them."""
    _mine(world, call)
    return 200, list(world.commands.values())


@route("PUT", ALL)
def overwrite(world: World, call: Call) -> Answer:
    """Replaces all of them."""
    _mine(world, call)
    if not isinstance(call.json, list):
        raise refusal(50109)
    return 200, commands.overwrite(world, call.json)


@route("POST", ALL)
def create(world: World, call: Call) -> Answer:
    """Adds one, or replaces the one of its name."""
    _mine(world, call)
    stored, new = commands.add(world, call.body)
    return 201 if new else 200, stored


@route("GET", ONE)
def one(world: World, call: Call) -> Answer:
    """One of them."""
    _mine(world, call)
    found = world.commands.get(call.id("command_id"))
    if found is None:
        raise refusal(10063)
    return 200, found


@route("DELETE", ONE)
def delete(world: World, call: Call) -> Answer:
    """Removes one."""
    _mine(world, call)
    if world.commands.pop(call.id("command_id"), None) is None:
        raise refusal(10063)
    return NOTHING
