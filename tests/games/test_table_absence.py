"""Who does not answer: automatic extensions, misses, and who takes the seat then.

Ana (p1), Ben (p2) and Cho (p3) have three cards each and Ana pitches. A window is 1000 seconds,
a turn has 300 at least, and reminders come at half and at nine tenths.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec
import pytest
from msgspec.structs import replace

from games import house, record, table
from games.core import Finished, NotSeated, NotYourTurn, OrderRefused, Seat, Stale
from games.hours import DAY, Hours, Wishes
from games.house import Handover, Player
from games.pace import Pace
from tests.games.pitch_and_catch.boxes import deck
from tests.helpers import Live, lines, public, stacked, told

HANDS = ["3c 9c Kc", "4d 7d 9d", "2h 8h Qh"]
NAMES = ("Ana", "Ben", "Cho")
PACE = Pace(1000, 300)
STRICT = Pace(1000, 300, extensions=0)


def live(pace: Pace | None = STRICT, wishes: Sequence[Wishes] = ()) -> Live:
    """The table of three with three cards each."""
    shoe = stacked(deck(HANDS))
    return Live("pitch-and-catch (hand_size=3)", NAMES, shoe, pace, wishes=wishes)


def few(hands: Sequence[str], pace: Pace = STRICT) -> Live:
    """A table of three with these hands."""
    size = len(hands[0].split())
    game = f"pitch-and-catch (hand_size={size})"
    return Live(game, NAMES, stacked(deck(hands)), pace)


def misses(at: Live) -> list[int]:
    """How many turns in a row each seat has missed."""
    return list(at.table.misses) or [0] * len(at.table.players)


# --- automatic extensions ------------------------------------------------------------------------


def test_extension_is_spent_before_anything_is_missed() -> None:
    """At Ana's deadline, 1000, she gets another window; one extension is left to her."""
    at = live(PACE)
    change = at.runs_out()
    note = "house extend p1 1000 seconds until 1970-01-01 00:33:20Z, automatic, 1 left"
    assert [(entry.actor, entry.action, entry.note) for entry in change.entries] == [("", "", note)]
    assert change.events == (house.Extended(0, 2000, 1), house.TimeAdded(2000, 1, to=0))
    assert (at.turn, at.table.clock.deadline) == ("p1", 2000)
    assert (at.table.extended, misses(at)) == ((1, 0, 0), [0, 0, 0])
    assert change.table.version == change.before + 1


def test_extensions_are_counted_by_player_and_game() -> None:
    """Two for Ana, then her time-out; Ben in the next window has two of his own."""
    at = live(PACE)
    left = []
    while at.turn == "p1":
        left += [event.left for event in at.runs_out().events if isinstance(event, house.Extended)]
    assert left == [1, 0]
    assert at.now == 3000
    assert misses(at) == [1, 0, 0]
    at.runs_out()
    at.runs_out()
    assert (at.turn, at.table.extended, at.table.clock.deadline) == ("p2", (2, 2, 0), 6000)


def test_two_seats_of_one_window_have_their_own_extensions() -> None:
    """Ben's extension does not count for Cho, who has the grace and then her own two."""
    at = live(PACE)
    at.play("p1", "pitch 9c")
    at.runs_out()
    at.now += 500
    at.play("p2", "pass")
    assert (at.turn, at.now, at.table.clock.deadline) == ("p3", 1500, 1800)
    at.runs_out()
    assert (at.table.extended, at.table.clock.deadline) == ((0, 1, 1), 2800)
    at.runs_out()
    assert at.table.clock.deadline == 3800
    at.runs_out()
    assert misses(at) == [0, 0, 1]


def test_extension_is_cut_by_the_longest_wait() -> None:
    """No turn waits for more than 2500 here: the second extension is only half a window."""
    at = live(Pace(1000, 300, max_wait=2500))
    deadlines = []
    while at.turn == "p1":
        change = at.runs_out()
        deadlines += [
            event.deadline for event in change.events if isinstance(event, house.Extended)
        ]
    assert deadlines == [2000, 2500]
    assert (at.now, misses(at)) == (2500, [1, 0, 0])


@pytest.mark.parametrize(("max_wait", "extended"), [(1000, False), (1001, True)])
def test_extension_that_gains_not_even_a_second_is_not_spent(max_wait: int, extended: bool) -> None:
    """Where the longest wait is over at the deadline, the rules answer, and it stays unspent."""
    at = live(Pace(1000, 300, max_wait=max_wait))
    at.runs_out()
    assert (at.turn == "p1") is extended
    assert at.table.extended == ((1, 0, 0) if extended else ())


def test_extension_is_not_spent_when_it_is_found_late() -> None:
    """When the clock is looked at after the extension would have ended, too, it gains nothing."""
    at = live(PACE)
    at.now = 2000
    at.tick()
    assert (at.turn, at.table.extended) == ("p2", ())


@pytest.mark.parametrize(
    ("changes", "stakes"),
    [
        ({"max_misses": 1, "extensions": 0}, True),
        ({"max_misses": 1, "extensions": 1}, False),
        ({"max_misses": 1, "extensions": 1, "max_wait": 1000}, True),
        ({"max_misses": 1, "extensions": 1, "max_wait": 1001}, False),
        ({"max_misses": 2, "extensions": 0}, False),
    ],
)
def test_seat_is_at_stake_exactly_where_the_deadline_would_take_it(
    changes: dict[str, int], stakes: bool
) -> None:
    """An extension that the longest wait leaves no room for saves nobody; it is said before."""
    at = live(replace(PACE, **changes))
    assert at.table.stakes_seat() is stakes
    at.runs_out()
    assert (at.table.players[0].kind == "computer") is stakes


def test_table_without_a_pace_never_extends() -> None:
    """Nothing is ever due."""
    at = live(None)
    at.now = 10**9
    assert at.tick() is None


def test_nothing_is_extended_in_a_pause() -> None:
    """A time that would have run out in the pause is left whole after it."""
    at = live(PACE)
    at.now = 400
    at.order(house.Pause())
    at.now = 5000
    assert at.tick() is None
    at.order(house.Resume())
    assert at.table.clock.deadline == 5600
    assert at.table.extended == ()


def test_no_extension_where_nothing_could_be_done() -> None:
    """Ana's last card is pitched for her at once, without a miss: everybody sees it is her last."""
    at = few(["3c", "4d", "2h"], PACE)
    change = at.runs_out()
    assert lines(change)[0] == "clock p1"
    assert (at.table.extended, misses(at)) == ((), [0, 0, 0])


def test_player_who_takes_over_has_extensions_of_the_own() -> None:
    """Eve does not pay for what Ana has used up."""
    at = live(PACE)
    at.runs_out()
    at.runs_out()
    at.order(house.Replace(0, "Eve"))
    assert at.table.extended == (0, 0, 0)
    assert at.table.clock.deadline == at.now + 1000


# --- misses --------------------------------------------------------------------------------------


def miss_once() -> Live:
    """Ben has missed a swing, and Cho passes after him; Ana keeps the ball and pitches."""
    at = live()
    at.play("p1", "pitch 9c")
    at.runs_out()
    at.play("p3", "pass")
    assert (at.turn, misses(at)) == ("p1", [0, 1, 0])
    return at


def test_time_out_is_a_miss_and_actions_of_others_do_not_end_the_row() -> None:
    """Ana and Cho act after Ben's time-out: he has missed one turn all the same."""
    at = miss_once()
    at.play("p1", "pitch 3c")
    assert misses(at) == [0, 1, 0]


@pytest.mark.parametrize("answer", ["swing 4d", "pass"])
def test_own_action_begins_anew(answer: str) -> None:
    """A swing, or a deliberate pass."""
    at = miss_once()
    at.plays("p1 pitch Kc")
    at.play("p2", answer)
    assert misses(at) == [0, 0, 0]


def test_plan_that_acts_begins_anew_and_one_that_fails_does_not() -> None:
    """A plan counts when it acts at the turn, not when it is left."""
    at = miss_once()
    at.plan("p2", "swing pass")
    assert misses(at) == [0, 1, 0]
    at.play("p1", "pitch Kc")
    assert (at.turn, misses(at)) == ("p3", [0, 0, 0])

    at = miss_once()
    at.plan("p2", "swing 9d")
    change = at.play("p1", "pitch 3c")
    assert house.PlanFailed("swing 9d", to=1) in change.events
    assert (at.turn, misses(at)) == ("p2", [0, 1, 0])


def test_action_in_the_last_second_is_no_miss() -> None:
    """At 999 of 1000."""
    at = live()
    at.now = 999
    at.tick()
    at.play("p1", "pitch 9c")
    assert misses(at) == [0, 0, 0]


def test_answers_of_the_rules_for_a_resigned_seat_are_no_misses() -> None:
    """X-12: they have no line, and nobody has missed anything."""
    at = live()
    at.order(house.Resign(1))
    at.plays("p1 pitch 9c / p3 pass")
    assert misses(at) == [0, 0, 0]


def test_choiceless_time_out_neither_counts_nor_begins_anew() -> None:
    """Ben misses a swing; of his last pitch, which he also leaves to the clock, nothing is said."""
    at = few(["3c 9c", "4d 7d", "2h 8h"])
    at.play("p1", "pitch 9c")
    at.play("p2", "swing 4d")
    at.plays("p3 pass / p3 pass / p1 pass")
    assert at.turn == "p2"
    at = replaced_misses(at, (0, 1, 0))
    change = at.runs_out()
    assert lines(change)[0] == "clock p2"
    assert misses(at) == [0, 1, 0]
    assert at.table.players[1].kind == "person"


def replaced_misses(at: Live, row: tuple[int, ...]) -> Live:
    """The same table with other misses behind it."""
    at.table = replace(at.table, misses=row)
    return at


# --- who takes the seat --------------------------------------------------------------------------


def forfeits(
    pace: Pace = STRICT, substitute: str | None = None
) -> tuple[Live, table.Change, list[str]]:
    """Ben misses two swings in a row; what the second one changes."""
    at = live(pace)
    at.play("p1", "pitch 9c")
    at.runs_out()
    at.plays("p3 pass / p1 pitch 3c")
    change = at.runs_out(substitute)
    return at, change, lines(change)


def test_second_miss_in_a_row_gives_the_seat_to_the_substitute() -> None:
    """Eve takes over hand and seat in the same change; who and why is in record and events."""
    at, change, rows = forfeits(substitute="Eve")
    assert rows == ["clock p2", 'house replace p2 "Eve" # forfeit']
    ordered = house.Ordered(house.Replace(1, "Eve"), "Ben", why="forfeit")
    assert ordered in public(change.events)
    assert house.Seated("Ben", to=1) in told(change.events, 1)
    assert at.table.players[1] == Player("Eve")
    assert (misses(at), at.table.extended) == ([0, 0, 0], ())
    assert len(at.table.game.hands(at.table.state)[1]) == 3


@pytest.mark.parametrize(
    ("stand_in", "substitute", "line", "kind"),
    [
        ("anyone", "Eve", 'house replace p2 "Eve"', "person"),
        ("anyone", None, "house computer p2", "computer"),
        ("substitute", "Eve", 'house replace p2 "Eve"', "person"),
        ("substitute", None, "house resign p2", "resigned"),
        ("nobody", "Eve", "house resign p2", "resigned"),
        ("nobody", None, "house resign p2", "resigned"),
    ],
)
def test_seat_goes_to_whom_the_pace_names(
    stand_in: str, substitute: str | None, line: str, kind: str
) -> None:
    """The next substitute, else a house player, else the rules; as far as the table wants them."""
    pace = msgspec.structs.replace(STRICT, stand_in=stand_in)
    at, _, rows = forfeits(pace, substitute)
    assert rows[:2] == ["clock p2", f"{line} # forfeit"]
    assert at.table.players[1].kind == kind
    assert at.folded().table.players == at.table.players


def test_so_many_misses_as_the_pace_says() -> None:
    """With max_misses=1 the first one, with 3 the third."""
    for most in (1, 3):
        hands = ["3c 5c 9c Kc", "4d 7d 9d Td", "2h 8h Qh Kh"]
        at = few(hands, Pace(1000, 300, extensions=0, max_misses=most))
        for number in range(1, most + 1):
            assert (at.turn, at.table.players[0].kind) == ("p1", "person")
            at.runs_out()
            if number < most:
                at.plays("p2 pass / p3 pass")
        assert at.table.players[0].kind == "computer"


def test_time_out_that_ends_the_game_gives_no_seat_away() -> None:
    """Cho's second miss is the last pass of the game: it is over, and she sat there to the end."""
    at = few(["5c", "3d", "4h"])
    state = at.table.state
    at.table = replace(at.table, state=replace(state, match=replace(state.match, inning=3)))
    at.plays("p1 pitch 5c / p2 pass / p3 pass / p2 pitch 3d")
    at = replaced_misses(at, (0, 0, 1))
    change = at.runs_out("Eve")
    assert lines(change) == ["clock p3"]
    assert at.table.outcome is not None
    assert misses(at) == [0, 0, 2]
    assert at.table.players == tuple(map(Player, NAMES))
    assert at.table.clock.alarm is None


def test_answers_of_the_rules_come_before_the_seat_is_given_away() -> None:
    """Cho has resigned: after Ben's time-out the rules pass for her, the third strike is an end."""
    at = live()
    at.plays("p1 pitch 3c / p2 pass / p3 pass / p1 pitch 9c / p2 pass / p3 pass")
    at.order(house.Resign(2))
    at.play("p1", "pitch Kc")
    at = replaced_misses(at, (0, 1, 0))
    change = at.runs_out("Eve")
    assert lines(change) == ["clock p2"]
    assert at.table.outcome is not None
    assert at.table.players[1] == Player("Ben")
    assert at.folded().table.outcome == at.table.outcome


def test_stand_in_whose_turn_it_is_at_once_has_a_full_clock() -> None:
    """The others have resigned, so after the pitch of the clock Eve has to pitch the next one."""
    at = live(Pace(1000, 300, extensions=0, max_misses=1))
    at.order(house.Resign(1))
    at.order(house.Resign(2))
    change = at.runs_out("Eve")
    assert lines(change) == ["clock p1", 'house replace p1 "Eve" # forfeit']
    assert (at.turn, at.key, at.table.players[0].name) == ("p1", "1.2.pitch", "Eve")
    assert at.table.clock.deadline == at.now + 1000


def test_substitute_with_the_same_name_is_somebody_else() -> None:
    """Another Ben: misses, extensions and plans begin anew, and the record says it."""
    at, change, rows = forfeits(substitute="Ben")
    assert rows[1] == 'house replace p2 "Ben" # forfeit'
    assert misses(at) == [0, 0, 0]
    assert at.table.handovers == (Handover(1, Player("Ben"), "inning 1", "forfeit"),)
    assert house.Seated("Ben", to=1) in change.events


def test_misses_of_a_seat_that_was_given_away_start_at_none() -> None:
    """By a moderator, too; whoever it goes to."""
    for order in (house.Replace(1, "Eve"), house.Computer(1), house.Resign(1)):
        at = miss_once()
        at.order(order)
        assert misses(at) == [0, 0, 0]


def test_house_player_takes_the_seat_and_plays_on_in_the_same_change() -> None:
    """Ana's pitches go to a house player, which pitches the next one itself."""
    at = live(Pace(1000, 300, extensions=0, max_misses=1))
    change = at.runs_out()
    assert lines(change) == ["clock p1", "house computer p1 # forfeit"]
    at.play("p2", "pass")
    change = at.play("p3", "pass")
    assert lines(change)[1].startswith("p1 pitch ")


def test_time_of_whoever_is_next_is_not_touched_by_a_seat_given_away() -> None:
    """Cho follows Ben in the same window: she has the grace, as after any time-out."""
    at, _, _ = forfeits(substitute="Eve")
    assert (at.turn, at.table.clock.deadline) == ("p3", at.now + 300)


# --- rewinds are fair ----------------------------------------------------------------------------


def test_time_out_that_is_taken_back_is_no_miss() -> None:
    """Ben's time-out is undone with Cho's pass: he has missed nothing."""
    at = miss_once()
    at.rewind(2)
    assert (at.turn, misses(at)) == ("p2", [0, 0, 0])


def test_action_that_is_taken_back_was_one_all_the_same() -> None:
    """Ben has acted after his time-out: taken back to between them, he has still missed nothing."""
    at = miss_once()
    at.plays("p1 pitch 3c / p2 pass")
    at.rewind(1)
    assert (at.turn, misses(at)) == ("p2", [0, 0, 0])


def test_misses_of_others_stay_when_a_rewind_does_not_reach_them() -> None:
    """Ben's time-out lies before what is taken back: it still counts, and only once."""
    at = miss_once()
    at.play("p1", "pitch 3c")
    at.rewind(1)
    assert (at.turn, misses(at)) == ("p1", [0, 1, 0])


def test_extension_that_was_spent_stays_spent_after_a_rewind() -> None:
    """Its time has gone by, and what is asked anew has all its time anyway."""
    at = live(PACE)
    at.runs_out()
    at.play("p1", "pitch 9c")
    at.rewind(1)
    assert at.table.extended == (1, 0, 0)
    assert at.table.clock.deadline == at.now + 1000


# --- wishes --------------------------------------------------------------------------------------


def test_wishes_come_with_the_players() -> None:
    """Ana sleeps from 0:00 to 8:00: her deadline at 0:16:40 waits until 8:16:40."""
    asleep = Wishes(Hours(quiet=(0, 480)))
    at = live(STRICT, [asleep, Wishes(), Wishes()])
    assert at.table.wishes_of(0) == asleep
    deadline = at.table.clock.deadline
    assert deadline is not None
    assert deadline >= 8 * 3600
    assert table.load(table.dump(at.table)) == at.table


def test_wish_of_quiet_hours_holds_from_the_next_window() -> None:
    """Ben's wish leaves the open window as it is; it leaves no row in the journal."""
    at = live()
    at.play("p1", "pitch 9c")
    change = at.took(table.wish(at.table, 1, Wishes(Hours(quiet=(0, 480))), at.now))
    assert (change.entries, change.events) == ((), ())
    assert at.table.clock.deadline == 1000
    at.plays("p2 pass / p3 pass / p1 pitch 3c")
    assert (at.table.clock.deadline or 0) >= 8 * 3600


def test_leave_counts_at_once() -> None:
    """A day of leave that a player takes in the middle of the own turn."""
    at = live()
    at.took(table.wish(at.table, 0, Wishes(Hours(leave=("1970-01-01",))), at.now))
    assert (at.table.clock.deadline or 0) >= DAY


def test_wishes_leave_with_their_player() -> None:
    """Eve is not asleep because Ana was; what she wishes as a newcomer holds at once."""
    asleep = Wishes(Hours(quiet=(0, 480)))
    at = live(STRICT, [asleep, Wishes(), Wishes()])
    at.order(house.Replace(0, "Eve"))
    assert at.table.wishes_of(0) == Wishes()
    assert at.table.clock.deadline == 1000
    night = Wishes(Hours(quiet=(0, 60)))
    at.took(table.wish(at.table, 0, night, at.now, newcomer=True))
    assert (at.table.clock.deadline or 0) >= 3600


def test_wish_of_nobody_at_this_table_is_refused() -> None:
    """Neither a fourth seat, nor after the end."""
    at = live()
    with pytest.raises(NotSeated):
        table.wish(at.table, 3, Wishes(), 0)
    at.order(house.Abandon())
    with pytest.raises(Finished):
        table.wish(at.table, 0, Wishes(), 0)


@pytest.mark.parametrize(("remind", "numbers"), [("all", [1, 2]), ("last", [2]), ("none", [])])
def test_reminders_are_those_that_were_chosen(remind: str, numbers: list[int]) -> None:
    """All at half and nine tenths, the last alone, or none; the time runs out all the same."""
    wishes = msgspec.convert({"remind": remind}, Wishes)
    at = live(STRICT, [wishes] * 3)
    sent: list[tuple[int, int, Seat | None]] = []
    while at.turn == "p1":
        at.now = at.table.clock.alarm or 0
        change = at.tick()
        assert change is not None
        sent += [
            (at.now, event.number, event.to)
            for event in change.events
            if isinstance(event, house.Reminded)
        ]
    assert sent == [({1: 500, 2: 900}[number], number, 0) for number in numbers]
    assert at.now == 1000


def test_who_wants_no_reminders_is_not_told_of_an_extension_either() -> None:
    """Everybody reads of it in public all the same."""
    at = live(PACE, [Wishes(remind="none")] * 3)
    at.now = 1000
    events = []
    while at.table.clock.deadline == 1000:
        change = at.tick()
        assert change is not None
        events += change.events
    assert events == [house.Extended(0, 2000, 1)]


def reminded(at: Live, until: int) -> list[tuple[int, int, int]]:
    """When Ana is reminded until then, of which deadline, and which reminder of the turn it is."""
    sent = []
    while (alarm := at.table.clock.alarm) is not None and alarm < until:
        at.now = alarm
        change = at.tick()
        assert change is not None
        sent += [
            (at.now, event.deadline, event.number)
            for event in change.events
            if isinstance(event, house.Reminded)
        ]
    return sent


@pytest.mark.parametrize("which", ["all", "last"])
def test_time_that_is_added_by_itself_has_a_reminder_of_its_own(
    which: Literal["all", "last"],
) -> None:
    """1000 seconds, and twice 1000 more: each time at nine tenths of what was added."""
    at = live(PACE, [Wishes(remind=which)] * 3)
    sent = reminded(at, until=3000)
    assert sent[-3:] == [(900, 1000, 2), (1900, 2000, 3), (2900, 3000, 4)]
    assert len(sent) == {"all": 4, "last": 3}[which]


def test_added_time_has_one_reminder_even_if_those_before_it_were_slept_through() -> None:
    """Nobody looks at the clock until 1000: what was due at 500 and at 900 is not told any more."""
    at = live(PACE)
    at.now = 1000
    at.tick()
    assert reminded(at, until=2000) == [(1900, 2000, 3)]


def test_added_time_has_no_reminder_for_who_wants_none_or_where_the_table_gives_none() -> None:
    """Neither of all turns nor of this one; and a table without reminders has none here."""
    assert reminded(live(PACE, [Wishes(remind="none")] * 3), until=3000) == []
    assert reminded(live(Pace(1000, 300, reminders=())), until=3000) == []
    at = live(PACE)
    at.took(table.hush(at.table, 0, at.now, at.key))
    assert reminded(at, until=3000) == []
    assert not any(isinstance(event, house.TimeAdded) for event in at.events)


def test_reminder_of_added_time_waits_out_a_pause_and_comes_once_after_a_restart() -> None:
    """Extended at 1000 until 2000, stopped from 1500 to 5500: the reminder is due at 5900."""
    at = live(PACE)
    reminded(at, until=1001)
    at.now = 1500
    at.order(house.Pause())
    at.now = 5500
    at.order(house.Resume())
    at.table = table.load(table.dump(at.table))
    assert reminded(at, until=6000) == [(5900, 6000, 3)]


def test_time_that_a_moderator_adds_after_the_last_reminder_has_one_too() -> None:
    """At 950 the time is out at 1000, and both reminders are past: of 500 more the last 50."""
    at = live(STRICT)
    reminded(at, until=950)
    at.now = 950
    at.order(house.Extend(500), by="Mo")
    assert reminded(at, until=1500) == [(1450, 1500, 3)]


def test_next_turn_has_the_usual_reminders_after_one_that_was_extended_or_hushed() -> None:
    """Ana plays at 1200, in her extension, and has asked for silence; Ben has 500 and 900."""
    at = live(PACE)
    reminded(at, until=1001)
    at.took(table.hush(at.table, 0, at.now, at.key))
    at.now = 1200
    at.play("p1", "pitch 9c")
    assert at.turn == "p2"
    assert reminded(at, until=2200) == [(1700, 2200, 1), (2100, 2200, 2)]


# --- not again this turn -------------------------------------------------------------------------


def test_hush_ends_the_reminders_of_one_turn() -> None:
    """After the first reminder Ana wants no more; her next turn has both again."""
    at = live()
    at.now = 500
    at.tick()
    change = at.took(table.hush(at.table, 0, at.now, at.key))
    assert (change.entries, change.events) == ((), ())
    assert at.table.clock.alarm == 1000
    at.plays("p1 pitch 9c / p2 pass / p3 pass")
    assert (at.turn, at.table.clock.alarm) == ("p1", 1000)


def test_hush_is_for_the_seat_at_turn_and_the_decision_that_is_open() -> None:
    """Ben may not silence Ana's reminders, and an old button silences nothing."""
    at = live()
    with pytest.raises(NotYourTurn):
        table.hush(at.table, 1, 0, at.key)
    old = at.key
    at.play("p1", "pitch 9c")
    with pytest.raises(Stale):
        table.hush(at.table, 1, 0, old)
    with pytest.raises(NotSeated):
        table.hush(at.table, 7, 0, at.key)


# --- orders that are notes -----------------------------------------------------------------------


def test_nudge_asks_the_seat_at_turn_again() -> None:
    """Ana is told alone that she is asked, everybody that she was; there is a note of it."""
    at = live(None)
    change = at.order(house.Nudge(), by="Mo")
    assert [entry.note for entry in change.entries] == ["house nudge p1 by Mo"]
    assert change.events == (
        house.Ordered(house.Nudge(), "Ana", by="Mo"),
        house.Nudged(to=0),
    )
    assert change.table.version == change.before + 1
    at.order(house.Pause())
    with pytest.raises(OrderRefused, match="paused"):
        at.order(house.Nudge())


def test_nudge_says_nothing_of_plans() -> None:
    """With a plan left by somebody, it is the same to the byte."""
    one, other = live(), live()
    other.plan("p2", "swing 4d")
    assert one.order(house.Nudge()).events == other.order(house.Nudge()).events
    assert one.entries == other.entries


def test_every_order_leaves_a_row_that_says_by_whom() -> None:
    """Lines of the notation keep their text; all else is a note that begins with the house."""
    at = live()
    at.order(house.Pause(3600), by="Mo")
    at.order(house.Resume(), by="Mo")
    at.order(house.Extend(60), by="Mo")
    at.order(house.Rename('The "final", #2\n'), by="Mo")
    at.order(house.Move(), by="Mo")
    at.order(house.Computer(2), by="Mo, the great")
    at.order(house.Resign(1), by="Mo")
    rows = [(entry.actor, entry.action, entry.note) for entry in at.entries[1:]]
    assert rows == [
        ("", "", "house pause until 1970-01-01 01:00:00Z by Mo"),
        ("", "", "house resume by Mo"),
        ("", "", "house extend p1 60 seconds by Mo"),
        ("", "", 'house rename "The \\"final\\", #2" by Mo'),
        ("", "", "house move by Mo"),
        ("house", "computer p3", "by Mo, the great"),
        ("house", "resign p2", "by Mo"),
    ]


def test_what_follows_an_order_is_not_the_moderators() -> None:
    """The cards that are dealt, and what the house player plays, have no moderator's name."""
    at = live()
    change = at.order(house.Computer(0), by="Mo")
    assert [entry.note for entry in change.entries] == ["by Mo", None]


def test_title_that_nobody_can_see_is_refused() -> None:
    """Neither nothing nor a joiner is a title."""
    at = live()
    for title in ("", " ", "\u200d"):
        with pytest.raises(OrderRefused):
            at.order(house.Rename(title))


def test_pause_says_when_it_ends_by_itself() -> None:
    """Asked for longer than one turn may stand still, it is cut: 14 days here."""
    at = live()
    change = at.order(house.Pause(100 * DAY))
    assert change.events == (house.Ordered(house.Pause(14 * DAY)),)
    assert at.table.clock.alarm == 14 * DAY


def test_extension_beyond_the_longest_wait_is_refused() -> None:
    """It would give nothing; before, it gives what is left."""
    at = live(Pace(1000, 300, max_wait=1500))
    at.order(house.Extend(900))
    assert at.table.clock.deadline == 1500
    with pytest.raises(OrderRefused, match="25 minutes"):
        at.order(house.Extend(900))


# --- who did not play to the end -----------------------------------------------------------------


def test_handovers_say_who_left_when_and_why() -> None:
    """A forfeit, a removal, a resignation, a replacement: none of it is a matter of score."""
    at, _, _ = forfeits(substitute="Eve")
    moderated = (
        (house.Resign(1), "Mo", None),
        (house.Computer(1), "Mo", None),
        (house.Replace(0, "Flo"), None, "left the server"),
        (house.Resign(2), None, None),
    )
    for order, by, why in moderated:
        at.took(table.moderate(at.table, order, at.now, at.shoe, by=by, why=why))
    assert at.table.handovers == (
        Handover(1, Player("Ben"), "inning 1", "forfeit"),
        Handover(1, Player("Eve"), "inning 1", "removed"),
        Handover(1, Player("Eve", "resigned"), "inning 1", None),
        Handover(0, Player("Ana"), "inning 1", "left the server"),
        Handover(2, Player("Cho"), "inning 1", "resigned"),
    )
    assert at.folded().table.handovers == at.table.handovers
    assert table.load(table.dump(at.table)) == at.table


# --- records and checkpoints ---------------------------------------------------------------------


def test_record_of_all_this_replays() -> None:
    """Extensions and nudges are notes, forfeits are lines; the record comes to the same table."""
    at = live(PACE)
    for _ in range(3):
        at.runs_out("Eve")
    at.order(house.Nudge(), by="Mo")
    at.play("p2", "pass")
    at.play("p3", "pass")
    at.runs_out("Eve")
    text = record.write(at.game, NAMES, at.entries)
    assert "# house extend p1 1000 seconds until" in text
    assert '\nhouse replace p1 "Eve"  # forfeit\n' in text
    again = record.replay(record.read(text)).table
    assert (again.state, again.players) == (at.table.state, at.table.players)
    assert again.handovers == at.table.handovers
    assert again.misses == at.table.misses


def test_checkpoint_of_before_loads() -> None:
    """One without wishes, misses, extensions, request and handovers has none of them."""
    at = live()
    old = msgspec.json.decode(table.dump(at.table))
    for name in ("wishes", "misses", "extended", "request", "handovers"):
        assert name not in old
    old["rewinds"] = 0
    at.runs_out()
    at.order(house.Replace(2, "Eve"))
    assert table.load(msgspec.json.encode(old)).handovers == ()
    assert table.load(table.dump(at.table)) == at.table
