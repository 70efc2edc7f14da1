"""Answers left ahead in Ball Four (X-8), in both editions: what to do when the turn comes.

A plan is a row of alternatives, tried in order at the turn: `ball-four or lowest up to Q else
pass`. Its last word says what happens if none fits: `else pass`, or `else ask`, which is also meant
where nothing is said. It ends with the play or at-bat that it was left in, and answers one question
of it, whatever the high hand is by then; `lowest` is the lowest hand of the asked type.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Protocol

import msgspec

from games.ball_four import notation
from games.ball_four.hands import EXPOSED, Hand, Rank, Ranking, fourth_cards
from games.ball_four.terms import (
    BALL_FOURS,
    PASS,
    Action,
    BallFour,
    Clauses,
    Foul,
    MustLead,
    NoHandFits,
    NotHigher,
    NothingExposed,
    NoToken,
    OnlyBeatOrPass,
    Play,
    WrongType,
    check_held,
)
from games.cards import RANKS, Card, read_rank
from games.core import (
    Ahead,
    IllegalAction,
    NotationError,
    Plan,
    Ready,
    Seat,
    may_do,
    read_alternatives,
)

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
    round: ClassVar[str]
    """What a plan lives for (X-8), in the edition's own word."""

    @property
    def ranking(self) -> Ranking:
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

_PAST = (NotHigher, WrongType, NoHandFits, NothingExposed, OnlyBeatOrPass, NoToken)
"""The facts of what could have been, but for what has happened in this play or this inning."""


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
    past = [_ruled_out(game, s, seat, asked, choice) for choice in answer.choices]
    if past and past[0] and all(past):
        raise past[0]
    return Plan(str(answer), LEAD if asked.leads else BEAT, (asked.scope,))


def resolve(game: Planned, s: Any, seat: Seat, plan: Plan) -> Action | None:
    """The first alternative that is legal now, else the plan's pass, else None: ask."""
    answer = read(game, plan.text)
    asked = game.question(s, seat)
    for choice in answer.choices:
        for action in _candidates(game, asked, choice):
            if may_do(game, s, seat, action):
                return action
    return PASS if answer.passes and may_do(game, s, seat, PASS) else None


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
            action = notation.parse(words, game.ranking, [verb])
            assert isinstance(action, Play | Foul | BallFour)  # by its verb
            return action
        case ["lowest", "up", "to", value]:
            rank = read_rank(value)
            if rank is None or rank not in game.ranking.order:
                low, *_, high = (RANKS[rank] for rank in game.ranking.order)
                raise NotationError(f"a rank from {low} to {high}", value)
            return Lowest(rank)
        case ["ball-four"]:
            return AnyBallFour()
    foul = "foul 2d 7h, " if game.fouls else ""
    raise NotationError(
        f"an answer like play 9c 9d, lowest up to 9, ball-four, {foul}or pass", words
    )


def _write(choice: Choice) -> str:
    match choice:
        case Lowest(rank):
            return f"lowest up to {RANKS[rank]}"
        case AnyBallFour():
            return "ball-four"
        case action:
            return notation.write(action)


def _ruled_out(
    game: Planned, s: Any, seat: Seat, asked: Question, choice: Choice
) -> IllegalAction | None:
    """Why an alternative can fit no more in this play, if what has happened rules it out.

    Where there are others it is passed over at the turn like all that does not fit (X-8). Raises
    IllegalAction for what never could be done with these cards.
    """
    try:
        _check_possible(game, s, seat, asked, choice)
    except IllegalAction as error:
        if isinstance(error.fact, _PAST):
            return error
        raise
    return None


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
    ranking, high = game.ranking, asked.high
    match choice:
        case Lowest(rank) if high is not None:
            most = ranking.worth(rank)
            hands = ranking.playable(asked.cards, high)
            lowest = next(hands, None)
            if lowest is not None and ranking.worth(lowest.rank) <= most:
                yield Play(lowest.cards)
        case AnyBallFour() if high is not None:
            fourths = [card for card in fourth_cards(high) if card in asked.cards]
            yield from map(BallFour, reversed(fourths))
        case Play() | Foul() | BallFour():
            yield choice


# --- what players are shown ----------------------------------------------------------------------


class Seen(Protocol):
    """What is looked at of a view, which each edition has of its own."""

    @property
    def seat(self) -> Seat | None:
        """Whose view it is."""

    @property
    def hand(self) -> tuple[Card, ...]:
        """The own cards."""

    @property
    def decision(self) -> str:
        """The kind of question that is open."""

    @property
    def turn(self) -> Seat | None:
        """Whom it is asked of."""


def ahead(game: Planned, view: Seen, picked: Sequence[Card]) -> Sequence[Ahead]:
    """The lead for whoever has it, and the answer to whatever high hand there will be."""
    if view.decision == LEAD and view.turn == view.seat:
        lead = Ahead(
            LEAD,
            "The hand you lead",
            "play 9c 9d 9h",
            "It is played as soon as the game goes on.",
            tuple(_leads(game, view, picked)),
            verb="play",
        )
        return (lead,)
    beat = Ahead(
        BEAT,
        f"Your answer in this {game.round}",
        f"{'foul 2d 7h' if game.fouls else 'ball-four'} or lowest up to 9 else pass",
        f"It holds for this {game.round}, and is tried on whatever hand is high at your turn.",
        tuple(_beats(game, view, picked)),
    )
    return (beat,)


def _leads(game: Planned, view: Seen, picked: Sequence[Card]) -> Iterator[Ready]:
    hands = [game.ranking.arranged(picked)] if picked else [(card,) for card in view.hand]
    for cards in hands:
        yield Ready(notation.write(Play(cards)))


def _beats(game: Planned, view: Seen, picked: Sequence[Card]) -> Iterator[Ready]:
    for action in _made_of(game, picked):
        words = notation.write(action)
        yield Ready(f"{words} else pass")
        yield Ready(words)
    yield Ready("pass")
    yield Ready("ball-four else pass")
    ranks = sorted({card >> 2 for card in view.hand}, key=game.ranking.worth, reverse=True)
    top = RANKS[game.ranking.order[-1]]
    yield Ready(f"lowest up to {top} else pass", "Lowest that beats, else pass")
    yield Ready(
        f"ball-four or lowest up to {top} else pass", "Ball Four, or lowest that beats, else pass"
    )
    yield Ready("ball-four", "Ball Four, else ask me")
    for rank in ranks:
        if RANKS[rank] != top:
            yield Ready(f"lowest up to {RANKS[rank]} else pass")


def _made_of(game: Planned, picked: Sequence[Card]) -> Iterator[Play | Foul | BallFour]:
    """The actions that picked cards may be."""
    if picked:
        cards = game.ranking.arranged(picked)
        yield Play(cards)
        if len(cards) == 1:
            yield BALL_FOURS[cards[0]]
        if game.fouls:
            yield Foul(cards)
