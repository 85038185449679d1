"""Which commits a process has met: a mark of each, so that none is exchanged behind its back."""

from __future__ import annotations

_BYTES = 8
"""Of a digest. Nobody without the key can choose among commits that it has sealed; a million of them take 8 MB."""


class Marks:
    """Of commits that follow each other, from the first one met on.

    The room key may have sealed others of the same number: in a copy of the record that was played on elsewhere.
    """

    def __init__(self, first: int = 0) -> None:
        self._first = first
        self._marks = bytearray()

    def add(self, number: int, digest: bytes) -> None:
        self._first = self._first or number
        self._marks += digest[:_BYTES]

    def differs(self, number: int, digest: bytes) -> bool:
        """Whether another commit of this number was met."""
        at = (number - self._first) * _BYTES
        if not 0 <= at < len(self._marks):
            return False
        return self._marks[at : at + _BYTES] != digest[:_BYTES]

    def complete(self, earlier: Marks) -> None:
        """With those of a walk that began before: what was taken on trust at the start is known from then on."""
        missing = (self._first - earlier._first) * _BYTES
        if earlier._first and 0 < missing <= len(earlier._marks):
            self._marks = earlier._marks[:missing] + self._marks
            self._first = earlier._first
