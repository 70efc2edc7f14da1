"""The shapes in which things go over the wire.

https://discord.com/developers/docs/resources/message, channel, guild, user, and
https://discord.com/developers/docs/interactions/receiving-and-responding.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from bot.practice import permissions

if TYPE_CHECKING:
    from bot.practice.state import (
        Attachment,
        Channel,
        Guild,
        Interaction,
        Member,
        Message,
        Overwrite,
        Role,
        Tag,
        User,
        World,
    )
    from games.clock import Moment

Json = dict[str, Any]

FILE_LIMIT = 10 * 1024 * 1024
"""Bytes in a file that a bot may send."""


def stamp(moment: Moment) -> str:
    """A moment as Discord writes it."""
    return datetime.fromtimestamp(moment, UTC).isoformat(timespec="microseconds")


def _id(id: int | None) -> str | None:
    return None if id is None else str(id)


def user(user: User) -> Json:
    """A user."""
    return {
        "id": str(user.id),
        "username": user.name,
        "discriminator": "0000" if user.bot else "0",
        "global_name": None if user.bot else user.display,
        "avatar": None,
        "bot": user.bot,
        "public_flags": 0,
        "flags": 0,
        "primary_guild": None,
    }


def member(member: Member, whole: bool = True) -> Json:
    """A member, with the user in it unless told otherwise."""
    said: Json = {
        "avatar": None,
        "banner": None,
        "communication_disabled_until": None,
        "flags": 0,
        "joined_at": stamp(member.joined),
        "nick": member.nick,
        "pending": False,
        "premium_since": None,
        "roles": [str(role) for role in member.roles],
        "mute": False,
        "deaf": False,
    }
    return {**said, "user": user(member.user)} if whole else said


def role(role: Role) -> Json:
    """A role."""
    return {
        "id": str(role.id),
        "name": role.name,
        "description": None,
        "permissions": str(role.permissions),
        "position": role.position,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": role.managed,
        "mentionable": role.mentionable,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    }


def overwrite(written: Overwrite) -> Json:
    """A permission overwrite."""
    return {
        "id": str(written.id),
        "type": written.type,
        "allow": str(written.allow),
        "deny": str(written.deny),
    }


def tag(tag: Tag) -> Json:
    """A tag of a forum."""
    return {
        "id": str(tag.id),
        "name": tag.name,
        "moderated": tag.moderated,
        "emoji_id": None,
        "emoji_name": None,
    }


def channel(world: World, channel: Channel) -> Json:
    """A channel, a thread, or a direct message channel."""
    said: Json = {
        "id": str(channel.id),
        "type": channel.type,
        "last_message_id": _id(channel.last_message_id),
        "flags": channel.flags,
    }
    if channel.guild_id is None:
        others = [each for each in channel.recipients if each != world.bot.id]
        return {**said, "recipients": [user(world.users[each]) for each in others]}
    said |= {
        "name": channel.name,
        "guild_id": str(channel.guild_id),
        "parent_id": _id(channel.parent_id),
        "rate_limit_per_user": channel.slow_mode,
    }
    if channel.thread is not None:
        return said | _thread(world, channel)
    said |= {
        "position": channel.position,
        "topic": channel.topic,
        "nsfw": False,
        "permission_overwrites": [overwrite(each) for each in channel.overwrites.values()],
    }
    if channel.auto_archive is not None:
        said["default_auto_archive_duration"] = channel.auto_archive
    if channel.type == 15:
        said |= {
            "available_tags": [tag(each) for each in channel.tags],
            "default_reaction_emoji": None,
            "default_sort_order": None,
            "default_forum_layout": 0,
            "template": "",
        }
    return said


def _thread(world: World, channel: Channel) -> Json:
    thread = channel.thread
    if thread is None:
        raise ValueError(f"{channel.name} is no thread")
    said: Json = {
        "owner_id": str(thread.owner_id),
        "message_count": thread.messages,
        "total_message_sent": thread.messages,
        "member_count": len(thread.members),
        "thread_metadata": {
            "archived": thread.archived,
            "archive_timestamp": stamp(thread.archived_at),
            "auto_archive_duration": thread.auto_archive,
            "locked": thread.locked,
            "create_timestamp": stamp(thread.created),
        },
    }
    if channel.type == 12:
        said["thread_metadata"]["invitable"] = thread.invitable
    if channel.parent_id is not None and world.channels[channel.parent_id].type == 15:
        said["applied_tags"] = [str(each) for each in thread.tags]
    if world.bot.id in thread.members:
        said["member"] = thread_member(channel, world.bot.id)
    return said


def thread_member(channel: Channel, user: int) -> Json:
    """Somebody in a thread."""
    joined = 0 if channel.thread is None else channel.thread.members[user]
    return {
        "id": str(channel.id),
        "user_id": str(user),
        "join_timestamp": stamp(joined),
        "flags": 0,
        "muted": False,
        "mute_config": None,
    }


def attachment(file: Attachment) -> Json:
    """A file in a message."""
    said: Json = {
        "id": str(file.id),
        "filename": file.name,
        "size": len(file.content),
        "url": file.url,
        "proxy_url": file.url,
    }
    if file.kind is not None:
        said["content_type"] = file.kind
    if file.description is not None:
        said["description"] = file.description
    return said


def message(world: World, this: Message, within: bool = True) -> Json:
    """A message, with the thread that was made from it and the one it answers."""
    channel_ = world.channels[this.channel_id]
    guild = world.guilds.get(channel_.guild_id or 0)
    said: Json = {
        "id": str(this.id),
        "channel_id": str(this.channel_id),
        "type": this.type,
        "content": this.content,
        "author": user(this.author),
        "timestamp": stamp(this.at),
        "edited_timestamp": None if this.edited is None else stamp(this.edited),
        "flags": this.flags,
        "tts": False,
        "pinned": False,
        "mention_everyone": this.mention_everyone,
        "mentions": [user(world.users[each]) for each in this.mentions],
        "mention_roles": [str(each) for each in this.mention_roles],
        "attachments": [attachment(each) for each in this.attachments],
        "embeds": this.embeds,
        "components": this.components,
    }
    if guild is not None:
        said["guild_id"] = str(guild.id)
        author = guild.members.get(this.author.id)
        if author is not None:
            said["member"] = member(author, whole=False)
    if this.nonce is not None:
        said["nonce"] = this.nonce
    if this.reference is not None:
        said["message_reference"] = this.reference
    if this.reference is not None and "message_id" in this.reference:
        replied = _replied(world, this.reference)
        said["referenced_message"] = (
            message(world, replied, False) if within and replied is not None else None
        )
    if this.interaction is not None:
        said["application_id"] = said["webhook_id"] = str(world.application_id)
        said["interaction_metadata"] = metadata(world, this.interaction)
    thread = world.channels.get(this.id)
    if within and thread is not None and thread.id != this.channel_id:
        said["thread"] = channel(world, thread)
    return said


def _replied(world: World, reference: Json) -> Message | None:
    there = world.messages.get(int(reference["channel_id"]), {})
    return there.get(int(reference["message_id"]))


def metadata(world: World, interaction: Interaction) -> Json:
    """Which interaction a message came from."""
    said: Json = {
        "id": str(interaction.id),
        "type": interaction.type,
        "user": user(interaction.user),
        "authorizing_integration_owners": owners(interaction.guild_id),
    }
    if interaction.type == 3 and interaction.message is not None:
        said["interacted_message_id"] = str(interaction.message.id)
    if interaction.source is not None:
        said["triggering_interaction_metadata"] = metadata(world, interaction.source)
    return said


def owners(guild_id: int | None) -> Json:
    """For whom the application was installed: the guild, or 0 in direct messages with the bot."""
    return {"0": "0" if guild_id is None else str(guild_id)}


def guild(world: World, guild: Guild) -> Json:
    """A guild without what only the gateway tells."""
    return {
        "id": str(guild.id),
        "name": guild.name,
        "owner_id": str(guild.owner_id),
        "icon": None,
        "icon_hash": None,
        "splash": None,
        "discovery_splash": None,
        "description": None,
        "banner": None,
        "region": "deprecated",
        "home_header": None,
        "afk_channel_id": None,
        "afk_timeout": 300,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "rules_channel_id": None,
        "public_updates_channel_id": None,
        "safety_alerts_channel_id": None,
        "widget_enabled": False,
        "widget_channel_id": None,
        "verification_level": 0,
        "default_message_notifications": 1,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "nsfw": False,
        "application_id": None,
        "vanity_url_code": None,
        "preferred_locale": "en-US",
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "premium_progress_bar_enabled": False,
        "max_presences": None,
        "max_members": 500000,
        "max_video_channel_users": 25,
        "max_stage_video_channel_users": 50,
        "features": ["COMMUNITY"],
        "emojis": [],
        "stickers": [],
        "incidents_data": None,
        "roles": [role(each) for each in guild.roles.values()],
    }


def whole_guild(world: World, here: Guild) -> Json:
    """A guild as the gateway tells it to the bot, who learns of no other member than himself.

    Channels that he does not see are told too, as by Discord; threads are not.

    https://discord.com/developers/docs/events/gateway-events#guild-create
    """
    inside = [each for each in world.channels.values() if each.guild_id == here.id]
    threads = [
        each
        for each in inside
        if each.thread is not None
        and not each.thread.archived
        and permissions.in_channel(world, each, world.bot.id) & permissions.VIEW_CHANNEL
    ]
    me = here.members.get(world.bot.id)
    return {
        **guild(world, here),
        "joined_at": stamp(0 if me is None else me.joined),
        "large": False,
        "unavailable": False,
        "member_count": len(here.members),
        "members": [] if me is None else [member(me)],
        "channels": [channel(world, each) for each in inside if each.thread is None],
        "threads": [channel(world, each) for each in threads],
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def interaction(world: World, said: Interaction) -> Json:
    """An interaction as the bot hears of it.

    https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-object
    """
    here = world.channels[said.channel_id]
    allowed = permissions.in_channel(world, here, said.user.id)
    told: Json = {
        "id": str(said.id),
        "application_id": str(world.application_id),
        "type": said.type,
        "token": said.token,
        "version": 1,
        "data": said.data,
        "channel_id": str(here.id),
        "channel": {**channel(world, here), "permissions": str(allowed)},
        "locale": "en-US",
        "app_permissions": str(permissions.in_channel(world, here, world.bot.id)),
        "entitlements": [],
        "entitlement_sku_ids": [],
        "authorizing_integration_owners": owners(said.guild_id),
        "context": 1 if said.guild_id is None else 0,
        "attachment_size_limit": FILE_LIMIT,
    }
    if said.message is not None:
        told["message"] = message(world, said.message)
    if said.guild_id is None:
        return {**told, "user": user(said.user)}
    there = world.guilds[said.guild_id]
    return {
        **told,
        "guild_id": str(there.id),
        "guild": {"id": str(there.id), "locale": "en-US", "features": ["COMMUNITY"]},
        "guild_locale": "en-US",
        "member": {**member(there.members[said.user.id]), "permissions": str(allowed)},
    }
