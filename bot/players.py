"""What players do in a game: play, leave answers ahead, take them back.

Whoever plays is answered with what came of it and the hand as of now, or with why it may not be and
what would be legal.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from bot import beats
from bot.keeper import Keeper, shoe
from bot.replies import (
    REPEATED,
    Answer,
    meanings,
    not_a_player,
    now_legal,
    reason,
    sentence,
    time_in_words,
)
from games import house, registry, table
from games.cards import read_cards_and_ranks, write_card
from games.clock import Moment
from games.core import (
    MOST_MEANINGS,
    GameError,
    NotationError,
    NotYourTurn,
    Paused,
    Seat,
    Stale,
    actor_name,
    shown,
)
from games.table import Change, Table
from games.text import plan_in_words
from storage.store import StoredGame

Act = Callable[[StoredGame, Seat], tuple[Change, str]]
"""What is done at a seat, and how that is told."""

_BETWEEN = re.compile(r"(\s*;\s*|\s+or\s+(?!more\b)|\s+else\s+)", re.IGNORECASE)
"""What stands between the answers of a sheet, and between the alternatives of one."""


class Players:
    """The players of all games of one store."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper
        self._store = keeper.store

    async def play(
        self,
        game_id: str,
        user: int,
        text: str,
        seen: str | None = None,
        interaction: int | None = None,
        sure: bool = False,
    ) -> Answer:
        """A player acts; in an open window before the own turn that leaves a plan (X-8).

        What nobody gains by is asked back about, unless its player is `sure`.
        """

        def act(stored: StoredGame, seat: Seat) -> tuple[Change, str]:
            at, now, cards = stored.table, self._keeper.now(), shoe(stored)
            meant = meanings(at, seat, text) or _offered(at, text) or (text,)
            try:
                change = table.play(at, seat, meant[0], now, cards, seen)
                told = _did(change, seat)
            except NotationError:
                _check_held(at, seat, text)
                raise
            except NotYourTurn as early:
                if seat not in at.asked[1:]:
                    raise
                try:
                    change = table.plan(at, seat, meant[0], now, cards, seen)
                except NotationError:
                    raise early from None  # an action it is, but none that can be left ahead
                told = f"Left for your turn; until then you can change it.\n{_left(change, seat)}"
            if len(meant) > 1:  # nothing is refused, so which of them has to be asked
                raise _Several(at, meant)
            if not sure and (doubt := _doubt(at, seat, meant[0])):
                raise doubt
            return change, told

        return await self._acted(game_id, user, act, text, interaction)

    async def plan(
        self,
        game_id: str,
        user: int,
        text: str,
        seen: str | None = None,
        interaction: int | None = None,
        sure: bool = False,
    ) -> Answer:
        """A player leaves answers ahead; at the own turn they act at once.

        There what nobody gains by is asked back about, unless its player is `sure`.
        """

        def act(stored: StoredGame, seat: Seat) -> tuple[Change, str]:
            at, now, cards = stored.table, self._keeper.now(), shoe(stored)
            try:
                change = table.plan(at, seat, text, now, cards, seen)
            except NotationError:
                change = table.plan(at, seat, _in_full(at, seat, text), now, cards, seen)
            if not sure and (doubt := _doubt_at_once(at, seat, text, change)):
                raise doubt
            told = []
            plans = change.table.plans_of(seat)
            if not plans or any(entry.actor == actor_name(seat) for entry in change.entries):
                told.append(_did(change, seat))
            if plans:
                told.append(_left(change, seat))
            return change, "\n".join(told)

        return await self._acted(game_id, user, act, text, interaction)

    async def withdraw(self, game_id: str, user: int, decision: str | None = None) -> Answer:
        """A player takes back an answer left ahead, or all of them."""

        def act(stored: StoredGame, seat: Seat) -> tuple[Change, str]:
            change = table.withdraw(stored.table, seat, self._keeper.now(), decision)
            return change, "Taken back." if change.dropped else "No answer of yours was left ahead."

        return await self._acted(game_id, user, act, "", None)

    async def hush(self, game_id: str, user: int, seen: str | None = None) -> Answer:
        """A player wants no more reminders of the present turn."""

        def act(stored: StoredGame, seat: Seat) -> tuple[Change, str]:
            change = table.hush(stored.table, seat, self._keeper.now(), seen)
            return change, "You are not reminded again of this turn."

        return await self._acted(game_id, user, act, "", None)

    async def _acted(
        self, game_id: str, user: int, act: Act, text: str, interaction: int | None
    ) -> Answer:
        async def do(stored: StoredGame) -> Answer:
            seat = stored.seat_of(user)
            if seat is None:
                return not_a_player()
            try:
                change, told = act(stored, seat)
            except (_Several, _Doubt) as asks:
                return asks.question()
            except GameError as error:
                if await self._keeper.is_repeated(interaction):
                    return REPEATED
                return await self._refusal(stored, seat, text, error)
            # a line of the journal bears the interaction, and the store keeps no second one
            if not change.entries and await self._keeper.is_repeated(interaction):
                return REPEATED
            kept = await self._keeper.keep(stored, change, interaction)
            hand = registry.kit(kept.table.game.id).words.hand(kept.table.view(seat))
            return Answer(f"{told}\n{hand}")

        return await self._keeper.about_game(game_id, do)

    async def _refusal(self, stored: StoredGame, seat: Seat, text: str, error: GameError) -> Answer:
        """One private sentence or two: what is wrong, and what would be legal."""
        at = stored.table
        if isinstance(error, Stale | NotYourTurn) and text:
            moment = await self._played(at, seat, text)
            if moment is not None:
                return Answer(f"You played that already, <t:{moment}:R>.", done=False)
        said = [sentence(reason(at, error))]
        if isinstance(error, Paused):
            said = [time_in_words(at)]
            if at.request is None:
                said.append("You may leave an answer for when it goes on, with `/plan`.")
        if isinstance(error, Stale):
            words = registry.kit(at.game.id).words
            said.append(words.question(at.view(seat), beats.shown_names(at), at.asked) or "")
        return Answer(" ".join(filter(None, [*said, now_legal(at, seat)])), done=False)

    async def _played(self, at: Table, seat: Seat, text: str) -> Moment | None:
        """When a seat's newest line was this very action, if it was and has stood since."""
        try:
            action = at.game.write(at.game.parse(text))
        except NotationError:
            return None
        for entry in reversed(await self._store.journal(at.id)):
            if entry.actor == actor_name(seat):
                return entry.at if entry.action == action else None
            if entry.actor == "house" and isinstance(house.read_order(entry.action), house.Rewind):
                return None  # what was played before may have been taken back
        return None


class _Several(Exception):
    """Words that could be done, but can mean several actions."""

    def __init__(self, at: Table, meant: Sequence[str]) -> None:
        self._at = at
        self._meant = meant

    def question(self) -> Answer:
        """Asks which of them; nothing has happened."""
        choices = tuple(self._meant)
        told = "That can mean several things. Which of them? Nothing has been played yet."
        if len(choices) == MOST_MEANINGS:
            told += f" If none of these is it, name the cards with suits, like `{choices[0]}`."
        return Answer(told, done=False, choices=choices, key=self._at.key)


class _Doubt(Exception):
    """An action that is legal, but hardly what its player means."""

    def __init__(self, at: Table, action: str, asks: str) -> None:
        self._at = at
        self._action = action
        self._asks = asks

    def about(self, text: str) -> _Doubt:
        """The same of all the words that it stands among."""
        return _Doubt(self._at, text, self._asks)

    def question(self) -> Answer:
        """Asks back; nothing has happened."""
        return Answer(self._asks, done=False, doubted=self._action, key=self._at.key)


def _doubt(at: Table, seat: Seat, text: str) -> _Doubt | None:
    """What to ask back before a seat's action; None where there is nothing to ask."""
    wagers = registry.kit(at.game.id).wagers
    if wagers is None:
        return None
    action = at.game.write(at.game.parse(text))
    asks = wagers.doubt(at.view(seat), action)
    return None if asks is None else _Doubt(at, action, asks)


def _doubt_at_once(at: Table, seat: Seat, text: str, change: Change) -> _Doubt | None:
    """The same for answers that are left at the own turn, of which one acts at once.

    What is left for later is said with deliberation, and can be taken back.
    """
    if seat != at.turn:
        return None
    for entry in change.entries:
        if entry.actor == actor_name(seat):
            doubt = _doubt(at, seat, entry.action)
            return doubt and doubt.about(text)
    return None


def _in_full(at: Table, seat: Seat, text: str) -> str:
    """Answers to be left, with what is open in their cards filled in.

    NotationError where that can be done in several ways: nobody is there to ask at the turn.
    """
    parts = _BETWEEN.split(text)
    for place in range(0, len(parts), 2):
        try:
            at.game.left(at.state, seat, parts[place])
        except NotationError:
            meant = meanings(at, seat, parts[place])
            if len(meant) > 1:
                expected = f"cards with their suits, like {meant[0]} or {meant[1]}"
                raise NotationError(expected, parts[place]) from None
            if not meant:
                _check_held(at, seat, parts[place])
            parts[place] = (*meant, parts[place])[0]
        except GameError:
            continue  # it can be read; whether it may be left is asked of all of it
    return "".join(parts)


def _offered(at: Table, text: str) -> tuple[str, ...]:
    """What is offered to everybody under a verb that stands alone, of several the first.

    So whoever cannot do it is told why by the rules, and not that a card is wanting.
    """
    offers = registry.kit(at.game.id).words.offers(at.view(None))
    return tuple(offer for offer in offers if offer.split(" ")[0] == text.strip())[:1]


def _check_held(at: Table, seat: Seat, text: str) -> None:
    """Raises GameError for words that would mean something if the hand had the cards: `play AAA`.

    The rules cannot say it: where suits are missing, there are no cards that they could name.
    """
    verb, _, rest = text.strip().partition(" ")
    hand = at.game.hands(at.state)[seat]
    if registry.kit(at.game.id).picking is None or not hand:
        return
    try:
        at.game.parse(f"{verb} {write_card(hand[0])}")
    except NotationError:
        return
    found = read_cards_and_ranks(rest)
    if found is not None and found[1]:
        raise GameError(f"{shown(rest.strip(), quote=False)} is not in this hand (X-15)")


def _left(change: Change, seat: Seat) -> str:
    """What a seat has left ahead after a change."""
    plans = change.table.plans_of(seat)
    return "Left for later: " + "; ".join(plan_in_words(plan.text) for plan in plans)


def _did(change: Change, seat: Seat) -> str:
    """What of a change was the seat's own doing."""
    for entry in change.entries:
        if entry.actor == actor_name(seat):
            return f"Done: `{entry.action}`."
    return "That does not fit now, so you are still to act."
