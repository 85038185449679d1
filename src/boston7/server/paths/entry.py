"""The entries of the round on a live table, for the staff who correct an entry keyed in error (R22). These paths only
read: a correction is sent as a command."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar.params import FromPath, PathParameter

from boston7.accounts import viewer_of
from boston7.game import CommandSpec
from boston7.game.actors import Actor
from boston7.game.entries import RoundEntry, entries, instead
from boston7.server.answers import not_found
from boston7.server.routes import Routes
from boston7.server.session import Asked, at_this_table
from boston7.table import TableActor

routes = Routes("tables")
Number = Annotated[int, PathParameter(ge=1, le=2**53)]


class RoundEntries(msgspec.Struct, frozen=True):
    """The entries in order, with the `version` of the table."""

    version: int
    round: int
    entries: tuple[RoundEntry, ...]


class EntryChoices(msgspec.Struct, frozen=True):
    """One entry, and the commands that were possible when it was made."""

    version: int
    entry: RoundEntry
    instead: tuple[CommandSpec, ...]


async def _asked(request: Asked, name: str) -> tuple[TableActor, Actor]:
    at_this_table(request, name)
    return await request.context.table(name), viewer_of(request.user)


@routes.get("/api/tables/{name:str}/entries", "List the entries of this round", "deal", "floor", console=True)
async def round_entries(request: Asked, name: FromPath[str]) -> RoundEntries:
    """For the dealer or a supervisor: each entry of the round on a live table, and whether you may correct it."""
    table, viewer = await _asked(request, name)
    return RoundEntries(table.version, table.round, entries(table.state, viewer, table.house))


@routes.get("/api/tables/{name:str}/entries/{number:int}", "Correct an entry", "deal", "floor", console=True)
async def entry_choices(request: Asked, name: FromPath[str], number: Number) -> EntryChoices:
    """The commands that could replace the entry. Send `ask` to check that the rest of the round is still valid."""
    table, viewer = await _asked(request, name)
    found = next((one for one in entries(table.state, viewer, table.house) if one.number == number), None)
    if found is None:
        raise not_found(f"Entry {number} is not in the round on the table.")
    choices = instead(table.state, number, table.house) if found.correct else ()
    return EntryChoices(table.version, found, choices)
