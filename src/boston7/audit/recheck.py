"""A second decision of every round of a live table from its entries, compared with the record.

It covers hands keyed as results and corrected rounds, because the record holds every entry in full. A virtual round is
proved by its deck (`decks.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec
from msgspec.structs import replace

from boston7.audit.rounds import Round, rounds, tables
from boston7.declare import Rejection
from boston7.fair.hidden import command_on_record
from boston7.game import events as e
from boston7.game.approval_requests import same_person
from boston7.game.corrections import Entered, History, replay_entries, without_requests
from boston7.game.decide import act, enter_again
from boston7.game.evolve import Game
from boston7.game.table import Table
from boston7.house.model import House, with_version
from boston7.record.errors import Tampered
from boston7.record.record import Record


class Rechecked(msgspec.Struct, frozen=True):
    """The result for one round. `entered` is false for an old round without stored entries, which cannot be checked.
    `keyed` counts hands settled by a keyed result, and `corrections` the corrected entries."""

    table: str
    round: int
    entered: bool
    keyed: int = 0
    corrections: int = 0
    fault: str = ""


class _Sign(msgspec.Struct):
    house: House


def recheck(record: Record, table: str = "") -> Iterator[Rechecked]:
    """Check the finished rounds of one live table, or of all."""
    for name in (table,) if table else tables(record):
        houses = houses_of(record, name)
        for played in rounds(record, name):
            if played.finished and played.steps[0].before.live:
                yield decided_again(played, houses)


def houses_of(record: Record, table: str) -> dict[str, House]:
    """Return all rules that were ever in force at a table, by version."""
    found: dict[str, House] = {}
    for entry in record.scan(f"house:{table}"):
        try:
            house = msgspec.json.decode(entry.body, type=_Sign).house
        except msgspec.DecodeError as error:
            raise Tampered(f"Entry {entry.version} of {entry.stream!r} is not a set of table rules: {error}") from None
        if with_version(house).version != house.version:
            raise Tampered(f"Entry {entry.version} of {entry.stream!r}: these rules do not match their version.")
        found[house.version] = house
    return found


def decided_again(played: Round, houses: Mapping[str, House]) -> Rechecked:
    corrections = sum(isinstance(step.event, e.Corrected) for step in played.steps)
    keyed = sum(isinstance(step.event, e.HandKeyed) for step in played.steps)
    if command_on_record(played.steps[0].entry.body) is None:
        return Rechecked(played.table, played.number, False, keyed, corrections)
    fault = _fault(played, houses)
    return Rechecked(played.table, played.number, True, keyed, corrections, fault)


def _fault(played: Round, houses: Mapping[str, House]) -> str:
    """Return the first difference between the record and the rules, or an empty string."""
    history = History(played.steps[0].before)
    # Typed as objects, because comparing two events takes the type checker seconds.
    due: list[tuple[object, Table]] = []
    house: House | None = None
    approved = False  # Whether the next correction was approved.
    for step in played.steps:
        version, event = step.entry.version, step.event
        if isinstance(event, e.RoundBegun):
            history, house = History(without_requests(step.before)), houses.get(event.version)
        if house is None:
            return f"Entry {version}: the rules of this round are not on record."
        command = command_on_record(step.entry.body)
        if command is not None:
            if due:
                return f"Entry {version}: {type(due[0][0]).__name__} should have come first."
            history = replace(history, entries=(*history.entries, Entered(version, command)))
        asks = isinstance(event, e.ApprovalAsked | e.RequestAnswered) and not (due and due[0][0] == event)
        if isinstance(event, e.ApprovalAsked | e.RequestAnswered) and asks:
            if fault := _asked(step.before, step.after, event):
                return f"Entry {version}: {fault}"
            approved = isinstance(event, e.RequestAnswered) and event.verdict == "approved" and command is None
        if command is not None:
            steps = act(Game(step.after if asks else step.before), command, house, approved=asks)
            if isinstance(steps, Rejection):
                return f"Entry {version} should have been refused: {steps.reason}"
            due = [(event, game.table) for event, game in steps if not isinstance(event, Entered)]
        if asks:
            continue
        if isinstance(event, e.Corrected):
            if not approved and event.takes_two(step.before):
                return f"Entry {version}: one person made a correction that needs two people."
            if not _were_entered(history, event):
                return f"Entry {version}: the corrected entry differs from the one on record."
            approved, history = False, history.amended(event.amended)
            if replay_entries(history, house, enter_again) != without_requests(step.after):
                return f"Entry {version}: the corrected entries lead to a different table."
            continue
        if not due or due[0][0] != event:
            return f"Entry {version}: the rules require a different event."
        if due.pop(0)[1] != step.after:
            return f"Entry {version}: the table afterward is different."
    return ""


def _asked(before: Table, after: Table, event: e.ApprovalAsked | e.RequestAnswered) -> str:
    if event.apply(before) != after:
        return "the table afterward is different."
    if not isinstance(event, e.RequestAnswered) or event.verdict != "approved":
        return ""
    one = event.request is None or same_person(event.request.by, event.by)
    return "the same person asked for this and approved it." if one else ""


def _were_entered(history: History, event: e.Corrected) -> bool:
    """Return whether the corrected entries match the record. Entries of earlier rounds are not available."""
    for change in event.amended:
        entry, was = history.find(change.entry), change.was
        # Typed as an object, because comparing two commands takes the type checker seconds.
        before: object = entry.command if entry else was
        if was != before:
            return False
    return True
