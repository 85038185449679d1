"""All accounts of a table whose only side bet is the Three Card Bonus."""

from __future__ import annotations

from boston7.house.model import SEATS, THREE_CARD_BONUS
from boston7.house.ruleset import MAIN_WAGERS

_PLACES = ("rail", *MAIN_WAGERS, THREE_CARD_BONUS)
ACCOUNTS = (*(f"{place}:{seat}" for seat in range(1, SEATS + 1) for place in _PLACES), "tray", "cage", "hands")
