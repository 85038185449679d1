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
            hand["lines"] = _lines(seat.lines, say)
        made["hand"] = hand
    return made


BLANK_LINE: Document = {"odds": None, "paid": 0, "returned": 0, "collected": 0, "trimmed": 0}
"""What is left out of a line where it is so; its hand and clause are where they are those of the line before it."""
_AS_BEFORE = ("hand", "clause")
_LINE = tuple((name, BLANK_LINE.get(name, ...)) for name in WagerLine.__struct_fields__ if name not in _AS_BEFORE)


def _lines(lines: tuple[WagerLine, ...], say: LineWords) -> tuple[Document, ...]:
    told, before = [], None
    for line in lines:
        made = {name: value for name, blank in _LINE if (value := getattr(line, name)) != blank}
        for name in _AS_BEFORE:
            if before is None or getattr(line, name) != getattr(before, name):
                made[name] = getattr(line, name)
        if words := say(line):
            made["say"] = words
        told.append(made)
        before = line
    return tuple(told)


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
    lines: list[Document] = []
    for line in hand.get("lines", ()):
        same = {name: lines[-1][name] for name in _AS_BEFORE} if lines else {}
        lines.append({**BLANK_LINE, **same, **{name: value for name, value in line.items() if name != "say"}})
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
    for name in _HIDES:
        if getattr(before, name) != getattr(after, name):
            return False
    return before.status == after.status or not before.cards


_HIDES = ("cards", "five", "face_up", "hand_set", "shown", "keyed_result", "keyed_award", "keyed_three")


def seat_patch(before: Seat, after: Seat, viewer: Actor, say: LineWords = _silent) -> Document:
    """As `difference` of the two seats' documents, without making them."""
    if same_to_all(before, after) and all(getattr(before, name) is getattr(after, name) for name in _MADE):
        made, hand = _plain(before, after, _SEAT_PLAIN), _plain(before, after, _HAND_PLAIN)
        if not hand or any(value is not None for value in hand.values()):
            return {**made, "hand": hand} if hand else made
    was, now = seat_view(before, viewer), seat_view(after, viewer)
    made = _moved(was, now, _SEAT)
    hand = _moved(was, now, _HAND)
    if hand.get("lines"):
        hand["lines"] = _lines(now.lines, say)
    if hand:
        left = any(value is not None for value in hand.values()) or bool(_changed(now, _HAND))
        made["hand"] = hand if left else None
    return made


_MADE = ("lines", "side_bets", "last_side_bets")
_SEAT_PLAIN = tuple(one for one in _SEAT if one[0] not in ("yours", *_MADE))
_HAND_PLAIN = tuple(one for one in _HAND if one[0] in ("status", "bonus", "decided", "hand_set", "disclosed"))
"""What a view has from the seat as it is, whoever looks."""


def _plain(was: Seat, now: Seat, known: tuple[tuple[str, object], ...]) -> Document:
    made: Document = {}
    for name, default in known:
        after = getattr(now, name)
        if getattr(was, name) != after:
            made[name] = None if after == default else after
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
