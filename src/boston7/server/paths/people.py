"""Accounts and front money over HTTP, for staff with the required duty."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec.structs import replace

from boston7.accounts import DUTIES, Desk, Person, refuse_duty
from boston7.accounts.people import PersonRole
from boston7.game.kinds import Reason, SomeAmount
from boston7.money import Cents
from boston7.server.answers import Rejected, granted, line_of, not_found
from boston7.server.paths.cage import Slip, Transaction, consent_of, over_the_counter, tables_of
from boston7.server.routes import Body, Routes, Secret
from boston7.server.session import Asked
from boston7.shift.cash import CashKind, Consent
from boston7.shift.stream import counter_move

routes = Routes()


Act = Literal["role", "password", "pin", "second_factor", "disable", "deposit", "withdraw"]
_PEOPLE = ["people"]
_CAGE = ["cage"]


class Row(msgspec.Struct, frozen=True):
    """An account. `disabled` is the reason why it was disabled, or empty."""

    id: str
    name: str
    role: PersonRole
    guest: bool
    bot: bool
    disabled: str
    balance: Cents
    second_factor: bool = False
    waiting: bool = False  # A payout waits for a supervisor's signature.
    pin: bool = False  # A PIN is set: for consoles, or for a player's front money.
    done: Transaction | None = None  # The transaction just made.
    plays: bool = False
    may: tuple[Act, ...] = ()  # Actions open to the user who reads the list.


class Everybody(msgspec.Struct, frozen=True):
    people: tuple[Row, ...]


class NewPerson(Body, frozen=True):
    name: str
    role: PersonRole
    password: str
    play_money: bool = False

    def __repr__(self) -> str:
        return f"NewPerson({self.name!r})"


class RoleChoice(Body, frozen=True):
    role: PersonRole


class PasswordChoice(Secret, frozen=True):
    password: str


class Closing(Body, frozen=True):
    reason: Annotated[Reason, msgspec.Meta(min_length=1)]


class CounterSlip(Body, frozen=True):
    """A front money transaction. A repeated `id` has no further effect."""

    id: Slip
    cents: SomeAmount


class FrontMoneyOut(CounterSlip, frozen=True):
    """`pin` is the account holder's."""

    pin: Annotated[str, msgspec.Meta(max_length=100)] = ""

    def __repr__(self) -> str:
        return f"FrontMoneyOut({self.cents})"


@routes.get("/api/people", "List all accounts", "roster", tags=_PEOPLE)
async def people(request: Asked, bots: FromQuery[bool] = False) -> Everybody:
    """For supervisors and admins. Bots are included only with `bots`."""
    found = [person for person in request.desk.people.persons.values() if bots or not person.bot]
    return Everybody(tuple(replace(row(request, one), may=_may(request.desk, one, request.user)) for one in found))


@routes.post("/api/people", "Add a person", "people", tags=_PEOPLE, status_code=201)
async def add(request: Asked, data: JSONBody[NewPerson]) -> Row:
    added = request.desk.add_person(data.name, data.role, data.password, by=request.user, play_money=data.play_money)
    return row(request, granted(await added))


@routes.put("/api/people/{id:str}/role", "Change a role", "people", tags=_PEOPLE)
async def role(request: Asked, id: FromPath[str], data: JSONBody[RoleChoice]) -> Row:
    """The change ends all sessions of the person."""
    person = request.desk.find(id)
    if person and (where := _chips_out(request, person)):
        raise Rejected("not_ready", f"{person.name} has {where}.", "accounts")
    granted(await request.desk.set_role(id, data.role, by=request.user))
    return _known(request, id)


@routes.put("/api/people/{id:str}/password", "Set a person's password", "people", tags=_PEOPLE)
async def password(request: Asked, id: FromPath[str], data: JSONBody[PasswordChoice]) -> Row:
    """All sessions of the person end, and any lockout is lifted."""
    granted(await request.desk.set_password(id, data.password, by=request.user))
    return _known(request, id)


@routes.post("/api/people/{id:str}/disable", "Close an account", "people", tags=_PEOPLE)
async def disable(request: Asked, id: FromPath[str], data: JSONBody[Closing]) -> Row:
    granted(await request.desk.disable(id, data.reason, by=request.user))
    return _known(request, id)


@routes.post("/api/cage/{person:str}/deposit", "Front money in", "cage", tags=_CAGE)
async def deposit(request: Asked, person: FromPath[str], data: JSONBody[CounterSlip]) -> Row:
    return await _front_money(request, person, data, "front_money_in")


@routes.post("/api/cage/{person:str}/withdraw", "Front money out", "cage", tags=_CAGE)
async def withdraw(request: Asked, person: FromPath[str], data: JSONBody[FrontMoneyOut]) -> Row:
    """Without the holder's PIN, the payment waits for a supervisor who saw the holder sign a cage slip. A large payment
    waits too."""
    consent = await consent_of(request, person, data.pin)
    return await _front_money(request, person, data, "front_money_out", consent)


async def _front_money(request: Asked, person: str, slip: CounterSlip, kind: CashKind, consent: Consent = "") -> Row:
    done = await over_the_counter(request, slip.id, kind, person, slip.cents, consent)
    return replace(_known(request, person), waiting=done.waiting, done=done)


def _chips_out(request: Asked, person: Person) -> str:
    """Return the seat or chips that prevent a role change, or an empty string. Staff may have neither."""
    for table in tables_of(request, person.id):
        return f"a seat at {table} and must leave it first"
    return "chips to redeem at the cage first" if request.desk.cage.cage.carries(person.id) else ""


def _known(request: Asked, id: str) -> Row:
    person = request.desk.find(id)
    if person is None:
        raise not_found("No account with that name.")
    return row(request, person)


def row(request: Asked, person: Person) -> Row:
    return line_of(
        Row,
        person,
        balance=request.desk.cage.cage.balance(person.id),
        second_factor=bool(person.second_factor),
        pin=bool(person.pin),
        plays="play" in DUTIES[person.role],
    )


def _may(desk: Desk, person: Person, by: Person) -> tuple[Act, ...]:
    if person.disabled:
        return ()
    found: list[Act] = []
    if refuse_duty(by, "people") is None:
        found += ["role", "disable"]
        found += ["password"] if not person.guest else []
        found += ["pin"] if DUTIES[person.role] & {"deal", "floor"} else []
        found += ["second_factor"] if person.second_factor else []
    ways: tuple[tuple[Act, CashKind], ...] = (("deposit", "front_money_in"), ("withdraw", "front_money_out"))
    for act, kind in ways:
        move = counter_move(kind, person.id, desk.cage.cage.balance(person.id) if act == "withdraw" else 1, by.id)
        found += [act] if move.cents and desk.patrons.refuse_counter(move, by) is None else []
    return tuple(found)
