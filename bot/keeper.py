"""The games of a store: one thing at a time in each is loaded, changed, committed, then told.

Who may change what, and what is said about it, is decided by those who use this.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar
from weakref import WeakValueDictionary

from bot import beats, wishes
from bot.replies import REPEATED, Answer, no_game
from games import table
from games.clock import Moment
from games.core import Seat, replace
from games.shuffle import Shoe
from games.table import Change
from storage.store import (
    Conflict,
    GameRow,
    Person,
    Place,
    Repeated,
    Reseating,
    Store,
    StoredGame,
    StoreError,
)

KEPT_IN_MEMORY = 256
TRIES = 5

T = TypeVar("T")
log = logging.getLogger(__name__)


class Keeper:
    """The games of one store, the latest of them also in memory.

    A game in memory may be used without a look at the store: the store refuses a change made from
    an old state, and then the verb is tried again from the new one. `now` gives the present time;
    `committed` is called after every commit, and `alarmed` with the moment at which the clock next
    has something to do in what was kept.
    """

    def __init__(
        self,
        store: Store,
        now: Callable[[], Moment],
        committed: Callable[[], None],
        alarmed: Callable[[Moment | None], None],
    ) -> None:
        self.store = store
        self.now = now
        self._committed = committed
        self._alarmed = alarmed
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._games: OrderedDict[str, StoredGame] = OrderedDict()
        self._channels: dict[tuple[int, int], Sequence[GameRow]] = {}
        self._moves = 0
        """How often games or sign-ups have come to a channel or gone from it."""

    async def game(self, game_id: str) -> StoredGame | None:
        """A game from memory or from the store; with many games only the latest stay in memory."""
        stored = self._games.get(game_id)
        if stored is not None:
            self._games.move_to_end(game_id)
            return stored
        stored = await self.store.game(game_id)
        if stored is not None:
            self.remember(stored)
        return stored

    def remember(self, stored: StoredGame) -> None:
        """This is how a game stands now."""
        self._games[stored.table.id] = stored
        self._games.move_to_end(stored.table.id)
        while len(self._games) > KEPT_IN_MEMORY:
            self._games.popitem(last=False)

    def forget_all(self) -> None:
        """All games were changed behind our back."""
        self._games.clear()
        self._look_again()

    async def games_in(self, guild: int, channel: int) -> Sequence[GameRow]:
        """The running games and open sign-ups of a channel.

        Kept in memory where nothing is signed up for, as nearly every command asks for it. Whatever
        comes to such a channel or goes from it comes by `has_committed`, as the commands of one
        server come to one process.
        """
        here = guild, channel
        if here in self._channels:
            return self._channels[here]
        moves = self._moves
        rows = await self.store.games_in(guild, channel)
        if moves == self._moves and all(row.status == "playing" for row in rows):
            if len(self._channels) >= KEPT_IN_MEMORY:
                self._channels.clear()
            self._channels[here] = rows
        return rows

    def has_committed(self, alarm: Moment | None, *moved: Place) -> None:
        """Tells outbox and ticker of a commit, and the alarm that was set with it.

        `moved` are the channels to which something has come, or from which it has gone.
        """
        for place in moved:
            self._moves += 1
            self._channels.pop((place.guild, place.channel), None)
        self._committed()
        self._alarmed(alarm)

    def _look_again(self) -> None:
        self._moves += 1
        self._channels.clear()

    def _forget(self, game_id: str) -> None:
        self._games.pop(game_id, None)
        self._look_again()

    async def keep(
        self,
        stored: StoredGame,
        change: Change,
        interaction: int | None = None,
        reseatings: Sequence[Reseating] = (),
        people: Sequence[Person] = (),
    ) -> StoredGame:
        """Commits a change with the posts it owes; afterwards outbox and ticker know of it.

        `people` are those whose wishes went into the change; who takes over a seat brings them.
        """
        for one in reseatings:
            if one.user is not None:
                person = await self.store.person(one.user)
                change = self._brought(stored, change, one.seat, person)
                people = [*people, person]
        posts = beats.beat(stored, change, self.now(), reseatings)
        kept = await self.store.commit(stored, change, posts, interaction, reseatings, people)
        self.remember(kept)
        goes_on = (stored.table.outcome is None) == (kept.table.outcome is None)
        self.has_committed(kept.table.clock.alarm, *() if goes_on else (kept.place,))
        return kept

    def _brought(self, stored: StoredGame, change: Change, seat: Seat, person: Person) -> Change:
        """A change that seats somebody, with what this person has asked all tables to keep to."""
        at = change.table
        if at.outcome is not None:
            return change
        wish = wishes.wishes(person, at.clock.pace, stored.started)
        return replace(change, table=table.wish(at, seat, wish, self.now(), newcomer=True).table)

    async def is_repeated(self, interaction: int | None) -> bool:
        """Whether an interaction has made its move already."""
        return interaction is not None and await self.store.played_at(interaction) is not None

    async def in_turn(self, game_id: str, attempt: Callable[[], Awaitable[T]]) -> T:
        """One at a time for each game or person; once more if the old state had moved on."""
        lock = self._locks.setdefault(game_id, asyncio.Lock())
        async with lock:
            for _ in range(TRIES):
                try:
                    return await attempt()
                except Conflict:
                    self._forget(game_id)
                except StoreError:
                    # whether a failed commit is on the disk only the disk knows
                    self._forget(game_id)
                    raise
            raise Conflict(f"{game_id} was changed by others {TRIES} times in a row")

    async def answered(self, game_id: str, attempt: Callable[[], Awaitable[Answer]]) -> Answer:
        """The same for a person, who is told in words when nothing could be kept.

        What the journal has already is neither done nor answered once more.
        """

        async def once() -> Answer:
            try:
                return await attempt()
            except Repeated:
                return REPEATED

        try:
            return await self.in_turn(game_id, once)
        except StoreError as error:
            log.error("not kept", extra={"game": game_id, "reason": str(error)})
            return Answer(
                "That could not be saved just now, so nothing has happened. "
                "Please try again in a minute.",
                done=False,
            )

    async def about_game(
        self,
        game_id: str,
        do: Callable[[StoredGame], Awaitable[Answer]],
        interaction: int | None = None,
    ) -> Answer:
        """The same for what a person does with a game, if there is such a game.

        With `interaction` it is looked up first whether that has made its move already.
        """

        async def attempt() -> Answer:
            stored = await self.game(game_id)
            if stored is None:
                return no_game(game_id)
            if await self.is_repeated(interaction):
                return REPEATED
            return await do(stored)

        return await self.answered(game_id, attempt)


def shoe(stored: StoredGame) -> Shoe:
    """Where the decks of a game come from."""
    return Shoe(stored.fairness.seed, stored.fairness.entropy)


def a_person(user: int) -> str:
    """What somebody's wishes and digest are called where one thing is done at a time."""
    return f"person {user}"
