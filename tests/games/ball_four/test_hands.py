"""Hands of both editions, compared with the tables of the rules by trying every set of cards."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

import pytest

from games.ball_four import fifty_two, forty
from games.ball_four.hands import Hand, Ranking, fourth_cards
from games.cards import DECK, RANKS, Card, write_card, write_cards
from tests.games.ball_four.boards import cards
from tests.helpers import numbers

# The tables of the rules: how many cards of how many ranks, the compared group first.
TABLE_52 = {
    "single": "1",
    "double": "2",
    "triple": "3",
    "four of a kind": "4",
    "full house": "3+2",
    "double triple": "3+3",
    "four and three": "4+3",
}
EXTRA = {"two doubles": "2+2", "four and two": "4+2", "two fours": "4+4"}
TABLE_40 = {
    "single": "1",
    "double": "2",
    "triple": "3",
    "home run": "4",
    "scoring position": "3+2",
}
RANKINGS: Mapping[str, tuple[Ranking, str, Mapping[str, str]]] = {
    "52": (fifty_two.RANKING, "3456789TJQKA2", TABLE_52),
    "52 with extra sets": (
        fifty_two.RANKING_WITH_EXTRA_SETS,
        "3456789TJQKA2",
        TABLE_52 | EXTRA,
    ),
    "40": (
        forty.RANKINGS["triple-double-single"],
        "23456789TA",
        TABLE_40 | {"bases loaded": "3+2+1"},
    ),
    "40 with two triples": (
        forty.RANKINGS["two-triples"],
        "23456789TA",
        TABLE_40 | {"bases loaded": "3+3"},
    ),
}
every_edition = pytest.mark.parametrize("name", RANKINGS)

# name of the shape, compared rank, cards, exposed ranks
Told = tuple[str, str, frozenset[str], frozenset[str]]


def told(hand: Hand) -> Told:
    """What a hand says of itself, in words; its cards must be in order."""
    exposed = [RANKS[rank] for rank in hand.exposed]
    assert len(set(exposed)) == len(exposed)
    texts = [write_card(card) for card in hand.cards]
    assert len(set(texts)) == len(texts)
    return hand.shape.name, RANKS[hand.rank], frozenset(texts), frozenset(exposed)


def by_the_table(name: str, texts: Sequence[str]) -> Told | None:
    """What the table of the rules says of a set of cards."""
    _, order, table = RANKINGS[name]
    held = Counter(text[0] for text in texts)
    for shape, pattern in table.items():
        sizes = [int(size) for size in pattern.split("+")]
        if sorted(held.values()) == sorted(sizes):
            compared = max((rank for rank in held if held[rank] == sizes[0]), key=order.index)
            exposed = frozenset(rank for rank in held if held[rank] == 3)
            return shape, compared, frozenset(texts), exposed
    return None


def every_set(hand: Sequence[Card]) -> Iterator[list[str]]:
    """Every set of up to eight cards, as texts; no hand has more."""
    texts = [write_card(card) for card in hand]
    for count in range(1, 9):
        for chosen in combinations(texts, count):
            yield list(chosen)


def random_hands(name: str, label: str, many: int) -> Iterator[list[Card]]:
    """Hands of 6 to 11 cards from few ranks, so that big groups meet."""
    dice = numbers(f"hands {name} {label}")
    _, order, _ = RANKINGS[name]
    for _ in range(many):
        ranks = dice.shuffled(order)[: 2 + dice.below(4)]
        pool = [card for card in DECK if RANKS[card >> 2] in ranks]
        yield dice.shuffled(pool)[: 6 + dice.below(6)]


def compare(name: str, label: str, many: int) -> None:
    """Recognition and enumeration against the table, for random hands."""
    ranking, order, _ = RANKINGS[name]
    dice = numbers(f"over {name} {label}")
    shapes = Counter[str]()
    for hand in random_hands(name, label, many):
        expected = set()
        for texts in every_set(hand):
            said = by_the_table(name, texts)
            found = ranking.recognise(dice.shuffled(cards(" ".join(texts))))
            assert (found and told(found)) == said
            if said is not None:
                expected.add(said)
        leads = list(ranking.playable(dice.shuffled(hand)))
        assert len(leads) == len(expected)
        assert {told(lead) for lead in leads} == expected
        shapes.update(lead.shape.name for lead in leads)
        rest = [card for card in DECK if RANKS[card >> 2] in order and card not in hand]
        highs = list(ranking.playable(dice.shuffled(rest)[:14]))
        for high in [highs[dice.below(len(highs))] for _ in range(20)]:
            shape, rank, _, _ = told(high)
            higher = {
                one
                for one in expected
                if one[0] == shape and order.index(one[1]) > order.index(rank)
            }
            beating = list(ranking.playable(hand, high))
            assert len(beating) == len(higher)
            assert {told(one) for one in beating} == higher
            assert all(ranking.beats(one, high) == (one in beating) for one in leads)
    assert set(shapes) == {shape.name for shape in ranking.shapes}


@every_edition
def test_hands_are_those_of_the_table(name: str) -> None:
    """Every set of cards of some random hands: what it is, and what it beats."""
    compare(name, "short", 8)


@pytest.mark.long
@every_edition
def test_hands_are_those_of_the_table_in_many_deals(name: str) -> None:
    """The long form."""
    compare(name, "long", 200)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (
            "52 with extra sets",
            {
                "single": 52,
                "double": 13 * 6,
                "triple": 13 * 4,
                "four of a kind": 13,
                "full house": 13 * 4 * 12 * 6,
                "double triple": 13 * 12 // 2 * 4 * 4,
                "four and three": 13 * 12 * 4,
                "two doubles": 13 * 12 // 2 * 6 * 6,
                "four and two": 13 * 12 * 6,
                "two fours": 13 * 12 // 2,
            },
        ),
        (
            "40",
            {
                "single": 40,
                "double": 10 * 6,
                "triple": 10 * 4,
                "home run": 10,
                "scoring position": 10 * 4 * 9 * 6,
                "bases loaded": 10 * 4 * 9 * 6 * 8 * 4,
            },
        ),
        (
            "40 with two triples",
            {
                "single": 40,
                "double": 10 * 6,
                "triple": 10 * 4,
                "home run": 10,
                "scoring position": 10 * 4 * 9 * 6,
                "bases loaded": 10 * 9 // 2 * 4 * 4,
            },
        ),
    ],
)
def test_a_whole_deck_makes_so_many_hands(name: str, expected: Mapping[str, int]) -> None:
    """Counted by choosing ranks, then suits; no set of cards comes twice."""
    ranking, order, _ = RANKINGS[name]
    deck = [card for card in DECK if RANKS[card >> 2] in order]
    hands = list(ranking.playable(deck))
    assert Counter(hand.shape.name for hand in hands) == expected
    assert len({hand.cards for hand in hands}) == len(hands)
    assert all(ranking.recognise(hand.cards) == hand for hand in hands[::17])


@every_edition
def test_hands_come_shape_by_shape_and_the_lowest_first(name: str) -> None:
    """So the first that beats a hand is the cheapest: by rank, by the other ranks, by suits."""
    ranking, order, table = RANKINGS[name]
    hand = [card for card in DECK if RANKS[card >> 2] in order[:1] + order[3:6]]

    def place(one: Hand) -> tuple[int, list[list[int]], list[int]]:
        by_size: dict[int, list[str]] = {}
        for rank, held in Counter(RANKS[card >> 2] for card in one.cards).items():
            by_size.setdefault(held, []).append(rank)
        sizes = [int(size) for size in table[one.shape.name].split("+")]
        ranks = [
            sorted(map(order.index, by_size[size]), reverse=True) for size in dict.fromkeys(sizes)
        ]
        return list(table).index(one.shape.name), ranks, [card & 3 for card in one.cards]

    hands = list(ranking.playable(hand))
    assert hands == sorted(hands, key=place)
    assert len({str(place(one)) for one in hands}) == len(hands)


@pytest.mark.parametrize(
    ("name", "text", "shape"),
    [
        # B52-5: no straights, no flushes, no third group; the ranks need not be neighbours
        ("52", "3c 4d 5h 6s 7c", None),
        ("52", "3c 5c 8c Jc Kc", None),
        ("52", "3c 4d", None),
        ("52", "3c 3d 4c 4d", None),
        ("52", "3c 3d 3h 3s 4c 4d", None),
        ("52", "3c 3d 3h 3s 4c 4d 4h 4s", None),
        ("52", "3c 3d 3h 4c", None),
        ("52", "3c 3d 3h 3s 4c", None),
        ("52", "3c 3d 3h 4c 4d 5c", None),
        ("52", "3c 3d 3h 4c 4d 4h 5c 5d 5h", None),
        ("52", "3c 3d 3h 2c 2d", "full house"),
        ("52", "8c 8d 8h 3c 3d 3h", "double triple"),
        ("52", "8c 8d 8h 3c 3d 3h 3s", "four and three"),
        ("52 with extra sets", "3c 3d 4c 4d", "two doubles"),
        ("52 with extra sets", "3c 3d 3h 3s 4c 4d", "four and two"),
        ("52 with extra sets", "3c 3d 3h 3s 4c 4d 4h 4s", "two fours"),
        ("52 with extra sets", "3c 3d 4c 4d 5c 5d", None),
        # worked case 2 of the 40 cards
        ("40", "9c 9d 9h 8c 8d 8h", None),
        ("40", "9c 9d 9h 9s 8c 8d", None),
        ("40", "9c 9d 9h 8c 8d 4c", "bases loaded"),
        ("40 with two triples", "9c 9d 9h 8c 8d 8h", "bases loaded"),
        ("40 with two triples", "9c 9d 9h 8c 8d 4c", None),
        # cards that are not in the deck make no hand
        ("40", "Kc", None),
        ("40", "Jc Jd Jh", None),
        ("40", "", None),
        ("52", "", None),
    ],
)
def test_what_is_a_hand_and_what_is_none(name: str, text: str, shape: str | None) -> None:
    """One by one, as the rules say it in words."""
    found = RANKINGS[name][0].recognise(cards(text))
    assert (found and found.shape.name) == shape


@pytest.mark.parametrize(
    ("hand", "high", "beats"),
    [
        ("5c 5d 5h 5s", "4c 4d 4h 4s", True),  # the source's example
        ("5c 5d 5h 2c 2d", "4c 4d 4h", False),  # and its other one
        ("2c", "Ac", True),  # the deuce is high
        ("3c", "Kc", False),
        ("9d", "9c", False),
        ("3c 3d", "2c", False),
        ("4c 4d 4h 3c 3d", "3h 3c 3s 2c 2d", True),  # by the triple, whatever the pair
        ("3c 3d 3h 2c 2d", "4c 4d 4h 5c 5d", False),
        ("9c 9d 9h 3c 3d 3h", "8c 8d 8h 7c 7d 7h", True),  # by the higher triple alone
        ("9c 9d 9h 3c 3d 3h", "9s 9d 9h 7c 7d 7h", False),
        ("4c 4d 4h 4s 3c 3d 3h", "3c 3d 3h 3s 2c 2d 2h", True),  # by the four
    ],
)
def test_what_beats_what(hand: str, high: str, beats: bool) -> None:
    """B52-6: of the same type, and strictly higher."""
    ranking = fifty_two.RANKING
    one, other = ranking.recognise(cards(hand)), ranking.recognise(cards(high))
    assert one is not None
    assert other is not None
    assert ranking.beats(one, other) == beats


@pytest.mark.parametrize(
    ("name", "text", "fourths"),
    [
        ("52", "9c 9d 9h", "9s"),
        ("52", "9c 9d 9s 8c 8h", "9h"),
        ("52", "9c 9d 9h 8d 8h 8s", "8c 9s"),
        ("52", "9c 9d 9h 9s 8c 8d 8s", "8h"),
        ("52", "9c 9d 9h 9s", ""),
        ("52", "9c 9d", ""),
        ("52 with extra sets", "9c 9d 8c 8d", ""),
        ("52 with extra sets", "9c 9d 9h 9s 8c 8d", ""),
        ("52 with extra sets", "9c 9d 9h 9s 8c 8d 8h 8s", ""),
        ("40", "9c 9d 9h 8c 8d 4c", "9s"),
        ("40 with two triples", "Ac Ad Ah 2d 2h 2s", "2c As"),
    ],
)
def test_the_fourth_cards_of_what_is_exposed(name: str, text: str, fourths: str) -> None:
    """B52-7: a rank is exposed exactly when the hand contains three cards of it."""
    hand = RANKINGS[name][0].recognise(cards(text))
    assert hand is not None
    assert write_cards(fourth_cards(hand)) == fourths


def test_cards_are_written_in_rank_order_then_by_suit() -> None:
    """B52-1: the deuce last. B40-1: the ace last; what is of no deck of the edition at the end."""
    assert (
        write_cards(fifty_two.RANKING.arranged(cards("2c Ah As 9d 3s 9c Tc")))
        == "3s 9c 9d Tc Ah As 2c"
    )
    ranking = forty.RANKINGS["triple-double-single"]
    assert write_cards(ranking.arranged(cards("Kc As Ah Tc 2d Jd"))) == "2d Tc Ah As Jd Kc"
