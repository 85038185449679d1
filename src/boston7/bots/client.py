"""What a bot asks for at the door, over HTTP: a guest's session, its end, a table's rules, a new stake."""

from __future__ import annotations

from http.client import HTTPException
from http.cookiejar import CookieJar
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlsplit
from urllib.request import BaseHandler, HTTPCookieProcessor, OpenerDirector, ProxyHandler, Request, build_opener

import msgspec

from boston7.house.model import House

_SECONDS = 10


class Closed(OSError):
    """The server said no, or something that is no answer of ours."""


def new_guest(url: str) -> str:
    """A new guest's token: what their browser would keep as the session cookie. Blocks."""
    cookies = CookieJar()
    opener = _opener(HTTPCookieProcessor(cookies))
    _read(opener, Request(f"{url}/api/me"))
    _read(opener, Request(f"{url}/api/guest", method="POST", headers=_signed(cookies)))
    for cookie in cookies:
        if cookie.name == "boston7_session" and cookie.value:
            return cookie.value
    raise Closed("The server returned no session.")


def house_at(url: str, token: str, table: str) -> House:
    """The rules in force at a table. Blocks."""
    answer = _read(_opener(), Request(f"{url}/api/tables/{quote(table, safe='')}/house", headers=_bearer(token)))
    raw = msgspec.json.decode(answer, type=dict[str, Any])
    return msgspec.convert({name: raw[name] for name in House.__struct_fields__ if name in raw}, House)


def new_stake(url: str, token: str) -> None:
    """Play money anew, for a guest who has lost theirs. Blocks."""
    _read(_opener(), Request(f"{url}/api/me/stake", method="POST", headers=_bearer(token)))


def log_out(url: str, token: str) -> None:
    """The session ends; whoever sits at a table is then gone for good. Blocks."""
    _read(_opener(), Request(f"{url}/api/logout", method="POST", headers=_bearer(token)))


def origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def socket_url(url: str) -> str:
    return f"ws{url.removeprefix('http')}/api/socket"


def _opener(*handlers: BaseHandler) -> OpenerDirector:
    """Straight to the server, which is often this very machine: no proxy in between."""
    return build_opener(ProxyHandler({}), *handlers)


def _bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def _signed(cookies: CookieJar) -> dict[str, str]:
    tokens = [cookie.value or "" for cookie in cookies if cookie.name == "boston7_csrf"]
    return {"x-csrf-token": tokens[0]} if tokens else {}


def _read(opener: OpenerDirector, request: Request) -> bytes:
    try:
        with opener.open(request, timeout=_SECONDS) as answer:
            body: bytes = answer.read()
            return body
    except HTTPError as error:
        with error:
            raise Closed(
                f"{request.selector} answers {error.code}: {error.read(300).decode(errors='replace')}"
            ) from None
    except HTTPException as error:
        raise Closed(f"{request.selector} was cut off: {error!r}") from None
    except (URLError, TimeoutError):
        raise Closed(f"no answer from {request.type}://{request.host}") from None
