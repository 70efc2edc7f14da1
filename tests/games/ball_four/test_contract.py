"""Both editions of Ball Four keep the contract of all games, with several options and seats."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from types import ModuleType
from typing import Any, ClassVar

from games.ball_four import fifty_two, forty, terms
from games.cards import SUITS, Card, write_cards
from games.core import DEALER, Event, IllegalAction
from games.shuffle import Stream
from tests.games.contract import GameContract, Sample, Step

MOST_SUBSETS = 10
"""The largest hand of which every set of cards is tried."""


class BallFourContract(GameContract):
    """What the editions have in common."""

    ranks: ClassVar[str]
    card_fields = frozenset(
        {
            *("aside", "ball_four", "card", "cards", "fouled", "front", "hand", "played"),
            *("returned", "scoring_areas", "threes"),
        }
    )
    play_fields = frozenset({"pending", "other", "higher"})
    number_fields = frozenset(
        {
            *("to", "seat", "turn", "dealer", "leader", "owner", "winner", "waiting", "passed"),
            *("level", "inning", "innings", "target", "play", "number", "runs", "lines", "gained"),
            *("counts", "left", "ball_fours", "scores", "places", "rank", "exposed"),
            *("at_bat", "tokens", "token_cap", "out", "beat_or_pass", "round", "tied", "shown"),
        }
    )

    def groups(self) -> Iterator[str]:
        """Every set of up to four cards of one rank, in the order in which they are written."""
        for rank in self.ranks:
            for count in range(1, 5):
                for suits in combinations(SUITS, count):
                    yield " ".join(rank + suit for suit in suits)

    def short_texts(self) -> Iterable[str]:
        """Hands of one rank, Ball Four with any card, and the pass."""
        yield from (f"play {group}" for group in self.groups())
        yield from (f"ball-four {rank}{suit}" for rank in self.ranks for suit in SUITS)
        yield "pass"

    def is_short(self, text: str) -> bool:
        """Hands of several ranks are left to the test of every set of cards below."""
        verb, *cards = text.split()
        return verb != "play" or len({card[0] for card in cards}) == 1

    def plan_texts(self) -> Sequence[str]:
        """All forms of the notation, most of them with each way to end."""
        forms = [f"play {group}" for group in self.groups()]
        forms += [f"lowest up to {rank}" for rank in self.ranks] * 3
        forms += ["ball-four", f"ball-four or lowest up to {self.ranks[-1]}"] * 10
        return ["pass", *forms, *(f"{form} else pass" for form in forms)]

    def choose(self, game: Any, legal: Sequence[Any], dice: Stream) -> Any:
        """A Ball Four where one is there, big hands as often as singles, and few passes."""
        for action in legal:
            if isinstance(action, terms.BallFour) and dice.below(4):
                return action
        if terms.PASS in legal and len(legal) > 1 and dice.below(3):
            legal = [action for action in legal if action != terms.PASS]
        sizes = sorted({_size(action) for action in legal})
        size = sizes[dice.below(len(sizes))]
        legal = [action for action in legal if _size(action) == size]
        return legal[dice.below(len(legal))]

    def quick_steps(self) -> list[Step]:
        """Every step of the quick samples."""
        return [
            step
            for game, seats in self.tables
            for number in range(self.quick)
            for silences in (True, False)
            for step in self.played(Sample(game, seats, str(number)), silences)
        ]

    def quick_events(self) -> list[Event]:
        """Every event of the quick samples."""
        return [event for step in self.quick_steps() for event in step.events]

    def test_every_set_of_cards_is_listed_or_refused(self, sample: Sample) -> None:
        """Of all sets of a hand's cards exactly those are listed that `check` passes as a hand."""
        game = self.game(sample)
        tried = listed = 0
        for step in self.played(sample)[::3]:
            s, turn = step.before, game.turn(step.before)
            assert turn is not None
            if turn == DEALER or len(game.hands(s)[turn]) > MOST_SUBSETS:
                continue
            texts = {game.write(action) for action in game.legal(s, turn)}
            plays = {text for text in texts if text.startswith("play ")}
            passed = set()
            for cards in _subsets(game.hands(s)[turn]):
                action = game.parse(f"play {write_cards(cards)}")
                try:
                    game.check(s, turn, action)
                except IllegalAction:
                    continue
                passed.add(game.write(action))
            assert passed == plays
            tried += 1
            listed += len(plays)
        assert tried > 5
        assert listed > 5


class TestBallFour52(BallFourContract):
    """The common suite for 52 cards, and whether its random games show all there is."""

    ranks = "3456789TJQKA2"
    tables: ClassVar[Sequence[tuple[str, int]]] = (
        ("ball-four-52 (innings=3, extra_sets=on)", 3),
        ("ball-four-52 (target=10, owner_may_defend=off)", 3),
        ("ball-four-52 (innings=3)", 4),
        ("ball-four-52 (innings=2, target=1, tie=shared)", 5),
        ("ball-four-52 (innings=3, extra_sets=on, owner_may_defend=off)", 5),
    )

    def cards(self, s: Any) -> Iterable[Card] | None:
        """Hands, what was played, pending and successful Ball Fours, what did not go round."""
        if not isinstance(s, fifty_two.InPlay):
            return None
        inning = s.inning
        pending = [card for _, card in s.pending] if isinstance(s, fifty_two.Beating) else []
        rows = (*inning.hands, inning.played, *inning.front, inning.aside, pending)
        return [card for row in rows for card in row]

    def asked_about(self, s: Any) -> Any:
        """The high hand, and whether those who may defend or beat it go round once more."""
        return (s.high, s.again) if isinstance(s, fifty_two.Beating) else None

    def test_random_games_show_all_there_is(self) -> None:
        """All kinds of events, hands and endings turn up, but for those that few deals allow."""
        events = self.quick_events()
        # Nobody need be level at the end of so few games: `test_fifty_two.py` has extra innings.
        seen = {type(event) for event in events}
        assert seen >= _kinds_of_events(fifty_two) - {terms.ExtraInning}
        shapes = {event.hand.shape for event in events if isinstance(event, terms.Played)}
        every = fifty_two.RANKING_WITH_EXTRA_SETS.shapes
        assert shapes >= {shape for shape in every if 4 not in shape.counts}
        ends = {event.outcome.reason for event in events if isinstance(event, terms.GameEnds)}
        assert ends == {"target", "innings"}
        won = {event.ball_four is None for event in events if isinstance(event, terms.PlayWon)}
        assert won == {True, False}
        back = {event.higher for event in events if isinstance(event, terms.BallFourReturns)}
        assert None in back
        assert len(back) > 1
        asked = {event.asked for event in events if isinstance(event, terms.Passed)}
        assert asked == {True, False}
        assert any(map(_defends, self.quick_steps()))


class TestBallFour40(BallFourContract):
    """The common suite for 40 cards, and whether its random games show all there is."""

    ranks = "23456789TA"
    tables: ClassVar[Sequence[tuple[str, int]]] = (
        ("ball-four-40 (innings=3)", 3),
        ("ball-four-40 (innings=2, bases_loaded=two-triples)", 3),
        ("ball-four-40 (innings=1, tokens=0, token_cap=1)", 4),
        ("ball-four-40 (innings=8, stretch=on)", 4),
        ("ball-four-40 (innings=7, stretch=on, pinch_hitter_full=on)", 5),
    )

    def short_texts(self) -> Iterable[str]:
        """Foul balls of one card and the rules of the Stretch, too."""
        yield from super().short_texts()
        yield from (f"foul {rank}{suit}" for rank in self.ranks for suit in SUITS)
        yield from ("choose double-header", "choose pinch-hitter", "choose none")

    def is_short(self, text: str) -> bool:
        """Foul balls of several cards are left to the tests of the rules."""
        return super().is_short(text) and not (text.startswith("foul") and len(text.split()) > 2)

    def plan_texts(self) -> Sequence[str]:
        """Foul balls, too."""
        fouls = [f"foul {rank}{suit}" for rank in self.ranks for suit in SUITS]
        fouls += [f"{foul} {rank}s" for foul, rank in zip(fouls, self.ranks * 4, strict=True)]
        fouls = [text for text in fouls if len(set(text.split())) == len(text.split())]
        return [*super().plan_texts(), *fouls, *(f"{foul} else pass" for foul in fouls)]

    def cards(self, s: Any) -> Iterable[Card] | None:
        """Hands, what was played or fouled, scoring areas, what did not go round."""
        if not isinstance(s, forty.AtBat):
            return None
        inning = s.inning
        areas = inning.scoring_areas
        rows = (*inning.hands, inning.played, inning.fouled, *areas, inning.aside)
        return [card for row in rows for card in row]

    def asked_about(self, s: Any) -> Any:
        """The high hand."""
        return s.high if isinstance(s, forty.Beating) else None

    def test_random_games_show_all_there_is(self) -> None:
        """All kinds of events and hands turn up, but for those that few deals allow."""
        events = self.quick_events()
        # Nobody need be level at the end of so few games: `test_forty.py` has the Derby.
        seen = {type(event) for event in events}
        assert seen >= _kinds_of_events(forty) - {terms.DerbyBegins, terms.DerbyHand}
        shapes = {event.hand.shape for event in events if isinstance(event, terms.Played)}
        every = forty.RANKINGS["triple-double-single"].shapes
        assert shapes >= {shape for shape in every if 4 not in shape.counts}


def _kinds_of_events(room: ModuleType) -> set[type]:
    """The events that a room of the game can tell."""
    kinds = {kind for kind in vars(room).values() if isinstance(kind, type)}
    return {kind for kind in kinds if issubclass(kind, Event) and kind is not Event}


def _defends(step: Step) -> bool:
    """Whether the owner of the high hand is asked (B52-10)."""
    s = step.before
    return isinstance(s, fifty_two.Beating) and s.again and step.actor == s.owner


def _size(action: Any) -> int:
    return len(action.cards) if isinstance(action, terms.Play) else 0


def _subsets(hand: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    for count in range(1, len(hand) + 1):
        yield from combinations(hand, count)
