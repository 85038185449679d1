"""Seals: what somebody who can write the database can and cannot hide.

Every entry chains on its predecessor in its stream, so nothing inside a stream can be changed, dropped, added or moved
without every later digest of it changing. That alone would not show a stream cut short, or one removed as a whole.
Therefore each commit also writes one seal: how many entries it holds, the SHA-256 over their digests in order, where
each stream it touched now ends. Seals are themselves a stream, so they chain over all commits in order.

Somebody who can write the database, and
* does not recompute digests (a slip, a damaged disk, a hand edit), cannot hide any change, drop, insertion, duplicate
  or move; only the very last commits can vanish, if all their rows and seals go together;
* recomputes every later digest and seal, can hide any change, unless seals are keyed or a head was noted elsewhere
  (`audit head`): nothing up to a noted head can be changed unseen;
* does so where seals are keyed (an HMAC key outside the database), cannot hide any change to what remains: nothing is
  read, told, stored or opened that the key has not sealed (`checked`); but they can cut off the last commits;
* that shows by the head which the room notes outside the database about once a second (`noted`);
* also holds the key, can rewrite everything after the last head noted elsewhere, and nothing before it.

So note a head in other places too now and then (print it, mail it to the regulator, show it to the players): it fixes
everything up to it, even against ourselves. It is one number and one digest, and says nothing about its content.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from hashlib import sha256
from secrets import token_hex

import msgspec

from boston7.journal.entry import SEALS, Entry, Head, Meta, frame, next_entry

FORMAT = 1
KEYS = "keys"
"""The stream that tells of changed keys."""


class Genesis(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="genesis"):
    """The first seal: which journal this is, and how it is written."""

    format: int
    journal: str
    key: str = ""
    mac: str = ""


class Seal(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="seal"):
    entries: int
    root: str
    heads: dict[str, int]
    key: str = ""  # which key made the mac, without telling the key
    mac: str = ""


class KeyChanged(msgspec.Struct, frozen=True, tag_field="type", tag="key_changed"):
    """The last entry under a key: from the next one on, seals are made with the key of this id."""

    key: str


class TakenOver(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="taken_over"):
    """The first entry under a key that did not make the seals before: it vouches for everything up to this head."""

    key: str
    seal: int
    digest: str
    reason: str
    by: str


_TAKEOVERS = msgspec.json.Decoder(TakenOver)
_BODIES: msgspec.json.Decoder[Genesis | Seal] = msgspec.json.Decoder(Genesis | Seal)
_UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


class NoSeal(ValueError):
    """A body in the stream of seals that is none."""


def read_seal(body: bytes) -> Genesis | Seal:
    try:
        return _BODIES.decode(body)
    except _UNREADABLE:
        raise NoSeal("It is not a seal.") from None


def read_takeover(body: bytes) -> TakenOver | None:
    try:
        return _TAKEOVERS.decode(body)
    except _UNREADABLE:
        return None


def root_of(digests: Sequence[str]) -> str:
    return sha256("".join(digests).encode()).hexdigest()


def key_id(key: bytes) -> str:
    return hmac.digest(key, b"boston7 seal key", "sha256").hex()[:16]


def mac_of(key: bytes, previous: Head, time: int, body: Genesis | Seal) -> str:
    """Over the seal without its own mac, and over everything before it through the previous seal's digest."""
    bare = msgspec.json.encode(msgspec.structs.replace(body, mac=""))
    text = frame(b"boston7 seal 1", b"%d" % (previous.version + 1), previous.digest.encode(), b"%d" % time, bare)
    return hmac.digest(key, text, "sha256").hex()


def genesis(key: bytes | None, time: int) -> Entry:
    return _sealed(key, Head(0, "0" * 64), time, Genesis(FORMAT, token_hex(16)))


def seal_over(key: bytes | None, previous: Head, entries: Sequence[Entry]) -> Entry:
    """The seal of one commit. Its time is that of the latest entry it holds: the journal has no clock of its own."""
    heads = {entry.stream: entry.version for entry in entries}
    body = Seal(len(entries), root_of([entry.digest for entry in entries]), heads)
    return _sealed(key, previous, max(entry.time for entry in entries), body)


def _sealed(key: bytes | None, previous: Head, time: int, body: Genesis | Seal) -> Entry:
    if key is not None:
        body = msgspec.structs.replace(body, key=key_id(key))
        body = msgspec.structs.replace(body, mac=mac_of(key, previous, time, body))
    return next_entry(SEALS, previous, Meta(time, "journal", "", ""), msgspec.json.encode(body))
