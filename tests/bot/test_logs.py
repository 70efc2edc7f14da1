"""The log: one line an event; whatever is logged, by whomever, no card, seed or token is in it."""

import asyncio
import base64
import io
import json
import logging
import re
import sys
import threading
import urllib.parse
import warnings
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import logs
from bot.logs import redacted
from games.cards import TEXTS, CardUnreadable, card_sign, read_card

SEED = bytes(range(32))
TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcdE.abcdefghijklmnopqrstuvwxyz0123456789ab"

LOGGERS = ["bot.host", "storage.sqlite", "discord.gateway", "aiosqlite", "asyncio", "anybody"]


@pytest.fixture(autouse=True)
def log() -> Iterator[io.StringIO]:
    """The log, set up as the bot does, and afterwards as it was before."""
    root = logging.getLogger()
    before = root.handlers[:], root.level
    levels = {name: logging.getLogger(name).level for name in logs.OURS}
    hooks = sys.excepthook, threading.excepthook
    stream = io.StringIO()
    logs.set_up("debug", [TOKEN], stream)
    yield stream
    logging.captureWarnings(False)
    root.handlers[:], root.level = before
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)
    sys.excepthook, threading.excepthook = hooks


def line(stream: io.StringIO) -> str:
    """The one line that was logged, without its end; the next begins afresh."""
    text = stream.getvalue()
    stream.truncate(0)
    stream.seek(0)
    assert text.endswith("\n")
    assert len(text.splitlines()) == 1, text
    return text.removesuffix("\n")


def cards_in(text: str) -> list[str]:
    """Every word that the game would read as a card, in whichever way it is escaped.

    Written without the patterns of the product. The word `as` alone may also be English.
    """
    text = re.sub(r"\\+u(266[0-7])", lambda found: chr(int(found[1], 16)), text)
    bare = re.sub(r"\\(u[0-9a-f]{4}|U[0-9a-f]{8}|[nrt\"\\])", " ", text).replace("\ufe0f", "")
    found = []
    for word in re.findall(r"[0-9A-Za-z]*[♠♡♢♣♤♥♦♧]|[0-9A-Za-z]+", bare):
        for size in (2, 3):
            parts = [word[i : i + size] for i in range(0, len(word), size)]
            if all(is_card(part) for part in parts) and word != "as":
                found.append(word)
        if word[-1] in "♠♡♢♣♤♥♦♧":
            found.append(word)
    return found


def is_card(text: str) -> bool:
    """Whether the game reads it as a card."""
    try:
        read_card(text)
    except CardUnreadable:
        return False
    return True


# --- shape ---------------------------------------------------------------------------------------


def test_an_event_is_one_line_of_keys_and_values(log: io.StringIO) -> None:
    """Names stand bare, anything else in quotes; what was added to the event comes after it."""
    record = logging.getLogger("bot.outbox").makeRecord(
        "bot.outbox",
        logging.WARNING,
        "outbox.py",
        1,
        'a post was %s: "gone"\n',
        ("refused",),
        None,
        extra={"post": "k7-2", "tries": 3, "reason": "it's over", "empty": ""},
    )
    record.created = 1_800_000_000.25
    logging.getLogger("bot.outbox").handle(record)
    assert line(log) == (
        "time=2027-01-15T08:00:00.250Z level=warning logger=bot.outbox "
        r'event="a post was refused: \"gone\"\n" post=k7-2 tries=3 reason="it'
        '\'s over" empty=""'
    )


def test_a_traceback_stays_in_its_line(log: io.StringIO) -> None:
    """With the error's place, so that it can be mended."""
    try:
        read_card("a spade")
    except CardUnreadable:
        logging.getLogger("bot").exception("what was typed cannot be read", stack_info=True)
    text = line(log)
    assert 'error="Traceback (most recent call last):\\n' in text
    assert "CardUnreadable: a spade" in text
    assert 'stack="Stack (most recent call last)' in text


@pytest.mark.parametrize("level", ["debug", "info", "warning", "error"])
def test_the_level_is_for_our_own_rooms(level: logs.Level) -> None:
    """Other libraries never say less than info: at debug they print hands, as numbers."""
    logs.set_up(level, (), io.StringIO())
    number = logging.getLevelNamesMapping()[level.upper()]
    for name in ("bot.host", "cogs.lobby", "storage.sqlite", "games.table"):
        assert logging.getLogger(name).getEffectiveLevel() == number
    for name in ("discord.http", "aiosqlite", "aiohttp.client", "asyncio", "PIL", "anybody"):
        assert logging.getLogger(name).getEffectiveLevel() == max(number, logging.INFO)


def test_what_nobody_caught_is_logged(log: io.StringIO) -> None:
    """In the main thread and in others; only a person's Ctrl-C is nothing to speak of."""
    for error in (ValueError(f"p1 swing 5c with {TOKEN}"), KeyboardInterrupt()):
        sys.excepthook(type(error), error, None)
    text = line(log)
    assert "level=critical" in text
    assert "ValueError: p1 swing [card] with [token]" in text

    thread = threading.Thread(target=lambda: read_card("9s9s"))
    thread.start()
    thread.join()
    assert "CardUnreadable: [card]" in line(log)


async def test_what_the_event_loop_finds_is_logged(log: io.StringIO) -> None:
    """A task that nobody waited for, as an event of asyncio."""
    asyncio.get_running_loop().call_exception_handler(
        {"message": "never retrieved", "exception": ValueError("holds 9s 4d")}
    )
    assert "ValueError: holds [card]" in line(log)


def test_warnings_are_logged(log: io.StringIO) -> None:
    """They may repeat a value."""
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.warn("9s is deprecated", UserWarning, stacklevel=1)
    assert "[card] is deprecated" in line(log)


# --- nothing secret ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "9s 4d",
        "swing 5c",
        "SWING 5C",
        "TC",
        "10c",
        "10♥",
        "10♥\ufe0f",
        "k ♤",
        "**10** ♣",
        "9s4dAh",
        "2c2♣",
        "♣2c",
        "9s,4d,Ah",
        "['9s', '4d']",
        "as kd",
        "ks as kd",
        "swing as",
        "swing as or pass",
        "plan 'as'",
        '{"text": "as"}',
        "as",
        "_9s_",
        "t:k7m2:3.swings:swing 5c",
        "game-9s",
        "é9s",
        "9s\n4d",
        "Hand:\t9s",
    ],
)
@pytest.mark.parametrize("escaped", [str, repr, json.dumps, lambda s: repr(json.dumps(s)), ascii])
def test_every_way_to_write_cards_is_known(text: str, escaped: type[str]) -> None:
    """As the game reads them, as posts show them, as other libraries print a request's body."""
    told = redacted(escaped(text))
    assert "[card]" in told
    assert cards_in(told) == []
    assert "as" not in re.findall(r"\w+", told)


@pytest.mark.parametrize("text", ["swing 9s", "10♥", "9s 4d Ah", "Hand:\n9s"])
def test_cards_in_an_address_are_known(text: str) -> None:
    """As a client library prints where it went."""
    assert cards_in(urllib.parse.unquote(redacted(urllib.parse.quote(text)))) == []
    assert cards_in(urllib.parse.unquote_plus(redacted(urllib.parse.quote_plus(text)))) == []


@pytest.mark.parametrize(
    "text",
    [
        "a game as long as this one is not an outage",
        "cannot import name x as y of z: taken as read",
        "PC-9 [X-14], at 18:02, 4 innings, 7 players, 2d20",
        "the database disk image is malformed",
        "version 12, revision 9, sqlite:///umpire.db",
        "409 Conflict (error code: 50007)",
        "post k7m2/14 of 2026-12-01T18:02:11Z",
        "discord.ext.commands.errors.ExtensionNotLoaded",
    ],
)
def test_plain_words_stay(text: str) -> None:
    """Who looks after a bot has to be able to read its log."""
    assert redacted(text) == text


def test_seeds_in_every_spelling_are_known() -> None:
    """Hexadecimal, base64 as JSON has bytes, and as Python prints bytes."""
    spellings = [SEED.hex(), SEED.hex().upper(), base64.b64encode(SEED).decode(), repr(SEED)]
    for spelling in spellings:
        told = redacted(f"seed={spelling}.")
        assert spelling not in told
        assert re.fullmatch(r"seed=\[(seed|bytes)\]\.", told)


def test_tokens_and_passwords_are_known() -> None:
    """The bot's, an interaction's, a webhook's, a database's."""
    told = redacted(
        f"Bot {TOKEN}; POST /api/v10/interactions/123/aW50ZXJhY3Rpb246/callback; "
        "/webhooks/456/QmFzZQ.x-y?wait=1; postgresql://ump:hunter2@db/umpire"
    )
    assert told == (
        "Bot [token]; POST /api/v10/interactions/123/[token]/callback; "
        "/webhooks/456/[token]?wait=1; postgresql://ump:[password]@db/umpire"
    )


def test_the_secret_in_use_is_known_whatever_its_shape(log: io.StringIO) -> None:
    """A stand-in's token may look like anything."""
    logs.set_up("info", ["open sesame", ""], log)
    logging.getLogger("bot").info("logging in with open sesame")
    assert "logging in with [token]" in line(log)


def test_arguments_that_do_not_fit_are_not_printed(log: io.StringIO) -> None:
    """The library itself would print them as they are, past every net."""
    logs.set_up("info", (), log)  # alone: pytest's own handlers would fail the test
    logging.getLogger("bot").info("%d cards: %s", "9s")
    text = line(log)
    assert "its arguments do not fit" in text
    assert cards_in(text) == []


def test_a_value_that_cannot_be_shown_loses_no_event(log: io.StringIO) -> None:
    """Nor does an error that breaks when it is looked at."""

    class Broken(Exception):
        def __str__(self) -> str:
            raise ValueError("9s")

    logs.set_up("info", (), log)
    try:
        raise Broken
    except Broken as error:
        logging.getLogger("bot").exception(error, extra={"value": error})
    text = line(log)
    assert "Broken, which cannot be shown" in text
    assert cards_in(text) == []


def test_a_log_that_cannot_be_written_prints_nothing_else(capsys: pytest.CaptureFixture) -> None:
    """A full disk: the library would print message and arguments on standard error."""

    class Full(io.StringIO):
        def write(self, text: str) -> int:
            raise OSError(28, "No space left on device")

    logs.set_up("info", (), Full())
    logging.getLogger("bot").info("swing %s", "9s")
    assert capsys.readouterr().err == ""


def test_other_handlers_see_a_record_as_it_was(log: io.StringIO) -> None:
    """Taking out happens in the writing; nothing of the record is changed."""
    record = logging.LogRecord("bot", logging.INFO, "host.py", 1, "swing %s", ("9s",), None)
    logging.getLogger("bot").handle(record)
    assert record.getMessage() == "swing 9s"
    assert cards_in(line(log)) == []


# --- whatever is logged --------------------------------------------------------------------------

SIGNED = [card_sign(card) for card in range(52)]
SPELT = [text.replace("T", "10") for text in TEXTS]
A_CARD = st.sampled_from([*TEXTS, *map(str.lower, TEXTS), *map(str.upper, TEXTS), *SPELT, *SIGNED])
JOINTS = st.sampled_from([" ", "", ", ", ",", "', '", "\n", " / ", "-", ";", "\t", "; swing "])
CARDS = st.builds(str.join, JOINTS, st.lists(A_CARD, min_size=1, max_size=13))
SEEDS = (
    st.binary(min_size=32, max_size=32)
    .map(bytes.hex)
    .flatmap(lambda seed: st.sampled_from([seed, seed.upper()]))
)
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-"
TOKENS = st.builds(
    "M{}.{}.{}".format,
    st.text(LETTERS, min_size=23, max_size=27),
    st.text(LETTERS, min_size=6, max_size=6),
    st.text(LETTERS, min_size=27, max_size=38),
)
# Something before and after a secret, so that it stands for itself as it does in a text.
EDGES = st.sampled_from([" ", "\n", "(", '"', "'", ":", "=", "[", "é", "\u2028", "\x00", "|", ""])
NOISE = st.text(max_size=20)


@st.composite
def planted(draw: st.DrawFn, secrets: st.SearchStrategy[str]) -> tuple[str, str]:
    """A secret, and a text that it stands in."""
    secret, before, after = draw(secrets), draw(EDGES), draw(EDGES)
    start = draw(NOISE) + before if before else ""
    end = after + draw(NOISE) if after else ""
    return secret, start + secret + end


def said_in_every_way(way: int, text: str, name: str) -> None:
    """Logs a text as a message, an argument, an extra, or an error of some kind."""
    log = logging.getLogger(name)
    match way:
        case 0:
            log.warning(text.replace("%", "%%"), "")
        case 1:
            log.warning("he said %s", text)
        case 2:
            log.warning("he said %r and %s", {"text": [text]}, (text,))
        case 3:
            log.warning("an event", extra={"text": text, "more": {"text": [text]}, f" {text}": 1})
        case 4:
            log.warning("an event", extra={"body": text.encode("utf-8", "replace")})
        case 5:
            log.warning(ValueError(text))
        case 6:
            log.warning("a request with %s", json.dumps({"content": text}))
        case 7:
            try:
                try:
                    raise KeyError(text)
                except KeyError as error:
                    error.add_note(text)
                    raise RuntimeError(text) from error
            except RuntimeError:
                log.exception("an event", stack_info=True)
        case 8:
            try:
                raise ExceptionGroup(text, [ValueError(text), OSError(2, text, text)])
            except ExceptionGroup as error:
                log.error("an event", exc_info=error)
        case 9:
            log.warning("%d %s", text)
        case _:
            log.warning("an event", stack_info=True, extra={"way": text, "n": 10**63})


WAYS = st.integers(0, 10)
NAMES = st.sampled_from(LOGGERS)


@given(planted(CARDS), WAYS, NAMES)
def test_no_card_is_ever_in_the_log(told: tuple[str, str], way: int, name: str) -> None:
    """Alone, in runs, between any other signs, wherever it is logged."""
    stream = io.StringIO()
    logs.set_up("debug", (), stream)
    said_in_every_way(way, told[1], name)
    text = line(stream)
    assert cards_in(text) == []


@given(planted(SEEDS), WAYS, NAMES)
def test_no_seed_is_ever_in_the_log(told: tuple[str, str], way: int, name: str) -> None:
    """In capitals or small letters."""
    stream = io.StringIO()
    logs.set_up("debug", (), stream)
    said_in_every_way(way, told[1], name)
    text = line(stream).lower()
    assert told[0].lower() not in text
    assert told[0].lower()[:40] not in text


@given(planted(TOKENS), WAYS, NAMES)
def test_no_token_is_ever_in_the_log(told: tuple[str, str], way: int, name: str) -> None:
    """Nor the part of it that is the secret proper."""
    stream = io.StringIO()
    logs.set_up("debug", (), stream)
    said_in_every_way(way, told[1], name)
    text = line(stream)
    assert told[0] not in text
    assert told[0].rpartition(".")[2] not in text


@given(st.text(), WAYS, NAMES)
def test_whatever_is_logged_is_one_line(text: str, way: int, name: str) -> None:
    """Line ends of every alphabet, halves of surrogate pairs, escape sequences of terminals."""
    stream = io.StringIO()
    logs.set_up("debug", (), stream)
    said_in_every_way(way, text, name)
    logged = line(stream)
    assert logged.isprintable()
    assert cards_in(logged) == []
    logged.encode()


def test_what_discord_py_says_of_voice_is_not_logged(log: io.StringIO) -> None:
    """Nobody here speaks; what else it warns of stands there."""
    logger = logging.getLogger("discord.client")
    logger.warning("PyNaCl is not installed, voice will NOT be supported")
    logger.warning("davey is not installed, voice will NOT be supported")
    assert log.getvalue() == ""
    logger.warning("shard %s is slow", 3)
    assert "shard 3 is slow" in line(log)
