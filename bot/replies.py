"""What the host gives back to the person who did or asked something, and its common sentences.

Values and words only. What a game itself says is in its own `text.py`; how an answer reaches
Discord is in `answers.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from bot import beats
from games import registry
from games.core import DEALER, Ahead, GameError, IllegalAction, NotYourTurn, Seat
from games.table import Table

MENU_LENGTH = 12
"""Actions that a sentence lists."""

MOST_SUMS = 25
"""Sums of chips that are shown one by one; a menu has room for no more."""

LONGEST = 1800
"""Signs that one message holds, with room for what stands around them."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the person who did something is told, in private.

    `done` says whether it took effect; a refusal has changed nothing. `repeated` marks a second
    delivery of an interaction that has been answered already: nothing need be said again. `file`
    is the name and the text of something to attach. `choices` are the actions that somebody's words
    can mean, who has to say which, and `key` is the decision that they are for. `doubted` is an
    action that is asked back about, and is done when its player says so.
    """

    text: str
    done: bool = True
    repeated: bool = False
    file: tuple[str, str] | None = None
    choices: tuple[str, ...] = ()
    key: str | None = None
    doubted: str | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a player can answer ahead, and has: with the window in which it was looked up.

    `moment` says whether the turn is still to come, `text` that, where the game is and what is
    left. `questions` are the decisions that may still come to the player, each with the answers
    that would be taken now, and `left` is what stands, by decision. `past` are those of them that
    could not be left again by now. `due` is the decision that this very player has to make now.
    Where cards are put together, `cards` are those of the hand and `picked` the chosen ones.
    """

    game_id: str
    key: str | None
    moment: str
    text: str
    hand: str
    questions: tuple[Ahead, ...]
    left: Mapping[str, str]
    past: frozenset[str] = frozenset()
    due: str | None = None
    cards: tuple[str, ...] = ()
    picked: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Options:
    """What somebody may do in a game now: words about it, and the actions.

    `key` is the window that they are for, `may_plan` whether answers may be left ahead. Where cards
    are put together, `cards` are those of the hand, `picked` the chosen ones of them, and `actions`
    what these are, or what need not be picked. `labels` are what stands on the buttons of actions
    whose words do not say it all. Where sums of chips can be named, `limits` says which; `sums` are
    the actions that do so, or, if they are more than MOST_SUMS, `typed` is their verb.
    """

    text: str
    key: str | None = None
    actions: tuple[str, ...] = ()
    at_turn: bool = False
    may_plan: bool = False
    cards: tuple[str, ...] = ()
    picked: tuple[str, ...] = ()
    labels: Mapping[str, str] = field(default_factory=dict)
    limits: str | None = None
    sums: tuple[str, ...] = ()
    typed: str | None = None


REPEATED = Answer("", repeated=True)
"""For an interaction that came before."""


def sentence(words: str) -> str:
    """Words as a sentence of their own."""
    return f"{words[:1].upper()}{words[1:]}."


def no_game(game_id: str) -> Answer:
    """There is none of that name."""
    return Answer(f"There is no game {game_id} here.", done=False)


def not_a_player() -> Answer:
    """Somebody acts who only looks on."""
    return Answer("You do not play in this game.", done=False)


def reason(at: Table, error: GameError) -> str:
    """Why something is refused, with the clause that forbids it."""
    match error:
        case IllegalAction(clause=clause, fact=fact):
            return f"{registry.kit(at.game.id).words.refusal(fact)} ({clause})"
        case NotYourTurn(turn=turn) if turn is not None and turn != DEALER:
            return f"it is the turn of {beats.shown_name(at.names[turn])} (X-14)"
    return str(error)


def time_in_words(at: Table) -> str:
    """Until when the player at turn has time, or the game stands still; empty without a clock."""
    clock = at.clock
    if at.request is not None:
        lapses = beats.shown_moment(at.request.lapses)
        return f"All who play are asked to agree to a rewind, until {lapses}; the game waits."
    if clock.pause is not None:
        until = clock.pause.until
        stands = "The game is paused"
        return f"{stands}." if until is None else f"{stands} until {beats.shown_moment(until)}."
    if clock.seat is None or clock.deadline is None:
        return ""
    name = beats.shown_name(at.names[clock.seat])
    return f"{name} has until {beats.shown_moment(clock.deadline)}."


def now_legal(at: Table, seat: Seat) -> str:
    """What a seat may do now, as a sentence; empty where nothing can be done."""
    if at.outcome is not None or at.clock.pause is not None:
        return ""
    if at.turn == seat:
        texts = legal_texts(at, seat)
        verb, amounts = _sums(at, seat)
        actions = [f"`{text}`" for text in texts if not amounts or not text.startswith(f"{verb} ")]
        more = len(actions) > MENU_LENGTH
        if more:  # what there is little of must not be lost among a hundred hands
            actions = [action for of_verb in by_verb(actions) for action in of_verb]
        actions = actions[:MENU_LENGTH]
        if amounts:
            ends = dict.fromkeys((amounts[0], amounts[-1]))
            actions.append(" to ".join(f"`{verb} {chips}`" for chips in ends))
        return f"You may {', '.join(actions)}{' …' if more else ''}."
    if seat in at.asked:
        return "Your turn is still to come; you may leave an answer for it."
    return idle(at, seat)


def idle(at: Table, seat: Seat) -> str:
    """That nothing is asked of a seat, with the reason where the game knows one."""
    wagers = registry.kit(at.game.id).wagers
    return (wagers and wagers.idle(at.view(seat))) or "Nothing is asked of you now."


def legal_texts(at: Table, seat: Seat) -> tuple[str, ...]:
    """Everything that a seat may do now, as text; more than MOST_SUMS sums of chips are left out.

    A table can be played for a million chips, and nobody waits until they are all written down.
    """
    actions = iter(at.game.legal(at.state, seat))
    verb, amounts = _sums(at, seat)
    texts = []
    for action in actions:
        text = at.game.write(action)
        if len(amounts) > MOST_SUMS and text.startswith(f"{verb} "):
            next(islice(actions, len(amounts) - 1, len(amounts) - 1), None)  # the rest of them
        else:
            texts.append(text)
    return tuple(texts)


def _sums(at: Table, seat: Seat) -> tuple[str, range]:
    """The sums of chips that a seat may name, if it is at turn, and the verb for it."""
    wagers = registry.kit(at.game.id).wagers
    if wagers is None or at.turn != seat:
        return "", range(0)
    return wagers.sums(at.view(seat))


def by_verb(actions: Iterable[str]) -> list[list[str]]:
    """Actions with those of the same verb together, first the verbs that there is least of."""
    verbs: dict[str, list[str]] = {}
    for action in actions:
        verbs.setdefault(action.partition(" ")[0], []).append(action)
    return sorted(verbs.values(), key=len)


def meanings(at: Table, seat: Seat, text: str) -> tuple[str, ...]:
    """The actions that typed words can mean; none where there is nothing to be completed."""
    meant = registry.kit(at.game.id).meant
    if meant is None:
        return ()
    return tuple(map(at.game.write, meant(at.game, at.view(seat), text)))


def rows_in_words(rows: Sequence[str], most: int = LONGEST) -> str:
    """A list, a line each, cut to what one message holds."""
    kept: list[str] = []
    for row in rows:
        if sum(map(len, kept)) + len(kept) + len(row) > most:
            return "\n".join([*kept, f"and {len(rows) - len(kept)} more"])
        kept.append(row)
    return "\n".join(kept)
