"""Sign-ups: opened, joined and left, called off, and closed into a game that begins.

Who is drawn and who sits where is `games.sign_up`'s business; the place and the form of options are
`opening.py`'s.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence

from bot import beats, sign_up_posts, wishes
from bot.keeper import Keeper
from bot.replies import Answer, no_game, sentence
from bot.stand_ins import WhoLeft
from games import registry, shuffle, sign_up, table
from games.hours import Wishes
from games.pace import Pace
from games.sign_up import Entrant, SignUp, SignUpError
from games.text import counted
from storage.store import Fairness, Place, Seating, StoredSignUp

HOUSE_NAMES = ("Robo Ann", "Robo Bob", "Robo Cy", "Robo Dot", "Robo Ed", "Robo Flo")
ID_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"


class SignUps:
    """All sign-ups of one store.

    `secret` makes seeds and `new_id` ids; `listed` is called with the sign-up whose list has
    changed, and `who_left` asks who is not on a server any more.
    """

    def __init__(
        self,
        keeper: Keeper,
        secret: Callable[[int], bytes],
        new_id: Callable[[], str],
        listed: Callable[[str], None],
        who_left: WhoLeft,
    ) -> None:
        self._keeper = keeper
        self._store = keeper.store
        self._secret = secret
        self._new_id = new_id
        self._listed = listed
        self._who_left = who_left

    async def open(
        self,
        place: Place,
        game: str,
        seats: int,
        pace: Pace,
        hours: int = sign_up.HOURS_OPEN,
        house_players: int = 0,
    ) -> StoredSignUp:
        """Opens a sign-up; GameError where its options make no sense (X-13)."""
        now = self._keeper.now()
        new = sign_up.open_sign_up(self._new_id(), game, seats, pace, now, hours, house_players)
        fairness = Fairness(self._secret(shuffle.SEED_BYTES))
        stored = StoredSignUp(new, place, fairness, 0)
        body = sign_up_posts.opened(new, shuffle.commitment(fairness.seed))
        await self._store.open_sign_up(stored, [body.to_channel(place, now)])
        self._keeper.has_committed(sign_up.alarm(new), place)
        return stored

    async def join(self, sign_up_id: str, user: int, name: str) -> Answer:
        """Somebody is in; the game starts at once if that was the last one waited for (PC-2)."""
        return await self._change(
            sign_up_id,
            lambda now: sign_up.join(now, user, name),
            "You are in. You can leave again with /out until the sign-up closes.",
        )

    async def leave(self, sign_up_id: str, user: int) -> Answer:
        """Somebody is out again."""
        return await self._change(
            sign_up_id, lambda now: sign_up.leave(now, user), "You are out again."
        )

    async def cancel(self, sign_up_id: str) -> Answer:
        """The sign-up is called off."""
        return await self._change(sign_up_id, sign_up.cancel, "The sign-up is cancelled.")

    async def close(self, sign_up_id: str) -> Answer:
        """The sign-up is closed before its time, and the game starts."""
        return await self._change(sign_up_id, sign_up.close, "The sign-up is closed.")

    async def rehome(self, sign_up_id: str, place: Place) -> Answer:
        """An open sign-up goes on somewhere else; where it was posted already, so it is again."""

        async def move() -> Answer:
            stored = await self._store.sign_up(sign_up_id)
            if stored is None:
                return no_game(sign_up_id)
            if not stored.sign_up.is_open:
                return Answer(f"This sign-up is {stored.sign_up.status}.", done=False)
            posts = []
            if await self._store.note(sign_up_posts.list_note(sign_up_id)) is not None:
                body = sign_up_posts.moved_sign_up(
                    stored.sign_up, shuffle.commitment(stored.fairness.seed)
                )
                posts.append(body.to_channel(place, self._keeper.now()))
            await self._store.rehome(stored, place, posts)
            self._keeper.has_committed(None, stored.place, place)
            self._listed(sign_up_id)
            return Answer(f"The sign-up goes on in <#{place.channel}>.")

        return await self._keeper.answered(sign_up_id, move)

    async def end_of_time(self, sign_up_id: str) -> None:
        """The time of a sign-up is over: the game starts, or waits for the last who are missing."""
        await self._keeper.in_turn(sign_up_id, lambda: self._end_of_time(sign_up_id))

    async def _end_of_time(self, sign_up_id: str) -> None:
        stored = await self._store.sign_up(sign_up_id)
        if stored is None:
            return
        listed, now = stored.sign_up, self._keeper.now()
        if sign_up.due(listed, now):
            await self._keep(stored, listed)
        elif listed.status == "open" and now >= listed.closes:
            post = sign_up_posts.waits(listed).to_channel(stored.place, now)
            await self._store.change_sign_up(stored, sign_up.wait(listed), [post])
            self._keeper.has_committed(None)

    async def _change(self, sign_up_id: str, step: Callable[[SignUp], SignUp], told: str) -> Answer:
        async def attempt() -> Answer:
            stored = await self._store.sign_up(sign_up_id)
            if stored is None:
                return Answer(f"There is no sign-up {sign_up_id} here.", done=False)
            try:
                changed = step(stored.sign_up)
            except SignUpError as error:
                return Answer(sentence(str(error)), done=False)
            kept = await self._keep(stored, changed)
            if changed.status == "closed" and kept.is_open:
                missing = counted(kept.wanted - len(kept.entrants), "player")
                off = sign_up_posts.off_the_list(_gone(changed, kept))
                return Answer(f"{off} The game cannot begin: {missing} missing.", done=False)
            return Answer(told)

        return await self._keeper.answered(sign_up_id, attempt)

    async def _keep(self, stored: StoredSignUp, changed: SignUp) -> SignUp:
        """Keeps a changed sign-up; starts its game if it is closed, or due to close by itself.

        What is kept: who has left the server is not drawn, and then there may be too few.
        """
        now = self._keeper.now()
        if sign_up.due(changed, now):
            changed = sign_up.close(changed)
        posts = []
        if changed.status == "closed":
            users = [one.user for one in changed.entrants]
            left = await self._who_left(stored.place.guild, users)
            present = sign_up.without(changed, left, now)
            gone = _gone(changed, present)
            if not present.is_open:
                await self._start(stored, present, gone)
                return present
            changed = present
            posts.append(sign_up_posts.not_drawn(changed, gone).to_channel(stored.place, now))
        if changed.status == "cancelled":
            posts.append(sign_up_posts.cancelled().to_channel(stored.place, now))
        await self._store.change_sign_up(stored, changed, posts)
        self._keeper.has_committed(sign_up.alarm(changed), stored.place)
        self._listed(changed.id)
        return changed

    async def _start(
        self, stored: StoredSignUp, closed: SignUp, gone: Sequence[Entrant] = ()
    ) -> None:
        """Draws, seats, deals, and keeps all of it in one transaction."""
        users = [entrant.user for entrant in closed.entrants]
        entropy = shuffle.entropy(users)
        draw = sign_up.drawn(closed, stored.fairness.seed, HOUSE_NAMES)
        game = registry.read_game(closed.game, closed.seats)
        shoe = shuffle.Shoe(stored.fairness.seed, entropy)
        now = self._keeper.now()
        at_seat = {seat: int(one) for seat, one in enumerate(draw.ids) if not one.startswith("h")}
        people = {seat: await self._store.person(user) for seat, user in at_seat.items()}
        wished = [
            wishes.wishes(people[seat], closed.pace, now) if seat in people else Wishes()
            for seat in range(closed.seats)
        ]
        change = table.begin(closed.id, game, draw.seated, now, shoe, closed.pace, wished)
        posts = [
            sign_up_posts.drawn(draw, shuffle.entrants_text(users), gone).to_channel(
                stored.place, now
            ),
            *beats.first_beat(stored.place, at_seat, change, now),
        ]
        begun = await self._store.start_game(
            stored, closed, change, _seatings(draw), entropy, posts, tuple(people.values())
        )
        self._keeper.remember(begun)
        self._keeper.has_committed(begun.table.clock.alarm, stored.place)
        self._listed(closed.id)


def _gone(before: SignUp, present: SignUp) -> list[Entrant]:
    """Those who were in and are not any more."""
    return [one for one in before.entrants if one not in present.entrants]


def random_id() -> str:
    """The name of a new sign-up, and of the game that comes of it: easy to read and to type."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(6))


def _seatings(draw: sign_up.Drawn) -> list[Seating]:
    """The rows of a game that begins: people in drawn order, then house players."""
    people = [*draw.players, *draw.substitutes]
    seats = {one: seat for seat, one in enumerate(draw.ids)}
    rows = []
    for place, entrant in enumerate(people):
        seat = seats.get(str(entrant.user))
        began = None if seat is None else 0
        rows.append(Seating(entrant.user, entrant.name, draw=place, seat=seat, began=began))
    for one, seat in seats.items():
        if one.startswith("h"):
            name = draw.seated[seat].name
            rows.append(Seating(None, name, house=int(one[1:]), seat=seat, began=0))
    return rows
