"""The `odds` document: the JSON contract of docs/odds.md, and the PAR data from which the PAR sheet is printed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import sqrt
from typing import Any

import msgspec

from boston7.cards import Card, format_cards
from boston7.house import House
from boston7.house.model import THREE_CARD_BONUS
from boston7.house.pay_order import pay_order_warnings
from boston7.money import Cents, dollars
from boston7.odds.counts import Counts, counts_version, load_counts, prices_version
from boston7.odds.figures import (
    BonusFigures,
    Figure,
    RoundFigures,
    WithSideBets,
    bonus_figures,
    figure,
    round_figures,
)
from boston7.odds.money import Stakes, check_stakes
from boston7.odds.prices import Pricing, Round, Strategy, side_bet_price
from boston7.odds.seen_cards import counts_without, known_start
from boston7.odds.stakes import cap_bites, edge_by_stake, fixed_awards, stake_effect, undisclosed_cost
from boston7.odds.starts import start_number
from boston7.odds.strategy import decisions, first_fold, in_words

ROUNDS_PER_HOUR = 40
"""About what one dealer deals at a full table."""
_NO_DECISION = "An ante alone has no decision to make."


class CapFigures(msgspec.Struct, frozen=True):
    """From which ante, in cents, the maximum payout takes something from an award; `cost` is per ante."""

    award: str
    won_from: Cents | None
    otherwise_from: Cents | None
    cost: Figure


class FixedFigures(msgspec.Struct, frozen=True):
    award: str
    amount: Cents
    counts_up_to: Cents


class StakeFigures(msgspec.Struct, frozen=True):
    """What the stake does to the house edge, per ante."""

    maximum_payout: Cents | None
    maximum_payout_adds: Figure
    fixed_awards_take_off: Figure
    undisclosed_long_royals_cost: Figure
    bites: tuple[CapFigures, ...]
    fixed_awards: tuple[FixedFigures, ...]


class StartFigures(msgspec.Struct, frozen=True):
    """One start: expected values per ante, and what the wrong choice costs per ante when it comes up."""

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
    """Where the actual return to the player lies 99 times in 100 after so many rounds (normal approximation)."""

    rounds: int
    from_return: float
    to_return: float


class ParDocument(msgspec.Struct, frozen=True):
    """Everything about one house at one stake. The versions name the rules and the code it rests on."""

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


def odds_document(
    house: House,
    ante: Cents | None = None,
    side_bets: Mapping[str, Cents] = {},
    *,
    ante_only: bool = False,
    start: Sequence[Card] | None = None,
    dead: Iterable[Card] = (),
    counts: Counts | None = None,
    rounds_per_hour: int = ROUNDS_PER_HOUR,
) -> dict[str, Any]:
    """What `boston7 odds --json` prints. Amounts are cents; expected values are in antes.

    >>> from boston7.house import preset
    >>> odds_document(preset("nhcg"), 10_00)["house_edge"]["exact"]
    '6670487117779/63240546819450'
    """
    seen = tuple(dead)
    others = [bet for bet in house.side_bets if bet.id != THREE_CARD_BONUS]
    three_card = {bet: cents for bet, cents in side_bets.items() if bet == THREE_CARD_BONUS}
    stakes = Stakes(house.limits.table_minimum if ante is None else ante, three_card)
    check_stakes(house, stakes, ante_only=ante_only)
    # With a start, dead cards change what it is worth; the figures of a round are for them only without one.
    whole_deck = start is not None or not seen
    counts = counts or (load_counts() if whole_deck else counts_without(seen))
    every = Pricing(house, stakes._replace(side_bets=side_bets), counts)
    pricing = Pricing(house, stakes, counts)
    main = pricing.round("ante_only" if ante_only else "optimal", with_bonus=False)
    alone = pricing.round("ante_only", with_bonus=False)
    document: dict[str, Any] = {
        "house": house.id,
        "name": house.name,
        "version": house.version,
        "counts_version": counts_version(),
        "prices_version": prices_version(),
        "ante": stakes.ante,
        "ante_is_table_minimum": ante is None,
        "note": _note(house, stakes, ante is None),
        "strategy": main.strategy,
        **_built(round_figures(main)),
        "play_all": _built(round_figures(pricing.round("play_all", with_bonus=False))),
        "ante_only": {"available": not house.first_wager_required, **_built(round_figures(alone))},
        "three_card_bonus": _built(bonus_figures(pricing.three_card_bonus)),
        "cost_per_hour": {
            "rounds": rounds_per_hour,
            **_built(figure(-rounds_per_hour * main.expected_value)),
        },
        "stake": _built(_stake_figures(pricing, main.strategy)),
        "strategy_in_words": [_NO_DECISION] if ante_only else list(in_words(pricing, first_fold(house, counts))),
    }
    if not whole_deck:
        document["dead"] = format_cards(seen)
    if warnings := pay_order_warnings(house):
        document["warnings"] = list(warnings)
    if stakes.beside:
        document["with_three_card_bonus"] = {
            "wager": stakes.beside,
            **_built(round_figures(pricing.round("optimal"))),
        }
    if others:
        document["side_bets"] = {
            bet.id: {
                "label": bet.label,
                "judged_on": bet.judged_on,
                "wager": side_bets.get(bet.id, 0),
                **_built(bonus_figures(side_bet_price(bet, counts))),
            }
            for bet in others
            if whole_deck or bet.judged_on != "six_cards"
        }
    if every.stakes.beside > stakes.beside and not ante_only:
        document["with_side_bets"] = _built(with_side_bets(every, pricing))
    if start is not None:
        document |= _start(pricing, start, seen, ante_only=ante_only)
        if "with_side_bets" in document and not seen:
            document["with_side_bets"] |= _start_with(every, start)
    return document


def _start_with(every: Pricing, start: Sequence[Card]) -> dict[str, Any]:
    """What playing and folding a start are worth where a fold loses side bets too; those settled before are aside."""
    play, fold = every.play_value(start_number(start)), every.fold_value
    ante = every.stakes.ante
    return {
        "play": _built(figure(play / ante)),
        "fold": _built(figure(Fraction(fold, ante))),
        "decision": "play" if play >= fold else "fold",
    }


_SIMULATED = "A bet is judged with the dealer's cards: the distribution of the whole round is left out."


def with_side_bets(every: Pricing, without: Pricing) -> WithSideBets:
    """Best play with all the side bets that are down, beside best play without those of the house's own."""
    expected, ante = every.expected_value, every.stakes.ante
    played = sum(deals for deals, plays in zip(every.counts.deals, every.plays, strict=True) if plays)
    return WithSideBets(
        expected_value=figure(expected / ante),
        house_edge=figure(-expected / ante),
        element_of_risk=figure(-expected / every.average_wager),
        average_wager=figure(every.average_wager),
        play_frequency=figure(Fraction(played, every.counts.starting_deals)),
        folds_changed=len({*every.folded} ^ {*without.folded}),
        note=_SIMULATED if every.six_card_totals else "",
        round=None if every.six_card_totals else round_figures(every.round("optimal")),
    )


def _note(house: House, stakes: Stakes, assumed: bool) -> str:
    if not assumed:
        return f"Figures are for an ante of {dollars(stakes.ante)}."
    depends = house.maximum_payout.amount is not None or house.fixed_awards
    why = "the maximum payout and fixed awards make figures depend on it" if depends else "no figure depends on it"
    return f"No ante was given: figures are for the table minimum of {dollars(stakes.ante)}; {why}."


def _start(pricing: Pricing, start: Sequence[Card], dead: tuple[Card, ...], *, ante_only: bool) -> dict[str, Any]:
    shown: dict[str, Any] = {"cards": format_cards(start), "dead": format_cards(dead)}
    known = known_start(pricing.house, pricing.stakes, start, dead, pricing.counts)
    play, fold = (known.ante_only if ante_only else known.play), known.fold
    shown |= {"win": _built(figure(known.win)), "tie": _built(figure(known.tie)), "lose": _built(figure(known.lose))}
    found = {"start": shown, "play": _built(figure(play))}
    if not ante_only:  # an ante alone has nothing to decide (R6)
        found["fold"] = _built(figure(fold))
        shown["decision"] = "play" if play >= fold else "fold"
        shown["mistake_costs"] = _built(figure(abs(play - fold)))
    return found


def _stake_figures(pricing: Pricing, strategy: Strategy = "optimal") -> StakeFigures:
    effect = stake_effect(pricing, strategy)
    return StakeFigures(
        pricing.house.maximum_payout.amount,
        figure(effect.maximum_payout),
        figure(effect.fixed_awards),
        figure(undisclosed_cost(pricing, strategy)),
        tuple(
            CapFigures(bite.award, bite.won_from, bite.otherwise_from, figure(bite.cost))
            for bite in cap_bites(pricing, strategy)
            if bite.won_from is not None
        ),
        tuple(FixedFigures(*fixed) for fixed in fixed_awards(pricing.house)),
    )


def par_document(house: House, ante: Cents, bonus: Cents = 0, counts: Counts | None = None) -> ParDocument:
    """The PAR data of a house at a stake.

    >>> from boston7.house import preset
    >>> par = par_document(preset("nhcg"), 10_00)
    >>> par.three_card_bonus.house_edge.exact, len(par.starts)
    ('762/5525', 1755)
    """
    counts = counts or load_counts()
    pricing = Pricing(house, Stakes(ante, {THREE_CARD_BONUS: bonus} if bonus else {}), counts)
    optimal = pricing.round("optimal", with_bonus=False)
    stake = _stake_figures(pricing)
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
        edge_by_stake=tuple(EdgeAtStake(at, figure(edge)) for at, edge in edge_by_stake(house, antes, counts=counts)),
        strategy_in_words=in_words(pricing, first_fold(house, counts)),
        actual_return=tuple(_actual_return(optimal, rounds) for rounds in (10_000, 100_000, 1_000_000, 10_000_000)),
        starts=tuple(
            StartFigures(
                str(made.start),
                made.start.deals,
                figure(made.play),
                figure(made.fold),
                "play" if made.plays else "fold",
                figure(made.mistake),
            )
            for made in decisions(pricing)
        ),
    )


def _actual_return(played: Round, rounds: int) -> ActualReturn:
    spread = 2.5758293035489 * played.standard_deviation / sqrt(rounds) / float(played.average_wager)
    expected = float(played.return_to_player)
    return ActualReturn(rounds, expected - spread, expected + spread)


def _built(struct: msgspec.Struct) -> dict[str, Any]:
    built: dict[str, Any] = msgspec.to_builtins(struct)
    return built
