"""The same games, played by a host that is never killed: what must come of it all.

The twin keeps everything in memory, and every state that a game has been in since it was last known
for sure. Where the killed one died between two of them, the twin goes back to the one that is on
the disk; if it is none of them, something was lost or happened twice.
"""

from __future__ import annotations

from collections.abc import Coroutine, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar, cast

import msgspec

from games import sign_up, table
from games.clock import Moment
from games.house import Player
from games.sign_up import SignUp
from games.table import Change, Entry
from storage.archive import first_players
from storage.store import (
    Conflict,
    Due,
    Fairness,
    Person,
    Post,
    Repeated,
    Reseating,
    Seating,
    Store,
    StoredGame,
    StoredSignUp,
)
from tests.kill.orders import Desk, Order

T = TypeVar("T")

Lane = tuple[str, int | None, int | None]
"""A game, and a channel or a person: posts there keep their order."""


@dataclass(frozen=True)
class Told:
    """A post that is owed; `once` is its name if it has one."""

    lane: Lane
    body: str
    once: str | None


@dataclass(frozen=True)
class State:
    """A sign-up, or the game that came of it, at one moment, and everything that led there."""

    sign_up: StoredSignUp
    game: StoredGame | None = None
    journal: tuple[Entry, ...] = ()
    interactions: tuple[tuple[int, Moment], ...] = ()
    told: tuple[Told, ...] = ()

    def telling(self, posts: Iterable[Post]) -> State:
        """The same with more posts, but none of a name that was used before."""
        told = list(self.told)
        for post in posts:
            if post.once is None or all(post.once != other.once for other in told):
                lane = (self.sign_up.sign_up.id, post.channel, post.user)
                told.append(Told(lane, post.body, post.once))
        return replace(self, told=tuple(told))

    def plans(self) -> tuple[Any, ...]:
        """The answers left ahead."""
        return self.game.table.plans if self.game else ()

    def shown(self) -> tuple[Any, ...]:
        """What it must look like on the disk, except for the journal and the posts."""
        if self.game is None:
            now = self.sign_up.sign_up
            return (now.status, tuple(entrant.user for entrant in now.entrants))
        plans = sorted(
            (left.seat, left.plan.decision, left.plan.text) for left in self.game.table.plans
        )
        return (table.dump(self.game.table).decode(), tuple(plans))


class MemoryStore:
    """As much of a store as a host needs, in memory."""

    def __init__(self) -> None:
        self.states: dict[str, list[State]] = {}

    def last(self, game: str) -> State:
        """The newest state of a game."""
        return self.states[game][-1]

    def _keep(self, state: State) -> None:
        self.states.setdefault(state.sign_up.sign_up.id, []).append(state)

    async def open_sign_up(self, stored: StoredSignUp, posts: Sequence[Post] = ()) -> None:
        """Keeps a new sign-up."""
        assert not self.states.get(stored.sign_up.id)
        self._keep(State(stored).telling(posts))

    async def sign_up(self, sign_up_id: str) -> StoredSignUp | None:
        """Loads a sign-up."""
        states = self.states.get(sign_up_id)
        return states[-1].sign_up if states else None

    async def change_sign_up(
        self, stored: StoredSignUp, changed: SignUp, posts: Sequence[Post] = ()
    ) -> StoredSignUp:
        """Replaces it."""
        last = self.last(changed.id)
        new = msgspec.structs.replace(stored, sign_up=changed, revision=stored.revision + 1)
        self._keep(replace(last, sign_up=new).telling(posts))
        return new

    async def start_game(
        self,
        stored: StoredSignUp,
        closed: SignUp,
        change: Change,
        seatings: Sequence[Seating],
        entropy: str,
        posts: Sequence[Post] = (),
        people: Sequence[Person] = (),
    ) -> StoredGame:
        """Closes a sign-up and keeps its game."""
        last = self.last(closed.id)
        fairness = Fairness(stored.fairness.seed, entropy)
        game = StoredGame(
            change.table, stored.place, fairness, tuple(seatings), change.entries[0].at, 0
        )
        new = msgspec.structs.replace(stored, sign_up=closed, revision=stored.revision + 1)
        self._keep(State(new, game, change.entries, (), last.told).telling(posts))
        return game

    async def game(self, game_id: str) -> StoredGame | None:
        """Loads a game."""
        states = self.states.get(game_id)
        return states[-1].game if states else None

    async def commit(
        self,
        stored: StoredGame,
        change: Change,
        posts: Sequence[Post] = (),
        interaction: int | None = None,
        reseatings: Sequence[Reseating] = (),
        people: Sequence[Person] = (),
    ) -> StoredGame:
        """Keeps a change."""
        last = self.last(change.table.id)
        assert last.game is not None
        if last.game.revision != stored.revision:
            raise Conflict("the twin's game has moved on")
        made = last.interactions
        if interaction is not None and change.entries:
            if await self.played_at(interaction) is not None:
                raise Repeated("this interaction has made its move already")
            made = (*made, (interaction, change.entries[0].at))
        seatings = stored.seatings
        for one in reseatings:
            since = min(change.before + 1, change.table.version)
            seatings = _reseated(seatings, one, since)
        game = msgspec.structs.replace(
            stored, table=change.table, seatings=seatings, revision=stored.revision + 1
        )
        journal = (*last.journal, *change.entries)
        self._keep(State(last.sign_up, game, journal, made, last.told).telling(posts))
        return game

    async def journal(self, game_id: str) -> tuple[Entry, ...]:
        """All journal rows of a game."""
        return self.last(game_id).journal

    async def played_at(self, interaction: int) -> Moment | None:
        """When an interaction made its move."""
        for states in self.states.values():
            if states and interaction in (made := dict(states[-1].interactions)):
                return made[interaction]
        return None

    async def person(self, user: int) -> Person:
        """Somebody who has asked for nothing."""
        return Person(user)

    async def first_players(self, game_id: str) -> tuple[Player, ...]:
        """Who sat where when the game began."""
        game = self.last(game_id).game
        assert game is not None
        return first_players(game.seatings)

    def refund(self, game_id: str, seconds: int, notice: str) -> bool:
        """Gives the time of an outage back to a game, if its clock is running."""
        last = self.last(game_id)
        if last.game is None or not last.game.table.runs:
            return False
        game = msgspec.structs.replace(
            last.game,
            table=table.shift(last.game.table, seconds),
            revision=last.game.revision + 1,
        )
        self._keep(replace(last, game=game).telling([Post(notice, channel=game.place.channel)]))
        return True


def _reseated(seatings: Sequence[Seating], change: Reseating, since: int) -> tuple[Seating, ...]:
    rows = [
        msgspec.structs.replace(one, ended=since)
        if one.seat == change.seat and one.ended is None
        else one
        for one in seatings
    ]
    if change.user is None:
        return tuple(rows)
    new = Seating(change.user, change.name, seat=change.seat, began=since)
    for place, one in enumerate(rows):
        if one.user == change.user and one.seat is None:
            rows[place] = msgspec.structs.replace(new, draw=one.draw)
            return tuple(rows)
    return (*rows, new)


class Twin:
    """A host over a memory store, with a clock that the driver sets."""

    def __init__(self) -> None:
        self.now: Moment = 0
        self.store = MemoryStore()
        self._forgotten: dict[str, int] = {}
        self._hire()

    def _hire(self) -> None:
        """A host that remembers nothing."""
        self._desk = Desk(cast(Store, self.store), lambda: self.now)

    def carry_out(self, order: Order) -> dict[str, Any]:
        """Does what is asked and gives the answer that must come."""
        return finished(self._desk.carry_out(order))

    def tick(self) -> bool:
        """Does everything that is due by now; whether that was anything."""
        anything = False
        for game in list(self.store.states):
            alarm = self.alarm(game)
            if alarm is not None and alarm <= self.now:
                kind = "sign-up" if self.state(game).game is None else "game"
                finished(self._desk.host.act(Due(cast(Any, kind), game)))
                anything = True
        return anything

    def has_made(self, interaction: int) -> bool:
        """Whether an interaction has made its move."""
        return finished(self.store.played_at(interaction)) is not None

    def state(self, game: str) -> State:
        """The newest state of a game."""
        return self.store.last(game)

    def age(self, game: str) -> int:
        """How many states a game has had, forgotten ones included."""
        return self._forgotten.get(game, 0) + len(self.known(game))

    def known(self, game: str) -> list[State]:
        """The states that a game may be in on the disk, the oldest first."""
        return self.store.states.get(game, [])

    def forget_before(self, game: str, age: int) -> None:
        """The state that came with this age is on the disk, so none before it is there now."""
        older = max(0, age - self._forgotten.get(game, 0) - 1)
        self._forgotten[game] = self._forgotten.get(game, 0) + older
        del self.known(game)[:older]

    def go_back(self, game: str, age: int) -> None:
        """Back to the state that came with this age: it turned out to be the last."""
        del self.known(game)[age - self._forgotten.get(game, 0) :]
        self._hire()

    def alarm(self, game: str) -> Moment | None:
        """When a game or sign-up wants something done next."""
        if not self.store.states.get(game):
            return None
        state = self.state(game)
        if state.game is not None:
            return state.game.table.clock.alarm
        return sign_up.alarm(state.sign_up.sign_up)

    def refund(self, seconds: int, notice: str) -> dict[str, int]:
        """An outage is over: the games whose clock it stopped have the time back, and are told so.

        Gives the age at which each of them has it back.
        """
        ages = {}
        for game in self.store.states:
            if self.known(game) and self.store.refund(game, seconds, notice):
                ages[game] = self.age(game)
        self._hire()
        return ages


def finished(work: Coroutine[Any, Any, T]) -> T:
    """What a coroutine returns that never has to wait."""
    try:
        work.send(None)
    except StopIteration as end:
        return cast(T, end.value)
    work.close()
    raise AssertionError("the twin had to wait for something")
