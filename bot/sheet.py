"""The form in which answers are left ahead: a line for each decision, filled in with what is left.

Whoever sends it changes what has been changed in it, and takes back what has been emptied.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import discord

from bot import answers, asking
from bot.asking import Asked
from bot.finder import Purpose
from bot.host import Answer, Host, Sheet


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the form: the decision that it answers, its heading, and an example."""

    decision: str
    heading: str
    example: str


ROWS: Mapping[str, Sequence[Row]] = {
    "pitch-and-catch": (
        Row("swing", "Swing", "swing 5c or swing lowest up to 9 else pass"),
        Row("field", "Catch", "field lowest if ball 9 or more else pass"),
        Row("pitch", "Next pitch", "pitch 9c or pitch highest"),
    ),
}
"""The decisions that can be answered ahead, by game, in the order in which they come."""


class PlanForm(discord.ui.Modal, title="Answers left ahead"):
    """The form with what a player has left ahead."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__()
        self.sheet = sheet
        self.add_item(discord.ui.TextDisplay(f"{sheet.hand}\nAn empty line takes an answer back."))
        self.lines: dict[str, discord.ui.TextInput[PlanForm]] = {}
        for row in ROWS[sheet.game]:
            line: discord.ui.TextInput[PlanForm] = discord.ui.TextInput(
                custom_id=row.decision,
                default=sheet.left.get(row.decision),
                placeholder=row.example,
                required=False,
                max_length=2000,
            )
            self.lines[row.decision] = line
            self.add_item(discord.ui.Label(text=row.heading, component=line))

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        """Leaves what is written, takes back what is empty."""
        written = {decision: line.value.strip() for decision, line in self.lines.items()}
        kept = keep(
            interaction.client.host, self.sheet, written, interaction.user.id, interaction.id
        )
        await answers.reply(interaction, kept)


async def form(interaction: Asked, named: str | None) -> PlanForm:
    """The form for the game that a command is about; GameError where there is none."""
    one = await asking.meant(interaction, Purpose.PLAY, named)
    return PlanForm(await interaction.client.host.sheet(one.id, interaction.user.id))


async def keep(
    host: Host, sheet: Sheet, written: Mapping[str, str], user: int, interaction: int | None = None
) -> Answer:
    """What has changed on a sheet is done; where a line is refused, nothing is."""
    new = [
        text if text.split(None, 1)[0].lower() == decision else f"{decision} {text}"
        for decision, text in written.items()
        if text and text != sheet.left.get(decision)
    ]
    answer = Answer("Nothing has changed.")
    if new:
        answer = await host.plan(sheet.game_id, user, "; ".join(new), sheet.key, interaction)
        if not answer.done or answer.repeated:
            return answer
    for decision in sheet.left:
        if not written[decision]:
            back = await host.withdraw(sheet.game_id, user, decision)
            answer = answer if new else back
    return answer
