"""Cards: what they are, how they are read and how they are written (X-11).

A card is a whole number, four times its rank plus its suit, so that numbers sort by rank (deuce
low, ace high), then by suit in the order c d h s. What a rank is worth is each game's business.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

Card = int

RANKS = "23456789TJQKA"
SUITS = "cdhs"
SYMBOLS = "♣♦♥♠"

TEXTS: tuple[str, ...] = tuple(rank + suit for rank in RANKS for suit in SUITS)
"""The text of every card, by card."""

DECK: tuple[Card, ...] = tuple(rank * 4 + suit for suit in range(4) for rank in range(13))
"""The 52 cards in the order that the fair shuffle starts from: 2c 3c ... Ac 2d ... As."""

_RANK_WORDS = {rank: number for number, rank in enumerate(RANKS)} | {"10": RANKS.index("T")}
_SUIT_WORDS = {
    sign: number for signs in (SUITS, SYMBOLS, "♧♢♡♤") for number, sign in enumerate(signs)
}
_EMOJI_STYLE = "\N{VARIATION SELECTOR-16}"
_BETWEEN = r"[\s,]*"
_CARD_OR_RANK = re.compile(
    # both cases spelled out: where case is ignored, a Kelvin sign would be a king
    rf"(10|[2-9TJQKAtjqka])(?:\s?([cdhsCDHS{SYMBOLS}♧♢♡♤]){_EMOJI_STYLE}?)?{_BETWEEN}"
)


class CardUnreadable(ValueError):
    """A text that is no card; whoever reads the whole phrase says so in a NotationError."""


def read_card(text: str) -> Card:
    """Reads one card: rank, then suit, as letters in either case or as a suit sign."""
    bare = text.removesuffix(_EMOJI_STYLE)
    rank = _RANK_WORDS.get(bare[:-1].upper())
    suit = _SUIT_WORDS.get(bare[-1:].lower())
    if rank is None or suit is None:
        raise CardUnreadable(text)
    return rank * 4 + suit


def write_card(card: Card) -> str:
    """The canonical text, `Tc` for the ten of clubs."""
    return TEXTS[card]


def write_cards(cards: Iterable[Card]) -> str:
    """Canonical texts, separated by spaces, in the order given."""
    return " ".join(TEXTS[card] for card in cards)


def card_sign(card: Card) -> str:
    """A card as posts show it: `10♣`."""
    return rank_sign(card) + SYMBOLS[card & 3]


def rank_sign(card: Card) -> str:
    """A card's rank as posts show it: `10`, `K`."""
    rank = RANKS[card >> 2]
    return "10" if rank == "T" else rank


def read_rank(text: str) -> int | None:
    """A rank from 0 (deuce) to 12 (ace), or None: `9`, `T`, `10`, `k`."""
    return _RANK_WORDS.get(text.upper())


def read_cards_and_ranks(text: str) -> tuple[list[Card], list[int]] | None:
    """Reads cards and bare ranks as people type them: `9s9`, `9♠ 9, 10`, `999`.

    The cards, and the ranks that stand without a suit; None where there are other words.
    """
    cards: list[Card] = []
    ranks: list[int] = []
    rest = re.sub(f"^{_BETWEEN}", "", text)
    at = 0
    while at < len(rest):
        found = _CARD_OR_RANK.match(rest, at)
        if found is None:
            return None
        rank, suit = found.groups()
        if suit:
            cards.append(read_card(rank + suit))
        else:
            ranks.append(_RANK_WORDS[rank.upper()])
        at = found.end()
    return cards, ranks
