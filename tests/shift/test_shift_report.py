"""The money of a shift as plain values: counts against the record, and rejection of invalid counts."""

from __future__ import annotations

import random

import msgspec
import pytest
from campaign import times
from machine_moves import anything_allowed, close, drain, move_on, opening, trouble
from machine_trial import Unwatched
from table_talk import Felt

from boston7.declare import Rejection
from boston7.game import CLOSED, Event, Phase, Table
from boston7.game import commands as c
from boston7.game import events as e
from boston7.game.actors import DEALER, SUPERVISOR, Actor
from boston7.house import PRESETS, preset
from boston7.money import Piece, worth
from boston7.shift.book import Book, apply
from boston7.shift.cash import (
    CashBook,
    CashMoved,
    PayoutAsked,
    ReceiptVoided,
    apply_cash,
    move_cash,
    people_of,
    sign_payout,
    void_receipt,
)
from boston7.shift.checks import (
    Prize,
    PrizeCheckIssued,
    PrizeCheckTurnedDown,
    PrizeCheckVoided,
    cashable,
    issue,
    refuse_prize_check,
    void_check,
)
from boston7.shift.count import Drop, DropEntered, Drops, DropSigned, apply_drop, enter_drop, sign_drop
from boston7.shift.incidents import IncidentLogged, log_incident
from boston7.shift.kinds import Signature
from boston7.shift.report import Off, Papers, charity_result, papers_of, reconcile, totals
from boston7.shift.sessions import Sessions
from boston7.shift.slips import (
    STEPS,
    SlipRequested,
    Slips,
    SlipSigned,
    SlipVoided,
    apply_slip,
    request_slip,
    sign_slip,
    void_slip,
)
from boston7.shift.terms import Terms

TERMS = Terms()
ANNS = Prize("ann", "Ann", "One", "chips")
CAL = Signature("cal", "Cal", "cashier")
CASS, SUE, RAY, DAN = (
    Signature(name.lower(), name, role)
    for name, role in (("Cass", "cashier"), ("Sue", "supervisor"), ("Ray", "runner"), ("Dan", "dealer"))
)


def add_up(sessions: Sessions, felt: Felt, actor: str = "dealer Dan") -> None:
    """Fold the events of a table into its sessions."""
    table: Table = CLOSED
    for number, event in enumerate(felt.log):
        before, table = table, event.apply(table)
        sessions.apply(event, before, table, actor, number * 60_000_000)


def drop_of(cents: int) -> Drop:
    return Drop((Piece(1, cents),), CASS, SUE)


# Counts against the record


def evening(closer: int) -> Felt:
    """A walk-up buys in for $200 in cash and loses $30. A fill of $500 follows, and the last count is a total."""
    felt = Felt(live=True, tray=2_000_00)
    felt.do(c.SeatWalkUp(DEALER, 2, "Red cap"))
    felt.do(c.BuyInCash(DEALER, 2, 200_00))
    felt.bet(2, 10_00, 10_00).start({2: "Js 9c 7d 4h 3c 2c 8d"}, "Ks Kd 9s 7h 4d 3s 2d").second(2).finish()
    felt.do(c.FillTray(SUPERVISOR, 500_00, "F-000001"))
    felt.do(c.NextRound(DEALER))
    felt.do(c.BeginClosing(SUPERVISOR, "end of the night", "scheduled"))
    felt.do(c.EndPlay(SUPERVISOR))
    felt.do(c.CountTray(DEALER, closer, (Piece(100, closer // 100),)))
    felt.do(c.CloseTable(SUPERVISOR))
    return felt


def test_the_win_reconciles_to_the_cent() -> None:
    sessions = Sessions("One")
    add_up(sessions, evening(2_330_00))
    (session,) = sessions.all
    assert (session.cash, session.fills, session.hands, session.won) == (200_00, 500_00, 1, 30_00)
    assert session.closer is not None
    assert worth(session.closer.pieces) == session.closer.cents
    result = reconcile(session, drop_of(200_00))
    # 2,330 + 200 - 2,000 - 500
    assert (result.win, result.recorded, result.over_short, result.where) == (30_00, 30_00, 0, ())
    assert [(seat.seat, seat.player, seat.won) for seat in session.seats] == [(2, "Red cap (cash)", 30_00)]
    assert [(line.dealer, line.hands, line.won) for line in session.dealers] == [("Dan", 1, 30_00)]


def test_a_second_dealer_who_enters_cards_deals_no_hands() -> None:
    dan, dora = Actor("dealer", "Dan"), Actor("dealer", "Dora")
    felt = Felt(live=True, tray=2_000_00)
    felt.do(c.SignOn(dan))
    felt.do(c.SignOnBeside(dora))
    felt.do(c.SeatWalkUp(dora, 2, "Red cap"))
    felt.do(c.BuyInCash(dora, 2, 200_00))
    felt.do(c.PlaceWagers(dora, 2, {"ante": 10_00, "first": 10_00}))
    for command in (c.Shuffle(dora), c.NoMoreBets(dora), c.Deal(dora), c.Deal(dora), c.Fold(dora, 2)):
        felt.do(command)
    sessions = Sessions("One")
    add_up(sessions, felt, "dealer Dora")
    assert [(line.dealer, line.hands, line.won) for line in sessions.all[0].dealers] == [("Dan", 1, 20_00)]


def test_a_difference_from_the_record_is_listed_with_its_count() -> None:
    sessions = Sessions("One")
    add_up(sessions, evening(2_325_00))
    (session,) = sessions.all
    result = reconcile(session, drop_of(180_00))
    assert result.where == (
        Off("closer", 2_325_00, 2_330_00, -5_00), Off("drop", 180_00, 200_00, -20_00),
    )  # fmt: skip
    assert (result.win, result.recorded) == (5_00, 30_00)
    assert result.over_short == -25_00, "what the win lacks of the record's"


def test_slips_and_cash_of_the_shift_book_are_compared_with_the_table() -> None:
    """One slip differs from the chips moved, one slip's chips never came, and some cash is in only one book."""
    sessions = Sessions("One")
    add_up(sessions, evening(2_330_00))
    (session,) = sessions.all
    assert session.slips == {"F-000001": 500_00}
    right = Papers({"F-000001": 500_00}, 200_00)
    assert reconcile(session, drop_of(200_00), right).papers == ()
    wrong = Papers({"F-000001": 400_00, "C-000002": 50_00}, 180_00)
    result = reconcile(session, drop_of(200_00), wrong)
    assert result.papers == (
        Off("C-000002", 50_00, 0, 50_00),
        Off("F-000001", 400_00, 500_00, -100_00),
        Off("cash", 180_00, 200_00, -20_00),
    )
    assert (result.over_short, result.where) == (0, ()), "the counts are right: a paper is no count"
    missing = reconcile(session, drop_of(200_00), Papers({}, 200_00))
    assert missing.papers == (Off("F-000001", 0, 500_00, -500_00),)


def test_the_shift_book_has_each_slip_and_the_cash_of_a_session_and_of_no_other() -> None:
    sessions, book = Sessions("One"), Book()
    add_up(sessions, evening(2_330_00))
    (session,) = sessions.all
    minute = 60_000_000

    def filled(number: int, table: str, at: int) -> None:
        apply(book, SlipRequested(SUE, number, "fill", table, (Piece(100_00, 5),)), 0)
        for step, by in (("cage", CASS), ("runner", RAY), ("dealer", DAN), ("floor", SUE)):
            apply(book, SlipSigned(by, number, step), at)  # type: ignore[arg-type]

    times = (session.opened - minute, session.opened, session.closed, session.closed + minute)
    for number, at in enumerate((*times, session.closed), 1):
        filled(number, "Two" if number == 5 else "One", at)
        apply(
            book,
            CashMoved(DAN, 0, "buy_in", "ann", "Ann", number, "2026-11-16", table="Two" if number == 5 else "One"),
            at,
        )
    apply(book, CashMoved(CASS, 1, "chips_sold", "ann", "Ann", 700_00, "2026-11-16"), session.opened)
    found = papers_of(book, session, 0, lambda _: "2026-11-16")
    assert found == Papers({"F-000002": 500_00, "F-000003": 500_00}, 2 + 3)


def test_a_drop_counts_once_two_have_signed() -> None:
    sessions = Sessions("One")
    add_up(sessions, evening(2_330_00))
    unsigned = Drop((Piece(20_00, 10),), CASS)
    assert reconcile(sessions.all[0], unsigned).win is None
    assert reconcile(sessions.all[0], None).drop is None


def test_the_closer_is_the_next_opener() -> None:
    felt = evening(2_325_00)
    wrong = felt.refuses(c.OpenTable(SUPERVISOR, "felt", 2_330_00, live=True), "out_of_bounds", "R23")
    assert "2,325" not in wrong.reason, "the count that follows is blind"
    felt.do(c.OpenTable(SUPERVISOR, "felt", 2_325_00, live=True, preinspected=True))


def test_a_count_by_denomination_adds_up() -> None:
    felt = Felt(live=True, tray=500_00)
    felt.do(c.BeginClosing(SUPERVISOR, "end"))
    felt.refuses(c.CountTray(DEALER, 500_00, (Piece(100_00, 4),)), "out_of_bounds", "R23")
    (counted,) = felt.do(c.CountTray(DEALER, 400_00, (Piece(100_00, 4),)))
    assert isinstance(counted, e.TrayCounted)
    assert counted.pieces == (Piece(100_00, 4),)


@pytest.mark.campaign
@pytest.mark.parametrize("seed", range(times(5, 300)))
def test_random_shifts_with_random_mistakes_reconcile(seed: int) -> None:
    """Deals, voids, corrections, fills and wrong counts in any order: record and counts still reconcile."""
    rng = random.Random(seed)
    heard = Sessions("One")
    clock = iter(range(0, 10**12, 1_000_000))

    class Heard(Unwatched):
        def _happened(self, event: Event) -> None:
            before = self.replayed
            super()._happened(event)
            heard.apply(event, before, self.replayed, "dealer Dan", next(clock))

    trial = Heard(preset(rng.choice(PRESETS)), rng)
    trial.send(opening(rng, live=True))
    for _ in range(120):
        made = rng.choice((move_on, move_on, move_on, anything_allowed, trouble))(trial, rng)
        if made is not None:
            trial.send(made)
    drain(trial, rng)
    if trial.table.phase is not Phase.CLOSED:
        close(trial)
    assert heard.all
    for session in heard.all:
        assert session.closed
        assert session.closer is not None
        moved = session.fills - session.credits - session.cash + session.won
        assert session.closer.expected == session.opener.expected + moved
        counted = max(0, session.cash + rng.choice((0, 0, -20_00, 100_00)))
        result = reconcile(session, drop_of(counted))
        assert result.win is not None
        assert result.recorded is not None
        within = [off.cents for off in result.where if off.what != "opener"]
        assert result.win - result.recorded == sum(within)
        assert session.won == sum(line.won for line in session.dealers)


def test_totals_add_up_the_sessions() -> None:
    sessions = Sessions("One")
    add_up(sessions, evening(2_330_00))
    lines = [(session, reconcile(session, drop_of(200_00))) for session in sessions.all * 2]
    summed = totals(lines, 0)
    assert (summed.sessions, summed.open, summed.win, summed.drop, summed.hands) == (2, 0, 60_00, 400_00, 2)
    assert summed.hold == (60_00, 400_00)


def test_the_charity_gets_its_share_and_nothing_of_a_loss() -> None:
    result = charity_result("Food pantry", "2026-11-16", 1_000_01, TERMS.charity_share, TERMS.state_share)
    assert (result.to_charity, result.to_state) == (350_00, 100_00)
    assert result.to_charity + result.to_state + result.to_operator == 1_000_01
    lost = charity_result("Food pantry", "2026-11-16", -500_00, TERMS.charity_share, TERMS.state_share)
    assert (lost.to_charity, lost.to_state, lost.to_operator) == (0, 0, -500_00)


# Invalid counts: empty, unreadable or out of range

WRONG = [
    (), (Piece(20_00, 1), Piece(20_00, 2)), (Piece(3_00, 1),), (Piece(100_00, 1_000_000), Piece(50_00, 1_000_000)),
]  # fmt: skip


@pytest.mark.parametrize("wrong", WRONG)
def test_an_invalid_count_is_refused(wrong: tuple[Piece, ...]) -> None:
    assert isinstance(enter_drop({}, TERMS, "One", 1, wrong, CASS), Rejection)
    chips = tuple(Piece(500_00 if piece.value == 50_00 else piece.value, piece.count) for piece in wrong)
    assert isinstance(request_slip({}, TERMS, "fill", "One", chips, SUE), Rejection)


def test_an_empty_drop_is_accepted_and_an_empty_fill_is_refused() -> None:
    assert isinstance(enter_drop({}, TERMS, "One", 1, (Piece(20_00, 0),), CASS), DropEntered)
    assert isinstance(request_slip({}, TERMS, "fill", "One", (Piece(25_00, 0),), SUE), Rejection)


def test_two_people_sign_a_drop_and_only_once() -> None:
    drops: Drops = {}
    first = sign_drop(drops, "One", 1, SUE)
    assert isinstance(first, Rejection)
    entered = enter_drop(drops, TERMS, "One", 1, (Piece(20_00, 5),), CASS)
    assert isinstance(entered, DropEntered)
    apply_drop(drops, entered)
    own = sign_drop(drops, "One", 1, Signature(CASS.person, "Cass", "supervisor"))
    assert isinstance(own, Rejection)
    assert own.code == "second_signature"
    signed = sign_drop(drops, "One", 1, SUE)
    assert isinstance(signed, DropSigned)
    assert signed.cents == 100_00
    apply_drop(drops, signed)
    assert isinstance(sign_drop(drops, "One", 1, SUE), Rejection)
    assert isinstance(enter_drop(drops, TERMS, "One", 1, (Piece(20_00, 6),), CASS), Rejection)


# Slips


@pytest.mark.parametrize("kind", ["fill", "credit"])
def test_a_slip_is_signed_in_order_each_step_by_its_role_and_never_twice(kind: str) -> None:
    slips: Slips = {}
    asked = request_slip(slips, TERMS, kind, "One", (Piece(25_00, 40), Piece(5_00, 0)), SUE)  # type: ignore[arg-type]
    assert not isinstance(asked, Rejection)
    apply_slip(slips, asked, 0)
    assert slips[1].serial == f"{kind[0].upper()}-000001"
    assert slips[1].pieces == (Piece(25_00, 40),)
    signers = {"cage": CASS, "runner": RAY, "dealer": DAN, "floor": SUE, "received": CASS}
    for step in STEPS[slips[1].kind]:
        assert slips[1].next == step
        for other, who in signers.items():
            tried = sign_slip(slips, 1, other, who)  # type: ignore[arg-type]
            assert isinstance(tried, SlipSigned) == (other == step), (other, step)
        wrong = RAY if signers[step] is not RAY else DAN
        assert isinstance(sign_slip(slips, 1, step, wrong), Rejection)
        signed = sign_slip(slips, 1, step, signers[step])
        assert isinstance(signed, SlipSigned)
        apply_slip(slips, signed, 0)
    assert slips[1].next is None
    assert slips[1].posted
    assert isinstance(void_slip(slips, 1, "not needed", SUE), Rejection)
    assert isinstance(sign_slip(slips, 2, "cage", CASS), Rejection)


def test_a_void_slip_is_kept_and_its_number_is_not_used_again() -> None:
    slips: Slips = {}
    for number in (1, 2):
        asked = request_slip(slips, TERMS, "fill", "One", (Piece(25_00, 40),), SUE)
        assert not isinstance(asked, Rejection)
        assert asked.number == number
        apply_slip(slips, asked, 0)
        assert isinstance(void_slip(slips, number, "  ", SUE), Rejection)
        void = void_slip(slips, number, "wrong table", SUE)
        assert isinstance(void, SlipVoided)
        apply_slip(slips, void, 0)
        assert isinstance(sign_slip(slips, number, "cage", CASS), Rejection)


def test_nobody_moves_chips_and_signs_for_them() -> None:
    slips: Slips = {}
    asked = request_slip(slips, TERMS, "fill", "One", (Piece(25_00, 40),), SUE)
    assert not isinstance(asked, Rejection)
    apply_slip(slips, asked, 0)
    apply_slip(slips, SlipSigned(CASS, 1, "cage"), 0)
    twice = sign_slip(slips, 1, "runner", Signature(CASS.person, "Cass", "runner"))
    assert isinstance(twice, Rejection)
    assert twice.code == "second_signature"


def test_a_supervisor_who_requested_a_slip_prepares_it_in_no_other_role() -> None:
    slips: Slips = {}
    asked = request_slip(slips, TERMS, "fill", "One", (Piece(25_00, 40),), SUE)
    assert not isinstance(asked, Rejection)
    apply_slip(slips, asked, 0)
    own = sign_slip(slips, 1, "cage", Signature(SUE.person, "Sue", "cashier"))
    assert isinstance(own, Rejection)
    assert own.code == "second_signature"


# Cash


def test_cash_is_added_up_by_person_and_gaming_day_with_a_prompt_at_the_thresholds() -> None:
    book = CashBook()
    for what, cents, day in (
        ("buy_in", 6_000_00, "2026-11-16"), ("front_money_in", 4_000_00, "2026-11-16"),
        ("front_money_in", 9_000_00, "2026-11-15"),
    ):  # fmt: skip
        moved = move_cash(book, TERMS, what, "ann", "Ann", cents, day, CASS)  # type: ignore[arg-type]
        assert isinstance(moved, CashMoved)
        apply_cash(book, moved, 0)
    (ann,) = people_of(book, TERMS, "2026-11-16")
    assert ann.paid_in == 10_000_00
    assert ann.prompt.startswith("Log")
    apply_cash(book, CashMoved(CASS, 0, "buy_in", "ann", "ANN", 1, "2026-11-16", table="One"), 0)
    (ann,) = people_of(book, TERMS, "2026-11-16")
    assert ann.prompt.startswith("Report required")
    assert ann.name == "Ann", "however it is written the next time"


def test_a_large_payout_waits_for_a_second_signature() -> None:
    book = CashBook()
    small = move_cash(book, TERMS, "redemption", "ann", "Ann", 2_499_99, "2026-11-16", CASS)
    assert isinstance(small, CashMoved)
    apply_cash(book, small, 0)
    large = move_cash(book, TERMS, "redemption", "ann", "Ann", 2_500_00, "2026-11-16", CASS)
    assert isinstance(large, PayoutAsked)
    apply_cash(book, large, 0)
    assert people_of(book, TERMS, "2026-11-16")[0].paid_out == 2_499_99
    assert isinstance(sign_payout(book, large.receipt, "2026-11-16", CASS), Rejection)
    assert isinstance(
        sign_payout(book, large.receipt, "2026-11-16", Signature("cass", "Cass", "supervisor")), Rejection
    )
    paid = sign_payout(book, large.receipt, "2026-11-16", SUE)
    assert isinstance(paid, CashMoved)
    apply_cash(book, paid, 0)
    assert people_of(book, TERMS, "2026-11-16")[0].paid_out == 4_999_99
    assert isinstance(sign_payout(book, large.receipt, "2026-11-16", SUE), Rejection)


def test_a_payout_in_parts_needs_the_second_signature_too() -> None:
    """Payouts for chips, front money and a check add up for one person in one gaming day, at any counter."""
    book, day = CashBook(), "2026-11-16"
    for what, cents in (("redemption", 1_200_00), ("front_money_out", 800_00), ("prize_check", 499_99)):
        paid = move_cash(book, TERMS, what, "ann", "Ann", cents, day, CASS, consent="pin")  # type: ignore[arg-type]
        assert isinstance(paid, CashMoved)
        apply_cash(book, paid, 0)
    assert isinstance(move_cash(book, TERMS, "redemption", "ann", "Ann", 1, day, CASS), PayoutAsked)
    assert isinstance(move_cash(book, TERMS, "front_money_in", "ann", "Ann", 9_000_00, day, CASS), CashMoved)
    assert isinstance(move_cash(book, TERMS, "redemption", "bob", "Bob", 1, day, CAL), CashMoved), "another person"
    assert isinstance(move_cash(book, TERMS, "redemption", "ann", "Ann", 1, "2026-11-17", CASS), CashMoved)
    first = book.days[day][0].event.receipt
    voided = void_receipt(book, first, "Keyed wrong", SUE)
    assert isinstance(voided, ReceiptVoided)
    apply_cash(book, voided, 0)
    assert isinstance(move_cash(book, TERMS, "redemption", "ann", "Ann", 1_200_00, day, CASS), CashMoved)


def test_one_cashiers_payouts_alone_in_a_day_are_limited() -> None:
    """One cashier could once pay out $9,996 on one signature, to many different names."""
    book, day = CashBook(), "2026-11-16"
    for what, name, cents in (
        ("prize_check", "Ann", 1_000_00), ("redemption", "Bob", 1_000_00), ("front_money_out", "Cy", 499_99),
    ):  # fmt: skip
        who = name.lower()
        paid = move_cash(book, TERMS, what, who, name, cents, day, CASS, consent="pin")  # type: ignore[arg-type]
        assert isinstance(paid, CashMoved)
        apply_cash(book, paid, 0)
    asked = move_cash(book, TERMS, "prize_check", "zed", "Zed", 1, day, CASS)
    assert isinstance(asked, PayoutAsked)
    assert isinstance(move_cash(book, TERMS, "front_money_in", "zed", "Zed", 9_000_00, day, CASS), CashMoved)
    assert isinstance(move_cash(book, TERMS, "redemption", "zed", "Zed", 1, day, CAL), CashMoved), "another cashier"
    assert isinstance(move_cash(book, TERMS, "redemption", "zed", "Zed", 1, "2026-11-17", CASS), CashMoved)
    apply_cash(book, asked, 0)
    signed = sign_payout(book, asked.receipt, day, SUE)
    assert isinstance(signed, CashMoved)
    apply_cash(book, signed, 0)
    generous = msgspec.structs.replace(TERMS, cashier_signature_from=9_000_00)
    assert isinstance(move_cash(book, generous, "redemption", "zed", "Zed", 1, day, CASS), CashMoved)


def test_neither_signer_of_a_paid_payout_voids_it() -> None:
    book, day = CashBook(), "2026-11-16"
    asked = move_cash(book, TERMS, "redemption", "ann", "Ann", 9_000_00, day, CASS)
    assert isinstance(asked, PayoutAsked)
    apply_cash(book, asked, 0)
    paid = sign_payout(book, asked.receipt, day, SUE)
    assert isinstance(paid, CashMoved)
    apply_cash(book, paid, 0)
    promoted = Signature(CASS.person, "Cass", "supervisor")
    for signer in (SUE, promoted):
        denied = void_receipt(book, asked.receipt, "Keyed wrong", signer)
        assert isinstance(denied, Rejection)
        assert denied.code == "second_signature"
    another = Signature("another", "Sid", "supervisor")
    assert isinstance(void_receipt(book, asked.receipt, "Keyed wrong", another), ReceiptVoided)


def test_a_cashed_prize_check_is_cash_paid_to_its_payee_and_a_large_one_waits_for_a_second_signature() -> None:
    book, today = Book(), "2026-11-16"
    for number, cents in enumerate((400_00, 2_500_00, 2_500_00, 2_600_00), 1):
        apply(book, PrizeCheckIssued(CAL, number, ANNS, cents, "2026-11-15"), 0)

    def cash(number: int) -> CashMoved | PayoutAsked | Rejection:
        check = cashable(book.checks, number, CASS)
        if isinstance(check, Rejection):
            return check
        return move_cash(book.cash, TERMS, "prize_check", "ann", "Ann", check.cents, today, CASS, number)

    def states() -> list[str]:
        return [check.state for check in book.checks.values()]

    small, large = cash(1), []
    assert isinstance(small, CashMoved)
    apply(book, small, 1)
    assert states() == ["cashed", "issued", "issued", "issued"]
    assert isinstance(cash(1), Rejection), "each check once"
    for number in (2, 3, 4):
        asked = cash(number)
        assert isinstance(asked, PayoutAsked)
        apply(book, asked, 2)
        assert isinstance(cash(number), Rejection), "it waits already"
        large.append(asked)
    assert states() == ["cashed", "issued", "issued", "issued"]
    (ann,) = people_of(book.cash, TERMS, today)
    assert (ann.paid_in, ann.paid_out, ann.checks, ann.prompt) == (0, 400_00, 400_00, "")

    first, second, third = large
    assert isinstance(sign_payout(book.cash, first.receipt, today, CASS), Rejection)
    paid = sign_payout(book.cash, first.receipt, "2026-11-17", SUE)
    assert isinstance(paid, CashMoved)
    apply(book, paid, 3)
    assert states() == ["cashed", "cashed", "issued", "issued"]
    (later,) = people_of(book.cash, TERMS, "2026-11-17")
    assert (later.paid_out, later.checks) == (2_500_00, 2_500_00), "on the day it is paid"

    for house, reason in (("rack-card", "on camera 3"), ("nhcg", " ")):
        assert isinstance(
            refuse_prize_check(book.checks, 3, "picture_suspected", reason, preset(house), SUE), Rejection
        )
    no = refuse_prize_check(book.checks, 3, "picture_suspected", "on camera 3", preset("nhcg"), SUE)
    assert isinstance(no, PrizeCheckTurnedDown)
    assert no.clause == "001-H1 (R19)"
    apply(book, no, 4)
    assert isinstance(sign_payout(book.cash, second.receipt, today, SUE), Rejection), "it was refused meanwhile"
    assert states() == ["cashed", "cashed", "refused", "issued"]

    paid = sign_payout(book.cash, third.receipt, today, SUE)
    assert isinstance(paid, CashMoved)
    apply(book, paid, 5)
    (ann,) = people_of(book.cash, TERMS, today)
    assert (ann.paid_out, ann.checks) == (3_000_00, 3_000_00)
    assert ann.prompt.startswith("Log")


def test_a_check_made_out_wrongly_is_void_by_a_second_person_and_its_number_is_used_up() -> None:
    book, today = Book(), "2026-11-16"
    apply(book, PrizeCheckIssued(CASS, 1, ANNS, 9_000_00, today), 0)
    asked = move_cash(book.cash, TERMS, "prize_check", "ann", "Ann", 9_000_00, today, CASS, 1)
    assert isinstance(asked, PayoutAsked)
    apply(book, asked, 1)
    both = Signature(CASS.person, "Cass", "supervisor")
    for reason, by in (("Wrong payee", CASS), ("Wrong payee", both), (" ", SUE)):
        assert isinstance(void_check(book.checks, 1, reason, by), Rejection)
    assert isinstance(void_check(book.checks, 2, "Wrong payee", SUE), Rejection), "no such check"
    voided = void_check(book.checks, 1, " Wrong payee ", SUE)
    assert isinstance(voided, PrizeCheckVoided)
    apply(book, voided, 5)
    check = book.checks[1]
    assert (check.state, check.closed_by, check.closed_at, check.reason) == ("void", SUE, 5, "Wrong payee")
    assert isinstance(sign_payout(book.cash, asked.receipt, today, SUE), Rejection), "its payout is not made"
    for again in (
        cashable(book.checks, 1, CAL),
        void_check(book.checks, 1, "Again", SUE),
        refuse_prize_check(book.checks, 1, "picture_taken", "on camera", preset("nhcg"), SUE),
    ):
        assert isinstance(again, Rejection)
        assert again.reason == "P-000001 is void."
    new = issue(book.checks, ANNS, 9_000_00, 0, today, CASS)
    assert isinstance(new, PrizeCheckIssued)
    assert new.number == 2
    apply(book, new, 6)
    paid = move_cash(book.cash, TERMS, "prize_check", "ann", "Ann", 1_00, today, CAL, 2)
    assert isinstance(paid, CashMoved)
    apply(book, paid, 7)
    assert isinstance(void_check(book.checks, 2, "Too late", SUE), Rejection), "what is cashed is not void"


def test_a_check_for_a_round_is_covered_by_what_its_seat_was_paid_and_only_once() -> None:
    book, today = Book(), "2026-11-16"
    won = Prize("ann", "Ann", "One", "round", 12, 3)

    def issued(cents: int, prize: Prize = won, paid: int = 500_00) -> PrizeCheckIssued | Rejection:
        made = issue(book.checks, prize, cents, paid, today, CASS)
        if isinstance(made, PrizeCheckIssued):
            apply(book, made, 0)
        return made

    too_much = issued(500_01)
    assert isinstance(too_much, Rejection)
    assert too_much.reason == "Seat 3 was paid $500 in round 12 at One."
    assert isinstance(issued(300_00), PrizeCheckIssued)
    again = issued(200_01)
    assert isinstance(again, Rejection)
    assert again.reason == "Seat 3 was paid $500 in round 12 at One. Checks of $300 were issued for it."
    for other in (("Two", 12, 3), ("One", 13, 3), ("One", 12, 4)):
        table, round, seat = other
        assert isinstance(issued(500_00, Prize("ann", "Ann", table, "round", round, seat)), PrizeCheckIssued), other
    apply(book, PrizeCheckTurnedDown(SUE, 1, "picture_taken", "on camera 3", "001-H1 (R19)"), 1)
    assert isinstance(issued(500_00), Rejection), "a refused check was issued for it all the same"
    assert isinstance(issued(200_00), PrizeCheckIssued)
    voided = void_check(book.checks, 5, "Wrong amount", SUE)
    assert isinstance(voided, PrizeCheckVoided)
    apply(book, voided, 2)
    assert isinstance(issued(200_00), PrizeCheckIssued), "a void check is none"


def test_the_issuer_of_a_check_cannot_cash_it_and_others_can() -> None:
    book = Book()
    apply(book, PrizeCheckIssued(CASS, 1, ANNS, 900_00, "2026-11-16"), 0)
    denied = cashable(book.checks, 1, CASS)
    assert isinstance(denied, Rejection)
    assert (denied.code, denied.reason) == (
        "second_signature", "A second person must handle this prize check: you issued P-000001."
    )  # fmt: skip
    assert cashable(book.checks, 1, CAL) == book.checks[1]


@pytest.mark.parametrize(("cents", "name"), [(0, "Ann"), (-1, "Ann"), (10**11, "Ann"), (100, "  ")])
def test_cash_without_an_amount_or_a_name_is_refused(cents: int, name: str) -> None:
    assert isinstance(move_cash(CashBook(), TERMS, "redemption", "x", name, cents, "2026-11-16", CASS), Rejection)


def test_an_incident_has_a_code_and_words() -> None:
    assert isinstance(log_incident([], "dispute", "Seat 3 says push.", "2026-11-16", "One", SUE), IncidentLogged)
    for code, text in (("", "x"), ("quarrel", "x"), ("dispute", " ")):
        assert isinstance(log_incident([], code, text, "2026-11-16", "", SUE), Rejection)
