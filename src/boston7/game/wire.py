"""Events as JSON, parsed strictly. Unknown fields are refused, and so are "5", 5.0 and false in place of the number
5."""

from __future__ import annotations

import msgspec

from boston7.game.events import Event

_EVENTS: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)


class InvalidMessage(ValueError):
    """Raised for bytes that are not an event of this game."""


_encode = msgspec.json.Encoder().encode


def read_event(data: bytes | str) -> Event:
    try:
        return _EVENTS.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InvalidMessage(f"Invalid event: {error}.") from None


def write(value: msgspec.Struct) -> bytes:
    return _encode(value)
