"""The sentences of the house: what everybody is told, what one seat is, and the final score."""

from __future__ import annotations

import msgspec
import pytest

from games import house, registry
from games.core import Event, Outcome
from games.house import Handover, Player
from games.pitch_and_catch.terms import Passed
from games.text import final_score, plan_in_words, private_line, public_lines, stays

NAMES = ("Ana", "Ben", "Cho")
WORDS = registry.kit("pitch-and-catch").words
NIGHT = 1_796_061_725
"""2026-11-30 18:02:05 UTC."""

PUBLIC: list[tuple[Event, str]] = [
    (house.TimedOut(1), "The time of Ben has run out."),
    (
        house.Extended(1, NIGHT, 1),
        "The time of Ben has run out and is extended by itself until 2026-11-30 18:02 UTC; "
        "1 more such extension is left.",
    ),
    (
        house.Extended(1, NIGHT, 0),
        "The time of Ben has run out and is extended by itself until 2026-11-30 18:02 UTC; "
        "no such extension is left in this game.",
    ),
    (
        house.RewindAsked(2, NIGHT, "Mo"),
        "Mo asks to take the last 2 moves back. Cards were dealt or shown since, so everybody who "
        "still plays has to agree, until 2026-11-30 18:02 UTC; the game waits meanwhile.",
    ),
    (
        house.RewindAsked(1, NIGHT),
        "It is asked to take the last move back. Cards were dealt or shown since, so everybody who "
        "still plays has to agree, until 2026-11-30 18:02 UTC; the game waits meanwhile.",
    ),
    (house.RewindDropped(1, "refused"), "Not everybody agrees, so nothing is taken back."),
    (
        house.RewindDropped(1, "lapsed"),
        "Not everybody has agreed in time, so nothing is taken back.",
    ),
    (
        house.RewindDropped(1, "withdrawn"),
        "Nobody is asked any more, and nothing is taken back.",
    ),
    (
        house.Ordered(house.Resign(1), "Ben"),
        "Ben has resigned; from now on the rules answer for this seat.",
    ),
    (
        house.Ordered(house.Resign(1), "Ben", by="Mo", why="removed"),
        "Ben was removed from the game; from now on the rules answer for this seat "
        "(by order of Mo).",
    ),
    (
        house.Ordered(house.Resign(1), "Ben", by="Mo"),
        "Ben was removed from the game; from now on the rules answer for this seat "
        "(by order of Mo).",
    ),
    (
        house.Ordered(house.Resign(1), "Ben", why="left the server"),
        "Ben has left the server; from now on the rules answer for this seat.",
    ),
    (
        house.Ordered(house.Resign(1), "Ben", why="forfeit"),
        "Ben has missed too many turns in a row; from now on the rules answer for this seat.",
    ),
    (house.Ordered(house.Replace(1, "Ben"), "Eve"), "Ben takes over the seat of Eve."),
    (
        house.Ordered(house.Replace(1, "Ben"), "Eve", why="forfeit"),
        "Eve has missed too many turns in a row; Ben takes over the seat.",
    ),
    (house.Ordered(house.Computer(1), "Ben"), "A house player takes over the seat of Ben."),
    (
        house.Ordered(house.Computer(1), "Ben", why="forfeit"),
        "Ben has missed too many turns in a row; a house player takes over the seat.",
    ),
    (house.Ordered(house.Rewind(1)), "The last move is taken back."),
    (
        house.Ordered(house.Rewind(2), by="Mo"),
        "The last 2 moves are taken back (by order of Mo).",
    ),
    (
        house.Ordered(house.Rewind(2), by="Mo", why="agreed"),
        "Everybody agrees: the last 2 moves are taken back (by order of Mo).",
    ),
    (house.Ordered(house.End()), "The game is ended here."),
    (house.Ordered(house.Abandon()), "The game is abandoned, without a result."),
    (house.Ordered(house.Pause()), "The game is paused."),
    (
        house.Ordered(house.Pause(NIGHT), by="Mo"),
        "The game is paused until 2026-11-30 18:02 UTC (by order of Mo).",
    ),
    (house.Ordered(house.Resume()), "The game goes on."),
    (house.Ordered(house.Extend(5400), "Ben"), "1 hour 30 minutes more for Ben."),
    (house.Ordered(house.Nudge(), "Ben"), "Ben is asked once more."),
    (house.Ordered(house.Rename("The final")), "The game is called “The final” now."),
    (house.Ordered(house.Move()), "The game has another place now."),
    (
        house.Ordered(house.Until(NIGHT)),
        "The last deal is the one that is running at 2026-11-30 18:02 UTC.",
    ),
    (
        house.Ordered(house.Until(None), by="Mo"),
        "No end is agreed any more: the game goes on until it ends by its rules (by order of Mo).",
    ),
]

PRIVATE: list[tuple[Event, str]] = [
    (
        house.PlanFailed("swing 4d", to=1),
        "Your answer “Swing 4♦” in this game does not fit now, so you are asked after all.",
    ),
    (
        house.PlanDropped("swing 4d", to=1),
        "Your answer “Swing 4♦” in this game is gone, for moves were taken back: leave it again if "
        "you like.",
    ),
    (house.Seated("Eve", to=1), "You have taken over the seat of Eve in this game."),
    (house.Reminded(NIGHT, 1, to=1), "It is your turn in this game, until 2026-11-30 18:02 UTC."),
    (
        house.TimeAdded(NIGHT, 1, to=1),
        "Your time in this game has run out and is extended by itself until 2026-11-30 18:02 UTC; "
        "1 more such extension is left.",
    ),
    (
        house.TimeAdded(NIGHT, 0, to=1),
        "Your time in this game has run out and is extended by itself until 2026-11-30 18:02 UTC; "
        "no such extension is left in this game.",
    ),
    (house.Nudged(to=1), "You are asked once more in this game: it is your turn."),
]


@pytest.mark.parametrize(("event", "line"), PUBLIC)
def test_everybody_is_told(event: Event, line: str) -> None:
    """One sentence for each, in one line."""
    assert public_lines(WORDS, [event], NAMES) == [line]


@pytest.mark.parametrize(("event", "line"), PRIVATE)
def test_one_seat_is_told(event: Event, line: str) -> None:
    """One sentence for each, and none of it in public."""
    assert private_line(WORDS, event, NAMES) == line
    assert public_lines(WORDS, [event], NAMES) == []


def test_all_that_the_house_tells_has_its_sentence() -> None:
    """No event of the house, and no order, is missing above."""
    told = {type(event) for event, _ in PUBLIC + PRIVATE}
    events = {
        one
        for one in vars(house).values()
        if isinstance(one, type) and issubclass(one, Event) and one is not Event
    }
    assert told == events
    orders = {type(event.order) for event, _ in PUBLIC if isinstance(event, house.Ordered)}
    assert orders == set(house.Order.__args__)


def test_moments_are_shown_as_the_reader_wants_them() -> None:
    """The shell shows them by everybody's own clock."""
    lines = public_lines(WORDS, [house.Ordered(house.Pause(7))], NAMES, lambda at: f"<t:{at}:f>")
    assert lines == ["The game is paused until <t:7:f>."]
    told = private_line(WORDS, house.Reminded(7, 1, to=1), NAMES, lambda at: f"<t:{at}:f>")
    assert told == "It is your turn in this game, until <t:7:f>."


def test_a_notice_names_its_game() -> None:
    """Whoever plays in several has all of them in one place."""
    for event, line in PRIVATE:
        told = private_line(WORDS, event, NAMES, title="Pitch & Catch")
        assert told == line.replace("in this game", "in Pitch & Catch", 1)


def test_what_happened_before_somebody_took_over_was_done_by_who_sat_there() -> None:
    """In one change Ben's time runs out, Eve takes his seat, and then passes."""
    events = [
        house.TimedOut(1),
        Passed(1, "swing"),
        house.Ordered(house.Replace(1, "Eve"), "Ben", why="forfeit"),
        Passed(1, "field"),
        house.Ordered(house.Replace(1, "Flo"), "Eve"),
        house.TimedOut(1),
    ]
    assert public_lines(WORDS, events, ("Ana", "Flo", "Cho")) == [
        "The time of Ben has run out.",
        "Ben passes.",
        "Ben has missed too many turns in a row; Eve takes over the seat.",
        "Eve passes.",
        "Flo takes over the seat of Eve.",
        "The time of Flo has run out.",
    ]


# --- the final score -----------------------------------------------------------------------------

BEN, EVE = Player("Ben"), Player("Eve")


@pytest.mark.parametrize(
    ("player", "handovers", "said"),
    [
        (BEN, [], None),
        (
            Player("Ben", "computer"),
            [Handover(1, BEN, "inning 3", "forfeit")],
            "a house player since inning 3; forfeited",
        ),
        (
            Player("Ben", "resigned"),
            [Handover(1, BEN, "inning 3", "resigned")],
            "resigned in inning 3",
        ),
        (
            Player("Ben", "resigned"),
            [Handover(1, BEN, "deal 2", "left the server")],
            "left the server in deal 2",
        ),
        (EVE, [Handover(1, BEN, "inning 3", "forfeit")], "since inning 3; Ben forfeited"),
        (EVE, [Handover(1, BEN, "inning 3")], "since inning 3; Ben was replaced"),
        (BEN, [Handover(1, BEN, "inning 3", "forfeit")], "since inning 3; forfeited"),
        (
            Player("Ben", "computer"),
            [
                Handover(1, BEN, "inning 2", "removed"),
                Handover(1, Player("Ben", "resigned"), "inning 4"),
            ],
            "a house player since inning 4; was removed in inning 2",
        ),
        (
            Player("Eve", "computer"),
            [
                Handover(1, BEN, "inning 2", "resigned"),
                Handover(1, EVE, "inning 5", "forfeit"),
            ],
            "a house player since inning 5; Ben resigned in inning 2, Eve forfeited",
        ),
        (EVE, [Handover(1, Player("Robo Ann", "computer"), "inning 2")], "since inning 2"),
    ],
)
def test_who_has_not_played_to_the_end_is_said(
    player: Player, handovers: list[Handover], said: str | None
) -> None:
    """Who plays the seat since when, and what became of the people before; in their own words."""
    players = (Player("Ana"), player, Player("Cho"))
    assert stays(players, handovers) == ({} if said is None else {1: said})


def test_final_score_says_it_beside_the_score() -> None:
    """Places and points are the same; somebody else's substitute has a note, level or not."""
    outcome = Outcome("innings", (4, 7, 4), (2, 1, 2))
    assert final_score(outcome, NAMES) == ["1. Ben: 7", "2. Ana: 4 (level)", "2. Cho: 4 (level)"]
    notes = {1: "since inning 3; Eve forfeited", 2: "resigned in inning 3"}
    assert final_score(outcome, NAMES, notes) == [
        "1. Ben: 7 (since inning 3; Eve forfeited)",
        "2. Ana: 4 (level)",
        "2. Cho: 4 (level; resigned in inning 3)",
    ]
    abandoned = msgspec.structs.replace(outcome, places=None)
    assert final_score(abandoned, NAMES, notes)[1] == "Ben: 7 (since inning 3; Eve forfeited)"


def test_names_before_are_shown_as_names_are() -> None:
    """A post escapes them."""
    left = [Handover(0, Player("*Ana*"), "inning 1", "forfeit")]
    assert stays([Player("Eve")], left, lambda name: name.replace("*", r"\*")) == {
        0: r"since inning 1; \*Ana\* forfeited"
    }


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "swing 5c or swing lowest up to 9 else pass",
            "Swing 5♣, or swing lowest up to 9, else pass",
        ),
        ("field lowest if ball J or more", "Field lowest if ball J or more"),
        ("play Tc Td", "Play 10♣ 10♦"),
        ("pass", "Pass"),
        ("swing pass", "Pass (swing)"),
        ("field pass", "Pass (field)"),
    ],
)
def test_an_answer_left_ahead_is_shown_as_cards_are(text: str, words: str) -> None:
    """As it is kept it is only to be typed."""
    assert plan_in_words(text) == words
