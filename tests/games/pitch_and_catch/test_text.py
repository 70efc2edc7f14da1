"""The sentences of Pitch & Catch, where the walkthrough does not show them all."""

import pytest

from games.pitch_and_catch import text
from tests.games.pitch_and_catch.boxes import deck, options
from tests.helpers import Live, stacked

HANDS = ["9c 2c 3c", "4d 8d Kd", "5h 7h 9h", "6s 9s As"]


@pytest.mark.parametrize(
    ("plays", "asked"),
    [
        ("", "To act: Ana, pitch."),
        ("p1 pitch 9c", "To act: Ben, swing with at most 9♣, or pass. Then Cho and Dee."),
        (
            "p1 pitch 9c / p2 swing 4d",
            "To act: Cho, swing with more than 4♦ and at most 9♣, or pass. Then Dee.",
        ),
        (
            "p1 pitch 9c / p2 swing 4d / p3 pass / p4 pass",
            "To act: Cho, catch (field) with at least 9♣, or pass. Then Dee and Ana.",
        ),
        (
            "p1 pitch 9c / p2 swing 4d / p3 pass / p4 pass / p3 field 9h",
            "To act: Dee, catch (field) with more than 9♥, or pass. Then Ana.",
        ),
    ],
)
def test_the_question_names_the_cards_that_would_do(plays: str, asked: str) -> None:
    """PC-9, PC-13: a reminder shows the question alone, without the story of the trick."""
    names = ("Ana", "Ben", "Cho", "Dee")
    live = Live(f"pitch-and-catch{options(HANDS)}", names, stacked(deck(HANDS)))
    if plays:
        live.plays(plays)
    assert text.question(live.table.view(None), names, live.table.asked) == asked
