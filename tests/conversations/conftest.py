"""Each conversation has an evening of its own."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.ticker import BEAT
from tests.evening import Evening


@pytest.fixture
def heartbeat() -> int | None:
    """How often the bot gives a sign of life; None where days go by."""
    return BEAT


@pytest.fixture
async def evening(tmp_path: Path, heartbeat: int | None) -> AsyncIterator[Evening]:
    """At its end every journal folds to its checkpoint, and nothing was asked for in vain."""
    async with Evening(tmp_path, heartbeat) as evening:
        async with evening.open():
            yield evening
            assert await evening.bot.store.check() == ()
        assert evening.field.server.unknown == []
