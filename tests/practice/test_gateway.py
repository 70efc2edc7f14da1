"""The gateway: logging in, heartbeats, resuming, lost and refused connections."""

import asyncio
import zlib
from typing import Any

import aiohttp
import discord
import pytest

from bot.practice import Channel, Person, PracticeField
from bot.time import RealTime
from tests.fake_time import FakeTime
from tests.practice.a_bot import ABot

PATIENCE = 5


async def until(hub_changed: asyncio.Event, done: Any) -> None:
    """Waits for something to become of the sockets."""
    async with asyncio.timeout(PATIENCE):
        while not done():
            hub_changed.clear()
            await hub_changed.wait()


async def test_the_bot_knows_what_is_there(bot: ABot, field: PracticeField) -> None:
    """Guild, channels, tags, roles, and itself; no other members, without that intent."""
    [guild] = bot.guilds
    assert guild.name == "Practice Field"
    assert guild.owner_id == field.owner.id
    assert [each.name for each in guild.channels] == ["table", "games"]
    [forum] = guild.forums
    assert [each.name for each in forum.available_tags] == ["sign-up", "playing"]
    assert guild.me.guild_permissions.manage_threads
    assert not guild.me.guild_permissions.manage_guild
    assert guild.me.top_role.name == "Umpire"
    assert guild.member_count == 4
    assert [each.name for each in guild.members] == ["Umpire"]
    assert bot.application is not None
    assert bot.application.owner.id == field.owner.id


async def test_threads_are_told_at_the_start(field: PracticeField, table: Channel) -> None:
    """Those that are open; archived ones are not."""
    for name in ("open", "closed"):
        field.world.add_thread(table, name, field.owner.user, 11, 1440)
    field.archive(field.channel("closed"))
    bot = ABot()
    async with field.plays(bot):
        assert [each.name for each in bot.guilds[0].threads] == ["open"]


async def test_what_happens_is_told(bot: ABot, field: PracticeField, table: Channel) -> None:
    """Channels, threads, roles and the bot's own membership change while it looks on."""
    late = field.add_channel("late")
    thread = field.world.add_thread(table, "game", field.owner.user, 11, 1440)
    field.bot.nick = "Ump"
    field.world.member_changed(field.guild, field.bot)
    role = field.add_role("Hosts")
    await field.settle()
    guild = bot.guilds[0]
    assert guild.get_channel(late.id) is not None
    assert guild.get_thread(thread.id) is not None
    assert guild.get_role(role.id) is not None
    assert guild.me.nick == "Ump"
    field.archive(thread)
    field.delete(late)
    field.world.remove_role(field.guild, role)
    await field.settle()
    assert guild.get_channel(late.id) is None
    assert guild.get_thread(thread.id) is None
    assert guild.get_role(role.id) is None


async def test_hidden_channels_stay_hidden(bot: ABot, field: PracticeField, table: Channel) -> None:
    """Nothing is told of threads in a channel that the bot does not see."""
    field.let(table, field.bot, view_channel=False)
    thread = field.world.add_thread(table, "secret", field.owner.user, 11, 1440)
    await field.settle()
    assert bot.guilds[0].get_thread(thread.id) is None


async def test_heartbeats(field: PracticeField) -> None:
    """The bot is told how often to send them, and sends one when it is asked."""
    field.gateway.heartbeat = 0.02
    bot = ABot()
    async with field.plays(bot):
        before = field.gateway.heartbeats
        await field.gateway.caught_up()
        assert field.gateway.heartbeats > before
        async with asyncio.timeout(PATIENCE):
            while field.gateway.heartbeats < 4:
                await field.gateway.caught_up()
        assert bot.latency < 1


@pytest.mark.parametrize("how", ["drop", "reconnect", "resumable"])
async def test_resuming(
    bot: ABot, field: PracticeField, ana: Person, table: Channel, how: str
) -> None:
    """A lost connection is taken up again, and nothing that happened meanwhile is lost."""
    if how == "drop":
        field.gateway.drop()
    elif how == "reconnect":
        field.gateway.reconnect()
    else:
        field.gateway.invalidate(resumable=True)
    late = field.add_channel("late")
    await until(field.gateway.changed, lambda: field.gateway.resumed == 1)
    await field.settle()
    assert bot.get_channel(late.id) is not None
    assert field.gateway.identified == 1
    assert "RESUMED" in bot.events
    assert (await ana.types(table, "/swing card:5c")).text == "Ana swings 5c."


async def test_an_interaction_while_the_socket_is_gone(
    bot: ABot, field: PracticeField, ana: Person, table: Channel
) -> None:
    """It is told when the bot resumes."""
    field.gateway.drop()
    assert (await ana.types(table, "/swing card:5c")).text == "Ana swings 5c."


@pytest.mark.parametrize("how", ["invalidate", "forget"])
async def test_identifying_again(
    bot: ABot, field: PracticeField, ana: Person, table: Channel, how: str
) -> None:
    """A session that is not there any more cannot be resumed."""
    if how == "invalidate":
        field.gateway.invalidate()
    else:
        field.gateway.forget()
        field.gateway.drop()
        for socket in list(field.gateway._sockets):
            socket.abort()
    await until(field.gateway.changed, lambda: field.gateway.identified == 2)
    assert (await ana.types(table, "/swing card:5c")).text == "Ana swings 5c."


async def test_a_gateway_that_turns_the_bot_away(field: PracticeField, table: Channel) -> None:
    """A connection can be refused; discord.py tries again by itself."""
    field.gateway.refuses = 1
    with field.led_here():
        async with ABot() as bot:
            await bot.login(field.token)
            with pytest.raises(aiohttp.WSServerHandshakeError):
                await bot.connect(reconnect=False)


async def test_a_wrong_token(field: PracticeField) -> None:
    """401."""
    with field.led_here():
        async with ABot() as bot:
            with pytest.raises(discord.LoginFailure):
                await bot.start("wrong")


async def test_intents_that_were_not_granted(field: PracticeField) -> None:
    """4014; and with the grant all members are told."""
    wants = discord.Intents(guilds=True, members=True)
    with pytest.raises(discord.PrivilegedIntentsRequired):
        async with field.plays(ABot(wants)):
            pass
    assert field.gateway.closed == [4014]
    field.gateway.privileged = 1 << 1
    bot = ABot(wants)
    async with field.plays(bot):
        assert {each.name for each in bot.guilds[0].members} == {"Umpire", "owner"}
        field.add_member("Late")
        await field.settle()
        assert bot.guilds[0].get_member_named("late") is not None


async def test_members_by_id_need_no_intent(bot: ABot, field: PracticeField, ana: Person) -> None:
    """Which is how one learns who has left."""
    guild = bot.guilds[0]
    gone = field.add_member("Gone")
    gone.leaves(field.guild)
    found = await guild.query_members(user_ids=[ana.id, gone.id])
    assert [each.display_name for each in found] == ["Ana"]
    assert [each.name for each in await guild.query_members("be")] == ["ben"]


async def test_another_shard_hears_nothing(
    field: PracticeField, ana: Person, table: Channel
) -> None:
    """A guild belongs to one shard, direct messages to the first."""
    own = (field.guild.id >> 22) % 2
    bot = ABot(shard_id=1 - own, shard_count=2)
    async with field.plays(bot):
        assert not bot.guilds
        outcome = await ana.types(table, "/swing card:5c", wait=False)
        await field.settle()
        assert not outcome.answered


class Raw:
    """A connection to the gateway without discord.py."""

    def __init__(self, ws: aiohttp.ClientWebSocketResponse) -> None:
        self.ws = ws

    async def says(self, op: int, data: Any = None) -> "Raw":
        """Sends a payload."""
        await self.ws.send_json({"op": op, "d": data})
        return self

    async def hears(self) -> Any:
        """The next payload, or the code of the end."""
        message = await self.ws.receive(timeout=PATIENCE)
        return message.json() if message.type is aiohttp.WSMsgType.TEXT else self.ws.close_code


@pytest.mark.parametrize(
    ("op", "data", "code"),
    [
        (2, {"token": "wrong", "intents": 1}, 4004),
        (2, {"token": "practice", "intents": "many"}, 4013),
        (2, {"token": "practice", "intents": 1 << 40}, 4013),
        (2, {"token": "practice", "intents": 1 << 15}, 4014),
        (2, {"token": "practice", "intents": 1, "shard": [2, 2]}, 4010),
        (6, {"token": "wrong", "session_id": "x", "seq": 1}, 4004),
        (3, {}, 4003),
        (99, {}, 4001),
    ],
)
async def test_what_the_gateway_closes_for(
    field: PracticeField, op: int, data: Any, code: int
) -> None:
    """https://discord.com/developers/docs/topics/opcodes-and-status-codes#gateway"""
    url = field.server.root + "/gateway/"
    async with aiohttp.ClientSession() as session, session.ws_connect(url) as ws:
        raw = Raw(ws)
        assert (await raw.hears())["op"] == 10
        assert await (await raw.says(op, data)).hears() == code


async def test_what_cannot_be_read(field: PracticeField) -> None:
    """4002, whether it is no JSON or no text."""
    url = field.server.root + "/gateway/"
    async with aiohttp.ClientSession() as session:
        for send in ("send_str", "send_bytes"):
            async with session.ws_connect(url) as ws:
                await Raw(ws).hears()
                await getattr(ws, send)("{" if send == "send_str" else b"{")
                assert await Raw(ws).hears() == 4002


async def test_a_session_cannot_be_resumed_beyond_its_end(field: PracticeField) -> None:
    """4007; and one that nobody knows is invalid. Who identifies twice is closed, too."""
    url = field.server.root + "/gateway/"
    login = {"token": "practice", "intents": 1}
    async with aiohttp.ClientSession() as session:
        async with session.ws_connect(url) as ws:
            raw = Raw(ws)
            await raw.hears()
            ready = await (await raw.says(2, login)).hears()
            assert (await raw.hears())["t"] == "GUILD_CREATE"
            assert await (await raw.says(2, login)).hears() == 4005
        async with session.ws_connect(ready["d"]["resume_gateway_url"]) as ws:
            raw = Raw(ws)
            await raw.hears()
            known = {"token": "practice", "session_id": ready["d"]["session_id"], "seq": 99}
            unknown = {"token": "practice", "session_id": "unknown", "seq": 1}
            assert (await (await raw.says(6, unknown)).hears())["op"] == 9
            assert await (await raw.says(6, known)).hears() == 4007


async def test_too_much_was_missed(bot: ABot, field: PracticeField) -> None:
    """Then the session is invalid, and the bot begins anew."""
    field.gateway.drop()
    for _ in range(1001):
        field.world.member_changed(field.guild, field.bot)
    await until(field.gateway.changed, lambda: field.gateway.identified == 2)


async def test_no_acknowledgement(field: PracticeField) -> None:
    """The field may keep silent on heartbeats."""
    field.gateway.answers_heartbeats = False
    bot = ABot()
    async with field.plays(bot):
        await field.gateway.caught_up()
        assert bot.latency == float("inf")


async def test_one_compressed_stream(field: PracticeField) -> None:
    """What belongs together ends with the marker of a flush, in one stream for the connection."""
    url = field.server.root + "/gateway/?compress=zlib-stream"
    async with aiohttp.ClientSession() as session, session.ws_connect(url) as ws:
        inflate = zlib.decompressobj()
        first = await ws.receive_bytes()
        assert first.endswith(b"\x00\x00\xff\xff")
        assert b'"op": 10' in inflate.decompress(first)
        await ws.send_json({"op": 1, "d": None})
        assert b'"op": 11' in inflate.decompress(await ws.receive_bytes())


def test_only_this_machine(time: FakeTime) -> None:
    """It cannot be opened to others."""
    with pytest.raises(ValueError, match="this machine alone"):
        PracticeField(time, host="0.0.0.0")


async def test_in_real_time(ana: Person) -> None:
    """The same with a clock that runs, and on the other loopback address if there is one."""
    async with PracticeField(RealTime()) as field:
        bob = field.add_member("Bob")
        table = field.add_channel("table")
        async with field.plays(ABot()):
            outcome = await bob.types(table, "/slow")
            assert outcome.text == "done"
            assert outcome.took is not None
            assert outcome.took < 3


async def test_discord_py_is_led_back(field: PracticeField) -> None:
    """Afterwards discord.py goes to Discord again."""
    before = discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY
    with field.led_here():
        assert discord.http.Route.BASE.startswith("http://127.0.0.1:")
    after = discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY
    assert before == after
