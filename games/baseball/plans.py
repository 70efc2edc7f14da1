"""Answers left ahead in Baseball (BB-35): for the betting round, or for the next face-up 3.

A plan is a row of alternatives, tried in order at the turn: `bet 2 or call up to 3 else fold`. Its
last word says what happens if none fits: `else fold`, `else check`, or `else ask`, which is also
meant where nothing is said. Answers for bets end with their betting round. The answer to a face-up
3, `match up to 20 else fold`, lives as long as the deal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Literal

import msgspec

from games.baseball import notation
from games.baseball.terms import (
    CALL,
    CHECK,
    FOLD,
    LAST_ROUND,
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
    Matching,
    MustCall,
    NobodyToBetAgainst,
    NoMoreRaises,
    Raise,
    State,
    TooFewChips,
    TooHigh,
    TooLow,
    View,
    Walking,
    dealing_scope,
    round_of,
    round_scope,
    somebody_else_has_chips,
)
from games.cards import Card
from games.core import (
    Ahead,
    IllegalAction,
    NotationError,
    NothingToPlan,
    Plan,
    Ready,
    Seat,
    may_do,
    read_alternatives,
)

if TYPE_CHECKING:
    from games.baseball.rules import Baseball

BET = "bet"
MATCH = "match"
WALK = "walk"

_LAST: dict[str, Literal["fold", "check", "ask"]] = {
    "fold": "fold",
    "check": "check",
    "ask": "ask",
}
_FORMS = "an answer like check, bet 2, raise 2, call up to 5, match up to 10, or fold"


class CallUpTo(msgspec.Struct, frozen=True):
    """A call, if it costs no more than this; a check where there is nothing to call.

    Without a limit, as a bare `call`, it means what the call cost when the plan was left.
    """

    limit: int | None


class RaiseIf(msgspec.Struct, frozen=True):
    """A raise, if the call costs no more than it did when the plan was left.

    Where nobody had bet yet, that is what an opening bet can cost.
    """

    chips: int
    limit: int | None = None


class MatchUpTo(msgspec.Struct, frozen=True):
    """A match, if it costs no more than this; a bare `match` means the price that is asked now."""

    limit: int | None


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


def left(game: Baseball, s: State, seat: Seat, text: str) -> Plan:
    """Reads an answer for this betting round, or for a face-up 3; refuses what can never apply."""
    answer = read(text)
    if isinstance(s, Matching) and s.seat == seat and not answer.choices:
        return Plan(str(answer), MATCH, _scopes(s, last=round_of(s.layout)))
    if answer.decision == MATCH:
        return _left_for_match(game, s, seat, answer)
    if not isinstance(s, InDeal) or not _has_a_turn(game, s, seat):
        raise IllegalAction("X-8", NothingToPlan(BET))
    if isinstance(s, Betting):
        past = [_ruled_out(game, s, seat, choice) for choice in answer.choices]
        if past and past[0] and all(past):
            raise past[0]
        if answer.last == "check" and s.high:
            raise IllegalAction("BB-11", MustCall(s.high - s.paid[seat]))
    for choice in answer.choices:
        _check_amount(game, s, seat, choice)
    limited = tuple(_with_limit(game, s, seat, choice) for choice in answer.choices)
    scopes = _scopes(s, last=round_of(s.layout))
    return Plan(str(Answer(limited, answer.last)), BET, scopes)


def resolve(game: Baseball, s: State, seat: Seat, plan: Plan) -> Action | None:
    """The first alternative that is legal now, else the plan's last word, else None: ask."""
    answer = read(plan.text)
    for choice in answer.choices:
        for action in _candidates(s, seat, choice):
            if may_do(game, s, seat, action):
                return action
    last: Action | None = {"fold": FOLD, "check": CHECK, "ask": None}[answer.last]
    return last if last is not None and may_do(game, s, seat, last) else None


def read(text: str) -> Answer:
    """Reads a plan; NotationError for words that are none."""
    words, last = read_alternatives(text, last=tuple(_LAST), default="ask")
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
        apart = 'answers to a face-up 3 and to bets with a ";" between them'
        raise NotationError(apart, text.strip())
    return Answer(tuple(choices), _LAST[last])


def _read_choice(words: str) -> Choice:
    match words.split():
        case ["check"]:
            return CHECK
        case ["bet", chips] | ["bet", chips, "if", "nobody", "has"]:
            return Bet(notation.read_chips("bet", chips))
        case ["raise", chips] | ["raise", chips, "if", "nobody", "has"]:
            return RaiseIf(notation.read_chips("raise", chips))
        case ["raise", chips, "if", "call", "up", "to", limit]:
            most = notation.read_chips("up to", limit)
            return RaiseIf(notation.read_chips("raise", chips), most)
        case ["call"]:
            return CallUpTo(None)
        case ["match"]:
            return MatchUpTo(None)
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
            return "call" if limit is None else f"call up to {limit}"
        case MatchUpTo(limit):
            return "match" if limit is None else f"match up to {limit}"


def _left_for_match(game: Baseball, s: State, seat: Seat, answer: Answer) -> Plan:
    """An answer for a face-up 3 that this seat may still be dealt, and asked to pay for."""
    if not isinstance(s, InDeal) or not _may_be_dealt_three(game, s, seat):
        raise IllegalAction("X-8", NothingToPlan(MATCH))
    priced = tuple(_with_limit(game, s, seat, choice) for choice in answer.choices)
    return Plan(str(Answer(priced, answer.last)), MATCH, _scopes(s, last=LAST_ROUND))


def _may_be_dealt_three(game: Baseball, s: InDeal, seat: Seat) -> bool:
    """Whether a face-up 3 may still stop the deal for a seat, by all that is public."""
    layout = s.layout
    free = game.open_three == "free" or (game.open_three == "first" and layout.paid_three)
    if free or RANKS_OF[game.ranks].costs is None:
        return False
    return seat in layout.still_in and s.standing.stacks[seat] > 0 and is_dealt_up(game, s, seat)


def is_dealt_up(game: Baseball, s: InDeal, seat: Seat) -> bool:
    """Whether a seat that is still in may be dealt a card up in this deal, or has it before it."""
    if s.layout.dealt < LAST_UP:
        return True
    match s:
        case Matching():
            return seat == s.seat or seat in s.due
        case Walking():
            return seat in s.due or (seat == s.seat and game.extra_card == "up")
    return False


def _has_a_turn(game: Baseball, s: InDeal, seat: Seat) -> bool:
    """Whether a seat may still be asked in the betting round that is going on or comes next."""
    if seat not in s.layout.still_in or not s.standing.stacks[seat]:
        return False
    if not isinstance(s, Betting) or seat in s.waiting:
        return True
    return not s.high or s.raises < game.max_raises


def _scopes(s: InDeal, last: int) -> tuple[str, ...]:
    """All that is asked from now on, until the end of the betting round `last`."""
    standing, rains, now = s.standing, s.layout.rains, round_of(s.layout)
    scopes = [
        scope
        for round in range(now, last + 1)
        for scope in (dealing_scope(standing, rains, round), round_scope(standing, rains, round))
    ]
    return tuple(scopes[1:] if isinstance(s, Betting) else scopes)


def _ruled_out(game: Baseball, s: Betting, seat: Seat, choice: Choice) -> IllegalAction | None:
    """Why an alternative can fit no more in this betting round, if what has happened rules it out.

    Where there are others it is passed over at the turn like all that does not fit (X-8).
    """
    owed = s.high - s.paid[seat]
    match choice:
        case Check() if s.high:
            return IllegalAction("BB-11", MustCall(owed))
        case Bet() if s.high:
            return IllegalAction("BB-11", AlreadyBet(s.high))
        case RaiseIf() if s.raises >= game.max_raises:
            return IllegalAction("BB-11", NoMoreRaises(game.max_raises))
        case Bet() | RaiseIf() if not somebody_else_has_chips(s, seat):
            return IllegalAction("BB-14", NobodyToBetAgainst(owed))
        case CallUpTo(int(limit)) if min(owed, s.standing.stacks[seat]) > limit:
            return IllegalAction("X-8", CallCostsMore(limit, owed))
    return None


def _check_amount(game: Baseball, s: InDeal, seat: Seat, choice: Choice) -> None:
    """Raises IllegalAction for chips that cannot be bet, or raised by, in this betting round.

    What is left for a bet is known, in the middle of a round; what a raise leaves depends on those
    to come.
    """
    if not isinstance(choice, Bet | RaiseIf):
        return
    verb: Literal["bet", "raise"] = "bet" if isinstance(choice, Bet) else "raise"
    chips, left = choice.chips, s.standing.stacks[seat]
    dearest = 0
    if isinstance(choice, RaiseIf):
        owed = s.high - s.paid[seat] if isinstance(s, Betting) else 0
        raises = s.raises if isinstance(s, Betting) else 0
        dearest = owed + game.bet_max * (game.max_raises - raises + 1)
        left -= max(owed, 1)
    least, most = min(game.bet_min, left), min(game.bet_max, left)
    if chips > game.bet_max:
        raise IllegalAction("BB-11", TooHigh(verb, chips, least, most))
    if chips > left:
        raise IllegalAction("BB-11", TooFewChips(verb, chips, left))
    if chips < least and chips < s.standing.stacks[seat] - dearest and isinstance(s, Betting):
        raise IllegalAction("BB-11", TooLow(verb, chips, least, most))


def _with_limit(game: Baseball, s: InDeal, seat: Seat, choice: Choice) -> Choice:
    """What was left without a limit, with the price at which it was meant: the one asked now.

    A call or a match that has no price yet cannot be meant; NotationError says how it is left.
    """
    owed = s.high - s.paid[seat] if isinstance(s, Betting) else 0
    stack = s.standing.stacks[seat]
    match choice:
        case RaiseIf(chips, None):
            return RaiseIf(chips, owed or game.bet_max)
        case CallUpTo(None) if owed:
            return CallUpTo(min(owed, stack))
        case CallUpTo(None):
            raise NotationError("the most that a call may cost, like call up to 5", "call")
        case MatchUpTo(None) if isinstance(s, Matching) and s.seat == seat:
            return MatchUpTo(min(s.price, stack))
        case MatchUpTo(None):
            raise NotationError("the most that a match may cost, like match up to 10", "match")
    return choice


def _candidates(s: State, seat: Seat, choice: Choice) -> Iterator[Action]:
    """The action that an alternative stands for now, if it stands for any; it need not be legal."""
    match choice, s:
        case (Check() | Bet()) as action, _:
            yield action
        case RaiseIf(chips, limit), Betting():
            if limit is None or s.high - s.paid[seat] <= limit:
                yield Raise(chips)
        case CallUpTo(int(limit)), Betting():
            if min(s.high - s.paid[seat], s.standing.stacks[seat]) <= limit:
                yield CALL if s.high else CHECK
        case MatchUpTo(int(limit)), Matching():
            if min(s.price, s.standing.stacks[seat]) <= limit:
                yield MATCH_POT


# --- what players are shown ----------------------------------------------------------------------


def ahead(game: Baseball, view: View, picked: Sequence[Card]) -> Sequence[Ahead]:
    """The bets of a betting round, and the answer to a face-up 3 that may come in this deal."""
    return (
        Ahead(
            BET,
            "Your bets in this betting round",
            "bet 2 or call up to 3 else fold",
            "A bet or a raise before your turn does not undo your answer: it is tried once, on "
            "what stands at your turn, and ends with the betting round.",
            tuple(_bets(game, view)),
        ),
        Ahead(
            MATCH,
            "A 3 face up in this deal",
            "match up to 20 else fold",
            "An answer to a face-up 3 holds until the deal is over.",
            tuple(_matches(view)),
            verb="match",
        ),
    )


def _bets(game: Baseball, view: View) -> Iterator[Ready]:
    if view.seat is None:
        return
    stack = view.stacks[view.seat]
    owed = view.high - view.bets[view.seat] if view.bets else 0
    if not view.high:
        yield Ready("check else fold", "Check/Fold")
        yield Ready("check", "Check, else ask me")
    price = min(owed, stack)
    if owed:
        yield Ready(f"call up to {price} else fold", f"Call {price}, else fold")
        yield Ready(f"call up to {price}", f"Call {price}, else ask me")
    yield Ready(f"call up to {stack}", "Call any")
    if view.high:
        yield Ready("fold")
    for chips in _amounts(game, stack):
        if view.high:
            dearest = price or game.bet_max
            yield Ready(f"raise {chips}", f"Raise {chips}, if the call is {dearest} at most")
        else:
            yield Ready(f"bet {chips}", f"Bet {chips} if nobody has, else ask me")
            yield Ready(
                f"bet {chips} or call up to {stack}", f"Bet {chips} if nobody has, else call any"
            )
    for more in (*_amounts(game, stack), 2 * game.bet_max, 3 * game.bet_max):
        if owed + more < stack:
            yield Ready(f"call up to {owed + more} else fold")
    if not view.high:  # last, for it is hardly ever meant (BB-36)
        yield Ready("fold", "Fold, also where a check would do")


def _amounts(game: Baseball, stack: int) -> Sequence[int]:
    """A few of the chips that may be bet, from the least to the most."""
    least, most = min(game.bet_min, stack), min(game.bet_max, stack)
    return sorted({least + (most - least) * part // 4 for part in range(5)})


def _matches(view: View) -> Iterator[Ready]:
    if view.seat is None:
        return
    stack = view.stacks[view.seat]
    if view.decision == "match" and view.turn == view.seat:
        yield Ready(f"match up to {view.price}", f"Match for {view.price}")
        yield Ready("fold", "Strike out")
        return
    yield Ready(f"match up to {stack}", "Match, whatever it costs")
    prices = {view.three_costs or 0, 10, 20, 40, 80}
    for price in sorted(price for price in prices if 0 < price < stack):
        yield Ready(f"match up to {price} else fold", f"Match up to {price}, else strike out")
    for price in sorted(price for price in prices if 0 < price < stack):
        yield Ready(f"match up to {price}", f"Match up to {price}, else ask me")
