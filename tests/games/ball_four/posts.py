"""What people read of a board of Ball Four, for the tests of its sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from games import registry
from games.cards import Card
from games.core import Seat
from tests.games.ball_four.boards import Board
from tests.helpers import NAMES


def words(board: Board) -> Any:
    """The words of a board's game."""
    return registry.kit(board.game.id).words


def post(board: Board) -> list[str]:
    """What the channel reads after the last line: the story, then the question."""
    names = NAMES[: len(board.hands)]
    lines: list[str] = words(board).story(board.events, names)
    window = board.game.window(board.state)
    if window is None:
        return lines
    return [*lines, words(board).question(board.view(), names, window.seats)]


def called(board: Board) -> tuple[Seat, ...]:
    """Whom a post names that says where a board stands."""
    found: tuple[Seat, ...] = words(board).called(board.game, None, board.view())
    return found


def unseen(state: Any, hidden: Sequence[Card]) -> Any:
    """The same state, but where nobody holds these cards, they lie aside instead of played."""
    played = tuple(card for card in state.inning.played if card not in hidden)
    return replace(state, inning=replace(state.inning, played=played))
