"""Turns counts into prices: exact expected values, distributions and edges of a house at a stake."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import chain
from math import sqrt
from operator import mul
from typing import Literal, NamedTuple

from boston7.hands import Category, ThreeCategory
from boston7.house import House
from boston7.house.model import JUDGED_ON, THREE_CARD_BONUS, SideBet, WagerId
from boston7.money import Cents
from boston7.odds.counts import AWARD_KEYS, STARTING_DEALS, Counts, Row, load_counts
from boston7.odds.errors import OddsError
from boston7.odds.money import ByOutcome, Ledger, Stakes, check_stakes, ledger
from boston7.odds.six_cards import DEALER_THREES, six_card_counts
from boston7.odds.what_if import with_changes

_NINETY = 1.6448536269514722
"""Number of standard deviations on each side of the mean that covers 90 % of a normal distribution."""

Strategy = Literal["optimal", "play_all", "ante_only", "custom"]
STRATEGIES: tuple[Strategy, ...] = ("optimal", "play_all", "ante_only")


class AwardPrice(NamedTuple):
    """One award of the Ante Bonus: the probability of its payout, and its value to the player per ante."""

    key: str
    probability: Fraction
    contribution: Fraction


class Round(NamedTuple):
    """One strategy at one stake: every net result of a round in cents, with its number of deals."""

    strategy: Strategy
    stakes: Stakes
    results: tuple[tuple[Cents, int], ...]
    outcomes: tuple[int, int, int]
    """Number of played deals that are won, tied and lost."""
    awards: tuple[AwardPrice, ...]

    @property
    def ante(self) -> Cents:
        return self.stakes.ante

    @property
    def deals(self) -> int:
        """Total number of deals; `DEALS` for a whole deck."""
        return sum(ways for _, ways in self.results)

    @property
    def expected_value(self) -> Fraction:
        """The expected value in cents per round."""
        return Fraction(sum(net * ways for net, ways in self.results), self.deals)

    @property
    def variance(self) -> Fraction:
        """The variance in square cents per round."""
        squares = Fraction(sum(net * net * ways for net, ways in self.results), self.deals)
        return squares - self.expected_value**2

    @property
    def standard_deviation(self) -> float:
        """The standard deviation in cents per round."""
        return sqrt(self.variance)

    @property
    def skewness(self) -> float:
        """The skewness: positive if a few large wins balance many small losses."""
        mean, variance = self.expected_value, self.variance
        squares, cubes = (
            Fraction(sum(net**power * ways for net, ways in self.results), self.deals) for power in (2, 3)
        )
        return float(cubes - 3 * mean * squares + 2 * mean**3) / float(variance) ** 1.5 if variance else 0.0

    @property
    def volatility_index(self) -> float:
        """The volatility index. Divided by the square root of the number of rounds, it gives the 90 % deviation of the
        return."""
        return _NINETY * self.standard_deviation / float(self.average_wager)

    @property
    def n0(self) -> Fraction | None:
        """Number of rounds after which the expected loss equals one standard deviation. None if the game is even."""
        return self.variance / self.expected_value**2 if self.expected_value else None

    @property
    def distribution(self) -> dict[Cents, Fraction]:
        deals = self.deals
        return {net: Fraction(ways, deals) for net, ways in self.results}

    @property
    def played(self) -> int:
        return sum(self.outcomes)

    @property
    def play_frequency(self) -> Fraction:
        """Share of rounds that reach the showdown."""
        return Fraction(self.played, self.deals)

    @property
    def win(self) -> Fraction:
        """Share among played hands; 0 if no hand is played."""
        return Fraction(self.outcomes[0], self.played or 1)

    @property
    def tie(self) -> Fraction:
        return Fraction(self.outcomes[1], self.played or 1)

    @property
    def lose(self) -> Fraction:
        return Fraction(self.outcomes[2], self.played or 1)

    @property
    def initial_wager(self) -> Cents:
        """Total wagered before the cards are dealt: Ante Bonus, 1st Wager and any side bets."""
        main = self.ante if self.strategy == "ante_only" else 2 * self.ante
        return main + self.stakes.on_side_bets

    @property
    def average_wager(self) -> Fraction:
        """Average total wagered per round. The 2nd Wager counts only in rounds that are played."""
        second = 0 if self.strategy == "ante_only" else self.ante * self.play_frequency
        return self.initial_wager + Fraction(second)

    @property
    def house_edge(self) -> Fraction:
        """Expected share of the ante that the house wins."""
        return -self.expected_value / self.ante

    @property
    def edge_per_initial_wager(self) -> Fraction:
        return -self.expected_value / self.initial_wager

    @property
    def element_of_risk(self) -> Fraction:
        """Expected share of the total amount wagered that the house wins."""
        return -self.expected_value / self.average_wager

    @property
    def return_to_player(self) -> Fraction:
        return 1 - self.element_of_risk

    @property
    def ahead(self) -> Fraction:
        """Share of rounds in which the player comes out ahead."""
        return Fraction(sum(ways for net, ways in self.results if net > 0), self.deals)

    @property
    def even(self) -> Fraction:
        return Fraction(sum(ways for net, ways in self.results if net == 0), self.deals)

    @property
    def behind(self) -> Fraction:
        return Fraction(sum(ways for net, ways in self.results if net < 0), self.deals)

    @property
    def bonus_hit_frequency(self) -> Fraction:
        """Share of rounds in which the Ante Bonus pays."""
        return sum((award.probability for award in self.awards), Fraction(0))


class BonusPrice(NamedTuple):
    """The price of a side bet on its own, per unit wagered. Assumes that the hand is not folded before the bet is
    settled."""

    odds: dict[str, int]
    deals: dict[str, int]
    """Number of deals by award. Awards that pay nothing are left out."""
    starting_deals: int
    """Total number of deals. For a whole deck it is 22,100 if three cards decide the bet."""

    @property
    def hit_frequency(self) -> Fraction:
        return Fraction(sum(deals for key, deals in self.deals.items() if self.odds[key]), self.starting_deals)

    @property
    def house_edge(self) -> Fraction:
        back = sum((self.odds[key] + 1) * deals for key, deals in self.deals.items() if self.odds[key])
        return 1 - Fraction(back, self.starting_deals)

    @property
    def variance(self) -> Fraction:
        squares = sum((self.odds[key] + 1) ** 2 * deals for key, deals in self.deals.items() if self.odds[key])
        return Fraction(squares, self.starting_deals) - (1 - self.house_edge) ** 2


class Pricing:
    """Exact prices of a house at a stake. They are computed on first use."""

    def __init__(self, house: House, stakes: Stakes, counts: Counts | None = None, *, disclose: bool = True) -> None:
        check_stakes(house, stakes)
        self.house = house
        self.stakes = stakes
        self.counts = counts or load_counts()
        self.disclose = disclose

    @cached_property
    def ledger(self) -> Ledger:
        return ledger(self.house, self.stakes, disclose=self.disclose)

    def play_value(self, number: int) -> Fraction:
        """Return the value of playing a start in cents, excluding side bets settled earlier."""
        main = Fraction(self.play_totals[number], self.counts.completions)
        return main + Fraction(self.six_card_totals[number], DEALER_THREES) if self.six_card_totals else main

    @cached_property
    def play_values(self) -> tuple[Fraction, ...]:
        """The value of playing each start."""
        return tuple(map(self.play_value, range(len(self.counts.rows))))

    @cached_property
    def six_card_totals(self) -> tuple[int, ...]:
        """For each start, the sum of results of side bets over all `DEALER_THREES` sets of the dealer's first three
        cards."""
        stakes = self.stakes.side_bets
        bets = [bet for bet in self.house.side_bets if bet.judged_on == "six_cards" and stakes.get(bet.id)]
        if not bets:
            return ()
        if self.counts.starting_deals != STARTING_DEALS:
            raise OddsError("A bet on the dealer's first three cards can be priced only with a whole deck.")
        worth = six_card_worth([(bet, stakes[bet.id]) for bet in bets])
        return tuple(sum(map(mul, row, worth)) for row in six_card_counts())

    @cached_property
    def play_totals(self) -> tuple[int, ...]:
        """The value of each start multiplied by its number of completions. These are integers, which add up faster."""
        return tuple(start_totals(self.counts.rows, self.ledger.play))

    @property
    def fold_value(self) -> Cents:
        return self.ledger.fold

    @cached_property
    def folded(self) -> tuple[int, ...]:
        """The starts in which folding is better than placing the 2nd Wager."""
        if not self.six_card_totals:
            return better_folded(self.counts, self.ledger)
        return tuple(number for number, worth in enumerate(self.play_values) if worth < self.fold_value)

    @cached_property
    def plays(self) -> tuple[bool, ...]:
        """For each start, whether placing the 2nd Wager is at least as good as folding."""
        folded = set(self.folded)
        return tuple(number not in folded for number in range(len(self.counts.rows)))

    def round(self, strategy: Strategy = "optimal", *, with_bonus: bool | None = None) -> Round:
        """Price one strategy. Side bets are included unless `with_bonus` is False, because they depend on the same
        cards as the main wagers."""
        return self._round(strategy, self.folded if strategy == "optimal" else (), with_bonus)

    def custom_round(self, plays: Sequence[bool], *, with_bonus: bool | None = None) -> Round:
        """Price an arbitrary strategy, which says for each start whether to place the 2nd Wager."""
        if len(plays) != len(self.counts.rows):
            raise OddsError(f"A strategy must say play or fold for each of {len(self.counts.rows):,} starts.")
        return self._round("custom", [number for number, play in enumerate(plays) if not play], with_bonus)

    def _round(self, strategy: Strategy, folded: Collection[int], with_bonus: bool | None) -> Round:
        ante_only = strategy == "ante_only"
        bets = [bet for bet in self.house.side_bets if self.stakes.side_bets.get(bet.id)]
        needy = any("first" in bet.needs for bet in bets)
        bonus = bool(bets) and not (ante_only and needy) if with_bonus is None else with_bonus
        if not all(bet.early for bet in bets) and (not bonus or self.six_card_totals):
            wagers = "alone" if not bonus else "with a bet on the dealer's cards"
            raise OddsError(f"Only the expected value of the whole round {wagers} can be priced.")
        if bonus and ante_only:
            check_stakes(self.house, self.stakes, ante_only=True)
        extra = self.ledger.bonus if bonus else (0,) * len(ThreeCategory)
        net = list(chain.from_iterable(self.ledger.ante_only if ante_only else self.ledger.play))
        played = self.counts.by_category(folded)
        folds = [0] * len(ThreeCategory)
        for number in folded:
            folds[self.counts.three_category[number]] += self.counts.deals[number]
        results: dict[Cents, int] = defaultdict(int)
        for category, added in enumerate(extra):
            for cents, ways in zip(net, played[category], strict=True):
                results[cents + added] += ways
            results[self.fold_value + added] += folds[category] * self.counts.completions
        by_award = tuple(map(sum, zip(*played, strict=True)))
        won, tied, lost = (sum(by_award[outcome::3]) for outcome in range(3))
        return Round(
            strategy,
            self.stakes if bonus else Stakes(self.stakes.ante),
            tuple(sorted((result, ways) for result, ways in results.items() if ways)),
            (won, tied, lost),
            self._awards(by_award, self.ledger.paid_alone if ante_only else self.ledger.paid),
        )

    def _awards(self, by_award: Row, pays: ByOutcome) -> tuple[AwardPrice, ...]:
        """Return the awards in this house's pay table, best first. An unlisted long royal counts as a royal."""
        ways: dict[str, int] = {}
        money: dict[str, int] = {}
        for award in range(len(AWARD_KEYS)):
            key = self.house.award_line(AWARD_KEYS[award])
            if key is None:
                continue
            row = by_award[3 * award : 3 * award + 3]
            ways[key] = ways.get(key, 0) + sum(row)
            paid = sum(count * cents for count, cents in zip(row, pays[award], strict=True))
            money[key] = money.get(key, 0) + paid
        deals = self.counts.all_deals
        return tuple(
            AwardPrice(key, Fraction(ways[key], deals), Fraction(money[key], deals * self.stakes.ante))
            for key in reversed(ways)
        )

    @cached_property
    def three_card_bonus(self) -> BonusPrice:
        return bonus_price(self.house, self.counts)

    @property
    def expected_value(self) -> Fraction:
        """Exact value of best play in cents per round, including all side bets placed."""
        folded = set(self.folded)
        values = zip(self.play_values, self.counts.deals, self.counts.three_category, strict=True)
        total = Fraction(0)
        for number, (play, deals, kind) in enumerate(values):
            worth = self.fold_value if number in folded else play
            total += (worth + self.ledger.bonus[kind]) * deals
        return total / self.counts.starting_deals

    @property
    def play_frequency(self) -> Fraction:
        """Share of rounds in which best play places the 2nd Wager."""
        played = sum(deals for deals, plays in zip(self.counts.deals, self.plays, strict=True) if plays)
        return Fraction(played, self.counts.starting_deals)

    @property
    def average_wager(self) -> Fraction:
        """Average total wagered per round of best play, including side bets."""
        return (2 + self.play_frequency) * self.stakes.ante + self.stakes.on_side_bets


def price(
    house: House,
    ante: Cents | None = None,
    *,
    side_bets: Mapping[WagerId, Cents] | None = None,
    strategy: Strategy = "optimal",
    changes: Mapping[str, object] | Iterable[str] = (),
) -> Round:
    """Return the exact figures of one strategy at one stake, by default best play at the table minimum. `changes` first
    replaces numbers in the pay tables; see `with_changes`.

    >>> from boston7.house import preset
    >>> price(preset("nhcg"), 5_00, changes=["ante_bonus.straight_flush=75"]).house_edge
    Fraction(12051531241433, 126481093638900)
    """
    changed = with_changes(house, changes) if changes else house
    stakes = Stakes(changed.limits.table_minimum if ante is None else ante, side_bets or {})
    return Pricing(changed, stakes).round(strategy)


def six_card_worth(bets: Iterable[tuple[SideBet, Cents]]) -> list[Cents]:
    """For each category, return the combined net result of all six-card bets."""
    bets = tuple(bets)
    return [sum(cents * (bet.odds(kind.key) or -1) for bet, cents in bets) for kind in Category]


def bonus_price(house: House, counts: Counts) -> BonusPrice:
    """Price the Three Card Bonus of a house, per unit wagered.

    >>> from boston7.house import preset
    >>> bonus_price(preset("nhcg"), load_counts()).house_edge
    Fraction(762, 5525)
    """
    return side_bet_price(house.rules.side_bets.get(THREE_CARD_BONUS, _NO_BONUS), counts)


_NO_BONUS = SideBet(THREE_CARD_BONUS, "", None, None, ("ante", "first"), "first_three", True, False, {})
"""Placeholder for a house without a Three Card Bonus. It pays nothing."""


def side_bet_price(bet: SideBet, counts: Counts) -> BonusPrice:
    """Price any side bet on its own."""
    ways = dict.fromkeys((*JUDGED_ON[bet.judged_on], "high_card"), 0)
    total = counts.starting_deals
    if bet.judged_on == "first_three":
        for number, deals in zip(counts.three_category, counts.deals, strict=True):
            ways[ThreeCategory(number).key] += deals
    elif bet.judged_on == "six_cards":
        total *= DEALER_THREES
        for row, deals in zip(six_card_counts(), counts.deals, strict=True):
            for kind, hands in zip(Category, row, strict=True):
                ways[kind.key] += hands * deals
    else:
        total *= counts.completions
        for row in counts.by_category():
            for award, key in enumerate(AWARD_KEYS):
                ways[key if key in ways else "royal_flush"] += sum(row[3 * award : 3 * award + 3])
    named = JUDGED_ON[bet.judged_on]
    return BonusPrice({key: bet.odds(key) for key in named}, {key: ways[key] for key in named}, total)


def start_totals(rows: Iterable[Row], net: ByOutcome) -> list[int]:
    """For each start, return the sum of net results, each multiplied by its number of ways."""
    money = tuple(chain.from_iterable(net))
    return [sum(map(mul, row, money)) for row in rows]


def better_folded(counts: Counts, settled: Ledger, among: Collection[int] | None = None) -> tuple[int, ...]:
    """Return the starts that are worth less played than folded. If `among` is given, consider only those starts."""
    worth = settled.fold * counts.completions
    money = tuple(chain.from_iterable(settled.play))
    # Most starts would be played even if every award paid like the lowest one. Skip their exact sums.
    won, tied, lost = (min(row[outcome] for row in settled.play) for outcome in range(3))
    doubtful = counts.below(won, tied, lost, settled.fold)
    if among is not None:
        doubtful = tuple(sorted(set(doubtful).intersection(among)))
    return tuple(number for number in doubtful if sum(map(mul, counts.rows[number], money)) < worth)
