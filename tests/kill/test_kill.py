"""Umpire is killed while it plays, and nothing is lost, nothing said twice.

A process plays whole games and is killed with SIGKILL from outside: below it, at its calls on the
database's files; at the poster's end of its pipe; and at random microseconds. After each restart
the checkpoint must be the fold of the journal, every acknowledged play be there, every owed post
arrive once, and no reminder come twice or never.

A power cut is played too: the newest writes that nobody has waited for are taken back. What a real
disk may do besides (write them out of order, or lie about having written) is beyond its reach, and
so are two processes on one file: here is one at a time.

By hand, for a seed that failed: `Session(seed, folder, zygote, Tally()).run()`. How each life is to
end follows from the seed; how far it gets before a microsecond is over does not.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from tests.kill.driver import Session, Tally, Zygote, explained


@pytest.fixture
def zygote(shim: Path, tmp_path: Path) -> Iterator[Zygote]:
    """The process that is killed again and again, before its first life."""
    zygote = Zygote(shim, tmp_path / "stderr")
    yield zygote
    zygote.close()


def test_nothing_is_lost_and_nothing_said_twice(zygote: Zygote, tmp_path: Path) -> None:
    """However often the plug is pulled, and wherever: a hundred times."""
    kill(100, zygote, tmp_path)


@pytest.mark.long
def test_nothing_is_lost_in_the_long_run_either(
    zygote: Zygote, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two thousand times; what it came to is printed, so that one sees where it was killed."""
    tally = kill(2000, zygote, tmp_path)
    with capsys.disabled():
        sys.stdout.write(f"\n{tally}\n")


def kill(times: int, zygote: Zygote, folder: Path) -> Tally:
    """One session after the other, until it was killed so often."""
    tally = Tally()
    for seed in count(1):
        session = Session(seed, folder, zygote, tally)
        with explained(seed, folder, session):
            session.run()
        if tally.kills >= times:
            return tally
    raise AssertionError("seeds never end")
