"""The shift stream of the record, folded into the shift book. Decisions are stored before they are answered."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from datetime import date
from secrets import token_hex
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec

from boston7.accounts import Desk, Person
from boston7.accounts.cage import HOUSE, INVERSE, CageMoved, CageReason
from boston7.accounts.clock import MICROS
from boston7.accounts.logins import SESSION_LASTS
from boston7.declare import Rejection
from boston7.game import Command, Table
from boston7.game import commands as c
from boston7.game import events as e
from boston7.game.kinds import Event as GameEvent
from boston7.game.table import Seat
from boston7.house import House
from boston7.money import Cents
from boston7.record import Append, Entry, Meta, Record, decode_body
from boston7.record.projection import Projection, store
from boston7.record.snapshots import Snapshots
from boston7.shift import book as b
from boston7.shift import days
from boston7.shift.cash import (
    SAFE,
    WAITING,
    Blind,
    CashKind,
    CashMoved,
    Consent,
    PayoutAsked,
    PersonDay,
    ReceiptVoided,
    move_cash,
    people_of,
    sign_payout,
    void_receipt,
)
from boston7.shift.checks import (
    CheckSource,
    Prize,
    PrizeCheck,
    PrizeCheckTurnedDown,
    PrizeCheckVoided,
    cashable,
    find_alike,
    issue,
    refuse_prize_check,
    void_check,
)
from boston7.shift.count import DropSigned, sign_drop
from boston7.shift.day import Days
from boston7.shift.kinds import Signature, refuse
from boston7.shift.terms import Terms

STREAM = "shift"
_IDS_LAST = SESSION_LASTS * MICROS
"""No session lasts longer, so no retry comes later than this."""
_EVENTS: msgspec.json.Decoder[b.Event] = msgspec.json.Decoder(b.Event)
Decision = b.Event | Rejection


class _State(msgspec.Struct):
    book: b.Book
    counter: dict[str, _AtCounter]


class _AtCounter(msgspec.Struct, frozen=True):
    """An entry at the cage and its time, stored by command id."""

    time: int
    event: CashMoved | PayoutAsked


class ShiftStream:
    def __init__(self, record: Record, desk: Desk) -> None:
        self.book = b.Book()
        self.days = Days(record)
        self.projection = Projection(record, STREAM, self._apply)
        self.snapshots = Snapshots(self.projection, ("boston7.shift",), self._save, self._load)
        self._record = record
        self._desk = desk
        self._turn = asyncio.Lock()
        self._counter: dict[str, _AtCounter] = {}

    async def open(self) -> None:
        await self.snapshots.resume()
        self._desk.clock.observe(self.projection.time)
        await self.projection.catch_up()

    def _save(self) -> _State:
        return _State(self.book, self._counter)

    def _load(self, state: bytes) -> None:
        found = msgspec.json.decode(state, type=_State)
        self.book, self._counter = found.book, found.counter

    def _apply(self, entry: Entry) -> None:
        event = decode_body(entry, _EVENTS)
        b.apply(self.book, event, entry.time)
        self._desk.clock.observe(entry.time)
        if isinstance(event, CashMoved | PayoutAsked) and event.receipt:
            self._counter[entry.command_id] = _AtCounter(entry.time, event)
            while self._counter[first := next(iter(self._counter))].time < entry.time - _IDS_LAST:
                del self._counter[first]

    # Days

    def day_of(self, time: int) -> str:
        return days.day_of(self.book.history, time)

    def shift_of(self, time: int) -> str:
        return days.shift_of(self.book.history, time)

    def terms_of(self, day: str) -> Terms:
        return days.terms_of(self.book.history, day)

    def today(self) -> str:
        return self.day_of(self._desk.clock.now())

    # Writing

    async def change(
        self,
        decide: Callable[[], Decision],
        by: Person,
        moves: Callable[[b.Event], Sequence[CageMoved]] = lambda _: (),
        id: str = "",
    ) -> b.Event | Rejection:
        """Decide and store an event, together with `moves` of the cage. `id` is the client's id of the command."""
        cage = self._desk.cage
        last: list[b.Event] = []

        def decided() -> list[Append] | Rejection:
            decision = decide()
            if isinstance(decision, Rejection):
                return decision
            last[:] = [decision]
            moved = tuple(moves(decision))
            if (denied := cage.refuse(moved)) is not None:
                return denied
            meta = Meta(self._desk.clock.now(), f"{by.role} {by.name}", f"{by.id}/{id or token_hex(8)}")
            return [self.append(decision, meta), *([cage.append(moved, meta)] if moved else [])]

        async with self._turn, cage.turn:
            stored = await store(self._record, (self.projection, cage.projection), decided)
        return stored if isinstance(stored, Rejection) else last[0]

    async def over_the_counter(
        self, id: str, what: CashKind, person: str, cents: Cents, by: Person, consent: Consent = ""
    ) -> b.Event | Rejection | None:
        """Move front money or chips of an account or a walk-up player. Return None for a repeated `id`.

        A large payout, or front money without the holder's PIN, waits for a second signature.
        """
        person = self._desk.people.identity(person)
        move = counter_move(what, person, cents, by.id)
        if (denied := self._desk.patrons.refuse_counter(move, by)) is not None:
            return denied
        name = self._desk.people.called(person)
        repeated = refuse("already_done", "This was already entered.")

        def decide() -> Decision:
            entered = self._counter.get(f"{by.id}/{id}")
            if entered is None:
                signed = signature(by)
                book, same = self.book, self._desk.people.same
                decided = move_cash(
                    book.cash, book.terms, what, person, name, cents, self.today(), signed, same=same, consent=consent
                )
                return self._desk.cage.refuse([move]) or decided
            event = entered.event
            if (event.what, event.person, event.cents) != (what, person, cents):
                return refuse("already_done", "This id was used for another entry. Nothing was done.")
            return WAITING if event.receipt in self.book.cash.asked else repeated

        done = await self.change(decide, by, lambda event: (move,) if isinstance(event, CashMoved) else (), id)
        return None if done is repeated else done

    async def issue_check(self, prize: Prize, cents: Cents, paid: Cents, by: Person) -> b.Event | Rejection:
        """Issue a prize check. Chips or front money surrendered for it return to the house in the same commit."""
        if self.is_own(prize, by):
            return _OWN_MONEY
        moves = self._surrendered(prize, cents, by)
        return await self.change(
            lambda: issue(self.book.checks, prize, cents, paid, self.today(), signature(by)), by, lambda _: moves
        )

    async def void_check(self, number: int, reason: str, by: Person) -> b.Event | Rejection:
        """Void a check, and return to the payee what was surrendered for it."""

        def moves(_: b.Event) -> Sequence[CageMoved]:
            check = self.book.checks[number]
            return [
                msgspec.structs.replace(move, what=INVERSE[move.what])
                for move in self._surrendered(check.prize, check.cents, by)
            ]

        return await self.change(lambda: self.voided_check(number, reason, by), by, moves)

    def voided_check(self, number: int, reason: str, by: Person) -> PrizeCheckVoided | Rejection:
        check = self.book.checks.get(number)
        own = check is not None and self.is_own(check.prize, by)
        return _OWN_MONEY if own else void_check(self.book.checks, number, reason, signature(by))

    def _surrendered(self, prize: Prize, cents: Cents, by: Person) -> tuple[CageMoved, ...]:
        what = _SURRENDERED.get(prize.source)
        if what is None:
            return ()
        whose = self._desk.people.identity(prize.person)
        return (
            CageMoved(whose, what, cents, prize.table, by.id),
            CageMoved(HOUSE, "deposit", cents, prize.table, by.id),
        )

    def cashable(self, number: int, by: Person) -> PrizeCheck | Rejection:
        """Return a check that this cashier may cash. A person's own check is rejected."""
        check = self.book.checks.get(number)
        own = check is not None and self.is_own(check.prize, by)
        return _OWN_MONEY if own else cashable(self.book.checks, number, signature(by))

    def is_own(self, prize: Prize, by: Person) -> bool:
        return self._desk.people.identity(prize.person) == by.id

    async def cash_check(self, number: int, by: Person) -> b.Event | Rejection:
        """Pay a prize check in cash from the house's money. The rules for payouts apply."""

        def decide() -> Decision:
            check = self.cashable(number, by)
            if isinstance(check, Rejection):
                return check
            book, people = self.book, self._desk.people
            return move_cash(
                book.cash, book.terms, "prize_check", people.identity(check.prize.person), check.payee, check.cents,
                self.today(), signature(by), check.number, people.same,
            )  # fmt: skip

        return await self.change(decide, by, lambda event: self._over_counter(event, by))

    async def move_safe(self, what: CashKind, cents: Cents, by: Person) -> b.Event | Rejection:
        """Request a cash move between the safe and the cage's bank. A supervisor signs it."""

        def decide() -> Decision:
            return move_cash(
                self.book.cash, self.book.terms, what, "safe", "the safe", cents, self.today(), signature(by)
            )

        return await self.change(decide, by)

    async def sign_payout(self, receipt: int, by: Person) -> b.Event | Rejection:
        """Sign a waiting payout, which is then paid."""
        return await self.change(lambda: self.signed_payout(receipt, by), by, lambda e: self._over_counter(e, by))

    def signed_payout(self, receipt: int, by: Person) -> CashMoved | Rejection:
        """Return the signed payout. The issuer of its check cannot sign."""
        asked, signs = self.book.cash.asked.get(receipt), signature(by)
        if asked is not None and self._whose(asked) == by.id:
            return _OWN_MONEY
        check = cashable(self.book.checks, asked.check, signs) if asked is not None and asked.check else None
        return check if isinstance(check, Rejection) else sign_payout(self.book.cash, receipt, self.today(), signs)

    def _over_counter(self, event: b.Event, by: Person) -> tuple[CageMoved, ...]:
        """Return the cage's moves of a payment. A waiting payout or cash of the safe has none."""
        if not isinstance(event, CashMoved) or event.what in SAFE:
            return ()
        if event.what == "prize_check":
            return (CageMoved(HOUSE, "withdrawal", event.cents, self.book.checks[event.check].table, by.id),)
        return (counter_move(event.what, self._whose(event), event.cents, event.by.person),)

    async def void_receipt(self, receipt: int, reason: str, by: Person) -> b.Event | Rejection:
        """Void a receipt, and reverse its moves."""

        def moves(_: b.Event) -> Sequence[CageMoved]:
            paid = self.book.cash.find(receipt)
            gone = self._over_counter(paid, by) if paid is not None else ()
            return [msgspec.structs.replace(move, what=INVERSE[move.what], by=by.id) for move in gone]

        return await self.change(lambda: self.voided_receipt(receipt, reason, by), by, moves)

    def voided_receipt(self, receipt: int, reason: str, by: Person) -> ReceiptVoided | Rejection:
        cash = self.book.cash
        found = cash.asked.get(receipt) or cash.find(receipt)
        own = found is not None and self._whose(found) == by.id
        return _OWN_MONEY if own else void_receipt(cash, receipt, reason, signature(by))

    async def sign_drop(self, table: str, session: int, by: Person) -> b.Event | Rejection:
        """Sign a drop, whose cash then belongs to the house."""

        def moves(event: b.Event) -> Sequence[CageMoved]:
            assert isinstance(event, DropSigned)
            return (CageMoved(HOUSE, "deposit", event.cents, table, by.id),) if event.cents else ()

        return await self.change(lambda: sign_drop(self.book.drops, table, session, signature(by)), by, moves)

    def _whose(self, event: CashMoved) -> str:
        return self._desk.people.identity(event.person)

    def people_of(self, day: str, blind: Blind | None = None, terms: Terms | None = None) -> tuple[PersonDay, ...]:
        """Return each person's cash in a gaming day."""
        return people_of(self.book.cash, terms or self.book.terms, day, blind or {}, self._desk.people.same)

    def append(self, event: b.Event, meta: Meta) -> Append:
        """Return an append that conflicts if the book has changed."""
        return Append(STREAM, self.projection.version, [msgspec.json.encode(event)], meta)

    def refuse_prize_check(
        self, refused: c.RefusePrizeCheck, house: House, table: str, by: Signature
    ) -> PrizeCheckTurnedDown | Rejection:
        """Return the event of a refused prize check, for the commit that refuses it at a table (R19)."""
        check = find_alike(self.book.checks, refused.payee, refused.amount, table)
        if isinstance(check, Rejection):
            return check
        return refuse_prize_check(self.book.checks, check.number, refused.ground, refused.reason, house, by)

    def no_such_check(self, command: Command, table: str) -> Rejection | None:
        if not isinstance(command, c.RefusePrizeCheck):
            return None
        check = find_alike(self.book.checks, command.payee, command.amount, table)
        return check if isinstance(check, Rejection) else None

    def cash_of(self, event: GameEvent, before: Table, table: str, by: str, meta: Meta) -> list[Append]:
        """Return appends of cash taken at a table, for daily totals. A correction may make an amount negative."""
        if isinstance(event, e.ChipsMoved) and event.what == "cash_buy_in":
            taken = {event.seat_at(): sum(each.cents for each in event.transfers)}
        elif isinstance(event, e.Corrected):
            taken = event.cash(before)
        else:
            return []
        entered = self._desk.named(event.by.name)  # A correction's requester differs from its approver.
        signed = Signature(entered.id if entered else by, event.by.called, event.by.role)
        return [self._taken(before.seat(seat), cents, signed, table, meta) for seat, cents in taken.items()]

    def _taken(self, seat: Seat, cents: Cents, by: Signature, table: str, meta: Meta) -> Append:
        person = self._desk.people.identity(seat.holder)
        moved = CashMoved(by, 0, "buy_in", person, seat.player or "", cents, self.day_of(meta.time), table=table)
        return Append(STREAM, None, [msgspec.json.encode(moved)], meta)


_OWN_MONEY = refuse("second_signature", "This is your own money. Another person must sign, void or cash it.")


def signature(by: Person) -> Signature:
    return Signature(by.id, by.name, by.role)


_COUNTER: dict[CashKind, CageReason] = {
    "front_money_in": "deposit",
    "front_money_out": "withdrawal",
    "redemption": "redemption",
    "chips_sold": "chips_sold",
    "front_money_chips": "chips_drawn",
    "chips_to_front_money": "chips_kept",
}


_SURRENDERED: dict[CheckSource, CageReason] = {"chips": "redemption", "front_money": "withdrawal"}
"""The cage's move when the source of a prize check is surrendered."""


def counter_move(what: CashKind, person: str, cents: Cents, by: str) -> CageMoved:
    return CageMoved(person, _COUNTER[what], cents, "", by)


def known_zone(name: str) -> bool:
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False
    return True


def known_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False
