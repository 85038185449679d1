"""Everything that has happened at a table. Replaying the events gives the table."""

from __future__ import annotations

from typing import Literal

import msgspec

from boston7.cards import Card
from boston7.game.accounts import Balance, Transfer
from boston7.game.actors import Actor
from boston7.game.automation import Automation
from boston7.game.checklist import Step
from boston7.game.commands import snake
from boston7.game.settlement import WagerLine
from boston7.game.table import Phase
from boston7.house.model import Device, Style
from boston7.money import Cents

DEALER_SPOT = 0
"""Where a card goes that is dealt to no seat."""


class _Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False, tag_field="type", tag=snake):
    pass


class TableOpened(_Event, frozen=True):
    name: str
    live: bool
    automation: tuple[Automation, ...]
    style: Style
    device: Device
    checklist: tuple[Step, ...]
    transfers: tuple[Transfer, ...]
    by: Actor


class CheckedOff(_Event, frozen=True):
    step: Step
    by: Actor


class TrayCounted(_Event, frozen=True):
    counted: Cents
    expected: Cents
    by: Actor


class DeckReplaced(_Event, frozen=True):
    reason: str
    by: Actor


class WentIdle(_Event, frozen=True):
    by: Actor


class PhaseEntered(_Event, frozen=True):
    phase: Phase


class PlayerSat(_Event, frozen=True):
    seat: int
    player: str


class PlayerLeft(_Event, frozen=True):
    seat: int
    player: str
    transfers: tuple[Transfer, ...]


class ChipsMoved(_Event, frozen=True):
    """Chips bought, cashed, filled or credited, with the paper behind it."""

    what: Literal["buy_in", "cash_out", "fill", "credit"]
    slip: str
    transfers: tuple[Transfer, ...]
    by: Actor


class RoundBegun(_Event, frozen=True):
    round: int
    house: str
    version: str


class WagersPlaced(_Event, frozen=True):
    seat: int
    ante: Cents
    first: Cents
    three_card_bonus: Cents
    transfers: tuple[Transfer, ...]
    by: Actor


class WagersWithdrawn(_Event, frozen=True):
    seat: int
    transfers: tuple[Transfer, ...]
    by: Actor


class BetsClosed(_Event, frozen=True):
    by: Actor


class DeckShuffled(_Event, frozen=True):
    """Secret on a virtual table: this event holds the order of the deck."""

    deck: tuple[Card, ...]
    by: Actor


class DeckCut(_Event, frozen=True):
    at: int
    by: Actor


class RecutOrdered(_Event, frozen=True):
    by: Actor


class CardsDealt(_Event, frozen=True):
    to: int
    cards: tuple[Card, ...]


class StubCounted(_Event, frozen=True):
    count: int
    expected: int
    by: Actor


class StubRacked(_Event, frozen=True):
    count: int


class CardsExposed(_Event, frozen=True):
    seat: int
    cards: tuple[Card, ...]
    by: Actor


class BonusDeclined(_Event, frozen=True):
    seat: int
    by: Actor


class SecondPlaced(_Event, frozen=True):
    seat: int
    transfers: tuple[Transfer, ...]
    by: Actor


class Folded(_Event, frozen=True):
    seat: int
    by: Actor


class HandSet(_Event, frozen=True):
    seat: int
    five: tuple[Card, ...] | None
    by: Actor


class RoyalDisclosed(_Event, frozen=True):
    seat: int
    by: Actor


class DealerRevealed(_Event, frozen=True):
    cards: tuple[Card, ...]
    five: tuple[Card, ...]
    hand: str


class HandTurned(_Event, frozen=True):
    seat: int
    cards: tuple[Card, ...]
    five: tuple[Card, ...]
    hand: str


class Settled(_Event, frozen=True):
    """One seat's wagers decided at one moment of the round, and the chips that move for it."""

    seat: int
    moment: Literal["three_card_bonus", "fold", "showdown", "void"]
    lines: tuple[WagerLine, ...]
    transfers: tuple[Transfer, ...]


class RoundCompleted(_Event, frozen=True):
    round: int
    void: bool


class TableCleared(_Event, frozen=True):
    pass


class DealerCardsSeen(_Event, frozen=True):
    cards: tuple[Card, ...]
    by: Actor


class FaceUpCardFound(_Event, frozen=True):
    card: Card
    by: Actor


class CardDrawnInError(_Event, frozen=True):
    by: Actor


class HandMiscounted(_Event, frozen=True):
    """The cards a seat really has, whatever we thought it had; the hand is void."""

    seat: int
    count: int
    cards: tuple[Card, ...]
    by: Actor


class HandVoided(_Event, frozen=True):
    seat: int
    reason: str
    clause: str


class DealerMiscounted(_Event, frozen=True):
    count: int
    by: Actor


class ShufflerStopped(_Event, frozen=True):
    while_: Literal["shuffling", "dealing"] = msgspec.field(name="while")
    by: Actor


class CardsReturned(_Event, frozen=True):
    """All cards back into the deck to be shuffled and dealt anew; wagers stand."""

    reason: str
    clause: str


class RoundVoided(_Event, frozen=True):
    reason: str
    clause: str
    by: Actor


class PlayerEvicted(_Event, frozen=True):
    seat: int
    player: str
    reason: str
    clause: str
    by: Actor


class PrizeCheckRefused(_Event, frozen=True):
    payee: str
    amount: Cents
    reason: str
    clause: str
    by: Actor


class Corrected(_Event, frozen=True):
    transfers: tuple[Transfer, ...]
    reason: str
    before: tuple[Balance, ...]
    after: tuple[Balance, ...]
    by: Actor


class ClosingAnnounced(_Event, frozen=True):
    reason: str
    clause: str
    by: Actor


class TableClosed(_Event, frozen=True):
    transfers: tuple[Transfer, ...]
    by: Actor


Event = (
    TableOpened | CheckedOff | TrayCounted | DeckReplaced | WentIdle | PhaseEntered
    | PlayerSat | PlayerLeft | ChipsMoved
    | RoundBegun | WagersPlaced | WagersWithdrawn | BetsClosed | DeckShuffled | DeckCut | RecutOrdered
    | CardsDealt | StubCounted | StubRacked | CardsExposed | BonusDeclined | SecondPlaced | Folded | HandSet
    | RoyalDisclosed | DealerRevealed | HandTurned | Settled | RoundCompleted | TableCleared
    | DealerCardsSeen | FaceUpCardFound | CardDrawnInError | HandMiscounted | HandVoided | DealerMiscounted
    | ShufflerStopped | CardsReturned | RoundVoided | PlayerEvicted | PrizeCheckRefused | Corrected
    | ClosingAnnounced | TableClosed
)  # fmt: skip
