"""Waiting for a moment: by the real clocks, and by the one that a test moves."""

import asyncio
import logging
import random

import pytest

from bot.time import Backoff, RealTime
from tests.fake_time import FakeTime

DAY = 24 * 3600


class Clock:
    """A clock that is read from a list, and stays at its end."""

    def __init__(self, *readings: float) -> None:
        self.readings = list(readings)

    def __call__(self) -> float:
        return self.readings.pop(0) if len(self.readings) > 1 else self.readings[0]


async def test_real_time_counts_whole_seconds_down() -> None:
    """A moment has not come before it has come: 99.9 is still 99."""
    assert RealTime(wall=Clock(99.9)).now() == 99


async def test_the_real_clocks_go() -> None:
    """Without anything handed in, it is the machine's time, this century."""
    time = RealTime()
    assert time.now() > 1_700_000_000
    assert time.steady() <= time.steady()


async def test_a_moment_that_is_past_is_not_waited_for() -> None:
    """But others run meanwhile, also for a waiter who always comes late."""
    time, others = RealTime(wall=Clock(100.0)), []
    task = asyncio.create_task(asyncio.sleep(0))
    task.add_done_callback(others.append)
    for _ in range(3):
        await time.wait(50, asyncio.Event())
    assert others == [task]


async def test_an_event_ends_waiting_and_stays_set() -> None:
    """The waiter clears it, for it alone knows when it looks."""
    time, woken = RealTime(wall=Clock(100.0)), asyncio.Event()
    asyncio.get_running_loop().call_soon(woken.set)
    await time.wait(None, woken)
    await time.rest(None, woken)
    assert woken.is_set()


async def test_waiting_ends_when_the_moment_comes() -> None:
    """The clock reads later each time it is asked."""
    await RealTime(wall=Clock(100.0, 100.0, 100.001, 200.0)).wait(100.002, asyncio.Event())
    await RealTime(steady=Clock(1.0, 1.0, 3.0)).rest(1.001, asyncio.Event())


async def test_a_clock_that_is_set_back_ends_no_wait() -> None:
    """A nap that ends early by the wall clock is followed by another."""
    wall = Clock(100.0, 100.0, 99.999, 100.0, 101.0)
    await RealTime(wall=wall).wait(100.001, asyncio.Event())
    assert wall.readings == [101.0]


async def test_at_a_higher_speed_only_the_wall_clock_is_faster() -> None:
    """Practice may let a day pass in minutes; what Discord allows stays what it is."""
    time = RealTime(speed=60, wall=Clock(1000.0, 1010.0), steady=Clock(7.0))
    assert time.now() == 1000 + 600
    assert time.steady() == 7.0


async def test_work_that_fails_alone_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    """Nobody awaits a started task, so somebody has to say it."""

    async def fails() -> None:
        raise ValueError("no such channel")

    for time in (RealTime(), FakeTime()):
        caplog.clear()
        task = time.start(fails(), "the failing work")
        with pytest.raises(ValueError, match="no such channel"):
            await task
        await asyncio.sleep(0)
        (said,) = caplog.records
        assert said.levelno == logging.ERROR
        assert "the failing work" in said.getMessage()


async def test_work_that_is_cancelled_is_not_a_failure(caplog: pytest.LogCaptureFixture) -> None:
    """Stopping is not an error."""
    task = RealTime().start(asyncio.sleep(3600), "a long sleep")
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.wait([task])
    assert caplog.records == []


# --- the one that a test moves -------------------------------------------------------------------


async def test_sleepers_wake_exactly_and_in_order() -> None:
    """Each at its own moment, however far the test moves on at once."""
    time, seen = FakeTime(1000), []

    async def sleeps(name: str, moments: list[int]) -> None:
        for moment in moments:
            await time.wait(moment, asyncio.Event())
            seen.append((time.now(), time.steady(), name))

    time.start(sleeps("a", [1010, 1030, 1000 + DAY]))
    time.start(sleeps("b", [1020, 1025, 1031]))
    await time.advance(7 * DAY)
    assert [(at, name) for at, _, name in seen] == [
        (1010, "a"),
        (1020, "b"),
        (1025, "b"),
        (1030, "a"),
        (1031, "b"),
        (1000 + DAY, "a"),
    ]
    assert all(steady == at - 1000 for at, steady, _ in seen)
    assert time.now() == 1000 + 7 * DAY


async def test_odd_fractions_do_not_hold_it_up() -> None:
    """A tenth of a second has no exact number; sleepers are woken nevertheless, never early."""
    time, woken = FakeTime(), []

    async def ticks() -> None:
        for number in range(1, 1001):
            until = time.steady() + 0.1
            await time.rest(until, asyncio.Event())
            assert time.steady() >= until
            woken.append(number)

    time.start(ticks())
    await time.advance(99.95)
    assert len(woken) == 999
    await time.advance(0.1)
    assert len(woken) == 1000


async def test_an_event_wakes_without_time_passing() -> None:
    """As a commit wakes the ticker."""
    time, woken, seen = FakeTime(1000), asyncio.Event(), []

    async def sleeps() -> None:
        await time.wait(2000, woken)
        seen.append(time.now())

    time.start(sleeps())
    await time.settle()
    assert seen == []
    woken.set()
    await time.settle()
    assert seen == [1000]


async def test_a_jump_moves_the_wall_clock_alone() -> None:
    """Back, nobody wakes; forward, who waited for the wall clock."""
    time, seen = FakeTime(1000), []

    async def sleeps(steady: bool) -> None:
        await (time.rest if steady else time.wait)(10 if steady else 1010, asyncio.Event())
        seen.append((steady, time.now(), time.steady()))

    time.start(sleeps(True))
    time.start(sleeps(False))
    await time.jump(-3600)
    assert seen == []
    await time.jump(3600 + 60)
    assert seen == [(False, 1060, 0.0)]
    await time.advance(10)
    assert seen[1:] == [(True, 1070, 10.0)]


async def test_time_stands_still_while_there_is_work_in_a_thread() -> None:
    """A database works in another thread: nothing of what it does may be overtaken."""
    time, seen = FakeTime(1000), []

    async def works() -> None:
        for _ in range(3):
            await time.wait(time.now() + 10, asyncio.Event())
            await asyncio.to_thread(sum, range(200_000))
            seen.append(time.now())

    time.start(works())
    await time.advance(100)
    assert seen == [1010, 1020, 1030]


async def test_somebody_who_spins_is_caught() -> None:
    """Asking again and again for a moment that is past is a fault, not a wait."""
    time = FakeTime(1000)

    async def spins() -> None:
        while True:
            await time.wait(999, asyncio.Event())

    task = time.start(spins(), "the top")
    await time.settle()
    with pytest.raises(AssertionError, match="the top spins"):
        await task


# --- waiting after failures ----------------------------------------------------------------------


def test_each_failure_doubles_the_wait_up_to_a_limit() -> None:
    """With the whole of its chance, it is the plain doubling."""
    backoff = Backoff(first=1.0, longest=300.0, chance=lambda: 1.0)
    assert [backoff.after(n) for n in range(10)] == [1, 2, 4, 8, 16, 32, 64, 128, 256, 300]
    assert backoff.after(10**6) == 300


def test_chance_takes_away_up_to_a_half() -> None:
    """So that what failed together does not come back together."""
    chance = random.Random(7).random
    waits = [Backoff(first=8.0, chance=chance).after(0) for _ in range(200)]
    assert 4 <= min(waits) < 4.2
    assert 7.8 < max(waits) < 8
