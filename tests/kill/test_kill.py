"""Umpire is killed while it plays, and nothing is lost, nothing said twice.

A process plays whole games and is killed with SIGKILL from outside: below it, at its calls on the
database's files; at the poster's end of its pipe; and at random microseconds. After each restart
the checkpoint must be the fold of the journal, every acknowledged play be there, every owed post
arrive once, and no reminder come twice or never.

Beyond its reach: a power cut, which loses what the kernel has not written. For that there is
`synchronous=FULL`, and SQLite's own word.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kill.driver import Session, Tally, Zygote

SHIM = Path(__file__).with_name("shim.c")
COMPILER = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="the file layer is a preloaded library"),
    pytest.mark.skipif(COMPILER is None, reason="there is no C compiler for the file layer"),
]


@pytest.fixture
def zygote(tmp_path: Path) -> Iterator[Zygote]:
    """The process that is killed again and again, before its first life."""
    library = tmp_path / "shim.so"
    assert COMPILER is not None
    subprocess.run(
        [COMPILER, "-shared", "-fPIC", "-O2", "-o", library, SHIM, "-ldl"], check=True
    )
    zygote = Zygote(library, tmp_path / "stderr")
    yield zygote
    zygote.close()


@pytest.mark.parametrize(
    "kills", [100, pytest.param(2000, marks=pytest.mark.long)], ids=["100", "2000"]
)
def test_nothing_is_lost_and_nothing_said_twice(
    kills: int, zygote: Zygote, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """However often the plug is pulled, and wherever."""
    tally = Tally()
    seed = 1
    while tally.kills < kills:
        play(seed, zygote, tmp_path, tally)
        seed += 1
    with capsys.disabled():
        sys.stdout.write(f"\n{tally}\n")


def play(seed: int, zygote: Zygote, folder: Path, tally: Tally) -> None:
    """One session; if it fails, the seed, the kill point and what happened last are told."""
    session = Session(seed, folder, zygote, tally)
    try:
        session.run()
    except BaseException as error:
        happened = "\n".join(session.last)
        stderr = (folder / "stderr").read_text(errors="replace")[-3000:]
        session.abandon()
        error.add_note(f"seed {seed}, kill {tally.kills + 1}\n{happened}\n{stderr}")
        raise
