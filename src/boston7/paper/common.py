"""Code shared by several papers: the house's details, pay tables as printed, and amounts in words."""

from __future__ import annotations

from datetime import date

import msgspec

from boston7.house import House
from boston7.house.model import FIXED_AWARDS, SideBet, odds_of
from boston7.money import Cents, dollars
from boston7.paper.hands import Picture, picture

NBSP = "\N{NO-BREAK SPACE}"
AWARD_NAMES = {
    "seven_card_royal": "7-Card Royal",
    "six_card_royal": "6-Card Royal",
    "royal_flush": "Royal Flush",
    "straight_flush": "Straight Flush",
    "four_of_a_kind": "Four of a Kind",
    "full_house": "Full House",
    "flush": "Flush",
    "straight": "Straight",
    "three_of_a_kind": "Three of a Kind",
    "two_pair": "Two Pair",
    "pair": "Pair",
    "high_card": "High Card",
}
_FIVE_CARD_HANDS = tuple(AWARD_NAMES)[2:]


class HouseHead(msgspec.Struct, frozen=True):
    """The house that a paper belongs to. Unknown details are empty and are printed as blanks."""

    id: str
    name: str
    operator: str
    document: str
    number: str
    edition: str
    effective: str
    approved: str
    version: str


class PayLine(msgspec.Struct, frozen=True):
    """One line of a printed pay table, with sample cards that make the hand."""

    award: str
    name: str
    pays: str
    picture: Picture
    fixed: bool = False


def head(house: House) -> HouseHead:
    filing = house.filing
    return HouseHead(
        id=house.id,
        name=house.name,
        operator=filing.operator,
        document=house.document,
        number=filing.number,
        edition=filing.edition,
        effective=long_date(filing.effective),
        approved=long_date(filing.approved),
        version=house.version,
    )


def holder(house: House) -> str:
    """Return the name to print on a paper: the operator, or the house if there is none."""
    return house.filing.operator or house.name


def long_date(day: date | None) -> str:
    """Format a date as it is printed in the United States.

    >>> long_date(date(2026, 12, 1))
    'December 1, 2026'
    """
    return f"{day:%B} {day.day}, {day.year}" if day else ""


def to_one(odds: int) -> str:
    """Return the odds with nonbreaking spaces, so that they stay on one line."""
    return f"{odds}{NBSP}to{NBSP}1"


def side_bet_lines(bet: SideBet) -> tuple[PayLine, ...]:
    three = bet.judged_on == "first_three"
    return tuple(
        PayLine(award, AWARD_NAMES[award], to_one(pays), picture(award, three=three))
        for award, pays in bet.pays.items()
        if pays
    )


def ante_lines(house: House) -> tuple[PayLine, ...]:
    """Return the fixed awards and the Ante Bonus, highest hand first."""
    fixed = tuple(
        PayLine(award, AWARD_NAMES[award], dollars(house.fixed_awards[award]), picture(award), fixed=True)
        for award in FIXED_AWARDS
        if award in house.fixed_awards
    )
    paid = tuple(
        PayLine(award, AWARD_NAMES[award], to_one(odds_of(house.ante_bonus, award)), picture(award))
        for award in _FIVE_CARD_HANDS
        if odds_of(house.ante_bonus, award)
    )
    return fixed + paid


def unpaid_lines(house: House) -> tuple[PayLine, ...]:
    """Return the five-card hands that do not win an Ante Bonus, highest first."""
    return tuple(
        PayLine(award, AWARD_NAMES[award], "", picture(award))
        for award in _FIVE_CARD_HANDS
        if not odds_of(house.ante_bonus, award)
    )


def spread(low: Cents, high: Cents) -> str:
    """Format bounds for people: `$5 to $50`."""
    return dollars(low) if low == high else f"{dollars(low)} to {dollars(high)}"


def listed(words: list[str], last: str = "and") -> str:
    """Join words into a list for a sentence.

    >>> listed(["1st", "2nd", "Ante Bonus"])
    '1st, 2nd and Ante Bonus'
    """
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
