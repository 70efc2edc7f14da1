"""An evening's players sleep, go on leave, and are told once a day what waits for them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.practice import Message, Person
from games.clock import HOUR
from tests.evening import Evening, texts

DAY = 24 * HOUR
BERLIN = "Europe/Berlin"
"""It is nine in the morning there when an evening begins, on a Friday."""


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncIterator[Evening]:
    """One that lasts for days."""
    async with Evening(tmp_path, heartbeat=None) as evening, evening.open():
        yield evening
        assert await evening.bot.store.check() == ()


def notices(person: Person) -> list[Message]:
    """What the bot has written to somebody by itself."""
    return [one for one in person.reads() if one.interaction is None]


def digests(person: Person) -> list[Message]:
    """Those of them that list games."""
    return [one for one in notices(person) if "These games wait for you:" in one.content]


async def test_nobody_is_timed_out_or_reminded_at_night(evening: Evening) -> None:
    """The time that is left in the evening is there in the morning, and the reminder, too."""
    for name in ("Ana", "Ben", "Cho"):
        person = evening[name]
        await person.types(evening.channel, "/my timezone zone:berlin")
        told = await person.types(evening.channel, "/my quiet from:20 to:8")
        assert "Your quiet hours are 20:00 to 08:00 (Europe/Berlin)." in told.text
    thread = await evening.starts("pace:fast")  # eight hours for a decision
    pitcher = await evening.at_turn(thread)
    await evening.passes(6 * HOUR)
    await evening.acts(pitcher)
    first = await evening.at_turn(thread)  # at three in the afternoon
    morning = evening.time.now() + 17 * HOUR
    before = len(notices(first))
    await evening.passes(5 * HOUR)
    deadline = (await evening.game(thread)).clock.deadline
    assert deadline == morning + 3 * HOUR
    await evening.passes(12 * HOUR - 1)
    story = evening.story(thread)
    assert "has run out" not in story
    in_the_night = notices(first)[before:]
    assert [one for one in in_the_night if one.at > evening.time.now() - 12 * HOUR] == []
    await evening.passes(3 * HOUR + 2)
    assert "has run out" in evening.story(thread)
    assert "It is your turn in " in texts(notices(first)[before:])


async def test_leave_in_the_middle_of_a_turn_counts_at_once(evening: Evening) -> None:
    """The player is shown until when there is time now; the others learn it by `/table` at most."""
    thread = await evening.starts()
    pitcher = await evening.at_turn(thread)
    before = evening.posts(thread)
    told = await pitcher.types(thread, "/my leave from:today to:2027-01-18")
    assert told.ephemeral
    deadline = (await evening.game(thread)).clock.deadline
    assert deadline is not None
    assert deadline > evening.time.now() + 4 * DAY
    assert f"3 of 7 days of leave left; it is your turn, until <t:{deadline}:f>" in told.text
    assert evening.posts(thread) == before
    await evening.passes(4 * DAY)
    assert await evening.at_turn(thread) == pitcher


async def test_a_digest_comes_once_a_day_in_private(evening: Evening) -> None:
    """With all games, links and deadlines; in place of mentions; never in a channel."""
    first, second = await evening.starts(), await evening.starts()
    pitchers = [await evening.at_turn(thread) for thread in (first, second)]
    who = pitchers[0]
    await who.types(who.direct, "/my timezone zone:Berlin")
    told = await who.types(who.direct, "/my digest hour:20")
    due = evening.time.now() + 11 * HOUR
    assert f"The next digest is due <t:{due}:f>." in told.text
    await evening.passes(11 * HOUR - 1)
    assert digests(who) == []
    await evening.passes(2)
    (digest,) = digests(who)
    for thread, pitcher in zip((first, second), pitchers, strict=True):
        assert (str(thread.id) in digest.content) == (pitcher == who)
    deadline = (await evening.game(first)).clock.deadline
    assert f"It is your turn, until <t:{deadline}:f> (<t:{deadline}:R>)." in digest.content
    for person in evening.players:
        if person != who:
            assert digests(person) == []
    for thread in (first, second):
        assert "These games wait" not in evening.story(thread)
    await evening.passes(DAY)
    assert len(digests(who)) == 2


async def test_a_digest_that_does_not_get_through_is_told(evening: Evening) -> None:
    """To that person alone, with the next answer, once; nothing waits for it."""
    thread = await evening.starts()
    who = await evening.at_turn(thread)
    await who.types(thread, "/my digest hour:9")
    who.closes_direct_messages()
    await evening.passes(1 * HOUR + 1)
    assert digests(who) == []
    told = await who.types(thread, "/waiting")
    assert "I could not send you a direct message" in told.text
    assert "I could not send" not in (await who.types(thread, "/waiting")).text
    for other in evening.players:
        if other != who:
            assert "I could not send" not in (await other.types(thread, "/waiting")).text
    who.closes_direct_messages(None)
    await evening.passes(DAY)
    assert len(digests(who)) == 1


async def test_whoever_has_a_digest_is_not_mentioned(evening: Evening) -> None:
    """The name stands in the post all the same; reminders come as they were chosen."""
    for name in ("Ana", "Ben", "Cho"):
        await evening[name].types(evening.channel, "/my digest hour:20")
        await evening[name].types(evening.channel, "/my remind which:last")
    thread = await evening.starts()
    pitcher = await evening.at_turn(thread)
    asks = evening.newest("Act")
    assert f"To act: {pitcher.name}" in asks.content
    assert "<@" not in asks.content
    await evening.passes(DAY - 1)
    running = [one for one in notices(pitcher) if "It is your turn in " in one.content]
    assert len(running) == 1


async def test_waiting_tells_what_is_asked_answered_and_paused(evening: Evening) -> None:
    """In a direct message, for all games at once."""
    thread = await evening.starts()
    pitcher = await evening.at_turn(thread)
    await pitcher.types(thread, (await evening.legal(thread))[0])
    first, second = await evening.asked(thread)
    shown = await second.types(second.direct, "/waiting")
    assert "Your turn is still to come, and you can answer ahead" in shown.text
    await second.types(thread, "/pass")
    shown = await second.types(second.direct, "/waiting")
    assert "You have answered ahead: Pass (swing)." in shown.text
    assert "answered ahead" not in (await first.types(first.direct, "/waiting")).text
    await evening.host.types(thread, "/mod pause hours:5")
    until = evening.time.now() + 5 * HOUR
    shown = await second.types(second.direct, "/waiting")
    assert f"The game is paused until <t:{until}:f>" in shown.text
    assert "You have answered ahead: Pass (swing)." in shown.text
    assert str(thread.id) in shown.text


async def test_what_cannot_be_is_refused_and_nothing_kept(evening: Evening) -> None:
    """In a private sentence, from the thread of a game as from elsewhere."""
    thread = await evening.starts()
    ana = evening["Ana"]
    for line, words in {
        "/my timezone zone:Belrin": "Europe/Berlin",
        "/my quiet from:19 to:8": "at most 12 hours",
        "/my quiet from:23": "like 23-7",
        "/my leave from:2027-02-30": "There is no day 2027-02-30",
        "/my leave from:2027-02-03 to:2027-02-01": "ends on its first day or later",
        "/my leave from:2026-02-03": "is over",
        "/my leave from:2027-02-01 to:2027-06-01": "at most 60 days",
        "/my leave to:2027-02-01": "Name the first day",
        "/my leave cancel:true": "None of these days",
        "/my digest hour:24": "from 0 to 23",
    }.items():
        await evening.refuses(ana.types(thread, line), words)
