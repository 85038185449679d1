"""The shuffles of one table, in the stream `fair:<table>`.

The house commits to the seed, and players to their texts, before bets close. Texts are revealed before the first card
is dealt, the seed at the end of the round. Each fact is stored in the same commit as the event to which it belongs.
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
"""Number of rounds whose facts are kept in memory."""

_KNOWN = "A backup was restored: this seed may have been revealed before."

_OPENS = frozenset({Phase.OPENING, Phase.BETTING, Phase.COMPLETE})
"""Phases in which the house commits to the seed of the next round."""


class Fairness(msgspec.Struct, frozen=True):
    """The public facts about the current shuffle, and the proof of the last one.

    `contributions` are public until the deck is fixed. After that, only the seats of the contributors are public, in
    `used` and `missing`.
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
        """The version of the last fact that viewers receive at once."""
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
        self._rounds.setdefault(fact.round, fair.RoundFacts()).add(fact)

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
        """Return whether the shuffle waits for a committed text that may still be revealed."""
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
        """Return the committed deck. If the key to the seed is lost, play continues without a proof."""
        about = self.of(round)
        facts: tuple[Fact, ...] = ()
        if about.closed and about.texts and not about.fixed:  # Otherwise bets close in this commit, without texts.
            facts = (fair.DeckFixed(self._table, round, tuple([text.seat for text in about.missing])),)
        if about.committed is not None and not about.lost:
            try:
                return fair.deck(fair.recover(about.committed, self._key), about.contributions, shuffle), facts
            except KeyLost as error:
                facts += (fair.SeedLost(self._table, round, str(error)),)
        return fair.deck(fair.new_seed(self._table, round)), facts


def _left(facts: fair.RoundFacts, table: Table) -> tuple[int, ...]:
    """Return the seats that have a text but whose player has left. Once bets are closed, every stored text counts."""
    if facts.closed:
        return ()
    return tuple([seat for seat in sorted(facts.texts) if table.seat(seat).player != facts.texts[seat].player])


def give_up(record: Record, meta: Meta) -> Iterator[Append]:
    """Yield the appends that abandon all unrevealed seeds after a restore. Play after the backup may have revealed
    them, so players could know the deck before they bet."""
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
