"""Search for pay tables near a target edge. It tries all whole-number odds in given ranges and prices them exactly."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain, pairwise
from math import prod
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from boston7.game.settlement import Position, net_of, settle
from boston7.hands import Category, Hand, best_five
from boston7.house import House
from boston7.house.fields import HIGHEST_ODDS
from boston7.money import Cents
from boston7.odds.counts import DEALS, Counts, Progress, load_counts
from boston7.odds.design_search import Search, Varied
from boston7.odds.errors import OddsError
from boston7.odds.money import Stakes, award_cards, check_stakes, ledger
from boston7.odds.prices import Pricing, side_bet_price
from boston7.odds.what_if import odds_tables, with_changes

_RARE = 20  # 20 to 1.
_MOST = 300_000_000
"""Maximum number of combinations of all keys except the last. This many take half a minute; larger ranges are rejected.
"""


class PayTable(NamedTuple):
    odds: tuple[int, ...]
    """Odds (X to 1) of each varied key."""
    house_edge: Fraction
    """House edge per ante, or per unit wagered on the side bet if a side bet varies."""


class Design(NamedTuple):
    keys: tuple[str, ...]
    ranges: tuple[tuple[int, int], ...]
    no_more_above: dict[str, int]
    """Odds above this are treated as equal, because the maximum payout cuts any further increase."""
    now: PayTable
    tables: tuple[PayTable, ...]
    """Closest edge first; among equal edges, the table closest to the current odds first."""
    considered: int


def usual_range(house: House, key: str) -> tuple[int, int]:
    """Return a range from half to four times the current odds, or up to six times for rare hands, which affect the edge
    little."""
    now = _odds_now(house, key)
    most = 6 * now if now >= _RARE else max(4 * now, now + 4)
    return max(1, now // 2), min(most, HIGHEST_ODDS)


def design(
    house: House,
    ante: Cents,
    target: Fraction,
    ranges: Mapping[str, tuple[int, int]],
    *,
    top: int = 10,
    progress: Progress | None = None,
) -> Design:
    """Return the pay tables closest to a target edge in which no hand pays less than a lower hand.

    An award's payout depends only on its own odds, with or without a cap. Placing the 2nd Wager is always best,
    whatever the pay table (docs/odds.md). The edge is therefore a sum with one term per award, linear up to the cap.
    The terms come from `settle`. A binary search finds the best odds of the last key.
    """
    section = vary_only(house, ranges)
    check_stakes(house, Stakes(ante))
    counts = load_counts()
    for key, (low, high) in ranges.items():
        if low > high:
            raise OddsError(f"The range of {key} runs backward: {low} to {high}.")
        with_changes(house, {key: low})
        with_changes(house, {key: high})
    lowering = _AnteEdge(ante, counts) if section == "ante_bonus" else _BonusEdge(section, counts)
    now = {key: _odds_now(house, key) for key in ranges}
    written = _paying(house, now)  # A royal that is paid as a straight flush gets its own entry before its odds vary.
    edge = lowering.edge(written)
    size = sum(high - low + 1 for low, high in ranges.values())
    keys: list[Varied] = []
    done = 0
    for key, (low, high) in ranges.items():
        exact = []
        for lowered in lowering.by_odds(written, key, range(low, high + 1)):
            exact.append(lowered)
            done += 1
            if progress:
                progress(done / size / 2)
        keys.append(_distinct(key, range(low, high + 1), exact, now[key]))
    # The key with the most odds is not enumerated. A binary search finds its best odds.
    keys.sort(key=lambda varied: len(varied.odds))
    if prod(len(varied.odds) for varied in keys[:-1]) > _MOST:
        raise OddsError("These ranges hold too many pay tables; vary fewer entries, or narrow them with --range.")
    search = Search(keys, _order(written, section, ranges), edge, target, top)
    found = search.run(progress)
    wanted = tuple(ranges)

    def distance(odds: Mapping[str, int]) -> Fraction:
        return sum((Fraction(abs(odds[key] - now[key]), now[key] or 1) for key in wanted), Fraction(0))

    found.sort(key=lambda item: (abs(item[1] - target), distance(item[0]), [item[0][key] for key in wanted]))
    tables = tuple(PayTable(tuple(odds[key] for key in wanted), lowered) for odds, lowered in found[:top])
    for table in tables:
        changed = with_changes(house, dict(zip(wanted, table.odds, strict=True)))
        if lowering.priced(changed) != table.house_edge:
            raise ArithmeticError(f"The pay table {table.odds} was searched and priced with different results.")
    return Design(
        wanted,
        tuple(ranges.values()),
        {varied.key: varied.no_more_above for varied in keys if varied.no_more_above is not None},
        PayTable(tuple(now.values()), edge),
        tables,
        search.considered,
    )


def vary_only(house: House, keys: Iterable[str]) -> str:
    """Return the wager that these keys belong to. Raise an error unless all keys are odds of the same wager."""
    names = [f"{table}.{award}" for table, awards in odds_tables(house).items() for award in awards]
    sections = []
    for key in keys:
        if key not in names:
            close = difflib.get_close_matches(key, names, n=1, cutoff=0.6)
            hint = f"did you mean {close[0]}?" if close else f"these have: {', '.join(names)}."
            raise OddsError(f"{key!r} has no odds to vary; {hint}")
        sections.append(key.partition(".")[0])
    if not sections:
        raise OddsError("Name at least one pay-table entry to vary.")
    if len(set(sections)) > 1:
        aside = next(label for name, label in house.rules.labels.items() if name in sections)
        raise OddsError(f"The {aside} has its own edge; vary one wager at a time.")
    return sections[0]


def _odds_now(house: House, key: str) -> int:
    section, _, name = key.partition(".")
    if bet := house.rules.side_bets.get(section):
        return bet.odds(name)
    return house.ante_odds(next(category for category in Category if category.key == name))


def _paying(house: House, odds: Mapping[str, int]) -> House:
    tables = {"ante_bonus": dict(house.ante_bonus), **{bet.id: dict(bet.pays) for bet in house.side_bets}}
    for key, value in odds.items():
        section, _, name = key.partition(".")
        tables[section][name] = value
    bets = tuple([replace(bet, pays=tables[bet.id]) for bet in house.side_bets])
    return replace(house, ante_bonus=tables["ante_bonus"], side_bets=bets)


class _AnteEdge:
    """The edge per ante if no hand is folded."""

    def __init__(self, ante: Cents, counts: Counts) -> None:
        self.stakes, self.counts = Stakes(ante), counts
        every = tuple(map(sum, zip(*counts.by_category(), strict=True)))
        self.ways = [every[begin : begin + 3] for begin in range(0, len(every), 3)]

    def edge(self, house: House) -> Fraction:
        money = ledger(house, self.stakes).play
        return -self._worth(zip(chain.from_iterable(self.ways), chain.from_iterable(money), strict=True))

    def by_odds(self, house: House, key: str, odds: range) -> Iterator[Fraction]:
        """Yield the amount by which each of these odds lowers the edge."""
        now, low, high = (
            ledger(paid, self.stakes).play
            for paid in (house, _paying(house, {key: odds[0]}), _paying(house, {key: odds[-1]}))
        )
        # Payouts never decrease as odds rise, so equal payouts at both ends mean that the award is constant in between.
        awards = [award for award in range(len(now)) if not low[award] == high[award] == now[award]]
        for value in odds:
            changed = _paying(house, {key: value})
            yield self._worth(
                (ways, net - before)
                for award in awards
                for ways, net, before in zip(self.ways[award], self._nets(changed, award), now[award], strict=True)
            )

    def priced(self, house: House) -> Fraction:
        return Pricing(house, self.stakes, self.counts).round().house_edge

    def _nets(self, house: House, award: int) -> Iterator[Cents]:
        """Return the net results of a win, a tie and a loss, including 1st and 2nd Wager."""
        wagers, cards = self.stakes.wagers("ante", "first", "second"), award_cards(award)
        value = best_five(cards).value
        for dealer in (value - 1, value, value + 1):
            lines = settle(house, Hand(dealer, ()), Position(1, wagers, cards))
            yield net_of(lines)

    def _worth(self, results: Iterable[tuple[int, Cents]]) -> Fraction:
        return Fraction(sum(ways * net for ways, net in results), DEALS * self.stakes.ante)


class _BonusEdge:
    """The edge of a side bet, per unit wagered on it."""

    def __init__(self, bet: str, counts: Counts) -> None:
        self.bet, self.counts = bet, counts

    def edge(self, house: House) -> Fraction:
        bet = house.rules.side_bets.get(self.bet)
        assert bet is not None
        return side_bet_price(bet, self.counts).house_edge

    def by_odds(self, house: House, key: str, odds: range) -> Iterator[Fraction]:
        now = self.edge(house)
        return (now - self.edge(_paying(house, {key: value})) for value in odds)

    priced = edge


def _distinct(key: str, odds: range, lowers: Sequence[Fraction], now: int) -> Varied:
    """Drop odds whose payout is no higher than that of lower odds because of the maximum payout."""
    kept = [at for at in range(len(odds)) if at == 0 or lowers[at] > lowers[at - 1]]
    no_more = odds[kept[-1]] if kept[-1] < len(odds) - 1 else None
    if no_more is not None and now in odds and now > no_more:
        kept[-1] = odds.index(now)  # All higher odds pay the same, so keep the house's own odds.
    exact = tuple(lowers[at] for at in kept)
    rounded = np.array([float(one) for one in exact])
    return Varied(key, np.array([odds[at] for at in kept]), exact, rounded, no_more)


def _order(house: House, section: str, varied: Iterable[str]) -> list[tuple[str | int, str | int]]:
    """Return pairs in which the first must pay at least as much as the second. Each pair is two varied keys, or one
    varied key and fixed odds."""
    bet = house.rules.side_bets.get(section)
    pays = bet.pays if bet else house.ante_bonus
    chosen = set(varied)
    keys = [f"{section}.{award}" for award in odds_tables(house)[section] if award in pays]
    pays_at = {key: key if key in chosen else pays[key.partition(".")[2]] for key in keys}
    return [(pays_at[better], pays_at[worse]) for better, worse in pairwise(keys) if chosen & {better, worse}]
