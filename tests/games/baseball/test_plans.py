"""Answers left ahead in Baseball (X-8, BB-35): how they are read, when they act, what is refused.

Seats and decks are as in `test_rules.py`: p1 deals, and in `OPEN` p2 opens, then p3 and p1.
"""

from __future__ import annotations

from typing import Any

import pytest

from games.baseball import plans, terms
from games.baseball.rules import Baseball
from games.core import Fact, IllegalAction, NotationError, NothingToPlan, Plan
from tests.games.baseball.boards import Felt, deck, felt
from tests.helpers import NAMES, Live, lines, seat, stacked

OPEN = ("x x Kc x x x x", "x x Ac x x x x", "x x Qc x x x x")


def opened(**options: Any) -> Felt:
    """The first betting round: p2, p3, p1."""
    return felt(100, 100, 100, **options).dealt(*OPEN)


def left(at: Felt, who: str, text: str) -> Plan:
    """A plan left at this moment."""
    return at.game.left(at.state, seat(who), text)


def resolved(at: Felt, who: str, plan: Plan) -> str | None:
    """What a plan does now, as text; None where the seat is asked."""
    action = at.game.resolve(at.state, seat(who), plan)
    return None if action is None else at.game.write(action)


def refused(at: Felt, who: str, text: str) -> tuple[str, Fact]:
    """Why a plan is refused."""
    with pytest.raises(IllegalAction) as caught:
        left(at, who, text)
    return caught.value.clause, caught.value.fact


# --- reading -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("check", "check"),
        ("check, else fold", "check else fold"),
        ("Check Else Fold", "check else fold"),
        ("check else ask", "check"),
        ("call up to 3", "call up to 3"),
        ("call up to 03, else fold", "call up to 3 else fold"),
        ("bet 2", "bet 2"),
        ("bet 2 if nobody has", "bet 2"),
        ("bet 2 or call up to 3 else fold", "bet 2 or call up to 3 else fold"),
        ("bet 2 else check", "bet 2 else check"),
        ("raise 2 if call up to 4", "raise 2 if call up to 4"),
        ("fold", "fold"),
        ("call", "call"),
        ("match, else fold", "match else fold"),
        ("call up to 3 or fold", "call up to 3 else fold"),
        ("match up to 20", "match up to 20"),
        ("match up to 20, else fold", "match up to 20 else fold"),
    ],
)
def test_bb_35_how_plans_are_read_and_written(text: str, written: str) -> None:
    """The written form is read again as the same plan."""
    answer = plans.read(text)
    assert str(answer) == written
    assert plans.read(written) == answer


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "else fold",
            "call any",
            "call up to",
            "call up to x",
            "call up to 0",
            "bet",
            "bet 0",
        ),
        *("bet -1", "bet all", "raise", "raise 0", "raise 2 if call up to 0", "walk"),
        *("match up to 0", "match up to 3 or check", "match up to 3 else check", "stay"),
        *("fold or check", "check else pass", "show 4c", "swing lowest", "bet 2 else"),
    ],
)
def test_bb_35_what_is_no_plan(text: str) -> None:
    """Other words, amounts below 1, and bets together with matches."""
    with pytest.raises(NotationError):
        plans.read(text)


# --- what they do --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "before", "action"),
    [
        ("check", "p2 check", "check"),
        ("check", "p2 bet 1", None),
        ("check else fold", "p2 check", "check"),
        ("check else fold", "p2 bet 1", "fold"),
        ("call up to 3", "p2 bet 3", "call"),
        ("call up to 3", "p2 bet 4", None),
        ("call up to 3 else fold", "p2 bet 4", "fold"),
        ("call up to 3 else fold", "p2 check", "check"),
        ("call up to 3 else check", "p2 check", "check"),
        ("bet 2", "p2 check", "bet 2"),
        ("bet 5", "p2 check", "bet 5"),
        ("raise 5", "p2 bet 1", "raise 5"),
        ("bet 2 else check", "p2 bet 1", None),
        ("bet 2", "p2 bet 1", None),
        ("bet 2 or call up to 3 else fold", "p2 check", "bet 2"),
        ("bet 2 or call up to 3 else fold", "p2 bet 3", "call"),
        ("bet 2 or call up to 3 else fold", "p2 bet 4", "fold"),
        ("raise 2", "p2 bet 5", "raise 2"),
        ("raise 2 else check", "p2 check", "check"),
        ("raise 2 if call up to 4", "p2 bet 4", "raise 2"),
        ("raise 2 if call up to 4", "p2 bet 5", None),
        ("raise 2 if call up to 4 or call up to 9 else fold", "p2 bet 5", "call"),
        ("fold", "p2 bet 1", "fold"),
        ("fold", "p2 check", "fold"),
    ],
)
def test_bb_35_what_a_plan_does_at_the_turn(text: str, before: str, action: str | None) -> None:
    """p3 has left it before p2 acts."""
    at = opened()
    plan = left(at, "p3", text)
    assert plan.decision == "bet"
    assert resolved(at.play(before), "p3", plan) == action


def test_bb_35_a_raise_only_at_the_price_at_which_it_was_meant() -> None:
    """p1 means to raise over a bet of 3; p3 raises to 5 before, and p1 is asked."""
    at = opened().play("p2 bet 3")
    plan = left(at, "p1", "raise 2")
    assert plan.text == "raise 2 if call up to 3"
    assert resolved(at, "p1", plan) is None  # it is not p1's turn
    dearer = opened().play("p2 bet 3 / p3 raise 2")
    assert resolved(dearer, "p1", plan) is None
    same = opened().play("p2 bet 3 / p3 call")
    assert resolved(same, "p1", plan) == "raise 2"
    # p2 has paid 3 of 5 already; before any bet the dearest one is meant, also before the round
    assert left(dearer, "p2", "raise 1").text == "raise 1 if call up to 2"
    assert left(opened(), "p1", "raise 1").text == "raise 1 if call up to 5"
    dealing = felt(100, 100, 100).dealt("x x Kc", "x x 3c", "x x Ac")
    assert left(dealing, "p1", "raise 1").text == "raise 1 if call up to 5"


def test_bb_35_a_bare_call_is_meant_at_what_it_costs_now() -> None:
    """p1 means to call a bet of 3; after a raise to 5 p1 is asked. Short, all chips are meant."""
    at = opened().play("p2 bet 3")
    plan = left(at, "p1", "call")
    assert plan.text == "call up to 3"
    assert left(at, "p1", "raise 1 or call else fold").text == (
        "raise 1 if call up to 3 or call up to 3 else fold"
    )
    assert resolved(opened().play("p2 bet 3 / p3 call"), "p1", plan) == "call"
    assert resolved(opened().play("p2 bet 3 / p3 raise 2"), "p1", plan) is None
    short = felt(3, 100, 100).dealt(*OPEN).play("p2 bet 5")  # after the ante p1 has 2
    assert left(short, "p1", "call").text == "call up to 2"


@pytest.mark.parametrize("before", ["", "p2 check", "p2 bet 3 / p3 call"])
def test_bb_35_a_bare_call_of_nothing_says_what_would_be_a_plan(before: str) -> None:
    """Nobody has bet, or the bet is the own one: what a call may cost has to be said."""
    at = opened().play(before) if before else opened()
    with pytest.raises(NotationError) as caught:
        left(at, "p3", "call")
    assert "like call up to 5" in caught.value.expected
    assert caught.value.found == "call"


def test_bb_35_a_bare_match_is_meant_at_what_it_costs_now() -> None:
    """The 3 lies there for p2: the price is the pot of 3. Before it comes nothing has a price."""
    at = felt(100, 100, 100).dealt("x x Kc", "x x 3c", "x x Ac")
    assert left(at, "p2", "match").text == "match up to 3"
    assert left(at, "p2", "match else fold").text == "match up to 3 else fold"
    for early, who in ((at, "p1"), (opened(), "p2")):
        with pytest.raises(NotationError) as caught:
            left(early, who, "match")
        assert "like match up to 10" in caught.value.expected


def test_bb_35_a_call_counts_what_it_really_costs() -> None:
    """p3 has 2 left: a call of a bet of 5 costs 2."""
    at = felt(100, 100, 3).dealt(*OPEN)
    plan = left(at, "p3", "call up to 2 else fold")
    assert resolved(at.play("p2 bet 5"), "p3", plan) == "call"


def test_bb_35_a_bet_that_the_chips_do_not_allow_any_more_asks() -> None:
    """p3 had 3, and paid 2 of them for a walk in between."""
    at = felt(100, 100, 4, hidden_fours=True, walk_price=2)
    at.dealt("x x Kc", "x x Ac", "4c x Qc/7d")
    plan = left(at, "p3", "bet 3")
    assert resolved(at.play("p2 check / p3 show 4c"), "p3", plan) is None


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("match up to 15", "match"),
        ("match up to 14", None),
        ("match up to 14 else fold", "fold"),
        ("match up to 14 or match up to 15", "match"),
    ],
)
def test_bb_35_a_match_left_in_the_betting_round(text: str, action: str | None) -> None:
    """p2 leaves it in the first round, and gets a 3 in the second: the price is 15."""
    at = felt(100, 100, 100).dealt("x x Kc", "x x Ac 3c", "x x Qc")
    plan = left(at, "p2", text)
    assert plan.decision == "match"
    at.play("p2 bet 4 / p3 call / p1 call")
    assert resolved(at, "p2", plan) == action


def test_bb_35_a_match_counts_what_it_really_costs() -> None:
    """p2 has 10 left of a price of 15."""
    at = felt(100, 15, 100).dealt("x x Kc", "x x Ac 3c", "x x Qc")
    plan = left(at, "p2", "match up to 10 else fold")
    at.play("p2 bet 4 / p3 call / p1 call")
    assert resolved(at, "p2", plan) == "match"


def test_bb_35_a_fold_at_a_face_up_3_answers_it() -> None:
    """Left by the owner of the 3, `fold` strikes out; left by others, it is for the betting."""
    at = felt(100, 100, 100).dealt("x x Kc", "x x 3c", "x x Ac")
    assert left(at, "p2", "fold").decision == "match"
    assert resolved(at, "p2", left(at, "p2", "fold")) == "fold"
    assert left(at, "p1", "fold").decision == "bet"


# --- how long they live --------------------------------------------------------------------------


def test_bb_35_answers_for_bets_die_with_the_betting_round() -> None:
    """The scope is the round; left while cards are dealt for it, that time belongs to it, too."""
    at = opened()
    assert left(at, "p3", "check").scopes == ("1.1",)
    at = felt(100, 100, 100).dealt("x x Kc", "x x 3c", "x x Ac")
    assert left(at, "p1", "check").scopes == ("1.1.cards", "1.1")


def test_bb_35_the_match_answer_dies_with_the_deal() -> None:
    """It is alive in everything that is asked from now on, until the last betting round."""
    scopes = left(opened(), "p3", "match up to 5").scopes
    assert scopes[0] == "1.1"
    assert scopes[-1] == "1.5"
    assert set(scopes) == {f"1.{n}" for n in range(1, 6)} | {f"1.{n}.cards" for n in range(2, 6)}


class Game(Live):
    """A live table with decks laid out by hand."""

    def __init__(self, *decks: str, game: str = "baseball") -> None:
        shoe = stacked(*(line.removeprefix("deal ").split() for line in decks))
        super().__init__(game, NAMES[:3], shoe)


def test_bb_35_a_plan_plays_at_its_turn_and_is_used_up() -> None:
    """p3 and p1 have left answers: after p2's bet both act, and the next round is open."""
    at = Game(deck(OPEN))
    at.plan("p3", "call up to 3 else fold")
    at.plan("p1", "check else fold")
    assert lines(at.play("p2", "bet 2")) == [
        "p2 bet 2",
        "p3 call # plan",
        "p1 fold # plan",
    ]
    assert at.table.plans == ()
    assert at.key == "1.2.1"


def test_bb_35_an_unused_answer_never_fires_later() -> None:
    """p3 leaves a second answer after calling; nobody raises, so it goes with the round."""
    at = Game(deck(OPEN))
    at.plays("p2 bet 2 / p3 call")
    at.plan("p3", "call up to 9")
    assert len(at.table.plans) == 1
    at.play("p1", "call")
    assert at.key == "1.2.1"
    assert at.table.plans == ()


def test_bb_35_a_raise_lets_a_second_answer_act() -> None:
    """The same, but p1 raises."""
    at = Game(deck(OPEN))
    at.plays("p2 bet 2 / p3 call")
    at.plan("p3", "call up to 9")
    at.plays("p1 raise 1 / p2 fold")
    assert [f"{entry.actor} {entry.action}" for entry in at.entries[-2:]] == ["p2 fold", "p3 call"]


def test_bb_35_a_match_left_ahead_lives_through_betting_rounds() -> None:
    """p2 leaves it in the first round, and is dealt a 3 in the third; no line waits for p2."""
    at = Game(deck(("x x Kc 7c 8c", "x x Ac 7d 3c", "x x Qc 8d Jd")))
    at.plan("p2", "match up to 5 else fold")
    at.plays("p2 check / p3 check / p1 check / p2 check / p3 check")
    assert lines(at.play("p1", "check")) == ["p1 check", "p2 match # plan"]


def test_bb_35_a_match_left_ahead_goes_with_the_deal() -> None:
    """p2 is dealt no 3 in the deal that it was left in."""
    at = Game(deck(OPEN), deck(("x x Kc", "x x 3c", "x x Ac"), dealer=1))
    at.plan("p2", "match up to 5 else fold")
    at.plays("p2 bet 1 / p3 fold / p1 fold")
    assert at.table.plans == ()
    assert at.turn == "p2"


def test_bb_35_answers_for_bets_and_matches_are_left_side_by_side() -> None:
    """A sheet of both; p3's bet is called, and the 3 in the next round is paid for."""
    at = Game(deck(("x x Kc 7c", "x x Ac 3c", "x x Qc 8d")))
    at.plan("p2", "match up to 15 else fold; check else fold")
    assert [f"{entry.actor} {entry.action}" for entry in at.entries[1:]] == ["p2 check"]
    at.plays("p3 check / p1 check")
    assert [f"{entry.actor} {entry.action}" for entry in at.entries[-1:]] == ["p2 match"]


# --- what is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "who", "text", "clause", "fact"),
    [
        ("p2 bet 3", "p1", "check", "BB-11", terms.MustCall(3)),
        ("p2 bet 3", "p1", "call up to 3 else check", "BB-11", terms.MustCall(3)),
        ("p2 bet 3 / p3 call", "p3", "check", "BB-11", terms.MustCall(0)),
        ("p2 bet 3", "p1", "bet 3", "BB-11", terms.AlreadyBet(3)),
        ("p2 bet 3", "p1", "call up to 2 else fold", "X-8", terms.CallCostsMore(2, 3)),
        ("", "p1", "bet 6", "BB-11", terms.TooHigh("bet", 6, 1, 5)),
        ("", "p1", "raise 6 else fold", "BB-11", terms.TooHigh("raise", 6, 1, 5)),
        ("", "p1", "check or bet 6", "BB-11", terms.TooHigh("bet", 6, 1, 5)),
        ("p2 fold", "p2", "check", "X-8", NothingToPlan("bet")),
        ("p2 fold", "p2", "match up to 3", "X-8", NothingToPlan("match")),
    ],
)
def test_bb_35_what_can_never_apply_is_refused(
    before: str, who: str, text: str, clause: str, fact: Fact
) -> None:
    """With the fact that the action itself would meet at the turn."""
    assert refused(opened().play(before), who, text) == (clause, fact)


@pytest.mark.parametrize(
    ("before", "who", "text", "action"),
    [
        ("p2 bet 3 / p3 call", "p1", "bet 2 or call up to 3 else fold", "call"),
        ("p2 bet 3 / p3 call", "p1", "check or call up to 3", "call"),
        ("p2 bet 3 / p3 call", "p1", "call up to 2 or raise 2", "raise 2"),
        ("p2 bet 1 / p3 raise 1", "p1", "raise 1 or call up to 2", "call"),
    ],
)
def test_bb_35_an_alternative_that_is_ruled_out_is_passed_over(
    before: str, who: str, text: str, action: str
) -> None:
    """X-8: the others still may come, so nothing is refused. At most one raise here."""
    at = opened(max_raises=1).play(before)
    assert resolved(at, who, left(at, who, text)) == action


def test_bb_35_amounts_that_the_limits_never_allow() -> None:
    """bet_min 2: a bet of 1 is too low for who has more; more chips than there are, too many."""
    at = opened(bet_min=2)
    assert left(at, "p1", "bet 2").text == "bet 2"
    assert refused(at, "p1", "bet 1") == ("BB-11", terms.TooLow("bet", 1, 2, 5))
    assert refused(at, "p1", "raise 1") == ("BB-11", terms.TooLow("raise", 1, 2, 5))
    short = felt(4, 100, 100, bet_min=2).dealt(*OPEN)
    assert refused(short, "p1", "bet 4") == ("BB-11", terms.TooFewChips("bet", 4, 3))
    assert refused(short, "p1", "raise 3") == ("BB-11", terms.TooFewChips("raise", 3, 2))
    paid = felt(100, 8, 100).dealt(*OPEN).play("p2 bet 3 / p3 raise 2")  # p2 has 4, and owes 2
    assert refused(paid, "p2", "raise 3") == ("BB-11", terms.TooFewChips("raise", 3, 2))
    assert left(paid, "p2", "raise 2").text == "raise 2 if call up to 2"
    exact = felt(4, 100, 100, bet_min=3).dealt(*OPEN)
    assert refused(exact, "p1", "bet 2") == ("BB-11", terms.TooLow("bet", 2, 3, 3))
    assert left(exact, "p1", "bet 3").text == "bet 3"
    plan = left(short, "p1", "raise 1 else fold")  # a bet of 2 leaves exactly 1
    assert resolved(short.play("p2 bet 2 / p3 call"), "p1", plan) == "raise 1"


def test_bb_35_no_raise_after_the_last_one() -> None:
    """At the cap a raise can never come; who has called then is not asked again."""
    at = opened(max_raises=1).play("p2 bet 1 / p3 raise 1")
    assert refused(at, "p1", "raise 1") == ("BB-11", terms.NoMoreRaises(1))
    at.play("p1 call")
    assert refused(at, "p1", "call up to 9") == ("X-8", NothingToPlan("bet"))
    assert refused(opened(max_raises=0), "p3", "raise 1") == ("BB-11", terms.NoMoreRaises(0))


def test_bb_35_nobody_to_bet_against() -> None:
    """p2 and p3 are all-in, so p1 plans no raise."""
    at = felt(100, 6, 6).dealt(*OPEN).play("p2 bet 5")
    assert refused(at.play("p3 call"), "p1", "raise 1") == (
        "BB-14",
        terms.NobodyToBetAgainst(5),
    )


def test_bb_35_all_in_players_plan_nothing() -> None:
    """p3 has no chips, and will not be asked."""
    at = felt(100, 100, 1).dealt(*OPEN)
    assert refused(at, "p3", "check") == ("X-8", NothingToPlan("bet"))
    assert refused(at, "p3", "match up to 3") == ("X-8", NothingToPlan("match"))


@pytest.mark.parametrize(
    "options",
    [{"open_three": "free"}, {"ranks": "woolworth"}],
)
def test_bb_35_no_match_where_threes_cost_nothing(options: dict[str, Any]) -> None:
    """By the table's options a face-up 3 is never paid for."""
    assert refused(opened(**options), "p3", "match up to 3") == ("X-8", NothingToPlan("match"))


def test_bb_35_no_match_after_the_first_that_was_paid() -> None:
    """With `open_three` first."""
    at = felt(100, 100, 100, open_three="first").dealt("x x Kc", "x x 3c", "x x Ac")
    assert left(at, "p3", "match up to 9").decision == "match"
    at.play("p2 match")
    assert refused(at, "p3", "match up to 9") == ("X-8", NothingToPlan("match"))


def test_bb_35_no_match_after_the_last_card_up() -> None:
    """In the fourth betting round only a card face down is to come."""
    at = opened().all_check(2)
    assert left(at, "p3", "match up to 9").decision == "match"
    at.all_check()
    assert refused(at, "p3", "match up to 9") == ("X-8", NothingToPlan("match"))


def test_bb_35_matches_while_the_last_cards_up_are_dealt() -> None:
    """p2's sixth card is a 3: p1 is still to get a card, and may be dealt a 3; p2 is asked now."""
    at = felt(100, 100, 100).dealt("x x Kc x x x", "x x Ac x x 3c", "x x Qc x x x").all_check(3)
    assert at.turn == "p2"
    assert left(at, "p1", "match up to 9").decision == "match"
    assert resolved(at, "p2", left(at, "p2", "match up to 9")) == "match"
    walks = felt(100, 100, 100, walk_price=1, extra_card="up")
    walks.dealt("x x Kc x x 4d", "x x Ac x x x", "x x Qc x x x").all_check(3)
    assert walks.turn == "p1"
    assert left(walks, "p1", "match up to 9").decision == "match"
    assert refused(walks, "p2", "match up to 9") == ("X-8", NothingToPlan("match"))


def test_bb_35_nothing_is_planned_between_deals() -> None:
    """No betting round is going on."""
    at = felt(100, 100, 100)
    for text, decision in (("check", "bet"), ("fold", "bet"), ("match up to 3", "match")):
        assert refused(at, "p1", text) == ("X-8", NothingToPlan(decision))


def test_a_plan_is_never_for_a_walk() -> None:
    """There is no form for it: while p2 is asked about a walk, `fold` is for the betting round."""
    at = felt(100, 100, 100, walk_price=2).dealt("x x Kc", "x x 4c", "x x Ac")
    assert left(at, "p2", "fold").decision == "bet"
    assert isinstance(at.game, Baseball)
