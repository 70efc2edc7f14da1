"""Games by id, and options as text (X-13)."""

import msgspec
import pytest

from games import registry
from games.core import GameError, NotationError, OptionError
from games.pitch_and_catch.rules import PitchAndCatch


@pytest.mark.parametrize("game_id", registry.PACKAGES)
def test_every_game_is_complete(game_id: str) -> None:
    """Its kit names itself, has the two house players, a deck without doubles, and a rulebook."""
    kit = registry.kit(game_id)
    assert kit.game.id == game_id
    assert {"plain", "random"} <= kit.players.keys()
    assert len(set(kit.game.deck)) == len(kit.game.deck)
    assert kit.game.rules >= 1
    assert registry.rulebook(game_id).startswith("# ")
    for seats in kit.game.seats:
        game = registry.make(game_id, {}, seats)
        assert registry.write_game(game) == game_id
    for seats in (min(kit.game.seats) - 1, max(kit.game.seats) + 1):
        with pytest.raises(OptionError):
            registry.make(game_id, {}, seats)


def test_common_rules_are_there() -> None:
    """The rules that all games share can be read."""
    text = registry.common_rulebook()
    assert all(f"X-{number}" in text for number in range(1, 16))


@pytest.mark.parametrize(
    ("text", "seats", "written"),
    [
        ("pitch-and-catch", 7, "pitch-and-catch"),
        ("pitch-and-catch ()", 3, "pitch-and-catch"),
        ("pitch-and-catch(hand_size=5)", 3, "pitch-and-catch (hand_size=5)"),
        ("  pitch-and-catch ( hand_size = 5 , tie=shared )", 3, "pitch-and-catch (hand_size=5)"),
        ("pitch-and-catch (players=4)", 4, "pitch-and-catch"),
        ("pitch-and-catch (hand_size=7)", 7, "pitch-and-catch"),
        ("pitch-and-catch (pitcher_fields=off)", 3, "pitch-and-catch (pitcher_fields=off)"),
        ("pitch-and-catch (pitcher_fields=on)", 3, "pitch-and-catch"),
        (
            "pitch-and-catch (strike_quorum=half, tempo=strict, tie=extra-innings, "
            "strike_carry=game, hand_size=17)",
            3,
            "pitch-and-catch (hand_size=17, strike_carry=game, tie=extra-innings, "
            "tempo=strict, strike_quorum=half)",
        ),
    ],
)
def test_options_are_read_and_written(text: str, seats: int, written: str) -> None:
    """Written are the options that differ from the defaults, in the rulebook's order."""
    game = registry.read_game(text, seats)
    assert registry.write_game(game) == written
    assert registry.read_game(written, seats) == game
    assert registry.options_of(game)["players"] == seats


def test_options_have_their_types() -> None:
    """Numbers, switches and words become what the rules use."""
    game = registry.read_game(
        "pitch-and-catch (hand_size=4, pitcher_fields=off, tie=extra-innings)", 5
    )
    assert game == PitchAndCatch(5, 4, "inning", "extra-innings", "open", False, "any")
    assert list(registry.options_of(game).items()) == [
        ("players", 5),
        ("hand_size", 4),
        ("strike_carry", "inning"),
        ("tie", "extra-innings"),
        ("tempo", "open"),
        ("pitcher_fields", False),
        ("strike_quorum", "any"),
    ]


@pytest.mark.parametrize(
    ("text", "seats", "said"),
    [
        # cards for 3 players are 17 each at most, for 7 seven
        ("pitch-and-catch (hand_size=18)", 3, "hand_size is 1 to 17 with 3 players, not 18"),
        ("pitch-and-catch (hand_size=8)", 7, "hand_size is 1 to 7 with 7 players, not 8"),
        ("pitch-and-catch (hand_size=0)", 3, "not 0"),
        ("pitch-and-catch (hand_size=-1)", 3, "not -1"),
        ("pitch-and-catch", 2, "not 2"),
        ("pitch-and-catch", 8, "not 8"),
        ("pitch-and-catch (players=4)", 5, "players=4, but 5 names"),
        ("pitch-and-catch (hand_size=five)", 3, "hand_size: expected a whole number"),
        ("pitch-and-catch (hand_size=5.0)", 3, "hand_size: expected a whole number"),
        ("pitch-and-catch (hand_size=٥)", 3, "hand_size: expected a whole number"),
        (
            "pitch-and-catch (hand_size=99999999999)",
            3,
            "hand_size: expected a whole number of nine digits at most, found",
        ),
        ("pitch-and-catch (hand_size=on)", 3, "hand_size: expected a whole number"),
        ("pitch-and-catch (pitcher_fields=yes)", 3, "pitcher_fields: expected on or off"),
        ("pitch-and-catch (pitcher_fields=True)", 3, "pitcher_fields: expected on or off"),
        ("pitch-and-catch (tie=Shared)", 3, "tie: expected shared or extra-innings"),
        ("pitch-and-catch (innings=3)", 3, "expected an option of pitch-and-catch"),
        ("pitch-and-catch (id=x)", 3, "expected an option of pitch-and-catch"),
    ],
)
def test_options_without_sense_are_refused(text: str, seats: int, said: str) -> None:
    """X-13: with the reason, before anybody plays."""
    with pytest.raises(OptionError) as caught:
        registry.read_game(text, seats)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "a game and its options"),
        ("pitch-and-catch (hand_size=5", "a game and its options"),
        ("pitch-and-catch hand_size=5", "a game and its options"),
        ("pitch-and-catch (hand_size=5) x", "a game and its options"),
        ("pitch-and-catch (hand_size)", "option=value"),
        ("pitch-and-catch (hand_size=)", "option=value"),
        ("pitch-and-catch (=5)", "option=value"),
        ("pitch-and-catch (hand_size=5,)", "option=value"),
        ("pitch-and-catch (hand_size=5, hand_size=5)", "each option once"),
        ("cricket", "a game, pitch-and-catch"),
        ("Pitch-And-Catch", "a game, pitch-and-catch"),
        ("games.pitch_and_catch", "a game, pitch-and-catch"),
    ],
)
def test_what_is_no_game(text: str, expected: str) -> None:
    """Words that cannot be read as a game: what was expected."""
    with pytest.raises(NotationError) as caught:
        registry.read_game(text, 7)
    assert expected in caught.value.expected


@pytest.mark.parametrize(
    "text", ["(", ")", "()", "x (=)", "pitch-and-catch (\n)", "pitch-and-catch (a=b=c)", "\0"]
)
def test_odd_texts_are_refused_with_the_trees_own_errors(text: str) -> None:
    """Whatever stands where a game should: no other exception."""
    with pytest.raises(GameError):
        registry.read_game(text, 7)


def test_games_are_values() -> None:
    """Equal options, equal games; a game cannot be changed."""
    one, other = (registry.read_game("pitch-and-catch (hand_size=3)", 4) for _ in range(2))
    assert one == other
    assert hash(one) == hash(other)
    with pytest.raises(AttributeError):
        one.hand_size = 4
    assert isinstance(one, msgspec.Struct)
