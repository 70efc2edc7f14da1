"""The one way to answer somebody who typed, tapped or filled something in.

An answer goes out within three seconds, whatever else happens. What takes longer than one is
deferred first, and then the answer is the edit of the original response: a follow-up could be
neither looked up nor repeated safely.
"""

from __future__ import annotations

import asyncio
import io
import logging
from collections import deque
from collections.abc import Awaitable, Coroutine
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import discord

from bot import callback
from bot.errors import ALREADY_ANSWERED, NETWORK, UNKNOWN_INTERACTION, sorry
from bot.replies import Answer
from bot.time import Time

if TYPE_CHECKING:
    from bot.client import Umpire

DEFER_AFTER = 1.0
"""Seconds after which somebody is shown that we are at it; Discord gives up after three."""

LONGEST = 2000
"""Characters of a message, by Discord's count."""

FENCE = "```"
"""What a block of code begins and ends with."""

CLAIMED = "claimed"
"""The mark of an interaction that somebody here has set about answering."""

STOPPING = "I am just being restarted: nothing has happened. Please try again in a minute."

log = logging.getLogger(__name__)


class Heard:
    """The interactions that were answered lately: Discord may deliver one twice.

    Moves are kept apart by the journal, also after a restart; this is for all the rest.
    """

    def __init__(self, most: int = 1000) -> None:
        self._ids: dict[int, None] = {}
        self._most = most

    def first(self, interaction: int) -> bool:
        """Whether it has come for the first time."""
        if interaction in self._ids:
            return False
        self._ids[interaction] = None
        if len(self._ids) > self._most:
            del self._ids[next(iter(self._ids))]
        return True


@dataclass(frozen=True, slots=True)
class Panel:
    """An answer with something to tap."""

    answer: Answer
    view: discord.ui.View | None = None


async def reply(
    interaction: discord.Interaction[Umpire],
    work: Awaitable[Answer | Panel],
    *,
    update: bool = False,
) -> None:
    """Does the work and answers with what comes of it, in private.

    With `update` the message that was tapped becomes the answer. Whatever the work raises is told
    in a sentence; an answer that is `repeated` says nothing, for it has been given already.
    """
    claim(interaction)
    client = interaction.client
    again = not client.heard.first(interaction.id)
    if again or client.stopping:
        if isinstance(work, Coroutine):
            work.close()
        if not again:
            await _send(interaction, Panel(Answer(STOPPING, done=False)), update)
        return
    with client.at_work():
        slow = client.deferrals.expect(interaction, update)
        try:
            answer = await work
        except Exception as error:
            answer = Answer(sorry(error), done=False)
        finally:
            await slow.over()
        panel = answer if isinstance(answer, Panel) else Panel(answer)
        if panel.answer.repeated:
            return
        await _send(interaction, client.unsaid.to_person(interaction.user.id, panel), update)


async def say(interaction: discord.Interaction[Umpire], text: str) -> None:
    """A sentence for one person."""

    async def known() -> Answer:
        return Answer(text, done=False)

    await reply(interaction, known())


def claim(interaction: discord.Interaction[Any]) -> None:
    """Says that an answer is being seen to; what nobody claims, the client answers."""
    interaction.extras[CLAIMED] = True


def is_claimed(interaction: discord.Interaction[Any]) -> bool:
    """Whether somebody sees to the answer."""
    return bool(interaction.extras.get(CLAIMED)) or interaction.response.is_done()


class Deferral:
    """What tells Discord that an answer takes a moment, unless it is over before `due`."""

    def __init__(self, interaction: discord.Interaction[Umpire], update: bool, due: float) -> None:
        self.due = due
        self.is_over = False
        self._interaction = interaction
        self._update = update
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """The moment has come."""
        interaction = self._interaction
        if not interaction.response.is_done():
            time = interaction.client.time
            self._task = time.start(self._defer(), f"answer {interaction.id}")

    async def over(self) -> None:
        """The answer is there; a deferral under way is waited for."""
        self.is_over = True
        if self._task is not None:
            await asyncio.wait([self._task])

    async def _defer(self) -> None:
        try:
            await self._interaction.response.defer(
                ephemeral=_private(self._interaction), thinking=not self._update
            )
        except (discord.HTTPException, *NETWORK) as error:
            log.warning("an answer could not be deferred", extra={"reason": str(error)})


class Deferrals:
    """The worker that begins them: one for all answers, as hardly any takes so long."""

    def __init__(self, time: Time) -> None:
        self._time = time
        self._waiting: deque[Deferral] = deque()
        self._woken = asyncio.Event()

    def expect(self, interaction: discord.Interaction[Umpire], update: bool) -> Deferral:
        """An answer is begun. Returns at once; the answer's end has to be told to what it gives."""
        one = Deferral(interaction, update, self._time.steady() + DEFER_AFTER)
        self._waiting.append(one)
        self._woken.set()
        return one

    async def run(self) -> None:
        """Works until it is cancelled."""
        never = asyncio.Event()
        while True:
            self._woken.clear()
            now = self._time.steady()
            while self._waiting and (self._waiting[0].is_over or self._waiting[0].due <= now):
                one = self._waiting.popleft()
                if not one.is_over:
                    one.begin()
            if self._waiting:  # who comes later is due later, and wakes nobody
                await self._time.rest(self._waiting[0].due, never)
            else:
                await self._time.rest(None, self._woken)


async def _send(interaction: discord.Interaction[Umpire], panel: Panel, update: bool) -> None:
    """Sends an answer, or puts it in the place of the deferral."""
    extra = {"interaction": interaction.id, "done": panel.answer.done}
    try:
        if not interaction.response.is_done():
            try:
                await _respond(interaction, panel, update)
                return
            except discord.HTTPException as error:
                # Our own first try, which Discord answered with an error, or the same interaction
                # delivered twice: either way its response is ours to edit.
                if error.code != ALREADY_ANSWERED:
                    raise
        await interaction.edit_original_response(**_content(panel, edit=True))
    except discord.NotFound as error:
        if error.code != UNKNOWN_INTERACTION:
            raise
        log.warning("an answer came too late", extra=extra)
    except (discord.HTTPException, *NETWORK) as error:
        log.warning("an answer was lost", extra={**extra, "reason": str(error)})
    finally:
        log.debug("answered", extra=extra)


async def _respond(interaction: discord.Interaction[Umpire], panel: Panel, update: bool) -> None:
    if update and interaction.type is discord.InteractionType.component:
        await interaction.response.edit_message(**_content(panel, edit=True))
        return
    private = _private(interaction)
    # a view that goes on living has to be made known to discord.py
    if panel.answer.file is None and (panel.view is None or panel.view.is_finished()):
        await callback.send(interaction, _text(panel.answer), panel.view, private)
    else:
        await interaction.response.send_message(**_content(panel, edit=False), ephemeral=private)


def _content(panel: Panel, edit: bool) -> dict[str, Any]:
    """The parts of a message; an edit also takes away what was there before."""
    answer = panel.answer
    said: dict[str, Any] = {"content": _text(answer)}
    if panel.view is not None:
        said["view"] = panel.view
    elif edit:
        said["view"] = None
    files = [] if answer.file is None else [text_file(*answer.file)]
    if edit:
        said["attachments"] = files
    elif files:
        said["files"] = files
    return said


def _text(answer: Answer) -> str:
    return shortened(answer.text) or "Done."


def text_file(name: str, text: str) -> discord.File:
    """A text as a file to attach."""
    return discord.File(io.BytesIO(text.encode()), name)


def shortened(text: str, most: int = LONGEST, note: str = "…") -> str:
    """A text that fits, cut in the middle, at line ends where that is possible.

    A block of code that is cut ends before the note, or begins anew behind it.
    """
    if len(text) <= most:
        return text
    room = most - len(note) - 2 * len(f"\n{FENCE}\n")
    head, tail = text[: room // 2], text[len(text) - room // 2 :]
    head = head.rpartition("\n")[0] or head
    tail = tail.partition("\n")[2] or tail
    if head.count(FENCE) % 2:
        head = f"{head}\n{FENCE}"
    if tail.count(FENCE) % 2:
        tail = f"{FENCE}\n{tail}"
    return f"{head}\n{note}\n{tail}"


def _private(interaction: discord.Interaction[Umpire]) -> bool:
    """Whether others could read the answer."""
    return interaction.guild_id is not None
