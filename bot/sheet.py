"""The panel and the form in which answers are left ahead: listed, changed, taken back.

The panel is for taps: a menu of answers for each decision that may still come, the most usual ones
as buttons, and what is left with a button to take it back. The form has a line for each decision,
filled in with what is left: whoever sends it changes what has been changed in it, and takes back
what has been emptied. Both are shown in private, to one seat.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import discord
from discord import ui

from bot import answers, asking
from bot.answers import Panel
from bot.host import Host
from bot.items import (
    LONGEST_ID,
    LONGEST_LABEL,
    LONGEST_OPTION,
    MOST_OPTIONS,
    card_menu,
    sent,
)
from bot.replies import Answer, Sheet
from games.core import Ahead, GameError
from games.text import plan_in_words

if TYPE_CHECKING:
    from bot.client import Umpire

    Tapped: TypeAlias = discord.Interaction[Umpire]

USUAL = 5
"""So many answers to the decision that comes first are buttons, a row of them."""

WRITE, SHOW, BACK, SURE = "?write", "?show", "?back", "?sure"
"""Buttons that are no answer; what is taken back, or left in spite of a doubt, stands behind."""


class PlanButton(
    ui.DynamicItem[ui.Button[ui.View]],
    template=re.compile(r"a:(?P<table>[^:]+):(?P<key>[^:]*):(?P<text>.+)"),
):
    """A button of the panel: it leaves an answer, takes one back, or opens the form."""

    def __init__(
        self,
        table: str,
        key: str | None,
        text: str,
        label: str | None = None,
        row: int | None = None,
    ) -> None:
        usual = not text.startswith("?")
        style = discord.ButtonStyle.primary if usual else discord.ButtonStyle.secondary
        super().__init__(
            ui.Button(style=style, label=label, custom_id=f"a:{table}:{key or ''}:{text}"), row=row
        )
        self.table = table
        self.key = key
        self.text = text

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> PlanButton:
        """The button that was tapped, however old it is."""
        return cls(match["table"], match["key"] or None, match["text"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Does what it says; the panel is shown anew with what has come of it."""
        if self.text == WRITE:
            await asking.show_form(interaction, lambda: _form(interaction, self.table))
            return
        await _tapped(interaction, self.table, self.key, self.text)


class PlanMenu(
    ui.DynamicItem[ui.Select[ui.View]],
    template=re.compile(r"m:(?P<table>[^:]+):(?P<key>[^:]*):(?P<decision>.+)"),
):
    """The answers that can be left for one decision."""

    def __init__(
        self,
        table: str,
        key: str | None,
        asked: Ahead,
        left: str | None = None,
        row: int | None = None,
    ) -> None:
        options = [
            discord.SelectOption(
                label=(ready.label or ready.text), value=ready.text, default=ready.text == left
            )
            for ready in asked.ready
            if max(len(ready.text), len(ready.label or "")) <= LONGEST_OPTION
        ]
        menu: ui.Select[ui.View] = ui.Select(
            custom_id=f"m:{table}:{key or ''}:{asked.decision}",
            placeholder=asked.heading,
            options=options[:MOST_OPTIONS],
        )
        super().__init__(menu, row=row)
        self.table = table
        self.key = key

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> PlanMenu:
        """The menu that was used, however old it is; what is chosen is told afterwards."""
        asked = Ahead(match["decision"], "", "", "", ())
        return cls(match["table"], match["key"] or None, asked)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Leaves what was chosen, and shows the panel anew."""
        await _tapped(interaction, self.table, self.key, self.item.values[0])


class PickMenu(
    ui.DynamicItem[ui.Select[ui.View]],
    template=re.compile(r"c:(?P<table>[^:]+):(?P<key>[^:]*)"),
):
    """The cards of a hand, to be put together to an answer."""

    def __init__(
        self,
        table: str,
        key: str | None,
        cards: Sequence[str],
        picked: Sequence[str] = (),
        row: int | None = None,
    ) -> None:
        super().__init__(card_menu(f"c:{table}:{key or ''}", cards, picked), row=row)
        self.table = table

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> PickMenu:
        """The menu that was used, however old it is; what is picked is told afterwards."""
        return cls(match["table"], match["key"] or None, ())

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Shows what the picked cards can be left as; nothing is left."""
        client, user = interaction.client, interaction.user.id
        shown = show(client, self.table, user, picked=self.item.values)
        await answers.reply(interaction, shown, update=True)


ITEMS = (PlanButton, PlanMenu, PickMenu)
"""What the client is told of at its start: one template for each type of component."""


async def show(
    client: Umpire, table: str, user: int, said: str = "", picked: Sequence[str] = ()
) -> Panel:
    """The panel of one player, below what has just been done; GameError for whoever has none."""
    sheet = await client.host.sheet(table, user, picked)
    return Panel(Answer("\n".join(filter(None, [said, sheet.text]))), panel(sheet))


async def _tapped(interaction: Tapped, table: str, key: str | None, text: str) -> None:
    """An answer is left or taken back; the panel shows it, or why it is not taken."""
    client, user = interaction.client, interaction.user.id

    async def done() -> Panel:
        word, _, about = text.partition(" ")
        if word == SHOW:
            return await show(client, table, user)
        if word == BACK:
            answer = await client.host.withdraw(table, user, about)
        elif word == SURE:
            answer = await client.host.plan(table, user, about, key, interaction.id, sure=True)
        else:
            answer = await client.host.plan(table, user, text, key, interaction.id)
        if answer.repeated or answer.doubted:
            return told(table, answer)
        try:
            shown = await show(client, table, user, said=answer.text.partition("\n")[0])
        except GameError:
            return told(table, answer)  # it was the last action of the game
        return client.unsaid.about_game(table, shown)

    await answers.reply(interaction, done(), update=True)


def told(table: str, answer: Answer) -> Panel:
    """What has come of words left ahead; if they are asked back about, with the ways to answer."""
    sure = f"{SURE} {answer.doubted}"
    if not answer.doubted or not _fits(table, answer.key, sure):
        return Panel(answer)
    label = f"{plan_in_words(answer.doubted)} all the same"
    buttons = [
        PlanButton(table, answer.key, sure, label[:LONGEST_LABEL]),
        PlanButton(table, answer.key, SHOW, "Answer ahead"),
    ]
    return Panel(answer, sent(buttons))


def panel(sheet: Sheet) -> ui.View | None:
    """The rows of the panel, none where nothing can be left."""
    later = [one for one in sheet.questions if one.decision != sheet.due]
    items: list[list[ui.Item[Any]]] = []
    if later:
        items.append([*_usual(sheet, later[0], len(items))])
    for asked in later:
        if asked.ready:
            left = sheet.left.get(asked.decision)
            items.append([PlanMenu(sheet.game_id, sheet.key, asked, left, row=len(items))])
    if later and sheet.cards:
        picks = PickMenu(sheet.game_id, sheet.key, sheet.cards, sheet.picked, row=len(items))
        items.append([picks])
    if not sheet.questions:
        return None
    headings = {one.decision: one.heading for one in sheet.questions}
    back = [
        PlanButton(
            sheet.game_id,
            sheet.key,
            f"{BACK} {decision}",
            f"Take back: {headings.get(decision, decision)}",
            row=len(items),
        )
        for decision in sheet.left
    ]
    write = PlanButton(sheet.game_id, sheet.key, WRITE, "Write…", row=len(items))
    items.append([*back, write])
    return sent(item for row in items for item in row)


def _fits(table: str, key: str | None, text: str) -> bool:
    """Whether an answer can be a button."""
    return len(f"a:{table}:{key or ''}:{text}") <= LONGEST_ID


def _usual(sheet: Sheet, asked: Ahead, row: int) -> list[PlanButton]:
    """The most usual answers to a decision, to be left by one tap."""
    fit = [
        ready
        for ready in asked.ready
        if _fits(sheet.game_id, sheet.key, ready.text) and len(ready.label or "") <= LONGEST_LABEL
    ]
    return [
        PlanButton(sheet.game_id, sheet.key, ready.text, ready.label, row=row)
        for ready in fit[:USUAL]
    ]


# --- the form ------------------------------------------------------------------------------------


class PlanForm(ui.Modal, title="Answers left ahead"):
    """The form with what a player has left ahead."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__()
        self.sheet = sheet
        self.add_item(ui.TextDisplay(f"{sheet.hand}\nAn empty line takes an answer back."))
        self.lines: dict[str, ui.TextInput[PlanForm]] = {}
        for asked in sheet.questions:
            line: ui.TextInput[PlanForm] = ui.TextInput(
                custom_id=asked.decision,
                default=sheet.left.get(asked.decision),
                placeholder=asked.example,
                required=False,
                max_length=2000,
            )
            self.lines[asked.decision] = line
            self.add_item(ui.Label(text=asked.heading, component=line))

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        """Leaves what is written, takes back what is empty."""
        written = {decision: line.value.strip() for decision, line in self.lines.items()}
        host, user = interaction.client.host, interaction.user.id

        async def kept() -> Panel:
            done = await keep(host, self.sheet, written, user, interaction.id)
            return told(self.sheet.game_id, done)

        await answers.reply(interaction, kept())


async def _form(interaction: Tapped, table: str) -> PlanForm:
    """The form of whoever taps; GameError where there is nothing to be left."""
    sheet = await interaction.client.host.sheet(table, interaction.user.id)
    if not sheet.questions:
        raise GameError(sheet.moment)
    return PlanForm(sheet)


async def keep(
    host: Host, sheet: Sheet, written: Mapping[str, str], user: int, interaction: int | None = None
) -> Answer:
    """A sheet is left as it is written, by decision; where a line is refused, nothing is.

    What stood there already is left again, for it may have been left for a time that ends sooner
    (X-8). Beside a line that is emptied it stays as it was, and so does what would be refused now.
    """
    emptied = any(not text and decision in sheet.left for decision, text in written.items())
    verbs = {asked.decision: asked.verb for asked in sheet.questions}
    new = [
        text if verbs[decision] in (None, text.split(None, 1)[0].lower())
        else f"{verbs[decision]} {text}"
        for decision, text in written.items()
        if text
        and not (text == sheet.left.get(decision) and (emptied or decision in sheet.past))
    ]  # fmt: skip
    answer = Answer("No answer is left ahead, and none was.")
    if new:
        answer = await host.plan(sheet.game_id, user, "; ".join(new), sheet.key, interaction)
        if not answer.done or answer.repeated:
            return answer
    for decision, text in written.items():
        if not text and decision in sheet.left:
            back = await host.withdraw(sheet.game_id, user, decision)
            answer = answer if new else back
    return answer
