"""What moderators order by command, and how the table hears of it."""

from __future__ import annotations

import asyncio
import re
from datetime import UTC, datetime

import pytest

from bot.practice import Channel, Message
from games.pace import PRESETS
from tests.evening import Evening, labels, texts

HOUR = 3600
DAY = 24 * HOUR


@pytest.fixture
def heartbeat() -> int | None:
    """Days go by here."""
    return None


PLAYS = "You play in this game, so that is not for you: another host who does not play in it can"


async def notes(evening: Evening) -> list[str]:
    """The house's lines and notes in the newest game's journal."""
    rows = await evening.bot.store.journal(evening.id)
    lines = [f"{row.actor} {row.action}  # {row.note}" if row.actor else row.note for row in rows]
    return [line for line in lines if line is not None and line.startswith("house ")]


async def everybody_hosts(evening: Evening) -> None:
    """Players, too."""
    await evening.host.types(evening.channel, "/settings host-role role:@everyone")


async def moves(evening: Evening, thread: Channel, plays: int) -> None:
    """So many plays by whoever is at turn."""
    for _ in range(plays):
        await (await evening.at_turn(thread)).types(thread, (await evening.legal(thread))[0])
    await evening.settle()


async def passes(evening: Evening, thread: Channel) -> None:
    """Whoever is at turn passes: nothing is shown by that."""
    await (await evening.at_turn(thread)).types(thread, "/pass")
    await evening.settle()


# --- the clock -----------------------------------------------------------------------------------


async def test_pause_and_resume(evening: Evening) -> None:
    """The clock stands; after so many hours the game goes on by itself, as everybody is told."""
    thread = await evening.starts()
    until = evening.time.now() + 5 * HOUR
    said = await evening.host.types(thread, "/mod pause hours:5")
    assert said.text.startswith(f"The game is paused until <t:{until}:f>")
    assert "goes on by itself" in said.text
    await evening.settle()
    last = evening.host.last(thread).text
    assert f"The game is paused until <t:{until}:f>" in last
    assert "(by order of Owner)" in last
    await evening.time.advance(5 * HOUR + 1)
    await evening.settle()
    assert "The game goes on." in evening.story(thread)
    await evening.refuses(evening.host.types(thread, "/mod resume"), "The game is not paused.")
    (pause, resume) = await notes(evening)
    assert re.fullmatch(r"house pause until \d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ by Owner", pause)
    assert resume == "house resume"  # the clock's, nobody's


@pytest.mark.parametrize("by_hand", [True, False])
async def test_whoever_is_asked_is_called_when_a_game_goes_on(
    evening: Evening, by_hand: bool
) -> None:
    """After a pause of days nobody remembers the call before it; a pause itself calls nobody."""
    thread = await evening.starts()
    await moves(evening, thread, 1)
    asked = await evening.asked(thread)
    assert len(asked) == 2
    await evening.host.types(thread, "/mod pause hours:100")
    await evening.settle()
    assert "<@" not in evening.host.last(thread).text
    if by_hand:
        await evening.host.types(thread, "/mod resume")
    else:
        await evening.time.advance(100 * HOUR)
    await evening.settle()
    last = evening.host.last(thread).text
    assert "The game goes on" in last
    assert sorted(re.findall(r"<@(\d+)>", last)) == sorted(str(one.id) for one in asked)


async def test_whoever_is_asked_again_is_called_after_a_rewind(evening: Evening) -> None:
    """Though it is the window that was open before: two have not answered it now, and not one."""
    thread = await evening.starts()
    await moves(evening, thread, 1)
    asked = await evening.asked(thread)
    await passes(evening, thread)
    await evening.host.types(thread, "/mod rewind moves:1")
    await evening.settle()
    last = evening.host.last(thread).text
    assert "taken back" in last
    assert sorted(re.findall(r"<@(\d+)>", last)) == sorted(str(one.id) for one in asked)


@pytest.mark.parametrize("hours", ["", " hours:8000"])
async def test_no_pause_lasts_for_ever(evening: Evening, hours: str) -> None:
    """A turn stands still for fourteen days at most, in all its pauses together; it is said."""
    thread = await evening.starts()
    began, cap = evening.time.now(), PRESETS["daily"].max_pause
    said = await evening.host.types(thread, f"/mod pause{hours}")
    assert f"The game is paused until <t:{began + cap}:f>" in said.text
    assert ("as long as one turn may stand still" in said.text) == bool(hours)
    left = (began + PRESETS["daily"].window) - began
    await evening.time.advance(cap + 1)
    await evening.settle()
    clock = (await evening.game(thread)).clock
    assert clock.pause is None
    assert clock.deadline == began + cap + left
    await evening.refuses(evening.host.types(thread, "/mod pause"), "this turn has had them")


async def test_resuming_says_how_long_the_player_has(evening: Evening) -> None:
    """With the time that was left, and the name of whoever ordered it."""
    thread = await evening.starts()
    before = (await evening.game(thread)).clock.deadline
    assert before is not None
    await evening.host.types(thread, "/mod pause")
    await evening.time.advance(3 * HOUR)
    said = await evening.host.types(thread, "/mod resume")
    pitcher = await evening.at_turn(thread)
    assert f"{pitcher.name} has until <t:{before + 3 * HOUR}:f>" in said.text
    assert (await notes(evening))[-1] == "house resume by Owner"


async def test_extend(evening: Evening) -> None:
    """So many hours more for the player at turn, never beyond what one turn may take."""
    thread = await evening.starts()
    before = (await evening.game(thread)).clock.deadline
    assert before is not None
    pitcher = await evening.at_turn(thread)
    said = await evening.host.types(thread, "/mod extend hours:6")
    assert said.text.startswith("6 hours more.")
    assert f"{pitcher.name} has until <t:{before + 6 * HOUR}:f>" in said.text
    assert (await evening.game(thread)).clock.deadline == before + 6 * HOUR
    await evening.settle()
    assert f"6 hours more for {pitcher.name} (by order of Owner)." in evening.story(thread)
    said = await evening.host.types(thread, "/mod extend hours:8000")
    cap = before - PRESETS["daily"].window + PRESETS["daily"].max_wait
    assert f"has until <t:{cap}:f>" in said.text
    assert "No turn here takes longer than 10 days." in said.text
    # of the 10 days the window has one and the first extension six hours
    assert said.text.startswith("8 days 18 hours more. ")
    await evening.settle()
    assert f"8 days 18 hours more for {pitcher.name} (by order of Owner)." in evening.story(thread)
    await evening.refuses(evening.host.types(thread, "/mod extend hours:1"), "10 days")


# --- nudging -------------------------------------------------------------------------------------


async def test_a_nudge(evening: Evening) -> None:
    """A line for everybody, a direct message with the hand for the one at turn; once an hour."""
    thread = await evening.starts()
    pitcher = await evening.at_turn(thread)
    read = {name: len(evening[name].reads()) for name in ("Ana", "Ben", "Cho")}
    said = await evening.host.types(thread, "/mod nudge")
    assert said.text == f"{pitcher.name} is asked again, here and by direct message."
    await evening.settle()
    assert f"{pitcher.name} is asked once more (by order of Owner)." in evening.story(thread)
    for name, before in read.items():
        assert len(evening[name].reads()) == before + (name == pitcher.name)
    assert "You are asked once more in Pitch & Catch: it is your turn." in pitcher.reads()[-1].text
    assert "Your hand: " in pitcher.reads()[-1].text
    await evening.refuses(evening.host.types(thread, "/mod nudge"), "One nudge an hour is enough")
    await evening.time.advance(HOUR - 1)
    await evening.refuses(evening.host.types(thread, "/mod nudge"), "One nudge an hour is enough")
    await evening.time.advance(1)
    assert "is asked again" in (await evening.host.types(thread, "/mod nudge")).text
    assert (await notes(evening)).count(f"house nudge p{await at(evening, thread)} by Owner") == 2


async def at(evening: Evening, thread: Channel) -> int:
    """The number of the seat at turn."""
    turn = (await evening.game(thread)).turn
    assert turn is not None
    return turn + 1


async def test_a_nudge_says_nothing_of_plans(evening: Evening) -> None:
    """With and without a plan of somebody who is still to come it says the same to everybody."""
    thread = await evening.starts()
    await moves(evening, thread, 1)
    told = []
    for plan in (False, True):
        _, second = await evening.asked(thread)
        if plan:
            assert "Left for later" in (await second.types(thread, "/plan answer:pass")).text
        said = (await evening.host.types(thread, "/mod nudge")).text
        await evening.settle()
        told.append((said, evening.host.last(thread).text.rpartition("\n")[0]))
        await evening.time.advance(HOUR)
    assert told[0] == told[1]


async def test_nobody_is_nudged_in_a_pause(evening: Evening) -> None:
    """For nobody is waited for."""
    thread = await evening.starts()
    await evening.host.types(thread, "/mod pause")
    await evening.refuses(evening.host.types(thread, "/mod nudge"), "The game is paused")


# --- seats ---------------------------------------------------------------------------------------


async def test_a_player_is_removed_or_a_house_player_seated(evening: Evening) -> None:
    """Named as it is offered, `p2`; a seat that does not exist is refused."""
    thread = await evening.starts()
    names = (await evening.game(thread)).names
    said = await evening.host.types(thread, "/mod remove seat:p2")
    assert said.text.startswith(f"{names[1]} is out. From now on the rules answer for p2")
    said = await evening.host.types(thread, "/mod computer seat:P3")
    assert said.text == f"A house player has taken over the seat of {names[2]} (p3)."
    after = await evening.game(thread)
    assert [player.kind for player in after.players] == ["person", "resigned", "computer"]
    assert await notes(evening) == [
        "house resign p2  # by Owner",
        "house computer p3  # by Owner",
    ]
    await evening.settle()
    assert f"{names[1]} was removed from the game" in evening.story(thread)
    lost = "Your seat in Pitch & Catch "
    told = [evening[name].reads()[-1].text for name in names]
    assert told[1].startswith(
        f"{lost}is taken from you, and the rules answer for it (by order of Owner).\n"
    )
    assert told[2].startswith(f"{lost}has gone to a house player (by order of Owner).\n")
    assert lost not in texts(evening[names[0]].reads())
    for seat in ("p9", "Ana", "p0"):
        for order in (
            f"remove seat:{seat}",
            f"computer seat:{seat}",
            f"replace seat:{seat} by:@Dee",
        ):
            await evening.refuses(evening.host.types(thread, f"/mod {order}"), "xpected a seat")


async def test_a_seat_changes_hands(evening: Evening) -> None:
    """To somebody named, with hand and score; the hand comes by direct message to the new one."""
    thread = await evening.starts()
    before = await evening.game(thread)
    old, dee = evening[before.names[0]], evening["Dee"]
    said = await evening.host.types(thread, "/mod replace seat:p1 by:@Dee")
    assert said.text == f"Dee has taken over the seat of {old.name} (p1), with hand and score."
    await evening.settle()
    assert f"Dee takes over the seat of {old.name} (by order of Owner)." in evening.story(thread)
    called = [one for one in evening.posts(thread) if dee.mention in one.text]
    assert len(called) == (0 in before.asked)  # who may be asked is called, as any other was
    assert "Your hand: " in texts(dee.reads())
    assert "Your seat in Pitch & Catch has gone to Dee (by order of Owner)." in texts(old.reads())
    await evening.refuses(old.types(thread, "/hand"), "You do not play in this game.")
    other = (await evening.game(thread)).names[1]
    await evening.refuses(
        evening.host.types(thread, f"/mod replace seat:p1 by:@{other}"),
        "plays in this game already: name somebody who does not.",
    )


async def test_the_next_substitute_is_called(evening: Evening) -> None:
    """In drawn order, until none is left."""
    thread = await evening.starts(names="Ana Ben Cho Dee")
    (waiting,) = {"Ana", "Ben", "Cho", "Dee"} - set((await evening.game(thread)).names)
    await evening.host.types(thread, "/mod replace seat:p2")
    assert (await evening.game(thread)).names[1] == waiting
    await evening.refuses(
        evening.host.types(thread, "/mod replace seat:p1"),
        "No substitute is left: name somebody with the option by.",
    )


async def test_who_has_held_one_hand_gets_no_other(evening: Evening) -> None:
    """Also not by way of a seat that was given up; the own old seat is no secret."""
    thread = await evening.starts()
    names = (await evening.game(thread)).names
    await evening.host.types(thread, "/mod replace seat:p1 by:@Dee")
    await evening.time.advance(60)
    await evening.refuses(
        evening.host.types(thread, f"/mod replace seat:p2 by:@{names[0]}"),
        f"{names[0]} has held another hand of this game",
    )
    await evening.host.types(thread, "/mod replace seat:p1 by:@Eli")
    await evening.time.advance(60)
    await evening.refuses(
        evening.host.types(thread, "/mod replace seat:p3 by:@Dee"),
        "Dee has held another hand of this game",
    )
    await evening.host.types(thread, f"/mod replace seat:p1 by:@{names[0]}")
    assert (await evening.game(thread)).names == names


async def test_nobody_seats_himself(evening: Evening) -> None:
    """Neither by name nor as the next substitute: somebody else has to give him the hand."""
    await everybody_hosts(evening)
    thread = await evening.starts(names="Ana Ben Cho Dee")
    (waiting,) = {"Ana", "Ben", "Cho", "Dee"} - set((await evening.game(thread)).names)
    fay = evening["Fay"]
    await evening.refuses(
        fay.types(thread, "/mod replace seat:p1 by:@Fay"),
        "You cannot give a seat to yourself: another host",
    )
    await evening.refuses(
        evening[waiting].types(thread, "/mod replace seat:p1"), "You cannot give a seat to yourself"
    )
    await evening.refuses(
        evening[waiting].types(thread, f"/mod replace seat:p1 by:@{waiting}"),
        "You cannot give a seat to yourself",
    )
    said = await evening[waiting].types(thread, "/mod replace seat:p1 by:@Fay")
    assert said.text.startswith("Fay has taken over the seat of ")
    said = await fay.types(thread, f"/mod replace seat:p2 by:@{waiting}")
    assert said.text.startswith(PLAYS)
    said = await evening.host.types(thread, f"/mod replace seat:p2 by:@{waiting}")
    assert said.text.startswith(f"{waiting} has taken over the seat of ")


async def test_two_moderators_who_mean_the_same_do_it_once(evening: Evening) -> None:
    """The second learns who was quicker; after a minute it is an order of its own."""
    await everybody_hosts(evening)
    thread = await evening.starts(names="Ana Ben Cho Dee Eli")
    gus = evening["Gus"]
    await moves(evening, thread, 1)
    for _ in range(2):
        await passes(evening, thread)
    names = (await evening.game(thread)).names
    await evening.host.types(thread, "/mod extend hours:1")
    await evening.refuses(gus.types(thread, "/mod extend hours:1"), "Owner has just ordered the")
    await evening.host.types(thread, "/mod rewind moves:1")
    await evening.refuses(gus.types(thread, "/mod rewind moves:1"), "Owner has just ordered the")
    await evening.host.types(thread, "/mod replace seat:p2")
    taker = (await evening.game(thread)).names[1]
    await evening.refuses(gus.types(thread, "/mod replace seat:p2"), "Owner has just ordered the")
    assert (await evening.game(thread)).names == (names[0], taker, names[2])
    await evening.time.advance(60)
    await gus.types(thread, "/mod replace seat:p2")
    assert (await evening.game(thread)).names[1] not in (*names, taker)


# --- a moderator who plays -----------------------------------------------------------------------


async def test_a_moderator_who_plays_decides_nothing_that_gains_by_hidden_cards(
    evening: Evening,
) -> None:
    """Neither about others nor about himself; each refusal says who can."""
    await everybody_hosts(evening)
    thread = await evening.starts()
    await moves(evening, thread, 1)
    for player in evening.players:
        own = (await evening.game(thread)).names.index(player.name) + 1
        other = own % 3 + 1
        for order in (
            f"remove seat:p{other}",
            f"computer seat:p{other}",
            f"computer seat:p{own}",
            f"replace seat:p{other} by:@Dee",
            f"replace seat:p{own} by:@Dee",
            "rewind moves:1",
            "abandon",
        ):
            await evening.refuses(player.types(thread, f"/mod {order}"), PLAYS)
        await evening.refuses(
            player.types(thread, f"/mod remove seat:p{own}"),
            "Your own seat you give up with `/resign`.",
        )


async def test_a_moderator_who_plays_keeps_the_game_going(evening: Evening) -> None:
    """Pause, resume, nudge, a title and more time for others are no advantage; his own time is."""
    await everybody_hosts(evening)
    thread = await evening.starts()
    at_turn = await evening.at_turn(thread)
    (other, _) = [player for player in evening.players if player is not at_turn]
    await evening.refuses(
        at_turn.types(thread, "/mod extend hours:1"), "It is your own turn that you would extend"
    )
    assert (await other.types(thread, "/mod extend hours:1")).text.startswith("1 hour more.")
    assert (await at_turn.types(thread, "/mod pause hours:1")).text.startswith(
        "The game is paused until"
    )
    assert (await other.types(thread, "/mod resume")).text.startswith("The game goes on.")
    assert "is asked again" in (await other.types(thread, "/mod nudge")).text
    said = await other.types(thread, "/mod rename title:Tuesday")
    assert said.text == "The title is Tuesday now."
    moved = await other.types(thread, f"/mod rehome game:{evening.id}")
    assert moved.text.startswith("The game goes on in")


async def test_who_plays_cannot_abandon_by_a_button_from_before(evening: Evening) -> None:
    """Asked back about while he looked on, he plays by now."""
    await everybody_hosts(evening)
    thread = await evening.starts()
    dee = evening["Dee"]
    asked = await dee.types(thread, "/mod abandon")
    assert asked.message is not None
    await evening.host.types(thread, "/mod replace seat:p1 by:@Dee")
    await evening.refuses(dee.clicks(asked.message, "Abandon the game"), PLAYS)


# --- rewinding -----------------------------------------------------------------------------------


async def test_rewind(evening: Evening) -> None:
    """The last play is taken back; more than there are cannot be."""
    thread = await evening.starts()
    await moves(evening, thread, 1)
    before = (await evening.game(thread)).state
    await passes(evening, thread)
    await evening.refuses(
        evening.host.types(thread, "/mod rewind moves:5"), "1 to 2 moves to take back"
    )
    said = await evening.host.types(thread, "/mod rewind moves:1")
    player = await evening.at_turn(thread)
    assert said.text.startswith(f"The last move is taken back. {player.name} has until")
    assert (await evening.game(thread)).state == before
    await evening.settle()
    assert "The last move is taken back (by order of Owner)." in evening.story(thread)


# --- rewinding with everybody's consent (X-7) ----------------------------------------------------


async def asks(evening: Evening, pause: bool = False) -> tuple[Channel, Message]:
    """A card was pitched, and the host asks to take that back: the thread, and the post."""
    thread = await evening.starts()
    await moves(evening, thread, 1)
    await evening.time.advance(HOUR)
    if pause:
        await evening.host.types(thread, "/mod pause hours:100")
    said = await evening.host.types(thread, "/mod rewind moves:1")
    assert "everybody who plays is asked here to agree" in said.text
    await evening.settle()
    return thread, evening.host.last(thread)


async def test_a_rewind_over_a_card_asks_everybody_who_plays(evening: Evening) -> None:
    """By buttons below a post that calls them all; the clock stands, nothing can be played."""
    thread, post = await asks(evening)
    assert labels(post) == ["Agree", "Refuse"]
    assert "Owner asks to take the last move back" in post.text
    assert f"<t:{evening.time.now() + PRESETS['daily'].window}:f>" in post.text
    for player in evening.players:
        assert player.mention in post.text
    assert evening.host.mention not in post.text
    at = await evening.game(thread)
    assert at.clock.deadline is None
    player = await evening.at_turn(thread)
    await evening.refuses(player.types(thread, "/pass"), "asked to agree to a rewind, until <t:")
    assert (
        "All who play are asked to agree to a rewind" in (await player.types(thread, "/table")).text
    )


async def test_when_all_have_agreed_it_is_taken_back(evening: Evening) -> None:
    """Each is answered in private; nobody but the moderator learns how many before the end."""
    thread, post = await asks(evening)
    posts = len(evening.posts(thread))
    for number, player in enumerate(evening.players, 1):
        said = await player.clicks(post, "Agree")
        assert said.ephemeral
        await evening.settle()
        if number < 3:
            assert said.text == "You have agreed. When all have answered, it is told here."
            assert len(evening.posts(thread)) == posts
            told = await evening.host.types(thread, "/mod rewind moves:1")
            assert f"{number} of 3 players have agreed" in told.text
            assert f"{number} of 3 players" in (await evening.host.types(thread, "/mod log")).text
            again = await player.clicks(post, "Agree")
            assert again.text == "You have agreed already; you may still refuse."
    assert said.text == "You have agreed, as all others have: it is taken back."
    after = await evening.game(thread)
    assert after.request is None
    assert f"{(await evening.at_turn(thread)).name} pitches" in evening.story(thread)
    assert after.window is not None
    assert after.window.decision == "pitch"
    assert after.clock.deadline == evening.time.now() + PRESETS["daily"].window
    assert "Everybody agrees: the last move is taken back" in evening.story(thread)
    assert (await notes(evening))[-1] == "house rewind 1  # agreed, by Owner"


async def test_a_host_who_plays_is_not_told_how_many_have_agreed(evening: Evening) -> None:
    """He has a vote himself."""
    await everybody_hosts(evening)
    thread, post = await asks(evening)
    first, second, _ = evening.players
    await first.clicks(post, "Agree")
    assert "1 of 3 players" in (await evening["Dee"].types(thread, "/mod log")).text
    assert "players have agreed" not in (await second.types(thread, "/mod log")).text
    await evening.refuses(second.types(thread, "/mod rewind moves:1"), PLAYS)


async def test_a_refusal_ends_no_pause(evening: Evening) -> None:
    """What was paused before anybody was asked is paused after it, and that is what is told."""
    thread, post = await asks(evening, pause=True)
    said = await evening.players[0].clicks(post, "Refuse")
    until = (await evening.game(thread)).clock.pause.until
    told = f"The game is paused until <t:{until}:f> (<t:{until}:R>)."
    assert said.text == f"You have refused, so nothing is taken back. {told}"


async def test_resuming_takes_back_the_question_first(evening: Evening) -> None:
    """And says that the pause of before stands; only the second time the game goes on."""
    thread, _ = await asks(evening, pause=True)
    said = await evening.host.types(thread, "/mod resume")
    assert said.text.startswith("Nobody is asked any more. The game is paused until <t:")
    assert (await evening.game(thread)).clock.pause is not None
    said = await evening.host.types(thread, "/mod resume")
    assert said.text.startswith("The game goes on. ")
    assert (await evening.game(thread)).clock.pause is None


async def test_one_refusal_drops_it(evening: Evening) -> None:
    """Also of somebody who has agreed before; the clock goes on with what was left."""
    thread, post = await asks(evening)
    before = await evening.game(thread)
    await evening.players[0].clicks(post, "Agree")
    await evening.time.advance(5 * HOUR)
    said = await evening.players[0].clicks(post, "Refuse")
    told = "You have refused, so nothing is taken back. The game goes on. "
    assert said.text.startswith(told)
    assert "has until <t:" in said.text
    await evening.settle()
    after = await evening.game(thread)
    assert after.state == before.state
    assert after.clock.deadline == evening.time.now() + 23 * HOUR
    last = evening.host.last(thread).text
    assert "Not everybody agrees, so" in last
    assert evening.players[0].name not in last.split("To act")[0]
    for button in ("Agree", "Refuse"):
        await evening.refuses(
            evening.players[1].clicks(post, button), "That question is no longer open."
        )


async def test_who_does_not_answer_lets_it_lapse(evening: Evening) -> None:
    """After one window; nobody is timed out meanwhile."""
    thread, post = await asks(evening)
    for player in evening.players[:2]:
        await player.clicks(post, "Agree")
    await evening.time.advance(PRESETS["daily"].window - 1)
    await evening.settle()
    assert (await evening.game(thread)).request is not None
    await evening.time.advance(2)
    await evening.settle()
    after = await evening.game(thread)
    assert after.request is None
    assert after.clock.deadline is not None
    assert "Not everybody has agreed in time" in evening.story(thread)
    assert "has run out" not in evening.story(thread)


async def test_only_taps_of_those_who_play_count(evening: Evening) -> None:
    """Not the host's, not a stranger's; a house player and a seat that was given up have no say."""
    thread, post = await asks(evening)
    for other in (evening.host, evening["Dee"]):
        for button in ("Agree", "Refuse"):
            await evening.refuses(
                other.clicks(post, button), "Only those who play in this game are asked."
            )
    first, second, third = evening.players
    seats = {
        player: (await evening.stored(thread)).seat_of(player.id) for player in (second, third)
    }
    await first.clicks(post, "Agree")
    await evening.host.types(thread, f"/mod computer seat:p{(seats[second] or 0) + 1}")
    assert (await evening.game(thread)).request is not None
    await evening.host.types(thread, f"/mod remove seat:p{(seats[third] or 0) + 1}")
    await evening.settle()
    assert (await evening.game(thread)).request is None
    assert "Everybody agrees" in evening.story(thread)


async def test_a_new_player_is_asked_too(evening: Evening) -> None:
    """What the one before has said does not bind whoever takes over the seat."""
    thread, post = await asks(evening)
    first, second, third = evening.players
    for player in (first, second):
        await player.clicks(post, "Agree")
    seat = (await evening.stored(thread)).seat_of(second.id)
    assert seat is not None
    await evening.host.types(thread, f"/mod replace seat:p{seat + 1} by:@Dee")
    await evening.settle()
    again = evening.host.last(thread)
    assert labels(again) == ["Agree", "Refuse"]
    assert evening["Dee"].mention in again.text
    assert first.mention not in again.text
    await third.clicks(post, "Agree")
    assert (await evening.game(thread)).request is not None
    await evening.refuses(second.clicks(post, "Agree"), "Only those who play")
    await evening["Dee"].clicks(again, "Agree")
    assert (await evening.game(thread)).request is None


async def test_a_request_moves_with_its_game(evening: Evening) -> None:
    """All are called where the game goes on, and asked there by the same buttons."""
    _, post = await asks(evening)
    await evening.players[0].clicks(post, "Agree")
    await evening.host.types(evening.channel, f"/mod rehome game:{evening.id}")
    await evening.settle()
    moved = evening.host.last(evening.channel)
    assert "still asked whether the last move is taken back" in moved.text
    for player in evening.players:
        assert player.mention in moved.text
    for player in evening.players[1:]:
        await player.clicks(moved, "Agree")
    assert (await evening.game(evening.channel)).request is None


async def test_an_old_button_says_nothing_about_a_new_rewind(evening: Evening) -> None:
    """Each is asked under a post of its own."""
    thread, old = await asks(evening)
    await evening.players[0].clicks(old, "Refuse")
    await evening.settle()
    await evening.host.types(thread, "/mod rewind moves:1")
    await evening.settle()
    new = evening.host.last(thread)
    assert new.id != old.id
    for player in evening.players:
        await evening.refuses(player.clicks(old, "Agree"), "That question is no longer open.")
    assert (await evening.game(thread)).request is not None
    for player in evening.players:
        await player.clicks(new, "Agree")
    assert (await evening.game(thread)).request is None


async def test_all_may_tap_at_the_same_moment(evening: Evening) -> None:
    """Each counts; whoever is last by a hair takes it back, once."""
    thread, post = await asks(evening)
    await asyncio.gather(*(player.clicks(post, "Agree") for player in evening.players))
    await evening.settle()
    assert (await evening.game(thread)).request is None
    assert (await notes(evening)).count("house rewind 1  # agreed, by Owner") == 1


async def test_two_moderators_at_the_same_moment(evening: Evening) -> None:
    """One substitute is called, not two; the other is told who was quicker."""
    await everybody_hosts(evening)
    thread = await evening.starts(names="Ana Ben Cho Dee Eli")
    told = await asyncio.gather(
        *(who.types(thread, "/mod replace seat:p1") for who in (evening.host, evening["Gus"]))
    )
    texts_ = sorted(outcome.text for outcome in told)
    assert "has taken over the seat of " in texts_[0]
    assert "has just ordered the same" in texts_[1]
    assert len(await notes(evening)) == 1


async def test_a_tap_delivered_twice_counts_once(evening: Evening) -> None:
    """Also the one that decides."""
    _, post = await asks(evening)
    for player in evening.players:
        evening.field.faults.duplicate_interactions()
        await player.clicks(post, "Agree")
    await evening.settle()
    assert (await notes(evening)).count("house rewind 1  # agreed, by Owner") == 1


async def test_the_clock_of_a_request_is_nobodys_to_move(evening: Evening) -> None:
    """Pausing, extending, nudging and a second rewind wait; resuming withdraws it."""
    thread, post = await asks(evening)
    for order in ("pause", "extend hours:1", "nudge", "rewind moves:1"):
        await evening.refuses(evening.host.types(thread, f"/mod {order}"), "asked")
    said = await evening.host.types(thread, "/mod resume")
    assert said.text.startswith("The game goes on.")
    await evening.settle()
    assert "Nobody is asked any more, and nothing is taken back" in evening.story(thread)
    await evening.refuses(
        evening.players[0].clicks(post, "Agree"), "That question is no longer open."
    )


async def test_a_request_outlives_a_restart(evening: Evening) -> None:
    """With who has agreed so far; its buttons work on."""
    thread, post = await asks(evening)
    await evening.players[0].clicks(post, "Agree")
    await evening.bot.close()
    async with evening.open():
        request = (await evening.game(thread)).request
        assert request is not None
        assert len(request.agreed) == 1
        for player in evening.players[1:]:
            await player.clicks(post, "Agree")
        await evening.settle()
        assert "Everybody agrees" in evening.story(thread)


async def test_abandoning_ends_a_request(evening: Evening) -> None:
    """The game is over; nobody is asked any more."""
    thread, post = await asks(evening)
    await evening.abandons(thread)
    await evening.refuses(evening.players[0].clicks(post, "Agree"), "The game is over.")


# --- places and titles ---------------------------------------------------------------------------


async def test_a_game_whose_thread_is_gone_finds_another_home(evening: Evening) -> None:
    """Named by its id, to a new thread; from there it goes on."""
    thread = await evening.starts()
    game_id = (await evening.game(thread)).id
    evening.field.delete(thread)
    await evening.hears()
    offered = await evening.host.completes(evening.channel, "/mod rehome game:", "game")
    assert [value for _, value in offered] == [game_id]
    line = f"/mod rehome game:{game_id} where:#games"
    said = await evening.host.types(evening.channel, line)
    (home,) = evening.field.threads(evening.channel)
    assert f"<#{home.id}>" in said.text
    player, lines = await evening.at_turn(home), await evening.legal(home)
    await player.types(home, lines[0])
    await evening.settle()
    assert f"{player.name} pitches" in evening.story(home)
    assert "The game goes on here (by order of Owner)." in evening.story(home)
    assert await notes(evening) == ["house move by Owner"]


async def test_a_game_moves_to_where_the_command_is_given(evening: Evening) -> None:
    """Without a place that is named."""
    thread = await evening.starts()
    game_id = (await evening.game(thread)).id
    await evening.host.types(evening.channel, f"/mod rehome game:{game_id}")
    assert (await evening.game(evening.channel)).id == game_id


async def test_another_title(evening: Evening) -> None:
    """Of the thread, as everybody is told there; in a channel there is none to change."""
    thread = await evening.starts()
    said = await evening.host.types(thread, "/mod rename title:*Opening* Night")
    assert said.text == r"The title is \*Opening\* Night now."
    await evening.settle()
    assert thread.name == "*Opening* Night"
    assert r"The game is called “\*Opening\* Night” now (by order of Owner)." in evening.story(
        thread
    )
    assert await notes(evening) == ['house rename "*Opening* Night" by Owner']
    await evening.host.types(evening.channel, f"/mod rehome game:{evening.id}")
    await evening.refuses(
        evening.host.types(evening.channel, "/mod rename title:Night"),
        "This game has no thread or post of its own",
    )


async def test_a_title_that_discord_refuses(evening: Evening) -> None:
    """Nothing has happened then, and the sentence says why."""
    thread = await evening.starts()
    evening.field.faults.too_many("PATCH /channels/{channel_id}", 500.0)
    await evening.refuses(
        evening.host.types(thread, "/mod rename title:Night"),
        "Discord lets a title be changed twice in ten minutes",
    )
    evening.field.faults.answer("PATCH /channels/{channel_id}", 403, code=50013, times=1)
    await evening.refuses(
        evening.host.types(thread, "/mod rename title:Night"), "I may not change the title"
    )


async def test_an_archived_thread_is_renamed_too(evening: Evening) -> None:
    """It is opened by that, as the post about it would open it anyway."""
    thread = await evening.starts()
    assert thread.thread is not None
    evening.field.archive(thread)
    await evening.hears()
    await evening.host.types(thread, f"/mod rename title:Night game:{evening.id}")
    assert thread.name == "Night"


# --- looking back --------------------------------------------------------------------------------


async def test_a_moderator_names_the_game_or_goes_there(evening: Evening) -> None:
    """Elsewhere not even the only game is taken for the one that is meant."""
    await evening.starts()
    await evening.refuses(
        evening.host.types(evening.channel, "/mod abandon"), "No game is played right here"
    )


async def test_the_log(evening: Evening) -> None:
    """Who did what when; what Discord refused in public; nothing of direct messages."""
    thread = await evening.starts()
    player, lines = await evening.at_turn(thread), await evening.legal(thread)
    await evening.host.types(thread, "/mod extend hours:1")
    await evening.time.advance(90 * 60)
    player.closes_direct_messages()
    evening.field.let(evening.channel, evening.field.bot, send_messages_in_threads=False)
    await player.types(thread, lines[0])
    await evening.settle()
    said = await evening.host.types(thread, "/mod log")
    seat = (await evening.game(thread)).names.index(player.name) + 1
    began, now = (
        f"{datetime.fromtimestamp(one, UTC):%m-%d %H:%M}"
        for one in (evening.time.now() - 90 * 60, evening.time.now())
    )
    assert f"{began} # house extend p{seat} 3600 seconds by Owner" in said.text
    assert f"{now} p{seat} {lines[0][1:].replace(' card:', ' ')}" in said.text
    assert "Not posted: I lack Send Messages in Threads in <#" in said.text
    assert "direct" not in said.text
    assert "Times are UTC." in said.text


async def test_the_whole_log_is_a_file(evening: Evening) -> None:
    """Every line with its time; decks stay hidden."""
    thread = await evening.starts()
    await moves(evening, thread, 8)  # three strikes, which end a game, are nine at the least
    for _ in range(6):
        await evening.host.types(thread, "/mod pause")
        await evening.host.types(thread, "/mod resume")
    said = await evening.host.types(thread, "/mod log")
    assert said.message is not None
    (file,) = said.message.attachments
    journal = await evening.bot.store.journal(evening.id)
    rows = file.content.decode().split("\n")
    assert len(rows) == len(journal)
    assert " dealer deal ?? ?? " in rows[0]
    assert all(re.match(r"\d\d-\d\d \d\d:\d\d ", row) for row in rows)


async def test_an_order_delivered_twice_is_one_order(evening: Evening) -> None:
    """Whatever it is: one line in the log, one answer, one post."""
    thread = await evening.starts()
    for order, line in {
        "extend hours:1": "house extend",
        "pause hours:2": "house pause",
        "resume": "house resume",
        "nudge": "house nudge",
        "rename title:Night": "house rename",
        "replace seat:p1 by:@Dee": "house replace",
        "computer seat:p2": "house computer",
        "remove seat:p3": "house resign",
    }.items():
        evening.field.faults.duplicate_interactions()
        said = await evening.host.types(thread, f"/mod {order}")
        assert said.text, order
        await evening.settle()
        assert [note.startswith(line) for note in await notes(evening)].count(True) == 1, order
