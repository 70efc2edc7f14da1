"""The log: one line an event on standard error, as `key=value`, and never a secret.

Cards, seeds and tokens are taken out of everything that is about to be written, whoever logs it and
in whatever part of the record it comes: message, arguments, extras, tracebacks, other libraries'
lines. That is a net below careful writing, not a leave to log hands. It errs on the safe side:
`9s` is a card here, also where somebody meant seconds.
"""

from __future__ import annotations

import logging
import re
import sys
import threading
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from types import TracebackType
from typing import TextIO

from bot.config import Level

OURS = ("bot", "cogs", "storage", "games")
"""Whose loggers the level in the settings is for.

Others never say less than `info`: at `debug`, discord.py prints whole messages and aiosqlite every
value that is written, hands as numbers among them.
"""

# --- what must not be told -----------------------------------------------------------------------

CARD, SEED, TOKEN, BYTES, PASSWORD = "[card]", "[seed]", "[token]", "[bytes]", "[password]"

_RANK = r"(?:10|[2-9TJQKA])"
# Somebody else's escapes end in letters and digits, but end a word nevertheless: `Hand:\n9s`.
_WORD_BEGINS = (
    r"(?:(?<![0-9A-Z])|(?<=\\[abfnrtv0])|(?<=\\x[0-9A-F]{2})|(?<=\\u[0-9A-F]{4})|(?<=%[0-9A-F]{2}))"
)
_CARDS = rf"(?:{_RANK}[CDHS])+"
_RUN = re.compile(
    rf"{_WORD_BEGINS}{_CARDS}(?:[\s,;/+&-]{{1,3}}{_CARDS})*(?![0-9A-Z])", re.IGNORECASE
)
# A suit's sign as it is, as JSON and Python escape it, as UTF-8 bytes, and in an address.
_SIGN = r"(?:[♠♡♢♣♤♥♦♧]|\\+u266[0-7]|\\+xe2\\+x99\\+xa[0-7]|%E2%99%A[0-7])"
_SIGNED = re.compile(rf"(?:{_RANK}[\s*_`~|]{{0,3}})?{_SIGN}\ufe0f?", re.IGNORECASE)

_NOT_CARDS: tuple[tuple[re.Pattern[str], str], ...] = (
    # A bot's token: its id in base64, a time, a signature.
    (re.compile(r"[\w-]{18,}\.[\w-]{5,}\.[\w-]{24,}", re.ASCII), TOKEN),
    # An interaction's token lets anybody answer in the bot's name for a quarter of an hour.
    (re.compile(r"(?<=/)((?:webhooks|interactions)/\d+/)[^\s/?#\"']+"), rf"\1{TOKEN}"),
    (re.compile(r"(://[^\s/:@]*:)[^\s/@]+(?=@)"), rf"\1{PASSWORD}"),
    (re.compile(r"\bb(?:'(?:\\.|[^'\\])*'|\"(?:\\.|[^\"\\])*\")", re.DOTALL), BYTES),
    (re.compile(r"[0-9A-Fa-f]{64,}"), SEED),
    # The same 32 bytes in base64, as JSON has them.
    (re.compile(r"(?<![0-9A-Za-z+/])[0-9A-Za-z+/]{43}="), SEED),
)

_BEFORE_A_CARD = {"pitch", "swing", "field", "play", "four", "foul", "show", "or"}


def redacted(text: str, secrets: Iterable[str] = ()) -> str:
    """A text without cards, seeds, tokens, or any of the `secrets`."""
    for secret in secrets:
        text = text.replace(secret, TOKEN)
    for pattern, instead in _NOT_CARDS:
        text = pattern.sub(instead, text)
    return _RUN.sub(_card_or_word, _SIGNED.sub(CARD, text))


def _card_or_word(run: re.Match[str]) -> str:
    """Only one card's text is an English word that errors are full of: a lone `as` may stay."""
    if run[0] == "as":
        text = run.string
        before = re.search(r"(?<![0-9])([A-Za-z]+) $", text[max(0, run.start() - 20) : run.start()])
        after = re.match(r" [A-Za-z]", text[run.end() : run.end() + 2])
        if before and after and before[1].lower() not in _BEFORE_A_CARD:
            return run[0]
    return CARD


# --- one line an event ---------------------------------------------------------------------------

_USUAL = {*logging.makeLogRecord({}).__dict__, "message", "asctime", "taskName"}


class Lines(logging.Formatter):
    """Writes a record as one line, without secrets."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        super().__init__()
        self._secrets = tuple(secret for secret in secrets if secret)

    def format(self, record: logging.LogRecord) -> str:
        """The line, without its end. It looks at the record only: other handlers see it whole."""
        return " ".join(
            f"{re.sub(r'[^0-9A-Za-z_.]', '_', redacted(key, self._secrets))}="
            f"{_quoted(redacted(value, self._secrets))}"
            for key, value in self._fields(record)
        )

    def _fields(self, record: logging.LogRecord) -> Iterator[tuple[str, str]]:
        moment = datetime.fromtimestamp(record.created, UTC)
        yield "time", f"{moment:%Y-%m-%dT%H:%M:%S}.{moment.microsecond // 1000:03}Z"
        yield "level", record.levelname.lower()
        yield "logger", record.name
        yield "event", _message(record)
        for key, value in record.__dict__.items():
            if key not in _USUAL:
                yield key, _text(value)
        if record.exc_info and record.exc_info[1] is not None:
            try:
                yield "error", self.formatException(record.exc_info)
            except Exception:
                yield "error", f"{type(record.exc_info[1]).__name__}, which cannot be shown"
        elif record.exc_text:
            yield "error", record.exc_text
        if record.stack_info:
            yield "stack", record.stack_info


def _matters(record: logging.LogRecord) -> bool:
    """Not what discord.py says at every start of voice, which nobody here will ever use."""
    return record.name != "discord.client" or not str(record.msg).endswith(
        "voice will NOT be supported"
    )


class Handler(logging.StreamHandler[TextIO]):
    """Writes lines; one that cannot be written is not repeated with all its parts."""

    def handleError(self, record: logging.LogRecord) -> None:
        """Instead of the library's own, which prints message and arguments as they are."""
        try:
            self.stream.write(f'level=error logger={__name__} event="a line was lost"\n')
        except Exception:
            return  # nowhere is left to say it


def set_up(level: Level, secrets: Iterable[str] = (), stream: TextIO | None = None) -> None:
    """From now on everything is logged this way, also what nobody caught."""
    handler = Handler(stream or sys.stderr)
    handler.setFormatter(Lines(secrets))
    handler.addFilter(_matters)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    number = logging.getLevelNamesMapping()[level.upper()]
    root.setLevel(max(number, logging.INFO))
    for name in OURS:
        logging.getLogger(name).setLevel(number)
    logging.captureWarnings(True)
    sys.excepthook = _uncaught
    threading.excepthook = lambda thrown: _uncaught(
        thrown.exc_type, thrown.exc_value, thrown.exc_traceback
    )


def _uncaught(
    kind: type[BaseException], error: BaseException | None, trace: TracebackType | None
) -> None:
    if error is not None and not issubclass(kind, KeyboardInterrupt):
        logging.getLogger("bot").critical("not caught", exc_info=(kind, error, trace))


def _message(record: logging.LogRecord) -> str:
    try:
        return record.getMessage()
    except Exception:
        # Arguments that do not fit are a slip in a log call, no reason to lose the event.
        return f"{_text(record.msg)} (its arguments do not fit)"


def _text(value: object) -> str:
    if isinstance(value, bytes | bytearray | memoryview):
        return BYTES
    try:
        return str(value)
    except Exception:
        return f"{type(value).__name__}, which cannot be shown"


def _quoted(text: str) -> str:
    """As it is where that cannot be mistaken, else in quotes, with everything odd escaped."""
    if re.fullmatch(r"[\w./:+-]+", text, re.ASCII):
        return text
    return '"' + "".join(map(_escaped, text)) + '"'


def _escaped(sign: str) -> str:
    if sign in '"\\':
        return "\\" + sign
    if sign.isprintable():
        return sign
    return {"\n": "\\n", "\t": "\\t", "\r": "\\r"}.get(sign) or (
        f"\\u{ord(sign):04x}" if ord(sign) < 0x10000 else f"\\U{ord(sign):08x}"
    )
