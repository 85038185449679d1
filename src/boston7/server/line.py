"""A socket's line to the network: whoever takes nothing off it is cut off in the end, not waited for."""

from __future__ import annotations

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

CUT = 15.0
"""Seconds for what is still to be sent, once nobody here has anything more to say."""


class Line(WebSocketsSansIOProtocol):
    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["boston7_line"] = self  # type: ignore[typeddict-unknown-key]

    def probe(self) -> None:
        """Ask now, not in a while, whether anybody is there. A browser answers by itself, also for a hidden page."""
        if self.handshake_complete and self.pending_ping_payload is None and self.ping_timer is not None:
            self.ping_timer.cancel()
            self.send_keepalive_ping()

    @property
    def silent(self) -> float:
        """Seconds for which a question has gone unanswered."""
        return self.loop.time() - self.ping_sent_at if self.pending_ping_payload is not None else 0.0

    async def send(self, message: ASGISendEvent) -> None:
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body"):
            # Turned away with an answer is no accident: without this, each one would be an error in the log.
            self.handshake_complete = True

    async def run_asgi(self) -> None:
        await super().run_asgi()
        self.loop.call_later(CUT, self.transport.abort)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.loop.call_later(CUT, self.transport.abort)
