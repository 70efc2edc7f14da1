"""Games of Ball Four in the making, for the tests of both editions: decks and boards.

Most boards are in the middle of an inning, with small hands: what nobody holds has been played.
What the rules say about them belongs in the tests; nothing here decides whether a play is legal.
"""

from collections.abc import Sequence
from typing import Any, Literal

import pytest

from games.ball_four import fifty_two, forty
from games.ball_four.terms import Hands
from games.cards import Card, read_card, write_card, write_cards
from games.core import DEALER, Event, Game, IllegalAction, Window, actor_name
from tests.helpers import seat


def cards(text: str) -> tuple[Card, ...]:
    """The cards of a text, in its order."""
    return tuple(read_card(word) for word in text.split())


def stack(
    game: Game[Any, Any], hands: Sequence[str], aside: str = "", dealer: int = 0
) -> list[str]:
    """A deck, top first, that deals these cards to these seats from the dealer's left (X-3).

    A hand that is too short is filled up with cards that nobody has asked for, the lowest first.
    """
    seats, left = len(hands), aside.split()
    size = len(game.deck) // seats
    named = [*left, *(card for hand in hands for card in hand.split())]
    assert len(set(named)) == len(named), "a card is in two places"
    rest = [text for text in map(write_card, sorted(game.deck)) if text not in named]
    full = []
    for hand in hands:
        short = size - len(hand.split())
        assert short >= 0, "a hand is too long"
        full.append(hand.split() + rest[:short])
        del rest[:short]
    order = [(dealer + step) % seats for step in range(1, seats + 1)]
    return [full[at][turn] for turn in range(size) for at in order] + left + rest


class Board:
    """A game that is going on, played by lines of a record.

    `events` are those of the last line, `told` those of all lines.
    """

    def __init__(self, game: Game[Any, Any], state: Any) -> None:
        self.game = game
        self.state = state
        self.events: tuple[Event, ...] = ()
        self.told: list[Event] = []

    def play(self, text: str) -> "Board":
        """Plays lines like `p1 play 3c / p2 pass / clock p3`, all of which must be legal."""
        for line in filter(str.strip, text.replace("\n", "/").split("/")):
            actor, action = line.split(None, 1)
            if actor == "clock":
                silent = seat(action.strip())
                assert self.game.turn(self.state) == silent
                self.state, self.events = self.game.silence(self.state, silent)
            else:
                parsed = self.game.parse(action)
                self.game.check(self.state, seat(actor), parsed)
                self.state, self.events = self.game.apply(self.state, seat(actor), parsed)
            self.told += self.events
        return self

    def deal(self, hands: Sequence[str], aside: str = "", dealer: int = 0) -> "Board":
        """The deal that is due, laid out so that these cards are where they should be."""
        return self.play(f"dealer deal {' '.join(stack(self.game, hands, aside, dealer))}")

    def refused(self, line: str) -> IllegalAction:
        """Why a line is refused."""
        actor, action = line.split(None, 1)
        with pytest.raises(IllegalAction) as caught:
            self.game.check(self.state, seat(actor), self.game.parse(action))
        return caught.value

    @property
    def turn(self) -> str:
        """Whose line must come next."""
        return actor_name(self.game.turn(self.state))

    @property
    def legal(self) -> list[str]:
        """Everything that may be done now, each thing once."""
        turn = self.game.turn(self.state)
        assert turn not in (None, DEALER)
        texts = sorted(map(self.game.write, self.game.legal(self.state, turn)))
        assert len(set(texts)) == len(texts)
        return texts

    def legal_by(self, verb: str) -> list[str]:
        """What of that begins with a verb."""
        return [text for text in self.legal if text.startswith(verb)]

    @property
    def hands(self) -> list[str]:
        """What everybody holds."""
        return [write_cards(hand) for hand in self.game.hands(self.state)]

    @property
    def runs(self) -> list[int]:
        """Runs of the finished innings."""
        return list(self.game.scores(self.state))

    @property
    def tokens(self) -> list[int]:
        """Everybody's Strike Tokens (40 cards)."""
        return list(self.state.match.tokens)

    @property
    def window(self) -> Window:
        """The decision that is open."""
        window = self.game.window(self.state)
        assert window is not None
        return window

    @property
    def key(self) -> str | None:
        """The key of the open window, if there is one."""
        window = self.game.window(self.state)
        return window.key if window else None

    @property
    def asked(self) -> list[str]:
        """Who may still be asked in the open window."""
        seats = self.window.seats
        assert actor_name(seats[0]) == self.turn
        return list(map(actor_name, seats))

    def view(self, viewer: int | None = None) -> Any:
        """What a seat may know, or a spectator."""
        return self.game.view(self.state, viewer)


def board_52(
    hands: Sequence[str],
    plays: str = "",
    *,
    leader: int = 0,
    inning: int = 2,
    dealer: int = 1,
    runs: Sequence[int] | None = None,
    winner: int = 0,
    extra: bool = False,
    **options: Any,
) -> Board:
    """52 cards, `leader` leads; after the first inning, so that the first lead is long past."""
    game = fifty_two.BallFour52(**options)
    held, played, nothing = _laid_out(game, hands)
    before = tuple(runs or (0,) * len(hands))
    lines = (before,) + ((0,) * len(hands),) * (inning - 2)
    match = fifty_two.Match(inning, dealer, before, lines, winner, extra)
    middle = fifty_two.Inning(1, held, played, nothing, nothing, ())
    return Board(game, fifty_two.Leading(match, middle, leader)).play(plays)


def board_40(
    hands: Sequence[str],
    plays: str = "",
    *,
    leader: int = 0,
    tokens: int | Sequence[int] = 3,
    rule: Literal["double-header", "pinch-hitter", "none"] | None = None,
    **options: Any,
) -> Board:
    """40 cards, `leader` leads; in the second inning, or in the seventh with a rule of its own."""
    game = forty.BallFour40(**options)
    held, played, nothing = _laid_out(game, hands)
    finished = 1 if rule is None else 6
    level = (0,) * len(hands)
    stretch = None if rule is None else forty.Stretch(rule, 0)
    wallets = (tokens,) * len(hands) if isinstance(tokens, int) else tuple(tokens)
    match = forty.Match(finished + 1, 1, (level,) * finished, level, wallets, stretch)
    middle = forty.Inning(1, held, nothing, played, (), ())
    return Board(game, forty.Leading(match, middle, leader)).play(plays)


def _laid_out(game: Any, hands: Sequence[str]) -> tuple[Hands, tuple[Card, ...], Hands]:
    """The hands in order, the cards that nobody holds, and a row of nothing for every seat."""
    held = tuple(game.ranking.arranged(cards(hand)) for hand in hands)
    together = [card for hand in held for card in hand]
    assert len(set(together)) == len(together), "a card is in two hands"
    played = tuple(card for card in game.deck if card not in together)
    return held, played, ((),) * len(hands)
