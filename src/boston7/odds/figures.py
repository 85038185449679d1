"""Exact numbers for output: each fraction as text, with the nearest float."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

import msgspec

from boston7.money import Cents
from boston7.odds.prices import BonusPrice, Round


class Figure(msgspec.Struct, frozen=True):
    """An exact fraction as text, and the nearest float."""

    exact: str
    value: float


class Rounded(msgspec.Struct, frozen=True):
    """A figure that is not a fraction, such as a square root."""

    value: float


class AwardFigures(msgspec.Struct, frozen=True):
    probability: Figure
    contribution: Figure


class ResultFigures(msgspec.Struct, frozen=True):
    """One row of a distribution: a net result in cents, the number of deals and the probability."""

    net: Cents
    deals: int
    exact: str
    value: float


class RoundFigures(msgspec.Struct, frozen=True):
    """One strategy. Edges name their denominator; `expected_value` and `standard_deviation` are in antes."""

    house_edge: Figure
    edge_per_initial_wager: Figure
    element_of_risk: Figure
    return_to_player: Figure
    expected_value: Figure
    variance: Figure
    standard_deviation: Rounded
    skewness: Rounded
    volatility_index: Rounded
    n0: Figure | None
    """Number of rounds after which the expected loss equals one standard deviation. Null if the game is even."""
    initial_wager: Cents
    average_wager: Figure
    play_frequency: Figure
    win: Figure
    tie: Figure
    lose: Figure
    ahead: Figure
    even: Figure
    behind: Figure
    ante_bonus_hit_frequency: Figure
    ante_bonus: dict[str, AwardFigures]
    distribution: tuple[ResultFigures, ...]


class BonusAward(msgspec.Struct, frozen=True):
    pays: int
    deals: int
    probability: Figure
    contribution: Figure


class BonusFigures(msgspec.Struct, frozen=True):
    """The price of a side bet on its own, per unit wagered. Assumes that the hand is not folded before the bet is
    settled."""

    house_edge: Figure
    return_to_player: Figure
    hit_frequency: Figure
    standard_deviation: Rounded
    awards: dict[str, BonusAward]


class SideBetFigures(BonusFigures, frozen=True, kw_only=True):
    label: str
    judged_on: str
    wager: Cents


class WithSideBets(msgspec.Struct, frozen=True):
    """Best play with every side bet placed, including bets that a fold loses. All figures are exact. If a bet depends
    on the dealer's cards, the whole distribution is not available, and `note` says so."""

    expected_value: Figure
    house_edge: Figure
    element_of_risk: Figure
    average_wager: Figure
    play_frequency: Figure
    folds_changed: int
    """Number of starts, out of 1,755, whose best choice changes with these bets."""
    note: str
    round: RoundFigures | None


def figure(number: Fraction | int) -> Figure:
    """Return a number as an exact fraction and a float.

    >>> figure(Fraction(1, 3)).exact
    '1/3'
    """
    fraction = Fraction(number)
    return Figure(f"{fraction.numerator}/{fraction.denominator}", float(fraction))


def round_figures(played: Round) -> RoundFigures:
    ante, shares = played.ante, played.distribution
    return RoundFigures(
        house_edge=figure(played.house_edge),
        edge_per_initial_wager=figure(played.edge_per_initial_wager),
        element_of_risk=figure(played.element_of_risk),
        return_to_player=figure(played.return_to_player),
        expected_value=figure(played.expected_value / ante),
        variance=figure(played.variance / ante**2),
        standard_deviation=Rounded(played.standard_deviation / ante),
        skewness=Rounded(played.skewness),
        volatility_index=Rounded(played.volatility_index),
        n0=None if played.n0 is None else figure(played.n0),
        initial_wager=played.initial_wager,
        average_wager=figure(played.average_wager),
        play_frequency=figure(played.play_frequency),
        win=figure(played.win),
        tie=figure(played.tie),
        lose=figure(played.lose),
        ahead=figure(played.ahead),
        even=figure(played.even),
        behind=figure(played.behind),
        ante_bonus_hit_frequency=figure(played.bonus_hit_frequency),
        ante_bonus={
            award.key: AwardFigures(figure(award.probability), figure(award.contribution)) for award in played.awards
        },
        distribution=tuple(
            ResultFigures(net, ways, (share := figure(shares[net])).exact, share.value) for net, ways in played.results
        ),
    )


def bonus_figures(price: BonusPrice) -> BonusFigures:
    return BonusFigures(
        house_edge=figure(price.house_edge),
        return_to_player=figure(1 - price.house_edge),
        hit_frequency=figure(price.hit_frequency),
        standard_deviation=Rounded(sqrt(price.variance)),
        awards={
            key: BonusAward(
                price.odds[key],
                deals,
                figure(Fraction(deals, price.starting_deals)),
                figure(Fraction(deals * price.odds[key], price.starting_deals)),
            )
            for key, deals in price.deals.items()
        },
    )
