"""Whole games of Ball Four on Discord, in each of which the bot is killed and started again.

The bot is a process of its own, as in `test_connected.py`; people type and tap on a practice field.
The process is killed with SIGKILL while somebody's play is under way, which is then made again
unless it has counted. At the end every post stands there once, in order, and tells what the journal
tells.
"""

from __future__ import annotations

import asyncio
import random
import re
import signal
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.practice import Channel, Message, Outcome, Person, PracticeField
from games import table
from games.table import Table
from storage import open_store
from tests.fake_time import FakeTime
from tests.kill import agreement, driver, story
from tests.kill.agreement import MARK
from tests.kill.driver import Zygote
from tests.kill.life import Bot
from tests.kill.twin import State

NAMES = ("Ana", "Ben", "Cho", "Dee", "Eli")
OPTIONS = {"play": "cards", "foul": "cards", "ball-four": "card", "choose": "rule"}
"""The option of each command that holds what follows its verb."""


class Season:
    """A game from the sign-up to the record, through as many lives of the bot as it takes."""

    def __init__(self, folder: Path, zygote: Zygote, seed: str) -> None:
        self.kills = 0
        self.kinds: set[str] = set()
        """What was done: the verbs, and `tap` and `pick`."""
        self._database = folder / "umpire.db"
        self._zygote = zygote
        self._chance = random.Random(seed)
        self._time = FakeTime(driver.BEGAN)
        self._field = PracticeField(self._time, limits=False)
        self._people = [self._field.add_member(name) for name in NAMES]
        self._channel = self._field.add_channel("games")
        self._thread = self._channel
        self._game = ""
        self._bot: Bot

    @asynccontextmanager
    async def lives(self) -> AsyncIterator[None]:
        """From the first start to the last stop."""
        async with self._field:
            await self._be_born()
            try:
                yield
            finally:
                self._bot.life.kill()
                await self._bury()

    async def plays(self, game: str, seats: int, options: str, killed_at: set[int]) -> None:
        """The whole game; the bot is killed while these of its actions are under way."""
        host, people = self._field.owner, self._people[:seats]
        line = f"/game open game:{game} players:{seats} pace:fast options:true"
        form = await host.types(self._channel, line)
        opened = await host.fills(form, {"options": options})
        found = re.search(r"The sign-up `(\w+)` is open in <#(\d+)>", opened.text)
        assert found is not None, opened.text
        self._game, self._thread = found[1], self._field.world.channels[int(found[2])]
        for person in people:
            await person.types(self._thread, "/in")
        await host.types(self._thread, "/game close")
        acts = 0
        while (at := await self._settled()).outcome is None:
            acts += 1
            await self._acts(at, acts in killed_at)
        assert self.kills == len(killed_at), f"over after {acts}"

    async def _acts(self, at: Table, killed: bool) -> None:
        """Whoever is at turn does something, by typing or by tapping."""
        assert at.turn is not None
        who = next(one for one in self._people if one.name == at.names[at.turn])
        legal = [at.game.write(action) for action in at.game.legal(at.state, at.turn)]
        verbs = sorted({text.split(" ")[0] for text in legal})
        verb = self._chance.choice([*verbs, *({"ball-four", "play"} & set(verbs))])
        hands = [text for text in legal if text.split(" ")[0] == verb]
        # long hands, so that a game does not take for ever, and such as a Ball Four is laid on
        action = max(self._chance.sample(hands, min(6, len(hands))), key=_worth)
        if killed:
            act = asyncio.create_task(self._types(who, action, wait=False))
            await asyncio.sleep(self._chance.uniform(0.0, 0.01))
            self._bot.life.kill()
            await act
            await self._bury()
            self.kills += 1
            await self._be_born()
            if (await self._settled()).version == at.version:
                await self._types(who, action)
            return
        post = self._newest()
        way = self._chance.choice(("type", "pick"))
        if post is not None and self._offered(post, action):
            way = "tap"
            done = await who.clicks(post, self._id(at, action))
        elif way == "pick" and post is not None and verb in ("play", "foul"):
            done = await self._picks(at, who, post, action)
        else:
            way = "type"
            done = await self._types(who, action)
        self.kinds |= {verb, way}
        assert f"Done: `{action}`." in done.text, done.text

    async def _types(self, who: Person, action: str, wait: bool = True) -> Outcome:
        verb, _, rest = action.partition(" ")
        line = f"/{verb} {OPTIONS[verb]}:{rest}" if rest else f"/{verb}"
        return await who.types(self._thread, line, wait=wait)

    async def _picks(self, at: Table, who: Person, post: Message, action: str) -> Outcome:
        panel = (await who.clicks(post, "Act")).message
        assert panel is not None
        (menu,) = panel.selects
        shown = (await who.chooses(panel, menu["custom_id"], *action.split(" ")[1:])).message
        assert shown is not None
        return await who.clicks(shown, self._id(at, action))

    def _id(self, at: Table, action: str) -> str:
        assert at.window is not None
        return f"t:{self._game}:{at.window.key}:{action}"

    def _offered(self, post: Message, action: str) -> bool:
        return any(button["custom_id"].endswith(f":{action}") for button in post.buttons)

    def _newest(self) -> Message | None:
        """The last public post, if something can be tapped there."""
        posts = [one for one in self._field.owner.reads(self._thread) if not one.ephemeral]
        return posts[-1] if posts and posts[-1].buttons else None

    # -- lives --

    async def _be_born(self) -> None:
        life = self._zygote.birth(
            {
                "path": str(self._database),
                "now": self._time.wall,
                "kill": None,
                "root": self._field.server.root,
                "token": self._field.token,
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
            quiet = 0 if self._field.server.busy or self._field.gateway.connected else quiet + 1

    async def _settled(self) -> Table:
        """When everything owed has been posted: where the game stands."""
        for _ in range(100):
            await self._time.advance(2.0)
            order = {"do": "go", "to": self._time.wall, "games": [self._game]}
            answer = await self._bot.ask(order)
            if not answer["owed"]:
                return table.load(answer["seen"][self._game]["table"].encode())
        raise AssertionError("something is owed for ever")

    # -- what must hold --

    def posts(self, channel: Channel, person: Person) -> list[Message]:
        """The numbered posts of the game there, each with the number after the last one's."""
        found = [one for one in person.reads(channel) if MARK.search(one.content)]
        found = [one for one in found if one.interaction is None and self._game in one.content]
        numbers = [int(MARK.findall(one.content)[-1][0]) for one in found]
        assert numbers == list(range(1, len(found) + 1))
        return found

    async def check(self) -> None:
        """The file, the journal, the record and the posts agree."""
        host = self._field.owner
        store = await open_store(f"sqlite:///{self._database}")
        try:
            assert await store.check() == ()
            stored, sign_up = await store.game(self._game), await store.sign_up(self._game)
            assert stored is not None
            assert sign_up is not None
            journal = await store.journal(self._game)
            state = State(sign_up, stored)
            told = [agreement.as_owed(one) for one in self.posts(self._thread, host)]
            assert told
            story.check_channel(state, journal, told)
            story.check_record(state, journal, await store.record(self._game))
        finally:
            await store.close()
        for person in self._people:
            self.posts(person.direct, person)
        assert self._field.server.unknown == []


def _worth(action: str) -> tuple[bool, int]:
    ranks = Counter(card[0] for card in action.split(" ")[1:])
    return 3 in ranks.values(), len(action)


@pytest.fixture
def zygote(shim: Path, tmp_path: Path) -> Iterator[Zygote]:
    """The bot's process before its first life."""
    zygote = Zygote(shim, tmp_path / "stderr", "tests.kill.connected")
    yield zygote
    zygote.close()


@pytest.mark.parametrize(
    ("game", "options", "seats"),
    [
        ("ball-four-52", "innings=2\ntie=shared", 3),
        ("ball-four-40", "innings=2", 4),
        *(
            pytest.param(game, options, seats, marks=pytest.mark.long)
            for game, options, seats in (
                ("ball-four-52", "innings=2\ntie=shared", 4),
                ("ball-four-52", "innings=2\ntie=shared", 5),
                ("ball-four-40", "innings=2", 3),
                ("ball-four-40", "innings=2", 5),
            )
        ),
    ],
)
async def test_a_whole_game_with_a_kill_in_it(
    zygote: Zygote, tmp_path: Path, game: str, options: str, seats: int
) -> None:
    """Typed, tapped and picked by turns, to the end and the record."""
    season = Season(tmp_path, zygote, f"{game} {seats}")
    async with season.lives():
        await season.plays(game, seats, options, killed_at={5, 18})
        assert {"play", "pass", "type", "pick"} <= season.kinds
    await season.check()


@pytest.mark.long
@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize(
    ("game", "options"), [("ball-four-52", ""), ("ball-four-40", "stretch=on")]
)
async def test_a_game_of_all_its_innings(
    zygote: Zygote, tmp_path: Path, game: str, options: str, seats: int
) -> None:
    """As people play it, the seventh inning's choice included."""
    season = Season(tmp_path, zygote, f"{game} {seats} long")
    async with season.lives():
        await season.plays(game, seats, options, killed_at={7, 40, 90})
        assert {"play", "pass", "type", "pick"} <= season.kinds
        if seats < 5:  # hands of eight cards seldom have three of a rank
            assert {"ball-four", "tap"} <= season.kinds
        if game == "ball-four-40":
            assert {"foul", "choose"} <= season.kinds
    await season.check()
