"""Shuffle, cut, delivery and the stub (R2)."""

from __future__ import annotations

from boston7.cards import DECK
from boston7.game import commands as c
from boston7.game import events as e
from boston7.game.actors import PLATFORM
from boston7.game.acts.common import Answer, next_receiver
from boston7.game.refusal import Refusal
from boston7.game.table import Phase, Table
from boston7.house.model import House

_WHOLE_DECK = frozenset(DECK)


def shuffle(table: Table, command: c.Shuffle, house: House) -> Answer:
    clause = house.cite("procedure")
    if table.deck != "unshuffled":
        return Refusal("already_done", "The deck is shuffled.", clause)
    if table.live:
        if command.deck:
            return Refusal("wrong_cards", "Nobody knows the order of a deck shuffled at a live table.", clause)
        if command.by.role == "platform":
            return Refusal("wrong_role", "At a live table the dealer shuffles.", clause)
    else:
        if command.by.role != "platform":
            return Refusal("wrong_role", "At a virtual table the platform shuffles.", clause)
        if len(command.deck) != 52 or frozenset(command.deck) != _WHOLE_DECK:
            return Refusal("wrong_cards", "A shuffle is the 52 cards in some order, each exactly once.", clause)
    return (e.DeckShuffled(command.deck, command.by),)


def cut(table: Table, command: c.Cut, house: House) -> Answer:
    clause = house.cite("procedure")
    if table.deck != "shuffled":
        reason = "There is no shuffled deck to cut." if table.deck == "unshuffled" else "This deck needs no cut."
        return Refusal("not_ready", reason, clause)
    least = house.delivery.cut_at_least
    if not least <= command.at <= 51:
        return Refusal("out_of_bounds", f"Cut at least {least} cards off the top, and leave some.", clause)
    return (e.DeckCut(command.at, command.by),)


def order_recut(table: Table, command: c.OrderRecut, house: House) -> Answer:
    clause = house.cite("procedure")
    if table.machine_shuffled:
        return Refusal("not_ready", "A machine-shuffled deck is dealt without a cut.", clause)
    if table.deck != "ready":
        return Refusal("not_ready", "A recut is ordered after a cut and before any card is dealt.", clause)
    return (e.RecutOrdered(command.by),)


def deal(table: Table, command: c.Deal, house: House) -> Answer:
    events = delivery(table, house, one=command.one)
    if not events:
        return Refusal("already_done", "Every hand has its cards.", house.cite("delivery", "R2"))
    return events


def delivery(table: Table, house: House, *, one: bool = False) -> tuple[e.Event, ...]:
    """The next card or stack. A deck that cannot complete the dealer's hand is a misdeal to the dealer (R17)."""
    to = next_receiver(table)
    if to is None:
        return ()
    have = len(table.dealer_cards) if to == e.DEALER_SPOT else len(table.seat(to).cards)
    target = 3 if table.phase is Phase.DEALING_THREE else 7
    count = 1 if one or table.style == "single" else target - have
    cards = table.stub[:count]
    if len(cards) < count:
        return (_deck_runs_out(house),)
    return (e.CardsDealt(to, cards),)


def whole_delivery(table: Table, house: House) -> tuple[e.Event, ...]:
    """All that is left to deliver, as an automated dealer does it."""
    target = 3 if table.phase is Phase.DEALING_THREE else 7
    hands = [(seat.number, len(seat.cards)) for seat in table.seats if seat.status == "in"]
    hands.append((e.DEALER_SPOT, len(table.dealer_cards)))
    if table.style == "stack":
        packets = [(to, target - have) for to, have in hands if have < target]
    else:
        packets = [(to, 1) for card in range(target) for to, have in hands if have <= card]
    if sum(count for _, count in packets) > len(table.stub):
        return (_deck_runs_out(house),)
    events = []
    at = 0
    for to, count in packets:
        events.append(e.CardsDealt(to, table.stub[at : at + count]))
        at += count
    return tuple(events)


def _deck_runs_out(house: House) -> e.RoundVoided:
    clause = house.cite("dealer_misdeal", "R17")
    return e.RoundVoided("The deck cannot complete the dealer's hand.", clause, PLATFORM)


def count_stub(table: Table, command: c.CountStub, house: House) -> Answer:
    """A wrong count is put on record for the supervisor, who may void the round or replace the deck."""
    if refusal := _not_at_stub(table, house):
        return refusal
    if table.stub_counted:
        return Refusal("already_done", "The stub has been counted.", house.cite("procedure"))
    return (e.StubCounted(command.count, len(table.stub), command.by),)


def rack_stub(table: Table, command: c.RackStub, house: House) -> Answer:
    if refusal := _not_at_stub(table, house):
        return refusal
    if count_due(table, house):
        return Refusal("not_ready", "Count the stub face down before it is racked.", house.cite("procedure"))
    return (e.StubRacked(len(table.stub)),)


def count_due(table: Table, house: House) -> bool:
    """Unless a machine counts the deck, the stub is counted every few rounds."""
    by_hand = table.live and table.device != "automated_shoe"
    return by_hand and not table.stub_counted and table.rounds_uncounted + 1 >= house.delivery.count_stub_every


def _not_at_stub(table: Table, house: House) -> Refusal | None:
    if next_receiver(table) is not None:
        return Refusal("not_ready", "The last four cards are still being dealt.", house.cite("delivery", "R2"))
    return None
