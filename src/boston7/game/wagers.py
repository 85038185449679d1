"""What may lie on each spot before "no more bets" (R1), said once: the game asks it, and pages are told it.

A spot's terms are numbers to compare with, and for each of them the refusal that goes with it. In its sentence
`{amount}` is what was put on the spot, `{other}` what lies on the one it has to equal.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec
from msgspec.structs import replace

from boston7.declare import Rejection
from boston7.game.rejection import rejected
from boston7.house.chips import least_sums, makeable
from boston7.house.model import MAIN_WAGERS, THREE_CARD_BONUS, House, SideBet
from boston7.money import Cents, dollars

_KNOWN = 1024
"""Wagers remembered as in order: people put down the same ones round after round."""
Fault = Literal["missing", "needs", "unequal", "low", "high", "chips", "later"]


class WagerTerms(msgspec.Struct, frozen=True):
    id: str
    label: str
    minimum: Cents
    maximum: Cents
    refusals: dict[Fault, Rejection]
    required: bool = False  # nobody is dealt in without it
    needs: tuple[str, ...] = ()  # spots that must have chips too
    equals: str = ""  # a spot that must have the same amount


class WagerForm(msgspec.Struct, frozen=True):
    """Every spot that takes chips, in the order in which they are judged."""

    spots: tuple[WagerTerms, ...]
    short: Rejection  # `{wanted}`, `{seat}` and `{chips}` fill it
    unknown: Rejection  # a side bet that this house has not: `{bet}`
    later: tuple[WagerTerms, ...]  # those that take chips once cards are dealt
    chip: Cents  # the smallest, and by the remainder over it the least that chips can make
    sums: dict[int, Cents]
    least: Cents  # what a round costs at least


def wager_form(house: House) -> WagerForm:
    """Worked out once for a house, and kept with it."""
    kept = vars(house)
    form: WagerForm | None = kept.get("wager_form")
    if form is None:
        form = kept["wager_form"] = _form(house)
    return form


def refuse_wagers(
    house: House,
    ante: Cents,
    first: Cents,
    bonus: Cents,
    side_bets: Mapping[str, Cents] = {},
    *,
    any_cents: bool = False,
) -> Rejection | None:
    """R1, for a seat at the table and for a round described in a file alike. Of `any_cents`, whatever chips there are:
    for odds."""
    known, plain = house.wagers_in_order, (ante, first, bonus)
    if not side_bets and plain in known:
        return None
    form, chips = wager_form(house), () if any_cents else house.limits.chips
    wagers = {**side_bets, "ante": ante, "first": first, THREE_CARD_BONUS: bonus}
    for terms in form.spots:
        amount = wagers.get(terms.id, 0)
        if fault := _fault(terms, amount, wagers, chips):
            return _filled(terms.refusals[fault], amount=dollars(amount), other=dollars(wagers.get(terms.equals, 0)))
    unknown = [name for name in side_bets if all(bet.id != name for bet in house.further_side_bets)]
    if bonus and not house.three_card_bonus:
        unknown.append(THREE_CARD_BONUS)
    if unknown:
        return _filled(form.unknown, bet=unknown[0][:60])
    if not (side_bets or any_cents) and len(known) < _KNOWN:
        known.add(plain)
    return None


def at_risk(ante: Cents, first: Cents, side_bets: Cents = 0) -> Cents:
    """The most that a round can cost: with the 2nd Wager, which equals the 1st."""
    return ante + 2 * first + side_bets


def short_of_a_round(house: House, chips: Cents) -> Cents:
    """What somebody lacks to be dealt in with the least that the house takes."""
    return max(0, wager_form(house).least - chips)


def refuse_short(house: House, seat: int, wanted: Cents, chips: Cents) -> Rejection | None:
    if wanted <= chips:
        return None
    return _filled(wager_form(house).short, seat=str(seat), wanted=dollars(wanted), chips=dollars(chips))


def _fault(terms: WagerTerms, amount: Cents, wagers: Mapping[str, Cents], chips: tuple[Cents, ...]) -> Fault | None:
    if not amount:
        return "missing" if terms.required else None
    for spot in terms.needs:
        if not wagers.get(spot):
            return "needs"
    if terms.equals and amount != wagers[terms.equals]:
        return "unequal"
    if amount < terms.minimum:
        return "low"
    if amount > terms.maximum:
        return "high"
    return None if makeable(chips, amount) else "chips"


def _filled(refusal: Rejection, **values: str) -> Rejection:
    reason = refusal.reason
    for name, value in values.items():
        reason = reason.replace(f"{{{name}}}", value)
    return replace(refusal, reason=reason)


def _form(house: House) -> WagerForm:
    limits = house.limits
    between = f"{dollars(limits.table_minimum)} to {dollars(limits.table_maximum)}"
    low, high = map(house.cite_value, ("limits.table_minimum", "limits.table_maximum"))
    refusals = _out_of_bounds(MAIN_WAGERS["ante"], "table", between, low, high)
    missing = "An Ante Bonus is required to be dealt in."
    refusals["missing"] = rejected("ante_required", missing, house.cite("ante_required", "R1"))
    refusals["chips"] = _no_chips(house, MAIN_WAGERS["ante"])
    ante = WagerTerms("ante", MAIN_WAGERS["ante"], limits.table_minimum, limits.table_maximum, refusals, required=True)
    # What equals the Ante Bonus is within its bounds and made of its chips.
    first = WagerTerms(
        "first",
        MAIN_WAGERS["first"],
        ante.minimum,
        ante.maximum,
        {
            "missing": rejected(
                "first_required", "This house requires a 1st Wager.", house.cite("first_optional", "R1")
            ),
            "unequal": rejected(
                "unequal_wagers",
                "The 1st Wager of {amount} must equal the Ante Bonus of {other}.",
                house.cite("wagers_equal", "R1"),
            ),
        },
        required=house.first_wager_required,
        equals="ante",
    )
    short = "The wagers come to {wanted}; seat {seat} has {chips}."
    seen = "The 2nd Wager is placed later, after you see three cards."
    unknown = f"This house has no side bet '{{bet}}'; it has {', '.join(house.labels) or 'none'}."
    later: dict[Fault, Rejection] = {"later": rejected("wrong_phase", seen, house.cite("second_or_fold", "R5"))}
    spots = (ante, first, *(_side_terms(house, bet) for bet in house.side_bets))
    return WagerForm(
        spots,
        short=rejected("not_enough_chips", short, house.cite("room")),
        unknown=rejected("no_such_bet", unknown, house.cite("room")),
        later=(WagerTerms("second", MAIN_WAGERS["second"], ante.minimum, ante.maximum, later, equals="first"),),
        chip=min(limits.chips, default=1),
        sums=least_sums(limits.chips),
        least=sum(terms.minimum for terms in spots if terms.required),
    )


def _side_terms(house: House, bet: SideBet) -> WagerTerms:
    low, high = house.limits.bounds(bet.minimum, bet.maximum)
    neighbors = "an Ante Bonus and a 1st Wager" if "first" in bet.needs else "an Ante Bonus"
    refusals: dict[Fault, Rejection] = {
        "needs": rejected("bonus_needs_first", f"The {bet.label} requires {neighbors}.", bet.cite("needs", "R1")),
        "chips": _no_chips(house, bet.label),
    }
    between = f"{dollars(low)} to {dollars(high)}"
    refusals |= _out_of_bounds(bet.label, "house", between, bet.cite("bounds"), bet.cite("maximum"))
    return WagerTerms(bet.id, bet.label, low, high, refusals, needs=bet.needs)


def _out_of_bounds(wager: str, where: str, between: str, low: str, high: str) -> dict[Fault, Rejection]:
    reason = f"The {wager} is {{amount}}; this {where} takes {between}."
    return {
        "low": rejected("out_of_bounds", reason, _ruled(low)),
        "high": rejected("out_of_bounds", reason, _ruled(high)),
    }


def _no_chips(house: House, wager: str) -> Rejection:
    chips = ", ".join(map(dollars, house.limits.chips))
    reason = f"The {wager} of {{amount}} cannot be made with this table's chips: {chips}."
    return rejected("no_such_chips", reason, _ruled(house.cite_value("limits.chips")))


def _ruled(clause: str) -> str:
    return clause if "R1" in clause else f"{clause} (R1)"
