"""The outbox: says what has been committed, in order, at a pace that Discord allows.

Posts are rows that a commit has left in the store. They may be sent late, and after a crash looked
for before they are sent again; the game never waits for them. What a post says, and how Discord is
talked to, is the poster's business.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections import Counter, deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from bot.time import Backoff, Time
from storage.store import Owed, Store, StoreError

log = logging.getLogger(__name__)


class PostLater(Exception):
    """It cannot be said now: a rate limit, an error of Discord's, trouble on the network.

    `seconds` is the least time to wait. With `everywhere` no channel may be written to until then.
    """

    def __init__(self, seconds: float = 0.0, everywhere: bool = False) -> None:
        super().__init__(f"to be tried again in {seconds:g} seconds at the earliest")
        self.seconds = seconds
        self.everywhere = everywhere


class PostRefused(Exception):
    """It can never be said: the channel is gone, a permission missing, direct messages closed."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class PostMalformed(Exception):
    """Discord cannot make sense of it: a fault of ours, which another try will hardly mend."""


NOT_SAID = 0
"""In place of a message's id: what was owed is true no more, and nothing was sent."""


class Poster(Protocol):
    """Says one post to Discord.

    Where they cannot, both methods raise PostLater, PostRefused or PostMalformed. Anything else
    that they raise is a fault of ours as well.
    """

    async def post(self, owed: Owed) -> int:
        """Sends it, and gives the message's id, or NOT_SAID."""

    async def find(self, owed: Owed) -> int | None:
        """The id of the message if it stands there already, from a try whose end is unknown."""


MOST_FAULTS = 8
"""So often a post may fail by a fault of ours before it is given up: after two minutes or so."""

GIVEN_UP = "It failed again and again by a fault of mine, which is in the log."

# --- the pace ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Limit:
    """At most so many requests in any so many seconds."""

    most: int
    seconds: float


OVERALL = Limit(45, 1.0)
"""Discord allows a bot 50 a second; the rest is for what is not posted from here."""

EACH_CHANNEL = Limit(5, 5.0)


class Gate:
    """A limit being kept. A request counts from its beginning until the time after its end.

    Discord counts when a request arrives, which is somewhere between the two: so there can never
    be more than the limit in its window, however long requests are under way.
    """

    def __init__(self, limit: Limit) -> None:
        self._limit = limit
        self._running = 0
        self._ended: deque[float] = deque()
        self._shut_until = -math.inf

    def opens(self, now: float, wanted: int = 1) -> float:
        """When so many may begin: `now`, later, or infinity while that depends on running ones."""
        self._forget(now)
        free = self._limit.most - self._running - len(self._ended)
        short = min(wanted, self._limit.most) - free
        if short <= 0:
            return max(now, self._shut_until)
        if short > len(self._ended):
            return math.inf
        return max(self._ended[short - 1] + self._limit.seconds, self._shut_until)

    def begin(self, requests: int = 1) -> None:
        """So many requests go out."""
        self._running += requests

    def end(self, now: float, requests: int = 1) -> None:
        """So many are answered, or given up."""
        self._running -= requests
        self._ended.extend([now] * requests)

    def shut(self, until: float) -> None:
        """Nothing may begin before then, for Discord says so."""
        self._shut_until = max(self._shut_until, until)

    def idle(self, now: float) -> bool:
        """Whether it remembers nothing that matters."""
        self._forget(now)
        return not self._running and not self._ended and self._shut_until <= now

    def _forget(self, now: float) -> None:
        while self._ended and self._ended[0] + self._limit.seconds <= now:
            self._ended.popleft()


# --- the worker ----------------------------------------------------------------------------------

Lane: TypeAlias = tuple[int | None, int | None]
"""A channel, or a person who is written to: what is posted there keeps its order."""


@dataclass(slots=True)
class _InHand:
    """A row that we have claimed, and until when, by our clock."""

    owed: Owed
    until: float
    attempt: asyncio.Task[None] | None = None
    answered: bool = False
    """Whether Discord's answer is known, and only has to be kept."""

    @property
    def lane(self) -> Lane:
        return self.owed.channel, self.owed.user

    @property
    def requests(self) -> int:
        """A row that has been tried before is looked for first."""
        return 2 if self.owed.tries else 1


class Outbox:
    """The worker that sends what is owed.

    `refused` is told of each post that was set aside, and why. At most `lanes` rows are in hand at
    a time, each claimed for `lease` seconds; an attempt that takes `attempt` real seconds is given
    up, so that a poster that hangs holds up nothing but its own channel.
    """

    def __init__(
        self,
        store: Store,
        poster: Poster,
        time: Time,
        refused: Callable[[Owed, str], Awaitable[None]] | None = None,
        *,
        overall: Limit = OVERALL,
        each_channel: Limit = EACH_CHANNEL,
        lanes: int = 90,
        lease: int = 180,
        attempt: float = 60.0,
        backoff: Backoff | None = None,
    ) -> None:
        self._store = store
        self._poster = poster
        self._time = time
        self._refused = refused
        self._overall = Gate(overall)
        self._each_channel = each_channel
        self._gates: dict[Lane, Gate] = {}
        self._lanes = lanes
        self._lease = lease
        self._attempt = attempt
        self._backoff = backoff or Backoff()
        self._in_hand: dict[int, _InHand] = {}
        self._faults: Counter[int] = Counter()
        self._woken = asyncio.Event()
        self._ask = True
        self._ask_at = math.inf
        self._store_failures = 0
        self._drain_by: float | None = None
        self._stopped = asyncio.Event()
        self._stopped.set()
        self._base = float(time.now()) - time.steady()

    def wake(self) -> None:
        """Something has been committed. Returns at once."""
        self._ask = True
        self._woken.set()

    async def run(self) -> None:
        """Works until it is drained or cancelled; a cancelled one is as one that has crashed."""
        self._stopped.clear()
        try:
            while True:
                self._woken.clear()
                now = self._time.steady()
                if self._drain_by is not None and now >= self._drain_by:
                    break
                if self._ask or now >= self._ask_at:
                    await self._claim()
                until = min(self._begin_attempts(), self._ask_at)
                if self._drain_by is not None:
                    if not self._in_hand and not self._ask:
                        break
                    until = min(until, self._drain_by)
                await self._time.rest(until, self._woken)
            await self._give_back()
        finally:
            for row in self._in_hand.values():
                if row.attempt is not None:
                    row.attempt.cancel()
            self._stopped.set()

    async def drain(self, deadline: float) -> None:
        """Sends what is due now, then stops; at `deadline` by the steady clock it stops anyway.

        What is left stays in the store, free to be claimed by whoever comes next.
        """
        self._drain_by = deadline
        self.wake()
        await self._stopped.wait()

    # -- claiming --

    async def _claim(self) -> None:
        """Takes the rows that are due, and finds out when to ask again."""
        if len(self._in_hand) > self._lanes // 2:
            self._ask = True  # once half of it is done: a better moment than each single row
            self._ask_at = math.inf
            return
        room = self._lanes - len(self._in_hand)
        self._ask = False
        self._ask_at = math.inf
        try:
            now = self._now()
            rows = await self._store.owed(math.floor(now), self._lease, room)
            next_post = await self._store.next_post() if len(rows) < room else None
        except Exception:
            log.exception("the outbox cannot be read")
            self._ask_at = self._time.steady() + self._backoff.after(self._store_failures)
            self._store_failures += 1
            return
        self._store_failures = 0
        for owed in rows:
            held = self._in_hand.get(owed.id)
            # One whose lease has run out in our own hands; a running attempt is not disturbed.
            if held is None or held.attempt is None:
                self._in_hand[owed.id] = _InHand(owed, now + self._lease)
        if len(rows) == room:
            self._ask = True
        elif next_post is not None:
            # What is due but was not given to us is another's: it is no reason to hurry.
            self._ask_at = self._time.steady() + max(1.0, next_post - self._now())

    def _now(self) -> float:
        """The wall clock, but it never goes back: else posts would wait for an hour to return."""
        steady = self._time.steady()
        wall = self._time.now()
        if wall >= self._base + steady + 1:
            self._base = wall - steady
        return self._base + steady

    # -- sending --

    def _begin_attempts(self) -> float:
        """Begins what the pace allows; gives the moment at which it allows the next."""
        now = self._time.steady()
        soonest = math.inf
        for row in list(self._in_hand.values()):
            if row.attempt is not None:
                continue
            if self._now() + self._attempt > row.until:
                del self._in_hand[row.owed.id]  # too late: it may soon be another worker's
                self._ask_at = min(self._ask_at, now + max(0.0, row.until - self._now()))
                continue
            gate = self._gates.setdefault(row.lane, Gate(self._each_channel))
            channel_opens = gate.opens(now)
            if channel_opens > now:
                soonest = min(soonest, channel_opens)
                continue
            overall_opens = self._overall.opens(now, row.requests)
            if overall_opens > now:
                soonest = min(soonest, overall_opens)
                break  # whoever waits longest goes first, also with two requests
            gate.begin()
            self._overall.begin(row.requests)
            name = f"post {row.owed.key}"
            row.attempt = self._time.start(self._deliver(row, gate), name)
        if len(self._gates) > 4 * self._lanes:
            self._gates = {lane: gate for lane, gate in self._gates.items() if not gate.idle(now)}
        return soonest

    async def _deliver(self, row: _InHand, gate: Gate) -> None:
        """One attempt, and what comes of it; whatever happens, the lane goes on."""
        owed = row.owed
        try:
            try:
                answer = await self._attempted(owed)
            finally:
                now = self._time.steady()
                gate.end(now)
                self._overall.end(now, row.requests)
            row.answered = True
            if not isinstance(answer, PostLater):
                self._faults.pop(owed.id, None)
            match answer:
                case int():
                    await self._store.posted(owed, answer)
                case PostRefused():
                    await self._store.set_aside(owed, answer.reason)
                case PostLater():
                    if answer.everywhere:
                        self._overall.shut(now + answer.seconds)
                    delay = max(answer.seconds, self._backoff.after(owed.tries))
                    await self._store.postpone(owed, math.ceil(self._now() + delay))
        except Exception:
            # The row stays claimed; when the lease runs out it is looked for, then tried again.
            log.exception("what became of a post could not be kept", extra={"post": owed.key})
        else:
            if isinstance(answer, PostRefused):
                await self._report(owed, answer.reason)
        finally:
            self._in_hand.pop(owed.id, None)
            self.wake()

    async def _attempted(self, owed: Owed) -> int | PostLater | PostRefused:
        """The message's id, or why there is none. Whatever the poster raises is an answer."""
        try:
            async with asyncio.timeout(self._attempt):
                message = await self._poster.find(owed) if owed.tries else None
                return await self._poster.post(owed) if message is None else message
        except (PostLater, PostRefused) as answer:
            return answer
        except TimeoutError:
            log.warning("a post took too long", extra={"post": owed.key, "tries": owed.tries})
        except StoreError as error:
            log.warning("a post waits for the database", extra={"reason": str(error)})
        except Exception as error:
            return self._failed(owed, error)
        return PostLater()

    def _failed(self, owed: Owed, error: Exception) -> PostLater | PostRefused:
        """A fault of ours may pass; one that stays must not hold up the posts behind it for ever.

        Counted from the start of the program: a new one may have mended it.
        """
        self._faults[owed.id] += 1
        said = {"post": owed.key, "tries": owed.tries, "faults": self._faults[owed.id]}
        if self._faults[owed.id] < MOST_FAULTS:
            log.error("a post failed", exc_info=error, extra=said)
            return PostLater()
        log.error("a post is given up", exc_info=error, extra=said)
        return PostRefused(GIVEN_UP)

    async def _report(self, owed: Owed, reason: str) -> None:
        log.warning("a post was refused", extra={"post": owed.key, "reason": reason})
        if self._refused is not None:
            try:
                await self._refused(owed, reason)
            except Exception:
                log.exception("nobody could be told of a refused post", extra={"post": owed.key})

    async def _give_back(self) -> None:
        """At the deadline: what is not answered is cut off, and free for whoever comes next."""
        rows = list(self._in_hand.values())
        cut_off = [row for row in rows if not row.answered]
        for row in cut_off:
            if row.attempt is not None:
                row.attempt.cancel()
        attempts = [row.attempt for row in rows if row.attempt is not None]
        await asyncio.gather(*attempts, return_exceptions=True)
        for row in cut_off:
            try:
                await self._store.postpone(row.owed, math.floor(self._now()))
            except Exception:
                log.exception("a post could not be given back", extra={"post": row.owed.key})
