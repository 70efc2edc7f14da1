"""The practice field as a whole: one guild, its people, the bot's end of the wire, and a clock."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from typing import Any

import discord
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.practice import slash
from bot.practice.faults import Faults
from bot.practice.gateway import Hub
from bot.practice.people import HANDLERS, PATIENCE, Person, notify
from bot.practice.permissions import bits
from bot.practice.rates import Limits
from bot.practice.rest.call import Call
from bot.practice.server import API, Server
from bot.practice.state import (
    FORUM,
    TEXT,
    Channel,
    Event,
    Guild,
    Member,
    Overwrite,
    Role,
    Tag,
    World,
)
from bot.time import Time

TOKEN = "practice"

INVITED = (
    "view_channel",
    "send_messages",
    "send_messages_in_threads",
    "create_public_threads",
    "create_private_threads",
    "manage_threads",
    "embed_links",
    "attach_files",
    "read_message_history",
)
"""What the bot may do in the guild unless told otherwise."""


@contextlib.contextmanager
def led_to(root: str) -> Iterator[None]:
    """While this lasts, discord.py in this process takes the field at that address for Discord."""
    base, default = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    Route.BASE = root + API
    DiscordWebSocket.DEFAULT_GATEWAY = type(default)(root.replace("http://", "ws://") + "/gateway/")
    try:
        yield
    finally:
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = base, default


@contextlib.asynccontextmanager
async def connected(bot: discord.Client, token: str, patience: float) -> AsyncIterator[None]:
    """While this lasts, a bot of this process is logged in and ready, wherever it is led.

    Raises what the login raises, and TimeoutError where the bot is not ready in time.
    """
    async with bot:
        running = asyncio.create_task(bot.start(token), name="the bot")
        ready = asyncio.create_task(bot.wait_until_ready())
        try:
            await asyncio.wait(
                {running, ready}, timeout=patience, return_when=asyncio.FIRST_COMPLETED
            )
            if running.done():
                running.result()
            if not ready.done():
                raise TimeoutError("the bot is not ready")
            yield
        finally:
            ready.cancel()
            await bot.close()
            await asyncio.gather(running, ready, return_exceptions=True)


class PracticeField:
    """A stand-in for Discord, for one bot. See the package for how to use it."""

    def __init__(
        self,
        time: Time,
        *,
        host: str = "127.0.0.1",
        token: str = TOKEN,
        limits: bool = True,
        scale: float = 1.0,
        told: float = 1.0,
        invited: tuple[str, ...] = INVITED,
    ) -> None:
        self.time = time
        self.token = token
        self.world = World(time)
        self.faults = Faults()
        self.limits = Limits(time, limits, scale, told)
        self.gateway = Hub(self.world, token)
        self.server = Server(self.world, self.gateway, self.faults, self.limits, token, host)
        self._people: dict[int, Person] = {}
        self._archivist: asyncio.Task[None] | None = None
        self.owner = Person(self, self.world.add_user("Owner"))
        self._people[self.owner.id] = self.owner
        self.guild: Guild = self.world.add_guild("Practice Field", self.owner.user)
        self.bot_role: Role = self.world.add_role(
            self.guild, self.world.bot.display, bits(*invited), managed=True
        )
        self.world.add_member(self.guild, self.world.bot).roles.append(self.bot_role.id)
        self.world.listeners.append(self._buzz)

    # -- the server --

    async def start(self, port: int = 0) -> None:
        """Listens on this machine; port 0 is any that is free."""
        await self.server.start(port)
        self._archivist = self.time.start(self._archive_quiet(), "archiving quiet threads")

    async def stop(self) -> None:
        """Listens no more."""
        if self._archivist is not None:
            self._archivist.cancel()
            self._archivist = None
        await self.server.stop()

    async def __aenter__(self) -> PracticeField:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    def led_here(self) -> contextlib.AbstractContextManager[None]:
        """While this lasts, discord.py in this process takes this field for Discord."""
        return led_to(self.server.root)

    @contextlib.asynccontextmanager
    async def plays(self, bot: discord.Client, patience: float = PATIENCE) -> AsyncIterator[None]:
        """While this lasts, a bot of this process is logged in here and ready."""
        with self.led_here():
            async with connected(bot, self.token, patience):
                yield

    # -- who and what there is --

    @property
    def bot(self) -> Member:
        """The bot as a member of the guild."""
        return self.guild.members[self.world.bot.id]

    def everybody(self) -> list[Person]:
        """All people, also those who have left."""
        return list(self._people.values())

    def add_member(self, name: str, *roles: Role) -> Person:
        """Somebody joins the guild."""
        person = Person(self, self.world.add_user(name))
        self._people[person.id] = person
        self.world.add_member(self.guild, person.user).roles.extend(role.id for role in roles)
        return person

    def add_role(self, name: str, *allowed: str, mentionable: bool = False) -> Role:
        """A new role with permissions by discord.py's names."""
        return self.world.add_role(self.guild, name, bits(*allowed), mentionable=mentionable)

    def give(self, who: Person, role: Role) -> None:
        """Gives somebody a role."""
        member = self.guild.members[who.id]
        member.roles.append(role.id)
        self.world.member_changed(self.guild, member)

    def add_channel(self, name: str) -> Channel:
        """A new text channel."""
        return self.world.add_channel(self.guild, name, TEXT)

    def add_forum(self, name: str, tags: tuple[str, ...] = (), tag_needed: bool = False) -> Channel:
        """A new forum with tags; a post may need one of them."""
        made = [Tag(self.world.new_id(), tag) for tag in tags]
        flags = 1 << 4 if tag_needed else 0
        return self.world.add_channel(self.guild, name, FORUM, tags=made, flags=flags)

    def channel(self, name: str) -> Channel:
        """A channel or thread by its name."""
        for channel in self.world.channels.values():
            if channel.name == name and channel.guild_id == self.guild.id:
                return channel
        raise LookupError(f"there is no channel {name!r}")

    def threads(self, parent: Channel) -> list[Channel]:
        """The threads of a channel, or the posts of a forum, the oldest first."""
        return [each for each in self.world.channels.values() if each.parent_id == parent.id]

    # -- what moderators do --

    def let(self, channel: Channel, who: Person | Role | Member, **allowed: bool | None) -> None:
        """Allows (True), denies (False) or leaves open (None) in a channel, by discord.py's names.

        `field.let(channel, field.bot, send_messages=False)`
        """
        found = channel.overwrites.setdefault(who.id, Overwrite(who.id, not isinstance(who, Role)))
        for name, value in allowed.items():
            bit = bits(name)
            found.allow = found.allow & ~bit | (bit if value is True else 0)
            found.deny = found.deny & ~bit | (bit if value is False else 0)
        self.world.channel_changed(channel)

    def set_permissions(self, role: Role, *allowed: str) -> None:
        """Sets what a role may do everywhere."""
        role.permissions = bits(*allowed)
        self.world.role_changed(self.guild, role)

    def archive(self, thread: Channel, *, locked: bool | None = None) -> None:
        """Archives a thread, perhaps locking it."""
        self.world.archive(thread, True, locked)

    def reopen(self, thread: Channel) -> None:
        """Reopens a thread and unlocks it."""
        self.world.archive(thread, False, False)

    def lock(self, thread: Channel) -> None:
        """Locks a thread that stays open."""
        self.world.archive(thread, False, True)

    def delete(self, channel: Channel) -> None:
        """Removes a channel or thread."""
        self.world.remove_channel(channel)

    # -- looking on --

    @property
    def calls(self) -> list[Call]:
        """Every request of the bot's, in order."""
        return self.server.calls

    def calls_to(self, route: str) -> list[Call]:
        """The requests to one route."""
        return [call for call in self.server.calls if call.route == route]

    @property
    def commands(self) -> list[str]:
        """All slash commands that are synced, with their subcommands."""
        synced = (each for each in self.world.commands.values() if each["type"] == 1)
        return sorted(path for each in synced for path in slash.paths(each))

    async def settle(self, patience: float = PATIENCE) -> None:
        """Returns when a bot of this process has read all that it was told, and rests.

        What waits for a clock that stands still counts as at rest after a while.
        """
        async with asyncio.timeout(patience):
            quiet = 0
            while quiet < 3:
                await self.gateway.caught_up()
                tasks = [
                    each for each in asyncio.all_tasks() if each.get_name().startswith(HANDLERS)
                ]
                if tasks:
                    await asyncio.wait(tasks, timeout=0.1)
                await asyncio.sleep(0)
                quiet = 0 if self.server.busy else quiet + 1

    def _buzz(self, event: Event) -> None:
        if event.name == "MESSAGE_CREATE":
            there = self.world.messages[int(event.data["channel_id"])]
            notify(self.everybody(), self.world, there[int(event.data["id"])])

    async def _archive_quiet(self) -> None:
        """Archives threads in which nothing has been said for as long as they were told.

        https://discord.com/developers/docs/topics/threads#active-&-archived-threads
        """
        while True:
            self.world.threads_changed.clear()
            now = self.time.now()
            open_: list[tuple[Any, Channel]] = [
                (each.thread.archive_at, each)
                for each in self.world.channels.values()
                if each.thread is not None and not each.thread.archived
            ]
            for due, channel in open_:
                if due <= now:
                    self.world.archive(channel)
            later = [due for due, _ in open_ if due > now]
            self.world.threads_changed.clear()
            await self.time.wait(min(later, default=None), self.world.threads_changed)
