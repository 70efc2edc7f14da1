"""Row 7: the whole bot on a loopback Discord, beside a discord.py bot that only echoes.

The practice field runs here, each bot in a process of its own. The same people type commands into
both: Umpire plays a move with each, keeps it on the disk and answers with the hand; the echo
answers with what was typed. Umpire's posts go out meanwhile, at their own pace.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import discord
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from benchmarks.common import ratio, verdict, version
from bot import client
from bot.config import Config
from bot.host import Host
from bot.practice import Channel, Person, PracticeField
from bot.time import RealTime
from games.clock import PRESETS
from storage import open_store
from storage.store import Place

GAME = "pitch-and-catch (hand_size=13)"
GAMES = 50
MOVES = 20
"""Commands to each game in a round."""

ALONE = 200
"""Commands, one after the other, of which the median delay is taken."""

ROUNDS = 5


@dataclass(frozen=True)
class Script:
    """What one person will type in one channel."""

    person: Person
    channel: Channel
    lines: Sequence[str]


@dataclass(frozen=True)
class Figures:
    """What one round of one bot came to."""

    rate: float
    cpu: float
    """Seconds of processor time of the bot for each command."""
    delay: float
    """Seconds, the median, with one command at a time."""


# --- what is played ------------------------------------------------------------------------------


async def scripts(field: PracticeField, folder: Path) -> list[Script]:
    """A database of games that have just begun, and what their players will type."""
    people = [field.add_member(f"Player {number}") for number in range(GAMES + 1)]
    channels = [field.add_channel(f"table-{number}") for number in range(GAMES + 1)]
    store = await open_store(f"sqlite:///{folder}/begun.db")
    ids = iter(f"g{number}" for number in range(GAMES + 1))
    now = int(time.time())
    host = Host(
        store, lambda: now, secret=lambda size: bytes(range(size)), new_id=lambda: next(ids)
    )
    for person, channel in zip(people, channels, strict=True):
        place = Place(field.guild.id, channel.id)
        opened = await host.open_sign_up(place, GAME, 3, PRESETS["relaxed"], 1, house_players=2)
        await host.join(opened.sign_up.id, person.id, person.name)
        await host.close(opened.sign_up.id)
    while heads := await store.owed(now, lease=60):
        for owed in heads:
            await store.posted(owed, owed.id)
    await store.backup(folder / "start.db")
    made = []
    for number, (person, channel) in enumerate(zip(people, channels, strict=True)):
        wanted = ALONE if number == GAMES else MOVES
        lines = [line async for line in _lines(host, f"g{number}", person.id, wanted)]
        made.append(Script(person, channel, lines))
    await store.close()
    return made


async def _lines(host: Host, game: str, user: int, most: int) -> AsyncIterator[str]:
    for _ in range(most):
        options = await host.options(game, user)
        if not options.at_turn:
            return
        verb, _, card = options.actions[0].partition(" ")
        await host.play(game, user, options.actions[0])
        yield f"/{verb} card:{card}" if card else f"/{verb}"


# --- the two bots --------------------------------------------------------------------------------


class Echo(discord.Client):
    """Answers every command with itself."""

    def __init__(self) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            chunk_guilds_at_startup=False,
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
        )
        self.tree = app_commands.CommandTree(self)

        async def echo(interaction: discord.Interaction[Echo], card: str = "none") -> None:
            await interaction.response.send_message(f"You play {card}.", ephemeral=True)

        for name in ("pitch", "swing", "field", "pass"):
            self.tree.command(name=name, description="Echo")(echo)

    async def setup_hook(self) -> None:
        """Tells Discord the commands."""
        await self.tree.sync()


def run_bot(kind: str, root: str, token: str, database: str) -> int:
    """In a process of its own: one of the two bots, led to the field."""
    Route.BASE = f"{root}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = URL(root.replace("http", "ws") + "/gateway/")
    if kind == "umpire":
        return client.run(Config(token=token, database=database, log_level="error"))
    Echo().run(token, log_handler=None)
    return 0


@asynccontextmanager
async def bot(kind: str, field: PracticeField, database: Path) -> AsyncIterator[int]:
    """The process id of a bot that is ready; the games begin anew for each."""
    field.world.commands.clear()
    _begin_anew(database)
    child = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "benchmarks.wire", "--bot", kind, field.server.root),
        *(field.token, f"sqlite:///{database}"),
    )
    while not field.world.commands:  # noqa: ASYNC110 - the field has no event for this
        await asyncio.sleep(0.05)
    await asyncio.sleep(3)  # `on_ready`, and whatever else there is to begin with
    try:
        yield child.pid
    finally:
        child.terminate()
        await child.wait()


def _begin_anew(database: Path) -> None:
    for suffix in ("", "-wal", "-shm"):
        Path(f"{database}{suffix}").unlink(missing_ok=True)
    database.write_bytes((database.parent / "start.db").read_bytes())


def cpu_seconds(process: int) -> float:
    """Processor time that a process has used (Linux: man 5 proc)."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


# --- a round -------------------------------------------------------------------------------------


async def types(script: Script, line: str) -> float:
    """One command, and the seconds until its answer."""
    begin = time.perf_counter()
    outcome = await script.person.types(script.channel, line, wait=False)
    while not outcome.answered:
        outcome.interaction.changed.clear()
        await outcome.interaction.changed.wait()
    if outcome.text.startswith(("I am", "Something", "That", "It is", "You may")):
        raise RuntimeError(f"{line}: {outcome.text}")
    return time.perf_counter() - begin


async def types_all(script: Script) -> None:
    """All commands of one person, each after the answer to the last."""
    for line in script.lines:
        await types(script, line)


async def measure(kind: str, field: PracticeField, made: list[Script], folder: Path) -> Figures:
    """One bot, started for this."""
    *crowd, alone = made
    async with bot(kind, field, folder / f"{kind}.db") as process:
        delays = [await types(alone, line) for line in alone.lines]
        used, begin = cpu_seconds(process), time.perf_counter()
        await asyncio.gather(*map(types_all, crowd))
        took = time.perf_counter() - begin
        used = cpu_seconds(process) - used
    count = sum(len(script.lines) for script in crowd)
    return Figures(count / took, used / count, statistics.median(delays))


async def rounds(number: int, folder: Path) -> None:
    """All rounds, and what they come to."""
    async with PracticeField(RealTime(), limits=False) as field:
        made = await scripts(field, folder)
        pairs = []
        for index in range(number):
            order = ("umpire", "echo") if index % 2 else ("echo", "umpire")
            found = {kind: await measure(kind, field, made, folder) for kind in order}
            pairs.append((found["umpire"], found["echo"]))
    print(f"{version('discord.py')}, {GAMES} commands outstanding, {number} rounds")
    rates = ratio([(own.rate, echo.rate) for own, echo in pairs])
    print(rates.line("moves against echoes", 0.7))
    cpu = ratio([(own.cpu * 1e6, echo.cpu * 1e6) for own, echo in pairs])
    print(f"{cpu.line('processor time', unit=' us')}; {verdict(cpu.median, most=1.35)}")
    delay = ratio([(own.delay * 1e6, echo.delay * 1e6) for own, echo in pairs])
    told = delay.line("one at a time, median delay", unit=" us")
    print(f"{told}; {verdict(delay.median, most=2.2)}")


def main() -> None:
    """Reads the arguments."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--bot", nargs=4, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.bot:
        sys.exit(run_bot(*args.bot))
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(rounds(args.rounds, Path(folder)))


if __name__ == "__main__":
    main()
