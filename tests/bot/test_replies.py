"""What a refusal says would be legal, also where that is more than anybody could read."""

from __future__ import annotations

import pytest

from bot.replies import MOST_SUMS, legal_texts, now_legal
from games.baseball.rules import Baseball
from games.table import Table
from tests.games.baseball.boards import deck
from tests.helpers import Live, stacked

HANDS = ("Kc 7c Kd 2h 6s Jd Qc", "Ks 8d Ac 5d 8c Qd 7h", "Jh Td 6h Tc 2c 8h Jc")


def begun(options: str = "", plays: str = "") -> Table:
    """A game of Baseball in its first betting round; p2 opens."""
    game = f"baseball ({options})" if options else "baseball"
    live = Live(game, ("Ana", "Ben", "Cho"), stacked(deck(HANDS).split()[1:]))
    if plays:
        live.plays(plays)
    return live.table


@pytest.mark.parametrize(
    ("options", "plays", "said"),
    [
        ("", "", "`check`, `fold`, `bet 1` to `bet 5`"),
        ("bet_min=5", "", "`check`, `fold`, `bet 5`"),
        ("bet_min=2, bet_max=60", "", "`check`, `fold`, `bet 2` to `bet 60`"),
        ("stack=1000000, bet_max=1000000", "", "`check`, `fold`, `bet 1` to `bet 999999`"),
        ("bet_max=60", "p2 bet 9", "`call`, `fold`, `raise 1` to `raise 60`"),
        ("max_raises=0", "p2 bet 2", "`call`, `fold`"),
    ],
)
def test_sums_are_named_by_the_least_and_the_most(options: str, plays: str, said: str) -> None:
    """Of whoever is at turn."""
    at = begun(options, plays)
    assert at.turn is not None
    assert now_legal(at, at.turn) == f"You may {said}."


def test_more_sums_than_a_menu_holds_are_not_written_down() -> None:
    """Up to 25 all are there; nobody waits until a million are."""
    few = begun(f"bet_max={MOST_SUMS}")
    assert legal_texts(few, 1) == ("check", "fold", *(f"bet {n}" for n in range(1, 26)))
    for most in (MOST_SUMS + 1, 60, 1_000_000):
        many = begun(f"stack=1000000, bet_max={most}")
        assert legal_texts(many, 1) == ("check", "fold")


def test_what_stands_behind_the_sums_is_not_lost() -> None:
    """A 4 in the hole can still be shown."""
    hands = (HANDS[0], "4s 8d Ac 5d 8c Qd 7h", HANDS[2])
    game = "baseball (bet_max=60, hidden_fours=on)"
    live = Live(game, ("Ana", "Ben", "Cho"), stacked(deck(hands).split()[1:]))
    assert legal_texts(live.table, 1) == ("check", "fold", "show 4s")
    assert now_legal(live.table, 1) == "You may `check`, `fold`, `show 4s`, `bet 1` to `bet 60`."


def test_the_rules_hold_sums_in_a_row() -> None:
    """From the least up, as `Wagers.sums` promises."""
    at = begun("bet_max=60")
    assert isinstance(at.game, Baseball)
    texts = [at.game.write(one) for one in at.game.legal(at.state, 1)]
    assert texts == ["check", "fold", *(f"bet {n}" for n in range(1, 61))]
