"""The sentences of Ball Four with 52 cards: what happens, whom it waits for, where it stands.

What both editions say the same way is in `text.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from games.ball_four import text
from games.ball_four.fifty_two import BALL_FOUR_COSTS, EDITION, BallFour52, View
from games.ball_four.terms import (
    BallFourPending,
    BallFourReturns,
    ExtraInning,
    GameEnds,
    InningBegins,
    InningEnds,
    Passed,
    Played,
    PlayWon,
)
from games.cards import Card, card_sign
from games.core import Event, Fact, Seat
from games.text import cards_in_words, counted, listed

_ENDINGS = {
    "target": "by runs, after the target was reached",
    "innings": "by runs, after the last inning",
    "extra-innings": "by runs, after extra innings",
}

whisper = text.whisper


def refusal(fact: Fact) -> str:
    """Why a clause forbids an action."""
    return text.refusal(fact, EDITION, "play")


def story(events: Iterable[Event], names: Sequence[str]) -> list[str]:
    """The public story of some events, a line each; passes in a row share one."""
    return text.story(events, names, _told)


def standing(view: View, names: Sequence[str], asked: Sequence[Seat]) -> list[str]:
    """Where the game stands, with the own hand where the view holds one."""
    score = text.line_score(names, view.lines, view.runs)
    if view.decision == "over":
        return ["The game is over.", *score]
    said = [_heading(view)]
    if what := _asked(view, names, asked):
        said.append(what)
    elif view.high is not None and view.owner is not None:
        whose = f"{names[view.owner]}'s"
        said.append(f"High hand: {text.high_in_words(view.high, whose)}.")
    said += [
        f"{names[seat]}'s Ball Four, {card_sign(card)}, is pending." for seat, card in view.pending
    ]
    own = hand(view) if view.seat is not None and view.counts else None
    facts = (_of_seat(view, seat) for seat in range(len(names)))
    return text.standing(said, names, facts, score, own)


def question(view: View, names: Sequence[str], asked: Sequence[Seat]) -> str | None:
    """Who is to act and how, what is pending, who is out, and how many cards everybody holds."""
    what = _asked(view, names, asked)
    if what is None:
        return None
    said = [what]
    if view.pending:
        pending = (f"{card_sign(card)} ({names[seat]})" for seat, card in view.pending)
        said.append(f"Pending: {', '.join(pending)}.")
    if view.passed:
        said.append(f"Out: {', '.join(names[seat] for seat in view.passed)}.")
    if view.high is None:
        said += [_heading(view), text.by_seat("Runs", names, view.runs)]
    return " ".join([*said, text.by_seat("Cards", names, view.counts)])


def ending(reason: str) -> str:
    """How a game ended, said of its final places."""
    return _ENDINGS[reason]


def hand(view: View) -> str:
    """The own cards, and which of the own cards everybody has seen."""
    said = text.own_cards(view.hand)
    if view.seat is None or not view.counts:
        return said
    if pending := [card for seat, card in view.pending if seat == view.seat]:
        said = f"{said}; {cards_in_words(pending)} lies as your pending Ball Four"
    if returned := view.returned[view.seat]:
        said = f"{said}; everybody has seen {cards_in_words(returned)}"
    return said


def called(game: BallFour52, before: View | None, after: View) -> tuple[Seat, ...]:
    """The seat that the turn has reached, or that is asked something new."""
    return text.reached(before and _asked_of(before), _asked_of(after), after.turn)


def offers(view: View) -> Sequence[str]:
    """A Ball Four for each fourth card that somebody still to be asked might lay (B52-12)."""
    return text.ball_four_offers(_ball_fours(view, view.waiting))


def _told(event: Event, names: Sequence[str]) -> list[str]:
    match event:
        case InningBegins():
            return [_inning_begins(event, names)]
        case Played():
            return [text.played(event, names)]
        case Passed(seat):
            return [f"{names[seat]}, whose hand is high, counts as passed."]
        case BallFourPending(seat, card, left):
            return [
                f"Ball Four! {names[seat]} lays {card_sign(card)} ({text.left(left)}). It is "
                "pending, and fails if the high hand is beaten."
            ]
        case BallFourReturns(seat, card, beaten):
            why = "fails, for the hand is beaten" if beaten else "gives way to a higher one"
            return [
                f"{names[seat]}'s Ball Four {why}: {card_sign(card)} goes back to "
                f"{names[seat]}'s hand, at no cost."
            ]
        case PlayWon(seat, None):
            return [f"Nobody beats it: {names[seat]} wins the play."]
        case PlayWon(seat, int(card)):
            return [
                f"Nobody beats the hand, so the Ball Four succeeds: {names[seat]} wins the play "
                f"with {card_sign(card)}, which costs {BALL_FOUR_COSTS} runs when the inning ends."
            ]
        case InningEnds():
            score = text.line_score(names, event.lines, event.runs)
            return [text.inning_ends(event, names, 1), *_paid(event, names), *score]
        case ExtraInning(level):
            who = listed(names[seat] for seat in level)
            return [f"{who} are level at the top: everybody plays an extra inning."]
        case GameEnds():
            return [text.game_ends(event, names)]
    raise TypeError(f"no sentence for {event!r}")


def _inning_begins(event: InningBegins, names: Sequence[str]) -> str:
    leader = names[event.leader]
    who = f"{leader}, with the most runs, leads"
    if event.threes:
        *aside, three = map(card_sign, event.threes)
        who = f"{leader} holds {three} and leads a hand that contains it"
        if aside:
            who = f"{listed(aside)} {'is' if len(aside) == 1 else 'are'} set aside, so {who}"
    extra = "Extra inning" if event.extra else "Inning"
    dealt = counted(event.counts[0], "card")
    return f"{extra} {event.inning}. {names[event.dealer]} deals {dealt} each. {who}."


def _paid(event: InningEnds, names: Sequence[str]) -> list[str]:
    """What successful Ball Fours cost (B52-21)."""
    paid = [
        f"{name} loses {BALL_FOUR_COSTS * number} runs for {counted(number, 'Ball Four')}"
        for name, number in zip(names, event.ball_fours, strict=True)
        if number
    ]
    return [f"{listed(paid)}."] if paid else []


def _heading(view: View) -> str:
    inning = f"Inning {view.inning} of {view.innings}"
    if view.extra:
        inning = f"Extra inning {view.inning}"
    if view.decision == "shuffle":
        return f"{inning} is about to be dealt."
    return f"{inning}, play {view.play}."


def _asked(view: View, names: Sequence[str], asked: Sequence[Seat]) -> str | None:
    """Who is to act and how."""
    if not asked:
        return None
    if view.high is None or view.owner is None:
        must = f" that contains {card_sign(view.threes[-1])}" if view.threes else ""
        return text.asking(names, asked, f"lead any hand{must}")
    if asked[0] == view.owner:
        own = text.high_in_words(view.high, "the own")
        return text.asking(names, asked, f"beat {own}, so that the Ball Four fails, or pass")
    hand = text.high_in_words(view.high, f"{names[view.owner]}'s")
    return text.asking(names, asked, text.answers(hand, _ball_fours(view, asked[:1])))


def _ball_fours(view: View, asked: Iterable[Seat]) -> list[Card]:
    """The cards that some of these seats might lay, as everybody can tell."""
    if view.high is None or set(asked) <= {view.owner}:
        return []
    pending = (card for _, card in view.pending)
    return text.offered(view.high, chain(view.played, pending, *view.front))


def _of_seat(view: View, seat: Seat) -> list[str]:
    """What everybody may know of a seat."""
    said = [counted(view.runs[seat], "run")]
    if view.counts:
        said.append(counted(view.counts[seat], "card"))
        if view.returned[seat]:
            said.append(f"{cards_in_words(view.returned[seat])} among them")
        if view.front[seat]:
            cost = BALL_FOUR_COSTS * len(view.front[seat])
            said.append(f"Ball Four with {cards_in_words(view.front[seat])} (-{cost})")
    if seat in view.passed:
        said.append("out")
    return said


def _asked_of(view: View) -> tuple[object, ...]:
    """The decision that is open, and whose turn it is."""
    return view.inning, view.play, view.number, view.again, view.turn
