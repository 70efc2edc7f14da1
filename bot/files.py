"""Reading a file that somebody names on the command line, or saying in one line why not.

What the text means is the affair of whoever asked for it.
"""

from __future__ import annotations

import os
import stat

from games.core import shown

LARGEST = 2**20
"""Bytes in a file; the record of a long game takes some ten thousand of them."""


class Unreadable(Exception):
    """A file that holds no text: where, what was expected and what was found."""


def read_text(path: str, what: str) -> str:
    """The text of a file that should hold `what`: a record."""
    name = file_name(path)
    try:
        if not stat.S_ISREG(os.stat(path).st_mode) and not os.path.isdir(path):
            # a pipe that nobody writes to would keep us waiting for ever
            raise Unreadable(f"{name}: expected {what}, found no ordinary file")
        with open(path, "rb") as file:
            data = file.read(LARGEST + 1)
    except IsADirectoryError:
        raise Unreadable(f"{name}: expected {what}, found a directory") from None
    except FileNotFoundError:
        raise Unreadable(f"{name}: expected {what}, found no such file") from None
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise Unreadable(f"{name}: expected {what} that can be read, found: {why}") from None
    if len(data) > LARGEST:
        raise Unreadable(f"{name}: expected {what} of at most {LARGEST} bytes, found more")
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        found = f"found the byte 0x{data[error.start]:02x}"
        raise Unreadable(f"{name}:{line}: expected text in UTF-8, {found}") from None


def file_name(path: str) -> str:
    """A file's name, fit for one line."""
    return shown(path, quote=False, most=4096) if path else '""'
