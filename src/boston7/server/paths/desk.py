"""The front desk over HTTP: guests, logins, and players' own settings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import msgspec
from litestar import Response
from litestar.params import FromPath, JSONBody

from boston7.accounts import LoggedIn
from boston7.accounts.logins import GUEST_LASTS
from boston7.accounts.people import LimitKind
from boston7.declare import Rejection
from boston7.game.kinds import Amount
from boston7.money import Cents
from boston7.server.answers import Rejected, granted
from boston7.server.me import Me, me_of
from boston7.server.routes import Body, Routes, Secret
from boston7.server.session import (
    DEVICE,
    Asked,
    device_cookie,
    person_of,
    session_cookie,
    token_of,
)

Days = Annotated[int, msgspec.Meta(ge=1, le=36_500)]
routes = Routes("you")


class Credentials(Secret, frozen=True):
    """`code` is from the authenticator app, if the person has set one up."""

    name: str
    password: str
    code: Annotated[str, msgspec.Meta(max_length=20)] = ""


class Nickname(Body, frozen=True):
    name: Annotated[str, msgspec.Meta(max_length=100)] = ""


class NewPassword(Secret, frozen=True):
    old: str
    new: str
    code: Annotated[str, msgspec.Meta(max_length=20)] = ""


class LimitWish(Body, frozen=True):
    """Loss and wager limits are in cents, the time limit in seconds per day. Null removes a limit."""

    amount: Amount | None


class Exclusion(Body, frozen=True):
    """`days` is null for a permanent exclusion."""

    days: Days | None


class GuestLink(msgspec.Struct, frozen=True):
    """`link` is the token, shown once. `expires` is in seconds since 1970."""

    link: str
    expires: int

    def __repr__(self) -> str:
        return "GuestLink(...)"


class UsedLink(Secret, frozen=True):
    link: Annotated[str, msgspec.Meta(max_length=100)]


class NewStake(msgspec.Struct, frozen=True):
    may: bool


@routes.get("/api/me", "Your account and your balance")
async def me(request: Asked) -> Me:
    return me_of(request.room, await person_of(request, console=True), token_of(request))


@routes.get("/api/guest", "Suggest a name for a guest")
async def suggestion(request: Asked) -> Nickname:
    """The name is not reserved: another guest can still take it first."""
    return Nickname(request.desk.nickname())


@routes.post("/api/guest", "Join as a guest with play money")
async def guest(request: Asked, data: JSONBody[Nickname | None] = None) -> Response[Me]:
    """Without a name, the server picks one. If you are logged in already, nothing changes."""
    present = await person_of(request)
    if present:
        return Response(me_of(request.room, present))
    return logged_in(request, await request.desk.guest(data.name if data else ""))


@routes.post("/api/me/link", "Make a link to another device as a guest", "play")
async def make_link(request: Asked) -> GuestLink:
    """The link works once, for ten minutes. A new one replaces the last one."""
    return GuestLink(*granted(await request.desk.guest_links.make(request.user.id)))


@routes.post("/api/me/link/cancel", "Cancel your link to another device", "play")
async def cancel_link(request: Asked) -> Me:
    await request.desk.guest_links.cancel(request.user)
    return again(request)


@routes.post("/api/guest/link", "Continue as a guest from another device")
async def use_link(request: Asked, data: JSONBody[UsedLink]) -> Response[Me]:
    """This ends the previous session of this browser."""
    before, found = token_of(request), await request.desk.guest_links.use(data.link)
    if before and isinstance(found, LoggedIn):
        await request.desk.log_out(before)
    return logged_in(request, found)


@routes.put("/api/me/name", "Rename a guest", "play")
async def name(request: Asked, data: JSONBody[Nickname]) -> Me:
    """You cannot change your name while you sit at a table."""
    granted(await request.room.rename(request.user, data.name))
    return again(request)


@routes.post("/api/login", "Log in with name and password")
async def login(request: Asked, data: JSONBody[Credentials]) -> Response[Me]:
    """Logging in ends the previous session of this browser, including a guest session."""
    before, found = token_of(request), await _log_in(request, data.name, data.password, data.code)
    if before and isinstance(found, LoggedIn):
        await request.desk.log_out(before)
    return logged_in(request, found)


@routes.post("/api/logout", "Log out")
async def logout(request: Asked) -> Response[Me]:
    await request.desk.log_out(token_of(request))
    return logged_out(request)


@routes.post("/api/password", "Change your own password", session=True)
async def password(request: Asked, data: JSONBody[NewPassword]) -> Response[Me]:
    """The change ends all your sessions, including this one."""
    person = request.user
    if not person.password:
        raise Rejected("no_password", "A guest has no password.", "accounts")
    await prove(request, data.old, data.code)
    granted(await request.desk.set_password(person.id, data.new, by=person))
    return logged_out(request)


@routes.put("/api/limits/{kind:str}", "Limit your own play", "play")
async def limit(request: Asked, kind: FromPath[LimitKind], data: JSONBody[LimitWish]) -> Me:
    """A tighter limit takes effect at once, a looser one after a day."""
    granted(await request.desk.set_limit(request.user.id, kind, data.amount))
    return again(request)


@routes.post("/api/exclude", "Exclude yourself from play", "play")
async def exclude(request: Asked, data: JSONBody[Exclusion]) -> Me:
    """The exclusion takes effect at once and cannot shorten an earlier one. You may finish a hand in play."""
    granted(await request.desk.exclude(request.user.id, data.days))
    return again(request)


@routes.get("/api/me/stake", "Whether you can get new play money", "play")
async def may_stake(request: Asked) -> NewStake:
    at_tables = await _chips(request)
    return NewStake(not isinstance(request.desk.new_stake(request.user.id, at_tables()), Rejection))


@routes.post("/api/me/stake", "Get new play money as a guest", "play")
async def stake(request: Asked) -> Me:
    """Raise the balance back to the first stake, for a guest with less than $20 in the cage and at tables."""
    granted(await request.desk.stake_again(request.user.id, await _chips(request)))
    return again(request)


async def prove(request: Asked, password: str, code: str) -> None:
    """Verify the user's password again. A wrong password counts as a failed login."""
    proof = granted(await _log_in(request, request.user.name, password, code))
    await request.desk.log_out(proof.token)


def logged_in(request: Asked, found: LoggedIn | Rejection) -> Response[Me]:
    found = granted(found)
    cookies = [session_cookie(request, found.token, GUEST_LASTS if found.person.guest else None)]
    if found.device:
        cookies.append(device_cookie(request, found.device))
    return Response(me_of(request.room, found.person, found.token), cookies=cookies)


async def _chips(request: Asked) -> Callable[[], Cents]:
    """Return a function that sums the user's chips at all tables."""
    room, person = request.room, request.user
    for table in room.summaries():
        if person.id in table.people:
            await room.visit(table.name)
    return lambda: sum(table.chips_of(person.id) for table in room.served())


def logged_out(request: Asked) -> Response[Me]:
    return Response(me_of(request.room, None), cookies=[session_cookie(request, "")])


def again(request: Asked) -> Me:
    return me_of(request.room, request.desk.find(request.user.id))


async def _log_in(request: Asked, name: str, password: str, code: str) -> LoggedIn | Rejection:
    address = str(request.scope.get("boston7_address", ""))
    device = request.cookies.get(DEVICE, "")
    return await request.desk.log_in(name, password, code, address=address, device=device)
