"""The command `simulate --habits`: how many days games take, as worked out by hand and by rules."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.days import DAY, START, WAYS, GameByPost, Lasted, Way
from bot.habits import read_people
from bot.simulate import Series
from games import registry, shuffle
from games.pace import PRESETS, read_pace
from games.table import Entry

HOUR, MINUTE = 3600, 60
HABITS = Path(__file__).parents[2] / "docs" / "habits"
EVENING = str(HABITS / "evening.toml")
GAMES = tuple(registry.PACKAGES)
STRICT, OPEN, PLANS, OWN = WAYS

SMALL = {"pitch-and-catch": {"hand_size": "2"}, "baseball": {"deals": "2"}}
"""Options that make a game small enough to be played many times."""


def by_post(
    toml: str, way: Way = STRICT, pace: str = "daily", game: str = "pitch-and-catch", seats: int = 3
) -> tuple[Lasted, list[Entry]]:
    """One small game by post, with its journal."""
    made = registry.make(game, SMALL.get(game, {"innings": "1"}), seats)
    series = Series(made, ("plain",) * seats, 1, "one")
    people = way.people(read_people(toml))
    seed = next(shuffle.seeds(series.seed))
    played = GameByPost(series, people, way.pace(read_pace(pace)), way.in_turn, seed)
    return played.play(), played.journal


def decisions(journal: list[Entry]) -> list[Entry]:
    """What players did themselves or had left ahead."""
    return [entry for entry in journal if entry.actor.startswith("p")]


def simulated(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    """The object that the command prints."""
    assert main(["simulate", *words, "--json"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    told: dict[str, Any] = json.loads(out)
    return told


def at(hour: int, since: int = START) -> Iterator[int]:
    """The moments at which it is so many hours after midnight, UTC."""
    first = since - since % DAY + hour * HOUR
    return iter(range(first if first >= since else first + DAY, since + 1000 * DAY, DAY))


# --- days, worked out by hand --------------------------------------------------------------------


def test_every_game_begins_on_a_monday_at_noon() -> None:
    assert datetime.fromtimestamp(START, UTC) == datetime(2026, 1, 5, 12, tzinfo=UTC)


def test_three_people_at_eight_make_one_decision_a_day_one_after_the_other() -> None:
    """They look in the same second, so nobody sees what another has just done.

    Who catches the ball is seen to pitch it at once: that is the own next decision.
    """
    lasted, journal = by_post('looks = "20:00"')
    made = decisions(journal)
    assert made[0].at == START + 8 * HOUR
    for one, other in pairwise(made):
        assert other.at - one.at == (0 if one.actor == other.actor else DAY)
    assert lasted.game == made[-1].at - START
    assert sum(lasted.prompts) == len(made)
    assert lasted.time_outs == lasted.extensions == lasted.stand_ins == 0


def test_one_after_the_other_each_decision_waits_for_the_next_look_of_whoever_has_it() -> None:
    """The first looks at six, the second at seven, the third at eight in the evening."""
    people = "".join(f'[[people]]\nlooks = "{hour}:00"\n' for hour in (18, 19, 20))
    _, journal = by_post(people)
    made = decisions(journal)
    assert {entry.actor for entry in made} == {"p1", "p2", "p3"}
    before = START
    for entry in made:
        hour = 17 + int(entry.actor[1:])
        assert entry.at == next(at(hour, since=before))
        before = entry.at
    # with the turns the evening goes round, so some days see several decisions
    assert any(one.at // DAY == other.at // DAY for one, other in pairwise(made))


@pytest.mark.parametrize("game", GAMES)
def test_people_who_answer_each_notice_in_ten_minutes(game: str) -> None:
    """Awake day and night, they need ten minutes whenever the turn comes to another of them."""
    toml = 'awake = "00:00-24:00"\nlooks = 0\ndelay = "10m"'
    lasted, journal = by_post(toml, game=game)
    made = decisions(journal)
    assert made[0].at == START + 10 * MINUTE
    for one, other in pairwise(made):
        assert other.at - one.at == (0 if one.actor == other.actor else 10 * MINUTE)
    assert sum(lasted.prompts) == len(made)


def test_a_trick_takes_three_days_at_most_in_the_open_way() -> None:
    """Whoever looks at a time of the own does so once in each window: pitch, swings, catches."""
    people = "".join(f'[[people]]\nlooks = "{hour}:00"\n' for hour in (13, 9, 22, 17, 20, 8, 15))
    lasted, _ = by_post(people, OPEN, seats=7)
    assert lasted.time_outs == lasted.extensions == 0
    assert DAY < max(lasted.rounds) <= 3 * DAY


def test_a_trick_takes_a_day_at_most_where_the_next_pitch_is_left_too() -> None:
    """All have looked within a day of the pitch; before the first of an inning there is one more,
    for nobody could leave it: the dealer's.
    """
    people = "".join(f'[[people]]\nlooks = "{hour}:00"\n' for hour in (13, 9, 22, 17, 20, 8, 15))
    lasted, journal = by_post(people, PLANS, seats=7)
    deals = len(lasted.deals)
    assert deals == sum(entry.actor == "dealer" for entry in journal)
    assert sum(length > DAY for length in lasted.rounds) <= deals
    assert max(lasted.rounds) <= 2 * DAY


def test_a_window_is_missed_if_the_look_comes_later_the_day_after_and_the_window_is_a_day() -> None:
    """Between two looks from eight to ten lie 26 hours at most: in such a window all answer."""
    toml = 'looks = "20:00"\nspread = "2h"'
    lasted, _ = by_post(toml, OPEN, "daily extensions=0", seats=7)
    assert lasted.time_outs > 0
    lasted, _ = by_post(toml, OPEN, "window=26h grace=0s extensions=0", seats=7)
    assert lasted.time_outs == lasted.extensions == 0


def test_who_is_away_has_two_extensions_then_misses_two_and_is_replaced() -> None:
    """All three are away from the first day on, for a year.

    The dealer's first window ends on Tuesday noon; two extensions make it Thursday. Each of the
    three spends two, misses two turns in a row, and gives way to a house player.
    """
    toml = 'looks = "20:00"\naway = 1\naway_days = 365'
    lasted, journal = by_post(toml)
    assert lasted.looks == [0, 0, 0]
    assert lasted.extensions == 3 * PRESETS["daily"].extensions == 6
    clock = [entry for entry in journal if entry.actor == "clock"]
    assert clock[0].at == START + 3 * DAY
    assert lasted.time_outs == len(clock) >= 6
    assert lasted.stand_ins == 3
    assert {entry.action for entry in journal if entry.actor == "house"} == {
        "computer p1",
        "computer p2",
        "computer p3",
    }


def test_substitutes_come_first_and_play_by_the_habits_of_those_they_replace() -> None:
    """One is there: the second seat that is lost goes to a house player."""
    toml = 'looks = "20:00"\nsubstitutes = 1\naway = 1\naway_days = 365'
    lasted, journal = by_post(toml)
    orders = [entry.action for entry in journal if entry.actor == "house"]
    assert orders[0].endswith('"Substitute 1"')
    assert all(order.startswith("computer") for order in orders[1:])
    assert lasted.stand_ins == len(orders)


def test_nobody_is_awaited_in_the_quiet_hours() -> None:
    """A game of people who never come: no time runs out between eleven and seven in Berlin."""
    toml = 'zone = "Europe/Berlin"\nquiet = "23-7"\naway = 1\naway_days = 365'
    _, journal = by_post(toml, pace="window=5h grace=5h")
    hours = [(entry.at // HOUR + 1) % 24 for entry in journal if entry.actor == "clock"]
    assert hours
    assert all(7 <= hour < 23 for hour in hours)


def test_whoever_tells_of_days_away_is_waited_for_on_leave() -> None:
    """Two days away are told before, and cost neither an extension nor a turn."""
    toml = 'looks = "20:00"\naway = 0.2\naway_days = 2\n'
    pace = "window=26h grace=26h leave=99"
    silent, _ = by_post(toml, PLANS, pace)
    told, _ = by_post(f"{toml}tells = true", PLANS, pace)
    assert silent.extensions > told.extensions == told.time_outs == 0


# --- the ways compared ---------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_with_plans_no_slower_than_open_and_that_than_strict(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """In all lengths of time, on the average of some games."""
    told = simulated(capsys, game, "-n", "4", "--habits", EVENING, "--seed", "a")
    for row in ("days a round", "days a deal"):
        means = [told[way.name][row]["mean"] for way in (PLANS, OPEN, STRICT)]
        assert means == sorted(means)
        assert means[0] < means[-1]


def test_the_goals_of_pitch_and_catch(capsys: pytest.CaptureFixture[str]) -> None:
    """Seven who look once an evening: with sheets a trick in 1.2 days, an inning in 20."""
    told = simulated(
        capsys, "pitch-and-catch", "--pace", "daily", "--habits", EVENING, "-n", "4", "--seed", "b"
    )
    assert told["plans"]["days a round"]["mean"] <= 1.2
    assert told["plans"]["days a deal"]["mean"] <= 20
    assert told["open"]["days a round"]["mean"] <= 3


def test_people_as_they_are_lie_between_answering_never_and_always_ahead(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "half.toml"
    file.write_text('looks = "20:00-22:00"\nahead = 0.5\n')
    told = simulated(capsys, "pitch-and-catch", "--habits", str(file), "-n", "4", "--seed", "a")
    days = [told[way]["days a round"]["mean"] for way in ("plans", "own", "strict")]
    assert days == sorted(days)
    assert len(set(days)) == 3


# --- what the command prints ---------------------------------------------------------------------


def test_the_same_seed_gives_the_same_days(capsys: pytest.CaptureFixture[str]) -> None:
    """Byte for byte; another seed gives others."""

    def text(seed: str) -> str:
        words = [
            "pitch-and-catch",
            "--habits",
            str(HABITS / "mixed.toml"),
            "--games",
            "1",
            "--option",
            "hand_size=4",
        ]
        assert main(["simulate", *words, "--seed", seed]) == 0
        return capsys.readouterr().out

    assert text("spring") == text("spring")
    assert text("spring").splitlines()[1:] != text("autumn").splitlines()[1:]


def test_what_people_read(capsys: pytest.CaptureFixture[str]) -> None:
    """The game, the people, the pace; then each way with its rows of four figures."""
    words = ["ball-four-40", "--habits", EVENING, "-n", "1", "--seed", "a", "--option", "innings=1"]
    assert main(["simulate", *words, "--pace", "daily window=30h"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    lines = out.splitlines()
    assert lines[0] == "ball-four-40 (innings=1): 1 game in each way, seed a"
    assert lines[1] == f"Players: 4 people, habits {EVENING}, pace window=30h grace=8h"
    assert lines[2].startswith("A round is an at-bat.")
    assert [line.partition(":")[0] for line in lines if line.count(": ") and line[0] in "sop"] == [
        "strict",
        "open",
        "plans",
        "own",
    ]
    for line in lines:
        if line.startswith("  "):
            assert len(line.split()) >= 4


def test_an_object_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    told = simulated(capsys, "baseball", "--habits", EVENING, "-n", "1", "--seed", "a")
    assert (told["game"], told["pace"], told["games"]) == ("baseball", "daily", 1)
    for way in ("strict", "open", "plans", "own"):
        assert list(told[way]) == [
            "days a round",
            "days a deal",
            "days a game",
            "rounds a deal",
            "deals a game",
            "looks a person",
            "prompts a person",
            "extensions a game",
            "time-outs a game",
            "stand-ins a game",
        ]
        assert all(list(row) == ["mean", "median", "90 %", "max"] for row in told[way].values())


@pytest.mark.parametrize("file", sorted(HABITS.glob("*.toml")), ids=lambda file: file.name)
def test_every_file_that_is_brought_along_can_be_played(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for game in GAMES:
        option = "deals=1" if game == "baseball" else "innings=1"
        options = [] if game == "pitch-and-catch" else ["--option", option]
        told = simulated(capsys, game, "--habits", str(file), "-n", "1", "--seed", "a", *options)
        assert told["own"]["days a game"]["mean"] > 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--habits nowhere.toml", "nowhere.toml: expected a file of habits, found no such file"),
        ("--habits .", ".: expected a file of habits, found a directory"),
        (f"--habits {EVENING} --pace weekly", "expected one of live, fast, daily, relaxed"),
        (f"--habits {EVENING} --pace window=12h", "both a window and a grace"),
        (f"--habits {EVENING} -n 0", "expected a number of games, 1 to 10000000"),
        (f"--habits {EVENING} --seats 9", "expected a number of seats, 3 to 7"),
        (f"--habits {EVENING} --players plain", "--players is for games without --habits"),
        ("--pace daily", "--pace needs --habits FILE"),
    ],
)
def test_refusals(words: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """One line that says what would be right, and status 2; nothing is played."""
    assert main(["simulate", "pitch-and-catch", *words.split()]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1
    assert said in err


def test_a_file_that_cannot_be_is_refused_with_its_name(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "people.toml"
    file.write_text("[[people]]\nahead = 1.4\n")
    assert main(["simulate", "pitch-and-catch", "--habits", str(file)]) == 2
    assert capsys.readouterr().err == (
        f'simulate: {file}: people 1: ahead: expected a share from 0 to 1, like 0.5, found "1.4"\n'
    )


# --- what the README says ------------------------------------------------------------------------

README = HABITS.parents[1] / "README.md"
ROWS = {"trick": "round", "play": "round", "at-bat": "round", "betting round": "round"}
ROWS |= {"inning": "deal", "deal": "deal", "game": "game"}


def figures_in_readme(title: str) -> dict[str, list[str]]:
    """The cells of a game's three rows, by what they are about."""
    lines = README.read_text(encoding="utf-8").splitlines()
    start = next(at for at, line in enumerate(lines) if line.startswith(f"| {title}, "))
    rows = [[cell.strip() for cell in line.split("|")[2:-1]] for line in lines[start : start + 3]]
    return {ROWS[what.partition(" ")[2]]: cells for what, *cells in rows}


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_the_figures_of_the_readme_are_what_its_command_prints(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """If not: the command that is named there, and its means and nine tenths."""
    title = registry.kit(game).game.title
    words = ["--pace", "daily", "--habits", EVENING, "-n", "40", "--seed", "days"]
    told = simulated(capsys, game, *words)
    for row, cells in figures_in_readme(title).items():
        figures = [told[way.name][f"days a {row}"] for way in (STRICT, OPEN, PLANS)]
        assert cells == [f"{one['mean']:.1f} ({one['90 %']:.1f})" for one in figures]
