"""Settings: read once from the environment and `.env`, checked together, then never changed.

What an operator got wrong is told all at once, one line a fault. A setting has a line in
`.env.example`, which says what it is for.
"""

from __future__ import annotations

import io
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Literal, TypeAlias, get_args

from dotenv.parser import parse_stream

import storage
from storage.store import StoreError

TOKEN, DATABASE, LOG_LEVEL = "DISCORD_TOKEN", "UMPIRE_DATABASE", "UMPIRE_LOG_LEVEL"

DEFAULTS: Mapping[str, str] = {TOKEN: "", DATABASE: "sqlite:///umpire.db", LOG_LEVEL: "info"}
"""Every setting there is, and what counts where it is missing or empty."""

PREFIX = "UMPIRE_"

Level: TypeAlias = Literal["debug", "info", "warning", "error"]


class ConfigError(Exception):
    """Settings that cannot be used; `lines` says for each of them what is wrong."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__("\n".join(lines))
        self.lines = lines


@dataclass(frozen=True, slots=True)
class Config:
    """How this bot is set up. Without a token it does not talk to Discord."""

    token: str | None = field(default=None, repr=False)
    database: str = DEFAULTS[DATABASE]
    log_level: Level = "info"


def read(environment: Mapping[str, str] | None = None, file: Path = Path(".env")) -> Config:
    """The settings of a file, if there is one, and of the environment, which wins.

    An empty value in the environment wins too: it puts a setting of the file back to its default.
    """
    real = os.environ if environment is None else environment
    lines: list[str] = []
    written = _read_file(file, lines)
    given = {**written, **{name: real[name] for name in real if _ours(name)}}
    unknown = [name for name in given if name.startswith(PREFIX) and name not in DEFAULTS]
    lines += [_unknown(name) for name in sorted(unknown)]
    values = {name: given.get(name, "").strip() or default for name, default in DEFAULTS.items()}
    lines += _faults(values)
    if lines:
        raise ConfigError(lines)
    levels: dict[str, Level] = {level: level for level in get_args(Level)}
    return Config(
        token=values[TOKEN] or None,
        database=values[DATABASE],
        log_level=levels[values[LOG_LEVEL].lower()],
    )


def no_token(environment: Mapping[str, str] | None = None, file: Path = Path(".env")) -> str:
    """That there is no token, as half a sentence which says where it was looked for."""
    real = os.environ if environment is None else environment
    said = f"There is no {TOKEN}"
    if TOKEN in real:
        return f"{said}: it is set to nothing in the environment, which goes before {file}"
    said = f"{said}, neither in the environment nor in {file.absolute()}"
    if file.exists():
        return said
    # some editors add an ending, and some file managers hide it
    other = file.with_name(f"{file.name}.txt")
    found = f"there is {other.name}, which must be renamed" if other.exists() else "no such file"
    return f"{said} ({found})"


def _ours(name: str) -> bool:
    return name in DEFAULTS or name.startswith(PREFIX)


def _read_file(file: Path, lines: list[str]) -> dict[str, str]:
    """What a file sets; appends to `lines` what in it cannot be read, without repeating it."""
    try:
        # A BOM, which some editors write, would become a part of the first name.
        text = file.read_text("utf-8-sig")
    except FileNotFoundError:
        return {}
    except UnicodeDecodeError:
        lines.append(f"{file}: expected UTF-8 text, found other bytes")
        return {}
    except OSError as error:
        lines.append(f"{file}: cannot be read: {error.strerror}")
        return {}
    values = {}
    for binding in parse_stream(io.StringIO(text)):
        if binding.error or (binding.key is not None and binding.value is None):
            place = f"{file}, line {binding.original.line}"
            lines.append(f"{place}: expected a setting like {LOG_LEVEL}=info")
        elif binding.key is not None and binding.value is not None and _ours(binding.key):
            values[binding.key] = binding.value
    return values


def _unknown(name: str) -> str:
    """That nobody reads a setting; its value may be secret and is not repeated."""
    by_word = {setting.partition("_")[2]: setting for setting in DEFAULTS}
    for word in get_close_matches(name.removeprefix(PREFIX), by_word, n=1):
        return f"{name} is not a setting: did you mean {by_word[word]}?"
    return f"{name} is not a setting: there are {', '.join(DEFAULTS)}"


def _faults(values: Mapping[str, str]) -> Iterator[str]:
    token = values[TOKEN]
    if token and not re.fullmatch(r"[\w-]+\.[\w-]+\.[\w-]+", token, re.ASCII):
        # Often it is the public key or the client secret that was copied.
        yield (
            f"{TOKEN}: expected the bot's token, three parts with a dot between them, "
            "found something else (the application's id, its public key and the client secret are "
            "not the token: see Bot, Reset Token)"
        )
    try:
        storage.sqlite_path(values[DATABASE])
    except StoreError as error:
        yield f"{DATABASE}: {error}"
    level, levels = values[LOG_LEVEL], get_args(Level)
    if level.lower() not in levels:
        yield f"{LOG_LEVEL}: expected {', '.join(levels[:-1])} or {levels[-1]}, found {level!r}"
