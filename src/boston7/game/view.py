"""Builds each viewer's view of a table. Only listed parts are included, so nothing else can leak."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any

import msgspec
from msgspec.structs import replace

from boston7.cards import UNKNOWN, Card
from boston7.game.actors import Actor
from boston7.game.counting import stub_count_open, tray_count_open
from boston7.game.procedure import StepState, has_steps, next_to, procedure, settling, waiting
from boston7.game.settlement import Outcome, WagerLine, net_of, outcome_of
from boston7.game.table import IN_ACTION, BonusStatus, HandStatus, KeyedResult, Phase, Seat, Table, is_yours
from boston7.game.wagered import Wagered
from boston7.hands import HandName, best_five, three_name
from boston7.house.model import WagerId, Wagers
from boston7.money import Cents


class SeatView(Wagered, msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A seat as one viewer sees it."""

    number: int
    player: str | None = None
    yours: bool = False
    rail: Cents = 0
    wagers: Wagers = {}
    status: HandStatus = "out"
    cards: tuple[Card, ...] = ()
    face_up: bool = False
    hand: HandName | None = None  # The name of the cards that this viewer sees.
    best: tuple[Card, ...] = ()  # The best five of the viewer's own seven cards.
    bonus: BonusStatus = "none"
    decided: bool = False
    hand_set: bool = False
    five: tuple[Card, ...] | None = None
    disclosed: bool = False
    evicted: bool = False
    lines: tuple[WagerLine, ...] = ()
    net: Cents = 0
    outcome: Outcome = ""  # The result in one word.
    last: Wagers = {}  # The wagers of the last round here, without the 2nd Wager.
    sitting_out: bool = False
    keyed: KeyedResult = ""  # The result, if the dealer entered it instead of the cards.
    showed: bool = False  # Whether the seat showed its first three cards.


class TableView(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A table as one viewer sees it."""

    name: str = ""
    phase: Phase = Phase.CLOSED
    live: bool = False
    round: int = 0
    house: str = ""
    version: str = ""
    seats: tuple[SeatView, ...] = ()
    dealer_cards: tuple[Card, ...] = ()
    dealer_face_up: bool = False
    dealer_five: tuple[Card, ...] = ()
    dealer_hand: HandName | None = None
    tray: Cents | None = None  # Hidden while its count is open (R23).
    stub: int | None = None  # The number of cards; hidden while its count is open.
    stub_racked: bool = False
    discard_rack: int = 0
    dealer: str = ""  # The dealer signed on at a live table.
    keyer: str = ""  # The person who assists the dealer with entries.
    call: str = ""  # The reason for the floor call.
    closing: str = ""
    void_reason: str = ""
    void_clause: str = ""
    in_action: bool = False  # Bets are closed, and not every hand is settled.
    waiting: tuple[int, ...] = ()  # The seats with a pending decision.
    settling: int | None = None  # The seat to settle next.
    next_to: int | None = None  # The receiver of the next card: a seat, or 0 for the dealer.
    procedure: dict[str, StepState] = {}  # The dealer's list, if a person deals.
    step_order: tuple[str, ...] = ()  # The order of that list, because a patch does not keep it.
    step_clauses: dict[str, str] = {}  # The clause for each optional step of that list.
    deck_hand: str = ""  # The dealer's hand that holds the deck, at a live table.
    layout: dict[WagerId, str] = {}  # The round's side bets with their printed names.


def view(table: Table, viewer: Actor) -> TableView:
    """Build a viewer's view of the table. New fields stay hidden until they are listed here.

    >>> from boston7.game import CLOSED, commands as c, decide, replay
    >>> from boston7.game.actors import PLATFORM, SPECTATOR
    >>> from boston7.house import preset
    >>> table = replay(decide(CLOSED, c.OpenTable(PLATFORM, "one", 10_000_00), preset("nhcg")))
    >>> seen = view(table, SPECTATOR)
    >>> seen.tray, len(seen.seats)
    (1000000, 6)
    """
    return replace(head_view(table), seats=tuple([seat_view(seat, viewer) for seat in table.seats]))


def head_view(table: Table) -> TableView:
    """Build everything except the seats. It is the same for all viewers."""
    return TableView(**{name: make(table) for name, make in HEAD.items()})


def _steps(table: Table) -> dict[str, StepState]:
    return procedure(table) if has_steps(table) else {}


HEAD_DERIVED: dict[str, Callable[[Table], Any]] = {
    "dealer_cards": lambda table: table.dealer_cards if table.dealer_face_up else _backs(table.dealer_cards),
    "dealer_five": lambda table: table.dealer_five if table.dealer_face_up else (),
    "dealer_hand": lambda table: best_five(table.dealer_five).name if table.dealer_face_up else None,
    "tray": lambda table: None if tray_count_open(table) else table.tray,
    "stub": lambda table: None if stub_count_open(table) else len(table.stub),
    "discard_rack": lambda table: len(table.discard_rack),
    "in_action": lambda table: table.phase in IN_ACTION,
    "waiting": waiting,
    "settling": settling,
    "next_to": next_to,
    "procedure": _steps,
    "step_order": lambda table: tuple(_steps(table)),
    "step_clauses": lambda table: dict(table.steps),
    "layout": Table.labels,
}
"""Parts that are not simply the table's field with the same name."""
HEAD: dict[str, Callable[[Table], Any]] = {
    name: HEAD_DERIVED.get(name) or attrgetter(name) for name in TableView.__struct_fields__ if name != "seats"
}
"""How to compute each part of the view from a table."""
HEAD_FROM: dict[str, tuple[str, ...]] = {
    "dealer_cards": ("dealer_cards", "dealer_face_up"),
    "dealer_five": ("dealer_five", "dealer_face_up"),
    "dealer_hand": ("dealer_five", "dealer_face_up"),
    "tray": ("tray", "live", "phase", "checklist", "closing", "tray_counted"),
    "stub": ("stub", "live", "phase", "stub_counted", "stub_racked"),
    "in_action": ("phase",),
    "waiting": ("phase", "seats", "live", "sets_hands", "royal_asked_from", "void_keeps_awards"),
    "settling": ("phase", "seats", "dealer_face_up"),
    "next_to": ("phase", "seats", "dealer_cards", "style"),
    "procedure": Table.__struct_fields__,
    "step_order": Table.__struct_fields__,
    "step_clauses": ("steps",),
}
"""The table's fields on which a part depends, if not the field with the same name."""


def _backs(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return _DOWN[len(cards)] if cards else ()


_DOWN = tuple([(UNKNOWN,) * count for count in range(53)])


def seat_view(seat: Seat, viewer: Actor) -> SeatView:
    yours = is_yours(seat, viewer)
    return SeatView(**{name: make(seat, yours) for name, make in SEAT.items()})


def _best(seat: Seat, yours: bool) -> tuple[Card, ...]:
    if not yours:
        return ()
    cards = seat.shown or _seen(seat, yours)
    return best_five(cards).five if len(cards) == 7 and UNKNOWN not in cards else ()


def _hand(seat: Seat, yours: bool) -> HandName | None:
    if not yours and not seat.face_up and not seat.shown and not seat.keyed_result:
        return None
    return _keyed_name(seat) or _name(seat.shown or _seen(seat, yours), _five(seat, yours))


def _five(seat: Seat, yours: bool) -> tuple[Card, ...] | None:
    may_see = yours or (seat.hand_set and (seat.face_up or bool(seat.shown)))
    return seat.five if may_see else None


def _as_it_is(name: str) -> Callable[[Seat, bool], Any]:
    return lambda seat, yours: getattr(seat, name)


SEAT_DERIVED: dict[str, Callable[[Seat, bool], Any]] = {
    "yours": lambda seat, yours: yours,
    "cards": lambda seat, yours: seat.shown or _seen(seat, yours),
    "face_up": lambda seat, yours: seat.face_up or bool(seat.shown),
    "hand": _hand,
    "best": _best,
    "five": _five,
    "keyed": lambda seat, yours: seat.keyed_result,
    "net": lambda seat, yours: net_of(seat.lines),
    "outcome": lambda seat, yours: outcome_of(seat.lines),
}
"""Parts that are not simply the seat's field with the same name."""
SEAT: dict[str, Callable[[Seat, bool], Any]] = {
    name: SEAT_DERIVED.get(name) or _as_it_is(name) for name in SeatView.__struct_fields__
}
"""How to compute each part from a seat, for its own player or for others."""
_CARDS_FROM = ("player", "cards", "shown", "status", "face_up", "hand_set")
SEAT_FROM: dict[str, tuple[str, ...]] = {
    "yours": ("player",),
    "cards": _CARDS_FROM,
    "face_up": ("face_up", "shown"),
    "hand": (*_CARDS_FROM, "five", "keyed_award", "keyed_result", "keyed_three"),
    "best": _CARDS_FROM,
    "five": ("player", "five", "hand_set", "face_up", "shown"),
    "keyed": ("keyed_result",),
    "net": ("lines",),
    "outcome": ("lines",),
}
"""The seat's fields on which a part depends, if not the field with the same name."""
OWN = frozenset({"yours", "cards", "hand", "best", "five"})
"""Parts that the seat's own player may see differently."""


def _seen(seat: Seat, yours: bool) -> tuple[Card, ...]:
    """Return the cards that a viewer may see: their own, the shown first three, and all seven at the end.

    A void hand stays face down for everyone, because its surplus cards were never properly dealt.
    """
    if seat.status == "void":
        return _backs(seat.cards)
    if yours:
        return seat.cards
    if not seat.face_up:
        return _backs(seat.cards)
    if seat.hand_set:
        return seat.cards
    return seat.cards[:3] + _backs(seat.cards[3:])


def _keyed_name(seat: Seat) -> HandName | None:
    """Return the hand name that the dealer entered: of the full hand, or of three cards while they are face up."""
    named = seat.keyed_award if seat.keyed_result else seat.keyed_three if seat.face_up else ""
    return HandName(named) if named not in ("", "none") else None


def _name(cards: tuple[Card, ...], five: tuple[Card, ...] | None) -> HandName | None:
    if five:
        return best_five(five).name
    if UNKNOWN in cards or len(cards) not in (3, 7):
        return None
    return three_name(cards) if len(cards) == 3 else best_five(cards).name
