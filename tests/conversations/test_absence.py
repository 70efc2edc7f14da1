"""Players who give up, do not answer, or have left the server, and who takes their seats."""

from __future__ import annotations

import re

import pytest

from bot.practice import Channel, Person
from bot.practice.rest.call import Call
from games.pace import PRESETS
from games.table import Table
from storage.store import StoredGame
from tests.evening import SEND, Evening, labels, refused, texts

DAY = 24 * 3600


@pytest.fixture
def heartbeat() -> int | None:
    """Days go by here."""
    return None


async def seat_of(evening: Evening, thread: Channel, who: Person) -> int:
    """Where somebody sits."""
    seat = (await evening.stored(thread)).seat_of(who.id)
    assert seat is not None
    return seat


async def journal(evening: Evening, actor: str = "house") -> list[str]:
    """The lines of an actor in the newest game, with their notes."""
    rows = await evening.bot.store.journal(evening.id)
    return [f"{row.action}  # {row.note}" for row in rows if row.actor == actor]


async def missing(evening: Evening, thread: Channel, who: Person) -> int | None:
    """Since when somebody is not found on the server."""
    stored: StoredGame = await evening.stored(thread)
    return next(one.missing for one in stored.seatings if one.user == who.id)


async def due(evening: Evening, thread: Channel) -> int:
    """When the time of whoever is at turn runs out."""
    deadline = (await evening.game(thread)).clock.deadline
    assert deadline is not None
    return deadline


def is_reminder(call: Call) -> bool:
    """Whether the bot sends a reminder."""
    return "It is your turn in " in str(call.json)


async def resigns(who: Person, thread: Channel) -> str:
    """Somebody gives up, and is sure of it."""
    asked = await who.types(thread, "/resign")
    assert asked.message is not None
    return (await who.clicks(asked.message, "Resign")).text


# --- resigning -----------------------------------------------------------------------------------


async def test_resigning_asks_back(evening: Evening) -> None:
    """In private, saying what it does; nothing has happened before the button is tapped."""
    thread = await evening.starts()
    pitcher = await evening.at_turn(thread)
    version = (await evening.game(thread)).version
    asked = await pitcher.types(thread, "/resign")
    assert asked.ephemeral
    for words in ("for good", "the rules answer for your seat", "recorded as a resignation"):
        assert words in asked.text
    assert asked.message is not None
    assert labels(asked.message) == ["Resign"]
    assert (await evening.game(thread)).version == version
    done = await pitcher.clicks(asked.message, "Resign")
    assert done.text.startswith("You have resigned.")
    await evening.settle()
    assert f"{pitcher.name} has resigned" in evening.story(thread)
    refused(await pitcher.types(thread, "/hand"), "You do not play in this game.")


async def test_a_resignation_is_recorded_as_one(evening: Evening) -> None:
    """Apart from losing, being removed, and forfeiting."""
    thread = await evening.starts()
    pitcher = await evening.at_turn(thread)
    seat = await seat_of(evening, thread, pitcher)
    await resigns(pitcher, thread)
    assert await journal(evening) == [f"resign p{seat + 1}  # resigned"]
    assert (await evening.game(thread)).players[seat].kind == "resigned"


async def test_the_next_substitute_takes_over_from_who_resigns(evening: Evening) -> None:
    """With hand and score, told in private with the hand; the decision has its full time."""
    thread = await evening.starts(names="Ana Ben Cho Dee")
    at = await evening.game(thread)
    (waiting,) = [evening[name] for name in ("Ana", "Ben", "Cho", "Dee") if name not in at.names]
    pitcher = await evening.at_turn(thread)
    hand = await evening.hand(thread, pitcher)
    seat = await seat_of(evening, thread, pitcher)
    await evening.time.advance(20 * 3600)
    assert f"{waiting.name} takes over your hand" in await resigns(pitcher, thread)
    await evening.settle()
    after = await evening.game(thread)
    assert after.names[seat] == waiting.name
    assert await evening.hand(thread, waiting) == hand
    assert await journal(evening) == [f'replace p{seat + 1} "{waiting.name}"  # resigned']
    assert f"You have taken over the seat of {pitcher.name} in Pitch & Catch." in texts(
        waiting.reads()
    )
    assert "Your hand: " in waiting.reads()[-1].text
    assert "Your seat" not in texts(pitcher.reads())  # who gives it up knows
    assert after.clock.deadline == evening.time.now() + PRESETS["daily"].window


async def test_an_old_button_resigns_no_other_seat(evening: Evening) -> None:
    """Whoever was replaced meanwhile gives up nothing."""
    thread = await evening.starts()
    pitcher = await evening.at_turn(thread)
    asked = await pitcher.types(thread, "/resign")
    assert asked.message is not None
    seat = await seat_of(evening, thread, pitcher)
    await evening.host.types(thread, f"/mod replace seat:p{seat + 1} by:@Dee")
    refused(await pitcher.clicks(asked.message, "Resign"), "You do not play in this game.")
    assert (await evening.game(thread)).names[seat] == "Dee"


@pytest.mark.parametrize("stopped", ["a pause", "a rewind that is asked"])
async def test_resigning_while_the_game_stands_still(evening: Evening, stopped: str) -> None:
    """Nobody has to wait for the end of a pause to give up, nor for a vote on a rewind."""
    thread = await evening.starts()
    await (await evening.at_turn(thread)).types(thread, (await evening.legal(thread))[0])
    order = "pause hours:5" if stopped == "a pause" else "rewind moves:1"
    await evening.host.types(thread, f"/mod {order}")
    second = (await evening.asked(thread))[1]
    seat = await seat_of(evening, thread, second)
    assert (await resigns(second, thread)).startswith("You have resigned.")
    after = await evening.game(thread)
    assert after.players[seat].kind == "resigned"
    assert after.clock.pause is not None


async def test_the_last_player_who_resigns_leaves_the_game_to_its_end(evening: Evening) -> None:
    """Rules and house players go on by themselves."""
    thread = await evening.starts("house:2", names="Ana")
    ana = evening["Ana"]
    await resigns(ana, thread)
    await evening.settle()
    assert not await evening.runs(thread)
    (line,) = re.findall(r"\d\. Ana: .*", evening.story(thread))
    assert "resigned in inning 1" in line


async def test_the_same_tap_twice_resigns_once(evening: Evening) -> None:
    """Whether Discord delivers it twice, or the player taps twice."""
    thread = await evening.starts()
    pitcher = await evening.at_turn(thread)
    asked = await pitcher.types(thread, "/resign")
    assert asked.message is not None
    evening.field.faults.duplicate_interactions()
    await pitcher.clicks(asked.message, "Resign")
    await evening.settle()
    assert len(await journal(evening)) == 1
    assert evening.story(thread).count("has resigned") == 1


async def test_who_does_not_play_cannot_resign(evening: Evening) -> None:
    """Nor can anybody in a game that is over, or has not begun."""
    thread = await evening.starts()
    await evening.refuses(evening["Dee"].types(thread, "/resign"), "You do not play in this game.")
    player = await evening.at_turn(thread)
    asked = await player.types(thread, "/resign")
    assert asked.message is not None
    await evening.abandons(thread)
    await evening.refuses(player.types(thread, "/resign"), "The game is over.")
    await evening.refuses(player.clicks(asked.message, "Resign"), "The game is over")
    other = await evening.opens()
    await player.types(other, "/in")
    await evening.refuses(player.types(other, "/resign"), "That game has not begun")


# --- reminders and time-outs ---------------------------------------------------------------------


async def test_a_reminder_can_be_the_last_of_a_turn(evening: Evening) -> None:
    """By its button; the turn ends when it would have, and the next one reminds anew."""
    thread = await evening.starts()
    silent = await evening.at_turn(thread)
    deadline = (await evening.game(thread)).clock.deadline
    await evening.time.advance(DAY / 2 + 1)
    await evening.settle()
    reminder = silent.reads()[-1]
    assert "It is your turn in " in reminder.text
    assert labels(reminder)[0] == "Act"
    assert "Not again this turn" in labels(reminder)
    said = await silent.clicks(reminder, "Not again this turn")
    assert said.text.startswith("You are not reminded again of this turn.")
    assert (await evening.game(thread)).clock.deadline == deadline
    told = len(silent.reads())
    await evening.time.advance(DAY / 2 - 60)
    await evening.settle()
    assert len(silent.reads()) == told
    await silent.types(thread, (await evening.legal(thread))[0])
    await evening.settle()
    other = await evening.at_turn(thread)
    told = len(other.reads())
    await evening.time.advance(DAY / 2 + 1)
    await evening.settle()
    assert "It is your turn in " in other.reads()[-1].text


async def test_who_is_late_is_told_of_the_extension_and_reminded_in_it(evening: Evening) -> None:
    """A message with the new deadline and one reminder, each once, whatever restarts between."""
    thread = await evening.starts()
    silent = await evening.at_turn(thread)
    deadlines = [await due(evening, thread)]
    await evening.time.advance(DAY - 60)
    await evening.settle()
    told = len(silent.reads())
    await evening.time.advance(120)
    await evening.settle()
    for _ in range(2):
        await evening.bot.close()
        async with evening.open():
            deadlines.append(await due(evening, thread))
            await evening.time.advance(deadlines[-1] - evening.time.now() - 60)
            await evening.settle()
            await evening.bot.close()
    added, reminder = [one.text for one in silent.reads()[told:]]
    assert f"is extended by itself until <t:{deadlines[0] + DAY}:f>" in added
    assert f"It is your turn in Pitch & Catch, until <t:{deadlines[1]}:f>" in reminder


async def test_who_is_late_can_have_silence_for_the_rest_of_the_turn(evening: Evening) -> None:
    """By the button below the message of the extension: no second one, and no reminder more."""
    thread = await evening.starts()
    silent = await evening.at_turn(thread)
    await evening.time.advance(DAY + 60)
    await evening.settle()
    added = silent.reads()[-1]
    assert "is extended by itself" in added.text
    said = await silent.clicks(added, "Not again this turn")
    assert said.text.startswith("You are not reminded again of this turn.")
    told = len(silent.reads())
    await evening.time.advance(2 * DAY - 120)
    await evening.settle()
    assert len(silent.reads()) == told
    assert evening.story(thread).count("is extended by itself") == 2


async def test_a_reminder_that_comes_too_late_does_not_come(evening: Evening) -> None:
    """Discord takes no messages for half an hour, and meanwhile the turn is played."""
    thread = await evening.starts()
    silent = await evening.at_turn(thread)
    held = evening.field.faults.answer(SEND, 503, times=10**6, where=is_reminder)
    await evening.time.advance(DAY / 2 + 1)
    assert held.struck
    await silent.types(thread, (await evening.legal(thread))[0])
    held.release()
    await evening.time.advance(1800)
    await evening.settle()
    assert "It is your turn in " not in texts(silent.reads())


async def test_a_reminder_that_an_outage_holds_up_tells_the_time_as_it_is_then(
    evening: Evening,
) -> None:
    """The bot stops before it is posted, and has to give back what the stop took."""
    thread = await evening.starts()
    silent = await evening.at_turn(thread)
    before = await due(evening, thread)
    held = evening.field.faults.answer(SEND, 503, times=10**6, where=is_reminder)
    await evening.time.advance(DAY / 2 + 1)
    assert held.struck
    await evening.bot.close()
    held.release()
    await evening.time.advance(3 * 3600)
    async with evening.open():
        await evening.time.advance(1800)
        await evening.settle()
        deadline = await due(evening, thread)
        (reminder,) = [one.text for one in silent.reads() if "It is your turn in " in one.text]
    assert deadline >= before + 3 * 3600
    assert f"until <t:{deadline}:f> (<t:{deadline}:R>)" in reminder


async def test_the_button_of_an_old_reminder_silences_no_other_turn(evening: Evening) -> None:
    """It names the decision that it was for, and is refused when that is over."""
    thread = await evening.starts()
    silent = await evening.at_turn(thread)
    await evening.time.advance(DAY / 2 + 1)
    await evening.settle()
    reminder = silent.reads()[-1]
    await silent.types(thread, (await evening.legal(thread))[0])
    await evening.refuses(
        silent.clicks(reminder, "Not again this turn"), "That decision is no longer open."
    )


async def is_silent(evening: Evening, thread: Channel, seat: int) -> Table:
    """Somebody answers no more, and all others pass, until nobody waits for that person."""
    silent = (await evening.game(thread)).players[seat]
    for _ in range(60):
        at = await evening.game(thread)
        if at.players[seat] != silent:
            return at
        if at.turn == seat:
            assert at.clock.deadline is not None
            await evening.time.advance(at.clock.deadline - evening.time.now() + 1)
            await evening.settle()
        else:
            await (await evening.at_turn(thread)).types(thread, (await evening.legal(thread))[-1])
    raise AssertionError("silence has no end")


async def test_whoever_would_lose_the_seat_is_told_before(evening: Evening) -> None:
    """With the reminder, but not while an automatic extension is left, or another miss."""
    thread = await evening.starts("pace:daily extensions=1 max_misses=2")
    silent = await evening.at_turn(thread)
    await is_silent(evening, thread, await seat_of(evening, thread, silent))
    timely = [one.text for one in silent.reads() if "It is your turn in " in one.text]
    assert len(timely) >= 4
    stake = "If you miss this turn, you lose your seat."
    told = [stake in text.split("\n") for text in timely]
    assert True in told
    assert told == sorted(told)  # from some time on
    lost = next(one for one in silent.reads() if "Your seat in Pitch & Catch has gone" in one.text)
    assert silent.reads()[-1].id == lost.id
    extended = [one.text for one in silent.reads() if one.text.startswith("Your time in ")]
    assert [stake in text for text in extended] == [False]  # no turn had been missed by then


async def test_after_two_missed_turns_the_next_substitute_plays(evening: Evening) -> None:
    """Automatic extensions are spent first; then every deadline counts."""
    thread = await evening.starts(names="Ana Ben Cho Dee")
    at = await evening.game(thread)
    (waiting,) = [evening[name] for name in ("Ana", "Ben", "Cho", "Dee") if name not in at.names]
    silent = await evening.at_turn(thread)
    seat = await seat_of(evening, thread, silent)
    after = await is_silent(evening, thread, seat)
    assert after.names[seat] == waiting.name
    assert after.players[seat].kind == "person"
    assert await journal(evening) == [f'replace p{seat + 1} "{waiting.name}"  # forfeit']
    assert f"You have taken over the seat of {silent.name} in Pitch & Catch." in texts(
        waiting.reads()
    )
    assert (await evening.stored(thread)).seat_of(waiting.id) == seat
    refused(await silent.types(thread, "/hand"), "You do not play in this game.")
    assert (
        f"Your seat in Pitch & Catch has gone to {waiting.name}: you have missed too many turns in "
        "a row.\nPitch & Catch, https://discord.com/channels/"
    ) in silent.reads()[-1].text


async def test_a_forfeited_seat_passes_over_a_substitute_who_has_left(evening: Evening) -> None:
    """With nobody else in the list, a house player takes it."""
    thread = await evening.starts(names="Ana Ben Cho Dee")
    at = await evening.game(thread)
    (waiting,) = [evening[name] for name in ("Ana", "Ben", "Cho", "Dee") if name not in at.names]
    waiting.leaves(evening.field.guild)
    seat = await seat_of(evening, thread, await evening.at_turn(thread))
    after = await is_silent(evening, thread, seat)
    assert after.players[seat].kind == "computer"
    assert await journal(evening) == [f"computer p{seat + 1}  # forfeit"]
    silent = evening[at.names[seat]]
    assert "Your seat in Pitch & Catch has gone to a house player: " in silent.reads()[-1].text


# --- players who have left the server ------------------------------------------------------------


async def goes_on_until(evening: Evening, thread: Channel, seconds: float) -> None:
    """So much time goes by, with all that falls due in it."""
    await evening.time.advance(seconds)
    await evening.settle()


async def test_who_is_not_found_twice_a_day_apart_counts_as_resigned(evening: Evening) -> None:
    """Not at the first look, and not before a day has passed."""
    thread = await evening.starts()
    pitcher = await evening.at_turn(thread)
    seat = await seat_of(evening, thread, pitcher)
    pitcher.leaves(evening.field.guild)
    await goes_on_until(evening, thread, DAY + 60)  # the first deadline: looked for, not found
    assert f"{pitcher.name} is no member of this server any more." in evening.story(thread)
    assert await missing(evening, thread, pitcher) is not None
    assert (await evening.game(thread)).players[seat].kind == "person"
    await goes_on_until(evening, thread, DAY + 60)
    assert await journal(evening) == [f"resign p{seat + 1}  # left the server"]
    assert (await evening.game(thread)).players[seat].kind == "resigned"


async def test_who_is_found_again_was_never_missing(evening: Evening) -> None:
    """The first miss is forgotten: whoever leaves again has a whole day again."""
    thread = await evening.starts()
    pitcher = await evening.at_turn(thread)
    seat = await seat_of(evening, thread, pitcher)
    pitcher.leaves(evening.field.guild)
    await goes_on_until(evening, thread, DAY + 60)
    assert await missing(evening, thread, pitcher) is not None
    evening.field.world.add_member(evening.field.guild, pitcher.user)
    await goes_on_until(evening, thread, DAY)
    assert await missing(evening, thread, pitcher) is None
    pitcher.leaves(evening.field.guild)
    await goes_on_until(evening, thread, DAY)
    assert all("left the server" not in line for line in await journal(evening))
    assert (await evening.stored(thread)).seat_of(pitcher.id) == seat


async def test_what_cannot_be_found_out_counts_for_nothing(evening: Evening) -> None:
    """An outage of Discord's, or a server that it does not know, is no sign of anybody."""
    thread = await evening.starts()
    pitcher = await evening.at_turn(thread)
    for status, code in ((503, 0), (404, 10004), (404, 0), (403, 50001)):
        evening.field.faults.answer(
            "GET /guilds/{guild_id}/members/{user_id}", status, code=code, times=99
        )
        await goes_on_until(evening, thread, DAY)
        assert await missing(evening, thread, pitcher) is None
    assert "is no member" not in evening.story(thread)


async def test_a_first_miss_is_remembered_over_a_restart(evening: Evening) -> None:
    """It is kept in the store, and said once."""
    thread = await evening.starts()
    pitcher = await evening.at_turn(thread)
    pitcher.leaves(evening.field.guild)
    await goes_on_until(evening, thread, DAY + 60)
    await evening.bot.close()
    async with evening.open():
        deadline = (await evening.game(thread)).clock.deadline
        assert deadline is not None
        await goes_on_until(evening, thread, deadline - evening.time.now() + 60)
        assert [line.partition("  # ")[2] for line in await journal(evening)] == ["left the server"]
        assert evening.story(thread).count("is no member of this server any more") == 1


async def test_a_substitute_who_has_left_is_passed_over(evening: Evening) -> None:
    """The one behind is called."""
    thread = await evening.starts(names="Ana Ben Cho Dee Eli")
    stored = await evening.stored(thread)
    first, second = [one for one in stored.seatings if one.seat is None]
    gone = next(person for person in evening.people.values() if person.id == first.user)
    gone.leaves(evening.field.guild)
    pitcher = await evening.at_turn(thread)
    assert f"{second.name} takes over" in await resigns(pitcher, thread)
    assert second.name in (await evening.game(thread)).names
    seat = await seat_of(evening, thread, await evening.at_turn(thread))
    said = await evening.host.types(thread, f"/mod replace seat:p{seat + 1}")
    assert said.text == "No substitute is left: name somebody with the option by."


# --- the draw ------------------------------------------------------------------------------------


async def test_who_has_left_before_the_draw_is_not_drawn(evening: Evening) -> None:
    """The draw says so, and is among the others."""
    thread = await evening.signs_up(names="Ana Ben Cho Dee")
    evening["Ben"].leaves(evening.field.guild)
    await evening.host.types(thread, "/game close")
    await evening.settle()
    assert sorted((await evening.game(thread)).names) == ["Ana", "Cho", "Dee"]
    assert "Ben has left this server and is off the list." in evening.story(thread)


async def test_the_draw_waits_where_too_few_are_left(evening: Evening) -> None:
    """Whoever closes it is told; the game begins when the last one joins."""
    thread = await evening.signs_up()
    evening["Ben"].leaves(evening.field.guild)
    said = await evening.host.types(thread, "/game close")
    assert "Ben has left this server" in said.text
    assert "1 player missing" in said.text
    await evening.settle()
    assert not await evening.bot.store.game(evening.id)
    await evening["Dee"].types(thread, "/in")
    await evening.host.types(thread, "/game close")
    await evening.settle()
    assert sorted((await evening.game(thread)).names) == ["Ana", "Cho", "Dee"]


async def test_at_the_end_of_its_time_too_it_waits(evening: Evening) -> None:
    """Until enough are in who are there."""
    thread = await evening.signs_up()
    evening["Ben"].leaves(evening.field.guild)
    await goes_on_until(evening, thread, 48 * 3600 + 1)
    stored = await evening.bot.store.sign_up(evening.id)
    assert stored is not None
    assert stored.sign_up.status == "waiting"
    assert "Ben has left this server and is off the list." in evening.story(thread)
    await evening["Dee"].types(thread, "/in")
    await evening.settle()
    assert sorted((await evening.game(thread)).names) == ["Ana", "Cho", "Dee"]


async def test_in_doubt_everybody_is_drawn(evening: Evening) -> None:
    """Where Discord does not say who is there."""
    thread = await evening.signs_up()
    evening.field.faults.answer("GET /guilds/{guild_id}/members/{user_id}", 503, code=0, times=99)
    await evening.host.types(thread, "/game close")
    await evening.settle()
    assert sorted((await evening.game(thread)).names) == ["Ana", "Ben", "Cho"]
