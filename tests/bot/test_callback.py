"""The first answer to an interaction, as it goes over the wire."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.evening import ANSWER, Evening
from tests.practice.impatience import hurry

HERE = "thread:false hours:1"


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncIterator[Evening]:
    """A field and three people; the test opens the bot."""
    async with Evening(tmp_path) as evening:
        yield evening


async def test_an_answer_is_private_names_nobody_and_asks_nothing_back(evening: Evening) -> None:
    """To a command and to a tap alike; a panel brings its buttons."""
    async with evening.open():
        await evening.starts(HERE)
        pitcher = await evening.at_turn()
        for outcome in (
            await pitcher.types(evening.channel, "/hand"),
            await pitcher.clicks(evening.newest("Act"), "Act"),
        ):
            call = [one for one in evening.field.calls if one.route == ANSWER][-1]
            assert call.query == {}
            assert (call.status, call.answer) == (204, None)
            assert call.json["data"]["allowed_mentions"] == {"parse": []}
            assert outcome.ephemeral
            assert outcome.message is not None
            assert any(button["label"].startswith("Pitch") for button in outcome.message.buttons)


async def test_an_answer_that_discord_fumbles_is_sent_again(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before the effect it is simply repeated: there is one answer, and no follow-up."""
    hurry(monkeypatch)
    async with evening.open():
        await evening.starts(HERE)
        evening.field.faults.answer(ANSWER, 500)
        outcome = await evening.players[0].types(evening.channel, "/table")
        assert outcome.text.startswith("Inning 1")
        assert [step.what for step in outcome.steps] == ["message"]
        assert outcome.follow_ups == []
