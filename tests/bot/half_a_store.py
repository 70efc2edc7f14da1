"""The halves of a store that outbox and ticker use, in memory, with what a test wants to break."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from msgspec.structs import replace

from games.clock import Moment
from storage.store import Due, Owed, StoreError


@dataclass
class Row:
    """An owed post, and what has become of it."""

    owed: Owed
    due: Moment
    state: str = "owed"
    message: int | None = None
    reason: str | None = None


class Posts:
    """The outbox of a store. Rows whose `key` is in `broken` cannot be marked as done."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.broken: set[str] = set()
        self.down = False
        self.asked = 0

    def owe(self, *bodies: str, channel: int | None = 1, user: int | None = None) -> None:
        """Owes posts to a channel or person."""
        for body in bodies:
            number = len(self.rows) + 1
            owed = Owed(
                id=number,
                key=f"k{number}",
                game="game",
                channel=channel,
                user=user,
                body=body,
                number=number,
                made=0,
                tries=0,
                first_try=None,
            )
            self.rows.append(Row(owed, 0))

    def begun(self, number: int) -> None:
        """Another worker has tried a row, and was never heard of again."""
        row = self.rows[number - 1]
        row.owed = replace(row.owed, tries=row.owed.tries + 1, first_try=0)

    async def owed(self, now: Moment, lease: int, most: int = 100) -> tuple[Owed, ...]:
        """Claims the heads of lanes that are due."""
        self.asked += 1
        if self.down:
            raise StoreError("the database is locked")
        claimed = [row for row in self._heads() if row.due <= now][:most]
        given = tuple(row.owed for row in claimed)
        for row in claimed:
            first = row.owed.first_try or now
            row.owed = replace(row.owed, tries=row.owed.tries + 1, first_try=first)
            row.due = now + lease
        return given

    async def posted(self, owed: Owed, message: int) -> None:
        """Done."""
        row = self._row(owed)
        row.state, row.message = "posted", message

    async def postpone(self, owed: Owed, until: Moment) -> None:
        """Later."""
        self._row(owed).due = until

    async def set_aside(self, owed: Owed, reason: str) -> None:
        """Never."""
        row = self._row(owed)
        row.state, row.reason = "aside", reason

    async def next_post(self) -> Moment | None:
        """When the next head is due."""
        return min((row.due for row in self._heads()), default=None)

    def states(self) -> list[str]:
        """What has become of each row."""
        return [row.state for row in self.rows]

    def _row(self, owed: Owed) -> Row:
        if self.down or owed.key in self.broken:
            raise StoreError("the disk is full")
        return self.rows[owed.id - 1]

    def _heads(self) -> list[Row]:
        heads: dict[tuple[int | None, int | None], Row] = {}
        for row in self.rows:
            if row.state == "owed":
                heads.setdefault((row.owed.channel, row.owed.user), row)
        return list(heads.values())


class Alarms:
    """The clock's half of a store: alarms and claims by what is due, and the signs of life."""

    def __init__(self) -> None:
        self.alarms: dict[Due, Moment] = {}
        self.claims: dict[Due, tuple[str, Moment]] = {}
        self.last_sign: Moment | None = None
        self.signs: list[Moment] = []
        self.refunds: list[int] = []
        self.notices: list[str] = []
        self.down = False
        self.asked = 0
        self.looked = 0

    def game(self, name: str, alarm: Moment) -> Due:
        """A game with an alarm."""
        due = Due("game", name)
        self.alarms[due] = alarm
        return due

    async def due(self, now: Moment, worker: str, lease: int, most: int = 100) -> tuple[Due, ...]:
        """Claims what is due."""
        self._up()
        self.asked += 1
        free = [
            due
            for due, alarm in self.alarms.items()
            if alarm <= now and self.claims.get(due, ("", now))[1] <= now
        ]
        for due in free[:most]:
            self.claims[due] = (worker, now + lease)
        return tuple(free[:most])

    async def release(self, due: Due, worker: str) -> None:
        """Gives a claim back, if it is still this worker's."""
        self._up()
        if self.claims.get(due, ("", 0))[0] == worker:
            del self.claims[due]

    async def next_alarm(self) -> Moment | None:
        """The earliest alarm; of what is claimed, not before the claim runs out."""
        self._up()
        self.looked += 1
        free_at = {due: until for due, (_, until) in self.claims.items()}
        moments = [max(alarm, free_at.get(due, 0)) for due, alarm in self.alarms.items()]
        return min(moments, default=None)

    async def alive(self, now: Moment) -> None:
        """A sign of life."""
        self._up()
        self.last_sign = now
        self.signs.append(now)

    async def refund_outage(
        self, now: Moment, notice: Callable[[int], str], least: int = 60
    ) -> int:
        """Moves every alarm of a game by the time since the last sign, if that is long."""
        self._up()
        gone = 0 if self.last_sign is None else now - self.last_sign
        self.last_sign = now
        if gone < least:
            return 0
        self.refunds.append(gone)
        for due in self.alarms:
            if due.kind == "game":
                self.alarms[due] += gone
                self.notices.append(notice(gone))
        return gone

    def _up(self) -> None:
        if self.down:
            raise StoreError("the database is locked")
