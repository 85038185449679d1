"""The progress of a round: pending decisions, the next card, and the dealer's list of steps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from boston7.game.acts.common import hand_entered, needs_showing, next_receiver, next_to_settle, undecided
from boston7.game.acts.deck_hand import asked_for, out_of_shuffler
from boston7.game.automation import Automation
from boston7.game.checklist import ChecklistStep, due
from boston7.game.table import DEALING, Phase, Table
from boston7.hands import hand_value
from boston7.house.topics import STEP_TOPICS

StepState = Literal["done", "now", "next"]

ROUND = (
    "shuffle", "cut", "wagers", "deal_three", "bonus", "turn_down", "decision", "take_deck", "deal_four", "stub",
    "setting", "spread_seven", "reveal", "settle", "collect_push", "finish",
)  # fmt: skip
VOID = ("voided", "shown", "returned", "finish")
CLOSING = ("closing_count", "closing_close")


def waiting(table: Table) -> tuple[int, ...]:
    """Return the seats with a pending decision."""
    return tuple([one.number for one in undecided(table)])


def settling(table: Table) -> int | None:
    """Return the seat to settle next, while hands are being settled."""
    if table.phase is not Phase.VOID and (table.phase is not Phase.SHOWDOWN or not table.dealer_face_up):
        return None
    seat = next_to_settle(table)
    return seat.number if seat else None


def next_to(table: Table) -> int | None:
    """Return who gets the next card: a seat, 0 for the dealer, or None if no cards are being dealt."""
    return next_receiver(table) if table.phase in DEALING else None


_CLOSED, _DEALS_ITSELF = Phase.CLOSED, Automation.DEALING  # Looking up an enum member is slow in Python 3.11.


def has_steps(table: Table) -> bool:
    """Return whether the table shows a dealer's list, which it does if a person deals."""
    return table.live or table.phase is _CLOSED or _DEALS_ITSELF not in table.automation


def procedure(table: Table) -> dict[str, StepState]:
    """Return the dealer's steps in order, each with its state."""
    if table.phase is Phase.OPENING:
        open_now = due(table.checklist)
        return {step: _opening_state(step, table, open_now) for step in ChecklistStep}
    if table.phase is Phase.CLOSED:
        return {"closed": "now"}
    steps = {Phase.VOID: VOID, Phase.CLOSING: CLOSING}.get(table.phase) or _round(table)
    at = steps.index(_now(table))
    listed: dict[str, StepState] = {
        step: "done" if index < at else "now" if index == at else "next" for index, step in enumerate(steps)
    }
    # Wagers stay open while the dealer prepares the deck, so the list shows both steps.
    if table.phase is Phase.BETTING:
        listed["wagers"] = "now"
    elif table.phase in (Phase.SHUFFLING, Phase.CUTTING):
        listed["wagers"] = "done"
    # Steps performed in one movement with another step are due at the same time.
    return listed | {step: "now" for step in _along(table) if step in listed}


def _round(table: Table) -> tuple[str, ...]:
    """Return the steps of a round that the house document lists for the device in use."""
    steps = [step for step in ROUND if step not in STEP_TOPICS or table.names_step(step)]
    if not table.live:  # The platform shuffles after bets are closed.
        steps[:3] = ["cut", "wagers", "shuffle"]
    if table.machine_shuffled:
        steps.remove("cut")
    elif "take_deck" in steps:
        steps.remove("take_deck")
    if not table.sets_hands:
        steps.remove("setting")
    if asked_for(table):
        held_from = "deal_four" if table.machine_shuffled else "deal_three"
        steps.insert(steps.index(held_from), "deck_hand")
    return tuple(steps)


def _along(table: Table) -> Iterator[str]:
    """Yield the steps that are due together with the current one."""
    match table.phase:
        case Phase.DEALING_THREE | Phase.DEALING_FOUR:
            by_hand = table.phase is Phase.DEALING_FOUR or not table.machine_shuffled
            if by_hand and not table.deck_hand and next_receiver(table) is not None:
                yield "deck_hand"
        case Phase.DECISION:
            decided = any(seat.second or seat.status == "folded" for seat in table.seats)
            if not decided and any(seat.showed for seat in table.seats):
                yield "turn_down"
        case Phase.SHOWDOWN if not table.dealer_face_up:
            yield "spread_seven"
        case Phase.SHOWDOWN | Phase.COMPLETE:
            settled = next((seat for seat in table.seats if seat.status == "settled"), None)  # The hand settled last.
            if _pushes(table) or (settled and any(line.result == "push" for line in settled.lines)):
                yield "collect_push"


def _pushes(table: Table) -> bool:
    """Return whether the next hand to settle is face up and ties with the dealer's."""
    seat = next_to_settle(table)
    if seat is None or not hand_entered(seat):
        return False
    if seat.keyed_result or not seat.face_up or not seat.five:
        return seat.keyed_result == "push"
    return hand_value(seat.five) == hand_value(table.dealer_five)


def _opening_state(step: ChecklistStep, table: Table, open_now: tuple[ChecklistStep, ...]) -> StepState:
    return "done" if step in table.checklist else "now" if step in open_now else "next"


def _now(table: Table) -> str:
    match table.phase:
        case Phase.BETTING:
            return {"unshuffled": "shuffle", "shuffled": "cut"}.get(table.deck, "wagers") if table.live else "wagers"
        case Phase.SHUFFLING:
            return "shuffle"
        case Phase.CUTTING:
            return "cut"
        case Phase.THREE_CARD_BONUS:
            return "bonus"
        case Phase.DEALING_FOUR:
            if table.names_step("take_deck") and table.machine_shuffled and not out_of_shuffler(table):
                return "take_deck"
            return "deal_four" if next_receiver(table) is not None else "stub"
        case Phase.SHOWDOWN:
            return "settle" if table.dealer_face_up else "reveal"
        case Phase.VOID:
            seat = next_to_settle(table)
            return "shown" if seat and needs_showing(table, seat) else "returned" if seat else "finish"
        case Phase.COMPLETE:
            return "finish"
        case Phase.CLOSING:
            return "closing_close" if table.tray_counted else "closing_count"
        case Phase.DEALING_THREE:
            return "deal_three"
        case Phase.SETTING if not table.sets_hands:
            return "reveal"
        case _:
            return str(table.phase)  # DECISION and SETTING.
