"""Blind counts (R23): while a count is open, the table does not show the expected figure."""

from __future__ import annotations

from boston7.game.checklist import ChecklistStep
from boston7.game.table import Phase, Table


def tray_count_open(table: Table) -> bool:
    """Return whether a count of the live tray is due: at opening, and from the announcement of closing on."""
    if not table.live:
        return False
    if table.phase is Phase.OPENING and ChecklistStep.COUNT_TRAY not in table.checklist:
        return True
    return bool(table.closing) and not table.tray_counted


def stub_count_open(table: Table) -> bool:
    """Return whether a live stub can be counted. This is possible while the last four are dealt, until it is counted or
    racked."""
    return table.live and table.phase is Phase.DEALING_FOUR and not (table.stub_counted or table.stub_racked)
