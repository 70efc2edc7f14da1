"""What a moderator is told: in private, what was done, and until when it holds."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cogs.conftest import Scene
from tests.cogs.test_who_may import said

HOUR = 3600

ORDERS: dict[str, tuple[dict[str, Any], str]] = {
    "mod pause": ({"hours": 2}, "The game is paused until <t:"),
    "mod extend": ({"hours": 2}, "2 hours more. "),
    "mod nudge": ({}, " is asked again, here and by direct message."),
    "mod remove": ({"seat": "p1"}, " is out. From now on the rules answer for p1"),
    "mod computer": ({"seat": "p1"}, "A house player has taken over the seat of "),
    "mod rename": ({"title": "Opening Night"}, "The title is Opening Night now."),
    "mod abandon": ({}, " for good? It ends without a result"),
}
"""What is ordered, and words of the answer."""


@pytest.mark.parametrize("name", ORDERS)
async def test_an_order_is_answered_with_what_it_did(scene: Scene, name: str) -> None:
    """Not with a bare "Done."; to the moderator alone."""
    thread = await scene.game()
    options, words = ORDERS[name]
    told = await said(scene.host, thread, name, **options)
    assert words in told
    assert told != "Done."


async def test_the_moments_of_an_answer_are_those_of_the_clock(scene: Scene) -> None:
    """The end of a pause, and the deadline after more time."""
    thread = await scene.game()
    (row,) = await scene.bot.store.games_in(scene.guild.id)
    before = await scene.bot.store.game(row.id)
    assert before is not None
    deadline = before.table.clock.deadline
    assert deadline is not None
    told = await said(scene.host, thread, "mod extend", hours=5)
    assert f"has until <t:{deadline + 5 * HOUR}:f>" in told
    told = await said(scene.host, thread, "mod pause", hours=5)
    assert f"The game is paused until <t:{scene.bot.host.now() + 5 * HOUR}:f>" in told


async def test_a_bot_takes_no_seat(scene: Scene) -> None:
    """A house player is seated in another way."""
    thread = await scene.game()
    bot = scene.guild.add_member(scene.env.create_user("Robot", bot=True))
    told = await said(scene.host, thread, "mod replace", seat="p1", by=bot)
    assert told == "A bot cannot take a seat; see `/mod computer`."
