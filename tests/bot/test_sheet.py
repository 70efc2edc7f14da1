"""The form in which answers are left ahead."""

import pytest

from bot.sheet import ROWS, Row
from games import registry
from games.pitch_and_catch import plans


def test_every_game_has_a_form() -> None:
    """A game without one could only be planned for in words."""
    assert set(ROWS) == set(registry.PACKAGES)


@pytest.mark.parametrize("row", ROWS["pitch-and-catch"])
def test_the_examples_can_be_read(row: Row) -> None:
    """As the plans that they are examples of."""
    assert plans.read(row.example).decision == row.decision
