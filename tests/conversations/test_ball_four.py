"""Ball Four as it is played on Discord: cards picked and typed, Ball Fours, answers left ahead."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, TypeAlias

import pytest

from bot import components
from bot.practice import Message, Outcome
from games import registry, shuffle
from games.cards import Card, read_card
from games.core import Window
from games.text import plan_in_words
from tests.evening import Evening, LaidOut, labels
from tests.games.ball_four.boards import stack

MENU = "Pick cards of your hand"

OPENING = (
    "3c 3d 3h 4c 4d 4h 5c 5d 6c 7c 8c 9c 9d 9h Jc Jd Jh",
    "3s Js Tc Td Th Ts Qc Qd 9s Kc 2h 2s 4s 5h 5s 6d 6h",
    "2c 2d Ac Ad Ah Qh Qs 6s 7d 7h 7s 8d 8h 8s Kd Kh Ks",
)
"""52 cards: p1 has the 3♣ and leads; p2 has the fourth three, nine, jack and four."""

THIRD = (OPENING[0], OPENING[1].replace("3s", "2c"), OPENING[2].replace("2c", "3s"))
"""The same, but p3 has the fourth three."""

AT_BAT = (
    "Ac Ad Ah 6h 7h 8h 2h 3h 4h 5h 5d 6d 7d",
    "9c 9d 9h 8c 8d 4c 2c 2d 3c 3d 4d 5c 6c",
    "9s Tc Td Th Ts 8s 7c 7s 6s 5s 4s 3s 2s",
)
"""40 cards: p1 deals, so p2 leads; p3 has the fourth nine, eight and two."""


class Inning(LaidOut):
    """A game in its first inning, with the cards laid out; people are called by their seats."""

    async def panel(self, who: str) -> Message:
        """What somebody is shown to pick from."""
        return await self.evening.panel(self[who])

    async def picks(self, who: str, panel: Message, *cards: str) -> Message:
        """Somebody picks cards in the menu, by their texts; the panel as it is then."""
        shown = await self[who].chooses(panel, MENU, *cards)
        assert shown.message is not None
        return shown.message

    async def taps(self, who: str, message: Message, button: str) -> Outcome:
        """Somebody taps a button."""
        outcome = await self[who].clicks(message, button)
        await self.evening.settle()
        return outcome

    async def window(self) -> Window:
        """The decision that is open."""
        window = (await self.evening.game(self.thread)).window
        assert window is not None
        return window

    async def left(self, who: str) -> list[str]:
        """What somebody has left for later."""
        at = await self.evening.game(self.thread)
        return [plan.text for plan in at.plans_of(at.names.index(self[who].name))]

    async def unchanged(self, act: Coroutine[Any, Any, Message]) -> Message:
        """What somebody looks at, or asks for, changes nothing for anybody."""
        await self.evening.settle()
        before = self.evening.everything()
        shown = await act
        await self.evening.settle()
        assert self.evening.everything() == before
        return shown


Begins: TypeAlias = Callable[..., Awaitable[Inning]]


@pytest.fixture
def begins(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> Begins:
    """Begins a game of three with the first deal laid out."""

    async def begin(game: str, hands: Sequence[str], options: str = "") -> Inning:
        deck = stack(registry.make(game, {}, len(hands)), hands)

        def first(shoe: shuffle.Shoe, number: int, cards: Sequence[Card]) -> tuple[Card, ...]:
            return tuple(map(read_card, deck))

        with monkeypatch.context() as patch:
            patch.setattr(shuffle.Shoe, "deck", first)
            line = f"/game open game:{game} players:{len(hands)} pace:daily options:true"
            form = await evening.host.types(evening.channel, line)
            thread = await evening.opened(await evening.host.fills(form, {"options": options}))
            for name in ("Ana", "Ben", "Cho", "Dee", "Eli")[: len(hands)]:
                await evening[name].types(thread, "/in")
            await evening.host.types(thread, "/game close")
            await evening.settle()
        at = await evening.game(thread)
        return Inning(evening, thread, [evening[name] for name in at.names])

    return begin


@pytest.fixture
async def opening(begins: Begins) -> Inning:
    """52 cards, before the first lead."""
    return await begins("ball-four-52", OPENING)


@pytest.fixture
async def at_bat(begins: Begins) -> Inning:
    """40 cards, before the first lead."""
    return await begins("ball-four-40", AT_BAT)


def ids(message: Message) -> list[str]:
    """The texts that a message's buttons carry."""
    return [button["custom_id"].split(":", 3)[3] for button in message.buttons]


# --- picking -------------------------------------------------------------------------------------


async def test_cards_are_picked_seen_and_played(opening: Inning) -> None:
    """Act, pick, Play: what they make is told in private first, and picks can be changed."""
    panel = await opening.panel("p1")
    assert panel.ephemeral
    (menu,) = panel.selects
    assert [one["value"] for one in menu["options"]] == OPENING[0].split()
    assert (menu["min_values"], menu["max_values"]) == (0, 17)

    shown = await opening.unchanged(opening.picks("p1", panel, "3c", "3d", "4c"))
    assert "This is no hand" in shown.text
    assert not [text for text in ids(shown) if text.startswith("play")]

    shown = await opening.unchanged(opening.picks("p1", shown, "3c", "3d", "3h"))
    assert shown.id == panel.id
    assert "A triple of threes: it can be led. It would expose the threes." in shown.text
    (menu,) = shown.selects
    assert [one["value"] for one in menu["options"] if one.get("default")] == ["3c", "3d", "3h"]
    assert labels(shown)[0] == "Play 3♣ 3♦ 3♥"

    done = await opening.taps("p1", shown, "Play 3♣ 3♦ 3♥")
    assert "Done: `play 3c 3d 3h`." in done.text
    assert "leads 3♣ 3♦ 3♥" in opening.evening.story()


async def test_no_cards_picked_is_the_panel_again(opening: Inning) -> None:
    """Taking all picks back leaves what could be done before."""
    panel = await opening.panel("p1")
    before = ids(panel)
    await opening.picks("p1", panel, "4c")
    shown = await opening.picks("p1", panel)
    assert ids(shown) == before


async def test_a_panel_from_before_a_restart(opening: Inning) -> None:
    """Menu and buttons work for whoever has them on the screen still."""
    evening = opening.evening
    panel = await opening.panel("p1")
    await evening.bot.close()
    async with evening.open():
        shown = await opening.picks("p1", panel, "3c", "3d", "3h")
        done = await opening.taps("p1", shown, "Play 3♣ 3♦ 3♥")
        assert "Done: `play 3c 3d 3h`." in done.text


async def test_a_panel_of_a_decision_that_is_over(opening: Inning) -> None:
    """Picking there shows what is open now, and a Play there is refused."""
    panel, other = await opening.panel("p1"), await opening.panel("p1")
    shown = await opening.picks("p1", other, "3c", "3d", "3h")
    await opening.plays("p1 /play cards:3c; p2 /play cards:4s; p3 /pass")
    picked = await opening.unchanged(opening.picks("p1", panel, "5c"))
    assert picked.text.startswith("That decision is no longer open.")
    assert "A single five: it beats the fours." in picked.text
    stale = "That decision is no longer open."
    await opening.evening.refuses(
        opening["p1"].clicks(shown, "Play 3♣ 3♦ 3♥"), stale, "beat", "(4♠)"
    )


async def test_ahead_of_the_turn_the_panel_leaves_an_answer(opening: Inning) -> None:
    """It says so, and at the turn it is played."""
    await opening.plays("p1 /play cards:333")
    shown = await opening.picks("p3", await opening.panel("p3"), "Ac", "Ad", "Ah")
    assert "Your turn is still to come." in shown.text
    left = await opening.taps("p3", shown, "Play A♣ A♦ A♥")
    assert left.text.startswith("Left for later: Play A♣ A♦ A♥")
    assert await opening.left("p3") == ["play Ac Ad Ah"]
    assert "A♣" not in opening.evening.story()
    await opening.plays("p2 /pass")
    assert "beats it with A♣ A♦ A♥" in opening.evening.story()


async def test_in_direct_messages_a_panel_is_changed_and_a_notice_is_not(opening: Inning) -> None:
    """There nothing is hidden from others, as there are none."""
    player = opening["p1"]
    notice = next(one for one in reversed(player.reads()) if "Act" in labels(one))
    before = notice.content
    shown = await player.clicks(notice, "Act")
    assert shown.message is not None
    assert shown.message.id != notice.id
    picked = await opening.picks("p1", shown.message, "3c")
    assert picked.id == shown.message.id
    done = await opening.taps("p1", picked, "Play 3♣")
    assert "Done: `play 3c`." in done.text
    assert (notice.content, labels(notice)) == (before, ["Act", "Answer ahead", "My hand", "Table"])


async def test_every_id_is_short_enough(begins: Begins) -> None:
    """Six cards here; and the longest hand there is, late in a long game."""
    opening = await begins("ball-four-52", OPENING, "extra_sets=on")
    eight = ("Tc", "Td", "Th", "Ts")
    await opening.plays("p1 /play cards:3c; p2 /play cards:2h; p3 /pass; p1 /pass")
    shown = await opening.picks("p2", await opening.panel("p2"), *eight, "5h", "5s")
    assert "Play 5♥ 5♠ 10♣ 10♦ 10♥ 10♠" in labels(shown)
    longest = "play Tc Td Th Ts Kc Kd Kh Ks"
    assert components.fits(opening.evening.id, "999.999.999.again", longest)


# --- typing --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "played"),
    [
        ("3c 3d 3h", "3c 3d 3h"),
        ("3H 3c 3♦", "3c 3d 3h"),
        ("3c3d3h", "3c 3d 3h"),
        ("333", "3c 3d 3h"),
        ("3 3 3", "3c 3d 3h"),
        ("33355", "3c 3d 3h 5c 5d"),
        ("55 333", "3c 3d 3h 5c 5d"),
        ("444333", "3c 3d 3h 4c 4d 4h"),
        ("3c 3 3 5 5", "3c 3d 3h 5c 5d"),
        ("3", "3c"),
        ("33 3h", "3c 3d 3h"),
    ],
)
async def test_what_can_mean_only_one_thing_is_understood(
    opening: Inning, typed: str, played: str
) -> None:
    """With suits or without, in any order; the first hand must have the 3♣, so `3` is clear."""
    done = await opening.types("p1", f"/play cards:{typed}")
    assert f"Done: `play {played}`." in done.text


async def test_what_can_mean_several_things_is_asked_back(opening: Inning) -> None:
    """Nothing changes before one of them is tapped."""
    asked = await opening.unchanged(_message(opening["p1"].types(opening.thread, "/play cards:33")))
    assert asked.ephemeral
    assert "Which of them?" in asked.text
    assert labels(asked) == ["Play 3♣ 3♦", "Play 3♣ 3♥"]
    done = await opening.taps("p1", asked, "Play 3♣ 3♥")
    assert "Done: `play 3c 3h`." in done.text


async def test_more_meanings_than_can_be_tapped(begins: Begins) -> None:
    """Two of four tens with two of four queens are thirty-six: how to name the rest is told."""
    fours = OPENING[1].replace("2h 2s", "Qh Qs"), OPENING[2].replace("Qh Qs", "2h 2s")
    opening = await begins("ball-four-52", (OPENING[0], *fours), "extra_sets=on")
    await opening.plays("p1 /play cards:3c; p2 /play cards:K; p3 /pass; p1 /pass")
    asked = await _message(opening["p2"].types(opening.thread, "/play cards:TTQQ"))
    assert "If none of these is it, name the cards with suits, like `play T" in asked.text
    assert len(asked.buttons) == 25
    done = await opening.types("p2", "/play cards:Th Ts Qh Qs")
    assert "Done: `play Th Ts Qh Qs`." in done.text


async def test_the_form_for_words_takes_the_same(opening: Inning) -> None:
    """Write… on the panel: a rank alone, with the verb or without; unclear ones are asked back."""
    form = await opening["p1"].clicks(await opening.panel("p1"), "Write…")
    asked = await opening["p1"].fills(form, {"action": "33"})
    assert asked.message is not None
    assert labels(asked.message) == ["Play 3♣ 3♦", "Play 3♣ 3♥"]
    form = await opening["p1"].clicks(await opening.panel("p1"), "Write…")
    done = await opening["p1"].fills(form, {"action": "play 333"})
    assert "Done: `play 3c 3d 3h`." in done.text


async def test_an_unclear_choice_of_a_decision_that_is_over(opening: Inning) -> None:
    """Its buttons are for the decision in which they were offered."""
    asked = await _message(opening["p1"].types(opening.thread, "/play cards:33"))
    await opening.plays("p1 /play cards:3c; p2 /pass; p3 /pass")
    await opening.evening.refuses(
        opening["p1"].clicks(asked, "Play 3♣ 3♥"), "That decision is no longer open."
    )


async def _message(act: Coroutine[Any, Any, Outcome]) -> Message:
    outcome = await act
    assert outcome.message is not None
    return outcome.message


# --- wrong input ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "who", "line", "words"),
    [
        ("p1 /play cards:3c", "p2", "/play cards:Kd", ["K♦ is not in this hand (X-15)", "You may"]),
        ("", "p1", "/play cards:3c 3c", ["3♣ is named again", "You may"]),
        ("", "p1", "/play cards:3c 4d", ["no hand: a hand is", "You may"]),
        ("", "p1", "/play cards:5c", ["must contain 3♣ (B52-3)", "You may"]),
        ("", "p1", "/play cards:nonsense", ["Expected", "nonsense", "You may"]),
        ("", "p1", "/ball-four card:3s", ["The leader cannot lay a Ball Four", "(B52-8)"]),
        ("", "p1", "/pass", ["The leader cannot pass", "(B52-8)"]),
        ("p1 /play cards:3c", "p2", "/play cards:AAAA", ["AAAA is not in this hand (X-15)"]),
        ("p1 /play cards:333; p2 /pass", "p3", "/ball-four", ["3♠ is not in this hand (X-15)"]),
        ("p1 /play cards:333", "p1", "/ball-four", ["and this one is the own (B52-12)"]),
        ("p1 /play cards:3c 3d", "p2", "/play cards:TTT", ["does not answer", "(B52-6)"]),
        ("p1 /play cards:3c; p2 /play cards:Ts", "p3", "/play cards:7d", ["does not beat", "jack"]),
        ("p1 /play cards:3c 3d", "p2", "/ball-four card:3s", ["exposes nothing", "(B52-12)"]),
        ("p1 /play cards:333", "p2", "/ball-four card:9s", ["is 3♠, not 9♠", "`pass`"]),
        ("p1 /play cards:333; p2 /pass", "p2", "/play cards:TTT", ["is out until the play ends"]),
        ("p1 /play cards:3c", "p2", "/foul cards:2h", ["Expected play, ball-four or pass"]),
        ("p1 /play cards:3c", "p2", "/choose rule:none", ["Expected play, ball-four or pass"]),
    ],
)
async def test_wrong_input_of_52_cards(
    opening: Inning, before: str, who: str, line: str, words: list[str]
) -> None:
    """Each has a sentence of its own, in private, with what would be legal; nothing changes."""
    if before:
        await opening.plays(before)
    await opening.evening.refuses(opening[who].types(opening.thread, line), *words)


LED = "p2 /play cards:999"


@pytest.mark.parametrize(
    ("options", "before", "who", "line", "words"),
    [
        ("", "", "p2", "/foul cards:4c", ["The leader cannot play a foul ball", "(B40-7)"]),
        ("", "", "p2", "/choose rule:none", ["without the 7th Inning Stretch", "(B40-20)"]),
        ("stretch=on", "", "p2", "/choose rule:none", ["after the 6th inning", "(B40-20)"]),
        ("tokens=0", LED, "p3", "/foul cards:Tc", ["costs a Strike Token", "(B40-14)", "`pass`"]),
        ("", LED, "p3", "/foul cards:2s", ["♣ ♦ ♥", "2♠ is not", "(B40-13)"]),
        ("", LED, "p3", "/foul cards:Tc 7c", ["at most one card of each suit", "(B40-13)"]),
        ("", LED, "p3", "/foul cards:Ac", ["A♣ is not in this hand", "(X-15)"]),
        ("", "p2 /play cards:4d", "p3", "/ball-four", ["Expected one card", "`pass`"]),
        ("", LED, "p3", "/play cards:TTTT", ["does not answer", "(B40-6)"]),
    ],
)
async def test_wrong_input_of_40_cards(
    begins: Begins, options: str, before: str, who: str, line: str, words: list[str]
) -> None:
    """Foul balls without a token or a suit, a choice that is not to be made, and the like."""
    at_bat = await begins("ball-four-40", AT_BAT, options)
    if before:
        await at_bat.plays(before)
    await at_bat.evening.refuses(at_bat[who].types(at_bat.thread, line), *words)


async def test_what_would_be_legal_is_not_lost_among_many_hands(opening: Inning) -> None:
    """A pass and a Ball Four are named before a hundred plays."""
    await opening.plays("p1 /play cards:3c")
    refused = await opening["p2"].types(opening.thread, "/play cards:2c")
    assert "You may `pass`, `play 4s`" in refused.text
    assert refused.text.endswith(" ….")


# --- Ball Four -----------------------------------------------------------------------------------


async def test_everybody_is_offered_the_ball_four(opening: Inning) -> None:
    """Below the post, whenever a rank is exposed and somebody may still be asked; else not."""
    await opening.plays("p1 /play cards:3c")
    assert labels(opening.evening.posts()[-1]) == ["Act", "Answer ahead", "My hand", "Table"]
    await opening.plays("p2 /pass; p3 /pass; p1 /play cards:444999")
    assert labels(opening.evening.posts()[-1]) == [
        *("Act", "Ball Four 4♠", "Ball Four 9♠", "Answer ahead", "My hand", "Table")
    ]


async def test_the_holder_taps_it(opening: Inning) -> None:
    """In private it is told that it is done; the public post stays as it was."""
    await opening.plays("p1 /play cards:333")
    post = opening.evening.newest("Ball Four 3♠")
    before = (post.content, labels(post))
    done = await opening.taps("p2", post, "Ball Four 3♠")
    assert done.ephemeral
    assert done.message is not None
    assert done.message.id != post.id
    assert "Done: `ball-four 3s`." in done.text
    assert (post.content, labels(post)) == before
    assert "lays 3♠" in opening.evening.story()


@pytest.mark.parametrize(
    ("before", "who", "words"),
    [
        ("", "p1", ["laid on another player's hand, and this one is the own", "(B52-12)"]),
        ("p2 /pass", "p3", ["3♠ is not in this hand", "`pass`"]),
        ("p2 /pass", "p2", ["is out until the play ends", "(B52-9)"]),
        ("", "p3", ["3♠ is not in this hand", "Your turn is still to come"]),
    ],
)
async def test_whoever_may_not_is_told_why(
    opening: Inning, before: str, who: str, words: list[str]
) -> None:
    """The owner of the hand, who lacks the card, who is out; nothing changes, nobody else knows."""
    await opening.plays("p1 /play cards:333")
    if before:
        await opening.plays(before)
    post = opening.evening.newest("Ball Four 3♠")
    await opening.evening.refuses(opening[who].clicks(post, "Ball Four 3♠"), *words)


async def test_whoever_looks_on_is_told_so(opening: Inning) -> None:
    """Somebody who does not play."""
    await opening.plays("p1 /play cards:333")
    post = opening.evening.newest("Ball Four 3♠")
    await opening.evening.refuses(
        opening.evening["Ida"].clicks(post, "Ball Four 3♠"), "You do not play in this game."
    )


async def test_a_tap_ahead_of_the_turn_leaves_it(begins: Begins) -> None:
    """Whoever holds the card is told that it waits; it is laid at the turn, and shown then."""
    opening = await begins("ball-four-52", THIRD)
    await opening.plays("p1 /play cards:333")
    post = opening.evening.newest("Ball Four 3♠")
    story = opening.evening.story()
    left = await opening.taps("p3", post, "Ball Four 3♠")
    assert left.ephemeral
    assert left.text.startswith("Left for your turn")
    assert await opening.left("p3") == ["ball-four 3s"]
    assert opening.evening.story() == story
    await opening.plays("p2 /pass")
    assert f"{opening['p3'].name} lays 3♠" in opening.evening.story()


async def test_a_tap_ahead_does_not_take_another_hand(begins: Begins) -> None:
    """The three was meant, not whatever is exposed later: its owner is asked."""
    opening = await begins("ball-four-52", THIRD)
    await opening.plays("p1 /play cards:333")
    await opening.taps("p3", opening.evening.newest("Ball Four 3♠"), "Ball Four 3♠")
    await opening.plays("p2 /play cards:TcTdTh")
    assert await opening.evening.at_turn(opening.thread) == opening["p3"]
    assert await opening.left("p3") == []


async def test_a_stale_button_says_what_is_open_now(opening: Inning) -> None:
    """The hand on which it was offered is beaten."""
    await opening.plays("p1 /play cards:333")
    post = opening.evening.newest("Ball Four 3♠")
    await opening.plays("p2 /play cards:TcTdTh")
    await opening.evening.refuses(
        opening["p3"].clicks(post, "Ball Four 3♠"),
        "That decision is no longer open.",
        "(10♣ 10♦ 10♥",
        "You may",
    )


async def test_a_restart_between_the_post_and_the_tap(opening: Inning) -> None:
    """The button is found by what it carries."""
    evening = opening.evening
    await opening.plays("p1 /play cards:333")
    post = evening.newest("Ball Four 3♠")
    await evening.bot.close()
    async with evening.open():
        done = await opening.taps("p2", post, "Ball Four 3♠")
        assert "Done: `ball-four 3s`." in done.text


# --- Strike Tokens and the Stretch ---------------------------------------------------------------


async def test_a_foul_ball_is_picked(at_bat: Inning) -> None:
    """What it would be is told; it costs a token, and its player is out."""
    await at_bat.plays("p2 /play cards:999")
    shown = await at_bat.picks("p3", await at_bat.panel("p3"), "Tc", "Td")
    assert "As a foul ball this costs a Strike Token." in shown.text
    done = await at_bat.taps("p3", shown, "Foul ball 10♣ 10♦")
    assert "Done: `foul Tc Td`." in done.text
    assert "discards 10♣ 10♦" in at_bat.evening.story()


async def test_a_foul_ball_is_typed(at_bat: Inning) -> None:
    """With ranks alone, where they can mean only one thing."""
    await at_bat.plays("p2 /play cards:999")
    done = await at_bat.types("p3", "/foul cards:Td 7")
    assert "Done: `foul 7c Td`." in done.text


@pytest.mark.parametrize(("line", "laid"), [("/ball-four", "9s"), ("/ball-four card:9", "9s")])
async def test_ball_four_without_its_suit(at_bat: Inning, line: str, laid: str) -> None:
    """There is only one fourth card, and with 40 cards it ends the at-bat."""
    await at_bat.plays("p2 /play cards:999")
    done = await at_bat.types("p3", line)
    assert f"Done: `ball-four {laid}`." in done.text
    assert await at_bat.evening.at_turn(at_bat.thread) == at_bat["p3"]


async def test_last_place_chooses_by_one_of_three_buttons(begins: Begins) -> None:
    """Before the seventh inning; nobody else may, and the choice is told to everybody."""
    inning = await begins("ball-four-40", AT_BAT, "stretch=on")
    evening = inning.evening
    while (await inning.window()).decision != "choose":
        at = await evening.game(inning.thread)
        assert at.turn is not None
        who = inning[f"p{at.turn + 1}"]
        action = at.game.write(next(iter(at.game.legal(at.state, at.turn))))
        assert (await evening.bot.host.play(at.id, who.id, action)).done
        if at.version % 20 == 0:  # a channel takes only so many posts a minute
            await evening.settle()
    await evening.settle()
    chooser = await evening.at_turn(inning.thread)
    other = next(inning[seat] for seat in ("p1", "p2") if inning[seat] is not chooser)
    await evening.refuses(
        other.types(inning.thread, "/choose rule:pinch-hitter"), "last place", "(B40-20)"
    )
    panel = await evening.panel(chooser)
    assert panel.selects == []
    assert labels(panel)[:3] == ["Choose Double Header", "Choose Pinch Hitter", "No special rule"]
    done = await chooser.clicks(panel, "Choose Double Header")
    await evening.settle()
    assert "Done: `choose double-header`." in done.text
    assert "Double Header" in evening.posts()[-1].text


# --- answers left ahead --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "left"),
    [
        ("play AAA else pass", "play Ac Ad Ah else pass"),
        ("AAA", "play Ac Ad Ah"),
        ("ball-four or play AAA", "ball-four or play Ac Ad Ah"),
        ("lowest up to A else pass", "lowest up to A else pass"),
        ("pass", "pass"),
    ],
)
async def test_loose_words_in_an_answer_left_ahead(opening: Inning, typed: str, left: str) -> None:
    """They are kept as the notation writes them."""
    await opening.plays("p1 /play cards:333")
    said = await opening.types("p3", f"/plan answer:{typed}")
    assert f"Left for later: {plan_in_words(left)}" in said.text
    assert await opening.left("p3") == [left]


async def test_an_unclear_answer_is_not_left(opening: Inning) -> None:
    """Nobody is there to be asked at the turn."""
    await opening.plays("p1 /play cards:3c")
    await opening.evening.refuses(
        opening["p3"].types(opening.thread, "/plan answer:play 8 else pass"),
        "cards with their suits, like play 8d or play 8h",
    )
    await opening.evening.refuses(
        opening["p3"].types(opening.thread, "/plan answer:play 3 or pass"),
        "3 is not in this hand (X-15).",
    )


async def test_the_form_has_one_line_for_what_may_be_asked(opening: Inning) -> None:
    """The leader's hand for the leader, who plays it at once; an answer for the others."""
    form = await opening.evening.form(opening["p2"], opening.thread)
    assert form.modal is not None
    assert [line["label"] for line in form.modal["components"][1:]] == ["Your answer in this play"]
    left = await opening["p2"].fills(form, {"Your answer in this play": "TTTT or lowest up to K"})
    assert "Left for later: Play 10♣ 10♦ 10♥ 10♠, or lowest up to K" in left.text

    form = await opening.evening.form(opening["p1"], opening.thread)
    assert form.modal is not None
    assert [line["label"] for line in form.modal["components"][1:]] == ["The hand you lead"]
    await opening["p1"].fills(form, {"The hand you lead": "333"})
    await opening.evening.settle()
    assert "leads 3♣ 3♦ 3♥" in opening.evening.story()


async def test_answers_end_with_the_play(opening: Inning) -> None:
    """What was left for it is gone when the next is led."""
    await opening.plays("p1 /play cards:333")
    await opening.types("p1", "/plan answer:lowest up to 2 else pass")
    assert await opening.left("p1") == ["lowest up to 2 else pass"]
    await opening.plays("p2 /pass; p3 /pass")
    assert await opening.left("p1") == []


async def test_a_new_high_hand_is_a_new_decision(opening: Inning) -> None:
    """So nobody's clock runs on a hand that was not there; a pass opens none."""
    evening = opening.evening
    await opening.plays("p1 /play cards:3c")
    first = await opening.window()
    await opening.plays("p2 /pass")
    assert (await opening.window()).key == first.key
    await evening.time.advance(3600)
    await opening.plays("p3 /play cards:6s")
    second = await opening.window()
    assert (second.scope, second.decision) == (first.scope, first.decision)
    assert second.key != first.key
    clock = (await evening.game(opening.thread)).clock
    assert clock.deadline is not None
    assert clock.deadline - evening.time.wall == 24 * 3600


# --- what is offered while it is typed -----------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("", 23),
        ("333", ["3c 3d 3h", "3c 3d 3h 4c 4d"]),
        ("3d 3c", ["3c 3d", "3c 3d 3h"]),
        ("3♥3", ["3c 3h", "3c 3d 3h"]),
        ("55333", ["3c 3d 3h 5c 5d"]),
        ("K", []),
        ("zzz", []),
    ],
)
async def test_own_hands_are_offered(opening: Inning, typed: str, offered: int | list[str]) -> None:
    """Those that are legal and have what has been typed, the shortest first.

    With the 3♣: alone, in two pairs and a triple, in sixteen full houses and three double triples.
    """
    line = f"/play cards:{typed}"
    found = [value for _, value in await opening["p1"].completes(opening.thread, line, "cards")]
    legal = {text.removeprefix("/play card:") for text in await opening.evening.legal()}
    assert set(found) <= legal
    if isinstance(offered, int):
        assert len(found) == offered
    else:
        assert found[: len(offered)] == offered
    for who in ("p2", "p3"):
        assert await opening[who].completes(opening.thread, line, "cards") == []


async def test_ball_four_is_offered_to_its_holder_alone(opening: Inning) -> None:
    """Each is shown the own cards only, ahead of the turn too."""
    await opening.plays("p1 /play cards:333")
    for who, offered in (("p1", []), ("p2", [("3♠", "3s")]), ("p3", [])):
        found = await opening[who].completes(opening.thread, "/ball-four card:", "card")
        assert found == offered, who


async def test_hands_ahead_of_the_turn(opening: Inning) -> None:
    """Once they are typed, those of the own hand that may still come."""
    await opening.plays("p1 /play cards:333")
    found = await opening["p3"].completes(opening.thread, "/play cards:AAA", "cards")
    assert found == [("A♣ A♦ A♥", "Ac Ad Ah")]


async def test_discards_are_offered(at_bat: Inning) -> None:
    """Of the suits of the high hand, at the turn."""
    await at_bat.plays("p2 /play cards:999")
    found = await at_bat["p3"].completes(at_bat.thread, "/foul cards:7", "cards")
    assert ("7♣", "7c") in found
    assert not [value for _, value in found if "7s" in value]
