"""The commands that read a game record: `replay` and `verify`.

They read the file and choose the words and the exit status; what a record means is decided in
`games/record.py`, what is fair in `games/fairness.py`.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterable, Iterator
from typing import Literal, TextIO

from games import fairness, record, registry
from games.core import DEALER, Event, RecordError, RecordHidden, actor_name, shown
from games.fairness import Check
from games.house import Player
from games.record import History, Record
from games.table import Change, Table
from games.text import counted, ending, final_score, public_lines

LEGAL, REFUSED, UNCERTAIN = 0, 2, 3
"""Exit statuses: all is well; something is wrong; not everything can be known yet."""

LARGEST = 2**20
"""Bytes in a record; a long game takes some ten thousand of them."""

Form = Literal["summary", "story", "json"]
"""How `replay` answers: where the game stands, the same after its whole story, or for programs."""

_MOST_ACTIONS = 12
_SITTING = {"person": "", "computer": " (house player)", "resigned": " (resigned)"}


class _Unreadable(Exception):
    """A file that holds no text: where, what was expected and what was found."""


def replay(path: str, form: Form, out: TextIO, err: TextIO) -> int:
    """Replays a record to its end and tells where the game stands."""
    try:
        read = record.read(_load(path))
        start = record.start(read)
        history = History(start)
        changes = [change for _, change in record.follow(read, history)]
    except _Unreadable as error:
        err.write(f"{error}\n")
        return REFUSED
    except RecordError as error:
        err.write(_placed(path, error.line, error.text, error.reason, error.clause))
        return UNCERTAIN if isinstance(error, RecordHidden) else REFUSED
    if form == "json":
        out.write(json.dumps(record.summary(history.table, len(read.lines))) + "\n")
        return LEGAL
    told = list(posts(start, changes)) if form == "story" else []
    told.append(_summary(read, history.table, changes[-1:]))
    out.write("\n".join("".join(f"{line}\n" for line in post) for post in told))
    return LEGAL


def verify(path: str, out: TextIO, err: TextIO) -> int:
    """Replays a record and holds its deals, draw and seats against its seed."""
    try:
        checks = list(fairness.checks(_load(path)))
    except _Unreadable as error:
        err.write(f"{error} (check replay)\n")
        return REFUSED
    for check in checks:
        if check.verdict == "fails":
            err.write(_complaint(path, check))
            return REFUSED
    out.writelines(f"{check.name}: {check.said}\n" for check in checks)
    waiting = [check for check in checks if check.verdict == "open"]
    if not waiting:
        return LEGAL
    err.write(_complaint(path, waiting[0]))
    return UNCERTAIN


def posts(start: Table, changes: Iterable[Change]) -> Iterator[list[str]]:
    """The public story of a game, one block per deal, trick or whatever a plan lives for."""
    words = registry.kit(start.game.id).words
    at = start
    lines: list[str] = []
    events: list[Event] = []
    for change in changes:
        if change.table.names != at.names:
            # what happened before somebody took over a seat was done by who sat there then
            lines += public_lines(words, events, at.names)
            events = []
        events += change.events
        if _scope(change.table) != _scope(at):
            yield lines + public_lines(words, events, change.table.names)
            lines, events = [], []
        at = change.table
    if lines or events:
        yield lines + public_lines(words, events, at.names)


def _scope(at: Table) -> str | None:
    window = at.window
    return window.scope if window else None


# --- reading -------------------------------------------------------------------------------------


def _load(path: str) -> str:
    """The text of a record's file."""
    name = _file_name(path)
    try:
        if not stat.S_ISREG(os.stat(path).st_mode) and not os.path.isdir(path):
            # a pipe that nobody writes to would keep us waiting for ever
            raise _Unreadable(f"{name}: expected a record, found no ordinary file")
        with open(path, "rb") as file:
            data = file.read(LARGEST + 1)
    except IsADirectoryError:
        raise _Unreadable(f"{name}: expected a record, found a directory") from None
    except FileNotFoundError:
        raise _Unreadable(f"{name}: expected a record, found no such file") from None
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise _Unreadable(f"{name}: expected a record that can be read, found: {why}") from None
    if len(data) > LARGEST:
        raise _Unreadable(f"{name}: expected a record of at most {LARGEST} bytes, found more")
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        found = f"found the byte 0x{data[error.start]:02x}"
        raise _Unreadable(f"{name}:{line}: expected text in UTF-8, {found}") from None


def _file_name(path: str) -> str:
    """A file's name, fit for one line."""
    return shown(path, quote=False, most=4096) if path else '""'


# --- words ---------------------------------------------------------------------------------------


def _placed(path: str, line: int, text: str, reason: str, clause: str | None) -> str:
    """`FILE:17: p3 swing 9c: reason [PC-9]`, one line however long the record's own is."""
    words = shown(" ".join(text.split()), quote=False, most=80)
    cited = f" [{clause}]" if clause else ""
    return f"{_file_name(path)}:{line}: {words}: {reason}{cited}\n"


def _complaint(path: str, check: Check) -> str:
    """Why a record is not proved fair, in the shape of every refused line."""
    named = f" (check {check.name})"
    if check.line is None:
        return f"{_file_name(path)}: {check.said}{named}\n"
    placed = _placed(path, check.line, check.text, check.said, check.clause)
    return f"{placed.rstrip()}{named}\n"


def _summary(read: Record, at: Table, last: Iterable[Change]) -> list[str]:
    """Where a game stands, for people; `last` is what the last line did, if there is one."""
    words = registry.kit(at.game.id).words
    names = [_who(player) for player in at.players]
    lines = [
        f"{registry.write_game(at.game)}: {', '.join(names)}",
        f"{counted(len(read.lines), 'line')}, all legal.",
    ]
    for change in last:
        lines += public_lines(words, change.events, at.names)
    if at.outcome is not None:
        how = ending(words, at.outcome)
        return [*lines, f"Final score ({how}):", *final_score(at.outcome, names)]
    lines += words.standing(at.view(None), names, at.asked)
    if at.turn is None or at.turn == DEALER:
        return [*lines, "Next line: the dealer's."]
    legal = sorted(at.game.write(action) for action in at.game.legal(at.state, at.turn))
    if len(legal) == 1:
        return [*lines, f"Next line: {actor_name(at.turn)} {legal[0]}"]
    rest = len(legal) - _MOST_ACTIONS
    more = [f"{rest} more"] if rest > 0 else []
    choices = ", ".join(legal[:_MOST_ACTIONS] + more)
    return [*lines, f"Next line: {actor_name(at.turn)}, one of: {choices}."]


def _who(player: Player) -> str:
    """A player's name, marked if nobody answers for the seat, or the program does."""
    return f"{player.name}{_SITTING[player.kind]}"
