"""The layout of every slip and form: serial, facts, chips by denomination, signature lines. Empty values are printed as
blanks."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from boston7.house import House
from boston7.money import Cents, dollars
from boston7.paper.common import holder
from boston7.shift.slips import ROLES, STEPS, SlipKind, SlipStep


class Fact(NamedTuple):
    name: str
    value: str


class SlipCopy(NamedTuple):
    """A copy of the slip, printed on the same sheet."""

    name: str
    goes_to: str


class Chips(NamedTuple):
    denomination: str
    pieces: str
    amount: str


class SignatureLine(NamedTuple):
    """A signature line. If a person has signed on the screen, it shows their name."""

    name: str
    role: str
    signed: str = ""
    time: str = ""


class Form(msgspec.Struct, frozen=True):
    """One slip. `mark` says whether it is void or a reprint, and by whom and when."""

    title: str
    holder: str
    steps: tuple[SignatureLine, ...]
    serial: str = ""
    parts: tuple[SlipCopy, ...] = (SlipCopy("", ""),)
    facts: tuple[Fact, ...] = ()
    chips: tuple[Chips, ...] = ()
    total: str = ""
    in_words: str = ""
    text: str = ""
    blank_lines: int = 0
    note: str = ""
    mark: str = ""


class Forms(msgspec.Struct, frozen=True):
    title: str
    forms: tuple[Form, ...]


FILL_PARTS = (
    SlipCopy("Cage", "Stays at the cage with the cashier’s count"),
    SlipCopy("Drop box", "Goes into the table’s drop box when the dealer has counted"),
    SlipCopy("Accounting", "Goes to accounting in the locked box"),
)
_SLIP_WORDS: dict[SlipStep, str] = {
    "cage": "Prepared", "runner": "Carried", "dealer": "Counted", "floor": "Accepted", "received": "Received",
}  # fmt: skip
SLIP_LINES: dict[SlipKind, tuple[SignatureLine, ...]] = {
    kind: (
        SignatureLine("Requested", "Supervisor"),
        *[SignatureLine(_SLIP_WORDS[step], ROLES[step].capitalize()) for step in steps],
    )
    for kind, steps in STEPS.items()
}
"""The lines of a slip: the request, then its steps in the order of signing."""
FILL_NOTE = (
    "Dealer: count in view of the table before you sign. Chips move with the supervisor’s signature, not before."
)
CREDIT_NOTE = "Dealer: count in view of the table before you sign. The cage signs again when the chips are back."
COUNT_STEPS = (SignatureLine("Counted", "Dealer"), SignatureLine("Verified", "Supervisor"))
DROP_STEPS = (SignatureLine("Counted", "Cashier"), SignatureLine("Verified", "Supervisor"))
INCIDENT_STEPS = (SignatureLine("Reported", "Dealer"), SignatureLine("Ruled", "Supervisor"))


def blank_forms(house: House) -> Forms:
    """Return the forms of a table, to be filled in by hand.

    >>> from boston7.house import preset
    >>> [form.title for form in blank_forms(preset("nhcg")).forms]
    ['Opener', 'Closer', 'Fill', 'Credit', 'Drop', 'Incident']
    """
    name = holder(house)
    chips = tuple(Chips(dollars(chip), "", "") for chip in sorted(house.limits.chips, reverse=True))
    table = (Fact("Table", ""), Fact("Game", "Boston 7"), Fact("Gaming day", ""), Fact("Time", ""))
    cash = tuple(Chips(dollars(bill * 100), "", "") for bill in (100, 50, 20, 10, 5, 2, 1))
    return Forms(
        f"Forms of {name}",
        (
            Form("Opener", name, COUNT_STEPS, facts=table, chips=chips, note="Both count before either writes."),
            Form("Closer", name, COUNT_STEPS, facts=table, chips=chips, note="One copy goes into the drop box."),
            Form("Fill", name, SLIP_LINES["fill"], parts=FILL_PARTS, facts=table, chips=chips, note=FILL_NOTE),
            Form("Credit", name, SLIP_LINES["credit"], parts=FILL_PARTS, facts=table, chips=chips, note=CREDIT_NOTE),
            Form("Drop", name, DROP_STEPS, facts=table, chips=cash, note="The record is shown after both have signed."),
            Form(
                "Incident",
                name,
                INCIDENT_STEPS,
                facts=(*table, Fact("Round", "")),
                blank_lines=8,
                note="Irregularity, void, eviction, or a deck that was replaced: what happened, and the ruling.",
            ),
        ),
    )


def chips_of(pieces: list[tuple[Cents, int]]) -> tuple[Chips, ...]:
    return tuple(
        Chips(dollars(value), f"{count:,}", dollars(value * count)) for value, count in sorted(pieces, reverse=True)
    )


_ONES = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")


def in_words(cents: Cents) -> str:
    """Spell out an amount as on a check.

    >>> in_words(5_021_05)
    'Five thousand twenty-one dollars and 05 cents'
    """
    whole, rest = divmod(cents, 100)
    unit = "dollar" if whole == 1 else "dollars"
    return f"{_number(whole).capitalize()} {unit} and {f'{rest:02d}' if rest else 'no'} cents"


def _number(value: int) -> str:
    for size, name in ((10**9, "billion"), (10**6, "million"), (1000, "thousand"), (100, "hundred")):
        if value >= size:
            head, rest = divmod(value, size)
            return f"{_number(head)} {name}{f' {_number(rest)}' if rest else ''}"
    if value < 20:
        return _ONES[value]
    tens, ones = divmod(value, 10)
    return _TENS[tens] + (f"-{_ONES[ones]}" if ones else "")
