"""Who may do what where, worked out as Discord does.

https://discord.com/developers/docs/topics/permissions#permission-overwrites
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.practice.errors import ApiError, refusal

if TYPE_CHECKING:
    from bot.practice.state import Channel, Guild, Member, World

ADMINISTRATOR = 1 << 3
MANAGE_CHANNELS = 1 << 4
MANAGE_GUILD = 1 << 5
VIEW_CHANNEL = 1 << 10
SEND_MESSAGES = 1 << 11
SEND_TTS = 1 << 12
MANAGE_MESSAGES = 1 << 13
EMBED_LINKS = 1 << 14
ATTACH_FILES = 1 << 15
READ_HISTORY = 1 << 16
MENTION_EVERYONE = 1 << 17
MANAGE_ROLES = 1 << 28
USE_COMMANDS = 1 << 31
MANAGE_THREADS = 1 << 34
CREATE_PUBLIC_THREADS = 1 << 35
CREATE_PRIVATE_THREADS = 1 << 36
SEND_IN_THREADS = 1 << 38
EVERYTHING = discord.Permissions.all().value

EVERYONE = (
    VIEW_CHANNEL
    | SEND_MESSAGES
    | EMBED_LINKS
    | ATTACH_FILES
    | READ_HISTORY
    | USE_COMMANDS
    | CREATE_PUBLIC_THREADS
    | CREATE_PRIVATE_THREADS
    | SEND_IN_THREADS
    | 1 << 6  # reactions
    | 1 << 18  # emoji from elsewhere
    | 1 << 26  # one's own nickname
)
"""What @everyone may do in a new guild, as far as it matters here."""

IN_DIRECT_MESSAGES = (
    VIEW_CHANNEL | SEND_MESSAGES | EMBED_LINKS | ATTACH_FILES | READ_HISTORY | USE_COMMANDS
)


def bits(*names: str) -> int:
    """The bits of permissions by discord.py's names: `bits("view_channel", "send_messages")`."""
    return discord.Permissions(**dict.fromkeys(names, True)).value


def in_guild(guild: Guild, member: Member) -> int:
    """What a member may do without regard to channels."""
    if member.id == guild.owner_id:
        return EVERYTHING
    allowed = guild.roles[guild.id].permissions
    for role in member.roles:
        allowed |= guild.roles[role].permissions
    return EVERYTHING if allowed & ADMINISTRATOR else allowed


def in_channel(world: World, channel: Channel, user: int) -> int:
    """What a user may do in a channel or thread; nothing for who is not a member of its guild."""
    if channel.guild_id is None:
        return IN_DIRECT_MESSAGES if user in channel.recipients else 0
    guild = world.guilds[channel.guild_id]
    member = guild.members.get(user)
    if member is None:
        return 0
    allowed = in_guild(guild, member)
    if allowed & ADMINISTRATOR:
        return allowed
    parent = channel
    if channel.thread is not None and channel.parent_id is not None:
        parent = world.channels[channel.parent_id]
    for who in (guild.id, None, member.id):
        if who is not None:
            written = parent.overwrites.get(who)
            if written is not None:
                allowed = allowed & ~written.deny | written.allow
            continue
        # all roles together, and only then what is allowed to any of them
        of_roles = [parent.overwrites[role] for role in member.roles if role in parent.overwrites]
        for written in of_roles:
            allowed &= ~written.deny
        for written in of_roles:
            allowed |= written.allow
    thread = channel.thread
    if thread is not None and channel.type == 12 and not allowed & MANAGE_THREADS:
        allowed = allowed if user in thread.members else 0
    if not allowed & VIEW_CHANNEL:
        return 0
    if not allowed & (SEND_MESSAGES if thread is None else SEND_IN_THREADS):
        allowed &= ~(MENTION_EVERYONE | SEND_TTS | ATTACH_FILES | EMBED_LINKS)
    return allowed


def require(world: World, channel: Channel, user: int, needed: int) -> None:
    """Refuses whoever does not see the channel (50001) or lacks a permission in it (50013)."""
    lacking = lacks(world, channel, user, needed)
    if lacking is not None:
        raise lacking


def lacks(world: World, channel: Channel, user: int, needed: int) -> ApiError | None:
    """The refusal that `require` would raise."""
    allowed = in_channel(world, channel, user)
    if not allowed & VIEW_CHANNEL:
        return refusal(50001)
    return None if allowed & needed == needed else refusal(50013)
