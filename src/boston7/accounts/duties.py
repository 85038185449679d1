"""The permissions of people: to log in, to play, the duties of each role, and their actor or viewer at a table.

Dealers cannot correct the tray, auditors cannot act, and admins do not act at tables. A cashier moves chips or cash,
and a supervisor signs for it. Each command of the game names the roles that may give it.
"""

from __future__ import annotations

from typing import Literal

from boston7.accounts.bars import refusal
from boston7.accounts.people import People, Person, PersonRole, Seconds, deny
from boston7.declare import Rejection
from boston7.game.actors import AUDITOR, SPECTATOR, Actor, Role, player

Duty = Literal["people", "roster", "tables", "cage", "audit", "play", "deal", "floor", "slips", "shift", "terms"]

DUTIES: dict[PersonRole, frozenset[Duty]] = {
    "player": frozenset({"play"}),
    "dealer": frozenset({"deal", "slips"}),
    "supervisor": frozenset({"floor", "tables", "roster", "slips", "shift"}),
    "cashier": frozenset({"cage", "roster", "slips", "shift"}),
    "runner": frozenset({"slips"}),
    "auditor": frozenset({"audit", "shift"}),
    "admin": frozenset({"people", "tables", "roster", "shift", "terms"}),
}
_ACTS: dict[PersonRole, Role] = {"dealer": "dealer", "supervisor": "supervisor"}
_WORDS: dict[Duty, str] = {
    "people": "manage accounts",
    "roster": "view accounts",
    "tables": "set up tables",
    "cage": "work at the cage",
    "audit": "read the record",
    "play": "play",
    "deal": "deal",
    "floor": "supervise a table",
    "slips": "handle fill and credit slips",
    "shift": "read the shift report",
    "terms": "set the terms of the house",
}


def may_log_in(people: People, person: Person) -> Rejection | None:
    """Return why a person may not log in. Callers must show the reason only after a correct password."""
    bar = people.bar_of(person.name, person.id)
    return refuse_closed(person) or (refusal(bar) if bar else None)


def may_play(person: Person, now: Seconds) -> Rejection | None:
    out = deny("excluded", "You have excluded yourself from play.") if now < person.excluded_until else None
    return refuse_closed(person) or out


def refuse_closed(person: Person) -> Rejection | None:
    return deny("disabled", "This account is closed.") if person.disabled else None


def refuse_duty(person: Person, duty: Duty) -> Rejection | None:
    if duty in DUTIES[person.role]:
        return refuse_closed(person)
    return refuse_closed(person) or deny("not_your_duty", f"The {person.role} may not {_WORDS[duty]}.")


def actor_of(person: Person) -> Actor | Rejection:
    """Return the actor of a person at a table. It depends on the account, never on a message."""
    if (closed := refuse_closed(person)) is not None:
        return closed
    if person.role == "player":
        return player(person.name)
    role = _ACTS.get(person.role)
    if role is None:
        return deny("not_your_duty", f"The {person.role} has no actions at a table.")
    return Actor(role, person.name)


def viewer_of(person: Person | None) -> Actor:
    """Return the viewer for a person. Only players see their own face-down cards."""
    if person is None or person.disabled or person.role == "admin":
        return SPECTATOR
    if person.role == "auditor":
        return Actor(AUDITOR.role, person.name)
    actor = actor_of(person)
    return SPECTATOR if isinstance(actor, Rejection) else actor
