"""Answers left ahead in Ball Four (X-8), in both editions: what to do when the turn comes.

A plan is a row of alternatives, tried in order at the turn: `ball-four or lowest up to Q else
pass`. Its last word says what happens if none fits: `else pass`, or `else ask`, which is also meant
where nothing is said. It ends with the play or at-bat that it was left in, and answers one question
of it, whatever the high hand is by then; `lowest` is the lowest hand of the asked type.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Protocol

import msgspec

from games.ball_four import notation
from games.ball_four.hands import EXPOSED, Edition, Hand, Rank, fourth_cards
from games.ball_four.terms import (
    PASS,
    Action,
    BallFour,
    Clauses,
    Foul,
    MustLead,
    NoHandFits,
    NothingExposed,
    OnlyBeatOrPass,
    Play,
    check_held,
)
from games.cards import RANKS, Card, read_rank
from games.core import IllegalAction, NotationError, Plan, Seat, read_alternatives

LEAD = "lead"
BEAT = "beat"


class Question(msgspec.Struct, frozen=True):
    """What a seat may be asked in the play or at-bat that is going on.

    `high` is the hand to beat, None while the lead is due; `leads` if this seat has to lead,
    `beats_or_passes` if it may do nothing else (B40-22). A plan lives for `scope`.
    """

    scope: str
    cards: tuple[Card, ...]
    high: Hand | None
    leads: bool = False
    beats_or_passes: bool = False


class Planned(Protocol):
    """What an edition tells about itself, so that answers for it can be left ahead."""

    clauses: ClassVar[Clauses]
    fouls: ClassVar[bool]
    """Whether there are foul balls."""

    @property
    def edition(self) -> Edition:
        """The hands that are played."""

    def question(self, s: Any, seat: Seat) -> Question:
        """What may be asked of a seat; IllegalAction where nothing is going to be."""

    def check_ahead(self, s: Any, seat: Seat, a: Play | Foul) -> None:
        """Raises IllegalAction for a hand or a foul ball that cannot come any more in this play.

        It may use nothing but public facts and the seat's own cards.
        """

    def check(self, s: Any, seat: Seat, a: Action) -> None:
        """Raises IllegalAction unless a seat may do it now."""


class Lowest(msgspec.Struct, frozen=True):
    """The lowest hand of the asked type, if its compared rank is at most this one."""

    up_to: Rank


class AnyBallFour(msgspec.Struct, frozen=True):
    """The fourth card of an exposed rank, whichever it is; of two the higher one (B52-16)."""


Choice = Play | Foul | BallFour | Lowest | AnyBallFour


class Answer(msgspec.Struct, frozen=True):
    """A plan as read; without choices it is a bare pass."""

    choices: tuple[Choice, ...]
    passes: bool

    def __str__(self) -> str:
        words = " or ".join(_write(choice) for choice in self.choices)
        if not words:
            return "pass"
        return f"{words} else pass" if self.passes else words


def left(game: Planned, s: Any, seat: Seat, text: str) -> Plan:
    """Reads an answer for a question to come in this play; refuses one that can never apply."""
    answer = read(game, text)
    asked = game.question(s, seat)
    if asked.leads and answer.passes:
        raise IllegalAction(game.clauses.lead, MustLead("pass"))
    for choice in answer.choices:
        _check_possible(game, s, seat, asked, choice)
    return Plan(str(answer), LEAD if asked.leads else BEAT, (asked.scope,))


def resolve(game: Planned, s: Any, seat: Seat, plan: Plan) -> Action | None:
    """The first alternative that is legal now, else the plan's pass, else None: ask."""
    answer = read(game, plan.text)
    asked = game.question(s, seat)
    for choice in answer.choices:
        for action in _candidates(game, asked, choice):
            if _legal(game, s, seat, action):
                return action
    return PASS if answer.passes and _legal(game, s, seat, PASS) else None


def read(game: Planned, text: str) -> Answer:
    """Reads a plan; NotationError for words that are none."""
    words, passes = read_alternatives(text, last=("pass", "ask"), default="ask")
    choices: list[Choice] = []
    for word in words:
        if word == "pass":
            if word is not words[-1]:
                raise NotationError('"pass" as the last alternative', text)
            passes = "pass"
        else:
            choices.append(_read_choice(game, word))
    return Answer(tuple(choices), passes == "pass")


def _read_choice(game: Planned, words: str) -> Choice:
    match words.split():
        case ["play" | "foul" | "ball-four" as verb, _, *_] if verb != "foul" or game.fouls:
            action = notation.parse(words, game.edition, [verb])
            assert isinstance(action, Play | Foul | BallFour)  # by its verb
            return action
        case ["lowest", "up", "to", value]:
            rank = read_rank(value)
            if rank is None or rank not in game.edition.order:
                low, *_, high = (RANKS[rank] for rank in game.edition.order)
                raise NotationError(f"a rank from {low} to {high}", value)
            return Lowest(rank)
        case ["ball-four"]:
            return AnyBallFour()
    foul = "foul with cards, " if game.fouls else ""
    raise NotationError(f"play with cards, lowest up to V, ball-four, {foul}or pass", words)


def _write(choice: Choice) -> str:
    match choice:
        case Lowest(rank):
            return f"lowest up to {RANKS[rank]}"
        case AnyBallFour():
            return "ball-four"
        case action:
            return notation.write(action)


def _check_possible(game: Planned, s: Any, seat: Seat, asked: Question, choice: Choice) -> None:
    """Whether an alternative could fit in this play, as far as this seat can tell now."""
    match choice:
        case Play():
            game.check_ahead(s, seat, choice)
        case Foul():
            if asked.leads:
                raise IllegalAction(game.clauses.lead, MustLead("foul"))
            game.check_ahead(s, seat, choice)
        case AnyBallFour() | BallFour():
            if asked.leads:
                raise IllegalAction(game.clauses.lead, MustLead("ball-four"))
            if asked.beats_or_passes:
                raise IllegalAction("B40-22", OnlyBeatOrPass())
            if asked.high is not None and EXPOSED not in asked.high.shape.counts:
                raise IllegalAction(game.clauses.ball_four, NothingExposed(asked.high))
            if isinstance(choice, BallFour):
                check_held((choice.card,), asked.cards)
        case Lowest(rank):
            if asked.leads:
                raise IllegalAction(game.clauses.lead, MustLead("lowest"))
            if asked.high is not None and next(_candidates(game, asked, choice), None) is None:
                raise IllegalAction(game.clauses.beat, NoHandFits(rank, asked.high))


def _candidates(game: Planned, asked: Question, choice: Choice) -> Iterator[Action]:
    """The actions that an alternative stands for, in order of preference; not all need be legal."""
    edition, high = game.edition, asked.high
    match choice:
        case Lowest(rank) if high is not None:
            most = edition.worth(rank)
            hands = edition.playable(asked.cards, high)
            lowest = next(hands, None)
            if lowest is not None and edition.worth(lowest.rank) <= most:
                yield Play(lowest.cards)
        case AnyBallFour() if high is not None:
            fourths = [card for card in fourth_cards(high) if card in asked.cards]
            yield from map(BallFour, reversed(fourths))
        case Play() | Foul() | BallFour():
            yield choice


def _legal(game: Planned, s: Any, seat: Seat, action: Action) -> bool:
    try:
        game.check(s, seat, action)
    except IllegalAction:
        return False
    return True
