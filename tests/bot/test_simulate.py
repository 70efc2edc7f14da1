"""The command `simulate`: the same seed gives the same games, and what it counts adds up."""

import json
import re
import sys
from typing import Any

import pytest

from bot.__main__ import main
from bot.simulate import Spread


def simulated(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    """The object that the command prints."""
    assert main(["simulate", "pitch-and-catch", "--json", *words]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert len(out.splitlines()) == 1
    told: dict[str, Any] = json.loads(out)
    return told


def text(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What the command prints for people."""
    assert main(["simulate", "pitch-and-catch", *words]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def test_the_same_seed_gives_the_same_games(capsys: pytest.CaptureFixture[str]) -> None:
    """Byte for byte; another seed gives others."""
    one = text(capsys, "-n", "5", "--seed", "spring")
    assert text(capsys, "-n", "5", "--seed", "spring") == one
    assert text(capsys, "-n", "5", "--seed", "autumn").splitlines()[3:] != one.splitlines()[3:]


def test_a_seed_of_its_own_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    """So that a surprising series can be played again."""
    one = text(capsys, "-n", "3")
    seed = re.search(r"seed (\S+)", one)
    assert seed
    assert text(capsys, "-n", "3", "--seed", seed.group(1)) == one
    assert text(capsys, "-n", "3") != one


def test_it_speaks_of_this_game_only(capsys: pytest.CaptureFixture[str]) -> None:
    """A round has the game's own word, and the counted things are explained."""
    told = text(capsys, "-n", "1")
    assert "A round is a trick." in told
    assert "a window is one question" in told
    assert "betting" not in told
    assert main(["simulate", "ball-four-40", "-n", "1"]) == 0
    assert "A round is an at-bat." in capsys.readouterr().out


def test_one_card_each(capsys: pytest.CaptureFixture[str]) -> None:
    """Three innings of at most two tricks, so lengths have bounds that follow from the rules.

    An inning of one card each has one or two pitches (PC-8, PC-17). The first is answered by one
    or two seats that may swing, and then perhaps by one that may field.
    """
    told = simulated(
        capsys, "-n", "40", "--seats", "3", "--option", "hand_size=1", "--players", "random"
    )
    assert told["options"]["hand_size"] == 1
    assert told["players"] == ["random"] * 3
    length = told["length"]
    assert length["deals a game"] == {"mean": 3, "sd": 0, "min": 3, "max": 3}
    assert 1 <= length["rounds a deal"]["min"] <= length["rounds a deal"]["max"] <= 2
    assert 2 <= length["decisions a round"]["min"] <= length["decisions a round"]["max"] <= 4
    assert told["end"] == {"innings": {"mean": 1, "sd": 0, "min": 1, "max": 1}}


def test_shares_of_the_win_add_up(capsys: pytest.CaptureFixture[str]) -> None:
    """Somebody wins every game, alone or with others."""
    told = simulated(capsys, "-n", "30", "--seed", "a", "--players", "plain,random,random")
    assert told["players"] == [
        *("plain", "random", "random", "plain", "random", "random", "plain"),
    ]
    seats = told["win by seat"]
    assert list(seats) == [f"p{n} {kind}" for n, kind in enumerate(told["players"], 1)]
    assert sum(row["mean"] for row in seats.values()) == pytest.approx(1, abs=1e-5)
    kinds = told["win by kind of player"]
    assert list(kinds) == ["a plain player", "a random player"]
    total = 3 * kinds["a plain player"]["mean"] + 4 * kinds["a random player"]["mean"]
    assert total == pytest.approx(1, abs=1e-5)
    assert sum(row["mean"] for row in told["end"].values()) == pytest.approx(1, abs=1e-5)


def test_what_people_read(capsys: pytest.CaptureFixture[str]) -> None:
    """The game, the seed, the players, and for each row the four figures."""
    out = text(capsys, "-n", "4", "--seed", "a", "--option", "hand_size=5", "--seats", "4")
    lines = out.splitlines()
    assert lines[0] == "pitch-and-catch (hand_size=5): 4 games, seed a"
    assert lines[1] == "Players: p1 plain, p2 plain, p3 plain, p4 plain"
    for row in ("decisions a game", "rounds a deal", "the best", "p4 plain"):
        assert re.search(rf"^  {row}(\s+-?\d+\.\d{{3}}){{4}}$", out, re.MULTILINE), row


def test_usual_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    """Seven seats, or as many as the option `players` says."""
    assert len(simulated(capsys, "-n", "1")["players"]) == 7
    assert len(simulated(capsys, "-n", "1", "--option", "players=4")["players"]) == 4
    told = simulated(capsys, "-n", "1", "--option", "players=4", "--seats", "4")
    assert told["options"]["players"] == 4


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            "bridge",
            "expected a game, pitch-and-catch or ball-four-52 or ball-four-40 or baseball, found "
            '"bridge"',
        ),
        ("pitch-and-catch -n 0", 'expected a number of games, 1 to 10000000, found "0"'),
        ("pitch-and-catch -n -1", 'expected a number of games, 1 to 10000000, found "-1"'),
        ("pitch-and-catch -n ten", 'expected a number of games, 1 to 10000000, found "ten"'),
        ("pitch-and-catch -n ٣", 'expected a number of games, 1 to 10000000, found "٣"'),
        ("pitch-and-catch --seats 2", 'expected a number of seats, 3 to 7, found "2"'),
        ("pitch-and-catch --seats 8", 'expected a number of seats, 3 to 7, found "8"'),
        ("pitch-and-catch --seats x", 'expected a number of seats, 3 to 7, found "x"'),
        ("pitch-and-catch --option ante", 'expected option=value, found "ante"'),
        ("pitch-and-catch --option ante=1", 'strike_quorum), found "ante"'),
        ("pitch-and-catch --option tie=no", 'expected shared or extra-innings, found "no"'),
        ("pitch-and-catch --option hand_size=8", "hand_size is 1 to 7 with 7 players, not 8"),
        ("pitch-and-catch --option tie=shared --option tie=shared", "expected each option once"),
        ("pitch-and-catch --option players=4 --seats 5", "expected one number of seats"),
        ("pitch-and-catch --players clever", 'plain or random, found "clever"'),
        ("pitch-and-catch --players plain,", "plain or random, found nothing"),
        (f"pitch-and-catch --players {'plain,' * 7}plain", "expected at most 7 kinds of players"),
    ],
)
def test_refusals(words: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """One line that says what would be right, and status 2; nothing is played."""
    assert main(["simulate", *words.split()]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1
    assert err.startswith("simulate: ")
    assert said in err


def test_a_terminal_sees_a_bar(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It grows on standard error and is gone before the answer comes."""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert main(["simulate", "pitch-and-catch", "-n", "2", "--seed", "a"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("pitch-and-catch: 2 games")
    half = "=" * 20 + " " * 20
    assert err == f"\r[{half}] 1 of 2\r[{'=' * 40}] 2 of 2\r\x1b[K"


def test_a_spread() -> None:
    """1, 2, 2, 7: the mean is 3, the deviation the root of 22 / 4."""
    spread = Spread()
    assert spread.figures() == {"mean": 0, "sd": 0, "min": 0, "max": 0}
    spread.add(1)
    spread.add(2, times=2)
    spread.add(7)
    spread.add(100, times=0)
    assert spread.figures() == {"mean": 3, "sd": 2.345208, "min": 1, "max": 7}
