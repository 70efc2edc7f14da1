"""Quiet hours, weekends and leave by the wall clock of many places, on the days when that leaps.

What is free is compared with what a clock on the wall of the place shows, read minute by minute;
the days of the leaps are worked out by hand.
"""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core import GameError, NotationError, OptionError
from games.hours import (
    ALWAYS,
    DAY,
    HOUR,
    MINUTE,
    Hours,
    Moment,
    after_waking,
    free_stretch,
    read_quiet,
    read_zone,
    waking,
)

NIGHT = (23 * 60, 7 * 60)

LEAPS = {
    "UTC": ["2026-07-04"],
    "Europe/Berlin": ["2026-03-29", "2026-10-25"],
    "America/New_York": ["2026-03-08", "2026-11-01"],
    "Australia/Lord_Howe": ["2026-04-05", "2026-10-04"],  # by half an hour
    "Africa/Casablanca": ["2026-02-15", "2026-03-22"],  # back for Ramadan
    "Asia/Kathmandu": ["2026-07-04"],  # 5:45 ahead
    "Pacific/Apia": ["2011-12-30"],  # a day that never was
    "America/Havana": ["2026-03-08", "2026-11-01"],  # at midnight
    "America/St_Johns": ["2010-11-07", "2011-03-13"],  # a minute after midnight
    "Africa/Cairo": ["2026-04-24", "2026-10-29"],  # at midnight, back into the day before
}


def at(zone: str, text: str, fold: int = 0) -> Moment:
    """The moment at which a clock on the wall shows this, the second time with `fold`."""
    local = datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone), fold=fold)
    return int(local.timestamp())


def on_the_wall(hours: Hours, moment: Moment) -> bool:
    """Whether a moment is free, by what the clock on the wall shows then."""
    local = datetime.fromtimestamp(moment, ZoneInfo(hours.zone))
    minute = local.hour * 60 + local.minute
    first, last = hours.quiet or (0, 0)
    quiet = first <= minute < last if first <= last else minute >= first or minute < last
    weekend = hours.weekends and local.strftime("%a") in ("Sat", "Sun")
    return quiet or weekend or local.strftime("%Y-%m-%d") in hours.leave


def night(zone: str, first: str, last: str, quiet: tuple[int, int] = NIGHT) -> None:
    """The night that ends on this day begins and ends when the wall shows these times."""
    stretch = at(zone, first), at(zone, last)
    for inside in (stretch[0], sum(stretch) // 2, stretch[1] - 1):
        assert free_stretch(Hours(zone, quiet), inside) == stretch
    for outside in (stretch[0] - 1, stretch[1]):
        assert free_stretch(Hours(zone, quiet), outside) is None


# --- nights and the days on which clocks leap ----------------------------------------------------


def test_whoever_has_wished_nothing_is_never_free() -> None:
    """No free stretch, and every second is a waking one."""
    assert not ALWAYS.free
    assert free_stretch(ALWAYS, 0) is None
    assert waking(ALWAYS, 100, 350) == 250
    assert after_waking(ALWAYS, 100, 250) == 350


def test_ordinary_night() -> None:
    """From 23:00 to 07:00 in Nepal is from 17:15 to 01:15 in UTC."""
    night("Asia/Kathmandu", "2026-07-03T23:00", "2026-07-04T07:00")
    start = int(datetime(2026, 7, 3, 17, 15, tzinfo=UTC).timestamp())
    assert free_stretch(Hours("Asia/Kathmandu", NIGHT), start) == (start, start + 8 * HOUR)


@pytest.mark.parametrize(
    ("zone", "day", "before", "hours"),
    [
        ("Europe/Berlin", "2026-03-29", "2026-03-28", 7),
        ("Europe/Berlin", "2026-10-25", "2026-10-24", 9),
        ("America/New_York", "2026-03-08", "2026-03-07", 7),
        ("America/New_York", "2026-11-01", "2026-10-31", 9),
        ("Australia/Lord_Howe", "2026-04-05", "2026-04-04", 8.5),
        ("Australia/Lord_Howe", "2026-10-04", "2026-10-03", 7.5),
        ("Africa/Casablanca", "2026-02-15", "2026-02-14", 9),
        ("Africa/Casablanca", "2026-03-22", "2026-03-21", 7),
        ("Pacific/Apia", "2011-12-31", "2011-12-29", 8),
    ],
)
def test_night_in_which_the_clocks_leap(zone: str, day: str, before: str, hours: float) -> None:
    """It lasts from 23:00 to 07:00 on the wall, which is longer or shorter than eight hours."""
    night(zone, f"{before}T23:00", f"{day}T07:00")
    assert at(zone, f"{day}T07:00") - at(zone, f"{before}T23:00") == hours * HOUR


def test_quiet_hours_that_begin_in_the_hour_that_is_left_out() -> None:
    """02:30 to 09:00 where 02:00 is 03:00 at once: they begin with the leap, at 03:00."""
    night("Europe/Berlin", "2026-03-29T03:00", "2026-03-29T09:00", (150, 540))


def test_quiet_hours_that_end_in_the_hour_that_is_left_out() -> None:
    """22:00 to 02:30: they end with the leap, at 03:00, which is no quiet hour any more."""
    night("Europe/Berlin", "2026-03-28T22:00", "2026-03-29T03:00", (1320, 150))


def test_quiet_hours_within_the_hour_that_is_left_out_do_not_happen() -> None:
    """02:10 to 02:50: there is no such time that day, and eight hours are eight waking hours."""
    hours = Hours("Europe/Berlin", (130, 170))
    start = at("Europe/Berlin", "2026-03-29T00:00")
    assert waking(hours, start, start + 8 * HOUR) == 8 * HOUR


def test_quiet_hours_that_end_in_the_hour_that_comes_twice() -> None:
    """22:00 to 02:30 where 03:00 is 02:00 again: quiet until 02:30, and from 02:00 to 02:30."""
    zone, hours = "Europe/Berlin", Hours("Europe/Berlin", (1320, 150))
    again = at(zone, "2026-10-25T02:00", fold=1)
    first = free_stretch(hours, at(zone, "2026-10-25T00:00"))
    assert first == (at(zone, "2026-10-24T22:00"), again - 30 * MINUTE)
    assert free_stretch(hours, again - 1) is None
    assert free_stretch(hours, again) == (again, again + 30 * MINUTE)


def test_quiet_hours_that_begin_in_the_hour_that_comes_twice() -> None:
    """02:30 to 09:00: quiet from 02:30 to the leap, and from 02:30 on again."""
    zone, hours = "Europe/Berlin", Hours("Europe/Berlin", (150, 540))
    again = at(zone, "2026-10-25T02:00", fold=1)
    assert free_stretch(hours, again - 1) == (again - 30 * MINUTE, again)
    assert free_stretch(hours, again) is None
    last = again + 30 * MINUTE, at(zone, "2026-10-25T09:00")
    assert free_stretch(hours, again + HOUR) == last


# --- leave, weekends, and what touches ------------------------------------------------------------


def test_leave_and_the_nights_around_it_are_one_stretch() -> None:
    """A day of leave lasts from 23:00 on the evening before it to 07:00 on the morning after."""
    hours = Hours("America/New_York", NIGHT, leave=("2026-07-04",))
    stretch = (
        at("America/New_York", "2026-07-03T23:00"),
        at("America/New_York", "2026-07-05T07:00"),
    )
    assert free_stretch(hours, stretch[0]) == stretch
    assert free_stretch(hours, at("America/New_York", "2026-07-04T12:00")) == stretch
    assert free_stretch(hours, stretch[1] - 1) == stretch


def test_weekend_with_leave_before_and_after_it_is_one_stretch() -> None:
    """Friday and Monday off, 2026-12-25 being a Friday: four days, and the nights around them."""
    hours = Hours("Europe/Berlin", NIGHT, weekends=True, leave=("2026-12-25", "2026-12-28"))
    assert free_stretch(hours, at("Europe/Berlin", "2026-12-26T15:00")) == (
        at("Europe/Berlin", "2026-12-24T23:00"),
        at("Europe/Berlin", "2026-12-29T07:00"),
    )


def test_weekend_is_saturday_and_sunday_of_the_place() -> None:
    """In New Zealand it begins while it is still Friday noon in UTC."""
    hours = Hours("Pacific/Auckland", weekends=True)
    start, end = at("Pacific/Auckland", "2026-07-04T00:00"), at("Pacific/Auckland", "2026-07-06")
    assert free_stretch(hours, start) == free_stretch(hours, end - 1) == (start, end)
    assert free_stretch(hours, start - 1) is free_stretch(hours, end) is None
    assert start == int(datetime(2026, 7, 3, 12, tzinfo=UTC).timestamp())


def test_leave_on_a_day_that_never_was_changes_nothing() -> None:
    """Samoa had no 30 December 2011: the night before it and the morning after it are one night."""
    night("Pacific/Apia", "2011-12-29T23:00", "2011-12-31T07:00")
    hours = Hours("Pacific/Apia", leave=("2011-12-30",))
    start = at("Pacific/Apia", "2011-12-29T00:00")
    assert waking(hours, start, start + 2 * DAY) == 2 * DAY
    both = Hours("Pacific/Apia", leave=("2011-12-29", "2011-12-31"))
    assert free_stretch(both, start) == (start, start + 2 * DAY)


def test_leave_of_many_weeks_is_one_stretch() -> None:
    """A hundred days, over a month of 28 days and a leap of the clocks."""
    days = [
        datetime.fromtimestamp(at("Europe/Berlin", "2027-01-10T12:00") + n * DAY, UTC)
        for n in range(100)
    ]
    hours = Hours("Europe/Berlin", leave=tuple(f"{day:%Y-%m-%d}" for day in days))
    assert free_stretch(hours, at("Europe/Berlin", "2027-02-28T12:00")) == (
        at("Europe/Berlin", "2027-01-10T00:00"),
        at("Europe/Berlin", "2027-04-20T00:00"),
    )


def test_quiet_hours_of_no_length_are_none() -> None:
    """From 07:00 to 07:00 is no time at all, not a day."""
    hours = Hours("Europe/Berlin", (420, 420))
    assert not hours.free
    assert free_stretch(hours, at("Europe/Berlin", "2026-07-04T07:00")) is None


def test_twelve_hours_and_weekends_leave_five_half_days() -> None:
    """Of a week 60 hours are waking ones."""
    hours = Hours("Europe/Berlin", (20 * 60, 8 * 60), weekends=True)
    start = at("Europe/Berlin", "2026-07-01T03:00")
    assert waking(hours, start, start + 7 * DAY) == 60 * HOUR


# --- by the wall, minute by minute ----------------------------------------------------------------

minutes = st.integers(0, 24 * 60 - 1)


@st.composite
def hours_and_start(draw: st.DrawFn) -> tuple[Hours, Moment]:
    """Somebody's hours, and a moment some two days before the clocks leap there."""
    zone = draw(st.sampled_from(sorted(LEAPS)))
    day = at(zone, draw(st.sampled_from(LEAPS[zone])))
    first = draw(minutes)
    length = draw(st.integers(0, 12 * 60))
    days = {
        f"{datetime.fromtimestamp(day + n * DAY, UTC):%Y-%m-%d}"
        for n in draw(st.lists(st.integers(-3, 4), max_size=3))
    }
    quiet = draw(st.sampled_from([None, (first, (first + length) % (24 * 60))]))
    hours = Hours(zone, quiet, draw(st.booleans()), tuple(sorted(days)))
    return hours, day - 2 * DAY + draw(st.integers(0, DAY)) // MINUTE * MINUTE


@settings(max_examples=40, deadline=None)
@given(hours_and_start())
def test_what_is_free_is_free_by_the_clock_on_the_wall(drawn: tuple[Hours, Moment]) -> None:
    """Every minute of four days: free or not, from when to when, and how many wake."""
    hours, start = drawn
    free = [on_the_wall(hours, start + n * MINUTE) for n in range(4 * DAY // MINUTE)]
    for n, is_free in enumerate(free):
        stretch = free_stretch(hours, start + n * MINUTE)
        assert (stretch is not None) == is_free
        if stretch is not None:
            assert on_the_wall(hours, stretch[0])
            assert on_the_wall(hours, stretch[1] - 1)
            assert not on_the_wall(hours, stretch[0] - 1)
            assert not on_the_wall(hours, stretch[1])
            assert stretch[0] <= start + n * MINUTE < stretch[1]
            inside = range((stretch[0] - start) // MINUTE, (stretch[1] - start) // MINUTE)
            assert all(free[max(0, inside.start) : inside.stop])
    awake = free.count(False) * MINUTE
    assert waking(hours, start, start + 4 * DAY) == awake
    counted = 0
    for n, is_free in enumerate(free):
        if not is_free:
            counted += MINUTE
            assert after_waking(hours, start, counted) == start + (n + 1) * MINUTE
            assert after_waking(hours, start, counted - 1) == start + (n + 1) * MINUTE - 1


# --- reading --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "quiet"),
    [
        ("23-7", (1380, 420)),
        ("22:30-07:00", (1350, 420)),
        ("22.30 – 7", (1350, 420)),
        ("2230-0700", (1350, 420)),
        ("22h30 to 7h00", (1350, 420)),
        (" 11pm-7am ", (1380, 420)),
        ("12am-12pm", (0, 720)),
        ("12:30 PM - 1 PM", (750, 780)),
        ("0-12", (0, 720)),
        ("23-24", (1380, 0)),
        ("24-7", (0, 420)),
        ("7-7", None),
        ("24:00-24:00", None),
        ("off", None),
        ("None", None),
    ],
)
def test_quiet_hours_are_read(text: str, quiet: tuple[int, int] | None) -> None:
    """As minutes of the day; two times that are the same are none."""
    assert read_quiet(text) == quiet


@pytest.mark.parametrize(
    "text",
    [
        "",
        "23",
        "23-",
        "x-7",
        "23-7-9",
        "25-7",
        "24:01-7",
        "7:60-9",
        "13pm-3",
        "0am-3",
        "-1-7",
        "٣-٧",
    ],
)
def test_quiet_hours_that_cannot_be_read(text: str) -> None:
    """The refusal says what would be right."""
    with pytest.raises(NotationError, match=r"22:30-07:00") as refused:
        read_quiet(text)
    assert text in str(refused.value)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("0-24", "24 hours"),
        ("0-12:01", "12 h 1 min"),
        ("20-10", "14 hours"),
        ("7-6:59", "23 h 59 min"),
    ],
)
def test_more_than_twelve_quiet_hours_are_refused(text: str, found: str) -> None:
    """The sentence says how many are possible, and how many these are."""
    with pytest.raises(OptionError, match=rf"at most 12 hours a day, found {found}"):
        read_quiet(text)


@pytest.mark.parametrize(
    ("text", "zone"),
    [
        ("Europe/Berlin", "Europe/Berlin"),
        (" america/new york ", "America/New_York"),
        ("AUSTRALIA/LORD_HOWE", "Australia/Lord_Howe"),
        ("utc", "UTC"),
    ],
)
def test_zones_are_read_in_any_case(text: str, zone: str) -> None:
    """Blanks stand for underscores."""
    assert read_zone(text) == zone


@pytest.mark.parametrize(
    "text", ["", "Mars/Base", "Europe", "localtime", "Factory", "../UTC", "a\0b"]
)
def test_zones_that_nobody_knows_are_refused(text: str) -> None:
    """The sentence names what would be one."""
    with pytest.raises(OptionError, match=r"expected a time zone like Europe/Berlin"):
        read_zone(text)


@pytest.mark.parametrize("zone", ["Mars/Base", "", "/etc/passwd", "../UTC", "Europe", "a\0b"])
def test_kept_zone_that_this_machine_does_not_know_goes_by_utc(zone: str) -> None:
    """A game that was moved to an older machine goes on."""
    noon = at("UTC", "2026-07-04T12:00")
    assert free_stretch(Hours(zone, (11 * 60, 13 * 60)), noon) == (noon - HOUR, noon + HOUR)


@pytest.mark.parametrize(
    ("quiet", "leave"),
    [
        ((0, 721), ()),
        ((720, 1), ()),
        ((-1, 5), ()),
        ((1300, 1440), ()),
        (None, ("2026-02-30",)),
        (None, ("soon",)),
    ],
)
def test_hours_that_cannot_be_are_refused(
    quiet: tuple[int, int] | None, leave: tuple[str, ...]
) -> None:
    """Too many quiet hours, minutes of no day, days of no calendar."""
    with pytest.raises(GameError, match="expected"):
        Hours("UTC", quiet, leave=leave)
