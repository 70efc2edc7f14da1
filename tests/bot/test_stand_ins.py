"""Seats that are given up, without Discord: when a miss counts, and who is called then."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Collection, Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from games.clock import HOUR, Moment
from storage import open_store
from storage.store import Unavailable
from tests.bot.test_host import DAILY, PLACE, START, USERS, Stage

DAY = 24 * HOUR


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Stage]:
    """A host on a fresh store."""
    store = await open_store(f"sqlite:///{tmp_path}/umpire.db")
    yield Stage(store)
    assert await store.check() == ()
    await store.close()


async def at_turn(club: Stage) -> tuple[str, int]:
    """A game that has begun, and who is to act."""
    game_id = await club.game()
    return game_id, await club.user_at_turn(game_id)


async def missing(club: Stage, game_id: str, user: int) -> Moment | None:
    """Since when somebody is missing."""
    stored = await club.store.game(game_id)
    assert stored is not None
    return next(one.missing for one in stored.seatings if one.user == user)


async def resigned(club: Stage, game_id: str) -> bool:
    """Whether anybody counts as resigned."""
    return any(player.kind == "resigned" for player in (await club.at(game_id)).players)


@pytest.mark.parametrize(("late", "since"), [(0, START), (599, START), (600, START + 600)])
async def test_a_prompt_look_counts_from_what_made_us_look(
    club: Stage, late: int, since: Moment
) -> None:
    """A post that was held up for longer says nothing of the moment at which it was made."""
    game_id, user = await at_turn(club)
    club.now = START + late
    await club.host.looked_for(game_id, user, False, START)
    assert await missing(club, game_id, user) == since


@pytest.mark.parametrize("seconds", [0, 60, DAY - 1, DAY])
async def test_the_second_miss_counts_a_day_after_the_first(club: Stage, seconds: int) -> None:
    """However often it is looked in between."""
    game_id, user = await at_turn(club)
    await club.host.looked_for(game_id, user, False, START)
    for part in (seconds // 3, seconds // 2, seconds):
        club.now = START + part
        await club.host.looked_for(game_id, user, False, club.now)
    assert await resigned(club, game_id) == (seconds >= DAY)


async def test_a_look_at_somebody_who_has_no_seat_does_nothing(club: Stage) -> None:
    """Somebody replaced meanwhile, a stranger, a game that is over or is not there."""
    game_id, user = await at_turn(club)
    await club.host.looked_for(game_id, 77, False, START)
    await club.host.looked_for("nogame", user, False, START)
    seat = (await club.at(game_id)).turn
    assert seat is not None
    asked = await club.host.ask_to_resign(game_id, user)
    assert (await club.host.resign(game_id, user, asked.key)).done
    for _ in range(2):
        await club.host.looked_for(game_id, user, False, START)
        club.now += DAY
    rows = [row for row in await club.store.journal(game_id) if row.actor == "house"]
    assert [row.note for row in rows] == ["resigned"]


async def test_what_cannot_be_kept_stops_no_post(
    club: Stage, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The post that made us look stands there already."""
    game_id, user = await at_turn(club)

    async def full(*_: object) -> None:
        raise Unavailable("the disk is full")

    monkeypatch.setattr(club.store, "set_missing", full)
    await club.host.looked_for(game_id, user, False, START)
    assert "not noted who is missing" in caplog.text
    assert caplog.records[-1].levelno == logging.ERROR


@pytest.mark.parametrize(
    ("stand_in", "line"),
    [
        ("anyone", 'replace p1 "Dee"'),
        ("substitute", 'replace p1 "Dee"'),
        ("nobody", "resign p1"),
    ],
)
async def test_a_table_that_wants_nobody_calls_no_substitute(
    club: Stage, stand_in: str, line: str
) -> None:
    """As it was opened; the list of substitutes may be used by a moderator all the same."""
    pace = replace(DAILY, stand_in=stand_in)
    game = "pitch-and-catch (hand_size=2)"
    opened = await club.host.open_sign_up(PLACE, game, 3, pace)
    game_id = opened.sign_up.id
    for user, name in list(USERS.items())[:4]:
        await club.host.join(game_id, user, name)
    await club.host.close(game_id)
    stored = await club.store.game(game_id)
    assert stored is not None
    (waiting,) = [one for one in stored.seatings if one.seat is None]
    user = stored.user_at(0)
    assert user is not None
    asked = await club.host.ask_to_resign(game_id, user)
    assert (waiting.name in asked.text) == (stand_in != "nobody")
    assert (await club.host.resign(game_id, user, asked.key)).done
    rows = [row for row in await club.store.journal(game_id) if row.actor == "house"]
    assert [(row.action, row.note) for row in rows] == [
        (line.replace("Dee", waiting.name), "resigned")
    ]


async def test_substitutes_are_asked_for_in_their_order_and_one_at_a_time(
    tmp_path: Path,
) -> None:
    """Nobody behind the first who is there is looked for."""
    asked: list[int] = []
    gone: set[int] = set()

    async def who_left(guild: int, users: Sequence[int]) -> Collection[int]:
        assert guild == PLACE.guild
        asked.extend(users)
        return gone & set(users)

    store = await open_store(f"sqlite:///{tmp_path}/umpire.db")
    club = Stage(store, who_left)
    game_id = await club.game(users=5)
    stored = await store.game(game_id)
    assert stored is not None
    first, second = [one.user for one in stored.seatings if one.seat is None]
    assert first is not None
    assert second is not None
    assert set(asked) == set(USERS)  # before the draw
    asked.clear()
    gone.add(first)
    assert (await club.host.substitute(game_id, 0)).done
    assert asked == [first, second]
    assert (await club.at(game_id)).names[0] == USERS[second]
    assert not (await club.host.substitute(game_id, 1)).done
    gone.clear()  # back again, and next in line as before
    assert (await club.host.substitute(game_id, 1)).done
    assert (await club.at(game_id)).names[1] == USERS[first]
    await store.close()
