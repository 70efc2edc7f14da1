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
from bot.host import Host
from bot.replies import Answer, Sheet


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the form: the decision that it answers, its heading, and an example.

    `verb` is the word that the answer begins with, and that need not be written; None where there
    are several. A line that is `alone` is there when its player has that very decision to make, and
    then no other is, for nothing else can be left.
    """

    decision: str
    heading: str
    example: str
    verb: str | None = None
    alone: bool = False


ROWS: Mapping[str, Sequence[Row]] = {
    "pitch-and-catch": (
        Row("swing", "Swing", "swing 5c or swing lowest up to 9 else pass", "swing"),
        Row("field", "Catch", "field lowest if ball 9 or more else pass", "field"),
        Row("pitch", "Next pitch", "pitch 9c or pitch highest", "pitch"),
    ),
    "ball-four-52": (
        Row("lead", "The hand you lead", "play 9c 9d 9h", "play", alone=True),
        Row("beat", "Your answer in this play", "ball-four or lowest up to Q else pass"),
    ),
    "ball-four-40": (
        Row("lead", "The hand you lead", "play 9c 9d 9h", "play", alone=True),
        Row("beat", "Your answer in this at-bat", "foul 2d 7h or lowest up to 9 else pass"),
    ),
    "baseball": (
        Row("bet", "Your bets in this betting round", "bet 2 or call up to 3 else fold"),
        Row("match", "A 3 face up in this deal", "match up to 20 else fold", "match"),
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
        self.rows = rows(sheet)
        for row in self.rows:
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
        written = {row: self.lines[row.decision].value.strip() for row in self.rows}
        kept = keep(
            interaction.client.host, self.sheet, written, interaction.user.id, interaction.id
        )
        await answers.reply(interaction, kept)


def rows(sheet: Sheet) -> Sequence[Row]:
    """The lines that a player's form has now."""
    every = ROWS[sheet.game]
    due = [row for row in every if row.alone and row.decision == sheet.due]
    return due or [row for row in every if not row.alone]


async def form(interaction: Asked, named: str | None) -> PlanForm:
    """The form for the game that a command is about; GameError where there is none."""
    one = await asking.meant(interaction, Purpose.PLAY, named)
    return PlanForm(await interaction.client.host.sheet(one.id, interaction.user.id))


async def keep(
    host: Host, sheet: Sheet, written: Mapping[Row, str], user: int, interaction: int | None = None
) -> Answer:
    """A sheet is left as it is written; where a line is refused, nothing is.

    What stood there already is left again, for it may have been left for a time that ends sooner
    (X-8). Only beside a line that is emptied it stays as it was.
    """
    emptied = any(not text and row.decision in sheet.left for row, text in written.items())
    new = [
        text if row.verb in (None, text.split(None, 1)[0].lower()) else f"{row.verb} {text}"
        for row, text in written.items()
        if text and not (emptied and text == sheet.left.get(row.decision))
    ]
    answer = Answer("Nothing is left, and nothing was.")
    if new:
        answer = await host.plan(sheet.game_id, user, "; ".join(new), sheet.key, interaction)
        if not answer.done or answer.repeated:
            return answer
    for row, text in written.items():
        if not text and row.decision in sheet.left:
            back = await host.withdraw(sheet.game_id, user, row.decision)
            answer = answer if new else back
    return answer
