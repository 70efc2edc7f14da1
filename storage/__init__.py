"""The checkpoint store: what is kept, and the engines that keep it. All SQL lives here."""

from __future__ import annotations

from pathlib import Path

from storage import sqlite
from storage.store import Store, StoreError


async def open_store(url: str) -> Store:
    """The store at an address like `sqlite:///umpire.db`, made if there is none, and up to date."""
    return await sqlite.open_sqlite(sqlite_path(url))


def restore(url: str, backup: Path, move_aside: bool = False) -> Path | None:
    """Puts a backup where the store at this address would be; the bot must not be running.

    The backup is checked first. Nothing is overwritten: with `move_aside` a database that is there
    already is renamed, and its new name given back.
    """
    return sqlite.restore(sqlite_path(url), backup, move_aside)


def sqlite_path(url: str) -> Path:
    """The file of an address; four slashes begin a path from the root."""
    scheme, colon, rest = url.partition("://")
    if not colon or scheme != "sqlite":
        # not the whole address: one of another kind may hold a password
        found = scheme if colon else "an address without ://"
        raise StoreError(f"expected a database like sqlite:///umpire.db, found {found}")
    host, slash, path = rest.partition("/")
    if host or not slash or not path or path.endswith("/") or path.startswith(":"):
        raise StoreError(f"expected a file like sqlite:///umpire.db, found {url}")
    return Path(path)
