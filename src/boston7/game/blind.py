"""Counts are blind (R23): what an event may tell at a table where one is open."""

from __future__ import annotations

from msgspec.structs import replace

from boston7.game import events as e
from boston7.game.counting import stub_count_open, tray_count_open
from boston7.game.kinds import TO_TYPE
from boston7.game.table import Table


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
            return replace(event, counted=TO_TYPE, expected=TO_TYPE, pieces=())
        case e.TableOpened():
            return replace(event, transfers=(), pieces=())
        case e.TableClosed():
            return replace(event, transfers=())
        case e.Reworked():
            moves = tuple(each for each in event.transfers if "tray" not in (each.source, each.target))
            return replace(event, after=None, transfers=moves)
        case e.Corrected():
            before = tuple(each for each in event.before if each.account != "tray")
            after = tuple(each for each in event.after if each.account != "tray")
            return replace(event, before=before, after=after)
    return event
