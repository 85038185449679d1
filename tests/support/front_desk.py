"""A front desk with fast passwords, and a clock that a test sets."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from argon2 import PasswordHasher

from boston7.accounts import Clock, Desk, LoggedIn, Passwords, Person
from boston7.declare import Rejection
from boston7.keys import RoomKey
from boston7.record import Record

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
START = 1_800_000_000
MINUTE, HOUR = 60, 3600


class Hands:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.micros = START * 1_000_000
        self.clock = Clock(lambda: self.micros, lambda: self.micros / 1_000_000)

    def turn(self, seconds: float) -> None:
        self.micros += round(seconds * 1_000_000)


def desk_of(record: Record, hands: Hands, key: RoomKey | None = None) -> Desk:
    return Desk(record, hands.clock, passwords=Passwords(QUICK), key=key)


def run(story: Coroutine[Any, Any, None]) -> None:
    asyncio.run(story)


def good(person: Person | Rejection) -> Person:
    assert isinstance(person, Person), person
    return person


def inside(logged_in: LoggedIn | Rejection) -> LoggedIn:
    assert isinstance(logged_in, LoggedIn), logged_in
    return logged_in


def code(denied: object) -> str:
    assert isinstance(denied, Rejection), denied
    assert denied.reason.endswith(".")
    return denied.code
