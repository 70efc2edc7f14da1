"""Rate limits: counted by the field's clock, told in headers, scaled and switched off."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from bot.practice import Channel, PracticeField
from bot.time import RealTime
from tests.fake_time import FakeTime
from tests.practice.a_bot import ABot

SEND = "POST /channels/{channel_id}/messages"


class Client:
    """Requests without discord.py, which would wait."""

    def __init__(self, field: PracticeField, session: aiohttp.ClientSession) -> None:
        self.field = field
        self.session = session

    async def ask(self, method: str, path: str, json: Any = None) -> tuple[int, Any, Any]:
        """Status, body and headers."""
        url = f"{self.field.server.root}/api/v10{path}"
        headers = {"Authorization": "Bot practice"}
        async with self.session.request(method, url, json=json, headers=headers) as response:
            return response.status, await response.json(), response.headers

    async def send(self, channel: Channel) -> tuple[int, Any, Any]:
        """A message."""
        return await self.ask("POST", f"/channels/{channel.id}/messages", {"content": "x"})


@pytest.fixture
async def strict(time: FakeTime) -> AsyncIterator[Client]:
    """A field with Discord's limits."""
    async with PracticeField(time) as field, aiohttp.ClientSession() as session:
        yield Client(field, session)


async def test_five_messages_in_five_seconds(strict: Client, time: FakeTime) -> None:
    """Then 429, with a wait; another channel is not concerned."""
    table, other = strict.field.add_channel("table"), strict.field.add_channel("other")
    for left in (4, 3, 2, 1, 0):
        status, _, headers = await strict.send(table)
        assert status == 200
        assert headers["X-RateLimit-Remaining"] == str(left)
        assert headers["X-RateLimit-Limit"] == "5"
    await time.advance(2)
    status, body, headers = await strict.send(table)
    assert status == 429
    assert body["retry_after"] == 3
    assert not body["global"]
    assert headers["Retry-After"] == "3"
    assert headers["X-RateLimit-Scope"] == "user"
    assert headers["Via"]
    assert headers["X-RateLimit-Reset-After"] == "3.000"
    status, _, also = await strict.send(other)
    assert status == 200
    assert also["X-RateLimit-Bucket"] == headers["X-RateLimit-Bucket"]
    await time.advance(3)
    assert (await strict.send(table))[0] == 200
    assert strict.field.limits.refused == {SEND: 1}


async def test_fifty_in_a_second_everywhere(strict: Client, time: FakeTime) -> None:
    """Whatever they are; answers to interactions do not count."""
    for each in range(50):
        await strict.ask("GET", f"/users/{1000 + each}" if each else "/users/@me")
    status, body, headers = await strict.ask("GET", "/gateway/bot")
    assert status == 429
    assert body["global"]
    assert headers["X-RateLimit-Global"] == "true"
    assert headers["X-RateLimit-Scope"] == "global"
    status, _, _ = await strict.ask("POST", "/interactions/1/x/callback", {"type": 5})
    assert status == 404
    await time.advance(1)
    assert (await strict.ask("GET", "/gateway/bot"))[0] == 200


async def test_names_are_not_changed_often(strict: Client, time: FakeTime) -> None:
    """Twice in ten minutes; tags and archiving are another matter."""
    table = strict.field.add_channel("table")
    thread = strict.field.world.add_thread(table, "t", strict.field.world.bot, 11, 60)
    path = f"/channels/{thread.id}"
    for each in range(2):
        assert (await strict.ask("PATCH", path, {"name": str(each)}))[0] == 200
    status, body, _ = await strict.ask("PATCH", path, {"name": "third"})
    assert status == 429
    assert body["retry_after"] == 600
    assert (await strict.ask("PATCH", path, {"auto_archive_duration": 1440}))[0] == 200


async def test_scaled(time: FakeTime) -> None:
    """Shorter windows, and other numbers told than counted."""
    async with PracticeField(time, scale=0.1, told=0.01) as field:
        table = field.add_channel("table")
        async with aiohttp.ClientSession() as session:
            client = Client(field, session)
            for _ in range(5):
                await client.send(table)
            assert (await client.send(table))[1]["retry_after"] == 0.005
            await time.advance(0.5)
            assert (await client.send(table))[0] == 200


async def test_switched_off(time: FakeTime) -> None:
    """Also in the middle."""
    async with PracticeField(time) as field, aiohttp.ClientSession() as session:
        field.limits.enabled = False
        table, client = field.add_channel("table"), Client(field, session)
        for _ in range(60):
            status, _, headers = await client.send(table)
            assert status == 200
            assert "X-RateLimit-Limit" not in headers


async def test_discord_py_keeps_within_them() -> None:
    """In real time, scaled: twelve messages at once, and not one 429."""
    async with PracticeField(RealTime(), scale=0.02) as field:
        table, bot = field.add_channel("table"), ABot()
        async with field.plays(bot):
            channel = bot.text_channel(table.id)
            for each in range(12):
                await channel.send(str(each))
            assert len(field.owner.reads(table)) == 12
            assert field.limits.refused.total() == 0


async def test_who_paces_himself_is_never_refused(time: FakeTime) -> None:
    """With a clock moved by hand: Discord's windows, and waits told so small as not to matter."""
    async with PracticeField(time, told=0.001) as field:
        table, bot = field.add_channel("table"), ABot()

        async def talk() -> None:
            for each in range(12):
                await bot.text_channel(table.id).send(str(each))
                if each % 5 == 4:
                    await time.rest(time.steady() + 5, asyncio.Event())

        async with field.plays(bot):
            talking = time.start(talk())
            await time.advance(4.9)
            assert len(field.owner.reads(table)) == 5
            await time.advance(5.2)
            await talking
            assert len(field.owner.reads(table)) == 12
            assert field.limits.refused.total() == 0
