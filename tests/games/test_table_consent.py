"""A rewind over cards that were dealt or shown: everybody still seated is asked (X-7).

Ana (p1), Ben (p2) and Cho (p3) have three cards each and Ana pitches.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator

import pytest

import games
from games import house, record, registry, table
from games.clock import HOUR
from games.core import Event, Finished, GameError, NotSeated, OrderRefused, Paused, Stale
from games.hours import DAY
from games.pace import Pace
from tests.games.pitch_and_catch.boxes import deck
from tests.helpers import Live, lines, stacked

HANDS = ["3c 9c Kc", "4d 7d 9d", "2h 8h Qh"]
PACE = Pace(1000, 300, extensions=0)


def live(pace: Pace | None = PACE) -> Live:
    """The table of three with three cards each."""
    shoe = stacked(deck(HANDS))
    return Live("pitch-and-catch (hand_size=3)", ("Ana", "Ben", "Cho"), shoe, pace)


def asked(pace: Pace | None = PACE, lines: int = 2) -> Live:
    """Ana has pitched and Ben has passed; at 400 Mo asks to take that back. Cho is at turn."""
    at = live(pace)
    at.now = 100
    at.play("p1", "pitch 9c")
    at.now = 300
    at.play("p2", "pass")
    at.now = 400
    at.order(house.Rewind(lines), by="Mo")
    return at


def notes(change: table.Change) -> list[str | None]:
    """The notes of a change's rows."""
    return [entry.note for entry in change.entries]


# --- what needs consent --------------------------------------------------------------------------


def test_rewind_to_after_the_last_card_needs_nobody() -> None:
    """Two passes show nothing: they are taken back at once."""
    at = live()
    at.plays("p1 pitch 9c / p2 pass / p3 pass")
    at.order(house.Rewind(2), by="Mo")
    assert (at.turn, at.table.request) == ("p2", None)
    assert at.entries[-1].note == "by Mo"


def test_rewind_over_a_card_is_put_to_all_players() -> None:
    """The game stands still; the request is told, and stands in the journal as a note."""
    at = live()
    at.now = 100
    at.play("p1", "pitch 9c")
    change = at.order(house.Rewind(1), by="Mo")
    assert change.events == (house.RewindAsked(1, 1100, "Mo"),)
    assert notes(change) == ["house rewind 1 asked until 1970-01-01 00:18:20Z by Mo"]
    assert (at.turn, at.key) == ("p2", "1.1.swing")
    assert at.table.clock.deadline is None
    assert at.table.clock.alarm == 1100
    request = at.table.request
    assert request is not None
    assert (request.lines, request.agreed, request.lapses, request.by) == (1, (), 1100, "Mo")
    assert table.load(table.dump(at.table)) == at.table


def test_a_deal_or_what_a_time_out_shows_needs_consent() -> None:
    """The pass that brought the next deal, and a pitch by the clock."""
    shoe = stacked(deck(["5c", "3d", "4h"]), deck(["2c", "9d", "Th"], dealer=1))
    at = Live("pitch-and-catch (hand_size=1)", ("Ana", "Ben", "Cho"), shoe, PACE)
    at.plays("p1 pitch 5c / p2 pass / p3 pass / p2 pitch 3d / p3 pass")
    assert at.key == "2.1.pitch"
    at.order(house.Rewind(1))
    assert at.table.request is not None

    at = live()
    at.runs_out()
    assert at.entries[-1].actor == "clock"
    at.order(house.Rewind(1))
    assert at.table.request is not None


def test_card_that_the_rules_show_for_a_resigned_seat_needs_consent() -> None:
    """Ana resigns after a strike, and the rules pitch for her (X-12): no line, but a card."""
    at = live()
    at.plays("p1 pitch 9c / p2 pass / p3 pass")
    assert at.turn == "p1"
    assert at.folded().earlier(1).shows is False
    at.order(house.Resign(0))
    assert at.folded().earlier(1).shows is True
    at.order(house.Rewind(1))
    assert at.table.request is not None


def test_lines_before_a_card_count_and_those_after_it_do_not() -> None:
    """As the journal says it: from the last pass back nothing is shown, from the pitch on it is."""
    at = live()
    at.plays("p1 pitch 9c / p2 pass / p3 pass / p1 pitch 3c / p2 pass")
    history = at.folded()
    assert [history.earlier(back).shows for back in range(1, 6)] == [False, True, True, True, True]


def test_only_house_players_need_not_be_asked() -> None:
    """Two are house players, and Ana, the last person, resigns: what is left is taken back."""
    at = live()
    at.plays("p1 pitch 9c / p2 pass")
    at.order(house.Pause())
    for order in (house.Computer(1), house.Resign(0), house.Resign(2)):
        at.order(order)
    change = at.order(house.Rewind(1))
    assert at.table.request is None
    assert any(isinstance(event, house.Ordered) for event in change.events)


def event_types(cls: type[Event] = Event) -> Iterator[type[Event]]:
    """All kinds of events of all games."""
    for one in cls.__subclasses__():
        yield one
        yield from event_types(one)


SHOWN_BEFORE = {
    "InningBegins",  # the threes that say who leads go with the deal of the hands
    "Strike",
    "Hit",
    "BallKept",
    "BallFourReturns",
    "PlayWon",
    "Matched",
    "StruckOut",
    "RoundBegins",
    "RainFalls",
}
"""Events that name cards which other events have shown already."""

DEALT_UNSEEN = {"SeventhDown", "ExtraDown"}
"""Events that tell of a card without naming it."""


def test_every_event_with_a_card_is_known_to_show_it_or_not() -> None:
    """A new event that names a card has to say whether that card is dealt or shown with it."""
    for name in registry.PACKAGES.values():
        for module in pkgutil.iter_modules(importlib.import_module(name).__path__):
            importlib.import_module(f"{name}.{module.name}")
    with_cards, shows = set(), set()
    for one in event_types():
        if one.__module__.startswith(games.__name__):
            kinds = " ".join(str(kind) for kind in one.__annotations__.values())
            if "Card" in kinds or "Hand" in kinds or "Laid" in kinds:
                with_cards.add(one.__name__)
            if one.shows:
                shows.add(one.__name__)
    assert with_cards - shows == SHOWN_BEFORE
    assert shows - with_cards == DEALT_UNSEEN
    assert "HandDealt" in shows


# --- answers -------------------------------------------------------------------------------------


def test_rewind_happens_when_the_last_one_agrees() -> None:
    """Nobody hears of the answers before; then the clock starts anew, for a new decision."""
    at = asked()
    for who in ("p2", "p1"):
        change = at.consent(who)
        assert (change.entries, change.events) == ((), ())
    assert at.table.request is not None
    assert at.table.request.agreed == (0, 1)
    at.now = 700
    change = at.consent("p3")
    assert lines(change) == ["house rewind 2 # agreed, by Mo"]
    assert change.events == (house.Ordered(house.Rewind(2), by="Mo", why="agreed"),)
    assert (at.turn, at.key, at.table.request) == ("p1", "1.1.pitch.r1", None)
    assert at.table.clock.deadline == 1700
    at.play("p1", "pitch 3c")
    assert at.folded().table.state == at.table.state


def test_one_refusal_drops_it_and_the_clock_goes_on_with_what_was_left() -> None:
    """Cho had 700 of her window left at 400; refused at 650 she has them from then on."""
    at = asked()
    at.consent("p1")
    at.now = 650
    change = at.consent("p2", agrees=False)
    assert change.events == (house.RewindDropped(2, "refused"),)
    assert notes(change) == ["house rewind 2 refused"]
    assert (at.turn, at.key, at.table.request) == ("p3", "1.1.swing", None)
    assert at.table.clock.deadline == 650 + 700
    at.play("p3", "pass")


def test_it_lapses_after_one_window() -> None:
    """At 1400, and not a second before; the clock goes on with what was left."""
    at = asked()
    at.consent("p1")
    at.now = 1399
    assert at.tick() is None
    at.now = 1400
    change = at.tick()
    assert change is not None
    assert change.events == (house.RewindDropped(2, "lapsed"),)
    assert notes(change) == ["house rewind 2 lapsed"]
    assert (at.turn, at.table.clock.deadline) == ("p3", 1400 + 700)


def test_without_a_pace_it_lapses_after_a_day() -> None:
    """There is no window to go by."""
    at = asked(pace=None)
    assert at.table.clock.alarm == 400 + 24 * HOUR
    at.now = 400 + 24 * HOUR
    at.tick()
    assert at.table.request is None
    assert at.table.clock.pause is None
    at.play("p3", "pass")


def test_who_has_agreed_may_still_refuse_and_agreeing_twice_changes_nothing() -> None:
    """Until the last one has answered."""
    at = asked()
    at.consent("p1")
    before = at.table
    at.consent("p1")
    assert at.table == before
    at.consent("p1", agrees=False)
    assert at.table.request is None


def test_answers_to_nothing_are_stale() -> None:
    """When nothing is asked, or something else by now; strangers are not asked at all."""
    at = asked()
    request = at.table.request
    assert request is not None
    refuses(at, NotSeated, lambda: table.consent(at.table, 5, True, 0, at.shoe))
    at.consent("p1", agrees=False)
    refuses(at, Stale, lambda: table.consent(at.table, 1, True, 0, at.shoe, request.key))
    at.order(house.Rewind(2))
    refuses(at, Stale, lambda: table.consent(at.table, 1, True, 0, at.shoe, request.key))
    again = at.table.request
    assert again is not None
    at.took(table.consent(at.table, 1, True, at.now, at.shoe, again.key))
    at.order(house.Abandon())
    refuses(at, Finished, lambda: table.consent(at.table, 1, True, 0, at.shoe, again.key))


def refuses(at: Live, error: type[GameError], call: Callable[[], object]) -> None:
    """A call that is refused with this error and changes nothing."""
    before = at.table
    with pytest.raises(error):
        call()
    assert at.table is before


# --- meanwhile -----------------------------------------------------------------------------------


def test_nothing_can_be_played_meanwhile() -> None:
    """Also what a plan would do waits; afterwards it acts."""
    at = asked()
    with pytest.raises(Paused, match="asked whether moves are taken back"):
        at.play("p3", "pass")
    at.plan("p3", "swing 8h")
    assert at.turn == "p3"
    change = at.consent("p1", agrees=False)
    assert lines(change)[1] == "p3 swing 8h # plan"


def test_agreed_rewind_drops_the_plans_and_tells_their_owners() -> None:
    """Each owner alone, as after any rewind."""
    at = asked()
    at.plan("p3", "swing 8h")
    at.consent("p1")
    at.consent("p2")
    change = at.consent("p3")
    assert house.PlanDropped("swing 8h", to=2) in change.events
    assert at.table.plans == ()


@pytest.mark.parametrize(
    "order",
    [house.Pause(), house.Pause(5000), house.Extend(60), house.Nudge(), house.Rewind(1)],
)
def test_orders_to_the_clock_wait_for_the_answers(order: house.Order) -> None:
    """A pause, an extension, a nudge, another rewind: refused with one sentence."""
    at = asked()
    with pytest.raises(OrderRefused, match="asked whether moves are taken back"):
        at.order(order)
    assert at.table.request is not None


def test_resume_withdraws_it() -> None:
    """The moderator thinks better of it; the clock goes on with what was left."""
    at = asked()
    at.now = 500
    change = at.order(house.Resume(), by="Mo")
    assert change.events == (house.RewindDropped(2, "withdrawn"),)
    assert notes(change) == ["house rewind 2 withdrawn by Mo"]
    assert at.table.clock.deadline == 500 + 700


def test_game_that_was_paused_is_paused_again_afterwards() -> None:
    """Paused until 5000 by hand, asked at 400, refused at 600: it still goes on at 5000."""
    at = live()
    at.now = 100
    at.play("p1", "pitch 9c")
    at.now = 200
    at.order(house.Pause(5000))
    at.now = 400
    at.order(house.Rewind(1))
    assert at.table.clock.alarm == 1400
    at.now = 600
    at.consent("p1", agrees=False)
    assert at.table.clock.alarm == 5000
    with pytest.raises(Paused):
        at.play("p2", "pass")
    at.now = 5000
    at.tick()
    assert at.table.clock.deadline == 5000 + 900


def test_agreed_in_a_pause_the_game_stays_paused() -> None:
    """What is asked anew has all its time from the resume on."""
    at = live()
    at.play("p1", "pitch 9c")
    at.order(house.Pause(5000))
    at.rewind(1)
    assert at.table.request is None
    assert (at.turn, at.table.clock.alarm) == ("p1", 5000)
    at.now = 5000
    at.tick()
    assert at.table.clock.deadline == 6000


def test_abandoning_ends_it_with_the_game() -> None:
    """Nothing is asked any more, and no clock runs."""
    at = asked()
    change = at.order(house.Abandon(), by="Mo")
    assert lines(change) == ["house abandon # by Mo"]
    assert (at.table.request, at.table.clock.alarm) == (None, None)


def test_who_leaves_need_not_agree() -> None:
    """Cho resigns, or a house player takes her seat; the others' yes is enough then."""
    for order in (house.Resign(2), house.Computer(2)):
        at = asked()
        at.consent("p1")
        at.order(order)
        assert at.table.request is not None
        change = at.consent("p2")
        assert lines(change)[0] == "house rewind 2 # agreed, by Mo"


def test_rewind_happens_when_the_only_one_left_to_answer_leaves() -> None:
    """Ana and Ben have agreed and Cho leaves: first the moves are taken back, then it is done."""
    for order, line in ((house.Resign(2), "resign"), (house.Computer(2), "computer")):
        at = asked()
        at.consent("p1")
        at.consent("p2")
        change = at.order(order, by="Mo")
        assert lines(change) == [
            "house rewind 2 # agreed, by Mo",
            f"house {line} p3 # by Mo",
        ]
        assert (at.turn, at.table.request) == ("p1", None)
        assert at.folded().table.state == at.table.state


def test_somebody_new_is_asked_too() -> None:
    """Ben had agreed; Eve, who takes his seat, has not."""
    at = asked()
    for who in ("p1", "p2"):
        at.consent(who)
    at.order(house.Replace(1, "Eve"))
    assert at.table.request is not None
    assert at.table.request.agreed == (0,)
    at.consent("p3")
    assert at.table.request is not None
    at.consent("p2")
    assert (at.turn, at.table.request) == ("p1", None)


def test_resigned_seat_does_not_move_the_game_away_under_the_request() -> None:
    """Cho resigns at her turn, so the rules pass for her; what is agreed to is still the same."""
    at = asked()
    at.order(house.Resign(2))
    at.consent("p1")
    at.consent("p2")
    assert (at.turn, at.key) == ("p1", "1.1.pitch.r1")
    assert at.folded().table.state == at.table.state


# --- no game stalls by it ------------------------------------------------------------------------


def test_asking_again_and_again_does_not_stop_a_turn_for_ever() -> None:
    """All that a turn stands still is counted: after 14 days no more can be asked."""
    at = live(Pace(3 * DAY, 300, max_wait=10 * DAY))
    at.play("p1", "pitch 9c")
    for asked_until in (3, 6, 9, 12, 14):
        at.order(house.Rewind(1))
        assert at.table.clock.alarm == asked_until * DAY
        at.now = asked_until * DAY
        at.tick()
    with pytest.raises(OrderRefused):
        at.order(house.Rewind(1))
    assert at.table.clock.deadline == at.now + 3 * DAY


def test_outage_gives_the_time_to_agree_back() -> None:
    """An hour in which nobody could press a button is added to it."""
    at = asked()
    later = table.shift(at.table, HOUR)
    assert later.runs
    assert later.request is not None
    assert (later.request.lapses, later.clock.alarm) == (1400 + HOUR, 1400 + HOUR)
    at.table = later
    at.now = 1400 + HOUR
    at.tick()
    assert (at.table.request, at.table.clock.deadline) == (None, at.now + 700)


# --- the record ----------------------------------------------------------------------------------


def test_record_of_requests_replays() -> None:
    """Asked, refused, asked, agreed: notes are notes, and the one line is a line."""
    at = asked()
    at.consent("p1", agrees=False)
    at.rewind(2)
    at.play("p1", "pitch 3c")
    text = record.write(at.game, at.start.names, at.entries)
    assert text.count("# house rewind 2 asked until") == 2
    assert "\n# house rewind 2 refused\n" in text
    assert "\nhouse rewind 2  # agreed\n" in text
    again = record.replay(record.read(text)).table
    assert (again.state, again.rewinds) == (at.table.state, 1)


def test_journal_shows_no_answer_before_the_end() -> None:
    """Who has agreed moves neither version nor journal."""
    at = asked()
    version, rows = at.table.version, len(at.entries)
    at.consent("p1")
    assert (at.table.version, len(at.entries)) == (version, rows)


def test_forgotten_name_is_nowhere_on_the_table() -> None:
    """Neither in the seat, nor among those who have left it, nor as who asked for a rewind."""
    at = asked()
    at.order(house.Replace(0, "Mo"))
    at.order(house.Replace(0, "Eve"))
    assert b"Mo" in table.dump(at.table)
    later = table.forgotten(at.table, 0, "Mo", "somebody")
    assert b"Mo" not in table.dump(later)
    assert [one.before.name for one in later.handovers] == ["Ana", "somebody"]
    assert table.forgotten(later, 0, "Eve", "nobody").names == ("nobody", "Ben", "Cho")


def test_leaving_cannot_end_the_game_before_what_all_others_agreed_to() -> None:
    """The rules would pass for Cho, which is the third strike; the others want it back first."""
    at = live()
    at.plays("p1 pitch 3c / p2 pass / p3 pass / p1 pitch 9c / p2 pass / p3 pass")
    at.plays("p1 pitch Kc / p2 pass")
    at.order(house.Rewind(2))
    at.consent("p1")
    at.consent("p2")
    at.order(house.Resign(2))
    assert (at.turn, at.table.outcome) == ("p1", None)
    assert at.folded().table.state == at.table.state
