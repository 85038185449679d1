"""The terms for wagers before "no more bets" (R1), shared by the game and the pages.

A spot's terms are numbers, with a refusal for each. In a refusal's sentence, `{amount}` is the wager and `{other}` is
the wager it must equal.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec
from msgspec.structs import asdict, replace

from boston7.declare import Rejection
from boston7.game.rejection import rejected
from boston7.house.model import House, SideBet, WagerId
from boston7.house.ruleset import MAIN_WAGERS, SpotTerms
from boston7.money import Cents, dollars

Fault = Literal["missing", "needs", "unequal", "low", "high", "chips", "later"]


class WagerTerms(SpotTerms, frozen=True, kw_only=True):
    """The terms of a spot with the refusal for each, as sent to the pages."""

    refusals: dict[Fault, Rejection]


class WagerForm(msgspec.Struct, frozen=True):
    """All spots that accept chips, in the order of their checks."""

    spots: tuple[WagerTerms, ...]
    short: Rejection  # A template with `{wanted}`, `{seat}` and `{chips}`.
    unknown: Rejection  # A template for an unknown side bet, with `{bet}`.
    later: tuple[WagerTerms, ...]  # Spots that accept chips after cards are dealt.
    chip: Cents  # The smallest chip; `sums` holds the least sum for each remainder modulo it.
    sums: dict[int, Cents]
    least: Cents  # The minimum that a seat must wager in a round.


def wager_form(house: House) -> WagerForm:
    """Return all wager terms, so that pages can check wagers while they are being entered."""
    rules = house.rules
    ante = rules.spots[0]
    second = WagerTerms(
        id="second",
        label=MAIN_WAGERS["second"],
        minimum=ante.minimum,
        maximum=ante.maximum,
        refusals={"later": _later(house)},
        equals="first",
    )
    return WagerForm(
        tuple([WagerTerms(**asdict(terms), refusals=_refusals(house, terms)) for terms in rules.spots]),
        short=_short(house),
        unknown=_unknown(house),
        later=(second,),
        chip=rules.chips.smallest,
        sums=rules.chips.sums,
        least=rules.least,
    )


def refuse_wagers(house: House, wagers: Mapping[WagerId, Cents], *, any_cents: bool = False) -> Rejection | None:
    """Return the refusal of these wagers, if any (R1).

    Used for seats and for rounds in files. `any_cents` allows amounts that chips cannot make, for odds.
    """
    for terms in house.rules.spots:
        amount = wagers.get(terms.id, 0)
        if fault := _fault(house, terms, amount, wagers, any_cents):
            refusal = _refusals(house, terms)[fault]
            return _filled(refusal, amount=dollars(amount), other=dollars(wagers.get(terms.equals, 0)))
    for wager in wagers:
        if wager not in house.rules.takes:
            return _later(house) if wager == "second" else _filled(_unknown(house), bet=wager[:60])
    return None


def at_risk(wagers: Mapping[WagerId, Cents]) -> Cents:
    """Return the most that a player can lose in the round, including a 2nd Wager equal to the 1st."""
    return sum(wagers.values()) + wagers.get("first", 0) - wagers.get("second", 0)


def short_of_a_round(house: House, chips: Cents) -> Cents:
    """Return how many chips are missing for the smallest wagers of a round."""
    return max(0, house.rules.least - chips)


def refuse_short(house: House, seat: int, wanted: Cents, chips: Cents) -> Rejection | None:
    if wanted <= chips:
        return None
    return _filled(_short(house), seat=str(seat), wanted=dollars(wanted), chips=dollars(chips))


def _fault(house: House, terms: SpotTerms, amount: Cents, wagers: Mapping[str, Cents], any_cents: bool) -> Fault | None:
    if not amount:
        return "missing" if terms.required else None
    for spot in terms.needs:
        if not wagers.get(spot):
            return "needs"
    if terms.equals:  # The other spot has the same bounds and chips, and was checked before.
        return None if amount == wagers.get(terms.equals, 0) else "unequal"
    if amount < terms.minimum:
        return "low"
    if amount > terms.maximum:
        return "high"
    return None if any_cents or house.rules.chips.can_make(amount) else "chips"


def _filled(refusal: Rejection, **values: str) -> Rejection:
    reason = refusal.reason
    for name, value in values.items():
        reason = reason.replace(f"{{{name}}}", value)
    return replace(refusal, reason=reason)


def _later(house: House) -> Rejection:
    reason = "The 2nd Wager is placed later, after you see three cards."
    return rejected("wrong_phase", reason, house.cite("second_or_fold", "R5"))


def _short(house: House) -> Rejection:
    return rejected("not_enough_chips", "The wagers total {wanted}; seat {seat} has {chips}.", house.cite("room"))


def _unknown(house: House) -> Rejection:
    reason = f"This house has no side bet '{{bet}}'; it has {', '.join(house.rules.labels) or 'none'}."
    return rejected("no_such_bet", reason, house.cite("room"))


def _refusals(house: House, terms: SpotTerms) -> dict[Fault, Rejection]:
    bet = house.rules.side_bets.get(terms.id)
    if bet is not None:
        return _of_a_side_bet(house, terms, bet)
    if terms.equals:  # It has the limits and chips of the wager that it must equal.
        unequal = "The 1st Wager of {amount} must equal the Ante Bonus of {other}."
        first = "This house requires a 1st Wager."
        return {
            "missing": rejected("first_required", first, house.cite("first_optional", "R1")),
            "unequal": rejected("unequal_wagers", unequal, house.cite("wagers_equal", "R1")),
        }
    low, high = house.cite_value("limits.table_minimum"), house.cite_value("limits.table_maximum")
    ante = "An Ante Bonus is required to be dealt in."
    return _out_of_bounds(terms, "table", low, high) | {
        "missing": rejected("ante_required", ante, house.cite("ante_required", "R1")),
        "chips": _no_chips(house, terms),
    }


def _of_a_side_bet(house: House, terms: SpotTerms, bet: SideBet) -> dict[Fault, Rejection]:
    neighbors = "an Ante Bonus and a 1st Wager" if "first" in bet.needs else "an Ante Bonus"
    needs = rejected("bonus_needs_first", f"The {bet.label} requires {neighbors}.", bet.cite("needs", "R1"))
    refusals: dict[Fault, Rejection] = {"needs": needs, "chips": _no_chips(house, terms)}
    return refusals | _out_of_bounds(terms, "house", bet.cite("bounds"), bet.cite("maximum"))


def _out_of_bounds(terms: SpotTerms, where: str, low: str, high: str) -> dict[Fault, Rejection]:
    between = f"{dollars(terms.minimum)} to {dollars(terms.maximum)}"
    reason = f"The {terms.label} is {{amount}}; this {where} takes {between}."
    return {
        "low": rejected("out_of_bounds", reason, _ruled(low)),
        "high": rejected("out_of_bounds", reason, _ruled(high)),
    }


def _no_chips(house: House, terms: SpotTerms) -> Rejection:
    chips = ", ".join(map(dollars, house.limits.chips))
    reason = f"The {terms.label} of {{amount}} cannot be made with this table's chips: {chips}."
    return rejected("no_such_chips", reason, _ruled(house.cite_value("limits.chips")))


def _ruled(clause: str) -> str:
    return clause if "R1" in clause else f"{clause} (R1)"
