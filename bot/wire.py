"""Requests that must not be repeated blindly.

discord.py sends a request again by itself after a 500, 502, 504 or 524, and after some lost
connections (`HTTPClient.request` in its http.py), also one that has had its effect. Whatever has a
nonce, or does the same when done twice, may be; a new thread or forum post may not.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from contextvars import ContextVar
from types import SimpleNamespace

import aiohttp

from bot.errors import NETWORK

_once: ContextVar[bool] = ContextVar("once", default=False)

REPEATED_BY_DISCORD_PY = {500, 502, 504, 524}


class Unsure(Exception):
    """Whether a request had its effect is not known: look before it is sent again."""


@contextlib.contextmanager
def once() -> Iterator[None]:
    """While this lasts, a request of this task that fails half-way raises Unsure."""
    token = _once.set(True)
    try:
        yield
    finally:
        _once.reset(token)


def trace() -> aiohttp.TraceConfig:
    """What makes `once` work: it sees every answer before discord.py does.

    aiohttp hands on what a trace raises: https://docs.aiohttp.org/en/stable/tracing_reference.html
    """
    config = aiohttp.TraceConfig()
    config.on_request_end.append(_answered)
    config.on_request_exception.append(_lost)
    return config


async def _answered(
    session: aiohttp.ClientSession, context: SimpleNamespace, params: aiohttp.TraceRequestEndParams
) -> None:
    if _once.get() and params.response.status in REPEATED_BY_DISCORD_PY:
        params.response.close()
        raise Unsure(f"{params.method} was answered with {params.response.status}")


async def _lost(
    session: aiohttp.ClientSession,
    context: SimpleNamespace,
    params: aiohttp.TraceRequestExceptionParams,
) -> None:
    if _once.get() and isinstance(params.exception, NETWORK):
        raise Unsure(f"{params.method} was not answered") from params.exception
