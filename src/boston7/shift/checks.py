"""Prize checks (R19): issued to a payee, then cashed, or refused on one of the two grounds that H1 gives."""

from __future__ import annotations

from typing import Literal

import msgspec

from boston7.declare import Rejection
from boston7.money import Cents, dollars
from boston7.shift.kinds import MOST, ShiftEvent, Signature, refuse

CheckGround = Literal["picture_taken", "picture_suspected"]
CHECK_GROUNDS: dict[CheckGround, str] = {
    "picture_taken": "The payee took a picture of the check",
    "picture_suspected": "The payee is suspected of having taken a picture of the check",
}


class PrizeCheckIssued(ShiftEvent, frozen=True):
    """`number` is the one the system gives; `table` is where the prize was won, and whose house's rights hold."""

    number: int
    payee: str
    cents: Cents
    day: str
    table: str


class PrizeCheckCashed(ShiftEvent, frozen=True):
    number: int
    day: str


class PrizeCheckTurnedDown(ShiftEvent, frozen=True):
    number: int
    ground: CheckGround
    reason: str
    clause: str


class PrizeCheck(msgspec.Struct, frozen=True):
    number: int
    payee: str
    cents: Cents
    day: str
    table: str
    by: Signature
    time: int
    state: Literal["issued", "cashed", "refused"] = "issued"
    closed_by: Signature | None = None
    closed_at: int = 0
    ground: str = ""
    reason: str = ""
    clause: str = ""

    @property
    def serial(self) -> str:
        return f"P-{self.number:06d}"


Checks = dict[int, PrizeCheck]


def issue(
    checks: Checks, payee: str, cents: Cents, day: str, table: str, by: Signature
) -> PrizeCheckIssued | Rejection:
    if not payee.strip():
        return refuse("bad_name", "Enter who the check is made out to.")
    if not 0 < cents <= MOST:
        return refuse("bad_amount", f"Value out of range: an amount is more than $0 and at most {dollars(MOST)}.")
    return PrizeCheckIssued(by, len(checks) + 1, payee.strip(), cents, day, table)


def cash(checks: Checks, number: int, day: str, by: Signature) -> PrizeCheckCashed | Rejection:
    return _closed(checks, number) or PrizeCheckCashed(by, number, day)


def turn_down(
    checks: Checks, number: int, ground: CheckGround, reason: str, clause: str, by: Signature
) -> PrizeCheckTurnedDown | Rejection:
    if not reason.strip():
        return refuse("bad_name", "Say why the check is refused: it goes on record.")
    return _closed(checks, number) or PrizeCheckTurnedDown(by, number, ground, reason.strip(), clause)


def _closed(checks: Checks, number: int) -> Rejection | None:
    check = checks.get(number)
    if check is None:
        return refuse("unknown_slip", "There is no prize check of that number.")
    return refuse("already_done", f"{check.serial} was {check.state} before.") if check.state != "issued" else None


def apply_check(checks: Checks, event: PrizeCheckIssued | PrizeCheckCashed | PrizeCheckTurnedDown, time: int) -> None:
    replace = msgspec.structs.replace
    match event:
        case PrizeCheckIssued():
            made = PrizeCheck(event.number, event.payee, event.cents, event.day, event.table, event.by, time)
            checks[event.number] = made
        case PrizeCheckCashed():
            found = checks[event.number]
            checks[event.number] = replace(found, state="cashed", closed_by=event.by, closed_at=time)
        case PrizeCheckTurnedDown():
            checks[event.number] = replace(
                checks[event.number],
                state="refused",
                closed_by=event.by,
                closed_at=time,
                ground=event.ground,
                reason=event.reason,
                clause=event.clause,
            )
