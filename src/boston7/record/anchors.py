"""Copies of the record's head, posted to a URL or stored in a second database."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing
from urllib.request import ProxyHandler, Request, build_opener

import msgspec

from boston7.record.entry import Append, Meta
from boston7.record.noted import Noted, check_noted
from boston7.record.record import Record, open_record

STREAM = "heads"
_SECONDS = 5.0


def post_heads(url: str) -> Callable[[Noted], None]:
    """Return a function that posts each head to a URL, where database users cannot change it."""
    opener = build_opener(ProxyHandler({}))

    def publish(noted: Noted) -> None:
        body = msgspec.json.encode(noted)
        with opener.open(Request(url, body, {"Content-Type": "application/json"}), timeout=_SECONDS):
            pass

    return publish


def store_heads(url: str, key: bytes) -> Callable[[Noted], None]:
    """Return a function that stores each head in a second database, as a record sealed with the same room key."""
    kept: list[Record] = []

    def publish(noted: Noted) -> None:
        if not kept:
            kept.append(open_record(url, seal_key=key))
        meta = Meta(time.time_ns() // 1000, "platform", f"{noted.record}/{noted.seal}")
        kept[0].append_now([Append(STREAM, None, [msgspec.json.encode(noted)], meta)])

    return publish


def head_in_database(url: str, key: bytes) -> Noted | None:
    """Return the last head stored in the second database."""
    with closing(open_record(url, seal_key=key)) as kept:
        entries = kept.read(STREAM, max(0, kept.head(STREAM).version - 1))
    if not entries:
        return None
    noted = msgspec.json.decode(entries[-1].body, type=Noted)
    check_noted(noted, key, f"the database {url.rpartition('@')[2]!r}")
    return noted
