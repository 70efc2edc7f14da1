"""What poker hands with wild cards are worth: the best five of a hand, and who shows the best.

Everything is found by counting. A hand becomes one set of ranks for each suit and a number of
wilds, and the kinds are tried from the best down; no wild is ever tried out on cards. Nothing here
knows of stakes or turns.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from enum import IntEnum
from functools import cache
from itertools import groupby

import msgspec

from games.cards import Card
from games.core import Seat


class Kind(IntEnum):
    """The kinds of hands, the higher the better; there is no separate royal flush."""

    HIGH_CARD = 0
    ONE_PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    FIVE_OF_A_KIND = 9

    @property
    def title(self) -> str:
        """As it is called at the table: `four of a kind`."""
        return self.name.replace("_", " ").lower()


# --- strengths -----------------------------------------------------------------------------------
#
# A strength is a whole number: the kind, then five places of four bits for the ranks in order of
# importance (2 to 14, 0 where there is no card). So of two hands of any sizes the greater number
# wins, a missing card is lower than any (BB-10), and hands that split are equal.

_PLACES = 5
_KIND_SHIFT = 4 * _PLACES
_HIGHEST = 4 * (_PLACES - 1)  # the shift of the most important place

_ONE_PAIR = Kind.ONE_PAIR << _KIND_SHIFT
_TWO_PAIR = Kind.TWO_PAIR << _KIND_SHIFT
_THREE = Kind.THREE_OF_A_KIND << _KIND_SHIFT
_STRAIGHT = Kind.STRAIGHT << _KIND_SHIFT
_FLUSH = Kind.FLUSH << _KIND_SHIFT
_FULL_HOUSE = Kind.FULL_HOUSE << _KIND_SHIFT
_FOUR = Kind.FOUR_OF_A_KIND << _KIND_SHIFT
_STRAIGHT_FLUSH = Kind.STRAIGHT_FLUSH << _KIND_SHIFT
_FIVE = Kind.FIVE_OF_A_KIND << _KIND_SHIFT


def kind_of(strength: int) -> Kind:
    """The kind of hand that a strength stands for."""
    return Kind(strength >> _KIND_SHIFT)


def ranks_of(strength: int) -> tuple[int, ...]:
    """The ranks in order of importance, 0 (deuce) to 12 (ace): at most five."""
    places = (strength >> shift & 15 for shift in range(_HIGHEST, -1, -4))
    return tuple(place - 2 for place in places if place)


# --- tables, by set of ranks ---------------------------------------------------------------------
#
# A set of ranks is a number of 13 bits, the deuce's the lowest.

_ALL_RANKS = (1 << 13) - 1
_ACE = 12


def _in_order() -> list[int]:
    """By set: the five highest ranks, from the top, in the places of a strength."""
    table = [0]
    for rank in range(13):
        table += [rank + 2 << _HIGHEST | below >> 4 for below in table]
    return table


_IN_ORDER = _in_order()
_SAME = [(rank + 2) * 0x11111 for rank in range(13)]
"""By rank: that rank in all five places, to be masked to those that a group takes."""


@cache
def _straights(wilds: int) -> list[int]:
    """By set: the best straight with so many wilds, as places; 0 if there is none.

    Each table is made at its first use, for a start of the bot that needs none.
    """
    wheel = 0b1111 | 1 << _ACE, _IN_ORDER[0b1111] | _ACE + 2  # the ace is low here alone
    others = ((0b11111 << low, _IN_ORDER[0b11111 << low]) for low in range(9))
    table = [0] * len(_IN_ORDER)
    for five, places in (wheel, *others):
        for ranks in range(len(table)):
            if (ranks & five).bit_count() + wilds >= _PLACES:
                table[ranks] = places
    return table


# --- counting ------------------------------------------------------------------------------------

_ACES = (
    0,
    Kind.HIGH_CARD << _KIND_SHIFT | _SAME[_ACE] & 0xF0000,
    _ONE_PAIR | _SAME[_ACE] & 0xFF000,
    _THREE | _SAME[_ACE] & 0xFFF00,
    _FOUR | _SAME[_ACE] & 0xFFFF0,
    _FIVE | _SAME[_ACE],
)
"""What wilds alone are worth, by their number."""


def _suited(suits: tuple[int, ...], wilds: int) -> tuple[int, int]:
    """The best straight flush and the best flush of up to three wilds, as places; 0 if none.

    A wild is worth most in a flush as the highest card that the suit lacks (BB-7).
    """
    straight_flush = flush = 0
    for suit in suits:
        if suit.bit_count() + wilds >= _PLACES:
            straight_flush = max(straight_flush, _straights(wilds)[suit])
            for _ in range(wilds):
                suit |= 1 << (_ALL_RANKS & ~suit).bit_length() - 1
            flush = max(flush, _IN_ORDER[suit])
    return straight_flush, flush


def _strength(suits: tuple[int, int, int, int], wilds: int) -> int:
    """The strength of naturals, as the set of ranks of each suit, with so many wilds."""
    clubs, diamonds, hearts, spades = suits
    c_or_d, c_and_d = clubs | diamonds, clubs & diamonds
    h_or_s, h_and_s = hearts | spades, hearts & spades
    once = c_or_d | h_or_s
    if not once or wilds >= _PLACES:
        return _ACES[min(wilds, _PLACES)]

    # With the wilds a rank that is held `n` times makes `n + wilds` of a kind.
    twice = c_and_d | h_and_s | c_or_d & h_or_s
    thrice = c_and_d & h_or_s | h_and_s & c_or_d
    held = (once, twice, thrice, c_and_d & h_and_s)

    if wilds and (fives := held[4 - wilds]):
        return _FIVE | _SAME[fives.bit_length() - 1]
    straight_flush = flush = 0
    if once.bit_count() + wilds >= _PLACES:  # the cards that open a round are mostly fewer
        straight_flush, flush = _suited(suits, wilds)
    if straight_flush:
        return _STRAIGHT_FLUSH | straight_flush
    if fours := held[3 - wilds]:
        rank = fours.bit_length() - 1
        return _FOUR | _SAME[rank] & 0xFFFF0 | _IN_ORDER[once & ~(1 << rank)] >> 16

    # From here on there are two wilds at most: three and any other card are four of a kind.
    three = held[2 - wilds].bit_length() - 1
    # All wilds are in the three. Its pair is natural: a pair and two wilds would be four.
    if three >= 0 and (pairs := twice & ~(1 << three)):
        return _FULL_HOUSE | _SAME[three] & 0xFFF00 | _SAME[pairs.bit_length() - 1] & 0xFF
    if flush:
        return _FLUSH | flush
    if straight := _straights(wilds)[once]:
        return _STRAIGHT | straight
    if three >= 0:
        return _THREE | _SAME[three] & 0xFFF00 | _IN_ORDER[once & ~(1 << three)] >> 12
    if pairs := held[1 - wilds]:
        rank = pairs.bit_length() - 1
        others = once & ~(1 << rank)
        # Two pair is natural: a pair and a wild would be three.
        if seconds := twice & others:
            second = seconds.bit_length() - 1
            kicker = _IN_ORDER[others & ~(1 << second)] >> 16
            return _TWO_PAIR | _SAME[rank] & 0xFF000 | _SAME[second] & 0xFF0 | kicker
        return _ONE_PAIR | _SAME[rank] & 0xFF000 | _IN_ORDER[others] >> 8
    return _IN_ORDER[once]


# --- hands ---------------------------------------------------------------------------------------

_WILD = 1 << 52
"""One wild in a sum of cards; below it, each suit has its set of ranks."""


class MadeCard(msgspec.Struct, frozen=True):
    """One card of a made hand, and the wild that stands for it, if one does."""

    card: Card
    wild: Card | None = None


class MadeHand(msgspec.Struct, frozen=True):
    """The best five of a hand in order of importance; all of them, if there are fewer.

    The cards are different, except for the fifth of five of a kind (BB-7).
    """

    strength: int
    cards: tuple[MadeCard, ...]

    @property
    def kind(self) -> Kind:
        """What the hand is called."""
        return kind_of(self.strength)


class Ranking:
    """How hands compare where cards of the given ranks, 0 (deuce) to 12 (ace), are wild.

    There is one scale for hands of any size. Fewer than five cards make groups and high cards
    alone (BB-9), as a straight or a flush does not fit into them.
    """

    def __init__(self, wild_ranks: Collection[int] = ()) -> None:
        self._wild_ranks = frozenset(wild_ranks)
        self._worth = [
            _WILD if card >> 2 in self._wild_ranks else 1 << 13 * (card & 3) + (card >> 2)
            for card in range(52)
        ]
        # a set of ranks, with three bits for how often each is held, wilds together as one rank
        self._groups = [
            1 << 3 * (13 if card >> 2 in self._wild_ranks else card >> 2) for card in range(52)
        ]
        self._by_groups: dict[int, int] = {}
        """The strengths of fewer than five cards, as they turn up; there are 2,379 at most."""

    def strength(self, cards: Iterable[Card]) -> int:
        """What the best five of these cards are worth: the greater number wins (BB-5, BB-6)."""
        held = sum(map(self._worth.__getitem__, cards))
        return _strength(
            (
                held & _ALL_RANKS,
                held >> 13 & _ALL_RANKS,
                held >> 26 & _ALL_RANKS,
                held >> 39 & _ALL_RANKS,
            ),
            held >> 52,
        )

    def made_hand(self, cards: Collection[Card]) -> MadeHand:
        """The best five, and what each wild stands for: itself wherever it can.

        Of cards that would do equally, the first in the order c d h s.
        """
        strength = self.strength(cards)
        ranks = ranks_of(strength)
        wilds = sorted(card for card in cards if card >> 2 in self._wild_ranks)
        suits: Sequence[int] = range(4)
        if kind_of(strength) in (Kind.FLUSH, Kind.STRAIGHT_FLUSH):
            naturals = set(cards).difference(wilds)
            suits = [_suit_of(ranks, naturals, len(wilds))]
        return MadeHand(strength, tuple(_lay_out(ranks, suits, cards, wilds)))

    def openers(self, seats: Iterable[Seat], up: Sequence[Collection[Card]]) -> list[Seat]:
        """Of some seats those with the best face-up hand; the first of them opens (BB-9, BB-10).

        They are those still in who have chips, clockwise from the dealer's left. `up` has the cards
        of all seats.
        """
        best, level = -1, []
        groups, known = self._groups, self._by_groups
        for seat in seats:
            held = 0
            for card in up[seat]:
                held += groups[card]
            strength = known.get(held) or self._looked_up(held, up[seat])
            if strength > best:
                best, level = strength, [seat]
            elif strength == best:
                level.append(seat)
        return level

    def _looked_up(self, held: int, cards: Collection[Card]) -> int:
        """A strength that is not known yet; of few cards it is kept, for no suit counts there."""
        strength = self.strength(cards)
        if len(cards) < _PLACES:
            self._by_groups[held] = strength
        return strength


def _suit_of(ranks: Sequence[int], naturals: Collection[Card], wilds: int) -> int:
    """The suit of a flush of these ranks: the first whose gaps the wilds can fill."""
    return next(
        suit for suit in range(4) if sum(4 * rank + suit not in naturals for rank in ranks) <= wilds
    )


def _lay_out(
    ranks: Sequence[int], suits: Sequence[int], cards: Collection[Card], wilds: Sequence[Card]
) -> Iterator[MadeCard]:
    """The cards of a made hand, from its ranks in order and the suits they may have."""
    groups = []
    for rank, places in groupby(ranks):
        size = len(list(places))
        fitting = [4 * rank + suit for suit in suits]
        # A rank is wild or not: what is held of it are all naturals, or wilds as themselves.
        held = [card for card in fitting if card in cards][:size]
        lacking = [card for card in fitting if card not in held]
        lacking.append(fitting[0])  # the fifth of a kind can only be one of the four again
        groups.append((held, lacking[: size - len(held)]))
    themselves = {card for held, _ in groups for card in held}
    free = (wild for wild in wilds if wild not in themselves)
    for held, lacking in groups:
        for card in held:
            yield MadeCard(card, card if card in wilds else None)
        for card in lacking:
            yield MadeCard(card, next(free))
