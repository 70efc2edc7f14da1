"""The fair shuffle against its test vector, and against the scheme written out once more."""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from itertools import count

import pytest

from games.cards import DECK, read_card, write_card
from games.shuffle import commitment, deck, draw, entropy, seat_order

SEED = bytes(range(32))
ENTRANTS = [11, 22, 33]
E = "ccaa61620ce09a111a940fa97a9785e5774f633fa5f6cbcbef77424173968ca9"
ALL = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
FORTY = [card for card in ALL if card[0] not in "JQK"]

SEEDS = [bytes(32), b"\xff" * 32, hashlib.sha256(b"a seed").digest(), SEED]
# Ids as Discord gives them; as texts the last would stand first.
GUESTS = [987654321098765432, 80351110224678912, 1180351110224678912, 7, 42, 1001, 500, 90, 3]


# The scheme once more, straight from its steps: nothing here comes from games.shuffle.


def numbers(seed: bytes, label: str, entrants: str) -> Iterator[int]:
    """Step 3: the stream of a label, four bytes at a time."""
    public = hashlib.sha256(entrants.encode()).hexdigest()
    for n in count():
        message = f"umpire-1|{public}|{label}|{n}".encode()
        block = hmac.new(seed, message, hashlib.sha256).digest()
        for start in range(0, 32, 4):
            yield int.from_bytes(block[start : start + 4], "big")


def below(k: int, stream: Iterator[int]) -> int:
    """Step 4: a number below k; what would favour the small ones is thrown away."""
    limit = 2**32 // k * k
    return next(x for x in stream if x < limit) % k


def shuffled(items: Sequence[str], seed: bytes, label: str, entrants: str) -> list[str]:
    """Step 5: from the last index down to 1."""
    mixed = list(items)
    stream = numbers(seed, label, entrants)
    for i in range(len(mixed) - 1, 0, -1):
        j = below(i + 1, stream)
        mixed[i], mixed[j] = mixed[j], mixed[i]
    return mixed


def cards(seed: bytes, public: str, number: int, names: Sequence[str]) -> list[str]:
    """A deck of the product, in words."""
    return [write_card(c) for c in deck(seed, public, number, [read_card(t) for t in names])]


def test_vector_commitment() -> None:
    """The commitment is the SHA-256 of the seed."""
    assert commitment(SEED) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


def test_vector_entropy() -> None:
    """E is the SHA-256 of the entrants' text."""
    assert entropy(ENTRANTS) == E


def test_vector_draw() -> None:
    """The draw is 22, 11, 33; with two players 33 is the substitute."""
    assert draw(SEED, ENTRANTS, 3) == ([22, 11, 33], [])
    assert draw(SEED, ENTRANTS, 2) == ([22, 11], [33])


def test_vector_seats() -> None:
    """The three as drawn and two house players take their seats."""
    assert seat_order(SEED, ENTRANTS, [22, 11, 33], 2) == ["22", "h1", "33", "11", "h2"]


def test_vector_deal_1() -> None:
    """The first shuffle of 52 cards."""
    expected = """
        6d 3d Tc 6s 8s Ah Qd 2s Qc 2h 5c 4c 8h Kh Td 4h Kd Js 7c 5d Jd Th 5s Kc 2c 4d
        5h Ks 8d 9d 7s 2d 3s Qs 6c 4s Ac Jh Ad As 7d Qh 9c 7h Ts 9s 8c 6h 3c Jc 9h 3h
    """
    assert cards(SEED, E, 1, ALL) == expected.split()


def test_vector_deal_2() -> None:
    """The second shuffle, of the 40 cards without jacks, queens and kings."""
    expected = """
        8d 5h 8h 7h 3d 7c 6h 2c As 6c Tc 4d 2d 3c 7d 6s 4s 3h Ad 8s
        5s 6d Th 9d Td 2s 3s Ts 5d Ac 9s 2h 4h 4c 9c 9h Ah 8c 7s 5c
    """
    assert cards(SEED, E, 2, FORTY) == expected.split()


def test_the_deck_is_in_the_order_of_the_scheme() -> None:
    """Before a shuffle the deck runs 2c 3c ... Ac 2d ... Ad 2h ... As."""
    assert [write_card(card) for card in DECK] == ALL


def test_entrants_are_sorted_as_numbers() -> None:
    """9 stands before 10, and the order of signing up changes nothing."""
    expected = hashlib.sha256(b"2,9,10,100").hexdigest()
    assert entropy([100, 9, 10, 2]) == entropy([2, 10, 100, 9]) == expected


@pytest.mark.parametrize("seed", SEEDS, ids=lambda seed: seed.hex()[:8])
@pytest.mark.parametrize("signed_up", [3, 7, 9])
def test_draw_and_seats_follow_the_scheme(seed: bytes, signed_up: int) -> None:
    """Draw and seats, for other seeds and sign-ups, are what the steps give."""
    guests = GUESTS[:signed_up]
    ids = [str(guest) for guest in sorted(guests)]
    text = ",".join(ids)
    order = shuffled(ids, seed, "draw", text)
    for players in range(3, min(signed_up, 7) + 1):
        drawn, substitutes = draw(seed, guests, players)
        assert [str(user) for user in drawn] == order[:players]
        assert [str(user) for user in substitutes] == order[players:]
        for house in range(3):
            chairs = order[:players] + [f"h{n}" for n in range(1, house + 1)]
            assert seat_order(seed, guests, drawn, house) == shuffled(chairs, seed, "seats", text)


@pytest.mark.parametrize("seed", SEEDS, ids=lambda seed: seed.hex()[:8])
@pytest.mark.parametrize("names", [ALL, FORTY], ids=["52", "40"])
def test_decks_follow_the_scheme(seed: bytes, names: list[str]) -> None:
    """Every shuffle of a game, for other seeds, is what the steps give."""
    text = ",".join(str(guest) for guest in sorted(GUESTS))
    for number in (1, 2, 3, 10, 37):
        expected = shuffled(names, seed, f"deal/{number}", text)
        assert cards(seed, entropy(GUESTS), number, names) == expected
        assert sorted(expected) == sorted(names)


def test_decks_differ() -> None:
    """Another number, another seed or other entrants: another deck."""
    decks = {
        tuple(cards(seed, public, number, ALL))
        for seed in (SEED, bytes(32))
        for public in (E, entropy([11, 22]))
        for number in (1, 2, 11)
    }
    assert len(decks) == 12
