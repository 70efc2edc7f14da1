"""Pots: who contests which chips, what a match costs, and how a pot is shared (BB-13 to BB-17).

Every chip that goes in comes out again: it stays in a pot, returns to its owner, or is won. Pots
know neither cards nor whose turn it is; when a round is over, who folds and what is paid is said by
the rules.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

import msgspec

from games.core import Seat


class Pot(msgspec.Struct, frozen=True):
    """Chips, and the seats that may still win them, in seat order."""

    chips: int
    contestants: tuple[Seat, ...]


Pots = tuple[Pot, ...]
"""The pots of a deal, oldest first."""


class Payment(msgspec.Struct, frozen=True):
    """Chips that go from the table to a seat's stack."""

    seat: Seat
    chips: int


class Settled(msgspec.Struct, frozen=True):
    """The pots after chips went in or a seat folded, and what left the table with that.

    `won` are pots that only one seat contested; `excess` is what nobody called.
    """

    pots: Pots
    won: tuple[Payment, ...] = ()
    excess: Payment | None = None


def first_pot(dealt_in: Collection[Seat]) -> Pots:
    """What a deal starts with: one empty pot, contested by all who are dealt in (BB-15)."""
    return (Pot(0, tuple(sorted(dealt_in))),)


def collect(pots: Pots, paid: Sequence[int], still_in: Collection[Seat]) -> Settled:
    """Antes, or a round's bets when it ends, go into the pots in layers (BB-13, BB-15).

    `paid` is what lies in front of each seat, those that folded included. The most is always a
    seat's that is still in: whoever raised last is not asked again, and cannot fold.
    """
    second, most = sorted(paid)[-2:]
    sums = {paid[seat] for seat in still_in}
    if most not in sums:
        raise ValueError(f"of {paid}, {most} is highest, and not of a seat still in: {still_in}")
    excess = Payment(paid.index(most), most - second) if most > second else None
    if len(sums) == 1 and second:
        # mostly all who are in have paid the same, and into the pot of them all: this is quick
        chips = sum(paid) - most + second
        if pots and pots[-1].contestants == still_in:
            return Settled((*pots[:-1], Pot(pots[-1].chips + chips, pots[-1].contestants)))
        return _settle((*pots, Pot(chips, tuple(sorted(still_in)))), excess)
    called = [min(chips, second) for chips in paid]
    layers = []
    floor = 0
    for ceiling in sorted({called[seat] for seat in still_in} - {0}):
        chips = sum(min(chips, ceiling) - min(chips, floor) for chips in called)
        contestants = tuple(sorted(seat for seat in still_in if called[seat] >= ceiling))
        layers.append(Pot(chips, contestants))
        floor = ceiling
    return _settle((*pots, *layers), excess)


def fold(pots: Pots, seat: Seat) -> Settled:
    """The pots when a seat has folded or struck out: it contests none of them any more."""
    return _settle(
        [Pot(pot.chips, tuple([at for at in pot.contestants if at != seat])) for pot in pots]
    )


def _settle(pots: Sequence[Pot], excess: Payment | None = None) -> Settled:
    """Makes neighbours with the same contestants one, and pays out what one seat contests."""
    if len(pots) == 1 and len(pots[0].contestants) > 1:  # mostly, and this is quick
        return Settled(tuple(pots), (), excess)
    joined = _join(pots)
    alone = [pot for pot in joined if len(pot.contestants) == 1]
    if not alone:
        return Settled(joined, (), excess)
    won = tuple([Payment(pot.contestants[0], pot.chips) for pot in alone if pot.chips])
    return Settled(_join([pot for pot in joined if len(pot.contestants) > 1]), won, excess)


def _join(pots: Iterable[Pot]) -> Pots:
    """Neighbouring pots with the same contestants are one pot (BB-15)."""
    joined: list[Pot] = []
    for pot in pots:
        if joined and joined[-1].contestants == pot.contestants:
            joined[-1] = Pot(joined[-1].chips + pot.chips, pot.contestants)
        else:
            joined.append(pot)
    return tuple(joined)


def price(pots: Pots, seat: Seat) -> int:
    """What matching the pot costs a seat: all chips in the pots that it contests (BB-21)."""
    return sum(pot.chips for pot in pots if seat in pot.contestants)


def pay_dead(pots: Pots, seat: Seat, chips: int, opens_for: Collection[Seat]) -> Pots:
    """A match or the price of a walk, whole into the newest pot that its payer contests (BB-15).

    A payer who contests none opens a pot, which the seats of `opens_for` contest (BB-34).
    """
    contested = [number for number, pot in enumerate(pots) if seat in pot.contestants]
    if not contested:
        return (*pots, Pot(chips, tuple(sorted(opens_for))))
    newest = contested[-1]
    fuller = Pot(pots[newest].chips + chips, pots[newest].contestants)
    return (*pots[:newest], fuller, *pots[newest + 1 :])


def split(chips: int, winners: Sequence[Seat]) -> tuple[Payment, ...]:
    """Equal shares; an odd chip each goes to the first of the winners (BB-16).

    Winners come clockwise from the dealer's left.
    """
    share, odd = divmod(chips, len(winners))
    return tuple(Payment(seat, share + (number < odd)) for number, seat in enumerate(winners))


def show_down(
    pots: Pots, strengths: Mapping[Seat, int], clockwise: Sequence[Seat]
) -> tuple[tuple[Payment, ...], ...]:
    """Who wins each pot, and how many of its chips: the best hand among its contestants.

    `clockwise` are the seats from the dealer's left.
    """
    shares = []
    for pot in pots:
        best = max(strengths[seat] for seat in pot.contestants)
        winners = [
            seat for seat in clockwise if seat in pot.contestants and strengths[seat] == best
        ]
        shares.append(split(pot.chips, winners))
    return tuple(shares)
