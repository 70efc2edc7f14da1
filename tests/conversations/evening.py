"""An evening on a practice field: the whole bot, a channel, a host and five people.

Nothing is faked but Discord itself, on the wire; time stands still until a test moves it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.client import Umpire
from bot.practice import Channel, Message, Outcome, Person, PracticeField
from games.cards import write_card
from games.table import Table
from tests.fake_time import FakeTime


class Evening:
    """A server with a channel, a few people, and the bot."""

    def __init__(self, field: PracticeField, time: FakeTime, bot: Umpire) -> None:
        self.field = field
        self.time = time
        self.bot = bot
        self.host = field.owner
        self.channel = field.channel("games")
        self.people = {name: field.add_member(name) for name in ("Ana", "Ben", "Cho", "Dee", "Eli")}
        # another server, with the same bot
        self.elsewhere = field.world.add_guild("Elsewhere", field.owner.user)
        everything = field.world.add_role(self.elsewhere, "Umpire", field.bot_role.permissions)
        for member in (field.world.bot, *(person.user for person in self.people.values())):
            field.world.add_member(self.elsewhere, member)
        self.elsewhere.members[field.world.bot.id].roles.append(everything.id)
        self.far = field.world.add_channel(self.elsewhere, "far-away")

    def __getitem__(self, name: str) -> Person:
        return self.people[name]

    async def settle(self) -> None:
        """Until everything owed is posted, at the pace that Discord allows."""
        await self.time.settle()
        for _ in range(100):
            if await self.bot.store.next_post() is None:
                return
            await self.time.advance(1)
        raise AssertionError("something is owed for ever")

    async def hears(self) -> None:
        """Until the bot knows what has changed on the server.

        Not after every word: discord.py sends at most 110 heartbeats a minute, and this needs some.
        """
        await self.field.settle()

    async def opens(self, options: str = "", channel: Channel | None = None) -> Channel:
        """The host opens a sign-up for three; the thread that it gets."""
        line = f"/game open game:pitch-and-catch players:3 {options}"
        outcome = await self.host.types(channel or self.channel, line)
        await self.settle()
        found = re.search(r"<#(\d+)>", outcome.text)
        assert found is not None, outcome.text
        return self.field.world.channels[int(found[1])]

    async def starts(self, options: str = "", names: str = "Ana Ben Cho") -> Channel:
        """A game of three that has just begun; its thread."""
        thread = await self.opens(options)
        for name in names.split():
            assert (await self[name].types(thread, "/in")).ephemeral
        await self.host.types(thread, "/game close")
        await self.settle()
        return thread

    async def runs(self, thread: Channel) -> bool:
        """Whether a game is being played there."""
        return bool(await self.bot.store.games_in(self.field.guild.id, thread.id))

    async def game(self, thread: Channel) -> Table:
        """Where the game of a thread stands, as the house knows it."""
        (row,) = await self.bot.store.games_in(self.field.guild.id, thread.id)
        stored = await self.bot.store.game(row.id)
        assert stored is not None
        return stored.table

    async def is_asked(self, thread: Channel, name: str) -> bool:
        """Whether the open decision may still ask somebody."""
        at = await self.game(thread)
        return at.names.index(name) in at.asked

    async def at_turn(self, thread: Channel) -> Person:
        """Whose turn it is."""
        at = await self.game(thread)
        assert at.turn is not None
        return self[at.names[at.turn]]

    async def legal(self, thread: Channel) -> list[str]:
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

    def story(self, thread: Channel) -> str:
        """What stands in a thread for all to see."""
        return "\n".join(
            message.text for message in self.host.reads(thread) if message.only_for is None
        )


def command(text: str) -> str:
    """A text of the notation as a slash command."""
    verb, _, card = text.partition(" ")
    return f"/{verb} card:{card}" if card else f"/{verb}"


def texts(messages: Sequence[Message]) -> str:
    """Messages as one text."""
    return "\n".join(message.text for message in messages)


def refused(outcome: Outcome, *words: str) -> None:
    """A private plain sentence, in time, that holds these words."""
    assert outcome.ephemeral or outcome.interaction.guild_id is None
    assert outcome.took is not None
    assert outcome.took < 3
    for word in words:
        assert word in outcome.text, outcome.text
    assert "Traceback" not in outcome.text
    assert "went wrong" not in outcome.text
