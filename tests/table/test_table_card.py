"""The card of a table served by another process has its current phase and round after every event."""

from __future__ import annotations

import pytest
from evening import HOUSE, sqlite
from playthroughs.write import PLAYTHROUGHS

from boston7 import fair
from boston7.game import CLOSED, Event, Phase, Table, evolve
from boston7.game import commands as c
from boston7.game import events as e
from boston7.game.actors import SUPERVISOR
from boston7.game.wire import write
from boston7.record import Entry, Record
from boston7.table.directory import Directory, card_of
from boston7.table.draft import changes_card
from boston7.table.rules_sign import RulesSign
from boston7.table.state import State

__all__ = ["sqlite"]


class Elsewhere:
    """A process that follows a table without serving it. Each of `changes` stores a card."""

    def __init__(self, record: Record, table: Table = CLOSED) -> None:
        self.directory = Directory(record)
        self.table, self.version = table, 0
        self._card()

    def _card(self) -> None:
        card = card_of("main", State(self.table, version=self.version), RulesSign(HOUSE, "", ""), 1)
        self.directory.note(card, self.version)

    def hears(self, *events: Event) -> None:
        before = self.table
        for number, event in enumerate(events):
            self.version += 1
            self.table = evolve(self.table, event)
            body = fair.write_entered(c.CallFloor(SUPERVISOR, "dispute"), event) if not number else write(event)
            entry = Entry("table:main", self.version, self.version, "dealer Dan", "id", "", body, "", "")
            self.directory.observe("main", entry, served=False)
        if changes_card(before, self.table):
            self._card()
        card = self.directory.cards["main"]
        assert (card.phase, card.round) == (self.table.phase, self.table.round), events


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_the_card_of_a_live_table_has_its_phase_and_round(name: str, sqlite: Record) -> None:
    room = Elsewhere(sqlite)
    for events in PLAYTHROUGHS[name]().happened:
        room.hears(*events)


def test_the_card_follows_a_recut_and_a_correction(sqlite: Record) -> None:
    room = Elsewhere(sqlite, Table(phase=Phase.DEALING_THREE, round=3))
    room.hears(e.RecutOrdered(SUPERVISOR))
    decided = Table(phase=Phase.DECISION, round=3)
    room.hears(e.Corrected((), (), decided, "Fold keyed at the wrong seat.", SUPERVISOR))
