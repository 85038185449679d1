"""Gaming days by the house's clock: across midnight, at the hour a day begins, when clocks change, and after a house
has set other hours or shares."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from boston7.shift.book import Book, apply
from boston7.shift.cash import CashBook, CashMoved, apply_cash, people_of
from boston7.shift.days import day_of, shift_of, terms_of
from boston7.shift.kinds import Signature
from boston7.shift.terms import Terms, TermsSet

ABE = Signature("abe", "Abe", "admin")
CASS = Signature("cass", "Cass", "cashier")


def at(text: str, zone: str = "America/New_York") -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp() * 1_000_000)


@pytest.mark.parametrize(
    ("moment", "day", "shift"),
    [
        ("2026-11-16T05:59:59", "2026-11-15", "18:00"),
        ("2026-11-16T06:00:00", "2026-11-16", "06:00"),
        ("2026-11-16T17:59:59", "2026-11-16", "06:00"),
        ("2026-11-16T18:00:00", "2026-11-16", "18:00"),
        ("2026-11-16T23:59:59", "2026-11-16", "18:00"),
        ("2026-11-17T00:00:00", "2026-11-16", "18:00"),
        ("2026-11-17T05:59:59", "2026-11-16", "18:00"),
        ("2026-11-01T05:59:59", "2026-10-31", "18:00"),  # Clocks go back at two.
        ("2026-11-01T06:00:00", "2026-11-01", "06:00"),
        ("2026-03-08T05:59:59", "2026-03-07", "18:00"),  # Clocks go forward.
        ("2026-03-08T06:00:00", "2026-03-08", "06:00"),
        ("2027-01-01T02:00:00", "2026-12-31", "18:00"),
    ],
)
def test_a_night_belongs_to_the_day_it_began_on(moment: str, day: str, shift: str) -> None:
    assert (day_of((), at(moment)), shift_of((), at(moment))) == (day, shift)


def test_the_house_sets_the_hour_and_the_zone() -> None:
    noon = ((0, Terms(zone="Europe/Berlin", day_starts=12, shifts=(12, 20, 4))),)
    for moment, day, shift in (
        ("2026-11-16T11:59:59", "2026-11-15", "04:00"),
        ("2026-11-16T12:00:00", "2026-11-16", "12:00"),
        ("2026-11-17T03:59:59", "2026-11-16", "20:00"),
    ):
        berlin = at(moment, "Europe/Berlin")
        assert (day_of(noon, berlin), shift_of(noon, berlin)) == (day, shift)


def test_later_terms_do_not_change_a_finished_day() -> None:
    book = Book()
    early, late = Terms(charity_share=4_000), Terms(charity_share=5_000, day_starts=12, log_cash_from=1_00)
    apply(book, TermsSet(ABE, early), at("2026-11-14T10:00:00"))
    apply(book, TermsSet(ABE, late), at("2026-11-16T05:00:00"))  # It is the night of the 15th.
    shares = {day: terms_of(book.history, f"2026-11-{day}").charity_share for day in (13, 14, 15, 16)}
    assert shares == {13: 3_500, 14: 4_000, 15: 5_000, 16: 5_000}
    assert day_of(book.history, at("2026-11-15T08:00:00")) == "2026-11-15", "at its own hours"
    assert day_of(book.history, at("2026-11-16T08:00:00")) == "2026-11-15"
    cash = CashBook()
    for day in ("2026-11-14", "2026-11-16"):
        apply_cash(cash, CashMoved(CASS, 0, "buy_in", "ann", "Ann", 50_00, day, table="One"), 0)
    prompts = [people_of(cash, terms_of(book.history, day), day)[0].prompt for day in ("2026-11-14", "2026-11-16")]
    assert prompts == ["", "Log: $1 or more in cash in one gaming day."]
