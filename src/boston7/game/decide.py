"""What a command causes, or why not."""

from __future__ import annotations

from boston7.declare import Rejection
from boston7.game import events as e
from boston7.game.acts.staff import signing_on
from boston7.game.advance import STEPS
from boston7.game.kinds import Answer, Command, Event
from boston7.game.preconditions import check
from boston7.game.table import Table
from boston7.house.model import House


def decide(table: Table, command: Command, house: House) -> tuple[e.Event, ...] | Rejection:
    """The events a command causes, with everything that follows from them by itself.

    >>> from boston7.game import CLOSED, commands as c
    >>> from boston7.game.actors import PLATFORM, player
    >>> from boston7.house import preset
    >>> events = decide(CLOSED, c.OpenTable(PLATFORM, "one", 10_000_00), preset("nhcg"))
    >>> [type(event).__name__ for event in events]
    ['TableOpened']
    >>> print(decide(CLOSED, c.Sit(player("Ann"), 2, "Ann"), preset("nhcg")))
    The table is closed. [ours]
    """
    outcome = act(table, command, house)
    return outcome if isinstance(outcome, Rejection) else outcome[1]


def act(
    table: Table, command: Command, house: House, on_the_way: list[Table] | None = None
) -> tuple[Table, tuple[e.Event, ...]] | Rejection:
    """Like `decide`, with the table as it is afterwards; who wants each table `on_the_way` gives a list for them.

    >>> from boston7.game import CLOSED, commands as c
    >>> from boston7.game.actors import PLATFORM, player
    >>> from boston7.house import preset
    >>> table, events = act(CLOSED, c.OpenTable(PLATFORM, "one", 10_000_00), preset("nhcg"))
    >>> table.phase.value, table.tray
    ('opening', 1000000)
    """
    events = check(table, command, house) or command.decide(table, house)
    if type(events) is Rejection:
        return events
    if table.live:
        events = signing_on(table, command) + events
    log: tuple[Event, ...] = ()
    while events:
        log += events
        for event in events:
            table = event.apply(table)
            if on_the_way is not None:
                on_the_way.append(table)
        events = STEPS[table.phase](table, house)
    return table, log  # type: ignore[return-value]


def outcome(table: Table, command: Command, house: House) -> tuple[tuple[e.Event, Table], ...] | Rejection:
    """Each event with the table after it. Nothing is applied twice."""
    tables: list[Table] = []
    done = act(table, command, house, tables)
    return done if isinstance(done, Rejection) else tuple(zip(done[1], tables, strict=True))


def answer(table: Table, command: Command, house: House) -> Answer:
    """Only what the command itself causes."""
    return check(table, command, house) or command.decide(table, house)
