"""Baseball: seven-card stud with wild cards, for play chips.

The variant is the one written down in the rulebook: 3s and 9s are wild, a face-up 3 is paid for or
strikes out, a face-up 4 takes a walk, limits on bets and raises, table stakes with side pots, and
the house variants as options. Numbers such as BB-18 are that rulebook's clauses. The game's terms
are in `terms.py`, what a deal does by itself in `dealing.py`, texts of actions in `notation.py`,
answers left ahead in `plans.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain
from typing import ClassVar, Literal, NoReturn

import msgspec
from msgspec.structs import replace

from games.baseball import notation, plans
from games.baseball.dealing import (
    Dealing,
    hidden_fours,
    match_price,
    new_deal,
    outcome,
    same_deal,
)
from games.baseball.pots import Pot, fold
from games.baseball.terms import (
    BETS,
    CALL,
    CHECK,
    FOLD,
    MATCH_POT,
    RAISES,
    RANKS_OF,
    STAY,
    WALK,
    Action,
    AlreadyBet,
    Bet,
    BetMade,
    Betting,
    Call,
    Called,
    CannotPayWalk,
    CannotWalk,
    Check,
    Checked,
    DealInProgress,
    Fold,
    Folded,
    GameEnds,
    InDeal,
    MatchDue,
    Matching,
    MatchPot,
    MustCall,
    NobodyToBetAgainst,
    NoDealYet,
    NoHiddenFours,
    NoMatchDue,
    NoMoreRaises,
    NothingLeftToRaise,
    NothingToCall,
    NothingToRaise,
    NotInTheHole,
    NoWalkOffered,
    OnlyInBettingRound,
    Over,
    RainedOut,
    Raise,
    Raised,
    Ranks,
    Rows,
    Show,
    ShownBefore,
    Shuffling,
    Standing,
    State,
    Stay,
    TooFewChips,
    TooHigh,
    TooLow,
    View,
    Walk,
    WalkDeclined,
    Walking,
    clockwise,
    dealing_scope,
    round_of,
    round_scope,
    somebody_else_has_chips,
)
from games.cards import DECK, Card
from games.core import (
    DEALER,
    Deal,
    Event,
    IllegalAction,
    NotHeld,
    OptionError,
    Outcome,
    Plan,
    Seat,
    Window,
    WrongActor,
    WrongMoment,
    check_deck,
    misapplied,
)

MOST_DEALS = 99
"""More deals than anybody plays; a table of house players alone has to come to an end."""

MOST_CHIPS = 1_000_000
"""A larger stack would make menus of bets that nobody could read, or wait for."""

_NONE = (1, 0)
"""From more to less: no amount of chips."""

_ASKED_FOR_A_CARD = (Matching, Walking)
_ON_EVERY_TURN = frozenset({Raise, Call, Bet, Check, Fold})


class Baseball(msgspec.Struct, frozen=True):
    """Baseball with its options; the fields stand in the order of the rulebook's list.

    The agreed time at which a game ends is no option: it belongs to the table (BB-27).
    """

    stack: int = 100
    ante: int = 1
    bet_min: int = 1
    bet_max: int = 5
    max_raises: int = 3
    deals: int = 6
    short_match: Literal["all-in", "must-fold"] = "all-in"
    open_three: Literal["all", "first", "free"] = "all"
    three_price: Literal["pot", "cap", "fixed"] = "pot"
    three_amount: int = 10
    extra_card: Literal["down", "up"] = "down"
    hidden_fours: bool = False
    walk_price: int = 0
    ranks: Literal["baseball", "football", "woolworth"] = "baseball"
    rainy_day: bool = False
    rain_scope: Literal["survivors", "everyone"] = "survivors"

    id: ClassVar[str] = "baseball"
    title: ClassVar[str] = "Baseball"
    seats: ClassVar[range] = range(3, 7)
    rules: ClassVar[int] = 1
    deck: ClassVar[tuple[Card, ...]] = DECK
    state_type: ClassVar[object] = State

    def __post_init__(self) -> None:
        if not 1 <= self.stack <= MOST_CHIPS:
            raise OptionError(f"stack is 1 to {MOST_CHIPS}, not {self.stack}")
        if not 0 <= self.ante < self.stack:
            raise OptionError(f"ante is 0 or more and below the stack, not {self.ante}")
        if self.bet_min < 1:
            raise OptionError(f"bet_min is 1 or more, not {self.bet_min}")
        if self.bet_max < self.bet_min:
            raise OptionError(f"bet_max is {self.bet_min} or more, the bet_min, not {self.bet_max}")
        if not 1 <= self.deals <= MOST_DEALS:
            raise OptionError(f"deals is 1 to {MOST_DEALS}, not {self.deals}")
        for name in ("max_raises", "three_amount", "walk_price"):
            if getattr(self, name) < 0:
                raise OptionError(f"{name} is 0 or more, not {getattr(self, name)}")

    @property
    def meanings(self) -> Ranks:
        """What the ranks mean at this table."""
        return RANKS_OF[self.ranks]

    # -- setting up and looking --

    def setup(self, seats: int) -> State:
        """The state before the first shuffle."""
        if seats not in self.seats:
            raise OptionError(f"this game is for 3 to 6 players, not {seats}")
        return Shuffling(Standing(1, 0, (self.stack,) * seats))

    def turn(self, s: State) -> Seat | None:
        """The seat that must act, DEALER where a shuffle is due, None at the end."""
        if isinstance(s, Betting):
            return s.waiting[0]
        if isinstance(s, _ASKED_FOR_A_CARD):
            return s.seat
        return None if isinstance(s, Over) else DEALER

    def window(self, s: State) -> Window | None:
        """A decision of betting round `2.3`, like `2.3.1`; a match or a walk, `2.3.cards.1`.

        A betting round has a new decision with every bet and raise, and with every hidden 4 that is
        shown, for its owner is asked again with another hand.
        """
        match s:
            case Betting():
                scope = round_scope(s.standing, s.layout.rains, round_of(s.layout))
                return Window(f"{scope}.{s.number}", scope, plans.BET, s.waiting)
            case Matching() | Walking():
                scope = dealing_scope(s.standing, s.layout.rains, round_of(s.layout))
                decision = plans.MATCH if isinstance(s, Matching) else plans.WALK
                return Window(f"{scope}.{s.layout.asked}", scope, decision, (s.seat,))
        return None

    def scores(self, s: State) -> tuple[int, ...]:
        """The stacks alone, without pots and bets in front."""
        return s.standing.stacks

    def hands(self, s: State) -> Rows:
        """All cards of those still in, lowest first."""
        if not isinstance(s, InDeal):
            return ((),) * len(s.standing.stacks)
        layout = s.layout
        return tuple(
            tuple(sorted(layout.down[seat] + layout.up[seat])) if seat in layout.still_in else ()
            for seat in range(len(layout.down))
        )

    def outcome(self, s: State) -> Outcome | None:
        """Places by chips (BB-27)."""
        return outcome(s) if isinstance(s, Over) else None

    def view(self, s: State, seat: Seat | None) -> View:
        """What `seat` may know: its own cards, cards face up, chips, and counts of the rest."""
        standing, ranks = s.standing, self.meanings
        known = View(
            seat=seat,
            hole=(),
            decision="shuffle",
            turn=self.turn(s),
            deal=standing.deal,
            deals=self.deals,
            dealer=standing.dealer,
            stacks=standing.stacks,
            wild=ranks.wild,
            walks=ranks.walks,
        )
        match s:
            case Shuffling():
                return known
            case RainedOut():
                return replace(known, decision="rain", pots=s.pots, still_in=s.playing)
            case Over():
                return replace(known, decision="over")
        layout = s.layout
        inside = [at in layout.still_in for at in range(len(standing.stacks))]
        known = replace(
            known,
            hole=() if seat is None else layout.down[seat],
            round=round_of(layout),
            up=tuple(row if of else () for row, of in zip(layout.up, inside, strict=True)),
            counts=tuple(
                len(row) if of else 0 for row, of in zip(layout.down, inside, strict=True)
            ),
            shown=tuple(row if of else () for row, of in zip(layout.shown, inside, strict=True)),
            still_in=layout.still_in,
            all_in=tuple(at for at in layout.still_in if not standing.stacks[at]),
            pots=layout.pots,
            three_costs=self._three_costs(s, seat),
        )
        match s:
            case Betting():
                least, most = self._amounts(s, s.waiting[0])
                return replace(
                    known,
                    decision="bet",
                    bets=s.paid,
                    opener=s.opener,
                    waiting=s.waiting,
                    high=s.high,
                    raises=s.raises,
                    raises_left=self.max_raises - s.raises,
                    owed=min(s.high - s.paid[s.waiting[0]], standing.stacks[s.waiting[0]]),
                    limits=(least, most) if most else None,
                )
            case Matching():
                price = min(s.price, standing.stacks[s.seat])
                return replace(known, decision="match", waiting=(s.seat,), card=s.card, price=price)
            case Walking():
                return replace(
                    known, decision="walk", waiting=(s.seat,), card=s.card, price=self.walk_price
                )

    def _three_costs(self, s: InDeal, seat: Seat | None) -> int | None:
        """What a face-up 3 would cost a seat that may still be dealt a card up (BB-21)."""
        layout = s.layout
        if seat is None or seat not in layout.still_in or self.meanings.costs is None:
            return None
        if not plans.is_dealt_up(self, s, seat):
            return None
        bets = sum(s.paid) if isinstance(s, Betting) else 0
        pots = (*layout.pots, Pot(bets, layout.still_in))
        return match_price(self, pots, layout.paid_three, seat)

    # -- what is legal --

    def check(self, s: State, seat: Seat, a: Action) -> None:
        """Raises IllegalAction with the clause that forbids `a`, if any does.

        A clause that forbids the action by name comes first, then whose turn it is (X-14), then
        whether the card is held (X-15).
        """
        if isinstance(s, Betting) and type(a) in _ON_EVERY_TURN:
            turn = s.waiting[0]
            if type(a) is Fold:
                pass  # no clause forbids it
            elif seat == turn or (seat in s.layout.still_in and s.standing.stacks[seat]):
                self._check_bet(s, seat, a)
            if seat != turn:
                raise IllegalAction("X-14", WrongActor(turn))
            return
        if seat != DEALER:
            self._check_by_name(s, seat, a)
        elif isinstance(s, Shuffling | RainedOut) and isinstance(a, Deal):
            check_deck(a.cards, self.deck)
            return
        if seat != self.turn(s):
            raise IllegalAction("X-14", WrongActor(self.turn(s)))
        match s, a:
            case Betting(), Show(card):
                if card not in s.layout.down[seat]:
                    raise IllegalAction("X-15", NotHeld((card,)))
            case (Matching(), MatchPot() | Fold()) | (Walking(), Walk() | Stay()):
                pass
            case ((Betting() | Walking()), MatchPot()):
                raise IllegalAction("X-14", NoMatchDue())
            case Betting(), Walk() | Stay():
                raise IllegalAction("X-14", NoWalkOffered(self.walk_price))
            case _:
                raise IllegalAction("X-14", WrongMoment(moment(s)))

    def _check_by_name(self, s: State, seat: Seat, a: Action) -> None:
        """What clauses of this game forbid a seat, whoever is at turn."""
        if not isinstance(s, InDeal) or isinstance(a, Deal):
            return
        if isinstance(s, Matching) and seat == s.seat:
            if not isinstance(a, MatchPot | Fold):
                raise IllegalAction("BB-18", MatchDue(s.card, s.price))
            return
        if isinstance(a, Show):
            self._check_show(s, seat, a.card)

    # Below, types are compared by `is`: an isinstance that says no takes four times as long, and
    # this is asked at every decision.

    def _check_bet(self, s: Betting, seat: Seat, a: Action) -> None:
        """What may not be done with chips by a seat that has some (BB-11, BB-14)."""
        high = s.high
        if type(a) is Raise:
            if not high:
                raise IllegalAction("BB-11", NothingToRaise())
            if s.raises >= self.max_raises:
                raise IllegalAction("BB-11", NoMoreRaises(self.max_raises))
            least, most = self._amounts(s, seat)
            if not least <= a.chips <= most:
                self._refuse_amount(s, seat, "raise", a.chips)
        elif type(a) is Bet:
            if high:
                raise IllegalAction("BB-11", AlreadyBet(high))
            least, most = self._amounts(s, seat)
            if not least <= a.chips <= most:
                self._refuse_amount(s, seat, "bet", a.chips)
        elif type(a) is Call:
            if not high:
                raise IllegalAction("BB-11", NothingToCall())
        elif type(a) is Check and high > s.paid[seat]:
            raise IllegalAction("BB-11", MustCall(high - s.paid[seat]))

    def _refuse_amount(
        self, s: Betting, seat: Seat, verb: Literal["bet", "raise"], chips: int
    ) -> NoReturn:
        """Says why so much may not be bet, or raised by (BB-11), or against nobody (BB-14)."""
        owed = s.high - s.paid[seat]
        stack = s.standing.stacks[seat]
        least, most = self._amounts(s, seat)
        if not somebody_else_has_chips(s, seat):
            raise IllegalAction("BB-14", NobodyToBetAgainst(owed))
        if stack <= owed:
            raise IllegalAction("BB-11", NothingLeftToRaise(owed, stack))
        if chips > self.bet_max:
            raise IllegalAction("BB-11", TooHigh(verb, chips, least, most))
        if chips > stack - owed:
            raise IllegalAction("BB-11", TooFewChips(verb, chips, stack - owed))
        raise IllegalAction("BB-11", TooLow(verb, chips, least, most))

    def _check_show(self, s: InDeal, seat: Seat, card: Card) -> None:
        """What may not be shown from the hole, and when (BB-31)."""
        if not self.hidden_fours:
            raise IllegalAction("BB-31", NoHiddenFours())
        if card >> 2 != self.meanings.walks:
            raise IllegalAction("BB-31", CannotWalk(card, self.meanings.walks))
        if card in s.layout.up[seat]:
            raise IllegalAction("BB-31", NotInTheHole(card))
        if card in s.layout.shown[seat]:
            raise IllegalAction("BB-31", ShownBefore(card))
        if not isinstance(s, Betting):
            raise IllegalAction("BB-31", OnlyInBettingRound())
        if s.standing.stacks[seat] < self.walk_price:
            stack = s.standing.stacks[seat]
            raise IllegalAction("BB-31", CannotPayWalk(self.walk_price, stack))

    def _amounts(self, s: Betting, seat: Seat) -> tuple[int, int]:
        """By how much a seat may bet or raise at least and at most (BB-11, BB-14); else `_NONE`."""
        high = s.high
        left = s.standing.stacks[seat] - high + s.paid[seat]
        if left <= 0 or (high and s.raises >= self.max_raises):
            return _NONE
        if len(s.waiting) == 1 and not somebody_else_has_chips(s, seat):  # whoever waits has chips
            return _NONE
        least, most = self.bet_min, self.bet_max
        return (least, most) if left >= most else (min(least, left), left)

    def legal(self, s: State, seat: Seat) -> Iterator[Action]:
        """Every action of the seat at turn: every amount of a bet or a raise is one."""
        if isinstance(s, Betting) and seat == s.waiting[0]:
            least, most = self._amounts(s, seat)
            menu = _small_menu if most < len(BETS) else _large_menu
            legal = menu(s.high > 0, least, most)
            if self.hidden_fours and s.standing.stacks[seat] >= self.walk_price:
                layout = s.layout
                hidden = hidden_fours(self.meanings.walks, layout.down[seat], layout.shown[seat])
                return chain(legal, map(Show, hidden))
            return iter(legal)
        if isinstance(s, Matching) and seat == s.seat:
            return iter((MATCH_POT, FOLD))
        if isinstance(s, Walking) and seat == s.seat:
            return iter((WALK, STAY))
        return iter(())

    # -- what happens --

    def apply(self, s: State, seat: Seat, a: Action) -> tuple[State, tuple[Event, ...]]:
        """The next state and what is to be told; `a` has passed `check`."""
        if isinstance(s, Betting):
            if type(a) is Fold:
                return self._fold(s, seat)
            if type(a) is Show:
                deal = Dealing.taken_up(self, s)
                return deal.four_shown(s, seat, a.card), tuple(deal.told)
            return self._bet(s, seat, a)
        match s, a:
            case Matching(), MatchPot():
                deal = Dealing.taken_up(self, s)
                after = deal.matched(s)
            case Matching(), Fold():
                deal = Dealing.taken_up(self, s)
                after = deal.struck_out(s)
            case Shuffling(), Deal(cards):
                deal = new_deal(self, s, cards)
                after = deal.begin()
            case RainedOut(), Deal(cards):
                deal = same_deal(self, s, cards)
                after = deal.begin()
            case Walking(), Walk():
                deal = Dealing.taken_up(self, s)
                after = deal.walked(s)
            case Walking(), Stay():
                deal = Dealing.taken_up(self, s)
                deal.told.append(WalkDeclined(seat))
                after = deal.go_round(s.due)
            case _:
                misapplied(s, a)
        return after, tuple(deal.told)

    def silence(self, s: State, seat: Seat) -> tuple[State, tuple[Event, ...]]:
        """A time-out: check, else fold; strike out; decline a walk (X-9)."""
        match s:
            case Betting() if not s.high:
                return self.apply(s, seat, CHECK)
            case Walking():
                return self.apply(s, seat, STAY)
        return self.apply(s, seat, FOLD)

    def end(self, s: State) -> tuple[State, tuple[Event, ...]]:
        """The game ended by the house between two deals (BB-27)."""
        if not isinstance(s, Shuffling):
            raise IllegalAction("BB-27", DealInProgress())
        if s.standing.deal == 1:
            raise IllegalAction("BB-27", NoDealYet())
        over = Over(s.standing, "ended")
        return over, (GameEnds(outcome(over)),)

    def _bet(self, s: Betting, seat: Seat, a: Action) -> tuple[State, tuple[Event, ...]]:
        """What is done with chips in a betting round; the round ends when all are even (BB-12)."""
        standing, layout, high, raises, number = s.standing, s.layout, s.high, s.raises, s.number
        stack = standing.stacks[seat]
        owed = high - s.paid[seat]
        waiting = s.waiting[1:]
        told: Event
        if type(a) is Check:
            if waiting:
                return replace(s, waiting=waiting), (Checked(seat),)
            chips = 0
            told = Checked(seat)
        elif type(a) is Call:
            chips = owed if owed < stack else stack
            told = Called(seat, chips, chips == stack)
        else:
            if type(a) is Raise:
                chips, high, raises = owed + a.chips, high + a.chips, raises + 1
                told = Raised(seat, a.chips, high, chips == stack)
            elif type(a) is Bet:
                chips = high = a.chips
                told = BetMade(seat, chips, chips == stack)
            else:
                misapplied(s, a)
            number += 1
            still_in, stacks_now = layout.still_in, standing.stacks
            others = clockwise(seat, len(stacks_now))[:-1]
            waiting = tuple([at for at in others if at in still_in and stacks_now[at]])
        stacks, paid = list(standing.stacks), list(s.paid)
        stacks[seat] = stack - chips
        paid[seat] += chips
        standing = Standing(standing.deal, standing.dealer, tuple(stacks))
        if not waiting:
            deal = Dealing(self, standing, layout)
            after = deal.end_round(paid)
            return after, (told, *deal.told)
        opener, in_front = s.opener, tuple(paid)
        after = Betting(standing, layout, opener, waiting, in_front, high, raises, number)
        return after, (told,)

    def _fold(self, s: Betting, seat: Seat) -> tuple[State, tuple[Event, ...]]:
        """A fold in a betting round, which mostly just goes on."""
        layout, waiting = s.layout, s.waiting[1:]
        if len(waiting) > 1:
            settled = fold(layout.pots, seat)
            if not settled.won:
                still_in = tuple([other for other in layout.still_in if other != seat])
                layout = replace(layout, still_in=still_in, pots=settled.pots)
                return replace(s, layout=layout, waiting=waiting), (Folded(seat),)
        deal = Dealing.taken_up(self, s)
        return deal.folded(s, seat), tuple(deal.told)

    # -- plans --

    def left(self, s: State, seat: Seat, text: str) -> Plan:
        """Reads an answer left ahead: for this betting round, or for a face-up 3 (BB-35)."""
        return plans.left(self, s, seat, text)

    def resolve(self, s: State, seat: Seat, plan: Plan) -> Action | None:
        """What such an answer does now that its turn has come."""
        return plans.resolve(self, s, seat, plan)

    # -- notation --

    def parse(self, text: str) -> Action:
        """Reads `check`, `bet 3`, `raise 2`, `match`, `show 4c` and the like, or a deal."""
        return notation.parse(text)

    def write(self, a: Action) -> str:
        """The canonical text of an action."""
        return notation.write(a)


# --- small steps ---------------------------------------------------------------------------------


@cache  # a table has a few of them, and asks at every turn
def _small_menu(called: bool, least: int, most: int) -> tuple[Action, ...]:
    """A check or a call, a fold, and every bet or raise."""
    amounts = slice(least, most + 1)
    return (CALL, FOLD, *RAISES[amounts]) if called else (CHECK, FOLD, *BETS[amounts])


def _large_menu(called: bool, least: int, most: int) -> Iterable[Action]:
    """The same for any amounts, which need not all be listed."""
    amounts = range(least, most + 1)
    return chain((CALL, FOLD) if called else (CHECK, FOLD), map(Raise if called else Bet, amounts))


def moment(s: State) -> str:
    """What would be an action of this moment."""
    match s:
        case Betting(high=0):
            return "a check, a bet or a fold"
        case Betting():
            return "a call, a raise or a fold"
        case Matching():
            return "a match or a fold"
        case Walking():
            return "a walk, or to stay"
        case Shuffling() | RainedOut():
            return "the deal"
        case Over():
            return "nothing, the game is over"
