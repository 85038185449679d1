"""The seeds of one table: committed to before the first wager, closed with the bets, revealed with the round's end.

On record it is the stream `fair:<table>`. Each fact is stored together with the event it belongs to.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from boston7 import fair
from boston7.accounts.ledger import Ledger
from boston7.cards import Card
from boston7.fair import Contribution, Fact, KeyLost, Reveal, RoomKey
from boston7.game import Event, Phase, Table
from boston7.game import events as e
from boston7.journal import Entry, Journal, Tampered

_KEPT = 3
"""Rounds whose facts stay in memory; all of them are on record."""

_IDS = 10_000


class Fairness(msgspec.Struct, frozen=True):
    """What everybody may know about the shuffle of the round that is on, and the proof of the one before."""

    round: int
    commitment: str
    contributions: tuple[Contribution, ...]
    closed: bool
    revealed: Reveal | None


class Seeds:
    def __init__(self, journal: Journal, table: str, key: RoomKey) -> None:
        self.ledger = Ledger(journal, fair.stream(table), self._apply)
        self.done: dict[str, int] = {}
        self._table = table
        self._key = key
        self._facts: list[Fact] = []
        self._rounds: dict[int, fair.RoundFacts] = {}

    def _apply(self, entry: Entry) -> None:
        try:
            fact = fair.read_fact(entry.body)
        except fair.InvalidFact as error:
            raise Tampered(f"Entry {entry.version} of {entry.stream!r}: {error}") from None
        if isinstance(fact, fair.EntropyAdded):
            self.done[entry.command_id] = entry.version
            if len(self.done) > _IDS:
                del self.done[next(iter(self.done))]
        self._facts = [*(known for known in self._facts if known.round > fact.round - _KEPT), fact]
        self._rounds = fair.rounds(self._facts)

    def resume(self, version: int, ids: list[tuple[str, int]]) -> None:
        """As if the facts up to this version had been read, of which only the ids are still of use."""
        self.ledger.version = version
        self.done = {id: fact for id, fact in ids[-_IDS:] if fact <= version}

    def of(self, round: int) -> fair.RoundFacts:
        return self._rounds.get(round) or fair.RoundFacts()

    def fairness(self, table: Table) -> Fairness | None:
        round = upcoming(table)
        facts = self.of(round)
        if facts.committed is None:
            return None
        shown = self.of(round - 1).revealed
        return Fairness(round, facts.committed.commitment, tuple(facts.contributions), facts.closed, shown)

    def due(self, events: Iterable[Event], after: Table) -> tuple[Fact, ...]:
        """What goes on record together with these events."""
        facts: list[Fact] = []
        if after.live:
            return ()
        for event in events:
            if isinstance(event, e.BetsClosed) and self.of(after.round).committed:
                facts.append(fair.EntropyClosed(self._table, after.round, len(self.of(after.round).contributions)))
            elif isinstance(event, e.RoundCompleted):
                facts += self._reveal(event.round)
        next_round = upcoming(after)
        opens = after.phase in (Phase.OPENING, Phase.BETTING, Phase.COMPLETE)
        if opens and not after.closing and self.of(next_round).committed is None:
            facts.append(fair.commit(fair.new_seed(self._table, next_round), self._key))
        return tuple(facts)

    def _reveal(self, round: int) -> tuple[Fact, ...]:
        facts = self.of(round)
        if facts.committed is None or facts.lost:
            return ()
        try:
            return (fair.reveal(fair.recover(facts.committed, self._key)),)
        except KeyLost as lost:
            return (fair.SeedLost(self._table, round, str(lost)),)

    def deck(self, round: int, shuffle: int) -> tuple[tuple[Card, ...], tuple[Fact, ...]]:
        """The deck that was committed to. Play goes on without its proof if the key to the seed is lost."""
        facts = self.of(round)
        lost: tuple[Fact, ...] = ()
        if facts.committed is not None and not facts.lost:
            try:
                return fair.deck(fair.recover(facts.committed, self._key), facts.contributions, shuffle), ()
            except KeyLost as error:
                lost = (fair.SeedLost(self._table, round, str(error)),)
        return fair.deck(fair.new_seed(self._table, round)), lost


def upcoming(table: Table) -> int:
    """The number of the round that is on, or of the one that the next wager begins."""
    return table.round if table.version and table.phase is not Phase.COMPLETE else table.round + 1
