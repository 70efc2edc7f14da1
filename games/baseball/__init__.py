"""Baseball, seven-card stud with wild cards: everything that is particular to this game."""

from games.baseball import notation, plans, player, text
from games.baseball.rules import Baseball
from games.core import Histogram, Kit, never_choiceless, random_player

KITS = (
    Kit(
        game=Baseball,
        words=text,
        players={"plain": player.plain, "random": random_player},
        package=__name__,
        round="betting round",
        ahead=plans.ahead,
        choiceless=never_choiceless,  # every bet may be folded, every 3 struck out
        meant=notation.meant,
        wagers=text,
        planner=player.planner,
        histogram=Histogram("winning hand", text.WINNING_HANDS, text.winning_hands),
    ),
)
