"""Access to wagers by name."""

from __future__ import annotations

from collections.abc import Mapping

from boston7.house.model import WagerId, Wagers
from boston7.house.ruleset import MAIN_WAGERS
from boston7.money import Cents


def wager_label(wager: WagerId, labels: Mapping[WagerId, str] = {}) -> str:
    """Return a wager's printed name, using the `labels` of the layout."""
    return MAIN_WAGERS.get(wager) or labels.get(wager) or wager.replace("_", " ").title()


class Wagered:
    """A mixin for objects with wagers: the three main wagers by name, side bets by id."""

    __slots__ = ()
    wagers: Wagers

    @property
    def ante(self) -> Cents:
        return self.wagers.get("ante", 0)

    @property
    def first(self) -> Cents:
        return self.wagers.get("first", 0)

    @property
    def second(self) -> Cents:
        return self.wagers.get("second", 0)

    @property
    def side_bets(self) -> Wagers:
        return {wager: cents for wager, cents in self.wagers.items() if wager not in MAIN_WAGERS}

    @property
    def staked(self) -> Cents:
        """Return the total of all wagers."""
        return sum(self.wagers.values())
