"""The ids of a table's stored commands, kept as long as a session can still retry one."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from hashlib import blake2b

import msgspec

from boston7.accounts.clock import MICROS
from boston7.accounts.logins import SESSION_LASTS

IDS_LAST = SESSION_LASTS * MICROS
"""No session lasts longer than this, so no retry can arrive later."""
_SPAN = 60 * 60 * MICROS
_NEWEST = 1024


class _Packed(msgspec.Struct):
    """The ids of about an hour, sorted by digest, at 16 bytes each. A dictionary needs about 200 bytes per id."""

    since: int
    until: int
    digests: array[int]
    versions: array[int]

    def find(self, digest: int) -> int | None:
        at = bisect_left(self.digests, digest)
        return self.versions[at] if at < len(self.digests) and self.digests[at] == digest else None


class CommandIds:
    def __init__(self) -> None:
        self._newest: dict[str, int] = {}
        self._packed: list[_Packed] = []

    def add(self, id: str, version: int, time: int) -> None:
        """Add a command. `version` is the version of its last entry, and `time` is when it was stored."""
        self._newest[id] = version
        if len(self._newest) > _NEWEST:
            self._pack({digest_of(id): version for id, version in self._newest.items()}, time)
            self._newest = {}

    def find(self, id: str) -> int | None:
        """Return the version of the last entry of the command with this id."""
        version = self._newest.get(id)
        if version is None and self._packed:
            digest = digest_of(id)
            for packed in self._packed:
                if (version := packed.find(digest)) is not None:
                    break
        return version

    def after(self, version: int) -> tuple[tuple[int, int], ...]:
        """Return the digest and version of every command stored after a version, to include in a mark."""
        found: dict[int, int] = {}
        for packed in self._packed:
            found |= {
                digest: last for digest, last in zip(packed.digests, packed.versions, strict=True) if last > version
            }
        return tuple((found | {digest_of(id): last for id, last in self._newest.items() if last > version}).items())

    def resume(self, ids: tuple[tuple[int, int], ...], time: int) -> None:
        """Add the ids from a mark that was stored at this time."""
        self._pack(dict(ids), time)

    def _pack(self, ids: dict[int, int], time: int) -> None:
        self._packed = [packed for packed in self._packed if packed.until > time - IDS_LAST]
        since = time
        if self._packed and time - self._packed[-1].since < _SPAN:
            before = self._packed.pop()
            since = before.since
            ids = dict(zip(before.digests, before.versions, strict=True)) | ids
        digests = sorted(ids)
        self._packed.append(_Packed(since, time, array("Q", digests), array("Q", [ids[digest] for digest in digests])))


def digest_of(id: str) -> int:
    return int.from_bytes(blake2b(id.encode(), digest_size=8).digest(), "big")
