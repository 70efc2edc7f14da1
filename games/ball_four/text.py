"""The sentences of Ball Four, as far as both editions say the same: hands, refusals, line scores.

What only one edition tells stands in `text_52.py` and `text_40.py`; each of them is what the house
asks for words. Everything said in public is made of public facts (X-5).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from games.ball_four.hands import Hand, Rank, Ranking, fourth_cards, suits_of
from games.ball_four.terms import (
    AlreadyOut,
    CardTwice,
    FirstLead,
    GameEnds,
    HandDealt,
    InningEnds,
    MustLead,
    NoCardOfSuits,
    NoHand,
    NoHandFits,
    NoStretch,
    NotHigher,
    NothingExposed,
    NotLastPlace,
    NoToken,
    NotTheFourth,
    OnlyBeatOrPass,
    OwnHand,
    Passed,
    PendingCard,
    Played,
    SuitNotThere,
    TwoOfASuit,
    WrongType,
)
from games.cards import SYMBOLS, Card, card_sign, write_card
from games.core import DEALER, Event, Fact, Seat, actor_name
from games.text import cards_in_words, common_refusal, counted, either, listed

_RANKS = (
    *("deuce", "three", "four", "five", "six", "seven", "eight"),
    *("nine", "ten", "jack", "queen", "king", "ace"),
)
_NUMBERS = ("no", "one", "two", "three", "four")
_WITHOUT_ARTICLE = frozenset(
    {
        *("four of a kind", "four and three", "four and two", "two doubles", "two fours"),
        "bases loaded",
    }
)
_COUNTED = frozenset({"four of a kind", "four and three", "four and two", "two fours"})
"""Hands that are named by their groups alone: `four nines`, `four threes and three fours`."""
_TRIED = {
    "pass": "the leader cannot pass: a hand must be led",
    "ball-four": "the leader cannot lay a Ball Four, for no hand is high yet: a hand must be led",
    "foul": "the leader cannot play a foul ball, for no hand is high yet: a hand must be led",
    "lowest": "no type of hand is asked of the leader: name the cards of the hand to lead",
}

MOST_INNINGS = 9
"""Columns of a line score; of a longer game the earlier innings share one more."""

_LONGEST_NAME = 12


# --- hands in words ------------------------------------------------------------------------------


def rank_in_words(rank: Rank) -> str:
    """`nine`, `deuce`."""
    return _RANKS[rank]


def ranks_in_words(rank: Rank) -> str:
    """`nines`, `sixes`."""
    word = _RANKS[rank]
    return f"{word}es" if word.endswith("x") else f"{word}s"


def groups_in_words(cards: Iterable[Card]) -> str:
    """What cards are, whether they make a hand or not: `two nines and an eight`."""
    held = Counter(card >> 2 for card in cards)
    return listed(
        _one(rank) if count == 1 else f"{_NUMBERS[count]} {ranks_in_words(rank)}"
        for rank, count in sorted(held.items(), key=lambda pair: -pair[1])
    )


def hand_in_words(hand: Hand) -> str:
    """A hand by its type and ranks, the compared one first: `full house, nines over fours`."""
    name = hand.shape.name
    held = Counter(card >> 2 for card in hand.cards)
    ranks = sorted(held, key=lambda rank: (-held[rank], rank != hand.rank))
    if name in _COUNTED:
        return listed(f"{_NUMBERS[held[rank]]} {ranks_in_words(rank)}" for rank in ranks)
    if len(hand.cards) == 1:
        return f"{name} {rank_in_words(hand.rank)}"
    several = [_one(rank) if held[rank] == 1 else ranks_in_words(rank) for rank in ranks]
    if len(ranks) == 1:
        return f"{name} of {several[0]}"
    if hand.shape.counts == (3, 2):
        return f"{name}, {' over '.join(several)}"
    return f"{name} with {listed(several)}"


def a_hand(hand: Hand) -> str:
    """The same with its article where it has one: `a triple of nines`, `four nines`."""
    said = hand_in_words(hand)
    return said if hand.shape.name in _WITHOUT_ARTICLE else f"a {said}"


def does_not(hand: Hand) -> str:
    """A hand that falls short, as a sentence begins: `four nines do not`."""
    said = a_hand(hand)
    comma = "," if "," in said else ""
    many = hand.shape.name in _COUNTED or hand.shape.name == "two doubles"
    return f"{said}{comma} {'do' if many else 'does'} not"


def cards_of(hand: Hand) -> str:
    """The cards of a hand, all of them."""
    return cards_in_words(hand.cards, most=len(hand.cards))


def exposed_in_words(hand: Hand) -> str:
    """The ranks that a hand exposes: `the eights and the nines`; empty where it exposes none."""
    return listed(f"the {ranks_in_words(rank)}" for rank in hand.exposed) if hand.exposed else ""


def suits_in_words(hand: Hand) -> str:
    """The different suits of a hand: `♣ ♠`."""
    return " ".join(SYMBOLS[suit] for suit in suits_of(hand))


def _one(rank: Rank) -> str:
    word = rank_in_words(rank)
    return f"an {word}" if word[0] in "ae" else f"a {word}"


def _with_article(name: str) -> str:
    return name if name in _WITHOUT_ARTICLE else f"a {name}"


# --- refusals ------------------------------------------------------------------------------------


def refusal(fact: Fact, ranking: Ranking, round: str) -> str:
    """Why a clause forbids an action; `round` is a play or an at-bat."""
    match fact:
        case CardTwice(cards):
            return f"each card is named once, and {cards_in_words(cards)} is named again"
        case NoHand(cards, shapes):
            found = f"{groups_in_words(cards)} make" if cards else "no cards make"
            return f"{found} no hand: a hand is {either([_with_article(name) for name in shapes])}"
        case WrongType(hand, high):
            return f"{does_not(hand)} answer {a_hand(high)}: {asked_over(high, ranking)}"
        case NotHigher(hand, high):
            return f"{does_not(hand)} beat {a_hand(high)}: {asked_over(high, ranking)}"
        case MustLead(tried):
            return _TRIED[tried]
        case AlreadyOut():
            return f"this seat is out until the {round} ends, and is asked nothing before that"
        case OwnHand():
            return "a Ball Four is laid on another player's hand, and this one is the own"
        case NothingExposed(high):
            return (
                f"the high hand, {a_hand(high)}, exposes nothing: a Ball Four needs exactly three "
                "cards of a rank in it"
            )
        case NotTheFourth(card, fourths):
            right = either([card_sign(fourth) for fourth in fourths])
            return f"the Ball Four on this hand is {right}, not {card_sign(card)}"
        case NoHandFits(up_to, high):
            return (
                f"this hand holds nothing up to the {ranks_in_words(up_to)} that beats "
                f"{a_hand(high)}: {asked_over(high, ranking)}"
            )
        case FirstLead(card):
            return f"the first hand of the game must contain {card_sign(card)}"
        case PendingCard(card):
            return f"{card_sign(card)} lies as a pending Ball Four and cannot be used in a hand"
        case NoToken():
            return (
                "a foul ball costs a Strike Token, and this seat has none: it may beat the hand, "
                "lay a Ball Four or pass"
            )
        case NoCardOfSuits(high):
            return (
                f"a foul ball discards cards of the high hand's suits, {suits_in_words(high)}, and "
                "this hand has none: it may beat the hand, lay a Ball Four or pass"
            )
        case SuitNotThere((), high):
            return f"a foul ball discards at least one card, of the suits {suits_in_words(high)}"
        case SuitNotThere(cards, high):
            return (
                f"a foul ball discards cards of the high hand's suits, {suits_in_words(high)}, and "
                f"{cards_in_words(cards)} {'is' if len(cards) == 1 else 'are'} not"
            )
        case TwoOfASuit(cards):
            return (
                "a foul ball discards at most one card of each suit, and of "
                f"{cards_in_words(cards)} two have the same"
            )
        case OnlyBeatOrPass():
            return "who has passed or fouled may only beat the hand or pass, until having beaten"
        case NotLastPlace(chooser):
            return f"the rule of the 7th inning is chosen by last place, {actor_name(chooser)}"
        case NoStretch(True):
            return "a rule is chosen only after the 6th inning, before the 7th is dealt"
        case NoStretch():
            return "no rule is chosen here: this table plays without the 7th Inning Stretch"
    return common_refusal(fact)


def asked_over(high: Hand, ranking: Ranking) -> str:
    """What would beat a hand: `asked is a triple of tens or higher`."""
    name = high.shape.name
    if high.rank == ranking.order[-1]:
        return f"nothing beats {ranks_in_words(high.rank)}"
    least = ranking.order[ranking.worth(high.rank) + 1]
    if len(high.cards) == 1:
        lowest = f"a {name} {rank_in_words(least)}"
    elif name == "four of a kind":
        lowest = f"{_NUMBERS[4]} {ranks_in_words(least)}"
    elif name in _WITHOUT_ARTICLE:
        # several groups of which the compared one is not named by the type
        lowest = f"{name} with {ranks_in_words(least)}"
    else:
        lowest = f"a {name} of {ranks_in_words(least)}"
    higher = "" if least == ranking.order[-1] else " or higher"
    return f"asked is {lowest}{higher}"


# --- the story -----------------------------------------------------------------------------------


def story(
    events: Iterable[Event],
    names: Sequence[str],
    told: Callable[[Event, Sequence[str]], list[str]],
) -> list[str]:
    """The public story of some events, as `told` tells each; passes in a row share a line."""
    lines: list[str] = []
    passing: list[str] = []
    for event in events:
        if event.to is not None:
            continue
        if isinstance(event, Passed) and event.asked and not event.owner:
            passing.append(names[event.seat])
            continue
        if passing:
            lines.append(_passes(passing))
            passing = []
        lines += told(event, names)
    if passing:
        lines.append(_passes(passing))
    return lines


def whisper(event: Event, names: Sequence[str]) -> str | None:
    """What the addressee of a private event is told."""
    if isinstance(event, HandDealt):
        return own_cards(event.cards)
    return None


def played(event: Played, names: Sequence[str], where: str = "") -> str:
    """A hand on the table, and how many cards its player still has; `where` it is on the field."""
    hand = event.hand
    does = "defends with" if event.defends else "leads" if event.leads else "beats it with"
    said = [f"{names[event.seat]} {does} {cards_of(hand)}"]
    # what beats a single or a double is one itself, and cards so few speak for themselves
    if event.leads or len(hand.cards) > 2:
        said.append(a_hand(hand))
    if where:
        said.append(where)
    return f"{', '.join(said)} ({left(event.left)})."


def whose(name: str, thing: str, the: str = "the") -> str:
    """`Ana's hand`, but of a name that ends with a note: `the hand of Ben (resigned)`."""
    return f"{the} {thing} of {name}" if name.endswith(")") else f"{name}'s {thing}"


def as_first_of(level: Sequence[Seat], seats: int, where: str, left_of: str) -> str:
    """Why somebody leads or chooses by runs: alone `where`, or the first of those who are level.

    `left_of` says from whose left on they are looked through, clockwise (B52-4, B40-4).
    """
    if len(level) == 1:
        return where
    said = "all are level" if len(level) == seats else f"level {where}"
    return f"{said}, first from {left_of} left"


def left(cards: int) -> str:
    """`3 cards left`, `no cards left`."""
    return f"{counted(cards, 'card') if cards else 'no cards'} left"


def inning_ends(event: InningEnds, names: Sequence[str], each: int) -> str:
    """Who has ended an inning, and what the others' cards bring, `each` runs a card."""
    others = (
        f"{name} {count}"
        for seat, (name, count) in enumerate(zip(names, event.counts, strict=True))
        if seat != event.winner
    )
    runs = counted(each * sum(event.counts), "run")
    return (
        f"Walk-off! {names[event.winner]} ends inning {event.inning} and scores {runs}, "
        f"{each} for each card that the others hold: {', '.join(others)}."
    )


def game_ends(event: GameEnds, names: Sequence[str]) -> str:
    """Who has won, and with how many runs."""
    outcome = event.outcome
    assert outcome.places is not None  # only an abandoned game has none
    first = [seat for seat, place in enumerate(outcome.places) if place == 1]
    who = listed(names[seat] for seat in first)
    won = "share the win" if len(first) > 1 else "wins"
    return f"The game is over: {who} {won} with {counted(outcome.scores[first[0]], 'run')}."


def line_score(
    names: Sequence[str], lines: Sequence[Sequence[int]], runs: Sequence[int]
) -> list[str]:
    """The runs by inning as on a scoreboard, in a block of their own; nothing before the first."""
    if not lines:
        return []
    early = len(lines) - MOST_INNINGS if len(lines) > MOST_INNINGS else 0
    columns = [(str(at + 1), lines[at]) for at in range(early, len(lines))]
    if early:
        columns.insert(
            0, (f"1-{early}", [sum(column) for column in zip(*lines[:early], strict=True)])
        )
    columns.append(("R", runs))
    shown = [_shown_in_block(name) for name in names]
    rows = [["", *shown]] + [[head, *map(str, column)] for head, column in columns]
    widths = [max(map(len, row)) for row in rows]
    block = []
    for at in range(len(names) + 1):
        name, *cells, total = (row[at] for row in rows)
        padded = " ".join(
            cell.rjust(width) for cell, width in zip(cells, widths[1:-1], strict=True)
        )
        block.append(f"{name.ljust(widths[0])} {padded} | {total.rjust(widths[-1])}")
    return ["```", *block, "```"]


def _shown_in_block(name: str) -> str:
    """A name in a block of code, where nothing is escaped and only a back-tick means anything."""
    bare = re.sub(r"\\([^\w\s]|_)", r"\1", name).replace("`", "'")
    return bare if len(bare) <= _LONGEST_NAME else f"{bare[: _LONGEST_NAME - 1]}…"


def _passes(names: Sequence[str]) -> str:
    return f"{listed(names)} {'passes' if len(names) == 1 else 'pass'}."


# --- where it stands -----------------------------------------------------------------------------


def own_cards(cards: Sequence[Card]) -> str:
    """A hand of cards, for its owner."""
    return f"Your hand: {cards_in_words(cards, most=len(cards)) if cards else 'no cards'}"


def high_in_words(high: Hand, owner: str) -> str:
    """Somebody's high hand, and what it exposes."""
    exposing = exposed_in_words(high)
    note = f", exposing {exposing}" if exposing else ""
    return f"{whose(owner, hand_in_words(high))} ({cards_of(high)}{note})"


def asking(names: Sequence[str], asked: Sequence[Seat], what: str) -> str:
    """Who is to act and how, and who is asked after that."""
    first, *later = (names[seat] for seat in asked)
    ask = f"To act: {first}, {what}."
    return f"{ask} Then {listed(later)}." if later else ask


def answers(hand: str, ball_fours: Sequence[Card], more: Sequence[str] = ()) -> str:
    """What may be done about a high hand, in the order in which the rules name it."""
    ways = [f"beat {hand}"]
    if ball_fours:
        ways.append(f"lay {either([card_sign(card) for card in ball_fours])} as a Ball Four")
    return either([*ways, *more, "pass"])


def by_seat(heading: str, names: Sequence[str], values: Iterable[Any]) -> str:
    """A row like `Runs: Ana 12, Ben 0.`"""
    return f"{heading}: {', '.join(f'{n} {v}' for n, v in zip(names, values, strict=True))}."


def standing(
    said: Sequence[str],
    names: Sequence[str],
    facts: Iterable[Sequence[str]],
    score: Sequence[str],
    own: str | None,
) -> list[str]:
    """Where a game stands: after what is `said` a line of facts for each seat, then the rest."""
    seats = [f"{name}: {', '.join(row)}" for name, row in zip(names, facts, strict=True)]
    return [*said, *seats, *score, *([own] if own else [])]


def reached(before: object, now: object, turn: Seat | None) -> tuple[Seat, ...]:
    """The seat at turn, unless what it is asked `now` is what it was asked `before`."""
    return () if turn is None or turn == DEALER or before == now else (turn,)


def offered(high: Hand, lying: Iterable[Card]) -> list[Card]:
    """The Ball Fours on a hand, as everybody can tell.

    The three other cards of an exposed rank lie there for all to see, so this tells nothing. A
    fourth card that is `lying` face up itself is as public, and is left out. One that came back
    to a hand is never among these: the three others were beaten, and are gone.
    """
    gone = set(lying)
    return [card for card in fourth_cards(high) if card not in gone]


def ball_four_offers(cards: Iterable[Card]) -> list[str]:
    """The actions that lay these cards."""
    return [f"ball-four {write_card(card)}" for card in cards]
