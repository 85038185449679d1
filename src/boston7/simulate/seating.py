"""Parses seats as entered by a person: `play-all`, `2:ante-only`, `3:fold-below=pair,ante=25,bonus=5`.

Amounts are in dollars. Settings for one seat override those for all seats. If a seat has two settings, the later one
wins.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from boston7.house import House
from boston7.house.model import THREE_CARD_BONUS
from boston7.money import Cents, InvalidMoney, parse_dollars
from boston7.simulate.errors import SimulationError
from boston7.simulate.policies import read_policy
from boston7.simulate.seats import Seat


class _Word(NamedTuple):
    """The settings of one seat, or of all seats if the number is 0."""

    seat: int
    policy: str
    stakes: dict[str, Cents]


def read_seats(house: House, count: int, ante: str | None, bonus: str | None, words: Sequence[str]) -> list[Seat]:
    """Return every seat's policy and stakes. A bonus for all seats skips ante-only seats, which may not place one.

    >>> from boston7.house import preset
    >>> [seat.ante for seat in read_seats(preset("nhcg"), 2, "10", None, ["2:ante-only,ante=25"])]
    [1000, 2500]
    """
    if not 1 <= count <= house.seats:
        raise SimulationError(f"A table has 1 to {house.seats} seats, not {count}. [{house.cite('procedure')}]")
    general = {
        "ante": house.limits.table_minimum if ante is None else _cents(ante, "--ante"),
        "bonus": 0 if bonus is None else _cents(bonus, "--bonus"),
    }
    policies, own = ["optimal"] * count, [dict[str, Cents]() for _ in range(count)]
    for word in sorted((_read(text, count) for text in words), key=lambda word: word.seat > 0):
        known = ("ante", "bonus", *(bet.id for bet in house.side_bets if bet.id != THREE_CARD_BONUS))
        if unknown := next((name for name in word.stakes if name not in known), None):
            raise SimulationError(f"After a policy come {'=DOLLARS, '.join(known)}=DOLLARS, not {unknown!r}.")
        for at in range(count) if not word.seat else (word.seat - 1,):
            policies[at] = word.policy
            own[at].update(word.stakes)
    return list(_seated(policies, own, general))


def _seated(policies: list[str], own: list[dict[str, Cents]], general: dict[str, Cents]) -> Iterator[Seat]:
    for name, stakes in zip(policies, own, strict=True):
        policy = read_policy(name)
        bonus_of_all = 0 if policy.ante_only else general["bonus"]
        ante, bonus = stakes.pop("ante", general["ante"]), stakes.pop("bonus", bonus_of_all)
        yield Seat(policy, ante, {THREE_CARD_BONUS: bonus, **stakes} if bonus else stakes)


def _read(text: str, count: int) -> _Word:
    seat, colon, words = text.rpartition(":")
    if colon and not (seat.isascii() and seat.strip().isdigit() and 1 <= int(seat) <= count):
        raise SimulationError(f"{seat!r} is not a seat number from 1 to {count} (in {text!r}).")
    policy, *wagers = words.split(",")
    stakes = {}
    for wager in wagers:
        name, _, amount = (part.strip() for part in wager.partition("="))
        if not name.replace("_", "").isalnum():
            raise SimulationError(f"After a policy come ante=DOLLARS or bonus=DOLLARS, not {wager!r} (in {text!r}).")
        stakes[name] = _cents(amount, text)
    return _Word(int(seat) if colon else 0, policy, stakes)


def _cents(text: str, where: str) -> Cents:
    try:
        return parse_dollars(text)
    except InvalidMoney as problem:
        raise SimulationError(f"{where}: {problem}") from None
