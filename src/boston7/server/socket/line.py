"""A socket's connection to the network, on the protocol machine of `websockets`. All messages pushed in one turn of the
event loop go out in one write. A client that does not read is disconnected; other clients never wait for it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from http import HTTPStatus
from typing import Any, Protocol

from websockets.datastructures import Headers
from websockets.frames import Frame, Opcode
from websockets.http11 import Request, Response
from websockets.server import ServerProtocol

from boston7.server.rates import Bucket

CUT = 15.0
"""Seconds to send the remaining output after the last message."""
LARGEST = 16 * 1024
"""Maximum bytes of one message."""
_AHEAD = 8
"""Maximum number of messages received ahead of the first unanswered one."""
_FRAMES = (20.0, 200)
"""Rate and burst allowed for pings, pongs and fragments. Browsers send very few."""
_SLICE = 4096
_PING = 20.0
"""Seconds between two pings, and the timeout of their pongs."""
_RESTART, _NOT_UTF8, _NO_ANSWER = 1012, 1007, 1011
_NO_SOCKET = b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
_MESSAGES = (Opcode.TEXT, Opcode.BINARY, Opcode.CONT)
_TEXT = 0x81  # A complete text message in one frame (RFC 6455, 5.2).
_log = logging.getLogger("boston7.server")


class Opened(Protocol):
    """The state of the web server. On shutdown it closes these connections and waits for these tasks."""

    connections: set[Any]
    tasks: set[asyncio.Task[None]]


Serve = Callable[["Line", Request], Coroutine[Any, Any, None]]


class Line(asyncio.Protocol):
    def __init__(self, serve: Serve, server_state: Opened, **_: Any) -> None:
        """`serve` accepts or rejects the request, then runs until either side has closed."""
        self.writable = asyncio.Event()
        self.writable.set()
        self.address = ""
        self.secure = False
        self.transport: asyncio.Transport
        self._serve, self._server = serve, server_state
        self._loop = asyncio.get_running_loop()
        self._protocol = ServerProtocol(max_size=LARGEST)
        self._response: Response | None = None
        self._received: asyncio.Queue[str | bytes | None] = asyncio.Queue()
        self._pieces: list[bytes] = []
        self._is_text = True
        self._out: list[bytes] = []
        self._frames = Bucket(*_FRAMES)
        self._is_closed = self._is_paused = False
        self._timer: asyncio.TimerHandle | None = None
        self._pinged = 0.0  # When the unanswered ping was sent, or 0.

    # Connection.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        client = transport.get_extra_info("peername")
        self.address = str(client[0]) if client else ""
        self.secure = transport.get_extra_info("sslcontext") is not None
        self._server.connections.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self._server.connections.discard(self)
        self._finish()
        self.writable.set()  # A transport that is lost while paused is never resumed.

    def pause_writing(self) -> None:
        self.writable.clear()

    def resume_writing(self) -> None:
        self.writable.set()

    def data_received(self, data: bytes) -> None:
        """Parse the data in slices, so that a flood is cut off early."""
        if self._response is None:
            self._begin(data)
            return
        for at in range(0, len(data), _SLICE):
            self._protocol.receive_data(data[at : at + _SLICE])
            for frame in self._protocol.events_received():
                if isinstance(frame, Frame) and not self._take(frame):
                    self.transport.abort()
                    return
            answer = b"".join(self._protocol.data_to_send())
            if answer:  # The reply to a ping, a close or a protocol error.
                self._flush()
                self.transport.write(answer)
            if self._protocol.parser_exc is not None or self._protocol.close_rcvd is not None:
                self._finish()
                self.transport.close()
                return

    def _begin(self, data: bytes) -> None:
        """Begin the handshake with the complete request from the web server. Reject a request with a body or with too
        many headers, and close the connection."""
        self._protocol.receive_data(data)
        request = next(iter(self._protocol.events_received()), None)
        if not isinstance(request, Request):
            self.transport.write(b"".join(self._protocol.data_to_send()) or _NO_SOCKET)
            self.transport.close()
            return
        self._response = self._protocol.accept(request)
        if self._response.status_code != HTTPStatus.SWITCHING_PROTOCOLS:
            self._respond(self._response)
            return
        task = self._loop.create_task(self._serve(self, request))
        self._server.tasks.add(task)
        task.add_done_callback(self._served)

    def _served(self, task: asyncio.Task[None]) -> None:
        self._server.tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("A socket failed.", exc_info=error)
        if self._protocol.close_sent is None or self._protocol.close_rcvd is not None:
            self.transport.close()
        self._finish()
        self._loop.call_later(CUT, self.transport.abort)

    def _finish(self) -> None:
        """Stop reading and sending."""
        self._is_closed = True
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._received.put_nowait(None)

    def shutdown(self) -> None:
        """Close the connection. Called by the web server on shutdown."""
        self.close(_RESTART)
        self.transport.close()

    # Handshake.

    def accept(self) -> None:
        if self._response is not None and not self.transport.is_closing():
            self._protocol.send_response(self._response)
            self.transport.write(b"".join(self._protocol.data_to_send()))
            self._timer = self._loop.call_later(_PING, self._ping)

    def reject(self, status: int, headers: Sequence[tuple[str, str]], body: bytes) -> None:
        lines = Headers([*headers, ("connection", "close"), ("content-length", str(len(body)))])
        self._respond(Response(status, HTTPStatus(status).phrase, lines, body))

    def _respond(self, response: Response) -> None:
        self._protocol.send_response(response)
        self.transport.write(b"".join(self._protocol.data_to_send()))
        self._finish()
        self.transport.close()

    # Receiving.

    def _take(self, frame: Frame) -> bool:
        """Process a frame, and return False for a flood. `SocketSession` limits the rate of messages; this method
        limits all other frames."""
        match frame.opcode:
            case Opcode.TEXT | Opcode.BINARY:
                self._is_text = frame.opcode is Opcode.TEXT
                self._pieces = [bytes(frame.data)]
            case Opcode.CLOSE:
                return True
            case _ if self._frames.take():
                return False
            case Opcode.PONG if self._pinged:
                self._pinged = 0.0
                self._wait(_PING, self._ping)
            case Opcode.CONT:
                self._pieces.append(bytes(frame.data))
        if not frame.fin or frame.opcode not in _MESSAGES:
            return True
        message = b"".join(self._pieces)
        try:
            self._received.put_nowait(message.decode() if self._is_text else message)
        except UnicodeDecodeError:
            self.close(_NOT_UTF8)
        # Pausing after each message would cost two system calls per message.
        if self._received.qsize() >= _AHEAD and not self._is_paused and not self.transport.is_closing():
            self._is_paused = True
            self.transport.pause_reading()
        return True

    async def receive(self) -> str | bytes | None:
        """Return the next message, or None after the last one."""
        message = await self._received.get()
        if self._is_paused and self._received.empty():
            self._is_paused = False
            self.transport.resume_reading()
        return message

    # Sending.

    def push(self, messages: list[bytes]) -> bool:
        """Send messages, already `framed`, at the end of this turn of the event loop. Return whether the connection is
        open. Callers must check `writable` afterwards."""
        if self._is_closed or self.transport.is_closing():
            return False
        if not self._out:
            self._loop.call_soon(self._flush)
        self._out += messages
        return True

    def _flush(self) -> None:
        out, self._out = self._out, []
        if out and not self._is_closed and not self.transport.is_closing():
            self.transport.write(b"".join(out) if len(out) > 1 else out[0])

    def close(self, code: int, reason: str = "") -> None:
        """Send a close frame. A client that does not answer it is disconnected."""
        self._flush()
        if self._is_closed or self.transport.is_closing():
            return
        self._finish()
        self._protocol.send_close(code, reason)
        self.transport.write(b"".join(self._protocol.data_to_send()))
        if self._is_paused:  # Resume reading, to receive the close frame of the client.
            self._is_paused = False
            self.transport.resume_reading()

    # Keepalive.

    def _wait(self, seconds: float, then: Callable[[], None]) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = self._loop.call_later(seconds, then)

    def _ping(self) -> None:
        self._pinged = self._loop.time()
        self._protocol.send_ping(b"")
        self._flush()
        self.transport.write(b"".join(self._protocol.data_to_send()))
        self._wait(_PING, self._give_up)

    def _give_up(self) -> None:
        self.close(_NO_ANSWER, "keepalive ping timeout")
        self.transport.close()
        self._loop.call_later(CUT, self.transport.abort)

    def probe(self) -> None:
        """Send a ping now. A browser answers it even for a hidden page."""
        if self._timer is not None and not self._pinged:
            self._ping()

    @property
    def silent(self) -> float:
        """Return the seconds since an unanswered ping, or 0."""
        return self._loop.time() - self._pinged if self._pinged else 0.0


def framed(text: bytes) -> bytes:
    """Return a text message as a WebSocket frame. One frame can be sent on many connections."""
    length = len(text)
    if length < 126:
        return bytes((_TEXT, length)) + text
    if length < 1 << 16:
        return b"%c%c%b%b" % (_TEXT, 126, length.to_bytes(2), text)
    return b"%c%c%b%b" % (_TEXT, 127, length.to_bytes(8), text)
