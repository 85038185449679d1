"""What several acts share: chips that follow from lines, cards that must be real, the order of play."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal

from msgspec.structs import replace

from boston7.cards import UNKNOWN, Card, format_cards
from boston7.declare import Rejection
from boston7.game.accounts import RAILS, Transfer
from boston7.game.actors import PLATFORM, Actor
from boston7.game.acts.rail import ChipsMoved, own_seats
from boston7.game.automation import Automation
from boston7.game.counting import tray_count_open
from boston7.game.kinds import Event
from boston7.game.rejection import rejected
from boston7.game.settlement import Position, WagerLine, award_then_collect, counted
from boston7.game.table import DEALER_SPOT, Phase, Seat, Table
from boston7.hands import ThreeCategory, long_royal
from boston7.house.model import House, VoidCause
from boston7.money import Cents, dollars

_RACK: Cents = 1000_00
_THREE = frozenset({Phase.DEALING_THREE, Phase.THREE_CARD_BONUS, Phase.DECISION})
_DEALING_THREE, _DEALING_FOUR = Phase.DEALING_THREE, Phase.DEALING_FOUR  # Python 3.11 looks a member up slowly


def seats_to_act(table: Table, by: Actor) -> Iterator[Seat]:
    """Whose choices somebody may enter: a player their own; at a live table the dealer everybody's."""
    if table.live or by.role == "player":
        yield from own_seats(table, by)


def transfers_for(seat: int, lines: tuple[WagerLine, ...], house: House) -> tuple[Transfer, ...]:
    """Collected chips reach the tray before anything is paid from it, unless the house awards first (R9)."""
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


def shortage(tray: Cents, lines: tuple[WagerLine, ...], house: House) -> Cents:
    """How much a tray lacks to pay these lines, after collecting what they lose where that comes first."""
    needed = 0
    for line in lines:
        needed += line.paid
    if needed <= tray:
        return 0
    if not award_then_collect(house, lines):
        needed -= sum([line.collected for line in lines])
    return max(0, needed - tray)


def tray_short(table: Table, lines: tuple[WagerLine, ...], house: House) -> Rejection | None:
    missing = shortage(table.tray, lines, house)
    return tray_lacks(table, missing, house) if missing else None


def tray_lacks(table: Table, missing: Cents, house: House) -> Rejection:
    reason = f"The tray is {dollars(missing)} short of what it has to pay; call for a fill."
    if tray_count_open(table):
        reason = "The tray cannot pay this; call for a fill."
    return rejected("tray_short", reason, house.cite("room"))


def automatic_fill(table: Table, missing: Cents) -> tuple[Event, ...]:
    """Where the tray fills itself, what it lacks comes from the cage by the rack, not by the piece. Real chips come
    with people and a slip: no live tray fills itself."""
    if not missing or table.live or Automation.FILLS not in table.automation:
        return ()
    amount = -(-missing // _RACK) * _RACK
    return (ChipsMoved("fill", "automatic", (Transfer("cage", "tray", amount),), PLATFORM),)


def void_position(
    table: Table, seat: Seat, cause: VoidCause | Literal[""], three: tuple[Card, ...], house: House
) -> Position:
    """A hand as a void finds it (R12): a bonus kept face down is not declined while it can still be claimed."""
    declined = seat.bonus == "declined" and not claim_open(table, seat)
    held = replace(position(seat), void=cause or "floor", expose=not declined, cards=three)
    return with_other_seat(table, held, house)


def with_other_seat(table: Table, held: Position, house: House) -> Position:
    """R10: the maximum payout is per player, so what another seat of the same player has won counts."""
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
    """From the dealer's far right, counterclockwise: seat 6 first (document: settle order)."""
    for seat in reversed(table.seats):
        if seat.status == "in":
            return seat
    return None


def next_to_enter(table: Table, house: House) -> Seat | None:
    """Whose hand is entered next: the one to be settled. Where results are keyed, that may run ahead, in its order."""
    if house.entry.hands == "cards":
        return next_to_settle(table)
    return next((seat for seat in reversed(table.seats) if seat.status == "in" and not hand_entered(seat)), None)


def next_receiver(table: Table) -> int | None:
    """Who gets the next card: a seat number, 0 for the dealer, None when the delivery is complete (R2)."""
    target = 3 if table.phase is _DEALING_THREE else 7
    singly, fewest, to = dealt_singly(table), target, None
    for seat in table.seats:
        if seat.status == "in" and len(seat.cards) < fewest:
            if not singly:
                return seat.number
            fewest, to = len(seat.cards), seat.number
    return DEALER_SPOT if len(table.dealer_cards) < fewest else to


def four_begun(table: Table) -> bool:
    """Whether the first of the last four cards has been dealt."""
    return len(table.dealer_cards) > 3 or any(len(seat.cards) > 3 for seat in table.seats)


def full_hand(table: Table) -> int:
    """How many cards a hand has once the delivery that is on, or the last one, is complete."""
    return 3 if table.phase in _THREE else 7


def dealt_singly(table: Table) -> bool:
    """One card at a time is an option for the first three only; the last four are always consecutive (R2)."""
    return table.style == "single" and table.phase is _DEALING_THREE


_CLAIMED = frozenset(("open", "exposed", "declined"))
"""Of a hand whose first three cards are still to be dealt with: shown or not, and what they decide settled."""


def unclaimed(table: Table, seat: Seat) -> bool:
    """A bonus wager that stays on the layout though its cards were kept down (R3)."""
    return table.late_claims and seat.status == "in" and seat.bonus == "declined"


def claim_open(table: Table, seat: Seat) -> bool:
    """Whether it can still be claimed: once a hand has more cards nobody can tell which three came first."""
    return unclaimed(table, seat) and len(seat.cards) == 3


def bonuses_due(table: Table) -> tuple[Seat, ...]:
    """Seats whose bonus is to be settled now: those kept down only when they can no longer be claimed."""
    claimed = [seat for seat in table.seats if seat.bonus in _CLAIMED and seat.status == "in"]
    if not claimed:
        return ()
    due = tuple(claimed[::-1])
    if not table.late_claims or (table.phase is _DEALING_FOUR and next_receiver(table) is None):
        return due
    return tuple([seat for seat in due if not unclaimed(table, seat)])


def known_cards(table: Table) -> set[Card]:
    """Every card whose face the table knows, wherever it lies."""
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
    """Cards entered at a live table: the right number, all known, none twice, none lying elsewhere.

    `held` are cards the hand was shown to hold, so they must be among these; `allowed` are cards that may be.
    """
    clause = house.cite("room")
    if len(cards) != count:
        return rejected("wrong_cards", f"{whose} has {count} cards to enter, not {len(cards)}.", clause)
    if UNKNOWN in cards:
        return rejected("unknown_cards", f"Every card of {whose.lower()} has to be entered.", clause)
    if len(set(cards)) != count:
        return rejected("wrong_cards", f"{format_cards(cards)} names a card twice.", house.cite("one_deck"))
    elsewhere = [card for card in cards if card not in held and card not in allowed and card in known_cards(table)]
    if elsewhere:
        return rejected("wrong_cards", f"{format_cards(elsewhere)} is already on this table.", house.cite("one_deck"))
    missing = [card for card in held if card not in cards]
    if missing:
        return rejected("wrong_cards", f"{whose} was shown to hold {format_cards(missing)}.", clause)
    return None


def first_three(table: Table, seat: Seat) -> tuple[Card, ...]:
    """The three-card hand, as far as it is known which cards came first."""
    return seat.first_three if table.live else seat.cards[:3]


def needs_showing(table: Table, seat: Seat) -> bool:
    """In a void, a live three-card hand may still be shown for what it qualifies for (R12)."""
    if not table.void_keeps_awards or seat.bonus == "kept_down":
        return False
    return len(seat.cards) >= 3 and not (first_three(table, seat) or seat.keyed_three)


def hand_entered(seat: Seat) -> bool:
    """Whether a hand can be settled: its cards are known, or the dealer keyed what it came to."""
    return UNKNOWN not in seat.cards or bool(seat.keyed_result)


def still_setting(table: Table, seat: Seat) -> bool:
    """A hand that is still to be set (R7), or a long royal that is neither disclosed nor given up (R11)."""
    return (table.sets_hands and not seat.hand_set) or (table.royal_asked_from > 0 and royal_open(table, seat))


_ASKED: dict[Phase, Callable[[Table, Seat], bool]] = {
    Phase.THREE_CARD_BONUS: lambda table, seat: seat.bonus == "open",
    Phase.DECISION: lambda table, seat: not seat.decided,
    Phase.SETTING: still_setting,
    Phase.VOID: needs_showing,
}
"""In which phases the table waits for seats to choose, and for which of those that are in."""


def undecided(table: Table) -> tuple[Seat, ...]:
    """The seats with something to decide."""
    asked = _ASKED.get(table.phase)
    return tuple([seat for seat in table.seats if seat.status == "in" and asked(table, seat)]) if asked else ()


def last_undecided(table: Table) -> Seat | None:
    """Return the undecided seat with the highest number. Players answer in order, so this search ends soonest."""
    asked = _ASKED[table.phase]
    for seat in reversed(table.seats):
        if seat.status == "in" and asked(table, seat):
            return seat
    return None


def royal_open(table: Table, seat: Seat) -> bool:
    """At a virtual table the holder of a long royal is asked until the answer or the timeout."""
    if table.live or not table.royal_asked_from or seat.disclosed or seat.royal_waived:
        return False
    known = len(seat.cards) == 7 and UNKNOWN not in seat.cards
    return known and long_royal(seat.cards) >= table.royal_asked_from
