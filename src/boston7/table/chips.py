"""Chips between a table and the cage's book: for every transfer of the game from outside or to it, the move there."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from boston7.accounts.cage import HOUSE, PLAY_HOUSE, CageMoved, CageReason
from boston7.game import Event, Table
from boston7.game.accounts import Transfer
from boston7.game.events import EVENTS

MOVES_CHIPS = frozenset(kind for kind in EVENTS if "transfers" in kind.__struct_fields__)
"""No other kind of event has anything for `cage_moves`."""
_OUTSIDE = ("cage", "hands")
_MOVES: dict[str, tuple[CageReason, CageReason]] = {
    "cage": ("buy_in", "cash_out"),
    "hands": ("chips_in", "chips_out"),
}
"""To a rail, and from it."""


def cage_moves(
    event: Event, before: Table, table: str, by: str, play_money: bool, identity: Callable[[str], str]
) -> Iterator[CageMoved]:
    """`before` is the table the event happened at: whose seat it is owns the rail. `identity` finds who a person is
    known as. Play money has no counter: what its players carry is their account."""
    transfers: tuple[Transfer, ...] = getattr(event, "transfers", ())
    for transfer in transfers:
        source, target = transfer.source, transfer.target
        if source not in _OUTSIDE and target not in _OUTSIDE:
            continue
        out = source in _OUTSIDE
        outside, account = (source, target) if out else (target, source)
        if account == "tray":
            house = PLAY_HOUSE if play_money else HOUSE
            yield CageMoved(house, "fill" if out else "credit", transfer.cents, table, by)
            continue
        owner = getattr(event, "person", "") or before.seat(int(account.removeprefix("rail:"))).person
        if not owner:
            raise LookupError(f"nobody sits where {account} belongs")
        way_in, way_out = _MOVES["cage" if play_money else outside]
        yield CageMoved(identity(owner), way_in if out else way_out, transfer.cents, table, by)
