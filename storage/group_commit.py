"""Group commit on one SQLite connection: everything that waits is written together, by one writer.

A commit costs a wait for the disk, however much it holds. So the writer takes all that is waiting,
carries it out as one function on the connection's thread, commits once and then wakes everybody.
What is written is no business of this room.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

import aiosqlite
import msgspec

from storage.store import Damaged, StoreError, Unavailable

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], T]
"""A piece of work on a connection, run on its thread; what it raises undoes what it did.

It may be run twice, and must not mind.
"""

_SENTENCES: dict[int, tuple[type[StoreError], str]] = {
    sqlite3.SQLITE_FULL: (Unavailable, "the disk is full: make room, then try again"),
    sqlite3.SQLITE_READONLY: (
        Unavailable,
        "the database is read-only: let the bot write to its file and folder",
    ),
    sqlite3.SQLITE_PERM: (
        Unavailable,
        "the database may not be opened: let the bot write to its file and folder",
    ),
    sqlite3.SQLITE_BUSY: (
        Unavailable,
        "another program holds the database: wait until it is done, or stop it",
    ),
    sqlite3.SQLITE_LOCKED: (
        Unavailable,
        "another program holds the database: wait until it is done, or stop it",
    ),
    sqlite3.SQLITE_IOERR: (
        Unavailable,
        "the disk does not answer as it should: see to the disk, then try again",
    ),
    sqlite3.SQLITE_CANTOPEN: (
        Unavailable,
        "the database cannot be opened: see that its folder is there and can be written to",
    ),
    sqlite3.SQLITE_NOMEM: (Unavailable, "there is no memory left: make room, then try again"),
    sqlite3.SQLITE_CORRUPT: (
        Damaged,
        "the database file is damaged: stop the bot and restore the last backup",
    ),
    sqlite3.SQLITE_NOTADB: (
        Damaged,
        "the file is no database, or its beginning is damaged: restore the last backup",
    ),
}


def fault(error: BaseException) -> BaseException:
    """What went wrong as a sentence for the operator; errors that are our own stay as they are."""
    code = getattr(error, "sqlite_errorcode", None)
    if isinstance(error, StoreError) or code is None:
        return error
    # the lower byte is the kind, the rest is detail
    kind, sentence = _SENTENCES.get(code & 0xFF, (None, ""))
    if kind is None:
        return error
    told = kind(sentence)
    told.__cause__ = error
    return told


async def on_thread(connection: aiosqlite.Connection, work: Work[T]) -> T:
    """Runs a whole piece of work on the connection's thread, in one hop.

    aiosqlite's public calls hop to the thread and back for every statement. This is the one place
    that reaches behind them.
    """
    try:
        found: T = await connection._execute(  # type: ignore[no-untyped-call]
            lambda: work(connection._conn)
        )
    except ValueError as error:
        if connection._connection is None:
            raise Unavailable("the database is closed") from error
        raise
    except sqlite3.Error as error:
        raise fault(error) from error
    return found


class _Waiting(msgspec.Struct):
    work: Work[Any]
    done: asyncio.Future[Any]


class GroupCommit:
    """The one writer of a connection, which must not commit by itself (`isolation_level=None`)."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self.connection = connection
        self.batches = 0
        """How many transactions were tried."""
        self._closed = False
        self._waiting: asyncio.Queue[_Waiting | None] = asyncio.Queue()
        self._task = asyncio.create_task(self._write_all(), name="group commit")

    async def write(self, work: Work[T]) -> T:
        """Carries out a piece of work; it is on the disk when this returns.

        The work is undone alone if it raises. If the commit fails, nothing of the whole batch is
        kept. A caller that is cancelled while it waits does not stop the work: unless it had not
        begun, it is kept all the same, as if the process had been killed right after it.
        """
        if self._closed:
            raise Unavailable("the database is closed")
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.put_nowait(_Waiting(work, done))
        return await done

    async def close(self) -> None:
        """Finishes what waits, and takes nothing more."""
        if not self._closed:
            self._closed = True
            self._waiting.put_nowait(None)
        await asyncio.shield(self._task)

    async def _write_all(self) -> None:
        last = False
        while not last:
            taken = [await self._waiting.get()]
            # Whoever the last batch has woken, or woke together with the first, joins this one.
            await asyncio.sleep(0)
            while not self._waiting.empty():
                taken.append(self._waiting.get_nowait())
            last = None in taken
            batch = [one for one in taken if one is not None and not one.done.cancelled()]
            if batch:
                await self._write(batch)

    async def _write(self, batch: Sequence[_Waiting]) -> None:
        self.batches += 1
        works = [one.work for one in batch]
        try:
            results = await on_thread(self.connection, partial(_carry_out, works))
        except Exception as error:
            results = [(None, fault(error)) for _ in batch]
        except asyncio.CancelledError:  # the loop is ending; the thread finishes what it has begun
            self._closed = True
            for one in batch:
                one.done.cancel()
            raise
        for one, (value, raised) in zip(batch, results, strict=True):
            if one.done.done():  # nobody waits any more
                continue
            if raised is None:
                one.done.set_result(value)
            else:
                one.done.set_exception(raised)


_Result = tuple[Any, BaseException | None]


def _carry_out(works: Sequence[Work[Any]], db: sqlite3.Connection) -> list[_Result]:
    """One transaction around all works, in which one that raises is undone alone."""
    try:
        results = _together(works, db) or _apart(works, db)
        db.execute("COMMIT")
    except Exception as error:
        with suppress(sqlite3.Error):  # often it is rolled back already
            db.execute("ROLLBACK")
        # each caller gets an exception of its own, as each will hang its own trace on it
        return [(None, _lost(error)) for _ in works]
    return results


def _lost(error: Exception) -> BaseException:
    """Why nothing of a whole batch was kept."""
    told = fault(error)
    if isinstance(told, StoreError):
        return told
    lost = Unavailable(f"the database refuses the whole transaction: {error}")
    lost.__cause__ = error
    return lost


def _together(works: Sequence[Work[Any]], db: sqlite3.Connection) -> list[_Result] | None:
    """Without savepoints, as they cost a fifth of a move and are hardly ever needed.

    None if one of the works has raised: then all are undone.
    """
    db.execute("BEGIN IMMEDIATE")
    try:
        return [(work(db), None) for work in works]
    except Exception:
        if db.in_transaction:
            db.execute("ROLLBACK")
        return None


def _apart(works: Sequence[Work[Any]], db: sqlite3.Connection) -> list[_Result]:
    """With a savepoint around each."""
    db.execute("BEGIN IMMEDIATE")
    return [_alone(work, db) for work in works]


def _alone(work: Work[Any], db: sqlite3.Connection) -> _Result:
    db.execute("SAVEPOINT move")
    result: _Result
    try:
        result = work(db), None
    except Exception as error:
        if not db.in_transaction:
            raise  # SQLite has undone the whole batch, so the whole batch has failed
        db.execute("ROLLBACK TO move")
        result = None, fault(error)
    db.execute("RELEASE move")
    return result
