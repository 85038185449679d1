"""A compact, checksummed file format for 64-bit integers. They are grouped by byte position and compressed."""

from __future__ import annotations

import sys
import zlib
from array import array
from collections.abc import Iterable
from hashlib import sha256

_BYTES = 8
_CHECKSUM = 32


class Damaged(ValueError):
    """The content was not written by `pack`."""


def pack(numbers: Iterable[int]) -> bytes:
    plain = _little_endian(array("q", numbers))
    # Consecutive numbers have similar high bytes. Grouping these bytes halves the compressed size.
    planes = b"".join(plain[byte::_BYTES] for byte in range(_BYTES))
    return sha256(plain).digest() + zlib.compress(planes, 9)


def unpack(content: bytes) -> array[int]:
    checksum = content[:_CHECKSUM]
    try:
        planes = zlib.decompress(content[_CHECKSUM:])
    except zlib.error:
        raise Damaged from None
    count = len(planes) // _BYTES
    plain = bytearray(len(planes))
    if len(planes) % _BYTES:
        raise Damaged
    for byte in range(_BYTES):
        plain[byte::_BYTES] = planes[byte * count : (byte + 1) * count]
    if sha256(plain).digest() != checksum:
        raise Damaged
    numbers = array("q")
    numbers.frombytes(plain)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def _little_endian(numbers: array[int]) -> bytes:
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers.tobytes()
