"""What everybody could read of a game of Baseball, held beside its record.

All chips are in every standing, and what lies face down is told at its showdown alone.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

from games import record
from games.baseball.terms import CardUp, DealBegins, FourShown, HandShown
from games.cards import Card, read_card

SIGN = re.compile(r"(?<!=)(?:10|[2-9JQKA])[♣♦♥♠]")
"""A card as it is shown, but not one that a wild stands for."""
DEAL = re.compile(r"^Deal (\d+)(?: again)?: ", re.MULTILINE)
SHOWS = re.compile(r"^(.+?) shows (?!\S+ from the hole)(.+)$")
"""A hand at a showdown."""
SEAT = re.compile(r"(?P<name>\w+): (?:(?P<stack>\d+) chips?|all-in|out)\b(?:, (?P<bet>\d+) in\b)?")
"""A seat's line in a standing."""
POT = re.compile(r"pot(?: \d+)?: (\d+)")


def check_public(posts: Sequence[str], text: str) -> None:
    """The posts of a game that is over, from the first to the last, and its record."""
    read = record.read(text)
    at = record.start(read)
    chips = sum(at.game.scores(at.state))
    standings = [_chips(post, at.names) for post in posts if "To act: " in post]
    assert standings
    assert set(standings) == {chips}

    open_cards, hands = _shown(read)
    told: dict[int, list[str]] = defaultdict(list)
    deal = 0
    for line in "\n".join(posts).split("\n"):
        if begins := DEAL.match(line):
            deal = int(begins[1])
        told[deal].append(line)
    assert not SIGN.search("\n".join(told[0])), "before the first deal"
    for deal, lines in told.items():
        for line in lines:
            cards = set(map(read_card, SIGN.findall(line)))
            if shows := SHOWS.match(line):
                assert cards == hands[deal].pop(shows[1]), line
            else:
                assert cards <= open_cards[deal], line
        assert not hands[deal], "shown, and not told"


def _shown(read: record.Record) -> tuple[dict[int, set[Card]], dict[int, dict[str, set[Card]]]]:
    """By deal: the cards that lay face up, or were shown from the hole; the hands of a showdown."""
    open_cards: dict[int, set[Card]] = defaultdict(set)
    hands: dict[int, dict[str, set[Card]]] = defaultdict(dict)
    at = record.start(read)
    deal = 0
    for _, change in record.follow(read, record.History(at)):
        for event in change.events:
            match event:
                case DealBegins(deal):
                    pass
                case CardUp(_, card) | FourShown(_, card):
                    open_cards[deal].add(card)
                case HandShown(seat, cards):
                    hands[deal][at.names[seat]] = set(cards)
    return open_cards, hands


def _chips(post: str, names: Sequence[str]) -> int:
    """All chips in a standing: those of each seat, those in front of it, and the pots."""
    seats = [one for one in map(SEAT.match, post.splitlines()) if one and one["name"] in names]
    assert sorted(one["name"] for one in seats) == sorted(names), post
    held = sum(int(one["stack"] or 0) + int(one["bet"] or 0) for one in seats)
    return held + sum(map(int, POT.findall(post)))
