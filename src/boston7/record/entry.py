"""One entry of a stream, as it is read and as it is asked for. How it is stored: `commit`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

import msgspec

from boston7.record.errors import Newer, RecordDown, Tampered

SEALS = "seal"
"""The stream that seals every commit. Nobody else may write to it."""
GENESIS = "0" * 64


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


class Head(NamedTuple):
    """Where a stream ends, and in which commit."""

    version: int
    digest: str
    number: int = 0


EMPTY = Head(0, GENESIS)


T = TypeVar("T")


def decode_body(entry: Entry, decoder: msgspec.json.Decoder[T]) -> T:
    """What an entry says, in the terms of its stream."""
    try:
        return decoder.decode(entry.body)
    except msgspec.DecodeError as error:
        raise unreadable(entry, error) from None


class _Kind(msgspec.Struct):
    type: str


def unreadable(entry: Entry, error: Exception) -> RecordDown:
    """An entry of a kind that is not known here was written by a newer version. Without a kind it is none of ours.
    Its seal was checked before, so whoever wrote it has the room key."""
    try:
        kind = msgspec.json.decode(entry.body, type=_Kind).type
    except msgspec.DecodeError:
        return Tampered(f"Entry {entry.version:,} of {entry.stream!r} cannot be read: {error}")
    return Newer(
        f"Entry {entry.version:,} of {entry.stream!r} is a {kind[:60]!r} that this version cannot read ({error}). A"
        " newer version wrote it: upgrade this process to continue."
    )
