"""What a command causes, or why not."""

from __future__ import annotations

from msgspec.structs import replace

from boston7.declare import Rejection
from boston7.game import events as e
from boston7.game.actors import PLATFORM
from boston7.game.acts.amending import Amend
from boston7.game.acts.approving import ApprovalAsked, ApproveRequest, RequestAnswered
from boston7.game.acts.staff import signing_on
from boston7.game.advance import STEPS
from boston7.game.approvals import asked_for, differs, why_approved
from boston7.game.history import History
from boston7.game.kinds import Answer, Command, Event
from boston7.game.preconditions import check
from boston7.game.requests import Request
from boston7.game.rework import rework
from boston7.game.table import Table
from boston7.game.wire import read_command
from boston7.house.model import House

CHANGED = "The table has changed since this was asked: ask again."


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
    table: Table,
    command: Command,
    house: House,
    on_the_way: list[Table] | None = None,
    *,
    history: History | None = None,
    approved: bool = False,
) -> tuple[Table, tuple[e.Event, ...]] | Rejection:
    """Like `decide`, with the table as it is afterwards; who wants each table `on_the_way` gives a list for them.

    A correction is decided from the table's `history` (R22). What takes two people is only asked for, unless it is
    `approved` already.

    >>> from boston7.game import CLOSED, commands as c
    >>> from boston7.game.actors import PLATFORM, player
    >>> from boston7.house import preset
    >>> table, events = act(CLOSED, c.OpenTable(PLATFORM, "one", 10_000_00), preset("nhcg"))
    >>> table.phase.value, table.tray
    ('opening', 1000000)
    """
    events = _decided(table, command, house, history)
    if type(events) is Rejection:
        return events
    if type(command) is ApproveRequest:
        events = _approved(table, events, house, history)
    elif not approved and (clause := why_approved(table, command, events, house, history)):
        events = (ApprovalAsked(asked_for(table, command, events, house, clause)),)
    elif table.live:
        events = signing_on(table, command) + events
    log: tuple[Event, ...] = ()
    while events:
        log += events
        for event in events:
            table = event.apply(table)
            if on_the_way is not None:
                on_the_way.append(table)
        events = STEPS[table.phase](table, house) or (_lapsed(table, house) if table.pending else ())
    return table, log  # type: ignore[return-value]


def outcome(
    table: Table, command: Command, house: House, history: History | None = None, *, approved: bool = False
) -> tuple[tuple[e.Event, Table], ...] | Rejection:
    """Each event with the table after it. Nothing is applied twice."""
    tables: list[Table] = []
    done = act(table, command, house, tables, history=history, approved=approved)
    return done if isinstance(done, Rejection) else tuple(zip(done[1], tables, strict=True))


def replay_entry(table: Table, command: Command, house: House) -> tuple[tuple[e.Event, Table], ...] | Rejection:
    """What an entry on record leads to: whoever had to approve it has done so."""
    return outcome(table, command, house, approved=True)


def _decided(table: Table, command: Command, house: House, history: History | None) -> Answer:
    return check(table, command, house) or _caused(table, command, house, history)


def _caused(table: Table, command: Command, house: House, history: History | None) -> Answer:
    if type(command) is Amend and history is not None:
        made = rework(table, history, command, house, replay_entry)
        return made if isinstance(made, Rejection) else (made,)
    return command.decide(table, house)


def _approved(table: Table, answered: tuple[Event, ...], house: House, history: History | None) -> tuple[Event, ...]:
    """What was asked for, decided anew; it lapses where it is refused by now, or would do something else."""
    (answer,) = answered
    assert isinstance(answer, RequestAnswered)
    assert answer.request is not None
    request, table = answer.request, answer.apply(table)
    events = _asked_again(table, request, house, history)
    if isinstance(events, Rejection):
        return (replace(answer, verdict="lapsed", reason=events.reason),)
    if differs(request, table, events):
        return (replace(answer, verdict="lapsed", reason=CHANGED),)
    return (answer, *signing_on(table, read_command(request.command)), *events)


def _asked_again(table: Table, request: Request, house: House, history: History | None) -> Answer:
    """As if whoever asked did it now; a dealer who has been relieved since may still have asked."""
    command = read_command(request.command)
    anyone = replace(command, by=replace(command.by, name=""))
    return check(table, anyone, house) or _caused(table, command, house, history)


def _lapsed(table: Table, house: House) -> tuple[Event, ...]:
    """Requests that no longer fit the table. Of a correction that is known only when it is approved."""
    found: list[Event] = []
    for request in table.pending:
        if '"amend"' in request.command:
            continue
        alone = replace(table, pending=())
        events = _asked_again(alone, request, house, None)
        reason = events.reason if isinstance(events, Rejection) else CHANGED if differs(request, alone, events) else ""
        if reason:
            found.append(RequestAnswered(request.number, "lapsed", PLATFORM, reason, request))
    return tuple(found)


def answer(table: Table, command: Command, house: House) -> Answer:
    """Only what the command itself causes."""
    return check(table, command, house) or command.decide(table, house)
