"""JSON documents for programs: the output of `boston7 odds --json`, and the data of the server's odds pages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

import msgspec
from msgspec.structs import asdict

from boston7.cards import Card, format_cards
from boston7.house import House
from boston7.house.model import THREE_CARD_BONUS
from boston7.house.pay_order import pay_order_warnings
from boston7.money import Cents, dollars
from boston7.odds.counts import counts_version, load_counts, prices_version
from boston7.odds.figures import (
    BonusFigures,
    Figure,
    RoundFigures,
    SideBetFigures,
    WithSideBets,
    bonus_figures,
    figure,
    round_figures,
)
from boston7.odds.money import Stakes, check_stakes
from boston7.odds.prices import Pricing, Strategy, side_bet_price
from boston7.odds.seen_cards import KnownStart, counts_without, known_start
from boston7.odds.stakes import antes_of, cap_bites, fixed_awards, stake_effect, undisclosed_cost
from boston7.odds.starts import start_number
from boston7.odds.strategy import decisions, first_fold, in_words

ROUNDS_PER_HOUR = 40
"""Rounds per hour, roughly the pace of one dealer at a full table."""
_NO_DECISION = "With an ante alone there is no decision."
_SIMULATED = "A side bet uses the dealer's cards, so the distribution of the whole round is not available."
_DIGITS = 6


class CapFigures(msgspec.Struct, frozen=True):
    """The lowest ante in cents at which the maximum payout trims an award. `cost` is per ante."""

    award: str
    won_from: Cents | None
    otherwise_from: Cents | None
    cost: Figure


class FixedFigures(msgspec.Struct, frozen=True):
    award: str
    amount: Cents
    counts_up_to: Cents


class StakeFigures(msgspec.Struct, frozen=True):
    """The effect of the stake on the house edge, per ante."""

    maximum_payout: Cents | None
    maximum_payout_adds: Figure
    fixed_awards_take_off: Figure
    undisclosed_long_royals_cost: Figure
    bites: tuple[CapFigures, ...]
    fixed_awards: tuple[FixedFigures, ...]


class AnteOnlyFigures(RoundFigures, frozen=True, kw_only=True):
    available: bool


class WithBonusFigures(RoundFigures, frozen=True, kw_only=True):
    wager: Cents


class HourlyCost(Figure, frozen=True):
    """A player's average cost in cents over a number of rounds."""

    rounds: int


class OddsDocument(RoundFigures, frozen=True, kw_only=True, omit_defaults=True):
    """The output of `boston7 odds HOUSE --json`. Amounts are cents; expected values are in antes."""

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
    """The house's own side bets, each priced separately."""
    with_side_bets: WithSideBets | None = None
    dead: str = ""
    """Dead cards excluded from these figures."""
    warnings: tuple[str, ...] = ()
    """Lower hands that pay more than a higher hand."""


class StartChances(msgspec.Struct, frozen=True, omit_defaults=True):
    """How often a start wins when played, and the better choice if there is one (R6)."""

    cards: str
    dead: str
    win: Figure
    tie: Figure
    lose: Figure
    decision: str = ""
    mistake_costs: Figure | None = None


class StartDocument(OddsDocument, frozen=True, kw_only=True, omit_defaults=True):
    """The document of `--start`. `play` and `fold` are per ante."""

    start: StartChances
    play: Figure
    fold: Figure | None = None


class StartWithSideBets(WithSideBets, frozen=True, kw_only=True):
    """The values of `play` and `fold` if folding also loses side bets. Side bets settled earlier are excluded."""

    play: Figure
    fold: Figure
    decision: str


class EdgeAtAnte(msgspec.Struct, frozen=True):
    ante: Cents
    house_edge: float
    element_of_risk: float


class StakeList(msgspec.Struct, frozen=True):
    """The price of best play from the table minimum to the table maximum, per ante and per total wagered."""

    stakes: tuple[EdgeAtAnte, ...]


class Outcome(msgspec.Struct, frozen=True):
    """A net result in cents, its probability, and the number of deals that give it."""

    net: Cents
    probability: float
    times: int


class Distribution(msgspec.Struct, frozen=True):
    """Every result of one round of best play; `deals` is the sum of all `times`."""

    ante: Cents
    three_card_bonus: Cents
    deals: int
    outcomes: tuple[Outcome, ...]


class StartWorth(msgspec.Struct, frozen=True):
    """One start with the values of playing and folding in cents. `ways` is its number of deals, out of 22,100."""

    cards: str
    hand: str
    ways: int
    play: float
    fold: float


class StartList(msgspec.Struct, frozen=True):
    """The values of all starts at one ante."""

    ante: Cents
    starts: tuple[StartWorth, ...]


def odds_document(
    house: House,
    ante: Cents | None = None,
    side_bets: Mapping[str, Cents] = {},
    *,
    ante_only: bool = False,
    start: Sequence[Card] | None = None,
    dead: Iterable[Card] = (),
    rounds_per_hour: int = ROUNDS_PER_HOUR,
) -> OddsDocument:
    """Return the output of `boston7 odds --json`. Amounts are cents; expected values are in antes.

    >>> from boston7.house import preset
    >>> odds_document(preset("nhcg"), 10_00).house_edge.exact
    '6670487117779/63240546819450'
    """
    seen = tuple(dead)
    three_card = {bet: cents for bet, cents in side_bets.items() if bet == THREE_CARD_BONUS}
    stakes = Stakes(house.limits.table_minimum if ante is None else ante, three_card)
    check_stakes(house, stakes, ante_only=ante_only)
    # With a start given, dead cards change only the value of that start. Without one, they change the figures of the
    # round.
    whole_deck = start is not None or not seen
    counts = load_counts() if whole_deck else counts_without(seen)
    every = Pricing(house, stakes._replace(side_bets=side_bets), counts)
    pricing = Pricing(house, stakes, counts)
    main = pricing.round("ante_only" if ante_only else "optimal", with_bonus=False)
    alone = pricing.round("ante_only", with_bonus=False)
    cost = figure(-rounds_per_hour * main.expected_value)
    with_bonus = asdict(round_figures(pricing.round("optimal"))) if stakes.on_side_bets else {}
    wagers_more = every.stakes.on_side_bets > stakes.on_side_bets and not ante_only
    document = OddsDocument(
        **asdict(round_figures(main)),
        house=house.id,
        name=house.name,
        version=house.version,
        counts_version=counts_version(),
        prices_version=prices_version(),
        ante=stakes.ante,
        ante_is_table_minimum=ante is None,
        note=_note(house, stakes, ante is None),
        strategy=main.strategy,
        play_all=round_figures(pricing.round("play_all", with_bonus=False)),
        ante_only=AnteOnlyFigures(**asdict(round_figures(alone)), available=not house.first_wager_required),
        three_card_bonus=bonus_figures(pricing.three_card_bonus),
        cost_per_hour=HourlyCost(cost.exact, cost.value, rounds_per_hour),
        stake=stake_figures(pricing, main.strategy),
        strategy_in_words=(_NO_DECISION,) if ante_only else in_words(pricing, first_fold(house, counts)),
        with_three_card_bonus=WithBonusFigures(**with_bonus, wager=stakes.on_side_bets) if with_bonus else None,
        side_bets={
            bet.id: SideBetFigures(
                **asdict(bonus_figures(side_bet_price(bet, counts))),
                label=bet.label,
                judged_on=bet.judged_on,
                wager=side_bets.get(bet.id, 0),
            )
            for bet in house.side_bets
            if bet.id != THREE_CARD_BONUS and (whole_deck or bet.judged_on != "six_cards")
        },
        with_side_bets=_with_side_bets(every, pricing, None if seen else start) if wagers_more else None,
        dead="" if whole_deck else format_cards(seen),
        warnings=tuple(pay_order_warnings(house)),
    )
    if start is None:
        return document
    known = known_start(house, stakes, start, seen, counts)
    if ante_only:
        return StartDocument(**asdict(document), start=_chances(known), play=figure(known.ante_only))
    chances = _chances(known, "play" if known.plays else "fold", figure(known.mistake))
    return StartDocument(**asdict(document), start=chances, play=figure(known.play), fold=figure(known.fold))


def _chances(known: KnownStart, decision: str = "", mistake_costs: Figure | None = None) -> StartChances:
    shares = figure(known.win), figure(known.tie), figure(known.lose)
    return StartChances(format_cards(known.cards), format_cards(known.dead), *shares, decision, mistake_costs)


def _with_side_bets(every: Pricing, without: Pricing, start: Sequence[Card] | None) -> WithSideBets:
    """Price best play with every side bet placed. `without` covers only the Three Card Bonus."""
    expected, ante = every.expected_value, every.stakes.ante
    figures = WithSideBets(
        expected_value=figure(expected / ante),
        house_edge=figure(-expected / ante),
        element_of_risk=figure(-expected / every.average_wager),
        average_wager=figure(every.average_wager),
        play_frequency=figure(every.play_frequency),
        folds_changed=len({*every.folded} ^ {*without.folded}),
        note=_SIMULATED if every.six_card_totals else "",
        round=None if every.six_card_totals else round_figures(every.round("optimal")),
    )
    if start is None:
        return figures
    play, fold = every.play_value(start_number(start)), every.fold_value
    decision = "play" if play >= fold else "fold"
    return StartWithSideBets(
        **asdict(figures), play=figure(play / ante), fold=figure(Fraction(fold, ante)), decision=decision
    )


def _note(house: House, stakes: Stakes, assumed: bool) -> str:
    if not assumed:
        return f"Figures are for an ante of {dollars(stakes.ante)}."
    depends = house.maximum_payout.amount is not None or house.fixed_awards
    why = "the maximum payout and fixed awards make figures depend on it" if depends else "no figure depends on it"
    return f"No ante was given: figures are for the table minimum of {dollars(stakes.ante)}; {why}."


def stake_figures(pricing: Pricing, strategy: Strategy = "optimal") -> StakeFigures:
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


def edges_document(house: House) -> StakeList:
    """Price best play at every stake of a house.

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
    """Return every result of best play, including the Three Card Bonus if it is wagered.

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
    """Return all 1,755 starts, aces first. They exclude the Three Card Bonus, which is settled before the decision.

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
                str(one.start),
                one.start.category.key,
                one.start.deals,
                round(float(one.play * ante), _DIGITS),
                round(float(one.fold * ante), _DIGITS),
            )
            for one in decisions(pricing)
        ),
    )
