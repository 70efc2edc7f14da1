"""Sign-ups: joining, leaving, closing, drawing; every refusal changes nothing."""

import pytest

from games import shuffle, sign_up
from games.clock import HOUR
from games.core import GameError, OptionError
from games.pace import PRESETS
from games.sign_up import SignUp, SignUpError

OPENED = 1_700_000_000
NAMES = ("Ana", "Ben", "Cho", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida")


def opened(seats: int = 3, house: int = 0, game: str = "pitch-and-catch") -> SignUp:
    """A fresh sign-up."""
    return sign_up.open_sign_up("s", game, seats, PRESETS["daily"], OPENED, house=house)


def joined(start: SignUp, number: int) -> SignUp:
    """The same with so many more in, users 1, 2, ..."""
    for user in range(1, number + 1):
        start = sign_up.join(start, user, NAMES[user - 1])
    return start


def test_a_sign_up_runs_48_hours() -> None:
    """Unless the host says otherwise."""
    assert opened().closes - opened().opened == 48 * HOUR


def test_joining_twice_is_refused() -> None:
    """In one sentence."""
    with pytest.raises(SignUpError, match="you are in already"):
        sign_up.join(joined(opened(), 1), 1, "Ana")


def test_leaving_when_not_in_is_refused() -> None:
    """In one sentence."""
    with pytest.raises(SignUpError, match="you are not in"):
        sign_up.leave(joined(opened(), 1), 2)


def test_who_has_left_may_join_again_at_the_end() -> None:
    """The order of joining is not the order of the draw, but it is kept."""
    again = sign_up.join(sign_up.leave(joined(opened(), 3), 1), 1, "Ana")
    assert [entrant.user for entrant in again.entrants] == [2, 3, 1]


def test_enough_before_the_time_is_not_due() -> None:
    """Others may still join; the draw is among all of them."""
    full = joined(opened(), 3)
    assert not sign_up.due(full, full.closes - 1)
    assert sign_up.due(full, full.closes)


def test_too_few_stay_open_and_the_last_one_makes_it_due() -> None:
    """PC-2: the game starts the moment the last one joins."""
    short = joined(opened(), 2)
    assert not sign_up.due(short, short.closes + 1000)
    assert sign_up.due(sign_up.join(short, 3, "Cho"), short.closes + 1000)


def test_closing_early_needs_enough() -> None:
    """Too few: what is missing is said."""
    with pytest.raises(SignUpError, match="2 are in: wait for 1 more, or use `/game cancel`"):
        sign_up.close(joined(opened(), 2))
    assert sign_up.close(joined(opened(), 3)).status == "closed"


@pytest.mark.parametrize("end", [sign_up.cancel, sign_up.close])
def test_an_ended_sign_up_takes_nobody(end: object) -> None:
    """Nor does it lose anybody, nor end twice."""
    assert callable(end)
    ended = end(joined(opened(), 3))
    for again in (
        lambda: sign_up.join(ended, 9, "Ida"),
        lambda: sign_up.leave(ended, 1),
        lambda: sign_up.cancel(ended),
        lambda: sign_up.close(ended),
    ):
        with pytest.raises(SignUpError, match=r"this sign-up is (closed|cancelled)"):
            again()
    assert not sign_up.due(ended, ended.closes + 1)


def test_house_players_need_no_people() -> None:
    """Two of three seats are the house's: one person is enough."""
    assert opened(house=2).wanted == 1
    assert sign_up.due(joined(opened(house=2), 1), OPENED + 48 * HOUR)


@pytest.mark.parametrize(
    ("game", "seats", "house", "hours"),
    [
        ("pitch-and-catch", 2, 0, 48),
        ("pitch-and-catch", 8, 0, 48),
        ("pitch-and-catch (hand_size=8)", 7, 0, 48),
        ("pitch-and-catch (hand_size=0)", 7, 0, 48),
        ("pitch-and-catch", 3, 3, 48),
        ("pitch-and-catch", 3, -1, 48),
        ("pitch-and-catch", 3, 0, -1),
        ("pitch-and-catch", 3, 0, 100_000),
    ],
)
def test_nonsense_is_refused_at_the_opening(game: str, seats: int, house: int, hours: int) -> None:
    """X-13: with the reason."""
    with pytest.raises(OptionError):
        sign_up.open_sign_up("s", game, seats, PRESETS["daily"], OPENED, hours, house)


def test_an_unknown_game_is_refused_at_the_opening() -> None:
    """It says which games there are."""
    with pytest.raises(GameError, match="pitch-and-catch"):
        sign_up.open_sign_up("s", "whist", 4, PRESETS["daily"], OPENED)


def test_the_draw_is_the_fair_shuffle() -> None:
    """The vector of the scheme: of 11, 22, 33 drawn in the order 22, 11, 33; h1 and h2 join."""
    start = opened(seats=5, house=2)
    for user, name in ((33, "Cho"), (11, "Ana"), (22, "Ben")):
        start = sign_up.join(start, user, name)
    draw = sign_up.drawn(start, bytes(range(32)), ["One", "Two"])
    assert [entrant.user for entrant in draw.players] == [22, 11, 33]
    assert draw.substitutes == ()
    assert draw.ids == ("22", "h1", "33", "11", "h2")
    assert [player.name for player in draw.seated] == ["Ben", "One", "Cho", "Ana", "Two"]
    assert [player.kind for player in draw.seated] == [
        "person",
        "computer",
        "person",
        "person",
        "computer",
    ]


def test_who_is_not_drawn_is_a_substitute_in_drawn_order() -> None:
    """PC-1, with the order computed apart."""
    full = joined(opened(), 9)
    seed = b"s" * 32
    draw = sign_up.drawn(full, seed, [])
    order = shuffle.Stream(seed, shuffle.entropy(range(1, 10)), "draw").shuffled(range(1, 10))
    assert [entrant.user for entrant in (*draw.players, *draw.substitutes)] == order
    assert len(draw.players) == 3


def test_a_name_that_cannot_be_seen_gets_another() -> None:
    """Nobody sits at the table without a name."""
    start = sign_up.join(opened(), 1, "\u2028\x00 ")
    assert start.entrants[0].name == "player 1"


def test_the_alarm_rings_at_the_end_and_again_only_when_enough_are_in() -> None:
    """Open: at its end. Waiting: not before the last one has joined, then at once."""
    short = joined(opened(), 2)
    assert sign_up.alarm(short) == short.closes
    waiting = sign_up.wait(short)
    assert sign_up.alarm(waiting) is None
    full = sign_up.join(waiting, 3, "Cho")
    assert sign_up.alarm(full) == short.closes
    assert sign_up.due(full, short.closes)
    assert sign_up.alarm(sign_up.close(full)) is None


@pytest.mark.parametrize(
    ("users", "now", "status"),
    [((), 1, "closed"), ((2,), 1, "closed"), ((2, 3), 1, "open"), ((2, 3), 48 * HOUR, "waiting")],
)
def test_a_list_that_was_closed_is_open_again_if_too_few_are_left(
    users: tuple[int, ...], now: int, status: str
) -> None:
    """Before its time as any other, after it waiting for the last who are missing."""
    closed = sign_up.close(joined(opened(), 4))
    present = sign_up.without(closed, users, OPENED + now)
    assert present.status == status
    assert [one.user for one in present.entrants] == [
        one.user for one in closed.entrants if one.user not in users
    ]
