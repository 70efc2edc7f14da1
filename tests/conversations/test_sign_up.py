"""Sign-ups by command: where they are, who may open them, who is drawn, and when they begin."""

import pytest

from bot.practice import Person
from tests.evening import SEND, Evening, texts
from tests.practice.impatience import hurry


async def test_more_than_needed_are_drawn_by_lot(evening: Evening) -> None:
    """Five for three seats: two substitutes; each plays or waits, nobody else is told a hand."""
    thread = await evening.starts(names="Ana Ben Cho Dee Eli")
    assert "Substitutes, in this order: " in evening.story(thread)
    seated = set((await evening.game(thread)).names)
    for name in evening.people:
        hands = texts(evening[name].reads()).count("Your hand: ")
        assert hands == (name in seated)


async def test_with_too_few_it_stays_open_until_the_last_one_joins(evening: Evening) -> None:
    """PC-2: said once when the time is over, and the third starts the game at once."""
    await evening.signs_up("hours:1", names="Ana Ben")
    thread = evening.thread
    await evening.time.advance(3601)
    await evening.settle()
    assert "1 player missing" in evening.host.last(thread).text
    await evening["Cho"].types(evening.channel, "/in")  # only one sign-up is open
    await evening.settle()
    assert "Inning 1." in evening.story(thread)


async def test_its_time_is_over_with_enough(evening: Evening) -> None:
    """The clock closes it; nobody need do anything."""
    thread = await evening.opens("hours:1")
    for name in ("Ana", "Ben", "Cho"):
        await evening[name].types(thread, "/in")
    await evening.time.advance(3601)
    await evening.settle()
    assert "Inning 1." in evening.story(thread)


async def test_in_and_out(evening: Evening) -> None:
    """Each says what it did; what makes no sense is refused, and nothing is changed."""
    thread = await evening.opens()
    ana = evening["Ana"]
    await evening.refuses(ana.types(thread, "/out"), "You are not in, so you cannot leave.")
    await ana.types(thread, "/in")
    await evening.refuses(ana.types(thread, "/in"), "You are in already.")
    assert (await ana.types(thread, "/out")).text == "You are out again."
    await evening.refuses(ana.types(evening.channel, "/out"), "You are in no sign-up that is open.")
    await evening.refuses(ana.types(ana.direct, "/in"), "Sign-ups are on a server")


async def test_closing_with_too_few_and_cancelling(evening: Evening) -> None:
    """Closing says how many are missing; a cancelled list takes nobody."""
    thread = await evening.opens()
    await evening["Ana"].types(thread, "/in")
    await evening.refuses(
        evening.host.types(thread, "/game close"), "wait for 2 more, or use `/game cancel`"
    )
    assert (await evening.host.types(thread, "/game cancel")).text == "The sign-up is cancelled."
    await evening.settle()
    assert "The sign-up is cancelled." in evening.story(thread)
    await evening.refuses(evening["Ben"].types(thread, "/in"), "No sign-up is open here.")


async def test_the_list_shows_what_is_open_and_what_runs(evening: Evening) -> None:
    """To everybody, in private, with links."""
    assert (
        "No game is running here"
        in (await evening["Dee"].types(evening.channel, "/game list")).text
    )
    running, opened = await evening.starts(), await evening.opens()
    shown = await evening["Dee"].types(evening.channel, "/game list")
    assert shown.ephemeral
    assert f"running, https://discord.com/channels/{running.guild_id}/{running.id}" in shown.text
    assert f"sign-up, https://discord.com/channels/{opened.guild_id}/{opened.id}" in shown.text


async def test_nobody_else_opens_closes_or_cancels(evening: Evening) -> None:
    """Only hosts; with the host role it works at once."""
    thread = await evening.opens()
    ana = evening["Ana"]
    for line in ("/game open game:pitch-and-catch", "/game close", "/game cancel"):
        await evening.refuses(ana.types(thread, line), "Only this server's game hosts")
    role = evening.field.add_role("Umpires")
    evening.field.give(ana, role)
    await evening.hears()
    await evening.refuses(
        ana.types(evening.channel, "/game open game:pitch-and-catch options:true"),
        "Only this server's game hosts",
    )
    await evening.host.types(evening.channel, "/settings host-role role:@Umpires")
    assert (await ana.types(thread, "/game cancel")).text == "The sign-up is cancelled."
    await evening.host.types(evening.channel, "/settings host-role")
    await evening.refuses(
        ana.types(evening.channel, "/game open game:pitch-and-catch"),
        "Only this server's game hosts",
    )


async def test_the_settings_are_the_managers(evening: Evening) -> None:
    """Others are not even offered the command; a channel set there is the usual place."""
    ana = evening["Ana"]
    assert not [line for line in ana.commands(evening.channel) if line.startswith("settings")]
    cards = evening.field.add_channel("cards")
    await evening.hears()
    said = await evening.host.types(evening.channel, "/settings channel channel:#cards")
    assert f"<#{cards.id}>" in said.text
    thread = await evening.opens()
    assert thread.parent_id == cards.id


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("/game open game:pitch-and-catch players:8", ["Players is 3 to 7"]),
        ("/game open game:pitch-and-catch players:3 house:3", ["xpected 0 to 2 house players"]),
    ],
)
async def test_what_makes_no_sense_opens_nothing(
    evening: Evening, line: str, words: list[str]
) -> None:
    """X-13: a plain sentence, no thread, no post."""
    await evening.refuses(evening.host.types(evening.channel, line), *words)
    await evening.settle()
    assert evening.field.threads(evening.channel) == []
    assert evening.story(evening.channel).count("sign up") == 0


async def test_options_that_do_not_exist(evening: Evening) -> None:
    """The form answers with what there is."""
    form = await evening.host.types(evening.channel, "/game open game:pitch-and-catch options:true")
    await evening.refuses(
        evening.host.fills(form, {"options": "hand_size=5\nfoul=on"}),
        "expected an option of pitch-and-catch".capitalize(),
    )
    assert evening.field.threads(evening.channel) == []


# --- where ---------------------------------------------------------------------------------------


async def test_a_forum_gets_a_post_with_its_tag(evening: Evening) -> None:
    """The tag for sign-ups where there is one."""
    forum = evening.field.add_forum("boards", tags=("news", "Sign-up"))
    await evening.hears()
    thread = await evening.opens("where:#boards")
    assert thread.parent_id == forum.id
    assert thread.thread is not None
    named = {tag.id: tag.name for tag in forum.tags}
    assert [named[tag] for tag in thread.thread.tags] == ["Sign-up"]
    await evening["Ana"].types(thread, "/in")


async def test_a_required_tag_is_honoured(evening: Evening) -> None:
    """Any, where none is for sign-ups."""
    evening.field.add_forum("boards", tags=("news",), tag_needed=True)
    await evening.hears()
    thread = await evening.opens("where:#boards")
    assert thread.thread is not None
    assert len(thread.thread.tags) == 1


async def test_without_threads_the_channel_itself(evening: Evening) -> None:
    """Because it is wished for, or because we may not open any."""
    assert await evening.opens("thread:false") == evening.channel
    await evening.host.types(evening.channel, "/game cancel")
    evening.field.let(evening.channel, evening.field.bot, create_public_threads=False)
    await evening.hears()
    assert await evening.opens() == evening.channel
    await evening["Ana"].types(evening.channel, "/in")


async def test_where_we_may_not_write(evening: Evening) -> None:
    """It says what is missing, and opens nothing."""
    evening.field.let(evening.channel, evening.field.bot, send_messages=False)
    await evening.hears()
    await evening.refuses(
        evening.host.types(evening.channel, "/game open game:pitch-and-catch"), "I may not write in"
    )


async def test_house_players_fill_the_rest(evening: Evening) -> None:
    """One person and two house players are a table."""
    thread = await evening.opens("house:2")
    await evening["Ana"].types(thread, "/in")
    await evening.host.types(thread, "/game close")
    await evening.settle()
    assert "Ana" in (await evening.game(thread)).names


async def test_a_direct_message_that_does_not_get_through(evening: Evening) -> None:
    """Whoever joins is told at once, alone, and plays with `/hand`."""
    thread = await evening.opens()
    ana: Person = evening["Ana"]
    ana.closes_direct_messages()
    said = await ana.types(thread, "/in")
    assert said.text.startswith("You are in.")
    assert "I cannot write to you" in said.text
    assert said.ephemeral


async def test_what_discord_fumbles_on_the_way_to_a_game_stands_there_once(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The announcement of a thread, and the greeting: discord.py sends them again by itself."""
    hurry(monkeypatch)
    ana = evening["Ana"]
    evening.field.faults.answer(SEND, 502, after=True)
    thread = await evening.opens()
    announced = [one for one in evening.posts(evening.channel) if "A new game" in one.text]
    assert len(announced) == 1
    evening.field.faults.answer(SEND, 502, after=True)
    assert (await ana.types(thread, "/in")).text.startswith("You are in.")
    assert [one.text for one in ana.reads() if "You are in." in one.text] == [ana.last().text]
