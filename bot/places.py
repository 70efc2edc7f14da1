"""Where a new game lives: a thread of a channel, a post of a forum, or the channel itself.

Discord is asked for what it takes, once; what it refuses becomes a sentence.
"""

from __future__ import annotations

from typing import Literal

import discord

from bot import wire
from games.core import GameError
from storage.store import Place

ALREADY_THERE = 160004
"""Discord's code for a message that has a thread already."""

WEEK: Literal[10080] = 10080
"""The longest that Discord leaves a silent thread open, in minutes."""

Channel = discord.TextChannel | discord.ForumChannel | discord.Thread
"""What a game can be opened in."""

SIGN_UP_TAGS = ("sign-up", "sign-ups", "sign up", "signup")


class NoPlace(GameError):
    """A game cannot be played there; the message is a whole sentence."""


async def make(channel: Channel, name: str, announcement: str, thread: bool = True) -> Place:
    """A new place for a game; without `thread`, or where threads are forbidden, the channel."""
    allowed = channel.permissions_for(channel.guild.me)
    try:
        match channel:
            case discord.ForumChannel():
                found: discord.abc.Snowflake = await _forum_post(channel, name, announcement)
            case discord.TextChannel() if thread and may_thread(allowed):
                found = await _thread(channel, name, announcement)
            case _:
                found = _itself(channel, allowed)
    except discord.Forbidden:
        raise NoPlace(_forbidden(channel)) from None
    return Place(channel.guild.id, found.id)


def may_thread(allowed: discord.Permissions) -> bool:
    """Whether we may open a thread and write in it."""
    return (
        allowed.view_channel
        and allowed.send_messages
        and allowed.create_public_threads
        and allowed.send_messages_in_threads
    )


async def _thread(
    channel: discord.TextChannel, name: str, announcement: str
) -> discord.abc.Snowflake:
    """A thread that starts from an announcement, which stands in the channel for all to see."""
    message = await channel.send(announcement, allowed_mentions=discord.AllowedMentions.none())
    try:
        return await message.create_thread(name=name, auto_archive_duration=WEEK)
    except discord.Forbidden:  # forbidden since we last heard of it
        return channel
    except discord.HTTPException as error:
        if error.code == ALREADY_THERE:  # by a request that was answered with an error
            return discord.Object(message.id)
        await message.delete()
        raise


async def _forum_post(
    forum: discord.ForumChannel, name: str, announcement: str
) -> discord.abc.Snowflake:
    try:
        with wire.once():
            post = await forum.create_thread(
                name=name,
                content=announcement,
                applied_tags=_tags(forum),
                auto_archive_duration=WEEK,
                allowed_mentions=discord.AllowedMentions.none(),
            )
    except wire.Unsure:
        raise NoPlace(
            f"Discord has not said whether there is a new post in <#{forum.id}> now: "
            "nothing is opened, please look there and try again."
        ) from None
    return post.thread


def _tags(forum: discord.ForumChannel) -> list[discord.ForumTag]:
    """The tag for sign-ups; where a tag is required and there is no such one, any we may use."""
    named = [tag for tag in forum.available_tags if tag.name.lower() in SIGN_UP_TAGS]
    if named:
        return named[:1]
    if not forum.flags.require_tag:
        return []
    open_to_all = [tag for tag in forum.available_tags if not tag.moderated]
    return (open_to_all or list(forum.available_tags))[:1]


def _itself(
    channel: discord.TextChannel | discord.Thread, allowed: discord.Permissions
) -> discord.abc.Snowflake:
    if isinstance(channel, discord.Thread):
        may_write = allowed.send_messages_in_threads and not channel.locked
    else:
        may_write = allowed.send_messages
    if not (allowed.view_channel and may_write):
        raise NoPlace(_forbidden(channel))
    return channel


def _forbidden(channel: Channel) -> str:
    return (
        f"I may not write in <#{channel.id}>. Please let me see the channel, send messages, "
        "and create and use threads in it."
    )
