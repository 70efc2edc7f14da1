"""One life of the whole bot, from outside: how it is to end, and speaking with it until it does."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

from tests.evening import ANSWER, SEND
from tests.kill import driver
from tests.kill.driver import PATIENCE, Dead
from tests.kill.orders import Order

LOOK_BACK = "GET /channels/{channel_id}/messages"
ANYTHING = "*"

T = TypeVar("T")


@dataclass(frozen=True)
class Cut:
    """The bot dies with its `nth` request of a route, before it has its effect or after."""

    route: str
    nth: int
    after: bool

    def __str__(self) -> str:
        what = {SEND: "post", ANSWER: "answer", LOOK_BACK: "look back"}.get(self.route, "request")
        return f"{'after' if self.after else 'before'} {what}"


@dataclass(frozen=True)
class Fuse:
    """The bot dies so many seconds after its birth (act 0), or after the `act`th thing done."""

    act: int
    seconds: float

    def __str__(self) -> str:
        return "at some microsecond" if self.act else "while it starts"


class Bot:
    """The process, as its driver speaks with it."""

    def __init__(self, life: driver.Life) -> None:
        self.life = life
        self.ready = asyncio.Event()
        self.complaints: list[str] = []
        self._count = 0
        self._asked: dict[int, asyncio.Future[Any]] = {}

    async def listen(self) -> None:
        """From now on, until it is dead."""
        reader, self._writer = await asyncio.open_unix_connection(
            sock=self.life.pipe, limit=1 << 22
        )
        self._dead = asyncio.create_task(self._hear(reader))

    async def _hear(self, reader: asyncio.StreamReader) -> None:
        with suppress(ConnectionError):
            async for line in reader:
                said = json.loads(line)
                if "ready" in said:
                    self.ready.set()
                elif "log" in said:
                    self.complaints.append(said["text"])
                else:
                    self._asked.pop(said["n"]).set_result(said["answer"])
        self._writer.close()

    async def outlives(self, work: Awaitable[T]) -> T:
        """What comes of the work; Dead if the bot dies before."""
        task = asyncio.ensure_future(work)
        async with asyncio.timeout(PATIENCE):
            await asyncio.wait({task, self._dead}, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            return task.result()
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        raise Dead

    async def ask(self, order: Order) -> Any:
        """Its answer; Dead if there is none."""
        if self._dead.done():
            raise Dead
        self._count += 1
        future = self._asked[self._count] = asyncio.get_running_loop().create_future()
        self._writer.write(json.dumps({**order, "n": self._count}).encode() + b"\n")
        answer = await self.outlives(future)
        assert not (isinstance(answer, dict) and "failed" in answer), answer
        return answer

    def tell(self, order: Order) -> None:
        """Says something that is not answered."""
        self._writer.write(json.dumps(order).encode() + b"\n")

    async def bury(self) -> str:
        """After its end: the last words of the file layer."""
        async with asyncio.timeout(PATIENCE):
            await self._dead
        return self.life.close()
