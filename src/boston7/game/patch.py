"""Views as JSON documents, and their changes as JSON Merge Patches (RFC 7396).

A document omits values that equal an empty table's, keys seats by number, and keeps a seat's part in the round in
`hand`. Clearing the table is therefore `"hand": null` per seat, and a patch contains only changes.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from itertools import compress
from operator import attrgetter, is_not
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import astuple, fields

from boston7.game.actors import SPECTATOR, Actor
from boston7.game.procedure import has_steps
from boston7.game.settlement import WagerLine
from boston7.game.table import Seat, Table
from boston7.game.view import (
    HEAD,
    HEAD_DERIVED,
    HEAD_FROM,
    OWN,
    SEAT,
    SEAT_DERIVED,
    SEAT_FROM,
    SeatView,
    TableView,
)

Document = dict[str, Any]

_OF_THE_ROUND = frozenset(
    {
        "status", "cards", "face_up", "hand", "best", "bonus", "decided", "hand_set", "five", "disclosed", "lines",
        "net", "outcome", "keyed",
    }
)  # fmt: skip
_HEAD = tuple((field.name, field.default) for field in fields(TableView) if field.name != "seats")
_SEAT = tuple((field.name, field.default) for field in fields(SeatView) if field.name not in ("number", *_OF_THE_ROUND))
_HAND = tuple((field.name, field.default) for field in fields(SeatView) if field.name in _OF_THE_ROUND)


def document(view: TableView) -> Document:
    doc = _changed(view, _HEAD)
    doc["seats"] = {str(seat.number): _seat(seat) for seat in view.seats}
    return doc


def _seat(seat: SeatView) -> Document:
    doc = _changed(seat, _SEAT)
    if hand := _changed(seat, _HAND):
        if seat.lines:
            hand["lines"] = _lines(seat.lines)
        doc["hand"] = hand
    return doc


BLANK_LINE: Document = {"odds": None, "paid": 0, "returned": 0, "collected": 0, "trimmed": 0}
"""Values that a line omits. A line also omits its hand and clause if they equal those of the previous line."""
_AS_BEFORE = ("hand", "clause")
_BESIDES = ("award",)
_LINE = tuple((name, BLANK_LINE.get(name, ...)) for name in WagerLine.__struct_fields__ if name not in _AS_BEFORE)


def _lines(lines: tuple[WagerLine, ...]) -> tuple[Document, ...]:
    docs, before = [], None
    for line in lines:
        doc = {name: value for name, blank in _LINE if (value := getattr(line, name)) != blank}
        for name in _AS_BEFORE:
            if before is None or getattr(line, name) != getattr(before, name):
                doc[name] = getattr(line, name)
        if line.award:
            doc["award"] = True
        docs.append(doc)
        before = line
    return tuple(docs)


def _changed(value: Struct, known: tuple[tuple[str, object], ...]) -> Document:
    doc = {}
    for name, default in known:
        here = getattr(value, name)
        if here != default and here != {}:
            doc[name] = here
    return doc


def expand(doc: Document) -> TableView:
    """Return the view on which a document is based."""
    seats = [
        {"number": int(number), **{name: value for name, value in seat.items() if name != "hand"}, **_unsaid(seat)}
        for number, seat in doc.get("seats", {}).items()
    ]
    return msgspec.convert({**doc, "seats": seats}, TableView)


def _unsaid(seat: Document) -> Document:
    hand: Document = seat.get("hand", {})
    lines: list[Document] = []
    for line in hand.get("lines", ()):
        same = {name: lines[-1][name] for name in _AS_BEFORE} if lines else {}
        lines.append({**BLANK_LINE, **same, **{name: value for name, value in line.items() if name not in _BESIDES}})
    return {**hand, "lines": lines} if lines else hand


def patch(before: Table, after: Table, viewer: Actor = SPECTATOR) -> Document:
    """Return the change in a viewer's document between two tables."""
    doc = head_patch(before, after)
    seats = {
        str(now.number): change
        for was, now in zip(before.seats, after.seats, strict=True)
        if was is not now and (change := seat_patch(was, now, viewer))
    }
    if seats:
        doc["seats"] = seats
    return doc


def head_patch(before: Table, after: Table) -> Document:
    """Return the change in everything except the seats. It is the same for all viewers."""
    then, here = astuple(before), astuple(after)
    steps, doc, touched = has_steps(before) or has_steps(after), Document(), 0
    for at in compress(_HEAD_PLACES, map(is_not, then, here)):
        if then[at] == here[at]:
            continue
        touched |= _HEAD_TOUCHED[at]
        if (part := _HEAD_AS_IT_IS[at]) is not None:
            doc[part[0]] = _change(then[at], here[at], part[1])
    for bit, name, default in _HEAD_DERIVED:
        if touched & bit and (steps or name not in _STEPS):
            make = HEAD[name]
            was, now = make(before), make(after)
            if was is not now and was != now:
                doc[name] = _change(was, now, default)
    return doc


def seat_patch(before: Seat, after: Seat, viewer: Actor) -> Document:
    """Return the difference between a seat's documents without building them."""
    public, own = seat_patches(before, after)
    return own.get(viewer.name, public) if viewer.role == "player" else public


def seat_patches(before: Seat, after: Seat) -> tuple[Document, dict[str, Document]]:
    """Return the public change of a seat and, by name, the changes for players who see it differently.

    Parts that are the same for both are compared only once.
    """
    then, here = astuple(before), astuple(after)
    seat, alike, touched = Document(), Document(), 0
    for at in compress(_SEAT_PLACES, map(is_not, then, here)):
        if then[at] == here[at]:
            continue
        touched |= _SEAT_TOUCHED[at]
        if (part := _SEAT_AS_IT_IS[at]) is not None:
            (alike if part[0] in _OF_THE_ROUND else seat)[part[0]] = _change(then[at], here[at], part[1])
    _moved(seat, _SEAT_DERIVED, touched, before, after)
    _moved(alike, _HAND_DERIVED, touched, before, after)
    if alike.get("lines"):
        alike["lines"] = _lines(after.lines)
    hidden = touched & _OWN_TOUCHED and (before.player != after.player or _holds(before) or _holds(after))
    hand = _moved({**alike}, _OWN_DERIVED, touched, before, after) if hidden else alike
    own: dict[str, Document] = {}
    if hidden:
        for name in {before.player, after.player}:
            if name is None:
                continue
            was, now = before.player == name, after.player == name
            theirs = _moved({**alike}, _OWN_DERIVED, touched, before, after, was, now)
            if theirs != hand or was is not now:
                own[name] = _with_hand(seat if was is now else {**seat, "yours": now or None}, theirs, after, now)
    return _with_hand(seat, hand, after, False), own


def _holds(seat: Seat) -> bool:
    """Return whether the seat has cards that some viewers may not see."""
    return bool(seat.cards or seat.shown or seat.five)


def _moved(
    doc: Document, parts: _Derived, touched: int, before: Seat, after: Seat, was: bool = False, now: bool = False
) -> Document:
    """Add the changed parts that derive from a touched field to `doc`."""
    for bit, name, default in parts:
        if touched & bit:
            make = SEAT[name]
            then, here = make(before, was), make(after, now)
            if then is not here and then != here:
                doc[name] = _change(then, here, default)
    return doc


def _with_hand(seat: Document, hand: Document, after: Seat, yours: bool) -> Document:
    if not hand:
        return seat
    for value in hand.values():
        if value is not None:
            return {**seat, "hand": hand}
    return {**seat, "hand": hand if _any_hand(after, yours) else None}


def _any_hand(seat: Seat, yours: bool) -> bool:
    """Return whether the seat's document has a part in the round."""
    if _round_of(seat) == _NO_ROUND:
        return False
    return any(SEAT[name](seat, yours) != default for name, default in _HAND)


_ROUND_FIELDS = sorted({one for name, _ in _HAND for one in SEAT_FROM.get(name, (name,))} - {"player"})
_round_of = attrgetter(*_ROUND_FIELDS)
_NO_ROUND = _round_of(Seat(1))


_Blanks = tuple[tuple[str, object], ...]
_Derived = tuple[tuple[int, str, object], ...]
"""Derived parts: for each, a bit, its name and its default."""
_STEPS = ("procedure", "step_order")


def _worked_out(known: _Blanks, names: Container[str]) -> _Derived:
    derived = [one for one in known if one[0] in names]
    return tuple([(1 << at, name, default) for at, (name, default) in enumerate(derived)])


def _touched(fields: tuple[str, ...], derived: _Derived, sources: Mapping[str, tuple[str, ...]]) -> tuple[int, ...]:
    """Return the bits of the derived parts for each field."""
    return tuple([sum(bit for bit, name, _ in derived if field in sources.get(name, (name,))) for field in fields])


def _as_it_is(fields: tuple[str, ...], known: _Blanks, derived: _Derived) -> tuple[tuple[str, object] | None, ...]:
    """Return the part with the same name as each field, with its default; None if missing or derived."""
    parts = {name: (name, default) for name, default in known if all(name != other for _, other, _ in derived)}
    return tuple([parts.get(field) for field in fields])


_TABLE_FIELDS, _SEAT_FIELDS = Table.__struct_fields__, Seat.__struct_fields__
_HEAD_PLACES, _SEAT_PLACES = tuple(range(len(_TABLE_FIELDS))), tuple(range(len(_SEAT_FIELDS)))
_HEAD_DERIVED = _worked_out(_HEAD, HEAD_DERIVED)
_HEAD_TOUCHED = _touched(_TABLE_FIELDS, _HEAD_DERIVED, HEAD_FROM)
_HEAD_AS_IT_IS = _as_it_is(_TABLE_FIELDS, _HEAD, _HEAD_DERIVED)
_ALL_DERIVED = _worked_out((*_SEAT, *_HAND), SEAT_DERIVED)
_SEAT_TOUCHED = _touched(_SEAT_FIELDS, _ALL_DERIVED, SEAT_FROM)
_SEAT_AS_IT_IS = _as_it_is(_SEAT_FIELDS, (*_SEAT, *_HAND), _ALL_DERIVED)
_SEAT_DERIVED = tuple([one for one in _ALL_DERIVED if one[1] not in _OF_THE_ROUND])
_HAND_DERIVED = tuple([one for one in _ALL_DERIVED if one[1] in _OF_THE_ROUND and one[1] not in OWN])
_OWN_DERIVED = tuple([one for one in _ALL_DERIVED if one[1] in _OF_THE_ROUND and one[1] in OWN])
_OWN_TOUCHED = sum(bit for bit, _, _ in _OWN_DERIVED)


def _change(before: Any, after: Any, default: object) -> Any:
    if after == default or after == {}:
        return None
    if before and type(before) is dict and type(after) is dict:
        return difference(before, after)
    return after


def difference(before: Document, after: Document) -> Document:
    """Return the merge patch from one document to another."""
    doc: Document = {name: None for name in before if name not in after}
    for name, value in after.items():
        was = before.get(name)
        if was is value or was == value:
            continue
        doc[name] = difference(was, value) if isinstance(was, dict) and isinstance(value, dict) else value
    return doc


def merge(document: Document, change: Document) -> Document:
    """Return a new document with a merge patch applied."""
    doc = {**document}
    for name, value in change.items():
        if value is None:
            doc.pop(name, None)
        elif isinstance(value, dict):
            doc[name] = merge(doc.get(name) or {}, value)
        else:
            doc[name] = value
    return doc
