"""Answers left ahead in Baseball (BB-35): for the betting round, or for the next face-up 3.

A plan is a row of alternatives, tried in order at the turn: `bet 2 or call up to 3 else fold`. Its
last word says what happens if none fits: `else fold`, `else check`, or `else ask`, which is also
meant where nothing is said. Answers for bets end with their betting round. The answer to a face-up
3, `match up to 20 else fold`, lives as long as the deal.
"""

from __future__ import annotations


from collections.abc import Iterator
from typing import Any, Literal, Protocol

import msgspec

from games.baseball import notation
from games.baseball.dealing import Options, match_price
from games.baseball.terms import (
    CALL,
    CHECK,
    FIRST_UP,
    FOLD,
    LAST_DOWN,
    LAST_UP,
    MATCH_POT,
    RANKS_OF,
    Action,
    AlreadyBet,
    Bet,
    Betting,
    CallCostsMore,
    Check,
    InDeal,
    MatchCostsMore,
    Matching,
    MustCall,
    NoMoreRaises,
    Raise,
    TooFewChips,
    TooHigh,
    TooLow,
    dealing_scope,
    round_of,
    round_scope,
)
from games.core import IllegalAction, NotationError, NothingToPlan, Plan, Seat, read_alternatives

BET = "bet"
MATCH = "match"
WALK = "walk"

_FORMS = "check, bet N, raise N, call up to N, match up to N or fold"


class Planned(Options, Protocol):
    """What a game tells about itself, so that answers for it can be left ahead."""

    @property
    def bet_min(self) -> int: ...
    @property
    def bet_max(self) -> int: ...
    @property
    def max_raises(self) -> int: ...
    def check(self, s: Any, seat: Seat, a: Action) -> None:
        """Raises IllegalAction unless a seat may do it now."""


class CallUpTo(msgspec.Struct, frozen=True):
    """A call, if it costs no more than this; a check where there is nothing to call."""

    limit: int


class RaiseIf(msgspec.Struct, frozen=True):
    """A raise, if the call costs no more than it did when the plan was left.

    Where nobody had bet yet, that is what an opening bet can cost.
    """

    chips: int
    limit: int | None = None


class MatchUpTo(msgspec.Struct, frozen=True):
    """A match, if it costs no more than this."""

    limit: int


Choice = Check | Bet | CallUpTo | RaiseIf | MatchUpTo


class Answer(msgspec.Struct, frozen=True):
    """A plan as read; without choices it is a bare fold."""

    choices: tuple[Choice, ...]
    last: Literal["fold", "check", "ask"]

    @property
    def decision(self) -> str:
        """The kind of question that it answers; a bare fold answers the next that comes."""
        return MATCH if any(isinstance(choice, MatchUpTo) for choice in self.choices) else BET

    def __str__(self) -> str:
        words = " or ".join(_write(choice) for choice in self.choices)
        if not words:
            return self.last
        return words if self.last == "ask" else f"{words} else {self.last}"


def left(game: Planned, s: Any, seat: Seat, text: str) -> Plan:
    """Reads an answer for this betting round, or for a face-up 3; refuses what can never apply."""
    answer = read(text)
    if isinstance(s, Matching) and s.seat == seat and not answer.choices:
        return Plan(str(answer), MATCH, (_dealing_scope(s),))
    if answer.decision == MATCH:
        return _left_for_match(game, s, seat, answer)
    if not isinstance(s, InDeal) or not _is_asked(s, seat):
        raise IllegalAction("X-8", NothingToPlan(BET))
    if isinstance(s, Betting):
        for choice in answer.choices:
            _check_possible(game, s, seat, choice)
        if answer.last == "check" and s.high:
            raise IllegalAction("BB-11", MustCall(s.high - s.paid[seat]))
    for choice in answer.choices:
        _check_amount(game, s, seat, choice)
    answer = msgspec.structs.replace(
        answer, choices=tuple(_with_limit(game, s, seat, choice) for choice in answer.choices)
    )
    round = round_of(s.layout)
    betting = round_scope(s.standing, s.layout.rains, round)
    before = dealing_scope(s.standing, s.layout.rains, round)
    return Plan(str(answer), BET, (betting,) if isinstance(s, Betting) else (before, betting))


def resolve(game: Planned, s: Any, seat: Seat, plan: Plan) -> Action | None:
    """The first alternative that is legal now, else the plan's last word, else None: ask."""
    answer = read(plan.text)
    for choice in answer.choices:
        for action in _candidates(s, seat, choice):
            if _legal(game, s, seat, action):
                return action
    last: Action | None = {"fold": FOLD, "check": CHECK, "ask": None}[answer.last]
    return last if last is not None and _legal(game, s, seat, last) else None


def read(text: str) -> Answer:
    """Reads a plan; NotationError for words that are none."""
    words, last = read_alternatives(text, last=("fold", "check", "ask"), default="ask")
    choices: list[Choice] = []
    for word in words:
        if word == "fold":
            if word is not words[-1]:
                raise NotationError('"fold" as the last alternative', text.strip())
            last = "fold"
        else:
            choices.append(_read_choice(word))
    for_match = [isinstance(choice, MatchUpTo) for choice in choices]
    if any(for_match) and (not all(for_match) or last == "check"):
        raise NotationError("answers for a face-up 3 apart from those for bets", text.strip())
    assert last in ("fold", "check", "ask")  # by read_alternatives
    return Answer(tuple(choices), last)  # type: ignore[arg-type]


def _read_choice(words: str) -> Choice:
    match words.split():
        case ["check"]:
            return CHECK
        case ["bet", chips]:
            return Bet(notation.read_chips("bet", chips))
        case ["raise", chips]:
            return RaiseIf(notation.read_chips("raise", chips))
        case ["raise", chips, "if", "call", "up", "to", limit]:
            most = notation.read_chips("up to", limit)
            return RaiseIf(notation.read_chips("raise", chips), most)
        case ["call", "up", "to", limit]:
            return CallUpTo(notation.read_chips("up to", limit))
        case ["match", "up", "to", limit]:
            return MatchUpTo(notation.read_chips("up to", limit))
    raise NotationError(_FORMS, words)


def _write(choice: Choice) -> str:
    match choice:
        case Check() | Bet():
            return notation.write(choice)
        case RaiseIf(chips, None):
            return f"raise {chips}"
        case RaiseIf(chips, limit):
            return f"raise {chips} if call up to {limit}"
        case CallUpTo(limit):
            return f"call up to {limit}"
        case MatchUpTo(limit):
            return f"match up to {limit}"
