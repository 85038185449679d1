"""Counts are blind (R23): while one is open, nobody at the table is told what it should come to."""

from __future__ import annotations

from msgspec.structs import replace

from boston7.game import events as e
from boston7.game.checklist import Step
from boston7.game.commands import TO_TYPE
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


def told_blind(event: e.Event, now: Table) -> e.Event:
    """An event as it may be told at a table that stands like this now, however long ago it happened.

    What lay in the tray at an earlier opening, count or closing is what lies there still, if nobody has played since.
    """
    if isinstance(event, e.StubCounted) and stub_count_open(now):
        return replace(event, count=TO_TYPE, expected=TO_TYPE)  # left out on the wire
    return without_tray(event) if tray_count_open(now) else event


def without_tray(event: e.Event) -> e.Event:
    match event:
        case e.TrayCounted():
            return replace(event, counted=TO_TYPE, expected=TO_TYPE)
        case e.TableOpened() | e.TableClosed():
            return replace(event, transfers=())
        case e.Corrected():
            before = tuple(each for each in event.before if each.account != "tray")
            after = tuple(each for each in event.after if each.account != "tray")
            return replace(event, before=before, after=after)
    return event
