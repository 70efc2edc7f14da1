"""What Discord refuses, and what goes wrong in the house, in plain sentences.

One table of Discord's codes for everything that talks to it. Who is told, and when, is decided by
whoever asked.
"""

from __future__ import annotations

import logging

import aiohttp
import discord
from discord import app_commands

from bot.outbox import PostLater, PostMalformed, PostRefused
from games.core import GameError, shown
from storage.store import StoreError

log = logging.getLogger(__name__)

# https://discord.com/developers/docs/topics/opcodes-and-status-codes#json
UNKNOWN_CHANNEL, UNKNOWN_MEMBER = 10003, 10007
UNKNOWN_USER, UNKNOWN_INTERACTION = 10013, 10062
MISSING_ACCESS, MISSING_PERMISSIONS = 50001, 50013
ALREADY_ANSWERED, TOO_MANY_OLD_EDITS, TOO_LARGE = 40060, 30046, 40005
ARCHIVED = 50083

CLOSED = {
    50007: "the account's settings, or a block, keep direct messages from me away",
    50278: "we have no server in common any more",
    40003: "Discord lets me open no more direct messages just now",
    20026: "Discord lets me open no direct messages with people whom I have not written to yet",
    UNKNOWN_USER: "the account is gone",
    50033: "the account is gone",
}
"""Why a direct message does not reach a person."""

REFUSED = {
    UNKNOWN_CHANNEL: "The channel or thread is gone.",
    10004: "The server is gone, or I am no member of it any more.",
    TOO_LARGE: "The message is too large.",
    MISSING_ACCESS: "I may not see the channel.",
    50008: "That is no channel to write in.",
    50024: "That is no channel to write in.",
    MISSING_PERMISSIONS: "I may not write there, or not attach a file.",
    ARCHIVED: "The thread is archived and locked.",
    160005: "The thread is locked.",
    200000: "The server's AutoMod has blocked it.",
}
"""Why nothing can be posted to a channel, whoever tries again."""

NETWORK = (OSError, TimeoutError, aiohttp.ClientError)
"""What discord.py lets through when the network fails; aiohttp's own are no OSError all of them."""

OVERLOADED = {40004, 130000}
"""Discord has turned sending off, or has too much to do: it passes, whatever its status says."""

CLOUDFLARE_SECONDS = 60.0
"""How long to be silent when it is not Discord but its doorkeeper that sends us away."""


class DirectMessagesClosed(PostRefused):
    """A person who cannot be written to."""


def post_failed(error: Exception) -> PostLater | PostRefused | PostMalformed:
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
        case discord.HTTPException(status=403, code=0):
            return PostLater(
                CLOUDFLARE_SECONDS, everywhere=True
            )  # Cloudflare, too: it has no codes
        case discord.HTTPException() if error.status >= 500 or error.code in OVERLOADED:
            return PostLater()
        case discord.HTTPException() if error.code in CLOSED:
            return DirectMessagesClosed(f"A direct message could not be sent: {CLOSED[error.code]}")
        case discord.HTTPException() if error.code in REFUSED:
            return PostRefused(REFUSED[error.code])
        case discord.HTTPException(status=403 | 404) if error.code:
            return PostRefused(f"Discord refuses it: {error.text} ({error.code})")
        case discord.HTTPException():
            return PostMalformed(str(error))
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
        case app_commands.TransformerError(type=discord.AppCommandOptionType.channel):
            what = shown(str(error.value), quote=False)
            return f"I do not see the channel {what}: let me see it, or name another."
        case app_commands.TransformerError():
            return f"That value does not fit here: {shown(str(error.value))}."
        case app_commands.CheckFailure():
            return "You may not do that here."
    log.error("a command failed", exc_info=error)
    return "Something went wrong here, and it has been written down. Please look before you repeat."
