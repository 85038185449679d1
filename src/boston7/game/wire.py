"""Commands and events as JSON. Strict: an unknown field, or "5", 5.0 or false for 5, is refused."""

from __future__ import annotations

import msgspec

from boston7.game.commands import Command
from boston7.game.events import Event

_COMMANDS: msgspec.json.Decoder[Command] = msgspec.json.Decoder(Command)
_EVENTS: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)


class InvalidMessage(ValueError):
    """Bytes that are not a command or event we know."""


_encode = msgspec.json.Encoder().encode


def read_command(data: bytes | str) -> Command:
    try:
        return _COMMANDS.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InvalidMessage(f"Invalid command: {error}.") from None


def read_event(data: bytes | str) -> Event:
    try:
        return _EVENTS.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InvalidMessage(f"Invalid event: {error}.") from None


def write(value: msgspec.Struct) -> bytes:
    return _encode(value)
