"""The floor overview: chips and results of every table, against the exact expectation."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy

import msgspec

from boston7.game.actors import SPECTATOR
from boston7.house import House
from boston7.money import Cents
from boston7.server.lobby import Listing, listing
from boston7.server.reading.reports import Reports
from boston7.server.routes import Routes
from boston7.server.session import Asked
from boston7.shift.sessions import Sessions, TableSession
from boston7.table import TableActor

routes = Routes()


LONG_SHOT = 20
"""If the house has no maximum payout, a tray should hold this multiple of the table maximum."""


class Actual(msgspec.Struct, frozen=True):
    wagered: Cents
    won: Cents


class Theoretical(msgspec.Struct, frozen=True):
    """The exact expected win in cents. In 19 of 20 cases, the actual win lies between `low` and `high`."""

    won: Cents
    low: Cents
    high: Cents


class Waiting(msgspec.Struct, frozen=True):
    """A request that waits for a second person's approval."""

    what: str
    by: str


class FloorTable(Listing, frozen=True, kw_only=True):
    """A table in its current or last session. `drop` is the amount of chips bought, at a live table for cash. `rounds`
    counts the finished rounds. `tray` is null while it is counted. `call` is the dealer's open call to the floor, made
    at `called`. `waiting` lists the requests for approval. `prompts` lists what the house must do because of the cash
    of seated players."""

    tray: Cents | None
    low: bool  # The tray holds less than one seat could win.
    layout: Cents
    rails: Cents
    rounds: int
    drop: Cents
    dealer: str
    call: str
    called: int | None
    waiting: tuple[Waiting, ...]
    prompts: tuple[str, ...]
    actual: Actual
    theoretical: Theoretical


class Floor(msgspec.Struct, frozen=True):
    tables: tuple[FloorTable, ...]


@routes.get("/api/floor", "", "floor", reads=("tables", "shift", "people"))
async def floor(request: Asked) -> Floor:
    """For the floor supervisor. Practice tables are not listed."""
    room = request.reports
    names = [table.name for table in room.context.room.summaries() if not table.practice]
    return Floor(tuple([await _floor_table(room, await room.context.table(name)) for name in names]))


async def _floor_table(room: Reports, table: TableActor) -> FloorTable:
    last = await room.context.room.shift.days.read(table.name, lambda sessions, _: _last(sessions))
    session = last.all[0] if last.all else None
    wagered = session.wagered if session else []
    expected = await room.office.do(lambda: room.prices.expected(wagered, last.pairs, table.rules_signs.houses.get))
    seen = table.frame(SPECTATOR).view
    won, handle, hands = (session.won, session.handle, session.hands) if session else (0, 0, 0)
    return FloorTable(
        **msgspec.structs.asdict(listing(room.context, room.context.room.summary(table.name), None)),
        tray=seen.tray,
        low=low_tray(seen.tray, table.house),
        layout=sum(seat.staked for seat in seen.seats),
        rails=sum(seat.rail for seat in seen.seats),
        rounds=hands,
        drop=_drop(session) if session else 0,
        dealer=seen.dealer,
        call=seen.call,
        called=last.called if seen.call else None,
        waiting=tuple([Waiting(one.what, one.by.called) for one in table.state.table.pending]),
        prompts=() if table.play_money else tuple(_prompts(room, table)),
        actual=Actual(handle, won),
        theoretical=Theoretical(round(expected.won), round(expected.low), round(expected.high)),
    )


def _drop(session: TableSession) -> Cents:
    return session.cash if session.live else session.bought


def _last(sessions: Sessions) -> Sessions:
    """Return a copy that covers only the last session."""
    return deepcopy(msgspec.structs.replace(sessions, all=sessions.all[-1:]))


def low_tray(tray: Cents | None, house: House) -> bool:
    """Return whether the tray holds less than one seat could win. Return False while the tray is counted (R23)."""
    most = house.maximum_payout.amount or LONG_SHOT * house.limits.table_maximum
    return tray is not None and tray < most


def _prompts(room: Reports, table: TableActor) -> Iterator[str]:
    """Yield the identification prompts for seated players. They must be asked before they leave."""
    shift = room.context.room.shift
    seated = {room.context.desk.people.identity(who) for who in table.people if who}
    asked: dict[str, list[str]] = {}
    for line in shift.people_of(shift.today()):
        if line.person in seated and line.prompt:
            asked.setdefault(line.prompt, []).append(line.name)
    yield from (f"{prompt} {', '.join(names)}." for prompt, names in asked.items())
