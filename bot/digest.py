"""What waits for somebody in all games: to be asked for, or to come once a day as one message.

A digest is a private post of one of the games that it is about. It is owed in the same transaction
that moves the hour of the next one, so there is one for each day, whenever the bot is restarted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from bot import beats, wishes
from bot.beats import Body
from bot.keeper import Keeper, a_person
from bot.replies import rows_in_words, time_in_words
from games import registry
from games.clock import Moment
from games.core import Seat, replace
from games.table import Request, Table
from games.text import counted, plan_in_words
from storage.store import Post, StoredGame

State: TypeAlias = Literal["now", "soon", "answered", "paused"]
"""How a game waits for somebody, the most pressing first: the order in which they are listed."""

_Found: TypeAlias = tuple[State, Moment | None, str]
"""The state, the end of the time, and both in words."""

ORDER: tuple[State, ...] = ("now", "soon", "answered", "paused")

WAITS: tuple[State, ...] = ("now", "soon")
"""What a digest is for."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A game that waits for somebody, and a line or two about it."""

    game_id: str
    state: State
    deadline: Moment | None
    text: str


class Digests:
    """What waits for the people of one store."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper
        self._store = keeper.store

    async def waiting(self, user: int) -> list[Waiting]:
        """Every running game that waits for somebody in some way, the most pressing first."""
        found, now = [], self._keeper.now()
        for row in await self._store.games_of(user):
            stored = await self._keeper.game(row.id) if row.status == "playing" else None
            seat = None if stored is None else stored.seat_of(user)
            if stored is not None and seat is not None and (one := _waiting(stored, seat, now)):
                found.append(one)
        return sorted(found, key=_pressing)

    async def send(self, user: int) -> None:
        """Owes somebody the digest if its hour has come; nothing where nothing waits."""
        await self._keeper.in_turn(a_person(user), lambda: self._send(user))

    async def _send(self, user: int) -> None:
        now = self._keeper.now()
        person = await self._store.person(user)
        if person.digest_due is None or person.digest_due > now:
            return
        waits = [one for one in await self.waiting(user) if one.state in WAITS]
        if not waits:
            due = wishes.next_digest(person, now)
            await self._store.digest(person, due)
            return
        day = wishes.local(person, person.digest_due).date().isoformat()
        due = wishes.next_digest(replace(person, digested=day), now)
        told = rows_in_words(["These games wait for you:", *(one.text for one in waits)])
        post = Post(Body("digest", told).write(), user=user, made=now)
        await self._store.digest(person, due, day, waits[0].game_id, [post])
        self._keeper.has_committed(due)


def _pressing(one: Waiting) -> tuple[int, bool, Moment]:
    return ORDER.index(one.state), one.deadline is None, one.deadline or 0


def _waiting(stored: StoredGame, seat: Seat, now: Moment) -> Waiting | None:
    """How a game waits for whoever sits at a seat; None where it asks nothing."""
    at, place = stored.table, stored.place
    if at.outcome is not None:
        return None
    found = _asked(at, seat, now) if at.request is None else _consent(at.request, at, seat)
    if found is None:
        return None
    state, deadline, told = found
    link = beats.link_to(place.guild, place.channel)
    return Waiting(at.id, state, deadline, f"**{at.game.title}** `{at.id}`, {link}\n{told}")


def _consent(request: Request, at: Table, seat: Seat) -> _Found | None:
    """A rewind that everybody has to agree to (X-7): all else waits for that."""
    if seat not in at.persons or seat in request.agreed:
        return None
    told = (
        f"All who play are asked to take back {counted(request.lines, 'move')}: tap Agree or "
        f"Refuse under that post, until {beats.shown_moment(request.lapses)}."
    )
    return "now", request.lapses, told


def _asked(at: Table, seat: Seat, now: Moment) -> _Found | None:
    """What the open decision wants of a seat."""
    if seat not in at.asked:
        return None
    clock, left = at.clock, _left_for(at, seat)
    words = registry.kit(at.game.id).words
    # below its first line a question may show the whole table
    question, *_ = (words.question(at.view(seat), beats.shown_names(at), at.asked) or "").split(
        "\n"
    )
    ahead = "" if left is None else f"You have answered ahead: {plan_in_words(left)}."
    if clock.pause is not None:
        return "paused", clock.pause.until, f"{time_in_words(at)} {ahead or question}".rstrip()
    if at.turn == seat:
        end = clock.deadline
        told = "" if end is None else f", until {beats.shown_moment(end)}"
        return "now", end, f"It is your turn{told}. {question}".rstrip()
    # as if the turn came right now: whenever it comes, there is no less time than that
    end = clock.showing(clock.key, seat, now).deadline
    if left is not None:
        return "answered", end, f"{ahead} {question}".rstrip()
    told = "" if end is None else f"; your time does not end before {beats.shown_moment(end)}"
    return "soon", end, f"Your turn is still to come, and you can answer ahead{told}. {question}"


def _left_for(at: Table, seat: Seat) -> str | None:
    """The answer that a seat has left for the decision that is open."""
    window = at.window
    if window is None:
        return None
    plans = (plan for plan in at.plans_of(seat) if plan.decision == window.decision)
    return next((plan.text for plan in plans if window.scope in plan.scopes), None)
