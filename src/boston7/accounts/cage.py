"""The cage: what each person has there. Chips leave it for a table and come back; they are never created."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from boston7.accounts.people import deny
from boston7.declare import Rejection
from boston7.money import Cents, dollars

HOUSE = "house"
"""The house's own chips, for the trays. What it put up itself is not counted in, so this may be less than nothing."""
PLAY_HOUSE = "house:play"
"""The same for play money, which never mixes with the other."""

WALK_UPS = "walk-ups"
"""Chips that players without an account have carried away from a table, until they redeem them at the cage."""

CageReason = Literal["deposit", "withdrawal", "guest_stake", "buy_in", "cash_out", "fill", "credit"]
_OUT = frozenset({"withdrawal", "buy_in", "fill"})
_COUNTER = frozenset({"deposit", "withdrawal", "guest_stake"})


class CageMoved(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="cage_moved"):
    """Money over the cage's counter, or chips between the cage and a table.

    `deposit` and `withdrawal` are money in and out of the house, signed for by `by`; `guest_stake` is play money.
    `fill` and `credit` are chips between the house's own and a tray, at opening and closing included.
    """

    person: str
    what: CageReason
    cents: Cents
    table: str
    by: str


class Cage(msgspec.Struct):
    balances: dict[str, Cents] = {}
    issued: Cents = 0  # money that came in over the counter, less what went out
    on_tables: Cents = 0

    def balance(self, person: str) -> Cents:
        return self.balances.get(person, 0)


def apply(cage: Cage, event: CageMoved) -> None:
    cents = -event.cents if event.what in _OUT else event.cents
    cage.balances[event.person] = cage.balance(event.person) + cents
    if event.what in _COUNTER:
        cage.issued += cents
    else:
        cage.on_tables -= cents


def replay(events: Iterable[CageMoved]) -> Cage:
    cage = Cage()
    for event in events:
        apply(cage, event)
    return cage


def conserved(cage: Cage) -> bool:
    """Everything that came in is with somebody or on a table, and nobody owes the cage."""
    owed = any(cents < 0 for person, cents in cage.balances.items() if person not in (HOUSE, PLAY_HOUSE))
    return not owed and sum(cage.balances.values()) + cage.on_tables == cage.issued


def refuse(cage: Cage, event: CageMoved) -> Rejection | None:
    if event.cents <= 0:
        return deny("bad_amount", "Enter an amount.")
    if event.what in ("withdrawal", "buy_in") and cage.balance(event.person) < event.cents:
        held = dollars(cage.balance(event.person))
        if event.person == WALK_UPS:
            return deny("not_enough", f"Walk-up players hold {held} in chips not redeemed yet. Count again.")
        return deny("not_enough", f"The cage holds {held} for {'you' if event.by == event.person else 'this player'}.")
    return None
