"""The people on the practice field: what they see, type, click, choose, fill in and hear of."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from bot.practice import components, permissions, posting, slash, wire
from bot.practice.posting import File
from bot.practice.slash import ClientRefuses, Resolved, Typist
from bot.practice.state import (
    ANSWER_WITHIN,
    SILENT,
    Channel,
    Guild,
    Interaction,
    Message,
    Role,
    Step,
    User,
    World,
)

if TYPE_CHECKING:
    from bot.practice.faults import Faults
    from bot.practice.wire import Json

PATIENCE = 10.0
"""Real seconds after which somebody stops waiting for the bot."""

TAIL = 0.25
"""Real seconds for which the bot may go on after its answer before the person goes on, too."""

HANDLERS = ("CommandTree-invoker", "discord-ui-", "discord.py: ")
"""How discord.py names the tasks in which a bot of this process deals with what happens."""


class Field(Protocol):
    """What people need of the field."""

    world: World
    faults: Faults


@dataclass(frozen=True)
class Notification:
    """Somebody's phone has buzzed, or with `silent` only shows a number."""

    message: Message
    why: str
    """mention, role, everyone, reply or direct."""
    text: str
    """What the phone shows: the plain content; nothing of a layout (Components V2)."""
    silent: bool = False


class Outcome:
    """What became of something that somebody did. It goes on changing with what the bot does."""

    def __init__(self, person: Person, interaction: Interaction) -> None:
        self.person = person
        self.interaction = interaction

    @property
    def steps(self) -> list[Step]:
        """Everything that the bot has answered, in order, with the seconds that it took."""
        return self.interaction.steps

    @property
    def answered(self) -> bool:
        """Whether the bot has answered at all."""
        return self.interaction.answer is not None

    @property
    def deferred(self) -> bool:
        """Whether "is thinking" was shown first."""
        return any(step.what == "deferred" for step in self.steps)

    @property
    def thinking(self) -> bool:
        """Whether "is thinking" is shown now."""
        return self.interaction.loading

    @property
    def failed(self) -> bool:
        """Whether Discord has said "The application did not respond"."""
        world = self.person.world
        return not self.answered and world.time.steady() - self.interaction.born > ANSWER_WITHIN

    @property
    def took(self) -> float | None:
        """Seconds by the field's steady clock until the first answer."""
        return self.steps[0].after if self.steps else None

    @property
    def message(self) -> Message | None:
        """The answer as it stands now, or the message that a button has changed."""
        found = self.interaction.original
        return None if found is None or found.deleted else found

    @property
    def text(self) -> str:
        """What the answer says now."""
        return "" if self.message is None else self.message.text

    @property
    def ephemeral(self) -> bool:
        """Whether only this person sees the answer."""
        return self.message is not None and self.message.ephemeral

    @property
    def follow_ups(self) -> list[Message]:
        """Further messages that are still there."""
        found = [each.message for each in self.steps if each.what == "follow-up"]
        return [each for each in found if each is not None and not each.deleted]

    @property
    def edits(self) -> int:
        """How often an answer was changed."""
        return sum(step.what == "edited" for step in self.steps)

    @property
    def modal(self) -> Json | None:
        """The modal that is open."""
        return self.interaction.modal

    @property
    def choices(self) -> list[Json]:
        """What an autocompletion offers, with name and value."""
        return self.interaction.choices or []

    async def settled(self, patience: float = PATIENCE) -> Outcome:
        """Waits until the bot has answered and is not thinking any more, or its time is up."""
        await _until(self.person.world, self.interaction, patience)
        return self

    def __repr__(self) -> str:
        done = ", ".join(f"{step.what} after {step.after:g}s" for step in self.steps)
        return f"<Outcome for {self.person.name}: {done or 'nothing yet'}; {self.text!r}>"


async def _until(world: World, interaction: Interaction, patience: float) -> None:
    """Waits for an answer; raises TimeoutError if neither it nor the end of the time comes."""

    async def alarm() -> None:
        due = interaction.born + ANSWER_WITHIN
        await world.time.rest(due + 0.001, asyncio.Event())
        interaction.changed.set()

    def done() -> bool:
        if interaction.answer is None:
            return world.time.steady() - interaction.born > ANSWER_WITHIN
        return not interaction.loading

    ringing = world.time.start(alarm(), "the time for an answer")
    try:
        async with asyncio.timeout(patience):
            while not done():
                interaction.changed.clear()
                await interaction.changed.wait()
    finally:
        ringing.cancel()


class Person:
    """Somebody who plays, watches, or runs the place."""

    def __init__(self, field: Field, user: User) -> None:
        self._field = field
        self.world = field.world
        self.user = user
        self.notifications: list[Notification] = []
        """Everything that has made his phone buzz, in order."""

    @property
    def id(self) -> int:
        """The user's id."""
        return self.user.id

    @property
    def name(self) -> str:
        """The name that is shown."""
        return self.user.display

    @property
    def mention(self) -> str:
        """The name as it is written in a message."""
        return f"<@{self.user.id}>"

    @property
    def direct(self) -> Channel:
        """His direct messages with the bot."""
        return self.world.direct_channel(self.user)

    def __repr__(self) -> str:
        return f"<Person {self.name}>"

    # -- seeing --

    def sees(self, channel: Channel) -> bool:
        """Whether he sees a channel."""
        return channel.id in self.world.channels and bool(
            permissions.in_channel(self.world, channel, self.id)
        )

    def reads(self, channel: Channel | None = None) -> list[Message]:
        """What he can read in a channel, from the top; his direct messages if none is named.

        Answers for his eyes only are among it; those for others are not.
        """
        here = self.direct if channel is None else channel
        if not self.sees(here):
            return []
        said = self.world.messages[here.id].values()
        return [_shown(self.world, each) for each in said if each.only_for in (None, self.id)]

    def last(self, channel: Channel | None = None) -> Message:
        """The last message that he can read there."""
        read = self.reads(channel)
        if not read:
            raise ClientRefuses(f"{self.name} reads nothing there")
        return read[-1]

    def commands(self, channel: Channel | None = None) -> list[str]:
        """The lines that he is offered when he types a slash: `swing`, `game rewind`."""
        offered = slash.visible(self._typing(channel or self.direct))
        return sorted(path for each in offered.values() for path in slash.paths(each))

    # -- doing --

    async def types(
        self,
        channel: Channel,
        line: str,
        files: Mapping[str, bytes | File] | None = None,
        *,
        wait: bool = True,
    ) -> Outcome:
        """Types a slash command, and waits for the bot's answer: `/swing card:5c`.

        Raises ClientRefuses where Discord's client does not let him, and TimeoutError if no answer
        comes while the clock stands still. An attachment is the name of one of `files`.
        """
        data = slash.read(self._typing(channel, files or {}), line)
        return await self._acts(2, channel, data, wait=wait)

    async def completes(
        self, channel: Channel, line: str, option: str | None = None
    ) -> list[tuple[str, Any]]:
        """What he is offered for a half typed option: names and values."""
        data = slash.read(self._typing(channel), line, option, complete=False)
        outcome = await self._acts(4, channel, data)
        return [(each["name"], each["value"]) for each in outcome.choices]

    async def clicks(self, message: Message, button: str, *, wait: bool = True) -> Outcome:
        """Clicks a button, by its label, its emoji or its custom id."""
        self._faces(message)
        found = _one(
            message.buttons,
            lambda each: (
                each.get("label"),
                each.get("custom_id"),
                (each.get("emoji") or {}).get("name"),
            ),
            button,
        )
        if found.get("disabled"):
            raise ClientRefuses(f"{button} cannot be clicked")
        if "custom_id" not in found:
            raise ClientRefuses(f"{button} is a link, of which the bot never hears")
        data = {"component_type": 2, "custom_id": found["custom_id"], "id": found["id"]}
        return await self._acts(3, self._place(message), data, message, wait)

    async def chooses(
        self, message: Message, menu: str, *picks: str | Person | Role | Channel, wait: bool = True
    ) -> Outcome:
        """Chooses in a menu, found by its placeholder or custom id, by label or value.

        People, roles and channels are chosen in menus of their own.
        """
        self._faces(message)
        found = _one(
            message.selects, lambda each: (each.get("placeholder"), each["custom_id"]), menu
        )
        if found.get("disabled"):
            raise ClientRefuses(f"{menu} cannot be used")
        resolved = Resolved()
        values = self._picked(found, picks, resolved, self._place(message))
        data = {
            "component_type": found["type"],
            "custom_id": found["custom_id"],
            "id": found["id"],
            "values": values,
        }
        if shown := resolved.json():
            data["resolved"] = shown
        return await self._acts(3, self._place(message), data, message, wait)

    async def fills(
        self,
        outcome: Outcome,
        entries: Mapping[str, str | tuple[str, ...]],
        *,
        wait: bool = True,
    ) -> Outcome:
        """Fills in the modal that is open and sends it off: entries by label or custom id."""
        modal = outcome.modal
        if modal is None or outcome.person is not self:
            raise ClientRefuses(f"{self.name} has no modal before him")
        channel = self.world.channels.get(outcome.interaction.channel_id)
        if channel is None or not self.sees(channel):
            raise ClientRefuses(f"{self.name} sees that channel no more")
        resolved = Resolved()
        left = dict(entries)
        lines = [self._line(each, left, resolved, channel) for each in modal["components"]]
        if left:
            raise ClientRefuses(f"the modal has no {sorted(left)}")
        outcome.interaction.modal = None
        data: Json = {"custom_id": modal["custom_id"], "components": lines}
        if shown := resolved.json():
            data["resolved"] = shown
        source = outcome.interaction
        return await self._acts(5, channel, data, source.message, wait, source)

    def says(self, channel: Channel, text: str) -> Message:
        """Writes an ordinary message."""
        if not self.sees(channel):
            raise ClientRefuses(f"{self.name} sees no such channel")
        needed = permissions.SEND_MESSAGES
        thread = channel.thread
        if thread is not None:
            needed = permissions.SEND_IN_THREADS
        allowed = permissions.in_channel(self.world, channel, self.id)
        moderates = allowed & permissions.MANAGE_THREADS
        if allowed & needed != needed or (thread is not None and thread.locked and not moderates):
            raise ClientRefuses(f"{self.name} may not write there")
        from_now = self.world.time.now(), self.world.time.steady()
        message = Message(self.world.new_id(), channel.id, self.user, *from_now, text)
        posting.mention(self.world, message, None)
        return self.world.add_message(message)

    def closes_direct_messages(self, code: int | None = 50007) -> None:
        """Takes no direct messages any more; None: takes them again.

        Codes: 50007 blocked, 50278 does not take them from this server, 40003 too many opened,
        20026 the bot is quarantined.
        """
        self.user.no_direct = code

    def leaves(self, guild: Guild) -> None:
        """Leaves a guild."""
        self.world.remove_member(guild, self.user)

    # -- inside --

    def _typing(self, channel: Channel, files: Mapping[str, bytes | File] | None = None) -> Typist:
        if not self.sees(channel):
            raise ClientRefuses(f"{self.name} sees no such channel")
        return Typist(self.world, self.user, channel, files or {})

    def _place(self, message: Message) -> Channel:
        return self.world.channel(message.channel_id)

    def _faces(self, message: Message) -> None:
        """Refuses where he does not have the message before his eyes, or may not use it."""
        if message.deleted or message not in self.reads(self._place(message)):
            raise ClientRefuses(f"{self.name} does not see that message")

    def _picked(
        self, menu: Json, picks: tuple[Any, ...], resolved: Resolved, channel: Channel
    ) -> list[str]:
        least, most = menu.get("min_values", 1), menu.get("max_values", 1)
        if not least <= len(picks) <= most:
            raise ClientRefuses(f"{least} to {most} are to be chosen, not {len(picks)}")
        guild = self.world.guilds.get(channel.guild_id or 0)
        values = []
        for pick in picks:
            kind = menu["type"]
            if kind in (components.STRING_SELECT, 21, 22):
                names = (lambda each: (each["label"], each["value"]), str(pick))
                values.append(str(_one(menu["options"], *names)["value"]))
            elif isinstance(pick, Person) and kind in (5, 7):
                values.append(resolved.add_user(pick.user, guild))
            elif isinstance(pick, Role) and kind in (6, 7):
                resolved.roles[str(pick.id)] = wire.role(pick)
                values.append(str(pick.id))
            elif isinstance(pick, Channel) and kind == 8:
                values.append(resolved.add_channel(self.world, pick, self.user))
            else:
                raise ClientRefuses(f"{pick!r} is not on that menu")
        return values

    def _line(
        self, line: Json, entries: dict[str, Any], resolved: Resolved, channel: Channel
    ) -> Json:
        """One line of a modal, filled in."""
        kind = line["type"]
        if kind == components.TEXT:
            return {"type": kind, "id": line["id"]}
        if kind == components.ROW:
            entry = line["components"][0]
            names = (entry.get("label"), entry["custom_id"])
            filled = self._entry(entry, names, entries, resolved, channel)
            return {"type": kind, "id": line["id"], "components": [filled]}
        entry = line["component"]
        names = (line["label"], entry["custom_id"])
        filled = self._entry(entry, names, entries, resolved, channel)
        return {"type": kind, "id": line["id"], "component": filled}

    def _entry(
        self,
        entry: Json,
        names: tuple[Any, ...],
        entries: dict[str, Any],
        resolved: Resolved,
        channel: Channel,
    ) -> Json:
        given: Any = None
        for name in names:
            if name in entries:
                given = entries.pop(name)
        said = {"type": entry["type"], "id": entry["id"], "custom_id": entry["custom_id"]}
        required = entry.get("required", True)
        if entry["type"] == components.TEXT_INPUT:
            text = entry.get("value", "") if given is None else str(given)
            most = entry.get("max_length") or 4000
            least = entry.get("min_length") or (1 if required else 0)
            if (text or required) and not least <= len(text) <= most:
                raise ClientRefuses(f"{names[0]} has {least} to {most} letters, not {len(text)}")
            return {**said, "value": text}
        if entry["type"] == 23:
            return {**said, "value": bool(given)}
        picks = () if given is None else given if isinstance(given, tuple) else (given,)
        if not picks and not required:
            return {**said, "values": []}
        values = self._picked(entry, picks, resolved, channel)
        return {**said, "value": values[0]} if entry["type"] == 21 else {**said, "values": values}

    async def _acts(
        self,
        type: int,
        channel: Channel,
        data: Json,
        message: Message | None = None,
        wait: bool = True,
        source: Interaction | None = None,
    ) -> Outcome:
        """Tells the bot, once or on demand twice, and waits for what becomes of it."""
        before = asyncio.all_tasks()
        interaction = self.world.add_interaction(type, self.user, channel, data, message, source)
        times = 1
        if self._field.faults.duplicates > 0:
            self._field.faults.duplicates -= 1
            times = 2
        for _ in range(times):
            told = wire.interaction(self.world, interaction)
            self.world.emit("INTERACTION_CREATE", told, channel.guild_id, channel.id)
        outcome = Outcome(self, interaction)
        if wait:
            await outcome.settled()
            await _tail(before)
        return outcome


def _shown(world: World, message: Message) -> Message:
    """A message as people see it: on top of a thread stands the one that it was made from."""
    if message.type != 21 or message.reference is None:
        return message
    there = world.messages.get(int(message.reference["channel_id"]), {})
    return there.get(int(message.reference["message_id"]), message)


async def _tail(before: set[asyncio.Task[Any]]) -> None:
    """Lets a bot in this process finish what it does about it, unless that takes long."""
    begun = [each for each in asyncio.all_tasks() - before if each.get_name().startswith(HANDLERS)]
    if begun:
        await asyncio.wait(begun, timeout=TAIL)


def _one(there: list[Json], names: Callable[[Json], tuple[Any, ...]], wanted: str) -> Json:
    """The one thing that goes by a name."""
    found = [each for each in there if wanted in names(each)]
    if len(found) != 1:
        shown = [next((name for name in names(each) if name), None) for each in there]
        raise ClientRefuses(f"{len(found)} go by {wanted!r} among {shown}")
    return found[0]


def notify(people: list[Person], world: World, message: Message) -> None:
    """Makes phones buzz for a new message."""
    if message.only_for is not None or message.type in (18, 21):
        return
    channel = world.channels[message.channel_id]
    guild = world.guilds.get(channel.guild_id or 0)
    for person in people:
        if person.user is message.author or not person.sees(channel):
            continue
        member = None if guild is None else guild.members.get(person.id)
        replied = message.type == 19 and person.id in message.mentions
        if guild is None:
            why = "direct"
        elif person.id in message.mentions:
            why = "reply" if replied and person.mention not in message.text else "mention"
        elif member is not None and set(member.roles) & set(message.mention_roles):
            why = "role"
        elif message.mention_everyone:
            why = "everyone"
        else:
            continue
        silent = bool(message.flags & SILENT)
        person.notifications.append(Notification(message, why, message.content, silent))
