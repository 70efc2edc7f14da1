"""All the games, by id, and the text form of a game with its options.

`pitch-and-catch (tie=extra-innings)` is what a record's header, a stored table and a sign-up hold.
A new game is one line here.
"""

from __future__ import annotations

import functools
import re
import typing
from collections.abc import Mapping
from importlib import import_module, resources
from typing import Any

import msgspec

from games.core import Game, Kit, NotationError, OptionError, shown

PACKAGES: Mapping[str, str] = {
    "pitch-and-catch": "games.pitch_and_catch",
    "ball-four-52": "games.ball_four",
    "ball-four-40": "games.ball_four",
    "baseball": "games.baseball",
}
"""Where the kit of every game is: in `KITS` of its package, which holds one for each edition."""


@functools.cache
def kit(game_id: str) -> Kit:
    """Rules, words and house players of a game; NotationError for an id that is none."""
    if game_id not in PACKAGES:
        raise NotationError(f"a game, {' or '.join(PACKAGES)}", game_id)
    kits: tuple[Kit, ...] = import_module(PACKAGES[game_id]).KITS
    return next(kit for kit in kits if kit.game.id == game_id)


def make(game_id: str, options: Mapping[str, str], seats: int) -> Game[Any, Any]:
    """A game with these options, for so many seats; OptionError where they make no sense (X-13)."""
    cls: type[Game[Any, Any]] = kit(game_id).game
    kinds = option_kinds(cls)
    values: dict[str, Any] = {}
    for name, text in options.items():
        if name not in kinds:
            raise OptionError(
                f"expected an option of {game_id} ({', '.join(kinds)}), found {shown(name)}"
            )
        values[name] = _read_value(name, kinds[name], text)
    if values.get("players", seats) != seats:
        raise OptionError(f"players={values['players']}, but {seats} names")
    if "players" in kinds:
        values["players"] = seats
    game: Game[Any, Any] = cls(**values)
    game.setup(seats)
    return game


def read_game(text: str, seats: int) -> Game[Any, Any]:
    """Reads `id` or `id (option=value, ...)`."""
    parts = re.fullmatch(r"([^\s()]+)(?:\s*\((.*)\))?", text.strip())
    if parts is None:
        raise NotationError("a game and its options, like pitch-and-catch (hand_size=5)", text)
    options: dict[str, str] = {}
    inside = parts.group(2)
    for pair in inside.split(",") if inside and inside.strip() else ():
        name, equals, value = (part.strip() for part in pair.partition("="))
        if not (name and equals and value):
            raise NotationError("option=value", pair.strip())
        if name in options:
            raise NotationError("each option once", pair.strip())
        options[name] = value
    return make(parts.group(1), options, seats)


def write_game(game: Game[Any, Any]) -> str:
    """The canonical text: the options that differ from the defaults, in the rulebook's order."""
    defaults = type(game)()
    changed = [
        f"{name}={_write_value(value)}"
        for name, value in options_of(game).items()
        if name != "players" and value != getattr(defaults, name)
    ]
    return f"{game.id} ({', '.join(changed)})" if changed else game.id


def options_of(game: Game[Any, Any]) -> dict[str, Any]:
    """Every option with its value, in the rulebook's order."""
    return {name: getattr(game, name) for name in option_kinds(type(game))}


@functools.cache  # msgspec works the types out anew at each call
def option_kinds(cls: type[Any]) -> Mapping[str, Any]:
    """The options of a game, each with the type of its values: int, bool or a Literal of words."""
    return {field.name: field.type for field in msgspec.structs.fields(cls)}


def rulebook(game_id: str) -> str:
    """A game's rulebook, in Markdown."""
    found = kit(game_id)
    return resources.files(found.package).joinpath(found.rulebook).read_text("utf-8")


def common_rulebook() -> str:
    """The rules that all games share (X-1 to X-15), in Markdown."""
    return resources.files("games").joinpath("rulebook.md").read_text("utf-8")


def _read_value(name: str, kind: Any, text: str) -> Any:
    if kind is bool:
        if text in ("on", "off"):
            return text == "on"
        raise OptionError(f"{name}: expected on or off, found {shown(text)}")
    if kind is int:
        if re.fullmatch(r"-?[0-9]{1,9}", text):
            return int(text)
        most = " of nine digits at most" if re.fullmatch(r"-?[0-9]+", text) else ""
        raise OptionError(f"{name}: expected a whole number{most}, found {shown(text)}")
    words = typing.get_args(kind)
    if text in words:
        return text
    raise OptionError(f"{name}: expected {' or '.join(words)}, found {shown(text)}")


def _write_value(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)
