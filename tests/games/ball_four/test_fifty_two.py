"""Ball Four with 52 cards, rule by rule: every expected value is worked out by hand from the rules.

The tests are named after the clauses B52-1 to B52-23 and the worked cases. The seats are Ana (p1),
Ben (p2), Cho (p3), Dee (p4), Eli (p5). Most boards are in the middle of an inning, with small
hands; the cards that nobody holds have been played.
"""

from collections.abc import Sequence
from typing import Any

import pytest

from games import registry
from games.ball_four import terms
from games.ball_four.fifty_two import BallFour52
from games.ball_four.hands import Hand, Shape
from games.cards import DECK, read_card, write_cards
from games.core import (
    DEALER,
    Deal,
    IllegalAction,
    NotationError,
    NotHeld,
    OptionError,
    WrongActor,
    WrongMoment,
    actor_name,
)
from tests.games.ball_four.boards import Board, cards
from tests.games.ball_four.boards import board_52 as board
from tests.helpers import told

FULL_HOUSE = Shape("full house", (3, 2))
TRIPLE = Shape("triple", (3,))


def dealt(hands: Sequence[str], aside: str = "", plays: str = "", **options: Any) -> Board:
    """A new game, dealt so that these cards are where they should be."""
    game = BallFour52(**options)
    return Board(game, game.setup(len(hands))).deal(hands, aside).play(plays)


# --- set-up --------------------------------------------------------------------------------------


def test_b52_01_ranks_run_from_three_to_deuce() -> None:
    """A single beats exactly the ranks before it in 3 4 5 6 7 8 9 T J Q K A 2."""
    order = "3456789TJQKA2"
    every = " ".join(f"{rank}d" for rank in order)
    for place, rank in enumerate(order):
        high = board([f"{rank}c 9s", every, "9h"], f"p1 play {rank}c")
        higher = [f"play {other}d" for other in order[place + 1 :]]
        assert high.legal == sorted(["pass", *higher])


def test_b52_01_suits_do_not_matter() -> None:
    """A spade of the same rank does not beat a club."""
    level = board(["9c 3c", "9s 4c", "5c"], "p1 play 9c")
    assert level.legal == ["pass"]
    assert level.refused("p2 play 9s").clause == "B52-6"


@pytest.mark.parametrize(("seats", "size", "aside"), [(3, 17, 1), (4, 13, 0), (5, 10, 2)])
def test_b52_02_everything_is_dealt_evenly(seats: int, size: int, aside: int) -> None:
    """One card at a time from the dealer's left; what does not go round is set aside."""
    game = BallFour52()
    top = list(reversed(DECK))
    state, _ = game.apply(game.setup(seats), DEALER, Deal(tuple(top)))
    hands = game.hands(state)
    for step in range(seats):  # the dealer is seat 1, so seat 2 has the first card
        seat = (1 + step) % seats
        assert sorted(hands[seat]) == sorted(top[step : size * seats : seats])
        assert len(hands[seat]) == size
    assert state.inning.aside == tuple(top[size * seats :])
    assert len(state.inning.aside) == aside


@pytest.mark.parametrize("seats", [2, 6])
def test_b52_01_not_fewer_than_three_and_not_more_than_five(seats: int) -> None:
    """Two and six are refused, with what would be right."""
    with pytest.raises(OptionError, match="3 to 5 players"):
        BallFour52().setup(seats)


def test_b52_02_hands_stand_in_rank_order_and_the_rest_is_unseen() -> None:
    """Nobody's view holds the card that is set aside; each shows the own hand, sorted."""
    new = dealt(["2c 3d Ah Ac 9s", "3c 2d As", "4c 2h Ad"], aside="2s")
    hand = new.view(0).hand
    assert write_cards(hand[:1]) == "3d"
    assert write_cards(hand[-3:]) == "Ac Ah 2c"
    assert all(read_card("2s") not in new.view(seat).hand for seat in range(3))
    assert new.view().hand == ()
    assert new.view().counts == (17, 17, 17)


def test_b52_03_the_holder_of_the_three_of_clubs_leads_with_it() -> None:
    """Cho holds it: every lead of hers contains it, whatever kind of hand it is."""
    first = dealt(["", "", "3c 3d 3h 9c 9d", "3s"])
    assert first.turn == "p3"
    assert {"play 3c", "play 3c 3d 3h", "play 3c 3d 3h 9c 9d"} <= set(first.legal)
    assert all("3c" in lead.split() for lead in first.legal)
    error = first.refused("p3 play 9c")
    assert (error.clause, error.fact) == ("B52-3", terms.FirstLead(read_card("3c")))
    assert first.refused("p3 play 3d 3h").clause == "B52-3"
    assert first.refused("p1 play 9h").clause == "X-14"
    assert first.view().threes == cards("3c")


def test_b52_03_a_three_that_is_set_aside_passes_the_duty_on() -> None:
    """3♣ aside: the holder of 3♦; both aside: of 3♥. The same duty, and everybody knows why."""
    one = dealt(["3h", "3d", "3s"], aside="3c")
    assert one.turn == "p2"
    assert all("3d" in lead.split() for lead in one.legal)
    assert one.refused("p2 play 4c").fact == terms.FirstLead(read_card("3d"))
    assert one.view().threes == cards("3c 3d")
    two = dealt(["", "3s", "", "", "3h"], aside="3d 3c")
    assert two.turn == "p5"
    assert all("3h" in lead.split() for lead in two.legal)
    assert two.view().threes == cards("3c 3d 3h")
    begins = [event for event in two.events if isinstance(event, terms.InningBegins)]
    assert begins == [terms.InningBegins(1, 0, (10,) * 5, 4, threes=cards("3c 3d 3h"))]
    other = dealt(["", "3d", "", "", "3h"], aside="2s 3c")
    assert other.turn == "p2"


def test_b52_03_the_duty_is_for_the_first_hand_of_the_game_alone() -> None:
    """The next lead is free, and so is the first one of a later inning."""
    second = dealt(["3c 4c", "", "", ""], plays="p1 play 3c / p2 pass / p3 pass / p4 pass")
    assert second.turn == "p1"
    assert second.view().threes == ()
    assert "play 4c" in second.legal
    later = board(["4c", "5c 6c", "7c"], "p1 play 4c").deal(["3c", "", ""], dealer=2)
    assert later.turn == "p1"  # with the 3 runs of the last inning
    assert any("3c" not in lead.split() for lead in later.legal)


@pytest.mark.parametrize(
    ("runs", "leader"),
    [
        # Ana goes out, for three runs.
        ((0, 0, 9, 0), "p3"),  # the highest total, whoever won
        ((6, 9, 8, 9), "p2"),  # Ana, Ben and Dee have 9: from Ana's left, Ben is first
        ((6, 3, 8, 9), "p4"),  # Ana and Dee: the winner is last
        ((6, 0, 9, 9), "p3"),
        ((9, 9, 9, 9), "p1"),  # 12, alone
    ],
)
def test_b52_04_the_highest_total_leads(runs: Sequence[int], leader: str) -> None:
    """Level: the nearest from the left of the last inning's winner, that winner last."""
    after = board(["4c", "5c", "6c", "7c"], "p1 play 4c", runs=runs)
    assert after.runs == [runs[0] + 3, *runs[1:]]
    assert after.turn == "dealer"
    assert after.deal(["", "", "", ""], dealer=2).turn == leader


def test_b52_04_the_search_begins_at_the_winners_left_not_the_dealers() -> None:
    """Cho wins; Ana and Ben are level at the top: Ana is nearer from Cho's left, by way of Dee."""
    after = board(["5c", "6c", "4c", "7c"], "p3 play 4c", leader=2, runs=(9, 9, 0, 3))
    assert after.runs == [9, 9, 3, 3]
    assert after.deal(["", "", "", ""], dealer=2).turn == "p1"


# --- legal hands ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "lead",
    [
        "3c 4c 5c 6c 7c",  # straight, flush
        "3c 4c",
        "3c 3d 4c 4d",
        "3c 3d 3h 4c",
        "3c 3d 3h 3s 4c 4d",
        "3c 3d 3h 4c 4d 5c",
    ],
)
def test_b52_05_what_is_not_in_the_table_is_no_hand(lead: str) -> None:
    """It is refused with the hands that there are, and not listed."""
    at = board(["3c 3d 3h 3s 4c 4d 5c 6c 7c", "8c", "9c"])
    error = at.refused(f"p1 play {lead}")
    assert error.clause == "B52-5"
    assert isinstance(error.fact, terms.NoHand)
    assert error.fact.shapes == (
        *("single", "double", "triple", "four of a kind"),
        *("full house", "double triple", "four and three"),
    )
    assert f"play {lead}" not in at.legal


def test_b52_05_extra_sets_bring_three_more_kinds() -> None:
    """2+2 by the higher pair, 4+2 by the four, 4+4 by the higher four; none exposes anything."""
    ana = "3c 3d 5c 5d 6c 6d 6h 6s 7c 7d 7h 7s 9c"
    ben = "4c 4d 5h 5s 8c 8d 8h 8s Qc Qd Qh Qs Tc"
    at = board([ana, ben, "Jc"], extra_sets=True)
    assert {"play 3c 3d 5c 5d", "play 3c 3d 6c 6d 6h 6s"} <= set(at.legal)
    pairs = board([ana, ben, "Jc"], "p1 play 3c 3d 5c 5d", extra_sets=True)
    assert pairs.refused("p2 play 4c 4d 5h 5s").fact == terms.NotHigher(
        Hand(Shape("two doubles", (2, 2)), 3, cards("4c 4d 5h 5s"), ()), pairs.state.high
    )
    assert "play 4c 4d 8c 8d" in pairs.legal
    assert pairs.state.high.exposed == ()
    fours = board([ana, ben, "Jc"], "p1 play 6c 6d 6h 6s 7c 7d 7h 7s", extra_sets=True)
    assert fours.legal == ["pass", "play 8c 8d 8h 8s Qc Qd Qh Qs"]
    assert fours.state.high.exposed == ()
    mixed = board([ana, ben, "Jc"], "p1 play 3c 3d 7c 7d 7h 7s", extra_sets=True)
    assert "play 4c 4d 8c 8d 8h 8s" in mixed.legal
    assert "play 8c 8d Qc Qd Qh Qs" in mixed.legal
    assert mixed.state.high.exposed == ()


def test_b52_06_only_a_higher_hand_of_the_same_type_beats() -> None:
    """A full house does not beat a triple, four of a kind neither; a higher triple does."""
    ben = "8c 8d 8h Tc Td Th Ts Kc Kd"
    at = board(["9c 9d 9h 3c", ben, "4c"], "p1 play 9c 9d 9h")
    assert at.legal == [
        "pass",
        "play Tc Td Th",
        "play Tc Td Ts",
        "play Tc Th Ts",
        "play Td Th Ts",
    ]
    other = at.refused("p2 play Tc Td Th Kc Kd")
    assert other.clause == "B52-6"
    assert isinstance(other.fact, terms.WrongType)
    assert (other.fact.hand.shape, other.fact.high.shape) == (FULL_HOUSE, TRIPLE)
    assert at.refused("p2 play Tc Td Th Ts").clause == "B52-6"
    lower = at.refused("p2 play 8c 8d 8h")
    assert lower.clause == "B52-6"
    assert isinstance(lower.fact, terms.NotHigher)
    assert lower.fact.high == at.state.high


def test_b52_07_three_cards_of_a_rank_in_the_current_high_hand_expose_it() -> None:
    """When the nines are beaten they are exposed no more, though all three lie there."""
    hands = ["9c 9d 9h 3c", "Tc Td Th 4c", "9s Ts 5c"]
    at = board(hands, "p1 play 9c 9d 9h / p2 play Tc Td Th")
    assert at.legal == ["ball-four Ts", "pass"]
    error = at.refused("p3 ball-four 9s")
    assert (error.clause, error.fact) == (
        "B52-12",
        terms.NotTheFourth(read_card("9s"), cards("Ts")),
    )


# --- a play --------------------------------------------------------------------------------------


def test_b52_08_a_leader_leads_a_hand() -> None:
    """No pass and no Ball Four."""
    at = board(["9c 9d", "3c", "4c"])
    assert at.legal == ["play 9c", "play 9c 9d", "play 9d"]
    assert (at.refused("p1 pass").clause, at.refused("p1 pass").fact) == (
        "B52-8",
        terms.MustLead("pass"),
    )
    error = at.refused("p1 ball-four 9c")
    assert (error.clause, error.fact) == ("B52-8", terms.MustLead("ball-four"))


def test_b52_09_clockwise_and_a_pass_is_out_until_the_play_ends() -> None:
    """Cho passes and is not asked again in this play; Ben has played and stays active."""
    hands = ["3c 9c 4h", "5c Tc 7h", "6c Jc 8h", "7c Qc 9h"]
    at = board(hands, "p1 play 3c")
    assert at.asked == ["p2", "p3", "p4"]
    at.play("p2 play 5c / p3 pass / p4 play 7c")
    assert at.asked == ["p1", "p2"]
    error = at.refused("p3 play Jc")
    assert (error.clause, error.fact) == ("B52-9", terms.AlreadyOut())
    at.play("p1 play 9c / p2 play Tc")
    assert at.turn == "p4"
    at.play("p4 pass / p1 pass")
    assert at.turn == "p2"
    assert at.legal == ["play 7h"]


def test_b52_09_a_player_who_passed_is_back_in_the_next_play() -> None:
    """Passes end with the play."""
    at = board(["3c 4c 4d", "5c 6c", "7c 8c"], "p1 play 3c / p2 pass / p3 pass / p1 play 4c")
    assert at.asked == ["p2", "p3"]


def test_b52_10_the_play_ends_when_one_player_with_cards_has_not_passed() -> None:
    """Two pass: the leader has won and leads at once."""
    at = board(["3c 4c", "5c", "6c"], "p1 play 3c / p2 pass")
    assert at.turn == "p3"
    at.play("p3 pass")
    assert at.events == (terms.Passed(2), terms.PlayWon(0, None))
    assert (at.turn, at.key) == ("p1", "2.2.lead")


def test_b52_10_the_owner_is_asked_while_a_ball_four_is_pending() -> None:
    """After all others; he may break it by beating his own hand, or pass, but lay no Ball Four."""
    hands = ["9c 9d 9h Jc Jd Jh 3c", "9s 4c", "5c", "6c"]
    at = board(hands, "p1 play 9c 9d 9h / p2 ball-four 9s / p3 pass")
    assert at.asked == ["p4"]
    at.play("p4 pass")
    assert at.asked == ["p1"]
    assert at.legal == ["pass", "play Jc Jd Jh"]
    assert at.refused("p1 ball-four 9s").fact == terms.OwnHand()
    broken = at.play("p1 play Jc Jd Jh")
    assert broken.events[1:] == (terms.BallFourReturns(1, read_card("9s")),)
    # Ben alone is asked about the jacks: the others are out
    assert broken.asked == ["p2"]
    assert broken.hands == ["3c", "4c 9s", "5c", "6c"]
    assert broken.play("p2 pass").turn == "p1"


def test_b52_10_without_a_pending_card_the_owner_is_not_asked() -> None:
    """All others pass: he leads the next play."""
    at = board(["9c 9d 9h Jc Jd Jh", "9s 4c", "5c"], "p1 play 9c 9d 9h / p2 pass / p3 pass")
    assert (at.turn, at.key) == ("p1", "2.2.lead")


def test_b52_10_owner_may_defend_off() -> None:
    """The owner counts as passed when the turn comes back, so Ben's Ball Four succeeds."""
    hands = ["9c 9d 9h Jc Jd Jh 3c", "9s 4c", "5c", "6c"]
    plays = "p1 play 9c 9d 9h / p2 ball-four 9s / p3 pass / p4 pass"
    at = board(hands, plays, owner_may_defend=False)
    assert at.events == (
        terms.Passed(3),
        terms.Passed(0, asked=False),
        terms.PlayWon(1, read_card("9s")),
    )
    assert (at.turn, at.key) == ("p2", "2.2.lead")


def test_b52_10_owner_may_defend_off_and_two_are_left() -> None:
    """Ben and Cho both have a card pending and cards in hand: Ben is asked once more."""
    hands = ["8c 8d 8h 9c 9d 9h Jc", "9s 4c", "8s 5c", "6c"]
    plays = "p1 play 8c 8d 8h 9c 9d 9h / p2 ball-four 9s / p3 ball-four 8s / p4 pass"
    at = board(hands, plays, owner_may_defend=False)
    assert at.asked == ["p2"]
    assert at.refused("p1 play Jc").clause == "B52-9"
    at.play("p2 pass")
    assert at.turn == "p2"
    assert at.hands == ["Jc", "4c", "5c 8s", "6c"]


def test_b52_11_the_winner_leads_and_played_cards_stay_out() -> None:
    """Cho beat last: she leads; no card of the play is in a hand."""
    at = board(
        ["3c 4c", "5c 6c", "7c 8c"], "p1 play 3c / p2 play 5c / p3 play 7c / p1 pass / p2 pass"
    )
    assert at.turn == "p3"
    assert at.hands == ["4c", "6c", "8c"]
    assert {read_card(text) for text in ("3c", "5c", "7c")} <= set(at.view().played)


# --- Ball Four -----------------------------------------------------------------------------------


def test_b52_12_the_fourth_card_on_the_hand_of_another() -> None:
    """Only while it is exposed, only that card, and only one who holds it."""
    hands = ["9c 9d 9h Jc", "9s Kc Kd Kh", "5c 5d"]
    at = board(hands, "p1 play 9c 9d 9h")
    assert at.legal == ["ball-four 9s", "pass", "play Kc Kd Kh"]
    laid = at.play("p2 ball-four 9s")
    assert laid.events == (terms.BallFourPending(1, read_card("9s"), left=3),)
    assert laid.view().pending == ((1, read_card("9s")),)
    assert laid.view().counts == (1, 3, 2)
    error = laid.refused("p3 ball-four 9s")
    assert (error.clause, error.fact) == ("X-15", NotHeld(cards("9s")))
    error = laid.refused("p3 ball-four 5c")
    assert (error.clause, error.fact) == (
        "B52-12",
        terms.NotTheFourth(read_card("5c"), cards("9s")),
    )
    single = board(["9c 3c", "9s", "5c"], "p1 play 9c")
    assert single.refused("p2 ball-four 9s").fact == terms.NothingExposed(single.state.high)
    assert single.refused("p2 ball-four 9s").clause == "B52-12"


def test_b52_12_the_double_of_a_full_house_is_not_exposed() -> None:
    """999 KK: the fourth nine, no king."""
    at = board(["9c 9d 9h Kc Kd 3c", "9s Kh Ks", "5c"], "p1 play 9c 9d 9h Kc Kd")
    assert at.legal == ["ball-four 9s", "pass"]


def test_b52_12_one_card_per_turn() -> None:
    """Ben holds both fourth cards of a double triple: he lays one; two are no action."""
    hands = ["8c 8d 8h 9c 9d 9h 3c", "8s 9s 4c", "5c"]
    at = board(hands, "p1 play 8c 8d 8h 9c 9d 9h")
    assert at.legal == ["ball-four 8s", "ball-four 9s", "pass"]
    with pytest.raises(NotationError):
        at.game.parse("ball-four 8s 9s")
    assert at.play("p2 ball-four 8s").asked == ["p3"]


def test_b52_13_pending_cards_return_when_the_hand_is_beaten() -> None:
    """First the new hand lies, then both cards go back, and their players are still active."""
    hands = ["8c 8d 8h 9c 9d 9h 3c", "9s 4c", "8s 5c", "Jc Jd Jh Qc Qd Qh 6c"]
    at = board(
        hands,
        "p1 play 8c 8d 8h 9c 9d 9h / p2 ball-four 9s / p3 ball-four 8s/ p4 play Jc Jd Jh Qc Qd Qh",
    )
    assert at.events == (
        terms.Played(3, at.state.high, leads=False, left=1),
        terms.BallFourReturns(1, read_card("9s")),
        terms.BallFourReturns(2, read_card("8s")),
    )
    assert at.asked == ["p1", "p2", "p3"]
    assert at.hands == ["3c", "4c 9s", "5c 8s", "6c"]
    assert at.view().pending == ()
    assert at.state.inning.front == ((), (), (), ())


def test_b52_13_everybody_knows_which_card_returned_until_it_is_played() -> None:
    """The view of any seat names it; the card is played later like any other."""
    hands = ["9c 9d 9h 3c", "9s 4c 7c", "Jc Jd Jh 5c 6c"]
    at = board(hands, "p1 play 9c 9d 9h / p2 ball-four 9s / p3 play Jc Jd Jh")
    for seat in (None, 0, 1, 2):
        assert at.view(seat).returned == ((), cards("9s"), ())
    at.play("p1 pass / p2 pass / p3 play 5c / p1 pass / p2 play 9s")
    assert at.view().returned == ((), (), ())
    assert at.hands == ["3c", "4c 7c", "6c"]


def test_b52_13_a_returned_card_is_no_fourth_on_the_hand_that_beat() -> None:
    """Its nines are covered, so it cannot be laid again on the jacks."""
    hands = ["9c 9d 9h 3c 4d", "9s 4c 7c", "Jc Jd Jh 5c"]
    at = board(hands, "p1 play 9c 9d 9h / p2 ball-four 9s / p3 play Jc Jd Jh / p1 pass")
    error = at.refused("p2 ball-four 9s")
    assert (error.clause, error.fact) == (
        "B52-12",
        terms.NotTheFourth(read_card("9s"), cards("Js")),
    )


def test_b52_14_a_pending_card_is_in_no_hand() -> None:
    """Ben's nine lies there: he may beat with other cards, and then it fails, too."""
    hands = ["8c 8d 8h 9c 9d 9h 3c", "9s Jc Jd Jh Qc Qd Qh", "8s 5c", "6c"]
    plays = "p1 play 8c 8d 8h 9c 9d 9h / p2 ball-four 9s / p3 ball-four 8s / p4 pass / p1 pass"
    at = board(hands, plays)
    assert at.turn == "p2"
    assert at.hands[1] == "Jc Jd Jh Qc Qd Qh"
    assert at.legal == ["pass", "play Jc Jd Jh Qc Qd Qh"]
    error = at.refused("p2 play 9s")
    assert (error.clause, error.fact) == ("B52-14", terms.PendingCard(read_card("9s")))
    error = at.refused("p2 ball-four 9s")
    assert (error.clause, error.fact) == ("X-15", NotHeld(cards("9s")))
    at.play("p2 play Jc Jd Jh Qc Qd Qh")
    assert at.hands == ["3c", "9s", "5c 8s", "6c"]  # the nine is back, so Ben is not out of cards
    assert at.asked == ["p3"]


def test_b52_15_passing_does_not_withdraw_a_pending_card() -> None:
    """Ben passes with the nine pending, and it wins all the same."""
    hands = ["8c 8d 8h 9c 9d 9h 3c", "9s 4c", "8s 5c", "6c"]
    plays = "p1 play 8c 8d 8h 9c 9d 9h / p2 ball-four 9s / p3 ball-four 8s / p4 pass / p1 pass"
    at = board(hands, plays)
    assert (at.asked, at.view().pending) == (["p2"], ((1, read_card("9s")), (2, read_card("8s"))))
    at.play("p2 pass")
    assert at.events == (
        terms.Passed(1),
        terms.BallFourReturns(2, read_card("8s"), higher=(1, read_card("9s"))),
        terms.PlayWon(1, read_card("9s")),
    )
    assert at.turn == "p2"


@pytest.mark.parametrize(
    ("double_triple", "first", "second", "winner"),
    [
        ("8c 8d 8h 9c 9d 9h", "8s", "9s", 2),  # the higher, though it was laid later
        ("8c 8d 8h 9c 9d 9h", "9s", "8s", 1),
        ("Ac Ad Ah 2c 2d 2h", "As", "2s", 2),  # the deuce is higher than the ace
    ],
)
def test_b52_16_of_two_the_higher_rank_wins(
    double_triple: str, first: str, second: str, winner: int
) -> None:
    """The other card returns without penalty; its player is not charged at the inning's end."""
    hands = [f"3c {double_triple}", f"4c {first}", f"5c {second}", "6c"]
    at = board(
        hands,
        f"p1 play {double_triple} / p2 ball-four {first} / p3 ball-four {second}"
        "/ p4 pass / p1 pass / p2 pass",
    )
    assert at.turn == actor_name(winner)
    front = [(), (), (), ()]
    front[winner] = cards(first if winner == 1 else second)
    assert at.view().front == tuple(front)
    loser = 3 - winner
    assert len(at.view().returned[loser]) == 1
    at.play(f"p{winner + 1} play {at.hands[winner]}")
    gained = [0, 0, 0, 0]
    gained[winner] = 1 + 2 + 1 - 2  # Ana 1, the loser 2, Dee 1, and the own Ball Four
    assert at.runs == gained


def test_b52_17_success() -> None:
    """The card stays in front, out of the hand; the play is won and the lead, at 2 runs."""
    hands = ["9c 9d 9h 3c", "9s 4c 4d", "5c"]
    at = board(hands, "p1 play 9c 9d 9h / p2 ball-four 9s / p3 pass / p1 pass")
    assert at.events == (terms.Passed(0, owner=True), terms.PlayWon(1, read_card("9s")))
    assert at.turn == "p2"
    assert at.view().front == ((), cards("9s"), ())
    assert at.hands == ["3c", "4c 4d", "5c"]
    assert at.runs == [0, 0, 0]
    at.play("p2 play 4c 4d")
    assert at.runs == [0, 2 - 2, 0]


# --- end of an inning ----------------------------------------------------------------------------


def test_b52_18_an_empty_hand_ends_the_inning_at_once() -> None:
    """Nobody may answer Ana's last triple, though Ben holds the fourth nine and Cho jacks."""
    at = board(["9c 9d 9h", "9s 4c", "Jc Jd Jh"], "p1 play 9c 9d 9h")
    assert at.turn == "dealer"
    assert at.runs == [5, 0, 0]
    assert at.hands == ["", "", ""]
    at = board(["3c 4c", "5c", "6c 7c"], "p1 play 3c / p2 play 5c")
    assert at.runs == [0, 1 + 2, 0]


def test_b52_19_a_pending_last_card_does_not_end_it() -> None:
    """Ben holds no card and is not asked; that is no pass. His nine succeeds, and he is out."""
    hands = ["9c 9d 9h 3c", "9s", "5c", "6c 7c"]
    at = board(hands, "p1 play 9c 9d 9h / p2 ball-four 9s")
    assert at.asked == ["p3", "p4"]
    at.play("p3 pass / p4 pass")
    assert at.asked == ["p1"]
    assert at.view().passed == (2, 3)
    at.play("p1 pass")
    assert at.turn == "dealer"
    assert at.runs == [0, 1 + 1 + 2 - 2, 0, 0]
    runs, lines = (0, 2, 0, 0), ((0, 0, 0, 0), (0, 2, 0, 0))
    ends = terms.InningEnds(2, 1, (1, 0, 1, 2), (0, 1, 0, 0), runs, runs, lines)
    assert at.events == (terms.Passed(0, owner=True), terms.PlayWon(1, read_card("9s")), ends)


def test_b52_19_a_player_without_cards_is_not_asked_the_second_time_either() -> None:
    """Ben's last card and Cho's are pending: with Ana's pass nobody is left who holds a card."""
    hands = ["8c 8d 8h 9c 9d 9h 3c", "8s", "9s", "6c"]
    at = board(
        hands,
        "p1 play 8c 8d 8h 9c 9d 9h / p2 ball-four 8s / p3 ball-four 9s / p4 pass / p1 pass",
    )
    assert at.turn == "dealer"
    assert at.runs == [0, 0, 1 + 1 + 1 - 2, 0]  # Ana's card, Ben's eight that came back, Dee's


def test_b52_19_off_the_owner_of_the_hand_is_the_only_one_with_cards() -> None:
    """Owner may not defend: with Cho's pass the play ends, and so does the inning."""
    at = board(
        ["9c 9d 9h 3c", "9s", "5c"],
        "p1 play 9c 9d 9h / p2 ball-four 9s / p3 pass",
        owner_may_defend=False,
    )
    assert at.turn == "dealer"
    assert at.events[:2] == (terms.Passed(2), terms.PlayWon(1, read_card("9s")))
    assert at.runs == [0, 0, 0]


def test_b52_19_a_failed_last_card_goes_back_and_its_player_is_asked_again() -> None:
    """Cho's jacks beat the nines: Ben has his nine, has not passed, and the inning goes on."""
    hands = ["9c 9d 9h 3c", "9s", "Jc Jd Jh 5c"]
    at = board(hands, "p1 play 9c 9d 9h / p2 ball-four 9s / p3 play Jc Jd Jh")
    assert at.asked == ["p1", "p2"]
    assert at.hands == ["3c", "9s", "5c"]


def test_b52_20_a_losing_card_returns_before_cards_are_counted() -> None:
    """Cho goes out by beating; Ben's nine is back in his hand and counts."""
    hands = ["9c 9d 9h 3c", "9s 4c", "Jc Jd Jh"]
    at = board(hands, "p1 play 9c 9d 9h / p2 ball-four 9s / p3 play Jc Jd Jh")
    assert at.runs == [0, 0, 1 + 2]
    assert isinstance(at.events[0], terms.Played)
    assert at.events[1] == terms.BallFourReturns(1, read_card("9s"))
    assert isinstance(at.events[2], terms.InningEnds)
    assert at.events[2].counts == (1, 2, 0)


def test_b52_21_runs_for_cards_and_two_off_for_each_ball_four() -> None:
    """Everyone pays, the winner too, and a total may be negative."""
    hands = ["8c 8d 8h 3c", "8s 9c 9d 9h 4c", "9s 5c 6c"]
    at = board(
        hands,
        """
        p1 play 8c 8d 8h / p2 ball-four 8s / p3 pass / p1 pass
        p2 play 9c 9d 9h / p3 ball-four 9s / p1 pass / p2 pass
        p3 play 5c / p1 pass / p2 pass
        p3 play 6c
        """,
    )
    assert at.runs == [0, -2, 2 - 2]
    assert at.view().lines == ((0, 0, 0), (0, -2, 0))


# --- end of the game -----------------------------------------------------------------------------


def test_b52_22_a_total_of_fifty_ends_the_game() -> None:
    """Reached exactly, by whoever: here by the winner of the inning."""
    at = board(["4c", "5c", "6c"], "p1 play 4c", runs=(48, 49, 0))
    assert at.turn == "nobody"
    outcome = at.game.outcome(at.state)
    assert outcome is not None
    assert (outcome.reason, outcome.scores, outcome.places) == ("target", (50, 49, 0), (1, 2, 3))
    assert board(["4c", "5c", "6c"], "p1 play 4c", runs=(47, 49, 0)).turn == "dealer"
    short = board(["4c", "5c", "6c"], "p1 play 4c", runs=(5, 0, 0), target=7)
    assert short.turn == "nobody"


def test_b52_22_the_target_is_tested_after_the_minus() -> None:
    """Ben would have 51, but pays 2."""
    hands = ["9c 9d 9h 3c", "9s 4c 4d", "5c"]
    plays = "p1 play 9c 9d 9h / p2 ball-four 9s / p3 pass / p1 pass / p2 play 4c 4d"
    at = board(hands, plays, runs=(0, 49, 0))
    assert at.runs == [0, 49 + 2 - 2, 0]
    assert at.turn == "dealer"
    assert board(hands, plays, runs=(0, 50, 0)).turn == "nobody"


def test_b52_22_nine_innings_end_the_game() -> None:
    """After the ninth, not before; in the last inning a reached target is the reason."""
    eighth = board(["4c", "5c", "6c"], "p1 play 4c", inning=8)
    assert eighth.turn == "dealer"
    ninth = board(["4c", "5c", "6c"], "p1 play 4c", inning=9, runs=(0, 9, 0))
    outcome = ninth.game.outcome(ninth.state)
    assert outcome is not None
    assert (outcome.reason, outcome.scores, outcome.places) == ("innings", (2, 9, 0), (2, 1, 3))
    assert ninth.events[-1] == terms.GameEnds(outcome)
    both = board(["4c", "5c", "6c"], "p1 play 4c", inning=9, runs=(48, 0, 0))
    ended = both.game.outcome(both.state)
    assert ended is not None
    assert ended.reason == "target"


def test_b52_23_level_at_the_end_means_extra_innings_for_all() -> None:
    """Until one leads alone, however few runs that takes; the third seat plays, too."""
    level = board(["4c", "5c", "6c"], "p1 play 4c", inning=9, runs=(7, 9, 2))
    assert level.turn == "dealer"
    assert level.events[-1] == terms.ExtraInning((0, 1))
    next_deal = level.deal(["", "", ""], dealer=2)
    assert next_deal.turn == "p2"  # level: from Ana's left, Ben
    assert len(next_deal.hands[2].split()) == 17
    assert next_deal.view().extra
    still = board(["4c", "5c", "6c"], "p1 play 4c", inning=10, runs=(7, 9, 2), extra=True)
    assert still.turn == "dealer"
    alone = board(["4c", "5c", "6c"], "p1 play 4c", inning=11, runs=(8, 9, 2), extra=True)
    outcome = alone.game.outcome(alone.state)
    assert outcome is not None
    assert (outcome.reason, outcome.scores, outcome.places) == (
        "extra-innings",
        (10, 9, 2),
        (1, 2, 3),
    )


def test_b52_23_level_at_the_target_means_extra_innings_too() -> None:
    """Both have 50 in the second inning; the reason is then `extra-innings`."""
    level = board(["4c", "5c", "6c"], "p1 play 4c", runs=(48, 50, 2))
    assert level.events[-1] == terms.ExtraInning((0, 1))
    reached = board(["4c", "5c", "6c"], "p1 play 4c", inning=3, runs=(50, 50, 2), extra=True)
    outcome = reached.game.outcome(reached.state)
    assert outcome is not None
    assert outcome.reason == "extra-innings"


def test_b52_23_an_extra_inning_ends_below_the_target() -> None:
    """Ana and Ben stood at 50; Ben has paid for a Ball Four since, and Ana leads with 49."""
    hands = ["9c 9d 9h 3c 3d", "9s 4c", "5c"]
    plays = "p1 play 9c 9d 9h / p2 ball-four 9s / p3 pass / p1 pass / p2 play 4c"
    at = board(hands, plays, inning=3, runs=(49, 40, 0), extra=True)
    assert at.runs == [49, 40 + 3 - 2, 0]
    assert at.turn == "nobody"


def test_b52_23_a_tie_below_the_top_does_not_matter() -> None:
    """Ben and Cho are level behind Ana: the game is over, and they share the second place."""
    at = board(["4c", "5c", "6c"], "p1 play 4c", inning=9, runs=(7, 3, 3))
    outcome = at.game.outcome(at.state)
    assert outcome is not None
    assert (outcome.reason, outcome.places) == ("innings", (1, 2, 2))


def test_b52_23_shared() -> None:
    """With `tie=shared` the level share the first place."""
    at = board(["4c", "5c", "6c"], "p1 play 4c", inning=9, runs=(7, 9, 2), tie="shared")
    outcome = at.game.outcome(at.state)
    assert outcome is not None
    assert (outcome.reason, outcome.scores, outcome.places) == ("innings", (9, 9, 2), (1, 1, 3))


# --- the worked cases ----------------------------------------------------------------------------

TRIPLE_NINES = ["9c 9d 9h 3c Jc Jd Jh", "9s 4c", "5c 5d", "6c 6d"]


def test_worked_case_1_a_ball_four_wins_the_play() -> None:
    """A leads 999, B lays the nine, C, D, A pass: B wins the play, leads, and pays 2 later."""
    plays = "p1 play 9c 9d 9h / p2 ball-four 9s / p3 pass / p4 pass / p1 pass"
    at = board(TRIPLE_NINES, plays)
    assert at.turn == "p2"
    at.play("p2 play 4c")
    assert at.runs == [0, 4 + 2 + 2 - 2, 0, 0]


def test_worked_case_2_the_owner_beats_the_own_hand() -> None:
    """The same, but A plays JJJ: the nine returns, B is still active."""
    plays = "p1 play 9c 9d 9h / p2 ball-four 9s / p3 pass / p4 pass / p1 play Jc Jd Jh"
    at = board(TRIPLE_NINES, plays)
    assert at.turn == "p2"
    assert at.hands[1] == "4c 9s"


def test_worked_case_3_two_ball_fours_on_a_double_triple() -> None:
    """B the nine, C the eight; D, A, B pass: the nine succeeds, and the eight returns."""
    hands = ["8c 8d 8h 9c 9d 9h 3c", "9s 4c", "8s 5c", "6c"]
    at = board(hands, "p1 play 8c 8d 8h 9c 9d 9h / p2 ball-four 9s / p3 ball-four 8s")
    at.play("p4 pass").play("p1 pass").play("p2 pass")
    assert at.turn == "p2"
    assert at.hands == ["3c", "4c", "5c 8s", "6c"]
    assert at.view().front == ((), cards("9s"), (), ())


def test_worked_case_4_four_and_three_exposes_the_three() -> None:
    """9999 888: only the eight."""
    at = board(["8c 8d 8h 9c 9d 9h 9s 3c", "8s 4c", "5c"], "p1 play 8c 8d 8h 9c 9d 9h 9s")
    assert at.legal == ["ball-four 8s", "pass"]


def test_worked_case_5_twelve_cards_less_two_ball_fours() -> None:
    """Opponents hold 12 cards, the winner made two Ball Fours: 8 runs."""
    ana = "3c 3d 3h 3s 5c 7c 7d 7h 8c 8d 8h 9c 9d 9h"
    at = board(
        [ana, "4c 6c 8s 9s", "Tc Td Th Jc Jd"],
        """
        p1 play 8c 8d 8h / p2 ball-four 8s / p3 pass / p1 pass
        p2 play 4c / p3 pass / p1 play 5c / p2 pass
        p1 play 9c 9d 9h / p2 ball-four 9s / p3 pass / p1 pass
        """,
    )
    assert at.hands == ["3c 3d 3h 3s 7c 7d 7h", "6c", "Tc Td Th Jc Jd"]
    assert at.play("p2 play 6c").runs == [0, 8, 0]


# --- the moment, the clock, the window -----------------------------------------------------------


def test_x_14_only_the_seat_at_turn_acts_and_only_with_an_action_of_the_moment() -> None:
    """Whose turn it is is said; before a deal nothing else can be done."""
    at = board(["3c 4c", "5c 6c", "7c 8c"], "p1 play 3c")
    assert at.refused("p3 pass").fact == WrongActor(1)
    assert at.refused("p3 play 7c").fact == WrongActor(1)
    assert at.refused("p1 pass").clause == "X-14"
    deal = Deal(DECK)
    with pytest.raises(IllegalAction) as caught:
        at.game.check(at.state, 1, deal)
    assert caught.value.clause == "X-14"
    assert isinstance(caught.value.fact, WrongMoment)
    before = Board(BallFour52(), BallFour52().setup(3))
    assert before.refused("p1 play 3c").fact == WrongActor(DEALER)
    over = board(["4c", "5c", "6c"], "p1 play 4c", runs=(60, 0, 0))
    assert over.refused("p1 play 4c").fact == WrongActor(None)


def test_x_15_cards_of_the_own_hand_each_once() -> None:
    """Cards of others and cards named twice are refused, after what the game itself forbids."""
    at = board(["3c 4c", "5c 6c 6d", "7c 8c"], "p1 play 3c")
    error = at.refused("p2 play 7c")
    assert (error.clause, error.fact) == ("X-15", NotHeld(cards("7c")))
    error = at.refused("p2 play 6c 6c")
    assert (error.clause, error.fact) == ("X-15", terms.CardTwice(cards("6c")))
    lead = board(["3c 4c", "5c 6c", "7c 8c"])
    assert lead.refused("p1 play 3c 3c").fact == terms.CardTwice(cards("3c"))
    assert lead.refused("p1 play 3d 3h").fact == NotHeld(cards("3d 3h"))
    assert lead.refused("p1 play 3c 3d").fact == NotHeld(cards("3d"))


def test_x_09_a_time_out_passes_or_leads_the_lowest_single() -> None:
    """Of equal ranks the first of c d h s; at the first lead of the game the required card."""
    at = board(["4d 4h 9c", "5c 6c", "7c 8c"], "clock p1")
    assert at.state.high.cards == cards("4d")
    assert at.play("clock p2").events == (terms.Passed(1),)
    owner = board(TRIPLE_NINES, "p1 play 9c 9d 9h / p2 ball-four 9s / p3 pass / p4 pass")
    assert owner.play("clock p1").turn == "p2"
    first = dealt(["3h", "3d", "3s"], aside="3c", plays="clock p2")
    assert first.state.high.cards == cards("3d")


def test_x_05_who_cannot_do_anything_is_asked_all_the_same() -> None:
    """Ben has no card above the deuce, nobody has; all are asked."""
    at = board(["2c 3c", "4c", "5c"], "p1 play 2c")
    assert at.asked == ["p2", "p3"]
    assert at.legal == ["pass"]


def test_a_new_high_hand_is_a_new_decision_and_a_pass_or_ball_four_is_none() -> None:
    """Keys of a play: the lead, each high hand, and the second time round, which is the owner's."""
    hands = ["8c 8d 8h 9c 9d 9h 3c", "9s 4c", "8s 5c", "6c"]
    at = board(hands)
    window = at.game.window(at.state)
    assert window is not None
    assert (window.key, window.scope, window.decision) == ("2.1.lead", "2.1", "lead")
    seen = []
    for line in ("p1 play 8c 8d 8h 9c 9d 9h", "p2 ball-four 9s", "p3 ball-four 8s", "p4 pass"):
        at.play(line)
        seen.append((at.key, at.asked))
    assert seen == [
        ("2.1.1", ["p2", "p3", "p4"]),
        ("2.1.1", ["p3", "p4"]),
        ("2.1.1", ["p4"]),
        ("2.1.1.again", ["p1", "p2"]),
    ]
    at.play("p1 pass")
    assert (at.key, at.asked) == ("2.1.1.again", ["p2"])
    beaten = board(["3c 9c", "5c 6c", "7c"], "p1 play 3c / p2 play 5c")
    assert (beaten.key, beaten.asked) == ("2.1.2", ["p3", "p1"])


def test_a_seat_is_told_its_own_hand_and_nobody_elses() -> None:
    """Thirteen cards each in a private event; the public one tells counts and who leads."""
    new = dealt(["3c", "", "", ""])
    public = told(new.events, None)
    assert public == [terms.InningBegins(1, 0, (13,) * 4, 0, threes=cards("3c"))]
    for seat in range(4):
        private = [event for event in told(new.events, seat) if event not in public]
        assert private == [terms.HandDealt(new.game.hands(new.state)[seat], to=seat)]


# --- options and texts ---------------------------------------------------------------------------


def test_options_in_the_order_of_the_rules_with_their_defaults() -> None:
    """As the rules list them."""
    assert list(registry.options_of(BallFour52()).items()) == [
        ("target", 50),
        ("innings", 9),
        ("extra_sets", False),
        ("owner_may_defend", True),
        ("tie", "extra-innings"),
    ]


@pytest.mark.parametrize(
    ("name", "value", "right"),
    [
        ("target", 0, "1 or more"),
        ("target", -1, "1 or more"),
        ("innings", 0, "1 to 99"),
        ("innings", -1, "1 to 99"),
        ("innings", 100, "1 to 99"),
    ],
)
def test_x_13_counts_that_make_no_game_are_refused(name: str, value: int, right: str) -> None:
    """With what would be right, and what was found."""
    with pytest.raises(OptionError, match=f"{name} is {right}, not {value}"):
        BallFour52(**{name: value})
    assert getattr(BallFour52(**{name: 1}), name) == 1


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("play 9d 9c", "play 9c 9d"),
        ("PLAY 10D  9♠ 2h ac", "play 9s Td Ac 2h"),
        ("play 9h 8d 9c 8c 9d", "play 8c 8d 9c 9d 9h"),
        ("ball-four 9S", "ball-four 9s"),
        ("Pass", "pass"),
    ],
)
def test_actions_are_written_in_rank_order_then_by_suit(text: str, written: str) -> None:
    """However they were typed."""
    game = BallFour52()
    assert game.write(game.parse(text)) == written
    assert game.parse(written) == game.parse(text)


@pytest.mark.parametrize(
    "text",
    [
        *("", "play", "play 9", "play 99", "play 9c 9x", "ball-four", "ball-four 9c 9d"),
        *("pass 9c", "foul 9c", "choose none", "swing 9c", "deal 9x", "9c"),
    ],
)
def test_words_that_are_no_action(text: str) -> None:
    """Nothing else can be read, the other edition's actions neither."""
    with pytest.raises(NotationError):
        BallFour52().parse(text)
