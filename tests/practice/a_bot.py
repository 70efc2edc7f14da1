"""A small ordinary bot of discord.py, with a bit of everything that Umpire will use."""

import io
from typing import Any, Literal

import discord
from discord import app_commands, ui
from discord.http import Route

Interaction = discord.Interaction[Any]
CARDS = ("5c", "5d", "6h", "10s")


class HandView(ui.View):
    """A button, a menu, a link and a button that is off."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.add_item(ui.Button(label="Rules", url="https://example.org/rules"))
        self.add_item(ui.Button(label="Off", disabled=True, custom_id="off"))

    @ui.button(label="My hand", custom_id="hand", emoji="🂡")
    async def hand(self, interaction: Interaction, button: ui.Button[Any]) -> None:
        """Shows the hand to who has clicked."""
        await interaction.response.send_message("5c 6h", ephemeral=True)

    @ui.button(label="Redraw", custom_id="redraw")
    async def redraw(self, interaction: Interaction, button: ui.Button[Any]) -> None:
        """Changes the message."""
        await interaction.response.edit_message(content="redrawn")

    @ui.button(label="Other", custom_id="other")
    async def other(self, interaction: Interaction, button: ui.Button[Any]) -> None:
        """Asks for a card."""
        await interaction.response.send_modal(CardModal())

    @ui.select(
        placeholder="Pick a card",
        custom_id="pick",
        options=[discord.SelectOption(label=card, value=f"v:{card}") for card in CARDS],
        max_values=2,
    )
    async def pick(self, interaction: Interaction, select: ui.Select[Any]) -> None:
        """Tells what was chosen."""
        await interaction.response.defer()
        await interaction.edit_original_response(content=f"picked {', '.join(select.values)}")


class Persistent(ui.DynamicItem[ui.Button[Any]], template=r"t:(?P<table>\d+):(?P<text>.+)"):
    """A button that works after a restart."""

    def __init__(self, table: int, text: str) -> None:
        button: ui.Button[Any] = ui.Button(label=text, custom_id=f"t:{table}:{text}")
        super().__init__(button)
        self.text = text

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction, item: ui.Item[Any], match: Any, /
    ) -> "Persistent":
        """Reads it again."""
        return cls(int(match["table"]), match["text"])

    async def callback(self, interaction: Interaction) -> None:
        """Answers."""
        await interaction.response.send_message(f"played {self.text}", ephemeral=True)


class CardModal(ui.Modal, title="Another card"):
    """Asks for a card, and why."""

    card: ui.TextInput[Any] = ui.TextInput(label="Card", max_length=3, custom_id="card")
    why: ui.TextInput[Any] = ui.TextInput(label="Why", required=False, custom_id="why")

    async def on_submit(self, interaction: Interaction) -> None:
        """Tells what was written."""
        text = f"{self.card.value} because {self.why.value or 'of nothing'}"
        await interaction.response.send_message(text)


class ABot(discord.Client):
    """The bot."""

    def __init__(self, intents: discord.Intents | None = None, **more: Any) -> None:
        intents = intents or discord.Intents(guilds=True)
        super().__init__(intents=intents, guild_ready_timeout=0.01, **more)
        self.tree = app_commands.CommandTree(self)
        self.sync = True
        self.events: list[str] = []
        self.heard: list[discord.Message] = []
        _commands(self.tree)

    async def setup_hook(self) -> None:
        """Syncs commands."""
        self.add_dynamic_items(Persistent)
        if self.sync:
            await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Does not wait."""

    async def on_message(self, message: discord.Message) -> None:
        """Remembers."""
        self.heard.append(message)

    async def on_socket_event_type(self, event: str) -> None:
        """Remembers."""
        self.events.append(event)

    async def ask(self, method: str, path: str, json: Any = None, **params: Any) -> Any:
        """A request as the library sends it."""
        given = {} if json is None else {"json": json}
        return await self.http.request(Route(method, path), params=params, **given)

    def text_channel(self, id: int) -> discord.TextChannel:
        """A channel that the bot knows."""
        found = self.get_channel(id)
        assert isinstance(found, discord.TextChannel)
        return found

    def forum(self, id: int) -> discord.ForumChannel:
        """A forum that the bot knows."""
        found = self.get_channel(id)
        assert isinstance(found, discord.ForumChannel)
        return found


def _commands(tree: app_commands.CommandTree[Any]) -> None:
    @tree.command()
    async def swing(interaction: Interaction, card: str) -> None:
        """Swing a card."""
        text = f"{interaction.user.display_name} swings {card}."
        await interaction.response.send_message(text, view=HandView())

    @swing.autocomplete("card")
    async def cards(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        fitting = [card for card in CARDS if card.startswith(current)]
        return [app_commands.Choice(name=f"the {card}", value=card) for card in fitting]

    @tree.command()
    async def slow(interaction: Interaction) -> None:
        """Think first."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        await interaction.edit_original_response(content="done")

    @tree.command()
    async def follow(interaction: Interaction) -> None:
        """Answer more than once."""
        await interaction.response.send_message("first")
        await interaction.followup.send("second", ephemeral=True)

    @tree.command()
    async def mute(interaction: Interaction) -> None:
        """Say nothing."""

    @tree.command()
    async def persistent(interaction: Interaction) -> None:
        """Show a button that lasts."""
        view = ui.View(timeout=None).add_item(Persistent(7, "5c"))
        await interaction.response.send_message("your turn", view=view)

    @tree.command()
    async def panel(interaction: Interaction) -> None:
        """Show a layout."""
        view = ui.LayoutView()
        picture = ui.Thumbnail[Any]("attachment://card.png")
        section = ui.Section[Any]("**The table**", accessory=picture)
        row = ui.ActionRow[Any](ui.Button(label="Sit", custom_id="sit"))
        view.add_item(ui.Container(section, ui.Separator(), row))
        file = discord.File(io.BytesIO(b"png"), "card.png")
        await interaction.response.send_message(view=view, file=file)

    @tree.command()
    @app_commands.describe(who="who")
    async def typed(
        interaction: Interaction,
        who: discord.Member,
        count: app_commands.Range[int, 1, 9],
        house: Literal["red", "blue"],
        loud: bool = False,
        share: float = 0.5,
        where: discord.TextChannel | None = None,
        role: discord.Role | None = None,
        file: discord.Attachment | None = None,
    ) -> None:
        """All kinds of options."""
        read = "" if file is None else (await file.read()).decode()
        said = (who.display_name, count, house, loud, share, where and where.name)
        text = f"{said} {role and role.name} {read}"
        await interaction.response.send_message(text)

    game = app_commands.Group(name="game", description="Games", guild_only=True)
    deep = app_commands.Group(name="mod", description="Moderators", parent=game)

    @game.command()
    async def new(interaction: Interaction, name: str) -> None:
        """A new game."""
        await interaction.response.send_message(f"new {name}")

    @deep.command()
    async def rewind(interaction: Interaction, steps: int = 1) -> None:
        """Take back."""
        await interaction.response.send_message(f"back {steps}")

    tree.add_command(game)

    @tree.command()
    @app_commands.default_permissions(manage_guild=True)
    async def settings(interaction: Interaction) -> None:
        """For those who manage."""
        await interaction.response.send_message("settings", ephemeral=True)
