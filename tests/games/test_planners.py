"""What house players would leave ahead: it is legal at any table, and no more than was asked."""

from collections import Counter

import pytest

from games import registry
from games.ball_four.terms import Foul
from games.baseball.player import planner as plan_bets
from games.baseball.rules import Baseball
from games.baseball.terms import View as Stud
from games.cards import read_card
from games.core import DEALER, Seat
from games.pitch_and_catch.player import planner
from games.pitch_and_catch.rules import PitchAndCatch
from games.pitch_and_catch.terms import View
from games.table import Table
from tests.games.random_games import random_game
from tests.helpers import numbers

LABELS = [f"planner {number}" for number in range(24)]


def plans(at: Table, seat: Seat, whole: bool) -> list[tuple[str, str]]:
    """The texts that the planner of a table's game would leave for a seat, and their decisions."""
    planner = registry.kit(at.game.id).planner
    assert planner is not None
    texts = planner(at.game, at.view(seat), numbers("choices").below, whole)
    return [(text, at.game.left(at.state, seat, text).decision) for text in texts]


def others(at: Table) -> list[Seat]:
    """The seats that are not at turn, while somebody is."""
    if at.turn in (None, DEALER):
        return []
    return [seat for seat in range(len(at.players)) if seat != at.turn]


@pytest.mark.parametrize("label", LABELS)
def test_no_plan_is_refused_and_none_is_for_the_same_decision_as_another(label: str) -> None:
    """Reading a plan raises where it could never apply."""
    for at in random_game(label, 120)[1]:
        for seat in others(at):
            decisions = [decision for _, decision in plans(at, seat, whole=True)]
            assert len(set(decisions)) == len(decisions)


@pytest.mark.parametrize("label", LABELS)
def test_only_the_open_window_is_answered_unless_all_is_asked_for(label: str) -> None:
    """By those who are in it, all of them; with `whole` they answer it, too."""
    for at in random_game(label, 120)[1]:
        window = at.window
        for seat in others(at):
            assert window is not None
            answered = [decision for _, decision in plans(at, seat, whole=False)]
            assert answered in ([], [window.decision])
            if answered:
                assert seat in at.game.window(at.state).seats
                assert window.decision in [one for _, one in plans(at, seat, whole=True)]


@pytest.mark.parametrize("label", LABELS[:8])
def test_whoever_is_at_turn_is_left_to_play(label: str) -> None:
    for at in random_game(label, 60)[1]:
        if at.turn not in (None, DEALER):
            assert plans(at, at.turn, whole=True) == []


def test_a_plan_does_what_would_be_done_at_the_turn() -> None:
    """If those before only pass; but nobody plans a foul ball, nor to be the first of several who
    break a run of strikes. In Baseball they count by chance, so there nothing can be compared.
    """
    compared = Counter[str]()
    for at in (table for label in LABELS for table in random_game(label, 120)[1]):
        if at.game.id == "baseball":
            continue
        for seat in others(at):
            for text, decision in plans(at, seat, whole=False):
                state = at.state
                while at.game.turn(state) != seat:
                    state, _ = at.game.silence(state, at.game.turn(state))
                view = at.game.view(state, seat)
                if at.game.window(state).decision != decision or getattr(view, "run", (0, 0))[1]:
                    continue
                legal = list(at.game.legal(state, seat))
                plain = registry.kit(at.game.id).players["plain"]
                expected = plain(at.game, view, legal, numbers("unused").below)
                if not isinstance(expected, Foul):
                    plan = at.game.left(at.state, seat, text)
                    assert at.game.resolve(state, seat, plan) == expected
                    compared[at.game.id] += 1
    assert len(compared) == 3
    assert min(compared.values()) > 50


# --- what they say -------------------------------------------------------------------------------


def seen(hand: str, ball: str | None, **known: object) -> View:
    """What the third seat of four sees of a ball in the air that nobody has swung at yet."""
    cards = tuple(read_card(word) for word in hand.split())
    usual = {
        "seat": 2,
        "hand": cards,
        "decision": "swing",
        "turn": 1,
        "inning": 1,
        "innings": 4,
        "dealer": 0,
        "playing": (0, 1, 2, 3),
        "points": (0, 0, 0, 0),
        "run": (0, 0),
        "pitcher": 0,
        "ball": ball and read_card(ball),
        "waiting": (1, 2, 3),
    }
    return View(**{**usual, **known})  # type: ignore[arg-type]


def sheet(view: View, whole: bool = True) -> list[str]:
    """What is left ahead at a table of four."""
    return list(planner(PitchAndCatch(players=4), view, numbers("unused").below, whole))


def test_a_whole_sheet_of_pitch_and_catch() -> None:
    """A king in the air: the queen is within one of it; a king, a deuce (14) can catch it."""
    view = seen("2c 7d Qh Ks", "Kd")
    assert sheet(view, whole=False) == ["swing Ks else pass"]
    assert sheet(view) == [
        "swing Ks else pass",
        "field Ks or field 2c else pass",
        "pitch Qh or pitch highest",
    ]


def test_a_second_strike_is_broken_with_the_lowest_card() -> None:
    """After one, only the last who may swing does: before that somebody else still can."""
    assert sheet(seen("2c 7d", "9d", run=(0, 2)))[0] == "swing 2c else pass"
    assert sheet(seen("2c 7d", "9d", run=(0, 1)))[0] == "swing pass"
    assert sheet(seen("2c 7d", "9d", run=(0, 1), waiting=(1, 2)))[0] == "swing 2c else pass"


def test_a_sheet_before_the_pitch_names_good_cards_only() -> None:
    """Nothing is known of the ball: tens and above swing, the highest first."""
    view = seen("3c Td Jh", None, decision="pitch", turn=0, waiting=())
    assert sheet(view, whole=False) == []
    assert sheet(view) == [
        "swing Jh or swing Td else pass",
        "field lowest if ball 10 or more else pass",
        "pitch Td or pitch highest",
    ]


def deal_of_two(hole: str, up: tuple[str, str], **known: object) -> Stud:
    """What the second seat of two sees before a chip is in; threes and nines are wild."""

    def cards(words: str) -> tuple[int, ...]:
        return tuple(read_card(word) for word in words.split())

    usual = {
        "seat": 1,
        "hole": cards(hole),
        "decision": "bet",
        "turn": 0,
        "deal": 1,
        "deals": 6,
        "dealer": 0,
        "stacks": (50, 40),
        "wild": (1, 7),
        "walks": 2,
        "round": 3,
        "up": tuple(map(cards, up)),
        "counts": (2, 2),
        "shown": ((), ()),
        "still_in": (0, 1),
        "bets": (0, 0),
        "waiting": (0, 1),
    }
    return Stud(**{**usual, **known})  # type: ignore[arg-type]


def bets(view: Stud, whole: bool = False) -> list[str]:
    """What is left ahead in Baseball."""
    return list(plan_bets(Baseball(), view, numbers("equity").below, whole))


FIVE_KINGS = ("3c 3d", ("7c 7d 8h", "9c 9d Kh"))


def test_a_hand_that_cannot_lose_bets_raises_and_calls_for_all_it_has() -> None:
    """With the most that may be bet, which is 5."""
    view = deal_of_two(*FIVE_KINGS)
    assert bets(view) == ["bet 5 or raise 5 or call up to 40 else fold"]


def test_a_face_up_three_is_paid_for_ahead_where_all_is_said_that_can_be() -> None:
    view = deal_of_two(*FIVE_KINGS, three_costs=4)
    assert bets(view, whole=True)[1:] == ["match up to 40 else fold"]


def test_a_hand_that_cannot_win_checks_if_it_may_and_folds() -> None:
    """Against three kings face up, with nothing that could still come."""
    view = deal_of_two("4c 6d", ("9c 9d Kh", "2c 7d Jh"), round=5)
    assert bets(view) == ["check else fold"]
    view = deal_of_two("4c 6d", ("9c 9d Kh", "2c 7d Jh"), round=5, high=5, bets=(5, 0))
    assert bets(view) == ["fold"]
