"""PAR data: all figures of one house at one stake. The PAR sheet is made from it."""

from __future__ import annotations

from math import sqrt

import msgspec

from boston7.house import House
from boston7.house.model import THREE_CARD_BONUS
from boston7.money import Cents
from boston7.odds.counts import counts_version, prices_version
from boston7.odds.documents import StakeFigures, stake_figures
from boston7.odds.figures import BonusFigures, Figure, RoundFigures, bonus_figures, figure, round_figures
from boston7.odds.money import Stakes
from boston7.odds.prices import Pricing, Round
from boston7.odds.stakes import edge_by_stake
from boston7.odds.strategy import decisions, first_fold, in_words


class StartFigures(msgspec.Struct, frozen=True):
    """One start: expected values per ante, and the cost per ante of the wrong choice when this start occurs."""

    cards: str
    deals: int
    play: Figure
    fold: Figure
    decision: str
    mistake_costs: Figure


class EdgeAtStake(msgspec.Struct, frozen=True):
    ante: Cents
    house_edge: Figure


class ActualReturn(msgspec.Struct, frozen=True):
    """The 99 % interval of the actual return to player after a number of rounds, by the normal approximation."""

    rounds: int
    from_return: float
    to_return: float


class ParDocument(msgspec.Struct, frozen=True):
    """All figures of one house at one stake. The versions identify the rules and the code that produced them."""

    house: str
    name: str
    document: str
    house_version: str
    counts_version: str
    prices_version: str
    ante: Cents
    three_card_bonus_wager: Cents
    three_card_odds: dict[str, int]
    ante_odds: dict[str, int]
    ante_only_available: bool
    strategies: dict[str, RoundFigures]
    with_three_card_bonus: RoundFigures | None
    three_card_bonus: BonusFigures
    stake: StakeFigures
    edge_by_stake: tuple[EdgeAtStake, ...]
    strategy_in_words: tuple[str, ...]
    actual_return: tuple[ActualReturn, ...]
    starts: tuple[StartFigures, ...]


def par_document(house: House, ante: Cents, bonus: Cents = 0) -> ParDocument:
    """Return the PAR data of a house at a stake.

    >>> from boston7.house import preset
    >>> par = par_document(preset("nhcg"), 10_00)
    >>> par.three_card_bonus.house_edge.exact, len(par.starts)
    ('762/5525', 1755)
    """
    pricing = Pricing(house, Stakes(ante, {THREE_CARD_BONUS: bonus} if bonus else {}))
    optimal = pricing.round("optimal", with_bonus=False)
    stake = stake_figures(pricing)
    low, high = house.limits.table_minimum, house.limits.table_maximum
    turns = {bite.won_from for bite in stake.bites} | {fixed.counts_up_to for fixed in stake.fixed_awards}
    antes = sorted({low, high, ante} | {cents for cents in turns if cents and low <= cents <= high})
    return ParDocument(
        house=house.id,
        name=house.name,
        document=house.document,
        house_version=house.version,
        counts_version=counts_version(),
        prices_version=prices_version(),
        ante=ante,
        three_card_bonus_wager=bonus,
        three_card_odds=dict(bet.pays) if (bet := house.rules.side_bets.get(THREE_CARD_BONUS)) else {},
        ante_odds=dict(house.ante_bonus),
        ante_only_available=not house.first_wager_required,
        strategies={
            "optimal": round_figures(optimal),
            "play_all": round_figures(pricing.round("play_all", with_bonus=False)),
            "ante_only": round_figures(pricing.round("ante_only", with_bonus=False)),
        },
        with_three_card_bonus=round_figures(pricing.round("optimal")) if bonus else None,
        three_card_bonus=bonus_figures(pricing.three_card_bonus),
        stake=stake,
        edge_by_stake=tuple(EdgeAtStake(at, figure(edge)) for at, edge in edge_by_stake(house, antes)),
        strategy_in_words=in_words(pricing, first_fold(house)),
        actual_return=tuple(_actual_return(optimal, rounds) for rounds in (10**power for power in range(3, 8))),
        starts=tuple(
            StartFigures(
                str(one.start),
                one.start.deals,
                figure(one.play),
                figure(one.fold),
                "play" if one.plays else "fold",
                figure(one.mistake),
            )
            for one in decisions(pricing)
        ),
    )


def _actual_return(played: Round, rounds: int) -> ActualReturn:
    spread = 2.5758293035489 * played.standard_deviation / sqrt(rounds) / float(played.average_wager)
    expected = float(played.return_to_player)
    return ActualReturn(rounds, expected - spread, expected + spread)
