"""The words that all games share: seats, actions, events, windows, plans, outcomes and errors.

A game is a frozen value that holds its options; a state is a frozen value that holds the play. The
`Game` protocol is the whole contract between a game and the house. Nothing here knows any one game.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, NoReturn, Protocol, TypeVar, runtime_checkable

import msgspec
from msgspec.structs import replace as replace  # values are changed with it, in the shell, too

from games.cards import Card, CardUnreadable, read_card

Seat = int
"""A seat at the table: 0-based in code, `p1`..`pn` in text."""

DEALER: Seat = -1
"""The actor whose action is a shuffle."""


# --- errors: the whole tree ----------------------------------------------------------------------


class GameError(Exception):
    """Anything that a person said or wrote and that the referee cannot take."""


class NotationError(GameError):
    """Words that cannot be read: says what was expected and what was found instead."""

    def __init__(self, expected: str, found: str) -> None:
        super().__init__(f"expected {expected}, found {shown(found)}")
        self.expected = expected
        self.found = found


class OptionError(GameError):
    """An option that does not exist or makes no sense (X-13)."""


class Fact(msgspec.Struct, frozen=True):
    """Why an action is illegal, as data; a game's `text.py` turns it into a sentence."""


class IllegalAction(GameError):
    """A readable action that a clause of the rules forbids at this moment."""

    def __init__(self, clause: str, fact: Fact) -> None:
        super().__init__(f"{fact!r} [{clause}]")
        self.clause = clause
        self.fact = fact


class TableError(GameError):
    """What the house refuses before the rules are asked."""


class NotSeated(TableError):
    """The seat named is not one of this table's."""


class NotYourTurn(TableError):
    """Another actor's action must come next (X-14)."""

    def __init__(self, turn: Seat | None) -> None:
        super().__init__(f"it is the turn of {actor_name(turn)}")
        self.turn = turn


class Stale(TableError):
    """The decision that was answered is no longer open: its window key is gone."""


class Finished(TableError):
    """The game is over; nothing more can be done at this table."""


class Paused(TableError):
    """The clock stands still, and plays wait until a moderator or the pause's end resumes it."""


class OrderRefused(TableError):
    """A house order that makes no sense at this table now."""


class RecordError(GameError):
    """A record that cannot be read or replayed.

    `line` counts from 1, `text` is that line without its note, `reason` a sentence, `clause` the
    rule that forbids the line, or None where the line cannot be read at all.
    """

    def __init__(self, line: int, text: str, reason: str, clause: str | None = None) -> None:
        cited = f" [{clause}]" if clause else ""
        super().__init__(f"{line}: {shown(text, quote=False)}: {reason}{cited}")
        self.line = line
        self.text = text
        self.reason = reason
        self.clause = clause


class RecordHidden(RecordError):
    """A record of a running game: it can be read, but its hidden cards cannot be replayed."""


# --- facts, events, actions that every game has --------------------------------------------------


class WrongActor(Fact, frozen=True, tag="wrong-actor"):
    """Another actor must come next (X-14); `turn` is None when nobody must."""

    turn: Seat | None


class WrongMoment(Fact, frozen=True, tag="wrong-moment"):
    """The right actor, but not an action of this moment (X-14)."""

    now: str
    """What would be an action of this moment, in the game's own words."""


class NotHeld(Fact, frozen=True, tag="not-held"):
    """Cards that are not in the seat's hand (X-15)."""

    cards: tuple[Card, ...]


class WrongDeck(Fact, frozen=True, tag="wrong-deck"):
    """A deal that does not name every card of the game's deck once (X-15)."""

    twice: tuple[Card, ...]
    missing: tuple[Card, ...]
    foreign: tuple[Card, ...]


class OtherDeck(Fact, frozen=True, tag="other-deck"):
    """A shuffle repeated after a rewind with another deck (X-15)."""


class NothingToPlan(Fact, frozen=True, tag="nothing-to-plan"):
    """An answer left ahead for a decision that this seat will not be asked for (X-8)."""

    decision: str


class Event(msgspec.Struct, frozen=True, kw_only=True):
    """A typed fact that somebody may be told: everybody, or with `to` one seat alone.

    Public events are made from public things, never by hiding parts of secret ones. One that
    `shows` tells of a card that is dealt or shown with it; a rewind over it needs consent (X-7).
    """

    shows: ClassVar[bool] = False

    to: Seat | None = None


class Deal(msgspec.Struct, frozen=True, tag="deal"):
    """The dealer's action: the whole shuffled deck, top first."""

    cards: tuple[Card, ...]


def read_deal(text: str) -> Deal:
    """Reads what follows `deal`: cards, separated by spaces."""
    cards = []
    for word in text.split():
        try:
            cards.append(read_card(word))
        except CardUnreadable:
            raise NotationError("a card, like 9c", word) from None
    return Deal(tuple(cards))


def check_deck(cards: Sequence[Card], deck: Sequence[Card]) -> None:
    """Raises IllegalAction unless every card of the game's deck is named once (X-15)."""
    if len(cards) == len(deck) and set(cards) == set(deck):
        return
    named = Counter(cards)
    twice = tuple(card for card, times in named.items() if times > 1)
    missing = tuple(card for card in deck if card not in named)
    foreign = tuple(card for card in named if card not in deck)
    raise IllegalAction("X-15", WrongDeck(twice, missing, foreign))


class Window(msgspec.Struct, frozen=True):
    """The decision that is open now.

    `key` changes exactly when a new decision opens; `scope` is what a plan lives for; `decision` is
    the kind of question, which a plan must fit to answer; `seats` are those who may still be asked
    in it, in turn order.
    """

    key: str
    scope: str
    decision: str
    seats: tuple[Seat, ...]


class Plan(msgspec.Struct, frozen=True):
    """An answer left ahead (X-8): for one kind of decision, alive while one of `scopes` is open."""

    text: str
    decision: str
    scopes: tuple[str, ...]


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: the notation's reason, scores by seat, and places by seat (ties share)."""

    reason: str
    scores: tuple[int, ...]
    places: tuple[int, ...] | None


# --- the contract --------------------------------------------------------------------------------

S = TypeVar("S")
A = TypeVar("A")


class Game(Protocol[S, A]):
    """The rules of one game with its options; it holds no play and never changes.

    `S` and `A` are frozen msgspec structs (tagged unions). `check` is the truth about what is
    legal; `apply` is given only what `check` has passed.
    """

    id: ClassVar[str]
    title: ClassVar[str]
    seats: ClassVar[range]
    rules: ClassVar[int]
    """The number of this reading of the rules, stored with every table."""
    deck: ClassVar[tuple[Card, ...]]
    """The cards of the game in the fair shuffle's order."""
    state_type: ClassVar[Any]
    """The type that msgspec decodes a stored state into."""

    def setup(self, seats: int) -> S:
        """The state before the first shuffle; OptionError where the options do not fit `seats`."""

    def turn(self, s: S) -> Seat | None:
        """Whose action must come next: a seat, DEALER where a shuffle is due, None when over."""

    def window(self, s: S) -> Window | None:
        """The decision that is open, or None where a shuffle is due or the game is over."""

    def check(self, s: S, seat: Seat, a: A) -> None:
        """Raises IllegalAction unless `seat` may do `a` now."""

    def legal(self, s: S, seat: Seat) -> Iterator[A]:
        """Every action that `seat` may do now; nothing for a seat not at turn, nor for DEALER."""

    def apply(self, s: S, seat: Seat, a: A) -> tuple[S, tuple[Event, ...]]:
        """The state after a checked action, and what is to be told."""

    def silence(self, s: S, seat: Seat) -> tuple[S, tuple[Event, ...]]:
        """The same for a time-out of the seat at turn: the least committing action (X-9)."""

    def left(self, s: S, seat: Seat, text: str) -> Plan:
        """Reads an answer left ahead; IllegalAction for what can never apply."""

    def resolve(self, s: S, seat: Seat, plan: Plan) -> A | None:
        """What the plan does at this turn, or None where the seat must be asked."""

    def view(self, s: S, seat: Seat | None) -> Any:
        """What a seat may know, listed piece by piece; None is a spectator."""

    def outcome(self, s: S) -> Outcome | None:
        """How the game ended, or None while it goes on."""

    def scores(self, s: S) -> tuple[int, ...]:
        """Runs, points or chips by seat: what has been counted so far."""

    def hands(self, s: S) -> tuple[tuple[Card, ...], ...]:
        """The cards of each seat, sorted; all empty when no deal is in progress."""

    def parse(self, text: str) -> A:
        """Reads an action; NotationError where it is none of this game's."""

    def write(self, a: A) -> str:
        """The canonical text of an action."""


@runtime_checkable
class Endable(Protocol):
    """A game that a moderator may end between two deals (`house end`)."""

    def end(self, s: Any) -> tuple[Any, tuple[Event, ...]]:
        """The finished state; IllegalAction while a deal is in progress."""


Dice = Callable[[int], int]
"""`dice(k)` is a whole number from 0 to k-1, all equally likely."""


class HousePlayer(Protocol):
    """Chooses for a computer seat, from what that seat may know and nothing else."""

    def __call__(self, game: Any, view: Any, legal: Sequence[Any], dice: Dice) -> Any:
        """One of the `legal` actions (never empty)."""


class Planner(Protocol):
    """What a sensible player leaves ahead (X-8), from what its seat may know and nothing else."""

    def __call__(self, game: Any, view: Any, dice: Dice, whole: bool) -> Sequence[str]:
        """The plans of a seat that is not at turn, in the notation, one for each decision.

        They answer the open window, if the seat is in it; `whole` for whatever else the scope may
        still ask, too. One that the rules refuse can never apply, and is better not left.
        """


class Choices(Sequence[Any]):
    """The actions that a house player may choose from, listed once somebody looks at them.

    Where chips are played for there can be a million of them, and a table would wait for the list.
    """

    def __init__(self, legal: Iterable[Any]) -> None:
        self._legal = legal

    @cached_property
    def _listed(self) -> Sequence[Any]:
        return tuple(self._legal)

    def __len__(self) -> int:
        return len(self._listed)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._listed)

    def __getitem__(self, at: Any) -> Any:
        return self._listed[at]


def random_player(game: Any, view: Any, legal: Sequence[Any], dice: Dice) -> Any:
    """The house player "random" of every game: anything that is legal."""
    return legal[dice(len(legal))]


class Words(Protocol):
    """A game's `text.py`: the only place where its facts and events become sentences."""

    def refusal(self, fact: Fact) -> str:
        """Why an action is forbidden, as half a sentence in lower case."""

    def story(self, events: Iterable[Event], names: Sequence[str]) -> list[str]:
        """The lines that everybody may read about public events."""

    def whisper(self, event: Event, names: Sequence[str]) -> str | None:
        """The line that an event's addressee may read."""

    def standing(self, view: Any, names: Sequence[str], asked: Sequence[Seat]) -> list[str]:
        """A view in words: where the game stands, and the own hand if the view has one.

        `asked` are the seats that may still be asked in the open window (`Table.asked`).
        """

    def question(self, view: Any, names: Sequence[str], asked: Sequence[Seat]) -> str | None:
        """Who is to act now and how, and what everybody must see for it; None if nobody is asked.

        It is one line where one is enough.
        """

    def ending(self, reason: str) -> str:
        """How a game ended, by an outcome's reason, as said of its final places: `by ...`.

        A game that was abandoned is the house's affair.
        """

    def hand(self, view: Any) -> str:
        """The hand of a view's seat, in one line."""

    def chapter(self, view: Any) -> str:
        """In which part of the game it is, as people say it afterwards: `inning 3`."""

    def called(self, game: Any, before: Any, after: Any) -> tuple[Seat, ...]:
        """The seats that a post about the way from one view to the next notifies by name."""

    def offers(self, view: Any) -> Sequence[str]:
        """Actions that the post of an open window offers to everybody, whatever they hold.

        `view` is a spectator's, so an offer tells nothing of anybody's cards.
        """


MOST_MEANINGS = 25
"""So many does a `Meant` give at most: as many as can be shown to be tapped."""


class Meant(Protocol):
    """A game in which what is typed can leave something open that the view's seat knows."""

    def __call__(self, game: Any, view: Any, text: str) -> Sequence[Any]:
        """The actions that freely typed words can mean to the view's seat, like `play 999`.

        One action where they can mean only one thing; several where the player has to say which,
        MOST_MEANINGS of them where there are so many that suits have to be named;
        none where the words name cards that are not held, or say nothing that could be completed:
        then `Game.parse` and `Game.check` know what to answer.
        """


class Wagers(Protocol):
    """A game that is played for chips: what its players have to know before they put any in.

    All of it is for the one seat of a view, but that the view may be a spectator's for a label.
    """

    def label(self, view: Any, text: str) -> str | None:
        """What stands on a button for an action of the seat at turn, with its price: `Call 3`.

        None where the words of the action say it all.
        """

    def sums(self, view: Any) -> tuple[str, range]:
        """The verb with which the seat at turn may name a sum of chips, and all such sums.

        `Game.legal` has them in a row, from the least up.
        """

    def limits(self, view: Any) -> str:
        """The same sums in words, with what the most of them means: `1 to 40 (all-in)`."""

    def doubt(self, view: Any, text: str) -> str | None:
        """What to ask back before an action that is legal, but that nobody gains by; else None."""

    def idle(self, view: Any) -> str | None:
        """Why a seat is asked nothing any more, as a sentence; None while its turn may come."""


class Picking(Protocol):
    """A game in which a player puts several cards together: what those picked by now come to.

    All of it is for the one seat of a view, and is told in private.
    """

    def made(self, game: Any, view: Any, cards: Sequence[Card]) -> str:
        """What cards picked from the own hand make, and what they would do now, in a sentence."""

    def uses(self, game: Any, view: Any, cards: Sequence[Card]) -> Sequence[Any]:
        """The actions that these very cards are, if the view's seat were at turn."""


class Ready(msgspec.Struct, frozen=True):
    """An answer to be left ahead by a tap, in the notation.

    `label` is what it is called where its own words say too little: `Call any`.
    """

    text: str
    label: str | None = None


class Ahead(msgspec.Struct, frozen=True):
    """A decision that a seat may still be asked for, and how it is answered before (X-8).

    `decision` is that of the window, `heading` what players call it. `example` is an answer in
    full; `verb` is the word with which those begin and that need not be written, None where there
    are several. `lives` says in a sentence what becomes of an answer until the turn, and when it is
    gone.
    """

    decision: str
    heading: str
    example: str
    lives: str
    ready: tuple[Ready, ...]
    """The simplest useful answers, the most usual first; some may be refused just now."""
    verb: str | None = None


class LeavesAhead(Protocol):
    """A game's answers left ahead, as its players are shown them."""

    def __call__(self, game: Any, view: Any, picked: Sequence[Card]) -> Sequence[Ahead]:
        """What the view's seat may still be asked before the end of the scope, in that order.

        `picked` are cards that were put together: what they are comes first among the answers. It
        may name decisions that are past: whether an answer may be left `Game.left` alone decides.
        """


class Histogram(msgspec.Struct, frozen=True):
    """What a simulation counts in one game alone, besides what it counts in all of them."""

    title: str
    """What each of the things counted is, in one word or two: `winning hand`."""
    rows: tuple[str, ...]
    """Every kind of it, in the order in which they are told."""
    found: Callable[[Sequence[Event]], Sequence[str]]
    """The row of each one in the events of an action."""


class Choiceless(Protocol):
    """Whether everybody can see that a seat can do nothing else than its silence would (X-9)."""

    def __call__(self, game: Any, view: Any) -> bool:
        """Whether no hand that the seat at turn may hold has another action.

        `view` is a spectator's: what a hidden hand can do must never show (X-5).
        """


def never_choiceless(game: Any, view: Any) -> bool:
    """Of a game in which whoever is asked can always do something else than be silent."""
    return False


class Kit(msgspec.Struct, frozen=True):
    """All that the registry knows of a game: its rules, words, house players and rulebook."""

    game: type[Any]
    words: Words
    players: Mapping[str, HousePlayer]
    """House players by name; "plain" and "random" are always there."""
    package: str
    """The package that holds the rulebook."""
    round: str
    """What a plan lives for (X-8), in the game's own word: a trick, an at-bat."""
    ahead: LeavesAhead
    """What can be answered ahead, and how."""
    choiceless: Choiceless
    """Whether silence is all that a seat can do: it is no miss then, and no time is added."""
    meant: Meant | None = None
    """What freely typed words mean; None where an action is always typed in full."""
    picking: Picking | None = None
    """How several cards are put together; None where every action is one card at most."""
    wagers: Wagers | None = None
    """What is told of chips; None where the game is not played for any."""
    histogram: Histogram | None = None
    planner: Planner | None = None
    """What house players would leave ahead; None where they never do."""
    rulebook: str = "rulebook.md"
    """The rulebook's file in the package; the editions of one game have one each."""


def read_alternatives(text: str, last: Sequence[str], default: str) -> tuple[list[str], str]:
    """Splits a plan into its alternatives and its last word (X-8).

    `swing 5c or swing lowest else pass` gives the two alternatives, and "pass". `last` are the
    words that may follow `else`; `default` is meant where there is none. Commas may be written.
    """
    words, otherwise, ending = " ".join(text.lower().replace(",", " ").split()).rpartition(" else ")
    if not otherwise:
        words, ending = ending, default
    if ending not in last:
        raise NotationError(" or ".join(f'"else {word}"' for word in last), ending)
    # "if ball 9 or more" is one alternative
    return re.split(r" or (?!more\b)", words.removesuffix(" or")), ending


def may_do(game: Any, s: Any, seat: Seat, action: Any) -> bool:
    """Whether an action is legal for a seat now."""
    try:
        game.check(s, seat, action)
    except IllegalAction:
        return False
    return True


# --- small things said the same way everywhere ---------------------------------------------------


def actor_name(seat: Seat | None) -> str:
    """`p1` for seat 0, `dealer` for DEALER, `nobody` when the game is over."""
    if seat is None:
        return "nobody"
    return "dealer" if seat == DEALER else f"p{seat + 1}"


def shown(text: str, quote: bool = True, most: int = 60) -> str:
    """Somebody's words, fit to be repeated in one line of an error: short and printable."""
    if not text:
        return "nothing"
    clean = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)
    if len(clean) > most:
        clean = clean[: most - 1] + "…"
    mark = "'" if '"' in clean else '"'
    return f"{mark}{clean}{mark}" if quote else clean


def misapplied(state: object, action: object) -> NoReturn:
    """Raises for an `apply` that was given what `check` would have refused: a fault of ours."""
    raise ValueError(f"{type(action).__name__} was not checked against {type(state).__name__}")


def places(scores: Sequence[int], first: Seat | None = None) -> tuple[int, ...]:
    """Places by score, level seats sharing the better one; `first` is in front of all scores."""
    ranked = [(seat == first, score) for seat, score in enumerate(scores)]
    return tuple(1 + sum(other > own for other in ranked) for own in ranked)
