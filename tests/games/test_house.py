"""House lines as text: what is read, what is written, and what is neither."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import house
from games.core import NotationError
from games.house import (
    can_be_seen,
    clean_name,
    noted,
    read_note,
    read_order,
    utc,
    write_note,
    write_order,
)


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("resign p3", house.Resign(2)),
        ('replace p3 "Eve"', house.Replace(2, "Eve")),
        ('replace p12 "Eve, of \\"#1\\""', house.Replace(11, 'Eve, of "#1"')),
        ('replace p1 "Ève ♥ \U0001f98a"', house.Replace(0, "Ève ♥ \U0001f98a")),
        ("computer p1", house.Computer(0)),
        ("rewind 2", house.Rewind(2)),
        ("rewind 0", house.Rewind(0)),
        ("rewind 123456789", house.Rewind(123_456_789)),
        ("end", house.End()),
        ("abandon", house.Abandon()),
    ],
)
def test_order_is_read_and_written(text: str, order: house.Line) -> None:
    """Each house line of the notation, in its canonical form."""
    assert read_order(text) == order
    assert write_order(order) == text


def test_order_is_read_with_any_white_space() -> None:
    """More spaces than needed do no harm, within the name they are kept."""
    assert read_order("  resign   p3 ") == house.Resign(2)
    assert read_order('replace p3   "E  v e"') == house.Replace(2, "E  v e")


@pytest.mark.parametrize(
    ("text", "expected", "found"),
    [
        ("", "resign p3", ""),
        ("Resign p3", "resign p3", "Resign p3"),
        ("resign", "resign p3", "resign"),
        ("resign p3 now", "resign p3", "resign p3 now"),
        ("resign p0", "a seat, like p1", "p0"),
        ("resign p03", "a seat, like p1", "p03"),
        ("resign p1000", "a seat, like p1", "p1000"),
        ("resign 3", "a seat, like p1", "3"),
        ("resign p٣", "a seat, like p1", "p٣"),
        ("computer Eve", "a seat, like p1", "Eve"),
        ("rewind", "how many lines", ""),
        ("rewind two", "how many lines", "two"),
        ("rewind -1", "how many lines", "-1"),
        ("rewind 1 2", "how many lines", "1 2"),
        ("rewind ²", "how many lines", "²"),
        ("rewind 1234567890", "how many lines", "1234567890"),
        ("replace p3", "resign p3", "replace p3"),
        ("replace p3 Eve", "a name in quotes", "Eve"),
        ('replace p3 "Eve', "a name in quotes", '"Eve'),
        ('replace p3 "Eve" x', "a name in quotes", '"Eve" x'),
        ("replace p3 17", "a name in quotes", "17"),
        ("replace p3 null", "a name in quotes", "null"),
        ('replace p3 ["Eve"]', "a name in quotes", '["Eve"]'),
        ('replace p3 ""', "a name that can be seen", '""'),
        ('replace p3 " "', "a name that can be seen", '" "'),
        ('replace p3 "\\n"', "a name that can be seen", '"\\n"'),
        ("end now", "resign p3", "end now"),
        ("pause", "resign p3", "pause"),
    ],
)
def test_what_is_no_order(text: str, expected: str, found: str) -> None:
    """The error says what was expected and what was found."""
    with pytest.raises(NotationError) as caught:
        read_order(text)
    assert expected in caught.value.expected
    assert caught.value.found == found


def test_deeply_nested_json_is_no_name() -> None:
    """Hostile words are refused like any others."""
    with pytest.raises(NotationError):
        read_order("replace p1 " + "[" * 100_000)


def test_names_lose_what_cannot_be_carried() -> None:
    """Control characters, line breaks of any kind and lone surrogates; nothing else."""
    assert clean_name("A\x00n\x1ba\r\n\t\x7f\x85\u2028\u2029\ud800") == "Ana"
    assert (
        clean_name(' Ana "the, #1" \\ \u00e9\U0001f98a ') == ' Ana "the, #1" \\ \u00e9\U0001f98a '
    )


@given(st.text().map(clean_name).filter(can_be_seen), st.integers(0, 998))
def test_any_clean_name_survives_its_line(name: str, seat: int) -> None:
    """Whatever a substitute is called, the line can be read again, and stays one line."""
    text = write_order(house.Replace(seat, name))
    assert read_order(text) == house.Replace(seat, name)
    assert "\n" not in text
    assert text.encode()


@given(st.text(max_size=30))
def test_any_text_is_an_order_or_the_one_error(text: str) -> None:
    """No other exception; what is read is written so that it is read the same again."""
    try:
        order = read_order(text)
    except NotationError:
        return
    assert read_order(write_order(order)) == order


@pytest.mark.parametrize("name", ["", " ", "\u200b", "\u200d ", "\n"])
def test_some_names_cannot_be_seen(name: str) -> None:
    """Spaces, joiners and controls alone are no name."""
    assert not can_be_seen(name)


@pytest.mark.parametrize("name", ["A", "7", "\N{SNOWMAN}", "_", " x "])
def test_other_names_can_be_seen(name: str) -> None:
    """A letter, a digit or some sign is enough."""
    assert can_be_seen(name)


# --- notes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("why", "by", "note"),
    [
        (None, None, None),
        ("forfeit", None, "forfeit"),
        (None, "Mo", "by Mo"),
        ("left the server", "Mo", "left the server, by Mo"),
        ("agreed", "Mo, by the way", "agreed, by Mo, by the way"),
    ],
)
def test_note_of_a_line_says_why_and_by_whom(
    why: house.Reason | None, by: str | None, note: str | None
) -> None:
    """It is read as it was written, whatever the moderator is called."""
    assert write_note(why, by) == note
    assert read_note(note) == (why, by)


@given(
    st.sampled_from([None, "resigned", "removed", "left the server", "forfeit", "agreed"]),
    st.none() | st.text().map(clean_name).filter(can_be_seen),
)
def test_any_note_survives_its_line(why: house.Reason | None, by: str | None) -> None:
    """Whatever a moderator is called."""
    assert read_note(write_note(why, by)) == (why, by)


@pytest.mark.parametrize(
    "note", ["", "plan", "Ben forfeit", "forfeited", "forfeit, Mo", "by ", "by"]
)
def test_other_notes_say_neither(note: str) -> None:
    """Somebody's own words in a record are nobody's reason."""
    assert read_note(note) == (None, None)


def test_what_changes_nothing_is_a_note_of_the_house() -> None:
    """With the moderator's name at its end, if there is one; moments to the second, in UTC."""
    assert noted("resume", None) == "house resume"
    assert noted("resume", "Mo") == "house resume by Mo"
    assert utc(1_796_061_725) == "2026-11-30 18:02:05Z"
