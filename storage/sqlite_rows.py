"""What stands in the rows of a SQLite database: written and read as a part of some transaction.

Which of it is one transaction is decided by the engine, in `sqlite.py`.
"""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

import msgspec

from games import house, table
from games import sign_up as sign_ups
from games.clock import Clock, Moment
from games.core import GameError, Plan
from games.sign_up import Entrant, SignUp
from games.table import Change, Entry, LeftPlan, Table
from storage.archive import record_text
from storage.store import (
    Conflict,
    Damaged,
    Fairness,
    GameRow,
    Person,
    Place,
    Post,
    Repeated,
    Reseating,
    Seating,
    SetAside,
    StoredGame,
    StoredSignUp,
    StoreError,
)

FORGOTTEN = "somebody"
"""The name of a person who was forgotten and had no seat; others are `player 3`, by seat."""

ENTRY = (
    "INSERT INTO journal (game, number, actor, action, note, at, interaction_id)"
    " VALUES (?, ?, ?, ?, ?, ?, ?)"
)

POST = (
    "INSERT INTO outbox (key, game, channel, seating, body, once, made, due)"
    " VALUES (?, ?, ?, ?, ?, ?, ?7, ?7)"
    " ON CONFLICT (game, once) WHERE once IS NOT NULL DO NOTHING"
)


# --- sign-ups and seats --------------------------------------------------------------------------


def replace_sign_up(
    db: sqlite3.Connection, stored: StoredSignUp, changed: SignUp, entropy: str
) -> None:
    """Writes a changed sign-up and its list; Conflict if it has moved on."""
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
    write_entrants(db, changed.id, stored.sign_up.entrants, changed.entrants)


def write_entrants(
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


def write_seating(db: sqlite3.Connection, game_id: str, seating: Seating) -> None:
    """One of those whom the draw has placed; an entrant keeps the row of the sign-up."""
    row = None if seating.user is None else _row_of(db, game_id, seating.user)
    values = msgspec.structs.astuple(seating)
    if row is None:
        db.execute(
            "INSERT INTO seats (user, name, house, draw, seat, began, ended, missing, game)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (*values, game_id),
        )
    else:
        db.execute(
            "UPDATE seats SET user = ?, name = ?, house = ?, draw = ?, seat = ?, began = ?,"
            " ended = ?, missing = ? WHERE id = ?",
            (*values, row),
        )


def reseat(db: sqlite3.Connection, game_id: str, reseating: Reseating, since: int) -> None:
    """Ends the row of whoever sat there, and begins that of whoever sits there from now on."""
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


def seatings(db: sqlite3.Connection, game_id: str) -> tuple[Seating, ...]:
    """Those who have to do with a game: in drawn order, then whoever came without a draw."""
    rows = db.execute(
        "SELECT user, name, house, draw, seat, began, ended, missing FROM seats WHERE game = ?"
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


def game_rows(rows: Iterable[tuple[Any, ...]]) -> tuple[GameRow, ...]:
    """Rows of a list of games and sign-ups."""
    return tuple(
        GameRow(id_, _STATUS[finished], game, Place(guild, channel), seat)
        for id_, finished, game, guild, channel, seat in rows
    )


# --- games ---------------------------------------------------------------------------------------


def clock_row(game: Table) -> tuple[bool, bool, Moment | None]:
    """Finished, running, alarm: what the store must know of a table without opening it."""
    return game.outcome is not None, game.runs, game.clock.alarm


class _Clocked(msgspec.Struct):
    """As much of a checkpoint as holds its clock."""

    clock: Clock


def keeps_to_hours(checkpoint: bytes) -> bool:
    """Whether the clock of a game keeps to anybody's hours."""
    return bool(msgspec.json.decode(checkpoint, type=_Clocked).clock.hours)


def give_back(
    db: sqlite3.Connection, game_id: str, checkpoint: bytes, owed: int, gone: int, now: Moment
) -> None:
    """Gives an outage back to a clock that keeps to somebody's hours.

    Such a deadline moves by more or less than the outage, so the alarm has to be found out.
    """
    game = table.shift(_later(table.load(checkpoint), owed), gone, until=now)
    db.execute(
        "UPDATE games SET checkpoint = ?, owed = 0, alarm = ? WHERE id = ?",
        (table.dump(game), game.clock.alarm, game_id),
    )


def _later(game: Table, owed: int) -> Table:
    """A game as loaded, with the time of outages that its checkpoint does not have back yet."""
    return table.shift(game, owed) if owed else game


def write_journal(db: sqlite3.Connection, change: Change, interaction: int | None) -> None:
    """The rows of a change; the first of them, the move itself, bears the interaction."""
    game_id, number = change.table.id, change.before
    try:
        for entry in change.entries:
            number += 1
            db.execute(
                ENTRY,
                (game_id, number, entry.actor, entry.action, entry.note, entry.at, interaction),
            )
            interaction = None
    except sqlite3.IntegrityError as error:
        if "interaction_id" in str(error):
            raise Repeated("this interaction has made its move already") from None
        raise


def write_plans(db: sqlite3.Connection, change: Change) -> None:
    """The plans that a change adds and takes away."""
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


def moved_on(db: sqlite3.Connection, game_id: str, interaction: int | None) -> StoreError:
    """Why a checkpoint was not there to be replaced."""
    repeated = db.execute(
        "SELECT 1 FROM journal WHERE interaction_id = ?", (interaction,)
    ).fetchone()
    if repeated:
        return Repeated("this interaction has made its move already")
    return Conflict(f"game {game_id} has moved on: load it again")


def load(db: sqlite3.Connection, game_id: str) -> StoredGame | None:
    """A game with all that belongs to it; Damaged where its checkpoint cannot be read."""
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
        _later(game, owed),
        Place(guild, channel),
        Fairness(seed, entropy),
        seatings(db, game_id),
        started,
        revision,
    )


def journal(db: sqlite3.Connection, game_id: str) -> tuple[Entry, ...]:
    """All journal rows of a game, oldest first."""
    rows = db.execute(
        "SELECT actor, action, at, note FROM journal WHERE game = ? ORDER BY number", (game_id,)
    )
    return tuple(Entry(*row) for row in rows)


def write_record(db: sqlite3.Connection, finished: StoredGame) -> None:
    """The record of a game that is over."""
    game_id = finished.table.id
    db.execute(
        "INSERT INTO records VALUES (?, ?) ON CONFLICT DO UPDATE SET box = excluded.box",
        (game_id, record_text(finished, journal(db, game_id))),
    )


def placed(stored: StoredGame | StoredSignUp) -> tuple[str, str]:
    """Whose place it is, and the statement that notes a change of what was loaded."""
    if isinstance(stored, StoredGame):
        id_, rows = stored.table.id, "games"
    else:
        id_, rows = stored.sign_up.id, "sign_ups"
    return id_, f"UPDATE {rows} SET revision = revision + 1 WHERE id = ? AND revision = ?"


# --- posts ---------------------------------------------------------------------------------------


def owe(db: sqlite3.Connection, game_id: str, posts: Iterable[Post]) -> None:
    """Writes posts into the outbox, but none that is owed already by its name."""
    for post in posts:
        seating = None
        if post.user is not None:
            seating = _row_of(db, game_id, post.user) or _new_row(db, game_id, post.user, FORGOTTEN)
        # Random, so that a restored backup never repeats a key that Discord has seen.
        key = secrets.token_hex(8)
        db.execute(POST, (key, game_id, post.channel, seating, post.body, post.once, post.made))


def refused(db: sqlite3.Connection, which: str, *values: object) -> tuple[SetAside, ...]:
    """Posts that Discord has refused, by a condition."""
    rows = db.execute(
        "SELECT o.id, o.game, o.channel, p.user, o.body, o.reason FROM outbox o"
        f" LEFT JOIN seats p ON p.id = o.seating WHERE o.state = 'aside' AND {which} ORDER BY o.id",
        values,
    )
    return tuple(SetAside(*row) for row in rows)


# --- people --------------------------------------------------------------------------------------


def add_person(db: sqlite3.Connection, user: int) -> None:
    """A row for somebody of whom nothing was known."""
    db.execute(
        "INSERT INTO people (user, zone) VALUES (?, ?) ON CONFLICT DO NOTHING",
        (user, Person(user).zone),
    )


def check_wishes(db: sqlite3.Connection, people: Iterable[Person]) -> None:
    """Conflict if one of these has asked for something else since it was loaded."""
    for person in people:
        row = db.execute("SELECT revision FROM people WHERE user = ?", (person.user,)).fetchone()
        if person.revision != (row[0] if row else 0):
            raise wishes_moved_on()


def wishes_moved_on() -> Conflict:
    """The error for what was made with wishes that have changed since."""
    return Conflict("what the person asks for has changed: load it again")


# --- forgetting ----------------------------------------------------------------------------------


def forget(db: sqlite3.Connection, user: int) -> None:
    """Removes a person, and the name wherever it stands."""
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
        stored = load(db, game_id)
        if stored is not None and stored.table.outcome is not None:
            write_record(db, stored)


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
    """Takes a name out of a game's checkpoint and journal; the play stays as it is.

    What the person has asked the table to keep to goes with it.
    """
    name = house.clean_name(name)
    (checkpoint,) = db.execute("SELECT checkpoint FROM games WHERE id = ?", (game_id,)).fetchone()
    game = table.load(checkpoint)
    later = table.forgotten(game, seat, name, new_name)
    moved = (later.clock.alarm or 0) - (game.clock.alarm or 0)
    db.execute(
        "UPDATE games SET checkpoint = ?, alarm = alarm + ?, revision = revision + 1 WHERE id = ?",
        (table.dump(later), moved, game_id),
    )
    old, new = (house.write_order(house.Replace(seat, one)) for one in (name, new_name))
    db.execute(
        "UPDATE journal SET action = ? WHERE game = ? AND actor = 'house' AND action = ?",
        (new, game_id, old),
    )
    # also what the person has ordered as a moderator
    rows = db.execute(
        "SELECT number, note FROM journal WHERE game = ? AND note IS NOT NULL", (game_id,)
    ).fetchall()
    for number, note in rows:
        if f" {note}".endswith(f" by {name}"):
            db.execute(
                "UPDATE journal SET note = ? WHERE game = ? AND number = ?",
                (note.removesuffix(name) + new_name, game_id, number),
            )
