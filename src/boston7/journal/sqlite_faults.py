"""What can go wrong with a SQLite file, as sentences."""

from __future__ import annotations

import sqlite3

from boston7.journal.errors import Damaged, JournalDown

# UnicodeDecodeError: Python cannot read SQLite's own complaint, where it quotes a name from a damaged file.
FAULTS = (sqlite3.Error, OSError, UnicodeDecodeError)
_BROKEN = ("malformed", "no such table", "not a database")


def down(path: str, error: BaseException) -> JournalDown:
    words = str(error)
    damaged = isinstance(error, UnicodeDecodeError) or any(sign in words for sign in _BROKEN)
    return (Damaged if damaged else JournalDown)(sentence(path, error))


def sentence(path: str, error: BaseException) -> str:
    """What a person can do about it."""
    words = str(error)
    if isinstance(error, FileNotFoundError):
        return f"The journal {path!r} is gone. Put it back; nothing is written until then."
    if isinstance(error, IsADirectoryError):
        return f"{path!r} is a folder: name a file for the journal, such as room.db in it."
    if isinstance(error, UnicodeDecodeError):
        return f"The journal {path!r} is damaged: restore it from a backup."
    for sign, meaning in (
        ("full", "The disk is full: the journal {0!r} cannot grow. Make room; nothing was half-written."),
        ("readonly", "The journal {0!r} cannot be written: the file or its folder is read-only."),
        ("locked", "The journal {0!r} is locked by another program."),
        ("unable to open", "The journal {0!r} cannot be opened: its folder is missing or cannot be written to."),
        ("malformed", "The journal {0!r} is damaged: restore it from a backup. SQLite says: {1}."),
        ("not a database", "The journal {0!r} is damaged: restore it from a backup. SQLite says: {1}."),
        ("no such table", "The journal {0!r} is damaged: its table is gone. Restore it from a backup."),
    ):
        if sign in words:
            return meaning.format(path, words)
    return f"The journal {path!r} cannot be used now: {words}."
