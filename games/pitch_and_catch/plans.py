"""Answers left ahead in Pitch & Catch (PC-24): a swing, a catch, or the next pitch.

A plan is a row of alternatives for one of these three, tried in order at the turn:
`swing 5c or swing lowest up to 9 else pass`. Its last word says what happens if none fits:
`else pass`, or `else ask`, which is also meant where nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Literal

import msgspec

from games.cards import RANKS, Card, CardUnreadable, read_card, read_rank, write_card
from games.core import (
    Fact,
    IllegalAction,
    NotationError,
    NotHeld,
    NothingToPlan,
    Plan,
    Seat,
    read_alternatives,
)
from games.pitch_and_catch.terms import (
    FACE,
    GLOVE,
    PASS,
    Action,
    Field,
    Fielding,
    HitterFields,
    InTrick,
    MustPitch,
    NoCardFits,
    Pitch,
    PitcherFields,
    PitcherSwings,
    Pitching,
    SecondChance,
    State,
    StrictTempo,
    Swing,
    Swinging,
    catch_fault,
    held_cards,
    scope_name,
    swing_fault,
)

if TYPE_CHECKING:
    from games.pitch_and_catch.rules import PitchAndCatch

Verb = Literal["swing", "field", "pitch"]


class Choice(msgspec.Struct, frozen=True):
    """One alternative: which card of the hand, and under what condition.

    `pick` is a card, or the end of the hand to take it from; `limit` is a face value: the most that
    a swing may be worth, or the least that the ball must be worth for a catch.
    """

    verb: Verb
    pick: Card | Literal["lowest", "highest"]
    limit: int | None = None


class Answer(msgspec.Struct, frozen=True):
    """A plan as read. Without choices it is a bare pass; `decision` is None while that is open."""

    decision: Verb | None
    choices: tuple[Choice, ...]
    passes: bool

    def __str__(self) -> str:
        words = " or ".join(_write(choice) for choice in self.choices)
        if not words:
            return "pass" if self.decision is None else f"{self.decision} pass"
        return f"{words} else pass" if self.passes else words


def left(game: PitchAndCatch, s: State, seat: Seat, text: str) -> Plan:
    """Reads an answer for a decision to come; refuses one that can never apply.

    What is refused depends only on public facts and on the seat's own hand.
    """
    answer = read(text)
    if not isinstance(s, InTrick) or seat not in s.match.playing or not s.inning.hands[seat]:
        raise IllegalAction("X-8", NothingToPlan(answer.decision or "pass"))
    decision = answer.decision or _next_decision(s, seat)
    window = game.window(s)
    if game.tempo == "strict" and not (
        window and (seat, decision) == (window.seats[0], window.decision)
    ):
        raise IllegalAction("PC-24", StrictTempo())
    _check_ahead(game, s, seat, decision)
    for choice in answer.choices:
        _check_possible(s, seat, choice)
    trick, inning = s.inning.trick, s.match.inning
    scopes: tuple[str, ...] = (scope_name(inning, trick),)
    if decision == "pitch" and not (isinstance(s, Pitching) and seat == s.inning.pitcher):
        scopes = (*scopes, scope_name(inning, trick + 1))  # it dies with the next trick (PC-24)
    return Plan(str(msgspec.structs.replace(answer, decision=decision)), decision, scopes)


def resolve(game: PitchAndCatch, s: State, seat: Seat, plan: Plan) -> Action | None:
    """The first alternative that is legal now, else the plan's pass, else None: ask."""
    if not isinstance(s, InTrick):
        return None
    answer = read(plan.text)
    legal = set(game.legal(s, seat))
    for choice in answer.choices:
        for action in _candidates(s, seat, choice):
            if action in legal:
                return action
    return PASS if answer.passes and PASS in legal else None


def read(text: str) -> Answer:
    """Reads a plan; NotationError for words that are none."""
    words, passes = read_alternatives(text, last=("pass", "ask"), default="ask")
    choices: list[Choice] = []
    decision: Verb | None = None
    for word in words:
        match word.split():
            case ["pass"]:
                if word is not words[-1]:
                    raise NotationError('"pass" as the last alternative', text)
                passes = "pass"
                continue
            case ["swing" | "field" as verb, "pass"] if len(words) == 1:
                return Answer(verb, (), passes=True)
        choice = _read_choice(word)
        if decision not in (None, choice.verb):
            raise NotationError(f"one decision in a plan, {decision} or {choice.verb}", text)
        decision = choice.verb
        choices.append(choice)
    if decision == "pitch" and passes == "pass":
        raise IllegalAction("PC-7", MustPitch())
    return Answer(decision, tuple(choices), passes == "pass")


def _read_choice(words: str) -> Choice:
    match words.split():
        case ["swing" | "pitch" | "field" as verb, one] if (card := _card(one)) is not None:
            return Choice(verb, card)
        case ["swing", "lowest"]:
            return Choice("swing", "lowest")
        case ["swing", "lowest" | "highest" as end, "up", "to", value]:
            return Choice("swing", end, _value(value))
        case ["field", "lowest" | "highest" as end]:
            return Choice("field", end)
        case ["field", "lowest", "if", "ball", value, "or", "more"]:
            return Choice("field", "lowest", _value(value))
        case ["pitch", "highest"]:
            return Choice("pitch", "highest")
    raise NotationError(
        "swing, field or pitch with a card, swing lowest [up to V], swing highest up to V, "
        "field lowest [if ball V or more], field highest, pitch highest, or pass",
        words,
    )


def _write(choice: Choice) -> str:
    if isinstance(choice.pick, Card):
        return f"{choice.verb} {write_card(choice.pick)}"
    words = f"{choice.verb} {choice.pick}"
    if choice.limit is None:
        return words
    value = "A23456789TJQK"[choice.limit - 1]
    if choice.verb == "swing":
        return f"{words} up to {value}"
    return f"{words} if ball {value} or more"


def _card(word: str) -> Card | None:
    try:
        return read_card(word)
    except CardUnreadable:
        return None


def _value(word: str) -> int:
    """A face value, said as a rank or as a number from 1 to 13."""
    rank = read_rank(word)
    if rank is not None:
        return FACE[rank * 4]
    if word.isascii() and word.isdigit() and 1 <= int(word) <= len(RANKS):
        return int(word)
    raise NotationError("a value from A (1) to K (13)", word)


def _may_swing(s: State, seat: Seat) -> bool:
    return (isinstance(s, Pitching) and seat != s.inning.pitcher) or (
        isinstance(s, Swinging) and seat in s.waiting
    )


def _next_decision(s: InTrick, seat: Seat) -> Verb:
    """What a bare pass answers: the swing if it is still to come, else the catch."""
    if isinstance(s, Pitching) and seat == s.inning.pitcher:
        raise IllegalAction("PC-7", MustPitch())
    return "swing" if _may_swing(s, seat) else "field"


def _check_ahead(game: PitchAndCatch, s: InTrick, seat: Seat, decision: Verb) -> None:
    """Whether the decision may still come to this seat."""
    pitcher = s.inning.pitcher
    if decision == "swing" and not _may_swing(s, seat):
        if seat == pitcher:
            raise IllegalAction("PC-9", PitcherSwings())
        if isinstance(s, Swinging) and held_cards(s.inning, seat, s.swings):
            raise IllegalAction("PC-9", SecondChance("swing"))
        raise IllegalAction("X-8", NothingToPlan("swing"))
    if decision == "field":
        if seat == pitcher and not game.pitcher_fields:
            raise IllegalAction("PC-13", PitcherFields())
        if isinstance(s, Fielding) and seat not in s.waiting:
            if seat == s.swings[-1][0]:
                raise IllegalAction("PC-13", HitterFields())
            raise IllegalAction("PC-13", SecondChance("field"))


def _check_possible(s: InTrick, seat: Seat, choice: Choice) -> None:
    """Whether an alternative could fit, as far as this seat can tell now."""
    hand = s.inning.hands[seat]
    clause = "PC-9" if choice.verb == "swing" else "PC-13"
    if isinstance(choice.pick, Card):
        if fact := _fault(s, choice.verb, choice.pick):
            raise IllegalAction(clause, fact)
        if choice.pick not in hand:
            raise IllegalAction("X-15", NotHeld((choice.pick,)))
    elif not any(
        _fault(s, choice.verb, card) is None and _within(s, choice, card) for card in hand
    ):
        raise IllegalAction(clause, NoCardFits(choice.verb))


def _fault(s: InTrick, verb: Verb, card: Card) -> Fact | None:
    """Why a card cannot do it on this ball any more; before the pitch nothing is known of that."""
    match verb, s:
        case "swing", Swinging():
            return swing_fault(s, card)
        case "field", Swinging() | Fielding():
            return catch_fault(s, card)
    return None


def _within(s: InTrick, choice: Choice, card: Card) -> bool:
    """Whether the limit of a choice lets it use this card on this ball."""
    if choice.limit is None or isinstance(s, Pitching):
        return True
    if choice.verb == "swing":
        return FACE[card] <= choice.limit
    return FACE[s.ball] >= choice.limit


def _candidates(s: InTrick, seat: Seat, choice: Choice) -> Iterator[Action]:
    """The actions an alternative stands for, the preferred one first; not all need be legal."""
    hand = s.inning.hands[seat]
    if choice.verb == "pitch":
        yield from map(Pitch, _picked(choice, hand))
    elif not isinstance(s, Pitching):
        make, worth = (Swing, FACE) if choice.verb == "swing" else (Field, GLOVE)
        rising = sorted(hand, key=lambda card: (worth[card], card))
        for card in _picked(choice, rising):
            if _within(s, choice, card):
                yield make(card)


def _picked(choice: Choice, rising: Sequence[Card]) -> Sequence[Card]:
    """Cards from a rising row, in the order in which the choice tries them."""
    match choice.pick:
        case "lowest":
            return rising
        case "highest":
            return rising[::-1]
        case card:
            return (card,)
