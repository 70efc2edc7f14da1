"""Answers left ahead in Pitch & Catch (X-8, PC-24, PC-25), every expected value worked out by hand.

Four players: Ana (p1) deals and pitches first, then Ben (p2), Cho (p3), Dee (p4).
"""

import pytest

from games import house
from games.cards import read_card
from games.core import Finished, IllegalAction, NotationError, NotHeld, NothingToPlan
from games.pitch_and_catch import terms
from tests.games.pitch_and_catch.boxes import deck, options
from tests.helpers import Live, lines, public, stacked

HANDS = ["3c 9c Kc", "4d 7d 9d", "2h 8h Qh", "5s 6s Jd"]
ONE_CARD = ["5c", "3d", "4h"]


def live(hands: list[str] = HANDS, **changed: str) -> Live:
    """A table with these hands dealt, p1 to pitch."""
    names = ("Ana", "Ben", "Cho", "Dee")[: len(hands)]
    return Live(f"pitch-and-catch{options(hands, **changed)}", names, stacked(deck(hands)))


def after(plan: str, who: str, plays: str, hands: list[str] = HANDS) -> tuple[Live, list[str]]:
    """Leaves a plan before the first pitch and plays; the table, and what the last play led to.

    Until then the plan must not have acted.
    """
    at = live(hands)
    change = at.plan(who, plan)
    assert change.entries == change.events == ()
    *front, last = plays.split("/")
    for line in front:
        actor, action = line.split(None, 1)
        assert lines(at.play(actor, action.strip())) == [line.strip()]
    actor, action = last.split(None, 1)
    led_to = lines(at.play(actor, action.strip()))
    assert led_to[0] == last.strip()
    return at, led_to[1:]


def refused(who: str, plan: str, plays: str = "", **changed: str) -> IllegalAction:
    """Why a plan is refused after these plays; the table stays as it was."""
    at = live(**changed)
    if plays:
        at.plays(plays)
    before = at.table
    with pytest.raises(IllegalAction) as caught:
        at.plan(who, plan)
    assert at.table is before
    return caught.value


# --- the forms, one by one -----------------------------------------------------------------------

AFTER_PASS = "p1 pitch 9c / p2 pass"
AFTER_SEVEN = "p1 pitch 9c / p2 swing 7d"
BEFORE_FIELD = "p1 pitch 9c / p2 swing 7d / p3 pass / p4 pass"


@pytest.mark.parametrize(
    ("who", "plan", "plays", "answer"),
    [
        # a named card
        ("p2", "swing 7d", "p1 pitch 9c", "p2 swing 7d"),
        ("p3", "swing 8h", AFTER_SEVEN, "p3 swing 8h"),
        # lowest: the lowest that is legal then
        ("p2", "swing lowest", "p1 pitch 9c", "p2 swing 4d"),
        ("p3", "swing lowest", AFTER_PASS, "p3 swing 2h"),
        ("p3", "swing lowest", AFTER_SEVEN, "p3 swing 8h"),
        ("p2", "swing lowest up to 4", "p1 pitch 9c", "p2 swing 4d"),
        ("p3", "swing lowest up to 8", AFTER_SEVEN, "p3 swing 8h"),
        # highest up to V: as high as the ball and V allow
        ("p2", "swing highest up to 8", "p1 pitch 9c", "p2 swing 7d"),
        ("p2", "swing highest up to 9", "p1 pitch 9c", "p2 swing 9d"),
        ("p2", "swing highest up to K", "p1 pitch 9c", "p2 swing 9d"),
        ("p3", "swing highest up to K", AFTER_PASS, "p3 swing 8h"),
        # in the field a deuce is 14; the eight does not reach the nine
        ("p3", "field Qh", BEFORE_FIELD, "p3 field Qh"),
        ("p3", "field lowest", BEFORE_FIELD, "p3 field Qh"),
        ("p3", "field highest", BEFORE_FIELD, "p3 field 2h"),
        ("p3", "field lowest if ball 9 or more", BEFORE_FIELD, "p3 field Qh"),
        ("p1", "field lowest", f"{BEFORE_FIELD} / p3 field Qh / p4 pass", "p1 field Kc"),
        ("p3", "field pass", BEFORE_FIELD, "p3 pass"),
        # passes
        ("p2", "pass", "p1 pitch 9c", "p2 pass"),
        ("p2", "swing pass", "p1 pitch 9c", "p2 pass"),
        # alternatives are tried in order
        ("p2", "swing 7d or swing 4d", "p1 pitch 9c", "p2 swing 7d"),
        ("p2", "swing 9d or swing 4d", "p1 pitch Kc", "p2 swing 9d"),
        ("p2", "swing 9d or swing 4d", "p1 pitch 9c", "p2 swing 9d"),
        ("p2", "swing 9d or swing 7d or swing lowest", "p1 pitch 9c", "p2 swing 9d"),
        ("p3", "swing 2h or swing 8h", AFTER_SEVEN, "p3 swing 8h"),
        ("p3", "swing lowest up to 7 or swing Qh or swing 8h", AFTER_SEVEN, "p3 swing 8h"),
        ("p3", "field 8h or field lowest if ball 9 or more", BEFORE_FIELD, "p3 field Qh"),
        ("p3", "field lowest if ball T or more or field 2h", BEFORE_FIELD, "p3 field 2h"),
        # a condition that fails
        ("p3", "swing 2h else pass", AFTER_SEVEN, "p3 pass"),
        ("p3", "swing 2h or pass", AFTER_SEVEN, "p3 pass"),
        ("p3", "swing lowest up to 7, else pass", AFTER_SEVEN, "p3 pass"),
        ("p3", "field 8h else pass", BEFORE_FIELD, "p3 pass"),
        ("p3", "field lowest if ball T or more else pass", BEFORE_FIELD, "p3 pass"),
        # `else` is not needed
        ("p3", "swing 8h else pass", AFTER_SEVEN, "p3 swing 8h"),
        ("p3", "swing 8h else ask", AFTER_SEVEN, "p3 swing 8h"),
    ],
)
def test_form_acts_at_its_turn(who: str, plan: str, plays: str, answer: str) -> None:
    """Each form of the notation does what it says at its turn, and is used up by it."""
    at, led_to = after(plan, who, plays)
    assert led_to == [f"{answer} # plan"]
    assert at.table.plans == ()


@pytest.mark.parametrize(
    ("who", "plan", "plays"),
    [
        ("p3", "swing 2h", AFTER_SEVEN),
        ("p3", "swing 2h else ask", AFTER_SEVEN),
        ("p3", "swing Qh", AFTER_SEVEN),
        ("p3", "swing 2h or swing Qh", AFTER_SEVEN),
        ("p3", "swing lowest up to 7", AFTER_SEVEN),
        ("p3", "swing highest up to 7", AFTER_SEVEN),
        ("p2", "swing lowest", "p1 pitch 3c"),
        ("p3", "field 8h", BEFORE_FIELD),
        ("p3", "field lowest if ball T or more", BEFORE_FIELD),
        ("p4", "field highest", f"{BEFORE_FIELD} / p3 field Qh"),
    ],
)
def test_plan_that_does_not_fit_is_told_to_its_owner_alone(who: str, plan: str, plays: str) -> None:
    """The seat is asked after all; that its plan failed is told to it and to nobody else."""
    at, led_to = after(plan, who, plays)
    assert led_to == []
    assert at.turn == who
    assert at.table.plans == ()
    owner = int(who[1]) - 1
    text = plan.removesuffix(" else ask")
    assert at.events[-1] == house.PlanFailed(text, to=owner)
    assert sum(isinstance(event, house.PlanFailed) for event in at.events) == 1
    at.play(who, "pass")
    assert lines_of(at)[-1] == f"{who} pass"


def lines_of(at: Live) -> list[str]:
    """The journal as a record's lines."""
    return [f"{entry.actor} {entry.action}" for entry in at.entries]


@pytest.mark.parametrize(
    ("plan", "answer"),
    [
        ("pitch 2h", "p3 pitch 2h # plan"),
        ("pitch 8h", "p3 pitch 8h # plan"),
        ("pitch highest", "p3 pitch 8h # plan"),
        ("pitch Qh or pitch 2h", "p3 pitch 2h # plan"),
        ("pitch Qh or pitch highest", "p3 pitch 8h # plan"),
        ("pitch Qh", None),
    ],
)
def test_next_pitch_is_made_if_the_ball_ends_here(plan: str, answer: str | None) -> None:
    """Cho catches with the queen, has 2h 8h left and the pitch; a spent queen cannot be pitched."""
    at, led_to = after(plan, "p3", f"{BEFORE_FIELD} / p3 field Qh / p4 pass / p1 pass")
    assert led_to == ([answer] if answer else [])
    assert at.turn == ("p4" if answer else "p3")


def test_pitch_at_the_own_turn_is_made_at_once() -> None:
    """A plan left at the own turn acts in the same change, the highest card being the king."""
    at = live()
    assert lines(at.plan("p1", "pitch highest")) == ["p1 pitch Kc # plan"]
    assert at.turn == "p2"
    low = live(["Ac 2c 3c", "4d 7d 9d", "2h 8h Qh", "5s 6s Jd"])
    assert lines(low.plan("p1", "pitch highest")) == ["p1 pitch 3c # plan"]  # an ace is 1


def test_plan_at_the_own_turn_is_followed_by_those_of_others() -> None:
    """One answer may carry several: Ana pitches by plan, and what others left acts after it."""
    at = live()
    at.plan("p3", "swing lowest")
    at.plan("p2", "pass")
    assert lines(at.plan("p1", "pitch 9c")) == [
        "p1 pitch 9c # plan",
        "p2 pass # plan",
        "p3 swing 2h # plan",
    ]
    assert at.turn == "p4"


# --- values --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("swing highest up to A", "swing highest up to A"),
        ("swing highest up to 1", "swing highest up to A"),
        ("swing highest up to 2", "swing highest up to 2"),
        ("swing highest up to 10", "swing highest up to T"),
        ("swing highest up to t", "swing highest up to T"),
        ("swing highest up to 11", "swing highest up to J"),
        ("swing highest up to 12", "swing highest up to Q"),
        ("SWING Highest  up to 13", "swing highest up to K"),
        ("swing lowest up to k", "swing lowest up to K"),
        ("field lowest if ball 1 or more", "field lowest if ball A or more"),
        ("field lowest if ball 11 or more", "field lowest if ball J or more"),
        ("field lowest if ball q or more, else pass", "field lowest if ball Q or more else pass"),
        ("swing 4D or swing 7♦ else pass", "swing 4d or swing 7d else pass"),
        ("swing 4d or pass", "swing 4d else pass"),
        ("swing 4d else ask", "swing 4d"),
        ("pass", "swing pass"),
        ("field pass", "field pass"),
        ("pitch Highest", "pitch highest"),
    ],
)
def test_plan_is_kept_in_its_canonical_words(said: str, kept: str) -> None:
    """Limits may be ranks or numbers, cards may be spelt in any way; one text is kept."""
    at = live()
    at.plan("p2", said)
    assert [plan.text for plan in at.table.plans_of(1)] == [kept]
    at.plan("p2", kept)
    assert [plan.text for plan in at.table.plans_of(1)] == [kept]


def test_limits_count_an_ace_as_one_and_a_king_as_thirteen() -> None:
    """`up to A` lets only an ace swing; `if ball K or more` wants a king."""
    hands = ["Kc 9c", "Ad 7d", "2h Qh", "5s 6s"]
    _, led_to = after("swing highest up to A", "p2", "p1 pitch 9c", hands)
    assert led_to == ["p2 swing Ad # plan"]
    plays = "p1 pitch Kc / p2 swing 7d / p3 pass / p4 pass"
    _, led_to = after("field lowest if ball K or more", "p3", plays, hands)
    assert led_to == ["p3 field 2h # plan"]
    _, led_to = after("field lowest if ball K or more", "p3", plays.replace("Kc", "9c"), hands)
    assert led_to == []


# --- sheets and scopes (PC-24) -------------------------------------------------------------------


def test_sheet_holds_a_swing_and_the_next_pitch() -> None:
    """Cho's eight hits; nobody catches, and the queen is pitched. The catch was not needed."""
    at = live()
    at.plan("p3", "swing 8h; field highest; pitch highest")
    assert [plan.decision for plan in at.table.plans_of(2)] == ["swing", "field", "pitch"]
    at.play("p1", "pitch 9c")
    assert lines(at.play("p2", "pass")) == ["p2 pass", "p3 swing 8h # plan"]
    at.plays("p4 pass / p4 pass / p1 pass")
    change = at.play("p2", "pass")
    assert lines(change) == ["p2 pass", "p3 pitch Qh # plan"]
    assert at.table.plans == ()
    assert {left.plan.text for left in change.dropped} == {"field highest", "pitch highest"}


def test_sheet_holds_a_catch_and_the_next_pitch() -> None:
    """Ben's nine closes swinging before Cho is asked; her deuce catches, then the eight goes."""
    at = live()
    at.plan("p3", "swing 8h; field highest; pitch 8h")
    at.play("p1", "pitch 9c")
    assert lines(at.play("p2", "swing 9d")) == ["p2 swing 9d", "p3 field 2h # plan"]
    at.play("p4", "pass")
    assert lines(at.play("p1", "pass")) == ["p1 pass", "p3 pitch 8h # plan"]
    assert at.table.plans == ()


def test_sheet_is_taken_whole_or_not_at_all() -> None:
    """One part that is refused, or cannot be read, leaves the whole sheet aside."""
    at = live()
    before = at.table
    with pytest.raises(IllegalAction):
        at.plan("p3", "swing 8h; field Kc")
    with pytest.raises(NotationError):
        at.plan("p3", "swing 8h; field")
    with pytest.raises(NotationError):
        at.plan("p3", "swing 8h;")
    assert at.table is before


def test_swing_plan_dies_with_its_trick() -> None:
    """Swinging was closed before Cho's turn; in the next trick she is asked."""
    at = live()
    at.plan("p3", "swing 2h")
    at.plays("p1 pitch 9c / p2 swing 9d / p3 pass / p4 pass")
    assert [plan.text for plan in at.table.plans_of(2)] == ["swing 2h"]
    change = at.play("p1", "pass")
    assert at.table.plans == ()
    assert [left.plan.text for left in change.dropped] == ["swing 2h"]
    assert change.events[-1].to is None  # a plan that was never due is not reported
    assert lines(at.play("p2", "pitch 7d")) == ["p2 pitch 7d"]
    assert at.turn == "p3"


def test_field_plan_dies_with_its_trick() -> None:
    """Nobody hit the first ball, so nothing was to field; in the second trick Cho is asked."""
    at = live()
    at.plan("p3", "field highest")
    at.plays("p1 pitch 9c / p2 pass / p3 pass")
    assert at.table.plans
    at.play("p4", "pass")
    assert at.table.plans == ()
    at.plays("p1 pitch Kc / p2 swing 9d / p3 pass / p4 pass")
    assert (at.turn, at.key) == ("p3", "1.2.field")


def test_pitch_plan_dies_with_the_next_trick() -> None:
    """Left in the first trick it still lives in the second, and no longer in the third."""
    at = live()
    at.plan("p3", "pitch 8h")
    at.plays("p1 pitch 9c / p2 pass / p3 pass / p4 pass")
    assert at.key == "1.2.pitch"
    assert [plan.text for plan in at.table.plans_of(2)] == ["pitch 8h"]
    at.plays("p1 pitch Kc / p2 pass / p3 swing 2h / p4 pass / p4 pass / p1 pass")
    assert at.table.plans
    at.play("p2", "pass")
    assert (at.key, at.turn) == ("1.3.pitch", "p3")  # not pitched by itself
    assert at.table.plans == ()


def test_no_plan_survives_the_inning() -> None:
    """The pitch left for a next trick that does not come is gone when the cards are dealt anew."""
    at = live(ONE_CARD)
    at.plays("p1 pitch 5c / p2 pass / p3 pass")
    at.plan("p3", "pitch 4h")
    at.plan("p3", "field 4h")
    at.play("p2", "pitch 3d")
    assert len(at.table.plans) == 2
    change = at.play("p3", "pass")
    assert lines(change)[1].startswith("dealer deal ")
    assert at.key == "2.1.pitch"
    assert at.table.plans == ()
    assert len(change.dropped) == 2


def test_answers_act_in_seat_order_whoever_left_first() -> None:
    """Dee answers first, then Cho, then Ben; they act as Ben, Cho, Dee (PC-24)."""
    at = live()
    at.plan("p4", "swing 6s else pass")
    at.plan("p3", "swing lowest up to 5 else pass")
    at.plan("p2", "swing 4d")
    assert lines(at.play("p1", "pitch 9c")) == [
        "p1 pitch 9c",
        "p2 swing 4d # plan",
        "p3 pass # plan",
        "p4 swing 6s # plan",
    ]
    assert (at.key, at.turn) == ("1.1.field", "p1")


# --- changing one's mind -------------------------------------------------------------------------


def test_newer_plan_takes_the_place_of_an_older_one() -> None:
    """One answer for each decision: the last word counts, other decisions keep theirs."""
    at = live()
    at.plan("p2", "swing 4d; field highest")
    change = at.plan("p2", "swing 7d")
    assert [left.plan.text for left in change.left] == ["swing 7d"]
    assert [left.plan.text for left in change.dropped] == ["swing 4d"]
    assert [plan.text for plan in at.table.plans_of(1)] == ["field highest", "swing 7d"]
    at.plan("p2", "pass")
    assert [plan.text for plan in at.table.plans_of(1)] == ["field highest", "swing pass"]
    assert lines(at.play("p1", "pitch 9c")) == ["p1 pitch 9c", "p2 pass # plan"]


def test_plan_can_be_withdrawn() -> None:
    """For one decision or for all; nobody else's plans are touched, and nothing is told."""
    at = live()
    at.plan("p2", "swing 4d; field highest; pitch highest")
    at.plan("p3", "swing 8h")
    change = at.withdraw("p2", "swing")
    assert change.entries == change.events == ()
    assert [left.plan.text for left in change.dropped] == ["swing 4d"]
    assert [plan.text for plan in at.table.plans_of(1)] == ["field highest", "pitch highest"]
    at.withdraw("p2")
    assert at.table.plans_of(1) == ()
    assert [plan.text for plan in at.table.plans_of(2)] == ["swing 8h"]
    assert lines(at.play("p1", "pitch 9c")) == ["p1 pitch 9c"]


# --- what can never apply ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("who", "plan", "plays", "clause", "fact"),
    [
        # before the pitch
        ("p1", "swing 3c", "", "PC-9", terms.PitcherSwings()),
        ("p1", "swing pass", "", "PC-9", terms.PitcherSwings()),
        ("p1", "pass", "", "PC-7", terms.MustPitch()),
        ("p1", "pitch 3c else pass", "", "PC-7", terms.MustPitch()),
        ("p2", "pitch 4d or pass", "", "PC-7", terms.MustPitch()),
        ("p2", "swing Kc", "", "X-15", NotHeld((51 - 7,))),
        ("p2", "swing 4d or swing 5d", "", "X-15", NotHeld((13,))),
        # the ball is in the air
        ("p1", "swing 3c", "p1 pitch 9c", "PC-9", terms.PitcherSwings()),
        ("p3", "swing Qh", "p1 pitch 9c", "PC-9", terms.AboveBall(28)),
        ("p3", "swing Qh or swing lowest up to A", "p1 pitch 9c", "PC-9", terms.AboveBall(28)),
        ("p3", "swing 2h", AFTER_SEVEN, "PC-9", terms.NotAboveSwing(21)),
        ("p3", "swing lowest up to A", "p1 pitch 9c", "PC-9", terms.NoCardFits("swing")),
        ("p3", "swing highest up to 7", AFTER_SEVEN, "PC-9", terms.NoCardFits("swing")),
        ("p2", "swing 9d", AFTER_SEVEN, "PC-9", terms.SecondChance("swing")),
        ("p2", "swing 9d", AFTER_PASS, "PC-9", terms.SecondChance("swing")),
        ("p3", "field 8h", "p1 pitch 9c", "PC-13", terms.BelowBall(28)),
        ("p2", "field highest", "p1 pitch Kc", "PC-13", terms.NoCardFits("field")),
        (
            *("p3", "field lowest if ball T or more", "p1 pitch 9c"),
            *("PC-13", terms.NoCardFits("field")),
        ),
        # the ball is hit
        ("p2", "field 9d", BEFORE_FIELD, "PC-13", terms.HitterFields()),
        ("p2", "pass", BEFORE_FIELD, "PC-13", terms.HitterFields()),
        ("p3", "field Qh", f"{BEFORE_FIELD} / p3 pass", "PC-13", terms.SecondChance("field")),
        ("p4", "field Jd", f"{BEFORE_FIELD} / p3 field Qh", "PC-13", terms.NotAboveCatch(42)),
        ("p4", "swing 5s", BEFORE_FIELD, "X-8", NothingToPlan("swing")),
    ],
)
def test_what_can_never_apply_is_refused(
    who: str, plan: str, plays: str, clause: str, fact: object
) -> None:
    """The clause that forbids it is cited, with the fact, and nothing is left."""
    error = refused(who, plan, plays)
    assert (error.clause, error.fact) == (clause, fact)


@pytest.mark.parametrize(
    ("who", "plan", "plays", "then", "answer"),
    [
        # above the nine; below it, and not above the seven; too low to catch the nine
        ("p3", "swing Qh or swing 8h", "p1 pitch 9c", "p2 pass", "p3 swing 8h"),
        ("p3", "swing lowest up to A or swing 2h", "p1 pitch 9c", "p2 pass", "p3 swing 2h"),
        ("p4", "swing 5s or swing Jd", "p1 pitch Kc / p2 swing 7d", "p3 pass", "p4 swing Jd"),
        ("p3", "field 8h or field 2h", AFTER_SEVEN, "p3 pass / p4 pass", "p3 field 2h"),
    ],
)
def test_alternative_that_is_ruled_out_is_passed_over(
    who: str, plan: str, plays: str, then: str, answer: str
) -> None:
    """X-8: what does not fit is not played; the others still may be, so nothing is refused."""
    at = live()
    at.plays(plays)
    at.plan(who, plan)
    at.plays(then)
    assert lines_of(at)[-1] == answer


def test_card_that_is_not_held_is_refused_beside_others() -> None:
    """X-15: it is a slip, whatever the other alternatives are."""
    error = refused("p3", "swing 8h or swing 7d", "p1 pitch 9c")
    assert (error.clause, error.fact) == ("X-15", NotHeld((read_card("7d"),)))
    error = refused("p3", "swing Qh or swing Kc", "p1 pitch 9c")
    assert error.clause == "PC-9"


def test_pitcher_does_not_plan_to_field_where_the_option_is_off() -> None:
    """PC-13: refused with the option off, taken with it on."""
    error = refused("p1", "field Kc", "p1 pitch 9c", pitcher_fields="off")
    assert (error.clause, error.fact) == ("PC-13", terms.PitcherFields())
    at = live()
    at.play("p1", "pitch 9c")
    at.plan("p1", "field Kc")
    assert [plan.text for plan in at.table.plans_of(0)] == ["field Kc"]


@pytest.mark.parametrize("plan", ["swing 5c", "field highest", "pitch highest", "pass"])
def test_seat_without_cards_has_nothing_to_plan(plan: str) -> None:
    """Ana has pitched her only card: no decision of the inning is hers any more."""
    at = live(ONE_CARD)
    at.play("p1", "pitch 5c")
    with pytest.raises(IllegalAction) as caught:
        at.plan("p1", plan)
    assert (caught.value.clause, caught.value.fact) == ("X-8", NothingToPlan(plan.split()[0]))


def test_strict_table_takes_no_answers_ahead() -> None:
    """PC-24: only the player to act may answer, and only what is asked."""
    assert refused("p2", "swing 4d", tempo="strict").clause == "PC-24"
    assert refused("p1", "field 3c", tempo="strict").fact == terms.StrictTempo()
    assert refused("p3", "swing 2h", "p1 pitch 9c", tempo="strict").clause == "PC-24"
    assert refused("p2", "field 9d", "p1 pitch 9c", tempo="strict").clause == "PC-24"
    at = live(tempo="strict")
    assert lines(at.plan("p1", "pitch 9c")) == ["p1 pitch 9c # plan"]
    assert lines(at.plan("p2", "swing highest up to 8")) == ["p2 swing 7d # plan"]


def test_nothing_is_left_when_the_game_is_over() -> None:
    """The house refuses before the rules are asked."""
    at = live()
    at.order(house.Abandon())
    with pytest.raises(Finished):
        at.plan("p2", "swing 4d")


def test_refusal_tells_nothing_of_other_hands() -> None:
    """A catch that nobody can beat, or that others will beat, is taken alike."""
    strong = live(["3c 9c Kc", "4d 7d 9d", "2h 8h Qh", "5s 6s Jd"])
    weak = live(["3c 9c 4c", "4d 7d 9d", "2h 8h Qh", "5s 6s 4s"])
    for at in (strong, weak):
        at.play("p1", "pitch 9c")
        at.plan("p3", "field Qh")
    assert strong.table.plans == weak.table.plans


# --- words that cannot be read -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected", "found"),
    [
        ("", "an answer like swing 5c, swing lowest up to 9", ""),
        ("bunt 4d", "an answer like swing 5c, swing lowest up to 9", "bunt 4d"),
        ("swing", "swing 5c, swing lowest, swing lowest up to 9", "swing"),
        ("swing 99", "swing 5c, swing lowest, swing lowest up to 9", "swing 99"),
        ("swing 4d 7d", "swing 5c, swing lowest, swing lowest up to 9", "swing 4d 7d"),
        ("swing highest", "swing highest up to 9", "swing highest"),
        ("field lowest up to 5", "field lowest if ball 9 or more", "field lowest up to 5"),
        ("field lowest if ball 9", "field lowest if ball 9 or more", "field lowest if ball 9"),
        ("field highest if ball 9 or more", "field highest", "field highest if ball 9 or more"),
        ("pitch lowest", "pitch highest", "pitch lowest"),
        ("pitch pass", "pitch highest", "pitch pass"),
        ("swing lowest up to 0", "a value from A (1) to K (13)", "0"),
        ("swing lowest up to 14", "a value from A (1) to K (13)", "14"),
        ("swing lowest up to ²", "a value from A (1) to K (13)", "²"),
        ("swing highest up to 9d", "a value from A (1) to K (13)", "9d"),
        ("swing 4d else maybe", '"else pass" or "else ask"', "maybe"),
        ("swing 4d else swing 7d", '"else pass" or "else ask"', "swing 7d"),
        ("else pass", "an answer like swing 5c, swing lowest up to 9", "else pass"),
        (
            "swing 4d or field 9d",
            'answers to swing and to field with a ";" between them',
            "swing 4d or field 9d",
        ),
        ("pass or swing 4d", '"pass" as the last alternative', "pass or swing 4d"),
        ("swing pass or swing 4d", '"pass" as the last alternative', "swing pass or swing 4d"),
        ("swing 4d or swing pass", '"pass" as the last alternative', "swing 4d or swing pass"),
        ("swing 4d or or swing 7d", "an answer like swing 5c, swing lowest up to 9", "or swing 7d"),
    ],
)
def test_words_that_are_no_plan(text: str, expected: str, found: str) -> None:
    """The error says what was expected and what was found."""
    at = live()
    with pytest.raises(NotationError) as caught:
        at.plan("p2", text)
    assert expected in caught.value.expected
    assert caught.value.found == found


# --- nobody can tell (PC-24, PC-25) --------------------------------------------------------------


def test_plans_and_plays_tell_the_same_story() -> None:
    """A whole trick by plans, and once more by hand: the same public events, story and state."""
    asked = live()
    asked.plays(
        "p1 pitch 9c / p2 swing 4d / p3 swing 8h / p4 pass"
        "/ p4 field Jd / p1 field Kc / p2 pass / p1 pitch 3c"
    )
    ahead = live()
    ahead.plan("p4", "swing lowest else pass")
    ahead.plan("p4", "field lowest")
    ahead.plan("p3", "swing lowest up to 9; field 2h; pitch highest")
    ahead.plan("p2", "swing lowest; field 9d else pass")
    change = ahead.plan("p1", "field lowest; pitch 9c")
    assert lines(change) == [
        "p1 pitch 9c # plan",
        "p2 swing 4d # plan",
        "p3 swing 8h # plan",
        "p4 pass # plan",
        "p4 field Jd # plan",
        "p1 field Kc # plan",
        "p2 pass # plan",
    ]
    ahead.play("p1", "pitch 3c")
    assert public(ahead.events) == public(asked.events)
    assert ahead.story() == asked.story()
    assert ahead.table.state == asked.table.state
    assert (ahead.table.version, ahead.table.clock) == (asked.table.version, asked.table.clock)


def test_leaving_a_plan_tells_nobody() -> None:
    """No event, no journal row, no new version; window, clock and views stay (PC-25)."""
    at = live()
    at.play("p1", "pitch 9c")
    before = at.table
    change = at.plan("p4", "swing 6s")
    assert change.entries == change.events == ()
    assert at.table.version == before.version == 2
    assert at.table.window == before.window
    assert at.table.clock == before.clock
    assert [at.table.view(seat) for seat in range(4)] == [before.view(seat) for seat in range(4)]
    assert public(change.events) == []
