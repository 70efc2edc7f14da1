"""The checkpoint store in a SQLite file: the default, for one process.

One connection writes, by group commit; another reads what is committed, so that no reader waits
for the disk. Every method is one hop to one of their threads.
"""

from __future__ import annotations

import asyncio
import secrets
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, TypeVar

import aiosqlite
import msgspec
from msgspec.structs import replace

from games import house, shuffle, table
from games import sign_up as sign_ups
from games.clock import Moment, Pace
from games.core import GameError, Plan
from games.house import Player
from games.sign_up import Entrant, SignUp
from games.table import Change, Entry, LeftPlan, Table
from storage import sqlite_file
from storage.archive import first_players, record_text
from storage.group_commit import GroupCommit, Work, fault, on_thread
from storage.sqlite_file import restore
from storage.store import (
    Conflict,
    Damaged,
    Due,
    Fairness,
    GameRow,
    Guild,
    Owed,
    Person,
    Place,
    Placed,
    Post,
    Repeated,
    Reseating,
    Seating,
    SetAside,
    StoredGame,
    StoredSignUp,
    StoreError,
    Unavailable,
)

__all__ = ["SqliteStore", "open_sqlite", "restore"]

T = TypeVar("T")

BUSY_SECONDS = 5.0
"""How long a statement waits for another program that holds the database."""

FORGOTTEN = "somebody"
"""The name of a person who was forgotten and had no seat; others are `player 3`, by seat."""


async def open_sqlite(path: Path, busy: float = BUSY_SECONDS) -> SqliteStore:
    """Opens a file, makes it if there is none, and brings it up to date."""
    if not await asyncio.to_thread(path.parent.is_dir):
        raise Unavailable(f"there is no folder {path.parent}: make it, or name another")
    writer, reader = _connection(path, busy), _connection(path, busy)
    try:
        await writer
        await on_thread(writer, _set_up)
        await reader
        await on_thread(reader, _look_only)
    except BaseException as error:
        await writer.close()
        await reader.close()
        told = fault(error)
        raise told from (None if told is error else error)
    return SqliteStore(path, GroupCommit(writer), reader)


def _connection(path: Path, busy: float) -> aiosqlite.Connection:
    # Transactions are ours (isolation_level); every statement here stays prepared.
    return aiosqlite.connect(path, timeout=busy, isolation_level=None, cached_statements=256)


def _set_up(db: sqlite3.Connection) -> None:
    # before anything is changed in a file that may be somebody else's
    sqlite_file.check_owner(db, sqlite_file.migrations())
    for setting in sqlite_file.SETTINGS:
        db.execute(setting).fetchall()
    sqlite_file.migrate(db)


def _look_only(db: sqlite3.Connection) -> None:
    db.execute("PRAGMA query_only = ON")


class SqliteStore:
    """A checkpoint store in one SQLite file."""

    def __init__(self, path: Path, writer: GroupCommit, reader: aiosqlite.Connection) -> None:
        self.path = path
        self._writer = writer
        self._reader = reader

    async def _read(self, work: Work[T]) -> T:
        """Looks at the newest committed state; several statements see the same one."""

        def at_one_moment(db: sqlite3.Connection) -> T:
            db.execute("BEGIN")
            try:
                return work(db)
            finally:
                db.execute("COMMIT")

        return await on_thread(self._reader, at_one_moment)

    # -- sign-ups --

    async def open_sign_up(self, stored: StoredSignUp, posts: Sequence[Post] = ()) -> None:
        """Keeps a new sign-up."""
        sign_up, place, fairness = stored.sign_up, stored.place, stored.fairness
        row = (
            sign_up.id,
            sign_up.game,
            sign_up.seats,
            sign_up.house,
            msgspec.json.encode(sign_up.pace).decode(),
            sign_up.opened,
            sign_up.closes,
            sign_up.status,
            place.guild,
            place.channel,
            fairness.seed,
            shuffle.commitment(fairness.seed),
            fairness.entropy,
            stored.revision,
            sign_ups.alarm(sign_up),
        )

        def work(db: sqlite3.Connection) -> None:
            try:
                db.execute(
                    "INSERT INTO sign_ups (id, game, seats, house, pace, opened, closes, status,"
                    " guild, channel, seed, commitment, entropy, revision, alarm)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    row,
                )
            except sqlite3.IntegrityError:
                raise Conflict(f"there is a sign-up {sign_up.id} already") from None
            _write_entrants(db, sign_up.id, (), sign_up.entrants)
            _owe(db, sign_up.id, posts)

        await self._writer.write(work)

    async def sign_up(self, sign_up_id: str) -> StoredSignUp | None:
        """Loads a sign-up, open or not."""

        def work(db: sqlite3.Connection) -> StoredSignUp | None:
            row = db.execute(
                "SELECT id, game, seats, pace, opened, closes, house, status,"
                " guild, channel, seed, entropy, revision FROM sign_ups WHERE id = ?",
                (sign_up_id,),
            ).fetchone()
            if row is None:
                return None
            entrants = db.execute(
                "SELECT user, name FROM seats WHERE game = ? AND joined IS NOT NULL"
                " AND user IS NOT NULL ORDER BY joined",
                (sign_up_id,),
            )
            id_, game, seats, pace, opened, closes, computers, status, *rest = row
            guild, channel, seed, entropy, revision = rest
            return StoredSignUp(
                SignUp(
                    id_,
                    game,
                    seats,
                    msgspec.json.decode(pace, type=Pace),
                    opened,
                    closes,
                    computers,
                    tuple(Entrant(*entrant) for entrant in entrants),
                    status,
                ),
                Place(guild, channel),
                Fairness(seed, entropy),
                revision,
            )

        return await self._read(work)

    async def change_sign_up(
        self, stored: StoredSignUp, changed: SignUp, posts: Sequence[Post] = ()
    ) -> StoredSignUp:
        """Replaces a sign-up that was loaded as `stored`; Conflict if it has moved on."""

        def work(db: sqlite3.Connection) -> None:
            _replace_sign_up(db, stored, changed, stored.fairness.entropy)
            _owe(db, changed.id, posts)

        await self._writer.write(work)
        return replace(stored, sign_up=changed, revision=stored.revision + 1)

    async def start_game(
        self,
        stored: StoredSignUp,
        closed: SignUp,
        change: Change,
        seatings: Sequence[Seating],
        entropy: str,
        posts: Sequence[Post] = (),
    ) -> StoredGame:
        """Closes a sign-up and keeps the game that comes of it, under the same id."""
        game = change.table
        started = change.entries[0].at if change.entries else closed.closes
        fairness = Fairness(stored.fairness.seed, entropy)
        row = (game.id, game.version, table.dump(game), started, *_clock_row(game))

        def work(db: sqlite3.Connection) -> StoredGame:
            _replace_sign_up(db, stored, closed, entropy)
            db.execute(
                "INSERT INTO games (id, version, revision, checkpoint, started, finished, runs,"
                " alarm) VALUES (?, ?, 0, ?, ?, ?, ?, ?)",
                row,
            )
            for seating in seatings:
                _seat(db, game.id, seating)
            _write_journal(db, change, None)
            _write_plans(db, change)
            _owe(db, game.id, posts)
            kept = StoredGame(
                game, stored.place, fairness, _seatings(db, game.id), started, revision=0
            )
            if game.outcome is not None:
                _write_record(db, kept)
            return kept

        return await self._writer.write(work)

    async def lists_behind(self) -> tuple[str, ...]:
        """The sign-ups that have changed since their list was last noted as shown."""
        return await self._read(
            lambda db: tuple(
                id_
                for (id_,) in db.execute(
                    "SELECT id FROM sign_ups s WHERE shown < revision"
                    " AND (status IN ('open', 'waiting') OR EXISTS"
                    "  (SELECT 1 FROM outbox o WHERE o.game = s.id AND o.state = 'posted'))"
                    " ORDER BY id"
                )
            )
        )

    async def list_shown(self, stored: StoredSignUp) -> None:
        """The post with the list of a sign-up shows it as it was loaded."""
        await self._write(
            "UPDATE sign_ups SET shown = ?1 WHERE id = ?2 AND shown < ?1",
            stored.revision,
            stored.sign_up.id,
        )

    # -- games --

    async def game(self, game_id: str) -> StoredGame | None:
        """Loads a game, running or finished; its clock has the time of any outage back."""
        return await self._read(lambda db: _load(db, game_id))

    async def commit(
        self,
        stored: StoredGame,
        change: Change,
        posts: Sequence[Post] = (),
        interaction: int | None = None,
        reseatings: Sequence[Reseating] = (),
    ) -> StoredGame:
        """Keeps a change of a game that was loaded as `stored`, with the posts that it owes."""
        game = change.table
        key = (game.id, change.before, stored.revision)
        row = (game.version, table.dump(game), *_clock_row(game), *key)

        def work(db: sqlite3.Connection) -> StoredGame:
            if not db.execute(_CHECKPOINT, row).rowcount:
                raise _moved_on(db, game.id, interaction)
            _write_journal(db, change, interaction)
            if change.left or change.dropped:
                _write_plans(db, change)
            kept = replace(stored, table=game, revision=stored.revision + 1)
            if reseatings:
                since = min(change.before + 1, game.version)
                for reseating in reseatings:
                    _reseat(db, game.id, reseating, since)
                kept = replace(kept, seatings=_seatings(db, game.id))
            if posts:
                _owe(db, game.id, posts)
            if game.outcome is not None:
                _write_record(db, kept)
            return kept

        return await self._writer.write(work)

    async def rehome(self, stored: Placed, place: Place, posts: Sequence[Post] = ()) -> Placed:
        """Moves a game or an open sign-up to another channel, or gives it its own once more."""
        id_, noted = _placed(stored)

        def work(db: sqlite3.Connection) -> None:
            if not db.execute(noted, (id_, stored.revision)).rowcount:
                raise Conflict(f"{id_} has moved on: load it again")
            db.execute(
                "UPDATE sign_ups SET guild = ?, channel = ? WHERE id = ?",
                (place.guild, place.channel, id_),
            )
            db.execute(
                "UPDATE outbox SET channel = ? WHERE game = ? AND channel = ? AND state = 'owed'",
                (place.channel, id_, stored.place.channel),
            )
            db.execute(
                "UPDATE outbox SET channel = ?, state = 'owed', due = made, reason = NULL"
                " WHERE game = ? AND channel IS NOT NULL AND state = 'aside'",
                (place.channel, id_),
            )
            _owe(db, id_, posts)

        await self._writer.write(work)
        return replace(stored, place=place, revision=stored.revision + 1)

    async def journal(self, game_id: str) -> tuple[Entry, ...]:
        """All journal rows of a game, oldest first."""
        return await self._read(lambda db: _journal(db, game_id))

    async def played_at(self, interaction: int) -> Moment | None:
        """When an interaction made its move, or None if it has made none."""
        return await self._value(
            Moment, "SELECT at FROM journal WHERE interaction_id = ?", interaction
        )

    async def first_players(self, game_id: str) -> tuple[Player, ...]:
        """Who sat where when the game began; folding its journal starts from them."""
        return first_players(await self._read(lambda db: _seatings(db, game_id)))

    async def record(self, game_id: str) -> str | None:
        """The record of a finished game."""
        return await self._value(str, "SELECT box FROM records WHERE game = ?", game_id)

    async def games_of(self, user: int) -> tuple[GameRow, ...]:
        """Running games in which a person sits, and open sign-ups that the person is in."""
        return await self._read(
            lambda db: _game_rows(
                db.execute(
                    "SELECT s.id, g.finished, s.game, s.guild, s.channel, p.seat"
                    " FROM seats p JOIN sign_ups s ON s.id = p.game"
                    " LEFT JOIN games g ON g.id = s.id WHERE p.user = ? AND ("
                    "  (g.finished = 0 AND p.seat IS NOT NULL AND p.ended IS NULL)"
                    "  OR (s.status IN ('open', 'waiting') AND p.joined IS NOT NULL)"
                    " ) ORDER BY s.opened, s.id",
                    (user,),
                )
            )
        )

    async def games_in(self, guild: int, channel: int | None = None) -> tuple[GameRow, ...]:
        """Running games and open sign-ups of a server, or of one of its channels."""
        return await self._read(
            lambda db: _game_rows(
                db.execute(
                    "SELECT s.id, g.finished, s.game, s.guild, s.channel, NULL"
                    " FROM sign_ups s LEFT JOIN games g ON g.id = s.id"
                    " WHERE s.guild = ?1 AND (?2 IS NULL OR s.channel = ?2)"
                    " AND (g.finished = 0 OR s.status IN ('open', 'waiting'))"
                    " ORDER BY s.opened, s.id",
                    (guild, channel),
                )
            )
        )

    async def last_finished(self, guild: int, channel: int) -> GameRow | None:
        """The game that has finished in a channel and was started last, for looking back at it."""
        found = await self._read(
            lambda db: _game_rows(
                db.execute(
                    "SELECT s.id, g.finished, s.game, s.guild, s.channel, NULL"
                    " FROM sign_ups s JOIN games g ON g.id = s.id"
                    " WHERE s.guild = ? AND s.channel = ? AND g.finished = 1"
                    " ORDER BY g.started DESC, s.id LIMIT 1",
                    (guild, channel),
                )
            )
        )
        return found[0] if found else None

    # -- the clock --

    async def due(self, now: Moment, worker: str, lease: int, most: int = 100) -> tuple[Due, ...]:
        """Claims games and sign-ups whose alarm has come, for `lease` seconds."""

        def work(db: sqlite3.Connection) -> tuple[Due, ...]:
            found = db.execute(
                "SELECT kind, id FROM ("
                " SELECT 'game' AS kind, id, alarm, claimed_until FROM games"
                " WHERE alarm <= ?1"
                " UNION ALL SELECT 'sign-up', id, alarm, claimed_until FROM sign_ups"
                " WHERE alarm <= ?1"
                ") WHERE claimed_until IS NULL OR claimed_until <= ?1 ORDER BY alarm, id LIMIT ?2",
                (now, most),
            ).fetchall()
            for kind, id_ in found:
                db.execute(_CLAIM[kind], (worker, now + lease, id_))
            return tuple(Due(*row) for row in found)

        return await self._writer.write(work)

    async def release(self, due: Due, worker: str) -> None:
        """Gives a claim back when its work is done."""
        await self._write(_RELEASE[due.kind], due.id, worker)

    async def next_alarm(self) -> Moment | None:
        """The earliest alarm of all; of what is claimed, not before the claim runs out."""
        return await self._value(Moment, _NEXT_ALARM)

    async def alive(self, now: Moment) -> None:
        """Notes that the process is running."""
        await self._write(_ALIVE, now)

    async def refund_outage(
        self, now: Moment, notice: Callable[[int], str], least: int = 60
    ) -> int:
        """Gives the time since `alive` back to every running clock, once, if it is long enough."""

        def work(db: sqlite3.Connection) -> int:
            row = db.execute("SELECT value FROM bookkeeping WHERE name = 'alive'").fetchone()
            db.execute(_ALIVE, (now,))
            gone: int = now - row[0] if row else 0
            if gone < max(least, 1):
                return 0
            games = db.execute(
                "UPDATE games SET owed = owed + ?1, alarm = alarm + ?1, revision = revision + 1"
                " WHERE runs = 1 RETURNING id,"
                " (SELECT channel FROM sign_ups WHERE sign_ups.id = games.id)",
                (gone,),
            ).fetchall()
            body = notice(gone)
            for game_id, channel in sorted(games):
                _owe(db, game_id, [Post(body, channel=channel, made=now)])
            return gone

        return await self._writer.write(work)

    # -- the outbox --

    async def owed(self, now: Moment, lease: int, most: int = 100) -> tuple[Owed, ...]:
        """Claims for `lease` seconds the oldest owed post of each channel or person that is due."""

        def work(db: sqlite3.Connection) -> tuple[Owed, ...]:
            found = tuple(Owed(*row) for row in db.execute(_HEADS, (now, most)))
            db.executemany(_TRY, [(now + lease, now, owed.id) for owed in found])
            return found

        return await self._writer.write(work)

    async def posted(self, owed: Owed, message: int) -> None:
        """The post is out, as this message."""
        await self._write(
            "UPDATE outbox SET state = 'posted', message = ?, body = '' WHERE id = ?",
            message,
            owed.id,
        )

    async def postpone(self, owed: Owed, until: Moment) -> None:
        """Try again at that time; rows behind it in the same channel wait."""
        # Whoever has begun another try since then knows better.
        await self._write(
            "UPDATE outbox SET due = ? WHERE id = ? AND state = 'owed' AND tries = ?",
            until,
            owed.id,
            owed.tries + 1,
        )

    async def set_aside(self, owed: Owed, reason: str) -> None:
        """Discord refuses it for good; the rows behind it go on."""
        await self._write(
            "UPDATE outbox SET state = 'aside', reason = ? WHERE id = ? AND state = 'owed'",
            reason,
            owed.id,
        )

    async def refused_posts(self, game_id: str) -> tuple[SetAside, ...]:
        """What was set aside for a game."""
        return await self._read(lambda db: _set_aside(db, "o.game = ?", game_id))

    async def unsaid(self) -> tuple[SetAside, ...]:
        """The last posts of games and to people, where it was the last that was set aside."""
        return await self._read(lambda db: _set_aside(db, _NOTHING_SINCE))

    async def next_post(self) -> Moment | None:
        """When the next owed post is due, or None while nothing is owed."""
        return await self._value(Moment, f"SELECT min(due) FROM outbox WHERE id IN ({_HEAD_IDS})")

    # -- servers and people --

    async def guild(self, guild_id: int) -> Guild:
        """A server's settings, the defaults if it has none."""
        row = await self._row("SELECT id, host_role, channel FROM guilds WHERE id = ?", guild_id)
        return Guild(*row) if row else Guild(guild_id)

    async def set_guild(self, guild: Guild) -> None:
        """Keeps a server's settings."""
        await self._write(
            "INSERT INTO guilds (id, host_role, channel) VALUES (?, ?, ?) ON CONFLICT (id)"
            " DO UPDATE SET host_role = excluded.host_role, channel = excluded.channel",
            guild.id,
            guild.host_role,
            guild.channel,
        )

    async def person(self, user: int) -> Person:
        """What is known of a person, the defaults if nothing is."""
        row = await self._row("SELECT user, dm_channel, zone FROM people WHERE user = ?", user)
        return Person(*row) if row else Person(user)

    async def set_person(self, person: Person) -> None:
        """Keeps it."""
        await self._write(
            "INSERT INTO people (user, dm_channel, zone) VALUES (?, ?, ?) ON CONFLICT (user)"
            " DO UPDATE SET dm_channel = excluded.dm_channel, zone = excluded.zone",
            person.user,
            person.dm_channel,
            person.zone,
        )

    async def forget(self, user: int) -> None:
        """Removes a person: settings, and the id and name wherever they stand.

        An open sign-up loses the entrant; a game goes on with `player 3` in the seat. What is still
        owed to the person is set aside, empty.
        """
        await self._writer.write(lambda db: _forget(db, user))

    # -- notes --

    async def note(self, name: str) -> int | None:
        """A whole number that the shell has kept, or None if there is none."""
        return await self._value(int, "SELECT value FROM bookkeeping WHERE name = ?", _noted(name))

    async def set_note(self, name: str, value: int) -> None:
        """Keeps it."""
        await self._write(
            "INSERT INTO bookkeeping VALUES (?, ?)"
            " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            _noted(name),
            value,
        )

    # -- care --

    async def check(self) -> tuple[str, ...]:
        """What is wrong with the database, one sentence each; replays every journal."""
        return await asyncio.to_thread(sqlite_file.check, self.path)

    async def backup(self, to: Path) -> None:
        """Copies the database into a new file while it is in use."""
        await asyncio.to_thread(sqlite_file.backup, self.path, to)

    async def close(self) -> None:
        """Finishes what is under way and lets go of the database."""
        await self._writer.close()
        await self._reader.close()
        await self._writer.connection.close()

    # -- single statements --

    async def _write(self, sql: str, *values: object) -> None:
        await self._writer.write(lambda db: db.execute(sql, values).close())

    async def _row(self, sql: str, *values: object) -> tuple[Any, ...] | None:
        def work(db: sqlite3.Connection) -> tuple[Any, ...] | None:
            row: tuple[Any, ...] | None = db.execute(sql, values).fetchone()
            return row

        return await self._read(work)

    async def _value(self, kind: type[T], sql: str, *values: object) -> T | None:
        row = await self._row(sql, *values)
        value = row[0] if row else None
        assert value is None or isinstance(value, kind)
        return value


def _noted(name: str) -> str:
    """The name of a note, which never is that of a number of our own."""
    return f"note {name}"


# --- statements ----------------------------------------------------------------------------------

_CHECKPOINT = (
    "UPDATE games SET version = ?, checkpoint = ?, finished = ?, runs = ?, alarm = ?, owed = 0,"
    " revision = revision + 1 WHERE id = ? AND version = ? AND revision = ?"
)

_ENTRY = (
    "INSERT INTO journal (game, number, actor, action, note, at, interaction_id)"
    " VALUES (?, ?, ?, ?, ?, ?, ?)"
)

_POST = (
    "INSERT INTO outbox (key, game, channel, seating, body, once, made, due)"
    " VALUES (?, ?, ?, ?, ?, ?, ?7, ?7)"
    " ON CONFLICT (game, once) WHERE once IS NOT NULL DO NOTHING"
)

_CLAIM = {
    "game": "UPDATE games SET claimed_by = ?, claimed_until = ? WHERE id = ?",
    "sign-up": "UPDATE sign_ups SET claimed_by = ?, claimed_until = ? WHERE id = ?",
}

_RELEASE = {
    "game": "UPDATE games SET claimed_by = NULL, claimed_until = NULL"
    " WHERE id = ? AND claimed_by = ?",
    "sign-up": "UPDATE sign_ups SET claimed_by = NULL, claimed_until = NULL"
    " WHERE id = ? AND claimed_by = ?",
}

_NEXT_ALARM = """
SELECT min(alarm) FROM (
    SELECT * FROM (
        SELECT alarm FROM games WHERE alarm IS NOT NULL AND claimed_until IS NULL
        ORDER BY alarm LIMIT 1
    )
    UNION ALL SELECT * FROM (
        SELECT alarm FROM sign_ups WHERE alarm IS NOT NULL AND claimed_until IS NULL
        ORDER BY alarm LIMIT 1
    )
    UNION ALL SELECT max(alarm, claimed_until) FROM games WHERE claimed_until IS NOT NULL
    UNION ALL SELECT max(alarm, claimed_until) FROM sign_ups WHERE claimed_until IS NOT NULL
)
"""

_ALIVE = (
    "INSERT INTO bookkeeping VALUES ('alive', ?)"
    " ON CONFLICT (name) DO UPDATE SET value = excluded.value"
)

_HEAD_IDS = "SELECT min(id) FROM outbox WHERE state = 'owed' GROUP BY lane"

# The lanes of channels are above 0: all public posts of a game are counted together.
_HEADS = (
    "SELECT o.id, o.key, o.game, o.channel, p.user, o.body,"
    " (SELECT count(*) FROM outbox b WHERE b.game = o.game AND b.id <= o.id"
    " AND b.lane BETWEEN min(o.lane, 1) AND iif(o.lane > 0, 9223372036854775807, o.lane)),"
    " o.made, o.tries, o.first_try FROM outbox o LEFT JOIN seats p ON p.id = o.seating"
    f" WHERE o.id IN ({_HEAD_IDS}) AND o.due <= ? ORDER BY o.id LIMIT ?"
)

_NOTHING_SINCE = """
NOT EXISTS (
    SELECT 1 FROM outbox b
    WHERE b.game = o.game AND b.lane = o.lane AND b.id > o.id AND b.state <> 'owed'
) AND NOT EXISTS (
    SELECT 1 FROM seats q JOIN outbox b ON b.game = q.game AND b.lane = -q.id
    WHERE q.user = p.user AND b.id > o.id AND b.state = 'posted'
)
"""

_TRY = (
    "UPDATE outbox SET due = ?, tries = tries + 1, first_try = coalesce(first_try, ?) WHERE id = ?"
)


# --- sign-ups and seats --------------------------------------------------------------------------


def _replace_sign_up(
    db: sqlite3.Connection, stored: StoredSignUp, changed: SignUp, entropy: str
) -> None:
    replaced = db.execute(
        "UPDATE sign_ups SET game = ?, seats = ?, house = ?, pace = ?, closes = ?, status = ?,"
        " entropy = ?, alarm = ?, revision = revision + 1 WHERE id = ? AND revision = ?",
        (
            changed.game,
            changed.seats,
            changed.house,
            msgspec.json.encode(changed.pace).decode(),
            changed.closes,
            changed.status,
            entropy,
            sign_ups.alarm(changed),
            changed.id,
            stored.revision,
        ),
    )
    if not replaced.rowcount:
        raise Conflict("the sign-up has moved on: load it again")
    _write_entrants(db, changed.id, stored.sign_up.entrants, changed.entrants)


def _write_entrants(
    db: sqlite3.Connection, sign_up_id: str, before: Iterable[Entrant], after: Sequence[Entrant]
) -> None:
    """What has changed in the list. Who leaves keeps a row, as something may be owed to it."""
    places = {entrant.user: (entrant, place) for place, entrant in enumerate(after, 1)}
    for entrant in before:
        if entrant.user not in places:
            db.execute(
                "UPDATE seats SET joined = NULL WHERE game = ? AND user = ?",
                (sign_up_id, entrant.user),
            )
    old = {entrant.user: (entrant, place) for place, entrant in enumerate(before, 1)}
    for user, (entrant, place) in places.items():
        if old.get(user) != (entrant, place):
            row = _row_of(db, sign_up_id, user) or _new_row(db, sign_up_id, user, entrant.name)
            db.execute(
                "UPDATE seats SET joined = ?, name = ? WHERE id = ?", (place, entrant.name, row)
            )


def _row_of(db: sqlite3.Connection, game_id: str, user: int) -> int | None:
    """The first row of a person in a game: the one that posts to the person name."""
    row = db.execute(
        "SELECT min(id) FROM seats WHERE game = ? AND user = ?", (game_id, user)
    ).fetchone()
    found: int | None = row[0]
    return found


def _new_row(db: sqlite3.Connection, game_id: str, user: int, name: str) -> int:
    row = db.execute(
        "INSERT INTO seats (game, user, name) VALUES (?, ?, ?) RETURNING id", (game_id, user, name)
    ).fetchone()
    found: int = row[0]
    return found


def _seat(db: sqlite3.Connection, game_id: str, seating: Seating) -> None:
    """One of those whom the draw has placed; an entrant keeps the row of the sign-up."""
    row = None if seating.user is None else _row_of(db, game_id, seating.user)
    values = msgspec.structs.astuple(seating)
    if row is None:
        db.execute(
            "INSERT INTO seats (user, name, house, draw, seat, began, ended, game)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (*values, game_id),
        )
    else:
        db.execute(
            "UPDATE seats SET user = ?, name = ?, house = ?, draw = ?, seat = ?, began = ?,"
            " ended = ? WHERE id = ?",
            (*values, row),
        )


def _reseat(db: sqlite3.Connection, game_id: str, reseating: Reseating, since: int) -> None:
    db.execute(
        "UPDATE seats SET ended = ? WHERE game = ? AND seat = ? AND ended IS NULL",
        (since, game_id, reseating.seat),
    )
    if reseating.user is None:
        return
    row = _row_of(db, game_id, reseating.user)
    free = db.execute("SELECT 1 FROM seats WHERE id = ? AND seat IS NULL", (row,)).fetchone()
    if row is None or not free:  # nobody's seat is written over: it is history
        row = _new_row(db, game_id, reseating.user, reseating.name)
    db.execute(
        "UPDATE seats SET seat = ?, name = ?, began = ? WHERE id = ?",
        (reseating.seat, reseating.name, since, row),
    )


def _seatings(db: sqlite3.Connection, game_id: str) -> tuple[Seating, ...]:
    """Those who have to do with a game: in drawn order, then whoever came without a draw."""
    rows = db.execute(
        "SELECT user, name, house, draw, seat, began, ended FROM seats WHERE game = ?"
        " AND NOT (draw IS NULL AND seat IS NULL AND house IS NULL)"
        " ORDER BY draw IS NULL, draw, id",
        (game_id,),
    )
    return tuple(Seating(*row) for row in rows)


_STATUS: Mapping[int | None, Literal["sign-up", "playing", "finished"]] = {
    None: "sign-up",
    0: "playing",
    1: "finished",
}


def _game_rows(rows: Iterable[tuple[Any, ...]]) -> tuple[GameRow, ...]:
    return tuple(
        GameRow(id_, _STATUS[finished], game, Place(guild, channel), seat)
        for id_, finished, game, guild, channel, seat in rows
    )


# --- games ---------------------------------------------------------------------------------------


def _clock_row(game: Table) -> tuple[bool, bool, Moment | None]:
    """Finished, running, alarm: what the store must know of a table without opening it."""
    return game.outcome is not None, game.clock.deadline is not None, game.clock.alarm


def _write_journal(db: sqlite3.Connection, change: Change, interaction: int | None) -> None:
    """The rows of a change; the first of them, the move itself, bears the interaction."""
    game_id, number = change.table.id, change.before
    try:
        for entry in change.entries:
            number += 1
            db.execute(
                _ENTRY,
                (game_id, number, entry.actor, entry.action, entry.note, entry.at, interaction),
            )
            interaction = None
    except sqlite3.IntegrityError as error:
        if "interaction_id" in str(error):
            raise Repeated("this interaction has made its move already") from None
        raise


def _write_plans(db: sqlite3.Connection, change: Change) -> None:
    game_id = change.table.id
    for left in change.dropped:
        db.execute(
            "DELETE FROM plans WHERE game = ? AND seat = ? AND decision = ?",
            (game_id, left.seat, left.plan.decision),
        )
    for left in change.left:
        db.execute(
            "INSERT INTO plans (game, seat, decision, answer, scopes) VALUES (?, ?, ?, ?, ?)",
            (
                game_id,
                left.seat,
                left.plan.decision,
                left.plan.text,
                msgspec.json.encode(left.plan.scopes).decode(),
            ),
        )


def _moved_on(db: sqlite3.Connection, game_id: str, interaction: int | None) -> StoreError:
    """Why a checkpoint was not there to be replaced."""
    repeated = db.execute(
        "SELECT 1 FROM journal WHERE interaction_id = ?", (interaction,)
    ).fetchone()
    if repeated:
        return Repeated("this interaction has made its move already")
    return Conflict(f"game {game_id} has moved on: load it again")


def _load(db: sqlite3.Connection, game_id: str) -> StoredGame | None:
    row = db.execute(
        "SELECT g.checkpoint, g.owed, g.started, g.revision, s.guild, s.channel, s.seed, s.entropy"
        " FROM games g JOIN sign_ups s ON s.id = g.id WHERE g.id = ?",
        (game_id,),
    ).fetchone()
    if row is None:
        return None
    checkpoint, owed, started, revision, guild, channel, seed, entropy = row
    plans = tuple(
        LeftPlan(seat, Plan(text, decision, msgspec.json.decode(scopes, type=tuple[str, ...])))
        for seat, decision, text, scopes in db.execute(
            "SELECT seat, decision, answer, scopes FROM plans WHERE game = ? ORDER BY id",
            (game_id,),
        )
    )
    try:
        game = table.load(checkpoint, plans)
    except (GameError, msgspec.MsgspecError) as error:
        raise Damaged(f"the checkpoint of game {game_id} cannot be read: {error}") from error
    return StoredGame(
        table.shift(game, owed) if owed else game,
        Place(guild, channel),
        Fairness(seed, entropy),
        _seatings(db, game_id),
        started,
        revision,
    )


def _journal(db: sqlite3.Connection, game_id: str) -> tuple[Entry, ...]:
    rows = db.execute(
        "SELECT actor, action, at, note FROM journal WHERE game = ? ORDER BY number", (game_id,)
    )
    return tuple(Entry(*row) for row in rows)


def _write_record(db: sqlite3.Connection, finished: StoredGame) -> None:
    """The record of a game that is over."""
    game_id = finished.table.id
    db.execute(
        "INSERT INTO records VALUES (?, ?) ON CONFLICT DO UPDATE SET box = excluded.box",
        (game_id, record_text(finished, _journal(db, game_id))),
    )


def _placed(stored: StoredGame | StoredSignUp) -> tuple[str, str]:
    """Whose place it is, and the statement that notes a change of what was loaded."""
    if isinstance(stored, StoredGame):
        id_, rows = stored.table.id, "games"
    else:
        id_, rows = stored.sign_up.id, "sign_ups"
    return id_, f"UPDATE {rows} SET revision = revision + 1 WHERE id = ? AND revision = ?"


# --- posts ---------------------------------------------------------------------------------------


def _owe(db: sqlite3.Connection, game_id: str, posts: Iterable[Post]) -> None:
    for post in posts:
        seating = None
        if post.user is not None:
            seating = _row_of(db, game_id, post.user) or _new_row(db, game_id, post.user, FORGOTTEN)
        # Random, so that a restored backup never repeats a key that Discord has seen.
        key = secrets.token_hex(8)
        db.execute(_POST, (key, game_id, post.channel, seating, post.body, post.once, post.made))


def _set_aside(db: sqlite3.Connection, which: str, *values: object) -> tuple[SetAside, ...]:
    rows = db.execute(
        "SELECT o.id, o.game, o.channel, p.user, o.body, o.reason FROM outbox o"
        f" LEFT JOIN seats p ON p.id = o.seating WHERE o.state = 'aside' AND {which} ORDER BY o.id",
        values,
    )
    return tuple(SetAside(*row) for row in rows)


# --- forgetting ----------------------------------------------------------------------------------


def _forget(db: sqlite3.Connection, user: int) -> None:
    db.execute("DELETE FROM people WHERE user = ?", (user,))
    rows = db.execute(
        "SELECT id, game, name, seat, joined FROM seats WHERE user = ? ORDER BY id", (user,)
    ).fetchall()
    for row, game_id, name, seat, joined in rows:
        new_name = FORGOTTEN if seat is None else f"player {seat + 1}"
        db.execute(
            "UPDATE seats SET user = NULL, name = ?, joined = NULL WHERE id = ?", (new_name, row)
        )
        db.execute(
            "UPDATE outbox SET state = 'aside', body = '', reason = 'the person was forgotten'"
            " WHERE seating = ? AND state <> 'posted'",
            (row,),
        )
        if joined is not None:
            _leave_list(db, game_id, joined)
        if seat is not None:
            _rename(db, game_id, seat, name, new_name)
    for game_id in {game_id for _, game_id, *_ in rows}:
        # a finished game's record is written again, without the name and the ids
        stored = _load(db, game_id)
        if stored is not None and stored.table.outcome is not None:
            _write_record(db, stored)


def _leave_list(db: sqlite3.Connection, sign_up_id: str, place: int) -> None:
    """An open sign-up has one entrant less; it may have to wait for another."""
    db.execute(
        "UPDATE seats SET joined = joined - 1 WHERE game = ? AND joined > ?", (sign_up_id, place)
    )
    db.execute(
        "UPDATE sign_ups SET revision = revision + 1, alarm = CASE WHEN status = 'open'"
        "  OR seats - house <= ("
        "    SELECT count(*) FROM seats WHERE game = sign_ups.id AND joined IS NOT NULL"
        ") THEN alarm END WHERE id = ? AND status IN ('open', 'waiting')",
        (sign_up_id,),
    )


def _rename(db: sqlite3.Connection, game_id: str, seat: int, name: str, new_name: str) -> None:
    """Takes a name out of a game's checkpoint and journal; the play stays as it is."""
    name = house.clean_name(name)
    (checkpoint,) = db.execute("SELECT checkpoint FROM games WHERE id = ?", (game_id,)).fetchone()
    game = table.load(checkpoint)
    player = game.players[seat]
    if player.name == name:
        players = list(game.players)
        players[seat] = replace(player, name=new_name)
        checkpoint = table.dump(replace(game, players=tuple(players)))
    db.execute(
        "UPDATE games SET checkpoint = ?, revision = revision + 1 WHERE id = ?",
        (checkpoint, game_id),
    )
    old, new = (house.write_order(house.Replace(seat, one)) for one in (name, new_name))
    db.execute(
        "UPDATE journal SET action = ? WHERE game = ? AND actor = 'house' AND action = ?",
        (new, game_id, old),
    )
