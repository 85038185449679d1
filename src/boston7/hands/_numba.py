"""Numba's decorator with explicit types, and a cache that is invalidated when any source of a kernel changes."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar
from zlib import crc32

from numba import njit

Function = TypeVar("Function", bound=Callable[..., Any])

# Numba's fallback threading layer aborts the process if two Python threads enter parallel kernels at the same time.
ALL_CORES = Lock()


@cache
def _stamp(folder: Path) -> str:
    """Return a checksum of all sources a kernel may use: its own folder and this package."""
    stamp = 0
    for path in sorted({*Path(__file__).parent.glob("*.py"), *folder.glob("*.py")}):
        stamp = crc32(path.read_bytes(), stamp)
    return f"{stamp:08x}"


def kernel(*, parallel: bool = False, inline: bool = False) -> Callable[[Function], Function]:
    """Return a decorator that compiles on first call. Inlined kernels are only for use inside other kernels."""

    def compiled(function: Function) -> Function:
        # Numba's cache detects changes only in the kernel's own file, although it compiles in tables and kernels from
        # other files. The name of the cache file therefore includes a checksum of those files.
        function.__qualname__ += f"_{_stamp(Path(function.__code__.co_filename).parent)}"
        compile_with: Callable[..., Any] = partial(
            njit, parallel=parallel, inline="always" if inline else "never", nogil=True, error_model="numpy"
        )
        try:
            cached: Function = compile_with(cache=True)(function)
            return cached
        except RuntimeError:  # There is no writable cache directory.
            uncached: Function = compile_with()(function)
            return uncached

    return compiled
