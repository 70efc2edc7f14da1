"""`/my`: what a player settles for all games at once. Nobody else sees any of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.app_commands import Choice, Range
from discord.ext import commands

from bot import answers, asking, wishes
from bot.asking import Asked
from bot.personal import OFF, Personal
from bot.replies import Answer
from games.core import GameError
from games.hours import Remind

if TYPE_CHECKING:
    from bot.client import Umpire

Typed = Range[str, 1, 100]


class Players(commands.Cog):
    """Time zone, quiet hours, weekends, leave, reminders and the digest of whoever asks."""

    my = app_commands.Group(
        name="my", description="Your own quiet hours, leave, reminders and digest"
    )

    @my.command()
    @app_commands.describe(zone="Where you live: a time zone or its city, like Berlin")
    async def timezone(self, interaction: Asked, zone: Typed) -> None:
        """Say what time it is where you live."""
        await answers.reply(interaction, _my(interaction).timezone(interaction.user.id, zone))

    @my.command()
    @app_commands.rename(first="from", last="to")
    @app_commands.describe(
        first="When they begin, like 23 or 22:30; or off", last="When they end, like 7"
    )
    async def quiet(self, interaction: Asked, first: Typed, last: Typed | None = None) -> None:
        """Name your quiet hours, at most 12 a day: no deadline of yours falls into them."""
        await answers.reply(interaction, _my(interaction).quiet(interaction.user.id, first, last))

    @my.command()
    @app_commands.describe(free="Whether your Saturdays and Sundays are free")
    async def weekends(self, interaction: Asked, free: bool) -> None:
        """Keep your weekends free, in games that allow it."""
        await answers.reply(interaction, _my(interaction).weekends(interaction.user.id, free))

    @my.command()
    @app_commands.rename(first="from", last="to")
    @app_commands.describe(
        first="The first day, like 2026-12-24, today or tomorrow",
        last="The last day; without it only the first",
        cancel="Whether to take back these days, or all that are still to come",
    )
    async def leave(
        self,
        interaction: Asked,
        first: Typed | None = None,
        last: Typed | None = None,
        cancel: bool = False,
    ) -> None:
        """Say when you are away, see it, or take it back."""
        await answers.reply(interaction, _leave(interaction, first, last, cancel))

    @my.command()
    @app_commands.describe(which="Which of the reminders you want")
    async def remind(self, interaction: Asked, which: Remind) -> None:
        """Choose how often you are reminded of your turn."""
        await answers.reply(interaction, _my(interaction).remind(interaction.user.id, which))

    @my.command()
    @app_commands.describe(hour="The hour of your day, like 20; or off")
    async def digest(self, interaction: Asked, hour: Typed) -> None:
        """Get one message a day about all your games, in place of single notices."""
        await answers.reply(interaction, _my(interaction).digest(interaction.user.id, hour))

    @my.command()
    async def show(self, interaction: Asked) -> None:
        """Show all that you have settled, and what your games make of it."""
        await answers.reply(interaction, _my(interaction).show(interaction.user.id))

    @timezone.autocomplete("zone")
    async def zones(self, interaction: Asked, typed: str) -> list[Choice[str]]:
        """Time zones that fit, with the time there."""
        return asking.matching(wishes.zone_labels(typed, interaction.client.host.now()), "")

    @quiet.autocomplete("first")
    @quiet.autocomplete("last")
    async def hours(self, interaction: Asked, typed: str) -> list[Choice[str]]:
        """Full hours; other times are typed."""
        return asking.matching([(f"{hour:02}:00", f"{hour:02}:00") for hour in range(24)], typed)

    @digest.autocomplete("hour")
    async def digest_hours(self, interaction: Asked, typed: str) -> list[Choice[str]]:
        """Full hours, and off."""
        offered = [(OFF, OFF), *((f"{hour:02}:00", str(hour)) for hour in range(24))]
        return asking.matching(offered, typed)


def _my(interaction: Asked) -> Personal:
    return interaction.client.host.my


async def _leave(interaction: Asked, first: str | None, last: str | None, cancel: bool) -> Answer:
    my, user = _my(interaction), interaction.user.id
    if first is None and last is not None:
        raise GameError("Name the first day, too, with the option from.")
    if cancel:
        return await my.come_back(user, first, last)
    if first is None:
        return await my.leaves(user)
    return await my.leave(user, first, last)


async def setup(bot: Umpire) -> None:
    """Adds the commands to the bot."""
    await bot.add_cog(Players())
