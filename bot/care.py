"""The commands that look after the database: `db check`, `backup`, `restore` and `export`.

Each says in plain lines what it did or why it could not; what it does is done by `storage`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TextIO

import storage
from bot import config
from bot.config import ConfigError
from storage.archive import record_text
from storage.store import Damaged, Store, StoreError

DONE, FAULTY, REFUSED = 0, 1, 2
"""Exit statuses: done and well; the database is not well; it could not be done."""


def check(out: TextIO, err: TextIO) -> int:
    """Reads the whole database and replays every journal."""

    async def work(store: Store, address: str) -> int:
        faults = await store.check()
        if not faults:
            out.write(f"Nothing is wrong with {address}.\n")
        out.writelines(f"{fault}\n" for fault in faults)
        return FAULTY if faults else DONE

    return _with_store(work, err)


def backup(file: str, out: TextIO, err: TextIO) -> int:
    """Copies the database into a new file; the bot may be running."""

    async def work(store: Store, address: str) -> int:
        await store.backup(Path(file))
        out.write(f"{address} is copied to {file}.\n")
        return DONE

    return _with_store(work, err)


def restore(file: str, move_aside: bool, out: TextIO, err: TextIO) -> int:
    """Puts a backup in the place of the database; the bot must not be running."""

    def work(address: str) -> int:
        aside = storage.restore(address, Path(file), move_aside)
        if aside is not None:
            out.write(f"The database that was there is now {aside}.\n")
        out.write(f"{file} is restored to {address}.\n")
        return DONE

    return _guarded(work, err)


def export(game_id: str, out: TextIO, err: TextIO) -> int:
    """Prints the record of a game; of a running one without what is still secret."""

    async def work(store: Store, address: str) -> int:
        stored = await store.game(game_id)
        if stored is None:
            err.write(f"expected the id of a game in {address}, found {game_id!r}\n")
            return REFUSED
        text = await store.record(game_id)
        out.write(record_text(stored, await store.journal(game_id)) if text is None else text)
        return DONE

    return _with_store(work, err)


def _with_store(work: Callable[[Store, str], Awaitable[int]], err: TextIO) -> int:
    """Does something with the database of the settings, which must be there already."""

    async def opened(address: str) -> int:
        store = await storage.open_store(address)
        try:
            return await work(store, address)
        finally:
            await store.close()

    def there(address: str) -> int:
        file = storage.sqlite_path(address)
        if not file.exists():  # opening would make an empty one
            raise StoreError(f"there is no database {file}")
        return asyncio.run(opened(address))

    return _guarded(there, err)


def _guarded(work: Callable[[str], int], err: TextIO) -> int:
    """Runs something with the database's address; what goes wrong is told in one line."""
    try:
        return work(config.read().database)
    except ConfigError as error:
        err.writelines(f"{line}\n" for line in error.lines)
        return REFUSED
    except StoreError as error:
        err.write(f"{error}\n")
        return FAULTY if isinstance(error, Damaged) else REFUSED
