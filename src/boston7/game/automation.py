"""Which clerical steps run by themselves, in any mix: none is a human dealer, nearly all a virtual one."""

from __future__ import annotations

from enum import StrEnum


class Automation(StrEnum):
    """The clerical steps that the platform may take by itself."""

    OPENING = "opening"  # the checklist is ticked off
    DEALING = "dealing"  # cards are delivered and the stub is racked
    BONUS = "bonus"  # three-card bonuses are settled once every claim is in
    REVEAL = "reveal"  # the dealer's hand is turned over once every hand is set
    SETTLEMENT = "settlement"  # hands are turned over, settled and collected, right to left
    FILLS = "fills"  # a tray that cannot pay is filled from the cage
    NEXT_ROUND = "next_round"  # a finished round is cleared away at once
    CLAIMS = "claims"  # nobody is asked to show three cards that earn nothing, where the platform deals them


VIRTUAL_DEALER = tuple(step for step in Automation if step is not Automation.CLAIMS)
"""Who asks every question that a careful person would ask."""
HUMAN_DEALER: tuple[Automation, ...] = ()
