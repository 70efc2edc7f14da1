"""Writes the walkthroughs: one small game of each kind, step by step, as people see it.

`python tests/walkthroughs/write.py` writes them all anew. Read the difference before you accept it:
the files are what the rules, the sentences and the views are compared with, line by line.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
# What follows lies in the root, and this file may be run from anywhere: hence imports so late.
sys.path.insert(0, str(HERE.parents[1]))

from games import registry, table  # noqa: E402
from games.core import DEALER, Deal, Kit, Seat, actor_name  # noqa: E402
from games.table import Change, Table  # noqa: E402
from games.text import private_line, public_lines  # noqa: E402
from tests.helpers import NAMES, SHOE, persons  # noqa: E402

GAMES = {
    "pitch-and-catch": ("pitch-and-catch (hand_size=3)", 3, 1),
    "ball-four-52": ("ball-four-52 (innings=1)", 4, 498),
    "ball-four-40": ("ball-four-40 (innings=2)", 4, 77),
    "baseball": ("baseball (stack=25, deals=2)", 4, 244),
}
"""By game: its options, how many play, and with which of the shoe's decks it begins.

All of them are plain house players. The decks are such that a short game shows much: a Ball Four
that is pending, one that returns, one that succeeds, foul balls, walk-offs, a Derby; a 3 that is
matched and one that strikes out, a walk, side pots, a pot without a showdown.
"""


def walkthrough(game_id: str) -> str:
    """The whole text of a game's walkthrough."""
    return "\n".join([*_lines(*GAMES[game_id]), ""])


def path(game_id: str) -> Path:
    """Where it is kept."""
    return HERE / f"{game_id}.txt"


def _lines(text: str, seats: int, first_deck: int) -> Iterator[str]:
    game = registry.read_game(text, seats)
    kit = registry.kit(game.id)
    names = NAMES[:seats]
    yield f"A walkthrough of {registry.write_game(game)}."
    yield f"Seats: {', '.join(f'{actor_name(seat)} {name}' for seat, name in enumerate(names))}."
    yield "| what everybody is told    p1> what a seat is told alone    = where the game stands"
    at = table.seat_players("walkthrough", game, persons(names))
    dice = SHOE.dice(0)
    step = 0
    while (turn := at.turn) is not None:
        step += 1
        action = _chosen(kit, at, turn, first_deck + at.deals, dice.below)
        change = table.enter(at, actor_name(turn), game.write(action))
        yield ""
        yield from _step(step, kit, at, change, names)
        at = change.table
    outcome = at.outcome
    assert outcome is not None
    yield ""
    yield f"Outcome: {outcome.reason}, scores {outcome.scores}, places {outcome.places}."


def _chosen(kit: Kit, at: Table, turn: Seat, deck: int, dice: Any) -> Any:
    if turn == DEALER:
        return Deal(SHOE.deck(deck, at.game.deck))
    legal = list(at.game.legal(at.state, turn))
    return kit.players["plain"](at.game, at.view(turn), legal, dice)


def _step(
    step: int, kit: Kit, before: Table, change: Change, names: Sequence[str]
) -> Iterator[str]:
    at, words = change.table, kit.words
    for entry in change.entries:
        yield f"{step}. {entry.actor} {entry.action}"
    for line in public_lines(words, change.events, names):
        yield f"   | {line}"
    for event in change.events:
        if event.to is not None and (line := private_line(words, event, names)):
            yield f"   {actor_name(event.to)}> {line}"
    old, new = before.window, at.window
    yield f"   window: {_window(at)}"
    if new is None or old is None or new.key != old.key:
        public = words.standing(at.view(None), names, at.asked)
        yield from (f"   = {line}" for line in public)
        for seat in range(len(names)):
            for line in words.standing(at.view(seat), names, at.asked):
                if line not in public:
                    yield f"   {actor_name(seat)}= {line}"


def _window(at: Table) -> str:
    window = at.window
    if window is None:
        return "none, a shuffle is due" if at.turn == DEALER else "none, the game is over"
    return f"{window.key}, {' '.join(map(actor_name, window.seats))}"


def main() -> None:
    """Writes all walkthroughs."""
    for game_id in GAMES:
        path(game_id).write_text(walkthrough(game_id), encoding="utf-8")


if __name__ == "__main__":
    main()
