"""The terms of Pitch & Catch as data: card values, actions, states, refusals, events, the view.

Nothing happens here; `rules.py` says how one state becomes the next.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import ClassVar, Literal

import msgspec

from games.cards import Card
from games.core import Deal, Event, Fact, Outcome, Seat

# Ranks count from 0 (deuce) to 12 (ace).
FACE: tuple[int, ...] = tuple((rank + 1) % 13 + 1 for rank in range(13) for _ in range(4))
"""A card's worth pitched, swung or kept, by card: ace 1, jack 11, queen 12, king 13 (PC-5)."""

GLOVE: tuple[int, ...] = tuple({0: 14, 12: 15}.get(c >> 2, FACE[c]) for c in range(52))
"""A card's worth in the field, by card: deuce 14, ace 15 (PC-6)."""

ACE_CATCH = 15
STRIKES_TO_WIN = 3


# --- actions -------------------------------------------------------------------------------------


class Pitch(msgspec.Struct, frozen=True, tag="pitch"):
    """The pitcher's card, which becomes the ball."""

    card: Card


class Swing(msgspec.Struct, frozen=True, tag="swing"):
    """A card at most the ball and above every swing so far."""

    card: Card


class Field(msgspec.Struct, frozen=True, tag="field"):
    """A catching card: at least the ball, above every catch so far."""

    card: Card


class Pass(msgspec.Struct, frozen=True, tag="pass"):
    """No swing, or no catch."""


Action = Deal | Pitch | Swing | Field | Pass

PITCHES = tuple(Pitch(card) for card in range(52))
SWINGS = tuple(Swing(card) for card in range(52))
CATCHES = tuple(Field(card) for card in range(52))
PASS = Pass()


# --- states --------------------------------------------------------------------------------------

Play = tuple[Seat, Card]
"""A card somebody has played in this trick."""


class Match(msgspec.Struct, frozen=True):
    """What outlives an inning: its number and dealer, who plays in it, points of finished innings.

    `run` is whose unbroken run of unhit pitches is open, and how many it counts (PC-19).
    """

    inning: int
    dealer: Seat
    playing: tuple[Seat, ...]
    points: tuple[int, ...]
    run: tuple[Seat, int]


class Inning(msgspec.Struct, frozen=True):
    """What outlives a trick: the trick's number, its pitcher, hands, kept balls and discards."""

    trick: int
    pitcher: Seat
    hands: tuple[tuple[Card, ...], ...]
    balls: tuple[tuple[Card, ...], ...]
    discards: tuple[Card, ...]
    aside: tuple[Card, ...]
    """Cards that did not go round; nobody may see them before the game is over (X-3)."""


class Shuffling(msgspec.Struct, frozen=True, tag="shuffling"):
    """A deck is due for the inning that `match` names."""

    match: Match


class Pitching(msgspec.Struct, frozen=True, tag="pitching"):
    """The pitcher owes a ball."""

    match: Match
    inning: Inning


class Swinging(msgspec.Struct, frozen=True, tag="swinging"):
    """The ball is in the air; `waiting` seats may still swing, in turn order."""

    match: Match
    inning: Inning
    ball: Card
    counts: bool
    """Whether this pitch, if nobody hits it, counts towards three strikes (PC-28)."""
    waiting: tuple[Seat, ...]
    swings: tuple[Play, ...]


class Fielding(msgspec.Struct, frozen=True, tag="fielding"):
    """The ball is hit; `waiting` seats may still catch it, in turn order."""

    match: Match
    inning: Inning
    ball: Card
    waiting: tuple[Seat, ...]
    swings: tuple[Play, ...]
    catches: tuple[Play, ...]


class Over(msgspec.Struct, frozen=True, tag="over"):
    """The game has ended; `winner` is set where three strikes decided it."""

    match: Match
    reason: Literal["innings", "extra-innings", "three-strikes"]
    winner: Seat | None = None


InTrick = Pitching | Swinging | Fielding
State = Shuffling | InTrick | Over


# --- facts for refusals --------------------------------------------------------------------------


class AboveBall(Fact, frozen=True, tag="pc-above-ball"):
    """A swing above the ball (PC-9)."""

    ball: Card


class NotAboveSwing(Fact, frozen=True, tag="pc-not-above-swing"):
    """A swing that does not beat the highest so far (PC-9)."""

    best: Card


class PitcherSwings(Fact, frozen=True, tag="pc-pitcher-swings"):
    """The pitcher does not swing at the own ball (PC-9)."""


class SecondChance(Fact, frozen=True, tag="pc-second-chance"):
    """The one chance of this trick has been used (PC-9, PC-13)."""

    decision: str


class BelowBall(Fact, frozen=True, tag="pc-below-ball"):
    """A first catch below the ball (PC-13)."""

    ball: Card


class NotAboveCatch(Fact, frozen=True, tag="pc-not-above-catch"):
    """A catch that does not beat the last one (PC-13)."""

    best: Card


class HitterFields(Fact, frozen=True, tag="pc-hitter-fields"):
    """The hitter does not catch the own hit (PC-13)."""


class PitcherFields(Fact, frozen=True, tag="pc-pitcher-fields"):
    """At this table the pitcher is not asked to field (PC-13, option `pitcher_fields`)."""


class MustPitch(Fact, frozen=True, tag="pc-must-pitch"):
    """Pitching is compulsory (PC-7)."""


class StrictTempo(Fact, frozen=True, tag="pc-strict-tempo"):
    """At this table answers cannot be left ahead (PC-24, option `tempo`)."""


class NoCardFits(Fact, frozen=True, tag="pc-no-card-fits"):
    """A plan that no card of the hand could carry out any more."""

    decision: str


# --- events --------------------------------------------------------------------------------------


class InningBegins(Event, frozen=True, tag="inning-begins"):
    """Cards have gone round: `hand_size` to each seat of `playing`."""

    inning: int
    dealer: Seat
    playing: tuple[Seat, ...]
    hand_size: int
    extra: bool


class HandDealt(Event, frozen=True, tag="hand-dealt"):
    """A seat's own cards."""

    shows: ClassVar[bool] = True

    cards: tuple[Card, ...]


class PitchPassesOn(Event, frozen=True, tag="pitch-passes-on"):
    """The pitcher has no cards, so another seat pitches (PC-8)."""

    seat: Seat
    pitcher: Seat


class Pitched(Event, frozen=True, tag="pitched"):
    """A ball; `run` is how many unhit pitches in a row came before it.

    `by_player` unless it was made in the player's place, and so cannot count (PC-28).
    """

    shows: ClassVar[bool] = True

    seat: Seat
    ball: Card
    run: int
    counts: bool
    by_player: bool
    empty: bool
    """Whether the hand has no cards left, as in the two events below."""


class Swung(Event, frozen=True, tag="swung"):
    """A swing; `closes` if it equals the ball (PC-10)."""

    shows: ClassVar[bool] = True

    seat: Seat
    card: Card
    closes: bool
    empty: bool


class Passed(Event, frozen=True, tag="passed"):
    """No swing, or no catch."""

    seat: Seat
    decision: Literal["swing", "field"]


class Strike(Event, frozen=True, tag="strike"):
    """Nobody swung; the pitcher keeps the ball. `run` counts the strikes in a row (PC-12)."""

    seat: Seat
    ball: Card
    run: int


class Hit(Event, frozen=True, tag="hit"):
    """The highest swing has the ball, until somebody catches it."""

    seat: Seat
    ball: Card


class Caught(Event, frozen=True, tag="caught"):
    """A catch; `closes` if it is an ace (PC-14)."""

    shows: ClassVar[bool] = True

    seat: Seat
    card: Card
    closes: bool
    empty: bool


class BallKept(Event, frozen=True, tag="ball-kept"):
    """The end of a trick with a hit: whose pile the ball goes to, and how."""

    seat: Seat
    ball: Card
    caught: bool


class InningEnds(Event, frozen=True, tag="inning-ends"):
    """Balls become points: of this inning, and in all, by seat.

    `holder` is the one seat that still has cards, if any has (PC-17).
    """

    inning: int
    gained: tuple[int, ...]
    points: tuple[int, ...]
    holder: Seat | None


class ExtraInning(Event, frozen=True, tag="extra-inning"):
    """The seats that are level at the top play on alone (PC-23)."""

    playing: tuple[Seat, ...]


class GameEnds(Event, frozen=True, tag="game-ends"):
    """The final result."""

    outcome: Outcome


# --- what a seat may know ------------------------------------------------------------------------


class View(msgspec.Struct, frozen=True):
    """The table as one seat, or a spectator, may see it: public facts, and the own hand."""

    seat: Seat | None
    hand: tuple[Card, ...]
    decision: Literal["shuffle", "pitch", "swing", "field", "over"]
    turn: Seat | None
    inning: int
    innings: int
    dealer: Seat
    playing: tuple[Seat, ...]
    points: tuple[int, ...]
    run: tuple[Seat, int]
    trick: int = 0
    pitcher: Seat | None = None
    counts: tuple[int, ...] = ()
    """How many cards each seat holds."""
    balls: tuple[tuple[Card, ...], ...] = ()
    discards: tuple[Card, ...] = ()
    ball: Card | None = None
    strike_counts: bool = True
    waiting: tuple[Seat, ...] = ()
    swings: tuple[Play, ...] = ()
    catches: tuple[Play, ...] = ()


# --- readings of the terms that rules and plans share --------------------------------------------


def sort_key(card: Card) -> tuple[int, int]:
    """The order of this game: face value, then suit."""
    return FACE[card], card & 3


def clockwise(playing: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    """Those playing, from the left of `seat` round to `seat` itself if it plays."""
    left = bisect_right(playing, seat)  # seats stand in order
    return playing[left:] + playing[:left]


def scope_name(inning: int, trick: int) -> str:
    """What a plan lives for: one trick."""
    return f"{inning}.{trick}"


def lowest_catch(ball: Card, catches: tuple[Play, ...]) -> int:
    """The least fielding value that would catch a ball after these catches (PC-13)."""
    return GLOVE[catches[-1][1]] + 1 if catches else FACE[ball]


def swing_fault(s: Swinging, card: Card) -> Fact | None:
    """Why a card cannot swing now, whoever plays it (PC-9)."""
    if FACE[card] > FACE[s.ball]:
        return AboveBall(s.ball)
    if s.swings and FACE[card] <= FACE[s.swings[-1][1]]:
        return NotAboveSwing(s.swings[-1][1])
    return None


def catch_fault(s: Swinging | Fielding, card: Card) -> Fact | None:
    """Why a card cannot catch this ball, whoever plays it (PC-13)."""
    caught = isinstance(s, Fielding) and s.catches
    if caught and GLOVE[card] <= GLOVE[caught[-1][1]]:
        return NotAboveCatch(caught[-1][1])
    return BelowBall(s.ball) if GLOVE[card] < FACE[s.ball] else None


def held_cards(inning: Inning, seat: Seat, plays: tuple[Play, ...]) -> bool:
    """Whether a seat held cards when a round of `plays` began, and so had or has a chance in it."""
    return bool(inning.hands[seat]) or any(seat == player for player, _ in plays)
