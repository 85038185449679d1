"""What a viewer may see of a table. Built up from nothing: what is not put in cannot leak."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from boston7.cards import UNKNOWN, Card
from boston7.game.actors import Actor
from boston7.game.counting import stub_count_open, tray_count_open
from boston7.game.procedure import StepState, next_to, procedure, waiting
from boston7.game.settlement import WagerLine
from boston7.game.table import BonusStatus, HandStatus, KeyedResult, Phase, Seat, SideSpot, Table
from boston7.hands import best_five, three_name
from boston7.money import Cents


class SeatView(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A seat as somebody may see it."""

    number: int
    player: str | None = None
    yours: bool = False
    rail: Cents = 0
    ante: Cents = 0
    first: Cents = 0
    second: Cents = 0
    three_card_bonus: Cents = 0
    status: HandStatus = "out"
    cards: tuple[Card, ...] = ()
    face_up: bool = False
    hand: str | None = None  # the name of what this viewer sees
    best: tuple[Card, ...] = ()  # the best five of your own seven
    bonus: BonusStatus = "none"
    decided: bool = False
    hand_set: bool = False
    five: tuple[Card, ...] | None = None
    disclosed: bool = False
    evicted: bool = False
    lines: tuple[WagerLine, ...] = ()
    net: Cents = 0
    side_bets: dict[str, Cents] = {}  # those beside the Three Card Bonus
    last: tuple[Cents, ...] = ()  # Ante Bonus, 1st Wager and Three Card Bonus of the last round played here
    sitting_out: bool = False
    keyed: KeyedResult = ""  # how the hand compared, where the dealer keyed that and not the cards
    last_side_bets: dict[str, Cents] = {}  # of the last round played here
    showed: bool = False  # the first three cards, when claims were made


class TableView(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """The table as somebody may see it."""

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
    dealer_hand: str | None = None
    tray: Cents | None = None  # not told while its count is open (R23)
    stub: int | None = None  # how many cards, never which; not told while its count is open
    stub_racked: bool = False
    discard_rack: int = 0
    dealer: str = ""  # who has signed on to deal, at a live table
    keyer: str = ""  # who keys beside the dealer
    call: str = ""  # why the floor was called
    closing: str = ""
    void_reason: str = ""
    waiting: tuple[int, ...] = ()  # the seats whose decision is pending
    next_to: int | None = None  # who gets the next card: a seat, 0 for the dealer
    procedure: dict[str, StepState] = {}  # the dealer's list, at a live table
    step_order: tuple[str, ...] = ()  # the order of that list, which a patch does not keep
    step_clauses: dict[str, str] = {}  # where this round's rules name a step of that list
    deck_hand: str = ""  # the hand that holds the deck, at a live table
    layout: tuple[SideSpot, ...] = ()  # the side bets of this round's rules, beside the Three Card Bonus


def view(table: Table, viewer: Actor) -> TableView:
    """The table as somebody may see it: built up from nothing, so that what nobody thought of stays hidden.

    >>> from boston7.game import CLOSED, act, commands as c
    >>> from boston7.game.actors import PLATFORM, SPECTATOR
    >>> from boston7.house import preset
    >>> table, _ = act(CLOSED, c.OpenTable(PLATFORM, "one", 10_000_00), preset("nhcg"))
    >>> seen = view(table, SPECTATOR)
    >>> seen.tray, len(seen.seats)
    (1000000, 6)
    """
    return replace(head_view(table), seats=tuple([seat_view(seat, viewer) for seat in table.seats]))


def head_view(table: Table) -> TableView:
    """All but the seats: the same for everybody."""
    steps = procedure(table) if table.live or table.phase is Phase.CLOSED else {}
    return TableView(
        name=table.name,
        phase=table.phase,
        live=table.live,
        round=table.round,
        house=table.house,
        version=table.version,
        dealer_cards=table.dealer_cards if table.dealer_face_up else _backs(table.dealer_cards),
        dealer_face_up=table.dealer_face_up,
        dealer_five=table.dealer_five if table.dealer_face_up else (),
        dealer_hand=best_five(table.dealer_five).name if table.dealer_face_up else None,
        tray=None if tray_count_open(table) else table.tray,
        stub=None if stub_count_open(table) else len(table.stub),
        stub_racked=table.stub_racked,
        discard_rack=len(table.discard_rack),
        dealer=table.dealer,
        keyer=table.keyer,
        call=table.call,
        closing=table.closing,
        void_reason=table.void_reason,
        waiting=waiting(table),
        next_to=next_to(table),
        procedure=steps,
        step_order=tuple(steps),
        step_clauses=dict(table.steps),
        deck_hand=table.deck_hand,
        layout=table.layout,
    )


def _backs(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return (UNKNOWN,) * len(cards)


def seat_view(seat: Seat, viewer: Actor) -> SeatView:
    yours = viewer.role == "player" and seat.player is not None and seat.player == viewer.name
    cards = seat.shown or _seen(seat, yours=yours)
    return SeatView(
        number=seat.number,
        player=seat.player,
        yours=yours,
        rail=seat.rail,
        ante=seat.ante,
        first=seat.first,
        second=seat.second,
        three_card_bonus=seat.three_card_bonus,
        status=seat.status,
        cards=cards,
        face_up=seat.face_up or bool(seat.shown),
        hand=_keyed_name(seat) or _name(cards, seat.five if _may_see_five(seat, yours=yours) else None),
        best=best_five(cards).five if yours and len(cards) == 7 and UNKNOWN not in cards else (),
        bonus=seat.bonus,
        decided=seat.decided,
        hand_set=seat.hand_set,
        five=seat.five if _may_see_five(seat, yours=yours) else None,
        disclosed=seat.disclosed,
        last=seat.last,
        showed=seat.showed,
        last_side_bets={stake.id: stake.cents for stake in seat.last_side_bets} if seat.last_side_bets else {},
        sitting_out=seat.sitting_out,
        keyed=seat.keyed_result,
        evicted=seat.evicted,
        lines=seat.lines,
        net=sum(line.paid - line.collected for line in seat.lines),
        side_bets={stake.id: stake.cents for stake in seat.side_bets} if seat.side_bets else {},
    )


def _seen(seat: Seat, *, yours: bool) -> tuple[Card, ...]:
    """Your own cards, and cards that lie face up: the first three while a bonus is shown, all seven at the end.

    Of a hand that is void, until it is collected, not even your own: what it has too many of was never dealt to you.
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


def _may_see_five(seat: Seat, *, yours: bool) -> bool:
    return yours or (seat.hand_set and (seat.face_up or bool(seat.shown)))


def _keyed_name(seat: Seat) -> str:
    """What the dealer keyed: of the whole hand, or of three cards while they lie face up."""
    named = seat.keyed_award if seat.keyed_result else seat.keyed_three if seat.face_up else ""
    return "" if named == "none" else named.replace("_", " ")


def _name(cards: tuple[Card, ...], five: tuple[Card, ...] | None) -> str | None:
    if five:
        return best_five(five).name
    if UNKNOWN in cards or len(cards) not in (3, 7):
        return None
    return three_name(cards) if len(cards) == 3 else best_five(cards).name
