"""What a bot asks for at the door, over HTTP: a guest's session, its end, a table's rules, a new stake."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote, urlsplit

import httpx
import msgspec

from boston7.declare import Rejection
from boston7.house.model import House

_SECONDS = 10
_SHOWN = 300
"""Characters of an answer that is none of ours."""


class Closed(OSError):
    """The server said no, or something that is no answer of ours."""


def new_guest(url: str) -> str:
    """A new guest's token: what their browser would keep as the session cookie. Blocks."""
    with _client(url) as client:
        _ask(client, "GET", "/api/me")  # any GET sets the token that a POST has to show again
        _ask(client, "POST", "/api/guest", {"x-csrf-token": client.cookies.get("boston7_csrf") or ""})
        token = client.cookies.get("boston7_session")
    if not token:
        raise Closed("The server returned no session.")
    return token


def house_at(url: str, token: str, table: str) -> House:
    """The rules in force at a table. Blocks."""
    raw = msgspec.json.decode(
        _once(url, token, "GET", f"/api/tables/{quote(table, safe='')}/house"), type=dict[str, Any]
    )
    return msgspec.convert({name: raw[name] for name in House.__struct_encode_fields__ if name in raw}, House)


def new_stake(url: str, token: str) -> None:
    """Play money anew, for a guest who has lost theirs. Blocks."""
    _once(url, token, "POST", "/api/me/stake")


def log_out(url: str, token: str) -> None:
    """The session ends; whoever sits at a table is then gone for good. Blocks."""
    _once(url, token, "POST", "/api/logout")


def origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def socket_url(url: str) -> str:
    return f"ws{url.removeprefix('http')}/api/socket"


def _client(url: str) -> httpx.Client:
    """Connect without a proxy: the server is often this very machine.

    Read no certificates for plain HTTP. They take a megabyte that the garbage collector does not see, and 15 ms."""
    return httpx.Client(base_url=url, timeout=_SECONDS, trust_env=False, verify=url.startswith("https:"))


def _once(url: str, token: str, method: str, path: str) -> bytes:
    with _client(url) as client:
        return _ask(client, method, path, {"Authorization": f"Bearer {token}"})


def _ask(client: httpx.Client, method: str, path: str, headers: dict[str, str] | None = None) -> bytes:
    try:
        answer = client.request(method, path, headers=headers)
    except (httpx.RemoteProtocolError, httpx.ReadError, httpx.DecodingError) as error:
        raise Closed(f"The answer to {path} was cut off: {error!r}.") from None
    except (httpx.HTTPError, httpx.InvalidURL):
        raise Closed(f"No answer from {origin(str(client.base_url))}.") from None
    if answer.is_error or answer.is_redirect:
        raise Closed(_reason(path, answer))
    return answer.content


def _reason(path: str, answer: httpx.Response) -> str:
    """The sentence of a refusal; of an answer that is not ours, its status and its beginning."""
    try:
        return str(msgspec.json.decode(answer.content, type=Rejection))
    except msgspec.DecodeError:
        text = " ".join(answer.text[:_SHOWN].split())
        return f"{path} answers {answer.status_code}: {text}"
