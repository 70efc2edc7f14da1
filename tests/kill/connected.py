"""The process that is killed, whole: the bot with an unmodified discord.py, connected to the field.

Run as a program it is the zygote, as in `child.py`. Discord is the practice field of the parent
process, on the wire; over the socket come time and questions alone. A new process pays nothing of
what discord.py makes a bot wait that identifies again (`before_identify_hook` in its client.py): it
identifies for the first time. And it is told to expect no further server (`patience`), which the
product lets anybody say.
"""

from __future__ import annotations

import asyncio
import importlib
from functools import partial
from typing import Any

from bot import client
from bot.client import COGS, Umpire, serve
from bot.config import Config
from bot.host import Host
from bot.practice import led_to
from tests.kill.child import BEAT, Life, zygote


class ConnectedLife(Life):
    """The bot, from its start to whatever end it finds."""

    async def begin(self) -> None:
        """Connects, in a task of its own; the driver is told when Discord has said that we are in.

        Whatever ends the bot by itself ends the process: a driver that waits for it sees that.
        """
        order = self._order
        if order.get("seed"):  # cards that the driver has chosen
            seed = bytes.fromhex(order["seed"])
            client.Host = partial(Host, secret=lambda _: seed)
        config = Config(token=order["token"], database=f"sqlite:///{order['path']}")
        self._bot = Umpire(config, time=self.time, heartbeat=BEAT, patience=0.01)
        self._bot.add_listener(self._ready, "on_ready")
        self._stop = asyncio.Event()
        self._serving = asyncio.create_task(self._serve(order["root"], order["token"]))

    async def _serve(self, root: str, token: str) -> None:
        try:
            with led_to(root):
                await serve(self._bot, token, self._stop)
        finally:
            if not self._stop.is_set():
                self._reader.feed_eof()

    async def _ready(self) -> None:
        self.store = self._bot.store
        self.send({"ready": True})

    async def _settled(self, games: list[str]) -> dict[str, Any]:
        """Also of the games that only the store knows of."""
        (guild,) = self._bot.guilds
        here = [row.id for row in await self.store.games_in(guild.id)]
        return await super()._settled([*games, *(id_ for id_ in here if id_ not in games)])

    async def stop(self) -> None:
        """As a signal would."""
        self._stop.set()
        while not self._serving.done():  # it waits for the clock and the network by turns
            self.time.leap(0.5)
            await asyncio.wait([self._serving], timeout=0.01)
        await self._serving


if __name__ == "__main__":
    for name in COGS:
        importlib.import_module(name)
    zygote(ConnectedLife)
