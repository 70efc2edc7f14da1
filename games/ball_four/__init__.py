"""Ball Four: everything that is particular to this game, in its two editions."""

from games.ball_four import picking, player, text_40, text_52
from games.ball_four.fifty_two import BallFour52
from games.ball_four.forty import BallFour40
from games.core import Kit, random_player

PLAYERS = {"plain": player.plain, "random": random_player}

FIFTY_TWO = Kit(
    game=BallFour52,
    words=text_52,
    players=PLAYERS,
    package=__name__,
    round="play",
    picking=picking,
    rulebook="rulebook_52.md",
)

FORTY = Kit(
    game=BallFour40,
    words=text_40,
    players=PLAYERS,
    package=__name__,
    round="at-bat",
    picking=picking,
    rulebook="rulebook_40.md",
)

KITS = (FIFTY_TWO, FORTY)
