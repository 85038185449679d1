"""`server/socket/line.py`: the socket's protocol byte by byte, using only public parts of other projects."""

from __future__ import annotations

import ast
import re
import socket
import struct
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from places import SOURCE
from serving import Server, start_server

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
LAST = 0x80
PRIVATE = ("uvicorn.protocols", "uvicorn._types", "litestar._")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with start_server(tmp_path_factory.mktemp("line")) as running:
        yield running


class Raw:
    """A socket with handwritten frames."""

    def __init__(self, server: Server) -> None:
        self._line = socket.create_connection(("127.0.0.1", server.port), timeout=60)
        self._line.sendall(
            f"GET /api/socket HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nOrigin: {server.url}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        self._got = b""
        while b"\r\n\r\n" not in self._got:
            self._read()
        head, _, self._got = self._got.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 101")

    def _read(self) -> None:
        piece = self._line.recv(1 << 16)
        if not piece:
            raise EOFError
        self._got += piece

    def __enter__(self) -> Raw:
        return self

    def __exit__(self, *_: object) -> None:
        self._line.close()

    def send(self, kind: int, body: bytes, last: int = LAST) -> None:
        self._line.sendall(bytes((last | kind, LAST | len(body))) + bytes(4) + body)

    def next(self) -> tuple[int, bytes]:
        """Return the type and the body of the next frame."""
        while True:
            if len(self._got) >= 2:
                kind, size, at = self._got[0] & 15, self._got[1], 2
                if size == 126 and len(self._got) >= 4:
                    size, at = struct.unpack("!H", self._got[2:4])[0], 4
                if size != 126 and len(self._got) >= at + size:
                    body, self._got = self._got[at : at + size], self._got[at + size :]
                    return kind, body
            self._read()

    def until(self, kind: int) -> bytes:
        while (found := self.next())[0] != kind:
            pass
        return found[1]

    def ended(self) -> bool:
        try:
            while True:
                self._read()
        except (EOFError, ConnectionError):
            return True
        except TimeoutError:
            return False


def code(body: bytes) -> int:
    found: int = struct.unpack("!H", body[:2])[0]
    return found


def answer(raw: Raw) -> bytes:
    """Return the next message that is not the record's head."""
    while True:
        body = raw.until(TEXT)
        if b'"hello"' not in body and b'"head"' not in body:
            return body


def test_a_message_may_come_in_pieces(server: Server) -> None:
    with Raw(server) as raw:
        raw.send(TEXT, b'{"type":"ping",', last=0)
        raw.send(PING, b"meanwhile")
        raw.send(0, b'"id":"in pieces"}')
        assert raw.until(PONG) == b"meanwhile"
        assert b'"in pieces"' in answer(raw)


def test_a_close_frame_is_answered_with_its_code(server: Server) -> None:
    with Raw(server) as raw:
        raw.send(CLOSE, struct.pack("!H", 1001) + b"away")
        assert raw.until(CLOSE) == struct.pack("!H", 1001) + b"away"
        assert raw.ended()


@pytest.mark.parametrize(
    ("kind", "body", "last", "why"),
    [
        (TEXT, b"\xff\xfe", LAST, 1007),
        (0, b"no first piece", LAST, 1002),
        (3, b"no such frame", LAST, 1002),
        (PING, b"a ping in pieces", 0, 1002),
    ],
    ids=["not UTF-8", "a piece of nothing", "no such kind", "a ping in pieces"],
)
def test_what_breaks_the_protocol_ends_the_socket(server: Server, kind: int, body: bytes, last: int, why: int) -> None:
    with Raw(server) as raw:
        raw.send(kind, body, last)
        assert code(raw.until(CLOSE)) == why
        if why == 1007:  # The server sends the first close frame, and the client answers.
            raw.send(CLOSE, struct.pack("!H", why))
        assert raw.ended()


def test_binary_messages_are_rejected(server: Server) -> None:
    with Raw(server) as raw:
        raw.send(BINARY, b"{}")
        assert b"Messages are text: JSON." in answer(raw)


def test_messages_are_answered_in_order_however_many_come_at_once(server: Server) -> None:
    with Raw(server) as raw:
        for number in range(40):
            raw.send(TEXT, b'{"type":"ping","id":"%d"}' % number)
        assert [answer(raw).count(b'"id":"%d"' % number) for number in range(40)] == [1] * 40


def imported(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the modules and names that a file imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield from ((node.module, one.name) for one in node.names)
        elif isinstance(node, ast.Import):
            yield from ((one.name, "") for one in node.names)


def test_nothing_private_of_another_project_is_used() -> None:
    found = [
        (path.name, module, name)
        for path in (SOURCE / "server").rglob("*.py")
        for module, name in imported(path)
        if not module.startswith("boston7")
        and (module.startswith(PRIVATE) or re.search(r"(^|\.)_(?!_)", f"{module}.{name}"))
    ]
    assert found == []


def test_the_line_uses_a_documented_interface() -> None:
    """The Sans-I/O layer of `websockets` is documented."""
    assert import_module("websockets.server").ServerProtocol.__doc__.strip().startswith("Sans-I/O")
