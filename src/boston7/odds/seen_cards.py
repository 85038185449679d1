"""Fold or play when other cards have been seen: a neighbour's, or one exposed in the deck."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from boston7.cards import Card
from boston7.house import House
from boston7.odds.known import known_counts
from boston7.odds.money import Stakes, check_stakes, ledger


class KnownStart(NamedTuple):
    """A start with dead cards: both choices per ante, and the counts by award (won, tied, lost) behind them."""

    cards: tuple[Card, ...]
    dead: tuple[Card, ...]
    play: Fraction
    fold: Fraction
    ante_only: Fraction
    """What an ante alone is worth with these cards: no choice is to be made then."""
    counts: NDArray[np.int64]

    @property
    def plays(self) -> bool:
        return self.play >= self.fold

    @property
    def mistake(self) -> Fraction:
        return abs(self.play - self.fold)

    @property
    def win(self) -> Fraction:
        return self._share(0)

    @property
    def tie(self) -> Fraction:
        return self._share(1)

    @property
    def lose(self) -> Fraction:
        return self._share(2)

    def _share(self, outcome: int) -> Fraction:
        return Fraction(int(self.counts[:, outcome].sum()), int(self.counts.sum()))


def known_start(house: House, stakes: Stakes, start: Sequence[Card], dead: Iterable[Card] = ()) -> KnownStart:
    """Exact values of a start when the dead cards can come to neither player nor dealer."""
    check_stakes(house, stakes)
    seen = tuple(dead)
    counts = known_counts(start, seen)
    money = ledger(house, stakes)
    every = int(counts.sum()) * stakes.ante
    ways = counts.astype(object)
    return KnownStart(
        tuple(start),
        seen,
        Fraction(int((ways * money.play).sum()), every),
        Fraction(money.fold, stakes.ante),
        Fraction(int((ways * money.ante_only).sum()), every),
        counts,
    )
