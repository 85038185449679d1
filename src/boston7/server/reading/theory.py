"""The exact expected win of the house for the wagers at a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import sqrt
from typing import NamedTuple

from boston7.house import House
from boston7.money import Cents
from boston7.odds import OddsError, Pricing, Stakes
from boston7.odds.counts import load_counts
from boston7.odds.prices import Strategy, side_bet_price
from boston7.shift.sessions import SeatBets, Wagered

_SURE = 1.96
"""Standard deviations to either side of a 95 % interval."""

_DEALER = {True: 0.42, False: 0.14}
"""The dealer's share of a seat's standard deviation, with a 1st Wager and without. Seats of one round share the
dealer's hand, so their results are correlated: `boston7 simulate --seats 6` finds 0.42 x 0.42 between two seats that
play on, and 0.14 x 0.14 between two antes alone. Without this share, the interval would be a quarter too narrow at a
full table."""

_MOST = 10_000


class Expected(NamedTuple):
    """The expected win of the house in cents, and its 95 % interval."""

    won: float
    low: float
    high: float


class _Worth(NamedTuple):
    won: Fraction
    variance: Fraction
    shared: float


HouseOf = Callable[[str], House | None]
Pairs = Mapping[int, Mapping[int, int]]


class Prices:
    """The value of each combination of wagers to the house, computed once."""

    def __init__(self) -> None:
        self._known: dict[SeatBets, _Worth | None] = {}

    def win(self, wagered: Sequence[Wagered], house_of: HouseOf) -> Cents:
        """Return the expected win. Slow for new combinations, so it must not run in the event loop."""
        worths = [self._worth(line.bets, house_of) for line in wagered]
        return round(sum(line.seats * worth.won for line, worth in zip(wagered, worths, strict=True) if worth))

    def expected(self, wagered: Sequence[Wagered], pairs: Pairs, house_of: HouseOf) -> Expected:
        """Return the expected win with its interval. `pairs` counts how often two seats faced one dealer's hand."""
        worths = [self._worth(line.bets, house_of) for line in wagered]
        won, variance = Fraction(0), Fraction(0)
        for line, worth in zip(wagered, worths, strict=True):
            if worth is not None:
                won += line.seats * worth.won
                variance += line.seats * worth.variance
        together = 0.0
        for one, row in pairs.items():
            for other, times in row.items():
                a, b = worths[one], worths[other]
                together += 2 * times * a.shared * b.shared if a and b else 0.0
        spread = _SURE * sqrt(float(variance) + together)
        return Expected(float(won), float(won) - spread, float(won) + spread)

    def _worth(self, bets: SeatBets, house_of: HouseOf) -> _Worth | None:
        if bets not in self._known and (house := house_of(bets.version)) is not None:
            if len(self._known) >= _MOST:
                self._known.clear()
            self._known[bets] = _priced(bets, house)
        return self._known.get(bets)


def _priced(bets: SeatBets, house: House) -> _Worth | None:
    """Return the exact expectation. The variance of a bet judged with the dealer's first three cards is added as if it
    were independent."""
    strategy: Strategy = "optimal" if bets.first else "ante_only"
    stakes = dict(bets.side_bets)
    six = [bet for bet in house.side_bets if bet.judged_on == "six_cards" and bet.id in stakes]
    rest = {name: cents for name, cents in stakes.items() if all(bet.id != name for bet in six)}
    try:
        played = Pricing(house, Stakes(bets.ante, rest)).round(strategy)
        hand = Pricing(house, Stakes(bets.ante)).round(strategy)
        won, variance = -played.expected_value, played.variance
        if six and bets.first:
            won = -Pricing(house, Stakes(bets.ante, stakes)).expected_value
        for bet in six:
            price, cents = side_bet_price(bet, load_counts()), stakes[bet.id]
            won += 0 if bets.first else cents * price.house_edge
            variance += cents**2 * price.variance
    except OddsError:
        return None
    return _Worth(won, variance, _DEALER[bets.first] * hand.standard_deviation)
