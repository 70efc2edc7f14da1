"""The file layer, and asserts of the killer and its witnesses explained like a test's own."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.register_assert_rewrite(
    *(f"tests.kill.{name}" for name in ("agreement", "driver", "evidence", "session", "story"))
)

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
