"""The texts of actions in both editions of Ball Four, read and written: `play 9c 9d`, `pass`.

Whether an action is legal is not asked here; answers left ahead are read in `plans.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from games.ball_four.hands import Ranking
from games.ball_four.terms import (
    BALL_FOURS,
    PASS,
    Action,
    BallFour,
    Choose,
    Foul,
    Pass,
    Play,
    StretchRule,
)
from games.cards import Card, CardUnreadable, read_card, write_card, write_cards
from games.core import Deal, NotationError, read_deal
from games.text import either

CHOICES = {rule: Choose(rule) for rule in get_args(StretchRule)}
"""What may be chosen for the 7th Inning Stretch, by its text."""


def parse(text: str, ranking: Ranking, verbs: Sequence[str]) -> Action:
    """Reads an action whose verb is one of `verbs`, or the dealer's `deal` line.

    Cards may stand in any order, and come out in the ranking's.
    """
    verb, rest = (*text.split(None, 1), "", "")[:2]
    verb = verb.lower()
    if verb == "deal":
        return read_deal(rest)
    if verb in verbs:
        match verb:
            case "play":
                return Play(ranking.arranged(_cards(verb, rest)))
            case "foul":
                return Foul(ranking.arranged(_cards(verb, rest)))
            case "ball-four":
                return BALL_FOURS[_one_card(verb, rest)]
            case "choose":
                return _choice(rest)
            case "pass":
                if rest:
                    raise NotationError('nothing after "pass"', rest)
                return PASS
    raise NotationError(either(verbs), text.strip())


def write(a: Action) -> str:
    """The canonical text of an action."""
    match a:
        case Play(cards):
            return f"play {write_cards(cards)}"
        case BallFour(card):
            return f"ball-four {write_card(card)}"
        case Foul(cards):
            return f"foul {write_cards(cards)}"
        case Choose(rule):
            return f"choose {rule}"
        case Pass():
            return "pass"
        case Deal(cards):
            return f"deal {write_cards(cards)}"


def _cards(verb: str, text: str) -> list[Card]:
    words = text.split()
    if not words:
        raise NotationError(f'cards after "{verb}", like 9c 9d', "")
    return [_card(verb, word) for word in words]


def _one_card(verb: str, text: str) -> Card:
    words = text.split()
    if len(words) != 1:
        raise NotationError(f'one card after "{verb}", like 9c', text.strip())
    return _card(verb, words[0])


def _card(verb: str, word: str) -> Card:
    try:
        return read_card(word)
    except CardUnreadable:
        raise NotationError(f'a card after "{verb}", like 9c', word) from None


def _choice(text: str) -> Choose:
    chosen = CHOICES.get(" ".join(text.lower().split()))
    if chosen is None:
        raise NotationError(f'{either(CHOICES)} after "choose"', text.strip())
    return chosen
