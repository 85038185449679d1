"""A minimal WebSocket client, so that a load test measures the server and not itself.

It sends whole text frames with a zero mask, which costs nothing to apply, and passes on the bytes it receives.
"""

from __future__ import annotations

import asyncio
from base64 import b64encode
from collections.abc import Callable
from urllib.parse import urlsplit

_TEXT, _CLOSE, _PING, _PONG = 1, 8, 9, 10
_KEY = b64encode(b"boston7 benchkey").decode()


class Line(asyncio.Protocol):
    """A connection. `heard` is called with each message; `lost` is set when the server disconnects."""

    def __init__(self, request: bytes, heard: Callable[[bytes], None]) -> None:
        self.heard = heard
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.lost = False
        self._request = request
        self._buffer = bytearray()
        self._transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._request)

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost = True
        if not self.opened.done():
            self.opened.set_exception(exc or ConnectionError("the server closed the connection"))

    def send(self, message: bytes) -> None:
        self._send(_TEXT, message)

    def close(self) -> None:
        self._transport.close()

    def _send(self, kind: int, message: bytes) -> None:
        size = len(message)
        if size < 126:
            head = bytes((0x80 | kind, 0x80 | size))
        elif size < 65536:
            head = bytes((0x80 | kind, 0x80 | 126)) + size.to_bytes(2, "big")
        else:
            head = bytes((0x80 | kind, 0x80 | 127)) + size.to_bytes(8, "big")
        self._transport.write(head + b"\0\0\0\0" + message)

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer
        buffer += data
        if not self.opened.done() and not self._shake_hands():
            return
        at, end = 0, len(buffer)
        while end - at >= 2:
            size, start = buffer[at + 1], at + 2
            if size == 126:
                size, start = int.from_bytes(buffer[at + 2 : at + 4], "big"), at + 4
            elif size == 127:
                size, start = int.from_bytes(buffer[at + 2 : at + 10], "big"), at + 10
            if end < start + size:
                break
            self._take(buffer[at] & 15, bytes(buffer[start : start + size]))
            at = start + size
        del buffer[:at]

    def _shake_hands(self) -> bool:
        head, found, _ = self._buffer.partition(b"\r\n\r\n")
        if not found:
            return False
        del self._buffer[: len(head) + 4]
        if b" 101 " in head.split(b"\r\n")[0]:
            self.opened.set_result(None)
            return True
        self.opened.set_exception(ConnectionError(head.decode(errors="replace")))
        self._transport.close()
        return False

    def _take(self, kind: int, message: bytes) -> None:
        if kind == _TEXT:
            self.heard(message)
        elif kind == _PING:
            self._send(_PONG, message)
        elif kind == _CLOSE:
            self._transport.close()


async def dial(url: str, heard: Callable[[bytes], None], token: str = "") -> Line:
    parts = urlsplit(url)
    head = [
        f"GET {parts.path} HTTP/1.1",
        f"Host: {parts.netloc}",
        f"Origin: http://{parts.netloc}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Key: {_KEY}",
        *([f"Authorization: Bearer {token}"] if token else []),
    ]
    request = "\r\n".join([*head, "", ""]).encode()
    loop = asyncio.get_running_loop()
    _, line = await loop.create_connection(lambda: Line(request, heard), parts.hostname or "", parts.port or 80)
    await line.opened
    return line
