"""The ticker: every alarm rings once, never early, whatever happens to clocks and machines."""

import asyncio
from collections import defaultdict, deque
from itertools import pairwise
from typing import Any

import pytest

from bot.ticker import Ticker
from bot.time import Backoff
from storage.store import Due
from tests.bot.half_a_store import Alarms
from tests.fake_time import FakeTime

HOUR = 3600
DAY = 24 * HOUR
WEEK = 7 * DAY


class Scene:
    """A ticker that works, its store and its time; what rings is noted, and silent afterwards.

    `faults` of a game come before it can be done; a function among them is called, and may wait.
    """

    def __init__(self, alarms: Alarms | None = None, **settings: Any) -> None:
        self.time = FakeTime()
        self.now = self.time.now()
        self.alarms = Alarms() if alarms is None else alarms
        self.rung: list[tuple[str, int]] = []
        self.faults: defaultdict[str, deque[Any]] = defaultdict(deque)
        self.settings = settings
        self.begin()

    def begin(self) -> None:
        """A process starts."""
        settings = {"backoff": Backoff(first=30, longest=HOUR, chance=lambda: 1.0)} | self.settings
        self.ticker = Ticker(
            self.alarms,
            self.act,
            self.time,
            self.came_back,
            **settings,
        )
        self.task = self.time.start(self.ticker.run(), "ticker")

    async def came_back(self) -> None:
        """What the host does after an outage."""
        await self.alarms.refund_outage(self.time.now(), "{} seconds".format)

    async def act(self, due: Due) -> None:
        """What the host does with what is due."""
        faults = self.faults[due.id]
        fault = faults.popleft() if faults else None
        if isinstance(fault, BaseException):
            raise fault
        if fault is not None:
            await fault()
        assert self.alarms.alarms[due] <= self.time.now(), "rung early"
        del self.alarms.alarms[due]
        self.rung.append((due.id, self.time.now() - self.now))

    async def game(self, name: str, after: int) -> Due:
        """A commit leaves an alarm so many seconds after the beginning."""
        due = self.alarms.game(name, self.now + after)
        self.ticker.alarmed(self.now + after)
        await self.time.settle()
        return due


# --- ringing -------------------------------------------------------------------------------------


async def test_alarms_ring_at_their_moment() -> None:
    """In order, to the second, however long the wait."""
    scene = Scene(beat=HOUR)
    await scene.game("slow", WEEK)
    await scene.game("fast", 120)
    await scene.game("daily", DAY)
    await scene.time.advance(2 * WEEK)
    assert scene.rung == [("fast", 120), ("daily", DAY), ("slow", WEEK)]
    assert scene.alarms.claims == {}


async def test_an_alarm_in_the_past_rings_at_once() -> None:
    """And one of a sign-up or of a person like one of a game."""
    scene = Scene()
    scene.alarms.alarms[Due("sign-up", "list")] = scene.now - 10
    scene.alarms.alarms[Due("person", "11")] = scene.now - 5
    await scene.game("late", -1)
    assert scene.rung == [("list", 0), ("11", 0), ("late", 0)]


async def test_a_commit_that_brings_an_earlier_alarm_is_noticed() -> None:
    """The ticker was asleep until the old one."""
    scene = Scene()
    await scene.game("later", HOUR)
    await scene.time.advance(60)
    await scene.game("sooner", 120)
    await scene.time.advance(60)
    assert scene.rung == [("sooner", 120)]


async def test_commits_with_later_alarms_do_not_disturb_it() -> None:
    """Nor do those with none: nearly every play moves an alarm away, and all are found in time."""
    scene = Scene()
    await scene.game("first", 100)
    looked = scene.alarms.looked
    await scene.game("second", 200)
    await scene.game("third", 300)
    scene.ticker.alarmed(None)
    await scene.time.settle()
    assert scene.alarms.looked == looked
    await scene.time.advance(HOUR)
    assert scene.rung == [("first", 100), ("second", 200), ("third", 300)]


async def test_an_alarm_that_moved_away_does_not_ring() -> None:
    """A player has answered: the ticker wakes up, looks, and sleeps on."""
    scene = Scene()
    due = await scene.game("game", 100)
    scene.alarms.alarms[due] = scene.now + 200  # without a call: another process did it
    await scene.time.advance(199)
    assert scene.rung == []
    await scene.time.advance(1)
    assert scene.rung == [("game", 200)]


async def test_many_alarms_at_once_all_ring() -> None:
    """More than are claimed at a time, and more than are done at a time."""
    scene = Scene(most=10)
    for number in range(1000):
        scene.alarms.game(f"g{number}", scene.now + 60)
    scene.ticker.wake()
    await scene.time.advance(60)
    assert len(scene.rung) == 1000


async def test_two_processes_ring_once() -> None:
    """Who has claimed an alarm rings it."""
    scene = Scene(most=7)
    scene.begin()
    for number in range(100):
        scene.alarms.game(f"g{number}", scene.now + number % 5)
    scene.ticker.wake()
    await scene.time.advance(10)
    assert len(scene.rung) == len(set(scene.rung)) == 100


async def test_a_dead_process_hands_its_alarms_on() -> None:
    """When its claim runs out."""
    scene = Scene(lease=60)

    async def dies() -> None:
        scene.task.cancel()
        await asyncio.Event().wait()

    scene.faults["game"].append(dies)
    await scene.game("game", 10)
    await scene.time.advance(10)
    assert scene.task.cancelled()
    scene.begin()
    await scene.time.advance(59)
    assert scene.rung == []
    await scene.time.advance(1)
    assert scene.rung == [("game", 70)]


async def test_an_idle_ticker_does_nothing_but_beat() -> None:
    """No alarm, no work."""
    scene = Scene()
    await scene.time.advance(HOUR)
    assert scene.alarms.asked == 1
    assert len(scene.alarms.signs) == HOUR / 15


# --- trouble -------------------------------------------------------------------------------------


async def test_a_game_that_fails_stops_no_other(caplog: pytest.LogCaptureFixture) -> None:
    """It is logged with its name, and tried again."""
    scene = Scene()
    scene.faults["bad"].append(ValueError("a bug in the rules"))
    for name in ("bad", "good", "fine"):
        await scene.game(name, 10)
    await scene.time.advance(10)
    assert scene.rung == [("good", 10), ("fine", 10)]
    (said,) = [record for record in caplog.records if record.levelname == "ERROR"]
    assert said.game == "bad"
    await scene.time.advance(60)
    assert scene.rung[2:] == [("bad", 70)]


async def test_failures_are_retried_less_and_less_often() -> None:
    """Once an hour at the least; meanwhile others are on time."""
    scene = Scene(lease=60)
    tries = []

    async def fails() -> None:
        tries.append(scene.time.now() - scene.now)
        raise ValueError

    scene.faults["bad"] += [fails] * 100
    await scene.game("bad", 0)
    await scene.game("good", 5 * HOUR + 1)
    await scene.time.advance(10 * HOUR)
    waits = [b - a for a, b in pairwise(tries)]
    assert waits[:7] == [60, 60, 120, 240, 480, 960, 1920]
    assert set(waits[7:]) == {HOUR}
    assert scene.rung == [("good", 5 * HOUR + 1)]


async def test_a_hundred_failing_games_do_not_crowd_out_a_good_one() -> None:
    """What fails stays claimed, so that the store gives out the rest."""
    scene = Scene(most=10, lease=60)
    for number in range(100):
        scene.faults[f"bad{number}"] += [ValueError()] * 1000
        scene.alarms.game(f"bad{number}", scene.now)
    scene.ticker.wake()
    await scene.time.settle()
    await scene.game("good", 90)
    asked = scene.alarms.asked
    await scene.time.advance(600)
    assert scene.rung == [("good", 90)]
    assert scene.alarms.asked - asked < 300


async def test_a_game_that_recovers_is_as_good_as_any() -> None:
    """Its next failure is again the first."""
    scene = Scene(lease=60)
    scene.faults["game"] += [ValueError(), ValueError()]
    await scene.game("game", 0)
    await scene.time.advance(120)
    assert scene.rung == [("game", 120)]
    scene.faults["game"].append(ValueError())
    await scene.game("game", 1000)
    await scene.time.advance(1000)
    assert scene.rung[1:] == [("game", 1060)]


async def test_work_that_takes_longer_than_its_claim_is_not_begun_twice() -> None:
    """Nor does it stop the others."""
    scene = Scene(lease=60)

    async def takes_long() -> None:
        await scene.time.rest(scene.time.steady() + 200, asyncio.Event())

    scene.faults["slow"].append(takes_long)
    await scene.game("slow", 0)
    await scene.game("good", 100)
    await scene.time.advance(300)
    assert scene.rung == [("good", 100), ("slow", 200)]


async def test_an_alarm_that_is_past_but_not_ours_is_no_reason_to_hurry() -> None:
    """A store may hold it back for a while; the ticker looks now and then."""
    scene = Scene()

    async def past() -> int:
        return scene.now - 10

    scene.alarms.next_alarm = past
    scene.ticker.wake()
    await scene.time.advance(20)
    assert scene.alarms.asked <= 22


async def test_a_database_that_is_down_is_asked_again(caplog: pytest.LogCaptureFixture) -> None:
    """Some times a minute; once it is back, everything that is due rings."""
    scene = Scene()
    await scene.time.advance(20)
    scene.alarms.down = True
    await scene.game("game", 30)
    await scene.time.advance(25)
    assert 1 <= caplog.text.count("the alarms cannot be read") <= 6
    scene.alarms.down = False
    await scene.time.advance(15)
    assert [name for name, _ in scene.rung] == ["game"]


# --- clocks and outages --------------------------------------------------------------------------


async def test_signs_of_life_come_every_fifteen_seconds() -> None:
    """Also while everything that is due hangs."""
    scene = Scene()

    async def hangs() -> None:
        await scene.time.rest(scene.time.steady() + 100, asyncio.Event())

    scene.faults["slow"].append(hangs)
    await scene.game("slow", 0)
    await scene.time.advance(60)
    assert [sign - scene.now for sign in scene.alarms.signs] == [15, 30, 45, 60]


async def test_a_start_after_an_outage_gives_the_time_back_once() -> None:
    """Before anything rings; the games are told."""
    scene = Scene()
    await scene.game("game", 100)
    await scene.time.advance(60)
    scene.task.cancel()
    await scene.time.advance(5 * HOUR)
    scene.begin()
    await scene.time.settle()
    assert scene.rung == []
    assert scene.alarms.refunds == [5 * HOUR]
    assert scene.alarms.notices == [f"{5 * HOUR} seconds"]
    await scene.time.advance(40)
    assert scene.rung == [("game", 5 * HOUR + 100)]
    assert scene.alarms.refunds == [5 * HOUR]


async def test_a_short_stop_is_no_outage() -> None:
    """Less than a minute: an update. Nobody is told anything."""
    scene = Scene()
    await scene.game("game", 100)
    await scene.time.advance(60)
    scene.task.cancel()
    await scene.time.advance(45)
    scene.begin()
    await scene.time.settle()
    assert scene.alarms.refunds == []
    assert scene.rung == [("game", 105)]


async def test_nothing_rings_before_the_outage_is_given_back() -> None:
    """Even if the database can only be read, not written, when the process starts."""
    alarms = Alarms()
    alarms.last_sign = FakeTime().now() - DAY
    alarms.down = True
    scene = Scene(alarms)
    alarms.game("game", scene.now - 10)
    await scene.time.advance(10)
    alarms.down = False
    await scene.time.advance(60)
    assert scene.rung == []
    assert len(alarms.refunds) == 1
    assert alarms.refunds[0] >= DAY


@pytest.mark.parametrize("leap", [2 * 60, HOUR, WEEK])
async def test_a_machine_that_slept_has_had_an_outage(leap: int) -> None:
    """The wall clock leaps forward: nobody could play, so nobody is timed out."""
    scene = Scene()
    await scene.game("game", 100)
    await scene.time.advance(50)
    await scene.time.jump(leap)
    assert scene.rung == []
    (given,) = scene.alarms.refunds
    assert leap <= given <= leap + 15
    await scene.time.advance(49)
    assert scene.rung == []
    await scene.time.advance(20)
    assert [name for name, _ in scene.rung] == ["game"]
    assert len(scene.alarms.refunds) == 1


async def test_a_machine_that_slept_without_alarms_notices_too() -> None:
    """At the next beat, so that what is begun afterwards is counted from there."""
    scene = Scene()
    await scene.time.advance(50)
    await scene.time.jump(HOUR)
    await scene.time.advance(15)
    assert len(scene.alarms.refunds) == 1


async def test_a_small_leap_is_no_outage() -> None:
    """Half a minute, as when a clock is corrected: alarms in between ring late."""
    scene = Scene()
    await scene.game("game", 100)
    await scene.time.advance(75)
    await scene.time.jump(30)
    assert scene.alarms.refunds == []
    assert scene.rung == [("game", 105)]


async def test_a_clock_set_back_by_an_hour_rings_nothing_early() -> None:
    """Every alarm comes when the clock says so, an hour later, and nobody spins until then."""
    scene = Scene()
    await scene.game("game", 100)
    await scene.time.advance(50)
    await scene.time.jump(-HOUR)
    asked = scene.alarms.asked
    await scene.time.advance(HOUR + 49)
    assert scene.rung == []
    assert scene.alarms.asked - asked <= 3
    await scene.time.advance(1)
    assert scene.rung == [("game", 100)]
    assert scene.alarms.refunds == []
    assert scene.alarms.last_sign == scene.now + 90


async def test_new_alarms_by_a_clock_that_was_set_back_are_on_time() -> None:
    """Only what was set by the old clock is late."""
    scene = Scene()
    await scene.game("old", 100)
    await scene.time.jump(-HOUR)
    await scene.game("new", -HOUR + 60)
    await scene.time.advance(60)
    assert scene.rung == [("new", -HOUR + 60)]


async def test_clocks_that_leap_all_day_ring_everything_once() -> None:
    """Back and forth, by minutes and by days: late at the most."""
    scene = Scene(beat=600)
    for number in range(20):
        await scene.game(f"g{number}", number * HOUR)
    for leap in (-HOUR, 2 * HOUR, -DAY, 70, -61, DAY, WEEK, -WEEK, 30, -5):
        await scene.time.jump(leap)
        await scene.time.advance(600)
    await scene.time.advance(3 * WEEK)
    assert sorted(name for name, _ in scene.rung) == sorted(f"g{n}" for n in range(20))


async def test_where_the_clock_is_a_plaything_leaps_are_meant() -> None:
    """Practice skips to the next deadline, and that is no outage."""
    scene = Scene(beat=None)
    await scene.game("game", DAY)
    await scene.time.jump(DAY)
    assert scene.rung == [("game", DAY)]
    assert scene.alarms.refunds == []
    assert scene.alarms.signs == []


async def test_long_tests_may_beat_seldom() -> None:
    """Four beats that were missed are an outage, however long a beat is."""
    scene = Scene(beat=6 * HOUR)
    await scene.game("game", WEEK)
    await scene.time.jump(10 * HOUR)
    await scene.time.advance(WEEK - 10 * HOUR)
    assert scene.rung == [("game", WEEK)]
    await scene.time.jump(2 * DAY)
    await scene.time.advance(6 * HOUR)
    assert len(scene.alarms.refunds) == 1


# --- the end -------------------------------------------------------------------------------------


async def test_stopping_lets_what_is_under_way_finish() -> None:
    """And begins nothing new."""
    scene = Scene()
    begun, goes_on = asyncio.Event(), asyncio.Event()

    async def takes_long() -> None:
        begun.set()
        await goes_on.wait()

    scene.faults["slow"].append(takes_long)
    scene.alarms.game("slow", scene.now)
    await begun.wait()
    scene.ticker.stop()
    scene.alarms.game("next", scene.now)
    for _ in range(10):
        await asyncio.sleep(0)
    assert not scene.task.done()
    goes_on.set()
    await scene.task
    assert scene.rung == [("slow", 0)]
    assert scene.alarms.claims == {}
