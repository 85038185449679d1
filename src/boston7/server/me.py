"""Whoever is logged in, as they are told about themselves."""

from __future__ import annotations

import msgspec

from boston7.accounts import Desk, Person, viewer_of
from boston7.accounts.people import LimitKind, PersonRole
from boston7.game.actors import Actor
from boston7.money import Cents

KINDS: tuple[LimitKind, ...] = ("loss", "wager", "time")


class Somebody(msgspec.Struct, frozen=True):
    id: str
    name: str
    role: PersonRole
    guest: bool


class NextLimit(msgspec.Struct, frozen=True):
    """A looser limit that was wished for, and the second from which it holds."""

    amount: int | None
    effective: int


class OwnLimit(msgspec.Struct, frozen=True):
    """Cents for loss and wager, seconds for time; null for none."""

    amount: int | None
    next: NextLimit | None


class Me(msgspec.Struct, frozen=True):
    person: Somebody | None
    actor: Actor
    balance: Cents
    limits: dict[LimitKind, OwnLimit]
    excluded_until: int
    second_factor: bool = False  # an authenticator app is set up
    temporary: bool = False  # the password came from a list: choose another before anything else
    console: str = ""  # the table at whose console they signed on by PIN, and nowhere else


def me_of(desk: Desk, person: Person | None, token: str = "") -> Me:
    if person is None:
        return Me(None, viewer_of(None), 0, {}, 0)
    now = desk.clock.at_least()
    limits = {kind: _limit(person, kind, now) for kind in KINDS}
    somebody = Somebody(person.id, person.name, person.role, person.guest)
    return Me(
        somebody,
        viewer_of(person),
        desk.cage.cage.balance(person.id),
        limits,
        person.excluded_until,
        bool(person.second_factor),
        person.temporary,
        desk.bound_to(token) if token else "",
    )


def _limit(person: Person, kind: LimitKind, now: int) -> OwnLimit:
    coming = [limit for limit in person.limits.get(kind, ()) if limit.effective > now]
    wished = NextLimit(coming[-1].amount, coming[-1].effective) if coming else None
    return OwnLimit(person.limit(kind, now), wished)
