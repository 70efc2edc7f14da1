"""What waits for somebody, in all games: asked for, and once a day by itself."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bot.beats import Body
from bot.host import Host
from bot.personal import Remind
from games import house
from games.clock import HOUR, Moment
from games.pace import PRESETS
from storage import open_store
from storage.store import Owed
from tests.bot.test_host import PLACE, START, Stage

ANA, BEN, CHO = 11, 22, 33
DAY = 24 * HOUR
EIGHT_IN_THE_EVENING = START + 11 * HOUR
"""In Berlin, where it is nine in the morning at first."""


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Stage]:
    """A host on a fresh store."""
    store = await open_store(f"sqlite:///{tmp_path}/umpire.db")
    yield Stage(store)
    assert await store.check() == ()
    await store.close()


async def ticks(club: Stage, until: Moment) -> list[tuple[Moment, Owed]]:
    """All that is said until a moment, in private or not, with when it was."""
    said = []
    while True:
        alarm = await club.store.next_alarm()
        if alarm is None or alarm > until:
            break
        club.now = max(club.now, alarm)
        for due in await club.store.due(club.now, "w", 60):
            await club.host.act(due)
            await club.store.release(due, "w")
        said += [(club.now, owed) for owed in await club.posts()]
    club.now = until
    return said


def digests(said: list[tuple[Moment, Owed]]) -> list[tuple[Moment, int | None]]:
    """When a digest came, and to whom."""
    return [(at, one.user) for at, one in said if Body.read(one.body).kind == "digest"]


def texts(said: list[tuple[Moment, Owed]], user: int, kind: str) -> list[str]:
    """What somebody is told in private, of one kind of post."""
    bodies = [Body.read(one.body) for _, one in said if one.user == user]
    return [body.text for body in bodies if body.kind == kind]


async def wants(club: Stage, user: int, hour: str = "20") -> None:
    """Somebody in Berlin wants a digest."""
    await club.host.my.timezone(user, "berlin")
    assert (await club.host.my.digest(user, hour)).done


async def waits(club: Stage, state: str) -> list[int]:
    """Those for whom some game waits so."""
    return [one for one in (ANA, BEN, CHO) if state in (await states(club, one)).values()]


async def states(club: Stage, user: int) -> dict[str, str]:
    """How which game waits for somebody, in the order of the list."""
    return {one.game_id: one.state for one in await club.host.waiting(user)}


# --- what waits ----------------------------------------------------------------------------------


async def test_every_way_in_which_a_game_waits(club: Stage) -> None:
    """The own turn, a turn to come, one that is answered ahead, a game that is paused."""
    names = ["now", "soon", "answered", "paused"]
    games = {name: await club.game() for name in names}
    for game_id in games.values():
        await club.play_on(game_id)  # the pitch: the other two are asked, in turn
    first = {name: await club.user_at_turn(game_id) for name, game_id in games.items()}
    assert len(set(first.values())) == 1  # the seed is the same, so are the seats
    user = first["now"]
    (other,) = await waits(club, "soon")
    assert other != user
    answered = games["answered"]
    assert (await club.host.plan(answered, other, "pass")).done
    await club.host.moderate(games["paused"], house.Pause(START + 30 * HOUR))
    found = {one.game_id: one for one in await club.host.waiting(other)}
    assert {name: found[games[name]].state for name in names} == {
        "now": "soon",
        "soon": "soon",
        "answered": "answered",
        "paused": "paused",
    }
    assert [one.state for one in found.values()] == ["soon", "soon", "answered", "paused"]
    deadline = START + DAY
    assert f"your time does not end before <t:{deadline}:f>" in found[games["soon"]].text
    assert "You have answered ahead: Pass (swing)." in found[answered].text
    assert f"The game is paused until <t:{START + 30 * HOUR}:f>" in found[games["paused"]].text
    for one in found.values():
        assert "https://discord.com/channels/1/2" in one.text
        assert "swing with at most" in one.text or one.state == "answered"
    mine = (await club.host.waiting(user))[0]
    assert f"It is your turn, until <t:{deadline}:f> (<t:{deadline}:R>)." in mine.text
    idle = ({ANA, BEN, CHO} - {user, other}).pop()
    assert set((await states(club, idle)).values()) == set()


async def test_an_answer_left_ahead_counts_for_its_own_decision(club: Stage) -> None:
    """One for the catch is no answer to the swing."""
    game_id = await club.game()
    await club.play_on(game_id)
    (other,) = await waits(club, "soon")
    assert (await club.host.plan(game_id, other, "field lowest else pass")).done
    assert await states(club, other) == {game_id: "soon"}
    assert (await club.host.plan(game_id, other, "swing pass")).done
    assert await states(club, other) == {game_id: "answered"}


async def test_a_rewind_that_all_must_agree_to_waits_for_each(club: Stage) -> None:
    """Until the own answer is given; nobody's answer is told to others."""
    game_id = await club.game()
    for _ in range(3):
        await club.play_on(game_id)
    await club.host.moderate(game_id, house.Rewind(3))
    at = await club.at(game_id)
    assert at.request is not None  # hands were shown, so it needs everybody
    text = (await club.host.waiting(ANA))[0].text
    assert "take back 3 moves: tap Agree or Refuse" in text
    assert f"until <t:{at.request.lapses}:f>" in text
    before = await club.host.waiting(BEN)
    assert (await club.host.consent(game_id, ANA, True, at.request.key)).done
    assert await club.host.waiting(ANA) == []
    assert await club.host.waiting(BEN) == before


# --- the digest ----------------------------------------------------------------------------------


async def test_a_digest_comes_at_its_hour_each_day_while_something_waits(club: Stage) -> None:
    """With every game that waits, in one private message; on a day on which none does, nothing."""
    games = [await club.game() for _ in range(3)]
    user = await club.user_at_turn(games[0])
    await wants(club, user)
    await club.posts()
    said = await ticks(club, START + 20 * HOUR)
    assert digests(said) == [(EIGHT_IN_THE_EVENING, user)]
    (text,) = texts(said, user, "digest")
    assert [game_id in text for game_id in games] == [True] * 3
    assert text.startswith("These games wait for you:\n")
    assert text.count("It is your turn, until <t:") == 3
    for game_id in games:
        await club.host.play(game_id, user, await club.legal(game_id))
    assert await states(club, user) == {}
    for game_id in games:
        await club.host.moderate(game_id, house.Pause())
    assert digests(await ticks(club, START + 5 * DAY)) == []


async def test_what_is_answered_ahead_or_paused_is_nothing_to_be_told(club: Stage) -> None:
    """It does not wait for anybody's answer now."""
    first, second = await club.game(), await club.game()
    for game_id in (first, second):
        await club.play_on(game_id)
    (other,) = await waits(club, "soon")
    await wants(club, other)
    await club.host.plan(first, other, "pass")
    await club.host.moderate(second, house.Pause())
    assert digests(await ticks(club, EIGHT_IN_THE_EVENING + 1)) == []


async def test_two_at_one_table_each_get_their_own(club: Stage) -> None:
    """At the same hour, in the same game."""
    game_id = await club.game()
    await club.play_on(game_id)
    asked = [one for one in (ANA, BEN, CHO) if await states(club, one)]
    assert len(asked) == 2
    for user in asked:
        await wants(club, user)
    said = await ticks(club, EIGHT_IN_THE_EVENING)
    assert sorted(digests(said)) == sorted((EIGHT_IN_THE_EVENING, user) for user in asked)


async def test_a_start_after_the_hour_sends_it_once(club: Stage) -> None:
    """Late, for the day that it was for; that evening comes the next."""
    await club.host.open_sign_up(PLACE, "pitch-and-catch (hand_size=2)", 3, PRESETS["relaxed"])
    for user, name in ((ANA, "Ana"), (BEN, "Ben"), (CHO, "Cho")):
        await club.host.join("game0", user, name)
    await club.host.close("game0")
    user = await club.user_at_turn("game0")
    await wants(club, user)
    club.now = START + DAY  # nobody was there in the evening
    club.host = Host(club.store, lambda: club.now)
    said = await ticks(club, START + DAY + 12 * HOUR)
    assert digests(said) == [(START + DAY, user), (EIGHT_IN_THE_EVENING + DAY, user)]


async def test_another_hour_brings_no_second_digest_that_day(club: Stage) -> None:
    """Nor does another zone, or to have none for a while."""
    await club.game()
    user = await club.user_at_turn("game0")
    await wants(club, user)
    assert len(digests(await ticks(club, EIGHT_IN_THE_EVENING))) == 1
    await club.host.my.digest(user, "22")
    await club.host.my.digest(user, "off")
    await club.host.my.digest(user, "23")
    await club.host.my.timezone(user, "new york")
    answer = await club.host.my.digest(user, "21")
    due = EIGHT_IN_THE_EVENING + DAY + 7 * HOUR
    assert f"The next digest is due <t:{due}:f>." in answer.text
    assert digests(await ticks(club, due - 1)) == []


async def test_a_setting_that_has_nothing_to_do_with_it_loses_no_digest(club: Stage) -> None:
    """Something else is settled in the very second in which the digest is due."""
    await club.game()
    user = await club.user_at_turn("game0")
    await wants(club, user)
    club.now = EIGHT_IN_THE_EVENING
    await club.host.my.quiet(user, "23", "7")
    assert digests(await ticks(club, club.now)) == [(EIGHT_IN_THE_EVENING, user)]


async def test_a_change_in_the_middle_of_a_digest_costs_nothing(
    club: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the change has not seen is made again, and said once."""
    await club.game()
    user = await club.user_at_turn("game0")
    await wants(club, user)
    real, meant = club.store.digest, [True]

    async def meanwhile(*args: Any) -> None:
        if meant:
            meant.clear()
            person = await club.store.person(user)
            await club.store.set_person(replace(person, remind="none"))
        await real(*args)

    monkeypatch.setattr(club.store, "digest", meanwhile)
    assert digests(await ticks(club, EIGHT_IN_THE_EVENING)) == [(EIGHT_IN_THE_EVENING, user)]
    assert (await club.store.person(user)).remind == "none"


@pytest.mark.parametrize(("which", "count"), [("all", 2), ("last", 1), ("none", 0)])
async def test_whoever_has_a_digest_gets_no_single_notices(
    club: Stage, which: Remind, count: int
) -> None:
    """No mention when a window opens; reminders come all the same, as many as were chosen."""
    game_id = await club.game()
    user = await club.user_at_turn(game_id)
    stored = await club.store.game(game_id)
    assert stored is not None
    assert stored.table.turn in [
        seat for one in await club.posts() for seat in Body.read(one.body).ping
    ]
    await wants(club, user)
    assert (await club.host.moderate(game_id, house.Abandon())).done
    again = await club.game()
    assert await club.user_at_turn(again) == user
    begun = await club.posts()
    assert texts([(club.now, one) for one in begun], user, "private")  # the first hand
    (asks,) = [body for one in begun if (body := Body.read(one.body)).kind == "beat"]
    assert asks.ping == ()
    assert stored.table.names[stored.table.turn or 0] in asks.text
    await club.host.my.remind(user, which)
    said = await ticks(club, START + DAY - 1)
    assert digests(said) == [(EIGHT_IN_THE_EVENING, user)]
    reminders = texts(said, user, "private")
    assert len(reminders) == count
    assert all("It is your turn in " in text for text in reminders)


async def test_what_is_meant_for_this_moment_comes_beside_a_digest(club: Stage) -> None:
    """A moderator's nudge, and a seat that is taken over, and lost."""
    game_id = await club.game(users=4)
    user = await club.user_at_turn(game_id)
    await wants(club, user)
    stored = await club.store.game(game_id)
    assert stored is not None
    (waiting,) = [one.user for one in stored.seatings if one.seat is None]
    assert waiting is not None
    assert stored.table.turn is not None
    await wants(club, waiting)
    await club.posts()
    await club.host.moderate(game_id, house.Nudge())
    assert [one.user for one in await club.posts() if one.user is not None] == [user]
    await club.host.substitute(game_id, stored.table.turn)
    told = [one.user for one in await club.posts() if one.user is not None]
    assert sorted(told) == sorted([waiting, user])


async def test_a_long_list_fits_into_one_message(club: Stage) -> None:
    """What does not fit is counted; the most pressing come first."""
    games = [await club.game() for _ in range(15)]
    user = await club.user_at_turn(games[0])
    await wants(club, user)
    await club.posts()
    (text,) = texts(await ticks(club, EIGHT_IN_THE_EVENING), user, "digest")
    assert len(text) < 1900
    kept = sum(game_id in text for game_id in games)
    assert text.endswith(f"and {15 - kept} more")
