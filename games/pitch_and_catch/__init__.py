"""Pitch & Catch: everything that is particular to this game."""

from games.core import Kit, random_player
from games.pitch_and_catch import plans, player, text
from games.pitch_and_catch.rules import PitchAndCatch, choiceless

KITS = (
    Kit(
        game=PitchAndCatch,
        words=text,
        players={"plain": player.plain, "random": random_player},
        package=__name__,
        round="trick",
        planner=player.planner,
        ahead=plans.ahead,
        choiceless=choiceless,
    ),
)
