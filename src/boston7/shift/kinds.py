"""The base of the shift book's events, and the checks that they share."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from boston7.declare import Rejection
from boston7.game.kinds import LINE, snake
from boston7.money import MOST_HANDED, Cents, Piece, dollars, worth

Handed = Annotated[int, msgspec.Meta(ge=1, le=MOST_HANDED)]
Line = Annotated[str, msgspec.Meta(min_length=1, max_length=240, pattern=LINE)]
Code = Literal[
    "bad_amount", "not_ready", "already_done", "not_your_duty", "unknown_slip", "bad_name", "second_signature"
]


class Signature(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A person who signs, with their role."""

    person: str
    name: str
    role: str


class ShiftEvent(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=snake):
    """A stored event. Applying it never fails."""

    by: Signature


def refuse(code: Code, reason: str) -> Rejection:
    return Rejection("shift", code, reason)


def refuse_blank(reason: str) -> Rejection | None:
    return None if reason.strip() else refuse("bad_name", "Enter the reason: it goes on record.")


def refuse_void(
    paper: str, made_by: Signature, reason: str, by: Signature, second: Signature | None = None
) -> Rejection | None:
    """Reject a void by anyone but a supervisor who neither made out nor signed the paper."""
    if by.role != "supervisor":
        return refuse("not_your_duty", f"Only a supervisor can void a {paper}.")
    if by.person == made_by.person:
        return refuse("second_signature", f"A second person must void this {paper}: you made it out.")
    if second is not None and by.person == second.person:
        return refuse("second_signature", f"Another supervisor must void this {paper}: you signed it.")
    return refuse_blank(reason)


def refuse_cents(cents: Cents) -> Rejection | None:
    if 0 < cents <= MOST_HANDED:
        return None
    return refuse("bad_amount", f"Value out of range: an amount is more than $0 and at most {dollars(MOST_HANDED)}.")


def refuse_pieces(pieces: tuple[Piece, ...], known: tuple[Cents, ...], *, nothing: bool = False) -> Rejection | None:
    """Check that a count names each denomination once.

    With `nothing`, a count of zero is allowed. If the house has no denominations, one piece is the total.
    """
    values = [piece.value for piece in pieces]
    if not pieces or (not nothing and not worth(pieces)):
        return refuse("bad_amount", "Enter the count of each denomination.")
    if not known:
        whole = len(pieces) == 1 and pieces[0].count <= 1
        return None if whole else refuse("bad_amount", "Enter only the total: this house has no denominations.")
    if len(set(values)) != len(values):
        return refuse("bad_amount", "Count each denomination only once.")
    if unknown := next((value for value in values if value not in known), 0):
        return refuse("bad_amount", f"There is no denomination of {dollars(unknown)} here.")
    if worth(pieces) > MOST_HANDED:
        return refuse("bad_amount", f"Value out of range: a count is at most {dollars(MOST_HANDED)}.")
    return None
