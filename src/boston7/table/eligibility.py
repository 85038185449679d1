"""Find the person that a command concerns, and check whether they may sit, buy chips or wager.

A typed name may differ in case or use lookalike letters. Limits, chips, bars and cash belong to the person. A seat
shows the exact name of the account or the walk-up player.

The check is valid across processes. A command is stored only if the player's standing still has the version that was
read (`accounts.standing`).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from boston7.accounts import Desk, Person, actor_of, standing
from boston7.accounts.people import LimitKind, PeopleEvent, deny
from boston7.accounts.walk_ups import WalkUp
from boston7.declare import Rejection
from boston7.game import Command, Table
from boston7.game import commands as c
from boston7.game.actors import player
from boston7.game.acts.approving import find
from boston7.game.acts.carried import departed
from boston7.game.acts.rail import bare
from boston7.game.rejection import rejected
from boston7.game.wagers import at_risk
from boston7.record import Append, Meta, Record, RecordDown
from boston7.record.projection import STALE
from boston7.table.limits import Tally, refuse_seat, refuse_stake, refuse_wager
from boston7.table.rules_sign import RulesSign
from boston7.table.state import State

_COUNTS = (c.Sit, c.BuyIn, c.BuyInCash, c.ChipsIn, c.PlaceWagers)
_CHECKED = (*_COUNTS, c.SeatWalkUp, c.UndoLeave, c.Amend, c.FillTray, c.CreditTray)
RESTS_ON_STANDING = (*_COUNTS, c.Amend, c.ApproveRequest)
"""Commands that may depend on a player's standing. Approvals are included because they carry out another command."""
Standings = Mapping[str, int]
"""The version of each standing that was read, by the person's id."""
_NAMES = tuple(c.snake(kind.__name__) for kind in _COUNTS)


class KeptOut(msgspec.Struct, frozen=True):
    """The reason why a person may not play at any table now, and the commands rejected for that reason."""

    reason: str
    clause: str
    commands: tuple[str, ...]


def kept_out(desk: Desk, tally: Tally, person: Person) -> KeptOut | None:
    """Return why this person may not play. Only their own page shows the reason."""
    now = desk.clock.at_least()
    if denied := desk.barred(person.name, person.id) or refuse_seat(person, tally, now):
        return KeptOut(denied.reason, denied.clause, _NAMES)
    spent = refuse_wager(person, tally, now)
    return KeptOut(spent.reason, spent.clause, ("place_wagers",)) if spent else None


def check_eligibility(
    desk: Desk, tally: Tally, state: State, rules_sign: RulesSign, command: Command, name: str
) -> Rejection | None:
    table, command = state.table, approved_command(state.table, command)
    if not isinstance(command, _CHECKED):
        return None
    if isinstance(command, c.FillTray | c.CreditTray):
        return _without_slip(table, command, rules_sign)
    who = desk.people.identity(_for_whom(table, command))
    if who and (bar := desk.barred(desk.people.called(who), who)) is not None:
        return bar
    denied: Rejection | None = None
    person = desk.find(who)
    now = desk.clock.at_least()
    most = rules_sign.house.seats_per_player if table.live else 1
    match command:
        case c.Amend():
            denied = _amended(desk, tally, state, command, name)
        case c.Sit() if person is not None:
            denied = refuse_twice(desk, table, command, most) or _wrong_money(person, rules_sign)
            denied = denied or _private(command, person, refuse_seat(person, tally, now))
        case c.SeatWalkUp():
            denied = refuse_twice(desk, table, command, most)
            if rules_sign.play_money:
                denied = deny("wrong_table", "This is a play-money table. It does not accept cash.")
        case c.BuyIn() | c.BuyInCash() | c.ChipsIn() | c.UndoLeave() if person is not None:
            denied = _private(command, person, refuse_seat(person, tally, now))
        case c.PlaceWagers() if person is not None:
            too_much = refuse_stake(person, tally, name, at_risk(command.wagers), now)
            denied = _private(command, person, refuse_seat(person, tally, now))
            denied = denied or _private(command, person, too_much, "wager that much")
    return denied


def approved_command(table: Table, command: Command) -> Command:
    """Return the command that an approval carries out, or the command itself."""
    request = find(table, command.number) if isinstance(command, c.ApproveRequest) else None
    return command if request is None else request.command


def concerned(desk: Desk, table: Table, command: Command) -> list[Person]:
    """Return the players whose standing affects this command."""
    command = approved_command(table, command)
    if isinstance(command, c.Amend):
        ids = [seat.person for seat in table.seats]
    elif isinstance(command, c.Sit) and command.player is not c.TO_TYPE:
        ids = [desk.people.owner(command.player) or ""]  # The seat's player is not identified yet.
    elif isinstance(command, _COUNTS):
        ids = [_for_whom(table, command)]
    else:
        return []
    found = [desk.find(desk.people.identity(id)) for id in ids]
    return [person for person in found if person is not None]


def limited(desk: Desk, person: Person) -> bool:
    """Return whether the person has a limit that also counts play at other tables."""
    kinds: tuple[LimitKind, ...] = ("loss", "time")
    return bool(person.limits) and any(person.limit(kind, desk.clock.at_least()) is not None for kind in kinds)


def sign_command(desk: Desk, table: str, command: Command, person: Person) -> Command | Rejection:
    """Return the command with the logged-in person as its actor and this table as its place."""
    current = desk.find(person.id)
    actor = actor_of(current) if current else deny("unknown_person", "No account with that name.")
    if isinstance(actor, Rejection):
        return actor
    signed: Command = replace(command, by=actor)
    return replace(signed, name=table) if isinstance(signed, c.OpenTable) else signed


class StandingCheck:
    def __init__(self, record: Record, desk: Desk, visit: Callable[[Person], Awaitable[None]]) -> None:
        """`visit` loads the other tables of a person with limits."""
        self._record, self._desk, self._visit = record, desk, visit

    async def read(self, table: Table, command: Command) -> Standings:
        """Load what the check needs, and return the versions of the standings it depends on.

        The versions are read first, so that a later change causes a conflict.
        """
        people = concerned(self._desk, table, command)
        if not people:
            return {}
        found = {person.id: self._record.known(standing.stream(person.id)) for person in people}
        if any(found.values()):
            await self._desk.register.catch_up_if_known()
            for person in concerned(self._desk, table, command):
                if limited(self._desk, person):
                    await self._visit(person)
        return found

    async def prepare(
        self, name: str, table: Table, command: Command, person: Person
    ) -> tuple[Command, Standings] | Rejection:
        """Return the signed command and the standings it depends on."""
        signed = sign_command(self._desk, name, command, person)
        if isinstance(signed, Rejection):
            return signed
        if not isinstance(signed, RESTS_ON_STANDING):
            return signed, {}
        try:
            found = await self.read(table, signed)
        except RecordDown as error:
            return error.rejection
        if found:
            signed = sign_command(self._desk, name, command, person)  # A name may have changed in the meantime.
        return signed if isinstance(signed, Rejection) else (signed, found)

    def confirm(self, table: Table, command: Command, read: Standings) -> list[Person] | Rejection:
        """Return the players whose standing affects this command, or `STALE` if a standing has changed since it was
        read."""
        people = concerned(self._desk, table, command)
        for one in people:
            if self._record.known(standing.stream(one.id)) != read.get(one.id):
                return STALE
        return people

    def expected(
        self, name: str, table: Table, command: Command, people: list[Person], read: Standings, meta: Meta
    ) -> list[Append]:
        """Return the version checks to store with the command's events."""
        wagers = isinstance(approved_command(table, command), (c.PlaceWagers, c.Amend))
        return [
            standing.expects(one.id, read[one.id], meta, name if wagers and limited(self._desk, one) else "")
            for one in people
        ]


def _without_slip(table: Table, command: c.FillTray | c.CreditTray, rules_sign: RulesSign) -> Rejection | None:
    """Reject a fill or credit without a slip at a live real-money table. Everyone who handles the chips must sign the
    slip."""
    if command.by.role == "supervisor" and table.live and not rules_sign.play_money:
        return rejected("not_ready", "Fills and credits need a slip: request one on the shift page.", "ours")
    return None


def _amended(desk: Desk, tally: Tally, state: State, amend: c.Amend, name: str) -> Rejection | None:
    """Check a corrected wager against the player's limits. Reducing a wager is always allowed."""
    history = state.history
    entry = history.find(amend.entry) if history else None
    new = amend.instead_of(entry, "") if entry else None
    if entry is None or not isinstance(new, c.PlaceWagers):
        return None
    person, cents = holder(desk, state.table, new.seat), at_risk(new.wagers)
    before = at_risk(entry.command.wagers) if isinstance(entry.command, c.PlaceWagers) else -1
    if not isinstance(person, Person) or cents <= before:
        return None
    return _private(new, person, refuse_stake(person, tally, name, cents, desk.clock.at_least()), "wager that much")


def _for_whom(table: Table, command: Command) -> str:
    """Return the id of the person who wagers or who receives the seat or chips. Return "" for other commands."""
    match command:
        case c.Sit() | c.SeatWalkUp():
            return command.person
        case c.UndoLeave():
            was = departed(table, command.seat)
            return was.seat.person if was else ""
        case c.BuyIn() | c.BuyInCash() | c.ChipsIn() | c.PlaceWagers() if 1 <= command.seat <= len(table.seats):
            return table.seats[command.seat - 1].person
        case _:
            return ""


def _private(command: Command, person: Person, denied: Rejection | None, act: str = "play") -> Rejection | None:
    """Hide the reason from everybody except the player, because limits are private."""
    if denied is None or command.by == player(person.name):
        return denied
    return deny("limit", f"{person.name} may not {act} now.")


def _wrong_money(person: Person, rules_sign: RulesSign) -> Rejection | None:
    if person.guest and not rules_sign.play_money:
        return deny("wrong_table", "This table plays for money; yours is play money.")
    if rules_sign.play_money and not person.guest:
        return deny("wrong_table", "This is a play-money table; your chips are real money.")
    return None


class Identified(NamedTuple):
    """A command with the person's id filled in, and the events about people to store with it."""

    command: Command
    noted: tuple[PeopleEvent, ...] = ()


def identify(desk: Desk, name: str, table: Table, command: Command, person: Person) -> Identified | Rejection:
    """Find the player whom a command seats. Only the server sets the id, looked up by the name in the message."""
    if command.by.role != "player" and (refusal := refuse_own_seat(desk, table, person)) is not None:
        return refusal
    match command:
        case c.Sit() if command.player is not c.TO_TYPE:
            seated = desk.named(command.player)
            if seated is None or seated.role != "player":
                return deny("unknown_person", f"No player called {command.player!r} was found.")
            # The player may also use a former name.
            own = command.by.role == "player" and desk.named(command.by.name) is seated
            return Identified(replace(command, player=command.by.name if own else seated.name, person=seated.id))
        case c.SeatWalkUp(person=""):
            noted = desk.patrons.noted(command.nickname, command.by.name, name)
            if isinstance(noted, Rejection):
                return noted
            return Identified(replace(command, nickname=noted.name, person=noted.person), (noted,))
        case c.SeatWalkUp():
            return _known(desk, command)
    return Identified(command)


def _known(desk: Desk, command: c.SeatWalkUp) -> Identified | Rejection:
    """Identify a returning walk-up player."""
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


def refuse_own_seat(desk: Desk, table: Table, person: Person) -> Rejection | None:
    """Reject staff actions at a table where the person has a seat."""
    seat = next((seat for seat in table.seats if seat.person and desk.people.identity(seat.person) == person.id), None)
    if seat is None:
        return None
    return deny("not_your_duty", f"You have seat {seat.number} at this table. Another member of staff must do this.")


def refuse_twice(desk: Desk, table: Table, command: Command, most: int) -> Rejection | None:
    """Reject a seat if it would exceed the number of seats allowed for the player, under any of their names."""
    if not isinstance(command, c.Sit | c.SeatWalkUp) or not command.person:
        return None
    who = desk.people.identity(command.person)
    held = [seat for seat in table.seats if seat.person and desk.people.identity(seat.person) == who]
    if len(held) < most:
        return None
    where = " and ".join(str(seat.number) for seat in held)
    return deny("already_done", f"{held[0].player} is already in seat {where}.")


def holder(desk: Desk, table: Table, number: int) -> Person | WalkUp | None:
    """Return the player in a seat. Return None for an empty or unknown seat, which the game rejects."""
    if not 1 <= number <= len(table.seats):
        return None
    who = desk.people.identity(table.seats[number - 1].person)
    return desk.find(who) or desk.people.walk_ups.get(who)
