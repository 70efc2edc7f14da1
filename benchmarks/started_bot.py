"""The two bots of row 11, each in a process of its own, led to a practice field.

A module of its own, which imports for each bot what that bot needs and no more. `wait` is how long
discord.py waits for one more server that Discord has not told of yet.
"""

from __future__ import annotations

import sys

import discord
from discord.gateway import DiscordWebSocket
from discord.http import Route


def empty(wait: float) -> discord.Client:
    """A discord.py bot that does nothing."""
    return discord.Client(intents=discord.Intents(guilds=True), guild_ready_timeout=wait)


def umpire(database: str, token: str, wait: float) -> discord.Client:
    """The whole bot."""
    # here, as the other bot is not to pay for it
    from bot.client import Umpire
    from bot.config import Config

    return Umpire(Config(token=token, database=database), patience=wait)


def main(root: str, token: str, wait: str, database: str | None = None) -> None:
    """Runs one of them, which says when it is ready."""
    Route.BASE = f"{root}/api/v10"
    gateway = root.replace("http://", "ws://") + "/gateway/"
    DiscordWebSocket.DEFAULT_GATEWAY = type(DiscordWebSocket.DEFAULT_GATEWAY)(gateway)
    bot = umpire(database, token, float(wait)) if database else empty(float(wait))
    begun = getattr(bot, "on_ready", None)

    @bot.event
    async def on_ready() -> None:
        if begun is not None:
            await begun()
        print("ready", flush=True)

    bot.run(token, log_handler=None)


if __name__ == "__main__":
    main(*sys.argv[1:])
