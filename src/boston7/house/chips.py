"""Which amounts a house's chips can make (R1)."""

from __future__ import annotations

from functools import cache, lru_cache

from boston7.money import Cents


def makeable(chips: tuple[Cents, ...], amount: Cents) -> bool:
    """Whether an amount is a sum of these chips, each as often as needed. Rules that name no chips take any amount."""
    least = least_sums(chips).get(amount % min(chips, default=1))
    return least is not None and least <= amount


@lru_cache(maxsize=1024)  # mostly a table's maximum
def most_makeable(chips: tuple[Cents, ...], amount: Cents) -> Cents:
    """The largest sum of these chips that is no more than an amount."""
    if not chips:
        return amount
    smallest = min(chips)
    sums = [amount - (amount - rest) % smallest for rest, least in least_sums(chips).items() if least <= amount]
    return max((total for total in sums if makeable(chips, total)), default=0)


@cache
def least_sums(chips: tuple[Cents, ...]) -> dict[int, Cents]:
    """For each remainder over the smallest chip, the least sum that has it: the smallest chip does the rest."""
    smallest = min(chips, default=1)
    least: dict[int, Cents] = {0: 0}
    found = [0]
    while found:
        reached = [least[rest] + chip for rest in found for chip in chips]
        found = []
        for total in reached:
            rest = total % smallest
            if total < least.get(rest, total + 1):
                least[rest] = total
                found.append(rest)
    return least
