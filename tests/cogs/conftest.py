"""The commands in simcord's Discord: what Discord is told of them, and who may do and see what.

The workers stay away: simcord waits until a bot rests, and they never do. What is posted and when
is told in tests/conversations.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import simcord

from bot.client import COGS, Umpire
from bot.config import Config
from bot.host import Host
from storage import open_store
from storage.store import Store
from tests.fake_time import FakeTime


class Commands(Umpire):
    """Umpire without outbox and ticker, on a store that is open already."""

    def __init__(self, store: Store, time: FakeTime) -> None:
        super().__init__(Config(), time=time)
        self.store = store
        self.host = Host(store, time.now)

    async def setup_hook(self) -> None:
        """Loads the commands and tells Discord."""
        for name in COGS:
            await self.load_extension(name)
        await self.tree.sync()


class Scene:
    """A server with a channel, its owner, three people who play, and one who looks on."""

    def __init__(self, env: simcord.Env, bot: Commands) -> None:
        self.env = env
        self.bot = bot
        boss = env.create_user("Boss")
        self.guild = env.create_guild("Server", owner=boss)
        self.channel = self.guild.create_text_channel("games")
        self.host = self.guild.add_member(boss)
        self.ana, self.ben, self.cho, self.dee = (
            self.guild.add_member(env.create_user(name)) for name in ("Ana", "Ben", "Cho", "Dee")
        )

    async def opens(self) -> simcord.ChannelHandle:
        """A sign-up for three, and its thread."""
        before = {thread.id for thread in self.channel.threads}
        await self.host.slash(self.channel, "game open", game="pitch-and-catch", players=3)
        (thread,) = [each for each in self.channel.threads if each.id not in before]
        return thread

    async def game(self) -> simcord.ChannelHandle:
        """A game of three, and its thread."""
        thread = await self.opens()
        for person in (self.ana, self.ben, self.cho):
            await person.slash(thread, "in")
        await self.host.slash(thread, "game close")
        return thread


@pytest.fixture
async def simcord_bot(tmp_path: Path) -> AsyncIterator[Commands]:
    """What simcord's own fixture runs."""
    time = FakeTime()
    store = await open_store(f"sqlite:///{tmp_path}/umpire.db")
    await Host(store, time.now).set_host_role(1, None)  # the writer begins outside of the bot
    yield Commands(store, time)
    await store.close()


@pytest.fixture
def scene(simcord_env: simcord.Env, simcord_bot: Commands) -> Scene:
    """The bot is ready, its commands are told."""
    return Scene(simcord_env, simcord_bot)
