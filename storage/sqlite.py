"""The checkpoint store in a SQLite file: the default, for one process.

One connection writes, by group commit; another reads what is committed, so that no reader waits
for the disk. Every method is one hop to one of their threads.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import aiosqlite
import msgspec
from msgspec.structs import replace

from games import shuffle, table
from games import sign_up as sign_ups
from games.clock import Moment
from games.house import Player
from games.pace import Pace
from games.sign_up import Entrant, SignUp
from games.table import Change, Entry
from storage import sqlite_file, sqlite_rows
from storage.archive import first_players
from storage.group_commit import GroupCommit, Work, fault, on_thread
from storage.sqlite_file import restore
from storage.store import (
    Conflict,
    Due,
    Fairness,
    GameRow,
    Guild,
    Owed,
    Person,
    Place,
    Placed,
    Post,
    Reseating,
    Seating,
    SetAside,
    StoredGame,
    StoredSignUp,
    Unavailable,
)

__all__ = ["SqliteStore", "open_sqlite", "restore"]

T = TypeVar("T")

BUSY_SECONDS = 5.0
"""How long a statement waits for another program that holds the database."""


async def open_sqlite(path: Path, busy: float = BUSY_SECONDS) -> SqliteStore:
    """Opens a file, makes it if there is none, and brings it up to date."""
    if not await asyncio.to_thread(path.parent.is_dir):
        raise Unavailable(f"there is no folder {path.parent}: make it, or name another")
    await asyncio.to_thread(sqlite_file.make_private, path)
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
            sqlite_rows.write_entrants(db, sign_up.id, (), sign_up.entrants)
            sqlite_rows.owe(db, sign_up.id, posts)

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
            sqlite_rows.replace_sign_up(db, stored, changed, stored.fairness.entropy)
            sqlite_rows.owe(db, changed.id, posts)

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
        people: Sequence[Person] = (),
    ) -> StoredGame:
        """Closes a sign-up and keeps the game that comes of it, under the same id."""
        game = change.table
        started = change.entries[0].at if change.entries else closed.closes
        fairness = Fairness(stored.fairness.seed, entropy)
        row = (game.id, game.version, table.dump(game), started, *sqlite_rows.clock_row(game))

        def work(db: sqlite3.Connection) -> StoredGame:
            sqlite_rows.check_wishes(db, people)
            sqlite_rows.replace_sign_up(db, stored, closed, entropy)
            db.execute(
                "INSERT INTO games (id, version, revision, checkpoint, started, finished, runs,"
                " alarm) VALUES (?, ?, 0, ?, ?, ?, ?, ?)",
                row,
            )
            for seating in seatings:
                sqlite_rows.write_seating(db, game.id, seating)
            sqlite_rows.write_journal(db, change, None)
            sqlite_rows.write_plans(db, change)
            sqlite_rows.owe(db, game.id, posts)
            kept = StoredGame(
                game, stored.place, fairness, sqlite_rows.seatings(db, game.id), started, revision=0
            )
            if game.outcome is not None:
                sqlite_rows.write_record(db, kept)
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
        return await self._read(lambda db: sqlite_rows.load(db, game_id))

    async def commit(
        self,
        stored: StoredGame,
        change: Change,
        posts: Sequence[Post] = (),
        interaction: int | None = None,
        reseatings: Sequence[Reseating] = (),
        people: Sequence[Person] = (),
    ) -> StoredGame:
        """Keeps a change of a game that was loaded as `stored`, with the posts that it owes."""
        game = change.table
        key = (game.id, change.before, stored.revision)
        row = (game.version, table.dump(game), *sqlite_rows.clock_row(game), *key)

        def work(db: sqlite3.Connection) -> StoredGame:
            if not db.execute(_CHECKPOINT, row).rowcount:
                raise sqlite_rows.moved_on(db, game.id, interaction)
            sqlite_rows.check_wishes(db, people)
            sqlite_rows.write_journal(db, change, interaction)
            if change.left or change.dropped:
                sqlite_rows.write_plans(db, change)
            kept = replace(stored, table=game, revision=stored.revision + 1)
            if reseatings:
                since = min(change.before + 1, game.version)
                for reseating in reseatings:
                    sqlite_rows.reseat(db, game.id, reseating, since)
                kept = replace(kept, seatings=sqlite_rows.seatings(db, game.id))
            if posts:
                sqlite_rows.owe(db, game.id, posts)
            if game.outcome is not None:
                sqlite_rows.write_record(db, kept)
            return kept

        return await self._writer.write(work)

    async def rehome(self, stored: Placed, place: Place, posts: Sequence[Post] = ()) -> Placed:
        """Moves a game or an open sign-up to another channel, or gives it its own once more."""
        id_, noted = sqlite_rows.placed(stored)

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
            sqlite_rows.owe(db, id_, posts)

        await self._writer.write(work)
        return replace(stored, place=place, revision=stored.revision + 1)

    async def set_missing(self, game_id: str, user: int, since: Moment | None) -> None:
        """Notes since when a person of a game is not found on the server; None: found again."""

        def work(db: sqlite3.Connection) -> None:
            noted = db.execute(
                "UPDATE seats SET missing = ?1 WHERE game = ?2 AND user = ?3 AND missing IS NOT ?1",
                (since, game_id, user),
            )
            if noted.rowcount:
                db.execute("UPDATE games SET revision = revision + 1 WHERE id = ?", (game_id,))

        await self._writer.write(work)

    async def journal(self, game_id: str) -> tuple[Entry, ...]:
        """All journal rows of a game, oldest first."""
        return await self._read(lambda db: sqlite_rows.journal(db, game_id))

    async def played_at(self, interaction: int) -> Moment | None:
        """When an interaction made its move, or None if it has made none."""
        return await self._value(
            Moment, "SELECT at FROM journal WHERE interaction_id = ?", interaction
        )

    async def first_players(self, game_id: str) -> tuple[Player, ...]:
        """Who sat where when the game began; folding its journal starts from them."""
        return first_players(await self._read(lambda db: sqlite_rows.seatings(db, game_id)))

    async def record(self, game_id: str) -> str | None:
        """The record of a finished game."""
        return await self._value(str, "SELECT box FROM records WHERE game = ?", game_id)

    async def games_of(self, user: int) -> tuple[GameRow, ...]:
        """Running games in which a person sits, and open sign-ups that the person is in."""
        return await self._read(
            lambda db: sqlite_rows.game_rows(
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
            lambda db: sqlite_rows.game_rows(
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
            lambda db: sqlite_rows.game_rows(
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
        """Claims games, sign-ups and people whose alarm has come, for `lease` seconds."""

        def work(db: sqlite3.Connection) -> tuple[Due, ...]:
            found = db.execute(_DUE, (now, most)).fetchall()
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
            before = db.execute("SELECT id, checkpoint, owed FROM games WHERE runs = 1").fetchall()
            games = db.execute(
                "UPDATE games SET owed = owed + ?1, alarm = alarm + ?1, revision = revision + 1"
                " WHERE runs = 1 RETURNING id,"
                " (SELECT channel FROM sign_ups WHERE sign_ups.id = games.id)",
                (gone,),
            ).fetchall()
            for game_id, checkpoint, owed in before:
                if sqlite_rows.keeps_to_hours(checkpoint):
                    sqlite_rows.give_back(db, game_id, checkpoint, owed, gone, now)
            body = notice(gone)
            for game_id, channel in sorted(games):
                sqlite_rows.owe(db, game_id, [Post(body, channel=channel, made=now)])
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
        return await self._read(lambda db: sqlite_rows.refused(db, "o.game = ?", game_id))

    async def unsaid(self) -> tuple[SetAside, ...]:
        """The last posts of games and to people, where it was the last that was set aside."""
        return await self._read(lambda db: sqlite_rows.refused(db, _NOTHING_SINCE))

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
        row = await self._row(
            "SELECT user, dm_channel, zone, quiet_from, quiet_to, weekends, leave, remind, digest,"
            " digest_due, digested, revision, told FROM people WHERE user = ?",
            user,
        )
        if row is None:
            return Person(user)
        user, dm_channel, zone, quiet_from, quiet_to, weekends, leave, *rest = row
        return Person(
            user,
            dm_channel,
            zone,
            None if quiet_from is None else (quiet_from, quiet_to),
            bool(weekends),
            msgspec.json.decode(leave, type=tuple[str, ...]),
            *rest,
        )

    async def set_person(self, person: Person) -> Person:
        """Keeps what a person asks for, and when the next digest is."""
        row = (
            person.zone,
            *(person.quiet or (None, None)),
            person.weekends,
            msgspec.json.encode(person.leave).decode(),
            person.remind,
            person.digest,
            person.digest_due,
            person.user,
            person.revision,
        )

        def work(db: sqlite3.Connection) -> None:
            sqlite_rows.add_person(db, person.user)
            changed = db.execute(
                "UPDATE people SET zone = ?, quiet_from = ?, quiet_to = ?, weekends = ?, leave = ?,"
                " remind = ?, digest = ?, digest_due = ?, revision = revision + 1"
                " WHERE user = ? AND revision = ?",
                row,
            )
            if not changed.rowcount:
                raise sqlite_rows.wishes_moved_on()

        await self._writer.write(work)
        return replace(person, revision=person.revision + 1)

    async def set_dm_channel(self, user: int, channel: int | None) -> None:
        """Keeps where a person is written to, or that it has to be found out anew."""

        def work(db: sqlite3.Connection) -> None:
            sqlite_rows.add_person(db, user)
            db.execute("UPDATE people SET dm_channel = ? WHERE user = ?", (channel, user))

        await self._writer.write(work)

    async def wishes_told(self, person: Person) -> None:
        """All games of a person know what was asked for when it was loaded as `person`."""
        await self._write(
            "UPDATE people SET told = ?1 WHERE user = ?2 AND told < ?1",
            person.revision,
            person.user,
        )

    async def digest(
        self,
        person: Person,
        due: Moment | None,
        day: str | None = None,
        game_id: str | None = None,
        posts: Sequence[Post] = (),
    ) -> None:
        """The digest that was due is owed as posts of a game, or there was nothing to tell."""

        def work(db: sqlite3.Connection) -> None:
            told = db.execute(
                "UPDATE people SET digest_due = ?, digested = coalesce(?, digested)"
                " WHERE user = ? AND revision = ? AND digest_due IS ?",
                (due, day, person.user, person.revision, person.digest_due),
            )
            if not told.rowcount:
                raise sqlite_rows.wishes_moved_on()
            if game_id is not None:
                sqlite_rows.owe(db, game_id, posts)

        await self._writer.write(work)

    async def forget(self, user: int) -> None:
        """Removes a person: settings, and the id and name wherever they stand.

        An open sign-up loses the entrant; a game goes on with `player 3` in the seat. What is still
        owed to the person is set aside, empty.
        """
        await self._writer.write(lambda db: sqlite_rows.forget(db, user))

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

_BEHIND = "told < revision"
"""Of a person: there may be games that do not know what was asked for."""

_DUE = f"""
SELECT kind, id FROM (
    SELECT 'game' AS kind, id, alarm, claimed_until FROM games WHERE alarm <= ?1
    UNION ALL SELECT 'sign-up', id, alarm, claimed_until FROM sign_ups WHERE alarm <= ?1
    UNION ALL SELECT 'person', CAST(user AS TEXT), 0, claimed_until FROM people WHERE {_BEHIND}
    UNION ALL SELECT 'person', CAST(user AS TEXT), digest_due, claimed_until FROM people
    WHERE digest_due <= ?1 AND NOT {_BEHIND}
) WHERE claimed_until IS NULL OR claimed_until <= ?1 ORDER BY alarm, id LIMIT ?2
"""

_CLAIM = {
    "game": "UPDATE games SET claimed_by = ?, claimed_until = ? WHERE id = ?",
    "sign-up": "UPDATE sign_ups SET claimed_by = ?, claimed_until = ? WHERE id = ?",
    "person": "UPDATE people SET claimed_by = ?, claimed_until = ? WHERE user = ?",
}

_RELEASE = {
    "game": "UPDATE games SET claimed_by = NULL, claimed_until = NULL"
    " WHERE id = ? AND claimed_by = ?",
    "sign-up": "UPDATE sign_ups SET claimed_by = NULL, claimed_until = NULL"
    " WHERE id = ? AND claimed_by = ?",
    "person": "UPDATE people SET claimed_by = NULL, claimed_until = NULL"
    " WHERE user = ? AND claimed_by = ?",
}

_NEXT_ALARM = f"""
SELECT min(alarm) FROM (
    SELECT * FROM (
        SELECT alarm FROM games WHERE alarm IS NOT NULL AND claimed_until IS NULL
        ORDER BY alarm LIMIT 1
    )
    UNION ALL SELECT * FROM (
        SELECT alarm FROM sign_ups WHERE alarm IS NOT NULL AND claimed_until IS NULL
        ORDER BY alarm LIMIT 1
    )
    UNION ALL SELECT * FROM (
        SELECT digest_due FROM people WHERE digest_due IS NOT NULL AND claimed_until IS NULL
        ORDER BY digest_due LIMIT 1
    )
    UNION ALL SELECT * FROM (
        SELECT 0 FROM people WHERE {_BEHIND} AND claimed_until IS NULL LIMIT 1
    )
    UNION ALL SELECT max(alarm, claimed_until) FROM games WHERE claimed_until IS NOT NULL
    UNION ALL SELECT max(alarm, claimed_until) FROM sign_ups WHERE claimed_until IS NOT NULL
    UNION ALL SELECT iif({_BEHIND}, claimed_until, max(digest_due, claimed_until)) FROM people
    WHERE claimed_until IS NOT NULL
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
