"""The sentences that both editions of Ball Four share: refusals, hands in words, the line score.

Where a board is needed, Ana (p1) leads, then come Ben (p2), Cho (p3), Dee (p4).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from statistics import median

import pytest

from bot.beats import shown_name
from games import registry, table
from games.ball_four import terms, text, text_40, text_52
from games.ball_four.fifty_two import BallFour52
from games.ball_four.forty import BallFour40
from games.core import DEALER, Deal, Fact, actor_name
from games.text import public_lines
from tests.games.ball_four.boards import Board, board_40, board_52, cards
from tests.games.ball_four.posts import called, post, unseen, words
from tests.helpers import NAMES, SHOE, numbers, persons

SHAPES_IN_WORDS = [
    ("9c", "single nine", "a single nine"),
    ("Ac", "single ace", "a single ace"),
    ("6c 6d", "double of sixes", "a double of sixes"),
    ("2c 2d 2h", "triple of deuces", "a triple of deuces"),
    ("Kc Kd Kh Ks", "four kings", "four kings"),
    ("4c 4d 9c 9d 9h", "full house, nines over fours", "a full house, nines over fours"),
    # deuces are high, and the higher triple is compared
    ("2c 2d 2h 3c 3d 3h", "double triple with deuces and threes", None),
    ("8c 8d 8h 9c 9d 9h 9s", "four nines and three eights", "four nines and three eights"),
    ("3c 3d 3h 3s 4c 4d 4h", "four threes and three fours", None),
    ("8c 8d 9c 9d", "two doubles with nines and eights", "two doubles with nines and eights"),
    ("8c 8d 9c 9d 9h 9s", "four nines and two eights", None),
    ("8c 8d 8h 8s 9c 9d 9h 9s", "four nines and four eights", None),
]

HANDS = ["9c 9d 9h 8c 8d 4c 7c", "9s Tc Td Th 5d 2c", "Ac Ad Ah 6c", "7d 3c"]


# --- refusals ------------------------------------------------------------------------------------

NINES = "p1 play 9c 9d 9h"

REFUSALS: list[tuple[Board, str, str, str]] = [
    (
        board_52(HANDS),
        "p1 play 9c 9c",
        "X-15",
        "each card is named once, and 9♣ is named again",
    ),
    (board_52(HANDS), "p1 play Kc", "X-15", "K♣ is not in this hand"),
    (board_40(HANDS), "p1 play Kc", "X-15", "K♣ is not in this hand"),
    (
        board_52(HANDS),
        "p1 play 9c 9d 8c 8d",
        "B52-5",
        "two eights and two nines make no hand: a hand is a single, a double, a triple, four of a "
        "kind, a full house, a double triple or four and three",
    ),
    (
        board_40(HANDS),
        "p1 play 9c 9d 9h 4c",
        "B40-6",
        "three nines and a four make no hand: a hand is a single, a double, a triple, a home run, "
        "a scoring position or bases loaded",
    ),
    (
        board_52(HANDS, "p1 play 9c 9d 9h 8c 8d"),
        "p2 play Tc Td Th",
        "B52-6",
        "a triple of tens does not answer a full house, nines over eights: asked is a full house "
        "of tens or higher",
    ),
    (
        board_52(HANDS, "p1 play 7c"),
        "p2 play 5d",
        "B52-6",
        "a single five does not beat a single seven: asked is a single eight or higher",
    ),
    (
        board_52(["Kc 3c", "Qd Ad 2d", "4c"], "p1 play Kc"),
        "p2 play Qd",
        "B52-6",
        "a single queen does not beat a single king: asked is a single ace or higher",
    ),
    (
        board_52(["Ac 3c", "Qd 2d", "4c"], "p1 play Ac"),
        "p2 play Qd",
        "B52-6",
        "a single queen does not beat a single ace: asked is a single deuce",
    ),
    (
        board_52(["2c 3c", "Qd Ad", "4c"], "p1 play 2c"),
        "p2 play Ad",
        "B52-6",
        "a single ace does not beat a single deuce: nothing beats deuces",
    ),
    (
        board_40(["Tc Td 3c", "9c 9d Ad Ac", "4c"], "p1 play Tc Td"),
        "p2 play 9c 9d",
        "B40-6",
        "a double of nines does not beat a double of tens: asked is a double of aces",
    ),
    (board_52(HANDS), "p1 pass", "B52-8", "the leader cannot pass: a hand must be led"),
    (
        board_52(HANDS),
        "p1 ball-four 9c",
        "B52-8",
        "the leader cannot lay a Ball Four, for no hand is high yet: a hand must be led",
    ),
    (
        board_40(HANDS),
        "p1 foul 9c",
        "B40-7",
        "the leader cannot play a foul ball, for no hand is high yet: a hand must be led",
    ),
    (
        board_52(HANDS, f"{NINES} / p2 pass"),
        "p2 play Tc Td Th",
        "B52-9",
        "this seat is out until the play ends, and is asked nothing before that",
    ),
    (
        board_40(HANDS, f"{NINES} / p2 pass"),
        "p2 play Tc Td Th",
        "B40-8",
        "this seat is out until the at-bat ends, and is asked nothing before that",
    ),
    (
        board_52(HANDS, NINES),
        "p1 ball-four 9s",
        "B52-12",
        "a Ball Four is laid on another player's hand, and this one is the own",
    ),
    (
        board_40(HANDS, "p1 play 9c 9d"),
        "p2 ball-four 9s",
        "B40-11",
        "the high hand, a double of nines, exposes nothing: a Ball Four needs exactly three cards "
        "of a rank in it",
    ),
    (
        board_52(HANDS, NINES),
        "p2 ball-four Tc",
        "B52-12",
        "the Ball Four on this hand is 9♠, not 10♣",
    ),
    (
        board_52(["8c 8d 8h 9c 9d 9h 3c", "9s 8s Tc", "4c"], "p1 play 8c 8d 8h 9c 9d 9h"),
        "p2 ball-four Tc",
        "B52-12",
        "the Ball Four on this hand is 8♠ or 9♠, not 10♣",
    ),
    (
        board_52(HANDS, f"{NINES} / p2 ball-four 9s"),
        "p2 play 9s",
        "B52-14",
        "9♠ lies as a pending Ball Four and cannot be used in a hand",
    ),
    (
        board_40(HANDS, NINES, tokens=0),
        "p2 foul 5d",
        "B40-14",
        "a foul ball costs a Strike Token, and this seat has none: it may beat the hand, lay a "
        "Ball Four or pass",
    ),
    (
        board_40(["4s 7c", "9d 9h 2c", "3d"], "p1 play 4s"),
        "p2 foul 9d",
        "B40-14",
        "a foul ball discards cards of the high hand's suits, ♠, and this hand has none: it may "
        "beat the hand, lay a Ball Four or pass",
    ),
    (
        board_40(HANDS, "p1 play 9c 9d"),
        "p2 foul 9s",
        "B40-13",
        "a foul ball discards cards of the high hand's suits, ♣ ♦, and 9♠ is not",
    ),
    (
        board_40(HANDS, "p1 play 9c 9d"),
        "p2 foul 9s Th",
        "B40-13",
        "a foul ball discards cards of the high hand's suits, ♣ ♦, and 9♠ 10♥ are not",
    ),
    (
        board_40(HANDS, "p1 play 9c 9d"),
        "p2 foul 5d Td",
        "B40-13",
        "a foul ball discards at most one card of each suit, and of 5♦ 10♦ two have the same",
    ),
    (
        board_40(HANDS, f"{NINES} / p2 pass / p3 pass / p4 pass", rule="double-header"),
        "p1 choose none",
        "B40-20",
        "no rule is chosen here: this table plays without the 7th Inning Stretch",
    ),
]


@pytest.mark.parametrize(("board", "line", "clause", "sentence"), REFUSALS)
def test_a_refusal_says_what_was_found_and_what_would_be_right(
    board: Board, line: str, clause: str, sentence: str
) -> None:
    error = board.refused(line)
    assert (error.clause, words(board).refusal(error.fact)) == (clause, sentence)


def test_the_first_hand_of_the_game_must_contain_its_three() -> None:
    game = BallFour52()
    board = Board(game, game.setup(4)).deal(["", "3c", "", ""])
    error = board.refused("p2 play 2s")
    assert error.clause == "B52-3"
    assert text_52.refusal(error.fact) == "the first hand of the game must contain 3♣"


def test_with_pinch_hitter_who_has_passed_may_only_beat_or_pass() -> None:
    at = board_40(
        HANDS, "p1 play 7c / p2 pass / p3 play Ac / p4 pass / p1 pass", rule="pinch-hitter"
    )
    error = at.refused("p2 foul 2c")
    assert error.clause == "B40-22"
    assert text_40.refusal(error.fact) == (
        "who has passed or fouled may only beat the hand or pass, until having beaten"
    )


OTHER_FACTS: list[tuple[Fact, str]] = [
    (
        terms.NotLastPlace(2),
        "the rule of the 7th inning is chosen by last place, p3",
    ),
    (
        terms.NoStretch(True),
        "a rule is chosen only after the 6th inning, before the 7th is dealt",
    ),
    (
        terms.MustLead("lowest"),
        "no type of hand is asked of the leader: name the cards of the hand to lead",
    ),
    (
        terms.NoHandFits(11, board_52(HANDS, NINES).view().high),
        "this hand holds nothing up to the kings that beats a triple of nines: asked is a triple "
        "of tens or higher",
    ),
    (
        terms.SuitNotThere((), board_40(HANDS, NINES).view().high),
        "a foul ball discards at least one card, of the suits ♣ ♦ ♥",
    ),
    (
        terms.NoHand((), ("single", "double")),
        "no cards make no hand: a hand is a single or a double",
    ),
]


@pytest.mark.parametrize(("fact", "sentence"), OTHER_FACTS)
def test_what_is_refused_elsewhere_has_its_sentence_too(fact: Fact, sentence: str) -> None:
    """Plans, the Stretch, and what no typed words can name."""
    assert text_40.refusal(fact) == text_52.refusal(fact) == sentence


def test_every_fact_of_the_game_is_among_those() -> None:
    """But for the two that have tests of their own."""
    tried = {type(fact) for fact, _ in OTHER_FACTS}
    tried |= {type(board.refused(line).fact) for board, line, _, _ in REFUSALS}
    facts = {kind for kind in vars(terms).values() if isinstance(kind, type)}
    facts = {kind for kind in facts if issubclass(kind, Fact) and kind.__module__ == terms.__name__}
    assert facts == (tried & facts) | {terms.FirstLead, terms.OnlyBeatOrPass}
    assert terms.NotHigher in facts


def test_no_refusal_is_more_than_half_a_sentence() -> None:
    for board, line, _, _ in REFUSALS:
        said = words(board).refusal(board.refused(line).fact)
        assert not re.search(r"[.!]|invalid", said)
        assert len(said) < 250


# --- hands in words ------------------------------------------------------------------------------


@pytest.mark.parametrize(("held", "plain", "with_article"), SHAPES_IN_WORDS)
def test_a_hand_is_named_by_its_type_and_ranks(
    held: str, plain: str, with_article: str | None
) -> None:
    """The compared rank comes first."""
    hand = BallFour52(extra_sets=True).ranking.recognise(cards(held))
    assert hand is not None
    assert text.hand_in_words(hand) == plain
    if with_article is not None:
        assert text.a_hand(hand) == with_article


def test_hands_of_the_40_cards_have_their_names() -> None:
    ranking = BallFour40().ranking
    told = {
        held: text.a_hand(hand)
        for held in ("9c 9d 9h 9s", "4c 4d 9c 9d 9h", "8s 4c 4d Ac Ad Ah")
        if (hand := ranking.recognise(cards(held)))
    }
    assert list(told.values()) == [
        "a home run of nines",
        "a scoring position, nines over fours",
        "bases loaded with aces, fours and an eight",
    ]


@pytest.mark.parametrize(
    ("high", "answer", "sentence"),
    [
        (
            "9c 9d 9h 9s",
            "8c 8d 8h 8s",
            "four eights do not beat four nines: asked is four tens or higher",
        ),
        (
            "9c 9d 9h 4c 4d",
            "8c 8d 8h Kc Kd",
            "a full house, eights over kings, does not beat a full house, nines over fours: asked "
            "is a full house of tens or higher",
        ),
        (
            "7c 7d 7h 9c 9d 9h",
            "8c 8d 8h 6c 6d 6h",
            "a double triple with eights and sixes does not beat a double triple with nines and "
            "sevens: asked is a double triple of tens or higher",
        ),
        (
            "Ac Ad Ah As 3c 3d 3h",
            "9c 9d 9h 9s 5c 5d 5h",
            "four nines and three fives do not beat four aces and three threes: asked is four and "
            "three with deuces",
        ),
        (
            "Tc Td Jc Jd",
            "8c 8d 9c 9d",
            "two doubles with nines and eights do not beat two doubles with jacks and tens: asked "
            "is two doubles with queens or higher",
        ),
        (
            "9c 9d 9h 9s",
            "8c 8d 9c 9d",
            "two doubles with nines and eights do not answer four nines: asked is four tens or "
            "higher",
        ),
    ],
)
def test_a_refusal_names_hands_of_every_type(high: str, answer: str, sentence: str) -> None:
    """B52-6, as the ranks stand in B52-1."""
    ranking = BallFour52(extra_sets=True).ranking
    over, hand = ranking.recognise(cards(high)), ranking.recognise(cards(answer))
    assert over is not None
    assert hand is not None
    fact = terms.NotHigher if hand.shape == over.shape else terms.WrongType
    assert text_52.refusal(fact(hand, over)) == sentence


def test_what_is_somebodys_is_told_in_plain_words() -> None:
    """Also where a note stands behind the name."""
    assert text.whose("Ana", "single three") == "Ana's single three"
    assert text.whose("Ben (resigned)", "single three") == "the single three of Ben (resigned)"
    assert text.whose("Ben (resigned)", "hand", "The") == "The hand of Ben (resigned)"


def test_cards_that_are_no_hand_are_counted() -> None:
    assert text.groups_in_words(cards("9c 8c 9d")) == "two nines and an eight"
    assert text.groups_in_words(cards("Ac 6c 6d 6h 6s")) == "four sixes and an ace"


# --- the line score ------------------------------------------------------------------------------


def test_a_line_score_is_a_scoreboard() -> None:
    """A row for each player, a column for each inning, the total last; all as wide as they need."""
    lines = [(12, 0, -2), (0, 7, 0), (-2, 0, 10)]
    assert text.line_score(["Ana", "Benedict", "Cho"], lines, (10, 7, 8)) == [
        "```",
        "          1 2  3 |  R",
        "Ana      12 0 -2 | 10",
        "Benedict  0 7  0 |  7",
        "Cho      -2 0 10 |  8",
        "```",
    ]
    assert text.line_score(["Ana", "Ben", "Cho"], [], (0, 0, 0)) == []


def test_the_early_innings_of_a_long_game_share_a_column() -> None:
    lines = [(1, 0, 0)] * 3 + [(0, 1, 0)] * 9
    _, head, ana, ben, _, _ = text.line_score(["Ana", "Ben", "Cho"], lines, (3, 9, 0))
    assert head.split() == ["1-3", *map(str, range(4, 13)), "|", "R"]
    assert ana.split() == ["Ana", "3", *["0"] * 9, "|", "3"]
    assert ben.split() == ["Ben", "0", *["1"] * 9, "|", "9"]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("A_n*a", "A_n*a"),
        ("```", "'''"),
        ("Maximiliane von", "Maximiliane…"),
        ("*" * 32, "*" * 11 + "…"),
    ],
)
def test_a_name_in_the_line_score_is_short_and_keeps_the_block_whole(name: str, shown: str) -> None:
    """Names come escaped for a post, but nothing is escaped within a block."""
    _, _, *rows, _ = text.line_score([shown_name(name), "Ben"], [(1, 0)], (1, 0))
    assert rows[0].startswith(f"{shown} ")
    assert "`" not in "".join(rows)


# --- posts in general ----------------------------------------------------------------------------

TABLES = [
    ("ball-four-52 (innings=3, extra_sets=on)", 5),
    ("ball-four-52 (innings=2, owner_may_defend=off)", 3),
    ("ball-four-40 (innings=8, stretch=on)", 5),
    ("ball-four-40 (innings=7, stretch=on, bases_loaded=two-triples)", 4),
]


def posts(game_text: str, seats: int, names: Sequence[str], label: str) -> list[str]:
    """All posts of a random game, one for each play, and each deal with the play before it."""
    game = registry.read_game(game_text, seats)
    kit = registry.kit(game.id)
    at = table.seat_players("t", game, persons(NAMES[:seats]))
    dice = numbers(label)
    said, kept = [], []
    while (turn := at.turn) is not None:
        legal = list(game.legal(at.state, turn))
        deal = Deal(SHOE.deck(at.deals + 1, game.deck))
        action = deal if turn == DEALER else legal[dice.below(len(legal))]
        change = table.enter(at, actor_name(turn), game.write(action))
        at = change.table
        kept += public_lines(kit.words, change.events, names)
        if at.turn == DEALER:
            continue
        question = kit.words.question(at.view(None), names, at.asked)
        said.append("\n".join([*kept, *([question] if question else [])]))
        kept = []
    return said


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_posts_are_short(game: str, seats: int) -> None:
    """Under 300 characters as a rule, and always under Discord's 2,000, whatever the names are."""
    said = posts(game, seats, NAMES[:seats], "short")
    assert len(said) > 100
    assert median(map(len, said)) < 300
    long = [shown_name("*_" * 16)] * seats
    assert len(long[0]) == 64
    assert max(map(len, posts(game, seats, long, "long"))) < 2000


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_post_that_asks_says_whom_and_how_many_cards_everybody_holds(
    game: str, seats: int
) -> None:
    asking = 0
    for said in posts(game, seats, NAMES[:seats], "asks"):
        *_, last = said.split("\n")
        if "choose double-header" in last or "game is over" in said:
            continue
        asking += 1
        assert last.startswith("To act: ")
        counts = last.partition("Cards")[2]
        assert all(re.search(rf"{name} \d+", counts) for name in NAMES[:seats])
        assert "lead any hand" in last or re.search(r"or pass\b", last)
    assert asking > 100


def test_passes_in_a_row_share_a_line() -> None:
    passed = [terms.Passed(1), terms.Passed(2), terms.Passed(3)]
    assert text_52.story(passed, NAMES) == ["Ben, Cho and Dee pass."]
    assert text_40.story(passed[:1], NAMES) == ["Ben passes."]


# --- nothing shows what is held ------------------------------------------------------------------

OPEN = {
    # Ben holds the fourth nine, or Cho does, or nobody: each time the same posts.
    "9s": [
        ["9c 9d 9h 3c", "9s 5d 6d", "8c 8d 6c", "7c 4d"],
        ["9c 9d 9h 3c", "8c 5d 6d", "9s 8d 6c", "7c 4d"],
        ["9c 9d 9h 3c", "8c 5d 6d", "8h 8d 6c", "7c 4d"],
    ],
    # Ben has a card of the suits that could be fouled, or a higher hand, or neither.
    "suits": [
        ["9c 3c", "4c 5d 6d", "8c 6c", "7c 4d"],
        ["9c 3c", "Ah 5d 6d", "8c 6c", "7c 4d"],
        ["9c 3c", "4h 5d 6d", "8c 6c", "7c 4d"],
    ],
}


@pytest.mark.parametrize("deals", OPEN.values(), ids=OPEN.keys())
@pytest.mark.parametrize("board", [board_52, board_40])
def test_posts_and_offers_do_not_depend_on_cards_that_nobody_has_shown(
    board: Callable[..., Board], deals: Sequence[Sequence[str]]
) -> None:
    """Only unseen cards differ; what is played is the same (X-5)."""
    lead = " ".join(card for card in deals[0][0].split() if card[0] == "9")
    said = set()
    for hands in deals:
        for plays in (f"p1 play {lead}", f"p1 play {lead} / p2 pass", f"p1 play {lead} / clock p2"):
            at = board(hands, plays)
            at.state = unseen(at.state, cards("9s"))
            view = at.view()
            said.add((plays[-4:], *post(at), *words(at).offers(view), *called(at)))
    assert len(said) == 3
