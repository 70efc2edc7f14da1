"""From what happened to what is said: the posts that a change of a game or a sign-up owes.

One public post a beat, and private ones to whom something is addressed. The text is made here,
when the change is committed, from public facts and the addressee's own view; the poster only
delivers it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from discord.utils import escape_markdown, escape_mentions

from games import house, registry
from games.clock import Moment
from games.core import DEALER, Event, Seat
from games.sign_up import Drawn, SignUp
from games.table import Change, Table
from games.text import counted, ending, final_score, listed, private_line, public_lines
from storage.store import Place, Post, Reseating, StoredGame


@dataclass(frozen=True, slots=True)
class Body:
    """The body of an owed post: what to say, whom to name, what to attach.

    `ping` are seats, so that no user id is kept here; `key` is the window that buttons answer;
    `offers` are the actions that are offered to everybody, whatever they hold;
    `sought` are the seats of which somebody should find out whether their players are still there;
    `record` asks the poster to attach the finished game's record.
    """

    kind: str
    text: str
    ping: tuple[Seat, ...] = ()
    key: str | None = None
    record: bool = False
    sought: tuple[Seat, ...] = ()
    offers: tuple[str, ...] = ()

    def write(self) -> str:
        """The body as the outbox keeps it."""
        return json.dumps(
            {
                "kind": self.kind,
                "text": self.text,
                "ping": self.ping,
                "key": self.key,
                "record": self.record,
                "sought": self.sought,
                "offers": self.offers,
            },
            ensure_ascii=False,
        )

    def to_channel(self, place: Place, now: Moment) -> Post:
        """The post that a commit owes to the game's channel."""
        return Post(self.write(), channel=place.channel, made=now)

    @classmethod
    def read(cls, text: str) -> Body:
        """The body that `write` wrote."""
        fields = json.loads(text)
        rows = {name: tuple(fields.get(name, ())) for name in ("ping", "sought", "offers")}
        return cls(**{**fields, **rows})


_TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")
"""Signs that turn the direction of writing, also of what stands behind a name."""


@lru_cache(maxsize=1024)
def shown_name(name: str) -> str:
    """A player's name as a post may carry it: nothing of it formats, links or notifies."""
    # discord.py leaves mentions of any length, time stamps, emoji and commands, and of a link it
    # escapes the beginning alone: what these begin with is ours
    parts = re.split(r"([<\[])", _TURNING.sub("", name))
    escaped = "".join(
        f"\\{part}" if part in ("<", "[") else escape_markdown(part, ignore_links=False)
        for part in parts
    )
    return escape_mentions(escaped).replace("://", ":\u200b//")


def shown_names(table: Table) -> list[str]:
    """The names of a table's seats, fit for a post."""
    return [shown_name(name) for name in table.names]


def beat(
    stored: StoredGame, change: Change, now: Moment, reseatings: Sequence[Reseating] = ()
) -> list[Post]:
    """The posts that a change of a running game owes: the public one, then the private ones."""
    users = _users(stored, change.table)
    users |= {one.seat: one.user for one in reseatings if one.user is not None}
    return _beat(stored.place, users, stored.table, change, now)


def first_beat(place: Place, users: Mapping[Seat, int], change: Change, now: Moment) -> list[Post]:
    """The posts of a game that has just begun."""
    return _beat(place, users, None, change, now)


def _beat(
    place: Place, users: Mapping[Seat, int], before: Table | None, change: Change, now: Moment
) -> list[Post]:
    after = change.table
    words = registry.kit(after.game.id).words
    names = shown_names(after)
    events = [with_shown_name(event) for event in change.events]
    posts = []
    lines = public_lines(words, events, names)
    if lines:
        view = after.view(None)
        ended = after.outcome is not None
        question = None if ended else words.question(view, names, after.asked)
        if after.outcome is not None and after.outcome.places is not None:
            lines += [f"Final score ({ending(words, after.outcome)}):"]
            lines += final_score(after.outcome, names)
        called: tuple[Seat, ...] = ()
        if not ended and after.turn not in (None, DEALER):
            called = words.called(after.game, before and before.view(None), view)
        body = Body(
            "end" if ended else "beat",
            "\n".join([*lines, *([question] if question else [])]),
            ping=tuple(seat for seat in called if seat in users),
            key=after.window.key if after.window else None,
            record=ended,
            sought=tuple(seat for seat in _reached(before, change) if seat in users),
            offers=() if ended else tuple(words.offers(view)),
        )
        posts.append(body.to_channel(place, now))
    for seat, user in users.items():
        private = [event for event in events if event.to == seat]
        if told := _told(after, seat, private, names):
            once = _once(after, seat, private)
            key = after.window.key if after.window and seat in after.asked else None
            body = Body("private", told, key=key)
            posts.append(Post(body.write(), user=user, once=once, made=now))
    return posts


def with_shown_name(event: Event) -> Event:
    """An event that names who sat there before, with that name as a post may carry it."""
    match event:
        case house.Ordered(order=order, name=str(name), to=to):
            return house.Ordered(order, shown_name(name), to=to)
        case house.Seated(before=name, to=to):
            return house.Seated(shown_name(name), to=to)
    return event


def _reached(before: Table | None, change: Change) -> list[Seat]:
    """The seats whose time has run out with a change, and the one that the turn has come to."""
    seats = [event.seat for event in change.events if isinstance(event, house.TimedOut)]
    turn = change.table.turn
    turned = before is None or (before.turn, before.window) != (turn, change.table.window)
    if turn not in (None, DEALER) and turned and turn not in seats:
        seats.append(turn)
    return seats


def _told(table: Table, seat: Seat, events: Sequence[Event], names: Sequence[str]) -> str | None:
    """One private message a beat, with the hand as of now."""
    words = registry.kit(table.game.id).words
    lines = [line for event in events if (line := private_line(words, event, names))]
    if not lines:
        return None
    view = table.view(seat)
    if table.turn == seat and (question := words.question(view, names, table.asked)):
        lines.append(question)
    hand = words.hand(view)
    return "\n".join([*lines, *([hand] if hand not in lines else [])])


def _once(table: Table, seat: Seat, events: Sequence[Event]) -> str | None:
    """A reminder's own name, so that it is owed once whatever happens."""
    for event in events:
        if isinstance(event, house.Reminded):
            clock = table.clock
            return f"{table.id}/{clock.key}/{seat}/{clock.reached}/{event.number}"
    return None


def _users(stored: StoredGame, after: Table) -> dict[Seat, int]:
    """The people at the table by seat, without those who have just left it."""
    return {
        seat: user
        for seat, player in enumerate(after.players)
        if player.kind == "person" and (user := stored.user_at(seat)) is not None
    }


# --- sign-ups ------------------------------------------------------------------------------------


def list_note(sign_up_id: str) -> str:
    """The note that holds the message with the list of a sign-up."""
    return f"list {sign_up_id}"


def list_number_note(sign_up_id: str) -> str:
    """The note that holds the number of that post."""
    return f"list number {sign_up_id}"


def opened(sign_up: SignUp, commitment: str) -> Body:
    """A sign-up opens."""
    return Body("sign-up", "\n".join(_sign_up_lines(sign_up, commitment)))


def listing(sign_up: SignUp, commitment: str) -> str:
    """The post of a sign-up with those who are in by now; names in the order in which they came."""
    lines = _sign_up_lines(sign_up, commitment)
    names = [shown_name(entrant.name) for entrant in sign_up.entrants]
    if names:
        lines.append(f"In ({len(names)} of at least {sign_up.wanted}): {listed(names)}")
    else:
        lines.append("Nobody is in yet.")
    return "\n".join(lines)


def _sign_up_lines(sign_up: SignUp, commitment: str) -> list[str]:
    """What a sign-up is for, how to get in while that can be done, and what binds its chance."""
    title = registry.kit(sign_up.game.split(" ")[0]).game.title
    invitation = f"this sign-up is {sign_up.status}."
    if sign_up.is_open:
        house_players = f" and {counted(sign_up.house, 'house player')}" if sign_up.house else ""
        invitation = (
            f"sign up with /in. {counted(sign_up.wanted, 'player')}{house_players}. The draw is "
            f"<t:{sign_up.closes}:R> (<t:{sign_up.closes}:f>), from all who are in then."
        )
    return [
        f"**{title}**: {invitation}",
        f"Options: {sign_up.game}",
        f"Fair shuffle, commitment `{commitment}`",
    ]


def moved_sign_up(sign_up: SignUp, commitment: str) -> Body:
    """A sign-up has another place."""
    return Body("sign-up", f"The sign-up goes on here.\n{listing(sign_up, commitment)}")


def moved(table: Table) -> Body:
    """A game has another place: where it stands, and whom it waits for."""
    words = registry.kit(table.game.id).words
    view = table.view(None)
    lines = words.standing(view, shown_names(table), table.asked)
    if table.outcome is not None:
        return Body("moved", "\n".join(["This game was played to its end elsewhere.", *lines]))
    waits = table.clock.pause is None and table.turn not in (None, DEALER)
    return Body(
        "moved",
        "\n".join(["The game goes on here.", *lines]),
        ping=tuple(words.called(table.game, None, view)) if waits else (),
        key=table.window.key if table.window else None,
        offers=tuple(words.offers(view)),
    )


def cancelled() -> Body:
    """A sign-up is called off."""
    return Body("cancelled", "The sign-up is cancelled.")


def waits(sign_up: SignUp) -> Body:
    """The time of a sign-up is over, but there are too few (PC-2)."""
    missing = sign_up.wanted - len(sign_up.entrants)
    return Body(
        "waits",
        f"The sign-up stays open: {counted(missing, 'player')} missing. "
        "The game starts the moment the last one joins.",
    )


def drawn(draw: Drawn, entrants: str) -> Body:
    """A sign-up has closed: who plays, who waits, who sits where."""
    seats = ", ".join(
        f"p{number} {shown_name(player.name)}" for number, player in enumerate(draw.seated, 1)
    )
    lines = [f"The sign-up is closed. Seats: {seats}."]
    if draw.substitutes:
        substitutes = listed(shown_name(one.name) for one in draw.substitutes)
        lines.append(f"Substitutes, in this order: {substitutes}.")
    lines.append(f"Entrants, for the check of the draw: `{entrants}`")
    return Body("draw", "\n".join(lines))


def away(seconds_text: str) -> Body:
    """The program was down, and the clocks have that time back."""
    return Body("away", f"I was away for {seconds_text}. Every clock here has that time back.")
