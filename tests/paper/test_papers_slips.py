"""Slips and day reports say what the shift book says, and a second print names who printed it."""

from __future__ import annotations

import msgspec
import pytest
from papers import read, squeezed

from boston7.money import Piece
from boston7.paper.day import Line, day_paper
from boston7.paper.form import Forms
from boston7.paper.slips import Printing, count_forms, slip_forms
from boston7.paper.typeset import typeset
from boston7.shift.book import Book, apply
from boston7.shift.cash import CashMoved, PayoutAsked
from boston7.shift.checks import Prize, PrizeCheckIssued
from boston7.shift.count import Drop
from boston7.shift.incidents import IncidentLogged
from boston7.shift.kinds import Signature
from boston7.shift.prints import PaperPrinted
from boston7.shift.report import reconcile
from boston7.shift.sessions import Counted, TableSession
from boston7.shift.slips import SlipRequested, SlipSigned, SlipVoided

SUE, CASS, RAY, DEE = (
    Signature(str(at), name, role)
    for at, (name, role) in enumerate(
        [("Sue", "supervisor"), ("Cass", "cashier"), ("Ray", "runner"), ("Dee", "dealer")], 1
    )
)
NOON = 1_763_571_600_000_000  # 2025-11-19, 12:00 in New York
FIRST = Printing("", "", again=False)
DAY = "2025-11-19"


@pytest.fixture
def book() -> Book:
    book = Book()
    apply(book, SlipRequested(SUE, 1, "fill", "Harbor", (Piece(100_00, 20), Piece(5_00, 180))), NOON)
    for step, by in (("cage", CASS), ("runner", RAY), ("dealer", DEE), ("floor", SUE)):
        apply(book, SlipSigned(by, 1, step), NOON + 60_000_000)  # type: ignore[arg-type]
    apply(book, SlipRequested(SUE, 2, "credit", "Harbor", (Piece(25_00, 4),)), NOON)
    apply(book, SlipVoided(SUE, 2, "Wrong table"), NOON)
    apply(book, CashMoved(CASS, 1, "redemption", "7", "Ann Cole", 312_50, DAY), NOON)
    apply(book, PayoutAsked(CASS, 2, "front_money_out", "7", "Ann Cole", 4_000_00, DAY), NOON)
    apply(book, PrizeCheckIssued(CASS, 1, Prize("7", "Ann Cole", "Harbor", "chips"), 2_500_00, DAY), NOON)
    apply(book, IncidentLogged(SUE, 1, "dispute", "Seat 3 says that it was a push.", DAY, "Harbor"), NOON)
    return book


def printed(forms: msgspec.Struct | None) -> str:
    assert isinstance(forms, Forms)
    return read(typeset("slip", forms))


def test_a_fill_has_its_serial_chips_and_signatures_on_three_parts(book: Book) -> None:
    forms = slip_forms(book, "F-000001", "Riverside", FIRST)
    text = printed(forms)
    for words in ("F-000001", "$100 20 $2,000", "$5 180 $900", "Total $2,900", "Two thousand nine hundred dollars"):
        assert text.count(squeezed(words)) == 3 + 3 * (words == "F-000001"), words
    for name in ("Sue", "Cass", "Ray", "Dee"):
        assert name in text
    assert "2025-11-1912:00" in text
    assert "Reprint" not in text


def test_a_void_credit_says_so(book: Book) -> None:
    assert "Void:Wrongtable" in printed(slip_forms(book, "C-000002", "Riverside", FIRST))


@pytest.mark.parametrize(
    ("serial", "words"),
    [
        ("R-000001", ["RECEIPT", "Chips redeemed", "Ann Cole", "$312.50", "twelve dollars and 50 cents"]),
        ("R-000002", ["CAGE SLIP", "Front money out", "$4,000", "Approved"]),
        ("P-000001", ["PRIZE CHECK", "Ann Cole", "$2,500"]),
        ("I-000001", ["INCIDENT", "Player dispute", "Seat 3 says that it was a push."]),
        ("i-000001", ["I-000001"]),
    ],
)
def test_other_slips(book: Book, serial: str, words: list[str]) -> None:
    text = printed(slip_forms(book, serial, "Riverside", FIRST))
    assert [one for one in words if squeezed(one) not in text] == []


@pytest.mark.parametrize(
    "serial", ["F-000002", "C-000001", "F-3", "R-000009", "I-000000", "I--1", "F-x", "F", "", "X-1"]
)
def test_an_unknown_serial_has_no_slip(book: Book, serial: str) -> None:
    assert slip_forms(book, serial, "Riverside", FIRST) is None


def test_a_reprint_names_who_printed_it_and_when(book: Book) -> None:
    again = Printing("Ann Cole", "2025-11-20 09:15", again=True)
    assert "Reprint·AnnCole·2025-11-2009:15" in printed(slip_forms(book, "I-000001", "Riverside", again))
    apply(book, PaperPrinted(SUE, "I-000001"), NOON)
    assert [one.by.name for one in book.prints["I-000001"]] == ["Sue"]


def session() -> TableSession:
    opener = Counted(10_000_00, 10_000_00, "Dee", (Piece(100_00, 100),))
    found = TableSession("Harbor é", 1, NOON, True, "Dee", opener, supervisor="Sue")
    found.closer, found.closed, found.closed_by = Counted(9_500_00, 9_500_00, "Dee"), NOON + 3_600_000_000, "Sue"
    found.cash = 800_00
    return found


def test_counts_of_a_session(book: Book) -> None:
    drop = Drop((Piece(20_00, 40),), CASS, SUE)
    text = printed(count_forms(book, session(), drop, "Riverside", FIRST))
    for words in ("OPENER", "CLOSER", "DROP", "$100 100 $10,000", "$20 40 $800", "Harbor é", "Cass"):
        assert squeezed(words) in text, words
    assert "DROP" not in printed(count_forms(book, session(), None, "Riverside", FIRST))


def test_the_report_of_a_day_prints_its_results_and_hides_what_is_hidden(book: Book) -> None:
    one = session()
    counted = reconcile(one, Drop((Piece(20_00, 40),), CASS, SUE))
    lines = [
        Line(one.table, 1, one.opened, one.closed, counted),
        Line("Mill", 4, one.opened, None, None),
    ]
    text = read(typeset("day", day_paper(book, DAY, "Riverside", lines, "")))
    assert squeezed("Harbor é · 1 06:00 12:00 13:00 $10,000 $0 $0 $9,500 $800 $300") in text
    assert squeezed("Mill · 4 06:00 12:00 open" + " –" * 8) in text
    assert squeezed("Table win $300") in text
    assert squeezed("Hold 37.5%") in text
    assert squeezed("Sessions not yet counted 1") in text
    assert "I-000001" in text
