"""Buttons and menus: what they are called, what stands on them, which host's verb they are.

A button carries its table, the decision it was made for and its text, so it works after any
restart, and for everybody who taps it: what each may do is found out then.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import discord
from discord import ui

from bot import answers, asking, people
from bot.answers import Panel
from bot.finder import Candidate, Purpose
from bot.replies import Answer, Options
from bot.sheet import PlanForm
from games import house
from games.cards import CardUnreadable, card_sign, read_card

if TYPE_CHECKING:
    from bot.client import Umpire

    Tapped: TypeAlias = discord.Interaction[Umpire]

MOST = 25
"""Buttons of a message: five rows of five."""

ACROSS = 5
"""Buttons that stand in the place of a menu."""

LONGEST_ID = 100

TEMPLATE = re.compile(r"t:(?P<table>[^:]+):(?P<key>[^:]*):(?P<text>.+)", re.DOTALL)

PICKS = re.compile(r"p:(?P<table>[^:]+):(?P<key>[^:]*)")

ACT, HAND, TABLE, PLAN, WRITE, JOIN, LEAVE, ABANDON = (
    "?act",
    "?hand",
    "?table",
    "?plan",
    "?write",
    "?in",
    "?out",
    "?abandon",
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
    ABANDON: "Abandon the game",
    "choose none": "No special rule",
}

WORDS = {
    "ball-four": "Ball Four",
    "foul": "Foul ball",
    "double-header": "Double Header",
    "pinch-hitter": "Pinch Hitter",
}
"""Words of the notation that are other ones, or two, on a button."""

LOUD = {ACT, JOIN}


class TableButton(ui.DynamicItem[ui.Button[ui.View]], template=TEMPLATE):
    """A button of a table."""

    def __init__(self, table: str, key: str | None, text: str) -> None:
        style = discord.ButtonStyle.secondary
        if text in LOUD or not (text.startswith("?") or text == "pass"):
            style = discord.ButtonStyle.primary
        if text == ABANDON:
            style = discord.ButtonStyle.danger
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


class CardMenu(ui.DynamicItem[ui.Select[ui.View]], template=PICKS):
    """The cards of a hand, of which any number can be picked; it stands on a panel."""

    def __init__(
        self, table: str, key: str | None, cards: Sequence[str], picked: Sequence[str] = ()
    ) -> None:
        menu: ui.Select[ui.View] = ui.Select(
            custom_id=f"p:{table}:{key or ''}",
            placeholder="Pick cards of your hand",
            min_values=0,
            max_values=max(len(cards), 1),
            options=[
                discord.SelectOption(label=_word(card), value=card, default=card in picked)
                for card in cards
            ],
        )
        super().__init__(menu)
        self.table = table
        self.key = key

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> CardMenu:
        """The menu that was used, however old it is; what is picked is told afterwards."""
        return cls(match["table"], match["key"] or None, ())

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Shows what the picked cards make, in the place of the panel; nothing is played."""
        client, user = interaction.client, interaction.user.id
        shown = present(client, self.table, user, self.key, self.item.values)
        await answers.reply(interaction, shown, update=True)


ITEMS = (TableButton, CardMenu)
"""What the client is told of at its start: one template for each type of component."""


async def tapped(interaction: Tapped, table: str, key: str | None, text: str) -> None:
    """One tap, answered in private.

    An action's buttons stand on panels, which it replaces; what is offered to everybody stays.
    """
    if text in (PLAN, WRITE):
        await _open_form(interaction, table, text)
        return
    update = (text == ABANDON or not text.startswith("?")) and not _is_public(interaction)
    await answers.reply(interaction, _done(interaction, table, key, text), update=update)


async def _done(interaction: Tapped, table: str, key: str | None, text: str) -> Answer | Panel:
    """What comes of a tap."""
    client, user = interaction.client, interaction.user
    match text:
        case "?act":
            said: Answer | Panel = await present(client, table, user.id, key)
        case "?hand":
            said = await client.host.hand(table, user.id)
        case "?table":
            said = await client.host.look(table, user.id)
        case "?in":
            said = await people.join(client, user, table)
        case "?out":
            said = await client.host.leave(table, user.id)
        case "?abandon":
            # a host of this server is no host of another one's games, whatever the button names
            return await asking.as_host(
                interaction,
                lambda: asking.about(
                    interaction,
                    Purpose.REVIEW,
                    table,
                    lambda one: client.host.moderate(
                        one.id, house.Abandon(), interaction=interaction.id
                    ),
                ),
            )
        case _:
            return await played(interaction, table, key, text)
    return client.unsaid.about_game(table, said)


def _is_public(interaction: Tapped) -> bool:
    """Whether what was tapped stands there for everybody."""
    message = interaction.message
    return interaction.guild_id is not None and not (message and message.flags.ephemeral)


async def present(
    client: Umpire,
    table: str,
    user: int,
    key: str | None = None,
    picked: Sequence[str] = (),
) -> Panel:
    """What somebody may do now, to tap; `key` is the decision that the tapped button was for.

    `picked` are cards that are to be put together.
    """
    options = await client.host.options(table, user, picked)
    old = key is not None and key != options.key and options.actions
    text = f"That was decided already. {options.text}" if old else options.text
    return Panel(Answer(text), _panel(table, options))


async def played(interaction: Tapped, table: str, key: str | None, text: str) -> Panel:
    """An action, and what can be done next by the same person."""
    client, user = interaction.client, interaction.user.id
    done = await act(client, table, user, text, interaction.id, key)
    return client.unsaid.about_game(table, done)


async def act(
    client: Umpire, table: str, user: int, text: str, interaction: int, key: str | None = None
) -> Panel:
    """The same, for whoever sees to the rest of the answer; unclear words are asked back about."""
    answer = await client.host.play(table, user, text, key, interaction)
    if answer.repeated:
        return Panel(answer)
    if answer.choices:
        fit = [choice for choice in answer.choices if fits(table, answer.key, choice)]
        return Panel(answer, row(table, answer.key, fit))
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
            placeholder=_example(options),
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
    words = " ".join(WORDS.get(word) or _word(word) for word in text.split())
    return f"{words[:1].upper()}{words[1:]}"


def row(table: str, key: str | None, texts: Iterable[str], menu: CardMenu | None = None) -> ui.View:
    """Buttons, below a menu if there is one, as discord.py sends them.

    A view that is stopped is not kept by discord.py (`store_view` in abc.py and interactions.py):
    its items are found by their ids, whoever sent them.
    """
    view = ui.View(timeout=None)
    if menu is not None:
        view.add_item(menu)
    for text in texts:
        view.add_item(TableButton(table, key, text))
    view.stop()
    return view


def mark(number: int, table: str) -> str:
    """The line by which a post is found: its number, and the game, for channels have several."""
    return f"-# {number} · {table}"


def under_a_post(
    kind: str, table: str, key: str | None, offers: Sequence[str] = ()
) -> ui.View | None:
    """The buttons that stand below a post."""
    if kind == "sign-up":
        return row(table, None, (JOIN, LEAVE))
    if key is not None:
        return row(table, key, (ACT, *offers, HAND, TABLE))
    return None


async def ask_to_abandon(one: Candidate) -> Panel:
    """Asks back before a game is ended for good."""
    told = (
        f"Abandon {one.title} `{one.id}` for good? It ends without a result: the scores count for "
        "nothing, and the seed and the record with every hand are posted for all to read. This "
        "cannot be undone; to let the game rest there is `/mod pause`."
    )
    return Panel(Answer(told), row(one.id, None, (ABANDON,)))


def _panel(table: str, options: Options) -> ui.View | None:
    """Every action to tap; what does not fit is written into a form.

    Where cards are put together there is a menu of them, and the actions that the picked ones are.
    """
    texts = [text for text in options.actions if fits(table, options.key, text)]
    menu, most = None, MOST
    if options.cards:
        menu, most = CardMenu(table, options.key, options.cards, options.picked), MOST - ACROSS
    extra = [PLAN] if options.may_plan else []
    unpicked = menu is not None and options.at_turn
    if unpicked or len(texts) + len(extra) > most or len(texts) < len(options.actions):
        extra.insert(0, WRITE)
    texts = texts[: most - len(extra)] + extra
    return row(table, options.key, texts, menu) if texts else None


def _example(options: Options) -> str | None:
    """What could be written where not everything can be tapped."""
    if options.cards:
        return "play 999, or with suits: play 9c 9d 9h"
    return options.actions[0][:100] if options.actions else None


def _word(word: str) -> str:
    try:
        return card_sign(read_card(word))
    except CardUnreadable:
        return word
