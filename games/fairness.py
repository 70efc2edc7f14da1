"""Whether a record was drawn, seated and dealt as its seed says: the checks behind `verify`.

What a record says of itself in free words (its names, its `result`) is not checked; the verdict at
the end says what its lines come to.

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

from games import record, registry, shuffle
from games.cards import Card, write_cards
from games.core import DEALER, Deal, RecordError, RecordHidden, actor_name, shown
from games.record import History, Line, Record
from games.table import Table
from games.text import counted, ending, final_score

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
    """Every check of a record, in order, then the verdict; the first that fails is the last."""
    try:
        read = record.read(text)
    except RecordError as error:
        yield _stopped("replay", "fails", error)
        return
    history = History(record.start(read))
    made = []
    for check in _all(read, history):
        made.append(check)
        yield check
        if check.verdict == "fails":
            return
    yield _verdict(made, history.table)


def _all(read: Record, history: History) -> Iterator[Check]:
    replayed, dealt = _replay(read, history)
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


def _verdict(made: Sequence[Check], at: Table) -> Check:
    """What the checks come to, and what the lines come to if they could be replayed."""
    verdicts = {check.verdict for check in made}
    if "open" in verdicts:
        said = "nothing is wrong, but not everything could be checked"
    elif "gone" in verdicts:
        said = "every check that can still be made holds"
    else:
        said = "every check holds"
    outcome = at.outcome
    if made[0].verdict != "holds":
        play = "the game cannot be followed yet"
    elif outcome is None:
        play = f"the game is not over, {actor_name(at.turn)} is next"
    else:
        words = registry.kit(at.game.id).words
        score = ", ".join(final_score(outcome, at.names))
        play = f"the game is over ({ending(words, outcome)}): {score}"
    return Check("verdict", "holds", f"{said}; {play}")


# --- the lines -----------------------------------------------------------------------------------


def _replay(read: Record, history: History) -> tuple[Check, list[_Dealt]]:
    """Whether every line is legal, and the deals up to the end or the line that is not."""
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
        return _other_digest(read, name, "the SHA-256 of the seed", due)
    said = "it is the SHA-256 of the seed; compare it with the one that was shown before the game"
    return Check(name, "holds", f"{due}, {said}")


def _entropy(read: Record) -> Check:
    name = "entropy"
    if not _is_digest(read.headers, "entropy"):
        return _fails(read, name, "entropy", _HEX)
    entrants = read.headers.get("entrants")
    if entrants is None:
        return Check(
            name,
            "gone",
            "no list of entrants is in the record: compare E with the one that was posted",
        )
    due = hashlib.sha256(entrants.encode()).hexdigest()
    if read.headers["entropy"] != due:
        return _other_digest(read, name, "the SHA-256 of the entrants", due)
    return Check(name, "holds", "it is the SHA-256 of the entrants")


def _people(read: Record) -> Iterator[Check]:
    """The list of entrants, and who of them was drawn into which seat."""
    headers = read.headers
    if "entrants" not in headers and "ids" not in headers:
        said = (
            "no ids, as after a person was forgotten: the draw and the seats could not be checked"
        )
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
    said = f"{counted(len(entrants), 'user id')}, sorted, each once"
    nobody = "none, nobody was drawn, so the seed alone decides"
    yield Check("entrants", "holds", said if entrants else nobody)
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

_SEEN = 12
"""Digits of a digest that an error shows."""
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


def _fails(read: Record, name: str, key: str, expected: str, found: str | None = None) -> Check:
    """A header that is not what it should be, or is not there."""
    if key not in read.headers:
        return Check(name, "fails", f"expected {expected}, found no header {key}")
    value = read.headers[key]
    said = f"expected {expected}, found {found or shown(value)}"
    return Check(name, "fails", said, read.header_lines[key], f"{key}: {value}".strip())


def _other_digest(read: Record, key: str, what: str, due: str) -> Check:
    """A digest that is not the one computed: of both, the part where they begin to differ."""
    value = read.headers[key]
    at = next(place for place, digit in enumerate(due) if value[place] != digit)
    start = max(0, min(at - 4, len(due) - _SEEN))
    before, after = "…" if start else "", "…" if start + _SEEN < len(due) else ""
    seen, found = (f"{before}{text[start : start + _SEEN]}{after}" for text in (due, value))
    place = f"digit {at + 1} of {len(due)} is the first that differs"
    return _fails(read, key, key, f"{what}, {seen}", f"{found} ({place})")


def _stopped(name: str, verdict: Verdict, error: RecordError) -> Check:
    """A line that cannot be replayed."""
    return Check(name, verdict, error.reason, error.line, error.text, error.clause)
