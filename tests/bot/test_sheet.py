"""The form in which answers are left ahead."""

import pytest

from bot.replies import Sheet
from bot.sheet import ROWS, Row, rows
from games import registry
from games.ball_four import plans as ball_four
from games.baseball import plans as baseball
from games.pitch_and_catch import plans


def test_every_game_has_a_form() -> None:
    """A game without one could only be planned for in words."""
    assert set(ROWS) == set(registry.PACKAGES)


@pytest.mark.parametrize("row", ROWS["pitch-and-catch"])
def test_the_examples_can_be_read(row: Row) -> None:
    """As the plans that they are examples of."""
    assert plans.read(row.example).decision == row.decision


@pytest.mark.parametrize("game", ["ball-four-52", "ball-four-40"])
def test_the_examples_of_ball_four_can_be_read(game: str) -> None:
    """In the edition whose form they stand in, and as the notation writes them."""
    for row in ROWS[game]:
        assert str(ball_four.read(registry.kit(game).game(), row.example)) == row.example


@pytest.mark.parametrize("row", ROWS["baseball"])
def test_the_examples_of_baseball_can_be_read(row: Row) -> None:
    """As answers to their decision, and as the notation writes them."""
    answer = baseball.read(row.example)
    assert (answer.decision, str(answer)) == (row.decision, row.example)


@pytest.mark.parametrize(
    ("due", "shown"), [(None, ["beat"]), ("beat", ["beat"]), ("lead", ["lead"])]
)
def test_the_leader_has_a_line_of_its_own(due: str | None, shown: list[str]) -> None:
    """Nothing else can be left while a lead is due, and nobody else can leave that."""
    sheet = Sheet("abc", "ball-four-52", "1.1.lead", "", {}, due)
    assert [row.decision for row in rows(sheet)] == shown
