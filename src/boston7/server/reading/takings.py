"""What was wagered at a table, and what the house should win by it: an exact expectation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import combinations
from math import sqrt
from typing import NamedTuple

from boston7.game import Event, Phase, Table, WagerLine
from boston7.game import events as e
from boston7.house import House
from boston7.house.model import THREE_CARD_BONUS
from boston7.money import Cents
from boston7.odds import OddsError, Pricing, Stakes
from boston7.odds.counts import load_counts
from boston7.odds.prices import Strategy, side_bet_price
from boston7.shift.sessions import counted_lines

_SURE = 1.96
"""Standard deviations to either side that leave out one time in twenty."""

_DEALER = {True: 0.42, False: 0.14}
"""How much of a seat's spread is the dealer's hand, with a 1st wager and without. Seats of one round share it, so
their results go together: `boston7 simulate --seats 6` finds a correlation of 0.42 x 0.42 between two that play on,
and one of 0.14 x 0.14 between two antes alone. Without it the band would be a quarter too narrow at a full table."""

_MOST = 10_000


class Kind(NamedTuple):
    """How a seat wagered in a round, and under which rules."""

    version: str
    ante: Cents
    first: bool
    side_bets: tuple[tuple[str, Cents], ...]


class Takings:
    """Of one table, added up event by event."""

    def __init__(self) -> None:
        self.drop: Cents = 0
        """Chips bought at the table, from the cage."""
        self.seats: Counter[Kind] = Counter()
        self.pairs: Counter[tuple[Kind, Kind]] = Counter()
        """Seats that met the same dealer's hand."""
        self._lines: dict[int, tuple[WagerLine, ...]] = {}
        self._left: list[tuple[WagerLine, ...]] = []  # of players who have left since; no correction reaches theirs
        self._last: list[Kind] = []  # of the last round, for it may be put right while it is on the table

    def hear(self, event: Event, before: Table, after: Table) -> None:
        if isinstance(event, e.ChipsMoved) and event.what == "buy_in":
            self.drop += sum(transfer.cents for transfer in event.transfers if transfer.source == "cage")
        elif isinstance(event, e.RoundBegun):
            self._lines, self._left = {}, []
        elif isinstance(event, e.Settled):
            self._lines[event.seat] = counted_lines(after.seat(event.seat))
        elif isinstance(event, e.PlayerLeft):
            self._left.append(self._lines.pop(event.seat, ()))
        elif isinstance(event, e.RoundCompleted):
            self._complete(after)
        elif isinstance(event, e.FoldTakenBack | e.Reworked):
            self._rework(before, after)

    def _complete(self, after: Table) -> None:
        lines = (*self._lines.values(), *self._left)
        kinds = self._last = sorted(kind for each in lines if (kind := _kind(each, after.version)))
        self.seats.update(kinds)
        self.pairs.update(combinations(kinds, 2))

    def _rework(self, before: Table, after: Table) -> None:
        """The round as it is now, in the place of what it was (R16, R22)."""
        if before.phase is Phase.COMPLETE:
            self.seats.subtract(self._last)
            self.pairs.subtract(combinations(self._last, 2))
        self._lines = {seat.number: counted_lines(seat) for seat in after.seats}
        if after.phase is Phase.COMPLETE:
            self._complete(after)


def _kind(lines: Iterable[WagerLine], version: str) -> Kind | None:
    """Nothing for stakes that no player can put down: a correction may leave such behind."""
    stakes = {line.wager: line.stake for line in lines}
    ante, first = stakes.get("ante", 0), stakes.get("first", 0)
    beside = tuple(sorted((name, cents) for name, cents in stakes.items() if name not in ("ante", "first", "second")))
    return Kind(version, ante, first > 0, beside) if ante and first in (0, ante) else None


class Expected(NamedTuple):
    """The house's win in cents, and between which two it lies 19 times in 20."""

    won: float
    low: float
    high: float


class _Worth(NamedTuple):
    won: Fraction
    variance: Fraction
    shared: float


class Prices:
    """What each way to wager is worth to the house, worked out once."""

    def __init__(self) -> None:
        self._known: dict[Kind, _Worth | None] = {}

    def expected(self, takings: Takings, house_of: Callable[[str], House | None]) -> Expected:
        """Takes a moment where something is new: not for the event loop."""
        worth = {kind: self._worth(kind, house_of(kind.version)) for kind in takings.seats}
        won, variance = Fraction(0), Fraction(0)
        for kind, times in takings.seats.items():
            if (found := worth[kind]) is not None:
                won += times * found.won
                variance += times * found.variance
        together = 0.0
        for (one, other), times in takings.pairs.items():
            a, b = worth[one], worth[other]
            together += 2 * times * a.shared * b.shared if a and b else 0.0
        spread = _SURE * sqrt(float(variance) + together)
        return Expected(float(won), float(won) - spread, float(won) + spread)

    def _worth(self, kind: Kind, house: House | None) -> _Worth | None:
        if kind not in self._known:
            if len(self._known) >= _MOST:
                self._known.clear()
            self._known[kind] = _priced(kind, house) if house else None
        return self._known[kind]


def _priced(kind: Kind, house: House) -> _Worth | None:
    """What is expected is exact. A bet judged with the dealer's first three adds its own spread, as if by itself."""
    strategy: Strategy = "optimal" if kind.first else "ante_only"
    stakes = dict(kind.side_bets)
    bonus = stakes.pop(THREE_CARD_BONUS, 0)
    six = [bet for bet in house.side_bets if bet.judged_on == "six_cards" and bet.id in stakes]
    rest = tuple((name, cents) for name, cents in stakes.items() if all(bet.id != name for bet in six))
    try:
        played = Pricing(house, Stakes(kind.ante, bonus, rest)).round(strategy)
        hand = Pricing(house, Stakes(kind.ante)).round(strategy)
        won, variance = -played.expected_value, played.variance
        if six and kind.first:
            won = -Pricing(house, Stakes(kind.ante, bonus, tuple(stakes.items()))).expected_value
        for bet in six:
            price, cents = side_bet_price(bet, load_counts()), stakes[bet.id]
            won += 0 if kind.first else cents * price.house_edge
            variance += cents**2 * price.variance
    except OddsError:
        return None
    return _Worth(won, variance, _DEALER[kind.first] * hand.standard_deviation)
