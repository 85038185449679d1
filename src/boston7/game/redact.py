"""Redacts events for a viewer: hides every card that the viewer may not see."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from boston7.cards import UNKNOWN, Card
from boston7.game import events as e
from boston7.game.actors import Actor
from boston7.game.events import EVENTS
from boston7.game.kinds import TO_TYPE, Event
from boston7.game.table import Table, is_yours

E = TypeVar("E", bound=Event)


def redact(event: E, table: Table, viewer: Actor) -> E:
    """Redact an event. `table` is the table before it, which decides who may see what.

    Only declared fields are shown, so a new field stays hidden until its class declares it visible.
    """
    down = _DOWN[type(event)]
    if not down:
        return event
    number = event.seat_at()
    own = number > 0 and is_yours(table.seat(number), viewer)
    kept = event.about.own if own else ()
    return replace(event, **{name: turned(getattr(event, name)) for name, turned in down.items() if name not in kept})


def without_tray(event: e.Event) -> e.Event:
    """Remove the tray's amounts from an event that is replayed while a tray count is due, because counts are blind
    (R23)."""
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


def face_down(event: E) -> E:
    """Redact an event for viewers without a seat."""
    down = _DOWN[type(event)]
    return replace(event, **{name: turned(getattr(event, name)) for name, turned in down.items()})


def hidden_field(kind: type[Event]) -> str:
    """Return the field with cards that some viewers may not see, or an empty string."""
    return _CARDS[kind]


def _backs(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return (UNKNOWN,) * len(cards)


def _nothing(_: Any) -> None:
    return None


def _no_words(_: Any) -> str:
    return ""


def _no_cards(_: Any) -> tuple[Card, ...]:
    return ()


def _turned(kind: type[Event], field: msgspec.structs.FieldInfo) -> Any:
    """Return the redaction for a field: backs for cards, empty text, None for optional values, nothing for sealed
    cards."""
    if field.name in kind.about.sealed:
        return _no_cards
    if field.name in kind.about.staff:
        return _nothing
    hints = msgspec.inspect.type_info(field.type)
    if isinstance(hints, msgspec.inspect.StrType):
        return _no_words
    if isinstance(hints, msgspec.inspect.UnionType) and hints.includes_none:
        return _nothing
    if isinstance(hints, msgspec.inspect.VarTupleType):
        return _backs
    raise TypeError(f"{kind.__name__}.{field.name} is neither shown nor a type that can be hidden")


_DOWN: dict[type[Event], dict[str, Any]] = {
    kind: {
        field.name: _turned(kind, field) for field in msgspec.structs.fields(kind) if field.name not in kind.about.shows
    }
    for kind in EVENTS
}


def _of_cards(hints: msgspec.inspect.Type) -> bool:
    if isinstance(hints, msgspec.inspect.UnionType):
        return any(_of_cards(one) for one in hints.types)
    if not isinstance(hints, msgspec.inspect.VarTupleType):
        return False
    return isinstance(hints.item_type, msgspec.inspect.EnumType) and hints.item_type.cls is Card


def _one_of_cards(kind: type[Event]) -> str:
    types = {field.name: msgspec.inspect.type_info(field.type) for field in msgspec.structs.fields(kind)}
    found = [name for name in _DOWN[kind] if _of_cards(types[name])]
    if len(found) > 1:
        raise TypeError(f"{kind.__name__} hides cards in more than one field: {', '.join(found)}")
    return next(iter(found), "")


_CARDS = {kind: _one_of_cards(kind) for kind in EVENTS}
