"""What buttons and menus are made of, whatever they are for, and how much of it Discord takes.

Which of them there are is in `components.py` and `sheet.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import discord
from discord import ui

from games.cards import card_sign, read_card

LONGEST_ID = 100
"""The characters of what a button or a menu is known by."""

LONGEST_LABEL = 80
"""The characters on a button."""

LONGEST_OPTION = 100
"""The characters of an option of a menu, shown and sent."""

MOST_OPTIONS = 25
"""The options of a menu."""


def card_menu(custom_id: str, cards: Sequence[str], picked: Sequence[str]) -> ui.Select[ui.View]:
    """A menu of the cards of a hand, of which any number can be picked."""
    return ui.Select(
        custom_id=custom_id,
        placeholder="Pick cards of your hand",
        min_values=0,
        max_values=max(len(cards), 1),
        options=[
            discord.SelectOption(
                label=card_sign(read_card(card)), value=card, default=card in picked
            )
            for card in cards
        ],
    )


def sent(items: Iterable[ui.Item[Any]]) -> ui.View:
    """Buttons and menus as discord.py sends them.

    A view that is stopped is not kept by discord.py (`store_view` in abc.py and interactions.py):
    its items are found by their ids, whoever sent them.
    """
    view = ui.View(timeout=None)
    for item in items:
        view.add_item(item)
    view.stop()
    return view
