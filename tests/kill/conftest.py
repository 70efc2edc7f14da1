"""The file layer, and asserts of the killer and its witnesses explained like a test's own."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kill.driver import Zygote

WITNESSES = ("agreement", "driver", "evidence", "season", "session", "story")
pytest.register_assert_rewrite(*(f"tests.kill.{name}" for name in WITNESSES))

SHIM = Path(__file__).with_name("shim.c")
COMPILER = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")


@pytest.fixture
def shim(tmp_path: Path) -> Path:
    """The library that is preloaded into what is killed."""
    if sys.platform != "linux":
        pytest.skip("the file layer is a preloaded library")
    if COMPILER is None:
        pytest.skip("there is no C compiler for the file layer")
    library = tmp_path / "shim.so"
    subprocess.run([COMPILER, "-shared", "-fPIC", "-O2", "-o", library, SHIM, "-ldl"], check=True)
    return library


@pytest.fixture
def zygote(shim: Path, tmp_path: Path) -> Iterator[Zygote]:
    """The bot's process, connected to a practice field, before its first life."""
    from tests.kill.driver import Zygote  # not before its asserts are to be explained

    zygote = Zygote(shim, tmp_path / "stderr", "tests.kill.connected")
    yield zygote
    zygote.close()
