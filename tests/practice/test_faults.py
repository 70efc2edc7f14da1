"""What goes wrong on demand, and how discord.py takes it."""

from typing import Any

import aiohttp
import discord
import pytest

from bot.practice import Channel, Person, PracticeField
from tests.fake_time import FakeTime
from tests.practice.a_bot import ABot
from tests.practice.impatience import Impatient

SEND = "POST /channels/{channel_id}/messages"
GET = "GET /channels/{channel_id}"
CALLBACK = "POST /interactions/{interaction_id}/{interaction_token}/callback"


def texts(person: Person, channel: Channel) -> list[str]:
    """What somebody reads."""
    return [each.text for each in person.reads(channel)]


@pytest.mark.parametrize("status", [500, 502, 504])
async def test_an_error_before_the_effect(
    bot: ABot,
    field: PracticeField,
    ana: Person,
    table: Channel,
    impatient: Impatient,
    status: int,
) -> None:
    """discord.py tries again by itself."""
    fault = field.faults.answer(SEND, status, times=2)
    await bot.text_channel(table.id).send("x")
    assert texts(ana, table) == ["x"]
    assert len(fault.struck) == 2
    assert [call.status for call in field.calls_to(SEND)] == [status, status, 200]


async def test_an_error_after_the_effect(
    bot: ABot, field: PracticeField, ana: Person, table: Channel, impatient: Impatient
) -> None:
    """Trying again says it twice, unless there is a nonce: that of discord.py's own is enough."""
    field.faults.answer(SEND, 502, after=True)
    await bot.ask("POST", f"/channels/{table.id}/messages", {"content": "x"})
    assert texts(ana, table) == ["x", "x"]
    field.faults.answer(SEND, 502, after=True)
    await bot.text_channel(table.id).send("y")
    assert texts(ana, table) == ["x", "x", "y"]


async def test_an_error_that_is_not_tried_again(
    bot: ABot, field: PracticeField, ana: Person, table: Channel
) -> None:
    """503, before and after."""
    channel = bot.text_channel(table.id)
    for after in (False, True):
        field.faults.answer(SEND, 503, after=after)
        with pytest.raises(discord.DiscordServerError):
            await channel.send(f"after {after}")
    assert texts(ana, table) == ["after True"]


async def test_any_code_on_demand(bot: ABot, field: PracticeField, table: Channel) -> None:
    """For what nobody has thought of."""
    field.faults.answer(SEND, 403, code=340017, message="Provisional")
    with pytest.raises(discord.Forbidden) as caught:
        await bot.text_channel(table.id).send("x")
    assert caught.value.code == 340017


async def test_lost_connections(
    bot: ABot, field: PracticeField, ana: Person, table: Channel
) -> None:
    """Before the effect, and after it."""
    channel = bot.text_channel(table.id)
    for after in (False, True):
        fault = field.faults.drop(SEND, after=after)
        with pytest.raises(aiohttp.ClientError):
            await channel.send(f"after {after}")
        assert len(fault.struck) == 1
    assert texts(ana, table) == ["after True"]


async def test_aiohttp_gets_again_by_itself(
    bot: ABot, field: PracticeField, table: Channel
) -> None:
    """What is safe to repeat is repeated once where a kept connection is lost."""
    field.faults.drop(GET)
    assert (await bot.fetch_channel(table.id)).id == table.id
    assert len(field.calls_to(GET)) == 2


async def test_slow_answers(
    bot: ABot, field: PracticeField, ana: Person, table: Channel, time: FakeTime
) -> None:
    """By the field's clock: the effect is there at once with `after`, else only then."""
    channel = bot.text_channel(table.id)

    async def send(text: str) -> None:
        await channel.send(text)

    for after in (False, True):
        fault = field.faults.delay(SEND, 10, after=after)
        sending = time.start(send(f"after {after}"))
        await fault.arrived.wait()
        for _ in range(100):  # until the server is waiting, too
            await field.gateway.caught_up()
            if len(time._sleepers) > 1:
                break
        assert (f"after {after}" in texts(ana, table)) is after
        assert not sending.done()
        time.wall += 0
        await _advance(time, 10)
        await sending
    assert texts(ana, table) == ["after False", "after True"]


async def _advance(time: FakeTime, seconds: float) -> None:
    """Moves the clock without waiting for what waits for an answer."""
    time.wall, time.pace = time.wall + seconds, time.pace + seconds
    await time._moved()


async def test_held_answers(
    bot: ABot, field: PracticeField, ana: Person, table: Channel, time: FakeTime
) -> None:
    """Nothing goes on until it is let go."""
    channel = bot.text_channel(table.id)

    async def send() -> None:
        await channel.send("held")

    held = field.faults.hold(SEND)
    sending = time.start(send())
    await held.arrived.wait()
    assert texts(ana, table) == []
    assert not sending.done()
    held.release()
    await sending
    assert texts(ana, table) == ["held"]


async def test_a_fault_for_some_requests(
    bot: ABot, field: PracticeField, ana: Person, table: Channel
) -> None:
    """By what is in them; a star in a route stands for anything."""
    field.faults.answer("POST *", 503, where=lambda call: "secret" in str(call.json))
    channel = bot.text_channel(table.id)
    await channel.send("open")
    with pytest.raises(discord.DiscordServerError):
        await channel.send("secret")
    field.faults.answer(SEND, 503, times=5)
    field.faults.clear()
    await channel.send("secret")
    assert texts(ana, table) == ["open", "secret"]


async def test_too_many_requests(
    bot: ABot, field: PracticeField, ana: Person, table: Channel, impatient: Impatient
) -> None:
    """discord.py waits as long as it is told, here or everywhere, and tries again."""
    channel = bot.text_channel(table.id)
    field.faults.too_many(SEND, 1.5)
    await channel.send("x")
    field.faults.too_many(SEND, 2.5, everywhere=True)
    await channel.send("y")
    assert texts(ana, table) == ["x", "y"]
    assert [each for each in impatient.slept if each] == [1.5, 2.5]
    assert field.limits.refused == {SEND: 2}


async def test_cloudflare(bot: ABot, field: PracticeField, table: Channel) -> None:
    """A 429 without a Via header is taken for a ban, and not tried again."""
    field.faults.too_many(SEND, 1.5, via=False)
    with pytest.raises(discord.HTTPException) as caught:
        await bot.text_channel(table.id).send("x")
    assert caught.value.status == 429


async def test_the_answer_to_an_interaction_fails(
    bot: ABot, field: PracticeField, ana: Person, table: Channel, impatient: Impatient, caplog: Any
) -> None:
    """After the effect: discord.py tries again, and is told that it has answered (40060)."""
    field.faults.answer(CALLBACK, 500, after=True)
    outcome = await ana.types(table, "/swing card:5c")
    await field.settle()
    assert outcome.text == "Ana swings 5c."
    assert [call.status for call in field.calls_to(CALLBACK)] == [500, 400]
    assert "40060" in caplog.text


async def test_what_is_not_there(bot: ABot, field: PracticeField, caplog: Any) -> None:
    """Is answered 404, and remembered."""
    with pytest.raises(discord.NotFound):
        await bot.ask("GET", f"/guilds/{field.guild.id}/soundboard-sounds")
    assert field.server.unknown == [f"GET /guilds/{field.guild.id}/soundboard-sounds"]
    field.server.unknown.clear()
    async with aiohttp.ClientSession() as session:
        async with session.get(f"{field.server.root}/attachments/1/2/x") as response:
            assert response.status == 404
        async with session.post(
            f"{field.server.root}/api/v10/users/@me/channels",
            data="{",
            headers={"Authorization": "Bot practice", "Content-Type": "application/json"},
        ) as response:
            assert response.status == 400
            assert (await response.json())["code"] == 50109


async def test_requests_are_remembered(bot: ABot, field: PracticeField, table: Channel) -> None:
    """Method, route, path, body, reason and status."""
    await bot.text_channel(table.id).send("x")
    [call] = field.calls_to(SEND)
    assert (call.method, call.path) == ("POST", f"/channels/{table.id}/messages")
    assert call.json["content"] == "x"
    assert call.status == 200
    assert call.answer["content"] == "x"
    field.let(table, field.bot, manage_messages=True)
    await bot.ask("GET", "/users/@me")
    assert field.calls[-1].authorization == "Bot practice"
