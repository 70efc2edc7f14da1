"""The record of a stored game as text, with the headers that let anybody check its shuffles.

How a record is written is `games.record`'s business; here is what a stored game puts into it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from games import record, shuffle
from games.core import Outcome
from games.house import Player, clean_name
from games.pace import write_pace
from games.table import Entry
from storage.store import Seating, StoredGame


def record_text(stored: StoredGame, journal: Iterable[Entry]) -> str:
    """The record of a game; of a running one without its seed, and with every deck hidden."""
    table, fairness = stored.table, stored.fairness
    outcome = table.outcome
    started = datetime.fromtimestamp(stored.started, UTC)
    headers = {"started": f"{started:%Y-%m-%d %H:%MZ}"}
    if table.clock.pace is not None:
        headers["pace"] = write_pace(table.clock.pace)
    if outcome is not None:
        headers["result"] = result_text(outcome, table.names)
    headers |= {
        "fair": shuffle.SCHEME,
        "commitment": shuffle.commitment(fairness.seed),
        "entropy": fairness.entropy,
    }
    if outcome is not None:
        headers["seed"] = fairness.seed.hex()
    ids = first_ids(stored.seatings)
    users = [seating.user for seating in stored.seatings if seating.draw is not None]
    known = [user for user in users if user is not None]
    if ids is not None and len(known) == len(users):
        headers["entrants"] = shuffle.entrants_text(known)
        headers["ids"] = ",".join(ids)
    names = [player.name for player in first_players(stored.seatings)]
    return record.write(table.game, names, journal, headers, hide=outcome is None)


def result_text(outcome: Outcome, names: Sequence[str]) -> str:
    """How a game ended, in one line, the best place first: `innings, 1. Ben: 40, 2. Ana: 31`."""
    scored = [
        f"{record.write_name(name)}: {score}"
        for name, score in zip(names, outcome.scores, strict=True)
    ]
    if outcome.places is not None:
        ranked = sorted(zip(outcome.places, scored, strict=True), key=lambda pair: pair[0])
        scored = [f"{place}. {score}" for place, score in ranked]
    return ", ".join([outcome.reason, *scored])


def first_seatings(seatings: Iterable[Seating]) -> tuple[Seating, ...]:
    """Who sat in each seat when the game began, by seat."""
    first: dict[int, Seating] = {}
    for seating in seatings:
        if seating.seat is not None:
            at = first.get(seating.seat)
            if at is None or (seating.began or 0) < (at.began or 0):
                first[seating.seat] = seating
    return tuple(first[seat] for seat in sorted(first))


def first_players(seatings: Iterable[Seating]) -> tuple[Player, ...]:
    """The players that a journal or a record starts from."""
    return tuple(
        Player(clean_name(one.name), "person" if one.house is None else "computer")
        for one in first_seatings(seatings)
    )


def first_ids(seatings: Iterable[Seating]) -> list[str] | None:
    """The ids in seat order at the start; None once one of the people is forgotten."""
    ids = []
    for one in first_seatings(seatings):
        if one.house is None and one.user is None:
            return None
        ids.append(str(one.user) if one.house is None else f"h{one.house}")
    return ids
