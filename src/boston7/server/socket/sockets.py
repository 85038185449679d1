"""Admission to the socket."""

from __future__ import annotations

from math import ceil

import msgspec
from websockets.http11 import Request

from boston7.accounts import Person
from boston7.declare import Rejection
from boston7.server.answers import Rejected, granted, not_found
from boston7.server.app_context import AppContext
from boston7.server.middleware import Middleware, Visit
from boston7.server.session import SESSION
from boston7.server.socket.line import Line
from boston7.server.socket.socket_session import SocketSession

PATH = "/api/socket"


class Sockets:
    def __init__(self, context: AppContext, middleware: Middleware) -> None:
        self._context, self._middleware = context, middleware

    async def serve(self, line: Line, request: Request) -> None:
        """Run a connection from its request to its end."""
        context = self._context
        path = request.path.partition("?")[0]
        visit = Visit(path, request.headers.raw_items(), line.address, context.settings, secure=line.secure)
        try:
            self._middleware.admit_socket(visit)
            if visit.path != PATH:
                raise not_found("Page not found.")
            token = visit.bearer or visit.cookie(SESSION)
            person = await self._person(token, is_program=bool(visit.bearer))
            self._refuse_excess(visit, person)
        except Rejected as turned:
            context.meters.requests.labels("socket", str(turned.status)).inc()
            headers = [("content-type", "application/json")]
            headers += [("retry-after", str(ceil(turned.wait)))] if turned.wait else []
            line.reject(turned.status, headers, msgspec.json.encode(turned.rejection))
            return
        line.accept()
        session = SocketSession(line, context, token, person, visit.address)
        context.presence.enter(session)
        try:
            await session.stay()
        finally:
            context.presence.leave(session)

    async def _person(self, token: str, *, is_program: bool) -> Person | None:
        """Return the person of a session. A browser whose session has expired can still watch."""
        person = await self._context.desk.who(token, console=True) if token else None
        if isinstance(person, Rejection):
            if is_program:
                granted(person)
            return None
        return person

    def _refuse_excess(self, visit: Visit, person: Person | None) -> None:
        context = self._context
        if context.closing:
            raise Rejected("not_ready", "The room is closing.", "server")
        address = "" if person is not None and person.bot else visit.address
        if context.presence.too_many(address, person.id if person else "", context.settings.limits):
            context.meters.turned_away.inc()
            raise Rejected("too_many", "Too many open connections.")
