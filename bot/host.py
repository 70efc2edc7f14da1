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
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Literal, TypeVar
from weakref import WeakValueDictionary

from bot import beats
from bot.finder import Candidate
from games import house, record, registry, shuffle, sign_up, table
from games.cards import write_card
from games.clock import Moment, Pace
from games.core import (
    DEALER,
    Finished,
    GameError,
    IllegalAction,
    NotationError,
    NotSeated,
    NotYourTurn,
    OrderRefused,
    Seat,
    Stale,
    actor_name,
)
from games.sign_up import SignUp, SignUpError
from games.table import Change, Table
from games.text import duration
from storage.archive import record_text
from storage.store import (
    Conflict,
    Due,
    Fairness,
    GameRow,
    Guild,
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
    delivery of an interaction that has been answered already: nothing need be said again. `file`
    is the name and the text of something to attach.
    """

    text: str
    done: bool = True
    repeated: bool = False
    file: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a player has left ahead, by decision, with the hand and the window it was read in."""

    game_id: str
    game: str
    key: str | None
    hand: str
    left: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Options:
    """What somebody may do in a game now: words about it, and the actions.

    `key` is the window that they are for, `may_plan` whether answers may be left ahead.
    """

    text: str
    key: str | None = None
    actions: tuple[str, ...] = ()
    at_turn: bool = False
    may_plan: bool = False


class Host:
    """All the games and sign-ups of one store.

    `now` gives the present time; `committed` is called after every commit, so that outbox and
    ticker wake up, and `listed` with the sign-up whose list has changed; `secret` makes seeds and
    `new_id` ids, replaceable in tests.
    """

    def __init__(
        self,
        store: Store,
        now: Callable[[], Moment],
        committed: Callable[[], None] = lambda: None,
        secret: Callable[[int], bytes] = secrets.token_bytes,
        new_id: Callable[[], str] | None = None,
        listed: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._store = store
        self._now = now
        self._committed = committed
        self._secret = secret
        self._new_id = new_id or _random_id
        self._listed = listed
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._games: OrderedDict[str, StoredGame] = OrderedDict()

    def now(self) -> Moment:
        """The present time."""
        return self._now()

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
                return Answer(_sentence(str(error)), done=False)
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
        self._listed(changed.id)

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
        self._listed(closed.id)

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
                if seat not in stored.table.asked[1:]:
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
        if at.abandoned:
            lines.insert(0, "The game is over: it was abandoned, without a result.")
        if seat is not None:
            lines += _left_for_later(at, seat)
        return Answer("\n".join(lines))

    async def hand(self, game_id: str, user: int) -> Answer:
        """The own hand, what can be done with it now, and what is left for later."""
        stored = await self._load(game_id)
        if stored is None:
            return _no_game(game_id)
        seat = stored.seat_of(user)
        if seat is None:
            return _not_a_player()
        at = stored.table
        lines = [registry.kit(at.game.id).words.hand(at.view(seat))]
        lines += [legal] if (legal := now_legal(at, seat)) else []
        lines += _left_for_later(at, seat)
        return Answer("\n".join(lines))

    async def menu(self, game_id: str, user: int, verb: str) -> tuple[str, ...]:
        """What of the own hand can follow a verb: now, or left ahead for the own turn."""
        stored = await self._load(game_id)
        seat = None if stored is None else stored.seat_of(user)
        if stored is None or seat is None or stored.table.clock.pause is not None:
            return ()
        at = stored.table
        if at.turn == seat:
            legal = _legal(at, seat)
            return tuple(text.partition(" ")[2] for text in legal if text.startswith(f"{verb} "))
        if seat not in at.asked:
            return ()
        return tuple(
            card
            for card in map(write_card, at.game.hands(at.state)[seat])
            if _may_wait(at, seat, f"{verb} {card}")
        )

    async def options(self, game_id: str, user: int) -> Options:
        """What somebody may do in a game now, at the own turn or ahead of it."""
        stored = await self._load(game_id)
        seat = None if stored is None else stored.seat_of(user)
        if stored is None or seat is None:
            return Options((_no_game(game_id) if stored is None else _not_a_player()).text)
        at = stored.table
        if at.outcome is not None:
            return Options("The game is over.")
        words = registry.kit(at.game.id).words
        view = at.view(seat)
        told = [words.hand(view), *_left_for_later(at, seat)]
        if at.clock.pause is not None:
            return Options("\n".join(["The game is paused.", *told]))
        if at.turn == seat:
            question = words.question(view, beats.shown_names(at), at.asked)
            told = [question or "It is your turn.", *told]
            legal = _legal(at, seat)
            return Options("\n".join(told), _key(at), legal, at_turn=True, may_plan=True)
        if seat not in at.asked:
            told = ["Nothing is asked of you now.", *told]
            return Options("\n".join(told), _key(at), may_plan=True)
        told = ["Your turn is still to come. You may leave an answer for it.", *told]
        actions = tuple(text for text in _answers(at, seat) if _may_wait(at, seat, text))
        return Options("\n".join(told), _key(at), actions, may_plan=True)

    async def sheet(self, game_id: str, user: int) -> Sheet:
        """The answers that a player has left ahead, to be changed.

        GameError for whoever does not play, or where nothing can be left.
        """
        stored = await self._load(game_id)
        seat = None if stored is None else stored.seat_of(user)
        if stored is None or seat is None:
            raise NotSeated("you do not play in this game")
        at = stored.table
        if at.outcome is not None:
            raise Finished("the game is over")
        hand = registry.kit(at.game.id).words.hand(at.view(seat))
        left = {plan.decision: plan.text for plan in at.plans_of(seat)}
        return Sheet(game_id, at.game.id, _key(at), hand, left)

    async def playing_in(self, user: int, guild: int, channel: int) -> Candidate | None:
        """The one game of a channel in which a person plays; None also where there are several."""
        own = []
        for row in await self._store.games_in(guild, channel):
            stored = await self._load(row.id) if row.status == "playing" else None
            seat = None if stored is None else stored.seat_of(user)
            if stored is not None and seat is not None:
                own.append(GameRow(row.id, "playing", stored.table.game.id, stored.place, seat))
        return await self._candidate(own[0], user, False) if len(own) == 1 else None

    async def candidates(
        self, user: int, guild: int | None, channel: int | None, named: str | None = None
    ) -> list[Candidate]:
        """The games and sign-ups that a person's command can be about, with the one named."""
        own = await self._store.games_of(user)
        rows = {row.id: row for row in own}
        if guild is not None:
            for row in await self._store.games_in(guild):
                rows.setdefault(row.id, row)
            if channel is not None and (last := await self._store.last_finished(guild, channel)):
                rows.setdefault(last.id, last)
        if named is not None and named not in rows and (other := await self._row(named)):
            rows[named] = other
        entered = {row.id for row in own if row.status == "sign-up"}
        return [await self._candidate(row, user, row.id in entered) for row in rows.values()]

    async def _row(self, game_id: str) -> GameRow | None:
        """A game or sign-up of any server, as it would stand in a list."""
        stored = await self._load(game_id)
        if stored is not None:
            at = stored.table
            status: Literal["playing", "finished"] = "finished" if at.outcome else "playing"
            return GameRow(game_id, status, at.game.id, stored.place)
        opened = await self._store.sign_up(game_id)
        if opened is None or not opened.sign_up.is_open:
            return None
        return GameRow(game_id, "sign-up", opened.sign_up.game, opened.place)

    async def _candidate(self, row: GameRow, user: int, entered: bool) -> Candidate:
        one = Candidate(
            row.id, row.status, row.game, row.place.guild, row.place.channel, row.seat, entered
        )
        if row.status == "sign-up" or (row.status == "playing" and row.seat is None):
            return one
        stored = await self._load(row.id)
        seat = None if stored is None else stored.seat_of(user)
        if stored is None or seat is None:
            return one
        at = stored.table
        asked = at.outcome is None and at.clock.pause is None
        return replace(
            one,
            seat=seat,
            waits=asked and seat in at.asked,
            at_turn=asked and at.turn == seat,
            deadline=at.clock.deadline,
        )

    async def seats(self, game_id: str) -> tuple[str, ...]:
        """Who sits where, by name; nobody where there is no such game."""
        stored = await self._load(game_id)
        return () if stored is None else stored.table.names

    async def record(self, game_id: str) -> Answer:
        """The record of a game; of a running one without what is still secret."""
        stored = await self._load(game_id)
        if stored is None:
            return _no_game(game_id)
        text = await self._store.record(game_id)
        if text is None:
            text = record_text(stored, await self._store.journal(game_id))
        over = stored.table.outcome is not None
        told = "The whole record." if over else "The record so far; hidden cards stay hidden."
        return Answer(told, file=(f"{stored.table.game.id}-{game_id}.box", text))

    async def log(self, game_id: str, lines: int) -> Answer:
        """The last lines of a game's record, and what Discord refused to post in its channel.

        Whoever asks may be playing, so nothing secret is in it, and nothing of private posts.
        """
        record = await self.record(game_id)
        if record.file is None:
            return record
        last = record.file[1].rstrip("\n").partition("\n\n")[2].split("\n")[-lines:]
        refused = await self._store.refused_posts(game_id)
        told = [f"Not posted: {post.reason}" for post in refused if post.channel is not None]
        return Answer("\n".join(["```", *map(_in_code, last), "```", *told]))

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
                return _not_a_player()
            try:
                change, told = act(stored, seat)
            except GameError as error:
                if await self._is_repeated(interaction):
                    return Answer("", repeated=True)
                return await self._refusal(stored, seat, text, error)
            # a line of the journal bears the interaction, and the store keeps no second one
            if not change.entries and await self._is_repeated(interaction):
                return Answer("", repeated=True)
            try:
                kept = await self._keep(stored, change, interaction)
            except Repeated:
                return Answer("", repeated=True)
            hand = registry.kit(kept.table.game.id).words.hand(kept.table.view(seat))
            return Answer(f"{told}\n{hand}")

        return await self._answered(game_id, attempt)

    async def _is_repeated(self, interaction: int | None) -> bool:
        return interaction is not None and await self._store.played_at(interaction) is not None

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

    async def moderate(
        self,
        game_id: str,
        order: house.Order,
        user: int | None = None,
        interaction: int | None = None,
    ) -> Answer:
        """A moderator's order; who may give it is decided before.

        `user` is who takes the seat with a `house.Replace`.
        """
        return await self._answered(
            game_id, lambda: self._obey(game_id, lambda _: (order, user), interaction)
        )

    async def substitute(self, game_id: str, seat: Seat, interaction: int | None = None) -> Answer:
        """The next substitute takes over a seat, with hand and score."""

        def next_one(stored: StoredGame) -> tuple[house.Order, int | None]:
            waiting = _next_substitute(stored)
            if waiting is None:
                raise OrderRefused("no substitute is left in the list")
            return house.Replace(seat, waiting.name), waiting.user

        return await self._answered(game_id, lambda: self._obey(game_id, next_one, interaction))

    async def _obey(
        self,
        game_id: str,
        choose: Callable[[StoredGame], tuple[house.Order, int | None]],
        interaction: int | None,
    ) -> Answer:
        stored = await self._load(game_id)
        if stored is None:
            return _no_game(game_id)
        if await self._is_repeated(interaction):
            return Answer("", repeated=True)
        try:
            order, user = choose(stored)
            reseatings = _reseatings(stored, order, user)
            earlier = await self._earlier(stored, order)
            change = table.moderate(stored.table, order, self._now(), _shoe(stored), earlier)
        except GameError as error:
            return Answer(_sentence(reason(stored.table, error)), done=False)
        try:
            await self._keep(stored, change, interaction, reseatings)
        except Repeated:
            return Answer("", repeated=True)
        return Answer("Done.")

    async def _earlier(self, stored: StoredGame, order: house.Order) -> table.Earlier | None:
        if not isinstance(order, house.Rewind):
            return None
        at = stored.table
        first = await self._store.first_players(at.id)
        start = table.seat_players(at.id, at.game, first)
        history = record.fold(start, await self._store.journal(at.id))
        return history.earlier(order.lines)

    async def rehome(self, game_id: str, place: Place) -> Answer:
        """The game goes on somewhere else, and so do posts that are still owed."""

        async def move() -> Answer:
            stored = await self._load(game_id)
            if stored is None:
                return _no_game(game_id)
            self._remember(await self._store.rehome(stored, place))
            self._committed()
            return Answer(f"The game goes on in <#{place.channel}>.")

        return await self._answered(game_id, move)

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
        if stored is None:
            return
        listed = stored.sign_up
        if sign_up.due(listed, self._now()):
            await self._keep_sign_up(stored, listed)
        elif listed.status == "open" and self._now() >= listed.closes:
            post = beats.waits(listed).to_channel(stored.place, self._now())
            await self._store.change_sign_up(stored, sign_up.wait(listed), [post])
            self._committed()

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
        actions = _legal(at, seat)
        row = ", ".join(f"`{action}`" for action in actions[:MENU_LENGTH])
        return f"You may {row}{' …' if len(actions) > MENU_LENGTH else ''}."
    if seat in at.asked:
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


def _key(at: Table) -> str | None:
    """The name of the decision that is open."""
    return at.window.key if at.window else None


def _legal(at: Table, seat: Seat) -> tuple[str, ...]:
    """Everything that a seat may do now, as text."""
    return tuple(at.game.write(action) for action in at.game.legal(at.state, seat))


def _left_for_later(at: Table, seat: Seat) -> list[str]:
    """The answers that a seat has left ahead, a line each, for that seat alone."""
    return [f"Left for later: {plan.text}" for plan in at.plans_of(seat)]


def _answers(at: Table, seat: Seat) -> list[str]:
    """The simplest answers that a seat could leave for the decision that is open."""
    assert at.window is not None  # the seat is asked in it
    cards = map(write_card, at.game.hands(at.state)[seat])
    return [*(f"{at.window.decision} {card}" for card in cards), "pass"]


def _may_wait(at: Table, seat: Seat, text: str) -> bool:
    """Whether an answer may be left ahead, as far as the seat can tell."""
    try:
        at.game.left(at.state, seat, text)
    except GameError:
        return False
    return True


def _in_code(line: str, most: int = 90) -> str:
    """A line of a record, fit for a block of code: short, and unable to end it."""
    cut = line if len(line) <= most else f"{line[: most - 1]}…"
    return cut.replace("`", "'")


def _not_a_player() -> Answer:
    return Answer("You do not play in this game.", done=False)


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
