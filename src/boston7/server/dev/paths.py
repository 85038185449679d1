"""The HTTP routes of a development room, on loopback only: one-click logins and notification of changed files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec
from litestar import Response
from litestar.params import FromQuery, JSONBody

from boston7.accounts import PersonRole
from boston7.server import pages
from boston7.server.answers import granted, not_found
from boston7.server.app_context import AppContext
from boston7.server.config import loopback
from boston7.server.dev.seed import PLACES, PLAYERS, STAFF
from boston7.server.me import HOMES, Me, me_of
from boston7.server.routes import Body, Routes
from boston7.server.session import Asked, session_cookie

if TYPE_CHECKING:
    from boston7.server.dev.watch import Watch


class Dev(msgspec.Struct, frozen=True):
    """A development room: the password of all accounts, and the watched files."""

    password: str
    watch: Watch

    def __repr__(self) -> str:
        return "Dev(...)"


class DevPerson(msgspec.Struct, frozen=True):
    name: str
    role: str
    home: str


class DevTable(msgspec.Struct, frozen=True):
    name: str
    about: str
    live: bool


class DevRoom(msgspec.Struct, frozen=True):
    people: tuple[DevPerson, ...]
    tables: tuple[DevTable, ...]


class Wanted(Body, frozen=True):
    name: str


class Stamp(msgspec.Struct, frozen=True):
    pages: str


routes = Routes()


def _dev(request: Asked) -> tuple[AppContext, Dev]:
    """Return the context of a request from this machine, or end the request with 404. Other rooms do not have these
    routes."""
    context = request.context
    client = request.client
    if context.dev is None or client is None or not loopback(client.host):
        raise not_found("Page not found.")
    return context, context.dev


@routes.get("/dev", include_in_schema=False)
async def page(request: Asked) -> Response[bytes]:
    return pages.reloading(pages.ASSETS.now().file("pages/dev.html"))


@routes.get("/api/dev", include_in_schema=False)
async def room(request: Asked) -> DevRoom:
    context, _ = _dev(request)
    people: dict[str, PersonRole] = {**STAFF, **dict.fromkeys(PLAYERS, "player")}
    tables = [table for table in PLACES if table.name in context.room.directory]
    return DevRoom(
        tuple(DevPerson(name, role, HOMES[role]) for name, role in people.items()),
        tuple(DevTable(table.name, table.about, context.room.summary(table.name).live) for table in tables),
    )


@routes.post("/api/dev/login", "", include_in_schema=False)
async def log_in(request: Asked, data: JSONBody[Wanted]) -> Response[Me]:
    """Log in as in any other room, with the shared password filled in."""
    context, dev = _dev(request)
    found = granted(await context.desk.log_in(data.name, dev.password))
    return Response(me_of(context.room, found.person), cookies=[session_cookie(request, found.token)])


@routes.get("/api/dev/changes", include_in_schema=False)
async def changes(request: Asked, since: Annotated[FromQuery[str], "The page's present digest."] = "") -> Stamp:
    context, dev = _dev(request)
    return Stamp(await dev.watch.pages_since(since, lambda: context.closing))
