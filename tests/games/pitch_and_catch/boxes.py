"""Short pitch-and-catch records for tests, laid out so that every seat gets the hand it needs.

What the rules say about a record belongs in the tests; nothing here plays a card.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from games import record

CARDS = tuple(rank + suit for suit in "cdhs" for rank in "23456789TJQKA")
NAMES = ("Ana", "Ben", "Cho", "Dee", "Eli", "Fay", "Gus")
DEFAULTS: Mapping[str, Any] = {
    "players": 7,
    "hand_size": 7,
    "strike_carry": "inning",
    "tie": "shared",
    "tempo": "open",
    "pitcher_fields": True,
    "strike_quorum": "any",
}


def deck(hands: Sequence[str], dealer: int = 0) -> list[str]:
    """A whole deck, top first, that deals these hands from the dealer's left (X-3).

    A seat that is out of the game has the empty hand "".
    """
    seats = [(dealer + step) % len(hands) for step in range(1, len(hands) + 1)]
    dealt = [hands[seat].split() for seat in seats if hands[seat]]
    size = len(dealt[0])
    assert all(len(hand) == size for hand in dealt), "every hand must have the same size"
    top = [hand[turn] for turn in range(size) for hand in dealt]
    assert len(set(top)) == len(top), "a card is in two hands"
    return top + [card for card in CARDS if card not in top]


def deal(hands: Sequence[str], dealer: int = 0) -> str:
    """The dealer's line of a record for these hands."""
    return "dealer deal " + " ".join(deck(hands, dealer))


def options(hands: Sequence[str], **changed: str) -> str:
    """The bracket after the game's name: the hand size as dealt, then what is changed, in order."""
    size = len(max(hands, key=len).split())
    told = {"hand_size": str(size)} if size != DEFAULTS["hand_size"] else {}
    told |= {name: changed[name] for name in DEFAULTS if name in changed}
    assert set(changed) <= set(told), "an option that the game does not have"
    return f" ({', '.join(f'{name}={value}' for name, value in told.items())})" if told else ""


def box(
    hands: Sequence[str],
    plays: str = "",
    *,
    names: Sequence[str] = (),
    dealer: int = 0,
    **changed: str,
) -> str:
    """A record: the header, one deal of these hands, and the plays, one trick on a line.

    The plays of a line are parted by " / "; further deals stand among them as their own lines.
    """
    players = names or NAMES[: len(hands)]
    lines = [
        f"game: pitch-and-catch{options(hands, **changed)}",
        f"players: {', '.join(players)}",
        "",
        deal(hands, dealer),
    ]
    for trick in plays.splitlines():
        lines += [play.strip() for play in trick.split(" / ") if play.strip()]
    return "\n".join(lines) + "\n"


def play(hands: Sequence[str], plays: str = "", **more: Any) -> dict[str, Any]:
    """The position at the end of such a record, as `replay --json` gives it."""
    return record.position(box(hands, plays, **more))


def refused(hands: Sequence[str], plays: str, **more: Any) -> record.RecordError:
    """The error of a record whose last line, and no earlier one, is refused."""
    text = box(hands, plays, **more)
    with pytest.raises(record.RecordError) as caught:
        record.position(text)
    assert caught.value.line == len(text.splitlines()), "refused too early"
    return caught.value
