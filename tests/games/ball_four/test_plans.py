"""Answers left ahead in both editions of Ball Four (X-8), every value worked out by hand.

Most tables have small hands in the middle of an inning. Ana (p1) leads, then come Ben (p2), Cho
(p3), Dee (p4).
"""

from collections.abc import Callable, Sequence

import msgspec
import pytest

from games import house
from games.ball_four import terms
from games.ball_four.hands import Hand, Shape
from games.cards import read_card
from games.core import (
    Finished,
    GameError,
    IllegalAction,
    NotationError,
    NotHeld,
    NothingToPlan,
)
from tests.games.ball_four.boards import Board, board_40, board_52, cards
from tests.helpers import NAMES, Live, lines, public

NINES = "9c 9d 9h"
HANDS_52 = ["9c 9d 9h Jc Jd Jh 3c", "9s Tc Td Th 4c 5d", "Qc Qd Qh Ks Kh Kd 5c", "8c 8d 8h 6c"]
HANDS_40 = ["9c 9d 9h 3c 3d", "9s Tc Td Th 4c 5d", "Ac Ad Ah 5c 2s", "8c 8d 8h 6c"]


def live(board: Board) -> Live:
    """A table at which the play of a board goes on."""
    names = NAMES[: len(board.hands)]
    at = Live(board.game.id, names)
    at.game = board.game
    at.table = msgspec.structs.replace(at.table, game=board.game, state=board.state)
    return at


def on_52(plays: str = "", hands: Sequence[str] = HANDS_52) -> Live:
    """52 cards, after these plays."""
    return live(board_52(hands, plays))


def on_40(plays: str = "", hands: Sequence[str] = HANDS_40) -> Live:
    """40 cards, after these plays."""
    return live(board_40(hands, plays))


def led_to(at: Live, who: str, plan: str, plays: str) -> list[str]:
    """Leaves a plan, plays, and says what the last play led to; until then it must not act."""
    change = at.plan(who, plan)
    assert change.entries == change.events == ()
    *front, last = (line.strip() for line in plays.split("/"))
    for line in front:
        assert lines(at.play(*line.split(None, 1))) == [line]
    first, *rest = lines(at.play(*last.split(None, 1)))
    assert first == last
    return rest


def refused(at: Live, who: str, plan: str) -> IllegalAction:
    """Why a plan is refused; the table stays as it was."""
    before = at.table
    with pytest.raises(IllegalAction) as caught:
        at.plan(who, plan)
    assert at.table is before
    return caught.value


# --- the forms, one by one -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("who", "plan", "plays", "answer"),
    [
        # a named hand
        ("p2", "play Tc Td Th", f"p1 play {NINES}", "p2 play Tc Td Th"),
        ("p2", "play th, 10c, td", f"p1 play {NINES}", "p2 play Tc Td Th"),
        ("p2", "play 4c", "p1 play 3c", "p2 play 4c"),
        # the lowest of the asked type
        ("p2", "lowest up to Q", "p1 play 3c", "p2 play 4c"),
        ("p2", "lowest up to T", f"p1 play {NINES}", "p2 play Tc Td Th"),
        ("p2", "lowest up to 10", f"p1 play {NINES}", "p2 play Tc Td Th"),
        ("p3", "lowest up to 2", f"p1 play {NINES} / p2 play Tc Td Th", "p3 play Qc Qd Qh"),
        ("p3", "lowest up to 2", "p1 play Jc Jd / p2 pass", "p3 play Qc Qd"),
        # a Ball Four
        ("p2", "ball-four", f"p1 play {NINES}", "p2 ball-four 9s"),
        ("p2", "ball-four 9s", f"p1 play {NINES}", "p2 ball-four 9s"),
        ("p2", "ball-four 4c or pass", f"p1 play {NINES}", "p2 pass"),
        ("p2", "ball-four or play Tc Td Th", f"p1 play {NINES}", "p2 ball-four 9s"),
        ("p2", "play Tc Td Th or ball-four", f"p1 play {NINES}", "p2 play Tc Td Th"),
        # passes
        ("p2", "pass", f"p1 play {NINES}", "p2 pass"),
        ("p2", "play 4c or pass", f"p1 play {NINES}", "p2 pass"),
        ("p2", "play 4c else pass", f"p1 play {NINES}", "p2 pass"),
        ("p2", "lowest up to 9 else pass", f"p1 play {NINES}", "p2 pass"),
        ("p3", "ball-four else pass", f"p1 play {NINES} / p2 pass", "p3 pass"),
        ("p2", "ball-four else pass", "p1 play 3c", "p2 pass"),
        # alternatives are tried in order
        ("p2", "play 4c or ball-four or lowest up to 2", f"p1 play {NINES}", "p2 ball-four 9s"),
        ("p2", "play Tc or play 4c", "p1 play 3c", "p2 play Tc"),
        ("p2", "lowest up to 9 or play 5d else ask", "p1 play 3c", "p2 play 4c"),
    ],
)
def test_form_acts_at_its_turn(who: str, plan: str, plays: str, answer: str) -> None:
    """Each form does what it says at its turn, and is used up by it."""
    at = on_52()
    rest = led_to(at, who, plan, plays)
    assert rest == [f"{answer} # plan"]
    assert at.table.plans == ()


@pytest.mark.parametrize(
    ("who", "plan", "plays", "answer"),
    [
        ("p2", "lowest up to A", f"p1 play {NINES}", "p2 play Tc Td Th"),
        ("p2", "ball-four", f"p1 play {NINES}", "p2 ball-four 9s"),
        ("p2", "foul 4c", f"p1 play {NINES}", "p2 foul 4c"),
        ("p2", "foul 5d 4c", f"p1 play {NINES}", "p2 foul 4c 5d"),
        ("p3", "foul 2s or foul 5c", "p1 play 3c 3d / p2 pass", "p3 foul 5c"),
        ("p3", "foul 2s else pass", "p1 play 3c 3d / p2 pass", "p3 pass"),
        ("p2", "ball-four or lowest up to 9 else pass", "p1 play 3c 3d", "p2 pass"),
    ],
)
def test_form_acts_at_its_turn_with_40_cards(who: str, plan: str, plays: str, answer: str) -> None:
    """The same forms, and the foul ball."""
    at = on_40()
    rest = led_to(at, who, plan, plays)
    assert rest == [f"{answer} # plan"]
    assert at.table.plans == ()


@pytest.mark.parametrize(
    ("who", "plan", "plays"),
    [
        ("p2", "play 4c", f"p1 play {NINES}"),
        ("p2", "play Tc Td Th else ask", "p1 play 3c"),
        ("p2", "lowest up to 9", f"p1 play {NINES}"),
        ("p3", "ball-four", f"p1 play {NINES} / p2 pass"),
        ("p2", "ball-four", "p1 play 3c"),
        ("p2", "lowest up to 9 or ball-four", "p1 play Jc Jd"),
    ],
)
def test_plan_that_does_not_fit_asks(who: str, plan: str, plays: str) -> None:
    """Its owner is told privately, the plan is gone, and nothing is played."""
    at = on_52()
    assert led_to(at, who, plan, plays) == []
    assert at.turn == who
    assert at.table.plans == ()
    (told,) = [event for event in at.events if isinstance(event, house.PlanFailed)]
    assert told.to == int(who[1:]) - 1
    assert told.text == plan.removesuffix(" else ask")


def test_lowest_is_by_the_compared_rank_then_the_others_then_suits() -> None:
    """Of the full houses over 444: 555 with the lowest pair, in the lowest suits."""
    at = on_52(hands=["4c 4d 4h 3c 3d 9c", "5c 5d 5h 5s 6d 6h 6s 7c 7d", "Kc"])
    rest = led_to(at, "p2", "lowest up to 5 else pass", "p1 play 3c 3d 4c 4d 4h")
    assert rest == ["p2 play 5c 5d 5h 6d 6h # plan"]


def test_lowest_above_its_limit_is_not_played_though_a_lower_rank_is_beaten() -> None:
    """The deuce is the highest rank: `up to A` leaves it in the hand."""
    at = on_52(hands=["Kc 3c", "2c 4c", "5c"])
    assert led_to(at, "p2", "lowest up to A else pass", "p1 play Kc") == ["p2 pass # plan"]


def test_of_two_fourth_cards_the_higher_is_laid() -> None:
    """With 52 cards the higher rank wins (B52-16)."""
    at = on_52(hands=["8c 8d 8h 9c 9d 9h 3c", "8s 9s 4c", "5c"])
    rest = led_to(at, "p2", "ball-four", "p1 play 8c 8d 8h 9c 9d 9h")
    assert rest == ["p2 ball-four 9s # plan"]


def test_leader_who_is_asked_may_leave_the_lead_and_it_acts_at_once() -> None:
    """A plan of the seat at turn is played like an action."""
    at = on_52()
    assert lines(at.plan("p1", "play 3c")) == ["p1 play 3c # plan"]
    assert at.turn == "p2"


def test_owner_leaves_a_defence() -> None:
    """Ana is asked after all others, because Ben's nine is pending, and her plan breaks it."""
    at = on_52(f"p1 play {NINES}")
    at.plan("p1", "lowest up to K else pass")
    at.plays("p2 ball-four 9s / p3 pass")
    assert lines(at.play("p4", "pass")) == ["p4 pass", "p1 play Jc Jd Jh # plan"]
    assert at.turn == "p2"


def test_owner_is_not_asked_where_no_card_is_pending() -> None:
    """Her plan dies with the play; she leads the next one by hand."""
    at = on_52(f"p1 play {NINES}")
    at.plan("p1", "lowest up to K else pass")
    at.plays("p2 pass / p3 pass")
    assert lines(at.play("p4", "pass")) == ["p4 pass"]
    assert at.turn == "p1"
    assert at.table.plans == ()


# --- how long a plan lives -----------------------------------------------------------------------


def test_plan_outlives_high_hands_and_answers_the_one_that_is_there() -> None:
    """Left at the lead; Ben and Cho have played before Dee's plan is asked."""
    hands = ["3c 3d", "4c 9s", "5c 9d", "6c Tc"]
    at = on_52(hands=hands)
    rest = led_to(at, "p4", "lowest up to 9 else pass", "p1 play 3c / p2 play 4c / p3 play 5c")
    assert rest == ["p4 play 6c # plan"]


def test_plan_answers_one_question_and_the_next_is_asked() -> None:
    """Ben's plan beats the three; over Dee's eight he is asked."""
    at = on_52(hands=["3c 9c", "4c 5d Tc", "5c Td", "8c Th"])
    assert led_to(at, "p2", "lowest up to T", "p1 play 3c") == ["p2 play 4c # plan"]
    at.plays("p3 pass / p4 play 8c / p1 pass")
    assert at.turn == "p2"


@pytest.mark.parametrize("board", [board_52, board_40])
def test_plan_ends_with_its_play(board: Callable[[Sequence[str], str], Board]) -> None:
    """Ana is not asked about her own pair; her answer is gone when she leads again."""
    at = live(board(["3c 3d 4d", "5d 6c", "5c 6d", "4c 7d 7c"], "p1 play 3c 3d"))
    at.plan("p1", "pass")
    at.plays("p2 pass / p3 pass")
    change = at.play("p4", "pass")
    assert [left.plan.text for left in change.dropped] == ["pass"]
    assert at.table.plans == ()
    assert at.turn == "p1"


def test_plan_of_an_at_bat_that_a_ball_four_ended_is_gone() -> None:
    """40 cards: Ben's nine ends it at once, so Cho's answer is never asked."""
    at = on_40(f"p1 play {NINES}")
    at.plan("p3", "play Ac Ad Ah")
    change = at.play("p2", "ball-four 9s")
    assert [left.plan.text for left in change.dropped] == ["play Ac Ad Ah"]
    assert (at.turn, at.table.plans) == ("p2", ())


def test_newer_plan_takes_the_place_of_an_older_one() -> None:
    """The last word counts; it can also be taken back."""
    at = on_52()
    at.plan("p2", "ball-four")
    change = at.plan("p2", "lowest up to K")
    assert [left.plan.text for left in change.dropped] == ["ball-four"]
    assert [plan.text for plan in at.table.plans_of(1)] == ["lowest up to K"]
    at.withdraw("p2")
    assert at.table.plans == ()


def test_answers_act_in_seat_order_whoever_left_first() -> None:
    """Dee, Cho, Ben leave answers; they act as Ben, Cho, Dee, and then Ana's defence is asked."""
    at = on_52()
    at.plan("p4", "lowest up to 2 else pass")
    at.plan("p3", "lowest up to J else pass")
    at.plan("p2", "ball-four else pass")
    assert lines(at.play("p1", f"play {NINES}")) == [
        f"p1 play {NINES}",
        "p2 ball-four 9s # plan",
        "p3 pass # plan",
        "p4 pass # plan",
    ]
    assert (at.turn, at.key) == ("p1", "2.1.1.again")


# --- what can never apply ------------------------------------------------------------------------

HIGH = Hand(Shape("triple", (3,)), 7, cards(NINES), (7,))
EIGHTS = Hand(Shape("triple", (3,)), 6, cards("8c 8d 8h"), (6,))
FIVE = Hand(Shape("single", (1,)), 3, cards("5c"), ())
THREE = Hand(Shape("single", (1,)), 1, cards("3c"), ())
AFTER_NINES = f"p1 play {NINES}"
PENDING = f"{AFTER_NINES} / p2 ball-four 9s"


@pytest.mark.parametrize(
    ("who", "plan", "plays", "clause", "fact"),
    [
        # before the lead: of the leader only a hand is asked
        ("p1", "pass", "", "B52-8", terms.MustLead("pass")),
        ("p1", "play 3c else pass", "", "B52-8", terms.MustLead("pass")),
        ("p1", "ball-four", "", "B52-8", terms.MustLead("ball-four")),
        ("p1", "lowest up to 9", "", "B52-8", terms.MustLead("lowest")),
        ("p2", "play Kd", "", "X-15", NotHeld(cards("Kd"))),
        ("p2", "play Tc Tc", "", "X-15", terms.CardTwice(cards("Tc"))),
        ("p2", "ball-four or play 9c", "", "X-15", NotHeld(cards("9c"))),
        ("p2", "ball-four 9c", "", "X-15", NotHeld(cards("9c"))),
        ("p1", "ball-four 9c", "", "B52-8", terms.MustLead("ball-four")),
        ("p2", "ball-four 9s", "p1 play 3c", "B52-12", terms.NothingExposed(THREE)),
        # over a high hand
        ("p4", "play 8c 8d 8h", AFTER_NINES, "B52-6", terms.NotHigher(EIGHTS, HIGH)),
        ("p3", "play 5c", AFTER_NINES, "B52-6", terms.WrongType(FIVE, HIGH)),
        ("p2", "lowest up to 9", AFTER_NINES, "B52-6", terms.NoHandFits(7, HIGH)),
        ("p4", "lowest up to 2", AFTER_NINES, "B52-6", terms.NoHandFits(0, HIGH)),
        ("p2", "ball-four", "p1 play 3c", "B52-12", terms.NothingExposed(THREE)),
        ("p2", "play 9s", PENDING, "B52-14", terms.PendingCard(read_card("9s"))),
        # who has passed
        ("p2", "pass", f"{AFTER_NINES} / p2 pass", "B52-9", terms.AlreadyOut()),
        ("p2", "play Tc Td Th", f"{AFTER_NINES} / p2 pass", "B52-9", terms.AlreadyOut()),
    ],
)
def test_what_can_never_apply_is_refused(
    who: str, plan: str, plays: str, clause: str, fact: object
) -> None:
    """The clause that forbids it is cited, with the fact, and nothing is left."""
    error = refused(on_52(plays), who, plan)
    assert (error.clause, error.fact) == (clause, fact)


@pytest.mark.parametrize(
    ("who", "plan", "plays", "then", "answer"),
    [
        ("p3", "play 5c or play Qc Qd Qh", AFTER_NINES, "p2 pass", "p3 play Qc Qd Qh"),
        ("p3", "ball-four or lowest up to 5", "p1 play 3c", "p2 pass", "p3 play 5c"),
        ("p3", "lowest up to 9 or play Kd Kh Ks", AFTER_NINES, "p2 pass", "p3 play Kd Kh Ks"),
    ],
)
def test_an_alternative_that_the_high_hand_rules_out_is_passed_over(
    who: str, plan: str, plays: str, then: str, answer: str
) -> None:
    """X-8: what does not fit is not played; the others still may be, so nothing is refused."""
    at = on_52(plays)
    at.plan(who, plan)
    assert lines(at.play(*then.split())) == [then, f"{answer} # plan"]


def test_a_foul_without_a_token_is_passed_over_beside_others() -> None:
    """Tokens may go with the inning that a plan is made in; a hand can still be played."""
    at = live(board_40(HANDS_40, tokens=0))
    at.plan("p2", "foul 4c or lowest up to A else pass")
    assert lines(at.play("p1", f"play {NINES}"))[1:] == ["p2 play Tc Td Th # plan"]


def test_a_plan_that_is_no_hand_is_refused() -> None:
    """Whatever is led, it could not be played."""
    error = refused(on_52(), "p2", "play 4c 5d")
    assert error.clause == "B52-5"
    assert isinstance(error.fact, terms.NoHand)
    assert refused(on_40(), "p2", "play 4c 5d").clause == "B40-6"


@pytest.mark.parametrize(
    ("who", "plan", "plays", "clause", "fact"),
    [
        ("p1", "pass", "", "B40-7", terms.MustLead("pass")),
        ("p1", "foul 3c", "", "B40-7", terms.MustLead("foul")),
        ("p1", "ball-four", "", "B40-7", terms.MustLead("ball-four")),
        ("p2", "foul 3c", "", "X-15", NotHeld(cards("3c"))),
        ("p2", "foul Tc 4c", "", "B40-13", terms.TwoOfASuit(cards("4c Tc"))),
        ("p2", "pass", f"{AFTER_NINES} / p2 pass", "B40-8", terms.AlreadyOut()),
        ("p2", "pass", f"{AFTER_NINES} / p2 foul 4c", "B40-8", terms.AlreadyOut()),
    ],
)
def test_what_can_never_apply_is_refused_with_40_cards(
    who: str, plan: str, plays: str, clause: str, fact: object
) -> None:
    """The same, by the clauses of that edition."""
    error = refused(on_40(plays), who, plan)
    assert (error.clause, error.fact) == (clause, fact)


def test_a_foul_without_a_token_is_no_plan() -> None:
    """Tokens are public."""
    error = refused(live(board_40(HANDS_40, tokens=0)), "p2", "foul 4c")
    assert (error.clause, error.fact) == ("B40-14", terms.NoToken())


def test_a_foul_may_wait_for_suits_that_are_not_there_yet() -> None:
    """A later high hand of the type may bring them."""
    at = on_40("p1 play 3c / p2 pass")
    at.plan("p4", "foul 8d else pass")
    assert lines(at.play("p3", "play 5c")) == ["p3 play 5c", "p4 pass # plan"]


def test_the_first_lead_of_the_game_needs_its_card() -> None:
    """B52-3: the leader's plan without it is refused, though it is a hand."""
    at = Live("ball-four-52", NAMES[:4])
    leader = at.table.turn
    assert leader is not None
    hand = at.game.hands(at.table.state)[leader]
    assert hand[0] == read_card("3c")
    who = f"p{leader + 1}"
    error = refused(at, who, at.game.write(terms.Play(hand[-1:])))
    assert (error.clause, error.fact) == ("B52-3", terms.FirstLead(read_card("3c")))
    assert lines(at.plan(who, "play 3c")) == [f"{who} play 3c # plan"]


def test_nothing_is_left_when_the_game_is_over_or_about_to_be_dealt() -> None:
    """The house refuses the one, the rules the other."""
    at = on_52()
    at.order(house.Abandon())
    with pytest.raises(Finished):
        at.plan("p2", "pass")
    between = board_52(["4c", "5c", "6c"], "p1 play 4c")
    with pytest.raises(IllegalAction) as caught:
        between.game.left(between.state, 1, "pass")
    assert (caught.value.clause, caught.value.fact) == ("X-8", NothingToPlan("beat"))


# --- nobody can tell -----------------------------------------------------------------------------


def test_refusal_tells_nothing_of_other_hands() -> None:
    """Ben's plan for the fourth nine is taken whether Ana holds the other three or not."""
    strong = on_52(hands=["9c 9d 9h 3c", "9s 4c 4d", "5c"])
    weak = on_52(hands=["Kc Kd 3c 3d", "9s 4c 4d", "5c"])
    for at in (strong, weak):
        at.plan("p2", "ball-four or play 4c 4d else pass")
    assert strong.table.plans == weak.table.plans


def test_plans_and_plays_tell_the_same_story() -> None:
    """A play by plans, and once more by hand: the same public events and the same state."""
    asked = on_52()
    asked.plays(f"p1 play {NINES} / p2 ball-four 9s / p3 pass / p4 pass / p1 play Jc Jd Jh")
    ahead = on_52()
    ahead.plan("p4", "lowest up to 2 else pass")
    ahead.plan("p3", "pass")
    ahead.plan("p2", "ball-four")
    ahead.play("p1", f"play {NINES}")
    ahead.play("p1", "play Jc Jd Jh")
    assert public(ahead.events) == public(asked.events)
    assert ahead.table.state == asked.table.state
    assert (ahead.table.version, ahead.table.clock) == (asked.table.version, asked.table.clock)


# --- words that cannot be read -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected", "found"),
    [
        ("", "an answer like play 9c 9d, lowest up to 9", ""),
        ("swing 4c", "an answer like play 9c 9d, lowest up to 9", "swing 4c"),
        ("play", "an answer like play 9c 9d, lowest up to 9", "play"),
        ("lowest", "lowest up to 9", "lowest"),
        ("lowest up to", "lowest up to 9", "lowest up to"),
        ("highest up to 9", "lowest up to 9", "highest up to 9"),
        ("lowest up to 1", "a rank from 3 to 2", "1"),
        ("lowest up to 9c", "a rank from 3 to 2", "9c"),
        ("ball-four 9s 8s", 'one card after "ball-four"', "9s 8s"),
        ("foul 4c", "like play 9c 9d, lowest up to 9, ball-four, or pass", "foul 4c"),
        ("pass or play 4c", '"pass" as the last alternative', "pass or play 4c"),
        ("play 4c else fold", '"else pass" or "else ask"', "fold"),
        ("play 4c or or pass", "an answer like play 9c 9d", "or pass"),
    ],
)
def test_words_that_are_no_plan(text: str, expected: str, found: str) -> None:
    """The error says what was expected and what was found."""
    with pytest.raises(NotationError) as caught:
        on_52().plan("p2", text)
    assert expected in caught.value.expected
    assert caught.value.found == found


def test_words_that_are_no_plan_with_40_cards() -> None:
    """There a rank goes from deuce to ace, and a foul is read."""
    with pytest.raises(NotationError) as caught:
        on_40().plan("p2", "lowest up to K")
    assert (caught.value.expected, caught.value.found) == ("a rank from 2 to A", "k")
    with pytest.raises(NotationError) as caught:
        on_40().plan("p2", "foul")
    assert "foul 2d 7h" in caught.value.expected


@pytest.mark.parametrize("text", ["play 99", "play x", "play 4c 5", "foul 4x"])
def test_cards_that_cannot_be_read(text: str) -> None:
    """The card is named, in either edition, and no other exception comes out."""
    with pytest.raises(GameError):
        on_40().plan("p2", text)
