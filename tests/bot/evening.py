"""Umpire on a practice field: the real bot, the real discord.py, the wire, and a clock that stands.

What people do goes through the field; what they see is read there. Only to know whose turn it is
does a test look into the store.
"""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

from bot.client import Umpire
from bot.config import Config
from bot.practice import Message, Outcome, Person, PracticeField
from games.table import Table
from tests.fake_time import FakeTime

SEND = "POST /channels/{channel_id}/messages"
ANSWER = "POST /interactions/{interaction_id}/{interaction_token}/callback"
OPEN = "/game open game:Pitch & Catch players:{players} house:{house} hours:1 thread:False"


class Evening:
    """A field, some people, and the bot while `open` lasts; it may be opened again and again."""

    def __init__(self, field: PracticeField, time: FakeTime, folder: Path) -> None:
        self.field = field
        self.time = time
        self.config = Config(token=field.token, database=f"sqlite:///{folder}/umpire.db")
        self.table = field.add_channel("table")
        self.people = [field.add_member(name) for name in ("Ana", "Ben", "Cho")]
        self.game = ""
        self.bot: Umpire

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncIterator[Umpire]:
        """From one start of the bot to its stop."""
        self.bot = Umpire(self.config, time=self.time, patience=0.01)
        async with self.field.plays(self.bot):
            await self.time.settle()
            yield self.bot
            if not self.bot.stopping:
                await self.posted()

    async def posted(self) -> None:
        """Everything that is owed is out, at the outbox's pace."""
        while await self.bot.store.next_post() is not None:
            await self.time.advance(5)
        await self.time.settle()

    async def signs_up(self, house: int = 0, options: str = "") -> str:
        """A sign-up is opened, and everybody is in."""
        line = OPEN.format(players=len(self.people) + house, house=house)
        opened = await self.field.owner.types(self.table, line)
        await self.time.settle()
        self.game = opened.text.split("`")[1]
        for person in self.people:
            await person.types(self.table, "/in")
        await self.posted()
        return self.game

    async def begins(self, house: int = 0) -> str:
        """The sign-up is closed, and the game is under way."""
        await self.signs_up(house)
        await self.field.owner.types(self.table, "/game close")
        await self.posted()
        return self.game

    async def at(self) -> Table:
        """Where the game stands, as the store has it."""
        stored = await self.bot.store.game(self.game)
        assert stored is not None
        return stored.table

    async def at_turn(self) -> Person:
        """Who is to act."""
        stored = await self.bot.store.game(self.game)
        assert stored is not None
        assert stored.table.turn is not None
        user = stored.user_at(stored.table.turn)
        return next(person for person in self.people if person.id == user)

    async def acts(self, person: Person, number: int = 0) -> Outcome:
        """Somebody taps Act below the newest post, and then an action."""
        panel = await person.clicks(self.newest("Act"), "Act")
        assert panel.message is not None
        done = await person.clicks(panel.message, panel.message.buttons[number]["custom_id"])
        await self.posted()
        return done

    def posts(self) -> list[Message]:
        """What everybody can read at the table, from the top."""
        return [one for one in self.field.owner.reads(self.table) if not one.ephemeral]

    def newest(self, button: str) -> Message:
        """The newest public post with such a button."""
        return next(
            one
            for one in reversed(self.posts())
            if any(each.get("label") == button for each in one.buttons)
        )


def labels(message: Message) -> list[str]:
    """What stands on a message's buttons."""
    return [each["label"] for each in message.buttons]
