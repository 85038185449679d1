"""Counts are blind (R23): while one is open, nobody at the table is told what it should come to."""

from __future__ import annotations

from boston7.game.checklist import Step
from boston7.game.table import Phase, Table


def tray_count_open(table: Table) -> bool:
    """At a live table: until the opener is counted, and from the announcement of the closing until the closer is."""
    if not table.live:
        return False
    if table.phase is Phase.OPENING and Step.COUNT_TRAY not in table.checklist:
        return True
    return bool(table.closing) and not table.tray_counted


def stub_count_open(table: Table) -> bool:
    """At a live table, while the last four are dealt and until the stub is counted or racked."""
    return table.live and table.phase is Phase.DEALING_FOUR and not (table.stub_counted or table.stub_racked)
