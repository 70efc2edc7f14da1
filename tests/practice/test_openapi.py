"""The check against Discord's description finds what is wrong."""

import pytest

from bot.practice import Call
from bot.practice.rest import ROUTES
from tests.practice import openapi

pytestmark = pytest.mark.skipif(
    openapi.described() is None, reason="Discord's openapi.json is not on this machine"
)

SEND = "POST /channels/{channel_id}/messages"


def call(json: object, status: int = 204) -> Call:
    """A request to send a message."""
    return Call("POST", SEND, "", {}, {}, json, status=status)


def test_what_is_wrong_is_found() -> None:
    """In what was asked and in what was answered."""
    assert any("content" in each for each in openapi.wrong(call({"content": 5}, 200)))
    row = {"type": 1, "components": [{"type": 2, "style": 1, "label": "l" * 81, "custom_id": "c"}]}
    [found] = openapi.wrong(call({"components": [row]}, 200))
    assert "components[0].components[0].label" in found
    assert "too long" in found
    answered = call({"content": "x"}, 200)
    answered.answer = {"id": "1"}
    assert any("answered" in each for each in openapi.wrong(answered))
    assert openapi.wrong(call({"content": "x"}, 418)) == [f"{SEND} is never answered 418"]
    unknown = Call("GET", "GET /nowhere", "", {}, {})
    assert openapi.wrong(unknown) == ["Discord knows no GET /nowhere"]


def test_every_route_is_one_of_discords() -> None:
    """The field has none of its own."""
    known = set(openapi._operations())
    assert {(method, openapi._bare(path)) for method, path in ROUTES} <= known
