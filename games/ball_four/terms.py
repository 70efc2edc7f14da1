"""The terms of Ball Four as data, as far as both editions share them: actions, refusals, events.

Nothing happens here, but that each refusal that both editions know finds its fact. The states of
each edition stand with its rules in `fifty_two.py` and `forty.py`; hands are in `hands.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import ClassVar, Literal, TypeVar

import msgspec

from games.ball_four.hands import Hand, Rank, Ranking, fourth_cards
from games.cards import Card
from games.core import Deal, Event, Fact, IllegalAction, NotHeld, OptionError, Outcome, Seat

StretchRule = Literal["double-header", "pinch-hitter", "none"]
"""What may be chosen for the 7th Inning Stretch (B40-20)."""

T = TypeVar("T")

MOST_INNINGS = 99
"""More innings than anybody plays; a table of house players alone has to come to an end."""

# --- actions -------------------------------------------------------------------------------------


class Play(msgspec.Struct, frozen=True, tag="play"):
    """A hand, led or beating the high hand; the cards stand in the ranking's order."""

    cards: tuple[Card, ...]


class BallFour(msgspec.Struct, frozen=True, tag="ball-four"):
    """The fourth card of a rank that the high hand exposes."""

    card: Card


class Foul(msgspec.Struct, frozen=True, tag="foul"):
    """A foul ball (40 cards): discards for a Strike Token, in the ranking's order."""

    cards: tuple[Card, ...]


class Choose(msgspec.Struct, frozen=True, tag="choose"):
    """The rule of the 7th Inning Stretch (40 cards)."""

    rule: StretchRule


class Pass(msgspec.Struct, frozen=True, tag="pass"):
    """No hand: out until the play or at-bat ends."""


Action = Deal | Play | BallFour | Foul | Choose | Pass

BALL_FOURS = tuple(BallFour(card) for card in range(52))
PASS = Pass()

Laid = tuple[Seat, Card]
"""A card that somebody has laid face up as a Ball Four."""

Hands = tuple[tuple[Card, ...], ...]
"""Cards by seat."""


# --- facts for refusals --------------------------------------------------------------------------


class CardTwice(Fact, frozen=True, tag="bf-card-twice"):
    """Cards that an action names more than once (X-15)."""

    cards: tuple[Card, ...]


class NoHand(Fact, frozen=True, tag="bf-no-hand"):
    """Cards that make no hand (B52-5, B40-6); `shapes` are the hands that there are."""

    cards: tuple[Card, ...]
    shapes: tuple[str, ...]


class WrongType(Fact, frozen=True, tag="bf-wrong-type"):
    """A hand of another type than the high hand (B52-6, B40-6)."""

    hand: Hand
    high: Hand


class NotHigher(Fact, frozen=True, tag="bf-not-higher"):
    """A hand of the right type that is not strictly higher (B52-6, B40-6)."""

    hand: Hand
    high: Hand


class MustLead(Fact, frozen=True, tag="bf-must-lead"):
    """A leader must lead a hand, and tried something else (B52-8, B40-7).

    Only a plan can try `lowest`: before the lead no type of hand is asked.
    """

    tried: Literal["pass", "ball-four", "foul", "lowest"]


class AlreadyOut(Fact, frozen=True, tag="bf-already-out"):
    """Who has passed, or fouled, is out until the play or at-bat ends (B52-9, B40-8)."""


class OwnHand(Fact, frozen=True, tag="bf-own-hand"):
    """Ball Four is laid on the hand of another player only (B52-12, B40-11)."""


class NothingExposed(Fact, frozen=True, tag="bf-nothing-exposed"):
    """The high hand holds no three cards of a rank, so there is no Ball Four on it."""

    high: Hand


class NotTheFourth(Fact, frozen=True, tag="bf-not-the-fourth"):
    """Another card than the fourth of an exposed rank; `fourths` are those that would do."""

    card: Card
    fourths: tuple[Card, ...]


class NoHandFits(Fact, frozen=True, tag="bf-no-hand-fits"):
    """A plan for the lowest hand up to a rank, which no hand of these cards can be any more."""

    up_to: Rank
    high: Hand


class FirstLead(Fact, frozen=True, tag="bf-first-lead"):
    """The first hand of the first inning must contain this card (B52-3)."""

    card: Card


class PendingCard(Fact, frozen=True, tag="bf-pending-card"):
    """A card that lies as the own pending Ball Four cannot be used in a hand (B52-14)."""

    card: Card


class NoToken(Fact, frozen=True, tag="bf-no-token"):
    """A foul ball costs a Strike Token, and this seat has none (B40-14)."""


class NoCardOfSuits(Fact, frozen=True, tag="bf-no-card-of-suits"):
    """A foul ball of a seat that holds no card of the high hand's suits (B40-14)."""

    high: Hand


class SuitNotThere(Fact, frozen=True, tag="bf-suit-not-there"):
    """Discards of other suits than the high hand's, or, where empty, none at all (B40-13)."""

    cards: tuple[Card, ...]
    high: Hand


class TwoOfASuit(Fact, frozen=True, tag="bf-two-of-a-suit"):
    """Discards of which two are of the same suit (B40-13)."""

    cards: tuple[Card, ...]


class OnlyBeatOrPass(Fact, frozen=True, tag="bf-only-beat-or-pass"):
    """With Pinch Hitter, who has passed or fouled may only beat or pass (B40-22)."""


class NotLastPlace(Fact, frozen=True, tag="bf-not-last-place"):
    """The rule of the Stretch is chosen by the seat in last place, this one (B40-20)."""

    chooser: Seat


class NoStretch(Fact, frozen=True, tag="bf-no-stretch"):
    """No rule is to be chosen now; `played` says whether the Stretch is played here (B40-20)."""

    played: bool


# --- events --------------------------------------------------------------------------------------


class HandDealt(Event, frozen=True, tag="hand-dealt"):
    """A seat's own cards."""

    shows: ClassVar[bool] = True

    cards: tuple[Card, ...]


class InningBegins(Event, frozen=True, tag="inning-begins"):
    """Cards have gone round: `counts` to each seat, and `leader` leads.

    In the first inning with 52 cards, `threes` are the threes that say who leads (B52-3): the last
    is the leader's, and must be in the first hand; those before it are set aside. Where runs say
    it, `level` are the seats of whom the leader was the first (B52-4, B40-4).
    """

    inning: int
    dealer: Seat
    counts: tuple[int, ...]
    leader: Seat
    extra: bool = False
    threes: tuple[Card, ...] = ()
    level: tuple[Seat, ...] = ()


class Played(Event, frozen=True, tag="played"):
    """A hand, led or beating the last one; `left` is how many cards its player still holds.

    `defends` if it beats the own hand, on which a Ball Four is pending (B52-10).
    """

    shows: ClassVar[bool] = True

    seat: Seat
    hand: Hand
    leads: bool
    left: int
    defends: bool = False


class Passed(Event, frozen=True, tag="passed"):
    """A pass; `asked` is False where the rules count one without asking (B52-10).

    `owner` if the high hand is the own, which is not defended against a pending Ball Four.
    """

    seat: Seat
    asked: bool = True
    owner: bool = False


class BallFourPending(Event, frozen=True, tag="ball-four-pending"):
    """A Ball Four is laid face up and waits (B52-12); `left` as in `Played`.

    `other` is the one that is pending on the same hand already (B52-16).
    """

    shows: ClassVar[bool] = True

    seat: Seat
    card: Card
    left: int
    other: Laid | None = None


class BallFourReturns(Event, frozen=True, tag="ball-four-returns"):
    """A pending Ball Four goes back to its player's hand (B52-13, B52-16).

    `higher` is the Ball Four that won; None where the hand it lay on was beaten.
    """

    seat: Seat
    card: Card
    higher: Laid | None = None


class PlayWon(Event, frozen=True, tag="play-won"):
    """A play ends (52 cards): who wins it, and with which Ball Four if with any (B52-17)."""

    seat: Seat
    ball_four: Card | None


class InningEnds(Event, frozen=True, tag="inning-ends"):
    """A hand is empty, and cards become runs: of this inning, and in all, by seat.

    `counts` are the cards left in each hand, `ball_fours` the successful ones that cost runs;
    `lines` is the line score, this inning's runs last.
    """

    inning: int
    winner: Seat
    counts: tuple[int, ...]
    ball_fours: tuple[int, ...]
    gained: tuple[int, ...]
    runs: tuple[int, ...]
    lines: tuple[tuple[int, ...], ...]


class ExtraInning(Event, frozen=True, tag="extra-inning"):
    """Seats that are level at the end, so everybody plays another inning (B52-23)."""

    level: tuple[Seat, ...]


class BallFourWins(Event, frozen=True, tag="ball-four-wins"):
    """A Ball Four ends the at-bat at once (B40-11); `left` as in `Played`."""

    shows: ClassVar[bool] = True

    seat: Seat
    card: Card
    left: int


class TokenTaken(Event, frozen=True, tag="token-taken"):
    """A Strike Token for a Ball Four or a home run; `lost` if the seat has all it may (B40-2)."""

    seat: Seat
    tokens: int
    """How many the seat has now, as in the event below."""
    lost: bool
    for_what: Literal["Ball Four", "home run"]


class Fouled(Event, frozen=True, tag="fouled"):
    """A foul ball: what was discarded for a Strike Token (B40-13); `left` as in `Played`."""

    shows: ClassVar[bool] = True

    seat: Seat
    cards: tuple[Card, ...]
    tokens: int
    left: int


class AtBatWon(Event, frozen=True, tag="at-bat-won"):
    """Nobody has beaten the high hand, and its owner leads next (B40-9)."""

    seat: Seat


class StretchBegins(Event, frozen=True, tag="stretch-begins"):
    """The seat in last place, the first of those `level` there, is to choose a rule (B40-20)."""

    seat: Seat
    level: tuple[Seat, ...]


class StretchChosen(Event, frozen=True, tag="stretch-chosen"):
    """The rule of the 7th inning (B40-20); `full` if Pinch Hitter leaves all answers (B40-22)."""

    seat: Seat
    rule: StretchRule
    full: bool = False


class DerbyBegins(Event, frozen=True, tag="derby-begins"):
    """A round of the Home Run Derby, from 1, among the seats still tied (B40-19)."""

    round: int
    tied: tuple[Seat, ...]


class DerbyHand(Event, frozen=True, tag="derby-hand"):
    """The strongest hand that a seat has in a round of the Derby (B40-19)."""

    shows: ClassVar[bool] = True

    seat: Seat
    hand: Hand


class GameEnds(Event, frozen=True, tag="game-ends"):
    """The final result."""

    outcome: Outcome


# --- readings of the terms that both editions and the plans share --------------------------------


class Clauses(msgspec.Struct, frozen=True):
    """The numbers that the clauses which both editions have in common bear in one of them."""

    no_hand: str
    """What is not in the table is no hand."""
    beat: str
    """A hand beats only a lower one of its type."""
    lead: str
    """A leader must lead a hand."""
    out: str
    """Who has passed is out."""
    ball_four: str
    """What Ball Four is, and on what it is laid."""


def check_innings(innings: int) -> None:
    """Raises OptionError for a number of innings that makes no game (X-13)."""
    if not 1 <= innings <= MOST_INNINGS:
        raise OptionError(f"innings is 1 to {MOST_INNINGS}, not {innings}")


def clockwise(seat: Seat, seats: int) -> tuple[Seat, ...]:
    """All seats, from the left of `seat` round to `seat` itself."""
    return (*range(seat + 1, seats), *range(seat + 1))


def changed(row: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    """A row with another value at a seat."""
    return (*row[:seat], value, *row[seat + 1 :])


def without(hands: Hands, seat: Seat, cards: Collection[Card]) -> Hands:
    """Cards by seat, where a seat has no longer these."""
    return changed(hands, seat, tuple([card for card in hands[seat] if card not in cards]))


def check_hand(
    ranking: Ranking, clauses: Clauses, cards: tuple[Card, ...], high: Hand | None
) -> None:
    """Raises IllegalAction unless cards make a hand, which beats the high hand if there is one.

    Cards named twice, or of no deck of this edition, cannot be judged: those `check_held` refuses.
    """
    hand = ranking.recognise(cards)
    if hand is None:
        if len(set(cards)) < len(cards) or not ranking.cards.issuperset(cards):
            return
        shapes = tuple(shape.name for shape in ranking.shapes)
        raise IllegalAction(clauses.no_hand, NoHand(ranking.arranged(cards), shapes))
    if high is None or ranking.beats(hand, high):
        return
    fact = WrongType(hand, high) if hand.shape != high.shape else NotHigher(hand, high)
    raise IllegalAction(clauses.beat, fact)


def check_ball_four(clauses: Clauses, card: Card, high: Hand, own: bool) -> None:
    """Raises IllegalAction unless a card is the fourth on the high hand, which is not `own`."""
    fourths = fourth_cards(high)
    if own:
        raise IllegalAction(clauses.ball_four, OwnHand())
    if not fourths:
        raise IllegalAction(clauses.ball_four, NothingExposed(high))
    if card not in fourths:
        raise IllegalAction(clauses.ball_four, NotTheFourth(card, fourths))


def check_held(cards: Collection[Card], hand: Collection[Card]) -> None:
    """Raises IllegalAction unless all cards are in the hand, each named once (X-15)."""
    missing = tuple(card for card in cards if card not in hand)
    if missing:
        raise IllegalAction("X-15", NotHeld(missing))
    if len(set(cards)) < len(cards):
        twice = tuple(card for card, times in Counter(cards).items() if times > 1)
        raise IllegalAction("X-15", CardTwice(twice))
