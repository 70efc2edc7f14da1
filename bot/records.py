"""The commands that read a game record: `replay` and `verify`.

They read the file and choose the words and the exit status; what a record means is decided in
`games/record.py`, what is fair in `games/fairness.py`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Literal, TextIO

from bot.files import Unreadable, file_name, read_text
from games import fairness, record, registry
from games.core import DEALER, Event, RecordError, RecordHidden, actor_name, shown
from games.fairness import Check
from games.house import Player
from games.record import History, Record
from games.table import Change, Table
from games.text import counted, ending, final_score, public_lines, stays

LEGAL, REFUSED, UNCERTAIN = 0, 2, 3
"""Exit statuses: all is well; something is wrong; not everything can be known yet."""

RECORD = "a record"

Form = Literal["summary", "story", "json"]
"""How `replay` answers: where the game stands, the same after its whole story, or for programs."""

_MOST_ACTIONS = 12
_SITTING = {"person": "", "computer": " (house player)", "resigned": " (resigned)"}


def replay(path: str, form: Form, out: TextIO, err: TextIO) -> int:
    """Replays a record to its end and tells where the game stands."""
    try:
        read = record.read(read_text(path, RECORD))
        start = record.start(read)
        history = History(start)
        changes = [change for _, change in record.follow(read, history)]
    except Unreadable as error:
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
        checks = list(fairness.checks(read_text(path, RECORD)))
    except Unreadable as error:
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


# --- words ---------------------------------------------------------------------------------------


def _placed(path: str, line: int, text: str, reason: str, clause: str | None) -> str:
    """`FILE:17: p3 swing 9c: reason [PC-9]`, one line however long the record's own is."""
    words = shown(" ".join(text.split()), quote=False, most=80)
    cited = f" [{clause}]" if clause else ""
    return f"{file_name(path)}:{line}: {words}: {reason}{cited}\n"


def _complaint(path: str, check: Check) -> str:
    """Why a record is not proved fair, in the shape of every refused line."""
    named = f" (check {check.name})"
    if check.line is None:
        return f"{file_name(path)}: {check.said}{named}\n"
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
        left = stays(at.players, at.handovers)
        return [*lines, f"Final score ({how}):", *final_score(at.outcome, names, left)]
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
