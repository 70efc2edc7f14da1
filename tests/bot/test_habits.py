"""People with habits: when they look, how soon after a notice, and how a file says so."""

from datetime import UTC, datetime
from itertools import islice, pairwise
from zoneinfo import ZoneInfo

import pytest

from bot.habits import Habits, Person, Span, read_people
from games.clock import Moment
from games.core import GameError
from games.hours import Hours

NOON = int(datetime(2026, 1, 5, 12, tzinfo=UTC).timestamp())
HOUR = 3600


def person(toml: str, since: Moment = NOON, number: int = 0) -> Person:
    """The one person of a file, in a game that begins at a moment."""
    (habits,) = read_people(toml).habits
    return Person(habits, b"seed", number, since)


def local(moment: Moment, zone: str = "UTC") -> str:
    """A moment as a clock on the wall shows it."""
    return f"{datetime.fromtimestamp(moment, ZoneInfo(zone)):%Y-%m-%d %H:%M:%S}"


def looks(toml: str, times: int, zone: str = "UTC", since: Moment = NOON) -> list[str]:
    """The first looks of a person, as the person's own clock shows them."""
    return [local(moment, zone) for moment in islice(person(toml, since).looks(), times)]


# --- looking -------------------------------------------------------------------------------------


def test_once_an_evening() -> None:
    assert looks('looks = "20:00"', 3) == [
        "2026-01-05 20:00:00",
        "2026-01-06 20:00:00",
        "2026-01-07 20:00:00",
    ]


def test_a_time_that_is_past_when_the_game_begins_is_left_out() -> None:
    assert looks('looks = ["08:00", "12:00", "20:00"]', 3) == [
        "2026-01-05 12:00:00",
        "2026-01-05 20:00:00",
        "2026-01-06 08:00:00",
    ]


def test_eight_in_the_evening_stays_eight_when_clocks_are_put_on() -> None:
    """In Berlin on 29 March 2026: 19:00 UTC on the evening before, 18:00 UTC from then on."""
    since = int(datetime(2026, 3, 28, 12, tzinfo=UTC).timestamp())
    toml = 'zone = "Europe/Berlin"\nlooks = "20:00"'
    moments = list(islice(person(toml, since).looks(), 2))
    assert [local(moment) for moment in moments] == ["2026-03-28 19:00:00", "2026-03-29 18:00:00"]


def test_a_time_of_the_own_within_a_span() -> None:
    """Found once: always the same; for another person another one."""
    toml = 'looks = "20:00-22:00"'
    times = {look.split()[1] for look in looks(toml, 20)}
    assert len(times) == 1
    assert "20:00:00" <= times.pop() <= "22:00:00"
    firsts = {next(person(toml, number=number).looks()) for number in range(10)}
    assert len(firsts) > 5


def test_a_look_comes_somewhat_later_anew_each_day() -> None:
    times = {look.split()[1] for look in looks('looks = "20:00"\nspread = "10m"', 40)}
    assert len(times) > 30
    assert all("20:00:00" <= time <= "20:10:00" for time in times)


def test_every_hour_awake() -> None:
    """Eight hours awake: a look in each of them, on the first whole day."""
    moments = person('awake = "10:00-18:00"\nlooks = "hourly"').looks()
    day = [look for look in map(local, islice(moments, 20)) if look.startswith("2026-01-06")]
    assert [look[11:13] for look in day] == [f"{hour:02}" for hour in range(10, 18)]


def test_so_many_times_a_day_whenever_that_is() -> None:
    found = looks('awake = "09:00-21:00"\nlooks = 4', 43)
    assert found == sorted(found)
    for day in range(6, 15):
        of_day = [look for look in found if look.startswith(f"2026-01-{day:02}")]
        assert len(of_day) == 4
        assert all("09:00:00" <= look[11:] < "21:00:00" for look in of_day)


def test_a_night_owl_looks_past_midnight() -> None:
    """One in the morning belongs to a day that is spent awake until two."""
    toml = 'awake = "14:00-02:00"\nlooks = ["23:00", "01:00"]'
    assert looks(toml, 3) == ["2026-01-05 23:00:00", "2026-01-06 01:00:00", "2026-01-06 23:00:00"]


def test_the_same_seed_gives_the_same_looks() -> None:
    toml = "looks = 3\naway = 0.1"
    assert looks(toml, 50) == looks(toml, 50)
    (habits,) = read_people(toml).habits
    other = Person(habits, b"other", 0, NOON)
    assert [local(moment) for moment in islice(other.looks(), 50)] != looks(toml, 50)


def test_days_away() -> None:
    """Between looks lie exactly the three days away, or none; and both are seen."""
    moments = list(islice(person('looks = "20:00"\naway = 0.2\naway_days = 3').looks(), 60))
    gaps = {(after - before) // (24 * HOUR) for before, after in pairwise(moments)}
    assert gaps == {1, 4}


def test_who_tells_of_days_away_does_it_before_and_within_the_budget() -> None:
    """What was told at a look are days without a look; no more of them than there are."""
    somebody = person('looks = "20:00"\naway = 0.1\naway_days = 2\ntells = true')
    moments = list(islice(somebody.looks(), 80))
    days = {local(moment)[:10] for moment in moments}
    told: set[str] = set()
    for moment, following in pairwise(moments):
        leave = somebody.wishes(moment, 366).hours.leave
        told.update(leave)
        missed = range(1, (following - moment) // (24 * HOUR))
        for day in missed:
            assert local(moment + day * 24 * HOUR)[:10] in leave
    assert told
    assert not told & days
    assert len(somebody.wishes(moments[-1], 3).hours.leave) == 3
    silent = person('looks = "20:00"\naway = 0.1\naway_days = 2')
    assert silent.wishes(moments[-1], 366).hours == Hours()


# --- notices -------------------------------------------------------------------------------------


def after(toml: str, now: Moment = NOON) -> str | None:
    """When a notice is followed by a look."""
    moment = person(toml).after_notice(now)
    return None if moment is None else local(moment)


def test_a_notice_is_followed_by_a_look_so_long_after() -> None:
    assert after('looks = 0\ndelay = "10m"') == "2026-01-05 12:10:00"
    assert after('looks = "20:00"') is None


def test_only_time_awake_counts_for_a_delay() -> None:
    """Two hours from 22:30 on: half an hour until eleven, the rest from seven on."""
    evening = NOON + 10 * HOUR + HOUR // 2
    assert after('delay = "2h"', evening) == "2026-01-06 08:30:00"
    assert after('delay = "2h"', evening + 6 * HOUR) == "2026-01-06 09:00:00"


def test_delays_of_all_lengths() -> None:
    somebody = person('delay = "10m-20m"')
    delays = [somebody.after_notice(NOON) or 0 for _ in range(500)]
    assert NOON + 600 <= min(delays) < NOON + 620
    assert NOON + 1180 < max(delays) <= NOON + 1200


def test_a_delay_of_about_an_hour_is_an_hour_on_the_average() -> None:
    """Mostly less, as of anything that may happen at any moment: the median is ln 2 hours."""
    somebody = person('awake = "00:00-24:00"\ndelay = "about 1h"')
    delays = sorted((somebody.after_notice(NOON) or 0) - NOON for _ in range(4000))
    assert sum(delays) / len(delays) == pytest.approx(HOUR, rel=0.06)
    assert delays[2000] == pytest.approx(0.693 * HOUR, rel=0.06)


def test_a_share_of_looks_at_which_something_is_answered_ahead() -> None:
    somebody = person("ahead = 0.25")
    times = sum(somebody.answers_ahead() for _ in range(4000))
    assert times == pytest.approx(1000, rel=0.1)
    assert not person("ahead = 0").answers_ahead()
    assert person("ahead = 1").answers_ahead()


# --- reading -------------------------------------------------------------------------------------


def test_every_key() -> None:
    (habits,) = read_people(
        """
        zone = "america/new_york"
        awake = "06:30-22:00"
        looks = ["07:00", "19:00-21:00"]
        spread = "20m"
        delay = "5m-1h"
        ahead = 0.5
        sheets = false
        quiet = "22-7"
        away = 0.01
        away_days = "2-5"
        tells = true
        """
    ).habits
    assert habits.zone == "America/New_York"
    assert habits.awake == Span(390, 1320)
    assert habits.looks == (Span(420, 420), Span(1140, 1260))
    assert habits.spread == 1200
    assert habits.delay is not None
    assert (habits.delay.least, habits.delay.most) == (300, 3600)
    assert (habits.ahead, habits.sheets) == (0.5, False)
    assert habits.quiet == (22 * 60, 7 * 60)
    assert (habits.away, habits.away_days, habits.tells) == (0.01, (2, 5), True)


def test_what_stands_above_holds_for_everybody_who_says_nothing_else() -> None:
    people = read_people(
        """
        looks = "21:00"
        substitutes = 2
        [[people]]
        count = 2
        [[people]]
        looks = "09:00"
        """
    )
    evening, morning = (Span(hour * 60, hour * 60) for hour in (21, 9))
    assert [one.looks for one in people.habits] == [(evening,), (evening,), (morning,)]
    assert people.substitutes == 2
    assert [one.looks for one in people.seated(5)] == [
        (evening,),
        (evening,),
        (morning,),
        (evening,),
        (evening,),
    ]
    assert people.seated(2) == people.habits[:2]


def test_an_empty_file_is_somebody_usual() -> None:
    assert read_people("").habits == (Habits(),)


@pytest.mark.parametrize(
    ("toml", "said"),
    [
        ("looks = ", "expected TOML, found this fault: unreadable value (at end of document)"),
        ("[[people", "expected TOML, found this fault:"),
        ("share = 0.5", "expected keys of habits (zone, awake, looks,"),
        ("share = 0.5", 'found "share"'),
        ("[[people]]\nwindow = 3", "people 1: expected keys of habits"),
        ("ahead = 1.4", 'ahead: expected a share from 0 to 1, like 0.5, found "1.4"'),
        ("ahead = -0.1", "ahead: expected a share from 0 to 1"),
        ("ahead = nan", "ahead: expected a share from 0 to 1"),
        ("ahead = true", "ahead: expected a share from 0 to 1"),
        ('ahead = "all"', 'ahead: expected a share from 0 to 1, like 0.5, found "all"'),
        ("away = 2", "away: expected a share from 0 to 1"),
        ("delay = -1", 'delay: expected a delay like "10m", "10m-2h" or "about 1h"'),
        ('delay = "-1m"', "delay: expected a delay like"),
        ('delay = "2h-10m"', 'delay: expected the shorter delay first, found "2h-10m"'),
        ('delay = "999d"', 'delay: expected at most 365d, found "999d"'),
        ('delay = ""', "delay: expected a delay like"),
        ('spread = "10"', "spread: expected a length of time like 20m or 2h"),
        ('zone = "Europe/Brelin"', "zone: expected a time zone like Europe/Berlin"),
        ("zone = 1", "zone: expected a time zone like Europe/Berlin"),
        (
            'awake = "07:00-07:00"',
            "expected hours awake like 07:00-23:00, found 07:00, at which nobody is ever awake",
        ),
        ('awake = "07:00"', "found 07:00, at which nobody is ever awake"),
        ('awake = "7-23"', 'awake: expected hours awake like 07:00-23:00, found "7-23"'),
        ('awake = "07:00-25:00"', "awake: expected hours awake like 07:00-23:00"),
        ('awake = "07:00-24:01"', "awake: expected hours awake like 07:00-23:00"),
        ('awake = "07:60-23:00"', "awake: expected hours awake like 07:00-23:00"),
        ('looks = "26:00"', "looks: expected a time like 20:00"),
        ("looks = -1", "looks: expected a whole number from 0 to 48"),
        ("looks = 1.5", "looks: expected a time like 20:00"),
        ("looks = true", "looks: expected a time like 20:00"),
        ('looks = ["20:00", 3]', "looks: expected a time like 20:00"),
        ('looks = "often"', 'found "often"'),
        (
            'awake = "07:00-19:00"\nlooks = "20:00"',
            "people 1: expected looks at a time spent awake, 07:00-19:00, found 20:00",
        ),
        (
            'looks = "22:00"\nspread = "2h"',
            "a time spent awake, 07:00-23:00, found 22:00 and up to 2 hours later",
        ),
        ('looks = "22:00-01:00"', "expected looks at a time spent awake"),
        ("looks = 0", "people 1: expected somebody who ever looks, found no looks and no delay"),
        ("looks = []", "expected somebody who ever looks"),
        ('quiet = "8-22"', "quiet: expected quiet hours of at most 12 hours a day"),
        ("quiet = 8", "quiet: expected quiet hours like 23:00-07:00"),
        ("away_days = 0", "away_days: expected a whole number from 1 to 365"),
        ('away_days = "7-2"', 'away_days: expected a number of days, or a span of them like "2-7"'),
        ("away_days = 1.5", "away_days: expected a number of days"),
        ('sheets = "yes"', 'sheets: expected true or false, found "yes"'),
        ("sheets = 1", "sheets: expected true or false"),
        ("people = 3", "expected people as tables that begin with [[people]]"),
        ("people = [1]", "expected people as tables that begin with [[people]]"),
        ("people = []", "expected somebody in people, found nobody"),
        ("[[people]]\ncount = 0", "people 1: count: expected a whole number from 1 to 100"),
        ("[[people]]\n[[people]]\nahead = 2", "people 2: ahead: expected a share from 0 to 1"),
        ("count = 2", 'found "count"'),
        ("substitutes = -1", "substitutes: expected a whole number from 0 to 100"),
        (
            "[people]\nahead = 1",
            'expected people as tables that begin with [[people]], found "a table"',
        ),
        ("looks = 2026-01-05", 'found "2026-01-05"'),
        (f"looks = {'9' * 5000}", "expected TOML, found this fault:"),
        ("a = " + "[" * 9000, "expected TOML, found lists within lists without end"),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(toml: str, said: str) -> None:
    with pytest.raises(GameError) as refused:
        read_people(toml)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)
    assert "invalid" not in str(refused.value).lower()
