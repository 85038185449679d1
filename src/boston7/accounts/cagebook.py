"""The cage's accounts in the record: the stream `cage`, shared by every table of every process."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable

import msgspec

from boston7.accounts import cage
from boston7.accounts.cage import Cage, CageMoved
from boston7.accounts.clock import Clock
from boston7.declare import Rejection
from boston7.record import Append, Entry, Meta, Record, decode_body
from boston7.record.projection import Projection, store
from boston7.record.snapshots import Snapshots

STREAM = "cage"
_MOVES = msgspec.json.Decoder(CageMoved)


class CageBook:
    def __init__(self, record: Record, clock: Clock) -> None:
        self.cage = Cage()
        self.projection = Projection(record, STREAM, self._apply)
        self.snapshots = Snapshots(self.projection, ("boston7.accounts",), self._save, self._load)
        self.turn = asyncio.Lock()
        """A lock for decisions that reduce balances, so that tables of one process do not conflict."""
        self._record = record
        self._clock = clock

    def _apply(self, entry: Entry) -> None:
        move = decode_body(entry, _MOVES)
        cage.apply(self.cage, move)
        self._clock.observe(entry.time)

    def _save(self) -> Cage:
        return self.cage

    def _load(self, state: bytes) -> None:
        self.cage = msgspec.json.decode(state, type=Cage)

    async def open(self) -> None:
        await self.snapshots.resume()
        self._clock.observe(self.projection.time)
        await self.projection.catch_up()

    def refuse(self, moves: Iterable[CageMoved]) -> Rejection | None:
        return next((denied for move in moves if (denied := cage.refuse(self.cage, move)) is not None), None)

    def append(self, moves: Iterable[CageMoved], meta: Meta) -> Append:
        """Return the append of moves. If a move reduces a balance, the append conflicts with any other move."""
        moves = tuple(moves)
        takes = any(cage.takes(move) for move in moves)
        bodies = [msgspec.json.encode(move) for move in moves]
        return Append(STREAM, self.projection.version if takes else None, bodies, meta)

    async def give(self, decide: Callable[[], CageMoved | Rejection], meta: Meta) -> Rejection | None:
        """Decide and store a move that depends on the cage's balances."""

        def decided() -> list[Append] | Rejection:
            move = decide()
            if isinstance(move, Rejection):
                return move
            return [Append(STREAM, self.projection.version, [msgspec.json.encode(move)], meta)]

        async with self.turn:
            stored = await store(self._record, [self.projection], decided)
        return stored if isinstance(stored, Rejection) else None
