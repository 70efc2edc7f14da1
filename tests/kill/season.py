"""A whole game on Discord, from the sign-up to the record, through as many lives as it takes.

The bot is a process of its own, as in `test_connected.py`; people type and tap on a practice field.
Whoever plays says when the process is to be killed with SIGKILL, and at which point of an answer;
the play is then made again unless it has counted. What a game's players choose, and how they do
it, is a kind of its own.
"""

from __future__ import annotations

import asyncio
import random
import re
import signal
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import ClassVar, Literal, TypeAlias

from bot.practice import Channel, Message, Outcome, Person, PracticeField
from games import table
from games.table import Table
from storage import open_store
from tests.evening import MARK
from tests.fake_time import FakeTime
from tests.kill import agreement, driver, story
from tests.kill.driver import Dead, Zygote
from tests.kill.life import ANSWER, Bot, Cut
from tests.kill.twin import State

NAMES = ("Ana", "Ben", "Cho", "Dee", "Eli", "Fay")

Kill: TypeAlias = Literal["at rest", "under way"] | Cut
"""When a life ends: while nobody does anything, some microseconds after somebody did, or with the
very request by which the bot answers or posts."""


class Season(ABC):
    """One game; `seed` is that of what people choose, and `cards` that of what they are dealt."""

    options: ClassVar[dict[str, str]] = {}
    """The option of each command that holds what follows its verb."""

    def __init__(self, folder: Path, zygote: Zygote, seed: str) -> None:
        self.cards: bytes | None = None
        self.kills = 0
        self.kinds: set[str] = set()
        """What was done: the verbs, and in which ways."""
        self.chance = random.Random(seed)
        self.thread: Channel
        self.game = ""
        """Its id."""
        self._database = folder / "umpire.db"
        self._zygote = zygote
        self._time = FakeTime(driver.BEGAN)
        self.field = PracticeField(self._time, limits=False)
        self.people = [self.field.add_member(name) for name in NAMES]
        self._channel = self.field.add_channel("games")
        self._bot: Bot

    @asynccontextmanager
    async def lives(self) -> AsyncIterator[None]:
        """From the first start to the last stop."""
        async with self.field:
            await self._be_born()
            try:
                yield
            finally:
                self._bot.life.kill()
                await self._bury()

    async def plays(
        self, game: str, seats: int, options: str, kill: Callable[[Table], Kill | None]
    ) -> None:
        """The whole game; `kill` says at each turn whether the bot is to be killed, and how."""
        host, people = self.field.owner, self.people[:seats]
        line = f"/game open game:{game} players:{seats} pace:fast options:true"
        form = await host.types(self._channel, line)
        opened = await host.fills(form, {"options": options})
        found = re.search(r"The sign-up `(\w+)` is open in <#(\d+)>", opened.text)
        assert found is not None, opened.text
        self.game, self.thread = found[1], self.field.world.channels[int(found[2])]
        for person in people:
            await person.types(self.thread, "/in")
        await host.types(self.thread, "/game close")
        while (at := await self._settled()).outcome is None:
            await self._acts(at, kill(at))

    async def _acts(self, at: Table, kill: Kill | None) -> None:
        """Whoever is at turn does something, as often as it takes until it counts."""
        assert at.turn is not None
        who = next(one for one in self.people if one.name == at.names[at.turn])
        legal = [at.game.write(action) for action in at.game.legal(at.state, at.turn)]
        action = self.chooses(at, legal)
        self.kinds.add(action.split(" ")[0])
        if kill is not None:
            await self._killed(kill, who, action)
            after = await self._settled()
            if after.version != at.version:
                return
            posted = isinstance(kill, Cut) and kill.route != ANSWER
            assert not posted, "what is posted has been written down before"
        way, done = await self.acts(at, who, action)
        self.kinds.add(way)
        assert f"Done: `{action}`." in done.text, done.text

    async def _killed(self, kill: Kill, who: Person, action: str) -> None:
        """The bot dies at this point of an answer, and is born again."""
        if kill == "at rest":
            self._bot.life.kill()
        elif kill == "under way":
            act = asyncio.create_task(self.types(who, action, wait=False))
            await asyncio.sleep(self.chance.uniform(0.0, 0.01))
            self._bot.life.kill()
            await act
        else:
            here = "" if kill.route == ANSWER else f"/{self.thread.id}/"
            self.field.faults.drop(
                kill.route, after=kill.after, where=lambda call: here in call.path and self._dies()
            )
            await self.types(who, action, wait=False)
            with suppress(Dead):
                for _ in range(100):  # until it has heard of it at all
                    await self._settled()
                raise AssertionError(f"it lives, {kill}")
        await self._bury()
        self.kills += 1
        await self._be_born()

    def _dies(self) -> bool:
        self._bot.life.kill()
        return True

    # -- what depends on the game --

    @abstractmethod
    def chooses(self, at: Table, legal: Sequence[str]) -> str:
        """What whoever is at turn does."""

    @abstractmethod
    async def acts(self, at: Table, who: Person, action: str) -> tuple[str, Outcome]:
        """Does it, in one of the ways that there are: which one, and what came of it."""

    async def types(self, who: Person, action: str, wait: bool = True) -> Outcome:
        """Does it by a command."""
        verb, _, rest = action.partition(" ")
        line = f"/{verb} {self.options[verb]}:{rest}" if rest else f"/{verb}"
        return await who.types(self.thread, line, wait=wait)

    def button(self, at: Table, action: str) -> str:
        """The id of the button that does it."""
        assert at.window is not None
        return f"t:{self.game}:{at.window.key}:{action}"

    def newest(self) -> Message | None:
        """The last public post, if something can be tapped there."""
        posts = [one for one in self.field.owner.reads(self.thread) if not one.ephemeral]
        return posts[-1] if posts and posts[-1].buttons else None

    # -- lives --

    async def _be_born(self) -> None:
        life = self._zygote.birth(
            {
                "path": str(self._database),
                "now": self._time.wall,
                "kill": None,
                "root": self.field.server.root,
                "token": self.field.token,
                "seed": None if self.cards is None else self.cards.hex(),
            }
        )
        self._bot = Bot(life)
        await self._bot.listen()
        await self._bot.outlives(self._bot.ready.wait())

    async def _bury(self) -> None:
        await self._bot.bury()
        assert self._zygote.ended() == -signal.SIGKILL
        quiet = 0
        while quiet < 50:  # what the dead had sent arrives
            await asyncio.sleep(0)
            quiet = 0 if self.field.server.busy or self.field.gateway.connected else quiet + 1

    async def _settled(self) -> Table:
        """When everything owed has been posted: where the game stands."""
        for _ in range(100):
            await self._time.advance(2.0)
            order = {"do": "go", "to": self._time.wall, "games": [self.game]}
            answer = await self._bot.ask(order)
            if not answer["owed"]:
                return table.load(answer["seen"][self.game]["table"].encode())
        raise AssertionError("something is owed for ever")

    # -- what must hold --

    def posts(self, channel: Channel, person: Person) -> list[Message]:
        """The numbered posts of the game there, each with the number after the last one's."""
        found = [one for one in person.reads(channel) if MARK.search(one.content)]
        found = [one for one in found if one.interaction is None and self.game in one.content]
        numbers = [int(MARK.findall(one.content)[-1][0]) for one in found]
        assert numbers == list(range(1, len(found) + 1))
        return found

    async def check(self) -> str:
        """The file, the journal, the record and the posts agree; the record."""
        host = self.field.owner
        store = await open_store(f"sqlite:///{self._database}")
        try:
            assert await store.check() == ()
            stored, sign_up = await store.game(self.game), await store.sign_up(self.game)
            assert stored is not None
            assert sign_up is not None
            journal = await store.journal(self.game)
            state = State(sign_up, stored)
            told = [agreement.as_owed(one) for one in self.posts(self.thread, host)]
            assert told
            story.check_channel(state, journal, told)
            text = await store.record(self.game)
            story.check_record(state, journal, text)
        finally:
            await store.close()
        for person in self.people:
            self.posts(person.direct, person)
        assert self.field.server.unknown == []
        assert text is not None
        return text
