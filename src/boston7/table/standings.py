"""What a command rests on besides the table: who asks, and the standing of the players it is for (see
`accounts.standing`)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from msgspec.structs import replace

from boston7.accounts import Desk, Person, actor_of, standing
from boston7.accounts.people import deny
from boston7.declare import Rejection
from boston7.game import Command, Table
from boston7.game import commands as c
from boston7.record import Append, Meta, Record, RecordDown
from boston7.table.eligibility import carries_out, concerned, limited

Standings = Mapping[str, int]
"""By person's id, the version that was read."""


def as_asked(desk: Desk, table: str, command: Command, person: Person) -> Command | Rejection:
    """As it counts: by whoever is logged in, and at this table."""
    current = desk.find(person.id)
    actor = actor_of(current) if current else deny("unknown_person", "No account with that name.")
    if isinstance(actor, Rejection):
        return actor
    given: Command = replace(command, by=actor)
    return replace(given, name=table) if isinstance(given, c.OpenTable) else given


class StandingCheck:
    def __init__(self, record: Record, desk: Desk, know: Callable[[Person], Awaitable[None]]) -> None:
        """`know` reads what a person with limits does at other tables."""
        self._record, self._desk, self._know = record, desk, know

    async def read(self, table: Table, command: Command) -> Standings:
        """Have at hand what decides whether players may do it. Their standing is read first, so that whatever it
        includes is known here afterwards."""
        people = concerned(self._desk, table, command)
        found = {person.id: self._record.known(standing.stream(person.id)) for person in people}
        if any(found.values()):
            await self._desk.register.catch_up_if_known()
            for person in concerned(self._desk, table, command):
                if limited(self._desk, person):
                    await self._know(person)
        return found

    async def prepare(
        self, name: str, table: Table, command: Command, person: Person
    ) -> tuple[Command, Standings] | Rejection:
        """A command at the table of this name as it counts, with the standings that it rests on."""
        given = as_asked(self._desk, name, command, person)
        if isinstance(given, Rejection):
            return given
        try:
            found = await self.read(table, given)
        except RecordDown as error:
            return Rejection("record", "not_ready", error.public)
        given = as_asked(self._desk, name, command, person)  # under the names that were read with it
        return given if isinstance(given, Rejection) else (given, found)

    def changed(self, table: Table, command: Command, read: Standings) -> bool:
        """Whether somebody's standing is known to be another one by now."""
        people = concerned(self._desk, table, command)
        return any(self._record.known(standing.stream(one.id)) != read.get(one.id) for one in people)

    def expected(self, name: str, table: Table, command: Command, read: Standings, meta: Meta) -> list[Append]:
        """To be stored with what the command causes, at the table of this name."""
        wagers = isinstance(carries_out(table, command), (c.PlaceWagers, c.Amend))
        return [
            standing.expects(one.id, read[one.id], meta, name if wagers and limited(self._desk, one) else "")
            for one in concerned(self._desk, table, command)
        ]
