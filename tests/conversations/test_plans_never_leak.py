"""Nobody but its owner can tell that an answer was left (PC-25, X-8), in any of the games.

The same game is played again and again through the stand-in: once without answers left ahead, and
then with them. Whatever anybody else can see must be the same bytes: posts with their buttons,
names and moments, direct messages, reminders, alarms, what is asked of Discord, what is owed. Only
what the owner is answered differs, and where a plan did not fit, a letter to the owner.
"""

from __future__ import annotations

import contextlib
import functools
import json
import random
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bot.host import Host
from bot.practice.state import DIRECT
from games import registry
from games.core import GameError, Plan, Seat
from games.table import Table
from tests.evening import Evening

GAMES = ("pitch-and-catch", "ball-four-52", "ball-four-40", "baseball")
STEPS = 24
OWNER = "Ben"
"""Who leaves answers ahead."""

REMINDER, TIME_OUT = 65, 125
"""After so many seconds, at the pace `live`, there is a reminder, or the time is over."""


@dataclass(frozen=True)
class Deed:
    """What somebody does by name, `host` as a host, `clock` by waiting; and the table before it."""

    who: str
    what: str
    before: Table


class Look:
    """An evening with a game of three, and all that is seen of it.

    With `letters` the owner's direct messages are looked at, too.
    """

    def __init__(self, evening: Evening, letters: bool) -> None:
        self.evening = evening
        self.letters = letters
        self.steps: list[list[Any]] = []

    async def begins(self, game: str) -> None:
        """Three sit down, with a clock."""
        evening = self.evening
        line = f"/game open game:{game} players:3 pace:live"
        self.thread = await evening.opened(await evening.host.types(evening.channel, line))
        for person in evening.players:
            await person.types(self.thread, "/in")
        await evening.host.types(self.thread, "/game close")
        await evening.settle()
        self.looks()

    async def does(self, deed: Deed) -> None:
        """One deed, and all that follows from it."""
        evening = self.evening
        match deed.who:
            case "clock":
                await evening.time.advance(int(deed.what))
            case "host":
                await evening.host.types(self.thread, deed.what)
            case name:
                user = evening[name].id
                answer = await evening.bot.host.play(evening.id, user, deed.what, sure=True)
                assert answer.done, (deed.what, answer.text)
        await evening.settle()
        self.looks()

    def looks(self) -> None:
        """Writes down all that is there to be seen by now."""
        self.steps.append([self._said(), self._owed(), self._clock(), self._requests()])

    def _said(self) -> list[Any]:
        """Every message that is no answer to a person."""
        world = self.evening.field.world
        return [
            (
                *(channel, one.author.id, one.at, one.type, one.flags, one.content),
                *(json.dumps(_without_ids(one.components)), one.mentions, one.edited, one.deleted),
            )
            for channel, messages in world.messages.items()
            if self.letters or channel != self._direct
            for one in messages.values()
            if not one.ephemeral
            and not (world.channels[channel].type == DIRECT and one.interaction is not None)
        ]

    def _owed(self) -> list[Any]:
        """What was and is owed, in order, and when."""
        return self._rows(
            "SELECT o.channel, s.user, o.body, o.once, o.made, o.due, o.tries, o.state, o.reason"
            " FROM outbox o LEFT JOIN seats s ON s.id = o.seating"
            " WHERE ? OR s.user IS NOT ? ORDER BY o.id",
            self.letters,
            self.evening[OWNER].id,
        )

    def _clock(self) -> list[Any]:
        """When the clock next has something to do, and how many lines the journal has."""
        return self._rows("SELECT alarm, version FROM games WHERE id = ?", self.evening.id)

    def _requests(self) -> list[Any]:
        """What the bot has asked of Discord, in no order, but for the answers to people."""
        return sorted(
            (call.route, call.ids.get("channel_id", ""))
            for call in self.evening.field.calls
            if not call.route.partition(" ")[2].startswith(("/interactions/", "/webhooks/"))
            and (self.letters or call.ids.get("channel_id") != str(self._direct))
        )

    @property
    def _direct(self) -> int:
        return self.evening[OWNER].direct.id

    def _rows(self, query: str, *values: Any) -> list[Any]:
        file = f"file:{self.evening.file}?mode=ro"
        with contextlib.closing(sqlite3.connect(file, uri=True)) as db:
            return db.execute(query, values).fetchall()


def _without_ids(components: Any) -> Any:
    """Buttons as everybody sees them; Discord numbers them itself."""
    match components:
        case list():
            return [_without_ids(one) for one in components]
        case dict():
            return {key: _without_ids(one) for key, one in components.items() if key != "id"}
    return components


def alike(one: Look, other: Look) -> None:
    """Step by step the same was seen."""
    assert len(one.steps) == len(other.steps)
    for number, (mine, yours) in enumerate(zip(one.steps, other.steps, strict=True)):
        for first, second in zip(mine, yours, strict=True):
            assert first == second, number


# --- the game without answers left ahead ---------------------------------------------------------


async def wanders(look: Look, chance: random.Random) -> list[Deed]:
    """A game as it may go: people play, wait, are reminded, run out of time; a host steps in."""
    script: list[Deed] = []
    while len(script) < STEPS:
        at = await look.evening.game()
        if at.turn is None:
            break
        texts = [at.game.write(action) for action in at.game.legal(at.state, at.turn)]
        verb = chance.choice(sorted({text.split()[0] for text in texts} - {"fold"}))
        deeds = [(at.names[at.turn], chance.choice([t for t in texts if t.split()[0] == verb]))]
        match chance.randrange(12):
            case 0:
                deeds = [("host", "/mod pause"), ("clock", "30"), ("host", "/mod resume")]
            case 1:
                deeds = [("host", "/mod nudge")]
            case 2:
                deeds = [("clock", str(REMINDER))]
            case 3:
                deeds = [("clock", str(TIME_OUT))]
        for who, what in deeds:
            deed = Deed(who, what, await look.evening.game())
            await look.does(deed)
            script.append(deed)
    return script


def seat_of(at: Table) -> Seat:
    """Where the owner sits."""
    return at.names.index(OWNER)


def comes_to_owner(script: Sequence[Deed], number: int) -> bool:
    """Whether a deed brings the turn to the owner, or leaves it there."""
    if number + 1 == len(script):
        return True
    after = script[number + 1].before
    return after.turn == seat_of(after)


# --- the same with them --------------------------------------------------------------------------


def offered(at: Table) -> list[tuple[str, Plan]]:
    """The answers that the owner could leave, of all that the panel has, a card picked or none."""
    seat, found = seat_of(at), []
    cards = at.game.hands(at.state)[seat] if registry.kit(at.game.id).picking else ()
    for picked in ((), *((card,) for card in cards)):
        for asked in registry.kit(at.game.id).ahead(at.game, at.view(seat), picked):
            for ready in asked.ready:
                with contextlib.suppress(GameError):
                    found.append((ready.text, at.game.left(at.state, seat, ready.text)))
    return found


async def leaves(look: Look, chance: random.Random) -> None:
    """The owner opens the panel, and leaves an answer by button, menu, word or form."""
    who = look.evening[OWNER]
    opened = await who.clicks(look.evening.newest("Answer ahead"), "Answer ahead")
    assert opened.ephemeral
    assert opened.message is not None, opened.text
    panel = opened.message
    buttons = [one["custom_id"] for one in panel.buttons if "?write" not in one["custom_id"]]
    menus = {
        each["custom_id"]: [one["value"] for one in each["options"] if not one.get("default")]
        for each in panel.selects
        if each["placeholder"] != "Pick cards of your hand"
    }
    answers = offered(await look.evening.game())
    way = chance.choice(["button", "menu", "word", "form"])
    if way == "button" and buttons:
        await who.clicks(panel, chance.choice(buttons))
    elif way == "menu" and any(menus.values()):
        menu = chance.choice([menu for menu, texts in menus.items() if texts])
        await who.chooses(panel, menu, chance.choice(menus[menu]))
    elif way == "word" and answers:
        await who.types(look.thread, f"/plan answer:{chance.choice(answers)[0]}")
    elif len(panel.buttons) > len(buttons):
        await who.fills(await who.clicks(panel, "Write…"), {})


async def follows_and_withdraws(look: Look, script: Sequence[Deed], chance: random.Random) -> int:
    """Plays it once more; the owner leaves answers all the time, and takes them back in time.

    How often one stood when something else happened.
    """
    stood = 0
    for number, deed in enumerate(script):
        owners = deed.before.turn == seat_of(deed.before)
        if not owners:  # what is left at the own turn acts at once
            await leaves(look, chance)
        if owners or comes_to_owner(script, number):
            await look.evening[OWNER].types(look.thread, "/plan withdraw:true")
        stood += bool((await look.evening.game()).plans)
        await look.does(deed)
    return stood


def failing(script: Sequence[Deed], number: int) -> str | None:
    """An answer that could be left before a deed, and does not fit when the turn comes by it."""
    if number + 1 == len(script):
        return None
    before, after = script[number].before, script[number + 1].before
    seat, window = seat_of(before), after.window
    if before.turn == seat != after.turn or window is None or after.turn != seat:
        return None
    if before.turn == seat or after.clock.pause is not None:
        return None
    for text, plan in offered(before):
        fits = plan.decision == window.decision and window.scope in plan.scopes
        if fits and after.game.resolve(after.state, seat, plan) is None:
            return text
    return None


async def follows_and_fails(look: Look, script: Sequence[Deed]) -> int:
    """Plays it once more; wherever that can be, an answer is left that does not fit at the turn.

    How often that was.
    """
    failed = 0
    who = look.evening[OWNER]
    for number, deed in enumerate(script):
        text = failing(script, number)
        if text is not None:
            said = await who.types(look.thread, f"/plan answer:{text}")
            assert said.text.startswith("Left for later"), said.text
        await look.does(deed)
        if text is not None:
            failed += 1
            told = [one.text for one in who.reads() if "so you are asked after all" in one.text]
            assert len(told) == failed
            assert not any("asked after all" in one.text for one in look.evening.posts())
    return failed


# --- and nothing differs -------------------------------------------------------------------------


class Evenings:
    """Evenings with the same seeds, and so the same seats and decks."""

    def __init__(self, folder: Path, game: str) -> None:
        self._folder = folder
        self._game = game
        self._number = 0

    async def one(self, plays: Callable[[Look], Awaitable[Any]], letters: bool) -> tuple[Look, Any]:
        """What was seen of one of them, and what has come of it."""
        self._number += 1
        folder = self._folder / str(self._number)
        folder.mkdir()
        async with Evening(folder) as evening, evening.open() as bot:
            look = Look(evening, letters)
            await look.begins(self._game)
            told = await plays(look)
            assert await bot.store.check() == ()
            return look, told


@pytest.fixture
def evenings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str) -> Evenings:
    """Chance and names are the same in each."""
    same = functools.partial(Host, secret=lambda size: bytes(size), new_id=lambda: "same22")
    monkeypatch.setattr("bot.client.Host", same)
    return Evenings(tmp_path, game)


@pytest.mark.parametrize(
    "seed", ["1", *(pytest.param(str(n), marks=pytest.mark.long) for n in range(2, 8))]
)
@pytest.mark.parametrize("game", GAMES)
async def test_with_and_without_answers_all_that_others_see_is_the_same(
    evenings: Evenings, seed: str
) -> None:
    """Left, changed and taken back over a stretch of a game: not a byte differs, nor a second."""
    plain, script = await evenings.one(lambda look: wanders(look, random.Random(seed)), True)
    ahead, stood = await evenings.one(
        lambda look: follows_and_withdraws(look, script, random.Random(seed)), True
    )
    assert stood
    alike(plain, ahead)


@pytest.mark.parametrize("game", GAMES)
async def test_an_answer_that_does_not_fit_is_told_to_its_owner_alone(evenings: Evenings) -> None:
    """And asked anew: from what comes after nobody else learns that there was one."""
    found = 0
    for seed in ("1", "2", "3", "4"):
        plain, script = await evenings.one(
            lambda look, seed=seed: wanders(look, random.Random(seed)), False
        )
        ahead, failed = await evenings.one(
            lambda look, script=script: follows_and_fails(look, script), False
        )
        alike(plain, ahead)
        found += failed
        if found:
            break
    assert found
