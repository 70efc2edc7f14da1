"""What fits into one message, and what does not."""

from __future__ import annotations

import pytest

from bot.answers import FENCE, shortened

SCORE = "\n".join([FENCE, *["Ana 12 13"] * 5, FENCE, ""])
"""A line score, in a block of code as posts have it."""


@pytest.mark.parametrize("before", range(0, 2400, 35))
def test_a_block_of_code_that_is_cut_is_a_block_still(before: int) -> None:
    """Wherever the cut falls: else all that follows it would be read as code."""
    text = "Ana passes.\n" * (before // 12) + SCORE * 8 + "Ben passes.\n" * 150 + SCORE
    told = shortened(text, 2000, "(cut)")
    assert len(told) <= 2000
    assert told.count(FENCE) % 2 == 0
    head, note, tail = told.partition("(cut)")
    assert note
    assert head.count(FENCE) % 2 == tail.count(FENCE) % 2 == 0
    assert text.startswith(head.removesuffix(f"{FENCE}\n").rstrip("\n"))
    assert text.endswith(tail.lstrip("\n").removeprefix(f"{FENCE}\n"))


def test_what_fits_is_not_touched() -> None:
    """Not by a sign."""
    assert shortened("x" * 2000) == "x" * 2000
