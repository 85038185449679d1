"""Events that hold cards nobody has seen yet, stored encrypted (GLI-19 4.4.4: cards drawn ahead).

A table writes its events with `write_hidden` and reads them back with `read_hidden`. Only the shuffled deck is hidden:
once a card is dealt it is in play, and the event that deals it is what the room must be able to replay.
"""

from __future__ import annotations

import msgspec

from boston7.cards import Card
from boston7.fair.keys import KeyLost, RoomKey
from boston7.fair.shuffle import framed
from boston7.game.actors import Actor
from boston7.game.events import DeckShuffled, Event
from boston7.game.wire import InvalidMessage, read_event, write

_MARK = b'{"type":"deck_shuffled_hidden"'


class HiddenDeck(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="deck_shuffled_hidden"):
    """A `deck_shuffled` event whose deck is in a box that the room key opens."""

    table: str
    round: int
    key: str
    box: str
    by: Actor


_HIDDEN = msgspec.json.Decoder(HiddenDeck)


def write_hidden(event: Event, table: str, round: int, key: RoomKey) -> bytes:
    """The stored form of an event."""
    if not isinstance(event, DeckShuffled) or not event.deck:
        return write(event)
    cards = "".join(event.deck).encode()
    return write(HiddenDeck(table, round, key.id, key.close(cards, _context(table, round)), event.by))


def read_hidden(body: bytes, key: RoomKey | None) -> Event:
    """The event. Without the right key the deck's cards are unknown, and only those: the rest replays as it was."""
    if not body.startswith(_MARK):
        return read_event(body)
    try:
        hidden = _HIDDEN.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InvalidMessage(f"This is not an event we understand: {error}.") from None
    try:
        if key is None:
            raise KeyLost
        cards = key.open(hidden.box, _context(hidden.table, hidden.round)).decode()
        deck = tuple(Card(cards[at : at + 2]) for at in range(0, len(cards), 2))
    except KeyLost:
        deck = ()
    return DeckShuffled(deck, hidden.by)


def _context(table: str, round: int) -> bytes:
    return framed(b"boston7 hidden deck 1", table.encode(), b"%d" % round)
