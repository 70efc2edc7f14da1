"""Pots once more, chip by chip: a slow reading of BB-13 and BB-15 that tests compare with.

Every chip lies in a row, oldest first, with the seats that may win it; a pot is a stretch of chips
that the same seats may win.
"""

from collections.abc import Collection, Iterable, Sequence
from itertools import groupby


class ChipByChip:
    """The chips on the table in a deal, and in `back` what has come back to each seat so far."""

    def __init__(self, seats: int, dealt_in: Iterable[int]) -> None:
        # The first entry is the empty pot that a deal starts with.
        self.row: list[tuple[int, set[int]]] = [(0, set(dealt_in))]
        self.back = [0] * seats

    def bets(self, paid: Sequence[int], still_in: Collection[int]) -> None:
        """Antes, or what lies in front of each seat when a round ends."""
        front = list(paid)
        while front.count(max(front)) == 1:
            highest = front.index(max(front))
            front[highest] -= 1
            self.back[highest] += 1
        for height in range(max(front)):
            reach = {seat for seat, chips in enumerate(front) if chips > height}
            self.row += [(1, reach & set(still_in)) for _ in reach]
        self._pay_out()

    def fold(self, seat: int) -> None:
        """A seat folds or strikes out."""
        self.row = [(chip, claims - {seat}) for chip, claims in self.row]
        self._pay_out()

    def dead(self, seat: int, chips: int, opens_for: Collection[int] = ()) -> None:
        """A match or the price of a walk; who contests no pot opens one for some seats."""
        places = [n for n, (_, claims) in enumerate(self.row) if seat in claims]
        if places:
            place = places[-1]
            self.row[place + 1 : place + 1] = [(1, self.row[place][1])] * chips
        else:
            self.row += [(1, set(opens_for))] * chips

    @property
    def pots(self) -> list[tuple[int, set[int]]]:
        """Every pot with its chips and its contestants, oldest first."""
        stretches = groupby(self.row, key=lambda entry: entry[1])
        return [(sum(chip for chip, _ in same), claims) for claims, same in stretches]

    def _pay_out(self) -> None:
        """What one seat alone contests is its own."""
        for chip, claims in self.row:
            if len(claims) == 1:
                self.back[min(claims)] += chip
        self.row = [(chip, claims) for chip, claims in self.row if len(claims) > 1]
