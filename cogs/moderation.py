"""What a server's hosts do: settings, and orders of the house in games that are under way."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.app_commands import Choice, Range
from discord.ext import commands

from bot import answers, asking, components, opening, places
from bot.asking import Asked
from bot.finder import Candidate, Purpose
from bot.replies import Answer
from games import house
from games.clock import HOUR

if TYPE_CHECKING:
    from bot.client import Umpire

LONGEST_HOURS = 366 * 24
LOG_LINES = 15


class Moderation(commands.Cog):
    """`/settings`, for whoever manages the server, and `/mod`, for its hosts."""

    settings = app_commands.Group(
        name="settings",
        description="Who may host games here, and where they are opened",
        allowed_contexts=asking.ON_SERVERS,
        default_permissions=discord.Permissions(manage_guild=True),
    )
    mod = app_commands.Group(
        name="mod",
        description="Moderate a game that is under way",
        allowed_contexts=asking.ON_SERVERS,
    )

    @settings.command(name="host-role")
    @app_commands.describe(role="The role; without one only the server's managers are hosts")
    async def host_role(self, interaction: Asked, role: discord.Role | None = None) -> None:
        """Say which role may open and moderate games."""
        await answers.reply(interaction, _set_host_role(interaction, role))

    @settings.command()
    @app_commands.describe(channel="The channel or forum; without one the channel of the command")
    async def channel(
        self,
        interaction: Asked,
        channel: discord.TextChannel | discord.ForumChannel | None = None,
    ) -> None:
        """Say where games are opened if nothing else is said."""
        await answers.reply(interaction, _set_channel(interaction, channel))

    @mod.command()
    @app_commands.describe(hours="After how many hours it goes on by itself", game="Which game")
    async def pause(
        self,
        interaction: Asked,
        hours: Range[int, 1, LONGEST_HOURS] | None = None,
        game: str | None = None,
    ) -> None:
        """Stop a game's clock; nothing can be played until it goes on."""
        host = interaction.client.host
        await _order(interaction, game, lambda: house.Pause(hours and host.now() + hours * HOUR))

    @mod.command()
    @app_commands.describe(game="Which game")
    async def resume(self, interaction: Asked, game: str | None = None) -> None:
        """Let a paused game go on, with the time that was left."""
        await _order(interaction, game, house.Resume)

    @mod.command()
    @app_commands.describe(hours="How many hours more", game="Which game")
    async def extend(
        self, interaction: Asked, hours: Range[int, 1, LONGEST_HOURS], game: str | None = None
    ) -> None:
        """Give the player at turn more time."""
        await _order(interaction, game, lambda: house.Extend(hours * HOUR))

    @mod.command()
    @app_commands.describe(game="Which game")
    async def nudge(self, interaction: Asked, game: str | None = None) -> None:
        """Ask the player at turn once more, here and by direct message; at most once an hour."""
        await _order(interaction, game, house.Nudge)

    @mod.command()
    @app_commands.describe(seat="Whose seat, like p3", game="Which game")
    async def remove(self, interaction: Asked, seat: str, game: str | None = None) -> None:
        """Take a player out; from then on the rules answer for the seat."""
        await _order(interaction, game, lambda: house.Resign(asking.read_seat(seat)))

    @mod.command()
    @app_commands.describe(seat="Whose seat, like p3", game="Which game")
    async def computer(self, interaction: Asked, seat: str, game: str | None = None) -> None:
        """Give a seat to a house player."""
        await _order(interaction, game, lambda: house.Computer(asking.read_seat(seat)))

    @mod.command()
    @app_commands.describe(
        seat="Whose seat, like p3", by="Who takes it; else the next substitute", game="Which game"
    )
    async def replace(
        self,
        interaction: Asked,
        seat: str,
        by: discord.Member | None = None,
        game: str | None = None,
    ) -> None:
        """Give a seat, with hand and score, to somebody else."""
        host = interaction.client.host

        async def do(one: Candidate) -> Answer:
            number, who = asking.read_seat(seat), asking.moderator(interaction)
            if by is None:
                return await host.substitute(one.id, number, interaction.id, who)
            if by.bot:
                return Answer("A bot cannot take a seat; see `/mod computer`.", done=False)
            order = house.Replace(number, by.display_name)
            return await host.moderate(one.id, order, by.id, interaction.id, who)

        await asking.reply_to_host(interaction, game, do)

    @mod.command()
    @app_commands.describe(moves="How many moves to take back", game="Which game")
    async def rewind(
        self, interaction: Asked, moves: Range[int, 1, 999], game: str | None = None
    ) -> None:
        """Take the last moves back; over cards dealt or shown, once all who play have agreed."""
        await _order(interaction, game, lambda: house.Rewind(moves))

    @mod.command()
    @app_commands.describe(where="Where it goes on; else here", game="Which game or sign-up")
    async def rehome(
        self,
        interaction: Asked,
        game: str,
        where: discord.TextChannel | discord.ForumChannel | discord.Thread | None = None,
    ) -> None:
        """Move a game or a sign-up to another place, with all that could not be posted."""
        await asking.reply_to_host(
            interaction, game, lambda one: opening.rehome(interaction, one, where), Purpose.REHOME
        )

    @mod.command()
    @app_commands.describe(title="What the thread or post is to be called", game="Which game")
    async def rename(
        self,
        interaction: Asked,
        title: Range[str, 1, places.LONGEST_TITLE],
        game: str | None = None,
    ) -> None:
        """Give the thread or post of a game another title."""
        await asking.reply_to_host(
            interaction, game, lambda one: opening.rename(interaction, one, title)
        )

    @mod.command()
    @app_commands.describe(
        at="When, in UTC, like 2027-03-14 20:00, or never; else now", game="Which game"
    )
    async def end(self, interaction: Asked, at: str | None = None, game: str | None = None) -> None:
        """End a game, with its result, after the deal that is running."""
        host = interaction.client.host

        def order() -> house.Order:
            return house.Until(host.now() if at is None else opening.read_end(at))

        await _order(interaction, game, order)

    @mod.command()
    @app_commands.describe(game="Which game")
    async def abandon(self, interaction: Asked, game: str | None = None) -> None:
        """End a game for good, without a result; asks back first."""
        await asking.reply_to_host(
            interaction, game, lambda one: components.ask_to_abandon(interaction, one)
        )

    @mod.command()
    @app_commands.describe(game="Which game")
    async def log(self, interaction: Asked, game: str | None = None) -> None:
        """Show who did what when in a game, and what could not be posted."""
        host, user = interaction.client.host, interaction.user.id
        await asking.reply_to_host(
            interaction, game, lambda one: host.log(one.id, LOG_LINES, user), Purpose.REVIEW
        )

    @pause.autocomplete("game")
    @resume.autocomplete("game")
    @extend.autocomplete("game")
    @nudge.autocomplete("game")
    @remove.autocomplete("game")
    @computer.autocomplete("game")
    @replace.autocomplete("game")
    @rewind.autocomplete("game")
    @rename.autocomplete("game")
    @end.autocomplete("game")
    @abandon.autocomplete("game")
    @log.autocomplete("game")
    async def games(self, interaction: Asked, typed: str) -> list[Choice[str]]:
        """The games of this server."""
        return await asking.offer_games(interaction, Purpose.MODERATE, typed)

    @rehome.autocomplete("game")
    async def placed(self, interaction: Asked, typed: str) -> list[Choice[str]]:
        """The games and the open sign-ups of this server."""
        return await asking.offer_games(interaction, Purpose.REHOME, typed)

    @remove.autocomplete("seat")
    @computer.autocomplete("seat")
    @replace.autocomplete("seat")
    async def seats(self, interaction: Asked, typed: str) -> list[Choice[str]]:
        """Who sits where."""
        return await asking.offer_seats(interaction, typed)


async def _order(interaction: Asked, game: str | None, order: Callable[[], house.Order]) -> None:
    host = interaction.client.host
    await asking.reply_to_host(
        interaction,
        game,
        lambda one: host.moderate(
            one.id, order(), interaction=interaction.id, by=asking.moderator(interaction)
        ),
    )


async def _set_host_role(interaction: Asked, role: discord.Role | None) -> Answer:
    guild = asking.managed_guild(interaction)
    await interaction.client.host.set_host_role(guild, role.id if role else None)
    if role is None:
        return Answer("Only who may manage the server opens and moderates games now.")
    return Answer(f"{role.mention} and who may manage the server open and moderate games now.")


async def _set_channel(
    interaction: Asked, channel: discord.TextChannel | discord.ForumChannel | None
) -> Answer:
    guild = asking.managed_guild(interaction)
    await interaction.client.host.set_channel(guild, channel.id if channel else None)
    if channel is None:
        return Answer("Games are opened where the command is given now.")
    return Answer(f"Games are opened in {channel.mention} now.")


async def setup(bot: Umpire) -> None:
    """Adds the commands to the bot."""
    await bot.add_cog(Moderation())
