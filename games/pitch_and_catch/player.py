"""The house players of Pitch & Catch: sensible, not clever; they know only their seat's view."""

from __future__ import annotations

from collections.abc import Sequence

from games.core import Dice
from games.pitch_and_catch.rules import PitchAndCatch
from games.pitch_and_catch.terms import (
    FACE,
    GLOVE,
    PASS,
    STRIKES_TO_WIN,
    Action,
    Field,
    Pitch,
    Swing,
    View,
)


def plain(game: PitchAndCatch, view: View, legal: Sequence[Action], dice: Dice) -> Action:
    """Stops strikes, catches what is worth a catch, and pitches low when that may win."""
    match view.decision:
        case "swing":
            return _swing(view, [action for action in legal if isinstance(action, Swing)])
        case "field":
            return _field(view, [action for action in legal if isinstance(action, Field)])
        case _:
            return _pitch(view, [action for action in legal if isinstance(action, Pitch)])


def _swing(view: View, swings: list[Swing]) -> Action:
    """Breaks a run of strikes with its lowest card, or hits a good ball that few could beat."""
    assert view.ball is not None  # swings answer a ball
    if not swings:
        return PASS
    if view.run[1] and view.strike_counts and not view.swings:
        return swings[0]
    best = swings[-1]
    worth_it = FACE[best.card] >= FACE[view.ball] - 1 and FACE[best.card] >= 8
    return best if worth_it and len(view.hand) > 1 else PASS


def _field(view: View, catches: list[Field]) -> Action:
    """Catches with the cheapest card a ball that is worth about as much as the card."""
    assert view.ball is not None  # catches answer a hit
    if not catches:
        return PASS
    cheapest = min(catches, key=lambda action: GLOVE[action.card])
    worth_it = FACE[view.ball] > 4 and FACE[view.ball] + 2 >= FACE[cheapest.card]
    return cheapest if worth_it else PASS


def _pitch(view: View, pitches: list[Pitch]) -> Action:
    """Middling for the points, but its lowest card where that may be the third strike."""
    run = view.run[1] if view.run[0] == view.seat else 0
    if run == STRIKES_TO_WIN - 1:
        return pitches[0]
    return pitches[len(pitches) // 2]
