"""Everything a person or the platform can ask of a table. One definition is the Python type and the wire format."""

from __future__ import annotations

import re
from functools import cache
from typing import Annotated, Any, Literal

import msgspec

from boston7.cards import Card
from boston7.game.accounts import Transfer
from boston7.game.actors import Actor
from boston7.game.automation import Automation
from boston7.game.checklist import Step
from boston7.house.model import SEATS, Device, Style

SeatNumber = Annotated[int, msgspec.Meta(ge=1, le=SEATS)]
Amount = Annotated[int, msgspec.Meta(ge=0, le=10**12)]
Count = Annotated[int, msgspec.Meta(ge=0, le=52)]
# What people write stands in records and on auditors' screens: one line, nothing that commands a terminal.
_LINE = r"^[^\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]*$"
PlayerName = Annotated[str, msgspec.Meta(min_length=1, max_length=60, pattern=_LINE)]
Reason = Annotated[str, msgspec.Meta(max_length=500, pattern=_LINE)]
Cards = Annotated[tuple[Card, ...], msgspec.Meta(max_length=52)]
TO_TYPE: Any = msgspec.UNSET
"""What a person has to type. An offer leaves it out, on the wire too, and a command without it is refused (R23)."""


@cache
def snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class _Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False, tag_field="type", tag=snake):
    by: Actor


# Opening and closing the table


class OpenTable(_Command, frozen=True):
    name: PlayerName
    tray: Amount = TO_TYPE
    live: bool = False
    automation: tuple[Automation, ...] = ()
    style: Style | None = None
    device: Device | None = None
    preinspected: bool = False


class CheckOff(_Command, frozen=True):
    step: Step


class CountTray(_Command, frozen=True):
    amount: Amount = TO_TYPE


class ReplaceDeck(_Command, frozen=True):
    reason: Reason = TO_TYPE


class GoIdle(_Command, frozen=True):
    pass


class BeginClosing(_Command, frozen=True):
    reason: Reason = TO_TYPE


class CloseTable(_Command, frozen=True):
    pass


# Players and their chips


class Sit(_Command, frozen=True):
    seat: SeatNumber
    player: PlayerName = TO_TYPE


class Leave(_Command, frozen=True):
    seat: SeatNumber


class BuyIn(_Command, frozen=True):
    seat: SeatNumber
    amount: Amount = TO_TYPE


class CashOut(_Command, frozen=True):
    seat: SeatNumber
    amount: Amount = TO_TYPE


# A round


class PlaceWagers(_Command, frozen=True):
    """All of a seat's wagers at once, so that the layout never holds a combination the rules forbid."""

    seat: SeatNumber
    ante: Amount
    first: Amount = 0
    three_card_bonus: Amount = 0


class WithdrawWagers(_Command, frozen=True):
    seat: SeatNumber


class NoMoreBets(_Command, frozen=True):
    pass


class Shuffle(_Command, frozen=True):
    """On a virtual table the order comes in from outside, since the game has no randomness of its own."""

    deck: Cards = ()


class Cut(_Command, frozen=True):
    at: Count = TO_TYPE


class Deal(_Command, frozen=True):
    """The next stack, or the next card where cards are dealt singly; `one` deals a single card of a stack."""

    one: bool = False


class CountStub(_Command, frozen=True):
    count: Count = TO_TYPE


class RackStub(_Command, frozen=True):
    pass


class Expose(_Command, frozen=True):
    """Turn the first three cards face up to be paid. On a live table the dealer enters what they are."""

    seat: SeatNumber
    cards: Cards = ()


class Decline(_Command, frozen=True):
    seat: SeatNumber


class SettleBonuses(_Command, frozen=True):
    pass


class PlaceSecond(_Command, frozen=True):
    seat: SeatNumber


class Fold(_Command, frozen=True):
    seat: SeatNumber


class SetHand(_Command, frozen=True):
    """Five of the seven; without cards, the best five. On a live table: set face down, named when turned over."""

    seat: SeatNumber
    cards: Cards = ()


class Disclose(_Command, frozen=True):
    seat: SeatNumber


class Reveal(_Command, frozen=True):
    cards: Cards = ()


class TurnOver(_Command, frozen=True):
    """A live hand turned face up: the five that were set and the two discards."""

    seat: SeatNumber
    five: Cards
    discards: Cards


class Settle(_Command, frozen=True):
    pass


class NextRound(_Command, frozen=True):
    pass


class TimeOut(_Command, frozen=True):
    """Time is up: the platform decides for one seat, or for every seat that has not."""

    seat: SeatNumber | None = None


# Something went wrong


class DealerCardExposed(_Command, frozen=True):
    cards: Cards = ()


class FaceUpCard(_Command, frozen=True):
    card: Card = Card.UNKNOWN


class DrawnInError(_Command, frozen=True):
    pass


class WrongCount(_Command, frozen=True):
    """A player's hand has the wrong number of cards; `first_three` shows a three-card hand that was dealt right."""

    seat: SeatNumber
    count: Count = TO_TYPE
    first_three: Cards = ()


class DealerMiscount(_Command, frozen=True):
    count: Count = TO_TYPE


class ShufflerFailed(_Command, frozen=True):
    while_: Literal["shuffling", "dealing"] = msgspec.field(name="while")


# The floor


class FillTray(_Command, frozen=True):
    amount: Amount = TO_TYPE
    slip: Reason = TO_TYPE


class CreditTray(_Command, frozen=True):
    amount: Amount = TO_TYPE
    slip: Reason = TO_TYPE


class OrderRecut(_Command, frozen=True):
    pass


class VoidRound(_Command, frozen=True):
    reason: Reason = TO_TYPE


class Evict(_Command, frozen=True):
    """`void` returns the wagers of a hand in play; `first_three` is what a live hand then shows (R12)."""

    seat: SeatNumber
    reason: Reason = TO_TYPE
    void: bool = False
    first_three: Cards = ()


class RefusePrizeCheck(_Command, frozen=True):
    payee: PlayerName = TO_TYPE
    amount: Amount = TO_TYPE
    reason: Reason = TO_TYPE


class Correct(_Command, frozen=True):
    transfers: Annotated[tuple[Transfer, ...], msgspec.Meta(max_length=20)] = TO_TYPE
    reason: Reason = TO_TYPE


def to_type(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    """The fields of a command that a person types."""
    return tuple(field.name for field in msgspec.structs.fields(kind) if field.default is msgspec.UNSET)


Command = (
    OpenTable | CheckOff | CountTray | ReplaceDeck | GoIdle | BeginClosing | CloseTable
    | Sit | Leave | BuyIn | CashOut
    | PlaceWagers | WithdrawWagers | NoMoreBets | Shuffle | Cut | Deal | CountStub | RackStub
    | Expose | Decline | SettleBonuses | PlaceSecond | Fold | SetHand | Disclose
    | Reveal | TurnOver | Settle | NextRound | TimeOut
    | DealerCardExposed | FaceUpCard | DrawnInError | WrongCount | DealerMiscount | ShufflerFailed
    | FillTray | CreditTray | OrderRecut | VoidRound | Evict | RefusePrizeCheck | Correct
)  # fmt: skip
