"""How many connections this process can hold, and one line a minute in the log when that is too few."""

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
"""Open files kept for the record, the pages and whatever else is not a connection."""
_MOST_FILES = 65_536
_ACCEPT = "socket.accept() out of system resource"
_EVERY = 60.0
_log = logging.getLogger("boston7.server")


def most_connections() -> int:
    """As many as this process may have files open, of which it asks for as many as it can get."""
    if sys.platform == "win32":
        return _MOST_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = min(hard, _MOST_FILES) if hard != resource.RLIM_INFINITY else _MOST_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return max(16, (_MOST_FILES if soft == resource.RLIM_INFINITY else soft) - _SPARE)


def calm_accept_errors(loop: asyncio.AbstractEventLoop, clock: Callable[[], float] = monotonic) -> None:
    """The loop reports every connection that it has no file for: log that once a minute."""
    last, passed_over = -_EVERY, 0

    def handle(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        nonlocal last, passed_over
        if context.get("message") != _ACCEPT:
            loop.default_exception_handler(context)
        elif clock() - last < _EVERY:
            passed_over += 1
        else:
            _log.error("No connection can be accepted: %s. (%d times before.)", context.get("exception"), passed_over)
            last, passed_over = clock(), 0

    loop.set_exception_handler(handle)
