"""The cost of setting a worse hand: all ways to set five of seven cards against every possible dealer hand (R7)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations
from operator import mul
from typing import NamedTuple

from boston7.cards import Card
from boston7.game.settlement import Position, net_of, settle
from boston7.hands import Hand, best_five
from boston7.house import House
from boston7.odds.dealer_hands import Showdown, showdown
from boston7.odds.money import Stakes, check_stakes


class Setting(NamedTuple):
    """One way to set the hand, with its value, its cost, and the number of dealer hands it beats, ties and loses to."""

    hand: Hand
    against: Showdown
    value: Fraction
    """Expected result per ante, including 1st and 2nd Wager."""
    cost: Fraction
    """Difference from the best way, per ante."""


def settings(
    house: House,
    stakes: Stakes,
    seven: Sequence[Card],
    dead: Iterable[Card] = (),
    *,
    ante_only: bool = False,
    disclose: bool = True,
) -> tuple[Setting, ...]:
    """Return all 21 ways to set these seven cards, best first. `disclose` says whether a long royal is disclosed (R11).

    >>> from boston7.cards import parse_cards
    >>> from boston7.house import preset
    >>> best, *others = settings(preset("nhcg"), Stakes(10_00), parse_cards("9c 9d 9h Ks Kd 4c 2s"))
    >>> str(best.hand.name), round(float(best.value), 4), len(others)
    ('full house, nines over kings', 5.9236, 20)
    """
    check_stakes(house, stakes, ante_only=ante_only)
    seen, best_five_of_seven = tuple(dead), best_five(seven)
    wagers = stakes.wagers(*("ante",) if ante_only else ("ante", "first", "second"), side_bets={})
    priced: dict[int, tuple[Showdown, Fraction]] = {}
    found = []
    for five in combinations(seven, 5):
        hand = best_five(five)
        if hand.value not in priced:
            # Some houses compare the best five cards, regardless of how the player set the hand.
            compared = hand if house.playing_five.compared == "set" else best_five_of_seven
            against = showdown(seven, seen, compared.five)
            position = Position(1, wagers, tuple(seven), set=five, disclose=disclose)
            dealers = (compared.value - 1, compared.value, compared.value + 1)
            nets = [net_of(settle(house, Hand(dealer, ()), position)) for dealer in dealers]
            value = Fraction(sum(map(mul, against, nets)), sum(against) * stakes.ante)
            priced[hand.value] = against, value
        found.append((hand, *priced[hand.value]))
    best = max(value for _, _, value in found)
    return tuple(
        Setting(hand, against, value, best - value)
        for hand, against, value in sorted(found, key=lambda one: (-one[2], -one[0].value))
    )
