"""What may be looked at: hands, menus, where a game stands, records, and which games there are.

Nothing here changes anything. Each person is shown what the own seat may know, and no more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal

from bot import ahead, beats
from bot.finder import Candidate
from bot.keeper import Keeper
from bot.replies import (
    MOST_SUMS,
    Answer,
    Options,
    Sheet,
    by_verb,
    legal_texts,
    meanings,
    no_game,
    not_a_player,
    now_legal,
    time_in_words,
)
from games import registry
from games.cards import write_card
from games.core import Finished, NotSeated, Seat
from games.table import Table
from games.text import plan_in_words
from storage.archive import record_text
from storage.store import GameRow, StoredGame

FEW = 10
"""Actions that need not be picked: so many are two rows of buttons."""


class Reader:
    """Looks at the games and sign-ups of one store."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper
        self._store = keeper.store

    async def look(self, game_id: str, user: int | None = None) -> Answer:
        """Where a game stands, with the own hand and plans for somebody who plays in it."""
        stored = await self._keeper.game(game_id)
        if stored is None:
            return no_game(game_id)
        seat = None if user is None else stored.seat_of(user)
        at = stored.table
        words = registry.kit(at.game.id).words
        lines = words.standing(at.view(seat), beats.shown_names(at), at.asked)
        if at.abandoned:
            lines.insert(0, "The game is over: it was abandoned, without a result.")
        elif at.outcome is None and at.clock.pace is not None:
            lines += [time_in_words(at), beats.pace_in_words(at.clock.pace)]
        if seat is not None:
            lines += _left_for_later(at, seat)
        return Answer("\n".join(lines))

    async def hand(self, game_id: str, user: int) -> Answer:
        """The own hand, what can be done with it now, and what is left for later."""
        stored = await self._keeper.game(game_id)
        if stored is None:
            return no_game(game_id)
        seat = stored.seat_of(user)
        if seat is None:
            return not_a_player()
        at = stored.table
        lines = [registry.kit(at.game.id).words.hand(at.view(seat))]
        lines += [legal] if (legal := now_legal(at, seat)) else []
        lines += _left_for_later(at, seat)
        return Answer("\n".join(lines))

    async def menu(self, game_id: str, user: int, verb: str, typed: str = "") -> tuple[str, ...]:
        """What of the own hand can follow a verb: now, or left ahead for the own turn.

        Ahead of it, several cards are only put together where somebody has `typed` which.
        """
        stored = await self._keeper.game(game_id)
        seat = None if stored is None else stored.seat_of(user)
        if stored is None or seat is None or stored.table.clock.pause is not None:
            return ()
        at = stored.table
        if at.turn == seat:
            legal = legal_texts(at, seat)
            return tuple(text.partition(" ")[2] for text in legal if text.startswith(f"{verb} "))
        if seat not in at.asked:
            return ()
        hand = [write_card(card) for card in at.game.hands(at.state)[seat]]
        offers = registry.kit(at.game.id).words.offers(at.view(seat))
        offered = [offer for offer in offers if offer.startswith(f"{verb} ")]
        texts = offered or [f"{verb} {card}" for card in hand]
        texts += [text for text in meanings(at, seat, f"{verb} {typed}") if text not in texts]
        own = [text.partition(" ")[2] for text in texts if set(text.split()[1:]) <= set(hand)]
        return tuple(cards for cards in own if ahead.may_wait(at, seat, f"{verb} {cards}"))

    async def at_turn(self, game_id: str, user: int) -> bool:
        """Whether somebody has to act in a game now."""
        stored = await self._keeper.game(game_id)
        if stored is None or (seat := stored.seat_of(user)) is None:
            return False
        return stored.table.turn == seat and stored.table.clock.pause is None

    async def options(self, game_id: str, user: int, picked: Sequence[str] = ()) -> Options:
        """What somebody may do in a game now; ahead of the own turn, that answers may be left.

        `picked` are cards of the own hand, where several are put together before they are played.
        """
        stored = await self._keeper.game(game_id)
        seat = None if stored is None else stored.seat_of(user)
        if stored is None or seat is None:
            return Options((no_game(game_id) if stored is None else not_a_player()).text)
        at = stored.table
        if at.outcome is not None:
            return Options("The game is over.")
        words = registry.kit(at.game.id).words
        view = at.view(seat)
        if at.turn != seat or at.clock.pause is not None:
            told = [ahead.sheet(at, seat).moment, words.hand(view), *_left_for_later(at, seat)]
            return Options("\n".join(told), at.key, may_plan=True)
        question = words.question(view, beats.shown_names(at), at.asked)
        told = [question or "It is your turn.", words.hand(view), *_left_for_later(at, seat)]
        legal = legal_texts(at, seat)
        now = Options("\n".join(told), at.key, legal, at_turn=True, may_plan=True)
        return _with_cards(at, seat, _with_chips(at, view, now), picked)

    async def sheet(self, game_id: str, user: int, picked: Sequence[str] = ()) -> Sheet:
        """What a player can answer ahead, and what is left already, to be changed.

        `picked` are cards of the own hand that are put together. GameError for whoever does not
        play, or where the game is over.
        """
        stored = await self._keeper.game(game_id)
        seat = None if stored is None else stored.seat_of(user)
        if stored is None or seat is None:
            raise NotSeated("you do not play in this game")
        if stored.table.outcome is not None:
            raise Finished("the game is over")
        return ahead.sheet(stored.table, seat, picked)

    async def playing_in(self, user: int, guild: int, channel: int) -> Candidate | None:
        """The one game of a channel in which a person plays; None also where there are several."""
        own = []
        for row in await self._keeper.games_in(guild, channel):
            stored = await self._keeper.game(row.id) if row.status == "playing" else None
            seat = None if stored is None else stored.seat_of(user)
            if stored is not None and seat is not None:
                own.append((stored, seat))
        return _seated(*own[0], "playing") if len(own) == 1 else None

    async def candidates(
        self, user: int, guild: int | None, channel: int | None, named: str | None = None
    ) -> list[Candidate]:
        """The games and sign-ups that a person's command can be about, with the one named."""
        own = await self._store.games_of(user)
        rows = {row.id: row for row in own}
        if guild is not None:
            for row in await self._store.games_in(guild):
                rows.setdefault(row.id, row)
            if channel is not None and (last := await self._store.last_finished(guild, channel)):
                rows.setdefault(last.id, last)
        if named is not None and named not in rows and (other := await self._row(named)):
            rows[named] = other
        entered = {row.id for row in own if row.status == "sign-up"}
        return [await self._candidate(row, user, row.id in entered) for row in rows.values()]

    async def _row(self, game_id: str) -> GameRow | None:
        """A game or sign-up of any server, as it would stand in a list."""
        stored = await self._keeper.game(game_id)
        if stored is not None:
            at = stored.table
            status: Literal["playing", "finished"] = "finished" if at.outcome else "playing"
            return GameRow(game_id, status, at.game.id, stored.place)
        opened = await self._store.sign_up(game_id)
        if opened is None or not opened.sign_up.is_open:
            return None
        return GameRow(game_id, "sign-up", opened.sign_up.game, opened.place)

    async def _candidate(self, row: GameRow, user: int, entered: bool) -> Candidate:
        one = Candidate(
            row.id, row.status, row.game, row.place.guild, row.place.channel, row.seat, entered
        )
        if row.status == "sign-up" or (row.status == "playing" and row.seat is None):
            return one
        stored = await self._keeper.game(row.id)
        seat = None if stored is None else stored.seat_of(user)
        return one if stored is None or seat is None else _seated(stored, seat, row.status)

    async def seats(self, game_id: str) -> tuple[str, ...]:
        """Who sits where, by name; nobody where there is no such game."""
        stored = await self._keeper.game(game_id)
        return () if stored is None else stored.table.names

    async def record(self, game_id: str) -> Answer:
        """The record of a game; of a running one without what is still secret."""
        stored = await self._keeper.game(game_id)
        if stored is None:
            return no_game(game_id)
        text = await self._store.record(game_id)
        if text is None:
            text = record_text(stored, await self._store.journal(game_id))
        over = stored.table.outcome is not None
        told = "The whole record." if over else "The record so far; hidden cards stay hidden."
        return Answer(told, file=(f"{stored.table.game.id}-{game_id}.box", text))


def _seated(stored: StoredGame, seat: Seat, status: Literal["playing", "finished"]) -> Candidate:
    """A game as it concerns whoever sits at a seat."""
    at, place = stored.table, stored.place
    waits = at_turn = False
    if at.outcome is None and at.clock.pause is None:
        asked = at.asked
        waits, at_turn = seat in asked, at.turn == seat
    return Candidate(
        id=at.id,
        status=status,
        game=at.game.id,
        guild=place.guild,
        channel=place.channel,
        seat=seat,
        waits=waits,
        at_turn=at_turn,
    )


def _left_for_later(at: Table, seat: Seat) -> list[str]:
    """The answers that a seat has left ahead, a line each, for that seat alone."""
    return [f"Left for later: {plan_in_words(plan.text)}" for plan in at.plans_of(seat)]


def _with_cards(at: Table, seat: Seat, options: Options, picked: Sequence[str]) -> Options:
    """The same where cards are put together: those of the hand, and what the picked ones are."""
    picking = registry.kit(at.game.id).picking
    hand = at.game.hands(at.state)[seat]
    if picking is None or not hand:
        return options
    chosen = [card for card in hand if write_card(card) in picked]
    options = replace(options, cards=tuple(map(write_card, hand)))
    if not chosen:
        few: set[str] = set()
        for verb in by_verb(options.actions):
            if len(few) + len(verb) <= FEW:
                few.update(verb)
        return replace(options, actions=tuple(text for text in options.actions if text in few))
    view = at.view(seat)
    made = picking.made(at.game, view, chosen)
    uses = [at.game.write(action) for action in picking.uses(at.game, view, chosen)]
    return replace(
        options,
        text=f"{options.text}\n{made}",
        picked=tuple(map(write_card, chosen)),
        actions=(
            *uses,
            *(text for text in options.actions if " " not in text),
        ),
    )


def _with_chips(at: Table, view: Any, options: Options) -> Options:
    """The same where chips are played for: what actions cost, and which sums can be named."""
    wagers = registry.kit(at.game.id).wagers
    if wagers is None:
        return options
    verb, amounts = wagers.sums(view)
    listed = len(amounts) <= MOST_SUMS
    said = ((text, wagers.label(view, text)) for text in options.actions)
    return replace(
        options,
        labels={text: label for text, label in said if label is not None},
        limits=wagers.limits(view) if amounts else None,
        sums=tuple(f"{verb} {chips}" for chips in amounts) if listed else (),
        typed=None if listed else verb,
    )
