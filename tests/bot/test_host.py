"""The host as people meet it: sign-ups, plays, plans, looks, moderators, the clock.

A recording list stands in for Discord: what is owed is read from the store and marked as posted.
"""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.beats import Body, shown_name
from bot.host import Host
from bot.replies import Answer
from bot.sheet import keep
from bot.stand_ins import WhoLeft, nobody_left
from games import house, record, shuffle, table
from games.cards import card_sign, write_card
from games.clock import HOUR, Moment
from games.core import Finished, NotSeated, OptionError
from games.pace import PRESETS, Pace
from storage import open_store
from storage.store import Due, Owed, Place, Store, Unavailable

PLACE = Place(guild=1, channel=2)
DAILY = replace(PRESETS["daily"], extensions=0)
START = 1_800_000_000
USERS = {11: "Ana", 22: "Ben", 33: "Cho", 44: "Dee", 55: "Eli"}


class Stage:
    """A host on a fresh store, with time that is set by hand and a seed that is known."""

    def __init__(self, store: Store, who_left: WhoLeft = nobody_left) -> None:
        self.store = store
        self.now = START
        self.commits = 0
        self.alarms: list[Moment | None] = []
        self._ids = iter(f"game{number}" for number in range(1000))
        self.host = Host(
            store,
            lambda: self.now,
            self._committed,
            secret=lambda size: bytes(range(size)),
            new_id=lambda: next(self._ids),
            alarmed=self.alarms.append,
            who_left=who_left,
        )

    def _committed(self) -> None:
        self.commits += 1

    async def posts(self) -> list[Owed]:
        """Everything that is owed now, in order; it is marked as posted."""
        found: list[Owed] = []
        while heads := await self.store.owed(self.now, lease=60):
            for owed in heads:
                await self.store.posted(owed, 1000 + owed.id)
            found += heads
        return sorted(found, key=lambda owed: owed.id)

    async def said(self, to: int | None = None) -> list[str]:
        """What is owed to the channel, or to one person, as text."""
        return [Body.read(owed.body).text for owed in await self.posts() if owed.user == to]

    async def sign_up(
        self, users: int = 3, game: str = "pitch-and-catch (hand_size=2)", seats: int = 3
    ) -> str:
        """An open sign-up that so many people have joined."""
        stored = await self.host.open_sign_up(PLACE, game, seats, DAILY)
        for user, name in list(USERS.items())[:users]:
            assert (await self.host.join(stored.sign_up.id, user, name)).done
        return stored.sign_up.id

    async def game(self, game: str = "pitch-and-catch (hand_size=2)", users: int = 3) -> str:
        """A game of three that has just begun."""
        game_id = await self.sign_up(users, game)
        assert (await self.host.close(game_id)).done
        return game_id

    async def at(self, game_id: str) -> table.Table:
        """Where a game stands, as the store has it."""
        stored = await self.store.game(game_id)
        assert stored is not None
        return stored.table

    async def user_at_turn(self, game_id: str) -> int:
        """Who is to act."""
        stored = await self.store.game(game_id)
        assert stored is not None
        turn = stored.table.turn
        assert turn is not None
        user = stored.user_at(turn)
        assert user is not None
        return user

    async def legal(self, game_id: str) -> str:
        """Some action that is legal now."""
        at = await self.at(game_id)
        assert at.turn is not None
        return at.game.write(next(at.game.legal(at.state, at.turn)))

    async def play_on(self, game_id: str) -> Answer:
        """Whoever is to act does something legal."""
        user = await self.user_at_turn(game_id)
        return await self.host.play(game_id, user, await self.legal(game_id))


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    """A fresh stage; afterwards every journal must fold to its checkpoint."""
    store = await open_store(f"sqlite:///{tmp_path}/umpire.db")
    yield Stage(store)
    assert await store.check() == ()
    await store.close()


# --- sign-ups ------------------------------------------------------------------------------------


async def test_a_sign_up_is_posted_with_its_end_and_commitment(stage: Stage) -> None:
    """The vector of the scheme: the commitment of the seed 00 01 ... 1f."""
    await stage.host.open_sign_up(PLACE, "pitch-and-catch", 7, DAILY)
    (post,) = await stage.said()
    assert f"<t:{START + 48 * HOUR}:R>" in post
    assert "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd" in post


async def test_nonsense_opens_nothing(stage: Stage) -> None:
    """X-13: refused with the reason, nothing is kept or posted."""
    with pytest.raises(OptionError):
        await stage.host.open_sign_up(PLACE, "pitch-and-catch (hand_size=8)", 7, DAILY)
    assert await stage.posts() == []
    assert await stage.store.games_in(1) == ()


async def test_joining_twice_and_leaving_when_not_in(stage: Stage) -> None:
    """Each its own private sentence; the list stays as it was."""
    game_id = await stage.sign_up(users=1)
    again = await stage.host.join(game_id, 11, "Ana")
    assert again == Answer("You are in already.", done=False)
    out = await stage.host.leave(game_id, 22)
    assert out == Answer("You are not in, so you cannot leave.", done=False)
    stored = await stage.store.sign_up(game_id)
    assert stored is not None
    assert [entrant.user for entrant in stored.sign_up.entrants] == [11]


async def test_leaving_and_coming_back(stage: Stage) -> None:
    """Out is out, and in again is in."""
    game_id = await stage.sign_up(users=1)
    assert (await stage.host.leave(game_id, 11)).done
    assert (await stage.host.join(game_id, 11, "Ana")).done


async def test_closing_early_with_too_few_is_refused(stage: Stage) -> None:
    """It says how many are missing, and the list stays open."""
    game_id = await stage.sign_up(users=2)
    answer = await stage.host.close(game_id)
    assert not answer.done
    assert "1 more" in answer.text
    assert (await stage.host.join(game_id, 33, "Cho")).done


async def test_closing_early_with_enough_starts_the_game(stage: Stage) -> None:
    """The seats are those that the fair shuffle gives for this seed and these entrants."""
    game_id = await stage.game()
    seed = bytes(range(32))
    drawn, _ = shuffle.draw(seed, [11, 22, 33], 3)
    order = shuffle.seat_order(seed, [11, 22, 33], drawn, 0)
    assert (await stage.at(game_id)).names == tuple(USERS[int(user)] for user in order)


async def test_more_than_enough_are_drawn_and_the_rest_wait(stage: Stage) -> None:
    """Five for three seats: two substitutes, named in the post in drawn order."""
    game_id = await stage.game(users=5)
    drawn, rest = shuffle.draw(bytes(range(32)), list(USERS), 3)
    assert sorted((await stage.at(game_id)).names) == sorted(USERS[user] for user in drawn)
    said = "\n".join(await stage.said())
    assert f"Substitutes, in this order: {USERS[rest[0]]} and {USERS[rest[1]]}." in said
    assert "Entrants, for the check of the draw: `11,22,33,44,55`" in said


async def test_the_time_is_over_with_too_few_and_the_last_one_starts_it(stage: Stage) -> None:
    """PC-2: the list stays open, says so once, and the third starts the game at once."""
    game_id = await stage.sign_up(users=2)
    await stage.posts()
    stage.now += 48 * HOUR
    for due in await stage.store.due(stage.now, "w", 60):
        await stage.host.act(due)
        await stage.store.release(due, "w")
    assert await stage.said() == [
        "The sign-up stays open: 1 player missing. The game starts the moment the last one joins."
    ]
    assert await stage.store.due(stage.now + 1, "w", 60) == ()
    assert (await stage.host.join(game_id, 33, "Cho")).done
    assert (await stage.at(game_id)).turn is not None


async def test_the_process_was_down_when_the_time_ended(stage: Stage) -> None:
    """A new host on the same store closes the list as soon as its clock looks."""
    game_id = await stage.sign_up(users=3)
    stage.now += 72 * HOUR
    later = Stage(stage.store)
    later.now = stage.now
    (due,) = await later.store.due(later.now, "w", 60)
    assert due == Due("sign-up", game_id)
    await later.host.act(due)
    assert (await later.at(game_id)).turn is not None


async def test_a_sign_up_before_its_time_is_left_alone(stage: Stage) -> None:
    """Nothing is due one second before."""
    await stage.sign_up(users=3)
    assert await stage.store.due(stage.now + 48 * HOUR - 1, "w", 60) == ()


async def test_a_cancelled_sign_up_takes_nobody(stage: Stage) -> None:
    """It is posted, and joining says so."""
    game_id = await stage.sign_up(users=1)
    assert (await stage.host.cancel(game_id)).done
    assert (await stage.said())[-1] == "The sign-up is cancelled."
    answer = await stage.host.join(game_id, 22, "Ben")
    assert answer == Answer("This sign-up is cancelled.", done=False)
    assert not (await stage.host.close(game_id)).done


async def test_two_sign_ups_in_one_channel_are_two(stage: Stage) -> None:
    """A person may be in both, and each starts alone."""
    first, second = await stage.sign_up(users=3), await stage.sign_up(users=2)
    rows = await stage.store.games_in(1, 2)
    assert {row.id for row in rows} == {first, second}
    await stage.host.close(first)
    assert [(row.id, row.status) for row in await stage.store.games_of(22)] == [
        (first, "playing"),
        (second, "sign-up"),
    ]


async def test_a_sign_up_starts_once_though_two_close_it(stage: Stage) -> None:
    """Two closings at the same instant: one starts the game, the other is told it is closed."""
    game_id = await stage.sign_up(users=3)
    other = Stage(stage.store)
    answers = await asyncio.gather(stage.host.close(game_id), other.host.close(game_id))
    assert sorted(answer.done for answer in answers) == [False, True]
    assert len(await stage.store.journal(game_id)) == 1


async def test_an_unknown_sign_up(stage: Stage) -> None:
    """One plain sentence."""
    answer = await stage.host.join("nothing", 11, "Ana")
    assert answer == Answer("There is no sign-up nothing here.", done=False)


# --- playing -------------------------------------------------------------------------------------


async def test_the_start_deals_hands_in_private(stage: Stage) -> None:
    """Each person has one private message with the own hand; the channel names no card."""
    game_id = await stage.sign_up()
    await stage.posts()
    await stage.host.close(game_id)
    posts = await stage.posts()
    private = {owed.user: Body.read(owed.body).text for owed in posts if owed.user is not None}
    assert set(private) == {11, 22, 33}
    at = await stage.at(game_id)
    stored = await stage.store.game(game_id)
    assert stored is not None
    for user, text in private.items():
        assert user is not None
        seat = stored.seat_of(user)
        assert seat is not None
        assert text.count(" ") >= 2
        assert all(sign in text for sign in _signs(at, seat))
    channel = "".join(Body.read(owed.body).text for owed in posts if owed.user is None)
    assert not any(suit in channel for suit in "♣♦♥♠")


def _signs(at: table.Table, seat: int) -> list[str]:
    """The cards of a seat as posts show them, worked out from the notation."""
    symbols = dict(zip("cdhs", "♣♦♥♠", strict=True))
    texts = [record.write_card(card) for card in at.game.hands(at.state)[seat]]
    return [("10" if text[0] == "T" else text[0]) + symbols[text[1]] for text in texts]


async def test_a_whole_game_ends_with_its_record(stage: Stage) -> None:
    """Played to the end, its record replays to the same places and verifies."""
    game_id = await stage.game()
    while (await stage.at(game_id)).outcome is None:
        stage.now += 60
        assert (await stage.play_on(game_id)).done
    text = await stage.store.record(game_id)
    assert text is not None
    outcome = (await stage.at(game_id)).outcome
    assert outcome is not None
    position = record.position(text)
    assert position["finished"]
    assert tuple(position["places"]) == outcome.places
    last = [Body.read(owed.body) for owed in await stage.posts() if owed.user is None][-1]
    assert (last.kind, last.record) == ("end", True)
    *_, heading, first, second, third = last.text.split("\n")
    assert heading.startswith("Final score (")
    places = sorted(zip(outcome.places, position["players"], outcome.scores, strict=True))
    for (place, name, score), line in zip(places, (first, second, third), strict=True):
        assert line.removesuffix(" (level)") == f"{place}. {name}: {score}"


async def test_two_plays_of_one_seat_at_once_are_one(stage: Stage) -> None:
    """The first stands; the second is told when it was played."""
    game_id = await stage.game()
    user, text = await stage.user_at_turn(game_id), await stage.legal(game_id)
    key = (await stage.at(game_id)).window
    assert key is not None
    answers = await asyncio.gather(
        stage.host.play(game_id, user, text, key.key, interaction=1),
        stage.host.play(game_id, user, text, key.key, interaction=2),
    )
    assert [answer.done for answer in answers] == [True, False]
    assert answers[1].text == f"You played that already, <t:{stage.now}:R>."
    lines = [entry.action for entry in await stage.store.journal(game_id)]
    assert lines.count(text) == 1


async def test_two_hosts_play_the_same_seat_at_once(stage: Stage) -> None:
    """Two processes on one database: the store lets one through, the other sees that it is late."""
    game_id = await stage.game()
    other = Stage(stage.store)
    user = await stage.user_at_turn(game_id)
    at = await stage.at(game_id)
    assert at.turn is not None
    first, second = [at.game.write(action) for action in at.game.legal(at.state, at.turn)]
    await other.host.look(game_id)  # both have the game in memory
    answers = await asyncio.gather(
        stage.host.play(game_id, user, first), other.host.play(game_id, user, second)
    )
    assert sorted(answer.done for answer in answers) == [False, True]
    actors = [entry.actor for entry in await stage.store.journal(game_id)]
    assert actors == ["dealer", "p1"]


async def test_the_same_interaction_twice_is_one_move_and_one_answer(stage: Stage) -> None:
    """At once and later, in this process and after a restart."""
    game_id = await stage.game()
    user, text = await stage.user_at_turn(game_id), await stage.legal(game_id)
    answers = await asyncio.gather(
        *(stage.host.play(game_id, user, text, interaction=7) for _ in range(3))
    )
    assert [answer.repeated for answer in answers] == [False, True, True]
    again = await Stage(stage.store).host.play(game_id, user, text, interaction=7)
    assert again.repeated
    assert (await stage.at(game_id)).version == 2


async def test_an_old_window_key_is_stale(stage: Stage) -> None:
    """A button of an earlier decision does nothing, and says what is asked now."""
    game_id = await stage.game()
    user = await stage.user_at_turn(game_id)
    await stage.play_on(game_id)
    before = await stage.at(game_id)
    answer = await stage.host.play(game_id, user, "pass", seen="1.1.pitch")
    assert not answer.done
    assert answer.text == (
        "That decision is no longer open. To act: Ana, swing with at most "
        f"{card_sign(before.state.ball)}, or pass. Then Cho. Nothing is asked of you now."
    )
    assert await stage.at(game_id) == before


async def test_acting_before_the_turn_leaves_a_plan(stage: Stage) -> None:
    """X-8: it is said in private, the channel sees nothing, and at the turn it acts."""
    game_id = await stage.game()
    await stage.play_on(game_id)
    await stage.posts()
    stored = await stage.store.game(game_id)
    assert stored is not None
    third = stored.user_at(2)
    assert third is not None
    answer = await stage.host.play(game_id, third, "pass")
    assert answer.done
    assert answer.text.startswith("Left for your turn")
    assert await stage.posts() == []
    second = await stage.user_at_turn(game_id)
    assert (await stage.host.play(game_id, second, "pass")).done
    lines = [f"{entry.actor} {entry.action}" for entry in await stage.store.journal(game_id)]
    assert lines[-2:] == ["p2 pass", "p3 pass"]


async def test_a_plan_survives_a_restart_and_can_be_withdrawn(stage: Stage) -> None:
    """It is kept in the store, shown to its owner alone, and goes when it is taken back."""
    game_id = await stage.game()
    await stage.play_on(game_id)
    stored = await stage.store.game(game_id)
    assert stored is not None
    second, third = stored.user_at(1), stored.user_at(2)
    assert second is not None
    assert third is not None
    assert (await stage.host.plan(game_id, third, "swing pass; field pass")).done
    later = Stage(stage.store)
    assert "Left for later: Pass (swing)" in (await later.host.look(game_id, third)).text
    assert "Left for later" not in (await later.host.look(game_id, second)).text
    assert "Left for later" not in (await later.host.look(game_id)).text
    assert (await later.host.withdraw(game_id, third)).text.startswith("Taken back.")
    assert (await later.at(game_id)).plans == ()
    assert (await later.host.withdraw(game_id, third)).text.startswith(
        "No answer of yours was left ahead."
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("pass", "a card must be pitched (PC-7)"),
        ("pitch 1x", "found"),
        ("swing 9c", "(X-14)"),
        ("dance", "Expected pitch, swing or field with a card, or pass"),
        ("", "found nothing"),
        ("pitch", "found nothing"),
        ("\u202epitch 9c\x00", "Expected pitch"),
    ],
)
async def test_bad_input_is_one_private_sentence(stage: Stage, text: str, said: str) -> None:
    """What was wrong and what would be legal; nothing changes, nothing is posted."""
    game_id = await stage.game()
    await stage.posts()
    before = await stage.store.game(game_id)
    user = await stage.user_at_turn(game_id)
    answer = await stage.host.play(game_id, user, text)
    assert not answer.done
    assert said in answer.text
    assert "You may `pitch " in answer.text
    assert await stage.store.game(game_id) == before
    assert await stage.posts() == []


async def test_who_does_not_play_cannot_act(stage: Stage) -> None:
    """Neither a stranger nor in a game that is not there."""
    game_id = await stage.game()
    assert not (await stage.host.play(game_id, 99, "pass")).done
    assert (await stage.host.play("nothing", 11, "pass")).text == "There is no game nothing here."


async def test_a_hundred_games_at_once(stage: Stage) -> None:
    """Simultaneous plays in a hundred games: each game has exactly its own move."""
    games = [await stage.game() for _ in range(100)]
    moves = {
        game_id: (await stage.user_at_turn(game_id), await stage.legal(game_id))
        for game_id in games
    }
    answers = await asyncio.gather(
        *(
            stage.host.play(game_id, user, text, interaction=number)
            for number, (game_id, (user, text)) in enumerate(moves.items())
        )
    )
    assert all(answer.done for answer in answers)
    for game_id, (_, text) in moves.items():
        assert [entry.action for entry in await stage.store.journal(game_id)][1:] == [text]


async def test_what_cannot_be_kept_has_not_happened(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk: the player is told in one sentence, nothing is half done, later it goes on."""
    game_id = await stage.game()
    await stage.posts()
    before = await stage.store.game(game_id)

    async def full(*_: object, **__: object) -> object:
        raise Unavailable("the disk is full: make room, then try again")

    with monkeypatch.context() as trouble:
        trouble.setattr(stage.store, "commit", full)
        answer = await stage.play_on(game_id)
    assert answer == Answer(
        "That could not be saved just now, so nothing has happened. Please try again in a minute.",
        done=False,
    )
    assert await stage.store.game(game_id) == before
    assert await stage.posts() == []
    assert (await stage.play_on(game_id)).done


# --- the clock -----------------------------------------------------------------------------------


async def act_on_clock(stage: Stage) -> None:
    """Everything that is due now is done."""
    while found := await stage.store.due(stage.now, "w", 60):
        for due in found:
            await stage.host.act(due)
            await stage.store.release(due, "w")


async def test_a_silent_pitcher_is_reminded_twice_then_the_rules_answer(stage: Stage) -> None:
    """At half and at nine tenths of a day; at its end the highest card is pitched (PC-27)."""
    game_id = await stage.game()
    await stage.posts()
    user = await stage.user_at_turn(game_id)
    at = await stage.at(game_id)
    assert at.turn is not None
    highest = at.game.write(list(at.game.legal(at.state, at.turn))[-1])
    begun = stage.now
    for share, expected in ((0.499, 0), (0.5, 1), (0.899, 0), (0.9, 1), (0.999, 0)):
        stage.now = begun + int(DAILY.window * share)
        await act_on_clock(stage)
        reminders = await stage.said(user)
        assert len(reminders) == expected, share
        assert all("It is your turn in Pitch & Catch, until <t:" in text for text in reminders)
    stage.now = begun + DAILY.window
    await act_on_clock(stage)
    journal = await stage.store.journal(game_id)
    assert [f"{entry.actor} {entry.action}" for entry in journal][-1] == "clock p1"
    ball = (await stage.at(game_id)).view(None).ball
    assert f"pitch {record.write_card(ball)}" == highest


async def test_the_next_seat_has_its_grace(stage: Stage) -> None:
    """The swings share a window; who is reached at its end still has eight hours."""
    game_id = await stage.game()
    await stage.play_on(game_id)
    stage.now += DAILY.window
    await act_on_clock(stage)
    deadline = (await stage.at(game_id)).clock.deadline
    assert deadline == stage.now + DAILY.grace


async def test_a_play_one_second_before_the_deadline_counts(stage: Stage) -> None:
    """Nobody is timed out, and the clock of the next decision starts afresh."""
    game_id = await stage.game()
    stage.now += DAILY.window - 1
    assert (await stage.play_on(game_id)).done
    stage.now += 1
    await act_on_clock(stage)
    assert "clock" not in [entry.actor for entry in await stage.store.journal(game_id)]


async def test_an_outage_is_given_back_once(stage: Stage) -> None:
    """Two days down: the deadline is two days later, one notice a game, no time-out, no refund."""
    game_id = await stage.game()
    await stage.posts()
    before = (await stage.at(game_id)).clock.deadline
    assert before is not None
    await stage.store.alive(stage.now)
    stage.now += 48 * HOUR
    await stage.host.came_back()
    await stage.host.came_back()
    await act_on_clock(stage)
    assert (await stage.at(game_id)).clock.deadline == before + 48 * HOUR
    assert await stage.said() == ["I was away for 2 days. Every clock here has that time back."]


# --- moderators ----------------------------------------------------------------------------------


async def test_a_pause_keeps_the_time_that_was_left(stage: Stage) -> None:
    """Plays are refused meanwhile; a pause with an end resumes by itself."""
    game_id = await stage.game()
    stage.now += HOUR
    until = stage.now + 100 * HOUR
    assert (await stage.host.moderate(game_id, house.Pause(until))).done
    user = await stage.user_at_turn(game_id)
    refused = await stage.host.play(game_id, user, await stage.legal(game_id))
    assert refused == Answer(
        f"The game is paused until <t:{until}:f> (<t:{until}:R>). You may leave an answer for when "
        "it goes on, with `/plan`.",
        done=False,
    )
    stage.now = until
    await act_on_clock(stage)
    assert (await stage.at(game_id)).clock.deadline == until + DAILY.window - HOUR
    assert (await stage.play_on(game_id)).done


async def test_a_resigned_seat_is_answered_for(stage: Stage) -> None:
    """X-12: the person has the seat no longer; the game goes on with the next."""
    game_id = await stage.game()
    user = await stage.user_at_turn(game_id)
    assert (await stage.host.moderate(game_id, house.Resign(0))).done
    assert (await stage.at(game_id)).turn == 1
    assert (await stage.host.play(game_id, user, "pass")).text == "You do not play in this game."


async def test_substitutes_take_over_in_drawn_order(stage: Stage) -> None:
    """With hand and score, told in private; after the last one nobody is left."""
    game_id = await stage.game(users=5)
    await stage.posts()
    _, rest = shuffle.draw(bytes(range(32)), list(USERS), 3)
    hand = (await stage.at(game_id)).game.hands((await stage.at(game_id)).state)[1]
    assert (await stage.host.substitute(game_id, 1)).done
    stored = await stage.store.game(game_id)
    assert stored is not None
    assert stored.user_at(1) == rest[0]
    assert stored.table.names[1] == USERS[rest[0]]
    assert stored.table.game.hands(stored.table.state)[1] == hand
    (told,) = await stage.said(rest[0])
    assert all(sign in told for sign in _signs(stored.table, 1))
    assert (await stage.host.substitute(game_id, 2)).done
    last = await stage.host.substitute(game_id, 0)
    assert last == Answer("No substitute is left: name somebody with the option by.", done=False)


async def test_somebody_else_may_take_a_seat_but_nobody_two(stage: Stage) -> None:
    """A stranger is seated; who plays already is refused."""
    game_id = await stage.game()
    assert (await stage.host.moderate(game_id, house.Replace(1, "Eve"), user=77)).done
    again = await stage.host.moderate(game_id, house.Replace(2, "Eve"), user=77)
    assert not again.done
    assert "plays in this game already" in again.text


async def rewound(stage: Stage, game_id: str, plays: int) -> None:
    """So many plays are taken back; where all who play have to agree, all do (X-7)."""
    assert (await stage.host.moderate(game_id, house.Rewind(plays))).done
    request = (await stage.at(game_id)).request
    if request is not None:
        for user in (11, 22, 33):
            assert (await stage.host.consent(game_id, user, True, request.key)).done
    assert (await stage.at(game_id)).request is None


async def test_a_rewind_takes_plays_back(stage: Stage) -> None:
    """The last play is undone, the lines stay in the journal; too far is refused."""
    game_id = await stage.game()
    start = await stage.at(game_id)
    await stage.play_on(game_id)
    await rewound(stage, game_id, 1)
    back = await stage.at(game_id)
    assert back.state == start.state
    lines = [entry.actor for entry in await stage.store.journal(game_id) if entry.actor]
    assert lines == ["dealer", "p1", "house"]
    too_far = await stage.host.moderate(game_id, house.Rewind(1))
    assert not too_far.done
    assert too_far.text == "There is no move that could be taken back."


async def test_what_was_taken_back_has_not_been_played(stage: Stage) -> None:
    """Whoever repeats it too early is told whose turn it is, not that it was played already."""
    game_id = await stage.game()
    await stage.play_on(game_id)
    user = await stage.user_at_turn(game_id)
    assert (await stage.host.play(game_id, user, "pass")).done
    again = await stage.host.play(game_id, user, "pass")
    assert again.text.startswith("You played that already")
    await rewound(stage, game_id, 2)
    early = await stage.host.play(game_id, user, "pass")
    assert not early.done
    assert early.text.startswith("It is the turn of ")


async def test_a_rewind_over_a_deal_deals_the_same_deck_again(stage: Stage) -> None:
    """X-15: the repeated shuffle has its number and its cards."""
    game_id = await stage.game("pitch-and-catch (hand_size=1)")
    while (await stage.at(game_id)).deals < 2:
        await stage.play_on(game_id)
    await rewound(stage, game_id, 1)
    while (await stage.at(game_id)).deals < 2:
        await stage.play_on(game_id)
    deals = [
        entry.action for entry in await stage.store.journal(game_id) if entry.actor == "dealer"
    ]
    assert len(deals) == 3
    assert deals[1] == deals[2]
    assert deals[0] != deals[1]


async def test_an_abandoned_game_takes_nothing_more(stage: Stage) -> None:
    """Its record shows the seed; plays and orders are refused."""
    game_id = await stage.game()
    user, text = await stage.user_at_turn(game_id), await stage.legal(game_id)
    assert (await stage.host.moderate(game_id, house.Abandon())).done
    written = await stage.store.record(game_id)
    assert written is not None
    assert record.position(written)["reason"] == "abandoned"
    assert bytes(range(32)).hex() in written
    assert not (await stage.host.play(game_id, user, text)).done
    assert not (await stage.host.moderate(game_id, house.Resign(0))).done


async def test_a_house_player_plays_on_by_itself(stage: Stage) -> None:
    """A computer in every other seat: after each play it is the person's turn again."""
    stored = await stage.host.open_sign_up(
        PLACE, "pitch-and-catch (hand_size=2)", 3, Pace(100, 10), house_players=2
    )
    game_id = stored.sign_up.id
    await stage.host.join(game_id, 11, "Ana")
    await stage.host.close(game_id)
    while (await stage.at(game_id)).outcome is None:
        assert await stage.user_at_turn(game_id) == 11
        assert (await stage.play_on(game_id)).done


async def test_names_cannot_format_or_notify(stage: Stage) -> None:
    """A name full of signs is shown as it is, and pings nobody."""
    stored = await stage.host.open_sign_up(PLACE, "pitch-and-catch", 3, DAILY)
    for user, name in ((11, "**@everyone**"), (22, "<@11>"), (33, "_`x`_")):
        await stage.host.join(stored.sign_up.id, user, name)
    await stage.host.close(stored.sign_up.id)
    said = "\n".join(await stage.said())
    assert "@everyone" not in said
    assert "\\<@11>" in said
    assert " <@" not in said
    assert "\\*\\*" in said


async def test_whoever_leaves_a_seat_is_named_as_carefully(stage: Stage) -> None:
    """The name of who sat there before is an event's own; nothing of it formats or notifies."""
    name = "[**a**](https://x.y) @everyone <@11> `b"
    stored = await stage.host.open_sign_up(PLACE, "pitch-and-catch", 3, DAILY)
    for user in (11, 22, 33):
        await stage.host.join(stored.sign_up.id, user, name)
    await stage.host.close(stored.sign_up.id)
    await stage.posts()
    shown = shown_name(name)
    for order, user, told in (
        (house.Replace(0, name), 44, f"{shown} takes over the seat of {shown}."),
        (house.Resign(1), None, f"{shown} has resigned;"),
        (house.Computer(2), None, f"A house player takes over the seat of {shown}."),
    ):
        assert (await stage.host.moderate(stored.sign_up.id, order, user)).done
        owed = await stage.posts()
        said = [Body.read(one.body).text for one in owed]
        assert said[0].startswith(told)
        assert name not in "\n".join(said)
        if user is not None:
            (private,) = (Body.read(one.body).text for one in owed if one.user == user)
            assert private.startswith(f"You have taken over the seat of {shown} in Pitch & Catch.")


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("[AFK] Bob", r"\[AFK] Bob"),
        ("[**a**](b)", r"\[\*\*a\*\*](b)"),
        ("[`](b)", r"\[\`](b)"),
        ("[a](https://x.y)", "\\[a](https:\u200b//x.y)"),
        (r"\<@11>", r"\\\<@11>"),
        ("\u202eAna\u2066", "Ana"),
    ],
)
def test_each_sign_of_a_name_is_kept_from_meaning_something(name: str, shown: str) -> None:
    """Also between the brackets of a link; and no name turns round what stands behind it."""
    assert shown_name(name) == shown


# --- what commands ask ---------------------------------------------------------------------------


async def test_candidates_say_what_each_game_wants_of_a_person(stage: Stage) -> None:
    """Own games with the seat, the server's others, and the one that is named, of any server."""
    playing, opened = await stage.game(), await stage.sign_up(users=1)
    turn = await stage.user_at_turn(playing)
    found = {one.id: one for one in await stage.host.candidates(turn, 1, 2)}
    assert (found[playing].at_turn, found[playing].waits) == (True, True)
    assert found[opened].entered == (turn == 11)
    strangers = await stage.host.candidates(99, None, None, playing)
    assert [(one.id, one.seat, one.mine) for one in strangers] == [(playing, None, False)]
    assert await stage.host.candidates(99, None, None, "nothing") == []


async def test_a_finished_game_is_found_where_it_was_played(stage: Stage) -> None:
    """By channel, with the seat that a player had; not among the games of a person."""
    game_id = await stage.game()
    assert (await stage.host.moderate(game_id, house.Abandon())).done
    (one,) = await stage.host.candidates(11, 1, 2)
    assert (one.id, one.status, one.mine, one.waits) == (game_id, "finished", True, False)
    assert await stage.host.candidates(11, 1, 3) == []


async def test_the_menu_holds_what_can_follow_a_verb(stage: Stage) -> None:
    """The own cards that are legal now; before the turn those that could be left ahead."""
    game_id = await stage.game("pitch-and-catch (hand_size=5)")
    pitcher = await stage.user_at_turn(game_id)
    at = await stage.at(game_id)
    assert at.turn is not None
    hand = tuple(map(write_card, at.game.hands(at.state)[at.turn]))
    assert await stage.host.menu(game_id, pitcher, "pitch") == hand
    assert await stage.host.menu(game_id, pitcher, "swing") == ()
    assert await stage.host.menu(game_id, 99, "pitch") == ()
    await stage.host.play(game_id, pitcher, f"pitch {hand[-1]}")
    for user in (11, 22, 33):
        for card in await stage.host.menu(game_id, user, "swing"):
            assert (await stage.host.plan(game_id, user, f"swing {card}")).done
            assert user != pitcher
            break
    await stage.host.moderate(game_id, house.Pause())
    assert await stage.host.menu(game_id, await stage.user_at_turn(game_id), "swing") == ()


async def test_the_record_and_the_log_of_a_running_game_hide_the_deck(stage: Stage) -> None:
    """Whoever asks may be playing; afterwards the record is whole."""
    game_id = await stage.game()
    await stage.play_on(game_id)
    running = await stage.host.record(game_id)
    assert running.file is not None
    assert "dealer deal ?? ??" in running.file[1]
    log = await stage.host.log(game_id, 15)
    assert "dealer deal ?? ??" in log.text
    assert "pitch" in log.text
    await stage.host.moderate(game_id, house.Abandon())
    whole = await stage.host.record(game_id)
    assert whole.file is not None
    assert "??" not in whole.file[1]
    assert whole.file[0] == f"pitch-and-catch-{game_id}.box"


async def test_a_game_that_moves_takes_its_posts_along(stage: Stage) -> None:
    """What is owed to the old place goes to the new one."""
    game_id = await stage.game()
    assert (await stage.host.rehome(game_id, Place(1, 9))).text == "The game goes on in <#9>."
    assert {owed.channel for owed in await stage.posts() if owed.user is None} == {9}
    await stage.play_on(game_id)
    assert {owed.channel for owed in await stage.posts() if owed.user is None} == {9}
    assert not (await stage.host.rehome("nothing", PLACE)).done


async def test_the_settings_of_a_server(stage: Stage) -> None:
    """Each is kept without the other."""
    await stage.host.set_host_role(1, 5)
    await stage.host.set_channel(1, 6)
    await stage.host.set_host_role(1, None)
    guild = await stage.host.guild(1)
    assert (guild.host_role, guild.channel) == (None, 6)


async def test_an_order_that_is_delivered_twice_is_obeyed_once(stage: Stage) -> None:
    """The second time nothing is done and nothing said."""
    game_id = await stage.game()
    await stage.play_on(game_id)
    await stage.play_on(game_id)
    order = house.Rewind(1)
    first, second = [await stage.host.moderate(game_id, order, interaction=7) for _ in range(2)]
    assert (first.done, first.repeated) == (True, False)
    assert second.repeated
    assert (
        len([entry for entry in await stage.store.journal(game_id) if entry.actor == "house"]) == 1
    )


async def test_a_sheet_is_for_players_of_running_games(stage: Stage) -> None:
    """With what has been left so far."""
    game_id = await stage.game()
    await stage.host.plan(game_id, await stage.user_at_turn(game_id), "field lowest")
    sheet = await stage.host.sheet(game_id, await stage.user_at_turn(game_id))
    assert sheet.left == {"field": "field lowest"}
    with pytest.raises(NotSeated):
        await stage.host.sheet(game_id, 99)
    await stage.host.moderate(game_id, house.Abandon())
    with pytest.raises(Finished):
        await stage.host.sheet(game_id, 11)


async def test_the_game_of_a_channel_is_the_one_that_is_played_there_now(stage: Stage) -> None:
    """Asked for again and again: what begins, ends or moves meanwhile is known at once."""

    async def here(user: int = 11) -> str | None:
        found = await stage.host.playing_in(user, PLACE.guild, PLACE.channel)
        return found and found.id

    assert await here() is None
    first = await stage.game()
    assert await here() == first
    assert await here(99) is None
    second = await stage.sign_up()
    assert await here() == first
    await stage.host.close(second)
    assert await here() is None  # two are played, and one must be named
    await stage.host.rehome(first, Place(1, 9))
    assert await here() == second
    await stage.host.rehome(first, PLACE)
    assert await here() is None
    await stage.host.moderate(second, house.Abandon())
    assert await here() == first


async def test_a_game_that_somebody_else_has_ended_is_not_the_channels_any_more(
    stage: Stage,
) -> None:
    """Another process: it is found out by the first thing that is done, and told in a sentence."""
    game_id = await stage.game()
    assert await stage.host.playing_in(11, PLACE.guild, PLACE.channel) is not None
    user, text = await stage.user_at_turn(game_id), await stage.legal(game_id)
    other = Host(stage.store, lambda: stage.now)
    assert (await other.moderate(game_id, house.Abandon())).done
    assert not (await stage.host.play(game_id, user, text)).done
    assert await stage.host.playing_in(11, PLACE.guild, PLACE.channel) is None


async def test_whoever_keeps_the_time_is_told_of_every_alarm(stage: Stage) -> None:
    """Each commit tells what the store would say: of the sign-up, the game, the next turn."""
    game_id = await stage.sign_up()
    assert stage.alarms[-1] == await stage.store.next_alarm() == START + 48 * HOUR
    await stage.host.close(game_id)
    assert stage.alarms[-1] == await stage.store.next_alarm()
    stage.now += HOUR
    await stage.play_on(game_id)
    assert stage.alarms[-1] == await stage.store.next_alarm()
    await stage.host.moderate(game_id, house.Pause(stage.now + 60))
    assert stage.alarms[-1] == await stage.store.next_alarm() == stage.now + 60
    await stage.host.moderate(game_id, house.Abandon())
    assert stage.alarms[-1] is await stage.store.next_alarm() is None


@pytest.mark.parametrize("again", [True, False])
async def test_what_stands_on_a_sheet_is_left_again(stage: Stage, again: bool) -> None:
    """X-8: a pitch is good for its trick and the next; sent in that one, it is for a third."""
    game_id = await stage.game("pitch-and-catch (hand_size=4)")

    async def trick() -> None:
        """A pitch that nobody swings at, so the same player pitches again."""
        for _ in range(3):
            pitches = (await stage.legal(game_id)).startswith("pitch")
            text = await stage.legal(game_id) if pitches else "pass"
            assert (await stage.host.play(game_id, await stage.user_at_turn(game_id), text)).done

    pitcher = await stage.user_at_turn(game_id)
    user = next(user for user in (11, 22, 33) if user != pitcher)
    form = {"swing": "", "field": "", "pitch": "pitch highest"}
    said = await keep(stage.host, await stage.host.sheet(game_id, user), form, user)
    assert said.text.startswith("Left for later: Pitch highest")
    await trick()
    if again:
        said = await keep(stage.host, await stage.host.sheet(game_id, user), form, user)
        assert said.text.startswith("Left for later: Pitch highest")
    await trick()
    left = (await stage.host.sheet(game_id, user)).left
    assert left == ({"pitch": "pitch highest"} if again else {})


async def test_an_emptied_line_of_a_sheet_takes_back_that_answer_alone(stage: Stage) -> None:
    """The others stand; and a sheet on which nothing stands and stood says so."""
    game_id = await stage.game()
    pitcher = await stage.user_at_turn(game_id)
    user = next(user for user in (11, 22, 33) if user != pitcher)
    form = {"swing": "", "field": "", "pitch": ""}
    said = await keep(stage.host, await stage.host.sheet(game_id, user), form, user)
    assert said.text == "No answer is left ahead, and none was."
    form |= {"field": "field lowest", "pitch": "pitch highest"}
    assert (await keep(stage.host, await stage.host.sheet(game_id, user), form, user)).done
    form["pitch"] = ""
    said = await keep(stage.host, await stage.host.sheet(game_id, user), form, user)
    assert said.text.startswith("Taken back.")
    assert (await stage.host.sheet(game_id, user)).left == {"field": "field lowest"}
