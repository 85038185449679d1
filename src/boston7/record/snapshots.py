"""Snapshots of projections, in streams such as `people snapshots`, so that a room opens without reading all entries.

A snapshot contains nothing that is not in the entries, and is sealed like them. It is used only to open a room; an
audit reads the entries.

A snapshot is valid only for the version of the code that wrote it. Another version may fold the same entries
differently, so it reads all of them.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib import resources
from secrets import token_hex

import msgspec

from boston7.record.entry import Append, Meta
from boston7.record.errors import Conflict
from boston7.record.projection import Projection

SUFFIX = " snapshots"
EVERY = 2000
"""Minimum number of entries between two snapshots. The interval grows to an eighth of the stream, because snapshots
grow too."""
_EIGHTH = 8
_LONGEST = 2_000_000
"""Maximum number of characters in a part, because the size of an entry's body is limited."""


class SnapshotPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="snapshot_part"):
    text: str


class Snapshot(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="snapshot"):
    code: str
    version: int  # Version of the stream.
    time: int
    parts: int  # Number of entries before this one that hold the state as JSON.


_SNAPSHOTS = msgspec.json.Decoder(Snapshot)
_PARTS = msgspec.json.Decoder(SnapshotPart)


class Snapshots:
    """The snapshots of one projection. `save` returns its state, and `load` restores it from JSON."""

    def __init__(
        self,
        of: Projection,
        code: tuple[str, ...],
        save: Callable[[], object],
        load: Callable[[bytes], None],
        stream: str = "",
    ) -> None:
        self.stream = stream or of.stream + SUFFIX
        self._of, self._code, self._save, self._load = of, code, save, load
        self._written = 0
        self._version = 0

    async def resume(self) -> None:
        """Restore the last snapshot if no entry has been read yet."""
        if self._of.version:
            return
        found = await asyncio.to_thread(self._find)
        if found is not None:
            snapshot, state = found
            self._load(state)
            self._of.version, self._of.time = snapshot.version, snapshot.time

    def is_due(self, version: int) -> bool:
        """Return whether a snapshot is due at this version of the stream."""
        return version - self._version >= max(EVERY, self._version // _EIGHTH)

    async def keep(self, now: int) -> None:
        """Store a snapshot if one is due."""
        of = self._of
        if of.behind or not self.is_due(of.version):
            return
        text = msgspec.json.encode(self._save()).decode()
        parts = [SnapshotPart(text[at : at + _LONGEST]) for at in range(0, len(text), _LONGEST)]
        snapshot = Snapshot(code_version(self._code), of.version, of.time, len(parts))
        bodies = [msgspec.json.encode(one) for one in (*parts, snapshot)]
        meta = Meta(now, "platform", token_hex(8))
        try:
            await of.record.append_async([Append(self.stream, self._written, bodies, meta)])
        except Conflict:  # Another process stored one first.
            await asyncio.to_thread(self._last)
        else:
            self._written, self._version = self._written + len(bodies), snapshot.version

    def _last(self) -> Snapshot | None:
        """Return the last snapshot if this version of the code wrote it. Blocks."""
        record = self._of.record
        self._written = record.head(self.stream).version
        for entry in record.read(self.stream, max(0, self._written - 1)):
            with suppress(msgspec.DecodeError):
                found = _SNAPSHOTS.decode(entry.body)
                if found.code == code_version(self._code):
                    self._version = found.version
                    return found
        return None

    def _find(self) -> tuple[Snapshot, bytes] | None:
        """Return the last snapshot and its state. Blocks."""
        found = self._last()
        if found is None:
            return None
        entries = self._of.record.read(self.stream, self._written - 1 - found.parts)
        return found, "".join(_PARTS.decode(entry.body).text for entry in entries[: found.parts]).encode()


@cache
def code_version(packages: tuple[str, ...]) -> str:
    digest = hashlib.sha256()
    for package in packages:
        for file in sorted(resources.files(package).iterdir(), key=lambda file: file.name):
            if file.name.endswith(".py"):
                digest.update(file.read_bytes())
    return digest.hexdigest()
