"""Prize checks (R19): one person issues a check, and another cashes it.

A check may be refused on one of the two grounds in H1. A wrong one is voided. A check replaces chips or front money
that the payee surrenders, or the payment to a seat in a round on record.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from boston7.declare import Rejection
from boston7.game.grounds import CheckGround, check_clause, no_right
from boston7.house.model import House
from boston7.money import Cents, dollars
from boston7.shift.kinds import ShiftEvent, Signature, refuse, refuse_blank, refuse_cents, refuse_void

CheckSource = Literal["chips", "front_money", "round"]
"""The source of a check: chips that the payee carried, the payee's front money, or the payout of a round."""


class Prize(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The source and payee of a check.

    `table` is where it was won; the rights of that table's house apply. `round` and `seat` are 0 if chips or front
    money are surrendered.
    """

    person: str
    payee: str
    table: str
    source: CheckSource
    round: int = 0
    seat: int = 0


class PrizeCheckIssued(ShiftEvent, frozen=True):
    """An issued check. The system assigns the `number`."""

    number: int
    prize: Prize
    cents: Cents
    day: str


class PrizeCheckTurnedDown(ShiftEvent, frozen=True):
    number: int
    ground: CheckGround
    reason: str
    clause: str


class PrizeCheckVoided(ShiftEvent, frozen=True):
    """A wrong check that was not cashed. It stays on record, and its number is not reused."""

    number: int
    reason: str


class PrizeCheck(msgspec.Struct, frozen=True):
    number: int
    prize: Prize
    cents: Cents
    day: str
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

    @property
    def payee(self) -> str:
        return self.prize.payee

    @property
    def table(self) -> str:
        return self.prize.table


Checks = dict[int, PrizeCheck]


def serial(number: int) -> str:
    return f"P-{number:06d}"


def issue(
    checks: Checks, prize: Prize, cents: Cents, paid: Cents, day: str, by: Signature
) -> PrizeCheckIssued | Rejection:
    """Issue a check. `paid` is what the seat was paid in the round.

    All checks of the round together may not exceed it. Refused ones count too, void ones do not.
    """
    if not prize.payee.strip():
        return refuse("bad_name", "Enter the payee's name.")
    if (refusal := refuse_cents(cents)) is not None:
        return refusal
    if prize.source == "round":
        where = (prize.table, prize.round, prize.seat)
        issued = sum(
            each.cents
            for each in checks.values()
            if (each.table, each.prize.round, each.prize.seat) == where and each.state != "void"
        )
        if issued + cents > paid:
            text = f"Seat {prize.seat} was paid {dollars(paid)} in round {prize.round} at {prize.table}."
            more = f" Checks of {dollars(issued)} were issued for it." if issued else ""
            return refuse("bad_amount", text + more)
    return PrizeCheckIssued(by, len(checks) + 1, prize, cents, day)


def cashable(checks: Checks, number: int, by: Signature) -> PrizeCheck | Rejection:
    """Return a check that this person may cash or sign for. Its issuer may not."""
    if (closed := _closed(checks, number)) is not None:
        return closed
    check = checks[number]
    if check.by.person == by.person:
        return refuse("second_signature", f"A second person must handle this prize check: you issued {check.serial}.")
    return check


def find_alike(checks: Checks, payee: str, cents: Cents, table: str) -> PrizeCheck | Rejection:
    """Return the check that a supervisor refuses at a table. It is found by payee and amount."""
    name = payee.strip().casefold()
    alike = [
        each for each in checks.values() if (each.payee.casefold(), each.cents, each.table) == (name, cents, table)
    ]
    if not alike:
        return refuse("unknown_slip", f"No prize check of {dollars(cents)} for {payee.strip()} was issued at {table}.")
    issued = [each for each in alike if each.state == "issued"]
    if len(issued) > 1:
        which = " and ".join(each.serial for each in issued)
        return refuse("not_ready", f"{which} are identical. Refuse the right one on the shift page.")
    check = issued[0] if issued else alike[-1]
    return _closed(checks, check.number) or check


def refuse_prize_check(
    checks: Checks, number: int, ground: CheckGround, reason: str, house: House, by: Signature
) -> PrizeCheckTurnedDown | Rejection:
    """Refuse a check. `house` is the house of its table, whose clause is stored with the refusal."""
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


def mark_cashed(checks: Checks, number: int, by: Signature, time: int) -> None:
    checks[number] = msgspec.structs.replace(checks[number], state="cashed", closed_by=by, closed_at=time)


def mark_not_cashed(checks: Checks, number: int) -> None:
    """Reopen a check whose receipt was voided."""
    checks[number] = msgspec.structs.replace(checks[number], state="issued", closed_by=None, closed_at=0)


def apply_check(checks: Checks, event: PrizeCheckIssued | PrizeCheckTurnedDown | PrizeCheckVoided, time: int) -> None:
    if isinstance(event, PrizeCheckIssued):
        checks[event.number] = PrizeCheck(event.number, event.prize, event.cents, event.day, event.by, time)
        return
    check = msgspec.structs.replace(checks[event.number], closed_by=event.by, closed_at=time, reason=event.reason)
    if isinstance(event, PrizeCheckVoided):
        checks[event.number] = msgspec.structs.replace(check, state="void")
    else:
        checks[event.number] = msgspec.structs.replace(check, state="refused", ground=event.ground, clause=event.clause)
