"""People as a pure value: who they are, what they may do, which limits they set themselves.

Nothing here reads a clock or a password: times come in as whole seconds, secrets as hashes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from boston7.declare import Rejection
from boston7.game.acts.rail import WALK_UP, walk_up
from boston7.game.commands import snake

PersonRole = Literal["player", "dealer", "supervisor", "cashier", "runner", "auditor", "admin"]
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
    guest: bool  # plays for play money, and only at tables that do
    bot: bool = False  # a program of the house that fills a seat


class Renamed(_Event, frozen=True):
    """A guest has chosen another name. The former one stays theirs: the record knows them by it."""

    name: str


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
    opened: Seconds
    expires: Seconds


class SessionSeen(_Event, frozen=True):
    """Somebody is still there. Put on record now and then, so that every process knows."""

    session: str
    at: Seconds


class SessionClosed(_Event, frozen=True):
    session: str


class LimitSet(_Event, frozen=True):
    """A limit in cents (loss per day, wager per round) or seconds (time per day); None takes it away."""

    kind: LimitKind
    amount: int | None
    wished: Seconds
    effective: Seconds


class SelfExcluded(_Event, frozen=True):
    until: Seconds


PeopleEvent = (
    PersonAdded | Renamed | PasswordSet | RoleSet | PersonDisabled | LoginFailed | LoginSucceeded
    | SessionOpened | SessionSeen | SessionClosed | LimitSet | SelfExcluded
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
    bot: bool = False
    former: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Every name under which they have played."""
        return (self.name, *self.former)

    def limit(self, kind: LimitKind, now: Seconds) -> int | None:
        """The limit in force: the last one that has taken effect."""
        in_force = [limit for limit in self.limits.get(kind, ()) if limit.effective <= now]
        return in_force[-1].amount if in_force else None

    def locked(self, now: Seconds) -> bool:
        return self.failures >= FAILURES_ALLOWED and now < self.failed_at + LOCKED_FOR


class Session(msgspec.Struct, frozen=True):
    person: str
    expires: Seconds
    seen: Seconds


class People(msgspec.Struct):
    """Everyone known here. It grows in place: a room has many guests, and copying them all for each would not do."""

    persons: dict[str, Person] = {}
    names: dict[str, str] = {}
    sessions: dict[str, Session] = {}

    def named(self, name: str) -> Person | None:
        found = self.names.get(name.casefold())
        return self.persons[found] if found is not None else None

    @property
    def admins(self) -> list[Person]:
        return [person for person in self.persons.values() if person.role == "admin" and not person.disabled]


Code = Literal[
    "name_taken", "bad_name", "unknown_person", "excluded", "locked", "disabled", "bad_amount", "last_admin",
    "wrong_password", "bad_password", "no_session", "not_your_duty", "limit", "not_enough", "wrong_table", "not_ready",
    "already_done",
]  # fmt: skip


def deny(code: Code, reason: str) -> Rejection:
    """Why something about a person is not done, in a sentence they may read."""
    return Rejection("accounts", code, reason)


def apply(people: People, event: PeopleEvent) -> None:
    """What is on record has happened: no judgement here."""
    _EFFECTS[type(event)](people, event)


def replay(events: Iterable[PeopleEvent]) -> People:
    people = People()
    for event in events:
        apply(people, event)
    return people


def _change(people: People, person: str, **fields: Any) -> None:
    people.persons[person] = replace(people.persons[person], **fields)


def _added(people: People, event: PersonAdded) -> None:
    person = Person(event.person, event.name, event.role, event.password, event.guest, bot=event.bot)
    people.persons[event.person] = person
    people.names[event.name.casefold()] = event.person


def _renamed(people: People, event: Renamed) -> None:
    person = people.persons[event.person]
    former = tuple(name for name in person.names if name != event.name)
    _change(people, event.person, name=event.name, former=former)
    people.names[event.name.casefold()] = event.person


def _close_sessions(people: People, person: str) -> None:
    for key in [key for key, session in people.sessions.items() if session.person == person]:
        del people.sessions[key]


def _password(people: People, event: PasswordSet) -> None:
    """A new password ends every session that the old one opened."""
    _close_sessions(people, event.person)
    _change(people, event.person, password=event.password, failures=0)


def _disabled(people: People, event: PersonDisabled) -> None:
    _close_sessions(people, event.person)
    _change(people, event.person, disabled=event.reason)


def _role(people: People, event: RoleSet) -> None:
    """Whoever was logged in under the old duties logs in anew under the new ones."""
    _close_sessions(people, event.person)
    _change(people, event.person, role=event.role)


def _failed(people: People, event: LoginFailed) -> None:
    people.persons[event.person] = failed(people.persons[event.person], event.at)


def failed(person: Person, at: Seconds) -> Person:
    """With one more wrong password. After a lock-out has passed, counting starts anew."""
    failures = 1 if person.failures >= FAILURES_ALLOWED else person.failures + 1
    return replace(person, failures=failures, failed_at=at)


def _opened(people: People, event: SessionOpened) -> None:
    people.sessions[event.session] = Session(event.person, event.expires, event.opened)
    # The oldest come first, so whatever has expired is found at the front.
    for key, session in list(people.sessions.items())[:2]:
        if session.expires <= event.opened:
            del people.sessions[key]


def _seen(people: People, event: SessionSeen) -> None:
    session = people.sessions.get(event.session)
    if session is not None:
        people.sessions[event.session] = replace(session, seen=max(session.seen, event.at))


def _closed(people: People, event: SessionClosed) -> None:
    people.sessions.pop(event.session, None)


def _limit(people: People, event: LimitSet) -> None:
    """A newer wish replaces one that has not taken effect yet."""
    person = people.persons[event.person]
    in_force = [limit for limit in person.limits.get(event.kind, ()) if limit.effective <= event.wished][-1:]
    limits = {**person.limits, event.kind: (*in_force, Limit(event.amount, event.effective))}
    _change(people, event.person, limits=limits)


def _excluded(people: People, event: SelfExcluded) -> None:
    _change(people, event.person, excluded_until=event.until)


_EFFECTS: dict[type, Callable[[People, Any], None]] = {
    PersonAdded: _added,
    Renamed: _renamed,
    PasswordSet: _password,
    RoleSet: _role,
    PersonDisabled: _disabled,
    LoginFailed: _failed,
    LoginSucceeded: lambda people, event: _change(people, event.person, failures=0),
    SessionOpened: _opened,
    SessionSeen: _seen,
    SessionClosed: _closed,
    LimitSet: _limit,
    SelfExcluded: _excluded,
}


def may_log_in(person: Person, now: Seconds) -> Rejection | None:
    if person.disabled:
        return deny("disabled", "This account is closed.")
    if person.locked(now):
        minutes = -(-(person.failed_at + LOCKED_FOR - now) // 60)
        when = "1 minute" if minutes == 1 else f"{minutes} minutes"
        return deny("locked", f"Too many wrong passwords; try again in {when}.")
    return None


def may_play(person: Person, now: Seconds) -> Rejection | None:
    if person.disabled:
        return deny("disabled", "This account is closed.")
    if now < person.excluded_until:
        return deny("excluded", "You have excluded yourself from play.")
    return None


def limit_wished(person: Person, kind: LimitKind, amount: int | None, now: Seconds) -> LimitSet | Rejection:
    """A tighter limit holds at once, a looser one after a day (FIELD: A.3)."""
    if amount is not None and amount < 0:
        return deny("bad_amount", "A limit cannot be negative.")
    current = person.limit(kind, now)
    tighter = amount is not None and (current is None or amount <= current)
    return LimitSet(person.id, kind, amount, now, now if tighter else now + DAY)


def exclusion_wished(person: Person, days: int | None, now: Seconds) -> SelfExcluded | Rejection:
    """At once, for some days or for good; never shorter than one already chosen."""
    if days is not None and days < 1:
        return deny("bad_amount", "An exclusion lasts at least a day.")
    until = NEVER if days is None else now + days * DAY
    return SelfExcluded(person.id, max(until, person.excluded_until))


def good_nickname(people: People, person: str, name: str) -> Rejection | None:
    """A name for a guest: as for anybody, but for those that bots have. A former name of theirs is theirs again."""
    if name.casefold().split(" ")[0] == "bot":
        return deny("bad_name", "Only bots are called Bot.")
    own = people.names.get(name.casefold()) == person
    denied = good_name(people, name)
    return None if own and denied is not None and denied.code == "name_taken" else denied


def good_name(people: People, name: str) -> Rejection | None:
    if not 1 <= len(name.strip()) <= 40 or name != name.strip() or not name.isprintable():
        return deny("bad_name", "A name has 1 to 40 printable characters.")
    if walk_up(name.casefold()):
        return deny("bad_name", f"Names that end in{WALK_UP} are for walk-up players.")
    if name.casefold() in people.names:
        return deny("name_taken", f"The name {name!r} is taken.")
    return None
