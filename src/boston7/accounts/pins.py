"""PINs, and how they are stored.

Four digits allow only ten thousand guesses, even with a slow hash. So a PIN is keyed with the room key before hashing.
Without that key, the database does not help an attacker to guess.
"""

from __future__ import annotations

import hmac
from itertools import pairwise
from secrets import randbelow

from boston7.accounts.passwords import Passwords
from boston7.accounts.people import deny
from boston7.accounts.register import Register
from boston7.declare import Rejection

SHORTEST, LONGEST = 4, 12
"""Minimum and maximum number of digits of a PIN, or of a number typed by a badge reader."""
_GIVEN = 6


def new_pin() -> str:
    while True:
        pin = f"{randbelow(10**_GIVEN):0{_GIVEN}d}"
        if refuse_pin(pin) is None:
            return pin


def refuse_pin(pin: str) -> Rejection | None:
    """Reject PINs that are easy to guess."""
    if not (pin.isascii() and pin.isdigit() and SHORTEST <= len(pin) <= LONGEST):
        return deny("bad_password", f"A PIN must have {SHORTEST} to {LONGEST} digits.")
    steps = {(int(after) - int(before)) % 10 for before, after in pairwise(pin)}
    if len(steps) == 1 and steps <= {0, 1, 9}:
        return deny("bad_password", "This PIN is too easy to guess: no repeated or sequential digits.")
    return None


class Pins:
    def __init__(self, register: Register, passwords: Passwords) -> None:
        self._register, self._passwords = register, passwords

    async def hash(self, person: str, pin: str) -> str:
        """Return the stored form of a PIN."""
        return await self._passwords.hash(self._keyed(person, pin))

    async def fits(self, person: str, stored: str, pin: str) -> bool:
        """Return whether a PIN is correct. Checking takes as long for an unknown person."""
        return await self._passwords.fits(stored, self._keyed(person, pin[: LONGEST + 1]), staff=True)

    def _keyed(self, person: str, pin: str) -> str:
        if self._register.key is None:
            raise LookupError("a PIN needs a room key")
        return hmac.digest(self._register.key.pin_key, f"{person}\n{pin}".encode(), "sha256").hex()
