"""The verbs of Baseball: what is done with chips, and with cards that cost or bring some."""

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

GAMES = ("baseball",)
"""Whose commands these are."""


class Baseball(commands.Cog):
    """What a player of Baseball does."""

    @app_commands.command()
    @app_commands.describe(game="Which game")
    async def check(self, interaction: Asked, game: str | None = None) -> None:
        """Check: stay in without a bet, where nobody has bet yet."""
        await components.typed(interaction, "check", "", game, GAMES)

    @app_commands.command()
    @app_commands.describe(amount="How many chips, or: all in", game="Which game")
    async def bet(self, interaction: Asked, amount: str, game: str | None = None) -> None:
        """Bet chips, where nobody has bet yet in this round."""
        await components.typed(interaction, "bet", amount, game, GAMES)

    @app_commands.command()
    @app_commands.describe(game="Which game")
    async def call(self, interaction: Asked, game: str | None = None) -> None:
        """Call: put in what is owed, or all you have."""
        await components.typed(interaction, "call", "", game, GAMES)

    @app_commands.command(name="raise")
    @app_commands.describe(
        amount="How many chips on top of the call, or: all in", game="Which game"
    )
    async def raise_(self, interaction: Asked, amount: str, game: str | None = None) -> None:
        """Raise: call, and put chips on top of it."""
        await components.typed(interaction, "raise", amount, game, GAMES)

    @app_commands.command()
    @app_commands.describe(game="Which game")
    async def fold(self, interaction: Asked, game: str | None = None) -> None:
        """Fold: be out of this deal. On a face-up 3 you strike out."""
        await components.typed(interaction, "fold", "", game, GAMES)

    @app_commands.command()
    @app_commands.describe(game="Which game")
    async def match(self, interaction: Asked, game: str | None = None) -> None:
        """Match the pot for your face-up 3, which is wild then."""
        await components.typed(interaction, "match", "", game, GAMES)

    @app_commands.command()
    @app_commands.describe(game="Which game")
    async def walk(self, interaction: Asked, game: str | None = None) -> None:
        """Take a walk: pay for the extra card that is offered to you."""
        await components.typed(interaction, "walk", "", game, GAMES)

    @app_commands.command()
    @app_commands.describe(game="Which game")
    async def stay(self, interaction: Asked, game: str | None = None) -> None:
        """Stay in without the extra card that is offered to you."""
        await components.typed(interaction, "stay", "", game, GAMES)

    @app_commands.command()
    @app_commands.describe(card="A card from the hole that walks, like 4c or 4♣", game="Which game")
    async def show(self, interaction: Asked, card: str, game: str | None = None) -> None:
        """Show a card that walks from the hole, for an extra card."""
        await components.typed(interaction, "show", card, game, GAMES)

    @show.autocomplete("card")
    async def cards(self, interaction: Asked, typed: str) -> list[Choice[str]]:
        """The caller's own cards that can be shown now."""
        return await asking.offer_cards(interaction, "show", typed, GAMES)

    @check.autocomplete("game")
    @bet.autocomplete("game")
    @call.autocomplete("game")
    @raise_.autocomplete("game")
    @fold.autocomplete("game")
    @match.autocomplete("game")
    @walk.autocomplete("game")
    @stay.autocomplete("game")
    @show.autocomplete("game")
    async def games(self, interaction: Asked, typed: str) -> list[Choice[str]]:
        """The caller's games."""
        return await asking.offer_games(interaction, Purpose.PLAY, typed)


async def setup(bot: Umpire) -> None:
    """Adds the commands to the bot."""
    await bot.add_cog(Baseball())
