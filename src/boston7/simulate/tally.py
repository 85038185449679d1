"""Exact sums over blocks. Each block counts once, in the order of rounds."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from boston7.money import Cents
from boston7.simulate.blocks import BLOCK_ROUNDS, Block, Run


class Tally:
    """Totals after a number of rounds. Sums are Python integers in cents."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.rounds = 0
        self.blocks = 0
        self.counts: NDArray[np.int64] = np.zeros(run.money.shape, np.int64)
        self.tray: Cents = 0
        self.lowest: Cents = 0
        self.highest: Cents = 0
        self.drawdown: Cents = 0
        """The tray's largest fall from a peak."""
        self.shortfalls: dict[Cents, int] = {}
        """Number of sessions for each amount that the tray fell below its start at most."""
        self.products: NDArray[np.object_] = np.zeros((run.seats, run.seats), object)
        self.session: tuple[int, int] = 0, 0  # The tray of the open session, current and lowest, in units.
        self._early: dict[int, Block] = {}

    def add(self, block: Block) -> bool:
        """Count a block unless it was counted before. Return whether it is new. A block that arrives early waits for
        its turn."""
        if block.number < self.blocks or block.number in self._early:
            return False
        self._early[block.number] = block
        while (following := self._early.pop(self.blocks, None)) is not None:
            self._count(following)
        return True

    @property
    def sessions(self) -> int:
        return sum(self.shortfalls.values())

    def sum(self, seat: int) -> Cents:
        """Return a seat's net result over all rounds."""
        return sum(net * count for net, count in self.results(seat).items())

    def product(self, seat: int, other: int) -> int:
        """Return the sum of the products of two seats' results over all rounds, in square cents."""
        if seat == other:
            return sum(net * net * count for net, count in self.results(seat).items())
        found: int = self.products[max(seat, other), min(seat, other)]
        return found * self.run.unit**2

    def results(self, seat: int) -> dict[Cents, int]:
        """Return how many rounds had each net result, lowest first."""
        found: dict[Cents, int] = {}
        for net, count in zip(self.run.money[seat].tolist(), self.counts[seat].tolist(), strict=True):
            if count:
                found[net * self.run.unit] = found.get(net * self.run.unit, 0) + count
        return dict(sorted(found.items()))

    def _count(self, block: Block) -> None:
        assert block.rounds == min(BLOCK_ROUNDS, self.run.rounds - self.rounds)
        self.rounds += block.rounds
        self.blocks += 1
        self.counts += block.counts
        self.products += block.products.astype(object)
        end, low, high, fall = (int(units) * self.run.unit for units in block.path)
        self.drawdown = max(self.drawdown, fall, self.highest - (self.tray + low))
        self.lowest = min(self.lowest, self.tray + low)
        self.highest = max(self.highest, self.tray + high)
        self.tray += end
        if self.run.session_rounds:
            self._count_sessions(block)

    def _count_sessions(self, block: Block) -> None:
        """Count the sessions of a block. The first piece continues the open session, and the last one may leave a
        session open."""
        ends, lows = block.pieces[:, 0], block.pieces[:, 1]
        end, low = self.session
        end, low = end + int(ends[0]), min(low, end + int(lows[0]))
        last_is_whole = self.rounds % self.run.session_rounds == 0
        if len(ends) == 1:
            self.session = (end, low)
            if last_is_whole:
                self._close(-low, 1)
                self.session = (0, 0)
            return
        self._close(-low, 1)
        whole = lows[1:] if last_is_whole else lows[1:-1]
        for shortfall, count in zip(*np.unique(-whole, return_counts=True), strict=True):
            self._close(int(shortfall), int(count))
        self.session = (0, 0) if last_is_whole else (int(ends[-1]), int(lows[-1]))

    def _close(self, units: int, sessions: int) -> None:
        shortfall = units * self.run.unit
        self.shortfalls[shortfall] = self.shortfalls.get(shortfall, 0) + sessions
