"""What is refused is refused in private, in a plain sentence, in time; and nothing is changed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.practice import Channel, Person
from games.cards import TEXTS, read_card
from games.pitch_and_catch.terms import FACE
from tests.conversations.evening import Evening, refused


class Swings:
    """A game in which the ball is in the air: who pitched, who is to swing, who is to follow."""

    def __init__(self, evening: Evening, thread: Channel) -> None:
        self.evening = evening
        self.thread = thread
        self.pitcher: Person
        self.first: Person
        self.second: Person

    async def begin(self) -> None:
        """The highest card of the dealer is pitched."""
        self.pitcher = await self.evening.at_turn(self.thread)
        await self.pitcher.types(self.thread, (await self.evening.legal(self.thread))[-1])
        await self.evening.settle()
        at = await self.evening.game(self.thread)
        self.first, self.second = (self.evening[at.names[seat]] for seat in at.asked)


@pytest.fixture
async def swings(evening: Evening) -> AsyncIterator[Swings]:
    """Nothing that is said in a test of this file may change the game."""
    swings = Swings(evening, await evening.starts())
    await swings.begin()
    before = await evening.game(swings.thread)
    story = evening.story(swings.thread)
    yield swings
    await evening.settle()
    assert await evening.game(swings.thread) == before
    assert evening.story(swings.thread) == story


async def test_out_of_turn(swings: Swings) -> None:
    """Whoever has pitched is told whose turn it is, and of the clause."""
    said = await swings.pitcher.types(swings.thread, "/pass")
    refused(said, f"It is the turn of {swings.first.name} (X-14).", "Nothing is asked of you now.")
    said = await swings.pitcher.types(swings.thread, "/swing card:2c")
    refused(said, "The pitcher does not swing at the own pitch (PC-9).")


async def test_not_what_is_asked_now(swings: Swings) -> None:
    """A catch while swings are asked: what is due, and what would be legal."""
    hand = await swings.evening.hand(swings.thread, swings.first)
    said = await swings.first.types(swings.thread, f"/field card:{hand[0]}")
    refused(said, "What is due now is a swing or a pass (X-14).", "You may `swing")


async def test_a_card_that_is_not_held(swings: Swings) -> None:
    """Also where the card would be a good swing; what the hand could do is listed."""
    at = await swings.evening.game(swings.thread)
    hand = await swings.evening.hand(swings.thread, swings.first)
    card = next(
        text for text in TEXTS if text not in hand and FACE[read_card(text)] <= FACE[at.state.ball]
    )
    said = await swings.first.types(swings.thread, f"/swing card:{card}")
    refused(said, "is not in this hand (X-15).", "You may `swing")


@pytest.mark.parametrize(
    "card", ["", "1c", "5", "c5", "fünf", "5c 6c", "@everyone", "`", "5c; field 9c", "x" * 300]
)
async def test_what_is_no_card(swings: Swings, card: str) -> None:
    """What was expected and what was found instead, however long; nobody is notified."""
    said = await swings.first.types(
        swings.thread, f'/swing card:"{card}"' if card else "/pass game:x"
    )
    refused(said, "." if card else "There is no game")
    assert len(said.text) < 500
    assert swings.second.notifications == [] or "everyone" not in {
        each.why for each in swings.second.notifications
    }


@pytest.mark.parametrize("line", ["/pass", "/swing card:5c", "/hand", "/plan answer:pass", "/plan"])
async def test_whoever_does_not_play(swings: Swings, line: str) -> None:
    """In the thread they may look at the table, but have no hand there."""
    dee = swings.evening["Dee"]
    refused(await dee.types(swings.thread, line), "ou do not play in this game.")
    refused(await dee.types(swings.evening.channel, line), "You play in no game on this server")
    refused(await dee.types(dee.direct, line), "You play in no game just now.")
    seen = await dee.types(swings.thread, "/table")
    assert "Inning 1 of 3, trick 1." in seen.text
    assert "hand" not in seen.text


@pytest.mark.parametrize("line", ["/pass", "/table", "/hand", "/record", "/plan answer:pass"])
async def test_another_servers_game(swings: Swings, line: str) -> None:
    """Not even by its id, not even by who plays in it."""
    evening = swings.evening
    game_id = (await evening.game(swings.thread)).id
    for who in (swings.first, evening["Dee"]):
        refused(
            await who.types(evening.far, f"{line} game:{game_id}"),
            "That game is played on another server.",
        )
    refused(await swings.first.types(evening.far, "/pass"), "You play in no game on this server")
    assert await swings.first.completes(evening.far, "/pass game:", "game") == []
    for order in ("pause", "abandon", "log", "rewind plays:1"):
        refused(
            await evening.host.types(evening.far, f"/mod {order} game:{game_id}"),
            "That game is played on another server.",
        )


async def test_a_stranger_in_a_direct_message(swings: Swings) -> None:
    """Knowing a game's id is not enough to look at it from outside."""
    dee = swings.evening["Dee"]
    game_id = (await swings.evening.game(swings.thread)).id
    for line in ("/table", "/record", "/pass"):
        said = await dee.types(dee.direct, f"{line} game:{game_id}")
        refused(said, "You do not play in that game.")


@pytest.mark.parametrize(
    "answer",
    ["swing", "swing 5c or field 9c", "dance", "swing up to 9", "swing 5c else fold", "; ;", "\\n"],
)
async def test_plans_that_cannot_be_read(swings: Swings, answer: str) -> None:
    """What was expected; nothing is left."""
    said = await swings.second.types(swings.thread, f'/plan answer:"{answer}"')
    refused(said, "xpected")
    assert "Left" not in (await swings.second.types(swings.thread, "/hand")).text


async def test_a_game_that_is_over(evening: Evening) -> None:
    """Every verb says so; table and record can still be looked at."""
    thread = await evening.starts()
    player = await evening.at_turn(thread)
    game_id = (await evening.game(thread)).id
    await evening.host.types(thread, "/mod abandon")
    await evening.settle()
    for line in ("/pitch card:5c", "/pass", "/plan answer:pass", "/plan", "/hand"):
        refused(await player.types(thread, line), "The game is over.")
        refused(await player.types(evening.channel, f"{line} game:{game_id}"), "The game is over.")
    for line in ("/mod pause", "/mod rewind plays:1", "/mod abandon"):
        refused(await evening.host.types(thread, line), "The game is over.")
    assert "The game is over" in (await player.types(thread, "/table")).text
    assert (await player.types(thread, "/record")).message is not None
    assert (await evening.host.types(thread, "/mod log")).text.startswith("```")


async def test_a_paused_game(evening: Evening) -> None:
    """Plays wait; the hand can be seen."""
    thread = await evening.starts()
    player = await evening.at_turn(thread)
    await evening.host.types(thread, "/mod pause")
    refused(await player.types(thread, (await evening.legal(thread))[0]), "The game is paused.")
    assert "Your hand" in (await player.types(thread, "/hand")).text


async def test_before_the_game_has_begun(evening: Evening) -> None:
    """In a thread where the sign-up is still open."""
    thread = await evening.opens()
    await evening["Ana"].types(thread, "/in")
    refused(await evening["Ana"].types(thread, "/pass"), "That game has not begun")


# --- at the same instant -------------------------------------------------------------------------


async def test_the_same_play_twice_at_the_same_instant(evening: Evening) -> None:
    """One counts, the other is told that it was played already; one line in the record."""
    thread = await evening.starts()
    player, line = await evening.at_turn(thread), (await evening.legal(thread))[0]
    outcomes = await asyncio.gather(player.types(thread, line), player.types(thread, line))
    told = sorted(outcome.text for outcome in outcomes)
    assert told[0].startswith("Done: ")
    assert told[1].startswith("You played that already, at ")
    assert (await evening.game(thread)).version == 2


async def test_two_players_at_the_same_instant(evening: Evening) -> None:
    """Both passes stand, whichever is first; if the later seat was first, its answer waited."""
    swings = Swings(evening, await evening.starts())
    await swings.begin()
    outcomes = await asyncio.gather(
        swings.second.types(swings.thread, "/pass"), swings.first.types(swings.thread, "/pass")
    )
    assert all(outcome.text.startswith(("Done", "Left")) for outcome in outcomes)
    await evening.settle()
    at = await evening.game(swings.thread)
    assert at.window is not None
    assert at.window.key == "1.2.pitch"


async def test_the_last_seat_is_wanted_by_two_at_once(evening: Evening) -> None:
    """The sign-up's time is over: one of them starts the game, the other is told it is closed."""
    thread = await evening.opens("hours:1")
    for name in ("Ana", "Ben"):
        await evening[name].types(thread, "/in")
    await evening.time.advance(3601)
    outcomes = await asyncio.gather(
        evening["Cho"].types(thread, "/in"), evening["Dee"].types(thread, "/in")
    )
    await evening.settle()
    names = (await evening.game(thread)).names
    told = {outcome.person.name: outcome.text for outcome in outcomes}
    winner = "Cho" if "Cho" in names else "Dee"
    loser = "Dee" if winner == "Cho" else "Cho"
    assert told[winner].startswith("You are in.")
    assert told[loser] == "This sign-up is closed."


async def test_what_is_delivered_twice_is_done_once(evening: Evening) -> None:
    """Joining, opening, rewinding: one effect, and the answer that belongs to it."""
    evening.field.faults.duplicate_interactions(10)
    thread = await evening.opens()
    assert len(evening.field.threads(evening.channel)) == 1
    assert (await evening["Ana"].types(thread, "/in")).text.startswith("You are in.")
    for name in ("Ben", "Cho"):
        await evening[name].types(thread, "/in")
    await evening.host.types(thread, "/game close")
    await evening.settle()
    for _ in range(2):
        await (await evening.at_turn(thread)).types(thread, (await evening.legal(thread))[0])
    version = (await evening.game(thread)).version
    said = await evening.host.types(thread, "/mod rewind plays:1")
    assert said.text == "Done."
    assert (await evening.game(thread)).version == version + 1
