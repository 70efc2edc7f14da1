"""The lists of open sign-ups: their posts are edited when somebody joins or leaves.

The one kind of post that is edited, at most once a minute, and later where Discord says so. A list
is only ever for looking at: nothing depends on it, and what a stop leaves undone stays undone until
the next who joins.
"""

from __future__ import annotations

import asyncio
import logging
import math
from typing import TYPE_CHECKING

import discord

from bot import beats, components
from bot.answers import LONGEST, shortened
from bot.errors import NETWORK, TOO_MANY_OLD_EDITS
from bot.time import Time
from games import shuffle
from storage.store import Store, StoreError

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
        now = self._time.steady()
        self._edited[sign_up_id] = now
        try:
            stored = await self._store.sign_up(sign_up_id)
            message = await self._store.note(note(sign_up_id))
            if stored is None:
                return
            is_open = stored.sign_up.is_open
            if message is None:
                if is_open:  # not posted yet
                    self._wanted.setdefault(sign_up_id, now + EACH)
                return
            text = beats.listing(stored.sign_up, shuffle.commitment(stored.fairness.seed))
            end = f"\n{components.mark(1, sign_up_id)}"
            await (
                self._client.get_partial_messageable(stored.place.channel)
                .get_partial_message(message)
                .edit(
                    content=shortened(text, LONGEST - len(end)) + end,
                    view=components.under_a_post("sign-up", sign_up_id, None) if is_open else None,
                    allowed_mentions=SILENT,
                )
            )
        except discord.HTTPException as error:
            if error.code == TOO_MANY_OLD_EDITS:
                self._edited[sign_up_id] = now + OLD - EACH
                self._wanted.setdefault(sign_up_id, now + OLD)
            else:
                log.info("a list stays as it is", extra={"reason": str(error)})
        except discord.RateLimited as error:
            self._wanted.setdefault(sign_up_id, now + max(EACH, error.retry_after))
        except (StoreError, *NETWORK) as error:
            log.info("a list is edited later", extra={"reason": str(error)})
            self._wanted.setdefault(sign_up_id, now + EACH)


def note(sign_up_id: str) -> str:
    """The note that holds the message of a list."""
    return f"list {sign_up_id}"
