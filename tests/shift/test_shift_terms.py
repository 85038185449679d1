"""The terms of a house: denominations or totals only, and invalid terms."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from boston7.money import Piece
from boston7.server.paths.shift import slip_line
from boston7.shift.book import replay
from boston7.shift.count import DropEntered, Drops, enter_drop
from boston7.shift.kinds import Signature
from boston7.shift.slips import SlipRequested, request_slip
from boston7.shift.terms import Terms, TermsSet, refuse_terms

CASS = Signature("c", "Cass", "cashier")
SUE = Signature("s", "Sue", "supervisor")
TOTALS = Terms(chips=(), bills=())


def test_a_house_without_denominations_counts_totals() -> None:
    slip = request_slip({}, TOTALS, "fill", "One", (Piece(1_234_50, 1),), SUE)
    assert isinstance(slip, SlipRequested)
    assert slip.pieces == (Piece(1_234_50, 1),)
    for pieces in ((Piece(5_00, 10),), (Piece(5_00, 1), Piece(1_00, 1)), ()):
        assert not isinstance(request_slip({}, TOTALS, "fill", "One", pieces, SUE), SlipRequested)
    drops: Drops = {}
    for piece in (Piece(240_00, 1), Piece(1, 0)):  # An empty box is a valid count.
        assert isinstance(enter_drop(drops, TOTALS, "One", 1, (piece,), CASS), DropEntered)


def test_a_single_piece_is_a_total_only_without_denominations() -> None:
    """A slip keeps the terms under which it was requested."""
    asked = SlipRequested(SUE, 1, "fill", "One", (Piece(1_000_00, 1),))
    book = replay([(asked, 0), (TermsSet(SUE, TOTALS), 1), (replace(asked, number=2), 2), (TermsSet(SUE, Terms()), 3)])
    assert [slip_line(slip).pieces for slip in book.slips.values()] == [asked.pieces, ()]
    assert [slip_line(slip).cents for slip in book.slips.values()] == [1_000_00, 1_000_00]


def test_a_house_with_denominations_refuses_totals() -> None:
    assert not isinstance(request_slip({}, Terms(), "fill", "One", (Piece(1_234_50, 1),), SUE), SlipRequested)


@pytest.mark.parametrize(
    "terms",
    [
        Terms(charity_share=9_500, state_share=1_000),
        Terms(shifts=(6, 6)),
        Terms(shifts=()),
        Terms(shifts=(0, 4, 8, 12, 16, 20, 22)),
        Terms(log_cash_from=50),
        Terms(chips=tuple(range(1_00, 14_00, 1_00))),
        Terms(chips=(5_00, 5_00)),
        Terms(bills=(0,)),
        Terms(chips=(10_000_001,)),
    ],
)
def test_invalid_terms_are_refused(terms: Terms) -> None:
    assert refuse_terms(terms).endswith(".")
    assert refuse_terms(Terms()) == refuse_terms(TOTALS) == ""
