"""What a finished game must have told, worked out from its journal alone.

The journal is folded from the start, as a reader of the record would do it, and the rules' own
sentences are compared with the posts. How the host puts posts together is of no interest here,
except that passes in a row may share a line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

from bot import beats
from games import fairness, house, record, registry, table
from games.core import Event, Seat
from games.pitch_and_catch.terms import HandDealt
from games.pitch_and_catch.text import hand_in_words
from games.record import History
from games.table import Entry
from games.text import ending, final_score, public_lines, stays
from tests.kill.twin import State
from tests.kill.world import Message

MOMENT = re.compile(r"<t:\d+:f> \(<t:\d+:R>\)")
"""A moment as posts show it. Which it is, the journal does not always say."""

PRIVATE = (
    "It is your turn in ",
    "Your time in ",
    "Your answer “",
    "You have taken over",
    "You are asked once more",
    "Your seat in ",
)
"""How private posts begin that are not about a hand."""


def check_channel(state: State, journal: Sequence[Entry], messages: Sequence[Message]) -> None:
    """The channel's posts, in order, tell exactly what the journal says, each thing once."""
    bodies = [json.loads(message.body) for message in messages]
    kinds = [body["kind"] for body in bodies]
    assert kinds[0] == "sign-up", kinds
    assert kinds.count("sign-up") == kinds.count("draw") == kinds.count("end") == 1, kinds
    assert set(kinds) <= {"sign-up", "waits", "draw", "beat", "end", "away", "consent"}, kinds
    told = [
        line
        for body in bodies
        if body["kind"] in ("beat", "end", "consent")
        for line in MOMENT.sub("then", body["text"]).partition("To act: ")[0].splitlines()
        if not line.startswith(beats.STILL_ASKED)  # where it stands, as "To act: " is
    ]
    due = [line for _, lines in _folded(state, journal) for line in lines]
    assert state.game is not None
    at = state.game.table
    if at.outcome is not None and at.outcome.places is not None:
        played = stays(at.players, at.handovers, beats.shown_name)
        how = ending(registry.kit(at.game.id).words, at.outcome)
        due += [f"Final score ({how}):", *final_score(at.outcome, beats.shown_names(at), played)]
    assert list(_single(told)) == list(_single(due))


def check_hands(
    state: State, journal: Sequence[Entry], private: dict[int, Sequence[Message]]
) -> None:
    """Each hand was sent to whoever held it, once, and nothing came that nobody can explain."""
    dealt: dict[int, list[str]] = {user: [] for user in private}
    for events, seated in _deals(state, journal):
        for event in events:
            if isinstance(event, HandDealt) and event.to in seated:
                hand = f"Your hand: {hand_in_words(event.cards)}"
                dealt.setdefault(seated[event.to], []).append(hand)
    for user, hands in dealt.items():
        texts = [json.loads(message.body)["text"].split("\n") for message in private.get(user, ())]
        assert _brings(hands, texts), f"{user} was to have {hands}, and was told {texts}"


def _brings(hands: Sequence[str], texts: Sequence[Sequence[str]]) -> bool:
    """Whether these private posts can be what brought these hands, in order, each once.

    A post about something else shows the hand of its moment too: that may be all that it brings.
    """
    brought = {0}
    for lines in texts:
        about_else = lines[0].startswith(PRIVATE)
        after = set(brought) if about_else else set()
        if not lines[0].startswith(PRIVATE[0]):
            after |= {n + 1 for n in brought if n < len(hands) and hands[n] in lines}
        brought = after
    return len(hands) in brought


def check_record(state: State, journal: Sequence[Entry], text: str | None) -> None:
    """The record replays to the end that the game had, and its chance is proved fair."""
    assert state.game is not None
    assert text is not None, "there is no record"
    failed = [check for check in fairness.checks(text) if check.verdict != "holds"]
    assert not failed, failed
    read = record.read(text)
    assert record.replay(read).table.outcome == state.game.table.outcome
    lines = [f"{line.actor} {line.action}" for line in read.lines]
    assert lines == [f"{entry.actor} {entry.action}" for entry in journal if entry.actor]


def _start(state: State) -> History:
    assert state.game is not None
    players = [
        house.Player(one.name, "person" if one.house is None else "computer")
        for one in sorted(
            (one for one in state.game.seatings if one.seat is not None and one.began == 0),
            key=lambda one: one.seat or 0,
        )
    ]
    game = state.game.table
    return History(table.seat_players(game.id, game.game, players))


def _folded(
    state: State, journal: Sequence[Entry]
) -> Iterator[tuple[tuple[Event, ...], list[str]]]:
    """Each row of the journal: its events, and what everybody is told of it."""
    history = _start(state)
    words = registry.kit(history.table.game.id).words
    for entry in journal:
        if entry.actor:
            events = history.enter(entry.actor, entry.action, entry.at, entry.note).events
            names = [beats.shown_name(name) for name in history.table.names]
            shown = map(beats.with_shown_name, events)
            yield events, public_lines(words, shown, names, lambda _: "then")
        else:
            event = beats.with_shown_name(_noted(entry.note or "", history.table.names))
            names = [beats.shown_name(name) for name in history.table.names]
            yield (), public_lines(words, [event], names, lambda _: "then")


def _deals(
    state: State, journal: Sequence[Entry]
) -> Iterator[tuple[tuple[Event, ...], dict[Seat, int]]]:
    """Each row's events, with the people who sat where when it was entered."""
    assert state.game is not None
    for number, (events, _) in enumerate(_folded(state, journal), 1):
        yield (
            events,
            {
                one.seat: one.user
                for one in state.game.seatings
                if one.seat is not None
                and one.user is not None
                and (one.began or 0) <= number
                and (one.ended is None or number < one.ended)
            },
        )


def _noted(note: str, names: Sequence[str]) -> Event:
    """What a note stands for, which folding passes over."""
    found = re.fullmatch(r"house (\w+)(?: (.+?))??(?: by (.+))?", note)
    assert found, f"what does the note mean: {note}"
    verb, rest, by = found.groups()
    said = (rest or "").split()
    if said[:1] and (seat := re.fullmatch(r"p(\d+)", said[0])):
        name = names[int(seat[1]) - 1]
    match verb, said:
        case "pause", ["until", *_]:
            return house.Ordered(house.Pause(0), by=by)
        case "pause", []:
            return house.Ordered(house.Pause(), by=by)
        case "resume", []:
            return house.Ordered(house.Resume(), by=by)
        case "extend", [*_, "automatic,", left, "left"]:
            return house.Extended(int(said[0][1:]) - 1, 0, int(left))
        case "extend", [_, seconds, "seconds", *_]:
            return house.Ordered(house.Extend(int(seconds)), name, by)
        case "nudge", [_]:
            return house.Ordered(house.Nudge(), name, by)
        case "rename", [*_]:
            return house.Ordered(house.Rename(json.loads(rest)), by=by)
        case "rewind", [lines, "asked", *_]:
            return house.RewindAsked(int(lines), 0, by)
        case "rewind", [lines, "refused" | "lapsed" | "withdrawn" as because]:
            return house.RewindDropped(int(lines), because)
    raise AssertionError(f"what does the note mean: {note}")


def _single(lines: Sequence[str]) -> Iterator[str]:
    """The lines, with passes one by one."""
    for line in lines:
        if passing := re.fullmatch(r"(.+) pass(es)?\.", line):
            yield from (f"{name} passes." for name in re.split(r", | and ", passing.group(1)))
        else:
            yield line
