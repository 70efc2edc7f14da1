"""What Discord refuses, and what goes wrong in the house, in plain sentences.

One table of Discord's codes for everything that talks to it. Who is told, and when, is decided by
whoever asked.
"""

from __future__ import annotations

import logging

import aiohttp
import discord
from discord import app_commands

from bot.outbox import PostLater, PostRefused
from games.core import GameError
from storage.store import StoreError

log = logging.getLogger(__name__)

# https://discord.com/developers/docs/topics/opcodes-and-status-codes#json
UNKNOWN_CHANNEL, UNKNOWN_MEMBER = 10003, 10007
UNKNOWN_USER, UNKNOWN_INTERACTION = 10013, 10062
MISSING_PERMISSIONS, ALREADY_ANSWERED, TOO_MANY_OLD_EDITS = 50013, 40060, 30046

CLOSED = {
    50007: "their settings, or a block, keep direct messages from me away",
    50278: "we have no server in common any more",
    40003: "Discord lets me open no more direct messages just now",
    20026: "Discord lets me open no direct messages with people whom I have not written to yet",
    UNKNOWN_USER: "the account is gone",
}
"""Why a direct message does not reach a person."""

REFUSED = {
    UNKNOWN_CHANNEL: "The channel or thread is gone.",
    10004: "The server is gone, or I am no member of it any more.",
    40005: "The message is too large.",
    50001: "I may not see the channel.",
    50008: "That is no channel to write in.",
    50024: "That is no channel to write in.",
    MISSING_PERMISSIONS: "I may not write there, or not attach a file.",
    50083: "The thread is archived, and I may not reopen it.",
    160005: "The thread is locked.",
    200000: "The server's AutoMod has blocked it.",
}
"""Why nothing can be posted to a channel, whoever tries again."""

NETWORK = (OSError, TimeoutError, aiohttp.ClientError)
"""What discord.py lets through when the network fails; aiohttp's own are no OSError all of them."""

CLOUDFLARE_SECONDS = 60.0
"""How long to be silent when it is not Discord but its doorkeeper that sends us away."""


class DirectMessagesClosed(PostRefused):
    """A person who cannot be written to."""


def post_failed(error: Exception) -> PostLater | PostRefused:
    """Whether a post that failed may be tried again, and when, or why never."""
    match error:
        case discord.RateLimited(retry_after=seconds):
            return PostLater(seconds)
        case discord.HTTPException(status=429):
            # A 429 without `Via` is raised at once (discord.http.HTTPClient.request): a ban by
            # Cloudflare, for all that comes from this address.
            return PostLater(CLOUDFLARE_SECONDS, everywhere=True)
        case discord.HTTPException(status=401):
            return PostLater(CLOUDFLARE_SECONDS, everywhere=True)  # a token that is being changed
        case discord.HTTPException() if error.status >= 500 or not error.code:
            return PostLater()
        case discord.HTTPException() if error.code in CLOSED:
            return DirectMessagesClosed(f"A direct message could not be sent: {CLOSED[error.code]}")
        case discord.HTTPException():
            said = f"Discord refuses it: {error.text} ({error.code})"
            return PostRefused(REFUSED.get(error.code, said))
        case OSError() | TimeoutError() | aiohttp.ClientError():
            return PostLater()
        case _:
            raise error


def sorry(error: BaseException) -> str:
    """What the person is told whose command went wrong."""
    if isinstance(error, app_commands.CommandInvokeError):
        error = error.original
    match error:
        case GameError():
            text = str(error)
            return f"{text[:1].upper()}{text[1:]}{'' if text.endswith('.') else '.'}"
        case StoreError():
            log.error("not kept", extra={"reason": str(error)})
            return "The database cannot be reached just now. Please try again in a minute."
        case discord.HTTPException() if error.code in REFUSED:
            return REFUSED[error.code]
        case app_commands.CommandNotFound() | app_commands.CommandSignatureMismatch():
            return "That command has changed. Please try again in a minute."
        case app_commands.TransformerError():
            return f"That value does not fit here: {error.value!s:.100}"
        case app_commands.CheckFailure():
            return "You may not do that here."
    log.error("a command failed", exc_info=error)
    return "Something went wrong here, and it has been written down. Please look before you repeat."
