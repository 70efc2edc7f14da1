"""The fair shuffle, scheme `umpire-1`: draws, seats and decks that anybody can check afterwards.

A secret seed is made and committed to before anybody signs up; everything that chance decides is
computed from that seed, the list of entrants and a label. This room computes; it makes no seeds.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from typing import TypeVar

import msgspec

from games.cards import Card

SCHEME = "umpire-1"
SEED_BYTES = 32
_NUMBERS = 2**32

T = TypeVar("T")


def commitment(seed: bytes) -> str:
    """What the sign-up post shows: it binds the seed without telling it."""
    return hashlib.sha256(seed).hexdigest()


def entrants_text(entrants: Sequence[int]) -> str:
    """The user ids of everybody signed up, sorted as numbers, joined by commas."""
    return ",".join(str(user) for user in sorted(entrants))


def entropy(entrants: Sequence[int]) -> str:
    """The public part, called E: a digest of the list of entrants."""
    return hashlib.sha256(entrants_text(entrants).encode()).hexdigest()


class Stream:
    """The numbers that one label gives, in order; `used` counts how many have been taken.

    With `used` given, the stream goes on where an earlier one for the same label stopped.
    """

    def __init__(self, seed: bytes, entropy: str, label: str, used: int = 0) -> None:
        self._seed = seed
        self._prefix = f"{SCHEME}|{entropy}|{label}|"
        self.used = used
        self._block = (-1, b"")

    def _number(self) -> int:
        block, place = divmod(self.used, 8)
        if self._block[0] != block:
            message = f"{self._prefix}{block}".encode()
            self._block = (block, hmac.digest(self._seed, message, "sha256"))
        self.used += 1
        return int.from_bytes(self._block[1][4 * place : 4 * place + 4], "big")

    def below(self, k: int) -> int:
        """A number from 0 to k-1, without the bias of a bare remainder."""
        limit = _NUMBERS // k * k
        while (number := self._number()) >= limit:
            pass
        return number % k

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in random order."""
        result = list(items)
        for i in range(len(result) - 1, 0, -1):
            j = self.below(i + 1)
            result[i], result[j] = result[j], result[i]
        return result


def draw(seed: bytes, entrants: Sequence[int], players: int) -> tuple[list[int], list[int]]:
    """Who plays, and the substitutes in the order in which they are called (PC-1)."""
    drawn = Stream(seed, entropy(entrants), "draw").shuffled(sorted(entrants))
    return drawn[:players], drawn[players:]


def seat_order(seed: bytes, entrants: Sequence[int], drawn: Sequence[int], house: int) -> list[str]:
    """Ids in seat order (X-1): the drawn people as decimal text, house players `h1`, `h2`, ..."""
    ids = [str(user) for user in drawn] + [f"h{n}" for n in range(1, house + 1)]
    return Stream(seed, entropy(entrants), "seats").shuffled(ids)


def deck(seed: bytes, entropy: str, number: int, cards: Sequence[Card]) -> tuple[Card, ...]:
    """The deck of a game's shuffle with this number (from 1), top first."""
    return tuple(Stream(seed, entropy, f"deal/{number}").shuffled(cards))


class Shoe(msgspec.Struct, frozen=True):
    """All of a game's chance: its decks by number, and the choices of its computer players."""

    seed: bytes
    entropy: str

    def __repr__(self) -> str:
        return "Shoe(<seed kept secret>)"  # a seed must not slip into a log

    def deck(self, number: int, cards: Sequence[Card]) -> tuple[Card, ...]:
        """The shuffle with this number, counted through the whole game from 1."""
        return deck(self.seed, self.entropy, number, cards)

    def dice(self, used: int) -> Stream:
        """Numbers for computer players, going on after the `used` ones already taken."""
        return Stream(self.seed, self.entropy, "house", used)


def seeds(base: str) -> Iterator[bytes]:
    """An endless row of seeds that follow from a text, for simulations that can be repeated."""
    number = 0
    while True:
        yield hashlib.sha256(f"{base}/{number}".encode()).digest()
        number += 1
