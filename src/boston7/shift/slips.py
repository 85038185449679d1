"""Fills and credits: one numbered slip each, signed step by step by the person responsible.

The cage prepares the slip, a runner carries it with the chips, the dealer counts them, and the floor signs. With the
floor's signature the chips move at the table. The cage signs a credit once more when it receives the chips.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from boston7.declare import Rejection
from boston7.money import Cents, Piece, worth
from boston7.shift.kinds import ShiftEvent, Signature, refuse, refuse_blank, refuse_pieces
from boston7.shift.terms import Terms

SlipKind = Literal["fill", "credit"]
SlipStep = Literal["cage", "runner", "dealer", "floor", "received"]
STEPS: dict[SlipKind, tuple[SlipStep, ...]] = {
    "fill": ("cage", "runner", "dealer", "floor"),
    "credit": ("cage", "runner", "dealer", "floor", "received"),
}
ROLES: dict[SlipStep, str] = {
    "cage": "cashier",
    "runner": "runner",
    "dealer": "dealer",
    "floor": "supervisor",
    "received": "cashier",
}


class SlipRequested(ShiftEvent, frozen=True):
    """The floor requests a fill or credit by denomination. The system assigns the number."""

    number: int
    kind: SlipKind
    table: str
    pieces: tuple[Piece, ...]


class SlipSigned(ShiftEvent, frozen=True):
    """One signature on a slip. Steps are signed in order."""

    number: int
    step: SlipStep


class SlipVoided(ShiftEvent, frozen=True):
    """A slip that is not carried out. It is kept, and its number is not reused."""

    number: int
    reason: str


class Slip(msgspec.Struct, frozen=True):
    number: int
    kind: SlipKind
    table: str
    pieces: tuple[Piece, ...]
    asked: Signature
    time: int = 0
    signed: tuple[tuple[SlipStep, Signature], ...] = ()
    posted_at: int = 0  # When the floor signed.
    void: str = ""
    by_total: bool = False  # Whether one piece is the total, because the house had no denominations.

    @property
    def serial(self) -> str:
        return slip_serial(self.kind, self.number)

    @property
    def cents(self) -> Cents:
        return worth(self.pieces)

    @property
    def next(self) -> SlipStep | None:
        steps = STEPS[self.kind]
        return None if self.void or len(self.signed) == len(steps) else steps[len(self.signed)]

    @property
    def posted(self) -> bool:
        """Whether the chips have moved."""
        return any(step == "floor" for step, _ in self.signed)


Slips = dict[int, Slip]


def slip_serial(kind: str, number: int) -> str:
    return f"{kind[0].upper()}-{number:06d}"


def apply_slip(
    slips: Slips, event: SlipRequested | SlipSigned | SlipVoided, time: int, *, by_total: bool = False
) -> None:
    if isinstance(event, SlipRequested):
        slips[event.number] = Slip(
            event.number, event.kind, event.table, event.pieces, event.by, time, by_total=by_total
        )
        return
    slip = slips[event.number]
    if isinstance(event, SlipVoided):
        slips[event.number] = msgspec.structs.replace(slip, void=event.reason)
    else:
        posted_at = time if event.step == "floor" else slip.posted_at
        signed = (*slip.signed, (event.step, event.by))
        slips[event.number] = msgspec.structs.replace(slip, signed=signed, posted_at=posted_at)


def request_slip(
    slips: Slips, terms: Terms, kind: SlipKind, table: str, pieces: tuple[Piece, ...], by: Signature
) -> SlipRequested | Rejection:
    if (refusal := refuse_pieces(pieces, terms.chips)) is not None:
        return refusal
    kept = tuple(piece for piece in pieces if piece.count)
    return SlipRequested(by, len(slips) + 1, kind, table, kept)


def sign_slip(slips: Slips, number: int, step: SlipStep, by: Signature) -> SlipSigned | Rejection:
    slip = slips.get(number)
    if slip is None:
        return refuse("unknown_slip", "There is no slip with that number.")
    if slip.void:
        return refuse("already_done", f"Slip {slip.serial} is void.")
    if slip.next is None or any(done == step for done, _ in slip.signed):
        return refuse("already_done", f"Slip {slip.serial} is already signed for that step.")
    if slip.next != step:
        return refuse("not_ready", f"Slip {slip.serial}: the {ROLES[slip.next]} must sign first.")
    if ROLES[step] != by.role:
        return refuse("not_your_duty", f"Only a {ROLES[step]} can sign here.")
    signers = [("supervisor", slip.asked), *[(ROLES[done], each) for done, each in slip.signed]]
    if any(each.person == by.person and role != by.role for role, each in signers):
        return refuse("second_signature", "You have already signed this slip: each role needs a different person.")
    return SlipSigned(by, number, step)


def void_slip(slips: Slips, number: int, reason: str, by: Signature) -> SlipVoided | Rejection:
    slip = slips.get(number)
    if slip is None:
        return refuse("unknown_slip", "There is no slip with that number.")
    if slip.void or slip.posted:
        return refuse("already_done", f"Slip {slip.serial} is {'void' if slip.void else 'carried out'}.")
    return refuse_blank(reason) or SlipVoided(by, number, reason.strip())
