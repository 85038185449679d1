"""Which clerical steps run by themselves. All on is a virtual dealer, all off a human one, any mix is valid."""

from __future__ import annotations

from enum import StrEnum


class Automation(StrEnum):
    OPENING = "opening"  # the checklist is ticked off
    DEALING = "dealing"  # cards are delivered and the stub is racked
    BONUS = "bonus"  # three-card bonuses are settled once every claim is in
    REVEAL = "reveal"  # the dealer's hand is turned over once every hand is set
    SETTLEMENT = "settlement"  # hands are turned over, settled and collected, right to left
    FILLS = "fills"  # a tray that cannot pay is filled from the cage
    NEXT_ROUND = "next_round"  # a finished round is cleared away at once


VIRTUAL_DEALER = tuple(Automation)
HUMAN_DEALER: tuple[Automation, ...] = ()
