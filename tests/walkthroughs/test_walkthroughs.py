"""Each game's walkthrough is what the program writes today, line by line."""

import pytest

from games import registry
from tests.walkthroughs import write


@pytest.mark.parametrize("game_id", registry.PACKAGES)
def test_walkthrough_is_as_it_was(game_id: str) -> None:
    """A game without one fails; after a change, write it anew and read the difference."""
    kept = write.path(game_id).read_text(encoding="utf-8")
    lines = write.walkthrough(game_id).splitlines()
    for number, (now, before) in enumerate(zip(lines, kept.splitlines(), strict=False), 1):
        assert now == before, f"line {number}"
    assert "\n".join([*lines, ""]) == kept


def test_every_walkthrough_is_of_a_game() -> None:
    """No file is left over from a game that is gone."""
    files = {file.stem for file in write.HERE.glob("*.txt")}
    assert files == set(write.GAMES) == set(registry.PACKAGES)
