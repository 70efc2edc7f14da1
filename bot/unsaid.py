"""What Discord has refused to post, as far as somebody has to be told of it.

Whoever cannot be written to learns it alone, once, with the next answer; whoever has to do with a
game whose posts do not get through learns it with every answer about that game, until one does.
The posts themselves are kept by the store, from which this is read again at a start.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from bot.answers import Panel
from bot.replies import Answer
from storage.store import Owed, SetAside, Store

CLOSED = (
    "I could not send you a direct message, so no hand and no reminder reaches you. Please allow "
    "direct messages from this server's members; your hand is always behind `/hand`."
)

NO_POSTS = (
    "What happens in this game cannot be posted: {reason} Nothing is lost: a host can mend that "
    "and then use `/mod rehome` there, or move the game to another place with it."
)

Said = TypeVar("Said", Answer, Panel, Answer | Panel)


class Unsaid:
    """The people and the games whose last post was refused."""

    def __init__(self) -> None:
        self._people: set[int] = set()
        self._games: dict[str, str] = {}

    async def load(self, store: Store) -> None:
        """What was refused before this start."""
        for post in await store.unsaid():
            self.refused(post, post.reason)

    def refused(self, post: Owed | SetAside, reason: str) -> None:
        """A post was set aside."""
        if post.channel is not None:
            self._games[post.game] = reason
        elif post.user is not None:
            self._people.add(post.user)

    def said(self, post: Owed) -> None:
        """A post got through."""
        if post.channel is not None:
            self._games.pop(post.game, None)
        elif post.user is not None:
            self._people.discard(post.user)

    def moved(self, game_id: str) -> None:
        """A game has another place, where everything is tried again."""
        self._games.pop(game_id, None)

    def to_person(self, user: int, said: Said) -> Said:
        """An answer that also tells, once, that direct messages do not get through."""
        if user not in self._people:
            return said
        self._people.discard(user)
        return _with_line(said, CLOSED)

    def about_game(self, game_id: str, said: Said) -> Said:
        """An answer about a game that also tells that its posts do not get through."""
        reason = self._games.get(game_id)
        return said if reason is None else _with_line(said, NO_POSTS.format(reason=reason))


def _with_line(said: Said, line: str) -> Said:
    """An answer with one line more; one that says nothing goes on saying nothing."""
    if isinstance(said, Panel):
        return replace(said, answer=_with_line(said.answer, line))
    return replace(said, text=f"{said.text}\n{line}") if said.text else said
