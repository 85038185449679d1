"""A socket's line to the network: everything that one turn of the loop has for it goes out in one write, and whoever
takes nothing off it is cut off in the end, not waited for."""

from __future__ import annotations

from typing import Any

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

from boston7.server.rates import Bucket

CUT = 15.0
"""Seconds for what is still to be sent, once nobody here has anything more to say."""
_AHEAD = 8
"""Messages that may wait to be heard."""
_FRAMES = (20.0, 200)
"""Pings, pongs and pieces of messages: so many a second, and at once. A browser sends hardly any."""
_SLICE = 4096
_NO_SOCKET = b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
_TEXT = 0x81  # a whole message of text, in one frame (RFC 6455, 5.2)


class Line(WebSocketsSansIOProtocol):
    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._out: list[bytes] = []
        self._asked_for = False
        self._frames = Bucket(*_FRAMES)
        self._flooded = False

    def data_received(self, data: bytes) -> None:
        """A little at a time: whoever floods us is cut off before it is all read."""
        if not self._asked_for:
            self._begin(data)
            return
        for at in range(0, len(data), _SLICE):
            super().data_received(data[at : at + _SLICE])
            if self._flooded:
                self.transport.abort()
                return

    def _begin(self, request: bytes) -> None:
        """A request that asks for a socket comes whole, from the framework. One that is none after all (it has a body,
        or more headers than anybody needs) would stay open for ever, and count nowhere."""
        super().data_received(request)
        if not self._asked_for and not self.transport.is_closing():
            self.transport.write(b"".join(self.conn.data_to_send()) or _NO_SOCKET)
            self.transport.close()

    def handle_cont(self, event: Frame) -> None:
        if self._take_frame():
            super().handle_cont(event)

    def handle_ping(self) -> None:
        if self._take_frame():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._take_frame():
            super().handle_pong(event)

    def _take_frame(self) -> bool:
        """Messages are rationed where they are heard (`SocketSession`); these frames nobody hears."""
        self._flooded = self._flooded or bool(self._frames.take())
        return not self._flooded

    def handle_connect(self, event: Request) -> None:
        self._asked_for = True
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["boston7_line"] = self  # type: ignore[typeddict-unknown-key]

    @property
    def gone(self) -> bool:
        """Whether nothing more can be said."""
        return self.disconnected or self.close_sent or self.transport.is_closing()

    def send_receive_event_to_app(self) -> None:
        """Reading stops only for whoever says more than is heard: stopping after each message, as the framework does,
        takes two calls of the system for every one."""
        paused, self.read_paused = self.read_paused, True
        super().send_receive_event_to_app()
        self.read_paused = paused
        if not paused and self.queue.qsize() >= _AHEAD and not self.transport.is_closing():
            self.read_paused = True
            self.transport.pause_reading()

    def push(self, text: bytes) -> None:
        """A message to go out at the end of this turn of the loop. Whoever pushes looks at `writable` afterwards."""
        if not self._out:
            self.loop.call_soon(self._flush)
        self._out.append(framed(text))

    def push_framed(self, messages: list[bytes]) -> None:
        """Messages that were `framed`, perhaps for many lines at once."""
        if not self._out:
            self.loop.call_soon(self._flush)
        self._out += messages

    def _flush(self) -> None:
        out, self._out = self._out, []
        if out and not self.gone:
            self.transport.write(b"".join(out) if len(out) > 1 else out[0])

    def probe(self) -> None:
        """Ask now, not in a while, whether anybody is there. A browser answers by itself, also for a hidden page."""
        if self.handshake_complete and self.pending_ping_payload is None and self.ping_timer is not None:
            self.ping_timer.cancel()
            self.send_keepalive_ping()

    @property
    def silent(self) -> float:
        """Seconds for which a question has gone unanswered."""
        return self.loop.time() - self.ping_sent_at if self.pending_ping_payload is not None else 0.0

    async def send(self, message: ASGISendEvent) -> None:
        self._flush()  # first what was said before
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body"):
            # Turned away with an answer is no accident: without this, each one would be an error in the log.
            self.handshake_complete = True

    async def run_asgi(self) -> None:
        await super().run_asgi()
        self.loop.call_later(CUT, self.transport.abort)

    def shutdown(self) -> None:
        self._flush()
        super().shutdown()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.loop.call_later(CUT, self.transport.abort)


def framed(text: bytes) -> bytes:
    """A message as it goes over the network."""
    length = len(text)
    if length < 126:
        return bytes((_TEXT, length)) + text
    if length < 1 << 16:
        return b"%c%c%b%b" % (_TEXT, 126, length.to_bytes(2), text)
    return b"%c%c%b%b" % (_TEXT, 127, length.to_bytes(8), text)
