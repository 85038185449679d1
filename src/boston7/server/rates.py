"""Token buckets per address, person or socket: each allows a burst, then a steady rate."""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import IPv6Address, ip_address
from time import monotonic

from boston7.server.config import Limits

LOGINS = frozenset({
    ("POST", "/api/login"), ("POST", "/api/password"), ("POST", "/api/setup"), ("POST", "/api/console/sign-on"),
    ("PUT", "/api/me/pin"), ("POST", "/api/me/second-factor"), ("POST", "/api/guest/link"),
})  # fmt: skip
"""Requests that check a password, a PIN or a guest's link."""
_MOST = 20_000
"""Maximum number of buckets. Full buckets are evicted first, because a new one would be full too."""


class Bucket:
    __slots__ = ("_at", "_burst", "_clock", "_left", "_rate")

    def __init__(self, rate: float, burst: int, clock: Callable[[], float] = monotonic) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._left, self._at = float(burst), clock()

    def take(self) -> float:
        """Consume a token and return 0, or return the seconds until one is available."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left >= 1:
            self._left -= 1
            return 0.0
        return (1 - self._left) / self._rate

    @property
    def full(self) -> bool:
        return self._left + (self._clock() - self._at) * self._rate >= self._burst


class Buckets:
    """One bucket for each key, created on first use."""

    def __init__(self, rate: float, burst: int) -> None:
        self._rate, self._burst = rate, burst
        self._buckets: dict[str, Bucket] = {}

    def take(self, key: str) -> float:
        bucket = self._buckets.get(key)
        if bucket is None:
            if len(self._buckets) >= _MOST:
                self._forget()
            bucket = self._buckets[key] = Bucket(self._rate, self._burst)
        return bucket.take()

    def _forget(self) -> None:
        self._buckets = {key: bucket for key, bucket in self._buckets.items() if not bucket.full}
        while len(self._buckets) >= _MOST:  # In a flood from many addresses, evict the oldest.
            del self._buckets[next(iter(self._buckets))]


class Rates:
    """The rate limits of requests. `wait` returns the number of seconds to wait, or 0."""

    def __init__(self, limits: Limits) -> None:
        self._off = limits.off
        self._requests = Buckets(limits.requests_per_second, limits.requests_burst)
        self._heavy = Buckets(limits.heavy_per_second, limits.heavy_burst)
        self._logins = Buckets(limits.logins_per_minute / 60, limits.logins_burst)
        self._guests = Buckets(limits.guests_per_hour / 3600, limits.guests_burst)

    def wait(self, method: str, path: str, address: str, device: Callable[[], str] = lambda: "") -> float:
        """`device` returns the owner of a browser that has logged in before. Logins from it have a separate limit,
        which other clients at the same address cannot use up."""
        if self._off:
            return 0.0
        wait = self._requests.take(address)
        if wait:
            return wait
        if (method, path) in LOGINS:
            person = device()
            return self._logins.take(f"device of {person}" if person else address)
        if method == "POST" and path in ("/api/guest", "/api/me/stake", "/api/me/link"):
            return self._guests.take(address)
        replay = path.startswith("/api/tables/") and "/rounds" in path
        if replay or path.startswith(("/api/me/rounds", "/api/odds/", "/api/coach/", "/api/audit/", "/api/fair/")):
            return self._heavy.take(address)
        return 0.0


def neighbourhood(address: str) -> str:
    """Return the part of an address that identifies one customer: the /64 prefix for IPv6, all of it for IPv4."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address[:64]
    if isinstance(parsed, IPv6Address):
        if parsed.ipv4_mapped:
            return str(parsed.ipv4_mapped)
        return f"{IPv6Address(int(parsed) >> 64 << 64)}/64"
    return str(parsed)
