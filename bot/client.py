"""The bot: opens what there is to open, connects it with Discord, and stops gracefully.

It decides nothing about games. Commands are in `cogs`, buttons in `components`, posts in `poster`.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import hashlib
import json
import logging
import signal
from collections.abc import Iterator, Sequence
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

import storage
from bot import answers, components, errors, logs, wire
from bot.config import Config
from bot.host import Host
from bot.lists import Lists
from bot.outbox import EACH_CHANNEL, Limit, Outbox
from bot.people import Membership
from bot.poster import DiscordPoster
from bot.ticker import BEAT, Ticker
from bot.time import RealTime, Time
from bot.unsaid import Unsaid
from storage.store import Owed, Store, StoreError

COGS = (
    "cogs.lobby",
    "cogs.table",
    "cogs.pitch_and_catch",
    "cogs.ball_four",
    "cogs.baseball",
    "cogs.players",
    "cogs.moderation",
)
"""The commands, by name: nothing here knows what they are."""

TREES = {discord.InteractionType.application_command, discord.InteractionType.autocomplete}
"""The interactions that the tree of commands sees to."""

DRAIN_SECONDS = 5.0
"""How long a stop waits for posts and plays under way; what is left waits for the next start."""

SYNCED = "commands"
"""The note that holds the hash of the commands that Discord has."""

UNKNOWN_TOKEN = "Discord does not know the token: copy it again from the developer portal"

log = logging.getLogger(__name__)


class Tree(app_commands.CommandTree["Umpire"]):
    """The slash commands; what goes wrong in one is answered in a sentence."""

    async def on_error(
        self, interaction: discord.Interaction[Umpire], error: app_commands.AppCommandError, /
    ) -> None:
        """The last resort for commands."""
        if interaction.type is discord.InteractionType.autocomplete:
            log.warning("no choices", extra={"reason": str(error)})
            if not interaction.response.is_done():
                await interaction.response.autocomplete([])
            return
        await answers.say(interaction, errors.sorry(error))


class Umpire(commands.Bot):
    """The moderator, connected.

    `heartbeat` is the ticker's, None where the wall clock is a plaything; `patience` is how long
    in seconds to wait at the start for Discord to tell of one more server; `each_channel` is how
    fast a channel takes posts.
    """

    store: Store
    host: Host
    outbox: Outbox
    ticker: Ticker

    def __init__(
        self,
        config: Config,
        *,
        time: Time | None = None,
        cogs: Sequence[str] = COGS,
        heartbeat: int | None = BEAT,
        patience: float = 2.0,
        each_channel: Limit = EACH_CHANNEL,
    ) -> None:
        super().__init__(
            # Asked for, but without messages from the gateway nobody ever calls it.
            commands.when_mentioned,
            help_command=None,
            tree_cls=Tree,
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True),
            allowed_installs=app_commands.AppInstallationType(guild=True),
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            chunk_guilds_at_startup=False,
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            guild_ready_timeout=patience,
            # Longer waits are the outbox's: it knows what else there is to do.
            max_ratelimit_timeout=30.0,
            http_trace=wire.trace(),
        )
        self.config = config
        self.time: Time = time or RealTime()
        self.stopping = False
        self._cogs = cogs
        self._heartbeat = heartbeat
        self._each_channel = each_channel
        self._workers: list[asyncio.Task[None]] = []
        self.heard = answers.Heard()
        self.deferrals = answers.Deferrals(self.time)
        self._plays = 0
        self._idle = asyncio.Event()
        self._idle.set()
        self._rested = asyncio.Event()
        """Set when the ticker has done what it was at."""
        self.unsaid = Unsaid()
        self.members = Membership(self)
        self._closed = False
        self._frozen = False

    # -- the start --

    async def setup_hook(self) -> None:
        """Opens the store, then everything that works on it; Discord knows us already."""
        self.store = await storage.open_store(self.config.database)
        await self.unsaid.load(self.store)
        lists = Lists(self, self.store, self.time)
        self.host = Host(
            self.store,
            self.time.now,
            lambda: self.outbox.wake(),
            listed=lists.changed,
            alarmed=lambda at: self.ticker.alarmed(at),
            who_left=self.members.who_left,
        )
        poster = DiscordPoster(self, self.store, self.time)
        self.outbox = Outbox(
            self.store, poster, self.time, self._refused, each_channel=self._each_channel
        )
        self.ticker = Ticker(
            self.store, self.host.act, self.time, self.host.came_back, beat=self._heartbeat
        )
        for name in self._cogs:
            await self.load_extension(name)
        self.add_dynamic_items(*components.ITEMS)
        self._workers = [
            self.time.start(self.outbox.run(), "outbox"),
            self.time.start(self._tick(), "ticker"),
            self.time.start(lists.run(), "lists"),
            self.time.start(self.deferrals.run(), "deferrals"),
        ]
        await self._sync()

    async def _sync(self) -> None:
        """Tells Discord our commands, if they have changed since it was told last."""
        known = [command.to_dict(self.tree) for command in self.tree.get_commands()]
        text = json.dumps([self.application_id, known], sort_keys=True)
        # a note is a number that SQLite can hold
        number = int.from_bytes(hashlib.sha256(text.encode()).digest()[:7])
        if await self.store.note(SYNCED) == number:
            return
        try:
            await self.tree.sync()
        except (discord.HTTPException, app_commands.AppCommandError, *errors.NETWORK) as error:
            log.error("the commands are as they were", extra={"reason": str(error)})
            return
        await self.store.set_note(SYNCED, number)
        log.info("commands told", extra={"commands": len(known)})

    async def on_ready(self) -> None:
        """Everything that stays is there: garbage collection need not look at it again."""
        if not self._frozen:
            self._frozen = True
            gc.collect()
            gc.freeze()
            # what a command leaves behind is soon gone by itself: looked for less often
            gc.set_threshold(10_000)
            log.info("ready", extra={"guilds": len(self.guilds)})

    async def _tick(self) -> None:
        try:
            await self.ticker.run()
        finally:
            self._rested.set()

    # -- while it runs --

    def dispatch(self, event_name: str, /, *args: Any, **kwargs: Any) -> None:
        """Tells of an event, but for commands: those the tree sees to, and a task would be idle."""
        if event_name != "interaction" or args[0].type not in TREES:
            super().dispatch(event_name, *args, **kwargs)

    async def on_interaction(self, interaction: discord.Interaction[Umpire]) -> None:
        """Answers the taps and forms that nothing has claimed, like a form from before a restart.

        Dynamic items and forms are begun before this is (`parse_interaction_create` in discord.py's
        state.py makes their tasks first), and claim at once.
        """
        kinds = (discord.InteractionType.component, discord.InteractionType.modal_submit)
        if interaction.type in kinds and not answers.is_claimed(interaction):
            form = interaction.type is discord.InteractionType.modal_submit
            what = "form" if form else "button"
            text = f"That {what} is out of date: nothing has happened. Please open it again."
            await answers.say(interaction, text)

    @contextlib.contextmanager
    def at_work(self) -> Iterator[None]:
        """While somebody's command is being done; a stop waits for it."""
        self._plays += 1
        self._idle.clear()
        try:
            yield
        finally:
            self._plays -= 1
            if not self._plays:
                self._idle.set()

    async def _refused(self, owed: Owed, reason: str) -> None:
        """A post was set aside: whom it concerns is told with the next answer."""
        self.unsaid.refused(owed, reason)

    # -- the end --

    async def close(self) -> None:
        """Stops: no new plays, posts sent as far as a few seconds go, the store closed."""
        if self._closed:
            return
        self._closed = True
        self.stopping = True
        deadline = self.time.steady() + DRAIN_SECONDS
        if self._workers:
            self.ticker.stop()
            await self.time.rest(deadline, self._idle)
            await self.outbox.drain(deadline)
            await self.time.rest(deadline, self._rested)
            for worker in self._workers:
                worker.cancel()
            await asyncio.gather(*self._workers, return_exceptions=True)
        await super().close()
        if hasattr(self, "store"):
            await self.store.close()
        log.info("stopped")


async def serve(bot: Umpire, token: str, stop: asyncio.Event) -> None:
    """Runs the bot until it is told to stop, or cannot go on."""
    async with bot:
        running = asyncio.create_task(bot.start(token), name="discord")
        stopping = asyncio.create_task(stop.wait(), name="stop")
        await asyncio.wait({running, stopping}, return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        if not running.done():
            log.info("stopping")
            await bot.close()
        await running


def run(config: Config) -> int:
    """Runs the bot with the token of the settings; gives the program's exit status."""
    assert config.token is not None
    logs.set_up(config.log_level, [config.token])
    return asyncio.run(_run(config, config.token))


async def _run(config: Config, token: str) -> int:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # Windows has no such handlers
            loop.add_signal_handler(number, stop.set)
    try:
        await serve(Umpire(config), token, stop)
    except discord.LoginFailure:
        log.error(UNKNOWN_TOKEN)
    except StoreError as error:
        log.error("the database cannot be used", extra={"reason": str(error)})
    except discord.PrivilegedIntentsRequired:
        log.error("Discord refuses the intents, which are not privileged: look at the portal")
    except errors.NETWORK as error:
        log.error("Discord cannot be reached", extra={"reason": str(error)})
    else:
        return 0
    return 1
