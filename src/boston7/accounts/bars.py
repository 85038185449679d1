"""The bar list (R19): barred persons, with the grounds and time of each bar and the person who lifted it."""

from __future__ import annotations

import msgspec

from boston7.accounts.lookalikes import looks_of
from boston7.declare import Rejection
from boston7.game.acts.rail import bare

OURS = "ours (R19)"
"""The clause of a bar that is not based on any table's rules."""


class Bar(msgspec.Struct, frozen=True):
    number: int
    name: str
    person: str  # The id of the account, if there is one.
    ground: str
    reason: str
    clause: str
    table: str
    by: str
    at: int
    lifted_by: str = ""
    lifted_reason: str = ""
    lifted_at: int = 0

    @property
    def holds(self) -> bool:
        return not self.lifted_at


def keys(name: str, person: str) -> tuple[str, ...]:
    """Return the keys of a bar: the account's, and the two looks of the name."""
    return (*((f"person {person}",) if person else ()), *looks_of(bare(name)))


def refusal(bar: Bar) -> Rejection:
    reason = f"{bar.name} is barred from this room. A supervisor has to lift the bar first."
    return Rejection("accounts", "barred", reason, bar.clause)
