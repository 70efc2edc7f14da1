"""Records as text: headers, names, notes, hidden cards; written, read and replayed again."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import house, record, registry
from games.core import NotationError, RecordError, RecordHidden
from games.table import Entry
from tests.games.pitch_and_catch.boxes import CARDS, box, deck
from tests.games.random_games import random_game
from tests.helpers import Live, encoded, stacked

HANDS = ["3c 9c Kc", "4d 7d 9d", "2h 8h Qh"]
HEADER = "game: pitch-and-catch (hand_size=3)\nplayers: Ana, Ben, Cho\n"
DEAL = "dealer deal " + " ".join(deck(HANDS))


def refused(text: str) -> RecordError:
    """The error of a record that cannot be read or replayed."""
    with pytest.raises(RecordError) as caught:
        record.replay(record.read(text))
    return caught.value


def turn_after(*lines: str) -> str | None:
    """Whose turn it is after some lines below the header."""
    turn: str | None = record.position("\n".join([HEADER, *lines]))["turn"]
    return turn


# --- notes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "bare"),
    [
        ("p1 pitch 9c", "p1 pitch 9c"),
        ("p1 pitch 9c # a note", "p1 pitch 9c"),
        ("p1 pitch 9c\t# a note", "p1 pitch 9c"),
        ("# only a note", ""),
        ("   # only a note", ""),
        ("#", ""),
        ("", ""),
        ("p1 pitch 9c#not a note", "p1 pitch 9c#not a note"),
        ("p1 pitch 9c #one # two", "p1 pitch 9c"),
        ('house replace p1 "E # ve"', 'house replace p1 "E # ve"'),
        ('house replace p1 "E # ve" # a "note"', 'house replace p1 "E # ve"'),
        (r'house replace p1 "E \" # ve" # note', r'house replace p1 "E \" # ve"'),
        (r'house replace p1 "E \\" # note', r'house replace p1 "E \\"'),
        ("p1 pitch 9c # it's \"open", "p1 pitch 9c"),
        ('players: "A # 1", B # two', 'players: "A # 1", B'),
        ("  p1 pitch 9c  ", "p1 pitch 9c"),
    ],
)
def test_note_begins_at_a_hash_outside_strings(row: str, bare: str) -> None:
    """At the start or after white space, never inside a JSON string."""
    assert record.split_note(row)[0] == bare


# --- names ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Ana, Ben, Cho", ("Ana", "Ben", "Cho")),
        ("Ana,Ben  ,  Cho", ("Ana", "Ben", "Cho")),
        ("Ana Bo, Ben", ("Ana Bo", "Ben")),
        ('"Smith, Jo", Ben', ("Smith, Jo", "Ben")),
        ('Ben, "#1"', ("Ben", "#1")),
        (r'"say \"hi\"" , Ben', ('say "hi"', "Ben")),
        (r'"\u00c8ve"', ("Ève",)),
        ('" Ana "', (" Ana ",)),
        (r'"A\nna"', ("Ana",)),
        ('"Ana"', ("Ana",)),
        ("O'Neil\\", ("O'Neil\\",)),
        ("p1, dealer", ("p1", "dealer")),
    ],
)
def test_names_are_read(text: str, names: tuple[str, ...]) -> None:
    """Separated by commas; a JSON string holds what would be misread."""
    assert record.read_names(text) == names


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", ""),
        ("Ana,,Cho", ""),
        ("Ana, Ben,", ""),
        (", Ana", ""),
        ('Ana, ""', ""),
        ('Ana, " "', ""),
        ('"Ana" Bo, Ben', '"Ana" Bo'),
        ('Ana "Bo"', 'Ana "Bo"'),
        ('"Ana', '"Ana'),
        (r'"\x"', r'"\x"'),
    ],
)
def test_names_that_cannot_be_read(text: str, found: str) -> None:
    """An empty name, a quote in the wrong place, a string that is none."""
    with pytest.raises(NotationError) as caught:
        record.read_names(text)
    assert caught.value.found == found


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Ana", "Ana"),
        ("Ana Bo", "Ana Bo"),
        ("Ève ♥", "Ève ♥"),
        ("Smith, Jo", '"Smith, Jo"'),
        ("#1", '"#1"'),
        ("a#1", '"a#1"'),
        ('say "hi"', r'"say \"hi\""'),
        (" Ana", '" Ana"'),
        ("Ana\u00a0", '"Ana\u00a0"'),
        ("back\\slash", "back\\slash"),
    ],
)
def test_name_is_written_plain_or_as_json(name: str, written: str) -> None:
    """As a JSON string only where it would be misread, and readable to people."""
    assert record.write_name(name) == written
    assert record.read_names(written) == (name,)


names = st.text(min_size=1).map(house.clean_name).filter(house.can_be_seen)
tricky = st.text(alphabet=' ,#"\\ab\u00a0\ufeff', min_size=1).filter(house.can_be_seen)


@given(st.lists(names | tricky, min_size=3, max_size=7))
def test_any_names_survive_a_record(people: list[str]) -> None:
    """A record written with them has the same seats when it is read."""
    game = registry.read_game("pitch-and-catch", len(people))
    text = record.write(game, people, [])
    assert text.encode()
    read = record.read(text)
    assert read.names == tuple(people)
    assert read.game == game
    assert read.lines == ()


@given(names | tricky)
def test_any_substitute_survives_a_record(name: str) -> None:
    """The line of a replacement is read as one line, with this name."""
    entries = [Entry("house", house.write_order(house.Replace(1, name)), 0, "a # note")]
    game = registry.read_game("pitch-and-catch", 3)
    text = record.write(game, ["Ana", "Ben", "Cho"], entries)
    assert record.replay(record.read(text)).table.names == ("Ana", name, "Cho")


# --- the header ----------------------------------------------------------------------------------


def test_header_is_read_with_all_that_may_stand_in_it() -> None:
    """Notes between, any order, unknown keys with x-, Windows line ends, a byte order mark."""
    text = (
        "\ufeff# a game\nplayers: Ana, Ben, Cho  # three\nx-club: Thursday: late\n"
        "game: pitch-and-catch (tie=extra-innings)\nstarted: 2026-11-30 18:02Z\nrules: 1\n"
        "result: Ana wins\n\n"
    )
    for written in (text, text.replace("\n", "\r\n")):
        read = record.read(written)
        assert read.names == ("Ana", "Ben", "Cho")
        assert registry.write_game(read.game) == "pitch-and-catch (tie=extra-innings)"
        assert read.headers["x-club"] == "Thursday: late"
        assert (read.header_lines["players"], read.header_lines["game"]) == (2, 4)
        assert read.lines == ()


@pytest.mark.parametrize(
    ("text", "line", "clause", "said"),
    [
        ("", 1, None, "expected a header with game and players, found no game"),
        ("\n" + HEADER, 1, None, "found no game"),
        ("game: pitch-and-catch\n\n", 1, None, "found no players"),
        ("players: Ana, Ben, Cho\n\n", 1, None, "found no game"),
        ("game pitch-and-catch\n", 1, None, "expected a header like game: pitch-and-catch"),
        ("Game: pitch-and-catch\n", 1, None, "expected a header like game: pitch-and-catch"),
        (HEADER + "club: Thursday\n", 3, None, "a key that starts with x-, found club"),
        (HEADER + "game: pitch-and-catch\n", 3, None, "expected each header once"),
        (HEADER + "rules: 2\n\n", 3, None, "the reading of the rules that this program has, 1"),
        (HEADER + "started: yesterday\n\n", 3, None, "expected a time like"),
        ("game: cricket\nplayers: A, B, C\n\n", 1, None, "expected a game"),
        ("game: pitch-and-catch (\nplayers: A, B, C\n\n", 1, None, "a game and its options"),
        #
        ("game: pitch-and-catch\nplayers: A, B\n\n", 2, "X-13", "3 to 7 names, found 2"),
        ("game: pitch-and-catch\nplayers: A, B, C, D, E, F, G, H\n", 2, "X-13", "found 8"),
        ("game: pitch-and-catch (hand_size=18)\nplayers: A, B, C\n", 1, "X-13", "1 to 17"),
        ("game: pitch-and-catch (hand_size=0)\nplayers: A, B, C\n", 1, "X-13", "not 0"),
        ("game: pitch-and-catch (players=4)\nplayers: A, B, C\n", 1, "X-13", "3 names"),
        ("game: pitch-and-catch (innings=3)\nplayers: A, B, C\n", 1, "X-13", "an option of"),
        ("game: pitch-and-catch (tie=both)\nplayers: A, B, C\n", 1, "X-13", "shared or extra"),
        ("game: pitch-and-catch\nplayers: A,, C\n\n", 2, None, "a name between the commas"),
    ],
)
def test_header_that_is_not_right(text: str, line: int, clause: str | None, said: str) -> None:
    """Refused at its line, with the clause where options make no sense (X-13)."""
    error = refused(text)
    assert (error.line, error.clause) == (line, clause)
    assert said in error.reason


# --- lines ---------------------------------------------------------------------------------------


def test_lines_may_stand_between_notes_and_blanks() -> None:
    """Line numbers count everything, from the top of the file."""
    text = HEADER + f"\n# the deal\n{DEAL}\n\n\n  p1   pitch\t9c  # high\n# then\np2 swing Td\n"
    error = refused(text)
    assert error.line == 10
    assert error.clause == "PC-9"
    assert error.text == "p2 swing Td"
    assert str(error) == f"10: p2 swing Td: {error.reason} [PC-9]"


def test_cards_may_be_spelt_in_any_way() -> None:
    """Signs, tens in both spellings, upper and lower case (X-11)."""
    spelt = DEAL.replace(" Td ", " 10♦ ").replace(" 9c ", " 9♣ ").replace(" Ah", " a♥")
    assert turn_after(spelt, "p1 PITCH 9C", "p2 Swing 7♦") == "p3"


@pytest.mark.parametrize(
    ("line", "clause", "said"),
    [
        ("p1 throw 9c", None, "expected pitch, swing or field with a card, or pass"),
        ("p1 pitch", None, 'expected one card after "pitch"'),
        ("p1 pitch 9c 9d", None, 'expected one card after "pitch"'),
        ("p1", None, "expected pitch"),
        ("p9 pitch 9c", None, "expected a seat of this table, p1 to p3, found p9"),
        ("Ana pitch 9c", None, "expected dealer, clock, house or a seat like p1"),
        ("p2 pass", "X-14", "it is the turn of p1"),
        ("clock p2", "X-14", "it is the turn of p1"),
        ("clock", None, "expected a seat, like p1"),
        (DEAL, "X-14", "it is the turn of p1"),
        ("p1 pass", "PC-7", "a card must be pitched"),
        ("p1 pitch 9d", "X-15", "9♦ is not in this hand"),
        ("p1 swing 9c", "X-14", "what is due now is a pitch"),
        ("house rewind 1", None, "no move that could be taken back"),
        ("house end", None, "it can only be abandoned"),
        ("house sing", None, "expected resign p3"),
    ],
)
def test_line_that_cannot_stand(line: str, clause: str | None, said: str) -> None:
    """Refused with a sentence, and with the clause where one forbids it."""
    error = refused(f"{HEADER}\n{DEAL}\n{line}\n")
    assert (error.line, error.clause) == (5, clause)
    assert said in error.reason


def test_deal_must_name_every_card_once() -> None:
    """X-15: what is twice, missing or foreign is said."""
    twice = DEAL.replace(" As", " Ks")
    error = refused(f"{HEADER}\n{twice}\n")
    assert error.clause == "X-15"
    assert "K♠ named twice" in error.reason
    assert "A♠ missing" in error.reason


def test_no_line_follows_the_end() -> None:
    """After `house abandon` nothing is legal, not even another order."""
    for line in ("p1 pitch 9c", "house abandon", "clock p1", DEAL):
        error = refused(f"{HEADER}\n{DEAL}\nhouse abandon\n{line}\n")
        assert (error.line, error.clause) == (6, "X-14")


# --- hidden records ------------------------------------------------------------------------------


def test_running_game_is_written_without_its_deck() -> None:
    """All 52 cards are ??, what was played is shown; it can be read and not replayed."""
    at = Live("pitch-and-catch (hand_size=3)", ("Ana", "Ben", "Cho"), stacked(deck(HANDS)))
    at.plays("p1 pitch 9c / p2 swing 7d")
    text = record.write(at.game, at.start.names, at.entries, hide=True)
    assert text == (
        "game: pitch-and-catch (hand_size=3)\nplayers: Ana, Ben, Cho\nrules: 1\n\n"
        "dealer deal" + " ??" * 52 + "\np1 pitch 9c\np2 swing 7d\n"
    )
    error = refused(text)
    assert isinstance(error, RecordHidden)
    assert error.line == 5
    shown = {word for row in text.splitlines()[4:] for word in row.split() if word in CARDS}
    assert shown == {"9c", "7d"}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("p1 throw 9c", "expected pitch"),
        ("p1 pitch ?? ??", "expected one card"),
        ("p0 pitch 9c", "expected dealer, clock, house or a seat like p1"),
        ("house sing", "expected resign"),
        ("clock ??", "expected a seat"),
        ("p1 pitch 1c", "expected one card"),
    ],
)
def test_hidden_record_must_still_be_readable(line: str, said: str) -> None:
    """A line that nobody could read is an error, hidden cards or not."""
    error = refused(f"{HEADER}\ndealer deal{' ??' * 52}\n{line}\n")
    assert not isinstance(error, RecordHidden)
    assert error.line == 5
    assert said in error.reason


def test_hidden_record_stops_at_the_first_hidden_line() -> None:
    """What comes before it is still checked."""
    error = refused(f"{HEADER}\n{DEAL}\np1 pass\np2 swing ??\n")
    assert (error.line, error.clause) == (5, "PC-7")
    error = refused(f"{HEADER}\n{DEAL}\np1 pitch 9c\np2 swing ??\n")
    assert isinstance(error, RecordHidden)
    assert error.line == 6


def test_name_with_question_marks_hides_nothing() -> None:
    """Two question marks in a substitute's name are no hidden card."""
    position = record.position(f'{HEADER}\n{DEAL}\nhouse replace p2 "Who ?? me"\n')
    assert position["players"] == ["Ana", "Who ?? me", "Cho"]


# --- written, read, replayed ---------------------------------------------------------------------


def test_record_is_written_like_this() -> None:
    """Headers in their order, a blank line, one action a line, notes after a hash."""
    at = Live("pitch-and-catch (hand_size=3)", ("Ana", "B, C", "Cho"), stacked(deck(HANDS)))
    at.plan("p2", "swing 7d")
    at.play("p1", "pitch 9c")
    at.order(house.Pause())
    at.order(house.Replace(2, "Eve"))
    headers = {"x-club": "Thursday", "started": "2026-11-30 18:02Z", "result": ""}
    assert record.write(at.game, at.start.names, at.entries, headers) == (
        "game: pitch-and-catch (hand_size=3)\n"
        'players: Ana, "B, C", Cho\n'
        "started: 2026-11-30 18:02Z\n"
        "result:\n"
        "rules: 1\n"
        "x-club: Thursday\n"
        "\n"
        f"{DEAL}\n"
        "p1 pitch 9c\n"
        "p2 swing 7d  # plan\n"
        "# house pause\n"
        'house replace p3 "Eve"\n'
    )


@given(st.integers(0, 10**6))
def test_written_game_replays_to_the_same_table(number: int) -> None:
    """Random games with all that happens to one: the record alone gives the same position."""
    at, _ = random_game(f"record {number}", 50)
    text = record.write(at.game, at.start.names, at.entries, {"started": "2026-11-30 18:02Z"})
    read = record.read(text)
    replayed = record.replay(read).table
    assert encoded(replayed.state) == encoded(at.table.state)
    assert replayed.players == at.table.players
    assert replayed.outcome == at.table.outcome
    assert replayed.deals == at.table.deals
    position = record.position(text)
    assert position["actions"] == sum(bool(entry.actor) for entry in at.entries)
    assert json.loads(json.dumps(position)) == position
    hidden = record.write(at.game, at.start.names, at.entries, hide=True)
    with pytest.raises(RecordHidden):
        record.replay(record.read(hidden))


def test_position_of_a_running_game() -> None:
    """The object of `replay --json`, worked out by hand for three lines."""
    assert record.position(box(HANDS, "p1 pitch 9c / p2 swing 7d")) == {
        "game": "pitch-and-catch",
        "options": {
            "players": 3,
            "hand_size": 3,
            "strike_carry": "inning",
            "tie": "shared",
            "tempo": "open",
            "pitcher_fields": True,
            "strike_quorum": "any",
        },
        "players": ["Ana", "Ben", "Cho"],
        "finished": False,
        "reason": None,
        "scores": [0, 0, 0],
        "places": None,
        "turn": "p3",
        "legal": ["pass", "swing 8h"],
        "hands": [["3c", "Kc"], ["4d", "9d"], ["2h", "8h", "Qh"]],
        "actions": 3,
    }
