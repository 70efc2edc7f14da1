"""The texts of actions in Baseball, read and written: `bet 3`, `raise 2`, `show 4c`, `fold`.

Whether an action is legal is not asked here; answers left ahead are read in `plans.py`. Beside the
notation a player may say `bet all in`, which a record writes with its chips.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

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
    View,
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

_ALL_IN = re.compile(r"\s*(bet|raise)\s+all(?:[\s-]*in)?\s*", re.IGNORECASE)
_BELOW_ZERO = re.compile(r"[-\u2010-\u2015\u2212]\s*[0-9.,]+")
_IN_PARTS = re.compile(r"[0-9]*[.,/][0-9.,/]*")


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


def meant(game: object, view: View, text: str) -> Sequence[Action]:
    """What `bet all in` or `raise all in` is: all that the view's seat has left after the call.

    It is what the words say, legal or not: above the limit there is no bet, not even all-in, and
    the rules say so (BB-11). A seat without a chip left for it is told that, whatever the sum.
    """
    words = _ALL_IN.fullmatch(text)
    if words is None or view.seat is None:
        return ()
    owed = view.high - view.bets[view.seat] if view.bets else 0
    left = max(view.stacks[view.seat] - owed, 1)
    return (Bet(left) if words[1].lower() == "bet" else Raise(left),)


def read_chips(verb: str, text: str) -> int:
    """Reads the chips after a verb: a whole number in digits, 1 or more."""
    words = text.strip()
    if not re.fullmatch(r"[0-9]+", words):
        raise NotationError(f'{_expected(words)} after "{verb}"', words)
    digits = words.lstrip("0")
    if not digits:
        raise NotationError(f'1 chip or more after "{verb}"', words)
    if len(digits) > len(str(MOST)):
        raise NotationError(f'{MOST} chips at most after "{verb}"', words)
    return int(digits)


def _expected(words: str) -> str:
    """What should have been written instead of words that are no whole number."""
    if _BELOW_ZERO.fullmatch(words):
        return "a number of chips above zero"
    if _IN_PARTS.fullmatch(words):
        return "whole chips, in digits alone,"
    if alone := re.match(r"[0-9]+", words):
        return f"the number of chips alone, like {alone[0][:9]},"
    return "a number of chips, in digits,"
