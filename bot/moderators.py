"""What moderators have done in a game: orders to the house, substitutes, another place, the log.

Who is a host at all is decided before, and what an order does is `games.table`'s business. Here
stands what even a host may not decide: whatever gains by hidden cards, in a game that he plays in,
and who may be given a hand to look at.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from bot import beats
from bot.keeper import Keeper, shoe
from bot.replies import Answer, no_game, reason, sentence, time_in_words
from bot.stand_ins import StandIns, reseatings
from games import house, record, table
from games.clock import HOUR, Moment
from games.core import GameError, OrderRefused, Seat, actor_name
from games.table import Change, Entry, Table
from games.text import counted, duration
from storage.archive import record_text
from storage.store import Place, StoredGame

NUDGE_SECONDS = HOUR
"""So long after one nudge comes the next of that game, at the earliest."""

AT_ONCE_SECONDS = 60
"""An order just like another moderator's, so soon after it, was meant for what stood before."""

SOMEBODY_ELSE = (
    "another host who does not play in it can do that (whoever has the role that "
    "`/settings host-role` names, or may manage the server)"
)


@dataclass(frozen=True, slots=True)
class Moderator:
    """Who orders something: the id says where that person plays, the name goes into the journal."""

    user: int
    name: str


class Moderators:
    """The orders to all games of one store."""

    def __init__(self, keeper: Keeper, stand_ins: StandIns) -> None:
        self._keeper = keeper
        self._store = keeper.store
        self._stand_ins = stand_ins

    async def order(
        self,
        game_id: str,
        order: house.Order,
        user: int | None = None,
        interaction: int | None = None,
        by: Moderator | None = None,
    ) -> Answer:
        """A moderator's order.

        `user` is who takes the seat with a `house.Replace`.
        """

        async def chosen(stored: StoredGame) -> tuple[house.Order, int | None]:
            _check_may(stored, order, by)
            if isinstance(order, house.Replace):
                _check_taker(stored, order.seat, user, order.name, by)
            return order, user

        return await self._ordered(game_id, chosen, interaction, by)

    async def substitute(
        self,
        game_id: str,
        seat: Seat,
        interaction: int | None = None,
        by: Moderator | None = None,
    ) -> Answer:
        """The next substitute takes over a seat, with hand and score."""

        async def next_one(stored: StoredGame) -> tuple[house.Order, int | None]:
            _check_may(stored, house.Replace(seat, ""), by)
            waiting = await self._stand_ins.next_substitute(stored)
            if waiting is None:
                raise OrderRefused("no substitute is left: name somebody with the option by")
            _check_taker(stored, seat, waiting.user, waiting.name, by)
            return house.Replace(seat, waiting.name), waiting.user

        return await self._ordered(game_id, next_one, interaction, by)

    async def refusal(self, game_id: str, order: house.Order, by: Moderator) -> Answer | None:
        """Why a moderator may not order something, where it is asked back about; else None."""
        stored = await self._keeper.game(game_id)
        try:
            if stored is not None:
                _check_may(stored, order, by)
        except OrderRefused as error:
            return Answer(sentence(str(error)), done=False)
        return None

    async def consent(
        self,
        game_id: str,
        user: int,
        agrees: bool,
        asked: str | None,
        interaction: int | None = None,
    ) -> Answer:
        """A player agrees to a rewind that everybody has to agree to, or refuses it.

        `asked` is which rewind it was: an old button says nothing about a new one.
        """

        async def do(stored: StoredGame) -> Answer:
            at, seat = stored.table, stored.seat_of(user)
            if seat is None:
                return Answer("Only those who play in this game are asked.", done=False)
            request = at.request
            if agrees and request and request.key == asked and seat in request.agreed:
                return Answer("You have agreed already; you may still refuse.", done=False)
            try:
                now = self._keeper.now()
                change = table.consent(at, seat, agrees, now, shoe(stored), asked)
            except GameError as error:
                return Answer(sentence(reason(at, error)), done=False)
            await self._keeper.keep(stored, change, interaction)
            return Answer(_consented(change, agrees))

        return await self._keeper.about_game(game_id, do, interaction)

    async def rehome(self, game_id: str, place: Place, by: Moderator | None = None) -> Answer:
        """The game goes on somewhere else, with the posts that are owed or were refused."""

        async def move(stored: StoredGame) -> Answer:
            if stored.table.outcome is None:
                # first, so that no move is missing in the log; what it says is posted where it goes
                order = house.Move()
                now = self._keeper.now()
                change = table.moderate(stored.table, order, now, shoe(stored), by=_name(by))
                stored = await self._store.commit(stored, change)
            post = beats.moved(stored.table, _name(by)).to_channel(place, self._keeper.now())
            self._keeper.remember(await self._store.rehome(stored, place, [post]))
            self._keeper.has_committed(None, stored.place, place)
            return Answer(f"The game goes on in <#{place.channel}>.")

        return await self._keeper.about_game(game_id, move)

    async def log(self, game_id: str, lines: int, user: int | None = None) -> Answer:
        """Who did what when: the last lines here, all of them in a file.

        Whoever asks may be playing, so nothing secret is in it, and nothing of private posts; how
        many have agreed to a rewind is told only to a `user` who is not asked.
        """
        stored = await self._keeper.game(game_id)
        if stored is None:
            return no_game(game_id)
        journal = await self._store.journal(game_id)
        written = record_text(stored, journal).rstrip("\n").partition("\n\n")[2].split("\n")
        rows = [f"{_clock(entry.at)} {line}" for entry, line in zip(journal, written, strict=True)]
        refused = await self._store.refused_posts(game_id)
        told = [f"Not posted: {post.reason}" for post in refused if post.channel is not None]
        plays = user is not None and stored.seat_of(user) is not None
        if stored.table.request is not None and not plays:
            told.append(_asked_in_words(stored.table))
        last = ["Times are UTC.", "```", *map(_in_code, rows[-lines:]), "```"]
        return Answer("\n".join([*last, *told]), file=(f"log-{game_id}.txt", "\n".join(rows)))

    async def _ordered(
        self,
        game_id: str,
        choose: Callable[[StoredGame], Awaitable[tuple[house.Order, int | None]]],
        interaction: int | None,
        by: Moderator | None,
    ) -> Answer:
        async def do(stored: StoredGame) -> Answer:
            at = stored.table
            try:
                order, user = await choose(stored)
                await self._check_again(at, order, by)
                lines = order.lines if isinstance(order, house.Rewind) else None
                earlier = None if lines is None else await self._earlier(at, lines)
                change = table.moderate(
                    at,
                    order,
                    self._keeper.now(),
                    shoe(stored),
                    earlier,
                    by=_name(by),
                )
            except GameError as error:
                return Answer(sentence(reason(at, error)), done=False)
            await self._keeper.keep(stored, change, interaction, reseatings(change, user))
            return Answer(_told(at, order, change))

        return await self._keeper.about_game(game_id, do, interaction)

    async def _earlier(self, at: Table, lines: int) -> table.Earlier:
        first = await self._store.first_players(at.id)
        start = table.seat_players(at.id, at.game, first)
        history = record.fold(start, await self._store.journal(at.id))
        return history.earlier(lines)

    async def _check_again(self, at: Table, order: house.Order, by: Moderator | None) -> None:
        """OrderRefused for a nudge too soon, and for what another moderator has just ordered."""
        if not isinstance(order, house.Nudge | house.Replace | house.Rewind | house.Extend):
            return
        if at.request is not None and isinstance(order, house.Rewind):
            raise OrderRefused(_asked_in_words(at).rstrip("."))
        now = self._keeper.now()
        for entry in reversed(await self._store.journal(at.id)):
            if now - entry.at >= NUDGE_SECONDS:
                return
            said = f"{entry.actor} {entry.action}" if entry.actor else entry.note or ""
            if isinstance(order, house.Nudge):
                if said.startswith("house nudge"):
                    again = entry.at + NUDGE_SECONDS
                    raise OrderRefused(
                        f"one nudge an hour is enough: the last was <t:{entry.at}:R>, and the "
                        f"next can be given <t:{again}:R>"
                    )
            elif now - entry.at < AT_ONCE_SECONDS and said.startswith(_like(order)):
                other = _ordered_by(entry)
                if by is not None and other not in (None, house.clean_name(by.name)):
                    raise OrderRefused(
                        f"{beats.shown_name(other or '')} has just ordered the same: look what "
                        "came of it, and order it again in a minute if more is wanted"
                    )


def _name(by: Moderator | None) -> str | None:
    return None if by is None else by.name


def _check_may(stored: StoredGame, order: house.Order, by: Moderator | None) -> None:
    """OrderRefused for what gains by hidden cards, where the moderator plays in the game himself.

    Stopping and starting the clock, more time for others and the place of the game stay allowed.
    """
    own = None if by is None else stored.seat_of(by.user)
    if own is None:
        return
    match order:
        case house.Pause() | house.Resume() | house.Nudge() | house.Rename() | house.Move():
            return
        case house.Extend():
            if stored.table.turn == own:
                raise OrderRefused(f"it is your own turn that you would extend: {SOMEBODY_ELSE}")
        case house.Resign(seat) if seat == own:
            raise OrderRefused("your own seat you give up with `/resign`")
        case _:
            raise OrderRefused(f"you play in this game, so that is not for you: {SOMEBODY_ELSE}")


def _check_taker(
    stored: StoredGame, seat: Seat, user: int | None, name: str, by: Moderator | None
) -> None:
    """OrderRefused for whoever must not see the hand of a seat."""
    if user is None or stored.seat_of(user) is not None:
        raise OrderRefused(
            f"{beats.shown_name(name)} plays in this game already: name somebody who does not"
        )
    if by is not None and user == by.user:
        raise OrderRefused(
            "you cannot give a seat to yourself: another host can, or you name somebody else"
        )
    if any(one.user == user and one.seat not in (None, seat) for one in stored.seatings):
        raise OrderRefused(
            f"{beats.shown_name(name)} has held another hand of this game: name somebody who "
            "has not"
        )


def _like(order: house.Order) -> str:
    """How an order of the same kind, for the same seat, begins in the journal."""
    match order:
        case house.Replace(seat):
            return f"house replace {actor_name(seat)} "
        case house.Rewind():
            return "house rewind"
        case _:
            return "house extend"


def _ordered_by(entry: Entry) -> str | None:
    """The moderator whose order a row of the journal is; None where nobody has ordered it."""
    if entry.actor:
        return house.read_note(entry.note)[1]
    return (entry.note or "").partition(" by ")[2] or None


# --- in words ------------------------------------------------------------------------------------


def _told(at: Table, order: house.Order, change: Change) -> str:
    """What an order has done."""
    after, names = change.table, beats.shown_names(at)
    clock = after.clock
    match order:
        case house.Pause(until):
            assert clock.pause is not None  # it stands
            told = f"{time_in_words(after)} Then the game goes on by itself."
            if until is not None and until != clock.pause.until:
                told += " That is as long as one turn may stand still here."
            return told
        case house.Resume():
            if clock.pause is not None:  # it was paused before anybody was asked
                return f"Nobody is asked any more. {time_in_words(after)}"
            return f"The game goes on. {time_in_words(after)}".rstrip()
        case house.Extend(seconds):
            given = next(one.order for one in change.events if isinstance(one, house.Ordered))
            assert isinstance(given, house.Extend)  # it is what was ordered
            told = f"{duration(given.seconds)} more. {time_in_words(after)}"
            if given.seconds < seconds and clock.pace is not None:
                told += f" No turn here takes longer than {duration(clock.pace.max_wait)}."
            return told
        case house.Nudge():
            assert at.turn is not None  # or nobody could be nudged
            return f"{names[at.turn]} is asked again, here and by direct message."
        case house.Resign(seat):
            return (
                f"{names[seat]} is out. From now on the rules answer for {actor_name(seat)}, until "
                "somebody takes the seat with `/mod replace`."
            )
        case house.Computer(seat):
            return f"A house player has taken over the seat of {names[seat]} ({actor_name(seat)})."
        case house.Replace(seat):
            taker = beats.shown_name(after.names[seat])
            seated = f"{taker} has taken over the seat of {names[seat]} ({actor_name(seat)})"
            return f"{seated}, with hand and score."
        case house.Rewind(lines):
            if after.request is not None:
                return (
                    "Cards were dealt or shown since then, so everybody who plays is asked here to "
                    f"agree. The game waits meanwhile. {_asked_in_words(after)}"
                )
            return f"{_moves(lines)} taken back. {time_in_words(after)}".rstrip()
        case house.Rename(title):
            return f"The title is {beats.shown_name(title)} now."
        case house.Until(None):
            return "No end is agreed any more. The game goes on until it ends by its rules."
        case house.Until(int(moment)):
            end = f"The last deal is the one that is running at {beats.shown_moment(moment)}."
            return f"{end} `/mod end at:never` takes that back."
        case house.Abandon():
            return "The game is abandoned, without a result. The seed and the record are posted."
    return "The game is ended here."


def _moves(lines: int) -> str:
    return "The last move is" if lines == 1 else f"The last {lines} moves are"


def _asked_in_words(at: Table) -> str:
    """How far a rewind has come that everybody has to agree to; who has answered stays unsaid."""
    assert at.request is not None
    asked = sum(player.kind == "person" for player in at.players)
    return (
        f"Taking back {counted(at.request.lines, 'move')} is asked: {len(at.request.agreed)} of "
        f"{counted(asked, 'player')} have agreed by now, and all have until "
        f"{beats.shown_moment(at.request.lapses)}."
    )


def _consented(change: Change, agrees: bool) -> str:
    if not agrees:
        goes_on = "" if change.table.clock.pause else "The game goes on. "
        told = f"You have refused, so nothing is taken back. {goes_on}"
        return f"{told}{time_in_words(change.table)}".rstrip()
    if change.table.request is not None:
        return "You have agreed. When all have answered, it is told here."
    return "You have agreed, as all others have: it is taken back."


def _clock(moment: Moment) -> str:
    """A moment of the log: `11-30 18:02`."""
    return f"{datetime.fromtimestamp(moment, UTC):%m-%d %H:%M}"


def _in_code(line: str, most: int = 90) -> str:
    """A line of the log, fit for a block of code: short, and unable to end it."""
    cut = line if len(line) <= most else f"{line[: most - 1]}…"
    return cut.replace("`", "'")
