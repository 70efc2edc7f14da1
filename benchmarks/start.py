"""Row 11: the start of the whole bot with ten thousand games in progress, beside an empty bot.

From the beginning of the process until `on_ready`, led to the practice field, which runs here. Both
wait the two seconds in which discord.py listens for one more server; as these hide much of the
difference, it is measured without them, too. The commands are known to Discord already.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from benchmarks.common import Ratio, ratio, verdict, version
from benchmarks.many_games import GAMES, fill
from bot.practice import PracticeField
from bot.time import RealTime

FEW = 20
WAIT = 2.0
"""Seconds: what discord.py waits by default, and so does Umpire."""

ROUNDS = 7
READY = "ready"


@dataclass(frozen=True)
class Start:
    """One start: seconds until ready, and the resident memory then, in MB."""

    seconds: float
    memory: float


# --- starting them -------------------------------------------------------------------------------


async def start(field: PracticeField, database: Path | None, wait: float) -> Start:
    """One start, of a process that is stopped again; without a database that of the empty bot."""
    told = [field.server.root, field.token, str(wait)]
    if database is not None:
        told.append(f"sqlite:///{database}")
    begin = time.perf_counter()
    child = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "benchmarks.started_bot", *told), stdout=asyncio.subprocess.PIPE
    )
    assert child.stdout is not None
    said = await child.stdout.readline()
    took = time.perf_counter() - begin
    if said.decode().strip() != READY:
        raise RuntimeError("a bot did not start")
    memory = resident(child.pid)
    child.kill()
    await child.wait()
    return Start(took, memory)


def resident(process: int) -> float:
    """The resident memory of a process in MB (Linux: man 5 proc)."""
    status = Path(f"/proc/{process}/status").read_text()
    found = re.search(r"^VmRSS:\s+(\d+) kB", status, re.MULTILINE)
    assert found is not None
    return int(found[1]) / 1024


async def rounds(number: int, folder: Path) -> None:
    """All rounds, and what they come to."""
    many, few = folder / "many.db", folder / "few.db"
    await fill(many, GAMES)
    await fill(few, FEW)
    sides = {
        "many": (many, WAIT),
        "empty": (None, WAIT),
        "many at once": (many, 0.0),
        "few at once": (few, 0.0),
        "empty at once": (None, 0.0),
    }
    found: list[dict[str, Start]] = []
    async with PracticeField(RealTime(), limits=False) as field:
        for index in range(number + 1):
            order = list(sides) if index % 2 else list(reversed(sides))
            found.append({side: await start(field, *sides[side]) for side in order})
    del found[0]  # it told Discord the commands
    print(f"{version('discord.py')}, {number} rounds, load {os.getloadavg()[0]:.1f}")
    with_games = f"11 start with {GAMES:,} games"
    times = ratio([(one["many"].seconds, one["empty"].seconds) for one in found])
    print(f"{with_games} against an empty bot: {_told(times, 's')}", end="; ")
    print(verdict(times.median, most=1.25))
    times = ratio([(one["many at once"].seconds, one["empty at once"].seconds) for one in found])
    print(f"   the same without the wait of {WAIT:g} s on either side: {_told(times, 's')}")
    times = ratio([(one["many at once"].seconds, one["few at once"].seconds) for one in found])
    print(f"{with_games} against {FEW}, without it: {_told(times, 's')}")
    memory = ratio([(one["many"].memory, one["few at once"].memory) for one in found])
    print(f"11 memory with {GAMES:,} games against {FEW}: {_told(memory, 'MB')}", end="; ")
    print(verdict(memory.median, most=1.05))


def _told(found: Ratio, unit: str) -> str:
    spread = f"{min(found.ratios):.2f} to {max(found.ratios):.2f}"
    return (
        f"{found.median:.2f}x ({spread}); {found.ours:.2f} {unit} against {found.peer:.2f} {unit}"
    )


def main() -> None:
    """Reads the arguments."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="umpire-bench-") as folder:
        asyncio.run(rounds(args.rounds, Path(folder)))


if __name__ == "__main__":
    main()
