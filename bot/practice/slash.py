"""From a line that somebody types, `/swing card:5c`, to what Discord's client sends for it.

The client refuses much before Discord ever sees it: unknown options, wrong types, missing values.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.practice import permissions, wire
from bot.practice.commands import (
    BOOLEAN,
    CHANNEL,
    FILE,
    GROUP,
    INTEGER,
    MENTIONABLE,
    NUMBER,
    ROLE,
    SAFE,
    STRING,
    SUBCOMMAND,
    USER,
)
from bot.practice.posting import File
from bot.practice.state import Attachment, Channel, Guild, User, World
from bot.practice.wire import Json


class ClientRefuses(Exception):
    """Discord's client would not let anybody do this."""


PARTS_OF_CHANNEL = (
    "id",
    "name",
    "type",
    "parent_id",
    "guild_id",
    "owner_id",
    "last_message_id",
    "thread_metadata",
    "message_count",
    "member_count",
    "rate_limit_per_user",
    "flags",
)


@dataclass
class Resolved:
    """What stands behind the ids in an interaction."""

    users: dict[str, Json] = field(default_factory=dict)
    members: dict[str, Json] = field(default_factory=dict)
    roles: dict[str, Json] = field(default_factory=dict)
    channels: dict[str, Json] = field(default_factory=dict)
    attachments: dict[str, Json] = field(default_factory=dict)

    def add_user(self, user: User, guild: Guild | None) -> str:
        """A user, and his membership without the user in it."""
        id = str(user.id)
        self.users[id] = wire.user(user)
        if guild is not None and user.id in guild.members:
            self.members[id] = {**wire.member(guild.members[user.id], False), "permissions": "0"}
        return id

    def add_channel(self, world: World, channel: Channel, reader: User) -> str:
        """A channel, in short."""
        id = str(channel.id)
        said = wire.channel(world, channel)
        allowed = permissions.in_channel(world, channel, reader.id)
        short = {key: said[key] for key in PARTS_OF_CHANNEL if key in said}
        self.channels[id] = {**short, "permissions": str(allowed)}
        return id

    def json(self) -> Json:
        """What there is."""
        return {key: value for key, value in vars(self).items() if value}


@dataclass(frozen=True)
class Typist:
    """Who types where, and which files he has at hand."""

    world: World
    user: User
    channel: Channel
    files: Mapping[str, bytes | File] = field(default_factory=dict)

    @property
    def guild(self) -> Guild | None:
        """The guild he is in here."""
        return self.world.guilds.get(self.channel.guild_id or 0)


def visible(who: Typist) -> dict[str, Json]:
    """The slash commands that the client offers here, by name.

    https://discord.com/developers/docs/interactions/application-commands#permissions
    """
    allowed = permissions.in_channel(who.world, who.channel, who.user.id)
    needed = permissions.USE_COMMANDS
    thread = who.channel.thread
    needed |= permissions.SEND_MESSAGES if thread is None else permissions.SEND_IN_THREADS
    moderates = allowed & permissions.MANAGE_THREADS
    closed = thread is not None and thread.locked and not moderates
    if allowed & needed != needed or closed:
        return {}
    context = 1 if who.guild is None else 0
    offered = {}
    for command in who.world.commands.values():
        contexts = command["contexts"]
        if command["type"] != 1 or (contexts is not None and context not in contexts):
            continue
        asked = command["default_member_permissions"]
        if who.guild is not None and asked is not None:
            member = who.guild.members[who.user.id]
            mine = permissions.in_guild(who.guild, member)
            admin = mine & permissions.ADMINISTRATOR
            if not admin and (int(asked) == 0 or mine & int(asked) != int(asked)):
                continue
        offered[str(command["name"])] = command
    return offered


def paths(command: Json) -> list[str]:
    """The lines that a command can begin with: its own name, or those of its subcommands."""
    below = [each for each in command.get("options", []) if each["type"] in (SUBCOMMAND, GROUP)]
    if not below:
        return [str(command["name"])]
    return [f"{command['name']} {path}" for each in below for path in paths(each)]


def read(who: Typist, line: str, focused: str | None = None, complete: bool = True) -> Json:
    """The data of an interaction for a line.

    With `complete` false it is half typed: `focused` is being written (None: the last option that
    stands there), and nothing need be there or in order.
    """
    command, chain, options, rest = _find(who, line)
    given = _split(options, rest)
    if not complete:
        focused = focused or next(reversed(given), None)
        if focused is None:
            raise ClientRefuses(f"no option is being written in {line!r}")
        if not {each["name"]: each for each in options}[focused].get("autocomplete"):
            raise ClientRefuses(f"{focused} offers nothing to choose from")
        given.setdefault(focused, "")
    resolved = Resolved()
    values = []
    for option in options:
        name = option["name"]
        if name in given:
            value: Any = given[name]
            if complete or name != focused:
                value = _value(who, option, value, resolved)
            entry = {"name": name, "type": option["type"], "value": value}
            values.append({**entry, "focused": True} if name == focused else entry)
        elif option.get("required") and complete:
            raise ClientRefuses(f"{name} is missing in {line!r}")
    for kind, name in reversed(chain):
        values = [{"name": name, "type": kind, "options": values}]
    data: Json = {"id": command["id"], "name": command["name"], "type": 1, "options": values}
    found = resolved.json()
    return {**data, "resolved": found} if found else data


def _find(who: Typist, line: str) -> tuple[Json, list[tuple[int, str]], list[Json], str]:
    """The command, the subcommands on the way, the options at its end, and what is left."""
    found = re.fullmatch(r"/(\S+)\s*(.*)", line.strip(), re.DOTALL)
    if found is None:
        raise ClientRefuses(f"{line!r} is no command")
    offered = visible(who)
    if found[1] not in offered:
        where = who.channel.name or "direct messages"
        raise ClientRefuses(f"{who.user.display} is not offered /{found[1]} in {where}")
    command, rest = offered[found[1]], found[2]
    chain: list[tuple[int, str]] = []
    options: list[Json] = command["options"]
    while options and options[0]["type"] in (SUBCOMMAND, GROUP):
        word, _, rest = rest.partition(" ")
        inside = {each["name"]: each for each in options}
        if word not in inside:
            raise ClientRefuses(f"{word or 'nothing'!r} is none of {sorted(inside)} in {line!r}")
        chain.append((inside[word]["type"], word))
        options = inside[word].get("options", [])
    return command, chain, options, rest.strip()


def _split(options: list[Json], text: str) -> dict[str, str]:
    """What is given for each option. Without a name, the text is for the first option."""
    names = "|".join(re.escape(each["name"]) for each in options)
    marks = list(re.finditer(rf"(?:^|(?<=\s))({names}):", text)) if names else []
    start = text[: marks[0].start()] if marks else text
    given = {}
    if start.strip():
        if not options or options[0]["name"] in {mark[1] for mark in marks}:
            raise ClientRefuses(f"{start.strip()!r} is for no option")
        if re.match(r"[\w-]+:", start) and options[0]["type"] != STRING:
            raise ClientRefuses(f"{start.strip()!r} names no option")
        given[options[0]["name"]] = start.strip()
    ends = [mark.start() for mark in marks[1:]] + [len(text)]
    for mark, end in zip(marks, ends, strict=False):
        if mark[1] in given:
            raise ClientRefuses(f"{mark[1]} is given twice")
        given[mark[1]] = text[mark.end() : end].strip()
    return given


# --- one value -----------------------------------------------------------------------------------


def _value(who: Typist, option: Json, text: str, resolved: Resolved) -> Any:
    kind, name = option["type"], option["name"]
    if kind in (STRING, INTEGER, NUMBER):
        return _plain(option, text)
    if kind == BOOLEAN:
        if text.lower() not in ("true", "false"):
            raise ClientRefuses(f"{name} is True or False, not {text!r}")
        return text.lower() == "true"
    if kind in (USER, ROLE, MENTIONABLE):
        return _somebody(who, kind, name, text, resolved)
    if kind == CHANNEL:
        found = find_channel(who, text)
        accepted = option.get("channel_types")
        if accepted and found.type not in accepted:
            raise ClientRefuses(f"{name} takes other channels than {text!r}")
        return resolved.add_channel(who.world, found, who.user)
    if kind == FILE:
        return _file(who, name, text, resolved)
    raise ClientRefuses(f"{name} is of a kind that nobody can type")


def _plain(option: Json, text: str) -> Any:
    kind, name = option["type"], option["name"]
    for choice in option.get("choices", []):
        if text in (choice["name"], str(choice["value"])):
            return choice["value"]
    if option.get("choices"):
        offered = [each["name"] for each in option["choices"]]
        raise ClientRefuses(f"{name} is one of {offered}, not {text!r}")
    if kind == STRING:
        least, most = option.get("min_length", 0), option.get("max_length", 6000)
        if not least <= len(text) <= most:
            raise ClientRefuses(f"{name} has {least} to {most} letters, not {len(text)}")
        if not text:
            raise ClientRefuses(f"{name} is empty")
        return text
    try:
        value = int(text) if kind == INTEGER else float(text)
    except ValueError:
        raise ClientRefuses(f"{name} is a number, not {text!r}") from None
    least, most = option.get("min_value", -SAFE), option.get("max_value", SAFE)
    if not least <= value <= most:
        raise ClientRefuses(f"{name} is from {least} to {most}, not {text}")
    return value


def _somebody(who: Typist, kind: int, name: str, text: str, resolved: Resolved) -> str:
    guild = who.guild
    if kind != ROLE:
        user = find_user(who, text)
        if user is not None:
            return resolved.add_user(user, guild)
    if kind != USER and guild is not None:
        for role in guild.roles.values():
            if text.removeprefix("@") == role.name.removeprefix("@") or text == f"<@&{role.id}>":
                resolved.roles[str(role.id)] = wire.role(role)
                return str(role.id)
    raise ClientRefuses(f"nobody here is {text!r}, as {name}")


def find_user(who: Typist, text: str) -> User | None:
    """Somebody here by name, or anybody by mention or id."""
    named = re.fullmatch(r"(?:<@!?)?(\d+)>?", text)
    if named is not None and int(named[1]) in who.world.users:
        return who.world.users[int(named[1])]
    guild = who.guild
    here = [who.world.users[each] for each in (guild.members if guild else who.channel.recipients)]
    wanted = text.removeprefix("@")
    for user in here:
        nick = guild.members[user.id].nick if guild else None
        if wanted in (user.display, user.name, nick):
            return user
    return None


def find_channel(who: Typist, text: str) -> Channel:
    """A channel that he sees, by name, mention or id."""
    named = re.fullmatch(r"(?:<#)?(\d+)>?", text)
    for channel in who.world.channels.values():
        if channel.guild_id != who.channel.guild_id or channel.guild_id is None:
            continue
        is_it = named is not None and int(named[1]) == channel.id
        if not is_it and text.removeprefix("#") != channel.name:
            continue
        if permissions.in_channel(who.world, channel, who.user.id):
            return channel
    raise ClientRefuses(f"there is no channel {text!r} to be seen")


def _file(who: Typist, name: str, text: str, resolved: Resolved) -> str:
    if text not in who.files:
        raise ClientRefuses(f"{who.user.display} has no file {text!r} for {name}")
    given = who.files[text]
    file = given if isinstance(given, File) else File(text, given)
    id = who.world.new_id()
    url = f"{who.world.root}/attachments/{who.channel.id}/{id}/{file.name}"
    attachment = Attachment(id, file.name, file.content, file.kind, url=url)
    who.world.files[id] = attachment
    resolved.attachments[str(id)] = wire.attachment(attachment)
    return str(id)
