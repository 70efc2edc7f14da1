"""From what happened to what is said: the posts that a change of a game owes.

One public post a beat, and private ones to whom something is addressed. The text is made here,
when the change is committed, from public facts and the addressee's own view; the poster only
delivers it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from discord.utils import escape_markdown, escape_mentions

from games import house, registry
from games.clock import Moment
from games.core import DEALER, Event, Seat
from games.pace import Pace
from games.table import Change, Request, Table
from games.text import (
    counted,
    duration,
    ending,
    final_score,
    lost_seat,
    private_line,
    public_lines,
    stays,
)
from storage.store import Place, Post, Reseating, StoredGame

HUSH = "?hush"
"""The button with which a player wants no more reminders of a turn."""

STAKE = "If you miss this turn, you lose your seat."
STILL_ASKED = "Everybody who plays is still asked"


@dataclass(frozen=True, slots=True)
class Body:
    """The body of an owed post: what to say, whom to name, what to attach.

    `ping` are seats, so that no user id is kept here; `key` is the window that buttons answer;
    `offers` are the actions that are offered to everybody, whatever they hold, and `labels` what
    stands on their buttons, empty where that is their own words;
    `sought` are the seats of which somebody should find out whether their players are still there;
    `record` asks the poster to attach the finished game's record. `until` is the end of the
    addressee's time as the text has it: what is said late is said of the time as it is then.
    """

    kind: str
    text: str
    ping: tuple[Seat, ...] = ()
    key: str | None = None
    record: bool = False
    sought: tuple[Seat, ...] = ()
    offers: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    until: Moment | None = None

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
                "labels": self.labels,
                "until": self.until,
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
        rows = ("ping", "sought", "offers", "labels")
        return cls(**{**fields, **{name: tuple(fields.get(name, ())) for name in rows}})


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


def shown_moment(moment: Moment) -> str:
    """A moment as everybody sees it by the own clock, and how long it is till then."""
    return f"<t:{moment}:f> (<t:{moment}:R>)"


def link_to(guild: int, channel: int) -> str:
    """Where a game is played, to be tapped."""
    return f"https://discord.com/channels/{guild}/{channel}"


def beat(
    stored: StoredGame, change: Change, now: Moment, reseatings: Sequence[Reseating] = ()
) -> list[Post]:
    """The posts that a change of a running game owes: the public one, then the private ones."""
    users = _users(stored, change.table)
    users |= {one.seat: one.user for one in reseatings if one.user is not None}
    posts = _beat(stored.place, users, stored.table, change, now)
    return [*posts, *_lost_seats(stored, change, now)]


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
    lines = public_lines(words, events, names, shown_moment)
    if lines:
        view = after.view(None)
        ended = after.outcome is not None
        question = None if ended else words.question(view, names, after.asked)
        if after.outcome is not None and after.outcome.places is not None:
            lines += [f"Final score ({ending(words, after.outcome)}):"]
            played = stays(after.players, after.handovers, shown_name)
            lines += final_score(after.outcome, names, played)
        called: tuple[Seat, ...] = ()
        if not ended and after.turn not in (None, DEALER):
            called = words.called(after.game, _called_before(before, after), view)
            # nobody has called yet whoever has just sat down to a window that is open
            new = [event.to for event in events if isinstance(event, house.Seated)]
            called += tuple(seat for seat in after.asked if seat in new and seat not in called)
        offers = () if ended else tuple(words.offers(view))
        body = Body(
            "end" if ended else "beat",
            "\n".join([*lines, *([question] if question else [])]),
            ping=tuple(
                seat for seat in called if seat in users and not after.wishes_of(seat).digest
            ),
            key=after.key,
            record=ended,
            sought=tuple(seat for seat in _reached(before, change) if seat in users),
            offers=offers,
            labels=_labels(after, view, offers),
        )
        if after.request is not None:
            body = _asking(after.request, lines, events, users)
        posts.append(body.to_channel(place, now))
    for seat, user in users.items():
        private = [event for event in events if event.to == seat]
        if before is not None and after.wishes_of(seat).digest and not _comes_at_once(private):
            continue
        if told := _told(after, seat, private, names, place):
            once = _once(after, seat, private)
            key = after.key if seat in after.asked else None
            timed = any(isinstance(event, house.Reminded | house.TimeAdded) for event in private)
            offers = (HUSH,) if timed else ()
            until = after.clock.deadline if after.clock.seat == seat else None
            body = Body("private", told, key=key, offers=offers, until=until)
            posts.append(Post(body.write(), user=user, once=once, made=now))
    return posts


def _comes_at_once(events: Sequence[Event]) -> bool:
    """Whether something is told also to those who have all else once a day, in the digest."""
    at_once = house.Reminded | house.TimeAdded | house.Nudged | house.Seated
    return any(isinstance(event, at_once) for event in events)


def with_shown_name(event: Event) -> Event:
    """An event that names somebody or something, with that name as a post may carry it."""
    match event:
        case house.Ordered(order=order, name=name, by=by):
            if isinstance(order, house.Rename):
                order = house.Rename(shown_name(order.title))
            whom, who = name and shown_name(name), by and shown_name(by)
            return house.Ordered(order, whom, who, event.why, to=event.to)
        case house.RewindAsked(lines, lapses, str(by)):
            return house.RewindAsked(lines, lapses, shown_name(by), to=event.to)
        case house.Seated(before=name):
            return house.Seated(shown_name(name), to=event.to)
    return event


def _asking(
    request: Request, lines: Sequence[str], events: Sequence[Event], seats: Iterable[Seat]
) -> Body:
    """The post while a rewind is asked that everybody has to agree to, with the buttons for that.

    It calls all who play when they are asked, and later whoever takes over a seat.
    """
    asked = any(isinstance(event, house.RewindAsked) for event in events)
    new = [event.to for event in events if isinstance(event, house.Seated)]
    return Body(
        "consent",
        "\n".join([*lines, *([] if asked else [_still_asked(request)])]),
        ping=tuple(seat for seat in seats if asked or seat in new),
        key=request.key,
    )


def _still_asked(request: Request) -> str:
    moves = "move is" if request.lines == 1 else f"{request.lines} moves are"
    return (
        f"{STILL_ASKED} whether the last {moves} taken back, until {shown_moment(request.lapses)}."
    )


def _labels(table: Table, view: Any, offers: Sequence[str]) -> tuple[str, ...]:
    """What stands on the buttons of offers where chips are played for: what they cost."""
    wagers = registry.kit(table.game.id).wagers
    if wagers is None:
        return ()
    return tuple(wagers.label(view, offer) or "" for offer in offers)


def _called_before(before: Table | None, after: Table) -> Any:
    """What everybody saw when players were called last; None where all have to be called anew.

    So it is when a stopped game goes on, which may be weeks later, and when moves are taken back.
    """
    if before is None or before.rewinds != after.rewinds:
        return None
    goes_on = before.clock.pause is not None and after.clock.pause is None
    return None if goes_on else before.view(None)


def _reached(before: Table | None, change: Change) -> list[Seat]:
    """The seats whose time has run out with a change, and the one that the turn has come to."""
    late = house.TimedOut | house.Extended
    seats = [event.seat for event in change.events if isinstance(event, late)]
    turn = change.table.turn
    turned = before is None or (before.turn, before.window) != (turn, change.table.window)
    if turn not in (None, DEALER) and turned and turn not in seats:
        seats.append(turn)
    return seats


def _told(
    table: Table, seat: Seat, events: Sequence[Event], names: Sequence[str], place: Place
) -> str | None:
    """One private message a beat, with the hand as of now, and where the game is to be found."""
    words, title = registry.kit(table.game.id).words, table.game.title
    lines = [
        line for event in events if (line := private_line(words, event, names, shown_moment, title))
    ]
    if not lines:
        return None
    view, clock = table.view(seat), table.clock
    if table.turn == seat and (question := words.question(view, names, table.asked)):
        lines.append(question)
        timed = any(isinstance(event, house.Reminded | house.TimeAdded) for event in events)
        if clock.seat == seat and clock.deadline and clock.pause is None and not timed:
            lines.append(f"You have until {shown_moment(clock.deadline)}.")
        if table.stakes_seat():
            lines.append(STAKE)
    hand = words.hand(view)
    if hand not in lines:
        lines.append(hand)
    lines.append(_where(title, place))
    return "\n".join(lines)


def _lost_seats(stored: StoredGame, change: Change, now: Moment) -> list[Post]:
    """A private message for everybody who has lost a seat otherwise than by giving it up."""
    title, names, posts = change.table.game.title, shown_names(change.table), []
    for event in map(with_shown_name, change.events):
        if not isinstance(event, house.Ordered):
            continue
        told = lost_seat(event, names, title)
        seat = getattr(event.order, "seat", None)
        user = None if seat is None else stored.user_at(seat)
        if told is not None and user is not None:
            body = Body("private", f"{told}\n{_where(title, stored.place)}")
            posts.append(Post(body.write(), user=user, made=now))
    return posts


def _where(title: str, place: Place) -> str:
    return f"{title}, {link_to(place.guild, place.channel)}"


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


def pace_in_words(pace: Pace) -> str:
    """How fast a game is played, and what becomes of whoever does not answer."""
    said = [f"Pace: {duration(pace.window)} for a decision"]
    if pace.grace:
        said[0] += f", and {duration(pace.grace)} at least from when the turn comes"
    if pace.extensions:
        spent = "once" if pace.extensions == 1 else f"{pace.extensions} times"
        said.append(f"who is late gets {duration(pace.window)} more, {spent} in a game")
    said.append(f"no turn takes longer than {duration(pace.max_wait)}")
    if pace.weekends:
        said.append("weekends are free for whoever wants that")
    takers = {
        "anyone": "the next substitute or a house player takes the seat",
        "substitute": "the next substitute takes the seat, else the rules answer for it",
        "nobody": "the rules answer for the seat",
    }
    missed = counted(pace.max_misses, "turn")
    in_a_row = " in a row" if pace.max_misses > 1 else ""
    said.append(f"after {missed} missed{in_a_row} {takers[pace.stand_in]}")
    if pace.until is not None:
        said.append(f"the last deal is the one that is running at {shown_moment(pace.until)}")
    return "; ".join(said) + "."


def moved(table: Table, by: str | None = None) -> Body:
    """A game has another place: where it stands, and whom it waits for.

    `by` is the moderator who has moved it.
    """
    words = registry.kit(table.game.id).words
    view = table.view(None)
    lines = words.standing(view, shown_names(table), table.asked)
    if table.outcome is not None:
        return Body("moved", "\n".join(["This game was played to its end elsewhere.", *lines]))
    goes_on = "The game goes on here" + (f" (by order of {shown_name(by)})." if by else ".")
    if table.request is not None:
        lines = [goes_on, *lines, _still_asked(table.request)]
        return Body("consent", "\n".join(lines), ping=table.persons, key=table.request.key)
    waits = table.clock.pause is None and table.turn not in (None, DEALER)
    offers = tuple(words.offers(view))
    return Body(
        "moved",
        "\n".join([goes_on, *lines]),
        ping=tuple(words.called(table.game, None, view)) if waits else (),
        key=table.key,
        offers=offers,
        labels=_labels(table, view, offers),
    )


def away(seconds_text: str) -> Body:
    """The program was down, and the clocks have that time back."""
    return Body("away", f"I was away for {seconds_text}. Every clock here has that time back.")
