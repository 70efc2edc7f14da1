"""The lists of open sign-ups: their posts are edited when somebody joins or leaves.

The one kind of post that is edited, at most once a minute, and later where Discord says so. A list
is only ever for looking at: nothing depends on it. What a stop leaves undone is done at the next
start.
"""

from __future__ import annotations

import asyncio
import logging
import math
from typing import TYPE_CHECKING

import discord

from bot import components, places, sign_up_posts
from bot.answers import LONGEST, shortened
from bot.errors import ARCHIVED, NETWORK, TOO_MANY_OLD_EDITS
from bot.time import Time
from games import shuffle
from storage.store import Store, StoredSignUp, StoreError

if TYPE_CHECKING:
    from bot.client import Umpire

EACH = 60.0
"""Seconds between two edits of a list."""

OLD = 900.0
"""Seconds to wait where a message is older than an hour, and was edited too often."""

SILENT = discord.AllowedMentions.none()

log = logging.getLogger(__name__)


class Lists:
    """The worker that edits them."""

    def __init__(self, client: Umpire, store: Store, time: Time) -> None:
        self._client = client
        self._store = store
        self._time = time
        self._wanted: dict[str, float] = {}
        self._edited: dict[str, float] = {}
        self._woken = asyncio.Event()

    def changed(self, sign_up_id: str) -> None:
        """Somebody has joined or left, or it is over. Returns at once."""
        last = self._edited.get(sign_up_id, -math.inf)
        self._wanted.setdefault(sign_up_id, max(self._time.steady(), last + EACH))
        self._woken.set()

    async def run(self) -> None:
        """Works until it is cancelled."""
        try:
            for sign_up_id in await self._store.lists_behind():
                self.changed(sign_up_id)
        except StoreError as error:
            log.warning("lists may be out of date", extra={"reason": str(error)})
        while True:
            self._woken.clear()
            now = self._time.steady()
            for sign_up_id, due in list(self._wanted.items()):
                if due <= now:
                    del self._wanted[sign_up_id]
                    await self._edit(sign_up_id)
            self._edited = {one: last for one, last in self._edited.items() if last + EACH > now}
            await self._time.rest(min(self._wanted.values(), default=None), self._woken)

    async def _edit(self, sign_up_id: str) -> None:
        """One edit, or another later; where it is of no use the list stays as it is."""
        now = self._time.steady()
        self._edited[sign_up_id] = now
        try:
            stored = await self._store.sign_up(sign_up_id)
            message = await self._store.note(sign_up_posts.list_note(sign_up_id))
            if stored is None:
                return
            if message is None:
                if stored.sign_up.is_open:  # not posted yet
                    self._wanted.setdefault(sign_up_id, now + EACH)
                return
            try:
                await self._show(stored, message)
            except discord.HTTPException as error:
                if error.code == TOO_MANY_OLD_EDITS:
                    self._edited[sign_up_id] = now + OLD - EACH
                    self._wanted.setdefault(sign_up_id, now + OLD)
                    return
                log.info("a list stays as it is", extra={"reason": str(error)})
            await self._store.list_shown(stored)
        except discord.RateLimited as error:
            self._wanted.setdefault(sign_up_id, now + max(EACH, error.retry_after))
        except (StoreError, *NETWORK) as error:
            log.info("a list is edited later", extra={"reason": str(error)})
            self._wanted.setdefault(sign_up_id, now + EACH)

    async def _show(self, stored: StoredSignUp, message: int) -> None:
        """Edits the post; an archived thread is reopened for it, where that is allowed."""
        sign_up, channel = stored.sign_up, stored.place.channel
        number = await self._store.note(sign_up_posts.list_number_note(sign_up.id))
        text = sign_up_posts.listing(sign_up, shuffle.commitment(stored.fairness.seed))
        end = f"\n{components.mark(number or 1, sign_up.id)}"
        view = components.under_a_post("sign-up", sign_up.id, None) if sign_up.is_open else None
        where = self._client.get_partial_messageable(channel)

        async def edit() -> None:
            await where.get_partial_message(message).edit(
                content=shortened(text, LONGEST - len(end)) + end,
                view=view,
                allowed_mentions=SILENT,
            )

        try:
            await edit()
        except discord.HTTPException as error:
            if error.code != ARCHIVED:
                raise
            await places.reopen(self._client, channel)
            await edit()
