"""The command `replay`: its answers, its refusals and its exit status."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bot.__main__ import main

ROOT = Path(__file__).parents[2]
RECORDS = ROOT / "tests" / "records" / "pitch_and_catch"

HEADER = "game: pitch-and-catch (hand_size=1)\nplayers: Ana, Ben, Cho\n\n"
DEAL = "dealer deal " + " ".join(rank + suit for suit in "cdhs" for rank in "23456789TJQKA")
"""Ben has the 2c, Cho the 3c, Ana, who deals, the 4c."""


@pytest.fixture
def box(tmp_path: Path) -> Path:
    """Where a test writes its record."""
    return tmp_path / "game.box"


def refused(capsys: pytest.CaptureFixture[str], path: Path | str, status: int = 2) -> str:
    """The one line on standard error of a refused record; standard output stays empty."""
    assert main(["replay", str(path)]) == status
    plain = capsys.readouterr()
    assert main(["replay", "--json", str(path)]) == status
    assert capsys.readouterr() == plain
    assert plain.out == ""
    assert plain.err.endswith("\n")
    assert len(plain.err.splitlines()) == 1, plain.err
    return plain.err[:-1]


@pytest.mark.parametrize("name", ["running", "seven_players", "extra_inning", "abandoned"])
def test_json_is_the_position(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """One object on one line, the one that was worked out by hand."""
    assert main(["replay", str(RECORDS / f"{name}.box"), "--json"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert len(out.splitlines()) == 1
    expected = (RECORDS / f"{name}.json").read_text(encoding="utf-8")
    assert json.loads(out) == json.loads(expected)


def test_a_running_game_in_words(box: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What happened last, where the game stands, and what may come next."""
    box.write_text(f"{HEADER}{DEAL}\np1 pitch 4c\n", encoding="utf-8")
    assert main(["replay", str(box)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:3] == [
        "pitch-and-catch (hand_size=1): Ana, Ben, Cho",
        "2 lines, all legal.",
        "Ana pitches 4♣ (no cards left).",
    ]
    assert "Ana: 0 points, 0 cards, no balls" in lines
    assert lines[-1] == "Next line: p2, one of: pass, swing 2c."


def test_a_game_that_waits_for_the_dealer_in_words(
    box: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before the first shuffle nobody has anything to play."""
    box.write_text(HEADER, encoding="utf-8")
    assert main(["replay", str(box)]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "Next line: the dealer's."


def test_many_choices_are_cut_short(box: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Seventeen cards to pitch: twelve are named."""
    header = HEADER.replace("hand_size=1", "hand_size=17")
    box.write_text(f"{header}{DEAL}\n", encoding="utf-8")
    assert main(["replay", str(box)]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("Next line: p1, one of: pitch ")
    assert last.endswith(", 5 more.")
    assert last.count("pitch ") == 12


def test_a_finished_game_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    """Ben and Cho have 12 points each, Ana 11."""
    assert main(["replay", str(RECORDS / "shared_tie.box")]) == 0
    assert capsys.readouterr().out.splitlines()[-4:] == [
        "Final score (after the last inning):",
        "1. Ben: 12 (level)",
        "1. Cho: 12 (level)",
        "3. Ana: 11",
    ]


def test_a_win_by_strikes_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    """The winner is first whatever the score, so the reason stands above it (PC-19)."""
    assert main(["replay", str(RECORDS / "three_strikes_on_the_last_trick.box")]) == 0
    out = capsys.readouterr().out
    position = json.loads(
        (RECORDS / "three_strikes_on_the_last_trick.json").read_text(encoding="utf-8")
    )
    winner = position["players"][position["places"].index(1)]
    head, _, rows = out.partition("Final score (by three strikes, then by points):\n")
    assert head.endswith(f"Three strikes in a row! {winner} wins the game at once.\n")
    assert rows.startswith(f"1. {winner}: ")
    assert len(rows.splitlines()) == len(position["players"])


def test_the_run_of_strikes_in_words(box: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """How many there are, and whether the next unhit pitch wins; not where it cannot (PC-28)."""

    def strikes(plays: str) -> list[str]:
        header = HEADER.replace("hand_size=1", "hand_size=4")
        rows = plays.replace(" / ", "\n")
        box.write_text(f"{header}{DEAL}\n{rows}\n", encoding="utf-8")
        assert main(["replay", str(box)]) == 0
        return [row for row in capsys.readouterr().out.splitlines() if "strike" in row]

    first = "p1 pitch 4c / p2 pass / p3 pass"
    second = f"{first} / p1 pitch 7c / p2 pass / p3 pass"
    assert strikes("p1 pitch 4c") == []
    assert "Ana has 1 strike in a row." in strikes(first)
    assert "Ana has 1 strike in a row." in strikes(f"{first} / p1 pitch 7c")
    wins = "Ana has 2 strikes in a row: if nobody swings at {} pitch, it wins the game."
    assert wins.format("the next") in strikes(second)
    assert wins.format("this") in strikes(f"{second} / p1 pitch Tc / p2 pass")
    assert strikes(f"{second} / p1 pitch Tc / p2 swing 2c") == []
    assert strikes(f"{second} / clock p1 / p2 pass") == ["This pitch cannot count as a strike."]


def test_who_does_not_sit_there_any_more(box: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Resigned seats and those of the program are marked wherever the seat is told of."""
    rows = "house resign p2\nhouse computer p3\n"
    box.write_text(f"{HEADER}{DEAL}\n{rows}", encoding="utf-8")
    assert main(["replay", str(box)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].endswith(": Ana, Ben (resigned), Cho (house player)")
    assert "Ben (resigned): 0 points, 1 card, no balls" in lines
    assert "Cho (house player): 0 points, 1 card, no balls" in lines
    assert lines[-1] == "Next line: p1 pitch 4c"


def test_the_whole_story(capsys: pytest.CaptureFixture[str]) -> None:
    """All that was told, a block for each trick, and then where the game stands."""
    path = str(RECORDS / "four_innings.box")
    assert main(["replay", path]) == 0
    summary = capsys.readouterr().out
    assert main(["replay", "--story", path]) == 0
    *story, last = capsys.readouterr().out.split("\n\n")
    assert last == summary
    told = "\n".join(story)
    assert story[0].startswith("Inning 1. ")
    assert [told.count(f"inning {n} is over") for n in range(1, 5)] == [1, 1, 1, 1]
    assert "The game is over: " in story[-1]


def test_the_story_of_a_running_game(box: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The trick in progress belongs to it."""
    box.write_text(f"{HEADER}{DEAL}\np1 pitch 4c\n", encoding="utf-8")
    assert main(["replay", "--story", str(box)]) == 0
    blocks = capsys.readouterr().out.split("\n\n")
    assert blocks[:2] == ["Inning 1. Ana deals 1 card each.", "Ana pitches 4♣ (no cards left)."]
    assert main(["replay", "--story", "--json", str(box)]) == 2


def test_the_story_names_who_sat_there_then(capsys: pytest.CaptureFixture[str]) -> None:
    """Ben lays the 9, and Eve, who has come since, gets it back."""
    path = RECORDS.parent / "ball_four_52" / "resign_and_replace.box"
    assert main(["replay", "--story", str(path)]) == 0
    told = capsys.readouterr().out
    before, takes_over, after = told.partition("Eve takes over the seat of Ben.")
    assert takes_over
    assert "Ball Four! Ben lays 9♠" in before
    assert "Eve" not in before
    assert "Eve's Ball Four fails, for the hand is beaten" in after


def test_an_abandoned_game_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    """It has scores, but nobody is asked and nobody has a place."""
    assert main(["replay", str(RECORDS / "abandoned.box")]) == 0
    out = capsys.readouterr().out
    assert "without a result" in out
    assert "Final score (abandoned, no places):" in out
    assert "To act" not in out
    assert "Next line" not in out
    assert out.splitlines()[-3:] == ["Ana: 5", "Ben: 3", "Cho: 0"]


def test_an_illegal_line(box: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """File, number, line, reason and clause; a note does not belong to the line."""
    box.write_text(f"{HEADER}{DEAL}\np1 pitch 4c\np2  swing 9c # why not\n", encoding="utf-8")
    assert refused(capsys, box) == (
        f"{box}:6: p2 swing 9c: a swing may not be above the ball, a 4 [PC-9]"
    )


def test_an_unreadable_line(box: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The same shape, with what was expected and what was found, but no clause."""
    box.write_text(f"{HEADER}{DEAL}\np1 pitch 4x\n", encoding="utf-8")
    assert refused(capsys, box) == (
        f'{box}:5: p1 pitch 4x: expected one card after "pitch", like 9c, found "4x"'
    )


def test_a_long_line_is_cut_short(box: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A deal has more than fifty words; the first eighty characters are enough to find it."""
    box.write_text(f"{HEADER}{DEAL} 2c\n", encoding="utf-8")
    line = refused(capsys, box)
    assert line.startswith(f"{box}:4: {DEAL[:79]}…: ")
    assert line.endswith("[X-15]")


def test_control_characters_do_not_reach_the_terminal(
    box: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A record may come from anybody."""
    box.write_text(f"{HEADER}{DEAL}\np1 \x1b[2J\u2028\x07 pitch\n", encoding="utf-8")
    assert refused(capsys, box).isprintable()
    box.write_text(HEADER.replace("\n\n", "\nstarted: \x1b[2Jnow\n\n"), encoding="utf-8")
    assert refused(capsys, box).isprintable()


def test_hidden_cards(box: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The record of a running game can be read, not replayed: one sentence, status 3."""
    hidden = "dealer deal" + " ??" * 52
    box.write_text(f"{HEADER}{hidden}\np1 pitch 4c\n", encoding="utf-8")
    line = refused(capsys, box, status=3)
    assert line.startswith(f"{box}:4: dealer deal ?? ??")
    assert line.endswith("its cards are not public yet, so it cannot be replayed")


# --- files that are no records -------------------------------------------------------------------


def test_a_file_that_is_not_there(box: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It says so."""
    assert refused(capsys, box) == f"{box}: expected a record, found no such file"


def test_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder is no record."""
    assert refused(capsys, tmp_path) == f"{tmp_path}: expected a record, found a directory"


@pytest.mark.parametrize("name", ["", "nul\0byte", "no/such/folder/game.box", "x" * 5000])
def test_names_that_no_file_can_have(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """One line, however strange the name."""
    assert "expected a record" in refused(capsys, name)


def test_bytes_that_are_no_text(box: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The line is named, and the byte."""
    box.write_bytes(HEADER.encode() + b"p1 pitch \xff\n")
    assert refused(capsys, box) == f"{box}:4: expected text in UTF-8, found the byte 0xff"


@pytest.mark.parametrize("content", [b"", b"\n\n", bytes(5000), b"PK\x03\x04 zip", b"{}"])
def test_files_of_something_else(
    content: bytes, box: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Text it may be, but no header."""
    box.write_bytes(content)
    line = refused(capsys, box)
    assert line.startswith(f"{box}:1: ")
    assert "expected a header" in line
    assert len(line) < 300


def test_a_file_without_end(box: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Only so much of it is read."""
    with box.open("wb") as file:
        file.truncate(2**40)
    assert refused(capsys, box) == (
        f"{box}: expected a record of at most 1048576 bytes, found more"
    )


def test_a_hundred_thousand_names(box: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Reading them takes no longer than it must."""
    box.write_text(f"game: pitch-and-catch\nplayers: {'A,' * 99_999}A\n", encoding="utf-8")
    assert refused(capsys, box).endswith("expected 3 to 7 names, found 100000 [X-13]")


# --- the command line ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words", [["replay"], ["replay", "a", "b"], ["replay", "--jsn", "a"], ["rpelay", "a"], ["--x"]]
)
def test_wrong_arguments(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """One line, and status 2."""
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1
    assert "--help" in err


@pytest.mark.parametrize("command", ["", "replay", "verify", "simulate", "rules"])
def test_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Every command explains itself."""
    assert main([*command.split(), "--help"]) == 0
    assert "usage: " in capsys.readouterr().out


def test_an_output_that_knows_only_ascii(box: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Suits are written as escapes; the object of --json stays one that can be read."""
    text = f"{HEADER}{DEAL}\np1 pitch 4c\n".replace("Ben", "Zoë")
    box.write_text(text, encoding="utf-8")
    told = []
    for words in (["replay", str(box)], ["replay", str(box), "--json"]):
        out = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
        monkeypatch.setattr(sys, "stdout", out)
        assert main(words) == 0
        out.seek(0)
        told.append(out.read())
    assert "Ana pitches 4\\u2663 (no cards left)." in told[0]
    assert json.loads(told[1])["players"] == ["Ana", "Zoë", "Cho"]


def command(*words: str) -> "subprocess.Popen[bytes]":
    """The command line in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "bot", *words],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def test_a_record_from_a_shell() -> None:
    """As a program that reads the object would call it."""
    path = RECORDS / "seven_players.box"
    with command("replay", "--json", str(path)) as process:
        out, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (0, b"")
    expected = path.with_suffix(".json").read_text(encoding="utf-8")
    assert json.loads(out) == json.loads(expected)


@pytest.mark.skipif(sys.platform == "win32", reason="closed pipes are told otherwise there")
def test_a_reader_that_leaves_early() -> None:
    """`| head -1` ends quietly."""
    with command("rules", "pitch-and-catch") as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


@pytest.mark.skipif(sys.platform == "win32", reason="there are no named pipes there")
def test_control_c(
    box: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A command that is interrupted ends quietly with status 130."""

    def interrupted(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("bot.records.replay", interrupted)
    assert main(["replay", str(box)]) == 130
    assert capsys.readouterr() == ("", "")


def test_a_pipe_is_no_record(box: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is refused at once: nobody may ever write to it."""
    os.mkfifo(box)
    assert refused(capsys, box) == f"{box}: expected a record, found no ordinary file"


def test_closed_outputs(box: Path) -> None:
    """A shell may start a command with its outputs closed; that is no reason to crash."""
    box.write_text(f"{HEADER}{DEAL}\n", encoding="utf-8")
    for closed in (">&-", "2>&-"):
        line = f'"{sys.executable}" -m bot replay --json "{box}" {closed}'
        ended = subprocess.run(line, shell=True, cwd=ROOT, capture_output=True, check=False)
        assert ended.returncode == 0
        assert b"Traceback" not in ended.stderr
