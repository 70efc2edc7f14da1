"""Random deals with every option drawn at random, followed by an account of its own.

The account is kept from what everybody is told, with pots read chip by chip. It says who is still
in, what is in every stack and pot, and what the seat at turn may do; the rules must agree after
every line. Which hand is best is the business of `test_ranking.py`.
"""

from __future__ import annotations

from typing import Any

import pytest

from games.baseball import terms
from games.baseball.rules import Baseball
from games.core import DEALER, Deal, Event
from games.shuffle import Stream
from tests.games.baseball.chip_by_chip import ChipByChip
from tests.helpers import numbers

CHOICES: dict[str, tuple[Any, ...]] = {
    "stack": (3, 8, 20, 50, 100),
    "ante": (0, 1, 2),
    "bet_min": (1, 1, 2, 3),
    "bet_max": (3, 5, 30),
    "max_raises": (0, 1, 3),
    "deals": (1, 3, 6),
    "short_match": ("all-in", "must-fold"),
    "open_three": ("all", "all", "first", "free"),
    "three_price": ("pot", "cap", "fixed"),
    "three_amount": (0, 3, 10),
    "extra_card": ("down", "up"),
    "hidden_fours": (False, True),
    "walk_price": (0, 0, 1, 5),
    "ranks": ("baseball", "football", "woolworth"),
    "rainy_day": (False, True),
    "rain_scope": ("survivors", "everyone"),
}
"""What may be drawn for each option; nothing here is left out of the rules."""


class Account:
    """Who has which chips, from what everybody is told."""

    def __init__(self, game: Baseball, seats: int) -> None:
        self.game = game
        self.stacks = [game.stack] * seats
        self.front = [0] * seats
        self.still_in: set[int] = set()
        self.dealer = 0
        self.chips = ChipByChip(seats, ())
        self.betting = False
        self.raises = 0
        self.strengths: dict[int, int] = {}
        self.paid_three = False

    def follows(self, event: Event) -> None:
        """One thing that everybody is told."""
        ends = terms.CardUp | terms.SeventhDown | terms.HandShown | terms.DealEnds
        if self.betting and isinstance(event, ends):
            self._bets(self.front)
            self.front = [0] * len(self.front)
            self.betting = False
        match event:
            case terms.DealBegins():
                self._deal_begins(event)
            case terms.RoundBegins(opener=opener):
                self.betting, self.raises = True, 0
                assert opener in self.still_in
            case terms.BetMade(seat, chips) | terms.Called(seat, chips):
                self.front[seat] += chips
            case terms.Raised(seat, _, high):
                self.front[seat] = high
                self.raises += 1
            case terms.Folded(seat) | terms.StruckOut(seat):
                self.still_in.remove(seat)
                self.chips.fold(seat)
            case terms.Matched(seat, _, chips):
                self.paid_three = True
                self._dead(seat, chips)
            case terms.WalkBought(seat, chips) | terms.FourShown(seat, _, chips):
                self._dead(seat, chips)
            case terms.CardUp(seat) | terms.ExtraDown(seat) | terms.PotWon(seat):
                assert seat in self.still_in, "a folded seat gets cards and chips no more"
            case terms.HandShown(seat):
                self.strengths[seat] = event.made.strength
            case terms.PotShared(shares=shares):
                assert self.still_in.issuperset(share.seat for share in shares)
            case terms.DealEnds(stacks=stacks):
                self._deal_ends()
                assert list(stacks) == self.stacks

    def stack(self, seat: int) -> int:
        """What a seat has now, without the bet in front of it."""
        return self.stacks[seat] + self.chips.back[seat] - self.front[seat]

    def price(self, seat: int) -> int:
        """What a face-up 3 costs (BB-21, BB-28, BB-29)."""
        game = self.game
        contested = sum(chips for chips, claims in self.chips.pots if seat in claims)
        if game.open_three == "free" or (game.open_three == "first" and self.paid_three):
            return 0
        prices = {
            "pot": contested,
            "cap": min(contested, game.three_amount),
            "fixed": game.three_amount,
        }
        return prices[game.three_price]

    def may(self, seat: int) -> set[str]:
        """What a seat may do in a betting round, but for hidden 4s (BB-11, BB-14)."""
        game, high = self.game, max(self.front)
        left = self.stack(seat) - (high - self.front[seat])
        texts = {"fold", "call" if high else "check"}
        against = any(self.stack(other) for other in self.still_in - {seat})
        if against and left > 0 and not (high and self.raises == game.max_raises):
            verb = "raise" if high else "bet"
            if left < game.bet_min:
                texts.add(f"{verb} {left}")
            else:
                within = range(game.bet_min, game.bet_max + 1)
                texts |= {f"{verb} {chips}" for chips in within if chips <= left}
        return texts

    def _deal_begins(self, event: terms.DealBegins) -> None:
        seats = len(self.stacks)
        dealt_in = set(event.dealt_in)
        if event.again:
            if self.game.rain_scope == "survivors":
                assert dealt_in == self.still_in
            assert self.still_in <= dealt_in
        else:
            assert dealt_in == {seat for seat in range(seats) if self.stacks[seat]}
            self.chips = ChipByChip(seats, dealt_in)
        self.dealer = event.dealer
        self.still_in, self.paid_three, self.strengths = dealt_in, False, {}
        antes = [0] * seats
        for seat in dealt_in:
            antes[seat] = min(self.game.ante, self.stack(seat))
        assert list(event.antes) == antes
        self._bets(antes)

    def _bets(self, paid: list[int]) -> None:
        self.stacks = [stack - chips for stack, chips in zip(self.stacks, paid, strict=True)]
        self.chips.bets(paid, self.still_in)

    def _dead(self, seat: int, chips: int) -> None:
        others = {other for other in self.still_in - {seat} if self.stack(other)}
        self.stacks[seat] -= chips
        if chips:
            self.chips.dead(seat, chips, {seat, *others} if others else self.still_in)

    def _deal_ends(self) -> None:
        seats = len(self.stacks)
        clockwise = [(self.dealer + step) % seats for step in range(1, seats + 1)]
        won = [0] * seats
        for chips, claims in self.chips.pots:
            best = max(self.strengths[seat] for seat in claims)
            winners = [s for s in clockwise if s in claims and self.strengths[s] == best]
            for number in range(chips):
                won[winners[number % len(winners)]] += 1
        for seat in range(seats):
            self.stacks[seat] += self.chips.back[seat] + won[seat]
        self.chips = ChipByChip(seats, ())
        assert sum(self.stacks) == self.game.stack * seats


def drawn(dice: Stream) -> Baseball:
    """A game with every option drawn at random, as far as they make sense together."""
    options = {name: words[dice.below(len(words))] for name, words in CHOICES.items()}
    return Baseball(**options)


def follow_a_game(label: str) -> int:
    """A random game with its account; how many decks were dealt."""
    dice = numbers(f"random deals {label}")
    game = drawn(dice)
    seats = 3 + dice.below(4)
    s = game.setup(seats)
    account = Account(game, seats)
    decks = 0
    while (turn := game.turn(s)) is not None:
        legal = list(game.legal(s, turn))
        if turn == DEALER:
            action: Any = Deal(tuple(dice.shuffled(game.deck)))
            decks += 1
        else:
            action = legal[min(dice.below(len(legal)), dice.below(len(legal)))]
            if action == terms.FOLD and dice.below(2):
                action = legal[0]
        game.check(s, turn, action)
        s, events = game.apply(s, turn, action)
        for event in events:
            if event.to is None:
                account.follows(event)
        agree(game, s, account)
    return decks


def agree(game: Baseball, s: Any, account: Account) -> None:
    """The state says what the account says."""
    seats = len(account.stacks)
    assert list(game.scores(s)) == [account.stack(seat) for seat in range(seats)]
    if not isinstance(s, terms.InDeal):
        return
    turn = game.turn(s)
    assert turn in account.still_in
    assert account.stack(turn)
    assert set(s.layout.still_in) == account.still_in
    pots = [(pot.chips, set(pot.contestants)) for pot in s.layout.pots]
    assert [pot for pot in pots if pot[0]] == [pot for pot in account.chips.pots if pot[0]]
    texts = {game.write(action) for action in game.legal(s, turn)}
    match s:
        case terms.Betting():
            assert list(s.paid) == account.front
            shows = {text for text in texts if text.startswith("show")}
            assert texts - shows == account.may(turn)
        case terms.Matching():
            assert s.price == account.price(turn) > 0
            assert texts == {"match", "fold"}
            if game.short_match == "must-fold":
                assert s.price <= account.stack(turn)
        case terms.Walking():
            assert account.stack(turn) >= game.walk_price > 0
            assert texts == {"walk", "stay"}


@pytest.mark.parametrize("batch", range(8))
def test_random_deals_agree_with_the_account(batch: int) -> None:
    """BB-11 to BB-17, BB-20 to BB-22, BB-27 to BB-34, whatever the options; 30 games a batch."""
    decks = sum(follow_a_game(f"{batch}.{number}") for number in range(30))
    assert decks > 30


@pytest.mark.long
def test_5000_random_deals_agree_with_the_account() -> None:
    """The same at length."""
    decks = number = 0
    while decks < 5000:
        decks += follow_a_game(f"long {number}")
        number += 1
