"""discord.py without its pauses between one try and the next."""

import asyncio
from typing import Any

import discord.http
import discord.webhook.async_
import pytest


class Impatient:
    """asyncio whose sleep is short; it remembers how long it should have been."""

    def __init__(self) -> None:
        self.slept: list[float] = []

    async def sleep(self, seconds: float, result: Any = None) -> Any:
        """Notes the pause, and lets others run."""
        self.slept.append(seconds)
        return await asyncio.sleep(0, result)

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)


def hurry(patch: pytest.MonkeyPatch) -> Impatient:
    """Takes the pauses out of discord.py's requests."""
    impatient = Impatient()
    patch.setattr(discord.http, "asyncio", impatient)
    patch.setattr(discord.webhook.async_, "asyncio", impatient)
    return impatient
