"""The sentences of Pitch & Catch: refusals, the public story, hands, where the game stands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.cards import Card, card_sign, rank_sign
from games.core import DEALER, Event, Fact, Seat
from games.pitch_and_catch.rules import PitchAndCatch
from games.pitch_and_catch.terms import (
    STRIKES_TO_WIN,
    AboveBall,
    BallKept,
    BelowBall,
    Caught,
    ExtraInning,
    GameEnds,
    HandDealt,
    Hit,
    HitterFields,
    InningBegins,
    InningEnds,
    MustPitch,
    NoCardFits,
    NotAboveCatch,
    NotAboveSwing,
    Passed,
    Pitched,
    PitcherFields,
    PitcherSwings,
    PitchPassesOn,
    SecondChance,
    StrictTempo,
    Strike,
    Swung,
    View,
)
from games.text import common_refusal, counted, listed

_ENDINGS = {
    "innings": "after the last inning",
    "extra-innings": "after extra innings",
    "three-strikes": "by three strikes, then by points",
}


def refusal(fact: Fact) -> str:
    """Why a clause forbids an action."""
    match fact:
        case AboveBall(ball):
            return f"a swing may not be above the ball, {_a_rank(ball)}"
        case NotAboveSwing(best):
            return f"a swing must be above the best so far, {_a_rank(best)}"
        case PitcherSwings():
            return "the pitcher does not swing at the own pitch"
        case SecondChance("swing"):
            return "there is one chance to swing in a trick, and this seat has had it"
        case SecondChance():
            return "there is one chance to catch in a trick, and this seat has had it"
        case BelowBall(ball):
            return f"a catch must be at least the ball, {_a_rank(ball)}"
        case NotAboveCatch(best):
            return f"a catch must be above the last one, {_a_rank(best)}"
        case HitterFields():
            return "the hitter does not catch the own hit"
        case PitcherFields():
            return "at this table the pitcher does not field"
        case MustPitch():
            return "a pitch cannot be passed, a card must be pitched"
        case StrictTempo():
            return "at this table only the player at turn may answer"
        case NoCardFits(decision):
            return f"no card of this hand can {decision} that way any more"
    return common_refusal(fact)


def story(events: Iterable[Event], names: Sequence[str]) -> list[str]:
    """The public story of some events, a line each; passes in a row share one."""
    lines: list[str] = []
    passing: list[str] = []
    last: str | None = None
    for event in events:
        if event.to is not None:
            continue
        if isinstance(event, Passed):
            if passing and last != event.decision:
                lines.append(_passes(passing))
                passing = []
            passing.append(names[event.seat])
            last = event.decision
            continue
        if passing:
            lines.append(_passes(passing))
            passing = []
        lines += _told(event, names)
    if passing:
        lines.append(_passes(passing))
    return lines


def whisper(event: Event, names: Sequence[str]) -> str | None:
    """What the addressee of a private event is told."""
    if isinstance(event, HandDealt):
        return f"Your hand: {hand_in_words(event.cards)}"
    return None


def standing(view: View, names: Sequence[str], asked: Sequence[Seat]) -> list[str]:
    """Where the game stands, with the own hand where the view holds one."""
    lines = [_heading(view)]
    if view.ball is not None and view.pitcher is not None:
        lines.append(f"{names[view.pitcher]} pitched {card_sign(view.ball)}.")
    lines += _run(view, names)
    if view.ball is not None:
        lines += [f"{names[seat]} swung {card_sign(card)}." for seat, card in view.swings]
        lines += [f"{names[seat]} caught with {card_sign(card)}." for seat, card in view.catches]
    if asking := question(view, names, asked):
        lines.append(asking)
    for seat, name in enumerate(names):
        parts = [counted(view.points[seat], "point")]
        if view.trick:
            parts.append(counted(view.counts[seat], "card"))
            kept = " ".join(card_sign(ball) for ball in view.balls[seat])
            parts.append(f"balls {kept}" if kept else "no balls")
        lines.append(f"{name}: {', '.join(parts)}")
    if view.hand:
        lines.append(hand(view))
    return lines


def question(view: View, names: Sequence[str], asked: Sequence[Seat]) -> str | None:
    """Who is to act and how; the whole window where it is open to all (PC-24)."""
    if view.decision not in ("pitch", "swing", "field") or not asked:
        return None
    first, *later = (names[seat] for seat in asked)
    ask = f"To act: {first}, {_ways(view)}."
    return f"{ask} Then {listed(later)}." if later else ask


def _ways(view: View) -> str:
    """What the one at turn may do, and with which cards (PC-9, PC-13)."""
    if view.ball is None or view.decision == "pitch":
        return "pitch"
    ball = card_sign(view.ball)
    if view.decision == "swing":
        above = f"more than {card_sign(view.swings[-1][1])} and " if view.swings else ""
        return f"swing with {above}at most {ball}, or pass"
    caught = f"more than {card_sign(view.catches[-1][1])}" if view.catches else f"at least {ball}"
    return f"catch (field) with {caught}, or pass"


def ending(reason: str) -> str:
    """How a game ended, said of its final places."""
    return _ENDINGS[reason]


def hand(view: View) -> str:
    """The own cards, lowest face value first."""
    return f"Your hand: {hand_in_words(view.hand)}"


def chapter(view: View) -> str:
    """In which inning the game is."""
    return f"inning {view.inning}"


def called(game: PitchAndCatch, before: View | None, after: View) -> tuple[Seat, ...]:
    """A window calls everybody in it when it opens; with strict tempo only whom the turn reaches.

    At two strikes everybody who may swing is called, whatever the tempo (PC-26).
    """
    seats = after.waiting or (() if after.turn in (None, DEALER) else (after.turn,))
    opened = before is None or _window(before) != _window(after)
    if game.tempo == "open":
        return seats if opened else ()
    if opened and after.decision == "swing" and after.strike_counts and after.run[1] == 2:
        return seats
    turned = opened or before is None or before.turn != after.turn
    return seats[:1] if turned else ()


def hand_in_words(hand: Iterable[Card]) -> str:
    """Cards in the order given, as posts show them."""
    return " ".join(card_sign(card) for card in hand) or "no cards"


def _told(event: Event, names: Sequence[str]) -> list[str]:
    match event:
        case InningBegins(inning, dealer, playing, hand_size, extra):
            what = "Extra inning" if extra else "Inning"
            who = f" to {listed(names[seat] for seat in playing)}" if extra else " each"
            return [f"{what} {inning}. {names[dealer]} deals {counted(hand_size, 'card')}{who}."]
        case PitchPassesOn(seat, pitcher):
            return [f"{names[seat]} has no cards, so the pitch passes to {names[pitcher]}."]
        case Pitched(seat, ball, run, counts, by_player, empty):
            lines = [f"{names[seat]} pitches {_played(ball, empty)}."]
            if not counts:
                why = "it was made in the player's place"
                if by_player:
                    why = "fewer than half of the others hold cards"
                lines.append(f"This pitch cannot count as a strike: {why}.")
            elif run == STRIKES_TO_WIN - 1:
                lines.append(f"Two strikes! If nobody swings, {names[seat]} wins the game.")
            return lines
        case Swung(seat, card, closes, empty):
            end = ", level with the ball: swinging is over" if closes else ""
            return [f"{names[seat]} swings {_played(card, empty)}{end}."]
        case Strike(seat, ball, run):
            counted_as = f"Strike {run}" if run else "No strike is counted"
            return [
                f"Nobody swings. {counted_as}: {names[seat]} keeps the ball, {card_sign(ball)}."
            ]
        case Hit(seat, ball):
            return [f"{names[seat]} hits the {card_sign(ball)}."]
        case Caught(seat, card, closes, empty):
            end = ": an ace, fielding is over" if closes else ""
            return [f"{names[seat]} catches with {_played(card, empty)}{end}."]
        case BallKept(seat, ball, caught):
            how = "takes" if caught else "keeps"
            return [f"{names[seat]} {how} the ball, {card_sign(ball)}."]
        case InningEnds(inning, gained, points, holder):
            who = "Nobody" if holder is None else f"Only {names[holder]}"
            score = ", ".join(
                f"{name} {after} (+{now})" if now else f"{name} {after}"
                for name, now, after in zip(names, gained, points, strict=True)
            )
            return [f"{who} has cards left: inning {inning} is over. Score: {score}."]
        case ExtraInning(playing):
            return [f"{listed(names[seat] for seat in playing)} are level and play on alone."]
        case GameEnds(outcome):
            assert outcome.places is not None  # only an abandoned game has none
            first = [names[seat] for seat, place in enumerate(outcome.places) if place == 1]
            if outcome.reason == "three-strikes":
                return [f"Three strikes in a row! {first[0]} wins the game at once."]
            won = "share the win" if len(first) > 1 else "wins"
            score = counted(max(outcome.scores), "point")
            return [f"The game is over: {listed(first)} {won} with {score}."]
    raise TypeError(f"no sentence for {event!r}")


def _run(view: View, names: Sequence[str]) -> list[str]:
    """The pitcher's open run of strikes, and whether one more unhit pitch wins (PC-19, PC-28)."""
    seat, strikes = view.run
    if view.decision not in ("pitch", "swing") or seat != view.pitcher or view.swings:
        return []
    pitched = view.decision == "swing"
    if pitched and not view.strike_counts:
        return ["This pitch cannot count as a strike."]
    if not strikes:
        return []
    line = f"{names[seat]} has {counted(strikes, 'strike')} in a row"
    if strikes < STRIKES_TO_WIN - 1:
        return [f"{line}."]
    what = "this pitch" if pitched else "the next pitch"
    return [f"{line}: if nobody swings at {what}, it wins the game."]


def offers(view: View) -> Sequence[str]:
    """Nothing: what can be done with a card shows only to whoever holds it."""
    return ()


def _played(card: Card, empty: bool) -> str:
    """A card that has left a hand, and whether it was the last one there."""
    return f"{card_sign(card)} (no cards left)" if empty else card_sign(card)


def _window(view: View) -> tuple[int, int, str]:
    return view.inning, view.trick, view.decision


def _passes(names: Sequence[str]) -> str:
    return f"{listed(names)} {'passes' if len(names) == 1 else 'pass'}."


def _a_rank(card: Card) -> str:
    """A rank with its article as it is spoken: `an 8`, `an A`, `a K`."""
    rank = rank_sign(card)
    return f"{'an' if rank in '8A' else 'a'} {rank}"


def _heading(view: View) -> str:
    if view.decision == "over":
        return "The game is over."
    extra = view.inning > view.innings
    inning = f"Extra inning {view.inning}" if extra else f"Inning {view.inning} of {view.innings}"
    return f"{inning}, trick {view.trick}." if view.trick else f"{inning} is about to be dealt."
