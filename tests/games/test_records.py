"""Every record in tests/records: the legal ones replay to the position beside them, the refused
ones stop at their bad line and cite its clause.

Beside `NAME.box` lies `NAME.json` (the object of `replay --json`), or, for a refused record,
`NAME.txt` with three lines: the number of the bad line, the clause, the reason in words. A clause
of `-` is a line that cannot be read; `?` is one for which the rules name no single clause.
"""

import json
from pathlib import Path

import pytest

from games import record

RECORDS = Path(__file__).parents[1] / "records"
REFUSED = sorted(path for path in RECORDS.rglob("*.box") if path.parent.name == "refused")
LEGAL = sorted(path for path in RECORDS.rglob("*.box") if path not in REFUSED)


def name(path: Path) -> str:
    """What pytest calls a record."""
    return path.relative_to(RECORDS).with_suffix("").as_posix()


def beside(path: Path, suffix: str) -> str:
    """The text of the file that lies beside a record."""
    return path.with_suffix(suffix).read_text(encoding="utf-8")


def test_there_are_records() -> None:
    """The folders are where this file looks for them."""
    assert len(LEGAL) >= 16
    assert len(REFUSED) >= 14


@pytest.mark.parametrize("path", LEGAL, ids=name)
def test_record_replays_to_its_position(path: Path) -> None:
    """A legal record ends in exactly the position that was worked out by hand."""
    expected = json.loads(beside(path, ".json"))
    position = record.position(path.read_text(encoding="utf-8"))
    assert position == expected
    assert list(position) == list(expected)
    assert list(position["options"]) == list(expected["options"])
    # 1 == True in Python, but not in JSON.
    assert json.dumps(position["options"]) == json.dumps(expected["options"])


@pytest.mark.parametrize("path", REFUSED, ids=name)
def test_record_is_refused_at_its_bad_line(path: Path) -> None:
    """A record with one bad line is refused there, with the clause that forbids it."""
    number, clause, reason = beside(path, ".txt").splitlines()
    assert reason
    with pytest.raises(record.RecordError) as caught:
        record.position(path.read_text(encoding="utf-8"))
    assert caught.value.line == int(number)
    assert caught.value.reason
    if clause != "?":
        assert (caught.value.clause or "-") == clause


def header_lines(path: Path) -> int:
    """How many lines stand before the empty line that closes the header."""
    return path.read_text(encoding="utf-8").splitlines().index("")


def bad_line(path: Path) -> int:
    """The number of the bad line of a refused record."""
    return int(beside(path, ".txt").splitlines()[0])


@pytest.mark.parametrize(
    "path", [path for path in REFUSED if bad_line(path) > header_lines(path)], ids=name
)
def test_refused_record_is_legal_up_to_its_bad_line(path: Path) -> None:
    """Without its bad line, and what follows it, the record replays: nothing else is wrong."""
    lines = path.read_text(encoding="utf-8").splitlines()[: bad_line(path) - 1]
    record.position("\n".join(lines) + "\n")
