"""What people type about their night, leave and digest, and what one game makes of it."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo, available_timezones

import pytest
from msgspec.structs import replace

from bot import wishes
from games.clock import Moment
from games.core import GameError
from games.hours import Hours, Wishes
from games.pace import PRESETS
from storage.store import Person

ANA = Person(11, zone="Europe/Berlin")
TODAY = date(2026, 11, 30)


def moment(text: str) -> Moment:
    """A moment, written like `2026-11-30 20:00+01:00`."""
    return int(datetime.fromisoformat(text).timestamp())


# --- what is typed -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("Europe/Berlin", "Europe/Berlin"),
        (" europe/berlin ", "Europe/Berlin"),
        ("berlin", "Europe/Berlin"),
        ("New York", "America/New_York"),
        ("new_york", "America/New_York"),
        ("ho chi minh", "Asia/Ho_Chi_Minh"),
        ("port-au-prince", "America/Port-au-Prince"),
        ("buenos aires", "America/Argentina/Buenos_Aires"),
        ("singapore", "Singapore"),
        ("UTC", "UTC"),
    ],
)
def test_a_time_zone_is_named_in_full_or_by_its_city(typed: str, zone: str) -> None:
    """In any case, with blanks; an old name of the same zone makes it no second one."""
    assert wishes.zone(typed) == zone


@pytest.mark.parametrize(
    ("typed", "near"),
    [
        ("Belrin", 'I know no time zone and no city "Belrin": name one, like Europe/Berlin'),
        ("Amsterdm", "Europe/Amsterdam"),
        ("America", "America/"),
        ("Munich", "Europe/Berlin"),
        ("GMT+25", "Etc/GMT+2"),
        ("west", "can be several time zones: name Australia/West or Brazil/West"),
        ("   ", "Europe/Berlin"),
        ("../../etc/passwd", "Europe/Berlin"),
        ("Europe/Berlin\x00", "Europe/Berlin"),
        ("x" * 100, "UTC"),
    ],
)
def test_a_time_zone_that_is_unknown_is_refused_with_near_names(typed: str, near: str) -> None:
    """In one line, and short."""
    with pytest.raises(GameError) as told:
        wishes.zone(typed)
    said = str(told.value)
    assert near in said
    assert said.isprintable()
    assert len(said) < 300


def test_zones_are_offered_with_the_time_there() -> None:
    """Cities that begin with what is typed come first."""
    now = moment("2026-11-30 10:00+00:00")
    labels = wishes.zone_labels("ber", now)
    assert labels[:2] == [
        ("Atlantic/Bermuda, Mon 06:00 there", "Atlantic/Bermuda"),
        ("Europe/Berlin, Mon 11:00 there", "Europe/Berlin"),
    ]
    assert "Australia/Canberra" in [name for _, name in labels[2:]]
    assert wishes.zone_labels("kathm", now)[0][0] == "Asia/Kathmandu, Mon 15:45 there"
    assert len(wishes.zone_labels("", now)) == 25
    assert wishes.zone_labels("no such place", now) == []


def test_every_zone_can_be_typed() -> None:
    """Also those that no city is in."""
    for name in available_timezones() - {"Factory", "localtime", "posixrules"}:
        assert wishes.zone(name) == name


@pytest.mark.parametrize(
    ("first", "last", "count"),
    [
        ("2026-12-24", "2026-12-27", 4),
        ("2026-12-24", None, 1),
        ("today", "tomorrow", 2),
        ("2026-11-30", "2027-01-28", 60),
        ("2028-02-29", "2028-02-29", None),
        ("2027-12-01", "2027-12-01", 1),
        ("2027-12-01", "2027-12-02", None),
        ("2026-12-27", "2026-12-24", None),
        ("2025-12-24", "2025-12-27", None),
        ("2026-11-29", "2026-12-01", None),
        ("2026-11-30", "2027-01-29", None),
        ("2027-02-30", None, None),
        ("2027-02-29", None, None),
        ("2027-13-01", None, None),
        ("20277-01-01", None, None),
        ("0000-01-01", None, None),
        ("24.12.", None, None),
        ("Christmas", None, None),
        ("٢٠٢٧-٠١-٠١", None, None),
    ],
)
def test_days_of_leave_are_read(first: str, last: str | None, count: int | None) -> None:
    """From the first to the last, both included; what cannot be is refused in one line."""
    if count is not None:
        assert len(wishes.days(first, last, TODAY)) == count
        return
    with pytest.raises(GameError) as told:
        wishes.days(first, last, TODAY)
    assert "\n" not in str(told.value)
    assert "month must be" not in str(told.value)


@pytest.mark.parametrize(
    "typed", ["24", "-1", "13pm", "0am", "8:30pm", "20:30", "", "noon", "1000", "²"]
)
def test_a_digest_has_a_full_hour(typed: str) -> None:
    """From 0 to 23."""
    with pytest.raises(GameError, match="from 0 to 23"):
        wishes.hour(typed)


def test_hours_are_read() -> None:
    """With minutes, if they are none; and as quiet hours are, before noon or after it."""
    assert [wishes.hour(typed) for typed in ("0", "07", "20:00", " 23 ")] == [0, 7, 20, 23]
    assert [wishes.hour(typed) for typed in ("8pm", "12am", "12 PM", "7:00am")] == [20, 0, 12, 7]


# --- in words ------------------------------------------------------------------------------------


def test_days_in_a_row_are_told_together() -> None:
    """Over the ends of months and years, too."""
    days = [date(2026, 12, 31), date(2027, 1, 1), date(2026, 12, 24), date(2027, 1, 3)]
    assert wishes.days_in_words(days) == (
        "Thu 24 Dec 2026, Thu 31 Dec 2026 to Fri 1 Jan 2027 and Sun 3 Jan 2027"
    )


# --- what a game keeps to ------------------------------------------------------------------------


def test_a_game_keeps_to_the_first_days_of_leave_since_it_began() -> None:
    """As many as its pace allows; what was before it costs nothing of it."""
    leave = ("2026-11-28", "2026-11-30", "2026-12-24", "2026-12-25", "2026-12-26")
    person = replace(ANA, leave=leave, quiet=(1380, 420), weekends=True, remind="last", digest=20)
    pace = replace(PRESETS["daily"], leave=3)
    started = moment("2026-11-30 00:30+01:00")
    assert wishes.wishes(person, pace, started) == Wishes(
        Hours("Europe/Berlin", (1380, 420), True, ("2026-11-30", "2026-12-24", "2026-12-25")),
        "last",
        True,
    )
    later = moment("2026-12-25 00:00+01:00")
    assert wishes.wishes(person, pace, later).hours.leave == ("2026-12-25", "2026-12-26")
    assert wishes.wishes(person, None, started).hours.leave == ()
    assert wishes.wishes(Person(1), pace, started) == Wishes()


def test_the_day_on_which_a_game_begins_is_the_local_one() -> None:
    """At half past midnight in Berlin it is yesterday in New York."""
    person = replace(ANA, leave=("2026-11-29", "2026-11-30"))
    pace, started = PRESETS["daily"], moment("2026-11-30 00:30+01:00")
    assert wishes.wishes(person, pace, started).hours.leave == ("2026-11-30",)
    there = replace(person, zone="America/New_York")
    assert wishes.wishes(there, pace, started).hours.leave == ("2026-11-29", "2026-11-30")


# --- the hour of the digest ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("zone", "hour", "now", "due"),
    [
        ("Europe/Berlin", 20, "2026-11-30 19:59+01:00", "2026-11-30 20:00+01:00"),
        ("Europe/Berlin", 20, "2026-11-30 20:00+01:00", "2026-12-01 20:00+01:00"),
        # the day that has 23 hours, and the one that has 25
        ("Europe/Berlin", 20, "2027-03-27 20:00+01:00", "2027-03-28 20:00+02:00"),
        ("Europe/Berlin", 20, "2027-10-30 20:00+02:00", "2027-10-31 20:00+01:00"),
        # an hour that is left out, and one that comes twice
        ("Europe/Berlin", 2, "2027-03-28 00:00+01:00", "2027-03-28 03:00+02:00"),
        ("Europe/Berlin", 2, "2027-10-31 00:00+02:00", "2027-10-31 02:00+02:00"),
        ("Europe/Berlin", 2, "2027-10-31 02:00+02:00", "2027-11-01 02:00+01:00"),
        ("Australia/Lord_Howe", 2, "2027-10-03 00:00+10:30", "2027-10-03 02:30+11:00"),
        ("Asia/Kathmandu", 0, "2026-11-30 23:59+05:45", "2026-12-01 00:00+05:45"),
        ("Pacific/Apia", 20, "2011-12-29 20:00-10:00", "2011-12-31 20:00+14:00"),
        ("No/Such_Zone", 20, "2026-11-30 19:59+00:00", "2026-11-30 20:00+00:00"),
    ],
)
def test_a_digest_is_due_at_the_local_hour(zone: str, hour: int, now: str, due: str) -> None:
    """Whatever is done to the clocks there."""
    person = Person(1, zone=zone, digest=hour)
    assert wishes.next_digest(person, moment(now)) == moment(due)


def test_no_day_has_two_digests() -> None:
    """Neither by another hour nor by another zone."""
    had = replace(ANA, digest=23, digested="2026-11-30")
    now = moment("2026-11-30 20:30+01:00")
    assert wishes.next_digest(had, now) == moment("2026-12-01 23:00+01:00")
    west = replace(had, zone="America/New_York")
    assert wishes.next_digest(west, now) == moment("2026-12-01 23:00-05:00")
    assert wishes.next_digest(replace(had, digest=None), now) is None


def test_a_year_of_digests_has_one_on_every_day() -> None:
    """In zones whose clocks are put on and back, at every hour of the night."""
    for zone in ("Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca"):
        for hour in (0, 1, 2, 3, 23):
            person = Person(1, zone=zone, digest=hour)
            now = moment("2027-01-01 00:00+00:00")
            days = []
            for _ in range(365):
                due = wishes.next_digest(person, now)
                assert due is not None
                day = datetime.fromtimestamp(due, UTC).astimezone(ZoneInfo(zone)).date()
                person, now = replace(person, digested=day.isoformat()), due
                days.append(day)
            assert all(b - a == timedelta(days=1) for a, b in pairwise(days))
