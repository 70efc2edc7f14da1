"""Reminders and digests over every restart point: none is lost, none is said twice.

Whatever the process keeps, it is killed at: before a transaction, after it, and in the middle of a
post, when Discord has it and nobody knows. The next process starts in the same second on the same
file. At the end everybody has read the same, and hardly later, as without a kill.
"""

from __future__ import annotations

import asyncio
import re
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Literal

import pytest

from bot.beats import Body
from bot.host import Host
from bot.outbox import Outbox
from bot.ticker import Ticker
from games.clock import HOUR, Moment
from games.pace import PRESETS
from games.text import counted
from storage import open_store
from storage.sqlite import SqliteStore
from storage.store import Owed, Place
from tests.fake_time import FakeTime

PLACE = Place(1, 2)
DAY = 24 * HOUR
USERS = {11: "Ana", 22: "Ben", 33: "Cho"}
GAMES = ("one", "two")
LATE = 300
"""Seconds by which a kill may delay anything: what the dead have claimed waits for its lease."""

Mode = Literal["before", "after", "amid a post"]


class Village:
    """A database file, what stands in Discord, and one process after another.

    The first process is killed at its `at`-th transaction, or post.
    """

    def __init__(self, folder: str) -> None:
        self.url = f"sqlite:///{folder}/umpire.db"
        self.time = FakeTime()
        self.start = self.time.now()
        self.mode: Mode | None = None
        self.at = 0
        self.counts = {"write": 0, "post": 0}
        self.said: dict[str, tuple[Moment, Owed]] = {}
        self.processes = 0
        self.ready = asyncio.Event()
        self.dead = asyncio.Event()

    async def begin(self) -> None:
        """A process starts."""
        store = await open_store(self.url)
        assert isinstance(store, SqliteStore)
        self.store = store
        self._watch(store)
        ids = iter(GAMES)
        self.host = Host(
            store,
            self.time.now,
            lambda: self.outbox.wake(),
            secret=lambda size: bytes(range(size)),
            new_id=lambda: next(ids),
            alarmed=lambda at: self.ticker.alarmed(at),
        )
        self.outbox = Outbox(store, self, self.time)
        self.ticker = Ticker(store, self.host.act, self.time, self.came_back, beat=6 * HOUR)
        self.tasks = [
            self.time.start(self.outbox.run(), "outbox"),
            self.time.start(self.ticker.run(), "ticker"),
        ]
        self.processes += 1
        self.dead.clear()
        self.ready.set()

    async def came_back(self) -> None:
        """No time was lost: the process that was killed was there in this very second."""

    def _watch(self, store: SqliteStore) -> None:
        write = store._writer.write

        async def watched(work: Callable[..., Any]) -> Any:
            dies = self._counts("write") and self.mode in ("before", "after")
            if dies and self.mode == "before":
                await self._dies()
            found = await write(work)
            if dies:
                await self._dies()
            return found

        store._writer.write = watched  # type: ignore[method-assign]

    def _counts(self, what: str) -> bool:
        self.counts[what] += 1
        return self.processes == 1 and self.counts[what] == self.at

    async def _dies(self) -> None:
        """The process is killed in the middle of this; another one starts at once."""
        self.ready.clear()
        self.dead.set()
        self.time.start(self._again(), "restart")
        await asyncio.Event().wait()

    async def _again(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.store.close()
        await self.begin()

    async def end(self) -> None:
        """The last process stops."""
        assert await self.store.check() == ()
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.store.close()

    # -- Discord --

    async def post(self, owed: Owed) -> int:
        """Says it."""
        assert owed.key not in self.said, "said twice"
        self.said[owed.key] = self.time.now(), owed
        if self._counts("post") and self.mode == "amid a post":
            await self._dies()
        return len(self.said)

    async def find(self, owed: Owed) -> int | None:
        """Whether it stands there."""
        return 1 if owed.key in self.said else None

    # -- people --

    async def does(self, act: Callable[[Host], Awaitable[Any]]) -> None:
        """Somebody gives a command, and once more if nobody was there to answer the first."""
        first = asyncio.ensure_future(act(self.host))
        killed = asyncio.ensure_future(self.dead.wait())
        await asyncio.wait({first, killed}, return_when=asyncio.FIRST_COMPLETED)
        killed.cancel()
        if not first.done():
            first.cancel()
            await self.ready.wait()
            await act(self.host)
        else:
            await first
        await self.time.settle()

    async def begins(self, game_id: str) -> None:
        """A game of the three."""
        if await self.store.sign_up(game_id) is None:
            stored = await self.host.open_sign_up(
                PLACE, "pitch-and-catch (hand_size=2)", 3, PRESETS["daily"]
            )
            assert stored.sign_up.id == game_id
        for user, name in USERS.items():
            await self.host.join(game_id, user, name)
        await self.host.close(game_id)


async def lived(above: Path, mode: Mode | None = None, at: int = 0) -> Village:
    """Two days of two games in which nobody plays.

    The one at turn, who sits in the same seat of both, wants a digest in the evening in Berlin; the
    others want reminders as they come by themselves, and the last ones alone.
    """
    village = Village(tempfile.mkdtemp(dir=above))
    await village.begin()
    for game_id in GAMES:
        await village.begins(game_id)
    stored = await village.store.game("one")
    assert stored is not None
    first, second = ((seat + (stored.table.turn or 0)) % 3 for seat in (0, 1))
    late, last = stored.user_at(first), stored.user_at(second)
    assert late is not None
    assert last is not None
    await village.time.settle()
    village.counts = {"write": 0, "post": 0}
    village.mode, village.at = mode, at
    await village.does(lambda host: host.my.timezone(late, "berlin"))
    await village.does(lambda host: host.my.digest(late, "20"))
    await village.does(lambda host: host.my.remind(last, "last"))
    await village.time.advance(2 * DAY + 2 * LATE)
    await village.end()
    return village


Told = tuple[str, int, str, str]
"""The game, the person or 0 for everybody, the kind of post and its text."""


def read(village: Village) -> list[tuple[Told, Moment]]:
    """What everybody has read, without the moments in it, and how long after the beginning."""
    found = []
    for at, owed in village.said.values():
        body = Body.read(owed.body)
        text = re.sub(r"<t:\d+:[fR]>", "<t>", body.text)
        found.append(((owed.game, owed.user or 0, body.kind, text), at - village.start))
    return sorted(found, key=lambda pair: (pair[1], str(pair[0])))


async def test_without_a_kill_everything_comes_at_its_time(tmp_path: Path) -> None:
    """Reminders at half and at nine tenths of each day of the turn, the digest at eight."""
    village = await lived(tmp_path)
    private = [(told, at) for told, at in read(village) if told[1] and at]
    assert len({told[1] for told, _ in private}) == 1
    reminders = [(told[0], at) for told, at in private if "It is your turn in " in told[3]]
    # the second day is an extension, with a reminder of its own at nine tenths
    due = (12 * HOUR, 21.6 * HOUR, DAY + 21.6 * HOUR)
    assert reminders == [(game, at) for at in due for game in GAMES]
    digests = [at for told, at in private if told[2] == "digest"]
    assert digests == [11 * HOUR, 11 * HOUR + DAY]


async def points(folder: Path, step: int) -> int:
    """Kills the process at every `step`-th point of each kind, and compares; how many it tried."""
    whole = await lived(folder)
    expected = read(whole)
    tried = 0
    counts: dict[Mode, int] = {
        "before": whole.counts["write"],
        "after": whole.counts["write"],
        "amid a post": whole.counts["post"],
    }
    for mode, most in counts.items():
        for at in range(1 + tried % step, most + 1, step):
            village = await lived(folder, mode, at)
            where = f"killed {mode} {at} of {counted(most, 'point')}"
            assert village.processes == 2, where
            again = read(village)
            assert sorted(told for told, _ in again) == sorted(told for told, _ in expected), where
            times = dict(again)
            for told, moment in expected:
                if len([one for one, _ in expected if one == told]) == 1:
                    assert 0 <= times[told] - moment <= LATE, (where, told)
            tried += 1
    return tried


async def test_a_kill_now_and_then(tmp_path: Path) -> None:
    """At some of the points."""
    assert await points(tmp_path, 17) > 8


@pytest.mark.long
async def test_a_kill_at_every_point(tmp_path: Path) -> None:
    """At each of them."""
    assert await points(tmp_path, 1) > 150
