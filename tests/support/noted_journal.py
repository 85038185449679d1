"""A journal that a test fills before `boston7 serve` opens it: its head is noted where the server looks for it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from boston7.fair import RoomKey
from boston7.journal import Journal, open_journal
from boston7.server.config import Settings
from boston7.server.opening import keep_noting


@contextmanager
def noted_journal(db: str | Path, key: RoomKey) -> Iterator[Journal]:
    with open_journal(db, seal_key=key.seal_key) as journal:
        journal.append_now(())
        keep_noting(Settings(db=str(db)), key, journal)
        yield journal
