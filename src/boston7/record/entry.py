"""Entries to append and entries read. `commit` defines their stored form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

import msgspec

from boston7.record.errors import Newer, RecordDown, Tampered

SEALS = "seal"
"""A reserved stream name. Faults that concern a whole commit are reported under it."""
GENESIS = "0" * 64


class Entry(msgspec.Struct, frozen=True, gc=False):
    """An entry. `position` orders the entries of all streams, possibly with gaps."""

    stream: str
    version: int
    time: int  # microseconds since 1970, by the caller's clock
    actor: str
    command_id: str
    house: str  # the version of the house rules in force, or empty
    body: bytes  # JSON
    previous: str
    digest: str
    position: int = 0


class Meta(msgspec.Struct, frozen=True, gc=False):
    """The actor, time, command id and house rules of an append."""

    time: int
    actor: str
    command_id: str
    house: str = ""


class Append(msgspec.Struct, frozen=True, gc=False):
    """Bodies to append to one stream, if it is at the expected version.

    With `expected` None, the version is not checked. Without bodies, the append only checks the version.
    """

    stream: str
    expected: int | None
    bodies: Sequence[bytes]
    meta: Meta


class StreamHead(NamedTuple):
    """The last version of a stream, with its commit's digest and number."""

    version: int
    digest: str
    number: int = 0


EMPTY = StreamHead(0, GENESIS)


T = TypeVar("T")


def decode_body(entry: Entry, decoder: msgspec.json.Decoder[T]) -> T:
    """Decode the body of an entry."""
    try:
        return decoder.decode(entry.body)
    except msgspec.DecodeError as error:
        raise unreadable(entry, error) from None


class _Kind(msgspec.Struct):
    type: str


def unreadable(entry: Entry, error: Exception) -> RecordDown:
    """Return the error for an entry that cannot be decoded.

    Its seal was checked, so an entry with a type tag was written by a newer version. An entry without a tag was
    tampered with.
    """
    try:
        kind = msgspec.json.decode(entry.body, type=_Kind).type
    except msgspec.DecodeError:
        return Tampered(f"Entry {entry.version:,} of {entry.stream!r} cannot be read: {error}")
    return Newer(
        f"Entry {entry.version:,} of {entry.stream!r} is a {kind[:60]!r} that this version cannot read ({error}). A"
        " newer version wrote it: upgrade this process to continue."
    )
