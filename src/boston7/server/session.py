"""Authentication: the session in a cookie for browsers, or in `Authorization: Bearer` for programs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import msgspec
from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie, State

from boston7.accounts import Desk, Person, refuse_duty
from boston7.accounts.duties import Duty
from boston7.accounts.passwords import token_digest
from boston7.accounts.people import deny
from boston7.declare import Rejection
from boston7.server.answers import Rejected, bad_request, granted
from boston7.server.app_context import AppContext
from boston7.server.reading.reports import Reports
from boston7.shift.book import Event
from boston7.shift.kinds import Signature
from boston7.shift.stream import ShiftStream, known_day, signature
from boston7.table import Room

SESSION = "boston7_session"
CSRF = "boston7_csrf"
DEVICE = "boston7_device"
CONSOLE = "boston7_console"
_DEVICE_LASTS = 180 * 24 * 60 * 60
CSRF_HEADER = "x-csrf-token"
_BEARER = "bearer "


Decided = TypeVar("Decided", bound=Event)


class Asked(Request[Person, Any, State]):
    """A request. `user` is set on paths that require duties or a session."""

    @property
    def context(self) -> AppContext:
        found: AppContext = self.app.state.app_context
        return found

    @property
    def room(self) -> Room:
        return self.context.room

    @property
    def desk(self) -> Desk:
        return self.room.desk

    @property
    def shift(self) -> ShiftStream:
        return self.room.shift

    @property
    def reports(self) -> Reports:
        return self.context.reports

    def day(self, named: str) -> str:
        """Return the gaming day that a parameter names, or today."""
        if named and not known_day(named):
            raise bad_request("Write the day like 2026-11-16.")
        return named or self.shift.today()

    async def enter(self, decide: Callable[[Signature], Decided | Rejection]) -> Decided:
        """Append an entry to the shift book with the user's signature, or end the request with the rejection."""
        by = signature(self.user)
        return cast(Decided, granted(await self.shift.change(lambda: decide(by), self.user)))

    async def json(self) -> Any:
        """Decode the body to the type of the handler's `data`, as strictly as a socket message. For an integer field,
        "5", 5.0 and true are rejected."""
        kind = self.route_handler.parsed_fn_signature.parameters["data"].annotation
        try:
            return msgspec.json.decode(await self.body(), type=kind)
        except RecursionError:
            raise bad_request("Invalid request: it is nested too deep.") from None
        except UnicodeError:
            raise bad_request("Invalid request: it is not UTF-8 text.") from None
        except msgspec.DecodeError as error:
            raise bad_request(f"Invalid request: {error}.") from None


def bearer(authorization: str) -> str:
    """Return the token of a program's Authorization header, or an empty string."""
    return authorization[len(_BEARER) :].strip() if authorization.lower().startswith(_BEARER) else ""


def token_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    return bearer(connection.headers.get("authorization", "")) or connection.cookies.get(SESSION, "")


async def person_of(request: Asked, *, console: bool = False) -> Person | None:
    """Return the person who is logged in, or None."""
    token = token_of(request)
    person = await request.desk.who(token, console=console) if token else None
    return person if isinstance(person, Person) else None


async def required(request: Asked, *, console: bool = False) -> Person:
    """Return the person who is logged in, or end the request with 401. With `console`, a sign-on by PIN is enough (see
    `Desk.who`)."""
    token = token_of(request)
    if not token:
        raise Rejected("no_session", "Log in first.", "accounts")
    return granted(await request.desk.who(token, console=console))


def refuse_duties(context: AppContext, person: Person, token: str, duties: tuple[Duty, ...]) -> Rejection | None:
    """Reject a person who has none of these duties, or who must complete their account first."""
    refusals = [refuse_duty(person, duty) for duty in duties]
    return refusals[0] if all(refusals) else not_yet(context, person, token)


def at_this_table(request: Asked, table: str) -> None:
    """End the request if the user signed on by PIN at the console of another table."""
    granted(request.desk.refuse_elsewhere(token_digest(token_of(request)), table))


def not_yet(context: AppContext, person: Person, token: str) -> Rejection | None:
    """Reject people who must first change an issued password, and staff who still need an authenticator app."""
    if person.temporary and not context.desk.bound_to(token):
        return deny("new_password", "Choose your own password first: see your account.")
    if context.settings.second_factor and person.staff and not person.second_factor:
        return deny("second_factor", "Set up an authenticator app first: see your account.")
    return None


def session_cookie(request: Asked, token: str, lasts: int | None = None) -> Cookie:
    """Return the session cookie. Without `lasts`, in seconds, it ends with the browser. An empty token removes it."""
    return _cookie(request, SESSION, token, "/", lasts)


def device_cookie(request: Asked, token: str) -> Cookie:
    """Return the cookie that marks a browser from which somebody has logged in before. It grants no access."""
    return _cookie(request, DEVICE, token, "/api/", _DEVICE_LASTS)


def console_cookie(request: Asked, token: str) -> Cookie:
    """Return the cookie that makes a browser the console of a table. It grants no access by itself."""
    return _cookie(request, CONSOLE, token, "/api/", _DEVICE_LASTS)


def _cookie(request: Asked, key: str, token: str, path: str, lasts: int | None) -> Cookie:
    secure, age = bool(request.scope.get("boston7_secure")), lasts if token else 0
    return Cookie(key=key, value=token, path=path, httponly=True, secure=secure, samesite="strict", max_age=age)
