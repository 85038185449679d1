"""Who a command seats: the person, found on record, whatever was typed.

A name is typed in another case or with letters that look alike; limits, chips, bars and cash go by the person. A seat
shows the exact name of the account or the walk-up player.
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from boston7.accounts import Desk, Person
from boston7.accounts.people import PeopleEvent, deny
from boston7.accounts.walk_ups import WalkUp
from boston7.declare import Rejection
from boston7.game import Command, Table
from boston7.game import commands as c
from boston7.game.actors import Actor
from boston7.game.acts.rail import bare


class Identified(NamedTuple):
    """The command with the person in it, and what is new on record about people."""

    command: Command
    noted: tuple[PeopleEvent, ...] = ()


def identify(desk: Desk, table: str, command: Command) -> Identified | Rejection:
    """Only the server says who a command seats: what a message says of it is looked up, or refused."""
    match command:
        case c.Sit() if command.player is not c.TO_TYPE:
            person = desk.named(command.player)
            if person is None or person.role != "player":
                return deny("unknown_person", f"No player called {command.player!r} is known here.")
            own = command.by.role == "player" and desk.named(command.by.name) is person  # a former name is theirs too
            return Identified(replace(command, player=command.by.name if own else person.name, person=person.id))
        case c.SeatWalkUp(person=""):
            noted = desk.patrons.noted(command.nickname, command.by.name, table)
            if isinstance(noted, Rejection):
                return noted
            return Identified(replace(command, nickname=noted.name, person=noted.person), (noted,))
        case c.SeatWalkUp():
            return _known(desk, command)
    return Identified(command)


def _known(desk: Desk, command: c.SeatWalkUp) -> Identified | Rejection:
    """A walk-up player who was here before."""
    known = desk.people.walk_ups.get(command.person)
    if known is None:
        return deny("unknown_person", "No walk-up player with that number.")
    who = desk.people.identity(known.id)
    if (account := desk.find(who)) is not None:
        return deny("unknown_person", f"{known.name} is {account.name}: seat {account.name}'s account.")
    name = desk.people.called(who)
    if bare(command.nickname) not in ("", name):
        return deny("bad_name", f"This player is {name}. Leave the mark empty, or choose another player.")
    return Identified(replace(command, nickname=name, person=who))


def refuse_own_seat(desk: Desk, table: Table, person: Person, by: Actor) -> Rejection | None:
    """Whoever has a seat holds no duty at that table."""
    if by.role == "player":
        return None
    seat = next((seat for seat in table.seats if seat.person and desk.people.identity(seat.person) == person.id), None)
    if seat is None:
        return None
    return deny("not_your_duty", f"You have seat {seat.number} at this table: another member of staff acts here.")


def refuse_twice(desk: Desk, table: Table, command: Command, most: int) -> Rejection | None:
    """Nobody has more seats than one player may, under whatever names."""
    if not isinstance(command, c.Sit | c.SeatWalkUp) or not command.person:
        return None
    who = desk.people.identity(command.person)
    held = [seat for seat in table.seats if seat.person and desk.people.identity(seat.person) == who]
    if len(held) < most:
        return None
    where = " and ".join(str(seat.number) for seat in held)
    return deny("already_done", f"{held[0].player} is already in seat {where}.")


def holder(desk: Desk, table: Table, number: int) -> Person | WalkUp | None:
    """Who sits there; nobody for an empty seat or for one that is not there: the game says so better."""
    if not 1 <= number <= len(table.seats):
        return None
    who = desk.people.identity(table.seats[number - 1].person)
    return desk.find(who) or desk.people.walk_ups.get(who)
