"""Passwords, stored as Argon2 hashes, and tokens, stored as digests."""

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
"""Maximum length of a password, because hashing time grows with the length."""


_AT_ONCE = 2
_QUEUE = 24
"""Maximum number of waiting callers. A hash takes about 50 ms."""


class Busy(Exception):
    """Raised if too many passwords are being checked."""


class Passwords:
    """Argon2id with the library's recommended cost (RFC 9106, low memory). Tests may lower it."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()
        self._nobody = ""
        # Each hash needs 64 MB, so only a few run at a time.
        self._few = asyncio.Semaphore(_AT_ONCE)
        self._staff = asyncio.Semaphore(1)
        self._waiting = 0

    async def hash(self, password: str) -> str:
        """Hash a password for a logged-in person, ahead of people who are logging in."""
        async with self._staff:
            return await asyncio.to_thread(self._hasher.hash, password)

    async def fits(self, hashed: str, password: str, *, staff: bool = False) -> bool:
        """Return whether a password is correct. Raise `Busy` if too many callers wait.

        An unknown person takes as long, so that the time reveals nothing. `staff` from known browsers have a queue of
        their own.
        """
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
            self._nobody = self._hasher.hash(token_urlsafe(16))  # This is done lazily, because it is slow.
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
