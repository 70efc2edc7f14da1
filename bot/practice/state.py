"""What there is on the practice field: people, guilds, channels, threads, messages, interactions.

Plain values and how they change; whatever changes is told to those who listen, in the words of
Discord's gateway. Who may change what, and what a form may contain, is decided elsewhere.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from bot.practice import permissions, wire
from bot.practice.errors import refusal
from bot.time import Time
from games.clock import Moment

EPOCH = 1_420_070_400_000
"""The first moment that a snowflake can tell, in milliseconds since 1970."""

TEXT, DIRECT, CATEGORY, FORUM = 0, 1, 4, 15
ANNOUNCEMENT_THREAD, PUBLIC_THREAD, PRIVATE_THREAD = 10, 11, 12

EPHEMERAL, LOADING, SILENT, COMPONENTS_V2 = 1 << 6, 1 << 7, 1 << 12, 1 << 15
HAS_THREAD = 1 << 5
REQUIRES_TAG = 1 << 4

TOKEN_LIFE = 15 * 60
"""Seconds for which an interaction may be followed up."""

ANSWER_WITHIN = 3.0
"""Seconds in which an interaction has to be answered."""


@dataclass(eq=False)
class User:
    """Somebody with an account."""

    id: int
    name: str
    display: str
    bot: bool = False
    no_direct: int | None = None
    """The code with which direct messages to this user are refused."""


@dataclass(eq=False)
class Role:
    """A role; that of everybody has the guild's id."""

    id: int
    name: str
    permissions: int
    position: int
    mentionable: bool = False
    managed: bool = False


@dataclass(eq=False)
class Member:
    """A user in a guild."""

    user: User
    joined: Moment
    roles: list[int] = field(default_factory=list)
    nick: str | None = None

    @property
    def id(self) -> int:
        """The user's id."""
        return self.user.id


@dataclass(eq=False)
class Guild:
    """A server, as people call it."""

    id: int
    name: str
    owner_id: int
    roles: dict[int, Role] = field(default_factory=dict)
    members: dict[int, Member] = field(default_factory=dict)


@dataclass(eq=False)
class Overwrite:
    """What a channel allows or denies to a role (type 0) or a member (type 1)."""

    id: int
    type: int
    allow: int = 0
    deny: int = 0


@dataclass(eq=False)
class Tag:
    """A tag of a forum."""

    id: int
    name: str
    moderated: bool = False


@dataclass(eq=False)
class Thread:
    """What a thread has that other channels do not."""

    owner_id: int
    created: Moment
    auto_archive: int
    """Minutes of silence after which it is archived."""
    active: Moment
    archived: bool = False
    locked: bool = False
    archived_at: Moment = 0
    invitable: bool = True
    tags: list[int] = field(default_factory=list)
    members: dict[int, Moment] = field(default_factory=dict)
    messages: int = 0

    @property
    def archive_at(self) -> Moment:
        """When it is archived if nothing happens."""
        return self.active + 60 * self.auto_archive


@dataclass(eq=False)
class Channel:
    """A channel of a guild, a thread, or a direct message channel."""

    id: int
    type: int
    name: str = ""
    guild_id: int | None = None
    parent_id: int | None = None
    position: int = 0
    topic: str | None = None
    flags: int = 0
    slow_mode: int = 0
    overwrites: dict[int, Overwrite] = field(default_factory=dict)
    tags: list[Tag] = field(default_factory=list)
    recipients: list[int] = field(default_factory=list)
    """Both ends of direct messages."""
    last_message_id: int | None = None
    thread: Thread | None = None
    auto_archive: int | None = None
    """What its threads begin with, in minutes."""


@dataclass(eq=False)
class Attachment:
    """A file in a message."""

    id: int
    name: str
    content: bytes
    kind: str | None = None
    description: str | None = None
    url: str = ""


@dataclass(eq=False)
class Message:
    """A message, whoever may see it."""

    id: int
    channel_id: int
    author: User
    at: Moment
    born: float
    """By the steady clock."""
    content: str = ""
    type: int = 0
    flags: int = 0
    embeds: list[dict[str, Any]] = field(default_factory=list)
    components: list[dict[str, Any]] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    mentions: list[int] = field(default_factory=list)
    mention_roles: list[int] = field(default_factory=list)
    mention_everyone: bool = False
    edited: Moment | None = None
    nonce: str | int | None = None
    reference: dict[str, Any] | None = None
    interaction: Interaction | None = None
    only_for: int | None = None
    """The one user who sees an ephemeral message."""
    deleted: bool = False

    @property
    def ephemeral(self) -> bool:
        """Whether only one person sees it."""
        return self.only_for is not None

    @property
    def text(self) -> str:
        """All the words in it, those in components too, a line each."""
        shown = [self.content] if self.content else []
        for embed in self.embeds:
            shown += [str(embed[key]) for key in ("title", "description") if embed.get(key)]
            shown += [f"{entry['name']}: {entry['value']}" for entry in embed.get("fields", [])]
        shown += [each["content"] for each in self.parts() if each.get("type") == 10]
        return "\n".join(shown)

    @property
    def buttons(self) -> list[dict[str, Any]]:
        """Its buttons, from the top left."""
        return [each for each in self.parts() if each.get("type") == 2]

    @property
    def selects(self) -> list[dict[str, Any]]:
        """Its menus."""
        return [each for each in self.parts() if each.get("type") in (3, 5, 6, 7, 8)]

    def parts(self) -> Iterator[dict[str, Any]]:
        """Every component in it, at any depth."""
        return flat(self.components)


def flat(components: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Components, and those in them, from the top."""
    for each in components:
        yield each
        yield from flat(each.get("components") or [])
        yield from flat(each[key] for key in ("accessory", "component") if each.get(key))


@dataclass(frozen=True, slots=True)
class Step:
    """Something that became of an interaction.

    What: message, deferred, update, deferred update, choices, modal, edited, follow-up, deleted.
    """

    what: str
    after: float
    """Seconds by the steady clock since somebody typed or clicked."""
    message: Message | None = None


@dataclass(eq=False)
class Interaction:
    """Somebody has typed a command, clicked, chosen, or filled something in."""

    id: int
    token: str
    type: int
    user: User
    channel_id: int
    guild_id: int | None
    data: dict[str, Any]
    born: float
    message: Message | None = None
    source: Interaction | None = None
    """The interaction that was answered with the modal that was filled in."""
    steps: list[Step] = field(default_factory=list)
    answer: int | None = None
    """The type of the callback, once there was one."""
    original: Message | None = None
    loading: bool = False
    """Somebody sees "is thinking" and waits."""
    modal: dict[str, Any] | None = None
    choices: list[dict[str, Any]] | None = None
    changed: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass(frozen=True, slots=True)
class Event:
    """Something to be told on the gateway, and what decides whom it is told."""

    name: str
    data: dict[str, Any]
    guild_id: int | None = None
    channel_id: int | None = None


class World:
    """Everything there is, and the one bot in it."""

    def __init__(self, time: Time) -> None:
        self.time = time
        self.users: dict[int, User] = {}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.messages: dict[int, dict[int, Message]] = {}
        self.interactions: dict[str, Interaction] = {}
        self.commands: dict[int, dict[str, Any]] = {}
        self.files: dict[int, Attachment] = {}
        self.old_edits: dict[int, list[float]] = {}
        """When messages older than an hour were edited lately, by channel."""
        self.listeners: list[Callable[[Event], None]] = []
        self.threads_changed = asyncio.Event()
        self.root = ""
        """Where files are found, once somebody serves them."""
        self._last_id = 0
        self.bot = self.add_user("Umpire", bot=True)
        self.application_id = self.bot.id

    # -- names and moments --

    def new_id(self) -> int:
        """A snowflake: later ones are greater, even if the clock was set back."""
        made = (self.time.now() * 1000 - EPOCH) << 22
        self._last_id = max(self._last_id + 1, made)
        return self._last_id

    def emit(
        self,
        name: str,
        data: dict[str, Any],
        guild_id: int | None = None,
        channel_id: int | None = None,
    ) -> None:
        """Tells everybody who listens."""
        event = Event(name, data, guild_id, channel_id)
        for listener in list(self.listeners):
            listener(event)

    # -- people and guilds --

    def add_user(self, name: str, bot: bool = False) -> User:
        """A new account."""
        user = User(self.new_id(), name if bot else name.lower().replace(" ", "_"), name, bot)
        self.users[user.id] = user
        return user

    def add_guild(self, name: str, owner: User) -> Guild:
        """A new guild with its owner in it, and nobody else."""
        guild = Guild(self.new_id(), name, owner.id)
        guild.roles[guild.id] = Role(guild.id, "@everyone", permissions.EVERYONE, 0)
        guild.members[owner.id] = Member(owner, self.time.now())
        self.guilds[guild.id] = guild
        return guild

    def add_member(self, guild: Guild, user: User) -> Member:
        """A user joins."""
        member = Member(user, self.time.now())
        guild.members[user.id] = member
        data = {**wire.member(member), "guild_id": str(guild.id)}
        self.emit("GUILD_MEMBER_ADD", data, guild.id)
        return member

    def remove_member(self, guild: Guild, user: User) -> None:
        """A member leaves, also all threads."""
        guild.members.pop(user.id, None)
        for channel in self.channels.values():
            if channel.guild_id == guild.id and channel.thread is not None:
                channel.thread.members.pop(user.id, None)
        data = {"guild_id": str(guild.id), "user": wire.user(user)}
        self.emit("GUILD_MEMBER_REMOVE", data, guild.id)

    def member_changed(self, guild: Guild, member: Member) -> None:
        """Tells that a member has another name or other roles."""
        data = {**wire.member(member), "guild_id": str(guild.id)}
        self.emit("GUILD_MEMBER_UPDATE", data, guild.id)

    def add_role(self, guild: Guild, name: str, allowed: int = 0, **more: Any) -> Role:
        """A new role."""
        role = Role(self.new_id(), name, allowed, len(guild.roles), **more)
        guild.roles[role.id] = role
        data = {"guild_id": str(guild.id), "role": wire.role(role)}
        self.emit("GUILD_ROLE_CREATE", data, guild.id)
        return role

    def role_changed(self, guild: Guild, role: Role) -> None:
        """Tells that a role has changed."""
        data = {"guild_id": str(guild.id), "role": wire.role(role)}
        self.emit("GUILD_ROLE_UPDATE", data, guild.id)

    def remove_role(self, guild: Guild, role: Role) -> None:
        """A role is gone, from members too."""
        del guild.roles[role.id]
        for member in guild.members.values():
            member.roles = [each for each in member.roles if each != role.id]
        data = {"guild_id": str(guild.id), "role_id": str(role.id)}
        self.emit("GUILD_ROLE_DELETE", data, guild.id)

    # -- channels and threads --

    def channel(self, id: int) -> Channel:
        """A channel or thread, or Discord's refusal."""
        found = self.channels.get(id)
        if found is None:
            raise refusal(10003)
        return found

    def parent(self, channel: Channel) -> Channel:
        """The channel of a thread; any other channel is its own."""
        if channel.thread is None or channel.parent_id is None:
            return channel
        return self.channels[channel.parent_id]

    def add_channel(self, guild: Guild, name: str, type: int = TEXT, **more: Any) -> Channel:
        """A new channel of a guild."""
        channel = Channel(self.new_id(), type, name, guild.id, position=len(self.channels), **more)
        self._keep(channel)
        self.emit("CHANNEL_CREATE", wire.channel(self, channel), guild.id, channel.id)
        return channel

    def direct_channel(self, user: User) -> Channel:
        """The channel of direct messages between a user and the bot, made when first asked for."""
        ends = {user.id, self.bot.id}
        for channel in self.channels.values():
            if channel.type == DIRECT and set(channel.recipients) == ends:
                return channel
        channel = Channel(self.new_id(), DIRECT, recipients=[user.id, self.bot.id])
        self._keep(channel)
        return channel

    def has_direct_channel(self, user: User) -> bool:
        """Whether direct messages with this user have been opened before."""
        return any(
            channel.type == DIRECT and user.id in channel.recipients
            for channel in self.channels.values()
        )

    def channel_changed(self, channel: Channel) -> None:
        """Tells that a channel or thread has changed."""
        kind = "CHANNEL" if channel.thread is None else "THREAD"
        data = wire.channel(self, channel)
        self.emit(f"{kind}_UPDATE", data, channel.guild_id, channel.id)
        self.threads_changed.set()

    def remove_channel(self, channel: Channel) -> None:
        """A channel is gone, with its threads and all that was said in it."""
        for each in list(self.channels.values()):
            if each.thread is not None and each.parent_id == channel.id:
                self.remove_channel(each)
        if channel.thread is None:
            data = wire.channel(self, channel)
        else:
            data = {
                "id": str(channel.id),
                "guild_id": str(channel.guild_id),
                "parent_id": str(channel.parent_id),
                "type": channel.type,
            }
        kind = "CHANNEL" if channel.thread is None else "THREAD"
        self.emit(f"{kind}_DELETE", data, channel.guild_id, channel.id)
        del self.channels[channel.id]
        for message in self.messages.pop(channel.id).values():
            message.deleted = True
        self.threads_changed.set()

    def add_thread(
        self, parent: Channel, name: str, owner: User, type: int, auto_archive: int, **more: Any
    ) -> Channel:
        """A new thread, its owner in it."""
        now = self.time.now()
        id = more.pop("id", None) or self.new_id()
        tags = more.pop("tags", [])
        thread = Thread(owner.id, now, auto_archive, now, tags=tags, archived_at=now)
        thread.members[owner.id] = now
        channel = Channel(id, type, name, parent.guild_id, parent.id, thread=thread, **more)
        self._keep(channel)
        data = {**wire.channel(self, channel), "newly_created": True}
        self.emit("THREAD_CREATE", data, channel.guild_id, channel.id)
        self.threads_changed.set()
        return channel

    def join_thread(self, channel: Channel, user: User) -> None:
        """A user is in a thread, if he was not."""
        thread = channel.thread
        if thread is None or user.id in thread.members:
            return
        thread.members[user.id] = self.time.now()
        self._thread_members_changed(
            channel, {"added_members": [wire.thread_member(channel, user.id)]}
        )

    def leave_thread(self, channel: Channel, user: User) -> None:
        """A user is in a thread no more."""
        if channel.thread is not None and channel.thread.members.pop(user.id, None) is not None:
            self._thread_members_changed(channel, {"removed_member_ids": [str(user.id)]})

    def archive(self, channel: Channel, archived: bool = True, locked: bool | None = None) -> None:
        """A thread is archived or reopened, perhaps locked or unlocked."""
        thread = channel.thread
        if thread is None:
            raise ValueError(f"{channel.name} is no thread")
        thread.archived = archived
        thread.locked = thread.locked if locked is None else locked
        thread.archived_at = self.time.now()
        thread.active = thread.active if archived else self.time.now()
        self.channel_changed(channel)

    def _thread_members_changed(self, channel: Channel, change: dict[str, Any]) -> None:
        thread = channel.thread
        count = 0 if thread is None else len(thread.members)
        data = {"id": str(channel.id), "guild_id": str(channel.guild_id), "member_count": count}
        self.emit("THREAD_MEMBERS_UPDATE", {**data, **change}, channel.guild_id, channel.id)

    def _keep(self, channel: Channel) -> None:
        self.channels[channel.id] = channel
        self.messages[channel.id] = {}

    # -- messages --

    def add_message(self, message: Message) -> Message:
        """Something is said, and an archived thread that is not locked is open again."""
        channel = self.channels[message.channel_id]
        self.messages[channel.id][message.id] = message
        for attachment in message.attachments:
            self.files[attachment.id] = attachment
        if message.only_for is None:
            channel.last_message_id = message.id
            self._thread_heard(channel, message)
        self.emit(
            "MESSAGE_CREATE", wire.message(self, message), channel.guild_id, message.channel_id
        )
        return message

    def _thread_heard(self, channel: Channel, message: Message) -> None:
        thread = channel.thread
        if thread is None:
            return
        thread.active = self.time.now()
        thread.messages += message.id != channel.id and message.type != 21
        self.threads_changed.set()
        if thread.archived and not thread.locked:
            self.archive(channel, False)
        if message.type in (0, 19, 20):
            self.join_thread(channel, message.author)
        guild = self.guilds[channel.guild_id or 0]
        for user in message.mentions:
            if user in guild.members and channel.type != PRIVATE_THREAD:
                self.join_thread(channel, self.users[user])

    def message_changed(self, message: Message) -> None:
        """Tells that a message has changed."""
        for attachment in message.attachments:
            self.files[attachment.id] = attachment
        channel = self.channels[message.channel_id]
        data = wire.message(self, message)
        self.emit("MESSAGE_UPDATE", data, channel.guild_id, channel.id)

    def remove_message(self, message: Message) -> None:
        """A message is gone."""
        channel = self.channels[message.channel_id]
        del self.messages[channel.id][message.id]
        message.deleted = True
        data = {"id": str(message.id), "channel_id": str(channel.id)}
        if channel.guild_id is not None:
            data["guild_id"] = str(channel.guild_id)
        self.emit("MESSAGE_DELETE", data, channel.guild_id, channel.id)

    # -- interactions --

    def add_interaction(
        self,
        type: int,
        user: User,
        channel: Channel,
        data: dict[str, Any],
        message: Message | None = None,
        source: Interaction | None = None,
    ) -> Interaction:
        """Somebody does something that the bot has to answer; nobody is told yet."""
        interaction = Interaction(
            self.new_id(),
            secrets.token_urlsafe(48),
            type,
            user,
            channel.id,
            channel.guild_id,
            data,
            self.time.steady(),
            message,
            source,
        )
        self.interactions[interaction.token] = interaction
        return interaction

    def step(self, interaction: Interaction, what: str, message: Message | None = None) -> None:
        """Notes what became of an interaction."""
        after = self.time.steady() - interaction.born
        interaction.steps.append(Step(what, after, message))
        interaction.changed.set()
