"""What goes wrong on Discord's side: who is told, and that the game goes on with nothing lost.

Permissions have tests/conversations/test_permissions.py.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import AsyncIterator

import pytest

from bot.client import Umpire
from bot.lists import EACH
from bot.outbox import MOST_FAULTS
from bot.practice import Channel, Message, Person
from games.cards import card_sign, read_card
from tests.evening import SEND, Evening, labels, refused

DAY = 24 * 3600


@contextlib.asynccontextmanager
async def again(evening: Evening) -> AsyncIterator[None]:
    """The bot is stopped and started anew; at the end of it, stopped."""
    await evening.bot.close()
    async with evening.open():
        yield


@contextlib.asynccontextmanager
async def long_days(evening: Evening) -> AsyncIterator[None]:
    """The bot gives no signs of life meanwhile: each is a commit, and here days go by."""
    await evening.bot.close()
    evening.bot = Umpire(evening.config, time=evening.time, patience=0.01, heartbeat=None)
    async with evening.field.plays(evening.bot):
        await evening.time.settle()
        yield
        await evening.settle()


async def plays(evening: Evening, thread: Channel) -> None:
    """Whoever is at turn plays the first thing that is legal, by direct message."""
    at = await evening.game(thread)
    who, line = await evening.at_turn(thread), (await evening.legal(thread))[0]
    done = await who.types(who.direct, f"{line} game:{at.id}")
    assert "Done: " in done.text, done.text
    await evening.settle()


def public(evening: Evening, channel: Channel) -> list[Message]:
    """The game's posts that stand in a channel."""
    read = evening.host.reads(channel)
    return [one for one in read if one.only_for is None and "\n-# " in one.text]


def marks(evening: Evening, *channels: Channel) -> list[int]:
    """The numbers of the game's posts, place after place."""
    return [
        int(one.text.rpartition("\n-# ")[2].split(" ")[0])
        for channel in channels
        for one in public(evening, channel)
    ]


# --- places that are gone ------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["thread", "channel"])
async def test_a_deleted_place(evening: Evening, what: str) -> None:
    """The game is kept; those in it are told in private; elsewhere the whole story goes on."""
    home = evening.field.add_channel("home")
    await evening.hears()
    thread = await evening.starts()
    game_id = (await evening.game(thread)).id
    posted = len(public(evening, thread))
    evening.field.delete(thread if what == "thread" else evening.channel)
    await evening.hears()
    for _ in range(2):
        who, line = await evening.at_turn(thread), (await evening.legal(thread))[0]
        assert "Done: " in (await who.types(who.direct, f"{line} game:{game_id}")).text
        await evening.settle()
    told = (await who.types(who.direct, f"/table game:{game_id}")).text
    assert "What happens in this game cannot be posted: The channel or thread is gone." in told
    log = await evening.host.types(home, f"/mod log game:{game_id}")
    assert "Not posted: The channel or thread is gone." in log.text
    assert evening.story(home) == ""

    moved = await evening.host.types(home, f"/mod rehome game:{game_id} where:#home")
    assert "The game goes on in <#" in moved.text
    assert "cannot be posted" not in moved.text
    await evening.settle()
    (new,) = evening.field.threads(home)
    assert marks(evening, new) == [posted + 1, posted + 2, posted + 3]
    first, second, here = public(evening, new)
    assert "pitches" in first.text
    assert "The game goes on here" in here.text
    assert labels(here) == ["Act", "Answer ahead", "My hand", "Table"]
    assert second.text != first.text
    await plays(evening, new)
    assert marks(evening, new)[-1] == posted + 4
    assert "cannot be posted" not in (await who.types(new, "/table")).text


async def test_a_game_that_moves_calls_whom_it_waits_for(evening: Evening) -> None:
    """By name, in the new place, so that nobody has to look for it."""
    thread = await evening.starts()
    game_id, who = (await evening.game(thread)).id, await evening.at_turn(thread)
    evening.field.delete(thread)
    await evening.hears()
    before = len(who.notifications)
    await evening.host.types(evening.channel, f"/mod rehome game:{game_id} where:#games")
    await evening.settle()
    (new,) = evening.field.threads(evening.channel)
    (called,) = who.notifications[before:]
    assert called.message.channel_id == new.id


async def test_a_game_that_is_over_can_be_moved_for_its_end(evening: Evening) -> None:
    """The end that could not be posted, with its record, is posted elsewhere."""
    thread = await evening.starts()
    game_id = (await evening.game(thread)).id
    evening.field.archive(thread, locked=True)
    await evening.hears()
    asked = await evening.host.types(evening.channel, f"/mod abandon game:{game_id}")
    assert asked.message is not None
    await evening.host.clicks(asked.message, "Abandon the game")
    await evening.settle()
    assert "abandoned" not in evening.story(thread)
    await evening.host.types(evening.channel, f"/mod rehome game:{game_id}")
    await evening.settle()
    end, moved = public(evening, evening.channel)[-2:]
    assert "The game is abandoned, without a result" in end.text
    assert len(end.attachments) == 1
    assert "played to its end elsewhere" in moved.text


async def test_trouble_is_remembered_over_a_restart_and_told_below_buttons_too(
    evening: Evening,
) -> None:
    """To whoever has to do with that game, and to nobody else."""
    thread, other = await evening.starts(), await evening.starts()
    ids = [(await evening.game(one)).id for one in (thread, other)]
    evening.field.archive(thread, locked=True)
    await evening.hears()
    await plays(evening, thread)
    async with again(evening):
        ana = evening["Ana"]
        for game_id, troubled in zip(ids, (True, False), strict=True):
            said = await ana.types(ana.direct, f"/table game:{game_id}")
            assert ("The thread is archived and locked." in said.text) == troubled
        dealt = [one for one in ana.reads() if f"· {ids[0]}" in one.text and one.buttons]
        tapped = await ana.clicks((dealt or public(evening, thread))[-1], "My hand")
        assert "The thread is archived and locked." in tapped.text
        assert "cannot be posted" not in evening.story(thread)


# --- an open sign-up moves -----------------------------------------------------------------------


async def test_an_open_sign_up_moves(evening: Evening) -> None:
    """With everybody who is in; people join in the new place, and there the game is played."""
    home = evening.field.add_channel("home")
    await evening.hears()
    thread = await evening.opens()
    (row,) = await evening.bot.store.games_in(evening.field.guild.id)
    await evening["Ana"].types(thread, "/in")
    evening.field.delete(thread)
    await evening.hears()
    offered = await evening.host.completes(home, "/mod rehome game:", "game")
    assert [value for _, value in offered] == [row.id]
    moved = await evening.host.types(home, f"/mod rehome game:{row.id} where:#home")
    assert "The sign-up goes on in <#" in moved.text
    await evening.settle()
    (new,) = evening.field.threads(home)
    (listed,) = public(evening, new)
    assert "In (1 of at least 3): Ana" in listed.text
    assert labels(listed) == ["Join", "Leave"]
    mark = listed.text.rpartition("\n")[2]
    await evening["Ben"].clicks(listed, "Join")
    await evening["Cho"].clicks(listed, "Join")
    await evening.time.advance(EACH + 1)
    (listed,) = public(evening, new)
    assert "In (3 of at least 3): Ana, Ben and Cho" in listed.text
    assert listed.text.rpartition("\n")[2] == mark
    await evening.host.types(new, "/game close")
    await evening.settle()
    assert "Inning 1." in evening.story(new)


async def test_a_sign_up_whose_opening_was_never_posted(evening: Evening) -> None:
    """In its new place it is posted once, not twice."""
    evening.field.faults.answer(SEND, 404, code=10003, where=lambda call: "Join" in str(call.json))
    await evening.opens()
    (row,) = await evening.bot.store.games_in(evening.field.guild.id)
    said = await evening["Ana"].types(evening.channel, f"/in game:{row.id}")
    assert "cannot be posted: The channel or thread is gone." in said.text
    await evening.host.types(evening.channel, f"/mod rehome game:{row.id}")
    await evening.settle()
    await evening.time.advance(EACH + 1)
    (listed,) = public(evening, evening.channel)
    assert "In (1 of at least 3): Ana" in listed.text


async def test_a_sign_up_that_is_over_does_not_move(evening: Evening) -> None:
    """There is nothing to move."""
    thread = await evening.opens()
    (row,) = await evening.bot.store.games_in(evening.field.guild.id)
    await evening.host.types(thread, "/game cancel")
    said = await evening.host.types(evening.channel, f"/mod rehome game:{row.id}")
    refused(said, f'There is no game "{row.id}" here.')


# --- lists ---------------------------------------------------------------------------------------


async def test_a_list_that_a_stop_left_behind_is_brought_up_to_date(evening: Evening) -> None:
    """At the next start, nobody has to join for that; once it is shown it is left alone."""
    thread = await evening.opens()
    for name in ("Ana", "Ben"):
        await evening[name].types(thread, "/in")
    await evening.settle()
    assert "Ben" not in public(evening, thread)[0].text
    edits = "PATCH /channels/{channel_id}/messages/{message_id}"
    async with again(evening):
        assert "In (2 of at least 3): Ana and Ben" in public(evening, thread)[0].text
    before = len(evening.field.calls_to(edits))
    async with again(evening):
        assert len(evening.field.calls_to(edits)) == before


async def test_a_list_that_closed_at_the_stop_loses_its_labels(evening: Evening) -> None:
    """So that nobody tries to join a game that is under way."""
    thread = await evening.opens()
    for name in ("Ana", "Ben", "Cho"):
        await evening[name].types(thread, "/in")
    await evening.host.types(thread, "/game close")
    await evening.settle()
    assert labels(public(evening, thread)[0]) == ["Join", "Leave"]
    async with again(evening):
        assert labels(public(evening, thread)[0]) == []


async def test_a_list_in_an_archived_thread_is_edited_all_the_same(evening: Evening) -> None:
    """The thread is reopened for it."""
    thread = await evening.opens("hours:1440")
    evening.field.archive(thread)
    await evening.hears()
    await evening["Ana"].types(evening.channel, "/in")
    await evening.settle()
    assert "In (1 of at least 3): Ana" in public(evening, thread)[0].text
    assert thread.thread is not None
    assert not thread.thread.archived


# --- direct messages that do not get through -----------------------------------------------------

CODES = [50007, 50278, 40003, 20026]


@pytest.mark.parametrize("code", CODES)
async def test_closed_direct_messages_stop_nothing(evening: Evening, code: int) -> None:
    """Told at `/in` and with the next answer, alone; the hand is behind `/hand`, never public."""
    thread = await evening.opens()
    ana = evening["Ana"]
    ana.closes_direct_messages(code)
    joined = await ana.types(thread, "/in")
    assert "But I cannot write to you: " in joined.text
    assert joined.ephemeral
    for name in ("Ben", "Cho"):
        await evening[name].types(thread, "/in")
    await evening.host.types(thread, "/game close")
    await evening.settle()
    shown = await ana.types(thread, "/hand")
    hand = [card_sign(read_card(card)) for card in await evening.hand(thread, ana)]
    assert all(card in shown.text for card in hand)
    assert "I could not send you a direct message" in shown.text
    assert shown.ephemeral
    # once is enough, and nobody else hears of it
    assert "could not send" not in (await ana.types(thread, "/hand")).text
    for name in ("Ben", "Cho"):
        assert "could not send" not in (await evening[name].types(thread, "/hand")).text
    assert "could not" not in evening.story(thread)
    log = await evening.host.types(thread, "/mod log")
    assert "direct" not in log.text.lower()
    await plays_in(evening, thread)
    kept = [card_sign(read_card(card)) for card in await evening.hand(thread, ana)]
    assert not any(card in evening.story(thread) for card in kept)


async def plays_in(evening: Evening, thread: Channel) -> None:
    """Whoever is at turn plays in the thread itself."""
    who, line = await evening.at_turn(thread), (await evening.legal(thread))[0]
    assert (await who.types(thread, line)).text.startswith("Done: ")
    await evening.settle()


async def test_the_note_about_closed_direct_messages_outlives_a_restart(evening: Evening) -> None:
    """Until it was told."""
    thread = await evening.opens()
    ana = evening["Ana"]
    for who in (ana, evening["Ben"], evening["Cho"]):
        await who.types(thread, "/in")
    ana.closes_direct_messages()
    await evening.host.types(thread, "/game close")
    await evening.settle()
    async with again(evening):
        told = await ana.types(thread, "/table")
        assert "I could not send you a direct message" in told.text
        assert "I could not" not in (await ana.types(thread, "/table")).text
        assert "I could not" not in (await evening["Ben"].types(thread, "/table")).text


# --- players who have left -----------------------------------------------------------------------


async def left_first(evening: Evening, thread: Channel) -> tuple[Person, Person, Person]:
    """The ball is in the air: who pitched, who is to swing, who is to follow and has left."""
    pitcher = await evening.at_turn(thread)
    await pitcher.types(thread, (await evening.legal(thread))[-1])
    await evening.settle()
    at = await evening.game(thread)
    first, second = (evening[at.names[seat]] for seat in at.asked)
    return pitcher, first, second


async def test_somebody_who_has_left_is_noticed_when_the_turn_comes(evening: Evening) -> None:
    """Also within a window that had called everybody long before; said once, and then it counts."""
    async with long_days(evening):
        thread = await evening.starts()
        _, first, second = await left_first(evening, thread)
        second.leaves(evening.field.guild)
        await evening.time.advance(3600)  # so long is a member believed to be one
        notice = f"{second.name} is no member of this server any more."
        assert notice not in evening.story(thread)
        await first.types(thread, "/pass")
        await evening.settle()
        assert evening.story(thread).count(notice) == 1
        assert "with `/mod replace`" in evening.host.last(thread).text
        await evening.time.advance(DAY - 60)
        await evening.settle()
        assert f"The time of {second.name} has run out" in evening.story(thread)
        assert "has left the server" not in evening.story(thread)
        await evening.time.advance(DAY)
        await evening.settle()
        assert f"{second.name} has left the server; from now on" in evening.story(thread)
        assert evening.story(thread).count(notice) == 1


async def test_somebody_who_has_left_is_noticed_at_the_deadline(evening: Evening) -> None:
    """Who went after the turn had come is asked for when the time is over."""
    async with long_days(evening):
        thread = await evening.starts()
        pitcher = await evening.at_turn(thread)
        pitcher.leaves(evening.field.guild)
        notice = f"{pitcher.name} is no member of this server any more."
        await evening.time.advance(DAY - 60)
        assert notice not in evening.story(thread)
        await evening.time.advance(61)
        await evening.settle()
        story = evening.story(thread)
        assert f"The time of {pitcher.name} has run out" in story
        assert story.count(notice) == 1


async def test_the_game_of_somebody_who_has_left_goes_on(evening: Evening) -> None:
    """A moderator gives the seat to somebody else, or to a house player."""
    thread = await evening.starts()
    pitcher = await evening.at_turn(thread)
    pitcher.leaves(evening.field.guild)
    seat = (await evening.game(thread)).names.index(pitcher.name) + 1
    await evening.host.types(thread, f"/mod replace seat:p{seat} by:@Dee")
    await evening.settle()
    assert (await evening.at_turn(thread)).name == "Dee"
    await plays_in(evening, thread)


async def test_a_server_that_cannot_be_asked_declares_nobody_gone(evening: Evening) -> None:
    """An error of Discord's is no answer."""
    thread = await evening.starts()
    await evening.time.advance(3600)
    evening.field.faults.answer(
        "GET /guilds/{guild_id}/members/{user_id}", 403, code=50001, times=9
    )
    await plays_in(evening, thread)
    assert "is no member" not in evening.story(thread)


# --- faults of ours ------------------------------------------------------------------------------


async def test_a_post_that_discord_cannot_read_does_not_block_its_channel_for_ever(
    evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    """After so many tries it is given up, in the log as an error; the posts behind it go out."""
    thread = await evening.starts()
    before = marks(evening, thread)
    fault = evening.field.faults.answer(
        SEND,
        400,
        code=50035,
        times=1000,
        where=lambda call: f"-# {before[-1] + 1} · " in str(call.json),
    )
    for _ in range(2):
        who, line = await evening.at_turn(thread), (await evening.legal(thread))[0]
        await who.types(thread, line)
    await evening.time.advance(1)
    assert marks(evening, thread) == before
    for _ in range(10):
        await evening.time.advance(30)
    assert len(fault.struck) == MOST_FAULTS
    assert marks(evening, thread) == [*before, before[-1] + 2]
    given_up = [one for one in caplog.records if one.message == "a post is given up"]
    assert [one.levelno for one in given_up] == [logging.ERROR]
    log = (await evening.host.types(thread, "/mod log")).text
    assert "Not posted: It failed again and again by a fault of mine, which is in the log." in log
    # mended, it is said after all
    fault.release()
    game_id = (await evening.game(thread)).id
    await evening.host.types(thread, f"/mod rehome game:{game_id}")
    await evening.settle()
    last = before[-1]
    assert marks(evening, thread) == [*before, last + 2, last + 1, last + 3]


@pytest.mark.parametrize(("status", "code"), [(400, 130000), (403, 0), (400, 40004), (429, 0)])
async def test_what_passes_by_itself_is_waited_for(
    evening: Evening, status: int, code: int
) -> None:
    """Discord has too much to do, or its doorkeeper sends everybody away: no fault of the post."""
    thread = await evening.starts()
    before = marks(evening, thread)
    evening.field.faults.answer(SEND, status, code=code, times=12)
    who, line = await evening.at_turn(thread), (await evening.legal(thread))[0]
    await who.types(thread, line)
    for _ in range(60):
        await evening.time.advance(60)
    assert marks(evening, thread) == [*before, before[-1] + 1]
    assert await evening.bot.store.refused_posts((await evening.game(thread)).id) == ()


# --- tags ----------------------------------------------------------------------------------------


def tags(evening: Evening, post: Channel) -> list[str]:
    """What a forum's post is tagged with."""
    assert post.thread is not None
    assert post.parent_id is not None
    forum = evening.field.world.channels[post.parent_id]
    named = {tag.id: tag.name for tag in forum.tags}
    return [named[tag] for tag in post.thread.tags]


async def test_tags_follow_the_game(evening: Evening) -> None:
    """Sign-up, playing, finished; what a moderator has added stays."""
    forum = evening.field.add_forum("boards", tags=("News", "Sign-up", "Playing", "Finished"))
    await evening.hears()
    post = await evening.opens("where:#boards")
    assert tags(evening, post) == ["Sign-up"]
    assert post.thread is not None
    post.thread.tags.append(forum.tags[0].id)
    evening.field.world.channel_changed(post)
    await evening.hears()
    for name in ("Ana", "Ben", "Cho"):
        await evening[name].types(post, "/in")
    await evening.host.types(post, "/game close")
    await evening.settle()
    assert sorted(tags(evening, post)) == ["News", "Playing"]
    await evening.abandons(post)
    assert sorted(tags(evening, post)) == ["Finished", "News"]


async def test_a_cancelled_sign_up_is_finished(evening: Evening) -> None:
    """As far as tags can say it."""
    evening.field.add_forum("boards", tags=("sign-up", "finished"))
    await evening.hears()
    post = await evening.opens("where:#boards")
    await evening.host.types(post, "/game cancel")
    await evening.settle()
    assert tags(evening, post) == ["finished"]


@pytest.mark.parametrize("needed", [False, True])
async def test_a_forum_without_a_tag_for_it(evening: Evening, needed: bool) -> None:
    """The old one would be untrue, so it goes; where one is required, a neutral one comes."""
    evening.field.add_forum("boards", tags=("Sign-up", "Cards"), tag_needed=needed)
    await evening.hears()
    post = await evening.starts("where:#boards")
    assert tags(evening, post) == (["Cards"] if needed else [])


@pytest.mark.parametrize("what", ["moderated", "fails"])
async def test_a_tag_that_cannot_be_given_stops_nothing(evening: Evening, what: str) -> None:
    """It is an ornament."""
    forum = evening.field.add_forum("boards", tags=("Sign-up", "Playing"))
    await evening.hears()
    post = await evening.opens("where:#boards")
    if what == "moderated":
        forum.tags[1].moderated = True
        evening.field.let(forum, evening.field.bot, manage_threads=False)
        await evening.hears()
    else:
        evening.field.faults.answer("PATCH /channels/{channel_id}", 403, code=50013)
    for name in ("Ana", "Ben", "Cho"):
        await evening[name].types(post, "/in")
    await evening.host.types(post, "/game close")
    await evening.settle()
    assert "Inning 1." in evening.story(post)
    await plays_in(evening, post)


async def test_a_game_that_moves_to_a_forum_is_tagged_as_what_it_is(evening: Evening) -> None:
    """Playing."""
    forum = evening.field.add_forum("boards", tags=("Sign-up", "Playing"))
    await evening.hears()
    thread = await evening.starts()
    game_id = (await evening.game(thread)).id
    await evening.host.types(thread, f"/mod rehome game:{game_id} where:#boards")
    await evening.settle()
    (post,) = evening.field.threads(forum)
    assert tags(evening, post) == ["Playing"]


# --- what asks back, and pauses ------------------------------------------------------------------


async def test_abandoning_asks_back(evening: Evening) -> None:
    """It says what it does; only the button does it, once, and only for a host."""
    thread = await evening.starts()
    await evening.host.types(evening.channel, "/settings host-role role:@everyone")
    asked = await evening["Dee"].types(thread, "/mod abandon")
    assert asked.ephemeral
    for words in ("without a result", "the seed", "cannot be undone"):
        assert words in asked.text
    assert asked.message is not None
    assert labels(asked.message) == ["Abandon the game"]
    await evening.settle()
    assert await evening.runs(thread)
    await evening.host.types(evening.channel, "/settings host-role")
    refused(
        await evening["Dee"].clicks(asked.message, "Abandon the game"),
        "Only this server's game hosts",
    )
    assert await evening.runs(thread)
    asked = await evening.host.types(thread, "/mod abandon")
    assert asked.message is not None
    evening.field.faults.duplicate_interactions()
    done = await evening.host.clicks(asked.message, "Abandon the game")
    assert done.text.startswith("The game is abandoned, without a result.")
    await evening.settle()
    assert (
        evening.story(thread).count("The game is abandoned, without a result (by order of Owner).")
        == 1
    )
    assert "The seed of this game was" in evening.story(thread)
    refused(await evening.host.types(thread, "/mod abandon"), "The game is over.")


async def test_the_button_that_abandons_works_after_a_restart(evening: Evening) -> None:
    """As every other."""
    thread = await evening.starts()
    asked = await evening.host.types(thread, "/mod abandon")
    assert asked.message is not None
    async with again(evening):
        done = await evening.host.clicks(asked.message, "Abandon the game")
        assert done.text.startswith("The game is abandoned, without a result.")
        await evening.settle()
        assert "The game is abandoned" in evening.story(thread)


async def test_a_pause_takes_answers_for_later_by_button_as_by_command(evening: Evening) -> None:
    """Nothing can be played, but what is left waits for the end of the pause, and then acts."""
    thread = await evening.starts()
    pitcher = await evening.at_turn(thread)
    await evening.host.types(thread, "/mod pause")
    await evening.settle()
    post = next(one for one in reversed(public(evening, thread)) if one.buttons)
    panel = await pitcher.clicks(post, "Act")
    assert panel.text.startswith("The game is paused until <t:")
    assert panel.message is not None
    form = await pitcher.clicks(panel.message, "Write…")
    card = (await evening.hand(thread, pitcher))[0]
    left = await pitcher.fills(form, {"Next pitch": card})
    assert f"Pitch {card_sign(read_card(card))}" in left.text
    assert (await evening.game(thread)).turn is not None
    await evening.host.types(thread, "/mod resume")
    await evening.settle()
    assert f"{pitcher.name} pitches" in evening.story(thread)
