"""The command `doctor`: looks at everything that the bot needs, and says what it found.

It changes nothing, except that a database of an older version is brought up to date, as at a start.
What it finds at Discord itself is `bot.live`'s business.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import sys
from collections.abc import AsyncGenerator, AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple, TextIO
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import storage
from bot import config
from bot.config import TOKEN, Config, ConfigError
from bot.time import RealTime
from games.clock import Moment
from storage.store import StoreError

OLDEST_PYTHON = (3, 11)

BEFORE_US = datetime(2026, 1, 1, tzinfo=UTC)
"""Umpire is not that old: a clock that says so is wrong."""

LEAST_ROOM = 100 * 2**20
"""Bytes that should be free: a backup and the log beside the database need room, too."""

SOME_ZONES = ("UTC", "Europe/Berlin", "America/New_York", "Pacific/Auckland")

WELL, UNWELL = 0, 1
"""Exit statuses."""


class Finding(NamedTuple):
    """Something that was looked at: whether it is well, and one sentence about it."""

    ok: bool
    sentence: str


def examine(out: TextIO, channel: int | None = None) -> int:
    """The command: one line for each finding; with a channel, Discord itself is tried there."""
    settings: Config | ConfigError
    try:
        settings = config.read()
    except ConfigError as error:
        settings = error
    return asyncio.run(_examine(settings, channel, out))


async def _examine(settings: Config | ConfigError, channel: int | None, out: TextIO) -> int:
    well = True
    async with contextlib.aclosing(_everything(settings, channel, out)) as findings:
        async for ok, sentence in findings:
            out.write(f"{'ok' if ok else 'NOT OK'}: {sentence}\n")
            out.flush()
            well = well and ok
    return WELL if well else UNWELL


async def _everything(
    settings: Config | ConfigError, channel: int | None, out: TextIO
) -> AsyncGenerator[Finding, None]:
    """What is found here, and then at Discord."""
    for finding in await doctor(settings):
        yield finding
    if channel is None or isinstance(settings, ConfigError):
        return
    # only here: discord.py takes a while to load
    from bot import live

    def say(text: str) -> None:
        out.write(f"{text}\n")
        out.flush()

    async with contextlib.aclosing(live.findings(settings, channel, say)) as findings:
        async for finding in findings:
            yield finding


async def doctor(settings: Config | ConfigError, now: Moment | None = None) -> list[Finding]:
    """Looks at everything; with settings that cannot be used, at all that needs none."""
    findings = [_python(sys.version_info[:3]), _clock(RealTime().now() if now is None else now)]
    findings.append(_zones())
    if isinstance(settings, ConfigError):
        return [*findings, *(Finding(False, line) for line in settings.lines)]
    findings += [Finding(True, "The settings can be used."), _token(settings)]
    findings += [finding async for finding in _database(settings.database)]
    return findings


def _python(version: tuple[int, int, int]) -> Finding:
    said = f"This is Python {'.'.join(map(str, version))}"
    if version < OLDEST_PYTHON:
        oldest = ".".join(map(str, OLDEST_PYTHON))
        return Finding(False, f"{said}: Umpire needs {oldest} or a later one.")
    return Finding(True, f"{said}.")


def _clock(now: Moment) -> Finding:
    moment = datetime.fromtimestamp(now, UTC)
    said = f"The clock says {moment:%Y-%m-%d %H:%M} UTC"
    if moment < BEFORE_US:
        return Finding(False, f"{said}, which is past: set it, or every deadline will be wrong.")
    return Finding(True, f"{said}.")


def _zones() -> Finding:
    for zone in SOME_ZONES:
        try:
            ZoneInfo(zone)
        except ZoneInfoNotFoundError:
            said = f"The time zone {zone} is not known: install the package tzdata again."
            return Finding(False, said)
    return Finding(True, "Time zones are known.")


def _token(settings: Config) -> Finding:
    if settings.token is None:
        said = (
            f"{config.no_token()}: the program shows a game on the practice field, not on Discord."
        )
    else:
        said = f"There is a {TOKEN}: whether Discord takes it will be seen when the bot starts."
    return Finding(True, said)


# --- the database --------------------------------------------------------------------------------


async def _database(address: str) -> AsyncIterator[Finding]:
    """The folder, the room in it, and what stands in the file, as far as one can get."""
    file = storage.sqlite_path(address)
    folder = file.absolute().parent
    if not await asyncio.to_thread(folder.is_dir):
        yield Finding(False, f"There is no folder {folder} for the database: make it.")
        return
    yield await asyncio.to_thread(_room, folder)
    if await asyncio.to_thread(file.exists):
        yield await _contents(address)
    elif await asyncio.to_thread(os.access, folder, os.W_OK | os.X_OK):
        yield Finding(True, f"There is no database {file} yet: the bot makes it when it starts.")
    else:
        yield Finding(False, f"The database {file} cannot be made: {folder} may not be written to.")


def _room(folder: Path) -> Finding:
    free = shutil.disk_usage(folder).free
    said = f"There are {free // 2**20} MiB free on the disk of the database"
    if free < LEAST_ROOM:
        return Finding(False, f"{said}: make room, there should be {LEAST_ROOM // 2**20}.")
    return Finding(True, f"{said}.")


async def _contents(address: str) -> Finding:
    """Opened as the bot does, which tells whether it can be written, too; then all is read."""
    file = storage.sqlite_path(address)
    try:
        store = await storage.open_store(address)
        try:
            faults = await store.check()
        finally:
            await store.close()
    except StoreError as error:
        return Finding(False, f"The database {file} cannot be used: {error}.")
    if faults:
        more = f" (and {len(faults) - 1} more: see db check)" if len(faults) > 1 else ""
        return Finding(False, f"The database {file} is not whole: {faults[0]}{more}.")
    return Finding(True, f"The database {file} can be written, is up to date and whole.")
