"""The coach over the network: at practice tables only, and for nobody but whoever sits there."""

from __future__ import annotations

from litestar import get
from litestar.params import FromPath

from boston7.accounts import viewer_of
from boston7.server.answers import TROUBLES, Rejected
from boston7.server.reading.coach import Advice, advise
from boston7.server.reading.room import reading_room
from boston7.server.session import Asked, required


@get("/api/coach/{table:str}", responses=TROUBLES)
async def coach(request: Asked, table: FromPath[str]) -> Advice:
    """What each of your choices is worth now, from what you see yourself."""
    person = await required(request)
    room = reading_room(request)
    live = room.table(table)
    if not live.rules_sign.practice:
        raise Rejected(409, "wrong_table", "The coach works at practice tables only.")
    frame = live.frame(viewer_of(person), offers=True)
    seat = next((seat for seat in frame.view.seats if seat.yours), None)
    if seat is None:
        raise Rejected(409, "wrong_seat", "Take a seat to use the coach.")
    house = live.house
    return await room.figures.do(lambda: advise(frame.view.phase.value, seat, frame.offers, house))


coach_paths = [coach]
