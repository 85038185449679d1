"""The house's terms: hours of days and shifts, shares, thresholds for cash, denominations."""

from __future__ import annotations

from typing import Annotated

import msgspec

from boston7.money import MOST_DENOMINATIONS, MOST_HANDED, MOST_VALUE, Cents, dollars
from boston7.shift.kinds import ShiftEvent

Share = Annotated[int, msgspec.Meta(ge=0, le=10_000)]
Threshold = Annotated[int, msgspec.Meta(ge=0, le=MOST_HANDED)]
Hour = Annotated[int, msgspec.Meta(ge=0, le=23)]
_LEAST: Cents = 1_00


class Terms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The house's terms. Shares are hundredths of a percent.

    A gaming day begins at `day_starts` in `zone`, and a shift at each hour of `shifts`. Without `chips` or `bills` only
    their total is counted.
    """

    zone: Annotated[str, msgspec.Meta(min_length=1, max_length=60)] = "America/New_York"
    day_starts: Hour = 6
    shifts: tuple[Hour, ...] = (6, 18)
    charity_share: Share = 3_500
    state_share: Share = 1_000
    log_cash_from: Threshold = 3_000_00
    report_cash_over: Threshold = 10_000_00
    second_signature_from: Threshold = 2_500_00  # Paid to one person in a day.
    cashier_signature_from: Threshold = 2_500_00  # Paid by one cashier in a day.
    chips: tuple[Cents, ...] = (
        1_00, 5_00, 25_00, 100_00, 500_00, 1_000_00,
    )  # fmt: skip
    bills: tuple[Cents, ...] = (
        1_00, 2_00, 5_00, 10_00, 20_00, 50_00, 100_00,
    )  # fmt: skip


def refuse_terms(terms: Terms) -> str:
    """Return why these terms cannot be set, or empty. Stored terms are not checked again."""
    if terms.charity_share + terms.state_share > 10_000:
        return "The shares add up to more than 100%."
    if not 1 <= len(terms.shifts) <= 6 or len(set(terms.shifts)) != len(terms.shifts):
        return "A day has 1 to 6 shifts, each with its own starting hour."
    signed_from = min(terms.second_signature_from, terms.cashier_signature_from)
    if min(terms.log_cash_from, terms.report_cash_over, signed_from) < _LEAST:
        return f"Cash thresholds for the log, the report and signatures must be at least {dollars(_LEAST)}."
    for values in (terms.chips, terms.bills):
        if len(values) > MOST_DENOMINATIONS:
            return f"Chips and bills have at most {MOST_DENOMINATIONS} denominations."
        if len(set(values)) != len(values) or not all(0 < value <= MOST_VALUE for value in values):
            return f"Name each denomination only once. It is worth at most {dollars(MOST_VALUE)}."
    return ""


class TermsSet(ShiftEvent, frozen=True):
    """The house sets new terms, in force from now on."""

    terms: Terms


class CharityNamed(ShiftEvent, frozen=True):
    """The charity that benefits from a game date."""

    day: str
    charity: str
