"""The bar list (R19): who is kept out of the room, since when, on which ground, and who lifted it."""

from __future__ import annotations

import msgspec

from boston7.accounts.lookalikes import looks_of
from boston7.declare import Rejection
from boston7.game.acts.rail import bare

OURS = "ours (R19)"
"""What a bar rests on that was given away from any table."""


class Bar(msgspec.Struct, frozen=True):
    number: int
    name: str
    person: str  # the account, if there is one
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
    """What a bar is found by: the account, and every name that looks like this one."""
    return (*((f"person {person}",) if person else ()), *looks_of(bare(name)))


def refusal(bar: Bar) -> Rejection:
    reason = f"{bar.name} is barred from this room. A supervisor has to lift the bar first."
    return Rejection("accounts", "barred", reason, bar.clause)
