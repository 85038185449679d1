"""The figures of a tally: each seat, the table, and the bank that the tray needs."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

import msgspec
import numpy as np

from boston7.hands import ThreeCategory
from boston7.house.model import THREE_CARD_BONUS
from boston7.money import Cents
from boston7.odds import AWARD_KEYS
from boston7.simulate.errors import SimulationError
from boston7.simulate.estimates import Estimate, covariance, estimate, quantile, share
from boston7.simulate.exact import exact_mean
from boston7.simulate.seats import Party
from boston7.simulate.table import CELLS_OF_START
from boston7.simulate.tally import Tally


class ResultCount(msgspec.Struct, frozen=True):
    net: Cents
    rounds: int


class ExactFigures(msgspec.Struct, frozen=True):
    """The exact figures of a seat, and how many exact standard errors the simulated ones are away from them.

    If a seat bets on six cards, only the expected value is exact. The standard error is then that of the sample.
    """

    expected_value: float
    standard_deviation: float | None
    house_edge: float
    standard_errors: float


class SeatFigures(msgspec.Struct, frozen=True):
    """Amounts are in cents per round. Edges name their denominator, as in `odds`."""

    seat: int
    policy: str
    ante: Cents
    three_card_bonus: Cents
    sum: Cents
    sum_of_squares: int
    mean: Estimate
    standard_deviation: float
    house_edge: Estimate
    edge_per_initial_wager: Estimate
    element_of_risk: Estimate
    play_frequency: Estimate
    win: Estimate
    tie: Estimate
    lose: Estimate
    awards: dict[str, int]
    """Number of hands of each class at the showdown, whether or not the house pays for the class."""
    three_card_hands: dict[str, int]
    distribution: tuple[ResultCount, ...]
    exact: ExactFigures


class TableFigures(msgspec.Struct, frozen=True):
    """The tray's results, in cents per round. `sum` is its total win; `drawdown` is its largest fall from a peak."""

    sum: Cents
    mean: Estimate
    variance: float
    standard_deviation: float
    variance_if_independent: float
    """The sum of the seats' variances, which would be the table's variance if seats did not share a dealer."""
    covariance: tuple[tuple[float, ...], ...]
    correlation: tuple[tuple[float, ...], ...]
    drawdown: Cents
    lowest: Cents
    highest: Cents


class BankFigures(msgspec.Struct, frozen=True):
    """The bank with which a tray runs out in at most the share `risk` of sessions.

    The run is divided into sessions of `session_rounds`, each of which starts with the whole bank. A session runs out
    when the tray's loss after any round exceeds the bank. The interval comes from order statistics. An end of the
    interval is null if there are too few sessions.
    """

    session_rounds: int
    sessions: int
    risk: float
    bank: Cents
    low: Cents | None
    high: Cents | None
    ran_out: Estimate
    """The share of simulated sessions that lost more than this bank."""


def seat_figures(party: Party, tally: Tally, seat: int) -> SeatFigures:
    """Return one seat's figures and the exact odds for comparison.

    >>> from boston7.house import preset
    >>> from boston7.simulate import Party, Seat, Tally, play_here, prepare, read_policy
    >>> party = Party(preset("nhcg"), [Seat(read_policy("optimal"), ante=10_00)])
    >>> run = prepare(party, rounds=1_000, seed=7)
    >>> tally = Tally(run)
    >>> for block in play_here(run, workers=1):
    ...     _ = tally.add(block)
    ...
    >>> round(seat_figures(party, tally, 0).exact.house_edge, 6)
    0.105478
    """
    at, rounds = party.seats[seat], tally.rounds
    total, squares = tally.sum(seat), tally.product(seat, seat)
    variance = covariance(rounds, total, total, squares)
    cells = tally.counts[seat].reshape(-1, 7, CELLS_OF_START).sum(axis=0)
    outcomes = cells[:, :-1].reshape(7, -1, 3).sum(axis=0)
    won, tied, lost = (int(count) for count in outcomes.sum(axis=0))
    played = won + tied + lost
    mean = Fraction(total, rounds)
    return SeatFigures(
        seat=seat + 1,
        policy=at.policy.name,
        ante=at.ante,
        three_card_bonus=at.side_bets.get(THREE_CARD_BONUS, 0),
        sum=total,
        sum_of_squares=squares,
        mean=estimate(mean, variance, rounds),
        standard_deviation=sqrt(variance),
        house_edge=estimate(-mean / at.ante, variance / at.ante**2, rounds),
        edge_per_initial_wager=estimate(-mean / at.initial_wager, variance / at.initial_wager**2, rounds),
        element_of_risk=_element_of_risk(party, tally, seat),
        play_frequency=share(played, rounds),
        win=share(won, played),
        tie=share(tied, played),
        lose=share(lost, played),
        awards=dict(zip(AWARD_KEYS, outcomes.sum(axis=1).tolist(), strict=True)),
        three_card_hands={
            category.key: int(count) for category, count in zip(ThreeCategory, cells.sum(axis=1), strict=True)
        },
        distribution=tuple(ResultCount(net, count) for net, count in tally.results(seat).items()),
        exact=_exact(party, tally, seat),
    )


def _element_of_risk(party: Party, tally: Tally, seat: int) -> Estimate:
    """Return the loss per cent wagered.

    Both amounts are known in every cell, so the error of the ratio is computed from their difference.
    """
    at = party.seats[seat]
    wagers = np.full((party.money.shape[1] // CELLS_OF_START, CELLS_OF_START), at.initial_wager + at.first, object)
    wagers[:, -1] = at.initial_wager
    money, counts = party.money[seat], tally.counts[seat].astype(object)
    wagered = int((wagers.reshape(-1) * counts).sum())
    ratio = Fraction(-tally.sum(seat), wagered)
    apart = ((money * ratio.denominator + wagers.reshape(-1) * ratio.numerator) ** 2 * counts).sum()
    variance = Fraction(int(apart), ratio.denominator**2 * max(1, tally.rounds - 1))
    return estimate(ratio, variance * Fraction(tally.rounds, wagered) ** 2, tally.rounds)


def _exact(party: Party, tally: Tally, seat: int) -> ExactFigures:
    expected, variance = exact_mean(party, seat)
    total = tally.sum(seat)
    apart = Fraction(total, tally.rounds) - expected
    found = covariance(tally.rounds, total, total, tally.product(seat, seat)) if variance is None else variance
    error = sqrt(found / tally.rounds)
    return ExactFigures(
        expected_value=float(expected),
        standard_deviation=None if variance is None else sqrt(variance),
        house_edge=float(-expected / party.seats[seat].ante),
        standard_errors=float(apart) / error if error else 0.0,
    )


def table_figures(tally: Tally) -> TableFigures:
    """Return the tray's results, summed over all seats.

    >>> from boston7.house import preset
    >>> from boston7.simulate import Party, Seat, Tally, play_here, prepare, read_policy
    >>> party = Party(preset("nhcg"), [Seat(read_policy("optimal"), ante=10_00)])
    >>> run = prepare(party, rounds=1_000, seed=7)
    >>> tally = Tally(run)
    >>> for block in play_here(run, workers=1):
    ...     _ = tally.add(block)
    ...
    >>> table_figures(tally).mean.low < table_figures(tally).mean.high
    True
    """
    rounds, seats = tally.rounds, range(tally.run.seats)
    sums = [tally.sum(seat) for seat in seats]
    together = [[covariance(rounds, sums[i], sums[j], tally.product(i, j)) for j in seats] for i in seats]
    variance = sum((sum(row) for row in together), Fraction(0))

    def correlation(i: int, j: int) -> float:
        spread = sqrt(together[i][i]) * sqrt(together[j][j])
        return 1.0 if i == j else float(together[i][j]) / spread if spread else 0.0

    return TableFigures(
        sum=tally.tray,
        mean=estimate(Fraction(tally.tray, rounds), variance, rounds),
        variance=float(variance),
        standard_deviation=sqrt(variance),
        variance_if_independent=float(sum((together[i][i] for i in seats), Fraction(0))),
        covariance=tuple(tuple(float(cell) for cell in row) for row in together),
        correlation=tuple(tuple(correlation(i, j) for j in seats) for i in seats),
        drawdown=tally.drawdown,
        lowest=tally.lowest,
        highest=tally.highest,
    )


def bank_figures(tally: Tally, risk: Fraction) -> BankFigures:
    """Return the bank with which a tray runs out in no more than a given share of sessions."""
    if not 0 < risk < 1:
        raise SimulationError(f"A risk must be between 0 and 1, not {float(risk):g}.")
    if not tally.sessions:
        raise SimulationError("No session was completed, so no bankroll can be reported.")
    found = quantile(tally.shortfalls, risk)
    beyond = sum(count for shortfall, count in tally.shortfalls.items() if shortfall > found.value)
    return BankFigures(
        session_rounds=tally.run.session_rounds,
        sessions=tally.sessions,
        risk=float(risk),
        bank=found.value,
        low=found.low,
        high=found.high,
        ran_out=share(beyond, tally.sessions),
    )
