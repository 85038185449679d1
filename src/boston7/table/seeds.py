"""The shuffles of one table: seed and texts are committed to before bets close, the texts are revealed before the first
card is dealt, the seed with the round's end.

On record it is the stream `fair:<table>`. Each fact is stored together with the event it belongs to.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from boston7 import fair
from boston7.cards import Card
from boston7.fair import Fact, Reveal, SeatText
from boston7.game import Event, Phase, Table
from boston7.game import events as e
from boston7.game.table import upcoming
from boston7.keys import KeyLost, RoomKey
from boston7.record import Append, Entry, Meta, Record, unreadable
from boston7.record.projection import Projection
from boston7.table.command_ids import CommandIds

_KEPT = 3
"""Rounds whose facts stay in memory; all of them are on record."""

_KNOWN = "A backup was restored: this seed may have been revealed before."

_OPENS = frozenset({Phase.OPENING, Phase.BETTING, Phase.COMPLETE})
"""Where the next round has its seed committed to."""


class Fairness(msgspec.Struct, frozen=True):
    """What everybody may know about the shuffle of the round that is on, and the proof of the one before.

    `contributions` are public until the deck is fixed; from then on only the seats whose texts are in it or missing.
    """

    round: int
    commitment: str
    contributions: tuple[SeatText, ...]
    closed: bool
    fixed: bool
    used: tuple[int, ...]
    missing: tuple[int, ...]
    revealed: Reveal | None


class Seeds:
    def __init__(self, record: Record, table: str, key: RoomKey) -> None:
        self.projection = Projection(record, fair.stream(table), self._apply)
        self.ids = CommandIds()
        self._table = table
        self._key = key
        self.announced = 0
        """The last fact that viewers get at once."""
        self._rounds: dict[int, fair.RoundFacts] = {}

    def _apply(self, entry: Entry) -> None:
        try:
            fact = fair.read_fact(entry.body)
        except fair.InvalidFact as error:
            raise unreadable(entry, error) from None
        if isinstance(fact, fair.TextCommitted | fair.TextRevealed):
            self.ids.add(entry.command_id, entry.version, entry.time)
        else:
            self.announced = entry.version
        if fact.round not in self._rounds:
            self._rounds = {known: about for known, about in self._rounds.items() if known > fact.round - _KEPT}
        self._rounds.setdefault(fact.round, fair.RoundFacts()).take(fact)

    def of(self, round: int) -> fair.RoundFacts:
        return self._rounds.get(round) or fair.RoundFacts()

    def fairness(self, table: Table) -> Fairness | None:
        round = upcoming(table)
        facts = self.of(round)
        if facts.committed is None:
            return None
        texts = tuple([text for _, text in sorted(facts.texts.items())])
        fixed = facts.fixed or (facts.closed and not texts)
        return Fairness(
            round,
            facts.committed.commitment,
            () if fixed else texts,
            facts.closed,
            fixed,
            tuple([text.seat for text in texts if text.text]) if fixed else (),
            tuple([text.seat for text in texts if not text.text]) if fixed else (),
            self.of(round - 1).revealed,
        )

    def waits(self, table: Table) -> bool:
        """Whether the deck is not to be shuffled yet, for a text that was committed to may still be revealed."""
        facts = self.of(table.round)
        if not facts.texts or facts.committed is None or facts.lost or facts.fixed:
            return False
        return any(seat not in _left(facts, table) for seat in [text.seat for text in facts.missing])

    def due(self, events: Iterable[Event], after: Table) -> tuple[Fact, ...]:
        """Return the facts to store together with these events."""
        if after.live:
            return ()
        facts: list[Fact] = []
        for event in events:
            if type(event) is e.BetsClosed and self.of(after.round).committed:
                about = self.of(after.round)
                left = _left(about, after)
                count = len(about.texts) - len(left)
                facts.append(fair.EntropyClosed(self._table, after.round, count, left))
            elif isinstance(event, e.RoundCompleted):
                facts += self._reveal(event.round)
        if after.phase in _OPENS and after.deals_on:
            next_round = upcoming(after)
            if self.of(next_round).committed is None:
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
        """Return the deck that was committed to. If the key to the seed is lost, play continues without its proof."""
        about = self.of(round)
        facts: tuple[Fact, ...] = ()
        if about.closed and about.texts and not about.fixed:  # else closed in the same transaction, with no texts
            facts = (fair.DeckFixed(self._table, round, tuple([text.seat for text in about.missing])),)
        if about.committed is not None and not about.lost:
            try:
                return fair.deck(fair.recover(about.committed, self._key), about.contributions, shuffle), facts
            except KeyLost as error:
                facts += (fair.SeedLost(self._table, round, str(error)),)
        return fair.deck(fair.new_seed(self._table, round)), facts


def _left(facts: fair.RoundFacts, table: Table) -> tuple[int, ...]:
    """Seats with a text whose player has left them, while bets are open; later what is on record counts."""
    if facts.closed:
        return ()
    return tuple([seat for seat in sorted(facts.texts) if table.seat(seat).player != facts.texts[seat].player])


def give_up(record: Record, meta: Meta) -> Iterator[Append]:
    """After a restore, for all tables: seeds that were committed to and not revealed. Play after the backup may have
    revealed them, and a player who saw that would know the deck before the bets."""
    for stream in record.streams():
        if stream.startswith(fair.stream("")):
            for about in fair.rounds(_facts(record, stream)).values():
                if (seed := about.committed) is not None and about.revealed is None and not about.lost:
                    yield Append(stream, None, [fair.write_fact(fair.SeedLost(seed.table, seed.round, _KNOWN))], meta)


def _facts(record: Record, stream: str) -> Iterator[Fact]:
    for entry in record.scan(stream):
        try:
            yield fair.read_fact(entry.body)
        except fair.InvalidFact as error:
            raise unreadable(entry, error) from None
