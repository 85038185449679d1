"""The opening checklist: inspect the deck, count the tray and sign for it."""

from __future__ import annotations

from enum import StrEnum


class ChecklistStep(StrEnum):
    RECEIVE_DECK = "receive_deck"
    INSPECT_DECK = "inspect_deck"
    VERIFY_DECK = "verify_deck"
    SPREAD_DECK = "spread_deck"
    OFFER_INSPECTION = "offer_inspection"
    WASH_DECK = "wash_deck"
    STACK_DECK = "stack_deck"
    UNLOCK_TRAY = "unlock_tray"
    COUNT_TRAY = "count_tray"
    DEALER_SIGNS = "dealer_signs"
    SUPERVISOR_SIGNS = "supervisor_signs"
    DROP_SLIP = "drop_slip"


DECK_STEPS = tuple(ChecklistStep)[:7]
TRAY_STEPS = tuple(ChecklistStep)[7:]
SUPERVISOR_STEPS = (ChecklistStep.VERIFY_DECK, ChecklistStep.SUPERVISOR_SIGNS)
WORDS = {
    ChecklistStep.RECEIVE_DECK: "receive the deck",
    ChecklistStep.INSPECT_DECK: "inspect the deck, both sides, all 52 cards",
    ChecklistStep.VERIFY_DECK: "verify the deck",
    ChecklistStep.SPREAD_DECK: "spread the deck face up, by suit",
    ChecklistStep.OFFER_INSPECTION: "let the first player inspect the spread",
    ChecklistStep.WASH_DECK: "turn the cards down and wash them",
    ChecklistStep.STACK_DECK: "stack the deck",
    ChecklistStep.UNLOCK_TRAY: "unlock the tray",
    ChecklistStep.COUNT_TRAY: "count the tray",
    ChecklistStep.DEALER_SIGNS: "sign the slip as the dealer",
    ChecklistStep.SUPERVISOR_SIGNS: "sign the slip as the supervisor",
    ChecklistStep.DROP_SLIP: "put the slip in the drop box",
}


def due(done: tuple[ChecklistStep, ...]) -> tuple[ChecklistStep, ...]:
    """Return the first unfinished step for the deck and the first unfinished step for the tray."""
    lists = (DECK_STEPS, TRAY_STEPS)
    return tuple(step for steps in lists for step in [s for s in steps if s not in done][:1])
