"""The world around the whole bot that is killed: Discord, the people, time, and the killer.

Discord is a practice field in this process: it outlives every life of the bot, remembers what
stands where, and never says a thing again by itself. The people type and tap, do the same again
when they were not answered, and tap what has long been decided. There is no twin here, for the
bot's chance is its own: what must hold is in `agreement.py`.
"""

from __future__ import annotations

import asyncio
import random
import re
import signal
from collections import Counter, deque
from collections.abc import Callable, Coroutine, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.practice import (
    Call,
    Channel,
    ClientRefuses,
    Message,
    Outcome,
    Person,
    PracticeField,
    wire,
)
from bot.practice.state import EPHEMERAL, Event
from games import table
from games.table import Table
from storage import open_store
from tests.evening import MARK, SEND
from tests.fake_time import FakeTime
from tests.kill import agreement, driver, evidence, story
from tests.kill.agreement import Act, is_told
from tests.kill.driver import PATIENCE, PLANS, Dead, Zygote
from tests.kill.life import ANSWER, ANYTHING, LOOK_BACK, Bot, Cut, Fuse
from tests.kill.orders import Order
from tests.kill.twin import State

NAMES = ("Ana", "Ben", "Cho", "Dee", "Fay *F*")
GAMES_AT_ONCE = 2
OPTIONS = (
    "hand_size=1",
    "hand_size=2",
    "hand_size=2\nstrike_quorum=half",
    "hand_size=2\ntempo=strict",
)
WISHES = ("all", "last", "none")
"""Which reminders somebody asks all games for."""

MOST_STEPS = 2000

SLICE = 100.0
"""Seconds by which the clocks of Discord and of the bot may be apart: less than a nonce lives."""

GREETING = "You are in. When"

EXPECTED = re.compile(
    "an answer (came too late|was lost|could not be deferred)"
    "|a form could not be shown|.+ voice will NOT be supported$"
)
"""What may be complained of: somebody has given up meanwhile, or libraries are not needed."""


@dataclass
class Tally:
    """What the killing came to."""

    kills: int = 0
    stops: int = 0
    games: int = 0
    acts: int = 0
    unanswered: int = 0
    public: int = 0
    private: int = 0
    held: int = 0
    found: int = 0
    greetings: int = 0
    unread: int = 0
    points: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        points = ", ".join(f"{what} {times}" for what, times in self.points.most_common())
        return (
            f"{self.kills} kills and {self.stops} stops in {self.games} games: {self.acts} things "
            f"done, {self.unanswered} of them never answered, {self.unread} seen to be thought "
            f"about for ever; {self.public} posts and {self.private} direct messages, none twice; "
            f"{self.held} were held back by their nonce, {self.found} looked for; "
            f"{self.greetings} greetings\nkilled {points}"
        )


# --- the session ---------------------------------------------------------------------------------


class Session:
    """Some games on one file, played to their ends through as many lives as it takes."""

    def __init__(self, seed: int, folder: Path, zygote: Zygote, tally: Tally) -> None:
        self.tally = tally
        self.last: deque[str] = deque(maxlen=80)
        """What happened last, for whoever has to find out what went wrong."""
        self._rng = random.Random(seed)
        folder = folder / str(seed)
        folder.mkdir()
        self._database = folder / "umpire.db"
        self._scratch = folder / "found"
        self._zygote = zygote
        self._time = FakeTime(driver.BEGAN)
        self._field = PracticeField(self._time, limits=False)  # their pauses would be real
        self._host = self._field.owner
        self._channel = self._field.add_channel("games")
        self._people = {name: self._field.add_member(name) for name in NAMES}
        self._bot: Bot | None = None
        self._end: Cut | Fuse | driver.End = Fuse(0, 0.0)
        self._fuse: asyncio.TimerHandle | None = None
        self._met = 0
        self._done = 0
        self._seen: dict[str, dict[str, Any]] = {}
        self._wake: float | None = None
        self._owed = True
        self._acts: list[Act] = []
        self._in_flight: list[Act] = []
        self._again: list[Act] = []
        self._left: list[Act] = []
        """Answers left ahead that nobody has looked for yet."""
        self._opened: set[str] = set()
        self._public: list[tuple[int, str]] = []
        self._field.world.listeners.append(self._overhear)

    async def run(self) -> None:
        """Plays it all, and checks it all."""
        async with self._field:
            for _ in range(MOST_STEPS):
                try:
                    if self._bot is None:
                        await self._be_born()
                    elif self._stops_at and self._rng.random() < 0.1:
                        await self._stop()
                    elif not self._is_over():
                        await self._step()
                    else:
                        await self._finish()
                        return
                except Dead:
                    await self._bury()
        raise AssertionError("the games do not come to an end")

    def abandon(self) -> None:
        """Ends the life that is running, if there is one."""
        self._put_out_fuse()
        if self._bot is not None:
            self._bot.life.kill()
            self._bot.life.close()
            self._zygote.ended()

    def _note(self, text: str) -> None:
        self.last.append(text[:400])

    # -- lives --

    async def _be_born(self) -> None:
        self._end = end = self._choose_end()
        self._met = self._done = 0
        self._note(f"--- born at {self._time.wall:.3f}, to die {end}")
        armed = isinstance(end, driver.End) and end.since == "birth"
        if isinstance(end, Cut):
            self._field.faults.drop(end.route, after=end.after, where=self._meets_end)
        life = self._zygote.birth(
            {
                "path": str(self._database),
                "now": self._time.wall,
                "kill": end.shim() if armed else None,
                "root": self._field.server.root,
                "token": self._field.token,
            }
        )
        self._bot = Bot(life)
        await self._bot.listen()
        self._light_fuse()
        await self._bot.outlives(self._bot.ready.wait())
        await self._settle({"do": "settle"})
        assert await self._bot.ask({"do": "check"}) == []
        if isinstance(end, driver.End) and end.since == "play":
            self._bot.tell({"do": "arm", "kill": end.shim()})
        again, self._again = self._again, []
        for act in again:
            await self._repeat(act)

    def _choose_end(self) -> Cut | Fuse | driver.End:
        rng = self._rng
        match rng.choice(("file", "file", "cut", "cut", "cut", "fuse", "start", "stop")):
            case "file":
                since = rng.choice(("birth", "play", "play", "play"))
                nth, how = rng.randint(1, rng.choice((8, 30, 60))), rng.choice(driver.HOW)
                return driver.End("file", nth, how, rng.randint(0, 99), since)
            case "stop":
                nth, how = rng.randint(1, 30), rng.choice(driver.HOW)
                return driver.End("stop", nth, how, rng.randint(0, 99), "stop")
            case "cut":
                route = rng.choice((SEND, SEND, ANSWER, ANSWER, ANSWER, ANYTHING, LOOK_BACK))
                nth = 1 if route == LOOK_BACK else rng.randint(1, 12)
                return Cut(route, nth, rng.random() < 0.5)
            case "fuse":
                return Fuse(rng.randint(1, 12), rng.uniform(0.0, 0.02))
        return Fuse(0, rng.uniform(0.0, 0.2)) if rng.random() < 0.4 else Cut(ANYTHING, 1, True)

    @property
    def _stops_at(self) -> bool:
        return isinstance(self._end, driver.End) and self._end.kind == "stop"

    def _meets_end(self, call: Call) -> bool:
        """Whether a request is the one with which this life ends; then it does."""
        assert isinstance(self._end, Cut)
        self._met += 1
        if self._met != self._end.nth or self._bot is None:
            return False
        self._note(f"{call.method} {call.path}, and killed {self._end}")
        self._bot.life.kill()
        return True

    def _light_fuse(self) -> None:
        self._put_out_fuse()
        if isinstance(self._end, Fuse) and self._end.act == self._done and self._bot is not None:
            loop = asyncio.get_running_loop()
            self._fuse = loop.call_later(self._end.seconds, self._bot.life.kill)

    def _put_out_fuse(self) -> None:
        if self._fuse is not None:
            self._fuse.cancel()
            self._fuse = None

    async def _bury(self) -> None:
        """After a kill: what was told, what is in the file and what was posted must agree."""
        assert self._bot is not None
        self._put_out_fuse()
        point = await self._bot.bury() or str(self._end)
        complaints = self._bot.complaints
        self._bot = None
        status = self._zygote.ended()
        assert status == -signal.SIGKILL, f"it died by itself, with status {status}: {complaints}"
        await self._last_words()
        self._check_complaints(complaints)
        self.tally.kills += 1
        self.tally.points[point.replace(" -", " ")] += 1
        self._note(f"killed {point}")
        self._examine()
        # whoever was not answered does it again, and perhaps Discord says it again, too
        self._again = [act for act in self._in_flight if act.told is None]
        self._in_flight.clear()
        lost = self._rng.random()
        posting = isinstance(self._end, Cut) and self._end.route == SEND
        if lost < (0.5 if posting else 0.1):
            await self._time.advance(self._rng.randint(301, 1500))  # no nonce lives so long
        elif lost > 0.96:
            await self._time.advance(self._rng.randint(2400, 100_000))
        else:
            await self._time.advance(self._rng.uniform(0.0, 3.0))

    async def _last_words(self) -> None:
        """What the dead had sent arrives, as it does at Discord; then nobody hears of them more."""
        quiet = 0
        while quiet < 50:
            await asyncio.sleep(0)
            quiet = 0 if self._field.server.busy or self._field.gateway.connected else quiet + 1
        self._field.faults.clear()
        for act in self._in_flight:
            if is_told(act.outcome):
                act.told = self._words(act)

    async def _stop(self) -> None:
        """It is asked to stop, and perhaps killed while it does."""
        assert self._bot is not None
        self._put_out_fuse()
        if isinstance(self._end, driver.End) and self._end.since == "stop":
            self._bot.tell({"do": "arm", "kill": self._end.shim()})
        await self._bot.ask({"do": "stop"})
        self._bot.life.hang_up()
        await self._bot.bury()
        status = self._zygote.ended()
        assert status == 0, f"it ended with status {status}"
        self._check_complaints(self._bot.complaints)
        self._bot = None
        self.tally.stops += 1
        await self._last_words()
        self._examine()
        await self._time.advance(2.0)

    def _check_complaints(self, complaints: list[str]) -> None:
        unexpected = [text for text in complaints if not EXPECTED.match(text)]
        assert not unexpected, "\n".join(unexpected)

    # -- time --

    async def _settle(self, order: Order) -> None:
        """Lets it come to rest, and looks at the games."""
        assert self._bot is not None
        # what is answered while the bot looks may be younger than what it sees
        left, begun = list(self._left), len(self._acts)
        answer = await self._bot.ask({**order, "games": list(self._seen)})
        busy = {(act.person, act.game) for act in self._acts[begun:]}
        left = [act for act in left if (act.person, act.game) not in busy]
        self._seen |= {game: seen for game, seen in answer["seen"].items() if seen is not None}
        self._wake, self._owed = answer["wake"], answer["owed"]
        for game, seen in self._seen.items():
            if "table" in seen:
                agreement.check_left(left, game, self._at(game), seen["plans"])
                agreement.check_wishes(self._acts, self._at(game))
        self._left = [act for act in self._left if act not in left]

    async def _go(self, to: float) -> None:
        """Later: the clocks of Discord and of the bot, side by side."""
        while self._time.wall < to:
            step = min(to - self._time.wall, SLICE)
            await self._time.advance(step)
            await self._settle({"do": "go", "to": self._time.wall})

    # -- what people do --

    def _at(self, game: str) -> Table:
        return table.load(self._seen[game]["table"].encode())

    def _runs(self, game: str) -> bool:
        return "table" in self._seen[game]

    def _is_over(self) -> bool:
        return (
            not self._owed
            and len(self._seen) >= GAMES_AT_ONCE
            and all(self._runs(one) and self._at(one).outcome is not None for one in self._seen)
        )

    async def _step(self) -> None:
        rng = self._rng
        if rng.random() < 0.1:
            self._field.faults.duplicate_interactions()
        doing = [self._something() for _ in range(rng.choice((1, 1, 1, 2)))]
        if rng.random() < 0.1:
            doing.append(self._go(self._time.wall + 1.5))  # while they are at it
        results = await asyncio.gather(*doing, return_exceptions=True)
        for result in results:
            if isinstance(result, BaseException):
                raise result
        await self._settle({"do": "settle"})
        if rng.random() < 0.25:
            soon = self._time.wall + rng.uniform(0.5, 60.0)
            woken = self._wake is not None and self._wake < self._time.wall + 400
            await self._go(self._wake if woken and rng.random() < 0.7 else soon)

    async def _something(self) -> None:
        """What somebody does now."""
        rng = self._rng
        running = [game for game in self._seen if not self._runs(game)]
        running += [one for one in self._seen if self._runs(one) and not self._at(one).outcome]
        if len(self._seen) < GAMES_AT_ONCE and (not running or rng.random() < 0.3):
            await self._open()
        elif not running:
            await self._go(self._wake or self._time.wall + 30)
        elif self._runs(game := rng.choice(running)):
            await self._at_table(game)
        else:
            await self._sign_up(game)

    async def _open(self) -> None:
        """A host opens a game with the form."""
        rng = self._rng
        line = (
            "/game open game:pitch-and-catch players:3 hours:1 options:true "
            f"pace:{rng.choice(('live', 'fast'))} house:{rng.choice((0, 0, 1))} "
            f"thread:{rng.choice((True, False))}"
        )
        options = rng.choice(OPTIONS)

        async def fill() -> Act:
            asked = await self._types(self._host, self._channel, line, None, again=fill)
            if asked.outcome.modal is None:
                return asked
            return await self._do(
                self._host,
                "open",
                None,
                lambda: self._host.fills(asked.outcome, {"options": options}, wait=False),
                again=fill,
            )

        act = await fill()
        if found := re.search(r"The sign-up `(\w+)` is open", act.told or ""):
            self._opened.add(found[1])

    async def _sign_up(self, game: str) -> None:
        rng = self._rng
        inside = self._seen[game]["entrants"]
        person = rng.choice(list(self._people.values()))
        if rng.random() < 0.1:
            await self._types(person, self._channel, f"/out game:{game}", game)
        elif len(inside) >= 3 and rng.random() < 0.5:
            await self._types(self._host, self._channel, f"/game close game:{game}", game)
        elif (post := self._newest(person, game, "?in")) is not None and rng.random() < 0.5:
            await self._taps(person, post, f"t:{game}::?in", game)
        else:
            await self._types(person, self._channel, f"/in game:{game}", game)

    async def _at_table(self, game: str) -> None:
        rng = self._rng
        at = self._at(game)
        chance = rng.random()
        seated = [self._people[name] for name in at.names if name in self._people]
        someone = rng.choice(seated)
        if at.request is not None and chance < 0.6:
            await self._votes(game, someone)
        elif at.clock.pause is not None and chance < 0.7:
            await self._moderates(game, "resume")
        elif at.turn is None or at.names[at.turn] not in self._people:
            await self._types(someone, self._channel, f"/table game:{game}", game)
        elif chance < 0.65:
            await self._plays(game, at, self._people[at.names[at.turn]])
        elif chance < 0.78:
            await self._types(
                someone, self._channel, f"/plan answer:{rng.choice(PLANS)} game:{game}", game
            )
        elif chance < 0.81:
            await self._types(someone, self._channel, f"/plan withdraw:true game:{game}", game)
        elif chance < 0.83:
            line = f"/my remind which:{rng.choice(WISHES)}"
            await self._types(someone, rng.choice((self._channel, someone.direct)), line, None)
        elif chance < 0.86:
            line = rng.choice(("/hand", "/table", "/pitch card:9c", "/pass"))
            person = rng.choice(list(self._people.values()))
            await self._types(person, self._channel, f"{line} game:{game}", game)
        elif chance < 0.93:
            await self._taps_something_old(game, someone)
        else:
            orders = ("pause", "rewind moves:1", "rewind moves:2", "extend hours:1", "nudge")
            await self._moderates(game, rng.choice(orders))

    async def _plays(self, game: str, at: Table, person: Person) -> None:
        """Whoever is at turn types an action, or taps one on the panel."""
        rng = self._rng
        assert at.turn is not None
        text = rng.choice([at.game.write(one) for one in at.game.legal(at.state, at.turn)])
        post = self._newest(person, game, "?act")
        if post is None or rng.random() < 0.4:
            verb, _, card = text.partition(" ")
            line = f"/{verb} card:{card} game:{game}" if card else f"/{verb} game:{game}"
            where = rng.choice((self._channel, person.direct))
            await self._types(person, where, line, game)
            return
        act = next(one["custom_id"] for one in post.buttons if one["custom_id"].endswith("?act"))
        await self._taps(person, post, act, game)
        panels = [one for one in person.reads(self._place(post)) if _actions(one, game)]
        if panels:
            await self._taps(person, panels[-1], rng.choice(_actions(panels[-1], game)), game)

    async def _taps_something_old(self, game: str, person: Person) -> None:
        """A panel from some time, before some kill."""
        channels = [self._channel, *self._field.threads(self._channel), person.direct]
        old = [one for here in channels for one in person.reads(here) if _actions(one, game)]
        if old:
            panel = self._rng.choice(old)
            await self._taps(person, panel, self._rng.choice(_actions(panel, game)), game)

    async def _votes(self, game: str, person: Person) -> None:
        """Somebody agrees to the newest rewind that was asked about, or refuses it."""
        button = self._rng.choice(("?agree", "?agree", "?agree", "?refuse"))
        post = self._newest(person, game, button)
        if post is not None:
            tapped = (one["custom_id"] for one in post.buttons)
            await self._taps(person, post, next(one for one in tapped if button in one), game)

    async def _moderates(self, game: str, order: str) -> None:
        await self._types(self._host, self._channel, f"/mod {order} game:{game}", game)

    async def _types(
        self,
        person: Person,
        where: Channel,
        line: str,
        game: str | None,
        again: Callable[[], Coroutine[Any, Any, Act]] | None = None,
    ) -> Act:
        return await self._do(
            person, line, game, lambda: person.types(where, line, wait=False), again
        )

    async def _taps(self, person: Person, message: Message, button: str, game: str) -> Act:
        return await self._do(
            person, f"taps {button}", game, lambda: person.clicks(message, button, wait=False)
        )

    async def _do(
        self,
        person: Person,
        what: str,
        game: str | None,
        way: Callable[[], Coroutine[Any, Any, Outcome]],
        again: Callable[[], Coroutine[Any, Any, Act]] | None = None,
    ) -> Act:
        """Somebody does something, and waits for the answer, in vain if the bot dies."""
        assert self._bot is not None
        bot = self._bot
        version = None if game is None or not self._runs(game) else self._at(game).version
        outcome = await way()
        again = again or (lambda: self._do(person, what, game, way))
        act = Act(person, what, game, outcome, version, again)
        self._note(f"{person.name}: {what} ({act.id})")
        for other in self._in_flight:
            if (other.person, other.game) == (person, game):
                act.alone = other.alone = False
        self._acts.append(act)
        self._in_flight.append(act)
        self._done += 1
        self._light_fuse()
        await bot.outlives(_settled(outcome))
        assert not outcome.failed, f"{what} was not answered in time"
        assert outcome.ephemeral or outcome.interaction.guild_id is None or outcome.modal, what
        act.told = self._words(act)
        self._note(f"told {act.id}: {act.told!r}")
        self._in_flight.remove(act)
        self._left = [one for one in self._left if (one.person, one.game) != (person, game)]
        if "Left for" in act.told:
            self._left.append(act)
        return act

    def _words(self, act: Act) -> str:
        """The answer as it was given: another tap may have changed the same panel since."""
        token = act.outcome.interaction.token
        for call in reversed(self._field.calls):
            if token in call.ids.values() and isinstance(call.json, dict):
                said = call.json.get("data", call.json)
                return str(said.get("content") or "")
        raise AssertionError(f"nobody has answered {act}")

    async def _repeat(self, act: Act) -> None:
        """Somebody who was not answered does the same again; or Discord tells the bot again."""
        chance = self._rng.random()
        if chance < 0.3:
            self._note(f"delivered again: {act.id}")
            said = act.outcome.interaction
            told = wire.interaction(self._field.world, said)
            self._acts.remove(act)
            self._acts.append(act)  # it may take effect after what was done since
            act.alone = False
            self._field.world.emit("INTERACTION_CREATE", told, said.guild_id, said.channel_id)
        elif chance < 0.9:
            self._note(f"again: {act.what}")
            with suppress(ClientRefuses):  # the button may be gone since
                await act.again()

    # -- what stands there --

    def _place(self, message: Message) -> Channel:
        return self._field.world.channels[message.channel_id]

    def _posts(self, person: Person, channel: Channel) -> Iterator[tuple[int, str, Message]]:
        """The numbered posts that somebody can read there, with their numbers and games."""
        for message in person.reads(channel):
            mark = MARK.search(message.content)
            if message.author.bot and message.interaction is None and mark is not None:
                yield int(mark[1]), mark[2], message

    def _newest(self, person: Person, game: str, button: str) -> Message | None:
        """The newest post about a game with such a button."""
        for channel in [person.direct, self._channel, *self._field.threads(self._channel)]:
            for _, _, post in reversed(list(self._posts(person, channel))):
                if any(
                    one["custom_id"].startswith(f"t:{game}:") and one["custom_id"].endswith(button)
                    for one in post.buttons
                ):
                    return post
        return None

    def _lanes(self) -> dict[tuple[str, int | None], list[Message]]:
        """All posts by game and person; None is everybody. Each must have the next number."""
        lanes: dict[tuple[str, int | None], list[Message]] = {}
        readers: list[tuple[Person, Channel, int | None]] = [
            (self._host, channel, None)
            for channel in [self._channel, *self._field.threads(self._channel)]
        ]
        readers += [(one, one.direct, one.id) for one in self._people.values()]
        for person, channel, to in readers:
            for number, game, message in self._posts(person, channel):
                lane = lanes.setdefault((game, to), [])
                lane.append(message)
                assert number == len(lane), f"{message.content!r} is the {len(lane)}. of {game}"
        return lanes

    def _overhear(self, event: Event) -> None:
        """Keeps everything that was ever to be read in public, also what was edited away."""
        if event.name not in ("MESSAGE_CREATE", "MESSAGE_UPDATE") or event.guild_id is None:
            return
        if not event.data["flags"] & EPHEMERAL:
            self._public.append((self._time.now(), event.data["content"]))

    # -- what must hold --

    def _examine(self) -> None:
        """What people were told and what stands in Discord, compared with the file."""
        left = evidence.gather(self._database, self._scratch)
        assert self._opened <= set(left.games), (
            f"opened, and gone: {self._opened - set(left.games)}"
        )
        agreement.check_acts(left, self._acts)
        for game, found in left.games.items():
            if found.version:
                at = table.load(found.shown[0].encode())
                agreement.check_left(self._left, game, at, found.shown[1])
            else:
                agreement.check_entrants(self._acts, game, found.shown[1])
        self._left.clear()
        agreement.check_posted(left, self._lanes())

    async def _finish(self) -> None:
        """Everything is over: an end without a kill, and the last checks."""
        self._end = Fuse(0, 0.0)
        self._field.faults.clear()
        await self._stop()
        lanes = self._lanes()
        store = await open_store(f"sqlite:///{self._database}")
        try:
            assert await store.check() == ()
            journals = {}
            for game in self._seen:
                stored, sign_up = await store.game(game), await store.sign_up(game)
                assert stored is not None
                assert sign_up is not None
                journal = await store.journal(game)
                state = State(sign_up, stored)
                said = {
                    to: [agreement.as_owed(one) for one in lane]
                    for (of, to), lane in lanes.items()
                    if of == game
                }
                story.check_channel(state, journal, said.pop(None))
                story.check_hands(state, journal, {to: all_ for to, all_ in said.items() if to})
                story.check_record(state, journal, await store.record(game))
                journals[game] = journal
            agreement.check_public(self._public, journals)
        finally:
            await store.close()
        self._count(lanes)

    def _count(self, lanes: dict[tuple[str, int | None], list[Message]]) -> None:
        tally = self.tally
        tally.games += len(self._seen)
        tally.acts += len(self._acts)
        tally.unanswered += sum(act.told is None for act in self._acts)
        tally.unread += sum(act.outcome.thinking for act in self._acts)
        for (_, to), lane in lanes.items():
            if to is None:
                tally.public += len(lane)
            else:
                tally.private += len(lane)
        sent = [one.answer["id"] for one in self._field.calls_to(SEND) if one.answer]
        tally.held += len(sent) - len(set(sent))
        tally.found += len(self._field.calls_to(LOOK_BACK))
        for person in self._people.values():
            greeted = [one for one in person.reads() if one.content.startswith(GREETING)]
            tally.greetings += len(greeted)
            for game in self._seen:
                about = sum(one.content.endswith(game) for one in greeted)
                agreement.check_greetings(self._acts, game, person, about)


async def _settled(outcome: Outcome) -> None:
    """Waits for it, or for the end of the time in which there may be one."""
    await outcome.settled(PATIENCE)
    while not is_told(outcome) and not outcome.failed:
        outcome.interaction.changed.clear()
        await outcome.interaction.changed.wait()


def _actions(message: Message, game: str) -> list[str]:
    """The buttons of a message that are actions of a game: it is a panel then."""
    ids = [one["custom_id"] for one in message.buttons if one["custom_id"].startswith(f"t:{game}:")]
    return [one for one in ids if not one.split(":")[-1].startswith("?")]
