"""The bot is restarted between any two steps of an evening, and the evening ends the same."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import bot.client
from bot.host import Host
from bot.practice import Channel, Outcome
from tests.evening import Evening

STEP = 20
"""Seconds that a step has: two of them are less than anybody has for a decision."""
AWAY = 30
"""Seconds without a bot that are no outage."""
HOUR = 3600
OUT_OF_DATE = "That form is out of date"


@pytest.fixture(autouse=True)
def _same_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every game of these evenings has the same id and the same seed, so it is the same game."""
    same = partial(Host, secret=lambda size: bytes(range(size)), new_id=lambda: "again2")
    monkeypatch.setattr(bot.client, "Host", same)


async def steps(evening: Evening) -> AsyncIterator[str]:
    """A short evening, with all that can be left lying between two steps; each has its name.

    A form is the one thing that a restart takes from people: they are told so, and open it again.
    """
    host = evening.host
    line = "/game open game:pitch-and-catch players:3 pace:live hours:1 options:true"
    options = {"options": "hand_size=2"}
    asked = await host.types(evening.channel, line)
    yield "a form for the options is open"
    opened = await host.fills(asked, options)
    if opened.text.startswith(OUT_OF_DATE):
        opened = await host.fills(await host.types(evening.channel, line), options)
    thread = await evening.opened(opened)
    yield "a sign-up is open"
    join = evening.newest("Join")
    for name in ("Ana", "Ben"):
        await evening[name].clicks(join, "Join")
        yield f"{name} is in, by the button"
    for name in ("Cho", "Dee"):
        await evening[name].types(thread, "/in")
        yield f"{name} is in, by the command"
    await evening["Dee"].clicks(join, "Leave")
    yield "Dee is out again"
    await evening["Dee"].types(evening.channel, "/in")
    yield "Dee is in again"
    await host.types(thread, "/game close")
    yield "the game has begun"

    pitcher = await evening.at_turn()
    panel = await evening.panel(pitcher)
    yield "the pitcher has a panel of buttons"
    done(await pitcher.clicks(panel, panel.buttons[0]["custom_id"]))
    yield "a card is pitched, by a button"
    first, second = await evening.asked()
    early = await second.types(thread, "/pass")
    assert early.text.startswith("Left for your turn")
    yield "an answer is left ahead"
    await host.types(thread, "/mod pause")
    yield "the game is paused"
    await host.types(thread, "/mod resume")
    yield "the game goes on"
    done(await first.types(first.direct, "/pass"))
    yield "a pass by direct message, and the answer left ahead"
    await host.types(thread, "/mod rewind moves:1")
    yield "the last play is taken back"
    left = await first.types(thread, "/plan answer:field highest else pass")
    assert "Left for later" in left.text
    yield "a plan is left for the catch"
    form = await evening.form(first, thread)
    yield "a form with plans is open"
    kept = await first.fills(form, {"Next pitch": "highest"})
    if kept.text.startswith(OUT_OF_DATE):
        kept = await first.fills(await evening.form(first, thread), {"Next pitch": "highest"})
    assert "Pitch highest" in kept.text
    yield "another plan is left, by the form"
    deadline = (await evening.game()).clock.deadline
    assert deadline is not None
    await evening.time.advance(deadline - evening.time.wall + 1)
    yield "somebody's time has run out"
    while (await evening.game()).outcome is None:
        who, panel = await evening.at_turn(), await evening.panel(await evening.at_turn())
        yield f"{who.name} has a panel"
        done(await who.clicks(panel, panel.buttons[0]["custom_id"]))
        yield f"{who.name} has played"


def done(outcome: Outcome) -> None:
    """It was answered as done."""
    assert "Done: `" in outcome.text, outcome.text


async def ending(folder: Path, restarts: Callable[[int], bool]) -> tuple[list[str], dict[str, Any]]:
    """An evening in which the bot is restarted after some steps, counted from 1.

    Gives the names of the steps, and all that there is to be seen at the end.
    """
    names: list[str] = []
    async with Evening(folder) as evening, contextlib.AsyncExitStack() as life:
        await life.enter_async_context(evening.open())
        async for name in steps(evening):
            names.append(name)
            await evening.settle()
            if restarts(len(names)):
                await life.aclose()
                await life.enter_async_context(evening.open())
            # each step has a time of its own, however long the one before has taken
            await evening.time.advance(STEP - evening.time.wall % STEP)
        assert await evening.bot.store.check() == ()
        assert await evening.bot.store.next_post() is None
        seen: dict[str, Any] = {
            "everybody": read(evening, evening.thread),
            "record": await evening.bot.store.record(evening.id),
            "journal": await evening.bot.store.journal(evening.id),
        }
        here = str(evening.thread.id)  # of each evening another
        for person in evening.people.values():
            said = [one.content for one in person.reads() if one.interaction is None]
            seen[person.name] = [text.replace(here, "the thread") for text in said]
    assert evening.field.server.unknown == []
    return names, seen


def read(evening: Evening, thread: Channel) -> list[tuple[str, list[str], list[bytes]]]:
    """What stands in a thread: words, buttons and files."""
    return [
        (
            one.content,
            [button["custom_id"] for button in one.buttons],
            [file.content for file in one.attachments],
        )
        for one in evening.posts(thread)
    ]


async def lines(evening: Evening) -> AsyncIterator[str]:
    """What two people settle before a day in which nobody plays."""
    thread = await evening.starts("pace:daily")
    pitcher = await evening.at_turn(thread)
    await pitcher.types(thread, (await evening.legal(thread))[0])
    first, second = await evening.asked(thread)
    for person, hour in ((first, 20), (second, 22)):
        await person.types(thread, "/my timezone zone:berlin")
        yield f"{person.name} has named a time zone"
        told = await person.types(person.direct, f"/my digest hour:{hour}")
        assert "The next digest is due" in told.text
        yield f"{person.name} has asked for a digest"


async def notices(folder: Path, restarts: Callable[[int], bool]) -> dict[str, list[str]]:
    """What people were told by themselves in a day, the bot being restarted in some moments.

    It is away for half a minute, and in each of these half minutes something would be due.
    """
    async with Evening(folder, heartbeat=None) as evening, contextlib.AsyncExitStack() as life:
        await life.enter_async_context(evening.open())
        began, step = evening.time.wall, 0

        async def goes_on() -> None:
            nonlocal step
            step += 1
            end = evening.time.wall + AWAY
            if restarts(step):
                await evening.bot.store.alive(evening.time.now())
                await life.aclose()
                evening.time.leap(end - evening.time.wall)
                await life.enter_async_context(evening.open())
            await evening.passes(end - evening.time.wall)

        async for _ in lines(evening):
            await goes_on()
        # nine in the morning in Berlin was the beginning, the window opened then: the digests are
        # at eight and ten, the reminders after a half and nine tenths of the day
        for hours in (11, 12, 13, 21.6):
            await evening.passes(began + hours * HOUR - AWAY / 2 - evening.time.wall)
            await goes_on()
        assert await evening.bot.store.check() == ()
        public = evening.story()
        told = {
            person.name: [one.content for one in person.reads() if one.interaction is None]
            for person in evening.players
        }
    assert "These games wait" not in public
    return told | {"everybody": [public]}


def counts(told: dict[str, list[str]], words: str) -> list[int]:
    """How many messages with some words the players have got, the most first."""
    found = [
        sum(words in one for one in ones) for name, ones in told.items() if name != "everybody"
    ]
    return sorted(found, reverse=True)


async def test_a_restart_whenever_a_reminder_or_a_digest_is_due(tmp_path: Path) -> None:
    """Each comes once: two reminders to the one at turn, and both have a digest."""
    undisturbed = await notices(folder(tmp_path, "undisturbed"), lambda step: False)
    assert counts(undisturbed, "These games wait for you:") == [1, 1, 0]
    assert counts(undisturbed, "It is your turn in ") == [2, 0, 0]
    assert await notices(folder(tmp_path, "restarted"), lambda step: True) == undisturbed


@pytest.mark.long
async def test_a_restart_at_each_reminder_and_digest_alone(tmp_path: Path) -> None:
    """One a day, at each of the moments."""
    undisturbed = await notices(folder(tmp_path, "undisturbed"), lambda step: False)
    for at in range(1, 9):
        again = await notices(folder(tmp_path, f"{at}"), lambda step, at=at: step == at)
        assert again == undisturbed, f"restarted at step {at}"


async def test_a_restart_before_every_step(tmp_path: Path) -> None:
    """Nothing is lost, nothing said twice, and old buttons work, all the evening."""
    names, seen = await ending(folder(tmp_path, "undisturbed"), lambda step: False)
    assert len(names) > 30
    again, seen_again = await ending(folder(tmp_path, "restarted"), lambda step: True)
    assert again == names
    assert seen_again == seen


@pytest.mark.long
async def test_a_restart_before_each_step_alone(tmp_path: Path) -> None:
    """One restart an evening, before its second step, its third, and so on to the last."""
    names, seen = await ending(folder(tmp_path, "undisturbed"), lambda step: False)
    for at, name in enumerate(names, 1):
        again, seen_again = await ending(folder(tmp_path, f"{at}"), lambda step, at=at: step == at)
        assert again == names, f"restarted when {name}"
        assert seen_again == seen, f"restarted when {name}"


def folder(above: Path, name: str) -> Path:
    """A new folder."""
    made = above / name
    made.mkdir()
    return made
