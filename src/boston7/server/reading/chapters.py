"""A chapter: consecutive rounds in the record of a table, summarized and ready for replay."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from boston7.audit.rounds import Cutter, Round, RoundStep, stream
from boston7.cards import Card
from boston7.game import CLOSED, Table
from boston7.game import events as e
from boston7.hands import HandName, best_five
from boston7.keys import RoomKey
from boston7.money import Cents
from boston7.record import Entry, Record
from boston7.record.entry import StreamHead

_APART = 16
"""Consecutive rounds between two points at which a replay can start."""


class SeatResult(msgspec.Struct, frozen=True, gc=False):
    """`hand` is null unless the hand was turned over at the showdown."""

    seat: int
    player: str
    net: Cents
    hand: HandName | None = None


class PlayedRound(msgspec.Struct, frozen=True, gc=False):
    """A summary of a finished round. `position` is its end in the record; `dealer` holds the dealer's cards if they
    were turned over. Rounds of a live table are shown to its staff and to the players of the round only."""

    table: str
    round: int
    position: int
    ended: int
    status: str
    house: str
    version: str
    dealer: tuple[Card, ...]
    dealer_hand: HandName | None
    seats: tuple[SeatResult, ...]
    live: bool = False


class Start(NamedTuple):
    """The table between two rounds, after the entry of this version. A replay can start here."""

    version: int = 0
    table: Table = CLOSED


BEGINNING = Start()


class Chapter:
    def __init__(
        self, table: str, record: Record, key: RoomKey, start: Start = BEGINNING, until: StreamHead | None = None
    ) -> None:
        """The chapter ends at `until`. Without `until`, it grows with the record."""
        self.table = table
        self.played: list[PlayedRound] = []
        """Finished rounds, oldest first."""
        self.version = start.version
        self.start = start
        self._record, self._key, self._until = record, key, until
        self._cutter = Cutter(table, key, start.table)
        self._starts = [start]

    @property
    def unfinished(self) -> int | None:
        """The number of the round in progress."""
        current = self._cutter.current
        return current.number if current else None

    def entries(self) -> Iterable[Entry]:
        """Return the entries on record that have not been applied. Blocks."""
        return self._record.scan(stream(self.table), self.version, self._until)

    def take(self, entry: Entry) -> RoundStep:
        ended = self._cutter.take(entry)
        step = self._cutter.last
        assert step is not None
        self.version = entry.version
        again = isinstance(step.event, e.FoldTakenBack | e.Corrected)
        if self.played and again and self.played[-1].round == step.before.round:
            self.played.pop()  # A correction before the table is cleared reopens the round.
        if ended is not None and ended.finished:
            self.played.append(_in_short(ended))
            if len(self.played) == _APART * len(self._starts):
                self._starts.append(Start(entry.version, step.after))
        return step

    def _at(self, number: int) -> int:
        return bisect_left(self.played, number, key=lambda played: played.round)

    def find(self, number: int) -> PlayedRound | None:
        at = self._at(number)
        return self.played[at] if at < len(self.played) and self.played[at].round == number else None

    def before(self, number: int | None, limit: int) -> list[PlayedRound]:
        """Return the last rounds, or the last ones before a given round, newest first."""
        end = len(self.played) if number is None else self._at(number)
        return self.played[max(0, end - limit) : end][::-1]

    def replay(self, number: int) -> Round | None:
        """Return a finished round with its steps, or None. Blocks."""
        start = self._starts[min(self._at(number) // _APART, len(self._starts) - 1)]
        cutter = Cutter(self.table, self._key, start.table)
        ended: Round | None = None
        for entry in self._record.scan(stream(self.table), start.version, self._until):
            ended = cutter.take(entry) or ended
            cleared = cutter.last is not None and isinstance(cutter.last.event, e.TableCleared)
            if ended is not None and (ended.number > number or (ended.number == number and cleared)):
                break
        return ended if ended is not None and ended.number == number and ended.finished else None


def _in_short(found: Round) -> PlayedRound:
    last: RoundStep = found.steps[-1]
    dealer = found.dealer
    return PlayedRound(
        found.table,
        found.number,
        last.entry.position,
        last.entry.time,
        found.status,
        last.after.house,
        last.after.version,
        dealer,
        best_five(dealer).name if dealer else None,
        tuple(SeatResult(one.wagers.number, one.wagers.player or "", one.net, one.name) for one in found.hands()),
        last.after.live,
    )
