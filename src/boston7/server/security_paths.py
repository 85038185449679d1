"""One's own security over HTTP: where one is logged in, and the authenticator app."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Response, get, post, put
from litestar.params import FromPath, JSONBody

from boston7.accounts import second_factor
from boston7.server.answers import TROUBLES, granted, not_found
from boston7.server.app_context import app_context
from boston7.server.desk_paths import again, prove
from boston7.server.me import Me, me_of
from boston7.server.people_paths import Row, row
from boston7.server.session import Asked, on_duty, required, secure, session_cookie, token_of

_TAGS = ["you"]
_ROOM = "Boston 7"


class SessionRow(msgspec.Struct, frozen=True):
    """Seconds since 1970. `here`: the one that asks."""

    opened: int
    seen: int
    here: bool


class Sessions(msgspec.Struct, frozen=True):
    sessions: tuple[SessionRow, ...]


class Code(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    code: Annotated[str, msgspec.Meta(min_length=1, max_length=20)]

    def __repr__(self) -> str:
        return "Code(...)"


class OwnPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    password: str

    def __repr__(self) -> str:
        return "OwnPassword(...)"


class FactorBegun(msgspec.Struct, frozen=True):
    """To be typed into an authenticator app, or opened by one."""

    secret: str
    address: str

    def __repr__(self) -> str:
        return "FactorBegun(...)"


@get("/api/me/sessions", responses=TROUBLES, tags=_TAGS, summary="Where you are logged in")
async def sessions(request: Asked) -> Sessions:
    person = await required(request)
    found = app_context(request).desk.sessions_of(person.id, token_of(request))
    return Sessions(tuple(SessionRow(*one) for one in found))


@post("/api/me/logout-everywhere", status_code=200, responses=TROUBLES, tags=_TAGS, summary="Log out everywhere")
async def everywhere(request: Asked) -> Response[Me]:
    """Every session of yours ends, this one too."""
    desk = app_context(request).desk
    person = await required(request)
    granted(await desk.log_out_everywhere(person.id, by=person))
    return Response(me_of(app_context(request).room, None), cookies=[session_cookie(None, secure=secure(request))])


@post("/api/me/second-factor", status_code=200, responses=TROUBLES, tags=_TAGS, summary="Set up an authenticator app")
async def begin(request: Asked, data: JSONBody[OwnPassword]) -> FactorBegun:
    """It counts once it is confirmed with a code. Whoever found a session open could lock its owner out with it, so
    the password is asked for."""
    person, factors = await required(request), app_context(request).desk.factors
    granted(factors.refuse(person.id))
    await prove(request, person, data.password, "")
    secret = granted(await factors.begin(person))
    return FactorBegun(secret, second_factor.address(secret, _ROOM, person.name))


@put("/api/me/second-factor", responses=TROUBLES, tags=_TAGS, summary="Confirm the authenticator app")
async def confirm(request: Asked, data: JSONBody[Code]) -> Me:
    person = await required(request)
    granted(await app_context(request).desk.factors.confirm(person, data.code))
    return again(request, person)


@post("/api/me/second-factor/remove", status_code=200, responses=TROUBLES, tags=_TAGS, summary="Remove it")
async def remove(request: Asked, data: JSONBody[Code]) -> Me:
    person = await required(request)
    granted(await app_context(request).desk.factors.remove(person, data.code))
    return again(request, person)


@post(
    "/api/people/{id:str}/second-factor/reset",
    status_code=200,
    responses=TROUBLES,
    tags=["people"],
    summary="Remove a person's authenticator app",
)
async def reset(request: Asked, id: FromPath[str]) -> Row:
    """For a lost phone. It ends every session of theirs."""
    by = await on_duty(request, "people")
    desk = app_context(request).desk
    person = desk.find(id)
    if person is None:
        raise not_found("No account with that name.")
    granted(await desk.factors.reset(person, by))
    return row(request, desk.people.persons[id])


handlers = [sessions, everywhere, begin, confirm, remove, reset]
