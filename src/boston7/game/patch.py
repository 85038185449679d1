"""A view as a document, and what changed in it as a JSON Merge Patch (RFC 7396).

In a document what is as at an empty table is left out, seats are keyed by number, and a seat's part in the round lies
in `hand`: so clearing the table is `"hand": null` for each seat, and a patch names nothing that has not changed.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import fields

from boston7.game.actors import SPECTATOR, Actor
from boston7.game.table import Seat, Table
from boston7.game.view import SeatView, TableView, head_view, seat_view

Document = dict[str, Any]

_OF_THE_ROUND = frozenset(
    {
        "status", "cards", "face_up", "hand", "best", "bonus", "decided", "hand_set", "five", "disclosed", "lines",
        "net",
    }
)  # fmt: skip
_HEAD = tuple((field.name, field.default) for field in fields(TableView) if field.name != "seats")
_SEAT = tuple((field.name, field.default) for field in fields(SeatView) if field.name not in ("number", *_OF_THE_ROUND))
_HAND = tuple((field.name, field.default) for field in fields(SeatView) if field.name in _OF_THE_ROUND)


def document(view: TableView) -> Document:
    made = _changed(view, _HEAD)
    made["seats"] = {str(seat.number): _seat(seat) for seat in view.seats}
    return made


def _seat(seat: SeatView) -> Document:
    made = _changed(seat, _SEAT)
    if hand := _changed(seat, _HAND):
        made["hand"] = hand
    return made


def _changed(value: Struct, known: tuple[tuple[str, object], ...]) -> Document:
    made = {}
    for name, default in known:
        here = getattr(value, name)
        if here != default and here != {}:
            made[name] = here
    return made


def expand(made: Document) -> TableView:
    """The view a document stands for."""
    seats = [
        {"number": int(number), **{k: v for k, v in seat.items() if k != "hand"}, **seat.get("hand", {})}
        for number, seat in made.get("seats", {}).items()
    ]
    return msgspec.convert({**made, "seats": seats}, TableView)


def patch(before: Table, after: Table, viewer: Actor = SPECTATOR) -> Document:
    """What a viewer's document changes by between two tables."""
    made = difference(head_document(before), head_document(after))
    seats = {
        str(now.number): change
        for was, now in zip(before.seats, after.seats, strict=True)
        if was is not now and (change := seat_patch(was, now, viewer))
    }
    if seats:
        made["seats"] = seats
    return made


def head_document(table: Table) -> Document:
    return _changed(head_view(table), _HEAD)


def seat_patch(before: Seat, after: Seat, viewer: Actor) -> Document:
    return difference(_seat(seat_view(before, viewer)), _seat(seat_view(after, viewer)))


def difference(before: Document, after: Document) -> Document:
    """The merge patch that leads from one document to another."""
    made: Document = {name: None for name in before if name not in after}
    for name, value in after.items():
        was = before.get(name)
        if was is value or was == value:
            continue
        made[name] = difference(was, value) if isinstance(was, dict) and isinstance(value, dict) else value
    return made


def merge(document: Document, change: Document) -> Document:
    """A document after a merge patch; the one given stays as it is."""
    made = {**document}
    for name, value in change.items():
        if value is None:
            made.pop(name, None)
        elif isinstance(value, dict):
            made[name] = merge(made.get(name) or {}, value)
        else:
            made[name] = value
    return made
