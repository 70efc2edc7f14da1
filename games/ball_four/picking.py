"""How cards are put together before they are played: what typed words mean, what picked cards make.

`play 999` names ranks and leaves the suits open; here it becomes the actions that it can mean with
the cards of a hand. All of this is for the one seat of a view, looks at nothing but that view, and
is told in private. The rules alone decide in the end whether an action is legal.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, combinations, islice, product

import msgspec

from games.ball_four import text as words
from games.ball_four.fifty_two import BallFour52
from games.ball_four.fifty_two import View as View52
from games.ball_four.forty import BallFour40
from games.ball_four.forty import View as View40
from games.ball_four.hands import Hand, Rank, Ranking, fourth_cards, suits_of
from games.ball_four.plans import LEAD
from games.ball_four.terms import BALL_FOURS, BallFour, Foul, Play
from games.cards import Card, card_sign, read_cards_and_ranks
from games.core import MOST_MEANINGS, NotHeld
from games.text import common_refusal

Game = BallFour52 | BallFour40
View = View52 | View40
Laying = Play | Foul | BallFour

_MOST_TRIED = 256
"""So many choices of suits are looked at, which is all of them for anything that may be legal."""

_VERB = re.compile(r"(play|foul|ball[- ]?four)(?![a-z])\s*", re.IGNORECASE)


def meant(game: Game, view: View, text: str) -> Sequence[Laying]:
    """The actions that typed words can mean with the own cards: `play 999`, `9s 9 9`, `ball-four`.

    Cards without a verb are played. Of several meanings those that do not fit the moment are left
    out, unless none fits. Nothing where the words name cards that the hand does not hold.
    """
    text = text.strip()
    verb = _VERB.match(text)
    named = _read(text[verb.end() :] if verb else text)
    if named is None:
        return ()
    kind = verb[1][0].lower() if verb else "p"
    if kind == "b":
        return _ball_fours_meant(game, view, named)
    if not (named.cards or named.ranks) or (kind == "f" and not game.fouls):
        return ()
    make = Foul if kind == "f" else Play
    tried = islice(_choices(game.ranking, view.hand, named), _MOST_TRIED)
    return _fitting(game, view, [make(cards) for cards in tried])


def made(game: Game, view: View, cards: Sequence[Card]) -> str:
    """What picked cards make, and what they would do now or at the own turn."""
    if missing := tuple(card for card in cards if card not in view.hand):
        return f"{_begun(common_refusal(NotHeld(missing)))}."
    if not cards:
        return "No cards are picked."
    cards = game.ranking.arranged(set(cards))
    hand = game.ranking.recognise(cards)
    fitting = uses(game, view, cards)
    if hand is None:
        said = [_of_no_hand(game, view, cards)]
    else:
        said = [_of_hand(game, view, hand, any(isinstance(use, Play) for use in fitting))]
    for action in fitting:
        match action:
            case BallFour(card):
                fourth = f"the fourth {words.rank_in_words(card >> 2)}"
                said.append(f"As {fourth}, {card_sign(card)} can be laid as a Ball Four.")
            case Foul():
                said.append("As a foul ball this costs a Strike Token.")
    if fitting and len(cards) == len(view.hand):
        said.append("These are your last cards.")
    return " ".join(said)


def uses(game: Game, view: View, cards: Sequence[Card]) -> Sequence[Laying]:
    """The actions that these very cards are, if the view's seat were at turn."""
    held = len(set(cards)) == len(cards) and set(cards) <= set(view.hand)
    if not cards or not held:
        return ()
    arranged = game.ranking.arranged(cards)
    actions: list[Laying] = [Play(arranged)]
    if len(arranged) == 1:
        actions.append(BALL_FOURS[arranged[0]])
    if game.fouls:
        actions.append(Foul(arranged))
    return tuple(action for action in actions if fits(game, view, action))


# --- what fits the moment ------------------------------------------------------------------------


def fits(game: Game, view: View, action: Laying) -> bool:
    """Whether the view's seat could do it at its turn, as things stand."""
    if view.seat is None or view.seat in out_of_play(view):
        return False
    high = view.high
    match action:
        case Play(cards):
            hand = game.ranking.recognise(cards)
            if hand is None:
                return False
            if high is not None:
                return game.ranking.beats(hand, high)
            return view.decision == LEAD and _required(view) in (None, *cards)
        case BallFour(card):
            barred = (view.owner, *_beat_or_pass(view))
            return high is not None and card in fourth_cards(high) and view.seat not in barred
        case Foul(cards):
            if high is None or not isinstance(view, View40) or not view.tokens[view.seat]:
                return False
            suits = {card & 3 for card in cards}
            each_once = len(suits) == len(cards) and suits <= set(suits_of(high))
            return each_once and view.seat not in view.beat_or_pass


def out_of_play(view: View) -> tuple[int, ...]:
    """Who is asked nothing before the next lead."""
    return view.passed if isinstance(view, View52) else view.out


def _beat_or_pass(view: View) -> tuple[int, ...]:
    """Who may only beat or pass (B40-22)."""
    return view.beat_or_pass if isinstance(view, View40) else ()


def _required(view: View) -> Card | None:
    """The card that the view's seat owes with its lead (B52-3)."""
    if isinstance(view, View52) and view.threes and view.leader == view.seat:
        return view.threes[-1]
    return None


def _fitting(game: Game, view: View, actions: list[Laying]) -> list[Laying]:
    """Those that fit the moment if any does, else all, so that a refusal can say why not."""
    return ([one for one in actions if fits(game, view, one)] or actions)[:MOST_MEANINGS]


# --- reading -------------------------------------------------------------------------------------


class _Named(msgspec.Struct, frozen=True):
    """What words name: cards, and ranks so many times without a suit."""

    cards: tuple[Card, ...]
    ranks: Mapping[Rank, int]


def _read(text: str) -> _Named | None:
    """Reads cards and ranks, with or without anything between them; None for other words."""
    found = read_cards_and_ranks(text)
    return None if found is None else _Named(tuple(found[0]), Counter(found[1]))


def _choices(ranking: Ranking, hand: Sequence[Card], named: _Named) -> Iterator[tuple[Card, ...]]:
    """Every set of held cards that the named ones can be; none where they are not all held."""
    rest = [card for card in hand if card not in named.cards]
    if len(set(named.cards)) < len(named.cards) or len(rest) + len(named.cards) > len(hand):
        return
    groups = [
        combinations([card for card in rest if card >> 2 == rank], count)
        for rank, count in sorted(named.ranks.items(), key=lambda pair: ranking.worth(pair[0]))
    ]
    for picks in product(*groups):
        yield ranking.arranged((*named.cards, *chain.from_iterable(picks)))


def _ball_fours_meant(game: Game, view: View, named: _Named) -> Sequence[Laying]:
    """The fourth cards in the hand; with a card or rank named, that one, whether it fits or not."""
    if not named.cards and not named.ranks:
        fourths = fourth_cards(view.high) if view.high is not None else ()
        return [BALL_FOURS[card] for card in fourths if card in view.hand]
    chosen = _choices(game.ranking, view.hand, named)
    return _fitting(game, view, [BALL_FOURS[card] for card, *more in chosen if not more])


# --- picked cards in words -----------------------------------------------------------------------


def _of_hand(game: Game, view: View, hand: Hand, plays: bool) -> str:
    """A hand, and what it would do: `A triple of nines: it beats the eights.`"""
    what = _begun(words.a_hand(hand))
    if view.seat in out_of_play(view):
        return f"{what}: nothing more is asked of you before the next lead."
    if view.high is not None and not plays:
        asked = words.asked_over(view.high, game.ranking)
        return f"{_begun(words.does_not(hand))} beat the high hand: {asked}."
    if not plays:
        required = _required(view)
        assert required is not None  # any other hand could be led
        return f"{what}, but the first hand of the game must contain {card_sign(required)}."
    if view.high is not None:
        does = f"it beats the {words.ranks_in_words(view.high.rank)}"
    elif view.seat == view.turn:
        does = "it can be led"
    else:
        does = "it can be played once a lower hand of this type is high"
    exposing = words.exposed_in_words(hand)
    return f"{what}: {does}.{f' It would expose {exposing}.' if exposing else ''}"


def _of_no_hand(game: Game, view: View, cards: Sequence[Card]) -> str:
    """Cards that make no hand, and the longest hand that some of them would make now."""
    said = f"This is no hand: {words.groups_in_words(cards)}."
    parts = list(game.ranking.playable(cards, view.high))
    if parts:
        part = max(parts, key=lambda hand: len(hand.cards))
        return f"{said} {words.cards_of(part)} would be {words.a_hand(part)}."
    assert view.high is not None  # any card can be led
    asked = words.asked_over(view.high, game.ranking)
    return f"{said} {_begun(asked)}."


def _begun(words: str) -> str:
    """Words as a sentence begins with them."""
    return f"{words[0].upper()}{words[1:]}"
