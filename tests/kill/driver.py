"""The world around the process that is killed: Discord, the players, time, and the killer.

A session is a few games at once on one database file. The driver plays them through one life after
the other, kills each from outside at a point chosen beforehand, and looks at what is left. What
must be there it knows from the twin, which plays the same without ever dying.
"""

from __future__ import annotations

import json
import math
import os
import random
import re
import select
import signal
import socket
import subprocess
import sys
import time
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot import beats
from games import house
from games.core import actor_name
from games.text import duration
from tests.kill import child, evidence, story
from tests.kill.evidence import Evidence
from tests.kill.orders import MOVES, Order, write_order
from tests.kill.twin import Lane, Twin
from tests.kill.world import World, lane_of

if TYPE_CHECKING:
    from tests.kill.session import Session as ConnectedSession

ROOT = Path(__file__).parents[2]
BEGAN = 1_800_000_000
PATIENCE = 60.0
"""Real seconds without a word after which a life is taken to hang."""

OUTAGE = 60
"""Seconds without a sign of life that are given back."""

SIGNS = child.BEAT + 1
"""Seconds between two signs of life, at most."""

MOST_STEPS = 4000
"""More than any session takes that goes on at all."""

GAMES_AT_ONCE = 4
PEOPLE = {
    2001: "Ana",
    2002: "Ben",
    2003: "Cho",
    2004: "Dee",
    2005: "Eli",
    2006: "Fay *F*",
    2007: "Gus_g",
    2008: "Hal",
}
OPTIONS = (
    "pitch-and-catch (hand_size=2)",
    "pitch-and-catch (hand_size=3)",
    "pitch-and-catch (hand_size=3, strike_quorum=half)",
    "pitch-and-catch (hand_size=1, tie=extra-innings)",
    "pitch-and-catch (hand_size=2, tempo=strict, pitcher_fields=off)",
)
PLANS = (
    "pass",
    "swing lowest",
    "swing lowest up to 9 else pass",
    "swing highest up to K else pass",
    "field lowest",
    "field highest else pass",
    "pitch highest",
)

AIMS = ("end", "plan", "order", "clock")
"""What the file layer can be aimed at: things that are written now and then only."""

HOW = ("before", "after", "torn", "cut")
"""How the file layer kills, in the order that `shim.c` counts them."""

LOST_ANSWER = "a post failed"
"""The one complaint that the driver provokes itself."""


class Dead(Exception):
    """The life at the other end is over."""


# --- the process ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class End:
    """Where a life is to end.

    `file`: at the `nth` call on the database's files, `how`, counted `since` its birth, since it
    plays, or since a game's end, plans, an order of the house or the clock are about to be written.
    `unsaid` and `said`: when the `nth` post arrives, before or after Discord has taken it.
    `clock`: `after` seconds from the `nth` message to it; 0 is its birth.
    `stop`: it is asked to stop after a while, and then killed like `file`, if it lives so long.
    """

    kind: str
    nth: int = 0
    how: str = ""
    part: int = 50
    since: str = "birth"
    after: float = 0.0

    def shim(self) -> dict[str, int]:
        """The same for the file layer."""
        return {"nth": self.nth, "how": HOW.index(self.how), "part": self.part}

    def __str__(self) -> str:
        match self.kind:
            case "file" | "stop":
                torn = f" ({self.part} % of it)" if self.how in ("torn", "cut") else ""
                return f"{self.how} at file call {self.nth} since {self.since}{torn}"
            case "clock":
                return f"{self.after * 1e6:.0f} µs after message {self.nth}"
        return f"post {self.nth} {self.kind}"


class Zygote:
    """The process that forks lives; `kind` is the module that says what a life is."""

    def __init__(self, shim: Path, complaints: Path, kind: str = "tests.kill.child") -> None:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs, complaints.open("ab") as stderr:
            self._process = subprocess.Popen(
                [sys.executable, "-m", kind, str(theirs.fileno())],
                cwd=ROOT,
                env={**os.environ, "LD_PRELOAD": str(shim)},
                pass_fds=[theirs.fileno()],
                stderr=stderr,
            )
        self._control = ours
        ours.settimeout(PATIENCE)
        if ours.recv(16) != b"ready":
            self.close()
            raise RuntimeError(f"there is no zygote:\n{complaints.read_text(errors='replace')}")

    def birth(self, order: Order) -> Life:
        """A new life."""
        ours, theirs = socket.socketpair()
        witness, told = os.pipe()
        with theirs:
            data = json.dumps(order).encode()
            socket.send_fds(self._control, [data], [theirs.fileno(), told])
        os.close(told)
        pid = json.loads(self._control.recv(1024))["pid"]
        return Life(ours, witness, os.pidfd_open(pid))

    def ended(self) -> int:
        """How the life ended: minus the signal, or its exit status."""
        status: int = json.loads(self._control.recv(1024))["status"]
        return status

    def close(self) -> None:
        """No more lives."""
        self._control.close()
        self._process.wait(PATIENCE)


class Life:
    """One life, from outside."""

    def __init__(self, pipe: socket.socket, witness: int, process: int) -> None:
        self.pipe = pipe
        self._witness = witness
        self._process = process
        self._rest = b""
        self._lines: deque[bytes] = deque()
        self.fuse = math.inf
        """When it is to be killed, by the steady clock."""

    def send(self, message: dict[str, Any]) -> None:
        """Says something to it; it may be dead already."""
        with suppress(BrokenPipeError, ConnectionResetError):
            self.pipe.sendall(json.dumps(message).encode() + b"\n")

    def hear(self) -> dict[str, Any]:
        """What it says next; Dead once it has said everything."""
        give_up = time.monotonic() + PATIENCE
        while not self._lines:
            now = time.monotonic()
            assert now < give_up, "the life hangs"
            if now >= self.fuse:
                self.kill()
            wait = min(give_up, self.fuse) - now
            if not select.select([self.pipe], [], [], max(0.0, wait))[0]:
                continue
            try:
                data = self.pipe.recv(1 << 20)
            except ConnectionResetError:
                data = b""
            if not data:
                raise Dead
            *lines, self._rest = (self._rest + data).split(b"\n")
            self._lines += lines
        heard: dict[str, Any] = json.loads(self._lines.popleft())
        return heard

    def kill(self) -> None:
        """Pulls the plug; it may be dead already."""
        self.fuse = math.inf
        with suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._process, signal.SIGKILL)

    def hang_up(self) -> None:
        """Has nothing more to say to it; it may be dead already."""
        with suppress(OSError):
            self.pipe.shutdown(socket.SHUT_WR)

    def close(self) -> str:
        """Buries it, and gives the last words of the file layer."""
        self.pipe.close()
        os.close(self._process)
        with os.fdopen(self._witness, "rb") as witness:
            return witness.read().decode()


@contextmanager
def explained(seed: int, folder: Path, session: Session | ConnectedSession) -> Iterator[None]:
    """If a session fails, the seed, the kill point and what happened last are told."""
    try:
        yield
    except BaseException as error:
        happened = "\n".join(session.last)
        stderr = (folder / "stderr").read_text(errors="replace")[-3000:]
        session.abandon()
        error.add_note(f"seed {seed}, kill {session.tally.kills + 1}\n{happened}\n{stderr}")
        raise


# --- the session ---------------------------------------------------------------------------------


@dataclass
class Asked:
    """A request that was sent: what must be answered, and which states of its game it made."""

    number: int
    order: Order
    expected: dict[str, Any]
    before: int
    after: int


def _unordered(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer in which the plans of a seat stand in no order, for they have none."""
    return {**answer, "text": sorted(re.split(r"\n|; |Left for later: ", answer["text"]))}


@dataclass
class Tally:
    """What the killing came to."""

    kills: int = 0
    stops: int = 0
    games: int = 0
    messages: int = 0
    reminders: int = 0
    held: int = 0
    found: int = 0
    points: Counter[str] = field(default_factory=Counter)
    rows: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        return (
            f"{self.kills} kills and {self.stops} stops in {self.games} games with "
            f"{self.messages} messages ({self.reminders} reminders); {self.held} messages were "
            f"held back by their nonce, {self.found} found again\n"
            f"killed {_counts(self.points)}\njournals {_counts(self.rows)}"
        )


def _counts(counter: Counter[str]) -> str:
    return ", ".join(f"{what} {times}" for what, times in counter.most_common())


class Session:
    """Some games on one file, played to their ends through as many lives as it takes."""

    def __init__(self, seed: int, folder: Path, zygote: Zygote, tally: Tally) -> None:
        self.seed = seed
        self.tally = tally
        self.last: deque[str] = deque(maxlen=60)
        """What happened last, for whoever has to find out what went wrong."""
        self._rng = random.Random(seed)
        folder = folder / str(seed)
        folder.mkdir()
        self._database = folder / "umpire.db"
        self._scratch = folder / "found"
        self._zygote = zygote
        self._life: Life | None = None
        self._end = End("none")
        self._posts = 0
        self._messages = 0
        self._now = float(BEGAN)
        self._wake: float | None = None
        self._owed = True
        self._world = World()
        self._twin = Twin()
        self._number = 0
        self._in_flight: list[Asked] = []
        self._again: list[Order] = []
        self._answers: dict[int, Any] = {}
        self._games = [f"g{seed}x{n}" for n in range(1, GAMES_AT_ONCE + 1)]
        self._opened: set[str] = set()
        self._acknowledged: set[int] = set()
        self._moves: dict[str, list[Order]] = {game: [] for game in self._games}
        self._interaction = 10**18
        self._revisions: dict[tuple[str, bool], int] = {}
        self._evidence = Evidence({}, [], None)
        self._signed = 0
        """A sign of life as late as this must be there."""
        self._refund: tuple[int, dict[str, int]] | None = None
        """An outage that is just being given back: at what moment, and as which state of a game."""

    def run(self) -> None:
        """Plays it all, and checks it all."""
        for _ in range(MOST_STEPS):
            try:
                if self._life is None:
                    self._be_born()
                elif self._end.kind == "stop" and self._rng.random() < 0.1:
                    self._stop()
                elif not self._is_over():
                    self._step()
                elif self._finish():
                    return
            except Dead:
                self._bury()
        raise AssertionError("the games do not come to an end")

    def abandon(self) -> None:
        """Ends the life that is running, if there is one."""
        if self._life is not None:
            self._life.kill()
            self._life.close()
            self._life = None
            self._zygote.ended()

    # -- lives --

    def _be_born(self) -> None:
        alive = self._evidence.alive
        gone = 0 if alive is None else math.floor(self._now) - alive
        self._end = end = self._choose_end(gone >= OUTAGE)
        self._posts = self._messages = 0
        self._note(f"--- born at {self._now:.3f}, to die {end}")
        self._twin.now = self._world.now = math.floor(self._now)
        self._world.now = self._now
        if gone >= OUTAGE:
            self._note(f"an outage of {gone} seconds")
            ages = self._twin.refund(gone, beats.away(duration(gone)).write())
            self._refund = self._twin.now, ages
        self._twin.tick()
        armed = end.kind == "file" and end.since == "birth"
        self._life = self._zygote.birth(
            {
                "path": str(self._database),
                "now": self._now,
                "kill": end.shim() if armed else None,
            }
        )
        self._light_fuse()
        self._settle({"do": "settle"})
        self._signed, self._refund = self._twin.now, None
        assert self._request({"do": "check"}) == []
        if end.since == "play":
            self._arm("play")
        again, self._again = self._again, []
        self._ask(again)

    def _choose_end(self, after_outage: bool) -> End:
        rng = self._rng
        match rng.choice(("file", "file", "file", "file", "stop", "unsaid", "said", "clock")):
            case "file":
                since = rng.choice(("birth", "play", "play", "play", *rng.choices(AIMS, k=2)))
                most = rng.choice((12, 60, 60, 200)) if since == "play" else 50
                if after_outage and rng.random() < 0.4:
                    since = "birth"
                nth, part = rng.randint(1, most), rng.choice((0, rng.randint(0, 99)))
                return End("file", nth, rng.choice(HOW), part, since)
            case "stop":
                nth, part = rng.randint(1, 40), rng.randint(0, 99)
                return End("stop", nth, rng.choice(HOW), part, "stop")
            case "clock":
                if rng.random() < 0.2:
                    return End("clock", 0, after=rng.uniform(0.0, 0.04))
                return End("clock", rng.randint(1, 12), after=rng.uniform(0.0, 0.008))
            case kind:
                return End(kind, rng.randint(1, 12))

    def _arm(self, since: str) -> None:
        """Arms the file layer, if this is the moment for it."""
        assert self._life is not None
        if self._end.since == since:
            self._note(f"armed: {self._end}")
            self._life.send({"do": "arm", "kill": self._end.shim()})
            self._end = replace(self._end, since="past")

    def _light_fuse(self) -> None:
        assert self._life is not None
        if self._end.kind == "clock" and self._end.nth == self._messages:
            self._life.fuse = time.monotonic() + self._end.after

    def _bury(self) -> None:
        """After a kill: what is on the disk must be something that may be there."""
        assert self._life is not None
        point = self._life.close() or (
            self._end.kind if self._end.kind != "clock" else "at some microsecond"
        )
        self._life = None
        status = self._zygote.ended()
        assert status == -signal.SIGKILL, f"it died by itself, with status {status}"
        self.tally.kills += 1
        self.tally.points[point] += 1
        self._note(f"killed {point}")
        self._examine()
        for asked in self._in_flight:
            done = asked.after > asked.before and self._twin.age(asked.order["game"]) >= asked.after
            # it bears no interaction id, so whoever asked looks first whether it was done
            if not (done and asked.order["do"] == "open"):
                self._again.append(asked.order)
        self._in_flight.clear()
        self._answers.clear()
        lost = self._rng.random()
        if lost < 0.12:
            self._now += self._rng.randint(301, 1500)
        elif lost < 0.18:
            self._now += self._rng.randint(2400, 200_000)
        else:
            self._now += self._rng.uniform(0.0, 3.0)

    def _stop(self) -> None:
        """It is asked to stop, and perhaps killed while it does."""
        assert self._life is not None
        self._arm("stop")
        self._request({"do": "stop"})
        self._life.close()
        self._life = None
        status = self._zygote.ended()
        assert status == 0, f"it ended with status {status}"
        self.tally.stops += 1
        self._examine()
        self._now += 2.0

    def _finish(self) -> bool:
        """Everything is over: the last checks, and an end without a kill if it comes to it."""
        assert self._life is not None
        records = {game: self._request({"do": "record", "game": game}) for game in self._games}
        assert self._request({"do": "check"}) == []
        self._stop()
        for game in self._games:
            self._check_game(game, records[game])
        self.tally.held += self._world.held
        self.tally.found += self._world.found
        return True

    # -- talking to it --

    def _ask(self, orders: Iterable[Order]) -> None:
        """Requests all at once, and waits for all answers."""
        self._owed = True  # perhaps
        asked = []
        for order in orders:
            before = self._twin.age(order["game"])
            expected = self._expected(order)
            after = self._twin.age(order["game"])
            asked.append(Asked(0, order, expected, before, after))
            if after > before:
                self._arm(self._aim(order))
        self._in_flight += asked
        for one in asked:
            one.number = self._send(one.order)
        for one in asked:
            answer = self._wait(one.number)
            self._note(f"answer {one.number}: {answer}")
            said, due = _unordered(answer), _unordered(one.expected)
            assert said == due, f"{one.order} was answered {answer}, not {one.expected}"
            self._in_flight.remove(one)
            self._acknowledge(one)

    def _expected(self, order: Order) -> dict[str, Any]:
        """What must be answered."""
        made = order["do"] in MOVES and self._twin.has_made(order["interaction"])
        expected = self._twin.carry_out(order)
        if made and expected["text"] != "You do not play in this game.":
            again = {"text": "", "done": True, "repeated": True}
            assert expected.items() >= again.items(), (order, expected)
        return expected

    def _aim(self, order: Order) -> str:
        """What is about to be written, if it is one of AIMS."""
        if self._is_done(order["game"]):
            return "end"
        if order["do"] not in ("play", "plan"):
            return "order"
        *_, before, after = self._twin.known(order["game"])
        return "plan" if before.plans() != after.plans() else "play"

    def _acknowledge(self, asked: Asked) -> None:
        order = asked.order
        self._twin.forget_before(order["game"], asked.after)
        if order["do"] == "open":
            self._opened.add(order["game"])
        if order["do"] in MOVES:
            self._moves[order["game"]].append(order)
            if self._twin.has_made(order["interaction"]):
                self._acknowledged.add(order["interaction"])

    def _request(self, order: Order) -> Any:
        return self._wait(self._send(order))

    def _send(self, order: Order) -> int:
        assert self._life is not None
        self._number += 1
        self._messages += 1
        self._note(f"ask {self._number}: {order}")
        self._life.send({**order, "n": self._number})
        self._light_fuse()
        return self._number

    def _wait(self, number: int) -> Any:
        assert self._life is not None
        while number not in self._answers:
            self._hear(self._life.hear())
        answer = self._answers.pop(number)
        assert not (isinstance(answer, dict) and "failed" in answer), answer
        return answer

    def _hear(self, said: dict[str, Any]) -> None:
        if "answer" in said:
            self._answers[said["n"]] = said["answer"]
        elif "log" in said:
            self._note(f"{said['log']}: {said['text']}")
            if said["log"] != "WARNING":
                assert said["text"].startswith(LOST_ANSWER), said["text"]
        else:
            self._be_discord(said)

    def _be_discord(self, said: dict[str, Any]) -> None:
        assert self._life is not None
        post = said["post"]
        answer: dict[str, Any] = {"say": said["say"]}
        if said["what"] == "find":
            answer["message"] = self._world.find(post)
            self._note(f"find {post['key']}: {answer['message']}")
            self._life.send(answer)
            return
        self._posts += 1
        if self._end.kind == "unsaid" and self._end.nth == self._posts:
            self._note(f"post {post['key']}, and killed before it is said")
            self._life.kill()
            return
        luck = self._rng.random()
        if luck < 0.02:
            answer["later"] = self._rng.uniform(0.0, 5.0)
        else:
            answer["message"] = self._world.post(post)
            if luck < 0.04:
                answer["lost"] = True
        self._note(f"post {post['key']} in {lane_of(post)}: {answer}")
        if self._end.kind == "said" and self._end.nth == self._posts:
            self._life.kill()
            return
        self._life.send(answer)

    # -- time --

    def _settle(self, order: Order) -> None:
        """Lets it come to rest, and finds the twin's states that it is in."""
        answer = self._request({**order, "games": self._games})
        for game, seen in answer["seen"].items():
            if seen is None:
                self._found_none(game)
                continue
            is_game = "table" in seen
            if is_game:
                plans = tuple(sorted(tuple(plan) for plan in seen["plans"]))
                shown: tuple[Any, ...] = (seen["table"], plans)
            else:
                shown = (seen["status"], tuple(seen["entrants"]))
            self._find(game, shown, None)
            self._check_revision(game, is_game, seen["revision"])
        self._wake, self._owed = answer["wake"], answer["owed"]
        self._check_lanes()

    def _next_alarm(self) -> float | None:
        """The next moment at which a clock wants something that it does not want yet."""
        moments = [self._twin.alarm(game) for game in self._games]
        return min((one for one in moments if one is not None and one > self._now), default=None)

    def _wait_for_alarm(self) -> None:
        """Nobody does anything until a reminder, a deadline or the end of a pause."""
        alarm = self._next_alarm()
        while alarm is not None and self._now < alarm:
            self._go(alarm)

    def _go(self, to: float) -> None:
        """Later, but not beyond the next moment at which something happens by itself."""
        bounds = [one for one in (self._next_alarm(), self._wake) if one is not None]
        self._now = to = max(min([to, *bounds]), self._now + 0.001)
        self._world.now = to
        self._twin.now = math.floor(to)
        if self._twin.tick():
            self._arm("clock")
        self._settle({"do": "go", "to": to})
        self._signed = max(self._signed, self._twin.now - SIGNS)

    # -- what people do --

    def _is_over(self) -> bool:
        return not self._owed and all(self._is_done(game) for game in self._games)

    def _is_done(self, game: str) -> bool:
        if not self._twin.known(game):
            return False
        stored = self._twin.state(game).game
        return stored is not None and stored.table.outcome is not None

    def _step(self) -> None:
        rng = self._rng
        if rng.random() < 0.15:
            for _ in range(rng.randint(1, 5)):
                self._wait_for_alarm()
            return
        orders: list[Order] = []
        for game in self._games:
            if rng.random() < 0.7:
                orders += self._orders(game)
        self._ask(orders)
        if not orders or rng.random() < 0.6:
            soon = self._now + rng.uniform(0.5, 120.0)
            self._go(soon if self._wake is None or rng.random() < 0.5 else self._wake)

    def _orders(self, game: str) -> list[Order]:
        """What somebody at one table does now; twice, if Discord delivers it twice."""
        rng = self._rng
        if not self._twin.known(game):
            return [self._opening(game)]
        state = self._twin.state(game)
        if self._is_done(game):
            return []
        alarm = self._twin.alarm(game)
        if alarm is not None and alarm <= self._now:
            return []  # the clock is late, because it has just been killed; whoever it may be waits
        if state.game is None:
            return [self._signing_up(game)]
        order = self._at_table(game)
        if order["do"] in MOVES and rng.random() < 0.1:
            return [order, order]
        return [order]

    def _opening(self, game: str) -> Order:
        rng = self._rng
        return {
            "do": "open",
            "game": game,
            "channel": 100 + self._games.index(game),
            "options": rng.choice(OPTIONS),
            "seats": 3,
            "hours": 1,
            "house": rng.choice((0, 0, 0, 1)),
        }

    def _signing_up(self, game: str) -> Order:
        rng = self._rng
        waiting = self._twin.state(game).sign_up.sign_up
        inside = [entrant.user for entrant in waiting.entrants]
        enough = len(inside) >= waiting.wanted
        if rng.random() < 0.1:
            return {"do": "leave", "game": game, "user": rng.choice(list(PEOPLE))}
        if enough and rng.random() < 0.5:
            return {"do": "close", "game": game}
        user = rng.choice(list(PEOPLE))
        return {"do": "join", "game": game, "user": user, "name": PEOPLE[user]}

    def _at_table(self, game: str) -> Order:
        rng = self._rng
        stored = self._twin.state(game).game
        assert stored is not None
        at = stored.table
        assert at.turn is not None
        chance = rng.random()
        user = stored.user_at(at.turn)
        if at.request is not None and chance < 0.7:
            seats = [seat for seat in at.persons if seat not in at.request.agreed] or [at.turn]
            asked = rng.choice((at.request.key, at.request.key, at.request.key, "rewind.1"))
            voter = stored.user_at(rng.choice(seats))
            return self._order("consent", game, user=voter, agrees=rng.random() < 0.9, asked=asked)
        if user is None or (at.clock.pause is not None and chance < 0.5):
            # in a pause house players and the dealer wait like anybody else
            return self._moderation(game, house.Resume())
        window = at.window
        assert window is not None
        if chance < 0.68:
            legal = [at.game.write(action) for action in at.game.legal(at.state, at.turn)]
            return self._move("play", game, user, rng.choice(legal), window.key)
        someone = rng.choice(list(PEOPLE))
        seated = [one.user for one in stored.seatings if one.user and one.seat is not None]
        if chance < 0.86:
            verb = rng.choice(("play", "plan"))
            return self._move(verb, game, rng.choice(seated), rng.choice(PLANS), None)
        if chance < 0.88:
            return {"do": "withdraw", "game": game, "user": rng.choice(seated)}
        if chance < 0.90:
            return self._move("play", game, someone, "pitch 9c", rng.choice((None, "1.1.pitch")))
        if chance < 0.93 and self._moves[game]:
            return rng.choice(self._moves[game])  # delivered again, much later
        if chance < 0.94:
            return {"do": "look", "game": game, "user": someone}
        if chance < 0.95:
            return self._order("substitute", game, seat=rng.randrange(3))
        if chance < 0.955:
            return self._order("resign", game, user=user, seat=actor_name(at.turn))
        return self._moderation(game, self._house_order(at.turn))

    def _house_order(self, turn: int) -> house.Order:
        rng = self._rng
        match rng.randrange(10):
            case 0 | 1:
                return house.Pause()
            case 2:
                return house.Pause(math.floor(self._now) + rng.randint(1, 600))
            case 3 | 4 | 5:
                return house.Rewind(rng.randint(1, 4))
            case 6 | 7:
                return house.Extend(rng.randint(1, 600))
            case 8:
                return house.Computer(turn)
            case _:
                return rng.choice(
                    (house.Resign(turn), house.Nudge(), house.Rename("Night"), house.Abandon())
                )

    def _move(self, verb: str, game: str, user: int, text: str, seen: str | None) -> Order:
        return self._order(verb, game, user=user, text=text, seen=seen)

    def _moderation(self, game: str, order: house.Order) -> Order:
        return self._order("moderate", game, order=write_order(order))

    def _order(self, verb: str, game: str, **fields: Any) -> Order:
        """Something that is done once, however often it is delivered."""
        self._interaction += 1
        return {"do": verb, "game": game, **fields, "interaction": self._interaction}

    # -- what must hold --

    def _check_signs(self, alive: int | None) -> None:
        """The last sign of life is not lost, so that no outage is given back twice or by halves."""
        assert (alive or 0) >= self._signed, f"alive at {alive}, after {self._signed}"
        if self._refund is not None:
            moment, ages = self._refund
            done = {self._twin.age(game) >= age for game, age in ages.items()}
            assert done <= {alive == moment}, f"given back: {done}, alive at {alive} of {moment}"
            self._refund = None

    def _examine(self) -> None:
        """After a kill: the file is whole, and holds what was acknowledged and nothing else."""
        self._evidence = left = evidence.gather(self._database, self._scratch)
        for game in self._games:
            found = left.games.get(game)
            if found is None:
                self._found_none(game)
                continue
            self._find(game, found.shown, found)
            is_game = self._twin.state(game).game is not None
            self._check_revision(game, is_game, found.revision)
            self._check_owed(game, found)
        assert len(set(left.interactions)) == len(left.interactions)
        missing = self._acknowledged - set(left.interactions)
        assert not missing, f"acknowledged and lost: {missing}"
        made = [
            one
            for game in self._games
            if self._twin.known(game)
            for one, _ in self._twin.state(game).interactions
        ]
        assert sorted(made) == sorted(left.interactions)
        self._check_lanes()
        self._check_signs(left.alive)

    def _found_none(self, game: str) -> None:
        assert game not in self._opened, f"{game} was opened, and is gone"
        if self._twin.known(game):
            self._twin.go_back(game, 0)

    def _find(self, game: str, shown: tuple[Any, ...], found: evidence.Found | None) -> None:
        """Which of the states that may be there is there."""
        known = self._twin.known(game)
        oldest = self._twin.age(game) - len(known)
        for place in reversed(range(len(known))):
            state = known[place]
            if state.shown() != shown:
                continue
            if found is not None and state.journal != found.journal:
                continue
            self._twin.go_back(game, oldest + place + 1)
            self._twin.forget_before(game, oldest + place + 1)
            return
        may_be = "\n".join(str(state.shown()) for state in known)
        raise AssertionError(f"{game} is\n{shown}\nwhich is none of\n{may_be}")

    def _check_revision(self, game: str, is_game: bool, revision: int) -> None:
        before = self._revisions.get((game, is_game), 0)
        assert revision >= before, f"{game} went back from {before} to {revision}"
        self._revisions[game, is_game] = revision

    def _check_owed(self, game: str, found: evidence.Found) -> None:
        """What is owed still is the end of what had to be said; one more a lane may be out."""
        state = self._twin.state(game)
        assert sorted(found.once) == sorted(told.once for told in state.told if told.once)
        owed: dict[Lane, list[str]] = {}
        for channel, user, body in found.owed:
            owed.setdefault((game, channel, user), []).append(body)
        for lane, bodies in self._told(game).items():
            due = owed.pop(lane, [])
            posted = len(bodies) - len(due)
            assert bodies[posted:] == due, f"{lane} is owed {due} of {bodies}"
            out = len(self._world.messages[lane])
            assert out - posted in (0, 1), f"{lane}: {posted} done, {out} there"
        assert not owed, f"nobody made these: {owed}"
        if state.game is not None:
            rows = tuple(
                (one.user, one.house, one.draw, one.seat, one.began, one.ended)
                for one in state.game.seatings
            )
            assert rows == found.seatings

    def _told(self, game: str) -> dict[Lane, list[str]]:
        told: dict[Lane, list[str]] = {}
        for one in self._twin.state(game).told:
            told.setdefault(one.lane, []).append(one.body)
        return told

    def _check_lanes(self) -> None:
        """No message twice, none out of order, none that was not owed."""
        told: dict[Lane, list[str]] = {}
        for game in self._games:
            if self._twin.known(game):
                told |= self._told(game)
        for lane, messages in self._world.messages.items():
            due = told.get(lane, [])
            bodies = [message.body for message in messages]
            assert bodies == due[: len(bodies)], f"{lane}: said {bodies[-3:]}, due {due}"

    def _check_game(self, game: str, text: str | None) -> None:
        """At the end: everything was said, and it is what the journal tells."""
        state = self._twin.state(game)
        journal = self._evidence.games[game].journal
        private: dict[int, Sequence[Any]] = {}
        for lane, bodies in self._told(game).items():
            messages = self._world.messages[lane]
            assert [message.body for message in messages] == bodies
            if lane[2] is not None:
                private[lane[2]] = messages
            else:
                story.check_channel(state, journal, messages)
            self.tally.messages += len(messages)
        reminders = [told for told in state.told if told.once is not None]
        said = [
            message
            for messages in private.values()
            for message in messages
            if json.loads(message.body)["text"].startswith(story.PRIVATE[0])
        ]
        assert len(said) == len(reminders) == len({told.once for told in reminders})
        story.check_hands(state, journal, private)
        story.check_record(state, journal, text)
        self.tally.games += 1
        for entry in journal:
            name = re.sub(r"[0-9]+", "", entry.actor or entry.note or "")
            self.tally.rows["plan" if entry.note == "plan" else name] += 1
        self.tally.reminders += len(said)

    def _note(self, text: str) -> None:
        self.last.append(text[:600])
