"""Whole games of Baseball, from the sign-up to the record, with stops of the bot on the way.

What can be read of them is held beside their records: every post is numbered, none comes twice,
every public standing has all the chips, and what lies face down is told at its showdown alone.
"""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path

import pytest

from bot import client
from bot.host import Host
from bot.practice import Channel, Outcome, Person
from games import fairness, registry
from games.baseball.terms import Matching, State, Walking
from tests.evening import MARK, NAMES, Evening
from tests.games.baseball.public import check_public
from tests.games.baseball.seeds import (
    a_walk,
    one_three,
    seed_that_brings,
    stays_in,
    two_threes_in_a_round,
)

OPTION = {"bet": "amount", "raise": "amount", "show": "card"}
"""The option of a command that holds what follows its verb."""


class Felt:
    """A game on an evening, whose players stay in during the first deal."""

    def __init__(self, evening: Evening, seed: str) -> None:
        self.evening = evening
        self.dice = random.Random(seed)
        self.thread: Channel

    async def opens(self, seats: int, options: str) -> None:
        """From the sign-up to the first deal."""
        evening, host = self.evening, self.evening.host
        line = f"/game open game:baseball players:{seats} options:true"
        form = await host.types(evening.channel, line)
        self.thread = await evening.opened(await host.fills(form, {"options": options}))
        for name in NAMES[:seats]:
            await evening[name].types(self.thread, "/in")
        await host.types(self.thread, "/game close")
        await evening.settle()

    async def acts(self) -> str:
        """Whoever is at turn does something, by a command or by a tap; what."""
        at, who = await self.evening.game(), await self.evening.at_turn()
        assert at.turn is not None
        legal = [at.game.write(action) for action in at.game.legal(at.state, at.turn)]
        action = stays_in(legal) if at.state.standing.deal == 1 else self._any(legal)
        if self.dice.random() < 0.5:
            done = await self._types(who, action)
        else:
            panel = await self.evening.panel(who)
            assert at.window is not None
            button = f"t:{self.evening.id}:{at.window.key}:{action}"
            if button in [one["custom_id"] for one in panel.buttons]:
                done = await who.clicks(panel, button)
            else:  # more amounts than buttons
                done = await who.chooses(panel, panel.selects[0]["custom_id"], action)
        if action == "fold" and "check" in legal:
            assert done.message is not None
            done = await who.clicks(done.message, done.message.buttons[0]["custom_id"])
        assert f"Done: `{action}`." in done.text, done.text
        assert done.ephemeral
        await self.evening.settle()
        return action

    async def _types(self, who: Person, action: str) -> Outcome:
        verb, _, rest = action.partition(" ")
        return await who.types(
            self.thread, f"/{verb} {OPTION[verb]}:{rest}" if rest else f"/{verb}"
        )

    def _any(self, legal: Sequence[str]) -> str:
        """Anything, but not a fold too often."""
        folds = self.dice.random() < 0.2
        return "fold" if folds and "fold" in legal else self.dice.choice(legal)


@asynccontextmanager
async def begun(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    seats: int,
    options: str,
    wanted: Callable[[Sequence[State]], bool],
) -> AsyncIterator[tuple[Felt, AsyncExitStack]]:
    """A game whose first deal brings what is wanted, and the life of its bot, which can be ended.

    When all is done, the file agrees with the journal, and nothing was asked for in vain.
    """
    async with Evening(folder) as evening, AsyncExitStack() as life:
        game = registry.read_game(f"baseball ({options})", seats)
        seed = seed_that_brings(wanted, game, [evening[name].id for name in NAMES[:seats]])
        monkeypatch.setattr(client, "Host", partial(Host, secret=lambda _: seed))
        await life.enter_async_context(evening.open())
        felt = Felt(evening, f"{seats} {options}")
        await felt.opens(seats, options.replace(", ", "\n"))
        yield felt, life
        assert await evening.bot.store.check() == ()
    assert evening.field.server.unknown == []


async def check_told(felt: Felt) -> None:
    """The posts are numbered, none comes twice, and they tell what the record holds and no more."""
    evening = felt.evening
    for place, reader in [(felt.thread, evening.host), *((p.direct, p) for p in evening.players)]:
        posts = [one.content for one in reader.reads(place) if MARK.search(one.content)]
        numbers = [int(MARK.findall(post)[-1][0]) for post in posts]
        assert numbers == list(range(1, len(posts) + 1))
    text = await evening.bot.store.record(evening.id)
    assert text is not None
    check_public([one.content for one in evening.posts(felt.thread)], text)
    assert [check for check in fairness.checks(text) if check.verdict != "holds"] == []


@pytest.mark.parametrize(
    ("seats", "options", "wanted"),
    [
        (3, "deals=2", one_three),
        (6, "deals=1", two_threes_in_a_round),
        (3, "deals=1, walk_price=3", a_walk),
        *(
            pytest.param(seats, options, wanted, marks=pytest.mark.long)
            for seats in (3, 6)
            for options, wanted in (
                ("bet_max=6", two_threes_in_a_round),
                ("walk_price=2, hidden_fours=on, rainy_day=on", a_walk),
                ("stack=30, extra_card=up, short_match=must-fold, ranks=football", one_three),
            )
        ),
    ],
)
async def test_a_whole_game_with_a_restart_at_each_card_that_costs(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    seats: int,
    options: str,
    wanted: Callable[[Sequence[State]], bool],
) -> None:
    """Played by commands and taps; while a card waits for its answer the bot is started anew."""
    async with begun(tmp_path, monkeypatch, seats, options, wanted) as (felt, life):
        restarts = 0
        while (at := await felt.evening.game(felt.thread)).outcome is None:
            if isinstance(at.state, Matching | Walking):
                restarts += 1
                await life.aclose()
                await life.enter_async_context(felt.evening.open())
            await felt.acts()
        assert restarts >= (2 if wanted is two_threes_in_a_round else 1)
        await check_told(felt)


# --- an agreed end -------------------------------------------------------------------------------


async def test_mod_end_ends_the_game_with_the_deal_that_is_running(evening: Evening) -> None:
    """It is told to all, stands in the journal as a note, and the places go by chips."""
    felt = Felt(evening, "end")
    await felt.opens(3, "deals=6")
    await felt.acts()
    told = await evening.host.types(felt.thread, "/mod end")
    assert told.text.startswith("The last deal is the one that is running at ")
    assert "`/mod end at:never` takes that back." in told.text
    assert told.ephemeral
    await evening.settle()
    assert f"(by order of {evening.host.name})" in evening.posts()[-1].text
    await evening.refuses(
        evening.host.types(felt.thread, "/mod end"), "That end is agreed already."
    )

    while await evening.runs():
        await felt.acts()
    stored = await evening.stored()
    assert stored.table.outcome is not None
    assert stored.table.outcome.reason == "ended"
    journal = await evening.bot.store.journal(evening.id)
    notes = [entry.note for entry in journal if not entry.actor and entry.note]
    assert [note.rpartition(" by ")[0] for note in notes] == ["house until 2027-01-15 08:00:00Z"]
    assert [f"{entry.actor} {entry.action}" for entry in journal][-1] == "house end"
    assert "The game is ended here." in evening.story()
    assert sum(entry.actor == "dealer" for entry in journal) == 1
    await check_told(felt)


async def test_mod_end_is_taken_back_and_may_name_a_later_time(evening: Evening) -> None:
    """Then the game goes on to its last deal; what cannot be is refused with a sentence."""
    felt = Felt(evening, "never")
    await felt.opens(3, "deals=2")
    host, thread = evening.host, felt.thread
    await evening.refuses(host.types(thread, "/mod end at:never"), "No end is agreed")
    await evening.refuses(host.types(thread, "/mod end at:none"), "No end is agreed")
    await evening.refuses(
        host.types(thread, "/mod end at:tomorrow"), "Expected a time in UTC like 2027-03-14 20:00"
    )
    await evening.refuses(host.types(thread, "/mod end at:2026-12-24 18:00"), "now or later")
    await evening.refuses(felt.evening["Ana"].types(thread, "/mod end"), "Only this server's")
    later = await host.types(thread, "/mod end at:2027-03-14 20:00")
    assert "<t:1805054400:f>" in later.text
    assert "<t:1805054400:f>" in (await host.types(thread, "/table")).text
    await host.types(thread, "/mod end")
    back = await host.types(thread, "/mod end at:never")
    assert back.text.startswith("No end is agreed any more.")
    while await evening.runs():
        await felt.acts()
    outcome = (await evening.game()).outcome
    assert outcome is not None
    assert outcome.reason == "deals"
    assert (
        "No end is agreed any more: the game goes on until it ends by its rules" in evening.story()
    )


async def test_an_end_that_was_agreed_at_the_sign_up(evening: Evening) -> None:
    """`until` stands in the form; all can read it; the deal then running is the last."""
    felt = Felt(evening, "until")
    await felt.opens(3, "deals=6\nuntil=2027-01-15 08:05")
    assert "Options: baseball\n" in evening.story()
    assert "the last deal is the one that is running at <t:1800000300:f>" in evening.story()
    while (await evening.game()).state.standing.deal == 1:
        await felt.acts()
    await evening.time.advance(1_800_000_300 - evening.time.wall)
    assert (await evening.game()).outcome is None
    while await evening.runs():
        await felt.acts()
    at = await evening.game()
    assert at.outcome is not None
    assert (at.outcome.reason, at.state.standing.deal) == ("ended", 3)


@pytest.mark.parametrize(
    ("game", "options", "words"),
    [
        ("baseball", "until=2026-12-24 18:00", "later than now, found 2026-12-24 18:00 UTC"),
        (
            "baseball",
            "until=Christmas",
            'Expected until like 2027-03-14 20:00, in UTC, found "Christmas"',
        ),
        ("baseball", "until=none\nuntil=none", "until once, found it 2 times"),
        ("pitch-and-catch", "until=2027-03-14 20:00", "Pitch & Catch ends by its own rules"),
    ],
)
async def test_an_end_that_cannot_be_is_refused_when_the_sign_up_is_opened(
    evening: Evening, game: str, options: str, words: str
) -> None:
    """With the reason, and nothing is opened."""
    line = f"/game open game:{game} players:3 options:true"
    form = await evening.host.types(evening.channel, line)
    await evening.refuses(evening.host.fills(form, {"options": options}), words)


async def test_a_game_that_ends_by_its_own_rules_has_no_agreed_end(evening: Evening) -> None:
    """Its form does not offer one, and `/mod end` says why not."""
    line = "/game open game:pitch-and-catch players:3 options:true"
    form = await evening.host.types(evening.channel, line)
    assert "until" not in str(form.modal)
    thread = await evening.starts()
    await evening.refuses(
        evening.host.types(thread, "/mod end"),
        "Pitch & Catch ends by its own rules: before, it can only be abandoned, without a result",
    )
