"""Shared helpers: transfers for settled lines, checks of entered cards, and the order of play."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal

from msgspec.structs import replace

from boston7.cards import UNKNOWN, Card, format_cards
from boston7.declare import Rejection
from boston7.game.actors import PLATFORM, Actor
from boston7.game.acts.rail import ChipsMoved, own_seats
from boston7.game.automation import Automation
from boston7.game.counting import tray_count_open
from boston7.game.kinds import Event
from boston7.game.rejection import rejected
from boston7.game.settlement import Position, WagerLine, award_then_collect, counted
from boston7.game.table import DEALER_SPOT, Phase, Seat, Table
from boston7.game.transfers import RAILS, Transfer
from boston7.hands import ThreeCategory, long_royal
from boston7.house.model import House, VoidCause
from boston7.money import Cents, dollars

_RACK: Cents = 1000_00
_THREE = frozenset({Phase.DEALING_THREE, Phase.THREE_CARD_BONUS, Phase.DECISION})
# Looking up an enum member is slow in Python 3.11.
_DEALING_THREE, _DEALING_FOUR = Phase.DEALING_THREE, Phase.DEALING_FOUR


def seats_to_act(table: Table, by: Actor) -> Iterator[Seat]:
    """Yield the seats whose choices the actor may enter: a player's own seat, or all seats for a live dealer."""
    if table.live or by.role == "player":
        yield from own_seats(table, by)


def transfers_for(seat: int, lines: tuple[WagerLine, ...], house: House) -> tuple[Transfer, ...]:
    """Return the transfers for settled lines. Collections come before payouts, unless the house pays awards first
    (R9)."""
    rail = RAILS[seat - 1]
    collected, returned, paid = [], [], []
    for line in lines:
        if line.collected:
            collected.append(Transfer(f"{line.wager}:{seat}", "tray", line.collected))
        if line.returned:
            returned.append(Transfer(f"{line.wager}:{seat}", rail, line.returned))
        if line.paid:
            paid.append(Transfer("tray", rail, line.paid))
    if paid and collected and award_then_collect(house, lines):
        return (*paid, *collected, *returned)
    return (*collected, *paid, *returned)


def shortage(table: Table, lines: tuple[WagerLine, ...], house: House) -> Cents:
    """Return how much the tray lacks to pay these lines. Include their collections if those come first."""
    needed = 0
    for line in lines:
        needed += line.paid
    if needed <= table.tray:
        return 0
    if not award_then_collect(house, lines):
        needed -= sum([line.collected for line in lines])
    return max(0, needed - table.tray)


def tray_short(table: Table, lines: tuple[WagerLine, ...], house: House) -> Rejection | None:
    missing = shortage(table, lines, house)
    return tray_lacks(table, missing, house) if missing else None


def tray_lacks(table: Table, missing: Cents, house: House) -> Rejection:
    reason = f"The tray is {dollars(missing)} short for this payout: call for a fill."
    if tray_count_open(table):
        reason = "The tray cannot pay this: call for a fill."
    return rejected("tray_short", reason, house.cite("room"))


def automatic_fill(table: Table, missing: Cents) -> tuple[Event, ...]:
    """Fill a virtual tray from the cage, in whole racks, if automatic fills are enabled.

    Trays at live tables are never filled automatically, because a fill of real chips needs people and a slip.
    """
    if not missing or table.live or Automation.FILLS not in table.automation:
        return ()
    amount = -(-missing // _RACK) * _RACK
    return (ChipsMoved("fill", "automatic", (Transfer("cage", "tray", amount),), PLATFORM),)


def void_position(
    table: Table, seat: Seat, cause: VoidCause | Literal[""], three: tuple[Card, ...], house: House
) -> Position:
    """Return the seat's standing in a void (R12). A bonus that may still be claimed does not count as declined."""
    declined = seat.bonus == "declined" and not claim_open(table, seat)
    held = replace(position(seat), void=cause or "floor", expose=not declined, cards=three)
    return with_other_seat(table, held, house)


def with_other_seat(table: Table, held: Position, house: House) -> Position:
    """R10: include the player's winnings on another seat, because the maximum payout is per player."""
    if house.seats_per_player == 1:
        return held
    person = table.seat(held.seat).holder
    others = [seat for seat in table.seats if seat.holder == person and seat.number != held.seat]
    return replace(held, won_before=sum([counted(house, seat.lines) for seat in others]))


def position(seat: Seat, *, dealer_three: tuple[Card, ...] = ()) -> Position:
    expose = seat.showed or seat.bonus == "exposed"
    three = ThreeCategory[seat.keyed_three.upper()] if seat.keyed_three else None
    return Position(
        seat.number,
        seat.wagers,
        seat.cards,
        expose=expose,
        set=seat.five,
        disclose=seat.disclosed,
        three=three,
        dealer_three=dealer_three,
    )


def next_to_settle(table: Table) -> Seat | None:
    """Return the next seat to settle, counterclockwise from the dealer's far right: seat 6 first."""
    for seat in reversed(table.seats):
        if seat.status == "in":
            return seat
    return None


def next_to_enter(table: Table, house: House) -> Seat | None:
    """Return the next seat to enter. This is the next one to settle, or, if results are entered, the next one without a
    result."""
    if house.entry.hands == "cards":
        return next_to_settle(table)
    return next((seat for seat in reversed(table.seats) if seat.status == "in" and not hand_entered(seat)), None)


def next_receiver(table: Table) -> int | None:
    """Return who gets the next card: a seat number, 0 for the dealer, or None if the delivery is complete (R2)."""
    target = 3 if table.phase is _DEALING_THREE else 7
    singly, fewest, to = dealt_singly(table), target, None
    for seat in table.seats:
        if seat.status == "in" and len(seat.cards) < fewest:
            if not singly:
                return seat.number
            fewest, to = len(seat.cards), seat.number
    return DEALER_SPOT if len(table.dealer_cards) < fewest else to


def four_begun(table: Table) -> bool:
    """Return whether the first of the last four cards has been dealt."""
    return len(table.dealer_cards) > 3 or any(len(seat.cards) > 3 for seat in table.seats)


def full_hand(table: Table) -> int:
    """Return how many cards a hand has after the current or last delivery."""
    return 3 if table.phase in _THREE else 7


def dealt_singly(table: Table) -> bool:
    """Return whether cards are dealt one at a time, which is only allowed for the first three (R2)."""
    return table.style == "single" and table.phase is _DEALING_THREE


CLAIMED = frozenset(("open", "exposed", "declined"))
"""Bonuses that are not settled yet."""


def unclaimed(table: Table, seat: Seat) -> bool:
    """Return whether an unclaimed bonus wager stays on the layout (R3)."""
    return table.late_claims and seat.status == "in" and seat.bonus == "declined"


def claim_open(table: Table, seat: Seat) -> bool:
    """Return whether the bonus may still be claimed. Once a hand has more cards, its first three cannot be
    identified."""
    return unclaimed(table, seat) and len(seat.cards) == 3


def bonuses_due(table: Table) -> tuple[Seat, ...]:
    """Return the seats whose bonus must be settled now. Unclaimed bonuses wait until they can no longer be claimed."""
    claimed = [seat for seat in table.seats if seat.bonus in CLAIMED and seat.status == "in"]
    if not claimed:
        return ()
    due = tuple(claimed[::-1])
    if not table.late_claims or (table.phase is _DEALING_FOUR and next_receiver(table) is None):
        return due
    return tuple([seat for seat in due if not unclaimed(table, seat)])


def known_cards(table: Table) -> set[Card]:
    """Return all cards at the table with a known face."""
    cards = {*table.stub, *table.discard_rack, *table.dealer_cards}
    for seat in table.seats:
        cards.update(seat.cards)
    cards.discard(UNKNOWN)
    return cards


def wrong_cards(
    table: Table,
    cards: tuple[Card, ...],
    count: int,
    whose: str,
    house: House,
    held: tuple[Card, ...] = (),
    allowed: tuple[Card, ...] = (),
) -> Rejection | None:
    """Check cards entered at a live table: their number, and that each is a known card, not entered twice and not
    already in use.

    The player has already shown the `held` cards, so the entry must include them. The `allowed` cards may be in use.
    """
    clause = house.cite("room")
    if len(cards) != count:
        return rejected("wrong_cards", f"Cards entered for {whose.lower()}: {len(cards)}; enter {count}.", clause)
    if UNKNOWN in cards:
        return rejected("unknown_cards", f"Enter every card of {whose.lower()}.", clause)
    if len(set(cards)) != count:
        return rejected("wrong_cards", f"A card is entered twice: {format_cards(cards)}.", house.cite("one_deck"))
    elsewhere = [card for card in cards if card not in held and card not in allowed and card in known_cards(table)]
    if elsewhere:
        return rejected("wrong_cards", f"Already on this table: {format_cards(elsewhere)}.", house.cite("one_deck"))
    missing = [card for card in held if card not in cards]
    if missing:
        return rejected("wrong_cards", f"{whose} has shown {format_cards(missing)}: enter every shown card.", clause)
    return None


def first_three(table: Table, seat: Seat) -> tuple[Card, ...]:
    """Return the first three cards, if the order of the cards is known."""
    return seat.first_three if table.live else seat.cards[:3]


def needs_showing(table: Table, seat: Seat) -> bool:
    """Return whether, in a void, a live three-card hand may still be shown for its awards (R12)."""
    if not table.void_keeps_awards or seat.bonus == "kept_down":
        return False
    return len(seat.cards) >= 3 and not (first_three(table, seat) or seat.keyed_three)


def hand_entered(seat: Seat) -> bool:
    """Return whether a hand can be settled, because its cards are known or the dealer entered its result."""
    return UNKNOWN not in seat.cards or bool(seat.keyed_result)


def still_setting(table: Table, seat: Seat) -> bool:
    """Return whether the hand must still be set (R7), or its long royal disclosed or given up (R11)."""
    return (table.sets_hands and not seat.hand_set) or (table.royal_asked_from > 0 and royal_open(table, seat))


_ASKED: dict[Phase, Callable[[Table, Seat], bool]] = {
    Phase.THREE_CARD_BONUS: lambda table, seat: seat.bonus == "open",
    Phase.DECISION: lambda table, seat: not seat.decided,
    Phase.SETTING: still_setting,
    Phase.VOID: needs_showing,
}
"""The phases in which the table waits for choices, with the condition under which a seat must choose."""


def undecided(table: Table) -> tuple[Seat, ...]:
    """Return the seats with a pending decision."""
    asked = _ASKED.get(table.phase)
    return tuple([seat for seat in table.seats if seat.status == "in" and asked(table, seat)]) if asked else ()


def last_undecided(table: Table) -> Seat | None:
    """Return the undecided seat with the highest number. Players answer in seat order, so searching from the end stops
    soonest."""
    asked = _ASKED[table.phase]
    for seat in reversed(table.seats):
        if seat.status == "in" and asked(table, seat):
            return seat
    return None


def royal_open(table: Table, seat: Seat) -> bool:
    """Return whether a player at a virtual table must still answer for a long royal."""
    if table.live or not table.royal_asked_from or seat.disclosed or seat.royal_waived:
        return False
    known = len(seat.cards) == 7 and UNKNOWN not in seat.cards
    return known and long_royal(seat.cards) >= table.royal_asked_from
