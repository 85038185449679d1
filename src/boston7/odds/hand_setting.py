"""What setting a worse hand costs: every way to set five of seven against every hand the dealer may hold (R7)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from boston7.cards import Card
from boston7.game.settlement import Position, net_of, settle
from boston7.hands import Hand, best_five
from boston7.house import House
from boston7.odds.dealer_hands import Showdown, set_hand, showdown
from boston7.odds.money import Stakes, check_stakes


class Setting(NamedTuple):
    """One way to set the hand: the dealer's hands it beats, ties and loses to, its worth and what it gives away."""

    hand: Hand
    against: Showdown
    value: Fraction
    """Expected result per ante, 1st and 2nd included."""
    cost: Fraction
    """Per ante, against the best way."""


def setting_value(
    house: House,
    stakes: Stakes,
    seven: Sequence[Card],
    played: Sequence[Card],
    dead: Iterable[Card] = (),
    *,
    ante_only: bool = False,
    disclose: bool = True,
) -> tuple[Showdown, Fraction]:
    """Dealer hands beaten, tied and lost to with these five, and the expected result per ante.

    Where the best five are compared whatever was set, so they are here.

    >>> from boston7.cards import parse_cards
    >>> from boston7.house import preset
    >>> seven = parse_cards("9c 9d 9h Ks Kd 4c 2s")
    >>> _, value = setting_value(preset("nhcg"), Stakes(10_00), seven, parse_cards("9c 9d 9h Ks Kd"))
    >>> round(float(value), 4)
    5.9236
    """
    check_stakes(house, stakes, ante_only=ante_only)
    compared = played if house.playing_five.compared == "set" else best_five(seven).five
    against = showdown(seven, dead, compared)
    value = set_hand(seven, compared).value
    wagers = stakes.wagers(*("ante",) if ante_only else ("ante", "first", "second"), side_bets={})
    position = Position(1, wagers, tuple(seven), set=tuple(played), disclose=disclose)
    total = 0
    for ways, dealer in zip(against, (value - 1, value, value + 1), strict=True):
        lines = settle(house, Hand(dealer, ()), position)
        total += ways * net_of(lines)
    return against, Fraction(total, sum(against) * stakes.ante)


def settings(
    house: House,
    stakes: Stakes,
    seven: Sequence[Card],
    dead: Iterable[Card] = (),
    *,
    ante_only: bool = False,
    disclose: bool = True,
) -> tuple[Setting, ...]:
    """All 21 ways to set these seven cards, the best first. A long royal is taken as disclosed unless it is not.

    >>> from boston7.cards import parse_cards
    >>> from boston7.house import preset
    >>> best, *others = settings(preset("nhcg"), Stakes(10_00), parse_cards("9c 9d 9h Ks Kd 4c 2s"))
    >>> best.hand.name, len(others)
    ('full house, nines over kings', 20)
    """
    seen = tuple(dead)
    known: dict[int, tuple[Showdown, Fraction]] = {}
    found = []
    for five in combinations(seven, 5):
        hand = best_five(five)
        if hand.value not in known:
            known[hand.value] = setting_value(house, stakes, seven, five, seen, ante_only=ante_only, disclose=disclose)
        found.append((hand, *known[hand.value]))
    best = max(value for _, _, value in found)
    return tuple(
        Setting(hand, against, value, best - value)
        for hand, against, value in sorted(found, key=lambda one: (-one[2], -one[0].value))
    )
