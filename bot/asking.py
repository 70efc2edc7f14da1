"""From a command to the game it is about, to who may give it, and to what is offered meanwhile."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

import discord
from discord.app_commands import AppCommandContext, Choice

from bot import answers, errors, finder
from bot.answers import Panel
from bot.finder import Candidate, Purpose, Spot, Unclear
from bot.moderators import Moderator
from bot.replies import Answer
from games import house
from games.cards import (
    RANKS,
    Card,
    CardUnreadable,
    card_sign,
    read_card,
    read_cards_and_ranks,
    write_card,
)
from games.core import GameError, Seat

if TYPE_CHECKING:
    from bot.client import Umpire

Said: TypeAlias = Answer | Panel
"""What a command says in the end, perhaps with something to tap."""

log = logging.getLogger(__name__)

Asked: TypeAlias = "discord.Interaction[Umpire]"
"""A command, form or tap as our bot receives it."""

ON_SERVERS = AppCommandContext(guild=True, dm_channel=False, private_channel=False)
"""Where hosts' commands are: what is left open here would be the bot's default."""

HOSTS_PURPOSES = (Purpose.HOST, Purpose.MODERATE, Purpose.REHOME, Purpose.REVIEW)
"""What only hosts do with games."""

MOST_CHOICES = 25
"""As many as Discord shows."""


class NotAllowed(GameError):
    """Something that only a server's hosts may do; the message is a whole sentence."""


async def about(
    interaction: Asked,
    purpose: Purpose,
    named: str | None,
    do: Callable[[Candidate], Awaitable[Said]],
    of: Collection[str] = (),
) -> Said:
    """Does something with the game that a command is about; Unclear where none can be meant.

    `of` are the games whose command it is, where no others share it.
    """
    one = await meant(interaction, purpose, named, of)
    said = interaction.client.unsaid.about_game(one.id, await do(one))
    answer = said.answer if isinstance(said, Panel) else said
    if _spot(interaction).holds(one) or not answer.text:
        return said
    there = replace(answer, text=f"{one.title}, {one.link}\n{answer.text}")
    return replace(said, answer=there) if isinstance(said, Panel) else there


async def meant(
    interaction: Asked, purpose: Purpose, named: str | None, of: Collection[str] = ()
) -> Candidate:
    """The game that a command is about; Unclear where that cannot be said."""
    spot = _spot(interaction)
    named = named.strip().lower() if named is not None else None
    if purpose is Purpose.PLAY and named is None and spot.guild and spot.channel:
        # what nearly every command is about, without looking anywhere else
        here = await interaction.client.host.playing_in(
            interaction.user.id, spot.guild, spot.channel
        )
        if here is not None:
            return here
    found = await _candidates(interaction, named)
    if of and named is None:
        found = [one for one in found if spot.holds(one) or one.game.split(" ")[0] in of]
    if purpose not in HOSTS_PURPOSES:
        # one in a channel that the caller does not see is as good as none
        found = [one for one in found if may_see(interaction, one) or not spot.reaches(one)]
    return finder.pick(found, spot, purpose, named)


async def as_host(interaction: Asked, work: Callable[[], Awaitable[Said]]) -> Said:
    """Does something that only hosts may; NotAllowed for anybody else."""
    await require_host(interaction)
    return await work()


async def reply_to_host(
    interaction: Asked,
    game: str | None,
    do: Callable[[Candidate], Awaitable[Said]],
    purpose: Purpose = Purpose.MODERATE,
) -> None:
    """Does something that only hosts may with the game that is meant, and answers."""
    await answers.reply(
        interaction, as_host(interaction, lambda: about(interaction, purpose, game, do))
    )


async def show_form(interaction: Asked, make: Callable[[], Awaitable[discord.ui.Modal]]) -> None:
    """Shows a form, or says why there is none."""
    answers.claim(interaction)
    try:
        form = await make()
    except Exception as error:
        await answers.say(interaction, errors.sorry(error))
        return
    try:
        await interaction.response.send_modal(form)
    except (discord.HTTPException, OSError) as error:
        log.warning("a form could not be shown", extra={"reason": str(error)})


async def require_host(interaction: Asked) -> None:
    """NotAllowed unless somebody has the host role, or may manage the server."""
    if interaction.guild_id is None:
        raise NotAllowed("That is done on a server, not in a direct message.")
    if not await _is_host(interaction, interaction.guild_id):
        raise NotAllowed(
            "Only this server's game hosts may do that: people with the role that "
            "`/settings host-role` names, or who may manage the server."
        )


async def _is_host(interaction: Asked, guild: int) -> bool:
    if manages(interaction):
        return True
    settings = await interaction.client.host.guild(guild)
    held = interaction.user.roles if isinstance(interaction.user, discord.Member) else ()
    return settings.host_role is not None and any(role.id == settings.host_role for role in held)


def moderator(interaction: Asked) -> Moderator:
    """Who orders something, as the game knows and names that person."""
    return Moderator(interaction.user.id, interaction.user.display_name)


def manages(interaction: Asked) -> bool:
    """Whether the caller may change the server's settings."""
    return interaction.permissions.manage_guild or interaction.permissions.administrator


def managed_guild(interaction: Asked) -> int:
    """The server whose settings are to be changed; NotAllowed for whoever may not."""
    if interaction.guild_id is None or not manages(interaction):
        raise NotAllowed("Only who may manage the server may change its settings.")
    return interaction.guild_id


async def offer_games(interaction: Asked, purpose: Purpose, typed: str) -> list[Choice[str]]:
    """The games that a command can be about, while the option `game` is typed."""
    if purpose in HOSTS_PURPOSES and not await _hosts_here(interaction):
        return []
    known = [one for one in await _candidates(interaction, None) if may_see(interaction, one)]
    found = finder.choices(known, _spot(interaction), purpose)
    return matching([(finder.label(one), one.id) for one in found], typed)


async def offer_cards(
    interaction: Asked, verb: str, typed: str, of: Collection[str]
) -> list[Choice[str]]:
    """The cards of the caller's own hand that can follow a verb, while they are typed.

    They may be typed in any order, with their suits or without; the fewest cards come first.
    """
    try:
        one = await meant(interaction, Purpose.PLAY, interaction.namespace.game, of)
    except Unclear:
        return []
    named = _named(typed)
    if named is None:
        return []
    texts = await interaction.client.host.menu(one.id, interaction.user.id, verb, typed)
    fit = sorted((text for text in texts if named <= _names(text)), key=len)
    return matching(
        [(" ".join(card_sign(read_card(word)) for word in text.split()), text) for text in fit], ""
    )


async def offer_seats(interaction: Asked, typed: str) -> list[Choice[str]]:
    """Who sits where in the game that a moderator means."""
    if not await _hosts_here(interaction):
        return []
    try:
        one = await meant(interaction, Purpose.MODERATE, interaction.namespace.game)
    except Unclear:
        return []
    names = await interaction.client.host.seats(one.id)
    return matching([(f"p{n} {name}", f"p{n}") for n, name in enumerate(names, 1)], typed)


async def _hosts_here(interaction: Asked) -> bool:
    """Whether hosts' choices may be offered: what others may not do, they need not be shown."""
    return interaction.guild_id is not None and await _is_host(interaction, interaction.guild_id)


def read_seat(typed: str) -> Seat:
    """A seat as it was typed or chosen."""
    return house.read_seat(typed.strip().lower())


def matching(labels: Sequence[tuple[str, str]], typed: str) -> list[Choice[str]]:
    """The choices, given as label and value, that hold what has been typed."""
    words = typed.strip().lower()
    fit = [pair for pair in labels if words in pair[0].lower()]
    return [Choice(name=name[:100], value=value) for name, value in fit[:MOST_CHOICES]]


def _named(typed: str) -> Counter[str] | None:
    """The cards and the ranks that somebody has typed; None where there are other words.

    A card counts as its rank, too, so that `99` is found in `9c 9d`.
    """
    found = read_cards_and_ranks(typed)
    if found is None:
        return None
    cards, ranks = found
    return _with_ranks(cards) + Counter(RANKS[rank] for rank in ranks)


def _names(text: str) -> Counter[str]:
    """The cards of a text of the notation, and their ranks."""
    return _with_ranks([read_card(word) for word in text.split()])


def _with_ranks(cards: Sequence[Card]) -> Counter[str]:
    return Counter(map(write_card, cards)) + Counter(RANKS[card >> 2] for card in cards)


def card_text(typed: str) -> str:
    """Typed cards as the notation writes them; what is no card stays as it is."""
    words = []
    for word in typed.split():
        try:
            words.append(write_card(read_card(word)))
        except CardUnreadable:
            words.append(word)
    return " ".join(words)


def may_see(interaction: Asked, one: Candidate) -> bool:
    """Whether the caller can see the channel of a game, as far as we know."""
    if one.mine or interaction.guild is None or not isinstance(interaction.user, discord.Member):
        return one.mine
    channel = interaction.guild.get_channel_or_thread(one.channel)
    # an archived thread is not known to us; Discord itself keeps its link from whom it must
    return channel is None or channel.permissions_for(interaction.user).view_channel


async def _candidates(interaction: Asked, named: str | None) -> list[Candidate]:
    host = interaction.client.host
    spot = _spot(interaction)
    return await host.candidates(interaction.user.id, spot.guild, spot.channel, named)


def _spot(interaction: Asked) -> Spot:
    thread = isinstance(interaction.channel, discord.Thread)
    return Spot(interaction.guild_id, interaction.channel_id, thread)
