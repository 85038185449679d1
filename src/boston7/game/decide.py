"""Decides commands. The result is the events that a command causes, or its refusal."""

from __future__ import annotations

from typing import TypeAlias, cast, overload

from msgspec.structs import replace

from boston7.declare import Rejection
from boston7.game import events as e
from boston7.game.actors import PLATFORM
from boston7.game.acts.approving import ApprovalAsked, ApproveRequest, RequestAnswered
from boston7.game.acts.opening import OpenTable
from boston7.game.acts.staff import signing_on
from boston7.game.advance import STEPS
from boston7.game.approval_requests import ApprovalRequest
from boston7.game.approvals import asked_for, differs, why_approved
from boston7.game.correctable import Correctable
from boston7.game.corrections import Entered, History
from boston7.game.evolve import Game
from boston7.game.kinds import Answer, Command, Event
from boston7.game.preconditions import check
from boston7.game.table import Table
from boston7.house.model import House

CHANGED = "The table has changed since this request: request it again."

Steps: TypeAlias = "tuple[tuple[e.Event | Entered, Game], ...]"
"""Each event with the game after it."""


@overload
def decide(table: Table, command: Command, house: House) -> tuple[e.Event, ...] | Rejection: ...
@overload
def decide(table: Game, command: Command, house: House) -> tuple[e.Event | Entered, ...] | Rejection: ...
def decide(
    table: Table | Game, command: Command, house: House
) -> tuple[e.Event, ...] | tuple[e.Event | Entered, ...] | Rejection:
    """Return the events that a command causes, including automatic follow-ups, or a rejection.

    For a `Game`, the result includes `Entered` and corrections use its history.

    >>> from boston7.game import CLOSED, commands as c
    >>> from boston7.game.actors import PLATFORM, player
    >>> from boston7.house import preset
    >>> events = decide(CLOSED, c.OpenTable(PLATFORM, "one", 10_000_00), preset("nhcg"))
    >>> [type(event).__name__ for event in events]
    ['TableOpened']
    >>> print(decide(CLOSED, c.Sit(player("Ann"), 2, "Ann"), preset("nhcg")))
    The table is closed. [ours]
    """
    steps = act(table if isinstance(table, Game) else Game(table), command, house)
    if isinstance(steps, Rejection):
        return steps
    return tuple([event for event, _ in steps]) if isinstance(table, Game) else happened(steps)


def happened(steps: Steps) -> tuple[e.Event, ...]:
    """Return the table's own events, without `Entered`."""
    return tuple([event for event, _ in steps if not isinstance(event, Entered)])


def act(game: Game, command: Command, house: House, now: int = 0, *, approved: bool = False) -> Steps | Rejection:
    """Decide a command and return each event with the game after it, so callers need not apply events again.

    A command that takes two people only creates a request, unless it is already `approved`. At a live table the first
    step is `Entered` with the time `now`. A request that waits and a correction add no `Entered`.

    >>> from boston7.game import commands as c
    >>> from boston7.game.actors import PLATFORM, SUPERVISOR
    >>> from boston7.house import preset
    >>> steps = act(Game(), c.OpenTable(PLATFORM, "one", 10_000_00), preset("nhcg"))
    >>> [(type(event).__name__, game.table.tray) for event, game in steps]
    [('TableOpened', 1000000)]
    >>> steps = act(Game(), c.OpenTable(SUPERVISOR, "one", 10_000_00, live=True), preset("nhcg"))
    >>> [type(event).__name__ for event, _ in steps]
    ['Entered', 'TableOpened']
    """
    table = game.table
    if (refusal := check(table, command, house)) is not None:
        return refusal
    rule = command.rule
    events = _caused(table, command, house, game.history) if rule.history else command.decide(table, house)
    if type(events) is Rejection:
        return events
    entered: Command | None = command
    if type(command) is ApproveRequest:
        entered, events = _approved(table, events, house, game.history)
    elif not approved and (clause := why_approved(table, command, events, house)):
        entered, events = None, (ApprovalAsked(asked_for(table, command, events, house, clause)),)
    elif table.live:
        events = signing_on(table, command) + events
    steps: list[tuple[Event | Entered, Game]] = []
    live = table.live or (type(command) is OpenTable and command.live)
    if live and entered is not None and _is_entry(entered):
        first = Entered.at(table, game.version + 1, cast("Correctable", entered), now)
        game = game.after(first)
        steps.append((first, game))
    while events:
        for event in events:
            game = game.after(event)
            steps.append((event, game))
        table = game.table
        events = STEPS[table.phase](table, house) or (_lapsed(table, house) if table.pending else ())
    return tuple(steps)  # type: ignore[arg-type]


def _is_entry(command: Command) -> bool:
    return command.rule.place != "approval" and not command.rule.history


def enter_again(table: Table, command: Command, house: House) -> tuple[Table, tuple[Event, ...]] | Rejection:
    """Decide a recorded entry again, without asking for approval; return the table and its events."""
    steps = act(Game(table), command, house, approved=True)
    return steps if isinstance(steps, Rejection) else (steps[-1][1].table, happened(steps))


def _caused(table: Table, command: Command, house: House, history: History | None) -> Answer:
    if command.rule.history:
        return command.decide(table, house, history, enter_again)  # type: ignore[call-arg]
    return command.decide(table, house)


def _approved(
    table: Table, answered: tuple[Event, ...], house: House, history: History | None
) -> tuple[Command | None, tuple[Event, ...]]:
    """Decide an approved request again. It lapses if it would now be refused or have another effect."""
    (answer,) = answered
    assert isinstance(answer, RequestAnswered)
    assert answer.request is not None
    request, table = answer.request, answer.apply(table)
    events = _asked_again(table, request, house, history)
    if isinstance(events, Rejection):
        return None, (replace(answer, verdict="lapsed", reason=events.reason),)
    if differs(request, table, events):
        return None, (replace(answer, verdict="lapsed", reason=CHANGED),)
    return request.command, (answer, *signing_on(table, request.command), *events)


def _asked_again(table: Table, request: ApprovalRequest, house: House, history: History | None) -> Answer:
    """Decide the request as the person who made it, even if that dealer has been relieved since."""
    command: Command = request.command
    anyone = replace(command, by=replace(command.by, name=""))
    return check(table, anyone, house) or _caused(table, command, house, history)


def _lapsed(table: Table, house: House) -> tuple[Event, ...]:
    """Return the requests that can no longer be carried out at the table. Corrections are checked only on approval."""
    found: list[Event] = []
    for request in table.pending:
        if request.command.rule.history:
            continue
        alone = replace(table, pending=())
        events = _asked_again(alone, request, house, None)
        reason = events.reason if isinstance(events, Rejection) else CHANGED if differs(request, alone, events) else ""
        if reason:
            found.append(RequestAnswered(request.number, "lapsed", PLATFORM, reason, request))
    return tuple(found)


def answer(table: Table, command: Command, house: House) -> Answer:
    """Return only the direct events of a command, without follow-ups."""
    return check(table, command, house) or command.decide(table, house)
