"""One whole game of house players in the terminal, told post by post as a thread would tell it.

It is dealt by the fair shuffle like any other game, and leaves its record behind to be verified.
"""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import TextIO

from bot.records import posts
from games import record, registry, shuffle, table
from games.house import Player
from games.record import History
from games.shuffle import Shoe
from games.text import ending, final_score

GAME = "pitch-and-catch"
NAMES = ("Ada", "Bruno", "Carla", "Diego", "Edith", "Farid", "Greta")
"""The house players h1, h2, ... of the fair shuffle."""


def play(folder: Path, out: TextIO, err: TextIO) -> int:
    """Plays the game, tells its story and writes its record into a folder."""
    seed = secrets.token_bytes(shuffle.SEED_BYTES)
    commitment = shuffle.commitment(seed)
    entropy = shuffle.entropy([])
    ids = shuffle.seat_order(seed, [], [], len(NAMES))
    names = [NAMES[int(one.removeprefix("h")) - 1] for one in ids]
    game = registry.make(GAME, {}, len(names))
    out.write(
        f"{game.title}. You watch: all {len(names)} are house players, and you are asked nothing.\n"
        f"Clockwise from seat 1: {', '.join(names)}.\n"
        f"Commitment: {commitment}\n"
        "The commitment fixes the secret seed of seats and decks: with it you can check afterwards "
        "that none was changed.\n"
    )

    now = datetime.now(UTC)
    players = [Player(name, "computer") for name in names]
    played = table.begin("exhibition", game, players, int(now.timestamp()), Shoe(seed, entropy))
    start = table.seat_players("exhibition", game, players)
    history = History(start)
    changes = (history.enter(entry.actor, entry.action) for entry in played.entries)
    for post in posts(start, changes):
        out.write("\n" + "".join(f"{line}\n" for line in post))
    outcome = played.table.outcome
    assert outcome is not None  # computers play to the end
    how = ending(registry.kit(game.id).words, outcome)
    final = final_score(outcome, names)
    out.write(f"\nFinal score ({how}):\n" + "".join(f"{line}\n" for line in final))
    out.write(f"\nThe seed was {seed.hex()}\n")

    headers = {
        "started": f"{now:%Y-%m-%d %H:%MZ}",
        "result": f"{how}: {', '.join(final)}",
        "fair": shuffle.SCHEME,
        "commitment": commitment,
        "seed": seed.hex(),
        "entropy": entropy,
        "entrants": "",
        "ids": ",".join(ids),
    }
    text = record.write(game, names, played.entries, headers)
    try:
        path = _save(folder, text)
    except OSError as error:
        where = folder / f"{GAME}.box"
        err.write(f"{where}: expected a file that can be written, found: {error.strerror}\n")
        return 2
    out.write(f"Its record is {path.absolute()}\n")
    out.write(f"Check it: python -m bot verify {path.name}\n")
    return 0


def _save(folder: Path, text: str) -> Path:
    """Writes a record under the first name that is free; what is there already is never touched."""
    for number in count(1):
        path = folder / (f"{GAME}.box" if number == 1 else f"{GAME}-{number}.box")
        try:
            file = path.open("x", encoding="utf-8", newline="\n")
        except FileExistsError:
            continue
        try:
            with file:
                file.write(text)
        except OSError:
            path.unlink(missing_ok=True)
            raise
        return path
    raise AssertionError("numbers do not end")
