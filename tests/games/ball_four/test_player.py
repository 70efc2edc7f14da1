"""The house players of Ball Four: what they choose, that they win, and that their games end."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from bot.__main__ import main
from games import registry
from games.ball_four import forty, player
from games.core import DEALER, Deal, random_player
from tests.games.ball_four.boards import Board, board_40, board_52
from tests.helpers import SHOE, numbers

RANKINGS = ("ball-four-52", "ball-four-40")


def chosen(board: Board) -> str:
    """What the plain player does at turn; it needs no dice."""
    turn = board.game.turn(board.state)
    assert turn is not None
    legal = list(board.game.legal(board.state, turn))
    action = player.plain(board.game, board.view(turn), legal, no_dice)
    assert action in legal
    return board.game.write(action)


def no_dice(k: int) -> int:
    """Dice that nobody should throw."""
    raise AssertionError("the plain player throws no dice")


def wins(capsys: pytest.CaptureFixture[str], game: str, games: int) -> float:
    """How much of all wins one plain player has against three random ones, in each seat once."""
    shares = []
    for seat in range(4):
        kinds = ["random"] * 4
        kinds[seat] = "plain"
        words = ["simulate", game, "--json", "-n", str(games // 4), "--seats", "4"]
        assert main([*words, "--seed", f"{game} {seat}", "--players", ",".join(kinds)]) == 0
        told = json.loads(capsys.readouterr().out)
        shares.append(told["win by kind of player"]["a plain player"]["mean"])
    return sum(shares) / 4


@pytest.mark.parametrize("game", RANKINGS)
def test_plain_beats_random(capsys: pytest.CaptureFixture[str], game: str) -> None:
    """By chance it would be a quarter; at 80 games three quarters leave room for bad luck."""
    assert wins(capsys, game, 80) > 0.75


@pytest.mark.long
@pytest.mark.parametrize("game", RANKINGS)
def test_plain_beats_random_in_two_thousand_games(
    capsys: pytest.CaptureFixture[str], game: str
) -> None:
    assert wins(capsys, game, 2000) > 0.9


@pytest.mark.parametrize("game", RANKINGS)
@pytest.mark.parametrize("kind", ["plain", "random"])
@pytest.mark.parametrize("seats", ["3", "5"])
def test_games_of_house_players_end(
    capsys: pytest.CaptureFixture[str], game: str, kind: str, seats: str
) -> None:
    """After so many decisions at most as nine innings can have, and usually far fewer.

    Every lead takes a card, so an inning has at most as many plays as cards; each of them asks at
    most so many times as there are hands of a type, for each player.
    """
    words = ["simulate", game, "--json", "-n", "5", "--seats", seats, "--players", kind]
    assert main([*words, "--seed", "end"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert 50 < told["length"]["decisions a game"]["max"] < 2000


@pytest.mark.parametrize(
    "game",
    ["ball-four-52 (innings=2, extra_sets=on)", "ball-four-40 (innings=7, stretch=on)"],
)
@pytest.mark.parametrize("kind", ["plain", "random"])
def test_a_house_player_chooses_what_is_legal_from_what_its_seat_knows(
    game: str, kind: str
) -> None:
    """It is handed its view and the legal actions, and gives one of these, to the very end."""
    rules = registry.read_game(game, 4)
    choose = registry.kit(rules.id).players[kind]
    state, deals, dice = rules.setup(4), 0, numbers(game)
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


def test_the_random_player_takes_whatever_the_dice_say() -> None:
    board = board_52(["3c 4c", "5c", "6c"])
    legal = list(board.game.legal(board.state, 0))
    assert random_player(board.game, board.view(0), legal, lambda k: k - 1) == legal[-1]


@pytest.mark.parametrize("board", [board_52, board_40])
def test_plain_leads_what_leaves_the_fewest_plays(board: Callable[..., Board]) -> None:
    """Low before high; a pair goes with a triple; everything at once if that is a hand."""
    assert chosen(board(["3c 5c 9c", "4c 4d 4h 4s", "6c 6d 6h 6s"])) == "play 3c"
    longest = "play 3c 5c 5d 5h 9c 9d" if board is board_40 else "play 3c"  # bases loaded
    assert chosen(board(["3c 5c 5d 5h 9c 9d", "4c", "6c"])) == longest
    assert chosen(board(["5c 5d 5h 9c 9d", "4c", "6c"])) == "play 5c 5d 5h 9c 9d"


@pytest.mark.parametrize("board", [board_52, board_40])
def test_plain_takes_a_ball_four(board: Callable[..., Board]) -> None:
    hands = ["9c 9d 9h 3c", "9s Tc Td Th 5c 7d", "6c 6d 6h 8c"]
    assert chosen(board(hands, "p1 play 9c 9d 9h")) == "ball-four 9s"


@pytest.mark.parametrize("board", [board_52, board_40])
def test_plain_breaks_up_no_hand_to_beat_until_somebody_is_about_to_go_out(
    board: Callable[..., Board],
) -> None:
    """A single three is beaten with a lone five, not with one of two fours; late with anything."""
    many = "7c 7d 8c 8d 9c"
    rest = "6c 6d 6h 6s"
    lead = "p1 play 3c"
    assert chosen(board([f"3c {many}", "4c 4d 5c Tc", rest], lead)) == "play 5c"
    assert chosen(board([f"3c {many}", "4h 4s 5h 5s", rest], lead, **tokens(board))) == "pass"
    assert chosen(board(["3c 7c 7d", "4h 4s 5h 5s", rest], lead, **tokens(board))) == "play 4h"


def tokens(board: Callable[..., Board]) -> dict[str, int]:
    """Options by which there are no foul balls."""
    return {"tokens": 0} if board is board_40 else {}


def test_plain_fouls_what_it_need_not_play_any_more() -> None:
    """On 9♣ 9♦ it discards the lone three and the lone five, and keeps the pair of fours."""
    hands = ["9c 9d 3h 3s", "3c 5d 4c 4d", "6c 6d 6h 6s"]
    assert chosen(board_40(hands, "p1 play 9c 9d", leader=0)) == "foul 3c 5d"


def test_plain_in_last_place_chooses_the_double_header() -> None:
    level = (0,) * 3
    match = forty.Match(7, 0, (level,) * 6, level, (3, 3, 3))
    board = Board(forty.BallFour40(stretch=True), forty.Choosing(match, 1))
    assert chosen(board) == "choose double-header"
