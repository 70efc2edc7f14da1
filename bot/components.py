"""Buttons and menus: what they are called, what stands on them, which host's verb they are.

A button carries its table, the decision it was made for and its text, so it works after any
restart, and for everybody who taps it: what each may do is found out then.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import discord
from discord import ui

from bot import answers, asking, people, sheet
from bot.answers import Panel
from bot.asking import Said
from bot.beats import HUSH
from bot.finder import Candidate, Purpose
from bot.items import LONGEST_ID, LONGEST_LABEL, card_menu, sent
from bot.replies import Answer, Options
from games import house
from games.core import GameError
from games.text import spoken

if TYPE_CHECKING:
    from bot.client import Umpire

    Tapped: TypeAlias = discord.Interaction[Umpire]

MOST = 25
"""Buttons of a message: five rows of five."""

ACROSS = 5
"""Buttons that stand in the place of a menu."""

FEW_SUMS = 5
"""So many sums of chips are buttons; more are a menu, or typed."""

TEMPLATE = re.compile(r"t:(?P<table>[^:]+):(?P<key>[^:]*):(?P<text>.+)", re.DOTALL)

PICKS = re.compile(r"p:(?P<table>[^:]+):(?P<key>[^:]*)")

SUMS = re.compile(r"s:(?P<table>[^:]+):(?P<key>[^:]*)")

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

RESIGN, AGREE, REFUSE = "?resign", "?agree", "?refuse"
"""The same: a seat that is given up, a rewind that all have to agree to."""

SUM, SURE = "?sum", "?sure"
"""The same, with what they are about behind them: `?sum bet`, `?sure fold`."""

LABELS = {
    ACT: "Act",
    HAND: "My hand",
    TABLE: "Table",
    PLAN: "Answer ahead",
    WRITE: "Write…",
    JOIN: "Join",
    LEAVE: "Leave",
    ABANDON: "Abandon the game",
    RESIGN: "Resign",
    AGREE: "Agree",
    REFUSE: "Refuse",
    HUSH: "Not again this turn",
    "choose none": "No special rule",
}

LOUD = {ACT, JOIN}

SETTLED = {ABANDON, RESIGN}
"""What was asked back about: the question goes when it is done."""

NO_LABELS: Mapping[str, str] = {}
"""For actions whose own words stand on their buttons."""


class TableButton(ui.DynamicItem[ui.Button[ui.View]], template=TEMPLATE):
    """A button of a table."""

    def __init__(self, table: str, key: str | None, text: str, said: str | None = None) -> None:
        style = discord.ButtonStyle.secondary
        if text in LOUD or text.startswith(SUM) or not (text.startswith("?") or text == "pass"):
            style = discord.ButtonStyle.primary
        if text in SETTLED or text.startswith(SURE):
            style = discord.ButtonStyle.danger
        button: ui.Button[ui.View] = ui.Button(
            style=style, label=said or label(text), custom_id=custom_id(table, key, text)
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
        super().__init__(card_menu(f"p:{table}:{key or ''}", cards, picked))
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


class SumMenu(ui.DynamicItem[ui.Select[ui.View]], template=SUMS):
    """The sums of chips that somebody can name, where they are more than buttons."""

    def __init__(
        self,
        table: str,
        key: str | None,
        texts: Sequence[str],
        labels: Mapping[str, str] = NO_LABELS,
        limits: str = "",
    ) -> None:
        menu: ui.Select[ui.View] = ui.Select(
            custom_id=f"s:{table}:{key or ''}",
            placeholder=f"{label(texts[0].split()[0])}: {limits}" if texts else None,
            options=[
                discord.SelectOption(label=labels.get(text) or label(text), value=text)
                for text in texts
            ],
        )
        super().__init__(menu)
        self.table = table
        self.key = key

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> SumMenu:
        """The menu that was used, however old it is; what is chosen is told afterwards."""
        return cls(match["table"], match["key"] or None, ())

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Plays what was chosen."""
        await tapped(interaction, self.table, self.key, self.item.values[0])


ITEMS = (TableButton, CardMenu, SumMenu, *sheet.ITEMS)
"""What the client is told of at its start: one template for each type of component."""


async def tapped(interaction: Tapped, table: str, key: str | None, text: str) -> None:
    """One tap, answered in private.

    An action's buttons stand on panels, which it replaces; what is offered to everybody stays.
    """
    if text == WRITE or text.startswith(SUM):
        await _open_form(interaction, table, key, text)
        return
    own = text in SETTLED or text.startswith(SURE) or not text.startswith("?")
    update = own and not _is_public(interaction)
    await answers.reply(interaction, _done(interaction, table, key, text), update=update)


async def _done(interaction: Tapped, table: str, key: str | None, text: str) -> Answer | Panel:
    """What comes of a tap."""
    client, user = interaction.client, interaction.user
    match text:
        case "?act":
            said: Answer | Panel = await present(client, table, user.id, key)
        case "?hand":
            said = await client.host.hand(table, user.id)
        case "?plan":
            said = await sheet.show(client, table, user.id)
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
                        one.id,
                        house.Abandon(),
                        interaction=interaction.id,
                        by=asking.moderator(interaction),
                    ),
                ),
            )
        case "?resign":
            said = await client.host.resign(table, user.id, key, interaction.id)
        case "?agree" | "?refuse":
            said = await client.host.consent(table, user.id, text == AGREE, key, interaction.id)
        case "?hush":
            said = await client.host.hush(table, user.id, key)
        case _ if text.startswith(SURE):
            action = text.removeprefix(SURE).strip()
            return await played(interaction, table, key, action, sure=True)
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
    ahead: bool = True,
) -> Panel:
    """What somebody may do now, to tap; `key` is the decision that the tapped button was for.

    Before the own turn, with `ahead`, that is to leave answers for it. `picked` are cards that are
    to be put together.
    """
    options = await client.host.options(table, user, picked)
    if ahead and options.may_plan and not options.at_turn:
        return await sheet.show(client, table, user, picked=picked)
    old = key is not None and key != options.key and options.actions
    text = f"That decision is no longer open. {options.text}" if old else options.text
    return Panel(Answer(text), _panel(table, options))


async def typed(
    interaction: Tapped, verb: str, rest: str, named: str | None, of: Collection[str] = ()
) -> None:
    """An action given as a command, with what was typed behind its verb, in the game that is meant.

    `of` is as in `asking.about`. What comes of it is answered as after a tap.
    """
    client, user = interaction.client, interaction.user.id
    text = f"{verb} {asking.card_text(rest)}".rstrip()
    await answers.reply(
        interaction,
        asking.about(
            interaction,
            Purpose.PLAY,
            named,
            lambda one: act(client, one.id, user, text, interaction.id),
            of,
        ),
    )


async def played(
    interaction: Tapped, table: str, key: str | None, text: str, sure: bool = False
) -> Panel:
    """An action, and what can be done next by the same person."""
    client, user = interaction.client, interaction.user.id
    done = await act(client, table, user, text, interaction.id, key, sure)
    return client.unsaid.about_game(table, done)


async def act(
    client: Umpire,
    table: str,
    user: int,
    text: str,
    interaction: int,
    key: str | None = None,
    sure: bool = False,
) -> Panel:
    """The same, for whoever sees to the rest of the answer.

    Unclear words are asked back about, and so is what is done by mistake only, unless the player is
    `sure` of it.
    """
    answer = await client.host.play(table, user, text, key, interaction, sure)
    if answer.repeated:
        return Panel(answer)
    if answer.doubted:
        return Panel(answer, row(table, answer.key, (f"{SURE} {answer.doubted}", ACT)))
    if answer.choices:
        fit = [choice for choice in answer.choices if fits(table, answer.key, choice)]
        return Panel(answer, row(table, answer.key, fit))
    if not await client.host.at_turn(table, user):
        return Panel(answer)  # mostly: what may be left ahead takes long to find out
    return Panel(answer, _panel(table, await client.host.options(table, user)))


async def _open_form(interaction: Tapped, table: str, key: str | None, text: str) -> None:
    """A form opens at once, or a sentence says why not."""
    host, user = interaction.client.host, interaction.user.id

    async def form() -> ui.Modal:
        options = await host.options(table, user)
        if text == WRITE:
            return WriteForm(table, options)
        verb = text.removeprefix(SUM).strip()
        old = "That decision is no longer open. " if options.key not in (None, key) else ""
        if old or verb != options.typed:  # in a pause, say, nothing was decided
            raise GameError(f"{old}{options.text}")
        return SumForm(table, options, verb)

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


class SumForm(ui.Modal):
    """A number of chips, where a menu would be too long."""

    def __init__(self, table: str, options: Options, verb: str) -> None:
        super().__init__(title=label(verb))
        self.table, self.key, self.verb = table, options.key, verb
        self.line: ui.TextInput[SumForm] = ui.TextInput(custom_id="chips", max_length=100)
        self.add_item(ui.Label(text=f"Chips: {options.limits}", component=self.line))

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        """Plays it."""
        work = played(interaction, self.table, self.key, f"{self.verb} {self.line.value}")
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
    return len(f"t:{table}:{key or ''}:{text}") <= LONGEST_ID and len(label(text)) <= LONGEST_LABEL


def label(text: str) -> str:
    """What stands on a button: `Swing 5♣`."""
    if text in LABELS:
        return LABELS[text]
    kind, _, about = text.partition(" ")
    if kind == SUM:
        return f"{label(about)}…"
    if kind == SURE:
        return f"{label(about)} all the same"
    words = " ".join(map(spoken, text.split()))
    return f"{words[:1].upper()}{words[1:]}"


def row(
    table: str,
    key: str | None,
    texts: Iterable[str],
    menu: CardMenu | SumMenu | None = None,
    labels: Mapping[str, str] = NO_LABELS,
) -> ui.View:
    """Buttons, below a menu if there is one."""
    buttons = [TableButton(table, key, text, labels.get(text)) for text in texts]
    return sent([*([menu] if menu else []), *buttons])


def mark(number: int, table: str) -> str:
    """The line by which a post is found: its number, and the game, for channels have several."""
    return f"-# {number} · {table}"


def under_a_post(
    kind: str,
    table: str,
    key: str | None,
    offers: Sequence[str] = (),
    labels: Sequence[str] = (),
) -> ui.View | None:
    """The buttons that stand below a post; `labels` are those of the offers, if they have some."""
    if kind == "sign-up":
        return row(table, None, (JOIN, LEAVE))
    if kind == "consent":
        return row(table, key, (AGREE, REFUSE))
    if key is not None:
        said = dict(zip(offers, labels, strict=False))
        return row(table, key, (ACT, *offers, PLAN, HAND, TABLE), labels=said)
    return None


async def ask_to_abandon(interaction: Tapped, one: Candidate) -> Said:
    """Asks back before a game is ended for good."""
    refused = await interaction.client.host.refusal(
        one.id, house.Abandon(), asking.moderator(interaction)
    )
    if refused is not None:
        return refused
    told = (
        f"Abandon {one.title} `{one.id}` for good? It ends without a result: the scores count for "
        "nothing, and the seed and the record with every hand are posted for all to read. This "
        "cannot be undone; to let the game rest there is `/mod pause`."
    )
    return Panel(Answer(told), row(one.id, None, (ABANDON,)))


async def ask_to_resign(interaction: Tapped, one: Candidate) -> Said:
    """Asks back before a player gives up the seat."""
    asked = await interaction.client.host.ask_to_resign(one.id, interaction.user.id)
    return Panel(asked, row(one.id, asked.key, (RESIGN,))) if asked.done else asked


def _panel(table: str, options: Options) -> ui.View | None:
    """Every action to tap; what does not fit is written into a form.

    Where cards are put together there is a menu of them, and the actions that the picked ones are.
    Many sums of chips are a menu, too, and still more of them a form.
    """
    on_menu = options.sums if len(options.sums) > FEW_SUMS else ()
    one_by_one = [text for text in options.actions if text not in on_menu]
    texts = [text for text in one_by_one if fits(table, options.key, text)]
    menu: CardMenu | SumMenu | None = None
    most = MOST
    if options.cards:
        menu, most = CardMenu(table, options.key, options.cards, options.picked), MOST - ACROSS
    if on_menu:
        menu = SumMenu(table, options.key, on_menu, options.labels, options.limits or "")
        most = MOST - ACROSS
    if options.typed:
        texts.append(f"{SUM} {options.typed}")
    extra = [PLAN] if options.may_plan else []
    unpicked = bool(options.cards) and options.at_turn
    if unpicked or len(texts) + len(extra) > most or len(texts) < len(one_by_one):
        extra.insert(0, WRITE)
    texts = texts[: most - len(extra)] + extra
    return row(table, options.key, texts, menu, options.labels) if texts else None


def _example(options: Options) -> str | None:
    """What could be written where not everything can be tapped."""
    if options.cards:
        return "play 999, or with suits: play 9c 9d 9h"
    return options.actions[0][:100] if options.actions else None
