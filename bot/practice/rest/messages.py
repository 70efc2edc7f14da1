"""Messages. https://discord.com/developers/docs/resources/message"""

from __future__ import annotations

from collections.abc import Iterable

from bot.practice import permissions, posting, wire
from bot.practice.errors import ApiError, Form, refusal
from bot.practice.permissions import require
from bot.practice.rest.call import NOTHING, Answer, Call, route
from bot.practice.state import CATEGORY, FORUM, Channel, Message, World

HOUR = 3600


def may_send(world: World, channel: Channel, call: Call) -> None:
    """Refuses a message that the bot may not send here.

    Sending reopens an archived thread, unless it was locked.
    https://discord.com/developers/docs/topics/threads#sending-messages-in-threads
    """
    me = world.bot.id
    if channel.type in (FORUM, CATEGORY):
        require(world, channel, me, permissions.VIEW_CHANNEL)
        raise refusal(50008)
    needed = permissions.SEND_MESSAGES if channel.thread is None else permissions.SEND_IN_THREADS
    if call.files:
        needed |= permissions.ATTACH_FILES
    require(world, channel, me, needed)
    if channel.guild_id is None:
        may_direct(world, channel)
    if channel.thread is not None and channel.thread.locked:
        if channel.thread.archived:
            raise refusal(50083)
        if not permissions.in_channel(world, channel, me) & permissions.MANAGE_THREADS:
            raise refusal(160005)


def may_direct(world: World, channel: Channel) -> None:
    """Refuses direct messages to somebody who takes none, or shares no guild with the bot."""
    recipient = next(each for each in channel.recipients if each != world.bot.id)
    user = world.users[recipient]
    if user.no_direct is not None:
        raise refusal(user.no_direct)
    together = (each.members for each in world.guilds.values())
    if not any(recipient in members and world.bot.id in members for members in together):
        raise refusal(50278)


@route("POST", "/channels/{channel_id}/messages")
def create_message(world: World, call: Call) -> Answer:
    """Says something; the same nonce again gives the first message."""
    channel = call.channel(world)
    may_send(world, channel, call)
    draft = posting.read(world, channel.id, call.form)
    before = posting.same_nonce(world, channel, draft, world.bot)
    message = before or posting.post(world, channel, draft, world.bot)
    return 200, wire.message(world, message)


@route("GET", "/channels/{channel_id}/messages")
def history(world: World, call: Call) -> Answer:
    """What was said, the latest first; nothing for who may not read back."""
    channel = call.channel(world)
    if channel.type in (FORUM, CATEGORY):
        raise refusal(50008)
    require(world, channel, world.bot.id, permissions.VIEW_CHANNEL)
    given = call.query.get("limit", "50")
    form = Form()
    form.number(("limit",), int(given) if given.isdecimal() else -1, 1, 100)
    form.close()
    if not permissions.in_channel(world, channel, world.bot.id) & permissions.READ_HISTORY:
        return 200, []
    said = [each for each in world.messages[channel.id].values() if not each.ephemeral]
    found = _part(sorted(said, key=lambda each: each.id), int(given), call.query)
    return 200, [for_bot(world, each) for each in reversed(list(found))]


def _part(said: list[Message], limit: int, query: dict[str, str]) -> Iterable[Message]:
    """The part of the history that was asked for, in order."""
    if "around" in query:
        middle = int(query["around"])
        before = [each for each in said if each.id < middle]
        there = [each for each in said if each.id == middle]
        after = [each for each in said if each.id > middle]
        half = limit // 2
        return before[-half:] * bool(half) + there + after[:half]
    if "before" in query:
        return [each for each in said if each.id < int(query["before"])][-limit:]
    if "after" in query:
        return [each for each in said if each.id > int(query["after"])][:limit]
    return said[-limit:]


def for_bot(world: World, message: Message) -> wire.Json:
    """A message as the bot may read it: without that intent, no contents of other people's.

    https://discord.com/developers/docs/events/gateway#message-content-intent
    """
    return without_contents(world, wire.message(world, message))


def without_contents(world: World, said: wire.Json) -> wire.Json:
    """Takes out what only the intent for message contents would show."""
    mine = said["author"]["id"] == str(world.bot.id)
    named = any(each["id"] == str(world.bot.id) for each in said["mentions"])
    if mine or named or "guild_id" not in said:
        return said
    return {**said, "content": "", "embeds": [], "components": [], "attachments": []}


@route("GET", "/channels/{channel_id}/messages/{message_id}")
def message(world: World, call: Call) -> Answer:
    """One message."""
    needed = permissions.VIEW_CHANNEL | permissions.READ_HISTORY
    require(world, call.channel(world), world.bot.id, needed)
    return 200, for_bot(world, call.message(world))


@route("PATCH", "/channels/{channel_id}/messages/{message_id}")
def edit_message(world: World, call: Call) -> Answer:
    """Changes a message of the bot's own; not in an archived thread, and old ones not too often."""
    channel = call.channel(world)
    require(world, channel, world.bot.id, permissions.VIEW_CHANNEL)
    found = call.message(world)
    if found.author is not world.bot:
        raise refusal(50005)
    not_archived(channel)
    draft = posting.read(world, channel.id, call.form, found)
    _check_old_edits(world, found)
    posting.change(world, found, draft)
    return 200, wire.message(world, found)


def not_archived(channel: Channel) -> None:
    """Refuses what is not done in an archived thread."""
    if channel.thread is not None and channel.thread.archived:
        raise refusal(50083)


def _check_old_edits(world: World, message: Message) -> None:
    """Counts edits of messages older than an hour, by channel (30046)."""
    now = world.time.steady()
    if now - message.born <= posting.OLD_AFTER:
        return
    lately = [each for each in world.old_edits.get(message.channel_id, []) if now - each < HOUR]
    if len(lately) >= posting.OLD_EDITS:
        found = refusal(30046)
        more = {"retry_after": lately[0] + HOUR - now, "global": False}
        raise ApiError(found.status, found.code, found.message, more=more)
    world.old_edits[message.channel_id] = [*lately, now]


@route("DELETE", "/channels/{channel_id}/messages/{message_id}")
def delete_message(world: World, call: Call) -> Answer:
    """Removes a message; somebody else's only with permission."""
    channel = call.channel(world)
    require(world, channel, world.bot.id, permissions.VIEW_CHANNEL)
    found = call.message(world)
    if found.author is not world.bot:
        if channel.guild_id is None:
            raise refusal(50003)
        require(world, channel, world.bot.id, permissions.MANAGE_MESSAGES)
    not_archived(channel)
    world.remove_message(found)
    return NOTHING


@route("POST", "/channels/{channel_id}/messages/bulk-delete")
def delete_messages(world: World, call: Call) -> Answer:
    """Removes several messages at once."""
    channel = call.channel(world)
    require(world, channel, world.bot.id, permissions.MANAGE_MESSAGES)
    form = Form()
    ids = form.count(("messages",), call.body.get("messages"), 100, 2)
    form.close()
    for each in ids:
        found = world.messages[channel.id].get(int(each))
        if found is not None:
            world.remove_message(found)
    return NOTHING
