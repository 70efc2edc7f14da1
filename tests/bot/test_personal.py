"""What people settle for all games: kept once, and known to every game, whatever comes between."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import datetime
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.host import Host
from bot.personal import FROM_NEXT, LATER
from bot.wishes import wishes
from games import house
from games.clock import HOUR, Moment
from games.hours import Hours, Wishes
from storage import open_store
from storage.store import Due, Person, Unavailable
from tests.bot.test_host import DAILY, START, Stage

ANA, BEN, CHO, DEE = 11, 22, 33, 44
DAY = 24 * HOUR
BERLIN = "Europe/Berlin"


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Stage]:
    """A host on a fresh store; it is nine in the morning in Berlin, a Friday."""
    store = await open_store(f"sqlite:///{tmp_path}/umpire.db")
    yield Stage(store)
    assert await store.check() == ()
    await store.close()


def moment(text: str) -> Moment:
    """A moment, written like `2027-01-15 20:00+01:00`."""
    return int(datetime.fromisoformat(text).timestamp())


async def deadline(club: Stage, game_id: str) -> Moment:
    """When the one at turn is taken to be silent."""
    found = (await club.at(game_id)).clock.deadline
    assert found is not None
    return found


async def wishes_of(club: Stage, game_id: str, user: int) -> Wishes:
    """What a game, as it is stored, keeps to for somebody."""
    stored = await club.store.game(game_id)
    assert stored is not None
    seat = stored.seat_of(user)
    assert seat is not None
    return stored.table.wishes_of(seat)


async def due(club: Stage) -> list[Due]:
    """What the clock wants done now, all of it done once."""
    found = await club.store.due(club.now, "w", 60)
    for one in found:
        await club.host.act(one)
        await club.store.release(one, "w")
    return list(found)


# --- what holds from when ------------------------------------------------------------------------


async def test_leave_counts_at_once_in_all_games(club: Stage) -> None:
    """A deadline that would fall into it waits until it is over; others' stay as they were."""
    games = [await club.game() for _ in range(3)]
    user = await club.user_at_turn(games[0])
    await club.play_on(games[2])
    hers = [game_id for game_id in games if await club.user_at_turn(game_id) == user]
    assert len(hers) == 2
    other = next(one for one in (ANA, BEN, CHO) if one != user)
    answer = await club.host.my.leave(user, "2027-01-16", "2027-01-17")
    assert "Sat 16 Jan 2027 to Sun 17 Jan 2027 (2 days). This counts at once." in answer.text
    # eight in the morning of Saturday is eight hours into the leave
    monday = moment("2027-01-18 08:00+00:00")
    assert {game_id: await deadline(club, game_id) for game_id in games} == {
        game_id: monday if game_id in hers else START + DAY for game_id in games
    }
    for game_id in games:
        assert f"{game_id}`: 5 of 7 days of leave left" in answer.text
        assert (await wishes_of(club, game_id, user)).hours.leave == ("2027-01-16", "2027-01-17")
        assert (await wishes_of(club, game_id, other)) == Wishes()


async def test_leave_moves_the_deadline_of_the_own_turn(club: Stage) -> None:
    """And comes back with it; today's leave, which has begun, stays."""
    game_id = await club.game()
    user = await club.user_at_turn(game_id)
    await club.host.my.leave(user, "today", "tomorrow")
    # all of the day that the turn has is left when the leave is over
    assert await deadline(club, game_id) == moment("2027-01-17 00:00+00:00") + DAY
    back = await club.host.my.come_back(user, None, None)
    assert "Fri 15 Jan 2027 (1 day)" in back.text
    assert await deadline(club, game_id) == START + DAY
    assert f"it is your turn, until <t:{START + DAY}:f>" in back.text
    stays = await club.host.my.come_back(user, "today", None)
    assert stays.text == "Today's leave has begun and stays: name a later day."
    assert (await club.store.person(user)).leave == ("2027-01-15",)


async def test_quiet_hours_hold_from_the_next_window(club: Stage) -> None:
    """The one that is open keeps its end; `/my show` says so."""
    game_id = await club.game()
    user = await club.user_at_turn(game_id)
    await club.host.my.timezone(user, "berlin")
    answer = await club.host.my.quiet(user, "8", "12")
    assert answer.text == f"Your quiet hours are 08:00 to 12:00 ({BERLIN}). {FROM_NEXT}"
    assert await deadline(club, game_id) == START + DAY
    behind = "the decision that is open keeps to what you had asked for before"
    assert behind in (await club.host.my.show(user)).text
    await club.play_on(game_id)
    hours = (await club.at(game_id)).clock.hours
    assert Hours(BERLIN, (480, 720)) in hours
    assert behind not in (await club.host.my.show(user)).text


async def test_a_game_that_begins_takes_wishes_along(club: Stage) -> None:
    """From its first window on."""
    for user in (ANA, BEN, CHO):
        await club.host.my.timezone(user, "berlin")
        await club.host.my.quiet(user, "8:00", "12:00")
    game_id = await club.game()
    assert await deadline(club, game_id) == moment("2027-01-16 12:00+01:00") + HOUR
    assert await due(club) == []


async def test_a_substitute_brings_wishes_along(club: Stage) -> None:
    """They hold at once, for a turn that begins anew with the seat."""
    game_id = await club.game(users=4)
    stored = await club.store.game(game_id)
    assert stored is not None
    (waiting,) = [one for one in stored.seatings if one.seat is None]
    assert waiting.user is not None
    await club.host.my.timezone(waiting.user, "berlin")
    await club.host.my.quiet(waiting.user, "8", "12")
    seat = stored.table.turn
    assert seat is not None
    await club.host.substitute(game_id, seat)
    assert await club.user_at_turn(game_id) == waiting.user
    assert await deadline(club, game_id) == moment("2027-01-16 12:00+01:00") + HOUR


async def test_a_game_counts_weekends_unless_its_pace_frees_them(club: Stage) -> None:
    """The answer names the games that do not."""
    game_id = await club.game()
    answer = await club.host.my.weekends(ANA, True)
    assert f"{game_id}` counts weekends like other days." in answer.text
    assert (await club.at(game_id)).clock.hours == ()
    assert "counts weekends" not in (await club.host.my.weekends(ANA, False)).text


async def test_days_beyond_the_budget_are_named(club: Stage) -> None:
    """Seven a game; what is taken back is free again."""
    game_id = await club.game()
    answer = await club.host.my.leave(ANA, "2027-02-01", "2027-02-09")
    assert "0 of 7 days of leave left; beyond that, and so like any other day" in answer.text
    assert "Mon 8 Feb 2027 to Tue 9 Feb 2027" in answer.text
    assert len((await wishes_of(club, game_id, ANA)).hours.leave) == 7
    answer = await club.host.my.come_back(ANA, "2027-02-01", "2027-02-04")
    assert "2 of 7 days of leave left" in answer.text


async def test_leave_that_is_over_stays(club: Stage) -> None:
    """It has been used, and cannot be taken back to be used again."""
    game_id = await club.game()
    await club.host.my.leave(ANA, "2027-01-16", "2027-01-18")
    club.now += 2 * DAY
    refused = await club.host.my.come_back(ANA, "2027-01-16", "2027-01-16")
    assert refused.text == "A leave begins today, 2027-01-17, or later: 2027-01-16 is over."
    await club.host.my.come_back(ANA, None, None)
    assert (await wishes_of(club, game_id, ANA)).hours.leave == ("2027-01-16", "2027-01-17")
    assert "5 of 7 days" in (await club.host.my.leaves(ANA)).text


# --- whatever comes between ----------------------------------------------------------------------


async def test_a_stop_before_the_games_know_is_made_good(
    club: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The wish is kept; the clock finds that games are behind, tells them, and rests."""
    games = [await club.game() for _ in range(3)]
    with monkeypatch.context() as patch:
        real, left = club.store.commit, [1]

        async def stops(*args: object, **names: object) -> object:
            if not left:
                raise Unavailable("the disk is full")
            left.pop()
            return await real(*args, **names)  # type: ignore[arg-type]

        patch.setattr(club.store, "commit", stops)
        answer = await club.host.my.remind(ANA, "none")
    assert answer.done
    assert LATER in answer.text
    assert club.alarms[-1] == club.now
    known = [(await wishes_of(club, game_id, ANA)).remind for game_id in games]
    assert sorted(known) == ["all", "all", "none"]
    club.host = Host(club.store, lambda: club.now)  # the next start
    assert await due(club) == [Due("person", str(ANA))]
    assert [(await wishes_of(club, game_id, ANA)).remind for game_id in games] == ["none"] * 3
    assert await due(club) == []


async def test_a_game_that_begins_with_old_wishes_is_refused_and_begun_again(
    club: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody asks for something else between the look and the commit: the new wish is in it."""
    game_id = await club.sign_up()
    real, changed = club.store.start_game, []

    async def meanwhile(*args: object, **names: object) -> object:
        if not changed:
            changed.append(await club.host.my.remind(BEN, "last"))
        return await real(*args, **names)  # type: ignore[arg-type]

    monkeypatch.setattr(club.store, "start_game", meanwhile)
    assert (await club.host.close(game_id)).done
    assert (await wishes_of(club, game_id, BEN)).remind == "last"


async def test_two_changes_at_once_are_both_kept(
    club: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One of them is made again from what the other has left."""
    game_id = await club.game()
    real, meant = club.store.person, ["none"]

    async def slowly(user: int) -> Person:
        found = await real(user)
        if meant:
            meant.clear()
            await club.store.set_person(replace(found, remind="none"))
        return found

    monkeypatch.setattr(club.store, "person", slowly)
    await club.host.my.timezone(ANA, "berlin")
    monkeypatch.undo()
    assert (await club.store.person(ANA)).remind == "none"
    assert await wishes_of(club, game_id, ANA) == Wishes(Hours(BERLIN), "none")


async def test_whatever_happens_at_once_every_game_knows_in_the_end(club: Stage) -> None:
    """Wishes change while games begin, are played, and seats change hands."""
    games = [await club.game(users=4) for _ in range(3)]
    opened = [await club.sign_up(users=4) for _ in range(3)]
    my, users = club.host.my, (ANA, BEN, CHO, DEE)
    for number, game_id in enumerate(games):
        user = users[number]
        await asyncio.gather(
            my.remind(user, "last"),
            club.host.close(opened[number]),
            my.timezone(user, "berlin"),
            club.play_on(game_id),
            my.leave(users[number + 1], "2027-02-01", None),
            club.host.substitute(game_id, number),
            my.quiet(user, "23", "7"),
        )
    assert (await club.store.person(BEN)).revision == 4
    for user in users:
        person = await club.store.person(user)
        assert person.told == person.revision
        rows = await club.store.games_of(user)
        assert [row.status for row in rows if row.status != "playing"] == []
        for row in rows:
            assert await wishes_of(club, row.id, user) == wishes(person, DAILY, START)
    assert await due(club) == []


async def test_who_is_gone_from_a_game_is_not_asked_for_there(club: Stage) -> None:
    """A seat that was given up keeps to nobody's wishes; a finished game is left alone."""
    given_up, over = await club.game(), await club.game()
    stored = await club.store.game(given_up)
    assert stored is not None
    seat = stored.seat_of(ANA)
    assert seat is not None
    await club.host.moderate(given_up, house.Resign(seat))
    await club.host.moderate(over, house.Abandon())
    before = await club.at(given_up), await club.at(over)
    answer = await club.host.my.leave(ANA, "2027-01-16", None)
    assert answer.done
    assert "days of leave left" not in answer.text
    assert (await club.at(given_up), await club.at(over)) == before
    assert await due(club) == []


async def test_nothing_of_what_somebody_settles_is_posted(club: Stage) -> None:
    """Neither in a channel nor to others, nor is it a line of the journal."""
    game_id = await club.game()
    await club.posts()
    journal = await club.store.journal(game_id)
    my = club.host.my
    for answer in (
        await my.timezone(ANA, "berlin"),
        await my.quiet(ANA, "23", "7"),
        await my.weekends(ANA, True),
        await my.leave(ANA, "tomorrow", None),
        await my.remind(ANA, "last"),
        await my.digest(ANA, "20"),
        await my.show(ANA),
    ):
        assert answer.done
    assert await club.posts() == []
    assert await club.store.journal(game_id) == journal


# --- words ---------------------------------------------------------------------------------------


async def test_show_tells_everything(club: Stage) -> None:
    """At first the defaults."""
    game_id = await club.game()
    plain = await club.host.my.show(ANA)
    assert plain.text.splitlines()[:6] == [
        "Your time zone is UTC, where it is Fri 15 Jan, 08:00 now.",
        "You have no quiet hours.",
        "Your Saturdays and Sundays count like other days.",
        "You have no leave ahead.",
        "You get every reminder that a game gives.",
        "You get no digest, but a notice whenever a game waits for you.",
    ]
    assert f"`{game_id}`, https://discord.com/channels/1/2: 7 of 7 days of leave" in plain.text
    assert "no turn takes longer than 10 days" in plain.text


async def test_whoever_plays_nowhere_settles_things_too(club: Stage) -> None:
    """They wait for the first game."""
    for answer in (
        await club.host.my.timezone(DEE, "Asia/Kathmandu"),
        await club.host.my.leave(DEE, "2027-01-20", None),
        await club.host.my.show(DEE),
    ):
        assert answer.done
    assert "Fri 15 Jan, 13:45 now" in answer.text
    assert await due(club) == []


@pytest.mark.parametrize(
    ("verb", "typed", "words"),
    [
        ("timezone", ("Belrin",), "Europe/Berlin"),
        ("quiet", ("20", "9"), "at most 12 hours a day, found 13 hours"),
        ("quiet", ("25", "7"), "0:00 to 24:00"),
        ("quiet", ("night", None), "like 23-7"),
        ("leave", ("2027-02-30", None), "There is no day 2027-02-30"),
        ("leave", ("2027-02-03", "2027-02-01"), "ends on its first day or later"),
        ("leave", ("2026-02-01", "2026-02-03"), "2026-02-01 is over"),
        ("leave", ("2027-02-01", "2027-04-02"), "at most 60 days at a time, found 61"),
        ("leave", ("2028-02-01", None), "a year from now"),
        ("come_back", ("2027-02-01", None), "None of these days"),
        ("digest", ("24",), "from 0 to 23, or off"),
    ],
)
async def test_what_cannot_be_is_refused_in_a_sentence(
    club: Stage, verb: str, typed: tuple[str | None, ...], words: str
) -> None:
    """And nothing is kept."""
    answer = await getattr(club.host.my, verb)(ANA, *typed)
    assert not answer.done
    assert words in answer.text
    assert answer.text.endswith(".")
    assert "\n" not in answer.text
    assert await club.store.person(ANA) == Person(ANA)
