"""What can be answered ahead, as it is shown, and the form in which it is written."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot import ahead, sheet
from bot.replies import Answer, Sheet
from games import registry
from games.ball_four import plans as ball_four
from games.baseball import plans as baseball
from games.core import Ahead, Ready
from games.pitch_and_catch import plans as pitch_and_catch
from games.text import plan_in_words
from tests.games.baseball.boards import deck
from tests.helpers import NAMES, Live, stacked

READ = {
    "pitch-and-catch": pitch_and_catch.read,
    "ball-four-52": lambda text: ball_four.read(registry.kit("ball-four-52").game(), text),
    "ball-four-40": lambda text: ball_four.read(registry.kit("ball-four-40").game(), text),
    "baseball": baseball.read,
}
SEATS = range(3)


def live(game: str) -> Live:
    """Three people, and the first decision is open."""
    return Live(game, NAMES[:3])


def asked_of(at: Live, seat: int, picked: tuple[int, ...] = ()) -> list[Ahead]:
    """What the game says that a seat can answer ahead."""
    kit = registry.kit(at.game.id)
    return list(kit.ahead(at.game, at.table.view(seat), picked))


# --- what a game offers --------------------------------------------------------------------------


def test_every_game_is_read_here() -> None:
    """So no game is left out below."""
    assert set(READ) == set(registry.PACKAGES)


@pytest.mark.parametrize("game", READ)
def test_the_examples_are_plans(game: str) -> None:
    """As the notation writes them; what need not be written is the word they begin with."""
    at = live(game)
    for seat in SEATS:
        for asked in asked_of(at, seat):
            assert str(READ[game](asked.example)) == asked.example
            assert asked.verb in (None, asked.example.split()[0])
            assert asked.lives[0].isupper()
            assert asked.lives.endswith(".")


@pytest.mark.parametrize("game", READ)
def test_what_is_offered_can_be_shown(game: str) -> None:
    """Each once, in the words in which it is kept, and fit for a menu of Discord's."""
    at = live(game)
    for _ in range(12):
        for seat in SEATS:
            for asked in ahead.sheet(at.table, seat).questions:
                texts = [ready.text for ready in asked.ready]
                labels = [ready.label or "" for ready in asked.ready]
                assert len(set(texts)) == len(texts)
                assert len(set(labels)) == len(labels)
                assert all(0 < len(label) <= 100 for label in labels)
                for text in texts:
                    plan = at.game.left(at.table.state, seat, text)
                    assert (plan.text, plan.decision) == (text, asked.decision)
        action = next(iter(at.game.legal(at.table.state, at.table.turn or 0)))
        at.play(at.turn or "", at.game.write(action))


@pytest.mark.parametrize("game", READ)
def test_what_is_offered_depends_on_the_own_cards_alone(game: str) -> None:
    """A view holds nothing else, so a hand that is dealt otherwise to others changes nothing."""
    at = live(game)
    seat = ((at.table.turn or 0) + 1) % 3
    shown = ahead.sheet(at.table, seat)
    for other in SEATS:
        if other not in (seat, at.table.turn):
            at.plan(f"p{other + 1}", next(_texts(at, other)))
    assert ahead.sheet(at.table, seat) == shown


def _texts(at: Live, seat: int) -> Any:
    """What a seat could leave."""
    return (ready.text for one in ahead.sheet(at.table, seat).questions for ready in one.ready)


def test_baseball_offers_the_calls_at_their_price() -> None:
    """After a bet of 3: the call, half a raise more, the whole stack; a raise at that price."""
    rows = ("x x Kc x x x x", "x x Ac x x x x", "x x Qc x x x x")
    at = Live("baseball", NAMES[:3], stacked(deck(rows).removeprefix("deal ").split()))
    at.play("p2", "bet 3")
    (bets, _) = ahead.sheet(at.table, 0).questions
    offered = {ready.label: ready.text for ready in bets.ready}
    assert offered["Call 3, else fold"] == "call up to 3 else fold"
    assert offered["Call 3, else ask me"] == "call up to 3"
    assert offered["Call any"] == "call up to 99"
    assert offered["Call up to 8, else fold"] == "call up to 8 else fold"
    assert offered["Raise 2, if the call is 3 at most"] == "raise 2 if call up to 3"
    assert not any(text.startswith(("check", "bet")) for text in offered.values())


def test_baseball_offers_an_answer_to_a_raise_of_the_own_bet() -> None:
    """p3 owes nothing now, so what a raise may come to is said; a check is no answer to it."""
    rows = ("x x Kc x x x x", "x x Ac x x x x", "x x Qc x x x x")
    at = Live("baseball", NAMES[:3], stacked(deck(rows).removeprefix("deal ").split()))
    at.plays("p2 bet 3 / p3 call")
    (bets, _) = ahead.sheet(at.table, 2).questions
    offered = {ready.label: ready.text for ready in bets.ready}
    assert offered["Raise 2, if the call is 5 at most"] == "raise 2 if call up to 5"
    assert offered["Call up to 5, else fold"] == "call up to 5 else fold"
    assert offered["Call any"] == "call up to 96"
    assert not any(text.startswith(("check", "bet")) for text in offered.values())


def test_baseball_offers_what_a_short_stack_can_pay() -> None:
    """All-in for 2, no limit is above it."""
    rows = ("x x Kc x x x x", "x x Ac x x x x", "x x Qc x x x x")
    at = Live("baseball (stack=3)", NAMES[:3], stacked(deck(rows).removeprefix("deal ").split()))
    (bets, match) = ahead.sheet(at.table, 2).questions
    texts = [ready.text for ready in (*bets.ready, *match.ready)]
    assert {"call up to 2", "bet 1", "bet 2", "match up to 2"} <= set(texts)
    assert not any(str(number) in text for number in range(3, 100) for text in texts)


# --- in words ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("swing 5c else pass", "Swing 5♣, else pass"),
        ("swing Td or swing lowest up to 9", "Swing 10♦, or swing lowest up to 9"),
        ("field lowest if ball 9 or more else pass", "Field lowest if ball 9 or more, else pass"),
        ("ball-four or lowest up to Q", "Ball Four, or lowest up to Q"),
        ("play 9c 9d 9h", "Play 9♣ 9♦ 9♥"),
        ("raise 2 if call up to 3 else fold", "Raise 2 if call up to 3, else fold"),
        ("lowest up to T", "Lowest up to 10"),
        ("pass", "Pass"),
    ],
)
def test_a_plan_in_words(text: str, words: str) -> None:
    """Cards with their signs, and commas where one would speak them."""
    assert plan_in_words(text) == words


# --- the panel -----------------------------------------------------------------------------------


def filled(**changed: Any) -> Sheet:
    """A sheet with as much on it as there can be."""
    ready = tuple(Ready(f"swing {number} else pass", f"Swing {number}") for number in range(40))
    asked = [Ahead(name, name.title(), "swing 5c", "It holds.", ready) for name in "abc"]
    sheet = Sheet("abc", "1.1.swing", "Soon.", "Text.", "Hand.", tuple(asked), {"a": ready[0].text})
    return Sheet(**{**{name: getattr(sheet, name) for name in sheet.__slots__}, **changed})


async def test_a_panel_keeps_to_discords_limits() -> None:
    """Five rows, five buttons, 25 options; the one that is left is chosen."""
    view = sheet.panel(filled(left={"a": "swing 0 else pass", "b": "x", "c": "y"}))
    assert view is not None
    rows = view.to_components()
    assert len(rows) == 5
    menus = [part for row in rows for part in row["components"] if part["type"] == 3]
    assert [len(menu["options"]) for menu in menus] == [25, 25, 25]
    assert [one["default"] for one in menus[0]["options"]].count(True) == 1
    assert not any(one["default"] for one in menus[1]["options"])
    buttons = [part for row in rows for part in row["components"] if part["type"] == 2]
    assert [one["label"] for one in buttons[-4:]] == [
        *("Take back: A", "Take back: B", "Take back: C"),
        "Write…",
    ]
    assert view.is_finished()  # so that discord.py does not keep it


async def test_an_answer_that_is_too_long_to_be_tapped_is_left_out() -> None:
    """Discord takes 100 characters of an option and of an id; the form takes it all."""
    long = Ready("play " + "9c " * 40, "Much")
    asked = Ahead("beat", "Your answer", "pass", "It holds.", (long, Ready("pass", "Pass")))
    view = sheet.panel(filled(questions=(asked,), left={}))
    assert view is not None
    parts = [part for row in view.to_components() for part in row["components"]]
    assert [part.get("label") for part in parts if part["type"] == 2] == ["Pass", "Write…"]
    assert [one["value"] for part in parts if part["type"] == 3 for one in part["options"]] == [
        "pass"
    ]


async def test_what_is_due_is_no_menu_but_a_line_of_the_form() -> None:
    """At the own turn: for that there is Act."""
    due = filled(due="a", left={})
    view = sheet.panel(due)
    assert view is not None
    menus = [one for one in view.children if isinstance(one, discord.ui.DynamicItem)]
    ids = [one.custom_id for one in menus]
    assert [one for one in ids if one.startswith("m:")] == [
        "m:abc:1.1.swing:b",
        "m:abc:1.1.swing:c",
    ]
    assert list(sheet.PlanForm(due).lines) == ["a", "b", "c"]


async def test_there_is_no_panel_where_nothing_can_be_left() -> None:
    """Words alone say why."""
    assert sheet.panel(filled(questions=(), left={})) is None


# --- the form ------------------------------------------------------------------------------------


class Kept:
    """What is left and taken back, without any game."""

    def __init__(self) -> None:
        self.done: list[str] = []

    async def plan(self, game: str, user: int, text: str, *_: Any) -> Answer:
        """Leaves it."""
        self.done.append(text)
        return Answer("Left.", done="refused" not in text)

    async def withdraw(self, game: str, user: int, decision: str) -> Answer:
        """Takes it back."""
        self.done.append(f"not {decision}")
        return Answer("Taken back.")


@pytest.mark.parametrize(
    ("left", "past", "written", "done"),
    [
        ({}, "", {"a": "", "b": ""}, []),
        ({}, "", {"a": "x", "b": "y"}, ["x; y"]),
        ({"a": "x"}, "", {"a": "x", "b": "y"}, ["x; y"]),
        ({"a": "x"}, "", {"a": "", "b": "y"}, ["y", "not a"]),
        ({"a": "x", "b": "y"}, "", {"a": "", "b": "y"}, ["not a"]),
        ({"a": "x"}, "a", {"a": "x", "b": "y"}, ["y"]),
        ({"a": "x"}, "a", {"a": "z", "b": ""}, ["z"]),
        ({"a": "x"}, "", {"a": "", "b": "refused"}, ["refused"]),
    ],
)
async def test_what_becomes_of_the_lines_of_a_form(
    left: dict[str, str], past: str, written: dict[str, str], done: list[str]
) -> None:
    """New ones and those that stand are left together; emptied ones are taken back afterwards."""
    asked = tuple(Ahead(name, name, "", "", ()) for name in "ab")
    one = filled(questions=asked, left=left, past=frozenset(past))
    kept = Kept()
    await sheet.keep(kept, one, written, 1)  # type: ignore[arg-type]  # as much of a host as it asks
    assert kept.done == done


async def test_the_verb_of_a_line_need_not_be_written() -> None:
    """But it may."""
    asked = (Ahead("a", "A", "", "", (), verb="swing"), Ahead("b", "B", "", "", (), verb="field"))
    kept = Kept()
    lines = {"a": "lowest else pass", "b": "field highest"}
    await sheet.keep(kept, filled(questions=asked, left={}), lines, 1)  # type: ignore[arg-type]
    assert kept.done == ["swing lowest else pass; field highest"]
