"""Whether a record was drawn, seated and dealt as its seed says: the checks behind `verify`.

The scheme is computed in `shuffle.py`; here a record's headers and its dealer's lines are held
against it, exactly as they are written, so that no byte of them can be changed unnoticed. Who may
be told, and what a command prints, is the shell's business.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Literal

import msgspec

from games import record, shuffle
from games.cards import Card, write_cards
from games.core import DEALER, Deal, RecordError, RecordHidden, shown
from games.record import History, Line, Record
from games.text import counted

HEADERS = ("fair", "commitment", "seed", "entropy", "entrants", "ids")
"""The headers that belong to the fair shuffle."""

_DIGEST = re.compile(r"[0-9a-f]{64}")
_USER = re.compile(r"0|[1-9][0-9]{0,19}")
_HOUSE_PLAYER = re.compile(r"h[1-9][0-9]?")

Verdict = Literal["holds", "gone", "open", "fails"]
"""`open` cannot be checked yet; `gone` never again, because a person was forgotten."""


class Check(msgspec.Struct, frozen=True):
    """One check of a record and how it came out.

    `said` is half a sentence. Where the check fails, or a line is not public yet, `line` and
    `text` are the place, if it has one, and `clause` the rule that forbids the line.
    """

    name: str
    verdict: Verdict
    said: str
    line: int | None = None
    text: str = ""
    clause: str | None = None


class _Dealt(msgspec.Struct, frozen=True):
    """A dealer's line, with the number of its shuffle and the deck that it deals."""

    number: int
    line: Line
    cards: tuple[Card, ...]


def checks(text: str) -> Iterator[Check]:
    """Every check of a record, in order; the first that fails is the last."""
    for check in _all(text):
        yield check
        if check.verdict == "fails":
            return


def _all(text: str) -> Iterator[Check]:
    try:
        read = record.read(text)
    except RecordError as error:
        yield _stopped("replay", "fails", error)
        return
    replayed, dealt = _replay(read)
    yield replayed
    if not any(key in read.headers for key in HEADERS):
        yield Check("fair", "open", "the record has no fairness headers, so it proves nothing")
        return
    yield _scheme(read)
    yield _commitment(read)
    yield _entropy(read)
    yield from _people(read)
    for deal in dealt:
        yield _deck(read, deal)


# --- the lines -----------------------------------------------------------------------------------


def _replay(read: Record) -> tuple[Check, list[_Dealt]]:
    """Whether every line is legal, and the deals up to the end or the line that is not."""
    history = History(record.start(read))
    dealt = []
    try:
        for line, change in record.follow(read, history):
            if line.actor == "dealer":
                deal: Deal = read.game.parse(line.action)
                dealt.append(_Dealt(change.table.deals, line, deal.cards))
    except RecordHidden as error:
        return _stopped("replay", "open", error), dealt
    except RecordError as error:
        at = next(line for line in read.lines if line.number == error.line)
        is_deal = at.actor == "dealer" and history.table.turn == DEALER
        name = f"deal/{history.table.deals + 1}" if is_deal else "replay"
        return _stopped(name, "fails", error), dealt
    return Check("replay", "holds", f"{counted(len(read.lines), 'line')}, all legal"), dealt


def _deck(read: Record, deal: _Dealt) -> Check:
    """The deck of the seed with this number, written canonically."""
    name = f"deal/{deal.number}"
    seed = _seed(read)
    cards = deal.cards
    if seed is not None:
        cards = shuffle.deck(seed, read.headers["entropy"], deal.number, read.game.deck)
    due = f"dealer deal {write_cards(cards)}"
    if deal.line.text != due:
        said = _difference(due, deal.line.text)
        return Check(name, "fails", said, deal.line.number, deal.line.text)
    if seed is None:
        return Check(name, "open", _UNREVEALED, deal.line.number, deal.line.text)
    return Check(name, "holds", f"line {deal.line.number} is the deck that the seed gives")


def _difference(due: str, found: str) -> str:
    words = found.split()
    for place, word in enumerate(due.split()):
        if words[place] != word:
            where = f" as card {place - 1}" if place > 1 else ""
            return f"expected {shown(word)}{where}, found {shown(words[place])}"
    return "expected single spaces between the cards, found other white space"


# --- the headers ---------------------------------------------------------------------------------

_UNREVEALED = "the seed is not revealed yet"


def _scheme(read: Record) -> Check:
    if read.headers.get("fair") != shuffle.SCHEME:
        return _fails(read, "fair", "fair", shuffle.SCHEME)
    return Check("fair", "holds", f"the scheme is {shuffle.SCHEME}")


def _commitment(read: Record) -> Check:
    name = "commitment"
    if not _is_digest(read.headers, "commitment"):
        return _fails(read, name, "commitment", _HEX)
    if "seed" not in read.headers:
        return Check(name, "open", _UNREVEALED)
    if not _is_digest(read.headers, "seed"):
        return _fails(read, name, "seed", _HEX)
    due = shuffle.commitment(bytes.fromhex(read.headers["seed"]))
    if read.headers["commitment"] != due:
        return _fails(read, name, "commitment", f"the SHA-256 of the seed, {_short(due)}")
    return Check(name, "holds", "the seed is the one that was committed to")


def _entropy(read: Record) -> Check:
    name = "entropy"
    if not _is_digest(read.headers, "entropy"):
        return _fails(read, name, "entropy", _HEX)
    entrants = read.headers.get("entrants")
    if entrants is None:
        return Check(name, "gone", "the list of entrants is not in the record, E stands alone")
    due = hashlib.sha256(entrants.encode()).hexdigest()
    if read.headers["entropy"] != due:
        return _fails(read, name, "entropy", f"the SHA-256 of the entrants, {_short(due)}")
    return Check(name, "holds", "it is the SHA-256 of the entrants")


def _people(read: Record) -> Iterator[Check]:
    """The list of entrants, and who of them was drawn into which seat."""
    headers = read.headers
    if "entrants" not in headers and "ids" not in headers:
        said = "a person was forgotten, so the draw and the seats could not be checked"
        yield Check("entrants", "gone", said)
        return
    if "entrants" not in headers:
        yield _fails(read, "entrants", "entrants", "the entrants beside the ids, or neither")
        return
    texts = _listed(headers["entrants"])
    entrants = [int(text) for text in texts if _USER.fullmatch(text)]
    if len(entrants) < len(texts) or any(one >= after for one, after in pairwise(entrants)):
        expected = "user ids sorted as numbers, each once, with commas between"
        yield _fails(read, "entrants", "entrants", expected)
        return
    yield Check("entrants", "holds", f"{counted(len(entrants), 'user id')}, sorted, each once")
    yield _seats(read, entrants)


def _seats(read: Record, entrants: Sequence[int]) -> Check:
    """The draw and the seats, as far as they can be computed."""
    name = "seats"
    if "ids" not in read.headers:
        return _fails(read, name, "ids", "the ids beside the entrants, or neither")
    ids = _listed(read.headers["ids"])
    if len(ids) != len(read.names):
        return _fails(read, name, "ids", f"{counted(len(read.names), 'id')}, one a player")
    people = [one for one in ids if _USER.fullmatch(one)]
    house = [one for one in ids if _HOUSE_PLAYER.fullmatch(one)]
    due = sorted(f"h{n}" for n in range(1, len(ids) - len(people) + 1))
    if sorted(house) != due or len(set(people)) < len(people):
        return _fails(read, name, "ids", "different user ids, and h1, h2, ... for house players")
    if strangers := [one for one in people if int(one) not in entrants]:
        return _fails(read, name, "ids", f"entrants only, not {strangers[0]}")
    seed = _seed(read)
    if seed is None:
        return Check(name, "open", _UNREVEALED)
    drawn, _ = shuffle.draw(seed, entrants, len(people))
    order = shuffle.seat_order(seed, entrants, drawn, len(house))
    if order != ids:
        return _fails(read, name, "ids", f"the seats that the seed gives, {','.join(order)}")
    return Check(name, "holds", "draw and seats are those that the seed gives")


# --- small steps ---------------------------------------------------------------------------------

_HEX = "64 hexadecimal digits in lower case"


def _is_digest(headers: Mapping[str, str], key: str) -> bool:
    return _DIGEST.fullmatch(headers.get(key, "")) is not None


def _seed(read: Record) -> bytes | None:
    """The seed, whose form has been checked, or None while it is not revealed."""
    seed = read.headers.get("seed")
    return None if seed is None else bytes.fromhex(seed)


def _listed(text: str) -> list[str]:
    """What stands between the commas; nothing at all is an empty list."""
    return text.split(",") if text else []


def _short(digest: str) -> str:
    return shown(digest, quote=False, most=13)


def _fails(read: Record, name: str, key: str, expected: str) -> Check:
    """A header that is not what it should be, or is not there."""
    if key not in read.headers:
        return Check(name, "fails", f"expected {expected}, found no header {key}")
    value = read.headers[key]
    found = _short(value) if _is_digest(read.headers, key) else shown(value)
    said = f"expected {expected}, found {found}"
    return Check(name, "fails", said, read.header_lines[key], f"{key}: {value}".strip())


def _stopped(name: str, verdict: Verdict, error: RecordError) -> Check:
    """A line that cannot be replayed."""
    return Check(name, verdict, error.reason, error.line, error.text, error.clause)
