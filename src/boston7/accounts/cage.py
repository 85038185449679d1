"""The cage: what each person has there. Chips leave it for a table and come back; they are never created."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from typing import Literal

import msgspec
from msgspec.structs import replace

from boston7.game.refusal import Refusal
from boston7.money import Cents, dollars


class CageMoved(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="cage_moved"):
    """Money over the cage's counter, or chips between the cage and a table.

    `deposit` and `withdrawal` are money in and out of the house, signed for by `by`; `guest_stake` is play money.
    """

    person: str
    what: Literal["deposit", "withdrawal", "guest_stake", "buy_in", "cash_out"]
    cents: Cents
    table: str
    by: str


class Cage(msgspec.Struct, frozen=True):
    balances: dict[str, Cents] = {}
    issued: Cents = 0  # money that came in over the counter, less what went out
    on_tables: Cents = 0

    def balance(self, person: str) -> Cents:
        return self.balances.get(person, 0)


def evolve(cage: Cage, event: CageMoved) -> Cage:
    sign = -1 if event.what in ("withdrawal", "buy_in") else 1
    balances = {**cage.balances, event.person: cage.balance(event.person) + sign * event.cents}
    if event.what in ("buy_in", "cash_out"):
        return replace(cage, balances=balances, on_tables=cage.on_tables - sign * event.cents)
    return replace(cage, balances=balances, issued=cage.issued + sign * event.cents)


def replay(events: Iterable[CageMoved], cage: Cage | None = None) -> Cage:
    return reduce(evolve, events, cage or Cage())


def conserved(cage: Cage) -> bool:
    return sum(cage.balances.values()) + cage.on_tables == cage.issued


def refuse(cage: Cage, event: CageMoved) -> Refusal | None:
    clause = "cage"
    if event.cents <= 0:
        return Refusal("out_of_bounds", "Name an amount.", clause)
    if event.what in ("withdrawal", "buy_in") and cage.balance(event.person) < event.cents:
        has = dollars(cage.balance(event.person))
        return Refusal("not_enough_chips", f"The cage holds {has} for you.", clause)
    return None
