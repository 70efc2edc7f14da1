"""Evenings on the practice field, told as people see them: posts, buttons, restarts, faults."""

import asyncio
import io
import re
from collections.abc import AsyncIterator
from pathlib import Path

import discord
import pytest

from bot import people, places, records, wire
from bot.answers import STOPPING
from bot.client import DRAIN_SECONDS
from bot.lists import EACH
from bot.practice import Message
from bot.practice.people import Person
from storage.store import StoreError
from tests.evening import ANSWER, SEND, Evening, labels
from tests.practice.impatience import hurry

HERE = "thread:false hours:1"
"""The game is played in the channel itself."""


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncIterator[Evening]:
    """A field and three people; the test opens the bot."""
    async with Evening(tmp_path) as evening:
        yield evening
        assert evening.field.server.unknown == []


def numbers(messages: list[Message]) -> list[int]:
    """The numbers that posts show."""
    found = [re.search(r"^-# (\d+) · ", one.text, re.MULTILINE) for one in messages]
    return [int(one[1]) for one in found if one is not None]


def buzzed(person: Person, why: str) -> list[str]:
    """What somebody's phone has shown, for such a reason."""
    return [one.text for one in person.notifications if one.why == why]


# --- the whole of it -----------------------------------------------------------------------------


async def test_a_whole_game_with_buttons_from_the_sign_up_to_the_record(
    evening: Evening, tmp_path: Path
) -> None:
    """Posts are numbered without a gap, and the record is attached, seed and all."""
    async with evening.open():
        await evening.starts(HERE)
        while (await evening.game()).outcome is None:
            done = await evening.acts(await evening.at_turn())
            assert done.text.startswith("Done: ")
        await evening.time.advance(EACH)  # so often is the list of the sign-up edited
        posts = evening.posts()
    assert numbers(posts) == list(range(1, len(posts) + 1))
    assert posts[0].buttons == posts[-1].buttons == []
    (file,) = posts[-1].attachments
    seed = re.search(r"seed of this game was `([0-9a-f]{64})`", posts[-1].text)
    assert seed is not None
    assert seed[1] in file.content.decode()
    (tmp_path / "game.box").write_bytes(file.content)
    out, err = io.StringIO(), io.StringIO()
    assert records.verify(str(tmp_path / "game.box"), out, err) == 0


async def test_only_those_who_are_asked_are_notified(evening: Evening) -> None:
    """The pitcher alone at first, then the window; names in the text notify nobody."""
    async with evening.open():
        await evening.starts(HERE)
        pitcher = await evening.at_turn()
        others = [one for one in evening.players if one is not pitcher]
        assert [len(buzzed(one, "mention")) for one in evening.players].count(1) == 1
        assert len(buzzed(pitcher, "mention")) == 1
        await evening.acts(pitcher)
        assert [len(buzzed(one, "mention")) for one in others] == [1, 1]
        assert len(buzzed(pitcher, "mention")) == 1


async def test_a_name_formats_nothing_and_notifies_nobody(evening: Evening) -> None:
    """Whatever somebody calls himself."""
    ana = evening.players[0]
    evening.players[1].user.display = f"@everyone <@{ana.id}> **x**"
    async with evening.open():
        await evening.starts(HERE)
        (draw,) = [one for one in evening.posts() if "Seats:" in one.text]
    assert draw.mentions == []
    assert not draw.mention_everyone
    assert r"\*\*x\*\*" in draw.text
    assert buzzed(ana, "everyone") == []


async def test_hands_come_by_direct_message_with_buttons(evening: Evening) -> None:
    """And nobody else's hand is ever among them."""
    async with evening.open():
        await evening.starts(HERE)
        pitcher = await evening.at_turn()
        hand = pitcher.last()
        assert "Your hand: " in hand.text
        assert labels(hand) == ["Act", "Answer ahead", "My hand", "Table"]
        panel = await pitcher.clicks(hand, "Act")
        assert not panel.ephemeral
        assert panel.message is not None
        done = await pitcher.clicks(panel.message, panel.message.buttons[0]["custom_id"])
        assert done.text.startswith("Done: `pitch ")
        assert done.message is panel.message


# --- buttons -------------------------------------------------------------------------------------


async def test_an_old_button_answers_with_the_present_decision(evening: Evening) -> None:
    """An action's button is refused with what is legal now, and nothing happens."""
    async with evening.open():
        await evening.starts(HERE)
        pitcher = await evening.at_turn()
        old = evening.newest("Act")
        panels = [await pitcher.clicks(old, "Act") for _ in range(2)]
        first, second = (panel.message for panel in panels)
        assert first is not None
        assert second is not None
        await pitcher.clicks(first, first.buttons[0]["custom_id"])
        await evening.settle()
        late = second.buttons[1]["custom_id"]
        await evening.refuses(pitcher.clicks(second, late), "no longer open")
        await evening.refuses(
            (await evening.at_turn()).clicks(old, "Act"), "That decision is no longer open."
        )


async def test_the_same_button_tapped_again_says_when_it_was_played(evening: Evening) -> None:
    """Two taps are one move."""
    async with evening.open():
        await evening.starts(HERE)
        pitcher = await evening.at_turn()
        post = evening.newest("Act")
        panels = [(await pitcher.clicks(post, "Act")).message for _ in range(2)]
        answers = []
        for panel in panels:
            assert panel is not None
            answers.append((await pitcher.clicks(panel, panel.buttons[0]["custom_id"])).text)
        assert answers[0].startswith("Done: ")
        assert answers[1].startswith("You played that already, <t:")


async def test_an_interaction_delivered_twice_is_one_move_and_one_answer(evening: Evening) -> None:
    """The second says nothing at all."""
    async with evening.open():
        await evening.starts(HERE)
        pitcher = await evening.at_turn()
        panel = (await pitcher.clicks(evening.newest("Act"), "Act")).message
        assert panel is not None
        evening.field.faults.duplicate_interactions()
        before = len(evening.field.calls_to(ANSWER))
        done = await pitcher.clicks(panel, panel.buttons[0]["custom_id"])
        await evening.settle()
        assert done.text.startswith("Done: ")
        assert len(evening.field.calls_to(ANSWER)) == before + 1
        pitches = [
            one for one in await evening.bot.store.journal(evening.id) if "pitch" in one.action
        ]
        assert len(pitches) == 1


async def test_whoever_does_not_play_is_told_so(evening: Evening) -> None:
    """In private, and may look at the table."""
    dee = evening["Dee"]
    async with evening.open():
        await evening.starts(HERE)
        post = evening.newest("Act")
        for button in ("Act", "My hand"):
            outcome = await evening.refuses(dee.clicks(post, button))
            assert outcome.text == "You do not play in this game."
        table = await dee.clicks(post, "Table")
        assert "Inning 1" in table.text
        assert "Your hand" not in table.text


async def test_an_answer_left_ahead_from_the_panel_plays_at_the_turn(evening: Evening) -> None:
    """Nobody but its owner ever reads of it."""
    async with evening.open():
        await evening.starts(HERE)
        await evening.acts(await evening.at_turn())
        _, later = await evening.asked()
        panel = await later.clicks(evening.newest("Act"), "Act")
        assert "still to come" in panel.text
        assert panel.message is not None
        left = await later.clicks(panel.message, "Pass")
        assert left.text.startswith("Left for later: ")
        await evening.settle()
        assert not any("Left for" in one.text for one in evening.posts())


async def test_a_form_of_plans_opens_and_is_kept(evening: Evening) -> None:
    """From the panel."""
    async with evening.open():
        await evening.starts(HERE)
        pitcher = await evening.at_turn()
        other = next(one for one in evening.players if one is not pitcher)
        panel = await other.clicks(evening.newest("Act"), "Act")
        assert panel.message is not None
        form = await other.clicks(panel.message, "Write…")
        kept = await other.fills(form, {"swing": "lowest else pass"})
        assert kept.text.startswith("Left for later: ")


async def test_what_nobody_claims_is_answered(evening: Evening) -> None:
    """A form that was open when the bot stopped; a button of some older program."""
    async with evening.open():
        await evening.starts(HERE)
        pitcher = await evening.at_turn()
        panel = await pitcher.clicks(evening.newest("Act"), "Act")
        assert panel.message is not None
        ahead = await pitcher.clicks(panel.message, "Answer ahead")
        assert ahead.message is not None
        form = await pitcher.clicks(ahead.message, "Write…")
    async with evening.open():
        await evening.refuses(pitcher.fills(form, {"pitch": "highest"}), "That form is out of date")
        post = evening.newest("Act")
        post.buttons[0]["custom_id"] = "from-another-time"
        await evening.refuses(pitcher.clicks(post, "Act"), "That button is out of date")


# --- answers -------------------------------------------------------------------------------------


async def test_what_takes_long_is_deferred_and_then_edited(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a second; there is no follow-up."""
    async with evening.open() as bot:
        await evening.starts(HERE)
        ready = asyncio.Event()
        look = bot.host.look

        async def slow(*args: object) -> object:
            await evening.time.rest(None, ready)
            return await look(evening.id)

        monkeypatch.setattr(bot.host, "look", slow)
        outcome = await evening.players[0].clicks(evening.newest("Table"), "Table", wait=False)
        await evening.field.settle()
        await evening.time.advance(0.9)
        assert not outcome.answered
        await evening.time.advance(0.2)
        assert outcome.deferred
        assert outcome.thinking
        ready.set()
        await outcome.settled()
        assert "Inning 1" in outcome.text
        assert outcome.ephemeral
        assert outcome.follow_ups == []
        assert [step.what for step in outcome.steps] == ["deferred", "edited"]


async def test_an_answer_that_discord_took_for_lost_is_edited(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """discord.py sends it again, and Discord has had it already (40060)."""
    hurry(monkeypatch)
    async with evening.open():
        await evening.starts(HERE)
        evening.field.faults.answer(ANSWER, 502, after=True)
        outcome = await evening.players[0].clicks(evening.newest("My hand"), "My hand")
        await evening.time.settle()
        assert "Your hand" in outcome.text
        assert outcome.follow_ups == []


async def test_an_error_is_told_in_a_sentence(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Never as a traceback, for buttons and commands alike."""
    async with evening.open() as bot:
        await evening.starts(HERE)

        async def broken(*args: object) -> object:
            raise RuntimeError("inner matters")

        async def shut(*args: object) -> object:
            raise StoreError("the disk is full")

        ana = evening.players[0]
        monkeypatch.setattr(bot.host, "look", broken)
        for outcome in (
            await ana.clicks(evening.newest("Table"), "Table"),
            await ana.types(evening.channel, "/table"),
        ):
            assert outcome.ephemeral
            assert outcome.text.startswith("Something went wrong here")
            assert "inner matters" not in outcome.text
        monkeypatch.setattr(bot.host, "look", shut)
        told = await ana.clicks(evening.newest("Table"), "Table")
        assert told.text.startswith("The database cannot be reached")
    assert "inner matters" in caplog.text


# --- restarts ------------------------------------------------------------------------------------


async def test_a_restart_loses_nothing_and_old_buttons_work(evening: Evening) -> None:
    """Commands are told to Discord once; what was posted is not posted again."""
    async with evening.open():
        await evening.starts(HERE)
        await evening.acts(await evening.at_turn())
        before = [one.text for one in evening.posts()]
    async with evening.open():
        opening, *story = [one.text for one in evening.posts()]
        assert story == before[1:]
        assert "this sign-up is closed" in opening  # the stop came before its edit
        done = await evening.acts(await evening.at_turn())
        assert done.text.startswith("Done: ")
        assert len(evening.posts()) == len(before) + 1
    synced = [one for one in evening.field.calls if one.method == "PUT"]
    assert len(synced) == 1


async def test_a_stop_takes_no_new_plays_and_leaves_posts_for_the_next_start(
    evening: Evening,
) -> None:
    """Whoever plays meanwhile is told in a sentence; a post that hangs holds nothing up."""
    async with evening.open() as bot:
        await evening.starts(HERE)
        posts = len(evening.posts())
        pitcher = await evening.at_turn()
        panel = await pitcher.clicks(evening.newest("Act"), "Act")
        assert panel.message is not None
        held = evening.field.faults.hold(SEND)
        await pitcher.clicks(panel.message, panel.message.buttons[0]["custom_id"])
        await held.arrived.wait()
        stopping = asyncio.create_task(bot.close())
        late = await pitcher.clicks(evening.newest("Table"), "Table")
        assert late.text == STOPPING
        evening.time.leap(DRAIN_SECONDS)
        await stopping
        held.release()
    async with evening.open():
        await evening.settle()
        assert len(evening.posts()) == posts + 1


# --- faults of posts -----------------------------------------------------------------------------


@pytest.mark.parametrize("after", [False, True])
async def test_a_post_that_discord_fumbles_stands_there_once(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, after: bool
) -> None:
    """Its nonce keeps discord.py's own repetition from saying it twice."""
    hurry(monkeypatch)
    async with evening.open():
        await evening.starts(HERE)
        posts = len(evening.posts())
        evening.field.faults.answer(SEND, 502, after=after)
        await evening.acts(await evening.at_turn())
        assert len(evening.posts()) == posts + 1


async def test_a_post_whose_answer_was_lost_is_found_after_hours(evening: Evening) -> None:
    """By its number, long after its nonce is forgotten."""
    async with evening.open():
        await evening.starts(HERE)
        posts = len(evening.posts())
        pitcher = await evening.at_turn()
        panel = (await pitcher.clicks(evening.newest("Act"), "Act")).message
        assert panel is not None
        evening.field.faults.drop(SEND, after=True)
        evening.field.faults.answer(SEND, 503, times=50)
        await pitcher.clicks(panel, panel.buttons[0]["custom_id"])
        await evening.time.settle()
        for _ in range(12):
            await evening.time.advance(30)
        evening.field.faults.clear()
        await evening.settle()
        assert len(evening.posts()) == posts + 1
        assert len(evening.field.calls_to("GET /channels/{channel_id}/messages")) >= 1


@pytest.mark.parametrize(
    ("status", "code", "said"),
    [
        (403, 50001, "I may not see the channel."),
        (403, 50013, "I may not write there"),
        (404, 10003, "The channel or thread is gone."),
        (400, 50083, "The thread is archived"),
        (400, 160005, "The thread is locked."),
    ],
)
async def test_a_post_that_can_never_be_is_set_aside_and_the_game_goes_on(
    evening: Evening, status: int, code: int, said: str
) -> None:
    """With a plain sentence for the moderators."""
    async with evening.open():
        await evening.starts(HERE)
        evening.field.faults.answer(SEND, status, code=code)
        await evening.acts(await evening.at_turn())
        (aside,) = await evening.bot.store.refused_posts(evening.id)
        assert aside.reason.startswith(said)
        assert (await evening.acts(await evening.at_turn())).text.startswith("Done: ")


async def test_what_we_lack_is_not_known_before_discord_has_told_of_the_server(
    evening: Evening,
) -> None:
    """A post may be looked for while the bot is logged in, but not connected yet."""
    client = discord.Client(intents=discord.Intents(guilds=True))
    with evening.field.led_here():
        async with client:
            await client.login(evening.field.token)
            needed = "read_message_history"
            assert await places.missing_for(client, evening.channel.id, needed) == ()


async def test_without_leave_to_attach_files_the_end_is_posted_all_the_same(
    evening: Evening,
) -> None:
    """And says where the record is."""
    evening.field.let(evening.channel, evening.field.bot, attach_files=False)
    async with evening.open():
        await evening.starts(HERE)
        await evening.abandons()
        last = evening.posts()[-1]
        assert "abandoned" in last.text
        assert last.attachments == []
        assert "`/record`" in last.text


async def test_a_new_thread_is_not_asked_for_twice(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """discord.py would repeat it, and there would be two."""
    impatient = hurry(monkeypatch)
    route = "POST /channels/{channel_id}/threads"
    forum = evening.field.add_forum("games")
    evening.field.faults.answer(route, 502, after=True)
    async with evening.open() as bot:
        found = bot.get_channel(forum.id)
        assert isinstance(found, discord.ForumChannel)
        with pytest.raises(wire.Unsure), wire.once():
            await found.create_thread(name="a game", content="here")
        assert len(evening.field.calls_to(route)) == 1
        evening.field.faults.drop(route)
        with pytest.raises(wire.Unsure), wire.once():
            await found.create_thread(name="a game", content="here")
        evening.field.faults.answer(route, 502)
        await found.create_thread(name="another", content="here")
        assert len(evening.field.calls_to(route)) == 4
    assert len(evening.field.threads(forum)) == 2
    assert impatient.slept


# --- lists ---------------------------------------------------------------------------------------

EDIT = "PATCH /channels/{channel_id}/messages/{message_id}"


async def test_the_list_of_a_sign_up_is_edited_once_a_minute(evening: Evening) -> None:
    """Whoever looks at it notifies nobody; when it is over it has no buttons."""
    async with evening.open():
        await evening.signs_up(HERE)
        assert len(evening.field.calls_to(EDIT)) == 1
        await evening.time.advance(60)
        assert len(evening.field.calls_to(EDIT)) == 2
        post = evening.posts()[0]
        assert "In (3 of at least 3): Ana, Ben and Cho" in post.text
        assert labels(post) == ["Join", "Leave"]
        await evening.players[1].clicks(post, "Leave")
        await evening.time.advance(60)
        assert "In (2 of at least 3): Ana and Cho" in evening.posts()[0].text
        await evening.players[1].types(evening.channel, "/in")
        await evening.host.types(evening.channel, "/game close")
        await evening.time.advance(60)
        assert "this sign-up is closed" in evening.posts()[0].text
        assert evening.posts()[0].buttons == []
        assert all(
            buzzed(person, "mention") in ([], [evening.posts()[-1].content])
            for person in evening.players
        )


async def test_a_list_that_was_edited_too_often_waits(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until Discord takes it (30046)."""
    hurry(monkeypatch)
    async with evening.open():
        await evening.signs_up(HERE)
        evening.field.faults.answer(EDIT, 400, code=30046)
        await evening.time.advance(61)
        assert "Cho" not in evening.posts()[0].text
        await evening.time.advance(901)
        assert "Cho" in evening.posts()[0].text


# --- people --------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", [50007, 50278, 40003, 20026])
async def test_whoever_cannot_be_written_to_learns_it_on_joining(
    evening: Evening, code: int
) -> None:
    """Alone, before anything is dealt; the game goes on without."""
    ana = evening.players[0]
    ana.closes_direct_messages(code)
    async with evening.open():
        await evening.opens(HERE)
        joined = await ana.clicks(evening.newest("Join"), "Join")
        assert joined.ephemeral
        assert "I cannot write to you" in joined.text
        for other in evening.players[1:]:
            assert "cannot write" not in (await other.types(evening.channel, "/in")).text
        await evening.host.types(evening.channel, "/game close")
        await evening.settle()
        for other in evening.players[1:]:
            assert not any("cannot write" in one.text for one in other.reads())
        seen = await ana.clicks(evening.newest("My hand"), "My hand")
        assert "Your hand" in seen.text
        assert "I could not send you a direct message" in seen.text
        told = [one.reason for one in await evening.bot.store.refused_posts(evening.id)]
        assert told
        assert all("♠" not in one for one in told)


async def test_whoever_has_left_the_server_is_named_but_not_notified(evening: Evening) -> None:
    """When the turn reaches the seat."""
    async with evening.open():
        await evening.starts(HERE)
        pitcher = await evening.at_turn()
        gone = next(one for one in evening.players if one is not pitcher)
        gone.leaves(evening.field.guild)
        await evening.time.advance(people.MEMBERSHIP_SECONDS)
        await evening.acts(pitcher)
        last = evening.posts()[-1]
        assert f"{gone.name} is no member of this server any more" in last.text
        assert gone.mention not in last.text
