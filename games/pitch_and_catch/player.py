"""The house players of Pitch & Catch: sensible, not clever; they know only their seat's view."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from msgspec.structs import replace

from games.cards import Card, write_card
from games.core import Dice
from games.pitch_and_catch.rules import PitchAndCatch
from games.pitch_and_catch.terms import (
    CATCHES,
    FACE,
    GLOVE,
    PASS,
    PITCHES,
    STRIKES_TO_WIN,
    SWINGS,
    Action,
    Field,
    Pitch,
    Swing,
    View,
)

TRICK = ("pitch", "swing", "field")
"""The decisions of a trick, in order."""

GOOD = 10
"""A ball of this worth is worth a card before anybody knows what will be pitched."""


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


def _pitch(view: View, pitches: list[Pitch]) -> Pitch:
    """Middling for the points, but its lowest card where that may be the third strike."""
    run = view.run[1] if view.run[0] == view.seat else 0
    if run == STRIKES_TO_WIN - 1:
        return pitches[0]
    return pitches[len(pitches) // 2]


# --- answers left ahead --------------------------------------------------------------------------


def planner(game: PitchAndCatch, view: View, dice: Dice, whole: bool) -> Sequence[str]:
    """The swing or the catch that the open window asks for; `whole`, the rest of a sheet (PC-24).

    It says in cards what it would do at its turn, and passes where none of them fits: a sheet that
    wants to be asked makes everybody wait.
    """
    seat = view.seat
    if game.tempo == "strict" or view.decision not in TRICK or seat in (None, view.turn):
        return ()
    if not view.hand:
        return ()
    asked = view.decision if seat in view.waiting else None
    later = TRICK[TRICK.index(view.decision) + 1 :] if whole else ()
    if seat == view.pitcher and not game.pitcher_fields:
        later = ()
    sheet = []
    if asked == "swing":
        sheet.append(_swing_ahead(view))
    elif "swing" in later:
        sheet.append(_swing_unseen(view))
    if "field" in (asked, *later):
        sheet.append(_catch_ahead(view))
    if whole:
        sheet.append(_pitch_ahead(view))
    return sheet


def _swing_ahead(view: View) -> str:
    """The swing at a ball that is in the air.

    A first strike may be broken by somebody later; a second one nobody leaves to the others.
    """
    assert view.ball is not None  # it is in the air
    beaten = FACE[view.swings[-1][1]] if view.swings else 0
    swings = [SWINGS[card] for card in view.hand if beaten < FACE[card] <= FACE[view.ball]]
    last_chance = view.run[1] == STRIKES_TO_WIN - 1 or view.seat == view.waiting[-1]
    action = _swing(view if last_chance else replace(view, run=(view.run[0], 0)), swings)
    return _words("swing", [action.card] if isinstance(action, Swing) else [])


def _swing_unseen(view: View) -> str:
    """The swing at a ball that nobody has seen: with what would be a good hit on most of them."""
    good = [card for card in reversed(view.hand) if FACE[card] >= GOOD and len(view.hand) > 1]
    if view.run == (view.pitcher, STRIKES_TO_WIN - 1):
        good += [card for card in view.hand if card not in good]
    return _words("swing", good)


def _catch_ahead(view: View) -> str:
    """The catches that are worth their card, the cheapest first, up to one that is not."""
    if view.ball is None:
        return f"field lowest if ball {GOOD} or more else pass"
    least = GLOVE[view.catches[-1][1]] + 1 if view.catches else FACE[view.ball]
    rising = sorted(view.hand, key=GLOVE.__getitem__)
    catches = [CATCHES[card] for card in rising if GLOVE[card] >= least]
    worth_it = takewhile(lambda catch: _field(view, [catch]) == catch, catches)
    return _words("field", [catch.card for catch in worth_it])


def _pitch_ahead(view: View) -> str:
    """The next pitch, if the ball ends in this seat; some card is left for it in any case."""
    run = view.run[1] + 1 if view.seat == view.pitcher and view.decision == "swing" else 0
    coming = replace(view, run=(view.seat, run))
    pitch = _pitch(coming, [PITCHES[card] for card in view.hand])
    return f"pitch {write_card(pitch.card)} or pitch highest"


def _words(verb: str, cards: Sequence[Card]) -> str:
    """A plan that tries these cards in this order, else passes."""
    choices = [f"{verb} {write_card(card)}" for card in cards]
    return f"{' or '.join(choices)} else pass" if choices else f"{verb} pass"
