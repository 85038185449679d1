"""Passwords as Argon2 hashes, and tokens of which only a digest is ever stored."""

from __future__ import annotations

import asyncio
from hashlib import sha256
from secrets import token_urlsafe

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from boston7.accounts.people import deny
from boston7.declare import Rejection

SHORTEST = 8
LONGEST = 200
"""Hashing takes time by the length too: nobody gets to make us hash a novel."""


_AT_ONCE = 2
_QUEUE = 24
"""How many wait at most: a hash takes some 50 ms, and nobody should wait longer than a moment."""


class Busy(Exception):
    """Too many passwords are being looked at already."""


class Passwords:
    """Argon2id with the library's recommended cost (RFC 9106, low memory), unless a test asks for less."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()
        self._nobody = ""
        # A hash takes 64 MB while it is made: a few at a time, or a rush of strangers takes the whole memory.
        self._few = asyncio.Semaphore(_AT_ONCE)
        self._staff = asyncio.Semaphore(1)
        self._waiting = 0

    async def hash(self, password: str) -> str:
        """For somebody who is logged in: strangers are not waited for."""
        async with self._staff:
            return await asyncio.to_thread(self._hasher.hash, password)

    async def fits(self, hashed: str, password: str, *, staff: bool = False) -> bool:
        """Takes as long for somebody unknown or without a password, so that the time tells nothing. `staff`: somebody
        whose browser is known has a place that strangers cannot take. `Busy` if too many wait."""
        if staff:
            async with self._staff:
                return await asyncio.to_thread(self._verify, hashed, password)
        if self._waiting >= _QUEUE:
            raise Busy
        self._waiting += 1
        try:
            async with self._few:
                return await asyncio.to_thread(self._verify, hashed, password)
        finally:
            self._waiting -= 1

    def _verify(self, hashed: str, password: str) -> bool:
        if not self._nobody:
            self._nobody = self._hasher.hash(token_urlsafe(16))  # not at start: it takes a while
        try:
            good: bool = self._hasher.verify(hashed or self._nobody, password)
        except (VerificationError, InvalidHashError):
            return False
        return good and bool(hashed)


def refuse_password(password: str) -> Rejection | None:
    try:
        password.encode()
    except UnicodeEncodeError:
        return deny("bad_password", "Invalid password.")
    if not SHORTEST <= len(password) <= LONGEST:
        return deny("bad_password", f"A password must have {SHORTEST} to {LONGEST} characters.")
    return None


def new_token() -> str:
    return token_urlsafe(32)


def token_digest(token: str) -> str:
    return sha256(token.encode(errors="replace")).hexdigest()
