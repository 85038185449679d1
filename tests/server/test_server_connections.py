"""Connections that never end, and ambiguous requests."""

from __future__ import annotations

import asyncio
import logging
import re
import socket
from collections.abc import Iterator
from contextlib import suppress
from time import monotonic

import pytest
from hostile_http import said, status_of
from places import ROOT
from serving import Client, Server, start_server

from boston7.server.config import Limits
from boston7.server.running import bind
from boston7.server.socket.connections import calm_accept_errors


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Start a room with limits, and a timeout of one second for the body of a request."""
    folder = tmp_path_factory.mktemp("small")
    config = folder / "room.toml"
    config.write_text("[limits]\nbody_seconds = 1.0\n")
    arguments = ("--config", str(config))
    with start_server(folder, limits=True, arguments=arguments) as running:
        yield running


def _line(server: Server) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=120)


def _ended(line: socket.socket, seconds: float) -> bool:
    end = monotonic() + seconds
    try:
        while True:
            line.settimeout(max(0.01, end - monotonic()))
            if not line.recv(1 << 16):
                return True
    except ConnectionError:
        return True
    except TimeoutError:
        return False


@pytest.mark.parametrize(
    "sent",
    [
        b"GET /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n{",
        b"GET /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{",
    ],
    ids=["half a body", "half a chunk"],
)
def test_a_body_that_does_not_arrive_ends_the_connection(small: Server, sent: bytes) -> None:
    with _line(small) as line:
        line.sendall(sent)
        assert _ended(line, 60), "still open"


def test_the_proxy_times_out_silent_connections() -> None:
    """The room does not time out silent connections. The proxy of `deploy/` does, after the room's body timeout."""
    proxy = (ROOT / "deploy" / "Caddyfile").read_text(encoding="utf-8")
    assert re.search(r"read_header 10s\s+read_body 10s", proxy)
    assert Limits().body_seconds == 10.0
    assert re.search(r"max_size 64KB", proxy)
    assert Limits().body_bytes == 64 * 1024


def test_two_lengths_for_one_body_are_refused_and_the_connection_ends(small: Server) -> None:
    smuggled = b"0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    for first, second in (
        (b"Content-Length: 4", b"Transfer-Encoding: chunked"),
        (b"Transfer-Encoding: chunked", b"content-length: 4"),
    ):
        head = b"POST /api/guest HTTP/1.1\r\nHost: 127.0.0.1\r\n" + first + b"\r\n" + second + b"\r\n\r\n"
        answer = said(small, head, more=smuggled)
        assert status_of(answer) == 400, answer
        assert answer.count(b"HTTP/1.1 ") == 1, "what came after it was taken for a request"
        assert b"connection: close" in answer.lower()


SOCKET = (
    b"GET /api/socket HTTP/1.1\r\nHost: HERE\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
)


def _asking(server: Server) -> bytes:
    return SOCKET.replace(b"HERE", f"127.0.0.1:{server.port}\r\nOrigin: {server.url}".encode())


@pytest.mark.parametrize(
    "more",
    [b"Content-Length: 5\r\n", b"X: %b\r\n" % (b"x" * 9_000), b"X: x\r\n" * 200],
    ids=["a body", "a long header", "many headers"],
)
def test_an_invalid_socket_request_is_closed(small: Server, more: bytes) -> None:
    with _line(small) as line:
        line.sendall(_asking(small) + more + b"\r\n")
        assert _ended(line, 6), "still open"


@pytest.mark.parametrize(
    ("first", "again"),
    [(b"", b"\x89\x80\0\0\0\0"), (b"", b"\x8a\x80\0\0\0\0"), (b"\x01\x80\0\0\0\0", b"\0\x80\0\0\0\0")],
    ids=["pings", "pongs", "empty pieces of a message"],
)
def test_control_frames_are_rate_limited(small: Server, first: bytes, again: bytes) -> None:
    """Thousands of control frames cost a client nothing, but take processor time from everybody else."""
    with _line(small) as line:
        line.sendall(_asking(small) + b"\r\n")
        assert line.recv(12) == b"HTTP/1.1 101"
        line.sendall(first)
        with suppress(ConnectionError):
            line.sendall(again * 5_000)
        assert _ended(line, 20), "still open"
    with Client(small).guest().socket() as calm:
        calm.send({"type": "ping", "id": "calm"})
        assert calm.receive("pong")["id"] == "calm"


def test_a_malformed_body_is_not_logged_as_an_error(small: Server) -> None:
    chunked = b"POST /api/guest HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n"
    for sent in (chunked + b"\r\n-1\r\n\r\n", chunked + b"Content-Length: 3\r\n\r\n0\r\nGET", chunked + b"\r\nzz\r\n"):
        answer = said(small, sent)
        assert status_of(answer) == 400, answer
        assert answer.count(b"HTTP/1.1 ") == 1
    assert Client(small).get("/healthz").status == 200
    assert "Traceback" not in small.log()


def test_accept_errors_are_logged_once_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    now = 1000.0

    async def storm() -> None:
        nonlocal now
        loop = asyncio.get_running_loop()
        calm_accept_errors(loop, lambda: now)
        for _ in range(90):
            now += 1
            error = OSError(24, "Too many open files")
            loop.call_exception_handler({"message": "socket.accept() out of system resource", "exception": error})

    with caplog.at_level(logging.ERROR):
        asyncio.run(storm())
    told = [record for record in caplog.records if "A connection could not be accepted" in record.message]
    assert len(told) == 2
    assert all(record.exc_info is None for record in told)


def test_nothing_waits_until_the_packet_before_it_is_acknowledged() -> None:
    """A body is sent in a second packet, which Nagle's algorithm would delay by 40 ms on a kept connection."""

    async def accepted() -> bool:
        found: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

        async def let_in(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            line = writer.get_extra_info("socket")
            found.set_result(bool(line.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)))
            writer.close()

        bound = bind("127.0.0.1", 0)
        async with await asyncio.start_server(let_in, sock=bound):
            _, writer = await asyncio.open_connection("127.0.0.1", bound.getsockname()[1])
            try:
                return await found
            finally:
                writer.close()

    assert asyncio.run(accepted())
