"""What Discord accepts as application commands, and how it stores them.

https://discord.com/developers/docs/interactions/application-commands
"""

from __future__ import annotations

import unicodedata
from typing import Any

from bot.practice.errors import Form, refusal
from bot.practice.state import World
from bot.practice.wire import Json

Path = tuple[str | int, ...]

SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, FILE = range(
    1, 12
)
MOST_SLASH, MOST_MENU = 100, 15
MOST_LETTERS = 8000
SAFE = 2**53
KEPT = ("default_member_permissions", "contexts", "integration_types", "nsfw")


def overwrite(world: World, given: list[Json]) -> list[Json]:
    """Replaces all global commands; one of the same name and kind keeps its id."""
    form = Form()
    for index, command in enumerate(given):
        _check(form, (index,), command)
    _check_unique(form, given)
    form.close()
    _count(given)
    before = {(each["name"], each["type"]): each for each in world.commands.values()}
    world.commands = {}
    for command in given:
        old = before.get((command["name"], command.get("type", 1)))
        stored = _stored(world, command, old)
        world.commands[int(stored["id"])] = stored
    return list(world.commands.values())


def add(world: World, command: Json) -> tuple[Json, bool]:
    """Adds one global command, or replaces the one of its name; tells whether it is new."""
    form = Form()
    _check(form, (), command)
    form.close()
    kind = command.get("type", 1)
    same = [each for each in world.commands.values() if _key(each) == (command["name"], kind)]
    _count([*(each for each in world.commands.values() if each not in same), command])
    stored = _stored(world, command, same[0] if same else None)
    world.commands[int(stored["id"])] = stored
    return stored, not same


def _key(command: Json) -> tuple[Any, Any]:
    return command.get("name"), command.get("type", 1)


def _count(commands: list[Json]) -> None:
    for kind, most in ((1, MOST_SLASH), (2, MOST_MENU), (3, MOST_MENU)):
        if sum(each.get("type", 1) == kind for each in commands) > most:
            raise refusal(30032)


def _check_unique(form: Form, commands: list[Json]) -> None:
    seen: set[tuple[Any, Any]] = set()
    for index, command in enumerate(commands):
        if _key(command) in seen:
            text = "Application command names must be unique"
            form.wrong((index, "name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", text)
        seen.add(_key(command))


def _stored(world: World, command: Json, old: Json | None) -> Json:
    kind = command.get("type", 1)
    permissions = command.get("default_member_permissions")
    contexts = command.get("contexts")
    if contexts is None and command.get("dm_permission") is False:
        contexts = [0]
    stored: Json = {
        "application_id": str(world.application_id),
        "type": kind,
        "name": command["name"],
        "name_localizations": command.get("name_localizations"),
        "description": command.get("description") or "",
        "description_localizations": command.get("description_localizations"),
        "default_member_permissions": None if permissions is None else str(permissions),
        "dm_permission": contexts is None or 1 in contexts,
        "contexts": contexts,
        "integration_types": command.get("integration_types") or [0],
        "nsfw": bool(command.get("nsfw")),
    }
    if kind == 1:
        stored["options"] = [_without_nothing(each) for each in command.get("options") or []]
    if old is not None and stored == {key: old[key] for key in stored if key in old}:
        return old
    id = str(world.new_id())
    return {"id": id if old is None else old["id"], "version": str(world.new_id()), **stored}


def _without_nothing(option: Json) -> Json:
    stored = {key: value for key, value in option.items() if value not in (None, False)}
    if "options" in stored:
        stored["options"] = [_without_nothing(each) for each in stored["options"]]
    return stored


# --- the form ------------------------------------------------------------------------------------


def _check(form: Form, path: Path, command: Json) -> None:
    kind = command.get("type", 1)
    if kind not in (1, 2, 3):
        form.wrong((*path, "type"), "BASE_TYPE_CHOICES", "Value must be one of {1, 2, 3}.")
        return
    name = command.get("name")
    if kind == 1:
        _check_name(form, (*path, "name"), name)
        form.text((*path, "description"), command.get("description"), 100, 1, required=True)
        _check_options(form, (*path, "options"), command.get("options"), depth=0)
        if _letters(command) > MOST_LETTERS:
            text = f"Command exceeds maximum size ({MOST_LETTERS})"
            form.wrong(path or ("name",), "APPLICATION_COMMAND_TOO_LARGE", text)
    else:
        form.text((*path, "name"), name, 32, 1, required=True)
        if command.get("description"):
            text = "Context menu commands cannot have description"
            form.wrong((*path, "description"), "APPLICATION_COMMAND_INVALID_DESCRIPTION", text)
    _check_set(form, (*path, "contexts"), command.get("contexts"), {0, 1, 2})
    _check_set(form, (*path, "integration_types"), command.get("integration_types"), {0, 1})
    permissions = command.get("default_member_permissions")
    if permissions is not None and not str(permissions).isdecimal():
        text = f'Value "{permissions}" is not int.'
        form.wrong((*path, "default_member_permissions"), "NUMBER_TYPE_COERCE", text)


def _check_set(form: Form, path: Path, given: object, known: set[int]) -> None:
    if given is None:
        return
    if not isinstance(given, list) or not given or len(set(given)) < len(given):
        form.wrong(path, "SET_TYPE_CONTAINS_DUPLICATE", "The set is empty or has duplicates")
    elif not set(given) <= known:
        form.wrong(path, "BASE_TYPE_CHOICES", f"Value must be one of {sorted(known)}.")


def _check_name(form: Form, path: Path, name: object) -> None:
    form.text(path, name, 32, 1, required=True)
    if isinstance(name, str) and not is_name(name):
        text = "Command name is invalid"
        form.wrong(path, "APPLICATION_COMMAND_INVALID_NAME", text)


def is_name(name: str) -> bool:
    r"""Whether `^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$` fits, in lower case.

    https://discord.com/developers/docs/interactions/application-commands#application-command-object-application-command-naming
    """

    def fits(letter: str) -> bool:
        script = unicodedata.name(letter, "").split(" ")[0]
        return (
            letter in "-_'"
            or unicodedata.category(letter)[0] in "LN"
            or script in ("DEVANAGARI", "THAI")
        )

    return 1 <= len(name) <= 32 and name == name.lower() and all(map(fits, name))


def _check_options(form: Form, path: Path, given: object, depth: int) -> None:
    options = form.count(path, given, 25)
    nested = [
        isinstance(each, dict) and each.get("type") in (SUBCOMMAND, GROUP) for each in options
    ]
    if any(nested) and not all(nested):
        text = "Sub-command and sub-command group option types are mutually exclusive to all other"
        form.wrong(path, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", f"{text} types")
    names: set[Any] = set()
    optional = False
    for index, option in enumerate(options):
        here = (*path, index)
        if not isinstance(option, dict) or option.get("type") not in range(1, 12):
            form.wrong((*here, "type"), "BASE_TYPE_CHOICES", "Value must be one of 1 to 11.")
            continue
        _check_name(form, (*here, "name"), option.get("name"))
        form.text((*here, "description"), option.get("description"), 100, 1, required=True)
        if option.get("name") in names:
            text = "Option name already exists"
            form.wrong((*here, "name"), "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", text)
        names.add(option.get("name"))
        if option["type"] in (SUBCOMMAND, GROUP):
            if (option["type"] == GROUP and depth > 0) or depth > 1:
                text = "Sub-command groups may only be at the top"
                form.wrong((*here, "type"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", text)
            below = option.get("options")
            _check_options(form, (*here, "options"), below, 1 if option["type"] == GROUP else 2)
            continue
        if option.get("required") and optional:
            text = "Required options must be placed before non-required options"
            form.wrong((*here,), "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", text)
        optional = optional or not option.get("required")
        _check_option(form, here, option)


def _check_option(form: Form, path: Path, option: Json) -> None:
    kind = option["type"]
    choices = form.count((*path, "choices"), option.get("choices"), 25)
    if choices and option.get("autocomplete"):
        text = "Choices and autocomplete are mutually exclusive"
        form.wrong(path, "APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE", text)
    if (choices or option.get("autocomplete")) and kind not in (STRING, INTEGER, NUMBER):
        text = "Only strings and numbers have choices"
        form.wrong((*path, "choices"), "APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID", text)
    check_choices(form, (*path, "choices"), choices, kind)
    form.number((*path, "min_length"), option.get("min_length"), 0, 6000)
    form.number((*path, "max_length"), option.get("max_length"), 1, 6000)
    for key in ("min_value", "max_value"):
        form.number((*path, key), option.get(key), -SAFE, SAFE)


def check_choices(form: Form, path: Path, choices: list[Any], kind: int | None = None) -> None:
    """Checks the choices of an option, or those that an autocompletion answers."""
    names: set[Any] = set()
    for index, choice in enumerate(choices):
        here = (*path, index)
        form.text((*here, "name"), choice.get("name"), 100, 1, required=True)
        value = choice.get("value")
        if kind in (INTEGER, NUMBER) or (kind is None and not isinstance(value, str)):
            form.number((*here, "value"), value, -SAFE, SAFE)
            if value is None:
                form.missing((*here, "value"))
        else:
            form.text((*here, "value"), value, 100, 1, required=True)
        if choice.get("name") in names and kind is not None:
            text = "Option choice name already exists"
            code = "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS"
            form.wrong((*here, "name"), code, text)
        names.add(choice.get("name"))


def _letters(part: Json) -> int:
    own = len(str(part.get("name") or "")) + len(str(part.get("description") or ""))
    own += sum(
        len(str(each.get("name"))) + len(str(each.get("value")))
        for each in part.get("choices") or []
    )
    return own + sum(_letters(each) for each in part.get("options") or [] if isinstance(each, dict))
