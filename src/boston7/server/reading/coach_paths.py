"""The coach over HTTP: only at practice tables, and only for seated players."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from litestar.params import FromPath

from boston7.accounts import viewer_of
from boston7.game import CommandSpec, Phase, SeatView
from boston7.house import House
from boston7.server.answers import Rejected
from boston7.server.reading.coach import Advice, advise, fold_cost
from boston7.server.routes import Routes
from boston7.server.session import Asked
from boston7.table import TableActor

routes = Routes()


class FoldCost(msgspec.Struct, frozen=True):
    """What a fold costs on average, in cents. Null if a fold is right or there is no choice."""

    cost: float | None


@routes.get("/api/coach/{table:str}", "The expected value of your choices", session=True)
async def coach(request: Asked, table: FromPath[str]) -> Advice:
    """Available at practice tables. Computed only from the cards that you can see."""
    live = await request.context.table(table)
    if not live.rules_sign.practice:
        raise Rejected("wrong_table", "The coach works at practice tables only.")
    phase, seat, offers, house = _own_seat(request, live)
    return await request.reports.figures.do(lambda: advise(phase, seat, offers, house))


@routes.get("/api/coach/{table:str}/fold", "The cost of a fold", session=True)
async def fold(request: Asked, table: FromPath[str]) -> FoldCost:
    """Available at virtual play-money tables, with or without the coach."""
    live = await request.context.table(table)
    if not live.rules_sign.play_money or live.live:
        raise Rejected("wrong_table", "The cost of a fold is shown only at virtual play-money tables.")
    _, seat, offers, house = _own_seat(request, live)
    return FoldCost(await request.reports.figures.do(lambda: fold_cost(seat, offers, house)))


def _own_seat(request: Asked, table: TableActor) -> tuple[Phase, SeatView, Sequence[CommandSpec], House]:
    frame = table.frame(viewer_of(request.user), offers=True)
    for seat in frame.view.seats:
        if seat.yours:
            return frame.view.phase, seat, frame.offers, table.house
    raise Rejected("wrong_seat", "Take a seat at this table first.")
