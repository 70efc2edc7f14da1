"""Checks what goes over the wire against Discord's own description of its interface.

The description is not part of this repository: where it is not, there is nothing to check against.
"""

import json
import os
import re
from collections.abc import Sequence
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from bot.practice import Call

PLACES = (
    Path(os.environ.get("DISCORD_OPENAPI", "openapi.json")),
    Path(__file__).parents[2] / "openapi.json",
    Path(__file__).parents[3] / "shared" / "discord" / "openapi.json",
)

PERMISSIONS = ("allow", "deny", "permissions")


@cache
def described() -> dict[str, Any] | None:
    """Discord's description, if it is anywhere on this machine."""
    for place in PLACES:
        if place.is_file():
            found: dict[str, Any] = json.loads(place.read_text(encoding="utf-8"))
            # Discord takes ids as numbers, too, and discord.py sends some
            found["components"]["schemas"]["SnowflakeType"]["type"] = ["string", "integer"]
            return found
    return None


@cache
def _operations() -> dict[tuple[str, str], tuple[str, ...]]:
    """Where each operation is in the description, by method and path without the names in it."""
    description = described()
    assert description is not None
    return {
        (method.upper(), _bare(path)): ("paths", path, method)
        for path, methods in description["paths"].items()
        for method in methods
        if method != "parameters"
    }


def _bare(path: str) -> str:
    return re.sub(r"\{[^}]*\}", "{}", path)


@cache
def _registry() -> Registry[Any]:
    resource = Resource.from_contents(described(), default_specification=DRAFT202012)
    return Registry().with_resource("discord", resource)


@cache
def _validator(*where: str) -> Draft202012Validator:
    pointer = "/".join(part.replace("~", "~0").replace("/", "~1") for part in where)
    schema = {"$ref": f"discord#/{pointer}"}
    return Draft202012Validator(schema, registry=_registry())


def _at(where: tuple[str, ...]) -> Any:
    node: Any = described()
    for part in where:
        node = node.get(part)
        if node is None:
            return None
    return node


def wrong(call: Call) -> list[str]:
    """What is wrong with the body of a request that was accepted, and with its answer."""
    operation = _operations().get((call.method, _bare(call.route.split(" ")[1])))
    if operation is None:
        return [f"Discord knows no {call.route}"]
    found: list[str] = []
    kind = "multipart/form-data" if call.files else "application/json"
    asked = (*operation, "requestBody", "content", kind, "schema")
    if call.json is not None and _at(asked) is not None:
        found += _errors(asked, call.json, f"asked {call.route}")
    elif call.json is not None:
        found.append(f"{call.route} takes no {kind}")
    answered = (*operation, "responses", str(call.status))
    if _at(answered) is None:
        found.append(f"{call.route} is never answered {call.status}")
    schema = (*answered, "content", "application/json", "schema")
    if call.answer is not None and _at(schema) is not None:
        found += _errors(schema, call.answer, f"answered {call.route}")
    return found


def _errors(where: tuple[str, ...], body: Any, what: str) -> list[str]:
    return _checked(where, json.dumps(body), what)


@cache
def _checked(where: tuple[str, ...], text: str, what: str) -> list[str]:
    """The same bodies come again in many tests, for their clock stands still."""
    found = []
    hook = _tolerant if "requestBody" in where else None
    for error in _validator(*where).iter_errors(json.loads(text, object_hook=hook)):
        while error.context:
            error = _likeliest(error.context)
        found.append(f"{what}: {error.json_path}: {error.message[:300]}")
    return found


def _tolerant(said: dict[str, Any]) -> dict[str, Any]:
    """Permissions are described as numbers, but taken as text, too, which discord.py sends."""
    return {
        key: int(value)
        if key in PERMISSIONS and isinstance(value, str) and value.isdecimal()
        else value
        for key, value in said.items()
    }


def _likeliest(context: Sequence[ValidationError]) -> ValidationError:
    """Of the errors of several alternatives, one of that which was meant: its type fits."""
    alternatives = [
        list(errors) for _, errors in groupby(context, key=lambda each: each.schema_path[0])
    ]
    meant = [each for each in alternatives if not any(map(_about_type, each))]
    return (meant or alternatives)[0][0]


def _about_type(error: ValidationError) -> bool:
    return error.validator == "type" or "type" in error.path
