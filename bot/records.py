"""The commands that read a game record: `replay` and `verify`.

They read the file and choose the words and the exit status; what a record means is decided in
`games/record.py`, what is fair in `games/fairness.py`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TextIO

from games import fairness, record, registry
from games.core import DEALER, Outcome, RecordError, RecordHidden, actor_name, shown
from games.fairness import Check
from games.record import History, Record
from games.table import Change, Table
from games.text import counted, public_lines

LEGAL, REFUSED, UNCERTAIN = 0, 2, 3
"""Exit statuses: all is well; something is wrong; not everything can be known yet."""

LARGEST = 16 * 2**20
"""Bytes in a record; a long game takes some ten thousand of them."""

_MOST_ACTIONS = 12


class _Unreadable(Exception):
    """A file that holds no text: where, what was expected and what was found."""


def replay(path: str, as_json: bool, out: TextIO, err: TextIO) -> int:
    """Replays a record to its end and tells where the game stands."""
    try:
        read = record.read(_load(path))
        history = History(record.start(read))
        last = None
        for _, change in record.follow(read, history):
            last = change
    except _Unreadable as error:
        err.write(f"{error}\n")
        return REFUSED
    except RecordError as error:
        err.write(_placed(path, error.line, error.text, error.reason, error.clause))
        return UNCERTAIN if isinstance(error, RecordHidden) else REFUSED
    if as_json:
        out.write(json.dumps(record.summary(history.table, len(read.lines))) + "\n")
    else:
        out.writelines(f"{line}\n" for line in _summary(read, history.table, last))
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


# --- reading -------------------------------------------------------------------------------------


def _load(path: str) -> str:
    """The text of a record's file."""
    name = _file_name(path)
    try:
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


def result(outcome: Outcome, names: Sequence[str]) -> list[str]:
    """How a game ended and the final scores, the best place first."""
    scored = [f"{name}: {score}" for name, score in zip(names, outcome.scores, strict=True)]
    if outcome.places is None:
        return [f"The game is over ({outcome.reason}), without a result.", *scored]
    ranked = sorted(zip(outcome.places, scored, strict=True), key=lambda pair: pair[0])
    return [
        f"The game is over ({outcome.reason}).",
        *(f"{place}. {score}" for place, score in ranked),
    ]


def _summary(read: Record, at: Table, last: Change | None) -> list[str]:
    """Where a game stands, for people."""
    words = registry.kit(at.game.id).words
    lines = [
        f"{registry.write_game(at.game)}: {', '.join(at.names)}",
        f"{counted(len(read.lines), 'line')}, all legal.",
    ]
    if last is not None:
        lines += public_lines(words, last.events, at.names)
    if at.outcome is not None:
        return lines + result(at.outcome, at.names)
    lines += words.standing(at.view(None), at.names, at.asked)
    if at.turn is None or at.turn == DEALER:
        return [*lines, "Next line: the dealer's."]
    legal = sorted(at.game.write(action) for action in at.game.legal(at.state, at.turn))
    rest = len(legal) - _MOST_ACTIONS
    more = [f"{rest} more"] if rest > 0 else []
    choices = ", ".join(legal[:_MOST_ACTIONS] + more)
    return [*lines, f"Next line: {actor_name(at.turn)}, one of: {choices}."]
