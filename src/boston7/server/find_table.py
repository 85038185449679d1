"""The table that a request names, or 404; and the day."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boston7.server.answers import Rejected, bad_request, not_found
from boston7.shift.shift_book import known_day
from boston7.table import TableActor, TableSummary

if TYPE_CHECKING:
    from boston7.server.app_context import AppContext


def _unknown(name: str) -> Rejected:
    return not_found(f"There is no table {name[:60]!r}.")


async def visited(context: AppContext, name: str) -> TableActor:
    """Itself, read from the record if nobody was there for a while."""
    table = await context.room.visit(name)
    if table is None:
        raise _unknown(name)
    return table


def listed(context: AppContext, name: str) -> TableSummary:
    """What everybody may know of it, for which it need not be read."""
    if name not in context.room.directory:
        raise _unknown(name)
    return context.room.summary(name)


def day_or_today(context: AppContext, day: str) -> str:
    """Today where none is named."""
    if day and not known_day(day):
        raise bad_request("Write the day like 2026-11-16.")
    return day or context.room.shift.today()
