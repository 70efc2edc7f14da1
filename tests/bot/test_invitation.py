"""What the bot asks to be allowed, and the link that says so."""

from __future__ import annotations

from pathlib import Path

import discord

from bot import invitation

ROOT = Path(__file__).parents[2]

# https://discord.com/developers/docs/topics/permissions#permissions-bitwise-permission-flags
VIEW_CHANNEL = 1 << 10
SEND_MESSAGES = 1 << 11
ATTACH_FILES = 1 << 15
READ_MESSAGE_HISTORY = 1 << 16
MANAGE_THREADS = 1 << 34
CREATE_PUBLIC_THREADS = 1 << 35
SEND_MESSAGES_IN_THREADS = 1 << 38

ALL = (
    VIEW_CHANNEL
    | SEND_MESSAGES
    | ATTACH_FILES
    | READ_MESSAGE_HISTORY
    | MANAGE_THREADS
    | CREATE_PUBLIC_THREADS
    | SEND_MESSAGES_IN_THREADS
)


def test_the_number_in_the_link_is_the_sum_of_what_is_used() -> None:
    """By Discord's own table of bits; nothing that moderates people is among it."""
    assert invitation.PERMISSIONS.value == ALL == 326417615872
    assert not invitation.PERMISSIONS.administrator
    assert not invitation.PERMISSIONS.manage_messages


def test_the_link_invites_a_bot_with_commands() -> None:
    """For any application."""
    link = invitation.link(1234)
    assert link.startswith("https://discord.com/oauth2/authorize?client_id=1234&")
    assert f"permissions={ALL}" in link
    assert "scope=bot+applications.commands" in link


def test_what_is_missing_is_called_as_discord_calls_it() -> None:
    """In the order in which it is asked for."""
    allowed = discord.Permissions(view_channel=True, attach_files=True)
    names = ("view_channel", "send_messages", "attach_files", "read_message_history")
    assert invitation.lacking(allowed, *names) == ("Send Messages", "Read Message History")


def test_the_manual_lists_every_permission() -> None:
    """With its purpose, and the number for the link."""
    manual = (ROOT / "docs" / "operating.md").read_text("utf-8")
    for need in invitation.NEEDS.values():
        assert f"| {need.shown} | {need.purpose} |" in manual
    assert str(invitation.PERMISSIONS.value) in manual


def test_the_readme_has_the_link_and_every_permission() -> None:
    """The very link, but for the application's id."""
    readme = (ROOT / "README.md").read_text("utf-8")
    assert invitation.link(1234).replace("1234", "APPLICATION") in readme
    for need in invitation.NEEDS.values():
        assert f"| {need.shown} | {need.purpose} |" in readme
