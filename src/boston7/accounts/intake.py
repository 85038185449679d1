"""Add the first admin of a new room, or all people of a CSV file."""

from __future__ import annotations

import csv
from io import StringIO
from secrets import choice, token_hex
from typing import get_args

import msgspec

from boston7.accounts import people as p
from boston7.accounts.duties import refuse_duty
from boston7.accounts.logins import LoggedIn, Logins
from boston7.accounts.names import good_name
from boston7.accounts.passwords import Passwords, new_token, refuse_password
from boston7.accounts.people import People, Person, PersonRole, deny
from boston7.accounts.pins import Pins, new_pin
from boston7.accounts.register import Decision, Register
from boston7.declare import Rejection

MOST = 200
"""Maximum number of people in one file, because each of them needs a slow hash."""
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits that are unlikely to be confused on paper."""
_ROLES: tuple[PersonRole, ...] = get_args(PersonRole)
_HEADS = {"name", "role"}


class Wanted(msgspec.Struct, frozen=True):
    line: int
    name: str
    role: PersonRole


class Fault(msgspec.Struct, frozen=True):
    """An error in one line of a file."""

    line: int
    reason: str


class Given(msgspec.Struct, frozen=True):
    """A person's first credentials, shown once for printing. The owner must choose another password."""

    name: str
    role: PersonRole
    password: str
    pin: str = ""

    def __repr__(self) -> str:
        return f"Given({self.name!r})"


def read_people(text: str, people: People) -> tuple[list[Wanted], list[Fault]]:
    """Read a file with one person per line, name and role, and an optional header. Return the people and the errors."""
    wanted: list[Wanted] = []
    faults: list[Fault] = []
    columns = {"name": 0, "role": 1}
    own = People()
    lines: dict[str, int] = {}
    text = text.removeprefix("\ufeff")
    first = text.lstrip().partition("\n")[0]
    mark = next((sign for sign in (",", ";", "\t") if sign in first), ",")
    reader = csv.reader(StringIO(text, newline=""), delimiter=mark, strict=True)
    try:
        for cells in reader:
            row, line = [cell.strip() for cell in cells], reader.line_num
            if not any(row):
                continue
            if not wanted and not faults and {cell.casefold() for cell in row} >= _HEADS:
                columns = {cell.casefold(): at for at, cell in enumerate(row) if cell.casefold() in _HEADS}
                continue
            if len(wanted) + len(faults) >= MOST:
                faults.append(Fault(line, f"A file has at most {MOST} people. Split it."))
                break
            name, role = (row[columns[head]] if columns[head] < len(row) else "" for head in ("name", "role"))
            if (reason := _fault(people, own, lines, name, role)) is not None:
                faults.append(Fault(line, reason))
            else:
                own.give(name, name)
                lines[name] = line
                wanted.append(Wanted(line, name, _role(role) or "player"))
    except csv.Error:
        faults.append(Fault(reader.line_num, "This line cannot be read. Check its quotation marks."))
    if not wanted and not faults:
        faults.append(Fault(1, "There is nobody in this file. Each line has a name and a role."))
    return wanted, faults


def _fault(people: People, own: People, lines: dict[str, int], name: str, role: str) -> str | None:
    if not name:
        return "The name is missing."
    if not role:
        return f"The role of {name[:40]!r} is missing: {', '.join(_ROLES)}."
    if _role(role) is None:
        return f"Unknown role {role[:40]!r}; roles are {', '.join(_ROLES)}."
    if (twin := own.owner(name)) is not None:
        return f"{name!r} is already in line {lines[twin]}, or looks like a name there."
    denied = good_name(people, name)
    return denied.reason if denied is not None else None


def _role(text: str) -> PersonRole | None:
    return next((role for role in _ROLES if role == text.casefold()), None)


def new_password() -> str:
    """Return a password of 49 bits that is easy to read from paper."""
    letters = "".join(choice(_LETTERS) for _ in range(10))
    return f"{letters[:5]}-{letters[5:]}"


class Intake:
    def __init__(self, register: Register, passwords: Passwords, logins: Logins, pins: Pins) -> None:
        self._register, self._passwords, self._logins, self._pins = register, passwords, logins, pins

    async def first_admin(self, name: str, password: str) -> LoggedIn | Rejection:
        """Add the first admin. The caller must have verified that the owner of the room asks for it."""
        people = self._register.people
        if people.admins:
            return _HAS_ADMIN
        if (denied := good_name(people, name) or refuse_password(password)) is not None:
            return denied
        hashed = await self._passwords.hash(password)
        id, token = token_hex(8), new_token()
        opened = self._logins.session(id)(token)

        def decide() -> Decision:
            denied = _HAS_ADMIN if people.admins else good_name(people, name)
            return denied or (p.PersonAdded(id, name, "admin", hashed, guest=False), p.LoginSucceeded(id), opened)

        if (denied := await self._register.change(decide, None)) is not None:
            return denied
        person = people.persons[id]
        return LoggedIn(token, person, opened.expires, self._logins.devices.new(id, person.password))

    async def take_in(self, text: str, *, by: Person) -> list[Given] | list[Fault] | Rejection:
        """Add everybody in the file, or nobody if it contains errors."""
        people = self._register.people
        if (denied := refuse_duty(by, "people")) is not None:
            return denied
        wanted, faults = read_people(text, people)
        if faults:
            return faults
        given: list[Given] = []
        events: list[p.PeopleEvent] = []
        for one in wanted:
            slip = Given(one.name, one.role, new_password(), new_pin() if one.role == "dealer" else "")
            id, hashed = token_hex(8), await self._passwords.hash(slip.password)
            given.append(slip)
            events.append(p.PersonAdded(id, one.name, one.role, hashed, guest=False, temporary=True))
            if slip.pin:
                events.append(p.PinSet(id, await self._pins.hash(id, slip.pin), by.id))

        def decide() -> Decision:
            """Check names again, because others may have been added during the slow hashing."""
            taken = next(filter(None, (good_name(people, one.name) for one in wanted)), None)
            return taken or events

        return await self._register.change(decide, by) or given


_HAS_ADMIN = deny("already_done", "This room has an admin. Log in.")
