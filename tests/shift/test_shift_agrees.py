"""After any random shift, its papers agree to the cent: day report, slips, bank, cash by person and chips.

An independent ledger adds up the accepted actions in plain sums. It uses nothing of the shift book.
"""

from __future__ import annotations

import asyncio
import csv
from collections import Counter
from collections.abc import Awaitable, Callable
from decimal import Decimal
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from campaign import times
from evening import HOUSE, KEY, Evening, check_money
from evening_live import deal_three, staff
from hypothesis import given, settings
from hypothesis import strategies as st

from boston7.accounts import Person
from boston7.declare import Rejection
from boston7.game import Automation, Phase
from boston7.game import commands as c
from boston7.game.actors import PLATFORM
from boston7.game.transfers import Transfer
from boston7.money import Piece
from boston7.record import open_record, verify
from boston7.server.app_context import AppContext
from boston7.server.config import Settings
from boston7.server.metrics import Meters
from boston7.server.reading.shift_csv import day_csv
from boston7.server.reading.shift_report import DayReport, day_report
from boston7.shift.bank import BankCounted, BankCountKind, count_bank, sign_bank
from boston7.shift.cash import CashMoved, PayoutAsked
from boston7.shift.count import enter_drop
from boston7.shift.slips import SlipRequested, SlipStep, request_slip, void_slip
from boston7.shift.stream import signature
from boston7.table import Accepted

TRAY, BANK, SEATS = 50_000_00, 20_000_00, (2, 4, 5)
QUICK = (Automation.OPENING,)
STEPS: tuple[tuple[SlipStep, str], ...] = (
    ("cage", "Cass"), ("runner", "Ray"), ("dealer", "Dan"), ("floor", "Sue"), ("received", "Cass"),
)  # fmt: skip
KINDS = ("cash", "cash", "correct", "correct", "round", "payout", "fill", "credit", "leave", "redeem", "sell", "void",
         "safe", "count")  # fmt: skip
ACTS = st.tuples(st.sampled_from(KINDS), st.sampled_from(SEATS), st.integers(0, 5))
DOLLARS = (20_00, 105_00, 500_00, 35_00, 1_200_00, 2_600_00)


class Shift:
    """A live table, a cage with its staff, and the ledger."""

    def __init__(self, evening: Evening) -> None:
        self.evening, self.book = evening, evening.room.shift
        self.staff: dict[str, Person] = {}
        self.cash: Counter[str] = Counter()  # Cash taken at the table, by person.
        self.corrected = 0
        self.paid_in: Counter[str] = Counter()  # Cash moved at the cage.
        self.paid_out: Counter[str] = Counter()
        self.slips = {"fill": 0, "credit": 0}
        self.bank = BANK
        self.receipts: dict[int, CashMoved] = {}
        self.ids = iter(range(10**6))

    async def open(self) -> None:
        evening = self.evening
        await evening.room.create("main", HOUSE, live=True, automation=QUICK, play_money=False)
        for name, role in (("Sue", "supervisor"), ("Sid", "supervisor"), ("Cass", "cashier"), ("Cal", "cashier"),
                           ("Ray", "runner"), ("Dan", "dealer")):  # fmt: skip
            self.staff[name] = await staff(evening, name, role)
        await self.count_bank("opening", BANK)
        await evening.do(self.staff["Sue"], c.OpenTable(PLATFORM, "main", TRAY, True, QUICK, preinspected=True))
        await evening.do(self.staff["Dan"], c.CountTray(PLATFORM, TRAY))

    @property
    def table(self) -> Any:
        return self.evening.table.state.table

    async def act(self, name: str, command: Any, approver: str = "Sid") -> bool:
        """Return whether the command was accepted, after a second person's approval if it needs one."""
        answer = await self.evening.table.submit(f"a{next(self.ids)}", command, self.staff[name])
        for request in self.table.pending:
            approve = c.ApproveRequest(PLATFORM, request.number)
            answer = await self.evening.table.submit(f"a{next(self.ids)}", approve, self.staff[approver])
        assert not self.table.pending
        return isinstance(answer, Accepted)

    async def cash_act(self, seat: int, size: int) -> None:
        if not self.table.seat(seat).player:
            await self.evening.do(self.staff["Dan"], c.SeatWalkUp(PLATFORM, seat, f"Guest {next(self.ids)}"))
        if await self.act("Dan", c.BuyInCash(PLATFORM, seat, DOLLARS[size])):
            self.cash[self.table.seat(seat).holder] += DOLLARS[size]

    async def correct_act(self, seat: int, size: int) -> None:
        """Change the amount of the last cash buy-in that can still be corrected, or take it back."""
        history = self.evening.table.state.history
        bought = [
            (one.number, one.command)
            for one in (history.entries if history else ())
            if isinstance(one.command, c.BuyInCash)
        ]
        if not bought:
            return
        number, entered = bought[-1]
        now = c.BuyInCash(PLATFORM, entered.seat, DOLLARS[size])
        holder, rail = self.table.seat(entered.seat).holder, self.table.seat(entered.seat).rail
        if await self.act("Dan", c.Amend(PLATFORM, number, now if size else None, "keyed wrong"), "Sue"):
            change = self.table.seat(entered.seat).rail - rail
            assert change == (DOLLARS[size] if size else 0) - entered.amount
            self.cash[holder] += change
            self.corrected += change

    async def round_act(self, seat: int, size: int) -> None:
        """Let every player with chips bet and fold."""
        betting = [one for one in SEATS if self.table.seat(one).rail >= 20_00]
        for one in betting:
            assert await self.act("Dan", c.PlaceWagers(PLATFORM, one, {"ante": 10_00, "first": 10_00}))
        if not betting:
            return
        await deal_three(self.evening, self.staff["Dan"])
        for one in betting:
            assert await self.act("Dan", c.Fold(PLATFORM, one))
        assert self.evening.at(Phase.COMPLETE)
        assert await self.act("Dan", c.NextRound(PLATFORM))

    async def payout_act(self, seat: int, size: int) -> None:
        way = ("tray", f"rail:{seat}") if size % 2 else (f"rail:{seat}", "tray")
        if self.table.seat(seat).player:
            await self.act("Sue", c.CorrectPayout(PLATFORM, (Transfer(*way, 5_00),), "paid wrong"))

    async def slip_act(self, kind: Any, size: int) -> None:
        """Sign a slip for the number of steps given by `size`. Void it if it is not carried out."""
        book, sue = self.book.book, self.staff["Sue"]
        pieces = (Piece(5_00, 20 + size),)
        done = await self.book.change(
            lambda: request_slip(book.slips, book.terms, kind, "main", pieces, signature(sue)), sue
        )
        assert isinstance(done, SlipRequested)
        for step, name in STEPS[: min(size, 4 if kind == "fill" else 5)]:
            assert await self.book_sign(done.number, step, name) is None
        if size >= 4:
            self.slips[kind] += pieces[0].value * pieces[0].count
        elif size % 2:
            reason = lambda: void_slip(book.slips, done.number, "not needed", signature(sue))  # noqa: E731
            assert not isinstance(await self.book.change(reason, sue), Rejection)

    async def book_sign(self, number: int, step: SlipStep, name: str) -> Rejection | None:
        return await self.evening.room.sign_slip(number, step, self.staff[name])

    async def leave_act(self, seat: int, size: int) -> None:
        if self.table.seat(seat).player:
            await self.act("Dan", c.Leave(PLATFORM, seat))

    async def counter(self, what: Any, person: str, cents: int) -> None:
        done = await self.book.over_the_counter(f"c{next(self.ids)}", what, person, cents, self.staff["Cass"])
        await self.paid(done)

    async def paid(self, done: object) -> None:
        if isinstance(done, PayoutAsked):
            done = await self.book.sign_payout(done.receipt, self.staff["Sue"])
        if isinstance(done, CashMoved):
            self.receipts[done.receipt] = done
            self._count(done, 1)

    def _count(self, moved: CashMoved, sign: int) -> None:
        comes = moved.what in ("chips_sold", "safe_in")
        self.bank += sign * moved.cents * (1 if comes else -1)
        if moved.what in ("chips_sold", "redemption"):
            (self.paid_in if comes else self.paid_out)[moved.person] += sign * moved.cents

    async def redeem_act(self, seat: int, size: int) -> None:
        for person, cents in sorted(self.evening.desk.cage.cage.carried.items()):
            if cents:
                return await self.counter("redemption", person, cents if size % 2 else min(cents, DOLLARS[size]))
        return None

    async def sell_act(self, seat: int, size: int) -> None:
        for person in self.evening.desk.people.walk_ups:
            return await self.counter("chips_sold", person, DOLLARS[size])
        return None

    async def void_act(self, seat: int, size: int) -> None:
        """Sid voids, because a signer of the payout may not."""
        for number in sorted(self.receipts, reverse=True)[:1]:
            done = await self.book.void_receipt(number, "keyed twice", self.staff["Sid"])
            if not isinstance(done, Rejection):
                self._count(self.receipts.pop(number), -1)

    async def safe_act(self, seat: int, size: int) -> None:
        done = await self.book.move_safe("safe_in" if size % 2 else "safe_out", DOLLARS[size], self.staff["Cass"])
        await self.paid(done)

    async def count_act(self, seat: int, size: int) -> None:
        await self.count_bank("interim", self.bank + (0, 0, -5_00, 20_00, 0, 1_00)[size])

    async def count_bank(self, kind: BankCountKind, cents: int) -> None:
        """Count blind, then sign. The ledger continues from the count."""
        book, cass, sue = self.book.book, self.staff["Cass"], self.staff["Sue"]
        bills, signs = (Piece(1_00, cents // 100),), signature(cass)
        done = await self.book.change(
            lambda: count_bank(book.bank, book.terms, kind, bills, self.book.today(), signs), cass
        )
        assert isinstance(done, BankCounted), done
        number = done.number
        signed = await self.book.change(lambda: sign_bank(book.bank, number, signature(sue)), sue)
        assert not isinstance(signed, Rejection), signed
        if kind != "opening":
            assert book.bank.counts[-1].over_short == cents - self.bank
        self.bank = cents

    async def do(self, kind: str, seat: int, size: int) -> None:
        acts: dict[str, Callable[[int, int], Awaitable[None]]] = {
            name.removesuffix("_act"): getattr(self, name) for name in dir(self) if name.endswith("_act")
        }
        if kind in self.slips:
            await self.slip_act(kind, size)
        else:
            await acts[kind](seat, size)

    async def close(self, off: int) -> None:
        dan, sue = self.staff["Dan"], self.staff["Sue"]
        await self.evening.do(sue, c.BeginClosing(PLATFORM, "end of the night", "scheduled"))
        if not self.evening.at(Phase.CLOSING):
            await self.evening.do(sue, c.EndPlay(PLATFORM))
        await self.evening.do(dan, c.CountTray(PLATFORM, self.table.tray + off))
        await self.evening.do(sue, c.CloseTable(PLATFORM))

    async def drop(self, cents: int) -> None:
        book, cass = self.book.book, self.staff["Cass"]
        pieces = (Piece(1_00, cents // 100),)
        entered = await self.book.change(
            lambda: enter_drop(book.drops, book.terms, "main", 1, pieces, signature(cass)), cass
        )
        assert not isinstance(entered, Rejection), entered

    async def report(self, by: str) -> DayReport:
        room = self.evening.room
        reading = AppContext(Settings(), self.evening.record, KEY, room, Meters()).reports
        try:
            return await day_report(reading, self.book.today(), self.staff[by])
        finally:
            reading.close()

    def people(self, *, table: bool) -> dict[str, tuple[int, int]]:
        at_table = self.cash if table else Counter[str]()
        known = {*self.cash, *self.paid_in, *self.paid_out}
        return {one: (at_table[one] + self.paid_in[one], self.paid_out[one]) for one in known}


def people_on(report: DayReport) -> dict[str, tuple[int, int]]:
    return {line.person: (line.paid_in, line.paid_out) for line in report.people}


def nonzero(lines: dict[str, tuple[int, int]]) -> dict[str, tuple[int, int]]:
    return {person: paid for person, paid in lines.items() if paid != (0, 0)}


async def story(folder: str, acts: list[tuple[str, int, int]], tray_off: int, drop_off: int) -> None:
    with open_record(Path(folder) / "room.db") as record:
        evening = Evening(record)
        async with evening.on():
            shift = Shift(evening)
            await shift.open()
            for act in acts:
                await shift.do(*act)
            await shift.close(tray_off)
            await compare(shift, tray_off, drop_off)
        check_money(record)
        assert verify(record).fault is None


async def compare(shift: Shift, tray_off: int, drop_off: int) -> None:
    cash = sum(shift.cash.values())
    for name in ("Cass", "Sue", "Sid"):  # Check before anything is counted, and before the count is signed.
        blind = await shift.report(name)
        (line,) = blind.sessions
        assert line.result
        if cash:
            assert (line.cash, line.cash_corrected, line.result.drop, line.result.win) == (None, None, None, None)
            assert not [off for off in (*line.result.where, *line.result.papers) if off.what in ("drop", "cash")]
            assert nonzero(people_on(blind)) == nonzero(shift.people(table=False))
    dropped = max(0, cash + drop_off)
    if cash:
        await shift.drop(dropped)
        (line,) = (await shift.report("Cass")).sessions
        assert line.result
        assert (line.cash, line.result.recorded, line.seats) == (None, None, ())
        signed = await shift.book.sign_drop("main", 1, shift.staff["Sue"])
        assert not isinstance(signed, Rejection), signed
        shift.bank += dropped
    else:
        dropped = 0
    report = await shift.report("Sue")
    (line,) = report.sessions
    result = line.result
    assert result
    assert result.papers == (), "slips and cash are the same in both books"
    offs = [("closer", tray_off)] * bool(tray_off) + [("drop", dropped - cash)] * (dropped != cash)
    assert [(off.what, off.cents) for off in result.where] == offs
    assert (line.cash, line.cash_corrected) == (cash, shift.corrected)
    assert (result.fills, result.credits) == (shift.slips["fill"], shift.slips["credit"])
    slips = shift.book.book.slips.values()
    assert result.fills == sum(slip.cents for slip in slips if slip.posted and slip.kind == "fill")
    assert result.credits == sum(slip.cents for slip in slips if slip.posted and slip.kind == "credit")
    assert result.closer is not None
    assert result.recorded is not None
    assert result.win == result.closer + result.credits + dropped - TRAY - result.fills
    assert result.win == result.recorded + tray_off + dropped - cash
    assert report.total.totals.win == result.win
    assert report.total.totals.over_short == sum(cents for _, cents in offs)
    assert nonzero(people_on(report)) == nonzero(shift.people(table=True))
    carried = sum(shift.evening.desk.cage.cage.carried.values())
    in_out = sum(shift.paid_in.values()) - sum(shift.paid_out.values())
    assert carried == cash + in_out - result.recorded, "the chips that are still out"
    await shift.count_bank("closing", shift.bank + drop_off)
    report = await shift.report("Sid")
    last = report.bank.counts[0]
    assert (last.kind, last.over_short) == ("closing", drop_off)
    rows = [row for row in csv.DictReader(StringIO(day_csv(report))) if row["row"] == "cash"]
    assert sum(Decimal(row["cash_in"]) * 100 for row in rows) == cash + sum(shift.paid_in.values())
    assert sum(Decimal(row["cash_out"]) * 100 for row in rows) == sum(shift.paid_out.values())


@settings(max_examples=times(12, 400), deadline=None)  # A busy machine must not fail the test.
@given(st.lists(ACTS, min_size=4, max_size=30), st.sampled_from((0, 5_00, -25_00)), st.sampled_from((0, 20_00, -10_00)))
def test_the_papers_of_a_random_shift_agree(acts: list[tuple[str, int, int]], tray_off: int, drop_off: int) -> None:
    with TemporaryDirectory() as folder:
        asyncio.run(story(folder, acts, tray_off, drop_off))
