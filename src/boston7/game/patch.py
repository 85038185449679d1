"""A view as a document, and what changed in it as a JSON Merge Patch (RFC 7396).

In a document what is as at an empty table is left out, seats are keyed by number, and a seat's part in the round lies
in `hand`: so clearing the table is `"hand": null` for each seat, and a patch names nothing that has not changed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import compress
from operator import attrgetter, is_not
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import astuple, fields

from boston7.game.actors import SPECTATOR, Actor
from boston7.game.settlement import WagerLine
from boston7.game.table import Seat, Table
from boston7.game.view import HEAD, HEAD_FROM, OWN, SEAT, SEAT_FROM, SEAT_MADE, SeatView, TableView, has_steps

Document = dict[str, Any]
LineWords = Callable[[WagerLine], str]

_OF_THE_ROUND = frozenset(
    {
        "status", "cards", "face_up", "hand", "best", "bonus", "decided", "hand_set", "five", "disclosed", "lines",
        "net", "outcome", "keyed",
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
_BESIDES = ("award", "say")
_LINE = tuple((name, BLANK_LINE.get(name, ...)) for name in WagerLine.__struct_fields__ if name not in _AS_BEFORE)


def _lines(lines: tuple[WagerLine, ...], say: LineWords) -> tuple[Document, ...]:
    told, before = [], None
    for line in lines:
        made = {name: value for name, blank in _LINE if (value := getattr(line, name)) != blank}
        for name in _AS_BEFORE:
            if before is None or getattr(line, name) != getattr(before, name):
                made[name] = getattr(line, name)
        if line.award:
            made["award"] = True
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
        lines.append({**BLANK_LINE, **same, **{name: value for name, value in line.items() if name not in _BESIDES}})
    return {**hand, "lines": lines} if lines else hand


def patch(before: Table, after: Table, viewer: Actor = SPECTATOR, say: LineWords = _silent) -> Document:
    """What a viewer's document changes by between two tables."""
    made = head_patch(before, after)
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
    touched = tuple(compress(_TABLE_FIELDS, map(is_not, astuple(before), astuple(after))))
    parts, pending = _head_parts(touched, has_steps(before) or has_steps(after))
    made: Document = {}
    for name, make, default in parts:
        was, now = make(before), make(after)
        if was is not now and was != now:
            made[name] = _change(was, now, default)
    if pending and (then := _pending(before)) != (here := _pending(after)):
        for (name, default), was, now in zip(_PENDING, then, here, strict=True):
            if was != now:
                made[name] = _change(was, now, default)
    return made


def seat_patch(before: Seat, after: Seat, viewer: Actor, say: LineWords = _silent) -> Document:
    """As `difference` of the two seats' documents, without making them."""
    public, own = seat_patches(before, after, say)
    return own.get(viewer.name, public) if viewer.role == "player" else public


def seat_patches(before: Seat, after: Seat, say: LineWords = _silent) -> tuple[Document, dict[str, Document]]:
    """What everybody else's document of a seat changes by; and by name that of whoever sits or sat there, if another.
    What both see alike is looked at once."""
    then, here = astuple(before), astuple(after)
    parts = _seat_parts(tuple(compress(_SEAT_FIELDS, map(is_not, then, here))))
    seat = _moved(_as_they_are(parts.seat, then, here), parts.seat_made, before, after)
    alike = _moved(_as_they_are(parts.hand, then, here), parts.hand_made, before, after)
    if alike.get("lines"):
        alike["lines"] = _lines(after.lines, say)
    hidden = parts.own and (before.player != after.player or _holds(before) or _holds(after))
    hand = _moved({**alike}, parts.own, before, after) if hidden else alike
    own: dict[str, Document] = {}
    if hidden:
        for name in {before.player, after.player}:
            if name is None:
                continue
            was, now = before.player == name, after.player == name
            theirs = _moved({**alike}, parts.own, before, after, was, now)
            if theirs != hand or was is not now:
                own[name] = _with_hand(seat if was is now else {**seat, "yours": now or None}, theirs, after, now)
    return _with_hand(seat, hand, after, False), own


def _holds(seat: Seat) -> bool:
    """Whether there are cards that not everybody may see."""
    return bool(seat.cards or seat.shown or seat.five)


def _as_they_are(parts: _Fields, before: tuple[Any, ...], after: tuple[Any, ...]) -> Document:
    made = {}
    for name, at, default in parts:
        then, here = before[at], after[at]
        if then != here:
            made[name] = _change(then, here, default)
    return made


def _moved(made: Document, parts: _Parts, before: Seat, after: Seat, was: bool = False, now: bool = False) -> Document:
    for name, make, default in parts:
        then, here = make(before, was), make(after, now)
        if then is not here and then != here:
            made[name] = _change(then, here, default)
    return made


def _with_hand(seat: Document, hand: Document, after: Seat, yours: bool) -> Document:
    if not hand:
        return seat
    for value in hand.values():
        if value is not None:
            return {**seat, "hand": hand}
    return {**seat, "hand": hand if _any_hand(after, yours) else None}


def _any_hand(seat: Seat, yours: bool) -> bool:
    """Whether a seat's document has a part in the round at all."""
    if _round_of(seat) == _NO_ROUND:
        return False
    return any(SEAT[name](seat, yours) != default for name, default in _HAND)


_ROUND_FIELDS = sorted({one for name, _ in _HAND for one in SEAT_FROM.get(name, (name,))} - {"player"})
_round_of = attrgetter(*_ROUND_FIELDS)
_NO_ROUND = _round_of(Seat(1))


_Parts = tuple[tuple[str, Callable[[Seat, bool], Any], object], ...]
_Fields = tuple[tuple[str, int, object], ...]


class _SeatParts(NamedTuple):
    """What may have changed in a seat's document, each with where it stands or how it is made, and what is left out."""

    seat: _Fields
    seat_made: _Parts
    hand: _Fields
    hand_made: _Parts
    own: _Parts  # of the hand what whoever sits there may see otherwise


_TABLE_FIELDS, _SEAT_FIELDS = Table.__struct_fields__, Seat.__struct_fields__
_STEPS = ("procedure", "step_order")


@lru_cache(maxsize=1024)
def _seat_parts(touched: tuple[str, ...]) -> _SeatParts:
    moved = [name for name in SEAT if not {*touched}.isdisjoint(SEAT_FROM.get(name, (name,)))]

    def fields(known: tuple[tuple[str, object], ...]) -> _Fields:
        here = [(name, default) for name, default in known if name in moved and name not in SEAT_MADE]
        return tuple([(name, _SEAT_FIELDS.index(name), default) for name, default in here])

    def made(known: tuple[tuple[str, object], ...], hides: bool) -> _Parts:
        here = [(name, default) for name, default in known if name in moved and name in SEAT_MADE]
        return tuple([(name, SEAT[name], default) for name, default in here if (name in OWN) is hides])

    return _SeatParts(fields(_SEAT), made(_SEAT, False), fields(_HAND), made(_HAND, False), made(_HAND, True))


@lru_cache(maxsize=1024)
def _head_parts(touched: tuple[str, ...], steps: bool) -> tuple[_HeadParts, bool]:
    """What may have changed, and whether what is pending may have. `steps`: whether there may be a dealer's list."""
    moved = [one for one in _HEAD if not {*touched}.isdisjoint(HEAD_FROM.get(one[0], (one[0],)))]
    parts = [one for one in moved if one not in _PENDING and (steps or one[0] not in _STEPS)]
    return tuple([(name, HEAD[name], default) for name, default in parts]), any(one in _PENDING for one in moved)


_HeadParts = tuple[tuple[str, Callable[[Table], Any], object], ...]
_PENDING = tuple([one for one in _HEAD if "seats" in HEAD_FROM.get(one[0], ()) and one[0] not in _STEPS])
"""What is worked out from all seats: who is waited for, settled and dealt to next."""


class _Pending:
    """Remembers what it made last: the next event begins with the table that this one leaves."""

    __slots__ = ("_made", "_makes", "_table")

    def __init__(self) -> None:
        self._makes = tuple([HEAD[name] for name, _ in _PENDING])
        self._table: Table | None = None
        self._made: list[Any] = []

    def __call__(self, table: Table) -> list[Any]:
        if self._table is not table:
            self._table, self._made = table, [make(table) for make in self._makes]
        return self._made


_pending = _Pending()


def _change(before: Any, after: Any, default: object) -> Any:
    if after == default or after == {}:
        return None
    if before and type(before) is dict and type(after) is dict:
        return difference(before, after)
    return after


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
