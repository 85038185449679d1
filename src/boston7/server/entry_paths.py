"""What was entered in the round on a live table, for whoever puts right what was keyed wrong (R22). Only reading: a
correction is a command like any other."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import get
from litestar.params import FromPath, PathParameter

from boston7.accounts import refuse_duty, viewer_of
from boston7.declare import Rejection
from boston7.game import CommandSpec
from boston7.game.actors import Actor
from boston7.game.entries import RoundEntry
from boston7.server.answers import TROUBLES, not_found, rejected
from boston7.server.app_context import app_context
from boston7.server.session import Asked, not_yet, required, token_of
from boston7.table import LiveTable
from boston7.table.state import entries_at, instead_at

_TAGS = ["tables"]
Number = Annotated[int, PathParameter(ge=1, le=2**53)]


class RoundEntries(msgspec.Struct, frozen=True):
    """In the order they were entered; `version` is the table's."""

    version: int
    round: int
    entries: tuple[RoundEntry, ...]


class EntryChoices(msgspec.Struct, frozen=True):
    """One entry, and what could have been entered in its place at that moment."""

    version: int
    entry: RoundEntry
    instead: tuple[CommandSpec, ...]


async def _asked(request: Asked, name: str) -> tuple[LiveTable, Actor]:
    context, person = app_context(request), await required(request, console=True)
    refusal = refuse_duty(person, "floor" if person.role == "supervisor" else "deal")
    if context.desk.bound_to(token_of(request)) not in ("", name):
        refusal = Rejection("accounts", "wrong_role", "You signed on by PIN at another table's console.")
    if refusal := refusal or not_yet(context, person, token_of(request)):
        raise rejected(refusal)
    table = await context.room.visit(name)
    if table is None:
        raise not_found(f"There is no table {name[:60]!r}.")
    return table, viewer_of(person)


@get("/api/tables/{name:str}/entries", responses=TROUBLES, tags=_TAGS, summary="What was entered in this round")
async def round_entries(request: Asked, name: FromPath[str]) -> RoundEntries:
    """Dealer or supervisor: each entry of the round on a live table, and whether you may put it right."""
    table, viewer = await _asked(request, name)
    return RoundEntries(table.version, table.round, entries_at(table.state, viewer, table.house))


@get("/api/tables/{name:str}/entries/{number:int}", responses=TROUBLES, tags=_TAGS, summary="Correct an entry")
async def entry_choices(request: Asked, name: FromPath[str], number: Number) -> EntryChoices:
    """What may stand in its place. Whether the rest of the round still fits is told when you ask about it (`ask`)."""
    table, viewer = await _asked(request, name)
    found = next((one for one in entries_at(table.state, viewer, table.house) if one.number == number), None)
    if found is None:
        raise not_found(f"Entry {number} is not in the round on the table.")
    choices = instead_at(table.state, number, table.house) if found.correct else ()
    return EntryChoices(table.version, found, choices)


handlers = [round_entries, entry_choices]
