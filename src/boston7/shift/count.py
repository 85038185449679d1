"""The drop: the cash in a table's box, counted blind by one person and signed for by another (R23)."""

from __future__ import annotations

from typing import TypeGuard

import msgspec

from boston7.declare import Rejection
from boston7.money import Cents, Piece, worth
from boston7.shift.kinds import ShiftEvent, Signature, refuse, refuse_pieces
from boston7.shift.terms import Terms


class DropEntered(ShiftEvent, frozen=True):
    """The cash of a table session is counted. The count takes effect once a supervisor has signed."""

    table: str
    session: int
    pieces: tuple[Piece, ...]


class DropSigned(ShiftEvent, frozen=True):
    """The supervisor signs the last count."""

    table: str
    session: int
    cents: Cents


class Drop(msgspec.Struct, frozen=True):
    pieces: tuple[Piece, ...]
    counter: Signature
    signer: Signature | None = None

    @property
    def cents(self) -> Cents:
        return worth(self.pieces)


Drops = dict[str, dict[int, Drop]]
"""Drops by table and session number."""


def drop_of(drops: Drops, table: str, session: int) -> Drop | None:
    return drops.get(table, {}).get(session)


def apply_drop(drops: Drops, event: DropEntered | DropSigned) -> None:
    at = drops.setdefault(event.table, {})
    if isinstance(event, DropEntered):
        at[event.session] = Drop(event.pieces, event.by)
    else:
        at[event.session] = msgspec.structs.replace(at[event.session], signer=event.by)


def enter_drop(
    drops: Drops, terms: Terms, table: str, session: int, pieces: tuple[Piece, ...], by: Signature
) -> DropEntered | Rejection:
    """Enter a count. It replaces an unsigned count, and both stay on record."""
    if (refusal := refuse_pieces(pieces, terms.bills, nothing=True)) is not None:
        return refusal
    return refuse_signed(drop_of(drops, table, session)) or DropEntered(by, table, session, pieces)


def sign_drop(drops: Drops, table: str, session: int, by: Signature) -> DropSigned | Rejection:
    found = drop_of(drops, table, session)
    if found is None:
        return refuse("not_ready", "Nobody has counted this drop yet.")
    if (signed := refuse_signed(found)) is not None:
        return signed
    if found.counter.person == by.person:
        return refuse("second_signature", "A second person must sign: you entered this count.")
    return DropSigned(by, table, session, found.cents)


def is_signed(drop: Drop | None) -> TypeGuard[Drop]:
    """Return whether a supervisor has signed the count."""
    return drop is not None and drop.signer is not None


def refuse_signed(drop: Drop | None) -> Rejection | None:
    return refuse("already_done", "The drop of this session is counted and signed.") if is_signed(drop) else None
