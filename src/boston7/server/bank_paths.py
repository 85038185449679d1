"""The bank of the cage over HTTP: counted blind by the cashier, signed by a supervisor (R23)."""

from __future__ import annotations

from typing import Literal, cast

import msgspec
from litestar import post
from litestar.params import FromPath, JSONBody

from boston7.money import Pieces
from boston7.server.answers import TROUBLES, granted
from boston7.server.app_context import app_context
from boston7.server.cage_paths import Transaction, transaction
from boston7.server.reading.bank_report import BankDay, bank_day
from boston7.server.session import Asked, on_duty
from boston7.shift.bank import BankCountKind, count_bank, sign_bank
from boston7.shift.book import Event
from boston7.shift.kinds import Handed
from boston7.shift.shift_book import signature

_TAGS = ["cage"]


class BankTyped(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kind: BankCountKind
    pieces: Pieces


class SafeMove(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    way: Literal["in", "out"]
    cents: Handed


@post("/api/cage/bank", status_code=200, responses=TROUBLES, tags=_TAGS, summary="Enter a count of the cage's bank")
async def counted(request: Asked, data: JSONBody[BankTyped]) -> BankDay:
    """Opening, closing or in between. The count stands once a supervisor has signed it."""
    by = await on_duty(request, "cage")
    shift = app_context(request).room.shift
    book = shift.book
    granted(
        await shift.change(
            lambda: count_bank(book.bank, book.terms, data.kind, data.pieces, shift.today(), signature(by)), by
        )
    )
    return bank_day(book.bank, shift.today(), by)


@post("/api/cage/bank/{number:int}/sign", status_code=200, responses=TROUBLES, tags=_TAGS, summary="Sign a bank count")
async def signed(request: Asked, number: FromPath[int]) -> BankDay:
    """With the signature the difference is booked as over or short."""
    by = await on_duty(request, "floor")
    shift = app_context(request).room.shift
    granted(await shift.change(lambda: sign_bank(shift.book.bank, number, signature(by)), by))
    return bank_day(shift.book.bank, shift.today(), by)


@post("/api/cage/safe", status_code=200, responses=TROUBLES, tags=_TAGS, summary="Cash from the safe, or to it")
async def safe(request: Asked, data: JSONBody[SafeMove]) -> Transaction:
    """It waits for a supervisor's signature, like a large payout."""
    by = await on_duty(request, "cage")
    shift = app_context(request).room.shift
    done = granted(await shift.move_safe("safe_in" if data.way == "in" else "safe_out", data.cents, by))
    return transaction(request, "", cast(Event, done))


handlers = [counted, signed, safe]
