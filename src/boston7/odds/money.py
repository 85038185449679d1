"""Net result of each outcome under a house's rules, for given stakes. All amounts come from `settle`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from boston7.cards import Card, parse_cards
from boston7.game.settlement import Position, bonus_lines, net_of, settle
from boston7.game.wagers import refuse_wagers
from boston7.hands import Hand, hand_value
from boston7.house import House
from boston7.house.model import WagerId, Wagers
from boston7.money import Cents
from boston7.odds.errors import OddsError

# One sample hand for each award class and three-card category. All hands of a class settle alike.
_SEVEN = tuple(
    parse_cards(cards)
    for cards in (
        "Ac Kd 9h 7s 5c 4d 2h",
        "Ac Ad 9h 7s 5c 4d 2h",
        "Ac Ad 9h 9s 5c 4d 2h",
        "Ac Ad Ah 9s 5c 4d 2h",
        "Ac Kd Qh Js Tc 4d 2h",
        "Ac Kc 9c 7c 5c 4d 2h",
        "Ac Ad Ah 9s 9c 4d 2h",
        "Ac Ad Ah As 9c 4d 2h",
        "Kc Qc Jc Tc 9c 4d 2h",
        "Ac Kc Qc Jc Tc 4d 2h",
        "Ac Kc Qc Jc Tc 9c 2h",
        "Ac Kc Qc Jc Tc 9c 8c",
    )
)
_THREE = tuple(
    parse_cards(cards) for cards in ("Ac 9d 2h", "Ac Ad 2h", "Ac 9c 2c", "9c 8d 7h", "9c 9d 9h", "9c 8c 7c", "Ac Kc Qc")
)


class Stakes(NamedTuple):
    """A player's wagers, in cents. 1st and 2nd Wager equal the ante."""

    ante: Cents
    side_bets: Mapping[WagerId, Cents] = {}

    @property
    def on_side_bets(self) -> Cents:
        return sum(self.side_bets.values())

    def wagers(self, *main: str, side_bets: Mapping[WagerId, Cents] | None = None) -> Wagers:
        """Return the wagers on the layout: the ante amount on each of `main`, plus the side bets."""
        placed = self.side_bets if side_bets is None else side_bets
        return dict.fromkeys(main, self.ante) | {bet: cents for bet, cents in placed.items() if cents}


ByOutcome = tuple[tuple[Cents, Cents, Cents], ...]
"""For each award, the cents won, tied and lost."""


class Ledger(NamedTuple):
    """Net results in cents by award and outcome (won, tied, lost). `paid` is the payout of the Ante Bonus; `trimmed` is
    the part cut by the maximum payout."""

    play: ByOutcome
    ante_only: ByOutcome
    fold: Cents
    bonus: tuple[Cents, ...]
    """Results of side bets settled on the first three cards, by three-card category."""
    paid: ByOutcome
    trimmed: ByOutcome
    trimmed_in_all: ByOutcome
    paid_alone: ByOutcome
    """Payout of the Ante Bonus when there are no 1st and 2nd Wager to share the maximum payout."""
    trimmed_alone: ByOutcome


def check_stakes(house: House, stakes: Stakes, *, ante_only: bool = False) -> None:
    """Reject wagers that the house does not allow (R1).

    >>> from boston7.house import preset
    >>> check_stakes(preset("nhcg"), Stakes(10_00))
    >>> check_stakes(preset("nhcg"), Stakes(1_00))
    Traceback (most recent call last):
        ...
    boston7.odds.errors.OddsError: NHCG: The Ante Bonus is $1; this table takes $5 to $50 (R1).
    """
    wagers = stakes.wagers("ante") if ante_only else stakes.wagers("ante", "first")
    refusal = refuse_wagers(house, wagers, any_cents=True)
    if refusal is not None:
        raise OddsError(f"{house.name}: {refusal.reason}", "R1")


def ledger(house: House, stakes: Stakes, *, disclose: bool = True) -> Ledger:
    """Settle one hand of each kind. The stakes are not checked; see `check_stakes`.

    >>> from boston7.house import preset
    >>> ledger(preset("nhcg"), Stakes(10_00)).fold
    -2000
    """
    bets = [bet for bet in house.side_bets if stakes.side_bets.get(bet.id)]
    on_five = {bet.id: stakes.side_bets[bet.id] for bet in bets if bet.judged_on == "best_five"}
    late = {bet.id: stakes.side_bets[bet.id] for bet in bets if not bet.early}
    settled = [_settled(house, stakes._replace(side_bets=on_five), cards, disclose) for cards in _SEVEN]
    play, ante_only, paid, trimmed, in_all, paid_alone, trimmed_alone = (
        tuple((won[number], tied[number], lost[number]) for won, tied, lost in settled) for number in range(7)
    )
    folded = Position(1, stakes.wagers("ante", "first", side_bets=late), _THREE[0], fold=True)
    fold = net_of(settle(house, None, folded))
    bonuses = bonus_results(house, stakes)
    return Ledger(play, ante_only, fold, bonuses, paid, trimmed, in_all, paid_alone, trimmed_alone)


def _settled(house: House, stakes: Stakes, cards: tuple[Card, ...], disclose: bool) -> list[tuple[Cents, ...]]:
    """Return all numbers of a ledger in the order of its tables, each with won, tied and lost."""
    value = hand_value(cards)
    played = Position(1, stakes.wagers("ante", "first", "second"), cards, disclose=disclose)
    without = standing_alone(house, stakes.side_bets)
    alone = Position(1, stakes.wagers("ante", side_bets=without), cards, disclose=disclose)
    numbers: list[tuple[Cents, ...]] = []
    for dealer in (Hand(value - 1, ()), Hand(value, ()), Hand(value + 1, ())):
        lines = settle(house, dealer, played)
        bonus = next(line for line in lines if line.wager == "ante")
        lines_alone = settle(house, dealer, alone)
        line = next(line for line in lines_alone if line.wager == "ante")
        in_all = sum(line.trimmed for line in lines)
        numbers.append((net_of(lines), net_of(lines_alone), bonus.paid, bonus.trimmed, in_all, line.paid, line.trimmed))
    return numbers


def standing_alone(house: House, side_bets: Mapping[WagerId, Cents]) -> Wagers:
    """Return the side bets that do not need a 1st Wager."""
    needy = {bet.id for bet in house.side_bets if "first" in bet.needs}
    return {bet: cents for bet, cents in side_bets.items() if bet not in needy}


def bonus_results(house: House, stakes: Stakes) -> tuple[Cents, ...]:
    """Return the results of the early side bets by category. Qualifying hands are assumed to be exposed (R3)."""
    wagers = stakes.wagers("ante", "first")
    return tuple([net_of(bonus_lines(house, Position(1, wagers, cards))) for cards in _THREE])


def award_cards(award: int) -> tuple[Card, ...]:
    """Return the sample hand of an award class."""
    return _SEVEN[award]
