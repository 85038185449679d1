"""Live tables: journal, clock and shuffle around the pure game."""

from boston7.table.directory import TableSummary
from boston7.table.frames import Frame, Surroundings
from boston7.table.live import LiveTable
from boston7.table.preview import Preview
from boston7.table.room import UNHURRIED, Room
from boston7.table.rules_sign import RulesSign
from boston7.table.seeds import Fairness
from boston7.table.shown import Turn
from boston7.table.stored import Accepted

__all__ = [
    "UNHURRIED",
    "Accepted",
    "Fairness",
    "Frame",
    "LiveTable",
    "Preview",
    "Room",
    "RulesSign",
    "Surroundings",
    "TableSummary",
    "Turn",
]
