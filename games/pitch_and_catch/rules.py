"""Pitch & Catch: the trick-taking game of the play-by-post boards, seven players, seven innings.

The variant is the one written down in `rulebook.md`: seven cards each, an inning per player, tricks
of pitch, swing and catch, balls kept for points, three unhit pitches in a row win at once. Numbers
such as PC-9 are that rulebook's clauses. The game's terms are in `terms.py`, answers left ahead in
`plans.py`, sentences in `text.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal

import msgspec
from msgspec.structs import replace

from games.cards import DECK, Card, CardUnreadable, read_card, write_card, write_cards
from games.core import (
    DEALER,
    Deal,
    Event,
    IllegalAction,
    NotationError,
    NotHeld,
    OptionError,
    Outcome,
    Plan,
    Seat,
    Window,
    WrongActor,
    WrongMoment,
    check_deck,
    misapplied,
    places,
    read_deal,
)
from games.pitch_and_catch import plans
from games.pitch_and_catch.terms import (
    ACE_CATCH,
    CATCHES,
    FACE,
    GLOVE,
    PASS,
    PITCHES,
    STRIKES_TO_WIN,
    SWINGS,
    Action,
    BallKept,
    Caught,
    ExtraInning,
    Field,
    Fielding,
    GameEnds,
    HandDealt,
    Hit,
    HitterFields,
    Inning,
    InningBegins,
    InningEnds,
    InTrick,
    Match,
    MustPitch,
    Over,
    Pass,
    Passed,
    Pitch,
    Pitched,
    PitcherFields,
    PitcherSwings,
    Pitching,
    PitchPassesOn,
    SecondChance,
    Shuffling,
    State,
    Strike,
    Swing,
    Swinging,
    Swung,
    View,
    catch_fault,
    clockwise,
    held_cards,
    lowest_catch,
    scope_name,
    sort_key,
    swing_fault,
)


class PitchAndCatch(msgspec.Struct, frozen=True):
    """Pitch & Catch with its options; the fields stand in the order of the rulebook's list."""

    players: int = 7
    hand_size: int = 7
    strike_carry: Literal["inning", "game"] = "inning"
    tie: Literal["shared", "extra-innings"] = "shared"
    tempo: Literal["open", "strict"] = "open"
    pitcher_fields: bool = True
    strike_quorum: Literal["any", "half"] = "any"

    id: ClassVar[str] = "pitch-and-catch"
    title: ClassVar[str] = "Pitch & Catch"
    seats: ClassVar[range] = range(3, 8)
    rules: ClassVar[int] = 1
    deck: ClassVar[tuple[Card, ...]] = DECK
    state_type: ClassVar[object] = State

    def __post_init__(self) -> None:
        if self.players not in self.seats:
            raise OptionError(f"players is 3 to 7, not {self.players}")
        most = len(DECK) // self.players
        if not 1 <= self.hand_size <= most:
            raise OptionError(
                f"hand_size is 1 to {most} with {self.players} players, not {self.hand_size}"
            )

    # -- setting up and looking --

    def setup(self, seats: int) -> State:
        """The state before the first shuffle."""
        if seats != self.players:
            raise OptionError(f"this game is for {self.players} players, not {seats}")
        return Shuffling(Match(1, 0, tuple(range(seats)), (0,) * seats, (0, 0)))

    def turn(self, s: State) -> Seat | None:
        """The seat that must act, DEALER before an inning, None at the end."""
        match s:
            case Swinging() | Fielding():
                return s.waiting[0]
            case Pitching():
                return s.inning.pitcher
            case Shuffling():
                return DEALER
            case Over():
                return None

    def window(self, s: State) -> Window | None:
        """The pitch, the swings or the catches of a trick: `1.3.swing`, alive for trick `1.3`."""
        seats: tuple[Seat, ...]
        match s:
            case Pitching():
                decision, seats = "pitch", (s.inning.pitcher,)
            case Swinging():
                decision, seats = "swing", s.waiting
            case Fielding():
                decision, seats = "field", s.waiting
            case _:
                return None
        scope = scope_name(s.match.inning, s.inning.trick)
        return Window(f"{scope}.{decision}", scope, decision, seats)

    def scores(self, s: State) -> tuple[int, ...]:
        """Points of the finished innings."""
        return s.match.points

    def hands(self, s: State) -> tuple[tuple[Card, ...], ...]:
        """Each seat's cards, lowest face value first."""
        if isinstance(s, InTrick):
            return s.inning.hands
        return ((),) * len(s.match.points)

    def outcome(self, s: State) -> Outcome | None:
        """Places by points; who wins by three strikes is in front of all (PC-19)."""
        if not isinstance(s, Over):
            return None
        return Outcome(s.reason, s.match.points, places(s.match.points, first=s.winner))

    def view(self, s: State, seat: Seat | None) -> View:
        """What `seat` may know: cards it holds, cards that were played, and counts of the rest."""
        match = s.match
        known = View(
            seat=seat,
            hand=(),
            decision="over" if isinstance(s, Over) else "shuffle",
            turn=self.turn(s),
            inning=match.inning,
            innings=len(match.points),
            dealer=match.dealer,
            playing=match.playing,
            points=match.points,
            run=match.run,
        )
        if not isinstance(s, InTrick):
            return known
        inning = s.inning
        known = replace(
            known,
            hand=() if seat is None else inning.hands[seat],
            decision="pitch",
            trick=inning.trick,
            pitcher=inning.pitcher,
            counts=tuple(len(hand) for hand in inning.hands),
            balls=inning.balls,
            discards=inning.discards,
        )
        match s:
            case Pitching():
                return known
            case Swinging():
                return replace(
                    known,
                    decision="swing",
                    ball=s.ball,
                    strike_counts=s.counts,
                    waiting=s.waiting,
                    swings=s.swings,
                )
            case Fielding():
                return replace(
                    known,
                    decision="field",
                    ball=s.ball,
                    waiting=s.waiting,
                    swings=s.swings,
                    catches=s.catches,
                )

    # -- what is legal --

    def check(self, s: State, seat: Seat, a: Action) -> None:
        """Raises IllegalAction with the clause that forbids `a`, if any does.

        A clause that forbids the action by name comes first, then whose turn it is (X-14), then
        whether the card is held (X-15).
        """
        match s, a:
            case Shuffling(), Deal() if seat == DEALER:
                check_deck(a.cards, self.deck)
                return
            case Swinging(), Swing(card) if seat in s.match.playing:
                self._check_swing(s, seat, card)
            case Fielding(), Field(card) if seat in s.match.playing:
                self._check_catch(s, seat, card)
            case Pitching(inning=inning), Pass() if seat == inning.pitcher:
                raise IllegalAction("PC-7", MustPitch())
        if seat != self.turn(s):
            raise IllegalAction("X-14", WrongActor(self.turn(s)))
        match s, a:
            case (
                (Pitching(inning=inning), Pitch(card))
                | (Swinging(inning=inning), Swing(card))
                | (Fielding(inning=inning), Field(card))
            ):
                if card not in inning.hands[seat]:
                    raise IllegalAction("X-15", NotHeld((card,)))
            case Swinging() | Fielding(), Pass():
                pass
            case _:
                raise IllegalAction("X-14", WrongMoment(moment(s)))

    def _check_swing(self, s: Swinging, seat: Seat, card: Card) -> None:
        """PC-9: who may swing, and at most the ball, above every swing so far."""
        if seat == s.inning.pitcher:
            raise IllegalAction("PC-9", PitcherSwings())
        if seat not in s.waiting and held_cards(s.inning, seat, s.swings):
            raise IllegalAction("PC-9", SecondChance("swing"))
        if fact := swing_fault(s, card):
            raise IllegalAction("PC-9", fact)

    def _check_catch(self, s: Fielding, seat: Seat, card: Card) -> None:
        """PC-13: who may catch, and at least the ball, above the last catch."""
        if seat == s.swings[-1][0]:
            raise IllegalAction("PC-13", HitterFields())
        if seat == s.inning.pitcher and not self.pitcher_fields:
            raise IllegalAction("PC-13", PitcherFields())
        if seat not in s.waiting and held_cards(s.inning, seat, s.catches):
            raise IllegalAction("PC-13", SecondChance("field"))
        if fact := catch_fault(s, card):
            raise IllegalAction("PC-13", fact)

    def legal(self, s: State, seat: Seat) -> Iterator[Action]:
        """Every action of the seat at turn."""
        legal: list[Action] = []
        match s:
            case Swinging() if seat == s.waiting[0]:
                floor = FACE[s.swings[-1][1]] if s.swings else 0
                ceiling = FACE[s.ball]
                hand = s.inning.hands[seat]
                legal = [SWINGS[card] for card in hand if floor < FACE[card] <= ceiling]
                legal.append(PASS)
            case Fielding() if seat == s.waiting[0]:
                floor = lowest_catch(s.ball, s.catches)
                hand = s.inning.hands[seat]
                legal = [CATCHES[card] for card in hand if GLOVE[card] >= floor]
                legal.append(PASS)
            case Pitching() if seat == s.inning.pitcher:
                legal = [PITCHES[card] for card in s.inning.hands[seat]]
        return iter(legal)

    # -- what happens --

    def apply(self, s: State, seat: Seat, a: Action) -> tuple[State, tuple[Event, ...]]:
        """The next state and what is to be told; `a` has passed `check`."""
        match s:
            case Swinging():
                return self._swing(s, seat, a)
            case Fielding():
                return self._field(s, seat, a)
            case Pitching() if isinstance(a, Pitch):
                return self._pitch(s, a.card, by_player=True)
            case Shuffling() if isinstance(a, Deal):
                return self._deal(s, a.cards)
        misapplied(s, a)

    def silence(self, s: State, seat: Seat) -> tuple[State, tuple[Event, ...]]:
        """A time-out: no swing, no catch; the highest card is pitched and cannot count (PC-27)."""
        if isinstance(s, Pitching):
            return self._pitch(s, s.inning.hands[seat][-1], by_player=False)
        return self.apply(s, seat, PASS)

    def _deal(self, s: Shuffling, cards: tuple[Card, ...]) -> tuple[State, tuple[Event, ...]]:
        match = s.match
        order = clockwise(match.playing, match.dealer)
        hands: list[tuple[Card, ...]] = [()] * len(match.points)
        dealt = self.hand_size * len(order)
        for place, seat in enumerate(order):
            hands[seat] = tuple(sorted(cards[place : dealt : len(order)], key=sort_key))
        empty: tuple[tuple[Card, ...], ...] = ((),) * len(hands)
        inning = Inning(1, match.dealer, tuple(hands), empty, (), cards[dealt:])
        begins = InningBegins(
            match.inning,
            match.dealer,
            match.playing,
            self.hand_size,
            extra=match.inning > len(match.points),
        )
        told = tuple(HandDealt(hands[seat], to=seat) for seat in match.playing)
        return Pitching(match, inning), (begins, *told)

    def _pitch(self, s: Pitching, ball: Card, by_player: bool) -> tuple[State, tuple[Event, ...]]:
        match, inning = s.match, s.inning
        pitcher = inning.pitcher
        run = match.run[1] if match.run[0] == pitcher else 0  # PC-22
        waiting = tuple(
            seat for seat in clockwise(match.playing, pitcher)[:-1] if inning.hands[seat]
        )
        counts = by_player and self._quorum(match, len(waiting))
        hands = _without(inning.hands, pitcher, ball)
        return (
            Swinging(
                match=replace(match, run=(pitcher, run if by_player else 0)),  # PC-28
                inning=replace(inning, hands=hands),
                ball=ball,
                counts=counts,
                waiting=waiting,
                swings=(),
            ),
            (Pitched(pitcher, ball, run, counts, by_player, empty=not hands[pitcher]),),
        )

    def _quorum(self, match: Match, others_with_cards: int) -> bool:
        """Whether enough of the other players could hit the pitch for it to count (PC-28)."""
        return self.strike_quorum == "any" or 2 * others_with_cards >= len(match.playing) - 1

    def _swing(self, s: Swinging, seat: Seat, a: Action) -> tuple[State, tuple[Event, ...]]:
        match a:
            case Pass():
                return self._after_swing(
                    replace(s, waiting=s.waiting[1:]), (Passed(seat, "swing"),)
                )
            case Swing(card):
                closes = FACE[card] == FACE[s.ball]
                inning = _discarded(s.inning, seat, card)
                return self._after_swing(
                    replace(
                        s,
                        inning=inning,
                        waiting=() if closes else s.waiting[1:],
                        swings=(*s.swings, (seat, card)),
                    ),
                    (Swung(seat, card, closes, empty=not inning.hands[seat]),),
                )
        misapplied(s, a)

    def _after_swing(self, s: Swinging, told: tuple[Event, ...]) -> tuple[State, tuple[Event, ...]]:
        if s.waiting:
            return s, told
        match, inning = s.match, s.inning
        pitcher = inning.pitcher
        if not s.swings:
            run = match.run[1] + 1 if s.counts else 0
            match = replace(match, run=(pitcher, run))
            inning = _kept(inning, pitcher, s.ball)
            told = (*told, Strike(pitcher, s.ball, run))
            if run == STRIKES_TO_WIN:
                return self._over(Over(match, "three-strikes", pitcher), told)
            return self._next_trick(match, inning, told)
        hitter = s.swings[-1][0]
        waiting = tuple(
            seat
            for seat in clockwise(match.playing, hitter)[:-1]
            if inning.hands[seat] and (self.pitcher_fields or seat != pitcher)
        )
        hit = Fielding(
            match=replace(match, run=(pitcher, 0)),
            inning=inning,
            ball=s.ball,
            waiting=waiting,
            swings=s.swings,
            catches=(),
        )
        return self._after_catch(hit, (*told, Hit(hitter, s.ball)))

    def _field(self, s: Fielding, seat: Seat, a: Action) -> tuple[State, tuple[Event, ...]]:
        match a:
            case Pass():
                return self._after_catch(
                    replace(s, waiting=s.waiting[1:]), (Passed(seat, "field"),)
                )
            case Field(card):
                closes = GLOVE[card] == ACE_CATCH
                inning = _discarded(s.inning, seat, card)
                return self._after_catch(
                    replace(
                        s,
                        inning=inning,
                        waiting=() if closes else s.waiting[1:],
                        catches=(*s.catches, (seat, card)),
                    ),
                    (Caught(seat, card, closes, empty=not inning.hands[seat]),),
                )
        misapplied(s, a)

    def _after_catch(self, s: Fielding, told: tuple[Event, ...]) -> tuple[State, tuple[Event, ...]]:
        if s.waiting:
            return s, told
        keeper = (s.catches or s.swings)[-1][0]
        told = (*told, BallKept(keeper, s.ball, caught=bool(s.catches)))
        return self._next_trick(s.match, _kept(s.inning, keeper, s.ball), told)

    def _next_trick(
        self, match: Match, inning: Inning, told: tuple[Event, ...]
    ) -> tuple[State, tuple[Event, ...]]:
        """PC-17, then PC-8; `inning.pitcher` has the last ball."""
        if sum(map(bool, inning.hands)) <= 1:
            return self._inning_ends(match, inning, told)
        holder = inning.pitcher
        if not inning.hands[holder]:
            order = clockwise(match.playing, holder)
            pitcher = next(seat for seat in order if inning.hands[seat])
            inning = replace(inning, pitcher=pitcher)
            told = (*told, PitchPassesOn(holder, pitcher))
        return Pitching(match, replace(inning, trick=inning.trick + 1)), told

    def _inning_ends(
        self, match: Match, inning: Inning, told: tuple[Event, ...]
    ) -> tuple[State, tuple[Event, ...]]:
        gained = tuple(sum(FACE[ball] for ball in pile) for pile in inning.balls)
        points = tuple(before + now for before, now in zip(match.points, gained, strict=True))
        holder = next((seat for seat, hand in enumerate(inning.hands) if hand), None)
        told = (*told, InningEnds(match.inning, gained, points, holder))
        match = replace(match, points=points)
        innings = len(points)
        if match.inning >= innings:
            # Whoever is out of the tie-break is behind those who play on, so this finds them alone.
            level = tuple(seat for seat in match.playing if points[seat] == max(points))
            if self.tie == "shared" or len(level) == 1:
                extra = match.inning > innings
                return self._over(Over(match, "extra-innings" if extra else "innings"), told)
            match = replace(match, playing=level)
            told = (*told, ExtraInning(level))
        return (
            Shuffling(
                replace(
                    match,
                    inning=match.inning + 1,
                    dealer=clockwise(match.playing, match.dealer)[0],
                    run=match.run if self.strike_carry == "game" else (0, 0),  # PC-21
                )
            ),
            told,
        )

    def _over(self, s: Over, told: tuple[Event, ...]) -> tuple[State, tuple[Event, ...]]:
        outcome = self.outcome(s)
        assert outcome is not None  # an Over always has one
        return s, (*told, GameEnds(outcome))

    # -- plans --

    def left(self, s: State, seat: Seat, text: str) -> Plan:
        """Reads a swing, a catch or a next pitch left ahead (PC-24)."""
        return plans.left(self, s, seat, text)

    def resolve(self, s: State, seat: Seat, plan: Plan) -> Action | None:
        """What such an answer does now that its turn has come."""
        return plans.resolve(self, s, seat, plan)

    # -- notation --

    def parse(self, text: str) -> Action:
        """Reads `pitch 9c`, `swing 9c`, `field 9c`, `pass`, or the dealer's `deal` line."""
        verb, rest = (*text.split(None, 1), "", "")[:2]
        match verb.lower():
            case "pitch":
                return PITCHES[_one_card(verb, rest)]
            case "swing":
                return SWINGS[_one_card(verb, rest)]
            case "field":
                return CATCHES[_one_card(verb, rest)]
            case "pass" if not rest:
                return PASS
            case "pass":
                raise NotationError('nothing after "pass"', rest)
            case "deal":
                return read_deal(rest)
        raise NotationError("pitch, swing or field with a card, or pass", text.strip())

    def write(self, a: Action) -> str:
        """The canonical text of an action."""
        match a:
            case Pitch(card):
                return f"pitch {write_card(card)}"
            case Swing(card):
                return f"swing {write_card(card)}"
            case Field(card):
                return f"field {write_card(card)}"
            case Pass():
                return "pass"
            case Deal(cards):
                return f"deal {write_cards(cards)}"


def choiceless(game: PitchAndCatch, view: View) -> bool:
    """Whether the last card is to be pitched, or no card that nobody has shown would fit."""
    assert view.turn is not None  # somebody is asked
    if view.decision == "pitch":
        return view.counts[view.turn] == 1
    ball = view.ball
    assert ball is not None  # it was pitched
    shown = {ball, *view.discards, *(kept for pile in view.balls for kept in pile)}
    hidden = [card for card in game.deck if card not in shown]
    if view.decision == "field":
        least = lowest_catch(ball, view.catches)
        return all(GLOVE[card] < least for card in hidden)
    best = FACE[view.swings[-1][1]] if view.swings else 0
    return not any(best < FACE[card] <= FACE[ball] for card in hidden)


# --- small steps ---------------------------------------------------------------------------------


def moment(s: State) -> str:
    """What would be an action of this moment."""
    match s:
        case Pitching():
            return "a pitch"
        case Swinging():
            return "a swing or a pass"
        case Fielding():
            return "a catch (field) or a pass"
        case Shuffling():
            return "the deal"
        case Over():
            return "nothing, the game is over"


def _one_card(verb: str, text: str) -> Card:
    try:
        return read_card(text.strip())
    except CardUnreadable:
        raise NotationError(f'one card after "{verb}", like 9c', text.strip()) from None


def _without(
    hands: tuple[tuple[Card, ...], ...], seat: Seat, card: Card
) -> tuple[tuple[Card, ...], ...]:
    hand = hands[seat]
    at = hand.index(card)
    return (*hands[:seat], hand[:at] + hand[at + 1 :], *hands[seat + 1 :])


def _discarded(inning: Inning, seat: Seat, card: Card) -> Inning:
    return replace(
        inning,
        hands=_without(inning.hands, seat, card),
        discards=(*inning.discards, card),
    )


def _kept(inning: Inning, seat: Seat, ball: Card) -> Inning:
    """The ball goes to its keeper's pile, who pitches next (PC-15, PC-16)."""
    balls = inning.balls
    pile = (*balls[seat], ball)
    return replace(inning, balls=(*balls[:seat], pile, *balls[seat + 1 :]), pitcher=seat)
