"""Seats that are given up: by time-outs, by resigning, by leaving the server; and who takes them.

What a time-out costs and when a seat is forfeited is `games.table`'s business; here somebody is
found for it, and nobody is who is not there. What moderators order is in `moderators.py`.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Collection, Sequence

from bot import beats
from bot.keeper import Keeper, shoe
from bot.replies import Answer, no_game, not_a_player, reason, sentence
from games import house, table
from games.clock import Moment
from games.core import GameError, Seat, actor_name
from games.hours import DAY
from games.table import Change
from storage.store import Reseating, Seating, StoredGame

WhoLeft = Callable[[int, Sequence[int]], Awaitable[Collection[int]]]
"""Those of some users who are members of a server no more; in doubt nobody has left."""

MISSING_SECONDS = DAY
"""Who is not found on the server twice, so long apart, counts as resigned."""

PROMPT_SECONDS = 600
"""A look that comes so soon after what it was for counts as made at that very moment.

So a deadline a day after the turn came is a day later, however long each post took.
"""

log = logging.getLogger(__name__)


async def nobody_left(_guild: int, _users: Sequence[int]) -> Collection[int]:
    """Where there is no server to ask."""
    return ()


class StandIns:
    """Seats given up in all games of one store, and the substitutes who wait for them."""

    def __init__(self, keeper: Keeper, who_left: WhoLeft) -> None:
        self._keeper = keeper
        self._store = keeper.store
        self._who_left = who_left

    async def next_substitute(self, stored: StoredGame) -> Seating | None:
        """The first in the drawn order who has not been called yet and is still on the server."""
        for one in waiting(stored):
            if one.user is not None and not await self._who_left(stored.place.guild, [one.user]):
                return one
        return None

    async def tick(self, game_id: str) -> bool:
        """What the clock wants done in a game now; whether there was anything.

        A substitute is only looked for where a seat is to be given away.
        """
        stored = await self._keeper.game(game_id)
        if stored is None or stored.table.outcome is not None:
            return False
        taker = next(iter(waiting(stored)), None)
        change = self._ticked(stored, taker)
        if change is None:
            return False
        if reseatings(change, None):
            taker = await self.next_substitute(stored)
            change = self._ticked(stored, taker)
            assert change is not None  # the same was due, whoever takes the seat
        rows = reseatings(change, None if taker is None else taker.user)
        await self._keeper.keep(stored, change, reseatings=rows)
        return True

    def _ticked(self, stored: StoredGame, taker: Seating | None) -> Change | None:
        name = None if taker is None else taker.name
        return table.tick(stored.table, self._keeper.now(), shoe(stored), name)

    async def ask_to_resign(self, game_id: str, user: int) -> Answer:
        """What a player is asked before he gives up for good; its `key` is the seat."""
        stored = await self._keeper.game(game_id)
        if stored is None:
            return no_game(game_id)
        seat = stored.seat_of(user)
        if seat is None:
            return not_a_player()
        title = stored.table.game.title
        taker = next(iter(waiting(stored)), None) if calls_substitutes(stored) else None
        told = (
            f"Give up your seat in {title} `{game_id}` for good? {_from_now_on(taker)} It is "
            "recorded as a resignation, and you cannot take it back."
        )
        return Answer(told, key=actor_name(seat))

    async def resign(
        self, game_id: str, user: int, seat_name: str | None, interaction: int | None = None
    ) -> Answer:
        """A player gives up for good: the next substitute takes the seat, else the rules (X-12).

        `seat_name` is the seat that the player was asked about, like `p3`.
        """

        async def do(stored: StoredGame) -> Answer:
            seat = stored.seat_of(user)
            if seat is None:
                return not_a_player()
            if seat_name != actor_name(seat):
                return Answer("You sit in another seat by now: use `/resign` again.", done=False)
            try:
                taker = await self._give_up(stored, seat, "resigned", interaction)
            except GameError as error:
                return Answer(sentence(reason(stored.table, error)), done=False)
            return Answer(f"You have resigned. {_from_now_on(taker)}")

        return await self._keeper.about_game(game_id, do, interaction)

    async def looked_for(self, game_id: str, user: int, is_member: bool, made: Moment) -> None:
        """Somebody who was called or timed out, by what was `made`, is on the server or is not.

        Who is missing twice, a day apart, counts as resigned; who is found was never missing.
        """

        async def note() -> None:
            # since when somebody is missing is changed behind the back of what is in memory
            stored = await self._store.game(game_id)
            seat = None if stored is None else stored.seat_of(user)
            if stored is None or seat is None or stored.table.outcome is not None:
                return
            seating, now = stored.seating_at(seat), self._keeper.now()
            missing = None if seating is None else seating.missing
            if is_member:
                if missing is not None:
                    await self._store.set_missing(game_id, user, None)
            elif missing is None:
                since = made if now - made < PROMPT_SECONDS else now
                await self._store.set_missing(game_id, user, since)
            elif now - missing >= MISSING_SECONDS:
                await self._give_up(stored, seat, "left the server")

        try:
            await self._keeper.in_turn(game_id, note)
        except Exception:  # what made us look is posted, whatever becomes of this; we look again
            log.exception("not noted who is missing", extra={"game": game_id})

    async def _give_up(
        self,
        stored: StoredGame,
        seat: Seat,
        why: house.Reason,
        interaction: int | None = None,
    ) -> Seating | None:
        """A seat is given up; who takes it, None where the rules answer for it (X-12)."""
        taker = await self.next_substitute(stored) if calls_substitutes(stored) else None
        order = house.Resign(seat) if taker is None else house.Replace(seat, taker.name)
        now = self._keeper.now()
        change = table.moderate(stored.table, order, now, shoe(stored), why=why)
        rows = reseatings(change, None if taker is None else taker.user)
        await self._keeper.keep(stored, change, interaction, rows)
        return taker


def waiting(stored: StoredGame) -> list[Seating]:
    """The substitutes who have not been called yet, in the drawn order."""
    found = [
        one
        for one in stored.seatings
        if one.draw is not None and one.seat is None and one.user is not None
    ]
    return sorted(found, key=lambda one: one.draw or 0)


def calls_substitutes(stored: StoredGame) -> bool:
    """Whether a seat that is given up goes to the next substitute, as the table was opened."""
    pace = stored.table.clock.pace
    return pace is None or pace.stand_in != "nobody"


def reseatings(change: Change, user: int | None) -> tuple[Reseating, ...]:
    """The seats that change hands with a change; `user` is who takes the one that is taken over."""
    rows = []
    for entry in change.entries:
        if entry.actor == "house":
            match house.read_order(entry.action):
                case house.Replace(seat, name):
                    rows.append(Reseating(seat, user, name))
                case house.Resign(seat) | house.Computer(seat):
                    rows.append(Reseating(seat, None))
    return tuple(rows)


def _from_now_on(taker: Seating | None) -> str:
    if taker is None:
        return "From now on the rules answer for your seat."
    return f"{beats.shown_name(taker.name)} takes over your hand and your score."
