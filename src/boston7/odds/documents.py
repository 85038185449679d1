"""What programs are told of the odds, with a type for every document: for the server and its description."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import msgspec

from boston7.house import House
from boston7.house.model import THREE_CARD_BONUS
from boston7.money import Cents
from boston7.odds.figures import BonusFigures, Figure, RoundFigures, SideBetFigures, WithSideBets
from boston7.odds.money import Stakes
from boston7.odds.prices import Pricing, Strategy
from boston7.odds.report import StakeFigures, odds_document
from boston7.odds.stakes import antes_of
from boston7.odds.strategy import decisions

_DIGITS = 6


class AnteOnlyFigures(RoundFigures, frozen=True, kw_only=True):
    available: bool


class WithBonusFigures(RoundFigures, frozen=True, kw_only=True):
    wager: Cents


class HourlyCost(Figure, frozen=True):
    """What so many rounds cost a player on average, in cents."""

    rounds: int


class OddsDocument(RoundFigures, frozen=True, kw_only=True, omit_defaults=True):
    """What `boston7 odds HOUSE --json` prints. Amounts are cents; expected values are in antes."""

    house: str
    name: str
    version: str
    counts_version: str
    prices_version: str
    ante: Cents
    ante_is_table_minimum: bool
    note: str
    strategy: Strategy
    play_all: RoundFigures
    ante_only: AnteOnlyFigures
    three_card_bonus: BonusFigures
    cost_per_hour: HourlyCost
    stake: StakeFigures
    strategy_in_words: tuple[str, ...]
    with_three_card_bonus: WithBonusFigures | None = None
    side_bets: dict[str, SideBetFigures] = msgspec.field(default_factory=dict)
    """Of the house's own, each alone."""
    with_side_bets: WithSideBets | None = None
    dead: str = ""
    """The cards these figures do without, where there are any."""
    warnings: tuple[str, ...] = ()
    """Where a lower hand pays more than a higher one."""


class EdgeAtAnte(msgspec.Struct, frozen=True):
    ante: Cents
    house_edge: float
    element_of_risk: float


class StakeList(msgspec.Struct, frozen=True):
    """The price of best play from the table minimum to the table maximum: shares of the ante, and of total wagered."""

    stakes: tuple[EdgeAtAnte, ...]


class Outcome(msgspec.Struct, frozen=True):
    """A net result in cents, its probability, and in how many of all deals it comes about."""

    net: Cents
    probability: float
    times: int


class Distribution(msgspec.Struct, frozen=True):
    """Every result of one round of best play; `deals` is the sum of all times."""

    ante: Cents
    three_card_bonus: Cents
    deals: int
    outcomes: tuple[Outcome, ...]


class StartWorth(msgspec.Struct, frozen=True):
    """One start, and what playing and folding it are worth in cents; `ways` is how many of 22,100 deals look so."""

    cards: str
    hand: str
    ways: int
    play: float
    fold: float


class StartList(msgspec.Struct, frozen=True):
    """Every start at one ante, and what it is worth."""

    ante: Cents
    starts: tuple[StartWorth, ...]


def whole_document(house: House, ante: Cents | None = None, side_bets: Mapping[str, Cents] = {}) -> OddsDocument:
    """What `boston7 odds HOUSE --json` prints, as a typed document.

    >>> from boston7.house import preset
    >>> whole_document(preset("nhcg")).strategy
    'optimal'
    """
    return msgspec.convert(odds_document(house, ante, side_bets), OddsDocument)


def edges_document(house: House) -> StakeList:
    """The price of best play at every stake of a house.

    >>> from boston7.house import preset
    >>> edges_document(preset("nhcg")).stakes[0].ante
    500
    """
    rows = []
    for ante in antes_of(house):
        played = Pricing(house, Stakes(ante)).round("optimal")
        rows.append(EdgeAtAnte(ante, float(played.house_edge), float(played.element_of_risk)))
    return StakeList(tuple(rows))


def distribution(pricing: Pricing) -> Distribution:
    """Of best play, the three-card bonus included where there is one.

    >>> from boston7.house import preset
    >>> pricing = Pricing(preset("nhcg"), Stakes(10_00))
    >>> worst = distribution(pricing).outcomes[0]
    >>> worst.net, round(worst.probability, 4)
    (-3000, 0.4881)
    """
    played = pricing.round("optimal")
    deals = pricing.counts.all_deals
    outcomes = tuple(Outcome(net, float(Fraction(ways, deals)), ways) for net, ways in played.results)
    return Distribution(pricing.stakes.ante, pricing.stakes.side_bets.get(THREE_CARD_BONUS, 0), deals, outcomes)


def starts_document(pricing: Pricing) -> StartList:
    """All 1,755 starts, aces first; a three-card bonus is settled before and changes nothing.

    >>> from boston7.house import preset
    >>> pricing = Pricing(preset("nhcg"), Stakes(10_00))
    >>> len(starts_document(pricing).starts)
    1755
    """
    ante = pricing.stakes.ante
    return StartList(
        ante,
        tuple(
            StartWorth(
                str(made.start),
                made.start.category.key,
                made.start.deals,
                round(float(made.play * ante), _DIGITS),
                round(float(made.fold * ante), _DIGITS),
            )
            for made in decisions(pricing)
        ),
    )
