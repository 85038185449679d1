"""The bank of the cage: every movement of cash changes its expected cash, and two people sign a blind count."""

from __future__ import annotations

import msgspec
import pytest

from boston7.declare import Rejection
from boston7.money import Piece
from boston7.shift.bank import BankCounted, BankCountKind, BankSigned, count_bank, sign_bank
from boston7.shift.book import Book, apply
from boston7.shift.cash import CashKind, CashMoved, PayoutAsked, move_cash, people_of, sign_payout, void_receipt
from boston7.shift.checks import Prize, PrizeCheckIssued
from boston7.shift.count import DropEntered, DropSigned
from boston7.shift.kinds import Signature
from boston7.shift.terms import Terms

TERMS, DAY = Terms(), "2026-11-16"
CASS, CAL = Signature("cass", "Cass", "cashier"), Signature("cal", "Cal", "cashier")
SUE, SID = Signature("sue", "Sue", "supervisor"), Signature("sid", "Sid", "supervisor")


def bills(cents: int) -> tuple[Piece, ...]:
    return (Piece(100_00, cents // 100_00), Piece(1_00, cents % 100_00 // 100))


class Cage:
    def __init__(self) -> None:
        self.book = Book()

    def do(self, event: object) -> object:
        assert not isinstance(event, Rejection), event
        apply(self.book, event, 0)  # type: ignore[arg-type]
        return event

    def refused(self, decided: object, words: str) -> None:
        assert isinstance(decided, Rejection), decided
        assert words in decided.reason

    def count(self, kind: BankCountKind, cents: int, by: Signature = CASS) -> int:
        counted = self.do(count_bank(self.book.bank, TERMS, kind, bills(cents), DAY, by))
        assert isinstance(counted, BankCounted)
        return counted.number

    def sign(self, number: int, by: Signature = SUE) -> int | None:
        self.do(sign_bank(self.book.bank, number, by))
        return self.book.bank.counts[-1].over_short

    def paid(self, what: CashKind, cents: int, by: Signature = CASS, check: int = 0) -> CashMoved | PayoutAsked:
        moved = self.do(move_cash(self.book.cash, TERMS, what, "ann", "Ann", cents, DAY, by, check, consent="pin"))
        assert isinstance(moved, CashMoved | PayoutAsked)
        return moved


def opened(cents: int = 20_000_00) -> Cage:
    cage = Cage()
    assert cage.sign(cage.count("opening", cents)) is None, "the first count has nothing to differ from"
    return cage


def test_every_movement_of_cash_changes_what_the_bank_should_hold() -> None:
    cage = opened()
    cage.paid("front_money_in", 3_000_00)
    redeemed = cage.paid("redemption", 500_00)
    cage.paid("front_money_out", 700_00)
    cage.do(PrizeCheckIssued(CAL, 1, Prize("ann", "Ann", "One", "chips"), 400_00, DAY))
    cage.paid("prize_check", 400_00, check=1)
    large = cage.paid("redemption", 4_000_00, CAL)
    assert isinstance(large, PayoutAsked), "nothing is paid yet"
    assert cage.sign(cage.count("interim", 21_400_00)) == 0
    cage.do(sign_payout(cage.book.cash, large.receipt, DAY, SUE))
    # This cash is in the table's drop box.
    cage.do(CashMoved(CASS, 0, "buy_in", "ann", "Ann", 900_00, DAY, table="One"))
    cage.do(DropEntered(CASS, "One", 1, bills(900_00)))
    assert cage.sign(cage.count("interim", 17_400_00)) == 0, "the box is not the cage's before it is signed for"
    cage.do(DropSigned(SUE, "One", 1, 900_00))
    cage.do(void_receipt(cage.book.cash, redeemed.receipt, "Keyed twice", SUE))
    cage.do(void_receipt(cage.book.cash, large.receipt, "Wrong player", SID))
    assert cage.sign(cage.count("closing", 22_800_00)) == 0


def test_a_waiting_payout_that_is_void_changes_nothing() -> None:
    cage = opened()
    asked = cage.paid("redemption", 9_000_00)
    cage.do(void_receipt(cage.book.cash, asked.receipt, "They took the chips to a table", SUE))
    assert cage.sign(cage.count("interim", 20_000_00)) == 0


def test_the_difference_is_booked_and_the_next_count_continues_from_the_counted_cash() -> None:
    cage = opened()
    cage.paid("redemption", 100_00)
    assert cage.sign(cage.count("interim", 19_870_00)) == -30_00
    last = cage.book.bank.counts[-1]
    assert (last.cents, last.expected, last.signer) == (19_870_00, 19_900_00, SUE)
    cage.paid("front_money_in", 30_00)
    assert cage.sign(cage.count("closing", 19_905_00)) == 5_00
    assert cage.sign(cage.count("opening", 19_905_00, CAL)) == 0, "the closing count is what the next shift finds"


def test_cash_moved_between_count_and_signature_is_no_difference() -> None:
    cage = opened()
    number = cage.count("interim", 20_000_00)
    cage.paid("redemption", 600_00)
    assert cage.sign(number) == 0
    assert cage.sign(cage.count("interim", 19_400_00)) == 0


def test_the_counter_does_not_see_the_expected_cash_and_another_person_signs() -> None:
    cage = opened()
    number = cage.count("interim", 1_00)
    counted = cage.book.bank.counts[-1]
    assert (counted.expected, counted.over_short) == (None, None)
    assert b"expected" not in msgspec.json.encode(BankCounted(CASS, 1, "interim", bills(1_00), DAY))
    cage.refused(sign_bank(cage.book.bank, number, CAL), "Only a supervisor can sign")
    both = Signature(CASS.person, "Cass", "supervisor")
    cage.refused(sign_bank(cage.book.bank, number, both), "you entered this count")
    cage.refused(sign_bank(cage.book.bank, 9, SUE), "no count with that number")
    signed = sign_bank(cage.book.bank, number, SUE)
    assert signed == BankSigned(SUE, number, 1_00, 20_000_00)
    cage.do(signed)
    cage.refused(sign_bank(cage.book.bank, number, SUE), "already signed")


def test_counted_again_before_it_is_signed_both_counts_stay_on_record() -> None:
    cage = opened()
    first, second = cage.count("interim", 2_000_00), cage.count("interim", 20_000_00)
    cage.refused(sign_bank(cage.book.bank, first, SUE), "sign the new count")
    assert cage.sign(second) == 0
    assert [(count.cents, count.replaced) for count in cage.book.bank.counts] == [
        (20_000_00, False), (2_000_00, True), (20_000_00, False)
    ]  # fmt: skip


def test_a_bank_is_opened_before_it_is_counted_and_closed_once() -> None:
    cage = Cage()
    kinds: tuple[BankCountKind, ...] = ("interim", "closing")
    for kind in kinds:
        cage.refused(count_bank(cage.book.bank, TERMS, kind, bills(1_00), DAY, CASS), "opening count first")
    number = cage.count("opening", 1_00)
    cage.refused(count_bank(cage.book.bank, TERMS, "closing", bills(1_00), DAY, CASS), "opening count first")
    cage.sign(number)
    cage.refused(count_bank(cage.book.bank, TERMS, "opening", bills(1_00), DAY, CASS), "is open")
    cage.sign(cage.count("closing", 1_00))
    assert not cage.book.bank.is_open


@pytest.mark.parametrize("pieces", [(), (Piece(3_00, 1),), (Piece(1_00, 1), Piece(1_00, 2))])
def test_an_unreadable_count_is_refused_and_an_empty_bank_is_a_count(pieces: tuple[Piece, ...]) -> None:
    cage = Cage()
    assert isinstance(count_bank(cage.book.bank, TERMS, "opening", pieces, DAY, CASS), Rejection)
    assert isinstance(count_bank(cage.book.bank, TERMS, "opening", (Piece(1_00, 0),), DAY, CASS), BankCounted)


def test_cash_from_and_to_the_safe_needs_two_signatures_and_is_nobodys_payout() -> None:
    cage = opened()
    ways: tuple[CashKind, ...] = ("safe_in", "safe_out")
    for what in ways:
        asked = cage.do(move_cash(cage.book.cash, TERMS, what, "safe", "the safe", 1_00, DAY, CASS))
        assert isinstance(asked, PayoutAsked)
        cage.refused(sign_payout(cage.book.cash, asked.receipt, DAY, CASS), "Only a supervisor can sign")
        if what == "safe_in":
            cage.do(sign_payout(cage.book.cash, asked.receipt, DAY, SUE))
            assert cage.sign(cage.count("interim", 20_001_00)) == 0
    assert cage.sign(cage.count("interim", 20_001_00)) == 0, "the other one is not signed"
    assert people_of(cage.book.cash, TERMS, DAY) == ()
    assert isinstance(cage.paid("redemption", 2_499_99), CashMoved), "it is no payout of the cashier's either"


def test_the_bank_is_the_same_in_a_snapshot() -> None:
    cage = opened()
    cage.paid("redemption", 100_00)
    cage.count("interim", 19_900_00)
    again = msgspec.json.decode(msgspec.json.encode(cage.book.bank), type=type(cage.book.bank))
    assert again == cage.book.bank
    assert again.unsigned == cage.book.bank.counts[-1]
