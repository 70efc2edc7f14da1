"""An evening on a practice field: the whole bot, the real discord.py, a server, people and a clock.

Nothing is faked but Discord itself, on the wire; time stands still until a test moves it. What
people do goes through the field, and what they see is read there. Only to know whose turn it is
does a test look into the store.
"""

from __future__ import annotations

import contextlib
import re
import sqlite3
import time
from collections.abc import AsyncIterator, Coroutine, Sequence
from pathlib import Path
from typing import Any

from bot.client import Umpire
from bot.config import Config
from bot.practice import Channel, Message, Outcome, Person, PracticeField
from bot.practice.state import DIRECT
from bot.ticker import BEAT
from games.cards import write_card
from games.clock import Moment
from games.table import Table
from storage.store import StoredGame
from tests.fake_time import FakeTime

NAMES = ("Ana", "Ben", "Cho", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida")
SEND = "POST /channels/{channel_id}/messages"
ANSWER = "POST /interactions/{interaction_id}/{interaction_token}/callback"

MARK = re.compile(r"^-# (\d+) · (\w+)$", re.MULTILINE)
"""The last line of a post: its number, and its game."""

MOMENTARY = ("bookkeeping",)
"""Tables that change by themselves: signs of life."""


class FieldTime:
    """Discord's own clock: that of the test, but an answer takes as long as it really takes.

    So the three seconds are three seconds, whether somebody waits for the test's clock or computes.
    """

    def __init__(self, moved: FakeTime) -> None:
        self._moved = moved
        self._began = time.monotonic()

    def now(self) -> Moment:
        """The wall clock."""
        return self._moved.now()

    def steady(self) -> float:
        """The steady clock."""
        return self._moved.steady() + self._passed()

    async def wait(self, until: float | None, woken: Any) -> None:
        """Waits by the wall clock."""
        await self._moved.wait(until, woken)

    async def rest(self, until: float | None, woken: Any) -> None:
        """Waits by the steady clock, until the test has moved it there."""
        await self._moved.rest(None if until is None else until - self._passed(), woken)

    def start(self, work: Coroutine[Any, Any, None], name: str) -> Any:
        """Begins work that the test's clock waits for."""
        return self._moved.start(work, name)

    def _passed(self) -> float:
        return time.monotonic() - self._began


class Evening:
    """A server with a channel, a host and a few people, another server, and the bot.

    The bot is there while `open` lasts, which may be again and again. `thread` is where the newest
    game is, and what is asked about without a place is asked about there.
    Without a `heartbeat` of the bot, days go by in a moment: each beat is a commit.
    """

    def __init__(self, folder: Path, heartbeat: int | None = BEAT) -> None:
        self.heartbeat = heartbeat
        self.time = FakeTime()
        self.field = PracticeField(FieldTime(self.time), limits=False)
        self.file = folder / "umpire.db"
        self.config = Config(token=self.field.token, database=f"sqlite:///{self.file}")
        self.host = self.field.owner
        self.channel = self.thread = self.field.add_channel("games")
        self.people = {name: self.field.add_member(name) for name in NAMES}
        self.players = [self[name] for name in NAMES[:3]]
        """Who sits down where nobody else is named."""
        self.id = ""
        """Of the newest game."""
        self.bot: Umpire
        world = self.field.world
        self.elsewhere = world.add_guild("Elsewhere", self.host.user)
        everything = world.add_role(self.elsewhere, "Umpire", self.field.bot_role.permissions)
        for member in (world.bot, *(person.user for person in self.people.values())):
            world.add_member(self.elsewhere, member)
        self.elsewhere.members[world.bot.id].roles.append(everything.id)
        self.far = world.add_channel(self.elsewhere, "far-away")

    async def __aenter__(self) -> Evening:
        await self.field.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.field.stop()

    def __getitem__(self, name: str) -> Person:
        return self.people[name]

    # -- the bot and its time --

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncIterator[Umpire]:
        """From one start of the bot to its stop, by which everything that is owed is out."""
        self.bot = Umpire(self.config, time=self.time, patience=0.01, heartbeat=self.heartbeat)
        async with self.field.plays(self.bot):
            await self.time.settle()
            try:
                yield self.bot
            finally:
                if not self.bot.stopping:
                    await self.settle()

    async def settle(self) -> None:
        """Until everything owed is posted, at the pace that Discord allows."""
        await self.time.settle()
        for _ in range(100):
            if await self.bot.store.next_post() is None:
                return
            await self.time.advance(1)
        raise AssertionError("something is owed for ever")

    async def passes(self, seconds: float) -> None:
        """Lets so long a time pass, from one alarm to the next; without a `heartbeat`, at once."""
        end = self.time.wall + seconds
        await self.settle()
        while (alarm := await self.bot.store.next_alarm()) is not None and alarm <= end:
            self.time.leap(max(0, alarm - self.time.wall))
            await self.settle()
        self.time.leap(max(0, end - self.time.wall))
        await self.settle()

    async def hears(self) -> None:
        """Until the bot knows what has changed on the server.

        Not after every word: discord.py sends at most 110 heartbeats a minute, and this needs some.
        """
        await self.field.settle()

    # -- from a sign-up to a game --

    async def opens(self, options: str = "", channel: Channel | None = None) -> Channel:
        """The host opens a sign-up for three; the thread that it gets."""
        line = f"/game open game:pitch-and-catch players:3 {options}"
        return await self.opened(await self.host.types(channel or self.channel, line))

    async def opened(self, outcome: Outcome) -> Channel:
        """The place of a sign-up that was opened with such an answer."""
        await self.settle()
        found = re.search(r"The sign-up `(\w+)` is open in <#(\d+)>", outcome.text)
        assert found is not None, outcome.text
        self.id, self.thread = found[1], self.field.world.channels[int(found[2])]
        return self.thread

    async def signs_up(self, options: str = "", names: str = "Ana Ben Cho") -> Channel:
        """A sign-up for three, and these people are in."""
        thread = await self.opens(options)
        for name in names.split():
            assert (await self[name].types(thread, f"/in game:{self.id}")).ephemeral
        await self.settle()
        return thread

    async def starts(self, options: str = "", names: str = "Ana Ben Cho") -> Channel:
        """A game of three that has just begun; its thread."""
        thread = await self.signs_up(options, names)
        await self.host.types(thread, f"/game close game:{self.id}")
        await self.settle()
        return thread

    async def abandons(self, thread: Channel | None = None) -> None:
        """The host ends a game for good, and is sure of it."""
        asked = await self.host.types(thread or self.thread, "/mod abandon")
        assert asked.message is not None
        await self.host.clicks(asked.message, "Abandon the game")
        await self.settle()

    # -- how a game stands --

    async def runs(self, thread: Channel | None = None) -> bool:
        """Whether a game is being played there."""
        here = thread or self.thread
        return bool(await self.bot.store.games_in(self.field.guild.id, here.id))

    async def stored(self, thread: Channel | None = None) -> StoredGame:
        """The game of a thread, running or over, as the store has it."""
        here = thread or self.thread
        rows = await self.bot.store.games_in(self.field.guild.id, here.id)
        last = await self.bot.store.last_finished(self.field.guild.id, here.id)
        (row,) = rows or [last]
        assert row is not None
        stored = await self.bot.store.game(row.id)
        assert stored is not None
        return stored

    async def game(self, thread: Channel | None = None) -> Table:
        """Where the game of a thread stands."""
        return (await self.stored(thread)).table

    async def is_asked(self, thread: Channel, name: str) -> bool:
        """Whether the open decision may still ask somebody."""
        at = await self.game(thread)
        return at.names.index(name) in at.asked

    async def asked(self, thread: Channel | None = None) -> list[Person]:
        """Whom the open decision may still ask, in turn order."""
        at = await self.game(thread)
        return [self[at.names[seat]] for seat in at.asked]

    async def at_turn(self, thread: Channel | None = None) -> Person:
        """Whose turn it is."""
        stored = await self.stored(thread)
        assert stored.table.turn is not None
        user = stored.user_at(stored.table.turn)
        return next(person for person in self.people.values() if person.id == user)

    async def legal(self, thread: Channel | None = None) -> list[str]:
        """What the one at turn may do, as commands."""
        at = await self.game(thread)
        assert at.turn is not None
        texts = [at.game.write(action) for action in at.game.legal(at.state, at.turn)]
        return [command(text) for text in texts]

    async def hand(self, thread: Channel, who: Person) -> list[str]:
        """What somebody holds."""
        at = await self.game(thread)
        hands = at.game.hands(at.state)
        return [write_card(card) for card in hands[at.names.index(who.name)]]

    # -- what people do and see --

    async def acts(self, person: Person, number: int = 0) -> Outcome:
        """Somebody taps Act below the newest post, and then an action."""
        panel = await self.panel(person)
        done = await person.clicks(panel, panel.buttons[number]["custom_id"])
        await self.settle()
        return done

    async def panel(self, person: Person) -> Message:
        """What somebody is shown to tap after Act below the newest post."""
        shown = await person.clicks(self.newest("Act"), "Act")
        assert shown.message is not None
        return shown.message

    async def form(self, person: Person, thread: Channel | None = None) -> Outcome:
        """The form of what somebody has left ahead, opened from the panel."""
        shown = await person.types(thread or self.thread, "/plan")
        assert shown.message is not None, shown.text
        return await person.clicks(shown.message, "Write…")

    def posts(self, thread: Channel | None = None) -> list[Message]:
        """What everybody can read there, from the top."""
        return [one for one in self.host.reads(thread or self.thread) if not one.ephemeral]

    def newest(self, button: str, thread: Channel | None = None) -> Message:
        """The newest public post with such a button."""
        return next(one for one in reversed(self.posts(thread)) if button in labels(one))

    def story(self, thread: Channel | None = None) -> str:
        """What stands in a thread for all to see."""
        return texts(self.posts(thread))

    # -- refusals --

    async def refuses(self, act: Coroutine[Any, Any, Outcome], *words: str) -> Outcome:
        """What somebody does is refused, and nothing has changed: not in the file, not in Discord.

        `words` are in the private sentence.
        """
        await self.settle()
        before = self.everything()
        outcome = await act
        refused(outcome, *words)
        await self.settle()
        assert self.everything() == before
        return outcome

    def everything(self) -> tuple[dict[str, list[Any]], list[Any]]:
        """All that is kept, row by row, and all that people can read but answers to one of them."""
        with contextlib.closing(sqlite3.connect(f"file:{self.file}?mode=ro", uri=True)) as db:
            tables = db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
            kept = {
                name: db.execute(f'SELECT * FROM "{name}"').fetchall()
                for (name,) in tables
                if name not in MOMENTARY
            }
        world = self.field.world
        said = [
            (one.id, one.content, one.components, one.edited, one.deleted)
            for channel, messages in world.messages.items()
            for one in messages.values()
            if not one.ephemeral
            and not (world.channels[channel].type == DIRECT and one.interaction is not None)
        ]
        return kept, said


def command(text: str) -> str:
    """An action of Pitch & Catch as a slash command."""
    verb, _, card = text.partition(" ")
    return f"/{verb} card:{card}" if card else f"/{verb}"


def texts(messages: Sequence[Message]) -> str:
    """Messages as one text."""
    return "\n".join(message.text for message in messages)


def labels(message: Message) -> list[str]:
    """What stands on a message's buttons."""
    return [each["label"] for each in message.buttons]


def refused(outcome: Outcome, *words: str) -> None:
    """A private plain sentence that holds these words, within three seconds by Discord's clock."""
    assert outcome.ephemeral or outcome.interaction.guild_id is None
    assert outcome.took is not None
    assert outcome.took < 3
    for word in words:
        assert word in outcome.text, outcome.text
    assert any(line.endswith((".", ")")) for line in outcome.text.split("\n")), outcome.text
    for leak in ("Traceback", "went wrong", "invalid", "Invalid"):
        assert leak not in outcome.text


class LaidOut:
    """A game with its cards laid out; people are called by their seats."""

    def __init__(self, evening: Evening, thread: Channel, people: Sequence[Person]) -> None:
        self.evening = evening
        self.thread = thread
        self._people = people

    def __getitem__(self, seat: str) -> Person:
        return self._people[int(seat[1:]) - 1]

    async def plays(self, lines: str) -> None:
        """Commands, one after the other, that must all be done: `p1 /pass; p2 /pass`."""
        for line in lines.split(";"):
            who, words = line.split(None, 1)
            outcome = await self[who].types(self.thread, words.strip())
            assert "Done: `" in outcome.text, outcome.text
        await self.evening.settle()

    async def types(self, who: str, line: str) -> Outcome:
        """Somebody types a command in the thread."""
        outcome = await self[who].types(self.thread, line)
        await self.evening.settle()
        return outcome
