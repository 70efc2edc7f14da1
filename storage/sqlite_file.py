"""A SQLite database as a file: opened, brought up to date, checked, copied and put back.

What stands in the tables is `sqlite.py`'s business, except that a check reads all of it.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec

from games import record, table
from games.core import GameError
from games.table import Entry, Table
from storage.archive import first_players
from storage.group_commit import fault
from storage.store import Damaged, Seating, StoreError, TooNew, Unavailable

MARK = 0x756D7072
"""What the file's header says whose database it is: `umpr`."""

SETTINGS = (
    "PRAGMA journal_mode = WAL",
    # A commit that was acknowledged outlives a power cut.
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    # Moving the log (32 MB at most, in pages) into the file takes three waits for the disk, and
    # whoever commits just then waits with it: seldom, and the pages of a game are moved but once.
    "PRAGMA wal_autocheckpoint = 8000",
    # What a savepoint keeps to undo a move stays off the disk.
    "PRAGMA temp_store = MEMORY",
    # Hands, seeds and names do not linger in the free space of pages that are written anyway.
    "PRAGMA secure_delete = FAST",
)


# --- opening -------------------------------------------------------------------------------------


def migrations() -> list[tuple[int, str, str]]:
    """Every migration that this program knows: number, name and SQL, in order."""
    found = [
        (int(file.name[:4]), file.name, file.read_text("utf-8"))
        for file in resources.files("storage.migrations").iterdir()
        if file.name.endswith(".sql")
    ]
    return sorted(found)


def migrate(db: sqlite3.Connection, known: list[tuple[int, str, str]] | None = None) -> None:
    """Brings a database up to date, in the one transaction that records what was applied.

    TooNew, Damaged (a file that is somebody else's) or a fault of the disk: then nothing changed.
    """
    known = migrations() if known is None else known
    db.execute("BEGIN IMMEDIATE")
    try:
        check_owner(db, known)
        db.execute(f"PRAGMA application_id = {MARK}")
        db.execute(
            "CREATE TABLE IF NOT EXISTS migrations"
            " (number INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT"
        )
        applied = {number for (number,) in db.execute("SELECT number FROM migrations")}
        for number, name, sql in known:
            if number not in applied:
                for statement in _statements(sql):
                    db.execute(statement)
                db.execute("INSERT INTO migrations VALUES (?, ?)", (number, name))
        db.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            db.execute("ROLLBACK")
        raise


def check_owner(db: sqlite3.Connection, known: list[tuple[int, str, str]]) -> None:
    """Whether this is a database of ours, or an empty one, and not of a newer program."""
    ((mark,),) = db.execute("PRAGMA application_id")
    ((tables,),) = db.execute("SELECT count(*) FROM sqlite_schema")
    if mark != MARK:
        if tables or mark:
            raise Damaged("the file is a database of another program: name another file")
        return
    ((newest,),) = db.execute("SELECT max(number) FROM migrations")
    if newest is not None and newest > known[-1][0]:
        raise TooNew(
            f"the database was written by a newer Umpire (migration {newest}, known are "
            f"{known[-1][0]}): install that version, or restore a backup from before it"
        )


def _statements(sql: str) -> Iterator[str]:
    """The statements of a script; `executescript` would commit before the first of them."""
    statement = ""
    for line in sql.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
    if statement.strip():
        raise ValueError(f"a migration ends in the middle of a statement: {statement.strip()!r}")


@contextmanager
def faults() -> Iterator[None]:
    """Turns what SQLite or the file system refuse into one plain sentence."""
    try:
        yield
    except sqlite3.Error as error:
        raise fault(error) from error
    except OSError as error:
        name = f" ({error.filename})" if error.filename else ""
        raise Unavailable(f"the file system refuses: {error.strerror}{name}") from error


def reading(path: Path) -> sqlite3.Connection:
    """A connection that only looks at a database that is there."""
    # Not mode=ro: that cannot open the log of a bot that was killed.
    db = sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, isolation_level=None)
    db.execute("PRAGMA query_only = ON")
    return db


# --- checking ------------------------------------------------------------------------------------


def check(path: Path) -> tuple[str, ...]:
    """What is wrong with a database, one sentence each; all as of one moment."""
    try:
        with faults(), closing(reading(path)) as db:
            check_owner(db, migrations())
            if db.execute("PRAGMA application_id").fetchone() != (MARK,):
                raise Damaged("the file is empty, nothing was ever kept in it")
            db.execute("BEGIN")
            return tuple(_faults(db))
    except Damaged as error:
        return (str(error),)


def _faults(db: sqlite3.Connection) -> Iterator[str]:
    broken = [text for (text,) in db.execute("PRAGMA integrity_check") if text != "ok"]
    yield from (f"the database file is damaged: {text}" for text in broken)
    for name, row, parent, _ in db.execute("PRAGMA foreign_key_check"):
        yield f"row {row} of {name} belongs to nothing in {parent}"
    if broken:
        return
    for game_id, checkpoint, version in db.execute(
        "SELECT id, checkpoint, version FROM games ORDER BY id"
    ):
        found = _fault_of(db, game_id, checkpoint, version)
        if found:
            yield f"game {game_id}: {found}"


def _fault_of(db: sqlite3.Connection, game_id: str, checkpoint: bytes, version: int) -> str | None:
    """Replays one journal and compares it with the checkpoint."""
    try:
        kept = table.load(checkpoint)
    except (GameError, msgspec.MsgspecError) as error:
        return f"the checkpoint cannot be read: {error}"
    rows = db.execute(
        "SELECT actor, action, at, note, number FROM journal WHERE game = ? ORDER BY number",
        (game_id,),
    ).fetchall()
    numbers = [number for *_, number in rows]
    if numbers != list(range(1, version + 1)) or kept.version != version:
        return (
            f"the game is at version {version}, its checkpoint at {kept.version}, "
            f"and its journal has {len(rows)} rows up to number {max(numbers, default=0)}"
        )
    seatings = [
        Seating(*row)
        for row in db.execute(
            "SELECT user, name, house, draw, seat, began, ended FROM seats"
            " WHERE game = ? ORDER BY id",
            (game_id,),
        )
    ]
    try:
        start = table.seat_players(
            game_id, kept.game, first_players(seatings), pace=kept.clock.pace
        )
        folded = record.fold(start, (Entry(*row[:4]) for row in rows)).table
    except GameError as error:
        return f"the journal cannot be replayed: {error}"
    differs = [name for name, one, other in _compared(folded, kept) if one != other]
    return f"the journal leads to another {' and '.join(differs)}" if differs else None


def _compared(folded: Table, kept: Table) -> Iterator[tuple[str, Any, Any]]:
    yield "state", folded.state, kept.state
    yield "number of deals", folded.deals, kept.deals
    yield "number of rewinds", folded.rewinds, kept.rewinds
    yield "end", folded.abandoned, kept.abandoned
    kinds = [[player.kind for player in side.players] for side in (folded, kept)]
    yield "seating", kinds[0], kinds[1]


# --- copies --------------------------------------------------------------------------------------


def backup(path: Path, to: Path) -> None:
    """Copies a database that may be in use into a new file, whole as of one moment."""
    with faults(), closing(reading(path)) as source:
        _copy(source, to)


def restore(path: Path, backup_path: Path, move_aside: bool = False) -> Path | None:
    """Puts a backup in the place of the database, once it is checked; nothing is overwritten.

    With `move_aside` a database that is there already is renamed; gives its new name.
    """
    if not backup_path.is_file():
        raise Unavailable(f"there is no backup {backup_path}")
    wrong = check(backup_path)
    if wrong:
        raise Damaged(f"the backup is not whole, so it is not restored: {wrong[0]}")
    with faults():
        moved = None
        if path.exists():
            if not move_aside:
                raise StoreError(
                    f"there is a database {path} already: move it aside, nothing is overwritten"
                )
            moved = _moved_aside(path)
        with closing(reading(backup_path)) as source:
            _copy(source, path)
        return moved


def make_private(path: Path) -> None:
    """A database that is not there yet is made as one that its owner alone may read.

    SQLite takes an empty file for a new database, and gives its log the same rights.
    """
    with suppress(OSError):  # it is there; or it cannot be made, which SQLite says better
        os.close(os.open(path, os.O_CREAT | os.O_EXCL, 0o600))


def _copy(source: sqlite3.Connection, to: Path) -> None:
    """A copy under its own name only when it is complete and on the disk."""
    part = to.with_name(to.name + ".part")
    try:
        os.close(os.open(to, os.O_CREAT | os.O_EXCL, 0o600))  # the name is ours, or nobody's
    except FileExistsError:
        raise StoreError(f"there is a file {to} already: nothing is overwritten") from None
    try:
        part.unlink(missing_ok=True)  # left behind by a copy that was killed
        os.close(os.open(part, os.O_CREAT | os.O_EXCL, 0o600))
        with closing(sqlite3.connect(part, isolation_level=None)) as target:
            source.backup(target)
            # one file, with nothing beside it
            target.execute("PRAGMA journal_mode = DELETE")
        _sync(part)
        part.replace(to)
        _sync(to.parent)
    except BaseException:
        part.unlink(missing_ok=True)
        to.unlink()
        raise


def _moved_aside(path: Path) -> Path:
    """Renames a database that nobody has open; what its log holds comes along."""
    try:
        with closing(sqlite3.connect(path, isolation_level=None, timeout=1)) as db:
            # moves the log into the file, and is refused while anybody else has it open
            db.execute("PRAGMA journal_mode = DELETE").fetchall()
    except sqlite3.Error as error:
        if not isinstance(told := fault(error), Damaged):
            raise told from error
        # that is why it is being replaced: its files are kept as they are
    number = 1
    while (aside := path.with_name(f"{path.name}.aside{number}")).exists():
        number += 1
    for suffix in ("-wal", "-shm", "-journal"):
        beside = path.with_name(path.name + suffix)
        if beside.exists():
            beside.rename(aside.with_name(aside.name + suffix))
    path.rename(aside)
    return aside


def _sync(path: Path) -> None:
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
