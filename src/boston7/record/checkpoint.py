"""The checkpoint of a long record, stored outside the database, from which the next start continues.

It holds the heads of all streams, authenticated with the room key. Later entries must continue these heads. Earlier
entries are checked again in the background (`Record.check_again`).
"""

from __future__ import annotations

import hmac
from pathlib import Path

import msgspec

from boston7.record.place import write_whole

_MARK = b"boston7 checkpoint 2\n"
_MAC = 32


class Checkpoint(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    record: str
    entries: int
    keyed: int
    position: int
    number: int  # number of the last commit
    last: bytes  # the last commit in stored form
    digest: str  # digest of the last commit
    heads: dict[str, tuple[int, bytes, int]]
    words: list[str]


def read_checkpoint(path: Path, key: bytes) -> Checkpoint | None:
    """Return the checkpoint, or None if this key wrote none."""
    try:
        raw = path.read_bytes()
        found = msgspec.msgpack.decode(raw[len(_MARK) + _MAC :], type=Checkpoint)
    except (OSError, msgspec.DecodeError):
        return None
    mac = raw[len(_MARK) : len(_MARK) + _MAC]
    sound = raw.startswith(_MARK) and hmac.compare_digest(mac, _mac(raw[len(_MARK) + _MAC :], key))
    return found if sound else None


def write_checkpoint(path: Path, key: bytes, checkpoint: Checkpoint) -> None:
    body = msgspec.msgpack.encode(checkpoint)
    write_whole(path, _MARK + _mac(body, key) + body)


def _mac(body: bytes, key: bytes) -> bytes:
    return hmac.digest(key, _MARK + body, "sha256")
