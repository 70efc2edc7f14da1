"""The host: takes what people do, lets the house decide, keeps it, and only then speaks.

Everything that a Discord bot needs except Discord. Each verb loads the game, asks `games.table`,
commits the change together with the posts it owes, and gives back a private answer. One lock a game
keeps its plays in a row; the store refuses a change made from an old state, and then the verb is
tried again from the new one.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TypeVar
from weakref import WeakValueDictionary

from bot import beats
from games import house, record, registry, shuffle, sign_up, table
from games.clock import Moment, Pace
from games.core import (
    DEALER,
    GameError,
    IllegalAction,
    NotationError,
    NotYourTurn,
    OrderRefused,
    Seat,
    Stale,
    actor_name,
)
from games.sign_up import SignUp, SignUpError
from games.table import Change, Table
from games.text import duration
from storage.store import (
    Conflict,
    Due,
    Fairness,
    GameRow,
    Place,
    Repeated,
    Reseating,
    Seating,
    Store,
    StoredGame,
    StoredSignUp,
    StoreError,
)

HOUSE_NAMES = ("Robo Ann", "Robo Bob", "Robo Cy", "Robo Dot", "Robo Ed", "Robo Flo")
ID_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
KEPT_IN_MEMORY = 256
MENU_LENGTH = 12
TRIES = 5

T = TypeVar("T")
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Answer:
    """What the person who did something is told, in private.

    `done` says whether it took effect; a refusal has changed nothing. `repeated` marks a second
    delivery of an interaction that has been answered already: nothing need be said again.
    """

    text: str
    done: bool = True
    repeated: bool = False


class Host:
    """All the games and sign-ups of one store.

    `now` gives the present time; `committed` is called after every commit, so that outbox and
    ticker wake up; `secret` makes seeds and `new_id` ids, replaceable in tests.
    """

    def __init__(
        self,
        store: Store,
        now: Callable[[], Moment],
        committed: Callable[[], None] = lambda: None,
        secret: Callable[[int], bytes] = secrets.token_bytes,
        new_id: Callable[[], str] | None = None,
    ) -> None:
        self._store = store
        self._now = now
        self._committed = committed
        self._secret = secret
        self._new_id = new_id or _random_id
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._games: OrderedDict[str, StoredGame] = OrderedDict()

    # -- sign-ups --

    async def open_sign_up(
        self,
        place: Place,
        game: str,
        seats: int,
        pace: Pace,
        hours: int = sign_up.HOURS_OPEN,
        house_players: int = 0,
    ) -> StoredSignUp:
        """Opens a sign-up; GameError where its options make no sense (X-13)."""
        now = self._now()
        new = sign_up.open_sign_up(self._new_id(), game, seats, pace, now, hours, house_players)
        fairness = Fairness(self._secret(shuffle.SEED_BYTES))
        stored = StoredSignUp(new, place, fairness, 0)
        body = beats.opened(new, shuffle.commitment(fairness.seed))
        await self._store.open_sign_up(stored, [body.to_channel(place, now)])
        self._committed()
        return stored

    async def join(self, sign_up_id: str, user: int, name: str) -> Answer:
        """Somebody is in; the game starts at once if that was the last one waited for (PC-2)."""
        return await self._on_sign_up(
            sign_up_id,
            lambda now: sign_up.join(now, user, name),
            "You are in. You can leave again with /out until the sign-up closes.",
        )

    async def leave(self, sign_up_id: str, user: int) -> Answer:
        """Somebody is out again."""
        return await self._on_sign_up(
            sign_up_id, lambda now: sign_up.leave(now, user), "You are out again."
        )

    async def cancel(self, sign_up_id: str) -> Answer:
        """The sign-up is called off."""
        return await self._on_sign_up(sign_up_id, sign_up.cancel, "The sign-up is cancelled.")

    async def close(self, sign_up_id: str) -> Answer:
        """The sign-up is closed before its time, and the game starts."""
        return await self._on_sign_up(sign_up_id, sign_up.close, "The sign-up is closed.")

    async def _on_sign_up(
        self, sign_up_id: str, step: Callable[[SignUp], SignUp], told: str
    ) -> Answer:
        async def attempt() -> Answer:
            stored = await self._store.sign_up(sign_up_id)
            if stored is None:
                return Answer(f"There is no sign-up {sign_up_id} here.", done=False)
            try:
                changed = step(stored.sign_up)
            except SignUpError as error:
                return Answer(f"{_sentence(str(error))}", done=False)
            await self._keep_sign_up(stored, changed)
            return Answer(told)

        return await self._answered(sign_up_id, attempt)

    async def _keep_sign_up(self, stored: StoredSignUp, changed: SignUp) -> None:
        """Keeps a changed sign-up; starts its game if it is closed, or due to close by itself."""
        if sign_up.due(changed, self._now()):
            changed = sign_up.close(changed)
        if changed.status == "closed":
            await self._start(stored, changed)
            return
        posts = []
        if changed.status == "cancelled":
            posts.append(beats.cancelled().to_channel(stored.place, self._now()))
        await self._store.change_sign_up(stored, changed, posts)
        self._committed()

    async def _start(self, stored: StoredSignUp, closed: SignUp) -> None:
        """Draws, seats, deals, and keeps all of it in one transaction."""
        users = [entrant.user for entrant in closed.entrants]
        entropy = shuffle.entropy(users)
        draw = sign_up.drawn(closed, stored.fairness.seed, HOUSE_NAMES)
        game = registry.read_game(closed.game, closed.seats)
        shoe = shuffle.Shoe(stored.fairness.seed, entropy)
        now = self._now()
        change = table.begin(closed.id, game, draw.seated, now, shoe, closed.pace)
        at_seat = {seat: int(one) for seat, one in enumerate(draw.ids) if not one.startswith("h")}
        posts = [
            beats.drawn(draw, shuffle.entrants_text(users)).to_channel(stored.place, now),
            *beats.first_beat(stored.place, at_seat, change, now),
        ]
        begun = await self._store.start_game(
            stored, closed, change, _seatings(draw), entropy, posts
        )
        self._remember(begun)
        self._committed()

    # -- playing --

    async def play(
        self,
        game_id: str,
        user: int,
        text: str,
        seen: str | None = None,
        interaction: int | None = None,
    ) -> Answer:
        """A player acts; in an open window before the own turn that leaves a plan (X-8)."""

        def act(stored: StoredGame, seat: Seat) -> tuple[Change, str]:
            now, shoe = self._now(), _shoe(stored)
            try:
                change = table.play(stored.table, seat, text, now, shoe, seen)
            except NotYourTurn:
                window = stored.table.window
                if window is None or seat not in window.seats[1:]:
                    raise
                change = table.plan(stored.table, seat, text, now, shoe, seen)
                return change, "Left for your turn; until then you can change it."
            return change, _did(change, seat)

        return await self._as_player(game_id, user, act, text, interaction)

    async def plan(
        self,
        game_id: str,
        user: int,
        text: str,
        seen: str | None = None,
        interaction: int | None = None,
    ) -> Answer:
        """A player leaves answers ahead; at the own turn they act at once."""

        def act(stored: StoredGame, seat: Seat) -> tuple[Change, str]:
            change = table.plan(stored.table, seat, text, self._now(), _shoe(stored), seen)
            plans = change.table.plans_of(seat)
            if plans:
                return change, "Left for later: " + "; ".join(plan.text for plan in plans)
            return change, _did(change, seat)

        return await self._as_player(game_id, user, act, text, interaction)

    async def withdraw(self, game_id: str, user: int, decision: str | None = None) -> Answer:
        """A player takes back an answer left ahead, or all of them."""

        def act(stored: StoredGame, seat: Seat) -> tuple[Change, str]:
            change = table.withdraw(stored.table, seat, self._now(), decision)
            return change, "Taken back." if change.dropped else "You had left nothing."

        return await self._as_player(game_id, user, act, "", None)

    async def look(self, game_id: str, user: int | None = None) -> Answer:
        """Where a game stands, with the own hand and plans for somebody who plays in it."""
        stored = await self._load(game_id)
        if stored is None:
            return _no_game(game_id)
        seat = None if user is None else stored.seat_of(user)
        at = stored.table
        words = registry.kit(at.game.id).words
        lines = words.standing(at.view(seat), beats.shown_names(at), at.asked)
        if seat is not None:
            lines += [f"Left for later: {plan.text}" for plan in at.plans_of(seat)]
        return Answer("\n".join(lines))

    async def games_of(self, user: int) -> tuple[GameRow, ...]:
        """Where a person plays or is signed up."""
        return await self._store.games_of(user)

    async def _as_player(
        self,
        game_id: str,
        user: int,
        act: Callable[[StoredGame, Seat], tuple[Change, str]],
        text: str,
        interaction: int | None,
    ) -> Answer:
        async def attempt() -> Answer:
            stored = await self._load(game_id)
            if stored is None:
                return _no_game(game_id)
            seat = stored.seat_of(user)
            if seat is None:
                return Answer("You do not play in this game.", done=False)
            if interaction is not None and await self._is_repeated(interaction):
                return Answer("", repeated=True)
            try:
                change, told = act(stored, seat)
            except GameError as error:
                return await self._refusal(stored, seat, text, error)
            try:
                kept = await self._keep(stored, change, interaction)
            except Repeated:
                return Answer("", repeated=True)
            hand = registry.kit(kept.table.game.id).words.hand(kept.table.view(seat))
            return Answer(f"{told}\n{hand}")

        return await self._answered(game_id, attempt)

    async def _is_repeated(self, interaction: int) -> bool:
        return await self._store.played_at(interaction) is not None

    async def _refusal(self, stored: StoredGame, seat: Seat, text: str, error: GameError) -> Answer:
        """One private sentence or two: what is wrong, and what would be legal."""
        at = stored.table
        if isinstance(error, Stale | NotYourTurn) and text:
            moment = await self._played(at, seat, text)
            if moment is not None:
                clock = datetime.fromtimestamp(moment, UTC).strftime("%H:%M")
                return Answer(f"You played that already, at {clock} UTC.", done=False)
        return Answer(f"{_sentence(reason(at, error))} {now_legal(at, seat)}".strip(), done=False)

    async def _played(self, at: Table, seat: Seat, text: str) -> Moment | None:
        """When a seat's newest line was this very action, if it was."""
        try:
            action = at.game.write(at.game.parse(text))
        except NotationError:
            return None
        for entry in reversed(await self._store.journal(at.id)):
            if entry.actor == actor_name(seat):
                return entry.at if entry.action == action else None
        return None

    # -- the house --

    async def moderate(self, game_id: str, order: house.Order, user: int | None = None) -> Answer:
        """A moderator's order; who may give it is decided before.

        `user` is who takes the seat with a `house.Replace`.
        """
        return await self._answered(game_id, lambda: self._obey(game_id, lambda _: (order, user)))

    async def substitute(self, game_id: str, seat: Seat) -> Answer:
        """The next substitute takes over a seat, with hand and score."""

        def next_one(stored: StoredGame) -> tuple[house.Order, int | None]:
            waiting = _next_substitute(stored)
            if waiting is None:
                raise OrderRefused("no substitute is left in the list")
            return house.Replace(seat, waiting.name), waiting.user

        return await self._answered(game_id, lambda: self._obey(game_id, next_one))

    async def _obey(
        self, game_id: str, choose: Callable[[StoredGame], tuple[house.Order, int | None]]
    ) -> Answer:
        stored = await self._load(game_id)
        if stored is None:
            return _no_game(game_id)
        try:
            order, user = choose(stored)
            reseatings = _reseatings(stored, order, user)
            earlier = await self._earlier(stored, order)
            change = table.moderate(stored.table, order, self._now(), _shoe(stored), earlier)
        except GameError as error:
            return Answer(_sentence(reason(stored.table, error)), done=False)
        await self._keep(stored, change, reseatings=reseatings)
        return Answer("Done.")

    async def _earlier(self, stored: StoredGame, order: house.Order) -> table.Earlier | None:
        if not isinstance(order, house.Rewind):
            return None
        at = stored.table
        first = await self._store.first_players(at.id)
        start = table.seat_players(at.id, at.game, first)
        history = record.fold(start, await self._store.journal(at.id))
        return history.earlier(order.lines)

    # -- the clock --

    async def act(self, due: Due) -> None:
        """Does what the clock wants done for a game or a sign-up, all that is due by now."""
        if due.kind == "sign-up":
            await self._in_turn(due.id, lambda: self._sign_up_due(due.id))
            return
        while await self._in_turn(due.id, lambda: self._tick(due.id)):
            pass

    async def came_back(self) -> None:
        """Gives the time since the process was last alive back to every running clock, once."""
        seconds = await self._store.refund_outage(
            self._now(), lambda gone: beats.away(duration(gone)).write()
        )
        if seconds:
            self._games.clear()
            self._committed()
            log.info("was away", extra={"seconds": seconds})

    async def _sign_up_due(self, sign_up_id: str) -> None:
        stored = await self._store.sign_up(sign_up_id)
        if stored is not None and sign_up.due(stored.sign_up, self._now()):
            await self._keep_sign_up(stored, stored.sign_up)

    async def _tick(self, game_id: str) -> bool:
        """Whether something was due, and is done."""
        stored = await self._load(game_id)
        if stored is None or stored.table.outcome is not None:
            return False
        change = table.tick(stored.table, self._now(), _shoe(stored))
        if change is None:
            return False
        await self._keep(stored, change)
        return True

    # -- keeping --

    async def _in_turn(self, game_id: str, attempt: Callable[[], Awaitable[T]]) -> T:
        """One at a time for each game; from the new state again if the old one had moved on."""
        lock = self._locks.setdefault(game_id, asyncio.Lock())
        async with lock:
            for _ in range(TRIES):
                try:
                    return await attempt()
                except Conflict:
                    self._games.pop(game_id, None)
                except StoreError:
                    # whether a failed commit is on the disk only the disk knows
                    self._games.pop(game_id, None)
                    raise
            raise Conflict(f"{game_id} was changed by others {TRIES} times in a row")

    async def _answered(self, game_id: str, attempt: Callable[[], Awaitable[Answer]]) -> Answer:
        """The same for a person, who is told in words when nothing could be kept."""
        try:
            return await self._in_turn(game_id, attempt)
        except StoreError as error:
            log.error("not kept", extra={"game": game_id, "reason": str(error)})
            return Answer(
                "That could not be saved just now, so nothing has happened. "
                "Please try again in a minute.",
                done=False,
            )

    async def _load(self, game_id: str) -> StoredGame | None:
        """A game from memory or from the store; with many games only the latest stay in memory."""
        stored = self._games.get(game_id)
        if stored is not None:
            self._games.move_to_end(game_id)
            return stored
        stored = await self._store.game(game_id)
        if stored is not None:
            self._remember(stored)
        return stored

    def _remember(self, stored: StoredGame) -> None:
        self._games[stored.table.id] = stored
        self._games.move_to_end(stored.table.id)
        while len(self._games) > KEPT_IN_MEMORY:
            self._games.popitem(last=False)

    async def _keep(
        self,
        stored: StoredGame,
        change: Change,
        interaction: int | None = None,
        reseatings: Sequence[Reseating] = (),
    ) -> StoredGame:
        """Commits a change with the posts it owes; afterwards outbox and ticker know of it."""
        posts = beats.beat(stored, change, self._now(), reseatings)
        kept = await self._store.commit(stored, change, posts, interaction, reseatings)
        self._remember(kept)
        self._committed()
        return kept


# --- small things --------------------------------------------------------------------------------


def reason(at: Table, error: GameError) -> str:
    """Why something is refused, with the clause that forbids it."""
    match error:
        case IllegalAction(clause=clause, fact=fact):
            return f"{registry.kit(at.game.id).words.refusal(fact)} ({clause})"
        case NotYourTurn(turn=turn) if turn is not None and turn != DEALER:
            return f"it is the turn of {beats.shown_name(at.names[turn])} (X-14)"
    return str(error)


def now_legal(at: Table, seat: Seat) -> str:
    """What a seat may do now, as a sentence; empty where nothing can be done."""
    if at.outcome is not None or at.clock.pause is not None:
        return ""
    if at.turn == seat:
        actions = [at.game.write(action) for action in at.game.legal(at.state, seat)]
        row = ", ".join(f"`{action}`" for action in actions[:MENU_LENGTH])
        return f"You may {row}{' …' if len(actions) > MENU_LENGTH else ''}."
    window = at.window
    if window is not None and seat in window.seats:
        return "Your turn is still to come; you may leave an answer for it."
    return "Nothing is asked of you now."


def _did(change: Change, seat: Seat) -> str:
    """What of a change was the seat's own doing."""
    for entry in change.entries:
        if entry.actor == actor_name(seat):
            return f"Done: `{entry.action}`."
    return "That does not fit now, so you are still to act."


def _sentence(words: str) -> str:
    """Words as a sentence of their own."""
    return f"{words[:1].upper()}{words[1:]}."


def _no_game(game_id: str) -> Answer:
    return Answer(f"There is no game {game_id} here.", done=False)


def _shoe(stored: StoredGame) -> shuffle.Shoe:
    return shuffle.Shoe(stored.fairness.seed, stored.fairness.entropy)


def _seatings(draw: sign_up.Drawn) -> list[Seating]:
    """The rows of a game that begins: people in drawn order, then house players."""
    people = [*draw.players, *draw.substitutes]
    seats = {one: seat for seat, one in enumerate(draw.ids)}
    rows = []
    for place, entrant in enumerate(people):
        seat = seats.get(str(entrant.user))
        began = None if seat is None else 0
        rows.append(Seating(entrant.user, entrant.name, draw=place, seat=seat, began=began))
    for one, seat in seats.items():
        if one.startswith("h"):
            name = draw.seated[seat].name
            rows.append(Seating(None, name, house=int(one[1:]), seat=seat, began=0))
    return rows


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


def _random_id() -> str:
    return "".join(secrets.choice(ID_LETTERS) for _ in range(6))
