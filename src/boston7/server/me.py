"""The account of the user who is logged in, as shown to that user."""

from __future__ import annotations

from typing import get_args
from urllib.parse import quote

import msgspec

from boston7.accounts import DUTIES, Duty, Person, viewer_of
from boston7.accounts.people import LimitKind, PersonRole, longer_breaks
from boston7.game.actors import Actor
from boston7.money import Cents
from boston7.table import Room
from boston7.table.eligibility import KeptOut, kept_out

HOMES: dict[PersonRole, str] = {
    "player": "/",
    "dealer": "/deal",
    "supervisor": "/floor",
    "cashier": "/shift",
    "runner": "/shift",
    "auditor": "/audit",
    "admin": "/setup",
}
"""The start page of each role."""
_DUTIES: dict[PersonRole, tuple[Duty, ...]] = {role: tuple(sorted(duties)) for role, duties in DUTIES.items()}


class Somebody(msgspec.Struct, frozen=True):
    id: str
    name: str
    role: PersonRole
    guest: bool


class NextLimit(msgspec.Struct, frozen=True):
    """A requested looser limit, and when it takes effect, in seconds since 1970."""

    amount: int | None
    effective: int


class OwnLimit(msgspec.Struct, frozen=True):
    """In cents for loss and wager, in seconds for time; null for no limit."""

    amount: int | None
    next: NextLimit | None


class Me(msgspec.Struct, frozen=True):
    person: Somebody | None
    actor: Actor
    balance: Cents
    limits: dict[LimitKind, OwnLimit]
    excluded_until: int  # 0 if no exclusion is in force.
    breaks: tuple[int | None, ...]  # Days of the exclusions on offer; null for a permanent one.
    duties: tuple[Duty, ...]  # Duties of the role.
    play_money: bool | None  # True for play-money tables, false for cage chips, null for staff.
    home: str  # The start page.
    kept_out: KeptOut | None = None
    second_factor: bool = False  # An authenticator app is set up.
    temporary: bool = False  # The password was issued, and must be changed first.
    console: str = ""  # The table to which a sign-on by PIN is limited.


def me_of(room: Room, person: Person | None, token: str = "") -> Me:
    if person is None:  # A user without a session is treated as a guest.
        return Me(None, viewer_of(None), 0, {}, 0, (), _DUTIES["player"], True, HOMES["player"])
    desk, plays = room.desk, person.role == "player"
    now = desk.clock.at_least()
    limits = {kind: _limit(person, kind, now) for kind in get_args(LimitKind)}
    console = desk.bound_to(token) if token else ""
    at_console = f"/deal/{quote(console, safe='')}" if console else HOMES[person.role]
    somebody = Somebody(person.id, person.name, person.role, person.guest)
    return Me(
        somebody,
        viewer_of(person),
        desk.cage.cage.balance(person.id),
        limits,
        person.excluded_until if person.excluded_until > now else 0,
        longer_breaks(person, now) if plays else (),
        _DUTIES[person.role],
        person.guest if plays else None,
        "/me" if person.temporary else at_console,
        kept_out(desk, room.tally, person) if plays else None,
        bool(person.second_factor),
        person.temporary,
        console,
    )


def _limit(person: Person, kind: LimitKind, now: int) -> OwnLimit:
    coming = [limit for limit in person.limits.get(kind, ()) if limit.effective > now]
    wished = NextLimit(coming[-1].amount, coming[-1].effective) if coming else None
    return OwnLimit(person.limit(kind, now), wished)
