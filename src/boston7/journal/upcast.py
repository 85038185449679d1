"""Formats of stored bodies: each entry says of which it is, and older ones are brought up to date as they are read.

The formats of a stream are counted from 1. For each step from one to the next there is a function that makes the newer
body from the older one; what is stored is never changed. An entry of a format that is not known yet was written by a
newer version of this program, beside which this one may be running during an upgrade.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from boston7.journal.entry import Entry
from boston7.journal.errors import Newer

Step = Callable[[bytes], bytes]


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
                f"Entry {entry.version:,} of {entry.stream!r} is of format {entry.format}, and this version knows"
                f" {self.format}: a newer version wrote it. Upgrade this process to go on."
            )
        body = entry.body
        for step in self._steps[entry.format - 1 :]:
            body = step(body)
        return msgspec.structs.replace(entry, body=body, format=self.format)
