"""Table rules on record, which carry the version that rounds name."""

from __future__ import annotations

from boston7.house.model import House, with_version
from boston7.record import Entry
from boston7.record.errors import Tampered


def intact(house: House, version: str, entry: Entry) -> House:
    """The rules as an entry tells them, if they are those of that version."""
    if with_version(house).version != version:
        raise Tampered(f"Entry {entry.version} of {entry.stream!r}: these rules do not match their version.")
    return house
