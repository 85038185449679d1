"""The rounds of one table, found in its record once and followed from there: nobody's question replays it all."""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from collections.abc import Iterator
from copy import deepcopy
from threading import Lock
from typing import NamedTuple

import msgspec

from boston7 import fair
from boston7.audit.decks import read_fact
from boston7.audit.rounds import Cutter, Round, Step, stream
from boston7.cards import Card
from boston7.fair import RoomKey
from boston7.game import CLOSED, Table
from boston7.game import events as e
from boston7.hands import best_five
from boston7.journal import Entry, Journal
from boston7.money import Cents
from boston7.server.reading.takings import Takings
from boston7.server.reading.workers import WorkerPool
from boston7.shift.sessions import Sessions, TableSession

_APART = 16
"""Rounds between two places from which the record can be replayed."""


class SeatResult(msgspec.Struct, frozen=True, gc=False):
    """`hand` is what was turned over at the showdown, if it was."""

    seat: int
    player: str
    net: Cents
    hand: str | None = None


class Played(msgspec.Struct, frozen=True, gc=False):
    """A finished round in short, and where its record ends."""

    number: int
    status: str
    ended: int
    position: int
    house: str
    version: str
    dealer: tuple[Card, ...]
    dealer_hand: str | None
    seats: tuple[SeatResult, ...]


class _Mark(NamedTuple):
    """The table right after a round: from here the next ones can be replayed."""

    entry: int
    table: Table


class History:
    def __init__(self, table: str, journal: Journal, key: RoomKey, bench: WorkerPool) -> None:
        self.table = table
        self.played: list[Played] = []
        """Finished rounds, the oldest first."""
        self.called: int | None = None
        """When the floor was called last."""
        self._sessions = Sessions(table)
        self._session_takings: list[Takings] = []
        self._journal = journal
        self._key = key
        self._bench = bench
        self._version = 0
        self._cutter = Cutter(table, key)
        self._marks = [_Mark(0, CLOSED)]
        self._facts_version = 0
        self._facts: dict[int, tuple[int, int]] = {}
        self._facts_turn = Lock()
        self._turn = asyncio.Lock()
        self._reading = Lock()

    async def catch_up(self, version: int) -> None:
        """Know at least as much as whoever looks at the table, which is at this version."""
        async with self._turn:
            if self._version < version:
                await self._bench.do(self._read)

    def _read(self) -> None:
        with self._reading:  # whoever asked may have left, and somebody else come
            for entry in self._journal.scan(stream(self.table), self._version):
                ended = self._cutter.take(entry)
                step = self._cutter.last
                assert step is not None
                self._version = entry.version
                if isinstance(step.event, e.FloorCalled):
                    self.called = entry.time
                self._sessions.hear(step.event, step.before, entry.actor, entry.time)
                if isinstance(step.event, e.TableOpened):
                    self._session_takings.append(Takings())
                if self._session_takings:
                    self._session_takings[-1].hear(step.event, step.before, step.after)
                again = isinstance(step.event, e.FoldTakenBack | e.Reworked)
                if self.played and again and self.played[-1].number == step.before.round:
                    self.played.pop()  # put right while it is on the table: it ends again
                if ended is not None and ended.finished:
                    self.played.append(_in_short(ended))
                    if len(self.played) == _APART * len(self._marks):
                        self._marks.append(_Mark(entry.version, step.after))

    def latest(self) -> tuple[TableSession, Takings] | None:
        """The session that is on, or the last one; none before the first opening. Blocks."""
        with self._reading:
            return deepcopy((self._sessions.all[-1], self._session_takings[-1])) if self._session_takings else None

    def sessions(self) -> list[tuple[TableSession, Takings]]:
        """From each opening to its closing, with what was wagered in between. Blocks."""
        with self._reading:
            return deepcopy(list(zip(self._sessions.all, self._session_takings, strict=True)))

    @property
    def unfinished(self) -> int | None:
        """The number of the round that is on."""
        current = self._cutter.current
        return current.number if current else None

    def find(self, number: int) -> Played | None:
        at = bisect_left(self.played, number, key=lambda played: played.number)
        return self.played[at] if at < len(self.played) and self.played[at].number == number else None

    def before(self, number: int | None, limit: int) -> list[Played]:
        """The last rounds, or the last ones before a number; newest first."""
        end = len(self.played)
        if number is not None:
            end = bisect_left(self.played, number, key=lambda played: played.number)
        return self.played[max(0, end - limit) : end][::-1]

    def replay(self, number: int) -> Round | None:
        """A finished round, step by step. Blocks."""
        at = bisect_left(self.played, number, key=lambda played: played.number)
        mark = self._marks[min(at // _APART, len(self._marks) - 1)]
        cutter = Cutter(self.table, self._key, mark.table)
        ended: Round | None = None
        for entry in self._journal.scan(stream(self.table), mark.entry):
            ended = cutter.take(entry) or ended
            cleared = cutter.last is not None and isinstance(cutter.last.event, e.TableCleared)
            if ended is not None and (ended.number > number or (ended.number == number and cleared)):
                break
        return ended if ended is not None and ended.number == number and ended.finished else None

    def facts(self, number: int) -> list[Entry]:
        """What is on record about the shuffle of a round. Blocks."""
        name = fair.stream(self.table)
        with self._facts_turn:
            for entry in self._journal.scan(name, self._facts_version):
                round = read_fact(entry).round
                first, _ = self._facts.get(round, (entry.version, 0))
                self._facts[round] = (first, entry.version)
                self._facts_version = entry.version
            first, last = self._facts.get(number, (0, 0))
        return list(self._until(name, first, last)) if first else []

    def _until(self, name: str, first: int, last: int) -> Iterator[Entry]:
        for entry in self._journal.scan(name, first - 1):
            yield entry
            if entry.version >= last:
                return


def _in_short(found: Round) -> Played:
    last: Step = found.steps[-1]
    dealer = found.dealer
    return Played(
        found.number,
        found.status,
        last.entry.time,
        last.entry.position,
        last.after.house,
        last.after.version,
        dealer,
        best_five(dealer).name if dealer else None,
        tuple(SeatResult(one.wagers.number, one.wagers.player or "", one.net, one.name) for one in found.hands()),
    )
