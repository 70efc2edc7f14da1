"""Ball Four: everything that is particular to this game, in its two editions."""

from games.ball_four import fifty_two, forty, picking, plans, player, text_40, text_52
from games.ball_four.fifty_two import BallFour52
from games.ball_four.forty import BallFour40
from games.core import Kit, random_player

PLAYERS = {"plain": player.plain, "random": random_player}

FIFTY_TWO = Kit(
    game=BallFour52,
    words=text_52,
    players=PLAYERS,
    package=__name__,
    round=BallFour52.round,
    ahead=plans.ahead,
    choiceless=fifty_two.choiceless,
    meant=picking.meant,
    picking=picking,
    planner=player.planner,
    rulebook="rulebook_52.md",
)

FORTY = Kit(
    game=BallFour40,
    words=text_40,
    players=PLAYERS,
    package=__name__,
    round=BallFour40.round,
    ahead=plans.ahead,
    choiceless=forty.choiceless,
    meant=picking.meant,
    picking=picking,
    planner=player.planner,
    rulebook="rulebook_40.md",
)

KITS = (FIFTY_TWO, FORTY)
