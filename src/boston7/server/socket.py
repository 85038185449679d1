"""The one socket: who may have it, and for how long."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.types import Send

from boston7.accounts import Person
from boston7.declare import Rejection
from boston7.server.app_context import app_context
from boston7.server.session import SESSION, bearer
from boston7.server.socket_session import SocketSession


@websocket("/api/socket")
async def socket(socket: WebSocket[Any, Any, State]) -> None:
    context = app_context(socket)
    program = bearer(socket.headers.get("authorization", ""))
    token = program or socket.cookies.get(SESSION, "")
    person = await context.desk.who(token, console=True) if token else None
    if isinstance(person, Rejection):
        if program:
            await _turn_away(socket, 401, Rejection("accounts", person.code, person.reason))
            return
        person = None  # a browser whose session is over still may look on
    address: str = socket.scope.get("boston7_address", "")  # type: ignore[assignment]
    counted = "" if isinstance(person, Person) and person.bot else address
    if context.closing:
        await _turn_away(socket, 503, Rejection("request", "not_ready", "The room is closing."))
        return
    if context.presence.too_many(counted, person.id if person else "", context.settings.limits):
        context.meters.turned_away.inc()
        await _turn_away(socket, 429, Rejection("request", "too_many", "Too many open connections."))
        return
    await socket.accept()
    session = SocketSession(socket, context, token, person, address)
    context.presence.enter(session)
    try:
        await session.stay()
    finally:
        context.presence.leave(session)


async def _turn_away(socket: WebSocket[Any, Any, State], status: int, trouble: Rejection) -> None:
    send: Send = socket.send
    body = msgspec.json.encode(trouble)
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "websocket.http.response.start", "status": status, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": body, "more_body": False})


handlers = [socket]
