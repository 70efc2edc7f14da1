"""Random games at a live table, with all that may happen to one: plans, the clock, the house."""

from __future__ import annotations

from games import house, registry
from games.core import Finished, IllegalAction, OrderRefused, Paused
from games.pace import Pace
from games.shuffle import Stream
from games.table import Table
from tests.helpers import NAMES, SHOE, Live, numbers

PACES = (
    None,
    Pace(1000, 300),
    Pace(1000, 300, extensions=0, max_misses=1),
    Pace(1000, 300, extensions=1, max_misses=1, stand_in="nobody"),
)
GAMES = (
    "pitch-and-catch (hand_size=3)",
    "pitch-and-catch (hand_size=2, tie=extra-innings)",
    "pitch-and-catch (hand_size=4, pitcher_fields=off)",
    "ball-four-52 (innings=2, extra_sets=on)",
    "ball-four-40 (innings=1)",
    "baseball (deals=2, hidden_fours=on)",
)
PLANS = {
    "pitch-and-catch": ("pass", "swing lowest", "field highest else pass", "pitch highest"),
    "ball-four-52": ("pass", "lowest up to 2", "ball-four or lowest up to J else pass"),
    "ball-four-40": ("pass", "lowest up to A", "ball-four or lowest up to 8 else pass"),
    "baseball": ("check", "call up to 3 else fold", "match up to 9 else fold", "bet 2"),
}


def random_game(label: str, steps: int) -> tuple[Live, list[Table]]:
    """A random game with all that may happen to one; the table, and every table on the way."""
    dice = numbers(label)
    game = GAMES[dice.below(len(GAMES))]
    taken = registry.kit(game.split()[0]).game.seats
    seats = 3 + dice.below(max(taken) - 2)
    at = Live(game, NAMES[:seats], SHOE, PACES[dice.below(len(PACES))])
    tables = [at.start, at.table]
    for _ in range(steps):
        if at.table.outcome is not None:
            break
        at.now += dice.below(500)
        something_happens(at, dice)
        tables.append(at.table)
    return at, tables


def something_happens(at: Live, dice: Stream) -> None:
    """Mostly a play; sometimes a plan, the clock, or the house."""
    seats = len(at.table.players)
    who = dice.below(seats)
    kind = dice.below(44)
    try:
        match kind:
            case 0:
                at.order(house.Resign(who))
            case 1:
                at.order(house.Replace(who, f'New "{who}", #{dice.below(99)}'))
            case 2:
                at.order(house.Computer(who))
            case 3 | 4:
                at.order(house.Rewind(1 + dice.below(6)))
            case 5:
                at.order(house.Pause(at.now + 100 if dice.below(2) else None))
            case 6:
                at.order(house.Extend(60), by="Mo")
            case 40:
                at.order(house.Nudge() if dice.below(2) else house.Rename('The "final", #2'))
            case 41 | 42 | 43:
                for seat in at.table.persons[: 1 + dice.below(seats)]:
                    if at.table.request is not None:
                        at.consent(f"p{seat + 1}", agrees=dice.below(8) > 0)
            case _ if kind < 16:
                plans = PLANS[at.game.id]
                at.plan(f"p{who + 1}", plans[dice.below(len(plans))])
            case 16 | 17:
                clock = at.table.clock
                at.now = max(at.now, clock.alarm or 0, clock.deadline or 0)
                at.tick("Sub" if dice.below(3) else None)
            case _:
                if at.table.clock.pause is not None:
                    at.order(house.Resume())
                turn = at.table.turn
                if turn is None:
                    return
                legal = list(at.game.legal(at.table.state, turn))
                at.play(f"p{turn + 1}", at.game.write(legal[dice.below(len(legal))]))
    except (IllegalAction, OrderRefused, Finished, Paused):
        pass
