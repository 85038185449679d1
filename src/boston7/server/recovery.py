"""What is done to a record by hand, each act with a reason and on record itself: adopted, restored, given a new key."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from secrets import token_hex

import msgspec

from boston7 import fair
from boston7.accounts.clock import wall_clock
from boston7.fair import InvalidKey, RoomKey, find_room_key, load_room_key
from boston7.fair.keys import FILE, VARIABLE, new_room_key
from boston7.record import Append, Meta, Record, RecordHead, Tampered, open_record, unreadable
from boston7.record.commit import key_id
from boston7.record.noted import Noted, sign, write_noted
from boston7.record.record import open_store
from boston7.record.takeover import NothingToDo, change_key, take_over
from boston7.server.anchors import head_in_database, tell_database
from boston7.server.config import Settings
from boston7.server.opening import RESTORES, has_noted, head_file, key_folder, noted_head, room_key, sealed_with

_KNOWN = "A backup was restored: this seed may have been revealed before."


class Restored(msgspec.Struct, frozen=True, tag_field="type", tag="restored"):
    """The record goes on from an earlier head than the one that was noted: what lies between is gone."""

    noted_seal: int
    noted_digest: str
    seal: int
    digest: str
    reason: str


def adopt(settings: Settings, reason: str) -> RecordHead:
    """Vouch with the room key for a record that was written without it.

    Never for one that this key has sealed before: then what is there now was forged. The noted head says so, and lies
    where whoever can write the database cannot reach.
    """
    folder = key_folder(settings)
    key = find_room_key(folder)
    noted = noted_head(settings, key)
    if noted is not None and has_noted(settings, key):
        raise Tampered(
            f"This room key has sealed this record up to seal {noted.seal:,}, as {str(head_file(settings))!r} shows. A"
            " record without those seals was forged: restore a backup instead."
        )
    key = key or load_room_key(folder)
    with closing(open_store(settings.db)) as store:
        take_over(store, key.seal_key, _meta(), reason, [noted.head] if noted else ())
    return _note(settings, key)


def replace_lost_key(settings: Settings) -> None:
    """A new key in place of one that is lost for good. Nothing if there is no record yet, or the key seals it."""
    sealed = sealed_with(settings.db)
    folder = key_folder(settings)
    if sealed is None or not folder.is_dir():
        return
    key = find_room_key(folder) or load_room_key(folder)
    if not sealed or not key_id(key.seal_key).startswith(sealed):
        adopt(settings, "The room key is lost.")


def restored(settings: Settings, reason: str) -> RecordHead:
    """Put on record that a backup was put back, and go on from its head.

    Seeds that were committed to and not revealed by then are given up: what came after the backup may have revealed
    them, and whoever saw that would know the deck before the bets.
    """
    if sealed_with(settings.db) is None:
        raise NothingToDo("There is no record here yet: nothing was restored.")
    key = room_key(settings)
    noted = noted_head(settings, key)
    if settings.head_db and (noted is None or _holds(settings, key, noted)):
        noted = head_in_database(settings.head_db, key.seal_key)
    if noted is not None and _holds(settings, key, noted):
        raise NothingToDo("The record holds the head that was noted: nothing was restored.")
    with open_record(settings.db, seal_key=key.seal_key) as record:
        head = record.record_head()
        lost = noted.head if noted is not None else (0, "")  # put back on a machine where nothing was noted
        body = msgspec.json.encode(Restored(*lost, head.seal, head.digest, reason))
        meta = _meta()
        record.append_now([Append(RESTORES, None, [body], meta), *_given_up(record, meta)])
    return _note(settings, key)


def moved(settings: Settings, head: tuple[int, str]) -> RecordHead:
    """Check a record that was moved here against the head that was noted where it came from, and note its head here."""
    key = room_key(settings)
    noted = noted_head(settings, key)
    heads = [head, noted.head] if noted else [head]
    with open_record(settings.db, read_only=True, seal_key=key.seal_key, noted=heads) as record:
        record.check()
    return _note(settings, key)


def _given_up(record: Record, meta: Meta) -> Iterator[Append]:
    for stream in record.streams():
        if stream.startswith(fair.stream("")):
            for about in fair.rounds(_facts(record, stream)).values():
                if (seed := about.committed) is not None and about.revealed is None and not about.lost:
                    lost = fair.SeedLost(seed.table, seed.round, _KNOWN)
                    yield Append(stream, None, [fair.write_fact(lost)], meta)


def _facts(record: Record, stream: str) -> Iterator[fair.Fact]:
    for entry in record.scan(stream):
        try:
            yield fair.read_fact(entry.body)
        except fair.InvalidFact as error:
            raise unreadable(entry, error) from None


def _holds(settings: Settings, key: RoomKey, noted: Noted) -> bool:
    with open_record(settings.db, read_only=True, seal_key=key.seal_key, noted=[noted.head]) as record:
        try:
            record.check()
        except Tampered:
            return False
    return True


def rekey(settings: Settings, reason: str) -> RecordHead:
    """Another room key from now on. The old one seals the change, and is kept beside it."""
    if VARIABLE in os.environ:
        raise InvalidKey(f"The room key is in {VARIABLE}: this needs a key file.")
    folder = key_folder(settings)
    old = room_key(settings)
    path, new_path = folder / FILE, folder / f"{FILE}.new"
    new = new_room_key(new_path)
    with closing(open_store(settings.db)) as store:
        change_key(store, old.seal_key, new.seal_key, _meta(), reason)
    path.replace(_unused(folder / f"{FILE}.old"))
    new_path.replace(path)
    return _note(settings, new)


def _unused(path: Path) -> Path:
    return path if not path.exists() else path.with_name(f"{path.name}.{token_hex(4)}")


def _note(settings: Settings, key: RoomKey) -> RecordHead:
    with open_record(settings.db, read_only=True, seal_key=key.seal_key) as record:
        head = record.record_head()
    path = head_file(settings)
    if path is not None:
        write_noted(path, key.seal_key, head)
    if settings.head_db:
        tell_database(settings.head_db, key.seal_key)(sign(head, key.seal_key))
    return head


def _meta() -> Meta:
    return Meta(wall_clock(), "platform", token_hex(8))
