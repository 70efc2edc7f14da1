"""Records that are dealt by the fair shuffle, with the scheme written out once more.

Three players with one card each. Nobody ever swings, so every inning is two pitches: the dealer's,
and that of the next seat, to whom the pitch passes on.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count

CARDS = tuple(rank + suit for suit in "cdhs" for rank in "23456789TJQKA")
SEED = bytes(range(32))
NAMES = ("Ana", "Ben", "Cho")


def sha256(data: bytes) -> str:
    """A digest as headers hold it."""
    return hashlib.sha256(data).hexdigest()


def numbers(seed: bytes, entropy: str, label: str) -> Iterator[int]:
    """Step 3 of the scheme: the stream of a label, four bytes at a time."""
    for n in count():
        message = f"umpire-1|{entropy}|{label}|{n}".encode()
        block = hmac.new(seed, message, hashlib.sha256).digest()
        for start in range(0, 32, 4):
            yield int.from_bytes(block[start : start + 4], "big")


def shuffled(items: Sequence[str], seed: bytes, entropy: str, label: str) -> list[str]:
    """Steps 4 and 5: from the last index down to 1, without the bias of a bare remainder."""
    mixed = list(items)
    stream = numbers(seed, entropy, label)
    for i in range(len(mixed) - 1, 0, -1):
        limit = 2**32 // (i + 1) * (i + 1)
        j = next(x for x in stream if x < limit) % (i + 1)
        mixed[i], mixed[j] = mixed[j], mixed[i]
    return mixed


@dataclass(frozen=True)
class FairBox:
    """A record in the making; what a test wants wrong, it changes."""

    game: str
    headers: dict[str, str]
    lines: tuple[str, ...]

    def with_headers(self, **changed: str | None) -> "FairBox":
        """Other headers; None takes one away."""
        headers = {**self.headers, **changed}
        kept = {key: value for key, value in headers.items() if value is not None}
        return replace(self, headers=kept)

    def with_line(self, number: int, text: str) -> "FairBox":
        """Another line, counted from 0 below the header."""
        return replace(self, lines=(*self.lines[:number], text, *self.lines[number + 1 :]))

    @property
    def text(self) -> str:
        """The record."""
        head = [f"game: {self.game}", f"players: {', '.join(NAMES)}"]
        head += [f"{key}: {value}" for key, value in self.headers.items()]
        return "\n".join([*head, "", *self.lines, ""])


def fair_box(
    entrants: Sequence[int] = (9, 10, 300, 4000),
    people: int = 2,
    innings: int = 3,
    rewind: bool = False,
) -> FairBox:
    """A fair record; with `rewind` the second inning is dealt twice, as its third line is undone.

    So many of the entrants are drawn as `people`; house players take the other seats.
    """
    ids = ",".join(str(user) for user in sorted(entrants))
    entropy = sha256(ids.encode())
    drawn = shuffled(ids.split(",") if ids else [], SEED, entropy, "draw")[:people]
    chairs = drawn + [f"h{n}" for n in range(1, len(NAMES) - people + 1)]
    lines: list[str] = []
    for inning in range(1, innings + 1):
        deck = shuffled(CARDS, SEED, entropy, f"deal/{inning}")
        seats = [(inning - 1 + step) % 3 for step in range(3)]
        # the cards go round from the dealer's left, so the dealer has the third
        first, second, third = (f"p{seat + 1}" for seat in seats)
        dealt = f"dealer deal {' '.join(deck)}"
        if rewind and inning == 2:
            lines += [dealt, f"{first} pitch {deck[2]}", "house rewind 2", lines[-1]]
        lines += [dealt, f"{first} pitch {deck[2]}", f"{second} pass", f"{third} pass"]
        lines += [f"{second} pitch {deck[0]}", f"{third} pass"]
    known = {
        "fair": "umpire-1",
        "commitment": sha256(SEED),
        "seed": SEED.hex(),
        "entropy": entropy,
        "entrants": ids,
        "ids": ",".join(shuffled(chairs, SEED, entropy, "seats")),
    }
    return FairBox("pitch-and-catch (hand_size=1)", known, tuple(lines))
