"""Limits on guessing passwords, by name and by source.

Wrong passwords lock a name for the address they came from, not for its owner elsewhere. A cookie identifies a browser
that has logged in under the name before. Such a browser has its own count. Many guesses from all addresses together
lock the name for unknown browsers for a while.

Unknown names are counted like known ones, so that answers do not reveal which names exist. Counts are not stored.
"""

from __future__ import annotations

import hmac
from secrets import token_urlsafe

import msgspec

from boston7.accounts.people import Seconds, deny
from boston7.declare import Rejection

FAILURES_ALLOWED = 3
LOCKED_FOR: Seconds = 15 * 60
LONGEST_LOCK: Seconds = 24 * 60 * 60
EVERYWHERE_ALLOWED = 30
"""Maximum number of wrong passwords for one name from all addresses together."""
_KEPT = 20_000


class _Tries(msgspec.Struct):
    failures: int = 0
    locks: int = 0
    until: Seconds = 0
    last: Seconds = 0


class Guard:
    def __init__(
        self,
        allowed: int = FAILURES_ALLOWED,
        everywhere: int = EVERYWHERE_ALLOWED,
        locked_for: Seconds = LOCKED_FOR,
        what: str = "passwords",
    ) -> None:
        self._allowed, self._everywhere, self._locked_for, self._what = allowed, everywhere, locked_for, what
        self._tries: dict[tuple[str, str], _Tries] = {}

    def begin(self, name: str, source: str, *, known: bool, now: Seconds) -> Rejection | None:
        """Count an attempt as failed until `succeeded` or `undo` is called, so that concurrent attempts count too."""
        own = self._at((name, source), self._allowed, now)
        everywhere = None if known else self._at((name, ""), self._everywhere, now)
        locked = max(own.until, everywhere.until if everywhere else 0)
        if now < locked:
            minutes = -(-(locked - now) // 60)
            when = "1 minute" if minutes == 1 else f"{minutes} minutes"
            return deny("locked", f"Too many wrong {self._what}; try again in {when}.")
        for tries in filter(None, (own, everywhere)):
            tries.failures, tries.last = tries.failures + 1, now
        return None

    def succeeded(self, name: str, source: str, *, known: bool) -> None:
        self.undo(name, source, known=known)
        self._tries.pop((name, source), None)

    def undo(self, name: str, source: str, *, known: bool) -> None:
        """Remove the last attempt from the count."""
        for key in ((name, source),) if known else ((name, source), (name, "")):
            if (tries := self._tries.get(key)) is not None and tries.failures:
                tries.failures -= 1

    def forget(self, name: str) -> None:
        """Reset a name's counts after a new password."""
        for key in [key for key in self._tries if key[0] == name]:
            del self._tries[key]

    def forgive(self, source: str) -> None:
        """Reset the counts of a source, under all names."""
        for key in [key for key in self._tries if key[1] == source]:
            del self._tries[key]

    def _at(self, key: tuple[str, str], allowed: int, now: Seconds) -> _Tries:
        """Return the counts of a key. Each lock lasts twice as long as the previous one. A day without failures resets
        them."""
        tries = self._tries.pop(key, None)
        if tries is None or abs(now - tries.last) > LONGEST_LOCK:
            tries = _Tries()
        elif tries.failures >= allowed:
            tries.until = tries.last + min(self._locked_for << tries.locks, LONGEST_LOCK)
            tries.failures, tries.locks = 0, tries.locks + 1
        while len(self._tries) >= _KEPT:
            del self._tries[next(iter(self._tries))]  # Drop the oldest.
        self._tries[key] = tries
        return tries


class Devices:
    """Cookies of browsers that have logged in before, made with the room's key. A new password invalidates them."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def new(self, person: str, password: str) -> str:
        number = token_urlsafe(12)
        return f"{person}.{number}.{self._mac(person, number, password)}"

    def person(self, device: str) -> str:
        """Return the person id in a cookie, without verifying it."""
        return device.partition(".")[0]

    def known(self, device: str, person: str, password: str) -> bool:
        owner, _, rest = device.partition(".")
        number, _, mac = rest.partition(".")
        expected = self._mac(person, number, password)
        return owner == person and bool(password) and hmac.compare_digest(mac.encode(), expected.encode())

    def _mac(self, person: str, number: str, password: str) -> str:
        return hmac.digest(self._key, f"boston7 device\n{person}\n{number}\n{password}".encode(), "sha256").hex()
