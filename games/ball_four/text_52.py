"""The sentences of Ball Four with 52 cards: what happens, whom it waits for, where it stands.

What both editions say the same way is in `text.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from games.ball_four import text
from games.ball_four.fifty_two import BALL_FOUR_COSTS, RANKING, BallFour52, View
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
    return text.refusal(fact, RANKING, "play")


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
        said.append(f"High hand: {text.high_in_words(view.high, names[view.owner])}.")
    for seat, card in view.pending:
        laid = text.whose(names[seat], "Ball Four", "The")
        said.append(f"{laid}, {card_sign(card)}, is pending.")
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
        runs = (_with_owed(view, seat) for seat in range(len(names)))
        said += [_heading(view), text.by_seat("Runs", names, runs)]
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


def chapter(view: View) -> str:
    """In which inning the game is."""
    return f"inning {view.inning}"


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
        case Passed(seat, True):
            return [f"{names[seat]} does not defend."]
        case Passed(seat):
            return [f"{names[seat]} may not defend (an option of this game), and counts as passed."]
        case BallFourPending():
            return [_laid(event, names)]
        case BallFourReturns(seat, card, higher):
            why = "fails, for the hand is beaten"
            if higher is not None:
                why = f"gives way to {text.whose(names[higher[0]], card_sign(higher[1]))}"
            laid = text.whose(names[seat], "Ball Four", "The")
            back = text.whose(names[seat], "hand")
            return [f"{laid} {why}: {card_sign(card)} goes back to {back}, at no cost."]
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
    why = text.as_first_of(event.level, len(names), "with the most runs", "the last winner's")
    who = f"{leader} leads ({why})"
    if event.threes:
        *aside, three = map(card_sign, event.threes)
        who = f"{leader} holds {three} and leads a hand that contains it"
        if aside:
            who = f"{listed(aside)} {'is' if len(aside) == 1 else 'are'} set aside, so {who}"
    extra = "Extra inning" if event.extra else "Inning"
    dealt = counted(event.counts[0], "card")
    return f"{extra} {event.inning}. {names[event.dealer]} deals {dealt} each. {who}."


def _laid(event: BallFourPending, names: Sequence[str]) -> str:
    """A Ball Four that waits: what it waits for, and what hangs on it (B52-13, B52-16, B52-19)."""
    said = (
        f"Ball Four! {names[event.seat]} lays {card_sign(event.card)} ({text.left(event.left)}). "
        "It is pending"
    )
    may_win = True
    if event.other is None:
        said = f"{said}, and fails if the high hand is beaten."
    else:
        seat, card = event.other
        may_win = RANKING.worth(event.card >> 2) > RANKING.worth(card >> 2)
        is_it = "and is above" if may_win else "but is below"
        other = text.whose(names[seat], card_sign(card))
        said = f"{said}, too, {is_it} {other}: only the higher can win."
    return said if event.left or not may_win else f"{said} If it succeeds, the inning ends."


def _paid(event: InningEnds, names: Sequence[str]) -> list[str]:
    """What successful Ball Fours cost, and what they leave of the winner's runs (B52-21)."""
    paid = []
    for seat, number in enumerate(event.ball_fours):
        if not number:
            continue
        cost = BALL_FOUR_COSTS * number
        laid = f"{number} Ball Fours" if number > 1 else "Ball Four"
        said = f"{text.whose(names[seat], laid, 'The')} {'cost' if number > 1 else 'costs'}"
        if seat == event.winner:
            won = sum(event.counts)
            paid.append(f"{said} {cost} runs: {won} - {cost} = {won - cost}.")
        else:
            paid.append(f"{said} {cost} runs.")
    return [" ".join(paid)] if paid else []


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
        return text.asking(names, asked, _defending(view, asked))
    hand = text.high_in_words(view.high, names[view.owner])
    return text.asking(names, asked, text.answers(hand, _ball_fours(view, asked[:1])))


def _defending(view: View, asked: Sequence[Seat]) -> str:
    """What the owner of the high hand may do about Ball Fours on it (B52-10)."""
    assert view.high is not None  # else nobody is asked about it
    own = f"your own {text.hand_in_words(view.high)} ({text.cards_of(view.high)})"
    two = len(view.pending) > 1
    passing = ""
    if len(asked) == 1:  # nobody else can beat it any more
        passing = ", and the higher one succeeds" if two else ", and it succeeds"
    fail = "both Ball Fours fail" if two else "the Ball Four fails"
    return f"defend: beat {own}, and {fail}; or pass{passing}"


def _with_owed(view: View, seat: Seat) -> str:
    """A seat's runs, and what its Ball Fours of this inning will cost."""
    owed = BALL_FOUR_COSTS * len(view.front[seat])
    return f"{view.runs[seat]} (-{owed} when the inning ends)" if owed else f"{view.runs[seat]}"


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
        if returned := view.returned[seat]:
            seen = cards_in_words(returned)
            if len(returned) == view.counts[seat]:
                said[-1] = f"{said[-1]}: {seen}"
            else:
                said.append(f"{seen} among them")
        if view.front[seat]:
            cost = BALL_FOUR_COSTS * len(view.front[seat])
            said.append(f"Ball Four with {cards_in_words(view.front[seat])} (-{cost})")
    if seat in view.passed:
        said.append("out")
    return said


def _asked_of(view: View) -> tuple[object, ...]:
    """The decision that is open, and whose turn it is."""
    return view.inning, view.play, view.number, view.again, view.turn
