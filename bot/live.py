"""One round on Discord itself, each answer held beside that of the practice field.

What the tests take for Discord is the practice field. So the same round is played there first, with
the permissions that the bot has in the channel, and what it answers is what is expected. The round
says, changes, attaches and deletes what a game does, asks for what Discord must refuse, and wants
one tap from somebody who is there. It keeps no games and answers no commands.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import secrets
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from types import SimpleNamespace
from typing import Any, NamedTuple

import aiohttp
import discord
from discord.http import Route, handle_message_parameters

from bot import errors, invitation
from bot.client import COGS, UNKNOWN_TOKEN, Umpire
from bot.config import TOKEN, Config
from bot.doctor import Finding
from bot.practice import PracticeField
from bot.practice.field import connected
from bot.time import RealTime

READY_SECONDS = 60.0
"""So long may Discord take to let the bot in."""

GUILD_SECONDS = 2.0
"""So long is waited for Discord to tell of one more server."""

TAP_SECONDS = 60.0
"""So long somebody has for the tap."""

HEARD_SECONDS = 5.0
"""So long may a thread that was made take to be told on the gateway."""

NOBODY = 1
"""An id that belongs to no channel, message or user."""

LABEL = "Tap here"

Json = Any
Asks = Callable[[int], Awaitable[None]]
"""Asks somebody to tap the button of a message, given by its id."""


class Skipped(Exception):
    """A step that could not be tried; the message says why, without its full stop."""


class Step(NamedTuple):
    """A step of a round: what came of it, or with None why it could not be tried."""

    name: str
    came: str | None
    why: str = ""


class Visitor(discord.Client):
    """The bot without its games: it listens, and answers nothing by itself."""

    def __init__(self, patience: float) -> None:
        watch = aiohttp.TraceConfig()
        watch.on_request_end.append(self._answered)
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            chunk_guilds_at_startup=False,
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            guild_ready_timeout=patience,
            http_trace=watch,
        )
        self.events: set[str] = set()
        """What the gateway has told of."""
        self.told = asyncio.Event()
        self.tapped: asyncio.Queue[discord.Interaction[Visitor]] = asyncio.Queue()
        self.most_messages: str | None = None
        """How many messages Discord says that a channel takes at a time."""

    async def on_socket_event_type(self, name: str) -> None:
        """Remembers it."""
        self.events.add(name)
        self.told.set()

    async def on_interaction(self, interaction: discord.Interaction[Visitor]) -> None:
        """Keeps a tap for the round; whatever else people do is not for us."""
        if interaction.type is discord.InteractionType.component:
            self.tapped.put_nowait(interaction)

    async def _answered(
        self,
        session: aiohttp.ClientSession,
        context: SimpleNamespace,
        params: aiohttp.TraceRequestEndParams,
    ) -> None:
        if params.method == "POST" and params.url.path.endswith("/messages"):
            self.most_messages = params.response.headers.get("X-RateLimit-Limit")


# --- the round -----------------------------------------------------------------------------------


class Round:
    """What is done in a channel, step by step; each step says in a few words what came of it."""

    def __init__(
        self, client: Visitor, channel: discord.TextChannel, commands: list[Json], asks: Asks
    ) -> None:
        self._client = client
        self._http = client.http
        self._channel = channel
        self._commands = commands
        self._asks = asks
        self._nonce = secrets.token_hex(8)
        self._made: list[int] = []
        self.thread: int | None = None
        """The thread of the round, while it is there."""

    async def steps(self) -> AsyncGenerator[Step, None]:
        """Plays, and gives each step as it is done."""
        try:
            for name, step in self._steps().items():
                try:
                    yield Step(name, await _outcome(step()))
                except Skipped as why:
                    yield Step(name, None, str(why))
        finally:
            await self._tidy()

    def _steps(self) -> Mapping[str, Callable[[], Awaitable[str]]]:
        return {
            "the commands, told and read back": self._tells_commands,
            "a message with buttons, a mention and a nonce": self._says,
            "the same nonce again": self._says_again,
            "how many messages a channel takes at a time": self._counts,
            "an edit that takes the buttons away": self._edits,
            "a file": self._attaches,
            "the messages after a moment, read back": self._reads,
            "an empty message": lambda: self._send(content=""),
            "a message of 2,001 letters": lambda: self._send(content="x" * 2001),
            "a nonce of 26 letters": lambda: self._send(content="x", nonce="n" * 26),
            "a button's id of 101 letters": lambda: self._send(
                content="x", components=_row("i" * 101)
            ),
            "a message to no channel": lambda: self._send(NOBODY, content="x"),
            "an edit of no message": lambda: self._edit(NOBODY, content="x"),
            "a member whom nobody knows": self._looks_for_nobody,
            "a thread from a message": self._opens_thread,
            "a second thread from it": self._opens_thread,
            "what the gateway tells of": self._hears,
            "a message in the thread": self._says_in_thread,
            "a message in the archived thread": self._reopens,
            "a tap": self._is_tapped,
            "a deleted message": self._deletes,
            "a deleted thread": self._deletes_thread,
        }

    # -- commands --

    async def _tells_commands(self) -> str:
        id = self._client.application_id
        assert id is not None  # whoever is logged in has one
        await self._http.bulk_upsert_global_commands(id, self._commands)
        found = {each["name"]: each for each in await self._http.get_global_commands(id)}
        differing = sorted(
            path
            for told in self._commands
            for path in _differing(told, found.pop(told["name"], {}), told["name"])
        )
        differing += [f"{name} is there, too" for name in sorted(found)]
        return f"not as told: {', '.join(differing)}" if differing else "all are as told"

    # -- messages --

    async def _says(self) -> str:
        """Nobody is mentioned but in the text; the nonce comes back."""
        assert self._client.user is not None
        text = f"A check by `python -m bot doctor --live`. {self._client.user.mention}"
        said = await self._post(
            content=text,
            nonce=self._nonce,
            enforce_nonce=True,
            allowed_mentions={"parse": []},
            components=_row(self._nonce),
        )
        return _facts(
            words=said["content"] == text,
            nonce=said.get("nonce") == self._nonce,
            buttons=[each["custom_id"] for each in _buttons(said)] == [self._nonce],
            mentions=len(said["mentions"]),
            kind=said["type"],
        )

    async def _says_again(self) -> str:
        first = self._first()
        said = await self._post(content="Another one.", nonce=self._nonce, enforce_nonce=True)
        return "the first message" if int(said["id"]) == first else "a second message"

    async def _counts(self) -> str:
        return str(self._client.most_messages)

    async def _edits(self) -> str:
        edited = await self._http.request(
            self._route("PATCH", "/channels/{channel_id}/messages/{message_id}", self._first()),
            json={"content": "Changed.", "components": []},
        )
        return _facts(
            words=edited["content"] == "Changed.",
            buttons=len(_buttons(edited)),
            marked=edited["edited_timestamp"] is not None,
        )

    async def _attaches(self) -> str:
        file = discord.File(io.BytesIO(b"dealer deal\n"), "check.box")
        with handle_message_parameters(content="A file.", file=file) as params:
            said = await self._http.send_message(self._channel.id, params=params)
        self._made.append(int(said["id"]))
        (attached,) = said["attachments"]
        content = await self._http.get_from_cdn(attached["url"])
        return _facts(
            name=attached["filename"],
            size=attached["size"],
            content=content == b"dealer deal\n",
        )

    async def _reads(self) -> str:
        """As a post is looked for of which it is not known whether it was sent."""
        since = discord.Object(self._first() - 1)
        history = self._channel.history(limit=100, after=since, oldest_first=True)
        found = [message.id async for message in history if message.author == self._client.user]
        return _facts(ours=len(found), in_order=found == sorted(found), all=found == self._made)

    async def _looks_for_nobody(self) -> str:
        await self._http.get_member(self._channel.guild.id, NOBODY)
        return "a member"

    # -- threads --

    async def _opens_thread(self) -> str:
        first = self._first()
        made = await self._http.start_thread_with_message(
            self._channel.id, first, name="Check", auto_archive_duration=10080
        )
        self.thread = int(made["id"])
        return _facts(
            id_of_the_message=self.thread == first,
            kind=made["type"],
            open_minutes=made["thread_metadata"]["auto_archive_duration"],
        )

    async def _hears(self) -> str:
        """Of threads, but not of messages: that intent is not asked for."""
        if self.thread is None:
            raise Skipped("for there is no thread")
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(HEARD_SECONDS):
                while "THREAD_CREATE" not in self._client.events:
                    self._client.told.clear()
                    await self._client.told.wait()
        heard = self._client.events
        return _facts(threads="THREAD_CREATE" in heard, messages="MESSAGE_CREATE" in heard)

    async def _says_in_thread(self) -> str:
        said = await self._post(self._in_thread(), content="In the thread.")
        return _facts(there=int(said["channel_id"]) == self.thread)

    async def _reopens(self) -> str:
        thread = self._in_thread()
        await self._http.edit_channel(thread, archived=True)
        await self._post(thread, content="Open again.")
        now: Json = await self._http.get_channel(thread)
        return _facts(archived=now["thread_metadata"]["archived"])

    # -- a tap --

    async def _is_tapped(self) -> str:
        """Answered in private, answered twice, changed, and read back."""
        said = await self._post(
            content="Please tap the button: it is part of a check.", components=_row(self._nonce)
        )
        await self._asks(int(said["id"]))
        try:
            async with asyncio.timeout(TAP_SECONDS):
                tap = await self._client.tapped.get()
        except TimeoutError:
            raise Skipped(f"for nobody tapped it within {TAP_SECONDS:g} seconds") from None
        data: Json = tap.data
        answer = await tap.response.send_message("Thank you.", ephemeral=True)
        second = await _outcome(self._answers_again(tap))
        await tap.edit_original_response(content="Thank you!")
        original = await tap.original_response()
        return _facts(
            button=data["custom_id"] == self._nonce,
            message=tap.message is not None and tap.message.id == int(said["id"]),
            channel=tap.channel_id == self._channel.id,
            member=isinstance(tap.user, discord.Member),
            answer=answer.message_id is not None,
            private=original.flags.ephemeral,
            changed=original.content == "Thank you!",
            answered_twice=second,
        )

    async def _answers_again(self, tap: discord.Interaction[Visitor]) -> str:
        await self._http.request(
            Route(
                "POST",
                "/interactions/{webhook_id}/{webhook_token}/callback",
                webhook_id=tap.id,
                webhook_token=tap.token,
            ),
            json={"type": 4, "data": {"content": "Again.", "flags": 64}},
        )
        return "accepted"

    # -- the end --

    async def _deletes(self) -> str:
        self._first()
        last = self._made.pop()
        await self._http.delete_message(self._channel.id, last)
        return await _outcome(self._edit(last, content="x"))

    async def _deletes_thread(self) -> str:
        thread = self._in_thread()
        await self._http.delete_channel(thread)
        self.thread = None
        return "gone"

    async def _tidy(self) -> None:
        """Deletes what is left of the round; what may not be deleted stays."""
        if self.thread is not None:
            await _outcome(self._deletes_thread())
        for message in self._made:
            await _outcome(self._http.delete_message(self._channel.id, message))

    # -- small things --

    def _first(self) -> int:
        if not self._made:
            raise Skipped("for there is no message")
        return self._made[0]

    def _in_thread(self) -> int:
        if self.thread is None:
            raise Skipped("for there is no thread")
        return self.thread

    def _route(self, method: str, path: str, message: int) -> Route:
        return Route(method, path, channel_id=self._channel.id, message_id=message)

    async def _post(self, channel: int | None = None, **said: Json) -> Json:
        """A message as it is answered; it is deleted in the end."""
        where = self._channel.id if channel is None else channel
        route = Route("POST", "/channels/{channel_id}/messages", channel_id=where)
        message = await self._http.request(route, json=said)
        if where == self._channel.id and int(message["id"]) not in self._made:
            self._made.append(int(message["id"]))
        return message

    async def _send(self, channel: int | None = None, **said: Json) -> str:
        await self._post(channel, **said)
        return "accepted"

    async def _edit(self, message: int, **said: Json) -> str:
        path = "/channels/{channel_id}/messages/{message_id}"
        await self._http.request(self._route("PATCH", path, message), json=said)
        return "accepted"


async def _outcome(step: Awaitable[object]) -> str:
    """What came of something: what it says itself, or how it was refused."""
    try:
        return str(await step)
    except discord.HTTPException as error:
        return f"refused with {error.status}, code {error.code}"
    except (discord.DiscordException, *errors.NETWORK) as error:
        return f"no answer: {str(error) or type(error).__name__}"
    except (KeyError, ValueError, TypeError) as error:
        return f"an answer of another form: {error!r}"


def _facts(**facts: object) -> str:
    """`words yes, buttons 1`."""
    shown = {True: "yes", False: "no"}
    return ", ".join(
        f"{name.replace('_', ' ')} {shown[value] if isinstance(value, bool) else value}"
        for name, value in facts.items()
    )


def _row(custom_id: str) -> list[Json]:
    button = {"type": 2, "style": 1, "label": LABEL, "custom_id": custom_id}
    return [{"type": 1, "components": [button]}]


def _buttons(message: Json) -> list[Json]:
    return [each for row in message["components"] for each in row["components"]]


def _differing(told: Json, found: Json, path: str) -> list[str]:
    """The places at which a command is not as it was told; what is off need not be said."""
    if isinstance(told, dict) and isinstance(found, dict):
        return [
            place
            for key, value in told.items()
            if key != "dm_permission"  # superseded by contexts
            for place in _differing(value, found.get(key), f"{path}/{key}")
        ]
    if isinstance(told, list) and isinstance(found, list) and len(told) == len(found):
        return [
            place
            for number, (one, other) in enumerate(zip(told, found, strict=True))
            for place in _differing(one, other, f"{path}/{number}")
        ]
    same = told == found or (not told and not found) or str(told) == str(found)
    return [] if same else [path]


# --- here and there ------------------------------------------------------------------------------


async def findings(
    settings: Config, channel: int, say: Callable[[str], None]
) -> AsyncGenerator[Finding, None]:
    """Connects to Discord and plays a round in a channel; `say` is how somebody is asked to tap."""
    if settings.token is None:
        yield Finding(False, f"Discord cannot be tried without a {TOKEN}: write it into .env.")
        return
    client = Visitor(GUILD_SECONDS)
    try:
        async with (
            connected(client, settings.token, READY_SECONDS),
            contextlib.aclosing(_visit(client, channel, say)) as found,
        ):
            async for finding in found:
                yield finding
    except discord.LoginFailure:
        yield Finding(False, f"{UNKNOWN_TOKEN}.")
    except TimeoutError:
        yield Finding(False, f"Discord has not let the bot in within {READY_SECONDS:g} seconds.")
    except (discord.DiscordException, *errors.NETWORK) as error:
        yield Finding(False, f"Discord cannot be reached: {str(error) or type(error).__name__}.")


async def _visit(
    client: Visitor, id: int, say: Callable[[str], None]
) -> AsyncGenerator[Finding, None]:
    """The channel, the permissions there, and then the round."""
    channel = await _channel(client, id)
    if isinstance(channel, Finding):
        yield channel
        return
    allowed = channel.permissions_for(channel.guild.me)
    lacking = [need for name, need in invitation.NEEDS.items() if not getattr(allowed, name)]
    for need in lacking:
        said = f"The bot has not the permission {need.shown} in #{channel.name}, {need.purpose}."
        yield Finding(False, said)
    if not lacking:
        yield Finding(True, f"The bot has all permissions that it needs in #{channel.name}.")
    if not (allowed.view_channel and allowed.send_messages):
        return
    commands = await _commands()
    expected = await _expected(allowed, commands)

    async def asks(message: int) -> None:
        say(f"Please tap “{LABEL}” in #{channel.name} within {TAP_SECONDS:g} seconds.")

    round_ = Round(client, channel, commands, asks)
    async with contextlib.aclosing(round_.steps()) as steps:
        async for step in steps:
            yield _compared(step, expected[step.name])
    if round_.thread is not None:
        yield Finding(True, f"The thread Check stays in #{channel.name}: please delete it.")


async def _channel(client: Visitor, id: int) -> discord.TextChannel | Finding:
    """The channel with an id, or why it will not do."""
    try:
        found = client.get_channel(id) or await client.fetch_channel(id)
    except discord.NotFound:
        return Finding(False, f"There is no channel {id}: copy the id again.")
    except (discord.Forbidden, discord.InvalidData):
        said = f"The bot is not on the server of the channel {id}: invite it there with "
        assert client.application_id is not None  # whoever is logged in has one
        return Finding(False, f"{said}{invitation.link(client.application_id)} .")
    if isinstance(found, discord.TextChannel):
        return found
    return Finding(False, f"The channel {id} is no text channel: name one.")


async def _commands() -> list[Json]:
    """What the bot tells Discord of its commands when it starts."""
    bot = Umpire(Config())
    for name in COGS:
        await bot.load_extension(name)
    told = [command.to_dict(bot.tree) for command in bot.tree.get_commands()]
    await bot.close()
    return told


async def _expected(allowed: discord.Permissions, commands: list[Json]) -> dict[str, str | None]:
    """What comes of each step on the practice field, with the same permissions."""
    granted = tuple(name for name, given in allowed if given)
    field = PracticeField(RealTime(), scale=0.01, invited=granted)
    somebody = field.add_member("Somebody")
    table = field.add_channel("check")
    field.let(table, field.bot, **{name: False for name, given in allowed if not given})

    async def asks(message: int) -> None:
        await somebody.clicks(field.world.messages[table.id][message], LABEL, wait=False)

    # Discord's address is set aside meanwhile: the client that is connected there asks nothing now
    client = Visitor(0.01)
    async with field, field.plays(client):
        channel = client.get_channel(table.id)
        assert isinstance(channel, discord.TextChannel)  # it was added above
        steps = Round(client, channel, commands, asks).steps()
        return {step.name: step.came async for step in steps}


def _compared(step: Step, expected: str | None) -> Finding:
    name = step.name[0].upper() + step.name[1:]
    if step.came is None:
        return Finding(True, f"{name}: not tried, {step.why}.")
    if step.came == expected:
        return Finding(True, f"{name}: {step.came}, as on the practice field.")
    said = expected or "nothing, it was not tried there"
    return Finding(False, f"{name}: on Discord {step.came}; on the practice field {said}.")
