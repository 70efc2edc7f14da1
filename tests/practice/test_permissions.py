"""Who may do what: owner, administrator, roles, overwrites; and what Discord says to the others."""

import discord
import pytest

from bot.practice import Channel, Person, PracticeField, permissions
from bot.practice.permissions import bits
from tests.practice.a_bot import ABot
from tests.practice.test_interactions import refused


def may(field: PracticeField, who: Person, channel: Channel, name: str) -> bool:
    """Whether somebody may do something there."""
    return bool(permissions.in_channel(field.world, channel, who.id) & bits(name))


async def test_everybody_roles_and_members(
    field: PracticeField, ana: Person, table: Channel
) -> None:
    """Overwrites count in this order: everybody, all roles together, the member."""
    everyone = field.guild.roles[field.guild.id]
    first, second = field.add_role("First"), field.add_role("Second")
    field.give(ana, first)
    field.give(ana, second)
    assert may(field, ana, table, "send_messages")
    field.let(table, everyone, send_messages=False)
    assert not may(field, ana, table, "send_messages")
    field.let(table, first, send_messages=True)
    field.let(table, second, send_messages=False)
    assert may(field, ana, table, "send_messages")
    field.let(table, ana, send_messages=False)
    assert not may(field, ana, table, "send_messages")
    field.let(table, ana, send_messages=None)
    assert may(field, ana, table, "send_messages")


async def test_owner_and_administrators(field: PracticeField, ana: Person, table: Channel) -> None:
    """Nothing is denied to them."""
    field.let(table, field.guild.roles[field.guild.id], view_channel=False)
    assert may(field, field.owner, table, "view_channel")
    assert not may(field, ana, table, "view_channel")
    field.give(ana, field.add_role("Admins", "administrator"))
    assert may(field, ana, table, "manage_threads")


async def test_what_goes_with_a_denial(field: PracticeField, ana: Person, table: Channel) -> None:
    """Who does not see a channel may nothing there; who may not send may not attach."""
    field.let(table, ana, send_messages=False)
    assert not may(field, ana, table, "attach_files")
    assert may(field, ana, table, "view_channel")
    field.let(table, ana, view_channel=False)
    assert permissions.in_channel(field.world, table, ana.id) == 0


async def test_threads_go_by_their_channel(
    field: PracticeField, ana: Person, table: Channel
) -> None:
    """With a permission of their own for sending."""
    thread = field.world.add_thread(table, "game", field.owner.user, 11, 60)
    field.let(table, ana, send_messages=False)
    assert may(field, ana, thread, "send_messages_in_threads")
    assert may(field, ana, thread, "attach_files")
    field.let(table, ana, send_messages_in_threads=False)
    assert not may(field, ana, thread, "attach_files")


async def test_outsiders(field: PracticeField, ana: Person, table: Channel) -> None:
    """Who has left sees nothing."""
    ana.leaves(field.guild)
    assert not ana.sees(table)
    assert ana.reads(table) == []


async def test_discord_py_works_it_out_alike(
    bot: ABot, field: PracticeField, ana: Person, table: Channel
) -> None:
    """The library comes to the same result for the bot."""
    field.let(table, field.bot_role, send_messages=False, mention_everyone=True)
    field.let(table, field.bot, embed_links=False)
    await field.settle()
    channel = bot.text_channel(table.id)
    mine = permissions.in_channel(field.world, table, field.bot.id)
    assert channel.permissions_for(channel.guild.me).value == mine


@pytest.mark.parametrize(("denied", "code"), [("view_channel", 50001), ("send_messages", 50013)])
async def test_sending(
    bot: ABot, field: PracticeField, table: Channel, denied: str, code: int
) -> None:
    """50001 for who does not see the channel, 50013 for who may not send."""
    channel = bot.text_channel(table.id)
    field.let(table, field.bot, **{denied: False})
    await refused(code, channel.send("x"))


async def test_making_threads(
    bot: ABot, field: PracticeField, table: Channel, forum: Channel
) -> None:
    """50013 without the permission for that kind; a post needs that of sending."""
    channel = bot.text_channel(table.id)
    message = await channel.send("x")
    field.let(table, field.bot, create_public_threads=False, create_private_threads=False)
    await refused(50013, message.create_thread(name="t"))
    public = discord.ChannelType.public_thread
    await refused(50013, channel.create_thread(name="t", type=public))
    await refused(50013, channel.create_thread(name="t"))
    field.let(forum, field.bot, send_messages=False)
    await refused(50013, bot.forum(forum.id).create_thread(name="t", content="x"))


async def test_sending_in_threads(bot: ABot, field: PracticeField, table: Channel) -> None:
    """50013."""
    thread = await bot.text_channel(table.id).create_thread(name="t")
    field.let(table, field.bot, send_messages_in_threads=False)
    await refused(50013, thread.send("x"))


async def test_changing_channels(bot: ABot, field: PracticeField, table: Channel) -> None:
    """50013 without that permission; with it, names, topics and overwrites are changed."""
    channel = bot.text_channel(table.id)
    await refused(50013, channel.edit(name="other"))
    await refused(50013, bot.guilds[0].create_text_channel("new"))
    everyone = bot.guilds[0].default_role
    await refused(50013, channel.set_permissions(everyone, view_channel=False))
    field.set_permissions(
        field.bot_role, "view_channel", "manage_channels", "manage_roles", "send_messages"
    )
    edited = await channel.edit(name="other", topic="cards", slowmode_delay=5)
    assert edited is not None
    assert (edited.name, edited.topic) == ("other", "cards")
    await channel.set_permissions(everyone, send_messages=False)
    assert table.overwrites[field.guild.id].deny == bits("send_messages")
    await channel.set_permissions(everyone, overwrite=None)
    assert table.overwrites == {}
    await refused(10009, channel.set_permissions(everyone, overwrite=None))
    made = await bot.guilds[0].create_text_channel("new")
    assert field.channel("new").id == made.id
    forum = await bot.guilds[0].create_forum("posts", topic="x")
    await forum.create_tag(name="tag")
    assert [each.name for each in field.channel("posts").tags] == ["tag"]
    with pytest.raises(discord.HTTPException):
        await bot.guilds[0].create_voice_channel("voice")


async def test_members_and_roles(bot: ABot, field: PracticeField, ana: Person) -> None:
    """A member by id; 10007 for who has left, 10013 for nobody."""
    guild = bot.guilds[0]
    assert (await guild.fetch_member(ana.id)).display_name == "Ana"
    hosts = field.add_role("Hosts")
    await refused(50013, guild.create_role(name="new"))
    role = await guild.fetch_roles()
    assert [each.name for each in role] == ["@everyone", "Umpire", "Hosts"]
    field.set_permissions(field.bot_role, "manage_roles")
    made = await guild.create_role(name="new", mentionable=True)
    member = await guild.fetch_member(ana.id)
    await member.add_roles(made, discord.Object(hosts.id))
    assert set(field.guild.members[ana.id].roles) == {made.id, hosts.id}
    await member.remove_roles(made)
    assert field.guild.members[ana.id].roles == [hosts.id]
    await refused(10011, member.add_roles(discord.Object(1)))
    ana.leaves(field.guild)
    await refused(10007, guild.fetch_member(ana.id))
    await refused(10013, guild.fetch_member(1))


async def test_looking_things_up(
    bot: ABot, field: PracticeField, ana: Person, table: Channel
) -> None:
    """Guilds, channels, users."""
    assert (await bot.fetch_guild(field.guild.id)).approximate_member_count == 4
    await refused(10004, bot.fetch_guild(1))
    assert [each.name async for each in bot.fetch_guilds()] == ["Practice Field"]
    assert [each.name for each in await bot.guilds[0].fetch_channels()] == ["table", "games"]
    assert (await bot.fetch_user(ana.id)).global_name == "Ana"
    await refused(10013, bot.fetch_user(1))
    assert (await bot.fetch_channel(table.id)).id == table.id
    assert (await bot.ask("GET", "/gateway"))["url"].startswith("ws://")
    assert (await bot.ask("GET", "/applications/@me"))["id"] == str(bot.application_id)
    field.world.remove_member(field.guild, field.world.bot)
    await refused(50001, bot.fetch_guild(field.guild.id))


@pytest.mark.parametrize("code", [50007, 50278, 40003, 20026])
async def test_closed_direct_messages(bot: ABot, ana: Person, code: int) -> None:
    """Each reason has its code; an open channel is no help."""
    user = await bot.fetch_user(ana.id)
    await user.send("open")
    ana.closes_direct_messages(code)
    await refused(code, user.send("closed"))
    ana.closes_direct_messages(None)
    await user.send("open again")
    assert [each.text for each in ana.reads()] == ["open", "open again"]


@pytest.mark.parametrize("code", [40003, 20026])
async def test_no_new_direct_messages(bot: ABot, ana: Person, code: int) -> None:
    """These two refuse to open a channel at all; the others only the message."""
    ana.closes_direct_messages(code)
    user = await bot.fetch_user(ana.id)
    await refused(code, user.create_dm())
    ana.closes_direct_messages(50007)
    await user.create_dm()


async def test_no_guild_in_common(bot: ABot, field: PracticeField, ana: Person) -> None:
    """50278; and nobody writes to himself or to nobody (50033)."""
    user = await bot.fetch_user(ana.id)
    ana.leaves(field.guild)
    await refused(50278, user.send("x"))
    await refused(50033, bot.ask("POST", "/users/@me/channels", {"recipient_id": "1"}))
    me = {"recipient_id": str(bot.application_id)}
    await refused(50033, bot.ask("POST", "/users/@me/channels", me))


async def test_direct_messages_are_no_guild_channel(bot: ABot, ana: Person) -> None:
    """They cannot be changed, only closed."""
    channel = await (await bot.fetch_user(ana.id)).create_dm()
    await refused(50024, bot.ask("PATCH", f"/channels/{channel.id}", {"name": "x"}))
    await bot.ask("DELETE", f"/channels/{channel.id}")
    await channel.send("still there")
