"""Ball Four with 40 cards and Strike Tokens: a Ball Four ends the at-bat, and no card returns.

The variant is the one written down in `rulebook_40.md`: nine innings, Strike Tokens that buy foul
balls, a Home Run Derby for those level at the top, and the 7th Inning Stretch as an option. Numbers
such as B40-9 are that rulebook's clauses. What both editions share is elsewhere: hands in
`hands.py`, terms in `terms.py`, notation in `notation.py`, answers left ahead in `plans.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, Literal

import msgspec
from msgspec.structs import replace

from games.ball_four import notation, plans
from games.ball_four.hands import Hand, Ranking, Shape, fourth_cards, suits_of
from games.ball_four.plans import BEAT, LEAD, Question
from games.ball_four.terms import (
    BALL_FOURS,
    PASS,
    Action,
    AlreadyOut,
    AtBatWon,
    BallFour,
    BallFourWins,
    Choose,
    Clauses,
    DerbyBegins,
    DerbyHand,
    Foul,
    Fouled,
    GameEnds,
    HandDealt,
    Hands,
    InningBegins,
    InningEnds,
    MustLead,
    NoCardOfSuits,
    NoStretch,
    NotLastPlace,
    NoToken,
    OnlyBeatOrPass,
    Pass,
    Passed,
    Play,
    Played,
    StretchBegins,
    StretchChosen,
    StretchRule,
    SuitNotThere,
    TokenTaken,
    TwoOfASuit,
    changed,
    check_ball_four,
    check_hand,
    check_held,
    check_innings,
    clockwise,
    without,
)
from games.cards import DECK, RANKS, Card
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

ORDER = "23456789TA"
SHAPES = (
    Shape("single", (1,)),
    Shape("double", (2,)),
    Shape("triple", (3,)),
    Shape("home run", (4,)),
    Shape("scoring position", (3, 2)),
)
HOME_RUN = SHAPES[3]
RANKINGS = {
    "triple-double-single": Ranking(ORDER, (*SHAPES, Shape("bases loaded", (3, 2, 1)))),
    "two-triples": Ranking(ORDER, (*SHAPES, Shape("bases loaded", (3, 3)))),
}
"""The hands by the option `bases_loaded`; of all types the weakest in a Derby comes first."""

CLAUSES = Clauses(no_hand="B40-6", beat="B40-6", lead="B40-7", out="B40-8", ball_four="B40-11")
VERBS = ("play", "ball-four", "foul", "choose", "pass")
STRETCH_INNING = 7
DERBY_HAND = 7


_TRIED: Mapping[type, Literal["pass", "ball-four", "foul"]] = {
    Pass: "pass",
    BallFour: "ball-four",
    Foul: "foul",
}


# --- states --------------------------------------------------------------------------------------


class Stretch(msgspec.Struct, frozen=True):
    """The rule of the 7th inning, and the seat in last place that chose it (B40-20)."""

    rule: StretchRule
    seat: Seat


class Match(msgspec.Struct, frozen=True):
    """What outlives an inning: its number and dealer, runs so far, and everybody's Strike Tokens.

    `lines` is the line score: for each finished inning the runs of every seat. `stretch` is set
    from the choice until the inning that it is for has ended.
    """

    inning: int
    dealer: Seat
    lines: tuple[tuple[int, ...], ...]
    runs: tuple[int, ...]
    tokens: tuple[int, ...]
    stretch: Stretch | None = None


class Inning(msgspec.Struct, frozen=True):
    """What outlives an at-bat: the at-bat's number, hands, and all the cards that left them."""

    at_bat: int
    hands: Hands
    scoring_areas: Hands
    """Each seat's own Ball Fours, face up (B40-11)."""
    played: tuple[Card, ...]
    """The cards of all hands that were played."""
    fouled: tuple[Card, ...]
    """The discards of foul balls."""
    aside: tuple[Card, ...]
    """Cards that did not go round; nobody may see them before the game is over (X-3)."""


class Shuffling(msgspec.Struct, frozen=True, tag="shuffling"):
    """A deck is due for the inning that `match` names."""

    match: Match


class Choosing(msgspec.Struct, frozen=True, tag="choosing"):
    """The seat in last place owes a rule for the 7th inning, before it is shuffled (B40-20)."""

    match: Match
    seat: Seat


class Leading(msgspec.Struct, frozen=True, tag="leading"):
    """An at-bat begins: the leader owes a hand."""

    match: Match
    inning: Inning
    leader: Seat


class Beating(msgspec.Struct, frozen=True, tag="beating"):
    """A high hand is to be beaten; `waiting` seats are still to be asked, in turn order."""

    match: Match
    inning: Inning
    high: Hand
    owner: Seat
    number: int
    """Which high hand of the at-bat this is, from 1."""
    waiting: tuple[Seat, ...]
    passed: tuple[Seat, ...]
    """Who has passed or fouled in this at-bat and not beaten a hand since."""


class Derby(msgspec.Struct, frozen=True, tag="derby"):
    """A deck is due for a round of the Home Run Derby, among the seats still tied (B40-19)."""

    match: Match
    round: int
    tied: tuple[Seat, ...]
    shown: tuple[tuple[Seat, Hand], ...] = ()
    """What the last round showed."""


class Over(msgspec.Struct, frozen=True, tag="over"):
    """The game has ended; `winner` is set where a Derby decided it, with what its end showed."""

    match: Match
    winner: Seat | None = None
    shown: tuple[tuple[Seat, Hand], ...] = ()


AtBat = Leading | Beating
State = Shuffling | Choosing | AtBat | Derby | Over


# --- what a seat may know ------------------------------------------------------------------------


class View(msgspec.Struct, frozen=True):
    """The table as one seat, or a spectator, may see it: public facts, and the own hand."""

    seat: Seat | None
    hand: tuple[Card, ...]
    decision: Literal["shuffle", "choose", "lead", "beat", "derby", "over"]
    turn: Seat | None
    inning: int
    innings: int
    dealer: Seat
    lines: tuple[tuple[int, ...], ...]
    """The line score: for each finished inning the runs of every seat."""
    runs: tuple[int, ...]
    tokens: tuple[int, ...]
    token_cap: int
    stretch: Stretch | None
    """The rule in force for this inning, and who chose it."""
    at_bat: int = 0
    counts: tuple[int, ...] = ()
    """How many cards each seat holds."""
    scoring_areas: Hands = ()
    played: tuple[Card, ...] = ()
    fouled: tuple[Card, ...] = ()
    leader: Seat | None = None
    high: Hand | None = None
    owner: Seat | None = None
    waiting: tuple[Seat, ...] = ()
    out: tuple[Seat, ...] = ()
    """Who is Out until the at-bat ends (B40-8)."""
    beat_or_pass: tuple[Seat, ...] = ()
    """Who may only beat or pass, because Pinch Hitter is in force (B40-22)."""
    tied: tuple[Seat, ...] = ()
    """Who is still tied at the top when a Derby is due."""
    shown: tuple[tuple[Seat, Hand], ...] = ()
    """The hands that the last round of a Derby showed."""


# --- the game ------------------------------------------------------------------------------------


class BallFour40(msgspec.Struct, frozen=True):
    """Ball Four with 40 cards; the fields stand in the order of the rulebook's list."""

    innings: int = 9
    tokens: int = 3
    token_cap: int = 3
    bases_loaded: Literal["triple-double-single", "two-triples"] = "triple-double-single"
    stretch: bool = False
    pinch_hitter_full: bool = False

    id: ClassVar[str] = "ball-four-40"
    title: ClassVar[str] = "Ball Four (40 cards)"
    seats: ClassVar[range] = range(3, 6)
    rules: ClassVar[int] = 1
    deck: ClassVar[tuple[Card, ...]] = tuple(card for card in DECK if RANKS[card >> 2] in ORDER)
    state_type: ClassVar[object] = State
    clauses: ClassVar[Clauses] = CLAUSES
    fouls: ClassVar[bool] = True
    round: ClassVar[str] = "at-bat"

    def __post_init__(self) -> None:
        check_innings(self.innings)
        if self.token_cap < 1:
            raise OptionError(f"token_cap is 1 or more, not {self.token_cap}")
        if not 0 <= self.tokens <= self.token_cap:
            raise OptionError(f"tokens is 0 to {self.token_cap}, the token_cap, not {self.tokens}")

    @property
    def ranking(self) -> Ranking:
        """The hands that are played at this table."""
        return RANKINGS[self.bases_loaded]

    # -- setting up and looking --

    def setup(self, seats: int) -> State:
        """The state before the first shuffle."""
        if seats not in self.seats:
            raise OptionError(f"this game is for 3 to 5 players, not {seats}")
        return Shuffling(Match(1, 0, (), (0,) * seats, (self.tokens,) * seats))

    def turn(self, s: State) -> Seat | None:
        """The seat that must act, DEALER where a shuffle is due, None at the end."""
        match s:
            case Beating():
                return s.waiting[0]
            case Leading():
                return s.leader
            case Choosing():
                return s.seat
            case Shuffling() | Derby():
                return DEALER
            case Over():
                return None

    def window(self, s: State) -> Window | None:
        """The lead of an at-bat, `2.5.lead`, or its third high hand, `2.5.3`, alive for `2.5`.

        A seat is asked once over one high hand. With Pinch Hitter, too, it is asked again only when
        that hand has been beaten: the new high hand is the new decision, so an answer to the old
        one is stale, and nobody can answer twice under one key. A plan lives for the at-bat and is
        used up at its seat's next turn.
        """
        seats: tuple[Seat, ...]
        match s:
            case Choosing():
                scope = f"{s.match.inning}.stretch"
                return Window(scope, scope, "choose", (s.seat,))
            case Leading():
                key, decision, seats = "lead", LEAD, (s.leader,)
            case Beating():
                key, decision, seats = str(s.number), BEAT, s.waiting
            case _:
                return None
        scope = _scope(s)
        return Window(f"{scope}.{key}", scope, decision, seats)

    def scores(self, s: State) -> tuple[int, ...]:
        """Runs of the finished innings."""
        return s.match.runs

    def hands(self, s: State) -> Hands:
        """Each seat's cards, lowest first."""
        if isinstance(s, AtBat):
            return s.inning.hands
        return ((),) * len(s.match.runs)

    def outcome(self, s: State) -> Outcome | None:
        """Places by runs; who wins the Derby is in front of all (B40-19)."""
        if not isinstance(s, Over):
            return None
        reason = "innings" if s.winner is None else "derby"
        return Outcome(reason, s.match.runs, places(s.match.runs, first=s.winner))

    def view(self, s: State, seat: Seat | None) -> View:
        """What `seat` may know: cards it holds, cards that were shown, and counts of the rest."""
        match = s.match
        known = View(
            seat=seat,
            hand=(),
            decision="shuffle",
            turn=self.turn(s),
            inning=match.inning,
            innings=self.innings,
            dealer=match.dealer,
            lines=match.lines,
            runs=match.runs,
            tokens=match.tokens,
            token_cap=self.token_cap,
            stretch=match.stretch,
        )
        match s:
            case Shuffling():
                return known
            case Choosing():
                return replace(known, decision="choose")
            case Derby():
                return replace(known, decision="derby", tied=s.tied, shown=s.shown)
            case Over():
                return replace(known, decision="over", shown=s.shown)
        inning = s.inning
        known = replace(
            known,
            hand=() if seat is None else inning.hands[seat],
            decision="lead",
            at_bat=inning.at_bat,
            counts=tuple(len(hand) for hand in inning.hands),
            scoring_areas=inning.scoring_areas,
            played=inning.played,
            fouled=inning.fouled,
        )
        match s:
            case Leading():
                return replace(known, leader=s.leader)
            case Beating():
                nobody_out = _pinch_hitter(match)
                return replace(
                    known,
                    decision="beat",
                    high=s.high,
                    owner=s.owner,
                    waiting=s.waiting,
                    out=() if nobody_out else s.passed,
                    beat_or_pass=s.passed if nobody_out and not self.pinch_hitter_full else (),
                )

    # -- what is legal --

    def check(self, s: State, seat: Seat, a: Action) -> None:
        """Raises IllegalAction with the clause that forbids `a`, if any does.

        A clause that forbids the action by name comes first, then whose turn it is (X-14), then
        whether the cards are held, each named once (X-15).
        """
        if seat != DEALER:
            self._check_by_name(s, seat, a)
        elif isinstance(s, Shuffling | Derby) and isinstance(a, Deal):
            check_deck(a.cards, self.deck)
            return
        if seat != self.turn(s):
            raise IllegalAction("X-14", WrongActor(self.turn(s)))
        match s, a:
            case (Leading(inning=inning), Play(cards)) | (
                Beating(inning=inning),
                Play(cards) | Foul(cards),
            ):
                check_held(cards, inning.hands[seat])
            case Beating(inning=inning), BallFour(card):
                check_held((card,), inning.hands[seat])
            case (Beating(), Pass()) | (Choosing(), Choose()):
                pass
            case _:
                raise IllegalAction("X-14", WrongMoment(_moment(s)))

    def _check_by_name(self, s: State, seat: Seat, a: Action) -> None:
        """What clauses of this game forbid a seat, whoever is at turn."""
        match s, a:
            case Beating(), Pass():
                return  # whoever may answer may pass
            case Beating(), Play() | BallFour() | Foul():
                self._check_beating(s, seat, a)
            case Leading(), Play(cards):
                check_hand(self.ranking, CLAUSES, cards, None)
            case Leading(leader=leader), Pass() | BallFour() | Foul() if seat == leader:
                raise IllegalAction("B40-7", MustLead(_TRIED[type(a)]))
            case Choosing(seat=chooser), Choose() if seat != chooser:
                raise IllegalAction("B40-20", NotLastPlace(chooser))
            case Shuffling() | Leading() | Beating() | Derby(), Choose():
                raise IllegalAction("B40-20", NoStretch(self.stretch))

    def _check_beating(self, s: Beating, seat: Seat, a: Play | BallFour | Foul) -> None:
        """What may not be done with the high hand, whoever is at turn."""
        self._check_out(s, seat, a)
        match a:
            case Play(cards):
                check_hand(self.ranking, CLAUSES, cards, s.high)
            case BallFour(card):
                check_ball_four(CLAUSES, card, s.high, own=seat == s.owner)
            case Foul(cards):
                _check_discards(s.match, seat, cards)
                _check_suits(s, seat, cards)

    def _check_out(self, s: Beating, seat: Seat, a: Play | BallFour | Foul) -> None:
        """What may not be done by who has passed or fouled in this at-bat (B40-8, B40-22)."""
        if seat in s.passed:
            if not _pinch_hitter(s.match):
                raise IllegalAction("B40-8", AlreadyOut())
            if not self.pinch_hitter_full and not isinstance(a, Play):
                raise IllegalAction("B40-22", OnlyBeatOrPass())

    def legal(self, s: State, seat: Seat) -> Iterator[Action]:
        """Every action of the seat at turn: hands, Ball Four, foul balls, the pass."""
        ranking = self.ranking
        legal: list[Action] = []
        match s:
            case Leading() if seat == s.leader:
                legal = [Play(hand.cards) for hand in ranking.playable(s.inning.hands[seat])]
            case Beating() if seat == s.waiting[0]:
                held = s.inning.hands[seat]
                legal = [Play(hand.cards) for hand in ranking.playable(held, s.high)]
                if seat not in s.passed or self.pinch_hitter_full:
                    legal += [BALL_FOURS[card] for card in fourth_cards(s.high) if card in held]
                    if s.match.tokens[seat]:
                        legal += [Foul(ranking.arranged(cards)) for cards in _fouls(held, s.high)]
                legal.append(PASS)
            case Choosing() if seat == s.seat:
                legal = list(notation.CHOICES.values())
        return iter(legal)

    # -- what happens --

    def apply(self, s: State, seat: Seat, a: Action) -> tuple[State, tuple[Event, ...]]:
        """The next state and what is to be told; `a` has passed `check`."""
        match s, a:
            case ((Leading() | Beating()), Play(cards)):
                return self._play(s, seat, cards)
            case Beating(), Pass():
                return _out(s, seat, (Passed(seat),))
            case Beating(), BallFour(card):
                return self._ball_four(s, seat, card)
            case Beating(), Foul(cards):
                return self._foul(s, seat, cards)
            case Choosing(), Choose(rule):
                chosen = replace(s.match, stretch=Stretch(rule, seat))
                told = StretchChosen(seat, rule, full=self.pinch_hitter_full)
                return Shuffling(chosen), (told,)
            case Shuffling(), Deal(cards):
                return self._deal(s.match, cards)
            case Derby(), Deal(cards):
                return self._derby(s, cards)
        misapplied(s, a)

    def silence(self, s: State, seat: Seat) -> tuple[State, tuple[Event, ...]]:
        """A time-out: a pass, the lowest single led, no rule for the Stretch (X-9)."""
        match s:
            case Leading():
                return self._play(s, seat, s.inning.hands[seat][:1])
            case Choosing():
                return self.apply(s, seat, notation.CHOICES["none"])
        return self.apply(s, seat, PASS)

    def _deal(self, match: Match, cards: tuple[Card, ...]) -> tuple[State, tuple[Event, ...]]:
        seats = len(match.runs)
        each = len(cards) // seats
        hands = self._dealt(cards, clockwise(match.dealer, seats), each)
        dealt = tuple(hands[seat] for seat in range(seats))
        empty: Hands = ((),) * seats
        inning = Inning(1, dealt, empty, (), (), cards[each * seats :])
        leader = _last_place(match)
        told = tuple(HandDealt(dealt[seat], to=seat) for seat in range(seats))
        level = _level_last(match) if match.lines else ()
        counts = (each,) * seats
        begins = InningBegins(match.inning, match.dealer, counts, leader, level=level)
        return Leading(match, inning, leader), (begins, *told)

    def _dealt(
        self, cards: tuple[Card, ...], order: Sequence[Seat], each: int
    ) -> dict[Seat, tuple[Card, ...]]:
        """The hands of those in `order`, the dealer's left first, one card at a time (X-3)."""
        end = each * len(order)
        return {
            seat: self.ranking.arranged(cards[place : end : len(order)])
            for place, seat in enumerate(order)
        }

    def _play(
        self, s: AtBat, seat: Seat, cards: tuple[Card, ...]
    ) -> tuple[State, tuple[Event, ...]]:
        hand = self.ranking.recognise(cards)
        assert hand is not None  # check has passed it
        inning = _without(s.inning, seat, cards)
        inning = replace(inning, played=(*inning.played, *hand.cards))
        left = len(inning.hands[seat])
        match = s.match
        told: tuple[Event, ...] = (Played(seat, hand, isinstance(s, Leading), left),)
        if hand.shape == HOME_RUN:
            match, told = self._token(match, seat, told, "home run")  # B40-12
        if not left:
            return self._inning_ends(match, inning, seat, told)
        passed: tuple[Seat, ...] = ()
        number = 1
        if isinstance(s, Beating):
            passed = tuple(other for other in s.passed if other != seat)
            number = s.number + 1
        others = clockwise(seat, len(inning.hands))[:-1]
        if not _pinch_hitter(match):
            others = tuple(other for other in others if other not in passed)
        return Beating(match, inning, hand, seat, number, others, passed), told

    def _ball_four(self, s: Beating, seat: Seat, card: Card) -> tuple[State, tuple[Event, ...]]:
        inning = _without(s.inning, seat, (card,))
        areas = inning.scoring_areas
        inning = replace(inning, scoring_areas=changed(areas, seat, (*areas[seat], card)))
        left = len(inning.hands[seat])
        laid = BallFourWins(seat, card, left)
        match, told = self._token(s.match, seat, (laid,), "Ball Four")
        if not left:
            return self._inning_ends(match, inning, seat, told)
        return _next_at_bat(match, inning, seat), told

    def _foul(
        self, s: Beating, seat: Seat, cards: tuple[Card, ...]
    ) -> tuple[State, tuple[Event, ...]]:
        tokens = s.match.tokens
        match = replace(s.match, tokens=changed(tokens, seat, tokens[seat] - 1))
        inning = _without(s.inning, seat, cards)
        inning = replace(inning, fouled=(*inning.fouled, *cards))
        left = len(inning.hands[seat])
        told = (Fouled(seat, cards, match.tokens[seat], left),)
        if not left:
            return self._inning_ends(match, inning, seat, told)  # B40-16
        return _out(replace(s, match=match, inning=inning), seat, told)

    def _token(
        self,
        match: Match,
        seat: Seat,
        told: tuple[Event, ...],
        for_what: Literal["Ball Four", "home run"],
    ) -> tuple[Match, tuple[Event, ...]]:
        """A token from the bank, which is lost where the seat has as many as it may (B40-2)."""
        before = match.tokens[seat]
        after = min(before + 1, self.token_cap)
        match = replace(match, tokens=changed(match.tokens, seat, after))
        return match, (*told, TokenTaken(seat, after, after == before, for_what))

    def _inning_ends(
        self, match: Match, inning: Inning, winner: Seat, told: tuple[Event, ...]
    ) -> tuple[State, tuple[Event, ...]]:
        """B40-17, then the next inning, a Derby, or the end."""
        each = 2 if match.stretch and match.stretch.rule == "double-header" else 1
        counts = tuple(len(hand) for hand in inning.hands)
        seats = len(counts)
        gained = changed((0,) * seats, winner, each * sum(counts))
        runs = changed(match.runs, winner, match.runs[winner] + gained[winner])
        lines = (*match.lines, gained)
        none = (0,) * seats
        told = (*told, InningEnds(match.inning, winner, counts, none, gained, runs, lines))
        match = replace(match, lines=lines, runs=runs, stretch=None)
        if match.inning == self.innings:
            tied = tuple(seat for seat in range(seats) if runs[seat] == max(runs))
            return self._top(match, 0, tied, (), told)
        match = replace(match, inning=match.inning + 1, dealer=clockwise(match.dealer, seats)[0])
        if self.stretch and match.inning == STRETCH_INNING:
            chooser = _last_place(match)
            begins = StretchBegins(chooser, _level_last(match))
            return Choosing(match, chooser), (*told, begins)
        return Shuffling(match), told

    def _derby(self, s: Derby, cards: tuple[Card, ...]) -> tuple[State, tuple[Event, ...]]:
        """Seven cards to each of the tied, and the strongest hand of each is shown (B40-19)."""
        order = _among(s.tied, s.match)
        hands = self._dealt(cards, order, DERBY_HAND)
        shown = tuple((seat, self._strongest(hands[seat])) for seat in order)
        told = (
            *(HandDealt(hands[seat], to=seat) for seat in order),
            *(DerbyHand(seat, hand) for seat, hand in shown),
        )
        best = max(self._strength(hand) for _, hand in shown)
        tied = tuple(sorted(seat for seat, hand in shown if self._strength(hand) == best))
        return self._top(s.match, s.round, tied, shown, told)

    def _top(
        self,
        match: Match,
        round: int,
        tied: tuple[Seat, ...],
        shown: tuple[tuple[Seat, Hand], ...],
        told: tuple[Event, ...],
    ) -> tuple[State, tuple[Event, ...]]:
        """The end where one seat is alone at the top, else the next round of a Derby."""
        if len(tied) > 1:
            match = replace(match, dealer=_among(tied, match)[0])
            return Derby(match, round + 1, tied, shown), (*told, DerbyBegins(round + 1, tied))
        over = Over(match, tied[0] if round else None, shown)
        outcome = self.outcome(over)
        assert outcome is not None  # an Over always has one
        return over, (*told, GameEnds(outcome))

    def _strongest(self, cards: tuple[Card, ...]) -> Hand:
        """The strongest hand that can be made of some of these cards."""
        return max(self.ranking.playable(cards), key=self._strength)

    def _strength(self, hand: Hand) -> tuple[int, int]:
        """What a Derby compares: the type, then the rank; no other card counts (B40-19)."""
        return self.ranking.shapes.index(hand.shape), self.ranking.worth(hand.rank)

    # -- plans --

    def left(self, s: State, seat: Seat, text: str) -> Plan:
        """Reads an answer left ahead, for this at-bat (X-8)."""
        return plans.left(self, s, seat, text)

    def resolve(self, s: State, seat: Seat, plan: Plan) -> Action | None:
        """What such an answer does now that its turn has come."""
        return plans.resolve(self, s, seat, plan)

    def question(self, s: State, seat: Seat) -> Question:
        """What this at-bat may ask of a seat; IllegalAction where it asks nothing any more."""
        match s:
            case Leading():
                leads = seat == s.leader
                return Question(_scope(s), s.inning.hands[seat], None, leads)
            case Beating() if seat in s.passed and not _pinch_hitter(s.match):
                raise IllegalAction("B40-8", AlreadyOut())
            case Beating():
                bound = seat in s.passed and not self.pinch_hitter_full
                return Question(_scope(s), s.inning.hands[seat], s.high, beats_or_passes=bound)
        raise IllegalAction("X-8", NothingToPlan(BEAT))

    def check_ahead(self, s: State, seat: Seat, a: Play | Foul) -> None:
        """Whether a hand or a foul ball may still come in this at-bat, as this seat can tell.

        A later high hand is of the same type and higher, but may be of other suits.
        """
        match s, a:
            case Leading(), Play(cards):
                check_hand(self.ranking, CLAUSES, cards, None)
            case Leading(), Foul(cards):
                _check_discards(s.match, seat, cards)
            case Beating(), Play():
                self._check_beating(s, seat, a)
            case Beating(), Foul(cards):
                self._check_out(s, seat, a)
                _check_discards(s.match, seat, cards)
                if seat == s.waiting[0] or len(cards) > len(s.high.cards):
                    _check_suits(s, seat, cards)
        check_held(a.cards, self.hands(s)[seat])

    # -- notation --

    def parse(self, text: str) -> Action:
        """Reads `play 9c 9d`, `ball-four 9h`, `foul 2d 7h`, `pass`, `choose none`, or a deal."""
        return notation.parse(text, self.ranking, VERBS)

    def write(self, a: Action) -> str:
        """The canonical text of an action."""
        return notation.write(a)


def choiceless(game: BallFour40, view: View) -> bool:
    """Whether the last card is to be led, or no card that nobody has shown would beat or walk.

    Nor may it be discarded for a token that is left (B40-13).
    """
    seat = view.turn
    assert seat is not None  # somebody is asked
    if view.decision == "choose":
        return False
    count = view.counts[seat]
    if view.decision == "lead":
        return count == 1
    high = view.high
    assert high is not None  # it is to be answered
    shown = {*view.played, *view.fouled}
    shown.update(*view.scoring_areas)
    hidden = [card for card in game.deck if card not in shown]
    if seat not in view.beat_or_pass:
        suits = suits_of(high) if view.tokens[seat] else ()
        fourth = fourth_cards(high)
        if any(card in fourth or card & 3 in suits for card in hidden):
            return False
    return not game.ranking.may_beat(high, (), hidden, count)


# --- small steps ---------------------------------------------------------------------------------


def _scope(s: AtBat) -> str:
    """What a plan lives for: one at-bat."""
    return f"{s.match.inning}.{s.inning.at_bat}"


def _pinch_hitter(match: Match) -> bool:
    """Whether nobody is Out in this inning (B40-22)."""
    return match.stretch is not None and match.stretch.rule == "pinch-hitter"


def _last_place(match: Match) -> Seat:
    """The seat with the fewest runs; level, the first from this inning's dealer's left (B40-4)."""
    return _level_last(match)[0]


def _level_last(match: Match) -> tuple[Seat, ...]:
    """The seats with the fewest runs, from this inning's dealer's left on."""
    fewest = min(match.runs)
    order = clockwise(match.dealer, len(match.runs))
    return tuple(seat for seat in order if match.runs[seat] == fewest)


def _moment(s: State) -> str:
    """What would be an action of this moment."""
    match s:
        case Leading():
            return "a lead"
        case Beating():
            return "a higher hand of the same type, a Ball Four, a foul ball or a pass"
        case Choosing():
            return "a rule for the 7th inning"
        case Shuffling() | Derby():
            return "the deal"
        case Over():
            return "nothing, the game is over"


def _check_discards(match: Match, seat: Seat, cards: tuple[Card, ...]) -> None:
    """Raises IllegalAction for a foul ball that no high hand would allow (B40-13, B40-14).

    Cards named twice are no matter of suits; `check_held` refuses them.
    """
    if not match.tokens[seat]:
        raise IllegalAction("B40-14", NoToken())
    if len({card & 3 for card in cards}) < len(set(cards)):
        raise IllegalAction("B40-13", TwoOfASuit(cards))


def _check_suits(s: Beating, seat: Seat, cards: tuple[Card, ...]) -> None:
    """Raises IllegalAction unless discards are of suits in the high hand (B40-13, B40-14)."""
    there = suits_of(s.high)
    if not any(card & 3 in there for card in s.inning.hands[seat]):
        raise IllegalAction("B40-14", NoCardOfSuits(s.high))
    others = tuple(card for card in cards if card & 3 not in there)
    if others or not cards:
        raise IllegalAction("B40-13", SuitNotThere(others, s.high))


def _fouls(held: tuple[Card, ...], high: Hand) -> list[tuple[Card, ...]]:
    """Every discard that a foul ball may be: at most one card for each suit of the high hand."""
    discards: list[tuple[Card, ...]] = [()]
    for suit in suits_of(high):
        of_suit = [card for card in held if card & 3 == suit]
        discards += [(*others, card) for others in discards for card in of_suit]
    return discards[1:]


def _among(tied: tuple[Seat, ...], match: Match) -> tuple[Seat, ...]:
    """The tied seats from the last dealer's left on."""
    return tuple(seat for seat in clockwise(match.dealer, len(match.runs)) if seat in tied)


def _out(s: Beating, seat: Seat, told: tuple[Event, ...]) -> tuple[State, tuple[Event, ...]]:
    """A pass or a foul ball of the seat at turn; the last one leaves the owner to lead (B40-9)."""
    waiting = s.waiting[1:]
    if not waiting:
        return _next_at_bat(s.match, s.inning, s.owner), (*told, AtBatWon(s.owner))
    passed = s.passed if seat in s.passed else (*s.passed, seat)
    return replace(s, waiting=waiting, passed=passed), told


def _next_at_bat(match: Match, inning: Inning, leader: Seat) -> Leading:
    return Leading(match, replace(inning, at_bat=inning.at_bat + 1), leader)


def _without(inning: Inning, seat: Seat, cards: tuple[Card, ...]) -> Inning:
    """An inning in which these cards have left a hand."""
    return replace(inning, hands=without(inning.hands, seat, cards))
