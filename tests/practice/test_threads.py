"""Threads and forum posts: made, archived, locked, reopened, removed."""

from typing import Any

import discord
import pytest

from bot.practice import Channel, ClientRefuses, Person, PracticeField
from tests.fake_time import FakeTime
from tests.practice.a_bot import ABot
from tests.practice.test_interactions import refused


@pytest.fixture
async def thread(bot: ABot, table: Channel) -> discord.Thread:
    """A thread from a message."""
    message = await bot.text_channel(table.id).send("A game begins")
    return await message.create_thread(name="game 1", auto_archive_duration=10080)


def channel_of(field: PracticeField, thread: discord.Thread) -> Channel:
    """The field's end of it."""
    return field.world.channels[thread.id]


async def test_a_thread_from_a_message(
    bot: ABot, field: PracticeField, ana: Person, table: Channel, thread: discord.Thread
) -> None:
    """It has the message's id, and the message stands on top of it."""
    start = ana.last(table)
    assert thread.id == start.id
    assert thread.parent_id == table.id
    assert thread.auto_archive_duration == 10080
    assert thread.owner_id == bot.application_id
    await thread.send("Round 1")
    here = field.channel("game 1")
    assert [each.text for each in ana.reads(here)] == ["A game begins", "Round 1"]
    assert start.flags & 1 << 5
    fetched = await bot.text_channel(table.id).fetch_message(start.id)
    assert fetched.thread is not None
    assert fetched.thread.id == start.id
    await refused(160004, fetched.create_thread(name="again"))


async def test_threads_without_a_message(
    bot: ABot, field: PracticeField, ana: Person, table: Channel
) -> None:
    """A public one is announced in the channel, a private one seen by its members alone."""
    channel = bot.text_channel(table.id)
    public = await channel.create_thread(
        name="public", type=discord.ChannelType.public_thread, auto_archive_duration=60
    )
    assert [each.type for each in ana.reads(table)] == [18]
    assert public.id not in (table.id,)
    private = await channel.create_thread(name="private", invitable=False)
    here = channel_of(field, private)
    assert not ana.sees(here)
    await private.add_user(discord.Object(ana.id))
    assert ana.sees(here)
    await private.remove_user(discord.Object(ana.id))
    assert not ana.sees(here)


async def test_forum_posts(bot: ABot, field: PracticeField, ana: Person, forum: Channel) -> None:
    """A post is a thread with its first message, of one id, with tags."""
    there = bot.forum(forum.id)
    tag = there.available_tags[0]
    view = discord.ui.View().add_item(discord.ui.Button(label="In", custom_id="in"))
    made = await there.create_thread(
        name="game 2", content="Who is in?", applied_tags=[tag], view=view
    )
    assert made.thread.id == made.message.id
    assert [each.name for each in made.thread.applied_tags] == ["sign-up"]
    here = field.channel("game 2")
    assert ana.last(here).text == "Who is in?"
    assert ana.last(here).buttons[0]["label"] == "In"
    await made.thread.edit(applied_tags=[there.available_tags[1]])
    assert here.thread is not None
    assert here.thread.tags == [forum.tags[1].id]
    assert field.threads(forum) == [here]


async def test_tags_in_order(bot: ABot, field: PracticeField, ana: Person, forum: Channel) -> None:
    """Unknown ones and more than five are refused; one may be needed, or be for moderators."""

    async def post(channel: Channel, tags: list[str]) -> Any:
        body = {"name": "game", "message": {"content": "x"}, "applied_tags": tags}
        return await bot.ask("POST", f"/channels/{channel.id}/threads", body)

    assert "applied_tags.0" in await refused(50035, post(forum, ["1"]))
    assert "applied_tags" in await refused(50035, post(forum, [str(forum.tags[0].id)] * 6))
    needy = field.add_forum("needy", ("one",), tag_needed=True)
    await refused(40067, post(needy, []))
    await post(needy, [str(needy.tags[0].id)])
    forum.tags[0].moderated = True
    field.set_permissions(field.bot_role, "view_channel", "send_messages")
    await refused(50013, post(forum, [str(forum.tags[0].id)]))


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({}, "name"),
        ({"name": ""}, "name"),
        ({"name": "n" * 101}, "name"),
        ({"name": "n", "auto_archive_duration": 61}, "auto_archive_duration"),
        ({"name": "n", "type": 5}, "type"),
    ],
)
async def test_forms_out_of_order(
    bot: ABot, table: Channel, body: dict[str, Any], path: str
) -> None:
    """50035."""
    request = bot.ask("POST", f"/channels/{table.id}/threads", body)
    assert f"In {path}:" in await refused(50035, request)


async def test_a_post_needs_a_message(bot: ABot, forum: Channel) -> None:
    """With something in it."""
    path = f"/channels/{forum.id}/threads"
    assert "In message:" in await refused(50035, bot.ask("POST", path, {"name": "n"}))
    await refused(50006, bot.ask("POST", path, {"name": "n", "message": {"content": ""}}))


async def test_no_threads_in_threads(bot: ABot, thread: discord.Thread) -> None:
    """50024."""
    message = await thread.send("x")
    await refused(50024, message.create_thread(name="deeper"))
    await refused(50024, bot.ask("POST", f"/channels/{thread.id}/threads", {"name": "deeper"}))


async def test_an_archived_thread_is_reopened_by_a_message(
    bot: ABot, field: PracticeField, thread: discord.Thread
) -> None:
    """Nothing else can be done in it meanwhile (50083)."""
    here = channel_of(field, thread)
    message = await thread.send("x")
    field.archive(here)
    await refused(50083, message.edit(content="y"))
    await refused(50083, message.delete())
    await refused(50083, thread.edit(name="other"))
    await refused(50083, thread.add_user(discord.Object(field.owner.id)))
    await refused(50083, thread.leave())
    await refused(50083, thread.join())
    await thread.send("go on")
    assert here.thread is not None
    assert not here.thread.archived
    await message.edit(content="y")


async def test_an_archived_and_locked_thread(
    bot: ABot, field: PracticeField, thread: discord.Thread
) -> None:
    """50083 for messages; a moderator reopens it."""
    here = channel_of(field, thread)
    field.archive(here, locked=True)
    await refused(50083, thread.send("x"))
    await thread.edit(archived=False, locked=False)
    await thread.send("x")


async def test_a_locked_thread(
    bot: ABot, field: PracticeField, ana: Person, thread: discord.Thread
) -> None:
    """160005 for who may not manage threads; people are offered nothing there."""
    here = channel_of(field, thread)
    field.lock(here)
    await thread.send("the bot may")
    with pytest.raises(ClientRefuses):
        ana.says(here, "x")
    assert ana.commands(here) == []
    field.set_permissions(field.bot_role, "view_channel", "send_messages_in_threads")
    await refused(160005, thread.send("x"))
    await refused(50013, thread.edit(locked=False))
    field.reopen(here)
    await thread.send("x")


async def test_who_may_change_a_thread(
    bot: ABot, field: PracticeField, thread: discord.Thread, table: Channel
) -> None:
    """Its owner may but not lock it; others may not, but reopen it."""
    field.set_permissions(field.bot_role, "view_channel", "send_messages_in_threads")
    await thread.edit(name="renamed")
    await refused(50013, thread.edit(locked=True))
    await refused(50013, thread.delete())
    theirs = field.world.add_thread(table, "theirs", field.owner.user, 11, 1440)
    path = f"/channels/{theirs.id}"
    await refused(50013, bot.ask("PATCH", path, {"name": "mine"}))
    field.archive(theirs)
    assert not (await bot.ask("PATCH", path, {"archived": False}))["thread_metadata"]["archived"]
    field.archive(theirs, locked=True)
    await refused(50013, bot.ask("PATCH", path, {"archived": False}))


async def test_removed_threads_and_channels(
    bot: ABot, field: PracticeField, table: Channel, thread: discord.Thread
) -> None:
    """10003, also for the threads of a channel that is gone."""
    other = await bot.text_channel(table.id).create_thread(name="other")
    await other.delete()
    await refused(10003, other.send("x"))
    field.delete(table)
    await refused(10003, thread.send("x"))
    await refused(10003, bot.ask("GET", f"/channels/{table.id}"))


async def test_the_bot_removes_a_channel(bot: ABot, field: PracticeField, table: Channel) -> None:
    """If it may."""
    await refused(50013, bot.text_channel(table.id).delete())
    field.set_permissions(field.bot_role, "view_channel", "manage_channels")
    await bot.text_channel(table.id).delete()
    await refused(10003, bot.ask("GET", f"/channels/{table.id}"))


async def test_quiet_threads_are_archived(
    bot: ABot, field: PracticeField, table: Channel, time: FakeTime
) -> None:
    """After the minutes they were given, by the wall clock, counted from the last message."""
    thread = await bot.text_channel(table.id).create_thread(name="t", auto_archive_duration=60)
    here = channel_of(field, thread)
    assert here.thread is not None
    await time.advance(3000)
    await thread.send("still here")
    await time.advance(3599)
    assert not here.thread.archived
    await time.advance(1)
    assert here.thread.archived
    assert not here.thread.locked
    await field.settle()
    assert bot.guilds[0].get_thread(thread.id) is None


async def test_who_is_in_a_thread(
    bot: ABot, field: PracticeField, ana: Person, ben: Person, thread: discord.Thread
) -> None:
    """Who is mentioned or brought in; somebody who has left the guild is not."""
    await thread.send(f"{ana.mention}: your turn")
    await thread.add_user(discord.Object(ben.id))
    assert {each.id for each in await thread.fetch_members()} == {
        bot.application_id,
        ana.id,
        ben.id,
    }
    assert (await thread.fetch_member(ana.id)).id == ana.id
    ana.leaves(field.guild)
    await refused(10007, thread.fetch_member(ana.id))
    await refused(10007, thread.add_user(discord.Object(ana.id)))
    await refused(10013, thread.add_user(discord.Object(1)))
    await thread.leave()
    assert {each.id for each in await thread.fetch_members()} == {ben.id}
    await thread.join()


async def test_finding_threads(
    bot: ABot, field: PracticeField, table: Channel, time: FakeTime
) -> None:
    """The open ones of a guild, and the archived ones of a channel, the last archived first."""
    channel = bot.text_channel(table.id)
    made = [
        await channel.create_thread(name=str(each), type=discord.ChannelType.public_thread)
        for each in range(4)
    ]
    for each in made[:3]:
        await time.advance(10)
        field.archive(channel_of(field, each))
    assert [each.name for each in await bot.guilds[0].active_threads()] == ["3"]
    assert [each.name async for each in channel.archived_threads()] == ["2", "1", "0"]
    before = made[1].created_at
    assert before is not None
    assert [each.name async for each in channel.archived_threads(limit=2)] == ["2", "1"]


async def test_an_answer_reopens_a_thread(
    bot: ABot, field: PracticeField, ana: Person, thread: discord.Thread
) -> None:
    """An interaction in an archived thread is answered there, and everybody sees it."""
    here = channel_of(field, thread)
    field.archive(here)
    await ana.types(here, "/swing card:5c")
    assert here.thread is not None
    assert not here.thread.archived
