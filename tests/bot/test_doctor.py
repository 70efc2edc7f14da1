"""The command `doctor`: whoever runs a bot is told what it lacks, in plain lines."""

import io
import os
import sqlite3
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfoNotFoundError

import pytest

import storage
from bot import doctor
from bot.__main__ import main
from bot.config import Config, ConfigError
from bot.doctor import Finding

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcdE.abcdefghijklmnopqrstuvwxyz0123456789ab"


def address(folder: Path) -> str:
    """A database in a folder."""
    return f"sqlite:///{folder}/umpire.db"


async def made(folder: Path) -> Path:
    """A database as the bot leaves it."""
    await (await storage.open_store(address(folder))).close()
    return folder / "umpire.db"


async def unwell(settings: Config | ConfigError) -> list[str]:
    """What is not well."""
    return [finding.sentence for finding in await doctor.doctor(settings) if not finding.ok]


async def about_database(folder: Path) -> Finding:
    """The last finding: of the database's contents, if it got that far."""
    return (await doctor.doctor(Config(database=address(folder))))[-1]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which the bot is started, without any settings."""
    monkeypatch.chdir(tmp_path)
    for name in ("DISCORD_TOKEN", "UMPIRE_DATABASE", "UMPIRE_LOG_LEVEL"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


async def test_a_new_bot_lacks_nothing(tmp_path: Path) -> None:
    """No token is needed for practice, and the database is made at the start, not by a look."""
    findings = await doctor.doctor(Config(database=address(tmp_path)))
    assert all(finding.ok for finding in findings)
    assert any("shows a game on the practice field" in finding.sentence for finding in findings)
    assert "There is no database" in findings[-1].sentence
    assert os.listdir(tmp_path) == []


async def test_a_bot_that_has_run_lacks_nothing(tmp_path: Path) -> None:
    """Its database can be written, and everything in it agrees."""
    file = await made(tmp_path)
    expected = Finding(True, f"The database {file} can be written, is up to date and whole.")
    assert await about_database(tmp_path) == expected


async def test_a_token_is_never_repeated(tmp_path: Path) -> None:
    """Only that there is one."""
    findings = await doctor.doctor(Config(token=TOKEN, database=address(tmp_path)))
    assert any("There is a DISCORD_TOKEN" in finding.sentence for finding in findings)
    assert TOKEN not in str(findings)


async def test_settings_that_cannot_be_used_are_findings_too() -> None:
    """Everything that needs none is looked at nevertheless."""
    lines = ["UMPIRE_DB is not a setting", "UMPIRE_LOG_LEVEL: expected debug"]
    assert await unwell(ConfigError(lines)) == lines
    assert len(await doctor.doctor(ConfigError(lines))) > len(lines)


async def test_a_clock_before_our_time_is_wrong() -> None:
    """As on a small machine without a battery, before it has asked the network."""
    for moment, ok in [(datetime(1970, 1, 2, tzinfo=UTC), False), (doctor.BEFORE_US, True)]:
        findings = await doctor.doctor(ConfigError([]), int(moment.timestamp()))
        assert [one.ok for one in findings if one.sentence.startswith("The clock")] == [ok]


def test_an_old_python_is_told() -> None:
    """And which one is needed."""
    assert doctor._python((3, 11, 0)).ok
    assert doctor._python((3, 10, 14)) == Finding(
        False, "This is Python 3.10.14: Umpire needs 3.11 or a later one."
    )


async def test_missing_time_zones_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some machines bring none."""

    def unknown(name: str) -> None:
        raise ZoneInfoNotFoundError(name)

    monkeypatch.setattr(doctor, "ZoneInfo", unknown)
    (said,) = await unwell(ConfigError([]))
    assert "tzdata" in said


async def test_a_full_disk_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before a move cannot be kept."""
    monkeypatch.setattr(doctor, "LEAST_ROOM", 2**80)
    (said,) = await unwell(Config(database=address(tmp_path)))
    assert "make room" in said


async def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    """The commonest slip is a slash too few."""
    (said,) = await unwell(Config(database=address(tmp_path / "none")))
    assert said == f"There is no folder {tmp_path / 'none'} for the database: make it."


async def test_a_folder_that_may_not_be_written_to_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The system user of a service often may not."""
    monkeypatch.setattr("os.access", lambda path, mode: False)  # root may always
    (said,) = await unwell(Config(database=address(tmp_path)))
    assert "may not be written to" in said


@pytest.mark.parametrize("contents", [b"", b"no database at all" * 100])
async def test_a_file_that_is_no_database_is_told(tmp_path: Path, contents: bytes) -> None:
    """An empty file is as good as none; anything else is somebody's, and stays as it is."""
    file = tmp_path / "umpire.db"
    file.write_bytes(contents)
    assert (await about_database(tmp_path)).ok == (not contents)
    if contents:
        assert file.read_bytes() == contents


async def test_a_database_of_a_newer_program_is_told(tmp_path: Path) -> None:
    """It is not touched."""
    file = await made(tmp_path)
    with sqlite3.connect(file) as db:
        db.execute("INSERT INTO migrations VALUES (9999, '9999_later.sql')")
    db.close()
    finding = await about_database(tmp_path)
    assert not finding.ok
    assert "newer Umpire" in finding.sentence


async def test_a_database_with_faults_is_told(tmp_path: Path) -> None:
    """The first fault, and how many more."""
    file = await made(tmp_path)
    db = sqlite3.connect(file)
    for number in range(3):
        db.execute(f"INSERT INTO plans VALUES ({number}, 'gone', 0, 'd{number}', 'a', 's')")
    db.commit()
    db.close()
    finding = await about_database(tmp_path)
    assert not finding.ok
    assert "belongs to nothing in games (and 2 more: see db check)" in finding.sentence


def test_the_command_prints_a_line_for_each_finding(
    here: Path, capsys: pytest.CaptureFixture
) -> None:
    """And its status says whether all is well."""
    assert main(["doctor"]) == 0
    printed = capsys.readouterr().out.splitlines()
    (token,) = [line for line in printed if "DISCORD_TOKEN" in line]
    assert f"nor in {here / '.env'} (no such file): the program shows a game" in token
    assert len(printed) >= 6
    assert all(line.startswith("ok: ") for line in printed)

    (here / ".env").write_text("UMPIRE_LOG_LEVEL=loud\nUMPIRE_DB=x\n", "utf-8")
    assert main(["doctor"]) == 1
    printed = capsys.readouterr().out.splitlines()
    assert [line for line in printed if line.startswith("NOT OK: ")] == printed[-2:]


def test_every_finding_is_one_sentence_on_one_line(here: Path) -> None:
    """So that it can be pasted into an issue."""
    out = io.StringIO()
    assert doctor.examine(out) == 0
    for line in out.getvalue().splitlines():
        assert line.endswith(".")
