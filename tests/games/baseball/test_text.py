"""The sentences of Baseball, from the posts and private messages alone.

Ana (p1) deals unless a test says otherwise, so Ben (p2) gets the first card; then Cho, Dee and on.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from statistics import median

import pytest
from msgspec.structs import replace

from bot.beats import shown_name
from games import registry, table
from games.baseball import terms, text
from games.baseball.ranking import Ranking
from games.baseball.rules import Baseball
from games.cards import RANKS
from games.core import DEALER, Deal, Fact, Outcome, actor_name
from games.house import Player
from games.text import public_lines
from tests.games.ball_four.boards import cards
from tests.games.ball_four.posts import called, post
from tests.games.baseball.boards import Felt, felt
from tests.helpers import NAMES, SHOE, numbers, persons

ANA = "7c 8d Kd 2h 6s Jd Qc"
BEN = "Kh 9c Ac 5d 8c Qd 7h"
CHO = "Jh 3d 6h Tc 2c 8h Jc"


def opened(*, stacks: Sequence[int] = (100, 100, 100), **options: object) -> Felt:
    """A deal of three that has just begun; Ben shows an ace, Ana a king, Cho a six."""
    return felt(*stacks, **options).dealt(ANA, BEN, CHO)


def owing(card: str = "3c", *, stacks: Sequence[int] = (100, 100, 100), **options: object) -> Felt:
    """Ben's fourth card comes face up with 12 chips in the pot; by itself it is a 3."""
    at = felt(*stacks, **options).dealt(ANA, f"Kh 9c Ac {card} 8c Qd 7h", CHO)
    return at.play("p2 bet 3 / p3 call / p1 call")


# --- refusals ------------------------------------------------------------------------------------

REFUSALS: list[tuple[Felt, str, str, str]] = [
    (
        opened().play("p2 bet 3"),
        "p3 check",
        "BB-11",
        "there is no check once somebody has bet, and 3 chips are to be called: call or fold, or "
        "raise while there are raises left",
    ),
    (
        opened(),
        "p2 call",
        "BB-11",
        "nobody has bet in this round, so there is nothing to call: check, bet or fold",
    ),
    (
        opened().play("p2 bet 3"),
        "p3 bet 4",
        "BB-11",
        "somebody has bet already, and the bet stands at 3: call or fold, or raise while there are "
        "raises left",
    ),
    (
        opened(),
        "p2 raise 2",
        "BB-11",
        "nobody has bet in this round, so there is nothing to raise: check, bet or fold",
    ),
    (
        opened(bet_min=2),
        "p2 bet 1",
        "BB-11",
        "a bet is 2 to 5 chips here, and 1 is too low",
    ),
    (
        opened().play("p2 bet 3"),
        "p3 raise 6",
        "BB-11",
        "a raise is 1 to 5 chips here, and 6 is too high",
    ),
    (
        opened(stacks=(100, 4, 100)),
        "p2 bet 4",
        "BB-11",
        "this seat has 3 chips for a bet, all-in, and 4 is too much",
    ),
    (
        opened(stacks=(100, 100, 4)).play("p2 bet 3"),
        "p3 raise 1",
        "BB-11",
        "the call takes 3 and this seat has 3 chips, so nothing is left for a raise: call, "
        "all-in, or fold",
    ),
    (
        opened(max_raises=1).play("p2 bet 3 / p3 raise 1"),
        "p1 raise 1",
        "BB-11",
        "a betting round has 1 raise at most: call or fold",
    ),
    (
        opened(max_raises=0).play("p2 bet 3"),
        "p3 raise 1",
        "BB-11",
        "at this table nobody raises: call or fold",
    ),
    (
        opened(stacks=(100, 4, 5)).play("p2 bet 3 / p3 raise 1"),
        "p1 raise 1",
        "BB-14",
        "no other player still in has chips to bet against: call or fold",
    ),
    (
        owing(),
        "p2 check",
        "BB-18",
        "3♣ lies face up and must be paid for first: match the pot for 12 chips, or fold and "
        "strike out",
    ),
    (
        opened(),
        "p2 match",
        "X-14",
        "a match pays for a face-up 3, and nobody has one to pay for now",
    ),
    (
        opened(),
        "p2 walk",
        "X-14",
        "at this table a walk is free: there is nothing to buy, and nothing to decline",
    ),
    (
        opened(walk_price=2),
        "p2 stay",
        "X-14",
        "an extra card for 2 chips is offered when a card that walks is dealt face up, and none "
        "is offered now",
    ),
    (
        opened(),
        "p2 show 4c",
        "BB-31",
        "no card is shown from the hole: this table plays without `hidden_fours`",
    ),
    (
        opened(hidden_fours=True),
        "p2 show 9c",
        "BB-31",
        "only a 4 from the hole takes a walk, not 9♣",
    ),
    (
        opened(hidden_fours=True, ranks="football"),
        "p2 show 4c",
        "BB-31",
        "only a 2 from the hole takes a walk, not 4♣",
    ),
    (
        owing("4c+7s", hidden_fours=True),
        "p2 show 4c",
        "BB-31",
        "4♣ lies face up already: only a card from the hole can be shown",
    ),
    (
        felt(100, 100, 100, hidden_fours=True)
        .dealt(ANA, "4h 9c Ac/7s x x x x", CHO)
        .play("p2 show 4h"),
        "p2 show 4h",
        "BB-31",
        "4♥ has been shown already, and a card takes one walk",
    ),
    (
        felt(100, 5, 100, hidden_fours=True, walk_price=5).dealt(ANA, "4h 9c Ac x x x x", CHO),
        "p2 show 4h",
        "BB-31",
        "a walk costs 5 chips, and this seat has 4: no card can be shown without the price in hand",
    ),
    (
        owing("4c", hidden_fours=True, walk_price=2),
        "p1 show 4h",
        "BB-31",
        "a card is shown from the hole at the own turn in a betting round, not now",
    ),
    (opened(hidden_fours=True), "p2 show 4h", "X-15", "4♥ is not in this hand"),
    (opened(), "p3 fold", "X-14", "it is the turn of p2"),
]


@pytest.mark.parametrize(("at", "line", "clause", "sentence"), REFUSALS)
def test_a_refusal_says_what_was_found_and_what_would_be_right(
    at: Felt, line: str, clause: str, sentence: str
) -> None:
    error = at.refused(line)
    assert (error.clause, text.refusal(error.fact)) == (clause, sentence)


OTHER_FACTS: list[tuple[Fact, str]] = [
    (terms.DealInProgress(), "a deal is going on: the game can be ended when it is over"),
    (terms.NoDealYet(), "no deal has been played: the game can be ended after the first"),
    (terms.CallCostsMore(2, 5), "a call costs 5 chips by now, more than the 2 of this answer"),
    (
        terms.NobodyToBetAgainst(0),
        "no other player still in has chips to bet against: check or fold",
    ),
    (
        terms.MustCall(0),
        "the bet of this round is this seat's own, so a check is no answer to what may come: "
        "call, raise or fold",
    ),
    (terms.MustCall(1), "there is no check once somebody has bet, and 1 chip is to be called: "
     "call or fold, or raise while there are raises left"),
    (terms.TooLow("raise", 1, 2, 2), "a raise is 2 chips here, and 1 is too low"),
]  # fmt: skip


@pytest.mark.parametrize(("fact", "sentence"), OTHER_FACTS)
def test_what_is_refused_elsewhere_has_its_sentence_too(fact: Fact, sentence: str) -> None:
    """Plans, and orders of the house."""
    assert text.refusal(fact) == sentence


def test_every_fact_of_the_game_is_among_those() -> None:
    tried = {type(fact) for fact, _ in OTHER_FACTS}
    tried |= {type(at.refused(line).fact) for at, line, _, _ in REFUSALS}
    facts = {kind for kind in vars(terms).values() if isinstance(kind, type)}
    facts = {kind for kind in facts if issubclass(kind, Fact) and kind.__module__ == terms.__name__}
    assert facts == tried & facts
    assert len(facts) > 15


def test_no_refusal_is_more_than_half_a_sentence() -> None:
    for at, line, _, _ in REFUSALS:
        said = text.refusal(at.refused(line).fact)
        assert not re.search(r"[.!]|invalid", said)
        assert len(said) < 200


# --- hands in words ------------------------------------------------------------------------------

HANDS = [
    ("8c 8d 8h 9c 3c", "five eights", "8♣ 8♦ 8♥ 3♣=8♠ 9♣=8♣"),
    ("Kc Kd 9h 3c Jd 5s 8c", "four kings, jack kicker", "K♣ K♦ 3♣=K♥ 9♥=K♠ J♦"),
    ("Ah Kh 8h 5h 9c", "an ace-high flush", "A♥ K♥ 9♣=Q♥ 8♥ 5♥"),
    ("2c 4d 5h Ac 9s", "a five-high straight", None),
    ("Th Jh Qh Kh 3c", "an ace-high straight flush", None),
    ("9c 8c 7c 6c 5c", "a nine-high straight flush", "9♣=9♣ 8♣ 7♣ 6♣ 5♣"),
    ("6c 6d 4h 4s 3d", "a full house, sixes over fours", None),
    ("Qc Qd Qh 4c 7d", "three queens", None),
    ("Kc Kd 8h 8s 2c", "two pair, kings and eights", None),
    ("6c 6d 8h Ts 2c", "a pair of sixes", None),
    ("Ac Qd 8h Ts 2c", "ace high", None),
    ("8c 7d 6h 5s 4d", "an eight-high straight", None),
    ("3c", "ace high", None),
    ("3c 9d Kh", "three kings", None),
    ("3c 9d 3h 2s", "four twos", None),
]


@pytest.mark.parametrize(("held", "named", "laid_out"), HANDS)
def test_a_hand_is_named_as_at_the_table(held: str, named: str, laid_out: str | None) -> None:
    """And each wild says what it stands for, also where it is itself (BB-5 to BB-9)."""
    made = Ranking((RANKS.index("3"), RANKS.index("9"))).made_hand(cards(held))
    assert text.made_in_words(made) == named
    if laid_out is not None:
        assert text.made_cards(made) == laid_out


# --- posts ---------------------------------------------------------------------------------------


def test_a_deal_begins() -> None:
    """Who opens and why; every stack, what is face up, the pot, what is wild."""
    assert "\n".join(post(opened())).split("\n") == [
        "Deal 1: Ana deals, the ante is 1.",
        "Dealt: Ben A♣, Cho 6♥, Ana K♦.",
        "Betting round 1: Ben opens with ace high showing.",
        "To act: Ben, check or bet 1 to 5. Then Cho and Ana.",
        "Ana: 99 chips, 2 down, K♦",
        "Ben: 99 chips, 2 down, A♣",
        "Cho: 99 chips, 2 down, 6♥",
        "Main pot: 3.",
        "Round 1 of 5, opened by Ben with ace high. Wild: 3s and 9s.",
    ]


def test_who_is_level_and_sits_nearer_to_the_dealers_left_opens() -> None:
    """BB-10: Cho has a king, too, and Ana as well, who deals."""
    at = felt(100, 100, 100).dealt("x x Kd", "x x Kc", "x x Kh")
    assert (
        "Betting round 1: Ben opens with king high showing, level with Cho and Ana but nearer to "
        "the dealer's left."
    ) in post(at)


def test_a_short_ante_is_named() -> None:
    at = felt(100, 1, 100, ante=2).dealt("x x 7d", "x x Kc", "x x 8h")
    assert post(at)[0] == "Deal 1: Ana deals, the ante is 2 (Ben 1)."
    assert "Ben: all-in, 2 down, K♣" in post(at)[-1].split("\n")
    free = felt(100, 100, 100, ante=0).dealt("x x 7d", "x x Kc", "x x 8h")
    assert post(free)[0] == "Deal 1: Ana deals."


def test_a_bet_says_what_it_costs_and_who_is_asked_after_that() -> None:
    at = opened().play("p2 bet 3 / p3 raise 2")
    assert "\n".join(post(at)).split("\n")[:5] == [
        "Cho raises by 2 to 5.",
        "To act: Ana, call 5, raise by 1 to 5 or fold. Then Ben.",
        "Ana: 99 chips, 2 down, K♦",
        "Ben: 96 chips, 3 in, 2 down, A♣",
        "Cho: 94 chips, 5 in, 2 down, 6♥",
    ]
    at.play("p1 fold")
    assert "Ana: 99 chips, folded" in post(at)[-1].split("\n")


def test_when_no_raise_is_left_none_is_named() -> None:
    at = opened(max_raises=1).play("p2 bet 3 / p3 raise 2")
    assert post(at)[-1].startswith("To act: Ana, call 5 or fold. Then Ben.\n")


def test_a_call_that_takes_the_last_chip_says_so() -> None:
    at = opened(stacks=(100, 100, 3)).play("p2 bet 3")
    assert post(at)[-1].startswith("To act: Cho, call 2 (all-in) or fold. Then Ana.\n")
    assert post(at.play("p3 call"))[0] == "Cho calls 2, all-in."


def test_what_is_done_in_a_row_shares_a_line() -> None:
    did = [
        *(terms.Checked(1), terms.Checked(2), terms.BetMade(3, 2, False)),
        *(terms.Called(0, 2, False), terms.Called(1, 2, False), terms.Called(2, 1, True)),
    ]
    assert text.story(did, NAMES) == [
        "Ben and Cho check; Dee bets 2; Ana and Ben call 2; Cho calls 1, all-in."
    ]


def test_a_three_face_up_is_priced() -> None:
    """BB-18, BB-21."""
    at = owing()
    assert "Dealt: Ben 3♣." in post(at)
    assert post(at)[-1].startswith(
        "To act: Ben, match the pot for 3♣ with 12 chips, or fold and strike out.\n"
    )
    assert post(at.play("p2 match"))[0] == "Ben matches the pot for 3♣: 12 chips."
    assert post(owing().play("p2 fold"))[0] == "Ben strikes out on 3♣."


def test_a_three_for_all_that_is_left() -> None:
    """BB-22."""
    at = owing(stacks=(100, 10, 100))
    assert "match the pot for 3♣ with 6 chips (all-in), or fold" in post(at)[-1]
    assert post(at.play("p2 match"))[0] == "Ben matches the pot for 3♣: 6 chips, all-in."
    out = owing(stacks=(100, 10, 100), short_match="must-fold")
    assert "Ben has too few chips for 3♣ and strikes out." in post(out)


def test_a_walk() -> None:
    """BB-24: the extra card is dealt with the 4, and nobody sees it."""
    assert "Dealt: Ben 4♣ and walks: a card face down, Cho 10♣, Ana 2♥." in post(owing("4c+7s"))
    up = owing("4c+7s", extra_card="up")
    assert "Dealt: Ben 4♣ and walks: 7♠, Cho 10♣, Ana 2♥." in post(up)


def test_a_walk_with_a_price() -> None:
    """BB-32."""
    at = owing("4c", walk_price=2)
    assert post(at)[-1].startswith("To act: Ben, walk on 4♣ for 2 chips, or stay.\n")
    assert post(owing("4c", walk_price=2).play("p2 stay"))[0] == "Ben stays, and takes no walk."
    bought = post(owing("4c+7s", walk_price=2).play("p2 walk"))
    assert bought[:2] == [
        "Ben pays 2 chips for a walk.",
        "Dealt: Ben a card face down, Cho 10♣, Ana 2♥.",
    ]


def test_a_four_from_the_hole_is_public_once_it_is_shown() -> None:
    """BB-31."""
    at = felt(100, 100, 100, hidden_fours=True).dealt(ANA, "4h 9c Ac/7s x x x x", CHO)
    assert "4♥" not in "\n".join(post(at))
    at.play("p2 show 4h")
    assert post(at)[:2] == ["Ben shows 4♥ from the hole.", "Dealt: Ben a card face down."]
    assert "Ben: 99 chips, 3 down, shown 4♥, A♣" in post(at)[-1].split("\n")


def test_a_card_dealt_after_one_for_a_four_from_the_hole_is_no_walk() -> None:
    """BB-31: the referee shows for Ben, who is all-in, and the next card dealt is also his."""
    at = felt(3, 3, 3, hidden_fours=True)
    at.dealt("8c 8d Kd 7c x x x", "4h 9c Ac Td/7s x x x", "8h 8s 6h 5c x x x")
    told = post(at.play("p2 bet 2 / p3 call / p1 call"))
    shown = told.index("Ben, without a turn, shows 4♥ from the hole.")
    assert told[shown - 1] == "Dealt: Ben 10♦, Cho 5♣, Ana 7♣."
    assert told[shown + 1] == "Dealt: Ben a card face down."
    assert told[shown + 2] == "Dealt: Ben 7♦, Cho 7♥, Ana J♣, Ben J♦, Cho J♥, Ana J♠."


def test_the_pots_have_their_names() -> None:
    """Ben is all-in for 3, Cho for 6; Ana and Dee play on (BB-15)."""
    at = felt(100, 4, 7, 100).dealt("x x Kd 7c", "x x 8c 8d", "x x 7d 7h", "x x Ad Jc")
    at.play("p4 bet 5 / p1 raise 3 / p2 call / p3 call / p4 call")
    assert "Main pot: 16, side pot 1: 9 (Ana, Cho and Dee), side pot 2: 4 (Ana and Dee)." in (
        post(at)[-1].split("\n")
    )
    assert "Cho: all-in, 2 down, 7♦ 7♥" in post(at)[-1].split("\n")


def test_chips_that_nobody_called_go_back() -> None:
    at = opened().play("p2 bet 3 / p3 fold / p1 fold")
    assert post(at) == [
        "Ana folds.",
        "Ben wins 3 chips: nobody else is left to contest them.",
        "3 chips that nobody called go back to Ben.",
        "Deal 1 is over.",
    ]


def test_a_hand_that_won_without_a_showdown_is_told_nowhere() -> None:
    """BB-26: neither Ben's hole cards nor what they make, from the deal to its end."""
    at = opened().play("p2 bet 3 / p3 fold / p1 fold")
    names = NAMES[:3]
    said = text.story(at.told, names) + text.standing(at.view(), names, ())
    assert not re.search(r"K♥|9♣|pair|three", "\n".join(said))


def test_a_showdown_names_each_hand_its_five_cards_and_what_the_wilds_stand_for() -> None:
    """Ben has a pair of aces by the 9, Cho a pair of jacks and the 3: three jacks."""
    at = opened().all_check(5)
    assert post(at)[-5:] == [
        "Ben shows a pair of aces: A♣ 9♣=A♦ K♥ Q♦ 8♣ (and 5♦ 7♥).",
        "Cho shows three jacks: J♣ J♥ 3♦=J♦ 10♣ 8♥ (and 2♣ 6♥).",
        "Ana shows king high: K♦ Q♣ J♦ 8♦ 7♣ (and 2♥ 6♠).",
        "Cho wins the pot of 3 chips.",
        "Deal 1 is over.",
    ]


def test_a_split_pot_says_who_gets_how_much() -> None:
    """BB-16: Ben and Cho are level, and Ben is nearer to the dealer's left."""
    hands = ("2c 4s 6d 7c Jd 5h Th", "Ac Kd Qh Jc 8h 7d 5s", "Ad Ks Qc Js 8s 6h 5d")
    at = felt(100, 100, 100).dealt(*hands).all_check(5)
    assert "Ben and Cho split the pot of 3 chips: Ben 2 and Cho 1." in post(at)


def test_rain() -> None:
    """BB-34."""
    at = owing("Qs", rainy_day=True)
    assert post(at)[-1] == (
        "Q♠ falls face up to Ben: the deal is rained out. The pots stay, and Ana, Ben and Cho are "
        "dealt in again."
    )
    assert "Main pot: 12." in text.standing(at.view(), NAMES[:3], ())
    at.dealt(ANA, BEN, CHO)
    assert post(at)[0] == "Deal 1 again: Ana deals, the ante is 1."


def test_who_is_out_and_how_it_ends() -> None:
    """Ben and Cho have no more than the ante, so all is dealt on, and Cho has three jacks."""
    at = felt(10, 1, 1, deals=1).dealt(ANA, BEN, CHO)
    assert post(at)[-3:] == [
        "Cho wins the pot of 3 chips.",
        "Deal 1 is over. Ben is out, without chips.",
        "The game is over: Ana wins. Chips: Ana 9, Cho 3, Ben 0.",
    ]
    assert text.standing(at.view(), NAMES[:3], ()) == [
        *("The game is over.", "Ana: 9 chips", "Ben: out", "Cho: 3 chips"),
    ]
    level = Outcome("ended", (9, 8, 9), (1, 3, 1))
    assert text.story([terms.GameEnds(level)], NAMES[:3]) == [
        "The game is over: Ana and Cho share the win. Chips: Ana 9, Cho 9, Ben 8."
    ]


@pytest.mark.parametrize("reason", ["deals", "last-stack", "ended"])
def test_an_ending_is_said_of_the_places(reason: str) -> None:
    assert text.ending(reason).startswith("by chips, ")


@pytest.mark.parametrize(
    ("ranks", "wilds"), [("football", "Wild: 3s and 6s."), ("woolworth", "Wild: 5s and 10s.")]
)
def test_what_is_wild_in_this_game(ranks: str, wilds: str) -> None:
    """BB-33."""
    assert post(opened(ranks=ranks))[-1].endswith(wilds)


# --- what a seat is told alone -------------------------------------------------------------------


def test_the_private_line_has_the_hole_the_best_hand_and_the_price_of_a_three() -> None:
    """Ben holds the best pair: an ace and the wild 9. Three antes lie there."""
    assert text.hand(opened().view(1)) == (
        "In the hole: K♥ 9♣. Best hand now: a pair of aces (A♣ 9♣=A K♥). "
        "A face-up 3 would cost you 3 chips now."
    )


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({}, "A face-up 3 would cost you 6 chips now."),
        ({"three_price": "cap", "three_amount": 4}, "A face-up 3 would cost you 4 chips now."),
        ({"three_price": "fixed"}, "A face-up 3 would cost you 10 chips now."),
        ({"open_three": "free"}, "A face-up 3 would be free for you now."),
        ({"stacks": (100, 6, 100)}, "A face-up 3 would cost 6 chips now, and you have 2."),
        ({"stacks": (100, 4, 100)}, "A face-up 3 would be free for you now."),
        ({"ranks": "woolworth"}, None),
    ],
)
def test_the_price_of_a_three_counts_what_is_bet_by_now(
    options: dict[str, object], said: str | None
) -> None:
    """BB-21, BB-22, BB-28, BB-29, BB-33: 3 chips in the pot, 3 in front of Ben."""
    hand = text.hand(opened(**options).play("p2 bet 3").view(1))
    if said is None:
        assert "face-up 3" not in hand
    else:
        assert hand.endswith(said)


def test_while_somebody_pays_for_a_three_the_others_are_told_what_one_would_cost_them() -> None:
    """Ben is asked for 12; Cho, whose card is to come, would be asked for as much."""
    at = owing()
    assert "face-up 3" not in text.hand(at.view(1))
    assert text.hand(at.view(2)).endswith("A face-up 3 would cost you 12 chips now.")


def test_while_the_sixth_cards_are_dealt_a_three_can_come_to_those_who_are_still_due_one() -> None:
    """Ben is asked for 3; after him Cho gets a card, too, and Ana, but nobody after that."""
    at = felt(100, 100, 100).dealt(
        *("x x Kd 7d 7s 8c x", "x x Ac Td 8h 3c x", "x x 6h 5c Jd 8d x"),
    )
    at.all_check(3)
    assert at.legal == ["fold", "match"]
    assert "face-up 3" not in text.hand(at.view(1))
    for seat in (2, 0):
        assert text.hand(at.view(seat)).endswith("A face-up 3 would cost you 3 chips now.")
    at.play("p2 match")
    assert all("face-up 3" not in text.hand(at.view(seat)) for seat in range(3))


def test_after_the_sixth_card_no_three_can_come_face_up() -> None:
    at = opened().all_check(3)
    assert "face-up 3" not in text.hand(at.view(1))
    assert "Best hand now: " in text.hand(at.view(1))


def test_a_folded_hand_is_not_called_a_hand_any_more() -> None:
    at = opened().play("p2 fold")
    assert text.hand(at.view(1)) == "In the hole: K♥ 9♣. You have folded."
    assert text.hand(felt(100, 100, 100).view(1)) == "In the hole: no cards."


def test_new_cards_face_down_are_told_to_their_owner_alone() -> None:
    dealt = [event for event in opened().told if isinstance(event, terms.HoleCards)]
    assert [(event.to, text.whisper(event, NAMES)) for event in dealt] == [
        (1, "Dealt to you face down: K♥ 9♣."),
        (2, "Dealt to you face down: J♥ 3♦."),
        (0, "Dealt to you face down: 7♣ 8♦."),
    ]


# --- whom a post names, and what it offers -------------------------------------------------------


def test_a_seat_is_named_when_it_is_asked_something_new() -> None:
    """Not when it has only shown a 4 from the hole."""
    at = felt(100, 100, 100, hidden_fours=True).dealt(ANA, "4h 9c Ac/7s x x x x", CHO)
    assert called(at) == (1,)
    before = at.view()
    at.play("p2 show 4h")
    assert text.called(Baseball(), before, at.view()) == ()
    before = at.view()
    at.play("p2 bet 1")
    assert text.called(Baseball(), before, at.view()) == (2,)
    raised = replace(at.view(), high=2)
    assert text.called(Baseball(), at.view(), raised) == (2,)


@pytest.mark.parametrize(
    ("at", "offered"),
    [
        (opened(), ["check"]),
        (opened().play("p2 bet 3"), ["call", "fold"]),
        (owing(), ["match", "fold"]),
        (owing("4c", walk_price=2), ["walk", "stay"]),
    ],
)
def test_offers_are_what_everybody_can_see_to_be_legal(at: Felt, offered: list[str]) -> None:
    """A fold that costs nothing is not among them (BB-36)."""
    assert list(text.offers(at.view())) == offered
    assert set(offered) <= set(at.legal)
    assert text.offers(felt(100, 100, 100).view()) == ()


# --- chips: what actions cost, which sums there are, what is asked back ---------------------------


def actions(at: Felt) -> list[str]:
    """What the seat at turn may do, in the order of the rules."""
    return [at.game.write(one) for one in at.game.legal(at.state, at.view().turn or 0)]


def buttons(at: Felt) -> list[str]:
    """What the seat at turn can tap; actions whose words say it all stand in the notation."""
    return [text.label(at.view(), action) or action for action in actions(at)]


@pytest.mark.parametrize(
    ("at", "named"),
    [
        (opened(bet_max=2), ["check", "fold", "Bet 1", "Bet 2"]),
        (opened(stacks=(100, 3, 100)), ["check", "fold", "Bet 1", "Bet 2 (all-in)"]),
        (
            opened(bet_max=2).play("p2 bet 2"),
            ["Call 2", "fold", "Raise 1 (to 3)", "Raise 2 (to 4)"],
        ),
        (
            opened(stacks=(100, 100, 5)).play("p2 bet 3"),
            ["Call 3", "fold", "Raise 1 (to 4, all-in)"],
        ),
        (opened(stacks=(100, 100, 3)).play("p2 bet 3"), ["Call 2 (all-in)", "fold"]),
        (
            opened(bet_max=2, max_raises=1).play("p2 bet 2 / p3 raise 1 / p1 fold"),
            ["Call 1", "fold"],
        ),
        (owing(), ["Match the pot: 12", "Strike out"]),
        (owing(stacks=(100, 9, 100)), ["Match the pot: 5 (all-in)", "Strike out"]),
        (owing("4c", walk_price=4), ["Walk: 4", "stay"]),
        (owing("4c", walk_price=4, stacks=(100, 8, 100)), ["Walk: 4 (all-in)", "stay"]),
    ],
)
def test_a_button_says_what_an_action_costs(at: Felt, named: list[str]) -> None:
    """The chips to be put in; of a raise, what the bet is then; whether they are all there are."""
    assert buttons(at) == named


def test_a_button_is_made_of_what_everybody_sees() -> None:
    """The same words for the seat at turn, for another, and for a spectator (X-5)."""
    for at in (opened(), opened().play("p2 bet 3"), owing(), owing("4c", walk_price=4)):
        for action in at.legal:
            assert len({text.label(at.view(seat), action) for seat in (0, 1, 2, None)}) == 1


@pytest.mark.parametrize(
    ("at", "verb", "amounts", "words"),
    [
        (opened(bet_max=60), "bet", range(1, 61), "1 to 60"),
        (opened(bet_max=60, bet_min=10), "bet", range(10, 61), "10 to 60"),
        (opened(bet_max=60, stacks=(100, 41, 100)), "bet", range(1, 41), "1 to 40 (all-in)"),
        (opened(bet_max=60).play("p2 bet 20"), "raise", range(1, 61), "1 to 60"),
        (
            opened(bet_max=60, stacks=(100, 100, 60)).play("p2 bet 20"),
            "raise",
            range(1, 40),
            "1 to 39 (all-in)",
        ),
    ],
)
def test_the_sums_that_may_be_named(at: Felt, verb: str, amounts: range, words: str) -> None:
    """Exactly those of the rules, in their order, and the limits in words."""
    assert text.sums(at.view()) == (verb, amounts)
    assert text.limits(at.view()) == words
    named = [one for one in actions(at) if one.startswith(verb)]
    assert named == [f"{verb} {chips}" for chips in amounts]


@pytest.mark.parametrize("at", [owing(), owing("4c", walk_price=4), opened(max_raises=0)])
def test_where_no_sum_may_be_named_there_are_none(at: Felt) -> None:
    if at.view().decision == "bet":
        at.play("p2 bet 2")
    assert list(text.sums(at.view())[1]) == []


def test_bb_36_a_fold_with_nothing_to_call_is_asked_back() -> None:
    """At the own turn and ahead of it; not with a bet to call, nor at a face-up 3."""
    at = opened()
    at_turn, ahead = text.doubt(at.view(1), "fold"), text.doubt(at.view(2), "fold")
    assert at_turn is not None
    assert ahead is not None
    assert at_turn.startswith("There is nothing to call, and a check keeps you in.")
    assert ahead.startswith("There is nothing for you to call as yet.")
    at.play("p2 check")
    assert text.doubt(at.view(2), "fold") == at_turn
    at.play("p3 bet 2")
    assert text.doubt(at.view(0), "fold") is None
    assert text.doubt(at.view(1), "fold") is None
    assert text.doubt(owing().view(1), "fold") is None


@pytest.mark.parametrize("action", ["check", "bet 2", "call", "raise 2", "match", "stay", "walk"])
def test_nothing_else_is_asked_back(action: str) -> None:
    for at in (opened(), opened().play("p2 bet 2"), owing()):
        assert all(text.doubt(at.view(seat), action) is None for seat in range(3))


def test_why_a_seat_has_no_turns() -> None:
    """It has folded, is all-in, is out; nothing is said while its turn may come."""
    at = opened(stacks=(100, 4, 100, 0)).play("p2 bet 3 / p3 fold")
    assert text.idle(at.view(0)) is None
    assert text.idle(at.view(1)) == "You are all-in: without chips nothing is asked."
    assert text.idle(at.view(2)) == "You have folded, and are asked again in the next deal."
    assert text.idle(at.view(3)) == "You have no chips left, and are out of the game."
    assert text.idle(at.view()) is None
    assert text.idle(felt(100, 100, 100).view(0)) is None


def test_posts_do_not_depend_on_cards_that_nobody_has_shown() -> None:
    """Ben holds a king and a wild 9, or two plain cards, or a 4; the posts are the same (X-5)."""
    said = set()
    for hole in ("Kh 9c", "2d 5s", "4h 4s"):
        at = felt(100, 100, 100).dealt(ANA, f"{hole} Ac 5d 8c Qd 7h", CHO)
        told = post(at)
        told += post(at.play("p2 bet 1")) + post(at.play("p3 call / p1 call"))
        said.add("\n".join([*told, *text.offers(at.view())]))
    assert len(said) == 1


# --- posts in general ----------------------------------------------------------------------------

TABLES = [
    ("baseball", 5),
    ("baseball (stack=30, extra_card=up, hidden_fours=on)", 6),
    ("baseball (stack=15, rainy_day=on, rain_scope=everyone)", 6),
    ("baseball (stack=40, walk_price=2)", 3),
]


def posts(game_text: str, seats: int, names: Sequence[str], label: str) -> list[str]:
    """All posts of a random game, one for each play, and each deal with the play before it."""
    game = registry.read_game(game_text, seats)
    kit = registry.kit(game.id)
    at = table.seat_players("t", game, persons(NAMES[:seats]))
    dice = numbers(label)
    said, kept = [], []
    while (turn := at.turn) is not None:
        legal = [action for action in game.legal(at.state, turn) if action != terms.FOLD]
        deal = Deal(SHOE.deck(at.deals + 1, game.deck))
        action = deal if turn == DEALER else legal[dice.below(len(legal))]
        change = table.enter(at, actor_name(turn), game.write(action))
        at = change.table
        kept += public_lines(kit.words, change.events, names)
        if at.turn == DEALER:
            continue
        question = kit.words.question(at.view(None), names, at.asked)
        said.append("\n".join([*kept, *([question] if question else [])]))
        kept = []
    return said


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_posts_are_short(game: str, seats: int) -> None:
    """Under 400 characters as a rule, and always under Discord's 2,000, whatever the names are."""
    said = posts(game, seats, NAMES[:seats], "short")
    assert len(said) > 10
    assert median(map(len, said)) < 400
    long = [shown_name("*_" * 16)] * seats
    assert len(long[0]) == 64
    assert max(map(len, posts(game, seats, long, "long"))) < 2000


def test_a_post_has_room_for_all_that_house_players_do_in_the_meantime() -> None:
    """Ana folds at once, and five others go on, to the showdown and into the next deal."""
    names = [shown_name("*_" * 16)] * 6
    game = registry.read_game("baseball (extra_card=up, rainy_day=on, deals=9)", 6)
    people = [Player(NAMES[0]), *(Player(name, "computer") for name in NAMES[1:6])]
    change = table.begin("t", game, people, 0, SHOE, None)
    said = []
    while change.table.outcome is None:
        at = change.table
        question = text.question(at.view(None), names, at.asked)
        assert question is not None
        said.append("\n".join([*public_lines(text, change.events, names), question]))
        assert at.turn is not None
        change = table.play(at, at.turn, "fold", 0, SHOE, None)
    assert len(said) >= 8
    assert max(map(len, said)) < 2000
    assert any("left out here" in one for one in said)


def test_a_showdown_of_six_with_all_cards_and_as_many_pots_as_there_can_be_fits_a_post() -> None:
    """Six stacks of different size, every name as long as a name can be, four walks."""
    hands = [
        *("2c 5c 4c+7s 6c x x x", "2d 5d 4d+8s 6d x x x", "2h 5h 4h+7d 6h x x x"),
        *("2s 5s 4s+8d 6s x x x", "Tc Td 9s Th x x x", "Ts Qs 3s x x x x"),
    ]
    at = felt(2, 3, 4, 5, 60, 100, bet_max=50).dealt(*hands).play("p6 match")
    at.play(f"p5 bet {at.amounts[-1]}")
    while at.turn != "dealer":
        at.play(f"{at.turn} {'call' if 'call' in at.legal else 'check'}")
    names = [shown_name("*_" * 16)] * 6
    story = text.story(at.events, names)
    assert sum(" shows " in line for line in story) == 6
    assert f"{text.shown_names(names)[4]} wins the main pot of 18 chips, side pot 1 of 5 chips" in (
        "\n".join(story)
    )
    assert "(p5)" in text.shown_names(names)[4]
    at.dealt(*["x x x"] * 6, dealer=at.state.standing.dealer)
    asked = at.game.window(at.state).seats
    question = text.question(at.view(), names, asked)
    assert question is not None
    assert len("\n".join([*story, *text.story(at.events, names), question])) < 2000


def test_a_long_story_keeps_its_end_and_what_counts() -> None:
    """Bets and cards are left out, from the oldest on, and the post says so."""
    bets = [[terms.BetMade(0, 5, False), terms.CardUp(1, at)] for at in range(40)]
    events = [event for both in bets for event in both]
    story = text.story([*events, terms.PotWon(2, 40), terms.DealEnds(1, (1, 2, 3), ())], NAMES)
    assert sum(len(line) + 1 for line in story) <= text.MOST_OF_STORY
    assert "left out" in story[0]
    assert story[-2].startswith("Cho wins 40 chips")
    assert story[1:3] != ["Ana bets 5.", "Dealt: Ben 2♣."]
    many = [terms.DealEnds(deal, (1, 2, 3), ()) for deal in range(1, 200)]
    assert text.story(many, NAMES)[-1] == "Deal 199 is over."
    assert sum(len(line) + 1 for line in text.story(many, NAMES)) <= text.MOST_OF_STORY


def test_names_are_cut_only_where_all_together_are_too_long() -> None:
    """Nothing that was escaped comes loose, and two players never look the same."""
    assert text.shown_names(["A" * 32, "Ben", "Cho"]) == ["A" * 32, "Ben", "Cho"]
    long = [shown_name("*" * 32), shown_name("_" * 32), "Maximilian von Habsburg-Lothringen"]
    for name in text.shown_names([*long, "Eli", "Fay"]):
        assert len(name) <= 24
        assert re.fullmatch(r"(\\[*_]|[^*_\\])*", name)
    same = text.shown_names([f"{'A' * 31}{n}" for n in range(6)])
    assert len(set(same)) == 6
    assert same[2].endswith("… (p3)")


# --- the histogram -------------------------------------------------------------------------------


def test_a_deal_counts_as_what_its_main_pot_was_won_with() -> None:
    at = opened().all_check(5)
    assert text.winning_hands(at.told) == ["three of a kind"]
    at = opened().play("p2 fold / p3 fold")
    assert text.winning_hands(at.told) == ["no showdown"]
    assert text.winning_hands(opened().told) == []
    assert text.WINNING_HANDS[0] == "five of a kind"
    assert len(text.WINNING_HANDS) == 11
