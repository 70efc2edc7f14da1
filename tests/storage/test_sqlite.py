"""The SQLite engine: the common contract, and what is its own."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import closing, contextmanager, suppress
from importlib import resources
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

import storage
from games import table
from games.clock import Pause
from games.hours import DAY
from storage import sqlite_file
from storage.group_commit import on_thread
from storage.sqlite import SqliteStore, open_sqlite
from storage.store import (
    Conflict,
    Damaged,
    Post,
    Repeated,
    StoredGame,
    StoreError,
    TooNew,
    Unavailable,
)
from tests.storage.contract import (
    ANA,
    NOW,
    OpenStore,
    StoreContract,
    begun,
    loaded,
    next_move,
    opened,
    played_out,
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the database of a test lies."""
    return tmp_path / "umpire.db"


@pytest.fixture
async def open_store(path: Path) -> AsyncIterator[OpenStore]:
    """Opens the database of the test; all are closed at its end."""
    stores: list[SqliteStore] = []

    async def open_it() -> SqliteStore:
        stores.append(await open_sqlite(path, busy=0.05))
        return stores[-1]

    yield open_it
    for store in stores:
        with suppress(StoreError):  # the file may be broken on purpose
            await store.close()


@pytest.fixture
async def store(open_store: OpenStore) -> SqliteStore:
    """The database of the test, open."""
    opened_store = await open_store()
    assert isinstance(opened_store, SqliteStore)
    return opened_store


class TestContract(StoreContract):
    """Everything that any store must do."""


@contextmanager
def outside(path: Path) -> Iterator[sqlite3.Connection]:
    """Another program with its fingers in the file."""
    with closing(sqlite3.connect(path, isolation_level=None, timeout=0)) as db:
        yield db


async def pragma(store: SqliteStore, text: str) -> object:
    """What the writing connection answers to a PRAGMA."""
    row = await on_thread(
        store._writer.connection, lambda db: db.execute(f"PRAGMA {text}").fetchone()
    )
    return row[0] if row else None


async def still_works(store: SqliteStore, game: StoredGame) -> StoredGame:
    """A move after the trouble is over; what the trouble refused is not there."""
    assert await loaded(store, game.table.id) == game
    after = await store.commit(game, next_move(game))
    assert await loaded(store, game.table.id) == after
    assert await store.check() == ()
    return after


# --- opening -------------------------------------------------------------------------------------


async def test_a_commit_is_on_the_disk_when_it_is_acknowledged(store: SqliteStore) -> None:
    """WAL, synchronous=FULL (2), foreign keys; every table is STRICT."""
    assert await pragma(store, "journal_mode") == "wal"
    assert await pragma(store, "synchronous") == 2
    assert await pragma(store, "foreign_keys") == 1
    with outside(store.path) as db:
        tables = db.execute(
            "SELECT name, strict FROM pragma_table_list WHERE schema = 'main'"
            " AND type = 'table' AND name NOT LIKE 'sqlite_%'"
        ).fetchall()
    assert len(tables) > 8
    assert all(strict for _, strict in tables)


async def test_a_new_database_is_for_its_owner_alone(
    store: SqliteStore, open_store: OpenStore, path: Path
) -> None:
    """It holds hands and seeds; what somebody has allowed later stays as it is."""
    lying = [path, path.with_name("umpire.db-wal"), path.with_name("umpire.db-shm")]
    assert [one.stat().st_mode & 0o777 for one in lying] == [0o600] * 3
    await store.close()
    path.chmod(0o640)
    await (await open_store()).close()
    assert path.stat().st_mode & 0o777 == 0o640


async def test_user_ids_stand_in_two_tables_only(store: SqliteStore) -> None:
    """`seats` and `people`: what a person may have removed is in no third place."""
    with outside(store.path) as db:
        found = db.execute(
            "SELECT t.name FROM pragma_table_list t JOIN pragma_table_info(t.name) c"
            " WHERE c.name LIKE '%user%' ORDER BY 1"
        ).fetchall()
    assert found == [("people",), ("seats",)]


async def test_an_address_is_a_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three slashes are relative, four are absolute; the file is made."""
    monkeypatch.chdir(tmp_path)
    assert storage.sqlite_path("sqlite:///umpire.db") == Path("umpire.db")
    assert storage.sqlite_path("sqlite:////var/umpire.db") == Path("/var/umpire.db")
    await (await storage.open_store("sqlite:///umpire.db")).close()
    assert Path("umpire.db").is_file()


@pytest.mark.parametrize(
    "url",
    [
        "",
        "umpire.db",
        "mysql://me:secret@host/db",
        "sqlite://umpire.db",
        "sqlite:///",
        "sqlite:///:memory:",
        "sqlite:///missing/umpire.db",
    ],
)
async def test_an_address_that_is_none_gets_one_sentence(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It says what was expected, and never repeats a password."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(StoreError) as caught:
        await storage.open_store(url)
    assert "\n" not in str(caught.value)
    assert "secret" not in str(caught.value)


async def test_a_file_of_another_program_is_left_alone(path: Path) -> None:
    """A database of somebody else, and a file that is none."""
    with outside(path) as db:
        db.execute("CREATE TABLE theirs (a)")
    before = path.read_bytes()
    with pytest.raises(Damaged, match="another program"):
        await open_sqlite(path)
    assert path.read_bytes() == before
    path.write_bytes(b"Dear diary, " * 1000)
    with pytest.raises(Damaged, match="no database"):
        await open_sqlite(path)


# --- migrations ----------------------------------------------------------------------------------


def test_migrations_are_numbered_without_a_gap() -> None:
    """And every SQL file of the folder is one."""
    numbers = [number for number, _, _ in sqlite_file.migrations()]
    assert numbers == list(range(1, len(numbers) + 1))
    files = [one.name for one in resources.files("storage.migrations").iterdir()]
    assert len([name for name in files if name.endswith(".sql")]) == len(numbers)


async def test_migrations_are_applied_once(open_store: OpenStore, path: Path) -> None:
    """And recorded."""
    for _ in range(2):
        await (await open_store()).close()
    with outside(path) as db:
        rows = db.execute("SELECT number, name FROM migrations").fetchall()
    assert rows == [(number, name) for number, name, _ in sqlite_file.migrations()]


async def test_a_database_of_a_newer_program_is_refused(open_store: OpenStore, path: Path) -> None:
    """TooNew, and it is not touched."""
    await (await open_store()).close()
    with outside(path) as db:
        db.execute("INSERT INTO migrations VALUES (9999, '9999_future.sql')")
    with pytest.raises(TooNew, match="newer"):
        await open_sqlite(path)


async def test_a_migration_is_applied_whole_or_not_at_all(store: SqliteStore, path: Path) -> None:
    """One that fails in its second statement leaves nothing of its first."""
    known = sqlite_file.migrations()
    broken = (len(known) + 1, "broken.sql", "CREATE TABLE half (a);\nCREATE TABLE games (a);\n")
    with outside(path) as db:
        with pytest.raises(sqlite3.OperationalError):
            sqlite_file.migrate(db, [*known, broken])
        assert not db.in_transaction
        assert db.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'half'").fetchone() == (
            0,
        )
        whole = (len(known) + 1, "whole.sql", "-- a comment; with a sign\nCREATE TABLE half (a);")
        sqlite_file.migrate(db, [*known, whole])
        assert db.execute("SELECT count(*) FROM half").fetchone() == (0,)


async def test_a_pause_without_an_end_has_one_after_a_migration(
    store: SqliteStore, tmp_path: Path
) -> None:
    """A game of a database of before, paused for good at NOW, goes on 14 days later."""
    game = await begun(store)
    checkpoint = msgspec.json.decode(table.dump(game.table))
    checkpoint["clock"]["pause"] = {"since": NOW, "until": None}
    before = tmp_path / "before.db"
    with outside(before) as db:
        sqlite_file.migrate(db, sqlite_file.migrations()[:2])
        db.execute("ATTACH ? AS now", (str(store.path),))
        for name in ("sign_ups", "games", "seats", "journal"):
            columns = ", ".join(row[1] for row in db.execute(f"PRAGMA main.table_info({name})"))
            db.execute(f"INSERT INTO {name} ({columns}) SELECT {columns} FROM now.{name}")
        paused = msgspec.json.encode(checkpoint)
        db.execute("UPDATE games SET checkpoint = ?, runs = 0, alarm = NULL", (paused,))
    opened_anew = await open_sqlite(before)
    found = await loaded(opened_anew)
    assert found.table.clock.pause == Pause(NOW, NOW + 14 * DAY)
    assert await opened_anew.next_alarm() == found.table.clock.alarm == NOW + 14 * DAY
    assert await opened_anew.check() == ()
    await opened_anew.close()


# --- group commit --------------------------------------------------------------------------------


async def test_a_hundred_moves_at_once_are_few_commits(store: SqliteStore) -> None:
    """What waits is written together; everybody is answered after the commit."""
    games = [await begun(store, id_=f"g{n}") for n in range(100)]
    before = store._writer.batches
    after = await asyncio.gather(*(store.commit(game, next_move(game)) for game in games))
    assert store._writer.batches - before <= 2
    for game in after:
        assert await loaded(store, game.table.id) == game


async def test_a_move_that_fails_is_undone_alone(store: SqliteStore) -> None:
    """In the same batch: a conflict, a repeated interaction, a plain bug, and a good move."""
    games = [await begun(store, id_=f"g{n}") for n in range(4)]
    games[0] = await store.commit(games[0], next_move(games[0]), interaction=7)
    stale = replace(games[1], revision=99)
    bug = [Post("good", channel=1), Post("bad", channel=2**70)]
    before = store._writer.batches
    outcomes = await asyncio.gather(
        store.commit(games[0], next_move(games[0]), interaction=7),
        store.commit(stale, next_move(stale), [Post("stale", channel=1)]),
        store.commit(games[2], next_move(games[2]), bug),
        store.commit(games[3], next_move(games[3]), [Post("hello", channel=1)]),
        return_exceptions=True,
    )
    assert store._writer.batches - before == 1
    assert [type(one) for one in outcomes] == [Repeated, Conflict, OverflowError, StoredGame]
    assert [await loaded(store, f"g{n}") for n in range(3)] == games[:3]
    assert await loaded(store, "g3") == outcomes[3]
    assert [one.body for one in await store.owed(NOW, 60)] == ["hello"]
    assert await store.check() == ()


async def test_if_the_commit_fails_nothing_is_kept(store: SqliteStore) -> None:
    """All of the batch fail with Unavailable; the next batch goes well."""
    games = [await begun(store, id_=f"g{n}") for n in range(3)]

    def spoil(db: sqlite3.Connection) -> None:
        db.execute("PRAGMA defer_foreign_keys = ON")  # looked at by the COMMIT
        db.execute("INSERT INTO records VALUES ('nobody', '')")

    outcomes = await asyncio.gather(
        *(store.commit(game, next_move(game)) for game in games),
        store._writer.write(spoil),
        return_exceptions=True,
    )
    assert [type(one) for one in outcomes] == [Unavailable] * 4
    assert len({id(one) for one in outcomes}) == 4
    for game in games:
        await still_works(store, game)


async def test_nobody_sees_what_is_not_committed(store: SqliteStore, path: Path) -> None:
    """Killed in the middle of a batch, nothing has happened."""
    game = await begun(store)

    def peek(db: sqlite3.Connection) -> tuple[object, object]:
        db.execute("UPDATE games SET version = 99")
        with outside(path) as other:
            return (
                db.execute("SELECT version FROM games").fetchone(),
                other.execute("SELECT version FROM games").fetchone(),
            )

    ours, theirs = await store._writer.write(peek)
    assert (ours, theirs) == ((99,), (game.table.version,))


async def test_a_closed_store_has_finished_its_work(store: SqliteStore, path: Path) -> None:
    """What was under way is kept, and only then is the file let go."""
    games = [await begun(store, id_=f"g{n}") for n in range(5)]
    tasks = [asyncio.create_task(store.commit(game, next_move(game))) for game in games]
    await asyncio.sleep(0)
    await store.close()
    after = await asyncio.gather(*tasks)
    assert not path.with_name("umpire.db-wal").exists()
    again = await open_sqlite(path)
    assert [await loaded(again, game.table.id) for game in after] == after
    await again.close()


# --- trouble -------------------------------------------------------------------------------------


async def test_a_full_disk_keeps_nothing_and_passes(store: SqliteStore) -> None:
    """Unavailable says what to do; with room again it goes on."""
    game = await begun(store)
    ((pages,),) = [(await pragma(store, "page_count"),)]
    await pragma(store, f"max_page_count = {pages}")
    big = [Post("x" * 100_000, channel=1)]
    for _ in range(2):
        with pytest.raises(Unavailable, match="disk is full"):
            await store.commit(game, next_move(game), big)
    await pragma(store, "max_page_count = 1000000")
    await still_works(store, game)


async def test_a_read_only_database_says_so(store: SqliteStore) -> None:
    """And goes on when it may be written again."""
    game = await begun(store)
    await pragma(store, "query_only = ON")
    with pytest.raises(Unavailable, match="read-only"):
        await store.commit(game, next_move(game))
    assert await loaded(store) == game
    await pragma(store, "query_only = OFF")
    await still_works(store, game)


HOLDER = """
import sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute("BEGIN IMMEDIATE")
print("held", flush=True)
sys.stdin.read()
"""


async def test_a_database_held_by_another_program_says_so(store: SqliteStore) -> None:
    """Reading goes on meanwhile; writing goes on when the other one has let go or was killed."""
    game = await begun(store)
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(store.path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    with holder:
        assert holder.stdout is not None
        assert await asyncio.to_thread(holder.stdout.readline) == b"held\n"
        outcomes = await asyncio.gather(
            store.commit(game, next_move(game)), store.alive(NOW), return_exceptions=True
        )
        assert [type(one) for one in outcomes] == [Unavailable, Unavailable]
        assert "another program" in str(outcomes[0])
        assert await loaded(store) == game
        holder.kill()
    await still_works(store, game)


async def test_a_damaged_page_is_named_as_such(open_store: OpenStore, path: Path) -> None:
    """By reading, by writing, and by `check`; what lies on other pages goes on."""
    store = await open_store()
    game = await begun(store)
    await store.close()
    with outside(path) as db:
        (page,) = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'games'").fetchone()
    with path.open("r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(b"\xa5" * 4096)
    store = await open_store()
    with pytest.raises(Damaged, match="restore"):
        await store.game("g1")
    with pytest.raises(Damaged, match="restore"):
        await store.commit(game, next_move(game))
    await opened(store, [ANA], "s1")
    assert any("damaged" in fault for fault in await store.check())
    await store.close()
    with pytest.raises(Damaged, match="not restored"):
        storage.restore(f"sqlite:///{path}.new", path)


async def test_a_file_that_is_damaged_all_over_is_not_opened(
    open_store: OpenStore, path: Path
) -> None:
    """One sentence says what to do."""
    store = await open_store()
    await begun(store)
    await store.close()
    content = path.read_bytes()
    path.write_bytes(content[:4096] + b"\xa5" * (len(content) - 4096))
    with pytest.raises(Damaged, match="restore the last backup"):
        await open_store()


async def test_a_checkpoint_that_cannot_be_read_is_damaged(store: SqliteStore, path: Path) -> None:
    """The game is named; the others go on."""
    await begun(store, id_="g1")
    await begun(store, id_="g2")
    with outside(path) as db:
        db.execute("UPDATE games SET checkpoint = x'7b7d' WHERE id = 'g1'")
    with pytest.raises(Damaged, match="g1"):
        await store.game("g1")
    await loaded(store, "g2")
    (fault,) = await store.check()
    assert fault.startswith("game g1: the checkpoint cannot be read")


@pytest.mark.parametrize(
    ("spoil", "found"),
    [
        ("DELETE FROM journal WHERE number = 3", "journal has 3 rows"),
        ("UPDATE journal SET action = 'pass' WHERE number = 2", "cannot be replayed"),
        ("UPDATE games SET version = 9", "version 9"),
        (
            "UPDATE games SET checkpoint = CAST(replace(CAST(checkpoint AS TEXT),"
            " '\"deals\":1', '\"deals\":2') AS BLOB)",
            "another number of deals",
        ),
        ("UPDATE seats SET house = 1, user = NULL WHERE seat = 1", "another seating"),
        ("PRAGMA foreign_keys = OFF; DELETE FROM sign_ups", "belongs to nothing"),
    ],
)
async def test_a_check_finds_what_does_not_fit(
    store: SqliteStore, path: Path, spoil: str, found: str
) -> None:
    """A sentence for each fault, with the game's name."""
    game = await begun(store)
    for _ in range(3):
        game = await store.commit(game, next_move(game))
    assert await store.check() == ()
    with outside(path) as db:
        for statement in spoil.split("; "):
            db.execute(statement)
    faults = await store.check()
    assert any(found in fault for fault in faults), faults
    if "belongs" not in found:
        assert all(fault.startswith("game g1: ") for fault in faults)


# --- copies --------------------------------------------------------------------------------------


async def test_a_backup_is_whole_while_moves_go_on(store: SqliteStore, tmp_path: Path) -> None:
    """It is one file, sound, with the state of one moment, and readable to its owner alone."""
    games = [await begun(store, id_=f"g{n}") for n in range(10)]
    to = tmp_path / "backups.db"

    async def moves(game: StoredGame) -> None:
        for _ in range(5):
            game = await store.commit(game, next_move(game))

    await asyncio.gather(store.backup(to), *map(moves, games))
    names = {path.name for path in tmp_path.iterdir() if path.name.startswith("backups")}
    assert names == {"backups.db"}
    assert to.stat().st_mode & 0o777 == 0o600
    assert sqlite_file.check(to) == ()
    with outside(to) as db:
        assert db.execute("PRAGMA journal_mode").fetchone() == ("delete",)


async def test_a_backup_that_cannot_be_written_leaves_nothing(
    store: SqliteStore, tmp_path: Path
) -> None:
    """And says why."""
    with pytest.raises(Unavailable, match="file system"):
        await store.backup(tmp_path / "missing" / "backup.db")


async def test_a_restored_database_is_as_it_was(
    open_store: OpenStore, path: Path, tmp_path: Path
) -> None:
    """The one that was there is kept under another name, with all that it had."""
    store = await open_store()
    game = await begun(store)
    backup = tmp_path / "backup.db"
    await store.backup(backup)
    later = await played_out(store, game)
    url = f"sqlite:///{path}"
    with pytest.raises(StoreError, match="already"):
        storage.restore(url, backup)
    with pytest.raises(Unavailable, match="another program"):
        storage.restore(url, backup, move_aside=True)  # the bot is running
    assert await loaded(store) == later
    await store.close()
    aside = storage.restore(url, backup, move_aside=True)
    assert aside is not None
    restored = await open_store()
    assert await loaded(restored) == game
    old = await open_sqlite(aside)
    assert await loaded(old) == later
    await old.close()


async def test_a_killed_database_is_moved_aside_with_its_log(
    store: SqliteStore, path: Path, tmp_path: Path
) -> None:
    """What only the log holds is not lost: files as a killed bot leaves them."""
    backup = tmp_path / "backup.db"
    await store.backup(backup)
    game = await begun(store)
    killed = tmp_path / "killed.db"
    for suffix in ("", "-wal"):
        name = killed.with_name(killed.name + suffix)
        name.write_bytes(path.with_name(path.name + suffix).read_bytes())
    aside = storage.restore(f"sqlite:///{killed}", backup, move_aside=True)
    assert aside is not None
    old = await open_sqlite(aside)
    assert await loaded(old) == game
    await old.close()


async def test_a_restore_needs_a_sound_backup(path: Path, tmp_path: Path) -> None:
    """Not a missing, an empty or a foreign file."""
    url = f"sqlite:///{path}"
    with pytest.raises(Unavailable, match="no backup"):
        storage.restore(url, tmp_path / "missing")
    empty = tmp_path / "empty"
    empty.touch()
    foreign = tmp_path / "foreign"
    with outside(foreign) as db:
        db.execute("CREATE TABLE theirs (a)")
    for one in (empty, foreign):
        with pytest.raises(Damaged, match="not restored"):
            storage.restore(url, one)
    assert not path.exists()


async def test_a_restored_backup_repeats_no_key(
    store: SqliteStore, path: Path, tmp_path: Path
) -> None:
    """Keys are random: Discord would take a repeated one for a post it has had."""
    game = await begun(store)
    backup = tmp_path / "backup.db"
    await store.backup(backup)
    other = await open_sqlite(backup)
    keys = []
    for one in (store, other):
        await one.commit(game, next_move(game), [Post("x", channel=1)])
        keys += [owed.key for owed in await one.owed(NOW, 60)]
    await other.close()
    assert len(set(keys)) == 2
    assert all(len(key) <= 25 for key in keys)


async def test_a_forgotten_name_is_not_in_the_file(store: SqliteStore, path: Path) -> None:
    """Not even in the free space, once the log is moved into the file."""
    game = await begun(store, [ANA, 22, 33])
    named = replace(game.table.players[0], name="Zachariah Quux")
    players = (named, *game.table.players[1:])
    change = next_move(game)
    table = replace(change.table, players=players)
    await store.commit(game, replace(change, table=table))
    with outside(path) as db:
        db.execute("UPDATE seats SET name = 'Zachariah Quux' WHERE seat = 0")
    user = game.user_at(0)
    assert user is not None
    await store.forget(user)
    await store.close()
    assert b"Quux" not in path.read_bytes()
