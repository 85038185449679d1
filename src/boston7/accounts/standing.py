"""Whether somebody may play is decided in several processes at once, and has to hold in all of them.

On record it is the stream `standing:<person>`. It grows with every change of what decides it (their own limits, an
exclusion, a bar, another name) and with every wager that a limit counts. Who decides about a seat, chips or a wager
expects the stream to end where they read it. Of two decisions made from the same state the second one finds a conflict,
and is made again.
"""

from __future__ import annotations

import msgspec

from boston7.accounts import people as p
from boston7.accounts.people import PeopleEvent
from boston7.record import Append, Meta

PREFIX = "standing:"
_DECIDES = (p.LimitSet, p.SelfExcluded, p.PersonBarred, p.PersonDisabled, p.RoleSet, p.Renamed, p.PersonMerged)


class Changed(msgspec.Struct, frozen=True, tag_field="type", tag="changed"):
    """What the people's book has just recorded of them."""

    what: str


class Staked(msgspec.Struct, frozen=True, tag_field="type", tag="staked"):
    """A wager that a limit of theirs counts."""

    table: str


def stream(person: str) -> str:
    return PREFIX + person


def is_standing(append: Append) -> bool:
    return append.stream.startswith(PREFIX)


def changes(event: PeopleEvent, meta: Meta) -> list[Append]:
    """What is stored together with an event of the people's book."""
    if not isinstance(event, _DECIDES) or not event.person:
        return []
    what = Changed(str(event.__struct_config__.tag))
    return [Append(stream(event.person), None, [msgspec.json.encode(what)], meta)]


def expects(person: str, version: int, meta: Meta, staked_at: str = "") -> Append:
    """That nothing has changed since. `staked_at` is the table of a wager that a limit counts."""
    bodies = [msgspec.json.encode(Staked(staked_at))] if staked_at else []
    return Append(stream(person), version, bodies, meta)
