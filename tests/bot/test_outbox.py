"""The outbox: everything owed is said, once, in order, at a pace that Discord allows."""

import asyncio
import logging
import random
from collections import Counter, defaultdict, deque
from collections.abc import Awaitable, Callable
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.outbox import (
    GIVEN_UP,
    MOST_FAULTS,
    Gate,
    Limit,
    Outbox,
    PostLater,
    PostMalformed,
    PostRefused,
)
from bot.time import Backoff
from storage.store import Owed, Unavailable
from tests.bot.half_a_store import Posts
from tests.fake_time import FakeTime


class Channel:
    """A poster whose Discord is a list; `faults` are raised or returned before a post succeeds.

    A function among the faults is called with the row, and may wait.
    """

    def __init__(self, time: FakeTime, delay: float = 0.0) -> None:
        self.time = time
        self.delay = delay
        self.said: list[str] = []
        self.at: list[float] = []
        self.there: dict[int, int] = {}
        self.looked_for: list[int] = []
        self.faults: defaultdict[str, deque[Any]] = defaultdict(deque)

    async def post(self, owed: Owed) -> int:
        """Says it, unless a fault comes first."""
        faults = self.faults[owed.body]
        fault = faults.popleft() if faults else None
        if isinstance(fault, BaseException):
            raise fault
        if fault is not None:
            await fault(owed)
        self.at.append(self.time.steady())
        if self.delay:
            await self.time.rest(self.time.steady() + self.delay, asyncio.Event())
        self.said.append(owed.body)
        self.there[owed.id] = 1000 + owed.id
        return self.there[owed.id]

    async def find(self, owed: Owed) -> int | None:
        """Looks whether it stands there."""
        self.looked_for.append(owed.id)
        return self.there.get(owed.id)


class Scene:
    """An outbox that works, its store, its channel and its time."""

    def __init__(self, delay: float = 0.0, chance: float = 1.0, **settings: Any) -> None:
        self.time = FakeTime()
        self.posts = Posts()
        self.channel = Channel(self.time, delay)
        self.refused: list[tuple[str, str]] = []
        backoff = Backoff(chance=lambda: chance)
        self.outbox = Outbox(
            self.posts, self.channel, self.time, self.note, backoff=backoff, **settings
        )
        self.task = self.time.start(self.outbox.run(), "outbox")

    async def note(self, owed: Owed, reason: str) -> None:
        """What the host would tell the moderators."""
        self.refused.append((owed.body, reason))

    async def owe(self, *bodies: str, channel: int | None = 1, user: int | None = None) -> None:
        """A commit, and what it sets off."""
        self.posts.owe(*bodies, channel=channel, user=user)
        self.outbox.wake()
        await self.time.settle()


# --- in order ------------------------------------------------------------------------------------


async def test_what_a_commit_owes_is_posted_and_marked() -> None:
    """The row keeps the message's id."""
    scene = Scene()
    await scene.owe("Ana pitches 9♣.")
    (row,) = scene.posts.rows
    assert (row.state, row.message) == ("posted", 1001)
    assert scene.channel.looked_for == []


async def test_what_was_owed_at_the_start_is_posted_without_a_call() -> None:
    """After a crash nobody calls for the rows that it left."""
    scene = Scene()
    scene.posts.owe("one", "two")
    await scene.time.settle()
    assert scene.channel.said == ["one", "two"]


async def test_a_channel_keeps_its_order_while_others_go_on() -> None:
    """A newer row never overtakes an older one of its channel, whatever happens to that."""
    scene = Scene()
    scene.channel.faults["a1"] += [PostLater(30), ValueError("a bug"), PostLater(0.5)]
    scene.posts.owe("a1", "a2", channel=1)
    scene.posts.owe("b1", "b2", channel=2)
    await scene.owe("d1", channel=None, user=7)
    assert scene.channel.said == ["b1", "d1", "b2"]
    await scene.time.advance(120)
    assert scene.channel.said == ["b1", "d1", "b2", "a1", "a2"]


async def test_a_refused_row_is_set_aside_with_its_reason() -> None:
    """The rows behind it go on, and the host hears of it."""
    scene = Scene()
    scene.channel.faults["hand"].append(PostRefused("direct messages are closed"))
    await scene.owe("hand", "next", channel=None, user=7)
    assert scene.posts.states() == ["aside", "posted"]
    assert scene.posts.rows[0].reason == "direct messages are closed"
    assert scene.refused == [("hand", "direct messages are closed")]


async def test_a_host_that_cannot_be_told_stops_nothing(caplog: pytest.LogCaptureFixture) -> None:
    """It is logged instead."""
    scene = Scene()

    async def breaks(owed: Owed, reason: str) -> None:
        raise ValueError("nobody is there")

    scene.outbox._refused = breaks
    scene.channel.faults["hand"].append(PostRefused("closed"))
    await scene.owe("hand", "next")
    assert scene.posts.states() == ["aside", "posted"]
    assert "nobody could be told" in caplog.text


# --- once ----------------------------------------------------------------------------------------


async def test_a_second_try_looks_first() -> None:
    """The first may have got through although its answer never came."""
    scene = Scene()

    async def said_but_no_answer(owed: Owed) -> None:
        scene.channel.said.append(owed.body)
        scene.channel.there[owed.id] = 77
        raise ConnectionResetError

    scene.channel.faults["beat"].append(said_but_no_answer)
    await scene.owe("beat")
    await scene.time.advance(10)
    assert scene.channel.looked_for == [1]
    assert scene.channel.said == ["beat"]
    assert scene.posts.rows[0].message == 77


async def test_a_crash_between_post_and_mark_posts_once() -> None:
    """The lease of the dead runs out; the row is claimed again, found, and only marked."""
    scene = Scene(lease=180)
    hang = asyncio.Event()

    async def posts_and_the_process_dies(owed: Owed) -> None:
        scene.channel.there[owed.id] = 77
        scene.channel.said.append(owed.body)
        scene.task.cancel()
        await hang.wait()

    scene.channel.faults["beat"].append(posts_and_the_process_dies)
    scene.posts.owe("beat")
    await scene.owe("next")
    assert scene.task.cancelled()

    again = Outbox(scene.posts, scene.channel, scene.time)
    scene.time.start(again.run(), "another")
    await scene.time.advance(179)
    assert scene.posts.states() == ["owed", "owed"]
    await scene.time.advance(1)
    assert scene.channel.said == ["beat", "next"]
    assert [row.message for row in scene.posts.rows] == [77, 1002]


async def test_a_post_that_could_not_be_marked_is_found_later() -> None:
    """The disk was full for a while: the channel shows it once nevertheless."""
    scene = Scene(lease=180)
    scene.posts.broken.add("k1")
    await scene.owe("beat", "next")
    assert scene.posts.states() == ["owed", "owed"]
    scene.posts.broken.clear()
    await scene.time.advance(181)
    assert scene.channel.said == ["beat", "next"]
    assert scene.posts.states() == ["posted", "posted"]


async def test_two_workers_share_the_rows() -> None:
    """Whichever claims a row says it, the other does not."""
    scene = Scene()
    other = Outbox(scene.posts, scene.channel, scene.time)
    scene.time.start(other.run(), "another")
    for number in range(40):
        scene.posts.owe(f"row {number}", channel=number % 8)
    await scene.owe("last")
    other.wake()
    await scene.time.advance(10)
    assert sorted(Counter(scene.channel.said).values()) == [1] * 41


# --- later ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seconds", [0.3, 7, 61.5])
async def test_a_rate_limit_is_waited_out_to_the_end(seconds: float) -> None:
    """Not a moment sooner than Discord said, and no more than a little later."""
    scene = Scene()
    scene.channel.faults["beat"].append(PostLater(seconds))
    await scene.owe("beat")
    begun = scene.time.steady()
    await scene.time.advance(120)
    assert seconds <= scene.channel.at[0] - begun <= max(1, seconds) + 1


async def test_a_limit_on_everything_stops_every_channel() -> None:
    """Discord's global limit: who goes on gets banned."""
    scene = Scene()
    scene.channel.faults["a"].append(PostLater(20, everywhere=True))
    await scene.owe("a", channel=1)
    for channel in range(2, 10):
        await scene.owe(f"b{channel}", channel=channel)
    await scene.time.advance(19.5)
    assert scene.channel.said == []
    await scene.time.advance(5)
    assert len(scene.channel.said) == 9


async def test_trouble_that_lasts_is_met_with_growing_patience() -> None:
    """1, 2, 4, ... seconds, five minutes at most; the row is never given up."""
    scene = Scene()
    tries = []

    async def down(owed: Owed) -> None:
        tries.append(scene.time.steady())
        raise PostLater(0)

    scene.channel.faults["beat"] += [down] * 14
    await scene.owe("beat")
    await scene.time.advance(3600)
    waits = [round(b - a) for a, b in pairwise(tries)]
    assert waits == [1, 2, 4, 8, 16, 32, 64, 128, 256] + [300] * 4
    assert scene.channel.said == ["beat"]


@pytest.mark.parametrize(
    "bug", [ValueError("a bug"), KeyError("channel"), TimeoutError(), RecursionError()]
)
async def test_a_bug_in_the_poster_kills_nothing(
    bug: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    """It is logged, its channel waits, everything else goes on."""
    scene = Scene()
    scene.channel.faults["bad"] += [bug] * 3
    await scene.owe("bad", "after", channel=1)
    await scene.owe("good", channel=2)
    assert scene.channel.said == ["good"]
    assert any(record.levelno >= logging.WARNING for record in caplog.records)
    await scene.time.advance(60)
    assert scene.channel.said == ["good", "bad", "after"]


@pytest.mark.parametrize("fault", [PostMalformed("400 Bad Request"), KeyError("a bug")])
async def test_a_fault_of_ours_that_stays_is_given_up(
    fault: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    """After so many tries, as an error in the log; the rows behind it go on, the host hears."""
    scene = Scene()
    scene.channel.faults["bad"] += [fault] * 1000
    await scene.owe("bad", "after")
    for _ in range(60):
        await scene.time.advance(10)
    assert 1000 - len(scene.channel.faults["bad"]) == MOST_FAULTS
    assert scene.posts.states() == ["aside", "posted"]
    assert scene.refused == [("bad", GIVEN_UP)]
    (given_up,) = [one for one in caplog.records if one.message == "a post is given up"]
    assert given_up.levelno == logging.ERROR
    assert given_up.exc_info is not None


async def test_trouble_that_is_no_fault_of_ours_never_counts() -> None:
    """A database or a network that is down for hours loses no post."""
    scene = Scene()
    trouble = [Unavailable("the disk is full"), TimeoutError(), PostLater(0)]
    scene.channel.faults["beat"] += trouble * MOST_FAULTS
    scene.channel.faults["beat"] += [ValueError("a bug")] * (MOST_FAULTS - 1)
    await scene.owe("beat")
    await scene.time.advance(4 * 3600)
    assert scene.channel.said == ["beat"]


async def test_faults_are_counted_anew_by_a_new_program() -> None:
    """It may have been mended."""
    scene = Scene()
    scene.channel.faults["bad"] += [ValueError("a bug")] * (MOST_FAULTS - 1)
    await scene.owe("bad")
    await scene.time.advance(300)
    scene.channel.faults["bad"] += [ValueError("a bug")]
    scene.task.cancel()
    again = Outbox(scene.posts, scene.channel, scene.time)
    scene.time.start(again.run(), "another")
    await scene.time.advance(600)
    assert scene.channel.said == ["bad"]


async def test_a_poster_that_hangs_holds_up_only_its_channel() -> None:
    """After a while the attempt is given up, and counts as one whose end is unknown."""
    scene = Scene(attempt=0.001)

    async def hangs(owed: Owed) -> None:
        await asyncio.Event().wait()

    scene.channel.faults["bad"].append(hangs)
    await scene.owe("bad", channel=1)
    await scene.owe("good", channel=2)
    assert scene.channel.said == ["good"]
    await scene.time.advance(5)
    assert scene.channel.said == ["good", "bad"]
    assert scene.channel.looked_for == [1]


async def test_a_poster_that_cancels_itself_is_no_end_either() -> None:
    """The row is free again when its lease runs out."""
    scene = Scene(lease=180)
    scene.channel.faults["bad"].append(asyncio.CancelledError())
    await scene.owe("bad", channel=1)
    await scene.owe("good", channel=2)
    await scene.time.advance(181)
    assert scene.channel.said == ["good", "bad"]


async def test_a_store_that_is_down_is_asked_again(caplog: pytest.LogCaptureFixture) -> None:
    """With patience: not more than a few times in the first minute."""
    scene = Scene()
    await scene.time.settle()
    scene.posts.down = True
    await scene.owe("beat")
    asked = scene.posts.asked
    await scene.time.advance(60)
    assert 3 <= scene.posts.asked - asked <= 7
    assert "the outbox cannot be read" in caplog.text
    scene.posts.down = False
    await scene.time.advance(60)
    assert scene.channel.said == ["beat"]


async def test_nothing_owed_asks_for_nothing() -> None:
    """An idle bot lets its host sleep."""
    scene = Scene()
    await scene.time.advance(7 * 24 * 3600)
    assert scene.posts.asked == 1


async def test_what_is_due_but_not_given_to_us_is_no_reason_to_hurry() -> None:
    """Another worker has it; the outbox looks now and then."""
    scene = Scene()

    async def past() -> int:
        return scene.time.now() - 10

    scene.posts.next_post = past
    scene.outbox.wake()
    await scene.time.advance(20)
    assert scene.posts.asked <= 22


async def test_an_attempt_that_outlives_its_lease_is_not_begun_twice() -> None:
    """The same worker is given the row again, and leaves it to the attempt that is under way."""
    scene = Scene(lease=180)

    async def takes_long(owed: Owed) -> None:
        await scene.time.rest(scene.time.steady() + 400, asyncio.Event())

    scene.channel.faults["slow"].append(takes_long)
    await scene.owe("slow")
    await scene.time.advance(200)
    await scene.owe("other", channel=2)
    await scene.time.advance(400)
    assert scene.channel.said == ["other", "slow"]


async def test_a_clock_set_back_delays_no_post() -> None:
    """A row to be tried again in 5 seconds does not wait for an hour to come round again."""
    scene = Scene()
    scene.channel.faults["beat"].append(PostLater(5))
    await scene.owe("beat")
    await scene.time.jump(-3600)
    await scene.owe("other", channel=2)
    await scene.time.advance(7)
    assert scene.channel.said == ["other", "beat"]


async def test_a_machine_that_slept_in_the_middle_posts_once_only() -> None:
    """Claims that ran out in the sleep may be another's by now: they are not acted upon."""
    scene = Scene(each_channel=Limit(1, 5.0), lease=180)
    await scene.owe("first", "second")  # the second waits for the pace, claimed
    await scene.time.jump(3600)
    scene.posts.begun(2)
    scene.posts.rows[1].due = scene.time.now() + 100
    scene.channel.there[2] = 55  # and its post stands
    await scene.time.advance(200)
    assert scene.channel.said == ["first"]
    assert scene.posts.rows[1].message == 55


# --- the pace ------------------------------------------------------------------------------------


class Watch:
    """Counts what Discord would: arrivals in any window of time, refused above the limit."""

    def __init__(self, limit: Limit) -> None:
        self.limit = limit
        self.arrivals: list[float] = []

    def arrives(self, at: float) -> None:
        """One more; AssertionError where Discord would say 429."""
        self.arrivals.append(at)
        recent = [a for a in self.arrivals if a > at - self.limit.seconds + 1e-9]
        assert len(recent) <= self.limit.most, f"{len(recent)} within {self.limit}"


async def test_two_hundred_channels_get_two_hundred_posts_in_the_ideal_time() -> None:
    """At 50 a second they could take 4 seconds; at 45 they take no more than 1.15 of that."""
    scene = Scene(delay=0.03)
    for channel in range(200):
        scene.posts.owe("beat", channel=channel)
    scene.outbox.wake()
    await scene.time.advance(4 * 1.15)
    assert scene.posts.states() == ["posted"] * 200
    watch = Watch(Limit(45, 1.0))
    for at in scene.channel.at:
        watch.arrives(at)


async def test_a_channel_gets_five_posts_in_five_seconds() -> None:
    """The sixth waits, and nobody else with it."""
    scene = Scene()
    await scene.owe(*"abcdefghijkl", channel=1)
    await scene.owe("other", channel=2)
    assert scene.channel.said == [*"abcde", "other"]
    await scene.time.advance(4.9)
    assert len(scene.channel.said) == 6
    await scene.time.advance(0.1)
    assert scene.channel.said[6:] == [*"fghij"]
    await scene.time.advance(5)
    assert scene.channel.said[11:] == ["k", "l"]


@pytest.mark.parametrize("label", range(5))
async def test_no_burst_ever_meets_a_limit(label: int) -> None:
    """However long requests are under way, and wherever in between they arrive and are counted."""
    scene = Scene()
    chance = random.Random(label)
    overall, channels = Watch(Limit(45, 1.0)), defaultdict(lambda: Watch(Limit(5, 5.0)))

    async def slow(owed: Owed) -> None:
        there, back = chance.random() * 0.4, chance.random() * 0.4
        await scene.time.rest(scene.time.steady() + there, asyncio.Event())
        overall.arrives(scene.time.steady())
        channels[owed.channel].arrives(scene.time.steady())
        await scene.time.rest(scene.time.steady() + back, asyncio.Event())

    for number in range(300):
        scene.posts.owe(f"row {number}", channel=chance.randrange(60))
        scene.channel.faults[f"row {number}"].append(slow)
    scene.outbox.wake()
    await scene.time.advance(60)
    assert scene.posts.states() == ["posted"] * 300


async def test_looking_counts_as_a_request() -> None:
    """After a crash every row is looked for first: twice the requests, half the pace."""
    scene = Scene()
    for channel in range(90):
        scene.posts.owe("beat", channel=channel)
        scene.posts.begun(channel + 1)
    scene.outbox.wake()
    await scene.time.settle()
    assert len(scene.channel.looked_for) == 22
    await scene.time.advance(4.0)
    assert len(scene.channel.looked_for) == 90


async def test_who_has_waited_longest_goes_first_also_with_two_requests() -> None:
    """A row to be looked for needs room for two; smaller ones do not slip past it for ever."""
    scene = Scene(overall=Limit(2, 1.0))
    for channel in range(20):
        scene.posts.owe(f"row {channel}", channel=channel)
    scene.posts.begun(2)
    scene.outbox.wake()
    await scene.time.advance(1.0)
    assert "row 1" in scene.channel.said
    assert scene.channel.said[:2] == ["row 0", "row 1"]


async def test_a_busy_outbox_asks_the_store_seldom() -> None:
    """Not once a post: whoever plays writes to the same database."""
    scene = Scene(delay=0.03)
    for channel in range(500):
        scene.posts.owe("beat", channel=channel)
    scene.outbox.wake()
    await scene.time.advance(20)
    assert scene.posts.states() == ["posted"] * 500
    assert scene.posts.asked <= 60


async def test_the_gates_of_quiet_channels_are_forgotten() -> None:
    """A bot that runs for years writes to many channels."""
    scene = Scene(lanes=4)
    for channel in range(100):
        await scene.owe("beat", channel=channel)
        await scene.time.advance(1)
    assert len(scene.outbox._gates) <= 17


@given(st.lists(st.tuples(st.floats(0, 3), st.floats(0, 3), st.integers(1, 2)), max_size=40))
def test_a_gate_never_lets_more_through(requests: list[tuple[float, float, int]]) -> None:
    """Requests one after another, each begun when the gate allows, then under way for a while."""
    limit = Limit(3, 5.0)
    gate, now, begun = Gate(limit), 0.0, []
    for pause, under_way, count in requests:
        now += pause
        opens = gate.opens(now, count)
        assert now <= opens < 1e9
        assert gate.opens(opens, count) == opens
        now = opens
        gate.begin(count)
        begun += [now] * count
        now += under_way
        gate.end(now, count)
        recent = [at for at in begun if at + limit.seconds > begun[-1]]
        assert len(recent) <= limit.most


def test_a_gate_of_running_requests_does_not_know_when_it_opens() -> None:
    """Only the end of one can tell."""
    gate = Gate(Limit(2, 1.0))
    gate.begin(2)
    assert gate.opens(0.0) == float("inf")
    gate.end(3.0)
    assert gate.opens(3.5) == 4.0
    assert gate.opens(3.5, wanted=2) == float("inf")
    gate.end(3.7)
    assert gate.opens(3.7, wanted=2) == 4.7
    assert gate.opens(4.7, wanted=5) == 4.7  # more than it ever lets through: all it can
    assert gate.idle(4.7)


# --- the end -------------------------------------------------------------------------------------


async def drained(scene: Scene, seconds: float, then: Callable[[], Awaitable[None]]) -> None:
    """Drains while a test lets time pass."""
    deadline = scene.time.steady() + seconds
    draining = asyncio.create_task(scene.outbox.drain(deadline))
    await then()
    await draining


async def test_draining_says_what_is_due_and_stops() -> None:
    """Also what the pace holds back for some seconds."""
    scene = Scene()
    await scene.owe(*"abcdefg")
    await drained(scene, 30, lambda: scene.time.advance(6))
    assert scene.channel.said == [*"abcdefg"]
    assert scene.task.done()
    await scene.owe("h")
    assert scene.channel.said == [*"abcdefg"]


async def test_draining_does_not_wait_for_what_is_due_later() -> None:
    """A row that waits for the end of a rate limit is the next process's."""
    scene = Scene()
    scene.channel.faults["a"].append(PostLater(600))
    await scene.owe("a", "b")
    await drained(scene, 30, scene.time.settle)
    assert scene.task.done()
    assert scene.posts.states() == ["owed", "owed"]


async def test_at_the_deadline_everything_in_hand_is_free_again() -> None:
    """Nobody has to wait for a lease to run out; what was under way is looked for."""
    scene = Scene()

    async def takes_long(owed: Owed) -> None:
        await scene.time.rest(scene.time.steady() + 100, asyncio.Event())

    scene.channel.faults["slow"].append(takes_long)
    await scene.owe("slow", channel=1)
    await scene.owe(*"abcdefg", channel=2)
    await drained(scene, 3, lambda: scene.time.advance(3))
    assert scene.task.done()
    assert scene.channel.said == [*"abcde"]

    again = Outbox(scene.posts, scene.channel, scene.time)
    scene.time.start(again.run(), "another")
    await scene.time.settle()
    assert scene.channel.looked_for[0] == 1
    assert sorted(scene.channel.said) == sorted([*"abcdefg", "slow"])


async def test_an_answer_that_is_being_kept_is_kept_at_the_deadline() -> None:
    """A post that is out is not given back only because the disk is slow."""
    scene = Scene()
    keeping, kept, posted = asyncio.Event(), asyncio.Event(), scene.posts.posted

    async def slowly(owed: Owed, message: int) -> None:
        keeping.set()
        await kept.wait()
        await posted(owed, message)

    scene.posts.posted = slowly
    scene.posts.owe("beat")
    scene.outbox.wake()
    await keeping.wait()
    draining = asyncio.create_task(scene.outbox.drain(scene.time.steady()))
    await asyncio.sleep(0)
    kept.set()
    await draining
    assert scene.posts.states() == ["posted"]


async def test_draining_an_outbox_that_never_ran_returns() -> None:
    """A start that failed half way also ends."""
    time = FakeTime()
    await Outbox(Posts(), Channel(time), time).drain(0)


async def test_waking_never_waits() -> None:
    """Who plays calls it: it is no coroutine, and does nothing but leave a note."""
    scene = Scene()
    await scene.time.settle()
    scene.posts.owe("beat")
    assert scene.outbox.wake() is None
    assert scene.posts.asked == 1
