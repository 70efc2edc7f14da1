"""What the channel reads of Ball Four with 40 cards, from the posts alone.

Ana (p1) leads in the second inning, then come Ben (p2), Cho (p3), Dee (p4).
"""

from __future__ import annotations

from msgspec.structs import replace

from games.ball_four import forty, terms, text_40
from games.ball_four.forty import BallFour40
from games.cards import write_cards
from games.core import Outcome
from tests.games.ball_four.boards import Board, board_40, cards
from tests.games.ball_four.posts import called, post
from tests.helpers import NAMES

HANDS = ["9c 9d 9h 8c 8d 4c 7c", "9s Tc Td Th 5d 2c", "Ac Ad Ah 6c", "7d 3c"]
NINES = "p1 play 9c 9d 9h"


def test_a_lead_says_what_may_be_done_about_it() -> None:
    """The type, the position, the rank that is exposed, the suits of a foul ball, the tokens."""
    assert post(board_40(HANDS, "p1 play 9c 9d 9h 8c 8d")) == [
        "Ana leads 8♣ 8♦ 9♣ 9♦ 9♥, a scoring position, nines over eights, in right field (2 cards "
        "left).",
        "To act: Ben, beat Ana's scoring position, nines over eights (8♣ 8♦ 9♣ 9♦ 9♥, exposing the "
        "nines), lay 9♠ as a Ball Four, foul (1 token: discard up to one each of ♣ ♦ ♥) or pass. "
        "Then Cho and Dee. "
        "Cards (and tokens): Ana 2 (3), Ben 6 (3), Cho 4 (3), Dee 2 (3).",
    ]
    assert text_40.offers(board_40(HANDS, NINES).view()) == ["ball-four 9s"]


def test_without_a_token_no_foul_ball_is_named() -> None:
    (_, question) = post(board_40(HANDS, NINES, tokens=0))
    assert question.startswith(
        "To act: Ben, beat Ana's triple of nines (9♣ 9♦ 9♥, exposing the nines), lay 9♠ as a Ball "
        "Four or pass."
    )


def test_a_ball_four_ends_the_at_bat_at_once() -> None:
    assert post(board_40(HANDS, f"{NINES} / p2 ball-four 9s", tokens=2)) == [
        "Ball Four! Ben lays 9♠ (5 cards left), which ends the at-bat: Ben wins it.",
        "Ben's Ball Four brings a Strike Token (3 now).",
        "To act: Ben, lead any hand. Inning 2 of 9, at-bat 2. "
        "Runs: Ana 0, Ben 0, Cho 0, Dee 0. "
        "Cards (and tokens): Ana 4 (2), Ben 5 (3), Cho 4 (2), Dee 2 (2).",
    ]
    lost = post(board_40(HANDS, f"{NINES} / p2 ball-four 9s"))
    assert lost[1] == "Ben already has 3 Strike Tokens, the most allowed, and gets no more."


def test_a_home_run_takes_a_token() -> None:
    hands = ["9c 9d 9h 9s 4c", "Tc Td Th Ts 5d", "Ac 6c"]
    at = board_40(hands, "p1 play 9c 9d 9h 9s", tokens=2)
    assert post(at)[:2] == [
        "Ana leads 9♣ 9♦ 9♥ 9♠, a home run of nines, in right field (1 card left).",
        "Ana's home run brings a Strike Token (3 now).",
    ]
    assert text_40.offers(at.view()) == []


def test_a_foul_ball_says_what_is_gone_and_that_its_player_is_out() -> None:
    assert post(board_40(HANDS, f"{NINES} / p2 foul 2c 5d")) == [
        "Foul ball: Ben spends a Strike Token (2 left) and discards 2♣ 5♦ (4 cards left).",
        "To act: Cho, beat Ana's triple of nines (9♣ 9♦ 9♥, exposing the nines), lay 9♠ as a Ball "
        "Four, foul (1 token: discard up to one each of ♣ ♦ ♥) or pass. Then Dee. Out: Ben. "
        "Cards (and tokens): Ana 4 (3), Ben 4 (2), Cho 4 (3), Dee 2 (3).",
    ]


def test_the_offer_of_a_foul_ball_says_what_it_takes() -> None:
    """B40-13: a token, and of each suit that the high hand shows at most one card."""
    told = {}
    for lead in ("9s", "9d 9s", "9d 9h 9s", "9c 9d 9h 9s"):
        at = board_40([f"{lead} 3c", "4s 4d 4h 4c", "5c 6c"], f"p1 play {lead}")
        told[lead] = post(at)[-1].partition("foul (")[2].partition(") or pass")[0]
    assert told == {
        "9s": "1 token: discard a ♠",
        "9d 9s": "1 token: discard a ♦, a ♠ or both",
        "9d 9h 9s": "1 token: discard up to one each of ♦ ♥ ♠",
        "9c 9d 9h 9s": "1 token: discard up to one each of ♣ ♦ ♥ ♠",
    }


def test_a_card_that_was_fouled_is_offered_to_nobody() -> None:
    """Ben discards the 9♠ on a ten of spades; everybody knows then that it is gone."""
    hands = ["Ts 9c 9d 9h 4c", "9s 5d 2c", "Ac 6c"]
    at = board_40(hands, "p1 play Ts / p2 foul 9s / p3 pass / p1 play 9c 9d 9h")
    assert text_40.offers(at.view()) == []
    assert "Ball Four" not in post(at)[1]


def test_a_walk_off_by_a_foul_ball() -> None:
    """Worked case 4: on 9♦ 9♠ Ben fouls the last two cards, a diamond and a spade."""
    at = board_40(["9d 9s 3c", "4s 7d", "Ac Ad Ah 6c"], "p1 play 9d 9s / p2 foul 4s 7d", tokens=1)
    assert post(at) == [
        "Foul ball: Ben spends a Strike Token (0 left) and discards 4♠ 7♦ (no cards left).",
        "Walk-off! Ben ends inning 2 and scores 5 runs, 1 for each card that the others hold: "
        "Ana 1, Cho 4.",
        "```",
        "    1 2 | R",
        "Ana 0 0 | 0",
        "Ben 0 5 | 5",
        "Cho 0 0 | 0",
        "```",
    ]


def test_a_walk_off_in_a_double_header_counts_double() -> None:
    at = board_40(["9d", "4s 7d", "Ac"], "p1 play 9d", rule="double-header")
    assert post(at)[1] == (
        "Walk-off! Ana ends inning 7 and scores 6 runs, 2 for each card that the others hold: "
        "Ben 2, Cho 1."
    )


def test_nobody_beats_a_hand() -> None:
    at = board_40(HANDS, f"{NINES} / p2 pass / p3 foul 6c / p4 pass")
    assert post(at)[:2] == ["Dee passes.", "Nobody beats it: Ana wins the at-bat."]


def test_with_pinch_hitter_who_has_passed_is_asked_to_beat_or_pass_alone() -> None:
    """Ben has passed; Cho beats the seven, and Ben, who is not out, may only beat or pass."""
    at = board_40(HANDS, "p1 play 7c / p2 pass / p3 play Ac / p4 pass", rule="pinch-hitter")
    assert "foul (1 token: discard a ♣) or pass" in post(at)[1]
    assert post(at)[1].startswith("To act: Ana, ")
    at.play("p1 foul 4c")
    assert post(at)[1].startswith(
        "To act: Ben, beat Cho's single ace (A♣) or pass. Cards (and tokens): Ana 5 (2)"
    )
    standing = text_40.standing(at.view(), NAMES[:4], (1,))
    assert standing[0] == ("Inning 7 of 9, at-bat 1, Pinch Hitter: nobody is Out.")
    assert "Ben: 0 runs, 3 tokens, 6 cards, may only beat or pass" in standing
    assert not any(line.endswith(", out") for line in standing)


def test_with_pinch_hitter_nothing_is_offered_where_nobody_may_lay_it() -> None:
    """All who are still asked have passed, so a Ball Four is open to none of them (B40-22)."""
    hands = ["8c 8d 8h 3c", "7c 6c 6d 9s", "9c 9d 9h 4c", "Ac 5c"]
    at = board_40(hands, "p1 play 8c 8d 8h / p2 pass / p3 play 9c 9d 9h", rule="pinch-hitter")
    assert text_40.offers(at.view()) == ["ball-four 9s"]
    assert "Ball Four" in post(at)[1]  # Dee is asked first, who has not passed
    at.play("p4 pass")
    assert text_40.offers(at.view()) == ["ball-four 9s"]
    at.play("p1 pass")
    assert text_40.offers(at.view()) == []
    full = board_40(hands, rule="pinch-hitter", pinch_hitter_full=True)
    full.play("p1 play 8c 8d 8h / p2 pass / p3 play 9c 9d 9h / p4 pass / p1 pass")
    assert text_40.offers(full.view()) == ["ball-four 9s"]


def test_an_inning_begins() -> None:
    game = BallFour40()
    at = Board(game, game.setup(4)).deal(["", "", "", ""])
    assert post(at)[0] == "Inning 1. Ana deals 10 cards each. Ben leads (at the dealer's left)."


def test_a_later_inning_says_why_somebody_leads() -> None:
    """B40-4: last place, and of those who are level the first from the dealer's left.

    Cho deals the third inning, so Dee comes first, then Ana, then Ben.
    """
    for runs, told in {
        (3, 4, 1, 2): "Cho leads (in last place).",
        (1, 1, 4, 4): "Ana leads (level in last place, first from the dealer's left).",
        (4, 4, 4, 4): "Dee leads (all are level, first from the dealer's left).",
    }.items():
        game = BallFour40()
        match = forty.Match(3, 2, ((0, 0, 0, 0), runs), runs, (3, 3, 3, 3))
        at = Board(game, forty.Shuffling(match)).deal(["", "", "", ""], dealer=2)
        assert post(at)[0] == f"Inning 3. Cho deals 10 cards each. {told}"


def test_the_stretch_is_chosen_in_the_open() -> None:
    """B40-20: the post asks last place, and says which rule it is to be."""
    game = BallFour40(stretch=True)
    level = (0,) * 3
    match = forty.Match(7, 0, (level,) * 6, level, (3, 3, 3))
    at = Board(game, forty.Choosing(match, 1))
    assert text_40.question(at.view(), NAMES[:3], (1,)) == (
        "To act: Ben, choose double-header, pinch-hitter or none for the 7th inning. "
        "Inning 7 of 9, before the deal: the 7th Inning Stretch. Runs: Ana 0, Ben 0, Cho 0."
    )
    assert called(at) == (1,)
    assert text_40.offers(at.view()) == []
    rules = "Double Header: 2 runs for each card. Pinch Hitter: nobody is Out. Or none."
    assert text_40.story([terms.StretchBegins(1, (1,))], NAMES[:3]) == [
        f"7th Inning Stretch: Ben (in last place) chooses a rule for inning 7. {rules}"
    ]
    assert text_40.story([terms.StretchBegins(1, (1, 2, 0))], NAMES[:3]) == [
        "7th Inning Stretch: Ben (all are level, first from the dealer's left) chooses a rule for "
        f"inning 7. {rules}"
    ]
    told = {}
    for rule in ("double-header", "pinch-hitter", "none"):
        fresh = Board(game, forty.Choosing(match, 1)).play(f"p2 choose {rule}")
        told[rule] = text_40.story(fresh.events, NAMES)
    assert told == {
        "double-header": [
            "Inning 7 is a Double Header: whoever empties the hand scores 2 runs for each card."
        ],
        "pinch-hitter": [
            "Inning 7 is played with Pinch Hitter: nobody is Out. After a pass or a foul ball you "
            "are asked again, and may then only beat or pass until you have beaten a hand."
        ],
        "none": ["Inning 7 has no special rule."],
    }
    full = Board(BallFour40(stretch=True, pinch_hitter_full=True), forty.Choosing(match, 1))
    assert text_40.story(full.play("p2 choose pinch-hitter").events, NAMES) == [
        "Inning 7 is played with Pinch Hitter: nobody is Out. After a pass or a foul ball you are "
        "asked again."
    ]


def test_a_derby_is_told_hand_by_hand() -> None:
    """Ana and Ben are level; Ana's triple is stronger than Ben's double."""
    level = (5, 5, 1)
    match = forty.Match(1, 0, (level,), level, (3, 3, 3))
    game = BallFour40(innings=1)
    at = Board(game, forty.Derby(match, 1, (0, 1)))
    assert text_40.standing(at.view(), NAMES[:3], ())[0] == (
        "A round of the Home Run Derby is about to be dealt, among Ana and Ben."
    )
    # the dealer of the Derby is Ana, so Ben has the first card, and they alternate
    ben, ana = cards("Ac Ad 2c 3c 4c 5c 7d"), cards("9c 9d 9h 2d 3d 4d 6d")
    top = [card for pair in zip(ben, ana, strict=True) for card in pair]
    rest = [card for card in game.deck if card not in top]
    at.play(f"dealer deal {write_cards([*top, *rest])}")
    shown = {"Ben shows A♣ A♦, a double of aces.", "Ana shows 9♣ 9♦ 9♥, a triple of nines."}
    lines = text_40.story(at.events, NAMES[:3])
    assert set(lines[:2]) == shown
    assert lines[2:] == [
        "Ana wins the Home Run Derby.",
        "The game is over: Ana wins with 5 runs.",
    ]
    assert text_40.ending("derby") == "by the Home Run Derby, then by runs"
    over = text_40.standing(at.view(), NAMES[:3], ())
    assert over[0] == "The game is over."
    assert {line.replace("showed", "shows") for line in over[1:3]} == shown


def test_a_derby_begins_and_goes_on() -> None:
    assert text_40.story([terms.DerbyBegins(1, (0, 1)), terms.DerbyBegins(2, (0, 1))], NAMES) == [
        "Ana and Ben are level at the top. Home Run Derby: 7 cards each, and the strongest hand "
        "wins (bases loaded, scoring position, home run, triple, double, single, in this order).",
        "Ana and Ben are still level. Home Run Derby, round 2: 7 cards each, and the strongest "
        "hand wins (bases loaded, scoring position, home run, triple, double, single, in this "
        "order).",
    ]


def test_the_end_of_a_game() -> None:
    ends = terms.GameEnds(Outcome("innings", (12, 9, 1), (1, 2, 3)))
    assert text_40.story([ends], NAMES) == ["The game is over: Ana wins with 12 runs."]
    assert text_40.ending("innings") == "by runs, after the last inning"


def test_where_a_game_stands() -> None:
    at = board_40(HANDS, f"{NINES} / p2 foul 2c")
    at.state = replace(
        at.state, inning=replace(at.state.inning, scoring_areas=((), (), cards("6s"), ()))
    )
    assert text_40.standing(at.view(2), NAMES[:4], (2, 3)) == [
        "Inning 2 of 9, at-bat 1.",
        "To act: Cho, beat Ana's triple of nines (9♣ 9♦ 9♥, exposing the nines), lay 9♠ as a Ball "
        "Four, foul (1 token: discard up to one each of ♣ ♦ ♥) or pass. Then Dee.",
        "Ana: 0 runs, 3 tokens, 4 cards",
        "Ben: 0 runs, 2 tokens, 5 cards, out",
        "Cho: 0 runs, 3 tokens, 4 cards, Ball Four with 6♠",
        "Dee: 0 runs, 3 tokens, 2 cards",
        "```",
        "    1 | R",
        "Ana 0 | 0",
        "Ben 0 | 0",
        "Cho 0 | 0",
        "Dee 0 | 0",
        "```",
        "Your hand: 6♣ A♣ A♦ A♥",
    ]


def test_a_post_names_the_seat_that_the_turn_reaches() -> None:
    at = board_40(HANDS, NINES)
    before = at.view()
    assert text_40.called(at.game, before, before) == ()
    assert text_40.called(at.game, before, at.play("p2 pass").view()) == (2,)
    before = at.view()
    assert text_40.called(at.game, before, at.play("p3 play Ac Ad Ah").view()) == (3,)


def test_b40_05_every_rank_has_its_position() -> None:
    """As a single of each rank is led."""
    told = {}
    for rank in "A23456789T":
        at = board_40([f"{rank}c 4d", "5d", "6d"], f"p1 play {rank}c")
        told[rank] = post(at)[0].rpartition(", ")[2].partition(" (")[0]
    assert told == {
        "A": "at pitcher",
        "2": "at catcher",
        "3": "at first base",
        "4": "at second base",
        "5": "at third base",
        "6": "at shortstop",
        "7": "in left field",
        "8": "in center field",
        "9": "in right field",
        "T": "at designated hitter",
    }
