"""What players of all games do and ask at the table, and what anybody may look up."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from discord import app_commands
from discord.app_commands import Choice, Range
from discord.ext import commands

from bot import answers, asking, components, opening, rulebook, sheet
from bot.answers import Panel
from bot.asking import Asked
from bot.finder import Candidate, Purpose
from bot.replies import LONGEST, Answer, rows_in_words
from games.core import GameError

if TYPE_CHECKING:
    from bot.client import Umpire


class Table(commands.Cog):
    """The verbs that games share."""

    @app_commands.command()
    @app_commands.describe(game="Which game")
    async def hand(self, interaction: Asked, game: str | None = None) -> None:
        """Show your hand, and what you can do with it now. Nobody else sees it."""
        client, user = interaction.client, interaction.user.id
        look = asking.about(
            interaction,
            Purpose.PLAY,
            game,
            lambda one: components.present(client, one.id, user, ahead=False),
        )
        await answers.reply(interaction, look)

    @app_commands.command()
    @app_commands.describe(game="Which game")
    async def table(self, interaction: Asked, game: str | None = None) -> None:
        """Show where a game stands."""
        host, user = interaction.client.host, interaction.user.id
        look = asking.about(interaction, Purpose.LOOK, game, lambda one: host.look(one.id, user))
        await answers.reply(interaction, look)

    @app_commands.command(name="pass")
    @app_commands.describe(game="Which game")
    async def pass_(self, interaction: Asked, game: str | None = None) -> None:
        """Pass: no swing, no catch, no play."""
        await components.typed(interaction, "pass", "", game)

    @app_commands.command()
    @app_commands.describe(
        answer="What to do at your turn, like: swing lowest else pass, or: lowest up to 9",
        withdraw="Whether to take back everything that you have left",
        game="Which game",
    )
    async def plan(
        self,
        interaction: Asked,
        answer: Range[str, 1, 1000] | None = None,
        withdraw: bool = False,
        game: str | None = None,
    ) -> None:
        """Leave answers for your turn, see, change or withdraw them. Nobody else sees them."""
        host, user = interaction.client.host, interaction.user.id

        async def do(one: Candidate) -> Answer | Panel:
            if answer is None and not withdraw:
                return await sheet.show(interaction.client, one.id, user)
            if answer is None:
                return await host.withdraw(one.id, user)
            left = await host.plan(one.id, user, answer, interaction=interaction.id)
            return sheet.told(one.id, left)

        await answers.reply(interaction, asking.about(interaction, Purpose.PLAY, game, do))

    @app_commands.command()
    @app_commands.choices(game=opening.GAMES)
    @app_commands.describe(game="Which game", clause="A clause, like PC-9 or X-14")
    async def rules(self, interaction: Asked, game: str, clause: str | None = None) -> None:
        """Show the rules of a game, or one clause of them."""
        await answers.reply(interaction, _rules(game, clause))

    @app_commands.command()
    @app_commands.describe(game="Which game")
    async def record(self, interaction: Asked, game: str | None = None) -> None:
        """Get the record of a game as a file; while it is running, without hidden cards."""
        host = interaction.client.host
        record = asking.about(interaction, Purpose.LOOK, game, lambda one: host.record(one.id))
        await answers.reply(interaction, record)

    @app_commands.command()
    async def waiting(self, interaction: Asked) -> None:
        """List what waits for you in all your games, now or soon. Nobody else sees it."""
        await answers.reply(interaction, _waiting(interaction))

    @hand.autocomplete("game")
    @pass_.autocomplete("game")
    @plan.autocomplete("game")
    async def own(self, interaction: Asked, typed: str) -> list[Choice[str]]:
        """The caller's games."""
        return await asking.offer_games(interaction, Purpose.PLAY, typed)

    @table.autocomplete("game")
    @record.autocomplete("game")
    async def seen(self, interaction: Asked, typed: str) -> list[Choice[str]]:
        """The games that the caller may look at."""
        return await asking.offer_games(interaction, Purpose.LOOK, typed)

    @rules.autocomplete("clause")
    async def clauses(self, interaction: Asked, typed: str) -> list[Choice[str]]:
        """The clauses of the game chosen, and those that all games share."""
        return asking.matching(rulebook.clause_labels(interaction.namespace.game), typed)


async def _rules(game: str, clause: str | None) -> Answer:
    out, err = io.StringIO(), io.StringIO()
    if rulebook.show(game, clause, out, err):
        raise GameError(err.getvalue().removeprefix("rules: ").strip())
    text = out.getvalue()
    if clause is not None and len(text) <= LONGEST:
        return Answer(text)
    return Answer("The rules, as a file.", file=(f"{game}.md", text))


async def _waiting(interaction: Asked) -> Answer:
    found = await interaction.client.host.waiting(interaction.user.id)
    return Answer(rows_in_words([one.text for one in found]) or "No game waits for you.")


async def setup(bot: Umpire) -> None:
    """Adds the commands to the bot."""
    await bot.add_cog(Table())
