"""The house players of Baseball: what they choose, that they win, and that their games end."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from bot.__main__ import main
from games import registry, table
from games.baseball import player
from games.baseball.rules import Baseball
from games.baseball.terms import RANKINGS, Action, State
from games.core import DEALER, Deal, random_player
from games.house import Player
from games.shuffle import Shoe
from tests.games.baseball.boards import Felt, felt
from tests.helpers import NAMES, SHOE, numbers


def chosen(at: Felt, label: str = "a") -> str:
    """What the plain player does at turn."""
    turn = at.game.turn(at.state)
    assert turn is not None
    legal = list(at.game.legal(at.state, turn))
    action = player.plain(at.game, at.view(turn), legal, numbers(label).below)
    assert action in legal
    return at.game.write(action)


def simulated(
    capsys: pytest.CaptureFixture[str], games: int, kinds: Sequence[str], *options: str
) -> Any:
    """What has come of so many games."""
    words = ["simulate", "baseball", "--json", "-n", str(games), "--seats", str(len(kinds))]
    assert main([*words, "--seed", "house", "--players", ",".join(kinds), *options]) == 0
    return json.loads(capsys.readouterr().out)


def test_plain_beats_random(capsys: pytest.CaptureFixture[str]) -> None:
    """All six begin with 100 chips; 40 games leave room for bad luck."""
    told = simulated(capsys, 40, ["plain", *["random"] * 5])
    assert told["score"]["a plain player"]["mean"] > 130
    assert told["win by kind of player"]["a plain player"]["mean"] > 0.3


@pytest.mark.long
def test_plain_against_five_random_players_in_500_games(capsys: pytest.CaptureFixture[str]) -> None:
    told = simulated(capsys, 500, ["plain", *["random"] * 5])
    assert told["score"]["a plain player"]["mean"] > 150
    assert told["win by kind of player"]["a plain player"]["mean"] > 0.4


@pytest.mark.parametrize("kind", ["plain", "random"])
@pytest.mark.parametrize("seats", [3, 6])
def test_games_of_house_players_end(
    capsys: pytest.CaptureFixture[str], kind: str, seats: int
) -> None:
    """No chip is lost, and the histogram has every deal once."""
    told = simulated(capsys, 4, [kind] * seats)
    assert told["length"]["deals a game"]["max"] <= 6
    assert told["score"][f"a {kind} player"]["mean"] == 100
    assert sum(row["mean"] for row in told["winning hand"].values()) == pytest.approx(1, abs=1e-4)


def test_the_histogram_of_winning_hands_is_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    """A row for each kind from the best down, and a bar of 40 signs for all of them together."""
    words = ["simulate", "baseball", "-n", "3", "--seats", "4", "--seed", "a"]
    assert main(words) == 0
    rows = capsys.readouterr().out.partition("winning hand")[2].splitlines()[1:]
    assert [row[:28].strip() for row in rows][:2] == ["five of a kind", "straight flush"]
    assert len(rows) == 11
    bars = sum(row.count("=") for row in rows)
    assert 35 <= bars <= 45


@pytest.mark.parametrize(
    "game",
    [
        "baseball (stack=12, extra_card=up, rainy_day=on, rain_scope=everyone)",
        "baseball (stack=20, hidden_fours=on, walk_price=1, bet_min=3, bet_max=8)",
        "baseball (deals=2, ranks=football, hidden_fours=on)",
        "baseball (deals=2, ranks=woolworth, ante=0)",
    ],
)
@pytest.mark.parametrize("kind", ["plain", "random"])
def test_a_house_player_chooses_what_is_legal_from_what_its_seat_knows(
    game: str, kind: str
) -> None:
    """It is handed its view and the legal actions, and gives one of these, to the very end."""
    rules = registry.read_game(game, 6)
    choose = registry.kit(rules.id).players[kind]
    state, deals, dice = rules.setup(6), 0, numbers(game)
    while (turn := rules.turn(state)) is not None:
        if turn == DEALER:
            deals += 1
            action: Any = Deal(SHOE.deck(deals, rules.deck))
        else:
            legal = list(rules.legal(state, turn))
            action = choose(rules, rules.view(state, turn), legal, dice.below)
            assert action in legal
        rules.check(state, turn, action)
        state, _ = rules.apply(state, turn, action)
    assert deals >= 2


def test_nobody_waits_until_a_million_bets_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """House players at a table for a million chips act without a list of all that is legal."""
    listed: list[Action] = []
    legal = Baseball.legal

    def told(game: Baseball, s: State, seat: int) -> Iterator[Action]:
        for action in legal(game, s, seat):
            listed.append(action)
            yield action

    monkeypatch.setattr(Baseball, "legal", told)
    words = "baseball (stack=1000000, bet_max=1000000, deals=1, hidden_fours=on)"
    people = [Player(name, "computer") for name in NAMES[:6]]
    change = table.begin("t", registry.read_game(words, 6), people, 0, SHOE, None)
    assert change.table.outcome is not None
    assert len(change.entries) > 6
    assert listed == []


def test_the_random_player_takes_whatever_the_dice_say() -> None:
    at = felt(100, 100, 100).dealt("x x 7c", "x x Ac", "x x 6h")
    legal = list(at.game.legal(at.state, 1))
    assert random_player(at.game, at.view(1), legal, lambda k: k - 1) == legal[-1]


STRONG = "9c 9d Ac Kc 8c Qd 7h"
WEAK = "2c 7d Ac 5h 8d Qh Ts"
"""Hands of Ben, who opens with an ace in either case."""


def test_plain_bets_and_raises_with_a_strong_hand_and_checks_with_a_weak_one() -> None:
    others = ("x x 7s x x x x", "x x 8s x x x x")
    strong = felt(100, 100, 100).dealt(others[0], STRONG, others[1])
    assert chosen(strong) == "bet 5"
    weak = felt(100, 100, 100).dealt(others[0], WEAK, others[1])
    assert chosen(weak) == "check"
    raised = felt(100, 100, 100).dealt("x x As", STRONG, "x x Js")
    assert raised.turn == "p2"  # level with Ana, and nearer to the dealer's left
    assert chosen(raised.play("p2 check / p3 bet 2 / p1 call")) == "raise 5"


def test_plain_calls_after_three_raises_however_many_the_table_allows() -> None:
    """Two of them would raise each other chip by chip until one is all-in, and nobody could act."""
    hands = ("x x As x x x x", STRONG, "x x Js x x x x")
    at = felt(9000, 9000, 9000, max_raises=1000).dealt(*hands)
    at.play("p2 bet 5 / p3 raise 5 / p1 raise 5")
    assert chosen(at) == "raise 5"
    at.play("p2 call / p3 raise 5 / p1 call")
    assert chosen(at) == "call"


def test_a_table_of_house_players_ends_however_many_raises_it_allows() -> None:
    """Three raises at most in each betting round, so that a round of six has 24 turns at most."""
    game = registry.read_game("baseball (stack=3000, max_raises=1000000, deals=3)", 6)
    people = [Player(name, "computer") for name in NAMES[:6]]
    for number in (2, 6):
        shoe = Shoe(bytes([number] * 32), "raises")
        change = table.begin("t", game, people, 0, shoe, None)
        assert change.table.outcome is not None
        assert len(change.entries) < 3 * 5 * 25


def test_plain_folds_when_the_call_costs_more_than_the_hand_is_worth() -> None:
    """50 chips for a pot of 53, with nothing, against two others: no; 1 chip for 31: yes."""
    hands = ("Kh Kd Ac", "2c 5d 7h", "8s 8h Js")
    dear = felt(200, 200, 200, bet_max=50).dealt(*hands).play("p1 bet 50")
    assert chosen(dear) == "fold"
    cheap = felt(200, 200, 200, ante=10).dealt(*hands).play("p1 bet 1")
    assert chosen(cheap) == "call"


def test_plain_matches_the_pot_with_a_strong_hand_alone() -> None:
    """Two wilds in the hole and a 3 are worth it; a 3 with nothing is not, against two others."""
    others = ("x x 9h Kd", "x x 9s Kh")
    strong = felt(100, 100, 100).dealt(others[0], "3d 9c Ac 3c x x x", others[1])
    assert chosen(strong.play(strong_round(strong))) == "match"
    weak = felt(100, 100, 100).dealt(others[0], "2c 7d 6c 3c x x x", others[1])
    assert chosen(weak.play(strong_round(weak))) == "fold"


def strong_round(at: Felt) -> str:
    """A first betting round in which the opener bets 3 and all call."""
    first, *others = at.asked
    return " / ".join([f"{first} bet 3", *(f"{who} call" for who in others)])


def test_plain_walks_and_shows_fours_while_that_is_cheap() -> None:
    """An extra card for 1 chip of a pot of 12 or more, but not for 2."""
    for price, does in ((1, "walk"), (2, "stay")):
        at = felt(100, 100, 100, walk_price=price).dealt("x x 7c", "x x Ac 4c", "x x 8c")
        assert chosen(at.play(strong_round(at))) == does
    at = felt(100, 100, 100, hidden_fours=True).dealt("x x 7c", "4d x Ac", "x x 8c")
    assert chosen(at) == "show 4d"


def test_the_chance_to_win_is_one_where_nothing_can_go_wrong() -> None:
    """After the last card: five aces beat everything, and a pair of twos hardly anything."""
    hands = ("2c 2d 7c 8c Jc Kc 7d", "9c 3c Ac Ad Ah x x", "2h 2s 7h 8d Jh Kh 7s")
    at = felt(100, 100, 100).dealt(*hands)
    while at.turn != "dealer" and len(at.view(1).hole) < 3:
        at.play(f"{at.turn} {'check' if 'check' in at.legal else 'match'}")
    dice = numbers("chance").below
    assert player.equity(RANKINGS["baseball"], at.view(1), at.game.deck, dice) == 1.0
    assert player.equity(RANKINGS["baseball"], at.view(0), at.game.deck, dice) < 0.5


def test_the_same_dice_give_the_same_choice() -> None:
    at = felt(100, 100, 100).dealt("x x Kd", "x x Ac", "x x 6h").play("p2 bet 3")
    assert chosen(at, "b") == chosen(at, "b")
