"""What every checkpoint store must do, whichever engine keeps it.

A module that brings a fixture `open_store`, which opens the same database each time it is called,
puts its engine under this suite by a subclass of `StoreContract`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from games import house, record, registry, shuffle, sign_up, table
from games.clock import HOUR, Moment
from games.hours import ALWAYS, Hours, Wishes
from games.house import Player
from games.pace import Pace
from games.shuffle import Shoe
from games.table import Change
from storage.store import (
    Conflict,
    Due,
    Fairness,
    GameRow,
    Guild,
    Owed,
    Person,
    Place,
    Post,
    Repeated,
    Reseating,
    Seating,
    Store,
    StoredGame,
    StoredSignUp,
)

OpenStore = Callable[[], Awaitable[Store]]

NOW = 1_800_000_000
PACE = Pace(8 * HOUR, 2 * HOUR)
SEED = bytes(range(32))
PLACE = Place(900, 901)
ANA, BEN, CHO, DEE = 11, 22, 33, 44
NAMES = {ANA: "Ana", BEN: "Ben", CHO: "Cho", DEE: "Dee"}
GAME = "pitch-and-catch (hand_size=2)"


DAY = 24 * HOUR


def leave_on(moment: Moment, days: int) -> tuple[str, ...]:
    """Local dates of UTC, from that of a moment on."""
    first = datetime.fromtimestamp(moment, UTC).date()
    return tuple((first + timedelta(days=number)).isoformat() for number in range(days))


# --- what a host would do ------------------------------------------------------------------------


async def opened(
    store: Store, users: Sequence[int] = (), id_: str = "g1", house_players: int = 0
) -> StoredSignUp:
    """A sign-up for three seats, with these people in it."""
    new = sign_up.open_sign_up(id_, GAME, 3, PACE, NOW, hours=1, house=house_players)
    for user in users:
        new = sign_up.join(new, user, NAMES[user])
    await store.open_sign_up(StoredSignUp(new, PLACE, Fairness(SEED), 0))
    found = await store.sign_up(id_)
    assert found is not None
    return found


async def begun(
    store: Store,
    users: Sequence[int] = (ANA, BEN, CHO, DEE),
    id_: str = "g1",
    house_players: int = 0,
    posts: Sequence[Post] = (),
) -> StoredGame:
    """A game that has been dealt; one entrant too many is a substitute."""
    stored = await opened(store, users, id_, house_players)
    closed = sign_up.close(stored.sign_up)
    return await started(store, stored, closed, posts)


async def started(
    store: Store,
    stored: StoredSignUp,
    closed: sign_up.SignUp,
    posts: Sequence[Post] = (),
    people: Sequence[Person] = (),
) -> StoredGame:
    """Draws, seats and deals."""
    users = [entrant.user for entrant in closed.entrants]
    entropy = shuffle.entropy(users)
    drawn = sign_up.drawn(closed, stored.fairness.seed, ["Robo", "Bobo"])
    game = registry.read_game(closed.game, closed.seats)
    shoe = Shoe(stored.fairness.seed, entropy)
    change = table.begin(closed.id, game, drawn.seated, NOW, shoe, closed.pace)
    seats = {one: seat for seat, one in enumerate(drawn.ids)}
    seatings = [
        Seating(
            one.user,
            one.name,
            draw=place,
            seat=(at := seats.get(str(one.user))),
            began=None if at is None else 0,
        )
        for place, one in enumerate((*drawn.players, *drawn.substitutes))
    ]
    seatings += [
        Seating(None, drawn.seated[seat].name, house=int(one[1:]), seat=seat, began=0)
        for one, seat in seats.items()
        if one.startswith("h")
    ]
    return await store.start_game(stored, closed, change, seatings, entropy, posts, people)


def shoe_of(stored: StoredGame) -> Shoe:
    """What the decks of a game come from."""
    return Shoe(stored.fairness.seed, stored.fairness.entropy)


def next_move(stored: StoredGame, now: Moment = NOW) -> Change:
    """The last thing that is legal, by the seat at turn."""
    at = stored.table
    assert at.turn is not None
    *_, action = at.game.legal(at.state, at.turn)
    return table.play(at, at.turn, at.game.write(action), now, shoe_of(stored))


def ordered(stored: StoredGame, order: house.Order, now: Moment = NOW) -> Change:
    """An order of the house."""
    return table.moderate(stored.table, order, now, shoe_of(stored))


async def played_out(store: Store, stored: StoredGame) -> StoredGame:
    """The same game, when it is over."""
    while stored.table.outcome is None:
        stored = await store.commit(stored, next_move(stored))
    return stored


async def loaded(store: Store, id_: str = "g1") -> StoredGame:
    """A game that must be there."""
    found = await store.game(id_)
    assert found is not None
    return found


def substitute(stored: StoredGame) -> Seating:
    """Who was drawn and has no seat."""
    return next(one for one in stored.seatings if one.seat is None)


def said(owed: Sequence[Owed]) -> list[str]:
    """The texts of owed posts."""
    return [one.body for one in owed]


def nothing(seconds: int) -> str:
    """What a game is told of an outage."""
    return f"back {seconds}"


# --- the suite -----------------------------------------------------------------------------------


class StoreContract:
    """Every test gets `open_store`; the database is empty at first."""

    # -- sign-ups --

    async def test_a_sign_up_comes_back_as_it_was_kept(self, open_store: OpenStore) -> None:
        """Also from a store that was opened anew."""
        store = await open_store()
        kept = await opened(store, [BEN, ANA])
        assert [entrant.user for entrant in kept.sign_up.entrants] == [BEN, ANA]
        assert (kept.place, kept.fairness.seed, kept.revision) == (PLACE, SEED, 0)
        await store.close()
        assert await (await open_store()).sign_up("g1") == kept

    async def test_a_sign_up_that_is_not_there_is_none(self, open_store: OpenStore) -> None:
        """Nor is a game or a record."""
        store = await open_store()
        assert await store.sign_up("g1") is None
        assert await store.game("g1") is None
        assert await store.record("g1") is None
        assert await store.journal("g1") == ()

    async def test_an_id_is_used_once(self, open_store: OpenStore) -> None:
        """A second sign-up under the same id is refused, and the first stays."""
        store = await open_store()
        kept = await opened(store, [ANA])
        other = replace(kept.sign_up, entrants=())
        with pytest.raises(Conflict):
            await store.open_sign_up(StoredSignUp(other, PLACE, Fairness(SEED), 0))
        assert await store.sign_up("g1") == kept

    async def test_people_come_and_go_in_order(self, open_store: OpenStore) -> None:
        """Who leaves and comes again stands at the end of the list."""
        store = await open_store()
        kept = await opened(store)
        for step in (ANA, BEN, CHO, -ANA, DEE, ANA, -CHO):
            user = abs(step)
            change = (
                sign_up.join(kept.sign_up, user, NAMES[user])
                if step > 0
                else (sign_up.leave(kept.sign_up, user))
            )
            kept = await store.change_sign_up(kept, change)
            assert await store.sign_up("g1") == kept
        assert [entrant.user for entrant in kept.sign_up.entrants] == [BEN, DEE, ANA]

    async def test_of_two_changes_of_a_sign_up_one_is_refused(self, open_store: OpenStore) -> None:
        """Nobody who joins at the same time is lost."""
        store = await open_store()
        kept = await opened(store)
        first = await store.change_sign_up(kept, sign_up.join(kept.sign_up, ANA, "Ana"))
        with pytest.raises(Conflict):
            await store.change_sign_up(kept, sign_up.join(kept.sign_up, BEN, "Ben"))
        assert await store.sign_up("g1") == first

    async def test_a_sign_up_is_due_when_its_time_is_over(self, open_store: OpenStore) -> None:
        """With too few it waits without an alarm; the last one missing makes it due (PC-2)."""
        store = await open_store()
        kept = await opened(store, [ANA, BEN])
        assert await store.next_alarm() == kept.sign_up.closes
        waits = await store.change_sign_up(kept, sign_up.wait(kept.sign_up))
        assert await store.next_alarm() is None
        full = await store.change_sign_up(waits, sign_up.join(waits.sign_up, CHO, "Cho"))
        assert await store.next_alarm() == kept.sign_up.closes
        assert await store.due(kept.sign_up.closes - 1, "w", 60) == ()
        assert await store.due(kept.sign_up.closes, "w", 60) == (Due("sign-up", "g1"),)
        await store.release(Due("sign-up", "g1"), "w")
        await store.change_sign_up(full, sign_up.cancel(full.sign_up))
        assert await store.next_alarm() is None

    # -- a game begins --

    async def test_a_game_begins_with_its_sign_up_closed(self, open_store: OpenStore) -> None:
        """Checkpoint, journal, seats, clock and place, all at once."""
        store = await open_store()
        game = await begun(store)
        closed = await store.sign_up("g1")
        assert closed is not None
        assert closed.sign_up.status == "closed"
        assert closed.fairness == game.fairness
        assert await loaded(store) == game
        assert (game.place, game.started, game.table.version) == (PLACE, NOW, 1)
        assert [entry.actor for entry in await store.journal("g1")] == ["dealer"]
        assert await store.next_alarm() == game.table.clock.alarm

    async def test_a_game_begins_once(self, open_store: OpenStore) -> None:
        """Two who close the same sign-up start one game."""
        store = await open_store()
        stored = await opened(store, [ANA, BEN, CHO])
        closed = sign_up.close(stored.sign_up)
        outcomes = await asyncio.gather(
            started(store, stored, closed), started(store, stored, closed), return_exceptions=True
        )
        assert [type(one) for one in outcomes] == [StoredGame, Conflict]
        assert await loaded(store) == outcomes[0]

    async def test_seats_know_users_and_substitutes(self, open_store: OpenStore) -> None:
        """Who plays, who waits, and which seat is a house player's."""
        store = await open_store()
        game = await begun(store, [ANA, BEN, CHO], house_players=1)
        users = {game.user_at(seat) for seat in range(3)}
        waiting = substitute(game).user
        assert users == {ANA, BEN, CHO, None} - {waiting}
        assert waiting is not None
        assert game.seat_of(waiting) is None
        first = await store.first_players("g1")
        assert first == game.table.players
        assert [player.kind for player in first].count("computer") == 1

    # -- moves --

    async def test_a_move_is_kept_whole(self, open_store: OpenStore) -> None:
        """Checkpoint, journal and the next alarm; also after the store was opened anew."""
        store = await open_store()
        game = await begun(store)
        for number in range(4):
            game = await store.commit(game, next_move(game, NOW + number))
        assert await loaded(store) == game
        entries = await store.journal("g1")
        assert len(entries) == game.table.version
        assert await store.next_alarm() == game.table.clock.alarm
        await store.close()
        again = await open_store()
        assert await loaded(again) == game
        assert await again.journal("g1") == entries

    async def test_the_journal_folds_to_the_checkpoint(self, open_store: OpenStore) -> None:
        """A whole game, replayed from who sat there first."""
        store = await open_store()
        game = await played_out(store, await begun(store))
        start = table.seat_players(
            "g1", game.table.game, await store.first_players("g1"), game.table.clock.pace
        )
        folded = record.fold(start, await store.journal("g1"))
        assert folded.table.state == game.table.state
        assert await store.check() == ()

    async def test_of_two_moves_from_one_state_one_is_refused(self, open_store: OpenStore) -> None:
        """The loser loads again; nothing of it was kept."""
        store = await open_store()
        game = await begun(store)
        post = [Post("hello", channel=1)]
        outcomes = await asyncio.gather(
            store.commit(game, next_move(game), post),
            store.commit(game, next_move(game, NOW + 1), post),
            return_exceptions=True,
        )
        assert [type(one) for one in outcomes] == [StoredGame, Conflict]
        assert await loaded(store) == outcomes[0]
        assert said(await store.owed(NOW, 60)) == ["hello"]
        assert await store.next_post() == NOW + 60

    async def test_one_interaction_makes_one_move(self, open_store: OpenStore) -> None:
        """Delivered again it is Repeated, from the old state and from the new one."""
        store = await open_store()
        game = await begun(store)
        assert await store.played_at(777) is None
        after = await store.commit(game, next_move(game, NOW + 5), interaction=777)
        assert await store.played_at(777) == NOW + 5
        for stored in (game, after):
            with pytest.raises(Repeated):
                await store.commit(stored, next_move(stored), interaction=777)
        assert await loaded(store) == after

    async def test_a_reminder_changes_the_clock_alone(self, open_store: OpenStore) -> None:
        """No row, the same version, another alarm; a move from before it is refused."""
        store = await open_store()
        game = await begun(store)
        alarm = game.table.clock.alarm
        assert alarm is not None
        reminder = table.tick(game.table, alarm, shoe_of(game))
        assert reminder is not None
        reminded = await store.commit(game, reminder)
        assert reminded.table.version == game.table.version
        assert await loaded(store) == reminded
        assert await store.next_alarm() == reminded.table.clock.alarm != alarm
        with pytest.raises(Conflict):
            await store.commit(game, next_move(game))

    async def test_plans_are_kept_with_the_game(self, open_store: OpenStore) -> None:
        """Left, replaced, carried out and gone, whatever their order."""
        store = await open_store()
        game = await begun(store)
        at = game.table
        turn = at.turn
        assert turn is not None
        others = [(turn + step) % 3 for step in (1, 2)]
        for text in (
            "swing lowest else pass",
            "field lowest else pass",
            "swing highest up to 9 else pass",
        ):
            for seat in others:
                change = table.plan(game.table, seat, text, NOW, shoe_of(game))
                game = await store.commit(game, change)
                assert (await loaded(store)).table.plans == game.table.plans
        assert len(game.table.plans) == 4
        game = await store.commit(game, next_move(game))
        assert len(game.table.plans) < 4
        assert await loaded(store) == game
        assert await store.check() == ()

    async def test_many_games_at_once_all_move(self, open_store: OpenStore) -> None:
        """Every answer comes after its own commit, and each game is as its last answer said."""
        store = await open_store()
        games = [await begun(store, id_=f"g{n}") for n in range(20)]

        async def some_moves(game: StoredGame) -> StoredGame:
            for _ in range(5):
                game = await store.commit(game, next_move(game))
                assert await loaded(store, game.table.id) == game
            return game

        after = await asyncio.gather(*map(some_moves, games))
        assert [await loaded(store, game.table.id) for game in after] == after
        assert await store.check() == ()

    async def test_a_cancelled_caller_spoils_nothing(self, open_store: OpenStore) -> None:
        """Its own move is kept or not; those beside it are."""
        store = await open_store()
        games = [await begun(store, id_=f"g{n}") for n in range(3)]
        tasks = [asyncio.create_task(store.commit(game, next_move(game))) for game in games]
        await asyncio.sleep(0)
        tasks[1].cancel()
        outcomes = await asyncio.gather(*tasks, return_exceptions=True)
        assert isinstance(outcomes[1], asyncio.CancelledError)
        assert await loaded(store, "g0") == outcomes[0]
        assert await loaded(store, "g2") == outcomes[2]
        assert (await loaded(store, "g1")).table.version in (1, 2)
        assert await store.check() == ()

    async def test_a_finished_game_leaves_its_record(self, open_store: OpenStore) -> None:
        """It replays, and proves its shuffles; a running game has none."""
        store = await open_store()
        game = await begun(store)
        assert await store.record("g1") is None
        game = await played_out(store, game)
        box = await store.record("g1")
        assert box is not None
        read = record.read(box)
        assert record.replay(read).table.state == game.table.state
        ids = [str(game.user_at(seat)) for seat in range(3)]
        assert {key: read.headers[key] for key in ("entrants", "ids", "seed", "started")} == {
            "entrants": "11,22,33,44",
            "ids": ",".join(ids),
            "seed": SEED.hex(),
            "started": "2027-01-15 08:00Z",
        }
        assert read.headers["commitment"] == shuffle.commitment(SEED)
        assert await store.next_alarm() is None

    # -- seats --

    async def test_a_seat_changes_hands(self, open_store: OpenStore) -> None:
        """A resignation empties it, a substitute takes it over; the history stays."""
        store = await open_store()
        game = await begun(store)
        gone, waiting = game.user_at(1), substitute(game)
        assert gone is not None
        assert waiting.user is not None
        post = Post("you are in", user=waiting.user)
        game = await store.commit(
            game, ordered(game, house.Resign(1)), reseatings=[Reseating(1, None)]
        )
        assert await loaded(store) == game
        assert game.user_at(1) is None
        since = game.table.version + 1
        game = await store.commit(
            game,
            ordered(game, house.Replace(1, waiting.name)),
            [post],
            reseatings=[Reseating(1, waiting.user, waiting.name)],
        )
        assert await loaded(store) == game
        assert (game.user_at(1), game.seat_of(waiting.user), game.seat_of(gone)) == (
            waiting.user,
            1,
            None,
        )
        assert [one.began for one in game.seatings if one.user == waiting.user] == [since]
        assert [owed.user for owed in await store.owed(NOW, 60)] == [waiting.user]
        assert (await store.first_players("g1"))[1].name == NAMES[gone]
        assert await store.check() == ()

    async def test_a_stranger_may_take_a_seat_and_give_it_back(self, open_store: OpenStore) -> None:
        """Also to the one who sat there before."""
        store = await open_store()
        game = await begun(store, [ANA, BEN, CHO])
        before = game.user_at(0)
        assert before is not None
        for user in (DEE, before):
            game = await store.commit(
                game,
                ordered(game, house.Replace(0, NAMES[user])),
                reseatings=[Reseating(0, user, NAMES[user])],
            )
            assert await loaded(store) == game
            assert game.user_at(0) == user
        assert game.seat_of(DEE) is None
        assert len([one for one in game.seatings if one.seat == 0]) == 3

    # -- lists --

    async def test_lists_show_what_runs_and_what_is_open(self, open_store: OpenStore) -> None:
        """By person with the own seat, by server, and by channel."""
        store = await open_store()
        game = await begun(store, [ANA, BEN, CHO], "g1")
        await opened(store, [ANA], "s1")
        seat = game.seat_of(ANA)
        playing = GameRow("g1", "playing", GAME, PLACE, seat)
        open_ = GameRow("s1", "sign-up", GAME, PLACE)
        assert await store.games_of(ANA) == (playing, open_)
        assert await store.games_of(DEE) == ()
        assert await store.games_in(900) == (replace(playing, seat=None), open_)
        assert await store.games_in(900, 5) == ()
        await played_out(store, game)
        assert await store.games_of(BEN) == ()
        assert await store.games_in(900, 901) == (open_,)
        assert await store.last_finished(900, 901) == replace(playing, status="finished", seat=None)
        assert await store.last_finished(900, 5) is None

    # -- the clock --

    async def test_work_is_claimed_by_one_worker(self, open_store: OpenStore) -> None:
        """Until it gives it back, or its lease is over."""
        store, other = await open_store(), await open_store()
        game = await begun(store)
        alarm = game.table.clock.alarm
        assert alarm is not None
        due = Due("game", "g1")
        both = await asyncio.gather(store.due(alarm, "a", 60), other.due(alarm, "b", 60))
        assert sorted(map(len, both)) == [0, 1]
        winner = "a" if both[0] else "b"
        assert await store.next_alarm() == alarm + 60
        await store.release(due, "somebody else")
        assert await store.due(alarm + 59, "c", 60) == ()
        await store.release(due, winner)
        assert await store.next_alarm() == alarm
        assert await store.due(alarm + 1, "c", 60) == (due,)
        assert await store.due(alarm + 61, "d", 60) == (due,)

    async def test_the_earliest_alarms_are_claimed_first(self, open_store: OpenStore) -> None:
        """And no more of them than were asked for."""
        store = await open_store()
        stored = await opened(store, [ANA, BEN, CHO], "s1")  # closes after an hour
        for name in ("g1", "g2"):
            await begun(store, id_=name)  # reminded after four
        later = stored.sign_up.closes + 10 * HOUR
        assert await store.due(later, "w", 60, most=2) == (Due("sign-up", "s1"), Due("game", "g1"))
        assert await store.due(later, "w", 60, most=2) == (Due("game", "g2"),)

    async def test_an_outage_is_given_back_once(self, open_store: OpenStore) -> None:
        """To running clocks, also where the game was loaded before; a paused one stays."""
        store = await open_store()
        game = await begun(store, id_="g1")
        paused = await begun(store, id_="g2")
        pause = ordered(paused, house.Pause(NOW + 9 * HOUR))
        paused = await store.commit(paused, pause)
        assert await store.refund_outage(NOW, nothing) == 0  # nobody knows since when
        await store.alive(NOW + 10)
        assert await store.refund_outage(NOW + 10 + 500, nothing) == 500
        assert await store.refund_outage(NOW + 10 + 500, nothing) == 0
        shifted = table.shift(game.table, 500)
        assert (await loaded(store, "g1")).table == shifted
        assert await loaded(store, "g2") == paused
        assert await store.next_alarm() == shifted.clock.alarm
        owed = await store.owed(NOW + 10 + 500, 60)
        assert [(one.game, one.channel, one.body) for one in owed] == [("g1", 901, "back 500")]
        with pytest.raises(Conflict):
            await store.commit(game, next_move(game))
        after = await store.commit(await loaded(store, "g1"), next_move(await loaded(store, "g1")))
        assert await loaded(store, "g1") == after

    async def test_a_short_stop_is_no_outage(self, open_store: OpenStore) -> None:
        """Nothing is moved, and we are noted as alive."""
        store = await open_store()
        game = await begun(store)
        await store.alive(NOW)
        assert await store.refund_outage(NOW + 59, nothing, least=60) == 0
        assert await store.refund_outage(NOW + 118, nothing, least=60) == 0
        assert await loaded(store) == game

    # -- the outbox --

    async def test_posts_come_in_order_one_a_lane(self, open_store: OpenStore) -> None:
        """A channel and each person are lanes; only the oldest row of each is given."""
        store = await open_store()
        posts = [
            Post("c1", channel=1, made=NOW),
            Post("c2", channel=1, made=NOW),
            Post("a1", user=ANA, made=NOW),
            Post("b1", user=BEN, made=NOW),
            Post("a2", user=ANA, made=NOW),
        ]
        await begun(store, posts=posts)
        assert await store.next_post() == NOW
        heads = await store.owed(NOW, 60)
        assert said(heads) == ["c1", "a1", "b1"]
        assert [(one.channel, one.user) for one in heads] == [(1, None), (None, ANA), (None, BEN)]
        assert all((one.tries, one.first_try, one.made) == (0, None, NOW) for one in heads)
        assert await store.owed(NOW, 60) == ()
        for head in heads:
            await store.posted(head, 1000)
        heads = await store.owed(NOW, 60)
        assert [(one.body, one.number) for one in heads] == [("c2", 2), ("a2", 2)]
        for head in heads:
            await store.posted(head, 1001)
        assert await store.next_post() is None

    async def test_a_post_that_waits_holds_up_its_lane_alone(self, open_store: OpenStore) -> None:
        """Until its time comes; a try that was begun is counted."""
        store = await open_store()
        posts = [Post("c1", channel=1), Post("c2", channel=1), Post("d1", channel=2)]
        game = await begun(store, posts=posts)
        first, other = await store.owed(NOW, 60)
        await store.postpone(first, NOW + 30)
        await store.posted(other, 1)
        await store.commit(game, next_move(game), [Post("d2", channel=2)])
        assert said(await store.owed(NOW + 29, 60)) == ["d2"]
        (again,) = await store.owed(NOW + 30, 60)
        assert (again.body, again.tries, again.first_try) == ("c1", 1, NOW)
        assert again.key == first.key

    async def test_a_claimed_post_comes_back_after_its_lease(self, open_store: OpenStore) -> None:
        """With the same key and number; what the late worker then says of it does no harm."""
        store = await open_store()
        await begun(store, posts=[Post("c1", channel=1)])
        (first,) = await store.owed(NOW, 60)
        assert await store.next_post() == NOW + 60
        assert await store.owed(NOW + 59, 60) == ()
        (second,) = await store.owed(NOW + 60, 60)
        assert (second.key, second.number, second.tries) == (first.key, 1, 1)
        await store.postpone(first, NOW)
        assert await store.owed(NOW + 61, 60) == ()
        await store.posted(first, 5)
        await store.postpone(second, NOW)
        await store.set_aside(second, "too late")
        assert await store.next_post() is None
        assert await store.refused_posts("g1") == ()

    async def test_what_is_refused_is_set_aside_with_its_reason(
        self, open_store: OpenStore
    ) -> None:
        """And the row behind it goes on."""
        store = await open_store()
        await begun(store, posts=[Post("one", user=ANA), Post("two", user=ANA)])
        (head,) = await store.owed(NOW, 60)
        await store.set_aside(head, "the DM is closed")
        assert said(await store.owed(NOW, 60)) == ["two"]
        (aside,) = await store.refused_posts("g1")
        assert (aside.user, aside.body, aside.reason) == (ANA, "one", "the DM is closed")

    async def test_a_named_post_is_owed_once(self, open_store: OpenStore) -> None:
        """In the same game, even when it is out already."""
        store = await open_store()
        game = await begun(store, posts=[Post("r", channel=1, once="x")])
        (head,) = await store.owed(NOW, 60)
        await store.posted(head, 1)
        await store.commit(game, next_move(game), [Post("r", channel=1, once="x")])
        assert await store.next_post() is None
        await begun(store, id_="g2", posts=[Post("r", channel=1, once="x")])
        assert [one.game for one in await store.owed(NOW, 60)] == ["g2"]

    async def test_somebody_who_has_left_is_still_told(self, open_store: OpenStore) -> None:
        """A post to one who is not in the list any more, or was never in it, goes out."""
        store = await open_store()
        kept = await opened(store, [ANA])
        gone = sign_up.leave(kept.sign_up, ANA)
        await store.change_sign_up(kept, gone, [Post("bye", user=ANA), Post("hi", user=DEE)])
        assert [one.user for one in await store.owed(NOW, 60)] == [ANA, DEE]

    async def test_a_game_moves_with_what_is_owed(self, open_store: OpenStore) -> None:
        """What is out stays where it is; numbers go on, so that all see that nothing is missing."""
        store = await open_store()
        posts = [Post("one", channel=901), Post("two", channel=901), Post("other", channel=7)]
        game = await begun(store, posts=posts)
        first, other = await store.owed(NOW, 60)
        await store.posted(first, 1)
        moved = await store.rehome(game, Place(900, 902))
        assert await loaded(store) == moved
        assert moved.place == Place(900, 902)
        assert [(one.body, one.channel, one.number) for one in await store.owed(NOW, 60)] == [
            ("two", 902, 2)
        ]
        with pytest.raises(Conflict):
            await store.rehome(game, Place(900, 903))
        assert [row.id for row in await store.games_in(900, 902)] == ["g1"]
        await store.posted(other, 2)

    async def test_what_was_refused_is_said_in_the_new_place(self, open_store: OpenStore) -> None:
        """In the old order, under the old numbers, before what the move itself has to say."""
        store = await open_store()
        posts = [Post(word, channel=901) for word in ("one", "two", "three")]
        game = await begun(store, posts=[*posts, Post("hand", user=ANA)])
        first, hand = await store.owed(NOW, 60)
        await store.posted(first, 1)
        await store.set_aside(hand, "closed")
        for _ in ("two", "three"):
            (owed,) = await store.owed(NOW, 60)
            await store.set_aside(owed, "the channel is gone")
        await store.rehome(game, Place(900, 902), [Post("here", channel=902)])
        said_there = []
        for _ in range(3):
            (owed,) = await store.owed(NOW, 60)
            said_there.append((owed.body, owed.channel, owed.number))
            await store.posted(owed, 1)
        assert said_there == [("two", 902, 2), ("three", 902, 3), ("here", 902, 4)]
        assert [one.reason for one in await store.refused_posts("g1")] == ["closed"]

    async def test_an_open_sign_up_moves_too(self, open_store: OpenStore) -> None:
        """With its opening post, if that was not said yet; once only."""
        store = await open_store()
        kept = await opened(store, [ANA])
        kept = await store.change_sign_up(kept, kept.sign_up, [Post("open", channel=PLACE.channel)])
        moved = await store.rehome(kept, Place(900, 902))
        assert await store.sign_up(kept.sign_up.id) == moved
        assert [(one.body, one.channel) for one in await store.owed(NOW, 60)] == [("open", 902)]
        with pytest.raises(Conflict):
            await store.rehome(kept, Place(900, 903))

    async def test_the_last_that_was_refused_is_known(self, open_store: OpenStore) -> None:
        """Of each game and each person, until something gets through again, in whichever game."""
        store = await open_store()
        posts = [Post("one", channel=1), Post("two", channel=1), Post("hand", user=ANA)]
        await begun(store, posts=posts)
        for _ in range(2):
            for owed in await store.owed(NOW, 60):
                await store.set_aside(owed, f"no {owed.body}")
        assert [(one.game, one.user, one.reason) for one in await store.unsaid()] == [
            ("g1", None, "no two"),
            ("g1", ANA, "no hand"),
        ]
        other = [Post("again", user=ANA), Post("public", channel=2)]
        await begun(store, id_="g2", posts=other)
        for owed in await store.owed(NOW, 60):
            await store.posted(owed, 9)
        assert [(one.game, one.reason) for one in await store.unsaid()] == [("g1", "no two")]

    async def test_lists_that_are_behind(self, open_store: OpenStore) -> None:
        """A list that has changed, until it is noted as shown; a later change puts it behind."""
        store = await open_store()
        kept = await opened(store, [ANA], "s1")
        await opened(store, [ANA], "s2")
        assert await store.lists_behind() == ()
        left = await store.change_sign_up(kept, sign_up.leave(kept.sign_up, ANA))
        assert await store.lists_behind() == ("s1",)
        back = await store.change_sign_up(left, sign_up.join(left.sign_up, ANA, "Ana"))
        await store.list_shown(left)
        assert await store.lists_behind() == ("s1",)
        await store.list_shown(back)
        await store.list_shown(left)
        assert await store.lists_behind() == ()
        await begun(store, id_="g1")
        game = await begun(store, id_="g2", posts=[Post("open", channel=1)])
        assert await store.lists_behind() == ()
        (owed,) = await store.owed(NOW, 60)
        await store.posted(owed, 1)
        assert await store.lists_behind() == (game.table.id,)

    # -- servers and people --

    async def test_settings_are_kept(self, open_store: OpenStore) -> None:
        """With defaults for whoever has none."""
        store = await open_store()
        assert await store.guild(1) == Guild(1)
        assert await store.person(1) == Person(1)
        for guild in (Guild(1, 2, 3), Guild(1, None, 4)):
            await store.set_guild(guild)
            assert await store.guild(1) == guild

    async def test_what_a_person_asks_for_is_kept(self, open_store: OpenStore) -> None:
        """Every change moves the revision; where a person is written to is kept apart."""
        store = await open_store()
        person = Person(
            ANA, 5, "Europe/Vienna", (1380, 420), True, ("2027-01-02",), "last", 20, NOW, None
        )
        kept = await store.set_person(person)
        assert kept == replace(person, revision=1)
        assert await store.person(ANA) == replace(kept, dm_channel=None)
        await store.set_dm_channel(ANA, 7)
        assert await store.person(ANA) == replace(kept, dm_channel=7)
        bare = await store.set_person(replace(Person(ANA), revision=1))
        assert await store.person(ANA) == replace(bare, dm_channel=7)
        await store.set_dm_channel(ANA, None)
        assert await store.person(ANA) == Person(ANA, revision=2)
        await store.set_dm_channel(BEN, 8)
        assert await store.person(BEN) == Person(BEN, 8)

    async def test_of_two_changes_at_once_one_is_refused(self, open_store: OpenStore) -> None:
        """So that neither takes back what the other has settled."""
        store = await open_store()
        for before in (Person(ANA), replace(Person(ANA), revision=1)):
            await store.set_person(replace(before, zone="Europe/Vienna"))
            with pytest.raises(Conflict):
                await store.set_person(replace(before, remind="none"))
        with pytest.raises(Conflict):  # somebody who was forgotten meanwhile
            await store.set_person(replace(Person(BEN), revision=1))
        assert await store.person(BEN) == Person(BEN)

    async def test_somebody_is_due_until_all_games_know(self, open_store: OpenStore) -> None:
        """Whatever stops in between; a change that comes meanwhile is not taken for told."""
        store = await open_store()
        first = await store.set_person(replace(Person(ANA), zone="Europe/Vienna"))
        second = await store.set_person(replace(first, remind="last"))
        await store.wishes_told(first)
        await store.close()
        store = await open_store()
        assert await store.next_alarm() == 0
        due = Due("person", str(ANA))
        assert await store.due(NOW, "w", 60) == (due,)
        assert await store.next_alarm() == NOW + 60
        assert await store.due(NOW, "v", 60) == ()
        await store.release(due, "v")
        assert await store.due(NOW + 59, "v", 60) == ()
        await store.wishes_told(second)
        await store.wishes_told(first)
        await store.release(due, "w")
        assert await store.next_alarm() is None
        assert await store.due(NOW + 60, "v", 60) == ()
        assert (await store.person(ANA)).told == 2

    async def test_a_digest_is_due_at_its_hour_and_owed_once(self, open_store: OpenStore) -> None:
        """The post and the hour of the next one are one transaction."""
        store = await open_store()
        await begun(store)
        kept = await store.set_person(replace(Person(ANA), digest=20, digest_due=NOW + 5))
        await store.wishes_told(kept)
        person = await store.person(ANA)
        assert await store.due(NOW + 4, "w", 60) == ()
        assert await store.due(NOW + 5, "w", 60) == (Due("person", str(ANA)),)
        post = Post("all games", user=ANA, made=NOW + 5)
        await store.digest(person, NOW + 86405, "2027-01-15", "g1", [post])
        with pytest.raises(Conflict):
            await store.digest(person, NOW + 86405, "2027-01-15", "g1", [post])
        assert [(one.user, one.body) for one in await store.owed(NOW + 5, 60)] == [
            (ANA, "all games")
        ]
        after = await store.person(ANA)
        assert after == replace(person, digest_due=NOW + 86405, digested="2027-01-15")
        await store.release(Due("person", str(ANA)), "w")
        assert await store.next_alarm() == (await loaded(store)).table.clock.alarm
        await store.digest(after, NOW + 2 * 86405)
        assert (await store.person(ANA)).digested == "2027-01-15"
        with pytest.raises(Conflict):  # the hour was changed meanwhile
            await store.digest(replace(after, digest_due=NOW + 2 * 86405, revision=0), NOW)

    async def test_a_game_takes_only_wishes_that_still_hold(self, open_store: OpenStore) -> None:
        """One that begins, and one that changes; nothing is kept where they were changed."""
        store = await open_store()
        nobody = Person(BEN)
        game = await begun(store)
        before = await store.set_person(replace(Person(ANA), remind="last"))
        await store.set_person(replace(before, remind="none"))
        with pytest.raises(Conflict):
            await store.commit(game, next_move(game), people=[nobody, before])
        assert await loaded(store) == game
        kept = await opened(store, [BEN, ANA, CHO], "g2")
        with pytest.raises(Conflict):
            await started(store, kept, sign_up.close(kept.sign_up), people=[before])
        assert await store.sign_up("g2") == kept
        now = await store.person(ANA)
        await store.commit(game, next_move(game), people=[nobody, now])
        await started(store, kept, sign_up.close(kept.sign_up), people=[now, nobody])

    async def test_who_is_not_found_on_the_server_is_noted(self, open_store: OpenStore) -> None:
        """Since when; a host that has the game in memory learns that it has changed."""
        store = await open_store()
        game = await begun(store)
        await store.set_missing("g1", ANA, NOW)
        after = await loaded(store)
        assert [one.user for one in after.seatings if one.missing == NOW] == [ANA]
        with pytest.raises(Conflict):
            await store.commit(game, next_move(game))
        await store.set_missing("g1", ANA, NOW)
        assert await loaded(store) == after
        await store.set_missing("g1", ANA, None)
        assert [one.missing for one in (await loaded(store)).seatings] == [None] * 4

    async def test_a_person_is_forgotten_everywhere(self, open_store: OpenStore) -> None:
        """The game goes on with `player n` in the seat; what was owed is set aside, empty."""
        store = await open_store()
        three = (ANA, BEN, CHO)
        posts = [Post("your hand", user=ANA), Post("all", channel=1)]
        game = await begun(store, three, posts=posts)
        done = await played_out(store, await begun(store, three, "g2"))
        await opened(store, [BEN, ANA, CHO], "s1")
        await store.set_dm_channel(ANA, 5)
        await store.wishes_told(await store.set_person(Person(ANA, zone="Europe/Vienna")))
        alarm = await store.next_alarm()
        assert alarm is not None
        seat = game.seat_of(ANA)
        assert seat is not None

        await store.forget(ANA)

        assert await store.person(ANA) == Person(ANA)
        assert await store.games_of(ANA) == ()
        after = await loaded(store)
        assert after.table.players[seat] == Player(f"player {seat + 1}")
        assert after.table.state == game.table.state
        assert after.user_at(seat) is None
        assert said(await store.owed(NOW, 60)) == ["all"]
        (aside,) = await store.refused_posts("g1")
        assert (aside.user, aside.body) == (None, "")
        with pytest.raises(Conflict):  # a host that still has the name cannot write it back
            await store.commit(game, next_move(game))
        left = await store.sign_up("s1")
        assert left is not None
        assert [entrant.user for entrant in left.sign_up.entrants] == [BEN, CHO]
        assert await store.next_alarm() == alarm  # its time ends as everybody was told
        box = await store.record("g2")
        assert box is not None
        headers = record.read(box).headers
        assert "entrants" not in headers
        assert "ids" not in headers
        assert headers["entropy"] == done.fairness.entropy
        assert "Ana" not in box
        assert await store.check() == ()
        again = await store.change_sign_up(left, sign_up.join(left.sign_up, DEE, "Dee"))
        assert await store.sign_up("s1") == again

    async def test_what_a_forgotten_person_asked_for_goes_too(self, open_store: OpenStore) -> None:
        """Also from the game; a deadline that waited for it waits no more."""
        store = await open_store()
        game = await begun(store, (ANA, BEN, CHO))
        seat = game.table.turn
        assert seat is not None
        user = game.user_at(seat)
        assert user is not None
        asked = Wishes(Hours("Europe/Vienna", leave=leave_on(NOW, 20)), "last")
        slept = await store.commit(game, table.wish(game.table, seat, asked, NOW))
        assert slept.table.clock.deadline != game.table.clock.deadline
        await store.forget(user)
        after = (await loaded(store)).table
        assert after.wishes_of(seat) == Wishes()
        assert set(after.clock.hours) <= {ALWAYS}
        assert after.clock.deadline == game.table.clock.deadline
        assert await store.next_alarm() == after.clock.alarm
        assert await store.check() == ()

    async def test_an_outage_is_given_back_by_everybodys_hours(self, open_store: OpenStore) -> None:
        """A deadline that would come to lie in a free stretch waits until that is over."""
        store = await open_store()
        game = await begun(store, id_="g1")
        other = await begun(store, id_="g2")
        seat = game.table.turn
        assert seat is not None
        asked = Wishes(Hours(leave=leave_on(NOW + 24 * HOUR, 1)))
        game = await store.commit(game, table.wish(game.table, seat, asked, NOW))
        deadline = game.table.clock.deadline
        assert deadline == NOW + PACE.window  # on the evening before the leave
        await store.alive(NOW)
        gone = 14 * HOUR
        assert await store.refund_outage(NOW + gone, nothing) == gone
        after = await loaded(store, "g1")
        shifted = table.shift(game.table, gone, until=NOW + gone)
        assert after.table == shifted
        # the leave is the second day of UTC, of which 22 hours were gone with 8 of the window
        midnight = NOW // DAY * DAY + 2 * DAY
        assert shifted.clock.deadline == midnight + (NOW + gone + PACE.window) % DAY
        assert (await loaded(store, "g2")).table == table.shift(other.table, gone)
        later = await store.commit(after, next_move(after))
        assert await loaded(store, "g1") == later
        assert await store.refund_outage(NOW + gone, nothing) == 0

    async def test_a_forgotten_substitute_leaves_the_journal(self, open_store: OpenStore) -> None:
        """The line that seated the person is kept, under another name."""
        store = await open_store()
        game = await begun(store)
        waiting = substitute(game)
        assert waiting.user is not None
        game = await store.commit(
            game,
            ordered(game, house.Replace(2, waiting.name)),
            reseatings=[Reseating(2, waiting.user, waiting.name)],
        )
        await store.forget(waiting.user)
        assert (await store.journal("g1"))[-1].action == 'replace p3 "player 3"'
        assert (await loaded(store)).table.names[2] == "player 3"
        assert await store.check() == ()

    # -- care --

    async def test_a_sound_store_has_no_faults(self, open_store: OpenStore) -> None:
        """Empty, and with games of every kind in it."""
        store = await open_store()
        assert await store.check() == ()
        await opened(store, [ANA], "s1")
        game = await begun(store, [ANA, BEN], "g1", house_players=1)
        game = await store.commit(game, next_move(game))
        game = await store.commit(
            game, ordered(game, house.Resign(0)), reseatings=[Reseating(0, None)]
        )
        await store.commit(game, ordered(game, house.Abandon()))
        assert await store.check() == ()

    async def test_a_note_is_kept(self, open_store: OpenStore) -> None:
        """Under its own name, apart from the numbers that the store keeps for itself."""
        store = await open_store()
        await store.alive(NOW)
        assert await store.note("alive") is None
        await store.set_note("alive", 2**55)
        await store.set_note("alive", 7)
        await store.close()
        store = await open_store()
        assert await store.note("alive") == 7
        assert await store.refund_outage(NOW, lambda _: "") == 0

    async def test_a_backup_is_a_new_file(self, open_store: OpenStore, tmp_path: Path) -> None:
        """Nothing is overwritten."""
        store = await open_store()
        await begun(store)
        to = tmp_path / "backup"
        await store.backup(to)
        kept = to.read_bytes()
        with pytest.raises(Exception, match="already"):
            await store.backup(to)
        assert to.read_bytes() == kept

    async def test_a_closed_store_says_so(self, open_store: OpenStore) -> None:
        """In one sentence, for reading and writing."""
        store = await open_store()
        game = await begun(store)
        await store.close()
        await store.close()
        with pytest.raises(Exception, match="closed"):
            await store.commit(game, next_move(game))
        with pytest.raises(Exception, match="closed"):
            await store.game("g1")
