"""A player's choices: claim the bonus, fold or place the 2nd wager, set five of seven, disclose a royal."""

from __future__ import annotations

from boston7.cards import UNKNOWN, Card, format_cards
from boston7.game import commands as c
from boston7.game import events as e
from boston7.game.accounts import Transfer
from boston7.game.actors import Actor
from boston7.game.acts.common import Answer, needs_showing, position, transfers_for, tray_short, wrong_cards
from boston7.game.refusal import Refusal
from boston7.game.settlement import bonus_lines, fold_lines
from boston7.game.table import Phase, Seat, Table
from boston7.hands import best_five, long_royal
from boston7.house.model import House
from boston7.money import dollars


def expose(table: Table, command: c.Expose, house: House) -> Answer:
    """R3 in an ordinary round; in a void, R12: a three-card hand shown for what it still qualifies for."""
    seat = table.seat(command.seat)
    if refusal := _no_claim(table, seat, house):
        return refusal
    if not table.live:
        if command.cards:
            return Refusal("wrong_cards", "The table knows these cards.", house.cite("bonus_paid", "R3"))
        return (e.CardsExposed(seat.number, seat.cards[:3], command.by),)
    if refusal := shown_three(table, seat, command.cards, house):
        return refusal
    return (e.CardsExposed(seat.number, command.cards, command.by),)


def shown_three(table: Table, seat: Seat, cards: tuple[Card, ...], house: House) -> Refusal | None:
    """The first stack of a live hand, entered by the dealer; a hand already turned over must contain it."""
    turned_over = seat.cards if UNKNOWN not in seat.cards else ()
    foreign = [card for card in cards if turned_over and card not in turned_over]
    if foreign:
        reason = f"{format_cards(foreign)} was not dealt to seat {seat.number}."
        return Refusal("wrong_cards", reason, house.cite("bonus_paid", "R3"))
    return wrong_cards(table, cards, 3, f"Seat {seat.number}", house, allowed=turned_over)


def decline(table: Table, command: c.Decline, house: House) -> Answer:
    seat = table.seat(command.seat)
    return _no_claim(table, seat, house) or (e.BonusDeclined(seat.number, command.by),)


def _no_claim(table: Table, seat: Seat, house: House) -> Refusal | None:
    clause = house.cite("bonus_paid", "R3")
    if seat.status != "in" or len(seat.cards) < 3:
        return Refusal("no_wager", f"Seat {seat.number} has no three-card hand to show.", clause)
    if table.phase is Phase.VOID:
        asked = needs_showing(table, seat)
        return None if asked else Refusal("already_done", f"Seat {seat.number} has shown or declined.", clause)
    if seat.bonus == "none":
        return Refusal("no_wager", f"Seat {seat.number} has no three-card bonus wager.", clause)
    if seat.bonus != "open":
        return Refusal("already_done", f"Seat {seat.number} has answered: {seat.bonus}.", clause)
    return None


def settle_bonuses(table: Table, command: c.SettleBonuses, house: House) -> Answer:
    return bonus_settlement(table, house)


def bonus_settlement(table: Table, house: House) -> Answer:
    """Losing wagers are collected first, then the winning ones are paid."""
    seats = [seat for seat in reversed(table.seats) if seat.status == "in" and seat.three_card_bonus]
    waiting = [seat.number for seat in seats if seat.bonus == "open"]
    if waiting:
        which = ", ".join(map(str, sorted(waiting)))
        return Refusal("not_ready", f"Waiting for seat {which} to show or decline.", house.cite("bonus_paid", "R3"))
    settled = [(seat, bonus_lines(house, position(seat))) for seat in seats]
    if refusal := tray_short(table, tuple(line for _, lines in settled for line in lines), house):
        return refusal
    settled.sort(key=lambda pair: pair[1][0].result == "win")
    return tuple(
        e.Settled(seat.number, "three_card_bonus", lines, transfers_for(seat.number, lines)) for seat, lines in settled
    )


def place_second(table: Table, command: c.PlaceSecond, house: House) -> Answer:
    seat = table.seat(command.seat)
    if refusal := _no_decision(seat, house):
        return refusal
    if seat.rail < seat.first:
        reason = f"The 2nd wager is {dollars(seat.first)}; seat {seat.number} has {dollars(seat.rail)} on the rail."
        return Refusal("not_enough_chips", reason, house.cite("second_or_fold", "R5"))
    transfers = (Transfer(f"rail:{seat.number}", f"second:{seat.number}", seat.first),)
    return (e.SecondPlaced(seat.number, transfers, command.by),)


def fold(table: Table, command: c.Fold, house: House) -> Answer:
    seat = table.seat(command.seat)
    return _no_decision(seat, house) or folding(seat, house, command.by)


def folding(seat: Seat, house: House, by: Actor) -> tuple[e.Event, ...]:
    lines = fold_lines(house, position(seat))
    return e.Folded(seat.number, by), e.Settled(seat.number, "fold", lines, transfers_for(seat.number, lines))


def _no_decision(seat: Seat, house: House) -> Refusal | None:
    if seat.status == "in" and not seat.first:
        reason = f"Seat {seat.number} wagered on the ante alone and has nothing to decide."
        return Refusal("no_wager", reason, house.cite("ante_only", "R6"))
    clause = house.cite("second_or_fold", "R5")
    if seat.status == "out":
        return Refusal("no_wager", f"Seat {seat.number} is not in this round.", clause)
    if seat.decided or seat.status != "in":
        return Refusal("already_done", f"Seat {seat.number} has decided.", clause)
    return None


def set_hand(table: Table, command: c.SetHand, house: House) -> Answer:
    """R7: the set hand plays, even if a better one was possible."""
    clause = house.cite("set_five", "R7")
    seat = table.seat(command.seat)
    if seat.status != "in":
        return Refusal("no_wager", f"Seat {seat.number} has no hand to set.", clause)
    if UNKNOWN in seat.cards:
        if command.cards:
            return Refusal("unknown_cards", "A live hand is set face down and named when it is turned over.", clause)
        return (e.HandSet(seat.number, None, command.by),)
    if not command.cards:
        return (e.HandSet(seat.number, best_five(seat.cards).five, command.by),)
    if len(command.cards) != 5 or len(set(command.cards)) != 5:
        return Refusal("wrong_cards", "Set five cards and discard two.", clause)
    foreign = [card for card in command.cards if card not in seat.cards]
    if foreign:
        reason = f"{format_cards(foreign)} was not dealt to seat {seat.number}."
        return Refusal("wrong_cards", reason, clause)
    return (e.HandSet(seat.number, command.cards, command.by),)


def disclose(table: Table, command: c.Disclose, house: House) -> Answer:
    """R11: before the dealer collects the cards, or not at all."""
    clause = house.cite("royal_disclosed", "R11")
    seat = table.seat(command.seat)
    if not house.fixed_awards:
        return Refusal("no_such_award", f"{house.name} has no award for a six- or seven-card royal.", clause)
    if seat.status == "settled":
        return Refusal("already_done", "The cards are collected; a royal can no longer be claimed.", clause)
    if seat.status != "in":
        return Refusal("no_wager", f"Seat {seat.number} has no hand in this round.", clause)
    if seat.disclosed:
        return Refusal("already_done", f"Seat {seat.number} has disclosed its royal.", clause)
    if UNKNOWN not in seat.cards and not house.fixed_award(long_royal(seat.cards)):
        return Refusal("no_such_award", f"Seat {seat.number} does not hold a six- or seven-card royal.", clause)
    return (e.RoyalDisclosed(seat.number, command.by),)
