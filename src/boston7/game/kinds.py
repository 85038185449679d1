"""The base classes of commands and events, and the types of their fields."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, TypeAlias

import msgspec

from boston7.cards import Card
from boston7.declare import About, Rejection, Rule, Word
from boston7.game.actors import Actor
from boston7.game.approval_requests import ApprovalRequest
from boston7.house.model import MOST_SIDE_BETS, SEATS, WagerId
from boston7.house.ruleset import MAIN_WAGERS
from boston7.money import MOST as MOST
from boston7.money import Cents

if TYPE_CHECKING:
    from boston7.game.table import Seat, Table
    from boston7.house.model import House

SeatNumber = Annotated[int, msgspec.Meta(ge=1, le=SEATS)]
Amount = Annotated[int, msgspec.Meta(ge=0, le=MOST)]
SomeAmount = Annotated[int, msgspec.Meta(ge=1, le=MOST)]
Count = Annotated[int, msgspec.Meta(ge=0, le=52)]
# Typed text is stored on record and shown in terminals, so it must be one line without control characters.
LINE = r"^[^\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]*$"
PlayerName = Annotated[str, msgspec.Meta(min_length=1, max_length=60, pattern=LINE)]
Mark = Annotated[str, msgspec.Meta(max_length=32, pattern=LINE)]
PersonId = Annotated[str, msgspec.Meta(max_length=60, pattern=LINE)]
Reason = Annotated[str, msgspec.Meta(max_length=500, pattern=LINE)]
Stakes = Annotated[dict[WagerId, Amount], msgspec.Meta(max_length=len(MAIN_WAGERS) + MOST_SIDE_BETS)]
Cards = Annotated[tuple[Card, ...], msgspec.Meta(max_length=52)]

TO_TYPE: Any = msgspec.UNSET
"""Marks a value that a person must type. Published offers omit it, and commands without it are refused (R23)."""

Words: TypeAlias = dict[str, "str | int | Word | tuple[Word, ...]"]


def snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def as_sentence(reason: str) -> str:
    """Turn a typed reason into a sentence."""
    reason = reason.strip()
    return reason[:1].upper() + reason[1:] + ("" if not reason or reason.endswith((".", "!", "?")) else ".")


class Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False, tag_field="type", tag=snake):
    """An event at a table. It is applied without checks, because it has already happened."""

    about: ClassVar[About]

    def apply(self, table: Table) -> Table:
        """Return the table after the event. It is unchanged if the event is only for the record."""
        return table

    def seat_at(self) -> int:
        """Return the event's seat, or 0."""
        seat: int = getattr(self, "seat", 0)
        return seat

    def which(self, before: Table) -> str:
        """Return the name of the event's sentence, if there are several."""
        return ""

    def words(self, before: Table) -> Words:
        """Return values for the sentence's placeholders that are not fields of the event."""
        return {}


Answer: TypeAlias = tuple[Event, ...] | Rejection


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False, tag_field="type", tag=snake):
    """A request by a person or the platform to a table."""

    rule: ClassVar[Rule]

    by: Actor

    def decide(self, table: Table, house: House) -> Answer:
        """Return the direct events, or a rejection. Role, phase, bounds and seat have already been checked."""
        raise NotImplementedError

    @classmethod
    def offered(cls, table: Table, house: House, by: Actor) -> Iterator[Offer]:
        """Yield candidate commands for `decide`. Role and phase have already been checked."""
        yield Offer(cls(by))

    @classmethod
    def offered_by(cls, seat: Seat, house: House) -> tuple[object, ...] | None:
        """Return everything on which offers of this kind depend at a virtual table, as a cache key.

        The player's name, seat number and eviction are already part of the key. Return None if the offers depend on
        more than the seat.
        """
        return None


def to_type(kind: type[Command]) -> tuple[str, ...]:
    """Return the fields that a person must type."""
    defaults = kind.__struct_defaults__  # Only the last fields have defaults. Inspecting the field types would be slow.
    named = zip(kind.__struct_fields__[-len(defaults) :], defaults, strict=True) if defaults else ()
    return tuple(name for name, default in named if default is TO_TYPE)


class Bounds(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """The range of one betting spot."""

    minimum: Cents
    maximum: Cents


class KeyChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of a few things a command can say: a button, its key, and the fields it fills in. Without fields it needs the
    cards. Where it decides wagers: what each of them pays, what is collected, and what the maximum payout keeps back.
    """

    label: str
    key: str
    fields: dict[str, str] = {}
    pays: dict[WagerId, Cents] = {}
    takes: Cents = 0
    trimmed: Cents = 0
    rate: str = ""


class Offer(msgspec.Struct, frozen=True, gc=False):
    """A candidate command with the bounds of its amount.

    If a person must type the amount, the value here is only for `decide`; the published offer omits it.
    """

    command: Command
    minimum: Cents | None = None
    maximum: Cents | None = None
    spots: dict[WagerId, Bounds] = {}  # The spots that accept chips.
    cards: int | None = None  # How many cards to enter or choose, if not the rule's default.
    pays: Cents | None = None  # The winnings, if the actor may know them.
    choices: tuple[KeyChoice, ...] = ()  # All possible choices, if there are few.
    typed: bool = True  # Whether typed fields are still empty.
    loses: Cents | None = None  # Chips on the layout that the house collects.
    instead: Rejection | None = None  # Why the more common command is not offered.
    lacks: Cents = 0  # Missing chips, for the more common command or the smallest wagers of a round.
    about: str = ""  # The name of the entry to undo.
    # Seats whose chips can move; if it settles one hand, every seat that can follow at once.
    seats: tuple[int, ...] = ()
    request: ApprovalRequest | None = None  # The request that this command answers.
