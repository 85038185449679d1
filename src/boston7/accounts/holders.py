"""Consent of account holders, by PIN, to payments from their front money.

The holder enters the PIN at the cashier's counter. Wrong PINs lock that cashier first, and then the account, longer
each time. A slip signed in front of a supervisor remains possible.
"""

from __future__ import annotations

from boston7.accounts import people as p
from boston7.accounts.consoles import PIN_LOCK
from boston7.accounts.guard import Guard
from boston7.accounts.people import Person, deny
from boston7.accounts.pins import Pins
from boston7.accounts.register import Register
from boston7.declare import Rejection

_ONE_CASHIER, _ONE_HOLDER = 3, 10
_WRONG = deny("wrong_password", "Wrong PIN. Without the PIN, the player signs a cage slip.")


class Holders:
    def __init__(self, register: Register, pins: Pins) -> None:
        self._register, self._pins = register, pins
        self.guard = Guard(_ONE_CASHIER, _ONE_HOLDER, PIN_LOCK, "PINs")

    async def refuse(self, holder: Person, pin: str, by: Person) -> Rejection | None:
        """Reject a wrong PIN. A staff member's PIN does not count, because an admin may have chosen it."""
        await self._register.catch_up()
        who, now = holder.id, self._register.clock.seconds()
        if (denied := self.guard.begin(who, by.id, known=False, now=now)) is not None:
            return denied
        stored = self._pin_of(who)
        if await self._pins.fits(who, stored, pin) and self._pin_of(who) == stored:
            self.guard.succeeded(who, by.id, known=False)
            return None
        return await self._register.change(lambda: (p.LoginFailed(who, now),), by) or _WRONG

    def _pin_of(self, person: str) -> str:
        found = self._register.people.persons[person]
        return found.pin if found.role == "player" else ""
