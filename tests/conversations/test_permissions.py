"""Each permission that the bot uses, missing where it uses it: what is said, to whom, what goes on.

By the names of Discord's settings; the list itself is in bot/invitation.py.
"""

from __future__ import annotations

import re

import discord
import pytest

from bot import components
from bot.invitation import NEEDS
from bot.practice import Channel, permissions
from bot.practice.state import Overwrite
from tests.evening import SEND, Evening, refused

OPEN = "/game open game:pitch-and-catch players:3"


async def lacks(evening: Evening, channel: Channel, *names: str) -> None:
    """The bot loses permissions in a channel, and hears of it."""
    evening.field.let(channel, evening.field.bot, **dict.fromkeys(names, False))
    await evening.hears()


async def allows(evening: Evening, channel: Channel, *names: str) -> None:
    """A manager gives them back."""
    evening.field.let(channel, evening.field.bot, **dict.fromkeys(names))
    await evening.hears()


def numbers(evening: Evening, channel: Channel) -> list[int]:
    """The numbers of the posts that stand there, from the top."""
    return [int(one) for one in re.findall(r"-# (\d+) · ", evening.story(channel))]


async def plays(evening: Evening, thread: Channel) -> None:
    """Whoever is at turn does the first thing that is legal, in private, and it counts."""
    at = await evening.game(thread)
    who, line = await evening.at_turn(thread), (await evening.legal(thread))[0]
    done = await who.types(who.direct, f"{line} game:{at.id}")
    assert "Done: " in done.text, done.text
    assert (await evening.game(thread)).version > at.version
    await evening.settle()


def why(name: str, channel: Channel) -> str:
    """What is said of a channel in which a permission is missing.

    A bot that may not see it is not told why.
    """
    if name == "view_channel":
        return "I may not see the channel."
    return f"I lack {NEEDS[name].shown} in <#{channel.id}>"


# --- just enough ---------------------------------------------------------------------------------


async def test_what_the_invitation_asks_for_is_enough(evening: Evening) -> None:
    """A forum's post with moderators' tags, a locked thread, the record: nothing is refused."""
    field = evening.field
    players = field.add_role(
        "Players",
        "view_channel",
        "send_messages",
        "send_messages_in_threads",
        "use_application_commands",
        "read_message_history",
    )
    for person in evening.people.values():
        field.give(person, players)
    field.set_permissions(field.guild.roles[field.guild.id])
    field.set_permissions(field.bot_role, *NEEDS)
    forum = field.add_forum("boards", tags=("Sign-up", "Playing", "Finished"))
    for tag in forum.tags:
        tag.moderated = True
    await evening.hears()
    thread = await evening.starts("where:#boards")
    field.lock(thread)
    await plays(evening, thread)
    await evening.abandons(thread)
    assert evening.host.last(thread).attachments
    assert [call.path for call in field.calls if call.status == 403] == []


# --- opening -------------------------------------------------------------------------------------

REFUSED_IN_A_CHANNEL = {"view_channel", "send_messages"}
WITHOUT_A_THREAD = {"create_public_threads", "send_messages_in_threads"}
TOLD = {"attach_files", "read_message_history"}


@pytest.mark.parametrize("name", NEEDS)
async def test_opening_in_a_channel(evening: Evening, name: str) -> None:
    """Refused with the name of what is missing; or in the channel itself; or with a warning."""
    await lacks(evening, evening.channel, name)
    said = await evening.host.types(evening.channel, OPEN)
    await evening.settle()
    shown = NEEDS[name].shown
    if name in REFUSED_IN_A_CHANNEL:
        refused(said, f"I may not write in <#{evening.channel.id}>", f"I lack {shown} there")
        assert await evening.bot.store.games_in(evening.field.guild.id) == ()
        assert evening.story(evening.channel) == ""
        return
    (row,) = await evening.bot.store.games_in(evening.field.guild.id)
    assert (row.place.channel == evening.channel.id) == (name in WITHOUT_A_THREAD)
    assert (f"I lack {shown} there" in said.text) == (name in TOLD)
    assert said.ephemeral
    place = evening.field.world.channels[row.place.channel]
    assert "sign up with /in" in evening.story(place)


@pytest.mark.parametrize("name", NEEDS)
async def test_opening_in_a_forum(evening: Evening, name: str) -> None:
    """There a post needs no right to create threads; what is said in it does need its own."""
    forum = evening.field.add_forum("boards", tags=("Sign-up",))
    await lacks(evening, forum, name)
    said = await evening.host.types(evening.channel, f"{OPEN} where:#boards")
    await evening.settle()
    shown = NEEDS[name].shown
    if name in {*REFUSED_IN_A_CHANNEL, "send_messages_in_threads"}:
        unseen = name == "view_channel"
        told = "please allow me to see the channel" if unseen else f"I lack {shown} there"
        refused(said, f"I may not write in <#{forum.id}>", told)
        assert evening.field.threads(forum) == []
        return
    (post,) = evening.field.threads(forum)
    assert (f"I lack {shown} there" in said.text) == (name in TOLD)
    assert "sign up with /in" in evening.story(post)


async def test_a_channel_that_the_bot_never_saw(evening: Evening) -> None:
    """Named as an option, it is nothing that the bot knows."""
    me = evening.field.bot.id
    hidden = Overwrite(me, 1, 0, discord.Permissions(view_channel=True).value)
    evening.field.world.add_channel(evening.field.guild, "hidden", overwrites={me: hidden})
    await evening.hears()
    said = await evening.host.types(evening.channel, f"{OPEN} where:#hidden")
    refused(said, "I do not see the channel", "let me see it, or name another.")


@pytest.mark.parametrize("name", NEEDS)
async def test_opening_in_a_thread_that_is_there(evening: Evening, name: str) -> None:
    """The right to write in threads is all that counts."""
    thread = await evening.opens()
    await evening.host.types(thread, "/game cancel")
    await evening.settle()
    await lacks(evening, evening.channel, name)
    said = await evening.host.types(thread, OPEN)
    await evening.settle()
    if name in {"view_channel", "send_messages_in_threads"}:
        refused(said, f"I lack {NEEDS[name].shown} there")
        assert not await evening.runs(thread)
    else:
        assert f"is open in <#{thread.id}>" in said.text
        assert await evening.runs(thread)


@pytest.mark.parametrize("moderates", [True, False])
async def test_opening_in_a_locked_thread(evening: Evening, moderates: bool) -> None:
    """Only with the right to manage threads."""
    thread = await evening.opens()
    await evening.host.types(thread, "/game cancel")
    await evening.settle()
    if not moderates:
        await lacks(evening, evening.channel, "manage_threads")
    evening.field.lock(thread)
    await evening.hears()
    said = await evening.host.types(thread, OPEN)
    await evening.settle()
    if moderates:
        assert f"is open in <#{thread.id}>" in said.text
    else:
        refused(said, "the thread is locked")


async def test_moderators_tags_are_left_out_without_the_right(evening: Evening) -> None:
    """The game is opened all the same."""
    forum = evening.field.add_forum("boards", tags=("Sign-up",))
    forum.tags[0].moderated = True
    await lacks(evening, forum, "manage_threads")
    post = await evening.opens("where:#boards")
    assert post.thread is not None
    assert post.thread.tags == []


# --- the story -----------------------------------------------------------------------------------

NEEDED_IN_A_THREAD = {"view_channel", "send_messages_in_threads"}


@pytest.mark.parametrize("forum", [False, True])
@pytest.mark.parametrize("name", NEEDS)
async def test_a_beat_in_a_thread(evening: Evening, name: str, forum: bool) -> None:
    """Without the right to it the game goes on, those in it are told, and nothing is lost.

    What could not be posted is posted, once and in order, when a moderator has mended that.
    """
    parent = evening.field.add_forum("boards") if forum else evening.channel
    await evening.hears()
    thread = await evening.starts("where:#boards" if forum else "")
    before = numbers(evening, thread)
    await lacks(evening, parent, name)
    await plays(evening, thread)
    await plays(evening, thread)
    who = await evening.at_turn(thread)
    told = (await who.types(who.direct, "/table")).text
    log = (await evening.host.types(thread, "/mod log")).text
    if name not in NEEDED_IN_A_THREAD:
        assert "cannot be posted" not in told
        assert numbers(evening, thread) == [*before, before[-1] + 1, before[-1] + 2]
        return
    assert numbers(evening, thread) == before
    assert why(name, thread) in told
    assert "`/mod rehome`" in told
    assert f"Not posted: {why(name, thread)}" in log
    assert "cannot be posted" in log
    game_id = (await evening.game(thread)).id
    await allows(evening, parent, name)
    await evening.host.types(thread, f"/mod rehome game:{game_id}")
    await evening.settle()
    last = before[-1]
    assert numbers(evening, thread) == [*before, last + 1, last + 2, last + 3]
    assert "cannot be posted" not in (await who.types(who.direct, "/table")).text
    await plays(evening, thread)
    assert numbers(evening, thread)[-1] == last + 4


@pytest.mark.parametrize("name", NEEDS)
async def test_a_beat_in_the_channel_itself(evening: Evening, name: str) -> None:
    """There the right to send messages counts, and not the one for threads."""
    channel = await evening.starts("thread:false")
    assert channel is evening.channel
    before = numbers(evening, channel)
    await lacks(evening, channel, name)
    await plays(evening, channel)
    who = await evening.at_turn(channel)
    told = (await who.types(who.direct, "/table")).text
    if name in {"view_channel", "send_messages"}:
        assert why(name, channel) in told
        assert numbers(evening, channel) == before
        return
    assert "cannot be posted" not in told
    assert numbers(evening, channel) == [*before, before[-1] + 1]


@pytest.mark.parametrize("name", NEEDS)
async def test_the_record(evening: Evening, name: str) -> None:
    """Without the right to attach files the end is told without; the record is behind `/record`."""
    thread = await evening.starts()
    await lacks(evening, evening.channel, name)
    await evening.abandons(thread)
    ended = [one for one in evening.host.reads(thread) if "abandoned, without" in one.text]
    public = [one for one in ended if not one.ephemeral]
    if name in NEEDED_IN_A_THREAD:
        assert public == []
    else:
        (last,) = public
        assert bool(last.attachments) == (name != "attach_files")
        assert ("behind `/record`" in last.text) == (name == "attach_files")
    whole = await evening["Ana"].types(thread, "/record")
    assert whole.message is not None
    (file,) = whole.message.attachments
    assert b"seed: " in file.content


# --- looking a post up ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", NEEDS)
async def test_a_post_that_was_cut_off_is_never_said_twice(evening: Evening, name: str) -> None:
    """Long after its nonce is forgotten; without the right to read back it waits until it is seen.

    Discord shows an empty channel to whom it does not let read back.
    """
    thread = await evening.starts()
    before = numbers(evening, thread)
    evening.field.faults.drop(SEND, after=True, where=lambda call: call.channel is not None)
    evening.field.faults.answer(SEND, 503, times=500)
    who, line = await evening.at_turn(thread), (await evening.legal(thread))[0]
    await who.types(thread, line)
    await evening.time.settle()
    await lacks(evening, evening.channel, name)
    for _ in range(20):
        await evening.time.advance(30)
    evening.field.faults.clear()
    for _ in range(40):
        await evening.time.advance(10)
    told = (await who.types(who.direct, "/table")).text
    hidden = name in {"view_channel", "read_message_history"}
    assert (why(name, thread) in told) == hidden
    game_id = (await evening.game(thread)).id
    await allows(evening, evening.channel, name)
    await evening.host.types(thread, f"/mod rehome game:{game_id}")
    await evening.settle()
    assert numbers(evening, thread) == [*before, before[-1] + 1, before[-1] + 2]


# --- archived and locked -------------------------------------------------------------------------


@pytest.mark.parametrize("name", [None, *NEEDS])
async def test_a_post_reopens_an_archived_thread(evening: Evening, name: str | None) -> None:
    """Writing in it is all that this takes."""
    thread = await evening.starts()
    before = numbers(evening, thread)
    if name is not None:
        await lacks(evening, evening.channel, name)
    evening.field.archive(thread)
    await evening.hears()
    await plays(evening, thread)
    assert thread.thread is not None
    assert thread.thread.archived == (name in NEEDED_IN_A_THREAD)
    assert (len(numbers(evening, thread)) == len(before)) == (name in NEEDED_IN_A_THREAD)


@pytest.mark.parametrize("archived", [False, True])
@pytest.mark.parametrize("moderates", [False, True])
async def test_a_locked_thread(evening: Evening, archived: bool, moderates: bool) -> None:
    """Who may manage threads writes in one that is open; one that is archived too stays shut."""
    thread = await evening.starts()
    before = numbers(evening, thread)
    if not moderates:
        await lacks(evening, evening.channel, "manage_threads")
    if archived:
        evening.field.archive(thread, locked=True)
    else:
        evening.field.lock(thread)
    await evening.hears()
    await plays(evening, thread)
    who = await evening.at_turn(thread)
    told = (await who.types(who.direct, "/table")).text
    if moderates and not archived:
        assert len(numbers(evening, thread)) == len(before) + 1
        assert "cannot be posted" not in told
        return
    assert numbers(evening, thread) == before
    assert ("The thread is archived and locked." if archived else "The thread is locked.") in told


async def test_a_host_of_another_server_cannot_confirm_here(evening: Evening) -> None:
    """A button that names a game ends it only on the server where it is played."""
    thread = await evening.starts()
    button = components.custom_id(evening.id, None, components.ABANDON)
    world = evening.field.world
    boss = world.add_role(evening.elsewhere, "Boss", permissions.MANAGE_GUILD)
    evening.elsewhere.members[evening["Ida"].id].roles.append(boss.id)
    await evening.opens("thread:False", evening.far)
    post = evening["Ida"].last(evening.far)
    post.buttons[0]["custom_id"] = button
    await evening.refuses(
        evening["Ida"].clicks(post, button), "That game is played on another server."
    )
    assert (await evening.game(thread)).outcome is None
