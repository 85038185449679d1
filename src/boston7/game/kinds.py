"""What every command and every event is: a value with what it declares, and what it does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, TypeAlias

import msgspec

from boston7.cards import Card
from boston7.declare import About, Rejection, Rule, Word
from boston7.game.actors import Actor
from boston7.game.requests import Request
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
# What people write stands in records and on auditors' screens: one line, nothing that commands a terminal.
LINE = r"^[^\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]*$"
PlayerName = Annotated[str, msgspec.Meta(min_length=1, max_length=60, pattern=LINE)]
Mark = Annotated[str, msgspec.Meta(max_length=32, pattern=LINE)]
PersonId = Annotated[str, msgspec.Meta(max_length=60, pattern=LINE)]
Reason = Annotated[str, msgspec.Meta(max_length=500, pattern=LINE)]
Stakes = Annotated[dict[WagerId, Amount], msgspec.Meta(max_length=len(MAIN_WAGERS) + MOST_SIDE_BETS)]
Cards = Annotated[tuple[Card, ...], msgspec.Meta(max_length=52)]

TO_TYPE: Any = msgspec.UNSET
"""What a person has to type. An offer leaves it out, on the wire too, and a command without it is refused (R23)."""

Words: TypeAlias = dict[str, "str | int | Word | tuple[Word, ...]"]


def snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def as_sentence(reason: str) -> str:
    """What somebody wrote, as a sentence."""
    reason = reason.strip()
    return reason[:1].upper() + reason[1:] + ("" if not reason or reason.endswith((".", "!", "?")) else ".")


class Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False, tag_field="type", tag=snake):
    """Something that has happened. No judgement here: what is recorded has happened."""

    about: ClassVar[About]

    def apply(self, table: Table) -> Table:
        """The table afterwards: unchanged, for what is only put on record."""
        return table

    def seat_at(self) -> int:
        """The seat it is about, 0 for none."""
        seat: int = getattr(self, "seat", 0)
        return seat

    def which(self, before: Table) -> str:
        """The name of its sentence, where it has several."""
        return ""

    def words(self, before: Table) -> Words:
        """What stands in its sentence besides its fields: who, by whom, which chips, the reason."""
        return {}


Answer: TypeAlias = tuple[Event, ...] | Rejection


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False, tag_field="type", tag=snake):
    """Something a person or the platform asks of a table."""

    rule: ClassVar[Rule]

    by: Actor

    def decide(self, table: Table, house: House) -> Answer:
        """What it causes at once, or why not. Role, phase, bounds and seat have been checked."""
        raise NotImplementedError

    @classmethod
    def offered(cls, table: Table, house: House, by: Actor) -> Iterator[Offer]:
        """What may be worth asking `decide` for, in a phase and by a role that the rule allows."""
        yield Offer(cls(by))

    @classmethod
    def offered_by(cls, seat: Seat, house: House) -> tuple[object, ...] | None:
        """All of a virtual table and its house that a seated player's offers of this kind depend on, besides their
        name, their seat's number and whether they are evicted; None where it is more than their seat."""
        return None


def to_type(kind: type[Command]) -> tuple[str, ...]:
    """The fields of a command that a person types."""
    defaults = kind.__struct_defaults__  # of the last fields; asking for their types would take long
    named = zip(kind.__struct_fields__[-len(defaults) :], defaults, strict=True) if defaults else ()
    return tuple(name for name, default in named if default is TO_TYPE)


class Bounds(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What may be put on one spot."""

    minimum: Cents
    maximum: Cents


class KeyChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of a few things a command can say: a button, its key, and the fields it fills in. Without fields it needs the
    cards."""

    label: str
    key: str
    fields: dict[str, str] = {}


class Offer(msgspec.Struct, frozen=True, gc=False):
    """A command to ask `decide` for, and the bounds of the amount in it. An amount that is to be typed has a value here
    for `decide` only: the offer that goes out leaves it out."""

    command: Command
    minimum: Cents | None = None
    maximum: Cents | None = None
    spots: dict[WagerId, Bounds] = {}  # that take chips by it
    cards: int | None = None  # to be entered or chosen, where that differs from what the rule asks
    pays: Cents | None = None  # what it wins, where that is known to the actor
    choices: tuple[KeyChoice, ...] = ()  # all that it can say, where that is little
    typed: bool = True  # whether what the kind leaves to be typed is still to be typed
    loses: Cents | None = None  # what lies there and goes to the house by it
    instead: Rejection | None = None  # why what most would rather do is not offered
    lacks: Cents = 0  # chips: for what most would rather do, or for the least wagers of a round
    about: str = ""  # what it takes back
    seats: tuple[int, ...] = ()  # whose chips it moves; where it settles one hand, all that can follow at once
    request: Request | None = None  # what waits for approval, and this answers
