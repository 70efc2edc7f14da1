"""The poster: one owed post, said to Discord, or found where it already stands.

What a post says was decided when its change was committed; here it gets its names to notify, its
buttons, its file and its number. How often and in which order is the outbox's business.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import discord

from bot import components, places, sign_up_posts
from bot.answers import LONGEST, shortened, text_file
from bot.beats import HUSH, Body, shown_name
from bot.errors import (
    MISSING_ACCESS,
    MISSING_PERMISSIONS,
    NETWORK,
    TOO_LARGE,
    UNKNOWN_CHANNEL,
    post_failed,
)
from bot.outbox import NOT_SAID, PostLater, PostMalformed, PostRefused
from bot.people import direct_channel
from bot.time import Time
from games.text import listed
from storage.store import Owed, Store

if TYPE_CHECKING:
    from bot.client import Umpire

NONCE_SECONDS = 120
"""For how long a nonce surely keeps Discord from saying the same thing twice.

"A few minutes": https://discord.com/developers/docs/resources/message#create-message
"""

CLOCKS_APART = 300
"""By how many seconds our clock may be ahead of Discord's, where a lost post is looked for."""

LOOK_THROUGH = 1000
"""So many messages are looked through for one that may have been sent."""

CUT = "… (a part of the story is left out here; the record has it all)"

LEFT = (
    "{name} is no member of this server any more. Whoever is still missing after a day, when it is "
    "the seat's turn or its time runs out, counts as resigned. A host can give the seat to "
    "somebody else at once, with `/mod replace`."
)

SEED = (
    "The seed of this game was `{seed}`. With it anybody who has this program (its README.md says "
    "how) can check the draw and every deal: `python -m bot verify` and the record."
)

NO_FILE = "I may not attach files here: the record is behind `/record`."

STAGES: Mapping[str, places.Stage] = {
    "draw": "playing",
    "end": "finished",
    "cancelled": "finished",
}
"""The kinds of posts with which a game comes to something else."""


class DiscordPoster:
    """Says what is owed, as the bot."""

    def __init__(self, client: Umpire, store: Store, time: Time) -> None:
        self._client = client
        self._store = store
        self._time = time

    async def post(self, owed: Owed) -> int:
        """Sends it, and gives the message's id; nothing where it is true no more."""
        body = await self._as_of_now(owed, Body.read(owed.body))
        if body is None:
            return NOT_SAID
        text, users, found = await self._named(owed, body)
        view = components.under_a_post(body.kind, owed.game, body.key, body.offers, body.labels)
        said: dict[str, Any] = {
            "nonce": owed.key,  # with `enforce_nonce` (handle_message_parameters in http.py)
            "allowed_mentions": discord.AllowedMentions(
                everyone=False, roles=False, users=[discord.Object(user) for user in users]
            ),
        }
        if view is not None:
            said["view"] = view
        try:
            try:
                message = await self._send(owed, said, text, body)
            except discord.HTTPException as error:
                if error.code not in (MISSING_PERMISSIONS, TOO_LARGE) or not body.record:
                    raise
                message = await self._send(owed, said, f"{text}\n{NO_FILE}", None)
        except (discord.DiscordException, *NETWORK) as error:
            raise await self._failed(owed, error) from error
        for user, is_member in found.items():
            await self._client.host.looked_for(owed.game, user, is_member, owed.made)
        await self._out(owed, body, message)
        return message

    async def find(self, owed: Owed) -> int | None:
        """The id of the message if it stands there already, from a try whose end is unknown.

        While the nonce is young there is no need to look: Discord itself finds it.
        """
        now = self._time.now()
        if owed.first_try is None or now - owed.first_try < NONCE_SECONDS:
            return None
        since = datetime.datetime.fromtimestamp(owed.first_try - CLOCKS_APART, datetime.UTC)
        try:
            channel = await self._channel(owed)
            if owed.channel is not None:
                await self._may_look(owed.channel)
            where = self._client.get_partial_messageable(channel)
            async for message in where.history(limit=LOOK_THROUGH, after=since, oldest_first=True):
                if message.author.id == self._me and _is(owed, message):
                    await self._out(owed, Body.read(owed.body), message.id)
                    return message.id
        except (discord.DiscordException, *NETWORK) as error:
            raise await self._failed(owed, error) from error
        return None

    async def _may_look(self, channel: int) -> None:
        """PostRefused where we may not read back: Discord would show us an empty channel."""
        missing = await places.missing_for(self._client, channel, "read_message_history")
        if missing:
            raise PostRefused(
                f"I lack {listed(missing)} in <#{channel}>, so I cannot see whether a post that "
                "was cut off stands there."
            )

    async def _failed(
        self, owed: Owed, error: Exception
    ) -> PostLater | PostRefused | PostMalformed:
        """What becomes of a post that failed; a permission that is missing is named."""
        codes = (MISSING_ACCESS, MISSING_PERMISSIONS)
        if (
            owed.channel is not None
            and isinstance(error, discord.HTTPException)
            and error.code in codes
        ):
            channel = self._client.get_channel(owed.channel)
            thread = channel is None or isinstance(channel, discord.Thread)
            needed = "send_messages_in_threads" if thread else "send_messages"
            missing = await places.missing_for(self._client, owed.channel, needed)
            if missing:
                return PostRefused(f"I lack {listed(missing)} in <#{owed.channel}>.")
        return post_failed(error)

    async def _out(self, owed: Owed, body: Body, message: int) -> None:
        """The post stands there: what follows from that is done, once more if it was found."""
        self._client.unsaid.said(owed)
        if owed.channel is None:
            return
        if body.kind == "sign-up":
            await self._store.set_note(sign_up_posts.list_note(owed.game), message)
            await self._store.set_note(sign_up_posts.list_number_note(owed.game), owed.number)
        if stage := STAGES.get(body.kind):
            await places.tag(self._client, owed.channel, stage)

    @property
    def _me(self) -> int:
        user = self._client.user
        assert user is not None  # whoever posts is logged in
        return user.id

    # -- what it says --

    async def _as_of_now(self, owed: Owed, body: Body) -> Body | None:
        """What is owed, with the time as it is now; None for a reminder of a time that is over.

        What was committed before an outage, of ours or of Discord's, may be said hours later.
        """
        game = None if body.until is None else await self._store.game(owed.game)
        if game is None:
            return body
        clock = game.table.clock
        at_turn = None if clock.seat is None else game.user_at(clock.seat)
        if body.key == clock.key and owed.user == at_turn and clock.deadline is not None:
            return replace(
                body, text=body.text.replace(f"<t:{body.until}:", f"<t:{clock.deadline}:")
            )
        return None if HUSH in body.offers else body

    async def _send(self, owed: Owed, said: dict[str, Any], text: str, body: Body | None) -> int:
        """One message; a channel of direct messages that is gone is opened anew."""
        end = f"\n{components.mark(owed.number, owed.game)}"
        said = {**said, "content": shortened(text, LONGEST - len(end), CUT) + end}
        if body is not None and body.record and (record := await self._store.record(owed.game)):
            said["file"] = text_file(f"{owed.game}.box", record)
        channel = await self._channel(owed)
        try:
            message = await self._client.get_partial_messageable(channel).send(**said)
        except discord.NotFound as error:
            if owed.user is None or error.code != UNKNOWN_CHANNEL:
                raise
            await self._store.set_dm_channel(owed.user, None)
            channel = await self._channel(owed)
            message = await self._client.get_partial_messageable(channel).send(**said)
        return message.id

    async def _named(self, owed: Owed, body: Body) -> tuple[str, list[int], dict[int, bool]]:
        """The text with the names of those whom it notifies, and their ids.

        At last who of those whom it concerns is on the server and who is not, as far as that can
        be found out; that somebody is missing is said once.
        """
        seats = dict.fromkeys((*body.ping, *body.sought))
        game = None
        if owed.channel is not None and (seats or body.record):
            game = await self._store.game(owed.game)
        if game is None:
            return body.text, [], {}
        lines, users = [body.text], []
        found: dict[int, bool] = {}
        if body.record:
            lines.append(SEED.format(seed=game.fairness.seed.hex()))
        for seat in seats:
            seating = game.seating_at(seat)
            if seating is None or seating.user is None:
                continue
            is_member = await self._client.members.is_member(game.place.guild, seating.user)
            if is_member is not None:
                found[seating.user] = is_member
            if is_member is not False:
                if seat in body.ping:
                    users.append(seating.user)
            elif seating.missing is None:
                lines.append(LEFT.format(name=shown_name(game.table.names[seat])))
        if users:
            lines.append(" ".join(f"<@{user}>" for user in users))
        return "\n".join(lines), users, found

    # -- where it goes --

    async def _channel(self, owed: Owed) -> int:
        if owed.channel is not None:
            return owed.channel
        if owed.user is None:
            raise PostRefused("The person was forgotten.")
        return await direct_channel(self._client, self._store, owed.user)


def _is(owed: Owed, message: discord.Message) -> bool:
    last = message.content.rstrip().rpartition("\n")[2]
    return last == components.mark(owed.number, owed.game)
