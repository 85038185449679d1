"""Setting a room up in the browser: the first admin, people from a file, PINs, and the consoles of tables."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, cast

import msgspec
from litestar import Response
from litestar.params import FromPath, JSONBody

from boston7.accounts.intake import Fault, Given
from boston7.declare import Rejection
from boston7.game.actors import PLATFORM
from boston7.game.commands import ApproveRequest
from boston7.game.requests import RequestNumber
from boston7.server.answers import Rejected, granted
from boston7.server.desk_paths import again, logged_in, prove
from boston7.server.me import Me
from boston7.server.people_paths import Row, row
from boston7.server.routes import Body, Routes, Secret
from boston7.server.session import (
    CONSOLE,
    Asked,
    console_cookie,
    session_cookie,
    token_of,
)

routes = Routes("set-up")
_FILE = 60_000
Short = Annotated[str, msgspec.Meta(max_length=100)]


class FirstAdmin(Secret, frozen=True):
    """`token` is that of the link which the first start has printed."""

    token: Short
    name: str
    password: str


class SetUp(msgspec.Struct, frozen=True):
    """Whether the first admin is still to come."""

    awaited: bool


class PeopleFile(Body, frozen=True):
    """CSV with name and role, one person a line."""

    csv: Annotated[str, msgspec.Meta(max_length=_FILE)]


class TakenIn(msgspec.Struct, frozen=True):
    """Told once: nothing of it can be asked for again."""

    people: tuple[Given, ...]


class PinChoice(Secret, frozen=True):
    """4 to 12 digits; empty takes the PIN away."""

    pin: Short


class OwnPin(Secret, frozen=True):
    """Your new PIN, with the password you have; `code` for whoever has an authenticator app."""

    password: Annotated[str, msgspec.Meta(max_length=1000)]
    pin: Short
    code: Short = ""


class Screens(msgspec.Struct, frozen=True):
    """How many screens are consoles of a table."""

    table: str
    screens: int


class Consoles(msgspec.Struct, frozen=True):
    consoles: tuple[Screens, ...]


class Console(msgspec.Struct, frozen=True):
    """The table whose console this browser is, and whose PIN counts there: dealers sign on, supervisors approve.
    Nothing for any other browser."""

    table: str
    dealers: tuple[str, ...]
    supervisors: tuple[str, ...] = ()


class SignOn(Secret, frozen=True):
    name: Short
    pin: Short


class PinApproval(Secret, frozen=True):
    """`number` is that of the request. The same `id` again has no further effect."""

    id: Short
    number: RequestNumber
    name: Short
    pin: Short


@routes.get("/api/setup", "Whether this room waits for its first admin")
async def setup(request: Asked) -> SetUp:
    return SetUp(request.context.first.awaited(request.desk))


@routes.post("/api/setup", "Make the first admin")
async def first_admin(request: Asked, data: JSONBody[FirstAdmin]) -> Response[Me]:
    """With the token of the link that the start has printed, once."""
    first = request.context.first
    if not first.awaited(request.desk):
        raise Rejected("already_done", "This room is set up. Log in.", "accounts")
    if not first.fits(data.token):
        raise Rejected("wrong_link", "This is not the link printed at startup. Use the newest one.", "accounts")
    return logged_in(request, await request.desk.intake.first_admin(data.name.strip(), data.password))


@routes.post("/api/people/import", "Add people from a CSV", "people", status_code=201)
async def take_in(request: Asked, data: JSONBody[PeopleFile]) -> TakenIn:
    """Everybody in the file, or nobody. Each gets a password for the first login, dealers a PIN too."""
    done = cast(list[Given | Fault], granted(await request.desk.intake.take_in(data.csv, by=request.user)))
    faults = [each for each in done if isinstance(each, Fault)]
    if faults:
        lines = "\n".join(f"Line {each.line}: {each.reason}" for each in faults[:40])
        raise Rejected("bad_file", f"Nobody was added.\n{lines}", "accounts")
    return TakenIn(tuple(each for each in done if isinstance(each, Given)))


@routes.put("/api/people/{id:str}/pin", "Set a person's PIN", "people")
async def pin(request: Asked, id: FromPath[str], data: JSONBody[PinChoice]) -> Row:
    """For the consoles of tables, and for nothing else. It ends what the old one opened."""
    granted(await request.desk.consoles.set_pin(id, data.pin, by=request.user))
    return row(request, request.desk.people.persons[id])


@routes.put("/api/me/pin", "Set your own PIN", "deal", "floor", "play")
async def own_pin(request: Asked, data: JSONBody[OwnPin]) -> Me:
    """A dealer or supervisor for consoles, with their password: whoever gave out the first PIN knows it. A player for
    their front money at the cage. It ends what the old one opened."""
    desk = request.desk
    await prove(request, data.password, data.code)
    granted(await desk.consoles.set_pin(request.user.id, data.pin, by=request.user))
    desk.holders.guard.forget(request.user.id)
    return again(request)


@routes.get("/api/consoles", "Which tables have consoles", "tables")
async def all_consoles(request: Asked) -> Consoles:
    found = Counter(request.desk.people.consoles.values())
    return Consoles(tuple(Screens(table, screens) for table, screens in sorted(found.items())))


@routes.get("/api/console", "Whose console this browser is")
async def console(request: Asked) -> Console:
    return _console(request, request.cookies.get(CONSOLE, ""))


@routes.post("/api/tables/{name:str}/console", "Make a console", "tables")
async def make_console(request: Asked, name: FromPath[str]) -> Response[Console]:
    """This browser becomes the console of the table, and whoever made it so is logged out of it."""
    request.context.summary(name)
    token = granted(await request.desk.consoles.make(name, by=request.user))
    await request.desk.log_out(token_of(request))
    cookies = [console_cookie(request, token), session_cookie(request, "")]
    return Response(_console(request, token), cookies=cookies)


@routes.post("/api/tables/{name:str}/console/remove", "Remove every console of a table", "tables")
async def remove_consoles(request: Asked, name: FromPath[str]) -> Console:
    """For a tablet that was lost. Whoever is signed on there by PIN is signed off."""
    request.context.summary(name)
    granted(await request.desk.consoles.remove(name, by=request.user))
    return Console("", ())


@routes.post("/api/console/sign-on", "Sign on by PIN")
async def sign_on(request: Asked, data: JSONBody[SignOn]) -> Response[Me]:
    """At the console of a table only, and good for that table only."""
    desk, before = request.desk, token_of(request)
    found = await desk.consoles.sign_on(request.cookies.get(CONSOLE, ""), data.name, data.pin)
    if before and not isinstance(found, Rejection):
        await desk.log_out(before)
    return logged_in(request, found)


@routes.post("/api/console/approve", "Approve a request by PIN")
async def approve(request: Asked, data: JSONBody[PinApproval]) -> Console:
    """A supervisor at the dealer's console, for one request of its table. Whoever is signed on there stays."""
    context, cookie = request.context, request.cookies.get(CONSOLE, "")
    person = granted(await context.desk.consoles.prove(cookie, data.name, data.pin))
    table = await context.table(context.desk.consoles.table(cookie))
    granted(await table.submit(data.id, ApproveRequest(PLATFORM, data.number), person))
    return _console(request, cookie)


def _console(request: Asked, cookie: str) -> Console:
    consoles = request.desk.consoles
    table = consoles.table(cookie)
    if not table:
        return Console("", ())
    return Console(table, tuple(consoles.with_pin("dealer")), tuple(consoles.with_pin("supervisor")))
