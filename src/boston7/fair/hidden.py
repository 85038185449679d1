"""Stored events, with face-down cards encrypted until their round is over (GLI-19 4.4.4).

A table writes its events with `write_hidden` and reads them with `read_hidden`. Hidden cards go into a box encrypted
with the round's key, and the event is stored without them. The event that completes the round contains the key. From
then on the round can be read without the room key.
"""

from __future__ import annotations

from base64 import b64decode, b64encode

import msgspec
from msgspec.structs import replace

from boston7.cards import UNKNOWN, Card
from boston7.game.correctable import Correctable
from boston7.game.events import EVENTS, Event, RoundCompleted
from boston7.game.redact import face_down, hidden_field
from boston7.game.table import Table, upcoming
from boston7.game.wire import InvalidMessage, read_event, write
from boston7.keys import InvalidKey, KeyLost, RoomKey, RoundKey, framed

ACCOUNT_SECRETS = frozenset({"password", "pin", "console", "session", "secret"})
"""Secret fields of events about people, hashed or encrypted. They are never shown."""


class HiddenEvent(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False, tag_field="type", tag="boxed"):
    """An event with its hidden cards encrypted."""

    event: Event
    table: str
    round: int
    box: str


class EnteredEvent(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False, tag_field="type", tag="entered"):
    """A command entered at a live table (`game.corrections.Entered`), stored with its first event."""

    command: Correctable
    event: Event


class Opening(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False, tag_field="type", tag="round_completed"
):
    """A `round_completed` event with the key to the round's boxes."""

    round: int
    void: bool
    key: str = ""


_HIDDEN = msgspec.json.Decoder(HiddenEvent)
_ENTERED = msgspec.json.Decoder(EnteredEvent)
_OPENING = msgspec.json.Decoder(Opening)
_KINDS: tuple[type[msgspec.Struct], ...] = (HiddenEvent, EnteredEvent, Opening)
_MARKS = {kind: b'{"type":"%s"' % str(kind.__struct_config__.tag).encode() for kind in _KINDS}
_HIDES = {kind: hidden_field(kind) for kind in EVENTS}
_NAMES = {kind: str(kind.__struct_config__.tag).encode() for kind in EVENTS}

Key = RoomKey | RoundKey | None


def write_hidden(event: Event, table: Table, key: RoomKey) -> bytes:
    """Encode an event. `table` is the table after it. A live table has no hidden cards to encrypt."""
    if table.live:
        return write(event)
    field = _HIDES[type(event)]
    if not field:
        if not isinstance(event, RoundCompleted):
            return write(event)
        secret = key.of_round(table.name, event.round).secret
        return write(Opening(event.round, event.void, b64encode(secret).decode()))
    cards: tuple[Card, ...] = getattr(event, field) or ()
    if cards.count(UNKNOWN) == len(cards):
        return write(event)
    round = upcoming(table)
    context = _context(event, table.name, round)
    box = key.of_round(table.name, round).close("".join(cards).encode(), context)
    return write(HiddenEvent(face_down(event), table.name, round, box))


def write_entered(command: Correctable, event: Event) -> bytes:
    """Encode the first event of a command at a live table, together with the command."""
    return write(EnteredEvent(command, event))


def command_on_record(body: bytes) -> Correctable | None:
    """Return the entered command if this is its first event at a live table."""
    if not body.startswith(_MARKS[EnteredEvent]):
        return None
    try:
        return _ENTERED.decode(body).command
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InvalidMessage(f"Invalid entry: {error}.") from None


def read_hidden(body: bytes, key: Key) -> Event:
    """Decode an event. Without the right key, its hidden cards are unknown."""
    try:
        if body.startswith(_MARKS[HiddenEvent]):
            return _open(_HIDDEN.decode(body), key)
        if body.startswith(_MARKS[EnteredEvent]):
            return _ENTERED.decode(body).event
        if body.startswith(_MARKS[Opening]):
            opening = _OPENING.decode(body)
            return RoundCompleted(opening.round, opening.void)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InvalidMessage(f"Invalid event: {error}.") from None
    return read_event(body)


def key_on_record(body: bytes) -> RoundKey | None:
    """Return the key of a finished round if this is its last event."""
    if not body.startswith(_MARKS[Opening]):
        return None
    try:
        opening = _OPENING.decode(body)
        return RoundKey(b64decode(opening.key, validate=True)) if opening.key else None
    except (msgspec.DecodeError, UnicodeDecodeError, ValueError, InvalidKey):
        return None


def _open(hidden: HiddenEvent, key: Key) -> Event:
    event = hidden.event
    own = key.of_round(hidden.table, hidden.round) if isinstance(key, RoomKey) else key
    try:
        if own is None:
            raise KeyLost
        cards = own.open(hidden.box, _context(event, hidden.table, hidden.round)).decode()
    except KeyLost:
        return event
    return replace(event, **{hidden_field(type(event)): _cards(cards)})


def _cards(text: str) -> tuple[Card, ...]:
    return tuple([Card(text[at : at + 2]) for at in range(0, len(text), 2)])


def _context(event: Event, table: str, round: int) -> bytes:
    """Return the context that binds a box to its event, round and table."""
    seat = b"%d" % event.seat_at()
    return framed(b"boston7 hidden cards 1", table.encode(), b"%d" % round, _NAMES[type(event)], seat)
