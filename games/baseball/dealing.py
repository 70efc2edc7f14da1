"""A deal of Baseball as it goes on by itself: cards, pots, the showdown, the next deal.

`Dealing` takes up a deal where a seat has acted, or a deck has come, and carries it on until a seat
must be asked or a deck is due. It is one deal in the making, and changes; the states that it gives
back do not. What a seat may do, and the actions within a betting round, are in `rules.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from games.baseball.pots import (
    Pots,
    Settled,
    collect,
    first_pot,
    fold,
    pay_dead,
    price,
    show_down,
)
from games.baseball.terms import (
    FIRST_UP,
    LAST_DOWN,
    LAST_UP,
    RAIN_CARD,
    RANKINGS,
    RANKS_OF,
    Betting,
    CardUp,
    DealBegins,
    DealEnds,
    ExcessReturned,
    ExtraDown,
    Folded,
    FourShown,
    GameEnds,
    HandShown,
    HoleCards,
    InDeal,
    Layout,
    Matched,
    Matching,
    Over,
    PotShared,
    PotWon,
    RainedOut,
    RainFalls,
    RoundBegins,
    SeventhDown,
    Shuffling,
    Standing,
    State,
    StruckOut,
    WalkBought,
    Walking,
    clockwise,
    with_chips,
)
from games.cards import Card
from games.core import Event, Outcome, Seat, places

if TYPE_CHECKING:
    from games.baseball.rules import Baseball


class Dealing:
    """One deal in the making; `told` are the events so far."""

    __slots__ = (  # there is one at every round, and this makes it quick
        *("options", "standing", "stacks", "deck", "next", "down", "up", "shown", "still_in"),
        *("pots", "dealt", "asked", "paid_three", "rains", "order", "ranks", "told"),
    )

    def __init__(self, options: Baseball, standing: Standing, layout: Layout) -> None:
        self.options = options
        self.standing = standing
        self.stacks = list(standing.stacks)
        self.deck = layout.deck
        self.next = 0  # where the top of the deck is
        self.down = list(layout.down)
        self.up = list(layout.up)
        self.shown = layout.shown
        self.still_in = layout.still_in
        self.pots = layout.pots
        self.dealt = layout.dealt
        self.asked = layout.asked
        self.paid_three = layout.paid_three
        self.rains = layout.rains
        self.order = clockwise(standing.dealer, len(self.stacks))
        self.ranks = RANKS_OF[options.ranks]
        self.told: list[Event] = []

    @classmethod
    def taken_up(cls, options: Baseball, s: InDeal) -> Dealing:
        """A deal in which a seat has been asked something."""
        return cls(options, s.standing, s.layout)

    # -- as it is kept --

    def frozen_standing(self) -> Standing:
        """Everybody's chips as they are now."""
        return Standing(self.standing.deal, self.standing.dealer, tuple(self.stacks))

    def frozen_layout(self) -> Layout:
        """What lies on the table now."""
        return Layout(
            self.deck[self.next :],
            tuple(self.down),
            tuple(self.up),
            self.shown,
            self.still_in,
            self.pots,
            self.dealt,
            self.asked,
            self.paid_three,
            self.rains,
        )

    # -- the beginning --

    def begin(self) -> State:
        """Antes, two rounds of cards down, one card up each (BB-2, BB-3)."""
        order = self.in_order()
        stacks, ante = self.stacks, self.options.ante
        antes = [0] * len(stacks)
        for seat in order:
            antes[seat] = ante if ante <= stacks[seat] else stacks[seat]
            stacks[seat] -= antes[seat]
        self.told.append(
            DealBegins(
                self.standing.deal,
                self.standing.dealer,
                self.still_in,
                tuple(antes),
                again=self.rains > 0,
            )
        )
        self.settle(collect(self.pots, antes, self.still_in))
        deck, down, told, count = self.deck, self.down, self.told, len(order)
        for place, seat in enumerate(order):
            hole = down[seat] = (deck[place], deck[place + count])
            told.append(HoleCards(hole, to=seat))
        self.next = 2 * count
        return self.go_round(order)

    # -- cards --

    def in_order(self) -> list[Seat]:
        """Who is still in, from the dealer's left."""
        return [seat for seat in self.order if seat in self.still_in]

    def go_round(self, due: Sequence[Seat]) -> State:
        """One card up to each seat that is due one and still in, then a betting round (BB-3)."""
        eventful = self.ranks.eventful
        for place, seat in enumerate(due):
            if seat in self.still_in:
                card = self.card_up(seat)
                if card in eventful:
                    stop = self.brought(seat, card, due[place + 1 :])
                    if stop is not None:
                        return stop
        return self.open_round()

    def card_up(self, seat: Seat, extra: bool = False) -> Card:
        """A card face up."""
        card = self.deck[self.next]
        self.next += 1
        self.up[seat] += (card,)
        self.told.append(CardUp(seat, card, extra))
        return card

    def brought(self, seat: Seat, card: Card, due: Sequence[Seat]) -> State | None:
        """What a card up brings: the state in which the deal stops for it, if it does."""
        if card == RAIN_CARD and self.options.rainy_day:
            return self.rain(seat)
        rank = card >> 2
        if rank == self.ranks.costs:
            return self.three(seat, card, due)
        if rank == self.ranks.walks:
            cost = self.options.walk_price
            if not cost:
                return self.extra_card(seat, due)
            if self.stacks[seat] >= cost:
                self.asked += 1
                return Walking(self.frozen_standing(), self.frozen_layout(), seat, card, tuple(due))
        return None

    def extra_card(self, seat: Seat, due: Sequence[Seat]) -> State | None:
        """What a walk brings: a card down, or with the option one that is up (BB-24, BB-30)."""
        if self.options.extra_card == "up":
            return self.brought(seat, self.card_up(seat, extra=True), due)
        self.extra_down(seat)
        return None

    def extra_down(self, seat: Seat) -> None:
        """An extra card face down."""
        self.told.append(ExtraDown(seat))
        self.card_down(seat)

    def card_down(self, seat: Seat) -> None:
        """A card face down, which its owner alone may see."""
        card = self.deck[self.next]
        self.next += 1
        self.down[seat] += (card,)
        self.told.append(HoleCards((card,), to=seat))

    # -- face-up 3s --

    def three(self, seat: Seat, card: Card, due: Sequence[Seat]) -> State | None:
        """A face-up 3: its owner is asked, or the 3 is free, or there is no choice (BB-18)."""
        cost = self.match_price(seat)
        stack = self.stacks[seat]
        if not cost or not stack:
            return None
        if stack < cost and self.options.short_match == "must-fold":
            return self.strike_out(seat, card, asked=False)
        self.asked += 1
        return Matching(self.frozen_standing(), self.frozen_layout(), seat, card, cost, tuple(due))

    def match_price(self, seat: Seat) -> int:
        """What a face-up 3 costs a seat now; 0 where it is free (BB-21, BB-28, BB-29)."""
        return match_price(self.options, self.pots, self.paid_three, seat)

    def strike_out(self, seat: Seat, card: Card, asked: bool) -> State | None:
        """A fold at a face-up 3; the end of the deal where one player is left (BB-23)."""
        self.told.append(StruckOut(seat, card, asked))
        self.leaves(seat)
        return self.end_deal() if len(self.still_in) == 1 else None

    def matched(self, s: Matching) -> State:
        """A face-up 3 is paid for, and the deal goes on (BB-18, BB-22)."""
        chips = min(s.price, self.stacks[s.seat])
        self.pay(s.seat, chips)
        self.paid_three = True
        self.told.append(Matched(s.seat, s.card, chips, all_in=not self.stacks[s.seat]))
        return self.go_round(s.due)

    def walked(self, s: Walking) -> State:
        """An extra card is paid for and dealt, and the deal goes on (BB-32)."""
        self.pay(s.seat, self.options.walk_price)
        self.told.append(WalkBought(s.seat, self.options.walk_price))
        return self.extra_card(s.seat, s.due) or self.go_round(s.due)

    def struck_out(self, s: Matching) -> State:
        """A face-up 3 is not paid for, and the deal goes on without its owner (BB-18)."""
        return self.strike_out(s.seat, s.card, asked=True) or self.go_round(s.due)

    # -- chips --

    def pay(self, seat: Seat, chips: int) -> None:
        """A match or the price of a walk, from the stack into a pot (BB-15, BB-20).

        A payer who contests no pot opens one. All-in players keep to the pots they have paid into,
        unless the payer would be alone with it, for a payment never returns.
        """
        others = with_chips((other for other in self.still_in if other != seat), self.stacks)
        self.stacks[seat] -= chips
        opens_for = (seat, *others) if others else self.still_in
        self.pots = pay_dead(self.pots, seat, chips, opens_for)

    def settle(self, settled: Settled) -> None:
        """Pots as they are now, and chips that went back to stacks."""
        self.pots = settled.pots
        if settled.excess is not None:
            self.stacks[settled.excess.seat] += settled.excess.chips
            self.told.append(ExcessReturned(settled.excess.seat, settled.excess.chips))
        for won in settled.won:
            self.stacks[won.seat] += won.chips
            self.told.append(PotWon(won.seat, won.chips))

    def leaves(self, seat: Seat) -> None:
        """A seat is out of the deal, and of all pots; what one seat is left with is paid out."""
        self.still_in = tuple([other for other in self.still_in if other != seat])
        self.settle(fold(self.pots, seat))

    # -- betting rounds --

    def open_round(self) -> State:
        """The next betting round, or what follows where there is none (BB-9, BB-14)."""
        able = [seat for seat in self.order if self.stacks[seat] and seat in self.still_in]
        played = len(able) > 1
        if self.options.hidden_fours and not self.options.walk_price:
            self.claim([seat for seat in self.in_order() if not played or seat not in able])
        if not played:
            return self.go_on()
        ranks, up = self.options.ranks, self.up
        best = RANKINGS[ranks].openers(able, up)
        opener, level = best[0], tuple(best[1:])
        number = self.dealt - FIRST_UP + 1
        self.told.append(RoundBegins(number, opener, up[opener], level, ranks))
        first = able.index(opener)
        waiting = (*able[first:], *able[:first])
        paid = (0,) * len(self.stacks)
        return Betting(self.frozen_standing(), self.frozen_layout(), opener, waiting, paid)

    def claim(self, seats: Iterable[Seat]) -> None:
        """Shows the hidden 4s of seats that have no turn in a round, for extra cards (BB-31)."""
        for seat in seats:
            while hidden := hidden_fours(self.ranks.walks, self.down[seat], self.shown[seat]):
                self.show(seat, hidden[0], asked=False)

    def show(self, seat: Seat, card: Card, asked: bool = True) -> None:
        """A hidden 4 is shown, paid for, and brings an extra card face down (BB-31)."""
        cost = self.options.walk_price
        shown = (*self.shown[seat], card)
        self.shown = (*self.shown[:seat], shown, *self.shown[seat + 1 :])
        self.told.append(FourShown(seat, card, cost, asked))
        if cost:
            self.pay(seat, cost)
        self.extra_down(seat)

    def folded(self, s: Betting, seat: Seat) -> State:
        """A fold in a betting round.

        Where it pays a pot out to a seat that was all-in, that seat has chips again, and is asked
        like everybody who has not put in the same (BB-12).
        """
        self.told.append(Folded(seat))
        before = tuple(self.stacks)
        self.leaves(seat)
        waiting = s.waiting[1:]
        if len(self.still_in) > 1 and before != tuple(self.stacks):
            again = [
                other
                for other in self.still_in
                if self.stacks[other] > before[other] == 0
                and (s.paid[other] < s.high or not s.high)
            ]
            turns = clockwise(seat, len(self.order))
            waiting = tuple(sorted((*waiting, *again), key=turns.index))
        return self.next_turn(s, waiting)

    def four_shown(self, s: Betting, seat: Seat, card: Card) -> State:
        """A hidden 4 shown on the own turn; who has paid the last chip for it has no turn left."""
        self.show(seat, card)
        waiting = s.waiting if self.stacks[seat] else s.waiting[1:]
        return self.next_turn(replace(s, number=s.number + 1), waiting)

    def next_turn(self, s: Betting, waiting: tuple[Seat, ...]) -> State:
        """The betting round goes on, or is over (BB-12).

        It is also over where one seat at most has chips and nothing is to call (BB-14).
        """
        over = not waiting or len(self.still_in) == 1
        if over or not (s.high or len(with_chips(self.still_in, self.stacks)) > 1):
            return self.end_round(s.paid)
        standing, layout = self.frozen_standing(), self.frozen_layout()
        return Betting(standing, layout, s.opener, waiting, s.paid, s.high, s.raises, s.number)

    def end_round(self, paid: Sequence[int]) -> State:
        """The bets go into the pots; the next cards, the showdown, or the end of the deal."""
        if any(paid):
            self.settle(collect(self.pots, paid, self.still_in))
        return self.end_deal() if len(self.still_in) == 1 else self.go_on()

    def go_on(self) -> State:
        """After a betting round: one more card each, and after the last one the showdown."""
        if self.dealt == LAST_DOWN:
            return self.show_down()
        self.dealt += 1
        order = self.in_order()
        if self.dealt <= LAST_UP:
            return self.go_round(order)
        self.told.append(SeventhDown(self.still_in))
        for seat in order:
            self.card_down(seat)
        return self.open_round()

    # -- the end --

    def rain(self, seat: Seat) -> State:
        """The queen of spades ends the deal at once; it is dealt anew for the same pots (BB-34)."""
        playing = self.still_in
        if self.options.rain_scope == "everyone":
            playing = tuple(seat for seat, cards in enumerate(self.down) if cards)
        self.told.append(RainFalls(seat, RAIN_CARD, playing))
        return RainedOut(self.frozen_standing(), self.pots, playing, self.rains + 1)

    def show_down(self) -> State:
        """Everybody still in shows, and every pot goes to its best hand (BB-26)."""
        ranking = RANKINGS[self.options.ranks]
        strengths = {}
        for seat in self.in_order():
            cards = tuple(sorted(self.down[seat] + self.up[seat]))
            strengths[seat] = ranking.strength(cards)
            self.told.append(HandShown(seat, cards, self.options.ranks))
        for number, shares in enumerate(show_down(self.pots, strengths, self.order)):
            chips = self.pots[number].chips
            for share in shares:
                self.stacks[share.seat] += share.chips
            if chips:
                self.told.append(PotShared(number + 1, len(self.pots), chips, shares))
        return self.end_deal()

    def end_deal(self) -> State:
        """Who has lost the last chip is out; the next deal, or the end of the game (BB-27)."""
        standing = self.frozen_standing()
        left = with_chips(self.order, self.stacks)
        out = [seat for seat, chips in enumerate(standing.stacks) if not chips and self.down[seat]]
        self.told.append(DealEnds(standing.deal, standing.stacks, tuple(out)))
        if len(left) == 1:
            return self.over(Over(standing, "last-stack"))
        if standing.deal == self.options.deals:
            return self.over(Over(standing, "deals"))
        return Shuffling(Standing(standing.deal + 1, left[0], standing.stacks))

    def over(self, s: Over) -> State:
        """The final result is told."""
        self.told.append(GameEnds(outcome(s)))
        return s


# --- readings that rules and plans share ---------------------------------------------------------


def new_deal(options: Baseball, s: Shuffling, cards: tuple[Card, ...]) -> Dealing:
    """The deal that a deck was due for: whoever has chips is dealt in (BB-27)."""
    playing = tuple(with_chips(range(len(s.standing.stacks)), s.standing.stacks))
    return _fresh(options, s.standing, cards, playing, first_pot(playing), 0)


def same_deal(options: Baseball, s: RainedOut, cards: tuple[Card, ...]) -> Dealing:
    """The deal that was rained out, with another deck and the same pots (BB-34)."""
    return _fresh(options, s.standing, cards, s.playing, s.pots, s.rains)


def _fresh(
    options: Baseball,
    standing: Standing,
    cards: tuple[Card, ...],
    playing: tuple[Seat, ...],
    pots: Pots,
    rains: int,
) -> Dealing:
    empty: tuple[tuple[Card, ...], ...] = ((),) * len(standing.stacks)
    layout = Layout(cards, empty, empty, empty, playing, pots, FIRST_UP, rains=rains)
    return Dealing(options, standing, layout)


def match_price(options: Baseball, pots: Pots, paid_three: bool, seat: Seat) -> int:
    """What a face-up 3 costs a seat; 0 where it is free (BB-21, BB-28, BB-29)."""
    if options.open_three == "free" or (options.open_three == "first" and paid_three):
        return 0
    match options.three_price:
        case "pot":
            return price(pots, seat)
        case "cap":
            return min(price(pots, seat), options.three_amount)
        case "fixed":
            return options.three_amount


def hidden_fours(walks: int, down: Iterable[Card], shown: Sequence[Card]) -> list[Card]:
    """The cards of the walking rank in the hole that have not been shown, in order c d h s."""
    return sorted(card for card in down if card >> 2 == walks and card not in shown)


def outcome(s: Over) -> Outcome:
    """Places by chips, ties shared, so that all who are out share the last place (BB-27)."""
    stacks = s.standing.stacks
    return Outcome(s.reason, stacks, places(stacks))
