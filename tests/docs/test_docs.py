"""The docs keep their promises: pages match the rulebooks, every clause is there, examples work."""

import json
import re
import runpy
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from games import record, registry
from games.ball_four import forty
from games.ball_four import plans as ball_four_plans
from games.baseball import plans as baseball_plans
from games.cards import DECK, read_card, write_card
from games.clock import HOUR
from games.pace import PRESETS, read_pace, write_pace
from games.pitch_and_catch import plans
from tests.games.baseball.boards import deck, felt

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = runpy.run_path(str(DOCS / "make_rules.py"))["pages"]()

TEXTS = [
    ROOT / "README.md",
    *sorted(DOCS.rglob("*.md")),
    *sorted((ROOT / "games").rglob("*.md")),
]

CLAUSES = {
    "common.md": [f"X-{number}" for number in range(1, 16)],
    "pitch-and-catch.md": [f"PC-{number}" for number in range(1, 29)],
    "ball-four-52.md": [f"B52-{number}" for number in range(1, 24)],
    "ball-four-40.md": [f"B40-{number}" for number in range(1, 23)],
    "baseball.md": [f"BB-{number}" for number in range(1, 37)],
}


def blocks(text: str, language: str = "") -> list[str]:
    """What stands between the fences of one kind."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def headings(text: str) -> set[str]:
    """The headings of a page as links name them."""
    found = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading).lower().replace(" ", "-") for heading in found}


def notation() -> str:
    """The page about records."""
    return (DOCS / "notation.md").read_text(encoding="utf-8")


def record_in_notation() -> str:
    """The one whole record on that page."""
    (found,) = (block for block in blocks(notation()) if block.startswith("game:"))
    return found


def test_the_folder_of_rules_holds_these_pages_and_no_others() -> None:
    assert {path.name for path in (DOCS / "rules").iterdir()} == set(PAGES) == set(CLAUSES)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_of_rules_is_what_its_rulebook_makes(name: str) -> None:
    """If not: `python docs/make_rules.py`."""
    assert (DOCS / "rules" / name).read_text(encoding="utf-8") == PAGES[name]


@pytest.mark.parametrize("name", CLAUSES)
def test_every_clause_is_there_once(name: str) -> None:
    found = re.findall(r"^- \*\*([A-Z]+[0-9]*-[0-9]+) [^*\n]+\.\*\* \S", PAGES[name], re.MULTILINE)
    assert sorted(found) == sorted(CLAUSES[name])


@pytest.mark.parametrize("name", ["common.md", "ball-four-52.md", "ball-four-40.md", "baseball.md"])
def test_clauses_stand_in_order(name: str) -> None:
    """A clause that came later may stand among others: so it is in Pitch & Catch alone."""
    found = re.findall(r"^- \*\*([A-Z]+[0-9]*-[0-9]+) ", PAGES[name], re.MULTILINE)
    assert found == CLAUSES[name]


@pytest.mark.parametrize("name", CLAUSES)
def test_a_page_speaks_only_of_clauses_that_exist(name: str) -> None:
    known = {clause for clauses in CLAUSES.values() for clause in clauses}
    assert set(re.findall(r"\b(?:X|PC|B52|B40|BB)-[0-9]+", PAGES[name])) <= known


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_link_leads_somewhere(path: Path) -> None:
    """To a file or folder that is there, and to a heading that it has."""
    for target in re.findall(r"\]\(([^)]+)\)", path.read_text(encoding="utf-8")):
        if target.startswith("https://"):
            continue
        file, _, heading = target.partition("#")
        there = (path.parent / file) if file else path
        assert there.exists(), target
        if heading:
            assert heading in headings(there.read_text(encoding="utf-8")), target


@pytest.mark.parametrize("game_id", registry.PACKAGES)
def test_a_rulebook_lists_the_options_in_order_with_their_defaults(game_id: str) -> None:
    listed = re.findall(r"^- `([a-z_]+)`: .*?; default `([^`]+)`", PAGES[f"{game_id}.md"], re.M)
    options = registry.options_of(registry.kit(game_id).game())
    words = {True: "on", False: "off"}
    assert listed == [
        (name, words[value] if isinstance(value, bool) else str(value))
        for name, value in options.items()
    ]


def test_the_example_of_the_notation_replays_to_what_the_page_shows() -> None:
    (shown,) = blocks(notation(), "json")
    assert record.position(record_in_notation()) == json.loads(shown)


def test_the_trick_in_the_rulebook_is_the_one_that_replays() -> None:
    """PC-7 to PC-16 by example: the same seven actions, the last of them by the clock."""
    trick, _ = blocks(registry.rulebook("pitch-and-catch"))
    played = [line.text for line in record.read(record_in_notation()).lines[1:]]
    assert trick.splitlines() == [*played[:-1], "p2 pass"]


def test_the_inning_in_the_rulebook_plays_as_it_says() -> None:
    """A strike, an ace, a pitch that passes on, and the score, from the hands on the page."""
    book = registry.rulebook("pitch-and-catch")
    _, inning = blocks(book)
    hands = re.findall(r"^- \w+ \(p[1-3]\): (.+)$", book, re.MULTILINE)
    top = [hand.split()[n] for n in range(3) for hand in (hands[1], hands[2], hands[0])]
    dealt = [read_card(card) for card in top]
    deck = [write_card(card) for card in [*dealt, *(card for card in DECK if card not in dealt)]]
    header = "game: pitch-and-catch (hand_size=3)\nplayers: Ana, Ben, Cho\n\n"
    position = record.position(f"{header}dealer deal {' '.join(deck)}\n{inning}")
    assert (position["scores"], position["turn"]) == ([16, 5, 0], "dealer")
    assert "Ana scores 3 + 13 = 16, Ben 5, Cho 0." in " ".join(book.split())


def played(game: str, hands: Sequence[str], lead: str, plays: str) -> dict[str, Any]:
    """The position after some lines of a rulebook of Ball Four, for Ana, Ben, Cho and Dee.

    `lead` are lines that bring Ana to the lead; the cards not in `hands` go to whoever has room.
    """
    held = [hand.split() for hand in hands]
    deck = [write_card(card) for card in registry.kit(game).game.deck]
    rest = [card for card in deck if not any(card in hand for hand in held)]
    for hand in held:
        while len(hand) < len(deck) // 4:
            hand.append(rest.pop())
    ana, ben, cho, dee = held
    top = [card for row in zip(ben, cho, dee, ana, strict=True) for card in row]
    header = f"game: {game}\nplayers: Ana, Ben, Cho, Dee\n\ndealer deal {' '.join(top)}\n"
    return record.position(f"{header}{lead}{plays}")


def test_the_examples_in_the_rulebook_of_ball_four_52_play_as_it_says() -> None:
    """B52-10 to B52-17: a Ball Four that succeeds, one that is broken, and two at once."""
    succeeds, broken, two = blocks(registry.rulebook("ball-four-52"))
    hands = ["3c 8c 8d 8h 9c 9d 9h Jc Jd Jh", "9s Js", "8s", ""]
    lead = "p1 play 3c\np2 pass\np3 pass\np4 pass\n"
    after = played("ball-four-52", hands, lead, succeeds)
    assert after["turn"] == "p2"
    assert "pass" not in after["legal"]  # Ben leads
    assert "9s" not in after["hands"][1]
    after = played("ball-four-52", hands, lead, broken)
    assert after["turn"] == "p2"
    assert "9s" in after["hands"][1]
    assert "ball-four Js" in after["legal"]
    after = played("ball-four-52", hands, lead, two)
    assert after["turn"] == "p2"
    assert "9s" not in after["hands"][1]
    assert "8s" in after["hands"][2]


def test_the_examples_in_the_rulebook_of_ball_four_40_play_as_it_says() -> None:
    """B40-8 to B40-15: a Ball Four, and a foul ball."""
    ball_four, foul = blocks(registry.rulebook("ball-four-40"))
    # Ben leads the inning, and Ana wins the lead with an ace
    lead = "p2 play 2c\np3 pass\np4 pass\np1 play Ac\np2 pass\n"
    hands = ["Ac 8c 8d 9c 9d 9h", "2c", "9s", ""]
    after = played("ball-four-40", hands, lead, ball_four)
    assert after["turn"] == "p3"
    assert "pass" not in after["legal"]  # Cho leads, and Dee has not been asked
    assert "9s" not in after["hands"][2]
    hands = ["Ac 9d 9s", "2c 7d 4s", "", "Tc Td"]
    after = played("ball-four-40", hands, lead, foul)
    assert after["turn"] == "p1"
    assert len(after["hands"][1]) == 10 - 1 - 2


def test_the_deal_in_the_rulebook_of_baseball_plays_as_it_says() -> None:
    """BB-18 to BB-24: a match at 15 chips, a walk, and the chips after the showdown."""
    (plays,) = blocks(registry.rulebook("baseball"))
    hands = [
        *("2s 6d Th 7c", "Ks 9d Jd 3c 5h 8c Kh", "Qc Qd 7s 4d+As 2c Jh Qh"),
        *("2d 5s 8d 6s", "2h 5c 6c 7h"),
    ]
    header = f"game: baseball\nplayers: Eli, Ana, Ben, Cho, Dee\n\ndealer {deck(hands)}\n"
    before, match, after = plays.partition("p2 match\n")
    assert record.position(header + before)["legal"] == ["fold", "match"]
    assert record.position(header + before)["scores"] == [97] * 5
    assert record.position(header + before + match)["scores"][1] == 97 - 15
    assert record.position(header + plays)["scores"] == [97, 117, 92, 97, 97]
    assert after.count("check") == 6


def test_the_rules_of_baseball_say_plainly_that_chips_have_no_value(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """X-10, before the first rule."""
    assert main(["rules", "baseball"]) == 0
    said = " ".join(capsys.readouterr().out.partition("BB-1 ")[0].split())
    assert "The chips have no value." in said
    assert "They cannot be bought, sold or exchanged for anything" in said


def test_the_side_pot_in_the_rulebook_of_baseball_is_as_it_says() -> None:
    """BB-13 and BB-15: 9 chips and the antes in the main pot, 4 in side pot 1."""
    at = felt(4, 100, 100).dealt("Kc Ks 7h", "Qc Qs Ad", "Jc 8s 7d")
    at.play("p2 bet 5 / p3 call / p1 call")
    assert at.pots == [(9 + 3, ["p1", "p2", "p3"]), (4, ["p2", "p3"])]


def test_the_rulebook_names_the_shortest_and_the_longest_pace() -> None:
    """`Playing by post` says how long a window lasts."""
    windows = {name: pace.window for name, pace in PRESETS.items()}
    assert windows["live"] == min(windows.values()) == 2 * 60
    assert windows["relaxed"] == max(windows.values()) == 3 * 24 * HOUR
    book = " ".join(registry.rulebook("pitch-and-catch").split())
    assert "from two minutes (`live`) to three days (`relaxed`)" in book


def test_the_page_on_time_tells_the_presets() -> None:
    """The four paces with their windows and graces, and what is usual of everything else."""
    page = (DOCS / "time.md").read_text(encoding="utf-8")
    units = {"minute": "m", "minutes": "m", "hours": "h"}
    rows = re.findall(r"^\| `(\w+)` \| (\d+) (\w+) \| (\d+) (\w+) \|$", page, re.MULTILINE)
    told = {
        name: read_pace(f"window={window}{units[of]} grace={grace}{units[its]}")
        for name, window, of, grace, its in rows
    }
    assert told == PRESETS
    usual = dict(re.findall(r"^\| `(\w+)` \|(?: `?([^ |`]+)`?)? \|", page, re.MULTILINE))
    numbers = {name: value for name, value in usual.items() if name not in PRESETS}
    assert list(numbers) == list(PRESETS["daily"].__struct_fields__)
    given = " ".join(f"{name}={value}" for name, value in numbers.items() if value)
    assert read_pace(f"daily {given}") == PRESETS["daily"]


def test_the_paces_on_the_page_on_time_can_be_read() -> None:
    page = (DOCS / "time.md").read_text(encoding="utf-8")
    written = re.findall(r"`((?:daily |window=)[^`]+)`", page)
    assert written
    for text in written:
        assert write_pace(read_pace(" ".join(text.split())))


def test_the_table_of_a_deck_in_the_notation_is_how_it_is_dealt() -> None:
    """The first twelve cards of the page's record, and the seat that gets each (X-3)."""
    rows = re.findall(r"^\| (?:deck|goes to) \| (.+) \|$", notation(), re.MULTILINE)
    cards, seats = (row.split(" | ") for row in rows)
    read = record.read(record_in_notation())
    assert read.lines[0].action.split()[1:13] == cards
    history = record.History(record.start(read))
    change = history.enter("dealer", read.lines[0].action)
    hands = change.table.game.hands(change.table.state)
    dealt = [
        {card for card, to in zip(cards, seats, strict=True) if to == f"p{n}"} for n in range(1, 5)
    ]
    assert [{write_card(card) for card in hand} for hand in hands] == dealt


def test_the_notation_names_every_header() -> None:
    header = notation().partition("### The lines")[0]
    assert [key for key in record.KEYS if f"`{key}`" not in header] == []


def plans_in_notation(of_ball_four: bool) -> list[str]:
    """The plans of one of the two tables, with a card for C or C... and a value for V."""
    page = notation().partition("\n## Plans\n")[2].partition("\n## ")[0]
    table = page.partition("\nIn Baseball:\n")[0]
    table = table.partition("In Ball Four, both editions:")[2 if of_ball_four else 0]
    rows = re.findall(r"^\| `([^`]+)` \|", table, re.MULTILINE)
    return [re.sub(r"\bV\b", "9", re.sub(r"\bC(\.\.\.)?", "9d", row)) for row in rows]


def test_every_plan_of_the_notation_is_read_as_it_is_written() -> None:
    found = plans_in_notation(of_ball_four=False)
    assert len(found) == 13
    assert [str(plans.read(plan)) for plan in found] == found
    found = plans_in_notation(of_ball_four=True)
    assert len(found) == 6
    assert [str(ball_four_plans.read(forty.BallFour40(), plan)) for plan in found] == found
    page = notation().partition("\nIn Baseball:\n")[2].partition("\nIn Pitch & Catch ")[0]
    found = re.findall(r"^\| `([^`]+)` \|", page, re.MULTILINE)
    assert len(found) == 10
    read = [str(baseball_plans.read(re.sub(r"\b[NM]\b", "3", plan))) for plan in found]
    assert read == [re.sub(r"\b[NM]\b", "3", plan).removesuffix(" if nobody has") for plan in found]
    (sheet,) = (block for block in blocks(notation()) if ";" in block)
    for plan in sheet.strip().split("; "):
        assert str(plans.read(plan)) == plan


@pytest.mark.parametrize("package", ["games", "storage", "bot", "cogs"])
def test_the_architecture_names_every_file(package: str) -> None:
    """In the section about the package; what is below `bot/practice/rest` is named as a whole."""
    page = (DOCS / "architecture.md").read_text(encoding="utf-8")
    sections = re.findall(rf"^## The rooms of `{package}\b.*?(?=^## )", page, re.M | re.S)
    named = set(re.findall(r"^\|.*", "".join(sections), re.M))
    root = ROOT / package
    files = [path.relative_to(root) for path in root.rglob("*.py") if path.stem != "__init__"]
    for file in files:
        inner = file.as_posix().removeprefix("practice/")
        name = f"`{'rest/' if inner.startswith('rest/') else inner}`"
        assert any(name in row for row in named), file


def test_the_readme_has_two_commands_that_need_nothing_before_them() -> None:
    """One to try it, one for developers, each in a block of its own."""
    assert blocks((ROOT / "README.md").read_text(encoding="utf-8")) == [
        "python -m pip install -e . && python -m bot\n",
        'python -m pip install -e ".[test]" && python -m pytest -n auto\n',
    ]


README_COMMANDS = re.findall(
    r"^\| `python -m bot ([^`]+)` \|", (ROOT / "README.md").read_text(encoding="utf-8"), re.M
)


@pytest.mark.parametrize("command", README_COMMANDS)
def test_a_command_of_the_readme_does_what_it_is_there_for(command: str, tmp_path: Path) -> None:
    """The record has no seed, so `verify` says that it proves nothing (status 3)."""
    file = tmp_path / "game.box"
    file.write_text(record_in_notation(), encoding="utf-8")
    words = [str(file) if word == "FILE" else word for word in shlex.split(command)]
    assert main(words) == (3 if words[0] == "verify" else 0)


def test_the_readme_has_an_example_of_each_command() -> None:
    assert [command.split()[0] for command in README_COMMANDS] == [
        "replay",
        "verify",
        "simulate",
        "rules",
    ]
