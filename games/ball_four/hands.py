"""Hands of Ball Four: what cards make together, what beats what, and every hand that can be played.

A kind of hand is a pattern of group sizes, and a ranking is a rank order with the kinds that are
played in it; so both editions share this room. Suits never matter for what a hand is worth, but
hands of other cards are other hands. Whose turn it is and what may be done with a hand belongs in
the rules of each edition.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, pairwise
from typing import NamedTuple

import msgspec

from games.cards import RANKS, Card

Rank = int
"""A rank as cards count it, from 0 (deuce) to 12 (ace); what it is worth is the ranking's order."""

EXPOSED = 3
"""How many cards of a rank expose it to its fourth card (B52-7, B40-11)."""


class Shape(msgspec.Struct, frozen=True):
    """A kind of hand: groups of so many cards, all of different ranks, the compared group first."""

    name: str
    counts: tuple[int, ...]


class Hand(msgspec.Struct, frozen=True):
    """Cards that make a hand: its shape, the rank that is compared, the cards in rank order.

    `exposed` are the ranks of which it holds exactly three cards, the lowest first.
    """

    shape: Shape
    rank: Rank
    cards: tuple[Card, ...]
    exposed: tuple[Rank, ...]


def fourth_cards(hand: Hand) -> tuple[Card, ...]:
    """The cards that make four of a rank that a hand exposes, in the order of `exposed`."""
    return tuple(
        card
        for rank in hand.exposed
        for card in range(4 * rank, 4 * rank + 4)
        if card not in hand.cards
    )


def suits_of(hand: Hand) -> tuple[int, ...]:
    """The different suits of a hand, in the order c d h s."""
    return tuple(sorted({card & 3 for card in hand.cards}))


class Ranking:
    """A rank order, low to high, and the shapes of hands that are played in it; it is constant."""

    def __init__(self, order: str, shapes: Sequence[Shape]) -> None:
        self.order: tuple[Rank, ...] = tuple(RANKS.index(rank) for rank in order)
        """The ranks, low to high."""
        self.shapes = tuple(shapes)
        self.cards = frozenset(card for card in range(52) if card >> 2 in self.order)
        """The cards that are played with."""
        # Other cards can be named, too: they are written last, and make no hand.
        last = [rank for rank in range(len(RANKS)) if rank not in self.order]
        ranks = [*self.order, *last]
        self._worth = tuple(ranks.index(rank) for rank in range(len(RANKS)))
        self._place = tuple(4 * self._worth[card >> 2] + (card & 3) for card in range(52))
        self._by_counts = {tuple(sorted(s.counts, reverse=True)): s for s in self.shapes}
        every = [4] * len(self.order)
        self._layouts = {
            shape.counts: {
                worths: _layout(self.order, shape, worths)
                for worths in _choices(shape.counts, every, 0)
            }
            for shape in self.shapes
        }
        # Hands of one rank are few and asked for all the time: by count, rank and suits held.
        self._of_one_rank = {
            shape.counts[0]: {
                layout.compared: [_hands(layout, [suits] * 13) for suits in range(16)]
                for layout in self._layouts[shape.counts].values()
            }
            for shape in self.shapes
            if len(shape.counts) == 1
        }
        self._known = {
            hand.cards: hand
            for ranks in self._of_one_rank.values()
            for by_suits in ranks.values()
            for hand in by_suits[-1]
        }

    def worth(self, rank: Rank) -> int:
        """What a rank is worth: its place in the order, from 0."""
        return self._worth[rank]

    def arranged(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """Cards in the order in which they are written: by rank, then by suit."""
        return tuple(sorted(cards, key=self._place.__getitem__))

    def beats(self, hand: Hand, other: Hand) -> bool:
        """Whether a hand is of the same type as the other and strictly higher (B52-6, B40-6)."""
        return hand.shape == other.shape and self._worth[hand.rank] > self._worth[other.rank]

    def recognise(self, cards: Iterable[Card]) -> Hand | None:
        """The hand that these cards make, all of them; None where it is none.

        Cards named twice and cards that are not played with make none, either.
        """
        cards = tuple(cards)
        known = self._known.get(cards)
        if known is not None:
            return known
        if len(set(cards)) < len(cards) or not self.cards.issuperset(cards):
            return None
        sizes = [suits.bit_count() for suits in _suits(cards)]
        shape = self._by_counts.get(tuple(sorted(filter(None, sizes), reverse=True)))
        if shape is None:
            return None
        *_, compared = (rank for rank in self.order if sizes[rank] == shape.counts[0])
        exposed = tuple(rank for rank in self.order if sizes[rank] == EXPOSED)
        return Hand(shape, compared, self.arranged(cards), exposed)

    def playable(self, cards: Iterable[Card], over: Hand | None = None) -> Iterator[Hand]:
        """Every hand that a leader can make of these cards, or every one that beats `over`.

        Each different set of cards is one of them. They come shape by shape, each shape from the
        lowest on: by the compared rank, then by the other ranks, then by suits.
        """
        suits = _suits(cards)
        if over is not None:
            return iter(self._of_shape(over.shape, suits, self._worth[over.rank] + 1))
        most = max(map(int.bit_count, suits))
        found: list[Hand] = []
        for shape in self.shapes:
            if shape.counts[0] <= most:
                found += self._of_shape(shape, suits, 0)
        return iter(found)

    def may_beat(
        self, over: Hand, known: Sequence[Card], hidden: Sequence[Card], count: int
    ) -> bool:
        """Whether somebody with `count` cards may hold a hand that beats `over`.

        `known` are those of the cards that everybody knows of, `hidden` those that the others may
        be: a question about a hand that nobody has seen, answered without looking at it.
        """
        counts = over.shape.counts
        held = [suits.bit_count() for suits in _suits(known)]
        could = [suits.bit_count() for suits in _suits((*known, *hidden))]
        sizes = [could[rank] for rank in self.order]
        room = count - len(known)
        return any(
            sum(
                max(0, needed - held[self.order[worth]])
                for needed, worth in zip(counts, worths, strict=True)
            )
            <= room
            for worths in _choices(counts, sizes, self._worth[over.rank] + 1)
        )

    def _of_shape(self, shape: Shape, suits: Sequence[int], least: int) -> list[Hand]:
        """Every hand of a shape whose compared rank is worth `least` or more."""
        if len(shape.counts) == 1:
            ranks = self._of_one_rank[shape.counts[0]]
            return [hand for rank in self.order[least:] for hand in ranks[rank][suits[rank]]]
        layouts = self._layouts[shape.counts]
        sizes = [suits[rank].bit_count() for rank in self.order]
        found: list[Hand] = []
        for worths in _choices(shape.counts, sizes, least):
            found += _hands(layouts[worths], suits)
        return found


def _suits(cards: Iterable[Card]) -> list[int]:
    """The suits that cards have of each rank, a bit for each suit."""
    suits = [0] * 13
    for card in cards:
        suits[card >> 2] |= 1 << (card & 3)
    return suits


def _choices(
    counts: tuple[int, ...], sizes: Sequence[int], least: int
) -> Iterable[tuple[int, ...]]:
    """Every choice of different ranks, by what they are worth, for groups of these counts.

    `sizes` says how many cards of each there are. The first is worth `least` or more. Groups of one
    count stand from the highest down, so that no set of ranks comes twice.
    """
    choices: list[tuple[int, ...]]
    choices = [(worth,) for worth in range(least, len(sizes)) if sizes[worth] >= counts[0]]
    if not choices:
        return choices
    for before, count in pairwise(counts):
        enough = [worth for worth, size in enumerate(sizes) if size >= count]
        choices = [
            (*chosen, worth)
            for chosen in choices
            for worth in enough
            if worth not in chosen and (count < before or worth < chosen[-1])
        ]
    return choices


class _Layout(NamedTuple):
    """Where the groups of a hand stand: rank and count of each in the order of the cards."""

    shape: Shape
    compared: Rank
    groups: tuple[tuple[Rank, int], ...]
    exposed: tuple[Rank, ...]


def _layout(order: Sequence[Rank], shape: Shape, worths: tuple[int, ...]) -> _Layout:
    """The layout of a shape whose groups are of the ranks with these worths."""
    rising = sorted(zip(worths, shape.counts, strict=True))
    groups = tuple((order[worth], count) for worth, count in rising)
    exposed = tuple(rank for rank, count in groups if count == EXPOSED)
    return _Layout(shape, order[worths[0]], groups, exposed)


def _hands(layout: _Layout, suits: Sequence[int]) -> list[Hand]:
    """Every hand of a layout that these suits of each rank can fill."""
    shape, compared, groups, exposed = layout
    sets: list[tuple[Card, ...]] = [()]
    for rank, count in groups:
        picks = _PICKS[rank][suits[rank]][count]
        sets = [chosen + pick for chosen in sets for pick in picks]
    return [Hand(shape, compared, chosen, exposed) for chosen in sets]


def _picks(rank: Rank, suits: int) -> tuple[tuple[tuple[Card, ...], ...], ...]:
    cards = [4 * rank + suit for suit in range(4) if suits >> suit & 1]
    return tuple(tuple(combinations(cards, count)) for count in range(5))


# Every choice of so many cards of one rank: by the rank, the suits held, then how many.
_PICKS = tuple(tuple(_picks(rank, suits) for suits in range(16)) for rank in range(13))
