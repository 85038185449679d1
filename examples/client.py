"""A typed client of a room's HTTP interface: join as a guest, list the tables, and ask for the odds of a house.

    python examples/client.py http://127.0.0.1:7007

Declare the fields that you need; msgspec checks them and ignores the others. A room lists all paths at /schema.
"""

from __future__ import annotations

import sys
from typing import TypeVar

import httpx
import msgspec

T = TypeVar("T")


class Rejection(msgspec.Struct):
    """What the room answers instead: a code for programs, a sentence for people, and the clause if a rule says so."""

    code: str
    reason: str
    clause: str = ""


class Listing(msgspec.Struct):
    name: str
    house: str
    minimum: int
    maximum: int


class Lobby(msgspec.Struct):
    tables: list[Listing]


class Person(msgspec.Struct):
    name: str


class Me(msgspec.Struct):
    person: Person | None
    balance: int


class Figure(msgspec.Struct):
    exact: str
    value: float


class Odds(msgspec.Struct):
    house_edge: Figure


class Room:
    """A session at a room. `get` and `post` return the type that they are given, or raise `PermissionError`."""

    def __init__(self, url: str) -> None:
        self._http = httpx.Client(base_url=url, trust_env=False)
        self._http.get("/api/me")  # sets the cookie that a POST repeats in a header

    def get(self, path: str, kind: type[T], **parameters: int) -> T:
        return self._read(self._http.get(path, params=parameters), kind)

    def post(self, path: str, kind: type[T], body: object = None) -> T:
        headers = {"x-csrf-token": self._http.cookies["boston7_csrf"]}
        return self._read(self._http.post(path, json=body, headers=headers), kind)

    def _read(self, answer: httpx.Response, kind: type[T]) -> T:
        if answer.is_error:
            rejection = msgspec.json.decode(answer.content, type=Rejection)
            raise PermissionError(f"{rejection.code}: {rejection.reason} {rejection.clause}".rstrip())
        return msgspec.json.decode(answer.content, type=kind)


def main(url: str) -> None:
    room = Room(url)
    me = room.post("/api/guest", Me)
    print(f"{me.person.name if me.person else 'Nobody'} has {me.balance} cents.")
    for table in room.get("/api/lobby", Lobby).tables:
        odds = room.get(f"/api/odds/{table.house}", Odds, ante=table.minimum)
        print(f"{table.name}: {table.minimum} to {table.maximum} cents, house edge {odds.house_edge.value:.4%}")
    try:
        room.get("/api/people", Me)
    except PermissionError as rejected:
        print(rejected)


if __name__ == "__main__":
    main(sys.argv[1].rstrip("/"))
