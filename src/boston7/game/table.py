"""The table: everything that is on it, under it and known about it, as one value."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from boston7.cards import Card
from boston7.game.actors import Actor
from boston7.game.automation import Automation
from boston7.game.checklist import Step
from boston7.game.requests import Request
from boston7.game.settlement import WagerLine
from boston7.game.wagered import Wagered
from boston7.house.model import SEATS, Device, JudgedOn, Style, VoidCause, Wagers
from boston7.money import Cents


class Phase(StrEnum):
    """Where a table stands: from closed to the end of a round."""

    CLOSED = "closed"
    OPENING = "opening"
    BETTING = "betting"
    SHUFFLING = "shuffling"
    CUTTING = "cutting"
    DEALING_THREE = "dealing_three"
    THREE_CARD_BONUS = "three_card_bonus"
    DECISION = "decision"
    DEALING_FOUR = "dealing_four"
    SETTING = "setting"
    SHOWDOWN = "showdown"
    VOID = "void"
    COMPLETE = "complete"
    CLOSING = "closing"


IN_ACTION = frozenset(
    {
        Phase.SHUFFLING,
        Phase.CUTTING,
        Phase.DEALING_THREE,
        Phase.THREE_CARD_BONUS,
        Phase.DECISION,
        Phase.DEALING_FOUR,
        Phase.SETTING,
        Phase.SHOWDOWN,
        Phase.VOID,
    }
)
"""Bets are closed and the round is not complete."""

OPEN = frozenset(Phase) - {Phase.CLOSED}
BETTING = frozenset({Phase.BETTING})
DEALING = frozenset({Phase.DEALING_THREE, Phase.DEALING_FOUR})
CARDS_OUT = DEALING | {Phase.THREE_CARD_BONUS, Phase.DECISION}
"""From the first card to the last: the deck is in use."""
DEALT = frozenset({Phase.DEALING_THREE, Phase.THREE_CARD_BONUS, Phase.DECISION, Phase.DEALING_FOUR, Phase.SETTING})
CLAIM = frozenset({Phase.THREE_CARD_BONUS, Phase.VOID})

DEALER_SPOT = 0
"""Where a card goes that is dealt to no seat."""

HandStatus = Literal["out", "in", "folded", "settled", "void"]
BonusStatus = Literal["none", "open", "exposed", "declined", "settled", "kept_down"]
KeyedResult = Literal["", "win", "push", "lose"]
DeckStatus = Literal["unshuffled", "shuffled", "ready", "in_play"]


class Seat(Wagered, msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Seats count from the dealer's far left, clockwise."""

    number: int
    player: str | None = None
    person: str = ""  # who that is: an account or a walk-up player; empty where nobody keeps accounts
    rail: Cents = 0
    wagers: Wagers = {}
    status: HandStatus = "out"
    cards: tuple[Card, ...] = ()
    first_three: tuple[Card, ...] = ()  # at a live table, the first stack once it has been shown as such
    face_up: bool = False
    bonus: BonusStatus = "none"
    decided: bool = False
    hand_set: bool = False
    five: tuple[Card, ...] | None = None
    disclosed: bool = False
    royal_waived: bool = False
    evicted: bool = False
    last: Wagers = {}  # of the last round played here, before the 2nd
    sitting_out: bool = False
    keyed_three: str = ""  # the rank of the first three, where the dealer keyed that and not the cards
    keyed_result: KeyedResult = ""  # how the hand compared, keyed instead of the cards
    keyed_award: str = ""  # and what the Ante Bonus goes by
    shown: tuple[Card, ...] = ()  # a record of what was turned over, kept for onlookers after the cards are collected
    lines: tuple[WagerLine, ...] = ()
    showed: bool = False  # the first three cards, when claims were made
    in_rack: tuple[int, ...] = ()  # where its cards lie in the discard rack: from, and up to

    @property
    def holder(self) -> str:
        """Whose seat and chips these are, under whichever name; empty for an empty seat."""
        return self.person or self.player or ""

    @property
    def wagered(self) -> bool:
        return bool(self.wagers)

    @property
    def chips(self) -> Cents:
        """All that it has: on the rail and on the layout."""
        return self.rail + self.staked


class Departure(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Who left a seat last, with which chips."""

    seat: Seat
    cents: Cents


class SideSpot(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A place on the layout for a side bet of the house."""

    id: str
    label: str
    judged_on: JudgedOn
    claimed: bool  # whether the first three cards are shown for it


_NOBODY = tuple([Seat(number) for number in range(1, SEATS + 1)])


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A table, whole, as one frozen value. Replaying its events gives it again."""

    name: str = ""
    phase: Phase = Phase.CLOSED
    live: bool = False
    automation: tuple[Automation, ...] = ()
    style: Style = "stack"
    device: Device = "automated_shoe"
    seats: tuple[Seat, ...] = msgspec.field(default_factory=lambda: _NOBODY)
    tray: Cents = 0
    cage: Cents = 0
    hands: Cents = 0  # chips that people carried away from a live table, less those they brought
    checklist: tuple[Step, ...] = ()
    dealer: str = ""  # who has signed on to deal, at a live table
    keyer: str = ""  # who keys beside the dealer
    call: str = ""  # why the floor was called, until a supervisor answers
    closing: str = ""  # why the table closes after its last round
    last_round: int = 0  # the number of that round
    tray_counted: bool = False
    closer: Cents | None = None  # the last closing count: what the locked tray holds until the table opens again
    round: int = 0
    house: str = ""  # id and version of the rules this round is played under (R20)
    version: str = ""
    sets_hands: bool = True  # as those rules say (R7)
    late_claims: bool = False  # a bonus may be claimed until the last four are dealt (R3)
    royal_asked_from: int = 0  # the shortest royal those rules have disclosed (R11)
    deck: DeckStatus = "unshuffled"
    decks_used: int = 0  # a shuffler alternates two decks: odd and even shuffles have different backs
    stub: tuple[Card, ...] = ()
    stub_racked: bool = False
    stub_counted: bool = False
    rounds_uncounted: int = 0
    discard_rack: tuple[Card, ...] = ()
    dealer_cards: tuple[Card, ...] = ()
    dealer_face_up: bool = False
    dealer_five: tuple[Card, ...] = ()
    threes: int = 0  # how many players were dealt three cards, hands that are void by now included (R18)
    face_up_found: int = 0
    drawn_ahead: int = 0
    deck_hand: Literal["", "left", "right"] = ""  # the hand this dealer holds the deck in (P6)
    deck_held: bool = False  # in this round: until it is over the hand stays the same
    void_reason: str = ""
    void_clause: str = ""
    void_cause: VoidCause | Literal[""] = ""
    void_keeps_awards: bool = True
    layout: tuple[SideSpot, ...] = ()  # the side bets of those rules
    steps: tuple[tuple[str, str], ...] = ()  # of a live dealer, which those rules name, each with its clause
    left: tuple[Departure, ...] = ()  # who has left a live table, while it can be undone (R25)
    pending: tuple[Request, ...] = ()  # what waits for a second person's approval
    requests: int = 0  # how many there have been at this table

    def labels(self) -> dict[str, str]:
        """What is printed on the layout for each of them."""
        return {spot.id: spot.label for spot in self.layout}

    def names_step(self, step: str) -> bool:
        """Whether this round's rules have the dealer do it."""
        return any(name == step for name, _ in self.steps)

    def seat(self, number: int) -> Seat:
        return self.seats[number - 1]

    def playing(self) -> tuple[Seat, ...]:
        """Seats whose hand is still in, in the order cards are dealt."""
        return tuple([seat for seat in self.seats if seat.status == "in"])

    @property
    def deals_on(self) -> bool:
        """Whether another round can begin: after the last hand none does."""
        return not self.closing or self.round < self.last_round

    @property
    def machine_shuffled(self) -> bool:
        """A virtual deck and an automated shoe come ready shuffled: no cut (FIELD: shuffle and cut)."""
        return not self.live or self.device == "automated_shoe"


def with_seat(table: Table, seat: Seat) -> Table:
    """The table with this seat in its place."""
    seats = [*table.seats]
    seats[seat.number - 1] = seat
    return replace(table, seats=tuple(seats))


def changed(table: Table, number: int, **fields: Any) -> Table:
    """The table with other values at one seat."""
    return with_seat(table, replace(table.seats[number - 1], **fields))


def cleared(table: Table) -> Table:
    """Every card away to be shuffled; chips stay where they are."""
    seats = tuple(
        [
            Seat(
                seat.number,
                seat.player,
                seat.person,
                seat.rail,
                seat.wagers,
                evicted=seat.evicted,
                last=seat.last,
                sitting_out=seat.sitting_out,
            )
            for seat in table.seats
        ]
    )
    return replace(
        table,
        phase=Phase.BETTING,
        seats=seats,
        house="",
        version="",
        sets_hands=True,
        late_claims=False,
        royal_asked_from=0,
        layout=(),
        stub=table.stub if table.deck in ("shuffled", "ready") else (),
        stub_racked=False,
        stub_counted=False,
        discard_rack=(),
        dealer_cards=(),
        dealer_face_up=False,
        dealer_five=(),
        threes=0,
        face_up_found=0,
        drawn_ahead=0,
        deck_held=False,
        void_reason="",
        void_clause="",
        void_cause="",
        void_keeps_awards=True,
        pending=tuple([request for request in table.pending if not request.of_round]) if table.pending else (),
    )


def binds_rules(table: Table) -> bool:
    """A round is played under the rules of its first wager, while wagers are down or it lies played (R20)."""
    return table.phase in IN_ACTION or table.phase is Phase.COMPLETE or any(seat.wagered for seat in table.seats)


def upcoming(table: Table) -> int:
    """The number of the round that is on, or of the one that the next wager begins."""
    return table.round if table.version and table.phase is not Phase.COMPLETE else table.round + 1


def is_yours(seat: Seat, viewer: Actor) -> bool:
    return viewer.role == "player" and seat.player is not None and seat.player == viewer.name


def shown_first(cards: tuple[Card, ...], three: tuple[Card, ...]) -> tuple[Card, ...]:
    """A hand once it is known which three cards came first, whether the others are known or not."""
    others = [card for card in cards if card not in three]
    return three + tuple(others[len(others) - (len(cards) - 3) :])


CLOSED = Table()
