"""Who is asking: the session in a cookie for browsers, or in `Authorization: Bearer` for programs."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie, State

from boston7.accounts import LoggedIn, Person, refuse_duty
from boston7.accounts.duties import Duty
from boston7.accounts.passwords import token_digest
from boston7.accounts.people import deny
from boston7.declare import Rejection
from boston7.server.answers import Rejected, bad_request, granted
from boston7.server.app_context import AppContext, app_context

SESSION = "boston7_session"
CSRF = "boston7_csrf"
DEVICE = "boston7_device"
CONSOLE = "boston7_console"
_DEVICE_LASTS = 180 * 24 * 60 * 60
CSRF_HEADER = "x-csrf-token"
_BEARER = "bearer "


class Asked(Request[Any, Any, State]):
    """A request. Its body is decoded once, to the type of the handler's `data`, as strictly as a message on the socket:
    "5", 5.0 and true are not 5."""

    async def json(self) -> Any:
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
    """The token a program carries in its header, or nothing."""
    return authorization[len(_BEARER) :].strip() if authorization.lower().startswith(_BEARER) else ""


def token_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    return bearer(connection.headers.get("authorization", "")) or connection.cookies.get(SESSION, "")


async def person_of(request: Asked, *, console: bool = False) -> Person | None:
    """Whoever is logged in, or nobody."""
    token = token_of(request)
    person = await app_context(request).desk.who(token, console=console) if token else None
    return person if isinstance(person, Person) else None


async def required(request: Asked, *, console: bool = False) -> Person:
    """Whoever is logged in; 401 for nobody. With `console`, also who signed on by PIN: see `Desk.who`."""
    token = token_of(request)
    if not token:
        raise Rejected("no_session", "Log in first.", "accounts")
    return granted(await app_context(request).desk.who(token, console=console))


async def on_duty(request: Asked, *duties: Duty, console: bool = False) -> Person:
    """Whoever is logged in and has one of these duties; 401 for nobody, 403 for anyone else."""
    person = await required(request, console=console)
    refusals = [refuse_duty(person, duty) for duty in duties]
    granted(refusals[0] if all(refusals) else not_yet(app_context(request), person, token_of(request)))
    return person


def at_this_table(request: Asked, table: str) -> None:
    """A PIN is good at the console of one table."""
    granted(app_context(request).desk.refuse_elsewhere(token_digest(token_of(request)), table))


def not_yet(context: AppContext, person: Person, token: str) -> Rejection | None:
    """Whoever came in with a password from a list chooses their own first; staff who have to have an
    authenticator app and have none do nothing but set one up."""
    if person.temporary and not context.desk.bound_to(token):
        return deny("new_password", "Choose your own password first: see your account.")
    if context.settings.second_factor and person.staff and not person.second_factor:
        return deny("second_factor", "Set up an authenticator app first: see your account.")
    return None


def secure(request: Asked) -> bool:
    return bool(request.scope.get("boston7_secure"))


def session_cookie(found: LoggedIn | None, *, secure: bool) -> Cookie:
    """For a login; without one, the cookie that takes the old one away. It ends with the browser or its session."""
    return Cookie(
        key=SESSION,
        value=found.token if found else "",
        path="/",
        httponly=True,
        secure=secure,
        samesite="strict",
        max_age=None if found else 0,
    )


def device_cookie(found: LoggedIn, *, secure: bool) -> Cookie:
    """By which this browser is known the next time; it opens nothing."""
    return Cookie(
        key=DEVICE,
        value=found.device,
        path="/api/",
        httponly=True,
        secure=secure,
        samesite="strict",
        max_age=_DEVICE_LASTS,
    )


def console_cookie(token: str, *, secure: bool) -> Cookie:
    """By which this browser is the console of a table; alone it opens nothing."""
    return Cookie(
        key=CONSOLE,
        value=token,
        path="/api/",
        httponly=True,
        secure=secure,
        samesite="strict",
        max_age=_DEVICE_LASTS if token else 0,
    )
