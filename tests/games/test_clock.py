"""Deadlines, worked out by hand: windows, grace, reminders, pauses, extensions, nights, time-outs.

A window lasts 1000 seconds here, the grace 300; reminders come at the half and at nine tenths of a
seat's own time. Three players: Ana (p1) pitches first, then Ben (p2) and Cho (p3) may swing.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import house, table
from games.clock import Clock, Moment, Pause
from games.core import Finished, OptionError, OrderRefused, Paused
from games.hours import ALWAYS, DAY, HOUR, MINUTE, Hours
from games.pace import PRESETS, Pace, read_pace, write_pace
from tests.games.clock_model import QUARTER, Budget, asleep
from tests.games.pitch_and_catch.boxes import deck
from tests.helpers import Live, lines, stacked

PACE = Pace(1000, 300, extensions=0)
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


# --- windows and grace --------------------------------------------------------------------------


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


@pytest.mark.parametrize(
    ("text", "pace"),
    [
        ("daily", PRESETS["daily"]),
        (" Relaxed ", PRESETS["relaxed"]),
        ("daily max_wait=5d", Pace(DAY, 8 * HOUR, max_wait=5 * DAY)),
        ("live window=3m", Pace(180, 60)),
        ("window=1d12h grace=90m", Pace(36 * HOUR, 90 * MINUTE)),
        (
            "grace=0s window=20d max_wait=30d reminders=none",
            Pace(20 * DAY, 0, (), max_wait=30 * DAY),
        ),
        (
            "window=12h grace=2h extensions=1 max_wait=5d weekends=on stand_in=substitute "
            "reminders=25%,50%,99.9% max_misses=3 leave=0 max_pause=2d until=2027-03-14T20:00:00Z",
            Pace(
                12 * HOUR,
                2 * HOUR,
                (0.25, 0.5, 0.999),
                extensions=1,
                max_wait=5 * DAY,
                max_misses=3,
                weekends=True,
                leave=0,
                stand_in="substitute",
                max_pause=2 * DAY,
                until=int(datetime(2027, 3, 14, 20, tzinfo=UTC).timestamp()),
            ),
        ),
    ],
)
def test_pace_is_read(text: str, pace: Pace) -> None:
    """A preset, own numbers, or a preset with changes."""
    assert read_pace(text) == pace


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "expected one of live, fast, daily, relaxed, or both a window and a grace, "),
        ("hourly", "expected one of live, fast, daily, relaxed, or numbers like window=12h"),
        ("daily daily", 'found "daily"'),
        ("max_wait=5d", "or both a window and a grace, like window=12h grace=2h"),
        ("window=12h", "or both a window and a grace, like window=12h grace=2h"),
        ("daily speed=2", 'expected one of window, grace, .*, until before the =, found "speed=2"'),
        ("daily max_wait", 'or numbers like window=12h grace=2h, found "max_wait"'),
        ("daily max_wait=", 'found "max_wait="'),
        ("daily leave=1 leave=2", "expected leave once, found it twice"),
        ("daily window=1", 'expected window like 5d, 12h, 90m or 30s, found "1"'),
        ("daily window=5x", "expected window like 5d"),
        ("daily window=-5d", "expected window like 5d"),
        (
            "daily window=0h",
            "expected a window of at least 1s and a grace of at least 0s, found 0s",
        ),
        ("daily window=11d", "expected a max_wait of at least .* 11d, found 10d"),
        ("daily max_wait=23h", "expected a max_wait of at least .* 24h, found 23h"),
        ("daily max_wait=91d", "of at most 90d, found 91d and 14d"),
        ("daily max_pause=91d", "of at most 90d, found 10d and 91d"),
        ("daily extensions=two", 'expected extensions as a number like 2, found "two"'),
        ("daily extensions=100", "expected extensions from 0 to 99, found 100"),
        ("daily max_misses=0", "expected max_misses from 1 to 99, found 0"),
        ("daily leave=367", "expected leave from 0 to 366, found 367"),
        ("daily weekends=yes", 'expected weekends on or off, found "yes"'),
        ("daily stand_in=me", "expected stand_in anyone, substitute or nobody"),
        ("daily reminders=50", "expected reminders like 50%,90%, or none"),
        ("daily reminders=90%,50%", "the earlier first, like 50%,90%, found 90%,50%"),
        ("daily reminders=50%,50%", "found 50%,50%"),
        ("daily reminders=100%", "between 0% and 100% of the time, .* found 100%"),
        ("daily until=tomorrow", "expected until like 2027-03-14T20:00:00Z, found"),
        ("daily until=2027-02-30T20:00:00Z", "like 2027-03-14T20:00:00Z, found"),
        ("daily until=1969-12-31T20:00:00Z", "expected an end after 1970"),
    ],
)
def test_pace_that_cannot_be_is_refused(text: str, sentence: str) -> None:
    """In one sentence: what was expected, and what was found."""
    with pytest.raises(OptionError, match=sentence):
        read_pace(text)


@pytest.mark.parametrize(
    ("pace", "text"),
    [
        (PRESETS["fast"], "fast"),
        (Pace(8 * HOUR, 2 * HOUR, max_wait=4 * DAY, weekends=True), "fast max_wait=4d weekends=on"),
        (Pace(36 * HOUR, 90 * MINUTE), "window=36h grace=90m"),
        (
            Pace(DAY, 0, (1 / 3,), leave=0),
            "window=24h grace=0s reminders=33.33333333333333% leave=0",
        ),
        (Pace(1000, 300, ()), "window=1000s grace=5m reminders=none"),
    ],
)
def test_pace_is_written_as_short_as_it_is_read(pace: Pace, text: str) -> None:
    """What is usual is left out, and a preset is called by its name."""
    assert write_pace(pace) == text


spans = st.integers(1, 400).flatmap(lambda n: st.sampled_from([n, n * MINUTE, n * 7 * MINUTE]))


@st.composite
def paces(draw: st.DrawFn) -> Pace:
    """Any pace that makes sense."""
    own = Pace(draw(spans), draw(st.just(0) | spans))
    pace = draw(st.sampled_from(sorted(PRESETS)).map(PRESETS.__getitem__) | st.just(own))
    longest = max(pace.window, pace.grace)
    changes = {
        "reminders": tuple(sorted(draw(st.sets(st.floats(1e-6, 1, exclude_max=True), max_size=3)))),
        "extensions": draw(st.integers(0, 99)),
        "max_wait": draw(st.integers(longest, 90 * DAY)),
        "max_misses": draw(st.integers(1, 99)),
        "weekends": draw(st.booleans()),
        "leave": draw(st.integers(0, 366)),
        "stand_in": draw(st.sampled_from(["anyone", "substitute", "nobody"])),
        "max_pause": draw(st.integers(0, 90).map(DAY.__mul__)),
        "until": draw(st.none() | st.integers(0, 4 * 10**9)),
    }
    kept = draw(st.sets(st.sampled_from(sorted(changes))))
    return msgspec.structs.replace(pace, **{name: changes[name] for name in kept})


@given(paces())
def test_what_is_written_of_a_pace_is_read_as_the_same_pace(pace: Pace) -> None:
    """Nothing gets lost, not the last digit of a share."""
    assert read_pace(write_pace(pace)) == pace


def test_pace_that_was_stored_before_it_had_more_numbers_is_read() -> None:
    """A window, a grace and reminders: the rest is what is usual. So are clocks of that time."""
    stored = b'{"window":86400,"grace":28800,"reminders":[0.5,0.9]}'
    assert msgspec.json.decode(stored, type=Pace) == PRESETS["daily"]
    clock = (
        b'{"pace":' + stored + b',"key":"1","seat":2,"opened":5,"reached":7,"extra":0,'
        b'"pause":null,"reminded":1}'
    )
    read = msgspec.json.decode(clock, type=Clock)
    assert (read.deadline, read.reminder) == (86_405, 7 + int(86_398 * 0.9))


# --- time-outs ----------------------------------------------------------------------------------


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


# --- reminders ----------------------------------------------------------------------------------


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


# --- pauses -------------------------------------------------------------------------------------


def test_pause_keeps_the_time_that_was_left() -> None:
    """Stopped at 400 with 600 left; resumed at 5000 with 600 left, reminded at 5100 as before."""
    at = pitched()
    at.now = 400
    change = at.order(house.Pause())
    assert [(entry.actor, entry.note) for entry in change.entries] == [
        ("", "house pause until 1970-01-15 00:06:40Z")
    ]
    clock = at.table.clock
    assert (clock.deadline, clock.reminder, clock.alarm) == (None, None, 400 + 14 * 86_400)
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
    assert [(entry.actor, entry.note) for entry in change.entries] == [("", "house resume")]
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
    at.rewind(1)
    assert (at.key, at.turn, at.table.clock.deadline) == ("1.1.pitch.r1", "p1", None)
    at.now = 3000
    at.order(house.Resume())
    assert at.table.clock.deadline == 4000


# --- extensions ---------------------------------------------------------------------------------


def test_extension_is_for_the_seat_at_turn() -> None:
    """Ben gets 500 seconds more; Cho, reached at 200, has the window's 1000 again."""
    at = pitched()
    change = at.order(house.Extend(500))
    assert [(entry.actor, entry.note) for entry in change.entries] == [
        ("", "house extend p2 500 seconds")
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
    assert at.table.clock.deadline == 10 * 86_400  # no turn waits longer


def test_extension_needs_a_running_clock() -> None:
    """At a table without a pace nothing can be extended."""
    with pytest.raises(OrderRefused):
        live(pace=None).order(house.Extend(60))


# --- what else moves it -------------------------------------------------------------------------


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
    at.rewind(1)
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


# --- nights, weekends and leave -----------------------------------------------------------------

NIGHT = Hours("Europe/Berlin", (23 * 60, 7 * 60))
DAILY = PRESETS["daily"]


def berlin(text: str) -> Moment:
    """The moment at which clocks in Berlin show this."""
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo("Europe/Berlin")).timestamp())


def turn(opened: str, hours: Hours = NIGHT, pace: Pace = DAILY, reached: str = "") -> Clock:
    """The clock of a turn in a window that opened then, both at once unless it is `reached`."""
    clock = Clock(pace).showing("1", 1, berlin(opened), (ALWAYS, ALWAYS, hours))
    return clock.showing("1", 2, berlin(reached or opened))


def due(clock: Clock) -> str:
    """The deadline as clocks in Berlin show it."""
    assert clock.deadline is not None
    return shown(clock.deadline)


def shown(moment: Moment) -> str:
    """A moment as clocks in Berlin show it."""
    return datetime.fromtimestamp(moment, ZoneInfo("Europe/Berlin")).strftime("%m-%d %H:%M:%S")


def reminders(clock: Clock) -> list[str]:
    """When a turn is reminded, if it never ends."""
    found = []
    while clock.reminder is not None:
        found.append(shown(clock.reminder))
        clock = clock.told()
    return found


@pytest.mark.parametrize(
    ("opened", "end"),
    [
        ("2026-06-10T12:00", "06-11 12:00:00"),
        ("2026-06-10T22:59:59", "06-11 22:59:59"),
        ("2026-06-10T23:00", "06-12 07:00:00"),  # nothing was left in the evening
        ("2026-06-11T00:00", "06-12 08:00:00"),
        ("2026-06-11T06:59:59", "06-12 14:59:59"),
        ("2026-06-11T07:00", "06-12 07:00:00"),
        ("2026-03-28T04:00", "03-29 12:00:00"),  # 24 hours later it is 05:00 by summer time
        ("2026-10-24T04:00", "10-25 12:00:00"),  # and 03:00 by winter time
    ],
)
def test_deadline_in_the_night_waits_for_the_morning(opened: str, end: str) -> None:
    """What was left when the night began is left when it is over."""
    assert due(turn(opened)) == end


def test_turn_that_comes_in_the_night_has_no_more_than_its_own_time() -> None:
    """Two minutes from 02:00 on are two minutes from 07:00 on, not three hours and two minutes."""
    assert due(turn("2026-06-10T02:00", pace=PRESETS["live"])) == "06-10 07:02:00"
    late = turn("2026-06-09T12:00", pace=Pace(12 * HOUR, 0), reached="2026-06-09T23:30")
    assert due(late) == "06-10 07:30:00"


def test_grace_counts_waking_time_alone() -> None:
    """Eight hours from 20:00 on are three in the evening, and five after the night."""
    late = turn("2026-06-09T12:00", reached="2026-06-10T20:00")
    assert due(late) == "06-11 12:00:00"
    at_night = turn("2026-06-09T12:00", reached="2026-06-11T03:00")
    assert due(at_night) == "06-11 15:00:00"
    # An hour before the night is the whole grace: what is at the very end of it is the morning.
    assert due(turn("2026-06-10T22:00", pace=Pace(1, HOUR))) == "06-11 07:00:00"


def test_grace_never_shortens_what_the_window_leaves() -> None:
    """The window ends at 05:00, so there is time until 13:00; two hours from 22:00 on are less."""
    pace = Pace(24 * HOUR, 2 * HOUR)
    assert due(turn("2026-06-10T05:00", pace=pace, reached="2026-06-10T22:00")) == "06-11 13:00:00"


def test_leave_joins_the_nights_around_it() -> None:
    """Due on a day of leave at 14:00, 15 hours into the free stretch: 15 hours after it."""
    hours = Hours("Europe/Berlin", NIGHT.quiet, leave=("2026-06-11",))
    assert due(turn("2026-06-10T14:00", hours)) == "06-12 22:00:00"
    hours = Hours("Europe/Berlin", leave=("2026-06-11", "2026-06-12"))
    assert due(turn("2026-06-10T15:00", hours)) == "06-13 15:00:00"


def test_weekends_are_free_where_the_table_lets_them() -> None:
    """Opened on a Friday at noon: due on Saturday, or, with noon of it left, on Monday."""
    hours = Hours("Europe/Berlin", weekends=True)
    assert due(turn("2026-06-12T12:00", hours)) == "06-13 12:00:00"
    weekends = read_pace("daily weekends=on")
    assert due(turn("2026-06-12T12:00", hours, weekends)) == "06-15 12:00:00"


def test_only_the_seat_at_turn_is_asleep() -> None:
    """Whoever sits before it has wished nothing."""
    clock = Clock(DAILY).showing("1", 0, berlin("2026-06-10T04:00"), (ALWAYS, NIGHT))
    assert due(clock) == "06-11 04:00:00"
    assert due(clock.showing("1", 1, berlin("2026-06-10T04:00"))) == "06-11 12:00:00"
    assert due(clock.showing("1", 2, berlin("2026-06-10T04:00"))) == "06-11 04:00:00"


# --- stops and additions at night -----------------------------------------------------------------


def test_pause_after_a_night_leaves_what_was_left() -> None:
    """Due at 11:00 after a night; stopped at 08:00, three hours are left whenever it goes on."""
    clock = turn("2026-06-10T03:00").paused(berlin("2026-06-11T08:00"))
    assert due(clock.resumed(berlin("2026-06-11T19:00"))) == "06-11 22:00:00"
    assert due(clock.resumed(berlin("2026-06-11T20:30"))) == "06-12 07:30:00"


def test_pause_in_a_night_does_not_start_the_time() -> None:
    """Due at 12:00, five hours after a night: a pause within that night changes nothing."""
    clock = turn("2026-06-10T04:00").paused(berlin("2026-06-11T05:00"))
    assert due(clock.resumed(berlin("2026-06-11T06:00"))) == "06-11 12:00:00"
    assert due(clock.resumed(berlin("2026-06-11T09:00"))) == "06-11 14:00:00"


def test_pause_before_a_night_never_makes_the_deadline_earlier() -> None:
    """Due at 14:59 after a night: a pause of a minute or two hours moves it by so much at most."""
    clock = turn("2026-06-10T06:59").paused(berlin("2026-06-10T22:00"))
    assert due(clock.resumed(berlin("2026-06-10T22:01"))) == "06-11 15:00:00"
    assert due(clock.resumed(berlin("2026-06-11T00:00"))) == "06-11 15:59:00"


def test_grace_in_a_pause_leaves_its_waking_time() -> None:
    """Of eight hours from 20:00 on five are gone at 09:00: three are left at any hour."""
    clock = turn("2026-06-08T12:00", reached="2026-06-10T20:00")
    clock = clock.paused(berlin("2026-06-11T09:00"))
    assert due(clock.resumed(berlin("2026-06-11T15:00"))) == "06-11 18:00:00"
    assert due(clock.resumed(berlin("2026-06-11T23:00"))) == "06-12 10:00:00"
    clock = clock.resumed(berlin("2026-06-11T15:00")).paused(berlin("2026-06-11T17:00"))
    assert due(clock.resumed(berlin("2026-06-12T12:00"))) == "06-12 13:00:00"


def test_added_time_in_a_pause_is_what_was_left_of_it() -> None:
    """Due at 12:00, then 14:00; stopped at 13:00, one hour is left."""
    clock = turn("2026-06-10T12:00").extended(2 * HOUR)
    assert due(clock) == "06-11 14:00:00"
    clock = clock.paused(berlin("2026-06-11T13:00"))
    assert due(clock.resumed(berlin("2026-06-11T20:00"))) == "06-11 21:00:00"


def test_added_time_after_its_night_is_what_was_left_of_it() -> None:
    """Due at 22:00 and 3 hours more: 09:00. Stopped at 08:00, one hour is left."""
    clock = turn("2026-06-10T22:00").extended(3 * HOUR)
    assert due(clock) == "06-12 09:00:00"
    clock = clock.paused(berlin("2026-06-12T08:00"))
    assert due(clock.resumed(berlin("2026-06-12T10:00"))) == "06-12 11:00:00"


def test_extension_is_later_than_the_deadline_by_all_of_it() -> None:
    """Due at 14:59 after a night: six hours more are 20:59, before the night and after it."""
    clock = turn("2026-06-10T06:59").extended(6 * HOUR)
    assert due(clock) == "06-11 20:59:00"


def test_second_extension_never_takes_the_night_of_the_first() -> None:
    """Due at 22:00; two hours more are 08:00, and eight hours more after that 16:00."""
    clock = turn("2026-06-10T22:00").extended(2 * HOUR)
    assert due(clock) == "06-12 08:00:00"
    assert due(clock.extended(8 * HOUR)) == "06-12 16:00:00"


def test_outage_in_a_night_is_not_given_back() -> None:
    """Due at 12:00, five hours after a night: of an outage from 05:00 to 09:00 two hours count."""
    clock = turn("2026-06-10T04:00")
    assert due(clock.shifted(4 * HOUR, berlin("2026-06-11T09:00"))) == "06-11 14:00:00"
    assert due(clock.shifted(HOUR, berlin("2026-06-11T06:00"))) == "06-11 12:00:00"
    # Where nobody knows when it was, it was when the turn began, and the night is still to come.
    assert due(clock.shifted(HOUR)) == "06-11 13:00:00"


def test_outage_does_not_take_the_time_of_whoever_follows() -> None:
    """A window of 24 hours, of which six were lost: Ben's ends at 18:00, and Cho's too."""
    clock = turn("2026-06-10T12:00").shifted(6 * HOUR, berlin("2026-06-10T20:00"))
    assert due(clock) == "06-11 18:00:00"
    assert due(clock.showing("1", 3, berlin("2026-06-10T21:00"))) == "06-11 18:00:00"


# --- hours changed in mid-turn --------------------------------------------------------------------


def test_leave_counts_at_once_and_from_now_on() -> None:
    """Three hours are left at noon, when the day off is said: they are left after it."""
    clock = turn("2026-06-10T15:00")
    leave = Hours("Europe/Berlin", NIGHT.quiet, leave=("2026-06-11",))
    clock = clock.with_hours(2, leave, berlin("2026-06-11T12:00"))
    assert due(clock) == "06-12 10:00:00"
    back = clock.with_hours(2, NIGHT, berlin("2026-06-11T13:00"))
    assert due(back) == "06-11 16:00:00"


def test_leave_taken_back_leaves_nothing() -> None:
    """Said and withdrawn before it has begun, it was never there."""
    clock = turn("2026-06-10T14:00")
    leave = Hours("Europe/Berlin", NIGHT.quiet, leave=("2026-06-11",))
    said = clock.with_hours(2, leave, berlin("2026-06-10T16:00"))
    assert due(said) == "06-12 22:00:00"
    assert due(said.with_hours(2, NIGHT, berlin("2026-06-10T17:00"))) == due(clock)


def test_leave_of_another_day_takes_no_night_away() -> None:
    """A night that a pause has kept stays, and so does one that has begun."""
    far = Hours("Europe/Berlin", NIGHT.quiet, leave=("2026-06-20",))
    clock = turn("2026-06-10T06:59").paused(berlin("2026-06-10T22:00"))
    clock = clock.resumed(berlin("2026-06-10T22:01"))
    assert due(clock.with_hours(2, far, berlin("2026-06-10T22:30"))) == "06-11 15:00:00"
    begun = turn("2026-06-10T04:00").with_hours(2, far, berlin("2026-06-11T05:00"))
    assert due(begun) == "06-11 12:00:00"


def test_zone_and_quiet_hours_count_from_the_next_window() -> None:
    """In mid-turn only the leave is taken over; the next window takes over everything."""
    clock = turn("2026-06-10T04:00")
    wished = Hours("Asia/Tokyo", (60, 600), leave=("2026-07-01",))
    now = berlin("2026-06-10T12:00")
    clock = clock.with_hours(2, wished, now)
    assert clock.hours[2] == Hours("Europe/Berlin", NIGHT.quiet, leave=("2026-07-01",))
    assert due(clock) == "06-11 12:00:00"
    clock = clock.showing("2", 2, now, (ALWAYS, ALWAYS, wished))
    assert clock.hours[2] == wished


def test_first_leave_is_of_the_zone_that_it_was_said_with() -> None:
    """Nobody without any free time has a zone that could hold on until the next window."""
    clock = turn("2026-06-10T12:00", ALWAYS)
    leave = Hours("Pacific/Auckland", leave=("2026-06-11",))
    assert clock.with_hours(2, leave, berlin("2026-06-10T12:00")).hours[2] == leave


def test_hours_of_a_newcomer_hold_at_once() -> None:
    """Whoever takes a seat over sleeps at the own time, and keeps none of the other's nights."""
    clock = turn("2026-06-10T22:00").extended(2 * HOUR)
    now = berlin("2026-06-11T04:00")
    tokyo = Hours("Asia/Tokyo", (23 * 60, 7 * 60))  # from 16:00 to 24:00 in Berlin
    new = clock.afresh(now).with_hours(2, tokyo, now, newcomer=True)
    assert due(new) == "06-12 04:00:00"
    late = berlin("2026-06-11T18:00")
    new = clock.afresh(late).with_hours(2, tokyo, late, newcomer=True)
    assert due(new) == "06-13 02:00:00"
    assert new == clock.with_hours(2, tokyo, late, newcomer=True).afresh(late)


def test_hours_of_others_do_not_move_the_deadline() -> None:
    """They are kept for when the turn comes to them."""
    clock = turn("2026-06-10T04:00")
    other = clock.with_hours(5, NIGHT, berlin("2026-06-10T12:00"), newcomer=True)
    assert other.deadline == clock.deadline
    assert other.hours == (ALWAYS, ALWAYS, NIGHT, ALWAYS, ALWAYS, NIGHT)


# --- the longest wait -----------------------------------------------------------------------------


def test_longest_wait_wins_over_extensions() -> None:
    """Ten days after the turn came it ends, whatever was added."""
    clock = turn("2026-06-10T12:00", ALWAYS).extended(366 * DAY)
    assert due(clock) == "06-20 12:00:00"


def test_longest_wait_ends_before_the_night() -> None:
    """Ten days from 02:00 on are up in the night: the evening before is the end."""
    clock = turn("2026-06-10T02:00").extended(30 * DAY)
    assert due(clock) == "06-19 22:59:59"


def test_longest_wait_wins_over_leave() -> None:
    """Years of leave: the last second before them, or, in them, the wait itself."""
    days = (datetime(2026, 6, 15, tzinfo=UTC) + timedelta(n) for n in range(1000))
    hours = Hours("Europe/Berlin", leave=tuple(f"{day:%Y-%m-%d}" for day in days))
    assert due(turn("2026-06-14T12:00", hours)) == "06-14 23:59:59"
    assert due(turn("2026-06-15T12:00", hours)) == "06-25 12:00:00"
    assert due(turn("2026-06-14T23:59:59", hours)) == "06-24 23:59:59"


def test_leave_in_its_last_days_does_not_end_a_turn_at_once() -> None:
    """On the ninth of ten days the last two become free: the tenth is the end, not yesterday."""
    clock = turn("2026-06-10T12:00").extended(30 * DAY)
    leave = Hours("Europe/Berlin", NIGHT.quiet, leave=("2026-06-19", "2026-06-20"))
    clock = clock.with_hours(2, leave, berlin("2026-06-19T12:00"))
    assert due(clock) == "06-20 12:00:00"


def test_longest_wait_does_not_count_stops() -> None:
    """Three days of pause and one of outage: it ends after fourteen days."""
    clock = turn("2026-06-10T12:00", ALWAYS).extended(30 * DAY)
    clock = clock.paused(berlin("2026-06-11T12:00")).resumed(berlin("2026-06-14T12:00"))
    clock = clock.shifted(DAY, berlin("2026-06-16T12:00"))
    assert due(clock) == "06-24 12:00:00"


# --- pauses come to an end ------------------------------------------------------------------------


def test_pauses_of_a_turn_have_a_limit_together() -> None:
    """Fourteen days: ten by hand, and then four more, whatever is asked for."""
    clock = turn("2026-06-10T12:00").paused(berlin("2026-06-10T13:00"))
    assert clock.alarm == berlin("2026-06-24T13:00")
    clock = clock.resumed(berlin("2026-06-20T13:00"))
    assert clock.stood == 10 * DAY
    now = berlin("2026-06-20T20:00")
    assert clock.paused(now, now + 3 * DAY).alarm == now + 3 * DAY
    clock = clock.paused(now, now + 30 * DAY)
    assert clock.alarm == now + 4 * DAY
    assert clock.paused(now + DAY).alarm == now + 4 * DAY
    clock = clock.resumed(now + 4 * DAY)
    with pytest.raises(OrderRefused, match="may last 14d together"):
        clock.paused(now + 5 * DAY)
    with pytest.raises(OrderRefused, match="this turn has had them"):
        clock.paused(now + 5 * DAY, now + 6 * DAY)


def test_next_turn_may_stand_still_again() -> None:
    """What one turn has stood is no business of the next."""
    clock = turn("2026-06-10T12:00").paused(berlin("2026-06-10T13:00"))
    clock = clock.resumed(berlin("2026-06-24T13:00"))
    now = berlin("2026-06-24T14:00")
    assert clock.showing("1", 3, now).paused(now).alarm == now + 14 * DAY
    assert clock.showing("2", 3, now).paused(now).alarm == now + 14 * DAY


# --- reminders at night ---------------------------------------------------------------------------


def test_reminders_wait_for_the_morning() -> None:
    """Half of 24 hours from 14:00 on is 02:00: it comes at 07:00."""
    assert reminders(turn("2026-06-10T14:00")) == ["06-11 07:00:00", "06-11 11:36:00"]


def test_reminder_that_would_come_with_the_deadline_is_left_out() -> None:
    """Two hours from 22:59 on: both would come at 07:00, and the time is out at 08:59."""
    pace = Pace(2 * HOUR, 0)
    clock = turn("2026-06-10T22:59", pace=pace)
    assert due(clock) == "06-11 08:59:00"
    assert reminders(clock) == ["06-11 07:00:00", "06-11 07:59:00"]
    clock = turn("2026-06-10T22:59", pace=Pace(MINUTE, 0))
    assert (due(clock), reminders(clock)) == ("06-11 07:00:00", [])


def test_reminder_that_a_stop_has_put_off_waits_for_the_morning() -> None:
    """Half of the time was over in an outage that ended at 03:00: nobody is woken up for it."""
    clock = turn("2026-06-10T10:00").shifted(30 * MINUTE, berlin("2026-06-11T03:00"))
    assert reminders(clock)[0] == "06-11 07:00:00"


def test_no_more_reminders_this_turn() -> None:
    """Hushed, the turn goes on without; the next one is reminded again."""
    clock = turn("2026-06-10T14:00").hushed()
    assert reminders(clock) == []
    assert clock.alarm == clock.deadline
    assert len(reminders(clock.showing("1", 3, berlin("2026-06-10T15:00")))) == 2
    assert Clock().hushed() == Clock()


# --- any turn, compared with one that is counted by hand ----------------------------------------

NEAR_A_LEAP = {
    "UTC": ["2026-07-04"],
    "Europe/Berlin": ["2026-03-29", "2026-10-25"],
    "America/New_York": ["2026-03-08", "2026-11-01"],
    "Australia/Lord_Howe": ["2026-04-05", "2026-10-04"],
    "Africa/Casablanca": ["2026-02-15", "2026-03-22"],
    "Asia/Kathmandu": ["2026-07-04"],
    "Pacific/Apia": ["2011-12-30"],
}
"""Zones, and days on which their clocks are put on or back, or which they leave out."""

QUARTERS_A_DAY = 96
lengths = st.integers(1, 60) | st.integers(1, 2 * QUARTERS_A_DAY)


class Turn:
    """A clock and the same turn counted by hand, to which the same things happen."""

    def __init__(self, draw: Any) -> None:
        self.draw = draw
        self.zone: str = draw(st.sampled_from(sorted(NEAR_A_LEAP)))
        leap = draw(st.sampled_from(NEAR_A_LEAP[self.zone]))
        self.day = datetime.fromisoformat(leap).replace(tzinfo=UTC)
        self.now = int(self.day.timestamp()) // QUARTER - draw(st.integers(0, 480))
        window, grace = draw(lengths), draw(st.integers(0, 96))
        longest = max(window, grace) + draw(st.integers(300, 2000) | st.integers(0, 400))
        self.pace = Pace(
            window * QUARTER,
            grace * QUARTER,
            max_wait=longest * QUARTER,
            max_pause=draw(st.just(900) | st.integers(1, 300)) * QUARTER,
            weekends=draw(st.booleans()),
        )
        self.wishes = [self.hours() for _ in range(2)]
        self.key, self.clock = 0, Clock(self.pace)
        self.opens()

    def hours(self) -> Hours:
        """Somebody's hours, near the day that matters."""
        zone = self.draw(st.just(self.zone) | st.sampled_from(sorted(NEAR_A_LEAP)))
        first, length = self.draw(st.integers(0, 95)), self.draw(st.integers(24, 48))
        night = first * 15, (first + length) % 96 * 15
        quiet = self.draw(st.sampled_from([night, night, night, None, (first * 15, first * 15)]))
        days = self.draw(st.just(()) | st.sets(st.integers(-5, 12), max_size=7))
        return Hours(
            zone,
            quiet,
            self.draw(st.integers(0, 3)) == 0,
            tuple(f"{self.day + timedelta(n):%Y-%m-%d}" for n in sorted(days)),
        )

    @property
    def moment(self) -> Moment:
        return self.now * QUARTER

    @property
    def due(self) -> int:
        """Quarters until the deadline."""
        return self.budget.deadline // QUARTER - self.now

    @property
    def is_cut(self) -> bool:
        """Whether the longest wait ends it before its time is out."""
        return self.budget.ends(set(self.budget.still)) * QUARTER > self.budget.deadline

    def opens(self) -> None:
        """A window opens for both, with what they have wished by now."""
        self.key += 1
        self.clock = self.clock.showing(f"{self.key}", 0, self.moment, self.wishes)
        self.held = [
            wished if self.pace.weekends else msgspec.structs.replace(wished, weekends=False)
            for wished in self.wishes
        ]
        self.opened = self.now
        self.budget = Budget.of(self.pace, self.held[0], self.opened, self.now)
        self.stood = 0

    def passes_on(self) -> None:
        """The turn comes to the other one in the same window."""
        seat = 1 - (self.clock.seat or 0)
        self.clock = self.clock.showing(f"{self.key}", seat, self.moment, self.wishes)
        self.budget = Budget.of(self.pace, self.held[seat], self.opened, self.now)
        self.stood = 0

    def waits(self) -> None:
        """Time goes by, up to the deadline at most, with the reminders that are due by then."""
        quarters = min(self.draw(lengths), max(0, self.due))
        self.budget.run(quarters)
        self.now += quarters
        while self.clock.reminder is not None and self.clock.reminder <= self.moment:
            self.clock = self.clock.told()

    def is_extended(self) -> None:
        """A moderator, or the house at the deadline, gives more time: the end is later by it."""
        quarters = self.draw(lengths)
        before = self.clock.deadline
        self.clock = self.clock.extended(quarters * QUARTER)
        self.budget.add(quarters)
        if before is not None:
            after = self.clock.deadline
            assert after is not None
            assert after >= before + quarters * QUARTER or self.is_cut
            assert after >= before

    def wishes_anew(self) -> None:
        """One of them changes hours and leave: the leave holds at once, the rest does not."""
        seat, new = self.draw(st.integers(0, 1)), self.hours()
        old = self.held[seat]
        self.wishes[seat] = new
        free = old.quiet not in (None, (0, 0)) and len(set(old.quiet or ())) == 2
        free = free or old.weekends or old.leave != ()
        zone = old.zone if free else new.zone
        self.held[seat] = msgspec.structs.replace(old, zone=zone, leave=new.leave)
        self.clock = self.clock.with_hours(seat, new, self.moment)
        if seat == self.clock.seat:
            self.budget.change(self.held[seat])

    def is_paused(self) -> None:
        """A pause, which may have an end, and in which time may be added and leave taken."""
        left = self.pace.max_pause // QUARTER - self.stood
        if left <= 0:
            with pytest.raises(OrderRefused, match="this turn has had them"):
                self.clock.paused(self.moment)
            return
        before = self.clock.deadline
        assert before is not None
        asked = self.draw(st.none() | lengths)
        until = None if asked is None else self.moment + asked * QUARTER
        self.clock = self.clock.paused(self.moment, until)
        self.budget.pause()
        end = min(left, left if asked is None else asked)
        assert self.clock.alarm == self.moment + end * QUARTER
        assert self.clock.deadline is self.clock.reminder is None
        changed = self.draw(st.sampled_from([(), (self.is_extended,), (self.wishes_anew,)]))
        quarters = self.draw(st.just(end) | st.integers(0, end))
        for change in changed:
            change()
        self.now += quarters
        self.opened += quarters
        self.stood += quarters
        self.clock = self.clock.resumed(self.moment)
        self.budget.stop(quarters)
        after = self.clock.deadline
        assert after is not None
        assert changed or after >= before

    def is_away(self) -> None:
        """An outage: a time that nobody could use ends now."""
        quarters = self.draw(lengths)
        before = self.clock.deadline
        self.now += quarters
        self.opened += quarters
        self.clock = self.clock.shifted(quarters * QUARTER, self.moment)
        self.budget.stop(quarters)
        assert (self.clock.deadline or 0) >= (before or 0)

    def check(self) -> None:
        """The deadline is the one that is counted, and whatever a deadline must be."""
        deadline, budget = self.clock.deadline, self.budget
        assert deadline is not None
        assert deadline == budget.deadline
        latest = budget.now + self.pace.max_wait // QUARTER - budget.waited
        assert deadline <= latest * QUARTER
        if asleep(budget.hours, deadline // QUARTER):
            assert deadline == latest * QUARTER
            between = range(budget.since + 1, latest)
            assert all(asleep(budget.hours, one) for one in between)
        reminders = []
        clock = self.clock
        while clock.reminder is not None:
            reminders.append(clock.reminder)
            clock = clock.told()
        assert reminders == sorted(reminders)
        for reminder in reminders:
            assert reminder < deadline
            assert not asleep(budget.hours, reminder // QUARTER)
            # what is due already is sent at once, and that must not be in the night
            assert not budget.hours.free or reminder >= budget.since * QUARTER
        assert self.clock.alarm == min([*reminders, deadline])
        assert self.clock.hushed().alarm == deadline
        stored = msgspec.json.decode(msgspec.json.encode(self.clock), type=Clock)
        assert stored == self.clock

    def ends(self) -> None:
        """The time runs out, and nothing of it is left, unless the longest wait has cut it off."""
        is_cut = self.is_cut
        self.budget.run(max(0, self.due))
        left = max(0, self.budget.window) + self.budget.grace + self.budget.extra
        assert left == 0 or is_cut


def play_out(data: st.DataObject, longest: int) -> None:
    """Things happen to a turn until its time is out."""
    turn = Turn(data.draw)
    happens = [
        turn.waits,
        turn.waits,
        turn.waits,
        turn.is_extended,
        turn.is_paused,
        turn.is_away,
        turn.wishes_anew,
        turn.passes_on,
        turn.opens,
    ]
    turn.check()
    for happening in data.draw(st.lists(st.sampled_from(happens), min_size=3, max_size=longest)):
        happening()
        turn.check()
    turn.ends()


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_time_of_a_turn_is_never_lost_and_never_given_twice(data: st.DataObject) -> None:
    """Whatever happens to a turn, its deadline is that of a turn that is counted by hand."""
    play_out(data, longest=8)


@pytest.mark.long
@settings(max_examples=4000, deadline=None)
@given(st.data())
def test_time_of_a_turn_is_never_lost_long(data: st.DataObject) -> None:
    """The same, many times as often, with more happening."""
    play_out(data, longest=16)
