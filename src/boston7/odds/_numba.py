"""The kernel decorator of `boston7.hands`, with caches that also notice a change in the kernels here."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar
from zlib import crc32

from boston7.hands import _numba

Function = TypeVar("Function", bound=Callable[..., Any])


def _sources() -> str:
    stamp = 0
    for path in sorted(Path(__file__).parent.glob("*_kernels.py")):
        stamp = crc32(path.read_bytes(), stamp)
    return f"{stamp:08x}"


_STAMP = _sources()


def kernel() -> Callable[[Function], Function]:
    """Compile on first call; kernels of one file are compiled into those of another, hence the common stamp."""

    def compiled(function: Function) -> Function:
        function.__qualname__ += f"_{_STAMP}"
        return _numba.kernel()(function)

    return compiled
