"""A bot's HTTP requests: new session, logout, house rules and new stake."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from http.cookies import SimpleCookie
from typing import Any, NamedTuple
from urllib.parse import quote, urlsplit

import msgspec

from boston7.declare import Rejection
from boston7.house.model import House

_CSRF = "boston7_csrf"
_SECONDS = 10
_SHOWN = 300
"""Maximum number of characters quoted from an unknown response."""


class Closed(OSError):
    """The server refused the request, did not respond, or sent an unknown response."""


def new_guest(url: str) -> str:
    """Return the session token of a new guest. Blocks."""
    csrf = _ask(url, "GET", "/api/me").cookies.get(_CSRF, "")  # Any GET sets it; a POST must repeat it.
    headers = {"Cookie": f"{_CSRF}={csrf}", "x-csrf-token": csrf}
    token = _ask(url, "POST", "/api/guest", headers).cookies.get("boston7_session")
    if not token:
        raise Closed("The server returned no session.")
    return token


def house_at(url: str, token: str, table: str) -> House:
    """Return the rules in force at a table. Blocks."""
    raw = msgspec.json.decode(
        _once(url, token, "GET", f"/api/tables/{quote(table, safe='')}/house"), type=dict[str, Any]
    )
    return msgspec.convert({name: raw[name] for name in House.__struct_encode_fields__ if name in raw}, House)


def new_stake(url: str, token: str) -> None:
    """Request new play money for a guest who has lost theirs. Blocks."""
    _once(url, token, "POST", "/api/me/stake")


def log_out(url: str, token: str) -> None:
    """End the session. The server then clears the bot's seat. Blocks."""
    _once(url, token, "POST", "/api/logout")


def origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def socket_url(url: str) -> str:
    return f"ws{url.removeprefix('http')}/api/socket"


class _Answer(NamedTuple):
    status: int
    body: bytes
    cookies: dict[str, str]


def _once(url: str, token: str, method: str, path: str) -> bytes:
    return _ask(url, method, path, {"Authorization": f"Bearer {token}"}).body


def _ask(url: str, method: str, path: str, headers: Mapping[str, str] = {}) -> _Answer:
    """Send one request, without a proxy, because the server often runs on this machine."""
    parts = urlsplit(url)
    try:
        kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        connection = kind(parts.hostname or "", parts.port, timeout=_SECONDS)
        connection.connect()
    except (OSError, ValueError, HTTPException):
        raise Closed(f"No answer from {origin(url)}.") from None
    with closing(connection):
        try:
            connection.request(method, f"{parts.path.rstrip('/')}{path}", headers=dict(headers))
            response = connection.getresponse()
            body = response.read()
        except TimeoutError:
            raise Closed(f"No answer from {origin(url)}.") from None
        except (OSError, HTTPException) as error:
            raise Closed(f"The answer to {path} was cut off: {error!r}.") from None
    jar = SimpleCookie("; ".join(text.partition(";")[0] for text in response.headers.get_all("set-cookie", ())))
    answer = _Answer(response.status, body, {name: cookie.value for name, cookie in jar.items()})
    if answer.status >= 300:
        raise Closed(_reason(path, answer))
    return answer


def _reason(path: str, answer: _Answer) -> str:
    """Return the sentence of a rejection, or the status and the beginning of an unknown response."""
    try:
        return str(msgspec.json.decode(answer.body, type=Rejection))
    except msgspec.DecodeError:
        text = " ".join(answer.body.decode(errors="replace")[:_SHOWN].split())
        return f"{path} answers {answer.status}: {text}"
