"""A record that a test fills before `boston7 serve` opens it, with its head noted where the server looks for it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from boston7.keys import RoomKey
from boston7.record import Record, open_record
from boston7.record.opening import keep_noting
from boston7.server.config import Settings


@contextmanager
def noted_record(db: str | Path, key: RoomKey) -> Iterator[Record]:
    with open_record(db, seal_key=key.seal_key) as record:
        record.append_now(())
        keep_noting(Settings(db=str(db)), key, record)
        yield record
