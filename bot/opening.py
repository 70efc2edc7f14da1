"""From a command to an open sign-up: what is wished for, the form of options, the place."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, get_args

import discord
from discord.app_commands import Choice

from bot import answers, asking, places
from bot.asking import Asked, Said
from bot.finder import Candidate
from bot.replies import Answer
from games import house, registry, sign_up
from games.clock import Moment
from games.core import Endable, GameError, OptionError, replace
from games.pace import PRESETS, Pace, read_pace, read_until
from games.text import duration

GAMES = [Choice(name=registry.kit(id_).game.title, value=id_) for id_ in registry.PACKAGES]
"""Every game, where a command lets one be chosen."""

NO_END = "none"
"""What stands for the agreed end of a game where none is agreed."""

OWN_PACE = "window=12h grace=2h extensions=1 max_wait=5d"
"""How own numbers are written, where somebody looks for it."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a host asked for; without `players` as many as the game takes at most.

    `pace` is a preset or own numbers, as text.
    """

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

    def __init__(self, wanted: Wanted) -> None:
        super().__init__()
        self.wanted = wanted
        self.add_item(discord.ui.TextDisplay(f"See `/rules` for what they do. {_values(wanted)}"))
        self.text: discord.ui.TextInput[OptionsForm] = discord.ui.TextInput(
            custom_id="options",
            style=discord.TextStyle.paragraph,
            default="\n".join(_defaults(wanted)),
            required=False,
            max_length=1000,
        )
        self.add_item(discord.ui.Label(text="One option a line", component=self.text))

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        """Opens the sign-up with these options."""
        await answers.reply(interaction, open_game(interaction, self.wanted, self.text.value))


async def options_form(interaction: Asked, wanted: Wanted) -> OptionsForm:
    """The form with the game's further options, for a host; GameError for anybody else."""
    await asking.require_host(interaction)
    read_pace(wanted.pace)  # nobody fills in a form for a pace that cannot be
    return OptionsForm(wanted)


async def open_game(interaction: Asked, wanted: Wanted, options: str = "") -> Said:
    """Opens a sign-up, with a thread or post of its own where that is wished for and allowed."""

    async def work() -> Answer:
        game, pace = _game_and_pace(wanted, options)
        # nobody is shown a thread for a game that cannot be
        now = interaction.client.host.now()
        sign_up.open_sign_up("", game, wanted.seats, pace, now, wanted.hours, wanted.house)
        title = registry.kit(wanted.game).game.title
        where = await _where(interaction, wanted)
        allowed = _allowed(interaction, where)
        place = await places.make(
            where,
            _name(title, interaction.created_at),
            f"A new game of **{title}**: sign up with /in.",
            allowed,
            wanted.thread,
        )
        stored = await interaction.client.host.open_sign_up(
            place, game, wanted.seats, pace, wanted.hours, wanted.house
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
    answer = await interaction.client.host.rehome(one.id, place, asking.moderator(interaction))
    if answer.done:
        interaction.client.unsaid.moved(one.id)
    return answer


async def rename(interaction: Asked, one: Candidate, title: str) -> Said:
    """Gives a game's thread or post another title, which is also said there."""
    title = house.clean_name(title).strip()
    if not house.can_be_seen(title):
        raise places.NoPlace("A title needs something that can be seen.")
    await places.rename(interaction.client, one.channel, title)
    return await interaction.client.host.moderate(
        one.id,
        house.Rename(title),
        interaction=interaction.id,
        by=asking.moderator(interaction),
    )


def offer_paces(typed: str) -> list[Choice[str]]:
    """Paces while one is typed: the presets, and what has been typed if it is one of own numbers.

    An example shows how own numbers are written.
    """
    labels = [(pace_label(name), name) for name in PRESETS]
    offered = asking.matching([*labels, (f"own numbers: {OWN_PACE}", OWN_PACE)], typed)
    try:
        own = read_pace(typed)
    except GameError:
        return offered
    others = [choice for choice in offered if read_pace(choice.value) != own]
    return [*asking.matching([(f"{typed}: {_in_short(own)}", typed)], ""), *others]


def pace_label(name: str) -> str:
    """A preset in a list of choices."""
    return f"{name}: {_in_short(PRESETS[name])}"


def _in_short(pace: Pace) -> str:
    grace = f", {duration(pace.grace)} at least at the turn" if pace.grace else ""
    return f"{duration(pace.window)} a decision{grace}"


def _allowed(interaction: Asked, where: places.Channel) -> discord.Permissions:
    """What we may do there; of the channel of the command Discord tells it with the command."""
    if where.id == interaction.channel_id:
        return interaction.app_permissions
    return where.permissions_for(where.guild.me)


async def _where(interaction: Asked, wanted: Wanted) -> places.Channel:
    """The channel named, else the one of the settings, else the one where the command is given."""
    if wanted.where is not None:
        return wanted.where
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


def _game_and_pace(wanted: Wanted, options: str) -> tuple[str, Pace]:
    """The game with its options, as text, the usual ones left out; and the pace.

    The agreed end of a game stands among its options, but it is the table's: it goes to the pace.
    """
    pairs = [line.strip() for line in re.split(r"[\n,]", options) if line.strip()]
    pace = read_pace(wanted.pace)
    ends = [pair for pair in pairs if _is_end(pair)]
    if len(ends) > 1:
        raise OptionError(f"expected until once, found it {len(ends)} times")
    for pair in ends:
        end = read_end(pair.partition("=")[2], "until like 2027-03-14 20:00, in UTC")
        pace = replace(pace, until=end)
    others = [pair for pair in pairs if not _is_end(pair)]
    text = f"{wanted.game} ({', '.join(others)})" if others else wanted.game
    return registry.write_game(registry.read_game(text, wanted.seats)), pace


def read_end(typed: str, expected: str = "a time in UTC like 2027-03-14 20:00") -> Moment | None:
    """An agreed end as somebody types it; None for none, or never."""
    word = typed.strip()
    return None if word.lower() in (NO_END, "never") else read_until(word, expected)


def _is_end(pair: str) -> bool:
    return pair.partition("=")[0].strip().lower() == "until"


def _name(title: str, opened: datetime) -> str:
    return f"{title}, {opened:%d %B}"


def _defaults(wanted: Wanted) -> list[str]:
    game = registry.make(wanted.game, {}, wanted.seats)
    written = registry.options_of(game)
    written.pop("players", None)  # an option of the command
    lines = [f"{name}={_word(value)}" for name, value in written.items()]
    if isinstance(game, Endable):
        until = read_pace(wanted.pace).until
        end = NO_END if until is None else f"{datetime.fromtimestamp(until, UTC):%Y-%m-%d %H:%M}"
        lines.append(f"until={end}")
    return lines


def _word(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def _values(wanted: Wanted) -> str:
    """What the options that are words can be."""
    game = registry.make(wanted.game, {}, wanted.seats)
    words = {name: get_args(kind) for name, kind in registry.option_kinds(type(game)).items()}
    told = [f"{name}: {' or '.join(some)}" for name, some in words.items() if some]
    if isinstance(game, Endable):
        told.append(f"until: {NO_END}, or a time in UTC like 2027-03-14 20:00, to end early")
    return "; ".join(told)
