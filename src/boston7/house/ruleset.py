"""What follows from the values of a house: worked out once, when the house is made, and never changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from boston7.house.chips import Chips
from boston7.house.topics import OUR_TOPICS, RULE_TOPICS, STEP_TOPICS
from boston7.money import Cents

if TYPE_CHECKING:
    from boston7.house.model import House, SideBet

MAIN_WAGERS: dict[str, str] = {"ante": "Ante Bonus", "first": "1st Wager", "second": "2nd Wager"}
"""As printed on the layout."""


class SpotTerms(msgspec.Struct, frozen=True):
    """What may lie on one spot of the layout (R1)."""

    id: str
    label: str
    minimum: Cents
    maximum: Cents
    required: bool = False  # nobody is dealt in without it
    needs: tuple[str, ...] = ()  # spots that must have chips too
    equals: str = ""  # a spot that must have the same amount


class Ruleset(msgspec.Struct, frozen=True):
    """Everything that the game derives from a house."""

    citations: dict[str, str]  # by topic: the clause it rests on
    side_bets: dict[str, SideBet]  # by id, in the order of the house file
    labels: dict[str, str]  # of the side bets, as printed on the layout
    gives_way: tuple[str, ...]  # what the maximum payout counts, in the order in which it gives way (R10)
    steps: dict[str, str]  # the dealer's steps that not every document names, each with its clause
    spots: tuple[SpotTerms, ...]  # every spot that takes chips before "no more bets", in the order it is judged
    chips: Chips
    least: Cents  # what a round costs at least
    most: Cents  # the most that a seat can have use for: chips beyond it change no offer
    sets_hands: bool  # where the best five play for everything, nobody is asked to set (R7)
    royal_asked_from: int  # the shortest royal to be disclosed for a fixed award, 0 for none (R11)

    @classmethod
    def of(cls, house: House) -> Ruleset:
        limits, bets, stated = house.limits, house.side_bets, house.clauses
        low, high = limits.table_minimum, limits.table_maximum
        ante = SpotTerms("ante", MAIN_WAGERS["ante"], low, high, required=True)
        # A 1st Wager equals the Ante Bonus: so it is within its bounds and made of its chips.
        first = SpotTerms("first", MAIN_WAGERS["first"], low, high, house.first_wager_required, equals="ante")
        side = [SpotTerms(b.id, b.label, *limits.bounds(b.minimum, b.maximum), needs=b.needs) for b in bets]
        spots = (ante, first, *side)
        named = {topic: stated[f"rules.{topic}"] for topic in RULE_TOPICS if f"rules.{topic}" in stated}
        return cls(
            citations=named | {topic: stated.get(f"rules.{topic}", "ours") for topic in OUR_TOPICS},
            side_bets={bet.id: bet for bet in bets},
            labels={bet.id: bet.label for bet in bets},
            gives_way=(*(bet.id for bet in bets if bet.capped), *house.maximum_payout.trim),
            steps={topic: stated[f"rules.{topic}"] for topic in STEP_TOPICS if f"rules.{topic}" in stated},
            spots=spots,
            chips=Chips.of(limits.chips),
            least=sum(terms.minimum for terms in spots if terms.required),
            most=2 * high + max(terms.maximum for terms in spots),
            sets_hands="set" in (house.playing_five.compared, house.playing_five.ante_bonus),
            royal_asked_from=_royal_asked_from(house),
        )


def _royal_asked_from(house: House) -> int:
    if not house.claims.disclose_long_royal:
        return 0
    return next((length for length in (6, 7) if house.fixed_award(length)), 0)
