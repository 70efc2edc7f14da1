"""The suite that every game passes: what `games.core.Game` promises, tested by random play.

A game's own test file inherits `GameContract` and says which tables to try and where cards are to
be found; pytest then runs every test here for each of those tables. Each test has a few samples of
play for every day, and many more behind the marker `long`.
"""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

import msgspec
import pytest

from games import registry, table
from games.cards import Card, read_card, write_card
from games.core import (
    DEALER,
    Deal,
    Event,
    Game,
    GameError,
    IllegalAction,
    Kit,
    Seat,
    actor_name,
)
from games.pace import Pace
from games.shuffle import Stream
from games.table import Table
from tests.helpers import NAMES, SHOE, encoded, numbers, persons, public, told

CARD_SIGN = re.compile(r"(?:10|[2-9JQKA])[♣♦♥♠]")
PACE = Pace(1000, 300)


class Sample(NamedTuple):
    """One random game: the table it is played at, and the label that its numbers follow from."""

    game: str
    seats: int
    label: str


class Step(NamedTuple):
    """One action of a random game, and the states around it; without a text it is a time-out."""

    actor: Seat
    text: str | None
    before: Any
    after: Any
    events: tuple[Event, ...]


class GameContract:
    """What every game must keep; the first lines are what a game says about itself."""

    tables: ClassVar[Sequence[tuple[str, int]]]
    """Games with options as text, each with a number of seats."""
    card_fields: ClassVar[frozenset[str]]
    """The fields of this game's events and views that hold cards and nothing else."""
    play_fields: ClassVar[frozenset[str]]
    """The fields of its events and views that hold pairs of a seat and a card."""
    number_fields: ClassVar[frozenset[str]]
    """The fields of its events and views that hold numbers which are no cards."""
    swaps_always_fit: ClassVar[bool] = True
    """Whether public play never depends on a card that is still hidden (X-5); a game in which
    cards are played face down sets this to False, and swaps that do not fit are then left out."""
    quick: ClassVar[int] = 1
    long: ClassVar[int] = 12
    most_steps: ClassVar[int] = 20_000

    def short_texts(self) -> Iterable[str]:
        """All short texts of the notation, but for the dealer's: each is one action of a seat."""
        raise NotImplementedError

    def is_short(self, text: str) -> bool:
        """Whether a text is one of those; a game with too many texts tests the long ones itself."""
        return True

    def asked_about(self, s: Any) -> Any:
        """What makes a question another one, besides the scope and decision of its window."""
        return None

    def plan_texts(self) -> Sequence[str]:
        """Answers that might be left ahead, of every form."""
        raise NotImplementedError

    def cards(self, s: Any) -> Iterable[Card] | None:
        """All cards of a state, or None where no deal is in progress."""
        raise NotImplementedError

    def may_plan(self, game: Game[Any, Any]) -> bool:
        """Whether answers may be left ahead at a table with these options."""
        return True

    def choose(self, game: Game[Any, Any], legal: Sequence[Any], dice: Stream) -> Any:
        """A random action; a game may prefer what makes its random games interesting."""
        return legal[dice.below(len(legal))]

    # -- random play --

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """Every test that asks for a sample runs for every table of the game."""
        if "sample" not in metafunc.fixturenames:
            return
        metafunc.parametrize(
            "sample",
            [
                pytest.param(
                    Sample(game, seats, str(number)),
                    id=f"{game}/{seats}/{number}",
                    marks=[pytest.mark.long] if number >= self.quick else [],
                )
                for game, seats in self.tables
                for number in range(self.quick + self.long)
            ],
        )

    def game(self, sample: Sample) -> Game[Any, Any]:
        """The game of a sample."""
        return registry.read_game(sample.game, sample.seats)

    def kit(self, sample: Sample) -> Kit:
        """What the registry knows of it."""
        return registry.kit(self.game(sample).id)

    def played(self, sample: Sample, silences: bool = True) -> Sequence[Step]:
        """A whole random game, step by step; with `silences` every ninth answer is a time-out."""
        return _played(self, sample, silences)

    def actions(self, game: Game[Any, Any]) -> dict[str, Any]:
        """Every short text with the action that it means."""
        return {text: game.parse(text) for text in self.short_texts()}

    def cards_in(self, value: Any) -> set[Card]:
        """The cards that an event or a view names; each of its numbers must be accounted for."""
        found: set[Card] = set()
        for name in value.__struct_fields__:
            inside = list(_leaves(getattr(value, name)))
            whole = [leaf for leaf in inside if isinstance(leaf, int)]
            for leaf in inside:
                if isinstance(leaf, msgspec.Struct):
                    found |= self.cards_in(leaf)
            if name in self.card_fields:
                found.update(whole)
            elif name in self.play_fields:
                found.update(whole[1::2])
            else:
                assert not whole or name in self.number_fields, f"what is in {name}: cards or not?"
        return found

    def shown(self, steps: Sequence[Step], viewer: Seat | None) -> set[Card]:
        """The cards that a seat has been shown by these events; None is a spectator."""
        return {
            card
            for step in steps
            for event in told(step.events, viewer)
            for card in self.cards_in(event)
        }

    # -- what is legal --

    def test_legal_is_exactly_what_check_passes(self, sample: Sample) -> None:
        """`legal` lists for the seat at turn, and only for it, all that `check` does not refuse."""
        game = self.game(sample)
        actions = self.actions(game)
        steps = self.played(sample)
        states = [step.before for step in steps[:: 1 + len(steps) // 60]] + [steps[-1].after]
        passed = refused = 0
        for s in states:
            turn = game.turn(s)
            for actor in (DEALER, *range(sample.seats)):
                texts = [game.write(a) for a in game.legal(s, actor)]
                assert bool(texts) == (actor == turn and turn != DEALER)
                listed = set(filter(self.is_short, texts))
                assert listed <= actions.keys()
                for text, action in actions.items():
                    assert _passes(game, s, actor, action) == (text in listed), (actor, text)
                passed += len(listed)
                refused += len(actions) - len(listed)
        assert passed > 10
        assert refused > passed

    def test_only_the_dealer_deals_and_only_when_a_deal_is_due(self, sample: Sample) -> None:
        """A whole deck is legal for the dealer where a shuffle is due; a wrong one nowhere."""
        game = self.game(sample)
        right, short = Deal(game.deck), Deal(game.deck[1:])
        twice = Deal((game.deck[1], *game.deck[1:]))
        due = 0
        for step in self.played(sample)[:200]:
            s = step.before
            due += game.turn(s) == DEALER
            assert _passes(game, s, DEALER, right) == (game.turn(s) == DEALER)
            assert not _passes(game, s, DEALER, short)
            assert not _passes(game, s, DEALER, twice)
            for actor in range(sample.seats):
                assert not _passes(game, s, actor, right)
        assert due

    def test_every_legal_action_survives_its_text(self, sample: Sample) -> None:
        """Every legal action is one text, and that text is this action; deals too."""
        game = self.game(sample)
        for step in self.played(sample):
            turn = game.turn(step.before)
            assert turn is not None
            legal = list(game.legal(step.before, turn))
            texts = [game.write(action) for action in legal]
            assert len(set(texts)) == len(legal)
            for action, text in zip(legal, texts, strict=True):
                game.check(step.before, turn, action)
                assert game.parse(text) == action
        deal = Deal(tuple(numbers(sample.label).shuffled(game.deck)))
        assert game.parse(game.write(deal)) == deal

    def test_short_texts_are_written_as_they_are_read(self) -> None:
        """The texts that this suite tries are the canonical ones, each another action."""
        for text, seats in self.tables:
            game = registry.read_game(text, seats)
            actions = self.actions(game)
            assert [game.write(action) for action in actions.values()] == list(actions)

    # -- states --

    def test_nothing_changes_what_it_was_given(self, sample: Sample) -> None:
        """`apply` and `silence`, and every look at a state, leave it as it was."""
        game = self.game(sample)
        for step in self.played(sample)[:150]:
            s, turn = step.before, game.turn(step.before)
            assert turn is not None
            bytes_before = encoded(s)
            action = None if step.text is None else game.parse(step.text)
            if action is not None:
                action_before = encoded(action)
                game.apply(s, turn, action)
                assert encoded(action) == action_before
            if turn != DEALER:
                game.silence(s, turn)
            for viewer in (None, *range(sample.seats)):
                game.view(s, viewer)
            game.window(s), game.outcome(s), game.hands(s), game.scores(s)
            assert encoded(s) == bytes_before

    def test_stored_state_goes_on_alike(self, sample: Sample) -> None:
        """A state written and read again is the same, and so is everything that follows."""
        game = self.game(sample)
        for step in self.played(sample):
            stored = encoded(step.before)
            s = msgspec.json.decode(stored, type=game.state_type)
            assert s == step.before
            assert type(s) is type(step.before)
            assert encoded(s) == stored
            after, events = _carry_out(game, s, step.actor, step.text)
            assert encoded(after) == encoded(step.after)
            assert [encoded(event) for event in events] == [encoded(e) for e in step.events]

    def test_cards_are_conserved(self, sample: Sample) -> None:
        """From deal to deal every card of the deck is somewhere, once; hands are among them."""
        game = self.game(sample)
        seen = 0
        for step in self.played(sample):
            cards = self.cards(step.after)
            held = [card for hand in game.hands(step.after) for card in hand]
            if cards is None:
                assert held == []
                continue
            seen += 1
            everywhere = Counter(cards)
            assert everywhere == Counter(game.deck)
            assert not Counter(held) - everywhere
        assert seen > 5

    def test_a_time_out_is_always_an_answer(self, sample: Sample) -> None:
        """`silence` at any turn of a seat moves the game on, the same way each time."""
        game = self.game(sample)
        for step in self.played(sample)[:150]:
            turn = game.turn(step.before)
            if turn in (None, DEALER):
                continue
            after, events = game.silence(step.before, turn)
            assert after != step.before
            assert events
            assert (after, events) == game.silence(step.before, turn)

    def test_choiceless_is_nobody_who_can_do_two_things(self, sample: Sample) -> None:
        """Where everybody sees that silence is all there is, one action is legal, and it does that.

        Of the cards, at least: a pitch that the clock makes counts for less (PC-28).
        """
        game, kit = self.game(sample), self.kit(sample)
        for step in self.played(sample):
            seat = game.turn(step.before)
            if seat in (None, DEALER):
                continue
            if kit.choiceless(game, game.view(step.before, None)):
                (action,) = game.legal(step.before, seat)
                acted, _ = game.apply(step.before, seat, action)
                silent, _ = game.silence(step.before, seat)
                assert game.hands(acted) == game.hands(silent)
                assert game.scores(acted) == game.scores(silent)

    def test_part_of_the_game_has_a_name(self, sample: Sample) -> None:
        """One word and a number, at every moment: people say it of who has left then."""
        game, kit = self.game(sample), self.kit(sample)
        for step in self.played(sample):
            assert re.fullmatch(r"[a-z]+ [0-9]+", kit.words.chapter(game.view(step.before, None)))

    # -- turns and windows --

    def test_turn_window_and_outcome_agree(self, sample: Sample) -> None:
        """Nobody is at turn exactly when there is an outcome; a window is open for a seat only."""
        game = self.game(sample)
        steps = self.played(sample)
        for s in [steps[0].before, *(step.after for step in steps)]:
            turn, window, outcome = game.turn(s), game.window(s), game.outcome(s)
            assert (turn is None) == (outcome is not None)
            assert turn in (None, DEALER, *range(sample.seats))
            assert (window is None) == (turn in (None, DEALER))
            if window is not None:
                assert window.seats[0] == turn
                assert len(set(window.seats)) == len(window.seats)
                assert set(window.seats) <= set(range(sample.seats))
            assert len(game.scores(s)) == len(game.hands(s)) == sample.seats
        last = steps[-1].after
        outcome = game.outcome(last)
        assert outcome is not None
        assert outcome.scores == game.scores(last)
        assert outcome.places is not None
        assert min(outcome.places) == 1
        actions = self.actions(game)
        for actor in range(sample.seats):
            assert not any(_passes(game, last, actor, action) for action in actions.values())

    def test_window_key_is_the_name_of_one_decision(self, sample: Sample) -> None:
        """The key changes exactly with the question, and never returns; seats only leave."""
        game = self.game(sample)
        gone: set[str] = set()
        open_now = None
        about = None
        for step in self.played(sample):
            window = game.window(step.after)
            before, about = about, self.asked_about(step.after)
            if window is not None and open_now is not None:
                same = (window.scope, window.decision) == (open_now.scope, open_now.decision)
                same = same and about == before
                assert (window.key == open_now.key) == same
                if same:
                    assert set(window.seats) < set(open_now.seats)
                    assert step.actor not in window.seats
            if open_now is not None and (window is None or window.key != open_now.key):
                gone.add(open_now.key)
            if window is not None:
                assert window.key not in gone
            open_now = window
        assert len(gone) > 3

    # -- what a seat may know --

    def test_view_holds_only_what_its_seat_was_shown(self, sample: Sample) -> None:
        """Every card in a view, or in words about it, was told to that seat since the deal."""
        game, words = self.game(sample), self.kit(sample).words
        names = NAMES[: sample.seats]
        for viewer in (None, *range(sample.seats)):
            known: set[Card] = set()
            seen: set[Card] = set()
            for number, step in enumerate(self.played(sample)):
                if step.actor == DEALER:
                    known = set()
                known |= self.shown([step], viewer)
                view = game.view(step.after, viewer)
                named = self.cards_in(view)
                seen |= named
                assert named <= known
                if number % 3:  # words are slow
                    continue
                spoken = CARD_SIGN.findall("\n".join(words.standing(view, names, ())))
                assert {read_card(sign) for sign in spoken} <= known
                whispers = [
                    words.whisper(event, names) or ""
                    for event in step.events
                    if event.to == viewer is not None
                ]
                spoken = CARD_SIGN.findall("\n".join([*words.story(step.events, names), *whispers]))
                assert {read_card(sign) for sign in spoken} <= known
            assert seen

    def test_own_hand_is_seen_and_no_other(self, sample: Sample) -> None:
        """Two seats see different cards; each sees its own hand, and a spectator sees none."""
        game = self.game(sample)
        different = 0
        for step in self.played(sample)[:100]:
            hands = game.hands(step.after)
            views = [self.cards_in(game.view(step.after, seat)) for seat in range(sample.seats)]
            spectator = self.cards_in(game.view(step.after, None))
            for hand, seen in zip(hands, views, strict=True):
                assert set(hand) <= seen
                assert spectator <= seen
            if len(set(filter(None, hands))) > 1 and step.actor == DEALER:
                different += 1
                assert len({frozenset(seen) for seen in views}) > 1
                secret = self.shown([step], None)
                assert any(set(hand) - secret for hand in hands)
        assert different

    def test_hidden_cards_change_nothing(self, sample: Sample) -> None:
        """Two cards that a seat has not been shown change places: it cannot tell, nor anybody.

        The same texts are played again with the other deck. The seat's view, the spectator's view,
        every event that it is told, the story, the window and what it may do stay the same.
        """
        game = self.game(sample)
        steps = self.played(sample, silences=False)
        dice = numbers(f"swaps {sample}")
        deals = [at for at, step in enumerate(steps) if step.actor == DEALER]
        swapped = 0
        for viewer in (None, *range(sample.seats)):
            for _ in range(10):
                first = deals[dice.below(len(deals))]
                stretch = steps[first : first + 1 + dice.below((3, 12, 45)[dice.below(3)])]
                # a deal later in the stretch shows cards of another deck
                ends = [at for at, step in enumerate(stretch) if at and step.actor == DEALER]
                of_this_deal = stretch[: ends[0]] if ends else stretch
                known = self.shown(of_this_deal, viewer) | self.shown(of_this_deal, None)
                hidden = [card for card in game.deck if card not in known]
                hands = [hand for hand in game.hands(stretch[0].after) if set(hand) & set(hidden)]
                if not hands:
                    continue
                hand = hands[dice.below(len(hands))]
                held = [card for card in hand if card in hidden]
                elsewhere = [card for card in hidden if card not in hand]
                if not elsewhere:
                    continue
                one = held[dice.below(len(held))]
                other = elsewhere[dice.below(len(elsewhere))]
                swapped += self._looks_the_same(sample, stretch, of_this_deal, viewer, one, other)
        assert swapped >= 2 * sample.seats

    def _looks_the_same(
        self,
        sample: Sample,
        stretch: Sequence[Step],
        of_this_deal: Sequence[Step],
        viewer: Seat | None,
        one: Card,
        other: Card,
    ) -> bool:
        """Plays a stretch again with two cards swapped; False if that is the same play."""
        game, words = self.game(sample), self.kit(sample).words
        names = NAMES[: sample.seats]
        s = stretch[0].before
        really = False
        actions = self.actions(game)
        for number, step in enumerate(stretch):
            text = step.text
            assert text is not None
            if number < len(of_this_deal):
                text = _with_swapped(text, one, other)
            try:
                game.check(s, step.actor, game.parse(text))
            except IllegalAction:
                assert not self.swaps_always_fit, f"{actor_name(step.actor)} {text} is refused"
                return False
            s, events = game.apply(s, step.actor, game.parse(text))
            really |= game.hands(s) != game.hands(step.after)
            assert encoded(told(events, viewer)) == encoded(told(step.events, viewer))
            assert encoded(public(events)) == encoded(public(step.events))
            assert words.story(events, names) == words.story(step.events, names)
            for eyes in {viewer, None}:
                assert encoded(game.view(s, eyes)) == encoded(game.view(step.after, eyes))
            assert game.turn(s) == game.turn(step.after)
            assert game.window(s) == game.window(step.after)
            assert game.scores(s) == game.scores(step.after)
        if viewer is not None:
            last = stretch[-1].after
            assert list(game.legal(s, viewer)) == list(game.legal(last, viewer))
            for action in actions.values():
                assert _answer(game.check, s, viewer, action) == _answer(
                    game.check, last, viewer, action
                )
            for text in self.plan_texts():
                assert _answer(game.left, s, viewer, text) == _answer(game.left, last, viewer, text)
        return really

    # -- answers left ahead --

    def test_plan_shows_nothing_before_its_turn(self, sample: Sample) -> None:
        """With or without a plan, all is the same for everybody until the plan's turn (PC-25).

        Two tables play the same game; at one of them a seat that is not at turn leaves an answer.
        The clock, the window, the stored table and every view stay equal, every change tells the
        same, and what the plan does is what the same action by hand does.
        """
        dice = numbers(f"plans {sample}")
        kept = acted = 0
        for attempt in range(100):
            if kept >= 6 and acted >= 2:
                break
            plain = self._somewhere(sample, dice)
            planned, owner, now = plain, DEALER, attempt * 1_000_000
            texts = dice.shuffled(self.plan_texts())
            for one, other in zip(texts[:90], texts[90:], strict=False):
                owner = dice.below(sample.seats)
                text = f"{one}; {other}" if dice.below(3) == 0 else one
                if owner == plain.turn:
                    continue
                try:
                    change = table.plan(plain, owner, text, now, SHOE)
                except GameError:
                    continue
                assert change.entries == change.events == ()
                planned = change.table
                break
            if planned is plain:
                continue
            kept += 1
            acted += self._plays_out_alike(plain, planned, owner, dice, now)
        if self.may_plan(self.game(sample)):
            assert kept >= 4
            assert acted >= 1
        else:
            assert kept == 0

    def _somewhere(self, sample: Sample, dice: Stream) -> Table:
        """A table in the middle of a random game."""
        game = self.game(sample)
        people = persons(NAMES[: sample.seats])
        at = table.begin("t", game, people, 0, SHOE, PACE).table
        for _ in range(dice.below(40)):
            assert at.turn is not None
            further = table.play(at, at.turn, self._any(at, dice), at.version, SHOE).table
            if further.outcome is not None:
                break
            at = further
        return at

    def _any(self, at: Table, dice: Stream) -> str:
        assert at.turn is not None
        legal = list(at.game.legal(at.state, at.turn))
        return at.game.write(self.choose(at.game, legal, dice))

    def _plays_out_alike(
        self, plain: Table, planned: Table, owner: Seat, dice: Stream, now: int
    ) -> bool:
        """Goes on at both tables until the plans are gone; True if one has acted."""
        acted = False
        while planned.plans:
            _assert_look_alike(plain, planned)
            turn = plain.turn
            if turn is None:
                break
            now += dice.below(400)
            text = self._any(plain, dice)
            without = table.play(plain, turn, text, now, SHOE)
            with_plan = table.play(planned, turn, text, now, SHOE)
            count = len(without.events)
            assert with_plan.events[:count] == without.events
            further = with_plan.events[count:]
            plain, planned = without.table, with_plan.table
            if not public(further):
                assert all(event.to == owner for event in further)
                continue
            # The plan has acted: by hand the same is done, and nobody can tell one from the other.
            told_by_hand: list[Event] = []
            for entry in with_plan.entries[len(without.entries) :]:
                if entry.actor == "dealer":
                    continue
                assert entry.actor == actor_name(owner)
                assert plain.turn == owner
                by_hand = table.play(plain, owner, entry.action, now, SHOE)
                told_by_hand += by_hand.events
                plain = by_hand.table
            assert told_by_hand == list(further)
            acted = True
        _assert_look_alike(plain, planned)
        return acted


@functools.lru_cache(maxsize=32)
def _walked(kind: type[GameContract], sample: Sample, silences: bool) -> tuple[Step, ...]:
    contract = kind()
    game = contract.game(sample)
    dice = numbers(f"play {sample} {silences}")
    s = game.setup(sample.seats)
    steps: list[Step] = []
    while (turn := game.turn(s)) is not None:
        assert len(steps) < contract.most_steps, "the game does not end"
        text: str | None = None
        if turn == DEALER:
            text = game.write(Deal(tuple(dice.shuffled(game.deck))))
        elif not silences or dice.below(9):
            text = game.write(contract.choose(game, list(game.legal(s, turn)), dice))
        after, events = _carry_out(game, s, turn, text)
        steps.append(Step(turn, text, s, after, events))
        s = after
    return tuple(steps)


def _played(contract: GameContract, sample: Sample, silences: bool) -> tuple[Step, ...]:
    return _walked(type(contract), sample, silences)


def _carry_out(
    game: Game[Any, Any], s: Any, actor: Seat, text: str | None
) -> tuple[Any, tuple[Event, ...]]:
    if text is None:
        return game.silence(s, actor)
    return game.apply(s, actor, game.parse(text))


def _passes(game: Game[Any, Any], s: Any, actor: Seat, action: Any) -> bool:
    try:
        game.check(s, actor, action)
    except IllegalAction:
        return False
    return True


def _answer(ask: Any, s: Any, seat: Seat, what: Any) -> str:
    """What a seat is answered, refusals included."""
    try:
        return repr(ask(s, seat, what))
    except GameError as error:
        return repr(error)


def _leaves(value: Any) -> Iterator[Any]:
    """The numbers and structs inside a field; words and switches are neither."""
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, (tuple, list, frozenset)):
        for inside in value:
            yield from _leaves(inside)
    elif isinstance(value, msgspec.Struct) or (
        isinstance(value, int) and not isinstance(value, bool)
    ):
        yield value


def _with_swapped(text: str, one: Card, other: Card) -> str:
    words = {write_card(one): write_card(other), write_card(other): write_card(one)}
    return " ".join(words.get(word, word) for word in text.split())


def _assert_look_alike(one: Table, other: Table) -> None:
    """All that anybody may see of two tables is the same, but for the plans themselves."""
    assert table.dump(one) == table.dump(other)
    assert one.window == other.window
    assert one.turn == other.turn
    assert one.clock.deadline == other.clock.deadline
    for viewer in (None, *range(len(one.players))):
        assert encoded(one.view(viewer)) == encoded(other.view(viewer))
