"""A person's standing, the stream `standing:<person>`. Decisions of several processes depend on its version.

The stream grows with each change of the person's limits, exclusion, bar or name, and with each wager that a limit
counts. A decision about a seat, chips or a wager expects the version that it read. Of two concurrent decisions, the
second conflicts and is made again.
"""

from __future__ import annotations

import msgspec

from boston7.accounts import people as p
from boston7.accounts.people import PeopleEvent
from boston7.record import Append, Meta

PREFIX = "standing:"
_DECIDES = (p.LimitSet, p.SelfExcluded, p.PersonBarred, p.PersonDisabled, p.RoleSet, p.Renamed, p.PersonMerged)


class Changed(msgspec.Struct, frozen=True, tag_field="type", tag="changed"):
    """An event about the person was stored."""

    what: str


class Staked(msgspec.Struct, frozen=True, tag_field="type", tag="staked"):
    """A wager was stored that counts toward one of the person's limits."""

    table: str


def stream(person: str) -> str:
    return PREFIX + person


def is_standing(append: Append) -> bool:
    return append.stream.startswith(PREFIX)


def changes(event: PeopleEvent, meta: Meta) -> list[Append]:
    """Return the appends to store with an event about people."""
    if not isinstance(event, _DECIDES) or not event.person:
        return []
    what = Changed(str(event.__struct_config__.tag))
    return [Append(stream(event.person), None, [msgspec.json.encode(what)], meta)]


def expects(person: str, version: int, meta: Meta, staked_at: str = "") -> Append:
    """Return the version check. `staked_at` is the table of a wager that a limit counts."""
    bodies = [msgspec.json.encode(Staked(staked_at))] if staked_at else []
    return Append(stream(person), version, bodies, meta)
