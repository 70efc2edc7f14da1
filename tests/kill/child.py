"""The process that is killed, and its simplest kind: host, outbox and ticker, without Discord.

Run as a program it is the zygote: everything is imported once, and each life is a fork of it. A
life's poster and the people who play in it are at the other end of a socket, in `driver.py`, with
JSON lines in between; so is its time. The other kind is in `connected.py`. No code of the product
knows that it is about to be killed: only the C library below it does (`shim.c`), and whoever holds
the other end.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import json
import logging
import os
import signal
import socket
import sys
import traceback
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from bot.outbox import Outbox, PostLater
from bot.ticker import Ticker
from games import table
from storage import open_store
from storage.store import Owed, Store
from tests.fake_time import FakeTime
from tests.kill.orders import Desk, Order

log = logging.getLogger(__name__)

BEAT = 45
"""Seconds between two signs of life: as few as may be, for hours pass here in no time."""

LONGEST_ORDER = 1 << 16


class LifeTime(FakeTime):
    """Time that only the driver moves."""

    def next_wake(self) -> float | None:
        """The next moment that somebody waits for, other than the sign of life."""
        waiting = [
            self.wall + self._left(sleeper)
            for task, sleeper in self._sleepers.items()
            if sleeper.asleep and task.get_name() != "ticker's heartbeat"
        ]
        soonest = min(waiting, default=float("inf"))
        return None if soonest == float("inf") else soonest


class PipePoster:
    """Posts by asking the driver, who is Discord."""

    def __init__(self, send: Callable[[dict[str, Any]], None]) -> None:
        self._send = send
        self._asked: dict[int, asyncio.Future[dict[str, Any]]] = {}

    async def post(self, owed: Owed) -> int:
        """Sends it."""
        message: int = (await self._ask("post", owed))["message"]
        return message

    async def find(self, owed: Owed) -> int | None:
        """Looks for it."""
        message: int | None = (await self._ask("find", owed))["message"]
        return message

    def hear(self, said: dict[str, Any]) -> None:
        """Discord's answer."""
        self._asked.pop(said["say"]).set_result(said)

    async def _ask(self, what: str, owed: Owed) -> dict[str, Any]:
        number = max(self._asked, default=0) + 1
        future = asyncio.get_running_loop().create_future()
        self._asked[number] = future
        row = {
            "key": owed.key,
            "game": owed.game,
            "channel": owed.channel,
            "user": owed.user,
            "body": owed.body,
        }
        self._send({"say": number, "what": what, "post": row})
        said: dict[str, Any] = await future
        if "later" in said:
            raise PostLater(said["later"])
        if "lost" in said:
            raise ConnectionResetError("the answer was lost on the way")
        return said


class Life(ABC):
    """One life, from the opening of the store until it is killed or told to stop."""

    store: Store

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        arm: Callable[[Order], None],
        order: Order,
    ) -> None:
        self._reader = reader
        self._writer = writer
        self._arm = arm
        self._order = order
        self._tasks: set[asyncio.Task[None]] = set()
        self.time = LifeTime(order["now"])

    async def live(self) -> None:
        """Takes what the driver asks for until it goes away."""
        await self.begin()
        while line := await self._reader.readline():
            self.hear(json.loads(line))

    @abstractmethod
    async def begin(self) -> None:
        """Sets everything going that lives."""

    def hear(self, said: dict[str, Any]) -> None:
        """One line of the driver's."""
        if said["do"] == "arm":
            self._arm(said["kill"])
            return
        task = asyncio.create_task(self._obey(said))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def send(self, message: dict[str, Any]) -> None:
        self._writer.write(json.dumps(message).encode() + b"\n")

    async def _obey(self, order: Order) -> None:
        try:
            answer = await self._answer(order)
        except Exception as error:
            log.exception("an order failed")
            answer = {"failed": repr(error)}
        self.send({"n": order["n"], "answer": answer})

    async def _answer(self, order: Order) -> Any:
        match order["do"]:
            case "go":
                await self.time.advance(order["to"] - self.time.wall)
                return await self._settled(order["games"])
            case "settle":
                return await self._settled(order["games"])
            case "check":
                return await self.store.check()
            case "stop":
                return await self.stop()
        return await self.carry_out(order)

    @abstractmethod
    async def stop(self) -> None:
        """Ends it the way an operator does."""

    async def carry_out(self, order: Order) -> Any:
        """Whatever else this kind of life is asked for."""
        raise ValueError(f"nobody knows how to {order['do']}")

    async def _settled(self, games: list[str]) -> dict[str, Any]:
        """When nothing is under way: what the store has, and the next moment waited for."""
        await self.time.settle()
        seen = {game: await self._seen(game) for game in games}
        wake = self.time.next_wake()
        return {"seen": seen, "wake": wake, "owed": await self.store.next_post() is not None}

    async def _seen(self, game: str) -> dict[str, Any] | None:
        if stored := await self.store.game(game):
            return {
                "table": table.dump(stored.table).decode(),
                "plans": [
                    (left.seat, left.plan.decision, left.plan.text) for left in stored.table.plans
                ],
                "revision": stored.revision,
            }
        if waiting := await self.store.sign_up(game):
            return {
                "status": waiting.sign_up.status,
                "entrants": [entrant.user for entrant in waiting.sign_up.entrants],
                "revision": waiting.revision,
            }
        return None


class HostLife(Life):
    """A host with its outbox and its ticker; the driver is Discord."""

    async def begin(self) -> None:
        """Opens the store and sets the workers going."""
        self.poster = PipePoster(self.send)
        self.store = await open_store(f"sqlite:///{self._order['path']}")
        self.desk = Desk(self.store, self.time.now, self._wake)
        self.outbox = Outbox(self.store, self.poster, self.time)
        host = self.desk.host
        self.ticker = Ticker(self.store, host.act, self.time, host.came_back, beat=BEAT)
        self.time.start(self.outbox.run(), "outbox")
        self.time.start(self.ticker.run(), "ticker")

    def _wake(self) -> None:
        self.outbox.wake()
        self.ticker.wake()

    def hear(self, said: dict[str, Any]) -> None:
        """Discord's answers, too."""
        if "say" in said:
            self.poster.hear(said)
        else:
            super().hear(said)

    async def carry_out(self, order: Order) -> Any:
        """What people and moderators ask for, and the record at the end."""
        if order["do"] == "record":
            return await self.store.record(order["game"])
        return await self.desk.carry_out(order)

    async def stop(self) -> None:
        """The way an operator stops it: the posts in hand have a second of their time."""
        self.ticker.stop()
        drained = asyncio.create_task(self.outbox.drain(self.time.steady() + 1.0))
        await asyncio.sleep(0)
        await self.time.advance(1.0)
        await drained
        await self.time.settle()
        await self.store.close()


# --- the zygote ----------------------------------------------------------------------------------


def live(kind: type[Life], order: Order, pipe: socket.socket, witness: int) -> None:
    """A life in this process."""
    shim = ctypes.CDLL(None)
    path = order["path"].encode()

    def arm(kill: Order) -> None:
        shim.kill_arm(path, ctypes.c_long(kill["nth"]), kill["how"], kill["part"], witness)

    if order["kill"]:
        arm(order["kill"])

    async def main() -> None:
        reader, writer = await asyncio.open_unix_connection(sock=pipe, limit=1 << 22)
        life = kind(reader, writer, arm, order)
        logging.getLogger().addHandler(Complaints(life.send))
        await life.live()

    asyncio.run(main())


class Complaints(logging.Handler):
    """Hands warnings on to the driver, who knows which of them are in order."""

    def __init__(self, send: Callable[[dict[str, Any]], None]) -> None:
        super().__init__(logging.WARNING)
        self._send = send

    def emit(self, record: logging.LogRecord) -> None:
        """One complaint, with its trace."""
        self._send({"log": record.levelname, "text": self.format(record)})


def zygote(kind: type[Life]) -> None:
    """Forks a life for each request, and says which process it is and how it ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the driver sees to it
    sys.setswitchinterval(0.0001)  # the loop spins while it waits for the database's threads
    control = socket.socket(fileno=int(sys.argv[1]))
    gc.collect()
    gc.freeze()
    control.send(b"ready")
    while True:
        data, descriptors, _, _ = socket.recv_fds(control, LONGEST_ORDER, 2)
        if not data:
            return
        pipe, witness = descriptors
        pid = os.fork()
        if pid == 0:
            status = 1
            try:
                control.close()
                live(kind, json.loads(data), socket.socket(fileno=pipe), witness)
                status = 0
            except BaseException:
                traceback.print_exc()
            finally:
                os._exit(status)
        os.close(pipe)
        os.close(witness)
        control.send(json.dumps({"pid": pid}).encode())
        _, ended = os.waitpid(pid, 0)
        control.send(json.dumps({"status": os.waitstatus_to_exitcode(ended)}).encode())


if __name__ == "__main__":
    zygote(HostLife)
