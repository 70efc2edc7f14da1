"""The house: what it refuses, what it goes on to do by itself, and every order it can be given.

At most of these tables Ana (p1), Ben (p2) and Cho (p3) have three cards each and Ana pitches.
"""

from collections.abc import Callable
from typing import TypeVar

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import house, record, registry, table
from games.core import (
    DEALER,
    Finished,
    GameError,
    IllegalAction,
    NotationError,
    NotSeated,
    NotYourTurn,
    OptionError,
    OrderRefused,
    OtherDeck,
    Outcome,
    Stale,
    WrongActor,
)
from games.house import Player
from games.pace import Pace
from tests.games.pitch_and_catch.boxes import deck
from tests.games.random_games import random_game
from tests.helpers import SHOE, Live, encoded, lines, numbers, persons, stacked

HANDS = ["3c 9c Kc", "4d 7d 9d", "2h 8h Qh"]
ONE_CARD = ["5c", "3d", "4h"]
NEXT_DEAL = ["2c", "9d", "Th"]
PACE = Pace(1000, 300)
E = TypeVar("E", bound=GameError)


def live(*, options: str = "", pace: Pace | None = None) -> Live:
    """The table of three with three cards each."""
    game = f"pitch-and-catch (hand_size=3{options})"
    return Live(game, ("Ana", "Ben", "Cho"), stacked(deck(HANDS)), pace)


def one_card() -> Live:
    """A table of three with a card each, and the next deal known too."""
    shoe = stacked(deck(ONE_CARD), deck(NEXT_DEAL, dealer=1))
    return Live("pitch-and-catch (hand_size=1)", ("Ana", "Ben", "Cho"), shoe)


def refuses(at: Live, error: type[E], call: Callable[[], object]) -> E:
    """A call that is refused with this error and leaves the table, to the byte, as it was."""
    before, dumped, plans = at.table, table.dump(at.table), at.table.plans
    with pytest.raises(error) as caught:
        call()
    assert type(caught.value) is error
    assert at.table is before
    assert (table.dump(at.table), at.table.plans) == (dumped, plans)
    return caught.value


# --- beginning -----------------------------------------------------------------------------------


def test_begin_seats_deals_and_asks_the_first_pitcher() -> None:
    """The deal is the first journal row; version, deals and turn follow from it."""
    at = live()
    deal = "dealer deal " + " ".join(deck(HANDS))
    assert [f"{entry.actor} {entry.action}" for entry in at.entries] == [deal]
    assert (at.table.version, at.table.deals, at.turn, at.key) == (1, 1, "p1", "1.1.pitch")
    assert at.table.outcome is None
    assert at.table.names == ("Ana", "Ben", "Cho")


def test_begin_goes_on_until_a_person_must_act() -> None:
    """Computers at the front play at once, in the same change."""
    game = registry.read_game("pitch-and-catch (hand_size=3)", 3)
    players = [Player("h1", "computer"), Player("Ben"), Player("Cho")]
    change = table.begin("t", game, players, 7, SHOE)
    assert change.before == 0
    assert [entry.actor for entry in change.entries] == ["dealer", "p1"]
    assert {entry.at for entry in change.entries} == {7}
    assert change.table.turn == 1
    assert change.table.version == 2
    assert change.table.dice >= 0


def test_game_of_computers_plays_to_its_end() -> None:
    """Nobody has to be asked; played again it is the same game."""
    game = registry.read_game("pitch-and-catch (hand_size=2)", 4)
    players = [Player(f"h{number}", "computer") for number in range(1, 5)]
    change = table.begin("t", game, players, 0, SHOE)
    assert change.table.outcome is not None
    assert change.table.window is None
    assert change == table.begin("t", game, players, 0, SHOE)


def test_names_are_cleaned() -> None:
    """What neither a record nor a post can carry is dropped from a name, and nothing else."""
    game = registry.read_game("pitch-and-catch", 3)
    said = ["A\x00na\n", "B\u2028e\u2029n\x7f", ' Ch "o", #1 \ud800']
    at = table.seat_players("t", game, persons(said))
    assert at.names == ("Ana", "Ben", ' Ch "o", #1 ')
    with pytest.raises(OptionError):
        table.seat_players("t", game, persons(["Ana", "\n", "Cho"]))


def test_seats_and_names_must_fit_the_game() -> None:
    """A game for seven does not seat three."""
    with pytest.raises(OptionError):
        table.seat_players("t", registry.read_game("pitch-and-catch", 7), persons(["A", "B", "C"]))


# --- plays ---------------------------------------------------------------------------------------


def test_play_is_one_row_and_one_version() -> None:
    """The text is kept in its canonical spelling, with its moment."""
    at = live()
    at.now = 17
    change = at.play("p1", "Pitch 9♣", seen="1.1.pitch")
    assert lines(change) == ["p1 pitch 9c"]
    assert [entry.at for entry in change.entries] == [17]
    assert (change.before, change.table.version) == (1, 2)
    assert at.turn == "p2"


def test_play_refuses_whoever_is_not_at_turn() -> None:
    """The seat that is at turn is named (X-14)."""
    at = live()
    error = refuses(at, NotYourTurn, lambda: at.play("p2", "swing 4d"))
    assert error.turn == 0
    assert str(error) == "it is the turn of p1"


@pytest.mark.parametrize("seat", [3, -1, 99])
def test_play_plan_and_withdraw_refuse_strangers(seat: int) -> None:
    """Neither a fourth seat nor the dealer is a seat of this table."""
    at = live()
    refuses(at, NotSeated, lambda: table.play(at.table, seat, "pitch 3c", 0, SHOE))
    refuses(at, NotSeated, lambda: table.plan(at.table, seat, "swing 3c", 0, SHOE))
    refuses(at, NotSeated, lambda: table.withdraw(at.table, seat, 0))


def test_play_refuses_a_decision_that_is_gone() -> None:
    """A button of the pitch does not answer for the swing; the open key does."""
    at = live()
    at.play("p1", "pitch 9c", seen="1.1.pitch")
    refuses(at, Stale, lambda: at.play("p2", "pass", seen="1.1.pitch"))
    refuses(at, Stale, lambda: table.plan(at.table, 2, "pass", 0, SHOE, seen="1.1.pitch"))
    at.play("p2", "pass", seen="1.1.swing")


def test_play_refuses_words_and_actions_that_the_rules_refuse() -> None:
    """Unreadable and illegal are two things; both leave the table alone."""
    at = live()
    refuses(at, NotationError, lambda: at.play("p1", "throw 9c"))
    assert refuses(at, IllegalAction, lambda: at.play("p1", "pass")).clause == "PC-7"
    assert refuses(at, IllegalAction, lambda: at.play("p1", "pitch 2c")).clause == "X-15"
    deal = "deal " + " ".join(deck(HANDS))
    assert refuses(at, IllegalAction, lambda: at.play("p1", deal)).clause == "X-14"


def test_nothing_can_be_done_after_the_end() -> None:
    """Plays, plans, withdrawals, orders, record lines: all refused, and no clock runs."""
    at = live(pace=PACE)
    at.order(house.Abandon())
    refuses(at, Finished, lambda: at.play("p1", "pitch 9c"))
    refuses(at, Finished, lambda: at.plan("p2", "swing 4d"))
    refuses(at, Finished, lambda: at.withdraw("p2"))
    refuses(at, Finished, lambda: at.order(house.Resign(0)))
    refuses(at, Finished, lambda: at.order(house.Abandon()))
    refuses(at, Finished, lambda: table.enter(at.table, "p1", "pitch 9c"))
    at.now = 10**9
    assert at.tick() is None


def test_house_deals_the_next_inning_in_the_same_change() -> None:
    """The last pass of an inning brings the next deck and the next pitcher."""
    at = one_card()
    at.plays("p1 pitch 5c / p2 pass / p3 pass / p2 pitch 3d")
    change = at.play("p3", "pass")
    assert lines(change) == ["p3 pass", "dealer deal " + " ".join(deck(NEXT_DEAL, dealer=1))]
    assert (at.table.deals, at.turn, at.key) == (2, "p2", "2.1.pitch")
    assert change.table.version == change.before + 2


# --- orders: who sits where ----------------------------------------------------------------------


def test_resign_at_the_own_turn_is_answered_at_once() -> None:
    """X-12, PC-27: the rules pitch Ana's king, which cannot count, and no line is written."""
    at = live()
    change = at.order(house.Resign(0))
    assert lines(change) == ["house resign p1"]
    assert change.events[0] == house.Ordered(house.Resign(0), "Ana")
    assert at.table.players[0] == Player("Ana", "resigned")
    assert at.turn == "p2"
    assert at.table.state.ball == 44  # Kc
    assert at.table.state.counts is False


def test_resigned_seat_is_never_at_turn() -> None:
    """Ben has resigned: after Ana's pitch it is Cho's turn, and the window does not name Ben."""
    at = live()
    assert lines(at.order(house.Resign(1))) == ["house resign p2"]
    assert at.turn == "p1"
    assert lines(at.play("p1", "pitch 9c")) == ["p1 pitch 9c"]
    assert at.turn == "p3"
    window = at.table.window
    assert window is not None
    assert window.seats == (2,)
    at.play("p3", "swing 8h")
    assert (at.turn, at.key) == ("p1", "1.1.field")


def test_everybody_may_resign() -> None:
    """Then the rules play it all, and nobody wins by silence (PC-28)."""
    at = one_card()
    for seat in range(3):
        at.order(house.Resign(seat))
    # 5c, then 3d; 9d, then Th; and from the unshuffled deck 2c 3c 4c: 4c, then 2c.
    assert at.table.outcome == Outcome("innings", (5 + 2, 3 + 9, 10 + 4), (3, 2, 1))
    actors = [entry.actor for entry in at.entries if entry.actor != "house"]
    assert actors == ["dealer"] * 3


def test_replaced_player_keeps_hand_and_score() -> None:
    """Eve takes over from Ben who had resigned, and plays his cards."""
    at = live()
    at.order(house.Resign(1))
    change = at.order(house.Replace(1, "Eve"))
    assert lines(change) == ['house replace p2 "Eve"']
    assert change.events == (
        house.Ordered(house.Replace(1, "Eve"), "Ben"),
        house.Seated("Ben", to=1),
    )
    assert at.table.names == ("Ana", "Eve", "Cho")
    assert at.table.players[1].kind == "person"
    at.plays("p1 pitch 9c / p2 swing 7d")


def test_replaced_name_is_cleaned() -> None:
    """A substitute's name is as clean as anybody's, and its line can be read again."""
    at = live()
    at.order(house.Replace(1, 'E\nve "#1", x'))
    assert at.table.names[1] == 'Eve "#1", x'
    assert lines_of(at)[-1] == 'house replace p2 "Eve \\"#1\\", x"'
    assert at.folded().table.players == at.table.players
    for unseen in ("", " ", "\n", "\ud800"):
        refuses(at, OrderRefused, lambda name=unseen: at.order(house.Replace(1, name)))


def test_computer_takes_a_seat_and_plays_at_once() -> None:
    """At Ana's turn the house player pitches in the same change; later it goes on by itself."""
    at = live()
    change = at.order(house.Computer(0))
    assert lines(change)[0] == "house computer p1"
    assert lines(change)[1].startswith("p1 pitch ")
    assert at.turn == "p2"
    assert at.table.players[0] == Player("Ana", "computer")
    at.play("p2", "pass")
    change = at.play("p3", "pass")
    assert lines(change)[1].startswith("p1 pitch ")  # a strike, and its next pitch


def test_seat_order_is_not_given_twice() -> None:
    """Who has resigned cannot resign again; a person may always be replaced by another."""
    at = live()
    at.order(house.Resign(1))
    refuses(at, OrderRefused, lambda: at.order(house.Resign(1)))
    at.order(house.Computer(1))
    refuses(at, OrderRefused, lambda: at.order(house.Computer(1)))
    at.order(house.Replace(1, "Eve"))
    at.order(house.Replace(1, "Flo"))
    assert at.table.names[1] == "Flo"


@pytest.mark.parametrize("order", [house.Resign(3), house.Computer(-1), house.Replace(7, "Eve")])
def test_order_for_a_seat_that_is_none(order: house.Order) -> None:
    """Only p1 to p3 sit here."""
    at = live()
    refuses(at, NotSeated, lambda: at.order(order))


def test_plans_leave_with_their_player() -> None:
    """Whoever takes the seat finds nothing answered ahead; the plans of others stay."""
    for order in (house.Resign(1), house.Computer(1), house.Replace(1, "Eve")):
        at = live()
        at.plan("p2", "swing 4d")
        at.plan("p3", "field highest")
        at.order(order)
        assert [(left.seat, left.plan.text) for left in at.table.plans] == [(2, "field highest")]


# --- orders: rewinds -----------------------------------------------------------------------------


def test_rewind_goes_back_before_a_line() -> None:
    """Two lines back it is Ben's turn to swing, with all his cards; the journal only grows."""
    at = live()
    at.play("p1", "pitch 9c")
    then = at.table
    at.plays("p2 swing 4d / p3 pass")
    assert at.key == "1.1.field"
    change = at.rewind(2)
    assert lines(change) == ["house rewind 2 # agreed"]
    assert change.events == (house.Ordered(house.Rewind(2), why="agreed"),)
    assert at.table.state == then.state
    assert at.turn == "p2"
    assert at.table.version == 6  # with the note that it was asked
    at.play("p2", "swing 7d")


def test_what_a_rewind_opens_again_is_a_new_decision() -> None:
    """A button of the swings before it is stale, though the same seat is asked the same again."""
    at = live()
    at.play("p1", "pitch 9c")
    before = at.key
    at.play("p2", "swing 4d")
    at.rewind(2)
    at.play("p1", "pitch 9c")
    assert at.turn == "p2"
    with pytest.raises(Stale):
        at.play("p2", "pass", seen=before)
    at.play("p2", "pass", seen=at.key)
    assert table.load(table.dump(at.table)).window == at.table.window


def test_rewind_over_a_deal_brings_the_same_deck() -> None:
    """The deal is undone and dealt again; another deck would be refused (X-15)."""
    at = one_card()
    at.plays("p1 pitch 5c / p2 pass / p3 pass / p2 pitch 3d / p3 pass")
    assert at.key == "2.1.pitch"
    at.rewind(1)
    assert (at.turn, at.key, at.table.deals) == ("p3", "1.2.swing.r1", 1)
    change = at.play("p3", "pass")
    assert lines(change)[1] == "dealer deal " + " ".join(deck(NEXT_DEAL, dealer=1))
    assert at.table.deals == 2
    assert at.folded().table.state == at.table.state

    at.rewind(1)
    history = at.folded()
    history.enter("p3", "pass")
    with pytest.raises(IllegalAction) as caught:
        history.enter("dealer", "deal " + " ".join(deck(ONE_CARD, dealer=1)))
    assert (caught.value.clause, caught.value.fact) == ("X-15", OtherDeck())
    assert history.table.turn == DEALER  # nothing has changed


def test_rewind_drops_plans_and_tells_their_owners() -> None:
    """What was left ahead is out of force; each owner is told alone."""
    at = live()
    at.plan("p3", "swing 8h")
    at.play("p1", "pitch 9c")
    change = at.rewind(1)
    assert at.table.plans == ()
    assert house.PlanDropped("swing 8h", to=2) in change.events
    assert [left.plan.text for left in change.dropped] == ["swing 8h"]


def test_rewind_keeps_seats_and_resignations() -> None:
    """Seats are not undone: Cho stays resigned, Eve stays."""
    at = live()
    at.play("p1", "pitch 9c")
    at.order(house.Resign(2))
    at.order(house.Replace(1, "Eve"))
    at.rewind(1)
    assert at.table.players == (Player("Ana"), Player("Eve"), Player("Cho", "resigned"))
    at.plays("p1 pitch 9c / p2 pass")
    assert at.key == "1.2.pitch.r1"  # Cho was passed by the rules


def test_rewind_counts_only_lines_that_stand() -> None:
    """Player and clock lines count, those undone do not; too many are refused."""
    at = live(pace=PACE)
    refuses(at, OrderRefused, lambda: at.order(house.Rewind(1)))
    at.play("p1", "pitch 9c")
    at.now = 5000
    at.tick()
    assert lines_of(at)[-1] == "clock p2"
    refuses(at, OrderRefused, lambda: at.order(house.Rewind(3)))
    refuses(at, OrderRefused, lambda: at.order(house.Rewind(0)))
    at.rewind(1)
    assert at.turn == "p2"
    refuses(at, OrderRefused, lambda: at.order(house.Rewind(2)))
    at.rewind(1)
    assert at.turn == "p1"
    refuses(at, OrderRefused, lambda: at.order(house.Rewind(1)))
    at.play("p1", "pitch 3c")


def test_rewind_without_what_it_goes_back_to_is_refused() -> None:
    """The host must say what was before."""
    at = live()
    at.play("p1", "pitch 9c")
    refuses(at, OrderRefused, lambda: table.moderate(at.table, house.Rewind(1), 0, SHOE))


def lines_of(at: Live) -> list[str]:
    """The journal as record lines."""
    return [f"{entry.actor} {entry.action}" for entry in at.entries]


# --- orders: the end -----------------------------------------------------------------------------


def test_end_is_not_for_games_that_end_by_themselves() -> None:
    """Pitch & Catch has its innings; a moderator may only abandon it."""
    at = live()
    error = refuses(at, OrderRefused, lambda: at.order(house.End()))
    assert "abandon" in str(error)


def test_abandon_ends_without_a_result() -> None:
    """Scores as they stand, no places, no turn, no window, no plans."""
    at = one_card()
    at.plays("p1 pitch 5c / p2 pass / p3 pass / p2 pitch 3d / p3 pass")
    at.plan("p3", "swing Th")
    change = at.order(house.Abandon())
    assert lines(change) == ["house abandon"]
    assert at.table.outcome == Outcome("abandoned", (5, 3, 0), None)
    assert (at.table.turn, at.table.window, at.table.plans) == (None, None, ())


# --- lines of a record ---------------------------------------------------------------------------


def test_enter_adds_nothing_by_itself() -> None:
    """No deal, no plan, no computer: those have their own lines; only resigned seats answer."""
    game = registry.read_game("pitch-and-catch (hand_size=3)", 3)
    at = table.seat_players("r", game, persons(["Ana", "Ben", "Cho"]))
    assert at.turn == DEALER
    at = table.enter(at, "house", "computer p1").table
    at = table.enter(at, "house", "resign p2").table
    assert at.turn == DEALER
    at = table.enter(at, "dealer", "deal " + " ".join(deck(HANDS))).table
    assert at.turn == 0
    at = table.enter(at, "p1", "pitch 9c").table
    assert at.turn == 2
    at = table.enter(at, "clock", "p3").table
    assert (at.turn, at.version) == (0, 5)


@pytest.mark.parametrize(
    ("actor", "action", "error"),
    [
        ("p4", "pitch 3c", NotSeated),
        ("clock", "p9", NotSeated),
        ("house", "resign p4", NotSeated),
        ("clock", "p2", NotYourTurn),
        ("p2", "pass", IllegalAction),
        ("dealer", "deal 3c", IllegalAction),
        ("p1", "pass", IllegalAction),
        ("p1", "", NotationError),
        ("clock", "now", NotationError),
        ("house", "pause", NotationError),
        ("house", "", NotationError),
        ("umpire", "pitch 3c", NotationError),
        ("P1", "pitch 3c", NotationError),
        ("p0", "pitch 3c", NotationError),
        ("p01", "pitch 3c", NotationError),
        ("house", "rewind 1", OrderRefused),
        ("house", "end", OrderRefused),
    ],
)
def test_enter_refuses(actor: str, action: str, error: type[GameError]) -> None:
    """A line that cannot stand here, each for its own reason."""
    at = live()
    refuses(at, error, lambda: table.enter(at.table, actor, action))


def test_enter_refuses_with_the_clause() -> None:
    """A player out of turn: X-14, and whose turn it is."""
    at = live()
    with pytest.raises(IllegalAction) as caught:
        table.enter(at.table, "p2", "pass")
    assert (caught.value.clause, caught.value.fact) == ("X-14", WrongActor(0))


# --- stored tables -------------------------------------------------------------------------------


def test_table_of_other_rules_is_not_loaded() -> None:
    """A table stored under another reading of the rules is refused, not misread."""
    stored = msgspec.json.decode(table.dump(live().table))
    stored["rules"] += 1
    with pytest.raises(GameError):
        table.load(msgspec.json.encode(stored))


# --- whole games ---------------------------------------------------------------------------------


def check_evening(label: str, steps: int) -> Live:
    """Whether journal and checkpoint agree all through a random game."""
    at, tables = random_game(label, steps)
    history = at.folded()
    assert encoded(history.table.state) == encoded(at.table.state)
    assert history.table.players == at.table.players
    assert history.table.deals == at.table.deals
    assert history.table.outcome == at.table.outcome
    assert history.table.handovers == at.table.handovers
    assert history.table.misses == at.table.misses
    for one in tables:
        again = table.load(table.dump(one), one.plans)
        assert again == one
        assert table.dump(again) == table.dump(one)
    # Every table on the way has its place in the journal.
    versions = {one.version: one for one in tables if one.version}
    replayed = record.History(at.start)
    rows = 0
    for entry in at.entries:
        if entry.actor:
            replayed.enter(entry.actor, entry.action, entry.at)
        rows += 1
        if rows in versions:
            assert replayed.table.state == versions[rows].state
            assert replayed.table.players == versions[rows].players
    assert rows == at.table.version
    return at


@given(st.integers(0, 10**6))
@settings(max_examples=40)
def test_journal_folds_to_the_live_table(number: int) -> None:
    """Random games with plans, time-outs, resignations, computers and rewinds: the journal alone
    gives the same table, and every table on the way survives being stored."""
    check_evening(f"evening {number}", 60)


@pytest.mark.long
@given(st.integers(0, 10**9))
@settings(max_examples=600)
def test_journal_folds_to_the_live_table_in_many_long_games(number: int) -> None:
    """The same with many games, played long."""
    check_evening(f"long evening {number}", 400)


def test_random_games_have_all_of_it() -> None:
    """The property above is about something: all kinds of lines turn up, and so do endings."""
    evenings = [check_evening(f"look {number}", 80) for number in range(25)]
    rows = [entry for at in evenings for entry in at.entries]
    actions = {entry.action.split()[0] for entry in rows if entry.actor == "house"}
    assert actions == {"resign", "replace", "computer", "rewind"}
    assert {"clock", "dealer", ""} <= {entry.actor for entry in rows}
    assert sum(entry.note == "plan" for entry in rows) > 20
    assert sum(at.table.outcome is not None for at in evenings) > 3
    assert any(at.table.deals > 1 for at in evenings)
    assert {at.game.id for at in evenings} == set(registry.PACKAGES)
    notes = [entry.note or "" for entry in rows if not entry.actor]
    for what in ("pause", "resume", "extend", "nudge", "rename", "rewind"):
        assert any(note.startswith(f"house {what}") for note in notes), what
    assert any(note.endswith("refused") for note in notes)
    assert any("automatic" in note for note in notes)
    assert {"forfeit", "agreed"} <= {entry.note for entry in rows if entry.actor == "house"}


@given(st.integers(0, 10**6))
@settings(max_examples=25)
def test_refused_call_changes_nothing(number: int) -> None:
    """Whatever is tried at a random moment, a refusal leaves the table as it was."""
    dice = numbers(f"refused {number}")
    at, _ = random_game(f"before {number}", dice.below(40))
    tried = [
        lambda: at.play(f"p{1 + dice.below(8)}", "swing 9c"),
        lambda: at.play(f"p{1 + dice.below(8)}", "nonsense"),
        lambda: at.plan(f"p{1 + dice.below(8)}", "pitch 9c; swing 2d"),
        lambda: at.plan(f"p{1 + dice.below(8)}", "swing 9c; nonsense"),
        lambda: at.order(house.Rewind(500)),
        lambda: at.order(house.Extend(0)),
        lambda: at.order(house.End()),
        lambda: at.order(house.Resign(9)),
    ]
    refusals = 0
    for call in tried:
        before, dumped, plans = at.table, table.dump(at.table), at.table.plans
        try:
            call()
        except GameError:
            refusals += 1
            assert at.table is before
            assert (table.dump(at.table), at.table.plans) == (dumped, plans)
    assert refusals >= 6
