"""Ball Four with 52 cards: a climbing game for three to five, in which Ball Fours stay pending.

The variant is the one written down in `rulebook_52.md`: all cards are dealt, the first to empty a
hand ends the inning and scores what the others still hold, and the fourth card of a rank that the
high hand exposes steals the play, unless that hand is beaten first; it then goes back to its
player's hand, else it costs two runs. Numbers such as B52-9 are that rulebook's clauses. What both
editions share is in `hands.py` and `terms.py`, answers left ahead are in `plans.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal

import msgspec
from msgspec.structs import replace

from games.ball_four import notation, plans
from games.ball_four.hands import Hand, Ranking, Shape, fourth_cards
from games.ball_four.plans import BEAT, LEAD, Question
from games.ball_four.terms import (
    BALL_FOURS,
    PASS,
    Action,
    AlreadyOut,
    BallFour,
    BallFourPending,
    BallFourReturns,
    Clauses,
    ExtraInning,
    FirstLead,
    Foul,
    GameEnds,
    HandDealt,
    Hands,
    InningBegins,
    InningEnds,
    Laid,
    MustLead,
    Pass,
    Passed,
    PendingCard,
    Play,
    Played,
    PlayWon,
    changed,
    check_ball_four,
    check_hand,
    check_held,
    check_innings,
    clockwise,
    without,
)
from games.cards import DECK, Card
from games.core import (
    DEALER,
    Deal,
    Event,
    IllegalAction,
    NothingToPlan,
    OptionError,
    Outcome,
    Plan,
    Seat,
    Window,
    WrongActor,
    WrongMoment,
    check_deck,
    misapplied,
    places,
)

SHAPES = (
    Shape("single", (1,)),
    Shape("double", (2,)),
    Shape("triple", (3,)),
    Shape("four of a kind", (4,)),
    Shape("full house", (3, 2)),
    Shape("double triple", (3, 3)),
    Shape("four and three", (4, 3)),
)
EXTRA_SHAPES = (
    Shape("two doubles", (2, 2)),
    Shape("four and two", (4, 2)),
    Shape("two fours", (4, 4)),
)
ORDER = "3456789TJQKA2"
RANKING = Ranking(ORDER, SHAPES)
RANKING_WITH_EXTRA_SETS = Ranking(ORDER, SHAPES + EXTRA_SHAPES)

CLAUSES = Clauses(no_hand="B52-5", beat="B52-6", lead="B52-8", out="B52-9", ball_four="B52-12")
VERBS = ("play", "ball-four", "pass")

BALL_FOUR_COSTS = 2
THREES: tuple[Card, ...] = (4, 5, 6, 7)
"""The cards whose holder leads first, in the order in which they are looked for (B52-3)."""


# --- states --------------------------------------------------------------------------------------


class Match(msgspec.Struct, frozen=True):
    """What outlives an inning: its number and dealer, and the runs of the finished ones.

    `lines` is the line score: for each finished inning the runs of every seat. `winner` won the
    last one; it is None in the first. `extra` is set where the innings go on to break a tie.
    """

    inning: int
    dealer: Seat
    runs: tuple[int, ...]
    lines: tuple[tuple[int, ...], ...] = ()
    winner: Seat | None = None
    extra: bool = False


class Inning(msgspec.Struct, frozen=True):
    """What outlives a play: its number, hands, and the cards that have left them.

    `played` are those that are out for good, `front` each seat's successful Ball Fours; `returned`
    are cards in each hand that everybody has seen, for they failed as Ball Fours (B52-13).
    """

    play: int
    hands: Hands
    played: tuple[Card, ...]
    front: Hands
    returned: Hands
    aside: tuple[Card, ...]
    """Cards that did not go round; nobody may see them before the game is over (X-3)."""


class Shuffling(msgspec.Struct, frozen=True, tag="shuffling"):
    """A deck is due for the inning that `match` names."""

    match: Match


class Leading(msgspec.Struct, frozen=True, tag="leading"):
    """The leader owes a hand; `threes` is empty but for the first lead of the game.

    There the last of them must be in the hand, and those before it are set aside (B52-3).
    """

    match: Match
    inning: Inning
    leader: Seat
    threes: tuple[Card, ...] = ()


class Beating(msgspec.Struct, frozen=True, tag="beating"):
    """A hand is high; `waiting` seats are to be asked about it this time round, in turn order.

    `number` counts the hands of this play, `pending` lists the Ball Fours on the high one. `again`
    if all others have answered it, and those go round once more who may still do something about a
    Ball Four: first the owner of the hand (B52-10).
    """

    match: Match
    inning: Inning
    high: Hand
    owner: Seat
    number: int
    waiting: tuple[Seat, ...]
    passed: tuple[Seat, ...] = ()
    pending: tuple[Laid, ...] = ()
    again: bool = False


class Over(msgspec.Struct, frozen=True, tag="over"):
    """The game has ended."""

    match: Match
    reason: Literal["target", "innings", "extra-innings"]


InPlay = Leading | Beating
State = Shuffling | InPlay | Over


# --- what a seat may know ------------------------------------------------------------------------


class View(msgspec.Struct, frozen=True):
    """The table as one seat, or a spectator, may see it: public facts, and the own hand."""

    seat: Seat | None
    hand: tuple[Card, ...]
    decision: Literal["shuffle", "lead", "beat", "over"]
    turn: Seat | None
    inning: int
    innings: int
    target: int
    dealer: Seat
    runs: tuple[int, ...]
    lines: tuple[tuple[int, ...], ...]
    """The line score: for each finished inning the runs of every seat."""
    extra: bool
    play: int = 0
    counts: tuple[int, ...] = ()
    """How many cards each seat holds; a pending Ball Four is in no hand."""
    played: tuple[Card, ...] = ()
    front: Hands = ()
    """Each seat's successful Ball Fours of this inning."""
    returned: Hands = ()
    """Cards in each hand that everybody has seen come back to it (B52-13)."""
    leader: Seat | None = None
    threes: tuple[Card, ...] = ()
    """At the first lead: the three that must be in it, after those that are set aside (B52-3)."""
    high: Hand | None = None
    owner: Seat | None = None
    number: int = 0
    """How many hands this play has seen."""
    waiting: tuple[Seat, ...] = ()
    passed: tuple[Seat, ...] = ()
    pending: tuple[Laid, ...] = ()
    again: bool = False
    """Whether all others have answered the high hand, and it is asked about a second time."""


# --- the rules -----------------------------------------------------------------------------------


class BallFour52(msgspec.Struct, frozen=True):
    """Ball Four, 52 cards, with its options; the fields stand in the order of the rulebook's."""

    target: int = 50
    innings: int = 9
    extra_sets: bool = False
    owner_may_defend: bool = True
    tie: Literal["extra-innings", "shared"] = "extra-innings"

    id: ClassVar[str] = "ball-four-52"
    title: ClassVar[str] = "Ball Four (52 cards)"
    seats: ClassVar[range] = range(3, 6)
    rules: ClassVar[int] = 1
    deck: ClassVar[tuple[Card, ...]] = DECK
    state_type: ClassVar[object] = State
    clauses: ClassVar[Clauses] = CLAUSES
    fouls: ClassVar[bool] = False
    round: ClassVar[str] = "play"

    def __post_init__(self) -> None:
        if self.target < 1:
            raise OptionError(f"target is 1 or more, not {self.target}")
        check_innings(self.innings)

    @property
    def ranking(self) -> Ranking:
        """The hands that are played (B52-5)."""
        return RANKING_WITH_EXTRA_SETS if self.extra_sets else RANKING

    # -- setting up and looking --

    def setup(self, seats: int) -> State:
        """The state before the first shuffle."""
        if seats not in self.seats:
            raise OptionError(f"this game is for 3 to 5 players, not {seats}")
        return Shuffling(Match(1, 0, (0,) * seats))

    def turn(self, s: State) -> Seat | None:
        """The seat that must act, DEALER before an inning, None at the end."""
        match s:
            case Beating():
                return s.waiting[0]
            case Leading():
                return s.leader
            case Shuffling():
                return DEALER
            case Over():
                return None

    def window(self, s: State) -> Window | None:
        """The lead, `2.7.lead`, or one high hand: `2.7.1` for the first of play `2.7`.

        A pass or a Ball Four opens no new decision: the hand to answer is the same. What does is
        the second time round, `2.7.1.again`. Its owner had nothing to answer before, so the whole
        time of a decision runs for that seat from then on; and who laid a Ball Four has answered
        the first one, so an answer of then must not count for this.
        """
        match s:
            case Leading():
                scope = _scope(s)
                return Window(f"{scope}.lead", scope, LEAD, (s.leader,))
            case Beating():
                scope = _scope(s)
                again = ".again" if s.again else ""
                return Window(f"{scope}.{s.number}{again}", scope, BEAT, s.waiting)
            case _:
                return None

    def scores(self, s: State) -> tuple[int, ...]:
        """Runs of the finished innings."""
        return s.match.runs

    def hands(self, s: State) -> Hands:
        """Each seat's cards, lowest rank first; a pending Ball Four is in no hand (B52-14)."""
        if isinstance(s, InPlay):
            return s.inning.hands
        return ((),) * len(s.match.runs)

    def outcome(self, s: State) -> Outcome | None:
        """Places by runs (B52-22)."""
        if not isinstance(s, Over):
            return None
        return Outcome(s.reason, s.match.runs, places(s.match.runs))

    def view(self, s: State, seat: Seat | None) -> View:
        """What `seat` may know: its cards, those that were laid down, and counts of the rest."""
        match = s.match
        known = View(
            seat=seat,
            hand=(),
            decision="over" if isinstance(s, Over) else "shuffle",
            turn=self.turn(s),
            inning=match.inning,
            innings=self.innings,
            target=self.target,
            dealer=match.dealer,
            runs=match.runs,
            lines=match.lines,
            extra=match.extra,
        )
        if not isinstance(s, InPlay):
            return known
        inning = s.inning
        known = replace(
            known,
            hand=() if seat is None else inning.hands[seat],
            decision=LEAD,
            play=inning.play,
            counts=tuple(len(hand) for hand in inning.hands),
            played=inning.played,
            front=inning.front,
            returned=inning.returned,
        )
        match s:
            case Leading():
                return replace(known, leader=s.leader, threes=s.threes)
            case Beating():
                return replace(
                    known,
                    decision=BEAT,
                    high=s.high,
                    owner=s.owner,
                    number=s.number,
                    waiting=s.waiting,
                    passed=s.passed,
                    pending=s.pending,
                    again=s.again,
                )

    # -- what is legal --

    def check(self, s: State, seat: Seat, a: Action) -> None:
        """Raises IllegalAction with the clause that forbids `a`, if any does.

        A clause that forbids the action by name comes first, then whose turn it is (X-14), then
        whether the cards are held (X-15).
        """
        match s:
            case Shuffling() if seat == DEALER and isinstance(a, Deal):
                check_deck(a.cards, self.deck)
                return
            case Leading() if seat != DEALER:
                self._check_lead(s, seat, a)
            case Beating() if seat != DEALER:
                self._check_answer(s, seat, a)
        if seat != self.turn(s):
            raise IllegalAction("X-14", WrongActor(self.turn(s)))
        match s, a:
            case Leading() | Beating(), Play(cards):
                check_held(cards, s.inning.hands[seat])
            case Beating(), BallFour(card):
                check_held((card,), s.inning.hands[seat])
            case Beating(), Pass():
                pass
            case _:
                raise IllegalAction("X-14", WrongMoment(_moment(s)))

    def _check_lead(self, s: Leading, seat: Seat, a: Action) -> None:
        """B52-3, B52-5, B52-8: a hand, and for the first lead of the game one with its card."""
        if isinstance(a, Play):
            check_hand(self.ranking, CLAUSES, a.cards, None)
        if seat != s.leader:
            return
        match a:
            case Play(cards) if s.threes and s.threes[-1] not in cards:
                raise IllegalAction("B52-3", FirstLead(s.threes[-1]))
            case BallFour():
                raise IllegalAction("B52-8", MustLead("ball-four"))
            case Pass():
                raise IllegalAction("B52-8", MustLead("pass"))

    def _check_answer(self, s: Beating, seat: Seat, a: Action) -> None:
        """What forbids an answer to the high hand, whenever it comes."""
        if seat in s.passed and isinstance(a, Play | BallFour):
            raise IllegalAction("B52-9", AlreadyOut())
        match a:
            case Play(cards):
                for player, card in s.pending:
                    if player == seat and card in cards:
                        raise IllegalAction("B52-14", PendingCard(card))
                check_hand(self.ranking, CLAUSES, cards, s.high)
            case BallFour(card):
                check_ball_four(CLAUSES, card, s.high, own=seat == s.owner)

    def legal(self, s: State, seat: Seat) -> Iterator[Action]:
        """Every action of the seat at turn."""
        legal: list[Action] = []
        match s:
            case Beating() if seat == s.waiting[0]:
                hand = s.inning.hands[seat]
                legal = [Play(higher.cards) for higher in self.ranking.playable(hand, s.high)]
                if s.high.exposed and seat != s.owner:
                    legal += [BALL_FOURS[card] for card in fourth_cards(s.high) if card in hand]
                legal.append(PASS)
            case Leading() if seat == s.leader:
                leads = self.ranking.playable(s.inning.hands[seat])
                if s.threes:
                    leads = (lead for lead in leads if s.threes[-1] in lead.cards)
                legal = [Play(lead.cards) for lead in leads]
        return iter(legal)

    # -- what happens --

    def apply(self, s: State, seat: Seat, a: Action) -> tuple[State, tuple[Event, ...]]:
        """The next state and what is to be told; `a` has passed `check`."""
        match s, a:
            case Leading() | Beating(), Play(cards):
                return self._play(s, seat, cards)
            case Beating(), BallFour(card):
                return self._ball_four(s, seat, card)
            case Beating(), Pass():
                passed = replace(s, passed=(*s.passed, seat), waiting=s.waiting[1:])
                return self._answered(passed, (Passed(seat, owner=seat == s.owner),))
            case Shuffling(), Deal(cards):
                return self._deal(s, cards)
        misapplied(s, a)

    def silence(self, s: State, seat: Seat) -> tuple[State, tuple[Event, ...]]:
        """A time-out: a pass, or as a lead the lowest single, or the card that it must contain."""
        if isinstance(s, Leading):
            return self._play(s, seat, s.threes[-1:] or s.inning.hands[seat][:1])
        return self.apply(s, seat, PASS)

    def _deal(self, s: Shuffling, cards: tuple[Card, ...]) -> tuple[State, tuple[Event, ...]]:
        match = s.match
        seats = len(match.runs)
        dealt = len(cards) // seats * seats
        hands: list[tuple[Card, ...]] = [()] * seats
        for place, seat in enumerate(clockwise(match.dealer, seats)):
            hands[seat] = self.ranking.arranged(cards[place:dealt:seats])
        empty: Hands = ((),) * seats
        aside = cards[dealt:]
        threes: tuple[Card, ...] = ()
        level: tuple[Seat, ...] = ()
        if match.winner is None:
            first = next(place for place, card in enumerate(THREES) if card not in aside)
            threes = THREES[: first + 1]
            leader = next(seat for seat, hand in enumerate(hands) if threes[-1] in hand)
        else:
            level = _level(match.runs)
            leader = _first_of(level, match.winner, seats)
        begins = InningBegins(
            match.inning,
            match.dealer,
            tuple(map(len, hands)),
            leader,
            extra=match.extra,
            threes=threes,
            level=level,
        )
        told = tuple(HandDealt(hand, to=seat) for seat, hand in enumerate(hands))
        inning = Inning(1, tuple(hands), (), empty, empty, aside)
        return Leading(match, inning, leader, threes), (begins, *told)

    def _play(
        self, s: InPlay, seat: Seat, cards: tuple[Card, ...]
    ) -> tuple[State, tuple[Event, ...]]:
        """A hand is led, or beats the high one; then Ball Fours on that one fail (B52-13)."""
        high = self.ranking.recognise(cards)
        assert high is not None  # it was checked
        inning = s.inning
        hands = without(inning.hands, seat, cards)
        returned = inning.returned
        if returned[seat]:
            returned = without(returned, seat, cards)
        inning = replace(
            inning, hands=hands, returned=returned, played=(*inning.played, *high.cards)
        )
        leads, left = isinstance(s, Leading), len(hands[seat])
        defends = isinstance(s, Beating) and seat == s.owner
        told: tuple[Event, ...] = (Played(seat, high, leads, left, defends),)
        number = 0
        passed: tuple[Seat, ...] = ()
        if isinstance(s, Beating):
            number, passed = s.number, s.passed
            for player, card in s.pending:
                inning = self._given_back(inning, player, card)
                told = (*told, BallFourReturns(player, card))
        if not inning.hands[seat]:
            return self._inning_ends(s.match, inning, seat, told)
        waiting = _active(inning, seat, passed)[:-1]
        beating = Beating(s.match, inning, high, seat, number + 1, waiting, passed)
        return self._answered(beating, told)

    def _ball_four(self, s: Beating, seat: Seat, card: Card) -> tuple[State, tuple[Event, ...]]:
        hands = without(s.inning.hands, seat, (card,))
        returned = without(s.inning.returned, seat, (card,))
        # two at most: a hand exposes two ranks, and each of them has one fourth card (B52-16)
        other = s.pending[0] if s.pending else None
        laid = BallFourPending(seat, card, left=len(hands[seat]), other=other)
        s = replace(
            s,
            inning=replace(s.inning, hands=hands, returned=returned),
            pending=(*s.pending, (seat, card)),
            waiting=s.waiting[1:],
        )
        return self._answered(s, (laid,))

    def _answered(self, s: Beating, told: tuple[Event, ...]) -> tuple[State, tuple[Event, ...]]:
        """Who is asked next about the high hand; the end of the play if nobody is (B52-10)."""
        if s.waiting:
            return s, told
        if s.again or not s.pending:
            return self._play_ends(s, told)
        *others, owner = _active(s.inning, s.owner, s.passed)
        # Were all of these to pass but the last, that one would be alone, and is not asked.
        waiting = tuple(others[:-1])
        if self.owner_may_defend:
            waiting = (owner, *waiting)
        elif others:
            s = replace(s, passed=(*s.passed, owner))
            told = (*told, Passed(owner, asked=False))
        s = replace(s, waiting=waiting, again=True)
        return self._answered(s, told)

    def _play_ends(self, s: Beating, told: tuple[Event, ...]) -> tuple[State, tuple[Event, ...]]:
        """The owner of the high hand wins and leads, or the highest Ball Four (B52-11, B52-16)."""
        inning = s.inning
        winner, ball_four = s.owner, None
        if s.pending:
            won = max(s.pending, key=lambda laid: self.ranking.worth(laid[1] >> 2))
            for player, card in s.pending:
                if (player, card) != won:
                    inning = self._given_back(inning, player, card)
                    told = (*told, BallFourReturns(player, card, higher=won))
            winner, ball_four = won
            front = changed(inning.front, winner, (*inning.front[winner], ball_four))
            inning = replace(inning, front=front)
        told = (*told, PlayWon(winner, ball_four))
        if not inning.hands[winner]:
            return self._inning_ends(s.match, inning, winner, told)
        return Leading(s.match, replace(inning, play=inning.play + 1), winner), told

    def _given_back(self, inning: Inning, seat: Seat, card: Card) -> Inning:
        """A Ball Four returns to its player's hand, and everybody has seen which (B52-13)."""
        hand = self.ranking.arranged((*inning.hands[seat], card))
        seen = self.ranking.arranged((*inning.returned[seat], card))
        return replace(
            inning,
            hands=changed(inning.hands, seat, hand),
            returned=changed(inning.returned, seat, seen),
        )

    def _inning_ends(
        self, match: Match, inning: Inning, winner: Seat, told: tuple[Event, ...]
    ) -> tuple[State, tuple[Event, ...]]:
        """B52-21 to B52-23: runs for the cards left, Ball Fours to pay, and whether that is all."""
        counts = tuple(map(len, inning.hands))
        ball_fours = tuple(map(len, inning.front))
        gained = tuple(
            (sum(counts) if seat == winner else 0) - BALL_FOUR_COSTS * cards
            for seat, cards in enumerate(ball_fours)
        )
        runs = tuple(map(sum, zip(match.runs, gained, strict=True)))
        lines = (*match.lines, gained)
        told = (*told, InningEnds(match.inning, winner, counts, ball_fours, gained, runs, lines))
        match = replace(match, runs=runs, lines=lines, winner=winner)
        reached = max(runs) >= self.target
        if match.extra or reached or match.inning >= self.innings:
            level = _level(runs)
            if len(level) == 1 or self.tie == "shared":
                over = Over(match, "target" if reached else "innings")
                if match.extra:
                    over = Over(match, "extra-innings")
                outcome = self.outcome(over)
                assert outcome is not None  # an Over always has one
                return over, (*told, GameEnds(outcome))
            match = replace(match, extra=True)
            told = (*told, ExtraInning(level))
        dealer = clockwise(match.dealer, len(runs))[0]
        return Shuffling(replace(match, inning=match.inning + 1, dealer=dealer)), told

    # -- plans --

    def left(self, s: State, seat: Seat, text: str) -> Plan:
        """Reads an answer for the play that is going on, left ahead (X-8)."""
        return plans.left(self, s, seat, text)

    def resolve(self, s: State, seat: Seat, plan: Plan) -> Action | None:
        """What such an answer does now that its turn has come."""
        return plans.resolve(self, s, seat, plan)

    def question(self, s: State, seat: Seat) -> Question:
        """What this play may ask of a seat; IllegalAction where it asks nothing any more."""
        match s:
            case Leading():
                return Question(_scope(s), s.inning.hands[seat], None, leads=seat == s.leader)
            case Beating() if seat in s.passed:
                raise IllegalAction("B52-9", AlreadyOut())
            case Beating():
                return Question(_scope(s), s.inning.hands[seat], s.high)
        raise IllegalAction("X-8", NothingToPlan(BEAT))

    def check_ahead(self, s: State, seat: Seat, a: Play | Foul) -> None:
        """Whether a hand may still come in this play, as far as this seat can tell."""
        match s:
            case Leading():
                self._check_lead(s, seat, a)
            case Beating():
                self._check_answer(s, seat, a)
        check_held(a.cards, self.hands(s)[seat])

    # -- notation --

    def parse(self, text: str) -> Action:
        """Reads `play 9c 9d`, `ball-four 9h`, `pass`, or the dealer's `deal` line."""
        return notation.parse(text, self.ranking, VERBS)

    def write(self, a: Action) -> str:
        """The canonical text of an action."""
        return notation.write(a)


def choiceless(game: BallFour52, view: View) -> bool:
    """Whether the last card is to be led, or no card that nobody has shown would beat or walk.

    The first lead of the game leaves no choice either if its card is the last three (B52-3).
    """
    seat = view.turn
    assert seat is not None  # somebody is asked
    count = view.counts[seat]
    if view.decision == LEAD:
        return count == 1 or len(view.threes) == len(THREES)
    high, known = view.high, view.returned[seat]
    assert high is not None  # it is to be answered
    shown = {card for _, card in view.pending}
    shown.update(view.played, *view.front, *view.returned)
    hidden = [card for card in game.deck if card not in shown]
    fourth = fourth_cards(high) if seat != view.owner else ()
    room = count - len(known)
    walks = any(card in known or (room > 0 and card in hidden) for card in fourth)
    return not walks and not game.ranking.may_beat(high, known, hidden, count)


# --- small steps ---------------------------------------------------------------------------------


def _scope(s: InPlay) -> str:
    """What a plan lives for: one play."""
    return f"{s.match.inning}.{s.inning.play}"


def _moment(s: State) -> str:
    """What would be an action of this moment."""
    match s:
        case Leading():
            return "a hand to lead (play)"
        case Beating():
            return "a higher hand (play), a Ball Four or a pass"
        case Shuffling():
            return "the deal"
        case Over():
            return "nothing, the game is over"


def _active(inning: Inning, owner: Seat, passed: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """The seats that hold cards and have not passed, from the owner's left on, the owner last."""
    hands = inning.hands
    order = clockwise(owner, len(hands))
    return tuple([seat for seat in order if hands[seat] and seat not in passed])


def _level(runs: tuple[int, ...]) -> tuple[Seat, ...]:
    """The seats with the most runs."""
    return tuple(seat for seat, total in enumerate(runs) if total == max(runs))


def _first_of(chosen: tuple[Seat, ...], seat: Seat, seats: int) -> Seat:
    """The nearest of some seats, from the left of `seat` on and that seat last."""
    return next(other for other in clockwise(seat, seats) if other in chosen)
