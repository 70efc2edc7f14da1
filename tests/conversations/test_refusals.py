"""What is refused is refused in private, in a plain sentence, in time; and nothing is changed."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from bot.practice import Channel, Message, Outcome, Person
from games.cards import TEXTS, read_card
from games.pitch_and_catch.terms import FACE
from tests.evening import Evening, labels


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
        self.first, self.second = await self.evening.asked(self.thread)

    async def not_held(self) -> str:
        """A card that would be a good swing, if the first to swing had it."""
        at = await self.evening.game(self.thread)
        hand = await self.evening.hand(self.thread, self.first)
        ball = FACE[at.state.ball]
        return next(one for one in TEXTS if one not in hand and FACE[read_card(one)] <= ball)

    async def refuses(self, act: Coroutine[Any, Any, Outcome], *words: str) -> Outcome:
        """The bot refuses, with these words."""
        return await self.evening.refuses(act, *words)


@pytest.fixture
async def swings(evening: Evening) -> Swings:
    """The pitch is thrown."""
    swings = Swings(evening, await evening.starts())
    await swings.begin()
    return swings


async def test_out_of_turn(swings: Swings) -> None:
    """Whoever has pitched is told whose turn it is, and of the clause."""
    await swings.refuses(
        swings.pitcher.types(swings.thread, "/pass"),
        f"It is the turn of {swings.first.name} (X-14).",
        "Nothing is asked of you now.",
    )
    await swings.refuses(
        swings.pitcher.types(swings.thread, "/swing card:2c"),
        "The pitcher does not swing at the own pitch (PC-9).",
    )


async def test_not_what_is_asked_now(swings: Swings) -> None:
    """A catch while swings are asked: what is due, and what would be legal."""
    hand = await swings.evening.hand(swings.thread, swings.first)
    await swings.refuses(
        swings.first.types(swings.thread, f"/field card:{hand[0]}"),
        "What is due now is a swing or a pass (X-14).",
        "You may `swing",
    )


async def test_a_card_that_is_not_held(swings: Swings) -> None:
    """Also where the card would be a good swing; what the hand could do is listed."""
    card = await swings.not_held()
    await swings.refuses(
        swings.first.types(swings.thread, f"/swing card:{card}"),
        "is not in this hand (X-15).",
        "You may `swing",
    )


@pytest.mark.parametrize(
    "card",
    ["1c", "5", "c5", "11c", "5x", "fünf", "5c 6c", "5c5c", "-", "`", "5c; field 9c", "up to 5"],
)
async def test_what_is_no_card(swings: Swings, card: str) -> None:
    """What was expected and what was found instead, and what would be legal."""
    said = await swings.refuses(
        swings.first.types(swings.thread, f"/swing card:{card}"), "xpected", "found", "You may `"
    )
    assert len(said.text) < 500


@pytest.mark.parametrize("card", ["@everyone", "<@{0}>", "x" * 300, "**5c**\n# 5c"])
async def test_what_is_no_card_notifies_nobody_and_fills_no_page(swings: Swings, card: str) -> None:
    """However it is written."""
    heard = len(swings.second.notifications)
    line = f"/swing card:{card.format(swings.second.id)}"
    said = await swings.refuses(swings.first.types(swings.thread, line), "xpected", "found")
    assert len(said.text) < 500
    assert said.message is not None
    assert said.message.mentions == []
    assert not said.message.mention_everyone
    assert len(swings.second.notifications) == heard


async def test_a_game_that_does_not_exist(swings: Swings) -> None:
    """Named by an id that is nobody's, or by no id at all."""
    for name in ("zzzzzz", "x", "the other one"):
        await swings.refuses(
            swings.first.types(swings.thread, f"/pass game:{name}"), "There is no game"
        )


@pytest.mark.parametrize("line", ["/pass", "/swing card:5c", "/hand", "/plan answer:pass", "/plan"])
async def test_whoever_does_not_play(swings: Swings, line: str) -> None:
    """In the thread they may look at the table, but have no hand there."""
    dee, elsewhere = swings.evening["Dee"], swings.evening.channel
    await swings.refuses(dee.types(swings.thread, line), "ou do not play in this game.")
    await swings.refuses(dee.types(elsewhere, line), "You play in no game on this server")
    await swings.refuses(dee.types(dee.direct, line), "You play in no game just now.")
    seen = await dee.types(swings.thread, "/table")
    assert "Inning 1 of 3, trick 1." in seen.text
    assert "hand" not in seen.text


@pytest.mark.parametrize("line", ["/pass", "/table", "/hand", "/record", "/plan answer:pass"])
async def test_another_servers_game(swings: Swings, line: str) -> None:
    """Not even by its id, not even by who plays in it."""
    evening = swings.evening
    for who in (swings.first, evening["Dee"]):
        await swings.refuses(
            who.types(evening.far, f"{line} game:{evening.id}"),
            "That game is played on another server.",
        )
    await swings.refuses(
        swings.first.types(evening.far, "/pass"), "You play in no game on this server"
    )
    assert await swings.first.completes(evening.far, "/pass game:", "game") == []
    for order in ("pause", "abandon", "log", "rewind moves:1"):
        await swings.refuses(
            evening.host.types(evening.far, f"/mod {order} game:{evening.id}"),
            "That game is played on another server.",
        )


async def test_a_stranger_in_a_direct_message(swings: Swings) -> None:
    """Knowing a game's id is not enough to look at it from outside."""
    dee = swings.evening["Dee"]
    for line in ("/table", "/record", "/pass"):
        await swings.refuses(
            dee.types(dee.direct, f"{line} game:{swings.evening.id}"),
            "You do not play in that game.",
        )


@pytest.mark.parametrize(
    "answer", ["swing", "dance", "swing up to 9", "swing 5c else fold", "; ;", "\\n", "5c", "!"]
)
async def test_plans_that_cannot_be_read(swings: Swings, answer: str) -> None:
    """What was expected; nothing is left."""
    await swings.refuses(swings.second.types(swings.thread, f"/plan answer:{answer}"), "xpected")
    assert "Left" not in (await swings.second.types(swings.thread, "/hand")).text


async def test_a_plan_for_a_card_that_is_not_held(swings: Swings) -> None:
    """It can be read, but never be."""
    hand = await swings.evening.hand(swings.thread, swings.second)
    card = next(text for text in TEXTS if text not in hand)
    await swings.refuses(
        swings.second.types(swings.thread, f"/plan answer:field {card}"),
        "is not in this hand (X-15).",
    )


# --- buttons and forms ---------------------------------------------------------------------------


async def test_a_stale_button_of_a_panel(swings: Swings) -> None:
    """The decision that it was made for is over: it says so, and what is asked now."""
    evening = swings.evening
    panel = await evening.panel(swings.first)
    await swings.first.types(swings.thread, "/pass")
    await swings.second.types(swings.thread, "/pass")
    await evening.settle()
    for button in panel.buttons:
        if ":?" not in button["custom_id"] and not button["custom_id"].endswith(":pass"):
            await swings.refuses(
                swings.first.clicks(panel, button["custom_id"]),
                "That decision is no longer open.",
            )
            break


async def test_out_of_turn_on_a_panel(swings: Swings) -> None:
    """Nothing of the panel of whoever is asked nothing is played: it is for later."""
    panel = await swings.refuses(
        swings.pitcher.clicks(swings.evening.newest("Act"), "Act"), "Nothing is asked of you now."
    )
    assert panel.message is not None
    assert all(one["custom_id"].startswith("a:") for one in panel.message.buttons)


async def test_every_button_and_form_of_a_game_that_is_over(swings: Swings) -> None:
    """Below the posts, on panels, in forms that are open, in direct messages: it is over."""
    evening = swings.evening
    panels = [await evening.panel(swings.first) for _ in range(3)]
    ahead = await swings.first.clicks(panels[0], "Answer ahead")
    assert ahead.message is not None
    form = await swings.first.clicks(ahead.message, "Write…")
    act, join = evening.newest("Act"), evening.posts()[1]
    actions = [one["label"] for one in panels[0].buttons]
    await evening.abandons()
    pressed = [*zip(panels, (actions[0], "Pass", "Answer ahead"), strict=True), (act, "Act")]
    pressed += [(act, "Answer ahead"), (ahead.message, labels(ahead.message)[0])]
    for message, button in pressed:
        await swings.refuses(swings.first.clicks(message, button), "The game is over.")
    await swings.refuses(swings.first.fills(form, {"Swing": "lowest"}), "The game is over.")
    (letter,) = [one for one in swings.pitcher.reads() if _has(one, "Act")]
    await swings.refuses(swings.pitcher.clicks(letter, "Act"), "The game is over.")
    await evening.time.advance(60)
    assert join.buttons == []  # the list of a sign-up is edited once a minute


async def test_a_join_button_of_a_sign_up_that_is_over(evening: Evening) -> None:
    """Tapped in the minute before its list is edited."""
    thread = await evening.signs_up(names="Ana Ben Cho")
    post = evening.newest("Join", thread)
    await evening.host.types(thread, "/game close")
    await evening.time.settle()
    assert _has(post, "Join")
    await evening.refuses(evening["Dee"].clicks(post, "Join"), "This sign-up is closed.")
    await evening.refuses(evening["Ana"].clicks(post, "Leave"), "This sign-up is closed.")


def _has(message: Message, label: str) -> bool:
    return any(one.get("label") == label for one in message.buttons)


# --- games that are not being played -------------------------------------------------------------


async def test_a_game_that_is_over(evening: Evening) -> None:
    """Every verb says so; table and record can still be looked at."""
    thread = await evening.starts()
    player = await evening.at_turn(thread)
    await evening.abandons(thread)
    for line in ("/pitch card:5c", "/pass", "/plan answer:pass", "/plan", "/hand"):
        await evening.refuses(player.types(thread, line), "The game is over.")
        named = f"{line} game:{evening.id}"
        await evening.refuses(player.types(evening.channel, named), "The game is over.")
    for line in ("/mod pause", "/mod rewind moves:1", "/mod abandon"):
        await evening.refuses(evening.host.types(thread, line), "The game is over.")
    assert "The game is over" in (await player.types(thread, "/table")).text
    assert (await player.types(thread, "/record")).message is not None
    assert "house abandon" in (await evening.host.types(thread, "/mod log")).text


async def test_a_paused_game(evening: Evening) -> None:
    """Plays wait; the hand can be seen."""
    thread = await evening.starts()
    player = await evening.at_turn(thread)
    await evening.host.types(thread, "/mod pause")
    await evening.refuses(
        player.types(thread, (await evening.legal(thread))[0]), "The game is paused until <t:"
    )
    assert "Your hand" in (await player.types(thread, "/hand")).text


async def test_before_the_game_has_begun(evening: Evening) -> None:
    """In a thread where the sign-up is still open."""
    thread = await evening.opens()
    await evening["Ana"].types(thread, "/in")
    await evening.refuses(evening["Ana"].types(thread, "/pass"), "That game has not begun")


# --- all of them ---------------------------------------------------------------------------------


async def test_each_has_a_sentence_of_its_own(swings: Swings) -> None:
    """Nobody who is refused has to guess for which of the reasons."""
    evening, first, second = swings.evening, swings.first, swings.second
    here, dee = swings.thread, evening["Dee"]
    hand = await evening.hand(here, first)
    panel = await evening.panel(first)
    swing = next(one["custom_id"] for one in panel.buttons if ":swing " in one["custom_id"])
    said = {
        "out of turn": await swings.refuses(swings.pitcher.types(here, "/pass")),
        "not what is asked": await swings.refuses(first.types(here, f"/field card:{hand[0]}")),
        "not held": await swings.refuses(
            first.types(here, f"/swing card:{await swings.not_held()}")
        ),
        "no card": await swings.refuses(first.types(here, "/swing card:five")),
        "no plan": await swings.refuses(second.types(here, "/plan answer:dance")),
        "no player": await swings.refuses(dee.types(here, "/pass")),
        "a stranger": await swings.refuses(dee.types(dee.direct, f"/pass game:{evening.id}")),
        "no such game": await swings.refuses(first.types(here, "/pass game:zzzzzz")),
        "another server's": await swings.refuses(
            first.types(evening.far, f"/pass game:{evening.id}")
        ),
        "no host": await swings.refuses(first.types(here, "/mod pause")),
    }
    await first.types(here, "/pass")
    said["twice"] = await swings.refuses(first.types(here, "/pass"))
    await second.types(here, "/pass")
    said["stale"] = await swings.refuses(first.clicks(panel, swing))
    await evening.host.types(here, "/mod pause")
    said["paused"] = await swings.refuses(first.types(here, "/field card:5c"))
    await evening.host.types(here, "/mod resume")
    await evening.abandons(here)
    said["over"] = await swings.refuses(second.types(here, "/field card:5c"))
    opened = await evening.opens()
    said["not begun"] = await swings.refuses(second.types(opened, "/pass"))
    told = {why: outcome.text.splitlines()[0] for why, outcome in said.items()}
    assert len(set(told.values())) == len(told), "\n".join(sorted(told.values()))


async def test_a_refusal_that_takes_long_is_in_time_all_the_same(
    swings: Swings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database hangs: after a second it is shown that the bot is at it, then the reason."""
    evening, found = swings.evening, asyncio.Event()
    games_in = evening.bot.store.games_in

    async def slowly(*args: Any) -> Any:
        await evening.time.rest(None, found)
        return await games_in(*args)

    monkeypatch.setattr(evening.bot.store, "games_in", slowly)
    dee = evening["Dee"]
    outcome = await dee.types(swings.thread, "/pass", wait=False)
    await evening.field.settle()
    await evening.time.advance(1.1)
    assert outcome.took is not None
    assert 1 <= outcome.took < 3
    assert outcome.thinking
    await evening.time.advance(60)
    found.set()
    await outcome.settled()
    assert outcome.text == "You do not play in this game."
    assert outcome.ephemeral


# --- at the same instant -------------------------------------------------------------------------


async def test_the_same_play_twice_at_the_same_instant(evening: Evening) -> None:
    """One counts, the other is told that it was played already; one line in the record."""
    thread = await evening.starts()
    player, line = await evening.at_turn(thread), (await evening.legal(thread))[0]
    outcomes = await asyncio.gather(player.types(thread, line), player.types(thread, line))
    told = sorted(outcome.text for outcome in outcomes)
    assert told[0].startswith("Done: ")
    assert told[1].startswith("You played that already, <t:")
    assert (await evening.game(thread)).version == 2


async def test_two_buttons_of_one_panel_at_the_same_instant(evening: Evening) -> None:
    """One card is pitched, and only one."""
    await evening.starts()
    player = await evening.at_turn()
    panel = await evening.panel(player)
    one, other = (button["custom_id"] for button in panel.buttons[:2])
    await asyncio.gather(player.clicks(panel, one), player.clicks(panel, other))
    await evening.settle()
    pitched = [line for line in await _actions(evening) if line.startswith("pitch")]
    assert len(pitched) == 1
    assert evening.story().count(f"{player.name} pitches") == 1


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
    thread = await evening.signs_up("hours:1", names="Ana Ben")
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
    await (await evening.at_turn(thread)).types(thread, (await evening.legal(thread))[0])
    await (await evening.at_turn(thread)).types(thread, "/pass")
    version = (await evening.game(thread)).version
    said = await evening.host.types(thread, "/mod rewind moves:1")
    assert said.text.startswith("The last move is taken back.")
    assert (await evening.game(thread)).version == version + 1


async def _actions(evening: Evening) -> list[str]:
    """All that was done in the newest game, by the journal."""
    return [line.action for line in await evening.bot.store.journal(evening.id)]
