"""The texts of actions in Baseball, read and written: `bet 3`, `raise 2`, `show 4c`, `fold`.

Whether an action is legal is not asked here; answers left ahead are read in `plans.py`.
"""

from __future__ import annotations

import re

from games.baseball.terms import (
    CALL,
    CHECK,
    FOLD,
    MATCH_POT,
    STAY,
    WALK,
    Action,
    Bet,
    Call,
    Check,
    Fold,
    MatchPot,
    Raise,
    Show,
    Stay,
    Walk,
)
from games.cards import CardUnreadable, read_card, write_card, write_cards
from games.core import Deal, NotationError, read_deal

_BARE: dict[str, Action] = {
    "check": CHECK,
    "call": CALL,
    "fold": FOLD,
    "match": MATCH_POT,
    "walk": WALK,
    "stay": STAY,
}
"""The actions that are one word."""

MOST = 999_999_999
"""More chips are at no table."""


def parse(text: str) -> Action:
    """Reads an action, or the dealer's `deal` line."""
    verb, rest = (*text.split(None, 1), "", "")[:2]
    verb = verb.lower()
    if verb in _BARE:
        if rest:
            raise NotationError(f'nothing after "{verb}"', rest.strip())
        return _BARE[verb]
    match verb:
        case "bet":
            return Bet(read_chips(verb, rest))
        case "raise":
            return Raise(read_chips(verb, rest))
        case "show":
            try:
                return Show(read_card(rest.strip()))
            except CardUnreadable:
                raise NotationError('one card after "show", like 4c', rest.strip()) from None
        case "deal":
            return read_deal(rest)
    raise NotationError(
        "check, bet or raise with chips, call, fold, match, walk, stay or show with a card",
        text.strip(),
    )


def write(a: Action) -> str:
    """The canonical text of an action."""
    match a:
        case Check():
            return "check"
        case Bet(chips):
            return f"bet {chips}"
        case Call():
            return "call"
        case Raise(chips):
            return f"raise {chips}"
        case Fold():
            return "fold"
        case MatchPot():
            return "match"
        case Walk():
            return "walk"
        case Stay():
            return "stay"
        case Show(card):
            return f"show {write_card(card)}"
        case Deal(cards):
            return f"deal {write_cards(cards)}"


def read_chips(verb: str, text: str) -> int:
    """Reads the chips after a verb: a whole number, 1 or more."""
    words = text.strip()
    if not re.fullmatch(r"0*[1-9][0-9]{0,8}", words):
        raise NotationError(f'a whole number of chips after "{verb}", 1 to {MOST}', words)
    return int(words)
