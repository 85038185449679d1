"""Money is an integer number of cents; dollars are only for input and output."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Annotated

import msgspec

from boston7.errors import UserError

Cents = int

_DOLLARS = re.compile(r"\$?\s*([0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:\.([0-9]{1,2}))?")


class InvalidMoney(UserError, ValueError):
    """Text that is not an amount of dollars."""


def parse_dollars(text: str) -> Cents:
    """Parse dollars such as `$1,000.50`, `1000.5` or `25`, without floats or rounding.

    >>> parse_dollars("$1,000.50")
    100050
    >>> parse_dollars("25")
    2500
    """
    match = _DOLLARS.fullmatch(text.strip()) if len(text) <= 1000 else None
    if match is None:
        raise InvalidMoney(f"{text[:40]!r} is not a dollar amount; write it like $5, $12.50 or $1,000.")
    whole, fraction = match.groups()
    return int(whole.replace(",", "")) * 100 + int((fraction or "0").ljust(2, "0"))


def dollars(cents: Cents) -> str:
    """Format cents as `$485`, `$12.50` or `-$20`; whole dollars have no decimals.

    >>> dollars(48_500), dollars(1_250), dollars(-2_000)
    ('$485', '$12.50', '-$20')
    """
    sign = "-" if cents < 0 else ""
    whole, fraction = divmod(abs(cents), 100)
    return f"{sign}${whole:,}.{fraction:02d}" if fraction else f"{sign}${whole:,}"


def signed_dollars(cents: Cents) -> str:
    """Format cents like `dollars`, with a plus sign for a win.

    >>> signed_dollars(500), signed_dollars(-500)
    ('+$5', '-$5')
    """
    return f"+{dollars(cents)}" if cents > 0 else dollars(cents)


MOST: Cents = 10**12
"""The largest amount in one command; tray and rail may hold more."""
MOST_HANDED: Cents = 10**10
"""The largest amount in a house file or in one transfer at a counter."""
MOST_VALUE: Cents = 10_000_000
MOST_DENOMINATIONS = 12
"""The number of rows of a tray."""
MOST_PIECES = 1_000_000


class Piece(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A counted number of chips or bills of one value."""

    value: Annotated[int, msgspec.Meta(ge=1, le=MOST_VALUE)]
    count: Annotated[int, msgspec.Meta(ge=0, le=MOST_PIECES)]


Pieces = Annotated[tuple[Piece, ...], msgspec.Meta(max_length=20)]


def worth(pieces: Iterable[Piece]) -> Cents:
    """Return the total value of chips or bills.

    >>> worth([Piece(500, 10), Piece(100, 3)])
    5300
    """
    return sum(piece.value * piece.count for piece in pieces)
