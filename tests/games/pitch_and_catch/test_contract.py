"""Pitch & Catch keeps the contract of all games, with several options and 3 to 7 seats."""

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from games.cards import TEXTS, Card
from games.core import Event
from games.pitch_and_catch import terms
from games.pitch_and_catch.rules import PitchAndCatch
from games.shuffle import Stream
from tests.games.contract import GameContract, Sample

VALUES = "A23456789TJQK"


class TestPitchAndCatch(GameContract):
    """The common suite, and whether its random games show all there is."""

    tables: ClassVar[Sequence[tuple[str, int]]] = (
        ("pitch-and-catch (hand_size=17)", 3),
        ("pitch-and-catch (hand_size=1, tie=extra-innings)", 3),
        ("pitch-and-catch (strike_carry=game, tempo=strict)", 4),
        ("pitch-and-catch (hand_size=2, tie=extra-innings)", 5),
        ("pitch-and-catch (hand_size=5, pitcher_fields=off, strike_quorum=half)", 6),
        ("pitch-and-catch", 7),
    )
    card_fields = frozenset({"ball", "balls", "best", "card", "cards", "discards", "hand"})
    play_fields = frozenset({"swings", "catches"})
    number_fields = frozenset(
        {
            *("to", "seat", "turn", "dealer", "pitcher", "playing", "waiting", "holder"),
            *("inning", "innings", "trick", "hand_size", "counts", "run"),
            *("gained", "points", "scores", "places"),
        }
    )

    def short_texts(self) -> Iterable[str]:
        """A verb with any of the 52 cards, and the pass."""
        yield from (f"{verb} {card}" for verb in ("pitch", "swing", "field") for card in TEXTS)
        yield "pass"

    def plan_texts(self) -> Sequence[str]:
        """All forms of the notation, most of them with each way to end."""
        forms = [text for text in self.short_texts() if text != "pass"]
        forms += ["swing lowest", "field lowest", "field highest", "pitch highest"]
        forms += [f"swing {end} up to {value}" for end in ("lowest", "highest") for value in VALUES]
        forms += [f"field lowest if ball {value} or more" for value in VALUES]
        ended = [f"{form} else pass" for form in forms if not form.startswith("pitch")]
        return ["pass", "swing pass", "field pass", *forms, *ended]

    def cards(self, s: Any) -> Iterable[Card] | None:
        """Hands, piles, discards, the ball in play, and what did not go round."""
        if not isinstance(s, terms.InTrick):
            return None
        inning = s.inning
        ball = () if isinstance(s, terms.Pitching) else (s.ball,)
        rows = (*inning.hands, *inning.balls, inning.discards, inning.aside, ball)
        return [card for row in rows for card in row]

    def may_plan(self, game: Any) -> bool:
        """A strict table takes no answers ahead (PC-24)."""
        assert isinstance(game, PitchAndCatch)
        return game.tempo == "open"

    def choose(self, game: Any, legal: Sequence[Any], dice: Stream) -> Any:
        """Passes half of the time, so that there are strikes."""
        if terms.PASS in legal and dice.below(2):
            return terms.PASS
        return legal[dice.below(len(legal))]

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
        assert ends == {"innings", "extra-innings", "three-strikes"}
        closing = {type(event) for event in events if getattr(event, "closes", False)}
        assert closing == {terms.Swung, terms.Caught}
        pitches = {event.counts for event in events if isinstance(event, terms.Pitched)}
        assert pitches == {True, False}
