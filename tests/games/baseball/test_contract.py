"""Baseball keeps the contract of all games, with many options and 3 to 6 seats."""

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from games.baseball import terms
from games.baseball.rules import Baseball
from games.cards import TEXTS, Card
from games.core import Event, Seat
from games.shuffle import Stream
from tests.games.contract import GameContract, Sample, Step

MOST_SHORT = 12
"""Bets and raises of more chips than this are left to the tests of the rules."""


class TestBaseball(GameContract):
    """The common suite, and whether its random games show all there is."""

    tables: ClassVar[Sequence[tuple[str, int]]] = (
        ("baseball", 5),
        ("baseball (stack=12, bet_min=2, bet_max=8, short_match=must-fold)", 4),
        ("baseball (stack=15, ante=4, open_three=first, walk_price=3)", 6),
        ("baseball (stack=40, three_price=cap, three_amount=3, extra_card=up, walk_price=1)", 3),
        ("baseball (stack=30, hidden_fours=on, rainy_day=on, rain_scope=everyone)", 6),
        ("baseball (hidden_fours=on, walk_price=2, ranks=football, three_price=fixed)", 4),
        ("baseball (ranks=woolworth, extra_card=up, rainy_day=on)", 6),
        ("baseball (ante=0, open_three=free, max_raises=0, deals=9)", 4),
        ("baseball (stack=9, hidden_fours=on, ante=2, extra_card=up, rainy_day=on)", 5),
    )
    card_fields = frozenset({"card", "cards", "hole", "shown", "up"})
    play_fields = frozenset()
    number_fields = frozenset(
        {
            *("to", "seat", "turn", "dealer", "opener", "waiting", "still_in", "all_in", "playing"),
            *("dealt_in", "out", "deal", "deals", "round", "number", "raises", "raises_left"),
            *("stacks", "antes", "chips", "price", "high", "bets", "pots", "owed", "limits"),
            *("counts", "wild", "walks", "strength", "contestants", "scores", "places"),
            *("level", "three_costs"),
        }
    )

    def cards_in(self, value: Any) -> set[Card]:
        """Of cards up and hands shown it is told what they make, and what the wilds stand for."""
        found = super().cards_in(value)
        if isinstance(value, terms.RoundBegins | terms.HandShown):
            found |= {one.card for one in value.made.cards}
        return found

    def short_texts(self) -> Iterable[str]:
        """One-word actions, small bets and raises, and a `show` of each card."""
        yield from ("check", "call", "fold", "match", "walk", "stay")
        for verb in ("bet", "raise"):
            yield from (f"{verb} {chips}" for chips in range(1, MOST_SHORT + 1))
        yield from (f"show {card}" for card in TEXTS)

    def is_short(self, text: str) -> bool:
        """Large bets and raises are not."""
        verb, *rest = text.split()
        return verb not in ("bet", "raise") or int(rest[0]) <= MOST_SHORT

    def asked_about(self, s: Any) -> Any:
        """The bet or the shown card, the face-up 3 or 4 that the question is about."""
        return s.number if isinstance(s, terms.Betting) else getattr(s, "layout", None)

    def plan_texts(self) -> Sequence[str]:
        """All forms of the notation, most of them with each way to end."""
        forms = ["check"]
        for chips in (1, 2, 3, 5, 8, 13, 40):
            forms += [f"bet {chips}", f"raise {chips}", f"call up to {chips}"]
            forms += [f"raise {chips} if call up to 4", f"raise {chips} or call up to {chips}"]
        matches = [f"match up to {chips}" for chips in range(1, 40)]
        ended = [f"{form} else {last}" for form in forms for last in ("fold", "check", "ask")]
        return ["fold", *forms, *ended, *matches, *(f"{form} else fold" for form in matches)]

    def cards(self, s: Any) -> Iterable[Card] | None:
        """The deck, and what everybody was dealt, folded or not."""
        if not isinstance(s, terms.InDeal):
            return None
        rows = (s.layout.deck, *s.layout.down, *s.layout.up)
        return [card for row in rows for card in row]

    def choose(self, game: Any, legal: Sequence[Any], dice: Stream) -> Any:
        """Hidden 4s where there are some; few folds, few large bets."""
        shows = [action for action in legal if isinstance(action, terms.Show)]
        if shows and dice.below(2):
            return shows[0]
        if dice.below(8):
            legal = [action for action in legal if action != terms.FOLD]
        return legal[min(dice.below(len(legal)), dice.below(len(legal)))]

    def _looks_the_same(
        self,
        sample: Sample,
        stretch: Sequence[Step],
        of_this_deal: Sequence[Step],
        viewer: Seat | None,
        one: Card,
        other: Card,
    ) -> bool:
        """Who has no turn shows hidden 4s (BB-31), so there a 4 for another card does show."""
        game = self.game(sample)
        assert isinstance(game, Baseball)
        if game.hidden_fours and game.meanings.walks in (one >> 2, other >> 2):
            return False
        return super()._looks_the_same(sample, stretch, of_this_deal, viewer, one, other)

    def test_random_games_show_all_there_is(self) -> None:
        """Every kind of event and of ending turns up in the quick samples."""
        events = [
            event
            for game, seats in self.tables
            for number in range(self.quick)
            for silences in (True, False)
            for step in self.played(Sample(game, seats, str(number)), silences)
            for event in step.events
        ]
        kinds = {kind for kind in vars(terms).values() if isinstance(kind, type)}
        assert {type(event) for event in events} == {
            kind for kind in kinds if issubclass(kind, Event) and kind is not Event
        }
        ends = {event.outcome.reason for event in events if isinstance(event, terms.GameEnds)}
        assert ends == {"deals", "last-stack"}
        struck_out = {event.asked for event in events if isinstance(event, terms.StruckOut)}
        shown = {event.asked for event in events if isinstance(event, terms.FourShown)}
        assert struck_out == shown == {True, False}
