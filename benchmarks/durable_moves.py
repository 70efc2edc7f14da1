"""Rows 4, 5 and 6: durable moves a second, against the bare disk, plain aiosqlite and PostgreSQL.

A durable move is one that has been checked, applied and encoded, and whose checkpoint, journal row
and owed post are on the disk (WAL, `synchronous=FULL`) when its maker goes on. The script preloads
a shim into itself that counts the calls that wait for the disk, and makes them slower for row 6.
"""

from __future__ import annotations

import argparse
import asyncio
import ctypes
import os
import random
import secrets
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import aiosqlite

from benchmarks.common import ROUNDS, ratio, verdict, version
from games import registry, shuffle, sign_up, table
from games.pace import PRESETS
from games.shuffle import Shoe
from games.table import Change
from storage.sqlite import _CHECKPOINT, open_sqlite
from storage.sqlite_rows import ENTRY, POST, clock_row
from storage.store import Fairness, Place, Post, Seating, Store, StoredGame, StoredSignUp

NOW = 1_800_000_000
SECONDS = 1.0
GAMES = 100
SLOWER = 4000
"""Microseconds that row 6 adds to each sync."""
SHIM = "UMPIRE_BENCH_SHIM"
SERVER = "UMPIRE_BENCH_POSTGRES"
BODY = '{"kind": "beat", "text": "' + "Ana swings 7♣. " * 12 + '", "ping": [3], "key": "1.1"}'

Move = Callable[[StoredGame, Change], Awaitable[StoredGame]]
"""Keeps a change, however this side does it."""


# --- the moves -----------------------------------------------------------------------------------


class Player:
    """Plays one game at random, and keeps each move before the next."""

    def __init__(self, stored: StoredGame, number: int) -> None:
        self.stored = stored
        self._shoe = Shoe(stored.fairness.seed, stored.fairness.entropy)
        self._dice = random.Random(number)

    async def move(self, keep: Move) -> None:
        """One durable move."""
        at = self.stored.table
        assert at.turn is not None
        action = self._dice.choice(list(at.game.legal(at.state, at.turn)))
        change = table.play(at, at.turn, at.game.write(action), NOW, self._shoe)
        self.stored = await keep(self.stored, change)


async def begun(store: Store, id_: str) -> StoredGame:
    """A game of seven that has been dealt."""
    game = "pitch-and-catch (tie=extra-innings)"
    new = sign_up.open_sign_up(id_, game, 7, PRESETS["daily"], NOW)
    for user in range(1, 8):
        new = sign_up.join(new, user, f"Player {user}")
    stored = StoredSignUp(new, Place(1, 2), Fairness(secrets.token_bytes(32)), 0)
    await store.open_sign_up(stored)
    users = list(range(1, 8))
    entropy = shuffle.entropy(users)
    closed = sign_up.close(new)
    drawn = sign_up.drawn(closed, stored.fairness.seed, ())
    shoe = Shoe(stored.fairness.seed, entropy)
    rules = registry.read_game(game, 7)
    change = table.begin(id_, rules, drawn.seated, NOW, shoe, new.pace)
    seatings = [
        Seating(int(user), f"Player {user}", draw=seat, seat=seat, began=0)
        for seat, user in enumerate(drawn.ids)
    ]
    return await store.start_game(stored, closed, change, seatings, entropy)


async def play(players: Sequence[Player], keep: Move, waits: list[float] | None = None) -> float:
    """Everybody plays at once, each move after the last one's commit; moves a second."""
    for _ in range(2):  # a new file is slow at first
        await asyncio.gather(*(player.move(keep) for player in players))
    end = time.perf_counter() + SECONDS
    moves = 0

    async def one(player: Player) -> None:
        nonlocal moves
        while (before := time.perf_counter()) < end and player.stored.table.turn is not None:
            await player.move(keep)
            moves += 1
            if waits is not None:
                waits.append(time.perf_counter() - before)

    start = time.perf_counter()
    await asyncio.gather(*map(one, players))
    return moves / (time.perf_counter() - start)


# --- the sides -----------------------------------------------------------------------------------


def by_store(store: Store) -> Move:
    """Ours."""

    async def keep(stored: StoredGame, change: Change) -> StoredGame:
        return await store.commit(stored, change, [Post(BODY, channel=2)])

    return keep


def by_lock(db: aiosqlite.Connection) -> Move:
    """The same statements as one would write them: a lock, and a commit for each move."""
    lock = asyncio.Lock()

    async def keep(stored: StoredGame, change: Change) -> StoredGame:
        game = change.table
        key = (game.id, change.before, stored.revision)
        checkpoint = (game.version, table.dump(game), *clock_row(game), *key)
        async with lock:
            await db.execute("BEGIN IMMEDIATE")
            cursor = await db.execute(_CHECKPOINT, checkpoint)
            assert cursor.rowcount == 1
            for number, entry in enumerate(change.entries, change.before + 1):
                row = (entry.actor, entry.action, entry.note, entry.at, None)
                await db.execute(ENTRY, (game.id, number, *row))
            post = (secrets.token_hex(8), game.id, 2, None, BODY, None, NOW)
            await db.execute(POST, post)
            await db.commit()
        return _next(stored, change)

    return keep


POSTGRES = """
DROP SCHEMA IF EXISTS umpire_bench CASCADE;
CREATE SCHEMA umpire_bench;
SET search_path = umpire_bench;
CREATE TABLE games (
    id text PRIMARY KEY, version int NOT NULL, revision int NOT NULL, checkpoint bytea NOT NULL,
    finished bool NOT NULL, runs bool NOT NULL, owed int NOT NULL DEFAULT 0, alarm bigint
);
CREATE INDEX ON games (alarm) WHERE alarm IS NOT NULL;
CREATE TABLE journal (
    game text NOT NULL REFERENCES games, number int NOT NULL, actor text NOT NULL,
    action text NOT NULL, note text, at bigint NOT NULL, interaction_id bigint UNIQUE,
    PRIMARY KEY (game, number)
);
CREATE TABLE outbox (
    id bigserial PRIMARY KEY, key text NOT NULL, game text NOT NULL REFERENCES games,
    lane bigint NOT NULL, body text NOT NULL, once text, made bigint NOT NULL, due bigint NOT NULL,
    tries int NOT NULL DEFAULT 0, state text NOT NULL DEFAULT 'owed'
);
CREATE INDEX ON outbox (lane, id) WHERE state = 'owed';
CREATE INDEX ON outbox (game, lane);
"""

ONE_STATEMENT = """
WITH moved AS (
    UPDATE umpire_bench.games SET version = $2, checkpoint = $3, finished = $4, runs = $5,
    alarm = $6, owed = 0, revision = revision + 1 WHERE id = $1 AND version = $7 AND revision = $8
    RETURNING id
), written AS (
    INSERT INTO umpire_bench.journal (game, number, actor, action, note, at)
    SELECT moved.id, entry.* FROM moved,
    unnest($9::int[], $10::text[], $11::text[], $12::text[], $13::bigint[]) AS entry
)
INSERT INTO umpire_bench.outbox (key, game, lane, body, made, due)
SELECT $14, id, 2, $15, $16, $16 FROM moved
"""


def by_server(pool: Any) -> Move:
    """PostgreSQL by a pool of connections, one statement for each move."""

    async def keep(stored: StoredGame, change: Change) -> StoredGame:
        game, entries = change.table, change.entries
        done = await pool.execute(
            ONE_STATEMENT,
            game.id,
            game.version,
            table.dump(game),
            *clock_row(game),
            change.before,
            stored.revision,
            list(range(change.before + 1, game.version + 1)),
            [entry.actor for entry in entries],
            [entry.action for entry in entries],
            [entry.note for entry in entries],
            [entry.at for entry in entries],
            secrets.token_hex(8),
            BODY,
            NOW,
        )
        assert done == "INSERT 0 1", done
        return _next(stored, change)

    return keep


def _next(stored: StoredGame, change: Change) -> StoredGame:
    return StoredGame(
        change.table,
        stored.place,
        stored.fairness,
        stored.seatings,
        stored.started,
        stored.revision + 1,
    )


def bare_disk(folder: Path) -> float:
    """Appends 4 KB to a file and waits for the disk, again and again; times a second."""
    block = os.urandom(4096)
    file = os.open(folder / "appended", os.O_CREAT | os.O_WRONLY | os.O_APPEND)
    times = 0
    end = (start := time.perf_counter()) + SECONDS
    while time.perf_counter() < end:
        os.write(file, block)
        os.fdatasync(file)
        times += 1
    took = time.perf_counter() - start
    os.close(file)
    return times / took


# --- the rows ------------------------------------------------------------------------------------


class Bench:
    """One run of all rows in one folder, with the shim in place."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.shim = ctypes.CDLL(os.environ[SHIM])
        self.number = 0

    async def fresh(self, store: Store, games: int) -> list[Player]:
        """New games, so that none of them ends within a round."""
        self.number += games
        names = range(self.number, self.number + games)
        return [Player(await begun(store, f"g{name}"), name) for name in names]

    async def ours(self, games: int, waits: list[float] | None = None) -> tuple[float, float]:
        """Moves a second by the store, and syncs a move."""
        store = await open_sqlite(self.folder / "ours.db")
        players = await self.fresh(store, games)
        versions = sum(player.stored.revision for player in players)
        before = self.shim.syncs_count()
        rate = await play(players, by_store(store), waits)
        syncs = self.shim.syncs_count() - before
        moves = sum(player.stored.revision for player in players) - versions
        await store.close()
        return rate, syncs / moves

    async def plain(self, games: int) -> float:
        """Moves a second by the same statements, with a lock and a commit each."""
        path = self.folder / "plain.db"
        store = await open_sqlite(path)
        players = await self.fresh(store, games)
        await store.close()
        async with aiosqlite.connect(path, isolation_level=None) as db:
            await db.execute("PRAGMA synchronous = FULL")
            await db.execute("PRAGMA foreign_keys = ON")
            return await play(players, by_lock(db))

    async def server(self, pool: Any, games: int) -> float:
        """Moves a second by PostgreSQL."""
        store = await open_sqlite(self.folder / "drawn.db")
        players = await self.fresh(store, games)
        await store.close()
        for player in players:
            game = player.stored.table
            await pool.execute(
                "INSERT INTO umpire_bench.games VALUES ($1, $2, 0, $3, $4, $5, 0, $6)",
                game.id,
                game.version,
                table.dump(game),
                *clock_row(game),
            )
        return await play(players, by_server(pool))

    async def row_4(self) -> None:
        """One game against the bare disk."""
        await self.ours(1), bare_disk(self.folder)
        pairs, syncs = [], []
        for _ in range(ROUNDS):
            rate, per_move = await self.ours(1)
            pairs.append((rate, bare_disk(self.folder)))
            syncs.append(per_move)
        print(ratio(pairs).line("4  one game, against append 4 KB + fdatasync", 0.5))
        found = statistics.median(syncs)
        print(f"   syncs a move: {found:.3f}; {verdict(found, most=1.05)}")

    async def row_5(self) -> None:
        """A hundred games against plain aiosqlite, and PostgreSQL if there is one."""
        pool = await _pool()
        await self.ours(GAMES), await self.plain(GAMES)
        plain, server, syncs = [], [], []
        for _ in range(ROUNDS):
            rate, per_move = await self.ours(GAMES)
            syncs.append(per_move)
            plain.append((rate, await self.plain(GAMES)))
            if pool is not None:
                server.append((rate, await self.server(pool, GAMES)))
        print(ratio(plain).line(f"5  {GAMES} games, against a lock and a commit each", 8))
        if pool is not None:
            print(ratio(server).line(f"   {GAMES} games, against PostgreSQL", 5))
            await pool.execute("DROP SCHEMA umpire_bench CASCADE")
            await pool.close()
        found = statistics.median(syncs)
        print(f"   syncs a move: {found:.3f}; {verdict(found, most=0.1)}")

    async def row_6(self) -> None:
        """The same on a slow disk, and how long the slowest wait."""
        self.shim.syncs_slower(SLOWER)
        try:
            pairs: list[tuple[float, float]] = []
            waits: list[list[float]] = []
            for _ in range(ROUNDS):
                taken: list[float] = []
                rate, _ = await self.ours(GAMES, taken)
                disk = bare_disk(self.folder)
                pairs.append((rate, disk))
                waits.append([seconds * disk for seconds in taken])
        finally:
            self.shim.syncs_slower(0)
        print(ratio(pairs).line(f"6  {GAMES} games, {SLOWER / 1000:g} ms added to each sync", 25))
        # over all rounds: a round of a second has no more than a handful of slow commits
        found = _slowest([wait for taken in waits for wait in taken])
        each = [_slowest(taken) for taken in waits]
        spread = f"{min(each):.1f} to {max(each):.1f} by round"
        print(f"   slowest hundredth: {found:.1f} syncs ({spread}); {verdict(found, most=6)}")


def _slowest(waits: Sequence[float]) -> float:
    """The wait that one in a hundred exceeds."""
    return statistics.quantiles(waits, n=100)[-1]


async def _pool() -> Any:
    """A pool of connections to PostgreSQL with the tables made, or None where there is none."""
    address = os.environ.get(SERVER)
    if address is None:
        print(f"no PostgreSQL: {SERVER} names no server, so it is left out")
        return None
    print(f"peer: {version('asyncpg')}")
    import asyncpg

    try:
        pool = await asyncpg.create_pool(address, min_size=20, max_size=20)
    except (OSError, asyncpg.PostgresError) as error:
        print(f"no PostgreSQL, so it is left out: {error}")
        return None
    async with pool.acquire() as connection:
        await connection.execute(POSTGRES)
        print(f"peer: {(await connection.fetchval('SELECT version()')).split(' on ')[0]}")
    return pool


# --- the script ----------------------------------------------------------------------------------


async def measure(folder: Path, rows: str) -> None:
    """All rows that were asked for."""
    bench = Bench(folder)
    print(f"peer: {version('aiosqlite')}, SQLite {sqlite3.sqlite_version}; files in {folder}")
    for row, measured in (("4", bench.row_4), ("5", bench.row_5), ("6", bench.row_6)):
        if row in rows:
            await measured()


def main() -> None:
    """Starts itself once more with the shim preloaded, then measures."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--folder", type=Path, help="on the disk to measure; not a RAM disk")
    parser.add_argument("--rows", default="456", help="for example 46")
    asked = parser.parse_args()
    if SHIM in os.environ:
        asyncio.run(measure(asked.folder, asked.rows))
        return
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        sys.exit("a C compiler is needed, for the shim that counts syncs: install gcc")
    with tempfile.TemporaryDirectory(dir=asked.folder, prefix="umpire-bench-") as folder:
        shim = Path(folder, "syncs.so")
        source = Path(__file__).with_name("syncs.c")
        subprocess.run(
            [compiler, "-O2", "-shared", "-fPIC", "-o", shim, source, "-ldl"], check=True
        )
        again = [sys.executable, "-m", "benchmarks.durable_moves", "--folder", folder]
        environment = os.environ | {"LD_PRELOAD": str(shim), SHIM: str(shim)}
        again += ["--rows", asked.rows]
        sys.exit(subprocess.run(again, env=environment, check=False).returncode)


if __name__ == "__main__":
    main()
