"""Hand ranking: cases from the rules, and random hands against trying every wild as every card."""

import random
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, pairwise

import pytest

from games.baseball.ranking import Kind, MadeCard, Ranking, kind_of, ranks_of
from games.cards import read_card, read_rank, write_card

BASEBALL = "39"
FOOTBALL = "36"
WOOLWORTH = "5T"

BEST_FIRST = [
    "five of a kind",
    "straight flush",
    "four of a kind",
    "full house",
    "flush",
    "straight",
    "three of a kind",
    "two pair",
    "one pair",
    "high card",
]
Cards = Sequence[int]
Found = tuple[str, tuple[int, ...]]
"""A kind by its name, and the ranks in order of importance."""


def cards(text: str) -> list[int]:
    """Cards from their texts."""
    return [read_card(word) for word in text.split()]


def ranks(text: str) -> tuple[int, ...]:
    """Ranks from their letters: `KKKKJ`."""
    return tuple(rank for rank in map(read_rank, text) if rank is not None)


@cache
def ranking(wild: Collection[int]) -> Ranking:
    """The ranking of a table with these wild ranks."""
    return Ranking(wild)


def strength(hand: str, wild: str = BASEBALL) -> int:
    """What a hand is worth."""
    return ranking(ranks(wild)).strength(cards(hand))


def found(strength: int) -> Found:
    """What a strength says."""
    return kind_of(strength).title, ranks_of(strength)


def told(hand: str, wild: str = BASEBALL) -> str:
    """The made hand as a sentence might have it: `four of a kind: Kc Kd Kh=9s Ks=3c Jd`."""
    made = ranking(ranks(wild)).made_hand(cards(hand))

    def written(card: MadeCard) -> str:
        wild = "" if card.wild is None else f"={write_card(card.wild)}"
        return write_card(card.card) + wild

    return f"{made.kind.title}: {' '.join(map(written, made.cards))}"


# --- the other evaluator: five cards as they lie, every wild tried as every card -----------------


@cache
def five_ranks(by_rank: tuple[int, ...], suited: bool) -> tuple[int, tuple[int, ...]]:
    """Five ranks from the top: the kind, 0 for high card, and the ranks in order of importance."""
    groups = sorted(Counter(by_rank).items(), key=lambda group: (-group[1], -group[0]))
    shape = [size for _, size in groups]
    order = tuple(rank for rank, size in groups for _ in range(size))
    wheel = by_rank == ranks("A5432")
    straight = len(groups) == 5 and (wheel or by_rank[0] - by_rank[4] == 4)
    if wheel:
        order = ranks("5432A")
    if shape == [5]:
        name = "five of a kind"
    elif straight and suited:
        name = "straight flush"
    elif shape == [4, 1]:
        name = "four of a kind"
    elif shape == [3, 2]:
        name = "full house"
    elif suited:
        name = "flush"
    elif straight:
        name = "straight"
    elif shape == [3, 1, 1]:
        name = "three of a kind"
    elif shape == [2, 2, 1]:
        name = "two pair"
    elif shape == [2, 1, 1, 1]:
        name = "one pair"
    else:
        name = "high card"
    return BEST_FIRST[::-1].index(name), order


def five_cards(five: Cards) -> tuple[int, tuple[int, ...]]:
    """The same for five cards as they lie."""
    by_rank = tuple(sorted((card >> 2 for card in five), reverse=True))
    return five_ranks(by_rank, len({card & 3 for card in five}) == 1)


def by_substitution(naturals: Cards, wilds: int) -> Found:
    """The best of all five cards that the wilds can make (BB-7)."""
    best = max(
        five_cards(five)
        for chosen in combinations_with_replacement(range(52), wilds)
        if len(set(five := (*naturals, *chosen))) == 5 or len({card >> 2 for card in five}) == 1
    )
    return BEST_FIRST[::-1][best[0]], best[1]


# --- random hands --------------------------------------------------------------------------------


def pool(dice: random.Random, style: str) -> list[int]:
    """Cards to deal naturals from, so that the hands of one style come often."""
    if style == "flush":
        suit = dice.randrange(4)
        return [4 * rank + suit for rank in range(13)] + dice.sample(range(52), 2)
    if style == "two suits":
        return [card for card in range(52) if card & 3 in (1, 2)]
    if style == "straight":
        low = dice.randrange(-1, 8)
        return [4 * (rank % 13) + suit for rank in range(low, low + 6) for suit in range(4)]
    if style == "straight flush":
        low, suit = dice.randrange(-1, 7), dice.randrange(4)
        return [4 * (rank % 13) + suit for rank in range(low, low + 7)] + dice.sample(range(52), 8)
    if style == "ace low":
        return [card for card in range(52) if card >> 2 in ranks("A2345")]
    if style == "groups":
        chosen = dice.sample(range(13), 4)
        return [card for card in range(52) if card >> 2 in chosen]
    return list(range(52))


STYLES = ("any", "flush", "straight", "straight flush", "ace low", "groups", "two suits")


def deal(dice: random.Random, style: str, size: int, wilds: int) -> tuple[list[int], list[int]]:
    """Naturals and wilds of a hand; which ranks are wild is drawn, too."""
    naturals = dice.sample(sorted(set(pool(dice, style))), size - wilds)
    free = sorted(set(range(13)) - {card >> 2 for card in naturals})
    wild = dice.sample([4 * rank + suit for rank in free for suit in range(4)], wilds)
    return naturals, wild


def hands(number: int, sizes: range, wilds: Sequence[int]) -> Iterator[tuple[list[int], list[int]]]:
    """Hands of all styles by turns, the same in every run."""
    dice = random.Random(7)
    for count in range(number):
        size = dice.choice(sizes)
        most = [number for number in wilds if number <= size]
        yield deal(dice, STYLES[count % len(STYLES)], size, dice.choice(most))


def evaluate(naturals: Cards, wild: Cards) -> int:
    """The product's strength of a hand."""
    table = ranking(frozenset(card >> 2 for card in wild))
    return table.strength([*wild, *naturals])


# --- from the rules ------------------------------------------------------------------------------


def test_kinds_stand_in_the_order_of_the_rules() -> None:
    """Best first, and called as at the table."""
    assert [kind.title for kind in sorted(Kind, reverse=True)] == BEST_FIRST


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        # BB-8, and the hands of the source's example
        ("Kc Kd 9s 3c Jd 5h 8c", "four of a kind: Kc Kd Kh=3c Ks=9s Jd"),
        ("8c 8d 8h 9s 3c", "five of a kind: 8c 8d 8h 8s=3c 8c=9s"),
        ("Qc Qd Qh 4s 7c Ad 2h Jc", "three of a kind: Qc Qd Qh Ad Jc"),
        # BB-7: the wild is the queen, not a second ace
        ("Ah Kh 8h 5h 9c", "flush: Ah Kh Qh=9c 8h 5h"),
        ("8h 5h Kh 2h 3d", "flush: Ah=3d Kh 8h 5h 2h"),
        # counting: three wilds, four, five
        ("Kc 7d 9s 3c 3d", "four of a kind: Kc Kd=3c Kh=3d Ks=9s 7d"),
        ("Kc 9d 9s 3c 3d", "five of a kind: Kc Kd=3c Kh=3d Ks=9d Kc=9s"),
        ("9c 9d 9s 3c 3d", "five of a kind: Ac=3c Ad=3d Ah=9c As=9d Ac=9s"),
        ("Ac Ad Ah As 9c", "five of a kind: Ac Ad Ah As Ac=9c"),
        ("Kc Kd 8h 8s 9c 5d 6d", "full house: Kc Kd Kh=9c 8h 8s"),
        # a wild is itself where it can be
        ("5h 6h 7h 8h 9h", "straight flush: 9h=9h 8h 7h 6h 5h"),
        ("5d 6c 7h 8h 9c 3s 2s", "straight: Tc=3s 9c=9c 8h 7h 6c"),
        # the ace low, and no straight round the corner
        ("Ac 2d 4s 5d 9h", "straight: 5d 4s 3c=9h 2d Ac"),
        ("Ac Kd 2h 4s 9h", "one pair: Ac Ad=9h Kd 4s 2h"),
        ("Ad 2d 4d 5d 9h", "straight flush: 5d 4d 3d=9h 2d Ad"),
        # three wilds still make a straight flush before four of a kind
        ("Ts Js 3c 3d 9s 2h", "straight flush: As=3c Ks=3d Qs=9s Js Ts"),
        # of two trips the higher; of three pairs the two higher, and the third may be the kicker
        ("Kc Kd Ks 7c 7d 7s 2h", "full house: Kc Kd Ks 7c 7d"),
        ("Kc Kd 7c 7d 5s 5h 2h", "two pair: Kc Kd 7c 7d 5h"),
        # two flushes
        ("Ac Qc Tc 8c 6c Ah Qh Th 8h 7h 2d", "flush: Ah Qh Th 8h 7h"),
        # wilds left over are not used
        ("Ah Kh Qh Jh Th 3c", "straight flush: Ah Kh Qh Jh Th"),
    ],
)
def test_best_five(hand: str, expected: str) -> None:
    """BB-5 to BB-8: the kind, the cards in order of importance, what each wild stands for."""
    assert told(hand) == expected


@pytest.mark.parametrize(
    ("wild", "hand", "expected"),
    [
        (FOOTBALL, "Kc Kd 9s 3c 6d", "four of a kind: Kc Kd Kh=3c Ks=6d 9s"),
        (WOOLWORTH, "Kc Kd 9s 3c 5d", "three of a kind: Kc Kd Kh=5d 9s 3c"),
        ("", "9c 9d 9h 9s 3c", "four of a kind: 9c 9d 9h 9s 3c"),
        ("A", "Ac Ad Ah As Kc", "five of a kind: Kc Kd=Ac Kh=Ad Ks=Ah Kc=As"),
        ("A2", "Ac Ad Ah 2s 2c Kc", "five of a kind: Ac=Ac Ad=Ad Ah=Ah As=2c Ac=2s"),
    ],
)
def test_ranks_that_are_wild_are_an_option(wild: str, hand: str, expected: str) -> None:
    """BB-33; without wilds 3s and 9s are plain, and even aces could be wild."""
    assert told(hand, wild) == expected


@pytest.mark.parametrize(
    "ascending",
    [
        # the weakest hand of a kind above the strongest of the next
        [
            "Ac Kd Qh Js 8c",
            "2c 2d 4h 5s 6c",
            "2c 2d 4c 4d 5h",
            "2c 2d 2h 4s 5c",
            "Ac 2d 4s 5d 3h",
            "2c 4c 5c 6c 8c",
            "2c 2d 2h 4s 4c",
            "2c 2d 2h 2s 4c",
            "Ac 2c 4c 5c 3h",
            "2c 2d 2h 2s 3c",
        ],
        # BB-6: three, then its pair; pairs from the higher; kickers from the top
        ["7c 7d 7h Ac Ad", "8c 8d 8h 2c 2d", "8c 8d 8h 4c 4d"],
        ["Kc Kd 7h 7s Ac", "Kc Kd 8h 8s 2c", "Kc Kd 8h 8s 4c", "Ac Ad 2h 2s 4c"],
        ["Kc Kd Qh Js 2c", "Kc Kd Qh Js 4c", "Kc Kd Ah 4s 2c"],
        ["7c 7d 7h 7s Ac", "8c 8d 8h 8s 2c"],
        ["Ac Kc Qc Jc 2c", "Ac Kc Qc Jc 8c"],
        # the ace low is the lowest straight
        ["Ac 2d 4s 5d 9h", "2d 4s 5d 6c 3h", "Tc Jd Qs Kd Ah"],
        ["7c 7d 7h 7s 9c", "Ac Ad Ah As 3c"],
    ],
)
def test_higher_hand_wins(ascending: list[str]) -> None:
    """BB-6, and the order of the kinds, of five cards."""
    strengths = [strength(hand) for hand in ascending]
    assert strengths == sorted(set(strengths))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ac Kc Qc Jc 8c", "Ah Kh Qh Jh 8h"),
        ("Kc Kd Kh Ks Jc", "Kc Kd 9h 3s Jh"),
        ("Ah Kh 8h 5h 9c", "As Ks Qs 8s 5s"),
        ("Ac Kd Qh Js Tc 2d 4h", "9c Kd Qh Js Tc 2d 4h"),
        ("Ac Kd Qh Js 8c 2d 4h", "Ad Kc Qs Jh 8d 7c 6h"),
    ],
)
def test_hands_level_in_all_five_ranks_split(one: str, other: str) -> None:
    """BB-6, BB-7: suits, wilds and what is left over do not count."""
    assert strength(one) == strength(other)


# --- face-up hands -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("up", "expected"),
    [
        ("", ("high card", "")),
        ("9c", ("high card", "A")),
        ("9c 3d", ("one pair", "AA")),
        ("9c 9d Kc", ("three of a kind", "KKK")),
        ("9c 9d 3c 2s", ("four of a kind", "2222")),
        ("9c 9d 3c", ("three of a kind", "AAA")),
        ("9c 9d 3c 3d", ("four of a kind", "AAAA")),
        ("9c Kd Kh 2c", ("three of a kind", "KKK2")),
        ("9c Kd Qh 2c", ("one pair", "KKQ2")),
        ("Kc Kd 2h 2c", ("two pair", "KK22")),
        ("Kc Kd Kh Ks", ("four of a kind", "KKKK")),
        # four of a suit or in a row are nothing, five are
        ("Tc Jc Qc Kc", ("high card", "KQJT")),
        ("9c Jc Qc Kc", ("one pair", "KKQJ")),
        ("9c 3c Qc Kc", ("three of a kind", "KKKQ")),
        ("9c Tc Jc Qc Kc", ("straight flush", "AKQJT")),
        ("2c 7c Jc Qc Kc", ("flush", "KQJ72")),
        ("Tc 9d Jc Qc Kd 2h", ("straight", "AKQJT")),
    ],
)
def test_face_up_hand_is_best_as_its_wilds_make_it(up: str, expected: tuple[str, str]) -> None:
    """BB-9: fewer than five cards make groups and high cards only."""
    kind, letters = expected
    assert found(strength(up)) == (kind, ranks(letters))


def test_face_up_hands_of_all_sizes_are_on_one_scale() -> None:
    """BB-10: position by position, and a missing card is lower than any."""
    ascending = [
        *("", "2c", "4c", "4c 2d", "Ac", "Ac 2d", "Ac Kd", "Ac Kd Qh"),
        *("Ac Kd Qh Js", "Ac Kd Qh Js 2c", "Ac Kd Qh Js 8c 2d", "2c 2d", "2c 2d 4h", "2c 2d Ah"),
        *("2c 2d Ah Ks", "4c 4d", "9c Ad", "9c Ad 2c", "4c 4d 2h 2c", "2c 2d 2h", "2c 2d 2h 4c"),
        *("9c 3d Ac", "9c 3d Ac 2h", "Ac 2d 4h 5s 9c", "2c 4c 5c 7c 8c", "2c 2d 2h 2s"),
        *("2c 2d 2h 2s 4c", "9c 9d 9h 9s", "9c 2c 4c 5c 6c", "9c 2c 2d 2h 2s"),
    ]
    strengths = [strength(up) for up in ascending]
    assert strengths == sorted(set(strengths))


def test_best_face_up_hand_opens() -> None:
    """BB-9, BB-10: not the seat that comes first, nor the one with the most cards."""
    up = [cards("Ac Kh Qh Jh"), (), cards("Kc Kd 4s 2h"), cards("9c 9d 2c")]
    assert ranking(ranks(BASEBALL)).openers([2, 3, 0], up) == [3]


def test_of_level_face_up_hands_the_nearest_to_the_dealers_left_opens() -> None:
    """BB-10: seats come in that order, and suits are equal."""
    up = [cards("As"), cards("Qc"), cards("Ac"), cards("9s")]
    assert ranking(ranks(BASEBALL)).openers([1, 2, 3, 0], up) == [2, 3, 0]


def test_face_up_hands_are_compared_as_all_hands_are() -> None:
    """BB-9: whichever cards lay there before, the openers are those with the greatest strength."""
    table = ranking(ranks(BASEBALL))
    dice = random.Random("openers")
    for _ in range(2_000):
        deck = dice.sample(range(52), 30)
        up = [deck[6 * seat : 6 * seat + dice.randint(1, 6)] for seat in range(5)]
        strengths = [table.strength(held) for held in up]
        best = max(strengths)
        assert table.openers(range(5), up) == [n for n, one in enumerate(strengths) if one == best]


def by_trying_ranks(naturals: Cards, wilds: int) -> Found:
    """Fewer than five cards: the best groups, with every wild tried as every rank of four cards."""
    best: tuple[list[int], list[int]] = ([], [])
    for chosen in combinations_with_replacement(range(13), wilds):
        counts = Counter([*(card >> 2 for card in naturals), *chosen])
        if max(counts.values()) <= 4:
            groups = sorted(counts.items(), key=lambda group: (-group[1], -group[0]))
            order = [rank for rank, size in groups for _ in range(size)]
            best = max(best, ([size for _, size in groups], order))
    shape = [*best[0], 1]
    name = {1: "high card", 2: "one pair", 3: "three of a kind", 4: "four of a kind"}[shape[0]]
    return ("two pair" if shape[:2] == [2, 2] else name), tuple(best[1])


def test_small_hands_are_what_trying_every_rank_finds() -> None:
    """BB-9: one to four cards, none to four of them wild."""
    seen = set()
    for naturals, wild in hands(3000, range(1, 5), range(5)):
        expected = by_trying_ranks(naturals, len(wild))
        assert found(evaluate(naturals, wild)) == expected
        seen.add(expected[0])
    assert seen == {"high card", "one pair", "two pair", "three of a kind", "four of a kind"}


# --- at random, against the other evaluator ------------------------------------------------------


def compare_with_substitution(number: int, wilds: Sequence[int]) -> Counter[str]:
    """Five-card hands of all styles; how often each kind came."""
    seen: Counter[str] = Counter()
    for naturals, wild in hands(number, range(5, 6), wilds):
        expected = by_substitution(naturals, len(wild))
        assert found(evaluate(naturals, wild)) == expected, (naturals, wild)
        seen[expected[0]] += 1
    return seen


def test_five_cards_are_what_trying_every_card_finds() -> None:
    """BB-5 to BB-8, none to two wilds; all kinds are among them."""
    assert set(compare_with_substitution(2000, range(3))) == set(BEST_FIRST)


@pytest.mark.long
def test_twenty_thousand_hands_of_five_are_what_trying_every_card_finds() -> None:
    """The same, ten times as many."""
    assert set(compare_with_substitution(20_000, range(3))) == set(BEST_FIRST)


def test_three_wilds_are_what_trying_every_card_finds() -> None:
    """Two cards and three wilds: four of a kind at least."""
    seen = compare_with_substitution(28, [3])
    assert set(seen) == {"five of a kind", "straight flush", "four of a kind"}


@pytest.mark.long
def test_two_hundred_hands_with_three_wilds_are_what_trying_every_card_finds() -> None:
    """The same with more hands."""
    seen = compare_with_substitution(200, [3])
    assert set(seen) == {"five of a kind", "straight flush", "four of a kind"}


@pytest.mark.parametrize("size", range(5, 12))
def test_four_wilds_are_five_of_the_highest_card_and_five_wilds_five_aces(size: int) -> None:
    """BB-7; up to eight wilds, as two ranks can be wild."""
    for wilds in range(4, min(size, 8) + 1):
        for naturals, wild in hands(140, range(size, size + 1), [wilds]):
            top = max((card >> 2 for card in naturals), default=12) if wilds == 4 else 12
            # Two cards of a rank and three wilds are five, too, but never of a higher rank.
            assert found(evaluate(naturals, wild)) == ("five of a kind", (top,) * 5)


def compare_with_subsets(number: int) -> Counter[str]:
    """Six to eleven cards of all styles; how often each kind came."""
    seen: Counter[str] = Counter()
    for naturals, wild in hands(number, range(6, 12), (0, 0, 0, 1, 1, 2, 2, 3, 4, 5)):
        table = ranking(frozenset(card >> 2 for card in wild))
        best = max(map(table.strength, combinations([*naturals, *wild], 5)))
        assert table.strength([*naturals, *wild]) == best, (naturals, wild)
        seen[kind_of(best).title] += 1
    return seen


def test_best_of_many_cards_is_the_best_of_all_fives() -> None:
    """BB-5: six to eleven cards; all kinds are among them."""
    assert set(compare_with_subsets(1400)) == set(BEST_FIRST)


@pytest.mark.long
def test_best_of_ten_thousand_hands_of_many_cards_is_the_best_of_all_fives() -> None:
    """The same with more hands."""
    assert set(compare_with_subsets(10_000)) == set(BEST_FIRST)


def test_made_hand_is_five_different_cards_worth_what_the_hand_is() -> None:
    """BB-7: laid out as they lie, the cards are as strong; naturals are held, wilds used once."""
    for naturals, wild in hands(7000, range(5, 12), (0, 0, 1, 1, 1, 2, 2, 2, 3, 4, 5, 8)):
        table = ranking(frozenset(card >> 2 for card in wild))
        made = table.made_hand([*wild, *naturals])
        five = [card.card for card in made.cards]
        assert made.strength == table.strength([*naturals, *wild])
        kind, order = five_cards(five)
        assert (BEST_FIRST[::-1][kind], order) == found(made.strength)
        assert tuple(card >> 2 for card in five) == order
        assert len(set(five)) == (4 if made.kind is Kind.FIVE_OF_A_KIND else 5)

        used = [card.wild for card in made.cards if card.wild is not None]
        assert len(set(used)) == len(used)
        assert set(used) <= set(wild)
        assert {card.card for card in made.cards if card.wild is None} <= set(naturals)
        # A wild that could be itself is, so no other stands for it; nor does any for a natural.
        if made.kind is not Kind.FIVE_OF_A_KIND:
            for card in made.cards:
                if card.wild is not None:
                    assert card.card == card.wild or card.card not in [*naturals, *wild]


def test_made_hand_of_face_up_cards_has_a_card_for_each() -> None:
    """BB-9: the cards that the opener is told to show, wilds as what they make."""
    assert told("9c 3d Kc") == "three of a kind: Kc Kd=3d Kh=9c"
    assert told("9c") == "high card: Ac=9c"
    for naturals, wild in hands(2000, range(1, 5), range(5)):
        made = ranking(frozenset(card >> 2 for card in wild)).made_hand([*wild, *naturals])
        shown = [card.card for card in made.cards]
        assert len(set(shown)) == len(naturals) + len(wild)
        assert set(naturals) <= set(shown)
        assert {card.wild for card in made.cards} - {None} == set(wild)
        assert found(made.strength)[1] == tuple(card >> 2 for card in shown)


def test_order_in_which_cards_are_held_does_not_matter() -> None:
    """Strength and made hand are the same however the cards lie."""
    dice = random.Random(3)
    for naturals, wild in hands(700, range(1, 12), (0, 1, 2, 3)):
        table = ranking(frozenset(card >> 2 for card in wild))
        held = [*naturals, *wild]
        made = table.made_hand(held)
        dice.shuffle(held)
        assert table.made_hand(held) == made


@pytest.mark.long
def test_all_hands_of_five_come_as_often_as_is_known() -> None:
    """The 2,598,960 hands without wilds: the well-known numbers, and 7,462 that differ in worth."""
    counts = Counter(map(Ranking().strength, combinations(range(52), 5)))
    assert len(counts) == 7462
    kinds: Counter[str] = Counter()
    for strength, number in counts.items():
        kinds[kind_of(strength).title] += number
    assert kinds == {
        "straight flush": 40,
        "four of a kind": 624,
        "full house": 3744,
        "flush": 5108,
        "straight": 10_200,
        "three of a kind": 54_912,
        "two pair": 123_552,
        "one pair": 1_098_240,
        "high card": 1_302_540,
    }


# --- at random, against others' evaluators -------------------------------------------------------


def agree(theirs: Callable[[Cards], int], sizes: range) -> None:
    """Without wilds both put the same hands level, and the others in the same order."""
    worths = set()
    for naturals, _ in hands(7000, sizes, [0]):
        worths.add((Ranking().strength(naturals), theirs(naturals)))
    in_order = sorted(worths)
    assert len(in_order) > 500
    for (lower, their_lower), (higher, their_higher) in pairwise(in_order):
        assert lower < higher
        assert their_lower < their_higher


def test_order_without_wilds_agrees_with_treys() -> None:
    """Five to seven cards; treys gives the best hand the lowest number."""
    treys = pytest.importorskip("treys", reason="treys is in the extra `bench`, not installed")
    evaluator = treys.Evaluator()
    known = [treys.Card.new(write_card(card)) for card in range(52)]
    agree(lambda held: -evaluator.evaluate([known[card] for card in held], []), range(5, 8))


def test_order_without_wilds_agrees_with_pokerkit() -> None:
    """Five to seven cards."""
    pokerkit = pytest.importorskip(
        "pokerkit", reason="pokerkit is in the extra `bench`, not installed"
    )
    known = [next(pokerkit.Card.parse(write_card(card))) for card in range(52)]

    def theirs(held: Cards) -> int:
        hand = pokerkit.StandardHighHand.from_game([known[card] for card in held])
        index: int = hand.entry.index
        return index

    agree(theirs, range(5, 8))
