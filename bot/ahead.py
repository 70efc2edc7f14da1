"""What a seat can answer ahead, and what it has left: looked up for that seat alone (X-8).

It is made of the seat's own view and of what the rules would take from it, so that nobody else's
cards or plans are in it. How it is tapped is in `sheet.py`; that it is kept, in `players.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot import beats
from bot.replies import Sheet, idle, reason, time_in_words
from games import registry
from games.cards import write_card
from games.core import Ahead, GameError, Ready, Seat, replace
from games.table import Table
from games.text import plan_in_words

ELSE = (
    "If an answer without `else` does not fit at your turn, you are asked after all. Nobody else "
    "learns of an answer before it is played."
)


def sheet(at: Table, seat: Seat, picked: Sequence[str] = ()) -> Sheet:
    """What a seat of a running game can leave now; `picked` are cards of its hand."""
    kit = registry.kit(at.game.id)
    view, window = at.view(seat), at.window
    hand = at.game.hands(at.state)[seat] if kit.picking else ()
    chosen = [card for card in hand if write_card(card) in picked]
    left = {plan.decision: plan.text for plan in at.plans_of(seat)}
    asked = kit.ahead(at.game, view, chosen)
    taken = [replace(one, ready=tuple(_taken(at, seat, one))) for one in asked]
    questions = tuple(one for one in taken if one.ready or one.decision in left)
    if window and at.turn == seat:  # what is due comes first
        questions = tuple(sorted(questions, key=lambda one: one.decision != window.decision))
    due = window.decision if window and at.turn == seat and at.clock.pause is None else None
    later = [one for one in questions if one.decision != due]
    moment = _moment(at, seat, later, asked)
    told = [moment]
    if question := kit.words.question(view, beats.shown_names(at), at.asked):
        told.append(question)
    told.append(kit.words.hand(view))
    if kit.picking and chosen:
        told.append(kit.picking.made(at.game, view, chosen))
    told += [_standing(one, left.get(one.decision)) for one in later]
    if later:
        told.append(" ".join([*dict.fromkeys(one.lives for one in later), ELSE]))
    return Sheet(
        game_id=at.id,
        key=at.key,
        moment=moment,
        text="\n".join(told),
        hand=kit.words.hand(view),
        questions=questions,
        left=left,
        past=frozenset(one for one, text in left.items() if not may_wait(at, seat, text)),
        due=due,
        cards=tuple(map(write_card, hand)),
        picked=tuple(map(write_card, chosen)),
    )


def may_wait(at: Table, seat: Seat, text: str) -> bool:
    """Whether an answer may be left ahead, as far as the seat can tell."""
    try:
        at.game.left(at.state, seat, text)
    except GameError:
        return False
    return True


def _taken(at: Table, seat: Seat, asked: Ahead) -> Iterable[Ready]:
    """The answers to a decision that may be left now, in the words in which they are kept."""
    seen: set[str] = set()
    for ready in asked.ready:
        try:
            plan = at.game.left(at.state, seat, ready.text)
        except GameError:
            continue
        if plan.decision == asked.decision and plan.text not in seen:
            seen.add(plan.text)
            yield Ready(plan.text, ready.label or plan_in_words(plan.text))


def _moment(at: Table, seat: Seat, later: Sequence[Ahead], asked: Sequence[Ahead]) -> str:
    """Whether the turn of a seat is still to come, and whether anything may be left for it."""
    if at.clock.pause is not None:
        now, leave = time_in_words(at), "You may leave answers for when it goes on."
    elif at.turn == seat:
        now = "It is your turn: for that there is the button Act."
        leave = "Here you answer what may come after it."
    elif seat in at.asked and later:
        now, leave = "Your turn is still to come.", "You may leave an answer for it."
    else:
        now, leave = idle(at, seat), "You may leave an answer for what may still come."
    if later:
        return f"{now} {leave}"
    return now if at.turn == seat else f"{now} {_why_nothing(at, seat, asked)}"


def _why_nothing(at: Table, seat: Seat, asked: Sequence[Ahead]) -> str:
    """Why no answer of this seat would be taken now."""
    for ready in (ready for one in asked for ready in one.ready):
        try:
            at.game.left(at.state, seat, ready.text)
        except GameError as error:
            return f"No answer can be left ahead: {reason(at, error)}."
    return "No answer can be left ahead."


def _standing(asked: Ahead, left: str | None) -> str:
    """What is left for a decision, in the words of the button that leaves it, if there is one."""
    labels = (ready.label for ready in asked.ready if ready.text == left and ready.label)
    said = next(labels, plan_in_words(left) if left else "nothing is left yet")
    return f"**{asked.heading}**: {said}"
