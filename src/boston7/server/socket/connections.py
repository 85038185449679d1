"""The limit on open connections, and a log line at most once a minute when it is exceeded."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Callable
from time import monotonic
from typing import Any

if sys.platform != "win32":
    import resource

_SPARE = 128
"""File descriptors reserved for the record, the pages and everything else that is not a connection."""
_MOST_FILES = 65_536
_ACCEPT = "socket.accept() out of system resource"
_EVERY = 60.0
_log = logging.getLogger("boston7.server")


def most_connections() -> int:
    """Raise the limit on open files as far as allowed, and return how many connections it leaves room for."""
    if sys.platform == "win32":
        return _MOST_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = min(hard, _MOST_FILES) if hard != resource.RLIM_INFINITY else _MOST_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return max(16, (_MOST_FILES if soft == resource.RLIM_INFINITY else soft) - _SPARE)


def calm_accept_errors(loop: asyncio.AbstractEventLoop, clock: Callable[[], float] = monotonic) -> None:
    """Log at most once a minute that a connection could not be accepted for lack of a file descriptor."""
    last, passed_over = -_EVERY, 0

    def handle(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        nonlocal last, passed_over
        if context.get("message") != _ACCEPT:
            loop.default_exception_handler(context)
        elif clock() - last < _EVERY:
            passed_over += 1
        else:
            _log.error(
                "A connection could not be accepted: %s. (%d more since the last line.)",
                context.get("exception"),
                passed_over,
            )
            last, passed_over = clock(), 0

    loop.set_exception_handler(handle)
