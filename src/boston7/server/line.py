"""A socket's connection to the network, on the protocol machine of `websockets`. Everything that one turn of the loop
has for it goes out in one write. A client that reads nothing is cut off in the end; nobody waits for it."""

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
"""Seconds for what is still to be sent after the last message."""
LARGEST = 16 * 1024
"""Bytes of one message."""
_AHEAD = 8
"""Messages read before the first of them is answered."""
_FRAMES = (20.0, 200)
"""Pings, pongs and pieces of messages: so many a second, and at once. A browser sends hardly any."""
_SLICE = 4096
_PING = 20.0
"""Seconds between two pings, and for the answer to one."""
_RESTART, _NOT_UTF8, _NO_ANSWER = 1012, 1007, 1011
_NO_SOCKET = b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
_MESSAGES = (Opcode.TEXT, Opcode.BINARY, Opcode.CONT)
_TEXT = 0x81  # a whole message of text, in one frame (RFC 6455, 5.2)
_log = logging.getLogger("boston7.server")


class Opened(Protocol):
    """What the web server counts: it closes these connections and waits for these tasks when it ends."""

    connections: set[Any]
    tasks: set[asyncio.Task[None]]


Serve = Callable[["Line", Request], Coroutine[Any, Any, None]]


class Line(asyncio.Protocol):
    def __init__(self, serve: Serve, server_state: Opened, **_: Any) -> None:
        """`serve` accepts or rejects the request, and talks until either side has closed."""
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
        self._pinged = 0.0  # when the ping without an answer went out; 0 for none

    # The connection

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
        self.writable.set()  # a transport that is lost while paused is never resumed

    def pause_writing(self) -> None:
        self.writable.clear()

    def resume_writing(self) -> None:
        self.writable.set()

    def data_received(self, data: bytes) -> None:
        """In slices: a flood is cut off before it is all read."""
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
            if answer:  # to a ping, a close or a fault
                self._flush()
                self.transport.write(answer)
            if self._protocol.parser_exc is not None or self._protocol.close_rcvd is not None:
                self._finish()
                self.transport.close()
                return

    def _begin(self, data: bytes) -> None:
        """The web server hands over a whole request. One with a body or too many headers gets no socket, and must not
        stay open."""
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
        """Nothing more is read or sent."""
        self._is_closed = True
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._received.put_nowait(None)

    def shutdown(self) -> None:
        """Called by the web server as it ends."""
        self.close(_RESTART)
        self.transport.close()

    # The handshake

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

    # What is read

    def _take(self, frame: Frame) -> bool:
        """False for a flood. Messages are rationed where they are answered (`SocketSession`), other frames here."""
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
        # A pause after each message would cost two system calls for every one.
        if self._received.qsize() >= _AHEAD and not self._is_paused and not self.transport.is_closing():
            self._is_paused = True
            self.transport.pause_reading()
        return True

    async def receive(self) -> str | bytes | None:
        """The next message, None after the last one."""
        message = await self._received.get()
        if self._is_paused and self._received.empty():
            self._is_paused = False
            self.transport.resume_reading()
        return message

    # What is sent

    def push(self, messages: list[bytes]) -> bool:
        """Send messages that were `framed`, perhaps for many lines at once, at the end of this turn of the loop. Return
        whether anything can still be sent; callers must check `writable` afterwards."""
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
        """Say goodbye; the other side answers, or is cut off."""
        self._flush()
        if self._is_closed or self.transport.is_closing():
            return
        self._finish()
        self._protocol.send_close(code, reason)
        self.transport.write(b"".join(self._protocol.data_to_send()))
        if self._is_paused:  # the answer is read too
            self._is_paused = False
            self.transport.resume_reading()

    # Whether anybody is there

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
        """Ping now instead of in a while. A browser answers by itself, also for a hidden page."""
        if self._timer is not None and not self._pinged:
            self._ping()

    @property
    def silent(self) -> float:
        """Seconds for which a ping has had no answer."""
        return self._loop.time() - self._pinged if self._pinged else 0.0


def framed(text: bytes) -> bytes:
    """A message as it goes over the network."""
    length = len(text)
    if length < 126:
        return bytes((_TEXT, length)) + text
    if length < 1 << 16:
        return b"%c%c%b%b" % (_TEXT, 126, length.to_bytes(2), text)
    return b"%c%c%b%b" % (_TEXT, 127, length.to_bytes(8), text)
