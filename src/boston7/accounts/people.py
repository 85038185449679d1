"""People as a pure value: who they are, what they may do, which limits they set themselves.

Nothing here reads a clock or a password: times come in as whole seconds, secrets as hashes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from boston7.game.commands import snake

PersonRole = Literal["player", "dealer", "supervisor", "auditor", "admin"]
LimitKind = Literal["loss", "wager", "time"]
Seconds = int
DAY: Seconds = 24 * 60 * 60
FAILURES_ALLOWED = 3
LOCKED_FOR: Seconds = 15 * 60
NEVER: Seconds = 2**62


class _Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=snake):
    person: str


class PersonAdded(_Event, frozen=True):
    name: str
    role: PersonRole
    password: str  # an Argon2 hash, or empty for a guest who has none
    guest: bool


class PasswordSet(_Event, frozen=True):
    password: str


class RoleSet(_Event, frozen=True):
    role: PersonRole
    by: str


class PersonDisabled(_Event, frozen=True):
    reason: str
    by: str


class LoginFailed(_Event, frozen=True):
    at: Seconds


class LoginSucceeded(_Event, frozen=True):
    pass


class SessionOpened(_Event, frozen=True):
    session: str  # the hash of the token; the token itself is never stored
    expires: Seconds


class SessionClosed(_Event, frozen=True):
    session: str


class LimitSet(_Event, frozen=True):
    """A limit in cents (loss per day, wager per round) or seconds (time per day); None takes it away."""

    kind: LimitKind
    amount: int | None
    effective: Seconds


class SelfExcluded(_Event, frozen=True):
    until: Seconds


PeopleEvent = (
    PersonAdded | PasswordSet | RoleSet | PersonDisabled | LoginFailed | LoginSucceeded
    | SessionOpened | SessionClosed | LimitSet | SelfExcluded
)  # fmt: skip


class Limit(msgspec.Struct, frozen=True):
    amount: int | None
    effective: Seconds


class Person(msgspec.Struct, frozen=True):
    id: str
    name: str
    role: PersonRole
    password: str
    guest: bool
    disabled: str = ""
    failures: int = 0
    failed_at: Seconds = 0
    excluded_until: Seconds = 0
    limits: dict[LimitKind, tuple[Limit, ...]] = {}

    def limit(self, kind: LimitKind, now: Seconds) -> int | None:
        """The limit in force: the last one that has taken effect."""
        in_force = [limit for limit in self.limits.get(kind, ()) if limit.effective <= now]
        return in_force[-1].amount if in_force else None

    def locked(self, now: Seconds) -> bool:
        return self.failures >= FAILURES_ALLOWED and now < self.failed_at + LOCKED_FOR


class Session(msgspec.Struct, frozen=True):
    person: str
    expires: Seconds


class People(msgspec.Struct, frozen=True):
    persons: dict[str, Person] = {}
    names: dict[str, str] = {}
    sessions: dict[str, Session] = {}


class Denied(msgspec.Struct, frozen=True):
    """Why something about a person is refused, in a sentence they may read."""

    code: Literal[
        "name_taken", "bad_name", "unknown_person", "excluded", "locked", "disabled", "bad_amount", "last_admin"
    ]
    reason: str


def evolve(people: People, event: PeopleEvent) -> People:
    return _EFFECTS[type(event)](people, event)


def replay(events: Iterable[PeopleEvent], people: People | None = None) -> People:
    return reduce(evolve, events, people or People())


def _change(people: People, person: str, **fields: Any) -> People:
    changed = replace(people.persons[person], **fields)
    return replace(people, persons={**people.persons, person: changed})


def _added(people: People, event: PersonAdded) -> People:
    person = Person(event.person, event.name, event.role, event.password, event.guest)
    names = {**people.names, event.name.casefold(): event.person}
    return replace(people, persons={**people.persons, event.person: person}, names=names)


def _password(people: People, event: PasswordSet) -> People:
    """A new password ends every session that the old one opened."""
    left = {key: session for key, session in people.sessions.items() if session.person != event.person}
    return replace(_change(people, event.person, password=event.password, failures=0), sessions=left)


def _disabled(people: People, event: PersonDisabled) -> People:
    left = {key: session for key, session in people.sessions.items() if session.person != event.person}
    return replace(_change(people, event.person, disabled=event.reason), sessions=left)


def _failed(people: People, event: LoginFailed) -> People:
    person = people.persons[event.person]
    # After a lock-out has passed, counting starts anew.
    failures = 1 if person.failures >= FAILURES_ALLOWED else person.failures + 1
    return _change(people, event.person, failures=failures, failed_at=event.at)


def _opened(people: People, event: SessionOpened) -> People:
    return replace(people, sessions={**people.sessions, event.session: Session(event.person, event.expires)})


def _closed(people: People, event: SessionClosed) -> People:
    left = {key: session for key, session in people.sessions.items() if key != event.session}
    return replace(people, sessions=left)


def _limit(people: People, event: LimitSet) -> People:
    """A newer wish replaces one that has not taken effect yet."""
    person = people.persons[event.person]
    kept = tuple(limit for limit in person.limits.get(event.kind, ()) if limit.effective < event.effective)
    limits = {**person.limits, event.kind: (*kept, Limit(event.amount, event.effective))}
    return _change(people, event.person, limits=limits)


def _excluded(people: People, event: SelfExcluded) -> People:
    return _change(people, event.person, excluded_until=event.until)


_EFFECTS: dict[type, Callable[[People, Any], People]] = {
    PersonAdded: _added,
    PasswordSet: _password,
    RoleSet: lambda people, event: _change(people, event.person, role=event.role),
    PersonDisabled: _disabled,
    LoginFailed: _failed,
    LoginSucceeded: lambda people, event: _change(people, event.person, failures=0),
    SessionOpened: _opened,
    SessionClosed: _closed,
    LimitSet: _limit,
    SelfExcluded: _excluded,
}


def may_log_in(person: Person, now: Seconds) -> Denied | None:
    if person.disabled:
        return Denied("disabled", "This account is closed.")
    if person.locked(now):
        minutes = -(-(person.failed_at + LOCKED_FOR - now) // 60)
        return Denied("locked", f"Too many wrong passwords; try again in {minutes} minutes.")
    return None


def may_play(person: Person, now: Seconds) -> Denied | None:
    if person.disabled:
        return Denied("disabled", "This account is closed.")
    if now < person.excluded_until:
        return Denied("excluded", "You have excluded yourself from play.")
    return None


def limit_wished(person: Person, kind: LimitKind, amount: int | None, now: Seconds) -> LimitSet | Denied:
    """A tighter limit holds at once, a looser one after a day (FIELD: A.3)."""
    if amount is not None and amount < 0:
        return Denied("bad_amount", "A limit cannot be negative.")
    current = person.limit(kind, now)
    tighter = amount is not None and (current is None or amount <= current)
    return LimitSet(person.id, kind, amount, now if tighter else now + DAY)


def exclusion_wished(person: Person, days: int | None, now: Seconds) -> SelfExcluded | Denied:
    """At once, for some days or for good; never shorter than one already chosen."""
    if days is not None and days < 1:
        return Denied("bad_amount", "An exclusion lasts at least a day.")
    until = NEVER if days is None else now + days * DAY
    return SelfExcluded(person.id, max(until, person.excluded_until))


def good_name(people: People, name: str) -> Denied | None:
    if not 1 <= len(name.strip()) <= 40 or name != name.strip() or not name.isprintable():
        return Denied("bad_name", "A name has 1 to 40 printable characters.")
    if name.casefold() in people.names:
        return Denied("name_taken", f"The name {name!r} is taken.")
    return None
