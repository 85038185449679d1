"""Automatic follow-ups of an event: the next phase under the rules, and clerical steps under `Automation`."""

from __future__ import annotations

from msgspec.structs import replace

from boston7.cards import UNKNOWN
from boston7.declare import Rejection
from boston7.game.actors import PLATFORM
from boston7.game.acts.claims import BonusDeclined, bonus_settlement, worth_showing
from boston7.game.acts.common import (
    automatic_fill,
    bonuses_due,
    hand_entered,
    last_undecided,
    needs_showing,
    next_receiver,
    next_to_settle,
    shortage,
    undecided,
)
from boston7.game.acts.dealing import StubRacked, count_due, whole_delivery
from boston7.game.acts.opening import CheckedOff, PhaseEntered, TrayCounted
from boston7.game.acts.rail import leaving
from boston7.game.acts.showdown import (
    RoundCompleted,
    Settled,
    TableCleared,
    dealer_hand,
    dealer_revealed,
    large_payout,
    settlement,
)
from boston7.game.automation import Automation
from boston7.game.checklist import ChecklistStep, due
from boston7.game.kinds import Event
from boston7.game.table import Phase, Seat, Table
from boston7.house.model import House
from boston7.money import Cents

Events = tuple[Event, ...]

# Cached because looking up an enum member is slow in Python 3.11.
_ENTER: dict[str, Events] = {phase: (PhaseEntered(phase),) for phase in Phase}
_CLAIMS, _DEALING, _BONUS = Automation.CLAIMS, Automation.DEALING, Automation.BONUS
_REVEAL, _SETTLEMENT, _NEXT_ROUND = Automation.REVEAL, Automation.SETTLEMENT, Automation.NEXT_ROUND


def _waits(table: Table, house: House) -> Events:
    return ()


def _opening(table: Table, house: House) -> Events:
    if table.closing:
        return _ENTER["closing"]
    steps = due(table.checklist)
    if not steps:
        return _ENTER["betting"]
    if Automation.OPENING in table.automation:
        seated = any(seat.player for seat in table.seats)
        for step in steps:
            if step is ChecklistStep.COUNT_TRAY:
                if table.live:
                    continue  # A person counts real chips (R23).
                return TrayCounted(table.tray, table.tray, PLATFORM), CheckedOff(step, PLATFORM)
            if seated or step is not ChecklistStep.OFFER_INSPECTION:
                return (CheckedOff(step, PLATFORM),)
    return ()


def _betting(table: Table, house: House) -> Events:
    """Begin closing before the last hand if nobody is seated."""
    return _ENTER["closing"] if table.closing and not any(seat.player for seat in table.seats) else ()


def _shuffling(table: Table, house: House) -> Events:
    if table.deck == "ready":
        return _ENTER["dealing_three"]
    if table.deck == "shuffled" and table.phase is Phase.SHUFFLING:
        return _ENTER["cutting"]
    return ()


def _dealing_three(table: Table, house: House) -> Events:
    if next_to_settle(table) is None:
        return _complete(table)
    if next_receiver(table) is not None:
        return whole_delivery(table, house) if _DEALING in table.automation else ()
    return _ENTER["three_card_bonus"]


def _three_card_bonus(table: Table, house: House) -> Events:
    if last_undecided(table):
        return _pointless_claims(table, house)
    return _settle_bonuses(table, house) if bonuses_due(table) else _ENTER["decision"]


def _settle_bonuses(table: Table, house: House) -> Events:
    if _BONUS not in table.automation:
        return ()
    settled = bonus_settlement(table, house)
    if type(settled) is not Rejection:
        return () if table.live and large_payout(table, settled, house) else settled
    return automatic_fill(table, _bonus_shortage(table, house))


def _pointless_claims(table: Table, house: House) -> Events:
    """Decline the bonus for seats whose three cards cannot win, without asking the player (R3)."""
    if table.live or _CLAIMS not in table.automation or _DEALING not in table.automation:
        return ()
    return tuple(
        BonusDeclined(seat.number, PLATFORM) for seat in undecided(table) if not worth_showing(table, seat, house)
    )


def _bonus_shortage(table: Table, house: House) -> Cents:
    """Return how much the tray lacks, calculated by settling with an unlimited tray."""
    rich = bonus_settlement(replace(table, tray=10**15), house)
    if isinstance(rich, Rejection):
        return 0
    lines = tuple(line for event in rich if isinstance(event, Settled) for line in event.lines)
    return shortage(table, lines, house)


def _decision(table: Table, house: House) -> Events:
    if table.late_claims and bonuses_due(table):  # Other bonuses are settled earlier (R3).
        return _settle_bonuses(table, house)
    if last_undecided(table):
        return ()
    return _ENTER["dealing_four"] if next_to_settle(table) else _complete(table)


def _dealing_four(table: Table, house: House) -> Events:
    if next_to_settle(table) is None:
        return _complete(table)
    dealing = _DEALING in table.automation
    if table.late_claims and bonuses_due(table):
        return _settle_bonuses(table, house)
    if next_receiver(table) is not None:
        return whole_delivery(table, house) if dealing else ()
    if table.stub_racked:
        return _ENTER["setting"]
    return (StubRacked(len(table.stub)), *_ENTER["setting"]) if dealing and not count_due(table, house) else ()


def _setting(table: Table, house: House) -> Events:
    if last_undecided(table):
        return ()
    return _ENTER["showdown"] if next_to_settle(table) else _complete(table)


def _showdown(table: Table, house: House) -> Events:
    seat = next_to_settle(table)
    if seat is None:
        return _complete(table)
    if not table.dealer_face_up:
        known = not table.live or UNKNOWN not in table.dealer_cards
        return dealer_revealed(table.dealer_cards) if known and _REVEAL in table.automation else ()
    if table.live:
        return _settle(table, seat, house) if hand_entered(seat) else ()
    at_once = _settle_all(table, house) if house.seats_per_player == 1 else ()
    return at_once or _settle(table, seat, house)


def _void(table: Table, house: House) -> Events:
    seat = next_to_settle(table)
    if seat is None:
        return _complete(table, void=True)
    return () if needs_showing(table, seat) else _settle(table, seat, house)


def _settle(table: Table, seat: Seat, house: House) -> Events:
    if _SETTLEMENT not in table.automation:
        return ()
    turned, settled = settlement(table, seat, house)
    if missing := shortage(table, settled.lines, house):
        return automatic_fill(table, missing)
    events = (*turned, settled)
    # R24: a person must request approval first.
    return () if table.live and large_payout(table, events, house) else events


def _settle_all(table: Table, house: House) -> Events:
    """Settle every hand at a virtual table, from right to left, if the tray can pay them all as it is."""
    if _SETTLEMENT not in table.automation:
        return ()
    dealer, paid = dealer_hand(table), 0
    events: list[Event] = []
    for seat in table.playing()[::-1]:
        turned, settled = settlement(table, seat, house, dealer)
        for line in settled.lines:
            paid += line.paid
        events += turned
        events.append(settled)
    return tuple(events) if paid <= table.tray else ()


def _complete(table: Table, *, void: bool = False) -> Events:
    return (RoundCompleted(table.round, void),)


def _after(table: Table, house: House) -> Events:
    """Let evicted players leave once their hand is finished. Close the table after its last hand (R19, R26)."""
    for seat in table.seats:
        if seat.evicted and seat.player:
            return (leaving(table, seat),)
    if not table.deals_on:
        return TableCleared(), PhaseEntered(Phase.CLOSING)
    return (TableCleared(),) if _NEXT_ROUND in table.automation else ()


STEPS = {
    Phase.CLOSED: _waits,
    Phase.OPENING: _opening,
    Phase.BETTING: _betting,
    Phase.SHUFFLING: _shuffling,
    Phase.CUTTING: _shuffling,
    Phase.DEALING_THREE: _dealing_three,
    Phase.THREE_CARD_BONUS: _three_card_bonus,
    Phase.DECISION: _decision,
    Phase.DEALING_FOUR: _dealing_four,
    Phase.SETTING: _setting,
    Phase.SHOWDOWN: _showdown,
    Phase.VOID: _void,
    Phase.COMPLETE: _after,
    Phase.CLOSING: _waits,
}
"""The automatic follow-up of each phase. It may return no events."""
