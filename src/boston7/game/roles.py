"""Sets of roles that are used to declare rules."""

from __future__ import annotations

from boston7.game.actors import Role

PLAYER = frozenset[Role]({"player"})
DEALER = frozenset[Role]({"dealer"})
SUPERVISOR = frozenset[Role]({"supervisor"})
PLATFORM = frozenset[Role]({"platform"})
DEALS = DEALER | PLATFORM
REPORTS = DEALER | SUPERVISOR | PLATFORM
EVERYONE = PLAYER | DEALER | SUPERVISOR | PLATFORM
