"""The finished rounds of one table, read in chapters from one mark in its record to the next.

A request reads only the chapters it needs. The last chapter stays up to date; a few earlier ones are cached, shared by
all tables.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from threading import Lock

from boston7 import fair
from boston7.audit.decks import read_fact
from boston7.audit.rounds import stream
from boston7.keys import RoomKey
from boston7.record import Entry, Record
from boston7.record.entry import StreamHead
from boston7.server.reading.chapters import BEGINNING, Chapter, PlayedRound, Start
from boston7.server.reading.workers import Cache, WorkerPool
from boston7.table.marks import Mark, read_mark
from boston7.table.marks import stream as marks_of


class RoundPages:
    def __init__(self, table: str, record: Record, key: RoomKey, bench: WorkerPool, chapters: Cache[Chapter]) -> None:
        """`chapters` is the cache shared by all tables."""
        self.table = table
        self._record, self._key, self._bench, self._chapters = record, key, bench, chapters
        self._ends: list[tuple[StreamHead, StreamHead]] = []
        """For each mark, in order: the ends of the stream of marks and of the table's stream."""
        self._marks = 0
        self._rounds: dict[int, int] = {}
        """The last round before each chapter, cached on first use."""
        self._last = Chapter(table, record, key)
        self._whole = Chapter(table, record, key)
        self._turn = asyncio.Lock()
        self._reading = Lock()

    async def catch_up(self, version: int) -> None:
        """Read the record up to this version of the table."""
        async with self._turn:
            if self._last.version < version:
                await self._bench.do(self._read)

    def _read(self) -> None:
        with self._reading:  # The request may have been cancelled while its thread still reads.
            marks, last = self._record.head(marks_of(self.table)).version, self._last
            if marks != self._marks:
                found = self._record.ends(marks_of(self.table), stream(self.table), self._marks)
                self._ends += reversed(list(found))
                self._marks, at = marks, len(self._ends)
                last = Chapter(self.table, self._record, self._key, self._start(at))
            for entry in last.entries():
                last.take(entry)
            self._last = last

    def _mark(self, at: int) -> Mark | None:
        """Return the mark at which a chapter begins, or None for the first chapter. Blocks."""
        if at == 0:
            return None
        head, _ = self._ends[at - 1]
        found = self._record.scan(marks_of(self.table), head.version - 1, head)
        return next((read_mark(entry) for entry in found), None)

    def _start(self, at: int) -> Start:
        mark = self._mark(at)
        return Start(mark.state.version, mark.state.table) if mark else BEGINNING

    def _facts_before(self, at: int) -> int:
        """Return the entry before a chapter's entries. The first round of a chapter was committed to in the previous
        one."""
        mark = self._mark(max(0, at - 1))
        return mark.facts if mark else 0

    # Rounds.

    @property
    def unfinished(self) -> int | None:
        """The number of the round in progress."""
        return self._last.unfinished

    async def before(self, number: int | None, limit: int) -> list[PlayedRound]:
        """Return the last rounds, or the last ones before a number, newest first."""
        at = len(self._ends) if number is None else await self._place_of(number)
        found: list[PlayedRound] = []
        while at >= 0 and len(found) < limit:
            found += (await self._chapter(at)).before(number, limit - len(found))
            at -= 1
        return found

    async def every_round(self) -> list[PlayedRound]:
        """Return all finished rounds, oldest first, for auditors."""
        async with self._turn:
            if self._whole.version < self._last.version:
                await self._bench.do(self._read_whole)
        return self._whole.played

    def _read_whole(self) -> None:
        with self._reading:
            for entry in self._whole.entries():
                self._whole.take(entry)

    async def chapter_of(self, number: int) -> Chapter:
        """Return the chapter that would contain a round. If the round is not in it, it does not exist."""
        at = await self._place_of(number)
        found = await self._chapter(at)
        if found.find(number) is None and at < len(self._ends):
            return await self._chapter(at + 1)  # All wagers were withdrawn, so the round began again after a mark.
        return found

    async def _place_of(self, number: int) -> int:
        """Return the number of the last chapter that begins after an earlier round."""
        if number > self._last.start.table.round:
            return len(self._ends)
        return await self._bench.do(lambda: self._search(number))

    def _search(self, number: int) -> int:
        if number > self._last.start.table.round:
            return len(self._ends)
        return bisect_left(range(1, len(self._ends) + 1), number, key=self._round_before)

    def _round_before(self, at: int) -> int:
        if at not in self._rounds:
            self._rounds[at] = self._start(at).table.round
        return self._rounds[at]

    async def _chapter(self, at: int) -> Chapter:
        if at == len(self._ends):
            return self._last
        return await self._chapters.get((self.table, at), lambda: self._read_chapter(at))

    def _read_chapter(self, at: int) -> Chapter:
        chapter = Chapter(self.table, self._record, self._key, self._start(at), self._ends[at][1])
        for entry in chapter.entries():
            chapter.take(entry)
        return chapter

    # Shuffles.

    def facts(self, number: int) -> list[Entry]:
        """Return the entries about the shuffle of a round. Blocks."""
        name, at = fair.stream(self.table), self._search(number)
        until: StreamHead | None = None
        if at < len(self._ends):
            begins, end = self._start(at).version, self._ends[at][1]
            until = next((head for _, head in self._record.ends(stream(self.table), name, begins, end)), None)
            if until is None:
                return []
        found = self._record.scan(name, self._facts_before(at), until)
        return [entry for entry in found if read_fact(entry).round == number]
