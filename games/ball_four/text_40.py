"""The sentences of Ball Four with 40 cards: what happens, whom it waits for, where it stands.

What both editions say the same way is in `text.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from games.ball_four import text
from games.ball_four.forty import DERBY_HAND, RANKINGS, STRETCH_INNING, BallFour40, View
from games.ball_four.hands import Hand, suits_of
from games.ball_four.terms import (
    AtBatWon,
    BallFourWins,
    DerbyBegins,
    DerbyHand,
    Fouled,
    GameEnds,
    InningBegins,
    InningEnds,
    Played,
    StretchBegins,
    StretchChosen,
    StretchRule,
    TokenTaken,
)
from games.cards import RANKS, SYMBOLS, Card, card_sign
from games.core import Event, Fact, Seat
from games.text import cards_in_words, counted, listed

_RANKING = RANKINGS["triple-double-single"]
"""Every ranking has the same order of ranks, which is all that a refusal asks of it."""

_POSITIONS = {
    RANKS.index(rank): position
    for rank, position in {
        "A": "at pitcher",
        "2": "at catcher",
        "3": "at first base",
        "4": "at second base",
        "5": "at third base",
        "6": "at shortstop",
        "7": "in left field",
        "8": "in center field",
        "9": "in right field",
        "T": "at designated hitter",
    }.items()
}
"""The position of each rank (B40-5), as one plays it."""

_ENDINGS = {
    "innings": "by runs, after the last inning",
    "derby": "by the Home Run Derby, then by runs",
}

_RULES = {
    "double-header": "Double Header: 2 runs for each card",
    "pinch-hitter": "Pinch Hitter: nobody is Out",
    "none": "no special rule",
}

_DERBY_ORDER = "bases loaded, scoring position, home run, triple, double, single"
"""What is stronger than what in a Derby (B40-19)."""

whisper = text.whisper


def refusal(fact: Fact) -> str:
    """Why a clause forbids an action."""
    return text.refusal(fact, _RANKING, "at-bat")


def story(events: Iterable[Event], names: Sequence[str]) -> list[str]:
    """The public story of some events, a line each; passes in a row share one."""
    return text.story(events, names, _told)


def standing(view: View, names: Sequence[str], asked: Sequence[Seat]) -> list[str]:
    """Where the game stands, with the own hand where the view holds one."""
    score = text.line_score(names, view.lines, view.runs)
    shown = [_shown(names[seat], hand, "showed") for seat, hand in view.shown]
    if view.decision == "over":
        return ["The game is over.", *shown, *score]
    said = [_heading(view, names), *shown]
    if what := _asked(view, names, asked):
        said.append(what)
    elif view.high is not None and view.owner is not None:
        said.append(f"High hand: {text.high_in_words(view.high, names[view.owner])}.")
    own = hand(view) if view.seat is not None and view.counts else None
    facts = (_of_seat(view, seat) for seat in range(len(names)))
    return text.standing(said, names, facts, score, own)


def question(view: View, names: Sequence[str], asked: Sequence[Seat]) -> str | None:
    """Who is to act and how, who is out, and everybody's cards and Strike Tokens."""
    what = _asked(view, names, asked)
    if what is None:
        return None
    said = [what]
    if view.out:
        said.append(f"Out: {', '.join(names[seat] for seat in view.out)}.")
    if view.high is None:
        said += [_heading(view, names), text.by_seat("Runs", names, view.runs)]
    if view.counts:
        both = zip(view.counts, view.tokens, strict=True)
        row = (f"{count} ({tokens})" for count, tokens in both)
        said.append(text.by_seat("Cards (and tokens)", names, row))
    return " ".join(said)


def ending(reason: str) -> str:
    """How a game ended, said of its final places."""
    return _ENDINGS[reason]


def hand(view: View) -> str:
    """The own cards."""
    return text.own_cards(view.hand)


def chapter(view: View) -> str:
    """In which inning the game is."""
    return f"inning {view.inning}"


def called(game: BallFour40, before: View | None, after: View) -> tuple[Seat, ...]:
    """The seat that the turn has reached, or that is asked something new."""
    return text.reached(before and _asked_of(before), _asked_of(after), after.turn)


def offers(view: View) -> Sequence[str]:
    """A Ball Four for each fourth card that somebody still to be asked might lay (B40-11)."""
    return text.ball_four_offers(_ball_fours(view, view.waiting))


def _told(event: Event, names: Sequence[str]) -> list[str]:
    match event:
        case InningBegins(inning, dealer, counts, leader, level=level):
            why = "at the dealer's left" if inning == 1 else _in_last_place(level, names)
            return [
                f"Inning {inning}. {names[dealer]} deals {counted(counts[0], 'card')} each. "
                f"{names[leader]} leads ({why})."
            ]
        case Played():
            return [text.played(event, names, _POSITIONS[event.hand.rank])]
        case BallFourWins(seat, card, left):
            return [
                f"Ball Four! {names[seat]} lays {card_sign(card)} ({text.left(left)}), which ends "
                f"the at-bat: {names[seat]} wins it."
            ]
        case TokenTaken(seat, tokens, True):
            has = f"{names[seat]} already has {counted(tokens, 'Strike Token')}"
            return [f"{has}, the most allowed, and gets no more."]
        case TokenTaken(seat, tokens, _, for_what):
            what = text.whose(names[seat], for_what, "The")
            return [f"{what} brings a Strike Token ({tokens} now)."]
        case Fouled(seat, cards, tokens, left):
            return [
                f"Foul ball: {names[seat]} spends a Strike Token ({tokens} left) and discards "
                f"{cards_in_words(cards)} ({text.left(left)})."
            ]
        case AtBatWon(seat):
            return [f"Nobody beats it: {names[seat]} wins the at-bat."]
        case InningEnds():
            each = sum(event.gained) // sum(event.counts)
            score = text.line_score(names, event.lines, event.runs)
            return [text.inning_ends(event, names, each), *score]
        case StretchBegins(seat, level):
            return [
                f"7th Inning Stretch: {names[seat]} ({_in_last_place(level, names)}) chooses a "
                f"rule for inning {STRETCH_INNING}. {_RULES['double-header']}. "
                f"{_RULES['pinch-hitter']}. Or none."
            ]
        case StretchChosen(_, rule, full):
            return [_chosen(rule, full)]
        case DerbyBegins(round, tied):
            who = listed(names[seat] for seat in tied)
            what = "Home Run Derby" if round == 1 else f"Home Run Derby, round {round}"
            still = "level at the top" if round == 1 else "still level"
            return [
                f"{who} are {still}. {what}: {counted(DERBY_HAND, 'card')} each, and the "
                f"strongest hand wins ({_DERBY_ORDER}, in this order)."
            ]
        case DerbyHand(seat, hand):
            return [_shown(names[seat], hand, "shows")]
        case GameEnds():
            derby = event.outcome.reason == "derby"
            return [*(_derby_won(event, names) if derby else ()), text.game_ends(event, names)]
    raise TypeError(f"no sentence for {event!r}")


def _in_last_place(level: Sequence[Seat], names: Sequence[str]) -> str:
    """Why somebody leads, or chooses for the Stretch: of those `level` in last place the first."""
    return text.as_first_of(level, len(names), "in last place", "the dealer's")


def _chosen(rule: StretchRule, full: bool) -> str:
    """What the chosen rule of the Stretch means (B40-21, B40-22)."""
    inning = f"Inning {STRETCH_INNING}"
    match rule:
        case "double-header":
            return (
                f"{inning} is a Double Header: whoever empties the hand scores 2 runs for each "
                "card."
            )
        case "pinch-hitter":
            then = "" if full else ", and may then only beat or pass until you have beaten a hand"
            return (
                f"{inning} is played with {_RULES[rule]}. After a pass or a foul ball you are "
                f"asked again{then}."
            )
        case "none":
            return f"{inning} has {_RULES[rule]}."


def _derby_won(event: GameEnds, names: Sequence[str]) -> list[str]:
    assert event.outcome.places is not None  # only an abandoned game has none
    return [f"{names[event.outcome.places.index(1)]} wins the Home Run Derby."]


def _shown(name: str, hand: Hand, verb: str) -> str:
    """What somebody has for the Derby."""
    return f"{name} {verb} {text.cards_of(hand)}, {text.a_hand(hand)}."


def _heading(view: View, names: Sequence[str]) -> str:
    inning = f"Inning {view.inning} of {view.innings}"
    match view.decision:
        case "shuffle":
            return f"{inning} is about to be dealt."
        case "choose":
            return f"{inning}, before the deal: the 7th Inning Stretch."
        case "derby":
            who = listed(names[seat] for seat in view.tied)
            return f"A round of the Home Run Derby is about to be dealt, among {who}."
    rule = f", {_RULES[view.stretch.rule]}" if view.stretch else ""
    return f"{inning}, at-bat {view.at_bat}{rule}."


def _asked(view: View, names: Sequence[str], asked: Sequence[Seat]) -> str | None:
    """Who is to act and how."""
    if not asked:
        return None
    if view.decision == "choose":
        return text.asking(
            names, asked, "choose double-header, pinch-hitter or none for the 7th inning"
        )
    if view.high is None or view.owner is None:
        return text.asking(names, asked, "lead any hand")
    first = asked[0]
    may_foul = view.tokens[first] and first not in view.beat_or_pass
    foul = [f"foul (1 token: {_discards(view.high)})"] if may_foul else []
    hand = text.high_in_words(view.high, names[view.owner])
    return text.asking(names, asked, text.answers(hand, _ball_fours(view, asked[:1]), foul))


def _discards(high: Hand) -> str:
    """What a foul ball on a hand may throw away (B40-13)."""
    suits = [SYMBOLS[suit] for suit in suits_of(high)]
    match suits:
        case [only]:
            return f"discard a {only}"
        case [one, other]:
            return f"discard a {one}, a {other} or both"
    return f"discard up to one each of {' '.join(suits)}"


def _ball_fours(view: View, asked: Iterable[Seat]) -> list[Card]:
    """The cards that some of these seats might lay, as everybody can tell."""
    if view.high is None or set(asked) <= set(view.beat_or_pass):
        return []
    lying = chain(view.played, view.fouled, *view.scoring_areas)
    return text.offered(view.high, lying)


def _of_seat(view: View, seat: Seat) -> list[str]:
    """What everybody may know of a seat."""
    said = [counted(view.runs[seat], "run"), counted(view.tokens[seat], "token")]
    if view.counts:
        said.append(counted(view.counts[seat], "card"))
        if view.scoring_areas[seat]:
            said.append(f"Ball Four with {cards_in_words(view.scoring_areas[seat])}")
    if seat in view.out:
        said.append("out")
    if seat in view.beat_or_pass:
        said.append("may only beat or pass")
    return said


def _asked_of(view: View) -> tuple[object, ...]:
    """The decision that is open, and whose turn it is."""
    return view.inning, view.at_bat, view.high, view.turn
