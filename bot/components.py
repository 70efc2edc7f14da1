"""Buttons: what they are called, what stands on them, and which host's verb they are.

A button carries its table, the decision it was made for and its text, so it works after any
restart, and for everybody who taps it: what each may do is found out then.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Iterable
from typing import TYPE_CHECKING, Any, TypeAlias

import discord
from discord import ui

from bot import answers, asking, people
from bot.answers import Panel
from bot.host import Answer, Options
from bot.sheet import PlanForm
from games.cards import CardUnreadable, card_sign, read_card

if TYPE_CHECKING:
    from bot.client import Umpire

    Tapped: TypeAlias = discord.Interaction[Umpire]

MOST = 25
"""Buttons of a message: five rows of five."""

LONGEST_ID = 100

TEMPLATE = re.compile(r"t:(?P<table>[^:]+):(?P<key>[^:]*):(?P<text>.+)", re.DOTALL)

ACT, HAND, TABLE, PLAN, WRITE, JOIN, LEAVE = (
    "?act",
    "?hand",
    "?table",
    "?plan",
    "?write",
    "?in",
    "?out",
)
"""Texts of buttons that are no action of a game."""

LABELS = {
    ACT: "Act",
    HAND: "My hand",
    TABLE: "Table",
    PLAN: "Leave answers…",
    WRITE: "Other…",
    JOIN: "Join",
    LEAVE: "Leave",
}

LOUD = {ACT, JOIN}


class TableButton(ui.DynamicItem[ui.Button[ui.View]], template=TEMPLATE):
    """A button of a table."""

    def __init__(self, table: str, key: str | None, text: str) -> None:
        style = discord.ButtonStyle.secondary
        if text in LOUD or not (text.startswith("?") or text == "pass"):
            style = discord.ButtonStyle.primary
        button: ui.Button[ui.View] = ui.Button(
            style=style, label=label(text), custom_id=custom_id(table, key, text)
        )
        super().__init__(button)
        self.table = table
        self.key = key
        self.text = text

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> TableButton:
        """The button that was tapped, however old it is."""
        return cls(match["table"], match["key"] or None, match["text"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Does what it says for whoever tapped it."""
        await tapped(interaction, self.table, self.key, self.text)


ITEMS = (TableButton,)
"""What the client is told of at its start: one template for each type of component."""


async def tapped(interaction: Tapped, table: str, key: str | None, text: str) -> None:
    """One tap, answered in private. An action's buttons stand on panels, which it replaces."""
    client, user = interaction.client, interaction.user
    match text:
        case "?plan" | "?write":
            await _open_form(interaction, table, text)
            return
        case "?act":
            work: Awaitable[Answer | Panel] = present(client, table, user.id, key)
        case "?hand":
            work = client.host.hand(table, user.id)
        case "?table":
            work = client.host.look(table, user.id)
        case "?in":
            work = people.join(client, user, table)
        case "?out":
            work = client.host.leave(table, user.id)
        case _:
            work = played(interaction, table, key, text)
    await answers.reply(interaction, work, update=not text.startswith("?"))


async def present(client: Umpire, table: str, user: int, key: str | None = None) -> Panel:
    """What somebody may do now, to tap; `key` is the decision that the tapped button was for."""
    options = await client.host.options(table, user)
    old = key is not None and key != options.key and options.actions
    text = f"That was decided already. {options.text}" if old else options.text
    return Panel(Answer(text), _panel(table, options))


async def played(interaction: Tapped, table: str, key: str | None, text: str) -> Panel:
    """An action, and what can be done next by the same person."""
    client, user = interaction.client, interaction.user.id
    answer = await client.host.play(table, user, text, key, interaction.id)
    if answer.repeated:
        return Panel(answer)
    options = await client.host.options(table, user)
    return Panel(answer, _panel(table, options) if options.at_turn else None)


async def _open_form(interaction: Tapped, table: str, text: str) -> None:
    """A form opens at once, or a sentence says why not."""
    host, user = interaction.client.host, interaction.user.id

    async def form() -> ui.Modal:
        if text == PLAN:
            return PlanForm(await host.sheet(table, user))
        return WriteForm(table, await host.options(table, user))

    await asking.show_form(interaction, form)


class WriteForm(ui.Modal, title="What do you do?"):
    """An action in words, where there are more than can be tapped."""

    def __init__(self, table: str, options: Options) -> None:
        super().__init__()
        self.table, self.key = table, options.key
        self.line: ui.TextInput[WriteForm] = ui.TextInput(
            custom_id="action",
            placeholder=options.actions[0][:100] if options.actions else None,
            max_length=200,
        )
        self.add_item(ui.Label(text="As you would write it", component=self.line))

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        """Plays it."""
        work = played(interaction, self.table, self.key, self.line.value)
        await answers.reply(interaction, work)


# --- making them ---------------------------------------------------------------------------------


def custom_id(table: str, key: str | None, text: str) -> str:
    """What a button is known by; ValueError where it would be too long for Discord."""
    made = f"t:{table}:{key or ''}:{text}"
    if len(made) > LONGEST_ID:
        raise ValueError(f"a button's id has {LONGEST_ID} characters at most")
    return made


def fits(table: str, key: str | None, text: str) -> bool:
    """Whether an action can be a button."""
    return len(f"t:{table}:{key or ''}:{text}") <= LONGEST_ID and len(label(text)) <= 80


def label(text: str) -> str:
    """What stands on a button: `Swing 5♣`."""
    if text in LABELS:
        return LABELS[text]
    words = " ".join(map(_word, text.split()))
    return f"{words[:1].upper()}{words[1:]}"


def row(table: str, key: str | None, texts: Iterable[str]) -> ui.View:
    """Buttons, as discord.py sends them.

    A view that is stopped is not kept by discord.py (`store_view` in abc.py and interactions.py):
    its items are found by their ids, whoever sent them.
    """
    view = ui.View(timeout=None)
    for text in texts:
        view.add_item(TableButton(table, key, text))
    view.stop()
    return view


def mark(number: int, table: str) -> str:
    """The line by which a post is found: its number, and the game, for channels have several."""
    return f"-# {number} · {table}"


def under_a_post(kind: str, table: str, key: str | None) -> ui.View | None:
    """The buttons that stand below a post."""
    if kind == "sign-up":
        return row(table, None, (JOIN, LEAVE))
    if key is not None:
        return row(table, key, (ACT, HAND, TABLE))
    return None


def _panel(table: str, options: Options) -> ui.View | None:
    """Every action to tap; what does not fit is written into a form."""
    texts = [text for text in options.actions if fits(table, options.key, text)]
    extra = [PLAN] if options.may_plan else []
    if len(texts) + len(extra) > MOST or len(texts) < len(options.actions):
        extra.insert(0, WRITE)
    texts = texts[: MOST - len(extra)] + extra
    return row(table, options.key, texts) if texts else None


def _word(word: str) -> str:
    try:
        return card_sign(read_card(word))
    except CardUnreadable:
        return word
