"""An evening at a live table: its staff, and a round up to the decision."""

from __future__ import annotations

from evening import HOUSE, Evening

from boston7.accounts import Person
from boston7.game import Automation, Phase
from boston7.game import commands as c
from boston7.game.actors import PLATFORM
from boston7.house import House
from boston7.table import TableActor


async def staff(evening: Evening, name: str, role: str) -> Person:
    person = await evening.desk.add_person(name, role, "lucky seven")  # type: ignore[arg-type]
    assert isinstance(person, Person)
    return person


async def to_the_decision(
    evening: Evening, house: House = HOUSE, beside: tuple[int, ...] = ()
) -> tuple[Person, Person, Person]:
    """Open a live table with a dealer, a supervisor, a guest in seat 2 and those `beside`, and play to the decision."""
    made = await evening.room.create("main", house, live=True, automation=(Automation.OPENING,))
    assert isinstance(made, TableActor), made
    dan, sue = await staff(evening, "Dan", "dealer"), await staff(evening, "Sue", "supervisor")
    await evening.do(sue, c.OpenTable(PLATFORM, "main", 50_000_00, True, (Automation.OPENING,), preinspected=True))
    await evening.do(dan, c.CountTray(PLATFORM, 50_000_00))
    guest = await evening.seat(2)
    for number in beside:
        await evening.seat(number)
    for number in (2, *beside):
        await evening.do(dan, c.PlaceWagers(PLATFORM, number, {"ante": 10_00, "first": 10_00}))
    await deal_three(evening, dan)
    return dan, sue, guest


async def deal_three(evening: Evening, dan: Person) -> None:
    """Play from the last wager to the decision."""
    for command in (c.NoMoreBets(PLATFORM), c.Shuffle(PLATFORM)):
        if not (evening.at(Phase.DEALING_THREE)):
            await evening.do(dan, command)
    if evening.at(Phase.CUTTING):
        await evening.do(dan, c.Cut(PLATFORM, 10))
    while evening.at(Phase.DEALING_THREE):
        await evening.do(dan, c.Deal(PLATFORM))
    assert evening.at(Phase.DECISION)
