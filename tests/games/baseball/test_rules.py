"""Baseball, rule by rule: expected values are worked out by hand from the rules.

The tests are named after the clauses BB-1 to BB-34; the variants have a file of their own, and so
have plans (BB-35). In a test the seats are p1 to p6, and p1 deals unless it says otherwise, so that
p2 gets the first card and is first clockwise.
"""

from __future__ import annotations

import msgspec
import pytest

from games import record
from games.baseball import terms
from games.baseball.pots import Payment, Pot
from games.baseball.ranking import Kind
from games.baseball.rules import Baseball
from games.baseball.terms import Layout, Over, Shuffling, Standing
from games.cards import RANKS, TEXTS, read_card, write_card, write_cards
from games.core import (
    DEALER,
    Fact,
    IllegalAction,
    NotationError,
    NotHeld,
    OptionError,
    WrongActor,
    WrongMoment,
)
from tests.games.baseball.boards import Felt, deck, felt

ANY = "x x x x x x x"


def hole(at: Felt, who: int) -> str:
    """The cards of a seat face down, as it sees them."""
    return write_cards(at.view(who).hole)


def everybody_folds(at: Felt) -> Felt:
    """Whoever is asked folds, until the deal is over."""
    while at.turn not in ("dealer", "nobody"):
        at.play(f"{at.turn} fold")
    return at


def shown(at: Felt) -> dict[str, Kind]:
    """What was shown at the showdown, by seat."""
    return {f"p{e.seat + 1}": e.made.kind for e in at.events_of(terms.HandShown)}


def shares(at: Felt) -> list[list[tuple[str, int]]]:
    """Who got how much of each pot at the showdown."""
    return [
        [(f"p{share.seat + 1}", share.chips) for share in event.shares]
        for event in at.events_of(terms.PotShared)
    ]


# --- set-up --------------------------------------------------------------------------------------


def test_bb_01_three_to_six_players_52_cards_and_equal_stacks() -> None:
    """Two and seven are refused; everybody has 100 chips, or what the option says."""
    game = Baseball()
    assert sorted(game.deck) == list(range(52))
    for seats in (3, 4, 5, 6):
        assert game.scores(game.setup(seats)) == (100,) * seats
        assert game.turn(game.setup(seats)) == DEALER
    for seats in (2, 7):
        with pytest.raises(OptionError, match="3 to 6"):
            game.setup(seats)
    assert Baseball(stack=40).scores(Baseball(stack=40).setup(3)) == (40, 40, 40)


def test_bb_01_the_deal_passes_to_the_left() -> None:
    """p1 deals first, then p2, p3, and p1 again."""
    at = felt(100, 100, 100)
    dealers = []
    for dealer in (0, 1, 2, 0):
        at.dealt("x x x", "x x x", "x x x", dealer=dealer)
        dealers.append(at.state.standing.dealer)
        everybody_folds(at)
    assert dealers == [0, 1, 2, 0]


def test_bb_01_the_deal_skips_who_has_no_chips() -> None:
    """p2 is out, so p3 deals after p1, and p1 after p3."""
    at = everybody_folds(felt(100, 0, 100).dealt("x x x", "", "x x x"))
    assert at.state.standing.dealer == 2
    at = everybody_folds(at.dealt("x x x", "", "x x x", dealer=2))
    assert at.state.standing.dealer == 0


def test_bb_02_everybody_antes_with_the_shuffle() -> None:
    """One chip each, or what the option says; nothing with an ante of 0."""
    at = felt(100, 100, 100).dealt(ANY, ANY, ANY)
    assert (at.stacks, at.pots) == ([99, 99, 99], [(3, ["p1", "p2", "p3"])])
    at = felt(100, 100, 100, ante=5).dealt(ANY, ANY, ANY)
    assert (at.stacks, at.pots) == ([95, 95, 95], [(15, ["p1", "p2", "p3"])])
    at = felt(100, 100, 100, ante=0).dealt(ANY, ANY, ANY)
    assert (at.stacks, at.pots) == ([100, 100, 100], [(0, ["p1", "p2", "p3"])])


def test_bb_02_who_has_less_than_the_ante_is_all_in() -> None:
    """An ante of 5: p2 has 3, contests three times 3, and is asked nothing."""
    at = felt(100, 3, 100, ante=5).dealt(ANY, ANY, ANY)
    assert at.stacks == [95, 0, 95]
    assert at.pots == [(9, ["p1", "p2", "p3"]), (4, ["p1", "p3"])]
    assert sorted(at.asked) == ["p1", "p3"]
    assert at.view().all_in == (1,)


def test_bb_03_cards_go_round_one_at_a_time_from_the_dealers_left() -> None:
    """Twice down, then four times up, then down; a deck from the aces down, three seats."""
    at = felt(100, 100, 100).play("dealer deal " + " ".join(reversed(TEXTS)))
    assert [hole(at, who) for who in (1, 2, 0)] == ["As Ac", "Ah Ks", "Ad Kh"]
    assert [write_cards(at.view().up[who]) for who in (1, 2, 0)] == ["Kd", "Kc", "Qs"]
    at.all_check(3)
    up = [write_cards(at.view().up[who]) for who in (1, 2, 0)]
    assert up == ["Kd Qh Js Jc", "Kc Qd Jh Ts", "Qs Qc Jd Th"]
    at.all_check()
    assert [hole(at, who) for who in (1, 2, 0)] == ["As Ac Td", "Ah Ks Tc", "Ad Kh 9s"]


def test_bb_03_five_betting_rounds_then_the_showdown() -> None:
    """With 1, 2, 3, 4 and again 4 cards face up."""
    at = felt(100, 100, 100).dealt(ANY, ANY, ANY)
    for cards_up in (1, 2, 3, 4, 4):
        assert [len(row) for row in at.view().up] == [cards_up] * 3
        at.all_check()
    assert [event.round for event in at.events_of(terms.RoundBegins)] == [1, 2, 3, 4, 5]
    assert sorted(shown(at)) == ["p1", "p2", "p3"]
    assert at.turn == "dealer"


def test_bb_03_folded_players_get_no_more_cards() -> None:
    """p3 folds in the first round; what would be p3's fourth card goes to p1."""
    at = felt(100, 100, 100).dealt("x x Kc 8c", "x x Ac 7c", "x x Qc")
    at.play("p2 check / p3 fold / p1 check")
    assert [write_cards(row) for row in at.view().up] == ["Kc 8c", "Ac 7c", ""]
    assert at.hands[2] == ""


def test_bb_04_the_last_player_wins_at_once_and_shows_nothing() -> None:
    """p2 bets 5, and both fold: the bet returns, p2 wins the antes, no card is dealt."""
    at = felt(100, 100, 100).dealt("x x Kc", "x x Ac", "x x Qc").play("p2 bet 5 / p3 fold")
    cards = len(at.events_of(terms.CardUp))
    at.play("p1 fold")
    assert at.turn == "dealer"
    assert at.stacks == [99, 102, 99]
    assert at.events_of(terms.ExcessReturned) == [terms.ExcessReturned(1, 5)]
    assert at.events_of(terms.PotWon) == [terms.PotWon(1, 3)]
    assert at.events_of(terms.HandShown) == []
    assert len(at.events_of(terms.CardUp)) == cards


# --- hands at the showdown -----------------------------------------------------------------------


def test_bb_05_the_best_five_of_all_cards_count() -> None:
    """With the card of a walk p2 holds eight, four of them kings."""
    at = felt(100, 100, 100).dealt(
        "7c 8d Jc Qd 5c 6h 2d", "Kc Kd 4c+Kh Ks 2c 5h 7d", "Ac Ad Qc Jd 7h 6d 8h"
    )
    at.all_check(5)
    assert shown(at)["p2"] == Kind.FOUR_OF_A_KIND
    assert at.stacks == [99, 102, 99]
    assert [len(event.cards) for event in at.events_of(terms.HandShown)] == [8, 7, 7]


def test_bb_06_level_hands_split() -> None:
    """p2 and p3 have two pairs, aces and kings, with a queen: 3 antes, the odd chip to p2."""
    at = felt(100, 100, 100).dealt(
        "7c 8d Jc 6d 5c 2h 2d", "Ac Ad Kc Kd Qc 5h 7d", "Ah As Kh Ks Qd 6c 8h"
    )
    at.all_check(5)
    assert shares(at) == [[("p2", 2), ("p3", 1)]]
    assert at.stacks == [99, 101, 100]


def test_bb_06_the_kicker_decides() -> None:
    """Aces and kings, with a queen against a jack."""
    at = felt(100, 100, 100).dealt(
        "7c 8d Jc 6d 5c 2h 2d", "Ac Ad Kc Kd Jd 5h 7d", "Ah As Kh Ks Qd 6c 8h"
    )
    at.all_check(5)
    assert shares(at) == [[("p3", 3)]]


def test_bb_07_a_wild_fills_a_flush_with_a_card_that_is_not_there() -> None:
    """Ah Kh 8h 5h and a wild are an A-K-Q-8-5 flush."""
    at = felt(100, 100, 100).dealt(
        "7c 8d Jc 6d 5c 2h 2d", "Ah Kh 9c 8h 5h 2c 7d", "Ac Kc 9d 8c 4c+Js Td 2s"
    )
    at.play("p2 check / p3 check / p1 check").all_check(4)
    hand = next(event for event in at.events_of(terms.HandShown) if event.seat == 1)
    assert hand.made.kind == Kind.FLUSH
    assert [write_card(made.card) for made in hand.made.cards] == ["Ah", "Kh", "Qh", "8h", "5h"]


def test_bb_08_the_examples() -> None:
    """K K 9 3 J 5 8 are four kings with a jack, and lose to 8 8 8 9 3, five eights."""
    at = felt(100, 100, 100).dealt(
        "7c Tc Jc 6d 5c 2h 2d", "Kc Kd 9c Jd 5h 8c 3c", "8d 8h 9d 8s 2c 6c 3d"
    )
    at.all_check(5)
    assert shown(at) == {
        "p2": Kind.FOUR_OF_A_KIND,
        "p3": Kind.FIVE_OF_A_KIND,
        "p1": Kind.ONE_PAIR,
    }
    assert shares(at) == [[("p3", 3)]]


# --- opening a betting round ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ups", "opener"),
    [
        (("Kc", "Qd", "Ah"), "p3"),
        (("Ac", "Qd", "9h"), "p3"),  # a wild alone is an ace, and p3 is nearer than the dealer
        (("9c", "Qd", "Ah"), "p3"),
        (("Kc", "9d", "Ah"), "p2"),
        (("7c 7d", "Ac Kd", "8h Qh"), "p1"),
        (("7c 7d", "Ac Kd", "8h 9h"), "p3"),  # a pair of eights
        (("9c 9d Kc", "Ac Ad Ah", "Qc Qd 9h"), "p2"),
        (("9c 9d Kc", "Qs Ad Jh", "Qc Qd 9h"), "p1"),  # W W K is three kings
        (("9c 9d 9h 2c", "Ac Ad Ah Kc", "Qc Qd Qh 9s"), "p3"),  # W W W 2: four twos
        (("9c 9d 9h 2c", "Ac Ad Ah Kc", "Qc Qd Kh Ks"), "p1"),
        (("5c 6c 7c 8c", "2d 2h Kd Jd", "Ac Kc Qc Jc"), "p2"),  # four cards make no straight
    ],
)
def test_bb_09_the_best_face_up_hand_opens(ups: tuple[str, str, str], opener: str) -> None:
    """Wilds count as whatever makes it best; of fewer than five cards only groups count."""
    hands = [f"x x {up}{' x' * (4 - len(up.split()))} x" for up in ups]
    at = felt(100, 100, 100).dealt(*hands).all_check(len(ups[0].split()) - 1)
    assert at.turn == opener


def test_bb_09_with_five_up_cards_straights_and_flushes_count() -> None:
    """The extra card up makes p2's five a flush, above p3's three queens."""
    hands = ("x x Kc Jd Ts 6h x", "x x 4d+Td 8d 6d 2d x", "x x Qc Qd Qh 7s x")
    assert felt(100, 100, 100, extra_card="up").dealt(*hands).all_check(3).turn == "p2"
    hands = ("x x Kc Jd Ts 6h x", "x x 4d+Td 8d 6d 2h x", "x x Qc Qd Qh 7s x")
    assert felt(100, 100, 100, extra_card="up").dealt(*hands).all_check(3).turn == "p3"


def test_bb_09_a_folded_players_up_cards_do_not_count() -> None:
    """p2 with the ace has folded, so p1's king opens."""
    at = felt(100, 100, 100).dealt("x x Kc 7c", "x x Ac", "x x Qc 8c")
    at.play("p2 fold / p3 check / p1 check")
    assert at.turn == "p1"


def test_bb_09_a_shown_hidden_four_is_no_up_card() -> None:
    """p3 shows a 4 beside a 4 that is face up, and this is no pair: p2's ace opens."""
    at = felt(100, 100, 100, hidden_fours=True)
    at.dealt("x x Kc 8c", "x x Ac 7c", "4d x 4c+2c 5c/5d").play("p2 check / p3 show 4d / p3 check")
    at.play("p1 check")
    assert at.turn == "p2"


def test_bb_10_a_missing_up_card_is_lower_than_any() -> None:
    """K 8 and one more up: K 8 2 opens before K 8."""
    at = felt(100, 100, 100, extra_card="up")
    at.dealt("x x Qh x x x x", "x x Kc 8c x x x", "x x 4c+Kd 8d x x x").all_check()
    assert at.turn == "p3"


def test_bb_10_level_hands_open_from_the_dealers_left_the_dealer_last() -> None:
    """Three queens: p1 deals, so p2; when p2 deals, p3; where p2 is not among the level, p3."""
    hands = ("x x Qc", "x x Qd", "x x Qh")
    assert felt(100, 100, 100).dealt(*hands).turn == "p2"
    assert felt(100, 100, 100, dealer=1).dealt(*hands, dealer=1).turn == "p3"
    assert felt(100, 100, 100).dealt("x x Qc", "x x Jd", "x x Qh").turn == "p3"


def test_bb_10_all_in_players_do_not_open() -> None:
    """p2's ace is all-in by the ante, so p1's king opens."""
    at = felt(100, 1, 100).dealt("x x Kc", "x x Ac", "x x Qc")
    assert at.turn == "p1"
    assert at.asked == ["p1", "p3"]


# --- betting -------------------------------------------------------------------------------------

OPEN = ("x x Kc x x x x", "x x Ac x x x x", "x x Qc x x x x")
"""p2 opens the first round, then p3 and p1."""


def test_bb_11_what_may_be_done_without_and_with_a_bet() -> None:
    """Check, bet 1 to 5 or fold; then call, raise 1 to 5 or fold."""
    at = felt(100, 100, 100).dealt(*OPEN)
    assert at.legal == ["bet 1", "bet 2", "bet 3", "bet 4", "bet 5", "check", "fold"]
    at.play("p2 bet 3")
    assert at.turn == "p3"
    assert at.legal == ["call", "fold", "raise 1", "raise 2", "raise 3", "raise 4", "raise 5"]


def test_bb_11_a_raise_goes_on_top_of_the_call() -> None:
    """3 are bet; p3 raises 2 and so pays 5; p1 calls 5, p2 adds 2."""
    at = felt(100, 100, 100).dealt(*OPEN).play("p2 bet 3 / p3 raise 2")
    assert at.stacks == [99, 96, 94]
    assert at.view().bets == (0, 3, 5)
    at.play("p1 call / p2 call")
    assert at.stacks == [94, 94, 94]
    assert at.pots == [(18, ["p1", "p2", "p3"])]


def test_bb_11_at_most_three_raises_after_the_bet() -> None:
    """The fourth is refused, and is not listed."""
    at = felt(100, 100, 100).dealt(*OPEN)
    at.play("p2 bet 1 / p3 raise 1 / p1 raise 1 / p2 raise 1")
    assert at.legal == ["call", "fold"]
    assert at.why("p3 raise 1") == ("BB-11", terms.NoMoreRaises(3))
    at.play("p3 call / p1 call")
    assert at.view().round == 2


def test_bb_11_the_cap_holds_heads_up_too() -> None:
    """Two players are left, and three raises still are the most."""
    at = felt(100, 100, 100).dealt(*OPEN)
    at.play("p2 bet 1 / p3 fold / p1 raise 1 / p2 raise 1 / p1 raise 1")
    assert at.legal == ["call", "fold"]


def test_bb_11_the_cap_is_for_one_round() -> None:
    """In the next round there are three raises again; with `max_raises` 0 none at all."""
    at = felt(100, 100, 100).dealt(*OPEN)
    at.play("p2 bet 1 / p3 raise 1 / p1 raise 1 / p2 raise 1 / p3 call / p1 call")
    first = at.turn
    at.play(f"{first} bet 1")
    assert at.amounts == [1, 2, 3, 4, 5]
    at = felt(100, 100, 100, max_raises=0).dealt(*OPEN).play("p2 bet 1")
    assert at.legal == ["call", "fold"]


def test_bb_11_a_check_raise_is_allowed() -> None:
    """p2 checks, p3 bets, p2 raises."""
    at = felt(100, 100, 100).dealt(*OPEN).play("p2 check / p3 bet 2 / p1 call / p2 raise 5")
    assert at.asked == ["p3", "p1"]


def test_bb_11_limits_are_options() -> None:
    """bet_min 2 and bet_max 4."""
    at = felt(100, 100, 100, bet_min=2, bet_max=4).dealt(*OPEN)
    assert at.amounts == [2, 3, 4]
    assert at.why("p2 bet 1") == ("BB-11", terms.TooLow("bet", 1, 2, 4))
    assert at.why("p2 bet 5") == ("BB-11", terms.TooHigh("bet", 5, 2, 4))
    at.play("p2 bet 2")
    assert at.amounts == [2, 3, 4]
    assert at.why("p3 raise 1") == ("BB-11", terms.TooLow("raise", 1, 2, 4))
    assert at.why("p3 raise 999999999") == ("BB-11", terms.TooHigh("raise", 999999999, 2, 4))


def test_bb_11_the_chips_left_after_the_call_bound_a_raise() -> None:
    """p3 has 6 after the ante: 3 to call leave 3 to raise by."""
    at = felt(100, 100, 7).dealt(*OPEN).play("p2 bet 3")
    assert at.amounts == [1, 2, 3]
    assert at.why("p3 raise 4") == ("BB-11", terms.TooFewChips("raise", 4, 3))
    assert at.why("p3 raise 6") == ("BB-11", terms.TooHigh("raise", 6, 1, 3))
    at.play("p3 raise 3")
    assert at.stacks[2] == 0


def test_bb_11_less_than_the_least_may_be_bet_or_raised_whole() -> None:
    """bet_min 3: p2 with 2 left may bet just 2; p3 with 2 left after the call raise by just 2."""
    at = felt(100, 3, 100, bet_min=3).dealt(*OPEN)
    assert at.amounts == [2]
    assert at.why("p2 bet 1") == ("BB-11", terms.TooLow("bet", 1, 2, 2))
    assert at.why("p2 bet 3") == ("BB-11", terms.TooFewChips("bet", 3, 2))
    at = felt(100, 100, 6, bet_min=3).dealt(*OPEN).play("p2 bet 3")
    assert at.amounts == [2]
    at.play("p3 raise 2")
    assert at.view().raises == 1
    assert at.view().high == 5


@pytest.mark.parametrize("stack", [3, 6])
def test_bb_11_no_raise_where_the_call_takes_all(stack: int) -> None:
    """A bet of 5: p3 has 2 or exactly 5 after the ante, and may call or fold."""
    at = felt(100, 100, stack).dealt(*OPEN).play("p2 bet 5")
    assert at.legal == ["call", "fold"]
    assert at.why("p3 raise 1") == ("BB-11", terms.NothingLeftToRaise(5, stack - 1))


def test_bb_11_an_all_in_raise_counts_and_may_be_raised() -> None:
    """A raise of 2 below the least is one of the three, and everybody is asked again."""
    at = felt(100, 100, 6, bet_min=3, max_raises=1).dealt(*OPEN).play("p2 bet 3 / p3 raise 2")
    assert at.asked == ["p1", "p2"]
    assert at.legal == ["call", "fold"]


def test_bb_11_no_all_in_above_the_limit_or_at_the_cap() -> None:
    """p2 has 7 and may bet 5 at most; p3 has 4 and may not raise all-in at the cap."""
    at = felt(100, 8, 100).dealt(*OPEN)
    assert at.amounts == [1, 2, 3, 4, 5]
    assert at.why("p2 bet 7") == ("BB-11", terms.TooHigh("bet", 7, 1, 5))
    at = felt(100, 100, 5, max_raises=1).dealt(*OPEN).play("p2 bet 1 / p3 call / p1 raise 1")
    at.play("p2 call")
    assert at.turn == "p3"
    assert at.why("p3 raise 2") == ("BB-11", terms.NoMoreRaises(1))


@pytest.mark.parametrize(
    ("before", "line", "clause", "fact"),
    [
        ("", "p2 call", "BB-11", terms.NothingToCall()),
        ("", "p2 raise 2", "BB-11", terms.NothingToRaise()),
        ("", "p2 match", "X-14", terms.NoMatchDue()),
        ("", "p2 walk", "X-14", terms.NoWalkOffered(0)),
        ("", "p2 stay", "X-14", terms.NoWalkOffered(0)),
        ("", "p2 show 4c", "BB-31", terms.NoHiddenFours()),
        ("", "p2 bet 6", "BB-11", terms.TooHigh("bet", 6, 1, 5)),
        ("", "p3 check", "X-14", WrongActor(1)),
        ("", "p3 fold", "X-14", WrongActor(1)),
        ("", "p3 bet 9", "BB-11", terms.TooHigh("bet", 9, 1, 5)),
        ("p2 bet 3", "p3 check", "BB-11", terms.MustCall(3)),
        ("p2 bet 3", "p1 check", "BB-11", terms.MustCall(3)),
        ("p2 bet 3", "p3 bet 3", "BB-11", terms.AlreadyBet(3)),
        ("p2 bet 3 / p3 raise 2 / p1 call", "p2 check", "BB-11", terms.MustCall(2)),
        ("p2 bet 3 / p3 raise 2 / p1 call", "p2 bet 3", "BB-11", terms.AlreadyBet(5)),
        ("p2 bet 3", "p2 call", "X-14", WrongActor(2)),
        ("p2 bet 3", "p3 raise 6", "BB-11", terms.TooHigh("raise", 6, 1, 5)),
        ("p2 fold", "p2 check", "X-14", WrongActor(2)),
        ("p2 fold", "p2 bet 9", "X-14", WrongActor(2)),
    ],
)
def test_bb_11_what_is_refused_and_why(before: str, line: str, clause: str, fact: Fact) -> None:
    """A clause that forbids the action by name comes before whose turn it is."""
    at = felt(100, 100, 100).dealt(*OPEN).play(before)
    assert at.why(line) == (clause, fact)


@pytest.mark.parametrize(
    "text",
    [
        *("bet", "bet 0", "bet -1", "bet five", "bet 2 3", "bet 1.5", "bet +2", "bet 1000000000"),
        *("raise", "raise 0", "raise x", "bet 00", "bet \N{ARABIC-INDIC DIGIT THREE}"),
        *("check 1", "call 3", "fold now", "match 15", "walk 4c", "stay x", "show", "show 4"),
        *("show 4c 4d", "", "pass", "all-in", "strike-out"),
    ],
)
def test_bb_11_what_cannot_be_read(text: str) -> None:
    """Amounts are whole numbers from 1, and most actions are one word."""
    with pytest.raises(NotationError):
        Baseball().parse(text)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("  BET  05 ", "bet 5"),
        ("Raise 999999999", "raise 999999999"),
        ("CHECK", "check"),
        ("show 10♥", "show Th"),
        ("show 4C", "show 4c"),
    ],
)
def test_bb_11_how_actions_are_read(text: str, written: str) -> None:
    """Upper or lower case, with more space, cards as in X-11."""
    assert Baseball().write(Baseball().parse(text)) == written


def test_bb_12_the_round_goes_clockwise_from_the_opener() -> None:
    """p3 opens; p2 has folded before, p4 is all-in: p1 is next."""
    at = felt(100, 100, 100, 2).dealt("x x Kc 7c", "x x Qs", "x x Ac 7d", "x x Jc 8d")
    at.play("p3 bet 1 / p4 call / p1 call / p2 fold")
    assert at.asked == ["p3", "p1"]


def test_bb_12_a_round_ends_when_all_have_put_in_the_same() -> None:
    """After a raise everybody is asked again, but not the one who raised."""
    at = felt(100, 100, 100).dealt(*OPEN).play("p2 check / p3 check")
    assert at.view().round == 1
    at.play("p1 bet 2")
    assert at.asked == ["p2", "p3"]
    at.play("p2 call / p3 raise 1")
    assert at.asked == ["p1", "p2"]
    at.play("p1 call / p2 call")
    assert at.view().round == 2
    assert at.pots == [(3 + 9, ["p1", "p2", "p3"])]


def test_bb_13_less_than_a_call_is_a_call_and_makes_a_side_pot() -> None:
    """p3 has 2 for a bet of 5: 3 + 6 in the main pot, 6 in a side pot of p1 and p2."""
    at = felt(100, 100, 3).dealt(*OPEN).play("p2 bet 5 / p3 call / p1 call")
    assert at.pots == [(9, ["p1", "p2", "p3"]), (6, ["p1", "p2"])]
    assert at.stacks == [94, 94, 0]
    assert at.events_of(terms.Called)[0] == terms.Called(2, 2, all_in=True)


def test_bb_13_an_all_in_player_wins_no_more_than_the_pots_paid_into() -> None:
    """p3's aces win the main pot of 9; the side pot of 6 goes to p2's kings."""
    at = felt(100, 100, 3).dealt(
        "7c 8c Tc 2c 5h 6d Js", "Kd Kh Ac Qd 7h 2h 8h", "Ad Ah Qc Jh 6c 5d 8s"
    )
    at.play("p2 bet 5 / p3 call / p1 call").all_check(4)
    assert shares(at) == [[("p3", 9)], [("p2", 6)]]
    assert at.stacks == [94, 100, 9]


def test_bb_13_the_uncalled_excess_returns() -> None:
    """p2 bets 5; of the others one calls in full, or both have less: 3 is the second most then."""
    at = felt(3, 100, 8).dealt(*OPEN).play("p2 bet 5 / p3 call / p1 call")
    assert at.events_of(terms.ExcessReturned) == []
    assert at.stacks == [0, 94, 2]
    at = felt(3, 100, 4).dealt(*OPEN).play("p2 bet 5 / p3 call / p1 call")
    assert terms.ExcessReturned(1, 2) in at.events_of(terms.ExcessReturned)


def test_bb_13_an_ante_can_be_uncalled_too() -> None:
    """An ante of 5 against 2 and 3: 2 return."""
    at = felt(50, 2, 3, ante=5).dealt(ANY, ANY, ANY)
    assert at.events_of(terms.ExcessReturned) == [terms.ExcessReturned(0, 2)]
    assert at.events_of(terms.HandShown)


def test_bb_13_folded_chips_bound_the_excess() -> None:
    """p3 raises to 7 and folds to p1's 10; p2 is all-in with 4: 3 return, 6 are p1's at once."""
    at = felt(100, 5, 100).dealt(*OPEN)
    at.play("p2 bet 4 / p3 raise 3 / p1 raise 3 / p3 fold")
    assert at.events_of(terms.ExcessReturned) == [terms.ExcessReturned(0, 3)]
    assert terms.PotWon(0, 6) in at.events_of(terms.PotWon)
    assert at.events_of(terms.PotShared)[0].chips == 3 + 12


def test_bb_14_nobody_bets_against_players_without_chips() -> None:
    """p3 is all-in with 5; p1 folds: p2 may call or fold, and does not raise."""
    at = felt(100, 100, 6).dealt(*OPEN).play("p2 check / p3 bet 5 / p1 fold")
    assert at.turn == "p2"
    assert at.legal == ["call", "fold"]
    assert at.why("p2 raise 1") == ("BB-14", terms.NobodyToBetAgainst(5))


def test_bb_14_without_a_second_player_with_chips_there_is_no_betting_round() -> None:
    """p2 and p3 are all-in: the cards are dealt on, down to the showdown."""
    at = felt(100, 6, 6).dealt(*OPEN).play("p2 bet 5 / p3 call / p1 call")
    assert at.turn in ("dealer", "nobody")
    assert [event.round for event in at.events_of(terms.RoundBegins)] == [1]
    assert len(at.events_of(terms.CardUp)) == 12
    assert sorted(shown(at)) == ["p1", "p2", "p3"]


def test_bb_14_who_alone_has_chips_is_not_asked_to_check() -> None:
    """p3 is all-in by the ante; p2 and p1 were to check, p2 folds: nobody is asked any more."""
    at = felt(100, 100, 1).dealt(*OPEN).play("p2 fold")
    assert at.turn in ("dealer", "nobody")
    assert sorted(shown(at)) == ["p1", "p3"]


def test_bb_14_everybody_all_in_by_the_ante() -> None:
    """One deck, and the deal is over without a question; one player is left with all chips."""
    at = felt(1, 1, 1).dealt("7c 8c Tc 2c 5h 6d Js", "Kd Kh Ac Qd 7h 2h 8h", "Ad Ah Qc Jh 6c 5d 8s")
    assert isinstance(at.state, Over)
    assert at.stacks == [0, 0, 3]


def test_bb_14_all_in_players_are_not_asked_again() -> None:
    """p3 bets 2 all-in; p1 raises, p2 calls; p3 is not asked."""
    at = felt(100, 100, 3).dealt(*OPEN).play("p2 check / p3 bet 2 / p1 raise 3")
    assert at.asked == ["p2"]
    at.play("p2 call")
    assert at.pots == [(9, ["p1", "p2", "p3"]), (6, ["p1", "p2"])]


def test_bb_15_three_layers_and_the_folded_chips() -> None:
    """Sums of 2, 5 and 5 with a folded 3: 2 x 4, then 3 x 2 and the one folded chip above 2."""
    at = felt(100, 3, 100, 100).dealt("x x Kc", "x x Ac", "x x Qc", "x x Jc")
    at.play("p2 bet 2 / p3 raise 1 / p4 call / p1 raise 2 / p3 fold / p4 call")
    assert at.pots == [(4 + 8, ["p1", "p2", "p4"]), (3 + 3 + 1, ["p1", "p4"])]


def test_bb_15_a_pot_with_one_contestant_is_paid_out_at_the_fold() -> None:
    """p3 is all-in; p2 and p1 have a side pot of 6; when p2 folds, p1 gets it at once."""
    at = felt(100, 100, 3).dealt(*OPEN).play("p2 bet 5 / p3 call / p1 call")
    assert at.turn == "p2"
    at.play("p2 fold")
    assert terms.PotWon(0, 6) in at.events_of(terms.PotWon)
    assert at.events_of(terms.PotShared)[0].chips == 9


def test_bb_15_later_rounds_go_to_the_newest_pot_of_the_same_players() -> None:
    """A second round of bets between p1 and p2 makes the side pot larger, not another one."""
    at = felt(100, 100, 3).dealt(*OPEN).play("p2 bet 5 / p3 call / p1 call")
    at.play("p2 bet 1 / p1 call")
    assert at.pots == [(9, ["p1", "p2", "p3"]), (8, ["p1", "p2"])]


def test_bb_16_odd_chips_go_clockwise_from_the_dealers_left() -> None:
    """Three level straights share 11 chips, 2 of them of p4, who has folded: the dealer gets 3."""
    at = felt(100, 100, 100, 100).dealt(
        "Ac Kd Qh Jc Td 2c 5c", "Ad Kh Qc Jd Tc 2d 5d", "Ah Kc Qd Jh Th 2s 5s", "x x Ks"
    )
    at.play("p4 bet 1 / p1 raise 1 / p2 call / p3 call / p4 fold")
    at.all_check(4)
    assert shares(at) == [[("p2", 4), ("p3", 4), ("p1", 3)]]
    assert at.stacks == [100, 101, 101, 98]


def test_bb_17_chips_are_the_same_total_at_every_moment() -> None:
    """Through bets, an all-in and a showdown."""
    at = felt(100, 50, 6).dealt(*OPEN)
    for line in ("p2 bet 5", "p3 call", "p1 raise 5", "p2 call"):
        assert at.play(line).chips == 156
    at.all_check(4)
    assert at.chips == sum(at.stacks) == 156


# --- face-up 3 -----------------------------------------------------------------------------------


def test_bb_18_a_face_up_3_stops_the_deal() -> None:
    """p2's first up-card: p3 and p1 have none yet, until p2 has matched or struck out."""
    at = felt(100, 100, 100).dealt("x x Kc", "x x 3c", "x x Qc")
    assert (at.turn, at.legal) == ("p2", ["fold", "match"])
    assert [len(row) for row in at.view().up] == [0, 1, 0]
    assert at.view().price == 3
    matched = at.play("p2 match")
    assert matched.stacks == [99, 96, 99]
    assert matched.pots == [(6, ["p1", "p2", "p3"])]
    assert matched.turn == "p2"  # the wild opens as an ace
    assert [len(row) for row in at.view().up] == [1, 1, 1]


def test_bb_18_striking_out_is_a_fold() -> None:
    """p2 is out of the deal, keeps the chips, and the deal goes on."""
    at = felt(100, 100, 100).dealt("x x Kc", "x x 3c", "x x Qc").play("p2 fold")
    assert at.pots == [(3, ["p1", "p3"])]
    assert at.stacks == [99, 99, 99]
    assert at.asked == ["p1", "p3"]
    assert at.events_of(terms.StruckOut) == [terms.StruckOut(1, read_card("3c"), True)]


def test_bb_18_no_third_choice() -> None:
    """Whatever else the owner tries is refused by this clause; others are not at turn."""
    at = felt(100, 100, 100).dealt("x x Kc", "x x 3c", "x x Qc")
    for text in ("check", "bet 1", "call", "raise 1", "walk", "stay", "show 4c"):
        assert at.why(f"p2 {text}") == ("BB-18", terms.MatchDue(read_card("3c"), 3))
    assert at.why("p3 match") == ("X-14", WrongActor(1))
    assert at.why("p3 check") == ("X-14", WrongActor(1))


def test_bb_18_a_3_dealt_face_down_is_free() -> None:
    """p2 is not asked, and pays nothing for three kings."""
    at = felt(100, 100, 100).dealt(
        "7c 8c Tc 2c 5h 6d Js", "3c Kd Kh 2d 7h 5s 8h", "Ad Ah Qc Jh 6c 5d 8s"
    )
    at.all_check(5)
    assert shown(at)["p2"] == Kind.THREE_OF_A_KIND
    assert at.stacks == [99, 102, 99]


def test_bb_18_a_player_without_chips_is_not_asked() -> None:
    """p2 is all-in by the ante: the 3 is wild, and p2 still in."""
    at = felt(100, 1, 100).dealt("x x Kc", "x x 3c", "x x Qc")
    assert at.turn == "p1"
    assert at.view().still_in == (0, 1, 2)


def test_bb_18_nobody_is_asked_when_the_price_is_0() -> None:
    """Without antes the pot is empty."""
    at = felt(100, 100, 100, ante=0).dealt("x x Kc", "x x 3c", "x x Qc")
    assert at.view().decision == "bet"


def test_bb_19_several_3s_in_deal_order_at_the_price_of_the_moment() -> None:
    """15 in the pot: p2 pays 15, then p1 30."""
    at = felt(100, 100, 100).dealt("x x Kc 3d", "x x Ac 3c", "x x Qc 7c")
    at.play("p2 bet 4 / p3 call / p1 call")
    assert (at.turn, at.view().price) == ("p2", 15)
    at.play("p2 match")
    assert (at.turn, at.view().price) == ("p1", 30)
    at.play("p1 match")
    assert at.pots == [(60, ["p1", "p2", "p3"])]


def test_bb_20_a_match_need_not_be_called_and_never_returns() -> None:
    """p2 pays 3 and all others fold: p2 wins the pot with it, no excess is spoken of."""
    at = felt(100, 100, 100).dealt("x x Kc", "x x 3c", "x x Qc").play("p2 match")
    assert at.view().high == 0
    assert at.legal[-2:] == ["check", "fold"]
    at.play("p2 check / p3 fold / p1 fold")
    assert at.events_of(terms.ExcessReturned) == []
    assert at.stacks == [99, 102, 99]


def test_bb_21_the_price_is_what_the_player_contests() -> None:
    """p3 contests the main pot of 9 alone, p2 the side pot of 6 too: 15."""
    at = felt(100, 100, 4).dealt("x x Kc 7c", "x x Ac 3c", "x x Qc 8c")
    at.play("p2 bet 5 / p3 call / p1 call")
    assert at.pots == [(12, ["p1", "p2", "p3"]), (4, ["p1", "p2"])]
    assert at.view().price == 16
    at.play("p2 match")
    assert at.pots == [(12, ["p1", "p2", "p3"]), (20, ["p1", "p2"])]


def test_bb_22_too_few_chips_are_all_in() -> None:
    """p2 has 10 of 15: all go in, the 3 is wild, later bets are in a side pot."""
    at = felt(100, 15, 100).dealt("x x Kc 7c", "x x Ac 3c", "x x Qc 8c")
    at.play("p2 bet 4 / p3 call / p1 call")
    assert at.view().price == 10
    assert at.legal == ["fold", "match"]
    at.play("p2 match")
    assert at.events_of(terms.Matched) == [terms.Matched(1, read_card("3c"), 10, True)]
    assert at.pots == [(25, ["p1", "p2", "p3"])]
    assert at.asked == ["p1", "p3"]
    at.play("p1 bet 5 / p3 call")
    assert at.pots == [(25, ["p1", "p2", "p3"]), (10, ["p1", "p3"])]


def test_bb_22_must_fold() -> None:
    """p2 has 10 of 15 and is struck out without being asked; with exactly 15 p2 is asked."""
    hands = ("x x Kc 7c", "x x Ac 3c", "x x Qc 8c")
    bets = "p2 bet 4 / p3 call / p1 call"
    at = felt(100, 15, 100, short_match="must-fold").dealt(*hands).play(bets)
    assert at.events_of(terms.StruckOut) == [terms.StruckOut(1, read_card("3c"), False)]
    assert at.stacks == [95, 10, 95]
    assert at.asked == ["p1", "p3"]
    at = felt(100, 20, 100, short_match="must-fold").dealt(*hands).play(bets)
    assert at.turn == "p2"
    at = felt(100, 1, 100, short_match="must-fold").dealt("x x Kc", "x x 3c", "x x Qc")
    assert at.view().still_in == (0, 1, 2)  # no chips at all: not asked, and wild


def test_bb_23_striking_out_may_leave_one_player() -> None:
    """p3 has folded, p2 strikes out: p1 wins at once and gets no card."""
    at = felt(100, 100, 100).dealt("x x Kc", "x x Ac 3c", "x x Qc")
    at.play("p2 bet 4 / p3 fold / p1 call / p2 fold")
    assert at.turn == "dealer"
    assert at.stacks == [106, 95, 99]
    assert at.events_of(terms.HandShown) == []
    assert len(at.view().up) == 0


def test_bb_23_must_fold_may_leave_one_player() -> None:
    """The same, without p2 being asked."""
    at = felt(100, 8, 100, short_match="must-fold").dealt("x x Kc", "x x Ac 3c", "x x Qc")
    at.play("p2 bet 4 / p3 fold / p1 call")
    assert at.turn == "dealer"
    assert at.stacks == [106, 3, 99]


# --- face-up 4 -----------------------------------------------------------------------------------


def test_bb_24_a_face_up_4_brings_a_card_down_at_once() -> None:
    """p2 has three down before p3 has an up-card; the extra card is from the top of the deck."""
    at = felt(100, 100, 100).dealt("7c 7d Kc", "8c 8d 4c+Jh", "Tc Td Qc")
    assert hole(at, 1) == "8c 8d Jh"
    assert at.view().counts == (2, 3, 2)
    kinds = [type(event) for event in at.told if event.to is None]
    walk = kinds.index(terms.ExtraDown)
    assert kinds[walk - 1 : walk + 2] == [terms.CardUp, terms.ExtraDown, terms.CardUp]
    told = [event.cards for event in at.events_of(terms.HoleCards) if event.to == 1]
    assert told[-1] == (read_card("Jh"),)


def test_bb_24_an_extra_card_face_down_does_nothing_more() -> None:
    """A 4 walks no further, and a 3 is free."""
    at = felt(100, 100, 100).dealt("x x Kc", "x x 4c+4d", "x x Qc")
    assert at.view().counts == (2, 3, 2)
    at = felt(100, 100, 100).dealt("x x Kc", "x x 4c+3d", "x x Qc")
    assert at.view().decision == "bet"


def test_bb_24_a_4_face_down_brings_nothing() -> None:
    """Two in the hole and one as the seventh card."""
    at = felt(100, 100, 100).dealt("x x Kc x x x x", "4c 4d Ac x x x 4h", "x x Qc x x x x")
    at.all_check(4)
    assert at.view().counts == (3, 3, 3)


def test_bb_24_what_a_folded_player_would_be_dealt_is_skipped() -> None:
    """p2 strikes out on the 3; in the next round the first card is p3's."""
    at = felt(100, 100, 100).dealt("x x Kc 7c", "x x 3c", "x x Qc 4c+8h").play("p2 fold")
    at.all_check()
    assert [write_cards(row) for row in at.view().up] == ["Kc 7c", "", "Qc 4c"]


def test_bb_25_the_deck_cannot_run_out() -> None:
    """Six players and all four walks: 46 cards are dealt, 6 are left."""
    at = felt(*[100] * 6).dealt(
        *("x x 4c+2c 4d+2d 4h+2h 4s+2s x", "x x x x x x 5c", "x x x x x x 5d"),
        *("5h 5s 6c 6d 6h 6s Tc", "Td Th x x x x x", "9c 9d Ts x 8c 8d 9h"),
    )
    at.all_check(4)
    assert len(at.state.layout.deck) == 52 - 46


# --- the end -------------------------------------------------------------------------------------


def test_bb_26_all_still_in_show_everything_and_nobody_else() -> None:
    """p3 has folded, and is not shown."""
    at = felt(100, 100, 100).dealt(OPEN[0], OPEN[1], "x x Qc").play("p2 check / p3 fold / p1 check")
    at.all_check(4)
    assert [(e.seat, len(e.cards)) for e in at.events_of(terms.HandShown)] == [(1, 7), (0, 7)]


def test_bb_26_no_view_shows_a_hand_that_was_not_shown() -> None:
    """A spectator sees up-cards of those still in alone, and nothing when the deal is over."""
    at = felt(100, 100, 100).dealt(*OPEN).play("p2 check / p3 fold")
    assert at.view().hole == ()
    assert at.view().up[2] == ()
    assert len(hole(at, 2).split()) == 2  # p3 has seen these
    at.play("p1 bet 5 / p2 fold")
    assert at.view(0).hole == ()


def test_bb_27_who_has_no_chips_is_out() -> None:
    """p3 loses the last chips, is told as out, and is not dealt in any more."""
    at = felt(100, 100, 3).dealt(
        "7c 8c Tc 2c 5h 6d Js", "Kd Kh Ac Qd 7h 2h 8h", "Jd Td Qc 7d 6c 5d 8s"
    )
    at.play("p2 bet 2 / p3 call / p1 call").all_check(4)
    assert at.events_of(terms.DealEnds) == [terms.DealEnds(1, (97, 106, 0), (2,))]
    at.dealt("x x Kc", "x x Ac", "", dealer=1)
    assert at.view().still_in == (0, 1)
    assert at.stacks == [96, 105, 0]
    assert at.hands[2] == ""


def test_bb_27_the_game_ends_after_the_last_deal() -> None:
    """Two deals: places by chips, ties shared."""
    at = felt(100, 100, 100, 100, deals=2)
    at.dealt("x x Kc", "x x Ac", "x x Qc", "x x Jc").play("p2 bet 1 / p3 fold / p4 fold / p1 fold")
    at.dealt("x x Kc", "x x Ac", "x x Qc", "x x Jc", dealer=1)
    at.play("p2 bet 1 / p3 fold / p4 fold / p1 fold")
    assert at.stacks == [98, 106, 98, 98]
    outcome = at.game.outcome(at.state)
    assert outcome is not None
    assert (outcome.reason, outcome.scores) == ("deals", (98, 106, 98, 98))
    assert outcome.places == (2, 1, 2, 2)
    assert at.turn == "nobody"


def test_bb_27_the_game_ends_when_one_player_has_all_chips() -> None:
    """Also in the last deal this is the reason; all who are out share the last place."""
    for deals in (1, 6):
        at = felt(1, 1, 1, deals=deals).dealt(
            "7c 8c Tc 2c 5h 6d Js", "Kd Kh Ac Qd 7h 2h 8h", "Ad Ah Qc Jh 6c 5d 8s"
        )
        outcome = at.game.outcome(at.state)
        assert outcome is not None
        assert (outcome.reason, outcome.places) == ("last-stack", (2, 2, 1))


def test_bb_27_the_house_ends_the_game_between_two_deals() -> None:
    """Not in the middle of a deal, nor while it is rained out."""
    at = felt(100, 100, 100).dealt(*OPEN)
    with pytest.raises(IllegalAction) as caught:
        at.game.end(at.state)
    assert (caught.value.clause, caught.value.fact) == ("BB-27", terms.DealInProgress())
    everybody_folds(at)
    over, told = at.game.end(at.state)
    outcome = at.game.outcome(over)
    assert outcome is not None
    assert outcome.reason == "ended"
    assert told == (terms.GameEnds(outcome),)
    assert at.game.turn(over) is None
    rained = felt(100, 100, 100, rainy_day=True).dealt("x x", "x x Qs", "x x")
    with pytest.raises(IllegalAction):
        rained.game.end(rained.state)


def test_bb_36_a_fold_with_nothing_to_call_is_legal() -> None:
    """The referee asks back; the rules do not mind."""
    at = felt(100, 100, 100).dealt(*OPEN)
    assert "fold" in at.legal
    at.play("p2 fold")
    assert at.turn == "p3"


# --- what is common to all games -----------------------------------------------------------------


def test_x_09_a_time_out_checks_else_folds() -> None:
    """Where nothing is to call, a check; else a fold."""
    at = felt(100, 100, 100).dealt(*OPEN).play("clock p2")
    assert at.events == (terms.Checked(1),)
    at.play("p3 bet 1 / clock p1")
    assert at.events == (terms.Folded(0),)


def test_x_09_a_time_out_strikes_out_and_declines_a_walk() -> None:
    """A face-up 3 is not paid for, nor is an extra card."""
    at = felt(100, 100, 100).dealt("x x Kc", "x x 3c", "x x Qc").play("clock p2")
    assert at.view().still_in == (0, 2)
    at = felt(100, 100, 100, walk_price=2).dealt("x x Kc", "x x 4c", "x x Qc").play("clock p2")
    assert at.stacks == [99, 99, 99]
    assert at.view().counts == (2, 2, 2)


def test_x_14_only_an_action_of_the_moment() -> None:
    """A player does not deal; the dealer does nothing else."""
    at = felt(100, 100, 100)
    deal = "deal " + " ".join(TEXTS)
    assert at.why(f"p1 {deal}") == ("X-14", WrongActor(DEALER))
    for text in ("check", "bet 1", "call", "fold", "match", "walk", "show 4c"):
        assert at.why(f"p1 {text}") == ("X-14", WrongActor(DEALER))
    assert at.why("dealer check") == ("X-14", WrongMoment("the deal"))
    at.dealt(*OPEN)
    assert at.why(f"p2 {deal}") == ("X-14", WrongMoment("a check, a bet or a fold"))
    assert at.why(f"dealer {deal}") == ("X-14", WrongActor(1))
    at = felt(100, 100, 100, walk_price=2).dealt("x x Kc", "x x 4c", "x x Qc")
    assert at.why("p2 fold") == ("X-14", WrongMoment("a walk, or to stay"))


def test_x_15_a_deal_names_every_card_once() -> None:
    """A short deck is refused, and so is one with a card twice."""
    at = felt(100, 100, 100)
    assert at.why("dealer deal " + " ".join(TEXTS[1:]))[0] == "X-15"
    assert at.why("dealer deal " + " ".join([TEXTS[1], *TEXTS[1:]]))[0] == "X-15"


def test_x_15_a_four_that_is_not_held_cannot_be_shown() -> None:
    """p2 names a 4 of the deck."""
    at = felt(100, 100, 100, hidden_fours=True).dealt(*OPEN)
    assert at.why("p2 show 4c") == ("X-15", NotHeld((read_card("4c"),)))


# --- windows -------------------------------------------------------------------------------------


def test_a_bet_and_a_raise_open_a_new_decision() -> None:
    """A check and a call do not; the next betting round has another scope."""
    at = felt(100, 100, 100).dealt(*OPEN)
    lines = ("p2 check", "p3 bet 1", "p1 call", "p2 raise 1", "p3 call", "p1 call")
    keys = [at.key, *(at.play(line).key for line in lines)]
    assert keys == ["1.1.1", "1.1.1", "1.1.2", "1.1.2", "1.1.3", "1.1.3", "1.2.1"]
    window = at.game.window(at.state)
    assert window is not None
    assert (window.scope, window.decision) == ("1.2", "bet")


def test_every_match_is_a_decision_of_its_own() -> None:
    """Two 3s in one round have two keys, and the deal's rounds have others."""
    at = felt(100, 100, 100).dealt("x x Kc", "x x 3c", "x x 3d")
    window = at.game.window(at.state)
    assert window is not None
    assert (window.key, window.scope, window.decision) == ("1.1.cards.1", "1.1.cards", "match")
    assert window.seats == (1,)
    assert at.play("p2 match").key == "1.1.cards.2"
    assert at.play("p3 match").key == "1.1.1"


# --- what a seat may know ------------------------------------------------------------------------


def test_x_04_a_view_lists_what_is_public_and_the_own_cards() -> None:
    """In a betting round: chips, pots, bets, the opener, what is owed, limits, what is wild."""
    at = felt(100, 50, 3).dealt("7c 8c Kc", "7d 8d Ac", "7h 8h Qc").play("p2 bet 5 / p3 call")
    view = at.view(0)
    assert write_cards(view.hole) == "7c 8c"
    assert [write_cards(row) for row in view.up] == ["Kc", "Ac", "Qc"]
    assert view.counts == (2, 2, 2)
    assert (view.decision, view.turn, view.opener, view.waiting) == ("bet", 0, 1, (0,))
    assert (view.stacks, view.bets, view.all_in) == ((99, 44, 0), (0, 5, 2), (2,))
    assert view.pots == (Pot(3, (0, 1, 2)),)
    assert (view.high, view.owed, view.raises, view.raises_left) == (5, 5, 0, 3)
    assert view.limits == (1, 5)
    assert [RANKS[rank] for rank in (*view.wild, view.walks)] == ["3", "9", "4"]
    assert (view.deal, view.deals, view.dealer, view.round) == (1, 6, 0, 1)
    spectator = at.view()
    assert (spectator.seat, spectator.hole) == (None, ())
    private = {name: getattr(view, name) for name in ("seat", "hole", "three_costs")}
    assert msgspec.structs.replace(spectator, **private) == view


def test_x_04_what_a_match_costs_is_never_more_than_there_is() -> None:
    """p2 has 1 of 3 left; nobody may bet now, so there are no limits."""
    at = felt(100, 2, 100).dealt("x x Kc", "x x 3c", "x x Ac")
    view = at.view()
    assert (view.decision, view.card, view.price) == ("match", read_card("3c"), 1)
    assert (view.limits, view.waiting, view.opener) == (None, (1,), None)


def test_x_04_the_limits_of_a_view_are_none_where_nothing_may_be_raised() -> None:
    """At the cap, and where nobody else has chips."""
    at = felt(100, 100, 100, max_raises=0).dealt(*OPEN).play("p2 bet 1")
    assert (at.view().limits, at.view().raises_left) == (None, 0)
    at = felt(100, 100, 100).dealt(*OPEN).play("p2 bet 3 / p3 raise 2 / p1 call")
    assert (at.view().limits, at.view().owed) == ((1, 5), 2)
    at = felt(100, 100, 6).dealt(*OPEN).play("p2 check / p3 bet 5 / p1 fold")
    assert (at.view().limits, at.view().owed) == (None, 5)


# --- a seat that was all-in and has chips again --------------------------------------------------


def test_bb_12_who_gets_chips_back_in_a_round_is_asked_in_it() -> None:
    """p2 folds, so the old pot is p1's alone, who was all-in: p1 has chips, and has not acted.

    Such pots come from a rained-out deal to which p3 and p4 came back (BB-34).
    """
    at = felt(0, 20, 20, 20)
    cards = [tuple(range(4 * n, 4 * n + 3)) for n in range(8)]
    layout = Layout(
        deck=tuple(range(40, 52)),
        down=tuple(cards[:4]),
        up=tuple((row[0],) for row in cards[4:]),
        shown=((),) * 4,
        still_in=(0, 1, 2, 3),
        pots=(Pot(8, (0, 1)), Pot(6, (1, 2, 3))),
        dealt=3,
    )
    standing = Standing(1, 0, (0, 20, 20, 20))
    start = terms.Betting(standing, layout, 1, (1, 2, 3), (0, 0, 0, 0))
    at.state = start
    at.play("p2 fold")
    assert at.stacks == [8, 20, 20, 20]
    assert at.asked == ["p3", "p4", "p1"]
    at.state = start
    at.play("p2 check / p3 bet 5 / p4 call / p2 fold")
    assert at.turn == "p1"
    assert at.legal[:2] == ["call", "fold"]
    at.play("p1 call")
    assert at.chips == 74
    assert at.view().round == 2


def test_bb_12_who_gets_chips_back_and_has_put_in_the_same_is_not_asked_again() -> None:
    """p1 goes all-in with the highest bet; by p2's fold p1 has chips again, and has acted."""
    at = felt(5, 20, 20, 20)
    layout = Layout(
        deck=tuple(range(40, 52)),
        down=tuple(tuple(range(4 * n, 4 * n + 2)) for n in range(4)),
        up=tuple((4 * n + 3,) for n in range(4)),
        shown=((),) * 4,
        still_in=(0, 1, 2, 3),
        pots=(Pot(8, (0, 1)), Pot(6, (1, 2, 3))),
        dealt=3,
    )
    at.state = terms.Betting(at.state.standing, layout, 0, (0, 1, 2, 3), (0, 0, 0, 0))
    at.play("p1 bet 5 / p2 fold")
    assert at.stacks == [8, 20, 20, 20]
    assert at.asked == ["p3", "p4"]


# --- records -------------------------------------------------------------------------------------


def box(*lines: str, options: str = "") -> str:
    """A record of three players."""
    return "\n".join([f"game: baseball{options}", "players: Ana, Ben, Cho", "", *lines, ""])


def test_a_record_is_replayed_to_where_it_stands() -> None:
    """Amounts are sorted as strings; scores are the stacks, hands those of players still in."""
    opening = f"dealer {deck(('7c 8d Kc', '2h 5d Ac', 'Jc Jd Qc'))}"
    at = record.position(box(opening, "p2 bet 2", "p3 fold", options=" (bet_max=12)"))
    assert at["scores"] == [99, 97, 99]
    assert at["turn"] == "p1"
    assert at["legal"][:6] == ["call", "fold", "raise 1", "raise 10", "raise 11", "raise 12"]
    assert at["hands"] == [["7c", "8d", "Kc"], ["2h", "5d", "Ac"], []]
    assert (at["finished"], at["reason"], at["places"]) == (False, None, None)
    assert at["options"]["bet_max"] == 12


def test_bb_27_a_record_with_the_end_that_was_agreed() -> None:
    """`house end` stands between deals alone."""
    opening = f"dealer {deck(('7c 8d Kc', '2h 5d Ac', 'Jc Jd Qc'))}"
    folds = ("p2 bet 2", "p3 fold", "p1 fold")
    at = record.position(box(opening, *folds, "house end"))
    assert (at["finished"], at["reason"]) == (True, "ended")
    assert (at["scores"], at["places"]) == ([99, 102, 99], [2, 1, 2])
    assert (at["turn"], at["legal"], at["hands"]) == (None, [], [[], [], []])
    with pytest.raises(record.RecordError, match=r"5: house end: a deal is .*\[BB-27\]$"):
        record.position(box(opening, "house end"))
    with pytest.raises(record.RecordError, match=r"7: p3 check: .*\[X-14\]$"):
        record.position(box(opening, *folds[:1], "clock p3", "p3 check"))


def test_the_money_of_a_showdown_is_told_pot_by_pot() -> None:
    """The number of each pot, how many there are, and who gets what."""
    at = felt(100, 100, 3).dealt(
        "7c 8c Tc 2c 5h 6d Js", "Kd Kh Ac Qd 7h 2h 8h", "Ad Ah Qc Jh 6c 5d 8s"
    )
    at.play("p2 bet 5 / p3 call / p1 call").all_check(4)
    assert at.events_of(terms.PotShared) == [
        terms.PotShared(1, 2, 9, (Payment(2, 9),)),
        terms.PotShared(2, 2, 6, (Payment(1, 6),)),
    ]
    assert isinstance(at.state, Shuffling)
