"""The pure game: no I/O, clock, randomness or floats.

The interface is five functions: `decide`, `evolve`, `legal`, `view` and `settle`. They work on a `Table`. A live table
that allows corrections is a `Game`: the table with its history.
"""

from boston7.declare import Rejection
from boston7.game.automation import HUMAN_DEALER, VIRTUAL_DEALER, Automation
from boston7.game.commands import Command
from boston7.game.decide import act, decide
from boston7.game.events import Event
from boston7.game.evolve import Game, evolve, replay
from boston7.game.legal import CommandSpec, legal
from boston7.game.settlement import Position, WagerLine, settle
from boston7.game.table import CLOSED, Phase, Seat, Table
from boston7.game.view import SeatView, TableView, view

__all__ = [
    "CLOSED",
    "HUMAN_DEALER",
    "VIRTUAL_DEALER",
    "Automation",
    "Command",
    "CommandSpec",
    "Event",
    "Game",
    "Phase",
    "Position",
    "Rejection",
    "Seat",
    "SeatView",
    "Table",
    "TableView",
    "WagerLine",
    "act",
    "decide",
    "evolve",
    "legal",
    "replay",
    "settle",
    "view",
]
