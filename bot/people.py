"""People outside of any one game: writing to them, and whether they are still there.

A first direct message is opened only after that person's own action: a bot that opens many of them
by itself is quarantined.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

import discord

from bot import errors
from bot.replies import Answer
from storage.store import Store

if TYPE_CHECKING:
    from bot.client import Umpire

MEMBERSHIP_SECONDS = 3600.0
"""For how long we believe that somebody who was a member still is one."""

GREETING = "You are in. When the game begins, your hand comes here."

UNREACHED = (
    "But I cannot write to you: {why}. Please allow direct messages from this server's members, "
    "and use `/out` and then `/in` to try it again; or play with `/hand`, which shows your cards "
    "whenever you like."
)

log = logging.getLogger(__name__)


async def join(client: Umpire, user: discord.abc.User, sign_up_id: str) -> Answer:
    """Somebody is in, and is written to at once: who cannot be reached learns it before the deal.

    Only this person learns it.
    """
    answer = await client.host.join(sign_up_id, user.id, user.display_name)
    if not answer.done:
        return answer
    why = await greet(client, user, sign_up_id)
    if why is None:
        return answer
    return Answer(f"{answer.text}\n{UNREACHED.format(why=why)}")


async def greet(client: Umpire, user: discord.abc.User, about: str) -> str | None:
    """Writes to somebody for the first time; why that is impossible, or None."""
    try:
        channel = await direct_channel(client, client.store, user.id)
        where = client.get_partial_messageable(channel)
        await where.send(f"{GREETING}\n-# {about}", allowed_mentions=NOBODY)
    except discord.HTTPException as error:
        if error.code not in errors.CLOSED:
            log.warning("somebody could not be greeted", extra={"reason": str(error)})
            return None
        return errors.CLOSED[error.code]
    except (discord.RateLimited, *errors.NETWORK) as error:
        log.warning("somebody could not be greeted", extra={"reason": str(error)})
        return None
    return None


async def direct_channel(client: discord.Client, store: Store, user: int) -> int:
    """The channel of direct messages with a person; asked for once, then kept."""
    known = await store.person(user)
    if known.dm_channel is not None:
        return known.dm_channel
    opened = await client.create_dm(discord.Object(user))
    await store.set_dm_channel(user, opened.id)
    return opened.id


class Membership:
    """Who is still a member of which server, as far as it was asked for lately.

    Without the privileged intent nobody tells us that a member has left.
    """

    def __init__(self, client: Umpire) -> None:
        self._client = client
        self._seen: dict[tuple[int, int], float] = {}

    async def is_member(self, guild_id: int, user: int, fresh: bool = False) -> bool | None:
        """Whether somebody is a member; None where it cannot be found out just now.

        With `fresh` Discord is asked, however short a while ago it was asked last.
        """
        now = self._client.time.steady()
        seen = self._seen.get((guild_id, user), -MEMBERSHIP_SECONDS)
        if now - seen < MEMBERSHIP_SECONDS and not fresh:
            return True
        guild = self._client.get_guild(guild_id)
        if guild is None or guild.unavailable:
            return None
        try:
            await guild.fetch_member(user)
        except discord.NotFound as error:
            # any other code says something of the server, and nothing of the person
            if error.code not in (errors.UNKNOWN_MEMBER, errors.UNKNOWN_USER):
                return None
            self._seen.pop((guild_id, user), None)
            return False
        except (discord.HTTPException, discord.RateLimited, *errors.NETWORK) as error:
            log.warning("a member could not be looked up", extra={"reason": str(error)})
            return None
        if len(self._seen) > 10_000:
            self._seen.clear()
        self._seen[guild_id, user] = now
        return True

    async def who_left(self, guild_id: int, users: Sequence[int]) -> Collection[int]:
        """Those of some people who are members no more, asked now; in doubt nobody has left."""
        asked = [self.is_member(guild_id, user, fresh=True) for user in users]
        found = await asyncio.gather(*asked)
        return {user for user, there in zip(users, found, strict=True) if there is False}


NOBODY = discord.AllowedMentions.none()
