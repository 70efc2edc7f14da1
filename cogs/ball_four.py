"""The verbs of Ball Four, in both editions: `/play`, `/ball-four`, `/foul` and `/choose`."""

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

GAMES = ("ball-four-52", "ball-four-40")
"""Whose commands these are."""

RULES = [
    Choice(name=components.label(rule), value=rule) for rule in ("double-header", "pinch-hitter")
] + [Choice(name="No special rule", value="none")]


class BallFour(commands.Cog):
    """What a player of Ball Four does with cards."""

    @app_commands.command()
    @app_commands.describe(
        cards="Cards of your hand, like 9s 9d 9h, or 999 if it is clear which", game="Which game"
    )
    async def play(self, interaction: Asked, cards: str, game: str | None = None) -> None:
        """Play a hand: lead it, or beat the high hand with it."""
        await components.typed(interaction, "play", cards, game, GAMES)

    @app_commands.command(name="ball-four")
    @app_commands.describe(
        card="The fourth card of the exposed rank, if you hold more than one", game="Which game"
    )
    async def ball_four(
        self, interaction: Asked, card: str | None = None, game: str | None = None
    ) -> None:
        """Lay the fourth card of a rank of which the high hand holds three."""
        await components.typed(interaction, "ball-four", card or "", game, GAMES)

    @app_commands.command()
    @app_commands.describe(
        cards="Cards to discard, at most one of each suit of the high hand", game="Which game"
    )
    async def foul(self, interaction: Asked, cards: str, game: str | None = None) -> None:
        """Play a foul ball: discard cards for a Strike Token, and be out (40 cards)."""
        await components.typed(interaction, "foul", cards, game, GAMES)

    @app_commands.command()
    @app_commands.choices(rule=RULES)
    @app_commands.describe(rule="The rule of the 7th inning", game="Which game")
    async def choose(self, interaction: Asked, rule: str, game: str | None = None) -> None:
        """Choose the rule of the 7th Inning Stretch, as last place (40 cards)."""
        await components.typed(interaction, "choose", rule, game, GAMES)

    @play.autocomplete("cards")
    @ball_four.autocomplete("card")
    @foul.autocomplete("cards")
    async def cards(self, interaction: Asked, typed: str) -> list[Choice[str]]:
        """The caller's own cards that would do."""
        assert interaction.command is not None  # it is being typed
        return await asking.offer_cards(interaction, interaction.command.name, typed, GAMES)

    @play.autocomplete("game")
    @ball_four.autocomplete("game")
    @foul.autocomplete("game")
    @choose.autocomplete("game")
    async def games(self, interaction: Asked, typed: str) -> list[Choice[str]]:
        """The caller's games."""
        return await asking.offer_games(interaction, Purpose.PLAY, typed)


async def setup(bot: Umpire) -> None:
    """Adds the commands to the bot."""
    await bot.add_cog(BallFour())
