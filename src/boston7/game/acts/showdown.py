"""The dealer's hand, then every player's from right to left, settled and collected one by one (R9)."""

from __future__ import annotations

from msgspec.structs import replace

from boston7.cards import UNKNOWN, Card
from boston7.game import commands as c
from boston7.game import events as e
from boston7.game.acts.common import (
    Answer,
    first_three,
    needs_showing,
    next_to_settle,
    position,
    transfers_for,
    tray_short,
    wrong_cards,
)
from boston7.game.refusal import Refusal
from boston7.game.settlement import WagerLine, showdown_lines, void_lines
from boston7.game.table import Phase, Seat, Table
from boston7.hands import Hand, best_five, hand_name, hand_value
from boston7.house.model import House


def reveal(table: Table, command: c.Reveal, house: House) -> Answer:
    clause = house.cite("dealer_reveals")
    if table.dealer_face_up:
        return Refusal("already_done", "The dealer's hand is turned over.", clause)
    if not table.live:
        if command.cards:
            return Refusal("wrong_cards", "The table knows the dealer's cards.", clause)
        return dealer_revealed(table.dealer_cards)
    if len(command.cards) == 6:
        reason = "The dealer has six of seven cards: report it, and one more card completes the hand."
        return Refusal("wrong_cards", reason, house.cite("dealer_six", "R17"))
    return wrong_cards(table, command.cards, 7, "The dealer", house) or dealer_revealed(command.cards)


def dealer_revealed(cards: tuple[Card, ...]) -> tuple[e.Event, ...]:
    hand = best_five(cards)
    return (e.DealerRevealed(cards, hand.five, hand.name),)


def turn_over(table: Table, command: c.TurnOver, house: House) -> Answer:
    clause = house.cite("settle_order", "R9")
    seat = table.seat(command.seat)
    if not table.live:
        return Refusal("not_ready", "A virtual hand is turned over when it is settled.", clause)
    if not table.dealer_face_up:
        return Refusal("not_ready", "The dealer's hand is turned over first.", house.cite("dealer_reveals"))
    due = next_to_settle(table)
    if due is None or due.number != seat.number:
        whose = f"seat {due.number}" if due else "nobody"
        return Refusal("not_ready", f"Hands are settled from right to left: it is {whose}'s turn.", clause)
    if UNKNOWN not in seat.cards:
        return Refusal("already_done", f"Seat {seat.number} is turned over.", clause)
    if len(command.five) != 5 or len(command.discards) != 2:
        return Refusal("wrong_cards", "Enter the five cards that were set and the two discards.", clause)
    cards = command.five + command.discards
    if refusal := wrong_cards(table, cards, 7, f"Seat {seat.number}", house, seat.first_three):
        return refusal
    in_order = seat.first_three + tuple(card for card in cards if card not in seat.first_three)
    return (e.HandTurned(seat.number, in_order, command.five, hand_name(hand_value(command.five))),)


def settle_next(table: Table, command: c.Settle, house: House) -> Answer:
    seat = next_to_settle(table)
    clause = house.cite("settle_order", "R9")
    if seat is None:
        return Refusal("already_done", "Every hand is settled.", clause)
    if table.phase is Phase.VOID:
        if needs_showing(table, seat):
            reason = f"Seat {seat.number} may still show three cards, or decline."
            return Refusal("not_ready", reason, house.cite("void", "R12"))
    elif not table.dealer_face_up:
        return Refusal("not_ready", "The dealer's hand is turned over first.", house.cite("dealer_reveals"))
    elif UNKNOWN in seat.cards:
        return Refusal("not_ready", f"Turn over the hand of seat {seat.number} first.", clause)
    lines = lines_due(table, seat, house)
    return tray_short(table, lines, house) or settlement(table, seat, lines)


def lines_due(table: Table, seat: Seat, house: House) -> tuple[WagerLine, ...]:
    if table.phase is Phase.VOID:
        shown = replace(position(seat, void=True), cards=first_three(table, seat))
        return void_lines(house, shown, table.void_clause)
    dealer = Hand(hand_value(table.dealer_five), table.dealer_five)
    return showdown_lines(house, dealer, position(seat))


def settlement(table: Table, seat: Seat, lines: tuple[WagerLine, ...]) -> tuple[e.Event, ...]:
    transfers = transfers_for(seat.number, lines)
    if table.phase is Phase.VOID:
        return (e.Settled(seat.number, "void", lines, transfers),)
    settled = e.Settled(seat.number, "showdown", lines, transfers)
    if seat.face_up:
        return (settled,)
    five = seat.five or best_five(seat.cards).five
    return e.HandTurned(seat.number, seat.cards, five, hand_name(hand_value(five))), settled


def next_round(table: Table, command: c.NextRound, house: House) -> Answer:
    return (e.TableCleared(),)
