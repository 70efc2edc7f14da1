"""Which game a command is about.

The one of the thread or channel where it is given; elsewhere the only one that waits for the
caller; else the caller is asked to name one. Everything here is decided from a list of candidates:
who may do what is not this module's business, only what can have been meant.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Literal

from bot.beats import link_to
from games import registry
from games.core import GameError, Seat, shown


class Unclear(GameError):
    """No game, or more than one, can have been meant; the message is a whole sentence."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A game or sign-up as it concerns one person.

    `seat` is where the person sits, `entered` whether the person is in the sign-up, `waits`
    whether the open decision may still ask the seat, `at_turn` whether it asks it now.
    """

    id: str
    status: Literal["sign-up", "playing", "finished"]
    game: str
    guild: int
    channel: int
    seat: Seat | None = None
    entered: bool = False
    waits: bool = False
    at_turn: bool = False

    @property
    def mine(self) -> bool:
        """Whether the person plays in it or is in the sign-up."""
        return self.seat is not None or self.entered

    @property
    def title(self) -> str:
        """The game's name, as people say it."""
        title: str = registry.kit(self.game.split(" ")[0]).game.title
        return title

    @property
    def link(self) -> str:
        """Where it is played, to tap."""
        return link_to(self.guild, self.channel)


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a command is given; `guild` is None in a direct message."""

    guild: int | None
    channel: int | None
    thread: bool = False

    def holds(self, one: Candidate) -> bool:
        """Whether a game is played right here."""
        return (one.guild, one.channel) == (self.guild, self.channel)

    def reaches(self, one: Candidate) -> bool:
        """Whether a game may be named here: one of this server, in private any of one's own."""
        return one.mine if self.guild is None else one.guild == self.guild


class Purpose(Enum):
    """What a command wants a game for."""

    PLAY = "play"
    LOOK = "look"
    JOIN = "join"
    LEAVE = "leave"
    HOST = "host"
    MODERATE = "moderate"
    REHOME = "rehome"
    REVIEW = "review"

    def fits(self, one: Candidate) -> bool:
        """Whether something of this status can be meant."""
        match self:
            case Purpose.PLAY | Purpose.MODERATE:
                return one.status == "playing"
            case Purpose.LOOK | Purpose.REVIEW:
                return one.status != "sign-up"
            case Purpose.REHOME:
                return True
            case _:
                return one.status == "sign-up"

    def likely(self, candidates: Sequence[Candidate]) -> Sequence[Candidate]:
        """Those of several that are the likely ones, all of them if none is."""
        match self:
            case Purpose.JOIN:
                rounds = [[one for one in candidates if not one.entered]]
            case Purpose.LEAVE:
                rounds = [[one for one in candidates if one.entered]]
            case Purpose.PLAY | Purpose.LOOK:
                running = [one for one in candidates if one.status == "playing"]
                rounds = [
                    [one for one in running if one.waits],
                    [one for one in running if one.mine],
                    running,
                ]
            case _:
                rounds = []
        return next((found for found in rounds if found), candidates)

    def offers(self, one: Candidate) -> bool:
        """Whether a game stands in the list of choices."""
        return self.fits(one) and (one.mine or self not in (Purpose.PLAY, Purpose.LEAVE))

    def elsewhere(self, one: Candidate) -> bool:
        """Whether a game that is not played here may be meant without being named."""
        match self:
            case Purpose.PLAY | Purpose.LOOK | Purpose.LEAVE:
                return one.mine
            case Purpose.JOIN | Purpose.HOST:
                return True
            case _:  # a moderator names it, or goes there
                return False


def pick(
    candidates: Iterable[Candidate], spot: Spot, purpose: Purpose, named: str | None = None
) -> Candidate:
    """The one that is meant; Unclear, with what to do, where none or several can be."""
    if named is not None:
        return _named(candidates, spot, purpose, named.strip().lower())
    found = likely(candidates, spot, purpose)
    match found:
        case [one]:
            if not purpose.fits(one):
                raise Unclear(_unfit(one))
            return one
        case []:
            raise Unclear(_nothing(spot, purpose))
    names = ", ".join(f"`{one.id}`" for one in found)
    raise Unclear(f"Several games can be meant here: name one with the option game, {names}.")


def likely(candidates: Iterable[Candidate], spot: Spot, purpose: Purpose) -> Sequence[Candidate]:
    """Those that can be meant without a name: the one here first, else those elsewhere."""
    reached = [one for one in candidates if spot.reaches(one)]
    here = [one for one in reached if spot.holds(one)]
    fit = [one for one in here if purpose.fits(one)]
    if live := [one for one in fit if spot.thread or one.status != "finished"]:
        return purpose.likely(live)
    if here and spot.thread:
        return here[-1:]  # a thread is one game's; no other is meant in it
    away = [one for one in reached if purpose.fits(one) and purpose.elsewhere(one)]
    return purpose.likely([one for one in away if one not in here] or fit)


def choices(candidates: Iterable[Candidate], spot: Spot, purpose: Purpose) -> Sequence[Candidate]:
    """Those that may be named, the likely ones first: for autocomplete."""
    candidates = list(candidates)
    fit = [one for one in candidates if spot.reaches(one) and purpose.offers(one)]
    first = [one for one in likely(candidates, spot, purpose) if one in fit]
    return [*first, *(one for one in fit if one not in first)]


def label(one: Candidate) -> str:
    """A game in a list of choices."""
    if one.status == "sign-up":
        state = "sign-up, you are in" if one.entered else "sign-up"
    elif one.status == "finished":
        state = "finished"
    elif one.at_turn:
        state = "it is your turn"
    else:
        state = "you are asked" if one.waits else "running"
    return f"{one.title} {one.id}: {state}"


def _named(candidates: Iterable[Candidate], spot: Spot, purpose: Purpose, named: str) -> Candidate:
    one = next((one for one in candidates if one.id == named), None)
    if one is None:
        raise Unclear(f"There is no game {shown(named)} here.")
    if not spot.reaches(one):
        if spot.guild is None:
            raise Unclear("You do not play in that game.")
        raise Unclear("That game is played on another server.")
    if not purpose.fits(one):
        raise Unclear(_unfit(one))
    return one


def _unfit(one: Candidate) -> str:
    match one.status:
        case "sign-up":
            return f"That game has not begun: its sign-up is still open ({one.link})."
        case "playing":
            return f"That sign-up is closed: the game is being played ({one.link})."
        case "finished":
            return "The game is over."


def _nothing(spot: Spot, purpose: Purpose) -> str:
    match purpose:
        case Purpose.JOIN | Purpose.HOST if spot.guild is None:
            return "Sign-ups are on a server: use the command there."
        case Purpose.JOIN | Purpose.HOST:
            return "No sign-up is open here."
        case Purpose.LEAVE:
            return "You are in no sign-up that is open."
        case Purpose.MODERATE | Purpose.REVIEW:
            return (
                "No game is played right here: go to its thread, or name it with the option game."
            )
    where = "" if spot.guild is None else " on this server"
    return f"You play in no game{where} just now."
