"""Game records (`.box`): reading, writing and replaying them.

A record is the whole history of a game as text: a header, then one action a line. `History` folds
such lines through the house, for records and for journals alike, and knows what a rewind goes back
to. The format is described in `docs/notation.md`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec
from msgspec.structs import replace

from games import house, registry, table
from games.cards import write_card
from games.core import (
    DEALER,
    Deal,
    Finished,
    Game,
    GameError,
    IllegalAction,
    NotationError,
    NotYourTurn,
    OptionError,
    OrderRefused,
    OtherDeck,
    RecordError,
    RecordHidden,
    WrongActor,
    actor_name,
    shown,
)
from games.house import Player
from games.table import Change, Earlier, Entry, Table
from games.text import common_refusal

HIDDEN = "??"
"""What stands for a card that is not public yet."""

KEYS = (
    "game",
    "players",
    "started",
    "pace",
    "result",
    "rules",
    "fair",
    "commitment",
    "seed",
    "entropy",
    "entrants",
    "ids",
)
"""The headers that a record may have, in the order in which they are written."""

_QUOTED_NAME = re.compile(r'\s*("(?:[^"\\]|\\.)*")\s*(?=,|$)')


class Line(msgspec.Struct, frozen=True):
    """One line below the header: where it stands, what it says, and its note."""

    number: int
    text: str
    """The line as it is written, without its note, which is how an error repeats it."""
    actor: str
    action: str
    note: str | None = None


class Record(msgspec.Struct, frozen=True):
    """A record whose header has been read; its lines wait to be replayed."""

    headers: Mapping[str, str]
    header_lines: Mapping[str, int]
    """Where each header stands, counting from 1."""
    game: Game[Any, Any]
    names: tuple[str, ...]
    lines: tuple[Line, ...]


# --- folding -------------------------------------------------------------------------------------


class History:
    """A table with its past: what each rewind would go back to, and every deck dealt so far."""

    def __init__(self, start: Table) -> None:
        self.table = start
        self._standing: list[Earlier] = []
        self._shows: list[bool] = []
        """By standing line, whether a card was dealt or shown before the next one."""
        self._decks: list[Deal] = []

    def enter(self, actor: str, action: str, at: int = 0, note: str | None = None) -> Change:
        """The next line; raises what the house or the rules refuse, and then nothing changes."""
        before = self.table
        if before.outcome is not None:
            raise Finished("the game is over, no line may follow")
        order = house.read_order(action) if actor == "house" else None
        earlier = self.earlier(order.lines) if isinstance(order, house.Rewind) else None
        change = table.enter(before, actor, action, earlier, at, note)
        if isinstance(order, house.Rewind):
            del self._standing[-order.lines :]
            del self._shows[-order.lines :]
        elif actor == "dealer":
            self._remember(before.game.parse(action), before.deals)
        elif order is None:
            self._standing.append(Earlier(before.state, before.deals, before.misses))
            self._shows.append(False)
        if self._shows and any(event.shows for event in change.events):
            self._shows[-1] = True
        self.table = change.table
        return change

    def earlier(self, lines: int) -> Earlier:
        """The play before the n-th last player or clock line that still stands."""
        if not 1 <= lines <= len(self._standing):
            most = len(self._standing)
            raise OrderRefused(
                f"expected {'1 move' if most == 1 else f'1 to {most} moves'} to take back, "
                f"found {lines}"
                if most
                else "there is no move that could be taken back"
            )
        return replace(self._standing[-lines], shows=any(self._shows[-lines:]))

    def _remember(self, deal: Deal, number: int) -> None:
        if number < len(self._decks):
            if self._decks[number] != deal:
                raise IllegalAction("X-15", OtherDeck())
        else:
            self._decks.append(deal)


def fold(start: Table, entries: Iterable[Entry]) -> History:
    """Replays journal rows; notes change nothing."""
    history = History(start)
    for entry in entries:
        if entry.actor:
            history.enter(entry.actor, entry.action, entry.at, entry.note)
    return history


def replay(record: Record) -> History:
    """Replays a record to its end; RecordError at the first line that cannot stand.

    RecordHidden where cards are not public yet, if every line can at least be read.
    """
    history = History(start(record))
    for _ in follow(record, history):
        pass
    return history


def follow(record: Record, history: History) -> Iterator[tuple[Line, Change]]:
    """Enters a record's lines one by one into the history that begins at its start.

    Raises what `replay` raises; the history then stands just before the line that cannot stand.
    """
    lines = iter(record.lines)
    for line in lines:
        hidden = line.actor != "house" and HIDDEN in line.action.split()
        if hidden and history.table.outcome is None:
            _read_only(record, [line, *lines])
            raise RecordHidden(
                line.number, line.text, "its cards are not public yet, so it cannot be replayed"
            )
        try:
            change = history.enter(line.actor, line.action, note=line.note)
        except GameError as error:
            raise refused(record.game, line, error) from error
        yield line, change


def start(record: Record) -> Table:
    """The table of a record before its first line."""
    return table.seat_players("record", record.game, [Player(name) for name in record.names])


def refused(game: Game[Any, Any], line: Line, error: GameError) -> RecordError:
    """The error of one line, with its place, its sentence and the clause."""
    clause: str | None
    match error:
        case IllegalAction(clause=clause, fact=fact):
            reason = registry.kit(game.id).words.refusal(fact)
        case NotYourTurn(turn=turn):
            clause, reason = "X-14", common_refusal(WrongActor(turn))
        case Finished():
            clause, reason = "X-14", str(error)
        case _:
            clause, reason = None, str(error)
    return RecordError(line.number, line.text, reason, clause)


def position(text: str) -> dict[str, Any]:
    """The object that `replay --json` prints for a record, replayed to its end."""
    record = read(text)
    return summary(replay(record).table, len(record.lines))


def summary(at: Table, actions: int) -> dict[str, Any]:
    """Where a table stands, as the notation describes it; `actions` counts the lines so far."""
    outcome = at.outcome
    game, state, turn = at.game, at.state, at.turn
    legal = () if turn is None or turn == DEALER else game.legal(state, turn)
    return {
        "game": game.id,
        "options": registry.options_of(game),
        "players": list(at.names),
        "finished": outcome is not None,
        "reason": outcome.reason if outcome else None,
        "scores": list(game.scores(state)),
        "places": list(outcome.places) if outcome and outcome.places else None,
        "turn": None if turn is None else actor_name(turn),
        "legal": sorted(game.write(action) for action in legal),
        "hands": [
            [write_card(card) for card in hand] if outcome is None else []
            for hand in game.hands(state)
        ],
        "actions": actions,
    }


# --- reading -------------------------------------------------------------------------------------


def read(text: str) -> Record:
    """Reads a record's header and splits its lines; RecordError where the header is not right."""
    rows = text.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}").split("\n")
    end = next((n for n, row in enumerate(rows) if not row.strip()), len(rows))
    headers: dict[str, str] = {}
    where: dict[str, int] = {}
    for number, row in enumerate(rows[:end], 1):
        bare, _ = split_note(row)
        if not bare:
            continue
        key, value = _read_header(number, bare)
        if key in headers:
            again = f"expected each header once, found {shown(key, quote=False)} again"
            raise RecordError(number, bare, again)
        headers[key], where[key] = value, number
    for key in ("game", "players"):
        if key not in headers:
            found = (rows[0].strip() if end == 0 or not headers else "") or "nothing"
            raise RecordError(
                max(end, 1), found, f"expected a header with game and players, found no {key}"
            )
    names = _checked(where, headers, "players", read_names)
    game = _checked(where, headers, "game", lambda value: _read_game(value, names, where))
    _check_optional(headers, where, game)
    lines = []
    for number, row in enumerate(rows[end:], end + 1):
        bare, note = split_note(row)
        if bare:
            actor, action = (*bare.split(None, 1), "")[:2]
            lines.append(Line(number, bare, actor, action, note))
    return Record(headers, where, game, names, tuple(lines))


def split_note(row: str) -> tuple[str, str | None]:
    """A line and its note: after a hash at the start or after white space, outside JSON strings."""
    for part in re.finditer(r'"(?:[^"\\]|\\.)*"?|(?:^|(?<=\s))#', row):
        if part.group() == "#":
            return row[: part.start()].strip(), row[part.end() :].strip()
    return row.strip(), None


def read_names(text: str) -> tuple[str, ...]:
    """Reads names separated by commas, some of them as JSON strings."""
    names = []
    at = 0
    while True:
        if quoted := _QUOTED_NAME.match(text, at):
            name = house.read_json_name(quoted.group(1))
            at = quoted.end()
        else:
            comma = text.find(",", at)
            end = len(text) if comma < 0 else comma
            name = text[at:end].strip()
            if '"' in name:
                raise NotationError("a name with a quote as one JSON string", name)
            at = end
        if not house.can_be_seen(house.clean_name(name)):
            raise NotationError("a name between the commas", name.strip())
        names.append(house.clean_name(name))
        if at == len(text):
            return tuple(names)
        at += 1


def _read_header(number: int, bare: str) -> tuple[str, str]:
    key, colon, value = bare.partition(":")
    if not colon or not re.fullmatch(r"[a-z][a-z0-9-]*", key):
        raise RecordError(
            number, bare, "expected a header like game: pitch-and-catch, or a blank line to end it"
        )
    if key not in KEYS and not key.startswith("x-"):
        expected = f"{', '.join(KEYS)}, or a key that starts with x-"
        raise RecordError(number, bare, f"expected {expected}, found {shown(key, quote=False)}")
    return key, value.strip()


def _checked(where: Mapping[str, int], headers: Mapping[str, str], key: str, reader: Any) -> Any:
    try:
        return reader(headers[key])
    except OptionError as error:
        line, clause = where[key], "X-13"
        raise RecordError(line, f"{key}: {headers[key]}", str(error), clause) from error
    except NotationError as error:
        raise RecordError(where[key], f"{key}: {headers[key]}", str(error)) from error


def _read_game(text: str, names: Sequence[str], where: Mapping[str, int]) -> Game[Any, Any]:
    game_id = text.split("(", 1)[0].strip()
    seats = registry.kit(game_id).game.seats
    if len(names) not in seats:
        raise RecordError(
            where["players"],
            "players: " + ", ".join(map(write_name, names)),
            f"expected {seats[0]} to {seats[-1]} names, found {len(names)}",
            "X-13",
        )
    return registry.read_game(text, len(names))


def _check_optional(
    headers: Mapping[str, str], where: Mapping[str, int], game: Game[Any, Any]
) -> None:
    def refuse(key: str, expected: str) -> RecordError:
        text = f"{key}: {headers[key]}"
        return RecordError(where[key], text, f"expected {expected}, found {shown(headers[key])}")

    if "rules" in headers and headers["rules"] != str(game.rules):
        raise refuse("rules", f"the reading of the rules that this program has, {game.rules}")
    if "started" in headers:
        try:
            datetime.fromisoformat(headers["started"])
        except ValueError:
            raise refuse("started", "a time like 2026-11-30 18:02Z") from None


def _read_only(record: Record, lines: Iterable[Line]) -> None:
    """Whether lines with hidden cards can at least be read."""
    for line in lines:
        try:
            match line.actor:
                case "house":
                    house.read_order(line.action)
                case "clock":
                    house.read_seat(line.action)
                case actor:
                    if actor != "dealer":
                        house.read_actor(actor)
                    # any card will do where one is hidden
                    record.game.parse(re.sub(r"(?<!\S)\?\?(?!\S)", "As", line.action))
        except NotationError as error:
            found = NotationError(error.expected, line.text)
            raise refused(record.game, line, found) from error
        except GameError as error:
            raise refused(record.game, line, error) from error


# --- writing -------------------------------------------------------------------------------------


def write(
    game: Game[Any, Any],
    names: Sequence[str],
    entries: Iterable[Entry],
    headers: Mapping[str, str] = {},
    hide: bool = False,
) -> str:
    """A record's text: `names` as seated at the start; with `hide` no deck is shown."""
    known = {
        "game": registry.write_game(game),
        "players": ", ".join(map(write_name, names)),
        "rules": str(game.rules),
        **headers,
    }
    order = [*KEYS, *(key for key in known if key not in KEYS)]
    rows = [f"{key}: {known[key]}".rstrip() for key in order if key in known]
    return "\n".join([*rows, "", *_written(game, entries, hide), ""])


def write_name(name: str) -> str:
    """A name as the header holds it: plain, or as a JSON string where it would be misread."""
    if name != name.strip() or any(sign in name for sign in ',#"'):
        return json.dumps(name, ensure_ascii=False)
    return name


def _written(game: Game[Any, Any], entries: Iterable[Entry], hide: bool) -> Iterator[str]:
    for entry in entries:
        action = entry.action
        if hide and entry.actor == "dealer":
            action = " ".join(["deal", *[HIDDEN] * len(game.deck)])
        line = f"{entry.actor} {action}".strip()
        yield f"{line}  # {entry.note}".strip() if entry.note else line
