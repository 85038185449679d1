"""Live tables: the pure game connected to the record, the clock and the shuffle."""

from boston7.table.actor import Accepted, TableActor
from boston7.table.directory import TableSummary
from boston7.table.messages import Frame, Surroundings
from boston7.table.preview import Preview
from boston7.table.room import UNHURRIED, Room
from boston7.table.rules_sign import RulesSign
from boston7.table.seeds import Fairness

__all__ = [
    "UNHURRIED",
    "Accepted",
    "Fairness",
    "Frame",
    "Preview",
    "Room",
    "RulesSign",
    "Surroundings",
    "TableActor",
    "TableSummary",
]
