"""Comparing two things side by side: interleaved rounds, and the median of their ratios.

A figure from a shared machine means little alone. What is kept is the ratio within a round, where
both sides had the same machine a moment apart.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Callable, Sequence
from importlib import metadata

import msgspec

ROUNDS = 7


class Ratio(msgspec.Struct, frozen=True):
    """Ours over the peer's, by round, with the median rates of both."""

    ratios: tuple[float, ...]
    ours: float
    peer: float

    @property
    def median(self) -> float:
        """The figure that a goal is compared with."""
        return statistics.median(self.ratios)

    def line(self, what: str, goal: float | None = None, unit: str = "/s") -> str:
        """One line of the report: ratio, spread, both rates, and whether the goal is met."""
        told = (
            f"{what}: {self.median:.2f}x ({min(self.ratios):.2f} to {max(self.ratios):.2f}); "
            f"{self.ours:,.0f}{unit} against {self.peer:,.0f}{unit}"
        )
        return told if goal is None else f"{told}; {verdict(self.median, least=goal)}"


def compare(
    ours: Callable[[], float], peer: Callable[[], float], rounds: int = ROUNDS, warm_up: bool = True
) -> Ratio:
    """Runs both by turns; each call gives a rate. Who goes first changes from round to round."""
    if warm_up:
        ours(), peer()
    pairs = []
    for number in range(rounds):
        if number % 2:
            theirs, own = peer(), ours()
        else:
            own, theirs = ours(), peer()
        pairs.append((own, theirs))
    return ratio(pairs)


def ratio(pairs: Sequence[tuple[float, float]]) -> Ratio:
    """What rounds of (ours, peer's) come to."""
    return Ratio(
        tuple(own / theirs for own, theirs in pairs),
        statistics.median(own for own, _ in pairs),
        statistics.median(theirs for _, theirs in pairs),
    )


def verdict(found: float, *, least: float | None = None, most: float | None = None) -> str:
    """Whether a figure reaches its goal, in words."""
    if least is not None:
        return f"goal at least {least:g}: {'reached' if found >= least else 'MISSED'}"
    assert most is not None
    return f"goal at most {most:g}: {'reached' if found <= most else 'MISSED'}"


def version(package: str) -> str:
    """A peer's version; ends the script with a plain sentence if it is not there."""
    try:
        return f"{package} {metadata.version(package)}"
    except metadata.PackageNotFoundError:
        sys.exit(f'{package} is not installed: python -m pip install -e ".[bench]" brings it')
