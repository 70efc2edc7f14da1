"""Interactions: in time, once, for a quarter of an hour, and each kind of answer."""

from typing import Any

import discord
import pytest

from bot.practice import Channel, Message, Outcome, Person, PracticeField
from tests.fake_time import FakeTime
from tests.practice.a_bot import ABot, HandView

CALLBACK = "POST /interactions/{interaction_id}/{interaction_token}/callback"


async def refused(code: int, request: Any) -> str:
    """The sentence with which a request is refused."""
    with pytest.raises(discord.HTTPException) as caught:
        await request
    assert caught.value.code == code
    return str(caught.value)


def answer(bot: ABot, outcome: Outcome, type: int, data: Any = None) -> Any:
    """An answer by hand."""
    one = outcome.interaction
    body = {"type": type, "data": data}
    return bot.ask("POST", f"/interactions/{one.id}/{one.token}/callback", body, with_response=1)


def later(bot: ABot, outcome: Outcome, method: str, path: str = "", data: Any = None) -> Any:
    """What follows on an answer, by hand."""
    return bot.ask(
        method, f"/webhooks/{bot.application_id}/{outcome.interaction.token}{path}", data
    )


@pytest.fixture
async def asked(bot: ABot, ana: Person, table: Channel) -> Outcome:
    """A command that nobody has answered."""
    return await ana.types(table, "/mute", wait=False)


async def test_too_late(bot: ABot, asked: Outcome, time: FakeTime) -> None:
    """10062 after three seconds."""
    await time.advance(3)
    await answer(bot, asked, 5)
    assert asked.took == 3
    late = await asked.person.types(
        asked.person.world.channels[asked.interaction.channel_id], "/mute", wait=False
    )
    await time.advance(3.01)
    await refused(10062, answer(bot, late, 5))


async def test_only_once(bot: ABot, asked: Outcome) -> None:
    """40060 the second time."""
    await answer(bot, asked, 4, {"content": "first"})
    await refused(40060, answer(bot, asked, 4, {"content": "second"}))
    assert asked.text == "first"


async def test_unknown_interactions(bot: ABot, asked: Outcome) -> None:
    """10062 for a token that nobody was given."""
    one = asked.interaction
    await refused(10062, bot.ask("POST", f"/interactions/{one.id}/nothing/callback", {"type": 5}))
    await refused(10062, bot.ask("POST", f"/interactions/1/{one.token}/callback", {"type": 5}))


async def test_nothing_follows_before_an_answer(bot: ABot, asked: Outcome) -> None:
    """10015."""
    await refused(10015, later(bot, asked, "POST", "", {"content": "x"}))
    await refused(10015, later(bot, asked, "GET", "/messages/@original"))


async def test_a_quarter_of_an_hour(bot: ABot, asked: Outcome, time: FakeTime) -> None:
    """50027 afterwards."""
    await answer(bot, asked, 4, {"content": "first"})
    await time.advance(900)
    await later(bot, asked, "PATCH", "/messages/@original", {"content": "in time"})
    await time.advance(1)
    await refused(50027, later(bot, asked, "PATCH", "/messages/@original", {"content": "late"}))
    assert asked.text == "in time"


async def test_thinking_first(bot: ABot, ana: Person, ben: Person, table: Channel) -> None:
    """/slow defers, then puts its answer where the line about thinking stood, for Ana alone."""
    outcome = await ana.types(table, "/slow")
    assert [step.what for step in outcome.steps] == ["deferred", "edited"]
    assert outcome.deferred
    assert not outcome.thinking
    assert outcome.ephemeral
    assert outcome.edits == 1
    assert outcome.text == "done"
    assert ben.reads(table) == []


async def test_the_first_follow_up_takes_the_place_of_thinking(bot: ABot, asked: Outcome) -> None:
    """As Discord does it; who sees it was settled before."""
    await answer(bot, asked, 5, {"flags": 64})
    assert asked.thinking
    first = await later(bot, asked, "POST", "", {"content": "here"})
    second = await later(bot, asked, "POST", "", {"content": "more"})
    assert first["id"] != second["id"]
    assert asked.text == "here"
    assert asked.ephemeral
    assert [each.text for each in asked.follow_ups] == ["more"]


async def test_follow_ups(bot: ABot, ana: Person, ben: Person, table: Channel) -> None:
    """Each may be for one person alone, and be fetched, changed and removed by the token."""
    outcome = await ana.types(table, "/follow")
    [second] = outcome.follow_ups
    assert [each.text for each in ben.reads(table)] == ["first"]
    assert [each.text for each in ana.reads(table)] == ["first", "second"]
    path = f"/messages/{second.id}"
    assert (await later(bot, outcome, "GET", path))["content"] == "second"
    await later(bot, outcome, "PATCH", path, {"content": "changed"})
    assert second.text == "changed"
    await later(bot, outcome, "DELETE", path)
    assert outcome.follow_ups == []
    await refused(10008, later(bot, outcome, "GET", path))


async def test_what_one_person_sees_is_in_no_channel(
    bot: ABot, ana: Person, table: Channel
) -> None:
    """10008 for everybody else's ways to it."""
    outcome = await ana.types(table, "/slow")
    assert outcome.message is not None
    channel = bot.text_channel(table.id)
    with pytest.raises(discord.NotFound):
        await channel.fetch_message(outcome.message.id)
    assert [each async for each in channel.history()] == []


async def test_the_original_answer(bot: ABot, ana: Person, table: Channel) -> None:
    """It can be fetched and removed."""
    outcome = await ana.types(table, "/swing card:5c")
    got = await later(bot, outcome, "GET", "/messages/@original")
    assert got["content"] == "Ana swings 5c."
    assert got["interaction_metadata"]["type"] == 2
    await later(bot, outcome, "DELETE", "/messages/@original")
    assert outcome.message is None
    await refused(10008, later(bot, outcome, "GET", "/messages/@original"))


async def test_answers_that_do_not_fit(
    bot: ABot, asked: Outcome, ana: Person, table: Channel
) -> None:
    """50035 for changing a message where there is none, or choices for what is no completion."""
    for type in (1, 6, 7, 8, 99):
        await refused(50035, answer(bot, asked, type, {"content": "x", "choices": []}))
    await answer(bot, asked, 9, {"custom_id": "m", "title": "M", "components": MODAL})
    filled = await ana.fills(asked, {"Card": "5c"}, wait=False)
    more = {"custom_id": "m", "title": "M", "components": MODAL}
    await refused(50035, answer(bot, filled, 9, more))
    assert asked.modal is None


MODAL = [
    {
        "type": 1,
        "components": [{"type": 4, "custom_id": "card", "style": 1, "label": "Card"}],
    }
]


async def test_with_response(bot: ABot, asked: Outcome) -> None:
    """The answer to an answer has the message in it; without being asked, nothing is said."""
    said = await answer(bot, asked, 4, {"content": "hello", "flags": 64})
    assert said["interaction"]["response_message_ephemeral"]
    assert said["resource"]["message"]["content"] == "hello"


async def test_an_answer_nobody_waits_for(bot: ABot, asked: Outcome) -> None:
    """204 without `with_response`."""
    one = asked.interaction
    path = f"/interactions/{one.id}/{one.token}/callback"
    assert not await bot.ask("POST", path, {"type": 4, "data": {"content": "x"}})


async def test_too_many_choices(
    bot: ABot, ana: Person, table: Channel, field: PracticeField
) -> None:
    """At most 25 of at most 100 letters."""
    interaction = field.world.add_interaction(4, ana.user, table, {})
    outcome = Outcome(ana, interaction)
    choices = [{"name": str(each), "value": str(each)} for each in range(26)]
    assert "data.choices: Must be 25" in await refused(
        50035, answer(bot, outcome, 8, {"choices": choices})
    )
    long = [{"name": "n" * 101, "value": "v" * 101}]
    said = await refused(50035, answer(bot, outcome, 8, {"choices": long}))
    assert "choices.0.name" in said
    assert "choices.0.value" in said
    await answer(bot, outcome, 8, {"choices": choices[:25]})
    assert len(outcome.choices) == 25


async def test_a_private_message_is_changed_by_its_own_button(
    bot: ABot, asked: Outcome, ana: Person
) -> None:
    """Type 7 on an answer that only one person sees."""
    bot.add_view(HandView())
    view = HandView().to_components()
    await answer(bot, asked, 4, {"content": "yours", "flags": 64, "components": view})
    shown: Message | None = asked.message
    assert shown is not None
    assert (await ana.clicks(shown, "Redraw")).message is shown
    assert shown.content == "redrawn"
    assert shown.ephemeral


async def test_the_same_interaction_twice(
    bot: ABot, field: PracticeField, ana: Person, table: Channel, caplog: pytest.LogCaptureFixture
) -> None:
    """Delivered twice, and the second answer is refused (40060)."""
    field.faults.duplicate_interactions()
    outcome = await ana.types(table, "/swing card:5c")
    await field.settle()
    assert [call.status for call in field.calls_to(CALLBACK)] == [200, 400]
    assert len(outcome.steps) == 1
    assert len(ana.reads(table)) == 1
    assert "40060" in caplog.text
    caplog.clear()
    await ana.types(table, "/swing card:5c")
    await field.settle()
    assert len(field.calls_to(CALLBACK)) == 3


async def test_an_answer_needs_no_permission(
    bot: ABot, field: PracticeField, ana: Person, table: Channel
) -> None:
    """Not even that of sending messages there."""
    field.let(table, field.bot, send_messages=False)
    assert (await ana.types(table, "/swing card:5c")).answered


async def test_a_channel_that_is_gone(
    bot: ABot, field: PracticeField, asked: Outcome, table: Channel
) -> None:
    """10003."""
    field.delete(table)
    await refused(10003, answer(bot, asked, 4, {"content": "x"}))
