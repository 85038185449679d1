"""Recovery actions of an operator: adopt, restore, move, change the key. The reason for each is stored in the
record."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from secrets import token_hex

import msgspec

from boston7.keys import FILE, VARIABLE, InvalidKey, RoomKey, find_room_key, load_room_key, new_room_key
from boston7.record.anchors import head_in_database, store_heads
from boston7.record.commit import key_id
from boston7.record.entry import Append, Meta
from boston7.record.errors import Tampered
from boston7.record.noted import Noted, sign, write_noted
from boston7.record.opening import RESTORES, has_noted, head_file, noted_head, room_key, sealed_with
from boston7.record.place import Place, key_folder
from boston7.record.record import Record, RecordHead, open_record, open_store
from boston7.record.takeover import NothingToDo, change_key, take_over


class Restored(msgspec.Struct, frozen=True, tag_field="type", tag="restored"):
    """The entry for a restored backup. The entries between its head and the noted one are lost."""

    noted_seal: int
    noted_digest: str
    seal: int
    digest: str
    reason: str


def adopt(place: Place, reason: str) -> RecordHead:
    """Use the room key to vouch for a record that was written without it.

    If this key has sealed the record before, reject it as forged. The noted head proves that, because a database user
    cannot change it.
    """
    folder = key_folder(place)
    key = find_room_key(folder)
    noted = noted_head(place, key)
    if noted is not None and has_noted(place, key):
        raise Tampered(
            f"This room key has sealed this record up to seal {noted.seal:,}, as {str(head_file(place))!r} shows. A"
            " record without those seals was forged: restore a backup instead."
        )
    key = key or load_room_key(folder)
    with closing(open_store(place.db)) as store:
        take_over(store, key.seal_key, _meta(), reason, [noted.head] if noted else ())
    return _note(place, key)


def replace_lost_key(place: Place) -> None:
    """Replace a lost key. Do nothing if there is no record yet, or if the key already seals it."""
    sealed = sealed_with(place.db)
    folder = key_folder(place)
    if sealed is None or not folder.is_dir():
        return
    key = find_room_key(folder) or load_room_key(folder)
    if not sealed or not key_id(key.seal_key).startswith(sealed):
        adopt(place, "The room key is lost.")


def restored(place: Place, reason: str, give_up: Callable[[Record, Meta], Iterable[Append]]) -> RecordHead:
    """Store that a backup was restored, and continue from its head.

    `give_up` returns further appends for the same commit. They abandon secrets in the backup that later play may have
    revealed.
    """
    if sealed_with(place.db) is None:
        raise NothingToDo("There is no record here yet: nothing was restored.")
    key = room_key(place)
    noted = noted_head(place, key)
    if place.head_db and (noted is None or _holds(place, key, noted)):
        noted = head_in_database(place.head_db, key.seal_key)
    if noted is not None and _holds(place, key, noted):
        raise NothingToDo("The record holds the head that was noted: nothing was restored.")
    with open_record(place.db, seal_key=key.seal_key) as record:
        head = record.record_head()
        lost = noted.head if noted is not None else (0, "")  # No head was noted at this location.
        body = msgspec.json.encode(Restored(*lost, head.seal, head.digest, reason))
        meta = _meta()
        record.append_now([Append(RESTORES, None, [body], meta), *give_up(record, meta)])
    return _note(place, key)


def moved(place: Place, head: tuple[int, str]) -> RecordHead:
    """Check a moved record against the head noted at its old location, and note that head here."""
    key = room_key(place)
    noted = noted_head(place, key)
    heads = [head, noted.head] if noted else [head]
    with open_record(place.db, read_only=True, seal_key=key.seal_key, noted=heads) as record:
        record.check()
    return _note(place, key)


def _holds(place: Place, key: RoomKey, noted: Noted) -> bool:
    with open_record(place.db, read_only=True, seal_key=key.seal_key, noted=[noted.head]) as record:
        try:
            record.check()
        except Tampered:
            return False
    return True


def rekey(place: Place, reason: str) -> RecordHead:
    """Change the room key. The old key seals the change, and its file is kept."""
    if VARIABLE in os.environ:
        raise InvalidKey(f"The room key is in {VARIABLE}: this needs a key file.")
    folder = key_folder(place)
    old = room_key(place)
    path, new_path = folder / FILE, folder / f"{FILE}.new"
    new = new_room_key(new_path)
    with closing(open_store(place.db)) as store:
        change_key(store, old.seal_key, new.seal_key, _meta(), reason)
    path.replace(_unused(folder / f"{FILE}.old"))
    new_path.replace(path)
    return _note(place, new)


def _unused(path: Path) -> Path:
    return path if not path.exists() else path.with_name(f"{path.name}.{token_hex(4)}")


def _note(place: Place, key: RoomKey) -> RecordHead:
    with open_record(place.db, read_only=True, seal_key=key.seal_key) as record:
        head = record.record_head()
    path = head_file(place)
    if path is not None:
        write_noted(path, key.seal_key, head)
    if place.head_db:
        store_heads(place.head_db, key.seal_key)(sign(head, key.seal_key))
    return head


def _meta() -> Meta:
    return Meta(time.time_ns() // 1000, "platform", token_hex(8))
