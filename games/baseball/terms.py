"""The terms of Baseball as data: actions, states, refusals, events, the view.

Nothing happens here; `rules.py` says what is legal and how one state becomes the next, and
`dealing.py` what a deal does by itself. Cards compare in `ranking.py`, chips are shared in
`pots.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import ClassVar, Literal

import msgspec

from games.baseball.pots import Payment, Pot, Pots
from games.baseball.ranking import MadeHand, Ranking
from games.cards import DECK, RANKS, SUITS, Card
from games.core import Deal, Event, Fact, Outcome, Seat

RAIN_CARD: Card = RANKS.index("Q") * 4 + SUITS.index("s")
"""The queen of spades, which ends a deal where rainy days are played (BB-34)."""

FIRST_UP = 3
"""How many cards each seat has been dealt when the first betting round begins (BB-3)."""
LAST_UP = 6
LAST_DOWN = 7
"""How many it has been dealt when the last one does."""
LAST_ROUND = LAST_DOWN - FIRST_UP + 1


# --- what the ranks mean -------------------------------------------------------------------------


class Ranks(msgspec.Struct, frozen=True):
    """What the ranks mean at a table, each from 0 (deuce) to 12 (ace) (BB-33)."""

    wild: tuple[int, ...]
    walks: int
    """The rank that takes a walk face up, and can be shown from the hole (BB-24, BB-31)."""
    costs: int | None
    """The rank that must be paid for face up (BB-18); None where there is none."""
    eventful: frozenset[Card]
    """All cards that can bring something face up, the rain card included."""


def _ranks(wild: str, walks: str, costs: str | None) -> Ranks:
    price = None if costs is None else RANKS.index(costs)
    walk = RANKS.index(walks)
    eventful = {RAIN_CARD, *(card for card in DECK if card >> 2 in (walk, price))}
    return Ranks(tuple(map(RANKS.index, wild)), walk, price, frozenset(eventful))


RANKS_OF = {
    "baseball": _ranks("39", "4", "3"),
    "football": _ranks("36", "2", "3"),
    "woolworth": _ranks("5T", "4", None),
}
"""What the ranks mean, by the option `ranks`."""

RANKINGS = {name: Ranking(ranks.wild) for name, ranks in RANKS_OF.items()}
"""How hands compare, by the option `ranks`."""


# --- actions -------------------------------------------------------------------------------------


class Check(msgspec.Struct, frozen=True, tag="check"):
    """Nothing is bet, where nobody has bet yet in this round."""


class Bet(msgspec.Struct, frozen=True, tag="bet"):
    """The first chips of a betting round."""

    chips: int


class Call(msgspec.Struct, frozen=True, tag="call"):
    """As many chips as are owed, or all that are left."""


class Raise(msgspec.Struct, frozen=True, tag="raise"):
    """A call, and `chips` on top of it."""

    chips: int


class Fold(msgspec.Struct, frozen=True, tag="fold"):
    """Out of the deal; where a face-up 3 is to be paid for, this strikes out (BB-18)."""


class MatchPot(msgspec.Struct, frozen=True, tag="match"):
    """The face-up 3 is paid for (BB-18)."""


class Walk(msgspec.Struct, frozen=True, tag="walk"):
    """The extra card is paid for (BB-32)."""


class Stay(msgspec.Struct, frozen=True, tag="stay"):
    """The extra card is declined (BB-32)."""


class Show(msgspec.Struct, frozen=True, tag="show"):
    """A hidden 4 is shown from the hole, for an extra card (BB-31)."""

    card: Card


Action = Deal | Check | Bet | Call | Raise | Fold | MatchPot | Walk | Stay | Show

CHECK, CALL, FOLD, MATCH_POT, WALK, STAY = Check(), Call(), Fold(), MatchPot(), Walk(), Stay()
BETS, RAISES = tuple(map(Bet, range(101))), tuple(map(Raise, range(101)))
"""Bets and raises by their chips, as far as most tables need them."""


# --- states --------------------------------------------------------------------------------------

Rows = tuple[tuple[Card, ...], ...]
"""A row of cards for every seat, in the order in which they were dealt."""


class Standing(msgspec.Struct, frozen=True):
    """What outlives a deal: its number and dealer, and everybody's chips."""

    deal: int
    dealer: Seat
    stacks: tuple[int, ...]


class Layout(msgspec.Struct, frozen=True):
    """What lies on the table in a deal, and what outlives a betting round."""

    deck: tuple[Card, ...]
    """The cards that have not been dealt, top first; nobody may see them (X-3)."""
    down: Rows
    up: Rows
    shown: Rows
    """The hidden 4s that have been shown; they stay among the cards down (BB-31)."""
    still_in: tuple[Seat, ...]
    """Who has not folded, in seat order."""
    pots: Pots
    dealt: int
    """How many cards each seat still in has been dealt, or is being dealt, walks not counted."""
    asked: int = 0
    """How many matches and walks have been asked for in this deal."""
    paid_three: bool = False
    """Whether a face-up 3 has been paid for in this deal (BB-28)."""
    rains: int = 0
    """How often the deal has been rained out (BB-34)."""


class Shuffling(msgspec.Struct, frozen=True, tag="shuffling"):
    """A deck is due for the deal that `standing` names."""

    standing: Standing


class RainedOut(msgspec.Struct, frozen=True, tag="rained-out"):
    """A deck is due for the same deal once more, and the pots are carried over (BB-34)."""

    standing: Standing
    pots: Pots
    playing: tuple[Seat, ...]
    """Who is dealt in again, in seat order."""
    rains: int


class Betting(msgspec.Struct, frozen=True, tag="betting"):
    """A betting round; `waiting` seats are still to be asked, in turn order."""

    standing: Standing
    layout: Layout
    opener: Seat
    waiting: tuple[Seat, ...]
    paid: tuple[int, ...]
    """The bets in front of each seat, folded ones too."""
    high: int = 0
    """The most that lies in front of a seat; 0 where nobody has bet."""
    raises: int = 0
    number: int = 1
    """Which decision of the round this is; a bet, a raise or a shown 4 opens the next one."""


class Matching(msgspec.Struct, frozen=True, tag="matching"):
    """The deal waits until a seat has matched the pot for a face-up 3, or struck out (BB-18)."""

    standing: Standing
    layout: Layout
    seat: Seat
    card: Card
    price: int
    """What the match costs; a seat with less pays all it has (BB-22)."""
    due: tuple[Seat, ...]
    """To whom the deal goes on after this, in order."""


class Walking(msgspec.Struct, frozen=True, tag="walking"):
    """The deal waits until a seat has bought the extra card for a face-up 4 or not (BB-32)."""

    standing: Standing
    layout: Layout
    seat: Seat
    card: Card
    due: tuple[Seat, ...]


class Over(msgspec.Struct, frozen=True, tag="over"):
    """The game has ended."""

    standing: Standing
    reason: Literal["deals", "last-stack", "ended"]


InDeal = Betting | Matching | Walking
State = Shuffling | RainedOut | InDeal | Over


# --- facts for refusals --------------------------------------------------------------------------


class MustCall(Fact, frozen=True, tag="bb-must-call"):
    """A check where somebody has bet (BB-11)."""

    owed: int


class NothingToCall(Fact, frozen=True, tag="bb-nothing-to-call"):
    """A call where nobody has bet (BB-11)."""


class AlreadyBet(Fact, frozen=True, tag="bb-already-bet"):
    """A bet where somebody has bet already; it would be a raise (BB-11)."""

    high: int


class NothingToRaise(Fact, frozen=True, tag="bb-nothing-to-raise"):
    """A raise where nobody has bet; it would be a bet (BB-11)."""


class TooLow(Fact, frozen=True, tag="bb-too-low"):
    """A bet or a raise below the least that is allowed (BB-11)."""

    verb: Literal["bet", "raise"]
    chips: int
    least: int
    most: int


class TooHigh(Fact, frozen=True, tag="bb-too-high"):
    """A bet or a raise above the most that is allowed (BB-11)."""

    verb: Literal["bet", "raise"]
    chips: int
    least: int
    most: int


class TooFewChips(Fact, frozen=True, tag="bb-too-few-chips"):
    """A bet or a raise within the limits, of more chips than are left for it (BB-11)."""

    verb: Literal["bet", "raise"]
    chips: int
    left: int


class NothingLeftToRaise(Fact, frozen=True, tag="bb-nothing-left-to-raise"):
    """A raise of a seat to which the call leaves no chips (BB-11)."""

    owed: int
    stack: int


class NoMoreRaises(Fact, frozen=True, tag="bb-no-more-raises"):
    """A raise after as many as a betting round allows (BB-11)."""

    most: int


class NobodyToBetAgainst(Fact, frozen=True, tag="bb-nobody-to-bet-against"):
    """A bet or a raise where no other player still in has chips (BB-14)."""

    owed: int


class MatchDue(Fact, frozen=True, tag="bb-match-due"):
    """Anything but a match or a fold where a face-up 3 is to be paid for (BB-18)."""

    card: Card
    price: int


class NoMatchDue(Fact, frozen=True, tag="bb-no-match-due"):
    """A match where no face-up 3 is to be paid for (BB-18)."""


class NoWalkOffered(Fact, frozen=True, tag="bb-no-walk-offered"):
    """A walk, or a stay, where no extra card is for sale; `price` is what one costs (BB-32)."""

    price: int


class NoHiddenFours(Fact, frozen=True, tag="bb-no-hidden-fours"):
    """A card shown at a table where hidden 4s bring nothing (BB-31, option `hidden_fours`)."""


class CannotWalk(Fact, frozen=True, tag="bb-cannot-walk"):
    """A card shown that is not of the rank that walks (BB-31)."""

    card: Card
    walks: int


class NotInTheHole(Fact, frozen=True, tag="bb-not-in-the-hole"):
    """A card shown that has been face up all the time (BB-31)."""

    card: Card


class ShownBefore(Fact, frozen=True, tag="bb-shown-before"):
    """A hidden 4 shown a second time (BB-31)."""

    card: Card


class CannotPayWalk(Fact, frozen=True, tag="bb-cannot-pay-walk"):
    """A hidden 4 shown without the price of the walk in hand (BB-31)."""

    price: int
    stack: int


class OnlyInBettingRound(Fact, frozen=True, tag="bb-only-in-betting-round"):
    """A hidden 4 shown while no betting round is going on (BB-31)."""


class DealInProgress(Fact, frozen=True, tag="bb-deal-in-progress"):
    """The game ended by the house in the middle of a deal (BB-27)."""


class NoDealYet(Fact, frozen=True, tag="bb-no-deal-yet"):
    """The game ended by the house before its first deal (BB-27)."""


class CallCostsMore(Fact, frozen=True, tag="bb-call-costs-more"):
    """A call planned for fewer chips than it costs by now (X-8)."""

    limit: int
    owed: int


# --- events --------------------------------------------------------------------------------------


class DealBegins(Event, frozen=True, tag="deal-begins"):
    """A deal, dealt to `dealt_in`; `antes` are by seat, `again` if it was rained out before."""

    deal: int
    dealer: Seat
    dealt_in: tuple[Seat, ...]
    antes: tuple[int, ...]
    again: bool = False


class HoleCards(Event, frozen=True, tag="hole-cards"):
    """A seat's own new cards from the deck, face down."""

    shows: ClassVar[bool] = True

    cards: tuple[Card, ...]


class CardUp(Event, frozen=True, tag="card-up"):
    """A card dealt face up; `extra` if a walk brought it (BB-30)."""

    shows: ClassVar[bool] = True

    seat: Seat
    card: Card
    extra: bool = False


class SeventhDown(Event, frozen=True, tag="seventh-down"):
    """The last card, face down, to everybody still in (BB-3)."""

    shows: ClassVar[bool] = True

    dealt_in: tuple[Seat, ...]


class ExtraDown(Event, frozen=True, tag="extra-down"):
    """A walk has brought a seat an extra card, face down (BB-24)."""

    shows: ClassVar[bool] = True

    seat: Seat


class Matched(Event, frozen=True, tag="matched"):
    """A face-up 3 paid for, with all that was left if `all_in`."""

    seat: Seat
    card: Card
    chips: int
    all_in: bool


class StruckOut(Event, frozen=True, tag="struck-out"):
    """A fold at a face-up 3; `asked` is False where too few chips leave no choice (BB-22)."""

    seat: Seat
    card: Card
    asked: bool = True


class WalkBought(Event, frozen=True, tag="walk-bought"):
    """An extra card paid for; it comes next (BB-32)."""

    seat: Seat
    price: int


class WalkDeclined(Event, frozen=True, tag="walk-declined"):
    """An extra card not paid for (BB-32)."""

    seat: Seat


class FourShown(Event, frozen=True, tag="four-shown"):
    """A hidden 4 shown; `asked` is False where the referee claims for a seat without a turn."""

    shows: ClassVar[bool] = True

    seat: Seat
    card: Card
    price: int
    asked: bool = True


class RoundBegins(Event, frozen=True, tag="round-begins"):
    """A betting round, from 1 to 5, who opens it, and with which cards up (BB-9).

    `level` are those whose cards up are as good, who sit further from the dealer's left (BB-10).
    """

    round: int
    opener: Seat
    cards: tuple[Card, ...]
    level: tuple[Seat, ...]
    ranks: str
    """What the ranks mean, as the option of that name."""

    @property
    def made(self) -> MadeHand:
        """What the opener's cards up make; found when it is told, which most rounds never are."""
        return RANKINGS[self.ranks].made_hand(self.cards)


class Checked(Event, frozen=True, tag="checked"):
    """A check."""

    seat: Seat


class BetMade(Event, frozen=True, tag="bet-made"):
    """A bet; `all_in` if no chips are left, as in the two events below."""

    seat: Seat
    chips: int
    all_in: bool


class Called(Event, frozen=True, tag="called"):
    """A call: how many chips were added."""

    seat: Seat
    chips: int
    all_in: bool


class Raised(Event, frozen=True, tag="raised"):
    """A raise by so many chips on top of the call; `high` is the bet now."""

    seat: Seat
    chips: int
    high: int
    all_in: bool


class Folded(Event, frozen=True, tag="folded"):
    """A fold in a betting round."""

    seat: Seat


class ExcessReturned(Event, frozen=True, tag="excess-returned"):
    """Chips that nobody called go back to their owner (BB-13)."""

    seat: Seat
    chips: int


class PotWon(Event, frozen=True, tag="pot-won"):
    """A pot without a showdown: nobody else contests it any more (BB-4, BB-15)."""

    seat: Seat
    chips: int


class HandShown(Event, frozen=True, tag="hand-shown"):
    """All cards of a seat at the showdown (BB-26)."""

    shows: ClassVar[bool] = True

    seat: Seat
    cards: tuple[Card, ...]
    ranks: str
    """What the ranks mean, as the option of that name."""

    @property
    def made(self) -> MadeHand:
        """The best five that they make; found when it is told."""
        return RANKINGS[self.ranks].made_hand(self.cards)


class PotShared(Event, frozen=True, tag="pot-shared"):
    """A pot at the showdown, the oldest is number 1 of `pots`, and who gets how much of it."""

    number: int
    pots: int
    chips: int
    shares: tuple[Payment, ...]


class RainFalls(Event, frozen=True, tag="rain-falls"):
    """The deal is rained out; `playing` are dealt in again (BB-34)."""

    seat: Seat
    card: Card
    playing: tuple[Seat, ...]


class DealEnds(Event, frozen=True, tag="deal-ends"):
    """Everybody's chips after a deal, and who has lost the last of them in it (BB-27)."""

    deal: int
    stacks: tuple[int, ...]
    out: tuple[Seat, ...]


class GameEnds(Event, frozen=True, tag="game-ends"):
    """The final result."""

    outcome: Outcome


# --- what a seat may know ------------------------------------------------------------------------


class View(msgspec.Struct, frozen=True):
    """The table as one seat, or a spectator, may see it: public facts, and the own cards."""

    seat: Seat | None
    hole: tuple[Card, ...]
    """The own cards face down, in the order in which they came."""
    decision: Literal["shuffle", "rain", "bet", "match", "walk", "over"]
    turn: Seat | None
    deal: int
    deals: int
    dealer: Seat
    stacks: tuple[int, ...]
    wild: tuple[int, ...]
    """The wild ranks, from 0 (deuce) to 12 (ace)."""
    walks: int
    """The rank that takes a walk."""
    round: int = 0
    """Which betting round is going on, or comes next, from 1 to 5."""
    up: Rows = ()
    """The cards face up of everybody still in."""
    counts: tuple[int, ...] = ()
    """How many cards face down everybody still in has."""
    shown: Rows = ()
    """The hidden 4s that everybody still in has shown."""
    still_in: tuple[Seat, ...] = ()
    all_in: tuple[Seat, ...] = ()
    pots: tuple[Pot, ...] = ()
    """The pots, the main pot first."""
    bets: tuple[int, ...] = ()
    """The chips in front of each seat."""
    opener: Seat | None = None
    waiting: tuple[Seat, ...] = ()
    high: int = 0
    raises: int = 0
    raises_left: int = 0
    owed: int = 0
    """What a call costs the seat at turn."""
    limits: tuple[int, int] | None = None
    """The least and the most that the seat at turn may bet or raise by; None where it may not."""
    card: Card | None = None
    """The face-up card that a match or a walk is about."""
    price: int = 0
    """What a match or a walk costs."""
    three_costs: int | None = None
    """What a face-up 3 would cost the own seat, with the bets of this round as they are; None where
    none can come, or none would be paid for."""


# --- readings of the terms that rules, deals and plans share -------------------------------------


@cache  # asked at every bet, and there are few seats
def clockwise(seat: Seat, seats: int) -> tuple[Seat, ...]:
    """All seats, from the left of `seat` round to `seat` itself."""
    return (*range(seat + 1, seats), *range(seat + 1))


def with_chips(seats: Iterable[Seat], stacks: tuple[int, ...] | list[int]) -> list[Seat]:
    """Those of some seats that are not all-in."""
    return [seat for seat in seats if stacks[seat]]


def somebody_else_has_chips(s: Betting, seat: Seat) -> bool:
    """Whether there is anybody to bet against (BB-14)."""
    stacks = s.standing.stacks
    return any(stacks[other] and other != seat for other in s.layout.still_in)


def round_of(layout: Layout) -> int:
    """Which betting round comes after the cards that are being dealt, or is going on: 1 to 5."""
    return layout.dealt - FIRST_UP + 1


def round_scope(standing: Standing, rains: int, round: int) -> str:
    """What a plan lives for: one betting round of a deal, `2.3`, or after rain `2r1.3`."""
    rain = f"r{rains}" if rains else ""
    return f"{standing.deal}{rain}.{round}"


def dealing_scope(standing: Standing, rains: int, round: int) -> str:
    """The scope of what is asked while cards are dealt for a betting round."""
    return f"{round_scope(standing, rains, round)}.cards"
