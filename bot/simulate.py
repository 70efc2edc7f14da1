"""The command that plays many games with house players and counts what comes of them.

It counts what every game has: decisions, windows, rounds (what a plan lives for, `Kit.round` in the
game's own word), deals, scores and how games end; and what a game's kit names besides
(`Kit.histogram`). Nothing here knows any one game.
"""

from __future__ import annotations

import json
import re
import secrets
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from math import sqrt
from typing import Any, TextIO

from games import registry, shuffle
from games.core import (
    DEALER,
    Deal,
    Game,
    GameError,
    Histogram,
    NotationError,
    OptionError,
    Outcome,
    actor_name,
    shown,
)
from games.shuffle import Shoe
from games.text import counted

GAMES = "100"
"""How many games are played, unless something else is said."""

MOST_GAMES = 10_000_000

NO_ENTRANTS = shuffle.entropy([])

_BAR = 40
"""How long the bar of a histogram's row would be that has all there is."""


@dataclass(frozen=True)
class Wanted:
    """What the command line asks for, in the words that were typed."""

    game: str
    games: str | None = None
    options: Sequence[str] = ()
    seats: str | None = None
    players: str = "plain"
    seed: str | None = None


@dataclass(frozen=True)
class Series:
    """What is to be played: a game so many times, by these kinds of players, from one seed."""

    game: Game[Any, Any]
    kinds: tuple[str, ...]
    """The kind of house player in each seat."""
    games: int
    seed: str


@dataclass
class Played:
    """One game, counted while it is played: the decisions in each round of each deal."""

    windows: int = 0
    deals: list[list[int]] = field(default_factory=list)
    found: list[str] = field(default_factory=list)
    """The rows of the kit's histogram, one for each thing that it counts."""


@dataclass
class Spread:
    """Numbers seen so far: their mean, standard deviation, least and greatest."""

    count: int = 0
    total: float = 0
    squares: float = 0
    least: float = 0
    most: float = 0

    def add(self, number: float, times: int = 1) -> None:
        """One more number, or the same one several times."""
        if not times:
            return
        self.least = min(self.least, number) if self.count else number
        self.most = max(self.most, number) if self.count else number
        self.count += times
        self.total += number * times
        self.squares += number * number * times

    @property
    def mean(self) -> float:
        """The mean of all numbers; 0 without any."""
        return self.total / self.count if self.count else 0.0

    @property
    def sd(self) -> float:
        """The standard deviation of exactly these numbers; 0 without any."""
        if not self.count:
            return 0.0
        return sqrt(max(0.0, self.squares / self.count - self.mean**2))

    def figures(self) -> dict[str, float]:
        """The four figures that are told, rounded so that they are the same everywhere."""
        return {
            "mean": round(self.mean, 6),
            "sd": round(self.sd, 6),
            "min": round(self.least, 6),
            "max": round(self.most, 6),
        }


class Tally:
    """What has come of the games so far: sections of rows, each row a spread."""

    def __init__(self, kinds: Sequence[str], histogram: Histogram | None = None) -> None:
        self._kinds = kinds
        self._histogram = histogram
        self._found: Counter[str] = Counter()
        self._games = 0
        self._ends: Counter[str] = Counter()
        self._rows: dict[str, dict[str, Spread]] = {}

    def add(self, played: Played, outcome: Outcome) -> None:
        """One more game."""
        self._games += 1
        self._ends[outcome.reason] += 1
        self._found.update(played.found)
        rounds = [decisions for deal in played.deals for decisions in deal]
        self._put("length", "decisions a game", sum(rounds))
        self._put("length", "windows a game", played.windows)
        self._put("length", "rounds a game", len(rounds))
        self._put("length", "deals a game", len(played.deals))
        for deal in played.deals:
            self._put("length", "rounds a deal", len(deal))
            self._put("length", "decisions a deal", sum(deal))
        for decisions in rounds:
            self._put("length", "decisions a round", decisions)
        self._put("score", "the best", max(outcome.scores))
        by_kind: dict[str, list[float]] = {kind: [] for kind in self._kinds}
        for seat, (kind, score, share) in enumerate(
            zip(self._kinds, outcome.scores, _shares(outcome), strict=True)
        ):
            self._put("score", _kind_row(kind), score)
            self._put("score", _seat_row(seat, kind), score)
            self._put("win by seat", _seat_row(seat, kind), share)
            by_kind[kind].append(share)
        for kind, shares in by_kind.items():
            self._put("win by kind of player", _kind_row(kind), sum(shares) / len(shares))

    def sections(self) -> Mapping[str, Mapping[str, Spread]]:
        """Everything that has been counted, in the order in which it is told."""
        sections = {**self._rows, "end": _parts(self._ends, sorted(self._ends), self._games)}
        if self._histogram is not None:
            found, all_found = self._found, self._found.total()
            sections[self._histogram.title] = _parts(found, self._histogram.rows, all_found)
        return sections

    def _put(self, section: str, row: str, number: float) -> None:
        self._rows.setdefault(section, {}).setdefault(row, Spread()).add(number)


def _parts(times: Mapping[str, int], rows: Iterable[str], among: int) -> dict[str, Spread]:
    """For each row how large a part it is of all: the spread of a 1 each time, and a 0 else."""
    parts = {row: Spread() for row in rows}
    for row, part in parts.items():
        part.add(1, times.get(row, 0))
        part.add(0, among - times.get(row, 0))
    return parts


def run(wanted: Wanted, as_json: bool, out: TextIO, err: TextIO) -> int:
    """Plays the games that are asked for and tells what has come of them."""
    try:
        series = read(wanted, GAMES)
    except GameError as error:
        err.write(f"simulate: {error}\n")
        return 2
    tally = Tally(series.kinds, registry.kit(series.game.id).histogram)
    progress = Progress(series.games, err)
    try:
        for seed in islice(shuffle.seeds(series.seed), series.games):
            tally.add(*_play(series, Shoe(seed, NO_ENTRANTS)))
            progress.step()
    finally:
        progress.clear()
    out.write(_as_json(series, tally) if as_json else _as_text(series, tally))
    return 0


# --- playing -------------------------------------------------------------------------------------


def _play(series: Series, shoe: Shoe) -> tuple[Played, Outcome]:
    """One game from the first shuffle to the end, by the rules alone: no clock, no journal."""
    game = series.game
    kit = registry.kit(game.id)
    players = [kit.players[kind] for kind in series.kinds]
    below = shoe.dice(0).below
    played = Played()
    key = scope = None
    state = game.setup(len(players))
    while (turn := game.turn(state)) is not None:
        if turn == DEALER:
            played.deals.append([])
            action: Any = Deal(shoe.deck(len(played.deals), game.deck))
        else:
            window = game.window(state)
            assert window is not None  # somebody is at turn
            if window.scope != scope or not played.deals[-1]:
                played.deals[-1].append(0)
            played.deals[-1][-1] += 1
            played.windows += window.key != key
            key, scope = window.key, window.scope
            legal = list(game.legal(state, turn))
            action = players[turn](game, game.view(state, turn), legal, below)
        state, events = game.apply(state, turn, action)
        if kit.histogram is not None:
            played.found += kit.histogram.found(events)
    outcome = game.outcome(state)
    assert outcome is not None  # nobody is at turn
    return played, outcome


def _shares(outcome: Outcome) -> list[float]:
    """How much of the win each seat has: 1 alone, a half when two share it."""
    places = outcome.places or (0,) * len(outcome.scores)
    first = places.count(1)
    return [1 / first if place == 1 else 0.0 for place in places]


# --- reading the command line --------------------------------------------------------------------


def read(wanted: Wanted, usual_games: str) -> Series:
    """What is to be played, so many games if nothing is said of that.

    GameError with what was expected and found.
    """
    kit = registry.kit(wanted.game)
    options = _read_options(wanted.options)
    asked = usual_games if wanted.games is None else wanted.games
    games = _read_number("a number of games", asked, range(1, MOST_GAMES + 1))
    seats = _read_seats(wanted, kit.game, options)
    game = registry.make(wanted.game, options, seats)
    kinds = [kind.strip() for kind in wanted.players.split(",")]
    for kind in kinds:
        if kind not in kit.players:
            raise NotationError(f"a kind of player, {' or '.join(sorted(kit.players))}", kind)
    if len(kinds) > seats:
        raise NotationError(f"at most {counted(seats, 'kind')} of players", str(len(kinds)))
    seed = secrets.token_hex(8) if wanted.seed is None else wanted.seed
    if not seed.isprintable():
        raise NotationError("a seed that can be printed", seed)
    return Series(game, tuple(kinds[seat % len(kinds)] for seat in range(seats)), games, seed)


def _read_options(pairs: Sequence[str]) -> dict[str, str]:
    options: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = (part.strip() for part in pair.partition("="))
        if not (name and equals and value):
            raise NotationError("option=value", pair)
        if name in options:
            raise NotationError("each option once", pair)
        options[name] = value
    return options


def _read_seats(wanted: Wanted, game: type[Game[Any, Any]], options: Mapping[str, str]) -> int:
    """The number of seats: as asked for, else the game's usual one, else one in the middle."""
    usual = getattr(game(), "players", game.seats[len(game.seats) // 2])
    asked = options.get("players", str(usual)) if wanted.seats is None else wanted.seats
    if options.get("players", asked) != asked:
        raise OptionError(
            f"expected one number of seats, found players={shown(options['players'], quote=False)}"
            f" and {shown(asked)}"
        )
    return _read_number("a number of seats", asked, game.seats)


def _read_number(what: str, text: str, allowed: range) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", text) or int(text) not in allowed:
        raise NotationError(f"{what}, {allowed[0]} to {allowed[-1]}", text)
    return int(text)


# --- telling -------------------------------------------------------------------------------------


def _as_text(series: Series, tally: Tally) -> str:
    kinds = ", ".join(_seat_row(seat, kind) for seat, kind in enumerate(series.kinds))
    what = registry.kit(series.game.id).round
    lines = [
        f"{registry.write_game(series.game)}: {counted(series.games, 'game')}, seed {series.seed}",
        f"Players: {kinds}",
        f"A round is {'an' if what[0] in 'aeiou' else 'a'} {what}. A decision is one player's "
        "answer; a window is one question to all whom it reaches in turn.",
    ]
    histogram = registry.kit(series.game.id).histogram
    drawn = histogram.title if histogram is not None else None
    for section, rows in tally.sections().items():
        lines += ["", f"{section:28}{'mean':>12}{'sd':>12}{'min':>12}{'max':>12}"]
        for row, spread in rows.items():
            figures = "".join(f"{figure:12.3f}" for figure in spread.figures().values())
            bar = f"  {'=' * round(_BAR * spread.mean)}".rstrip() if section == drawn else ""
            lines.append(f"  {row:26}{figures}{bar}")
    return "".join(f"{line}\n" for line in lines)


def _as_json(series: Series, tally: Tally) -> str:
    told = {
        "game": series.game.id,
        "options": registry.options_of(series.game),
        "players": series.kinds,
        "games": series.games,
        "seed": series.seed,
    }
    for section, rows in tally.sections().items():
        told[section] = {row: spread.figures() for row, spread in rows.items()}
    return json.dumps(told) + "\n"


def _seat_row(seat: int, kind: str) -> str:
    return f"{actor_name(seat)} {kind}"


def _kind_row(kind: str) -> str:
    return f"a {kind} player"


class Progress:
    """A bar that grows while games are played; only where somebody is watching."""

    _WIDTH = 40

    def __init__(self, total: int, err: TextIO) -> None:
        self._total = total
        self._err = err if err.isatty() else None
        self._done = 0

    def step(self) -> None:
        """One more game is over."""
        self._done += 1
        before, now = (self._WIDTH * done // self._total for done in (self._done - 1, self._done))
        if self._err is not None and (now > before or self._done == 1):
            bar = "=" * now + " " * (self._WIDTH - now)
            self._err.write(f"\r[{bar}] {self._done} of {self._total}")
            self._err.flush()

    def clear(self) -> None:
        """Takes the bar away, so that the answer begins on a clean line."""
        if self._err is not None:
            self._err.write("\r\x1b[K")
            self._err.flush()
