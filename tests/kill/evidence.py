"""What is on the disk after a kill, read without any code of the store.

The files are copied first: looking at the originals would mend them, and that is for the program
that starts next.
"""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from games import table
from games.clock import Moment
from games.table import Entry

Row = tuple[Any, ...]


@dataclass(frozen=True)
class Found:
    """A sign-up or a game as it stands in the file."""

    shown: Row
    """Comparable with `State.shown`."""
    revision: int
    version: int
    journal: tuple[Entry, ...]
    owed: tuple[tuple[int | None, int | None, str], ...]
    """Channel, person and body of what is still to be posted."""
    once: tuple[str, ...]
    """The names of all posts that have one."""
    posted: tuple[int, ...]
    """The messages that are known to stand there."""
    seatings: tuple[Row, ...] = ()


@dataclass(frozen=True)
class Line:
    """A line of a journal that somebody's interaction has made."""

    interaction: int
    game: str
    actor: str
    action: str
    note: str | None


@dataclass(frozen=True)
class Evidence:
    """The whole file."""

    games: dict[str, Found]
    lines: list[Line]
    alive: Moment | None

    @property
    def interactions(self) -> list[int]:
        """The interactions that have made something, each as often as it has."""
        return [line.interaction for line in self.lines]


def gather(database: Path, scratch: Path) -> Evidence:
    """Copies the file with its log, lets SQLite mend the copy, and reads it."""
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir()
    for suffix in ("", "-wal", "-journal"):
        file = database.with_name(database.name + suffix)
        if file.exists():
            shutil.copy(file, scratch)
    with closing(sqlite3.connect(scratch / database.name)) as db:
        whole = db.execute("PRAGMA integrity_check").fetchall()
        assert whole == [("ok",)], f"the file is damaged: {whole}"
        if not db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'games'").fetchall():
            return Evidence({}, [], None)
        orphans = db.execute("PRAGMA foreign_key_check").fetchall()
        assert not orphans, f"rows without what they belong to: {orphans}"
        unrecorded = db.execute(
            "SELECT id FROM games WHERE finished = 1 AND id NOT IN (SELECT game FROM records)"
        ).fetchall()
        assert not unrecorded, f"finished without a record: {unrecorded}"
        return _read(db)


def _read(db: sqlite3.Connection) -> Evidence:
    games = {}
    for id_, status, revision in db.execute("SELECT id, status, revision FROM sign_ups"):
        row = db.execute(
            "SELECT checkpoint, owed, version, revision FROM games WHERE id = ?", (id_,)
        ).fetchone()
        if row is None:
            entrants = db.execute(
                "SELECT user FROM seats WHERE game = ? AND joined IS NOT NULL ORDER BY joined",
                (id_,),
            )
            shown: Row = (status, tuple(user for (user,) in entrants))
            games[id_] = Found(shown, revision, 0, (), *_posts(db, id_))
        else:
            games[id_] = _game(db, id_, *row)
    lines = db.execute(
        "SELECT interaction_id, game, actor, action, note FROM journal"
        " WHERE interaction_id IS NOT NULL"
    )
    alive = db.execute("SELECT value FROM bookkeeping WHERE name = 'alive'").fetchone()
    return Evidence(games, [Line(*row) for row in lines], alive[0] if alive else None)


def _game(
    db: sqlite3.Connection, id_: str, checkpoint: bytes, owed: int, version: int, revision: int
) -> Found:
    plans = db.execute("SELECT seat, decision, answer FROM plans WHERE game = ?", (id_,))
    kept = table.load(checkpoint)
    later = table.shift(kept, owed) if owed else kept
    shown = (table.dump(later).decode(), tuple(sorted(plans)))
    journal = db.execute(
        "SELECT number, actor, action, at, note FROM journal WHERE game = ? ORDER BY number", (id_,)
    ).fetchall()
    assert [row[0] for row in journal] == list(range(1, version + 1)), f"{id_}: rows are missing"
    assert kept.version == version, f"{id_}: version {version}, checkpoint {kept.version}"
    seatings = db.execute(
        "SELECT user, house, draw, seat, began, ended FROM seats WHERE game = ?"
        " AND NOT (draw IS NULL AND seat IS NULL) ORDER BY draw IS NULL, draw, id",
        (id_,),
    )
    return Found(
        shown,
        revision,
        version,
        tuple(Entry(*row[1:]) for row in journal),
        *_posts(db, id_),
        tuple(seatings.fetchall()),
    )


def _posts(
    db: sqlite3.Connection, id_: str
) -> tuple[tuple[Any, ...], tuple[str, ...], tuple[int, ...]]:
    rows = db.execute(
        "SELECT o.channel, s.user, o.body, o.state, o.once, o.message FROM outbox o"
        " LEFT JOIN seats s ON s.id = o.seating WHERE o.game = ? ORDER BY o.id",
        (id_,),
    ).fetchall()
    aside = [row for row in rows if row[3] == "aside"]
    assert not aside, f"{id_}: given up: {aside}"
    owed = tuple(row[:3] for row in rows if row[3] == "owed")
    once = tuple(row[4] for row in rows if row[4] is not None)
    return owed, once, tuple(row[5] for row in rows if row[3] == "posted")
