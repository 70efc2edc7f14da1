"""What must hold after a kill: what people were told, the file, and what stands in Discord agree.

Nothing here asks the bot. What it told comes from its answers, what it kept from `evidence.py`, and
what it posted from the channels.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from bot.practice import Message, Outcome, Person
from games.table import Entry, Table
from tests.evening import MARK
from tests.kill.evidence import Evidence
from tests.kill.world import Message as Said

DONE = re.compile(r"^Done: `(?P<action>.+)`\.$", re.MULTILINE)
ORDERED = re.compile(
    r"^(The game is paused until .+ Then the game goes on by itself|The game goes on\.|"
    r"\d+ \w+( \d+ \w+)? more\.|.+ is asked again, here|"
    r"The last (move is|\d+ moves are) taken back|Cards were dealt or shown since then|"
    r"The title is|You have refused|You have agreed, as all others have)",
    re.MULTILINE,
)
"""How an answer begins that tells what a moderator has ordered, or what came of a consent."""
REMIND = "/my remind which:"
"""How a command begins that tells all games of somebody which reminders are wanted."""
SIGN = re.compile(r"(?:10|[2-9JQKA])[♣♦♥♠]")
ADDED = re.compile(r"-# \d+ · \w+|(<@\d+> ?)+|The seed of this game was .+")
"""Lines that the poster adds to what is owed."""

Lanes: TypeAlias = Mapping[tuple[str, int | None], Sequence[Message]]
"""Posts by game and person, None being everybody, in the order in which they stand there."""


@dataclass(eq=False)
class Act:
    """Something that somebody did, and what was told for it: None while that is not known."""

    person: Person
    what: str
    game: str | None
    outcome: Outcome
    version: int | None
    """Of the game, when it was last seen."""
    again: Callable[[], Coroutine[Any, Any, Act]]
    told: str | None = None
    alone: bool = True
    """Whether the same person was at nothing else in this game, so that its last word is known."""

    @property
    def id(self) -> int:
        """Discord's number of it."""
        return self.outcome.interaction.id

    @property
    def action(self) -> str | None:
        """What was said to be done; the empty string where it is no action of a game."""
        told = self.told or ""
        if found := DONE.search(told):
            return found["action"]
        return "" if ORDERED.search(told) else None


def is_told(outcome: Outcome) -> bool:
    """Whether there is an answer that does not only put somebody off."""
    return bool(outcome.steps) and not outcome.steps[-1].what.startswith("deferred")


# --- told and kept -------------------------------------------------------------------------------


def check_acts(left: Evidence, acts: Sequence[Act]) -> None:
    """What was answered as done is in a journal, once; what was refused is in none."""
    lines = {line.interaction: line for line in left.lines}
    assert len(lines) == len(left.lines), "an interaction has made two lines"
    known = {act.id: act for act in acts}
    assert set(lines) <= set(known), "a line that nobody has made"
    for act in acts:
        line = lines.get(act.id)
        if act.action is not None and act.what != "open":
            assert line is not None, f"told as done, and lost: {act}"
            if act.action:
                assert line.action == act.action, f"{act} made {line}"
                found = left.games[line.game]
                seats = [row[3] for row in found.seatings if row[0] == act.person.id]
                assert [f"p{seat + 1}" for seat in seats] == [line.actor], f"{act} made {line}"
        elif act.told is not None and "Left for later" not in act.told:
            assert line is None, f"told as refused, and done: {act}, {line}"


def check_left(
    acts: Sequence[Act], game: str, at: Table, plans: Sequence[tuple[int, str, str]]
) -> None:
    """An answer left ahead is there, unless the game has gone on since."""
    for act in acts:
        if act.game == game and act.version == at.version:
            seat = at.names.index(act.person.name)
            assert seat in [one for one, _, _ in plans], f"left, and lost: {act}"


def check_wishes(acts: Sequence[Act], at: Table) -> None:
    """A game that goes on keeps to what its players were told last that it does."""
    if at.outcome is not None:
        return
    for person in {act.person for act in acts}:
        asked = [act for act in acts if act.person == person and act.what.startswith(REMIND)]
        if not asked or not asked[-1].told or not all(act.alone for act in asked[-2:]):
            continue
        assert "at once" in asked[-1].told, asked[-1].told
        if (
            person.name in at.names
            and at.players[seat := at.names.index(person.name)].kind == "person"
        ):
            wish = asked[-1].what.removeprefix(REMIND)
            assert at.wishes_of(seat).remind == wish, f"{person.name} asked for {wish}: {at.id}"


def check_entrants(acts: Sequence[Act], game: str, inside: Sequence[int]) -> None:
    """Whoever was told last to be in is in; to be out, out."""
    for person in {act.person for act in acts}:
        about = [act for act in acts if (act.game, act.person) == (game, person)]
        known = about and all(act.alone for act in about[-2:])
        if known and (told := about[-1].told) is not None:
            if "You are in" in told and "not in" not in told:
                assert person.id in inside, f"{person.name} was in: {told}"
            elif "You are out again" in told:
                assert person.id not in inside, f"{person.name} was out"


def check_greetings(acts: Sequence[Act], game: str, person: Person, greetings: int) -> None:
    """Nobody is greeted oftener than the sign-up was joined, or perhaps joined."""
    joined = [
        act
        for act in acts
        if (act.game, act.person) == (game, person)
        and (act.what.startswith("/in") or act.what.endswith("?in"))
        and (act.told is None or "You are in. " in act.told)
    ]
    assert greetings <= len(joined), f"{person.name} was greeted {greetings} times"


# --- posted --------------------------------------------------------------------------------------


def check_posted(left: Evidence, lanes: Lanes) -> None:
    """What the file takes to be posted stands there; one more a lane may, unknown to it."""
    for game, found in left.games.items():
        there = [one.id for (of, _), lane in lanes.items() if of == game for one in lane]
        assert set(found.posted) <= set(there), f"{game}: posted, and not there"
        assert len(set(found.posted)) == len(found.posted), f"{game}: one message for two posts"
        unknown = {
            (of, to): [one.id for one in lane if one.id not in found.posted]
            for (of, to), lane in lanes.items()
            if of == game
        }
        assert all(len(ids) <= 1 for ids in unknown.values()), unknown


def check_public(
    public: Sequence[tuple[int, str]], journals: Mapping[str, Sequence[Entry]]
) -> None:
    """No card was ever to be read in public that nobody in that game had played by then.

    `public` is everything that could be read, with the moment at which it came.
    """
    for at, text in public:
        mark = MARK.search(text)
        played = {
            sign
            for entry in (journals[mark[2]] if mark is not None else ())
            if entry.at <= at and entry.actor.startswith("p")
            for sign in _cards(entry.action)
        }
        hidden = set(SIGN.findall(text)) - played
        assert not hidden, f"{hidden} in {text!r}"


def as_owed(message: Message) -> Said:
    """A post as it was owed: without what the poster adds."""
    lines = [line for line in message.content.split("\n") if not ADDED.fullmatch(line)]
    text = "\n".join(lines)
    if message.attachments:
        kind = "end"
    elif text.startswith("**"):
        kind = "sign-up"
    elif text.startswith("The sign-up is closed."):
        kind = "draw"
    elif text.startswith("The sign-up stays open"):
        kind = "waits"
    elif text.startswith("I was away for"):
        kind = "away"
    else:
        kind = "beat"
    body = json.dumps({"kind": kind, "text": text})
    return Said(message.id, str(message.nonce), body, message.at)


def _cards(action: str) -> list[str]:
    """The cards of a record's line, as posts show them."""
    signs = dict(zip("cdhs", "♣♦♥♠", strict=True))
    return [
        card[0].replace("T", "10") + signs[card[1]]
        for card in action.split()[1:]
        if re.fullmatch("[2-9TJQKA][cdhs]", card)
    ]
