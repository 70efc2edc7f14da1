"""What everybody sees of Ball Four is the same, whatever cards nobody has shown.

Two deals are played through the host that differ only in cards that nobody shows. All that anybody
else can see must agree: posts byte for byte, their buttons, windows, deadlines, and who is written
to in private at which moment.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from bot import components
from bot.beats import Body
from bot.host import Host
from games import registry, shuffle
from games.ball_four.terms import Play
from games.cards import Card, read_card
from games.core import DEALER, Deal, Game
from games.pace import PRESETS
from storage import open_store
from storage.store import Place, Store

NAMES = ("Ana", "Ben", "Cho", "Dee", "Eli")
STEPS = 14
DEALS = range(20)
"""At most; it is enough when those at turn could have done different things."""

Deck = tuple[Card, ...]


class Looker:
    """Plays one deal through a host, and writes down all that can be seen."""

    def __init__(self, store: Store) -> None:
        self.now = 1_800_000_000
        self.seen: list[Any] = []
        self.could: list[set[str]] = []
        """What verbs whoever was at turn could have used, and suits for a foul ball."""
        self._store = store
        self._host = Host(
            store, lambda: self.now, secret=lambda size: bytes(size), new_id=lambda: "same22"
        )

    async def plays(self, game: str, seats: int, lines: Sequence[str]) -> None:
        """A game from the sign-up on, and so many actions in it."""
        host = self._host
        await host.open_sign_up(Place(1, 2), game, seats, PRESETS["daily"])
        for user, name in enumerate(NAMES[:seats], 1):
            assert (await host.join("same22", user, name)).done
        assert (await host.close("same22")).done
        await self._look()
        for line in lines:
            self.now += 100
            stored = await self._store.game("same22")
            assert stored is not None
            at = stored.table
            assert at.turn is not None
            legal = [at.game.write(one) for one in at.game.legal(at.state, at.turn)]
            suits = {f"foul in {text[-1]}" for text in legal if text.startswith("foul ")}
            self.could.append({text.split(" ")[0] for text in legal} | suits)
            answer = await host.play("same22", stored.user_at(at.turn) or 0, line)
            assert answer.done, answer.text
            await self._look()

    async def _look(self) -> None:
        """Everything that others than its addressee can tell of the posts, and the clock."""
        stored = await self._store.game("same22")
        assert stored is not None
        clock = stored.table.clock
        self.seen.append((stored.table.window, clock.deadline, clock.alarm, clock.reached))
        while heads := await self._store.owed(self.now, lease=60):
            for owed in heads:
                await self._store.posted(owed, 1000 + owed.id)
                body = Body.read(owed.body)
                view = components.under_a_post(body.kind, owed.game, body.key, body.offers)
                buttons = json.dumps(view.to_components() if view else None)
                said = owed.body if owed.user is None else (body.kind, body.key, body.offers)
                self.seen.append((owed.id, owed.channel, owed.user, said, buttons))


def deal(game: Game[Any, Any], deck: Deck, seats: int) -> Any:
    """The state after the first deal."""
    state = game.setup(seats)
    return game.apply(state, DEALER, Deal(deck))[0]


def promising(game: Game[Any, Any], seats: int, chance: random.Random) -> Deck:
    """A deck whose first leader can expose a rank."""
    while True:
        deck = tuple(chance.sample(game.deck, len(game.deck)))
        state = deal(game, deck, seats)
        turn = game.turn(state)
        assert turn is not None
        if any(_exposes(game, action) for action in game.legal(state, turn)):
            return deck


def wanders(game: Game[Any, Any], deck: Deck, seats: int, chance: random.Random) -> list[str]:
    """Actions that somebody might take in the first inning, Ball Fours and foul balls gladly."""
    state, lines = deal(game, deck, seats), []
    for _ in range(STEPS):
        turn = game.turn(state)
        if turn in (None, DEALER):
            break
        legal = list(game.legal(state, turn))
        verbs = Counter(game.write(action).split(" ")[0] for action in legal)
        verb = chance.choice([*verbs, *({"ball-four", "foul", "pass"} & set(verbs))])
        chosen = [action for action in legal if game.write(action).split(" ")[0] == verb]
        exposing = [action for action in chosen if _exposes(game, action)]
        gladly = exposing and chance.random() < 0.7
        action = chance.choice(exposing if gladly else chosen)
        after = game.apply(state, turn, action)[0]
        if game.turn(after) in (None, DEALER):
            break
        state = after
        lines.append(game.write(action))
    return lines


def _exposes(game: Any, action: Any) -> bool:
    """Whether an action is a hand on which a Ball Four can be laid."""
    hand = game.ranking.recognise(action.cards) if isinstance(action, Play) else None
    return hand is not None and bool(hand.exposed)


def shown_by(game: Game[Any, Any], deck: Deck, seats: int, lines: Sequence[str]) -> list[set[Card]]:
    """The cards that each seat shows in these actions."""
    state, shown = deal(game, deck, seats), [set[Card]() for _ in range(seats)]
    for line in lines:
        turn = game.turn(state)
        assert turn is not None
        shown[turn] |= {read_card(word) for word in line.split(" ")[1:]}
        state = game.apply(state, turn, game.parse(line))[0]
    return shown


def other_deal(
    game: Game[Any, Any], deck: Deck, seats: int, lines: Sequence[str], chance: random.Random
) -> Deck:
    """A deck that gives everybody the cards that they show, and else others than before."""
    shown = set().union(*shown_by(game, deck, seats, lines))
    places = [place for place, card in enumerate(deck) if card not in shown]
    hidden = [deck[place] for place in places]
    chance.shuffle(hidden)
    other = list(deck)
    for place, card in zip(places, hidden, strict=True):
        other[place] = card
    return tuple(other)


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("game", ["ball-four-52", "ball-four-40"])
async def test_nothing_public_tells_what_nobody_has_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, seats: int
) -> None:
    """Ball Fours that could be laid, suits that could be fouled, hands that could be beaten."""
    rules = registry.make(game, {}, seats)
    kinds = {"ball-four", "play"} | ({"foul"} if game == "ball-four-40" else set())
    told: Counter[str] = Counter()
    for seed in DEALS:
        if seed > 3 and kinds <= set(told):
            break
        chance = random.Random(f"{game} {seats} {seed}")
        deck = promising(rules, seats, chance)
        lines = wanders(rules, deck, seats, chance)
        lookers = []
        for number in range(3):
            path = tmp_path / f"{seed}-{number}.db"
            store = await open_store(f"sqlite:///{path}")
            monkeypatch.setattr(shuffle.Shoe, "deck", _always(deck))
            looker = Looker(store)
            await looker.plays(game, seats, lines)
            assert await store.check() == ()
            await store.close()
            lookers.append(looker)
            deck = other_deal(rules, deck, seats, lines, chance)
        for one, other in pairwise(lookers):
            for mine, yours in zip(one.seen, other.seen, strict=True):
                assert mine == yours
            for first, second in zip(one.could, other.could, strict=True):
                told.update(text.split(" ")[0] for text in first ^ second)
    # it would be told by these differences, if anything told it
    assert kinds <= set(told)


def _always(deck: Deck) -> Any:
    def same(shoe: shuffle.Shoe, number: int, cards: Sequence[Card]) -> Deck:
        return deck

    return same
