"""Pitch & Catch, rule by rule: every expected value is worked out by hand from the rules.

The tests are named after the clauses PC-1 to PC-28. In a test the seats are Ana (p1), Ben (p2),
Cho (p3), Dee (p4)...
"""

import pytest

from games import registry, sign_up, table
from games.clock import HOUR
from games.core import IllegalAction, OptionError
from games.pace import PRESETS
from games.shuffle import draw
from games.sign_up import SignUp
from tests.games.pitch_and_catch.boxes import deal, deck, play, refused
from tests.helpers import NAMES, Live, lines, public, stacked

# Three innings with one card each: 5-3-0, 0-9-10 and 6-0-2 make 11, 12 and 12.
HANDS = ["5c", "3d", "4h"]
FIRST = """
    p1 pitch 5c / p2 pass / p3 pass
    p2 pitch 3d / p3 pass
"""
SECOND_DEAL = deal(["2c", "9d", "Th"], dealer=1)
SECOND = """
    p2 pitch 9d / p3 pass / p1 pass
    p3 pitch Th / p1 pass
"""
THIRD_DEAL = deal(["6c", "Qd", "2h"], dealer=2)
THIRD = """
    p3 pitch 2h / p1 pass / p2 pass
    p1 pitch 6c / p2 pass
"""


def innings(*parts: str) -> str:
    """Deals and tricks, one after the other."""
    return "\n".join(parts)


THREE_INNINGS = innings(FIRST, SECOND_DEAL, SECOND, THIRD_DEAL, THIRD)


def test_pc_01_players_are_drawn_and_the_rest_are_substitutes() -> None:
    """As many as play are drawn at random; the others are substitutes, in drawn order."""
    entrants = [11, 22, 33]
    assert draw(bytes(range(32)), entrants, 2) == ([22, 11], [33])  # fair-shuffle.md's vector
    drawn, substitutes = draw(bytes(range(32)), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 7)
    assert len(drawn) == 7
    assert len(substitutes) == 3
    assert sorted(drawn + substitutes) == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]


def test_pc_02_too_few_wait_for_the_seventh() -> None:
    """After 48 hours with six of seven the list stays open; the seventh starts the game."""
    waiting = sign_up.open_sign_up("s", "pitch-and-catch", 7, PRESETS["daily"], now=0)
    for user in range(6):
        waiting = sign_up.join(waiting, user, NAMES[user])
    late = 48 * HOUR
    assert not sign_up.due(waiting, late)
    seventh = sign_up.join(waiting, 6, "Gus")
    assert sign_up.due(seventh, late)
    assert not sign_up.due(seventh, late - 1)


@pytest.mark.parametrize("seats", [3, 4, 5, 6, 7])
def test_pc_02_a_host_may_ask_for_three_to_seven(seats: int) -> None:
    """Any number from 3 to 7 may be set."""
    opened: SignUp = sign_up.open_sign_up("s", "pitch-and-catch", seats, PRESETS["daily"], now=0)
    assert opened.wanted == seats


@pytest.mark.parametrize("seats", [2, 8])
def test_pc_02_not_fewer_and_not_more(seats: int) -> None:
    """Two and eight are refused when the list is opened."""
    with pytest.raises(OptionError):
        sign_up.open_sign_up("s", "pitch-and-catch", seats, PRESETS["daily"], now=0)


def test_pc_03_seven_cards_each() -> None:
    """Seven players get seven cards each, one at a time from the dealer's left; three are left."""
    hands = [
        "2c 3c 4c 5c 6c 7c 8c",
        "2d 3d 4d 5d 6d 7d 8d",
        "2h 3h 4h 5h 6h 7h 8h",
        "2s 3s 4s 5s 6s 7s 8s",
        "9c Tc Jc Qc Kc 9s Ts",
        "9d Td Jd Qd Kd Js Qs",
        "9h Th Jh Qh Kh Ks As",
    ]
    position = play(hands)
    assert position["options"]["hand_size"] == 7
    assert position["options"]["players"] == 7
    assert [" ".join(hand) for hand in position["hands"]] == [
        "2c 3c 4c 5c 6c 7c 8c",
        "2d 3d 4d 5d 6d 7d 8d",
        "2h 3h 4h 5h 6h 7h 8h",
        "2s 3s 4s 5s 6s 7s 8s",
        "9c 9s Tc Ts Jc Qc Kc",
        "9d Td Jd Js Qd Qs Kd",
        "As 9h Th Jh Qh Kh Ks",
    ]


def test_pc_04_each_seat_deals_one_inning() -> None:
    """Seats 1, 2, 3 deal the innings 1, 2, 3 and pitch first; then the game is over."""
    assert play(HANDS)["turn"] == "p1"
    assert play(HANDS, FIRST)["turn"] == "dealer"
    assert play(HANDS, innings(FIRST, SECOND_DEAL))["turn"] == "p2"
    assert play(HANDS, innings(FIRST, SECOND_DEAL, SECOND))["turn"] == "dealer"
    assert play(HANDS, innings(FIRST, SECOND_DEAL, SECOND, THIRD_DEAL))["turn"] == "p3"
    over = play(HANDS, THREE_INNINGS)
    assert over["turn"] is None
    assert over["finished"]
    assert over["reason"] == "innings"


def test_pc_05_face_values() -> None:
    """Pitching, swinging, scoring: A = 1, J = 11, Q = 12, K = 13; suits never matter."""
    king_and_queen = play(
        ["Kc", "Qd", "2h"], innings("p1 pitch Kc / p2 pass / p3 pass", "p2 pitch Qd / p3 pass")
    )
    assert king_and_queen["scores"] == [13, 12, 0]
    jack_and_ace = play(
        ["Jc", "Ad", "Kh"], innings("p1 pitch Jc / p2 pass / p3 pass", "p2 pitch Ad / p3 pass")
    )
    assert jack_and_ace["scores"] == [11, 1, 0]
    hands = ["Jc 3c 4c 5c 6c", "Td Js Qd Kd Ad", "2h 3h 4h 5h 6h"]
    assert play(hands, "p1 pitch Jc")["legal"] == ["pass", "swing Ad", "swing Js", "swing Td"]


def test_pc_06_ace_and_deuce_are_high_in_the_field_only() -> None:
    """To field, A = 15 and 2 = 14, above the king; to swing they are 1 and 2."""
    hands = ["Kc 4c 5c", "Kd 4d 5d", "Ah 2h Qh"]
    assert play(hands, "p1 pitch Kc / p2 swing Kd")["legal"] == ["field 2h", "field Ah", "pass"]
    hands = ["Kc 2c Ac 3c", "Kd 4d 5d 6d", "Ah 2h Qh 7h", "2s Ks As 8s"]
    over_a_deuce = play(hands, "p1 pitch Kc / p2 swing Kd / p3 field 2h")
    assert over_a_deuce["legal"] == ["field As", "pass"]
    hands = ["3c 4c 5c", "2d 6d 7d", "Ah 3h Qh"]
    assert play(hands, "p1 pitch 3c / p2 swing 2d")["legal"] == ["pass", "swing 3h"]


def test_pc_07_the_dealer_pitches_and_must() -> None:
    """The dealer pitches first, then the holder of the last ball, and nobody may pass a pitch."""
    hands = ["8c 3c", "7d 9d", "Kh 2h"]
    assert play(hands)["turn"] == "p1"
    assert play(hands)["legal"] == ["pitch 3c", "pitch 8c"]
    assert refused(hands, "p1 pass").clause == "PC-7"
    caught = play(hands, "p1 pitch 8c / p2 swing 7d / p3 pass / p3 field Kh / p1 pass")
    assert caught["turn"] == "p3"
    assert caught["legal"] == ["pitch 2h"]
    second_inning = play(HANDS, innings(FIRST, SECOND_DEAL))
    assert second_inning["turn"] == "p2"


def test_pc_08_the_pitch_passes_to_the_next_seat_with_cards() -> None:
    """Ben takes the ball with his last card; Cho has none either, so Dee pitches."""
    position = play(
        ["6c", "9d", "6h", "4s", "5s"],
        """
        p1 pitch 6c / p2 pass / p3 swing 6h
        p4 pass / p5 pass / p2 field 9d
        """,
    )
    assert position["turn"] == "p4"
    assert position["legal"] == ["pitch 4s"]


def test_pc_09_one_chance_to_swing() -> None:
    """Clockwise from the pitcher's left, up to the ball and above every swing so far, once."""
    hands = ["9c 4c 6c", "3d 9d Td", "3h 8h Qh", "As 5s 7s"]
    assert play(hands, "p1 pitch 9c")["turn"] == "p2"
    assert play(hands, "p1 pitch 9c")["legal"] == ["pass", "swing 3d", "swing 9d"]
    above_3 = play(hands, "p1 pitch 9c / p2 swing 3d")
    assert above_3["turn"] == "p3"
    assert above_3["legal"] == ["pass", "swing 8h"]
    only_a_pass = play(hands, "p1 pitch 9c / p2 swing 3d / p3 swing 8h")
    assert only_a_pass["turn"] == "p4"
    assert only_a_pass["legal"] == ["pass"]
    for plays in (
        "p1 pitch 9c / p2 swing Td",
        "p1 pitch 9c / p2 swing 3d / p3 swing 3h",
        "p1 pitch 9c / p2 pass / p2 swing 3d",
        "p1 pitch 9c / p1 swing 4c",
    ):
        assert refused(hands, plays).clause == "PC-9", plays


def test_pc_09_players_without_cards_are_not_asked() -> None:
    """Ana and Ben have played their only cards; at Cho's pitch Dee alone is asked."""
    position = play(
        ["9c", "5d", "7h", "Ts"],
        """
        p1 pitch 9c / p2 swing 5d / p3 pass / p4 pass
        p3 pass / p4 pass
        p3 pitch 7h
        """,
    )
    assert position["turn"] == "p4"
    assert position["legal"] == ["pass"]


def test_pc_10_an_equal_swing_closes_swinging() -> None:
    """Ben's swing equals the ball: Cho and Dee may not swing, Cho is the first to field."""
    hands = ["9c 3c", "9d 4d", "8h 9h", "5s Ts"]
    position = play(hands, "p1 pitch 9c / p2 swing 9d")
    assert position["turn"] == "p3"
    assert position["legal"] == ["field 9h", "pass"]


def test_pc_11_the_highest_swing_hits() -> None:
    """Dee's 8 hits; she keeps the 9 and pitches, and of the swings nobody has or scores a card."""
    hands = ["9c 4c", "3d Td", "6h Qh", "8s Ks"]
    position = play(
        hands,
        """
        p1 pitch 9c / p2 swing 3d / p3 swing 6h / p4 swing 8s
        p1 pass / p2 pass / p3 pass
        """,
    )
    assert position["turn"] == "p4"
    assert position["hands"] == [["4c"], ["Td"], ["Qh"], ["Ks"]]


def test_pc_12_an_unhit_pitcher_keeps_the_ball_and_pitches_again() -> None:
    """Nobody swings at Ana's 8: it is hers, and she pitches at once."""
    hands = ["8c 3c", "7d 9d", "Kh 2h"]
    position = play(hands, "p1 pitch 8c / p2 pass / p3 pass")
    assert position["turn"] == "p1"
    assert position["legal"] == ["pitch 3c"]
    end = play(
        hands,
        """
        p1 pitch 8c / p2 pass / p3 pass
        p1 pitch 3c / p2 pass / p3 pass
        p2 pitch 7d / p3 swing 2h / p2 field 9d
        """,
    )
    assert end["scores"] == [11, 7, 0]


def test_pc_13_one_chance_to_catch() -> None:
    """From the hitter's left everybody but the hitter, the pitcher and beaten swingers included."""
    hands = ["7c 8c Jc", "4d 6d Qd", "5h Kh Ah", "6s 9s Ks"]
    hit = "p1 pitch 7c / p2 swing 4d / p3 swing 5h / p4 pass"
    assert play(hands, hit)["turn"] == "p4"
    assert play(hands, hit)["legal"] == ["field 9s", "field Ks", "pass"]
    pitcher = play(hands, f"{hit} / p4 field 9s")
    assert pitcher["turn"] == "p1"
    assert pitcher["legal"] == ["field Jc", "pass"]
    beaten_swinger = play(hands, f"{hit} / p4 field 9s / p1 field Jc")
    assert beaten_swinger["turn"] == "p2"
    assert beaten_swinger["legal"] == ["field Qd", "pass"]
    over = play(hands, f"{hit} / p4 field 9s / p1 field Jc / p2 pass")
    assert over["turn"] == "p1"
    assert over["legal"] == ["pitch 8c"]
    for plays in ("p4 field 6s", "p3 field Kh", "p4 field 9s / p1 field 8c"):
        assert refused(hands, f"{hit} / {plays}").clause == "PC-13", plays


def test_pc_13_the_ball_keeps_its_face_value() -> None:
    """A 3 may catch an Ace or a deuce: as balls they are 1 and 2."""
    hands = ["Ac 2c 6c", "Ad 2d 7d", "3h 4h 5h"]
    caught = play(hands, "p1 pitch Ac / p2 swing Ad")
    assert caught["legal"] == ["field 3h", "field 4h", "field 5h", "pass"]
    caught = play(hands, "p1 pitch 2c / p2 swing 2d")
    assert caught["legal"] == ["field 3h", "field 4h", "field 5h", "pass"]


def test_pc_13_pitcher_fields_off() -> None:
    """With the option off the pitcher is not asked to field, and may not."""
    hands = ["6c Kc", "5d 9d", "3h Jh"]
    hit = "p1 pitch 6c / p2 swing 5d / p3 pass"
    assert play(hands, f"{hit} / p3 pass")["turn"] == "p1"
    position = play(hands, f"{hit} / p3 pass", pitcher_fields="off")
    assert position["turn"] == "p2"
    assert position["legal"] == ["pitch 9d"]
    assert position["options"]["pitcher_fields"] is False
    assert refused(hands, f"{hit} / p1 field Kc", pitcher_fields="off").clause == "PC-13"


def test_pc_14_an_ace_catch_closes_fielding() -> None:
    """Cho's Ace takes the ball at once: Dee and Ana are not asked."""
    hands = ["7c Qc", "5d Kd", "Ah 3h", "2s Ks"]
    position = play(hands, "p1 pitch 7c / p2 swing 5d / p3 pass / p4 pass / p3 field Ah")
    assert position["turn"] == "p3"
    assert position["legal"] == ["pitch 3h"]


def test_pc_15_the_last_catch_takes_the_ball() -> None:
    """Ana catches above Cho and has the 7; without any catch Ben, the hitter, has it."""
    hands = ["7c Kc 2c", "5d 3d 4d", "9h 3h 4h"]
    hit = "p1 pitch 7c / p2 swing 5d / p3 pass"
    caught = play(hands, f"{hit} / p3 field 9h / p1 field Kc")
    assert caught["turn"] == "p1"
    assert caught["hands"] == [["2c"], ["3d", "4d"], ["3h", "4h"]]
    dropped = play(hands, f"{hit} / p3 pass / p1 pass")
    assert dropped["turn"] == "p2"
    assert dropped["hands"] == [["2c", "Kc"], ["3d", "4d"], ["3h", "4h", "9h"]]


def test_pc_16_a_ball_never_goes_back_to_a_hand() -> None:
    """Ana keeps her unhit 8 in her pile: it is not in her hand and cannot be pitched again."""
    hands = ["8c 3c", "7d 9d", "Kh 2h"]
    assert play(hands, "p1 pitch 8c / p2 pass / p3 pass")["hands"][0] == ["3c"]
    assert refused(hands, "p1 pitch 8c / p2 pass / p3 pass / p1 pitch 8c").clause == "X-15"


def test_pc_17_the_inning_ends_when_one_hand_is_left() -> None:
    """Ben's swing empties the next-to-last hand; Cho may still act, then the inning is over."""
    hands = ["Tc", "4d", "2s"]
    to_field = play(hands, "p1 pitch Tc / p2 swing 4d / p3 pass")
    assert to_field["turn"] == "p3"
    assert to_field["legal"] == ["field 2s", "pass"]
    caught = play(hands, "p1 pitch Tc / p2 swing 4d / p3 pass / p3 field 2s")
    assert caught["scores"] == [0, 0, 10]
    assert caught["turn"] == "dealer"
    assert caught["legal"] == []
    dropped = play(hands, "p1 pitch Tc / p2 swing 4d / p3 pass / p3 pass")
    assert dropped["scores"] == [0, 10, 0]
    assert dropped["hands"] == [[], [], []]


def test_pc_18_balls_score_and_hands_do_not() -> None:
    """Ana keeps a king and an Ace, 14, Ben a deuce and a queen, 14; Cho's king and jack stay 0."""
    position = play(
        ["Kc Ac", "2d Qd", "Kh Jh"],
        """
        p1 pitch Kc / p2 pass / p3 pass
        p1 pitch Ac / p2 pass / p3 pass
        p2 pitch 2d / p3 pass
        p2 pitch Qd / p3 pass
        """,
    )
    assert position["scores"] == [14, 14, 0]


def test_pc_19_three_strikes_win_whatever_the_score() -> None:
    """Ben, with 9 points, wins by strikes; Cho with 16 is second and Ana with 2 third."""
    first = """
        p1 pitch Kc / p2 pass / p3 swing Qh / p1 pass / p2 pass
        p3 pitch 9h / p1 swing 5c / p2 swing 6d / p3 pass / p1 pass
        p2 pitch 3d / p3 swing 2h / p1 pass / p1 pass / p2 pass
        p1 pitch 2c / p2 pass
    """
    second_deal = deal(["2c 3c 4c", "Jd Qd Kd", "2h 3h 4h"], dealer=1)
    strikes = """
        p2 pitch Jd / p3 pass / p1 pass
        p2 pitch Qd / p3 pass / p1 pass
        p2 pitch Kd / p3 pass / p1 pass
    """
    hands = ["2c Kc 5c", "3d 4d 6d", "2h Qh 9h"]
    assert play(hands, first)["scores"] == [2, 9, 16]
    won = play(hands, innings(first, second_deal, strikes))
    assert won["reason"] == "three-strikes"
    assert won["scores"] == [2, 9, 16]
    assert won["places"] == [3, 1, 2]
    assert won["turn"] is None
    assert won["hands"] == [[], [], []]


LAST_TRICK = ["8c Jc 9c Qc", "3c 6d 7d 8d", "5c 4c Kd Kh"]
TO_THE_LAST_TRICK = """
    p1 pitch 8c / p2 swing 3c / p3 swing 5c / p1 field Jc / p2 pass
    p1 pitch 9c / p2 pass / p3 swing 4c / p1 field Qc / p2 pass
    p2 pitch 6d / p3 pass
    p2 pitch 7d / p3 pass
    p2 pitch 8d
"""


def test_pc_19_also_on_the_last_trick() -> None:
    """Ben's third unhit pitch is his last card and leaves Cho alone with cards: it still wins."""
    position = play(LAST_TRICK, innings(TO_THE_LAST_TRICK, "p3 pass"))
    assert position["reason"] == "three-strikes"
    assert position["scores"] == [0, 0, 0]
    assert position["places"] == [2, 1, 2]


def test_pc_20_any_swing_is_a_hit() -> None:
    """Ben's beaten swing and Ana's own catch: her run of two unhit pitches is broken, one more
    pair does not win, and the third of the new run does."""
    hands = [
        "5c 6c 7c Kc 8c 9c 3c",
        "4d 2d 3d 5d 6d 7d 8d",
        "5h Jh Qh Kh 2h 3h 4h",
    ]
    reset = """
        p1 pitch 5c / p2 pass / p3 pass
        p1 pitch 6c / p2 pass / p3 pass
        p1 pitch 7c / p2 swing 4d / p3 swing 5h / p1 field Kc / p2 pass
    """
    one = "p1 pitch 8c / p2 pass / p3 pass"
    two = "p1 pitch 9c / p2 pass / p3 pass"
    three = "p1 pitch 3c / p2 pass / p3 pass"
    assert play(hands, innings(reset, one))["turn"] == "p1"
    assert play(hands, innings(reset, one, two))["turn"] == "p1"
    won = play(hands, innings(reset, one, two, three))
    assert won["reason"] == "three-strikes"
    assert won["places"] == [1, 2, 2]


def test_pc_21_the_count_starts_at_zero_each_inning() -> None:
    """Ben ends an inning with two unhit pitches and begins the next: with `strike_carry=game`
    the third wins, by default it is the first."""
    plays = innings(
        """
        p1 pitch 8c / p2 pass / p3 pass
        p1 pitch 9c / p2 pass / p3 pass
        p2 pitch 5d / p3 pass
        p2 pitch 6d / p3 pass
        """,
        deal(["Tc Jc", "2d 3d", "Th Jh"], dealer=1),
        "p2 pitch 2d / p3 pass / p1 pass",
    )
    hands = ["8c 9c", "5d 6d", "3h 4h"]
    by_inning = play(hands, plays)
    assert not by_inning["finished"]
    assert by_inning["turn"] == "p2"
    by_game = play(hands, plays, strike_carry="game")
    assert by_game["reason"] == "three-strikes"
    assert by_game["places"] == [2, 1, 3]


def test_pc_22_a_pitch_that_passes_on_starts_at_zero() -> None:
    """Ana's two unhit pitches are not Ben's: his first and second unhit pitches win nothing."""
    hands = ["8c 9c", "5d 6d", "3h 4h"]
    two = """
        p1 pitch 8c / p2 pass / p3 pass
        p1 pitch 9c / p2 pass / p3 pass
    """
    after_one = play(hands, innings(two, "p2 pitch 5d / p3 pass"))
    assert after_one["turn"] == "p2"
    assert after_one["legal"] == ["pitch 6d"]
    after_two = play(hands, innings(two, "p2 pitch 5d / p3 pass", "p2 pitch 6d / p3 pass"))
    assert after_two["turn"] == "dealer"
    assert after_two["scores"] == [17, 11, 0]


def test_pc_23_most_points_win_and_level_players_share() -> None:
    """Ben and Cho have 12 and share the first place; Ana with 11 is third."""
    position = play(HANDS, THREE_INNINGS)
    assert position["scores"] == [11, 12, 12]
    assert position["places"] == [3, 1, 1]


def test_pc_23_extra_innings() -> None:
    """The tied play on; Cho dealt last, so Ben deals, and only the two get cards."""
    fourth_deal = deal(["", "4d", "Kh"], dealer=1)
    due = play(HANDS, THREE_INNINGS, tie="extra-innings")
    assert due["turn"] == "dealer"
    assert due["places"] is None
    dealt = play(HANDS, innings(THREE_INNINGS, fourth_deal), tie="extra-innings")
    assert dealt["turn"] == "p2"
    assert dealt["hands"] == [[], ["4d"], ["Kh"]]
    over = play(
        HANDS, innings(THREE_INNINGS, fourth_deal, "p2 pitch 4d / p3 pass"), tie="extra-innings"
    )
    assert over["reason"] == "extra-innings"
    assert over["scores"] == [11, 16, 12]
    assert over["places"] == [3, 1, 2]


def test_pc_23_a_clear_lead_needs_no_extra_inning() -> None:
    """Ben hits Ana's last pitch and keeps it: alone in the lead, the game ends after inning 3."""
    third = """
        p3 pitch 2h / p1 pass / p2 pass
        p1 pitch 6c / p2 swing 6d
    """
    plays = innings(FIRST, SECOND_DEAL, SECOND, deal(["6c", "6d", "2h"], dealer=2), third)
    over = play(HANDS, plays, tie="extra-innings")
    assert over["reason"] == "innings"
    assert over["scores"] == [5, 18, 12]
    assert over["places"] == [3, 1, 2]


def live(hands: list[str], options: str = "") -> Live:
    """A table with these hands dealt by Ana, who pitches first."""
    size = len(hands[0].split())
    game = f"pitch-and-catch (hand_size={size}{options})"
    return Live(game, NAMES[: len(hands)], stacked(deck(hands)))


def test_pc_24_answers_left_ahead_resolve_in_seat_order() -> None:
    """Cho answers before Ben; what happens is the same as if each had been asked in turn."""
    hands = ["8c Kc", "5d Qd", "7h Qh"]
    ahead, in_turn = live(hands), live(hands)
    ahead.plays("p1 pitch 8c")
    ahead.plan("p3", "swing 7h")
    assert ahead.turn == "p2"
    assert lines(ahead.play("p2", "swing 5d")) == ["p2 swing 5d", "p3 swing 7h # plan"]
    in_turn.plays("p1 pitch 8c / p2 swing 5d / p3 swing 7h")
    assert ahead.table.state == in_turn.table.state
    assert ahead.story() == in_turn.story()


def test_pc_24_one_sheet_holds_swing_catch_and_next_pitch() -> None:
    """Cho answers a whole trick in one visit, and the ball that comes of it is pitched too."""
    at = live(["8c Kc 3c", "5d Qd 4d", "7h Qh 9h"])
    at.plays("p1 pitch 8c")
    at.plan("p3", "swing 7h; field Qh; pitch 9h")
    at.plays("p2 swing 5d")  # Cho's 7 hits: the hitter is not asked to catch the own hit
    assert at.turn == "p1"
    # Ana and Ben let it fall, the ball stays with Cho, who pitches the 9 at once
    change = at.plays("p1 pass") or at.play("p2", "pass")
    assert lines(change) == ["p2 pass", "p3 pitch 9h # plan"]
    assert at.key == "1.2.swing"


def test_pc_24_a_sheet_dies_with_its_trick() -> None:
    """Cho's catch is for the first trick, the pitch for the second; neither lives longer."""
    at = live(["8c Kc 3c", "8d Qd 4d", "7h Qh 9h"])
    at.plays("p1 pitch 8c")
    at.plan("p3", "field Qh; pitch 9h")
    # an equal swing closes swinging, Cho's queen takes the ball, Cho pitches the nine
    change = at.play("p2", "swing 8d")
    assert lines(change) == ["p2 swing 8d", "p3 field Qh # plan"]
    assert lines(at.play("p1", "pass")) == ["p1 pass", "p3 pitch 9h # plan"]
    assert at.table.plans == ()


def test_pc_24_strict_tempo_lets_only_the_player_at_turn_answer() -> None:
    """Ben may answer, Cho may not leave anything."""
    at = live(["8c Kc", "5d Qd", "7h Qh"], ", tempo=strict")
    at.plays("p1 pitch 8c")
    with pytest.raises(IllegalAction) as refusal:
        at.plan("p3", "swing 7h")
    assert refusal.value.clause == "PC-24"
    assert lines(at.plan("p2", "swing 5d")) == ["p2 swing 5d # plan"]


def test_pc_25_nobody_learns_of_an_answer_left_ahead() -> None:
    """Before its turn a plan changes no public event, no other view, no clock, no window."""
    quiet, loud = live(["8c Kc", "5d Qd", "7h Qh"]), live(["8c Kc", "5d Qd", "7h Qh"])
    for at in (quiet, loud):
        at.plays("p1 pitch 8c")
    change = loud.plan("p3", "swing 7h else pass")
    assert public(change.events) == []
    assert change.entries == ()
    assert loud.table.version == quiet.table.version
    assert loud.table.clock == quiet.table.clock
    assert loud.table.window == quiet.table.window
    for seat in (None, 0, 1, 2):
        assert loud.table.view(seat) == quiet.table.view(seat)


def test_pc_26_at_two_strikes_the_post_warns_and_calls_everybody() -> None:
    """The third pitch says so, and all who may swing are called, with strict tempo too."""
    for tempo in ("open", "strict"):
        at = live(["8c 9c Tc Jc", "Qd Qh Qs Kd", "Kh Ks 3c 3d"], f", tempo={tempo}")
        words = registry.kit("pitch-and-catch").words
        at.plays("p1 pitch 8c / p2 pass / p3 pass / p1 pitch 9c / p2 pass / p3 pass")
        before = at.table.view(None)
        change = at.play("p1", "pitch Tc")
        assert "Two strikes! If nobody swings, Ana wins the game." in words.story(
            change.events, at.table.names
        )
        assert words.called(at.game, before, at.table.view(None)) == (1, 2)


def test_pc_26_no_warning_for_a_pitch_that_cannot_count() -> None:
    """The silent pitcher's ball wins nothing, so nobody is warned of it (PC-28)."""
    at = live(["8c 9c Tc Jc", "Qd Qh Qs Kd", "Kh Ks 3c 3d"])
    at.plays("p1 pitch 8c / p2 pass / p3 pass / p1 pitch 9c / p2 pass / p3 pass")
    at.took(table.enter(at.table, "clock", "p1"))
    assert not any("Two strikes" in line for line in at.story())
    why = "it was made in the player's place"
    assert f"This pitch cannot count as a strike: {why}." in at.story()


def test_pc_28_the_post_says_why_a_pitch_cannot_count() -> None:
    """Of three others Dee alone holds cards, which are fewer than half."""
    at = live(["3c 4c Qc Kc", "3d 4d 5d Kd", "5h 6h 7h 8h", "6s 7s 8s 9s"], ", strike_quorum=half")
    at.plays(
        "p1 pitch 3c / p2 swing 3d / p3 pass / p4 pass / p1 field Qc / "
        "p1 pitch 4c / p2 swing 4d / p3 pass / p4 pass / p1 field Kc / "
        "p2 pitch 5d / p3 swing 5h / p4 pass / p2 field Kd"
    )
    change = at.play("p3", "pitch 6h")
    assert registry.kit("pitch-and-catch").words.story(change.events, at.table.names) == [
        "Cho pitches 6♥.",
        "This pitch cannot count as a strike: fewer than half of the others hold cards.",
    ]


def test_x_4_the_story_says_who_has_no_cards_left_and_why_an_inning_ends() -> None:
    """How many cards somebody holds is public; it explains who is not asked (X-5, PC-17)."""
    at = live(["3d Ks Ac", "2h 5h 9c", "4c Ad Qd"])
    at.plays("p1 pitch 3d / p2 pass / p3 pass / p1 pitch Ks / p2 swing 9c / p3 swing Qd")
    at.plays("p1 field Ac / p2 pitch 5h / p3 swing 4c / p2 field 2h")
    story = at.story()
    assert "Ana catches with A♣ (no cards left): an ace, fielding is over." in story
    assert "Ben catches with 2♥ (no cards left)." in story
    assert [line for line in story if "no cards left" in line and "Cho" in line] == []
    ends = "Only Cho has cards left: inning 1 is over. Score: Ana 16 (+16), Ben 5 (+5), Cho 0."
    assert ends in story
    level = live(["5c", "5d", "6h"])
    level.plays("p1 pitch 5c / p2 swing 5d")
    assert "Ben swings 5♦ (no cards left), level with the ball: swinging is over." in level.story()
    level.plays("p3 field 6h")
    (line,) = (line for line in level.story() if "inning 1 is over" in line)
    assert line.startswith("Nobody has cards left: ")


def test_pc_27_a_silent_pitcher_pitches_the_highest_card() -> None:
    """Of two kings the last in the order c d h s; an Ace is low."""
    hands = ["Kh Ks Ac", "Kd 3d 4d", "2h 3h 4h"]
    position = play(hands, "clock p1")
    assert position["turn"] == "p2"
    assert position["hands"][0] == ["Ac", "Kh"]
    assert position["legal"] == ["pass", "swing 3d", "swing 4d", "swing Kd"]


def test_pc_28_a_silent_pitch_breaks_the_run() -> None:
    """The clock's pitch is not the third strike, and after it Ana begins at zero."""
    hands = ["5c 6c 7c 8c 9c Tc", "2d 3d 4d Td Jd Qd", "2h 3h 4h Th Jh Qh"]
    plays = """
        p1 pitch 5c / p2 pass / p3 pass
        p1 pitch 6c / p2 pass / p3 pass
        clock p1 / p2 pass / p3 pass
        p1 pitch 7c / p2 pass / p3 pass
        p1 pitch 8c / p2 pass / p3 pass
    """
    position = play(hands, plays)
    assert position["turn"] == "p1"
    assert position["legal"] == ["pitch 9c"]
    won = play(hands, innings(plays, "p1 pitch 9c / p2 pass / p3 pass"))
    assert won["reason"] == "three-strikes"


def test_pc_28_a_resigned_seat_never_wins_by_strikes() -> None:
    """Ana resigned: the rules pitch K, K, 4 for her, all unhit, and the pitch passes to Ben."""
    hands = ["4c Ks Kc", "2d 3d 5d", "2h 3h 5h"]
    first = play(hands, "house resign p1")
    assert first["turn"] == "p2"
    assert first["hands"][0] == ["4c", "Kc"]
    assert first["legal"] == ["pass", "swing 2d", "swing 3d", "swing 5d"]
    position = play(
        hands,
        """
        house resign p1
        p2 pass / p3 pass
        p2 pass / p3 pass
        p2 pass / p3 pass
        """,
    )
    assert not position["finished"]
    assert position["turn"] == "p2"
    assert position["legal"] == ["pitch 2d", "pitch 3d", "pitch 5d"]


def test_pc_28_strike_quorum() -> None:
    """With `half`, one of three others with cards is too few (half of 3, rounded up, is 2), one
    of two is enough."""
    one_of_three = """
        p1 pitch 3c / p2 swing 3d / p3 pass / p4 pass / p1 field Qc
        p1 pitch 4c / p2 swing 4d / p3 pass / p4 pass / p1 field Kc
        p2 pitch 5d / p3 swing 5h / p4 pass / p2 field Kd
        p3 pitch 6h / p4 pass
        p3 pitch 7h / p4 pass
        p3 pitch 8h / p4 pass
    """
    hands = ["3c 4c Qc Kc", "3d 4d 5d Kd", "5h 6h 7h 8h", "6s 7s 8s 9s"]
    counted = play(hands, one_of_three)
    assert counted["reason"] == "three-strikes"
    assert counted["places"] == [2, 2, 1, 2]
    not_counted = play(hands, one_of_three, strike_quorum="half")
    assert not_counted["turn"] == "dealer"
    assert not_counted["scores"] == [7, 5, 21, 0]
    one_of_two = play(LAST_TRICK, innings(TO_THE_LAST_TRICK, "p3 pass"), strike_quorum="half")
    assert one_of_two["reason"] == "three-strikes"
