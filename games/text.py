"""Sentences that all games share: refusals of the common rules, cards and lists in words.

Names are passed in as they are to be shown; whoever posts has escaped them already.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import groupby

from games import house
from games.cards import Card, CardUnreadable, card_sign, read_card
from games.clock import Moment
from games.core import (
    DEALER,
    Event,
    Fact,
    NotHeld,
    NothingToPlan,
    OtherDeck,
    Outcome,
    Seat,
    Words,
    WrongActor,
    WrongDeck,
    WrongMoment,
    actor_name,
)

_TERMS = {
    "ball-four": "Ball Four",
    "foul": "Foul ball",
    "double-header": "Double Header",
    "pinch-hitter": "Pinch Hitter",
    "T": "10",
}
"""Words of the notation that are other ones, or two, where they are shown."""

_HOUSE_EVENTS = (
    house.TimedOut,
    house.Extended,
    house.Ordered,
    house.RewindAsked,
    house.RewindDropped,
)
_LEAVES: Mapping[house.Reason | None, str] = {
    "resigned": "has resigned",
    "removed": "was removed from the game",
    "left the server": "has left the server",
    "forfeit": "has missed too many turns in a row",
}
_LEFT: Mapping[house.Reason | None, str] = {
    "resigned": "resigned",
    "removed": "was removed",
    "left the server": "left the server",
    "forfeit": "forfeited",
    None: "was replaced",
}
_DROPPED = {
    "refused": "Not everybody agrees, so nothing is taken back.",
    "lapsed": "Not everybody has agreed in time, so nothing is taken back.",
    "withdrawn": "Nobody is asked any more, and nothing is taken back.",
}


def in_utc(moment: Moment) -> str:
    """A moment in words, where nobody's own clock is known: `2026-11-30 18:02 UTC`."""
    return f"{datetime.fromtimestamp(moment, UTC):%Y-%m-%d %H:%M} UTC"


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


def public_lines(
    words: Words,
    events: Iterable[Event],
    names: Sequence[str],
    when: Callable[[Moment], str] = in_utc,
) -> list[str]:
    """What everybody may read of a change, a line each: the game's story and the house's doings.

    `names` are those after it: what happened before somebody took over a seat was done by who sat
    there then. `when` says how a moment is shown.
    """
    lines: list[str] = []
    for seated, part in _by_names(events, names):
        for of_house, run in groupby(part, key=lambda event: isinstance(event, _HOUSE_EVENTS)):
            if of_house:
                lines += [_house_line(event, seated, when) for event in run if event.to is None]
            else:
                lines += words.story(run, seated)
    return lines


def _by_names(
    events: Iterable[Event], names: Sequence[str]
) -> Iterator[tuple[Sequence[str], Sequence[Event]]]:
    """The events in parts, each with the names of who sat where."""
    rest, seated = list(events), list(names)
    parts: list[tuple[Sequence[str], Sequence[Event]]] = []
    for number in reversed(range(len(rest))):
        match rest[number]:
            case house.Ordered(order=house.Replace(seat), name=str(name)):
                parts.append((seated, rest[number:]))
                rest, seated = rest[:number], [*seated]
                seated[seat] = name
    parts.append((seated, rest))
    return reversed(parts)


def private_line(
    words: Words,
    event: Event,
    names: Sequence[str],
    when: Callable[[Moment], str] = in_utc,
    title: str = "this game",
) -> str | None:
    """What the addressee of an event is told, or None where nothing need be said.

    It says in which game, by its `title`: whoever plays in several has the notices of all of them
    in one place.
    """
    match event:
        case house.PlanFailed(text=text):
            answer = f"Your answer “{plan_in_words(text)}” in {title}"
            return f"{answer} does not fit now, so you are asked after all."
        case house.PlanDropped(text=text):
            answer = f"Your answer “{plan_in_words(text)}” in {title}"
            return f"{answer} is gone, for moves were taken back: leave it again if you like."
        case house.Seated(before=before):
            return f"You have taken over the seat of {before} in {title}."
        case house.Reminded(deadline=deadline):
            return f"It is your turn in {title}, until {when(deadline)}."
        case house.TimeAdded(deadline=deadline, left=left):
            return (
                f"Your time in {title} has run out and is extended by itself until "
                f"{when(deadline)}; {_extensions(left)}."
            )
        case house.Nudged():
            return f"You are asked once more in {title}: it is your turn."
    return words.whisper(event, names)


def lost_seat(ordered: house.Ordered, names: Sequence[str], title: str) -> str | None:
    """What somebody is told who has lost a seat; None for an order by which nobody loses one.

    Who has given it up knows.
    """
    why = house.left_because(ordered.order, ordered.why, ordered.by)
    if why in ("resigned", "left the server"):
        return None
    match ordered.order:
        case house.Replace(seat):
            lost = f"Your seat in {title} has gone to {names[seat]}"
        case house.Computer():
            lost = f"Your seat in {title} has gone to a house player"
        case house.Resign():
            lost = f"Your seat in {title} is taken from you, and the rules answer for it"
        case _:
            return None
    if why == "forfeit":
        return f"{lost}: you have missed too many turns in a row."
    return f"{lost} (by order of {ordered.by})." if ordered.by else f"{lost}."


def ending(words: Words, outcome: Outcome) -> str:
    """How a game ended: `by three strikes, then by points`."""
    return words.ending(outcome.reason) if outcome.places else "abandoned, no places"


def final_score(
    outcome: Outcome, names: Sequence[str], stays: Mapping[Seat, str] = {}
) -> list[str]:
    """A line for each player, the best place first: `1. Ana: 13`.

    `stays` says of seats that somebody has left who played them; it is no matter of the score.
    """
    places = outcome.places or ()
    rows = []
    for seat, (name, score) in enumerate(zip(names, outcome.scores, strict=True)):
        level = ["level"] if places and places.count(places[seat]) > 1 else []
        notes = [*level, *([stays[seat]] if seat in stays else [])]
        rows.append(f"{name}: {score} ({'; '.join(notes)})" if notes else f"{name}: {score}")
    if not places:
        return rows
    ranked = sorted(zip(places, rows, strict=True), key=lambda pair: pair[0])
    return [f"{place}. {row}" for place, row in ranked]


def stays(
    players: Sequence[house.Player],
    handovers: Sequence[house.Handover],
    show: Callable[[str], str] = str,
) -> dict[Seat, str]:
    """Who has not played from beginning to end, by seat: `since inning 3; Ben forfeited`.

    `show` makes a name fit for where it is shown.
    """
    said = {}
    for seat, player in enumerate(players):
        changes = [one for one in handovers if one.seat == seat]
        if not changes:
            continue
        since = {
            "person": [f"since {changes[-1].during}"],
            "computer": [f"a house player since {changes[-1].during}"],
            "resigned": [],
        }[player.kind]
        people = [one for one in changes if one.before.kind == "person"]
        alone = [one.before.name for one in people] == [player.name]
        left = [
            " ".join(
                [
                    *([] if alone else [show(one.before.name)]),
                    _LEFT[one.why],
                    *([] if since and one is changes[-1] else [f"in {one.during}"]),
                ]
            )
            for one in people
        ]
        said[seat] = "; ".join([*since, *([", ".join(left)] if left else [])])
    return said


def _house_line(event: Event, names: Sequence[str], when: Callable[[Moment], str]) -> str:
    match event:
        case house.TimedOut(seat=seat):
            return f"The time of {names[seat]} has run out."
        case house.Extended(seat=seat, deadline=deadline, left=left):
            return (
                f"The time of {names[seat]} has run out and is extended by itself until "
                f"{when(deadline)}; {_extensions(left)}."
            )
        case house.RewindAsked(lines=lines, lapses=lapses, by=by):
            back = f"the last {_moves(lines)} back"
            asked = f"{by} asks to take {back}" if by else f"It is asked to take {back}"
            return (
                f"{asked}. Cards were dealt or shown since, so everybody who still plays has to "
                f"agree, until {when(lapses)}; the game waits meanwhile."
            )
        case house.RewindDropped(because=because):
            return _DROPPED[because]
        case house.Ordered(by=by):
            line = _order_line(event, names, when)
            return f"{line.removesuffix('.')} (by order of {by})." if by else line
    raise TypeError(f"no sentence for {event!r}")


def _order_line(ordered: house.Ordered, names: Sequence[str], when: Callable[[Moment], str]) -> str:
    name = ordered.name
    why = house.left_because(ordered.order, ordered.why, ordered.by)
    match ordered.order:
        case house.Resign():
            return f"{name} {_LEAVES[why]}; from now on the rules answer for this seat."
        case house.Replace(seat) if why is not None:
            return f"{name} {_LEAVES[why]}; {names[seat]} takes over the seat."
        case house.Replace(seat):
            return f"{names[seat]} takes over the seat of {name}."
        case house.Computer() if why is not None:
            return f"{name} {_LEAVES[why]}; a house player takes over the seat."
        case house.Computer():
            return f"A house player takes over the seat of {name}."
        case house.Rewind(lines):
            moves, are = _moves(lines), "is" if lines == 1 else "are"
            if ordered.why == "agreed":
                return f"Everybody agrees: the last {moves} {are} taken back."
            return f"The last {moves} {are} taken back."
        case house.End():
            return "The game is ended here."
        case house.Abandon():
            return "The game is abandoned, without a result."
        case house.Pause(until):
            stands = "The game is paused"
            return f"{stands}." if until is None else f"{stands} until {when(until)}."
        case house.Resume():
            return "The game goes on."
        case house.Extend(seconds):
            return f"{duration(seconds)} more for {name}."
        case house.Nudge():
            return f"{name} is asked once more."
        case house.Rename(title):
            return f"The game is called “{title}” now."
        case house.Move():
            return "The game has another place now."
        case house.Until(None):
            return "No end is agreed any more: the game goes on until it ends by its rules."
        case house.Until(int(moment)):
            return f"The last deal is the one that is running at {when(moment)}."
    raise TypeError(f"no sentence for {ordered!r}")


def _extensions(left: int) -> str:
    """What is left of the automatic extensions of a game, behind the one that is just spent."""
    if not left:
        return "no such extension is left in this game"
    return f"{counted(left, 'more such extension')} {'is' if left == 1 else 'are'} left"


def _moves(lines: int) -> str:
    return "move" if lines == 1 else f"{lines} moves"


def plan_in_words(text: str) -> str:
    """An answer left ahead as its owner is shown it: `Swing 5♣, else pass`."""
    words = " ".join(map(spoken, text.split()))
    words = re.sub(r" (else|or(?! more\b)) ", r", \1 ", words)
    words = re.sub(r"^(\w+) pass$", r"pass (\1)", words)  # at that decision, and at no other
    return f"{words[:1].upper()}{words[1:]}"


def spoken(word: str) -> str:
    """A word of the notation as it is shown: a card with its sign, the games' terms as written."""
    try:
        return card_sign(read_card(word))
    except CardUnreadable:
        return _TERMS.get(word, word)


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
