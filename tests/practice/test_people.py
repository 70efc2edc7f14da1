"""People see, type, click, choose and fill in what Discord would let them, and nothing else."""

import discord
import pytest

from bot.practice import Channel, ClientRefuses, Person, PracticeField
from tests.fake_time import FakeTime
from tests.practice.a_bot import ABot


async def test_a_slash_command_is_answered(
    bot: ABot, ana: Person, ben: Person, table: Channel
) -> None:
    """Ana types /swing, and Ben reads what became of it."""
    outcome = await ana.types(table, "/swing card:5c")
    assert outcome.text == "Ana swings 5c."
    assert outcome.took == 0
    assert not outcome.deferred
    assert not outcome.ephemeral
    assert ben.last(table).text == "Ana swings 5c."


async def test_text_without_a_name_is_for_the_first_option(
    bot: ABot, ana: Person, table: Channel
) -> None:
    """As in the client, which opens the first option by itself."""
    assert (await ana.types(table, "/swing 5c and more")).text == "Ana swings 5c and more."


async def test_subcommands(bot: ABot, ana: Person, table: Channel) -> None:
    """Groups, and groups in groups."""
    assert (await ana.types(table, "/game new name:a long one")).text == "new a long one"
    assert (await ana.types(table, "/game mod rewind steps:3")).text == "back 3"
    assert (await ana.types(table, "/game mod rewind")).text == "back 1"


async def test_options_of_every_kind(
    bot: ABot, field: PracticeField, ana: Person, ben: Person, table: Channel
) -> None:
    """Members, numbers, choices, channels, roles and files arrive as what they are."""
    field.add_role("Hosts")
    line = "/typed who:@Ben count:3 house:red loud:True share:0.25 where:#table role:@Hosts file:a"
    outcome = await ana.types(table, line, files={"a": b"contents"})
    assert outcome.text == "('Ben', 3, 'red', True, 0.25, 'table') Hosts contents"
    outcome = await ana.types(table, f"/typed who:{ben.mention} count:3 house:blue")
    assert outcome.text == "('Ben', 3, 'blue', False, 0.5, None) None"


@pytest.mark.parametrize(
    "line",
    [
        "hello",
        "/unknown",
        "/swing",
        "/swing card:",
        "/game",
        "/game over",
        "/game new",
        "/game mod rewind steps:many",
        "/game mod rewind stops:1",
        "/typed who:@Nobody count:3 house:red",
        "/typed who:@Ben count:10 house:red",
        "/typed who:@Ben count:3 house:green",
        "/typed who:@Ben count:3 house:red loud:maybe",
        "/typed who:@Ben count:3 house:red share:half",
        "/typed who:@Ben count:3 house:red where:#games",
        "/typed who:@Ben count:3 house:red where:#nowhere",
        "/typed who:@Ben count:3 house:red file:none.png",
        "/typed who:@Ben who:@Ana count:3 house:red",
        "/mute something",
    ],
)
async def test_the_client_refuses(bot: ABot, ana: Person, table: Channel, line: str) -> None:
    """What the client would not send is not sent."""
    with pytest.raises(ClientRefuses):
        await ana.types(table, line)


async def test_autocompletion(bot: ABot, ana: Person, table: Channel) -> None:
    """Names and values are offered, and what was typed is taken even if it was not offered."""
    assert await ana.completes(table, "/swing card:5") == [("the 5c", "5c"), ("the 5d", "5d")]
    assert len(await ana.completes(table, "/swing", "card")) == 4
    with pytest.raises(ClientRefuses):
        await ana.completes(table, "/game new name:x")
    with pytest.raises(ClientRefuses):
        await ana.completes(table, "/swing")


async def test_buttons(bot: ABot, ana: Person, ben: Person, table: Channel) -> None:
    """An answer for Ben's eyes only is read by him alone."""
    shown = (await ana.types(table, "/swing card:5c")).message
    assert shown is not None
    outcome = await ben.clicks(shown, "My hand")
    assert outcome.text == "5c 6h"
    assert outcome.ephemeral
    assert ben.last(table).text == "5c 6h"
    assert ana.last(table) is shown
    await ana.clicks(shown, "🂡")
    changed = await ana.clicks(shown, "redraw")
    assert changed.message is shown
    assert shown.content == "redrawn"


async def test_buttons_that_do_nothing(bot: ABot, ana: Person, table: Channel) -> None:
    """Links, buttons that are off, and those that are not there."""
    shown = (await ana.types(table, "/swing card:5c")).message
    assert shown is not None
    for button in ("Rules", "Off", "Nothing"):
        with pytest.raises(ClientRefuses):
            await ana.clicks(shown, button)


async def test_nobody_clicks_what_he_does_not_see(
    bot: ABot, ana: Person, ben: Person, table: Channel
) -> None:
    """Another's private answer, or a message that is gone."""
    hidden = (await ana.types(table, "/slow")).message
    assert hidden is not None
    assert hidden.ephemeral
    with pytest.raises(ClientRefuses):
        await ben.clicks(hidden, "anything")
    bot_message = await bot.text_channel(table.id).send("soon gone")
    shown = ana.last(table)
    await bot_message.delete()
    with pytest.raises(ClientRefuses):
        await ana.clicks(shown, "anything")


async def test_menus(bot: ABot, ana: Person, table: Channel) -> None:
    """By label or by value, and not more than may be chosen."""
    shown = (await ana.types(table, "/swing card:5c")).message
    assert shown is not None
    outcome = await ana.chooses(shown, "Pick a card", "5c", "v:6h")
    assert outcome.text == "picked v:5c, v:6h"
    with pytest.raises(ClientRefuses):
        await ana.chooses(shown, "pick", "5c", "5d", "6h")
    with pytest.raises(ClientRefuses):
        await ana.chooses(shown, "pick", "7c")
    with pytest.raises(ClientRefuses):
        await ana.chooses(shown, "no such menu", "7c")


async def test_modals(bot: ABot, ana: Person, ben: Person, table: Channel) -> None:
    """By label or custom id; what is missing or too long stays with the person."""
    shown = (await ana.types(table, "/swing card:5c")).message
    assert shown is not None
    asked = await ana.clicks(shown, "Other")
    for entries in ({}, {"Card": "much too long"}, {"Card": "5c", "When": "now"}):
        with pytest.raises(ClientRefuses):
            await ana.fills(asked, entries)
    with pytest.raises(ClientRefuses):
        await ben.fills(asked, {"Card": "5c"})
    assert (await ana.fills(asked, {"Card": "5c", "why": "I can"})).text == "5c because I can"
    with pytest.raises(ClientRefuses):
        await ana.fills(asked, {"Card": "5c"})


async def test_menus_of_people(
    field: PracticeField, ana: Person, ben: Person, table: Channel
) -> None:
    """People are chosen by who they are."""
    bot = ABot()

    @bot.tree.command()
    async def duel(interaction: discord.Interaction) -> None:
        """Choose whom."""
        menu: discord.ui.UserSelect[discord.ui.View] = discord.ui.UserSelect(custom_id="whom")

        async def chosen(interaction: discord.Interaction) -> None:
            await interaction.response.send_message(menu.values[0].display_name)

        menu.callback = chosen  # type: ignore[method-assign]
        view = discord.ui.View().add_item(menu)
        await interaction.response.send_message("whom?", view=view)

    async with field.plays(bot):
        shown = (await ana.types(table, "/duel")).message
        assert shown is not None
        assert (await ana.chooses(shown, "whom", ben)).text == "Ben"


async def test_persistent_buttons(bot: ABot, ana: Person, table: Channel) -> None:
    """A DynamicItem is found by its custom id."""
    shown = (await ana.types(table, "/persistent")).message
    assert shown is not None
    assert (await ana.clicks(shown, "5c")).text == "played 5c"


async def test_which_commands_are_offered(
    bot: ABot, field: PracticeField, ana: Person, table: Channel
) -> None:
    """By permissions and contexts; an administrator is offered everything."""
    plain = ["follow", "mute", "panel", "persistent", "slow", "swing", "typed"]
    assert field.commands == sorted([*plain, "game mod rewind", "game new", "settings"])
    assert set(ana.commands(table)) == {*plain, "game mod rewind", "game new"}
    assert "settings" in ana.commands()  # in direct messages nobody manages anything
    assert "settings" in field.owner.commands(table)
    field.give(ana, field.add_role("Hosts", "manage_guild"))
    assert "settings" in ana.commands(table)
    assert "game new" not in ana.commands()
    field.let(table, ana, use_application_commands=False)
    assert ana.commands(table) == []


async def test_direct_messages_and_notifications(
    bot: ABot, field: PracticeField, ana: Person, ben: Person, table: Channel
) -> None:
    """A direct message buzzes, a mention does if it is allowed, plain talk does not."""
    user = await bot.fetch_user(ana.id)
    await user.send("your hand: 5c")
    channel = bot.text_channel(table.id)
    await channel.send("all quiet")
    await channel.send(f"{ana.mention}: your turn", allowed_mentions=discord.AllowedMentions.none())
    await channel.send(f"{ana.mention}: your turn")
    await channel.send(f"{ana.mention}: psst", silent=True)
    told = [(each.why, each.text, each.silent) for each in ana.notifications]
    assert told == [
        ("direct", "your hand: 5c", False),
        ("mention", f"{ana.mention}: your turn", False),
        ("mention", f"{ana.mention}: psst", True),
    ]
    assert [each.text for each in ana.reads()] == ["your hand: 5c"]
    assert ben.notifications == []
    assert ben.reads() == []


async def test_a_layout_shows_nothing_in_a_notification(
    bot: ABot, field: PracticeField, ana: Person, ben: Person, table: Channel
) -> None:
    """Which is why what must notify is plain content."""
    view = discord.ui.LayoutView().add_item(discord.ui.TextDisplay(f"{ana.mention}: your turn"))
    await bot.text_channel(table.id).send(view=view)
    assert [(each.why, each.text) for each in ana.notifications] == [("mention", "")]


async def test_mentions_of_roles_and_everybody(
    bot: ABot, field: PracticeField, ana: Person, ben: Person, table: Channel
) -> None:
    """A role that can be mentioned buzzes its members; everybody needs a permission."""
    hosts, guests = field.add_role("Hosts", mentionable=True), field.add_role("Guests")
    field.give(ana, hosts)
    field.give(ben, guests)
    channel = bot.text_channel(table.id)
    await channel.send(f"<@&{hosts.id}> <@&{guests.id}> @everyone")
    assert [each.why for each in ana.notifications] == ["role"]
    assert ben.notifications == []
    field.let(table, field.bot, mention_everyone=True)
    await channel.send("@everyone")
    assert [each.why for each in ben.notifications] == ["everyone"]


async def test_commands_in_direct_messages(bot: ABot, ana: Person) -> None:
    """There is no member and no guild there."""
    assert (await ana.types(ana.direct, "/swing card:5c")).text == "Ana swings 5c."
    with pytest.raises(ClientRefuses):
        await ana.types(ana.direct, "/game new name:x")


async def test_an_answer_that_never_comes(
    bot: ABot, ana: Person, table: Channel, time: FakeTime
) -> None:
    """Discord says so after 3 seconds."""
    outcome = await ana.types(table, "/mute", wait=False)
    assert not outcome.answered
    assert not outcome.failed
    await time.advance(3.5)
    assert (await outcome.settled()).failed
    with pytest.raises(TimeoutError):
        await (await ana.types(table, "/mute", wait=False)).settled(patience=0.01)


async def test_a_layout_with_a_file(bot: ABot, ana: Person, table: Channel) -> None:
    """Files are found under the names that a layout gives them, and can be fetched."""
    outcome = await ana.types(table, "/panel")
    assert outcome.text == "**The table**"
    assert outcome.message is not None
    [file] = outcome.message.attachments
    assert await bot.http.get_from_cdn(file.url) == b"png"
    section = outcome.message.components[0]["components"][0]
    assert section["accessory"]["media"]["url"] == file.url


async def test_what_people_write(field: PracticeField, ana: Person, table: Channel) -> None:
    """Without the intent a bot reads what is for it: direct messages, and where it is named."""
    bot = ABot(discord.Intents(guilds=True, messages=True))
    async with field.plays(bot):
        assert bot.user is not None
        ana.says(table, "hello")
        ana.says(table, f"hello {bot.user.mention}")
        ana.says(ana.direct, "hello you")
        await field.settle()
        assert [each.content for each in bot.heard] == [
            "",
            f"hello {bot.user.mention}",
            "hello you",
        ]
    field.let(table, ana, send_messages=False)
    with pytest.raises(ClientRefuses):
        ana.says(table, "hello")


async def test_a_channel_that_he_does_not_see(
    bot: ABot, field: PracticeField, ana: Person, ben: Person, table: Channel
) -> None:
    """Nothing is read there, nothing typed, and nothing buzzes."""
    field.let(table, ana, view_channel=False)
    await bot.text_channel(table.id).send(f"{ana.mention}: psst")
    assert ana.reads(table) == []
    assert ana.notifications == []
    with pytest.raises(ClientRefuses):
        ana.last(table)
    with pytest.raises(ClientRefuses):
        await ana.types(table, "/swing card:5c")


async def test_who_has_left_or_whose_channel_is_gone(
    bot: ABot, field: PracticeField, ana: Person, ben: Person, table: Channel
) -> None:
    """Can do nothing there any more, not even send off what was open before him."""
    shown = (await ana.types(table, "/swing card:5c")).message
    assert shown is not None
    asked, also = await ana.clicks(shown, "Other"), await ben.clicks(shown, "Other")
    ana.leaves(field.guild)
    for attempt in (
        ana.clicks(shown, "My hand"),
        ana.fills(asked, {"Card": "5c"}),
        ana.types(table, "/swing card:5c"),
    ):
        with pytest.raises(ClientRefuses):
            await attempt
    field.delete(table)
    for attempt in (
        ben.clicks(shown, "My hand"),
        ben.fills(also, {"Card": "5c"}),
        ben.types(table, "/swing card:5c"),
    ):
        with pytest.raises(ClientRefuses):
            await attempt
    with pytest.raises(ClientRefuses):
        ben.says(table, "x")
