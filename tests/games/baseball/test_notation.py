"""The texts of Baseball's actions: what is read, what is not, and what `all in` is."""

from __future__ import annotations

import pytest

from games.baseball import notation
from games.baseball.rules import Baseball
from games.core import NotationError
from tests.games.baseball.boards import Felt, felt

GAME = Baseball()


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("bet 3", "bet 3"),
        ("BET 3", "bet 3"),
        ("raise   2 ", "raise 2"),
        ("bet 003", "bet 3"),
        ("bet 999999999", "bet 999999999"),
        ("Fold", "fold"),
        ("show 4♣", "show 4c"),
    ],
)
def test_what_is_read(words: str, text: str) -> None:
    """However it is written, it is kept in one way."""
    assert GAME.write(GAME.parse(words)) == text


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("", "a number of chips, in digits,"),
        ("two", "a number of chips, in digits,"),
        ("to 5", "a number of chips, in digits,"),
        ("+3", "a number of chips, in digits,"),
        ("\N{FULLWIDTH DIGIT THREE}", "a number of chips, in digits,"),
        ("0", "1 chip or more"),
        ("00", "1 chip or more"),
        ("-3", "a number of chips above zero"),
        ("\N{MINUS SIGN}3", "a number of chips above zero"),
        ("- 2.5", "a number of chips above zero"),
        ("2.5", "whole chips, in digits alone,"),
        (".5", "whole chips, in digits alone,"),
        ("1,000", "whole chips, in digits alone,"),
        ("1/2", "whole chips, in digits alone,"),
        ("5 chips", "the number of chips alone, like 5,"),
        ("3c", "the number of chips alone, like 3,"),
        ("5 or fold", "the number of chips alone, like 5,"),
        ("1000000000", "999999999 chips at most"),
        ("9" * 10_000, "999999999 chips at most"),
    ],
)
@pytest.mark.parametrize("verb", ["bet", "raise"])
def test_amounts_that_cannot_be_read(verb: str, words: str, expected: str) -> None:
    """What should have been written instead."""
    with pytest.raises(NotationError) as refused:
        GAME.parse(f"{verb} {words}")
    assert refused.value.expected == f'{expected} after "{verb}"'


ALL_IN = ["all in", "allin", "all-in", "All In", "all", " all  in "]


def said(at: Felt, seat: int, text: str) -> list[str]:
    """What freely typed words mean to a seat."""
    return [at.game.write(one) for one in notation.meant(at.game, at.view(seat), text)]


@pytest.mark.parametrize("words", ALL_IN)
def test_all_in_is_what_is_left_after_the_call(words: str) -> None:
    """Also before the own turn, with the call as it stands."""
    at = felt(100, 20, 9).dealt("x x 7c", "x x Ac", "x x 8c")
    assert said(at, 1, f"bet {words}") == ["bet 19"]
    at.play("p2 bet 3")
    assert said(at, 2, f"raise {words}") == ["raise 5"]
    assert said(at, 0, f"raise {words}") == ["raise 96"]


def test_bb_11_all_in_above_the_limit_is_what_it_says() -> None:
    """19 chips are no bet where 5 are the most."""
    at = felt(100, 20, 9).dealt("x x 7c", "x x Ac", "x x 8c")
    (meant,) = said(at, 1, "bet all in")
    assert at.why(f"p2 {meant}")[0] == "BB-11"
    assert meant not in at.legal


def test_all_in_with_nothing_left_is_refused_for_that() -> None:
    """The call takes it all."""
    at = felt(100, 20, 4).dealt("x x 7c", "x x Ac", "x x 8c").play("p2 bet 3")
    (meant,) = said(at, 2, "raise all in")
    assert at.why(f"p3 {meant}")[1].stack == 3


@pytest.mark.parametrize("text", ["bet 3", "call", "call all in", "bet all the way", "all in", ""])
def test_nothing_else_leaves_anything_open(text: str) -> None:
    """It is read as it stands."""
    at = felt(100, 20, 9).dealt("x x 7c", "x x Ac", "x x 8c")
    assert said(at, 1, text) == []
