"""The SQLite engine: the common contract, and what is its own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage.sqlite import SqliteStore, open_sqlite
from tests.storage.contract import OpenStore, StoreContract


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the database of a test lies."""
    return tmp_path / "umpire.db"


@pytest.fixture
async def open_store(path: Path) -> AsyncIterator[OpenStore]:
    """Opens the database of the test; all are closed at its end."""
    stores: list[SqliteStore] = []

    async def open_it() -> SqliteStore:
        stores.append(await open_sqlite(path, busy=0.2))
        return stores[-1]

    yield open_it
    for store in stores:
        await store.close()


class TestContract(StoreContract):
    """Everything that any store must do."""
