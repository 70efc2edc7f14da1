"""Sentences that all games share: refusals of the common rules, cards and lists in words.

Names are passed in as they are to be shown; whoever posts has escaped them already.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from games import house
from games.cards import Card, card_sign
from games.core import (
    DEALER,
    Event,
    Fact,
    NotHeld,
    NothingToPlan,
    OtherDeck,
    Outcome,
    Words,
    WrongActor,
    WrongDeck,
    WrongMoment,
    actor_name,
)

_HOUSE_EVENTS = (house.TimedOut, house.Ordered)


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


def public_lines(words: Words, events: Iterable[Event], names: Sequence[str]) -> list[str]:
    """What everybody may read of a change, a line each: the game's story and the house's doings."""
    lines: list[str] = []
    for of_house, run in groupby(events, key=lambda event: isinstance(event, _HOUSE_EVENTS)):
        if of_house:
            lines += [_house_line(event, names) for event in run if event.to is None]
        else:
            lines += words.story(run, names)
    return lines


def private_line(words: Words, event: Event, names: Sequence[str]) -> str | None:
    """What the addressee of an event is told, or None where nothing need be said."""
    match event:
        case house.PlanFailed(text=text):
            return f"Your plan “{text}” does not fit now, so you are asked after all."
        case house.PlanDropped(text=text):
            return f"Your plan “{text}” is no longer in force: the game was rewound."
        case house.Seated(before=before):
            return f"You have taken over the seat of {before}."
        case house.Reminded():
            return "Your time is running."
    return words.whisper(event, names)


def ending(words: Words, outcome: Outcome) -> str:
    """How a game ended: `by three strikes, then by points`."""
    return words.ending(outcome.reason) if outcome.places else "abandoned, no places"


def final_score(outcome: Outcome, names: Sequence[str]) -> list[str]:
    """A line for each player, the best place first: `1. Ana: 13`."""
    scores = [f"{name}: {score}" for name, score in zip(names, outcome.scores, strict=True)]
    if outcome.places is None:
        return scores
    level = {place for place in outcome.places if outcome.places.count(place) > 1}
    ranked = sorted(zip(outcome.places, scores, strict=True), key=lambda pair: pair[0])
    return [f"{n}. {score} (level)" if n in level else f"{n}. {score}" for n, score in ranked]


def _house_line(event: Event, names: Sequence[str]) -> str:
    match event:
        case house.TimedOut(seat=seat):
            return f"The time of {names[seat]} has run out."
        case house.Ordered(order=house.Resign(), name=name):
            return f"{name} has resigned; from now on the rules answer for this seat."
        case house.Ordered(order=house.Replace(seat), name=name):
            return f"{names[seat]} takes over the seat of {name}."
        case house.Ordered(order=house.Computer(), name=name):
            return f"A house player takes over the seat of {name}."
        case house.Ordered(order=house.Rewind(lines)):
            last = "move is" if lines == 1 else f"{lines} moves are"
            return f"The last {last} taken back."
        case house.Ordered(order=house.End()):
            return "The game is ended here."
        case house.Ordered(order=house.Abandon()):
            return "The game is abandoned, without a result."
        case house.Ordered(order=house.Pause()):
            return "The game is paused."
        case house.Ordered(order=house.Resume()):
            return "The game goes on."
        case house.Ordered(order=house.Extend(seconds)):
            return f"{duration(seconds)} more for the player at turn."
    raise TypeError(f"no sentence for {event!r}")


def duration(seconds: int) -> str:
    """`2 days 3 hours`, `1 minute`: the two largest units that are not zero."""
    parts = []
    for unit, size in (("day", 86400), ("hour", 3600), ("minute", 60), ("second", 1)):
        number, seconds = divmod(seconds, size)
        if number:
            parts.append(counted(number, unit))
    return " ".join(parts[:2]) or "no time"


def cards_in_words(cards: Sequence[Card], most: int = 6) -> str:
    """A row of cards as posts show them, cut short when it is long."""
    row = " ".join(card_sign(card) for card in cards[:most])
    return f"{row} and {len(cards) - most} more" if len(cards) > most else row


def listed(words: Iterable[str]) -> str:
    """`Ana`, `Ana and Ben`, `Ana, Ben and Cho`."""
    *front, last = words
    return f"{', '.join(front)} and {last}" if front else last


def either(words: Iterable[str]) -> str:
    """`pass`, `beat it or pass`, `beat it, lay 9♠ or pass`."""
    *front, last = words
    return f"{', '.join(front)} or {last}" if front else last


def counted(number: int, thing: str) -> str:
    """`1 point`, `3 points`."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
