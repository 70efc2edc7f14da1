"""Where a game lives: a thread of a channel, a post of a forum, or the channel itself.

Discord is asked for what it takes, once; what it refuses becomes a sentence. A forum's post bears
the tag of what the game has come to, where the forum has such tags.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias

import discord

from bot import invitation, wire
from bot.errors import NETWORK
from games.core import GameError
from games.text import duration, listed
from storage.store import Place

ALREADY_THERE = 160004
"""Discord's code for a message that has a thread already."""

WEEK: Literal[10080] = 10080
"""The longest that Discord leaves a silent thread open, in minutes."""

LONGEST_TITLE = 100
"""Characters that the title of a thread or post can have."""

MOST_TAGS = 5
"""So many a forum's post can have."""

Channel = discord.TextChannel | discord.ForumChannel | discord.Thread
"""What a game can be opened in."""

Stage: TypeAlias = Literal["sign-up", "playing", "finished"]
"""What a game has come to, as a forum's tags say it."""

TAGS: Mapping[Stage, Sequence[str]] = {
    "sign-up": ("sign-up", "sign-ups", "sign up", "signup"),
    "playing": ("playing", "in progress", "running"),
    "finished": ("finished", "over", "ended"),
}
"""What such tags are called, in any case."""

log = logging.getLogger(__name__)


class NoPlace(GameError):
    """A game cannot be played there; the message is a whole sentence."""


# --- new places ----------------------------------------------------------------------------------


async def make(
    channel: Channel,
    name: str,
    announcement: str,
    allowed: discord.Permissions,
    thread: bool = True,
    stage: Stage = "sign-up",
) -> Place:
    """A new place for a game; without `thread`, or where threads are forbidden, the channel.

    `allowed` is what we may do in the channel, as far as we know.
    """
    try:
        match channel:
            case discord.ForumChannel():
                _require(channel, allowed, "send_messages", "send_messages_in_threads")
                found: discord.abc.Snowflake = await _forum_post(channel, name, announcement, stage)
            case discord.TextChannel() if thread and may_thread(allowed):
                found = await _thread(channel, name, announcement)
            case discord.Thread():
                _require(channel, allowed, "send_messages_in_threads")
                if channel.locked and (channel.archived or not allowed.manage_threads):
                    raise NoPlace(f"I may not write in <#{channel.id}>: the thread is locked.")
                found = channel
            case _:
                _require(channel, allowed, "send_messages")
                found = channel
    except discord.Forbidden:  # forbidden since we last heard of it
        raise NoPlace(
            f"I may not write in <#{channel.id}>: please allow me to see the channel, to send "
            "messages, and to create threads and write in them."
        ) from None
    return Place(channel.guild.id, found.id)


def may_thread(allowed: discord.Permissions) -> bool:
    """Whether we may open a thread and write in it."""
    return not invitation.lacking(
        allowed,
        "view_channel",
        "send_messages",
        "create_public_threads",
        "send_messages_in_threads",
    )


def shortcomings(allowed: discord.Permissions) -> str:
    """What a game lacks there that it can be played without, as a sentence; empty if nothing."""
    missing = invitation.lacking(allowed, "attach_files", "read_message_history")
    if not missing:
        return ""
    without = {
        "Attach Files": "the record is behind `/record` only",
        "Read Message History": "a post that a restart cuts off may have to wait",
    }
    return f"I lack {listed(missing)} there: {' and '.join(without[one] for one in missing)}."


def _require(channel: Channel, allowed: discord.Permissions, *needed: str) -> None:
    """NoPlace, with the names of what is missing."""
    missing = _missing(allowed, needed)
    if missing:
        raise NoPlace(
            f"I may not write in <#{channel.id}>: I lack {listed(missing)} there. "
            "Please allow it, or name another place."
        )


def _missing(allowed: discord.Permissions, needed: Sequence[str]) -> tuple[str, ...]:
    """What is missing of it; who does not see a channel may do nothing there, and lacks only that.

    https://discord.com/developers/docs/topics/permissions#implicit-permissions
    """
    unseen = invitation.lacking(allowed, "view_channel")
    return unseen or invitation.lacking(allowed, *needed)


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
    forum: discord.ForumChannel, name: str, announcement: str, stage: Stage
) -> discord.abc.Snowflake:
    try:
        with wire.once():
            post = await forum.create_thread(
                name=name,
                content=announcement,
                applied_tags=_tags(forum, stage),
                auto_archive_duration=WEEK,
                allowed_mentions=discord.AllowedMentions.none(),
            )
    except wire.Unsure:
        raise NoPlace(
            f"Discord has not said whether there is a new post in <#{forum.id}> now: "
            "nothing is opened, please look there and try again."
        ) from None
    return post.thread


# --- places that are there -----------------------------------------------------------------------


async def known(client: discord.Client, channel_id: int) -> Channel | None:
    """A channel as Discord has it, asked for where an archived thread is not known to us.

    None where there is no such channel, or none that a game can be played in. Raises what
    discord.py raises where it cannot be found out.
    """
    found = client.get_channel(channel_id)
    if found is None:
        try:
            found = await client.fetch_channel(channel_id)
        except (discord.NotFound, discord.Forbidden):
            return None
    return found if isinstance(found, Channel) else None


async def missing_for(client: discord.Client, channel_id: int, *needed: str) -> tuple[str, ...]:
    """What we lack of some permissions in a channel; nothing where that cannot be found out."""
    try:
        channel = await known(client, channel_id)
        if channel is None or channel.guild.unavailable:  # Discord has yet to tell of the server
            return ()
        return _missing(channel.permissions_for(channel.guild.me), needed)
    except (discord.DiscordException, *NETWORK) as error:
        log.info("permissions could not be looked up", extra={"reason": str(error)})
        return ()


async def tag(client: discord.Client, channel_id: int, stage: Stage) -> None:
    """Gives a forum's post the tag of what its game has come to.

    A tag is an ornament: where it cannot be given, the game goes on without.
    """
    try:
        post = await known(client, channel_id)
        if not isinstance(post, discord.Thread) or not isinstance(
            post.parent, discord.ForumChannel
        ):
            return
        tags = _tags(post.parent, stage, post.applied_tags)
        if {each.id for each in tags} != {each.id for each in post.applied_tags}:
            await post.edit(applied_tags=tags)
    except (discord.DiscordException, *NETWORK) as error:
        log.info("a post keeps its tag", extra={"reason": str(error)})


async def rename(client: discord.Client, channel_id: int, title: str) -> None:
    """Gives a game's thread or post another title; NoPlace where it has none, or not now."""
    thread = await known(client, channel_id)
    if not isinstance(thread, discord.Thread):
        raise NoPlace(
            "This game has no thread or post of its own that I can see, so there is no title."
        )
    try:
        if thread.archived and not thread.locked:
            await thread.edit(archived=False, name=title)
        else:
            await thread.edit(name=title)
    except discord.RateLimited as error:
        raise NoPlace(
            "Discord lets a title be changed twice in ten minutes at most: please try again in "
            f"{duration(math.ceil(error.retry_after))}."
        ) from None
    except discord.Forbidden:
        raise NoPlace(
            f"I may not change the title of <#{channel_id}>: please allow me Manage Threads there."
        ) from None


async def reopen(client: discord.Client, channel_id: int) -> None:
    """Opens an archived thread that nobody has locked; raises what discord.py raises if not."""
    thread = await known(client, channel_id)
    if isinstance(thread, discord.Thread) and thread.archived and not thread.locked:
        await thread.edit(archived=False)


def _tags(
    forum: discord.ForumChannel, stage: Stage, before: Sequence[discord.ForumTag] = ()
) -> list[discord.ForumTag]:
    """What a post is to be tagged with: the stage, and whatever else was given to it.

    Where a tag is required and there is none for the stage, any that we may give.
    """
    moderates = forum.permissions_for(forum.guild.me).manage_threads
    ours = [tag for tag in forum.available_tags if moderates or not tag.moderated]
    others = [tag for tag in before if _stage(tag) is None]
    named = [tag for tag in ours if _stage(tag) == stage]
    tags = [*named[:1], *others][:MOST_TAGS]
    if tags or not forum.flags.require_tag:
        return tags
    neutral = [tag for tag in ours if _stage(tag) is None]
    return (neutral or list(before) or ours)[:1]


def _stage(tag: discord.ForumTag) -> Stage | None:
    """The stage that a tag is for."""
    return next((stage for stage, names in TAGS.items() if tag.name.lower() in names), None)
