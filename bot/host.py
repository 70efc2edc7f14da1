"""The host: the one door to all games and sign-ups.

Whatever people do comes through here: it loads the game, asks `games.table`, commits the change
together with the posts it owes, and gives back a private answer. Each kind of it has a room of its
own; here they are put together, and the clock and the servers' settings are seen to. Nothing here
knows Discord. Commands and posts call a person a host, too: that is a `Moderator` in the code.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable

from bot import beats
from bot.digest import Digests
from bot.keeper import Keeper
from bot.moderators import Moderator, Moderators
from bot.personal import Personal
from bot.players import Players
from bot.reader import Reader
from bot.replies import Answer
from bot.sign_ups import SignUps, random_id
from bot.stand_ins import StandIns, WhoLeft, nobody_left
from games.clock import Moment
from games.text import duration
from storage.store import Due, Guild, Place, Store

log = logging.getLogger(__name__)


class Host:
    """All the games and sign-ups of one store.

    `now` gives the present time; `committed` is called after every commit, so that the outbox
    wakes up, `alarmed` with the next moment at which the clock has something to do there, for the
    ticker, and `listed` with the sign-up whose list has changed; `secret` makes seeds and `new_id`
    ids, replaceable in tests. `who_left` asks who is not on a server any more.
    """

    def __init__(
        self,
        store: Store,
        now: Callable[[], Moment],
        committed: Callable[[], None] = lambda: None,
        secret: Callable[[int], bytes] = secrets.token_bytes,
        new_id: Callable[[], str] = random_id,
        listed: Callable[[str], None] = lambda _: None,
        alarmed: Callable[[Moment | None], None] = lambda _: None,
        who_left: WhoLeft = nobody_left,
    ) -> None:
        self._store = store
        self._keeper = keeper = Keeper(store, now, committed, alarmed)
        self.now = now

        self._sign_ups = sign_ups = SignUps(keeper, secret, new_id, listed, who_left)
        self.open_sign_up = sign_ups.open
        self.join = sign_ups.join
        self.leave = sign_ups.leave
        self.cancel = sign_ups.cancel
        self.close = sign_ups.close

        players = Players(keeper)
        self.play = players.play
        self.plan = players.plan
        self.withdraw = players.withdraw
        self.hush = players.hush

        reader = Reader(keeper)
        self.look = reader.look
        self.hand = reader.hand
        self.menu = reader.menu
        self.options = reader.options
        self.at_turn = reader.at_turn
        self.sheet = reader.sheet
        self.seats = reader.seats
        self.record = reader.record
        self.playing_in = reader.playing_in
        self.candidates = reader.candidates

        self._stand_ins = stand_ins = StandIns(keeper, who_left)
        self.ask_to_resign = stand_ins.ask_to_resign
        self.resign = stand_ins.resign
        self.looked_for = stand_ins.looked_for

        self.my = Personal(keeper)
        self._digests = digests = Digests(keeper)
        self.waiting = digests.waiting

        self._moderators = moderators = Moderators(keeper, stand_ins)
        self.moderate = moderators.order
        self.substitute = moderators.substitute
        self.refusal = moderators.refusal
        self.consent = moderators.consent
        self.log = moderators.log

    async def rehome(self, game_id: str, place: Place, by: Moderator | None = None) -> Answer:
        """A game, or a sign-up that is open, goes on somewhere else."""
        if await self._keeper.game(game_id) is None:
            return await self._sign_ups.rehome(game_id, place)
        return await self._moderators.rehome(game_id, place, by)

    # -- servers --

    async def guild(self, guild_id: int) -> Guild:
        """A server's settings."""
        return await self._store.guild(guild_id)

    async def set_host_role(self, guild_id: int, role: int | None) -> None:
        """Who besides the server's managers may start and moderate games."""
        guild = await self._store.guild(guild_id)
        await self._store.set_guild(Guild(guild_id, role, guild.channel))

    async def set_channel(self, guild_id: int, channel: int | None) -> None:
        """Where games are opened if nothing else is said."""
        guild = await self._store.guild(guild_id)
        await self._store.set_guild(Guild(guild_id, guild.host_role, channel))

    # -- the clock --

    async def act(self, due: Due) -> None:
        """Does all that the clock wants done by now for a game, a sign-up or a person."""
        if due.kind == "sign-up":
            await self._sign_ups.end_of_time(due.id)
            return
        if due.kind == "person":
            await self.my.tell(int(due.id))
            await self._digests.send(int(due.id))
            return
        while await self._keeper.in_turn(due.id, lambda: self._stand_ins.tick(due.id)):
            pass

    async def came_back(self) -> None:
        """Gives the time since the process was last alive back to every running clock, once."""
        seconds = await self._store.refund_outage(
            self.now(), lambda gone: beats.away(duration(gone)).write()
        )
        if seconds:
            self._keeper.forget_all()
            self._keeper.has_committed(None)
            log.info("was away", extra={"seconds": seconds})
