"""The bot as a program of its own, and how it ends."""

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest

from bot.practice import PracticeField
from bot.time import RealTime

LED_THERE = """
import sys
from bot import client
from bot.config import Config
from bot.practice import led_to
root, token, database = sys.argv[1:]
with led_to(root):
    sys.exit(client.run(Config(token=token, database=database)))
"""
"""What stands between the program and Discord: the address."""


async def started(field: PracticeField, database: str, token: str) -> asyncio.subprocess.Process:
    """The bot, about to begin."""
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", LED_THERE, field.server.root, token, database),
        stderr=asyncio.subprocess.PIPE,
        cwd=Path(__file__).parents[2],
    )


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGTERM to send")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_stops_it_gracefully(tmp_path: Path, number: signal.Signals) -> None:
    """It leaves Discord and closes the store; the exit status is 0."""
    async with PracticeField(RealTime()) as field, asyncio.timeout(30):
        child = await started(field, f"sqlite:///{tmp_path}/umpire.db", field.token)
        assert child.stderr is not None
        lines = []
        async for line in child.stderr:
            lines.append(line.decode())
            if "event=ready" in lines[-1]:
                child.send_signal(number)
        assert await child.wait() == 0, "".join(lines)
    assert "event=stopped" in lines[-1]
    assert not any("error=" in line for line in lines)
    assert os.listdir(tmp_path) == ["umpire.db"]


@pytest.mark.parametrize("wrong", ["token", "database"])
async def test_what_an_operator_got_wrong_is_one_line(tmp_path: Path, wrong: str) -> None:
    """A token that Discord does not know; a folder that is not there."""
    folder = tmp_path / "nowhere" if wrong == "database" else tmp_path
    async with PracticeField(RealTime()) as field, asyncio.timeout(30):
        token = "another" if wrong == "token" else field.token
        child = await started(field, f"sqlite:///{folder}/umpire.db", token)
        _, told = await child.communicate()
    assert child.returncode == 1
    errors = [line for line in told.decode().splitlines() if "level=error" in line]
    assert len(errors) == 1
    assert "Traceback" not in told.decode()
    assert wrong in errors[0]
