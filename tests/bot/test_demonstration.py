"""The demonstration: a whole game is played on the practice field, told, and leaves its record."""

from __future__ import annotations

import asyncio
import errno
import io
import os
import re
import signal
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import pytest

from bot import demonstration
from bot.__main__ import main
from bot.demonstration import Clocks, Terminal, chosen, stop_once
from bot.outbox import PostRefused
from bot.poster import DiscordPoster
from bot.practice import Outcome, Person, PracticeField
from games import record

ROOT = Path(__file__).parents[2]
MOST_SECONDS = 60
AUTO = ("practice", "--auto")
QUICK = (*AUTO, "--seats", "3")
NO_SETTINGS = dict.fromkeys(("DISCORD_TOKEN", "UMPIRE_DATABASE", "UMPIRE_LOG_LEVEL"), "")


def started(folder: Path, *arguments: str, **more: str) -> subprocess.Popen[str]:
    """The program, in a folder."""
    return subprocess.Popen(
        [sys.executable, "-m", "bot", *arguments],
        cwd=folder,
        env={**os.environ, **NO_SETTINGS, "PYTHONPATH": str(ROOT), **more},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )


def watched(folder: Path, *arguments: str) -> str:
    """What the program tells, if it ends well and soon."""
    began = time.monotonic()
    with started(folder, *arguments) as child:
        out, err = child.communicate(timeout=MOST_SECONDS)
    assert (child.returncode, err) == (0, "")
    assert time.monotonic() - began < MOST_SECONDS
    return out


def last_game(story: str) -> str:
    """What is told of the game that went through all its innings."""
    return story.rpartition("Here is another, ")[2]


def public(story: str) -> str:
    """What everybody can read."""
    lines = story.splitlines()
    return "\n".join(line for line in lines if not line.startswith(demonstration.BAR.rstrip()))


def private(story: str) -> str:
    """What only one person sees."""
    return "\n".join(
        line for line in story.splitlines() if line.startswith(demonstration.BAR.rstrip())
    )


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A folder in which the program was started without a token, and what it told."""
    folder = tmp_path_factory.mktemp("evening")
    return folder, watched(folder)


def test_a_whole_game_from_a_shell(
    evening: tuple[Path, str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Seven innings with their scores, the final post, and a record that is fair; nothing else."""
    folder, story = evening
    told = public(last_game(story))
    scores = dict(re.findall(r"inning (\d) is over\. Score: (.+)\.$", told, re.MULTILINE))
    assert list(scores) == list("1234567")
    assert len(re.findall(r"^The game is over: .+ with \d+ points?\.$", told, re.MULTILINE)) == 1

    assert [path.name for path in folder.iterdir()] == ["pitch-and-catch.box"]
    text = (folder / "pitch-and-catch.box").read_text(encoding="utf-8")
    read = record.read(text)
    position = record.position(text)
    seen = dict(re.findall(r"([A-Z][A-Za-z ]+) (\d+)", scores["7"]))
    assert {name: int(score) for name, score in seen.items()} == dict(
        zip(position["players"], position["scores"], strict=True)
    )
    for secret in (read.headers["seed"], read.headers["commitment"]):
        assert secret in told
    assert main(["verify", str(folder / "pitch-and-catch.box")]) == 0
    assert capsys.readouterr().out.splitlines()[-1] in story
    assert story.index("Clocks and limits are scaled") < story.index("#table: ")
    assert story.startswith("There is no DISCORD_TOKEN")
    assert story.index("so you see a demonstration.") < story.index("Pitch & Catch, from the")
    assert "python -m bot doctor" in story


def test_a_person_plays_with_everything_there_is(evening: tuple[Path, str]) -> None:
    """Joins, is dealt hands by direct message, taps and types; only the person sees that."""
    _, story = evening
    seen = private(story)
    assert last_game(seen).count("Direct message to Ana:") >= 7
    for done in (
        *("types /in:", "taps My hand:", "taps Table:", "taps Act:", "types /pass"),
        *(
            "taps Pass",
            "types /plan answer:",
            "chooses pitch highest for the next pitch",
            "types /game open",
        ),
    ):
        assert done in seen, done
    assert re.search(r"taps (Swing|Field|Pitch) \S+: Done: ", seen)
    assert re.search(r"types /(swing|field|pitch) card:\S+: Done: ", seen)
    assert "Your hand" not in public(story)
    assert "-# " not in story
    assert not re.search(r"<[@#t]", story)


def test_nobody_acts_before_the_cards_are_there(evening: tuple[Path, str]) -> None:
    """Whatever the person does, as many hands have come by direct message as were dealt."""
    _, story = evening
    dealt = came = did = 0
    for before, line in pairwise(last_game(story).splitlines()):
        dealt += bool(re.match(r"Inning \d\. .* deals \d cards each\.", line))
        came += "Direct message to Ana:" in before and "Your hand:" in line
        if dealt and re.search(r"│ Ana (taps|types) ", line):
            did += 1
            assert came >= dealt, line
    assert (dealt, came) == (7, 7)
    assert did > 50


def test_posts_stand_apart(evening: tuple[Path, str]) -> None:
    """An empty line before each post, a heading before each inning, and a time in one unit."""
    _, story = evening
    lines = story.splitlines()
    starts = [at for at, line in enumerate(lines) if re.match(r"Inning \d\. ", line)]
    assert len(starts) >= 7
    for at in starts:
        number = lines[at][len("Inning ")]
        assert lines[at - 3 : at] == ["", f"--- Inning {number} ---", ""]
    for before, line in pairwise(lines):
        if before.startswith("@Ana"):
            assert line == ""
    assert "The draw is in 2 hours (" in story


def test_nothing_of_the_users_is_touched(tmp_path: Path) -> None:
    """Neither the settings nor the database that they name, nor a file of the record's name."""
    settings = "DISCORD_TOKEN=not-a-token\nUMPIRE_DATABASE=sqlite:///mine.db\n"
    (tmp_path / ".env").write_text(settings, encoding="utf-8")
    (tmp_path / "pitch-and-catch.box").write_text("mine", encoding="utf-8")
    (tmp_path / "pitch-and-catch-2.box").mkdir()
    story = watched(tmp_path, *QUICK)
    assert str(tmp_path / "pitch-and-catch-3.box") in story
    assert "inning 3 is over" in last_game(story)
    assert (tmp_path / ".env").read_text(encoding="utf-8") == settings
    assert (tmp_path / "pitch-and-catch.box").read_text(encoding="utf-8") == "mine"
    kept = {".env", "pitch-and-catch.box", "pitch-and-catch-2.box", "pitch-and-catch-3.box"}
    assert {path.name for path in tmp_path.iterdir()} == kept
    assert main(["verify", str(tmp_path / "pitch-and-catch-3.box")]) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no SIGINT to a child alone")
def test_an_interrupt_ends_it_cleanly(tmp_path: Path) -> None:
    """In the middle of a game: the status of a shell, not a word, no file anywhere."""
    here, temporary = tmp_path / "here", tmp_path / "temporary"
    here.mkdir()
    temporary.mkdir()
    with started(here, *AUTO, TMPDIR=str(temporary)) as child:
        assert child.stdout is not None
        for line in child.stdout:
            if line.startswith("Inning 1."):
                break
        child.send_signal(signal.SIGINT)
        _, err = child.communicate(timeout=MOST_SECONDS)
    assert (child.returncode, err) == (130, "")
    assert list(here.iterdir()) == list(temporary.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such handlers")
async def test_further_interrupts_do_not_cut_the_tidying_up_short() -> None:
    """Impatient people press the keys more than once."""
    begun, tidied = asyncio.Event(), []

    async def work() -> None:
        stop_once()
        try:
            begun.set()
            await asyncio.Event().wait()
        finally:
            signal.raise_signal(signal.SIGINT)
            for _ in range(20):  # the loop hears of the signal in one of its next rounds
                await asyncio.sleep(0)
            tidied.append("all")

    working = asyncio.create_task(work())
    try:
        await begun.wait()
        signal.raise_signal(signal.SIGINT)
        with pytest.raises(asyncio.CancelledError):
            await working
    finally:
        asyncio.get_running_loop().remove_signal_handler(signal.SIGINT)
    assert tidied == ["all"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no broken pipes")
def test_whoever_has_seen_enough_may_go(tmp_path: Path) -> None:
    """As with `| head`."""
    with started(tmp_path, *AUTO) as child:
        assert child.stdout is not None
        child.stdout.readline()
        child.stdout.close()
        assert child.stderr is not None
        assert child.stderr.read() == ""
    assert child.returncode == 141
    assert list(tmp_path.iterdir()) == []


def test_a_missing_package_is_one_sentence(tmp_path: Path) -> None:
    """As in a shell in which the virtual environment was not activated: no traceback."""
    code = (
        "import sys; sys.modules[{name!r}] = None; sys.path.insert(0, {root!r}); "
        "sys.argv = ['umpire']; from bot.__main__ import main; sys.exit(main())"
    )
    for name in ("aiosqlite", "msgspec", "discord"):
        done = subprocess.run(
            [sys.executable, "-c", code.format(name=name, root=str(ROOT))],
            cwd=tmp_path,
            env={**os.environ, **NO_SETTINGS},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 1
        assert done.stderr == (
            f"Umpire's packages are missing here, {name} among them: activate the virtual "
            "environment, or run python -m pip install -e .\n"
        )


def test_other_commands_do_not_wait_for_discord_py() -> None:
    """It takes a while to load."""
    code = "import sys, bot.__main__; sys.exit('discord' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False)
    assert done.returncode == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["practice"], "expected --auto"),
        ([*AUTO, "--seats", "8"], 'expected a number of seats, 3 to 7, found "8"'),
        ([*AUTO, "--seats", "²"], 'expected a number of seats, 3 to 7, found "²"'),
        ([*AUTO, "--seats", ""], "expected a number of seats, 3 to 7, found nothing"),
        ([*AUTO, "--seed", "1"], "unrecognized arguments"),
    ],
)
def test_arguments_that_make_no_sense(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line, status 2, and nothing is played."""
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    (line,) = err.splitlines()
    assert said in line


# --- what can go wrong ---------------------------------------------------------------------------


@pytest.fixture
def in_process(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """The log stays pytest's, and the test may change what it likes."""
    monkeypatch.setattr("bot.logs.set_up", lambda *_, **__: None)
    return monkeypatch


def ran(folder: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, list[str]]:
    """The exit status, what was told, and the lines of complaint."""
    status = demonstration.run(3, folder, sys.stdout, sys.stderr)
    out, err = capsys.readouterr()
    return status, out, err.splitlines()


def test_a_folder_that_cannot_be_written_to(
    tmp_path: Path, in_process: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The game was played and told; one line says that its record is lost."""
    file = tmp_path / "file"
    file.touch()
    status, out, (complaint,) = ran(file, capsys)
    assert status == 2
    assert "Final score (" in out  # by three strikes or after seven innings
    assert "The record that was attached" not in out
    assert str(file / "pitch-and-catch.box") in complaint


def test_no_port_to_listen_on(
    tmp_path: Path, in_process: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One sentence, status 1."""

    async def busy(field: PracticeField, port: int = 0) -> None:
        raise OSError(98, "Address already in use")

    in_process.setattr(PracticeField, "start", busy)
    status, _, complaints = ran(tmp_path, capsys)
    assert status == 1
    assert complaints == [
        "The demonstration cannot go on: no port of this machine can be used: "
        "Address already in use."
    ]


def test_a_bot_that_says_nothing(
    tmp_path: Path, in_process: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is not waited for endlessly, and leaves nothing behind."""

    async def mute(*_: object) -> int:
        raise PostRefused("not today")

    in_process.setattr(DiscordPoster, "post", mute)
    in_process.setattr(demonstration, "PATIENCE", 0.5)
    status, _, complaints = ran(tmp_path, capsys)
    assert status == 1
    assert complaints == [
        "The demonstration cannot go on: the bot has said nothing for 0.5 seconds."
    ]
    assert list(tmp_path.iterdir()) == []


def test_a_bot_that_does_not_answer(
    tmp_path: Path, in_process: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is typed is tried again, but not endlessly."""

    async def unanswered(person: Person, *_: object) -> Outcome:
        asked.append(person.name)
        raise TimeoutError

    asked: list[str] = []
    in_process.setattr(Person, "types", unanswered)
    status, _, complaints = ran(tmp_path, capsys)
    assert status == 1
    assert complaints == ["The demonstration cannot go on: the bot does not answer in time."]
    assert len(asked) == demonstration.TRIES


class Full(io.StringIO):
    """A terminal, or a disk, that takes nothing."""

    def write(self, text: str) -> int:
        """Takes nothing."""
        raise OSError(errno.ENOSPC, "No space left on device")


def test_an_output_that_takes_no_more(tmp_path: Path, in_process: pytest.MonkeyPatch) -> None:
    """Whoever started the program answers for that, and nothing is said of the demonstration."""
    err = io.StringIO()
    with pytest.raises(OSError, match="No space left on device"):
        demonstration.run(3, tmp_path, Full(), err)
    assert err.getvalue() == ""


def test_a_record_that_does_not_verify(
    tmp_path: Path, in_process: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is said why, as `verify` says it."""
    play = demonstration._play

    async def forged(seats: int, terminal: Terminal) -> str:
        return re.sub(r"^seed: ..", "seed: 00", await play(seats, terminal), flags=re.MULTILINE)

    in_process.setattr(demonstration, "_play", forged)
    status, out, (complaint,) = ran(tmp_path, capsys)
    assert status == 1
    assert "check commitment" in complaint
    assert "python -m bot verify" not in out.rpartition("took")[2]


# --- small things --------------------------------------------------------------------------------


def test_the_clocks_stand_while_the_terminal_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """Behind a pager that nobody scrolls for an hour, nobody's time runs out."""
    real = [1000.0]

    class Pager(io.StringIO):
        def write(self, text: str) -> int:
            real[0] += 3600
            return len(text)

    def clock() -> float:
        return real[0]

    monkeypatch.setattr(demonstration, "time", SimpleNamespace(time=clock, monotonic=clock))
    terminal = Terminal(Pager())
    clocks = Clocks(terminal)
    before = clocks.time.now(), clocks.time.steady()
    terminal.tell("a line")
    assert (clocks.time.now(), clocks.time.steady()) == before
    real[0] += 5
    assert (clocks.time.now(), clocks.time.steady()) == (before[0] + 5, before[1] + 5)
    clocks.leapt += 100
    assert (clocks.time.now(), clocks.time.steady()) == (before[0] + 105, before[1] + 5)


@pytest.mark.parametrize(
    ("verb", "cards", "post", "card"),
    [
        ("pitch", ["2♣", "9♣", "K♦"], "", "K♦"),
        ("swing", ["A♣", "9♣", "J♦"], "Two strikes! If nobody swings", "A♣"),
        ("swing", ["A♣", "9♣", "J♦"], "", "J♦"),
        ("swing", ["A♣", "7♦"], "", None),
        ("swing", [], "Two strikes! If nobody swings", None),
        ("field", ["5♣", "6♣", "K♦"], "", "6♣"),
        ("field", ["2♣", "A♦"], "", None),
        ("field", [], "", None),
    ],
)
def test_what_the_person_plays(verb: str, cards: list[str], post: str, card: str | None) -> None:
    """High cards, and low ones only against a third strike."""
    assert chosen(verb, cards, post) == card
