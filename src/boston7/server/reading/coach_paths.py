"""The coach over the network: at practice tables only, and for nobody but whoever sits there."""

from __future__ import annotations

import msgspec
from litestar import get
from litestar.params import FromPath

from boston7.accounts import viewer_of
from boston7.game import SeatView
from boston7.server.answers import TROUBLES, Rejected
from boston7.server.reading.coach import Advice, advise, fold_cost
from boston7.server.reading.room import reading_room
from boston7.server.session import Asked, required


class FoldCost(msgspec.Struct, frozen=True):
    """What a fold gives away on average, in cents: null where it is right, or where there is no choice."""

    cost: float | None


@get("/api/coach/{table:str}", responses=TROUBLES)
async def coach(request: Asked, table: FromPath[str]) -> Advice:
    """What each of your choices is worth now, from what you see yourself."""
    person = await required(request)
    room = reading_room(request)
    live = await room.table(table)
    if not live.rules_sign.practice:
        raise Rejected("wrong_table", "The coach works at practice tables only.")
    frame = live.frame(viewer_of(person), offers=True)
    seat = next((seat for seat in frame.view.seats if seat.yours), None)
    if seat is None:
        raise Rejected("wrong_seat", "Take a seat to use the coach.")
    house = live.house
    return await room.figures.do(lambda: advise(frame.view.phase.value, seat, frame.offers, house))


@get("/api/coach/{table:str}/fold", responses=TROUBLES)
async def fold(request: Asked, table: FromPath[str]) -> FoldCost:
    """Whether a fold would be a mistake, and how large: where the platform deals for play money, coach or not."""
    person = await required(request)
    room = reading_room(request)
    live = await room.table(table)
    if not live.rules_sign.play_money or live.live:
        raise Rejected("wrong_table", "A fold is questioned only where play money is played for.")
    frame = live.frame(viewer_of(person), offers=True)
    seat: SeatView | None = next((seat for seat in frame.view.seats if seat.yours), None)
    if seat is None:
        raise Rejected("wrong_seat", "Take a seat at this table first.")
    mine, house = seat, live.house
    return FoldCost(await room.figures.do(lambda: fold_cost(mine, frame.offers, house)))


coach_paths = [coach, fold]
