"""Discord's REST interface, version 10, one module for each part of its documentation.

A handler checks, refuses, changes the world and answers, all at once: a request that got as far as
its handler has its whole effect or none. What goes wrong on the way is the server's business.
"""

from bot.practice.rest import (
    channels,
    commands,
    guilds,
    interactions,
    messages,
    threads,
    users,
)
from bot.practice.rest.call import OPEN, ROUTES

__all__ = [
    "OPEN",
    "ROUTES",
    "channels",
    "commands",
    "guilds",
    "interactions",
    "messages",
    "threads",
    "users",
]
