"""The game in the terminal: it is played to the end, told, and leaves a record that is fair."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from bot import exhibition
from bot.__main__ import main

ROOT = Path(__file__).parents[2]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty current directory."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_game_is_played_to_the_end(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Seven names take their seats, innings are dealt, and all seven have a place."""
    assert main([]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    first, *posts, last, end = out.strip("\n").split("\n\n")
    assert "Commitment: " in first
    assert all(name in first for name in exhibition.NAMES)
    assert posts[0].startswith("Inning 1. ")
    assert " pitches " in posts[1]
    assert all(len(post.splitlines()) < 40 for post in posts)
    assert last.startswith("Final score (")
    assert len(re.findall(r"^[1-7]\. ", last, re.MULTILINE)) == 7
    assert str(here / "pitch-and-catch.box") in end


def test_nobody_is_told_a_hand(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A story for spectators."""
    assert main([]) == 0
    assert "Your hand" not in capsys.readouterr().out


def test_its_record_is_fair_and_finished(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`verify` finds nothing wrong, and `replay` finds the same result."""
    assert main([]) == 0
    story = capsys.readouterr().out
    path = here / "pitch-and-catch.box"
    assert main(["verify", str(path)]) == 0
    assert "deal/1: " in capsys.readouterr().out
    assert main(["replay", "--json", str(path)]) == 0
    position = json.loads(capsys.readouterr().out)
    assert position["finished"]
    for name, place, score in zip(
        position["players"], position["places"], position["scores"], strict=True
    ):
        level = " (level)" if position["places"].count(place) > 1 else ""
        assert f"{place}. {name}: {score}{level}\n" in story


def test_what_its_record_says(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Only house players, so nobody was in: E is the digest of nothing. The result has a reason."""
    assert main([]) == 0
    final = capsys.readouterr().out.partition("Final score (")[2].partition("\n\n")[0]
    text = (here / "pitch-and-catch.box").read_text(encoding="utf-8")
    headers = dict(line.split(":", 1) for line in text.split("\n\n")[0].splitlines())
    assert list(headers) == [
        *("game", "players", "started", "result", "rules"),
        *("fair", "commitment", "seed", "entropy", "entrants", "ids"),
    ]
    nothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert headers["entropy"] == f" {nothing}"
    assert headers["entrants"] == ""
    assert sorted(headers["ids"].strip().split(",")) == [f"h{n}" for n in range(1, 8)]
    assert headers["result"].strip() == ", ".join(final.splitlines()).replace("):,", ":")
    assert re.fullmatch(r" \d{4}-\d\d-\d\d \d\d:\d\dZ", headers["started"])


def test_no_file_is_written_over(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The next free name is taken, and it is said which."""
    (here / "pitch-and-catch.box").write_text("mine")
    (here / "pitch-and-catch-2.box").mkdir()
    assert main([]) == 0
    assert str(here / "pitch-and-catch-3.box") in capsys.readouterr().out
    assert (here / "pitch-and-catch.box").read_text() == "mine"
    assert main(["verify", "pitch-and-catch-3.box"]) == 0


def test_two_games_differ(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each has a seed of its own."""
    assert main([]) == 0
    assert main([]) == 0
    capsys.readouterr()
    one, other = (here / name for name in ("pitch-and-catch.box", "pitch-and-catch-2.box"))
    assert one.read_text(encoding="utf-8") != other.read_text(encoding="utf-8")


def test_a_folder_that_cannot_be_written_to(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The game was played and told; one line says that its record is lost."""
    file = tmp_path / "file"
    file.touch()
    assert exhibition.play(file, sys.stdout, sys.stderr) == 2
    out, err = capsys.readouterr()
    assert "Final score (" in out
    assert "Its record" not in out
    assert len(err.splitlines()) == 1
    assert str(file / "pitch-and-catch.box") in err


def test_from_a_shell(tmp_path: Path) -> None:
    """As the README says."""
    done = subprocess.run(
        [sys.executable, "-m", "bot"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert [path.name for path in tmp_path.iterdir()] == ["pitch-and-catch.box"]
