"""What the bot must be allowed on a server, what for, and the link that invites it with just that.

The one place where these permissions stand. What is done where one of them is missing is decided by
whoever needs it; here it only gets its name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import discord


@dataclass(frozen=True, slots=True)
class Need:
    """A permission: what it is called in Discord's settings, and what it is for."""

    shown: str
    purpose: str


NEEDS: Mapping[str, Need] = {
    "view_channel": Need("View Channels", "to be in the channel at all"),
    "send_messages": Need("Send Messages", "to announce a game, or post in a forum"),
    "send_messages_in_threads": Need("Send Messages in Threads", "to tell a game's story"),
    "create_public_threads": Need("Create Public Threads", "to give a game a thread of its own"),
    "manage_threads": Need(
        "Manage Threads", "to write in a locked thread and to use tags that are moderators' only"
    ),
    "attach_files": Need("Attach Files", "to attach the record of a finished game"),
    "read_message_history": Need(
        "Read Message History", "to see after a restart whether a post stands there already"
    ),
}
"""All that the bot uses, by discord.py's names."""

PERMISSIONS = discord.Permissions(**dict.fromkeys(NEEDS, True))

SCOPES = ("bot", "applications.commands")


def link(application_id: int) -> str:
    """The address that invites the bot to a server."""
    return discord.utils.oauth_url(application_id, permissions=PERMISSIONS, scopes=SCOPES)


def lacking(allowed: discord.Permissions, *needed: str) -> tuple[str, ...]:
    """Those of some permissions that are missing, as Discord's settings call them."""
    return tuple(NEEDS[name].shown for name in needed if not getattr(allowed, name))
