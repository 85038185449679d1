"""The ASGI middleware that checks every request first: host, origin, rate and CSRF token. It adds the security headers
to every response and logs the request."""

from __future__ import annotations

import asyncio
import hmac
import logging
from contextlib import suppress
from ipaddress import ip_address
from math import ceil
from secrets import token_urlsafe
from time import perf_counter
from typing import TYPE_CHECKING
from urllib.parse import quote, urlsplit

import msgspec
from h11 import LocalProtocolError
from litestar.types import (
    ASGIApp,
    HTTPReceiveMessage,
    HTTPRequestEvent,
    Message,
    Receive,
    Scope,
    Send,
    WebSocketReceiveMessage,
)

from boston7.server.answers import Rejected
from boston7.server.config import Limits, Settings, loopback
from boston7.server.first_start import open_before
from boston7.server.logs import note
from boston7.server.rates import Rates, neighbourhood
from boston7.server.session import CSRF, CSRF_HEADER, DEVICE, bearer

if TYPE_CHECKING:
    from collections.abc import Iterable

    from boston7.server.app_context import AppContext

POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'; connect-src 'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'"
)
_HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=()"),
]
_OF_A_SCRIPT = [(b"x-content-type-options", b"nosniff"), (b"cross-origin-resource-policy", b"same-origin")]
"""Headers for scripts and styles. The other security headers apply only to documents and would add bytes to every file.
"""
_HTTPS_ONLY = (b"strict-transport-security", b"max-age=31536000")
INTERNAL = ("/metrics", "/readyz")
"""Paths for the operator. They answer 404 to requests forwarded by a proxy."""
_SAFE = ("GET", "HEAD", "OPTIONS")
_LOGGED = 200
"""Maximum length of a logged path, so that long paths cannot fill the disk."""
_log = logging.getLogger("boston7.server")


class Left(Exception):
    """The client disconnected before the end of the body, so no response can be sent."""


class Visit:
    """The attributes of an HTTP or socket request that the middleware checks."""

    def __init__(
        self,
        path: str,
        headers: Iterable[tuple[str, str]],
        address: str,
        settings: Settings,
        *,
        method: str = "GET",
        secure: bool,
    ) -> None:
        self.headers = {name.lower(): value for name, value in headers}
        self.method = method
        self.path = _one_spelling(path)
        self.address = neighbourhood(address)
        self.secure = secure
        self.proxied = False
        if settings.behind_proxy:
            self._read_forwarded()
        self.host = self.headers.get("host", "")
        self.bearer = bearer(self.headers.get("authorization", ""))

    def _read_forwarded(self) -> None:
        """Use the last forwarded address only: the proxy added it, and clients can forge the others."""
        self.proxied = "x-forwarded-for" in self.headers
        forwarded = self.headers.get("x-forwarded-for", "").rpartition(",")[2].strip()
        if forwarded:
            self.address = neighbourhood(forwarded)
        self.secure = self.headers.get("x-forwarded-proto", "").strip().lower() == "https"

    def cookie(self, name: str) -> str:
        """Return the value of a cookie, or an empty string. Other programs on the same host may set cookies too."""
        for pair in self.headers.get("cookie", "").split(";"):
            key, _, value = pair.strip().partition("=")
            if key == name:
                return value
        return ""


class Middleware:
    def __init__(self, app: ASGIApp, context: AppContext) -> None:
        self._app, self._context = app, context
        self._settings = settings = context.settings
        self._meters = context.meters
        self._rates = Rates(settings.limits)
        self._names = {"localhost", "127.0.0.1", "::1", settings.host.lower()}
        self._names.update(urlsplit(origin).hostname or "" for origin in settings.origins)
        self._origins = {origin.rstrip("/").lower() for origin in settings.origins}
        self._by_number = not loopback(settings.host)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = scope["client"]
        headers = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in scope["headers"]]
        visit = Visit(
            scope["path"],
            headers,
            client[0] if client else "",
            self._settings,
            method=str(scope.get("method", "GET")),
            secure=scope["scheme"] == "https",
        )
        scope["path"], scope["raw_path"] = visit.path, quote(visit.path).encode()
        scope["boston7_address"] = visit.address  # type: ignore[typeddict-unknown-key]
        scope["boston7_secure"] = visit.secure  # type: ignore[typeddict-unknown-key]
        await self._request(visit, scope, receive, send)

    def admit_socket(self, visit: Visit) -> None:
        """Raise `Rejected` if this socket may not be opened."""
        self._check(visit)
        if "origin" not in visit.headers and not visit.bearer:
            raise Rejected("wrong_origin", "Programs must send Authorization: Bearer with their session.")

    async def _request(self, visit: Visit, scope: Scope, receive: Receive, send: Send) -> None:
        started, status = perf_counter(), 500
        part = _part(visit.path)
        extra = self._headers_for(visit)

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                given = {name for name, _ in message["headers"]} - {b"set-cookie"}
                script = status == 200 and part == "assets" and visit.path.endswith((".js", ".css"))
                more = _OF_A_SCRIPT if script else extra
                message["headers"] = [*message["headers"], *(pair for pair in more if pair[0] not in given)]
            await send(message)

        try:
            self._check(visit)
            if visit.method not in _SAFE and not visit.bearer:
                _check_token(visit)
            if "content-length" in visit.headers or "transfer-encoding" in visit.headers:
                receive = await _whole_body(receive, self._settings.limits)
            await self._app(scope, receive, sending)
        except Rejected as turned:
            status = turned.status
            if "transfer-encoding" in visit.headers or "content-length" in visit.headers:
                extra = [*extra, (b"connection", b"close")]  # The rest of the body was not read.
            with suppress(LocalProtocolError):  # The web server may have rejected the request already.
                await _turn_away(send, turned, extra)
        except Left:
            status = 400
        finally:
            seconds = perf_counter() - started
            self._meters.requests.labels(part, str(status)).inc()
            self._meters.request_seconds.labels(part).observe(seconds)
            if part != "assets" or status >= 400:
                milliseconds = round(1000 * seconds, 1)
                method, path = visit.method[:_LOGGED], visit.path[:_LOGGED]
                note(_log, "request", method=method, path=path, status=status, ms=milliseconds)

    def _check(self, visit: Visit) -> None:
        if "content-length" in visit.headers and "transfer-encoding" in visit.headers:
            # A proxy and this server could disagree on where the next request begins (request smuggling).
            raise Rejected("not_understood", "Invalid request: Content-Length together with Transfer-Encoding.")
        if not self._known_host(visit.host):
            raise Rejected("wrong_host", "Unknown host name.")
        if self._by_number and self._context.first.awaited(self._context.desk) and not open_before(visit.path):
            # Until the first admin exists, a room that other machines can reach serves only its setup.
            raise Rejected("not_ready", "This room is not set up yet. Open the link printed at startup.", "server")
        if visit.proxied and visit.path in INTERNAL:
            raise Rejected("not_found", "Page not found.")
        origin = visit.headers.get("origin")
        if origin is not None and not self._ours(origin, visit.host):
            raise Rejected("wrong_origin", "Blocked: the request came from another site.")
        known_device = self._context.desk.logins.known_device
        wait = self._rates.wait(visit.method, visit.path, visit.address, lambda: known_device(visit.cookie(DEVICE)))
        if wait:
            self._meters.turned_away.inc()
            raise Rejected("too_fast", f"Too many requests. Try again in {ceil(wait)} seconds.", wait=wait)

    def _known_host(self, host: str) -> bool:
        """Reject unknown host names, to prevent DNS rebinding. An IP address cannot be rebound."""
        try:
            name = (urlsplit(f"//{host}").hostname or "").lower()
        except ValueError:
            return False
        if name in self._names:
            return True
        try:
            ip_address(name)
        except ValueError:
            return False
        return self._by_number

    def _ours(self, origin: str, host: str) -> bool:
        origin = origin.lower()
        return origin in self._origins or origin in (f"http://{host.lower()}", f"https://{host.lower()}")

    def _headers_for(self, visit: Visit) -> Iterable[tuple[bytes, bytes]]:
        headers = list(_HEADERS)
        if visit.secure:
            headers.append(_HTTPS_ONLY)
        if visit.path.startswith("/api/"):
            headers.append((b"cache-control", b"no-store"))
        if visit.method == "GET" and not visit.cookie(CSRF):
            secure = "; Secure" if visit.secure else ""
            cookie = f"{CSRF}={token_urlsafe(24)}; Path=/; SameSite=Strict{secure}"
            headers.append((b"set-cookie", cookie.encode()))
        return headers


async def _whole_body(receive: Receive, limits: Limits) -> Receive:
    """Read the whole body before the application starts, so that a disconnect is not logged as a server error."""
    body = b""
    try:
        async with asyncio.timeout(limits.body_seconds):
            while True:
                message = await receive()
                if message["type"] != "http.request":
                    raise Left
                body += message["body"]
                if len(body) > limits.body_bytes:
                    raise Rejected("too_large", "Request too large.")
                if not message["more_body"]:
                    break
    except TimeoutError:
        raise Rejected("too_slow", "The request did not arrive in time.") from None
    whole: list[HTTPRequestEvent] = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> HTTPReceiveMessage | WebSocketReceiveMessage:
        return whole.pop() if whole else await receive()

    return again


def _check_token(visit: Visit) -> None:
    given, kept = visit.headers.get(CSRF_HEADER, ""), visit.cookie(CSRF)
    if not kept or not hmac.compare_digest(kept.encode(), given.encode()):
        raise Rejected("csrf", f"Send the cookie {CSRF} again as the header {CSRF_HEADER}; any GET sets it.")


def _one_spelling(path: str) -> str:
    """Return the normalized path. `//api/login/` reaches `/api/login`, so both must share one rate limit."""
    return "/" + "/".join(part for part in path.split("/") if part)


def _part(path: str) -> str:
    head = path.split("/", 2)[1] if path.startswith("/") else ""
    if head in ("api", "assets", "schema"):
        return head
    return "health" if head in ("healthz", "readyz", "metrics") else "pages"


async def _turn_away(send: Send, turned: Rejected, extra: Iterable[tuple[bytes, bytes]]) -> None:
    body = msgspec.json.encode(turned.rejection)
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), *extra]
    if turned.wait:
        headers.append((b"retry-after", str(ceil(turned.wait)).encode()))
    await send({"type": "http.response.start", "status": turned.status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
