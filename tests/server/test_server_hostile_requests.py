"""A hostile HTTP client: forged, misdirected, malformed and oversized requests, and guesses."""

from __future__ import annotations

from typing import Any

import pytest
from hostile_http import said, status_of, trouble
from serving import PASSWORD, Client, Server
from waiting import eventually

pytest_plugins = ("hostile_fixtures",)

# Not from our pages.


CHANGES = [
    ("POST", "/api/guest", None),
    ("POST", "/api/logout", None),
    ("POST", "/api/login", {"name": "Ann", "password": PASSWORD}),
    ("POST", "/api/exclude", {"days": None}),
    ("PUT", "/api/limits/loss", {"amount": 0}),
    ("POST", "/api/practice", {"house": "nhcg"}),
    ("POST", "/api/tables", {"name": "x", "house": "nhcg", "tray": 1}),
]


@pytest.mark.parametrize(("method", "path", "body"), CHANGES)
def test_a_change_needs_proof_that_our_page_sent_it(
    server: Server, ann: Client, untouched: None, method: str, path: str, body: Any
) -> None:
    token = ann.csrf()["x-csrf-token"]
    for headers in (
        {},
        {"x-csrf-token": ""},
        {"x-csrf-token": "forged"},
        {"x-csrf-token": token[:-1]},
        {"x-csrf-token": token + "x"},
        {"x-csrf-token": "\xe9"},
        {"x-csrf-token": token, "Cookie": f"boston7_session={ann.token}"},
        {"x-csrf-token": "", "Cookie": f"boston7_session={ann.token}; boston7_csrf="},
    ):
        assert trouble(ann.ask(method, path, body, headers), 403)["code"] == "csrf"
    for origin in ("https://evil.example", "null", "", server.url + "0", "file://", "http://127.0.0.1"):
        answer = ann.ask(method, path, body, {"x-csrf-token": token, "Origin": origin})
        assert trouble(answer, 403)["code"] == "wrong_origin", origin


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "[::", "x:y:z", ""]
)
def test_a_foreign_host_name_is_rejected(server: Server, untouched: None, host: str) -> None:
    """A protection against DNS rebinding."""
    for path in ("/", "/api/me", "/api/lobby", "/assets/nothing.js", "/metrics"):
        assert trouble(Client(server).ask("GET", path, headers={"Host": host}), 400)["code"] == "wrong_host"
    socket_request = (
        f"GET /api/socket HTTP/1.1\r\nHost: {host or 'evil.example'}\r\nOrigin: http://{host}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    assert status_of(said(server, socket_request.encode())) == 400


# Bodies.


BODIES = [
    b"", b"null", b"[]", b"{", b"nul", b'{"name": "Ann"}', b'{"name": 1, "password": 2}',
    b'{"name": null, "password": []}', b'{"name": "Ann", "password": "x", "role": "admin"}', b"[" * 30_000,
    b'{"a":' * 12_000, b"\xff\xfe\x00", b"\x00" * 100, b'{"name": "\\ud800", "password": "x"}',
    b'{"name": "\xed\xa0\x80", "password": "x"}', b'{"name": "Ann", "password": NaN}',
    b'{"name": ' + b"9" * 5000 + b', "password": "x"}', b"name=Ann&password=x", b"<login/>",
    b'"' + b"x" * 60_000 + b'"',
]  # fmt: skip


@pytest.mark.parametrize("path", ["/api/login", "/api/password", "/api/exclude", "/api/practice", "/api/tables"])
def test_an_invalid_body_is_rejected(server: Server, ann: Client, untouched: None, path: str) -> None:
    for body in BODIES:
        for kind in (
            "application/json",
            "text/plain",
            "application/x-www-form-urlencoded",
            "multipart/form-data",
            "",
            "x",
        ):
            headers = {**ann.csrf(), "Content-Type": kind, "Content-Length": str(len(body))}
            found = trouble(ann.ask("POST", path, headers=headers, raw=body), 400, 401, 403, 409, 413, 415)
            assert PASSWORD not in found["reason"]


def test_invalid_names_are_rejected(server: Server, untouched: None) -> None:
    client = Client(server)
    for name in ("\x00", "Ann\x00", "x" * 60_000, "' OR 1=1 --"):
        trouble(client.post("/api/login", {"name": name, "password": PASSWORD}), 400, 401)
    for word in ("\x00", PASSWORD + "\x00", "x" * 60_000, "💥", "' OR 1=1 --"):
        trouble(client.post("/api/login", {"name": "Gil", "password": word}), 400, 401, 403)


@pytest.mark.parametrize("path", ["/api/login", "/api/logout", "/api/nothing", "/", "/assets/x"])
def test_a_body_that_is_too_large_is_not_read(server: Server, untouched: None, path: str) -> None:
    client = Client(server)
    token = client.csrf()["x-csrf-token"]
    proof = f"Cookie: boston7_csrf={token}\r\nx-csrf-token: {token}\r\n"
    head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n{proof}"
    json_head = (head + "Content-Type: application/json\r\n").encode()
    large = b'{"name": "' + b"x" * 3_000_000 + b'", "password": "x"}'
    chunk = b"8000\r\n" + b"x" * 0x8000 + b"\r\n"
    for request, more in (
        (json_head + b"Content-Length: %d\r\n\r\n" % len(large), large),
        (json_head + b"Content-Length: 99999999999999\r\n\r\n", b"x" * 100),
        (json_head + b"Transfer-Encoding: chunked\r\n\r\n", chunk * 60 + b"0\r\n\r\n"),
        (json_head + b"Content-Length: -5\r\n\r\n", b""),
        (json_head + b"Content-Length: 10\r\nContent-Length: 2\r\n\r\n", b"{}"),
        (
            json_head + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n",
            b"0\r\n\r\nGET /api/me HTTP/1.1\r\n\r\n",
        ),
        (json_head + b"Content-Length: 500\r\n\r\n", b'{"name": "Ann"'),
        (json_head + b"Transfer-Encoding: chunked\r\n\r\n", b"zz\r\n{}\r\n"),
        (json_head + b"Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\n", b"{}"),
    ):
        found = said(server, request, more=more)
        # A rejection or a closed connection, but never 500 or a login. A logout works without a session.
        assert not found or status_of(found) in (200, 400, 401, 404, 405, 413), found[:300]
    assert Client(server).get("/healthz").status == 200


# Addresses and methods.


def test_no_path_leads_out_of_the_assets(server: Server, untouched: None) -> None:
    ups = (
        "../pages/index.html", "../../server/app.py", "..%2f..%2fserver%2fapp.py", "%2e%2e/%2e%2e/server/app.py",
        "..%5c..%5cserver%5capp.py", "....//....//server/app.py", "%252e%252e/server/app.py", "/etc/passwd",
        "%2fetc%2fpasswd",
        "..%c0%af..%c0%afserver/app.py", "%00", "x%00.js", ".", "..", "", "%2e", "a/" * 500, "%ff%fe", "~root",
        "C:%5cboot.ini", "..;/..;/server/app.py",
    )  # fmt: skip
    for path in ups:
        found = said(server, f"GET /assets/{path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        assert status_of(found) in (400, 404), (path, found[:300])
        assert b"import" not in found
        assert b"root:" not in found
    for path in (
        "/room.db",
        "/room.key",
        "/assets",
        "/pages/index.html",
        "/../room.key",
        "/.git/config",
        "/server/app.py",
    ):
        found = said(server, f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        assert status_of(found) in (400, 404), (path, found[:300])


@pytest.mark.parametrize(
    "path",
    [
        "/api/houses/{}",
        "/api/odds/{}",
        "/api/tables/{}/rounds",
        "/api/tables/{}/rounds/1",
        "/api/fair/{}/1",
        "/api/coach/{}",
    ],
)
def test_unknown_things_are_not_found(server: Server, ann: Client, untouched: None, path: str) -> None:
    for name in (
        "x",
        "..%2f..%2fnhcg",
        "%00",
        "%ff",
        "nhcg.toml",
        "%2e%2e",
        "x" * 3000,
        "%F0%9F%92%A5",
        "house:felt",
        "%27--",
    ):
        trouble(ann.get(path.format(name)), 400, 404)


def test_invalid_numbers_are_rejected(server: Server, ann: Client, untouched: None) -> None:
    for number in ("0", "-1", "1.5", "x", "9" * 30, "9" * 5000, "%00", "1e9", "NaN", "0x10"):
        for path in (f"/api/tables/dealing/rounds/{number}", f"/api/fair/dealing/{number}"):
            trouble(ann.get(path), 400, 404)
        for path in (
            f"/api/tables/dealing/rounds?limit={number}",
            f"/api/odds/nhcg?ante={number}",
            f"/api/odds/nhcg/distribution?ante=500&bonus={number}x",
            f"/api/odds/nhcg/starts?ante={number}",
        ):
            trouble(ann.get(path), 400)


def test_very_long_requests_are_turned_away(server: Server, untouched: None) -> None:
    for request in (
        b"GET /" + b"x" * 200_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET /?" + b"x" * 200_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 200_000 + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"X: y\r\n" * 50_000 + b"\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"\x00" * 1000,
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
    ):
        found = said(server, request)
        assert not found or 400 <= status_of(found) < 500, (request[:60], found[:200])
    answer = Client(server).get("/api/me?" + "x" * 20_000)
    assert answer.status == 200
    trouble(Client(server).get("/api/nothing/" + "x" * 20_000), 404)


def test_a_long_path_does_not_fill_the_log(server: Server) -> None:
    before = len(server.log())
    for path in ("y" * 40_000, "%0A" * 10_000, "%E2%80%AE" * 5_000):
        Client(server).get(f"/long/{path}")

    def lines() -> list[str]:
        return [line for line in server.log()[before:].splitlines() if "path=/long/" in line]

    eventually(lambda: len(lines()) == 3)  # A log line is written after the response.
    assert max(map(len, lines())) < 1_500


METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "CONNECT", "PROPFIND", "BREW")
PATHS = (
    "/",
    "/api/me",
    "/api/login",
    "/api/tables",
    "/api/people",
    "/api/socket",
    "/api/nothing",
    "/healthz",
    "/assets/x.js",
)


@pytest.mark.parametrize("method", METHODS)
def test_no_method_breaks_anything(server: Server, ann: Client, untouched: None, method: str) -> None:
    for path in PATHS:
        answer = ann.ask(method, path, headers=ann.csrf())
        assert answer.status in (200, 204, 304, 400, 401, 403, 404, 405, 426), (path, answer.status, answer.body[:200])
        if method in ("TRACE", "CONNECT", "PROPFIND", "BREW", "PATCH", "DELETE"):
            assert answer.status >= 400, (path, answer.status)
        assert ann.token.encode() not in answer.body
        if answer.status >= 400 and method != "HEAD":
            assert answer.document.keys() == {"source", "code", "reason", "clause"}, (path, answer.body[:200])
