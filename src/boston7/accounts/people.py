"""People as a value: accounts, roles, limits, sessions, bars and walk-up players.

Functions in this module do not read the clock or handle passwords. Times are whole seconds, and secrets are hashes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from boston7.accounts.bars import Bar, keys
from boston7.accounts.lookalikes import looks_of
from boston7.accounts.walk_ups import WalkUp
from boston7.declare import Rejection
from boston7.game.acts.rail import bare
from boston7.game.commands import snake

PersonRole = Literal["player", "dealer", "supervisor", "cashier", "runner", "auditor", "admin"]
LimitKind = Literal["loss", "wager", "time"]
Seconds = int
DAY: Seconds = 24 * 60 * 60
NEVER: Seconds = 2**62
BREAKS = (1, 7, 30, 180, 365, None)
"""Available durations of self-exclusion, in days. None means permanent."""


class _Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="type", tag=snake):
    person: str


class PersonAdded(_Event, frozen=True):
    name: str
    role: PersonRole
    password: str  # An Argon2 hash, or empty for a guest.
    guest: bool  # Plays at play-money tables only.
    bot: bool = False  # A program of the house.
    temporary: bool = False  # The owner must choose another password first.


class Renamed(_Event, frozen=True):
    """A guest has chosen another name. The former name stays reserved for them."""

    name: str


class PasswordSet(_Event, frozen=True):
    password: str


class PinSet(_Event, frozen=True):
    """A PIN for consoles, or a player's PIN for their front money. An empty hash removes it."""

    pin: str  # An Argon2 hash of the PIN, keyed with the room key.
    by: str


class ConsoleMade(_Event, frozen=True):
    """A browser becomes the console of a table, where PINs work."""

    console: str  # The digest of the token in its cookie.
    table: str


class ConsolesRemoved(_Event, frozen=True):
    """The consoles of a table were removed."""

    table: str


class RoleSet(_Event, frozen=True):
    role: PersonRole
    by: str


class PersonDisabled(_Event, frozen=True):
    reason: str
    by: str


class LoginFailed(_Event, frozen=True):
    """A failed log-in, stored for readers of the record. Lock-outs are not stored (`guard`)."""

    at: Seconds


class LoginSucceeded(_Event, frozen=True):
    step: int = 0  # Step of the used code, which invalidates it and earlier codes.


class SecondFactorBegun(_Event, frozen=True):
    """A secret was shown for an authenticator app. It takes effect once a code confirms it."""

    secret: str  # Encrypted with the room key.


class SecondFactorSet(_Event, frozen=True):
    """An authenticator app is required from now on. An empty secret ends this."""

    secret: str  # Encrypted with the room key.
    by: str
    step: int = 0


class SessionOpened(_Event, frozen=True):
    session: str  # The digest of the token, which itself is never stored.
    opened: Seconds
    expires: Seconds
    table: str = ""  # The only table where a session opened by PIN is valid, or empty.


class SessionSeen(_Event, frozen=True):
    """Recent activity of a session, stored every minute for all processes."""

    session: str
    at: Seconds


class SessionClosed(_Event, frozen=True):
    session: str


class GuestLinkMade(_Event, frozen=True):
    """A guest may continue on another device. A new link replaces the person's former one."""

    link: str  # The digest of the token, which itself is never stored.
    at: Seconds
    expires: Seconds


class GuestLinkClosed(_Event, frozen=True):
    """The link was used or canceled."""

    link: str


class LimitSet(_Event, frozen=True):
    """A limit in cents (loss per day, wager per round) or seconds (time per day). None removes it."""

    kind: LimitKind
    amount: int | None
    wished: Seconds
    effective: Seconds


class SelfExcluded(_Event, frozen=True):
    until: Seconds


class PersonBarred(_Event, frozen=True):
    """A bar from the room (R19). Without an account, it applies to the name alone."""

    name: str
    ground: str
    reason: str
    clause: str
    by: str
    at: Seconds
    table: str = ""


class BarLifted(_Event, frozen=True):
    number: int
    reason: str
    by: str
    at: Seconds


class WalkUpNoted(_Event, frozen=True):
    """A person without an account arrives at a table or at the cage."""

    name: str
    by: str
    at: Seconds
    table: str = ""


class PersonMerged(_Event, frozen=True):
    """A walk-up player is identified as this person. Both are one person from now on."""

    other: str
    reason: str
    by: str
    at: Seconds


PeopleEvent = (
    PersonAdded | Renamed | PasswordSet | RoleSet | PersonDisabled | LoginFailed | LoginSucceeded
    | SecondFactorBegun | SecondFactorSet | SessionOpened | SessionSeen | SessionClosed | LimitSet | SelfExcluded
    | GuestLinkMade | GuestLinkClosed
    | PinSet | ConsoleMade | ConsolesRemoved | PersonBarred | BarLifted | WalkUpNoted | PersonMerged
)  # fmt: skip
MakeSession = Callable[[str], SessionOpened]
"""Makes the event from a token."""


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
    excluded_until: Seconds = 0
    limits: dict[LimitKind, tuple[Limit, ...]] = {}
    bot: bool = False
    former: tuple[str, ...] = ()
    second_factor: str = ""
    second_factor_begun: str = ""
    last_step: int = 0
    pin: str = ""
    temporary: bool = False

    @property
    def staff(self) -> bool:
        return self.role != "player"

    @property
    def names(self) -> tuple[str, ...]:
        """All names under which the person has played, the current one first."""
        return (self.name, *self.former)

    def limit(self, kind: LimitKind, now: Seconds) -> int | None:
        """Return the limit in force: the last one that has taken effect."""
        for limit in reversed(self.limits.get(kind, ())):
            if limit.effective <= now:
                return limit.amount
        return None


class Session(msgspec.Struct, frozen=True):
    person: str
    expires: Seconds
    seen: Seconds
    table: str = ""


class GuestLink(msgspec.Struct, frozen=True):
    person: str
    expires: Seconds


class People(msgspec.Struct):
    """All people. The value is changed in place, because copying would be slow with many guests."""

    persons: dict[str, Person] = {}
    names: dict[str, str] = {}
    looks: dict[str, str] = {}
    """Persons by the folded forms of their names."""
    sessions: dict[str, Session] = {}
    held: dict[str, tuple[str, ...]] = {}
    """Keys of sessions by person."""
    guest_links: dict[str, GuestLink] = {}
    """By the digest of their token."""
    consoles: dict[str, str] = {}
    """Tables by the digest of their console's token."""
    bars: list[Bar] = []
    barred: dict[str, int] = {}
    """Numbers of the bars in force, by key."""
    walk_ups: dict[str, WalkUp] = {}
    same: dict[str, str] = {}
    """Persons by the ids of walk-up players merged with them."""

    def bar_of(self, name: str, person: str = "") -> Bar | None:
        """Return the bar in force against this person or name."""
        if not self.barred:
            return None
        whose = self.identity(person or self.owner(bare(name)) or "")
        sought = [*keys(name, whose)]
        for one in self.ids_of(whose) if whose else ():
            sought += keys(self.called(one) or name, one)
        found = (self.barred.get(key) for key in sought)
        return next((self.bars[number - 1] for number in found if number), None)

    def identity(self, id: str) -> str:
        """Return the id of the person that this id was merged into, or the id itself."""
        return self.same.get(id, id)

    def ids_of(self, id: str) -> tuple[str, ...]:
        """Return all ids of this person."""
        who = self.identity(id)
        return (who, *[other for other, kept in self.same.items() if kept == who]) if self.same else (who,)

    def called(self, id: str) -> str:
        """Return the exact name of an account or a walk-up player, or empty."""
        person = self.persons.get(id)
        if person is not None:
            return person.name
        walk_up = self.walk_ups.get(id)
        return walk_up.name if walk_up else ""

    def named(self, name: str) -> Person | None:
        found = self.owner(name)
        return self.persons[found] if found is not None else None

    def owner(self, name: str) -> str | None:
        exactly = self.names.get(name.casefold())
        return exactly or next((found for look in looks_of(name) if (found := self.looks.get(look))), None)

    def give(self, name: str, person: str) -> None:
        self.names[name.casefold()] = person
        for look in looks_of(name):
            self.looks.setdefault(look, person)

    @property
    def admins(self) -> list[Person]:
        return [person for person in self.persons.values() if person.role == "admin" and not person.disabled]


Code = Literal[
    "name_taken", "bad_name", "unknown_person", "excluded", "locked", "disabled", "bad_amount", "last_admin",
    "wrong_password", "bad_password", "no_session", "not_your_duty", "limit", "not_enough", "wrong_table", "not_ready",
    "already_done", "wrong_code", "wrong_link", "code_needed", "second_factor", "new_password", "barred", "not_invited",
]  # fmt: skip


def deny(code: Code, reason: str) -> Rejection:
    """Return a rejection of a request about a person. The person may read the reason."""
    return Rejection("accounts", code, reason)


def replay(events: Iterable[PeopleEvent]) -> People:
    people = People()
    for event in events:
        apply(people, event)
    return people


def apply(people: People, event: PeopleEvent) -> None:
    """Apply a stored event. Stored events are never rejected."""
    match event:
        case PersonAdded(id, name):
            added = Person(id, name, event.role, event.password, event.guest, bot=event.bot, temporary=event.temporary)
            people.persons[id] = added
            people.give(name, id)
        case Renamed(id, name):
            former = tuple(one for one in people.persons[id].names if one != name)
            _change(people, id, name=name, former=former)
            people.give(name, id)
        case PasswordSet(id, password):
            _close_sessions(people, lambda session: session.person == id)
            _change(people, id, password=password, temporary=False)
        case PinSet(id, pin):
            _close_sessions(people, lambda session: session.person == id and bool(session.table))
            _change(people, id, pin=pin)
        case RoleSet(id, role):
            _close_sessions(people, lambda session: session.person == id)
            known = people.persons[id]
            keeps_pin = (known.role == "player") == (role == "player")  # An admin may have chosen the PIN of a console.
            _change(people, id, role=role, pin=known.pin if keeps_pin else "")
        case PersonDisabled(id, reason):
            _close_sessions(people, lambda session: session.person == id)
            _change(people, id, disabled=reason)
        case ConsoleMade():
            people.consoles[event.console] = event.table
        case ConsolesRemoved():
            people.consoles = {key: table for key, table in people.consoles.items() if table != event.table}
            _close_sessions(people, lambda session: session.table == event.table)
        case LoginSucceeded(id, step) if step:
            _change(people, id, last_step=step)
        case SecondFactorBegun(id, secret):
            _change(people, id, second_factor_begun=secret)
        case SecondFactorSet(id, secret):
            _change(people, id, second_factor=secret, second_factor_begun="", last_step=event.step)
        case SessionOpened():
            _open_session(people, event)
        case SessionSeen():
            session = people.sessions.get(event.session)
            if session is not None:
                people.sessions[event.session] = replace(session, seen=max(session.seen, event.at))
        case SessionClosed():
            _close_session(people, event.session)
        case GuestLinkMade(id, link):
            links = people.guest_links.items()
            others = {key: one for key, one in links if one.person != id and one.expires > event.at}
            people.guest_links = {**others, link: GuestLink(id, event.expires)}
        case GuestLinkClosed():
            people.guest_links.pop(event.link, None)
        case LimitSet():
            _set_limit(people, event)
        case SelfExcluded(id, until):
            _change(people, id, excluded_until=until)
        case PersonBarred():
            _bar(people, event)
        case BarLifted():
            _lift_bar(people, event)
        case WalkUpNoted(id, name):
            people.walk_ups[id] = WalkUp(id, name, event.at, event.by, event.table)
        case PersonMerged(id, other):
            people.same.update(dict.fromkeys(people.ids_of(other), id))


def _change(people: People, person: str, **fields: Any) -> None:
    people.persons[person] = replace(people.persons[person], **fields)


def _close_sessions(people: People, ends: Callable[[Session], bool]) -> None:
    for key in [key for key, session in people.sessions.items() if ends(session)]:
        _close_session(people, key)


def _close_session(people: People, key: str) -> None:
    session = people.sessions.pop(key, None)
    if session is None:
        return
    left = tuple(one for one in people.held.pop(session.person, ()) if one != key)
    if left:
        people.held[session.person] = left


def _open_session(people: People, event: SessionOpened) -> None:
    # Each opening checks two more sessions, so expired ones go even though those of guests last longer.
    for key, session in list(islice(people.sessions.items(), 2)):
        if session.expires <= event.opened:
            _close_session(people, key)
        else:
            people.sessions[key] = people.sessions.pop(key)
    people.sessions[event.session] = Session(event.person, event.expires, event.opened, event.table)
    people.held[event.person] = (*people.held.get(event.person, ()), event.session)


def _set_limit(people: People, event: LimitSet) -> None:
    """Set a limit. It replaces a limit that has not taken effect yet."""
    person = people.persons[event.person]
    in_force = [limit for limit in person.limits.get(event.kind, ()) if limit.effective <= event.wished][-1:]
    limits = {**person.limits, event.kind: (*in_force, Limit(event.amount, event.effective))}
    _change(people, event.person, limits=limits)


def _bar(people: People, event: PersonBarred) -> None:
    number = len(people.bars) + 1
    people.bars.append(
        Bar(number, event.name, event.person, event.ground, event.reason, event.clause, event.table, event.by, event.at)
    )
    for key in keys(event.name, event.person):
        people.barred[key] = number


def _lift_bar(people: People, event: BarLifted) -> None:
    bar = people.bars[event.number - 1]
    people.bars[event.number - 1] = replace(bar, lifted_by=event.by, lifted_reason=event.reason, lifted_at=event.at)
    for key in keys(bar.name, bar.person):
        people.barred.pop(key, None)


def limit_wished(
    person: Person, kind: LimitKind, amount: int | None, now: Seconds, latest: Seconds | None = None
) -> LimitSet | Rejection:
    """Return the event of a limit. A tighter one applies at once, a looser one after a day (FIELD: A.3).

    `latest` is an upper bound of the time.
    """
    if amount is not None and amount < 0:
        return deny("bad_amount", "A limit cannot be negative.")
    current = person.limit(kind, now)
    tighter = amount is not None and (current is None or amount <= current)
    return LimitSet(person.id, kind, amount, now, now if tighter else (latest or now) + DAY)


def exclusion_wished(person: Person, days: int | None, now: Seconds) -> SelfExcluded | Rejection:
    """Return the event of an exclusion, for some days or permanently. It never shortens the current one."""
    if days is not None and days < 1:
        return deny("bad_amount", "An exclusion lasts at least a day.")
    return SelfExcluded(person.id, max(_break_until(days, now), person.excluded_until))


def longer_breaks(person: Person, now: Seconds) -> tuple[int | None, ...]:
    """Return the exclusions that end at least a day later than the current one."""
    return tuple(days for days in BREAKS if _break_until(days, now) >= person.excluded_until + DAY)


def _break_until(days: int | None, now: Seconds) -> Seconds:
    return NEVER if days is None else now + days * DAY
