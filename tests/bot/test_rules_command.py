"""The command `rules`: a rulebook as a whole, and clause by clause."""

import io
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
    """It is printed without Markdown, and the common rules after it."""
    text = told(capsys, game)
    assert not re.search(r"[*`#]|\]\(", text)
    books = registry.rulebook(game) + registry.common_rulebook()
    bare = re.sub(r"```|[*`#]|\[|\]\([^)]*\)", "", books)
    assert text.split() == bare.split()


def test_with_markdown(capsys: pytest.CaptureFixture[str]) -> None:
    """For Discord, which shows it; only links are taken out, which lead nowhere there."""
    out = io.StringIO()
    assert rulebook.show("pitch-and-catch", "PC-9", out, io.StringIO()) == 0
    assert out.getvalue().startswith("- **PC-9 Swing.** ")
    assert out.getvalue() in registry.rulebook("pitch-and-catch")
    assert rulebook.show("pitch-and-catch", None, out, io.StringIO()) == 0
    assert "](" not in out.getvalue()


@pytest.mark.parametrize("name", ["PC-9", "pc-9", "Pc-9"])
def test_one_clause(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The clause about swinging, all of it and nothing else, in whichever case it is asked for."""
    text = told(capsys, "pitch-and-catch", name)
    assert text.startswith("- PC-9 Swing. ")
    assert "PC-10" not in text
    assert len(text.splitlines()) > 1
    assert text.removeprefix("- PC-9 Swing. ") in registry.rulebook("pitch-and-catch")


def test_a_clause_that_all_games_share(capsys: pytest.CaptureFixture[str]) -> None:
    """It is in the common rulebook."""
    text = told(capsys, "pitch-and-catch", "x-14")
    assert text.startswith("- X-14 Moment. ")
    assert text.removeprefix("- X-14 Moment. ") in registry.common_rulebook()


@pytest.mark.parametrize("number", range(1, 29))
def test_every_clause_of_pitch_and_catch(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    """PC-1 to PC-28: each is one list item."""
    text = told(capsys, "pitch-and-catch", f"PC-{number}")
    assert re.match(rf"- PC-{number} ", text)
    assert len(re.findall(r"^- ", text, re.MULTILINE)) == 1


@pytest.mark.parametrize("name", ["PC-29", "PC-0", "BB-1", "9", "", "PC"])
def test_an_unknown_clause(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """It says which there are."""
    line = refused(capsys, "pitch-and-catch", name)
    assert line.startswith("rules: expected a clause, PC-1 to PC-28 or X-1 to X-15, found ")


def test_an_unknown_game(capsys: pytest.CaptureFixture[str]) -> None:
    """It says which there are."""
    line = refused(capsys, "bridge", "PC-1")
    games = "pitch-and-catch or ball-four-52 or ball-four-40 or baseball"
    assert line == f'rules: expected a game, {games}, found "bridge"'


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
