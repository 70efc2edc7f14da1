"""Baseball as it is played by tapping alone: from the sign-up to the end of a game."""

from __future__ import annotations

import re

import pytest

from bot.practice import Person
from games import shuffle
from games.cards import read_card
from tests.evening import Evening, labels
from tests.games.baseball.boards import deck

LABELS = re.compile(
    r"Check|(Call|Match the pot:|Bet) [1-9][0-9]*( \(all-in\))?|Fold|Strike out|"
    r"Raise [1-5] \(to [1-9][0-9]*(, all-in)?\)|Answer ahead"
)

WANTED = ("Bet 5", "Match", "Call", "Check")
"""What is tapped where it is there, the first of them."""


async def test_three_play_a_game_by_the_buttons_of_their_panels(evening: Evening) -> None:
    """Everything that can be done is a button that can be read; the game comes to its end."""
    await begins(evening)
    assert "Main pot: 3." in evening.story()
    seen: set[str] = set()
    while await evening.runs():
        who = await evening.at_turn()
        seen |= await tapped(evening, who)
    assert {"Check", "Bet 5", "Call 5", "Fold", "Raise 5 (to 10)"} <= seen
    assert all(LABELS.fullmatch(label) for label in seen), seen
    assert "The game is over: " in evening.story()
    assert max(len(one.content or "") for one in evening.posts()) < 2000


async def tapped(evening: Evening, who: Person) -> set[str]:
    """Somebody opens the panel, and taps the highest bet or the call; what was on it."""
    panel = await evening.panel(who)
    there = labels(panel)
    wanted = next(label for word in WANTED for label in there if label.startswith(word))
    done = await who.clicks(panel, wanted)
    assert "Done: `" in done.text, done.text
    await evening.settle()
    return set(there)


async def test_hole_cards_are_told_to_their_owner_alone(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the best hand that they make now, and what a face-up 3 would cost."""
    laid_out = [read_card(word) for word in deck(["x x 7c", "x x Kc", "x x 8c"]).split()[1:]]
    monkeypatch.setattr(shuffle.Shoe, "deck", lambda *_: tuple(laid_out))
    await begins(evening)
    for person in evening.players:
        told = "\n".join(message.text for message in person.reads())
        assert len(re.findall(r"In the hole: \S+ \S+\. Best hand now: .+\.", told)) == 1
        assert "A face-up 3 would cost you 3 chips now." in told
    assert "In the hole" not in evening.story()


async def begins(evening: Evening) -> None:
    """A game of three, whose first deal waits for somebody."""
    opened = await evening.host.types(evening.channel, "/game open game:baseball players:3")
    thread = await evening.opened(opened)
    for person in evening.players:
        await person.types(thread, "/in")
    await evening.host.types(thread, "/game close")
    await evening.settle()
