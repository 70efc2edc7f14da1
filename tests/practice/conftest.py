"""A practice field for each test, with two people, a channel and a forum; nobody waits."""

from collections.abc import AsyncIterator

import pytest

from bot.practice import Channel, Person, PracticeField
from tests.fake_time import FakeTime
from tests.practice import openapi
from tests.practice.a_bot import ABot
from tests.practice.impatience import Impatient, hurry


@pytest.fixture
def time() -> FakeTime:
    """A clock that stands still."""
    return FakeTime()


@pytest.fixture
async def field(time: FakeTime) -> AsyncIterator[PracticeField]:
    """A field without rate limits; what the bot was granted there is checked at the end."""
    async with PracticeField(time, limits=False) as field:
        yield field
    assert field.server.unknown == []
    if openapi.described() is not None:
        accepted = [call for call in field.calls if call.status is not None and call.status < 300]
        wrong = {wrong for call in accepted for wrong in openapi.wrong(call)}
        assert not wrong, "\n".join(sorted(wrong))


@pytest.fixture
def ana(field: PracticeField) -> Person:
    """Plays."""
    return field.add_member("Ana")


@pytest.fixture
def ben(field: PracticeField) -> Person:
    """Plays, too."""
    return field.add_member("Ben")


@pytest.fixture
def table(field: PracticeField) -> Channel:
    """A text channel."""
    return field.add_channel("table")


@pytest.fixture
def forum(field: PracticeField) -> Channel:
    """A forum with tags."""
    return field.add_forum("games", ("sign-up", "playing"))


@pytest.fixture
async def bot(
    field: PracticeField, ana: Person, ben: Person, table: Channel, forum: Channel
) -> AsyncIterator[ABot]:
    """The bot, logged in and ready."""
    bot = ABot()
    async with field.plays(bot):
        yield bot


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> Impatient:
    """discord.py without its pauses."""
    return hurry(monkeypatch)
