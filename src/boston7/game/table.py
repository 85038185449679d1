"""The complete state of a table as one value."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from boston7.cards import Card
from boston7.game.actors import Actor
from boston7.game.approval_requests import ApprovalRequest
from boston7.game.automation import Automation
from boston7.game.checklist import ChecklistStep
from boston7.game.settlement import WagerLine
from boston7.game.wagered import Wagered
from boston7.house.model import SEATS, Device, JudgedOn, Style, VoidCause, Wagers
from boston7.money import Cents


class Phase(StrEnum):
    """The phase of a table, from closed to the end of a round."""

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
"""Phases in which bets are closed and the round is not complete."""

OPEN = frozenset(Phase) - {Phase.CLOSED}
BETTING = frozenset({Phase.BETTING})
DEALING = frozenset({Phase.DEALING_THREE, Phase.DEALING_FOUR})
CARDS_OUT = DEALING | {Phase.THREE_CARD_BONUS, Phase.DECISION}
"""Phases in which the deck is in use, from the first card dealt to the last."""
DEALT = frozenset({Phase.DEALING_THREE, Phase.THREE_CARD_BONUS, Phase.DECISION, Phase.DEALING_FOUR, Phase.SETTING})
CLAIM = frozenset({Phase.THREE_CARD_BONUS, Phase.VOID})

DEALER_SPOT = 0
"""The spot name for cards that go to the dealer."""

HandStatus = Literal["out", "in", "folded", "settled", "void"]
BonusStatus = Literal["none", "open", "exposed", "declined", "settled", "kept_down"]
KeyedResult = Literal["", "win", "push", "lose"]
DeckStatus = Literal["unshuffled", "shuffled", "ready", "in_play"]


class Seat(Wagered, msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A seat. Seats are numbered clockwise from the dealer's far left."""

    number: int
    player: str | None = None
    person: str = ""  # The person's account or walk-up id; empty if the table has no accounts.
    rail: Cents = 0
    wagers: Wagers = {}
    status: HandStatus = "out"
    cards: tuple[Card, ...] = ()
    first_three: tuple[Card, ...] = ()  # At a live table: the first stack, once it has been shown.
    face_up: bool = False
    bonus: BonusStatus = "none"
    decided: bool = False
    hand_set: bool = False
    five: tuple[Card, ...] | None = None
    disclosed: bool = False
    royal_waived: bool = False
    evicted: bool = False
    last: Wagers = {}  # The wagers of the last round here, without the 2nd Wager.
    sitting_out: bool = False
    keyed_three: str = ""  # The rank of the first three cards, if the dealer entered it instead of the cards.
    keyed_result: KeyedResult = ""  # The result, if the dealer entered it instead of the cards.
    keyed_award: str = ""  # The Ante Bonus hand that the dealer entered.
    shown: tuple[Card, ...] = ()  # The cards turned over, still shown to viewers after they are collected.
    lines: tuple[WagerLine, ...] = ()
    showed: bool = False  # Whether the seat showed its first three cards.
    in_rack: tuple[int, ...] = ()  # The start and end of its cards in the discard rack.

    @property
    def holder(self) -> str:
        """The person who holds the seat and its chips, or an empty string."""
        return self.person or self.player or ""

    @property
    def wagered(self) -> bool:
        return bool(self.wagers)

    @property
    def chips(self) -> Cents:
        """All chips of the seat, on the rail and on the layout."""
        return self.rail + self.staked


class Departure(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A player who left a seat, with the chips carried away."""

    seat: Seat
    cents: Cents


class SideSpot(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A betting spot for one of the house's side bets."""

    id: str
    label: str
    judged_on: JudgedOn
    claimed: bool  # Whether the player must show the first three cards for it.


_NOBODY = tuple([Seat(number) for number in range(1, SEATS + 1)])


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A table as one immutable value. Replaying its events reproduces it."""

    name: str = ""
    phase: Phase = Phase.CLOSED
    live: bool = False
    automation: tuple[Automation, ...] = ()
    style: Style = "stack"
    device: Device = "automated_shoe"
    seats: tuple[Seat, ...] = msgspec.field(default_factory=lambda: _NOBODY)
    tray: Cents = 0
    cage: Cents = 0
    hands: Cents = 0  # Chips carried away from a live table, minus those brought to it.
    checklist: tuple[ChecklistStep, ...] = ()
    dealer: str = ""  # The dealer signed on at a live table.
    keyer: str = ""  # The person who assists the dealer with entries.
    call: str = ""  # The reason for the floor call, until a supervisor answers.
    closing: str = ""  # The ground for closing after the last round.
    last_round: int = 0  # The number of the last round.
    tray_counted: bool = False
    closer: Cents | None = None  # The last closing count: the contents of the locked tray until the table opens again.
    round: int = 0
    house: str = ""  # The id and version of the rules for this round (R20).
    version: str = ""
    sets_hands: bool = True  # Whether players set hands under those rules (R7).
    late_claims: bool = False  # Whether a bonus may be claimed until the last four are dealt (R3).
    royal_asked_from: int = 0  # The length of the shortest royal to disclose under those rules (R11).
    deck: DeckStatus = "unshuffled"
    # A shuffler alternates two decks with different backs, so odd and even shuffles use different decks.
    decks_used: int = 0
    stub: tuple[Card, ...] = ()
    stub_racked: bool = False
    stub_counted: bool = False
    rounds_uncounted: int = 0
    discard_rack: tuple[Card, ...] = ()
    dealer_cards: tuple[Card, ...] = ()
    dealer_face_up: bool = False
    dealer_five: tuple[Card, ...] = ()
    threes: int = 0  # The number of players dealt three cards, including hands that are now void (R18).
    face_up_found: int = 0
    drawn_ahead: int = 0
    deck_hand: Literal["", "left", "right"] = ""  # The dealer's hand that holds the deck (P6).
    deck_held: bool = False  # Whether the dealer holds the deck in this round; the hand may not change until it ends.
    void_reason: str = ""
    void_clause: str = ""
    void_cause: VoidCause | Literal[""] = ""
    void_keeps_awards: bool = True
    layout: tuple[SideSpot, ...] = ()  # The side bets under those rules.
    # The optional steps of a live dealer under those rules, each with its clause.
    steps: tuple[tuple[str, str], ...] = ()
    left: tuple[Departure, ...] = ()  # Players who left a live table and can still be put back (R25).
    pending: tuple[ApprovalRequest, ...] = ()  # Requests that wait for a second person's approval.
    requests: int = 0  # The number of requests so far at this table.

    def labels(self) -> dict[str, str]:
        """Return the printed names of the side bets."""
        return {spot.id: spot.label for spot in self.layout}

    def names_step(self, step: str) -> bool:
        """Return whether this round's rules include the step."""
        return any(name == step for name, _ in self.steps)

    def seat(self, number: int) -> Seat:
        return self.seats[number - 1]

    def playing(self) -> tuple[Seat, ...]:
        """Return the seats still in the hand, in dealing order."""
        return tuple([seat for seat in self.seats if seat.status == "in"])

    @property
    def deals_on(self) -> bool:
        """Whether another round can begin. No round begins after the last hand."""
        return not self.closing or self.round < self.last_round

    @property
    def machine_shuffled(self) -> bool:
        """Whether the deck is supplied shuffled and needs no cut, as a virtual deck or one from an automated shoe."""
        return not self.live or self.device == "automated_shoe"


def with_seat(table: Table, seat: Seat) -> Table:
    """Return the table with a seat replaced."""
    seats = [*table.seats]
    seats[seat.number - 1] = seat
    return replace(table, seats=tuple(seats))


def changed(table: Table, number: int, **fields: Any) -> Table:
    """Return the table with changed fields at one seat."""
    return with_seat(table, replace(table.seats[number - 1], **fields))


def cleared(table: Table) -> Table:
    """Remove all cards for the next shuffle. Chips stay where they are."""
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
    """Return whether the rules of a round are fixed, which is the case from its first wager until it is cleared
    (R20)."""
    return table.phase in IN_ACTION or table.phase is Phase.COMPLETE or any(seat.wagered for seat in table.seats)


def upcoming(table: Table) -> int:
    """Return the number of the current round, or of the next one if none has begun."""
    return table.round if table.version and table.phase is not Phase.COMPLETE else table.round + 1


def is_yours(seat: Seat, viewer: Actor) -> bool:
    return viewer.role == "player" and seat.player is not None and seat.player == viewer.name


def shown_first(cards: tuple[Card, ...], three: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the hand with its first three cards in front, whether or not the others are known."""
    others = [card for card in cards if card not in three]
    return three + tuple(others[len(others) - (len(cards) - 3) :])


CLOSED = Table()
