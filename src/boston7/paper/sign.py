"""The table sign: its limits and maximum payout, legible from a seat."""

from __future__ import annotations

import msgspec

from boston7.house import House
from boston7.money import dollars
from boston7.paper.common import HouseHead, ante_lines, head, listed, spread
from boston7.paper.rack_card import needs_words


class Fact(msgspec.Struct, frozen=True):
    name: str
    value: str
    note: str


class TableSign(msgspec.Struct, frozen=True):
    house: HouseHead
    minimum: str
    maximum: str
    facts: tuple[Fact, ...]
    notices: tuple[str, ...]
    note: str


def table_sign(house: House) -> TableSign:
    """Return the content of a house's table sign.

    >>> from boston7.house import preset
    >>> sign = table_sign(preset("exhibit-a"))
    >>> sign.minimum, sign.facts[1].value
    ('$5', '$1 to $10')
    """
    return TableSign(
        house=head(house),
        minimum=dollars(house.limits.table_minimum),
        maximum=dollars(house.limits.table_maximum),
        facts=tuple(_facts(house)),
        notices=house.notices,
        note=_cap_note(house),
    )


def _facts(house: House) -> list[Fact]:
    lines = ante_lines(house)
    fixed = [line for line in lines if line.fixed]
    facts = []
    if house.maximum_payout.amount is not None:
        facts.append(Fact("Maximum payout", dollars(house.maximum_payout.amount), "per player per hand"))
    elif fixed:
        note = "tell the dealer that you hold it" if house.rules.royal_asked_from else "whatever the Ante"
        facts.append(Fact(f"{fixed[0].name} pays", fixed[0].pays, note))
    for bet in house.side_bets:
        bounds = house.limits.bounds(bet.minimum, bet.maximum)
        facts.append(Fact(bet.label, spread(*bounds), f"with {needs_words(bet)}"))
    top = next(line for line in lines if not line.fixed)
    rest = fixed[1:] if house.maximum_payout.amount is None else fixed
    note = listed([f"{line.name} {line.pays}" for line in rest]) if rest else "win, tie or lose"
    return [*facts, Fact("Ante Bonus, up to", top.pays, note)]


def _cap_note(house: House) -> str:
    if house.maximum_payout.amount is None:
        return "This house states no maximum payout."
    words = {"first": "1st", "second": "2nd", "ante": "Ante Bonus"}
    scope = listed([words[wager] for wager in ("first", "second", "ante") if wager in house.maximum_payout.scope])
    outside = listed([bet.label for bet in house.side_bets if not bet.capped]) if house.side_bets else ""
    return f"The maximum payout bounds {scope} together{f', not the {outside}' if outside else ''}."
