"""Requests that no browser sends, and the common form of their rejections."""

from __future__ import annotations

import re
import socket
from contextlib import suppress
from typing import Any

from serving import Answer, Server

SECURITY = ("content-security-policy", "x-content-type-options", "x-frame-options", "referrer-policy")


def trouble(answer: Answer, *statuses: int) -> Any:
    """Check that the status is one of these and the body has the form of errors. Return the body."""
    assert answer.status in statuses, (answer.status, answer.body[:300])
    found = answer.document
    assert found.keys() == {"source", "code", "reason", "clause"}, found
    assert found["reason"].strip().endswith((".", "!")), found
    for header in SECURITY:
        assert header in answer.headers, header
    return found


def said(server: Server, request: bytes, *, more: bytes = b"") -> bytes:
    """Send these bytes to the port, and return everything up to the end of the connection."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=120) as line:
        found = b""
        with suppress(OSError):  # If the connection is reset, the bytes received before count.
            line.sendall(request + more)
            line.shutdown(socket.SHUT_WR)
        with suppress(OSError):
            while piece := line.recv(1 << 16):
                found += piece
        return found


def status_of(answer: bytes) -> int:
    found = re.match(rb"HTTP/1\.1 (\d{3}) ", answer)
    assert found, answer[:200]
    return int(found[1])
