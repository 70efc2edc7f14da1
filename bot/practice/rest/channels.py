"""Channels of all kinds. https://discord.com/developers/docs/resources/channel"""

from __future__ import annotations

from bot.practice import permissions, wire
from bot.practice.errors import Form, refusal
from bot.practice.permissions import require
from bot.practice.rest.call import NOTHING, Answer, Call, route
from bot.practice.rest.guilds import overwrite_from, tags_from
from bot.practice.state import FORUM, Channel, World

DURATIONS = (60, 1440, 4320, 10080)
"""Minutes after which a thread may be archived by itself."""


@route("GET", "/channels/{channel_id}")
def channel(world: World, call: Call) -> Answer:
    """A channel that the bot sees."""
    found = call.channel(world)
    require(world, found, world.bot.id, permissions.VIEW_CHANNEL)
    return 200, wire.channel(world, found)


@route("PATCH", "/channels/{channel_id}")
def edit_channel(world: World, call: Call) -> Answer:
    """Changes a channel, or a thread in the ways of threads."""
    found = call.channel(world)
    require(world, found, world.bot.id, permissions.VIEW_CHANNEL)
    if found.guild_id is None:
        raise refusal(50024)
    form = Form()
    if "name" in call.body:
        form.text(("name",), call.body["name"], 100, 1)
    form.text(("topic",), call.body.get("topic"), 4096 if found.type == FORUM else 1024)
    form.number(("rate_limit_per_user",), call.body.get("rate_limit_per_user"), 0, 21600)
    if found.thread is not None:
        _edit_thread(world, call, found, form)
    else:
        require(world, found, world.bot.id, permissions.MANAGE_CHANNELS)
        form.count(("available_tags",), call.body.get("available_tags"), 20)
        form.close()
        _edit(world, call, found)
    world.channel_changed(found)
    return 200, wire.channel(world, found)


def _edit(world: World, call: Call, channel: Channel) -> None:
    said = call.body
    channel.name = said.get("name") or channel.name
    channel.topic = said.get("topic", channel.topic)
    channel.slow_mode = said.get("rate_limit_per_user", channel.slow_mode) or 0
    channel.flags = said.get("flags", channel.flags) or 0
    if said.get("parent_id"):
        channel.parent_id = int(said["parent_id"])
    if "available_tags" in said:
        channel.tags = tags_from(world, said["available_tags"] or [])
    if "permission_overwrites" in said:
        written = [overwrite_from(each) for each in said["permission_overwrites"] or []]
        channel.overwrites = {each.id: each for each in written}


def _edit_thread(world: World, call: Call, channel: Channel, form: Form) -> None:
    """Only moderators lock; only they and the owner change; an archived thread is reopened first.

    https://discord.com/developers/docs/topics/threads#editing-&-deleting-threads
    """
    said, thread, me = call.body, channel.thread, world.bot.id
    if thread is None:
        raise refusal(50024)
    if said.get("auto_archive_duration") not in (None, *DURATIONS):
        text = f"Value must be one of {DURATIONS}."
        form.wrong(("auto_archive_duration",), "BASE_TYPE_CHOICES", text)
    tags = form.count(("applied_tags",), said.get("applied_tags"), 5)
    form.close()
    moderates = permissions.in_channel(world, channel, me) & permissions.MANAGE_THREADS
    reopens = said.get("archived") is False
    if thread.archived and not reopens and set(said) - {"archived", "locked"}:
        raise refusal(50083)
    only_reopens = set(said) == {"archived"} and reopens and not thread.locked
    if not moderates:
        if said.get("locked") is not None or (thread.locked and reopens):
            raise refusal(50013)
        if thread.owner_id != me and not only_reopens:
            raise refusal(50013)
    if "applied_tags" in said:
        thread.tags = checked_tags(world, channel, tags)
    channel.name = said.get("name") or channel.name
    channel.slow_mode = said.get("rate_limit_per_user", channel.slow_mode) or 0
    channel.flags = said.get("flags", channel.flags) or 0
    thread.auto_archive = said.get("auto_archive_duration") or thread.auto_archive
    if said.get("locked") is not None:
        thread.locked = bool(said["locked"])
    if said.get("archived") is not None and said["archived"] != thread.archived:
        thread.archived = bool(said["archived"])
        thread.archived_at = world.time.now()
        thread.active = thread.active if thread.archived else world.time.now()


def checked_tags(world: World, channel: Channel, given: list[str]) -> list[int]:
    """The tags of a post, which its forum has to have; some only moderators may give."""
    forum = world.parent(channel)
    known = {tag.id: tag for tag in forum.tags}
    form = Form()
    for index, each in enumerate(given):
        if not str(each).isdecimal() or int(each) not in known:
            form.wrong(("applied_tags", index), "TAG_UNKNOWN", "Unknown tag")
    form.close()
    if any(known[int(each)].moderated for each in given):
        require(world, forum, world.bot.id, permissions.MANAGE_THREADS)
    if not given and forum.flags & 1 << 4:
        raise refusal(40067)
    return [int(each) for each in given]


@route("DELETE", "/channels/{channel_id}")
def delete_channel(world: World, call: Call) -> Answer:
    """Removes a channel or thread; direct messages are only closed."""
    found = call.channel(world)
    if found.guild_id is None:
        return 200, wire.channel(world, found)
    needed = permissions.MANAGE_CHANNELS if found.thread is None else permissions.MANAGE_THREADS
    require(world, found, world.bot.id, needed)
    said = wire.channel(world, found)
    world.remove_channel(found)
    return 200, said


@route("PUT", "/channels/{channel_id}/permissions/{overwrite_id}")
def set_permissions(world: World, call: Call) -> Answer:
    """Writes what a role or a member may do in a channel."""
    found = call.channel(world)
    require(world, found, world.bot.id, permissions.MANAGE_ROLES)
    written = overwrite_from({**call.body, "id": call.ids["overwrite_id"]})
    found.overwrites[written.id] = written
    world.channel_changed(found)
    return NOTHING


@route("DELETE", "/channels/{channel_id}/permissions/{overwrite_id}")
def remove_permissions(world: World, call: Call) -> Answer:
    """Forgets what was written."""
    found = call.channel(world)
    require(world, found, world.bot.id, permissions.MANAGE_ROLES)
    if found.overwrites.pop(call.id("overwrite_id"), None) is None:
        raise refusal(10009)
    world.channel_changed(found)
    return NOTHING


@route("POST", "/channels/{channel_id}/typing")
def typing(world: World, call: Call) -> Answer:
    """Shows that somebody is typing; nobody here looks."""
    require(world, call.channel(world), world.bot.id, permissions.VIEW_CHANNEL)
    return NOTHING
