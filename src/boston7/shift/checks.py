"""Prize checks (R19): issued to a payee, then cashed, or refused on one of the two grounds that H1 gives; one made out
wrongly is void."""

from __future__ import annotations

from typing import Literal

import msgspec

from boston7.declare import Rejection
from boston7.game.grounds import CheckGround, check_clause, no_right
from boston7.house.model import House
from boston7.money import Cents, dollars
from boston7.shift.kinds import ShiftEvent, Signature, refuse, refuse_blank, refuse_cents, refuse_void


class PrizeCheckIssued(ShiftEvent, frozen=True):
    """`number` is the one the system gives; `table` is where the prize was won, and whose house's rights hold."""

    number: int
    payee: str
    cents: Cents
    day: str
    table: str


class PrizeCheckTurnedDown(ShiftEvent, frozen=True):
    number: int
    ground: CheckGround
    reason: str
    clause: str


class PrizeCheckVoided(ShiftEvent, frozen=True):
    """Made out wrongly, and not cashed. It is kept, and its number is not used again."""

    number: int
    reason: str


class PrizeCheck(msgspec.Struct, frozen=True):
    number: int
    payee: str
    cents: Cents
    day: str
    table: str
    by: Signature
    time: int
    state: Literal["issued", "cashed", "refused", "void"] = "issued"
    closed_by: Signature | None = None
    closed_at: int = 0
    ground: str = ""
    reason: str = ""
    clause: str = ""

    @property
    def serial(self) -> str:
        return serial(self.number)


Checks = dict[int, PrizeCheck]


def serial(number: int) -> str:
    return f"P-{number:06d}"


def issue(
    checks: Checks, payee: str, cents: Cents, day: str, table: str, by: Signature
) -> PrizeCheckIssued | Rejection:
    if not payee.strip():
        return refuse("bad_name", "Enter who the check is made out to.")
    if (refusal := refuse_cents(cents)) is not None:
        return refusal
    return PrizeCheckIssued(by, len(checks) + 1, payee.strip(), cents, day, table)


def cashable(checks: Checks, number: int) -> PrizeCheck | Rejection:
    return _closed(checks, number) or checks[number]


def meant(checks: Checks, payee: str, cents: Cents, table: str) -> PrizeCheck | Rejection:
    """The check that a supervisor refuses at the table, where it goes by payee and amount."""
    name = payee.strip().casefold()
    alike = [
        each for each in checks.values() if (each.payee.casefold(), each.cents, each.table) == (name, cents, table)
    ]
    if not alike:
        return refuse("unknown_slip", f"No prize check of {dollars(cents)} for {payee.strip()} was issued at {table}.")
    issued = [each for each in alike if each.state == "issued"]
    if len(issued) > 1:
        which = " and ".join(each.serial for each in issued)
        return refuse("not_ready", f"{which} are alike: refuse the one you mean on the shift page.")
    check = issued[0] if issued else alike[-1]
    return _closed(checks, check.number) or check


def turn_down(
    checks: Checks, number: int, ground: CheckGround, reason: str, house: House, by: Signature
) -> PrizeCheckTurnedDown | Rejection:
    """`house` is that of the table where it was won; the clause that gives the right goes on record."""
    if (refusal := no_right(house) or refuse_blank(reason) or _closed(checks, number)) is not None:
        return refusal
    return PrizeCheckTurnedDown(by, number, ground, reason.strip(), check_clause(house))


def void_check(checks: Checks, number: int, reason: str, by: Signature) -> PrizeCheckVoided | Rejection:
    if (closed := _closed(checks, number)) is not None:
        return closed
    made_by = checks[number].by
    return refuse_void("prize check", made_by, reason, by) or PrizeCheckVoided(by, number, reason.strip())


def _closed(checks: Checks, number: int) -> Rejection | None:
    check = checks.get(number)
    if check is None:
        return refuse("unknown_slip", "No prize check with that number.")
    if check.state == "void":
        return refuse("already_done", f"{check.serial} is void.")
    return refuse("already_done", f"{check.serial} was already {check.state}.") if check.state != "issued" else None


def cashed(checks: Checks, number: int, by: Signature, time: int) -> None:
    checks[number] = msgspec.structs.replace(checks[number], state="cashed", closed_by=by, closed_at=time)


def not_cashed(checks: Checks, number: int) -> None:
    """Its receipt is void: the payee has the check again."""
    checks[number] = msgspec.structs.replace(checks[number], state="issued", closed_by=None, closed_at=0)


def apply_check(checks: Checks, event: PrizeCheckIssued | PrizeCheckTurnedDown | PrizeCheckVoided, time: int) -> None:
    if isinstance(event, PrizeCheckIssued):
        made = PrizeCheck(event.number, event.payee, event.cents, event.day, event.table, event.by, time)
        checks[event.number] = made
        return
    check = msgspec.structs.replace(checks[event.number], closed_by=event.by, closed_at=time, reason=event.reason)
    if isinstance(event, PrizeCheckVoided):
        checks[event.number] = msgspec.structs.replace(check, state="void")
    else:
        checks[event.number] = msgspec.structs.replace(check, state="refused", ground=event.ground, clause=event.clause)
