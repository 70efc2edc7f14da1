"""The command that shows the rules: a game's rulebook with the common rules, or one clause."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TextIO

from games import registry
from games.core import GameError, shown

_CLAUSE = re.compile(r"- \*\*([A-Z][A-Z0-9]*-[0-9]+)\b")
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_MARKS = re.compile(r"^(?:#+ |```\n)|\*\*|`|(?<!\w)\*(?=\w)|(?<=[\w.])\*(?!\w)", re.MULTILINE)


def show(game_id: str, clause: str | None, out: TextIO, err: TextIO, *, plain: bool = False) -> int:
    """Prints a game's rules and then the common ones, or one clause; `plain` is without Markdown.

    X- clauses are those that all games share.
    """
    try:
        books = (registry.rulebook(game_id), registry.common_rulebook())
    except GameError as error:
        err.write(f"rules: {error}\n")
        return 2
    text = "\n\n".join(book.strip("\n") for book in books)
    if clause is not None:
        found = dict(one for book in books for one in clauses(book))
        if clause.upper() not in found:
            err.write(f"rules: expected a clause, {_ranges(found)}, found {shown(clause)}\n")
            return 2
        text = found[clause.upper()]
    text = _LINK.sub(r"\1", text)  # outside the repository a link leads nowhere
    out.write((_MARKS.sub("", text) if plain else text) + "\n")
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


def clause_labels(game_id: str | None) -> list[tuple[str, str]]:
    """The clauses of a game and of all games: heading, like `PC-9 Swing`, and name."""
    known = game_id if game_id in registry.PACKAGES else None
    books = [registry.rulebook(known)] if known is not None else []
    return [
        (text.split("**")[1].rstrip("."), name)
        for book in (*books, registry.common_rulebook())
        for name, text in clauses(book)
    ]


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
