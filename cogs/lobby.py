"""Getting into games and out of them: sign-ups opened and ended, who is in, who gives up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.app_commands import Choice, Range
from discord.ext import commands

from bot import answers, asking, components, opening, people
from bot.asking import Asked
from bot.finder import Purpose, label
from bot.opening import Wanted
from bot.replies import Answer, rows_in_words
from games.sign_up import HOURS_OPEN, LONGEST_HOURS

if TYPE_CHECKING:
    from bot.client import Umpire


class Lobby(commands.Cog):
    """`/game`, for hosts, and `/in`, `/out` and `/resign`, for everybody."""

    group = app_commands.Group(
        name="game",
        description="Open, close and list games",
        allowed_contexts=asking.ON_SERVERS,
    )

    @group.command(name="open")
    @app_commands.choices(game=opening.GAMES)
    @app_commands.describe(
        game="Which game",
        players="How many play",
        pace="How long a decision may take: a preset, or own numbers",
        hours="How many hours the sign-up is open",
        house="How many of the players are house players",
        where="Another channel or forum than this one",
        thread="Whether the game gets a thread of its own",
        options="Whether to set further options of the game",
    )
    async def open_(
        self,
        interaction: Asked,
        game: str,
        players: Range[int, 2, 20] | None = None,
        pace: Range[str, 1, 200] = "daily",
        hours: Range[int, 0, LONGEST_HOURS] = HOURS_OPEN,
        house: Range[int, 0, 19] = 0,
        where: discord.TextChannel | discord.ForumChannel | None = None,
        thread: bool = True,
        options: bool = False,
    ) -> None:
        """Open a sign-up for a game."""
        wanted = Wanted(game, players, pace, hours, house, where, thread)
        if options:
            await asking.show_form(interaction, lambda: opening.options_form(interaction, wanted))
        else:
            await answers.reply(interaction, opening.open_game(interaction, wanted))

    @group.command()
    @app_commands.describe(game="Which sign-up")
    async def close(self, interaction: Asked, game: str | None = None) -> None:
        """Close a sign-up before its time, and begin the game."""
        host = interaction.client.host
        await asking.reply_to_host(interaction, game, lambda one: host.close(one.id), Purpose.HOST)

    @group.command()
    @app_commands.describe(game="Which sign-up")
    async def cancel(self, interaction: Asked, game: str | None = None) -> None:
        """Call a sign-up off."""
        host = interaction.client.host
        await asking.reply_to_host(interaction, game, lambda one: host.cancel(one.id), Purpose.HOST)

    @group.command(name="list")
    async def list_(self, interaction: Asked) -> None:
        """List the games and sign-ups of this server."""
        await answers.reply(interaction, _list(interaction))

    @app_commands.command(name="in")
    @app_commands.describe(game="Which sign-up")
    async def in_(self, interaction: Asked, game: str | None = None) -> None:
        """Join a sign-up."""
        client, user = interaction.client, interaction.user
        await answers.reply(
            interaction,
            asking.about(
                interaction, Purpose.JOIN, game, lambda one: people.join(client, user, one.id)
            ),
        )

    @app_commands.command()
    @app_commands.describe(game="Which sign-up")
    async def out(self, interaction: Asked, game: str | None = None) -> None:
        """Leave a sign-up."""
        host, user = interaction.client.host, interaction.user
        await answers.reply(
            interaction,
            asking.about(interaction, Purpose.LEAVE, game, lambda one: host.leave(one.id, user.id)),
        )

    @app_commands.command()
    @app_commands.describe(game="Which game")
    async def resign(self, interaction: Asked, game: str | None = None) -> None:
        """Give up your seat in a running game for good; asks back first."""
        ask = asking.about(
            interaction,
            Purpose.PLAY,
            game,
            lambda one: components.ask_to_resign(interaction, one),
        )
        await answers.reply(interaction, ask)

    @open_.autocomplete("pace")
    async def paces(self, interaction: Asked, typed: str) -> list[Choice[str]]:
        """The presets, and own numbers that can be read."""
        return opening.offer_paces(typed)

    @resign.autocomplete("game")
    async def own(self, interaction: Asked, typed: str) -> list[Choice[str]]:
        """The caller's games."""
        return await asking.offer_games(interaction, Purpose.PLAY, typed)

    @close.autocomplete("game")
    @cancel.autocomplete("game")
    async def sign_ups(self, interaction: Asked, typed: str) -> list[Choice[str]]:
        """The open sign-ups of this server."""
        return await asking.offer_games(interaction, Purpose.HOST, typed)

    @in_.autocomplete("game")
    async def joinable(self, interaction: Asked, typed: str) -> list[Choice[str]]:
        """The open sign-ups, those first that the caller is not in."""
        return await asking.offer_games(interaction, Purpose.JOIN, typed)

    @out.autocomplete("game")
    async def joined(self, interaction: Asked, typed: str) -> list[Choice[str]]:
        """The sign-ups that the caller is in."""
        return await asking.offer_games(interaction, Purpose.LEAVE, typed)


async def _list(interaction: Asked) -> Answer:
    host = interaction.client.host
    found = await host.candidates(interaction.user.id, interaction.guild_id, None)
    seen = [one for one in found if one.guild == interaction.guild_id]
    seen = [one for one in seen if asking.may_see(interaction, one)]
    rows = [f"{label(one)}, {one.link}" for one in seen]
    return Answer(rows_in_words(rows) or "No game is running here, and no sign-up is open.")


async def setup(bot: Umpire) -> None:
    """Adds the commands to the bot."""
    await bot.add_cog(Lobby())
