"""The command line, `umpire` or `python -m bot`: reads arguments and hands them on.

What a command does is in the module named after it; only this one prints.
"""

from __future__ import annotations

import argparse
import io
import os
import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NoReturn, TextIO


def _missing(error: ModuleNotFoundError) -> str:
    """What is said in another environment than the one that Umpire was installed into."""
    if error.name is None or error.name.partition(".")[0] in ("bot", "cogs", "games", "storage"):
        raise error
    return (
        f"Umpire's packages are missing here, {error.name} among them: activate the virtual "
        "environment, or run python -m pip install -e ."
    )


try:
    from bot import care, config, days, doctor, records, rulebook, simulate
    from games import registry
    from games.core import shown
except ModuleNotFoundError as error:
    sys.exit(_missing(error))

CLOSED_PIPE, INTERRUPTED = 141, 130
"""Exit statuses as a shell gives them to programs that SIGPIPE and SIGINT ended."""

SHOWN, SEATS = "pitch-and-catch", 7
"""The game that practice shows, and how many play unless something else is said."""


class _Parser(argparse.ArgumentParser):
    """Says in one line what is wrong with the arguments."""

    def error(self, message: str) -> NoReturn:
        """Ends the program with status 2."""
        said = " ".join(message.split())
        self.exit(2, f"{self.prog}: {said} (see {self.prog} --help)\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and gives its exit status."""
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115  # closed by whoever ran us
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # a name or a suit that the terminal cannot show must not end the command
            stream.reconfigure(errors="backslashreplace")
    try:
        try:
            status = _run(_arguments(argv))
        except SystemExit as leaving:  # argparse has said everything
            status = int(leaving.code or 0)
        sys.stdout.flush()
        sys.stderr.flush()
    except ModuleNotFoundError as error:  # of what only some commands load
        print(_missing(error), file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _shut(sys.stdout, sys.stderr)
        return CLOSED_PIPE
    except OSError as error:  # commands answer for their own files; this is a full disk
        _shut(sys.stdout)
        print(f"The answer could not be written: {error.strerror}", file=sys.stderr)
        return 2
    return status


def _run(args: argparse.Namespace) -> int:
    match args.command:
        case "replay":
            return records.replay(args.file, args.form, sys.stdout, sys.stderr)
        case "verify":
            return records.verify(args.file, sys.stdout, sys.stderr)
        case "simulate":
            return _simulate(args)
        case "rules":
            return rulebook.show(args.game, args.clause, sys.stdout, sys.stderr, plain=True)
        case "practice":
            return _practise(args.seats)
        case "doctor":
            return doctor.examine(sys.stdout, args.channel)
        case "db":
            return _look_after(args)
        case _:
            return _start()


def _start() -> int:
    """Connects to Discord where there is a token, else shows how that is on the practice field."""
    try:
        settings = config.read()
    except config.ConfigError as error:
        for line in error.lines:
            print(line, file=sys.stderr)
        return 2
    if settings.token is None:
        print(f"{config.no_token()},\nso you see a demonstration.\n")
        return _practise()
    # only here and below: discord.py takes a while to load, and most commands do not need it
    from bot import client

    return client.run(settings)


def _practise(seats: int = SEATS) -> int:
    """Plays a whole game on the practice field."""
    from bot import demonstration

    return demonstration.run(seats, Path(), sys.stdout, sys.stderr)


def _simulate(args: argparse.Namespace) -> int:
    """Plays many games at once, or as people with habits play them by post."""
    wanted = simulate.Wanted(
        args.game, args.games, args.option, args.seats, args.players or "plain", args.seed
    )
    if args.habits is None:
        return simulate.run(wanted, args.json, sys.stdout, sys.stderr)
    pace = days.PACE if args.pace is None else args.pace
    return days.run(wanted, pace, args.habits, args.json, sys.stdout, sys.stderr)


def _look_after(args: argparse.Namespace) -> int:
    match args.db:
        case "check":
            return care.check(sys.stdout, sys.stderr)
        case "backup":
            return care.backup(args.file, sys.stdout, sys.stderr)
        case "restore":
            return care.restore(args.file, args.move_aside, sys.stdout, sys.stderr)
        case _:
            return care.export(args.game, sys.stdout, sys.stderr)


def _shut(*streams: TextIO) -> None:
    """Points the output nowhere, so that Python's own last flush finds nothing wrong."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        for stream in streams:
            os.dup2(nowhere, stream.fileno())


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    prog = "umpire" if Path(sys.argv[0]).stem == "umpire" else "python -m bot"
    parser = _Parser(
        prog=prog,
        allow_abbrev=False,
        description="Umpire, a moderator for card games played by post. Without a command it "
        "connects to Discord if the settings have a token; without one it does what practice "
        "--auto does.",
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    games = ", ".join(registry.PACKAGES)

    replay = _command(
        commands,
        "replay",
        "replay a game record and show where the game stands",
        "Checks every line of a record against the rules. Exit status: 0 if all are legal, 2 if "
        "one is not (which one, and why, is told), 3 if cards are not public yet.",
    )
    replay.add_argument("file", metavar="FILE", help="a record, usually NAME.box")
    replay.set_defaults(form="summary")
    forms = replay.add_mutually_exclusive_group()
    for form, purpose in (
        ("json", "print the position as a JSON object"),
        ("story", "tell the whole game first, trick by trick"),
    ):
        forms.add_argument(f"--{form}", dest="form", action="store_const", const=form, help=purpose)

    verify = _command(
        commands,
        "verify",
        "check that a record was dealt fairly",
        "Replays a record, then computes the draw, the seats and every deck from the seed that was "
        "committed to before the game, and tells what the game came to. Exit status: 0 if every "
        "check holds, 2 if one fails, 3 if something cannot be checked yet, for instance while the "
        "seed is secret.",
    )
    verify.add_argument("file", metavar="FILE", help="a record, usually NAME.box")

    simulation = _add_simulation(commands, games)
    rules = _command(
        commands,
        "rules",
        "show a game's rulebook, or one clause of it",
        "Prints the rulebook of a game and the rules that all games share, or the one clause that "
        "the referee has cited.",
    )
    rules.add_argument("game", metavar="GAME", help=f"which game: {games}")
    rules.add_argument("clause", metavar="CLAUSE", nargs="?", help="a clause, like PC-9 or X-14")

    practice = _add_practice(commands)
    examination = _add_doctor(commands)
    _add_db(commands)
    args = parser.parse_args(argv)
    if args.command == "simulate" and args.habits is None and args.pace is not None:
        simulation.error("--pace needs --habits FILE, the people who keep to it")
    if args.command == "simulate" and args.habits is not None and args.players is not None:
        simulation.error("--players is for games without --habits: people choose like plain ones")
    if args.command == "practice" and not args.auto:
        practice.error("expected --auto, for a game that you watch; there is nothing else yet")
    if args.command == "doctor" and args.live and args.channel is None:
        examination.error("--live needs --channel ID, a text channel to try Discord in")
    if args.command == "doctor" and args.channel is not None and not args.live:
        examination.error("--channel is for --live only")
    return args


def _add_simulation(commands: argparse._SubParsersAction[_Parser], games: str) -> _Parser:
    simulation = _command(
        commands,
        "simulate",
        "play many games with house players and count",
        "Plays games from beginning to end with computer players and prints how long they are, how "
        "they end, and who wins. With --habits it plays them by post, against the clock, with "
        "people who look when the file says so, and prints how many days they take.",
    )
    simulation.add_argument("game", metavar="GAME", help=f"which game: {games}")
    simulation.add_argument(
        "-n",
        "--games",
        metavar="N",
        help=f"how many games ({simulate.GAMES}; with --habits {days.GAMES} in each way)",
    )
    simulation.add_argument(
        "--option",
        metavar="K=V",
        action="append",
        default=[],
        help="an option of the game, like hand_size=5; may be given several times",
    )
    simulation.add_argument("--seats", metavar="N", help="how many play (as is usual in the game)")
    simulation.add_argument(
        "--players",
        metavar="KIND,...",
        help="kinds of house players, plain or random, given to the seats in turn (plain)",
    )
    simulation.add_argument(
        "--habits",
        metavar="FILE",
        help="when people look and what they answer then, like docs/habits/evening.toml",
    )
    simulation.add_argument(
        "--pace",
        metavar="PACE",
        help="with --habits, the pace of the table: a preset, like fast, or numbers, like "
        f'"window=12h grace=2h" ({days.PACE})',
    )
    simulation.add_argument(
        "--seed", metavar="TEXT", help="anything; the same seed gives the same games"
    )
    simulation.add_argument("--json", action="store_true", help="print a JSON object")
    return simulation


def _add_practice(commands: argparse._SubParsersAction[_Parser]) -> _Parser:
    practice = _command(
        commands,
        "practice",
        "watch a whole game on a stand-in for Discord",
        "Plays a whole game of Pitch & Catch with the real bot on the practice field, a stand-in "
        "for Discord on this machine, and prints what is posted. One person is played from a "
        "script, house players fill the other seats. Needs no token, no network and no settings; "
        "the record is written into the current directory and checked. Exit status: 0 if all is "
        "well, 1 if the game cannot be played to its end, 2 if the record cannot be written.",
    )
    practice.add_argument(
        "--auto", action="store_true", help="play the game by itself; there is nothing else yet"
    )
    practice.add_argument(
        "--seats",
        metavar="N",
        type=_seats,
        default=SEATS,
        help=f"how many play, and how many innings ({SEATS})",
    )
    return practice


def _seats(text: str) -> int:
    """A number of seats, or the parser's error with what was expected."""
    allowed = registry.kit(SHOWN).game.seats
    if not text.isascii() or not text.isdigit() or int(text) not in allowed:
        found = shown(text)
        expected = f"expected a number of seats, {allowed[0]} to {allowed[-1]}"
        raise argparse.ArgumentTypeError(f"{expected}, found {found}")
    return int(text)


def _add_doctor(commands: argparse._SubParsersAction[_Parser]) -> _Parser:
    examination = _command(
        commands,
        "doctor",
        "look whether the bot has what it needs",
        "Looks at Python, the clock, the settings and the database, and prints one line for each "
        "finding. With --live it then connects to Discord, plays one round in a channel of yours, "
        "and says for each step what Discord answered and whether the practice field answers the "
        "same; everybody who sees the channel sees the round, and in the end it is deleted. Do "
        "not run the bot meanwhile. Exit status: 0 if all is well, 1 if something is not.",
    )
    examination.add_argument("--live", action="store_true", help="try Discord itself, too")
    examination.add_argument(
        "--channel",
        metavar="ID",
        type=_channel,
        help="the text channel to try it in: its id (Copy Channel ID, which Discord offers once "
        "Settings, Advanced, Developer Mode is on) or a link to it (Copy Link)",
    )
    return examination


def _channel(text: str) -> int:
    """The id of a channel, alone or in a link, or the parser's error with what was expected."""
    link = r"https://(?:(?:ptb|canary)\.)?discord(?:app)?\.com/channels/[0-9]+/"
    found = re.fullmatch(rf"(?:{link})?([0-9]{{15,20}})/?", text)
    if found is None:
        raise argparse.ArgumentTypeError(
            "expected the id of a channel, like 1234567890123456789, or a link to it, "
            f"found {shown(text)}"
        )
    return int(found[1])


def _add_db(commands: argparse._SubParsersAction[_Parser]) -> None:
    parser = _command(
        commands,
        "db",
        "look after the database",
        "Looks after the database that the settings name. Exit status: 0 if it is done and all is "
        "well, 1 if the database or the backup is not whole, 2 if it cannot be done.",
    )
    db = parser.add_subparsers(dest="db", metavar="COMMAND", title="commands", required=True)
    _command(
        db,
        "check",
        "read all of it and replay every game",
        "Reads the whole database, replays every journal and prints one line for each fault.",
    )
    backup = _command(
        db,
        "backup",
        "copy it into a new file",
        "Copies the database into a new file, as of one moment. The bot may be running.",
    )
    backup.add_argument("file", metavar="FILE", help="the new file; nothing is overwritten")
    restore = _command(
        db,
        "restore",
        "put a backup in its place",
        "Checks a backup and puts it in the place of the database. The bot must not be running.",
    )
    restore.add_argument("file", metavar="FILE", help="a backup")
    restore.add_argument(
        "--move-aside", action="store_true", help="rename the database that is there already"
    )
    export = _command(
        db,
        "export",
        "print the record of a game",
        "Prints the record of a game; while it is running, without what is still secret.",
    )
    export.add_argument("game", metavar="GAME", help="the id of a game")


def _command(
    commands: argparse._SubParsersAction[_Parser], name: str, purpose: str, description: str
) -> _Parser:
    return commands.add_parser(name, help=purpose, description=description, allow_abbrev=False)


if __name__ == "__main__":
    sys.exit(main())
