"""The command `verify`: what it checks, and that no byte can be changed unnoticed.

The fair records come from `fair_boxes.py`, which computes the scheme by itself.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.__main__ import main
from games.record import position as replayed
from tests.bot.fair_boxes import CARDS, SEED, FairBox, fair_box, sha256, shuffled

# The test vector of the scheme: entrants 11, 22, 33 and the seed 00 01 02 ... 1f.
VECTOR = """\
game: pitch-and-catch (hand_size=1)
players: Ana, Ben, Cho, Dee, Eli
fair: umpire-1
commitment: 630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd
seed: 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
entropy: ccaa61620ce09a111a940fa97a9785e5774f633fa5f6cbcbef77424173968ca9
entrants: 11,22,33
ids: 22,h1,33,11,h2

dealer deal 6d 3d Tc 6s 8s Ah Qd 2s Qc 2h 5c 4c 8h Kh Td 4h Kd Js 7c 5d Jd Th 5s Kc 2c 4d 5h \
Ks 8d 9d 7s 2d 3s Qs 6c 4s Ac Jh Ad As 7d Qh 9c 7h Ts 9s 8c 6h 3c Jc 9h 3h
"""

HEADERS_END = 9
"""The number of the empty line that closes the header of a whole fair record."""


class Desk:
    """Where records are handed in to be verified."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.path = folder / "game.box"
        self.capsys = capsys

    def verify(self, record: FairBox | str) -> tuple[int, list[str], str]:
        """Exit status, the checks told on standard output, and standard error."""
        self.path.write_text(record if isinstance(record, str) else record.text, encoding="utf-8")
        status = main(["verify", str(self.path)])
        told = self.capsys.readouterr()
        return status, told.out.splitlines(), told.err

    def failed(self, record: FairBox | str) -> tuple[str, str]:
        """The check that fails, and the whole line that says so; nothing else is told."""
        status, out, err = self.verify(record)
        assert (status, out) == (2, []), record
        assert err.startswith(f"{self.path}:")
        named = re.fullmatch(r".*\(check (\S+)\)\n", err)
        assert named, err
        return named.group(1), err


@pytest.fixture
def desk(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Desk:
    """A desk with an empty folder."""
    return Desk(tmp_path, capsys)


def names(out: list[str]) -> list[str]:
    """The names of the checks that were told."""
    return [line.split(":")[0] for line in out]


def test_the_test_vector_is_fair(desk: Desk) -> None:
    """Draw, seats and deck of the scheme's own example."""
    status, out, err = desk.verify(VECTOR)
    assert (status, err) == (0, "")
    assert names(out) == [
        *("replay", "fair", "commitment", "entropy", "entrants", "seats", "deal/1", "verdict"),
    ]


@pytest.mark.parametrize(("people", "entrants"), [(3, [3, 20, 100]), (2, [9, 10, 300]), (0, [])])
def test_a_fair_game_is_fair(desk: Desk, people: int, entrants: list[int]) -> None:
    """People alone, people and a house player, house players alone: one line for each check."""
    status, out, err = desk.verify(fair_box(entrants, people))
    assert (status, err) == (0, "")
    assert names(out)[:6] == ["replay", "fair", "commitment", "entropy", "entrants", "seats"]
    assert names(out)[6:] == ["deal/1", "deal/2", "deal/3", "verdict"]


def test_the_verdict_says_what_the_play_comes_to(desk: Desk) -> None:
    """Whatever the header claims: the record of a finished game, and the same one cut short."""
    record = fair_box().with_headers(result="1. Ana: 500")
    status, out, _ = desk.verify(record)
    position = replayed(record.text)
    assert (status, position["reason"]) == (0, "innings")
    said = out[-1].removeprefix("verdict: every check holds; the game is over ")
    assert said.startswith("(after the last inning): 1. ")
    for name, score in zip(position["players"], position["scores"], strict=True):
        assert f" {name}: {score}" in said
    cut = replace(record, lines=record.lines[:-2])
    status, out, _ = desk.verify(cut)
    assert status == 0
    due = replayed(cut.text)["turn"]
    assert out[-1] == f"verdict: every check holds; the game is not over, {due} is next"


def test_where_nobody_was_drawn_the_seed_alone_decides(desk: Desk) -> None:
    """Whoever made the seed could have made another, and `verify` does not hide that."""
    assert "the seed alone decides" in desk.verify(fair_box([], 0))[1][4]
    assert "the seed alone decides" not in "".join(desk.verify(fair_box())[1])


def test_the_commitment_is_shown_to_be_compared(desk: Desk) -> None:
    """All of it: it proves something to whoever saw it before the game."""
    line = desk.verify(fair_box())[1][2]
    assert line.startswith(f"commitment: {sha256(SEED)}, ")
    assert "compare it" in line


@pytest.mark.parametrize("place", [0, 3, 30, 59, 63])
def test_two_digests_are_shown_where_they_differ(desk: Desk, place: int) -> None:
    """Wherever it is, the first digit that differs is among those shown."""
    record = fair_box()
    value = record.headers["commitment"]
    other = value[:place] + OTHER_SIGNS[value[place]] + value[place + 1 :]
    _, err = desk.failed(record.with_headers(commitment=other))
    found = re.search(r"the seed, …?(\w+)…?, found …?(\w+)…? \(digit (\d+) of 64", err)
    assert found, err
    seen, instead, digit = found.groups()
    assert (seen in value, instead in other) == (True, True)
    assert seen != instead
    assert digit == str(place + 1)


# --- the lines -----------------------------------------------------------------------------------


def changed_bytes(text: str) -> Iterator[str]:
    """The text with one character changed, at each place in turn."""
    for place, sign in enumerate(text):
        other = sign.swapcase() if sign.isalpha() else chr(ord(sign) ^ 1)
        yield text[:place] + other + text[place + 1 :]


@pytest.mark.parametrize(("line", "check"), [(0, "deal/1"), (6, "deal/2"), (12, "deal/3")])
def test_no_byte_of_a_deck_can_be_changed(desk: Desk, line: int, check: str) -> None:
    """Each card's rank and suit, and each space; a letter's case is a byte, too."""
    record = fair_box()
    actor, deck = record.lines[line][:7], record.lines[line][7:]
    assert actor == "dealer "
    for tampered in changed_bytes(deck):
        named, err = desk.failed(record.with_line(line, actor + tampered))
        assert named == check, err
        assert err.startswith(f"{desk.path}:{HEADERS_END + 1 + line}: dealer "), err


def test_no_card_of_a_deck_can_be_another(desk: Desk) -> None:
    """Each card in turn becomes the next one of an unshuffled deck, which is then there twice."""
    record = fair_box()
    words = record.lines[0].split()
    for place in range(2, len(words)):
        card = CARDS[(CARDS.index(words[place]) + 1) % 52]
        tampered = " ".join([*words[:place], card, *words[place + 1 :]])
        named, err = desk.failed(record.with_line(0, tampered))
        assert (named, "[X-15]" in err) == ("deal/1", True), err


def test_two_cards_that_nobody_held_cannot_change_places(desk: Desk) -> None:
    """Every line is still legal, but the deck is not the seed's."""
    record = fair_box()
    words = record.lines[6].split()
    words[-1], words[-2] = words[-2], words[-1]
    named, err = desk.failed(record.with_line(6, " ".join(words)))
    assert named == "deal/2"
    assert f'expected "{words[-1]}" as card 51, found "{words[-2]}"' in err


def test_white_space_inside_a_deal_is_seen(desk: Desk) -> None:
    """A tab for a space reads the same, but it is another byte."""
    record = fair_box()
    for tampered in (
        record.lines[0].replace(" ", "\t", 1),
        record.lines[0].replace(" ", "  "),
        record.lines[0].replace("deal ", "deal\t"),
    ):
        assert desk.failed(record.with_line(0, tampered))[0] == "deal/1"


def test_a_note_does_not_belong_to_the_deal(desk: Desk) -> None:
    """Notes may say anything."""
    record = fair_box()
    assert desk.verify(record.with_line(0, record.lines[0] + "  # Ana is late"))[0] == 0


def test_another_line_that_is_illegal_fails_the_replay(desk: Desk) -> None:
    """Who passes a pitch breaks PC-7, and the shuffle has nothing to do with it."""
    named, err = desk.failed(fair_box().with_line(1, "p1 pass"))
    assert named == "replay"
    assert f"{desk.path}:{HEADERS_END + 2}: p1 pass: " in err
    assert "[PC-7]" in err


def test_a_header_that_cannot_be_read_fails_the_replay(desk: Desk) -> None:
    """An option that does not exist."""
    text = VECTOR.replace("hand_size", "hand_sise")
    assert desk.failed(text)[0] == "replay"


def test_a_shuffle_repeated_after_a_rewind_keeps_its_number(desk: Desk) -> None:
    """The second deck is dealt, undone and dealt again; the next one is the third."""
    status, out, _ = desk.verify(fair_box(rewind=True))
    assert status == 0
    assert names(out)[6:] == ["deal/1", "deal/2", "deal/2", "deal/3", "verdict"]


@pytest.mark.parametrize("line", [6, 10])
def test_both_times_a_repeated_deck_is_checked(desk: Desk, line: int) -> None:
    """In small letters the line reads the same, but it is not as it was written."""
    record = fair_box(rewind=True)
    tampered = record.with_line(line, record.lines[line].replace("T", "t"))
    named, err = desk.failed(tampered)
    assert named == "deal/2"
    assert f":{HEADERS_END + 1 + line}: " in err


# --- the headers ---------------------------------------------------------------------------------

OTHER_SIGNS = {
    digit: "0123456789abcdef"[(n + 1) % 16] for n, digit in enumerate("0123456789abcdef")
}


@pytest.mark.parametrize(
    ("key", "check"), [("commitment", "commitment"), ("seed", "commitment"), ("entropy", "entropy")]
)
def test_no_hexadecimal_digit_can_be_changed(desk: Desk, key: str, check: str) -> None:
    """Each digit of each digest in turn becomes another digit, a capital, or no digit at all."""
    record = fair_box()
    value = record.headers[key]
    for place, digit in enumerate(value):
        for other in {OTHER_SIGNS[digit], digit.upper(), "x", " ", "#", "é"} - {digit}:
            tampered = value[:place] + other + value[place + 1 :]
            assert desk.failed(record.with_headers(**{key: tampered}))[0] == check, tampered
    for tampered in (value[:-1], value + "0", ""):
        assert desk.failed(record.with_headers(**{key: tampered}))[0] == check, tampered


def test_no_byte_of_the_entrants_can_be_changed(desk: Desk) -> None:
    """Their text is what E is computed from, to the byte."""
    record = fair_box()
    value = record.headers["entrants"]
    for place in range(len(value)):
        for other in set("07, #") - {value[place]}:
            tampered = value[:place] + other + value[place + 1 :]
            assert desk.failed(record.with_headers(entrants=tampered))[0] == "entropy", tampered


def test_no_byte_of_the_ids_can_be_changed(desk: Desk) -> None:
    """Who sits where is what the seed gives, to the byte."""
    record = fair_box()
    value = record.headers["ids"]
    assert "h1" in value
    for place in range(len(value)):
        for other in set("019, h#H") - {value[place]}:
            tampered = value[:place] + other + value[place + 1 :]
            assert desk.failed(record.with_headers(ids=tampered))[0] == "seats", tampered


@pytest.mark.parametrize(
    "entrants", ["10,9,300", "9,9,300", "009,10,300", "9,10,300,", "9, 10,300", "9,10,x", "9,٣,300"]
)
def test_entrants_are_sorted_decimal_and_different(desk: Desk, entrants: str) -> None:
    """Also when E is the digest of just this text."""
    entropy = sha256(entrants.encode())
    record = fair_box([9, 10, 300]).with_headers(entrants=entrants, entropy=entropy)
    assert desk.failed(record)[0] == "entrants"


@pytest.mark.parametrize(
    "ids",
    [
        "9,10",
        "9,10,300,h1",
        "9,10,555",
        "9,10,h2",
        "9,9,10",
        "9,h1,h1",
        "9,10,robot",
        "",
    ],
)
def test_ids_name_entrants_and_house_players(desk: Desk, ids: str) -> None:
    """As many as there are names, every one once, and nobody who was not in."""
    assert desk.failed(fair_box().with_headers(ids=ids))[0] == "seats"


def test_a_substitute_cannot_take_the_place_of_somebody_drawn(desk: Desk) -> None:
    """All four were in, but two others were drawn."""
    record = fair_box()
    substitute = shuffled(
        record.headers["entrants"].split(","), SEED, record.headers["entropy"], "draw"
    )[2]
    ids = record.headers["ids"].split(",")
    place = next(n for n, one in enumerate(ids) if one != "h1")
    ids[place] = substitute
    assert desk.failed(record.with_headers(ids=",".join(ids)))[0] == "seats"


def test_another_seed_with_its_own_commitment_is_found_out(desk: Desk) -> None:
    """A game that was dealt from one seed is not the game of another."""
    other = b"\xff" * 32
    record = fair_box().with_headers(seed=other.hex(), commitment=sha256(other))
    assert desk.failed(record)[0] in ("seats", "deal/1")
    gone = record.with_headers(entrants=None, ids=None)
    assert desk.failed(gone)[0] == "deal/1"


@pytest.mark.parametrize("scheme", ["umpire-2", "UMPIRE-1", "", None])
def test_the_scheme_must_be_known(desk: Desk, scheme: str | None) -> None:
    """Whatever else is there, without a scheme it says nothing."""
    assert desk.failed(fair_box().with_headers(fair=scheme))[0] == "fair"


@pytest.mark.parametrize("key", ["commitment", "entropy"])
def test_what_every_fair_record_has_must_be_there(desk: Desk, key: str) -> None:
    """Without its commitment or E a record is not fair, however right the rest is."""
    named, err = desk.failed(fair_box().with_headers(**{key: None}))
    assert named == key
    assert f"no header {key}" in err


# --- what cannot be checked ----------------------------------------------------------------------


def test_a_forgotten_person_leaves_the_decks_checked(desk: Desk) -> None:
    """Without entrants and ids, draw and seats cannot be checked, and that is said."""
    record = fair_box().with_headers(entrants=None, ids=None)
    status, out, err = desk.verify(record)
    assert (status, err) == (0, "")
    assert "the draw and the seats could not be checked" in "\n".join(out)
    assert names(out)[-4:] == ["deal/1", "deal/2", "deal/3", "verdict"]
    assert out[-1].startswith("verdict: every check that can still be made holds; ")
    tampered = record.with_line(0, record.lines[0].lower())
    assert desk.failed(tampered)[0] == "deal/1"


@pytest.mark.parametrize(("key", "check"), [("entrants", "entrants"), ("ids", "seats")])
def test_a_forgotten_person_takes_both_lists(desk: Desk, key: str, check: str) -> None:
    """One of them alone has been cut out."""
    assert desk.failed(fair_box().with_headers(**{key: None}))[0] == check


def test_before_the_seed_is_revealed(desk: Desk) -> None:
    """What can be checked is checked, and it is said what waits for the seed."""
    record = fair_box().with_headers(seed=None)
    status, out, err = desk.verify(record)
    assert status == 3
    assert "the seed is not revealed yet" in err
    assert len(err.splitlines()) == 1
    said = dict(line.split(": ", 1) for line in out)
    waiting = {name for name, words in said.items() if "not revealed" in words}
    assert waiting == {"commitment", "seats", "deal/1", "deal/2", "deal/3"}
    assert said["verdict"].startswith("nothing is wrong, but not everything could be checked; ")


@pytest.mark.parametrize(
    ("key", "value", "check"),
    [
        ("commitment", "0" * 63, "commitment"),
        ("entropy", "0" * 64, "entropy"),
        ("entrants", "9,10,300,4001", "entropy"),
        ("ids", "9,10,11", "seats"),
        ("seed", "", "commitment"),
    ],
)
def test_before_the_seed_is_revealed_forms_are_checked(
    desk: Desk, key: str, value: str, check: str
) -> None:
    """A secret seed excuses nothing that can be seen without it; an empty seed is a wrong one."""
    record = fair_box().with_headers(seed=None).with_headers(**{key: value})
    assert desk.failed(record)[0] == check


def test_a_record_without_fairness_headers(desk: Desk) -> None:
    """It may be legal, but nothing shows that it was fair."""
    bare = FairBox("pitch-and-catch (hand_size=1)", {}, fair_box().lines)
    status, out, err = desk.verify(bare)
    assert status == 3
    assert names(out) == ["replay", "fair", "verdict"]
    assert "no fairness headers" in err


def test_a_record_with_hidden_cards(desk: Desk) -> None:
    """A running game: its headers are checked, its lines wait for its end."""
    hidden = " ".join(["dealer deal", *["??"] * 52])
    record = fair_box().with_headers(seed=None).with_line(0, hidden)
    status, out, err = desk.verify(record)
    assert status == 3
    assert out[-1].endswith("; the game cannot be followed yet")
    assert f"{desk.path}:{HEADERS_END}: dealer deal ?? ??" in err
    assert "not public yet" in err
    assert len(err.splitlines()) == 1
    assert desk.failed(record.with_headers(entropy="0" * 64))[0] == "entropy"


def test_what_is_no_record_fails_too(desk: Desk, tmp_path: Path) -> None:
    """A folder, a missing file, bytes that are no text: one line each."""
    (tmp_path / "bytes.box").write_bytes(b"game\xff")
    for name in ("", "missing.box", "bytes.box"):
        assert main(["verify", str(tmp_path / name)]) == 2
        told = desk.capsys.readouterr()
        assert told.out == ""
        assert len(told.err.splitlines()) == 1
        assert "expected" in told.err
