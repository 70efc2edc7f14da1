"""From a command to an open sign-up: what is wished for, the form of options, the place."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any, get_args

import discord
from discord.app_commands import Choice

from bot import answers, asking, places
from bot.asking import Asked, Said
from bot.finder import Candidate
from bot.replies import Answer
from games import registry, sign_up
from games.clock import PRESETS
from games.text import duration

GAMES = [Choice(name=registry.kit(id_).game.title, value=id_) for id_ in registry.PACKAGES]
"""Every game, where a command lets one be chosen."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What a host asked for; without `players` as many as the game takes at most."""

    game: str
    players: int | None
    pace: str
    hours: int
    house: int
    where: discord.TextChannel | discord.ForumChannel | None
    thread: bool

    @property
    def seats(self) -> int:
        """How many play."""
        most: int = max(registry.kit(self.game).game.seats)
        return most if self.players is None else self.players


class OptionsForm(discord.ui.Modal, title="Options"):
    """The further options of a game, one a line, as they are by default."""

    def __init__(self, wish: Wish) -> None:
        super().__init__()
        self.wish = wish
        self.add_item(discord.ui.TextDisplay(f"See `/rules` for what they do. {_values(wish)}"))
        self.text: discord.ui.TextInput[OptionsForm] = discord.ui.TextInput(
            custom_id="options",
            style=discord.TextStyle.paragraph,
            default="\n".join(_defaults(wish)),
            required=False,
            max_length=1000,
        )
        self.add_item(discord.ui.Label(text="One option a line", component=self.text))

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        """Opens the sign-up with these options."""
        await answers.reply(interaction, open_game(interaction, self.wish, self.text.value))


async def options_form(interaction: Asked, wish: Wish) -> OptionsForm:
    """The form with the game's further options, for a host; GameError for anybody else."""
    await asking.require_host(interaction)
    return OptionsForm(wish)


async def open_game(interaction: Asked, wish: Wish, options: str = "") -> Said:
    """Opens a sign-up, with a thread or post of its own where that is wished for and allowed."""

    async def work() -> Answer:
        game = _game(wish, options)
        pace = PRESETS[wish.pace]
        # nobody is shown a thread for a game that cannot be
        sign_up.open_sign_up("", game, wish.seats, pace, 0, wish.hours, wish.house)
        title = registry.kit(wish.game).game.title
        where = await _where(interaction, wish)
        allowed = _allowed(interaction, where)
        place = await places.make(
            where,
            _name(title, interaction.created_at),
            f"A new game of **{title}**: sign up with /in.",
            allowed,
            wish.thread,
        )
        stored = await interaction.client.host.open_sign_up(
            place, game, wish.seats, pace, wish.hours, wish.house
        )
        told = f"The sign-up `{stored.sign_up.id}` is open in <#{place.channel}>."
        return Answer(f"{told} {places.shortcomings(allowed)}".rstrip())

    return await asking.as_host(interaction, work)


async def rehome(interaction: Asked, one: Candidate, where: places.Channel | None) -> Answer:
    """Moves a game to a new thread or post of a channel, or to the very place of the command.

    There everything is posted that was refused where it was: also when it stays where it is.
    """
    new = where or interaction.channel
    if not isinstance(new, places.Channel):
        raise places.NoPlace("A game cannot go on here: name a place with the option where.")
    place = await places.make(
        new,
        _name(one.title, interaction.created_at),
        f"A game of **{one.title}** goes on here.",
        _allowed(interaction, new),
        thread=where is not None,
        stage=one.status,
    )
    answer = await interaction.client.host.rehome(one.id, place)
    if answer.done:
        interaction.client.unsaid.moved(one.id)
    return answer


def pace_label(name: str) -> str:
    """A pace in a list of choices."""
    pace = PRESETS[name]
    return (
        f"{name}: {duration(pace.window)} a decision, {duration(pace.grace)} at least at the turn"
    )


def _allowed(interaction: Asked, where: places.Channel) -> discord.Permissions:
    """What we may do there; of the channel of the command Discord tells it with the command."""
    if where.id == interaction.channel_id:
        return interaction.app_permissions
    return where.permissions_for(where.guild.me)


async def _where(interaction: Asked, wish: Wish) -> places.Channel:
    """The channel named, else the one of the settings, else the one where the command is given."""
    if wish.where is not None:
        return wish.where
    if interaction.guild is not None:
        settings = await interaction.client.host.guild(interaction.guild.id)
        usual = settings.channel and interaction.guild.get_channel(settings.channel)
        if isinstance(usual, discord.TextChannel | discord.ForumChannel):
            return usual
    if isinstance(interaction.channel, discord.TextChannel | discord.Thread):
        return interaction.channel
    raise places.NoPlace(
        "A game is opened in a text channel, a thread or a forum: name one with the option where."
    )


def _game(wish: Wish, options: str) -> str:
    """The game with its options, as text, the options that are as usual left out."""
    pairs = [line.strip() for line in re.split(r"[\n,]", options) if line.strip()]
    text = f"{wish.game} ({', '.join(pairs)})" if pairs else wish.game
    return registry.write_game(registry.read_game(text, wish.seats))


def _name(title: str, opened: datetime) -> str:
    return f"{title}, {opened:%d %B}"


def _defaults(wish: Wish) -> list[str]:
    game = registry.make(wish.game, {}, wish.seats)
    written = registry.options_of(game)
    written.pop("players", None)  # an option of the command
    return [f"{name}={_word(value)}" for name, value in written.items()]


def _word(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def _values(wish: Wish) -> str:
    """What the options that are words can be."""
    game = registry.make(wish.game, {}, wish.seats)
    words = {name: get_args(kind) for name, kind in registry.option_kinds(type(game)).items()}
    return "; ".join(f"{name}: {' or '.join(some)}" for name, some in words.items() if some)
