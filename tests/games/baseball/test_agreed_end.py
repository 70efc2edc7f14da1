"""BB-27, the end that is agreed: it belongs to the table, and ends a game between two deals."""

from __future__ import annotations

from itertools import islice

import pytest
from msgspec.structs import replace

from games import house, record, registry, sign_up, table
from games.core import OptionError, OrderRefused
from games.house import Player
from games.pace import Pace, read_pace, read_until, write_pace
from games.shuffle import Shoe, seeds
from games.table import Change, Table
from tests.games.baseball.seeds import stays_in

BEGAN = 1_800_000_000
SHOE = Shoe(bytes(32), "agreed")
PACE = Pace(window=3600, grace=60)


def begun(until: int | None, game: str = "baseball", shoe: Shoe = SHOE) -> Change:
    """Three people sit down at a table that has agreed on an end, in seconds from the beginning."""
    pace = PACE if until is None else replace(PACE, until=BEGAN + until)
    players = [Player(name) for name in ("Ana", "Ben", "Cho")]
    return table.begin("t", registry.read_game(game, 3), players, BEGAN, shoe, pace)


def folds(at: Table, seconds: int) -> Change:
    """Whoever is at turn folds, so many seconds after the beginning."""
    assert at.turn is not None
    return table.play(at, at.turn, "fold", BEGAN + seconds, SHOE)


def order(at: Table, until: int | None, seconds: int = 0) -> Change:
    """A moderator agrees on an end, or takes it back."""
    moment = None if until is None else BEGAN + until
    return table.moderate(at, house.Until(moment), BEGAN + seconds, SHOE, by="Hal")


def deal_ends(at: Table, seconds: int) -> Change:
    """Two fold, so that the third wins the deal; what follows the last fold."""
    deal = at.state.standing.deal
    while True:
        change = folds(at, seconds)
        at = change.table
        if at.outcome is not None or at.state.standing.deal != deal:
            return change


def lines(change: Change) -> list[str]:
    """The journal rows of a change, a deal without its cards."""
    return [
        f"{entry.actor} {entry.action.partition(' ')[0]}" if entry.actor else entry.note or ""
        for entry in change.entries
    ]


@pytest.mark.parametrize(("until", "ends"), [(99, True), (100, True), (101, False)])
def test_bb_27_the_house_writes_its_end_in_place_of_the_next_deal(until: int, ends: bool) -> None:
    """The first deal is over after 100 seconds, and that second is not before itself."""
    change = deal_ends(begun(until).table, 100)
    assert lines(change)[1:] == (["house end"] if ends else ["dealer deal"])
    outcome = change.table.outcome
    assert (outcome.reason if outcome else None) == ("ended" if ends else None)


def test_bb_27_a_deal_that_is_running_is_played_to_its_end() -> None:
    """However long ago the agreed time was."""
    at = begun(50).table
    at = folds(at, 100_000).table
    assert at.outcome is None
    assert lines(folds(at, 200_000))[1:] == ["house end"]


def test_bb_27_one_deal_is_played_whatever_was_agreed() -> None:
    """The time was over before anybody sat down; before the first deal nothing can be ended."""
    change = begun(0)
    assert lines(change) == ["dealer deal"]
    assert change.table.outcome is None
    assert lines(deal_ends(change.table, 0))[1:] == ["house end"]


def test_bb_27_a_deal_that_is_rained_out_is_dealt_again_first() -> None:
    """It is the same deal, so nothing ends there (BB-34)."""
    rained = 0
    for seed in islice(seeds("rain"), 60):
        at = begun(0, "baseball (rainy_day=on)", Shoe(seed, "agreed")).table
        while at.outcome is None:
            legal = [at.game.write(action) for action in at.game.legal(at.state, at.turn)]
            at = table.play(at, at.turn, stays_in(legal), BEGAN + 1, Shoe(seed, "agreed")).table
        # the deal that would come next
        assert (at.outcome.reason, at.state.standing.deal) == ("ended", 2)
        rained += at.deals > 1
    assert rained > 5


def test_a_moderator_agrees_on_an_end_and_takes_it_back() -> None:
    """Both are told to everybody, and stand in the journal as notes."""
    change = order(begun(None).table, 0)
    assert lines(change) == ["house until 2027-01-15 08:00:00Z by Hal"]
    assert change.events == (house.Ordered(house.Until(BEGAN), by="Hal"),)
    back = order(change.table, None)
    assert lines(back) == ["house until none by Hal"]
    assert lines(deal_ends(back.table, 10))[1:] == ["dealer deal"]
    assert lines(deal_ends(change.table, 10))[1:] == ["house end"]


def test_an_agreed_end_is_stored_with_its_table() -> None:
    """After a restart it still holds."""
    at = table.load(table.dump(order(begun(None).table, 500).table))
    assert lines(deal_ends(at, 499))[1:] == ["dealer deal"]
    assert lines(deal_ends(at, 500))[1:] == ["house end"]


def test_an_agreed_end_that_makes_no_sense_is_refused() -> None:
    """One that is over, the same once more, none taken back."""
    at = begun(None).table
    for until, words in ((-1, "now or later"), (None, "no end is agreed")):
        with pytest.raises(OrderRefused, match=words):
            order(at, until)
    at = order(at, 0).table
    for until in (0, 7):
        with pytest.raises(OrderRefused, match="agreed already"):
            order(at, until, seconds=until)


def test_a_table_that_cannot_have_an_agreed_end_says_why() -> None:
    """A game that ends by its own rules, and a table without a clock."""
    with pytest.raises(OrderRefused, match="Pitch & Catch ends by its own rules"):
        order(begun(None, "pitch-and-catch").table, 100)
    players = [Player(name) for name in ("Ana", "Ben", "Cho")]
    at = table.begin("t", registry.read_game("baseball", 3), players, BEGAN, SHOE).table
    with pytest.raises(OrderRefused, match="without a clock"):
        order(at, 100)


def test_a_journal_with_an_agreed_end_folds_to_the_same_table() -> None:
    """The end is a line like any other, and no clock is asked."""
    change = begun(5)
    entries = [*change.entries]
    at = change.table
    while at.outcome is None:
        change = folds(at, 10)
        entries += change.entries
        at = change.table
    start = table.seat_players("t", at.game, at.players)
    assert record.fold(start, entries).table.state == at.state


@pytest.mark.parametrize(
    ("game", "until", "words"),
    [
        ("baseball", 1, None),
        ("baseball", 0, "expected an end later than now, found 2027-01-15 08:00 UTC"),
        ("pitch-and-catch", 1, "Pitch & Catch ends by its own rules"),
        ("ball-four-40", 1, "Ball Four .* ends by its own rules"),
    ],
)
def test_a_sign_up_is_opened_with_an_end_that_can_be(
    game: str, until: int, words: str | None
) -> None:
    """X-13: later than now, and for a game that can end between two deals."""
    pace = read_pace(write_pace(replace(PACE, until=BEGAN + until)))
    if words is None:
        assert sign_up.open_sign_up("s", game, 3, pace, BEGAN).pace.until == BEGAN + until
        return
    with pytest.raises(OptionError, match=words):
        sign_up.open_sign_up("s", game, 3, pace, BEGAN)


@pytest.mark.parametrize(
    "text", ["2027-03-14 20:00", "2027-03-14T20:00:00Z"], ids=["as people write", "in a pace"]
)
def test_an_end_is_read_in_utc(text: str) -> None:
    """Whatever the zone of the machine is."""
    assert read_until(text) == 1_805_054_400


@pytest.mark.parametrize("text", ["", "20:00", "2027-02-30 20:00", "2027-03-14 24:00", "soon"])
def test_an_end_that_is_no_time_is_refused(text: str) -> None:
    """It says how one is written, and that it is UTC."""
    with pytest.raises(OptionError, match="expected a time in UTC like 2027-03-14 20:00, found"):
        read_until(text)
