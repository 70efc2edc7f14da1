"""Ball Four with 40 cards, rule by rule: expected values are worked out by hand from the rules.

The tests are named after the clauses B40-1 to B40-22. In a test the seats are Ana (p1), Ben (p2),
Cho (p3), Dee (p4), Eli (p5). Where chance lays the cards, a slow reading of the rules, written
here, says what is right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

import pytest

from games import record, registry
from games.ball_four import forty, terms
from games.ball_four.forty import BallFour40, Beating, Choosing, Derby, Leading, Match, Over
from games.cards import RANKS, Card, read_card, write_card, write_cards
from games.core import (
    DEALER,
    Deal,
    Fact,
    IllegalAction,
    NotHeld,
    OptionError,
    WrongActor,
    WrongMoment,
)
from tests.games.ball_four.boards import Board, board_40, cards, stack
from tests.helpers import NAMES, Live, lines, numbers, public, stacked

FORTY_CARDS = [rank + suit for suit in "cdhs" for rank in "23456789TA"]
ORDER = "23456789TA"


def deal(hands: Sequence[str], dealer: int = 0) -> str:
    """The dealer's line of a record for these hands."""
    return "dealer deal " + " ".join(stack(BallFour40(), hands, dealer=dealer))


def box(seats: int, *parts: str, options: str = "") -> str:
    """A record: deals and plays one after the other, the plays of a line parted by " / "."""
    rows = [f"game: ball-four-40{options}", f"players: {', '.join(NAMES[:seats])}", ""]
    for row in "\n".join(parts).splitlines():
        rows += [play.strip() for play in row.split(" / ") if play.strip()]
    return "\n".join(rows) + "\n"


def play(seats: int, *parts: str, options: str = "") -> dict[str, Any]:
    """The position at the end of such a record, as `replay --json` gives it."""
    return record.position(box(seats, *parts, options=options))


QUICK = "9c 9d 9h 8c 8d 4c Tc Td"


def quick(leader: int, dealer: int, seats: int = 5) -> str:
    """An inning of five in which the leader goes out in two at-bats: 8 cards are left to each."""
    hands = ["" if at != leader else QUICK for at in range(seats)]
    others = [(leader + step) % seats for step in range(1, seats)]
    passes = " / ".join(f"p{at + 1} pass" for at in others)
    p = f"p{leader + 1}"
    return f"{deal(hands, dealer)}\n{p} play {QUICK[:-6]} / {passes}\n{p} play Tc Td"


def refusal(at: Board, who: str, text: str) -> tuple[str, Fact]:
    """Why somebody may not do something: the clause and the fact."""
    error = at.refused(f"{who} {text}")
    return error.clause, error.fact


def spot(
    *hands: str,
    high: str = "",
    owner: int = 0,
    tokens: int | Sequence[int] = 3,
    passed: Sequence[int] = (),
    rule: Any = None,
    **options: Any,
) -> Board:
    """The middle of an inning: these hands, and a high hand of `owner`, or else the owner's lead.

    The cards of the high hand are among those that have been played. `rule` is the 7th inning's.
    """
    at = board_40(hands, leader=owner, tokens=tokens, rule=rule, **options)
    if high:
        hand = BallFour40(**options).ranking.recognise(cards(high))
        assert hand is not None
        asked = [(owner + step) % len(hands) for step in range(1, len(hands))]
        if rule != "pinch-hitter":
            asked = [seat for seat in asked if seat not in passed]
        match, inning = at.state.match, at.state.inning
        at.state = Beating(match, inning, hand, owner, 1, tuple(asked), tuple(passed))
    return at


def dealt(seats: int, *parts: str, options: str = "") -> Board:
    """Where a record ends."""
    table = record.replay(record.read(box(seats, *parts, options=options))).table
    return Board(table.game, table.state)


# --- set-up --------------------------------------------------------------------------------------


def test_b40_01_three_to_five_players_and_40_cards() -> None:
    """The deck has no jacks, queens and kings; two and six players are refused."""
    assert sorted(map(write_card, BallFour40.deck)) == sorted(FORTY_CARDS)
    assert [write_card(card) for card in BallFour40.deck] == FORTY_CARDS  # the fair shuffle's order
    for seats in (3, 4, 5):
        assert BallFour40().turn(BallFour40().setup(seats)) == DEALER
    for seats in (2, 6):
        with pytest.raises(OptionError, match="3 to 5"):
            BallFour40().setup(seats)


def test_b40_01_the_ace_is_high() -> None:
    """An ace beats a ten, and the deuce beats nothing."""
    at = spot("3c 4c", "Ac 2c Tc 5c", "3d 4d", high="9h")
    assert at.legal_by("play") == ["play Ac", "play Tc"]
    assert spot("3c 4c", "Ac 2c Tc 5c", "3d 4d", high="Th").legal_by("play") == ["play Ac"]
    assert spot("3c 4c", "2c Tc", "3d 4d", high="Ah").legal_by("play") == []


def test_b40_01_a_king_is_no_card_of_this_game() -> None:
    """It can be read, it is in no hand, and a deal that names it is refused."""
    at = spot("3c 4c", "Ac 2h", "3d 4d", high="9h")
    assert refusal(at, "p2", "play Kc") == ("X-15", NotHeld(cards("Kc")))
    assert refusal(at, "p2", "foul Kh") == ("X-15", NotHeld(cards("Kh")))
    other = " ".join(["Kc", *FORTY_CARDS[1:]])
    with pytest.raises(record.RecordError) as caught:
        play(4, f"dealer deal {other}")
    assert caught.value.clause == "X-15"


def test_b40_02_three_strike_tokens_each() -> None:
    """Everybody starts with three, or with what the options say, and everybody sees them."""
    assert dealt(4, deal(["", "", "", ""])).tokens == [3, 3, 3, 3]
    fewer = dealt(3, deal(["", "", ""]), options=" (tokens=1)")
    assert fewer.tokens == [1, 1, 1]
    assert fewer.view().tokens == (1, 1, 1)


def test_b40_02_tokens_are_kept_across_innings() -> None:
    """Cho's foul ball costs a token of inning 1, and in inning 2 it is still missing."""
    first = deal(["", QUICK, "2h", "", ""])
    plays = f"p2 play {QUICK[:-6]} / p3 foul 2h / p4 pass / p5 pass / p1 pass / p2 play Tc Td"
    at = dealt(5, first, plays)
    assert at.turn == "dealer"
    assert at.tokens == [3, 3, 2, 3, 3]
    assert dealt(5, first, plays, deal([""] * 5, dealer=1)).tokens == [3, 3, 2, 3, 3]


def test_b40_02_what_exceeds_the_cap_is_lost() -> None:
    """A Home Run or a Ball Four with three tokens leaves three; another cap, another limit."""
    hands = ("5c 5d 5h 5s 2c", "6c 6d", "7c 7d")
    at = spot(*hands).play("p1 play 5c 5d 5h 5s")
    assert at.tokens == [3, 3, 3]
    assert [e.lost for e in at.told if isinstance(e, terms.TokenTaken)] == [True]
    at = spot(*hands, token_cap=4).play("p1 play 5c 5d 5h 5s")
    assert at.tokens == [4, 3, 3]
    assert [e.lost for e in at.told if isinstance(e, terms.TokenTaken)] == [False]
    at = spot("2c 2d", "9s 6c 6d", "7c 7d", high="9c 9d 9h").play("p2 ball-four 9s")
    assert at.tokens == [3, 3, 3]


@pytest.mark.parametrize(("seats", "each", "aside"), [(3, 13, 1), (4, 10, 0), (5, 8, 0)])
def test_b40_03_all_cards_are_dealt_as_evenly_as_possible(
    seats: int, each: int, aside: int
) -> None:
    """One card at a time from the dealer's left; with three players one card is left over."""
    order = numbers("b40-03").shuffled(FORTY_CARDS)
    position = play(seats, "dealer deal " + " ".join(order))
    for at, hand in enumerate(position["hands"]):
        place = (at - 1) % seats  # seat 1 deals, seat 2 gets the first card
        assert sorted(hand) == sorted(order[place : each * seats : seats])
        assert hand == sorted(hand, key=lambda card: (ORDER.index(card[0]), card[1]))
    assert sum(map(len, position["hands"])) == 40 - aside


def test_b40_03_the_card_aside_is_seen_by_nobody() -> None:
    """With three players the last card is in no view."""
    at = dealt(3, "dealer deal " + " ".join(FORTY_CARDS))
    assert at.state.inning.aside == cards("As")
    for viewer in (None, 0, 1, 2):
        view = at.game.view(at.state, viewer)
        assert read_card("As") not in (*view.hand, *view.played, *view.fouled)


def test_b40_04_the_dealers_left_leads_the_first_inning() -> None:
    """Seat 1 deals, seat 2 leads; nobody else may."""
    at = dealt(4, deal(["", "2c", "", ""]))
    assert at.turn == "p2"
    assert refusal(at, "p3", at.game.write(next(iter(at.game.legal(at.state, 1))))) == (
        "X-14",
        WrongActor(1),
    )


def test_b40_04_then_last_place_leads() -> None:
    """Inning by inning the tied player nearest from the dealer's left has the lead."""
    # Ben leads and wins, so Cho, Dee, Eli and Ana have 0, and Cho sits at the dealer Ben's left.
    one = quick(leader=1, dealer=0)
    two = quick(leader=2, dealer=1)
    three = quick(leader=3, dealer=2)
    assert play(5, one, deal([""] * 5, dealer=1))["turn"] == "p3"
    assert play(5, one, two, deal([""] * 5, dealer=2))["turn"] == "p4"
    # Eli and Ana are left with 0: Eli sits at the left of the dealer Dee, then Ana is alone.
    assert play(5, one, two, three, deal([""] * 5, dealer=3))["turn"] == "p5"
    four = quick(leader=4, dealer=3)
    assert play(5, one, two, three, four, deal([""] * 5, dealer=4))["turn"] == "p1"


def test_b40_04_the_dealer_is_last_among_the_tied() -> None:
    """Ana wins inning 1; Ben, who deals inning 2, and Cho have 0: Cho leads."""
    ana = "Ac 9c 9d 9h 8c 8d 4c 7c 7d 7h 6c 6d 5c"
    first = deal([ana, "2c", ""])
    plays = """
        p2 play 2c / p3 pass / p1 play Ac / p2 pass
        p1 play 9c 9d 9h 8c 8d 4c / p2 pass / p3 pass
        p1 play 7c 7d 7h 6c 6d 5c
    """
    second = play(3, first, plays, deal(["", "", ""], dealer=1))
    assert second["scores"] == [12 + 13, 0, 0]
    assert second["turn"] == "p3"


# --- hands ---------------------------------------------------------------------------------------

HOLDS = "9c 9d 9h 9s 8c 8d 8h 8s 4c 4d 4h 2c 3c"


@pytest.mark.parametrize(
    ("hand", "shape"),
    [
        ("9c", "single"),
        ("9c 9d", "double"),
        ("9c 9d 9h", "triple"),
        ("9c 9d 9h 9s", "home run"),
        ("9c 9d 9h 8c 8d", "scoring position"),
        ("9c 9d 8c 8d 8h", "scoring position"),
        ("9c 9d 9h 8c 8d 4c", "bases loaded"),
        ("4c 4d 4h 2c 9c 9d", "bases loaded"),
        ("9c 8c", None),
        ("9c 9d 8c", None),
        ("9c 9d 8c 8d", None),
        ("9c 9d 9h 8c", None),
        ("9c 9d 9h 9s 8c", None),
        ("9c 9d 9h 8c 2c", None),
        ("9c 9d 9h 9s 8c 8d", None),  # worked case 2: two ranks only
        ("9c 9d 9h 8c 8d 8h", None),  # worked case 2: 999 88 8
        ("9c 9d 9h 8c 4c 2c", None),
        ("9c 9d 8c 8d 4c 4d", None),
        ("9c 9d 9h 8c 8d 4c 2c", None),
        ("9c 9d 9h 9s 8c 8d 8h 8s", None),
        ("2c 3c 4c", None),
    ],
)
def test_b40_06_what_is_in_the_table_is_a_hand(hand: str, shape: str | None) -> None:
    """A lead is exactly one of the six kinds of hand; anything else is none."""
    at = spot(HOLDS, "2d 2h", "3d 3h")
    if shape is None:
        clause, fact = refusal(at, "p1", f"play {hand}")
        assert clause == "B40-6"
        assert isinstance(fact, terms.NoHand)
        assert set(fact.cards) == set(cards(hand))
    else:
        at.play(f"p1 play {hand}")
        assert at.state.high.shape.name == shape


def test_b40_06_two_triples_as_bases_loaded() -> None:
    """With the option 999 888 is Bases Loaded, compared by the 9, and 999 88 4 is no hand."""
    at = spot(HOLDS, "Tc Td Th 2d 2h 2s 3d", "3h 3s", bases_loaded="two-triples")
    assert refusal(at, "p1", "play 9c 9d 9h 8c 8d 4c")[0] == "B40-6"
    at.play("p1 play 9c 9d 9h 8c 8d 8h")
    assert at.state.high.shape.name == "bases loaded"
    assert at.legal_by("play") == ["play 2d 2h 2s Tc Td Th"]


@pytest.mark.parametrize(
    ("high", "hand", "fact"),
    [
        ("9h", "8c", terms.NotHigher),
        ("8h", "8c", terms.NotHigher),
        ("7h", "8c", None),
        ("7h", "8c 8d", terms.WrongType),
        ("8h 8s", "8c 8d", terms.NotHigher),
        ("7h 7s", "8c 8d", None),
        ("2c 2d 2h", "8c 8d 8h 8s", terms.WrongType),  # a Home Run does not beat a Triple
        ("2c 2d 2h", "8c 8d 8h", None),
        ("2c 2d 2h 3c 3d", "8c 8d 8h", terms.WrongType),
        ("2c 2d 2h Ac Ad", "5c 5d 5h 4c 4d", None),  # the triples are compared
        ("6c 6d 6h 3c 3d", "5c 5d 5h 8c 8d", terms.NotHigher),
        ("6c 6d 6h 3c 3d 2c", "8c 8d 8h 5c 5d", terms.WrongType),
        ("6c 6d 6h 3c 3d 2c", "8c 8d 8h 5c 5d 4c", None),
        ("9c 9d 9h 3c 3d 2c", "8c 8d 8h 5c 5d Ts", terms.NotHigher),
        ("7c 7d 7h 7s", "8c 8d 8h 8s", None),
        ("9c 9d 9h 9s", "8c 8d 8h 8s", terms.NotHigher),
    ],
)
def test_b40_06_only_a_higher_hand_of_the_same_type_beats(
    high: str, hand: str, fact: type[Fact] | None
) -> None:
    """Ben tries a hand over Ana's."""
    held = "8c 8d 8h 8s 5c 5d 5h 4c 4d Ts"
    at = spot("3h 3s", held, "6s 7s", high=high)
    if fact is None:
        at.play(f"p2 play {hand}")
        assert at.state.owner == 1
    else:
        clause, found = refusal(at, "p2", f"play {hand}")
        assert clause == "B40-6"
        assert isinstance(found, fact)


def test_x_15_only_cards_of_the_own_hand_each_named_once() -> None:
    """A play, a Ball Four or a foul ball with another's card, or with one card twice."""
    at = spot("3h 3s", "Tc Td 2h", "As 9s", high="9c 9d 9h")
    assert refusal(at, "p2", "play Tc Td Th") == ("X-15", NotHeld(cards("Th")))
    assert refusal(at, "p2", "ball-four 9s") == ("X-15", NotHeld(cards("9s")))
    assert refusal(at, "p2", "foul 2c") == ("X-15", NotHeld(cards("2c")))
    assert refusal(at, "p2", "play Tc Td Td") == ("X-15", terms.CardTwice(cards("Td")))
    assert refusal(at, "p2", "foul 2h 2h") == ("X-15", terms.CardTwice(cards("2h")))


# --- an at-bat -----------------------------------------------------------------------------------


def test_b40_07_a_lead_must_be_a_hand() -> None:
    """The leader may not pass, foul, or play Ball Four, and any hand of the cards can be led."""
    at = spot("9c 9d 2c", "2d 2h", "3d 3h")
    for text, tried in (("pass", "pass"), ("foul 2c", "foul"), ("ball-four 9c", "ball-four")):
        assert refusal(at, "p1", text) == ("B40-7", terms.MustLead(tried))
    assert at.legal == ["play 2c", "play 9c", "play 9c 9d", "play 9d"]


def test_b40_08_each_in_turn_beats_fouls_or_passes() -> None:
    """Clockwise from the owner; who beats stays in and is asked again, who passes is not."""
    at = spot("2c 3c", "5d 9d 3h", "6h 4h", "7s 8s", high="4c")
    assert at.turn == "p2"
    at.play("p2 play 5d / p3 pass")
    assert at.turn == "p4"
    at.play("p4 play 7s / p1 pass")
    assert at.turn == "p2"  # who has beaten is asked again
    at.play("p2 play 9d")
    assert at.turn == "p4"  # Cho and Ana are Out
    assert refusal(at, "p3", "play 6h") == ("B40-8", terms.AlreadyOut())
    assert refusal(at, "p1", "foul 3c") == ("B40-8", terms.AlreadyOut())
    assert at.view().out == (2, 0)


def test_b40_08_nobody_acts_out_of_turn() -> None:
    """Cho may not answer before Ben; at the lead nobody passes but for the leader's refusal."""
    at = spot("2c 3c", "5d 9d", "6h 4h", "7s 8s", high="4c")
    assert refusal(at, "p3", "play 6h") == ("X-14", WrongActor(1))
    assert refusal(at, "p3", "pass") == ("X-14", WrongActor(1))
    assert refusal(at, "p1", "pass") == ("X-14", WrongActor(1))
    leads = spot("2c 3c", "5d 9d", "6h 4h")
    assert refusal(leads, "p2", "pass") == ("X-14", WrongActor(0))


def test_b40_08_who_can_do_nothing_is_asked_all_the_same() -> None:
    """Nothing of Ben's beats an ace, and he has no token: he is asked all the same (X-5)."""
    at = spot("2c 3c", "5d 9d", "6h 4h", high="As", tokens=0)
    assert at.turn == "p2"
    assert at.legal == ["pass"]


def test_b40_09_the_owner_of_the_high_hand_leads_next() -> None:
    """All but one are Out: the last hand's player leads, and all play again."""
    at = spot("2c 3c", "5d 9d", "6h 4h 7h", high="4c").play("p2 play 5d / p3 play 6h / p1 pass")
    at.play("p2 pass")
    assert at.turn == "p3"
    assert isinstance(at.state, Leading)
    assert at.told[-1] == terms.AtBatWon(2)
    at.play("p3 play 4h")
    assert at.window.seats == (0, 1)


def test_b40_09_at_once_on_a_ball_four() -> None:
    """Cho and Ana are not asked any more."""
    at = spot("2c 2d", "9s 6c 6d", "7c 7d", high="9c 9d 9h").play("p2 ball-four 9s")
    assert isinstance(at.state, Leading)
    assert at.turn == "p2"


def test_b40_10_played_cards_are_gone_for_good() -> None:
    """A beaten hand, a Ball Four and discards are in nobody's hand afterwards."""
    at = spot("2c 3c", "5d 5h 9d 9s", "6h 6s 4h 8h", high="4c 4d")
    at.play("p2 play 5d 5h / p3 play 6h 6s / p1 pass / p2 foul 9s")
    assert at.hands == ["2c 3c", "9d", "4h 8h"]
    assert refusal(at, "p3", "play 6h") == ("X-15", NotHeld(cards("6h")))
    assert set(cards("5d 5h 6h 6s")) <= set(at.view().played)
    assert at.view().fouled == cards("9s")


# --- Ball Four -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("high", "options"),
    [
        ("9c 9d 9h", {}),
        ("9c 9d 9h 5c 5d", {}),
        ("9c 9d 9h 5c 5d 4c", {}),
        ("9c 9d 9h 5c 5d 5h", {"bases_loaded": "two-triples"}),
    ],
)
def test_b40_11_the_fourth_card_of_an_exposed_triple(high: str, options: dict[str, Any]) -> None:
    """It ends the at-bat, lies in the scoring area, takes a token and the lead."""
    at = spot("2c 2d", "9s 6c 6d", "7c 7d", high=high, tokens=1, **options)
    assert at.legal_by("ball-four") == ["ball-four 9s"]
    at.play("p2 ball-four 9s")
    assert at.turn == "p2"
    assert at.tokens == [1, 2, 1]
    assert at.hands == ["2c 2d", "6c 6d", "7c 7d"]
    assert at.view().scoring_areas == ((), cards("9s"), ())
    assert [type(event) for event in at.told] == [terms.BallFourWins, terms.TokenTaken]
    assert at.runs == [0, 0, 0]


def test_b40_11_either_fourth_card_of_two_triples() -> None:
    """With `two-triples` the lower Triple is exposed as well."""
    hands = ("2c 2d", "9s 5s 6d", "7c 7d")
    high = "9c 9d 9h 5c 5d 5h"
    at = spot(*hands, high=high, bases_loaded="two-triples")
    assert at.legal_by("ball-four") == ["ball-four 5s", "ball-four 9s"]
    at.play("p2 ball-four 5s")
    assert at.view().scoring_areas[1] == cards("5s")


@pytest.mark.parametrize(
    ("high", "card"),
    [
        ("9c", "9s"),
        ("9c 9d", "9s"),
        ("8c 8d 8h 8s", "9s"),
    ],
)
def test_b40_11_other_hands_expose_nothing(high: str, card: str) -> None:
    """Singles, Doubles and Home Runs are safe."""
    at = spot("2c 2d", "9s 6c 6d", "7c 7d", high=high)
    clause, fact = refusal(at, "p2", f"ball-four {card}")
    assert (clause, type(fact)) == ("B40-11", terms.NothingExposed)
    assert at.legal_by("ball-four") == []


def test_b40_11_the_double_and_the_single_expose_nothing() -> None:
    """Only the fourth of the Triple will do, not a card of the Double's or the Single's rank."""
    at = spot("2c 2d", "5h 4d 6d", "7c 9s", high="9c 9d 9h 5c 5d 4c")
    for card in ("5h", "4d", "6d"):
        assert refusal(at, "p2", f"ball-four {card}") == (
            "B40-11",
            terms.NotTheFourth(read_card(card), cards("9s")),
        )
    # a card that lies on the table is not the fourth
    assert refusal(at, "p2", "ball-four 9c")[0] == "B40-11"


def test_b40_11_not_on_the_own_hand() -> None:
    """Ana, who played the 9s, cannot lay the fourth; Ben can."""
    at = spot("9s 2d", "6c 6d", "7c 7d", high="9c 9d 9h")
    assert refusal(at, "p1", "ball-four 9s") == ("B40-11", terms.OwnHand())


def test_b40_11_a_covered_triple_is_safe() -> None:
    """Ben covers the 9s with tens: Cho's 9 is too late, the fourth ten is not."""
    at = spot("2c 2d", "Tc Td Th 3c", "9s Ts 4c", high="9c 9d 9h").play("p2 play Tc Td Th")
    assert refusal(at, "p3", "ball-four 9s") == (
        "B40-11",
        terms.NotTheFourth(read_card("9s"), cards("Ts")),
    )
    assert at.legal_by("ball-four") == ["ball-four Ts"]


def test_b40_11_a_ball_four_is_worth_nothing_at_the_end() -> None:
    """Ben goes out: Cho's Ball Four in front of her counts neither for him nor against her."""
    at = spot("2c 2d", "7c 7d", "9s 5c 3c", high="9c 9d 9h").play("p2 pass / p3 ball-four 9s")
    at.play("p3 play 3c / p1 pass / p2 play 7c / p3 pass / p2 play 7d")
    assert at.runs == [0, 3, 0]  # 2c 2d and 5c


@pytest.mark.parametrize("beaten", [False, True])
def test_b40_12_a_home_run_takes_a_token(beaten: bool) -> None:
    """Worked case 3: led with two tokens, three, also if it is beaten later."""
    at = spot("5c 5d 5h 5s 2c", "6c 6d 6h 6s 3c", "7c 7d", tokens=2)
    at.play("p1 play 5c 5d 5h 5s")
    assert at.tokens == [3, 2, 2]
    if beaten:
        at.play("p2 play 6c 6d 6h 6s")
        assert at.tokens == [3, 3, 2]
    else:
        at.play("p2 pass / p3 pass")
        assert at.tokens == [3, 2, 2]


# --- foul balls ----------------------------------------------------------------------------------


def test_b40_13_one_card_for_each_suit_of_the_high_hand() -> None:
    """Over 9s 9d: a spade, a diamond, or one of each; all choices are listed."""
    at = spot("2c 2d", "2h 3d 4d 5h 6s 7s 8c", "7c 7d", high="9d 9s")
    assert at.legal_by("foul") == [
        "foul 3d",
        "foul 3d 6s",
        "foul 3d 7s",
        "foul 4d",
        "foul 4d 6s",
        "foul 4d 7s",
        "foul 6s",
        "foul 7s",
    ]
    at.play("p2 foul 7s 4d")
    assert at.hands[1] == "2h 3d 5h 6s 8c"
    assert at.tokens == [3, 2, 3]
    assert at.view().fouled == cards("4d 7s")
    assert at.told == [terms.Fouled(1, cards("4d 7s"), 2, 5)]


@pytest.mark.parametrize(
    ("high", "most"),
    [("9s", 1), ("9s 9d", 2), ("9s 9d 9h", 3), ("9c 9d 9h 9s", 4), ("9s 9d 9h 8s 8d", 3)],
)
def test_b40_13_worked_case_1_as_many_cards_as_suits(high: str, most: int) -> None:
    """The suits of the high hand count, not its cards."""
    at = spot("2c 2d", "3c 3d 3h 3s 4c 4d 4h 4s 5c", "7c 7d", high=high)
    sizes = Counter(len(text.split()) - 1 for text in at.legal_by("foul"))
    assert max(sizes) == most
    assert min(sizes) == 1


def test_b40_13_other_suits_and_two_of_a_suit_are_refused() -> None:
    """Each refusal names what is wrong."""
    at = spot("2c 2d", "2h 3d 4d 6s", "7c 7d", high="9d 9s")
    clause, fact = refusal(at, "p2", "foul 2h")
    assert clause == "B40-13"
    assert isinstance(fact, terms.SuitNotThere)
    assert fact.cards == cards("2h")
    assert refusal(at, "p2", "foul 2h 6s")[1] == fact
    assert refusal(at, "p2", "foul 3d 4d") == ("B40-13", terms.TwoOfASuit(cards("3d 4d")))
    with pytest.raises(IllegalAction) as caught:
        at.game.check(at.state, 1, terms.Foul(()))
    assert caught.value.clause == "B40-13"


def test_b40_13_every_foul_ball_is_listed_and_no_other() -> None:
    """Random hands and high hands against a slow reading of B40-13, by trying all discards."""
    dice = numbers("fouls")
    game = BallFour40()
    most = 0
    for _ in range(60):
        order = dice.shuffled(game.deck)
        hand, others = tuple(sorted(order[:8])), order[8:]
        high = _some_hand(game, others[:20], dice)
        rest = [card for card in others if card not in high]
        at = spot(
            write_cards(rest[:2]), write_cards(hand), write_cards(rest[2:4]), high=write_cards(high)
        )
        suits = {card & 3 for card in high}
        wanted = set()
        for size in range(1, 6):
            for some in combinations(hand, size):
                held = [card & 3 for card in some]
                fits = set(held) <= suits and len(set(held)) == len(held)
                assert _accepts(at, "foul", some) == fits
                if fits:
                    wanted.add("foul " + write_cards(some))
        assert set(at.legal_by("foul")) == wanted
        most = max(most, len(wanted))
    assert most > 20


def _some_hand(game: BallFour40, held: Sequence[Card], dice: Any) -> tuple[Card, ...]:
    """Any hand of these cards, big ones as likely as small ones."""
    hands = list(game.ranking.playable(held))
    shapes = sorted({hand.shape.name for hand in hands})
    shape = shapes[dice.below(len(shapes))]
    hands = [hand for hand in hands if hand.shape.name == shape]
    return hands[dice.below(len(hands))].cards


def _accepts(at: Board, verb: str, some: Iterable[Card]) -> bool:
    turn = at.game.turn(at.state)
    assert turn is not None
    try:
        at.game.check(at.state, turn, at.game.parse(f"{verb} {write_cards(some)}"))
    except IllegalAction:
        return False
    return True


def test_b40_14_a_foul_ball_is_allowed_for_who_could_beat() -> None:
    """Ben holds tens over the nines, and may foul."""
    at = spot("2c 2d", "Tc Td 3d 2s", "7c 7d", high="9d 9s")
    assert "play Tc Td" in at.legal
    at.play("p2 foul 3d")
    assert at.turn == "p3"


def test_b40_14_without_a_token_only_the_foul_is_refused() -> None:
    """Beating, Ball Four and passing stay open."""
    at = spot("2c 2d", "Tc Td Th 9s", "7c 7d", high="9c 9d 9h", tokens=[3, 0, 3])
    assert refusal(at, "p2", "foul Tc") == ("B40-14", terms.NoToken())
    assert at.legal == ["ball-four 9s", "pass", "play Tc Td Th"]


def test_b40_14_without_a_card_of_the_suits_only_the_foul_is_refused() -> None:
    """No spade and no diamond: the foul is refused, the tens may still beat."""
    at = spot("2c 2d", "Tc Th 3h", "7c 7d", high="9d 9s")
    clause, fact = refusal(at, "p2", "foul 3h")
    assert clause == "B40-14"
    assert isinstance(fact, terms.NoCardOfSuits)
    assert at.legal == ["pass", "play Tc Th"]


def test_b40_15_a_foul_ball_is_a_pass() -> None:
    """Ben is Out, the at-bat goes on, and its owner wins it when all others are Out."""
    at = spot("2c 2d 4c", "3d 2s 5c", "7c 7d Tc Td", high="9d 9s").play("p2 foul 3d")
    assert at.turn == "p3"
    at.play("p3 play Tc Td / p1 pass")
    assert at.turn == "p3"  # Ben is not asked again, so Cho has won
    assert isinstance(at.state, Leading)
    lasts = spot("2c 2d 4c", "3d 2s 5c", "7d 7s", high="9d 9s").play("p2 pass / p3 foul 7d")
    assert isinstance(lasts.state, Leading)
    assert lasts.turn == "p1"


def test_b40_16_a_foul_ball_of_the_last_cards_is_a_walk_off() -> None:
    """Worked case 4: 9s 9d on the table, hand 4s 7d, one token: foul both and win the inning."""
    at = spot("2c 2d 3c", "4s 7d", "7c 8c", high="9d 9s", tokens=[3, 1, 3])
    at.play("p2 foul 4s 7d")
    assert at.turn == "dealer"
    assert at.runs == [0, 5, 0]
    assert at.tokens == [3, 0, 3]


# --- the end of an inning ------------------------------------------------------------------------


def test_b40_17_a_run_for_each_card_of_the_opponents() -> None:
    """At once when a hand is empty: nobody may answer, and nobody else scores."""
    at = spot("9c 9d 9h", "9s 2c", "3c 4c 5c", "6c").play("p1 play 9c 9d 9h")
    assert at.turn == "dealer"
    assert at.runs == [6, 0, 0, 0]
    assert at.hands == ["", "", "", ""]
    ends = at.told[-1]
    assert isinstance(ends, terms.InningEnds)
    assert (ends.winner, ends.counts, ends.gained) == (0, (0, 2, 3, 1), (6, 0, 0, 0))


def test_b40_17_a_walk_off_by_ball_four_takes_the_token_first() -> None:
    """Cho lays her last card: the token is hers, then the inning is over."""
    at = spot("2c 2d", "7c 7d 7h", "9s", high="9c 9d 9h", tokens=1).play(
        "p2 pass / p3 ball-four 9s"
    )
    assert at.tokens == [1, 1, 2]
    assert at.runs == [0, 0, 5]
    kinds = [type(event) for event in at.told]
    assert kinds == [terms.Passed, terms.BallFourWins, terms.TokenTaken, terms.InningEnds]


def test_b40_17_a_walk_off_by_a_home_run_takes_the_token_first() -> None:
    """The token of B40-12 is taken when the Home Run is played, though it ends the inning."""
    at = spot("5c 5d 5h 5s", "7c 7d 7h", "9s", tokens=1).play("p1 play 5c 5d 5h 5s")
    assert at.tokens == [2, 1, 1]
    assert at.runs == [4, 0, 0]


def test_b40_17_the_line_score_has_the_runs_of_each_inning() -> None:
    """Ben's 32 in inning 1, Cho's 32 in inning 2."""
    at = dealt(5, *EIGHT[:2])
    assert at.view().lines == ((0, 32, 0, 0, 0), (0, 0, 32, 0, 0))
    assert at.view().runs == (0, 32, 32, 0, 0)


EIGHT = tuple(
    quick(leader, dealer=number % 5) for number, leader in enumerate((1, 2, 3, 4, 0, 1, 2, 3))
)


def test_b40_18_always_nine_innings_and_most_runs_win() -> None:
    """Ben, Cho and Dee lead with 64 after eight; inning 9 is played, Ben wins it and the game."""
    eight = play(5, *EIGHT)
    assert eight["turn"] == "dealer"
    assert eight["scores"] == [32, 64, 64, 64, 32]
    assert eight["finished"] is False
    # Eli, level with Ana in last place and at the left of the dealer Dee, leads a deuce.
    ninth = """
        p5 play 2c / p1 pass / p2 play Ac / p3 pass / p4 pass / p5 pass
        p2 play 9c 9d 9h 8c 8d 4c / p3 pass / p4 pass / p5 pass / p1 pass
        p2 play Tc
    """
    hands = ["", "Ac 9c 9d 9h 8c 8d 4c Tc", "", "", "2c"]
    over = play(5, *EIGHT, deal(hands, dealer=3), ninth)
    assert over["reason"] == "innings"
    assert over["scores"] == [32, 64 + 31, 64, 64, 32]
    assert over["places"] == [4, 1, 2, 2, 4]
    assert over["turn"] is None
    assert over["hands"] == [[], [], [], [], []]


def test_b40_18_the_number_of_innings_is_an_option() -> None:
    """A game of one inning ends with it."""
    over = play(5, EIGHT[0], options=" (innings=1)")
    assert over["reason"] == "innings"
    assert over["scores"] == [0, 32, 0, 0, 0]
    assert over["places"] == [2, 1, 2, 2, 2]


# --- the Home Run Derby --------------------------------------------------------------------------

TWO_LEVEL = EIGHT[:2]


def derby(order: Sequence[int], hands: Sequence[str]) -> str:
    """A dealer's line that deals seven cards to each seat, one at a time in this order."""
    named = [hand.split() for hand in hands]
    assert all(len(hand) == 7 for hand in named)
    assert len(order) == len(hands)
    top = [hand[turn] for turn in range(7) for hand in named]
    assert len(set(top)) == len(top)
    rest = [card for card in FORTY_CARDS if card not in top]
    return "dealer deal " + " ".join([*top, *rest])


NINES = ("9c 9d 2c 3d 4h 5s 7c", "9h 9s 2d 3h 4s 5c 7d")


def test_b40_19_the_tied_at_the_top_get_seven_cards() -> None:
    """Ben and Cho have 32 each after two innings: a whole deck is due, and no seat is asked."""
    due = play(5, *TWO_LEVEL, options=" (innings=2)")
    assert due["turn"] == "dealer"
    assert due["finished"] is False
    assert due["places"] is None
    # Ben dealt inning 2, so Cho deals the Derby, and Ben gets the first card.
    scoring = "9c 9d 9h 4c 4d 2c 2d"
    line = derby([1, 2], [scoring, "Ac Ad Ah As 3c 5c 6c"])
    over = play(5, *TWO_LEVEL, line, options=" (innings=2)")
    assert over["finished"]
    assert over["reason"] == "derby"
    assert over["scores"] == [0, 32, 32, 0, 0]
    assert over["places"] == [3, 1, 2, 3, 3]  # Scoring Position beats a Home Run of aces
    assert over["turn"] is None
    assert over["hands"] == [[], [], [], [], []]


def test_b40_19_what_the_strongest_hands_are_is_told() -> None:
    """Everybody sees the combination of each; only the player sees all seven cards."""
    hands = ["9c 9d 9h 4c 4d 2c 3d", "Ac Ad Ah As 3c 5c 6c"]
    at = dealt(5, *TWO_LEVEL, options=" (innings=2)")
    assert at.view().tied == (1, 2)
    deal_line = derby([1, 2], hands).removeprefix("dealer ")
    at.play(f"dealer {deal_line}")
    shown = [event for event in public(at.told) if isinstance(event, terms.DerbyHand)]
    assert [(event.seat, event.hand.shape.name) for event in shown] == [
        (1, "bases loaded"),
        (2, "home run"),
    ]
    assert shown[1].hand.cards == cards("Ac Ad Ah As")
    own = [(event.to, set(event.cards)) for event in at.told if isinstance(event, terms.HandDealt)]
    assert own == [(1, set(cards(hands[0]))), (2, set(cards(hands[1])))]


def test_b40_19_no_kickers_and_a_second_round() -> None:
    """Nines and nines are level whatever else is held; the second round is a new shuffle."""
    first = derby([1, 2], NINES)
    again = play(5, *TWO_LEVEL, first, options=" (innings=2)")
    assert again["turn"] == "dealer"
    assert again["finished"] is False
    # Cho dealt round 1, so Ben deals round 2 and Cho gets the first card.
    second = derby([2, 1], ["Tc Td 2c 3d 4h 5s 7c", "9h 9s 2d 3h 4s 5c 7d"])
    over = play(5, *TWO_LEVEL, first, second, options=" (innings=2)")
    assert over["reason"] == "derby"
    assert over["places"] == [3, 2, 1, 3, 3]
    at = dealt(5, *TWO_LEVEL, first, options=" (innings=2)")
    view = at.view()
    assert [(who, hand.cards) for who, hand in view.shown] == [
        (1, cards("9c 9d")),
        (2, cards("9h 9s")),
    ]


def test_b40_19_only_those_still_tied_repeat() -> None:
    """Ben is behind in round 1 and shares the second place with the loser of round 2."""
    three = EIGHT[:3]
    # Cho dealt inning 3: Dee deals round 1, then Ben, Cho and Dee get cards in this order.
    first = derby([1, 2, 3], ["8c 8d 2h 3s 4c 5d 6h", *NINES])
    due = dealt(5, *three, first, options=" (innings=3)")
    assert due.view().tied == (2, 3)
    assert due.state.match.dealer == 2  # the next after Dee among Cho and Dee
    second = derby([3, 2], ["8c 8d 2c 3d 4h 5s 7c", "7h 7s 2d 3h 4s 5c 6d"])
    over = play(5, *three, first, second, options=" (innings=3)")
    assert over["scores"] == [0, 32, 32, 32, 0]
    assert over["places"] == [4, 2, 2, 1, 4]


@pytest.mark.parametrize(
    ("strong", "weak"),
    [
        ("2c 2d 2h 3c 3d 4c 5c", "Ac Ad Ah Tc Td Th Ts"),  # Bases Loaded, Scoring Position
        ("2c 2d 2h 3c 3d 3h 3s", "Ac Ad Ah As Tc 9c 8c"),  # Scoring Position, Home Run
        ("2c 2d 2h 2s 4c 6c 8c", "Ac Ad Ah Tc 9c 8d 7c"),  # Home Run, Triple
        ("2c 2d 2h 4c 6c 8c 9c", "Ac Ad Tc Td 5c 7c 3c"),  # Triple, Double
        ("2c 2d 4c 6c 8c 9c 3c", "Ac Td 4h 5c 7c 9d 3d"),  # Double, Single
        ("Ac 2c 4c 5c 6c 7c 8c", "Td 9d 8d 7d 6d 5d 4d"),  # the rank decides
        ("5c 5d 5h 2c 2d 4c 7c", "3c 3d 3h Ac Ad Tc 9c"),  # by the Triple, not by the rest
    ],
)
def test_b40_19_types_then_ranks(strong: str, weak: str) -> None:
    """The better hand wins from either seat."""
    assert play(5, *TWO_LEVEL, derby([1, 2], [strong, weak]), options=" (innings=2)")["places"] == [
        3,
        1,
        2,
        3,
        3,
    ]
    assert play(5, *TWO_LEVEL, derby([1, 2], [weak, strong]), options=" (innings=2)")["places"] == [
        3,
        2,
        1,
        3,
        3,
    ]


def _strength(some: Sequence[Card], two_triples: bool) -> tuple[int, int] | None:
    """What cards are worth in a Derby, by the groups that they fall into (B40-19)."""
    groups = Counter(RANKS[card >> 2] for card in some)
    sizes = sorted(groups.values(), reverse=True)
    loaded = [3, 3] if two_triples else [3, 2, 1]
    kinds = [[1], [2], [3], [4], [3, 2], loaded]
    if sizes not in kinds:
        return None
    most = max(ORDER.index(rank) for rank in groups if groups[rank] == sizes[0])
    return kinds.index(sizes), most


@pytest.mark.parametrize("bases_loaded", ["triple-double-single", "two-triples"])
def test_b40_19_the_strongest_of_all_combinations_wins(bases_loaded: Any) -> None:
    """Random Derbies against a slow reading of the rules, by trying all combinations."""
    game = BallFour40(bases_loaded=bases_loaded)
    dice = numbers(f"derby {bases_loaded}")
    endings: Counter[int] = Counter()
    for number in range(150):
        seats = 3 + dice.below(3)
        tied = tuple(sorted(dice.shuffled(range(seats))[: 2 + dice.below(seats - 1)]))
        match = Match(9, tied[number % len(tied)], (), (50,) * seats, (3,) * seats)
        order = dice.shuffled(game.deck)
        if number % 3:  # few ranks on top make good hands, and ties
            dealt_out = 7 * len(tied)
            ranks = dice.shuffled(game.ranking.order)
            order.sort(key=lambda card: ranks.index(card >> 2))
            order = dice.shuffled(order[:dealt_out]) + order[dealt_out:]
        s, events = game.apply(Derby(match, 1, tied), DEALER, Deal(tuple(order)))
        own = {e.to: e.cards for e in events if isinstance(e, terms.HandDealt)}
        assert set(own) == set(tied)
        best = {
            who: max(
                worth
                for size in range(1, 8)
                for some in combinations(own[who], size)
                if (worth := _strength(some, bases_loaded == "two-triples")) is not None
            )
            for who in tied
        }
        shown = {e.seat: e.hand for e in events if isinstance(e, terms.DerbyHand)}
        for who in tied:
            assert set(shown[who].cards) <= set(own[who])
            assert _strength(shown[who].cards, bases_loaded == "two-triples") == best[who]
        still = [who for who in tied if best[who] == max(best.values())]
        endings[len(still)] += 1
        if len(still) == 1:
            assert isinstance(s, Over)
            assert s.winner == still[0]
        else:
            assert isinstance(s, Derby)
            assert list(s.tied) == still
    assert endings[1] > 20
    assert sum(endings.values()) > endings[1]


# --- the 7th Inning Stretch ----------------------------------------------------------------------

SIX = EIGHT[:6]


def test_b40_20_after_inning_six_the_last_place_chooses() -> None:
    """Before inning 7 is shuffled; Cho, level at 32, sits nearest to the left of the dealer Ben."""
    at = play(5, *SIX, options=" (stretch=on)")
    assert at["scores"] == [32, 64, 32, 32, 32]
    assert at["turn"] == "p3"
    assert at["legal"] == ["choose double-header", "choose none", "choose pinch-hitter"]
    assert at["hands"] == [[], [], [], [], []]
    assert play(5, *SIX, "p3 choose none", options=" (stretch=on)")["turn"] == "dealer"
    assert play(5, *SIX)["turn"] == "dealer"  # off by default
    assert play(5, *SIX[:5], options=" (stretch=on)")["turn"] == "dealer"


def test_b40_20_only_if_there_is_an_inning_seven() -> None:
    """A game of six innings ends there; one of seven has its Stretch."""
    assert play(5, *SIX, options=" (innings=6, stretch=on)")["reason"] == "innings"
    assert play(5, *SIX, options=" (innings=7, stretch=on)")["turn"] == "p3"


def test_b40_20_refusals() -> None:
    """Others than the last place, another moment, another action."""
    at = dealt(5, *SIX, options=" (stretch=on)")
    assert isinstance(at.state, Choosing)
    assert refusal(at, "p1", "choose none") == ("B40-20", terms.NotLastPlace(2))
    clause, fact = refusal(at, "p3", "pass")
    assert (clause, type(fact)) == ("X-14", WrongMoment)
    assert refusal(at, "p4", "pass") == ("X-14", WrongActor(2))
    early = spot("2c 2d", "3c 3d", "4c 4d", stretch=True)
    assert refusal(early, "p1", "choose none") == ("B40-20", terms.NoStretch(True))
    never = spot("2c 2d", "3c 3d", "4c 4d", high="9c")
    assert refusal(never, "p2", "choose double-header") == ("B40-20", terms.NoStretch(False))


def test_b40_20_silence_is_no_special_rule() -> None:
    """A time-out, or a seat that has resigned, chooses none."""
    at = dealt(5, *SIX, "clock p3", options=" (stretch=on)")
    assert at.turn == "dealer"
    assert at.state.match.stretch == forty.Stretch("none", 2)
    resigned = dealt(5, *SIX, "house resign p3", options=" (stretch=on)")
    assert resigned.turn == "dealer"
    assert resigned.state.match.stretch == forty.Stretch("none", 2)


def test_b40_20_for_inning_seven_only() -> None:
    """The rule in force and who chose it are public, and both are gone in inning 8."""
    chosen = dealt(5, *SIX, "p3 choose double-header", options=" (stretch=on)")
    view = chosen.view()
    assert view.stretch == forty.Stretch("double-header", 2)
    seventh = dealt(5, *SIX, "p3 choose double-header", EIGHT[6], options=" (stretch=on)")
    assert seventh.view().stretch is None
    eighth = dealt(5, *SIX, "p3 choose double-header", *EIGHT[6:], options=" (stretch=on)")
    assert eighth.runs == [32, 64, 32 + 64, 32 + 32, 32]


def test_b40_21_double_header_scores_two_for_each_card() -> None:
    """Cho goes out in inning 7 while 32 cards are held: 64 runs."""
    plays = (*SIX, "p3 choose double-header", EIGHT[6])
    assert play(5, *plays, options=" (stretch=on)")["scores"] == [32, 64, 96, 32, 32]
    at = spot("9c", "2c 2d", "3c", rule="double-header").play("p1 play 9c")
    assert at.runs == [6, 0, 0]
    plain = spot("9c", "2c 2d", "3c", rule="none").play("p1 play 9c")
    assert plain.runs == [3, 0, 0]


PINCH = ("2c 2d 2h Ts", "5d 9d 3h 3s", "6h 4h 8h Th", "7s 8s Ad As")


def test_b40_22_pinch_hitter_nobody_is_out() -> None:
    """Ben passes over the 4 and is asked again over Cho's 6, where he may beat or pass."""
    at = spot(*PINCH, high="4c", rule="pinch-hitter")
    at.play("p2 pass / p3 play 6h / p4 pass / p1 pass")
    assert at.turn == "p2"
    assert at.legal == ["pass", "play 9d"]
    assert refusal(at, "p2", "foul 3h") == ("B40-22", terms.OnlyBeatOrPass())
    assert at.view().beat_or_pass == (1, 3, 0)
    assert at.view().out == ()
    at.play("p2 play 9d")
    assert at.turn == "p3"
    assert at.view().beat_or_pass == (3, 0)


def test_b40_22_pinch_hitter_the_end_of_an_at_bat() -> None:
    """It ends when all others have passed or fouled since the last beat, not a turn earlier."""
    at = spot(*PINCH, high="4c", rule="pinch-hitter")
    at.play("p2 pass / p3 pass")
    assert isinstance(at.state, Beating)
    assert at.turn == "p4"
    led = spot(*PINCH, high="4c", rule="pinch-hitter").play("p2 pass / p3 pass / p4 pass")
    assert isinstance(led.state, Leading)
    assert led.turn == "p1"
    at.play("p4 play 7s / p1 pass / p2 pass")
    assert at.turn == "p3"
    at.play("p3 pass")
    assert isinstance(at.state, Leading)
    assert at.turn == "p4"
    assert at.told[-1] == terms.AtBatWon(3)


def test_b40_22_pinch_hitter_a_foul_ball_counts_as_a_pass() -> None:
    """Ben fouls, is asked again over the next hand, may not foul again, but may beat."""
    at = spot(*PINCH, high="5c 5h", rule="pinch-hitter")
    at.play("p2 foul 3h / p3 pass / p4 play Ad As / p1 pass")
    assert at.turn == "p2"
    assert refusal(at, "p2", "foul 3s")[0] == "B40-22"
    at.play("p2 pass / p3 pass")
    assert at.turn == "p4"
    assert isinstance(at.state, Leading)
    ends = spot(*PINCH, high="9h", rule="pinch-hitter").play("p2 foul 3h / p3 foul 4h / p4 pass")
    assert ends.turn == "p1"
    assert isinstance(ends.state, Leading)


def test_b40_22_pinch_hitter_no_ball_four_after_a_pass() -> None:
    """Dee has passed; on Cho's nines she may not lay the fourth, but she may beat them."""
    hands = ("2c 2d 2h 2s", "3c 3d 3h", "9c 9d 9h 4c", "9s Tc Td Th 5c")
    at = spot(*hands, high="7c 7d 7h", rule="pinch-hitter", passed=(3,))
    at.play("p2 pass / p3 play 9c 9d 9h")
    assert at.turn == "p4"
    assert refusal(at, "p4", "ball-four 9s") == ("B40-22", terms.OnlyBeatOrPass())
    assert at.legal == ["pass", "play Tc Td Th"]


def test_b40_22_pinch_hitter_beating_opens_everything_again() -> None:
    """Dee, who had passed, beats with tens; on Ana's aces she may foul or lay the fourth."""
    hands = ("2c 2d 2h Ac Ad Ah", "3c 3d 3h 4d", "9c 9d 9h 4c", "As Tc Td Th 5c")
    at = spot(*hands, high="7c 7d 7h", rule="pinch-hitter", passed=(3,), owner=2)
    at.play("p4 play Tc Td Th / p1 play Ac Ad Ah / p2 pass / p3 pass")
    assert at.turn == "p4"
    assert at.legal == ["ball-four As", "foul 5c", "pass"]


def test_b40_22_pinch_hitter_full() -> None:
    """With the option all of B40-8 is open at every turn, and fouling again costs again."""
    hands = ("2c 2d 2h Ac", "3c 3d 3h 4d", "9c 9d 9h 4c", "9s Tc Td 5c 6s")
    options: dict[str, Any] = {"rule": "pinch-hitter", "pinch_hitter_full": True}
    at = spot(*hands, high="7c 7d 7h", passed=(3,), **options)
    at.play("p2 foul 3d / p3 play 9c 9d 9h")
    fouls = ["foul 5c", "foul 5c Td", "foul Tc", "foul Tc Td", "foul Td"]
    assert at.legal == ["ball-four 9s", *fouls, "pass"]
    assert at.view().beat_or_pass == ()
    at.play("p4 foul 5c / p1 pass / p2 foul 3c")
    assert at.turn == "p3"
    assert isinstance(at.state, Leading)
    assert at.tokens == [3, 1, 3, 2]


def test_b40_22_pinch_hitter_asks_again_under_a_new_key() -> None:
    """Ben is asked once over each high hand: what he was asked before is another question."""
    at = spot(*PINCH, high="4c", rule="pinch-hitter")
    first = at.window
    at.play("p2 pass / p3 play 6h / p4 pass / p1 pass")
    assert at.turn == "p2"
    again = at.window
    assert again.key != first.key
    assert (again.scope, again.decision) == (first.scope, first.decision)


def test_b40_22_pinch_hitter_a_plan_answers_one_question() -> None:
    """Ben's plan passes for him once; over the next hand he is asked."""
    options = "ball-four-40 (innings=7, stretch=on)"
    decks = [row.split()[2:] for row in "\n".join(SIX).splitlines() if row.startswith("dealer")]
    seventh = stack(BallFour40(), ["6d", "3d Td", "2c 4d", "", "9d"], dealer=1)
    at = Live(options, NAMES[:5], stacked(*decks, seventh))
    for row in "\n".join(SIX).splitlines():
        if not row.startswith("dealer"):
            at.plays(row)
    at.play("p3", "choose pinch-hitter")
    at.plays("p3 play 4d / p4 pass / p5 pass")
    at.plan("p2", "pass")
    assert lines(at.play("p1", "play 6d")) == ["p1 play 6d", "p2 pass # plan"]
    assert at.table.plans == ()
    at.plays("p3 pass / p4 pass / p5 play 9d / p1 pass")
    assert at.turn == "p2"


def test_b40_22_pinch_hitter_plans_of_who_has_passed() -> None:
    """Ben has passed: he may leave a hand or a pass ahead, but no Ball Four and no foul ball."""
    hands = ("2c 2d", "9s Tc Td Th", "4c 4d 4h 8s")
    at = spot(*hands, high="8c 8d 8h", owner=0, rule="pinch-hitter").play("p2 pass")
    for text in ("ball-four", "foul Tc"):
        with pytest.raises(IllegalAction) as caught:
            at.game.left(at.state, 1, text)
        assert (caught.value.clause, caught.value.fact) == ("B40-22", terms.OnlyBeatOrPass())
    assert at.game.left(at.state, 1, "play Tc Td Th else pass").scopes == (at.window.scope,)
    full = spot(*hands, high="8c 8d 8h", owner=0, rule="pinch-hitter", pinch_hitter_full=True).play(
        "p2 pass"
    )
    assert full.game.left(full.state, 1, "ball-four or foul Tc").text == "ball-four or foul Tc"


def test_b40_13_a_foul_ball_left_ahead_waits_for_its_suits() -> None:
    """The high hand may still become one with spades; two cards over a Single never fit."""
    at = spot("2c 2d", "3c 9s 4d", "6s 7h 4c", high="8c")
    assert at.game.left(at.state, 2, "foul 6s else pass").text == "foul 6s else pass"
    clause, fact = _left_refused(at, 2, "foul 6s 7h")
    assert clause == "B40-13"
    assert isinstance(fact, terms.SuitNotThere)
    # Ben is at turn: for him it is this high hand or none
    assert _left_refused(at, 1, "foul 9s")[0] == "B40-13"
    at.play("p2 play 9s")
    plan = at.game.left(at.state, 2, "foul 6s")
    assert at.game.resolve(at.state, 2, plan) == terms.Foul(cards("6s"))


def _left_refused(at: Board, who: int, text: str) -> tuple[str, Fact]:
    with pytest.raises(IllegalAction) as caught:
        at.game.left(at.state, who, text)
    return caught.value.clause, caught.value.fact


# --- options -------------------------------------------------------------------------------------


def test_options_stand_in_the_order_of_the_rulebook() -> None:
    """All six, with their defaults."""
    assert play(4, deal([""] * 4))["options"] == {
        "innings": 9,
        "tokens": 3,
        "token_cap": 3,
        "bases_loaded": "triple-double-single",
        "stretch": False,
        "pinch_hitter_full": False,
    }
    assert list(registry.options_of(BallFour40())) == [
        *("innings", "tokens", "token_cap", "bases_loaded", "stretch", "pinch_hitter_full")
    ]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ("innings=0", "innings is 1 to 99, not 0"),
        ("innings=-3", "innings is 1 to 99, not -3"),
        ("innings=100", "innings is 1 to 99, not 100"),
        ("token_cap=0", "token_cap is 1 or more, not 0"),
        ("tokens=4", "tokens is 0 to 3, the token_cap, not 4"),
        ("tokens=-1", "tokens is 0 to 3, the token_cap, not -1"),
        ("tokens=3, token_cap=2", "tokens is 0 to 2, the token_cap, not 3"),
        ("token_cap=2", "tokens is 0 to 2, the token_cap, not 3"),
        ("bases_loaded=grand-slam", "triple-double-single or two-triples"),
        ("stretch=maybe", "on or off"),
        ("pinch_hitter_full=yes", "on or off"),
    ],
)
def test_options_that_make_no_sense_are_refused(options: str, expected: str) -> None:
    """Each with what was expected (X-13)."""
    with pytest.raises(OptionError, match=expected):
        registry.read_game(f"ball-four-40 ({options})", 4)


def test_tokens_and_their_cap_go_together() -> None:
    """Nothing to start with, a higher cap, or a lower one that both keep to."""
    assert dealt(3, deal([""] * 3), options=" (tokens=0)").tokens == [0, 0, 0]
    assert dealt(3, deal([""] * 3), options=" (tokens=5, token_cap=5)").tokens == [5, 5, 5]
    assert dealt(3, deal([""] * 3), options=" (tokens=1, token_cap=1)").tokens == [1, 1, 1]


# --- moments, windows, time-outs -----------------------------------------------------------------


def test_x_9_time_outs() -> None:
    """A pass; or the lowest single is led, of equal ranks the first in the order c d h s."""
    led = spot("3s 3d 4c Ac", "5c 6c", "7c 8c").play("clock p1")
    assert led.state.high.cards == cards("3d")
    assert led.turn == "p2"
    led.play("clock p2")
    assert led.turn == "p3"
    assert led.hands[1] == "5c 6c"
    assert led.tokens == [3, 3, 3]


def test_x_9_a_last_card_led_by_the_clock_ends_the_inning() -> None:
    """The lowest single may be the only card."""
    assert spot("3s", "5c 6c", "7c 8c").play("clock p1").runs == [4, 0, 0]


def test_x_14_actions_of_another_moment() -> None:
    """A deal while an inning goes on, a play while a shuffle is due, anything after the end."""
    at = spot("2c 3c", "5d 9d", "6h 4h", high="4c")
    with pytest.raises(IllegalAction) as caught:
        at.game.check(at.state, DEALER, Deal(at.game.deck))
    assert caught.value.clause == "X-14"
    due = dealt(5, EIGHT[0])
    assert refusal(due, "p2", "pass") == ("X-14", WrongActor(DEALER))
    over = dealt(5, EIGHT[0], options=" (innings=1)")
    assert refusal(over, "p2", "pass") == ("X-14", WrongActor(None))
    assert over.turn == "nobody"


def test_a_window_is_one_high_hand_and_its_scope_one_at_bat() -> None:
    """A pass leaves the key, a new high hand changes it, and the next at-bat is another scope."""
    at = spot("2c 3c", "5d 9d 2d", "6h 4h 2h", "7s 8s 2s")
    lead = at.window
    assert (lead.decision, lead.seats) == ("lead", (0,))
    first = at.play("p1 play 2c").window
    assert (first.decision, first.seats) == ("beat", (1, 2, 3))
    passed = at.play("p2 pass").window
    assert (passed.key, passed.seats) == (first.key, (2, 3))
    beaten = at.play("p3 play 6h").window
    assert beaten.seats == (3, 0)  # Ben is Out
    new = at.play("p4 pass / p1 pass").window
    assert lead.scope == first.scope == beaten.scope != new.scope
    assert len({lead.key, first.key, beaten.key, new.key}) == 4


def test_the_view_shows_the_high_hand_and_what_it_exposes() -> None:
    """To a spectator: the hand, its owner, the exposed rank, and how many cards are held."""
    at = spot("2c 3c", "5d 9d 2d", "6h", high="9c 9h 9s 4c 4d")
    view = at.view()
    assert view.high is not None
    assert view.high.cards == cards("4c 4d 9c 9h 9s")
    assert view.high.exposed == (RANKS.index("9"),)
    assert view.owner == 0
    assert view.counts == (2, 3, 1)
    assert view.hand == ()
    assert at.game.view(at.state, 2).hand == cards("6h")
