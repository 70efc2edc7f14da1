"""What is typed is answered like what is tapped: with what can be done next."""

from __future__ import annotations

from functools import partial

import pytest

import bot.client
from bot.host import Host
from tests.evening import Evening, labels


@pytest.fixture(autouse=True)
def _same_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same cards in every run."""
    same = partial(Host, secret=lambda size: bytes(range(size)), new_id=lambda: "typed2")
    monkeypatch.setattr(bot.client, "Host", same)


async def test_what_comes_next_is_there_to_tap_after_a_typed_action(evening: Evening) -> None:
    """Whoever is at turn again has the buttons, like a catcher who pitches next; nobody else."""
    thread = await evening.starts()
    again: set[str] = set()
    for _ in range(40):
        who = await evening.at_turn(thread)
        line = (await evening.legal(thread))[0]
        done = await who.types(thread, line)
        assert done.text.startswith("Done: `")
        await evening.settle()
        assert done.message is not None
        if not await evening.runs(thread):
            break
        shown = labels(done.message)
        if await evening.at_turn(thread) is who:
            again.add(line.split()[0])
            assert shown[0].startswith(("Pitch ", "Field ", "Swing ")), shown
        else:
            assert shown == []
    assert "/field" in again
