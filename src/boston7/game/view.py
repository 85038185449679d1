"""What a viewer may see of a table. Built up from nothing: what is not put in cannot leak."""

from __future__ import annotations

import msgspec

from boston7.cards import UNKNOWN, Card
from boston7.game.actors import Actor
from boston7.game.counting import stub_count_open, tray_count_open
from boston7.game.settlement import WagerLine
from boston7.game.table import BonusStatus, HandStatus, Phase, Seat, Table
from boston7.hands import best_five, three_name
from boston7.money import Cents


class SeatView(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    number: int
    player: str | None
    yours: bool
    rail: Cents
    ante: Cents
    first: Cents
    second: Cents
    three_card_bonus: Cents
    status: HandStatus
    cards: tuple[Card, ...]
    face_up: bool
    hand: str | None  # the name of what this viewer sees
    best: tuple[Card, ...]  # the best five of your own seven
    bonus: BonusStatus
    decided: bool
    hand_set: bool
    five: tuple[Card, ...] | None
    disclosed: bool
    evicted: bool
    lines: tuple[WagerLine, ...]
    net: Cents


class TableView(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    name: str
    phase: Phase
    live: bool
    round: int
    house: str
    version: str
    seats: tuple[SeatView, ...]
    dealer_cards: tuple[Card, ...]
    dealer_face_up: bool
    dealer_five: tuple[Card, ...]
    dealer_hand: str | None
    tray: Cents | None  # not told while its count is open (R23)
    stub: int | None  # how many cards, never which; not told while its count is open
    stub_racked: bool
    discard_rack: int
    closing: str
    void_reason: str


def view(table: Table, viewer: Actor) -> TableView:
    return TableView(
        name=table.name,
        phase=table.phase,
        live=table.live,
        round=table.round,
        house=table.house,
        version=table.version,
        seats=tuple(_seat_view(seat, viewer) for seat in table.seats),
        dealer_cards=table.dealer_cards if table.dealer_face_up else _backs(table.dealer_cards),
        dealer_face_up=table.dealer_face_up,
        dealer_five=table.dealer_five if table.dealer_face_up else (),
        dealer_hand=best_five(table.dealer_five).name if table.dealer_face_up else None,
        tray=None if tray_count_open(table) else table.tray,
        stub=None if stub_count_open(table) else len(table.stub),
        stub_racked=table.stub_racked,
        discard_rack=len(table.discard_rack),
        closing=table.closing,
        void_reason=table.void_reason,
    )


def _backs(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return (UNKNOWN,) * len(cards)


def _seat_view(seat: Seat, viewer: Actor) -> SeatView:
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
        hand=_name(cards, seat.five if _may_see_five(seat, yours=yours) else None),
        best=best_five(cards).five if yours and len(cards) == 7 and UNKNOWN not in cards else (),
        bonus=seat.bonus,
        decided=seat.decided,
        hand_set=seat.hand_set,
        five=seat.five if _may_see_five(seat, yours=yours) else None,
        disclosed=seat.disclosed,
        evicted=seat.evicted,
        lines=seat.lines,
        net=sum(line.paid - line.collected for line in seat.lines),
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


def _name(cards: tuple[Card, ...], five: tuple[Card, ...] | None) -> str | None:
    if five:
        return best_five(five).name
    if UNKNOWN in cards or len(cards) not in (3, 7):
        return None
    return three_name(cards) if len(cards) == 3 else best_five(cards).name
