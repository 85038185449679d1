"""One entry of a stream; and how the first version stored one, a row each, with a digest that nobody can change unseen.

Entries are stored in commits now (`commit`), and have their commit's digest for their own. In rows of the first version
the digest is SHA-256 over these fields in this order, each preceded by its length as eight bytes, big end first:
`boston7 entry 1`, stream, version, time, actor, command id, house, body, previous. Text is UTF-8, numbers are written
in decimal, `previous` is the predecessor's digest as 64 hex digits (zeros before the first entry). Where the body is of
a later format than the first, it begins with `boston7 entry 2`, and the number of the format comes last.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple
from uuid import UUID, uuid5

import msgspec

from boston7.journal.errors import InvalidAppend, Tampered

SEALS = "seal"
"""The stream that seals every commit. Nobody else may write to it."""
GENESIS = "0" * 64
LONGEST_BODY = 1 << 24
_LONGEST_NAME = 200
_STREAMS = UUID("8c6f9a4e-0f4b-5d0e-9f0b-b05707570001")
_NUMBER = 1 << 62


class Entry(msgspec.Struct, frozen=True, gc=False):
    """Something that has happened. `position` orders the entries of all streams; it may skip numbers."""

    stream: str
    version: int
    time: int  # microseconds since 1970, as the caller's clock had it
    actor: str
    command_id: str
    house: str  # version of the house rules in force, or nothing
    body: bytes  # JSON
    previous: str
    digest: str
    position: int = 0
    format: int = 1  # of the body: see `upcast`


class Meta(msgspec.Struct, frozen=True, gc=False):
    """Who did it, when, by which command and under which rules."""

    time: int
    actor: str
    command_id: str
    house: str = ""


class Append(msgspec.Struct, frozen=True, gc=False):
    """Bodies to be added to one stream. Without an expected version they go wherever the stream ends. Without bodies
    the stream only has to be at that version for the rest to be stored."""

    stream: str
    expected: int | None
    bodies: Sequence[bytes]
    meta: Meta
    format: int = 1


class Receipt(msgspec.Struct, frozen=True, gc=False):
    """What was stored, durably. `reread`: the answer got lost, and reading again showed that it had been stored."""

    entries: tuple[Entry, ...]
    reread: bool = False


class Head(NamedTuple):
    """Where a stream ends, and in which commit; 0 if entries of the first version are all it has."""

    version: int
    digest: str
    number: int = 0


EMPTY = Head(0, GENESIS)


class Row(NamedTuple):
    """What the store holds, unjudged: a tampered row can hold anything."""

    position: int
    id: str
    version: int
    topic: str
    state: bytes


class _State(msgspec.Struct, frozen=True, gc=False, array_like=True, forbid_unknown_fields=True):
    time: int
    actor: str
    command_id: str
    house: str
    body: bytes
    previous: bytes
    digest: bytes
    format: int = 1  # stored only where it is another one


_STATES = msgspec.msgpack.Decoder(_State)
_JSON = msgspec.json.Decoder(msgspec.Raw)
_pack = msgspec.msgpack.Encoder().encode


@lru_cache(maxsize=1 << 14)
def stream_id(stream: str) -> UUID:
    return uuid5(_STREAMS, stream)


@lru_cache(maxsize=1 << 14)
def _stream_hex(stream: str) -> str:
    return stream_id(stream).hex


_LENGTHS = [length.to_bytes(8, "big") for length in range(1 << 12)]


def frame(*fields: bytes) -> bytes:
    """Fields with their lengths, so that no two lists of fields give the same bytes."""
    parts: list[bytes] = []
    for field in fields:
        length = len(field)
        parts.append(_LENGTHS[length] if length < 4096 else length.to_bytes(8, "big"))
        parts.append(field)
    return b"".join(parts)


def digest_of(stream: str, version: int, meta: Meta, body: bytes, previous: str, format: int = 1) -> str:
    later = () if format == 1 else (b"%d" % format,)
    return sha256(
        frame(
            b"boston7 entry 2" if later else b"boston7 entry 1",
            stream.encode(),
            b"%d" % version,
            b"%d" % meta.time,
            meta.actor.encode(),
            meta.command_id.encode(),
            meta.house.encode(),
            body,
            previous.encode(),
            *later,
        )
    ).hexdigest()


def next_entry(stream: str, head: Head, meta: Meta, body: bytes, format: int = 1) -> Entry:
    version, (time, actor, id, house) = head.version + 1, (meta.time, meta.actor, meta.command_id, meta.house)
    digest = digest_of(stream, version, meta, body, head.digest, format)
    return Entry(stream, version, time, actor, id, house, body, head.digest, digest, 0, format)


def state_of(entry: Entry) -> bytes:
    fields = (
        entry.time,
        entry.actor,
        entry.command_id,
        entry.house,
        entry.body,
        bytes.fromhex(entry.previous),
        bytes.fromhex(entry.digest),
    )
    return _pack(fields if entry.format == 1 else (*fields, entry.format))


def row_of(entry: Entry) -> Row:
    return Row(entry.position, _stream_hex(entry.stream), entry.version, entry.stream, state_of(entry))


def entry_of(row: Row) -> Entry:
    """The entry in a row; `Tampered` unless every bit of the row is what was written."""
    where = f"Entry {row.version} of {row.topic!r} (position {row.position})"
    try:
        state = _STATES.decode(row.state)
        meta = Meta(state.time, state.actor, state.command_id, state.house)
        previous, digest = state.previous.hex(), state.digest.hex()
        entry = Entry(
            row.topic,
            row.version,
            state.time,
            state.actor,
            state.command_id,
            state.house,
            state.body,
            previous,
            digest,
            row.position,
            state.format,
        )
        sound = _stream_hex(row.topic) == row.id and state_of(entry) == row.state
        sound = (
            sound
            and state.format >= 1
            and digest_of(row.topic, row.version, meta, state.body, previous, state.format) == digest
        )
    except (msgspec.DecodeError, TypeError, ValueError, AttributeError):
        raise Tampered(f"{where} cannot be read: it is not what was written.") from None
    if not sound:
        raise Tampered(f"{where} was altered: its digest does not match.")
    return entry


def check(append: Append) -> None:
    """Refuse what could not be stored or read back, before it can spoil the commit of others."""
    stream, meta = append.stream, append.meta
    if not isinstance(stream, str) or not 0 < len(stream) <= _LONGEST_NAME or not stream.isprintable():
        raise InvalidAppend("A stream name must have 1 to 200 printable characters.")
    if stream == SEALS:
        raise InvalidAppend(f"The stream {SEALS!r} is for the journal only.")
    if append.expected is not None and append.expected < 0:
        raise InvalidAppend("A version to expect is 0 for an empty stream, or more.")
    if not 1 <= append.format < _NUMBER:
        raise InvalidAppend("Body formats start at 1.")
    if not append.bodies and append.expected is None:
        raise InvalidAppend(f"There is nothing to append to {stream!r}.")
    if not isinstance(meta.time, int) or abs(meta.time) >= _NUMBER:
        raise InvalidAppend("The time of an entry is a whole number of microseconds since 1970.")
    try:
        for text in (stream, meta.actor, meta.command_id, meta.house):
            text.encode()
    except (UnicodeEncodeError, AttributeError):
        raise InvalidAppend("Actor, command id and house are Unicode text.") from None
    for body in append.bodies:
        if not isinstance(body, bytes) or len(body) > LONGEST_BODY:
            raise InvalidAppend(f"A body is JSON of at most {LONGEST_BODY:,} bytes.")
        try:
            body.decode()
            _JSON.decode(body)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise InvalidAppend(f"A body for {stream!r} is not JSON: {error}.") from None
