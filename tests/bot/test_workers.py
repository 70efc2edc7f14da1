"""Host, ticker and outbox together on a real database: games that end by the clock alone."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.host import Host
from bot.outbox import Outbox, PostLater
from bot.ticker import Ticker
from games.clock import HOUR
from games.pace import PRESETS
from storage import open_store
from storage.store import Owed, Place, Store
from tests.fake_time import FakeTime

DAY = 24 * HOUR
BEAT = 6 * HOUR
"""Seldom: each sign of life is a commit, and here weeks go by."""

PACE = replace(PRESETS["daily"], extensions=0, max_misses=99)
USERS = (11, 22, 33)
GAME = "pitch-and-catch (hand_size=2)"


class Club:
    """A store on which processes come and go, and what stands in its channels."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.time = FakeTime()
        self.said: dict[int, int] = {}
        self.order: list[tuple[int | None, int | None, int]] = []
        self.later = 0
        self.dies = False
        self.begin()

    def begin(self) -> None:
        """A process starts."""
        self.host = Host(
            self.store,
            self.time.now,
            self.committed,
            secret=lambda size: bytes(range(size)),
            new_id=lambda: "game",
        )
        self.outbox = Outbox(self.store, self, self.time)
        self.ticker = Ticker(self.store, self.host.act, self.time, self.host.came_back, beat=BEAT)
        self.tasks = [
            self.time.start(self.outbox.run(), "outbox"),
            self.time.start(self.ticker.run(), "ticker"),
        ]

    def die(self) -> None:
        """It is killed."""
        for task in self.tasks:
            task.cancel()

    def committed(self) -> None:
        """As the bot does it."""
        self.outbox.wake()
        self.ticker.wake()

    async def post(self, owed: Owed) -> int:
        """Says it; now and then not yet."""
        self.later += 1
        if self.later % 5 == 0:
            raise PostLater(2)
        assert owed.id not in self.said, "said twice"
        self.said[owed.id] = 1000 + owed.id
        self.order.append((owed.channel, owed.user, owed.id))
        if self.dies and len(self.said) % 7 == 0:
            self.die()
            await asyncio.Event().wait()
        return self.said[owed.id]

    async def find(self, owed: Owed) -> int | None:
        """Whether it stands there."""
        return self.said.get(owed.id)

    async def opens(self) -> None:
        """Three people, an hour, and nobody ever plays."""
        await self.host.open_sign_up(Place(1, 2), GAME, 3, PACE, hours=1)
        for user in USERS:
            assert (await self.host.join("game", user, f"name{user}")).done

    async def passed(self) -> list[int]:
        """When the clock answered for somebody, in seconds since the game began."""
        stored = await self.store.game("game")
        assert stored is not None
        return [
            entry.at - stored.started
            for entry in await self.store.journal("game")
            if entry.actor == "clock"
        ]

    async def ends(self) -> None:
        """Time goes on until the game is over, and all is said."""
        for _ in range(200):
            await self.time.advance(DAY)
            stored = await self.store.game("game")
            if stored is not None and stored.table.outcome is not None:
                return
        raise AssertionError("nobody ends it")


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    """A club that has just opened; afterwards everything in its database agrees."""
    store = await open_store(f"sqlite:///{tmp_path}/umpire.db")
    club = Club(store)
    yield club
    assert await store.check() == ()
    club.die()
    await club.time.settle()
    await store.close()


async def test_a_game_that_nobody_plays_ends_by_the_clock(club: Club) -> None:
    """Every time-out is at its second, and every post is said once, in order."""
    await club.opens()
    await club.time.advance(HOUR)
    assert await club.passed() == []
    await club.time.advance(PACE.window - 1)
    assert await club.passed() == []
    await club.time.advance(1)
    assert await club.passed() == [PACE.window]
    await club.ends()
    assert await club.store.next_post() is None
    assert await club.store.next_alarm() is None
    by_lane: dict[tuple[int | None, int | None], list[int]] = {}
    for channel, user, number in club.order:
        by_lane.setdefault((channel, user), []).append(number)
    assert by_lane.keys() == {(2, None), *((None, user) for user in USERS)}
    assert all(numbers == sorted(numbers) for numbers in by_lane.values())


async def test_time_in_which_there_was_no_bot_is_nobodys_loss(club: Club) -> None:
    """Killed in the middle of the night, started again at noon: the deadline moves along."""
    await club.opens()
    await club.time.advance(HOUR + 10 * HOUR)
    club.die()
    await club.time.advance(7 * DAY)
    assert await club.passed() == []
    club.begin()
    await club.time.advance(13 * HOUR)
    assert await club.passed() == []
    await club.time.advance(HOUR + BEAT)
    (first,) = await club.passed()
    assert 7 * DAY + PACE.window <= first <= 7 * DAY + PACE.window + BEAT


async def test_a_machine_that_slept_times_nobody_out(club: Club) -> None:
    """The process was there all the time, but nobody could reach it."""
    await club.opens()
    await club.time.advance(HOUR + 10 * HOUR)
    await club.time.jump(7 * DAY)
    await club.time.advance(13 * HOUR)
    assert await club.passed() == []
    await club.time.advance(HOUR + BEAT)
    assert len(await club.passed()) == 1


async def test_a_crash_loses_no_post_and_says_none_twice(club: Club) -> None:
    """Killed after every seventh post, before that is noted; a new process goes on."""
    club.dies = True
    await club.opens()
    deaths = 0
    for _ in range(2000):
        await club.time.advance(HOUR)
        if club.tasks[0].done():
            deaths += 1
            club.begin()
    club.dies = False
    await club.ends()
    assert deaths >= 5
    assert await club.store.next_post() is None
