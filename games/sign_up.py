"""Sign-ups: who is in, when the list closes, and who of them sits where (PC-1, PC-2).

A sign-up runs for a time that everybody has been told. When it is over the players are drawn from
all who are in; with too few it stays open and the game starts the moment the last seat is taken.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal

import msgspec
from msgspec.structs import replace

from games import registry, shuffle
from games.clock import HOUR, Moment
from games.core import Endable, GameError, OptionError
from games.house import Player, can_be_seen, clean_name
from games.pace import Pace
from games.text import counted, in_utc

HOURS_OPEN = 48
LONGEST_HOURS = 24 * 60


class SignUpError(GameError):
    """Something that cannot be done with a sign-up as it is now."""


class Entrant(msgspec.Struct, frozen=True):
    """Somebody who is in, by Discord's user id and the name shown."""

    user: int
    name: str


class SignUp(msgspec.Struct, frozen=True):
    """A list that people join with `/in`.

    `game` is the game with its options as text; `seats` is how many play, `house` how many of them
    are house players from the start. Entrants stand in the order in which they joined.
    """

    id: str
    game: str
    seats: int
    pace: Pace
    opened: Moment
    closes: Moment
    house: int = 0
    entrants: tuple[Entrant, ...] = ()
    status: Literal["open", "waiting", "closed", "cancelled"] = "open"
    """`waiting`: still open though its time is over, for there are too few (PC-2)."""

    @property
    def is_open(self) -> bool:
        """Whether people may still join and leave."""
        return self.status in ("open", "waiting")

    @property
    def wanted(self) -> int:
        """How many people are needed."""
        return self.seats - self.house


class Drawn(msgspec.Struct, frozen=True):
    """The result of a draw: people in drawn order, substitutes, and the ids in seat order.

    An id is a user's in decimal text, or `h1`, `h2`, ... for a house player.
    """

    players: tuple[Entrant, ...]
    substitutes: tuple[Entrant, ...]
    ids: tuple[str, ...]
    seated: tuple[Player, ...]


def open_sign_up(
    sign_up_id: str,
    game: str,
    seats: int,
    pace: Pace,
    now: Moment,
    hours: int = HOURS_OPEN,
    house: int = 0,
) -> SignUp:
    """A new list; OptionError where the game, its options or the numbers make no sense (X-13)."""
    played = registry.read_game(game, seats)
    if pace.until is not None:
        if not isinstance(played, Endable):
            raise OptionError(f"{played.title} ends by its own rules: no end can be agreed for it")
        if pace.until <= now:
            raise OptionError(f"expected an end later than now, found {in_utc(pace.until)}")
    if not 0 <= house < seats:
        raise OptionError(f"expected 0 to {seats - 1} house players, found {house}")
    if not 0 <= hours <= LONGEST_HOURS:
        raise OptionError(f"expected 0 to {LONGEST_HOURS} hours, found {hours}")
    return SignUp(sign_up_id, game, seats, pace, now, now + hours * HOUR, house)


def join(sign_up: SignUp, user: int, name: str) -> SignUp:
    """One more who is in."""
    _check_open(sign_up)
    if any(entrant.user == user for entrant in sign_up.entrants):
        raise SignUpError("you are in already")
    shown_name = clean_name(name).strip()
    if not can_be_seen(shown_name):
        shown_name = f"player {len(sign_up.entrants) + 1}"
    return replace(sign_up, entrants=(*sign_up.entrants, Entrant(user, shown_name)))


def leave(sign_up: SignUp, user: int) -> SignUp:
    """One less."""
    _check_open(sign_up)
    kept = tuple(entrant for entrant in sign_up.entrants if entrant.user != user)
    if len(kept) == len(sign_up.entrants):
        raise SignUpError("you are not in, so you cannot leave")
    return replace(sign_up, entrants=kept)


def due(sign_up: SignUp, now: Moment) -> bool:
    """Whether the list closes by itself now: its time is over and there are enough (PC-2)."""
    enough = len(sign_up.entrants) >= sign_up.wanted
    return sign_up.is_open and now >= sign_up.closes and enough


def alarm(sign_up: SignUp) -> Moment | None:
    """When the clock has something to do with the list: close it, or say that it must wait."""
    enough = len(sign_up.entrants) >= sign_up.wanted
    return sign_up.closes if sign_up.status == "open" or (sign_up.is_open and enough) else None


def wait(sign_up: SignUp) -> SignUp:
    """Its time is over with too few in it, so it waits for them (PC-2)."""
    _check_open(sign_up)
    return replace(sign_up, status="waiting")


def close(sign_up: SignUp) -> SignUp:
    """Closed, so that players can be drawn; SignUpError while there are too few."""
    _check_open(sign_up)
    missing = sign_up.wanted - len(sign_up.entrants)
    if missing > 0:
        raise SignUpError(
            f"the game needs {counted(sign_up.wanted, 'player')}, and {len(sign_up.entrants)} "
            f"{'is' if len(sign_up.entrants) == 1 else 'are'} in: wait for {missing} more, or use "
            "`/game cancel`"
        )
    return replace(sign_up, status="closed")


def without(sign_up: SignUp, users: Collection[int], now: Moment) -> SignUp:
    """The list without some who are gone; one that was closed is open again if too few are left."""
    entrants = tuple(one for one in sign_up.entrants if one.user not in users)
    present = replace(sign_up, entrants=entrants)
    if sign_up.is_open or len(entrants) >= sign_up.wanted:
        return present
    return replace(present, status="open" if now < sign_up.closes else "waiting")


def cancel(sign_up: SignUp) -> SignUp:
    """Called off; nobody is drawn."""
    _check_open(sign_up)
    return replace(sign_up, status="cancelled")


def drawn(sign_up: SignUp, seed: bytes, house_names: Sequence[str]) -> Drawn:
    """Who plays and who sits where, by the fair shuffle (PC-1, X-1)."""
    names = {str(entrant.user): entrant for entrant in sign_up.entrants}
    users = [entrant.user for entrant in sign_up.entrants]
    players, substitutes = shuffle.draw(seed, users, sign_up.wanted)
    ids = shuffle.seat_order(seed, users, players, sign_up.house)
    seated = [
        Player(names[one].name)
        if one in names
        else Player(house_names[int(one.removeprefix("h")) - 1], "computer")
        for one in ids
    ]
    return Drawn(
        tuple(names[str(user)] for user in players),
        tuple(names[str(user)] for user in substitutes),
        tuple(ids),
        tuple(seated),
    )


def _check_open(sign_up: SignUp) -> None:
    if not sign_up.is_open:
        raise SignUpError(f"this sign-up is {sign_up.status}")
