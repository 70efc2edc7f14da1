"""Baseball as it is played on Discord: commands, buttons with amounts, refusals, questions."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, TypeAlias

import pytest

from bot.practice import Message, Outcome
from games import shuffle
from games.cards import Card, read_card
from tests.evening import Evening, LaidOut, labels
from tests.games.baseball.boards import deck

PLAIN = ("Kc 7c Kd 2h 6s Jd Qc", "Ks 8d Ac 5d 8c Qd 7h", "Jh Td 6h Tc 2c 8h Jc")
"""p1 deals, so p2 is dealt to first and opens with an ace; nothing costs or walks."""

THREE = (PLAIN[0], "Ks 8d Ac 3d 8c Qd 7h", PLAIN[2])
"""The same, but the second card up of p2 is a 3."""

WALK = (PLAIN[0], "Ks 8d 4c+9s 5d 8c Qd 7h", PLAIN[2])
"""The first card up of p2 is a 4."""

HIDDEN = (PLAIN[0], "4s 4d Ac/9s/9d 5d 8c Qd 7h", PLAIN[2])
"""p2 has two 4s in the hole."""


class Deal(LaidOut):
    """A game in its first deal, with the cards laid out; people are called by their seats."""

    async def refuses(self, who: str, line: str, *words: str) -> str:
        """A command is refused in private and changes nothing; what is said."""
        said = await self.evening.refuses(self[who].types(self.thread, line), *words)
        return said.text

    async def unchanged(self, act: Coroutine[Any, Any, Outcome]) -> Message:
        """What somebody is shown; nothing has changed for anybody."""
        shown = await self.evening.refuses(act)
        assert shown.message is not None
        return shown.message

    async def panel(self, who: str) -> Message:
        """What somebody may do, to tap."""
        return await self.evening.panel(self[who])

    async def clicks(self, who: str, message: Message, button: str) -> Outcome:
        """Somebody taps a button."""
        outcome = await self[who].clicks(message, button)
        await self.evening.settle()
        return outcome

    async def actions(self) -> list[str]:
        """What the journal holds of players, without the shuffle."""
        lines = await self.evening.bot.store.journal(self.evening.id)
        return [f"{one.actor} {one.action}" for one in lines if one.actor.startswith("p")]

    async def stacks(self) -> list[int]:
        """Chips by seat, without what lies on the table."""
        at = await self.evening.game(self.thread)
        return list(at.game.scores(at.state))


Begins: TypeAlias = Callable[..., Awaitable[Deal]]


@pytest.fixture
def begins(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> Begins:
    """Begins a game with the first deal laid out, and so every later one."""

    async def begin(hands: Sequence[str] = PLAIN, options: str = "") -> Deal:
        laid_out = tuple(read_card(word) for word in deck(hands).split()[1:])

        def same(shoe: shuffle.Shoe, number: int, cards: Sequence[Card]) -> tuple[Card, ...]:
            return laid_out

        monkeypatch.setattr(shuffle.Shoe, "deck", same)
        line = f"/game open game:baseball players:{len(hands)} pace:daily options:true"
        form = await evening.host.types(evening.channel, line)
        thread = await evening.opened(await evening.host.fills(form, {"options": options}))
        for person in evening.players[: len(hands)]:
            await person.types(thread, "/in")
        await evening.host.types(thread, "/game close")
        await evening.settle()
        names = (await evening.game(thread)).names
        return Deal(evening, thread, [evening[name] for name in names])

    return begin


# --- the commands --------------------------------------------------------------------------------


async def test_a_betting_round_by_commands(begins: Begins) -> None:
    """Check, bet, raise, call and fold, each answered with what was done and the hand."""
    deal = await begins()
    checked = await deal.types("p2", "/check")
    assert checked.text.startswith("Done: `check`.\nIn the hole: K♠ 8♦.")
    assert checked.ephemeral
    await deal.plays("p3 /bet amount:2; p1 /raise amount:3; p2 /fold; p3 /call")
    assert await deal.actions() == [
        *("p2 check", "p3 bet 2", "p1 raise 3", "p2 fold", "p3 call"),
    ]
    assert await deal.stacks() == [94, 99, 94]
    assert "raises by 3 to 5" in deal.evening.story()


async def test_a_face_up_three_is_matched_by_a_command(begins: Begins) -> None:
    """For the three antes and a round of bets; the 3 is wild then."""
    deal = await begins(THREE)
    await deal.plays("p2 /bet amount:1; p3 /call; p1 /call; p2 /match")
    assert (await deal.stacks())[1] == 100 - 1 - 1 - 6
    assert "matches the pot for 3♦: 6 chips." in deal.evening.story()


async def test_a_walk_is_bought_or_not_by_commands(begins: Begins) -> None:
    """For the price that the table has."""
    deal = await begins(WALK, "walk_price=2")
    await deal.plays("p2 /walk")
    assert (await deal.stacks())[1] == 97
    deal = await begins(WALK, "walk_price=2")
    await deal.plays("p2 /stay")
    assert (await deal.stacks())[1] == 99


async def test_a_card_from_the_hole_is_shown_by_a_command(begins: Begins) -> None:
    """The own walking cards are offered while it is typed, to their owner alone."""
    deal = await begins(HIDDEN, "hidden_fours=on")
    offered = await deal["p2"].completes(deal.thread, "/show card:", "card")
    assert offered == [("4♦", "4d"), ("4♠", "4s")]
    for who in ("p1", "p3"):
        assert await deal[who].completes(deal.thread, "/show card:", "card") == []
    await deal.plays("p2 /show card:4♠")
    assert await deal["p2"].completes(deal.thread, "/show card:", "card") == [("4♦", "4d")]
    assert "shows 4♠ from the hole." in deal.evening.story()


async def test_what_comes_next_is_there_to_tap_after_a_typed_action(begins: Begins) -> None:
    """Where the same player is at turn again."""
    deal = await begins(HIDDEN, "hidden_fours=on")
    shown = await deal.types("p2", "/show card:4s")
    assert shown.message is not None
    assert "Show 4♦" in labels(shown.message)
    await deal.clicks("p2", shown.message, "Show 4♦")
    assert (await deal.actions())[-1] == "p2 show 4d"


@pytest.mark.parametrize("words", ["all in", "allin", "all-in", "ALL IN", "all", " All  in "])
async def test_all_in_is_an_amount(begins: Begins, words: str) -> None:
    """All that is left after the call, where that is within the limits (BB-11)."""
    deal = await begins(options="stack=5")
    await deal.plays(f"p2 /bet amount:1; p3 /raise amount:{words}")
    assert await deal.actions() == ["p2 bet 1", "p3 raise 3"]
    assert await deal.stacks() == [4, 3, 0]


async def test_all_in_is_no_more_than_the_limit(begins: Begins) -> None:
    """Of 99 chips 5 may be bet; nobody bets less than said."""
    deal = await begins()
    await deal.refuses(
        "p2",
        "/bet amount:all in",
        "A bet is 1 to 5 chips here, and 99 is too high (BB-11).",
        "`bet 1` to `bet 5`",
    )


# --- what is refused -----------------------------------------------------------------------------

LEGAL = "You may `check`, `fold`, `bet 1` to `bet 5`."

AMOUNTS = {
    "two": 'Expected a number of chips, in digits, after "bet", found "two".',
    "5 chips": 'Expected the number of chips alone, like 5, after "bet", found "5 chips".',
    "-3": 'Expected a number of chips above zero after "bet", found "-3".',
    "0": 'Expected 1 chip or more after "bet", found "0".',
    "000": 'Expected 1 chip or more after "bet", found "000".',
    "2.5": 'Expected whole chips, in digits alone, after "bet", found "2.5".',
    "1,5": 'Expected whole chips, in digits alone, after "bet", found "1,5".',
    "1/2": 'Expected whole chips, in digits alone, after "bet", found "1/2".',
    "9999999999": 'Expected 999999999 chips at most after "bet", found "9999999999".',
    "999999999": "A bet is 1 to 5 chips here, and 999999999 is too high (BB-11).",
    "100": "A bet is 1 to 5 chips here, and 100 is too high (BB-11).",
    "6": "A bet is 1 to 5 chips here, and 6 is too high (BB-11).",
    "3c": 'Expected the number of chips alone, like 3, after "bet", found "3c".',
    "1e3": 'Expected the number of chips alone, like 1, after "bet", found "1e3".',
    "+3": 'Expected a number of chips, in digits, after "bet", found "+3".',
    "٣": 'Expected a number of chips, in digits, after "bet", found "٣".',
    "3; fold": 'Expected the number of chips alone, like 3, after "bet", found "3; fold".',
    "all of it": 'Expected a number of chips, in digits, after "bet", found "all of it".',
}


async def test_amounts_that_cannot_be_bet(begins: Begins) -> None:
    """Each has its own sentence, with what would be legal; nothing changes."""
    deal = await begins()
    for amount, sentence in AMOUNTS.items():
        said = await deal.refuses("p2", f"/bet amount:{amount}")
        assert said == f"{sentence} {LEGAL}"


async def test_amounts_that_fill_no_page(begins: Begins) -> None:
    """However long and whatever they are, the answer is short and notifies nobody."""
    deal = await begins()
    for amount in ("9" * 5000, "@everyone", "`x`", "**5**\\n# 5"):
        said = await deal.evening.refuses(
            deal["p2"].types(deal.thread, f"/bet amount:{amount}"), "xpected", LEGAL
        )
        assert len(said.text) < 300
        assert said.message is not None
        assert not said.message.mention_everyone


REFUSED: list[tuple[str, str, str, str, list[str]]] = [
    ("", "", "p2", "/call", ["Nobody has bet in this round", "(BB-11)", LEGAL]),
    ("", "", "p2", "/raise amount:2", ["there is nothing to raise", "(BB-11)", LEGAL]),
    ("", "", "p2", "/match", ["nobody has one to pay for now (X-14).", LEGAL]),
    ("", "", "p2", "/walk", ["At this table a walk is free", "(X-14)", LEGAL]),
    ("", "", "p2", "/stay", ["At this table a walk is free", "(X-14)", LEGAL]),
    ("", "", "p2", "/show card:4s", ["plays without `hidden_fours` (BB-31).", LEGAL]),
    ("walk_price=2", "", "p2", "/walk", ["An extra card for 2 chips is offered when", "(X-14)"]),
    ("bet_min=2", "", "p2", "/bet amount:1", ["is 2 to 5 chips here, and 1 is too low (BB-11)."]),
    ("stack=4", "", "p2", "/bet amount:4", ["has 3 chips for a bet, all-in, and 4 is too much"]),
    (
        *("stack=4", "p2 /bet amount:2", "p3", "/raise amount:2"),
        ["has 1 chip for a raise, all-in, and 2 is too much", "`call`, `fold`, `raise 1`."],
    ),
    (
        *("stack=4", "p2 /bet amount:3", "p3", "/raise amount:1"),
        ["nothing is left for a raise", "You may `call`, `fold`."],
    ),
    ("", "p2 /bet amount:2", "p3", "/check", ["2 chips are to be called", "(BB-11)", "`call`"]),
    ("", "p2 /bet amount:2", "p3", "/bet amount:2", ["the bet stands at 2", "(BB-11)", "`call`"]),
    ("", "p2 /bet amount:2", "p3", "/raise amount:6", ["is 1 to 5 chips here, and 6 is too high"]),
    (
        *("max_raises=1", "p2 /bet amount:2; p3 /raise amount:1", "p1", "/raise amount:1"),
        ["A betting round has 1 raise at most: call or fold (BB-11).", "You may `call`, `fold`."],
    ),
]


@pytest.mark.parametrize(("options", "before", "who", "line", "words"), REFUSED)
async def test_what_the_moment_does_not_allow(
    begins: Begins, options: str, before: str, who: str, line: str, words: list[str]
) -> None:
    """The clause that forbids it, and what would be legal; nothing changes."""
    deal = await begins(options=options)
    if before:
        await deal.plays(before)
    await deal.refuses(who, line, *words)


LINES = ["/check", "/bet amount:2", "/call", "/raise amount:2", "/fold", "/match", "/walk", "/stay"]


async def test_out_of_turn(begins: Begins) -> None:
    """Whoever has acted already: whose turn it is, unless the action could never be."""
    deal = await begins()
    await deal.plays("p2 /bet amount:3")
    whose = f"It is the turn of {deal['p3'].name} (X-14)."
    for line in LINES:
        said = await deal.refuses("p2", line, "Nothing is asked of you now.")
        assert (whose in said) == (line != "/bet amount:2"), line


async def test_before_the_turn_what_cannot_be_left_ahead(begins: Begins) -> None:
    """It is somebody else's turn; an answer of another kind may be left."""
    deal = await begins((PLAIN[0], PLAIN[1], "4s Td 6h Tc 2c 8h Jc"), "hidden_fours=on")
    whose = f"It is the turn of {deal['p2'].name} (X-14). Your turn is still to come"
    for line in ("/walk", "/stay", "/show card:4s"):
        await deal.refuses("p3", line, whose)


async def test_after_folding(begins: Begins) -> None:
    """A sentence of its own."""
    deal = await begins()
    await deal.plays("p2 /bet amount:2; p3 /fold")
    said = [
        f"It is the turn of {deal['p1'].name} (X-14).",
        "You have folded, and are asked again in the next deal.",
    ]
    for line in LINES:
        await deal.refuses("p3", line, *(said if line != "/fold" else ["You played that already"]))


async def test_all_in_and_out_of_the_game(begins: Begins) -> None:
    """Whoever has no chips is asked nothing, and is told why."""
    deal = await begins(options="stack=4")
    await deal.plays("p2 /bet amount:3; p3 /call")
    await deal.refuses("p2", "/call", "You are all-in: without chips nothing is asked.")


async def test_whoever_does_not_play_in_it(begins: Begins) -> None:
    """Neither here nor anywhere."""
    deal = await begins()
    dee = deal.evening["Dee"]
    for line in (*LINES, "/show card:4s"):
        await deal.evening.refuses(dee.types(deal.thread, line), "You do not play in this game.")
        await deal.evening.refuses(dee.types(dee.direct, line), "You play in no game just now.")


async def test_in_a_pause_and_after_the_game(begins: Begins) -> None:
    """Plays wait, and then there are none any more."""
    deal = await begins()
    await deal.evening.host.types(deal.thread, "/mod pause")
    for line in (*LINES, "/bet amount:two", "/bet amount:all in", "/show card:4s"):
        await deal.refuses("p2", line, "The game is paused until <t:")
    await deal.evening.host.types(deal.thread, "/mod resume")
    await deal.evening.abandons(deal.thread)
    for line in (*LINES, "/bet amount:two", "/bet amount:all in", "/show card:4s"):
        await deal.refuses("p2", line, "The game is over.")


async def test_a_face_up_three_is_answered_first(begins: Begins) -> None:
    """What it costs, and that there is no third choice (BB-18)."""
    deal = await begins(THREE)
    await deal.plays("p2 /check; p3 /check; p1 /check")
    for line in ("/check", "/bet amount:2", "/bet amount:all in", "/call", "/raise amount:1"):
        await deal.refuses(
            "p2",
            line,
            "3♦ lies face up and must be paid for first: match the pot for 3 chips, or fold and "
            "strike out (BB-18).",
            "You may `match`, `fold`.",
        )
    await deal.refuses("p3", "/match", f"It is the turn of {deal['p2'].name} (X-14).")


async def test_each_has_a_sentence_of_its_own(begins: Begins) -> None:
    """Nobody who is refused has to guess for which of the reasons."""
    deal = await begins(options="max_raises=0\nbet_min=2\nstack=8")
    host, here = deal.evening.host, deal.thread
    dee = deal.evening["Dee"]
    told = {
        amount: await deal.refuses("p2", f"/bet amount:{amount}")
        for amount in ("two", "2 chips", "-2", "0", "2.5", "9999999999", "all in", "6", "1")
    }
    told["nothing to call"] = await deal.refuses("p2", "/call")
    told["nothing to match"] = await deal.refuses("p2", "/match")
    told["no player"] = (await deal.evening.refuses(dee.types(here, "/call"))).text
    await deal.plays("p2 /bet amount:4")
    told["no raise"] = await deal.refuses("p3", "/raise amount:2")
    told["out of turn"] = await deal.refuses("p2", "/call")
    await deal.plays("p3 /fold")
    told["folded"] = await deal.refuses("p3", "/call")
    await host.types(here, "/mod pause")
    told["paused"] = await deal.refuses("p1", "/call")
    await host.types(here, "/mod resume")
    await deal.evening.abandons(here)
    told["over"] = await deal.refuses("p1", "/call")
    assert len(set(told.values())) == len(told), "\n".join(sorted(told.values()))


# --- buttons with amounts ------------------------------------------------------------------------


async def test_the_panel_names_what_everything_costs(begins: Begins) -> None:
    """A bet, the call, and what a raise comes to."""
    deal = await begins()
    bets = [f"Bet {chips}" for chips in range(1, 6)]
    assert labels(await deal.panel("p2"))[:7] == ["Check", "Fold", *bets]
    await deal.plays("p2 /bet amount:3")
    raises = [f"Raise {chips} (to {chips + 3})" for chips in range(1, 6)]
    panel = await deal.panel("p3")
    assert labels(panel)[:7] == ["Call 3", "Fold", *raises]
    await deal.clicks("p3", panel, "Raise 2 (to 5)")
    assert labels(await deal.panel("p1"))[:2] == ["Call 5", "Fold"]
    await deal.plays("p1 /fold")
    panel = await deal.panel("p2")
    assert labels(panel)[:2] == ["Call 2", "Fold"]
    done = await deal.clicks("p2", panel, "Call 2")
    assert done.text.startswith("Done: `call`.")


async def test_the_post_names_what_everything_costs(begins: Begins) -> None:
    """The same words for everybody, made from what everybody sees."""
    deal = await begins(THREE)
    assert labels(deal.evening.newest("Act"))[1] == "Check"
    await deal.plays("p2 /bet amount:3")
    assert labels(deal.evening.newest("Act"))[1:3] == ["Call 3", "Fold"]
    await deal.plays("p3 /call; p1 /call")
    post = deal.evening.newest("Act")
    assert labels(post)[1:3] == ["Match the pot: 12", "Strike out"]
    done = await deal.clicks("p2", post, "Strike out")
    assert done.text.startswith("Done: `fold`.")


async def test_the_price_on_a_post_is_that_of_the_turn_alone(begins: Begins) -> None:
    """Who taps it earlier, and owes another sum, leaves a call for that, and is told so."""
    deal = await begins()
    await deal.plays("p2 /bet amount:1; p3 /raise amount:2; p1 /raise amount:4")
    post = deal.evening.newest("Act")
    assert labels(post)[1] == "Call 6"
    left = await deal.clicks("p3", post, "Call 6")
    assert left.text.startswith(
        "Left for your turn; until then you can change it.\nLeft for later: Call up to 4\n"
    )


async def test_all_that_is_left_is_named_on_the_button(begins: Begins) -> None:
    """A bet, a call, a raise and a match for the last chip."""
    deal = await begins(THREE, "stack=6")
    assert "Bet 5 (all-in)" in labels(await deal.panel("p2"))
    await deal.plays("p2 /bet amount:2")
    assert "Raise 3 (to 5, all-in)" in labels(await deal.panel("p3"))
    await deal.plays("p3 /call; p1 /call")
    assert labels(await deal.panel("p2"))[:2] == ["Match the pot: 3 (all-in)", "Strike out"]


async def test_walks_and_shown_cards_are_named_on_their_buttons(begins: Begins) -> None:
    """The price, or the card."""
    deal = await begins(WALK, "walk_price=4")
    panel = await deal.panel("p2")
    assert labels(panel)[:2] == ["Walk: 4", "Stay"]
    await deal.clicks("p2", panel, "Walk: 4")
    deal = await begins(HIDDEN, "hidden_fours=on")
    assert {"Show 4♦", "Show 4♠"} <= set(labels(await deal.panel("p2")))


async def test_more_than_five_amounts_are_a_menu(begins: Begins) -> None:
    """Up to 25, each with what it comes to."""
    deal = await begins(options="bet_max=25")
    panel = await deal.panel("p2")
    assert [one for one in labels(panel) if "Bet" in one] == []
    (menu,) = panel.selects
    assert menu["placeholder"] == "Bet: 1 to 25"
    assert [one["label"] for one in menu["options"]] == [f"Bet {n}" for n in range(1, 26)]
    done = await deal["p2"].chooses(panel, "Bet: 1 to 25", "Bet 17")
    await deal.evening.settle()
    assert done.text.startswith("Done: `bet 17`.")
    (menu,) = (await deal.panel("p3")).selects
    assert menu["placeholder"] == "Raise: 1 to 25"
    assert menu["options"][3]["label"] == "Raise 4 (to 21)"


@pytest.mark.parametrize(
    ("most", "buttons", "menu", "form"),
    [(4, 4, 0, False), (5, 5, 0, False), (6, 0, 6, False), (25, 0, 25, False), (26, 0, 0, True)],
)
async def test_where_buttons_become_a_menu_and_a_menu_a_form(
    begins: Begins, most: int, buttons: int, menu: int, form: bool
) -> None:
    """Five amounts are buttons, 25 a menu; every one of them is there once."""
    deal = await begins(options=f"bet_max={most}")
    panel = await deal.panel("p2")
    assert [one for one in labels(panel) if one.startswith("Bet ")] == [
        f"Bet {chips}" for chips in range(1, buttons + 1)
    ]
    assert sum(len(one["options"]) for one in panel.selects) == menu
    assert ("Bet…" in labels(panel)) == form


async def test_an_old_menu_of_amounts(begins: Begins) -> None:
    """The decision that it was made for is over."""
    deal = await begins(options="bet_max=25")
    panel = await deal.panel("p2")
    await deal.plays("p2 /bet amount:3")
    said = await deal.unchanged(deal["p2"].chooses(panel, "Bet: 1 to 25", "Bet 17"))
    assert "That decision is no longer open." in said.text


async def test_more_than_a_menu_holds_are_typed_into_a_form(begins: Begins) -> None:
    """It names the limits, and reads what a command reads."""
    deal = await begins(options="bet_max=60\nstack=31")
    panel = await deal.panel("p2")
    assert panel.selects == []
    assert labels(panel)[:3] == ["Check", "Fold", "Bet…"]
    form = await deal["p2"].clicks(panel, "Bet…")
    assert form.modal is not None
    assert form.modal["title"] == "Bet"
    (line,) = form.modal["components"]
    assert line["label"] == "Chips: 1 to 30 (all-in)"
    done = await deal["p2"].fills(form, {"chips": "all in"})
    await deal.evening.settle()
    assert done.text.startswith("Done: `bet 30`.")


async def test_a_form_refuses_what_a_command_refuses(begins: Begins) -> None:
    """In private, with what would be legal."""
    deal = await begins(options="bet_max=60\nstack=31")
    for chips in ("31", "0", "-1", "two", "1.5"):
        form = await deal["p2"].clicks(await deal.panel("p2"), "Bet…")
        said = await deal.evening.refuses(deal["p2"].fills(form, {"chips": chips}))
        assert "You may `check`, `fold`, `bet 1` to `bet 30`." in said.text


async def test_an_old_button_and_an_old_form_of_an_amount(begins: Begins) -> None:
    """Both say that it was decided already; nothing changes."""
    deal = await begins(options="bet_max=60")
    panel = await deal.panel("p2")
    form = await deal["p2"].clicks(panel, "Bet…")
    await deal.plays("p2 /check; p3 /bet amount:4")
    said = await deal.unchanged(deal["p2"].fills(form, {"chips": "3"}))
    assert "That decision is no longer open." in said.text
    said = await deal.unchanged(deal["p2"].clicks(panel, "Bet…"))
    assert "That decision is no longer open." in said.text


async def test_a_form_of_an_amount_in_a_pause_and_after_the_game(begins: Begins) -> None:
    """What holds it up is said, and not that anything was decided, for nothing was."""
    deal = await begins(options="bet_max=60")
    panel = await deal.panel("p2")
    await deal.evening.host.types(deal.thread, "/mod pause")
    said = await deal.unchanged(deal["p2"].clicks(panel, "Bet…"))
    assert said.text.startswith("The game is paused")
    await deal.evening.host.types(deal.thread, "/mod resume")
    await deal.evening.abandons(deal.thread)
    said = await deal.unchanged(deal["p2"].clicks(panel, "Bet…"))
    assert said.text == "The game is over."


async def test_after_a_restart_buttons_menus_and_questions_still_work(begins: Begins) -> None:
    """What they are about is in their ids."""
    deal = await begins(options="bet_max=25")
    panel, asked = (
        await deal.panel("p2"),
        await deal.unchanged(deal["p2"].types(deal.thread, "/fold")),
    )
    await deal.evening.bot.close()
    async with deal.evening.open():
        done = await deal["p2"].chooses(panel, "Bet: 1 to 25", "Bet 17")
        await deal.evening.settle()
        assert done.text.startswith("Done: `bet 17`.")
        said = await deal.unchanged(deal["p2"].clicks(asked, "Fold all the same"))
        assert "That decision is no longer open." in said.text


async def test_ids_are_short_enough_and_named_once(begins: Begins) -> None:
    """For Discord, which takes 100 characters and no id twice."""
    for options in ("", "bet_max=25", "bet_max=60", "hidden_fours=on"):
        deal = await begins(HIDDEN, options)
        panel = await deal.panel("p2")
        ids = [one["custom_id"] for one in (*panel.buttons, *panel.selects)]
        assert len(set(ids)) == len(ids)
        assert max(map(len, ids)) <= 100


# --- a fold that costs nothing -------------------------------------------------------------------

ASKED = (
    "There is nothing to call, and a check keeps you in. Fold all the same? Nothing has been done "
    "yet."
)


async def test_a_typed_fold_with_nothing_to_call_is_asked_back(begins: Begins) -> None:
    """Asking changes nothing; the button folds (BB-36)."""
    deal = await begins()
    asked = await deal.unchanged(deal["p2"].types(deal.thread, "/fold"))
    assert asked.text == ASKED
    assert labels(asked) == ["Fold all the same", "Act"]
    assert await deal.actions() == []
    done = await deal.clicks("p2", asked, "Fold all the same")
    assert done.text.startswith("Done: `fold`.")
    assert await deal.actions() == ["p2 fold"]


async def test_a_tapped_fold_with_nothing_to_call_is_asked_back(begins: Begins) -> None:
    """On the panel, in whose place the question stands."""
    deal = await begins()
    panel = await deal.panel("p2")
    asked = await deal.unchanged(deal["p2"].clicks(panel, "Fold"))
    assert asked.id == panel.id
    assert asked.text == ASKED
    shown = await deal["p2"].clicks(asked, "Act")
    assert shown.message is not None
    assert "Check" in labels(shown.message)
    await deal.clicks("p2", shown.message, "Check")
    assert await deal.actions() == ["p2 check"]


async def test_a_fold_left_for_the_own_turn_is_asked_back_too(begins: Begins) -> None:
    """It would fold where a check is free; what would not is named."""
    deal = await begins()
    asked = await deal.unchanged(deal["p3"].types(deal.thread, "/fold"))
    assert asked.text.startswith("There is nothing for you to call as yet.")
    assert "`check else fold`" in asked.text
    done = await deal.clicks("p3", asked, "Fold all the same")
    assert done.text.startswith("Left for your turn")
    await deal.plays("p2 /check")
    assert await deal.actions() == ["p2 check", "p3 fold"]


async def test_a_fold_that_saves_chips_is_not_asked_back(begins: Begins) -> None:
    """With a bet to call, at the own turn and before it, and at a face-up 3."""
    deal = await begins()
    await deal.plays("p2 /bet amount:2")
    assert (await deal.types("p1", "/fold")).text.startswith("Left for your turn")
    await deal.plays("p3 /fold")
    assert await deal.actions() == ["p2 bet 2", "p3 fold", "p1 fold"]
    deal = await begins(THREE)
    await deal.plays("p2 /check; p3 /check; p1 /check; p2 /fold")
    assert "strikes out on 3♦." in deal.evening.story()


async def test_a_question_that_is_out_of_date(begins: Begins) -> None:
    """Somebody has bet meanwhile: nothing is folded, and what is asked now is told."""
    deal = await begins()
    asked = await deal.unchanged(deal["p1"].types(deal.thread, "/fold"))
    await deal.plays("p2 /check; p3 /bet amount:2")
    said = await deal.unchanged(deal["p1"].clicks(asked, "Fold all the same"))
    assert "That decision is no longer open." in said.text
    assert "You may `call`, `fold`" in said.text


async def test_a_question_that_is_answered_otherwise_or_twice(begins: Begins) -> None:
    """Whoever has checked meanwhile, or has folded, folds no more."""
    deal = await begins()
    asked = await deal.unchanged(deal["p2"].types(deal.thread, "/fold"))
    again = await deal.unchanged(deal["p2"].types(deal.thread, "/fold"))
    await deal.clicks("p2", asked, "Fold all the same")
    said = await deal.unchanged(deal["p2"].clicks(again, "Fold all the same"))
    assert said.text.startswith("You played that already, <t:")
    asked = await deal.unchanged(deal["p3"].types(deal.thread, "/fold"))
    await deal.plays("p3 /check")
    said = await deal.unchanged(deal["p3"].clicks(asked, "Fold all the same"))
    assert "It is the turn of" in said.text
    assert await deal.actions() == ["p2 fold", "p3 check"]


async def test_a_fold_in_a_direct_message_is_asked_back_there(begins: Begins) -> None:
    """With the game that it is about, and the button folds from there."""
    deal = await begins()
    asked = await deal.unchanged(deal["p2"].types(deal["p2"].direct, "/fold"))
    assert asked.text.startswith("Baseball, https://")
    assert asked.text.endswith(ASKED)
    done = await deal.clicks("p2", asked, "Fold all the same")
    assert "Done: `fold`." in done.text
    assert await deal.actions() == ["p2 fold"]


async def test_a_plan_is_not_asked_back(begins: Begins) -> None:
    """Who writes one has said it with deliberation."""
    deal = await begins()
    await deal.types("p3", "/plan answer:fold")
    await deal.plays("p2 /check")
    assert await deal.actions() == ["p2 check", "p3 fold"]


# --- what nobody else learns ---------------------------------------------------------------------


async def test_a_hand_won_without_a_showdown_is_shown_nowhere(begins: Begins) -> None:
    """Neither in posts, nor in the table, the record or the log, while the game goes on (BB-26)."""
    deal = await begins(options="deals=2")
    await deal.plays("p2 /bet amount:2; p3 /fold; p1 /fold")
    evening = deal.evening
    looked = [
        (await deal["p1"].types(deal.thread, "/table")).text,
        (await evening.host.types(deal.thread, "/table")).text,
        (await evening.host.types(deal.thread, "/mod log")).text,
    ]
    record = (await evening.host.types(deal.thread, "/record")).message
    assert record is not None
    (file,) = record.attachments
    said = "\n".join([evening.story(), *looked, file.content.decode()])
    deck_line = next(line for line in said.splitlines() if line.startswith("dealer deal"))
    for sign, text in (("K♠", "Ks"), ("8♦", "8d")):
        assert sign not in evening.story()
        assert all(sign not in one for one in looked)
        assert text not in deck_line
    assert "wins 3 chips: nobody else is left to contest them." in evening.story()
