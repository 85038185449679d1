"""The amounts that a house's chips can make (R1)."""

from __future__ import annotations

import msgspec

from boston7.money import Cents


class Chips(msgspec.Struct, frozen=True):
    """The amounts that these denominations can make. Without denominations, every amount is valid."""

    smallest: Cents
    sums: dict[int, Cents]
    """The least sum for each remainder modulo the smallest chip. Smallest chips make up the rest."""

    @classmethod
    def of(cls, values: tuple[Cents, ...]) -> Chips:
        smallest = min(values, default=1)
        least: dict[int, Cents] = {0: 0}
        found = [0]
        while found:
            reached = [least[rest] + chip for rest in found for chip in values]
            found = []
            for total in reached:
                rest = total % smallest
                if total < least.get(rest, total + 1):
                    least[rest] = total
                    found.append(rest)
        return cls(smallest, least)

    def can_make(self, amount: Cents) -> bool:
        """Return whether these chips can make the amount exactly.

        >>> Chips.of((500, 700)).can_make(1200), Chips.of((500, 700)).can_make(1300)
        (True, False)
        """
        least = self.sums.get(amount % self.smallest)
        return least is not None and least <= amount

    def most(self, amount: Cents) -> Cents:
        """Return the largest amount these chips can make, up to `amount`.

        >>> Chips.of((500, 700)).most(1300)
        1200
        """
        smallest = self.smallest
        if len(self.sums) == 1:
            return amount - amount % smallest if amount > 0 else 0
        reached = [amount - (amount - rest) % smallest for rest, least in self.sums.items() if least <= amount]
        return max(reached, default=0)
