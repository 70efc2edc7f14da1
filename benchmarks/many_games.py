"""Row 11: ten thousand games in progress: opening the store, memory, and garbage collection.

Games lie in the file until somebody plays in them, so neither the time to open the store nor the
memory may depend on how many there are. Each measurement is a process of its own. What starting
the whole bot costs beside an empty one is measured in `start.py`.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.common import verdict
from benchmarks.durable_moves import Player, begun, by_store, play
from storage.sqlite import open_sqlite

GAMES = 10_000
ROUNDS = 5


async def fill(path: Path, games: int) -> None:
    """A database with so many games in progress."""
    store = await open_sqlite(path)
    for first in range(0, games, 500):
        names = range(first, min(first + 500, games))
        await asyncio.gather(*(begun(store, f"g{name}") for name in names))
    await store.close()


async def probe(path: Path) -> dict[str, float]:
    """Opens the store, asks what a start asks, and plays in twenty of its games."""
    pauses: list[float] = []
    begin = 0.0

    def collected(phase: str, _: object) -> None:
        nonlocal begin
        if phase == "start":
            begin = time.perf_counter()
        else:
            pauses.append(time.perf_counter() - begin)

    start = time.perf_counter()
    store = await open_sqlite(path)
    await store.next_alarm()
    await store.next_post()
    took = time.perf_counter() - start
    gc.freeze()
    gc.callbacks.append(collected)
    games = [await store.game(f"g{number}") for number in range(20)]
    players = [Player(game, number) for number, game in enumerate(games) if game is not None]
    await play(players, by_store(store))
    gc.collect()
    gc.callbacks.remove(collected)
    await store.close()
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"open": took * 1000, "memory": memory, "pause": max(pauses) * 1000}


def measured(path: Path) -> dict[str, float]:
    """The same in a process of its own, on a copy: else its games would end after some rounds."""
    copy = path.with_name("copy.db")
    for suffix in ("-wal", "-shm"):
        copy.with_name(copy.name + suffix).unlink(missing_ok=True)
    shutil.copyfile(path, copy)
    command = [sys.executable, "-m", "benchmarks.many_games", "--probe", str(copy)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def main() -> None:
    """Compares a file with ten thousand games with one with twenty, by turns."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--probe", type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.probe is not None:
        print(json.dumps(asyncio.run(probe(asked.probe))))
        return
    with tempfile.TemporaryDirectory(prefix="umpire-bench-") as folder:
        many, few = Path(folder, "many.db"), Path(folder, "few.db")
        asyncio.run(fill(many, GAMES))
        asyncio.run(fill(few, 20))
        pairs = [(measured(many), measured(few)) for _ in range(ROUNDS)]
    for name, unit in (("open", "ms"), ("memory", "MB"), ("pause", "ms")):
        ratios = [one[name] / other[name] for one, other in pairs]
        here, there = (statistics.median(pair[side][name] for pair in pairs) for side in (0, 1))
        spread = f"{min(ratios):.2f} to {max(ratios):.2f}"
        line = f"11 {name}: {here:.1f} {unit} with {GAMES:,} games, {there:.1f} {unit} with 20: "
        line += f"{statistics.median(ratios):.2f}x ({spread})"
        if name == "memory":
            line += f"; {verdict(statistics.median(ratios), most=1.05)}"
        if name == "pause":
            line += f"; {verdict(max(one[name] for one, _ in pairs), most=30)}"
        print(line)


if __name__ == "__main__":
    main()
