"""Room setup in the browser: the first admin, people from a file, PINs, and table consoles."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, cast

import msgspec
from litestar import Response
from litestar.params import FromPath, JSONBody

from boston7.accounts.intake import Fault, Given
from boston7.declare import Rejection
from boston7.game.actors import PLATFORM
from boston7.game.approval_requests import RequestNumber
from boston7.game.commands import ApproveRequest
from boston7.server.answers import Rejected, granted
from boston7.server.me import Me
from boston7.server.paths.desk import again, logged_in, prove
from boston7.server.paths.people import Row, row
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
    """`token` is from the link that the first start printed."""

    token: Short
    name: str
    password: str


class SetUp(msgspec.Struct, frozen=True):
    """`awaited` is true until the first admin exists."""

    awaited: bool


class PeopleFile(Body, frozen=True):
    """CSV with name and role, one person per line."""

    csv: Annotated[str, msgspec.Meta(max_length=_FILE)]


class TakenIn(msgspec.Struct, frozen=True):
    """Passwords and PINs, shown once; they cannot be retrieved later."""

    people: tuple[Given, ...]


class PinChoice(Secret, frozen=True):
    """4 to 12 digits. An empty PIN removes the current one."""

    pin: Short


class OwnPin(Secret, frozen=True):
    """Your new PIN and your password, with a `code` if you have an authenticator app."""

    password: Annotated[str, msgspec.Meta(max_length=1000)]
    pin: Short
    code: Short = ""


class Screens(msgspec.Struct, frozen=True):
    """The number of browsers registered as consoles of a table."""

    table: str
    screens: int


class Consoles(msgspec.Struct, frozen=True):
    consoles: tuple[Screens, ...]


class Console(msgspec.Struct, frozen=True):
    """The console's table, and the people whose PIN is valid there: dealers sign on, supervisors approve. Empty for a
    browser that is not a console."""

    table: str
    dealers: tuple[str, ...]
    supervisors: tuple[str, ...] = ()


class SignOn(Secret, frozen=True):
    name: Short
    pin: Short


class PinApproval(Secret, frozen=True):
    """`number` identifies the request for approval. A repeated `id` has no further effect."""

    id: Short
    number: RequestNumber
    name: Short
    pin: Short


@routes.get("/api/setup", "Whether this room waits for its first admin")
async def setup(request: Asked) -> SetUp:
    return SetUp(request.context.first.awaited(request.desk))


@routes.post("/api/setup", "Create the first admin")
async def first_admin(request: Asked, data: JSONBody[FirstAdmin]) -> Response[Me]:
    """The token is from the link that the first start printed. It works once."""
    first = request.context.first
    if not first.awaited(request.desk):
        raise Rejected("already_done", "This room is set up. Log in.", "accounts")
    if not first.fits(data.token):
        raise Rejected("wrong_link", "This is not the link printed at startup. Use the newest one.", "accounts")
    return logged_in(request, await request.desk.intake.first_admin(data.name.strip(), data.password))


@routes.post("/api/people/import", "Add people from a CSV", "people", status_code=201)
async def take_in(request: Asked, data: JSONBody[PeopleFile]) -> TakenIn:
    """If one line is invalid, nobody is added. Each person gets a first password; dealers also get a PIN."""
    done = cast(list[Given | Fault], granted(await request.desk.intake.take_in(data.csv, by=request.user)))
    faults = [each for each in done if isinstance(each, Fault)]
    if faults:
        lines = "\n".join(f"Line {each.line}: {each.reason}" for each in faults[:40])
        raise Rejected("bad_file", f"Nobody was added.\n{lines}", "accounts")
    return TakenIn(tuple(each for each in done if isinstance(each, Given)))


@routes.put("/api/people/{id:str}/pin", "Set a person's PIN", "people")
async def pin(request: Asked, id: FromPath[str], data: JSONBody[PinChoice]) -> Row:
    """The PIN works only at table consoles. Sessions opened with the old PIN end."""
    granted(await request.desk.consoles.set_pin(id, data.pin, by=request.user))
    return row(request, request.desk.people.persons[id])


@routes.put("/api/me/pin", "Set your own PIN", "deal", "floor", "play")
async def own_pin(request: Asked, data: JSONBody[OwnPin]) -> Me:
    """For a dealer or supervisor at consoles, or for a player's front money at the cage. The password is required,
    because somebody else issued the first PIN and knows it. Sessions opened with the old PIN end."""
    desk = request.desk
    await prove(request, data.password, data.code)
    granted(await desk.consoles.set_pin(request.user.id, data.pin, by=request.user))
    desk.holders.guard.forget(request.user.id)
    return again(request)


@routes.get("/api/consoles", "List the tables with consoles", "tables")
async def all_consoles(request: Asked) -> Consoles:
    found = Counter(request.desk.people.consoles.values())
    return Consoles(tuple(Screens(table, screens) for table, screens in sorted(found.items())))


@routes.get("/api/console", "The table of this console")
async def console(request: Asked) -> Console:
    return _console(request, request.cookies.get(CONSOLE, ""))


@routes.post("/api/tables/{name:str}/console", "Make this browser a console", "tables")
async def make_console(request: Asked, name: FromPath[str]) -> Response[Console]:
    """This browser becomes a console of the table, and you are logged out of it."""
    request.context.summary(name)
    token = granted(await request.desk.consoles.make(name, by=request.user))
    await request.desk.log_out(token_of(request))
    cookies = [console_cookie(request, token), session_cookie(request, "")]
    return Response(_console(request, token), cookies=cookies)


@routes.post("/api/tables/{name:str}/console/remove", "Remove all consoles of a table", "tables")
async def remove_consoles(request: Asked, name: FromPath[str]) -> Console:
    """For a lost tablet. This signs off everybody who signed on there by PIN."""
    request.context.summary(name)
    granted(await request.desk.consoles.remove(name, by=request.user))
    return Console("", ())


@routes.post("/api/console/sign-on", "Sign on by PIN")
async def sign_on(request: Asked, data: JSONBody[SignOn]) -> Response[Me]:
    """Works only at the console of a table. The session is valid only for that table."""
    desk, before = request.desk, token_of(request)
    found = await desk.consoles.sign_on(request.cookies.get(CONSOLE, ""), data.name, data.pin)
    if before and not isinstance(found, Rejection):
        await desk.log_out(before)
    return logged_in(request, found)


@routes.post("/api/console/approve", "Approve a request by PIN")
async def approve(request: Asked, data: JSONBody[PinApproval]) -> Console:
    """A supervisor approves one request of the table at the dealer's console. The dealer stays signed on."""
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
