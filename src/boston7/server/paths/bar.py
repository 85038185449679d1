"""The bar list over HTTP (R19). A supervisor bars a person or lifts a bar, and gives a reason for each."""

from __future__ import annotations

import msgspec
from litestar.params import FromPath, JSONBody

from boston7.accounts.bars import Bar
from boston7.game.grounds import GROUNDS, Ground
from boston7.game.kinds import PlayerName
from boston7.server.answers import granted
from boston7.server.routes import Body, Routes
from boston7.server.session import Asked
from boston7.shift.kinds import Line

routes = Routes("shift")


class BarLine(Bar, frozen=True, kw_only=True):
    """`at` and `lifted_at` are in seconds. A bar is in force while `lifted_at` is 0."""

    words: str


class BarList(msgspec.Struct, frozen=True):
    bars: tuple[BarLine, ...]
    grounds: dict[Ground, str]


class NewBar(Body, frozen=True):
    name: PlayerName
    ground: Ground
    reason: Line


class Lift(Body, frozen=True):
    reason: Line


@routes.get("/api/bars", "The bar list, the newest first", "shift", reads=("people",))
async def bars(request: Asked) -> BarList:
    """Lifted bars stay on the list, with the supervisor and the reason."""
    found = request.desk.people.bars[-500:]
    return BarList(tuple(_line(bar) for bar in reversed(found)), GROUNDS)


@routes.post("/api/bars", "Bar a person from the room", "floor", status_code=201)
async def bar(request: Asked, data: JSONBody[NewBar]) -> BarLine:
    """The person needs no account. To bar somebody who sits at a table, evict them there."""
    return _line(granted(await request.desk.bar(data.name, data.ground, data.reason, by=request.user)))


@routes.post("/api/bars/{number:int}/lift", "Lift a bar", "floor")
async def lift(request: Asked, number: FromPath[int], data: JSONBody[Lift]) -> BarLine:
    return _line(granted(await request.desk.lift_bar(number, data.reason, by=request.user)))


def _line(bar: Bar) -> BarLine:
    return BarLine(**msgspec.structs.asdict(bar), words=GROUNDS.get(bar.ground, ""))  # type: ignore[call-overload]
