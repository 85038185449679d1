"""Token buckets: so much at once, and then so much a second, for each address, person or socket."""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import IPv6Address, ip_address
from time import monotonic

from boston7.server.config import Limits

LOGINS = frozenset({
    ("POST", "/api/login"), ("POST", "/api/password"), ("POST", "/api/setup"), ("POST", "/api/console/sign-on"),
    ("PUT", "/api/me/pin"), ("POST", "/api/me/second-factor"),
})  # fmt: skip
"""Where a password or a PIN is told."""
_MOST = 20_000
"""Buckets kept; full ones are forgotten first, for a full bucket is as good as a new one."""


class Bucket:
    __slots__ = ("_at", "_burst", "_clock", "_left", "_rate")

    def __init__(self, rate: float, burst: int, clock: Callable[[], float] = monotonic) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._left, self._at = float(burst), clock()

    def take(self) -> float:
        """0 if it may go ahead, else the seconds until it may."""
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
    """One for each key, made when first asked for."""

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
        while len(self._buckets) >= _MOST:  # a flood from everywhere: the oldest make room
            del self._buckets[next(iter(self._buckets))]


class Rates:
    """What one address may ask for. Returns the seconds to wait, 0 for none."""

    def __init__(self, limits: Limits) -> None:
        self._off = limits.off
        self._requests = Buckets(limits.requests_per_second, limits.requests_burst)
        self._heavy = Buckets(limits.heavy_per_second, limits.heavy_burst)
        self._logins = Buckets(limits.logins_per_minute / 60, limits.logins_burst)
        self._guests = Buckets(limits.guests_per_hour / 3600, limits.guests_burst)

    def wait(self, method: str, path: str, address: str, device: Callable[[], str] = lambda: "") -> float:
        """`device` tells whose browser it is that has logged in before: strangers at its address, or on its way here,
        do not use up what it may try."""
        if self._off:
            return 0.0
        wait = self._requests.take(address)
        if wait:
            return wait
        if (method, path) in LOGINS:
            person = device()
            return self._logins.take(f"device of {person}" if person else address)
        if method == "POST" and path in ("/api/guest", "/api/me/stake"):
            return self._guests.take(address)
        replay = path.startswith("/api/tables/") and "/rounds" in path
        if replay or path.startswith(("/api/odds/", "/api/coach/", "/api/audit/", "/api/fair/")):
            return self._heavy.take(address)
        return 0.0


def neighbourhood(address: str) -> str:
    """An address as one customer has it: a whole /64 of IPv6, one address of IPv4."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address[:64]
    if isinstance(parsed, IPv6Address):
        if parsed.ipv4_mapped:
            return str(parsed.ipv4_mapped)
        return f"{IPv6Address(int(parsed) >> 64 << 64)}/64"
    return str(parsed)
