"""The commands `db`: check, backup, restore and export, on a database with games in it."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

import storage
from bot.__main__ import main
from bot.host import Host
from games import record, table
from games.pace import PRESETS
from storage.store import Place

START = 1_800_000_000
NAME = "umpire.db"
ANA = 11


async def fill() -> None:
    """Two games of Ana's with house players: `done` is over, in `on` she is to act."""
    ids = iter(["done", "on"])
    store = await storage.open_store(f"sqlite:///{NAME}")
    host = Host(
        store,
        lambda: START,
        secret=lambda size: bytes(range(size)),
        new_id=lambda: next(ids),
    )
    for game_id in ("done", "on"):
        pace = PRESETS["daily"]
        await host.open_sign_up(Place(1, 2), "pitch-and-catch", 3, pace, house_players=2)
        assert (await host.join(game_id, ANA, "Ana")).done
        assert (await host.close(game_id)).done
    while (stored := await store.game("done")) and (turn := stored.table.turn) is not None:
        at = stored.table
        assert (
            await host.play("done", ANA, at.game.write(next(at.game.legal(at.state, turn))))
        ).done
    await store.close()


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which the bot has run, without any settings."""
    monkeypatch.chdir(tmp_path)
    for name in ("DISCORD_TOKEN", "UMPIRE_DATABASE", "UMPIRE_LOG_LEVEL"):
        monkeypatch.delenv(name, raising=False)
    asyncio.run(fill())
    return tmp_path


class Said:
    """What a command has printed."""

    def __init__(self, capsys: pytest.CaptureFixture) -> None:
        self._capsys = capsys

    def by(self, *words: str, status: int = 0) -> tuple[str, str]:
        """Standard output and standard error of a command that ends with this status."""
        assert main(["db", *words]) == status
        printed = self._capsys.readouterr()
        return printed.out, printed.err


@pytest.fixture
def said(capsys: pytest.CaptureFixture) -> Said:
    """Runs commands."""
    return Said(capsys)


def broken(statement: str) -> None:
    """Somebody has been at the database."""
    db = sqlite3.connect(NAME)
    db.execute(statement)
    db.commit()
    db.close()


# --- check ---------------------------------------------------------------------------------------


def test_a_database_that_is_whole(here: Path, said: Said) -> None:
    """One line says so."""
    assert said.by("check") == ("Nothing is wrong with sqlite:///umpire.db.\n", "")


def test_a_database_that_is_not(here: Path, said: Said) -> None:
    """A line for each fault; the status is 1."""
    broken("DELETE FROM journal WHERE game = 'done' AND number > 3")
    broken("UPDATE games SET version = 99 WHERE id = 'on'")
    out, err = said.by("check", status=1)
    assert [line.partition(":")[0] for line in out.splitlines()] == ["game done", "game on"]
    assert err == ""


def test_a_file_that_is_no_database(here: Path, said: Said) -> None:
    """It is not taken for an empty one."""
    (here / NAME).write_bytes(b"a letter to a friend " * 100)
    out, err = said.by("check", status=1)
    assert out == ""
    assert len(err.splitlines()) == 1


# --- backup and restore --------------------------------------------------------------------------


def test_a_backup_is_a_whole_database(
    here: Path, said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With every game in it, as text the same."""
    before = said.by("export", "done"), said.by("export", "on")
    out, _ = said.by("backup", "copy.db")
    assert out == "sqlite:///umpire.db is copied to copy.db.\n"
    monkeypatch.setenv("UMPIRE_DATABASE", "sqlite:///copy.db")
    assert said.by("check")[0] == "Nothing is wrong with sqlite:///copy.db.\n"
    assert (said.by("export", "done"), said.by("export", "on")) == before


def test_a_backup_overwrites_nothing(here: Path, said: Said) -> None:
    """Not even another backup."""
    (here / "copy.db").write_text("precious", "utf-8")
    out, err = said.by("backup", "copy.db", status=2)
    assert out == ""
    assert len(err.splitlines()) == 1
    assert (here / "copy.db").read_text("utf-8") == "precious"


def test_a_backup_is_restored_where_none_is(here: Path, said: Said) -> None:
    """After the disk was lost."""
    said.by("backup", "copy.db")
    (here / NAME).unlink()
    assert said.by("restore", "copy.db") == ("copy.db is restored to sqlite:///umpire.db.\n", "")
    said.by("check")


def test_a_restore_overwrites_nothing(here: Path, said: Said) -> None:
    """Unless told to, it leaves the database; and told to, it renames it."""
    said.by("backup", "copy.db")
    broken("UPDATE games SET version = 99 WHERE id = 'on'")
    _, err = said.by("restore", "copy.db", status=2)
    assert len(err.splitlines()) == 1
    said.by("check", status=1)
    out, _ = said.by("restore", "--move-aside", "copy.db")
    moved, restored = out.splitlines()
    assert moved == "The database that was there is now umpire.db.aside1."
    assert restored == "copy.db is restored to sqlite:///umpire.db."
    said.by("check")
    assert (here / "umpire.db.aside1").exists()


def test_a_backup_that_is_not_whole_is_not_restored(here: Path, said: Said) -> None:
    """It would only be found out in the middle of a game."""
    broken("UPDATE games SET version = 99 WHERE id = 'on'")
    (here / NAME).rename(here / "copy.db")
    _, err = said.by("restore", "copy.db", status=1)
    assert "the backup is not whole" in err
    assert not (here / NAME).exists()


# --- export --------------------------------------------------------------------------------------


def test_the_record_of_a_finished_game_can_be_verified(
    here: Path, said: Said, capsys: pytest.CaptureFixture
) -> None:
    """Its seed is public."""
    out, _ = said.by("export", "done")
    (here / "done.box").write_text(out, "utf-8")
    assert main(["verify", "done.box"]) == 0
    assert f"seed: {bytes(range(32)).hex()}" in out
    capsys.readouterr()


def test_the_record_of_a_running_game_hides_what_is_secret(here: Path, said: Said) -> None:
    """The seed, and every card that nobody has played."""
    out, _ = said.by("export", "on")
    assert bytes(range(32)).hex() not in out
    assert "dealer deal ?? ??" in out
    assert record.read(out).headers["fair"] == "umpire-1"


def test_a_record_is_the_one_that_the_host_has_posted(here: Path, said: Said) -> None:
    """Kept when the game ended."""

    async def kept() -> tuple[str | None, table.Table]:
        store = await storage.open_store(f"sqlite:///{NAME}")
        text, stored = await store.record("done"), await store.game("done")
        await store.close()
        assert stored is not None
        return text, stored.table

    text, at = asyncio.run(kept())
    assert at.outcome is not None
    assert said.by("export", "done")[0] == text


def test_no_such_game(here: Path, said: Said) -> None:
    """One line, and nothing on standard output."""
    assert said.by("export", "k7m2", status=2) == (
        "",
        "expected the id of a game in sqlite:///umpire.db, found 'k7m2'\n",
    )


# --- whatever the command ------------------------------------------------------------------------

COMMANDS = [["check"], ["backup", "copy.db"], ["export", "done"]]


@pytest.mark.parametrize("words", COMMANDS)
def test_without_a_database_none_is_made(here: Path, said: Said, words: list[str]) -> None:
    """Opening would make an empty one, and it would be whole."""
    (here / NAME).unlink()
    assert said.by(*words, status=2) == ("", "there is no database umpire.db\n")
    assert not (here / NAME).exists()


@pytest.mark.parametrize("words", [*COMMANDS, ["restore", "copy.db"]])
def test_settings_that_cannot_be_used_are_told(
    here: Path, said: Said, words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of them, a line each."""
    monkeypatch.setenv("UMPIRE_DATABASE", "umpire.db")
    monkeypatch.setenv("UMPIRE_LOG_LEVEL", "loud")
    out, err = said.by(*words, status=2)
    assert out == ""
    assert [line.partition(":")[0] for line in err.splitlines()] == [
        "UMPIRE_DATABASE",
        "UMPIRE_LOG_LEVEL",
    ]


@pytest.mark.parametrize(
    "words",
    [[], ["mend"], ["backup"], ["restore"], ["export"], ["check", "it"], ["backup", "a", "b"]],
)
def test_bad_usage_is_one_line(here: Path, said: Said, words: list[str]) -> None:
    """It says where help is."""
    out, err = said.by(*words, status=2)
    assert out == ""
    assert len(err.splitlines()) == 1
    assert "--help" in err
