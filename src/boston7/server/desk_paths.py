"""The front desk over HTTP: coming in, going out, and what players set themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import msgspec
from litestar import Response, get, post, put
from litestar.params import FromPath, JSONBody

from boston7.accounts import LoggedIn, Person
from boston7.accounts.people import LimitKind
from boston7.declare import Rejection
from boston7.game.kinds import Amount
from boston7.money import Cents
from boston7.server.answers import TROUBLES, Rejected, granted
from boston7.server.app_context import AppContext, app_context
from boston7.server.me import Me, me_of
from boston7.server.session import (
    DEVICE,
    Asked,
    device_cookie,
    on_duty,
    person_of,
    required,
    secure,
    session_cookie,
    token_of,
)

Days = Annotated[int, msgspec.Meta(ge=1, le=36_500)]
_TAGS = ["you"]


class Credentials(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`code` is that of an authenticator app, for whoever has set one up."""

    name: str
    password: str
    code: Annotated[str, msgspec.Meta(max_length=20)] = ""

    def __repr__(self) -> str:
        return "Credentials(...)"


class Nickname(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, msgspec.Meta(max_length=100)] = ""


class NewPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    old: str
    new: str
    code: Annotated[str, msgspec.Meta(max_length=20)] = ""

    def __repr__(self) -> str:
        return "NewPassword(...)"


class LimitWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Cents for loss and wager, seconds a day for time; null takes the limit away."""

    amount: Amount | None


class Exclusion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Days, or null for good."""

    days: Days | None


class NewStake(msgspec.Struct, frozen=True):
    may: bool


@get("/api/me", responses=TROUBLES, tags=_TAGS, summary="Who you are and what you have")
async def me(request: Asked) -> Me:
    return me_of(app_context(request).room, await person_of(request, console=True), token_of(request))


@get("/api/guest", responses=TROUBLES, tags=_TAGS, summary="A free name for a guest")
async def suggestion(request: Asked) -> Nickname:
    """Nothing is reserved: it is taken by whoever comes in with it first."""
    return Nickname(app_context(request).desk.nickname())


@post("/api/guest", status_code=200, responses=TROUBLES, tags=_TAGS, summary="Join as a guest with play money")
async def guest(request: Asked, data: JSONBody[Nickname | None] = None) -> Response[Me]:
    """Under your own name, or without one under a name of ours. Whoever is logged in already stays who they are."""
    desk = app_context(request).desk
    present = await person_of(request)
    if present:
        return Response(me_of(app_context(request).room, present))
    return come_in(request, await desk.guest(data.name if data else ""))


@put("/api/me/name", responses=TROUBLES, tags=_TAGS, summary="Another name for a guest")
async def name(request: Asked, data: JSONBody[Nickname]) -> Me:
    """Not while you sit at a table: you are known there by the name you have."""
    context = app_context(request)
    person = await on_duty(request, "play")
    granted(await context.room.rename(person, data.name))
    return again(request, person)


@post("/api/login", status_code=200, responses=TROUBLES, tags=_TAGS, summary="Log in with name and password")
async def login(request: Asked, data: JSONBody[Credentials]) -> Response[Me]:
    """Whoever was logged in here before, a guest too, is logged out by it."""
    desk, before = app_context(request).desk, token_of(request)
    found = await desk.log_in(
        data.name, data.password, data.code, address=_address(request), device=request.cookies.get(DEVICE, "")
    )
    if before and isinstance(found, LoggedIn):
        await desk.log_out(before)
    return come_in(request, found)


@post("/api/logout", status_code=200, responses=TROUBLES, tags=_TAGS, summary="Log out")
async def logout(request: Asked) -> Response[Me]:
    desk = app_context(request).desk
    await desk.log_out(token_of(request))
    return Response(me_of(app_context(request).room, None), cookies=[session_cookie(None, secure=secure(request))])


@post("/api/password", status_code=200, responses=TROUBLES, tags=_TAGS, summary="Change your own password")
async def password(request: Asked, data: JSONBody[NewPassword]) -> Response[Me]:
    """It ends every session of yours, this one too."""
    desk = app_context(request).desk
    person = await required(request)
    if not person.password:
        raise Rejected("no_password", "A guest has no password.", "accounts")
    await prove(request, person, data.old, data.code)
    granted(await desk.set_password(person.id, data.new, by=person))
    return Response(me_of(app_context(request).room, None), cookies=[session_cookie(None, secure=secure(request))])


@put("/api/limits/{kind:str}", responses=TROUBLES, tags=_TAGS, summary="Limit your own play")
async def limit(request: Asked, kind: FromPath[LimitKind], data: JSONBody[LimitWish]) -> Me:
    """A tighter limit holds at once, a looser one after a day."""
    person = await on_duty(request, "play")
    granted(await app_context(request).desk.set_limit(person.id, kind, data.amount))
    return again(request, person)


@post("/api/exclude", status_code=200, responses=TROUBLES, tags=_TAGS, summary="Exclude yourself from play")
async def exclude(request: Asked, data: JSONBody[Exclusion]) -> Me:
    """At once, and never shorter than an exclusion already chosen. A hand in play is finished."""
    person = await on_duty(request, "play")
    granted(await app_context(request).desk.exclude(person.id, data.days))
    return again(request, person)


@get("/api/me/stake", responses=TROUBLES, tags=_TAGS, summary="Whether you would get new play money")
async def may_stake(request: Asked) -> NewStake:
    person = await on_duty(request, "play")
    at_tables = await _chips(app_context(request), person)
    return NewStake(not isinstance(app_context(request).desk.new_stake(person.id, at_tables()), Rejection))


@post("/api/me/stake", status_code=200, responses=TROUBLES, tags=_TAGS, summary="New play money for a broke guest")
async def stake(request: Asked) -> Me:
    """Up to the first stake again, for a guest with less than $20 in the cage and at tables."""
    context = app_context(request)
    person = await on_duty(request, "play")
    granted(await context.desk.stake_again(person.id, await _chips(context, person)))
    return again(request, person)


async def prove(request: Asked, person: Person, password: str, code: str) -> None:
    """That it is they who sit here, by the password they have; wrong ones count as at the door."""
    desk = app_context(request).desk
    device = request.cookies.get(DEVICE, "")
    proof = granted(await desk.log_in(person.name, password, code, address=_address(request), device=device))
    await desk.log_out(proof.token)


def come_in(request: Asked, found: LoggedIn | Rejection) -> Response[Me]:
    found = granted(found)
    cookies = [session_cookie(found, secure=secure(request))]
    if found.device:
        cookies.append(device_cookie(found, secure=secure(request)))
    return Response(me_of(app_context(request).room, found.person, found.token), cookies=cookies)


async def _chips(context: AppContext, person: Person) -> Callable[[], Cents]:
    """What they have at tables, in the moment it is asked for."""
    room = context.room
    for table in room.summaries():
        if person.id in table.people:
            await room.visit(table.name)
    return lambda: sum(table.chips_of(person.id) for table in room.served())


def again(request: Asked, person: Person) -> Me:
    room = app_context(request).room
    return me_of(room, room.desk.find(person.id))


def _address(request: Asked) -> str:
    return str(request.scope.get("boston7_address", ""))


handlers = [me, suggestion, guest, name, login, logout, password, limit, exclude, may_stake, stake]
