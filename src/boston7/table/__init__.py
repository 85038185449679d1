"""Live tables: journal, clock and shuffle around the pure game."""

from boston7.table.frames import Frame, Surroundings
from boston7.table.live import LiveTable
from boston7.table.placard import Placard
from boston7.table.room import UNHURRIED, Room
from boston7.table.seeds import Fairness
from boston7.table.stored import Accepted
from boston7.table.would import Would

__all__ = [
    "UNHURRIED",
    "Accepted",
    "Fairness",
    "Frame",
    "LiveTable",
    "Placard",
    "Room",
    "Surroundings",
    "Would",
]
