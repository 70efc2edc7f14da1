"""Each conversation has an evening of its own."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.client import Umpire
from bot.config import Config
from bot.practice import PracticeField
from tests.conversations.evening import Evening
from tests.fake_time import FakeTime


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncIterator[Evening]:
    """At its end every journal folds to its checkpoint, and nothing was asked for in vain."""
    time = FakeTime()
    bot = Umpire(Config(database=f"sqlite:///{tmp_path}/umpire.db"), time=time, patience=0.01)
    async with PracticeField(time, limits=False) as field:
        field.add_channel("games")
        evening = Evening(field, time, bot)
        async with field.plays(bot):
            try:
                yield evening
            finally:
                await time.advance(600)  # what is owed goes out, so that the bot can stop
            assert await bot.store.check() == ()
        assert field.server.unknown == []
