"""The record of a room, opened for one command."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from boston7.cli.output import fail, reason_of

if TYPE_CHECKING:
    from boston7.keys import RoomKey
    from boston7.record import Record
    from boston7.server.config import Settings

T = TypeVar("T")
Work = Callable[["Record", "RoomKey"], Coroutine[Any, Any, T]]


def settings_for(db: str, key_folder: Path | None, head_db: str = "") -> Settings:
    from boston7.server.config import Settings

    if not db:
        fail("Give the record: --db PATH or URL, or set BOSTON7_DB.")
    return Settings(db=db, key_folder=str(key_folder) if key_folder else "", head_db=head_db)


def in_room(settings: Settings, work: Work[T], *, new_key: bool = False) -> T:
    """Open the record and its key, run `work`, and close the record."""
    import asyncio

    from boston7.record.opening import open_room

    record, key = open_room(settings, new_key=new_key)
    try:
        return asyncio.run(work(record, key))
    finally:
        record.close()


def make_folder(folder: Path) -> None:
    """Create a folder that only its owner can read."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        fail(f"The folder {str(folder)!r} cannot be created: {reason_of(error)}.")
