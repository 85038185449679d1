"""Counts are blind (R23): what of an event is left to see again while the tray is to be counted."""

from __future__ import annotations

from msgspec.structs import replace

from boston7.game import events as e
from boston7.game.kinds import TO_TYPE


def without_tray(event: e.Event) -> e.Event:
    match event:
        case e.TrayCounted():
            return replace(event, counted=TO_TYPE, expected=TO_TYPE, pieces=())
        case e.TableOpened():
            return replace(event, transfers=(), pieces=())
        case e.TableClosed():
            return replace(event, transfers=())
        case e.Corrected():
            moves = tuple(each for each in event.transfers if "tray" not in (each.source, each.target))
            return replace(event, after=None, transfers=moves)
        case e.PayoutCorrected():
            before = tuple(each for each in event.before if each.account != "tray")
            after = tuple(each for each in event.after if each.account != "tray")
            return replace(event, before=before, after=after)
    return event
