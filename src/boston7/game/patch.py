"""A view as a document, and what changed in it as a JSON Merge Patch (RFC 7396).

In a document what is as at an empty table is left out, seats are keyed by number, and a seat's part in the round lies
in `hand`: so clearing the table is `"hand": null` for each seat, and a patch names nothing that has not changed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import fields

from boston7.game.actors import SPECTATOR, Actor
from boston7.game.settlement import WagerLine
from boston7.game.table import Seat, Table
from boston7.game.view import SeatView, TableView, head_view, seat_view

Document = dict[str, Any]
LineWords = Callable[[WagerLine], str]

_OF_THE_ROUND = frozenset(
    {
        "status", "cards", "face_up", "hand", "best", "bonus", "decided", "hand_set", "five", "disclosed", "lines",
        "net", "keyed",
    }
)  # fmt: skip
_HEAD = tuple((field.name, field.default) for field in fields(TableView) if field.name != "seats")
_SEAT = tuple((field.name, field.default) for field in fields(SeatView) if field.name not in ("number", *_OF_THE_ROUND))
_HAND = tuple((field.name, field.default) for field in fields(SeatView) if field.name in _OF_THE_ROUND)


def _silent(_: WagerLine) -> str:
    return ""


def document(view: TableView, say: LineWords = _silent) -> Document:
    """`say` puts each wager's result into words, which its line then carries."""
    made = _changed(view, _HEAD)
    made["seats"] = {str(seat.number): _seat(seat, say) for seat in view.seats}
    return made


def _seat(seat: SeatView, say: LineWords) -> Document:
    made = _changed(seat, _SEAT)
    if hand := _changed(seat, _HAND):
        if seat.lines:
            hand["lines"] = tuple([_line(line, say(line)) for line in seat.lines])
        made["hand"] = hand
    return made


def _line(line: WagerLine, words: str) -> Document:
    made = {name: getattr(line, name) for name in line.__struct_fields__}
    return {**made, "say": words} if words else made


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
        {"number": int(number), **{name: value for name, value in seat.items() if name != "hand"}, **_unsaid(seat)}
        for number, seat in made.get("seats", {}).items()
    ]
    return msgspec.convert({**made, "seats": seats}, TableView)


def _unsaid(seat: Document) -> Document:
    hand: Document = seat.get("hand", {})
    lines = [{name: value for name, value in line.items() if name != "say"} for line in hand.get("lines", ())]
    return {**hand, "lines": lines} if lines else hand


def patch(
    before: Table,
    after: Table,
    viewer: Actor = SPECTATOR,
    say: LineWords = _silent,
    head: Document | None = None,
) -> Document:
    """What a viewer's document changes by between two tables. `head`: what changes for everybody, if that is known."""
    made = {**(head_patch(before, after) if head is None else head)}
    seats = {
        str(now.number): change
        for was, now in zip(before.seats, after.seats, strict=True)
        if was is not now and (change := seat_patch(was, now, viewer, say))
    }
    if seats:
        made["seats"] = seats
    return made


def head_patch(before: Table, after: Table) -> Document:
    """All but the seats: the same for everybody."""
    return head_moved(head_view(before), head_view(after))


def head_moved(was: TableView, now: TableView) -> Document:
    """The same between two views."""
    return _moved(was, now, _HEAD)


def same_to_all(before: Seat, after: Seat) -> bool:
    """Whether what changed at a seat is the same for whoever sits there and for everybody else."""
    if before.player != after.player:
        return False
    if not before.cards and not after.cards:
        return before.five == after.five and before.shown == after.shown
    return all(getattr(before, name) == getattr(after, name) for name in _HIDES)


_HIDES = ("cards", "five", "status", "face_up", "hand_set", "shown", "keyed_result", "keyed_award", "keyed_three")


def seat_patch(before: Seat, after: Seat, viewer: Actor, say: LineWords = _silent) -> Document:
    """As `difference` of the two seats' documents, without making them."""
    was, now = seat_view(before, viewer), seat_view(after, viewer)
    made = _moved(was, now, _SEAT)
    hand = _moved(was, now, _HAND)
    if hand.get("lines"):
        hand["lines"] = tuple([_line(line, say(line)) for line in now.lines])
    if hand:
        left = any(value is not None for value in hand.values()) or bool(_changed(now, _HAND))
        made["hand"] = hand if left else None
    return made


def _moved(was: Struct, now: Struct, known: tuple[tuple[str, object], ...]) -> Document:
    made: Document = {}
    for name, default in known:
        before, after = getattr(was, name), getattr(now, name)
        if before is after or before == after:
            continue
        if after == default or after == {}:
            if before != default and before != {}:
                made[name] = None
        elif isinstance(before, dict) and before and isinstance(after, dict):
            made[name] = difference(before, after)
        else:
            made[name] = after
    return made


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
