"""The verbs of Pitch & Catch: `/pitch`, `/swing` and `/field`, each with one card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot import asking, components
from bot.asking import Asked
from bot.finder import Purpose

if TYPE_CHECKING:
    from bot.client import Umpire

GAMES = ("pitch-and-catch",)
"""Whose commands these are."""


class PitchAndCatch(commands.Cog):
    """What a player of Pitch & Catch does with a card."""

    @app_commands.command()
    @app_commands.describe(card="A card of your hand, like 9c or 9♣", game="Which game")
    async def pitch(self, interaction: Asked, card: str, game: str | None = None) -> None:
        """Pitch a card: it becomes the ball."""
        await components.typed(interaction, "pitch", card, game, GAMES)

    @app_commands.command()
    @app_commands.describe(card="A card of your hand, like 9c or 9♣", game="Which game")
    async def swing(self, interaction: Asked, card: str, game: str | None = None) -> None:
        """Swing at the ball with a card, at most as high as the ball."""
        await components.typed(interaction, "swing", card, game, GAMES)

    @app_commands.command()
    @app_commands.describe(card="A card of your hand, like 9c or 9♣", game="Which game")
    async def field(self, interaction: Asked, card: str, game: str | None = None) -> None:
        """Catch the hit with a card, at least as high as the ball."""
        await components.typed(interaction, "field", card, game, GAMES)

    @pitch.autocomplete("card")
    @swing.autocomplete("card")
    @field.autocomplete("card")
    async def cards(self, interaction: Asked, typed: str) -> list[Choice[str]]:
        """The caller's own cards that would do."""
        assert interaction.command is not None  # it is being typed
        return await asking.offer_cards(interaction, interaction.command.name, typed, GAMES)

    @pitch.autocomplete("game")
    @swing.autocomplete("game")
    @field.autocomplete("game")
    async def games(self, interaction: Asked, typed: str) -> list[Choice[str]]:
        """The caller's games."""
        return await asking.offer_games(interaction, Purpose.PLAY, typed)


async def setup(bot: Umpire) -> None:
    """Adds the commands to the bot."""
    await bot.add_cog(PitchAndCatch())
