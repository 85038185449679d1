"""The messages of the socket in both directions. Each class defines both the Python type and the wire format."""

from __future__ import annotations

from typing import Annotated

import msgspec

from boston7.declare import Rejection, Source
from boston7.game import Command, Phase
from boston7.game.events import Settled
from boston7.game.transfers import Transfer
from boston7.server.lobby import Listing
from boston7.server.me import Me
from boston7.table.preview import Voiding

Name = Annotated[str, msgspec.Meta(max_length=100)]
Id = Annotated[str, msgspec.Meta(max_length=200)]
Version = Annotated[int, msgspec.Meta(ge=0)]
PAST = 100
"""Maximum number of earlier steps that a page can request, about one round."""
Round = Annotated[int, msgspec.Meta(ge=1, le=2**53)]


class _Incoming(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=str.lower):
    pass


class Watch(_Incoming, frozen=True):
    table: Name
    after: Version | None = None
    offers: bool = False
    past: Annotated[int, msgspec.Meta(ge=0, le=PAST)] = 0


class Unwatch(_Incoming, frozen=True):
    table: Name


class Lobby(_Incoming, frozen=True):
    on: bool


class Follow(_Incoming, frozen=True):
    """Subscribe to documents by path. The viewer receives `changed` when one of them changes. Each subscription
    replaces the previous one; an empty list unsubscribes from all."""

    paths: Annotated[tuple[Name, ...], msgspec.Meta(max_length=20)]


class Act(_Incoming, frozen=True):
    table: Name
    id: Id
    command: Command


class Ask(_Incoming, frozen=True):
    table: Name
    id: Id
    command: Command


class Commit(_Incoming, frozen=True):
    """A player's sealed contribution to the shuffle of a round."""

    table: Name
    id: Id
    round: Round
    commitment: str


class Reveal(_Incoming, frozen=True):
    """The text of a sealed contribution, revealed once bets are closed."""

    table: Name
    id: Id
    round: Round
    text: str


class Ping(_Incoming, frozen=True):
    id: Id | None = None


Incoming = Watch | Unwatch | Lobby | Follow | Act | Ask | Commit | Reveal | Ping


class Outgoing(msgspec.Struct, frozen=True, tag_field="type", tag=str.lower):
    pass


class Head(Outgoing, frozen=True):
    """The head of the record: its id, its last seal and the digest of the seal. Clients keep the last head they
    received."""

    record: str
    seal: int
    digest: str


class Hello(Outgoing, frozen=True):
    me: Me
    now: int
    build: str
    head: Head | None = None


class Tables(Outgoing, frozen=True, tag="lobby"):
    tables: tuple[Listing, ...]


class Changed(Outgoing, frozen=True):
    """The subscribed documents that have changed. Directly after a subscription, this lists all of them."""

    paths: tuple[str, ...]


class Accepted(Outgoing, frozen=True):
    id: str
    table: str
    version: int


class Rejected(Outgoing, frozen=True, tag="refused"):
    id: str
    table: str
    source: Source
    code: str
    reason: str
    clause: str


class Preview(Outgoing, frozen=True, tag="would"):
    id: str
    table: str
    refusal: Rejection | None
    phase: Phase | None
    moves: tuple[Transfer, ...]
    clauses: tuple[str, ...]
    settled: tuple[Settled, ...] = ()
    voids: Voiding | None = None
    approval: str = ""  # The clause under which a second person must approve first.


class Pong(Outgoing, frozen=True):
    id: str | None
    now: int


class Error(Outgoing, frozen=True):
    """A message that is invalid, with its id if it has one."""

    code: str
    reason: str
    id: str | None = None
    table: str | None = None


class Bye(Outgoing, frozen=True):
    reason: str


class NotUnderstood(ValueError):
    def __init__(self, reason: str, id: str | None = None, table: str | None = None) -> None:
        super().__init__(reason)
        self.id = id
        self.table = table


class _Sender(msgspec.Struct, frozen=True):
    """The fields of a message that are needed to answer it."""

    id: str = ""
    table: str = ""


_incoming: msgspec.json.Decoder[Incoming] = msgspec.json.Decoder(Incoming)
_sender = msgspec.json.Decoder(_Sender)


def read(text: str) -> Incoming:
    try:
        return _incoming.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        reason = f"Invalid request: {error}."
    raise NotUnderstood(reason, *sender(text))


def sender(text: str | bytes) -> tuple[str | None, str | None]:
    """Return the id and the table of any message, where present."""
    try:
        found = _sender.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None, None
    return found.id[:200] or None, found.table[:100] or None
