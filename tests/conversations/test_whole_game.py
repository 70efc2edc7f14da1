"""Games from the sign-up to the record, and what players can ask for and leave on the way."""

import pytest

from tests.evening import NAMES, Evening, texts


@pytest.mark.parametrize(
    ("seats", "options"),
    [(3, "hand_size=3\ntie=extra-innings"), (7, "hand_size=2")],
)
async def test_a_whole_game(evening: Evening, seats: int, options: str) -> None:
    """Hands come by direct message, the story stands in the thread, the end brings the record.

    Commands and buttons by turns.
    """
    asked = await evening.host.types(
        evening.channel, f"/game open game:pitch-and-catch players:{seats} pace:fast options:true"
    )
    thread = await evening.opened(await evening.host.fills(asked, {"options": options}))
    assert evening.field.threads(evening.channel) == [thread]
    shown = ", ".join(options.split("\n"))
    assert f"Options: pitch-and-catch ({shown})" in evening.story()
    names = NAMES[:seats]
    for name in names:
        joined = await evening[name].types(thread, "/in")
        assert joined.text.startswith("You are in.")
        assert joined.ephemeral
    await evening.host.types(thread, "/game close")
    await evening.settle()

    for name in names:
        hand = await evening.hand(thread, evening[name])
        assert len(hand) == int(options.split("\n")[0].removeprefix("hand_size="))
        dealt = texts(evening[name].reads())
        assert "Your hand: " in dealt
        shown = (await evening[name].types(thread, "/hand")).text.splitlines()[-1]
        assert shown in dealt
        others = [texts(evening[other].reads()) for other in names if other != name]
        assert not any(shown in letters for letters in others)

    acts = 0
    while (await evening.game()).outcome is None:
        who, line = await evening.at_turn(), (await evening.legal())[0]
        done = await (who.types(thread, line) if acts % 2 else evening.acts(who))
        assert done.text.startswith("Done: "), done.text
        assert done.ephemeral
        await evening.settle()
        acts += 1

    story = evening.story()
    assert all(f"Inning {number}." in story for number in range(1, seats + 1))
    end = evening.host.last(thread)
    assert "wins" in end.text or "share the win" in end.text
    (file,) = end.attachments
    assert file.name.endswith(".box")
    whole = await evening["Ida"].types(thread, "/record")
    assert whole.message is not None
    assert whole.message.attachments[0].content == file.content
    await evening.refuses(evening["Ana"].types(thread, "/pass"), "The game is over.")


async def test_before_the_turn_an_answer_waits(evening: Evening) -> None:
    """It is said that it waits, and at the turn it acts; nobody else hears of it before."""
    thread = await evening.starts()
    pitcher = await evening.at_turn(thread)
    await pitcher.types(thread, (await evening.legal(thread))[-1])
    await evening.settle()
    at = await evening.game(thread)
    first, second = (evening[at.names[seat]] for seat in at.asked)
    story = evening.story(thread)

    early = await second.types(thread, "/pass")
    assert early.text.startswith("Left for your turn; until then you can change it.")
    await evening.settle()
    assert evening.story(thread) == story

    await first.types(thread, "/pass")
    await evening.settle()
    assert f"{first.name} and {second.name} pass." in evening.story(thread)


async def test_a_plan_at_the_own_turn_is_done_at_once(evening: Evening) -> None:
    """It says what was done, and what else is left; nobody has to guess which of them it was."""
    thread = await evening.starts()
    pitcher = await evening.at_turn()
    await pitcher.types(thread, (await evening.legal())[-1])
    await evening.settle()
    first, _ = await evening.asked()
    await first.types(thread, "/plan answer:pitch highest")
    said = await first.types(thread, "/plan answer:pass")
    assert said.text.startswith("Done: `pass`.")
    assert "Left for later: Pitch highest" in said.text
    await evening.settle()
    assert f"{first.name} passes." in evening.story()


async def test_the_form_shows_changes_and_takes_back_what_is_left(evening: Evening) -> None:
    """From the panel of `/plan`, with what is left in its lines; an empty line takes one back."""
    thread = await evening.starts()
    pitcher = await evening.at_turn(thread)
    other = next(who for who in map(evening.__getitem__, ("Ana", "Ben")) if who is not pitcher)

    form = await evening.form(other, thread)
    left = await other.fills(form, {"Swing": "lowest up to 9 else pass", "Catch": "pass"})
    assert "Swing lowest up to 9, else pass" in left.text
    assert "Pass (field)" in left.text

    form = await evening.form(other, thread)
    assert form.modal is not None
    lines = [line["component"].get("value") for line in form.modal["components"][1:]]
    assert lines == ["swing lowest up to 9 else pass", "field pass", None]
    await other.fills(form, {"Swing": "", "Catch": "field highest"})
    shown = await other.types(thread, "/hand")
    assert "Left for later: Field highest" in shown.text
    assert "Swing" not in shown.text

    form = await evening.form(other, thread)
    wrong = await other.fills(form, {"Next pitch": "the blue one", "Catch": ""})
    assert "Expected" in wrong.text
    assert "Left for later: Field highest" in (await other.types(thread, "/hand")).text

    withdrawn = await other.types(thread, "/plan withdraw:true")
    assert withdrawn.text.startswith("Taken back.")
    assert "Left" not in (await other.types(thread, "/hand")).text


async def test_a_game_from_direct_messages(evening: Evening) -> None:
    """There the only game that waits for somebody is meant, and its answer says which it was."""
    thread = await evening.starts()
    pitcher = await evening.at_turn(thread)
    done = await pitcher.types(pitcher.direct, (await evening.legal(thread))[0])
    assert done.text.startswith("Pitch & Catch, https://discord.com/channels/")
    assert str(thread.id) in done.text
    assert "Done: `pitch" in done.text


async def test_waiting_lists_what_waits_with_links(evening: Evening) -> None:
    """The turn first, then windows that are open; in a direct message too."""
    first, second = await evening.starts(), await evening.starts()
    pitcher = await evening.at_turn(first)
    shown = await pitcher.types(pitcher.direct, "/waiting")
    deadline = (await evening.game(first)).clock.deadline
    assert f"It is your turn, until <t:{deadline}:f> (<t:{deadline}:R>)." in shown.text
    assert str(first.id) in shown.text
    busy = (pitcher, await evening.at_turn(second))
    idle = next(evening[name] for name in ("Ana", "Ben", "Cho") if evening[name] not in busy)
    assert (await idle.types(second, "/waiting")).text == "No game waits for you."


async def test_several_games_are_told_apart(evening: Evening) -> None:
    """Where several wait the caller is asked, and the option offers them with what they want."""
    first, second = await evening.starts(), await evening.starts()
    pitcher = await evening.at_turn(first)
    await pitcher.types(first, (await evening.legal(first))[0])
    pitcher = await evening.at_turn(second)
    await pitcher.types(second, (await evening.legal(second))[0])
    both = {(await evening.game(first)).id, (await evening.game(second)).id}
    waits = [
        evening.people[name]
        for name in ("Ana", "Ben", "Cho")
        if await evening.is_asked(first, name) and await evening.is_asked(second, name)
    ]
    for who in waits:
        asked = await who.types(evening.channel, "/pass")
        assert asked.text.startswith("Several games can be meant here")
        offered = await who.completes(evening.channel, "/pass game:", "game")
        assert {value for _, value in offered} == both
        named = await who.types(evening.channel, f"/pass game:{offered[0][1]}")
        assert named.text.splitlines()[1].startswith(("Done", "Left"))
    assert waits
