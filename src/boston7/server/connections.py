"""Connections before they are anybody's: how many an address may have, and how long it may take to ask for something.

Whoever opens connections and says nothing costs us one open file each, and nobody else may be kept out by that: the
oldest silent connection of the address that has the most makes room for a new one.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Callable
from time import monotonic
from typing import Any, ClassVar

import h11
import msgspec
from uvicorn.protocols.http.h11_impl import H11Protocol

from boston7.declare import Rejection
from boston7.server.rates import neighbourhood

if sys.platform != "win32":
    import resource

_SPARE = 128
"""Open files kept for the record, the pages and whatever else is not a connection."""
_MOST_FILES = 65_536
_ACCEPT = "socket.accept() out of system resource"
_EVERY = 60.0
_log = logging.getLogger("boston7.server")


class Connections:
    """All that have not become sockets. `per_address` is None behind a proxy, whose address all of them have."""

    def __init__(self, per_address: int | None, most: int, header_seconds: float) -> None:
        self._per_address = per_address
        self.header_seconds = header_seconds
        self._most = most
        self._open: dict[str, dict[Http, None]] = {}

    def enter(self, new: Http, everybody: int) -> bool:
        """False if there is no place for it. `everybody` counts sockets too, and the new one."""
        own = self._open.get(new.address, {})
        crowded = self._per_address is not None and len(own) >= self._per_address
        if crowded and not _make_room(own):
            return False
        if everybody > self._most and not (self._open and _make_room(max(self._open.values(), key=len))):
            return False
        self._open.setdefault(new.address, {})[new] = None
        return True

    def leave(self, gone: Http) -> None:
        own = self._open.get(gone.address, {})
        own.pop(gone, None)
        if not own:
            self._open.pop(gone.address, None)


def _make_room(connections: dict[Http, None]) -> bool:
    silent = next((connection for connection in connections if connection.silent), None)
    if silent is None:
        return False
    silent.cut()
    return True


class Http(H11Protocol):
    connections_of_all: ClassVar[Connections]

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._headers_due: asyncio.TimerHandle | None = None
        self.address = neighbourhood(self.client[0] if self.client else "")
        if self.connections_of_all.enter(self, len(self.connections)):
            self._await_headers()
        else:
            transport.write(_TOO_MANY)
            transport.close()

    @property
    def silent(self) -> bool:
        """Whether it is their turn: no request has come whole."""
        waits = self.conn.their_state is h11.IDLE and (self.cycle is None or self.cycle.response_complete)
        return waits or self.conn.their_state is h11.SEND_BODY

    def cut(self) -> None:
        self._settle()
        self.transport.abort()

    def _await_headers(self) -> None:
        if self._headers_due is None:
            self._headers_due = self.loop.call_later(self.connections_of_all.header_seconds, self.cut)

    def _headers_came(self) -> None:
        if self._headers_due is not None:
            self._headers_due.cancel()
            self._headers_due = None

    def _settle(self) -> None:
        self._headers_came()
        self.connections_of_all.leave(self)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.transport.is_closing() or self.conn.their_state is not h11.IDLE:
            self._headers_came()
        else:
            self._await_headers()

    def send_400_response(self, msg: str) -> None:
        """What began as a request has turned out to be none: whoever works on its answer is told that nobody waits for
        it. Else each would be an error in the log, and a stranger could fill it."""
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        super().send_400_response(msg)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._settle()  # from here on it counts as a socket
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        self._settle()
        super().connection_lost(exc)


def http_for(connections: Connections) -> type[Http]:
    return type("Http", (Http,), {"connections_of_all": connections})


def _answer(sentence: str) -> bytes:
    body = msgspec.json.encode(Rejection("request", "too_many", sentence))
    head = b"HTTP/1.1 429 Too Many Requests\r\ncontent-type: application/json\r\nconnection: close\r\n"
    return head + b"content-length: %d\r\n\r\n" % len(body) + body


_TOO_MANY = _answer("Too many connections from your address.")


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
    """A machine that has no more files for us says so for every connection it cannot take: once a minute will do."""
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
