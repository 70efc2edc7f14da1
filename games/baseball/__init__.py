"""Baseball, seven-card stud with wild cards: everything that is particular to this game."""

from games.baseball import player, text
from games.baseball.rules import Baseball
from games.core import Histogram, Kit, random_player

KITS = (
    Kit(
        game=Baseball,
        words=text,
        players={"plain": player.plain, "random": random_player},
        package=__name__,
        round="betting round",
        histogram=Histogram("winning hand", text.WINNING_HANDS, text.winning_hands),
    ),
)
