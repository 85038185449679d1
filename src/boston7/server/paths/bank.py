"""The bank of the cage over HTTP: counted blind by the cashier, signed by a supervisor (R23)."""

from __future__ import annotations

from typing import Literal

from litestar.params import FromPath, JSONBody

from boston7.money import Pieces
from boston7.server.answers import granted
from boston7.server.paths.cage import Transaction, transaction
from boston7.server.reading.bank_report import BankDay, bank_day
from boston7.server.routes import Body, Routes
from boston7.server.session import Asked
from boston7.shift.bank import BankCountKind, count_bank, sign_bank
from boston7.shift.cash import CashKind
from boston7.shift.kinds import Handed

routes = Routes("cage")


class BankTyped(Body, frozen=True):
    kind: BankCountKind
    pieces: Pieces


class SafeMove(Body, frozen=True):
    way: Literal["in", "out"]
    cents: Handed


@routes.post("/api/cage/bank", "Enter a count of the cage's bank", "cage")
async def counted(request: Asked, data: JSONBody[BankTyped]) -> BankDay:
    """The count is an opening count, a closing count or one in between. It takes effect once a supervisor has signed
    it."""
    book, day = request.shift.book, request.shift.today()
    await request.enter(lambda by: count_bank(book.bank, book.terms, data.kind, data.pieces, day, by))
    return bank_day(book.bank, day, request.user)


@routes.post("/api/cage/bank/{number:int}/sign", "Sign a bank count", "floor")
async def signed(request: Asked, number: FromPath[int]) -> BankDay:
    """The signature records any difference as over or short."""
    bank = request.shift.book.bank
    await request.enter(lambda by: sign_bank(bank, number, by))
    return bank_day(bank, request.shift.today(), request.user)


@routes.post("/api/cage/safe", "Move cash from or to the safe", "cage")
async def safe(request: Asked, data: JSONBody[SafeMove]) -> Transaction:
    """The transfer waits for a supervisor's signature, like a large payout."""
    kind: CashKind = "safe_in" if data.way == "in" else "safe_out"
    return transaction(request, "", granted(await request.shift.move_safe(kind, data.cents, request.user)))
