"""The user's own security over HTTP: open sessions and the authenticator app."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Response
from litestar.params import FromPath, JSONBody

from boston7.accounts import second_factor
from boston7.server.answers import granted, not_found
from boston7.server.me import Me
from boston7.server.paths.desk import again, logged_out, prove
from boston7.server.paths.people import Row, row
from boston7.server.routes import Routes, Secret
from boston7.server.session import Asked, token_of

routes = Routes("you")
_ROOM = "Boston 7"


class SessionRow(msgspec.Struct, frozen=True):
    """Times are in seconds since 1970. `here` marks the session of this request."""

    opened: int
    seen: int
    here: bool


class Sessions(msgspec.Struct, frozen=True):
    sessions: tuple[SessionRow, ...]


class Code(Secret, frozen=True):
    code: Annotated[str, msgspec.Meta(min_length=1, max_length=20)]


class OwnPassword(Secret, frozen=True):
    password: str


class FactorBegun(msgspec.Struct, frozen=True):
    """The secret of an authenticator app, to type in or to open as a link."""

    secret: str
    address: str

    def __repr__(self) -> str:
        return "FactorBegun(...)"


@routes.get("/api/me/sessions", "List your sessions", session=True)
async def sessions(request: Asked) -> Sessions:
    found = request.desk.sessions_of(request.user.id, token_of(request))
    return Sessions(tuple(SessionRow(*one) for one in found))


@routes.post("/api/me/logout-everywhere", "Log out everywhere", session=True)
async def everywhere(request: Asked) -> Response[Me]:
    """This ends all your sessions, including this one."""
    granted(await request.desk.log_out_everywhere(request.user.id, by=request.user))
    return logged_out(request)


@routes.post("/api/me/second-factor", "Set up an authenticator app", session=True)
async def begin(request: Asked, data: JSONBody[OwnPassword]) -> FactorBegun:
    """The app takes effect once you confirm it with a code. The password is required, because otherwise anyone at an
    open session could lock out its owner."""
    factors = request.desk.factors
    granted(factors.refuse(request.user.id))
    await prove(request, data.password, "")
    secret = granted(await factors.begin(request.user))
    return FactorBegun(secret, second_factor.address(secret, _ROOM, request.user.name))


@routes.put("/api/me/second-factor", "Confirm the authenticator app", session=True)
async def confirm(request: Asked, data: JSONBody[Code]) -> Me:
    granted(await request.desk.factors.confirm(request.user, data.code))
    return again(request)


@routes.post("/api/me/second-factor/remove", "Remove the authenticator app", session=True)
async def remove(request: Asked, data: JSONBody[Code]) -> Me:
    granted(await request.desk.factors.remove(request.user, data.code))
    return again(request)


@routes.post(
    "/api/people/{id:str}/second-factor/reset", "Remove a person's authenticator app", "people", tags=["people"]
)
async def reset(request: Asked, id: FromPath[str]) -> Row:
    """For a lost phone. This ends all sessions of the person."""
    desk = request.desk
    person = desk.find(id)
    if person is None:
        raise not_found("No account with that name.")
    granted(await desk.factors.reset(person, request.user))
    return row(request, desk.people.persons[id])
