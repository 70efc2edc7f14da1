"""The whole bot is killed while people play, and Discord is there to see it.

The bot, an unmodified discord.py and the wire are one process; Discord, a practice field, is
another, and people type and tap there. The process is killed with SIGKILL: below it, at its calls
on the database's files; with its n-th post, answer, look back or any other request, before that has
its effect or after; some microseconds after somebody did something; and while it starts or stops.
After each kill, what people were told, what is in the file and what stands in the channels must
agree: no play that was answered as done is lost, none is made twice, every numbered post stands
there once and in order, to everybody and to each person.

What may be wanting or come twice, because Discord offers no way to know, is not asked for: an
answer of which somebody only ever sees that it is being thought about; the greeting by direct
message on joining, which is owed to nobody; the announcement above a game's thread, if the bot dies
before the sign-up is kept.

By hand, for a seed that failed: `Session(seed, folder, zygote, Tally()).run()`. What people do and
where a life is to end follow from the seed; how far it gets in so many microseconds does not, nor
does the deal.
"""

from __future__ import annotations

import sys
from itertools import count
from pathlib import Path

import pytest

from tests.kill.driver import Zygote, explained
from tests.kill.session import Session, Tally


async def test_nothing_that_was_answered_is_lost(zygote: Zygote, tmp_path: Path) -> None:
    """However often the bot is killed, and wherever: at least fifteen times."""
    await kill(15, zygote, tmp_path)


@pytest.mark.long
async def test_nor_is_it_in_the_long_run(
    zygote: Zygote, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Three hundred times; what it came to is printed, so that one sees where it was killed."""
    tally = await kill(300, zygote, tmp_path)
    with capsys.disabled():
        sys.stdout.write(f"\n{tally}\n")


async def kill(times: int, zygote: Zygote, folder: Path) -> Tally:
    """One session after the other, until it was killed so often."""
    tally = Tally()
    for seed in count(1):
        session = Session(seed, folder, zygote, tally)
        with explained(seed, folder, session):
            await session.run()
        if tally.kills >= times:
            return tally
    raise AssertionError("seeds never end")
