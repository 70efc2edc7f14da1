"""The command `rules`: a rulebook as a whole, and clause by clause."""

import re

import pytest

from bot import rulebook
from bot.__main__ import main
from games import registry


def told(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What the command prints."""
    assert main(["rules", *words]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """The one line that says why it prints nothing."""
    assert main(["rules", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1
    return err.rstrip("\n")


@pytest.mark.parametrize("game", registry.PACKAGES)
def test_a_whole_rulebook(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """It is printed as it is written."""
    assert told(capsys, game).strip() == registry.rulebook(game).strip()


@pytest.mark.parametrize("name", ["PC-9", "pc-9", "Pc-9"])
def test_one_clause(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The clause about swinging, all of it and nothing else, in whichever case it is asked for."""
    text = told(capsys, "pitch-and-catch", name)
    assert text.startswith("- **PC-9")
    assert "PC-10" not in text
    assert len(text.splitlines()) > 1
    assert text in registry.rulebook("pitch-and-catch")


def test_a_clause_that_all_games_share(capsys: pytest.CaptureFixture[str]) -> None:
    """It is in the common rulebook."""
    text = told(capsys, "pitch-and-catch", "x-14")
    assert text.startswith("- **X-14")
    assert text in registry.common_rulebook()


@pytest.mark.parametrize("number", range(1, 29))
def test_every_clause_of_pitch_and_catch(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    """PC-1 to PC-28: each is one list item."""
    text = told(capsys, "pitch-and-catch", f"PC-{number}")
    assert len(re.findall(r"^- \*\*", text, re.MULTILINE)) == 1


@pytest.mark.parametrize("name", ["PC-29", "PC-0", "BB-1", "9", "", "PC"])
def test_an_unknown_clause(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """It says which there are."""
    line = refused(capsys, "pitch-and-catch", name)
    assert line.startswith("rules: expected a clause, PC-1 to PC-28 or X-1 to X-15, found ")


def test_an_unknown_game(capsys: pytest.CaptureFixture[str]) -> None:
    """It says which there are."""
    line = refused(capsys, "bridge", "PC-1")
    assert line == 'rules: expected a game, pitch-and-catch, found "bridge"'


def test_where_a_clause_ends() -> None:
    """Indented lines belong to it, also after an empty one; a paragraph after that does not."""
    book = """\
# Rules

- **A-1** One.
  Two.

  - Three
- **A-2 Name.** Four
goes on.

Five.
- Six
- **A-3** Seven
# Eight
"""
    assert dict(rulebook.clauses(book)) == {
        "A-1": "- **A-1** One.\n  Two.\n\n  - Three",
        "A-2": "- **A-2 Name.** Four\ngoes on.",
        "A-3": "- **A-3** Seven",
    }
