"""The cage's accounts. Chips move to tables and back, and are never created without an entry."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

import msgspec

from boston7.accounts.people import deny
from boston7.declare import Rejection
from boston7.money import Cents, dollars

HOUSE = "house"
"""The house's own chips, for the trays. Their initial stock is not counted, so the balance may be negative."""
PLAY_HOUSE = "house:play"
"""The house's chips for play money."""

CageReason = Literal[
    "deposit", "withdrawal", "guest_stake", "buy_in", "cash_out", "fill", "credit", "chips_in", "chips_out",
    "chips_sold", "redemption", "chips_drawn", "chips_kept", "handed_over",
]  # fmt: skip


class _Effect(NamedTuple):
    """The signs of a move's changes: account, carried chips, issued money, chips on tables.

    Account, carried and tables always add up to `issued`.
    """

    account: int
    carried: int
    issued: int
    tables: int


_EFFECTS: dict[CageReason, _Effect] = {
    "deposit": _Effect(1, 0, 1, 0),
    "withdrawal": _Effect(-1, 0, -1, 0),
    "guest_stake": _Effect(1, 0, 1, 0),
    "buy_in": _Effect(-1, 0, 0, 1),
    "cash_out": _Effect(1, 0, 0, -1),
    "fill": _Effect(-1, 0, 0, 1),
    "credit": _Effect(1, 0, 0, -1),
    "chips_in": _Effect(0, -1, 0, 1),
    "chips_out": _Effect(0, 1, 0, -1),
    "chips_sold": _Effect(0, 1, 1, 0),
    "redemption": _Effect(0, -1, -1, 0),
    "chips_drawn": _Effect(-1, 1, 0, 0),
    "chips_kept": _Effect(1, -1, 0, 0),
    "handed_over": _Effect(0, -1, 0, 0),  # The receiver gets the same amount.
}
INVERSE: dict[CageReason, CageReason] = {
    "deposit": "withdrawal",
    "withdrawal": "deposit",
    "chips_sold": "redemption",
    "redemption": "chips_sold",
    "chips_drawn": "chips_kept",
    "chips_kept": "chips_drawn",
}
"""The opposite of each move over the counter."""
_HOUSES = (HOUSE, PLAY_HOUSE)


class CageMoved(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="type", tag="cage_moved"
):
    """Money or chips over the cage's counter, or chips to or from a table.

    `deposit` and `withdrawal` are front money in and out, signed by `by`. `guest_stake` is play money. `fill` and
    `credit` move the house's chips to and from a tray, also at opening and closing.

    Players carry their chips (R25). `chips_in` and `chips_out` move them to and from a live table. `chips_sold` and
    `redemption` exchange them for cash. `chips_drawn` and `chips_kept` take them from front money and return them.
    `handed_over` gives them to another person, `to`, for a `reason`.
    """

    person: str
    what: CageReason
    cents: Cents
    table: str
    by: str
    to: str = ""
    reason: str = ""


class Cage(msgspec.Struct):
    balances: dict[str, Cents] = {}
    carried: dict[str, Cents] = {}  # Chips that each person carries.
    issued: Cents = 0  # Money in over the counter, minus money out.
    on_tables: Cents = 0

    def balance(self, person: str) -> Cents:
        return self.balances.get(person, 0)

    def carries(self, person: str) -> Cents:
        return self.carried.get(person, 0)


def apply(cage: Cage, event: CageMoved) -> None:
    effect, person, cents = _EFFECTS[event.what], event.person, event.cents
    if effect.account:
        cage.balances[person] = cage.balance(person) + effect.account * cents
    if effect.carried:
        _carry(cage, person, effect.carried * cents)
    if event.to:
        _carry(cage, event.to, cents)
    cage.issued += effect.issued * cents
    cage.on_tables += effect.tables * cents


def _carry(cage: Cage, person: str, cents: Cents) -> None:
    held = cage.carries(person) + cents
    if held:
        cage.carried[person] = held
    else:
        cage.carried.pop(person, None)


def replay(events: Iterable[CageMoved]) -> Cage:
    cage = Cage()
    for event in events:
        apply(cage, event)
    return cage


def conserved(cage: Cage) -> bool:
    """Return whether accounts and chips add up to the money issued, and no player's balance is negative."""
    owed = any(cents < 0 for person, cents in cage.balances.items() if person not in _HOUSES)
    owed = owed or any(cents < 0 for cents in cage.carried.values())
    held = sum(cage.balances.values()) + sum(cage.carried.values())
    return not owed and held + cage.on_tables == cage.issued


def takes(event: CageMoved) -> bool:
    """Return whether the move reduces a person's balance, so that the balance must cover it."""
    effect = _EFFECTS[event.what]
    return event.person not in _HOUSES and (effect.account < 0 or effect.carried < 0)


def refuse(cage: Cage, event: CageMoved) -> Rejection | None:
    if event.cents <= 0:
        return deny("bad_amount", "Enter an amount.")
    if not takes(event):
        return None
    if _EFFECTS[event.what].account < 0:
        held = cage.balance(event.person)
        if held >= event.cents:
            return None
        owner = "you" if event.by == event.person else "this player"
        return deny("not_enough", f"The cage holds {dollars(held)} for {owner}.")
    held = cage.carries(event.person)
    if held >= event.cents:
        return None
    reason = f"On record this player carries {dollars(held)} in chips, not {dollars(event.cents)}."
    more = "First record where the other chips came from: sold at the cage, or handed over by another player."
    return deny("not_enough", f"{reason} {more}")
