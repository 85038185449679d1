"""The bots' client with truncated answers, answers from another program, and no answer."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
import pytest
from kill_room import free_port

from boston7.bots.client import Closed, new_guest, new_stake
from boston7.declare import Rejection

BARRED = Rejection("lobby", "barred", "You are barred.", "R19")


@contextmanager
def answering(raw: bytes) -> Iterator[str]:
    """Run a server that gives the same answer to every request and closes the connection. Yield its address."""
    with socket.create_server(("127.0.0.1", 0)) as door:

        def serve() -> None:
            try:
                while True:
                    connection, _ = door.accept()
                    with connection:
                        connection.recv(65536)
                        connection.sendall(raw)
            except OSError:
                return  # The test is over.

        threading.Thread(target=serve, daemon=True).start()
        yield f"http://127.0.0.1:{door.getsockname()[1]}"
        door.shutdown(socket.SHUT_RDWR)


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        (b"HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\n{", "The answer to /api/me/stake was cut off"),
        (b"", "The answer to /api/me/stake was cut off"),
        (b"SSH-2.0-OpenSSH\r\n", "The answer to /api/me/stake was cut off"),
        (b"HTTP/1.1 502 Bad\r\ncontent-length: 10\r\n\r\nno backend", "/api/me/stake answers 502: no backend"),
        (b"HTTP/1.1 301 Moved\r\nlocation: /x\r\ncontent-length: 0\r\n\r\n", "/api/me/stake answers 301: "),
        (b"HTTP/1.1 409 No\r\n\r\n" + msgspec.json.encode(BARRED), r"^You are barred\. \[R19\]$"),
    ],
)
def test_every_bad_answer_is_a_sentence(raw: bytes, sentence: str) -> None:
    with answering(raw) as url, pytest.raises(Closed, match=sentence):
        new_stake(url, "token")


def test_a_server_without_a_session_gives_none() -> None:
    raw = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}"
    with answering(raw) as url, pytest.raises(Closed, match="The server returned no session"):
        new_guest(url)


@pytest.mark.parametrize("address", ["http://127.0.0.1:{port}", "http://127.0.0.1:seven", "http://no.invalid"])
def test_an_address_where_nobody_answers_is_named(address: str) -> None:
    url = address.format(port=free_port())
    with pytest.raises(Closed, match=f"No answer from {url}"):
        new_stake(url, "token")
