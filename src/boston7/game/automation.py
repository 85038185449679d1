"""Clerical steps that can run automatically: none with a human dealer, nearly all with a virtual one."""

from __future__ import annotations

from enum import StrEnum


class Automation(StrEnum):
    """A clerical step that the platform can perform."""

    OPENING = "opening"  # Tick off the opening checklist.
    DEALING = "dealing"  # Deliver the cards and rack the stub.
    BONUS = "bonus"  # Settle the Three Card Bonuses after the last claim.
    REVEAL = "reveal"  # Turn the dealer's hand over after the last hand is set.
    SETTLEMENT = "settlement"  # Turn over, settle and collect hands from right to left.
    FILLS = "fills"  # Fill the tray from the cage if it cannot pay.
    NEXT_ROUND = "next_round"  # Clear a finished round at once.
    CLAIMS = "claims"  # Decline three cards that cannot win, if the platform deals them.


VIRTUAL_DEALER = tuple(step for step in Automation if step is not Automation.CLAIMS)
"""Does not include CLAIMS, so players are asked about every claim."""
HUMAN_DEALER: tuple[Automation, ...] = ()
