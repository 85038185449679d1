"""The opening checklist: inspect the deck, count the tray and sign for it."""

from __future__ import annotations

from enum import StrEnum


class Step(StrEnum):
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


DECK_STEPS = tuple(Step)[:7]
TRAY_STEPS = tuple(Step)[7:]
SUPERVISOR_STEPS = (Step.VERIFY_DECK, Step.SUPERVISOR_SIGNS)
WORDS = {
    Step.RECEIVE_DECK: "receive the deck",
    Step.INSPECT_DECK: "inspect the deck, both sides, all 52 cards",
    Step.VERIFY_DECK: "verify the deck",
    Step.SPREAD_DECK: "spread the deck face up, by suit",
    Step.OFFER_INSPECTION: "let the first player inspect the spread",
    Step.WASH_DECK: "turn the cards down and wash them",
    Step.STACK_DECK: "stack the deck",
    Step.UNLOCK_TRAY: "unlock the tray",
    Step.COUNT_TRAY: "count the tray",
    Step.DEALER_SIGNS: "sign the slip as the dealer",
    Step.SUPERVISOR_SIGNS: "sign the slip as the supervisor",
    Step.DROP_SLIP: "put the slip in the drop box",
}


def due(done: tuple[Step, ...]) -> tuple[Step, ...]:
    """Return the first open step of the deck and the first open step of the tray."""
    lists = (DECK_STEPS, TRAY_STEPS)
    return tuple(step for steps in lists for step in [s for s in steps if s not in done][:1])
