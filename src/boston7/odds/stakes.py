"""How the price depends on the stake: the ante at which the maximum payout trims awards, and the effect of fixed
awards."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

import msgspec

from boston7.game.settlement import Position, settle
from boston7.hands import Hand, best_five
from boston7.house import House
from boston7.house.model import MaximumPayout
from boston7.money import Cents
from boston7.odds.counts import AWARD_KEYS
from boston7.odds.money import Stakes, award_cards
from boston7.odds.prices import Pricing, Strategy
from boston7.odds.strategy import HIGHEST_ANTE, least


class CapBite(NamedTuple):
    """The lowest ante at which the maximum payout trims an award, and the amount trimmed at this stake.

    `won_from` applies if the player also wins 1st and 2nd Wager. `otherwise_from` applies after a tie, a loss, or with
    only an ante. Both are in cents, or None if nothing is ever trimmed.
    """

    award: str
    won_from: Cents | None
    otherwise_from: Cents | None
    cost: Fraction
    """Average per ante and round, over all hands played."""


def cap_bites(pricing: Pricing, strategy: Strategy = "optimal") -> tuple[CapBite, ...]:
    """Return one entry per award class, best first. Even a class without a payout can have its 1st and 2nd Wager
    trimmed.

    >>> from boston7.house import preset
    >>> from boston7.odds import Stakes
    >>> bites = cap_bites(Pricing(preset("nhcg"), Stakes(10_00)))
    >>> next(bite.won_from for bite in bites if bite.award == "royal_flush")
    496
    """
    alone = strategy == "ante_only"
    trimmed = pricing.ledger.trimmed_alone if alone else pricing.ledger.trimmed_in_all
    played = pricing.counts.by_category(pricing.folded if strategy == "optimal" else ())
    by_award = tuple(map(sum, zip(*played, strict=True)))
    bites = []
    for award in reversed(range(len(AWARD_KEYS))):
        row = by_award[3 * award : 3 * award + 3]
        taken = sum(ways * cents for ways, cents in zip(row, trimmed[award], strict=True))
        bites.append(
            CapBite(
                AWARD_KEYS[award],
                bites_from(pricing.house, award, won=True),
                bites_from(pricing.house, award, won=False),
                Fraction(taken, pricing.counts.all_deals * pricing.stakes.ante),
            )
        )
    return tuple(bites)


def bites_from(house: House, award: int, *, won: bool) -> Cents | None:
    """Return the lowest ante in cents at which `settle` trims this award. It is trimmed at all higher antes too."""
    cards = award_cards(award)
    value = best_five(cards).value
    dealer = Hand(value - 1 if won else value, ())

    def trims(ante: Cents) -> bool:
        lines = settle(house, dealer, Position(1, Stakes(ante).wagers("ante", "first", "second"), cards))
        return any(line.trimmed for line in lines)

    return least(trims, HIGHEST_ANTE)


class FixedAward(NamedTuple):
    """A fixed award applies as long as it exceeds what the odds pay. Above `up_to`, the odds pay more."""

    award: str
    amount: Cents
    up_to: Cents


def fixed_awards(house: House) -> tuple[FixedAward, ...]:
    """Return the fixed awards of a house, and the highest ante at which each applies.

    >>> from boston7.house import preset
    >>> [(fixed.award, fixed.amount) for fixed in fixed_awards(preset("rack-card"))]
    [('seven_card_royal', 2500000), ('six_card_royal', 500000)]
    """
    royal = house.ante_odds(best_five(award_cards(AWARD_KEYS.index("royal_flush"))).category)
    return tuple(
        FixedAward(award, amount, amount // royal if royal else HIGHEST_ANTE)
        for award, amount in house.fixed_awards.items()
    )


class StakeEffect(NamedTuple):
    """The effect of the maximum payout and of the fixed awards on the house edge per ante, at one stake."""

    ante: Cents
    house_edge: Fraction
    maximum_payout: Fraction
    """How much the maximum payout raises the edge."""
    fixed_awards: Fraction
    """How much the fixed awards lower the edge."""


def stake_effect(pricing: Pricing, strategy: Strategy = "optimal") -> StakeEffect:
    """Compute the effect of the maximum payout and the fixed awards on the edge at one stake.

    >>> from boston7.house import preset
    >>> from boston7.odds import Stakes
    >>> round(float(stake_effect(Pricing(preset("nhcg"), Stakes(50_00))).maximum_payout), 4)
    0.0266
    """
    house, stakes = pricing.house, Stakes(pricing.stakes.ante)
    mine = Pricing(house, stakes, pricing.counts)
    edge = mine.round(strategy).house_edge

    def without(change: dict[str, object]) -> Fraction:
        return Pricing(msgspec.structs.replace(house, **change), stakes, pricing.counts).round(strategy).house_edge

    cap = house.maximum_payout
    trims = any(map(any, mine.ledger.trimmed_in_all)) or any(map(any, mine.ledger.trimmed_alone))
    unlimited = without({"maximum_payout": MaximumPayout(None, cap.scope, cap.trim)}) if trims else edge
    unfixed = without({"fixed_awards": {}}) if house.fixed_awards else edge
    return StakeEffect(stakes.ante, edge, edge - unlimited, unfixed - edge)


def antes_of(house: House) -> list[Cents]:
    """Return every whole dollar within the limits (or a hundred stakes if the limits are wide), plus every ante at
    which the slope of the edge changes.

    >>> from boston7.house import preset
    >>> antes_of(preset("nhcg"))[:3]
    [500, 501, 600]
    """
    low, high = house.limits.table_minimum, house.limits.table_maximum
    step = 100 if high - low <= 20_000 else (high - low) // 100
    bends = {cents for bite in cap_bites(Pricing(house, Stakes(low))) for cents in bite[1:3] if cents}
    bends |= {award.up_to for award in fixed_awards(house)}
    return sorted({*range(low, high + 1, step), high} | {cents for cents in bends if low <= cents <= high})


def edge_by_stake(
    house: House, antes: Iterable[Cents], strategy: Strategy = "optimal"
) -> tuple[tuple[Cents, Fraction], ...]:
    """Return the house edge per ante at each of these antes.

    >>> from boston7.house import preset
    >>> [(ante, round(float(edge), 4)) for ante, edge in edge_by_stake(preset("nhcg"), [5_00, 50_00])]
    [(500, 0.1022), (5000, 0.1287)]
    """
    return tuple((ante, Pricing(house, Stakes(ante)).round(strategy).house_edge) for ante in antes)


def undisclosed_cost(pricing: Pricing, strategy: Strategy = "optimal") -> Fraction:
    """Compute the cost per ante and round of never disclosing a long royal (R11).

    >>> from boston7.house import preset
    >>> from boston7.odds import Stakes
    >>> float(undisclosed_cost(Pricing(preset("nhcg"), Stakes(5_00))))
    0.0
    """
    silent = Pricing(pricing.house, Stakes(pricing.stakes.ante), pricing.counts, disclose=False)
    disclosed = Pricing(pricing.house, Stakes(pricing.stakes.ante), pricing.counts)
    return silent.round(strategy).house_edge - disclosed.round(strategy).house_edge
