"""What the channel reads of Ball Four with 52 cards, from the posts alone.

Ana (p1) leads in the second inning, then come Ben (p2), Cho (p3), Dee (p4).
"""

from __future__ import annotations

import pytest

from games.ball_four import terms, text_52
from games.ball_four.fifty_two import BallFour52
from games.core import Outcome
from tests.games.ball_four.boards import Board, board_52, cards
from tests.games.ball_four.posts import called, post, unseen
from tests.helpers import NAMES

HANDS = ["9c 9d 9h Jc Jd Jh 3c", "9s 5d 6d", "8c 8d 8h 6c", "Td Th Tc 4c"]
NINES = "p1 play 9c 9d 9h"
ALL_ANSWER = f"{NINES} / p2 ball-four 9s / p3 pass / p4 pass"


def test_a_lead_says_what_is_to_be_beaten_and_which_card_would_be_ball_four() -> None:
    assert post(board_52(HANDS, NINES)) == [
        "Ana leads 9♣ 9♦ 9♥, a triple of nines (4 cards left).",
        "To act: Ben, beat Ana's triple of nines (9♣ 9♦ 9♥, exposing the nines), lay 9♠ as a Ball "
        "Four or pass. Then Cho and Dee. Cards: Ana 4, Ben 3, Cho 4, Dee 4.",
    ]


def test_a_pending_ball_four_reads_clearly() -> None:
    """It has been laid, whose it is, what makes it fail; nobody else is offered that card."""
    at = board_52(HANDS, f"{NINES} / p2 ball-four 9s")
    assert post(at) == [
        "Ball Four! Ben lays 9♠ (2 cards left). It is pending, and fails if the high hand is "
        "beaten.",
        "To act: Cho, beat Ana's triple of nines (9♣ 9♦ 9♥, exposing the nines) or pass. Then Dee. "
        "Pending: 9♠ (Ben). Cards: Ana 4, Ben 2, Cho 4, Dee 4.",
    ]
    assert text_52.offers(at.view()) == []


def test_the_owner_is_asked_whether_to_break_it() -> None:
    at = board_52(HANDS, ALL_ANSWER)
    assert post(at) == [
        "Dee passes.",
        "To act: Ana, defend: beat your own triple of nines (9♣ 9♦ 9♥), and the Ball Four fails; "
        "or pass, and it succeeds. Pending: 9♠ (Ben). Out: Cho, Dee. "
        "Cards: Ana 4, Ben 2, Cho 4, Dee 4.",
    ]
    assert called(at) == (0,)


def test_a_ball_four_that_returns_reads_clearly() -> None:
    """Ana breaks it with jacks; the jack that is missing is now the Ball Four."""
    at = board_52(HANDS, f"{ALL_ANSWER} / p1 play Jc Jd Jh")
    at.state = unseen(at.state, cards("Js"))
    assert post(at) == [
        "Ana defends with J♣ J♦ J♥, a triple of jacks (1 card left).",
        "Ben's Ball Four fails, for the hand is beaten: 9♠ goes back to Ben's hand, at no cost.",
        "To act: Ben, beat Ana's triple of jacks (J♣ J♦ J♥, exposing the jacks), lay J♠ as a Ball "
        "Four or pass. Out: Cho, Dee. Cards: Ana 1, Ben 3, Cho 4, Dee 4.",
    ]
    assert "Ben: 0 runs, 3 cards, 9♠ among them" in text_52.standing(at.view(), NAMES[:4], (1,))
    assert text_52.hand(at.view(1)) == "Your hand: 5♦ 6♦ 9♠; everybody has seen 9♠"


def test_a_ball_four_that_succeeds_says_so_and_what_it_costs() -> None:
    at = board_52(HANDS, f"{ALL_ANSWER} / p1 pass")
    assert post(at) == [
        "Ana does not defend.",
        "Nobody beats the hand, so the Ball Four succeeds: Ben wins the play with 9♠, which costs "
        "2 runs when the inning ends.",
        "To act: Ben, lead any hand. Inning 2 of 9, play 2. "
        "Runs: Ana 0, Ben 0 (-2 when the inning ends), Cho 0, Dee 0. "
        "Cards: Ana 4, Ben 2, Cho 4, Dee 4.",
    ]
    standing = text_52.standing(at.view(), NAMES[:4], (1,))
    assert "Ben: 0 runs, 2 cards, Ball Four with 9♠ (-2)" in standing


def test_of_two_ball_fours_the_lower_gives_way() -> None:
    hands = ["8c 8d 8h 9c 9d 9h 3c", "9s 5d", "8s 6c", "4c 7d"]
    at = board_52(hands, "p1 play 8c 8d 8h 9c 9d 9h")
    assert text_52.offers(at.view()) == ["ball-four 8s", "ball-four 9s"]
    assert post(at)[1].startswith(
        "To act: Ben, beat Ana's double triple with nines and eights (8♣ 8♦ 8♥ 9♣ 9♦ 9♥, exposing "
        "the eights and the nines), lay 8♠ or 9♠ as a Ball Four or pass."
    )
    at.play("p2 ball-four 9s")
    assert text_52.offers(at.view()) == ["ball-four 8s"]
    at.play("p3 ball-four 8s")
    assert post(at)[0] == (
        "Ball Four! Cho lays 8♠ (1 card left). It is pending, too, but is below Ben's 9♠: only the "
        "higher can win."
    )
    at.play("p4 pass")
    assert post(at)[1].startswith(
        "To act: Ana, defend: beat your own double triple with nines and eights (8♣ 8♦ 8♥ 9♣ 9♦ "
        "9♥), and both Ball Fours fail; or pass. Then Ben. Pending: 9♠ (Ben), 8♠ (Cho)."
    )
    at.play("p1 pass")
    assert post(at)[0] == "Ana does not defend."
    assert "Pending: 9♠ (Ben), 8♠ (Cho)." in post(at)[1]
    at.play("p2 pass")
    assert post(at)[:3] == [
        "Ben passes.",
        "Cho's Ball Four gives way to Ben's 9♠: 8♠ goes back to Cho's hand, at no cost.",
        "Nobody beats the hand, so the Ball Four succeeds: Ben wins the play with 9♠, which costs "
        "2 runs when the inning ends.",
    ]


def test_of_two_ball_fours_the_later_may_be_the_higher() -> None:
    """B52-16; and a last card that cannot win does not end the inning (B52-19)."""
    hands = ["8c 8d 8h 9c 9d 9h 3c", "8s 5d", "9s 6c", "4c 7d"]
    at = board_52(hands, "p1 play 8c 8d 8h 9c 9d 9h / p2 ball-four 8s / p3 ball-four 9s")
    assert post(at)[0] == (
        "Ball Four! Cho lays 9♠ (1 card left). It is pending, too, and is above Ben's 8♠: only the "
        "higher can win."
    )
    both = board_52(["8c 8d 8h 9c 9d 9h 3c", "8s", "9s", "4c 7d"])
    both.play("p1 play 8c 8d 8h 9c 9d 9h / p2 ball-four 8s / p3 ball-four 9s")
    assert post(both)[0].endswith(
        "and is above Ben's 8♠: only the higher can win. If it succeeds, the inning ends."
    )
    last = board_52(["8c 8d 8h 9c 9d 9h 3c", "9s", "8s", "4c 7d"])
    last.play("p1 play 8c 8d 8h 9c 9d 9h / p2 ball-four 9s / p3 ball-four 8s")
    assert post(last)[0].endswith("but is below Ben's 9♠: only the higher can win.")
    assert post(last.play("p4 pass"))[1].startswith(
        "To act: Ana, defend: beat your own double triple with nines and eights (8♣ 8♦ 8♥ 9♣ 9♦ "
        "9♥), and both Ball Fours fail; or pass, and the higher one succeeds. Pending:"
    )


def test_a_name_with_a_note_makes_plain_words() -> None:
    """As of a seat whose player has resigned."""
    at = board_52(["9c 9d 9h 3c", "9s 5d", "8c 6c"], "p1 play 9c 9d 9h / p2 ball-four 9s")
    names = ["Ana (resigned)", "Ben (resigned)", "Cho"]
    standing = text_52.standing(at.view(), names, (2,))
    assert standing[1].startswith("To act: Cho, beat the triple of nines of Ana (resigned) (9♣ ")
    assert "The Ball Four of Ben (resigned), 9♠, is pending." in standing
    back = text_52.story([terms.BallFourReturns(1, cards("9s")[0])], names)
    assert back == [
        "The Ball Four of Ben (resigned) fails, for the hand is beaten: 9♠ goes back to the hand "
        "of Ben (resigned), at no cost."
    ]


def test_a_card_that_came_back_is_named_alone_where_it_is_the_last() -> None:
    hands = ["9c 9d 9h Jc Jd Jh 3c", "9s", "8c 6c"]
    at = board_52(hands, "p1 play 9c 9d 9h / p2 ball-four 9s / p3 pass / p1 play Jc Jd Jh")
    assert "Ben: 0 runs, 1 card: 9♠" in text_52.standing(at.view(), NAMES[:3], (1,))


def test_a_walk_off_is_told_with_the_line_score() -> None:
    """Four cards go, twelve are left to the others; Ben has had one Ball Four, Ana none."""
    at = board_52(
        ["9c 9d 9h Jc Jd", "9s 4d 4h", "8c 8d 8h 8s 6c", "Td Th Tc 4c"],
        f"{ALL_ANSWER} / p1 pass / p2 play 4d / p3 pass / p4 play Tc / p1 play Jc / p2 pass / "
        "p4 pass / p1 play Jd",
        runs=(7, 0, 3, 0),
    )
    assert post(at) == [
        "Ana leads J♦, a single jack (no cards left).",
        "Walk-off! Ana ends inning 2 and scores 9 runs, 1 for each card that the others hold: "
        "Ben 1, Cho 5, Dee 3.",
        "Ben's Ball Four costs 2 runs.",
        "```",
        "    1  2 |  R",
        "Ana 7  9 | 16",
        "Ben 0 -2 | -2",
        "Cho 3  0 |  3",
        "Dee 0  0 |  0",
        "```",
    ]


def test_the_winners_own_ball_fours_are_taken_off_before_everybodys_eyes() -> None:
    """B52-21: 12 for the cards, less 4 for two Ball Fours, makes 8, as in the rulebook."""
    won = terms.InningEnds(2, 0, (0, 4, 6, 2), (2, 1, 0, 0), (8, -2, 0, 0), (8, -2, 0, 0), ())
    assert text_52.story([won], NAMES[:4]) == [
        "Walk-off! Ana ends inning 2 and scores 12 runs, 1 for each card that the others hold: "
        "Ben 4, Cho 6, Dee 2.",
        "Ana's 2 Ball Fours cost 4 runs: 12 - 4 = 8. Ben's Ball Four costs 2 runs.",
    ]


def test_a_pending_last_card_is_told_as_such() -> None:
    """B52-19: the inning ends only if it succeeds."""
    at = board_52(["9c 9d 9h 3c", "9s", "5c", "6c 7c"], "p1 play 9c 9d 9h / p2 ball-four 9s")
    assert post(at)[0] == (
        "Ball Four! Ben lays 9♠ (no cards left). It is pending, and fails if the high hand is "
        "beaten. If it succeeds, the inning ends."
    )
    assert text_52.hand(at.view(1)) == ("Your hand: no cards; 9♠ lies as your pending Ball Four")


def test_an_owner_who_may_not_defend_counts_as_passed() -> None:
    hands = ["9c 9d 9h 3c", "9s 5d", "8c 6c", "4c 7d"]
    at = board_52(hands, ALL_ANSWER, owner_may_defend=False)
    assert post(at)[:3] == [
        "Dee passes.",
        "Ana may not defend (an option of this game), and counts as passed.",
        "Nobody beats the hand, so the Ball Four succeeds: Ben wins the play with 9♠, which costs "
        "2 runs when the inning ends.",
    ]


def test_nobody_beats_a_hand() -> None:
    at = board_52(HANDS, f"{NINES} / p2 pass / p3 pass / p4 pass")
    assert post(at)[:2] == ["Dee passes.", "Nobody beats it: Ana wins the play."]


@pytest.mark.parametrize(
    ("hands", "aside", "told"),
    [
        (["", "3c", "", ""], "", "Ben holds 3♣ and leads a hand that contains it."),
        (
            ["", "3d", ""],
            "3c",
            "3♣ is set aside, so Ben holds 3♦ and leads a hand that contains it.",
        ),
        (
            ["", "", "3h", "", ""],
            "3c 3d",
            "3♣ and 3♦ are set aside, so Cho holds 3♥ and leads a hand that contains it.",
        ),
    ],
)
def test_the_first_lead_says_why(hands: list[str], aside: str, told: str) -> None:
    """B52-3, and the question repeats which card is due."""
    game = BallFour52()
    at = Board(game, game.setup(len(hands))).deal(hands, aside=aside)
    begins, question = post(at)
    assert begins.endswith(told)
    assert f"lead any hand that contains {told.split(' holds ')[1][:2]}." in question


def test_a_later_inning_says_who_deals_and_why_somebody_leads() -> None:
    at = board_52(["4c", "5c 5d", "6c"], "p1 play 4c", runs=(0, 9, 0))
    at.deal(["", "", ""], dealer=2)
    assert post(at)[0] == "Inning 3. Cho deals 17 cards each. Ben leads (with the most runs)."


def test_a_later_inning_says_who_leads_of_those_who_are_level() -> None:
    """B52-4: Ana has won the inning, so Ben, at Ana's left, comes before Cho, and she last."""
    at = board_52(["4c", "5c", "6c", "7c 8c"], "p1 play 4c", runs=(5, 9, 9, 0))
    assert at.runs == [9, 9, 9, 0]
    assert post(at.deal(["", "", "", ""], dealer=2))[0].endswith(
        "Ben leads (level with the most runs, first from the last winner's left)."
    )
    level = terms.InningBegins(3, 1, (17, 17, 17), 2, level=(0, 1, 2))
    assert text_52.story([level], NAMES[:3]) == [
        "Inning 3. Ben deals 17 cards each. Cho leads (all are level, first from the last winner's "
        "left)."
    ]


def test_the_end_of_a_game() -> None:
    at = board_52(["4c", "5c 5d", "6c"], "p1 play 4c", runs=(48, 9, 0))
    assert post(at)[-1] == "The game is over: Ana wins with 51 runs."
    shared = terms.GameEnds(Outcome("innings", (9, 9, 1), (1, 1, 3)))
    assert text_52.story([shared], NAMES) == [
        "The game is over: Ana and Ben share the win with 9 runs."
    ]
    level = terms.ExtraInning((0, 2))
    assert text_52.story([level], NAMES) == [
        "Ana and Cho are level at the top: everybody plays an extra inning."
    ]
    extra = terms.InningBegins(10, 1, (13, 13, 13, 13), 2, extra=True, level=(0, 2))
    assert text_52.story([extra], NAMES) == [
        "Extra inning 10. Ben deals 13 cards each. Cho leads (level with the most runs, first from "
        "the last winner's left)."
    ]
    assert text_52.ending("target") == "by runs, after the target was reached"
    assert text_52.ending("innings") == "by runs, after the last inning"
    assert text_52.ending("extra-innings") == "by runs, after extra innings"


def test_a_card_that_lies_face_up_is_offered_to_nobody() -> None:
    """The 9♠ was played in an earlier play, so nobody can hold it; everybody knows that."""
    at = board_52(["9s 9c 9d 9h 3c", "2c 5d", "8c"], "p1 play 9s / p2 pass / p3 pass")
    at.play("p1 play 9c 9d 9h")
    assert text_52.offers(at.view()) == []
    assert "Ball Four" not in post(at)[1]


def test_nothing_is_offered_where_only_the_owner_is_asked() -> None:
    """Nobody lays a Ball Four on the own hand (B52-12)."""
    hands = ["8c 8d 8h 9c 9d 9h 3c", "9s 5d", "4d 6c", "4c 7d"]
    at = board_52(hands, "p1 play 8c 8d 8h 9c 9d 9h / p2 ball-four 9s / p3 pass / p4 pass")
    assert at.asked == ["p1"]
    assert text_52.offers(at.view()) == []


def test_nothing_is_offered_at_a_lead_or_on_a_hand_without_three_of_a_rank() -> None:
    assert text_52.offers(board_52(HANDS).view()) == []
    assert text_52.offers(board_52(HANDS, "p1 play 9c 9d").view()) == []


def test_a_post_names_the_seat_that_the_turn_reaches() -> None:
    """Not again while it waits for the same answer, but again for a second time round."""
    at = board_52(HANDS, NINES)
    before = at.view()
    assert text_52.called(at.game, before, before) == ()
    assert text_52.called(at.game, before, at.play("p2 ball-four 9s").view()) == (2,)
    before = at.play("p3 pass / p4 pass").view()
    assert text_52.called(at.game, before, at.play("p1 play Jc Jd Jh").view()) == (1,)
    over = board_52(["4c", "5c", "6c"], "p1 play 4c")
    assert text_52.called(over.game, before, over.view()) == ()


def test_where_a_game_stands() -> None:
    at = board_52(HANDS, f"{NINES} / p2 ball-four 9s", runs=(1, 2, 0, -2))
    assert text_52.standing(at.view(2), NAMES[:4], (2, 3)) == [
        "Inning 2 of 9, play 1.",
        "To act: Cho, beat Ana's triple of nines (9♣ 9♦ 9♥, exposing the nines) or pass. Then Dee.",
        "Ben's Ball Four, 9♠, is pending.",
        "Ana: 1 run, 4 cards",
        "Ben: 2 runs, 2 cards",
        "Cho: 0 runs, 4 cards",
        "Dee: -2 runs, 4 cards",
        "```",
        "     1 |  R",
        "Ana  1 |  1",
        "Ben  2 |  2",
        "Cho  0 |  0",
        "Dee -2 | -2",
        "```",
        "Your hand: 6♣ 8♣ 8♦ 8♥",
    ]
    nobody = text_52.standing(at.view(), NAMES[:4], ())
    assert nobody[1] == "High hand: Ana's triple of nines (9♣ 9♦ 9♥, exposing the nines)."
    assert not any(line.startswith("Your hand") for line in nobody)


def test_a_hand_is_told_to_its_owner_alone() -> None:
    game = BallFour52()
    at = Board(game, game.setup(4)).deal(["2c 3d", "", "", ""])
    (dealt,) = (event for event in at.events if event.to == 0)
    assert text_52.whisper(dealt, NAMES) == text_52.hand(at.view(0))
    assert text_52.whisper(at.events[0], NAMES) is None
    assert len(text_52.story(at.events, NAMES[:4])) == 1
