"""Cards in all spellings of rule X-11."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.cards import (
    DECK,
    CardUnreadable,
    card_sign,
    read_card,
    read_cards_and_ranks,
    read_rank,
    write_card,
    write_cards,
)

ALL = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]


def test_deck_is_in_the_fair_shuffles_order() -> None:
    """2c 3c ... Ac, then diamonds, hearts, spades: each of the 52 cards once."""
    assert [write_card(card) for card in DECK] == ALL
    assert sorted(DECK) == list(range(52))


def test_cards_sort_by_rank_then_suit() -> None:
    """Deuces first, aces last; within a rank clubs, diamonds, hearts, spades."""
    in_order = [write_card(card) for card in sorted(DECK)]
    assert in_order == [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("9c", "9c"),
        ("9C", "9c"),
        ("Th", "Th"),
        ("th", "Th"),
        ("tH", "Th"),
        ("10h", "Th"),
        ("10H", "Th"),
        ("10♥", "Th"),
        ("T♥", "Th"),
        ("9♠", "9s"),
        ("A♥", "Ah"),
        ("a♥", "Ah"),
        ("A♥\ufe0f", "Ah"),
        ("10♦\ufe0f", "Td"),
        ("k♣", "Kc"),
        ("q♦", "Qd"),
        ("2♤", "2s"),
        ("2♡", "2h"),
        ("2♢", "2d"),
        ("2♧", "2c"),
    ],
)
def test_card_is_read_in_all_spellings(text: str, card: str) -> None:
    """Ten as T or 10, suits as letters or signs, upper or lower case."""
    assert write_card(read_card(text)) == card


@pytest.mark.parametrize(
    "text",
    [
        *("", "9", "c", "c9", "1c", "0c", "11c", "100c", "9x", "9cc", "99c", "9 c", " 9c", "9c "),
        *("♣", "10", "Xc", "9\ufe0f", "\ufe0f", "A♥♥", "٩c", "９c", "9с", "Ac\n", "??", "-9c"),
    ],
)
def test_what_is_no_card(text: str) -> None:
    """Too short, too long, another script's digits or letters, spaces."""
    with pytest.raises(CardUnreadable):
        read_card(text)


def test_every_card_is_written_and_read_again() -> None:
    """As text, and as posts show it."""
    for card in DECK:
        assert read_card(write_card(card)) == card
        assert read_card(card_sign(card)) == card
    assert card_sign(read_card("Th")) == "10♥"
    assert card_sign(read_card("As")) == "A♠"
    assert write_cards([read_card("Th"), read_card("2c")]) == "Th 2c"
    assert write_cards([]) == ""


def test_ranks_are_read_like_those_of_cards() -> None:
    """From deuce (0) to ace (12); anything else is none."""
    assert [read_rank(rank) for rank in "23456789TJQKA"] == list(range(13))
    assert (read_rank("10"), read_rank("k"), read_rank("t")) == (8, 11, 8)
    assert [read_rank(text) for text in ("", "1", "0", "11", "c", "TT", "²")] == [None] * 7


@pytest.mark.parametrize(
    ("text", "named", "ranks"),
    [
        ("", "", []),
        (" , ", "", []),
        ("999", "", ["9", "9", "9"]),
        ("9s9", "9s", ["9"]),
        ("9♠ 9, 10", "9s", ["9", "T"]),
        ("10 c, k♥\ufe0f", "Tc Kh", []),
        (", 10T", "", ["T", "T"]),
        ("2c2c", "2c 2c", []),
    ],
)
def test_cards_and_bare_ranks_are_read_as_people_type_them(
    text: str, named: str, ranks: list[str]
) -> None:
    """With anything or nothing between them, in their order."""
    assert read_cards_and_ranks(text) == (
        [read_card(card) for card in named.split()],
        [read_rank(rank) for rank in ranks],
    )


@pytest.mark.parametrize(
    "text",
    [
        "nines",
        "9x",
        "1",
        "9c and 9d",
        "c",
        "9\N{LATIN SMALL LETTER LONG S}",
        "\N{KELVIN SIGN}",
        "٩",
    ],
)
def test_other_words_among_cards_and_ranks_are_none(text: str) -> None:
    """Also letters that only look like those of cards, in another case."""
    assert read_cards_and_ranks(text) is None


@given(st.text(alphabet="29TtJK10cdhs♣♧\ufe0f ,x\N{KELVIN SIGN}\N{LATIN SMALL LETTER LONG S}"))
def test_reading_loosely_never_fails(text: str) -> None:
    """Whatever is typed: cards and ranks, or None."""
    found = read_cards_and_ranks(text)
    assert found is None or set(found[0]) <= set(DECK)


@given(st.text(max_size=4))
def test_reading_any_text_gives_a_card_or_the_one_error(text: str) -> None:
    """No other exception, and what is read is one of the 52."""
    try:
        card = read_card(text)
    except CardUnreadable:
        return
    assert card in DECK
