"""The demonstration: a whole game on the practice field, told while it is played.

The bot is the real one, the field stands in for Discord, and one person is played from the script
here; house players fill the other seats. The person knows only what a person would: what stands in
the channel, what comes by direct message, what is offered. Nothing is asked of whoever watches, and
nothing of theirs is touched but the folder that the record is written into.
"""

from __future__ import annotations

import asyncio
import io
import re
import signal
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import TextIO

import discord

from bot import errors, logs, records
from bot.client import Umpire
from bot.components import ACT, HAND, LABELS, PLAN, TABLE
from bot.config import Config
from bot.outbox import EACH_CHANNEL, Limit
from bot.practice import ClientRefuses, Message, Outcome, Person, PracticeField
from bot.time import RealTime
from games import record, registry
from games.cards import read_card
from games.clock import HOUR
from games.pace import PRESETS
from games.pitch_and_catch.terms import FACE
from games.text import counted, duration
from storage.store import StoreError

GAME = "pitch-and-catch"
NAME = "Ana"
PACE = "fast"
SIGN_UP_HOURS = 2

OPTIONS = "strike_quorum=half"
"""Fewer games end early, by strikes: whoever watches is promised every inning."""

THINKS = 2 * HOUR
"""Seconds by the table's clock that the person takes for an answer."""

SPED = 100
"""How much faster than on Discord posts may follow each other in a channel."""

PATIENCE = 20.0
"""Real seconds without any news after which the demonstration is given up."""

TRIES = 3
"""So often the person tries something that the bot does not answer in time."""

MOST_GAMES = 8
"""So many games at most are played until one goes through all its innings."""

PITCH = "pitch highest"
"""What the person leaves ahead now and then."""

HAND_EVERY, TABLE_EVERY, PLAN_EVERY = 9, 30, 10
"""After so many decisions the person looks at the hand, at the table, leaves an answer ahead."""

CATCHES_WITH, SWINGS_WITH = 6, 8
"""The least face values of what the person catches and swings with, if no strike threatens."""

_INNING = re.compile(r"((?:Inning|Extra inning) \d+)\. ")
"""How the line begins that tells of a deal."""

BAR = "  │ "
"""Stands before what only one person sees."""

DONE, FAILED, UNWRITTEN = 0, 1, 2
"""Exit statuses."""


class Stuck(Exception):
    """The demonstration cannot go on; the message says why, without its full stop."""


class CannotTell(Exception):
    """The terminal takes no more; on the field, an OSError would be the network's."""

    def __init__(self, error: OSError) -> None:
        super().__init__(str(error))
        self.error = error


def run(seats: int, folder: Path, out: TextIO, err: TextIO) -> int:
    """The command: plays and tells a game, and leaves its record in a folder."""
    logs.set_up("error", stream=err)
    try:
        text = asyncio.run(_play(seats, Terminal(out)))
    except CannotTell as told:
        raise told.error from None
    except asyncio.CancelledError:
        raise KeyboardInterrupt from None
    except (Stuck, ClientRefuses, StoreError, discord.DiscordException, *errors.NETWORK) as error:
        why = str(error).rstrip(".") or type(error).__name__
        err.write(f"The demonstration cannot go on: {why}.\n")
        return FAILED
    try:
        path = _save(folder, text)
    except OSError as error:
        where = folder / f"{GAME}.box"
        err.write(f"{where}: expected a file that can be written, found: {error.strerror}\n")
        return UNWRITTEN
    return _verify(path, out, err)


def _save(folder: Path, text: str) -> Path:
    """Writes a record under the first name that is free; what is there already is never touched."""
    for number in count(1):
        path = folder / (f"{GAME}.box" if number == 1 else f"{GAME}-{number}.box")
        try:
            file = path.open("x", encoding="utf-8", newline="\n")
        except FileExistsError:
            continue
        try:
            with file:
                file.write(text)
        except OSError:
            path.unlink(missing_ok=True)
            raise
        return path
    raise AssertionError("numbers do not end")


def _verify(path: Path, out: TextIO, err: TextIO) -> int:
    """Checks the record as the command `verify` does, and says how to go on."""
    checks = io.StringIO()
    if records.verify(str(path), checks, err) != records.LEGAL:
        return FAILED
    first, *_, verdict = checks.getvalue().splitlines()
    out.write(
        f"\nThe record that was attached is {path.absolute()}\n"
        f"It has been checked, as python -m bot verify {path.name} does:\n"
        f"{first}\n{verdict}\n\n"
        "To go on to a server of your own: README.md, “Put it on your server”, says how to get a "
        "token.\nWrite it into .env, look with python -m bot doctor whether anything is missing, "
        "then start\npython -m bot.\n"
    )
    return DONE


# --- clocks and the terminal ---------------------------------------------------------------------


class Terminal:
    """Where the story is told; it knows how long it has kept us waiting."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self.held = 0.0
        """Seconds in which everything here stood still, as behind a pager that nobody scrolls."""

    def tell(self, text: str) -> None:
        """Some lines."""
        began = time.monotonic()
        try:
            self._out.write(f"{text}\n")
            self._out.flush()
        except OSError as error:
            raise CannotTell(error) from error
        self.held += time.monotonic() - began


class Clocks:
    """The clocks of field and bot: both stand while the terminal does, and the wall clock leaps."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self.leapt = 0
        """Seconds that the wall clock is ahead."""
        self.time = RealTime(wall=self._wall, steady=self._steady)

    def _wall(self) -> float:
        return time.time() - self._terminal.held + self.leapt

    def _steady(self) -> float:
        return time.monotonic() - self._terminal.held


# --- what is told --------------------------------------------------------------------------------


class Teller:
    """Tells what stands on the field: as it is posted, but names and times as people see them."""

    def __init__(self, field: PracticeField, terminal: Terminal) -> None:
        self._world = field.world
        self.tell = terminal.tell
        self._told = {""}
        """The kinds of answers, and rows of buttons, that need not be told again."""
        self._after_post = False
        """Whether a post was told last, which an empty line sets apart."""

    def post(self, message: Message) -> None:
        """A message that everybody can read, or a direct one, behind the bar."""
        lines = self._lines(message)
        buttons = self._buttons(message)
        if buttons not in self._told:
            self._told.add(buttons)
            lines.append(buttons)
        channel = self._world.channel(message.channel_id)
        if channel.guild_id is None:
            self._tell_behind_bar([f"Direct message to {NAME}:", *_indented(lines)])
        else:
            place = "" if channel.thread else f"#{channel.name}: "
            self.tell("\n" + place + "\n".join(_under_headings(lines)))
            self._after_post = True

    def answer(self, who: Person, did: str, kind: str, outcome: Outcome) -> None:
        """What somebody did and was told: the first of its kind in full, then in a line."""
        message = outcome.message
        lines = ["A form opens."] if message is None else self._lines(message)
        if kind not in self._told:
            self._told.add(kind)
            buttons = [] if message is None else [self._buttons(message)]
            self._tell_behind_bar([f"{who.name} {did}:", *_indented([*lines, *buttons])])
        elif kind != LABELS[ACT]:  # what is offered there shows in what is chosen from it
            gap = "\n" if self._after_post else ""
            self.tell(f"{gap}{BAR}{who.name} {did}: {lines[0]}")
            self._after_post = False

    def _tell_behind_bar(self, lines: Sequence[str]) -> None:
        self.tell("\n" + "\n".join(f"{BAR}{line}" for line in lines if line.strip()))
        self._after_post = False

    def _lines(self, message: Message) -> list[str]:
        """The words of a message, without the small line by which the bot finds it again."""
        lines = [line for line in message.text.split("\n") if not line.startswith("-# ")]
        return [*map(self._seen, lines), *(f"({each.name})" for each in message.attachments)]

    def _buttons(self, message: Message) -> str:
        return " ".join(f"[{label}]" for label in labels(message))

    def _seen(self, line: str) -> str:
        """A line as Discord's client shows it."""
        line = re.sub(r"<@!?(\d+)>", lambda found: f"@{self._user(found[1])}", line)
        line = re.sub(r"<#(\d+)>", lambda found: f"#{self._channel(found[1])}", line)
        return re.sub(r"<t:(\d+):(\w)>", lambda found: self._moment(found[1], found[2]), line)

    def _user(self, id: str) -> str:
        return self._world.users[int(id)].display

    def _channel(self, id: str) -> str:
        return self._world.channel(int(id)).name

    def _moment(self, seconds: str, style: str) -> str:
        if style == "R":
            return f"in {_about(int(seconds) - self._world.time.now())}"
        return f"{datetime.fromtimestamp(int(seconds), UTC):%d %B %Y, %H:%M} UTC"


def _about(seconds: int) -> str:
    """A time as Discord tells how far away it is: one unit, rounded."""
    units = (24 * HOUR, HOUR, 60)
    unit = next((unit for unit in units if seconds + unit // 2 >= unit), 1)
    return duration(max(0, (seconds + unit // 2) // unit * unit))


def labels(message: Message) -> list[str]:
    """What stands on a message's buttons."""
    return [button["label"] for button in message.buttons]


def _under_headings(lines: Sequence[str]) -> list[str]:
    """The lines of a post, with a heading where an inning begins."""
    told: list[str] = []
    for line in lines:
        if inning := _INNING.match(line):
            told += [*([""] if told else []), f"--- {inning[1]} ---", ""]
        told.append(line)
    return told


def _indented(lines: Sequence[str]) -> list[str]:
    return [f"  {line}" for line in lines]


# --- the game ------------------------------------------------------------------------------------


async def _play(seats: int, terminal: Terminal) -> str:
    """Plays on a field, with a database, that are gone afterwards; gives the record."""
    stop_once()
    clocks = Clocks(terminal)
    try:
        folder = tempfile.TemporaryDirectory(prefix="umpire-", ignore_cleanup_errors=True)
    except OSError as error:
        raise Stuck(f"no temporary folder can be made: {error.strerror}") from error
    field = PracticeField(clocks.time, scale=1 / SPED)
    with folder as name:
        try:
            await field.start()
        except OSError as error:
            raise Stuck(f"no port of this machine can be used: {error.strerror}") from error
        try:
            bot = Umpire(
                Config(token=field.token, database=f"sqlite:///{name}/practice.db"),
                time=clocks.time,
                heartbeat=None,
                patience=0.01,
                each_channel=Limit(EACH_CHANNEL.most, EACH_CHANNEL.seconds / SPED),
            )
            async with field.plays(bot, PATIENCE):
                return await Demonstration(
                    field, bot, clocks, Teller(field, terminal), seats
                ).plays()
        finally:
            await field.stop()


def stop_once() -> None:
    """From now on the first interrupt cancels this task, and no other cuts the tidying up short.

    A store that was not closed would keep the program from ending.
    """
    task = asyncio.current_task()
    assert task is not None  # a coroutine runs in one

    def stop() -> None:
        if not task.cancelling():
            task.cancel()

    with suppress(NotImplementedError):  # Windows has no such handlers
        asyncio.get_running_loop().add_signal_handler(signal.SIGINT, stop)


class Demonstration:
    """What the host of the table and its one person do, from the sign-up to the record."""

    def __init__(
        self, field: PracticeField, bot: Umpire, clocks: Clocks, teller: Teller, seats: int
    ) -> None:
        self._world = field.world
        self._bot = bot
        self._clocks = clocks
        self._teller = teller
        self._seats = seats
        self._title = registry.kit(GAME).game.title
        self._host = field.owner
        self._ana = field.add_member(NAME)
        self._table = field.add_channel("table")
        self._thread = self._table
        self._heard = 0
        """The id of the newest message that has been told."""
        self._decisions = 0
        self._hands = 0
        """How many hands have been dealt to the person of which no direct message has told yet."""
        self._news = asyncio.Event()
        field.world.listeners.append(lambda _: self._news.set())

    async def plays(self) -> str:
        """Plays until a game has gone through all its innings; gives its record."""
        tell = self._teller.tell
        tell(
            f"{self._title}, from the sign-up to the record, on the practice field: a stand-in for "
            "Discord\non this machine, with the real bot connected to it. You watch, and are asked "
            f"nothing: {NAME} is\nplayed from a script, the other "
            f"{counted(self._seats - 1, 'player')} are house players.\n\n"
            f"Clocks and limits are scaled: the {duration(SIGN_UP_HOURS * HOUR)} of the sign-up, "
            f"and those that {NAME} takes for an\nanswer, pass at once, and a channel takes posts "
            f"{SPED} times as fast as on Discord. The host\nsets an option that nobody needs to "
            "know: with it fewer games end early.\n\n"
            "Behind a bar stands what only one person sees: in full the first time, then in short."
        )
        for number in range(1, MOST_GAMES + 1):
            text = await self._plays_a_game()
            if number == MOST_GAMES or record.read(text).headers["result"].startswith("innings"):
                break
            tell(
                "\nThat was a whole game, but three strikes have ended it early. Here is another, "
                "so that you\nsee every inning."
            )
        tell(f"\nBy the clock of the table all this took {duration(self._clocks.leapt)}.")
        return text

    async def _plays_a_game(self) -> str:
        """From the sign-up to the final post; gives the record that is attached to it."""
        await self._opens()
        while True:
            post = await self._hears()
            if post.channel_id != self._thread.id:
                continue
            if post.attachments:
                return post.attachments[0].content.decode()
            asked = re.search(rf"To act: {NAME}, (pitch|swing|catch)", post.text)
            if asked is not None:
                while self._hands > 0:  # nobody acts without having seen the cards
                    await self._hears()
                await self._acts(post, "field" if asked[1] == "catch" else asked[1])

    async def _hears(self) -> Message:
        """The next message that stands there, told."""
        while True:
            self._news.clear()
            places = [self._table.id, self._thread.id, self._ana.direct.id]
            new = [
                message
                for place in dict.fromkeys(places)
                for message in self._world.messages[place].values()
                if message.id > self._heard and message.type == 0 and not message.ephemeral
            ]
            if new:
                first = min(new, key=lambda message: message.id)
                self._heard = first.id
                self._teller.post(first)
                self._counts_hands(first)
                return first
            try:
                async with asyncio.timeout(PATIENCE):
                    await self._news.wait()
            except TimeoutError:
                raise Stuck(f"the bot has said nothing for {PATIENCE:g} seconds") from None

    def _counts_hands(self, message: Message) -> None:
        """Each deal brings a direct message with the hand, which may come before the post."""
        if message.channel_id == self._thread.id:
            for line in filter(_INNING.match, message.text.splitlines()):
                # an extra inning is dealt to those alone who are named behind "to"
                self._hands += " each." in line or NAME in line.rpartition(" to ")[2]
        elif message.channel_id == self._ana.direct.id:
            self._hands -= message.text.startswith("Your hand:")

    def _leap(self, seconds: int) -> None:
        """Time passes."""
        self._clocks.leapt += seconds
        self._bot.ticker.wake()

    # -- what the host does, and the person --

    async def _opens(self) -> None:
        """Opens a sign-up with an option; one person is in, and the clock closes it."""
        line = (
            f"/game open game:{self._title} players:{self._seats} house:{self._seats - 1} "
            f"pace:{PACE} hours:{SIGN_UP_HOURS} options:true"
        )
        form = await self._answered(lambda: self._host.types(self._table, line))
        self._teller.answer(self._host, f"types {line}", "open", form)
        opened = await self._answered(
            lambda: self._host.fills(form, {"One option a line": OPTIONS})
        )
        self._teller.answer(self._host, f"writes {OPTIONS} into the form", "form", opened)
        found = re.search(r"<#(\d+)>", opened.text)
        if found is None:
            raise Stuck(f"no sign-up was opened, the answer was: {opened.text}")
        self._thread = self._world.channel(int(found[1]))
        while (await self._hears()).channel_id != self._thread.id:
            pass
        await self._types("/in")
        self._leap(SIGN_UP_HOURS * HOUR + 1)

    async def _acts(self, post: Message, verb: str) -> None:
        """The person answers: with a button, the next time with a command."""
        if f"Strike 2: {NAME} keeps the ball" in post.text:
            # a pitch by the clock ends the run (PC-28), and so the game goes on
            self._teller.tell(f"\n{BAR}{NAME} keeps silent: a third strike would end the game.")
            self._leap(PRESETS[PACE].window + 1)
            return
        self._leap(THINKS)
        self._decisions += 1
        if self._decisions % HAND_EVERY == 1:
            await self._taps(post, LABELS[HAND])
        if self._decisions % TABLE_EVERY == 1:
            await self._taps(post, LABELS[TABLE])
        leaves = verb == "swing" and self._decisions % PLAN_EVERY in (2, 3)
        if self._decisions % 2:
            await self._acts_by_button(post, verb, leaves)
        else:
            await self._acts_by_command(post, verb, leaves)

    async def _acts_by_button(self, post: Message, verb: str, leaves: bool) -> None:
        """Taps Act, and on the panel that opens what to do."""
        panel = (await self._taps(post, LABELS[ACT])).message
        if panel is None:
            raise Stuck("nothing opens where Act was tapped")
        if leaves:
            ahead = (await self._taps(panel, LABELS[PLAN])).message
            if ahead is None:
                raise Stuck("nothing opens where answers are left ahead")
            left = await self._answered(lambda: self._ana.chooses(ahead, "Next pitch", PITCH))
            self._teller.answer(self._ana, f"chooses {PITCH} for the next pitch", "menu", left)
        begins = f"{verb.capitalize()} "
        cards = [name.removeprefix(begins) for name in labels(panel) if name.startswith(begins)]
        card = chosen(verb, cards, post.text)
        await self._taps(panel, f"{begins}{card}" if card else "Pass")

    async def _acts_by_command(self, post: Message, verb: str, leaves: bool) -> None:
        """Types a command, with a card that is offered while it is typed."""
        offered = await self._ana.completes(self._thread, f"/{verb} card:", "card")
        card = chosen(verb, [str(name) for name, _ in offered], post.text)
        if leaves:
            await self._types(f"/plan answer:{PITCH}")
        await self._types(f"/{verb} card:{card}" if card else "/pass")

    async def _taps(self, message: Message, label: str) -> Outcome:
        """The person taps a button, and is answered."""
        outcome = await self._answered(lambda: self._ana.clicks(message, label))
        kind = label if label in LABELS.values() else "action"
        self._teller.answer(self._ana, f"taps {label}", kind, outcome)
        return outcome

    async def _types(self, line: str) -> Outcome:
        """The person types a command in the thread, and is answered."""
        outcome = await self._answered(lambda: self._ana.types(self._thread, line))
        self._teller.answer(self._ana, f"types {line}", line.split()[0], outcome)
        return outcome

    async def _answered(self, act: Callable[[], Awaitable[Outcome]]) -> Outcome:
        """What came of something; where no answer came in time it is tried again."""
        for _ in range(TRIES):
            with suppress(TimeoutError):
                outcome = await act()
                if outcome.answered:
                    return outcome
        raise Stuck("the bot does not answer in time")


def chosen(verb: str, cards: Sequence[str], post: str) -> str | None:
    """The card that the person plays, of those offered, the lowest first; None to pass.

    High cards are played and low ones kept, for only these stop a low pitch from being a strike.
    """
    if verb == "swing" and "Two strikes!" in post:
        return next(iter(cards), None)
    if verb == "pitch":
        return cards[-1]
    least = CATCHES_WITH if verb == "field" else SWINGS_WITH
    spare = [card for card in cards if FACE[read_card(card)] >= least]
    if not spare:
        return None
    return spare[0] if verb == "field" else spare[-1]
