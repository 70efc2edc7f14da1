"""The variants of Baseball (BB-28 to BB-34) and their options, alone and together.

Expected values are worked out by hand from the rules; seats and decks are as in `test_rules.py`.
"""

from __future__ import annotations

from typing import Any

import pytest

from games import registry
from games.baseball import terms
from games.baseball.rules import Baseball
from games.baseball.terms import Over, RainedOut
from games.cards import read_card, write_cards
from games.core import DEALER, IllegalAction, OptionError
from tests.games.baseball.boards import Felt, felt

BETS = "p2 bet 4 / p3 call / p1 call"
"""After it there are 15 in the pot, where p2 opens."""


def hole(at: Felt, who: int) -> str:
    """The cards of a seat face down, as it sees them."""
    return write_cards(at.view(who).hole)


def up(at: Felt, who: int) -> str:
    """The cards of a seat face up."""
    return write_cards(at.view().up[who])


# --- options -------------------------------------------------------------------------------------


def test_options_stand_in_the_order_of_the_rules() -> None:
    """Every option with its default; the agreed time of the end is the table's, and no option."""
    assert registry.options_of(Baseball()) == {
        "stack": 100,
        "ante": 1,
        "bet_min": 1,
        "bet_max": 5,
        "max_raises": 3,
        "deals": 6,
        "short_match": "all-in",
        "open_three": "all",
        "three_price": "pot",
        "three_amount": 10,
        "extra_card": "down",
        "hidden_fours": False,
        "walk_price": 0,
        "ranks": "baseball",
        "rainy_day": False,
        "rain_scope": "survivors",
    }
    text = "baseball (rainy_day=on, ante=2, ranks=football, short_match=must-fold)"
    game = registry.read_game(text, 4)
    written = "baseball (ante=2, short_match=must-fold, ranks=football, rainy_day=on)"
    assert registry.write_game(game) == written
    with pytest.raises(OptionError, match="until"):
        registry.read_game("baseball (until=22)", 4)


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"bet_min": 0}, "bet_min"),
        ({"bet_min": -1}, "bet_min"),
        ({"bet_min": 6}, "bet_max"),
        ({"bet_max": 0}, "bet_max"),
        ({"bet_min": 3, "bet_max": 2}, "bet_max"),
        ({"ante": 100}, "ante"),
        ({"ante": 101}, "ante"),
        ({"ante": -1}, "ante"),
        ({"stack": 1}, "ante"),
        ({"stack": 0, "ante": 0}, "stack"),
        ({"stack": -5}, "stack"),
        ({"stack": 1_000_001}, "stack"),
        ({"deals": 0}, "deals"),
        ({"deals": -3}, "deals"),
        ({"max_raises": -1}, "max_raises"),
        ({"three_amount": -1}, "three_amount"),
        ({"walk_price": -1}, "walk_price"),
    ],
)
def test_x_13_options_that_make_no_sense(options: dict[str, int], named: str) -> None:
    """They are refused when the game is made, by name and with the number."""
    with pytest.raises(OptionError, match=f"^{named} is .*, not -?[0-9]+$"):
        Baseball(**options)


@pytest.mark.parametrize(
    "options",
    [
        {"stack": 1, "ante": 0},
        {"ante": 99},
        {"bet_min": 5},
        {"bet_max": 1},
        {"bet_max": 1000},
        {"max_raises": 0},
        {"deals": 1},
        {"three_amount": 0},
        {"walk_price": 500},
        {"stack": 1_000_000},
    ],
)
def test_x_13_the_edges_of_what_makes_sense(options: dict[str, int]) -> None:
    """These are odd, and allowed."""
    assert Baseball(**options).setup(3) is not None


@pytest.mark.parametrize(
    "text",
    [
        "baseball (ante=1.5)",
        "baseball (ante=one)",
        "baseball (hidden_fours=yes)",
        "baseball (ranks=soccer)",
        "baseball (open_three=none)",
        "baseball (bet=3)",
    ],
)
def test_x_13_options_that_cannot_be_read(text: str) -> None:
    """Numbers, words and on or off; each of its option."""
    with pytest.raises(OptionError):
        registry.read_game(text, 4)


# --- face-up 3s ----------------------------------------------------------------------------------


def test_bb_28_free_threes() -> None:
    """Nobody is asked for a face-up 3, and it is wild."""
    at = felt(100, 100, 100, open_three="free").dealt("x x Kc", "x x 3c", "x x Ac")
    assert at.turn == "p2"
    assert at.legal[-1] == "fold"
    assert at.stacks == [99, 99, 99]


def test_bb_28_only_the_first_three_that_is_paid() -> None:
    """p2 pays 3 and p3 is not asked any more, in the next round nobody; the next deal is new."""
    at = felt(100, 100, 100, open_three="first").dealt("x x Kc 3s", "x x 3c", "x x 3d x")
    at.play("p2 match")
    assert at.view().decision == "bet"
    assert at.pots == [(6, ["p1", "p2", "p3"])]
    at.play("p2 fold / p3 check / p1 check")
    assert up(at, 0).endswith("3s")
    assert at.view().decision == "bet"
    at.play(f"{at.turn} fold")
    at.dealt("x x Kc", "x x Ac", "x x 3c", dealer=1)
    assert (at.turn, at.view().decision) == ("p3", "match")


def test_bb_28_a_strike_out_is_no_payment() -> None:
    """p2 strikes out, and p3 is asked after that."""
    at = felt(100, 100, 100, open_three="first").dealt("x x Kc", "x x 3c", "x x 3d").play("p2 fold")
    assert (at.turn, at.view().decision) == ("p3", "match")


def test_bb_28_a_three_that_was_free_is_no_payment() -> None:
    """p2 is all-in and pays nothing; p3 is asked."""
    at = felt(100, 1, 100, open_three="first").dealt("x x Kc", "x x 3c", "x x 3d")
    assert (at.turn, at.view().decision) == ("p3", "match")


def test_bb_28_a_short_payment_is_a_payment() -> None:
    """p2 pays the last chip of 3; p3 is free."""
    at = felt(100, 2, 100, open_three="first").dealt("x x Kc", "x x 3c", "x x 3d").play("p2 match")
    assert at.stacks[1] == 0
    assert at.view().decision == "bet"


def test_bb_29_a_price_with_a_limit() -> None:
    """At most 10: of 3 chips 3, of 15 chips 10."""
    at = felt(100, 100, 100, three_price="cap").dealt("x x Kc", "x x 3c", "x x Ac")
    assert at.view().price == 3
    at = felt(100, 100, 100, three_price="cap").dealt("x x Kc", "x x Ac 3c", "x x Qc").play(BETS)
    assert at.view().price == 10
    at = felt(100, 100, 100, three_price="cap", three_amount=4).dealt(
        "x x Kc", "x x Ac 3c", "x x Qc"
    )
    assert at.play(BETS).play("p2 match").stacks == [95, 91, 95]


def test_bb_29_a_fixed_price() -> None:
    """10 whatever is in the pot, also above it; 0 asks nobody."""
    at = felt(100, 100, 100, three_price="fixed").dealt("x x Kc", "x x 3c", "x x Ac")
    assert at.view().price == 10
    at.play("p2 match")
    assert at.stacks == [99, 89, 99]
    at = felt(100, 100, 100, three_price="fixed", three_amount=0).dealt(
        "x x Kc", "x x 3c", "x x Ac"
    )
    assert at.view().decision == "bet"


# --- walks ---------------------------------------------------------------------------------------


def test_bb_30_an_extra_card_face_up_behaves_as_any_up_card() -> None:
    """p2's 4 brings a 4, which brings a 3, which must be paid, before p3 has a card."""
    at = felt(100, 100, 100, extra_card="up").dealt("x x Kc", "x x 4c+4d+3c", "x x Ac")
    assert up(at, 1) == "4c 4d 3c"
    assert (at.turn, at.view().price) == ("p2", 3)
    assert up(at, 2) == ""
    at.play("p2 match")
    assert up(at, 2) == "Ac"
    assert at.turn == "p2"  # three fours
    assert [event.extra for event in at.events_of(terms.CardUp)] == [
        False,
        True,
        True,
        False,
        False,
    ]


def test_bb_30_striking_out_on_the_extra_card() -> None:
    """The deal goes on with the next seat."""
    at = felt(100, 100, 100, extra_card="up").dealt("x x Kc", "x x 4c+3c", "x x Ac").play("p2 fold")
    assert at.view().still_in == (0, 2)
    assert up(at, 2) == "Ac"


def test_bb_31_a_four_from_the_hole_brings_a_card_face_down() -> None:
    """On p2's turn before acting; then p2 still acts, and the 4 stays in the hole."""
    at = felt(100, 100, 100, hidden_fours=True)
    at.dealt("x x Kc", "4c 7d Ac/Jh", "x x Qc")
    assert "show 4c" in at.legal
    at.play("p2 show 4c")
    assert at.turn == "p2"
    assert hole(at, 1) == "4c 7d Jh"
    assert at.view().shown[1] == (read_card("4c"),)
    assert at.events_of(terms.FourShown) == [terms.FourShown(1, read_card("4c"), 0, asked=True)]
    assert at.why("p2 show 4c") == ("BB-31", terms.ShownBefore(read_card("4c")))
    assert "show 4c" not in at.legal
    assert at.key == "1.1.2"  # the question is asked of another hand
    assert at.play("p2 bet 1").key == "1.1.3"


def test_bb_31_the_extra_card_may_itself_be_claimed() -> None:
    """A 4 for a 4; also with extra cards face up it comes face down."""
    at = felt(100, 100, 100, hidden_fours=True, extra_card="up")
    at.dealt("x x Kc", "4c 7d Ac/4h/Jh", "x x Qc").play("p2 show 4c / p2 show 4h / p2 check")
    assert hole(at, 1) == "4c 7d 4h Jh"
    assert up(at, 1) == "Ac"


def test_bb_31_what_cannot_be_shown() -> None:
    """An up-card, another rank, anything at another table or out of a betting round."""
    at = felt(100, 100, 100, hidden_fours=True).dealt("x x Kc", "4c 7d 4d+Jc", "x x Ac")
    assert at.why("p2 show 4d") == ("BB-31", terms.NotInTheHole(read_card("4d")))
    assert at.why("p2 show 7d") == ("BB-31", terms.CannotWalk(read_card("7d"), 2))
    assert at.why("p2 show 4c")[0] == "X-14"  # p3 opens
    at = felt(100, 100, 100, hidden_fours=True).dealt("4h x Kc", "4c 7d 3c", "x x Ac")
    assert at.why("p1 show 4h") == ("BB-31", terms.OnlyInBettingRound())
    at = felt(100, 100, 100).dealt("x x Kc", "4c 7d Ac", "x x Qc")
    assert at.why("p2 show 4c") == ("BB-31", terms.NoHiddenFours())


def test_bb_31_the_price_must_be_in_hand() -> None:
    """A walk costs 3: p2 with 2 cannot show; p2 with 3 can, and is all-in then."""
    options: dict[str, Any] = {"hidden_fours": True, "walk_price": 3}
    hands = ("x x Kc", "4c 4d Ac/Jh", "x x Qc")
    at = felt(100, 3, 100, **options).dealt(*hands)
    assert at.why("p2 show 4c") == ("BB-31", terms.CannotPayWalk(3, 2))
    assert "show 4c" not in at.legal
    at = felt(100, 4, 100, **options).dealt(*hands).play("p2 show 4c")
    assert at.stacks == [99, 0, 99]
    assert at.pots == [(6, ["p1", "p2", "p3"])]
    assert at.turn == "p3"
    assert hole(at, 1) == "4c 4d Jh"


def test_bb_31_the_last_chip_for_a_walk_can_end_the_round() -> None:
    """p3 is all-in by the ante, p2 by the walk: p1 alone has chips, and is not asked."""
    at = felt(100, 4, 1, hidden_fours=True, walk_price=3)
    at.dealt("x x Kc 7c 8c Jd x", "4c 7d Ac/Jh x x x x", "x x Qc Td Th 2c x").play("p2 show 4c")
    assert len(at.events_of(terms.HandShown)) == 3


def test_bb_31_the_referee_claims_for_who_has_no_turn() -> None:
    """p3 is all-in by the ante and holds a 4 that brings another: both are shown at once."""
    at = felt(100, 100, 1, hidden_fours=True).dealt("x x Kc", "4d x Ac", "4c 7d Qc/4h/Jh")
    assert hole(at, 2) == "4c 7d 4h Jh"
    shown = at.events_of(terms.FourShown)
    assert [(event.seat, write_cards([event.card]), event.asked) for event in shown] == [
        (2, "4c", False),
        (2, "4h", False),
    ]
    assert at.turn == "p2"  # p2 has a turn, and shows or does not


def test_bb_31_before_a_skipped_round_the_referee_claims_for_everybody() -> None:
    """From the dealer's left: p2 and p3 are all-in, p1 has chips and no turn."""
    at = felt(100, 1, 1, hidden_fours=True).dealt(
        "4h x Kc x x x x", "4d x Ac/7c x x x x", "4c x Qc/7d x x x x"
    )
    shown = at.events_of(terms.FourShown)
    assert [event.seat for event in shown] == [1, 2, 0]
    assert not any(event.asked for event in shown)


def test_bb_31_the_referee_never_claims_what_costs() -> None:
    """With a price nothing is shown for p3."""
    at = felt(100, 100, 1, hidden_fours=True, walk_price=1).dealt("x x Kc", "x x Ac", "4c x Qc")
    assert at.events_of(terms.FourShown) == []


def test_bb_31_the_seventh_card_can_be_shown() -> None:
    """It comes before the last betting round."""
    at = felt(100, 100, 100, hidden_fours=True)
    at.dealt("x x Kc 7c 8c Jd x", "x x Ac Ad x x 4c/Jh", "x x Qc 7d 8d Jc x").all_check(4)
    at.play("p2 show 4c / p2 check")
    assert hole(at, 1).endswith("4c Jh")


def test_bb_32_a_walk_that_costs_is_a_choice() -> None:
    """p2 pays 2 for the card, or stays without it; both times p2 is still in."""
    hands = ("x x Kc", "x x 4c+Jh", "x x Ac")
    at = felt(100, 100, 100, walk_price=2).dealt(*hands)
    assert (at.turn, at.legal, at.view().price) == ("p2", ["stay", "walk"], 2)
    at.play("p2 walk")
    assert at.stacks == [99, 97, 99]
    assert at.pots == [(5, ["p1", "p2", "p3"])]
    assert hole(at, 1).endswith("Jh")
    at = felt(100, 100, 100, walk_price=2).dealt("x x Kc", "x x 4c", "x x Ac").play("p2 stay")
    assert at.stacks == [99, 99, 99]
    assert at.view().counts == (2, 2, 2)
    assert at.view().still_in == (0, 1, 2)


def test_bb_32_with_too_few_chips_nobody_is_asked() -> None:
    """p2 has 1 of 2 and gets no card; with exactly 2 p2 is asked."""
    at = felt(100, 2, 100, walk_price=2).dealt("x x Kc", "x x 4c", "x x Ac")
    assert at.view().decision == "bet"
    assert at.view().counts == (2, 2, 2)
    at = felt(100, 3, 100, walk_price=2).dealt("x x Kc", "x x 4c+Jh", "x x Ac")
    assert at.turn == "p2"
    at.play("p2 walk")
    assert at.stacks[1] == 0
    assert at.asked == ["p3", "p1"]


def test_bb_32_walks_are_refused_where_none_is_offered() -> None:
    """By others, and in a betting round."""
    at = felt(100, 100, 100, walk_price=2).dealt("x x Kc", "x x 4c", "x x Ac")
    assert at.why("p3 walk")[0] == "X-14"
    assert at.why("p2 check")[0] == "X-14"
    at.play("p2 stay")
    assert at.why("p3 walk") == ("X-14", terms.NoWalkOffered(2))
    assert at.why("p3 stay") == ("X-14", terms.NoWalkOffered(2))


def test_bb_32_dead_money_raises_the_price_of_a_match() -> None:
    """p2 walks for 2, so p3's 3 costs 5."""
    at = felt(100, 100, 100, walk_price=2).dealt("x x Kc", "x x 4c+Jh", "x x 3c").play("p2 walk")
    assert (at.turn, at.view().price) == ("p3", 5)


# --- other ranks ---------------------------------------------------------------------------------


def test_bb_33_football() -> None:
    """3s and 6s wild, a 2 walks, a face-up 3 is paid for, a 4 and a 9 are plain."""
    at = felt(100, 100, 100, ranks="football").dealt("x x 9c", "x x 2c+Jh", "x x 4c")
    assert at.view().counts == (2, 3, 2)
    assert at.turn == "p1"  # 9 is plain, and the highest
    at = felt(100, 100, 100, ranks="football").dealt("x x 9c", "x x 3c", "x x 6c")
    assert at.view().decision == "match"
    at.play("p2 fold")
    assert at.turn == "p3"  # a 6 alone is an ace
    at = felt(100, 100, 100, ranks="football", open_three="free").dealt(
        "x x 9c", "x x 3c", "x x Kc"
    )
    assert at.view().decision == "bet"


def test_bb_33_woolworth() -> None:
    """5s and 10s wild, a 4 walks, 3s and 9s are plain, so nothing is matched."""
    at = felt(100, 100, 100, ranks="woolworth").dealt("x x 9c", "x x 3c", "x x 4c+Jh")
    assert at.view().decision == "bet"
    assert at.view().counts == (2, 2, 3)
    assert at.turn == "p1"
    at = felt(100, 100, 100, ranks="woolworth").dealt("x x 5c", "x x Kc", "x x Tc")
    assert at.turn == "p3"  # both are aces


@pytest.mark.parametrize(("ranks", "card"), [("football", "2c"), ("woolworth", "4c")])
def test_bb_33_hidden_fours_means_the_rank_that_walks(ranks: Any, card: str) -> None:
    """In football it is a hidden 2."""
    at = felt(100, 100, 100, ranks=ranks, hidden_fours=True)
    at.dealt("x x Kc", f"{card} x Ac/Jh", "x x Qc")
    assert f"show {card}" in at.legal
    assert at.play(f"p2 show {card}").view().counts == (2, 3, 2)


def test_bb_33_wilds_count_at_the_showdown() -> None:
    """In Woolworth a 5 and a 10 make four kings of two; 3s and 9s make nothing."""
    at = felt(100, 100, 100, ranks="woolworth").dealt(
        "7c 8c 3c 2c 6h 9d Js", "Kd Kh Ac 5d 7h Th 8h", "Ad Ah Qc Jh 6c 9c 8s"
    )
    at.all_check(5)
    kinds = {event.seat: event.made.kind.title for event in at.events_of(terms.HandShown)}
    assert kinds == {0: "high card", 1: "four of a kind", 2: "one pair"}


# --- rain ----------------------------------------------------------------------------------------

RAIN = ("x x Kc 7c", "x x Ac Qs", "x x Jc")
"""p2 opens; then p2's second up-card is the queen of spades."""


def test_bb_34_the_queen_of_spades_ends_the_deal() -> None:
    """At once, and a deck is due for the same deal and dealer; nobody has a hand."""
    at = felt(100, 100, 100, rainy_day=True).dealt(*RAIN).play(BETS)
    assert at.turn == "dealer"
    assert isinstance(at.state, RainedOut)
    assert at.pots == [(15, ["p1", "p2", "p3"])]
    assert at.stacks == [95, 95, 95]
    assert at.hands == ["", "", ""]
    assert at.events[-1] == terms.RainFalls(1, read_card("Qs"), (0, 1, 2))
    at.dealt("x x Kc", "x x Ac", "x x Jc")
    assert at.state.standing.deal == 1
    assert at.state.standing.dealer == 0
    assert at.stacks == [94, 94, 94]
    assert at.pots == [(18, ["p1", "p2", "p3"])]


def test_bb_34_without_the_option_nothing_happens_and_face_down_nothing_either() -> None:
    """The queen is a queen."""
    at = felt(100, 100, 100).dealt(*RAIN).play(BETS)
    assert at.view().round == 2
    at = felt(100, 100, 100, rainy_day=True).dealt("x x Kc", "Qs x Ac", "x x Jc")
    assert at.view().decision == "bet"


def test_bb_34_who_had_folded_is_not_dealt_in_again() -> None:
    """p3 has folded: with survivors p3 stays out and antes nothing."""
    at = felt(100, 100, 100, rainy_day=True).dealt(*RAIN).play("p2 bet 4 / p3 fold / p1 call")
    at.dealt("x x Kc", "x x Ac", "")
    assert at.view().still_in == (0, 1)
    assert at.stacks == [94, 94, 99]
    assert at.pots == [(13, ["p1", "p2"])]


def test_bb_34_everyone_comes_back_by_the_ante_and_contests_new_pots_alone() -> None:
    """p3 has folded and comes back: the old pot of 11 is not p3's to win."""
    at = felt(100, 100, 100, rainy_day=True, rain_scope="everyone")
    at.dealt(*RAIN).play("p2 bet 4 / p3 fold / p1 call")
    at.dealt("x x Kc", "x x Ac", "x x Jc")
    assert at.view().still_in == (0, 1, 2)
    assert at.stacks == [94, 94, 98]
    assert at.pots == [(11, ["p1", "p2"]), (3, ["p1", "p2", "p3"])]


def test_bb_34_all_in_players_pay_nothing_and_contest_their_old_pots() -> None:
    """p3 is all-in for 2 of the bet of 4; the new antes go to the side pot of p1 and p2."""
    at = felt(100, 100, 3, rainy_day=True).dealt(*RAIN).play(BETS)
    assert at.pots == [(9, ["p1", "p2", "p3"]), (4, ["p1", "p2"])]
    at.dealt("x x Kc", "x x Ac", "x x Jc")
    assert at.stacks == [94, 94, 0]
    assert at.pots == [(9, ["p1", "p2", "p3"]), (6, ["p1", "p2"])]


def test_bb_34_a_short_ante_after_the_rain_is_all_in() -> None:
    """An ante of 3, p3 has 1 left: 3 chips join the old pot, 4 are p1's and p2's."""
    at = felt(100, 100, 8, rainy_day=True, ante=3).dealt(*RAIN).play(BETS)
    assert at.stacks == [93, 93, 1]
    at.dealt("x x Kc", "x x Ac", "x x Jc")
    assert at.stacks == [90, 90, 0]
    assert at.pots == [(9 + 12 + 3, ["p1", "p2", "p3"]), (4, ["p1", "p2"])]


def test_bb_34_nobody_is_out_by_rain() -> None:
    """p3 has no chips left, and gets cards again."""
    at = felt(100, 100, 3, rainy_day=True).dealt(*RAIN).play(BETS)
    assert at.events_of(terms.DealEnds) == []
    at.dealt("x x Kc", "x x Ac", "x x Jc")
    assert 2 in at.view().still_in


def test_bb_34_the_pots_count_in_later_matches() -> None:
    """15 and new antes of 3: the 3 costs 18."""
    at = felt(100, 100, 100, rainy_day=True).dealt(*RAIN).play(BETS)
    at.dealt("x x Kc", "x x 3c", "x x Jc")
    assert (at.turn, at.view().price) == ("p2", 18)


def test_bb_34_the_first_three_starts_anew() -> None:
    """p2 has paid for one before the rain; p3 is asked after it."""
    at = felt(100, 100, 100, rainy_day=True, open_three="first")
    at.dealt("x x Kc", "x x 3c", "x x Qs").play("p2 match")
    assert isinstance(at.state, RainedOut)
    at.dealt("x x Kc", "x x Ac", "x x 3d")
    assert (at.turn, at.view().decision) == ("p3", "match")


def test_bb_34_rain_may_fall_twice() -> None:
    """Every shuffle takes antes, and the keys of its decisions are new."""
    at = felt(100, 100, 100, rainy_day=True).dealt("x x Kc", "x x Ac", "x x Qs")
    at.dealt("x x", "x x Qs", "x x")
    assert at.stacks == [98, 98, 98]
    at.dealt("x x Kc", "x x Ac", "x x Jc")
    assert at.pots == [(9, ["p1", "p2", "p3"])]
    assert at.key == "1r2.1.1"


def test_bb_34_an_extra_card_face_up_can_rain() -> None:
    """A walk brings the queen."""
    at = felt(100, 100, 100, rainy_day=True, extra_card="up").dealt("x x", "x x 4c+Qs", "x x")
    assert isinstance(at.state, RainedOut)


def test_bb_34_a_view_of_the_rain_shows_the_pots() -> None:
    """And no cards."""
    at = felt(100, 100, 100, rainy_day=True).dealt(*RAIN).play(BETS)
    view = at.view(1)
    assert view.decision == "rain"
    assert [pot.chips for pot in view.pots] == [15]
    assert (view.hole, view.up) == ((), ())


# --- several at once -----------------------------------------------------------------------------


def test_a_match_by_a_player_who_contests_no_pot_opens_one() -> None:
    """Without antes p3 comes back to no pot: a fixed price of 10 opens one for all with chips."""
    at = felt(
        *(100, 100, 100, 5),
        ante=0, rainy_day=True, rain_scope="everyone", three_price="fixed",
    )  # fmt: skip
    at.dealt("x x Kc 7c", "x x Ac Qs", "x x Jc", "x x 7d 8h")
    at.play("p2 bet 5 / p3 fold / p4 call / p1 call")
    assert at.pots == [(15, ["p1", "p2", "p4"])]
    at.dealt("x x Kc", "x x Ac", "x x 3c", "x x 8c").play("p3 match")
    assert at.pots == [(15, ["p1", "p2", "p4"]), (10, ["p1", "p2", "p3"])]
    assert at.stacks == [95, 95, 90, 0]


def test_a_match_that_nobody_else_could_contest_is_contested_by_all() -> None:
    """p1 and p2 are all-in, p3 comes back with 100 and no pot: the 10 chips never return."""
    at = felt(5, 5, 100, ante=0, rainy_day=True, rain_scope="everyone", three_price="fixed")
    at.dealt("x x Kc 7c", "x x Ac Qs", "x x Jc").play("p2 bet 5 / p3 fold / p1 call")
    at.dealt("x x Kc x x x x", "x x Ac x x x x", "x x 3c x x x x")
    assert at.stacks == [0, 0, 100]
    at.play("p3 match")
    assert at.events_of(terms.PotShared)[1].chips == 10
    assert sum(at.stacks) == 110


def test_a_bought_walk_face_up_brings_a_three_at_a_limited_price() -> None:
    """p2 pays 1 for the walk; 4 are in the pot, and the 3 costs 2 at most."""
    at = felt(
        100, 100, 100, walk_price=1, extra_card="up", three_price="cap", three_amount=2
    ).dealt("x x Kc", "x x 4c+3c", "x x Ac")
    at.play("p2 walk")
    assert (at.turn, at.legal, at.view().price) == ("p2", ["fold", "match"], 2)
    assert at.play("p2 match").stacks == [99, 96, 99]


def test_a_bought_walk_face_up_brings_another_walk_to_buy() -> None:
    """Each is a decision of its own."""
    at = felt(100, 100, 100, walk_price=1, extra_card="up")
    at.dealt("x x Kc", "x x 4c+4d", "x x Ac")
    keys = [at.key, at.play("p2 walk").key]
    assert keys == ["1.1.cards.1", "1.1.cards.2"]
    at.play("p2 stay")
    assert up(at, 1) == "4c 4d"
    assert at.stacks == [99, 98, 99]


def test_a_bought_walk_face_up_can_rain() -> None:
    """The price stays in the pot that is carried over."""
    at = felt(100, 100, 100, walk_price=2, extra_card="up", rainy_day=True)
    at.dealt("x x", "x x 4c+Qs", "x x").play("p2 walk")
    assert isinstance(at.state, RainedOut)
    assert at.pots == [(5, ["p1", "p2", "p3"])]


def test_a_fixed_price_and_too_few_chips_strike_out() -> None:
    """must-fold with a price of 10: p2 has 8."""
    at = felt(100, 9, 100, short_match="must-fold", three_price="fixed")
    at.dealt("x x Kc", "x x 3c", "x x Ac")
    assert at.events_of(terms.StruckOut) == [terms.StruckOut(1, read_card("3c"), asked=False)]


def test_must_fold_and_first() -> None:
    """p2 is struck out without being asked; that pays for nothing, so p3 is asked."""
    at = felt(100, 3, 100, short_match="must-fold", open_three="first")
    at.dealt("x x Kc", "x x 3c", "x x 3d")
    assert (at.turn, at.view().price) == ("p3", 3)


def test_football_with_hidden_twos_that_cost() -> None:
    """A 2 in the hole is shown for 2 chips."""
    at = felt(100, 100, 100, ranks="football", hidden_fours=True, walk_price=2)
    at.dealt("x x Kc", "2c x Ac/Jh", "x x Qc").play("p2 show 2c")
    assert at.stacks == [99, 97, 99]
    assert at.pots == [(5, ["p1", "p2", "p3"])]


def test_football_face_up_twos_and_free_threes() -> None:
    """The extra card up is a 3, and free."""
    at = felt(100, 100, 100, ranks="football", extra_card="up", open_three="free")
    at.dealt("x x Kc", "x x 2c+3c", "x x Ac")
    assert at.view().decision == "bet"
    assert at.turn == "p2"  # a pair of twos


def test_woolworth_in_the_rain_with_everyone() -> None:
    """The queen rains whatever the ranks; p1 comes back."""
    at = felt(100, 100, 100, ranks="woolworth", rainy_day=True, rain_scope="everyone")
    at.dealt("x x Kc", "x x Ac Qs", "x x Jc").play("p2 check / p3 check / p1 fold")
    assert at.state.playing == (0, 1, 2)


def test_hidden_fours_are_claimed_anew_after_the_rain() -> None:
    """p3 is all-in: once before the rain, and once after it with other cards."""
    at = felt(100, 100, 1, hidden_fours=True, rainy_day=True)
    at.dealt("x x Kc", "x x Ac Qs", "4c x Jc/7d").play("p2 check / p1 check")
    assert isinstance(at.state, RainedOut)
    at.dealt("x x Kc", "x x Ac", "4d x Jc/7d")
    assert [event.seat for event in at.events_of(terms.FourShown)] == [2, 2]
    assert at.view().counts == (2, 2, 3)


def test_an_all_in_match_and_the_claims_of_the_referee() -> None:
    """p2 is all-in by the match, so the 4 in p2's hole is shown before the round."""
    at = felt(100, 3, 100, hidden_fours=True)
    at.dealt("x x Kc", "4c x 3c/7d", "x x Ac").play("p2 match")
    assert [(event.seat, event.asked) for event in at.events_of(terms.FourShown)] == [(1, False)]
    assert at.asked == ["p3", "p1"]


def test_a_shown_four_faces_a_bet_as_before() -> None:
    """p3 shows with 3 to call, and then may call, raise or fold."""
    at = felt(100, 100, 100, hidden_fours=True, walk_price=1)
    at.dealt("x x Kc", "x x Ac", "4c x Qc/7d").play("p2 bet 3 / p3 show 4c")
    assert at.turn == "p3"
    assert at.view().owed == 3
    assert at.amounts == [1, 2, 3, 4, 5]
    assert at.pots == [(4, ["p1", "p2", "p3"])]
    assert at.chips == 300


def test_the_last_chip_for_a_walk_while_a_bet_is_open() -> None:
    """p3 is all-in by the walk, contests the antes, and p1 is asked next."""
    at = felt(100, 100, 2, hidden_fours=True, walk_price=1)
    at.dealt("x x Kc", "x x Ac", "4c x Qc/7d").play("p2 bet 3 / p3 show 4c")
    assert at.asked == ["p1"]
    at.play("p1 call")
    assert at.pots == [(4, ["p1", "p2", "p3"]), (6, ["p1", "p2"])]


def test_everything_at_once_is_played_to_its_end() -> None:
    """All variants on, all-in players, rain with everyone: the chips are the same at the end."""
    at = felt(
        20, 20, 20, 20,
        deals=2, short_match="must-fold", open_three="first", three_price="cap", three_amount=4,
        extra_card="up", hidden_fours=True, walk_price=1, ranks="football", rainy_day=True,
        rain_scope="everyone",
    )  # fmt: skip
    at.dealt("x x Kc", "x x 2c+3c", "x x Qs", "2d x Jc").play("p2 walk / p2 match")
    assert isinstance(at.state, RainedOut)
    assert at.chips == 80
    at.dealt("x x Kc 8h 8s Js", "x x Ac 8c 7s Jd", "2h x Qc/7d Kd Kh As", "2d x Jc 7h 8d Jh")
    at.play("p2 bet 5 / p3 show 2h / p3 raise 5 / p4 fold / p1 fold / p2 call")
    while at.turn not in ("dealer", "nobody"):
        at.play(f"clock {at.turn}")
        assert at.chips == 80
    assert at.game.turn(at.state) in (DEALER, None)
    assert not isinstance(at.state, Over)


def test_end_is_refused_while_it_rains() -> None:
    """The pots are not shared yet (BB-27)."""
    at = felt(100, 100, 100, rainy_day=True).dealt(*RAIN).play(BETS)
    with pytest.raises(IllegalAction) as caught:
        at.game.end(at.state)
    assert caught.value.fact == terms.DealInProgress()
