"""The directory holds a card for every table on record, so that a process can list tables that it does not serve.

The cards are stored in the stream `tables`. A card is stored in the same commit as the change it reflects: a table is
set up, opened or closed, its rules change, or a player sits down or leaves. All of its content also exists in the
table's own streams.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from boston7.accounts.clock import MICROS
from boston7.accounts.lookalikes import look_of
from boston7.accounts.people import DAY, Seconds
from boston7.fair import read_hidden
from boston7.game import Phase, Table
from boston7.game import events as e
from boston7.game.wire import InvalidMessage
from boston7.house import House
from boston7.record import Append, Entry, Meta, Record, decode_body
from boston7.record.projection import Projection
from boston7.record.snapshots import Snapshots
from boston7.table.rules_sign import RulesSign, intact, set_up_live
from boston7.table.state import State

STREAM = "tables"
_MOVES = (
    e.PhaseEntered, e.RoundBegun, e.TableCleared, e.RoundCompleted, e.RoundVoided, e.RecutOrdered, e.CardsReturned,
    e.FaceUpCardFound, e.FoldTakenBack, e.Corrected,
)  # fmt: skip
"""Events that change the phase or the round. For most of them, no card is stored."""
_MOVE = re.compile(b'"(?:%b)"' % "|".join(str(kind.__struct_config__.tag) for kind in _MOVES).encode())


class TableFacts(msgspec.Struct, frozen=True):
    """The public facts of a table."""

    name: str
    version: int  # The table's version at which these facts became true.
    phase: Phase
    round: int
    players: tuple[str | None, ...]
    people: tuple[str, ...]  # Persons' ids, empty for an empty seat.
    live: bool
    play_money: bool
    practice: bool
    owner: str


class TableCard(TableFacts, frozen=True, tag_field="type", tag="card"):
    """The public facts of a table as stored in this stream."""

    signs: int  # Number of rules signs that the table has had so far.
    rules: str  # Version of the house rules.
    house: House | None = None  # The rules, if they are new to this stream.


class TableSummary(TableFacts, frozen=True):
    house: House
    quiet_since: int  # Time of the last entry, in microseconds since 1970.


_CARDS = msgspec.json.Decoder(TableCard)


def card_of(name: str, state: State, rules_sign: RulesSign, signs: int) -> TableCard:
    table = state.table
    return TableCard(
        name,
        state.version,
        table.phase,
        table.round,
        tuple([seat.player for seat in table.seats]),
        tuple([seat.holder for seat in table.seats]),
        set_up_live(table, rules_sign),
        rules_sign.play_money,
        rules_sign.practice,
        rules_sign.owner,
        max(1, signs),
        rules_sign.house.version,
    )


def summary_of(card: TableCard, house: House, quiet_since: int) -> TableSummary:
    facts = msgspec.structs.astuple(card)[: len(TableFacts.__struct_fields__)]
    values = (*facts, house, quiet_since)
    return TableSummary(*values)


class _State(msgspec.Struct):
    cards: dict[str, TableCard]
    houses: dict[str, House]
    looks: dict[str, str]
    times: dict[str, int]
    seen: dict[str, dict[str, int]]


class Directory:
    def __init__(self, record: Record) -> None:
        self.projection = Projection(record, STREAM, self._apply)
        self.snapshots = Snapshots(self.projection, ("boston7.table", "boston7.house"), self._save, self._load)
        self.cards: dict[str, TableCard] = {}
        self.houses: dict[str, House] = {}
        """All rules that were ever in force at any table, by version."""
        self.revision = 0
        """Incremented on every change, including changes at served tables."""
        self._gone: set[str] = set()
        self._looks: dict[str, str] = {}
        self._times: dict[str, int] = {}
        self._seen: dict[str, dict[str, int]] = {}  # When each person was last seated, by person and table.

    async def open(self) -> None:
        """Resume from the last snapshot and read the later entries. Call `forget` for removed tables first."""
        await self.snapshots.resume()
        await self.projection.catch_up()

    def _save(self) -> _State:
        return _State(self.cards, self.houses, self._looks, self._times, self._seen)

    def _load(self, state: bytes) -> None:
        found = msgspec.json.decode(state, type=_State)
        self.cards, self.houses = found.cards, found.houses
        self._looks, self._times, self._seen = found.looks, found.times, found.seen
        for name in self._gone:
            self.forget(name)

    def _apply(self, entry: Entry) -> None:
        card = decode_body(entry, _CARDS)
        if card.house is not None:
            self.houses[card.rules] = intact(card.house, card.rules, entry)
            card = replace(card, house=None)
        before = self.cards.get(card.name)
        if before is not None and (before.version, before.signs) > (card.version, card.signs):
            return  # This card was stored by a process that was behind.
        for person in {*card.people, *(before.people if before else ())} - {""}:
            self._seen.setdefault(person, {})[card.name] = entry.time
        if card.name not in self._gone:
            self.note(card, entry.time)

    def note(self, card: TableCard, time: int) -> None:
        """Replace a table's card in memory, without storing it."""
        self.revision += 1
        self.cards[card.name] = card
        self._looks.setdefault(look_of(card.name), card.name)
        self.happened(card.name, time)

    def happened(self, name: str, time: int) -> None:
        """Update the time of a table's last entry."""
        if name in self.cards:
            self._times[name] = max(time, self._times.get(name, 0))

    def observe(self, name: str, entry: Entry, *, served: bool) -> None:
        """Update a table's card from an entry of its stream. Skip a served table: its card is updated when it is
        unloaded."""
        card = self.cards.get(name)
        if card is None or served or entry.version <= card.version:
            return
        self.happened(name, entry.time)
        if _MOVE.search(entry.body):
            try:
                event = read_hidden(entry.body, None)
            except InvalidMessage:
                return
            if isinstance(event, _MOVES):
                after = event.apply(Table(phase=card.phase, round=card.round))
                self.revision += 1
                self.cards[name] = replace(card, phase=after.phase, round=after.round)

    def forget(self, name: str) -> None:
        """Remove a table from the list. Its name stays reserved."""
        self.revision += 1
        self._gone.add(name)
        self.cards.pop(name, None)
        self._times.pop(name, None)

    # Reading

    def __contains__(self, name: str) -> bool:
        return name in self.cards

    def names(self) -> list[str]:
        return sorted(self.cards)

    def gone(self, name: str) -> bool:
        return name in self._gone

    def taken(self, name: str) -> bool:
        """Return whether a table has this name or one that looks the same."""
        return name in self.cards or self._looks.get(look_of(name), "") in self.cards

    def summary(self, name: str) -> TableSummary:
        card = self.cards[name]
        return summary_of(card, self.houses[card.rules], self._times[name])

    def seated(self, name: str) -> bool:
        card = self.cards.get(name)
        return card is not None and any(card.people)

    def tables_of(self, ids: Iterable[str], now: Seconds) -> list[str]:
        """Return the tables where a person sits now or sat within the last day. `ids` are all ids of the person."""
        since, found = (now - DAY) * MICROS, set[str]()
        for person in ids:
            for table, time in self._seen.get(person, {}).items():
                card = self.cards.get(table)
                if card is not None and (time > since or person in card.people):
                    found.add(table)
        return sorted(found)

    def played_at(self, ids: Iterable[str]) -> list[str]:
        """Return the tables where a person sat within the last month, removed ones too, latest first."""
        times: dict[str, int] = {}
        for person in ids:
            for table, time in self._seen.get(person, {}).items():
                times[table] = max(time, times.get(table, 0))
        return sorted(times, key=lambda table: -times[table])

    def prune(self, now: Seconds) -> None:
        """Remove seat times that ended a month ago or earlier."""
        since = (now - 30 * DAY) * MICROS
        for who in list(self._seen):
            kept = {table: time for table, time in self._seen[who].items() if time > since or self._sits(who, table)}
            if kept:
                self._seen[who] = kept
            else:
                del self._seen[who]

    def sits(self, ids: Iterable[str]) -> bool:
        """Return whether a person with one of these ids sits anywhere."""
        return any(self._sits(person, table) for person in ids for table in self._seen.get(person, {}))

    def _sits(self, person: str, table: str) -> bool:
        card = self.cards.get(table)
        return card is not None and person in card.people

    # Writing

    def append(self, card: TableCard, house: House, meta: Meta) -> Append:
        """Return the append for the commit that changes the card."""
        whole = card if card.rules in self.houses else replace(card, house=house)
        return Append(STREAM, None, [msgspec.json.encode(whole)], meta)
