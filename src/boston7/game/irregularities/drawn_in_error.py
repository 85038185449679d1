"""A card drawn in error (R15). It stays the next card, so the event only goes on record."""

from __future__ import annotations

from msgspec.structs import replace

from boston7.declare import About, Cited, Rule, Sentence
from boston7.game.actors import Actor
from boston7.game.acts.common import next_receiver
from boston7.game.kinds import Answer, Command, Event
from boston7.game.rejection import rejected
from boston7.game.roles import REPORTS
from boston7.game.table import DEALING, Table
from boston7.house.model import House


class CardDrawnInError(Event, frozen=True):
    """A card is drawn from the deck before its turn."""

    about = About(
        Sentence(
            "Card drawn in error; it is the next card.",
            record="Card drawn in error, reported by {by}; it is the next card.",
        ),
        shows=("by",),
        aloud=True,
        cites=Cited("drawn_in_error", "R15"),
    )

    by: Actor

    def apply(self, table: Table) -> Table:
        return replace(table, drawn_ahead=table.drawn_ahead + 1)


class DrawnInError(Command, frozen=True):
    """Report a card drawn from the deck before its turn."""

    rule = Rule(
        by=REPORTS,
        when=DEALING,
        topic="drawn_in_error",
        ruling="R15",
        place="irregularity",
        label="Card drawn in error",
        entry="card drawn in error",
        note="Taken from the deck in error, not seen by anyone.",
        outcome="Nobody saw it, so it stays the next card to be dealt.",
    )

    def decide(self, table: Table, house: House) -> Answer:
        if next_receiver(table) is None or len(table.stub) <= table.drawn_ahead:
            clause = house.cite("drawn_in_error", "R15")
            return rejected("no_irregularity", "No card is left to deal.", clause)
        return (CardDrawnInError(self.by),)
