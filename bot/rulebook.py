"""The command that shows the rules: a game's whole rulebook, or one clause of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TextIO

from games import registry
from games.core import GameError, shown

_CLAUSE = re.compile(r"- \*\*([A-Z][A-Z0-9]*-[0-9]+)\b")


def show(game_id: str, clause: str | None, out: TextIO, err: TextIO) -> int:
    """Prints a rulebook, or one clause of it; X- clauses are those that all games share."""
    try:
        book = registry.rulebook(game_id)
    except GameError as error:
        err.write(f"rules: {error}\n")
        return 2
    if clause is None:
        out.write(book.rstrip("\n") + "\n")
        return 0
    found = dict(clauses(book)) | dict(clauses(registry.common_rulebook()))
    text = found.get(clause.upper())
    if text is None:
        err.write(f"rules: expected a clause, {_ranges(found)}, found {shown(clause)}\n")
        return 2
    out.write(text + "\n")
    return 0


def clauses(book: str) -> Iterator[tuple[str, str]]:
    """The clauses of a rulebook with their texts: whole list items, as they are written."""
    rows = book.split("\n")
    for start, row in enumerate(rows):
        if begins := _CLAUSE.match(row):
            end = start + 1
            while end < len(rows) and _goes_on(rows, end):
                end += 1
            yield begins.group(1), "\n".join(rows[start:end]).rstrip()


def _goes_on(rows: list[str], at: int) -> bool:
    """Whether a row belongs to the list item above it."""
    row = rows[at]
    if row.strip():
        return row[0].isspace() or (bool(rows[at - 1].strip()) and not re.match(r"[-*#|>]", row))
    after = next((later for later in rows[at:] if later.strip()), "")
    return after[:1].isspace()


def _ranges(found: Mapping[str, str]) -> str:
    """`PC-1 to PC-28 or X-1 to X-15`."""
    numbers: dict[str, list[int]] = {}
    for name in found:
        prefix, number = name.rsplit("-", 1)
        numbers.setdefault(prefix, []).append(int(number))
    return " or ".join(f"{p}-{min(some)} to {p}-{max(some)}" for p, some in numbers.items())
