"""Row 7: the whole bot on a loopback Discord, beside a discord.py bot that only echoes.

The practice field and everybody who types run here, each bot in a process of its own, whose
processor time is counted. Each command is one legal move of one person, in games without house
players, and has one private answer. Umpire finds the game, plays the move, keeps it on the disk
with the post it owes, and answers with the hand; the echo answers with the card that was typed.
What Umpire posts meanwhile, at the pace that Discord allows (45 a second over all channels), counts
as Umpire's.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
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
from games.pace import PRESETS
from storage import open_store
from storage.store import Place

GAME = "pitch-and-catch (hand_size=17)"
GAMES = 50
"""Games played at the same time, so that as many commands are outstanding."""

MOVES = 40
"""Commands to each of them in a round."""

ALONE = 5
"""Games played before that, one command at a time, of which the median delay is taken."""

ROUNDS = 5


@dataclass(frozen=True)
class Script:
    """What will be typed in one channel, by whom."""

    channel: Channel
    lines: Sequence[tuple[Person, str]]


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
    store = await open_store(f"sqlite:///{folder}/begun.db")
    ids = (f"g{number}" for number in itertools.count())
    now = int(time.time())
    host = Host(
        store, lambda: now, secret=lambda size: bytes(range(size)), new_id=lambda: next(ids)
    )
    tables = []
    for number in range(GAMES + ALONE):
        channel = field.add_channel(f"table-{number}")
        people = [field.add_member(f"Player {number}{letter}") for letter in "ABC"]
        place = Place(field.guild.id, channel.id)
        opened = await host.open_sign_up(place, GAME, len(people), PRESETS["relaxed"])
        for person in people:
            await host.join(opened.sign_up.id, person.id, person.name)
        await host.close(opened.sign_up.id)
        tables.append((opened.sign_up.id, channel, people))
    while heads := await store.owed(now, lease=60):
        for owed in heads:
            await store.posted(owed, owed.id)
    await store.backup(folder / "start.db")
    made = [
        Script(channel, [line async for line in _lines(host, game, people)])
        for game, channel, people in tables
    ]
    await store.close()
    return made


async def _lines(
    host: Host, game: str, people: Sequence[Person]
) -> AsyncIterator[tuple[Person, str]]:
    for _ in range(MOVES):
        for person in people:
            options = await host.options(game, person.id)
            if options.at_turn:
                verb, _, card = options.actions[0].partition(" ")
                await host.play(game, person.id, options.actions[0])
                yield person, f"/{verb} card:{card}" if card else f"/{verb}"
                break


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


async def types(channel: Channel, person: Person, line: str) -> float:
    """One command, and the seconds until its answer."""
    begin = time.perf_counter()
    outcome = await person.types(channel, line, wait=False)
    while not outcome.answered:
        outcome.interaction.changed.clear()
        await outcome.interaction.changed.wait()
    took = time.perf_counter() - begin
    if not outcome.text.startswith(("Done: ", "You play ")) or not outcome.ephemeral:
        raise RuntimeError(f"{line}: {outcome.text}")
    return took


async def types_all(script: Script) -> list[float]:
    """All commands in one channel, each after the answer to the last; how long each took."""
    return [await types(script.channel, person, line) for person, line in script.lines]


async def measure(kind: str, field: PracticeField, made: list[Script], folder: Path) -> Figures:
    """One bot, started for this."""
    alone, crowd = made[:ALONE], made[ALONE:]
    async with bot(kind, field, folder / f"{kind}.db") as process:
        delays = [delay for script in alone for delay in await types_all(script)]
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
    load = os.getloadavg()[0]
    print(
        f"{version('discord.py')}, {GAMES} commands outstanding, {number} rounds, load {load:.1f}"
    )
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
