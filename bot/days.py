"""The command that finds out how many days a game takes that people with habits play by post.

A game is played at the real table, with its clock, by people who look when their habits say so, and
do then what a house player would do in their place, knowing what their seat knows. The same games
are played in several ways, from nobody answering ahead to everybody leaving all that can be said.
Nothing here knows any one game.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from heapq import heappop, heappush
from itertools import islice, pairwise
from math import ceil
from typing import TextIO

from bot.files import Unreadable, file_name, read_text
from bot.habits import Habits, People, Person, read_people
from bot.simulate import NO_ENTRANTS, Progress, Series, Wanted, read
from games import core, house, registry, shuffle, table
from games.clock import Moment
from games.core import DEALER, GameError, Seat, actor_name
from games.hours import DAY
from games.house import Player
from games.pace import Pace, read_pace, write_pace
from games.shuffle import Shoe, Stream
from games.table import Change, Entry, Table
from games.text import counted

START: Moment = 1767614400
"""Every game begins on Monday, 2026-01-05, at noon (UTC)."""

GAMES, PACE = "20", "daily"
"""How many games are played in each way, and at which pace, unless something else is said."""


@dataclass(frozen=True)
class Way:
    """One way in which the people of a file play: what it changes of their habits, if anything.

    `in_turn` is a table that asks one after the other: it names whom the turn reaches, and gives
    each a whole window.
    """

    name: str
    said: str
    ahead: float | None = None
    sheets: bool | None = None
    in_turn: bool = False

    def people(self, people: People) -> People:
        """The same people as they answer in this way."""
        return replace(people, habits=tuple(map(self._changed, people.habits)))

    def _changed(self, habits: Habits) -> Habits:
        return replace(
            habits,
            ahead=habits.ahead if self.ahead is None else self.ahead,
            sheets=habits.sheets if self.sheets is None else self.sheets,
        )

    def pace(self, pace: Pace) -> Pace:
        """The pace of the table in this way."""
        if not self.in_turn:
            return pace
        return core.replace(pace, grace=max(pace.grace, pace.window))


WAYS = (
    Way(
        "strict",
        "nobody answers ahead: one after the other, and each has a whole window for it",
        ahead=0,
        in_turn=True,
    ),
    Way(
        "open",
        "whoever looks answers the open window, too, before the turn comes",
        ahead=1,
        sheets=False,
    ),
    Way("plans", "whoever looks leaves all that can be said ahead by then", ahead=1, sheets=True),
    Way("own", "everybody answers ahead as the file of habits says"),
)
"""What is compared: three ways, each quicker than the one before, then the people as they are."""


@dataclass
class Lasted:
    """How long one game took, in seconds: the whole, each deal, each round; and what it took."""

    game: int = 0
    deals: list[int] = field(default_factory=list)
    rounds: list[int] = field(default_factory=list)
    looks: list[int] = field(default_factory=list)
    """By seat: how often its people looked."""
    prompts: list[int] = field(default_factory=list)
    """By seat: how often the game stood at its turn."""
    extensions: int = 0
    time_outs: int = 0
    stand_ins: int = 0


# --- playing -------------------------------------------------------------------------------------


class GameByPost:
    """One game by post, from its beginning to its end, between people with habits."""

    def __init__(
        self, series: Series, people: People, pace: Pace, in_turn: bool, seed: bytes
    ) -> None:
        seated = people.seated(len(series.kinds))
        seats = range(len(seated))
        self._seed = seed
        self._in_turn = in_turn
        self._shoe = Shoe(seed, NO_ENTRANTS)
        self._kit = registry.kit(series.game.id)
        self._leave = pace.leave
        self._people: list[Person] = []
        """Everybody who has a seat or had one, in the order in which they came."""
        self._seats: list[Seat] = []
        """By person: the seat that is or was theirs."""
        self._in_seat = [0 for _ in seats]
        """By seat: who came to it last."""
        self._looks: list[Iterator[Moment]] = []
        """By person: the looks by habit that are still to come."""
        self._diary: list[tuple[Moment, int, bool]] = []
        """Who looks when, and whether by habit; a heap with the next look first."""
        self._expected: dict[int, Moment] = {}
        """By person: when a notice is followed by a look that is still to come."""
        self._planned: dict[int, int] = {}
        """By person: for which version of the table their plans were left last."""
        self._substitutes = [f"Substitute {number}" for number in range(1, people.substitutes + 1)]
        self.journal: list[Entry] = []
        """All that was done, and when."""
        self._lasted = Lasted(looks=[0 for _ in seats], prompts=[0 for _ in seats])
        for seat, habits in enumerate(seated):
            self._seat(Person(habits, seed, seat, START), seat)
        self._choices = [Stream(seed, NO_ENTRANTS, f"choices/{seat}") for seat in seats]
        players = [Player(f"Player {seat + 1}") for seat in seats]
        wishes = [person.wishes(START, pace.leave) for person in self._people]
        self._start = self._table = table.seat_players("days", series.game, players, pace)
        self._done(
            table.begin("days", series.game, players, START, self._shoe, pace, wishes), START
        )

    def play(self) -> Lasted:
        """Plays it to its end, and says how long it took."""
        while self._table.outcome is None:
            # who answers in the very last second is in time
            if self._alarm is not None and not (self._diary and self._diary[0][0] <= self._alarm):
                self._tick(self._alarm)
            else:
                self._look_together()
        self._measure()
        return self._lasted

    def _seat(self, person: Person, seat: Seat) -> None:
        """Somebody comes to a seat."""
        number = len(self._people)
        self._people.append(person)
        self._seats.append(seat)
        self._looks.append(person.looks())
        self._in_seat[seat] = number
        self._look_again(number)

    def _look_again(self, number: int) -> None:
        """Enters the next look by habit, for those who ever look without a notice."""
        for moment in islice(self._looks[number], 1):
            heappush(self._diary, (moment, number, True))

    def _tick(self, now: Moment) -> None:
        """What the clock wants done; a substitute, if there is one, waits for a seat."""
        seat = self._table.clock.seat
        assert seat is not None  # its alarm is due
        name = self._substitutes[0] if self._substitutes else None
        change = table.tick(self._table, now, self._shoe, name)
        assert change is not None  # its alarm is due
        came = name is not None and change.table.players[seat].name == name
        if came:
            del self._substitutes[0]
            habits = self._people[self._in_seat[seat]].habits
            self._seat(Person(habits, self._seed, len(self._people), now), seat)
        self._done(change, now)
        if came and self._table.outcome is None:
            wishes = self._people[-1].wishes(now, self._leave)
            self._done(table.wish(self._table, seat, wishes, now, newcomer=True), now)

    def _look_together(self) -> None:
        """Everybody looks who looks in this second; none of them sees what others do in it."""
        seen = self._table
        now = self._diary[0][0]
        while self._diary and self._diary[0][0] == now:
            _, number, by_habit = heappop(self._diary)
            seat = self._seats[number]
            if self._in_seat[seat] != number or self._table.players[seat].kind != "person":
                continue
            if by_habit:
                self._look_again(number)
            elif self._expected[number] == now:
                del self._expected[number]
            if self._table.outcome is None:
                self._lasted.looks[seat] += 1
                self._look(number, seen, now)

    def _look(self, number: int, seen: Table, now: Moment) -> None:
        """One look: acts and answers ahead, for as long as that lets the game go on.

        Who is refused something, because others have just played, looks again.
        """
        seat, person = self._seats[number], self._people[number]
        wishes = person.wishes(now, self._leave)
        if wishes != self._table.wishes[seat]:
            self._done(table.wish(self._table, seat, wishes, now), now)
        ahead = person.answers_ahead()
        while seen.outcome is None:
            version = self._table.version
            refused = False
            if seen.turn == seat:
                self._act(seat, seen, now)
            elif ahead and self._planned.get(number) != seen.version:
                refused = self._leave_plans(seat, seen, now, person.habits.sheets)
                self._planned[number] = seen.version
            if self._table.version == version and (not refused or seen.version == version):
                return
            seen = self._table

    def _act(self, seat: Seat, seen: Table, now: Moment) -> None:
        """Does at the own turn what a house player would."""
        game, window = seen.game, seen.window
        assert window is not None  # somebody is at turn
        choose = self._kit.players["plain"]
        legal = list(game.legal(seen.state, seat))
        action = choose(game, seen.view(seat), legal, self._choices[seat].below)
        text = game.write(action)
        self._done(table.play(self._table, seat, text, now, self._shoe, window.key), now)

    def _leave_plans(self, seat: Seat, seen: Table, now: Moment, whole: bool) -> bool:
        """Leaves ahead what makes sense by what was seen; says whether any of it was refused."""
        if self._kit.planner is None:
            return False
        dice = self._choices[seat].below
        refused = False
        for text in self._kit.planner(seen.game, seen.view(seat), dice, whole):
            try:
                change = table.plan(self._table, seat, text, now, self._shoe)
            except GameError:
                refused = True
            else:
                self._done(change, now)
        return refused

    def _done(self, change: Change, now: Moment) -> None:
        """The table has changed; whoever is notified of that may look."""
        before, after = self._table, change.table
        self._table, self._alarm = after, after.clock.alarm
        self.journal += change.entries
        for event in change.events:
            self._lasted.time_outs += isinstance(event, house.TimedOut)
            self._lasted.extensions += isinstance(event, house.Extended)
        pairs = zip(before.players, after.players, strict=True)
        self._lasted.stand_ins += sum(old != new for old, new in pairs)
        clock, turn = after.clock, after.clock.seat
        reached = (clock.key, turn) != (before.clock.key, before.clock.seat)
        if turn is not None:
            self._lasted.prompts[turn] += reached
            for seat in self._called(before, change, turn if reached else None):
                self._notify(self._in_seat[seat], now)

    def _called(self, before: Table, change: Change, reached: Seat | None) -> set[Seat]:
        """Who is named by the post that a change is worth, or gets a message about the turn."""
        after = change.table
        messages = house.Reminded | house.TimeAdded | house.PlanFailed
        seats = {event.to for event in change.events if isinstance(event, messages)}
        if self._in_turn:
            seats.add(reached)
        elif any(event.to is None for event in change.events):
            old = before.view(None) if before.deals else None
            seats.update(self._kit.words.called(after.game, old, after.view(None)))
        return {seat for seat in seats if seat is not None}

    def _notify(self, number: int, now: Moment) -> None:
        """Somebody is named or written to, and may look because of that."""
        if self._expected.get(number, now) > now:
            return  # that look is soon enough
        moment = self._people[number].after_notice(now)
        if moment is not None:
            self._expected[number] = moment
            heappush(self._diary, (moment, number, False))

    def _measure(self) -> None:
        """How long deals and rounds took, by the game's journal."""
        folded, scope = self._start, None
        deals: list[Moment] = []
        rounds: list[Moment] = []
        for entry in self.journal:
            if not entry.actor:
                continue
            if entry.actor == actor_name(DEALER):
                deals.append(entry.at)
            folded = table.enter(folded, entry.actor, entry.action, now=entry.at).table
            window = folded.window
            if window is not None and window.scope != scope:
                scope = window.scope
                rounds.append(entry.at)
        end = self.journal[-1].at
        self._lasted.game = end - START
        self._lasted.deals = _gaps(deals, end)
        self._lasted.rounds = _gaps(rounds, end)


def _gaps(moments: Sequence[Moment], end: Moment) -> list[int]:
    """How long it is from each moment to the next, from the last one to the end."""
    return [after - before for before, after in pairwise([*moments, end])]


# --- the command ---------------------------------------------------------------------------------


def run(wanted: Wanted, pace: str, path: str, as_json: bool, out: TextIO, err: TextIO) -> int:
    """Plays the games that are asked for in each way, and tells how many days they take."""
    try:
        series = read(wanted, GAMES)
        asked = read_pace(pace)
        text = read_text(path, "a file of habits")
        try:
            people = read_people(text)
        except GameError as error:
            raise Unreadable(f"{file_name(path)}: {error}") from error
    except (GameError, Unreadable) as error:
        err.write(f"simulate: {error}\n")
        return 2
    # people who do all that a way says anyhow are not played twice
    played: dict[tuple[People, Pace, bool], list[Lasted]] = {}
    by_way = {
        way: played.setdefault((way.people(people), way.pace(asked), way.in_turn), [])
        for way in WAYS
    }
    progress = Progress(series.games * len(played), err)
    try:
        for setting, lasted in played.items():
            for seed in islice(shuffle.seeds(series.seed), series.games):
                lasted.append(GameByPost(series, *setting, seed).play())
                progress.step()
    finally:
        progress.clear()
    sections = {way: _rows(lasted) for way, lasted in by_way.items()}
    told = _as_json if as_json else _as_text
    out.write(told(series, asked, path, sections))
    return 0


Rows = Mapping[str, Mapping[str, float]]


def _rows(lasted: Sequence[Lasted]) -> Rows:
    """What is told of the games played one way: four figures for each row."""
    numbers: dict[str, Sequence[float]] = {
        "days a round": [length / DAY for one in lasted for length in one.rounds],
        "days a deal": [length / DAY for one in lasted for length in one.deals],
        "days a game": [one.game / DAY for one in lasted],
        "rounds a deal": [len(one.rounds) / len(one.deals) for one in lasted],
        "deals a game": [len(one.deals) for one in lasted],
        "looks a person": [looks for one in lasted for looks in one.looks],
        "prompts a person": [prompts for one in lasted for prompts in one.prompts],
        "extensions a game": [one.extensions for one in lasted],
        "time-outs a game": [one.time_outs for one in lasted],
        "stand-ins a game": [one.stand_ins for one in lasted],
    }
    return {row: _figures(found) for row, found in numbers.items()}


def _figures(numbers: Sequence[float]) -> Mapping[str, float]:
    """The figures that are told of some numbers, rounded so that they are the same everywhere."""
    in_order = sorted(numbers)
    return {
        "mean": round(sum(in_order) / len(in_order), 6),
        "median": round(_quantile(in_order, 0.5), 6),
        "90 %": round(_quantile(in_order, 0.9), 6),
        "max": round(in_order[-1], 6),
    }


def _quantile(in_order: Sequence[float], share: float) -> float:
    """The least of the numbers that so large a share of them does not exceed."""
    return in_order[ceil(share * len(in_order)) - 1]


def _as_text(series: Series, pace: Pace, path: str, sections: Mapping[Way, Rows]) -> str:
    what = registry.kit(series.game.id).round
    lines = [
        f"{registry.write_game(series.game)}: {counted(series.games, 'game')} in each way, "
        f"seed {series.seed}",
        f"Players: {len(series.kinds)} people, habits {file_name(path)}, pace {write_pace(pace)}",
        f"A round is {'an' if what[0] in 'aeiou' else 'a'} {what}. A prompt is a turn that the "
        "game waits at; a stand-in takes over the seat of whoever misses too many.",
    ]
    for way, rows in sections.items():
        heads = "".join(f"{name:>12}" for name in next(iter(rows.values())))
        lines += ["", f"{way.name}: {way.said}", f"{'':28}{heads}"]
        for row, figures in rows.items():
            numbers = "".join(f"{figure:12.2f}" for figure in figures.values())
            lines.append(f"  {row:26}{numbers}")
    return "".join(f"{line}\n" for line in lines)


def _as_json(series: Series, pace: Pace, path: str, sections: Mapping[Way, Rows]) -> str:
    told = {
        "game": series.game.id,
        "options": registry.options_of(series.game),
        "pace": write_pace(pace),
        "habits": path,
        "games": series.games,
        "seed": series.seed,
        **{way.name: rows for way, rows in sections.items()},
    }
    return json.dumps(told) + "\n"
