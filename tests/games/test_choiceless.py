"""When everybody can see that a seat can do nothing else than its silence would.

What a `choiceless` says of a spectator's view is compared with what the rules allow a seat whose
hidden cards are dealt anew, in every way that could make a difference.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from games import registry
from games.cards import Card, read_card
from games.core import DEALER, Deal, Seat
from tests.games.pitch_and_catch.boxes import deck as boxed
from tests.helpers import Live, stacked

GAMES = (
    ("pitch-and-catch", 7),
    ("pitch-and-catch (pitcher_fields=off, hand_size=17)", 3),
    ("ball-four-52", 5),
    ("ball-four-52 (extra_sets=on)", 4),
    ("ball-four-52", 3),
    ("ball-four-40", 5),
    ("ball-four-40 (bases_loaded=two-triples, tokens=0)", 4),
    ("ball-four-40 (stretch=on, innings=7)", 3),
)


def decisions(game: Any, seats: int, chance: random.Random) -> Iterator[Any]:
    """The states of a random game in which a seat is asked."""
    state = game.setup(seats)
    for _ in range(400):
        turn = game.turn(state)
        if turn is None:
            return
        if turn == DEALER:
            action = Deal(tuple(chance.sample(game.deck, len(game.deck))))
        else:
            yield state
            action = chance.choice(list(game.legal(state, turn)))
        state = game.apply(state, turn, action)[0]


def known_of(state: Any, seat: Seat) -> set[Card]:
    """The cards that everybody knows to be in a seat's hand: Ball Fours that returned (B52-13)."""
    return set(getattr(state.inning, "returned", ((),) * (seat + 1))[seat])


def could_hold(state: Any, seat: Seat) -> list[Card]:
    """The cards that may be in a seat's hand for all that the others know."""
    inning = state.inning
    cards = {card for hand in inning.hands for card in hand} | set(inning.aside)
    for other in range(len(inning.hands)):
        if other != seat:
            cards -= known_of(state, other)
    threes = getattr(state, "threes", ())
    return sorted(cards - set(threes[:-1]))


def holding(game: Any, state: Any, seat: Seat, hand: set[Card]) -> Any:
    """The same state, for all that anybody else can see, with other cards in a seat's hand."""
    inning = state.inning
    own = set(inning.hands[seat])
    given, taken = sorted(own - hand), sorted(hand - own)
    swap = dict(zip(taken, given, strict=True))
    hands = tuple(
        hand if other == seat else [swap.get(card, card) for card in cards]
        for other, cards in enumerate(inning.hands)
    )
    in_order = {card: place for place, card in enumerate(sorted(game.deck, key=_order(game)))}
    inning = replace(
        inning,
        hands=tuple(tuple(sorted(cards, key=in_order.__getitem__)) for cards in hands),
        aside=tuple(swap.get(card, card) for card in inning.aside),
    )
    return replace(state, inning=inning)


def _order(game: Any) -> Any:
    """The order in which a game keeps the cards of a hand."""
    if game.id == "pitch-and-catch":
        return lambda card: (0 if card >> 2 == 12 else 1 + (card >> 2), card & 3)  # an ace is 1
    return lambda card: (game.ranking.worth(card >> 2), card & 3)


def fills(state: Any, seat: Seat, needed: set[Card], chance: random.Random) -> set[Card] | None:
    """A hand with these cards and those that are known to be in it; None if it would be too big."""
    hand = needed | known_of(state, seat)
    threes = getattr(state, "threes", ())
    hand |= set(threes[-1:])
    count = len(state.inning.hands[seat])
    if len(hand) > count:
        return None
    rest = [card for card in could_hold(state, seat) if card not in hand]
    return hand | set(chance.sample(rest, count - len(hand)))


def telling(game: Any, state: Any, seat: Seat) -> Iterator[set[Card]]:
    """Sets of cards that may make a difference to what a seat can do, if it holds them."""
    could = could_hold(state, seat)
    yield from ({card} for card in could)
    if game.id == "pitch-and-catch":
        return
    high = getattr(state, "high", None)
    three = set(getattr(state, "threes", ())[-1:])
    if high is None:
        yield from ({card} | three for card in could)
    elif len(high.shape.counts) < 3 or len(could) < 16:
        seen = set()
        for hand in game.ranking.playable(could, high):
            ranks = tuple(sorted(card >> 2 for card in hand.cards))
            known = known_of(state, seat) & set(hand.cards)
            if (ranks, len(known)) not in seen:
                seen.add((ranks, len(known)))
                yield set(hand.cards)


def choices(game: Any, state: Any, seat: Seat, chance: random.Random) -> bool:
    """Whether a seat has more than one action with any hand that it may hold."""
    for needed in telling(game, state, seat):
        hand = fills(state, seat, needed, chance)
        if hand is not None:
            other = holding(game, state, seat, hand)
            assert game.view(other, None) == game.view(state, None)
            if len(list(game.legal(other, seat))) > 1:
                return True
    return False


def check(text: str, seats: int, seeds: int, most: int) -> Counter[tuple[str, bool]]:
    """Compares what is said with what could be; how often of each decision."""
    game = registry.read_game(text, seats)
    said: Counter[tuple[str, bool]] = Counter()
    for seed in range(seeds):
        chance = random.Random(f"{text} {seed}")
        for state in decisions(game, seats, chance):
            seat, view = game.turn(state), game.view(state, None)
            choiceless = registry.kit(game.id).choiceless(game, view)
            kind = view.decision, choiceless
            if said[kind] >= most or view.decision == "choose":
                continue
            said[kind] += 1
            assert choices(game, state, seat, chance) is not choiceless, (seed, state)
            if choiceless:
                assert len(list(game.legal(state, seat))) == 1
    return said


@pytest.mark.parametrize(("text", "seats"), GAMES)
def test_choiceless_is_who_has_no_other_action_with_any_hand(text: str, seats: int) -> None:
    """Neither a hand that could do something is overlooked, nor one imagined that cannot be."""
    said = check(text, seats, seeds=6, most=25)
    assert {True, False} <= {choiceless for _, choiceless in said}, said


@pytest.mark.long
@pytest.mark.parametrize(("text", "seats"), GAMES)
def test_choiceless_in_many_games(text: str, seats: int) -> None:
    """The same with many games; every decision turns up with a choice and without."""
    said = check(text, seats, seeds=60, most=400)
    assert len(said) == (6 if text.startswith("pitch") else 4), said


def test_last_card_is_pitched_without_a_choice() -> None:
    """Ana's first pitch is a choice of two cards, her second is none."""
    at = Live(
        "pitch-and-catch (hand_size=2)",
        ("Ana", "Ben", "Cho"),
        stacked(boxed(["3c 9c", "4d 7d", "2h 8h"])),
    )
    assert at.table.has_choice()
    at.plays("p1 pitch 3c / p2 pass / p3 pass")
    assert (at.turn, at.key) == ("p1", "1.2.pitch")
    assert not at.table.has_choice()


def test_an_ace_that_is_the_last_one_cannot_be_hit() -> None:
    """Three aces are gone: over the fourth nobody can swing, and everybody can see it."""
    at = Live(
        "pitch-and-catch (hand_size=4)",
        ("Ana", "Ben", "Cho"),
        stacked(boxed(["Ac Ad Ah As", "4d 7d 2d 3d", "2h 8h 9h Th"])),
    )
    for ace in ("Ac", "Ad"):
        at.plays(f"p1 pitch {ace}")
        assert at.table.has_choice()
        at.plays("p2 pass / p3 pass")
    game = at.game
    state = at.table.state
    seen = replace(state.inning, discards=(read_card("Ah"), read_card("2c")))
    pitched = game.apply(replace(state, inning=seen), 0, game.parse("pitch As"))[0]
    assert registry.kit(game.id).choiceless(game, game.view(pitched, None))


def test_baseball_always_leaves_a_choice() -> None:
    """Whoever is asked may fold at least, or strike out, or decline."""
    game = registry.read_game("baseball (walk_price=2)", 4)
    asked = 0
    for seed in range(5):
        for state in decisions(game, 4, random.Random(seed)):
            seat = game.turn(state)
            assert len(list(game.legal(state, seat))) > 1
            assert not registry.kit(game.id).choiceless(game, game.view(state, None))
            asked += 1
    assert asked > 100


def test_choosing_a_rule_for_the_stretch_is_a_choice() -> None:
    """Silence chooses none, and there are two others (B40-20)."""
    game = registry.read_game("ball-four-40 (stretch=on)", 3)
    found = [
        state
        for seed in range(4)
        for state in decisions(game, 3, random.Random(seed))
        if game.view(state, None).decision == "choose"
    ]
    assert found
    for state in found:
        assert not registry.kit(game.id).choiceless(game, game.view(state, None))


def last_cards(high: str, hidden: str, count: int, returned: str = "", **view: Any) -> bool:
    """Whether seat 1 has no choice when of all cards only these are not out for good.

    `high` is seat 0's hand, `returned` what everybody knows to be in seat 1's hand; `elsewhere`
    the same of seat 2.
    """
    game = registry.read_game("ball-four-52", 3)
    beating = next(
        state
        for state in decisions(game, 3, random.Random(0))
        if game.view(state, None).decision == "beat"
    )
    cards = [read_card(card) for card in high.split()]
    known = tuple(read_card(card) for card in returned.split())
    elsewhere = tuple(read_card(card) for card in view.pop("elsewhere", "").split())
    held = {*(read_card(card) for card in hidden.split()), *known, *elsewhere}
    seen = replace(
        game.view(beating, None),
        turn=1,
        owner=0,
        high=game.ranking.recognise(cards),
        counts=(3, count, 3),
        played=tuple(card for card in game.deck if card not in held),
        front=((), (), ()),
        returned=((), known, elsewhere),
        pending=(),
    )
    return registry.kit(game.id).choiceless(game, replace(seen, **view))


def test_fourth_card_may_be_in_a_hand_that_has_room_for_it() -> None:
    """Over three nines: the fourth is a Ball Four, unless all the seat's cards are known."""
    assert not last_cards("9c 9d 9h", hidden="9s 4c 5c", count=2)
    assert not last_cards("9c 9d 9h", hidden="4c 5c", count=2, returned="9s")
    assert last_cards("9c 9d 9h", hidden="9s 4c 5c", count=2, returned="Kc Kd")
    assert last_cards("9c 9d 9h", hidden="4c 5c", count=2, elsewhere="9s")
    assert last_cards("9c 9d 9h", hidden="9s 4c 5c", count=2, turn=0, counts=(2, 3, 3))


def test_known_cards_take_room_from_those_that_would_beat() -> None:
    """Over two queens: of two cards one is the known king, so there is room for one more."""
    assert not last_cards("Qc Qd", hidden="Kd 4c", count=2, returned="Kc")
    assert last_cards("Qc Qd", hidden="Ac Ad 4c", count=2, returned="Kc")
    assert not last_cards("Qc Qd", hidden="Ac Ad 4c", count=3, returned="Kc")
    assert last_cards("Qc Qd", hidden="Kc 4c 4d", count=3)
    assert last_cards("Qc Qd", hidden="Ac Ad", count=1)
