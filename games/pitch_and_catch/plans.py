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
    Ahead,
    Fact,
    IllegalAction,
    NotationError,
    NotHeld,
    NothingToPlan,
    Plan,
    Ready,
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
    View,
    catch_fault,
    held_cards,
    scope_name,
    swing_fault,
)

if TYPE_CHECKING:
    from games.pitch_and_catch.rules import PitchAndCatch

_FORMS = {
    "swing": "swing 5c, swing lowest, swing lowest up to 9, swing highest up to 9 or swing pass",
    "field": "field 9c, field lowest, field lowest if ball 9 or more, field highest or field pass",
    "pitch": "pitch 9c or pitch highest",
}
"""What an answer can be, by the decision that it begins with: an example of each."""

_ANY_FORM = "an answer like swing 5c, swing lowest up to 9, field highest, pitch 9c or pass"

BY_FACE = "A23456789TJQK"
"""Ranks by face value, from 1."""

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
    _check_possible(s, seat, answer.choices)
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
            case ["swing" | "field" as verb, "pass"]:
                if len(words) > 1:
                    raise NotationError('"pass" as the last alternative', text)
                return Answer(verb, (), passes=True)
        choice = _read_choice(word)
        if decision not in (None, choice.verb):
            apart = f'answers to {decision} and to {choice.verb} with a ";" between them'
            raise NotationError(apart, text)
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
    raise NotationError(_FORMS.get(words.partition(" ")[0], _ANY_FORM), words)


def _write(choice: Choice) -> str:
    if isinstance(choice.pick, Card):
        return f"{choice.verb} {write_card(choice.pick)}"
    words = f"{choice.verb} {choice.pick}"
    if choice.limit is None:
        return words
    value = BY_FACE[choice.limit - 1]
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


def _check_possible(s: InTrick, seat: Seat, choices: Sequence[Choice]) -> None:
    """Whether one of the alternatives could fit, as far as this seat can tell now.

    What this ball has ruled out is passed over at the turn like all that does not fit (X-8); a card
    that is not held is a slip.
    """
    hand = s.inning.hands[seat]
    past = [_ruled_out(s, hand, choice) for choice in choices]
    if past and past[0] and all(past):
        raise IllegalAction("PC-9" if choices[0].verb == "swing" else "PC-13", past[0])
    for choice in choices:
        if isinstance(choice.pick, Card) and choice.pick not in hand:
            raise IllegalAction("X-15", NotHeld((choice.pick,)))


def _ruled_out(s: InTrick, hand: Sequence[Card], choice: Choice) -> Fact | None:
    """Why an alternative can fit no more, if nothing on this ball would let it."""
    if isinstance(choice.pick, Card):
        return _fault(s, choice.verb, choice.pick)
    fits = (_fault(s, choice.verb, card) is None and _within(s, choice, card) for card in hand)
    return None if any(fits) else NoCardFits(choice.verb)


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


# --- what players are shown ----------------------------------------------------------------------


def ahead(game: PitchAndCatch, view: View, picked: Sequence[Card]) -> Sequence[Ahead]:
    """The three answers of a trick's sheet: the swing, the catch, the next pitch (PC-24)."""
    return (
        Ahead(
            "swing",
            "Swing",
            "swing 5c or swing lowest up to 9 else pass",
            "Swings and catches hold for this trick.",
            tuple(_swings(view)),
            verb="swing",
        ),
        Ahead(
            "field",
            "Catch",
            "field lowest if ball 9 or more else pass",
            "Swings and catches hold for this trick.",
            tuple(_catches(view)),
            verb="field",
        ),
        Ahead(
            "pitch",
            "Next pitch",
            "pitch 9c or pitch highest",
            "A pitch holds for your next one, in this trick or the trick after it.",
            (Ready("pitch highest"), *(Ready(f"pitch {card}") for card in _named(view))),
            verb="pitch",
        ),
    )


def _swings(view: View) -> Iterator[Ready]:
    yield Ready("swing pass", "Pass")
    yield Ready("swing lowest else pass")
    cards = _named(view)
    for card in cards:
        yield Ready(f"swing {card} else pass")
    for value in _values(view)[1:]:
        yield Ready(f"swing lowest up to {value} else pass")
    for card in cards:
        yield Ready(f"swing {card}")


def _catches(view: View) -> Iterator[Ready]:
    yield Ready("field pass", "Pass")
    yield Ready("field lowest else pass")
    yield Ready("field highest else pass")
    cards = _named(view)
    for card in cards:
        yield Ready(f"field {card} else pass")
    if view.ball is None:
        for value in BY_FACE[:4:-1]:
            yield Ready(f"field lowest if ball {value} or more else pass")
    for card in cards:
        yield Ready(f"field {card}")


def _named(view: View) -> Sequence[str]:
    """The cards of the own hand, as they are written."""
    return [write_card(card) for card in view.hand]


def _values(view: View) -> Sequence[str]:
    """The face values in the own hand, from the lowest."""
    return [BY_FACE[value - 1] for value in sorted({FACE[card] for card in view.hand})]
