"""Pots: hand-worked cases for each clause, and random deals against a reading chip by chip."""

from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.baseball.pots import (
    Payment,
    Pot,
    Pots,
    Settled,
    collect,
    first_pot,
    fold,
    pay_dead,
    price,
    show_down,
    split,
)
from tests.games.baseball.chip_by_chip import ChipByChip

A, B, C, D, E = range(5)


# --- hand-worked: how chips go in (BB-13, BB-15) -------------------------------------------------


def test_a_deal_starts_with_one_empty_pot_of_all_dealt_in() -> None:
    """BB-15; who is out of chips is not dealt in."""
    assert first_pot((D, B, A)) == (Pot(0, (A, B, D)),)


def test_full_antes_go_into_the_first_pot() -> None:
    """BB-15: their layer has the same contestants, so it joins."""
    assert collect(first_pot((A, B, C)), (1, 1, 1), (A, B, C)) == Settled((Pot(3, (A, B, C)),))


def test_short_ante_contests_only_what_all_could_pay() -> None:
    """BB-2, BB-15: antes of 5, one seat has 2: three times 2, then twice 3 for the others."""
    settled = collect(first_pot((A, B, C)), (5, 2, 5), (A, B, C))
    assert settled == Settled((Pot(6, (A, B, C)), Pot(6, (A, C))))


def test_excess_of_an_ante_returns() -> None:
    """BB-13: one seat alone can pay the whole ante of 5; the next has 3."""
    settled = collect(first_pot((A, B, C)), (5, 2, 3), (A, B, C))
    assert settled == Settled((Pot(6, (A, B, C)), Pot(2, (A, C))), excess=Payment(A, 2))


def test_round_without_bets_changes_nothing() -> None:
    """All checked."""
    pots = (Pot(4, (A, B, C)), Pot(2, (A, B)))
    assert collect(pots, (0, 0, 0), (A, B, C)) == Settled(pots)


def test_side_pots_form_from_the_lowest_sum_upward() -> None:
    """BB-15: all-in for 2 and 5 under bets of 9: layers of 2, 3 and 4 chips a seat."""
    settled = collect((Pot(4, (A, B, C, D)),), (2, 9, 5, 9), (A, B, C, D))
    assert settled.pots == (Pot(12, (A, B, C, D)), Pot(9, (B, C, D)), Pot(8, (B, D)))
    assert settled.won == ()
    assert settled.excess is None


def test_later_bets_of_the_others_leave_the_all_in_seats_pot_alone() -> None:
    """BB-13: who went all-in earlier has paid nothing in this round."""
    first = collect((Pot(3, (A, B, C)),), (1, 4, 4), (A, B, C)).pots
    assert first == (Pot(6, (A, B, C)), Pot(6, (B, C)))
    assert collect(first, (0, 5, 5), (A, B, C)).pots == (Pot(6, (A, B, C)), Pot(16, (B, C)))


def test_folded_chips_are_in_the_layers_they_reach() -> None:
    """BB-15: 3 folded chips under sums of 2 and 6: 2 in the first layer, 1 in the second."""
    settled = collect((Pot(0, (A, B, C)),), (2, 6, 6, 3), (A, B, C))
    assert settled.pots == (Pot(8, (A, B, C)), Pot(9, (B, C)))


def test_sum_that_only_a_folded_seat_paid_bounds_no_layer() -> None:
    """BB-15: layers lie between sums of seats still in; the folded 3 makes no pot of its own."""
    settled = collect(first_pot((A, B)), (5, 5, 3), (A, B))
    assert settled.pots == (Pot(13, (A, B)),)


def test_excess_is_what_lies_above_the_second_highest_payment() -> None:
    """BB-13: 9 against an all-in of 4: 5 return, and the pots hold nothing of them."""
    settled = collect((Pot(2, (A, B)),), (9, 4), (A, B))
    assert settled == Settled((Pot(10, (A, B)),), excess=Payment(A, 5))


def test_second_highest_payment_may_be_a_folded_seats() -> None:
    """BB-13: 10 against a folded 7 and an all-in 4: 3 return; the layer above 4 has one contestant.

    That layer, 3 of the own chips and 3 folded ones, is paid out at once (BB-15).
    """
    settled = collect((Pot(3, (A, B)),), (10, 4, 7), (A, B))
    assert settled == Settled((Pot(15, (A, B)),), won=(Payment(A, 6),), excess=Payment(A, 3))


def test_bet_that_everybody_folds_to_returns_whole() -> None:
    """BB-13: the second-highest payment is 0."""
    assert collect((), (0, 5, 0), (B,)) == Settled((), excess=Payment(B, 5))


def test_last_seat_in_wins_the_called_part_of_the_round_and_gets_its_raise_back() -> None:
    """BB-4, BB-13, BB-15: 5 were raised to 8 and everybody folded."""
    settled = collect((), (5, 8, 5), (B,))
    assert settled == Settled((), won=(Payment(B, 15),), excess=Payment(B, 3))


def test_order_in_which_seats_are_named_does_not_matter() -> None:
    """Contestants compare as sets: clockwise from any seat, they are the same pot."""
    assert collect((Pot(3, (A, B, C)),), (2, 2, 2), (C, A, B)).pots == (Pot(9, (A, B, C)),)


def test_highest_bet_of_a_folded_seat_is_a_mistake_of_the_caller() -> None:
    """No chip is lost quietly: whoever raised last is never asked again."""
    with pytest.raises(ValueError, match="not of a seat still in"):
        collect(first_pot((A, B)), (2, 2, 6, 6), (A, B))


# --- hand-worked: folding ------------------------------------------------------------------------


def test_fold_leaves_the_chips_and_takes_the_claim() -> None:
    """BB-15: the pot is as large, contested by the rest."""
    assert fold((Pot(9, (A, B, C)),), B) == Settled((Pot(9, (A, C)),))


def test_pot_with_one_contestant_is_paid_out_at_the_fold() -> None:
    """BB-15: C is all-in for the main pot; when B folds, the side pot is A's."""
    settled = fold((Pot(9, (A, B, C)), Pot(6, (A, B))), B)
    assert settled == Settled((Pot(9, (A, C)),), won=(Payment(A, 6),))


def test_smallest_pot_is_paid_out_too() -> None:
    """BB-15: without antes, one chip for a walk may be all there is."""
    assert fold((Pot(1, (A, B)),), B) == Settled((), won=(Payment(A, 1),))


def test_last_seat_in_wins_all_pots_at_once() -> None:
    """BB-4: the pots have become one by the fold, and it is paid out."""
    settled = fold((Pot(9, (A, B)), Pot(6, (A, B))), B)
    assert settled == Settled((), won=(Payment(A, 15),))


def test_empty_pot_pays_nothing_out() -> None:
    """Without antes a deal can be over before a chip was paid."""
    assert fold(first_pot((A, B)), B) == Settled(())


def test_neighbouring_pots_become_one_when_the_difference_folds() -> None:
    """BB-15: only D could win the older pot and not the newer."""
    settled = fold((Pot(5, (A, B, D)), Pot(4, (A, B)), Pot(3, (A, C))), D)
    assert settled == Settled((Pot(9, (A, B)), Pot(3, (A, C))))


def test_pots_become_neighbours_when_the_one_between_is_paid_out() -> None:
    """BB-15: D folds, so the middle pot is C's, and the outer two have the same contestants."""
    settled = fold((Pot(5, (A, B)), Pot(4, (C, D)), Pot(3, (A, B))), D)
    assert settled == Settled((Pot(8, (A, B)),), won=(Payment(C, 4),))


def test_equal_pots_that_are_no_neighbours_stay_apart() -> None:
    """BB-15 joins neighbours only."""
    pots = (Pot(5, (A, B)), Pot(4, (A, B, C)), Pot(3, (A, B)))
    assert fold(pots, D) == Settled(pots)


# --- hand-worked: matches and walk prices (BB-15, BB-20, BB-21) ----------------------------------


def test_price_is_all_chips_in_the_pots_that_the_player_contests() -> None:
    """BB-21: A contests both pots, C the older one alone, D none."""
    pots = (Pot(9, (A, B, C)), Pot(6, (A, B)))
    assert [price(pots, seat) for seat in (A, B, C, D)] == [15, 15, 9, 0]


def test_second_match_of_a_round_costs_twice_the_first() -> None:
    """BB-19, BB-21: 15 chips, then 30, then 60: earlier matches count."""
    pots: Pots = (Pot(15, (A, B, C)),)
    prices = []
    for seat in (A, B, C):
        prices.append(price(pots, seat))
        pots = pay_dead(pots, seat, prices[-1], ())
    assert prices == [15, 30, 60]
    assert pots == (Pot(120, (A, B, C)),)


def test_match_goes_whole_into_the_newest_pot_of_its_payer() -> None:
    """BB-15: never in layers, whatever the others could pay; C can only pay into the older pot."""
    pots = (Pot(9, (A, B, C)), Pot(6, (A, B)))
    assert pay_dead(pots, A, 15, ()) == (Pot(9, (A, B, C)), Pot(21, (A, B)))
    assert pay_dead(pots, C, 9, ()) == (Pot(18, (A, B, C)), Pot(6, (A, B)))


def test_bets_after_a_short_match_go_to_a_side_pot() -> None:
    """BB-22: A matches 12 with the last 7; the next round's bets are not A's to win."""
    pots = pay_dead((Pot(12, (A, B, C)),), A, 7, ())
    assert collect(pots, (0, 5, 5), (A, B, C)).pots == (Pot(19, (A, B, C)), Pot(10, (B, C)))


def test_payer_who_contests_no_pot_opens_one() -> None:
    """BB-34: A came back after the rain; the seats named contest what A pays."""
    pots = (Pot(12, (B, C)),)
    assert pay_dead(pots, A, 10, (C, A)) == (Pot(12, (B, C)), Pot(10, (A, C)))


def test_antes_after_the_rain_open_a_pot_where_somebody_came_back() -> None:
    """BB-34: D comes back by the ante, all-in A pays none: both keep to their own pots."""
    settled = collect((Pot(12, (A, B, C)),), (0, 1, 1, 1), (A, B, C, D))
    assert settled.pots == (Pot(12, (A, B, C)), Pot(3, (B, C, D)))
    # When D folds, the newer pot is B's and C's, and the older still A's, too.
    assert fold(settled.pots, D).pots == (Pot(12, (A, B, C)), Pot(3, (B, C)))


# --- hand-worked: sharing (BB-16) ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("chips", "winners", "shares"),
    [
        (12, (B, C, A), [4, 4, 4]),
        (13, (B, C, A), [5, 4, 4]),
        (14, (B, C, A), [5, 5, 4]),
        (7, (C,), [7]),
        (1, (C, A), [1, 0]),
    ],
)
def test_odd_chips_go_one_each_clockwise(
    chips: int, winners: tuple[int, ...], shares: list[int]
) -> None:
    """BB-16: from the dealer's left, among the winners."""
    assert split(chips, winners) == tuple(map(Payment, winners, shares))


def test_each_pot_goes_to_the_best_hand_among_its_contestants() -> None:
    """BB-13: C has the best hand and contests the main pot alone; the side pot is B's."""
    pots = (Pot(9, (A, B, C)), Pot(6, (A, B)))
    strengths = {A: 1, B: 2, C: 3}
    assert show_down(pots, strengths, (B, C, A)) == ((Payment(C, 9),), (Payment(B, 6),))


def test_odd_chip_depends_on_the_winners_of_that_pot() -> None:
    """BB-16: A deals, so B is nearest, but wins no part of the side pot; there it is C."""
    pots = (Pot(10, (A, B, C)), Pot(5, (A, C)))
    strengths = {A: 7, B: 7, C: 7}
    assert show_down(pots, strengths, (B, C, A)) == (
        (Payment(B, 4), Payment(C, 3), Payment(A, 3)),
        (Payment(C, 3), Payment(A, 2)),
    )


# --- random deals, read once more chip by chip ---------------------------------------------------


class Bets(NamedTuple):
    """Antes, or the end of a betting round: what lies in front of each seat."""

    front: tuple[int, ...]
    still_in: frozenset[int]


class Fold(NamedTuple):
    """A seat folds or strikes out."""

    seat: int


class Dead(NamedTuple):
    """A match or the price of a walk."""

    seat: int
    chips: int


class Deal(NamedTuple):
    """What happened in a deal, with the chips that everybody began with."""

    stacks: tuple[int, ...]
    happened: tuple[Bets | Fold | Dead, ...]
    still_in: frozenset[int]


def reading(seats: int, happened: tuple[Bets | Fold | Dead, ...]) -> ChipByChip:
    """The rules once more, chip by chip and from the beginning of the deal."""
    chips = ChipByChip(seats, range(seats))
    for event in happened:
        match event:
            case Bets(paid, still_in):
                chips.bets(paid, still_in)
            case Fold(seat):
                chips.fold(seat)
            case Dead(seat, amount):
                chips.dead(seat, amount)
    return chips


def spent(deal_so_far: list[Bets | Fold | Dead], seat: int) -> int:
    """What a seat has put in so far."""
    total = 0
    for event in deal_so_far:
        if isinstance(event, Bets):
            total += event.front[seat]
        elif isinstance(event, Dead) and event.seat == seat:
            total += event.chips
    return total


@st.composite
def deals(draw: st.DrawFn, dead_money: bool) -> Deal:
    """A deal with short stacks: antes, and rounds of betting with strikes and matches between."""
    seats = draw(st.integers(3, 6))
    stacks = tuple(draw(st.integers(1, 12)) for _ in range(seats))
    ante = draw(st.integers(0, 3))
    still_in = set(range(seats))
    happened: list[Bets | Fold | Dead] = []

    def left(seat: int) -> int:
        back = reading(seats, tuple(happened)).back
        return stacks[seat] - spent(happened, seat) + back[seat]

    def folds(seat: int) -> None:
        still_in.discard(seat)
        happened.append(Fold(seat))

    happened.append(Bets(tuple(min(ante, stack) for stack in stacks), frozenset(still_in)))
    for _ in range(draw(st.integers(2, 5))):
        for seat in range(seats):
            if dead_money and seat in still_in and len(still_in) > 1 and left(seat):
                cost = sum(n for n, who in reading(seats, tuple(happened)).pots if seat in who)
                moves = ("none", "match", "none", "walk", "none", "strike out")
                move = moves[draw(st.integers(0, 5))]
                if move == "strike out":
                    folds(seat)
                elif move != "none" and cost:
                    amount = cost if move == "match" else 2
                    happened.append(Dead(seat, min(amount, left(seat))))
        front = [0] * seats
        asked = [seat for seat in range(seats) if seat in still_in and left(seat)]
        raises = 0
        while asked and len(still_in) > 1:
            seat = asked.pop(0)
            to_call = max(front) - front[seat]
            behind = left(seat) - front[seat]
            move = ("call", "raise", "call", "raise", "call", "fold")[draw(st.integers(0, 5))]
            if move == "fold":
                folds(seat)
                continue
            front[seat] += min(to_call, behind)
            if move == "raise" and raises < 4 and behind > to_call:
                front[seat] += draw(st.integers(1, min(5, behind - to_call)))
                raises += 1
                clockwise = [*range(seat + 1, seats), *range(seat)]
                asked = [s for s in clockwise if s in still_in and left(s) > front[s]]
        happened.append(Bets(tuple(front), frozenset(still_in)))
        if len(still_in) == 1:
            break
    return Deal(stacks, tuple(happened), frozenset(still_in))


def played(deal: Deal) -> tuple[Pots, list[int]]:
    """The product's pots at the end of a deal, compared with the other reading at every step."""
    seats = len(deal.stacks)
    pots = first_pot(range(seats))
    stacks = list(deal.stacks)
    back = [0] * seats
    for number, event in enumerate(deal.happened, 1):
        settled = Settled(pots)
        match event:
            case Bets(front, still_in):
                stacks = [stack - chips for stack, chips in zip(stacks, front, strict=True)]
                settled = collect(pots, front, still_in)
            case Fold(seat):
                settled = fold(pots, seat)
            case Dead(seat, chips):
                stacks[seat] -= chips
                settled = Settled(pay_dead(pots, seat, chips, ()))
        pots = settled.pots
        for payment in (*settled.won, *([settled.excess] if settled.excess else [])):
            assert payment.chips > 0
            stacks[payment.seat] += payment.chips
            back[payment.seat] += payment.chips

        expected = reading(seats, deal.happened[:number])
        assert [(pot.chips, set(pot.contestants)) for pot in pots] == expected.pots
        assert back == expected.back
        assert all(list(pot.contestants) == sorted(pot.contestants) for pot in pots)
        # BB-17: no chip comes or goes.
        assert min(stacks) >= 0
        assert sum(stacks) + sum(pot.chips for pot in pots) == sum(deal.stacks)
        for seat in range(seats):
            assert price(pots, seat) == sum(n for n, who in expected.pots if seat in who)
    return pots, stacks


@settings(max_examples=300)
@given(deals(dead_money=True))
def test_random_deals_come_to_what_a_reading_chip_by_chip_finds(deal: Deal) -> None:
    """BB-13, BB-15, BB-17, BB-20, BB-21: after every event of the deal."""
    pots, _ = played(deal)
    if len(deal.still_in) == 1:
        assert pots == ()


@settings(max_examples=300)
@given(deals(dead_money=False))
def test_seat_contests_what_everybody_paid_up_to_its_own_payments(deal: Deal) -> None:
    """BB-13: table stakes, said without pots: of each payment as much as the seat itself paid."""
    pots, stacks = played(deal)
    rounds = [event.front for event in deal.happened if isinstance(event, Bets)]
    for seat in deal.still_in:
        contested = sum(min(chips, front[seat]) for front in rounds for chips in front)
        kept = deal.stacks[seat] - sum(front[seat] for front in rounds)
        assert stacks[seat] + price(pots, seat) == kept + contested


@settings(max_examples=200)
@given(deals(dead_money=True), st.data())
def test_show_down_hands_out_every_chip_to_the_best_of_each_pot(
    deal: Deal, data: st.DataObject
) -> None:
    """BB-16, BB-17: shares differ by one chip at most, the larger ones nearer to the dealer."""
    pots, stacks = played(deal)
    seats = len(deal.stacks)
    strengths = {seat: data.draw(st.integers(0, 2)) for seat in sorted(deal.still_in)}
    first = data.draw(st.integers(0, seats - 1))
    clockwise = [*range(first, seats), *range(first)]
    shares = show_down(pots, strengths, clockwise)
    assert len(shares) == len(pots)
    for pot, payments in zip(pots, shares, strict=True):
        winners = [payment.seat for payment in payments]
        beaten = set(pot.contestants) - set(winners)
        assert winners == sorted(winners, key=clockwise.index)
        assert len({strengths[seat] for seat in winners}) == 1
        assert all(strengths[seat] < strengths[winners[0]] for seat in beaten)
        amounts = [payment.chips for payment in payments]
        assert sum(amounts) == pot.chips
        assert amounts == sorted(amounts, reverse=True)
        assert amounts[0] - amounts[-1] <= 1
        for payment in payments:
            stacks[payment.seat] += payment.chips
    assert sum(stacks) == sum(deal.stacks)
