"""Formats of stored bodies: each entry says of which it is, and older ones are brought up to date as they are read.

The formats of a stream are counted from 1. For each step from one to the next there is a function that makes the newer
body from the older one; what is stored is never changed. An entry of a format that is not known yet was written by a
newer version of this program, beside which this one may be running during an upgrade.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from boston7.journal.entry import Entry
from boston7.journal.errors import JournalDown, Newer, Tampered

Step = Callable[[bytes], bytes]


class _Kind(msgspec.Struct):
    type: str


def unreadable(entry: Entry, error: Exception) -> JournalDown:
    """An entry that is not understood: of a newer version, if it says of which kind it is, else no entry of ours. Who
    has no room key cannot have written either: its seal was checked before it is read."""
    try:
        kind = msgspec.json.decode(entry.body, type=_Kind).type
    except msgspec.DecodeError:
        return Tampered(f"Entry {entry.version:,} of {entry.stream!r} cannot be read: {error}")
    return Newer(
        f"Entry {entry.version:,} of {entry.stream!r} is a {kind[:60]!r} that this version cannot read ({error}). A"
        " newer version wrote it: upgrade this process to continue."
    )


class Upcasts:
    def __init__(self, *steps: Step) -> None:
        self._steps = steps
        self.format = 1 + len(steps)
        """Of what is written now."""

    def current(self, entry: Entry) -> Entry:
        """The entry with its body as it would be written today."""
        if entry.format == self.format:
            return entry
        if entry.format > self.format:
            raise Newer(
                f"Entry {entry.version:,} of {entry.stream!r} has format {entry.format}, and this version reads"
                f" {self.format}: a newer version wrote it. Upgrade this process to continue."
            )
        body = entry.body
        for step in self._steps[entry.format - 1 :]:
            body = step(body)
        return msgspec.structs.replace(entry, body=body, format=self.format)
