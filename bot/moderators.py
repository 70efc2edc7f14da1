"""What moderators have done in a game: orders to the house, substitutes, another place.

Who may order anything is decided before; what an order does is `games.table`'s business.
"""

from __future__ import annotations

from collections.abc import Callable

from bot import beats
from bot.keeper import Keeper, shoe
from bot.replies import REPEATED, Answer, no_game, reason, sentence
from games import house, record, table
from games.core import GameError, OrderRefused, Seat
from storage.store import Place, Repeated, Reseating, Seating, StoredGame


class Moderators:
    """The orders to all games of one store."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper
        self._store = keeper.store

    async def order(
        self,
        game_id: str,
        order: house.Order,
        user: int | None = None,
        interaction: int | None = None,
    ) -> Answer:
        """A moderator's order.

        `user` is who takes the seat with a `house.Replace`.
        """
        return await self._keeper.answered(
            game_id, lambda: self._obey(game_id, lambda _: (order, user), interaction)
        )

    async def substitute(self, game_id: str, seat: Seat, interaction: int | None = None) -> Answer:
        """The next substitute takes over a seat, with hand and score."""

        def next_one(stored: StoredGame) -> tuple[house.Order, int | None]:
            waiting = _next_substitute(stored)
            if waiting is None:
                raise OrderRefused("no substitute is left in the list")
            return house.Replace(seat, waiting.name), waiting.user

        return await self._keeper.answered(
            game_id, lambda: self._obey(game_id, next_one, interaction)
        )

    async def rehome(self, game_id: str, place: Place) -> Answer:
        """The game goes on somewhere else, with the posts that are owed or were refused."""

        async def move() -> Answer:
            stored = await self._keeper.game(game_id)
            if stored is None:
                return no_game(game_id)
            post = beats.moved(stored.table).to_channel(place, self._keeper.now())
            self._keeper.remember(await self._store.rehome(stored, place, [post]))
            self._keeper.has_committed(None, stored.place, place)
            return Answer(f"The game goes on in <#{place.channel}>.")

        return await self._keeper.answered(game_id, move)

    async def _obey(
        self,
        game_id: str,
        choose: Callable[[StoredGame], tuple[house.Order, int | None]],
        interaction: int | None,
    ) -> Answer:
        stored = await self._keeper.game(game_id)
        if stored is None:
            return no_game(game_id)
        if await self._keeper.is_repeated(interaction):
            return REPEATED
        try:
            order, user = choose(stored)
            reseatings = _reseatings(stored, order, user)
            earlier = await self._earlier(stored, order)
            now = self._keeper.now()
            change = table.moderate(stored.table, order, now, shoe(stored), earlier)
        except GameError as error:
            return Answer(sentence(reason(stored.table, error)), done=False)
        try:
            await self._keeper.keep(stored, change, interaction, reseatings)
        except Repeated:
            return REPEATED
        return Answer("Done.")

    async def _earlier(self, stored: StoredGame, order: house.Order) -> table.Earlier | None:
        if not isinstance(order, house.Rewind):
            return None
        at = stored.table
        first = await self._store.first_players(at.id)
        start = table.seat_players(at.id, at.game, first)
        history = record.fold(start, await self._store.journal(at.id))
        return history.earlier(order.lines)


def _reseatings(stored: StoredGame, order: house.Order, user: int | None) -> tuple[Reseating, ...]:
    """Whose seat changes hands with an order."""
    match order:
        case house.Replace(seat, name):
            if user is None or stored.seat_of(user) is not None:
                raise OrderRefused("a seat is taken over by somebody who does not play here yet")
            return (Reseating(seat, user, name),)
        case house.Resign(seat) | house.Computer(seat):
            return (Reseating(seat, None),)
    return ()


def _next_substitute(stored: StoredGame) -> Seating | None:
    """The first in the drawn order who has not been called yet."""
    waiting = [
        one
        for one in stored.seatings
        if one.draw is not None and one.seat is None and one.user is not None
    ]
    return min(waiting, key=lambda one: one.draw or 0, default=None)
