"""Cards put together in Ball Four: what typed words can mean, and what picked cards make.

Ana (p1) leads in the second inning, then come Ben (p2), Cho (p3), Dee (p4).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import registry
from games.ball_four import picking
from games.ball_four.fifty_two import BallFour52
from games.ball_four.terms import BallFour, Foul, Pass, Play
from games.cards import RANKS, Card, card_sign, write_card
from games.core import DEALER, MOST_MEANINGS, Deal, GameError
from tests.games.ball_four.boards import Board, board_40, board_52, cards
from tests.helpers import numbers

HANDS = ["9c 9d 9h 8c 8d 4c 7c", "9s Tc Td Th Ts 5d 2c", "Ac Ad Ah 6c", "7d 3c"]
NINES = "p1 play 9c 9d 9h"


def meant(board: Board, seat: int, text: str) -> list[str]:
    """What words can mean to a seat, as texts of actions."""
    found = picking.meant(board.game, board.view(seat), text)
    return [board.game.write(action) for action in found]


def made(board: Board, seat: int, picked: str) -> str:
    """What picked cards make."""
    return picking.made(board.game, board.view(seat), cards(picked))


def uses(board: Board, seat: int, picked: str) -> list[str]:
    """The actions that picked cards are."""
    found = picking.uses(board.game, board.view(seat), cards(picked))
    return [board.game.write(action) for action in found]


# --- what words mean -----------------------------------------------------------------------------


@pytest.mark.parametrize("board", [board_52, board_40])
@pytest.mark.parametrize(
    "text",
    [
        *("play 9c 9d 9h", "9c 9d 9h", "9h 9d 9c", "999", "9 9 9", "play 999", "PLAY 9 9 9"),
        *("9♣9♦9♥", "9c9d9h", "9c, 9d, 9h", "9♣\N{VARIATION SELECTOR-16} 9♦ 9♥", "9,9,9"),
        *("9c 9 9", "9 9d 9", "99 9h", " play  9C9D 9 ", "play999"),
    ],
)
def test_three_nines_can_be_written_in_many_ways(board: Callable[..., Board], text: str) -> None:
    """Ana holds three, so all of them are the same hand."""
    assert meant(board(HANDS), 0, text) == ["play 9c 9d 9h"]


@pytest.mark.parametrize("board", [board_52, board_40])
@pytest.mark.parametrize("text", ["play TTT", "10 10 10", "101010", "t t 10", "10 Ts T"])
def test_a_ten_is_written_in_two_ways(board: Callable[..., Board], text: str) -> None:
    """Ben holds four tens: three of them are four hands, in the order of the suits."""
    four = ["play Tc Td Th", "play Tc Td Ts", "play Tc Th Ts", "play Td Th Ts"]
    with_spade = [play for play in four if "Ts" in play] if "Ts" in text else four
    assert meant(board(HANDS, NINES), 1, text) == with_spade


@pytest.mark.parametrize("text", ["99988", "8 8 9 9 9", "9c 9 9 8 8", "8899 9"])
def test_a_full_house_is_written_in_any_order(text: str) -> None:
    assert meant(board_52(HANDS), 0, text) == ["play 8c 8d 9c 9d 9h"]


def test_all_choices_of_suits_are_told() -> None:
    """Three of four nines with two of three eights: four times three hands."""
    at = board_52(["9c 9d 9h 9s 8c 8d 8h", "5c", "6c"])
    assert meant(at, 0, "99988") == [
        f"play {eights} {nines}"
        for eights in ("8c 8d", "8c 8h", "8d 8h")
        for nines in ("9c 9d 9h", "9c 9d 9s", "9c 9h 9s", "9d 9h 9s")
    ]


@pytest.mark.parametrize(
    "text",
    [
        *("9s", "999 9", "9999", "Kc", "9c 9c", "play 9c 9c 9", "play", "", "nines", "9x", "1"),
        *("play 9c and 9d", "foul", "pass", "choose none", "deal 9c", "play 9c else pass", "tea"),
        *("ball-four 9c 9d", "lowest up to 9", "9" * 500),
        *("9\N{LATIN SMALL LETTER LONG S}", "\N{KELVIN SIGN}", "\N{FULLWIDTH DIGIT NINE}", "٩"),
    ],
)
@pytest.mark.parametrize("board", [board_52, board_40])
def test_words_without_a_meaning_among_the_own_cards(
    board: Callable[..., Board], text: str
) -> None:
    """Cards that Ana does not hold, a card twice, more nines than she has, and other words."""
    assert meant(board(HANDS), 0, text) == []


def test_suits_that_the_moment_forbids_are_no_meaning() -> None:
    """The first hand of the game must contain 3♣, so `33` is that card and another three."""
    game = BallFour52()
    at = Board(game, game.setup(4)).deal(["3c 3d 3h", "3s", "", ""])
    assert meant(at, 0, "3") == ["play 3c"]
    assert meant(at, 0, "33") == ["play 3c 3d", "play 3c 3h"]
    assert meant(at, 0, "3d") == ["play 3d"]  # named outright: the rules say why not


def test_what_fits_nowhere_is_meant_all_the_same() -> None:
    """So that the rules can say why not: a double does not answer a triple."""
    at = board_52(HANDS, NINES)
    assert meant(at, 1, "TT")[0] == "play Tc Td"
    assert len(meant(at, 1, "TT")) == 6


def test_a_foul_ball_by_ranks_takes_the_suits_that_are_there() -> None:
    """On ♣ ♦ ♥ the ten may be any but the spade; with a club it is another one than the deuce."""
    at = board_40(HANDS, NINES)
    assert meant(at, 1, "foul T") == ["foul Tc", "foul Td", "foul Th"]
    assert meant(at, 1, "foul 10 2") == ["foul 2c Td", "foul 2c Th"]
    assert meant(at, 1, "foul 2 5") == ["foul 2c 5d"]
    assert meant(at, 1, "foul Ts") == ["foul Ts"]  # named outright
    assert meant(at, 1, "foul 9") == ["foul 9s"]
    assert meant(at, 1, "foul TTT") == ["foul Tc Td Th"]
    assert meant(board_52(HANDS, NINES), 1, "foul T") == []  # that edition has no foul balls


def test_a_ball_four_needs_no_card() -> None:
    for board in (board_52, board_40):
        at = board(HANDS, NINES)
        for text in ("ball-four", "Ball Four", "ballfour", "ball-four 9", "ball-four 9s"):
            assert meant(at, 1, text) == ["ball-four 9s"]
        assert meant(at, 2, "ball-four") == []
        assert meant(at, 1, "ball-four 5") == ["ball-four 5d"]  # held, but not the fourth
        assert meant(at, 1, "ball-four 6") == []
        assert meant(board(HANDS), 0, "ball-four") == []


def test_on_a_double_triple_both_fourth_cards_are_meant() -> None:
    hands = ["8c 8d 8h 9c 9d 9h 3c", "8s 9s 4c", "5c"]
    at = board_52(hands, "p1 play 8c 8d 8h 9c 9d 9h")
    assert meant(at, 1, "ball-four") == ["ball-four 8s", "ball-four 9s"]
    assert meant(at, 1, "ball-four 8") == ["ball-four 8s"]


def test_words_mean_the_same_ahead_of_the_turn() -> None:
    """Dee and Cho are asked later, and may prepare."""
    at = board_40(HANDS, NINES)
    assert meant(at, 2, "AAA") == ["play Ac Ad Ah"]
    assert meant(at, 3, "foul 7 3") == ["foul 3c 7d"]


def test_there_are_never_too_many_meanings() -> None:
    """Bases loaded of three ranks, all of whose cards are held, would have 96."""
    every = " ".join(f"{rank}{suit}" for rank in "345" for suit in "cdhs")
    at = board_40([every, "6c", "7c"])
    assert len(meant(at, 0, "333445")) == MOST_MEANINGS == 25
    assert set(meant(at, 0, "3c3d3h445")) <= set(at.legal)
    assert len(meant(at, 0, "333 44s 5s")) == 4 * 3


def test_a_spectator_means_nothing() -> None:
    game = BallFour52()
    at = Board(game, game.setup(4)).deal(["", "", "", ""])
    assert picking.meant(game, at.view(), "3") == []
    assert picking.uses(game, at.view(), cards("3c")) == ()


# --- what picked cards make ----------------------------------------------------------------------


def test_a_hand_to_lead() -> None:
    at = board_52(HANDS)
    assert made(at, 0, "9c 9d 9h") == (
        "A triple of nines: it can be led. It would expose the nines."
    )
    assert made(at, 0, "8c 8d") == "A double of eights: it can be led."
    assert made(board_52(["9c 9d", "5c", "6c"]), 0, "9c 9d") == (
        "A double of nines: it can be led. These are your last cards."
    )
    assert uses(at, 0, "9h 9c 9d") == ["play 9c 9d 9h"]


def test_a_hand_that_beats() -> None:
    at = board_52(HANDS, NINES)
    assert made(at, 1, "Tc Td Th") == (
        "A triple of tens: it beats the nines. It would expose the tens."
    )
    assert made(at, 2, "Ac Ad Ah") == (
        "A triple of aces: it beats the nines. It would expose the aces."
    )


def test_a_hand_that_does_not_beat_says_what_would() -> None:
    at = board_52(HANDS, NINES)
    assert made(at, 1, "Tc Td") == (
        "A double of tens does not beat the high hand: asked is a triple of tens or higher."
    )
    assert uses(at, 1, "Tc Td") == []
    four = board_52(["9c 9d 9h 9s 8c 8d 8h 3c", "Tc Td Th Ts 7c 7d 7h", "5c"])
    assert made(four, 0, "9c 9d 9h 9s 8c 8d 8h") == (
        "Four nines and three eights: it can be led. It would expose the eights."
    )


def test_cards_that_are_no_hand_say_what_would_be_one() -> None:
    at = board_52(HANDS)
    assert made(at, 0, "9c 9d 8c 8d") == (
        "This is no hand: two eights and two nines. 8♣ 8♦ would be a double of eights."
    )
    assert made(at, 0, "9c 9d 9h 8c") == (
        "This is no hand: three nines and an eight. 9♣ 9♦ 9♥ would be a triple of nines."
    )
    beating = board_52(HANDS, NINES)
    assert made(beating, 1, "9s Tc Td Th") == (
        "This is no hand: three tens and a nine. 10♣ 10♦ 10♥ would be a triple of tens."
    )
    assert made(beating, 1, "9s 5d") == (
        "This is no hand: a five and a nine. Asked is a triple of tens or higher."
    )


def test_a_fourth_card_says_that_it_is_one() -> None:
    at = board_52(HANDS, NINES)
    assert made(at, 1, "9s") == (
        "A single nine does not beat the high hand: asked is a triple of tens or higher. As the "
        "fourth nine, 9♠ can be laid as a Ball Four."
    )
    assert uses(at, 1, "9s") == ["ball-four 9s"]
    assert uses(board_40(HANDS, NINES), 1, "9s") == ["ball-four 9s"]
    assert uses(at, 0, "8c") == []


def test_cards_that_are_a_foul_ball_say_so() -> None:
    at = board_40(HANDS, "p1 play 9c 9d")
    assert made(at, 1, "2c 5d") == (
        "This is no hand: a deuce and a five. Asked is a double of tens or higher. As a foul ball "
        "this costs a Strike Token."
    )
    assert uses(at, 1, "2c 5d") == ["foul 2c 5d"]
    assert uses(at, 1, "Tc Td") == ["play Tc Td", "foul Tc Td"]
    assert uses(at, 1, "Th Ts") == ["play Th Ts"]  # no suits of the high hand
    assert uses(board_40(HANDS, "p1 play 9c 9d", tokens=0), 1, "Tc Td") == ["play Tc Td"]
    last = board_40(["9d 9s 3c", "4s 7d", "5c"], "p1 play 9d 9s")
    assert made(last, 1, "4s 7d").endswith("costs a Strike Token. These are your last cards.")


def test_before_a_lead_of_somebody_else() -> None:
    at = board_52(HANDS)
    assert made(at, 1, "Tc Td") == (
        "A double of tens: it can be played once a lower hand of this type is high."
    )
    assert uses(at, 1, "Tc Td") == ["play Tc Td"]


def test_who_is_out_is_asked_nothing() -> None:
    for board in (board_52, board_40):
        at = board(HANDS, f"{NINES} / p2 pass")
        assert made(at, 1, "Tc Td Th") == (
            "A triple of tens: nothing more is asked of you before the next lead."
        )
        assert uses(at, 1, "Tc Td Th") == uses(at, 1, "9s") == []


def test_the_first_hand_of_the_game_owes_its_card() -> None:
    game = BallFour52()
    at = Board(game, game.setup(4)).deal(["3c 4c 4d", "", "", ""])
    assert made(at, 0, "4c 4d") == (
        "A double of fours, but the first hand of the game must contain 3♣."
    )
    assert uses(at, 0, "4c 4d") == []
    assert uses(at, 0, "3c") == ["play 3c"]


def test_with_pinch_hitter_who_has_passed_can_only_beat() -> None:
    hands = ["8c 8d 8h 3c", "Tc Td Th 9s", "9c 9d 9h 4c"]
    plays = "p1 play 8c 8d 8h / p2 pass / p3 play 9c 9d 9h"
    at = board_40(hands, plays, rule="pinch-hitter")
    assert uses(at, 1, "9s") == []
    assert uses(at, 1, "Tc") == []
    assert uses(at, 1, "Tc Td Th") == ["play Tc Td Th"]
    full = board_40(hands, plays, rule="pinch-hitter", pinch_hitter_full=True)
    assert uses(full, 1, "9s") == ["ball-four 9s"]
    assert uses(full, 1, "Tc") == ["foul Tc"]


def test_what_is_not_held_or_not_picked() -> None:
    at = board_52(HANDS)
    assert made(at, 0, "Ks") == "K♠ is not in this hand."
    assert made(at, 0, "") == "No cards are picked."
    assert made(at, 0, "9c 9c") == "A single nine: it can be led."
    assert uses(at, 0, "9c 9c") == uses(at, 0, "") == uses(at, 0, "Ks") == []


# --- what holds everywhere -----------------------------------------------------------------------

GAMES = [
    ("ball-four-52 (innings=1, extra_sets=on)", 3),
    ("ball-four-52 (innings=1)", 4),
    ("ball-four-40 (innings=2)", 4),
    ("ball-four-40 (innings=7, stretch=on, bases_loaded=two-triples)", 5),
]


def positions(game_text: str, seats: int) -> Iterator[Board]:
    """Boards at a turn of somebody, from a random game."""
    game = registry.read_game(game_text, seats)
    dice = numbers(game_text)
    board = Board(game, game.setup(seats))
    while (turn := game.turn(board.state)) is not None:
        if turn == DEALER:
            action: Any = Deal(tuple(dice.shuffled(game.deck)))
        else:
            yield board
            legal = list(game.legal(board.state, turn))
            action = legal[dice.below(len(legal))]
        board = Board(game, game.apply(board.state, turn, action)[0])


BOARDS = {table: list(positions(*table)) for table in GAMES}


def forms(action: Any) -> Iterator[str]:
    """Ways to type an action: whole, close together, with signs, by ranks alone, mixed."""
    if isinstance(action, BallFour):
        yield from (f"ball-four {write_card(action.card)}", "ball-four", "Ball Four")
        return
    verb = "foul" if isinstance(action, Foul) else "play"
    texts = [write_card(card) for card in action.cards]
    ranks = [RANKS[card >> 2] for card in action.cards]
    yield f"{verb} {' '.join(texts)}"
    yield f"{verb} {''.join(reversed(texts))}"
    yield f"{verb} {' '.join(map(card_sign, action.cards))}"
    yield f"{verb} {' '.join(ranks)}"
    yield f"{verb} {''.join(ranks).lower()}"
    yield f"{verb} {texts[0]} {''.join(ranks[1:])}"
    if verb == "play":
        yield "".join(ranks).replace("T", "10")


@pytest.mark.parametrize("table", GAMES, ids=[game for game, _ in GAMES])
def test_every_typed_form_of_a_legal_action_means_it(table: tuple[str, int]) -> None:
    """And every meaning of such words is legal; only where there are too many may it be left out.

    Cards named outright are always the one action.
    """
    tried = 0
    for board in BOARDS[table][:: 1 + len(BOARDS[table]) // 100]:
        turn = board.game.turn(board.state)
        legal = list(board.game.legal(board.state, turn or 0))
        view = board.view(turn)
        for action in legal[:: 1 + len(legal) // 20]:
            if not isinstance(action, Play | Foul | BallFour):
                continue
            whole, *shorter = forms(action)
            assert picking.meant(board.game, view, whole) == [action]
            for text in shorter:
                found = picking.meant(board.game, view, text)
                assert action in found or len(found) == MOST_MEANINGS
                assert set(found) <= set(legal)
                tried += 1
    assert tried > 300


@pytest.mark.parametrize("table", GAMES, ids=[game for game, _ in GAMES])
def test_uses_are_exactly_the_legal_actions_of_these_cards(table: tuple[str, int]) -> None:
    """For the seat at turn, and for sets of one to three cards of the hand."""
    found = 0
    for board in BOARDS[table][:: 1 + len(BOARDS[table]) // 80]:
        game, turn = board.game, board.game.turn(board.state)
        assert turn is not None
        view = board.view(turn)
        legal = [action for action in game.legal(board.state, turn) if action != Pass()]
        by_cards: dict[tuple[Card, ...], set[Any]] = {}
        for action in legal:
            if isinstance(action, Play | Foul | BallFour):
                key = (action.card,) if isinstance(action, BallFour) else action.cards
                by_cards.setdefault(key, set()).add(action)
        for count in (1, 2, 3):
            for some in combinations(view.hand, count):
                assert set(picking.uses(game, view, some)) == by_cards.get(some, set())
                assert picking.made(game, view, some).endswith(".")
        for some in list(by_cards)[:30]:
            assert set(picking.uses(game, view, some)) == by_cards[some]
            found += 1
    assert found > 50


WORDS = st.text("23456789TJQKAcdhs♣♠10, playfoulb-", max_size=30) | st.text(max_size=20)
VERBS = st.sampled_from(["", "play ", "foul ", "ball-four ", "pass", "play 999"])


@pytest.mark.parametrize("table", GAMES, ids=[game for game, _ in GAMES])
@given(data=st.data())
def test_whatever_is_typed_means_cards_that_are_held(
    table: tuple[str, int], data: st.DataObject
) -> None:
    """And nothing else; each meaning once, in order, and not too many."""
    board = data.draw(st.sampled_from(BOARDS[table]))
    game = board.game
    seat = data.draw(st.integers(0, table[1] - 1))
    view = board.view(seat)
    text = data.draw(VERBS) + data.draw(WORDS)
    found = picking.meant(game, view, text)
    assert len(found) <= MOST_MEANINGS
    texts = [game.write(action) for action in found]
    assert len(set(texts)) == len(texts)
    for action in found:
        named = (action.card,) if isinstance(action, BallFour) else action.cards
        assert set(named) <= set(view.hand)
        assert list(named) == sorted(named, key=view.hand.index)
        assert game.parse(game.write(action)) == action


@pytest.mark.parametrize("table", GAMES, ids=[game for game, _ in GAMES])
@given(data=st.data())
def test_whatever_is_picked_makes_a_sentence(table: tuple[str, int], data: st.DataObject) -> None:
    """At the turn and ahead of it, and a card that is offered as an action can be checked."""
    board = data.draw(st.sampled_from(BOARDS[table]))
    game = board.game
    seat = data.draw(st.integers(0, table[1] - 1))
    view = board.view(seat)
    if not view.hand:
        return
    picked = data.draw(st.lists(st.sampled_from(view.hand), max_size=17))
    said = picking.made(game, view, picked)
    assert re.fullmatch(r"[A-Z0-9].*\.", said)
    assert len(said) < 400
    for action in picking.uses(game, view, picked):
        if game.turn(board.state) == seat:
            game.check(board.state, seat, action)


def test_unreadable_words_are_left_to_the_rules() -> None:
    """They say what was expected, and what was found."""
    at = board_52(HANDS)
    for text in ("play nines", "play 9s 9d 9h"):
        assert meant(at, 0, text) == []
    assert at.refused("p1 play 9s 9d 9h").clause == "X-15"
    with pytest.raises(GameError, match='a card after "play"'):
        at.game.parse("play nines")


def test_choices_are_in_the_order_of_cards() -> None:
    """The lowest rank first, then clubs, diamonds, hearts, spades."""
    at = board_52(["9c 9d 9h 3s 3c", "5c", "6c"])
    assert meant(at, 0, "9") == ["play 9c", "play 9d", "play 9h"]
    assert meant(at, 0, "3") == ["play 3c", "play 3s"]
    assert meant(at, 0, "2") == []
