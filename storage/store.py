"""What is kept, and what an engine that keeps it must do.

A store knows tables, journals and owed posts; it knows nothing of Discord. Every method is one
transaction: it happens whole or not at all, also when the process is killed in the middle.
`storage.open_store(url)` picks the engine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal, Protocol, TypeVar

import msgspec

from games.clock import Moment
from games.hours import Remind
from games.house import Player
from games.sign_up import SignUp
from games.table import Change, Entry, Table

# --- errors --------------------------------------------------------------------------------------


class StoreError(Exception):
    """Something the store cannot do; the message is one plain sentence."""


class Conflict(StoreError):
    """The table or sign-up has moved on since it was loaded: load it again and retry."""


class Repeated(StoreError):
    """This Discord interaction has made its move already."""


class Unavailable(StoreError):
    """The database cannot be written or read now (disk full, locked, read-only); nothing was."""


class Damaged(StoreError):
    """The database file is not whole."""


class TooNew(StoreError):
    """The database was written by a newer program."""


# --- what is kept --------------------------------------------------------------------------------


class Place(msgspec.Struct, frozen=True):
    """Where a game is played: Discord's ids of the server, and of the channel or thread."""

    guild: int
    channel: int


class Seating(msgspec.Struct, frozen=True):
    """One row of who has to do with a game: an entrant, a player, a substitute, a house player.

    `draw` is the place in the fair draw (None for who came later), `seat` where the person sits or
    sat, `began` and `ended` the table's version at which that began and ended. `user` is None for
    a house player, whose `house` is the number n of `hn`, and for a person who was forgotten.
    `missing` is when the person was first not found on the server, and not seen there since.
    """

    user: int | None
    name: str
    house: int | None = None
    draw: int | None = None
    seat: int | None = None
    began: int | None = None
    ended: int | None = None
    missing: Moment | None = None


class Fairness(msgspec.Struct, frozen=True):
    """The secret of a game's chance, and its public part once the sign-up has closed."""

    seed: bytes
    entropy: str = ""

    def __repr__(self) -> str:
        return "Fairness(<seed kept secret>)"


class StoredSignUp(msgspec.Struct, frozen=True):
    """A sign-up as loaded; `revision` moves with every change of it."""

    sign_up: SignUp
    place: Place
    fairness: Fairness
    revision: int


class StoredGame(msgspec.Struct, frozen=True):
    """A game as loaded. `revision` moves with every change, also of plans and reminders."""

    table: Table
    place: Place
    fairness: Fairness
    seatings: tuple[Seating, ...]
    started: Moment
    revision: int

    def seating_at(self, seat: int) -> Seating | None:
        """The row of who sits at a seat now; None after a resignation."""
        return next((s for s in self.seatings if s.seat == seat and s.ended is None), None)

    def user_at(self, seat: int) -> int | None:
        """Who sits at a seat now; None for a house player, or after a resignation."""
        seating = self.seating_at(seat)
        return None if seating is None else seating.user

    def seat_of(self, user: int) -> int | None:
        """Where a person sits now."""
        return next((s.seat for s in self.seatings if s.user == user and s.ended is None), None)


Placed = TypeVar("Placed", StoredGame, StoredSignUp)
"""Something that has a place."""


class Reseating(msgspec.Struct, frozen=True):
    """A seat that changes hands with a commit: `user` and `name` of who sits there from now on.

    Without a user nobody does (a resignation) or a house player does.
    """

    seat: int
    user: int | None
    name: str = ""


class Post(msgspec.Struct, frozen=True):
    """A message that a commit owes: to a channel, or to one person of the game by DM.

    `body` is text that only the poster understands; it is dropped when the post is out. With
    `once`, a second post of that name in the same game is left out: a reminder, however often it is
    tried, is owed once. `made` is when it was made; it is due from then on.
    """

    body: str
    channel: int | None = None
    user: int | None = None
    once: str | None = None
    made: Moment = 0


class Owed(msgspec.Struct, frozen=True):
    """A row of the outbox that is due. `key` is its nonce, at most 25 characters.

    `number` counts the game's public posts, or those to that person, from 1; posts show it, and it
    stays the same when the game moves to another channel.
    `tries` counts the attempts begun before this one, `first_try` when the first of them began.
    """

    id: int
    key: str
    game: str
    channel: int | None
    user: int | None
    body: str
    number: int
    made: Moment
    tries: int
    first_try: Moment | None


class SetAside(msgspec.Struct, frozen=True):
    """A post that Discord refused for good, and why; shown to whoever moderates the game."""

    id: int
    game: str
    channel: int | None
    user: int | None
    body: str
    reason: str


class Due(msgspec.Struct, frozen=True):
    """Work that the clock wants done, claimed for one worker.

    Of a person it is the digest, and games that do not know yet what the person has asked for.
    """

    kind: Literal["game", "sign-up", "person"]
    id: str


class Guild(msgspec.Struct, frozen=True):
    """A server's settings: who may start games, and where."""

    id: int
    host_role: int | None = None
    channel: int | None = None


class Person(msgspec.Struct, frozen=True):
    """What is known of a person apart from games: how to write to them, and what they asked for.

    `quiet` is minutes of the local day, from and to; `leave` is local dates, `digest` a local hour.
    `digest_due` is when the next digest is, `digested` the local date of the last that was sent.
    `revision` moves with every change of what was asked for; up to `told` all games know it.
    """

    user: int
    dm_channel: int | None = None
    zone: str = "UTC"
    quiet: tuple[int, int] | None = None
    weekends: bool = False
    leave: tuple[str, ...] = ()
    remind: Remind = "all"
    digest: int | None = None
    digest_due: Moment | None = None
    digested: str | None = None
    revision: int = 0
    told: int = 0


class GameRow(msgspec.Struct, frozen=True):
    """A game or sign-up in a list, without its play."""

    id: str
    status: Literal["sign-up", "playing", "finished"]
    game: str
    place: Place
    seat: int | None = None
    """Where the person sits for whom the list was made."""


# --- what an engine does -------------------------------------------------------------------------


class Store(Protocol):
    """A checkpoint store. Its promises are tested by one suite for every engine."""

    # sign-ups

    async def open_sign_up(self, stored: StoredSignUp, posts: Sequence[Post] = ()) -> None:
        """Keeps a new sign-up."""

    async def sign_up(self, sign_up_id: str) -> StoredSignUp | None:
        """Loads a sign-up, open or not."""

    async def change_sign_up(
        self, stored: StoredSignUp, changed: SignUp, posts: Sequence[Post] = ()
    ) -> StoredSignUp:
        """Replaces a sign-up that was loaded as `stored`; Conflict if it has moved on."""

    async def start_game(
        self,
        stored: StoredSignUp,
        closed: SignUp,
        change: Change,
        seatings: Sequence[Seating],
        entropy: str,
        posts: Sequence[Post] = (),
        people: Sequence[Person] = (),
    ) -> StoredGame:
        """Closes a sign-up and keeps the game that comes of it, under the same id.

        Conflict if the sign-up has moved on, so that a game is started once, or if one of `people`,
        whose wishes the game begins with, has changed them since.
        """

    async def lists_behind(self) -> tuple[str, ...]:
        """The sign-ups that have changed since their list was last noted as shown.

        One that is over and of which nothing was ever posted has no list to be changed.
        """

    async def list_shown(self, stored: StoredSignUp) -> None:
        """The post with the list of a sign-up shows it as it was loaded."""

    # games

    async def game(self, game_id: str) -> StoredGame | None:
        """Loads a game, running or finished; its clock has the time of any outage back."""

    async def commit(
        self,
        stored: StoredGame,
        change: Change,
        posts: Sequence[Post] = (),
        interaction: int | None = None,
        reseatings: Sequence[Reseating] = (),
        people: Sequence[Person] = (),
    ) -> StoredGame:
        """Keeps a change of a game that was loaded as `stored`, with the posts that it owes.

        Checkpoint, journal rows, plans, outbox rows and the next alarm are one transaction.
        Conflict if the game has moved on, or if one of `people`, whose wishes went into the change,
        has changed them since; Repeated if `interaction` is in the journal already.
        Seats change hands before posts are written. A game that ends here leaves its record.
        """

    async def rehome(self, stored: Placed, place: Place, posts: Sequence[Post] = ()) -> Placed:
        """Moves a game or an open sign-up to another channel, or gives it its own once more.

        Public posts that are still owed or were set aside are owed there, in their order; then
        `posts` are. Conflict if what was loaded as `stored` has moved on.
        """

    async def set_missing(self, game_id: str, user: int, since: Moment | None) -> None:
        """Notes since when a person of a game is not found on the server; None: found again."""

    async def journal(self, game_id: str) -> tuple[Entry, ...]:
        """All journal rows of a game, oldest first."""

    async def played_at(self, interaction: int) -> Moment | None:
        """When an interaction made its move, or None if it has made none."""

    async def first_players(self, game_id: str) -> tuple[Player, ...]:
        """Who sat where when the game began; folding its journal starts from them."""

    async def record(self, game_id: str) -> str | None:
        """The record of a finished game."""

    async def games_of(self, user: int) -> tuple[GameRow, ...]:
        """Running games in which a person sits, and open sign-ups that the person is in."""

    async def games_in(self, guild: int, channel: int | None = None) -> tuple[GameRow, ...]:
        """Running games and open sign-ups of a server, or of one of its channels."""

    async def last_finished(self, guild: int, channel: int) -> GameRow | None:
        """The game that has finished in a channel and was started last, for looking back at it."""

    # the clock

    async def due(self, now: Moment, worker: str, lease: int, most: int = 100) -> tuple[Due, ...]:
        """Claims games, sign-ups and people whose alarm has come, for `lease` seconds.

        A person is due while there are games that do not know what the person has asked for.
        """

    async def release(self, due: Due, worker: str) -> None:
        """Gives a claim back when its work is done."""

    async def next_alarm(self) -> Moment | None:
        """The earliest alarm of all; of what is claimed, not before the claim runs out."""

    async def alive(self, now: Moment) -> None:
        """Notes that the process is running."""

    async def refund_outage(
        self, now: Moment, notice: Callable[[int], str], least: int = 60
    ) -> int:
        """Gives the time since `alive` back to every running clock, once, if it is long enough.

        Seconds given back, 0 for a short stop. Each game concerned is owed a post with the body
        that `notice` makes of the seconds, and we are noted as alive, in the same transaction.
        """

    # the outbox

    async def owed(self, now: Moment, lease: int, most: int = 100) -> tuple[Owed, ...]:
        """Claims for `lease` seconds the oldest owed post of each channel or person that is due.

        A row whose channel has an older row that is not done is never among them.
        """

    async def posted(self, owed: Owed, message: int) -> None:
        """The post is out, as this message."""

    async def postpone(self, owed: Owed, until: Moment) -> None:
        """Try again at that time; rows behind it in the same channel wait."""

    async def set_aside(self, owed: Owed, reason: str) -> None:
        """Discord refuses it for good; the rows behind it go on."""

    async def refused_posts(self, game_id: str) -> tuple[SetAside, ...]:
        """What was set aside for a game."""

    async def unsaid(self) -> tuple[SetAside, ...]:
        """The last posts of games and to people, where it was the last that was set aside."""

    async def next_post(self) -> Moment | None:
        """When the next owed post is due, or None while nothing is owed."""

    # servers and people

    async def guild(self, guild_id: int) -> Guild:
        """A server's settings, the defaults if it has none."""

    async def set_guild(self, guild: Guild) -> None:
        """Keeps a server's settings."""

    async def person(self, user: int) -> Person:
        """What is known of a person, the defaults if nothing is."""

    async def set_person(self, person: Person) -> Person:
        """Keeps what a person asks for, and when the next digest is.

        Conflict if that has changed since it was loaded.
        """

    async def set_dm_channel(self, user: int, channel: int | None) -> None:
        """Keeps where a person is written to, or that it has to be found out anew."""

    async def wishes_told(self, person: Person) -> None:
        """All games of a person know what was asked for when it was loaded as `person`."""

    async def digest(
        self,
        person: Person,
        due: Moment | None,
        day: str | None = None,
        game_id: str | None = None,
        posts: Sequence[Post] = (),
    ) -> None:
        """The digest that was due is owed as posts of a game, or there was nothing to tell.

        The next is due at `due`; `day` is the local date of one that is owed. Conflict if what was
        loaded as `person` has changed since, so that a digest is owed once.
        """

    async def forget(self, user: int) -> None:
        """Removes a person: settings, and the id and name wherever they stand."""

    # notes

    async def note(self, name: str) -> int | None:
        """A whole number that the shell has kept, or None if there is none."""

    async def set_note(self, name: str, value: int) -> None:
        """Keeps it."""

    # care

    async def check(self) -> tuple[str, ...]:
        """What is wrong with the database, one sentence each; replays every journal."""

    async def backup(self, to: Path) -> None:
        """Copies the database into a new file while it is in use."""

    async def close(self) -> None:
        """Finishes what is under way and lets go of the database."""
