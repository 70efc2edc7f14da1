"""What the host gives back to the person who did or asked something, and its common sentences.

Values and words only. What a game itself says is in its own `text.py`; how an answer reaches
Discord is in `answers.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from bot import beats
from games import registry
from games.core import DEALER, GameError, IllegalAction, NotYourTurn, Seat
from games.table import Table

MENU_LENGTH = 12
"""Actions that a sentence lists."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the person who did something is told, in private.

    `done` says whether it took effect; a refusal has changed nothing. `repeated` marks a second
    delivery of an interaction that has been answered already: nothing need be said again. `file`
    is the name and the text of something to attach. `choices` are the actions that somebody's words
    can mean, who has to say which, and `key` is the decision that they are for.
    """

    text: str
    done: bool = True
    repeated: bool = False
    file: tuple[str, str] | None = None
    choices: tuple[str, ...] = ()
    key: str | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a player has left ahead, by decision, with the hand and the window it was read in.

    `due` is the decision that this very player has to make now, None ahead of the own turn.
    """

    game_id: str
    game: str
    key: str | None
    hand: str
    left: Mapping[str, str]
    due: str | None = None


@dataclass(frozen=True, slots=True)
class Options:
    """What somebody may do in a game now: words about it, and the actions.

    `key` is the window that they are for, `may_plan` whether answers may be left ahead. Where cards
    are put together, `cards` are those of the hand, `picked` the chosen ones of them, and `actions`
    what these are, or what need not be picked.
    """

    text: str
    key: str | None = None
    actions: tuple[str, ...] = ()
    at_turn: bool = False
    may_plan: bool = False
    cards: tuple[str, ...] = ()
    picked: tuple[str, ...] = ()


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


def now_legal(at: Table, seat: Seat) -> str:
    """What a seat may do now, as a sentence; empty where nothing can be done."""
    if at.outcome is not None or at.clock.pause is not None:
        return ""
    if at.turn == seat:
        actions: Sequence[str] = legal_texts(at, seat)
        more = len(actions) > MENU_LENGTH
        if more:  # what there is little of must not be lost among a hundred hands
            actions = [action for verb in by_verb(actions) for action in verb]
        row = ", ".join(f"`{action}`" for action in actions[:MENU_LENGTH])
        return f"You may {row}{' …' if more else ''}."
    if seat in at.asked:
        return "Your turn is still to come; you may leave an answer for it."
    return "Nothing is asked of you now."


def legal_texts(at: Table, seat: Seat) -> tuple[str, ...]:
    """Everything that a seat may do now, as text."""
    return tuple(at.game.write(action) for action in at.game.legal(at.state, seat))


def by_verb(actions: Iterable[str]) -> list[list[str]]:
    """Actions with those of the same verb together, first the verbs that there is least of."""
    verbs: dict[str, list[str]] = {}
    for action in actions:
        verbs.setdefault(action.partition(" ")[0], []).append(action)
    return sorted(verbs.values(), key=len)


def meanings(at: Table, seat: Seat, text: str) -> tuple[str, ...]:
    """The actions that typed words can mean; none where there is nothing to be completed."""
    picking = registry.kit(at.game.id).picking
    if picking is None:
        return ()
    return tuple(map(at.game.write, picking.meant(at.game, at.view(seat), text)))
