"""Chips between a table and the cage: for every transfer of the game that touches the cage, the move there."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from boston7.accounts.cage import HOUSE, PLAY_HOUSE, WALK_UPS, CageMoved
from boston7.game import Event, Table
from boston7.game.accounts import Transfer
from boston7.game.acts.rail import walk_up
from boston7.game.events import EVENTS

MOVES_CHIPS = frozenset(kind for kind in EVENTS if "transfers" in kind.__struct_fields__)
"""No other kind of event has anything for `cage_moves`."""


def cage_moves(
    event: Event, before: Table, table: str, by: str, play_money: bool, person: Callable[[str], str]
) -> Iterator[CageMoved]:
    """`before` is the table the event happened at: who sits there owns the rail. `person` finds an id by name."""
    transfers: tuple[Transfer, ...] = getattr(event, "transfers", ())
    for transfer in transfers:
        if "cage" not in (transfer.source, transfer.target):
            continue
        out = transfer.source == "cage"
        account = transfer.target if out else transfer.source
        if account == "tray":
            house = PLAY_HOUSE if play_money else HOUSE
            yield CageMoved(house, "fill" if out else "credit", transfer.cents, table, by)
            continue
        owner = before.seat(int(account.removeprefix("rail:"))).player
        if owner is None:
            raise LookupError(f"nobody sits where {account} belongs")
        whose = WALK_UPS if walk_up(owner) else person(owner)
        yield CageMoved(whose, "buy_in" if out else "cash_out", transfer.cents, table, by)
