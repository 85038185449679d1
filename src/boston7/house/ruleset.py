"""Values derived from a house, computed once when the house is created."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from boston7.house.chips import Chips
from boston7.house.topics import OUR_TOPICS, RULE_TOPICS, STEP_TOPICS
from boston7.money import Cents

if TYPE_CHECKING:
    from boston7.house.model import House, SideBet

MAIN_WAGERS: dict[str, str] = {"ante": "Ante Bonus", "first": "1st Wager", "second": "2nd Wager"}
"""The names printed on the layout."""


class SpotTerms(msgspec.Struct, frozen=True):
    """The limits of one betting spot (R1)."""

    id: str
    label: str
    minimum: Cents
    maximum: Cents
    required: bool = False  # Without it, the seat is not dealt in.
    needs: tuple[str, ...] = ()  # Spots that must also hold a wager.
    equals: str = ""  # The spot whose amount it must match.


class Ruleset(msgspec.Struct, frozen=True):
    """Everything that the game derives from a house."""

    citations: dict[str, str]  # The clause for each topic.
    side_bets: dict[str, SideBet]  # By id, in the order of the house file.
    early_bets: tuple[SideBet, ...]  # The side bets settled before the 2nd Wager.
    late_bets: tuple[SideBet, ...]  # The side bets settled at the showdown.
    labels: dict[str, str]  # Side-bet names as printed on the layout.
    gives_way: tuple[str, ...]  # Wagers under the maximum payout, in the order of reduction (R10).
    steps: dict[str, str]  # Optional dealer steps of this house, each with its clause.
    spots: tuple[SpotTerms, ...]  # The spots open before "no more bets", in the order of their checks.
    takes: frozenset[str]  # The ids of those spots.
    chips: Chips
    least: Cents  # The least a seat must wager in a round.
    most: Cents  # The most a seat can wager in a round; more chips do not change the offers.
    sets_hands: bool  # Whether players set hands; not needed if the best five always count (R7).
    best_counts: bool  # Whether the best five count for anything, whichever five were set (R7).
    royal_asked_from: int  # The length of the shortest royal with a fixed award to disclose; 0 for none (R11).

    @classmethod
    def of(cls, house: House) -> Ruleset:
        limits, bets, stated = house.limits, house.side_bets, house.clauses
        low, high = limits.table_minimum, limits.table_maximum
        ante = SpotTerms("ante", MAIN_WAGERS["ante"], low, high, required=True)
        # The 1st Wager equals the Ante Bonus, so its limits and chips are the same.
        first = SpotTerms("first", MAIN_WAGERS["first"], low, high, house.first_wager_required, equals="ante")
        side = [SpotTerms(b.id, b.label, *limits.bounds(b.minimum, b.maximum), needs=b.needs) for b in bets]
        spots = (ante, first, *side)
        named = {topic: stated[f"rules.{topic}"] for topic in RULE_TOPICS if f"rules.{topic}" in stated}
        return cls(
            citations=named | {topic: stated.get(f"rules.{topic}", "ours") for topic in OUR_TOPICS},
            side_bets={bet.id: bet for bet in bets},
            early_bets=tuple(bet for bet in bets if bet.early),
            late_bets=tuple(bet for bet in bets if not bet.early),
            labels={bet.id: bet.label for bet in bets},
            gives_way=(*(bet.id for bet in bets if bet.capped), *house.maximum_payout.trim),
            steps={topic: stated[f"rules.{topic}"] for topic in STEP_TOPICS if f"rules.{topic}" in stated},
            spots=spots,
            takes=frozenset(terms.id for terms in spots),
            chips=Chips.of(limits.chips),
            least=sum(terms.minimum for terms in spots if terms.required),
            most=2 * high + max(terms.maximum for terms in spots),
            sets_hands="set" in (house.playing_five.compared, house.playing_five.ante_bonus),
            best_counts="best" in (house.playing_five.compared, house.playing_five.ante_bonus),
            royal_asked_from=_royal_asked_from(house),
        )


def _royal_asked_from(house: House) -> int:
    if not house.claims.disclose_long_royal:
        return 0
    return next((length for length in (6, 7) if house.fixed_award(length)), 0)
