"""What people settle for all their games at once: their night and leave, reminders, the digest.

A person's wishes are kept first and then told to every game, each in a transaction of its own.
Until all of them know, the person is due for the clock: whoever is killed in between finds that at
the next start, and telling a game what it knows changes nothing. A game that begins, or a seat that
changes hands, takes the wishes along in its own transaction, which is refused if they have changed
since they were read. So no order of events leaves a game behind.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from datetime import date
from functools import partial

from bot import beats, wishes
from bot.keeper import Keeper, a_person
from bot.replies import Answer, sentence
from games import table
from games.clock import HOUR
from games.core import GameError, Seat, replace
from games.hours import ALWAYS, Remind, read_quiet
from games.pace import Pace
from games.table import Table
from games.text import counted, duration
from storage.store import Person, StoredGame, StoreError

FROM_NEXT = "This holds in each game from its next decision on; one that is open stays as it was."

LATER = "Not all of your games could be told just now; they will be, by themselves, in a while."

OFF = "off"
"""What is typed to have something no more."""

REMINDERS: Mapping[Remind, str] = {
    "all": "You get every reminder that a game gives.",
    "last": "Of the reminders of each turn you get only the last one.",
    "none": "You get no reminders.",
}

log = logging.getLogger(__name__)


class Personal:
    """The wishes of all people of one store."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper
        self._store = keeper.store

    async def timezone(self, user: int, typed: str) -> Answer:
        """Somebody lives in another time zone."""

        def step(person: Person) -> Person:
            return replace(person, zone=wishes.zone(typed))

        def told(person: Person) -> list[str]:
            now = wishes.clock_in_words(wishes.local(person, self._keeper.now()))
            said = [f"Your time zone is {person.zone}, where it is {now} now. {FROM_NEXT}"]
            return [*said, *_next_digest(person)]

        return await self._changed(user, step, told)

    async def quiet(self, user: int, first: str, last: str | None) -> Answer:
        """Somebody sleeps at other hours, or keeps no hours."""

        def step(person: Person) -> Person:
            typed = first if last is None else f"{first.strip()}-{last.strip()}"
            return replace(person, quiet=read_quiet(typed))

        def told(person: Person) -> list[str]:
            return [f"{_quiet(person)} {FROM_NEXT}"]

        return await self._changed(user, step, told)

    async def weekends(self, user: int, free: bool) -> Answer:
        """Whether somebody's Saturdays and Sundays are free, where the table allows it."""

        def of_game(person: Person, stored: StoredGame) -> str | None:
            pace = stored.table.clock.pace
            if not person.weekends or pace is None or pace.weekends:
                return None
            return f"{_name(stored)} counts weekends like other days."

        return await self._changed(
            user,
            lambda person: replace(person, weekends=free),
            lambda person: [f"{_weekends(person)} {FROM_NEXT}"],
            of_game,
        )

    async def leave(self, user: int, first: str, last: str | None) -> Answer:
        """Somebody is away on some days."""

        def step(person: Person) -> Person:
            asked = wishes.days(first, last, self._today(person))
            together = {*person.leave, *(day.isoformat() for day in asked)}
            return replace(person, leave=tuple(sorted(together)))

        return await self._with_budgets(user, step, "This counts at once.")

    async def come_back(self, user: int, first: str | None, last: str | None) -> Answer:
        """Somebody takes back days of leave that are still to come, or all of them."""

        def step(person: Person) -> Person:
            today = self._today(person)
            if first is None:
                gone = {day for day in person.leave if day > today.isoformat()}
            else:
                gone = {day.isoformat() for day in wishes.days(first, last, today)}
            if today.isoformat() in gone & set(person.leave):
                raise GameError("today's leave has begun and stays: name a later day")
            if not gone & set(person.leave):
                raise GameError("none of these days is a day of leave that is still to come")
            return replace(person, leave=tuple(day for day in person.leave if day not in gone))

        return await self._with_budgets(user, step, "This counts at once.")

    async def leaves(self, user: int) -> Answer:
        """The days of leave that somebody has asked for, and what is left of them in each game."""
        return await self._with_budgets(user, lambda person: person, "")

    async def remind(self, user: int, which: Remind) -> Answer:
        """Somebody wants more reminders, or fewer."""
        return await self._changed(
            user,
            lambda person: replace(person, remind=which),
            lambda person: [f"{REMINDERS[person.remind]} This holds at once."],
        )

    async def digest(self, user: int, typed: str) -> Answer:
        """Somebody wants one message a day in place of single notices, or these again."""

        def step(person: Person) -> Person:
            off = typed.strip().casefold() == OFF
            return replace(person, digest=None if off else wishes.hour(typed))

        def of_game(person: Person, stored: StoredGame) -> str | None:
            pace = stored.table.clock.pace
            if person.digest is None or pace is None or pace.window >= 24 * HOUR:
                return None
            return (
                f"{_name(stored)} gives {duration(pace.window)} for a decision: there a digest may "
                "come too late, and only reminders come in time."
            )

        return await self._changed(
            user, step, lambda person: [*_digest(person), "This holds at once."], of_game
        )

    async def show(self, user: int) -> Answer:
        """Everything that somebody has settled, and what each of the games makes of it."""
        person = await self._store.person(user)
        now = wishes.clock_in_words(wishes.local(person, self._keeper.now()))
        lines = [
            f"Your time zone is {person.zone}, where it is {now} now.",
            _quiet(person),
            _weekends(person),
            self._leave(person),
            REMINDERS[person.remind],
            *_digest(person),
            *(_kept_to(person, stored) for stored in await self._games(user)),
        ]
        return Answer("\n".join(lines))

    # -- kept, and told to the games --

    async def tell(self, user: int) -> None:
        """Tells every game of a person what it does not know yet of the person's wishes."""
        person = await self._store.person(user)
        if person.told == person.revision:
            return
        for row in await self._store.games_of(user):
            if row.status == "playing":
                await self._keeper.in_turn(row.id, partial(self._wish, row.id, user))
        await self._store.wishes_told(person)

    async def _wish(self, game_id: str, user: int) -> None:
        """Tells one game.

        The wishes are read after the game, and the store keeps the change only if both are still
        as they were read.
        """
        stored = await self._keeper.game(game_id)
        seat = None if stored is None else stored.seat_of(user)
        if stored is None or seat is None or stored.table.outcome is not None:
            return
        person = await self._store.person(user)
        wish = wishes.wishes(person, stored.table.clock.pace, stored.started)
        if wish != stored.table.wishes_of(seat):
            change = table.wish(stored.table, seat, wish, self._keeper.now())
            await self._keeper.keep(stored, change, people=[person])

    async def _changed(
        self,
        user: int,
        step: Callable[[Person], Person],
        told: Callable[[Person], list[str]],
        of_game: Callable[[Person, StoredGame], str | None] = lambda _person, _stored: None,
    ) -> Answer:
        """Keeps what comes of a step, tells it to the games, and says what holds now.

        `of_game` says what that is in one game, where there is anything to say.
        """
        kept: list[Person] = []

        async def attempt() -> Answer:
            before = await self._store.person(user)
            try:
                after = step(before)
            except GameError as error:
                return Answer(sentence(str(error)), done=False)
            if (before.zone, before.digest) != (after.zone, after.digest):
                due = wishes.next_digest(after, self._keeper.now())
                after = replace(after, digest_due=due)
            if after != before:
                after = await self._store.set_person(after)
                self._keeper.has_committed(after.digest_due)
            kept.append(after)
            return Answer("")

        answer = await self._keeper.answered(a_person(user), attempt)
        if not answer.done:
            return answer
        lines = told(kept[-1])
        try:
            await self.tell(user)
        except StoreError as error:
            log.warning(
                "games are behind with what somebody asks for", extra={"reason": str(error)}
            )
            self._keeper.has_committed(self._keeper.now())
            lines.append(LATER)
        lines += filter(None, [of_game(kept[-1], stored) for stored in await self._games(user)])
        return Answer("\n".join(lines))

    async def _with_budgets(self, user: int, step: Callable[[Person], Person], when: str) -> Answer:
        """A change of somebody's leave, with what is left of it in each game."""

        def of_game(person: Person, stored: StoredGame) -> str | None:
            if stored.table.clock.pace is None:
                return None
            return f"{_name(stored)}: {_budget(person, stored)}{_turn_ends(person, stored)}."

        return await self._changed(
            user, step, lambda person: [f"{self._leave(person)} {when}".strip()], of_game
        )

    async def _games(self, user: int) -> list[StoredGame]:
        """The running games that somebody sits in."""
        rows = [row for row in await self._store.games_of(user) if row.status == "playing"]
        found = [await self._keeper.game(row.id) for row in rows]
        return [stored for stored in found if stored is not None]

    # -- in words --

    def _today(self, person: Person) -> date:
        return wishes.local(person, self._keeper.now()).date()

    def _leave(self, person: Person) -> str:
        """The days of leave that are not over."""
        today = self._today(person)
        days = [day for day in map(date.fromisoformat, person.leave) if day >= today]
        if not days:
            return "You have no leave ahead."
        return f"You are on leave {wishes.days_in_words(days)} ({counted(len(days), 'day')})."


def _name(stored: StoredGame) -> str:
    """A game in a list."""
    return f"{stored.table.game.title} `{stored.table.id}`"


def _quiet(person: Person) -> str:
    if person.quiet is None:
        return "You have no quiet hours."
    said = f"Your quiet hours are {wishes.quiet_in_words(person.quiet)} ({person.zone})."
    if person.zone == Person(person.user).zone:
        said += " Your own time zone you name with `/my timezone`."
    return said


def _weekends(person: Person) -> str:
    if person.weekends:
        return "Your Saturdays and Sundays are free in games that allow it."
    return "Your Saturdays and Sundays count like other days."


def _digest(person: Person) -> list[str]:
    if person.digest is None:
        return ["You get no digest, but a notice whenever a game waits for you."]
    return [
        f"You get a digest every day at {person.digest:02}:00 ({person.zone}), in place of single "
        "notices: one message with all games that wait for you, none while nothing waits. "
        "Reminders still come, and what a host asks of you.",
        *_next_digest(person),
    ]


def _next_digest(person: Person) -> list[str]:
    if person.digest_due is None:
        return []
    return [f"The next digest is due <t:{person.digest_due}:f>."]


def _budget(person: Person, stored: StoredGame) -> str:
    """What is left of the days of leave that a game allows."""
    pace, started = stored.table.clock.pace, stored.started
    assert pace is not None  # without one no leave is counted
    days = wishes.counting(person, pace, started)
    said = f"{pace.leave - len(days)} of {counted(pace.leave, 'day')} of leave left"
    began = wishes.local(person, started).date()
    over = {day for day in map(date.fromisoformat, person.leave) if day >= began} - set(days)
    if over:
        said += f"; beyond that, and so like any other day: {wishes.days_in_words(over)}"
    return said


def _kept_to(person: Person, stored: StoredGame) -> str:
    """What a game makes of somebody's wishes."""
    pace = stored.table.clock.pace
    place = stored.place
    name = f"{_name(stored)}, {beats.link_to(place.guild, place.channel)}"
    if pace is None:
        return f"{name}: no clock runs there."
    kept = [_budget(person, stored)]
    if person.weekends:
        kept.append(f"weekends {'are free' if pace.weekends else 'count like other days'}")
    kept.append(f"no turn takes longer than {duration(pace.max_wait)}")
    seat = stored.seat_of(person.user)
    if seat is not None and not _holds_already(stored.table, seat, pace):
        kept.append("the decision that is open keeps to what you had asked for before")
    return f"{name}: {'; '.join(kept)}{_turn_ends(person, stored)}."


def _holds_already(at: Table, seat: Seat, pace: Pace) -> bool:
    """Whether the open window keeps to the hours that a seat's player has asked for last."""
    asked = at.wishes_of(seat).hours
    if not pace.weekends:
        asked = replace(asked, weekends=False)
    kept = at.clock.hours[seat] if seat < len(at.clock.hours) else ALWAYS
    return at.clock.key is None or kept == asked or not (kept.free or asked.free)


def _turn_ends(person: Person, stored: StoredGame) -> str:
    """Until when somebody has time whose turn it is."""
    clock = stored.table.clock
    if clock.deadline is None or clock.seat != stored.seat_of(person.user):
        return ""
    return f"; it is your turn, until {beats.shown_moment(clock.deadline)}"
