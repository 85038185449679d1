"""Open a record together with its room key."""

from __future__ import annotations

import os
import re
from pathlib import Path
from urllib.parse import urlsplit

from boston7.keys import VARIABLE, InvalidKey, RoomKey, find_room_key, load_room_key
from boston7.record.anchors import head_in_database, post_heads, store_heads
from boston7.record.checkpoint import read_checkpoint, write_checkpoint
from boston7.record.commit import NoCommit, key_id, key_of, read_commit
from boston7.record.errors import NotOurs, RecordDown, RecordError, Tampered
from boston7.record.noted import Noted, Noting, read_noted
from boston7.record.place import Place, data_folder, is_postgres, key_folder, record_file, room_name
from boston7.record.record import Record, open_record, open_store

RESTORES = "restores"
"""The stream that lists restored backups."""
LONG = 200_000
"""Minimum number of entries before a record gets a checkpoint. Verifying this many takes about two seconds."""
_OWN_NAME = re.compile(r"[0-9a-f]{32}")
"""The required form of a record's name. Without this check, an attacker could store a path in the database."""
_ADOPT = "boston7 admin record adopt --reason TEXT"
_RESTORED = "boston7 admin record restored --reason TEXT"
_MOVED = "boston7 admin record moved --head SEAL:DIGEST"


def open_room(place: Place, *, new_key: bool = False) -> tuple[Record, RoomKey]:
    """Open and check the record. Raise `RecordError` or `InvalidKey`, each with a message for the operator.

    With `new_key`, replace a lost key first.
    """
    if new_key:
        from boston7.record.recovery import replace_lost_key

        replace_lost_key(place)
    key = room_key(place)
    noted = noted_head(place, key)
    heads = [noted.head] if noted else []
    if place.head_db and (kept := head_in_database(place.head_db, key.seal_key)) is not None:
        heads.append(kept.head)
    record = open_record(place.db, seal_key=key.seal_key, noted=heads)
    try:
        record.resumed = _resume(place, key, record)
        record.check()
        if not heads and record.checked_head.seal > 1:
            raise NotOurs(
                "No head of this record was noted here, so its end may have been cut off. The room stays closed. If you"
                f" moved the record: {_MOVED}, as 'boston7 audit head' gave it before. If you restored a backup:"
                f" {_RESTORED}"
            )
        if not record.checked_head.seal:
            record.append_now(())  # Write the first commit, so that its head can be noted before any entry is stored.
        check_restores(record, key)
        keep_noting(place, key, record)
    except Tampered as error:
        record.close()
        raise Tampered(f"{error} {_advice(place, noted)}") from None
    except BaseException:
        record.close()
        raise
    return record, key


def must_exist(db: str) -> None:
    """Raise `RecordError` if there is no record, because opening a mistyped path for writing would create one."""
    open_store(db, read_only=True).close()


def check_restores(record: Record, key: RoomKey) -> None:
    if (last := record.head(RESTORES)).version:
        key.after_restore(last.digest)


def room_key(place: Place) -> RoomKey:
    """Return the key of this room's record. Create a key only for a new record.

    An existing record cannot be trusted without its key, and its seeds and undealt cards cannot be read.
    """
    folder = key_folder(place)
    if not folder.is_dir():
        raise RecordDown(f"There is no folder {str(folder)!r}: create it first.")
    key = find_room_key(folder)
    sealed = sealed_with(place.db)
    if sealed and (key is None or not key_id(key.seal_key).startswith(sealed)) and not has_noted(place, key):
        here = f"the key in {str(folder)!r}" if VARIABLE not in os.environ else f"the key in {VARIABLE}"
        wrong = "there is no room key here" if key is None else f"{here} is a different one"
        raise InvalidKey(
            f"This record was written with a room key, and {wrong}. Restore the right key (--key-folder, or the"
            f" variable {VARIABLE}). If it is lost, --new-key continues with a new one: wagers in play are"
            " returned, and earlier shuffles not yet revealed can no longer be proved."
        )
    if key is None and sealed is not None:
        raise InvalidKey(f"This record was written without a room key. Check where it comes from, then: {_ADOPT}")
    return key or load_room_key(folder)


def head_file(place: Place) -> Path | None:
    """Return the file of the noted head, in the key folder or else in the user's data folder.

    In the data folder, its name contains a digest of the record's path, to distinguish a copy from the original. For
    PostgreSQL it contains the record's own name. Return None before the record has a name.
    """
    if place.key_folder:
        name = urlsplit(place.db).path.strip("/") if is_postgres(place.db) else record_file(place.db).name
        return Path(place.key_folder) / f"{Path(name or 'postgresql').name}.head"
    if not is_postgres(place.db):
        own = f"{record_file(place.db).name}-{room_name(place.db)}"
    elif not _OWN_NAME.fullmatch(own := _record_name(place.db)):
        return None
    return data_folder() / "heads" / f"{own}.head"


def _record_name(db: str) -> str:
    """Return the name in the first commit without checking it. If the name is wrong, every later check fails."""
    try:
        store = open_store(db, read_only=True)
        try:
            first = store.commits(0, 1)
            return read_commit(first[0]).rest.record if first else ""
        finally:
            store.close()
    except (RecordError, NoCommit):
        return ""


def noted_head(place: Place, key: RoomKey | None) -> Noted | None:
    path = head_file(place)
    return read_noted(path, key.seal_key if key else None) if path is not None else None


def has_noted(place: Place, key: RoomKey | None) -> bool:
    """Return whether this key has noted a head. If so, it is the right key, regardless of the database's content."""
    noted = noted_head(place, key)
    return noted is not None and key is not None and noted.key == key_id(key.seal_key)


def _resume(place: Place, key: RoomKey, record: Record) -> bool:
    """Resume a long record from its checkpoint. Return False if the whole record must be read."""
    path = head_file(place)
    saved = read_checkpoint(_checkpoint(path), key.seal_key) if path is not None else None
    return saved is not None and saved.entries >= LONG and record.resume(saved)


def _checkpoint(head: Path) -> Path:
    return head.with_name(f"{head.name.removesuffix('.head')}.checkpoint")


def keep_noting(place: Place, key: RoomKey, record: Record) -> None:
    elsewhere = [post_heads(place.head_url)] if place.head_url else []
    if place.head_db:
        elsewhere.append(store_heads(place.head_db, key.seal_key))

    def save(head: Path) -> None:
        saved = record.save()
        if saved.entries >= LONG:
            write_checkpoint(_checkpoint(head), key.seal_key, saved)

    path = head_file(place)
    assert path is not None, "a record has a name"
    try:
        noting = Noting(path, key.seal_key, lambda: record.checked_head, save, elsewhere)
    except OSError as error:
        raise RecordDown(
            f"The head of the record cannot be noted in {str(path)!r}: {(error.strerror or str(error)).lower()}. Make"
            " that folder writable, or name another one for the room key and the head: --key-folder DIR"
        ) from None
    record.closing.append(noting.close)


def sealed_with(db: str) -> str | None:
    """Return the key id in the last seal without checking it. It is empty if the seal names no key, and None if there
    is no readable seal."""
    try:
        store = open_store(db, read_only=True)
        try:
            last = store.last_commit()
            return None if last is None else key_of(last)
        finally:
            store.close()
    except RecordError:
        return None


def _advice(place: Place, noted: Noted | None) -> str:
    advice = "The room stays closed: restore a backup."
    if noted is not None and sealed_with(place.db) is None:
        advice += f" To begin a new room here, remove {str(head_file(place))!r}, which notes seal {noted.seal:,}."
    elif noted is not None:
        advice += (
            f" {str(head_file(place))!r} notes seal {noted.seal:,}. If you have just restored a backup, put that on"
            f" record: {_RESTORED}"
        )
    else:
        advice += f" If it was written before this room had its key, and you know where it comes from: {_ADOPT}"
    return advice
