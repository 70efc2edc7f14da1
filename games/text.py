"""Sentences that all games share: refusals of the common rules, cards and lists in words.

Names are passed in as they are to be shown; whoever posts has escaped them already.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.cards import Card, card_sign
from games.core import (
    DEALER,
    Fact,
    NotHeld,
    NothingToPlan,
    OtherDeck,
    WrongActor,
    WrongDeck,
    WrongMoment,
    actor_name,
)


def common_refusal(fact: Fact) -> str:
    """Why one of the rules common to all games (X-8, X-14, X-15) forbids an action."""
    match fact:
        case WrongActor(None):
            return "the game is over, nobody is to act"
        case WrongActor(turn) if turn == DEALER:
            return "a shuffle is due, the dealer must act next"
        case WrongActor(turn):
            return f"it is the turn of {actor_name(turn)}"
        case WrongMoment(now):
            return f"what is due now is {now}"
        case NotHeld(cards):
            return f"{cards_in_words(cards)} is not in this hand"
        case WrongDeck(twice, missing, foreign):
            faults = [
                f"{cards_in_words(cards)} {fault}"
                for cards, fault in (
                    (twice, "named twice"),
                    (missing, "missing"),
                    (foreign, "not in this game's deck"),
                )
                if cards
            ]
            return f"a deal names every card of the deck once: {'; '.join(faults)}"
        case OtherDeck():
            return "a shuffle that was undone is repeated with the same deck"
        case NothingToPlan("pass"):
            return "nothing is to come for this seat that could be answered ahead"
        case NothingToPlan(decision):
            return f"no {decision} of this seat is to come that could be answered ahead"
    raise TypeError(f"no sentence for {fact!r}")


def cards_in_words(cards: Sequence[Card], most: int = 6) -> str:
    """A row of cards as posts show them, cut short when it is long."""
    row = " ".join(card_sign(card) for card in cards[:most])
    return f"{row} and {len(cards) - most} more" if len(cards) > most else row


def listed(words: Iterable[str]) -> str:
    """`Ana`, `Ana and Ben`, `Ana, Ben and Cho`."""
    *front, last = words
    return f"{', '.join(front)} and {last}" if front else last


def counted(number: int, thing: str) -> str:
    """`1 point`, `3 points`."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
