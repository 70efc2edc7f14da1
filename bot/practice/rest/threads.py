"""Threads, and the posts of forums. https://discord.com/developers/docs/topics/threads"""

from __future__ import annotations

from bot.practice import permissions, posting, wire
from bot.practice.errors import Form, refusal
from bot.practice.permissions import require
from bot.practice.posting import Body
from bot.practice.rest.call import NOTHING, Answer, Call, route
from bot.practice.rest.channels import DURATIONS, checked_tags
from bot.practice.rest.guilds import thread_list
from bot.practice.rest.messages import not_archived
from bot.practice.state import (
    FORUM,
    HAS_THREAD,
    PRIVATE_THREAD,
    PUBLIC_THREAD,
    TEXT,
    Channel,
    Message,
    User,
    World,
)

THREAD_CREATED, THREAD_STARTER = 18, 21


def _read(call: Call, parent: Channel) -> tuple[str, int]:
    """The name of a new thread and the minutes after which it is archived."""
    form = Form()
    form.text(("name",), call.body.get("name"), 100, 1, required=True)
    duration = call.body.get("auto_archive_duration")
    if duration not in (None, *DURATIONS):
        text = f"Value must be one of {DURATIONS}."
        form.wrong(("auto_archive_duration",), "BASE_TYPE_CHOICES", text)
    form.close()
    return call.body["name"], duration or parent.auto_archive or 4320


@route("POST", "/channels/{channel_id}/messages/{message_id}/threads")
def from_message(world: World, call: Call) -> Answer:
    """A thread from a message: it has the message's id.

    https://discord.com/developers/docs/resources/channel#start-thread-from-message
    """
    parent = call.channel(world)
    require(world, parent, world.bot.id, permissions.CREATE_PUBLIC_THREADS)
    if parent.type != TEXT:
        raise refusal(50024)
    start = call.message(world)
    if start.id in world.channels:
        raise refusal(160004)
    name, duration = _read(call, parent)
    made = world.add_thread(parent, name, world.bot, PUBLIC_THREAD, duration, id=start.id)
    start.flags |= HAS_THREAD
    world.message_changed(start)
    _system(world, made, THREAD_STARTER, start.author, "", parent.id, start.id)
    return 201, wire.channel(world, made)


def _system(
    world: World, channel: Channel, type: int, author: User, text: str, place: int, id: int | None
) -> Message:
    """A message that Discord itself puts there."""
    now = world.time.now()
    message = Message(world.new_id(), channel.id, author, now, world.time.steady(), text, type)
    message.reference = {"type": 0, "channel_id": str(place), "guild_id": str(channel.guild_id)}
    if id is not None:
        message.reference["message_id"] = str(id)
    return world.add_message(message)


@route("POST", "/channels/{channel_id}/threads")
def without_message(world: World, call: Call) -> Answer:
    """A thread that starts from nothing, or a post in a forum."""
    parent = call.channel(world)
    if parent.type == FORUM:
        return _post(world, call, parent)
    if parent.type != TEXT:
        raise refusal(50024)
    type = call.body.get("type", PRIVATE_THREAD)
    if type not in (PUBLIC_THREAD, PRIVATE_THREAD):
        form = Form()
        form.wrong(("type",), "BASE_TYPE_CHOICES", "Value must be one of {11, 12}.")
        form.close()
    private = type == PRIVATE_THREAD
    needed = permissions.CREATE_PRIVATE_THREADS if private else permissions.CREATE_PUBLIC_THREADS
    require(world, parent, world.bot.id, needed)
    name, duration = _read(call, parent)
    made = world.add_thread(parent, name, world.bot, type, duration)
    if not private:
        _system(world, parent, THREAD_CREATED, world.bot, name, made.id, None)
    return 201, wire.channel(world, made)


def _post(world: World, call: Call, forum: Channel) -> Answer:
    """A post is a thread and its first message at once, of one id.

    https://discord.com/developers/docs/resources/channel#start-thread-in-forum-or-media-channel
    """
    needed = permissions.SEND_MESSAGES | (permissions.ATTACH_FILES if call.files else 0)
    require(world, forum, world.bot.id, needed)
    name, duration = _read(call, forum)
    form = Form()
    if not isinstance(call.body.get("message"), dict):
        form.missing(("message",))
    given = form.count(("applied_tags",), call.body.get("applied_tags"), 5)
    form.close()
    tags = checked_tags(world, forum, given)
    draft = posting.read(world, forum.id, Body(call.body["message"], call.files))
    if posting.empty(draft):
        raise refusal(50006)
    made = world.add_thread(forum, name, world.bot, PUBLIC_THREAD, duration, tags=tags)
    first = posting.post(world, made, draft, world.bot, id=made.id)
    forum.last_message_id = made.id
    return 201, {**wire.channel(world, made), "message": wire.message(world, first)}


# --- who is in it --------------------------------------------------------------------------------


def _thread(world: World, call: Call, needed: int = permissions.VIEW_CHANNEL) -> Channel:
    found = call.channel(world)
    require(world, found, world.bot.id, needed)
    if found.thread is None:
        raise refusal(50024)
    return found


@route("PUT", "/channels/{channel_id}/thread-members/@me")
def join(world: World, call: Call) -> Answer:
    """The bot joins."""
    found = _thread(world, call)
    not_archived(found)
    world.join_thread(found, world.bot)
    return NOTHING


@route("DELETE", "/channels/{channel_id}/thread-members/@me")
def leave(world: World, call: Call) -> Answer:
    """The bot leaves."""
    found = _thread(world, call)
    not_archived(found)
    world.leave_thread(found, world.bot)
    return NOTHING


def _somebody(world: World, call: Call, channel: Channel) -> User:
    found = world.users.get(call.id("user_id"))
    if found is None:
        raise refusal(10013)
    if found.id not in world.guilds[channel.guild_id or 0].members:
        raise refusal(10007)
    return found


@route("PUT", "/channels/{channel_id}/thread-members/{user_id}")
def add(world: World, call: Call) -> Answer:
    """Brings somebody in."""
    found = _thread(world, call, permissions.SEND_IN_THREADS)
    not_archived(found)
    world.join_thread(found, _somebody(world, call, found))
    return NOTHING


@route("DELETE", "/channels/{channel_id}/thread-members/{user_id}")
def remove(world: World, call: Call) -> Answer:
    """Takes somebody out."""
    found = _thread(world, call, permissions.MANAGE_THREADS)
    not_archived(found)
    world.leave_thread(found, _somebody(world, call, found))
    return NOTHING


@route("GET", "/channels/{channel_id}/thread-members/{user_id}")
def member(world: World, call: Call) -> Answer:
    """Somebody who is in it."""
    found = _thread(world, call)
    user = call.id("user_id")
    if found.thread is None or user not in found.thread.members:
        raise refusal(10007)
    return 200, wire.thread_member(found, user)


@route("GET", "/channels/{channel_id}/thread-members")
def members(world: World, call: Call) -> Answer:
    """Everybody who is in it."""
    found = _thread(world, call)
    inside = [] if found.thread is None else list(found.thread.members)
    return 200, [wire.thread_member(found, each) for each in inside]


@route("GET", "/channels/{channel_id}/threads/archived/public")
def archived(world: World, call: Call) -> Answer:
    """Archived threads of a channel, the last archived first."""
    parent = call.channel(world)
    require(world, parent, world.bot.id, permissions.VIEW_CHANNEL | permissions.READ_HISTORY)
    found = [
        (each.thread.archived_at, each)
        for each in world.channels.values()
        if each.parent_id == parent.id
        and each.type == PUBLIC_THREAD
        and each.thread is not None
        and each.thread.archived
    ]
    before = call.query.get("before")
    threads = [
        each
        for moment, each in sorted(found, key=lambda pair: (-pair[0], -pair[1].id))
        if before is None or wire.stamp(moment) < before
    ]
    limit = int(call.query.get("limit", "50"))
    return 200, {**thread_list(world, threads[:limit]), "has_more": len(threads) > limit}
