"""The house players of Baseball: they know only their seat's view.

The plain one plays by its chance to win: it deals the cards that it cannot see to everybody, a
fixed number of times, and counts how often its hand is best. It does not bluff, and believes
nobody who bets.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.baseball.dealing import hidden_fours
from games.baseball.ranking import Ranking
from games.baseball.rules import Baseball
from games.baseball.terms import (
    CALL,
    CHECK,
    FOLD,
    LAST_ROUND,
    MATCH_POT,
    RANKINGS,
    STAY,
    WALK,
    Action,
    Bet,
    Raise,
    Show,
    View,
)
from games.cards import Card
from games.core import Dice

SAMPLES = 48
"""How often the unseen cards are dealt; enough to tell a good hand from a bad one."""

STRONG = 1.6
"""So many times the chance of an average hand is worth a bet or a raise."""

MOST_RAISES = 3
"""After so many in a betting round it only calls: of two house players who like their hands none
would ever stop where the rules set no limit that counts, and a table plays them in one step."""

WALK_WORTH = 8
"""An extra card is worth this part of the pots: it helps somewhat more often than that."""


def plain(game: Baseball, view: View, legal: Sequence[Action], dice: Dice) -> Action:
    """Pays what its chance to win is worth, bets and raises with strong hands, takes walks."""
    assert view.seat is not None
    pots = sum(pot.chips for pot in view.pots if view.seat in pot.contestants) + sum(view.bets)
    if view.decision == "walk":
        return WALK if view.price * WALK_WORTH <= pots else STAY
    if view.decision == "bet" and game.hidden_fours and game.walk_price * WALK_WORTH <= pots:
        hidden = hidden_fours(view.walks, view.hole, view.shown[view.seat])
        if hidden and game.walk_price <= view.stacks[view.seat]:
            return Show(hidden[0])
    chance = equity(RANKINGS[game.ranks], view, game.deck, dice)
    if view.decision == "match":
        return MATCH_POT if _worth(chance, view.price, pots) else FOLD
    if view.limits and view.raises < MOST_RAISES and chance * len(view.still_in) >= STRONG:
        most = view.limits[1]
        return Raise(most) if view.high else Bet(most)
    if not view.owed:
        return CALL if view.high else CHECK
    return CALL if _worth(chance, view.owed, pots) else FOLD


def equity(ranking: Ranking, view: View, deck: Sequence[Card], dice: Dice) -> float:
    """The share of the pots that a seat wins on the average, if all stay in and unseen cards fall
    as they may.
    """
    assert view.seat is not None
    others = [seat for seat in view.still_in if seat != view.seat]
    own = view.hole + view.up[view.seat]
    known = [view.up[seat] + view.shown[seat] for seat in others]
    to_come = LAST_ROUND - view.round
    unknown = [view.counts[seat] - len(view.shown[seat]) + to_come for seat in others]
    seen = {*own, *(card for cards in known for card in cards)}
    unseen = [card for card in deck if card not in seen]
    drawn = min(to_come + sum(unknown), len(unseen))
    total = 0.0
    for _ in range(SAMPLES):
        for at in range(drawn):  # the beginning of a shuffle
            other = at + dice(len(unseen) - at)
            unseen[at], unseen[other] = unseen[other], unseen[at]
        mine = ranking.strength((*own, *unseen[:to_come]))
        at, level = to_come, 1
        for cards, count in zip(known, unknown, strict=True):
            theirs = ranking.strength((*cards, *unseen[at : at + count]))
            at += count
            if theirs > mine:
                level = 0
                break
            level += theirs == mine
        total += 1 / level if level else 0
    return total / SAMPLES


def _worth(chance: float, cost: int, pots: int) -> bool:
    """Whether what is paid now comes back on the average."""
    return chance * (pots + cost) >= cost


# --- answers left ahead --------------------------------------------------------------------------


def planner(game: Baseball, view: View, dice: Dice, whole: bool) -> Sequence[str]:
    """The answer to this betting round's question, up to what its chance to win is worth.

    `whole`, it answers a raise to come, too, and a face-up 3 (BB-35).
    """
    seat = view.seat
    if seat is None or seat == view.turn or view.decision != "bet" or seat not in view.still_in:
        return ()
    stack = view.stacks[seat]
    raised = whole and view.raises < game.max_raises
    if not stack or not (seat in view.waiting or raised):
        return ()
    pots = sum(pot.chips for pot in view.pots if seat in pot.contestants) + sum(view.bets)
    chance = equity(RANKINGS[game.ranks], view, game.deck, dice)
    most = stack if chance == 1 else min(stack, int(chance * pots / (1 - chance)))
    choices = []
    if chance * len(view.still_in) >= STRONG and seat in view.waiting:
        chips = min(game.bet_max, stack)
        choices += [f"bet {chips}", f"raise {chips}"]
    if most >= max(1, min(view.high - view.bets[seat], stack)):
        choices.append(f"call up to {most}")
    elif not view.high:
        choices.append("check")
    plans = [f"{' or '.join(choices)} else fold" if choices else "fold"]
    if whole and view.three_costs and most:
        plans.append(f"match up to {most} else fold")
    return plans
