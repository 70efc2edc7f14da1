"""Deadlines, worked out by hand: windows, grace, reminders, pauses, extensions, time-outs.

A window lasts 1000 seconds here, the grace 300; reminders come at the half and at nine tenths of a
seat's own time. Three players: Ana (p1) pitches first, then Ben (p2) and Cho (p3) may swing.
"""

import pytest

from games import house, table
from games.clock import PRESETS, Clock, Pace, Pause
from games.core import Finished, OptionError, OrderRefused, Paused
from tests.games.pitch_and_catch.boxes import deck
from tests.helpers import Live, lines, stacked

PACE = Pace(1000, 300)
HANDS = ["3c 9c", "4d 7d", "2h 8h"]


def live(now: int = 0, pace: Pace | None = PACE) -> Live:
    """A table whose first pitch is due from `now` on."""
    game = "pitch-and-catch (hand_size=2)"
    return Live(game, ("Ana", "Ben", "Cho"), stacked(deck(HANDS)), pace, now)


def pitched(now: int = 0) -> Live:
    """A table at which Ana has pitched the nine at once, so that Ben is at turn from `now` on."""
    at = live(now)
    at.play("p1", "pitch 9c")
    return at


# --- windows and grace ---------------------------------------------------------------------------


def test_window_runs_from_its_opening() -> None:
    """The pitch is due 1000 seconds after the deal; the swings 1000 seconds after the pitch."""
    at = live(now=50)
    assert at.table.clock.deadline == 1050
    at.now = 600
    at.play("p1", "pitch 9c")
    assert (at.key, at.table.clock.deadline) == ("1.1.swing", 1600)


def test_turn_within_a_window_gets_no_new_window() -> None:
    """Ben answers after 100 seconds: Cho has the 900 that are left of the same window."""
    at = pitched()
    at.now = 100
    at.play("p2", "pass")
    assert (at.turn, at.table.clock.deadline) == ("p3", 1000)


def test_late_turn_gets_its_grace() -> None:
    """Ben answers after 950 seconds: Cho has her 300 seconds from then on."""
    at = pitched()
    at.now = 950
    at.play("p2", "pass")
    assert at.table.clock.deadline == 1250


def test_grace_counts_only_where_it_is_longer() -> None:
    """At 700 seconds both end at 1000; a second later the grace ends later."""
    for now, deadline in ((699, 1000), (700, 1000), (701, 1001)):
        at = pitched()
        at.now = now
        at.play("p2", "pass")
        assert at.table.clock.deadline == deadline


def test_no_pace_no_deadline() -> None:
    """Without a pace nothing is ever due."""
    at = live(pace=None)
    clock = at.table.clock
    assert (clock.deadline, clock.reminder, clock.alarm) == (None, None, None)
    at.now = 10**9
    assert at.tick() is None


def test_presets_are_sound() -> None:
    """The paces by name, in seconds: a window and a grace."""
    told = {name: (pace.window, pace.grace) for name, pace in PRESETS.items()}
    assert told == {
        "live": (120, 60),
        "fast": (28_800, 7_200),
        "daily": (86_400, 28_800),
        "relaxed": (259_200, 86_400),
    }


@pytest.mark.parametrize(
    ("window", "grace", "reminders"),
    [(0, 5, (0.5,)), (-1, 5, ()), (10, -1, ()), (10, 5, (0.0,)), (10, 5, (0.5, 1.0))],
)
def test_pace_without_sense_is_refused(
    window: int, grace: int, reminders: tuple[float, ...]
) -> None:
    """A window lasts, a grace is not negative, a reminder comes in between."""
    with pytest.raises(OptionError):
        Pace(window, grace, reminders)
    assert Pace(1, 0, ()).window == 1


# --- time-outs -----------------------------------------------------------------------------------


def test_silence_is_answered_at_the_deadline_and_not_before() -> None:
    """At 999 only a reminder is due; at 1000 the rules pass for Ben, and Cho gets her grace."""
    at = pitched()
    at.now = 999
    assert at.tick() is not None  # the reminders
    assert at.tick() is None
    assert at.turn == "p2"
    at.now = 1000
    change = at.tick()
    assert change is not None
    assert lines(change) == ["clock p2"]
    assert change.events[0] == house.TimedOut(1)
    assert (at.turn, at.key) == ("p3", "1.1.swing")
    assert at.table.clock.deadline == 1300


def test_silent_pitcher_pitches_the_highest_card() -> None:
    """PC-27: of 3c and 9c the nine goes, and the swings' window opens with the time-out."""
    at = live()
    at.now = 1234
    change = at.tick()
    assert change is not None
    assert lines(change) == ["clock p1"]
    assert at.table.state.ball == 28  # 9c
    assert at.table.clock.deadline == 2234


def test_one_time_out_at_a_time() -> None:
    """After a long outage the seats behind still get their grace, one after the other."""
    at = pitched()
    at.now = 50_000
    assert at.tick() is not None
    assert at.tick() is None
    assert (at.turn, at.table.clock.deadline) == ("p3", 50_300)
    at.now = 50_300
    change = at.tick()
    assert change is not None
    assert lines(change) == ["clock p3"]
    assert (at.key, at.table.clock.deadline) == ("1.2.pitch", 51_300)


def test_plan_answers_after_a_time_out() -> None:
    """Ben is silent; what Cho has left acts in the same change."""
    at = pitched()
    at.plan("p3", "swing lowest")
    at.now = 1000
    change = at.tick()
    assert change is not None
    assert lines(change) == ["clock p2", "p3 swing 2h # plan"]


# --- reminders -----------------------------------------------------------------------------------


def test_reminders_are_shares_of_the_seats_own_time() -> None:
    """For Ben at 500 and 900; for Cho, who has from 100 to 1000, at 550 and 910."""
    at = pitched()
    assert (at.table.clock.reminder, at.table.clock.alarm) == (500, 500)
    at.now = 499
    assert at.tick() is None
    at.now = 500
    change = at.tick()
    assert change is not None
    assert change.events == (house.Reminded(1000, 1, to=1),)
    assert change.entries == ()
    assert (at.table.clock.reminder, at.table.clock.alarm) == (900, 900)
    at.now = 900
    change = at.tick()
    assert change is not None
    assert change.events == (house.Reminded(1000, 2, to=1),)
    assert (at.table.clock.reminder, at.table.clock.alarm) == (None, 1000)

    at = pitched()
    at.now = 100
    at.play("p2", "pass")
    assert at.table.clock.reminder == 550
    at.now = 550
    at.tick()
    assert at.table.clock.reminder == 910


def test_reminders_of_a_grace() -> None:
    """Reached at 950, due at 1250: reminded at 1100 and 1220."""
    at = pitched()
    at.now = 950
    at.play("p2", "pass")
    assert at.table.clock.reminder == 1100
    at.now = 1100
    at.tick()
    assert at.table.clock.reminder == 1220


def test_late_reminders_are_one() -> None:
    """Both reminders are due at 950: one is sent, and it is the second."""
    at = pitched()
    at.now = 950
    change = at.tick()
    assert change is not None
    assert change.events == (house.Reminded(1000, 2, to=1),)
    assert at.tick() is None


def test_each_turn_has_its_own_reminders() -> None:
    """What Ben was reminded of does not count for Cho."""
    at = pitched()
    at.now = 900
    at.tick()
    at.play("p2", "pass")
    assert at.table.clock.reminded == 0
    assert at.table.clock.reminder == 1050  # 900 to 1200


# --- pauses --------------------------------------------------------------------------------------


def test_pause_keeps_the_time_that_was_left() -> None:
    """Stopped at 400 with 600 left; resumed at 5000 with 600 left, reminded at 5100 as before."""
    at = pitched()
    at.now = 400
    change = at.order(house.Pause())
    assert [(entry.actor, entry.note) for entry in change.entries] == [("", "paused")]
    clock = at.table.clock
    assert (clock.deadline, clock.reminder, clock.alarm) == (None, None, None)
    at.now = 4000
    assert at.tick() is None
    at.now = 5000
    at.order(house.Resume())
    assert at.table.clock.deadline == 5600
    assert at.table.clock.reminder == 5100
    assert (at.turn, at.key) == ("p2", "1.1.swing")


def test_pause_with_an_end_resumes_by_itself() -> None:
    """The alarm of a paused clock is its end; what the ticker is late by is given back too."""
    at = pitched()
    at.now = 400
    at.order(house.Pause(until=2000))
    assert at.table.clock.alarm == 2000
    at.now = 1999
    assert at.tick() is None
    at.now = 2010
    change = at.tick()
    assert change is not None
    assert [(entry.actor, entry.note) for entry in change.entries] == [("", "resumed")]
    assert change.events == (house.Ordered(house.Resume()),)
    assert at.table.clock.deadline == 2610


def test_nobody_plays_in_a_pause() -> None:
    """A play waits for the resume, and nothing changes."""
    at = pitched()
    at.order(house.Pause())
    before = at.table
    with pytest.raises(Paused):
        at.play("p2", "pass")
    assert at.table is before
    at.order(house.Resume())
    at.play("p2", "pass")


def test_plans_are_left_changed_and_withdrawn_in_a_pause() -> None:
    """X-8: a plan is its owner's until it acts, and in a pause none acts, at the turn neither."""
    at = pitched()
    at.plan("p3", "swing 2h")
    at.order(house.Pause())
    at.plan("p3", "swing 8h")
    assert [plan.text for plan in at.table.plans_of(2)] == ["swing 8h"]
    at.withdraw("p3")
    assert at.table.plans == ()
    assert at.plan("p2", "pass").entries == ()
    assert at.turn == "p2"
    at.withdraw("p2")
    at.order(house.Resume())
    assert at.turn == "p2"


def test_plans_and_computers_wait_for_the_resume() -> None:
    """Ben resigns in a pause, and the rules pass for him; Cho's plan acts when time runs again."""
    at = pitched()
    at.plan("p3", "swing lowest")
    at.order(house.Pause())
    assert [entry.action for entry in at.order(house.Resign(1)).entries] == ["resign p2"]
    assert at.turn == "p3"
    assert lines(at.order(house.Resume()))[1:] == ["p3 swing 2h # plan"]
    at = pitched()
    at.order(house.Pause())
    assert lines(at.order(house.Computer(1))) == ["house computer p2"]
    change = at.order(house.Resume())
    assert [entry.actor for entry in change.entries] == ["", "p2"]


def test_second_pause_only_moves_the_end() -> None:
    """Paused at 400, again at 500 until 900: the time is kept as of 400."""
    at = pitched()
    at.now = 400
    at.order(house.Pause())
    at.now = 500
    at.order(house.Pause(until=900))
    assert at.table.clock.pause == Pause(400, 900)
    at.now = 900
    at.tick()
    assert at.table.clock.deadline == 1500


@pytest.mark.parametrize("until", [400, 399, 0])
def test_pause_ends_later_than_now(until: int) -> None:
    """An end that has passed is refused, and the clock runs on."""
    at = pitched()
    at.now = 400
    with pytest.raises(OrderRefused):
        at.order(house.Pause(until))
    assert at.table.clock.deadline == 1000


def test_resume_needs_a_pause() -> None:
    """A running clock is not resumed."""
    with pytest.raises(OrderRefused):
        pitched().order(house.Resume())


def test_decision_that_opens_in_a_pause_has_all_its_time_after_it() -> None:
    """A rewind to Ana's pitch in the pause of 400: she has 1000 seconds from the resume on."""
    at = pitched()
    at.now = 400
    at.order(house.Pause())
    at.now = 700
    at.order(house.Rewind(1))
    assert (at.key, at.turn, at.table.clock.deadline) == ("1.1.pitch.r1", "p1", None)
    at.now = 3000
    at.order(house.Resume())
    assert at.table.clock.deadline == 4000


# --- extensions ----------------------------------------------------------------------------------


def test_extension_is_for_the_seat_at_turn() -> None:
    """Ben gets 500 seconds more; Cho, reached at 200, has the window's 1000 again."""
    at = pitched()
    change = at.order(house.Extend(500))
    assert [(entry.actor, entry.note) for entry in change.entries] == [
        ("", "500 seconds more for p2")
    ]
    assert at.table.clock.deadline == 1500
    assert at.table.clock.reminder == 750
    at.order(house.Extend(100))
    assert at.table.clock.deadline == 1600
    at.now = 200
    at.play("p2", "pass")
    assert at.table.clock.deadline == 1000


def test_extension_in_a_pause_counts_after_it() -> None:
    """600 seconds were left, 100 more are given: 700 after the resume."""
    at = pitched()
    at.now = 400
    at.order(house.Pause())
    at.order(house.Extend(100))
    at.now = 900
    at.order(house.Resume())
    assert at.table.clock.deadline == 1600


@pytest.mark.parametrize("seconds", [0, -5, table.LONGEST_EXTENSION + 1])
def test_extension_without_sense_is_refused(seconds: int) -> None:
    """At least a second, at most a year."""
    at = pitched()
    with pytest.raises(OrderRefused):
        at.order(house.Extend(seconds))
    assert at.table.clock.deadline == 1000
    at.order(house.Extend(table.LONGEST_EXTENSION))
    assert at.table.clock.deadline == 1000 + 366 * 86_400


def test_extension_needs_a_running_clock() -> None:
    """At a table without a pace nothing can be extended."""
    with pytest.raises(OrderRefused):
        live(pace=None).order(house.Extend(60))


# --- what else moves it --------------------------------------------------------------------------


def test_plan_does_not_move_the_clock() -> None:
    """Whether somebody has answered ahead, and when, shows in no deadline (PC-25)."""
    at = pitched()
    before = at.table.clock
    at.now = 333
    at.plan("p3", "swing 8h")
    at.withdraw("p3")
    at.plan("p3", "swing 2h")
    assert at.table.clock == before


def test_replaced_player_gets_the_whole_time() -> None:
    """Whoever sits down at the own turn has a full window from then on."""
    at = pitched()
    at.now = 800
    at.order(house.Replace(1, "Eve"))
    assert at.table.clock.deadline == 1800
    at = pitched()
    at.now = 800
    at.order(house.Replace(2, "Eve"))  # not at turn
    assert at.table.clock.deadline == 1000


def test_rewind_opens_the_decision_anew() -> None:
    """Back at Ana's pitch at 250, due at 1250, as if it had never been open."""
    at = pitched()
    at.now = 250
    at.order(house.Rewind(1))
    assert (at.key, at.table.clock.deadline) == ("1.1.pitch.r1", 1250)


def test_finished_table_has_no_alarm() -> None:
    """Nothing is due any more, paused or not."""
    for paused in (False, True):
        at = pitched()
        if paused:
            at.order(house.Pause(until=500))
        at.order(house.Abandon())
        assert at.table.clock == Clock(PACE)
        at.now = 10**9
        assert at.tick() is None
        with pytest.raises(Finished):
            at.order(house.Resume())


def test_shift_gives_back_time_that_nobody_could_use() -> None:
    """An outage of 70 seconds moves deadline and reminders by 70; a stopped clock stays."""
    at = pitched()
    later = table.shift(at.table, 70)
    assert later.clock.deadline == 1070
    assert later.clock.reminder == 570
    at.now = 400
    at.order(house.Pause())
    assert table.shift(at.table, 70) == at.table


@pytest.mark.parametrize("order", [house.Resign(1), house.Computer(1)])
def test_seat_that_nobody_waits_for_does_not_stretch_the_window(order: house.Order) -> None:
    """The window of 1000 seconds has run for 800 when Ben leaves: Cho has her grace of 300."""
    at = Live("pitch-and-catch (hand_size=2)", ("Ana", "Ben", "Cho"), stacked(deck(HANDS)), PACE)
    at.play("p1", "pitch 3c")
    at.now = 800
    at.order(order)  # the rules pass for Ben, and the house player cannot swing under a three
    assert (at.turn, at.key) == ("p3", "1.1.swing")
    assert at.table.clock.deadline == 1100
