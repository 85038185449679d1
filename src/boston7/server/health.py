"""Liveness, readiness and metrics."""

from __future__ import annotations

import asyncio

import msgspec
from litestar import Response

from boston7.declare import Rejection
from boston7.record import RecordDown, RecordError
from boston7.record.place import room_name
from boston7.server.app_context import AppContext
from boston7.server.metrics import TEXT
from boston7.server.routes import Routes
from boston7.server.schema import BUILD
from boston7.server.session import Asked

routes = Routes()


class Alive(msgspec.Struct, frozen=True):
    alive: bool
    app: str
    build: str
    room: str  # The name of the record that this process serves.


class Ready(msgspec.Struct, frozen=True):
    ready: bool


@routes.get("/healthz", include_in_schema=False)
async def alive(request: Asked) -> Alive:
    return Alive(True, "boston7", BUILD, room_name(request.context.settings.db))


@routes.get("/readyz", include_in_schema=False)
async def ready(request: Asked) -> Response[Ready | Rejection]:
    reason = await trouble(request.context)
    if reason:
        return Response(Rejection("request", "not_ready", reason), status_code=503)
    return Response(Ready(True))


async def trouble(context: AppContext) -> str:
    """Return why the room is not ready for play, or an empty string."""
    if context.closing:
        return "The room is closing."
    if context.record.stopped is not None:
        return context.record.stopped.public
    if not context.room.sound:
        return "This process no longer follows the record. Restart it."
    try:
        await asyncio.to_thread(context.record.position)
    except RecordError as error:
        return error.public if isinstance(error, RecordDown) else str(error)
    return await context.storage_health.resolve(context.desk.clock)


@routes.get("/metrics", include_in_schema=False)
async def metrics(request: Asked) -> Response[bytes]:
    return Response(request.context.meters.text(), media_type=TEXT)
