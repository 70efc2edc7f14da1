"""Messages: sent once, found again, changed and removed, within Discord's limits."""

import io
from typing import Any

import discord
import pytest

from bot.practice import Channel, Person, PracticeField
from tests.fake_time import FakeTime
from tests.practice.a_bot import ABot
from tests.practice.test_interactions import refused

Body = dict[str, Any]


async def send(bot: ABot, channel: Channel, body: Body) -> Any:
    """A message by hand."""
    return await bot.ask("POST", f"/channels/{channel.id}/messages", body)


async def test_a_nonce_is_good_for_a_few_minutes(
    bot: ABot, ana: Person, table: Channel, time: FakeTime
) -> None:
    """The same nonce gives the first message, as long as the field's own clock says."""
    body = {"content": "once", "nonce": "row-1", "enforce_nonce": True}
    first = await send(bot, table, body)
    await time.advance(300)
    assert (await send(bot, table, {**body, "content": "twice"}))["id"] == first["id"]
    assert [each.text for each in ana.reads(table)] == ["once"]
    await time.advance(1)
    assert (await send(bot, table, body))["id"] != first["id"]


async def test_a_nonce_that_is_not_enforced(bot: ABot, ana: Person, table: Channel) -> None:
    """Is only repeated."""
    for _ in range(2):
        said = await send(bot, table, {"content": "x", "nonce": "row-1"})
        assert said["nonce"] == "row-1"
    assert len(ana.reads(table)) == 2


async def test_another_channel_may_use_the_nonce(
    bot: ABot, field: PracticeField, ana: Person, table: Channel
) -> None:
    """It counts within a channel."""
    other = field.add_channel("other")
    body = {"content": "once", "nonce": "row-1", "enforce_nonce": True}
    assert (await send(bot, table, body))["id"] != (await send(bot, other, body))["id"]


async def test_files(bot: ABot, ana: Person, table: Channel) -> None:
    """They come along with a form, and can be kept, added and removed."""
    file = discord.File(io.BytesIO(b"contents"), "a hand.png", description="a hand")
    message = await bot.text_channel(table.id).send("look", file=file)
    [attached] = message.attachments
    assert (attached.filename, attached.description) == ("a_hand.png", "a hand")
    assert attached.content_type == "image/png"
    assert await attached.read() == b"contents"
    more = discord.File(io.BytesIO(b"more"), "more.txt")
    message = await message.add_files(more)
    assert [each.filename for each in message.attachments] == ["a_hand.png", "more.txt"]
    message = await message.remove_attachments(message.attachments[0])
    assert [each.name for each in ana.last(table).attachments] == ["more.txt"]


async def test_files_within_limits(bot: ABot, field: PracticeField, table: Channel) -> None:
    """At most ten, each of at most 10 MiB (40005), and only with permission (50013)."""
    channel = bot.text_channel(table.id)
    many = [discord.File(io.BytesIO(b"x"), f"{each}.txt") for each in range(11)]
    assert "attachments" in await refused(50035, channel.send("x", files=many))
    big = discord.File(io.BytesIO(b"x" * (10 * 1024 * 1024 + 1)), "big.bin")
    await refused(40005, channel.send("x", file=big))
    field.let(table, field.bot, attach_files=False)
    await refused(50013, channel.send("x", file=discord.File(io.BytesIO(b"x"), "x.txt")))


async def test_history(bot: ABot, ana: Person, table: Channel) -> None:
    """Before, after, around, and no more than asked for; the latest first."""
    channel = bot.text_channel(table.id)
    sent = [await channel.send(str(each)) for each in range(7)]

    async def texts(**query: Any) -> list[str]:
        path = f"/channels/{table.id}/messages"
        return [each["content"] for each in await bot.ask("GET", path, **query)]

    assert await texts(limit=3) == ["6", "5", "4"]
    assert await texts(limit=2, before=sent[3].id) == ["2", "1"]
    assert await texts(limit=2, after=sent[3].id) == ["5", "4"]
    assert await texts(limit=3, around=sent[3].id) == ["4", "3", "2"]
    assert await texts(limit=1, around=sent[3].id) == ["3"]
    for limit in (0, 101):
        await refused(50035, texts(limit=limit))
    assert [each.content async for each in channel.history(oldest_first=True)] == list("0123456")
    assert (await channel.fetch_message(sent[2].id)).content == "2"


async def test_who_may_not_read_back(bot: ABot, field: PracticeField, table: Channel) -> None:
    """Finds nothing in the history, and no message."""
    message = await bot.text_channel(table.id).send("x")
    field.let(table, field.bot, read_message_history=False)
    assert [each async for each in message.channel.history()] == []
    await refused(50013, bot.text_channel(table.id).fetch_message(message.id))


async def test_what_others_wrote_is_blank(bot: ABot, ana: Person, table: Channel) -> None:
    """Without the intent for contents, also in the history."""
    ana.says(table, "secret")
    [said] = [each async for each in bot.text_channel(table.id).history()]
    assert said.content == ""
    assert said.author.name == "ana"


async def test_changing_and_removing(bot: ABot, ana: Person, table: Channel) -> None:
    """One's own; another's only with permission, and never changed (50005)."""
    message = await bot.text_channel(table.id).send("  one  ")
    assert message.content == "one"
    edited = await message.edit(content="two")
    assert edited.edited_at is not None
    assert ana.last(table).text == "two"
    await message.delete()
    assert ana.reads(table) == []
    await refused(10008, message.edit(content="three"))
    await refused(10008, message.delete())
    theirs = f"/channels/{table.id}/messages/{ana.says(table, 'mine').id}"
    await refused(50005, bot.ask("PATCH", theirs, {"content": "yours"}))
    await refused(50013, bot.ask("DELETE", theirs))


async def test_removing_with_permission(
    bot: ABot, field: PracticeField, ana: Person, table: Channel
) -> None:
    """One by one, or several at once."""
    field.let(table, field.bot, manage_messages=True)
    mine = [ana.says(table, str(each)) for each in range(3)]
    await bot.ask("DELETE", f"/channels/{table.id}/messages/{mine[0].id}")
    await bot.text_channel(table.id).delete_messages([discord.Object(each.id) for each in mine[1:]])
    assert ana.reads(table) == []
    await refused(50003, bot.ask("DELETE", in_direct(ana)))


def in_direct(person: Person) -> str:
    """Where somebody has written to the bot."""
    return f"/channels/{person.direct.id}/messages/{person.says(person.direct, 'x').id}"


async def test_old_messages_are_not_edited_often(
    bot: ABot, field: PracticeField, table: Channel, time: FakeTime, impatient: Any
) -> None:
    """30046, which comes as a 429 with a long wait; discord.py gives up after five."""
    field.limits.told = 0.001
    message = await bot.text_channel(table.id).send("list")
    for each in range(9):
        await message.edit(content=f"young {each}")
    await time.advance(3601)
    for each in range(5):
        await message.edit(content=f"old {each}")
    assert "older than 1 hour" in await refused(30046, message.edit(content="once more"))
    assert len(impatient.slept) >= 5
    assert field.limits.refused.total() == 5
    await time.advance(3600)
    await message.edit(content="later")


async def test_nothing_to_see(bot: ABot, table: Channel) -> None:
    """50006."""
    await refused(50006, send(bot, table, {"content": "  "}))
    message = await bot.text_channel(table.id).send("x")
    await refused(50006, message.edit(content=""))


async def test_answers_to_messages(bot: ABot, ana: Person, table: Channel) -> None:
    """A reply buzzes unless told not to; to what is not there it is refused."""
    said = ana.says(table, "question")
    reply = {"message_id": str(said.id), "channel_id": str(table.id)}
    answered = await send(bot, table, {"content": "answer", "message_reference": reply})
    assert answered["referenced_message"]["id"] == str(said.id)
    quiet = {"parse": [], "replied_user": False}
    body = {"content": "answer", "message_reference": reply, "allowed_mentions": quiet}
    await send(bot, table, body)
    assert [each.why for each in ana.notifications] == ["reply"]
    nowhere = {"content": "answer", "message_reference": {**reply, "message_id": "1"}}
    await refused(50035, send(bot, table, nowhere))
    nowhere["message_reference"]["fail_if_not_exists"] = False  # type: ignore[index]
    await send(bot, table, nowhere)


def button(**more: Any) -> Body:
    """A button in order."""
    return {"type": 2, "style": 1, "label": "a", "custom_id": "a", **more}


def menu(**more: Any) -> Body:
    """A menu in order."""
    options = [{"label": "a", "value": "a"}]
    return {"type": 3, "custom_id": "s", "options": options, **more}


def row(*inside: Body) -> Body:
    """A row."""
    return {"type": 1, "components": list(inside)}


def rows(count: int) -> list[Body]:
    """So many rows in order."""
    return [row(button(custom_id=str(each))) for each in range(count)]


V2 = 1 << 15
LONG_OPTIONS = [{"label": str(each), "value": str(each)} for each in range(26)]
TEXT = {"type": 10, "content": "x"}


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({"content": "x" * 2001}, "content"),
        ({"content": 5}, "content"),
        ({"content": "x", "nonce": "n" * 26}, "nonce"),
        ({"embeds": [{"title": "t"}] * 11}, "embeds"),
        ({"embeds": ["t"]}, "embeds.0"),
        ({"embeds": [{"title": "t" * 257}]}, "embeds.0.title"),
        ({"embeds": [{"description": "t" * 4097}]}, "embeds.0.description"),
        ({"embeds": [{"footer": {"text": "t" * 2049}}]}, "embeds.0.footer.text"),
        ({"embeds": [{"author": {"name": "t" * 257}}]}, "embeds.0.author.name"),
        ({"embeds": [{"fields": [{"name": "a", "value": "b"}] * 26}]}, "embeds.0.fields"),
        ({"embeds": [{"fields": [{"name": "", "value": "b"}]}]}, "embeds.0.fields.0.name"),
        ({"embeds": [{"fields": [{"name": "a", "value": "b" * 1025}]}]}, "embeds.0.fields.0.value"),
        ({"embeds": [{"description": "t" * 3001}] * 2}, "embeds"),
        ({"content": "x", "components": rows(6)}, "components"),
        ({"content": "x", "components": [button()]}, "components.0.type"),
        ({"content": "x", "components": [row()]}, "components.0.components"),
        (
            {"content": "x", "components": [row(*[button(custom_id=str(i)) for i in range(6)])]},
            "components.0.components",
        ),
        ({"content": "x", "components": [row(button(), menu())]}, "components.0.components"),
        (
            {"content": "x", "components": [row(button(), button())]},
            "components.0.components.1.custom_id",
        ),
        (
            {"content": "x", "components": [row(button(custom_id="c" * 101))]},
            "components.0.components.0.custom_id",
        ),
        (
            {"content": "x", "components": [row(button(custom_id=None))]},
            "components.0.components.0.custom_id",
        ),
        (
            {"content": "x", "components": [row(button(label="l" * 81))]},
            "components.0.components.0.label",
        ),
        ({"content": "x", "components": [row(button(label=None))]}, "components.0.components.0"),
        ({"content": "x", "components": [row(button(style=9))]}, "components.0.components.0.style"),
        (
            {"content": "x", "components": [row(button(style=5, custom_id=None))]},
            "components.0.components.0.url",
        ),
        (
            {"content": "x", "components": [row(menu(options=LONG_OPTIONS))]},
            "components.0.components.0.options",
        ),
        (
            {"content": "x", "components": [row(menu(options=[]))]},
            "components.0.components.0.options",
        ),
        (
            {"content": "x", "components": [row(menu(options=LONG_OPTIONS[:1] * 2))]},
            "components.0.components.0.options.1.value",
        ),
        (
            {
                "content": "x",
                "components": [row(menu(options=[{"label": "l" * 101, "value": ""}]))],
            },
            "components.0.components.0.options.0.value",
        ),
        (
            {"content": "x", "components": [row(menu(placeholder="p" * 151))]},
            "components.0.components.0.placeholder",
        ),
        (
            {"content": "x", "components": [row(menu(max_values=2))]},
            "components.0.components.0.max_values",
        ),
        (
            {"content": "x", "components": [row(menu(min_values=2, max_values=1))]},
            "components.0.components.0.min_values",
        ),
        ({"content": "x", "components": [TEXT]}, "components.0.type"),
        ({"content": "x", "components": [TEXT], "flags": V2}, "content"),
        ({"embeds": [{"title": "t"}], "components": [TEXT], "flags": V2}, "embeds"),
        ({"components": [button()], "flags": V2}, "components.0.type"),
        ({"components": [{"type": 10, "content": "x" * 2001}] * 2, "flags": V2}, "components"),
        ({"components": [{"type": 17, "components": [TEXT] * 40}], "flags": V2}, "components"),
        ({"components": [TEXT] * 41, "flags": V2}, "components"),
        ({"components": [{"type": 10}], "flags": V2}, "components.0.content"),
        (
            {"components": [{"type": 9, "components": [TEXT]}], "flags": V2},
            "components.0.accessory",
        ),
        (
            {"components": [{"type": 9, "components": [TEXT], "accessory": TEXT}], "flags": V2},
            "components.0.accessory.type",
        ),
        ({"components": [{"type": 12, "items": []}], "flags": V2}, "components.0.items"),
        (
            {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
            "allowed_mentions",
        ),
        ({"content": "x", "allowed_mentions": {"users": ["1"] * 101}}, "allowed_mentions.users"),
    ],
)
async def test_forms_out_of_order(bot: ABot, table: Channel, body: Body, path: str) -> None:
    """50035, with the path to what is wrong."""
    assert f"In {path}:" in await refused(50035, send(bot, table, body))


async def test_forms_just_in_order(bot: ABot, ana: Person, table: Channel) -> None:
    """The most that is allowed."""
    five = [row(*[button(custom_id=f"{i}/{j}") for j in range(5)]) for i in range(5)]
    await send(bot, table, {"content": "x" * 2000, "components": five, "nonce": "n" * 25})
    await send(bot, table, {"components": [{**TEXT, "content": "x" * 4000}], "flags": V2})
    await send(bot, table, {"components": [TEXT] * 40, "flags": V2})
    await send(bot, table, {"content": "x", "components": [row(menu(options=LONG_OPTIONS[:25]))]})
    assert len(ana.reads(table)) == 4


async def test_a_layout_stays_one(bot: ABot, table: Channel) -> None:
    """The flag cannot be taken back, and a message becomes a layout only without its words."""
    view = discord.ui.LayoutView().add_item(discord.ui.TextDisplay("x"))
    channel = bot.text_channel(table.id)
    layout = await channel.send(view=view)
    await refused(50035, layout.edit(content="words"))
    plain = await channel.send("words")
    path = f"/channels/{table.id}/messages/{plain.id}"
    await refused(50035, bot.ask("PATCH", path, {"components": [TEXT], "flags": V2}))
    body = {"content": None, "components": [TEXT], "flags": V2}
    assert (await bot.ask("PATCH", path, body))["flags"] & V2


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({"title": "", "custom_id": "m"}, "data.title"),
        ({"title": "t" * 46, "custom_id": "m"}, "data.title"),
        ({"title": "t", "custom_id": "c" * 101}, "data.custom_id"),
        ({"title": "t", "custom_id": "m", "components": []}, "data.components"),
        ({"title": "t", "custom_id": "m", "components": [row(button())]}, "type"),
        (
            {"title": "t", "custom_id": "m", "components": [row({"type": 4, "custom_id": "c"})]},
            "data.components.0.components.0.style",
        ),
        (
            {
                "title": "t",
                "custom_id": "m",
                "components": [row({"type": 4, "custom_id": "c", "style": 1, "label": "l" * 46})],
            },
            "data.components.0.components.0.label",
        ),
        (
            {
                "title": "t",
                "custom_id": "m",
                "components": [
                    row(
                        {"type": 4, "custom_id": "c", "style": 1, "label": "l", "value": "v" * 4001}
                    )
                ],
            },
            "data.components.0.components.0.value",
        ),
        (
            {"title": "t", "custom_id": "m", "components": [{"type": 18, "label": "l"}]},
            "data.components.0.component",
        ),
    ],
)
async def test_modals_out_of_order(
    bot: ABot, ana: Person, table: Channel, body: Body, path: str
) -> None:
    """50035."""
    one = (await ana.types(table, "/mute", wait=False)).interaction
    where = f"/interactions/{one.id}/{one.token}/callback"
    assert path in await refused(50035, bot.ask("POST", where, {"type": 9, "data": body}))


async def test_what_is_no_json(bot: ABot, field: PracticeField, table: Channel) -> None:
    """50109."""
    await refused(50109, send(bot, table, []))  # type: ignore[arg-type]


async def test_unknown_channels_and_messages(
    bot: ABot, field: PracticeField, table: Channel
) -> None:
    """10003 and 10008; a forum takes no messages (50008)."""
    await refused(10003, bot.ask("GET", "/channels/1"))
    await refused(10003, bot.ask("POST", "/channels/1/messages", {"content": "x"}))
    await refused(10008, bot.ask("GET", f"/channels/{table.id}/messages/1"))
    forum = field.channel("games")
    await refused(50008, send(bot, forum, {"content": "x"}))


async def test_typing(bot: ABot, table: Channel) -> None:
    """Is taken note of."""
    async with bot.text_channel(table.id).typing():
        pass
